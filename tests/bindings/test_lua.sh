#!/bin/sh
# test_lua.sh - the tests of Lua's own, with the layouts of C; run_lua.sh calls it.
set -eu
python3 -B tests/bindings/layouts.py build/pawl_api.json >build/bindings/lua/layouts.txt
exec luajit tests/bindings/test_lua.lua build/bindings/lua/layouts.txt
