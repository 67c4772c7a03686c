#!/usr/bin/env bash
# packages_build.sh - packages whose building takes minutes: Debian's by Debian's tools, unpacked to
# a root of its own, for which README's program is compiled; the Pico SDK's for its processor.
#
# usage: packages_build.sh FOLDER BUILD     (of the packages; of a build with libpawl.a)
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
packages=$PWD/$1
folder=$2
write_readme_program "$work/game.c"
expect readme_is_built cc -Iinclude -o "$work/library" "$work/game.c" "$folder/libpawl.a" \
    "$folder/libfixmath.a"

# plays NAME OPTION...: README's program with a package; and it has the hash.
plays() {
    local name=$1
    shift
    expect "readme_with_$name" cc "$@" -o "$work/game"
    expect "readme_with_${name}_has_the_hash" diff <("$work/game") <("$work/library")
}

# ---- Debian ------------------------------------------------------------------------------------
mkdir "$work/debian"
cp -r "$packages/debian" "$work/debian/pawl"
expect debian_is_built sh -c "cd '$work/debian/pawl' && DEB_BUILD_OPTIONS=noopt dpkg-buildpackage -us -uc -b"
grep -E 'dpkg-gensymbols: warning|^[+-] ?pawl_' "$work/log" >"$work/symbols"
expect its_symbols_are_as_listed [ ! -s "$work/symbols" ]
expect lintian_finds_nothing lintian --allow-root --fail-on error,warning "$work"/debian/*.changes
root=$work/root
mkdir "$root"
for package in "$work"/debian/*.deb; do
    expect "it_is_unpacked_$(basename "$package" | cut -d _ -f 1)" dpkg-deb -x "$package" "$root"
done
export PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR
PKG_CONFIG_LIBDIR=$(dirname "$(find "$root" -name pawl.pc)")
libraries=$(dirname "$PKG_CONFIG_LIBDIR")
export LD_LIBRARY_PATH=$libraries
# shellcheck disable=SC2046 # options
plays debian "$work/game.c" $(pkg-config --cflags --libs pawl)
expect it_is_linked_to_the_shared_library sh -c "readelf -d '$work/game' | grep -q 'libpawl.so.0'"
plays debian_static -I"$root/usr/include" "$work/game.c" "$libraries/libpawl.a"
unset LD_LIBRARY_PATH

# ---- the Pico SDK's processor ------------------------------------------------------------------------
expect pico_is_configured_for_arm env PICO_SDK_PATH="$PWD/tests/package/standin/pico" cmake \
    -S "$packages/pico/examples/hello" -B "$work/pico" -DPAWL_CPU=cortex-m0plus -DPAWL_PROFILE=TINY \
    -DCMAKE_TOOLCHAIN_FILE="$PWD/port/package/arm-none-eabi.cmake"
expect pico_is_built_for_arm cmake --build "$work/pico" --target pawl_archive
skip "the Pico SDK itself: a stand-in was"
finish "packages that take minutes"
