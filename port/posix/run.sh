#!/bin/sh
# run.sh EMULATOR PROGRAM - run a program under qemu-user.
#
# With PAWL_COUNTS=FILE instructions are counted (tests/target/icount.c), and PAWL_MARK is the
# address of pawli_mark.
emulator=$1
shift
[ -z "${PAWL_COUNTS:-}" ] || exec "$emulator" \
    -plugin "build/tools/icount.so,mark=$PAWL_MARK,out=$PAWL_COUNTS,profile=on" -d plugin "$@"
exec "$emulator" "$@"
