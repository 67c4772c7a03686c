#!/bin/sh
# run_lua.sh - a program of port/bindings/lua, or `test`.     usage: run_lua.sh PROGRAM [ARGUMENT]
set -eu
program=$1
shift
command -v luajit >/dev/null || {
    echo "no luajit" >&2
    exit 77
}
PAWL_LIBRARY=$PWD/build/bindings/lua/libpawl.so
LUA_PATH="$PWD/build/bindings/lua/?.lua;$PWD/build/bindings/lua/?/init.lua;;"
export PAWL_LIBRARY LUA_PATH
case $program in
test) exec tests/bindings/test_lua.sh ;;
platformer) # a screen in memory
    for tool in love xvfb-run; do
        command -v $tool >/dev/null || { echo "no $tool" >&2 && exit 77; }
    done
    exec timeout 60 xvfb-run -a env LIBGL_ALWAYS_SOFTWARE=1 SDL_AUDIODRIVER=dummy \
        love port/bindings/lua/window "$@"
    ;;
*) exec luajit "port/bindings/lua/programs/$program.lua" "$@" ;;
esac
