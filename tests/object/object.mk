# object.mk - a type of object that only a test has; included by tests/check.mk.
.PHONY: object-check object-run
object-check: ## whether a new type of object needs no more than its rows in the tables
	@$(MAKE) --no-print-directory object-run MODE=object OPT=-O0
object-run: $(B)/object
	$(B)/object

$(B)/object: $(B)/obj/tests/object/object.o $(SUPPORT) $(PAWL)
	$(CC) $(LINK_FLAGS) -o $@ $^ $(CHECK_LIBS) -lm
