"""metadata.py - what packages say of themselves, and that each has all of the library.

usage: metadata.py FOLDER FILES     (build/package and its list)
"""
import configparser
import fnmatch
import json
import re
import sys
from pathlib import Path

import jsonschema
import kconfiglib
import yaml

sys.path.insert(0, "port/package")
import layout  # noqa: E402

ADDRESS = re.compile(r"https?://\S+")
passed, failed = 0, 0


def expect(name, is_right, why=""):
    global passed, failed
    passed, failed = passed + bool(is_right), failed + (not is_right)
    if not is_right:
        print(f"FAILED: {name} {why}")


def read_metadata(path):
    text = path.read_text()
    if path.suffix == ".properties":
        parser = configparser.ConfigParser(interpolation=None, delimiters="=")
        parser.read_string("[it]\n" + text)
        return dict(parser["it"])
    return json.loads(text) if path.suffix == ".json" else yaml.safe_load(text)


def check_schemas(folder):
    schemas = json.loads(Path("tests/package/schemas.json").read_text())
    for name, schema in schemas.items():
        if "/" not in name:
            continue
        schema = schema | {"definitions": schemas["definitions"]}
        errors = jsonschema.Draft7Validator(schema).iter_errors(read_metadata(folder / name))
        why = "; ".join(f"{list(error.path)}: {error.message}" for error in errors)
        expect(f"{name}_has_the_fields_of_its_tool", not why, why)


def check_files(folder, files):
    """Each package with sources has all of the list, unchanged, and the licence of libfixmath."""
    for name, (form, inside) in layout.LAYOUTS.items():
        package = folder / name / inside
        if form == "single":
            text = (package / "pawl.c").read_text()
            expect(f"{name}_has_both_licences",
                   "Flatmush" in text and (folder / name / "LICENSE").exists())
            continue
        wrong = [path for kind in ("source", "private", "public", "fixmath") for path in files[kind]
                 if (package / layout.place_of(kind, path)).read_bytes() != Path(path).read_bytes()]
        expect(f"{name}_has_all_files", not wrong, wrong)
        compiled = {str(path.relative_to(package)) for part in ("src", "libfixmath")
                    for path in (package / part).rglob("*.c")}
        expect(f"{name}_has_no_other_source", compiled == set(layout.sources_of(files)))
        expect(f"{name}_has_both_licences",
               (package / "LICENSE").exists() and (package / "libfixmath/LICENSE").exists())


def check_templates(folder):
    """All keys are replaced, and nobody made up an address."""
    for name in layout.LAYOUTS:
        texts = [(path, path.read_text()) for path in (folder / name).rglob("*")
                 if path.is_file() and not {"src", "include", "libfixmath"} & set(path.parts)]
        left = [str(path) for path, text in texts
                if re.search(r"@[A-Z_]+@", text)]
        expect(f"{name}_has_no_key_left", not left, left)
        found = {address for path, text in texts for address in ADDRESS.findall(text)
                 if path.name not in ("pawl.c", "pawl.h", "CMakeLists.txt", "copyright")}
        expect(f"{name}_names_no_address", not found, found)


def check_platformio(folder, files):
    """What srcFilter leaves is what is compiled; headers and examples are where it says."""
    package, about = folder / "platformio", read_metadata(folder / "platformio/library.json")
    chosen = set()
    every = [str(path.relative_to(package)) for path in package.rglob("*.c")]
    for rule in about["build"]["srcFilter"]:
        pattern = rule[2:-1] + ("*" if rule[2:-1].endswith("/") else "")
        matching = set(fnmatch.filter(every, pattern))
        chosen = chosen | matching if rule[0] == "+" else chosen - matching
    expect("platformio_compiles_the_sources", chosen == set(layout.sources_of(files)) | {"port/common/log.c"})
    expect("platformio_has_its_header", (package / "include" / about["headers"]).exists())
    expect("platformio_has_its_examples", all((package / example["base"] / name).exists()
           for example in about["examples"] for name in example["files"]))


def check_kconfig(path, menu):
    """FULL is the default, one of three is chosen, and names are those that CMake asks for."""
    config = kconfiglib.Kconfig(str(path), warn=False)
    if menu:
        config.syms[menu].set_value("y")
    names = [f"PAWL_PROFILE_{name}" for name in ("FULL", "SMALL", "TINY")]
    expect(f"{path}_has_FULL", [config.syms[name].str_value for name in names] == ["y", "n", "n"])
    config.syms["PAWL_PROFILE_TINY"].set_value("y")
    expect(f"{path}_chooses", [config.syms[name].str_value for name in names] == ["n", "n", "y"])


def main():
    folder, files = Path(sys.argv[1]), layout.read_files(sys.argv[2])
    check_schemas(folder)
    check_files(folder, files)
    check_templates(folder)
    check_platformio(folder, files)
    check_kconfig(folder / "esp-idf/Kconfig", None)
    check_kconfig(folder / "zephyr/zephyr/Kconfig", "PAWL")
    for name in ("esp-idf/examples/hello", "zephyr/samples/hello", "zephyr/zephyr/CMakeLists.txt"):
        expect(f"{name}_is_there", (folder / name).exists())
    compile((folder / "conan/conanfile.py").read_text(), "conanfile.py", "exec")
    print(f"packages, what they say: {passed} passed, {failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
