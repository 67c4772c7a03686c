# web.mk - studio.wasm: the studio for a page in a browser, by clang with Debian's wasi-libc, plain
# and in lanes. The libraries that read scenes and maps come as sources, for nobody has them compiled.
STUDIO := build/studio
STUDIO_SOURCES := yajl expat zlib
STUDIO_PACKAGES := binaryen clang dpkg-dev libclang-rt-14-dev-wasm32 lld llvm wasi-libc
.PHONY: studio studio-deps
studio-deps:
	@tests/support/deps.sh cross $(STUDIO_PACKAGES)
	@tests/support/fetch_sources.sh $(STUDIO_SOURCES)
studio: studio-deps ## build/studio: studio-plain.wasm and studio-simd.wasm, for pages
	@$(MAKE) --no-print-directory $(STUDIO)/studio-plain.wasm $(STUDIO)/studio-simd.wasm

STUDIO_FLAGS := --target=wasm32-wasi -std=c11 -O2 -ffunction-sections -fdata-sections -Iinclude -Isrc -Iport -Iport/host \
    -Iexamples -isystem $(STUDIO)/include -D_POSIX_C_SOURCE=200809L -DCLI_WITH_EXPAT
# The program's own code is far from where time goes.
STUDIO_SMALL := -Oz
STUDIO_SIMD.simd := $(WASM_SIMD)

# What of the program a page runs. It has other windows, no network and no other processes.
STUDIO_CLI := $(filter-out %/clock.c %/output.c %/manual.c,$(wildcard src/cli/common/*.c)) \
    $(wildcard $(patsubst %,src/cli/%/*.c,scene tiled ldtk outline script studio)) \
    $(wildcard src/cli/draw/drawing*.c) src/cli/draw/theme.c src/cli/draw/svg.c \
    $(addprefix src/cli/runs/,edits.c level_view.c replay_file.c report.c snapshot_file.c source.c walker.c)
STUDIO_CLI_OBJECTS := $(STUDIO_CLI:%.c=$(STUDIO)/cli/%.o) $(STUDIO)/cli/port/web/exports.o $(STUDIO)/cli/port/web/system.o

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
$(STUDIO_LIBRARY_OBJECTS): $(STUDIO)/library/%.o: $(STUDIO)/include/made
	@mkdir -p $(@D)
	$(call told,CC $*)clang --target=wasm32-wasi $(STUDIO_SMALL) -w -ffunction-sections -isystem $(STUDIO)/include -c -o $@ $(STUDIO_SOURCE)/$*.c

# ---- the rest ----------------------------------------------------------------------------------
$(STUDIO_CLI_OBJECTS): $(STUDIO)/cli/%.o: %.c $(STUDIO)/include/made
	@mkdir -p $(@D)
	$(compiles)clang $(STUDIO_FLAGS) $(STUDIO_SMALL) $(TEST_WARNINGS) -MMD -MP -c -o $@ $<
$(STUDIO)/pawl.c: $(LIB_SOURCES) | $(LIBFIXMATH_DIR)/libfixmath/fix16.h
	@mkdir -p $(@D)
	@printf '#define PAWL_LINK_ALL 1\n' >$@; printf '#include "%s"\n' $(LIB_SOURCES:src/%=%) >>$@
$(STUDIO)/plain/pawl.o $(STUDIO)/simd/pawl.o: $(STUDIO)/%/pawl.o: $(STUDIO)/pawl.c $(wildcard src/[a-bd-z]*/*.h src/c[a-km-z]*/*.h include/pawl/*.h)
	@mkdir -p $(@D)
	$(compiles)clang $(STUDIO_FLAGS) $(STUDIO_SIMD.$*) -w -I. -isystem $(LIBFIXMATH_DIR) $(FIXMATH_OPTIONS) -c -o $@ $<
$(STUDIO)/fixmath/%.o: $(LIBFIXMATH_DIR)/libfixmath/%.c
	@mkdir -p $(@D)
	$(compiles)clang $(STUDIO_FLAGS) -w $(FIXMATH_OPTIONS) -c -o $@ $<
$(STUDIO)/studio-plain.wasm $(STUDIO)/studio-simd.wasm: $(STUDIO)/studio-%.wasm: $(STUDIO)/%/pawl.o $(STUDIO_CLI_OBJECTS) \
    $(STUDIO_LIBRARY_OBJECTS) $(FIXMATH_SOURCES:%.c=$(STUDIO)/fixmath/%.o)
	$(links)clang --target=wasm32-wasi -mexec-model=reactor -o $@.big $^ -lm -Wl,--gc-sections -Wl,--strip-all \
	    -Wl,-z,stack-size=262144 -Wl,--export=malloc -Wl,--export=free
	@wasm-opt -O2 --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int -o $@ $@.big && rm $@.big
-include $(STUDIO_CLI_OBJECTS:.o=.d)
