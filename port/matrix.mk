# matrix.mk - every target in turn; included by port/ports.mk.

.PHONY: matrix matrix-fast matrix-case deps-cross

# make matrix TARGETS="avr gba" runs some.
chosen_targets := $(filter command environment,$(origin TARGETS))
MATRIX_TARGETS := $(if $(chosen_targets),$(TARGETS),$(ALL_TARGETS))
# What a push is checked with: boards without and with 64-bit products, big-endian, another compiler.
MATRIX_FAST := cortex-m0 gba avr1284 rv32imac powerpc wasm
# This machine's compilers and levels: compiler/level/target.
HOST_CASES := $(foreach level,-O0 -O1 -O2 -O3 -Os,gcc/$(level)/native clang/$(level)/native) \
              gcc/-O2/lto clang/-O2/lto
ifeq ($(shell uname -m),x86_64)
HOST_CASES += gcc/-O0/m32 clang/-O2/m32
else
MATRIX_SKIP := m32
endif
case_of = $(or $(TARGET_CC.$1),gcc)/$(or $(TARGET_OPT.$1),-O2)/$1
matrix_cases = $(sort $(foreach name,$(filter-out $(MATRIX_SKIP),$1),$(call case_of,$(name))) \
                      $(foreach host,$(HOST_CASES),$(if $(filter $(notdir $(host)),$1),$(host))))
MATRIX = python3 -B tests/target/matrix.py
TABLES = python3 -B tests/docs/tables.py

# Emulators are built before the cases, two of which may want the same one at the same time.
tools_of = $(sort $(foreach name,$1,$(TARGET_TOOLS.$(name))))

matrix: deps-cross $(call tools_of,$(MATRIX_TARGETS)) | $(LIBFIXMATH_DIR)/libfixmath/fix16.h ## portcheck and goldens on every target: docs/targets.md
	@$(MATRIX) --resume --document docs/targets.md $(if $(chosen_targets),,--whole) \
	    $(call matrix_cases,$(MATRIX_TARGETS))
	$(if $(chosen_targets),,@$(MAKE) --no-print-directory lines-check wire-check conform-check WIRE_LINES="$(WIRE_LINES_ALL)" CONFORM_SCENES=--all)
	$(if $(chosen_targets),,@$(MAKE) --no-print-directory trio-check)

matrix-fast: $(call tools_of,$(MATRIX_FAST)) | $(LIBFIXMATH_DIR)/libfixmath/fix16.h ## the same on a few targets, for every push
	@python3 -B tests/target/test_matrix.py
	@mkdir -p build/tables
	@$(MATRIX) --table build/tables/matrix.md --page docs/targets.md \
	    $(foreach name,$(MATRIX_FAST),$(call case_of,$(name)))
	@$(TABLES) --keys 3 --without 'day;step' docs/targets.md matrix build/tables/matrix.md
	@$(MAKE) --no-print-directory lines-check wire-check conform-check
	@$(MAKE) --no-print-directory trio-check

# For matrix.py: build, then say how to run.
PROGRAMS := $(or $(TARGET_PROGRAMS.$(TARGET)),portcheck golden_board)
matrix-case: $(PROGRAMS:%=$(B)/%)
	@echo 'programs=$(PROGRAMS)'
	@echo 'folder=$(B)'
	@echo 'run=$(RUN)'

packages_of = $(sort $(foreach name,$1,$(TARGET_PACKAGES.$(name))))

deps-cross: ## install the compilers and emulators of `make matrix` (Debian, Ubuntu)
	@tests/support/deps.sh check cross $(call packages_of,$(MATRIX_TARGETS))
