# wire.mk - games and packets over serial lines; included by the Makefile.

$(B)/wire-echo: $(B)/obj/port/wire/echo.o $(PORT_PARTS)
	$(link_port)
$(B)/obj/port/wire/%.o: tests/wire/%.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(PORT_FLAGS) -MMD -MP -c -o $@ $<

# Boards of matrix-fast, built as there; `make matrix` has one for each UART that ports know.
WIRE_LINES := cortex-m0 rv32imac
WIRE_LINES_ALL := cortex-m0 cortex-m3 cortex-m4f cortex-m33 cortex-m55 rv32imac
wire_opt = $(or $(TARGET_OPT.$1),-O2)
wire_folder = build/$(TARGET_CC.$1)$(call wire_opt,$1)-$1-plain
.PHONY: lines-check wire-echo
lines-check: $(B)/wire-echo ## lines of boards and of this machine carry packets, through noise too
	@set -e; $(foreach name,$(WIRE_LINES),$(MAKE) --no-print-directory -s TARGET=$(name) \
	    OPT=$(call wire_opt,$(name)) wire-echo;)
	@python3 -B tests/wire/lines.py 'native=$(B)/wire-echo:' \
	    $(foreach name,$(WIRE_LINES),'$(name)=$(call wire_folder,$(name))/wire-echo:$(TARGET_RUN.$(name))')
wire-echo: $(B)/wire-echo
