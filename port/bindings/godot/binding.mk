# binding.mk - the package of Godot: sources of the extension, which `make` there compiles, and its
# .gdextension file.
.PHONY: package-godot
package-godot: binding-godot build/single/full/pawl.c ## build/package/godot, the addon for Godot 4.2 and later: `make -C build/package/godot`
	@rm -rf build/package/godot
	@mkdir -p build/package/godot/src/pawl
	@cp build/bindings/godot/*.[ch] build/single/full/pawl.c build/single/full/pawl.h build/package/godot/src
	@cp include/pawl/*.h build/package/godot/src/pawl
	@cp LICENSE port/bindings/godot/package/Makefile port/bindings/godot/package/pawl.gdextension build/package/godot
	@sed '/^<!--/d' docs/use/godot.md >build/package/godot/README.md
