# target.mk - tools for boards and emulators, and what a step costs there; included by the Makefile.

.PHONY: bench-mcu

HOST_CC ?= gcc
build/tools/icount.so: tests/target/icount.c
	@mkdir -p $(@D)
	$(links)$(HOST_CC) -std=gnu11 $(TEST_WARNINGS) -O2 -shared -fPIC -fvisibility=hidden -o $@ $<

build/tools/avrrun: tests/target/avrrun.c tests/target/avr_profile.c tests/target/avr_profile.h
	@mkdir -p $(@D)
	$(links)$(HOST_CC) -std=gnu11 $(TEST_WARNINGS) -O2 -o $@ $(filter %.c,$^) -lsimavr -lelf

build/tools/gbarun: tests/target/gbarun.c tests/target/gba_uart.c tests/target/gba_uart.h
	@mkdir -p $(@D)
	$(links)$(HOST_CC) -std=gnu11 $(TEST_WARNINGS) -O2 -o $@ $(filter %.c,$^) -lmgba -lpng

build/tools/film: tests/target/film.c
	@mkdir -p $(@D)
	$(links)$(HOST_CC) -std=gnu11 $(TEST_WARNINGS) -O2 -o $@ $< -lgif

# Six boxes on the ground: on this machine, and on the smallest ones.
$(B)/pile: $(B)/obj/tests/target/pile.o $(B)/obj/tests/target/boxes.o $(PORT_PARTS)
	$(link_port)

# Breakout in an arcade of 16 bodies.
$(B)/breakout: $(B)/obj/tests/target/breakout.o $(B)/obj/tests/target/breakout_scene.o $(B)/obj/tests/target/mark.o \
               $(PORT_PARTS)
	$(link_port)

# The same without the arcade: what is left of the larger one is what the arcade takes.
$(B)/breakout-blank: $(B)/obj/tests/target/breakout_blank.o $(B)/obj/tests/target/mark.o $(PORT_PARTS)
	$(link_port)
$(B)/obj/tests/target/breakout_blank.o: PORT_FLAGS += -DBREAKOUT_BLANK
$(B)/obj/tests/target/breakout_blank.o: tests/target/breakout.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(PORT_FLAGS) -Itests -MMD -MP -c -o $@ $<

# The same game in a pocket, and the program without one.
$(B)/pocket: $(B)/obj/tests/target/pocket.o $(B)/obj/tests/target/mark.o $(PORT_PARTS)
	$(link_port)
$(B)/pocket-blank: $(B)/obj/tests/target/pocket_blank.o $(B)/obj/tests/target/mark.o $(PORT_PARTS)
	$(link_port)
$(B)/obj/tests/target/pocket_blank.o: PORT_FLAGS += -DBREAKOUT_BLANK
$(B)/obj/tests/target/pocket_blank.o: tests/target/pocket.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(PORT_FLAGS) -Itests -MMD -MP -c -o $@ $<

# And one that shows what happens.
$(B)/pocket-film: $(B)/obj/tests/target/pocket_film.o $(B)/obj/tests/target/pocket_screen.o \
                  $(B)/obj/tests/target/mark.o $(PORT_PARTS)
	$(link_port)
$(B)/obj/tests/target/pocket_film.o: PORT_FLAGS += -DPOCKET_FILM
$(B)/obj/tests/target/pocket_film.o: tests/target/pocket.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(PORT_FLAGS) -Itests -MMD -MP -c -o $@ $<
.PHONY: pocket-film avr-pictures
pocket-film: $(B)/pocket-film
avr-pictures: build/tools/avrrun build/tools/film ## the picture of the pocket in docs/arcade.md
	@$(MAKE) --no-print-directory -s TARGET=avr328 OPT=$(ARCADE_OPT) pocket-film
	$(TARGET_RUN.avr328) $(call arcade_folder,avr328)/pocket-film 2>$(B)/pocket-film.log | python3 -B tests/target/pocket_film.py | \
	    build/tools/film 240 288 7 docs/images/arcade-pocket.gif

POCKET_TARGETS := avr328 cortex-m0
.PHONY: pocket pocket-sizes bench-mcu-pocket
pocket-sizes: $(B)/pocket $(B)/pocket-blank
bench-mcu-pocket: build/tools/icount.so $(call tools_of,$(POCKET_TARGETS)) ## the same for the pocket
	@set -e; $(foreach name,$(POCKET_TARGETS),$(MAKE) --no-print-directory -s TARGET=$(name) \
	    OPT=$(ARCADE_OPT) pocket-sizes;)
	python3 -B tests/target/arcade_report.py pocket \
	    $(foreach name,$(POCKET_TARGETS),'$(name)=$(call arcade_folder,$(name)):$(TARGET_RUN.$(name))')

pocket: $(B)/pocket $(TARGET_TOOLS.$(TARGET)) ## breakout in a pocket on TARGET
	$(RUN) $(B)/pocket

ARCADE_TARGETS := avr1284 cortex-m0
ARCADE_OPT := -Os
arcade_folder = build/$(TARGET_CC.$1)$(ARCADE_OPT)-$1-plain
.PHONY: breakout breakout-sizes bench-mcu-arcade
breakout-sizes: $(B)/breakout $(B)/breakout-blank
bench-mcu-arcade: build/tools/icount.so $(call tools_of,$(ARCADE_TARGETS)) ## flash, RAM and cycles of breakout on boards
	@set -e; $(foreach name,$(ARCADE_TARGETS),$(MAKE) --no-print-directory -s TARGET=$(name) \
	    OPT=$(ARCADE_OPT) breakout-sizes;)
	python3 -B tests/target/arcade_report.py arcade \
	    $(foreach name,$(ARCADE_TARGETS),'$(name)=$(call arcade_folder,$(name)):$(TARGET_RUN.$(name))')

breakout: $(B)/breakout $(TARGET_TOOLS.$(TARGET)) ## two balls, a paddle and bricks on TARGET
	$(RUN) $(B)/breakout

.PHONY: pile avr-check
pile: $(B)/pile $(TARGET_TOOLS.$(TARGET)) ## six boxes fall on TARGET
	$(RUN) $(B)/pile

avr-check: ## portcheck and six boxes on an AVR: cycles, flash, RAM and stack
	@tests/target/avr_check.sh

$(B)/mcu-bench: $(B)/obj/tests/target/mcu_bench.o $(B)/obj/tests/target/boxes.o $(B)/obj/tests/target/mark.o $(PORT_PARTS)
	$(link_port)

# Boards whose emulator counts, with the options that a game would be built with.
MCU_TARGETS := cortex-m0-64k cortex-m3 armv4t rv32imac gba gba-thumb avr1284
MCU_OPT.avr1284 := -Os
mcu_opt = $(or $(MCU_OPT.$1),-O2)
mcu_folder = build/$(TARGET_CC.$1)$(mcu_opt)-$1-plain
MCU_WORLD_BYTES.avr1284 := 12288
MCU_WORLD_BYTES := $(or $(MCU_WORLD_BYTES.$(TARGET)),20480)
MCU_CACHE_BYTES.avr1284 := 0
MCU_CACHE_BYTES := $(or $(MCU_CACHE_BYTES.$(TARGET)),6144)
$(B)/obj/tests/target/mcu_bench.o: PORT_FLAGS += -DMCU_WORLD_BYTES=$(MCU_WORLD_BYTES) -DMCU_CACHE_BYTES=$(MCU_CACHE_BYTES)

bench-mcu: build/tools/icount.so $(call tools_of,$(MCU_TARGETS)) ## instructions or cycles per step on boards: docs/performance.md
	@set -e; $(foreach name,$(MCU_TARGETS),$(MAKE) --no-print-directory -s TARGET=$(name) \
	    OPT=$(call mcu_opt,$(name)) mcu-bench;)
	python3 -B tests/target/mcu_report.py $(if $(ACCEPT),--accept) \
	    $(foreach name,$(MCU_TARGETS),'$(name)=$(call mcu_folder,$(name))/mcu-bench:$(TARGET_RUN.$(name))'); \
	    status=$$?; $(MAKE) --no-print-directory bench-mcu-layers || status=$$?; exit $$status
.PHONY: mcu-bench
mcu-bench: $(B)/mcu-bench

# Steps of the other layers, on the smallest boards that have room for them, as TARGET/PROGRAM.
$(B)/room-arcade: $(B)/obj/tests/target/room_arcade.o $(B)/obj/tests/target/mark.o $(PORT_PARTS)
	$(link_port)
$(B)/room-pocket: $(B)/obj/tests/target/room_pocket.o $(B)/obj/tests/target/mark.o $(PORT_PARTS)
	$(link_port)
$(B)/soft-board: $(B)/obj/tests/target/soft_board.o $(B)/obj/tests/target/boxes.o $(B)/obj/tests/target/mark.o \
                 $(PORT_PARTS)
	$(link_port)
$(B)/obj/tests/target/soft_board.o: PORT_FLAGS += -DSOFT_WORLD_BYTES=$(SOFT_WORLD_BYTES)
SOFT_WORLD_BYTES := 11264
LAYER_PROGRAMS := room-arcade room-pocket soft-board
LAYER_CASES := cortex-m0/room-arcade cortex-m0/room-pocket cortex-m0-64k/soft-board cortex-m3/soft-board \
    avr1284/room-arcade avr328/room-pocket
LAYER_TARGETS := $(sort $(patsubst %/,%,$(dir $(LAYER_CASES))))
LAYER_OPT := -Os

.PHONY: $(LAYER_PROGRAMS) bench-mcu-layers
$(LAYER_PROGRAMS): %: $(B)/%
bench-mcu-layers: build/tools/icount.so $(call tools_of,$(LAYER_TARGETS)) ## the same for arcade, pocket and soft bodies
	@set -e; $(foreach case,$(LAYER_CASES),$(MAKE) --no-print-directory -s TARGET=$(patsubst %/,%,$(dir $(case))) \
	    OPT=$(LAYER_OPT) $(notdir $(case));)
	python3 -B tests/target/mcu_layer_report.py $(if $(ACCEPT),--accept) $(foreach case,$(LAYER_CASES), \
	    $(foreach name,$(patsubst %/,%,$(dir $(case))),'$(name)=build/$(TARGET_CC.$(name))$(LAYER_OPT)-$(name)-plain/$(notdir $(case)):$(TARGET_RUN.$(name))'))

$(B)/level-bench: $(B)/obj/tests/target/level_bench.o $(B)/obj/tests/target/mark.o $(PORT_PARTS)
	$(link_port)

MCU_LEVEL_TARGETS := cortex-m0-64k cortex-m3 avr1284
.PHONY: level-bench bench-mcu-level
level-bench: $(B)/level-bench
bench-mcu-level: build/tools/icount.so $(call tools_of,$(MCU_LEVEL_TARGETS)) ## the same per step in a level
	@set -e; $(foreach name,$(MCU_LEVEL_TARGETS),$(MAKE) --no-print-directory -s TARGET=$(name) \
	    OPT=$(call mcu_opt,$(name)) level-bench;)
	python3 -B tests/target/mcu_level_report.py \
	    $(foreach name,$(MCU_LEVEL_TARGETS),'$(name)=$(call mcu_folder,$(name))/level-bench:$(TARGET_RUN.$(name))')

# ---- size profiles --------------------------------------------------------------------------
$(B)/pyramid-board: $(B)/obj/tests/target/pyramid_board.o $(B)/obj/tests/target/boxes.o $(B)/obj/tests/target/mark.o \
                    $(PORT_PARTS)
	$(link_port)

.PHONY: pyramid-board pyramid-board-built profiles-check size-profiles
pyramid-board: $(B)/pyramid-board ## 15 boxes on TARGET in the memory that PROFILE needs
	$(RUN) $(B)/pyramid-board

profiles-check: ## tests and goldens with each profile: the same, or refused
	@set -e; for profile in $(filter-out FULL,$(PROFILES)); do \
	    $(MAKE) --no-print-directory test golden-check PROFILE=$$profile; done

# Each profile on each of these boards, and on the last one each cut by itself.
SIZE_TARGETS := cortex-m0-64k cortex-m3
SIZE_CUTS := JOINTS HOOKS CONTINUOUS CHAINS POLYGONS SENSORS ONE_WAY RESTITUTION ROLLING TREE PERIODS
size_board = $(lastword $(SIZE_TARGETS))
SIZE_BUILDS = $(foreach target,$(SIZE_TARGETS),$(foreach profile,$(PROFILES), \
    '$(target) $(profile)=build/size/$(target)-$(profile)/pyramid-board:$(TARGET_RUN.$(target))')) \
    $(foreach cut,$(SIZE_CUTS), \
    '$(size_board) FULL without $(cut)=build/size/$(size_board)-$(cut)/pyramid-board:$(TARGET_RUN.$(size_board))')

# What a check compares with these pages: the largest and the smallest build for one board, whose
# libraries other checks have built; cycles where the goldens have built the library.
size_quick = build/$(TARGET_CC.cortex-m0-64k)-Os-cortex-m0-64k-plain$1/pyramid-board:$(TARGET_RUN.cortex-m0-64k)
SIZE_QUICK = 'cortex-m0-64k FULL=$(call size_quick)' 'cortex-m0-64k TINY=$(call size_quick,-TINY)'
MCU_QUICK := rv32imac gba

.PHONY: docs-figures-check
docs-figures-check: docs-claims-check build/tools/icount.so $(B)/bench-pawl $(B)/bench-memory $(call tools_of,$(MCU_QUICK) $(SIZE_TARGETS)) ## whether sizes, memory and counts on the pages are still what is measured
	@mkdir -p build/tables
	@python3 -B tests/docs/test_tables.py
	@python3 -B tests/bench/test_bars.py
	@set -e; build="$(MAKE) --no-print-directory -s OPT=-Os TARGET=cortex-m0-64k"; \
	$$build pyramid-board-built; $$build PROFILE=TINY pyramid-board-built
	@python3 -B tests/target/size_profiles.py --table build/tables/sizes.md $(SIZE_QUICK)
	@set -e; $(foreach name,$(MCU_QUICK),$(MAKE) --no-print-directory -s TARGET=$(name) \
	    OPT=$(call mcu_opt,$(name)) mcu-bench;)
	@python3 -B tests/target/mcu_report.py --table build/tables/mcu.md \
	    $(foreach name,$(MCU_QUICK),'$(name)=$(call mcu_folder,$(name))/mcu-bench:$(TARGET_RUN.$(name))')
	@python3 -B tests/bench/report.py --quick $(B) build/tables/bench.md
	@status=0; $(TABLES) docs/profiles.md sizes build/tables/sizes.md || status=1; \
	$(TABLES) --without 'where, over the whole program' docs/performance.md microcontrollers build/tables/mcu.md || status=1; \
	$(TABLES) docs/performance.md tables build/tables/bench.md || status=1; exit $$status
pyramid-board-built: $(B)/pyramid-board

size-profiles: build/tools/icount.so ## flash and RAM by profile and cut: docs/profiles.md
	@set -e; build() { echo "building $$1" >&2; folder=$$1; shift; $(MAKE) --no-print-directory -s \
	    OPT=-Os B=build/size/$$folder "$$@" build/size/$$folder/pyramid-board; }; \
	for target in $(SIZE_TARGETS); do for profile in $(PROFILES); do \
	    build $$target-$$profile TARGET=$$target PROFILE=$$profile; done; done; \
	for cut in $(SIZE_CUTS); do \
	    build $(size_board)-$$cut TARGET=$(size_board) CFLAGS=-DPAWL_WITH_$$cut=0; done
	python3 -B tests/target/size_profiles.py docs/profiles.md $(SIZE_BUILDS)
