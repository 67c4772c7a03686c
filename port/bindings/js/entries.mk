# entries.mk - the WebAssembly of the entries of the package for npm (profiles.py), as small as it gets.
#
# The library is read as two files: its solver, and all else without any optimization; all of it is marked
# as code that is to be small. Then the whole is optimized, of which all is private that its entry does
# not export. clang -Oz of the single file leaves a third more. What is to be small is what gzip makes of
# it: functions stay in their order, since neighbors resemble each other.
ENTRY := build/js/entry
JS_ENTRIES := all pawl game small arcade
JS_ENTRY_SETS := pawl pawl-simd game game-simd small
JS_KNOBS.game := -DPAWL_WITH_SOFT=0
JS_KNOBS.small := $(patsubst %,-DPAWL_WITH_%=0,JOINTS SOFT HOOKS CHAINS PERIODS FRACTURE CHARACTERS ONE_WAY ROLLING TREE)
# A tenth of pawl-simd is lanes, so hinges are solved one after the other.
JS_HINGES := src/joint/hinge_kernels.c
JS_KNOBS_OF.pawl-simd := -DWITHOUT_HINGE_LANES
JS_SIMD_FLAGS := $(WASM_SIMD)
JS_FRONT := --target=wasm32 -std=c11 -ffreestanding -fvisibility=hidden -ffunction-sections -fdata-sections -mmutable-globals \
    -msign-ext -mbulk-memory -w -isystem port/common/include -I. -Iinclude -Isrc -Iport -isystem $(LIBFIXMATH_DIR) \
    $(FIXMATH_OPTIONS) -DPAWL_LINK_ALL=1 -emit-llvm -c
JS_RAW := -Oz -Xclang -disable-llvm-passes
# What makes code small, in the order in which it does.
JS_PASSES := internalize,globaldce,cgscc(function(sroa,instcombine),argpromotion),ipsccp,globalopt,deadargelim,cgscc(inline,function-attrs,argpromotion,$\
function(sroa,early-cse<memssa>,simplifycfg,instcombine,jump-threading,correlated-propagation,mldst-motion,gvn<no-pre;no-load-pre>,$\
memcpyopt,sccp,bdce,dse,adce,simplifycfg,instcombine)),deadargelim,globaldce
JS_ENTRY_LINK := --no-entry --gc-sections --strip-all -O2 -z stack-size=65536 --export-table --growable-table \
    --export=__stack_pointer --export=__heap_base
# -Oz of wasm-opt, without what gathers functions by how often they are called.
JS_GLOBAL := --duplicate-function-elimination --memory-packing --once-reduction
JS_LOCAL := --ssa-nomerge --dce --remove-unused-names --remove-unused-brs --remove-unused-names --optimize-instructions \
    --pick-load-signs --precompute-propagate --optimize-added-constants-propagate --code-pushing --simplify-locals-nostructure \
    --vacuum --reorder-locals --remove-unused-brs --merge-locals --coalesce-locals --simplify-locals --vacuum --reorder-locals \
    --coalesce-locals --reorder-locals --vacuum --code-folding --merge-blocks --remove-unused-brs --remove-unused-names \
    --merge-blocks --precompute-propagate --optimize-instructions --rse --vacuum
JS_AFTER := --dae-optimizing --inlining-optimizing --duplicate-function-elimination --simplify-globals-optimizing \
    --remove-unused-module-elements --directize
JS_ROUND := $(JS_GLOBAL) $(JS_LOCAL) $(JS_AFTER)
JS_WASM_OPT := -lmu --optimize-level=2 --shrink-level=2 $(JS_ROUND) $(JS_ROUND) $(JS_ROUND) \
    --generate-stack-ir --optimize-stack-ir --enable-mutable-globals --enable-bulk-memory \
    --enable-sign-ext --enable-simd
js_tools := command -v $(JS_CC) >/dev/null && command -v $(JS_LD) >/dev/null && command -v opt >/dev/null && command -v wasm-opt >/dev/null

$(ENTRY)/hot.c $(ENTRY)/cold.c: $(LIB_SOURCES) port/bindings/js/entries.mk | $(LIBFIXMATH_DIR)/libfixmath/fix16.h
	@mkdir -p $(@D)
	@printf '#include "%s"\n' $(if $(filter %/hot.c,$@),$(filter src/solver/%,$(LIB_SOURCES)),$(filter-out src/solver/% $(JS_HINGES),$(LIB_SOURCES)) \
	    $(FIXMATH_SOURCES:%=libfixmath/%)) >$@
	@$(if $(filter %/cold.c,$@),printf '#ifdef WITHOUT_HINGE_LANES\n#undef PAWLI_LANES_WASM\n#define PAWLI_LANES_WASM 0\n#endif\n#include "%s"\n' $(JS_HINGES) >>$@)
$(JS_ENTRY_SETS:%=$(ENTRY)/%.bc): $(ENTRY)/%.bc: $(ENTRY)/hot.c $(ENTRY)/cold.c port/bindings/exports.c $(PACKAGE_FILES)
	$(call told,CC $@)$(js_front)
js_knobs = $(JS_KNOBS.$(firstword $(subst -, ,$*))) $(JS_KNOBS_OF.$*) $(if $(filter %-simd,$*),$(JS_SIMD_FLAGS))
define js_front
$(JS_CC) $(JS_FRONT) $(js_knobs) $(JS_RAW) -o $(ENTRY)/$*.cold.bc $(ENTRY)/cold.c && \
    $(JS_CC) $(JS_FRONT) $(js_knobs) $(JS_RAW) -o $(ENTRY)/$*.exports.bc port/bindings/exports.c && \
    $(JS_CC) $(JS_FRONT) $(js_knobs) -Oz -o $(ENTRY)/$*.hot.bc $(ENTRY)/hot.c && \
    llvm-link -o $@ $(ENTRY)/$*.cold.bc $(ENTRY)/$*.exports.bc $(ENTRY)/$*.hot.bc
endef
# Its loops must not become calls of the functions that they are.
$(ENTRY)/memory.o: port/common/memory.c
	@mkdir -p $(@D)
	$(call told,CC $@)$(JS_CC) --target=wasm32 -std=c11 -Os -ffreestanding -fno-builtin -mbulk-memory -isystem port/common/include -Iport -c -o $@ $<

$(JS_ENTRIES:%=$(ENTRY)/%.names) &: $(B)/pawl_api.json port/bindings/js/profiles.py port/bindings/model.py
	@mkdir -p $(ENTRY)
	@python3 -B port/bindings/js/profiles.py exports $< $(ENTRY)
# What takes longest comes first, so that no processor is left with it at the end.
JS_MODULES := $(ENTRY)/all.wasm $(JS_ENTRY_SETS:%=$(ENTRY)/%.wasm) $(ENTRY)/arcade.wasm
$(ENTRY)/pawl.wasm $(ENTRY)/pawl-simd.wasm: $(ENTRY)/pawl.names
$(ENTRY)/game.wasm $(ENTRY)/game-simd.wasm: $(ENTRY)/game.names
$(ENTRY)/small.wasm: $(ENTRY)/small.names
$(ENTRY)/arcade.wasm: $(ENTRY)/arcade.names $(ENTRY)/pawl.bc
$(ENTRY)/all.wasm: $(ENTRY)/all.names $(ENTRY)/pawl.bc
$(JS_ENTRY_SETS:%=$(ENTRY)/%.wasm): $(ENTRY)/%.wasm: $(ENTRY)/%.bc
$(JS_MODULES): $(ENTRY)/memory.o port/bindings/js/entries.mk
	$(links)opt -internalize-public-api-list=memcpy,memmove,memset -internalize-public-api-file=$(filter %.names,$^) -passes='$(JS_PASSES)' \
	    -inline-threshold=-25 -o $@.bc $(filter %.bc,$^)
	@llc -O2 -filetype=obj -disable-lsr -o $@.o $@.bc
	@$(JS_LD) $(JS_ENTRY_LINK) $$(sed 's/^/--export=/' $(filter %.names,$^)) -o $@.linked $@.o $(ENTRY)/memory.o
	@wasm-opt $(JS_WASM_OPT) -o $@ $@.linked && rm $@.bc $@.o $@.linked
