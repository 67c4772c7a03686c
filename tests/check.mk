# check.mk - tests, lint and measurements; included by the Makefile.

.PHONY: check test test-san validate soak cli-test lint format format-check archive-check
.PHONY: docs-check docs-tables docs-tables-check docs-pictures docs-pictures-check examples-check install-check cross golden golden-scenes golden-scenes-check golden-check builds quality
.PHONY: sealed-check size fuzz fuzz-run fuzz-api fuzz-regress fuzz-seeds

check: ## everything that continuous integration runs
	@tests/support/deps.sh demo view check site cross $(call packages_of,$(MATRIX_FAST) rp2040 esp32c3 aarch64)
	@tests/check.sh

# Check stops a test after four seconds; emulators and sanitizers are slower than that. Looking for
# leaks takes longer than most tests, each of which is a process, and the library has no heap.
test: $(or $(SUITE:%=$(B)/suite/%),$(B)/unit) ## unit and property tests; SUITE="tree ray": these alone
	@ASAN_OPTIONS=detect_leaks=0 CK_TIMEOUT_MULTIPLIER=30 tests/suites.sh $(B) $(SUITE)

# What a change needs before it is looked at by others: half a minute. SINCE: the commit it is of.
SINCE := HEAD
.PHONY: quick quick-run quick-lint
quick: $(LIBFIXMATH_DIR)/libfixmath/fix16.h ## library, suites of what differs from SINCE, goldens, lint of changed files
	@$(MAKE) --no-print-directory -s -j2 --output-sync=target quick-run \
	    SUITE="$$(python3 -B tests/quick.py suites $(B) $(SINCE))" \
	    CHANGED="$$(python3 -B tests/quick.py files $(SINCE))"
quick-run: lib $(if $(SUITE),test) golden-check $(if $(CHANGED),quick-lint)
quick-lint: export LIBFIXMATH_DIR := $(LIBFIXMATH_DIR)
quick-lint:
	@tests/lint/format.sh $(CHANGED) >$(B)/quick.txt; cat $(B)/quick.txt; test ! -s $(B)/quick.txt
	@python3 -B tests/lint/lint.py $(CHANGED)

.PHONY: slurm-check
slurm-check: $(B)/pawl ## pawl verify on a cluster of Slurm, whose one worker dies; as root, four minutes
	@tests/support/deps.sh slurm
	@python3 -B tests/cluster/slurm.py $(B)/pawl

.PHONY: fresh
fresh: $(B)/unit ## unit and property tests with new random numbers; PAWL_SEED=0x... repeats a run
	@PAWL_SEED=$${PAWL_SEED:-0x$$(od -A n -N 4 -t x4 /dev/urandom | tr -d ' ')}; export PAWL_SEED; \
	    echo "random numbers: PAWL_SEED=$$PAWL_SEED"; $(MAKE) --no-print-directory test

test-san: ## the same with the address and undefined-behaviour sanitizers
	@$(MAKE) --no-print-directory test MODE=san OPT=-O1

# Steps on threads (workers.h), cut small. The thread sanitizer wants addresses where it expects them.
TSAN := $(if $(shell command -v setarch),setarch -R)
.PHONY: workers-check workers-hostile golden-workers
workers-check: ## steps on threads and their goldens with the thread sanitizer, by any scheduler
	@$(TSAN) $(MAKE) --no-print-directory test golden-workers MODE=tsan OPT=-O1 SUITE=workers GOLDEN_LANES=best

workers-hostile: ## goldens on one to eight threads, by each scheduler, in each set of lanes
	@$(MAKE) --no-print-directory golden-workers MODE=zones SCHEDULERS="in-order backwards shuffled pooled late two apart" \
	    WORKERS="1 2 3 4 5 6 7 8" GOLDEN_LANES="none sse41 avx2 avx512 neon"

SCHEDULERS := any
WORKERS := any
GOLDEN_LANES := none best
golden-workers: $(B)/golden ## goldens on WORKERS by SCHEDULERS: tests/support/world/threads.h
	@for lanes in $(GOLDEN_LANES); do for workers in $(WORKERS); do for scheduler in $(SCHEDULERS); do \
	    status=0; \
	    PAWL_LANES=$$lanes PAWL_WORKERS=$$workers PAWL_SCHEDULER=$$scheduler \
	        $(RUN) $(B)/golden --check tests/golden >$(B)/workers.txt 2>&1 || status=$$?; \
	    if [ $$status = 77 ]; then echo "goldens on workers: lanes $$lanes: not here"; continue 3; fi; \
	    echo "lanes $$lanes, workers $$workers, $$scheduler: $$(tail -n 1 $(B)/workers.txt)"; \
	    if [ $$status != 0 ]; then cat $(B)/workers.txt; exit 1; fi; done; done; done

validate: ## tests and goldens, with the whole world checked after every step
	@$(MAKE) --no-print-directory test golden-check MODE=validate

FUZZ_TARGETS = $(patsubst tests/fuzz/%.c,$(B)/%,$(FUZZ_SOURCES))
FUZZ_SECONDS := 600
FUZZ_SEEDS := 1000
FUZZ_CALLS := 20000
# Where a target starts from.
FUZZ_CORPUS.fuzz_packet := tests/fuzz/corpus/fuzz_packet
FUZZ_CORPUS.fuzz_scene := examples/scenes examples/maps
FUZZ_CORPUS.fuzz_tiled := tests/fuzz/corpus/tiled
FUZZ_CORPUS.fuzz_ldtk := tests/fuzz/corpus/ldtk
FUZZ_CORPUS.fuzz_outline := tests/fuzz/corpus/outline
FUZZ_CORPUS.fuzz_script := examples/scripts
FUZZ_CORPUS.fuzz_log := tests/fuzz/corpus/log
FUZZ_CORPUS.fuzz_snapshot := tests/fuzz/corpus/snapshot
FUZZ_CORPUS.fuzz_delta := tests/fuzz/corpus/delta
FUZZ_CORPUS.fuzz_level := tests/fuzz/corpus/level
FUZZ_CORPUS.fuzz_replay := tests/replays/1 tests/replays/2
FUZZ_CORPUS.fuzz_film := tests/replays/1

fuzz: ## look for inputs that break the library: FUZZ_SECONDS of libFuzzer each, 10^6 API calls
	@$(MAKE) --no-print-directory fuzz-run MODE=fuzz CC=clang OPT=-O1
	@$(MAKE) --no-print-directory fuzz-api MODE=san OPT=-O1
fuzz-api: $(B)/fuzz_api
	$(B)/fuzz_api 1 1000000
fuzz-run: $(FUZZ_TARGETS:%=%.run)
$(B)/fuzz_%.run: $(B)/fuzz_% FORCE
	mkdir -p $<.corpus
	$< -max_total_time=$(FUZZ_SECONDS) -max_len=8192 -artifact_prefix=$(B)/ $<.corpus \
	    $(FUZZ_CORPUS.$(<F))

fuzz-regress: ## the same targets with FUZZ_SEEDS random inputs; needs no clang
	@$(MAKE) --no-print-directory fuzz-seeds MODE=san OPT=-O1
fuzz-seeds: $(FUZZ_TARGETS:%=%.seeds) $(if $(wildcard tests/fuzz/fuzz_api.c),$(B)/fuzz_api)
	$(if $(wildcard tests/fuzz/fuzz_api.c),$(B)/fuzz_api 1 $(FUZZ_CALLS))
$(B)/fuzz_%.seeds: $(B)/fuzz_% FORCE
	@$< --seeds $(FUZZ_SEEDS) $(wildcard $(addsuffix /*,$(FUZZ_CORPUS.$(<F))))

# Random cases in numbers that take minutes: one program per file, which makes its own inputs.
SOAK := $(patsubst tests/soak/%.c,$(B)/%,$(wildcard tests/soak/*.c))
STAGES_WRAPPED := pairs_update manifolds_update islands_find prepare exchange_prepare contact_solver_solve \
    contact_solver_relax bounce continuous finish sleep event_finish_step
$(B)/soak_stages: LINK_FLAGS += $(foreach name,$(STAGES_WRAPPED),-Wl,--wrap=pawli_$(name))
soak: $(SOAK) $(B)/trials $(B)/pawl $(B)/pawl-other $(B)/pawl-broken fuzznet ## the long random tests
	@set -e; for program in $(SOAK); do $$program; done
	tests/cli/test_net.sh $(B)/pawl $(B)/pawl-other $(B)/pawl-broken 10000
	$(B)/trials --full

# Games over bad networks, other ones in each run: `make netgames GAMES=100 FIRST=5` plays some again.
GAMES ?= 5000
FIRST ?= $(shell date +%s)
.PHONY: netgames
netgames: $(B)/soak_session $(B)/soak_mix $(B)/soak_migrate ## GAMES games over bad networks, from the seed FIRST on
	@echo "netgames: GAMES=$(GAMES) FIRST=$(FIRST)"
	@$(B)/soak_session $(GAMES) $(FIRST)
	@$(B)/soak_mix $(GAMES) $(FIRST)
	@$(B)/soak_migrate $$(($(GAMES) / 5)) $(FIRST)

# Stages of a step have a build of their own.
TRACED := build/$(notdir $(CC))$(OPT)-$(TARGET)-trace/diff_double
# Programs with a mistake made on purpose.
CHANGED := softer forgetful secretive lying
CLI_TESTS := cli bench scenes tuning arcade soft tiled maps ldtk outline rube level level_body script character replay film shards signed diff net serial fuzznet output limits manner log
CLI_PROGRAMS := viewer view_hands view_list joints net_link studio timeline timeline_world inspect inspect_values compare board_log
.PHONY: cli-test cli-test-sync cli-test-traced $(CLI_TESTS:%=cli-test-%) $(CLI_PROGRAMS:%=cli-test-%)
cli-test: $(CLI_TESTS:%=cli-test-%) $(CLI_PROGRAMS:%=cli-test-%) cli-test-sync ## the pawl program from outside
$(CLI_TESTS:%=cli-test-%): cli-test-%: all
	tests/cli/test_$*.sh $(B)/pawl $(CLI_ARGUMENTS.$*)
cli-test-viewer: $(B)/viewer
	cd $(B) && ./viewer
cli-test-view_hands cli-test-view_list: cli-test-%: $(B)/%
	cd $(B) && ./$* $(CURDIR)/examples/scenes
cli-test-studio: $(B)/studio-test all
	@$(B)/pawl record examples/scenes/demo.json -o $(B)/studio.replay --ticks 300 --packed >/dev/null
	@$(B)/pawl run examples/scenes/demo.json --film $(B)/studio.film --ticks 300 >/dev/null
	cd $(B) && ./studio-test $(CURDIR)/examples/scenes studio.replay studio.film
$(patsubst %,cli-test-%,$(filter-out viewer view_hands view_list studio,$(CLI_PROGRAMS))): cli-test-%: $(B)/%
	$(B)/$*
cli-test-sync: $(B)/sync
	$(B)/sync 300 $$(grep -L '"arcade":' examples/scenes/*.json) tests/cli/rube_joints.json
cli-test-replay: $(CHANGED:%=$(B)/pawl-%)
cli-test-diff: $(B)/diff_double cli-test-traced
cli-test-log: $(B)/board-record
CLI_ARGUMENTS.log = $(B)/board-record
CLI_ARGUMENTS.diff = $(B)/diff_double $(TRACED)
cli-test-traced: $(B)/diff_double
	@$(MAKE) --no-print-directory MODE=trace PLAIN=$(B) $(TRACED)
cli-test-fuzznet: modules bugs $(B)/page/fuzznet.so
CLI_ARGUMENTS.fuzznet = $(B)/modules $(B)/bugs $(B)/page
cli-test-net: $(B)/pawl-other $(B)/pawl-broken
CLI_ARGUMENTS.net = $(B)/pawl-other $(B)/pawl-broken

# Levels, walks, paths and their pictures, of whatever build: `make levels-check CC=clang OPT=-O3`.
.PHONY: levels-check
levels-check: $(B)/pawl ## pawl bake, render and players against their goldens
	tests/cli/test_level.sh $(B)/pawl

# The object with the mistake comes before the library.
$(CHANGED:%=$(B)/pawl-%): $(B)/pawl-%: $(B)/changed/%.o $(B)/pawl
	$(links)$(CC) $(LINK_FLAGS) -o $@ $< $(CLI_OBJECTS) $(SUMO_OBJECTS) $(ASSERT_PORT) $(PAWL) \
	    $(B)/libpawl-udp.a $(CLI_LIBS)
$(B)/changed/%.o: tests/cli/changed.sh src/solver/softness.c src/step/step.c src/state/encode.c $(B)/flags
	@mkdir -p $(@D)
	@tests/cli/changed.sh $* >$(@:.o=.c)
	$(compiles)$(CC) $(LIB_FLAGS) -c -o $@ $(@:.o=.c)

# ---- goldens --------------------------------------------------------------------------------
golden: $(B)/golden ## rewrite tests/golden/*.txt; read tests/golden/PROVENANCE.md first
	@for scene in $$($(B)/golden --list); do \
	    echo $$scene; $(B)/golden $$scene >$(B)/golden.txt || exit 1; \
	    cp $(B)/golden.txt tests/golden/$$scene.txt || exit 1; done

golden-scenes: $(B)/golden-scenes ## rewrite tests/golden/scenes.inc
	$(B)/golden-scenes >tests/golden/scenes.inc

# The table of scenes is what the scene builders give.
golden-scenes-check: $(B)/golden-scenes
	$(B)/golden-scenes | cmp - tests/golden/scenes.inc

# Where 32-bit x86 is emulated, each of its four builds has a third of them, drawn afresh: THIRD=0, 1, 2.
ifneq ($(findstring qemu-i386,$(RUN)),)
third := --third $(or $(THIRD),$(shell shuf -i 0-2 -n 1))
endif
golden-check: $(B)/golden
	@echo "goldens: $(notdir $(CC)) $(OPT) $(TARGET) $(MODE) $(third)"
	@$(RUN) $(B)/golden --check tests/golden $(third)

.PHONY: golden-shifted
golden-shifted: $(B)/golden ## goldens of worlds that are shifted on the way, by other offsets each time; SHIFT_SEED repeats a run
	@seed=$(or $(SHIFT_SEED),$$(od -A n -N 4 -t u4 /dev/urandom | tr -d ' ')); \
	    for lanes in none best; do PAWL_LANES=$$lanes $(RUN) $(B)/golden --check tests/golden --shifted $$seed || exit 1; done

.PHONY: golden-periodic
golden-periodic: $(B)/golden ## scenes in worlds that go round, across their seams; SHIFT_SEED repeats a run
	@seed=$(or $(SHIFT_SEED),$$(od -A n -N 4 -t u4 /dev/urandom | tr -d ' ')); \
	    for lanes in none best; do PAWL_LANES=$$lanes $(RUN) $(B)/golden --periodic $$seed || exit 1; done

# The same in all lanes that the machine has: 77 is the answer of those that it has not.
.PHONY: lanes-check
lanes-check: $(B)/golden ## goldens in all lanes that this machine has
	@for lanes in sse41 avx2 avx512 neon wasm; do \
	    status=0; \
	    PAWL_LANES=$$lanes $(RUN) $(B)/golden --check tests/golden >$(B)/lanes.txt 2>&1 || status=$$?; \
	    if [ $$status = 77 ]; then echo "lanes: $$lanes: not here"; continue; fi; \
	    echo "lanes: $$lanes: $$(tail -n 1 $(B)/lanes.txt)"; \
	    if [ $$status != 0 ]; then cat $(B)/lanes.txt; exit 1; fi; done

# In those of other machines: an emulator, and node.
.PHONY: lanes-others-check
lanes-others-check: ## goldens in lanes of 64-bit ARM and of WebAssembly
	@$(MAKE) --no-print-directory -s TARGET=aarch64 OPT=-O2 lanes-check
	@$(MAKE) --no-print-directory -s TARGET=wasm OPT=-O2 B=build/wasm-simd CFLAGS='$(WASM_SIMD)' BOARD_LANES=1 bench-wasm-program golden-board

# Replays of every version of the format, as they were written then.
.PHONY: replays-check
replays-check: $(B)/replays ## old replays still open and verify
	@$(RUN) $(B)/replays check tests/replays/1
	@$(RUN) $(B)/replays check tests/replays/2

.PHONY: replay-sizes
replay-sizes: $(B)/replays ## bytes of replays of worlds to which much is done, and their limits
	@$(B)/replays sizes

.PHONY: replay-seeks
replay-seeks: $(B)/replays ## instructions of a seek in plain and packed replays (valgrind)
	@python3 -B tests/replays/seek.py $(B)/replays $(SEED)

# Every pair of {optimisation, compiler, word size, assertions} occurs in one of eight builds;
# the ninth is big-endian and has unsigned characters.
BUILDS := gcc/-O0/native/plain   clang/-O0/m32/asserts \
          gcc/-O2/m32/asserts    clang/-O2/native/plain \
          gcc/-O3/native/validate clang/-O3/m32/plain \
          gcc/-Os/m32/poison     clang/-Os/native/asserts \
          powerpc-linux-gnu-gcc/-O2/powerpc/plain
ifneq ($(shell uname -m),x86_64)
BUILDS := $(foreach build,$(BUILDS),$(if $(findstring /m32/,$(build)),,$(build)))
endif
field = $(word $1,$(subst /, ,$2))

builds: ## goldens and a third of the examples on nine builds: compilers, levels, word sizes, byte orders
	@$(MAKE) --no-print-directory -k $(if $(findstring jobserver,$(MAKEFLAGS)),,-j2) \
	    --output-sync=target $(BUILDS:%=builds/%)
.PHONY: $(BUILDS:%=builds/%) builds-drawn
# A run of check has five of them: those whose snapshots exchange-check has built, and others by chance.
builds-drawn:
	@printf '%s\n' $(filter $(EXCHANGE_BUILDS),$(BUILDS))
	@printf '%s\n' $(filter-out $(EXCHANGE_BUILDS),$(BUILDS)) | shuf | awk -F/ '++taken[$$1] <= ($$1 == "clang" ? 2 : 1)'
$(BUILDS:%=builds/%): builds/%: | $(LIBFIXMATH_DIR)/libfixmath/fix16.h
	@$(MAKE) --no-print-directory -s golden-check examples-check replays-check EXAMPLES=third \
	    CC=$(call field,1,$*) OPT=$(call field,2,$*) TARGET=$(call field,3,$*) MODE=$(call field,4,$*)

# ---- source ---------------------------------------------------------------------------------
lint: lint-rules lint-symbols lint-cppcheck lint-shell ## house rules, layers in text and objects, cppcheck, shell scripts
.PHONY: lint-rules lint-symbols lint-cppcheck lint-shell
lint-rules: export LIBFIXMATH_DIR := $(LIBFIXMATH_DIR)
lint-rules: | $(LIBFIXMATH_DIR)/libfixmath/fix16.h
	python3 -B tests/lint/lint.py --self-test
	python3 -B tests/lint/lint.py
lint-symbols: all
	BUILD=$(B) python3 -B tests/lint/lint.py --symbols

# All sources of the library as one: no two of them give a name two meanings. A local may be named
# like a static of another file (-Wno-shadow).
ONE_FILE := $(foreach cc,gcc clang,$(PROFILES:%=$(cc)/%/native)) gcc/FULL/m32
.PHONY: one-file one-file-check $(ONE_FILE:%=one-file/%)
# With small code some functions are in one object alone, which one file does not have.
one-file: $(B)/obj/one_file.o ## the library compiled as one file; FULL has all of itself
	@if $(if $(filter FULL,$(or $(PROFILE),FULL)),nm -u $<,true) | grep pawl; then echo "$<: not in the file"; exit 1; fi
$(B)/one_file.c: $(LIB_SOURCES) $(B)/flags
	@mkdir -p $(@D)
	@printf '#define PAWL_LINK_ALL 1\n' >$@; printf '#include "%s"\n' $(LIB_SOURCES:src/%=%) >>$@
$(B)/obj/one_file.o: $(B)/one_file.c | $(LIBFIXMATH_DIR)/libfixmath/fix16.h
	@mkdir -p $(@D)
	$(compiles)$(CC) $(LIB_FLAGS) -isystem $(LIBFIXMATH_DIR) $(FIXMATH_OPTIONS) -Werror -Wno-shadow \
	    -MMD -MP -c -o $@ $<
one-file-check: $(ONE_FILE:%=one-file/%) ## the same by gcc and clang, in each size profile, and of 32 bits
	@echo "one file: $(words $^) passed, 0 failed"
$(ONE_FILE:%=one-file/%): one-file/%:
	@$(MAKE) --no-print-directory one-file CC=$(call field,1,$*) OPT=-O0 PROFILE=$(call field,2,$*) \
	    TARGET=$(call field,3,$*)

lint-cppcheck:
	tests/lint/cppcheck.sh
lint-shell:
	shellcheck .ci/run $$(find tests port -name '*.sh')

C_FILES = $(shell find src include tests port examples -name '*.[ch]' ! -path '*/selftest/*')
format: ## rewrite the C files in the house format
	clang-format -i $(C_FILES)

format-check: ## which files `make format` would change
	@mkdir -p $(B); printf '%s\n' $(C_FILES) | xargs -P 2 -n 40 tests/lint/format.sh >$(B)/format.txt; \
	cat $(B)/format.txt; bad=$$(wc -l <$(B)/format.txt); \
	echo "format: $$(($(words $(C_FILES)) - bad)) passed, $$bad failed"; [ $$bad = 0 ]

# ---- the library as a product ---------------------------------------------------------------
archive-check: lib
	tests/lint/archive.sh $(B)/libpawl.a
	$(if $(TARGET_PIC.$(TARGET)),tests/lint/shared.sh $(B) $(CC))
	$(if $(TARGET_PIC.$(TARGET)),tests/lint/knobs.sh $(B) $(CC))

.PHONY: linked-check
linked-check: $(B)/pawl $(B)/pyramid-board $(B)/unlinked $(B)/bare $(B)/golden ## boxes alone are linked without other features
	tests/lint/linked.sh $(B)
$(B)/unlinked $(B)/bare: $(B)/%: $(B)/obj/tests/target/%.o $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -Wl,--gc-sections -o $@ $^

docs-check: lib $(B)/libpawl-udp.a ## compile and run the programs in README and docs
	tests/docs/docs.sh $(CC) $(B)

.PHONY: cookbook cookbook-check
cookbook: lib $(B)/include/pawl/pawl_float.h ## rewrite code, outputs and pictures of docs/cookbook
	@python3 -B tests/docs/cookbook.py --write $(CC) $(B)
cookbook-check: lib $(B)/include/pawl/pawl_float.h ## compile and run the recipes, compare them with their pages
	@python3 -B tests/docs/cookbook.py $(CC) $(B)

# Programs that no other check needs: a measurement that nobody builds does not compile for long.
BOARD_PROGRAMS_ALONE := board-hello mcu-bench level-bench breakout breakout-blank pocket pocket-blank pocket-film \
    room-arcade room-pocket soft-board pyramid-board pile
.PHONY: programs programs-alone programs-of-boards docs-programs-check
programs: ## programs that no other check builds: measurements, generators, soak, examples
	@$(MAKE) --no-print-directory programs-alone
	@$(MAKE) --no-print-directory programs-of-boards TARGET=cortex-m0-64k OPT=-Os
programs-alone: examples $(SOAK) $(B)/ranges $(B)/pictures $(B)/fuzz-corpus $(B)/portcheck-reference $(PORTCHECK_ALONE:%=$(B)/portcheck-%) $(B)/game build/tools/icount.so
programs-of-boards: $(BOARD_PROGRAMS_ALONE:%=$(B)/%)

docs-programs-check: ## pages name only programs and targets that there are, and that a check builds
	@python3 -B tests/docs/programs.py --self-test
	@python3 -B tests/docs/programs.py

.PHONY: docs-quotes docs-quotes-check
docs-quotes: ## rewrite what pages quote of programs
	@python3 -B tests/docs/pages.py --write
docs-quotes-check: ## pages quote programs as they are, and links lead somewhere
	@python3 -B tests/docs/pages.py --self-test
	@python3 -B tests/docs/pages.py

.PHONY: docs-transcripts docs-transcripts-check
docs-transcripts: $(B)/pawl ## rewrite what the program prints on pages
	@python3 -B tests/docs/transcripts.py $(B)/pawl --write
docs-transcripts-check: $(B)/pawl ## the program prints what pages say
	@python3 -B tests/docs/transcripts.py --self-test
	@python3 -B tests/docs/transcripts.py $(B)/pawl

.PHONY: docs-limits docs-limits-check
docs-limits: ## rewrite the table of docs/limits.md
	@python3 -B tests/docs/limits.py --write $(CC)
docs-limits-check: ## the tables of limits, and of Box2D's functions, have names of the headers, and every status stands in a page
	@python3 -B tests/docs/limits.py $(CC)
	@python3 -B tests/docs/from_box2d.py --self-test
	@python3 -B tests/docs/from_box2d.py

.PHONY: docs-claims docs-claims-check
$(B)/memory_sizes: tests/docs/memory_sizes.c $(PAWL)
	$(links)$(CC) -std=c11 $(VARIANT_FLAGS) $(TEST_WARNINGS) $(WERROR) -Iinclude $(LDFLAGS) -o $@ $^
$(B)/memory_sizes.txt: $(B)/memory_sizes
	@$< >$@
docs-claims: $(B)/memory_sizes.txt ## rewrite the table of figures in README.md from those of the pages
	@python3 -B tests/docs/figures.py --write $<
docs-claims-check: $(B)/memory_sizes.txt ## figures in README.md and in sentences are those of the tables, and no other
	@python3 -B tests/docs/figures.py --self-test
	@python3 -B tests/docs/figures.py $<

docs-tables: $(B)/format_tables ## rewrite the tables of docs/format-snapshot.md
	$< docs/format-snapshot.md >$(B)/format-snapshot.md
	cp $(B)/format-snapshot.md docs/format-snapshot.md

docs-tables-check: $(B)/format_tables ## whether the tables of docs/format-snapshot.md are those of the source
	@$< docs/format-snapshot.md >$(B)/format-snapshot.md
	@diff -u docs/format-snapshot.md $(B)/format-snapshot.md || { echo "docs: make docs-tables?"; exit 1; }
	@echo "docs: tables as in the source: 1 passed, 0 failed"

docs-pictures: all $(B)/pictures cookbook ## remake docs/images: commands of the pages, tests/docs/pictures.c, recipes, boards
	tests/docs/pictures.sh $(B)
	$(if $(shell command -v arm-none-eabi-gcc),$(MAKE) --no-print-directory gba-pictures)
	$(if $(shell command -v avr-gcc),$(MAKE) --no-print-directory avr-pictures)

docs-pictures-check: all $(B)/pictures ## docs/images are what the commands of the pages draw
	@tests/docs/pictures.sh $(B) --check

EXAMPLES := all
examples-check: lib $(ASSERT_PORT) $(B)/libsumo.a $(B)/libpawl-udp.a ## compile and run examples/*.c, compare with tests/examples/*.txt; EXAMPLES=third: some, drawn afresh; EXAMPLES=write: rewrite those
	@FLAGS="$(VARIANT_FLAGS) $(TARGET_LINK.$(TARGET))" OBJECTS="$(ASSERT_PORT)" RUN="$(RUN)" \
	    tests/examples/examples.sh $(CC) $(B) $(EXAMPLES)

sealed-check: $(if $(SODIUM_LIBS),$(B)/sealed $(B)/signed $(B)/signed-replay) ## games whose packets libsodium seals, with an attacker, and whose inputs it signs
	@$(if $(SODIUM_LIBS),$(B)/sealed && echo "sealed: 1 passed",echo "sealed: skipped: no libsodium")
	@$(if $(SODIUM_LIBS),$(B)/signed && echo "signed: 1 passed",echo "signed: skipped: no libsodium")

install-check: all
	+tests/lint/install.sh

cross: ## compile the library for Cortex-M0 and AVR
	@$(MAKE) --no-print-directory libpawl TARGET=cortex-m0-64k OPT=-Os
	@$(MAKE) --no-print-directory libpawl TARGET=avr1284 OPT=-Os

.PHONY: literal-check
literal-check: ## literals of Q16.16 drawn afresh, and wrong ones, as C and C++
	python3 -B tests/literal/literal.py $(SEED)

size: cross lib ## bytes of code and data, by target
	@for archive in $(B)/libpawl.a build/*-Os-cortex-m0-64k-plain/libpawl.a \
	    build/*-Os-avr1284-plain/libpawl.a; do \
	    size -t $$archive | awk -v name=$$archive \
	        'END { printf "%-48s code %6d  data %d  bss %d\n", name, $$1, $$2, $$3 }'; done

# ---- measurements ---------------------------------------------------------------------------
# The scenes of `trials` differ in each run: `QUALITY_SEED=n make quality` repeats one.
quality: $(B)/quality $(B)/trials ## physical quality: reference scenes, and others drawn afresh
	@failed=0; $(B)/quality || failed=1; $(B)/trials || failed=1; exit $$failed

.PHONY: ranges
ranges: $(B)/ranges ## rewrite the table of usable ranges in docs/2-numbers.md
	$< docs/2-numbers.md >$(B)/2-numbers.md
	cp $(B)/2-numbers.md docs/2-numbers.md

.PHONY: quality-long
quality-long: $(B)/trials ## the scenes drawn afresh in large numbers
	$(B)/trials --full

include tests/bench/bench.mk
include tests/rube/rube.mk
include tests/mask/mask.mk
include tests/object/object.mk
include tests/docs/docs.mk
include tests/exchange/exchange.mk
