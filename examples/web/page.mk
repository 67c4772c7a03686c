# page.mk - the page of the studio: static files in build/web, for any server.
WEB := build/web
WEB_PAGE := $(filter-out %.py %.mk %.css %.mjs,$(wildcard examples/web/*.*))
WEB_STYLES := $(patsubst %,examples/web/%.css,style time panels)
# What the first picture needs is one file, main.mjs, which hands out all names of its parts: to those that
# are fetched when they are wanted. Others do without the page, and have in them what they import.
WEB_FIRST := camera elements files gallery hand keys lane_plot lanes library main messages panel picture player studio theme timeline
WEB_ALONE := bench bench_worker duel duel_worker golden_worker
WEB_LATER := $(filter-out $(WEB_FIRST) $(WEB_ALONE),$(patsubst examples/web/%.mjs,%,$(wildcard examples/web/*.mjs)))
WEB_SCRIPTS := $(patsubst %,$(WEB)/%.mjs,main $(WEB_ALONE) $(WEB_LATER))
# Versions of what comes from npm; tests/support/deps.sh has them in build/tools.
WEB_LIL_GUI := build/tools/lil-gui-0.21.0/node_modules/lil-gui/dist
WEB_UPLOT := build/tools/uplot-1.6.32/node_modules/uplot/dist
WEB_WASI := build/tools/wasi-shim-0.4.2/node_modules/@bjorn3/browser_wasi_shim/dist
WEB_MODULES = $(STUDIO_MODULES)
WEB_PORT :=

.PHONY: web web-deps web-pages web-serve web-check web-check-firefox web-figures web-film web-bench web-peers
web-deps: studio-deps
	@tests/support/deps.sh page
web: web-deps ## the page of the studio to build/web: static files, for any server
	@$(MAKE) --no-print-directory web-pages
web-pages: $(WEB)/lib/made $(WEB)/scenes.json $(WEB)/goldens.json $(WEB_MODULES:%=$(WEB)/%) $(WEB_PAGE:examples/web/%=$(WEB)/%) $(WEB)/page.css $(WEB_SCRIPTS)
$(WEB)/%: examples/web/%
	@mkdir -p $(@D)
	@cp $< $@
# Imports are found beside each other in a folder of their own.
WEB_FROM := build/web-from
WEB_NO :=
WEB_ESBUILD := esbuild --minify --format=esm --target=es2022 --log-level=warning
$(WEB_FROM)/%.mjs: examples/web/%.mjs | $(WEB)/lib/made
	@cp $< $@
$(WEB)/main.mjs: $(WEB_FIRST:%=$(WEB_FROM)/%.mjs)
	@printf "export * from './%s.mjs';\n" $(WEB_FIRST) >$(WEB_FROM)/first.mjs
	@$(WEB_ESBUILD) --bundle $(WEB_LATER:%=--external:./%.mjs) --outfile=$@ $(WEB_FROM)/first.mjs
$(WEB_ALONE:%=$(WEB)/%.mjs): $(WEB)/%.mjs: $(WEB_FROM)/%.mjs $(patsubst %,$(WEB_FROM)/%.mjs,duel elements studio theme)
	@$(WEB_ESBUILD) --bundle '--external:./bench/*' '--external:./peers/*' --outfile=$@ $<
$(WEB_LATER:%=$(WEB)/%.mjs): $(WEB)/%.mjs: $(WEB_FROM)/%.mjs
	@sed -E "s#from '\./($(subst $(WEB_NO) $(WEB_NO),|,$(WEB_FIRST)))\.mjs'#from './main.mjs'#" $< | $(WEB_ESBUILD) >$@
$(WEB)/page.css: $(WEB_STYLES)
	@cat $^ | $(WEB_ESBUILD:--format=esm=) --loader=css >$@
$(WEB_MODULES:%=$(WEB)/%): $(WEB)/%: $(STUDIO)/%
	@mkdir -p $(@D)
	@cp $< $@
# uPlot's small file is no module.
$(WEB)/lib/made: examples/web/page.mk
	@mkdir -p $(WEB)/lib $(WEB_FROM)/lib/wasi
	@cp $(WEB_WASI)/*.js $(WEB_FROM)/lib/wasi
	@cp $(WEB_LIL_GUI)/lil-gui.esm.min.js $(WEB)/lib/lil-gui.mjs
	@{ cat $(WEB_UPLOT)/uPlot.iife.min.js && echo 'export default uPlot;'; } >$(WEB)/lib/uplot.mjs
	@cp $(WEB_UPLOT)/uPlot.min.css $(WEB)/lib/uplot.css
	@touch $@
# The hashes that the page compares with are those of this program.
$(WEB)/scenes.json: $(B)/pawl examples/web/scenes.py $(wildcard examples/scenes/* examples/maps/* examples/maps/*/* examples/rube/* examples/scripts/*)
	@mkdir -p $(WEB)
	@python3 -B examples/web/scenes.py $(B)/pawl $(WEB)
# Goldens, and which machines of `make matrix` have computed them.
$(WEB)/goldens.json: examples/web/goldens.py tests/target/matrix.py docs/targets.md $(wildcard tests/golden/*.txt tests/golden/arcade/*.txt)
	@mkdir -p $(WEB)
	@python3 -B examples/web/goldens.py $@ $(call matrix_cases,$(ALL_TARGETS))

web-serve: web ## that page on http://127.0.0.1, WEB_PORT or any; prints the address
	@python3 -B examples/web/server.py $(WEB) $(WEB_PORT)
web-check: web $(B)/pawl board-record-check ## the page in Chromium without a window: hashes, time travel, hands, keys, hostile files
	@tests/support/deps.sh web
	@node tests/web/main.mjs $(WEB) $(B)/pawl
web-figures: web $(B)/pawl ## what a visit, pictures, seeks and two tabs take, on a quiet machine: docs/studio.md
	@tests/support/deps.sh web
	@ONLY=looks,hashes,together FIGURES=docs/studio.md node tests/web/main.mjs $(WEB) $(B)/pawl
web-film: web ## the moving picture of that page: docs/images/studio.gif
	@tests/support/deps.sh web
	@node tests/web/film.mjs $(WEB) docs/images/studio.gif
web-check-firefox: web $(B)/pawl ## its gallery and its wall of hashes in Firefox ESR
	@tests/support/deps.sh firefox
	@node tests/web/firefox.mjs $(WEB) $(B)/pawl

# Steps per second: bench.html, with what it needs beside the page.
WEB_BENCH := $(WEB)/bench
web-bench: web $(B)/scene-json ## steps per second in Chromium, beside the engines of web-peers: build/web/bench.html
	@tests/support/deps.sh web
	@mkdir -p $(WEB_BENCH)
	@set -e; $(foreach set,plain simd,$(MAKE) --no-print-directory -s TARGET=wasm OPT=-O2 \
	    B=build/wasm-bench/$(set) CFLAGS='$(WASM_FLAGS.$(set))' bench-wasm-program; \
	    cp build/wasm-bench/$(set)/bench-wasm $(WEB_BENCH)/$(set).wasm;)
	@set -e; for scene in $(WASM_SCENES); do $(B)/scene-json $$scene >$(WEB_BENCH)/$$scene.json; done
	@cp port/wasm/pawl.mjs tests/bench/wasm/scene_engines.mjs $(WEB_BENCH)
	@node tests/web/bench.mjs $(WEB)
# Never part of the page: engines of others, for those who want to see them beside pawl.
web-peers: web ## Rapier and Box2D v3 from npm for web-bench
	@tests/support/deps.sh peers
	@mkdir -p $(WEB)/peers/rapier $(WEB)/peers/box2d
	@cp build/tools/rapier2d-0.20.0/node_modules/@dimforge/rapier2d-deterministic-compat/package.json \
	    build/tools/rapier2d-0.20.0/node_modules/@dimforge/rapier2d-deterministic-compat/dist/rapier.mjs $(WEB)/peers/rapier
	@cp -r build/tools/box2d3-wasm-5.2.0/node_modules/box2d3-wasm/package.json \
	    build/tools/box2d3-wasm-5.2.0/node_modules/box2d3-wasm/build/dist/es/* $(WEB)/peers/box2d
