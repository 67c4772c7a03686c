# rube.mk - scenes that others made, on every build of the matrix. They are not part of the
# repository: RUBE_DATA names a folder with palm.json (RubeLoader, Apache-2.0).
RUBE_DATA ?= ../shared/data/rube
RUBE_SCENES := $(wildcard $(RUBE_DATA)/palm.json)

.PHONY: rube-check rube-run
rube-check: $(B)/rube-dump ## a foreign scene: nothing falls through, one hash on every build
	@tests/rube/rube.sh $(B)/rube-dump "$(MATRIX)" $(RUBE_SCENES)

# The tables are read by every variant, so they lie outside of the variants' folders.
rube-run: $(B)/rube
	@$(RUN) $(B)/rube

$(B)/rube-dump: $(B)/obj/tests/rube/dump.o $(ASSERT_PORT) $(PAWL) \
                $(call object,$(wildcard src/cli/heap.c src/cli/json.c src/cli/scene_*.c))
	$(CC) $(LINK_FLAGS) -o $@ $(filter %.o,$^) $(PAWL) -lyajl

$(B)/rube: $(B)/obj/tests/rube/run.o $(ASSERT_PORT) $(PAWL)
	$(CC) $(LINK_FLAGS) -o $@ $^
$(B)/obj/tests/rube/run.o: TEST_FLAGS += -DRUBE_TABLES='"$(CURDIR)/build/rube_tables.inc"'
$(B)/obj/tests/rube/run.o: $(wildcard build/rube_tables.inc)
