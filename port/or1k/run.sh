#!/usr/bin/env bash
# run.sh PROGRAM - run an image on QEMU's OpenRISC machine, which has no way to end: stop it when
# the program says "!EXIT n"; n is the status. More QEMU options can be given in QEMU_OPTIONS.
# shellcheck disable=SC2086 # the options are a list
coproc EMULATOR {
    exec qemu-system-or1k -M or1k-sim -display none -monitor none -serial stdio \
        ${QEMU_OPTIONS:-} -kernel "$1" 2>/dev/null
}
emulator=$EMULATOR_PID
trap 'kill "$emulator" 2>/dev/null' EXIT
while IFS= read -r line <&"${EMULATOR[0]}"; do
    line=${line%$'\r'}
    case $line in
    '!EXIT '*) exit "${line#!EXIT }" ;;
    *) echo "$line" ;;
    esac
done
echo "run.sh: the emulator stopped before the program" >&2
exit 125
