"""symbols.py - the house rules that object files show: which file calls which.

A rule is a function of the program that yields (path, line number, message). Its name with dashes
is the name that is reported, and its first line of documentation is its reason.
"""

import re
import subprocess
from pathlib import Path

import source
from rules import RANKS, are_together

RING_MAX = 3

# External names of internals that do not begin with the name of their file, and why.
NAMES_ALLOWED = {}
# Those that tests use and no other file of this build, and why.
TESTS_ALLOWED = {
    "pawli_crc_32_slow": "of builds for size, compared with the quick one",
    "pawli_decode_snapshot": "a snapshot that is open already, with one thing in it changed",
    "pawli_math_fingerprint": "the number of arithmetic that is wrong on purpose",
    "pawli_math_fingerprint_own": "the arithmetic of which one function is then made wrong",
    "pawli_product_split": "of machines without 64-bit products, compared with the compiler's",
    "pawli_product_split_two": "likewise",
    "pawli_quotient_short": "of machines with slow 64-bit quotients, compared with the compiler's",
    "pawli_validate_find_defect": "which invariant is broken, where the library only asserts",
}

# What the page in the browser is made of, in a build of its own: it need not be called in this one.
PAGE = "src/cli/studio/"

# The one function that is called from below, and why.
CALLED_FROM_BELOW = {
    "pawli_character_all_step": "what moves last in a step asks questions of the whole world",
}


# The names of features that are taken out of the archive from below: src/base/optional.h.
MARKS = ("_mark", "_mark_pulled")


class Program:
    """Which file defines which external name, and who uses it. Files are paths of src."""

    def __init__(self, tables, texts):
        """tables: {path: what nm says of its object}; texts: {path: code of any other user}."""
        self.place = {}  # name: the file that defines it
        needed = {}
        for path, table in tables.items():
            for line in table.splitlines():
                words = line.split()
                if len(words) == 3 and words[1] in "TDRBVW":
                    self.place[words[2]] = path
                elif len(words) == 2 and words[0] in "Uwv" and not words[1].endswith(MARKS):
                    needed.setdefault(words[1], set()).add(path)
        self.texts = texts
        self.files = sorted(tables)
        self.users = {name: needed.get(name, set()) - {path} for name, path in self.place.items()}
        self.callees = {path: {} for path in self.files}  # path: {path: names}
        for name, users in self.users.items():
            for user in users:
                self.callees[user].setdefault(self.place[name], set()).add(name)

    def internals(self):
        """(file, name) of all that no public header declares."""
        return sorted((path, name) for name, path in self.place.items()
                      if not name.startswith("pawl_") and name != "main" and not name.endswith(MARKS[1]))  # fmt: skip

    def mentions(self, name, path, folders):
        """Whether the code of another file says the name: what one build leaves out counts."""
        return any(name in words for other, words in self.texts.items()
                   if other != path and other.endswith(".c") and other.startswith(folders))  # fmt: skip


def module_of(path):
    return path.split("/")[1]


def calls_up(program):
    """Lower layers never know higher ones, not even by a declaration of their own."""
    for path in program.files:
        for callee, names in sorted(program.callees[path].items()):
            own, other = module_of(path), module_of(callee)
            if are_together(own, other):
                continue
            names = names - set(CALLED_FROM_BELOW)
            if names and own != other and RANKS.get(other, 0) >= RANKS.get(own, 0):
                yield path, 1, f"calls {', '.join(sorted(names))} of {callee}"


def ring(program):
    """Files that all need each other can only be read together."""
    for files in rings(program):
        if len(files) > RING_MAX:
            yield files[0], 1, f"{len(files)} files that need each other: {' '.join(files)}"


def rings(program):
    """Sets of files of one module of which each reaches each other one, sorted."""
    reach = {}
    for start in program.files:
        seen, front = set(), [start]
        while front:
            for callee in program.callees[front.pop()]:
                if module_of(callee) == module_of(start) and callee not in seen:
                    seen.add(callee)
                    front.append(callee)
        reach[start] = seen
    found = {tuple(sorted(file for file in seen if start in reach[file]))
             for start, seen in reach.items() if start in seen}  # fmt: skip
    return sorted(found)


def external_name(program):
    """A name says in which file to look for it."""
    for path, name in program.internals():
        file = re.sub(r"^step_\d+_", "", Path(path).stem)
        prefix = ("cli_" if module_of(path) == "cli" else "pawli_") + file
        if name not in NAMES_ALLOWED and not re.match(rf"{prefix}(_|$)", name):
            yield path, 1, f"{name} does not begin with {prefix}_"


def only_own_file(program):
    """What no other file uses is static."""
    for path, name in program.internals():
        if not program.users[name] and not program.mentions(
            name, path, ("src/", "tests/", "port/", "examples/")
        ):
            yield path, 1, f"{name} is used by no other file: static"


def only_tests(program):
    """The library holds what the library needs; what tests need lies below tests."""
    for path, name in program.internals():
        if name in TESTS_ALLOWED or path.startswith(PAGE) or program.users[name] or program.mentions(name, path, ("src/", "port/web/")):
            continue
        if program.mentions(name, path, ("tests/", "port/", "examples/")):
            yield path, 1, f"{name} is used by tests alone"


RULES = (calls_up, ring, external_name, only_own_file, only_tests)


def read_program(root, build):
    """The program in the objects of a build, of all sources that are there now."""
    objects = [path for path in sorted((root / build / "obj/src").rglob("*.o"))
               if source_of(path, root, build).exists()]  # fmt: skip
    listed = subprocess.run(["nm", "-A", *objects], capture_output=True, text=True, check=True)
    tables = {}
    for line in listed.stdout.splitlines():
        path, _, rest = line.partition(":")
        name = source_of(Path(path), root, build).relative_to(root).as_posix()
        tables[name] = tables.get(name, "") + rest + "\n"
    texts = {file.path: set(re.findall(r"\w+", "\n".join(file.code))) for file in source.read_sources(root)}
    return Program(tables, texts)


def source_of(path, root, build):
    return root / path.relative_to(root / build / "obj").with_suffix(".c")


def check(program):
    """Sorted (path, line, rule, message)."""
    return sorted((path, line, rule.__name__.replace("_", "-"), message)
                  for rule in RULES for path, line, message in rule(program))  # fmt: skip


# What each rule must catch: (rule, {path: what nm says}, {path: words}). None: no rule may complain.
RING = {f"src/base/{a}.c": f"0 T pawli_{a}\n U pawli_{b}\n" for a, b in ("ab", "bc", "cd", "de", "ea")}
EXAMPLES = (
    ("calls-up", {"src/base/a.c": "0 T pawli_a\n U pawli_b\n", "src/fx/b.c": "0 T pawli_b\n U pawli_a\n"}, {}),
    ("ring", RING, {}),
    ("external-name", {"src/base/a.c": "0 T pawli_b\n", "src/fx/b.c": " U pawli_b\n"}, {}),
    ("external-name", {"src/cli/a.c": "0 R pawli_a\n", "src/cli/b.c": " U pawli_a\n"}, {}),
    ("only-own-file", {"src/base/a.c": "0 T pawli_a\n"}, {"src/base/a.c": {"pawli_a"}, "src/base/a.h": {"pawli_a"}}),
    ("only-tests", {"src/base/a.c": "0 T pawli_a\n"}, {"tests/base/test_a.c": {"pawli_a"}}),
    (None, {"src/cli/studio/a.c": "0 T cli_a\n"}, {"tests/cli/a.c": {"cli_a"}}),
    (None, {"src/step/step_1_pairs.c": "0 T pawli_pairs_find\n", "src/step/step.c": "0 T pawl_step\n U pawli_pairs_find\n"}, {}),
    (None, {"src/base/a.c": "0 T pawli_a\n"}, {"src/fx/b.c": {"pawli_a"}}),
    (None, {"src/base/a.c": "0 T pawli_a\n U pawli_b\n", "src/base/b.c": "0 T pawli_b\n U pawli_c\n",
            "src/base/c.c": "0 T pawli_c\n U pawli_a\n"}, {}),
)  # fmt: skip
