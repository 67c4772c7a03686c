#!/bin/sh
# run.sh BITS CPU PROGRAM - run an image on QEMU's RISC-V machine; its status is the program's.
# More QEMU options can be given in QEMU_OPTIONS. With PAWL_COUNTS=FILE instructions are counted
# (tests/target/icount.c), and PAWL_MARK is the address of pawli_mark.
# PAWL_SERIAL is where the UART of the line leads, as QEMU names it.
count=
[ -z "${PAWL_COUNTS:-}" ] ||
    count="-plugin build/tools/icount.so,mark=$PAWL_MARK,out=$PAWL_COUNTS,profile=on "
# shellcheck disable=SC2086 # the options are a list
exec timeout 300 "qemu-system-riscv$1" -M virt -cpu "$2" -bios none \
    -display none -monitor none -serial "${PAWL_SERIAL:-none}" \
    -chardev stdio,id=sh -semihosting-config enable=on,target=native,chardev=sh \
    $count ${QEMU_OPTIONS:-} -kernel "$3"
