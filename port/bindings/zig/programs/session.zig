//! session.zig - two machines play with rollback over a line that is slow and loses packets.
const pawl = @import("pawl");
const fx = pawl.fx;

extern fn printf(format: [*:0]const u8, ...) c_int;

const ticks = 300;
const flight = 5; // frames that a packet takes; every sixth is lost
const slots = 64;
const room: pawl.WorldDef = .{ .body_capacity = 16, .shape_capacity = 16, .joint_capacity = 0 };

const Packet = struct { frame: u32, size: usize, bytes: [pawl.session_packet_max]u8 };

const Machine = struct {
    memory: [32768]u8 align(8) = undefined,
    session_memory: [65536]u8 align(8) = undefined,
    states: [slots][32768]u8 align(8) = undefined,
    world: *pawl.World = undefined,
    players: [2]pawl.BodyId = undefined,
    session: *pawl.Session = undefined,
    runner: pawl.SessionWorld = .{},
    rest: u32 = 0, // frames to sit out
    given: u32 = 0, // inputs are given for ticks before this one
    sent: [2048]Packet = undefined,
    sent_count: usize = 0,
    taken: usize = 0, // of the packets of this machine, by the other one

    /// Bits 0 and 1 push to the left and to the right, bit 2 up. The session calls it.
    pub fn apply(self: *Machine, world: *pawl.World, _: u32, inputs: ?[*]const u8, _: ?[*]const u8) void {
        for (self.players, inputs.?[0..2]) |player, keys| {
            const x: i32 = @as(i32, keys >> 1 & 1) - (keys & 1);
            const impulse: pawl.Wide2 = .{ .x = pawl.wide("0.5").mul(.int(x)), .y = .int(keys >> 2 & 1) };
            if (keys != 0) player.applyImpulseToCenter(world, impulse) catch {};
        }
    }

    /// A floor, two walls and eight boxes; the first two are the players.
    fn build(self: *Machine) !void {
        const world = self.world;
        _ = try world.bodyCreateBox(&.{ .position = .units(-10, 4) }, null, .int(1), .int(5));
        _ = try world.bodyCreateBox(&.{ .position = .units(0, -1) }, null, .int(10), .int(1));
        _ = try world.bodyCreateBox(&.{ .position = .units(10, 4) }, null, .int(1), .int(5));
        for (0..8) |i| {
            const place: i32 = @intCast(i);
            const one = try world.bodyCreateBox(&.{ .type = .dynamic, .position = .units(2 * place - 7, 1) }, null, fx("0.5"), fx("0.5"));
            if (i < 2) self.players[i] = one;
        }
    }

    fn start(self: *Machine, role: pawl.SessionRole) !void {
        self.world = try .init(&self.memory, &room);
        try self.build();
        self.session = try .init(&self.session_memory, &.{
            .role = @intCast(@intFromEnum(role)),
            .input_size = 1,
            .slots = slots,
            .session_id = 1, // over a network: random
            .trusts_link = true, // nothing else can send here
        });
        self.runner = .of(self);
        self.runner.world = self.world;
        self.runner.slots = &self.states[0];
        self.runner.slot_size = self.states[0].len;
    }

    fn frame(self: *Machine, number: u32, other: *Machine, now: u32) !void {
        while (other.taken < other.sent_count) : (other.taken += 1) {
            const one = &other.sent[other.taken];
            if (one.frame + flight > now) break;
            // Packets of an earlier time are no harm.
            if (other.taken % 6 != 5) self.session.receive(0, one.bytes[0..one.size], now * 17) catch {};
        }
        self.rest += self.session.takeAdvice();
        if (self.rest > 0) {
            self.rest -= 1;
        } else {
            const head = self.session.head();
            if (self.session.phase() == .playing and head >= self.given and head < ticks) {
                const keys = [_]u8{@intCast((head / 20 * 5 + number * 3 + head / 50) % 8)};
                try self.session.addInput(number, &keys);
                self.given = head + 1;
            }
            _ = self.session.run(&self.runner);
        }
        while (true) {
            const one = &self.sent[self.sent_count];
            const sent = try self.session.send(&one.bytes, now * 17);
            if (sent.result == 0) return;
            one.frame, one.size = .{ now, sent.result };
            self.sent_count += 1;
        }
    }
};

var machines: [2]Machine = .{ .{}, .{} };

pub fn main() !void {
    try machines[0].start(.host);
    try machines[1].start(.client);
    for (0..2 * ticks) |now| {
        try machines[0].frame(0, &machines[1], @intCast(now));
        try machines[1].frame(1, &machines[0], @intCast(now));
    }
    for (&machines, 0..) |*one, number| {
        const stats = try one.session.stats(0);
        _ = printf(
            "session: machine %zu confirmed %u ticks, %u rollbacks, hash %08x\n",
            number,
            one.session.confirmed(),
            stats.rollbacks,
            one.world.hash(),
        );
    }
}
