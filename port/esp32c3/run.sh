#!/bin/sh
# run.sh PROGRAM - run an image on QEMU's RISC-V machine without the extensions that the ESP32-C3
# lacks; the status is that of the line `!EXIT n`, and 99 where there is none.
timeout 300 qemu-system-riscv32 -M virt -cpu rv32,a=false,f=false,d=false -bios none \
    -display none -monitor none -serial stdio -kernel "$1" </dev/null |
    awk '/^!EXIT [0-9]+\r?$/ { status = $2 + 0; ended = 1; next }
         { print; fflush() }
         END { exit ended ? status : 99 }'
