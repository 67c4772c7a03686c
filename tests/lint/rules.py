"""rules.py - the house rules that can be seen in the text of a file.

A rule is a function of one source that yields (line number, message). Its name with dashes is the
name that is reported, and its first line of documentation is its reason.
"""

import re

FUNCTION_LINES_MAX = 70
FILE_LINES_MAX = 500
COLUMNS_MAX = 100

# A layer may include itself and what has a lower rank; equal ranks do not see each other.
RANKS = {
    "base": 0, "fx": 1, "geom": 2, "collide": 3, "mesh": 3, "period": 4, "world": 4, "arcade": 4, "pocket": 4, "solver": 5,
    "joint": 6, "soft": 7, "step": 8, "query": 9, "level": 9, "field": 9, "mover": 10, "fracture": 10,
    "character": 11, "kit": 12, "state": 12, "replay": 13, "session": 13, "desync": 13, "migrate": 13, "cli": 14,
}  # fmt: skip
# Rooms of one module: they share its struct, and may know each other.
TOGETHER = ({"session", "desync", "migrate"}, {"world", "period"})
# The layer that implements each public header.
PUBLIC_HEADERS = {
    "base": "base", "config": "base", "fx": "fx", "literal": "fx", "vec": "fx", "convex": "geom", "shape": "world", "collide": "geom",
    "id": "base", "lanes": "base", "world": "world", "workers": "world", "body": "world", "body_build": "world", "body_event": "world", "joint": "joint",
    "query": "query",
    "terrain": "world", "mover": "mover", "character": "character", "ring": "geom", "cut": "geom", "polygon": "mesh",
    "level": "level", "soft": "world", "field": "field",
    "arcade": "arcade", "pocket": "pocket", "fracture": "fracture", "kit": "kit", "command": "kit",
    "state": "world", "snapshot": "state", "replay": "replay", "film": "replay",
    "session": "session", "session_sign": "session", "session_world": "session", "frame": "session", "measure": "session", "migrate": "session",
    "relay": "session", "rules": "session", "stages": "session", "sign": "base", "draw": "query", "port": "base", "pawl": "cli",
}  # fmt: skip
# Folders of the program; what lies in src/cli itself is above them. The reader of scenes reads maps
# by way of tiled and ldtk, which fill in the same plan.
CLI_RANKS = {
    "common": 0, "scene": 1, "tiled": 1, "ldtk": 1, "outline": 1, "draw": 2, "script": 2, "runs": 3, "studio": 4,
    "window": 5, "net": 6, "sign": 6, "fuzz": 6, "commands": 7,
}  # fmt: skip
CLI_TOGETHER = {"scene", "tiled", "ldtk", "outline"}
# Folders of port/ and examples/ that programs use.
CLI_FOLDERS = {"common", "host", "sumo"}
LANE_HEADERS = {
    "src/base/crc_fold.c": {"<immintrin.h>"},
    "src/base/lanes.c": {"<cpuid.h>"},
    "src/geom/box_test.h": {"<emmintrin.h>", "<arm_neon.h>"},
    "src/joint/hinge_kernels.c": {"<immintrin.h>", "<arm_neon.h>", "<wasm_simd128.h>"},
    "src/world/canonical_lanes.c": {"<immintrin.h>", "<arm_neon.h>", "<wasm_simd128.h>"},
    "src/state/record.c": {"<immintrin.h>"},
    "src/state/record_all.c": {"<immintrin.h>"},
    "src/solver/lane_kernels.c": {"<immintrin.h>", "<arm_neon.h>", "<wasm_simd128.h>"},
}  # fmt: skip
FREESTANDING_HEADERS = {"<stdbool.h>", "<stddef.h>", "<stdint.h>", "<string.h>", "<limits.h>"}


def are_together(layer, other):
    """Whether two layers are rooms of one module."""
    return any({layer, other} <= rooms for rooms in TOGETHER)


def real_numbers(source):
    """Real numbers differ between targets (AVR's double has 32 bits)."""
    if not source.is_below("src", "include"):
        return
    for number, line in enumerate(source.code, 1):
        match = re.search(r"\b(float|double|_Complex|F16C?)\b|\b\d+\.\d*|\B\.\d", line)
        if match:
            yield number, f"'{match.group(0)}' is a real number"


def hosted(source):
    """The library takes memory from its caller and asks nobody for time, chance or order."""
    if not source.is_engine:
        return
    banned = r"\b(malloc|calloc|realloc|free|alloca|qsort|bsearch|s?rand|time|clock|\w*printf)\s*\("
    for number, line in enumerate(source.code, 1):
        match = re.search(banned, line)
        if match:
            yield number, f"{match.group(1)} has no place in the library"
    for number, name in source.includes():
        if name == "<avr/pgmspace.h>" and source.path == "src/base/rom.h":
            continue  # how an AVR reads its own flash
        if name in LANE_HEADERS.get(source.path, ()):
            continue  # nothing but names of instructions
        if source.path == "src/step/workers.c" and name == "<stdatomic.h>":
            continue  # the only file with atomics
        if name[0] == "<" and name not in FREESTANDING_HEADERS and "libfixmath" not in name:
            yield number, f"{name} has no place in the library"


def is_cli_include(path, folder):
    """Whether a file of the program may include headers of one of its folders."""
    own, other = path.split("/")[2], folder.split("/")[1]
    if other not in CLI_RANKS or (path.count("/") > 2 and own not in CLI_RANKS):
        return False
    if path.count("/") == 2 or own == other or {own, other} <= CLI_TOGETHER:
        return True
    return CLI_RANKS[other] < CLI_RANKS[own]


def include_layers(source):
    """Lower layers never know higher ones."""
    match = re.match(r"src/(\w+)/", source.path)
    if match:
        own = match.group(1)
    elif source.is_below("include/pawl"):
        own = PUBLIC_HEADERS.get(source.path.split("/")[-1][:-2])
        if source.path == "include/pawl/pawl.h":
            return
    else:
        return
    if own not in RANKS:
        yield 1, f"layer {own} is not known to tests/lint/rules.py"
        return
    for number, name in source.includes():
        header = name.strip('"')
        if name[0] == "<":
            continue
        folder, _, file = header.rpartition("/")
        layer = PUBLIC_HEADERS.get(file[:-2]) if folder == "pawl" else folder
        if folder.startswith("cli/"):
            layer = "cli"
            if own == "cli" and not is_cli_include(source.path, folder):
                yield number, f"{source.path} may not include {name}"
        if own == "cli" and folder in CLI_FOLDERS:
            continue
        if layer not in RANKS:
            yield number, f'{name} is not of the form "layer/file.h" or "pawl/file.h"'
        elif layer != own and RANKS[layer] >= RANKS[own] and not are_together(layer, own):
            yield number, f"{own} may not include {name}"


def libfixmath(source):
    """One file knows libfixmath, so that its options matter in one place; packages have it inside."""
    if source.is_below("tests") or re.fullmatch(
        r"src/fx/fixmath\.[ch]|port/package/fixmath_inside\.c", source.path):
        return
    message = "only src/fx/fixmath.c may use libfixmath"
    for number, line in enumerate(source.code, 1):
        if re.search(r"\bfix16_", line):
            yield number, message
    for number, name in source.includes():
        if "libfixmath/" in name:
            yield number, message


def function_length(source):
    """A function fits on a screen."""
    for start, count in source.functions():
        if count > FUNCTION_LINES_MAX:
            yield start, f"function of {count} lines, more than {FUNCTION_LINES_MAX}"


def file_length(source):
    """A file has one subject."""
    if len(source.lines) > FILE_LINES_MAX:
        yield 1, f"file of {len(source.lines)} lines, more than {FILE_LINES_MAX}"


def line_length(source):
    """Two files fit side by side."""
    for number, line in enumerate(source.lines, 1):
        if len(line) > COLUMNS_MAX:
            yield number, f"{len(line)} columns, more than {COLUMNS_MAX}"


def file_comment(source):
    """A file begins by saying what it is."""
    name = re.escape(source.path.split("/")[-1])
    if not source.lines or not re.match(rf"/\* {name} - \S", source.lines[0]):
        yield 1, "the file does not begin with /* NAME - what it is"


def todo(source):
    """Unfinished work belongs to an issue, not to the source."""
    for number, line in enumerate(source.lines, 1):
        match = re.search(r"\b(TODO|FIXME|XXX|HACK)\b(?!\s*\(?#\d+)", line)
        if match:
            yield number, f"{match.group(1)} without an issue number"


def bare_assert(source):
    """A failed test shows the values; ck_assert(expression) shows only its text."""
    if not source.is_below("tests"):
        return
    for number, line in enumerate(source.code, 1):
        if re.search(r"\bck_assert\s*\(", line):
            yield number, "use ck_assert_*_eq, or ck_assert_msg with the values"


def suite_name(source):
    """The build finds suites by their names; a test file without one would never run."""
    if not re.fullmatch(r"tests/\w+/test_\w+\.c", source.path):
        return
    if not any(re.match(r"Suite \*suite_[a-z0-9_]+\(void\)", line) for line in source.code):
        yield 1, "no function Suite *suite_...(void): its tests would never run"


def step_order(source):
    """The files of the step are numbered as step.c calls them, and as pawl_stage tells of them."""
    if source.path != "src/step/step.c":
        return
    phases = [path.stem.split("_", 2) for path in source.root.glob("src/step/step_*.c")]
    phases.sort(key=lambda phase: int(phase[1]))
    numbers, names = [int(phase[1]) for phase in phases], [phase[2] for phase in phases]
    if numbers != list(range(1, len(numbers) + 1)):
        yield 1, f"the phases are numbered {numbers}"
    calls = re.findall(r"\bpawli_([a-z]+)\w*\(&step\)", "\n".join(source.code))
    if calls != names:
        yield 1, f"step.c calls {calls}, the files are {names}"
    header = source.root / "include/pawl/world.h"
    text = header.read_text(encoding="utf-8") if header.exists() else ""
    stages = [name.lower() for name in re.findall(r"\bPAWL_STAGE_([A-Z]+) = \d+", text)]
    told = [name for name in names if name in stages]
    if told != [name for name in stages if name in names]:
        yield 1, f"the stages are {stages}, the files {names}"


RULES = (
    real_numbers, hosted, include_layers, libfixmath, function_length, file_length, line_length,
    file_comment, todo, bare_assert, suite_name, step_order,
)  # fmt: skip
