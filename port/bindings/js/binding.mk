# binding.mk - pawl.wasm, and the package for npm. Without clang and wasm-ld there is no pawl.wasm,
# which the tests say.
JS := build/bindings/js
JS_CC := clang
JS_LD := wasm-ld
# The linker wants to be told that the stack pointer, which JavaScript moves, is a global that changes.
JS_FLAGS := --target=wasm32 -std=c11 -O2 -ffreestanding -fvisibility=hidden -ffunction-sections -fdata-sections \
    -mmutable-globals -isystem port/common/include
JS_LINK := --no-entry --gc-sections --strip-all -z stack-size=65536 --export-table --growable-table \
    --export=__stack_pointer --export=__heap_base
JS_PARTS := pawl exports memory

js_has := command -v $(JS_CC) >/dev/null && command -v $(JS_LD) >/dev/null
js_compile = $(js_has) && $(JS_CC) $(JS_FLAGS) -Iinclude -Iport $(1) -c -o $@ $< || \
    echo "$@: not built, for there is no clang or no wasm-ld"
build/js/plain/pawl.o: build/single/full/pawl.c
	@mkdir -p $(@D)
	$(call told,CC $@)$(call js_compile,)
build/js/plain/exports.o: port/bindings/exports.c
	@mkdir -p $(@D)
	$(call told,CC $@)$(call js_compile,)
# Its loops must not become calls of the functions that they are.
build/js/plain/memory.o: port/common/memory.c
	@mkdir -p $(@D)
	$(call told,CC $@)$(call js_compile,-fno-builtin)
$(JS)/pawl.wasm: $(JS_PARTS:%=build/js/plain/%.o)
	@mkdir -p $(@D)
	$(links)$(js_has) && $(JS_LD) $(JS_LINK) --export-dynamic -o $@ $^ || echo "$@: not built"

include port/bindings/js/entries.mk

binding-js: $(JS)/pawl.wasm
.PHONY: package-npm npm-check npm-browser-check js-deps js-sizes
js-deps:
	@tests/support/deps.sh cross $(shell cat port/bindings/js/packages)
package-npm: js-deps ## build/package/npm: pawl for JavaScript and TypeScript, as npm takes it
	@$(MAKE) --no-print-directory build/package/npm/made
build/package/npm/made: build/bindings/js/made $(JS_MODULES) $(wildcard port/bindings/js/* port/bindings/js/example/*) port/bindings/js/package.md
	@rm -rf $(@D) && mkdir -p $(@D)
	@python3 -B port/bindings/js/pack.py $(B)/pawl_api.json $(@D) $(JS_MODULES)
	@cp port/bindings/js/fixed.d.mts $(JS)/package.json LICENSE $(@D)
	@mkdir $(@D)/src && cp port/bindings/js/pick.mjs $(patsubst %,$(JS)/%.mjs,memory kinds core fixed pawl) $(@D)/src
	@cp port/bindings/js/package.md $(@D)/README.md && cp -r port/bindings/js/example $(@D)
	@touch $@
js-sizes: package-npm ## what a visitor loads of each entry of the package, gzipped, into docs/use/js.md
	@python3 -B port/bindings/js/sizes.py build/package/npm docs/use/js.md write
npm-check: package-npm $(B)/pawl lib ## that package, packed and installed by npm: sizes, the five programs, its game, events, types, lanes
	@tests/package/npm.sh $(B)
npm-browser-check: package-npm lib ## that package in Chromium without a window, in a page and in a worker, also as bundles of esbuild and vite; its game played by keys, a finger, two tabs
	@tests/support/deps.sh web bundlers
	@mkdir -p build/package/npm-browser
	@$(foreach program,port/bindings/c/hello.c tests/package/npm/arcade.c,$(CC) -std=c11 -O1 -Iinclude \
	    -o build/package/npm-browser/$(basename $(notdir $(program))) $(program) $(PAWL) &&) true
	@node tests/package/npm/browser.mjs build/package/npm-browser/hello build/package/npm-browser/arcade
