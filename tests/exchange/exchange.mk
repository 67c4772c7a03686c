# exchange.mk - what one machine writes, every other one reads; included by tests/check.mk.
#
# The builds differ in word size and byte order. Each writes its files to a folder of its own.
EXCHANGE_BUILDS := $(filter gcc/-O2/native/plain gcc/-O2/m32/% %/powerpc/plain, \
    gcc/-O2/native/plain $(BUILDS))

.PHONY: exchange-check exchange-write exchange-read
exchange-check: ## files between 32 and 64 bits, little and big endian
	@tests/exchange/exchange.sh "$(EXCHANGE_BUILDS)"

exchange-write exchange-read: $(B)/exchange
	@$(RUN) $(B)/exchange $(@:exchange-%=%) $(FOLDERS)

$(B)/exchange: $(call object,$(wildcard tests/exchange/*.c)) \
    $(call object,tests/support/state/pileup.c tests/support/state/pileup_calls.c tests/golden/calls.c) \
    $(ASSERT_PORT) $(PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^
