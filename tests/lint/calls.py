"""calls.py - each public function that takes a world stands in tests/support/world/world_calls.inc.

There it is a call with nothing but zeros, which tests/support/world/meddle.c makes from inside of
each hook. `python3 -B tests/lint/calls.py` prints the list as the headers have it.
"""

import re
from pathlib import Path

HEADERS = Path("include/pawl")
CALLS = Path("tests/support/world/world_calls.inc")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
FUNCTION = re.compile(r"\bPAWL_API\b[^;{}()]*?\b(pawl_\w+)\(([^;{}]*?)\)\s*;")
WORLD = re.compile(r"(const )?pawl_world \*\w+$")


def argument(parameter):
    """What is handed over: the world, a block of zeros, or a zero."""
    if WORLD.match(parameter):
        return "own"
    if "*" in parameter or "[" in parameter:
        return "any"
    return "(" + parameter.rsplit(" ", 1)[0] + "){0}"


def call(name, parameters):
    """The line for a function, or nothing where it takes no world, or makes one."""
    taken = [match for match in map(WORLD.match, parameters) if match]
    if not taken or any("pawl_world **" in parameter for parameter in parameters):
        return None
    word = "READS" if all(match.group(1) for match in taken) else "CHANGES"
    return f"{word}({name}, ({', '.join(map(argument, parameters))}))"


def calls(headers):
    """Lines, in the order of the headers."""
    found = []
    for text in headers:
        for name, parameters in FUNCTION.findall(COMMENT.sub(" ", text)):
            line = call(name, re.split(r"\s*,\s*", " ".join(parameters.split())))
            if line:
                found.append(line)
    return found


def read_calls(root):
    return calls(path.read_text(encoding="utf-8") for path in sorted((root / HEADERS).glob("*.h")))


def world_calls(root):
    """A call that changes a world is tried from inside of each hook; so is one that reads it, where
    there is a list."""
    have = (root / CALLS).read_text(encoding="utf-8").splitlines() if (root / CALLS).exists() else []
    want = read_calls(root)
    for line in want:
        if line not in have and (have or line.startswith("CHANGES")):
            yield CALLS.as_posix(), 1, f"lacks {line}"
    for number, line in enumerate(have, 1):
        if re.match(r"[A-Z]+\(", line) and line not in want:
            yield CALLS.as_posix(), number, "is in no header"


RULES = (world_calls,)

if __name__ == "__main__":
    print("\n".join(read_calls(Path(__file__).resolve().parents[2])))
