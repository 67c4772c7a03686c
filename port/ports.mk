# ports.mk - what is made for boards and emulators; included by the Makefile.

.PHONY: targets portcheck board-hello board-hello-check portcheck-broken portcheck-fast
.PHONY: portcheck-reference portcheck-answers portcheck-answers-check
.PHONY: board-record board-record-check board-program board-program-check golden-board portcheck-mutants two-cores two-cores-check makers-check

targets: ## what TARGET can be, with its port
	@$(foreach name,$(ALL_TARGETS),printf '%-18s port/%s\n' $(name) $(TARGET_PORT.$(name));)

portcheck: $(B)/portcheck $(PORTCHECK_PARTS:%=$(B)/portcheck-%) $(TARGET_TOOLS.$(TARGET)) ## does TARGET compute what every other machine computes?
	$(RUN) $(B)/portcheck
	$(foreach part,$(PORTCHECK_PARTS),$(RUN) $(B)/portcheck-$(part) &&) true

board-hello: $(B)/board-hello $(TARGET_TOOLS.$(TARGET)) ## examples/board/hello.c on TARGET; the hash is that of build/examples/hello
	$(RUN) $(B)/board-hello

# Text and status: some emulators end with 0 whatever happened.
board-hello-check: $(B)/board-hello $(TARGET_TOOLS.$(TARGET))
	@$(RUN) $(B)/board-hello >$(B)/board-hello.txt && tail -n 1 $(B)/board-hello.txt | \
	    grep -qxF "$$(tail -n 1 tests/examples/hello.txt)" && \
	    echo "board-hello: 1 passed, 0 failed"

board-record: $(B)/board-record $(TARGET_TOOLS.$(TARGET)) ## examples/board/record.c on TARGET: a replay and hashes as lines of text, for `pawl log`
	$(RUN) $(B)/board-record

# What a machine tells is a replay that this one verifies, and the same text from all of them.
board-record-check: $(B)/board-record all ## machines tell their replay and their hashes as text: this one, a Cortex-M3, a big-endian one
	@mkdir -p build/logs && $(RUN) $(B)/board-record >build/logs/native.log
	@set -e; for build in $(RECORDED); do log=build/logs/$${build#*/}; \
	    $(MAKE) --no-print-directory -s board-record OPT=$${build%/*} TARGET=$${build#*/} >$$log.log; cmp build/logs/native.log $$log.log; \
	    $(B)/pawl log $$log.log -o $$log.rep >/dev/null; $(B)/pawl verify $$log.rep; done
	@echo "board-record: $(words $(RECORDED)) passed, 0 failed"
RECORDED := -Os/cortex-m3 -O2/powerpc

board-program: $(B)/board-program $(TARGET_TOOLS.$(TARGET)) ## PROGRAM=../game/game.c on TARGET: a program of your own, built and run
	$(RUN) $(B)/board-program

# From a folder outside of the tree, as a reader has it.
board-program-check:
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && cp examples/board/hello.c "$$folder/game.c" && \
	    $(MAKE) --no-print-directory -s board-program TARGET=cortex-m3 OPT=-Os PROGRAM="$$folder/game.c" | \
	    tail -n 1 | grep -qxF "$$(tail -n 1 tests/examples/hello.txt)" && \
	    echo "board-program: 1 passed, 0 failed"

# Only an RP2040 has a second core to start.
two-cores: $(B)/two-cores $(TARGET_TOOLS.$(TARGET)) ## examples/board/two_cores.c on TARGET=rp2040: core 1 steps, core 0 draws
	$(RUN) $(B)/two-cores

two-cores-check: $(B)/two-cores $(TARGET_TOOLS.$(TARGET))
	@$(RUN) $(B)/two-cores >$(B)/two-cores.txt && tail -n 1 $(B)/two-cores.txt | \
	    grep -qxF "$$(tail -n 1 tests/examples/hello.txt)" && \
	    echo "two-cores: 1 passed, 0 failed"

# What makers copy runs in emulators, with stand-ins for the parts of vendors.
makers-check: ## a world on the one and on both cores of an RP2040 and on an ESP32-C3, in emulators
	@$(CC) -std=gnu11 $(TEST_WARNINGS) -Werror -fsyntax-only -Iinclude -Itests/target/pico port/rp2040/sdk/port.c
	@$(MAKE) --no-print-directory board-hello-check two-cores-check TARGET=rp2040
	@$(MAKE) --no-print-directory board-hello-check TARGET=esp32c3

# One microcontroller without and one with a 64-bit product, 32-bit words, and big-endian words
# with unsigned characters; the native one is part of portcheck-broken.
PORTCHECK_FAST := $(if $(filter x86_64,$(shell uname -m)),-O2/m32) -O2/powerpc -Os/cortex-m0 \
                  -Os/cortex-m3
portcheck-fast: portcheck-broken portcheck-answers-check ## portcheck on a few targets
	@set -e; for build in $(PORTCHECK_FAST); do \
	    $(MAKE) --no-print-directory portcheck board-hello-check OPT=$${build%/*} TARGET=$${build#*/}; done
	@$(MAKE) --no-print-directory portcheck-broken OPT=-Os TARGET=cortex-m3

portcheck-broken: export COMPILE = $(CC) $(PORT_FLAGS) $(TARGET_LINE.$(TARGET))
portcheck-broken: export COMPILE_FIX = $(CC) -std=gnu11 $(VARIANT_FLAGS) -w
portcheck-broken: export LINK = $(CC) $(LINK_FLAGS)
portcheck-broken: export LIBS = $(TARGET_LIBS.$(TARGET))
portcheck-broken: export OBJECTS = $(PORTCHECK_OBJECTS) $(PORT_PARTS)
portcheck-broken: $(B)/portcheck ## does portcheck find ports that are broken on purpose?
	@FIXMATH="$(LIBFIXMATH_DIR)" RUN="$(RUN)" WORK="$(B)/broken" tests/portcheck/broken.sh \
	    $(if $(filter cortex-m,$(PORT)),board)

# What portcheck compares with. Never part of a check.
portcheck-answers: ## rewrite port/portcheck/answers.h from exact integers
	python3 -B port/portcheck/answers.py >$(B)/answers.h
	mv $(B)/answers.h port/portcheck/answers.h

portcheck-answers-check:
	@python3 -B port/portcheck/answers.py | cmp - port/portcheck/answers.h

portcheck-reference: $(B)/portcheck-reference ## rewrite port/portcheck/reference.h
	$(B)/portcheck-reference >$(B)/reference.h || { cat $(B)/reference.h; false; }
	mv $(B)/reference.h port/portcheck/reference.h

# Both programs in whole, on this machine, which is a matter of minutes, or on a board with 64 KB in
# an emulator: a mutant that no golden finds takes them half a minute there. A run with the seed of
# one that was stopped goes on where that was.
MUTANTS := 1000
MUTANTS_JOBS := 2
MUTANTS_MINUTES := inf
mutants_folder.native := build
mutants_folder.cortex-m0-64k := build/arm-none-eabi-gcc-Os-cortex-m0-64k-plain
portcheck-mutants: ## MUTANTS wrong instructions: does portcheck find what the goldens find? also TARGET=cortex-m0-64k; MUTANTS_SEED=n, MUTANTS_MINUTES=n
	$(if $(mutants_folder.$(TARGET)),,$(error portcheck-mutants: TARGET is native on an x86-64, or cortex-m0-64k))
	@$(MAKE) --no-print-directory -s $(if $(filter native,$(TARGET)),,OPT=-Os TARGET=$(TARGET)) \
	    $(mutants_folder.$(TARGET))/portcheck $(mutants_folder.$(TARGET))/golden_board
	@python3 -B tests/portcheck/mutants.py --machine $(if $(filter native,$(TARGET)),native,mps2-an385) \
	    --count $(MUTANTS) $(MUTANTS_SEED:%=--seed %) --jobs $(MUTANTS_JOBS) --minutes $(MUTANTS_MINUTES) \
	    --log build/mutants-$(TARGET).txt $(mutants_folder.$(TARGET))

include examples/gba/game.mk

# Files, and members of other libraries, that belong in fast memory: compiled with flags of their
# own and named in hot.ld, which a linker script can include.
HOT_OBJECTS := $(call object,$(TARGET_HOT.$(TARGET)))
$(HOT_OBJECTS): port/$(PORT)/port.mk
$(HOT_OBJECTS): LIB_FLAGS += $(TARGET_HOT_FLAGS.$(TARGET))
$(HOT_OBJECTS): PORT_FLAGS += $(TARGET_HOT_FLAGS.$(TARGET))
$(B)/libport.a: $(B)/hot.ld
$(B)/hot.ld: $(B)/flags port/$(PORT)/port.mk
	@for file in $(notdir $(HOT_OBJECTS)) $(TARGET_HOT_MEMBERS.$(TARGET)); do \
	    echo "*.a:$$file(.text .text.*) */$$file(.text .text.*)"; done >$@

# The goldens on a board, in a world of so many bytes and, on slow ones, for so many steps only.
# (level-random and level-tiles need 375,440.) Episodes are left out where portcheck, in its parts,
# already fills the flash.
GOLDEN_WORLD_BYTES := $(or $(TARGET_WORLD_BYTES.$(TARGET)),393216)
GOLDEN_EPISODES := $(if $(TARGET_PORTCHECK_PARTS.$(TARGET)),0,1)
GOLDEN_STEPS := $(or $(TARGET_GOLDEN_STEPS.$(TARGET)),0)
golden-board: $(B)/golden_board $(TARGET_TOOLS.$(TARGET)) ## the goldens that fit into TARGET, compiled in
	$(RUN) $(B)/golden_board

$(B)/golden_board: $(call object,tests/target/golden_board.c tests/golden/run.c tests/golden/calls.c \
    tests/golden/breaking.c tests/golden/levels.c tests/golden/level_run.c \
    tests/golden/arcades.c tests/golden/softs.c) \
    $(if $(filter 1,$(GOLDEN_EPISODES)),$(call object,tests/golden/episodes.c) $(EPISODE_OBJECTS)) \
    $(if $(BOARD_LANES),$(call object,tests/target/golden_lanes.c)) $(PORT_PARTS)
	$(link_port)

$(B)/obj/tests/target/golden_board.o: $(B)/golden_expected.inc port/$(PORT)/port.mk
$(B)/obj/tests/target/golden_board.o: PORT_FLAGS += -I$(B) \
    -DGOLDEN_WORLD_BYTES=$(GOLDEN_WORLD_BYTES) -DGOLDEN_STEPS=$(GOLDEN_STEPS) -DGOLDEN_EPISODES=$(GOLDEN_EPISODES)
$(B)/golden_expected.inc: tests/target/expected.awk tests/golden/scenes.inc tests/golden/levels.c tests/golden/arcades.c \
    $(wildcard tests/golden/*.txt tests/golden/arcade/*.txt)
	@mkdir -p $(@D)
	awk -v folder=tests/golden -f $< $(filter %.inc %.c,$^) >$@

include port/matrix.mk
