"""conanfile.py - pawl for Conan 2: `conan create .`"""
from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class PawlConan(ConanFile):
    name = "@NAME@"
    version = "@VERSION@"
    license = "@LICENCE@"
    author = "@AUTHORS@"
    description = "@SUMMARY@"
    url = "@REPOSITORY@"
    topics = @KEYWORDS_TUPLE@
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "profile": ["FULL", "SMALL", "TINY"]}
    default_options = {"shared": False, "profile": "FULL"}
    exports_sources = "CMakeLists.txt", "LICENSE", "include/*", "src/*", "port/*", "libfixmath/*"

    def configure(self):
        self.settings.rm_safe("compiler.cppstd")  # it is C
        self.settings.rm_safe("compiler.libcxx")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["PAWL_PROFILE"] = str(self.options.profile)
        toolchain.cache_variables["PAWL_LIBFIXMATH_DIR"] = self.source_folder + "/libfixmath"
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        for part in (self.source_folder, self.source_folder + "/libfixmath"):
            copy(self, "LICENSE", part, self.package_folder + "/licenses" +
                 part[len(self.source_folder):])
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["pawl"]
        self.cpp_info.defines = [f"PAWL_PROFILE=PAWL_PROFILE_{self.options.profile}"]
        self.cpp_info.set_property("cmake_target_name", "pawl::pawl")
