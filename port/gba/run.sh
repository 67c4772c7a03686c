#!/bin/sh
# run.sh PROGRAM [OPTIONS OF gbarun] - make a cartridge of an ELF file and run it in mGBA's core;
# the status is the program's.
set -eu
program=$1
shift
arm-none-eabi-objcopy -O binary "$program" "$program.gba"
exec build/tools/gbarun "$@" "$program.gba"
