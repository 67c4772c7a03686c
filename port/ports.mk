# ports.mk - what is made for boards and emulators; included by the Makefile.

.PHONY: targets portcheck

targets: ## what TARGET can be, with its port
	@$(foreach name,$(TARGETS),printf '%-18s port/%s\n' $(name) $(TARGET_PORT.$(name));)

portcheck: $(B)/portcheck $(TARGET_TOOLS.$(TARGET)) ## does TARGET compute what every other machine computes?
	$(RUN) $(B)/portcheck

HOST_CC ?= gcc
build/tools/avrrun: tests/target/avrrun.c tests/target/avr_profile.c tests/target/avr_profile.h
	@mkdir -p $(@D)
	$(HOST_CC) -std=gnu11 $(TEST_WARNINGS) -O2 -o $@ $(filter %.c,$^) -lsimavr -lelf

# Six boxes on the ground: on this machine, and on the smallest ones.
$(B)/pile: $(B)/obj/port/target/pile.o $(PORT_PARTS)
	$(link_port)
$(B)/obj/port/target/%.o: tests/target/%.c $(B)/flags
	@mkdir -p $(@D)
	$(CC) $(PORT_FLAGS) -MMD -MP -c -o $@ $<
