#!/usr/bin/env bash
# packages_build.sh - packages whose building takes minutes: Debian's by Debian's tools, unpacked to
# a root of its own, for which README's program is compiled; PlatformIO, vcpkg and Conan by stand-ins.
#
# usage: packages_build.sh FOLDER BUILD     (of the packages; of a build with libpawl.a)
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
packages=$PWD/$1
folder=$2
standin=$PWD/tests/package/standin
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

# ---- PlatformIO: what library.json says, by the compiler of this machine -----------------------------
# shellcheck disable=SC2016 # of Python
python3 - "$packages/platformio/library.json" >"$work/flags" <<'PYTHON'
import json
import sys
print(*(flag.replace(" ", "") for flag in json.load(open(sys.argv[1]))["build"]["flags"]))
PYTHON
mkdir "$work/platformio"
# shellcheck disable=SC2046 # options and files
expect platformio_compiles sh -c "cd '$packages/platformio' && for file in \$(find src libfixmath -name '*.c'); do
    cc -O0 $(cat "$work/flags") -Iinclude -c -o \"$work/platformio/\$(echo \$file | tr / _).o\" \$file || exit 1; done"
expect platformio_is_an_archive sh -c "ar rcs '$work/platformio/libpawl.a' '$work'/platformio/*.o"
plays platformio -I"$packages/platformio/include" "$work/game.c" "$work/platformio/libpawl.a"
expect its_example_has_the_hash sh -c "cc -I'$packages/platformio/include' -o '$work/hello' \
    '$packages/platformio/examples/hello/hello.c' '$work/platformio/libpawl.a' && '$work/hello' | diff - <(tail -n 1 tests/examples/hello.txt)"
skip "PlatformIO itself: a stand-in was"

# ---- vcpkg and Conan, the sources as one file -------------------------------------------------------
quickly='-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 -DCMAKE_C_FLAGS=-O0'
expect vcpkg_builds cmake "-DPORT_FOLDER=$packages/vcpkg/pawl" "-DPREFIX=$work/vcpkg" \
    "-DOPTIONS=${quickly// /;} -DPAWL_LINK_ALL=1" -P "$standin/vcpkg/run.cmake"
expect vcpkg_has_both_licences sh -c "grep -q Flatmush '$work/vcpkg/share/pawl/copyright' &&
    grep -q 'pawl authors' '$work/vcpkg/share/pawl/copyright'"
plays vcpkg -I"$work/vcpkg/include" "$work/game.c" "$work/vcpkg/lib/libpawl.a"
skip "vcpkg itself: a stand-in was"
export CMAKE_OPTIONS=$quickly PYTHONPATH=$standin/conan PYTHONDONTWRITEBYTECODE=1
expect conan_builds python3 "$standin/conan/create.py" "$packages/conan/conanfile.py" "$work/conan" False FULL
knobs=$(tail -n 1 "$work/log")
plays conan "$knobs" -I"$work/conan/package/include" "$work/game.c" "$work/conan/package/lib/libpawl.a"
expect conan_has_both_licences test -f "$work/conan/package/licenses/LICENSE" -a \
    -f "$work/conan/package/licenses/libfixmath/LICENSE"
skip "Conan itself: a stand-in was"
finish "packages that take minutes"
