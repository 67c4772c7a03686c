# binding.mk - the package of C++: headers, the library as one file, and lines for CMake and pkg-config.
.PHONY: package-cpp
package-cpp: binding-cpp build/single/full/pawl.c ## build/package/cpp, for CMake: find_package(pawl-cpp), add_subdirectory
	@rm -rf build/package/cpp
	@mkdir -p build/package/cpp/include/pawl build/package/cpp/src
	@cp include/pawl/*.h build/bindings/cpp/pawl/*.hpp build/package/cpp/include/pawl
	@cp build/single/full/pawl.c build/single/full/pawl.h build/package/cpp/src
	@cp LICENSE port/bindings/cpp/package/pawl-cpp.pc.in build/package/cpp
	@sed 's/@VERSION@/$(VERSION)/' port/bindings/cpp/package/CMakeLists.txt >build/package/cpp/CMakeLists.txt
	@sed '/^<!--/d' docs/use/cpp.md >build/package/cpp/README.md
