# game.mk - the game of this folder, for the PC and as a cartridge; included by port/ports.mk.

.PHONY: gba-island gba-island-rom gba-island-check game gba-game gba-game-rom gba-check gba-pictures
# Programs of this machine that the cartridge is built with.
GAME_TOOLS := $(B)
GAME_PARTS := game flock levels demo picture view art font
GAME := $(patsubst %,$(B)/obj/examples/gba/%.o,$(GAME_PARTS))
GAME_PC := $(patsubst %,$(B)/obj/examples/gba/%.o,herd screen_pc main_pc)
GAME_GBA := $(patsubst %,$(B)/obj/examples/gba/%.o,screen_gba sound_gba save meter main_gba)
GAME_MAPS := $(sort $(wildcard examples/gba/levels/*.tmj))
GAME_BLOCKS := $(foreach map,$(GAME_MAPS),$(B)/level_$(firstword $(subst -, ,$(notdir $(map)))).inc)

game: $(B)/game ## the small game of examples/gba on this machine (with SDL2: a window)
$(B)/game: $(GAME) $(GAME_PC) $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(SDL_LIBS)

gba-game: ## the same as a cartridge: build/game.gba
	@$(MAKE) --no-print-directory -s game $(B)/demo.txt $(B)/pawl
	@$(MAKE) --no-print-directory -s gba-game-rom TARGET=gba-game OPT=-O2 GAME_TOOLS=$(B)
	@echo build/game.gba

gba-check: gba-game build/tools/gbarun build/tools/film ## the cartridge in an emulator: does it play as the PC does, and fast enough?
	tests/target/gba_check.sh build
gba-pictures: gba-game build/tools/gbarun build/tools/film ## the pictures of docs/guides/gba.md
	tests/target/gba_pictures.sh build
	@$(MAKE) --no-print-directory gba-island-check ISLAND_OPTIONS='--seed 5 --shot docs/images/gba-island.png'

ifeq ($(PORT),gba)
GAME_FLAGS := $(PORT_FLAGS)
$(B)/obj/examples/gba/main_gba.o: $(B)/demo_table.inc
else
GAME_FLAGS = -std=c11 $(VARIANT_FLAGS) $(TEST_WARNINGS) $(WERROR) -Iinclude
$(B)/obj/examples/gba/main_pc.o: GAME_FLAGS += $(SDL_FLAGS)
endif

# A match of two consoles over their link ports, or of a console and a PC: examples/sumo.
ISLAND := $(patsubst %,$(B)/obj/examples/gba/%.o,main_island island_view screen_gba picture art font) \
    $(patsubst %,$(B)/obj/island/%.o,sumo machine)
gba-island: $(B)/game-sizes ## a cartridge for two consoles: build/island.gba
	@$(MAKE) --no-print-directory -s gba-island-rom TARGET=gba OPT=-O2 GAME_TOOLS=$(B)
	@echo build/island.gba
$(ISLAND): GAME_FLAGS += -Iexamples
$(B)/obj/island/%.o: examples/sumo/%.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(GAME_FLAGS) -MMD -MP -c -o $@ $<
$(B)/island.elf: $(ISLAND) $(PORT_PARTS)
	$(link_port)
gba-island-rom: $(B)/island.elf
	arm-none-eabi-objcopy -O binary $< build/island.gba
gba-island-check: gba-island build/tools/gbarun build/pawl ## two consoles, and a console and a PC, over noisy lines: do they play the same?
	@python3 -B tests/wire/consoles.py $(ISLAND_OPTIONS) build/tools/gbarun build/island.gba build/pawl

# The ground of each map is baked, the rest of it becomes a table.
$(B)/level_%.inc: $(GAME_TOOLS)/pawl $(GAME_MAPS) examples/gba/levels/meadow.tsj
	@mkdir -p $(@D)
	@$< bake $(wildcard examples/gba/levels/$*-*.tmj) $@ --c level_$* >$@.log 2>&1 || { cat $@.log; false; }
$(B)/levels.inc: examples/gba/level_table.py $(GAME_MAPS)
	@mkdir -p $(@D)
	python3 -B $< $(foreach map,$(GAME_MAPS),level_$(firstword $(subst -, ,$(notdir $(map))))=$(map)) >$@
$(B)/obj/examples/gba/levels.o: $(B)/levels.inc $(GAME_BLOCKS)

# The recorded game is played anew when the rules or the library have changed.
$(B)/demo.txt: $(GAME_TOOLS)/game
	@mkdir -p $(@D)
	$< --herd >$@
$(B)/demo_table.inc: $(B)/demo.txt
	$(GAME_TOOLS)/game --table $< >$@
$(B)/game-sizes: $(B)/obj/examples/gba/game_sizes.o $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^
$(B)/game_sizes.h: $(GAME_TOOLS)/game-sizes
	@mkdir -p $(@D)
	@$< >$@
$(GAME) $(GAME_PC) $(GAME_GBA): $(B)/game_sizes.h
$(B)/game.elf: $(GAME) $(GAME_GBA) $(PORT_PARTS)
	$(link_port)
gba-game-rom: $(B)/game.elf
	arm-none-eabi-objcopy -O binary $< build/game.gba

$(B)/obj/examples/gba/%.o: examples/gba/%.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(GAME_FLAGS) -I$(B) -MMD -MP -c -o $@ $<
