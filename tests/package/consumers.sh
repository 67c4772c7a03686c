#!/usr/bin/env bash
# consumers.sh - ten programs of somebody's that use pawl, from the release to the hash of hello, each
# in a folder of its own and by one command; a table of how long each took.
#
# usage: consumers.sh RELEASE [NAME]...     (build/pawl-VERSION.tar.gz; all of them, or these)
#
# What a consumer needs from the network is installed before; where the system allows it, all runs
# without a network. A tool that is not here is told as "not run", and is no success.
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
release=$(realpath "$1")
shift
folder=$(basename "$release" .tar.gz)
wanted=df34b6ba # of README's program, on every machine
sketch=1d9bff95 # of the example of Arduino
table=$PWD/build/consumers.txt
limit=60

# use NAME: a copy of the release in a folder of its own, where the shell goes on.
use() {
    mkdir -p "$work/$1"
    tar -xzf "$release" -C "$work/$1"
    cd "$work/$1/$folder" || exit
    write_readme_program game.c
}

project() {
    mkdir -p game
    cp game.c game/game.c
    printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(game C)' "$1" 'add_executable(game game.c)' \
        'target_link_libraries(game pawl::pawl)' >game/CMakeLists.txt
}

single() {
    sed -i 's|<pawl/pawl.h>|"pawl.h"|' game.c
    make -s -j2 single && cc -O1 -o hello game.c build/single/full/pawl.c -Ibuild/single/full && ./hello
}

found_by_cmake() {
    cmake -S . -B out -DCMAKE_INSTALL_PREFIX="$PWD/usr" -DCMAKE_C_FLAGS=-O1 >log &&
        cmake --build out -j 2 >>log && cmake --install out >>log
    project 'find_package(pawl 0.1 REQUIRED)'
    cmake -S game -B game/out -DCMAKE_PREFIX_PATH="$PWD/usr" >>log && cmake --build game/out >>log && game/out/game
}

fetched_by_cmake() {
    project "include(FetchContent)
FetchContent_Declare(pawl URL file://$release)
FetchContent_MakeAvailable(pawl)"
    cmake -S game -B game/out -DCMAKE_C_FLAGS=-O1 >log && cmake --build game/out -j 2 >>log && game/out/game
}

meson_subproject() {
    mkdir -p game/subprojects
    cp game.c game
    tar -xzf "$release" -C game/subprojects && mv "game/subprojects/$folder" game/subprojects/pawl
    printf '%s\n' "project('game', 'c')" "executable('game', 'game.c', dependencies: dependency('pawl', fallback: 'pawl'))" \
        >game/meson.build
    meson setup game/out game -Doptimization=1 >log && ninja -C game/out >>log && game/out/game
}

shared() { make -s -j2 OPT=-O1 build/bindings/libpawl.so "binding-$1" && tests/bindings/run_"$1".sh hello; }
python() { make -s -j2 package-python && CFLAGS=-O1 python3 -m pip install -q --no-index --target site build/package/python &&
    PYTHONPATH=site python3 port/bindings/python/programs/hello.py; }
luajit() { shared lua; }
csharp() { shared csharp; }
rust() { make -s -j2 package-cargo && tests/bindings/run_rust.sh hello; }
node() {
    make -s -j2 package-npm && mkdir game && cp port/bindings/js/programs/hello.mjs game &&
        (cd game && npm install --offline --silent --no-audit --no-fund "$(npm pack --silent ../build/package/npm)") && command node game/hello.mjs
}

arduino() {
    make -s -j2 package-arduino build/tools/avrrun >log && mkdir out libraries && cp -r build/package/arduino libraries/pawl && arduino-builder -compile -quiet \
        -hardware /usr/share/arduino-builder -hardware /usr/share/arduino/hardware -tools /usr/bin \
        -libraries libraries -fqbn arduino:avr:mega:cpu=atmega2560 -build-path "$PWD/out" \
        -prefs "compiler.cpp.extra_flags=-DDECIMAL_DIG=__DECIMAL_DIG__" libraries/pawl/examples/hello/hello.ino &&
        build/tools/avrrun --limit 400000000 atmega2560 out/hello.ino.elf
}

# consumer NAME TOOL HASH TEXT: by the function NAME, where there is the tool.
consumer() {
    local name=$1 tool=$2 hash=$3 text=$4 begin took
    [ ${#chosen[@]} = 0 ] || [[ " ${chosen[*]} " == *" $name "* ]] || return 0
    if ! command -v "$tool" >/dev/null; then
        skip "$name" "there is no $tool"
        return 0
    fi
    begin=$(date +%s)
    (use "$name" && "$name") >"$work/$name.out" 2>"$work/$name.err"
    took=$(($(date +%s) - begin))
    tr '[:upper:]' '[:lower:]' <"$work/$name.out" | tr -d '\r' >"$work/$name.low"
    expect "$name: $(tail -n 3 "$work/$name.err" | tr '\n' ' ')" grep -qw "hash[= ]$hash" "$work/$name.low"
    [ "$took" -le "$limit" ] || echo "$name: $took s, which is more than $limit"
    printf '%-18s %4d s  %s\n' "$name" "$took" "$text" >>"$table"
    rm -rf "${work:?}/$name"
}

chosen=("$@")
: >"$table"
consumer single cc $wanted "one file, cc"
consumer found_by_cmake cmake $wanted "CMake, find_package"
consumer fetched_by_cmake cmake $wanted "CMake, FetchContent of the release"
consumer meson_subproject meson $wanted "Meson, a subproject"
consumer python python3 $wanted "Python, pip"
consumer luajit luajit $wanted "LuaJIT, the shared library"
consumer csharp mcs $wanted "C#, Mono"
consumer rust cargo $wanted "Rust, cargo"
consumer node node $wanted "node, WebAssembly"
consumer arduino arduino-builder $sketch "Arduino's builder, an ATmega2560 in simavr"
cat "$table"
finish consumers
