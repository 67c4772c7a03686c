//! joints.zig - a bridge of twelve planks, one of whose hinges breaks under falling balls.
const pawl = @import("pawl");
const fx = pawl.fx;

extern fn printf(format: [*:0]const u8, ...) c_int;

const planks = 12;
var memory: [131072]u8 align(8) = undefined;

fn hinge(world: *pawl.World, a: pawl.BodyId, b: pawl.BodyId, x: pawl.Fx, break_force: pawl.Wide) !void {
    var def = world.jointDefAt(.revolute, a, b, .{ .x = x }, .zero);
    def.break_force = break_force;
    _ = try world.jointCreate(&def);
}

fn build(world: *pawl.World) !void {
    const ground = try world.bodyCreateBox(&.{ .position = .units(0, -10) }, null, .int(20), .int(1));
    var before = ground;
    for (0..planks) |i| {
        const place: i16 = @intCast(i);
        const plank = try world.bodyCreateBox(&.{ .type = .dynamic, .position = .units(place, 0) }, null, fx("0.5"), fx("0.125"));
        try hinge(world, before, plank, pawl.Fx.int(place).sub(fx("0.5")), if (i == planks / 2) .int(200) else .zero);
        before = plank;
    }
    try hinge(world, before, ground, fx("11.5"), .zero);
    for (0..4) |i| {
        const place: i32 = @intCast(i);
        _ = try world.bodyCreateCircle(&.{ .type = .dynamic, .position = .units(4 + place, 5 + 3 * place) }, null, fx("0.75"));
    }
}

pub fn main() !void {
    const world = try pawl.World.init(&memory, &.{ .body_capacity = 32, .shape_capacity = 32, .joint_capacity = 32 });
    try build(world);
    var begins: usize = 0;
    var ends: usize = 0;
    for (0..300) |tick| {
        try world.step(null);
        const events = world.events();
        begins += events.allBegins().len;
        ends += events.allEnds().len;
        for (events.allBreaks()) |_| _ = printf("joints: one broke in step %zu\n", tick);
    }
    _ = printf("joints: %zu touches began, %zu ended, hash %08x\n", begins, ends, world.hash());
}
