"""layout.py - packages: files of the library and templates of an ecosystem, put together.

usage: layout.py NAME FILES FOLDER [KEY=VALUE]...

NAME is one of LAYOUTS below. FILES is a list that make writes, a line each: what it is (source,
private header, public header, fixmath, symbol) and its path or name. FOLDER is replaced. KEYs are
VERSION, LIBFIXMATH (where it is), SINGLE (where pawl.c and pawl.h are), REPOSITORY (the address of
the sources, or empty), PACKAGER (name and address of who makes the package).

All of port/package/NAME is copied, with @KEY@ replaced; what the package says of the library is in
pawl.json; what is no C before that ends in .c.in. A line that names an address which nobody gave is left out.
"""
import json
import re
import shutil
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).parent
# What of the library each package holds: the file of `make single`, or sources, with the
# CMakeLists.txt of the root or without it; and where.
LAYOUTS = {
    "arduino": ("single", "src"),
    "platformio": ("sources", "."),
    "esp-idf": ("sources", "."),
    "zephyr": ("sources", "."),
    "pico": ("sources", "."),
    "playdate": ("single", "pawl"),
    "vcpkg": ("cmake", "pawl/source"),
    "conan": ("cmake", "."),
    "nix": ("cmake", "."),
    "debian": ("cmake", "."),
}
# Templates that lie elsewhere in the package.
MOVED = {
    "arduino": {"pawl_conf.h": "src/pawl_conf.h"},
    "playdate": {
        "pawl.mk": "pawl/pawl.mk", "example/hello.c": "hello.c", "example/Makefile": "Makefile",
    },  # fmt: skip
}
# The log of a board, beside the library: where a package of sources has what lies under port/.
LOG = {"port/common/log.c": "port/common/log.c", "port/common/log.h": "include/common/log.h"}
# What the archive of Debian dates: a package is the same whenever it is made.
DATE = "Thu, 01 Jan 2026 00:00:00 +0000"


def read_files(path):
    """Of each kind what the list has, in its order."""
    files = {}
    for line in Path(path).read_text().splitlines():
        kind, name = line.split(maxsplit=1)
        files.setdefault(kind, []).append(name)
    return files


def place_of(kind, name):
    """Where a file of the library goes."""
    return {"public": f"include/pawl/{Path(name).name}",
            "fixmath": f"libfixmath/libfixmath/{Path(name).name}"}.get(kind, name)


def sources_of(files):
    """What is compiled, in the package."""
    fixmath = [name for name in files["fixmath"] if name.endswith(".c")]
    return files["source"] + [place_of("fixmath", name) for name in fixmath]


def paragraph_of_debian(text):
    """Lines of a long description or a licence: a space begins each, and a dot is an empty one."""
    parts = [textwrap.wrap(part, 74) or ["."] for part in text.split("\n\n")]
    return "\n .\n".join("\n".join(f" {line}" for line in part) for part in parts)


def values_of(given, files):
    """What templates can name."""
    about = json.loads((HERE / "pawl.json").read_text())
    licence = Path("LICENSE").read_text().strip().split("\n\n", 2)[2]
    return given | {
        "NAME": about["name"], "SUMMARY": about["summary"], "DESCRIPTION": about["description"],
        "LICENCE": about["licence"], "AUTHORS": about["authors"], "DATE": DATE,
        "KEYWORDS_JSON": json.dumps(about["keywords"]),
        "KEYWORDS_TUPLE": ", ".join(f'"{word}"' for word in about["keywords"]),
        "REPOSITORY_OR_NONE": given["REPOSITORY"],
        "SOURCES": "\n".join(f"    {name}" for name in sources_of(files)),
        "FALL": (HERE / "fall.inc").read_text(), "KCONFIG": (HERE / "kconfig.inc").read_text(),
        "DESCRIPTION_DEBIAN": paragraph_of_debian(about["description"]),
        "LICENCE_DEBIAN": paragraph_of_debian(licence),
        "SYMBOLS": "\n".join(f" {name}@Base {given['VERSION']}" for name in files["symbol"]),
    }  # fmt: skip


def render(text, values):
    if not values["REPOSITORY"]:
        text = re.sub(r"(?m)^.*@REPOSITORY@.*\n", "", text)
    # Of a name that is no key, as @Base of Debian's symbols, nothing is replaced.
    return re.sub(r"@([A-Z_]+)@", lambda match: values.get(match[1], match[0]), text)


def copy_templates(name, folder, values):
    for path in sorted((HERE / name).rglob("*")):
        if path.is_dir() or "__pycache__" in path.parts:
            continue
        inside = re.sub(r"\.c\.in$", ".c", str(path.relative_to(HERE / name)))
        target = folder / MOVED.get(name, {}).get(inside, inside)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(render(path.read_text(), values))
        shutil.copymode(path, target)


def copy_sources(folder, files, values):
    for kind in ("source", "private", "public", "fixmath"):
        for name in files[kind]:
            target = folder / place_of(kind, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(name, target)
    for name in ("LICENSE", "AUTHORS"):
        shutil.copyfile(Path(values["LIBFIXMATH"]) / name, folder / "libfixmath" / name)


def copy_single(name, folder, values):
    """The library as one file. Arduino's has its knobs beside it: sketches have no options."""
    folder.mkdir(parents=True, exist_ok=True)
    header, source = (Path(values["SINGLE"]) / f"pawl.{end}" for end in "hc")
    begin = ""
    if name == "arduino":
        begin = '#ifndef PAWL_CONFIG_FILE\n#define PAWL_CONFIG_FILE "pawl_conf.h"\n#endif\n'
    (folder / "pawl.h").write_text(begin + header.read_text())
    text = source.read_text()
    if name == "arduino":
        # avr-gcc warns of each function beyond line 65535: each file counts its own lines.
        text = re.sub(r"(?m)^/\* =+ (\S+\.c) =+ \*/$", r'#line 1 "\1"', text)
    (folder / "pawl.c").write_text(text)


def main():
    if len(sys.argv) < 4 or sys.argv[1] not in LAYOUTS:
        sys.exit(__doc__.split("\n\n")[1] + "\nNAME is one of " + " ".join(LAYOUTS))
    name, folder = sys.argv[1], Path(sys.argv[3])
    files = read_files(sys.argv[2])
    values = values_of(dict(word.split("=", 1) for word in sys.argv[4:]), files)
    form, inside = LAYOUTS[name]
    shutil.rmtree(folder, ignore_errors=True)
    if form == "single":
        copy_single(name, folder / inside, values)
    else:
        copy_sources(folder / inside, files, values)
    for path, target in LOG.items() if form == "sources" else ():
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / target)
    if form == "cmake":
        for path in ("CMakeLists.txt", "port/package/fixmath_inside.c", "port/bindings/exports.c"):
            (folder / inside / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / inside / path)
    for place in {Path("."), Path(inside)} if form != "single" else {Path(".")}:
        shutil.copyfile("LICENSE", folder / place / "LICENSE")
    copy_templates(name, folder, values)


if __name__ == "__main__":
    main()
