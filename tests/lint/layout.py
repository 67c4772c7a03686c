"""layout.py - the house rules about which file lies where.

A rule is a function of the root folder that yields (path, line number, message). Its name with
dashes is the name that is reported, and its first line of documentation is its reason.
"""

import itertools
import re
import subprocess

import rules
import source

FOLDER_FILES_MAX = 48

# What is read first, and what tools look for in this very place.
ROOT = {
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "CMakeLists.txt",
    "meson.build", ".clang-format", ".gitignore", ".gitattributes", ".ci", ".git",
    "src", "include", "port", "tests", "examples", "docs", "build",
}  # fmt: skip

SOURCE_FOLDERS = ("src", "include", "port", "tests", "examples")


def files_below(root, *folders):
    """Files of these folders, sorted, as paths below the root; nothing that Python wrote."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                yield path.relative_to(root)


def root_files(root):
    """A newcomer sees the root first: it holds what belongs there, and no left-overs."""
    names = {path.name for path in root.iterdir()}
    if (root / ".git").exists():
        # What the user told git to ignore is none of our business.
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
        names &= {path.split("/")[0] for path in listed.stdout.splitlines()}
    for name in sorted(names - ROOT):
        yield name, 1, "does not belong in the root"


def outside(root):
    """A clone has no neighbours: what others made comes by PAWL_DATA."""
    for path in [*files_below(root, *SOURCE_FOLDERS), *files_below(root, "Makefile")]:
        text = (root / path).read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            if re.search(r"\.\./(shared|\.\./\w+/data)", line):
                yield path.as_posix(), number, "a path that leads out of the repository"


def folder_size(root):
    """A folder that does not fit on a screen is a heap."""
    count = {}
    for path in files_below(root, "src", "include", "port", "tests"):
        if path.suffix in (".c", ".h", ".cpp", ".S"):
            folder = path.parent.as_posix()
            count[folder] = count.get(folder, 0) + 1
    for folder, files in sorted(count.items()):
        if files > FOLDER_FILES_MAX:
            yield folder, 1, f"{files} source files, more than {FOLDER_FILES_MAX}"


def base_name(root):
    """The name of a file of the library names one file."""
    first = {}
    for path in files_below(root, "src"):
        if path.parts[1] == "cli" or path.suffix not in (".c", ".h"):
            continue
        if path.name in first:
            yield path.as_posix(), 1, f"{first[path.name]} has the same name"
        first.setdefault(path.name, path.as_posix())


# Names in docs/source.md that stand for what the reader will add.
MAP_PLACEHOLDERS = re.compile(r"NAME|MODULE|damper")


def drawn_layers(text):
    """The modules in the picture of the layers, a list for each line, from the lowest one on."""
    picture = re.search(r"## The layers\n.*?```\n(.*?)```", text, re.S)
    lines = picture.group(1).splitlines() if picture else []
    return [re.split(r"  +", line)[:-1] for line in reversed(lines)]


def layers_by_rank():
    by_rank = {}
    for module, rank in rules.RANKS.items():
        by_rank.setdefault(rank, set()).add(module)
    return [by_rank[rank] for rank in sorted(by_rank)]


def source_map(root):
    """The map of the source shows every module and its layer, and leads nowhere but to files that
    are there."""
    page = root / "docs/source.md"
    if not page.exists():
        return
    text = page.read_text(encoding="utf-8")
    drawn_lines = drawn_layers(text)
    wanted_lines = layers_by_rank() if drawn_lines else []
    for drawn, wanted in itertools.zip_longest(drawn_lines, wanted_lines, fillvalue=()):
        if set(drawn) != set(wanted):
            yield "docs/source.md", 1, (
                f"the picture of the layers has a line of {', '.join(drawn) or 'nothing'}, "
                f"where rules.py has {', '.join(sorted(wanted)) or 'nothing'}"
            )
    for module in sorted(path.name for path in (root / "src").glob("*") if path.is_dir()):
        if not re.search(rf"^\| {module} \|", text, re.M):
            yield "docs/source.md", 1, f"module {module} has no line in the table"
    for number, line in enumerate(text.splitlines(), 1):
        for path in re.findall(r"`((?:src|include|port|tests|docs)/[\w./-]+)`", line):
            if not MAP_PLACEHOLDERS.search(path) and not (root / path).exists():
                yield "docs/source.md", number, f"there is no {path}"


def test_folder(root):
    """The tests of a module lie where its name leads."""
    modules = {path.name for path in (root / "src").glob("*")} | {"port", "examples", "whole"}
    for path in files_below(root, "tests"):
        if re.fullmatch(r"test_\w+\.c", path.name) and path.parent.as_posix() not in {
            f"tests/{name}" for name in modules
        }:
            yield path.as_posix(), 1, "is in no tests/MODULE, where MODULE is a folder of src"


# Names that belong to one file: static functions and tables, types, macros.
OF_ONE_FILE = re.compile(
    r"^(?:[A-Z_]+ )?static\b(?:[^=;({]|\([^)]*\)\s*\w)*?\b(\w+)\s*(?=[\[(=;])"
    r"|^} (\w+);|^(?:typedef )?(?:struct|union|enum) (\w+) {|^\s*#\s*define (\w+)", re.M)  # fmt: skip


def names_of_file(text):
    """Those names, with the words of its enumerations, without macros that it undefines."""
    names = {name for match in OF_ONE_FILE.finditer(text) for name in match.groups() if name}
    for body in re.findall(r"\benum(?: \w+)? {([^}]*)}", text):
        names.update(re.findall(r"^\s*([A-Za-z]\w*)", body, re.M))
    return names - set(re.findall(r"#\s*undef (\w+)", text))


# Names and words of lanes, which each set of them has anew (src/solver/lane_kernels.c).
LANE_HEADERS = (
    "src/solver/lane_names.h", "src/solver/lane_end.h", "src/joint/hinge_names.h", "src/world/canonical_windows.h",
)  # fmt: skip


def names_of_lanes(root):
    """What these headers tell apart."""
    found = set()
    for path in LANE_HEADERS:
        if (root / path).exists():
            found |= set(re.findall(r"#\s*(?:define|undef) (\w+)", (root / path).read_text()))
    return found


def static_twice(root):
    """A name means one thing in all of the library, in whatever build: see make one-file."""
    first = {}
    lanes = names_of_lanes(root)
    for file in source.read_sources(root):
        if not file.is_below("src") or file.is_below("src/cli"):
            continue
        for name in sorted(names_of_file("\n".join(file.code)) - lanes):
            if name in first:
                yield file.path, 1, f"{first[name]} has a {name}, too"
            first.setdefault(name, file.path)


RULES = (root_files, outside, folder_size, base_name, source_map, test_folder, static_twice)
