"""In place of Conan's: CMake, with the options that a recipe asks for and those of the test."""
import os
import subprocess


def cmake_layout(recipe):
    del recipe


class CMakeDeps:
    def __init__(self, recipe):
        self.recipe = recipe

    def generate(self):
        """There are no dependencies."""


class CMakeToolchain:
    def __init__(self, recipe):
        self.recipe, self.cache_variables = recipe, {}

    def generate(self):
        self.recipe.cache_variables = self.cache_variables


class CMake:
    def __init__(self, recipe):
        self.recipe = recipe

    def run(self, *words):
        subprocess.run(["cmake", *words], check=True)

    def configure(self):
        recipe = self.recipe
        shared = "ON" if recipe.options.shared else "OFF"
        options = [f"-D{name}={value}" for name, value in recipe.cache_variables.items()]
        self.run("-S", recipe.source_folder, "-B", recipe.build_folder, *options,
                 f"-DBUILD_SHARED_LIBS={shared}", f"-DCMAKE_INSTALL_PREFIX={recipe.package_folder}",
                 *os.environ["CMAKE_OPTIONS"].split())

    def build(self):
        self.run("--build", self.recipe.build_folder)

    def install(self):
        self.run("--install", self.recipe.build_folder)
