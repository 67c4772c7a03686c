//! queries.zig - what a world answers: rays, casts of shapes, what is in a box, what is nearest.
const pawl = @import("pawl");
const fx = pawl.fx;

extern fn printf(format: [*:0]const u8, ...) c_int;

var memory: [65536]u8 align(8) = undefined;

/// Eight boxes and circles on a line, numbered by their user data.
fn build(world: *pawl.World) !void {
    for (0..8) |i| {
        const x: i32 = @intCast(i);
        const body: pawl.BodyDef = .{ .position = .units(3 * x, @rem(x, 3)) };
        var shape: pawl.ShapeDef = .{ .user_data = @intCast(i) };
        shape.filter.category = if (i % 2 == 1) 2 else 1;
        _ = if (i % 2 == 1)
            try world.bodyCreateCircle(&body, &shape, fx("0.75"))
        else
            try world.bodyCreateBox(&body, &shape, .int(1), fx("0.5"));
    }
}

fn say(world: *const pawl.World, what: [*:0]const u8, shape: pawl.ShapeId, number: pawl.Fx) void {
    var buffer: [pawl.text_max]u8 = undefined;
    const text = number.print(&buffer);
    _ = printf("queries: %s %u, %.*s\n", what, shape.userData(world), @as(c_int, @intCast(text.len)), text.ptr);
}

pub fn main() !void {
    const world = try pawl.World.init(&memory, &.{ .body_capacity = 16, .shape_capacity = 16, .joint_capacity = 0 });
    try build(world);
    const ball = try pawl.makeCircle(.{}, fx("0.25"));
    const left: pawl.Vec2 = .units(-5, 1);
    const right: pawl.Vec2 = .units(40, 0);
    var filter: pawl.QueryFilter = .{};
    if (world.rayClosest(left, right, &filter)) |hit| say(world, "the ray meets", hit.shape, hit.point.x);
    var hits: [8]pawl.QueryHit = undefined;
    for (hits[0..@min(8, world.rayAll(left, right, &filter, &hits))]) |hit| say(world, "all along it", hit.shape, hit.point.x);
    filter.mask = 2;
    const pose: pawl.Pose = .{ .position = left, .rotation = .fromAngle(.zero) };
    if (world.castClosest(&ball, pose, right, &filter)) |hit| say(world, "the ball meets", hit.shape, hit.point.y);
    var found: [8]pawl.QueryOverlap = undefined;
    const box: pawl.Box = .{ .lower = .units(2, -1), .upper = .units(13, 3) };
    for (found[0..@min(8, world.overlapBox(box, &filter, &found))]) |one| say(world, "in the box", one.shape, .zero);
    if (world.closest(.units(10, 10), .int(20), null)) |nearest| say(world, "nearest is", nearest.shape, nearest.distance);
    _ = printf("queries: hash %08x\n", world.hash());
}
