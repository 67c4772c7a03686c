# conform.mk - a board and this machine play the same, and a PC looks for the first difference;
# included by the Makefile.

# Everything is the library as it is, but for what tells of the stages of a step: that is compiled
# once more, and comes before the archive.
CONFORM_TRACED := $(addprefix $(B)/obj/conform/,step.o step_5_solve.o trace.o)
CONFORM_FLAGS := -DPAWL_TRACE=1 -Dpawl_world_step=conform_library_step -Dpawli_trace=conform_trace
$(B)/obj/conform/trace.o: CONFORM_FLAGS := -DPAWL_TRACE=1 -Dpawli_xxh32_word=conform_trace_word
$(B)/obj/conform/%.o: src/step/%.c port/conform/conform.mk $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(LIB_FLAGS) $(CONFORM_FLAGS) -MMD -MP -c -o $@ $<

CONFORM_SHARED := $(call object,$(addprefix port/conform/,observe.c scenes.c goldens.c product.c tree.c wire.c) \
    tests/golden/run.c tests/golden/calls.c tests/golden/breaking.c) \
    $(filter-out %/portcheck.o %/check.o %/arena.o %/integers.o %/memory.o,$(PORTCHECK_OBJECTS)) \
    $(CONFORM_TRACED)
CONFORM_BOARD := $(call object,port/conform/board.c) $(CONFORM_SHARED)
CONFORM_PC := $(call object,$(wildcard port/conform/pc/*.c) port/common/stream.c port/posix/serial.c tests/support/world/lanes.c tests/support/world/threads.c) \
    $(call object,$(addprefix src/cli/common/,clock.c command.c file.c heap.c limits.c manual.c options.c output.c progress.c)) $(CONFORM_SHARED)

# Where the flash does not hold all scenes: some of the sets of portcheck/sets.h and "portcheck", the
# stages; and CONFORM_GOLDENS=0.
CONFORM_SETS := portcheck $(shell sed -n 's/^PAWLI_SET_OF_EPISODES(\(.*\))$$/\1/p' port/portcheck/sets.h)
CONFORM_GOLDENS := 1
$(B)/conform_sets.inc: FORCE
	@mkdir -p $(@D)
	@printf 'PAWLI_SET_OF_EPISODES(%s)\n' $(CONFORM_SETS) >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(B)/obj/port/conform/scenes.o: $(B)/conform_sets.inc
$(B)/obj/port/conform/%.o: PORT_FLAGS += -Itests -I$(B) -DCONFORM_GOLDENS=$(CONFORM_GOLDENS) \
    $(if $(filter 1,$(CONFORM_GOLDENS)),-DCONFORM_MEMORY_BYTES=$(GOLDEN_WORLD_BYTES))
$(B)/obj/port/conform/product.o: PORT_FLAGS += -DPAWL_TRACE=1
$(B)/obj/port/conform/board.o: PORT_FLAGS += -DPAWLI_TARGET='"$(TARGET)"'

$(B)/conform-board: $(CONFORM_BOARD) $(PORT_PARTS)
	$(link_port)
$(B)/conform: $(CONFORM_PC) $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^

.PHONY: conform conform-board
conform: $(B)/conform ## build/conform: says where a board at the end of a serial line begins to differ
conform-board: $(B)/conform-board ## what it wants to run on the board, for TARGET

# Sound boards and faulty ones, in QEMU over their UART. CONFORM_SCENES=--all: every scene of the
# sound one.
CONFORM_TARGET := cortex-m0-64k
CONFORM_SCENES :=
.PHONY: conform-check conform-check-board
conform-check: build/conform ## does it name tick, stage and value of boards that are wrong on purpose?
	@$(MAKE) --no-print-directory -s TARGET=$(CONFORM_TARGET) OPT=-Os conform-check-board
conform-check-board: export COMPILE = $(CC) $(LIB_FLAGS)
conform-check-board: export TRACED = $(CONFORM_FLAGS)
conform-check-board: export LINK = $(CC) $(LINK_FLAGS)
conform-check-board: export LIBS = $(TARGET_LIBS.$(TARGET))
conform-check-board: export OBJECTS = $(CONFORM_BOARD) $(PORT_PARTS) $(B)/libpawl.a
conform-check-board: $(B)/conform-board
	@WORK="$(B)/conform-faults" python3 -B tests/wire/conform.py $(CONFORM_SCENES) build/conform '$(B)/conform-board:$(RUN)'
