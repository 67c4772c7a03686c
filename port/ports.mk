# ports.mk - what is made for boards and emulators; included by the Makefile.

.PHONY: targets portcheck golden-board

targets: ## what TARGET can be, with its port
	@$(foreach name,$(ALL_TARGETS),printf '%-18s port/%s\n' $(name) $(TARGET_PORT.$(name));)

portcheck: $(B)/portcheck ## does TARGET compute what every other machine computes?
	$(RUN) $(B)/portcheck

# The goldens on a board, in a world of so many bytes and, on slow ones, for so many steps only.
GOLDEN_WORLD_BYTES := $(or $(TARGET_WORLD_BYTES.$(TARGET)),262144)
GOLDEN_STEPS := $(or $(TARGET_GOLDEN_STEPS.$(TARGET)),0)
golden-board: $(B)/golden_board $(TARGET_TOOLS.$(TARGET)) ## the goldens that fit into TARGET, compiled in
	$(RUN) $(B)/golden_board

$(B)/golden_board: $(call object,tests/target/golden_board.c tests/golden/run.c tests/golden/calls.c) \
    $(PORT_PARTS)
	$(link_port)

$(B)/obj/tests/target/golden_board.o: $(B)/golden_expected.inc port/$(PORT)/port.mk
$(B)/obj/tests/target/golden_board.o: PORT_FLAGS += -I$(B) \
    -DGOLDEN_WORLD_BYTES=$(GOLDEN_WORLD_BYTES) -DGOLDEN_STEPS=$(GOLDEN_STEPS)
$(B)/golden_expected.inc: tests/target/expected.awk tests/golden/scenes.inc $(wildcard tests/golden/*.txt)
	@mkdir -p $(@D)
	awk -v folder=tests/golden -f $< tests/golden/scenes.inc >$@

include port/matrix.mk
