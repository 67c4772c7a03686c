#!/bin/sh
# run.sh MACHINE PROGRAM - run an image on a board that QEMU models; its status is the program's.
# More QEMU options can be given in QEMU_OPTIONS.
# shellcheck disable=SC2086 # the options are a list
exec qemu-system-arm -M "$1" -display none -monitor none -serial none \
    -chardev stdio,id=sh -semihosting-config enable=on,target=native,chardev=sh \
    ${QEMU_OPTIONS:-} -kernel "$2"
