# page.mk - the page of the studio: static files in build/web, for any server.
WEB := build/web
WEB_PAGE := $(filter-out %.py %.mk %.css,$(wildcard examples/web/*.*))
WEB_STYLES := $(patsubst %,examples/web/%.css,style time panels)
# Versions of what comes from npm; tests/support/deps.sh has them in build/tools.
WEB_LIL_GUI := build/tools/lil-gui-0.21.0/node_modules/lil-gui/dist
WEB_UPLOT := build/tools/uplot-1.6.32/node_modules/uplot/dist
WEB_WASI := build/tools/wasi-shim-0.4.2/node_modules/@bjorn3/browser_wasi_shim/dist
WEB_MODULES = $(STUDIO_MODULES)
WEB_PORT :=

.PHONY: web web-deps web-pages web-serve web-check web-check-firefox
web-deps: studio-deps
	@tests/support/deps.sh page
web: web-deps ## the page of the studio to build/web: static files, for any server
	@$(MAKE) --no-print-directory web-pages
web-pages: $(WEB)/lib/made $(WEB)/scenes.json $(WEB)/goldens.json $(WEB_MODULES:%=$(WEB)/%) $(WEB_PAGE:examples/web/%=$(WEB)/%) $(WEB)/page.css
$(WEB)/%: examples/web/% examples/web/pack.py
	@mkdir -p $(@D)
	@$(if $(filter %.mjs,$<),python3 -B examples/web/pack.py,cp) $< $@
$(WEB)/page.css: $(WEB_STYLES) examples/web/pack.py | $(WEB)/lib/made
	@python3 -B examples/web/pack.py $(WEB_STYLES) $(WEB_UPLOT)/uPlot.min.css $@
$(WEB_MODULES:%=$(WEB)/%): $(WEB)/%: $(STUDIO)/%
	@mkdir -p $(@D)
	@cp $< $@
# uPlot's small file is no module, and says its name.
$(WEB)/lib/made: examples/web/page.mk
	@mkdir -p $(WEB)/lib/wasi
	@cp $(WEB_WASI)/*.js $(WEB)/lib/wasi
	@echo '{ "type": "module" }' >$(WEB)/lib/wasi/package.json
	@cp $(WEB_LIL_GUI)/lil-gui.esm.min.js $(WEB)/lib/lil-gui.mjs
	@{ cat $(WEB_UPLOT)/uPlot.iife.min.js && echo 'export default uPlot;'; } >$(WEB)/lib/uplot.mjs
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
web-check-firefox: web $(B)/pawl ## its gallery and its wall of hashes in Firefox ESR
	@tests/support/deps.sh firefox
	@node tests/web/firefox.mjs $(WEB) $(B)/pawl
