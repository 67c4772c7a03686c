# The description of the interface, and what is made of it.
.PHONY: api api-check
DOCS_API := tests/docs/api
api: $(B)/pawl_api.json ## build/pawl_api.json: the public interface as data
$(B)/pawl_api.json: $(wildcard include/pawl/*.h $(DOCS_API)/*.py $(DOCS_API)/words.txt src/*/*.c)
	@mkdir -p $(@D)
	@python3 -B $(DOCS_API)/describe.py $@

# All that is public has a comment, a meaning and a length; and is what the library exports.
api-check: api $(B)/libpawl.a
	@python3 -B $(DOCS_API)/test_api.py
	@python3 -B $(DOCS_API)/describe.py --check $(B)/pawl_api.json $(B)/libpawl.a
