"""single.py - the library as one file: pawl.c and pawl.h.

usage: single.py SET LIBFIXMATH FOLDER

SET is one of SETS below: which public headers pawl.h has. pawl.c has the files of src that define
what those declare, whatever these files use in turn, and the functions of libfixmath that they call,
under names of their own. Includes are replaced by what they include; nothing else is changed. So a
program is `cc game.c pawl.c`, and knobs of config.h are options of the compiler as ever.
"""
import re
import sys
from pathlib import Path

# What pawl.h has, in this order; of "full" all that there is.
SETS = {
    "full": ["pawl/pawl.h"],
    "rigid": ["pawl/pawl.h"],
    "arcade": ["pawl/arcade.h"],
    "pocket": ["pawl/pocket.h"],
    "level": ["pawl/level.h"],
    "session": ["pawl/pawl.h", "pawl/session.h", "pawl/session_world.h", "pawl/session_sign.h",
                "pawl/relay.h", "pawl/replay.h"],
}
FIXMATH_HEADER = "libfixmath/fix16.h"
FIXMATH_PARTS = ["fix16.c", "fix16_sqrt.c", "fix16_trig.c"]
FIXMATH_OPTIONS = ["FIXMATH_NO_CACHE", "FIXMATH_OPTIMIZE_8BIT"]

INCLUDE = re.compile(r'\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)')
GUARD = re.compile(r"#ifndef (\w+)\n#define \1\n")
NAME = re.compile(r"\bpawli?_\w+")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
ATTRIBUTE = re.compile(r"__attribute__\(\((?:[^()]|\([^()]*\))*\)\)")
# At the begin of a line, and neither static nor a mere declaration.
DEFINITION = re.compile(r"^(?:PAWLI_MARK\((\w+)\)|(?!static\b|typedef\b)[A-Za-z][^;{}()=]*?"
                        r"\b(?:(pawli?_\w+)\s*\([^;{}]*\)\s*\{|(pawli?_\w+)(?:\[[^\]]*\])*"
                        r"\s*(?:PAWLI_ROM\s*)?=))", re.M)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')


def without_comments(text):
    return STRING.sub('""', COMMENT.sub(" ", text))


def source_path(name, beside):
    """Where a quoted include leads; None: to no file of ours, as a config of the user."""
    for folder in (Path("include"), Path("src"), beside):
        if (folder / name).is_file():
            return folder / name
    return None


def names_in(text):
    return set(NAME.findall(without_comments(text)))


# ---- which files ----------------------------------------------------------------------------

def header_closure(names):
    """These public headers and all that they include."""
    found, waiting = [], list(names)
    while waiting:
        name = waiting.pop(0)
        if name in found:
            continue
        found.append(name)
        text = (Path("include") / name).read_text()
        waiting += [m[1] for m in map(INCLUDE.match, text.splitlines()) if m and m[1]]
    return found


def defined_names(text):
    """What other files can name of a file of src: functions, constants and marks of features."""
    code = DIRECTIVE.sub("", ATTRIBUTE.sub("", without_comments(text)))
    return {mark or function or constant for mark, function, constant in DEFINITION.findall(code)}


def source_closure(headers):
    """The files of src that these headers need, in the order of the whole library."""
    texts = {path: path.read_text() for path in sorted(Path("src").glob("*/*.c"))
             if path.parts[1] != "cli"}
    owners = {} # of a function that builds with and without a feature define, both
    for path, text in texts.items():
        for name in defined_names(text):
            owners.setdefault(name, []).append(path)
    waiting = set()
    for header in headers:
        waiting |= names_in((Path("include") / header).read_text())
    needed, asked = set(), set()
    while waiting:
        name = waiting.pop()
        asked.add(name)
        for path in owners.get(name, ()):
            if path in needed:
                continue
            needed.add(path)
            waiting |= names_in(texts[path])
            for header in private_headers(path):
                waiting |= names_in_code(header)
        waiting -= asked
    return [path for path in texts if path in needed]


def private_headers(path, seen=None):
    """All headers of src that a file includes, at any depth."""
    seen = set() if seen is None else seen
    for match in map(INCLUDE.match, path.read_text().splitlines()):
        inner = match and match[1] and source_path(match[1], path.parent)
        if inner and inner.parts[0] == "src" and inner not in seen:
            seen.add(inner)
            private_headers(inner, seen)
    return seen


def names_in_code(header):
    """What the code in a header calls: not what it merely declares."""
    code = without_comments(header.read_text())
    bodies = re.findall(r"\{.*?^\}", code, re.S | re.M)
    bodies += re.findall(r"^#\s*define\b(?:[^\n]*\\\n)*[^\n]*", code, re.M)
    return set(NAME.findall(" ".join(bodies)))


# ---- text -----------------------------------------------------------------------------------

class Writer:
    """Replaces includes. A header with a guard is there once, except where it may be skipped."""

    def __init__(self, fixmath):
        self.done, self.lines, self.fixmath = set(), [], fixmath

    def add(self, path, is_certain=True):
        text = path.read_text()
        is_guarded = GUARD.search(text) is not None
        if is_guarded:
            if path in self.done:
                return
            if is_certain:
                self.done.add(path)
        depth = -1 if is_guarded else 0 # of conditions around a line, without the guard
        self.lines += ["", f"/* ======== {path} ======== */", ""]
        for line in text.splitlines():
            directive = re.match(r"\s*#\s*(if|ifdef|ifndef|endif)\b", line)
            if directive:
                depth += -1 if directive[1] == "endif" else 1
            match = INCLUDE.match(line)
            if match and match[2] == FIXMATH_HEADER:
                self.add_fixmath_header()
                continue
            inner = match and match[1] and source_path(match[1], path.parent)
            if inner:
                self.add(inner, is_certain and depth == 0)
            else:
                self.lines.append(own_names(line) if path.name == "fixmath.c" else line)

    def add_fixmath_header(self):
        self.lines += ["#ifdef __GNUC__", "#pragma GCC diagnostic push"]
        self.lines += [f'#pragma GCC diagnostic ignored "-W{warning}"'
                       for warning in ("pragmas", "unused-const-variable")]
        self.lines.append("#endif")
        self.lines += [f"#define {option}" for option in FIXMATH_OPTIONS]
        self.add_fixmath("fix16.h")

    def add_fixmath_parts(self):
        for part in FIXMATH_PARTS:
            self.add_fixmath(part)
        self.lines += ["#ifdef __GNUC__", "#pragma GCC diagnostic pop", "#endif"]

    def add_fixmath(self, name):
        path = self.fixmath / "libfixmath" / name
        if path in self.done:
            return
        self.done.add(path)
        self.lines += ["", f"/* ======== libfixmath/{name} ======== */", ""]
        for line in path.read_text().splitlines():
            match = INCLUDE.match(line)
            if match and match[1]:
                if match[1].endswith(".h") and "_lut" not in match[1]: # nobody asks for tables
                    self.add_fixmath(match[1])
                continue
            self.lines.append(own_names(line))

    def text(self):
        return "\n".join(self.lines) + "\n"


def own_names(text):
    """libfixmath's names as ours, so that a program may have another build of it beside."""
    return re.sub(r"\b(fix16_(?!t\b)\w+|fix_abs|uint32_log2|int64_(?!t\b)\w+)\b", r"pawli_\1", text)


def banner(chosen, name, version):
    licence = Path("LICENSE").read_text().strip().splitlines()
    lines = [f"{name} - pawl {version} as one file ({chosen}), made by `make single`.", ""]
    return "/* " + "\n * ".join(lines + licence).replace(" \n", "\n") + " */\n"


def version_of():
    text = Path("include/pawl/base.h").read_text()
    return ".".join(re.findall(r"#define PAWL_VERSION_\w+ (\d+)", text))


def write_single(chosen, fixmath, folder):
    names = SETS[chosen]
    if chosen == "full":
        names = names + [f"pawl/{path.name}" for path in sorted(Path("include/pawl").glob("*.h"))]
    headers = header_closure(names)
    head, body = Writer(fixmath), Writer(fixmath)
    for name in names:
        head.add(Path("include") / name)
    body.done = {Path("include") / name for name in headers}
    for path in source_closure(headers):
        body.add(path)
        if path.name == "fixmath.c":
            body.add_fixmath_parts()
    licence = (fixmath / "LICENSE").read_text().strip()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pawl.h").write_text(banner(chosen, "pawl.h", version_of()) + head.text())
    # Of builds with PAWL_SMALL_CODE, in which one file has what all call: this one.
    begin = ["#define PAWL_LINK_ALL 1", "#define PAWLI_IN_SHARED_C 1", '#include "pawl.h"', "",
             "#ifdef __clang__ /* inline functions that no file of this set calls */",
             '#pragma clang diagnostic ignored "-Wunused-function"', "#endif", "",
             "/* libfixmath, of which functions are below:", "", licence, "*/"]
    (folder / "pawl.c").write_text(banner(chosen, "pawl.c", version_of()) + "\n".join(begin) +
                                   body.text())


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in SETS:
        sys.exit(__doc__.split("\n\n")[1])
    write_single(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))


if __name__ == "__main__":
    main()
