# binding.mk - Rust: the crates pawl-sys and pawl with the C sources inside, as cargo builds them.
CARGO_FOLDER := build/package/cargo
CARGO_C := $(CARGO_FOLDER)/pawl-sys/c
.PHONY: package-cargo
build/bindings/rust/made: $(wildcard port/bindings/rust/*/*)
package-cargo: $(CARGO_FOLDER)/made ## build/package/cargo: a workspace of the crates pawl-sys and pawl
$(CARGO_FOLDER)/made: tests/bindings/test_rust.rs build/bindings/rust/made $(CARGO_C)/pawl.c $(CARGO_C)/exports.c LICENSE
	@cp -rp build/bindings/rust/. $(CARGO_FOLDER)
	@mkdir -p $(CARGO_FOLDER)/pawl/tests && cp -p tests/bindings/test_rust.rs $(CARGO_FOLDER)/pawl/tests/language.rs
	@for crate in pawl pawl-sys; do cp LICENSE $(CARGO_FOLDER)/$$crate; done
	@touch $@
$(CARGO_C)/pawl.c: build/single/full/pawl.c
	@mkdir -p $(@D)
	@cp build/single/full/pawl.c build/single/full/pawl.h $(@D)
$(CARGO_C)/exports.c: port/bindings/exports.c $(wildcard include/pawl/*.h)
	@mkdir -p $(@D)/pawl
	@cp include/pawl/*.h $(@D)/pawl
	@cp $< $@
binding-rust: package-cargo
