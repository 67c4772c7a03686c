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

.PHONY: cmake-check libfixmath-check
cmake-check: lib ## the library by CMake: found, as part of a project, for a board
	@tests/package/cmake.sh $(B)
libfixmath-check: build/single/pocket/pawl.c ## where libfixmath comes from, here and elsewhere; a release has it
	@tests/package/libfixmath.sh
