# target.mk - tools for boards and emulators, and what a step costs there; included by the Makefile.

.PHONY: bench-mcu

HOST_CC ?= gcc
build/tools/icount.so: tests/target/icount.c
	@mkdir -p $(@D)
	$(HOST_CC) -std=gnu11 $(TEST_WARNINGS) -O2 -shared -fPIC -fvisibility=hidden -o $@ $<

build/tools/avrrun: tests/target/avrrun.c tests/target/avr_profile.c tests/target/avr_profile.h
	@mkdir -p $(@D)
	$(HOST_CC) -std=gnu11 $(TEST_WARNINGS) -O2 -o $@ $(filter %.c,$^) -lsimavr -lelf

build/tools/gbarun: tests/target/gbarun.c
	@mkdir -p $(@D)
	$(HOST_CC) -std=gnu11 $(TEST_WARNINGS) -O2 -o $@ $< -lmgba -lpng

# Six boxes on the ground: on this machine, and on the smallest ones.
$(B)/pile: $(B)/obj/tests/target/pile.o $(PORT_PARTS)
	$(link_port)

.PHONY: pile avr-check
pile: $(B)/pile $(TARGET_TOOLS.$(TARGET)) ## six boxes fall on TARGET
	$(RUN) $(B)/pile

avr-check: ## portcheck and six boxes on an AVR: cycles, flash, RAM and stack
	@tests/target/avr_check.sh

$(B)/mcu-bench: $(B)/obj/tests/target/mcu_bench.o $(B)/obj/tests/target/mark.o $(PORT_PARTS)
	$(link_port)

# Boards whose emulator counts, with the options that a game would be built with.
MCU_TARGETS := cortex-m0-64k cortex-m3
mcu_folder = build/$(TARGET_CC.$1)-O2-$1-plain

bench-mcu: build/tools/icount.so ## instructions or cycles per step on boards: docs/performance.md
	@set -e; for target in $(MCU_TARGETS); do \
	    $(MAKE) --no-print-directory -s TARGET=$$target OPT=-O2 mcu-bench; done
	python3 -B tests/target/mcu_report.py $(if $(ACCEPT),--accept) \
	    $(foreach name,$(MCU_TARGETS),'$(name)=$(call mcu_folder,$(name))/mcu-bench:$(TARGET_RUN.$(name))')
.PHONY: mcu-bench
mcu-bench: $(B)/mcu-bench

# ---- size profiles --------------------------------------------------------------------------
$(B)/pyramid-board: $(B)/obj/tests/target/pyramid_board.o $(PORT_PARTS)
	$(link_port)

.PHONY: pyramid-board
pyramid-board: $(B)/pyramid-board ## 15 boxes on TARGET in the memory that PROFILE needs
	$(RUN) $(B)/pyramid-board
