# binding.mk - the package of Python: what pip installs, and makes a wheel of.
.PHONY: package-python
package-python: binding-python build/single/full/pawl.c ## build/package/python, for pip: `pip install build/package/python`
	@rm -rf build/package/python
	@mkdir -p build/package/python/csrc/pawl
	@cp -r build/bindings/python/pawl port/bindings/python/package/pawl_build.py LICENSE build/package/python
	@sed 's/@VERSION@/$(VERSION)/' port/bindings/python/package/pyproject.toml >build/package/python/pyproject.toml
	@sed '/^<!--/d' docs/use/python.md >build/package/python/README.md
	@cp build/single/full/pawl.c build/single/full/pawl.h port/bindings/exports.c build/package/python/csrc
	@cp include/pawl/*.h build/package/python/csrc/pawl
