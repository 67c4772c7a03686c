# bench.mk - the benchmark programs, one per engine; included by tests/check.mk.
#
# The peers are the Debian packages libchipmunk-dev and libbox2d-dev; one that is not installed is
# left out. valgrind counts the instructions.
HAVE = $(shell for place in /usr/include /usr/local/include; do \
           [ -e $$place/$1 ] && echo yes && break; done)
BENCH_PROGRAMS := bench-pawl bench-memory bench-save bench-level bench-arcade bench-soft $(if $(call HAVE,chipmunk/chipmunk.h),bench-chipmunk) \
                  $(if $(call HAVE,box2d/box2d.h),bench-box2d)
BENCH_COMMON := $(B)/obj/tests/bench/bench.o $(SUPPORT)

programs-alone: $(BENCH_PROGRAMS:%=$(B)/%)

.PHONY: bench bench-level bench-arcade bench-soft
bench: $(BENCH_PROGRAMS:%=$(B)/%) ## speed and memory beside Chipmunk and Box2D: docs/performance.md
	python3 -B tests/bench/report.py $(B) docs/performance.md; status=$$?; \
	    $(MAKE) --no-print-directory bench-level || status=$$?; \
	    $(MAKE) --no-print-directory bench-arcade || status=$$?; \
	    $(MAKE) --no-print-directory bench-soft || status=$$?; exit $$status

bench-level: $(B)/bench-level ## the same for levels alone: build, walks, paths, growth
	python3 -B tests/bench/level_report.py $(B) docs/performance.md

bench-arcade: $(B)/bench-arcade ## the same for the arcade layer alone: pairs, and steps of circles
	python3 -B tests/bench/arcade_report.py $(B) docs/performance.md

bench-soft: $(B)/bench-soft ## the same for soft bodies alone: ropes, cloths, blobs; values for docs/soft-values.md
	python3 -B tests/bench/soft_report.py $(B) docs/performance.md docs/soft-values.md

$(B)/bench-pawl: $(B)/obj/tests/bench/engine_pawl.o $(BENCH_COMMON) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lm

$(B)/bench-memory: $(B)/obj/tests/bench/memory.o $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lm

$(B)/bench-save: $(B)/obj/tests/bench/save.o $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lm

$(B)/bench-level: $(B)/obj/tests/bench/level.o $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lm

$(B)/bench-arcade: $(call object,tests/bench/arcade.c tests/bench/arcade_chipmunk.c) $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(if $(call HAVE,chipmunk/chipmunk.h),-lchipmunk) -lm

$(B)/bench-soft: $(call object,$(patsubst %,tests/bench/%.c,soft soft_scene soft_values soft_chipmunk)) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(if $(call HAVE,chipmunk/chipmunk.h),-lchipmunk) -lm
$(B)/obj/tests/bench/soft_chipmunk.o $(B)/obj/tests/bench/arcade_chipmunk.o: TEST_FLAGS += $(if $(call HAVE,chipmunk/chipmunk.h),-DBENCH_CHIPMUNK)

$(B)/bench-chipmunk: $(B)/obj/tests/bench/peer_chipmunk.o $(BENCH_COMMON) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ -lchipmunk -lm

$(B)/bench-box2d: $(B)/obj/tests/bench/peer_box2d.o $(BENCH_COMMON) $(PAWL)
	$(links)$(CXX) $(LINK_FLAGS) -o $@ $^ -lbox2d -lm

# The peers get the optimisation level of the library and the warnings of the tests.
$(B)/obj/tests/bench/peer_box2d.o: tests/bench/peer_box2d.cpp $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CXX) -std=c++17 $(VARIANT_FLAGS) -Wall -Wextra $(INCLUDES) -Itests -MMD -MP -c -o $@ $<
