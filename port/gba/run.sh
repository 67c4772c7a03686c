#!/bin/sh
# run.sh PROGRAM [OPTIONS OF gbarun] - make a cartridge of an ELF file and run it in mGBA's core; the
# status is the program's.
#
# With PAWL_COUNTS=FILE cycles are counted, and PAWL_MARK is the address of pawli_mark.
# PAWL_SERIAL=unix:PATH is where the line leads.
set -eu
program=$1
shift
arm-none-eabi-objcopy -O binary "$program" "$program.gba"
[ -z "${PAWL_COUNTS:-}" ] || set -- "$@" --mark "$PAWL_MARK" "$PAWL_COUNTS"
[ -z "${PAWL_SERIAL:-}" ] || set -- "$@" --link "${PAWL_SERIAL#unix:}"
exec build/tools/gbarun "$@" "$program.gba"
