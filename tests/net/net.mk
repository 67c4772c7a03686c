# net.mk - tests of the sockets; included by the Makefile.

.PHONY: udp-check udp-check-windows

$(B)/udp: $(B)/obj/tests/net/udp.o $(B)/libpawl-udp.a
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(TARGET_NET_LIBS.$(TARGET)) $(TARGET_FINISH.$(TARGET))

udp-check: $(B)/udp ## sockets of port/posix over 127.0.0.1 and ::1
	@timeout 60 $(RUN) $(B)/udp

# Without MinGW this is skipped, without Wine the file is compiled and linked; `make deps-cross`
# installs both.
udp-check-windows: ## the same for port/windows, in Wine
	@if command -v x86_64-w64-mingw32-gcc >/dev/null; then \
	    $(MAKE) --no-print-directory -s udp-wine TARGET=windows OPT=-O2; \
	else echo "udp: 0 passed, 0 failed, 1 skipped: port/windows, as there is no MinGW"; fi
.PHONY: udp-wine
udp-wine: $(B)/udp
	@if command -v wine >/dev/null; then timeout 120 $(RUN) $(B)/udp; \
	else echo "udp: 0 passed, 0 failed, 1 skipped: port/windows is built, but there is no Wine"; fi

$(B)/net_link: $(B)/obj/tests/cli/net_link.o $(call object,src/cli/net/net_link.c) $(CLI_COMMON) $(SUPPORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(CHECK_LIBS) -lm

# The program as an older one would be, and one whose machine computes something else.
OTHER_OBJECTS := $(patsubst src/session/%.c,$(B)/obj/other/%.o,$(wildcard src/session/*.c))
$(B)/pawl-other: $(CLI_OBJECTS) $(OTHER_OBJECTS) $(SUMO_OBJECTS) $(ASSERT_PORT) $(PAWL) $(B)/libpawl-udp.a
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(CLI_LIBS)
$(B)/obj/other/%.o: src/session/%.c tests/net/other_version.h $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) $(LIB_FLAGS) -include tests/net/other_version.h -MMD -MP -c -o $@ $<

$(B)/pawl-broken: $(CLI_OBJECTS) $(B)/obj/broken/sumo.o $(filter-out %/sumo.o,$(SUMO_OBJECTS)) $(ASSERT_PORT) $(PAWL) $(B)/libpawl-udp.a
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(CLI_LIBS)
$(B)/obj/broken/sumo.o: examples/sumo/sumo.c tests/net/broken.h $(B)/flags
	@mkdir -p $(@D)
	$(compiles)$(CC) -std=c11 $(VARIANT_FLAGS) $(WARNINGS) $(WERROR) -Iinclude -include tests/net/broken.h -MMD -MP -c -o $@ $<
