#!/bin/sh
# run_rust.sh - a program of port/bindings/rust, or `test`.     usage: run_rust.sh PROGRAM [ARGUMENT]
#
# Built by cargo from the workspace of `make package-cargo`, without network. CARGO names another one.
set -eu
program=$1
shift
cargo=${CARGO:-/usr/bin/cargo}
[ -x "$cargo" ] || cargo=$(command -v cargo) || {
    echo "no cargo: apt-get install cargo" >&2
    exit 77
}
CARGO_TARGET_DIR=$PWD/build/package/cargo-target
RUSTC=${RUSTC:-$(dirname "$cargo")/rustc}
export CARGO_TARGET_DIR RUSTC
cd build/package/cargo
case $program in
test) exec "$cargo" test --offline --quiet --workspace --lib --tests ;;
*)
    "$cargo" build --offline --quiet --package pawl --examples >&2
    cd ../../..
    exec "$CARGO_TARGET_DIR/debug/examples/$program" "$@"
    ;;
esac
