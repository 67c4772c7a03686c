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
