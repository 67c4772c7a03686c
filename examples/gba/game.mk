# game.mk - the game of this folder, for the PC and as a cartridge; included by port/ports.mk.

.PHONY: game gba-game gba-game-rom gba-check gba-pictures
# Programs of this machine that the cartridge is built with.
GAME_TOOLS := $(B)
GAME := $(patsubst %,$(B)/obj/examples/gba/%.o,game demo canvas font view)

game: $(B)/game ## the small game of examples/gba on this machine (with SDL2: a window)
$(B)/game: $(GAME) $(B)/obj/examples/gba/main_pc.o $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(SDL_LIBS)

gba-game: ## the same as a cartridge: build/game.gba
	@$(MAKE) --no-print-directory -s game
	@$(MAKE) --no-print-directory -s gba-game-rom TARGET=gba OPT=-O2 GAME_TOOLS=$(B)
	@echo build/game.gba

gba-check: gba-game build/tools/gbarun ## the cartridge in an emulator: does it play as the PC does, and fast enough?
	tests/target/gba_check.sh build
gba-pictures: gba-game build/tools/gbarun
	tests/target/gba_check.sh build --pictures

# Drawing goes along with the solver's hot code.
ifeq ($(PORT),gba)
TARGET_HOT.gba += examples/gba/canvas.c
GAME_FLAGS := $(PORT_FLAGS)
$(B)/obj/examples/gba/main_gba.o: $(B)/demo_table.inc
else
GAME_FLAGS = -std=c11 $(VARIANT_FLAGS) $(TEST_WARNINGS) $(WERROR) -Iinclude
$(B)/obj/examples/gba/main_pc.o: GAME_FLAGS += $(SDL_FLAGS)
endif

$(B)/demo_table.inc: $(GAME_TOOLS)/game examples/gba/demo.txt
	@mkdir -p $(@D)
	$< --table examples/gba/demo.txt >$@
$(B)/game-sizes: $(B)/obj/examples/gba/game_sizes.o $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^
$(B)/game_sizes.h: $(GAME_TOOLS)/game-sizes
	@mkdir -p $(@D)
	@$< >$@
$(GAME) $(B)/obj/examples/gba/main_pc.o $(B)/obj/examples/gba/main_gba.o: $(B)/game_sizes.h
$(B)/game.elf: $(GAME) $(B)/obj/examples/gba/main_gba.o $(PORT_PARTS)
	$(link_port)
gba-game-rom: $(B)/game.elf
	arm-none-eabi-objcopy -O binary $< build/game.gba

$(B)/obj/examples/gba/%.o: examples/gba/%.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(GAME_FLAGS) -I$(B) -MMD -MP -c -o $@ $<
