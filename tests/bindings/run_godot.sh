#!/usr/bin/env bash
# run_godot.sh - a program, or `test`, of the extension for Godot in a stand-in for Godot.
#
# usage: run_godot.sh PROGRAM [ARGUMENT]
#
# Debian has no Godot 4: the scripts of port/bindings/godot/programs are not run. The stand-in makes
# their calls, line by line, to the classes and methods that the extension registers.
set -eu
program=$1
own=build/bindings/godot
flags="-std=c11 -Wall -Wextra -Wpedantic -Werror -I$own"

# Once for all programs. What is written is large and hardly runs: it is not optimized.
made=$own/libpawl_godot.so
if [[ ! $made -nt $own/made || ! $made -nt build/libpawl.a ]]; then
    # shellcheck disable=SC2086 # a list of words
    cc $flags -O0 -fPIC -fvisibility=hidden -shared -Iinclude -o $made $own/glue.c $own/records.c $own/calls.c \
        build/libpawl.a build/libfixmath.a
fi
# shellcheck disable=SC2086
cc $flags -O1 -o $own/host tests/bindings/host_godot*.c -ldl
"$own/host" "$own/libpawl_godot.so" "$@"
[ "$program" = test ] || exit 0

# As a user has it: compiled from the package.
make --no-print-directory -s package-godot
make --no-print-directory -s -C build/package/godot CFLAGS=-O0 OUT=test.so
"$own/host" "$PWD/build/package/godot/test.so" hello >"$own/packaged"
"$own/host" "$own/libpawl_godot.so" hello | diff - "$own/packaged"
rm build/package/godot/test.so
