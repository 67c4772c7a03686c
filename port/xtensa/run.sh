#!/bin/sh
# run.sh PROGRAM - run an image on QEMU's Xtensa machine; its status is the program's.
# More QEMU options can be given in QEMU_OPTIONS.
# shellcheck disable=SC2086 # the options are a list
exec qemu-system-xtensa -M sim -cpu lx106 -m 128M -display none -monitor none -serial none \
    -semihosting ${QEMU_OPTIONS:-} -kernel "$1"
