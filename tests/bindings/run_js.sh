#!/bin/sh
# run_js.sh - a program of port/bindings/js, or `test`.     usage: run_js.sh PROGRAM [ARGUMENT]
set -eu
program=$1
shift
if ! command -v node >/dev/null; then
    echo "there is no node" >&2
    exit 77
fi
if [ ! -f build/bindings/js/pawl.wasm ]; then
    echo "there is no pawl.wasm: clang and wasm-ld make it" >&2
    exit 77
fi
# A program imports pawl by its name, as one that npm has installed it for.
home=build/bindings/js-programs
mkdir -p "$home/node_modules"
ln -sfn ../../js "$home/node_modules/pawl"
cp port/bindings/js/programs/*.mjs tests/bindings/test_js*.mjs "$home"
case $program in
test) for test in "$home"/test_js*.mjs; do node "$test" >"$home/log" 2>&1 || { cat "$home/log" && exit 1; }; done ;;
*) exec node "$home/$program.mjs" "$@" ;;
esac
