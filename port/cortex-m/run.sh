#!/bin/sh
# run.sh MACHINE PROGRAM - run an image on a board that QEMU models; its status is the program's.
#
# With PAWL_COUNTS=FILE instructions are counted (tests/target/icount.c), and PAWL_MARK is the
# address of pawli_mark. PAWL_SERIAL is where the UART of the line leads, as QEMU names it.
count=
[ -z "${PAWL_COUNTS:-}" ] ||
    count="-plugin build/tools/icount.so,mark=$PAWL_MARK,out=$PAWL_COUNTS,profile=on"
# shellcheck disable=SC2086 # the options are a list
exec timeout 300 qemu-system-arm -M "$1" -display none -monitor none -serial "${PAWL_SERIAL:-none}" \
    -chardev stdio,id=sh -semihosting-config enable=on,target=native,chardev=sh $count -kernel "$2"
