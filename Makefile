# Everything is built below build/. `make help` lists the targets.
#
# A build variant is chosen by five variables, and each variant has a folder of its own:
#   CC    gcc, clang, ...                       OPT   -O0, -O2 (default), -Os, ...
#   TARGET  native, m32, cortex-m3, avr, ... (`make targets`; port/*/port.mk describe them)
#   MODE  plain, asserts, poison (scratch memory), trace (of the stages of a step), validate (all
#         four and checks of the world), san (validate with ASan and UBSan), fuzz (san with libFuzzer; needs CC=clang), mask (tests
#         can leave a field of the state out: src/world/fields.h), object (tests have a type of object more),
#         zones (asserts; steps on threads are cut small), tsan (the same with the thread sanitizer)
#   PROFILE  FULL, SMALL, TINY: what is left out (docs/profiles.md)
# The default variant lives in build/ itself: build/libpawl.a and build/pawl.
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all

VERSION := $(shell awk '/define PAWL_VERSION_/ { v = v sep $$3; sep = "." } END { print v }' \
             include/pawl/base.h)
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
SHAREDIR ?= $(PREFIX)/share
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DESTDIR ?=
LIBFIXMATH_DIR ?= build/libfixmath
# Data of others, which some tests read: the folder, or empty, and those tests are skipped.
PAWL_DATA ?=
override PAWL_DATA := $(and $(PAWL_DATA),$(abspath $(PAWL_DATA)))
export PAWL_DATA

# ---- the variant ----------------------------------------------------------------------------
MODE := plain
TARGET := native
PROFILE := FULL
CFLAGS ?=
WERROR ?=
RUN :=
SYSTEM := $(shell uname -s)

include $(sort $(wildcard port/*/port.mk))
# A target is a name that a port.mk gave a port.
ALL_TARGETS := $(sort $(patsubst TARGET_PORT.%,%,$(filter TARGET_PORT.%,$(.VARIABLES))))
$(if $(filter $(TARGET),$(ALL_TARGETS)),,$(error TARGET=$(TARGET) is unknown; `make targets` lists them))
PORT := $(TARGET_PORT.$(TARGET))
# Without room for all of portcheck: programs more, with these parts of it (port/portcheck/portcheck.c
# has their numbers), and what is left for the first.
PORTCHECK_PARTS := $(TARGET_PORTCHECK_PARTS.$(TARGET))
PORTCHECK_NUMBER.scenes := 2
PORTCHECK_NUMBER.level := 4
PORTCHECK_NUMBER.world := 16
PORTCHECK_NUMBER.state := 3104
PORTCHECK_NUMBER.saves := 32
PORTCHECK_NUMBER.replay := 1024
PORTCHECK_NUMBER.duel := 2048
PORTCHECK_NUMBER.arcade := 64
PORTCHECK_NUMBER.soft := 128
PORTCHECK_NUMBER.levels := 256
PORTCHECK_NUMBER.session := 512
PORTCHECK_NUMBER.paths := 4096
PORTCHECK_ALONE := scenes level paths world state saves replay duel levels arcade soft session
OPT := $(or $(TARGET_OPT.$(TARGET)),-O2)

MODE_FLAGS.plain :=
MODE_FLAGS.asserts := -DPAWL_ASSERTS=1
MODE_FLAGS.poison := -DPAWL_POISON=1
MODE_FLAGS.trace := -DPAWL_TRACE=1
MODE_FLAGS.mask := -DPAWLI_TEST_MASK=1
MODE_FLAGS.object := -DPAWLI_TEST_OBJECT=1 -DPAWL_BRANCH_COUNT=9 -DPAWLI_TEST_MASK=1 -DPAWL_TRACE=1
MODE_FLAGS.validate := -DPAWL_ASSERTS=1 -DPAWL_VALIDATE=1 -DPAWL_POISON=1 -DPAWL_TRACE=1
MODE_FLAGS.san := $(MODE_FLAGS.validate) -g -fno-omit-frame-pointer \
                  -fsanitize=address,undefined -fno-sanitize-recover=all
MODE_FLAGS.zones := -DPAWL_ASSERTS=1 -DPAWLI_ZONE_ROWS=2u
MODE_FLAGS.tsan := -DPAWLI_ZONE_ROWS=2u -g -fno-omit-frame-pointer -fsanitize=thread
MODE_FLAGS.fuzz := $(MODE_FLAGS.san) -fsanitize=fuzzer-no-link
$(if $(filter undefined,$(origin MODE_FLAGS.$(MODE))),$(error MODE=$(MODE) is unknown))

PROFILES := FULL SMALL TINY
PROFILE_FLAGS := $(if $(filter-out FULL,$(PROFILE)),-DPAWL_PROFILE=PAWL_PROFILE_$(PROFILE))
$(if $(filter $(PROFILE),$(PROFILES)),,$(error PROFILE=$(PROFILE) is none of $(PROFILES)))

ifeq ($(origin CC),default)
CC := $(or $(TARGET_CC.$(TARGET)),$(shell command -v gcc >/dev/null && echo gcc || echo cc))
endif
chosen := $(filter command,$(foreach name,CC OPT MODE TARGET PROFILE,$(origin $(name))))
VARIANT := $(notdir $(CC))$(OPT)-$(TARGET)-$(MODE)$(patsubst %,-%,$(filter-out FULL,$(PROFILE)))
# The default variant has one folder, also where its five variables are given.
B := $(if $(filter-out gcc-O2-native-plain,$(if $(chosen),$(VARIANT))),build/$(VARIANT),build)
ifeq ($(origin AR),default)
AR := $(or $(TARGET_AR.$(TARGET)),$(if $(filter %-gcc,$(CC)),$(CC:%-gcc=%-ar),ar))
endif
RUN := $(TARGET_RUN.$(TARGET))

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef \
            -Wstrict-prototypes -Wmissing-prototypes -Wvla
TEST_WARNINGS := -Wall -Wextra -Wshadow -Wundef -Wstrict-prototypes
VARIANT_FLAGS := $(OPT) $(TARGET_FLAGS.$(TARGET)) $(MODE_FLAGS.$(MODE)) $(PROFILE_FLAGS) $(CFLAGS)
INCLUDES := -Iinclude -Isrc
# A port configures the library; programs must be compiled like it.
CONFIG_FLAGS := $(if $(wildcard port/$(PORT)/port_conf.h), \
                    -Iport/$(PORT) -DPAWL_CONFIG_FILE='"port_conf.h"')
# Only what a public header declares with PAWL_API is seen outside of a shared library.
LIB_FLAGS = -std=c11 $(VARIANT_FLAGS) $(CONFIG_FLAGS) $(WARNINGS) $(WERROR) $(INCLUDES) \
            -ffunction-sections -fdata-sections -fvisibility=hidden $(TARGET_PIC.$(TARGET))
# Ports talk to hardware: assembler statements are GNU C. The loop of memcpy must not become a call
# of memcpy.
PORT_FLAGS = -std=gnu11 $(VARIANT_FLAGS) $(CONFIG_FLAGS) $(TEST_WARNINGS) $(WERROR) $(INCLUDES) \
             -Iport -ffunction-sections -fdata-sections \
             $(if $(findstring clang,$(CC)),-fno-builtin,-fno-tree-loop-distribute-patterns)
CLI_FLAGS = -std=c11 $(VARIANT_FLAGS) $(WARNINGS) $(WERROR) $(INCLUDES) -Iport -Iport/host -Iexamples \
            -D_POSIX_C_SOURCE=200809L
# Real numbers occur only in tests: the same on every host, so no fused multiply-add.
TEST_FLAGS = -std=c11 $(VARIANT_FLAGS) $(CONFIG_FLAGS) $(TEST_WARNINGS) $(WERROR) $(INCLUDES) \
             -Itests -Iport -Iport/host -Iexamples -D_DEFAULT_SOURCE -ffp-contract=off
LINK_FLAGS = $(VARIANT_FLAGS) $(TARGET_LINK.$(TARGET)) $(LDFLAGS)

# libfixmath has many options that change results. These give the exact divider and no caches,
# and src/fx/fixmath.c refuses others.
FIXMATH_OPTIONS := -DFIXMATH_NO_CACHE -DFIXMATH_OPTIMIZE_8BIT

# `pawl view` needs SDL2, whose own tool says where it is; without it the command is left out.
SDL_CONFIG := $(shell command -v sdl2-config)
ifneq ($(SDL_CONFIG),)
SDL_FLAGS := -DPAWLI_WITH_SDL $(patsubst -I%,-isystem %,$(shell $(SDL_CONFIG) --cflags))
SDL_LIBS := $(shell $(SDL_CONFIG) --libs)
endif

# examples/sealed and examples/signed need libsodium, which pkg-config finds.
SODIUM_LIBS := $(shell pkg-config --libs libsodium 2>/dev/null)

# Maps of Tiled in XML need libexpat; without it they are refused, and those in JSON are read.
EXPAT := $(shell printf '\043include <expat.h>\n' | $(CC) -x c -E - >/dev/null 2>&1 && echo yes)
# `pawl verify --signatures` needs libsodium; without it the option is refused.
SODIUM := $(shell printf '\043include <sodium.h>\n' | $(CC) -x c -E - >/dev/null 2>&1 && echo yes)
SODIUM_FLAGS := $(if $(SODIUM),-DCLI_WITH_SODIUM)
# Cells packed with zstd need libzstd, and the patterns of .world files PCRE2.
ZSTD_LIBS := $(shell pkg-config --libs libzstd 2>/dev/null)
PCRE_LIBS := $(shell pkg-config --libs libpcre2-8 2>/dev/null)
TILED_FLAGS := $(if $(EXPAT),-DCLI_WITH_EXPAT) $(if $(ZSTD_LIBS),-DCLI_WITH_ZSTD) \
               $(if $(PCRE_LIBS),-DCLI_WITH_PCRE)
# What readers of scenes need.
SCENE_LIBS := -lyajl -lz $(if $(EXPAT),-lexpat) $(ZSTD_LIBS) $(PCRE_LIBS)

# ---- files ----------------------------------------------------------------------------------
LAYERS := $(filter-out cli,$(notdir $(wildcard src/*)))
LIB_SOURCES := $(wildcard $(LAYERS:%=src/%/*.c))
CLI_SOURCES := $(wildcard src/cli/*.c src/cli/*/*.c)
FIXMATH_SOURCES := fix16.c fix16_sqrt.c fix16_trig.c
# Most tests need everything.
PROFILE_TESTS.SMALL := config chain features fx impact one_way sensor snapshot_profile tiles
PROFILE_TESTS.TINY := config features fx fx_wide mantissa pool rectangle snapshot_profile
TEST_SOURCES := tests/main.c $(wildcard $(or $(PROFILE_TESTS.$(PROFILE):%=tests/*/test_%.c),tests/*/test_*.c))
# What disturbs a golden disturbs other tests as well.
SUPPORT_SOURCES := $(wildcard tests/support/*/*.c) tests/golden/calls.c tests/golden/breaking.c
GOLDEN_SOURCES := $(wildcard tests/golden/*.c)
QUALITY_SOURCES := $(wildcard tests/quality/*.c)
EXAMPLE_SOURCES := $(wildcard examples/*.c examples/tutorial/*.c)
FUZZ_SOURCES := $(filter-out %/fuzz_api.c,$(wildcard tests/fuzz/fuzz_*.c))

# What is made is told in short lines; V=1 shows the commands, and -s is silent.
SILENT := $(findstring s,$(firstword -$(MAKEFLAGS)))
told = $(if $(V),,@$(if $(SILENT),,$(info $1)))
compiles = $(call told,CC $<)
links = $(call told,LINK $@)
packs = $(call told,AR $@)

object = $(1:%.c=$(B)/obj/%.o)
# Where libpawl.a is made of the library as one file, as OPT/TARGET: that takes a third of the time at
# -O0, and half of it at -O2.
WHOLE ?=
LIB_OBJECTS := $(if $(filter $(OPT)/$(TARGET),$(WHOLE)),$(B)/obj/one_file.o,$(call object,$(LIB_SOURCES)))
# Packets over serial lines are framed as ports do it.
CLI_OBJECTS := $(call object,$(CLI_SOURCES) port/common/stream.c) $(B)/embedded.o
# Parts of the program, by folder: what all of it shares; the scene readers; and everything but
# commands, windows and network.
cli_objects = $(call object,$(wildcard $(1:%=src/cli/%/*.c)))
CLI_COMMON := $(call cli_objects,common)
SCENE_OBJECTS := $(call cli_objects,common scene tiled ldtk outline)
VIEWER_OBJECTS := $(call cli_objects,common scene tiled ldtk outline script draw runs studio) $(B)/libsumo.a
TEST_OBJECTS := $(call object,$(TEST_SOURCES))
SUPPORT_OBJECTS := $(call object,$(SUPPORT_SOURCES))
PORT_OBJECTS := $(filter-out %/udp.o %/link.o %/serial.o,$(patsubst port/%,$(B)/obj/port/%.o,$(basename $(wildcard port/$(PORT)/*.[cS]))))
# Sockets and serial lines, where there are any.
UDP_SOURCES := $(wildcard port/$(PORT)/udp.c)
UDP_OBJECTS := $(if $(UDP_SOURCES),$(call object,$(wildcard port/host/*.c) $(UDP_SOURCES) \
    $(wildcard port/$(PORT)/serial.c)))
# The line to another machine, where there is one: in an archive, so that only its users have it.
LINK_SOURCES := $(or $(wildcard port/$(PORT)/link.c port/$(PORT)/serial.c),port/common/no_link.c)
COMMON_OBJECTS := $(call object,$(filter-out %/no_link.c,$(wildcard port/common/*.c)) $(LINK_SOURCES))
PORTCHECK_OBJECTS := $(call object,$(wildcard port/portcheck/*.c))
# What portcheck plays is a golden as well.
EPISODE_OBJECTS := $(call object,$(wildcard port/portcheck/episodes*.c) \
    $(addprefix port/portcheck/,check.c world.c scenes.c snapshot.c session.c level.c))
FIXMATH_OBJECTS := $(FIXMATH_SOURCES:%.c=$(B)/obj/libfixmath/%.o)
PAWL := $(B)/libpawl.a $(B)/libfixmath.a
# The game that examples and the program play.
SUMO_OBJECTS := $(call object,$(wildcard examples/sumo/*.c))
# A program for a board: objects, the port, the libraries.
PORT_PARTS := $(PORT_OBJECTS) $(PAWL) $(B)/libport.a
# Twice: what ports share calls the library, as the library calls memcpy.
archives = $(filter %.a,$^) $(filter %.a,$^)
link_port = $(links)$(CC) $(LINK_FLAGS) -o $@ $(filter-out %.a,$^) $(archives) $(TARGET_LIBS.$(TARGET)) $(TARGET_FINISH.$(TARGET))
# With PAWL_ASSERTS the program supplies pawl_port_assert_failed.
ASSERT_PORT := $(B)/obj/tests/support/base/assert_port.o
# An archive: a program takes what it uses, and Check only where it uses that.
SUPPORT := $(ASSERT_PORT) $(B)/libsupport.a
# A mode that concerns few files can be built beside another variant (PLAIN: the folder of that): the
# files that include its header come before that one's archives.
PLAIN := $(B)
MODE_HEADER.mask := src/world/fields.h
MODE_HEADER.trace := src/step/trace.h
MODE_OBJECTS := $(if $(filter-out $(B),$(PLAIN)),$(patsubst $(PLAIN)/%.d,$(B)/%.o,$(filter-out $(PLAIN)/obj/src/cli/%, \
    $(shell grep -rlF ' $(MODE_HEADER.$(MODE))' --include='*.d' $(PLAIN)/obj/src $(PLAIN)/obj/tests/support))))
PLAIN_PAWL := $(PLAIN)/libpawl.a $(PLAIN)/libfixmath.a

# What is installed has libfixmath inside, under names of ours; so has the shared library, which is made
# where the archive can be linked into one.
INSTALLED_OBJECTS := $(if $(filter %/one_file.o,$(LIB_OBJECTS)),$(LIB_OBJECTS) $(FIXMATH_OBJECTS), \
    $(patsubst %/src/fx/fixmath.o,$(B)/obj/port/package/fixmath_inside.o,$(LIB_OBJECTS)))
INSTALLED_ARCHIVE := $(B)/installed/libpawl.a
MAJOR := $(firstword $(subst ., ,$(VERSION)))
ifeq ($(SYSTEM),Darwin)
SHARED_LINK := libpawl.dylib
SHARED_NAME := libpawl.$(VERSION).dylib
SONAME := libpawl.$(MAJOR).dylib
SHARED_FLAGS := -dynamiclib -install_name @rpath/$(SONAME) -current_version $(VERSION) -compatibility_version $(MAJOR)
else
SHARED_LINK := libpawl.so
SHARED_NAME := libpawl.so.$(VERSION)
SONAME := libpawl.so.$(MAJOR)
SHARED_FLAGS := -shared -Wl,-soname,$(SONAME)
endif
SHARED := $(if $(filter plain,$(MODE)),$(if $(TARGET_PIC.$(TARGET)),$(B)/$(SHARED_NAME)))

# ---- what there is to make ------------------------------------------------------------------
.PHONY: all lib libpawl examples deps demo install uninstall dist clean help FORCE
all: lib $(if $(SHARED),shared) $(if $(CLI_SOURCES),$(B)/pawl $(B)/include/pawl/pawl_udp.h) ## the library, also shared, and the pawl program
lib: $(PAWL) ## the library alone
libpawl: $(B)/libpawl.a

examples: $(EXAMPLE_SOURCES:examples/%.c=$(B)/examples/%) ## programs of examples/ to build/examples

deps: ## install the packages that demo, view, check and bench need (Debian)
	tests/support/deps.sh demo view check bench

demo: ## build, simulate a scene, draw it: build/demo.gif and build/demo.svg
	@tests/support/deps.sh demo
	@echo "building $(B)/pawl"
	@$(MAKE) --no-print-directory -s -j2 all
	$(B)/pawl run examples/scenes/demo.json --gif build/demo.gif --svg build/demo.svg

install: all $(INSTALLED_ARCHIVE) $(B)/libpawl-udp.a $(B)/pawl.pc ## to DESTDIR, PREFIX (default /usr/local)
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(INCLUDEDIR)/pawl
	install -m 755 $(B)/pawl $(DESTDIR)$(BINDIR)/pawl
	install -m 644 $(INSTALLED_ARCHIVE) $(DESTDIR)$(LIBDIR)/libpawl.a
	$(if $(SHARED),install -m 644 $(SHARED) $(DESTDIR)$(LIBDIR)/$(notdir $(SHARED)))
	$(if $(SHARED),ln -sf $(notdir $(SHARED)) $(DESTDIR)$(LIBDIR)/$(SONAME) && ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/$(SHARED_LINK))
	install -d $(DESTDIR)$(SHAREDIR)/bash-completion/completions $(DESTDIR)$(SHAREDIR)/zsh/site-functions $(DESTDIR)$(SHAREDIR)/man/man1
	$(B)/pawl help --completions bash >$(DESTDIR)$(SHAREDIR)/bash-completion/completions/pawl
	$(B)/pawl help --completions zsh >$(DESTDIR)$(SHAREDIR)/zsh/site-functions/_pawl
	$(B)/pawl help --manual >$(DESTDIR)$(SHAREDIR)/man/man1/pawl.1
	install -m 644 $(B)/libpawl-udp.a $(DESTDIR)$(LIBDIR)/libpawl-udp.a
	install -m 644 $(B)/pawl.pc $(DESTDIR)$(LIBDIR)/pkgconfig/pawl.pc
	install -m 644 include/pawl/*.h port/host/pawl_float.h port/host/pawl_udp.h port/host/pawl_game_*.h $(DESTDIR)$(INCLUDEDIR)/pawl
	$(if $(SHARED),@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || ! command -v ldconfig >/dev/null || ldconfig)

uninstall: ## what install put there
	rm -f $(DESTDIR)$(BINDIR)/pawl $(DESTDIR)$(LIBDIR)/pkgconfig/pawl.pc
	rm -f $(DESTDIR)$(LIBDIR)/libpawl.a $(DESTDIR)$(LIBDIR)/libpawl-udp.a
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,$(SHARED_LINK) $(SONAME) $(SHARED_NAME))
	rm -rf $(DESTDIR)$(INCLUDEDIR)/pawl
	rm -f $(DESTDIR)$(SHAREDIR)/bash-completion/completions/pawl $(DESTDIR)$(SHAREDIR)/zsh/site-functions/_pawl
	rm -f $(DESTDIR)$(SHAREDIR)/man/man1/pawl.1

DIST := build/pawl-$(VERSION).tar
dist: $(LIBFIXMATH_DIR)/libfixmath/fix16.h ## build/pawl-VERSION.tar.gz of everything under version control, and libfixmath
	git archive --prefix=pawl-$(VERSION)/ -o $(DIST) HEAD
	tar --append -f $(DIST) --owner=0 --group=0 --sort=name --exclude='*_lut.h' -C $(LIBFIXMATH_DIR) \
	    --transform='s|^|pawl-$(VERSION)/build/libfixmath/|' LICENSE AUTHORS libfixmath
	gzip -nf $(DIST)

clean: ## everything built, except the fetched libfixmath
	find build -mindepth 1 -maxdepth 1 ! -name libfixmath -exec rm -rf {} +

help: ## this list
	@sed -n 's/^\([a-z-]*\):.* ## \(.*\)/  \1	\2/p' $(MAKEFILE_LIST) | expand -t 18

include tests/check.mk
include port/ports.mk
include tests/target/target.mk
include tests/shim/shim.mk
include tests/net/net.mk
include tests/fuzznet/fuzznet.mk
include tests/wire/wire.mk
include port/conform/conform.mk

# ---- rules ----------------------------------------------------------------------------------
$(B)/libpawl.a: $(LIB_OBJECTS)
	@rm -f $@
	$(packs)$(AR) rcs $@ $(LIB_OBJECTS)

# An archive apart, so that libpawl.a holds only our objects.
$(B)/libfixmath.a: $(FIXMATH_OBJECTS)
	@rm -f $@
	$(packs)$(AR) rcs $@ $(FIXMATH_OBJECTS)

$(B)/libpawl-udp.a: $(UDP_OBJECTS)
	@rm -f $@
	$(packs)$(AR) rcs $@ $(UDP_OBJECTS)

# What ports share is tested through a putc that remembers.
SUPPORT_OBJECTS += $(if $(PROFILE_TESTS.$(PROFILE)),,$(addprefix $(B)/obj/, \
    port/common/put.o port/common/stream.o port/common/stream_link.o port/common/no_link.o port/posix/serial.o port/portcheck/check.o \
    examples/sumo/sumo.o))
$(B)/libsupport.a: $(SUPPORT_OBJECTS)
	@rm -f $@
	$(packs)$(AR) rcs $@ $^

$(B)/libsumo.a: $(SUMO_OBJECTS)
	@rm -f $@
	$(packs)$(AR) rcs $@ $(SUMO_OBJECTS)

# Defaults of the hooks: a port's own definitions come first.
$(B)/libport.a: $(COMMON_OBJECTS)
	@rm -f $@
	$(packs)$(AR) rcs $@ $(COMMON_OBJECTS)

$(B)/portcheck: $(PORTCHECK_OBJECTS) $(PORT_PARTS)
	$(link_port)

$(PORTCHECK_ALONE:%=$(B)/portcheck-%): $(B)/portcheck-%: $(B)/obj/port/portcheck-%.o $(filter-out %/portcheck.o,$(PORTCHECK_OBJECTS)) $(PORT_PARTS)
	$(link_port)

$(B)/board-hello: $(B)/obj/port/board/hello.o $(PORT_PARTS)
	$(link_port)

# Sources from outside: what they include is not known here, so it is compiled each time.
$(B)/board-program: $(PORT_PARTS) FORCE
	$(if $(PROGRAM),,$(error PROGRAM=FILE.c names your program))
	$(links)$(CC) $(PORT_FLAGS) $(LINK_FLAGS) -o $@ $(PROGRAM) $(filter %.o,$^) $(archives) $(TARGET_LIBS.$(TARGET)) $(TARGET_FINISH.$(TARGET))

$(B)/board-record: $(B)/obj/port/board/record.o $(PORT_PARTS)
	$(link_port)

$(B)/duel: $(B)/obj/port/board/duel.o $(PORT_PARTS)
	$(link_port)

$(B)/two-cores: $(B)/obj/port/board/two_cores.o $(PORT_PARTS)
	$(link_port)

$(B)/obj/port/board/%.o: examples/board/%.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(PORT_FLAGS) -MMD -MP -c -o $@ $<

$(B)/portcheck-reference: $(filter-out %/portcheck.o,$(PORTCHECK_OBJECTS)) \
    $(B)/obj/port/portcheck/generate/reference.o $(PORT_PARTS)
	$(link_port)

# Modules of games are loaded, and real numbers rounded, by what is a library of its own in places.
SYSTEM_LIBS := -lm $(if $(filter Linux,$(SYSTEM)),-ldl)
CLI_LIBS := $(SCENE_LIBS) -lpng -lgif $(SDL_LIBS) $(if $(SODIUM),-lsodium) $(SYSTEM_LIBS)
$(B)/pawl: $(CLI_OBJECTS) $(SUMO_OBJECTS) $(ASSERT_PORT) $(PAWL) $(B)/libpawl-udp.a
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(CLI_LIBS)

# What `pawl new` writes.
EMBEDDED := $(sort $(wildcard examples/new/*/*))
$(B)/embedded.c: $(EMBEDDED) src/cli/common/embed.awk
	@mkdir -p $(@D)
	@awk -v root=examples/new/ -f src/cli/common/embed.awk $(EMBEDDED) >$@
$(B)/embedded.o: $(B)/embedded.c
	$(compiles)$(CC) $(CLI_FLAGS) -c -o $@ $<

CHECK_LIBS = $(or $(shell pkg-config --libs check 2>/dev/null),-lcheck -lsubunit -lrt -pthread)
$(B)/unit: $(TEST_OBJECTS) $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(CHECK_LIBS) -lm

# A suite alone, for `make test SUITE=name`.
$(foreach test,$(filter-out tests/main.c,$(TEST_SOURCES)), \
    $(eval $(B)/suite/$(patsubst test_%,%,$(basename $(notdir $(test)))): $(call object,$(test))))
$(B)/suite/%: $(B)/suite/%.main.o $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(CHECK_LIBS) -lm
$(B)/suite/%.main.o: tests/main.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(TEST_FLAGS) -DONE_SUITE=suite_$* -c -o $@ $<
.PRECIOUS: $(B)/suite/%.main.o

$(B)/viewer $(B)/view_hands $(B)/view_list $(B)/studio-test: $(B)/%: $(B)/obj/tests/cli/%.o $(VIEWER_OBJECTS) $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(CHECK_LIBS) -lm $(SCENE_LIBS) -lpng -lgif

$(B)/timeline $(B)/timeline_world: $(B)/%: $(B)/obj/tests/cli/%.o $(call object,$(wildcard src/cli/studio/timeline*.c)) $(CLI_COMMON) $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(CHECK_LIBS) -lm

$(B)/compare: $(B)/obj/tests/cli/compare.o $(VIEWER_OBJECTS) $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(CHECK_LIBS) -lm $(SCENE_LIBS) -lpng -lgif

$(B)/inspect $(B)/inspect_values: $(B)/%: $(B)/obj/tests/cli/%.o $(call object,$(wildcard src/cli/studio/inspect.c src/cli/studio/inspect_*.c) src/cli/runs/edits.c) $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(CHECK_LIBS) -lm

$(B)/board_log: $(B)/obj/tests/cli/board_log.o $(call object,src/cli/runs/board_log.c port/common/log.c) $(CLI_COMMON) $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(CHECK_LIBS) -lm

$(B)/joints: $(B)/obj/tests/cli/joints.o $(SCENE_OBJECTS) $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(CHECK_LIBS) -lm $(SCENE_LIBS)

$(B)/sync: $(B)/obj/tests/cli/sync.o $(SCENE_OBJECTS) $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(SCENE_LIBS)

# A command whose files are doubles.
$(B)/diff_double: $(B)/obj/tests/cli/diff_double.o $(call object,src/cli/commands/cmd_diff.c src/cli/studio/compare.c) $(MODE_OBJECTS) \
    $(PLAIN)/obj/src/cli/runs/edits.o $(CLI_COMMON:$(B)/%=$(PLAIN)/%) $(ASSERT_PORT:$(B)/%=$(PLAIN)/%) $(PLAIN_PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^

$(B)/pictures: $(B)/obj/tests/docs/pictures.o $(VIEWER_OBJECTS) $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(SCENE_LIBS) -lpng -lgif

$(B)/format_tables: $(B)/obj/tests/docs/format_tables.o $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^

# Builds that validate watch over the energy of islands.
GOLDEN_WATCH := $(if $(filter validate san,$(MODE)),$(call object,tests/support/world/energy_watch.c))
GOLDEN_OBJECTS := $(call object,$(GOLDEN_SOURCES) tests/support/world/lanes.c tests/support/world/threads.c) $(EPISODE_OBJECTS) $(call object,port/common/put.c) $(GOLDEN_WATCH) $(ASSERT_PORT)
$(B)/golden: $(GOLDEN_OBJECTS) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(if $(GOLDEN_WATCH),-lm)
include port/package/package.mk
include port/bindings/bindings.mk
include port/web/web.mk
include examples/web/page.mk

$(B)/golden-scenes: $(B)/obj/tests/golden/generate/scenes.o $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lm

$(B)/quality: $(call object,$(QUALITY_SOURCES)) $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lm

# Scenes drawn afresh; the twin is that of the scenes by name. Usable ranges are found with the same
# parts.
TRIAL_OBJECTS := $(call object,$(filter-out %/main.c,$(wildcard tests/quality/trial/*.c)) $(wildcard tests/quality/twin*.c))
$(B)/trials: $(call object,tests/quality/trial/main.c) $(TRIAL_OBJECTS) $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lm

$(B)/ranges: $(call object,$(wildcard tests/quality/ranges/*.c)) $(TRIAL_OBJECTS) $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lm

# Where recipes and new games find pawl/pawl_float.h and pawl/pawl_udp.h as if they were installed.
$(B)/include/pawl/%.h: port/host/%.h
	@mkdir -p $(@D)
	@cp $< $@

$(B)/examples/%: examples/%.c $(ASSERT_PORT) $(B)/libsumo.a $(PAWL) $(B)/libpawl-udp.a | $(B)/include/pawl/pawl_float.h
	@mkdir -p $(@D)
	$(links)$(CC) -std=c11 $(VARIANT_FLAGS) $(TEST_WARNINGS) $(WERROR) -Iinclude -Iport/host -Iexamples -I$(B)/include \
	    $(LDFLAGS) -o $@ $^

$(B)/signed: $(wildcard examples/signed/*.[ch])
$(B)/sealed: $(wildcard examples/sealed/*.[ch])
$(B)/signed-replay: tests/replays/generate/signed.c
$(B)/sealed $(B)/signed $(B)/signed-replay: $(ASSERT_PORT) $(B)/libsumo.a $(PAWL) $(B)/libpawl-udp.a
	$(links)$(CC) -std=c11 $(VARIANT_FLAGS) $(TEST_WARNINGS) $(WERROR) -Iinclude -Iport/host -Iexamples $(LDFLAGS) \
	    -o $@ $(filter %.c,$^) $(filter-out %.h %.c,$^) $(SODIUM_LIBS)

$(B)/soak_%: $(B)/obj/tests/soak/soak_%.o $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(CHECK_LIBS) -lm

# In MODE=fuzz libFuzzer drives the target, elsewhere tests/fuzz/regress.c does.
FUZZ_DRIVER := $(if $(filter fuzz,$(MODE)),,$(B)/obj/tests/fuzz/regress.o)
$(B)/fuzz_%: $(B)/obj/tests/fuzz/fuzz_%.o $(FUZZ_DRIVER) $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) $(if $(FUZZ_DRIVER),,-fsanitize=fuzzer) -o $@ \
	    $(filter %.o %/libsupport.a,$^) $(PAWL) $(FUZZ_LIBS)

# Makes tests/fuzz/corpus.
$(B)/fuzz-corpus: $(B)/obj/tests/fuzz/generate/corpus.o $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^

$(B)/fuzz_replay: $(B)/obj/tests/replays/small.o

$(B)/replays: $(call object,$(wildcard tests/replays/*.c) tests/support/replay/busy.c) $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^

# This one makes its own inputs.
FUZZ_API_SOURCES := tests/fuzz/fuzz_api.c $(wildcard tests/fuzz/api_*.c)
$(B)/fuzz_api: $(call object,$(FUZZ_API_SOURCES)) $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^

$(B)/fuzz_snapshot $(B)/fuzz_delta: $(B)/libsupport.a
FUZZ_SCENES := $(addprefix $(B)/fuzz_,scene tiled ldtk outline script log)
$(FUZZ_SCENES): $(SCENE_OBJECTS)
$(FUZZ_SCENES): FUZZ_LIBS = $(SCENE_LIBS)
$(B)/fuzz_script: $(call cli_objects,script)
$(B)/fuzz_log: $(B)/obj/src/cli/runs/board_log.o

$(B)/obj/src/%.o: src/%.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(LIB_FLAGS) -MMD -MP -c -o $@ $<

$(B)/obj/src/cli/%.o: src/cli/%.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(CLI_FLAGS) -MMD -MP -c -o $@ $<

$(B)/obj/src/cli/window/%.o: CLI_FLAGS += $(SDL_FLAGS)
$(B)/obj/src/cli/tiled/%.o $(B)/obj/src/cli/outline/%.o: CLI_FLAGS += $(TILED_FLAGS)
$(B)/obj/src/cli/sign/%.o: CLI_FLAGS += $(SODIUM_FLAGS)

$(B)/obj/examples/sumo/%.o: examples/sumo/%.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) -std=c11 $(VARIANT_FLAGS) $(CONFIG_FLAGS) $(WARNINGS) $(WERROR) -Iinclude -Iport/host -MMD -MP -c -o $@ $<

$(B)/obj/src/fx/fixmath.o: LIB_FLAGS += -isystem $(LIBFIXMATH_DIR) $(FIXMATH_OPTIONS)
$(B)/obj/src/fx/fixmath.o: | $(LIBFIXMATH_DIR)/libfixmath/fix16.h

$(PORT_OBJECTS) $(call object,$(LINK_SOURCES)): port/$(PORT)/port.mk
$(PORT_OBJECTS) $(call object,$(LINK_SOURCES)): PORT_FLAGS += $(TARGET_LINE.$(TARGET))
# What is installed beside the library can be in a plug-in like it.
$(UDP_OBJECTS): PORT_FLAGS += $(TARGET_PIC.$(TARGET))
$(B)/obj/port/%.o: port/%.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(PORT_FLAGS) -MMD -MP -c -o $@ $<

PORTCHECK_MORE := $(PORTCHECK_ALONE:%=$(B)/obj/port/portcheck-%.o)
$(B)/obj/port/portcheck/portcheck.o $(PORTCHECK_MORE): PORT_FLAGS += -DPAWLI_TARGET='"$(TARGET)"'
$(B)/obj/port/portcheck/portcheck.o: PORT_FLAGS += -DPAWLI_PORTCHECK_PARTS=$(or $(TARGET_PORTCHECK_FIRST.$(TARGET)),0)
$(foreach part,$(PORTCHECK_ALONE),$(eval $(B)/obj/port/portcheck-$(part).o: \
    PORT_FLAGS += -DPAWLI_PORTCHECK_PARTS=$(PORTCHECK_NUMBER.$(part))))
$(PORTCHECK_MORE): port/portcheck/portcheck.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(PORT_FLAGS) -MMD -MP -c -o $@ $<

$(B)/obj/port/%.o: port/%.S $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(PORT_FLAGS) -MMD -MP -c -o $@ $<

# Programs for boards.
$(B)/obj/tests/target/%.o: tests/target/%.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(PORT_FLAGS) -Itests -MMD -MP -c -o $@ $<

# Where a test is, tests/support/base/mark_point.c keeps instead of Check.
MARK_POINT := -D_mark_point=mark_point_reached
# Tests are 200 files that are compiled for each variant and run once: what they test matters.
TEST_LEVEL.plain := -O1
TEST_LEVEL.san := -O0
$(TEST_OBJECTS): TEST_FLAGS += $(TEST_LEVEL.$(MODE))
$(B)/obj/tests/%.o: tests/%.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(TEST_FLAGS) $(MARK_POINT) -I$(B) -MMD -MP -c -o $@ $<

$(B)/obj/tests/main.o: $(B)/suites.inc

$(B)/obj/libfixmath/%.o: $(B)/flags | $(LIBFIXMATH_DIR)/libfixmath/fix16.h
	@mkdir -p $(@D)
	$(call told,CC libfixmath/$*.c)$(CC) -std=gnu11 $(VARIANT_FLAGS) $(FIXMATH_OPTIONS) \
	    -fvisibility=hidden $(TARGET_PIC.$(TARGET)) -w -c -o $@ \
	    $(LIBFIXMATH_DIR)/libfixmath/$*.c

build/libfixmath/libfixmath/fix16.h:
	env -u LIBFIXMATH_DIR tests/support/fetch_libfixmath.sh >/dev/null

$(B)/pawl.pc: port/host/pawl.pc.in FORCE
	@sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
	    -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@VERSION@|$(VERSION)|' $< >$@

# The test runner finds the suites by their names.
$(B)/suites.inc: FORCE
	@mkdir -p $(@D)
	@sed -n 's/^Suite \*\(suite_[a-z0-9_]*\)(void).*/SUITE(\1)/p' \
	    $(filter-out tests/main.c,$(TEST_SOURCES)) /dev/null | sort -u >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# Everything depends on the flags it was built with.
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(VARIANT_FLAGS) $(TARGET_PIC.$(TARGET)) $(TARGET_LINK.$(TARGET))$(TARGET_HOT.$(TARGET):%= %) $(WERROR) $(LDFLAGS) $(LIBFIXMATH_DIR) $(SDL_FLAGS) $(TILED_FLAGS) $(SODIUM_FLAGS)' >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
