#!/usr/bin/env bash
# single.sh - the library as one file is taken by every compiler there is without a warning, as C++
# reads its header, and plays examples and goldens like the library itself.
#
# usage: single.sh FOLDER CC     (of the build; made by `make single`)
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
folder=$1
cc=$2
single=build/single
warns=(-Wall -Wextra -Werror)

# compiles SET COMPILER [OPTION]...: pawl.c alone, to an object of that name.
compiles() {
    local set=$1
    shift
    expect "${set}_by_$1" "$@" "${warns[@]}" -c -o "$work/$set.o" "$single/$set/pawl.c"
}

# plays SET EXAMPLE: the example as it stands, with pawl.h in front of its includes.
plays() {
    expect "$2_with_$1" "$cc" -std=c11 -O1 -Iinclude -include "$single/$1/pawl.h" -o "$work/$2" \
        "examples/$2.c" "$work/$1.o"
    expect "$2_with_$1_says_what_it_says" diff <("$work/$2" 2>&1) "tests/examples/$2.txt"
}

# declares SET: the public functions of its header that are no inline ones, names alone.
declares() {
    "$cc" -E -P "$single/$1/pawl.h" | tr '\n' ' ' |
        grep -oE 'extern __attribute__\(\(visibility[^;{}]*;' | grep -oE '\bpawl_[a-z0-9_]+ ?\(' |
        tr -d ' (' | sort -u
}

# is_whole SET: what the header declares the object has, and it asks for nothing of ours but ports.
is_whole() {
    nm "$work/$1.o" | awk '$2 == "T" { print $3 }' | sort -u >"$work/has"
    [ "$(declares "$1" | wc -l)" -ge 12 ] || return 1
    declares "$1" | comm -23 - "$work/has" | grep -v '^pawl_port_' && return 1
    ! nm -u "$work/$1.o" | grep 'pawl' | grep -v 'pawl_port_'
}

for set in rigid arcade pocket level session; do
    compiles "$set" "$cc" -std=c11 -O0
    expect "${set}_is_whole" is_whole "$set"
done
plays rigid hello
plays rigid ragdoll
plays arcade breakout
plays pocket shooter
plays level path
cp "$folder/single.o" "$work/full.o"
expect full_is_whole is_whole full
# With small code, too.
asks_for_nothing() {
    ! nm -u "$work/full.o" | grep pawl
}
for profile in TINY SMALL; do
    compiles full "$cc" -std=c11 -O1 "-DPAWL_PROFILE=PAWL_PROFILE_$profile"
    expect "${profile}_is_whole" asks_for_nothing
done
cp "$folder/single.o" "$work/full.o"
expect goldens_pass "$folder/golden-single" --check tests/golden

# README's program, as docs/start/install.md says it.
write_readme_program "$work/library.c"
sed 's|<pawl/pawl.h>|"pawl.h"|' "$work/library.c" >"$work/game.c"
expect readme_is_built "$cc" -Iinclude -o "$work/library" "$work/library.c" "$folder/libpawl.a" \
    "$folder/libfixmath.a"
# plays_readme COMPILER PART...: with warnings in none of them.
plays_readme() {
    local compiler=$1
    shift
    command -v "$compiler" >/dev/null || return 0
    expect "readme_by_$compiler" "$compiler" "${warns[@]}" -I"$single/full" -o "$work/game" \
        "$work/game.c" "$@"
    expect "readme_by_${compiler}_has_the_hash" diff <("$work/game") <("$work/library")
}
plays_readme "$cc" "$work/full.o"
plays_readme clang "$single/full/pawl.c"
plays_readme tcc "$single/full/pawl.c"
for set in full rigid arcade pocket level session; do
    expect "header_of_${set}_in_c++" g++ -std=c++11 "${warns[@]}" -Wpedantic -x c++ -fsyntax-only \
        "$single/$set/pawl.h"
done

# Other machines.
! command -v x86_64-w64-mingw32-gcc >/dev/null || compiles full x86_64-w64-mingw32-gcc -O0
compiles full arm-none-eabi-gcc -O0 -mcpu=cortex-m3 -mthumb -ffreestanding \
    -isystem port/common/include
compiles pocket avr-gcc -Os -mmcu=atmega2560
compiles arcade avr-gcc -Os -mmcu=atmega2560

# Names of libfixmath are not in the way of another build of it.
expect no_name_of_libfixmath sh -c "! nm '$folder/single.o' | grep -E ' [A-Z] (fix16|int64|uint32)'"
finish "one file for all"
