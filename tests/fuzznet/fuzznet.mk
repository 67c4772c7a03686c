# fuzznet.mk - games as shared objects, and `pawl fuzznet` on them; included by the Makefile.

MODULES := goal pong sumo
MODULE_FLAGS = -std=c11 $(VARIANT_FLAGS) $(TEST_WARNINGS) $(WERROR) -fPIC -shared -Isrc -Iinclude -Iport/host -Iexamples \
               tests/support/base/assert_port.c
BUGS := 0 1 2 3 4 5 6 7 8 9 10 11 12 13

.PHONY: modules bugs fuzznet
bugs: $(BUGS:%=$(B)/bugs/%.so) $(B)/bugs/version.so
modules: $(MODULES:%=$(B)/modules/%.so) ## games of examples/modules for `pawl fuzznet`, to build/modules

# Other games in each run: `make fuzznet FUZZNET_GAMES=100 FUZZNET_SEED=5` plays some again.
FUZZNET_GAMES ?= 20000
FUZZNET_SEED ?= $(shell date +%s)
fuzznet: $(B)/pawl modules $(B)/bugs/0.so ## FUZZNET_GAMES sessions of each of our modules, from the seed FUZZNET_SEED on
	@set -e; for module in $(MODULES:%=$(B)/modules/%.so) $(B)/bugs/0.so; do \
	    echo "fuzznet: $$module"; \
	    $(B)/pawl fuzznet $$module --games $(FUZZNET_GAMES) --seed $(FUZZNET_SEED) --jobs 2 \
	        -o $(B)/fuzznet-$$(basename $$module .so)-; done

$(B)/modules/sumo.so: examples/sumo/sumo.c
$(B)/modules/%.so: examples/modules/%.c port/host/pawl_game_module.h port/host/pawl_game_world.h $(PAWL)
	@mkdir -p $(@D)
	$(links)$(CC) $(MODULE_FLAGS) -o $@ $(filter %.c,$^) $(PAWL)

# One mistake each.
$(B)/bugs/%.so: tests/fuzznet/bugs.c port/host/pawl_game_module.h $(PAWL)
	@mkdir -p $(@D)
	$(links)$(CC) $(MODULE_FLAGS) -DBUG=$* -o $@ $< $(PAWL)
$(B)/bugs/version.so: tests/fuzznet/bugs.c port/host/pawl_game_module.h $(PAWL)
	@mkdir -p $(@D)
	$(links)$(CC) $(MODULE_FLAGS) -DVERSION=0 -o $@ $< $(PAWL)

# A module of the page docs/fuzznet.md, as it stands there.
$(B)/page/fuzznet.so: docs/fuzznet.md port/host/pawl_game_module.h port/host/pawl_game_world.h $(PAWL)
	@mkdir -p $(@D)/include/pawl && cp port/host/pawl_game_*.h $(@D)/include/pawl
	@awk '/^```c$$/ { inside = 1; next } /^```/ { inside = 0 } inside' $< >$(@:.so=.c)
	$(links)$(CC) $(MODULE_FLAGS) -Werror -I$(@D)/include -o $@ $(@:.so=.c) $(PAWL)
