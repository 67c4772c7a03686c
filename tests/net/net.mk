# net.mk - tests of the sockets; included by the Makefile.

.PHONY: udp-check udp-check-windows

$(B)/udp: $(B)/obj/tests/net/udp.o $(B)/libpawl-udp.a
	$(CC) $(LINK_FLAGS) -o $@ $^ $(TARGET_NET_LIBS.$(TARGET)) $(TARGET_FINISH.$(TARGET))

udp-check: $(B)/udp ## sockets of port/posix over 127.0.0.1 and ::1
	@timeout 60 $(RUN) $(B)/udp

# Wine brings its own network; without it the file is at least compiled and linked.
udp-check-windows: ## the same for port/windows, in Wine
	@$(MAKE) --no-print-directory -s udp-wine TARGET=windows OPT=-O2
.PHONY: udp-wine
udp-wine: $(B)/udp
	@timeout 120 $(RUN) $(B)/udp

$(B)/net_link: $(B)/obj/tests/cli/net_link.o $(call object,src/cli/net_link.c src/cli/heap.c) $(PAWL)
	$(CC) $(LINK_FLAGS) -o $@ $^ $(CHECK_LIBS) -lm

# The program as an older one would be, and one whose machine computes something else.
OTHER_OBJECTS := $(patsubst src/session/%.c,$(B)/obj/other/%.o,$(wildcard src/session/*.c))
$(B)/pawl-other: $(CLI_OBJECTS) $(OTHER_OBJECTS) $(SUMO_OBJECTS) $(ASSERT_PORT) $(PAWL) $(B)/libpawl-udp.a
	$(CC) $(LINK_FLAGS) -o $@ $^ $(CLI_LIBS)
$(B)/obj/other/%.o: src/session/%.c tests/net/other_version.h $(B)/flags
	@mkdir -p $(@D)
	$(CC) $(LIB_FLAGS) -include tests/net/other_version.h -MMD -MP -c -o $@ $<

$(B)/pawl-broken: $(CLI_OBJECTS) $(B)/obj/broken/sumo.o $(filter-out %/sumo.o,$(SUMO_OBJECTS)) $(ASSERT_PORT) $(PAWL) $(B)/libpawl-udp.a
	$(CC) $(LINK_FLAGS) -o $@ $^ $(CLI_LIBS)
$(B)/obj/broken/sumo.o: examples/sumo/sumo.c tests/net/broken.h $(B)/flags
	@mkdir -p $(@D)
	$(CC) -std=c11 $(VARIANT_FLAGS) $(WARNINGS) $(WERROR) -Iinclude -include tests/net/broken.h -MMD -MP -c -o $@ $<
