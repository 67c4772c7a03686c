#!/usr/bin/env bash
# packages.sh - packages of other ecosystems: what they say of themselves; Arduino's by its builder,
# in an emulated AVR; others by stand-ins of their tools (tests/package/standin), which count as
# skipped besides: they show that a package is complete, not that the tool takes it.
#
# usage: packages.sh FOLDER     (of the packages: build/package)
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
packages=$PWD/$1
standin=$PWD/tests/package/standin
expected=$(tail -n 1 tests/examples/hello.txt)

# Debian's Python, which has Debian's modules.
python=/usr/bin/python3
[ -x $python ] || python=python3

says_hash() {
    [ "$("$@" | tr '[:upper:]' '[:lower:]' | tr -d '\r' | grep '^hash ')" = "$expected" ]
}

# The sources as one file, unoptimised: a sixth of the time.
quickly=(-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 "-DCMAKE_C_FLAGS=-O0 -DPAWL_LINK_ALL=1")

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

# Debian's core of Arduino is newer than its avr-gcc, whose <float.h> lacks a name.
expect arduino_builds arduino-builder -compile -quiet -hardware /usr/share/arduino-builder \
    -hardware /usr/share/arduino/hardware -tools /usr/bin -libraries "$packages" \
    -fqbn arduino:avr:mega:cpu=atmega2560 -build-path "$(mkdir "$work/arduino" && echo "$work/arduino")" \
    -prefs "compiler.cpp.extra_flags=-DDECIMAL_DIG=__DECIMAL_DIG__" -warnings default \
    "$packages/arduino/examples/hello/hello.ino"
expect its_library_has_no_warning sh -c "! grep -q 'warning' '$work/log'"
# A sketch never ends: after so many cycles it has said all.
expect arduino_has_the_hash says_hash build/tools/avrrun --limit 400000000 atmega2560 \
    "$work/arduino/hello.ino.elf"

IDF_PATH=$standin/esp-idf example esp-idf examples/hello hello
ZEPHYR_BASE=$standin/zephyr example zephyr samples/hello app "-DZEPHYR_EXTRA_MODULES=$packages/zephyr"
PICO_SDK_PATH=$standin/pico example pico examples/hello hello -DPAWL_OPTIONS=PAWL_WITH_SOFT=0
skip "ESP-IDF, Zephyr and the Pico SDK themselves: stand-ins were"
skipped=$((skipped + 2))

cp -r "$packages/playdate" "$work/playdate"
expect playdate_builds make -s -C "$work/playdate" PLAYDATE_SDK_PATH="$standin/playdate" UCFLAGS=-O0
expect playdate_is_linked cc -I"$standin/playdate/C_API" -o "$work/playdate/run" \
    "$standin/playdate/run.c" "$work/playdate/build/pdex.so"
expect playdate_has_the_hash says_hash "$work/playdate/run"
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
skip "PlatformIO, vcpkg and Conan: make packages-build-check has stand-ins"
skipped=$((skipped + 2))
finish packages
