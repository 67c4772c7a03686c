#!/bin/sh
# test_lua.sh - the tests of Lua's own, with the layouts of C; run_lua.sh calls it.
set -eu
python3 -B tests/bindings/layouts.py build/pawl_api.json >build/bindings/lua/layouts.txt
luajit tests/bindings/test_lua.lua build/bindings/lua/layouts.txt

# As a game has it: the folder with the library in it, found without a word of ours.
make --no-print-directory -s package-love
tests/bindings/run_lua.sh hello >build/bindings/lua/wanted.txt
unset PAWL_LIBRARY
LUA_PATH="build/package/love/?.lua;build/package/love/?/init.lua" \
    luajit port/bindings/lua/programs/hello.lua | diff build/bindings/lua/wanted.txt -

# The rock's own sources, which read the library's single header; `make luarocks-check` installs it.
make --no-print-directory -s package-luarocks
for source in exports callbacks; do
    cc -std=c11 -Wall -Wextra -Werror -fsyntax-only "build/package/luarocks/$source.c"
done
