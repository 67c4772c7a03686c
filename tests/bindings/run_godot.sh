#!/bin/sh
# run_godot.sh - hello, or `test`, of the extension for Godot in a stand-in for Godot.
#
# usage: run_godot.sh PROGRAM [ARGUMENT]
#
# Debian has no Godot 4: its scripts are not run, and what the stand-in cannot do counts as skipped.
set -eu
program=$1
own=build/bindings/godot
flags="-std=c11 -O1 -Wall -Wextra -Wpedantic -Werror -I$own"
case $program in
hello | test) ;;
*) echo "the stand-in for Godot has no script of $program, and there is no Godot 4" >&2 && exit 77 ;;
esac
# shellcheck disable=SC2086 # a list of words
cc $flags -fPIC -fvisibility=hidden -shared -Iinclude -o $own/libpawl_godot.so $own/glue.c $own/calls.c \
    build/libpawl.a build/libfixmath.a
# shellcheck disable=SC2086
cc $flags -o $own/host tests/bindings/host_godot.c -ldl
"$own/host" "$own/libpawl_godot.so" "$program"
[ "$program" = test ] || exit 0

# As a user has it: compiled from the package.
make --no-print-directory -s package-godot
make --no-print-directory -s -C build/package/godot CFLAGS=-O0 OUT=test.so
"$own/host" "$PWD/build/package/godot/test.so" hello >"$own/packaged"
"$own/host" "$own/libpawl_godot.so" hello | diff - "$own/packaged"
rm build/package/godot/test.so
