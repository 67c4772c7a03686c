#!/bin/sh
# run_cpp.sh - a program of port/bindings/cpp, or `test`.     usage: run_cpp.sh PROGRAM [ARGUMENT]
#
# `test`: all functions are there, records are laid out as told, g++ and clang++ have no warning in
# both standards, with exceptions and without, and what must not compile does not.
set -eu
program=$1
shift
own=build/bindings/cpp
flags="-Wall -Wextra -Wconversion -Wpedantic -Werror -Iinclude -I$own"
libraries="build/libpawl.a build/libfixmath.a"
command -v g++ >/dev/null || { echo "no g++" >&2 && exit 77; }
mkdir -p "$own/test"

# compile OUT SOURCE COMPILER...
compile() {
    out=$own/test/$1 source=$2
    shift 2
    # shellcheck disable=SC2086 # lists of words
    "$@" $flags -I"$own/test" -o "$out" "$source" $libraries
}

if [ "$program" = platformer ]; then # in a window of SDL2, on a screen in memory
    for tool in sdl2-config xvfb-run; do
        command -v $tool >/dev/null || { echo "no $tool" >&2 && exit 77; }
    done
    flags="$flags $(sdl2-config --cflags)"
    libraries="$libraries $(sdl2-config --libs)"
    compile platformer port/bindings/cpp/window/platformer.cpp g++ -std=c++17
    exec timeout 60 xvfb-run -a env LIBGL_ALWAYS_SOFTWARE=1 "$own/test/platformer" "$@"
fi
if [ "$program" != test ]; then
    compile "$program" "port/bindings/cpp/programs/$program.cpp" g++ -std=c++17
    exec "$own/test/$program" "$@"
fi

python3 -B tests/bindings/interface_cpp.py build/pawl_api.json "$own"
tests=tests/bindings/test_cpp.cpp
compile throws "$tests" g++ -std=c++17
"$own/test/throws"
compile plain "$tests" g++ -std=c++20 -fno-exceptions
"$own/test/plain"
if command -v clang++ >/dev/null; then
    compile throws-clang "$tests" clang++ -std=c++20
    "$own/test/throws-clang"
    compile plain-clang "$tests" clang++ -std=c++17 -DPAWL_NO_EXCEPTIONS
else
    echo "not run: clang++ is not here"
fi

# Each case of refused_cpp.cpp must fail with the words behind its number, and none of them is not.
refused=tests/bindings/refused_cpp.cpp
# shellcheck disable=SC2086
g++ -std=c++17 $flags -fsyntax-only $refused
sed -n 's/^#elif REFUSED == \([0-9]*\) .. \(.*\)$/\1 \2/p' $refused >"$own/test/refused"
[ -s "$own/test/refused" ]
while read -r number words; do
    # shellcheck disable=SC2086
    if g++ -std=c++17 $flags -fsyntax-only "-DREFUSED=$number" $refused 2>"$own/test/log"; then
        echo "compiles: case $number of $refused" && exit 1
    fi
    grep -q "error: .*$words" "$own/test/log" || { cat "$own/test/log" && exit 1; }
done <"$own/test/refused"

# As a user has it: installed by CMake, found by CMake and by pkg-config.
make --no-print-directory -s package-cpp
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cmake -S build/package/cpp -B "$place/library" -DCMAKE_INSTALL_PREFIX="$place/usr" \
    -DCMAKE_INSTALL_LIBDIR=lib >"$place/log"
cmake --build "$place/library" >>"$place/log"
cmake --install "$place/library" >>"$place/log"
mkdir "$place/game"
cp port/bindings/cpp/programs/hello.cpp "$place/game"
printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(game CXX)' 'find_package(pawl-cpp 0.1 REQUIRED)' \
    'add_executable(hello hello.cpp)' 'target_link_libraries(hello pawl::cpp)' >"$place/game/CMakeLists.txt"
cmake -S "$place/game" -B "$place/build" -DCMAKE_PREFIX_PATH="$place/usr" >>"$place/log"
cmake --build "$place/build" >>"$place/log"
compile hello port/bindings/cpp/programs/hello.cpp g++ -std=c++17
"$own/test/hello" >"$place/out"
"$place/build/hello" | diff - "$place/out"
export PKG_CONFIG_PATH="$place/usr/lib/pkgconfig"
# shellcheck disable=SC2046 # lists of words
g++ -std=c++17 -o "$place/hello" "$place/game/hello.cpp" $(pkg-config --cflags --libs pawl-cpp)
"$place/hello" | diff - "$place/out"
