#!/bin/sh
# run_c.sh - a program of port/bindings/c.     usage: run_c.sh FOLDER PROGRAM [ARGUMENT]
set -eu
folder=$1 program=$2
shift 2
mkdir -p build/bindings/c
cc -std=c11 -O1 -Wall -Wextra -Werror -Iinclude -o "build/bindings/c/$program" \
    "port/bindings/c/$program.c" "$folder/libpawl.a" "$folder/libfixmath.a"
exec "build/bindings/c/$program" "$@"
