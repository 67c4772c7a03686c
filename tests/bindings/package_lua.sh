#!/usr/bin/env bash
# package_lua.sh - hello from an installed package prints what it prints in C.
#
# usage: package_lua.sh luarocks|love
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
name=$1
unset PAWL_LIBRARY LUA_PATH LUA_CPATH
mkdir -p build/bindings/c
tests/bindings/run_c.sh build hello >"$work/wanted"
expect "hello in C" grep -q "^hello: hash " "$work/wanted"

# The rock is built from its own sources, away from this folder, into a tree of its own.
install_rock() {
    cp -r build/package/luarocks "$work/rock" && cd "$work/rock" || return 1
    luarocks --lua-version 5.1 --tree "$work/tree" make pawl-*.rockspec CFLAGS="-O1 -fPIC"
}
run_rock() {
    cd "$work" && LUA_PATH="$work/tree/share/lua/5.1/?.lua;$work/tree/share/lua/5.1/?/init.lua" \
        LUA_CPATH="$work/tree/lib/lua/5.1/?.so" luajit rock/hello.lua
}
# Drawing is as slow as a screen in memory; the ticks are those of every machine.
run_game() {
    timeout 120 xvfb-run -a env LIBGL_ALWAYS_SOFTWARE=1 SDL_AUDIODRIVER=dummy love build/package/love 300
}

case $name in
luarocks)
    expect "the rock is built and installed" install_rock
    (run_rock) >"$work/found" 2>"$work/err"
    ;;
love)
    run_game >"$work/found" 2>"$work/err"
    ;;
esac
expect "hello in $name" diff "$work/wanted" "$work/found" || cat "$work/err"
[ "$failed" = 0 ] || tail -n 5 "$work/err"
finish "$name"
