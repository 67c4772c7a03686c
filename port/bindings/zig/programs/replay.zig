//! replay.zig - verifies a replay, then a copy in which one byte is another one: replay FILE
const std = @import("std");
const pawl = @import("pawl");

extern fn printf(format: [*:0]const u8, ...) c_int;

pub fn main(init: std.process.Init) !void {
    const gpa = init.gpa;
    const arguments = try init.minimal.args.toSlice(init.arena.allocator());
    if (arguments.len < 2) return error.UsageReplayFile;
    pawl.World.linkAll(); // others made the file: it may have anything
    const bytes = try std.Io.Dir.cwd().readFileAlloc(init.io, arguments[1], gpa, .unlimited);
    defer gpa.free(bytes);

    const replay = try pawl.Replay.open(bytes, null);
    const memory = try gpa.alignedAlloc(u8, .@"8", pawl.Playback.size(&replay, null));
    defer gpa.free(memory);
    var playback: pawl.Playback = .{};
    try playback.begin(&replay, null, false, memory);
    const verdict = playback.verify(null, null);
    _ = printf("replay: as recorded: %s, tick %u, %u checkpoints\n", verdict.status.text().ptr, @as(u32, @truncate(verdict.tick)), verdict.checkpoints);
    _ = printf("replay: hash %08x, recorded %08x\n", playback.world.?.hash(), replay.final_hash);

    bytes[bytes.len / 2] ^= 1;
    var where: u32 = 0;
    if (pawl.Replay.open(bytes, &where)) |_| {} else |err| {
        _ = printf("replay: with a byte changed: %s at %u\n", pawl.statusOf(err).text().ptr, where);
    }
}
