"""create.py - runs a recipe as `conan create` does: create.py RECIPE SCRATCH SHARED PROFILE

It exports what the recipe names, builds that, packages it to SCRATCH/package and prints the knobs
that programs are to be compiled with.
"""
import importlib.util
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace


class Settings:
    def rm_safe(self, name):
        del name


def main():
    path, scratch = Path(sys.argv[1]), Path(sys.argv[2])
    spec = importlib.util.spec_from_file_location("conanfile", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    folders = [str(scratch / part) for part in ("source", "build", "package")]
    options = SimpleNamespace(shared=sys.argv[3] == "True", profile=sys.argv[4])
    recipe = module.PawlConan(Settings(), options, folders)
    known = module.PawlConan.options
    assert options.shared in known["shared"] and options.profile in known["profile"]
    for pattern in recipe.exports_sources:
        for found in path.parent.glob(pattern):
            target = scratch / "source" / found.relative_to(path.parent)
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if found.is_dir() else shutil.copy)(found, target)
    recipe.cpp_info = SimpleNamespace(properties={})
    recipe.cpp_info.set_property = recipe.cpp_info.properties.__setitem__
    for step in ("configure", "layout", "generate", "build", "package", "package_info"):
        getattr(recipe, step)()
    print(" ".join(f"-D{word}" for word in recipe.cpp_info.defines))


if __name__ == "__main__":
    main()
