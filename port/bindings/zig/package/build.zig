//! build.zig - pawl for Zig: the module `pawl`, with the C sources of the library inside.
//!
//!     zig build hello      hello.zig and the other examples, run one by one: joints, queries, ...
//!     zig build examples   all of them, in zig-out/bin
//!     zig build tests      the test of the binding, zig-out/bin/test
const std = @import("std");

pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const optimize = b.standardOptimizeOption(.{});

    // Results are the same at every level; this is about time alone.
    const sources = b.createModule(.{ .target = target, .optimize = optimize, .link_libc = true, .sanitize_c = .off });
    sources.addIncludePath(b.path("c"));
    sources.addCSourceFiles(.{ .root = b.path("c"), .files = &.{ "pawl.c", "exports.c" }, .flags = &.{"-std=c11"} });
    const library = b.addLibrary(.{ .name = "pawl", .root_module = sources });
    b.installArtifact(library);

    const pawl = b.addModule("pawl", .{ .root_source_file = b.path("src/pawl.zig"), .target = target, .optimize = optimize });
    pawl.linkLibrary(library);

    const all = b.step("examples", "Build the examples");
    inline for (.{ "hello", "joints", "queries", "session", "replay" }) |name| {
        const program = b.addExecutable(.{ .name = name, .root_module = b.createModule(.{
            .root_source_file = b.path("examples/" ++ name ++ ".zig"),
            .target = target,
            .optimize = optimize,
            .link_libc = true,
            .imports = &.{.{ .name = "pawl", .module = pawl }},
        }) });
        all.dependOn(&b.addInstallArtifact(program, .{}).step);
        const run = b.addRunArtifact(program);
        if (b.args) |arguments| run.addArgs(arguments);
        b.step(name, "Run " ++ name).dependOn(&run.step);
    }

    const test_program = b.addTest(.{ .name = "test", .root_module = b.createModule(.{
        .root_source_file = b.path("test.zig"),
        .target = target,
        .optimize = optimize,
        .link_libc = true,
        .imports = &.{.{ .name = "pawl", .module = pawl }},
    }) });
    b.step("tests", "Build the tests").dependOn(&b.addInstallArtifact(test_program, .{}).step);
}
