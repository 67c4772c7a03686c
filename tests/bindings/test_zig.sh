#!/bin/sh
# test_zig.sh - the tests of Zig's own, and what must not compile; run_zig.sh calls it, with ZIG set.
set -eu
(cd build/package/zig && "$ZIG" build tests)
build/package/zig/zig-out/bin/test

# Each line after the first two is a function of its own, and wrong.
folder=build/bindings/zig-refused
mkdir -p "$folder"
cat >"$folder/refused.zig" <<'END'
const pawl = @import("pawl");
export fn right() void { _ = pawl.fx("0.5").add(.int(3)); }
export fn case3() void { _ = pawl.fx(0.5); }
export fn case4() void { _ = pawl.fx("32768"); }
export fn case5() void { _ = pawl.fx("0.5f"); }
export fn case6() void { const x: pawl.Fx = 0.5; _ = x; }
export fn case7() void { const x: pawl.Fx = 1; _ = x; }
export fn case8() void { const v: pawl.Vec2 = .{ .x = 0.5 }; _ = v; }
export fn case9() void { _ = pawl.fx("1").add(0.5); }
export fn case10() void { _ = pawl.Fx.int(0.5); }
export fn case11() void { const v: pawl.BodyDef = .{ .positon = .{} }; _ = v; }
export fn case12() void { const v: pawl.BodyDef = .{ .angular_velocity = pawl.turn("0.25") }; _ = v; }
export fn case13() void { var one: struct { pub fn shouldColide(_: @This()) void {} } = .{}; _ = pawl.StepHooks.of(&one); }
export fn case14(world: *const pawl.World) void { world.step(null) catch {}; }
export fn case15() void { var memory: [64]u8 align(1) = undefined; _ = pawl.World.init(&memory, &.{}) catch {}; }
END
if "$ZIG" build-obj -freference-trace=8 -fno-emit-bin --dep pawl "-Mroot=$folder/refused.zig" \
    -Mpawl=build/package/zig/src/pawl.zig >"$folder/said" 2>&1; then
    echo "refused.zig: it compiles"
    exit 1
fi
# An error is in its line, or in the library with the line that has led there.
for line in 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    grep -q "refused.zig:$line:" "$folder/said" || {
        echo "refused.zig:$line compiles"
        exit 1
    }
done
if grep -q 'refused.zig:2:' "$folder/said"; then
    echo "what is right does not compile"
    cat "$folder/said"
    exit 1
fi

# A program of its own, which has fetched the package as the page says, with the page's line.
consumer=build/bindings/zig-consumer
rm -rf "$consumer" && mkdir -p "$consumer"
cp port/bindings/zig/programs/hello.zig "$consumer/game.zig"
# shellcheck disable=SC2016 # backquotes of Markdown
import=$(sed -n 's/^Then in `build.zig`: `\([^`]*\)`.*/\1/p' docs/use/zig.md)
cat >"$consumer/build.zig" <<END
const std = @import("std");
pub fn build(b: *std.Build) void {
    const exe = b.addExecutable(.{ .name = "game", .root_module = b.createModule(.{
        .root_source_file = b.path("game.zig"),
        .target = b.standardTargetOptions(.{}),
        .optimize = b.standardOptimizeOption(.{}),
    }) });
    $import
    b.installArtifact(exe);
}
END
# The number says which package it is: the compiler wants one that fits the name.
echo '.{ .name = .game, .version = "0.0.1", .fingerprint = 0x232b318c7f04aa5f, .paths = .{""} }' \
    >"$consumer/build.zig.zon"
package=$PWD/build/package/zig
(cd "$consumer" && "$ZIG" fetch --save=pawl "$package" && "$ZIG" build)
[ "$("$consumer/zig-out/bin/game")" = "$(build/package/zig/zig-out/bin/hello)" ] || {
    echo "the package that was fetched gives another hash"
    exit 1
}
