#!/usr/bin/env bash
# dylib.sh - the shared library of macOS, as `make shared` makes it there, by clang and lld: without
# Apple's tools there is no C library to link with, and nothing to run it.
#
# usage: dylib.sh
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh

builds() { # PROCESSOR
    local name=$1 folder=$work/$1
    expect "${name}_is_built" make --no-print-directory -s -j 2 shared SYSTEM=Darwin B="$folder" CC=clang OPT=-O0 WHOLE=-O0/native \
        CFLAGS="--target=$1-apple-macos11 -ffreestanding -isystem port/common/include" \
        LDFLAGS="-fuse-ld=lld -nostdlib -Wl,-undefined,dynamic_lookup"
    expect "${name}_shows_the_listed_names" port/package/symbols.sh "$folder/libpawl.dylib" --check \
        port/package/symbols.txt
    llvm-nm -u "$folder/libpawl.dylib" | awk '{ print $NF }' | sort -u >"$work/needs"
    expect "${name}_needs_the_c_library_alone" sh -c "[ -s '$work/needs' ] && ! grep -vxE \
        '_(memcpy|memmove|memset|bzero|memset_pattern16|__stack_chk_(fail|guard))|dyld_stub_binder' '$work/needs'"
    expect "${name}_has_the_link_for_compilers" [ "$(readlink "$folder/libpawl.dylib")" = libpawl.0.dylib ]
    llvm-objdump --macho --dylib-id "$folder/libpawl.dylib" >"$work/id"
    expect "${name}_is_found_by_rpath" grep -qx '@rpath/libpawl.0.dylib' "$work/id"
}

builds arm64
skip programs_have_the_hash "there is no macOS"
finish "library of macOS"
