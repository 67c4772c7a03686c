# mask.mk - the tests of the state with single fields left out of it; included by tests/check.mk.
.PHONY: mask-check mask-run mask-run/0 mask-run/1
mask-check: $(SUPPORT) $(PAWL) ## whether the tests would notice each single field that is forgotten
	@$(MAKE) --no-print-directory mask-run MODE=mask OPT=-O1 PLAIN=$(B)
mask-run: mask-run/0 mask-run/1
mask-run/0 mask-run/1: mask-run/%: $(B)/mask
	$(B)/mask $* 2

# Needs the field tables of MODE=mask.
$(B)/mask: $(B)/obj/tests/mask/mask.o $(MODE_OBJECTS) $(SUPPORT:$(B)/%=$(PLAIN)/%) $(PLAIN_PAWL)
	$(links)$(CC) $(LINK_FLAGS) -o $@ $^ $(CHECK_LIBS) -lm
