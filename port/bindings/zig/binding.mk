# binding.mk - Zig: a package with the C sources inside, which `zig build` compiles.
ZIG_FOLDER := build/package/zig
.PHONY: package-zig zig-deps
# Debian has no compiler; where npm does not reach one, the check says so and runs nothing.
zig-deps:
	@tests/support/deps.sh zig
build/bindings/zig/made: $(wildcard port/bindings/zig/*/*) $(B)/libpawl.so
package-zig: $(ZIG_FOLDER)/made ## build/package/zig: a package for Zig
$(ZIG_FOLDER)/made: build/bindings/zig/made build/single/full/pawl.c port/bindings/exports.c LICENSE tests/bindings/test_zig.zig
	@mkdir -p $(ZIG_FOLDER)/c/pawl
	@cp -rp build/bindings/zig/build.zig build/bindings/zig/build.zig.zon build/bindings/zig/layouts.zig \
	    build/bindings/zig/src build/bindings/zig/examples LICENSE $(ZIG_FOLDER)
	@cp -p build/single/full/pawl.c build/single/full/pawl.h port/bindings/exports.c $(ZIG_FOLDER)/c
	@cp -p include/pawl/*.h $(ZIG_FOLDER)/c/pawl
	@cp -p tests/bindings/test_zig.zig $(ZIG_FOLDER)/test.zig
	@touch $@
binding-zig: package-zig
bindings-check-zig: zig-deps
