# wire.mk - games and packets over serial lines; included by the Makefile.

$(B)/wire-echo: $(B)/obj/port/wire/echo.o $(PORT_PARTS)
	$(link_port)
$(B)/obj/port/wire/%.o: tests/wire/%.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(PORT_FLAGS) -MMD -MP -c -o $@ $<

# Boards of matrix-fast, built as there; `make matrix` has one for each UART that ports know.
WIRE_LINES := cortex-m0 rv32imac gba
WIRE_LINES_ALL := cortex-m0 cortex-m3 cortex-m4f cortex-m33 cortex-m55 rv32imac gba
wire_opt = $(or $(TARGET_OPT.$1),-O2)
wire_folder = build/$(TARGET_CC.$1)$(call wire_opt,$1)-$1-plain
.PHONY: lines-check wire-echo
lines-check: $(B)/wire-echo $(call tools_of,$(WIRE_LINES)) ## lines of boards and of this machine carry packets, through noise too
	@set -e; $(foreach name,$(WIRE_LINES),$(MAKE) --no-print-directory -s TARGET=$(name) \
	    OPT=$(call wire_opt,$(name)) wire-echo;)
	@python3 -B tests/wire/lines.py 'native=$(B)/wire-echo:' \
	    $(foreach name,$(WIRE_LINES),'$(name)=$(call wire_folder,$(name))/wire-echo:$(TARGET_RUN.$(name))')
wire-echo: $(B)/wire-echo

# A game of this machine and of the smallest board with the smallest library: nothing differs after
# 10,000 ticks over a noisy line; and when a bit of the board's state is changed, both say so. On a
# board with room for some states they also name the value.
WIRE_TICKS := 10000
WIRE_BOARD := cortex-m0
WIRE_NAMED := cortex-m0-64k
wire_tiny = $(call wire_folder,$1)-TINY
wire_case = 'build/$3' '$(call wire_tiny,$1)/$2:$(TARGET_RUN.$1)'
.PHONY: duel duel-named trio wire-check trio-check
duel: $(B)/duel ## examples/board/duel.c for TARGET: a game with another machine
duel-named: $(B)/duel-named
$(B)/duel-named: $(B)/obj/port/board/duel-named.o $(PORT_PARTS)
	$(link_port)
$(B)/obj/port/board/duel-named.o: PORT_FLAGS += -DDUEL_SLOTS=8
$(B)/obj/port/board/duel-named.o: examples/board/duel.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(PORT_FLAGS) -MMD -MP -c -o $@ $<
trio: $(B)/trio ## the same game for three machines
$(B)/trio: $(B)/obj/port/board/trio.o $(PORT_PARTS)
	$(link_port)
$(B)/obj/port/board/trio.o: PORT_FLAGS += -DDUEL_PLAYERS=3
$(B)/obj/port/board/trio.o: examples/board/duel.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(PORT_FLAGS) -MMD -MP -c -o $@ $<

wire-check: build/duel ## a Cortex-M0 plays 10,000 ticks with this machine over a noisy line
	@$(MAKE) --no-print-directory -s TARGET=$(WIRE_BOARD) OPT=-Os PROFILE=TINY duel
	@$(MAKE) --no-print-directory -s TARGET=$(WIRE_NAMED) OPT=-Os PROFILE=TINY duel-named
	@failed=0; \
	python3 -B tests/wire/duel.py --ticks $(WIRE_TICKS) $(call wire_case,$(WIRE_BOARD),duel,duel) || failed=1; \
	python3 -B tests/wire/duel.py --ticks 600 --flip 300 $(call wire_case,$(WIRE_BOARD),duel,duel) || failed=1; \
	python3 -B tests/wire/duel.py --ticks 200 --flip 100 --rate 30 --named $(call wire_case,$(WIRE_NAMED),duel-named,duel) || failed=1; \
	exit $$failed

# A match of three: this machine, a Cortex-M0 and a Game Boy Advance, each with a noisy line to the
# first; then the same with a bit of the Cortex-M0's state changed, of which all three must learn.
# It builds in folders of the two checks above, so it does not run beside them.
TRIO_TICKS := 3600
TRIO_CONSOLE := gba
trio_case = $(call wire_case,$(WIRE_BOARD),trio,trio) \
    '$(call wire_folder,$(TRIO_CONSOLE))/trio:$(TARGET_RUN.$(TRIO_CONSOLE))'
trio-check: build/trio $(call tools_of,$(TRIO_CONSOLE)) ## 60 seconds of a GBA, a Cortex-M0 and this machine, over noisy lines
	@$(MAKE) --no-print-directory -s TARGET=$(WIRE_BOARD) OPT=-Os PROFILE=TINY trio
	@$(MAKE) --no-print-directory -s TARGET=$(TRIO_CONSOLE) OPT=$(call wire_opt,$(TRIO_CONSOLE)) trio
	@failed=0; \
	python3 -B tests/wire/duel.py --ticks $(TRIO_TICKS) $(trio_case) || failed=1; \
	python3 -B tests/wire/duel.py --ticks 600 --flip 300 $(trio_case) || failed=1; \
	exit $$failed
