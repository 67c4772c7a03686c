# The description of the interface, and what is made of it: the reference, the site, its search.
.PHONY: api api-check reference-coverage site site-check site-logo
DOCS_API := tests/docs/api
# What comes from packages of Debian is not known to another Python.
DEBIAN_PYTHON := $(firstword $(wildcard /usr/bin/python3) python3) -B
api: $(B)/pawl_api.json ## build/pawl_api.json: the public interface as data
$(B)/pawl_api.json: $(wildcard include/pawl/*.h $(DOCS_API)/*.py $(DOCS_API)/words.txt src/*/*.c)
	@mkdir -p $(@D)
	@python3 -B $(DOCS_API)/describe.py $@

# All that is public has a comment, a meaning and a length; and is what the library exports.
api-check: api $(B)/libpawl.a
	@python3 -B $(DOCS_API)/test_api.py
	@$(DEBIAN_PYTHON) $(DOCS_API)/describe.py --check $(B)/pawl_api.json $(B)/libpawl.a
	@python3 -B $(DOCS_API)/abi.py --self-test $(B)/pawl_api.json
	@$(MAKE) --no-print-directory -s exports-check

# A release is a tag; today's tools describe its headers. RELEASE=commit compares with something else.
.PHONY: abi-check
RELEASE ?= $(shell git describe --tags --abbrev=0 2>/dev/null)
abi-check: api ## what has changed in the interface since the last release (or RELEASE=commit), and whether programs break
	@if [ -z "$(RELEASE)" ]; then echo "abi: there is no release yet; RELEASE=commit compares with a commit"; else \
	    rm -rf build/abi && mkdir -p build/abi && git archive $(RELEASE) include src | tar -x -C build/abi && \
	    mkdir -p build/abi/tests/docs && cp -r $(DOCS_API) build/abi/tests/docs/ && \
	    { python3 -B build/abi/$(DOCS_API)/describe.py build/abi/pawl_api.json >/dev/null; \
	    python3 -B $(DOCS_API)/abi.py build/abi/pawl_api.json $(B)/pawl_api.json; }; fi

# Every public function is in the reference, and in a program that a check compiles.
docs-check: reference-coverage
reference-coverage: api
	@python3 -B $(DOCS_API)/coverage.py $(B)/pawl_api.json --least 95

site: api $(B)/stack.json ## build/site/html: docs and reference with search, by MkDocs (open build/site/html/index.html)
	@tests/support/deps.sh site
	@$(MAKE) --no-print-directory site-check
	@mkdocs build --strict --quiet --clean -f build/site/mkdocs.yml
	@$(DEBIAN_PYTHON) $(DOCS_API)/search_index.py build/site/html
	@python3 -B $(DOCS_API)/site_html.py --self-test
	@python3 -B $(DOCS_API)/site_html.py build/site/html
	@$(DEBIAN_PYTHON) $(DOCS_API)/reader.py build/site/html tests/docs/site/questions.txt

$(B)/stack.json: $(PAWL) $(DOCS_API)/stack.py
	@python3 -B $(DOCS_API)/stack.py $@ $(PAWL)

site-check: api $(B)/stack.json ## pages of the site: each in the order of tests/docs/site/order.txt, no link that leads nowhere
	@$(DEBIAN_PYTHON) $(DOCS_API)/test_site.py
	@$(DEBIAN_PYTHON) $(DOCS_API)/site_pages.py $(B)/pawl_api.json build/site $(B)/stack.json

site-logo: $(B)/pawl ## tests/docs/site/logo.svg, drawn by pawl
	@$< run tests/docs/site/logo.json --width 128 --svg $(B)/logo.svg >/dev/null
	@grep -v '<text\|<rect' $(B)/logo.svg >tests/docs/site/logo.svg
