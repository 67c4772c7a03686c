# mask.mk - the tests of the state with single fields left out of it; included by tests/check.mk.
.PHONY: mask-check mask-run
mask-check: ## whether the tests would notice each single field that is forgotten
	@$(MAKE) --no-print-directory mask-run MODE=mask OPT=-O1
mask-run: $(B)/mask
	$(B)/mask

# Needs the field tables of MODE=mask.
$(B)/mask: $(B)/obj/tests/mask/mask.o $(SUPPORT_OBJECTS) $(PAWL)
	$(CC) $(LINK_FLAGS) -o $@ $^ $(CHECK_LIBS) -lm
