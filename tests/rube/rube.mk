# rube.mk - scenes of the R.U.B.E. editor, on every build of the matrix: our own, and others' in
# PAWL_DATA/rube, which are not part of the repository: palm.json, joints.json (RubeLoader,
# Apache-2.0).
RUBE_SCENES := tests/cli/rube_joints.json
RUBE_OTHERS := rube/palm.json rube/joints.json

.PHONY: rube-check rube-run
rube-check: $(B)/rube-dump ## RUBE scenes: nothing falls through, one hash on every build
	@tests/rube/rube.sh $(B)/rube-dump "$(BUILDS)" "$(RUBE_SCENES)" "$(RUBE_OTHERS)"

# The tables are read by every variant, so they lie outside of the variants' folders.
rube-run: $(B)/rube
	@$(RUN) $(B)/rube

$(B)/rube-dump: $(B)/obj/tests/rube/dump.o $(SCENE_OBJECTS) $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(SCENE_LIBS)

$(B)/rube: $(B)/obj/tests/rube/run.o $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^
$(B)/obj/tests/rube/run.o: TEST_FLAGS += -DRUBE_TABLES='"$(CURDIR)/build/rube_tables.inc"'
$(B)/obj/tests/rube/run.o: $(wildcard build/rube_tables.inc)
