#!/bin/sh
# run.sh BITS CPU PROGRAM - run an image on QEMU's RISC-V machine; its status is the program's.
# More QEMU options can be given in QEMU_OPTIONS.
# shellcheck disable=SC2086 # the options are a list
exec "qemu-system-riscv$1" -M virt -cpu "$2" -bios none \
    -display none -monitor none -serial none \
    -chardev stdio,id=sh -semihosting-config enable=on,target=native,chardev=sh \
    ${QEMU_OPTIONS:-} -kernel "$3"
