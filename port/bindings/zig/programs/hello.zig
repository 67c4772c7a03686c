//! hello.zig - a floor and ten boxes on it.
const pawl = @import("pawl");
const fx = pawl.fx;

extern fn printf(format: [*:0]const u8, ...) c_int;

var memory: [32768]u8 align(8) = undefined;

pub fn main() !void {
    const world = try pawl.World.init(&memory, &.{ .body_capacity = 16, .shape_capacity = 16, .joint_capacity = 0 });
    _ = try world.bodyCreateBox(&.{ .position = .{ .y = fx("-0.5") } }, null, fx("20.5"), fx("0.5"));
    for (1..11) |i| {
        const y = pawl.Fx.int(@intCast(i)).sub(fx("0.5"));
        _ = try world.bodyCreateBox(&.{ .type = .dynamic, .position = .{ .y = y } }, null, fx("0.5"), fx("0.5"));
    }
    for (0..300) |_| try world.step(null);
    _ = printf("hello: hash %08x\n", world.hash());
}
