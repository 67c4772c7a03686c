"""test_api.py - what describe.py must find wrong in headers, and right.

Each case is a header of its own: what is missing in it must be complained about, and nothing else.
"""

import sys
import tempfile
from pathlib import Path

import coverage
import describe
import meaning

HEAD = """/* bad.h - a header. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#define PAWL_API extern
typedef int32_t pawl_fx;
/* A status. */
typedef enum pawl_status { PAWL_OK = 0 } pawl_status;
typedef struct pawl_world pawl_world;
"""
# A declaration, and a part of the one complaint about it; None: none.
CASES = (
    ("/* Make it so. */\nPAWL_API pawl_status pawl_it(pawl_world *world);", None),
    ("PAWL_API pawl_status pawl_it(pawl_world *world);", "pawl_it has no comment"),
    ("/* First. */\nPAWL_API void pawl_one(void);\nPAWL_API void pawl_two(void);", None),
    ("/* First. */\nPAWL_API void pawl_one(void);\n\nPAWL_API void pawl_two(void);", "pawl_two has no comment"),
    ("/* ---- a part ---- */\n\nPAWL_API void pawl_two(void);", "pawl_two has no comment"),
    ("PAWL_API void pawl_one(void); /* behind */", None),
    ("/* Fill. */\nPAWL_API void pawl_fill(void *buffer);", "an untyped buffer without a capacity"),
    ("/* Fill. */\nPAWL_API void pawl_fill(void *buffer, size_t size);", None),
    ("/* Fill. */\nPAWL_API void pawl_fill(void *buffer, size_t *size);", "an untyped buffer without a capacity"),
    ("/* Fill buffer[4 * count]. */\nPAWL_API void pawl_fill(uint8_t *buffer, uint32_t count);", None),
    ("/* Print. */\nPAWL_API void pawl_print(char *text);", "room for text without a capacity"),
    ("/* Print. */\nPAWL_API void pawl_print(const char *text);", None),
    ("/* All. */\nPAWL_API void pawl_list(const pawl_fx *points);", "several of them, without their number"),
    ("/* All. */\nPAWL_API void pawl_list(const pawl_fx *points, uint32_t count);", None),
    ("/* Do. */\nPAWL_API void pawl_do(pawl_fx frobnication);", "what it means is said neither"),
    ("/* Do `frobnication` to it. */\nPAWL_API void pawl_do(pawl_fx frobnication);", None),
    ("/* frobnication: do it. */\nPAWL_API void pawl_do(pawl_fx frobnication);", None),
    ("/* Do. */\nPAWL_API void pawl_do(pawl_fx);", "a parameter without a name"),
    ("/* It. */\ntypedef struct pawl_it {\n    pawl_fx x; /* one */\n    int8_t zz;\n} pawl_it;", "pawl_it.zz has no comment"),
    ("/* It. */\ntypedef struct pawl_it {\n    pawl_fx zz; /* one */\n} pawl_it;", None),
    ("typedef enum pawl_how { PAWL_HOW_ONE, PAWL_HOW_TWO } pawl_how;", "pawl_how has no comment"),
)  # fmt: skip


def complaints_of(text):
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "pawl"
        place.mkdir()
        (place / "bad.h").write_text(HEAD + text + "\n")
        description = describe.describe(Path(folder))
        return description, list(describe.complaints(description))


def check_cases(wrong):
    for text, wanted in CASES:
        _, found = complaints_of(text)
        found = [line for line in found if "a parameter without" in line] or found
        if (wanted is None and found) or (wanted and (len(found) != 1 or wanted not in found[0])):
            wrong.append(f"{text!r}: found {found or 'nothing'}, expected {wanted or 'nothing'}")
    return len(CASES)


def expect(wrong, name, found, wanted):
    if found != wanted:
        wrong.append(f"{name}: found {found!r}, expected {wanted!r}")
    return 1


def check_meaning(wrong):
    description, _ = complaints_of(
        "/* Read `radius`, > 0, units/s. `out` may be null. Errors: NULL, RANGE (too far: 3\n"
        " * or more), MEMORY. Cost: one pass. Since: 0.7. */\n"
        "PAWL_API pawl_status pawl_it(const pawl_world *world, pawl_fx radius, pawl_fx *out);")  # fmt: skip
    one = description["functions"][0]
    count = expect(wrong, "errors", [(error["status"], error["when"]) for error in one["errors"]],
                   [("PAWL_ERR_NULL", ""), ("PAWL_ERR_RANGE", "too far: 3 or more"), ("PAWL_ERR_MEMORY", "")])  # fmt: skip
    count += expect(wrong, "cost", one["cost"], "one pass.")
    count += expect(wrong, "since", one["since"], "0.7")
    world, radius, out = one["parameters"]
    count += expect(wrong, "directions", [world["direction"], radius["direction"], out["direction"]], ["in", "in", "out"])
    count += expect(wrong, "number", (radius["format"], radius["unit"], radius["range"]), ("Q16.16", "units/s", "> 0"))
    count += expect(wrong, "null", (world["null"], out["null"]), (False, True))
    count += expect(wrong, "range", meaning.range_in("spring, 0 .. 1, default 2"), "0 .. 1")
    count += expect(wrong, "default", describe.default_of("how fast, >= 0; default 0.5"), "0.5")
    return count


def check_numbers(wrong):
    """A format follows from words.txt by a full name, from the comment, from the name, in this order."""
    found = [meaning.format_of_integer(*given)[0] for given in (
        ("players", "", "pawl_session_def"), ("speed", "of the approach, Q8.8 units per step"), ("on_ground", "1: it stands"),
        ("type", "pawl_replay_type"), ("players", ""), ("tick", "1, 2, ..."), ("hash_every", ""), ("body_count", ""))]  # fmt: skip
    return expect(wrong, "formats", found, ["count", "Q8.8", "flag", "enum", "bits", "ticks", "ticks", "count"])


def check_coverage(wrong):
    text = 'int a; /* pawl_one() */ const char *b = "pawl_two()";\npawl_three(1); // pawl_four()\n'
    count = expect(wrong, "calls", coverage.WORD.findall(coverage.blanked(text)), ["pawl_three"])
    spread = coverage.spread({"a": ["x"], "b": [], "c": []}, [{"name": "a", "calls": ["b"]}, {"name": "b", "calls": []}])
    count += expect(wrong, "inline", spread, {"a": ["x"], "b": ["x"], "c": []})
    return count


def main():
    wrong = []
    count = check_cases(wrong) + check_meaning(wrong) + check_numbers(wrong) + check_coverage(wrong)
    for line in wrong:
        print(f"api: self-test: {line}")
    print(f"api self-test: {count - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
