# package.mk - the library as programs of others take it; included by the Makefile.

# What pawl.h may have: the world with all that stands beside it, the world alone, or a part.
SINGLE_SETS := full rigid arcade pocket level session
SINGLE_PARTS := port/package/single.py LICENSE $(LIB_SOURCES) $(wildcard $(LAYERS:%=src/%/*.h) include/pawl/*.h)
.PHONY: single single-check
single: $(SINGLE_SETS:%=build/single/%/pawl.c) ## the library as one file: build/single/full/pawl.c and pawl.h, and smaller sets beside
build/single/%/pawl.c: $(SINGLE_PARTS) | $(LIBFIXMATH_DIR)/libfixmath/fix16.h
	$(call told,SINGLE $@)python3 -B port/package/single.py $* $(LIBFIXMATH_DIR) $(@D)
$(B)/single.o: build/single/full/pawl.c
	$(compiles)$(CC) -std=c11 $(OPT) -Wall -Wextra -Werror -c -o $@ $<
$(B)/golden-single: $(GOLDEN_OBJECTS) $(B)/single.o
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(if $(GOLDEN_WATCH),-lm)
single-check: single lib $(B)/golden-single ## that by all compilers there are, without a warning; examples and goldens on it
	@tests/package/single.sh $(B) $(CC)

.PHONY: cmake-check libfixmath-check
cmake-check: lib ## the library by CMake: found, as part of a project, for a board
	@tests/package/cmake.sh $(B)
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
	    tests/lint/public.sh | sed 's/^/symbol /'; } >$@
.PHONY: packages-check packages-build-check
packages-check: packages lib ## what packages say; Arduino's in an emulated AVR, others by stand-ins of their tools
	@tests/support/deps.sh packages
	@$(MAKE) --no-print-directory -s build/tools/avrrun
	@tests/package/packages.sh build/package $(B)
packages-build-check: packages lib ## minutes: Debian's packages by Debian's tools, the Pico SDK's for its processor
	@tests/support/deps.sh packages
	@tests/package/packages_build.sh build/package $(B)
