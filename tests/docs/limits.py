"""limits.py - docs/limits.md has every limit of the headers with its value, docs/errors.md every status.

    limits.py CC           check; exit status 1 when something differs
    limits.py --write CC   rewrite names, values and headers; the last column is written by hand

A limit is a macro of include/pawl without parameters whose name ends in _MAX or _MIN. Its value is
what a program prints that CC compiles: of a PAWL_FX in units, else the integer.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path("docs/limits.md")
ERRORS = Path("docs/errors.md")
HEADERS = Path("include/pawl")
BLOCK = re.compile(r"(<!-- begin of the limits -->\n)(.*?)(<!-- end of the limits -->)", re.S)
LIMIT = re.compile(r"^#define (PAWL_\w+_(?:MAX|MIN))(?= )", re.M)
# Q16.16 without the macro for it, or not Q16.16 with it.
IN_UNITS = {"PAWL_BREAK_IMPULSE_MAX", "PAWL_COORD_MAX", "PAWL_FX_MAX", "PAWL_POCKET_COORD_MAX",
            "PAWL_POCKET_SPEED_MAX", "PAWL_SPEED_MAX"}  # fmt: skip
# The range of a type that no call checks.
WITHOUT = {"PAWL_WIDE_MAX"}


def limits():
    """(name, header, is in units), in the order of the headers."""
    seen = set()
    for header in sorted(HEADERS.glob("*.h")):
        text = header.read_text()
        for match in LIMIT.finditer(text):
            rest = text[match.end() : text.index("\n", match.end())]
            if match[1] not in seen | WITHOUT:
                seen.add(match[1])
                yield match[1], header.name, match[1] in IN_UNITS or "PAWL_FX(" in rest


def values(compiler, names):
    lines = [f'    printf("%lld\\n", (long long)({name}));' for name in names]
    program = "\n".join([f'#include "pawl/{path.name}"' for path in sorted(HEADERS.glob("*.h"))]
                        + ["#include <stdio.h>", "int main(void) {", *lines, "}"])  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "limits.c"
        source.write_text(program)
        subprocess.run([compiler, "-Iinclude", str(source), "-fsyntax-only"], check=True)
        # Nothing is called, so no library is needed.
        subprocess.run([compiler, "-O1", "-ffunction-sections", "-Wl,--gc-sections", "-Iinclude",
                        str(source), "-o", f"{folder}/limits"], check=True)  # fmt: skip
        printed = subprocess.run([f"{folder}/limits"], capture_output=True, text=True, check=True)
    return [int(line) for line in printed.stdout.split()]


def shown(raw, in_units):
    if not in_units:
        return f"{raw:,}"
    text = f"{raw / 65536:,.6f}".rstrip("0").rstrip(".")
    return f"1/{65536 // raw:,}" if 0 < raw < 65536 and 65536 % raw == 0 else text


def table(compiler, old):
    """The block as it should be, with the meanings that the old one has; names without one."""
    rows = list(limits())
    meanings = {}
    for line in old.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4:
            meanings[cells[0].strip("`")] = cells[3]
    lines = ["| limit | value | header | of what |", "|---|---|---|---|"]
    for (name, header, in_units), raw in zip(rows, values(compiler, [row[0] for row in rows])):
        link = f"[{header}](../include/pawl/{header})"
        lines.append(f"| `{name}` | {shown(raw, in_units)} | {link} | {meanings.get(name, '')} |")
    return "\n".join(lines) + "\n", [row[0] for row in rows if not meanings.get(row[0])]


def statuses():
    names = re.findall(r"^    (PAWL_(?:OK|ERR_\w+)) = ", (HEADERS / "base.h").read_text(), re.M)
    return names + re.findall(r"^    (PAWL_FAULT_\w+) = ", (HEADERS / "world.h").read_text(), re.M)


def main(arguments):
    is_writing = arguments[:1] == ["--write"]
    page, errors = PAGE.read_text(), ERRORS.read_text()
    block = BLOCK.search(page)
    new, missing = table(arguments[is_writing], block[2])
    if is_writing:
        PAGE.write_text(page[: block.start(2)] + new + page[block.end(2) :])
    wrong = [f"{PAGE}: does not say what {name} limits" for name in missing]
    if not is_writing and new != block[2]:
        old = block[2].splitlines()
        wrong += [f"{PAGE}: no row {row}: `make docs-limits`" for row in new.splitlines() if row not in old]
        wrong += [f"{PAGE}: no such limit: {row}" for row in old if row not in new.splitlines()]
    named = statuses()
    wrong += [f"{ERRORS}: no row for {name}" for name in named if f"\n| `{name}` |" not in errors]
    for message in wrong:
        print(message)
    count = len(new.splitlines()) - 2 + len(named)
    print(f"limits and statuses: {count - min(len(wrong), count)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
