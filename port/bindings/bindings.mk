# bindings.mk - pawl for other languages, written from the description of the interface; included by
# the Makefile. A language is a folder of port/bindings with an emit.py.
BINDINGS := $(patsubst port/bindings/%/emit.py,%,$(wildcard port/bindings/*/emit.py))
.PHONY: bindings bindings-check bindings-deps exports exports-check $(BINDINGS:%=binding-%)
bindings: $(BINDINGS:%=binding-%) ## build/bindings: a binding for each language of port/bindings
$(BINDINGS:%=binding-%): binding-%: build/bindings/%/made
build/bindings/%/made: $(B)/pawl_api.json $(wildcard port/bindings/*.py port/bindings/*/*)
	$(call told,BINDING $*)python3 -B port/bindings/generate.py $* $(B)/pawl_api.json $(@D)
	@touch $@

# What a shared library exports besides what libpawl.a has: functions that are inline in headers.
exports-check: $(B)/pawl_api.json
	@python3 -B port/bindings/exports.py $(B)/pawl_api.json $(B)/exports.c
	@clang-format --style=file:.clang-format -i $(B)/exports.c
	@diff -u port/bindings/exports.c $(B)/exports.c || { echo "exports.c is not that of the headers: make exports"; exit 1; }
	@echo "exports: 1 passed, 0 failed"
exports: $(B)/pawl_api.json ## port/bindings/exports.c, after inline functions of the headers have changed
	@python3 -B port/bindings/exports.py $(B)/pawl_api.json port/bindings/exports.c
	@clang-format -i port/bindings/exports.c

build/bindings/libpawl.so: shared
	@mkdir -p $(@D)
	@ln -sfn $(patsubst build%,..%,$(B))/libpawl.so $@

# The same programs in each language, whose output must be that of C; LANGUAGES=lua for some.
LANGUAGES ?= $(BINDINGS)
PROGRAMS_OF_C := $(patsubst port/bindings/c/%.c,build/bindings/c/%.said,$(wildcard port/bindings/c/*.c))
bindings-deps:
	@tests/support/deps.sh cross $(shell cat $(LANGUAGES:%=port/bindings/%/packages) /dev/null)
build/bindings/c/demo.replay: $(B)/pawl
	@mkdir -p $(@D)
	@$(B)/pawl record examples/scenes/demo.json -o $@ --ticks 300 >/dev/null
$(PROGRAMS_OF_C): build/bindings/c/%.said: port/bindings/c/%.c build/bindings/c/demo.replay port/bindings/c/platformer.keys $(PAWL)
	@tests/bindings/run_c.sh $(B) $* $(if $(filter platformer,$*),port/bindings/c/platformer.keys,build/bindings/c/demo.replay) >$@
.PHONY: $(BINDINGS:%=bindings-check-%)
bindings-check: $(LANGUAGES:%=bindings-check-%) ## the same programs in each language; LANGUAGES="..." for some
$(BINDINGS:%=bindings-check-%): bindings-check-%: bindings-deps build/bindings/libpawl.so binding-% $(PROGRAMS_OF_C)
	@tests/bindings/bindings.sh $*

# What a package of a language is made of, beside the language.
include $(wildcard port/bindings/*/binding.mk)
