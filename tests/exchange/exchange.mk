# exchange.mk - what one machine writes, every other one reads; included by tests/check.mk.
#
# The builds differ in word size and byte order. Each writes its files to a folder of its own.
EXCHANGE_BUILDS := $(filter gcc/-O2/native/plain gcc/-O2/m32/% %/powerpc/plain, \
    gcc/-O2/native/plain $(BUILDS))

.PHONY: exchange-check exchange-made exchange-write exchange-read
exchange-check: ## files between 32 and 64 bits, little and big endian
	@tests/exchange/exchange.sh "$(EXCHANGE_BUILDS)"

exchange-made: $(B)/exchange
exchange-write exchange-read: $(B)/exchange
	@$(RUN) $(B)/exchange $(@:exchange-%=%) $(FOLDERS)

$(B)/exchange: $(call object,$(wildcard tests/exchange/exchange*.c)) \
    $(call object,tests/support/state/pileup.c tests/support/state/pileup_calls.c tests/golden/calls.c) \
    $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^

# Builds with other features: those of the profiles, which are there for profiles-check, and one that
# lacks soft bodies alone.
MEET_CUTS := SOFT
.PHONY: meet-check
meet-check: $(B)/meet ## builds with other features read each other's files and play together
	@set -e; for profile in $(filter-out FULL,$(PROFILES)); do \
	    $(MAKE) --no-print-directory -s build/meet-$$profile PROFILE=$$profile; done; \
	for cut in $(MEET_CUTS); do $(MAKE) --no-print-directory -s OPT=-O1 B=build/without-$$cut \
	    CFLAGS=-DPAWL_WITH_$$cut=0 build/without-$$cut/meet; done
	@tests/exchange/meet.sh FULL=$(B)/meet $(foreach profile,$(filter-out FULL,$(PROFILES)), \
	    $(profile)=build/meet-$(profile)) \
	    $(foreach cut,$(MEET_CUTS),without-$(cut)=build/without-$(cut)/meet)

# Where a profile is built depends on the compiler.
build/meet-$(PROFILE): $(B)/meet
	@cp $< $@

$(B)/meet: $(call object,$(wildcard tests/exchange/meet*.c)) $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^
