#!/usr/bin/env bash
# cmake.sh - the library by CMake: installed as a shared one and found, and as a part of a project
# whose options it takes, also for a board; README's program has its hash in each.
#
# usage: cmake.sh FOLDER     (of a build with libpawl.a)
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
root=$PWD
folder=$(realpath "$1")

# project FOLDER LINES: a project of somebody's, with README's program.
project() {
    mkdir -p "$work/$1"
    cp "$work/game.c" "$work/$1"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(game C)' "$2" \
        'add_executable(game game.c)' 'target_link_libraries(game pawl::pawl)' \
        >"$work/$1/CMakeLists.txt"
}

# builds NAME SOURCE [OPTION]...: in a folder of its own.
builds() {
    local name=$1 source=$2
    shift 2
    expect "${name}_is_configured" cmake -S "$source" -B "$work/build-$name" \
        -DPAWL_LIBFIXMATH_DIR="$root/build/libfixmath" "$@"
    expect "${name}_is_built" cmake --build "$work/build-$name" -j 2
}

has_hash() {
    expect "$1_has_the_hash" diff <("$work/build-$1/game" 2>&1) <("$work/library")
}

write_readme_program "$work/game.c"
expect readme_is_built cc -Iinclude -o "$work/library" "$work/game.c" "$folder/libpawl.a" \
    "$folder/libfixmath.a"

builds shared "$root" -DBUILD_SHARED_LIBS=ON -DCMAKE_C_FLAGS=-O1 -DCMAKE_INSTALL_LIBDIR=lib \
    -DCMAKE_INSTALL_PREFIX="$work/usr"
expect shared_is_installed cmake --install "$work/build-shared"
expect it_has_a_soname sh -c "readelf -d '$work/usr/lib/libpawl.so' | grep -q 'soname: .libpawl.so.0.'"
nm -D --defined-only "$work/usr/lib/libpawl.so" | awk '$2 != "A" { print $3 }' >"$work/names"
expect it_shows_public_names_alone sh -c "[ -s '$work/names' ] && ! grep -v '^pawl_' '$work/names'"
project found 'find_package(pawl 0.1 REQUIRED)'
builds found "$work/found" -DCMAKE_PREFIX_PATH="$work/usr"
has_hash found
project plug-in 'find_package(pawl 0.1 REQUIRED)
add_library(plugin MODULE game.c)
target_link_libraries(plugin pawl::pawl)'
builds plug-in "$work/plug-in" -DCMAKE_PREFIX_PATH="$work/usr"

project part "add_subdirectory($root pawl)"
builds part "$work/part" -DPAWL_PROFILE=TINY -DCMAKE_C_FLAGS=-O1
has_hash part
project fetched "include(FetchContent)
FetchContent_Declare(pawl SOURCE_DIR $root)
FetchContent_MakeAvailable(pawl)"
builds fetched "$work/fetched" -DPAWL_PROFILE=TINY "-DPAWL_OPTIONS=PAWL_WITH_POLYGONS=1;PAWL_WITH_TREE=1"
has_hash fetched
builds board "$root" -DPAWL_PROFILE=TINY -DPAWL_CPU=cortex-m0 \
    -DCMAKE_TOOLCHAIN_FILE="$root/port/package/arm-none-eabi.cmake"
expect a_missing_libfixmath_is_told sh -c "! cmake -S '$root' -B '$work/missing' \
    -DPAWL_LIBFIXMATH_DIR=/nowhere >'$work/told' 2>&1 && grep -q 'PAWL_LIBFIXMATH_DIR' '$work/told'"
finish CMake
