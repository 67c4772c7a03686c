#!/usr/bin/env bash
# cmake.sh - the library by CMake: installed as a shared one and found, and as a part of a project
# whose options it takes, also for a board and for Windows; README's program has its hash in each.
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

# What is only run once is compiled as one file, and without lanes where all features are in it.
unity=(-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0)
whole=("${unity[@]}" -DPAWL_OPTIONS=PAWL_WITH_LANES=0)

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
"$work/library" >"$work/hash"

builds shared "$root" -DBUILD_SHARED_LIBS=ON "${whole[@]}" -DCMAKE_INSTALL_LIBDIR=lib \
    -DCMAKE_INSTALL_PREFIX="$work/usr"
expect shared_is_installed cmake --install "$work/build-shared"
expect it_has_a_soname sh -c "readelf -d '$work/usr/lib/libpawl.so' | grep -q 'soname: .libpawl.so.0.'"
expect it_shows_the_listed_names port/package/symbols.sh "$work/usr/lib/libpawl.so" --check \
    port/package/symbols.txt
project found 'find_package(pawl 0.1 REQUIRED)'
builds found "$work/found" -DCMAKE_PREFIX_PATH="$work/usr"
has_hash found
project plug-in 'find_package(pawl 0.1 REQUIRED)
add_library(plugin MODULE game.c)
target_link_libraries(plugin pawl::pawl)'
builds plug-in "$work/plug-in" -DCMAKE_PREFIX_PATH="$work/usr"

project part "add_subdirectory($root pawl)"
builds part "$work/part" -DPAWL_PROFILE=TINY "${unity[@]}"
has_hash part
project fetched "include(FetchContent)
FetchContent_Declare(pawl SOURCE_DIR $root)
FetchContent_MakeAvailable(pawl)"
builds fetched "$work/fetched" -DPAWL_PROFILE=TINY "-DPAWL_OPTIONS=PAWL_WITH_POLYGONS=1;PAWL_WITH_TREE=1"
has_hash fetched

# ---- presets: each can be configured, and two are built ----------------------------------------------
python3 -c 'import json
for preset in json.load(open("port/package/presets/CMakePresets.json"))["configurePresets"]: print(preset["name"])' >"$work/presets"
while read -r preset; do
    compiler=$(case $preset in cortex*) echo arm-none-eabi-gcc ;; windows) echo x86_64-w64-mingw32-gcc ;; *) echo cc ;; esac)
    if command -v "$compiler" >/dev/null; then
        profile=()
        [ "$preset" != debug ] || profile=(-DPAWL_PROFILE=TINY)
        expect "preset_${preset}_is_configured" cmake -S "$root/port/package/presets" --preset "$preset" -B "$work/preset-$preset" \
            "${unity[@]}" "${profile[@]}"
    else
        skip "preset_${preset}_is_configured" "there is no $compiler"
    fi
done <"$work/presets"
expect it_says_the_profile grep -q 'PAWL_PROFILE:.*=TINY' "$work/preset-cortex-m0/CMakeCache.txt"
expect preset_board_is_built cmake --build "$work/preset-cortex-m0" -j 2
expect preset_board_is_of_the_board sh -c \
    "readelf -h '$work/preset-cortex-m0/pawl/libpawl.a' | grep -q 'Machine: *ARM'"
expect preset_debug_is_built cmake --build "$work/preset-debug" -j 2
printf '%s\n' '#include <pawl/port.h>' '#include <stdlib.h>' \
    'void pawl_port_assert_failed(const char *what, const char *file, int line) {' \
    '    (void)what, (void)file, (void)line;' '    abort();' '}' >"$work/assert.c"
expect preset_debug_has_the_hash sh -c "cc -DPAWL_ASSERTS=1 -DPAWL_PROFILE=PAWL_PROFILE_TINY -Iinclude -o '$work/debug' '$work/game.c' '$work/assert.c' \
    '$work/preset-debug/pawl/libpawl.a' && '$work/debug' | diff - '$work/hash'"
expect a_missing_libfixmath_is_told sh -c "! cmake -S '$root' -B '$work/missing' \
    -DPAWL_LIBFIXMATH_DIR=/nowhere >'$work/told' 2>&1 && grep -q 'PAWL_LIBFIXMATH_DIR' '$work/told'"

# ---- Windows: a DLL, and a static library -----------------------------------------------------------
# runs_on_windows NAME: where there is Wine.
runs_on_windows() {
    if command -v wine >/dev/null; then
        expect "$1_has_the_hash" diff \
            <(timeout 120 port/windows/run.sh "$work/build-$1/game.exe" 2>&1 | tr -d '\r') "$work/hash"
    else
        skip "$1_has_the_hash" "there is no Wine"
    fi
}

if command -v x86_64-w64-mingw32-gcc >/dev/null; then
    windows=(-DCMAKE_TOOLCHAIN_FILE="$root/port/package/mingw-w64.cmake")
    builds dll "$work/part" "${windows[@]}" "${whole[@]}" -DBUILD_SHARED_LIBS=ON
    expect dll_shows_the_listed_names port/package/symbols.sh "$work/build-dll/pawl/libpawl.dll.a" \
        --check port/package/symbols.txt
    x86_64-w64-mingw32-objdump -p "$work/build-dll/game.exe" >"$work/needs"
    expect its_program_needs_the_dll grep -q 'DLL Name: libpawl.dll' "$work/needs"
    cp "$work/build-dll/pawl/libpawl.dll" "$work/build-dll"
    runs_on_windows dll
    builds exe "$work/part" "${windows[@]}" "${unity[@]}" -DPAWL_PROFILE=TINY
    x86_64-w64-mingw32-objdump -p "$work/build-exe/game.exe" >"$work/needs"
    expect its_program_needs_no_dll_of_ours sh -c "! grep -i 'DLL Name.*pawl' '$work/needs'"
    runs_on_windows exe
else
    skip windows "there is no MinGW"
fi
finish CMake
