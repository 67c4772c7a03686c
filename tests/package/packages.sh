#!/usr/bin/env bash
# packages.sh - packages of other ecosystems: what they say of themselves; Arduino's by its builder,
# in an emulated AVR; others by stand-ins of their tools (tests/package/standin), which count as
# skipped besides: they show that a package is complete, not that the tool takes it.
#
# usage: packages.sh FOLDER BUILD     (of the packages: build/package; of a build with libpawl.a)
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
packages=$PWD/$1
folder=$2
standin=$PWD/tests/package/standin
expected=$(tail -n 1 tests/examples/hello.txt)

# Debian's Python, which has Debian's modules.
python=/usr/bin/python3
[ -x $python ] || python=python3

says_hash() {
    [ "$("$@" | tr '[:upper:]' '[:lower:]' | tr -d '\r' | grep '^hash ')" = "$expected" ]
}

# The sources as one file, by the quickest compiler there is.
compiler=$(command -v tcc || command -v cc)
quickly=("-DCMAKE_C_COMPILER=$compiler" -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0
    -DCMAKE_C_FLAGS=-DPAWL_LINK_ALL=1)

# example NAME FOLDER PROGRAM [OPTION]...: an example by CMake and a stand-in, run on this machine.
example() {
    local name=$1 source=$packages/$1/$2 program=$3
    shift 3
    expect "${name}_is_configured" cmake -S "$source" -B "$work/$name" "${quickly[@]}" "$@"
    expect "${name}_is_built" cmake --build "$work/$name"
    expect "${name}_has_the_hash" says_hash "$work/$name/$program"
}

out=$($python -B tests/package/metadata.py "$packages" "$packages/files.txt")
status=$?
echo "$out"
expect what_packages_say_is_right [ $status = 0 ]

# Beside it are packages of others, which have the same header.
mkdir "$work/libraries" && cp -r "$packages/arduino" "$work/libraries/pawl"
# Debian's core of Arduino is newer than its avr-gcc, whose <float.h> lacks a name.
expect arduino_builds arduino-builder -compile -quiet -hardware /usr/share/arduino-builder \
    -hardware /usr/share/arduino/hardware -tools /usr/bin -libraries "$work/libraries" \
    -fqbn arduino:avr:mega:cpu=atmega2560 -build-path "$(mkdir "$work/arduino" && echo "$work/arduino")" \
    -prefs "compiler.cpp.extra_flags=-DDECIMAL_DIG=__DECIMAL_DIG__" -warnings default \
    "$work/libraries/pawl/examples/hello/hello.ino"
expect its_library_has_no_warning sh -c "! grep -q 'warning' '$work/log'"
# A sketch never ends: after so many cycles it has said all.
expect arduino_has_the_hash says_hash build/tools/avrrun --limit 400000000 atmega2560 \
    "$work/arduino/hello.ino.elf"
figures=$(sed -n 's/.*flash=\([0-9]*\) .*variables=\([0-9]*\) stack=\([0-9]*\) .*/\1 \2 \3/p' "$work/log" |
    awk '{ printf "%.0f KB of an ATmega2560'"'"'s flash, and %.1f KB of its RAM with %.0f KB of stack", $1 / 1000, $2 / 1000, $3 / 1000 }')
expect "the_page_says_$figures" grep -qF "takes $figures" docs/start/packages.md

IDF_PATH=$standin/esp-idf example esp-idf examples/hello hello
ZEPHYR_BASE=$standin/zephyr example zephyr samples/hello app "-DZEPHYR_EXTRA_MODULES=$packages/zephyr"
PICO_SDK_PATH=$standin/pico example pico examples/hello hello -DPAWL_OPTIONS=PAWL_WITH_SOFT=0
# The log of a board is in packages of sources as well: their examples, with a program that prints a line.
cat >"$work/log.c" <<'END'
#include <common/log.h>
#include <pawl/port.h>
#include <stdio.h>
#ifdef ESP
#define main app_main
#endif
void pawl_port_putc(char c) {
    putchar(c);
}
int main(void) {
    pawl_log_hash(60, 0x1a2b3c4d);
    return 0;
}
END
line='@pawl hash 60 1a2b3c4d 945a60d5'
expect the_page_has_the_line grep -qF "$line" docs/board-log.md
# log_example NAME FOLDER SOURCE PROGRAM [OPTION]...: of a copy of a package, whose example is changed.
log_example() {
    local name=$1 program=$4 source=$work/boards/$1/$2
    cp "$work/log.c" "$source/$3"
    shift 4
    expect "${name}_log_is_configured" cmake -S "$source" -B "$work/log-$name" "${quickly[@]}" "$@"
    expect "${name}_log_is_built" cmake --build "$work/log-$name"
    expect "${name}_log_is_that_of_the_page" diff <("$work/log-$name/$program") <(echo "$line")
}
mkdir "$work/boards" && cp -r "$packages"/{esp-idf,zephyr,pico} "$work/boards"
sed -i 's/hello pawl/hello pawl_log/' "$work/boards/pico/examples/hello/CMakeLists.txt"
echo CONFIG_PAWL_LOG=y >>"$work/boards/zephyr/samples/hello/prj.conf"
IDF_PATH=$standin/esp-idf log_example esp-idf examples/hello main/hello.c hello \
    -DCONFIG_PAWL_LOG=y "-DCMAKE_C_FLAGS=-DPAWL_LINK_ALL=1 -DESP"
ZEPHYR_BASE=$standin/zephyr log_example zephyr samples/hello src/main.c app \
    "-DZEPHYR_EXTRA_MODULES=$work/boards/zephyr"
PICO_SDK_PATH=$standin/pico log_example pico examples/hello hello.c hello
for tool in ESP-IDF Zephyr "the Pico SDK"; do skip "$tool itself: a stand-in was"; done

cp -r "$packages/playdate" "$work/playdate"
expect playdate_builds make -s -C "$work/playdate" PLAYDATE_SDK_PATH="$standin/playdate" CC="$compiler"
expect playdate_is_linked cc -I"$standin/playdate/C_API" -o "$work/playdate/run" \
    "$standin/playdate/run.c" "$work/playdate/build/pdex.so"
LD_LIBRARY_PATH=$work/playdate/build expect playdate_has_the_hash says_hash "$work/playdate/run"
skip "the Playdate SDK itself: a stand-in was"

expect nix_parses nix-instantiate --parse "$packages/nix/default.nix"
expect nix_flake_parses nix-instantiate --parse "$packages/nix/flake.nix"
# shellcheck disable=SC2016 # of Nix
expect nix_evaluates sh -c 'nix-instantiate --eval --strict --store dummy:// -E "
    let it = import '"$packages"'/nix/default.nix {
        lib = { cleanSource = x: x; licenses.mit = \"MIT\"; platforms.all = [ ]; };
        stdenv.mkDerivation = x: x; cmake = \"cmake\"; };
    in it.pname + \" \" + it.version" | grep -q "\"pawl [0-9.]*\""'
skip "Nix: there is no nixpkgs"

# ---- README's program with archives ------------------------------------------------------------
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

# What library.json says, file by file.
platformio_compiles() {
    local flags file
    flags=$(python3 -c 'import json, sys
print(*(flag.replace(" ", "") for flag in json.load(sys.stdin)["build"]["flags"]))' \
        <"$packages/platformio/library.json")
    mkdir "$work/platformio"
    cd "$packages/platformio" || return
    for file in src/*/*.c libfixmath/libfixmath/*.c port/common/*.c; do
        # shellcheck disable=SC2086 # options
        "$compiler" $flags -Iinclude -c -o "$work/platformio/${file//\//_}.o" "$file" || return
    done
    ar rcs "$work/platformio/libpawl.a" "$work"/platformio/*.o
}
expect platformio_compiles bash -c "$(declare -f platformio_compiles)
    $(declare -p packages work compiler)
    platformio_compiles"
plays platformio -I"$packages/platformio/include" "$work/game.c" "$work/platformio/libpawl.a"
expect its_example_is_built cc -I"$packages/platformio/include" -o "$work/hello" \
    "$packages/platformio/examples/hello/hello.c" "$work/platformio/libpawl.a"
expect its_example_has_the_hash says_hash "$work/hello"
expect its_log_is_built cc -I"$packages/platformio/include" -o "$work/log-platformio" "$work/log.c" \
    "$work/platformio/libpawl.a"
expect its_log_is_that_of_the_page diff <("$work/log-platformio") <(echo "$line")
skip "PlatformIO itself: a stand-in was"

options=$(IFS=';' && echo "${quickly[*]}")
expect vcpkg_builds cmake "-DPORT_FOLDER=$packages/vcpkg/pawl" "-DPREFIX=$work/vcpkg" \
    "-DOPTIONS=$options" -P "$standin/vcpkg/run.cmake"
expect vcpkg_has_our_licence grep -q 'pawl authors' "$work/vcpkg/share/pawl/copyright"
expect vcpkg_has_the_licence_of_libfixmath grep -q Flatmush "$work/vcpkg/share/pawl/copyright"
plays vcpkg -I"$work/vcpkg/include" "$work/game.c" "$work/vcpkg/lib/libpawl.a"
skip "vcpkg itself: a stand-in was"

export CMAKE_OPTIONS=${quickly[*]} PYTHONPATH=$standin/conan PYTHONDONTWRITEBYTECODE=1
expect conan_builds python3 "$standin/conan/create.py" "$packages/conan/conanfile.py" \
    "$work/conan" False FULL
knobs=$(tail -n 1 "$work/log")
plays conan "$knobs" -I"$work/conan/package/include" "$work/game.c" \
    "$work/conan/package/lib/libpawl.a"
expect conan_has_our_licence test -f "$work/conan/package/licenses/LICENSE"
expect conan_has_the_licence_of_libfixmath test -f "$work/conan/package/licenses/libfixmath/LICENSE"
skip "Conan itself: a stand-in was"
finish packages
