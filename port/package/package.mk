# package.mk - the library as programs of others take it; included by the Makefile.

# What pawl.h may have: the world with all that stands beside it, the world alone, or a part.
SINGLE_SETS := full rigid arcade pocket level session
SINGLE_PARTS := port/package/single.py LICENSE $(LIB_SOURCES) $(wildcard $(LAYERS:%=src/%/*.h) include/pawl/*.h)
.PHONY: single single-check
single: $(SINGLE_SETS:%=build/single/%/pawl.c) ## the library as one file: build/single/full/pawl.c and pawl.h, and smaller sets beside
build/single/%/pawl.c: $(SINGLE_PARTS) | $(LIBFIXMATH_DIR)/libfixmath/fix16.h $(if $(shell command -v python3),,deps-python)
	$(call told,SINGLE $@)python3 -B port/package/single.py $* $(LIBFIXMATH_DIR) $(@D)
# A fresh system has none; once, however many files are made at a time.
.PHONY: deps-python
deps-python:
	@tests/support/deps.sh cross python3
$(B)/single.o: build/single/full/pawl.c
	$(compiles)$(CC) -std=c11 $(OPT) -Wall -Wextra -Werror -c -o $@ $<
$(B)/golden-single: $(GOLDEN_OBJECTS) $(B)/single.o
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(if $(GOLDEN_WATCH),-lm)
single-check: single lib $(B)/golden-single ## that by all compilers there are, without a warning; examples and goldens on it
	@tests/package/single.sh $(B) $(CC)

.PHONY: new-check
new-check: all ## games that `pawl new` makes are built and run
	@tests/support/deps.sh cross love xauth xvfb
	@tests/package/new.sh $(B)

# libfixmath's sources are system headers of that file: their warnings are not ours.
$(B)/obj/port/package/fixmath_inside.o: port/package/fixmath_inside.c $(B)/flags | $(LIBFIXMATH_DIR)/libfixmath/fix16.h
	@mkdir -p $(@D)
	$(compiles)$(CC) $(LIB_FLAGS) -isystem $(LIBFIXMATH_DIR) $(FIXMATH_OPTIONS) -MMD -MP -c -o $@ $<

# Functions that are inline in headers, for languages that look for names.
$(B)/obj/port/bindings/exports.o: port/bindings/exports.c $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(LIB_FLAGS) -MMD -MP -c -o $@ $<

$(INSTALLED_ARCHIVE): $(INSTALLED_OBJECTS)
	@mkdir -p $(@D)
	@rm -f $@
	$(packs)$(AR) rcs $@ $^

.PHONY: shared symbols shared-check
shared: $(or $(SHARED),no-shared) $(B)/$(SHARED_LINK) ## the shared library: build/libpawl.so, or .dylib
$(B)/$(SHARED_NAME): $(INSTALLED_OBJECTS) $(B)/obj/port/bindings/exports.o
	$(links)$(CC) $(SHARED_FLAGS) $(LINK_FLAGS) -o $@ $^
$(B)/$(SHARED_LINK): $(B)/$(SHARED_NAME)
	@ln -sf $(SHARED_NAME) $(@D)/$(SONAME)
	@ln -sf $(SONAME) $@
.PHONY: no-shared
no-shared:
	$(error a shared library needs TARGET=native and MODE=plain)

# What the shared library shows is what programs that are linked with it need.
symbols: shared ## accept the names that the shared library shows: port/package/symbols.txt
	@port/package/symbols.sh $(B)/libpawl.so >$(B)/symbols.txt && cp $(B)/symbols.txt port/package/symbols.txt
shared-check: shared ## the shared library: its names, installed, linked by pkg-config; a plug-in of the archive
	@tests/package/shared.sh $(B) $(CC)

# As on a Mac, but for its C library, which comes with Apple's tools alone.
.PHONY: dylib-check
dylib-check: ## the shared library of macOS, by a cross compiler: its names and its links; it is not run
	@tests/package/dylib.sh

.PHONY: cmake-check meson-check libfixmath-check
cmake-check: lib ## the library by CMake: found, as part of a project, for a board, for Windows
	@tests/package/cmake.sh $(B)
meson-check: lib ## the library by Meson: installed, and as a subproject
	@tests/package/meson.sh $(B)
libfixmath-check: build/single/pocket/pawl.c ## where libfixmath comes from, here and elsewhere; a release has it
	@tests/package/libfixmath.sh

# ---- packages of other ecosystems, each laid out in a folder of its own --------------------------
PACKAGES := arduino platformio esp-idf zephyr pico playdate vcpkg conan nix debian
# The address of the sources, which packages may name, and who makes the packages.
REPOSITORY ?=
PACKAGER ?= The pawl authors <nobody@pawl.invalid>
PACKAGE_FIXMATH = $(FIXMATH_SOURCES:%=$(LIBFIXMATH_DIR)/libfixmath/%) $(addprefix $(LIBFIXMATH_DIR)/libfixmath/,fix16.h int64.h)
PACKAGE_FILES := $(LIB_SOURCES) $(wildcard $(LAYERS:%=src/%/*.h) include/pawl/*.h)
.PHONY: packages $(PACKAGES:%=package-%)
packages: $(PACKAGES:%=package-%) ## all packages of other ecosystems; REPOSITORY=, PACKAGER= are what they name
$(PACKAGES:%=package-%): package-%: build/package/files.txt build/single/full/pawl.c
	$(call told,PACKAGE build/package/$*)python3 -B port/package/layout.py $* $< build/package/$* \
	    VERSION=$(VERSION) LIBFIXMATH=$(LIBFIXMATH_DIR) SINGLE=build/single/full REPOSITORY='$(REPOSITORY)' PACKAGER='$(PACKAGER)'
# The one list of files: also of what a shared library shows, which Debian's packages list.
build/package/files.txt: FORCE | $(LIBFIXMATH_DIR)/libfixmath/fix16.h
	@mkdir -p $(@D)
	@{ printf 'source %s\n' $(sort $(LIB_SOURCES)); printf 'private %s\n' $(sort $(filter src/%.h,$(PACKAGE_FILES))); \
	    printf 'public %s\n' $(sort $(filter include/%,$(PACKAGE_FILES))); printf 'fixmath %s\n' $(PACKAGE_FIXMATH); \
	    sed 's/^/symbol /' port/package/symbols.txt; } >$@
.PHONY: packages-check packages-build-check
packages-check: packages lib ## what packages say; Arduino's in an emulated AVR, others by stand-ins of their tools
	@tests/support/deps.sh packages
	@$(MAKE) --no-print-directory -s build/tools/avrrun
	@tests/package/packages.sh build/package $(B)
packages-build-check: packages lib ## minutes: Debian's packages by Debian's tools, the Pico SDK's for its processor
	@tests/support/deps.sh packages
	@tests/package/packages_build.sh build/package $(B)

# Programs of somebody's, from the release (of what is committed) to a hash, each by one command.
.PHONY: consumers consumers-deps release-check
consumers-deps:
	@tests/support/deps.sh demo check packages
	@tests/support/deps.sh cross $(shell cat port/bindings/*/packages)
CONSUMERS ?=
consumers: consumers-deps dist ## ten programs of somebody's that use the release, and how long each takes; CONSUMERS="single rust" for some
	@tests/package/consumers.sh $(DIST).gz $(CONSUMERS)
release-check: consumers-deps dist ## whether a release can be made of this: its version, the tag's text, and consumers without a network
	@tests/package/release.sh $(DIST).gz $(VERSION)

# README's first command on machines that have nothing yet.
.PHONY: systems-check
SYSTEMS ?=
systems-check: dist ## as root, minutes: README's first command in fresh Debian 12, 13, Ubuntu's layout of apt; REFRESH=1, SYSTEMS="debian-13"
	@git archive -o $(DIST:%.tar=%-git.tar) HEAD
	@REFRESH=$(REFRESH) tests/package/systems.sh $(DIST).gz $(DIST:%.tar=%-git.tar) $(SYSTEMS)
