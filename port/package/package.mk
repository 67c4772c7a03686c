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

.PHONY: new-check
new-check: all ## games that `pawl new` makes are built and run
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
shared: $(or $(SHARED),no-shared) $(B)/libpawl.so ## the shared library: build/libpawl.so
$(B)/$(SHARED_NAME): $(INSTALLED_OBJECTS) $(B)/obj/port/bindings/exports.o
	$(links)$(CC) -shared -Wl,-soname,$(SONAME) $(LINK_FLAGS) -o $@ $^
$(B)/libpawl.so: $(B)/$(SHARED_NAME)
	@ln -sf $(SHARED_NAME) $(@D)/$(SONAME)
	@ln -sf $(SONAME) $@
.PHONY: no-shared
no-shared:
	$(error a shared library needs TARGET=native and MODE=plain on a system of ELF)

# What the shared library shows is what programs that are linked with it need.
symbols: shared ## accept the names that the shared library shows: port/package/symbols.txt
	@port/package/symbols.sh $(B)/libpawl.so >$(B)/symbols.txt && cp $(B)/symbols.txt port/package/symbols.txt
shared-check: shared ## the shared library: its names, installed, linked by pkg-config; a plug-in of the archive
	@tests/package/shared.sh $(B) $(CC)

.PHONY: cmake-check meson-check libfixmath-check
cmake-check: lib ## the library by CMake: found, as part of a project, for a board, for Windows
	@tests/package/cmake.sh $(B)
meson-check: lib ## the library by Meson: installed, and as a subproject
	@tests/package/meson.sh $(B)
libfixmath-check: build/single/pocket/pawl.c ## where libfixmath comes from, here and elsewhere; a release has it
	@tests/package/libfixmath.sh
