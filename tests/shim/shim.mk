# shim.mk - unit tests on boards, by a small Check of our own; included by the Makefile.
#
# The tests are compiled unchanged. Where the board has no C library, tests/shim/libc and libc.c
# stand for it. Oracles count in 128 bits, which GCC refuses on 32-bit machines and clang can be
# told to allow, so clang compiles the tests; all else, the library too, is the board's compiler.

.PHONY: board-unit board-check shim-check

# Suites of base, fx and geom, those of collide, and those of level that need little memory.
BOARD_NUMBERS := cut_limits cut_misuse xxh32 siphash fx fx_text fx_trig fx_wide fixmath mantissa \
                 random vec direction hull mass minkowski polygon predicate product quotient rectangle rings \
                 segment
BOARD_LEVELS := nearest platform sight walk
BOARD_SUITES := $(BOARD_NUMBERS) $(BOARD_LEVELS) \
                box cast clip closest collide collide_random difference edge impact overlap ray \
                translation
# What they need of tests/support.
BOARD_SUPPORT := base/seeded base/zeros shape/convex shape/way level/grid_level level/path_level level/level_parts

# How clang aims at a port or a target; without it CC compiles the tests too. GCC's enums are short
# on Cortex-M, and there is no __aeabi_memcpy.
SHIM_CLANG.cortex-m := --target=arm-none-eabi -meabi gnu -fshort-enums
SHIM_CLANG.riscv := --target=riscv32-unknown-elf
SHIM_CLANG.powerpc := --target=powerpc-linux-gnu -msecure-plt
shim_clang := $(or $(SHIM_CLANG.$(TARGET)),$(SHIM_CLANG.$(PORT)))
shim_cc := $(if $(shim_clang),clang -fforce-enable-int128 $(shim_clang),$(CC))

# PowerPC's long double is a pair of doubles, and slow. The C library there is built for it: the
# linker minds the mixture, and the tests call tests/shim as on a machine without.
SHIM_REAL.powerpc := -mlong-double-64
SHIM_LINK.powerpc := -Wl,--no-warn-mismatch

# Random tests draw, and sweeps try, one case in so many; odd, so that sweeps meet every low bit.
SEEDED_SHARE.cortex-m := 199
SEEDED_SHARE.riscv := 199
SEEDED_SHARE.powerpc := 199
SEEDED_SHARE := $(or $(SEEDED_SHARE.$(TARGET)),$(SEEDED_SHARE.$(PORT)),99)

shim_bare := $(findstring -ffreestanding,$(TARGET_FLAGS.$(TARGET)))$(SHIM_REAL.$(TARGET))
comma := ,
SHIM_LINK := $(SHIM_LINK.$(TARGET)) $(if $(shim_bare),-Wl$(comma)-z$(comma)noexecstack,-lm)
shim_libc := $(if $(shim_bare),-isystem tests/shim/libc)
# What one compiler is told not to do, another one does not know.
shim_variant = $(if $(shim_clang),$(filter-out -fno-%,$(VARIANT_FLAGS)),$(VARIANT_FLAGS))
SHIM_FLAGS = -std=c11 $(shim_libc) $(shim_variant) $(CONFIG_FLAGS) $(TEST_WARNINGS) $(WERROR) \
    $(INCLUDES) -Itests -Itests/shim -I$(B)/shim \
    -DSEEDED_SHARE=$(SEEDED_SHARE) -ffp-contract=off -ffunction-sections -fdata-sections \
    $(SHIM_REAL.$(TARGET))

SHIM_SOURCES := tests/shim/check.c tests/shim/format.c \
    $(if $(shim_bare),tests/shim/libc.c tests/shim/real.c)
SHIM_OBJECTS := $(call object,$(SHIM_SOURCES))
SHIM_SUPPORT := $(BOARD_SUPPORT:%=$(B)/obj/shim/support/%.o)
BOARD_PROGRAMS := $(BOARD_SUITES:%=$(B)/board/%)

# A program for each suite: all of them are larger than the flash of the boards.
board-unit: $(BOARD_PROGRAMS:%=%.run) ## unit tests of base, fx, geom, collide and level on TARGET
$(BOARD_PROGRAMS:%=%.run): %.run: % FORCE
	@$(RUN) $<
board_object = $(patsubst tests/%.c,$(B)/obj/shim/%.o,$(wildcard tests/*/test_$1.c))
$(foreach name,$(BOARD_SUITES),$(eval $(B)/board/$(name): $(call board_object,$(name))))
.SECONDARY: $(BOARD_PROGRAMS) $(BOARD_PROGRAMS:%=%.main.o) $(call board_object,*) \
    $(B)/obj/shim/shim/int128.o $(SHIM_SUPPORT)

$(B)/board/%: $(B)/board/%.main.o $(B)/obj/shim/shim/int128.o \
    $(SHIM_SUPPORT) $(SHIM_OBJECTS) $(PORT_PARTS)
	$(link_port) $(SHIM_LINK)

$(B)/board/%.main.o: tests/shim/main.c tests/shim/check.h $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(shim_libc) $(PORT_FLAGS) -Itests/shim -DBOARD_SUITE=suite_$* -c -o $@ $<

$(B)/obj/shim/%.o: tests/%.c $(B)/flags | $(B)/shim/xxhash.h
	@mkdir -p $(@D)
	$(compiles)$(shim_cc) $(SHIM_FLAGS) -MMD -MP -c -o $@ $<

$(B)/obj/tests/shim/%.o: tests/shim/%.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(shim_libc) $(PORT_FLAGS) $(SHIM_REAL.$(TARGET)) -Itests/shim -MMD -MP -c -o $@ $<

# The reference hash is a header alone; the rest of its folder belongs to the host.
$(B)/shim/xxhash.h:
	@mkdir -p $(@D)
	cp $(or $(shell pkg-config --variable=includedir libxxhash 2>/dev/null),/usr/include)/xxhash.h $@

# What Check and its stand-in say of the same tests; the stand-in as on a board, where it can be. And
# what Check says of tests that die, whether it keeps the place itself or not.
SELFTESTS := selftest-check selftest-shim dying-check dying-marked
shim-check: $(SELFTESTS:%=$(B)/shim/%) ## the Check of boards against Check
	tests/shim/selftest/selftest.sh $^

$(B)/shim/selftest-check $(B)/shim/dying-check: $(B)/shim/%-check: tests/shim/selftest/%.c $(B)/flags
	@mkdir -p $(@D)
	$(links)$(CC) $(TEST_FLAGS) $(LDFLAGS) -o $@ $< $(CHECK_LIBS) -lm

$(B)/shim/dying-marked: tests/shim/selftest/dying.c tests/support/base/mark_point.c $(B)/flags
	@mkdir -p $(@D)
	$(links)$(CC) $(TEST_FLAGS) $(MARK_POINT) $(LDFLAGS) -o $@ $(filter %.c,$^) $(CHECK_LIBS) -lm

$(B)/shim/selftest-shim: tests/shim/selftest/selftest.c $(SHIM_OBJECTS) $(PORT_PARTS)
	@mkdir -p $(@D)
	$(links)$(CC) $(SHIM_FLAGS) $(LINK_FLAGS) -o $@ $^

# The boards of `make check`: a large one, the other byte order, and a small one, where the oracles
# of collide would take minutes. The libraries are those of other checks.
board-check: ## board-unit on three boards
	@$(MAKE) --no-print-directory -s --output-sync=target board-unit TARGET=cortex-m3 OPT=-O2
	@$(MAKE) --no-print-directory -s --output-sync=target board-unit TARGET=powerpc OPT=-O2
	@$(MAKE) --no-print-directory -s --output-sync=target board-unit TARGET=cortex-m0-64k OPT=-Os \
	    BOARD_SUITES='$(BOARD_NUMBERS)'
