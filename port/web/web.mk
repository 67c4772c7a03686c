# web.mk - the studio for a page in a browser, by clang with Debian's wasi-libc: studio-plain.wasm and
# studio-simd.wasm, which read scenes, replays and snapshots, studio-maps.wasm, which reads maps and
# drawings as well, and studio-trace.wasm, which compares two runs down to the stage of a step. Libraries that they read with come as sources, for nobody has them compiled.
STUDIO := build/studio
STUDIO_SOURCES := yajl expat zlib
STUDIO_PACKAGES := binaryen clang dpkg-dev libclang-rt-14-dev-wasm32 lld llvm nodejs wasi-libc
.PHONY: studio studio-deps
studio-deps:
	@tests/support/deps.sh cross $(STUDIO_PACKAGES)
	@tests/support/fetch_sources.sh $(STUDIO_SOURCES)
studio: studio-deps ## build/studio: studio-plain.wasm, -simd, -maps, -trace, duel.wasm and goldens, for pages
	@$(MAKE) --no-print-directory $(STUDIO_MODULES:%=$(STUDIO)/%)
STUDIO_MODULES = $(STUDIO_SETS:%=studio-%.wasm) duel.wasm golden-plain.wasm golden-simd.wasm
STUDIO_SETS := plain simd maps trace

STUDIO_FLAGS := --target=wasm32-wasi -std=c11 -Os -ffunction-sections -fdata-sections -Iinclude -Isrc -Iport -Iport/host \
    -Iexamples -isystem $(STUDIO)/include -D_POSIX_C_SOURCE=200809L -DCLI_WITH_EXPAT -include port/web/system.h
# What is fetched counts: steps take about a tenth longer than by -O2.
STUDIO_SMALL := -Oz
STUDIO_SIMD.simd := $(WASM_SIMD)
STUDIO_SIMD.trace := -DPAWL_TRACE=1

# What of the program a page runs. It has other windows, no network and no other processes.
STUDIO_CLI := $(filter-out %/clock.c %/output.c %/manual.c,$(wildcard src/cli/common/*.c)) \
    $(wildcard $(patsubst %,src/cli/%/*.c,scene tiled ldtk outline script studio)) \
    $(wildcard src/cli/draw/drawing*.c) src/cli/draw/theme.c src/cli/draw/svg.c \
    $(addprefix src/cli/runs/,board_log.c edits.c film_reader.c level_view.c replay_file.c report.c snapshot_file.c source.c walker.c)
STUDIO_CLI_OBJECTS := $(patsubst %.c,$(STUDIO)/cli/%.o,$(STUDIO_CLI) $(filter-out %/duel.c,$(wildcard port/web/*.c)))
STUDIO_MAPS := $(foreach folder,tiled ldtk outline,$(STUDIO)/cli/src/cli/$(folder)/%)
STUDIO_COMPARE := $(STUDIO)/cli/port/web/compare.o $(STUDIO)/cli/src/cli/studio/compare%

# ---- libraries: each as its own build would have it --------------------------------------------
STUDIO_SOURCE := build/sources
STUDIO_LIBRARY := $(patsubst %,expat/expat/lib/%,xmlparse xmlrole xmltok) \
    $(patsubst %,yajl/src/%,yajl yajl_alloc yajl_buf yajl_encode yajl_lex yajl_parser) \
    $(patsubst %,zlib/%,adler32 crc32 inffast inflate inftrees uncompr zutil)
STUDIO_LIBRARY_OBJECTS := $(STUDIO_LIBRARY:%=$(STUDIO)/library/%.o)
$(STUDIO)/include/made: port/web/web.mk
	@mkdir -p $(STUDIO)/include/yajl
	@cp $(STUDIO_SOURCE)/yajl/src/api/*.h $(STUDIO)/include/yajl
	@printf '#define YAJL_MAJOR 2\n#define YAJL_MINOR 1\n#define YAJL_MICRO 0\n' >$(STUDIO)/include/yajl/yajl_version.h
	@cp $(STUDIO_SOURCE)/expat/expat/lib/expat.h $(STUDIO_SOURCE)/expat/expat/lib/expat_external.h \
	    $(STUDIO_SOURCE)/zlib/zlib.h $(STUDIO_SOURCE)/zlib/zconf.h $(STUDIO)/include
	@printf '#define BYTEORDER 1234\n#define XML_POOR_ENTROPY 1\n#define XML_NS 1\n#define XML_DTD 1\n#define XML_CONTEXT_BYTES 1024\n' \
	    >$(STUDIO)/include/expat_config.h
	@touch $@
# The program takes numbers as texts, and no page fetches what would read doubles: system.c has its place.
$(STUDIO)/library/yajl/src/yajl_parser.o: STUDIO_SMALL += -Dstrtod=system_no_double
$(STUDIO_LIBRARY_OBJECTS): $(STUDIO)/library/%.o: $(STUDIO)/include/made
	@mkdir -p $(@D)
	$(call told,CC $*)clang --target=wasm32-wasi $(STUDIO_SMALL) -w -ffunction-sections -isystem $(STUDIO)/include -c -o $@ $(STUDIO_SOURCE)/$*.c

# ---- the rest ----------------------------------------------------------------------------------
# A game with another page: the game, its session, a bad line, and pictures.
DUEL_SOURCES := $(addprefix port/web/,duel.c marks.c) src/cli/net/net_link.c src/cli/common/heap.c examples/sumo/machine.c examples/sumo/sumo.c \
    src/cli/draw/theme.c $(addprefix src/cli/draw/,drawing.c drawing_joint.c drawing_soft.c drawing_world.c drawing_arcade.c drawing_level.c drawing_parts.c)
DUEL_OBJECTS := $(DUEL_SOURCES:%.c=$(STUDIO)/cli/%.o)
$(sort $(STUDIO_CLI_OBJECTS) $(DUEL_OBJECTS)): $(STUDIO)/cli/%.o: %.c $(STUDIO)/include/made
	@mkdir -p $(@D)
	$(compiles)clang $(STUDIO_FLAGS) $(STUDIO_SMALL) $(TEST_WARNINGS) -MMD -MP -c -o $@ $<
$(STUDIO)/cli/src/cli/studio/compare.o: STUDIO_FLAGS += $(STUDIO_SIMD.trace)
STUDIO_LIB.plain := $(LIB_SOURCES:%.c=$(STUDIO)/plain/%.o)
STUDIO_LIB.simd := $(LIB_SOURCES:%.c=$(STUDIO)/simd/%.o)
# Stages are told by what is in the step alone.
STUDIO_LIB.trace := $(patsubst src/step/%.c,$(STUDIO)/trace/src/step/%.o,$(filter src/step/%,$(LIB_SOURCES))) \
    $(filter-out $(STUDIO)/plain/src/step/%,$(STUDIO_LIB.plain))
define studio_set
$$(filter $$(STUDIO)/$1/%,$$(STUDIO_LIB.$1)): $$(STUDIO)/$1/%.o: %.c | $$(LIBFIXMATH_DIR)/libfixmath/fix16.h
	@mkdir -p $$(@D)
	$$(compiles)clang $$(STUDIO_FLAGS) $$(STUDIO_SMALL) $$(STUDIO_SIMD.$1) $$(TEST_WARNINGS) -isystem $$(LIBFIXMATH_DIR) $$(FIXMATH_OPTIONS) -MMD -MP -c -o $$@ $$<
endef
$(foreach set,plain simd trace,$(eval $(call studio_set,$(set))))
$(STUDIO)/fixmath/%.o: $(LIBFIXMATH_DIR)/libfixmath/%.c
	@mkdir -p $(@D)
	$(compiles)clang $(STUDIO_FLAGS) -w $(FIXMATH_OPTIONS) -c -o $@ $<
STUDIO_PARTS := $(STUDIO_CLI_OBJECTS) $(STUDIO_LIBRARY_OBJECTS) $(FIXMATH_SOURCES:%.c=$(STUDIO)/fixmath/%.o)
STUDIO_SHRINK := wasm-opt -Oz --low-memory-unused --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int
$(STUDIO)/studio-plain.wasm: $(STUDIO_LIB.plain) $(filter-out $(STUDIO_MAPS) $(STUDIO_COMPARE),$(STUDIO_PARTS))
$(STUDIO)/studio-simd.wasm: $(STUDIO_LIB.simd) $(filter-out $(STUDIO_MAPS) $(STUDIO_COMPARE),$(STUDIO_PARTS))
$(STUDIO)/studio-maps.wasm: $(STUDIO_LIB.plain) $(filter-out %/no_maps.o $(STUDIO_COMPARE),$(STUDIO_PARTS))
$(STUDIO)/studio-trace.wasm: $(STUDIO_LIB.trace) $(filter-out %/no_maps.o,$(STUDIO_PARTS))
$(STUDIO)/duel.wasm: $(STUDIO_LIB.plain) $(DUEL_OBJECTS) $(FIXMATH_SOURCES:%.c=$(STUDIO)/fixmath/%.o)
$(STUDIO_SETS:%=$(STUDIO)/studio-%.wasm) $(STUDIO)/duel.wasm:
	$(links)clang --target=wasm32-wasi -mexec-model=reactor -o $@.big $^ -lm -Wl,--gc-sections -Wl,--strip-all \
	    -Wl,-z,stack-size=262144 -Wl,--export=malloc -Wl,--export=free
	@$(STUDIO_SHRINK) -o $@ $@.big && rm $@.big

# The goldens as a program of WASI, whose only argument is the name of one.
GOLDEN_WASM_SOURCES := $(GOLDEN_SOURCES) tests/support/world/lanes.c tests/support/world/threads.c port/common/put.c \
    $(wildcard port/portcheck/episodes*.c) $(addprefix port/portcheck/,check.c world.c scenes.c snapshot.c session.c level.c)
GOLDEN_WASM_OBJECTS := $(GOLDEN_WASM_SOURCES:%.c=$(STUDIO)/golden/%.o)
$(GOLDEN_WASM_OBJECTS): $(STUDIO)/golden/%.o: %.c
	@mkdir -p $(@D)
	$(compiles)clang $(STUDIO_FLAGS) $(STUDIO_SMALL) -Itests $(TEST_WARNINGS) -MMD -MP -c -o $@ $<
$(STUDIO)/golden-plain.wasm: $(STUDIO_LIB.plain)
$(STUDIO)/golden-simd.wasm: $(STUDIO_LIB.simd)
$(STUDIO)/golden-plain.wasm $(STUDIO)/golden-simd.wasm: $(GOLDEN_WASM_OBJECTS) $(FIXMATH_SOURCES:%.c=$(STUDIO)/fixmath/%.o)
	$(links)clang --target=wasm32-wasi -o $@.big $^ -lm -Wl,--gc-sections -Wl,--strip-all -Wl,-z,stack-size=262144
	@$(STUDIO_SHRINK) -o $@ $@.big && rm $@.big
-include $(GOLDEN_WASM_OBJECTS:.o=.d)
-include $(patsubst %.o,%.d,$(STUDIO_CLI_OBJECTS) $(DUEL_OBJECTS) $(STUDIO_LIB.plain) $(STUDIO_LIB.simd) $(STUDIO_LIB.trace))

# In node, without a browser; where the sources are not to be had that is told, and no success.
# WASI of node 20 and 22 is called in a way that damages its heap now and then (nodejs/node #53087).
NODE_SAFE := --no-warnings --no-turbo-fast-api-calls
.PHONY: studio-check
studio-check: $(B)/pawl $(B)/board-record ## those modules in node: hashes of the program, time travel, maps, films, logs of boards, two pages
	@if $(MAKE) --no-print-directory studio-deps; then \
	    $(MAKE) --no-print-directory studio && node $(NODE_SAFE) tests/web/module.mjs $(STUDIO) $(B)/pawl && \
	    node $(NODE_SAFE) tests/web/told.mjs $(STUDIO) $(B)/pawl $(B)/board-record; \
	else echo "not run: the libraries for pages are not to be had"; echo "studio: 0 passed, 0 failed, 1 skipped"; fi
