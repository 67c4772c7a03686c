//! test_zig.zig - what is Zig's alone: layouts, defaults, numbers, errors, methods that C calls, memory.
//!
//! Numbers are drawn afresh in each run; SEED=n repeats them.
const std = @import("std");
const pawl = @import("pawl");
const layouts = @import("layouts.zig");
const c = pawl.c;
const fx = pawl.fx;
const equal = std.testing.expectEqual;

extern fn getenv(name: [*:0]const u8) ?[*:0]const u8;
extern fn atoll(text: [*:0]const u8) c_longlong;
extern fn time(where: ?*c_long) c_long;
extern fn printf(format: [*:0]const u8, ...) c_int;

/// xorshift64*, seeded by the clock or by SEED.
const Drawn = struct {
    state: u64,

    fn new() Drawn {
        const now = @as(u64, @bitCast(@as(i64, time(null)))) *% 0x9E37_79B9_7F4A_7C15 | 1;
        const seed: u64 = if (getenv("SEED")) |text| @bitCast(@as(i64, atoll(text))) else now >> 1 | 1;
        _ = printf("seed %llu\n", seed);
        return .{ .state = seed };
    }

    fn next(self: *Drawn) u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        return self.state *% 0x2545_F491_4F6C_DD1D;
    }

    fn below(self: *Drawn, bound: u64) u64 {
        return (self.next() >> 16) % bound;
    }

    fn pick(self: *Drawn, comptime texts: []const []const u8) []const u8 {
        return texts[self.below(texts.len)];
    }

    /// A raw value of any size.
    fn raw(self: *Drawn) i32 {
        const any: i32 = @bitCast(@as(u32, @truncate(self.next())));
        return @max(any >> @intCast(self.below(4) * 8), -std.math.maxInt(i32));
    }

    fn decimal(self: *Drawn, buffer: *[96]u8) []const u8 {
        var text = std.fmt.bufPrint(buffer, "{s}{d}", .{ self.pick(&.{ "", "-", "+" }), self.below(40_000) }) catch unreachable;
        var size = text.len;
        if (self.below(4) > 0) {
            buffer[size] = '.';
            size += 1;
            for (0..1 + self.below(24)) |_| {
                buffer[size] = '0' + @as(u8, @intCast(self.below(10)));
                size += 1;
            }
        }
        if (self.below(4) == 0) {
            text = std.fmt.bufPrint(buffer[size..], "{s}{s}{d}", .{ self.pick(&.{ "e", "E" }), self.pick(&.{ "", "-", "+" }), self.below(9) }) catch unreachable;
            size += text.len;
        }
        if (self.below(20) == 0) buffer[self.below(size)] = ".e- x0"[self.below(6)];
        return buffer[0..size];
    }
};

test "layouts are those of C" {
    @setEvalBranchQuota(100_000);
    const table = if (@sizeOf(usize) == 8) layouts.wide else layouts.narrow;
    var fields: usize = 0;
    inline for (table) |one| {
        try equal(one.size, @sizeOf(one.Record));
        try equal(one.alignment, @alignOf(one.Record));
        try equal(one.fields.len, std.meta.fields(one.Record).len);
        inline for (one.fields, one.offsets) |name, offset| {
            try equal(offset, @offsetOf(one.Record, name));
            fields += 1;
        }
    }
    try std.testing.expect(table.len >= 100 and fields > 800);
}

test "defaults are those of the library" {
    inline for (layouts.defaults) |one| {
        const record: one.Record = .{};
        try equal(@field(c, one.give)(), record);
    }
    try std.testing.expect(layouts.defaults.len > 20);
    try equal(true, (pawl.BodyDef{}).awake);
}

fn readAs(comptime Number: type, text: []const u8, status: pawl.Status, by_c: Number) !void {
    const read = Number.parse(text) catch |failed| {
        return equal(status, if (failed == error.Format) pawl.Status.err_format else .err_range);
    };
    try equal(pawl.Status.ok, status);
    try equal(by_c, read);
}

test "text is read as C reads it" {
    var drawn: Drawn = .new();
    var buffer: [96]u8 = undefined;
    var refused: usize = 0;
    for (0..20_000) |_| {
        const text = drawn.decimal(&buffer);
        errdefer std.debug.print("{s}\n", .{text});
        var small: pawl.Fx = .zero;
        var large: pawl.Wide = .zero;
        try readAs(pawl.Fx, text, c.pawl_fx_parse(@ptrCast(text.ptr), text.len, &small), small);
        const status = c.pawl_wide_parse(@ptrCast(text.ptr), text.len, &large);
        try readAs(pawl.Wide, text, status, large);
        if (status != .ok) refused += 1;
    }
    try std.testing.expect(refused > 100 and refused < 10_000);
}

test "text is written as C writes it" {
    var drawn: Drawn = .new();
    var ours: [pawl.text_max]u8 = undefined;
    var theirs: [64]u8 = undefined;
    for (0..20_000) |_| {
        const small: pawl.Fx = .{ .raw = drawn.raw() };
        const large: pawl.Wide = .{ .raw = @as(i64, @bitCast(drawn.next())) >> @intCast(1 + drawn.below(62)) };
        try std.testing.expectEqualStrings(try pawl.fxPrint(small, &theirs), small.print(&ours));
        try equal(small, try pawl.Fx.parse(small.print(&ours)));
        try std.testing.expectEqualStrings(try pawl.widePrint(large, &theirs), large.print(&ours));
        const share: pawl.Fraction = .{ .raw = drawn.raw() };
        const angle: pawl.Angle = .{ .raw = @truncate(drawn.next()) };
        try equal(share, try pawl.Fraction.parse(share.print(&ours)));
        try equal(angle, try pawl.Angle.parse(angle.print(&ours)));
    }
    try std.testing.expectFmt("-12.5", "{f}", .{fx("-12.5")});
}

test "sums and products are those of C" {
    var drawn: Drawn = .new();
    for (0..20_000) |_| {
        const a: pawl.Fx = .{ .raw = drawn.raw() };
        const b: pawl.Fx = .{ .raw = drawn.raw() };
        try equal(c.pawl_add(a, b), a.add(b));
        try equal(c.pawl_sub(a, b), a.sub(b));
        try equal(c.pawl_mul(a, b), a.mul(b));
    }
    try equal(pawl.Fx.max, pawl.Fx.int(32767).add(fx("5")));
    try equal(pawl.Fx.min, pawl.Fx.int(-32768));
    try equal(pawl.Wide.max, pawl.Wide.max.add(pawl.wide("1")));
}

test "halves go away from zero, and angles down" {
    try equal(1, fx("0.00000762939453125").raw);
    try equal(-1, fx("-0.00000762939453125").raw);
    try equal(0, fx("0.000007629394531249").raw);
    try equal(0x5555_5555, pawl.turn("0.33333333333333333333333333333333333333333").raw);
    try equal(1 << 30, pawl.turn("1.25").raw);
    try equal(3 << 30, pawl.turn("-0.25").raw);
    try equal(0xFFFF_FFFF, pawl.turn("-0.00000000000000000000000000000000000000001").raw);
    try equal(140737488355327 * 65536 + 65535, pawl.wide("140737488355327.99999").raw);
    try std.testing.expectError(error.Range, pawl.Fx.parse("32768"));
}

var memory: [65536]u8 align(8) = undefined;

fn room() *pawl.World {
    return pawl.World.init(&memory, &.{ .body_capacity = 8, .shape_capacity = 8 }) catch unreachable;
}

fn ball(world: *pawl.World, x: i32, y: i32, shape: ?*const pawl.ShapeDef) !pawl.BodyId {
    return world.bodyCreateCircle(&.{ .type = .dynamic, .position = .units(x, y) }, shape, .int(1));
}

test "errors say what is wrong" {
    try std.testing.expectError(error.Range, room().bodyCreateCircle(&.{}, null, .int(-1)));
    var field: ?[*:0]const u8 = null;
    const wrong: pawl.BodyDef = .{ .type = @enumFromInt(7) };
    try std.testing.expect(if (wrong.check(&field)) |_| false else |_| true);
    try std.testing.expectEqualStrings("type", std.mem.span(field.?));
    var where: u32 = 0xFFFF;
    try std.testing.expect(if (pawl.Replay.open("no replay, however long it may be", &where)) |_| false else |_| true);
    try std.testing.expect(where != 0xFFFF);
    var small: [8]u8 = undefined;
    var needed: usize = 0;
    try std.testing.expectError(error.Memory, room().encode(&small, &needed));
    try equal(room().encodeSize(), needed);
    try std.testing.expectError(error.Memory, pawl.World.init(memory[0..64], &.{}));
    inline for (@typeInfo(pawl.Error).error_set.?) |one| {
        const failed = @field(pawl.Error, one.name);
        if (failed != error.Unexpected) try std.testing.expect(!std.mem.startsWith(u8, pawl.statusOf(failed).text(), "unknown"));
    }
}

test "stale handles are told" {
    const world = room();
    const one = try ball(world, 0, 0, null);
    try std.testing.expect(one.isValid(world) and !one.isNull() and pawl.BodyId.nothing.isNull());
    try one.destroy(world);
    try std.testing.expectError(error.Stale, one.setVelocity(world, .{}));
}

// Hand in, step, poses out: three calls a frame, and all poses lie in memory of the program.
test "a frame takes three calls" {
    const world = room();
    var ids: [5]pawl.BodyId = undefined;
    for (&ids, 0..) |*one, i| one.* = try ball(world, @intCast(3 * i), 0, null);
    var bodies: [8]pawl.BodyId = undefined;
    var poses: [8]pawl.Pose = undefined;
    for (0..60) |_| {
        try world.applyCommands(&.{.{ .type = .velocity, .body = ids[0], .velocity = .{ .y = .int(1) } }}, null);
        try world.step(null);
        try equal(5, world.allPoses(&bodies, &poses));
    }
    for (ids, bodies[0..5], poses[0..5]) |id, body, pose| {
        try equal(id, body);
        try equal(id.position(world), pose.position);
    }
    try std.testing.expect(poses[1].position.y.less(poses[0].position.y));
}

test "contacts are visited with a cursor" {
    const world = room();
    _ = try world.bodyCreateBox(&.{}, null, .int(10), .int(1));
    for (0..3) |i| _ = try ball(world, @intCast(3 * i), 2, null);
    for (0..30) |_| try world.step(null);
    var cursor: u32 = 0;
    var count: usize = 0;
    while (world.nextContact(&cursor)) |contact| : (count += 1) try std.testing.expect(contact.count > 0 and count < 9);
    try equal(3, count);
}

const Referee = struct {
    first: pawl.BodyId,
    asked: usize = 0,
    mixed: usize = 0,
    collide: bool,

    pub fn shouldCollide(self: *Referee, world: *const pawl.World, a: pawl.ShapeId, b: pawl.ShapeId) bool {
        self.asked += @intFromBool(std.meta.eql(a.body(world), self.first) and !std.meta.eql(a, b));
        return self.collide;
    }

    pub fn mixFriction(self: *Referee, a: pawl.Fx, _: u32, b: pawl.Fx, _: u32) pawl.Fx {
        self.mixed += 1;
        return if (a.less(b)) a else b;
    }
};

test "methods are asked" {
    for ([_]bool{ false, true }) |collide| {
        const world = room();
        const shape: pawl.ShapeDef = .{ .custom_filter = true };
        var referee: Referee = .{ .first = try ball(world, 0, 0, &shape), .collide = collide };
        _ = try ball(world, 0, 1, &shape);
        try world.step(&.of(&referee));
        try equal(1, referee.asked);
        try equal(@intFromBool(collide), referee.mixed);
        try equal(@intFromBool(collide), world.events().allBegins().len);
    }
}

test "sinks and drawings call with slices" {
    const Counter = struct {
        bytes: usize = 0,
        circles: usize = 0,
        corners: usize = 0,

        pub fn write(self: *@This(), bytes: []const u8) bool {
            self.bytes += bytes.len;
            return true;
        }

        pub fn polygon(self: *@This(), _: *const pawl.DrawItem, points: []const pawl.Vec2, _: pawl.Fx) void {
            self.corners += points.len;
        }

        pub fn circle(self: *@This(), _: *const pawl.DrawItem, _: pawl.Vec2, _: pawl.Fx, _: pawl.Rot) void {
            self.circles += 1;
        }
    };
    const world = room();
    _ = try ball(world, 0, 5, null);
    _ = try world.bodyCreatePolygon(&.{}, null, &.{ .units(0, 0), .units(2, 0), .units(1, 2) }, .zero);
    var counter: Counter = .{};
    var hooks: pawl.DrawHooks = .of(&counter);
    hooks.layers = pawl.layer_shapes;
    try world.draw(&hooks);
    try equal(1, counter.circles);
    try equal(3, counter.corners);
    const sink: pawl.Sink = .of(&counter);
    try std.testing.expect(sink.write.?(sink.context, "twelve bytes", 12));
    try equal(12, counter.bytes);
}

test "saves bring a world back" {
    const world = room();
    _ = try ball(world, 0, 5, null);
    var save: [65536]u8 align(8) = undefined;
    const size = world.saveSize();
    try world.save(save[0..size]);
    const before = world.hash();
    try world.step(null);
    try std.testing.expect(world.hash() != before);
    try world.restore(save[0..size]);
    try equal(before, world.hash());
}

test "terrain of slices" {
    const world = room();
    var chain: pawl.Chain = .{};
    chain.setPoints(&.{ .units(10, 0), .units(0, 0), .units(-10, 0) });
    try equal(3, chain.allPoints().len);
    const ground = try world.bodyCreate(&.{});
    _ = try world.shapeCreateChain(ground, &.{}, &chain);
    const one = try ball(world, 0, 3, null);
    for (0..120) |_| try world.step(null);
    try equal(1, pawl.floorToInt(one.position(world).y.add(fx("0.01"))));
}
