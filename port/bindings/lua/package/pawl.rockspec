package = "pawl"
version = "@VERSION@-1"
source = { url = "file://pawl-@VERSION@.tar.gz" }
description = {
    summary = "2D physics whose results are the same, bit for bit, on every machine",
    detailed = "Fixed point, rollback, replays and sessions, for LuaJIT and LÖVE.",
    license = "MIT",
}
dependencies = { "lua == 5.1" } -- LuaJIT, whose FFI it needs
build = {
    type = "builtin",
    modules = {
        ["pawl.libpawl"] = { sources = { "pawl.c", "exports.c", "callbacks.c" } },
        ["pawl"] = "pawl/init.lua",
        ["pawl.calls"] = "pawl/calls.lua",
        ["pawl.core"] = "pawl/core.lua",
        ["pawl.fixed"] = "pawl/fixed.lua",
        ["pawl.types"] = "pawl/types.lua",
        ["pawl.values"] = "pawl/values.lua",
    },
    copy_directories = {},
}
