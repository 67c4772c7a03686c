# ports.mk - what is made for boards and emulators; included by the Makefile.

.PHONY: targets portcheck

targets: ## what TARGET can be, with its port
	@$(foreach name,$(TARGETS),printf '%-18s port/%s\n' $(name) $(TARGET_PORT.$(name));)

portcheck: $(B)/portcheck $(TARGET_TOOLS.$(TARGET)) ## does TARGET compute what every other machine computes?
	$(RUN) $(B)/portcheck

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

HOST_CC ?= gcc
build/tools/gbarun: tests/target/gbarun.c
	@mkdir -p $(@D)
	$(HOST_CC) -std=gnu11 $(TEST_WARNINGS) -O2 -o $@ $< -lmgba -lpng
