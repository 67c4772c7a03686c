#!/usr/bin/env bash
# meson.sh - the library by Meson: installed, static and shared, and found by its pkg-config, and as
# a subproject that takes knobs; README's program has its hash in each.
#
# usage: meson.sh FOLDER     (of a build with libpawl.a)
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
root=$PWD
folder=$1
# What is only run once is compiled as one file.
unity=(--unity on -Dunity_size=10000 -Doptimization=0)
export NINJA_STATUS='' LIBFIXMATH_DIR="$root/build/libfixmath"

# builds NAME SOURCE [OPTION]...: in a folder of its own.
builds() {
    local name=$1 source=$2
    shift 2
    expect "${name}_is_configured" meson setup "$work/build-$name" "$source" "${unity[@]}" "$@"
    expect "${name}_is_built" meson compile -C "$work/build-$name"
}

# project FOLDER DEPENDENCY: a project of somebody's, with README's program.
project() {
    mkdir -p "$work/$1"
    cp "$work/game.c" "$work/$1"
    printf '%s\n' "project('game', 'c')" "executable('game', 'game.c', dependencies: $2)" \
        >"$work/$1/meson.build"
}

has_hash() {
    expect "$1_has_the_hash" diff <("$work/build-$1/game" 2>&1) <("$work/library")
}

write_readme_program "$work/game.c"
expect readme_is_built cc -Iinclude -o "$work/library" "$work/game.c" "$folder/libpawl.a" \
    "$folder/libfixmath.a"

builds library . -Ddefault_library=both -Dc_args=-DPAWL_WITH_LANES=0 --prefix "$work/usr" \
    --libdir lib
expect it_is_installed meson install -C "$work/build-library" --no-rebuild
expect it_shows_the_listed_names port/package/symbols.sh "$work/usr/lib/libpawl.so" --check \
    port/package/symbols.txt
expect it_has_a_soname sh -c "readelf -d '$work/usr/lib/libpawl.so' | grep -q 'soname: .libpawl.so.0.'"
expect all_headers_are_installed diff <(ls include/pawl) <(ls "$work/usr/include/pawl")

export PKG_CONFIG_PATH=$work/usr/lib/pkgconfig
expect programs_get_the_knobs sh -c 'pkg-config --cflags pawl | grep -q PAWL_WITH_LANES=0'
project found "dependency('pawl', version: '>= 0.1')"
builds found "$work/found"
has_hash found
project static "dependency('pawl', static: true)"
builds static "$work/static"
has_hash static
expect it_needs_no_library_of_ours sh -c "! readelf -d '$work/build-static/game' | grep 'NEEDED.*pawl'"

unset PKG_CONFIG_PATH
project part "dependency('pawl', fallback: 'pawl')"
mkdir "$work/part/subprojects"
ln -s "$root" "$work/part/subprojects/pawl"
sed -i "1a add_global_arguments('-DPAWL_PROFILE=PAWL_PROFILE_TINY', language: 'c')" \
    "$work/part/meson.build"
builds part "$work/part" -Dpawl:default_library=static --force-fallback-for pawl
has_hash part
expect it_has_the_profile sh -c "strings -a '$work/build-part/game' | grep -q 'profile=tiny'"

LIBFIXMATH_DIR=/nowhere meson setup "$work/missing" . >"$work/told" 2>&1
expect a_missing_libfixmath_fails [ $? = 1 ]
expect it_is_told grep -q 'folder in the environment by LIBFIXMATH_DIR' "$work/told"
finish Meson
