# bench.mk - the benchmark programs, one per engine; included by tests/check.mk.
#
# The peers are the Debian packages libchipmunk-dev and libbox2d-dev (2.4), and what is found in the
# folders below; one that is not installed is left out. valgrind counts the instructions.
HAVE = $(shell for place in /usr/include /usr/local/include; do \
           [ -e $$place/$1 ] && echo yes && break; done)
# Of peers that no package has, builds of your own, each installed in a folder (include/, lib/):
#   BOX2D3=PREFIX (or one that pkg-config finds), BOX2D3_SCALAR, BOX2D3_SSE2, BOX2D3_AVX2: Box2D 3.2
#       or later, the latter three built for what their names say
#   CHIPMUNK_RELEASE=PREFIX, CHIPMUNK_FLOAT=PREFIX: Chipmunk built with -DNDEBUG; with float numbers
BOX2D3 ?= $(shell pkg-config --atleast-version=3.2 box2d 2>/dev/null && \
             pkg-config --variable=prefix box2d)
BOX2D3_SCALAR ?=
BOX2D3_SSE2 ?=
BOX2D3_AVX2 ?=
CHIPMUNK_RELEASE ?=
CHIPMUNK_FLOAT ?=
BOX2D3_BUILDS := $(strip $(if $(BOX2D3),any) $(if $(BOX2D3_SCALAR),scalar) \
                 $(if $(BOX2D3_SSE2),sse2) $(if $(BOX2D3_AVX2),avx2))
BOX2D3_PREFIX.any := $(BOX2D3)
BOX2D3_PREFIX.scalar := $(BOX2D3_SCALAR)
BOX2D3_PREFIX.sse2 := $(BOX2D3_SSE2)
BOX2D3_PREFIX.avx2 := $(BOX2D3_AVX2)
BOX2D3_SET.any := as installed
BOX2D3_SET.scalar := scalar
BOX2D3_SET.sse2 := SSE2
BOX2D3_SET.avx2 := AVX2
CHIPMUNK_BUILDS := $(strip $(if $(CHIPMUNK_RELEASE),release) $(if $(CHIPMUNK_FLOAT),float))
CHIPMUNK_PREFIX.release := $(CHIPMUNK_RELEASE)
CHIPMUNK_PREFIX.float := $(CHIPMUNK_FLOAT)
CHIPMUNK_NUMBERS.release := -DCP_USE_DOUBLES=1
CHIPMUNK_NUMBERS.float := -DCP_USE_DOUBLES=0
BENCH_ENGINES := pawl $(if $(call HAVE,chipmunk/chipmunk.h),chipmunk) $(if $(call HAVE,box2d/b2_world.h),box2d) \
                 $(CHIPMUNK_BUILDS:%=chipmunk-%) $(BOX2D3_BUILDS:%=box2d3-%)
BENCH_PROGRAMS := $(BENCH_ENGINES:%=bench-%) scene-json bench-memory bench-save bench-threads bench-level bench-arcade bench-soft
# What a compiler takes when it is told nothing.
BENCH_SET = -DBENCH_SET='"$(shell uname -m)"'
BENCH_COMMON := $(B)/obj/tests/bench/bench.o $(SUPPORT)

programs-alone: $(BENCH_PROGRAMS:%=$(B)/%)

# The same by the other compiler, which phones and browsers have.
BENCH_CLANG := $(if $(filter build,$(B)),$(if $(shell command -v clang),build/clang-O2-native-plain/bench-pawl))
.PHONY: $(BENCH_CLANG)
$(BENCH_CLANG):
	@$(MAKE) --no-print-directory CC=clang $@

.PHONY: bench bench-threads bench-level bench-arcade bench-soft
bench: $(BENCH_PROGRAMS:%=$(B)/%) $(BENCH_CLANG) ## speed and memory beside Chipmunk and Box2D 2.4 and 3: docs/performance.md
	python3 -B tests/bench/report.py $(B) $(BENCH_ENGINES) $(BENCH_CLANG:%=pawl-clang=%) docs/performance.md; status=$$?; \
	    $(MAKE) --no-print-directory bench-threads || status=$$?; \
	    $(MAKE) --no-print-directory bench-level || status=$$?; \
	    $(MAKE) --no-print-directory bench-arcade || status=$$?; \
	    $(MAKE) --no-print-directory bench-soft || status=$$?; exit $$status

bench-threads: $(B)/bench-threads ## the same for steps on two threads alone
	python3 -B tests/bench/threads_report.py $(B) docs/performance.md

bench-level: $(B)/bench-level ## the same for levels alone: build, walks, paths, growth
	python3 -B tests/bench/level_report.py $(B) docs/performance.md

bench-arcade: $(B)/bench-arcade ## the same for the arcade layer alone: pairs, and steps of circles
	python3 -B tests/bench/arcade_report.py $(B) docs/performance.md

bench-soft: $(B)/bench-soft ## the same for soft bodies alone: ropes, cloths, blobs; values for docs/soft-values.md
	python3 -B tests/bench/soft_report.py $(B) docs/performance.md docs/soft-values.md

$(B)/bench-pawl: $(B)/obj/tests/bench/engine_pawl.o $(BENCH_COMMON) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lm

$(B)/bench-memory: $(B)/obj/tests/bench/memory.o $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lm

$(B)/bench-save: $(B)/obj/tests/bench/save.o $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lm

$(B)/bench-threads: $(B)/obj/tests/bench/threads.o $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lm -pthread

$(B)/bench-level: $(B)/obj/tests/bench/level.o $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lm

$(B)/bench-arcade: $(call object,tests/bench/arcade.c tests/bench/arcade_chipmunk.c) $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(if $(call HAVE,chipmunk/chipmunk.h),-lchipmunk) -lm

$(B)/bench-soft: $(call object,$(patsubst %,tests/bench/%.c,soft soft_scene soft_values soft_chipmunk)) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(if $(call HAVE,chipmunk/chipmunk.h),-lchipmunk) -lm
$(B)/obj/tests/bench/soft_chipmunk.o $(B)/obj/tests/bench/arcade_chipmunk.o: TEST_FLAGS += $(if $(call HAVE,chipmunk/chipmunk.h),-DBENCH_CHIPMUNK)

$(B)/bench-chipmunk: $(B)/obj/tests/bench/peer_chipmunk.o $(BENCH_COMMON) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lchipmunk -lm

$(B)/bench-box2d: $(B)/obj/tests/bench/peer_box2d.o $(BENCH_COMMON) $(PAWL)
	$(links)$(CXX) $(LINK_FLAGS) -o $@ $^ -lbox2d -lm

# The peers get the optimisation level of the library and the warnings of the tests.
$(addprefix $(B)/obj/tests/bench/,engine_pawl.o peer_chipmunk.o): TEST_FLAGS += $(BENCH_SET)
$(B)/obj/tests/bench/peer_box2d.o: tests/bench/peer_box2d.cpp $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CXX) -std=c++17 $(VARIANT_FLAGS) $(BENCH_SET) -Wall -Wextra $(INCLUDES) -Itests -MMD -MP -c -o $@ $<

# An adapter is compiled against the headers of its folder, without assertions of its own.
$(BOX2D3_BUILDS:%=$(B)/obj/tests/bench/box2d3_%.o): $(B)/obj/tests/bench/box2d3_%.o: tests/bench/peer_box2d3.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(TEST_FLAGS) -DNDEBUG -DBENCH_SET='"$(BOX2D3_SET.$*)"' -isystem $(BOX2D3_PREFIX.$*)/include \
	    -MMD -MP -c -o $@ $<

$(BOX2D3_BUILDS:%=$(B)/bench-box2d3-%): $(B)/bench-box2d3-%: $(B)/obj/tests/bench/box2d3_%.o $(BENCH_COMMON) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -L$(BOX2D3_PREFIX.$*)/lib -lbox2d -Wl,-rpath,$(BOX2D3_PREFIX.$*)/lib -lm -pthread

$(CHIPMUNK_BUILDS:%=$(B)/obj/tests/bench/chipmunk_%.o): $(B)/obj/tests/bench/chipmunk_%.o: tests/bench/peer_chipmunk.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(TEST_FLAGS) -DNDEBUG $(BENCH_SET) $(CHIPMUNK_NUMBERS.$*) -isystem $(CHIPMUNK_PREFIX.$*)/include \
	    -MMD -MP -c -o $@ $<

$(CHIPMUNK_BUILDS:%=$(B)/bench-chipmunk-%): $(B)/bench-chipmunk-%: $(B)/obj/tests/bench/chipmunk_%.o $(BENCH_COMMON) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -L$(CHIPMUNK_PREFIX.$*)/lib -lchipmunk -Wl,-rpath,$(CHIPMUNK_PREFIX.$*)/lib -lm -pthread

# WebAssembly in node, beside packages that are installed in WASM_PEERS (docs/performance.md).
WASM_PEERS ?= build/wasm-peers
WASM_SCENES := S1 S2 S4
WASM_FLAGS.plain :=
WASM_FLAGS.simd = $(WASM_SIMD)
wasm_program = build/wasm-bench/$1/bench-wasm
.PHONY: bench-wasm bench-wasm-program
bench-wasm-program: $(B)/bench-wasm
$(B)/bench-wasm: $(call object,tests/bench/wasm/pawl_scene.c) $(PORT_PARTS)
	$(link_port)
$(B)/scene-json: $(call object,tests/bench/wasm/scene_json.c) $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lm

bench-wasm: $(B)/scene-json ## WebAssembly in node beside Rapier and Box2D v3: docs/performance.md
	@set -e; $(foreach set,plain simd,$(MAKE) --no-print-directory -s TARGET=wasm OPT=-O2 \
	    B=build/wasm-bench/$(set) CFLAGS='$(WASM_FLAGS.$(set))' bench-wasm-program;)
	@set -e; for scene in $(WASM_SCENES); do $(B)/scene-json $$scene >build/wasm-bench/$$scene.json; done
	python3 -B tests/bench/wasm_report.py build/wasm-bench $(WASM_PEERS) docs/performance.md
