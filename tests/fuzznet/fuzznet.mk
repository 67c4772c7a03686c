# fuzznet.mk - games as shared objects, and `pawl fuzznet` on them; included by the Makefile.

MODULES := goal pong sumo
MODULE_FLAGS = -std=c11 $(VARIANT_FLAGS) $(TEST_WARNINGS) $(WERROR) -fPIC -shared -Isrc -Iinclude -Iport/host -Iexamples \
               tests/support/base/assert_port.c
BUGS := 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14

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

# The program with one mistake in its library, which only games with relays or with hosts that fail
# can show: a line of a source that is gone.
LIBRARY_BUGS := gap election rows
LIBRARY_BUG.gap = session/relay.c|^    lose_followers(relay);
LIBRARY_BUG.election = migrate/migrate_elect.c|^    if (!has_all_of(told, &ours)) return;
LIBRARY_BUG.rows = migrate/migrate_adopt.c|^    if (told->role == PAWLI_MEMBER_SEEKS .. !(is_before .. is_here)) return false;
bugs: $(LIBRARY_BUGS:%=$(B)/bugs/pawl-%)
$(LIBRARY_BUGS:%=$(B)/bugs/pawl-%): $(B)/bugs/pawl-%: $(wildcard src/session/*.[ch] src/migrate/*.[ch]) $(B)/pawl
	@mkdir -p $(@D)
	@bug='$(LIBRARY_BUG.$*)'; sed "/$${bug#*|}/d" "src/$${bug%%|*}" >$@.c; \
	    [ "$$(diff "src/$${bug%%|*}" $@.c | grep -c '^<')" = 1 ] || { echo "$@: no such line"; exit 1; }
	$(links)$(CC) -std=c11 $(VARIANT_FLAGS) -w -Isrc -Iinclude -c -o $@.o $@.c
	@$(CC) $(LINK_FLAGS) -o $@ $(CLI_OBJECTS) $(SUMO_OBJECTS) $(ASSERT_PORT) $@.o $(PAWL) $(B)/libpawl-udp.a $(CLI_LIBS)
