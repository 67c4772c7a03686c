# binding.mk - pawl.wasm, and the package for npm. Without clang and wasm-ld there is no pawl.wasm,
# which the tests say.
JS := build/bindings/js
JS_CC := clang
JS_LD := wasm-ld
# The linker wants to be told that the stack pointer, which JavaScript moves, is a global that changes.
JS_FLAGS := --target=wasm32 -std=c11 -O2 -ffreestanding -fvisibility=hidden -ffunction-sections -fdata-sections \
    -mmutable-globals -isystem port/common/include
JS_SIMD.simd := $(WASM_SIMD)
JS_LINK := --no-entry --gc-sections --strip-all -z stack-size=65536 --export-table --growable-table \
    --export=__stack_pointer --export=__heap_base
JS_PARTS := pawl exports memory
# A game that simulates, draws and saves: for the size of what is linked with its functions alone.
JS_GAME := pawl_world_def_default pawl_world_size pawl_world_init pawl_world_step pawl_world_hash pawl_world_get_events \
    pawl_world_get_all_poses pawl_world_save pawl_world_save_size pawl_world_restore pawl_world_ray_closest \
    pawl_body_def_default pawl_shape_def_default pawl_body_create_box pawl_body_create_circle pawl_body_create_polygon \
    pawl_body_destroy pawl_body_get_pose pawl_body_set_velocity pawl_body_apply_impulse_to_center \
    pawl_joint_def_at pawl_joint_create pawl_rot_from_angle pawl_status_text

js_has := command -v $(JS_CC) >/dev/null && command -v $(JS_LD) >/dev/null
js_compile = $(js_has) && $(JS_CC) $(JS_FLAGS) $(JS_SIMD.$*) -Iinclude -Iport $(1) -c -o $@ $< || \
    echo "$@: not built, for there is no clang or no wasm-ld"
build/js/plain/pawl.o build/js/simd/pawl.o: build/js/%/pawl.o: build/single/full/pawl.c
	@mkdir -p $(@D)
	$(call told,CC $@)$(call js_compile,)
build/js/plain/exports.o build/js/simd/exports.o: build/js/%/exports.o: port/bindings/exports.c
	@mkdir -p $(@D)
	$(call told,CC $@)$(call js_compile,)
# Its loops must not become calls of the functions that they are.
build/js/plain/memory.o build/js/simd/memory.o: build/js/%/memory.o: port/common/memory.c
	@mkdir -p $(@D)
	$(call told,CC $@)$(call js_compile,-fno-builtin)
$(JS)/pawl.wasm: $(JS_PARTS:%=build/js/plain/%.o)
	@mkdir -p $(@D)
	$(links)$(js_has) && $(JS_LD) $(JS_LINK) --export-dynamic -o $@ $^ || echo "$@: not built"
build/js/pawl-simd.wasm: $(JS_PARTS:%=build/js/simd/%.o)
	$(links)$(JS_LD) $(JS_LINK) --export-dynamic -o $@ $^
build/js/game.wasm: $(JS_PARTS:%=build/js/plain/%.o)
	$(links)$(JS_LD) $(JS_LINK) $(JS_GAME:%=--export=%) -o $@ $^

binding-js: $(JS)/pawl.wasm
.PHONY: package-npm npm-check js-deps js-sizes
js-deps:
	@tests/support/deps.sh cross $(shell cat port/bindings/js/packages)
package-npm: js-deps build/bindings/js/made $(JS)/pawl.wasm build/js/pawl-simd.wasm ## build/package/npm: pawl for JavaScript and TypeScript, as npm takes it
	@rm -rf build/package/npm && mkdir -p build/package/npm
	@cp $(wildcard port/bindings/js/*.mjs) $(addprefix $(JS)/,pawl.mjs pawl.d.ts package.json pawl.wasm) \
	    build/js/pawl-simd.wasm LICENSE build/package/npm
	@cp port/bindings/js/package.md build/package/npm/README.md
js-sizes: js-deps $(JS)/pawl.wasm build/js/pawl-simd.wasm build/js/game.wasm ## bytes of pawl.wasm as it is and gzipped: all of it, with lanes, a game's part
	@for file in $(JS)/pawl.wasm build/js/pawl-simd.wasm build/js/game.wasm; do \
	    echo "$$file: $$(wc -c <$$file) bytes, gzipped $$(gzip -9 -c $$file | wc -c)"; done
npm-check: package-npm build/js/game.wasm $(B)/pawl lib ## that package, packed and installed by npm: the five programs, types, lanes, a part
	@tests/package/npm.sh $(B)
