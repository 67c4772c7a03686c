"""figures.py - figures in running text are those of the tables that commands have written.

    figures.py           check README.md and the claims below; exit status 1 when one is off
    figures.py --write   rewrite the table of README.md

docs/performance.md, profiles.md and targets.md have tables that their commands write. README.md has
a few of these values in a table, and other pages say some in a sentence: CLAIMS has the page, a
pattern whose first group is the number, and where it comes from.
"""

import re
import sys
from pathlib import Path

BLOCK = re.compile(r"(<!-- begin of the figures -->\n)(.*?)(<!-- end of the figures -->)", re.S)


def rows(page):
    """(header, cells) of each row of all tables of a page."""
    header = None
    for line in Path(page).read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            header = None
        elif header is None:
            header = cells
        elif not re.fullmatch(r"[|\s:-]+", line):
            yield header, cells


def cell(page, first, column, second=""):
    """The text in a row, known by how its first cells begin."""
    for header, cells in rows(page):
        if cells[0].startswith(first) and column in header and second in cells[1]:
            return cells[header.index(column)]
    sys.exit(f"figures: {page} has no row {first} {second} with a column {column}")


def number(text):
    return float(text.replace(",", ""))


def targets():
    """Names of targets in targets.md whose verdict is pass, but for builds of this machine."""
    names = set()
    for header, cells in rows("docs/targets.md"):
        if header[0] == "target" and header[-1] == "verdict" and cells[-1] == "pass":
            names.add(cells[0])
    return names - {"m32", "native", "lto"}


PERFORMANCE, PROFILES = "docs/performance.md", "docs/profiles.md"


def readme():
    """The table of README.md."""
    ratio = {engine: cell(PERFORMANCE, "S1", "pawl : engine", engine) for engine in ("Chipmunk", "Box2D")}
    joints = {engine: cell(PERFORMANCE, "S3", "pawl : engine", engine) for engine in ("Chipmunk", "Box2D")}
    lines = [
        ("kinds of machines that agree in every bit, with all that fits them", f"{len(targets())}, emulated", "targets.md"),
        ("16 boxes with 40 contacts, state and scratch",
         cell(PERFORMANCE, "16 boxes with 40 contacts, bytes", "measured") + " bytes", "6-memory.md"),
        ("1000 boxes in a heap, state of each",
         cell(PERFORMANCE, "1000 boxes, bytes of state", "measured") + " bytes", "6-memory.md"),
        ("1000 bodies, save and restore", cell(PERFORMANCE, "1000 bodies, save", "measured") + " µs", "snapshots.md"),
        ("pyramid of 15 boxes on a Cortex-M3, flash of the program, FULL and TINY",
         f"{cell(PROFILES, 'cortex-m3 FULL', 'flash')} and {cell(PROFILES, 'cortex-m3 TINY', 'flash')} bytes", "profiles.md"),
        ("its RAM, stack included", cell(PROFILES, "cortex-m3 FULL", "RAM") + " bytes", "profiles.md"),
        ("its step on a Game Boy Advance", cell(PERFORMANCE, "gba", "pyramid of 15 boxes, thousand per step")
         + " thousand cycles", "performance.md"),
        ("pyramid of 210 boxes, instructions per step: Chipmunk 7, Box2D 2.4 = 1",
         f"{ratio['Chipmunk']}, {ratio['Box2D']}", "performance.md"),
        ("400 circles on 754 joints: the same", f"{joints['Chipmunk']}, {joints['Box2D']}", "performance.md"),
    ]  # fmt: skip
    text = ["| what | measured | page |", "|---|---|---|"]
    text += [f"| {what} | {value} | [{page}](docs/{page}) |" for what, value, page in lines]
    return "\n".join(text) + "\n"


CLAIMS = [
    ("docs/6-memory.md", r"([\d,]+) without `terrain`", lambda: number(cell(PERFORMANCE, "16 boxes with 40 contacts, bytes", "measured"))),
    ("docs/6-memory.md", r"take ([\d,]+) bytes, scratch included", lambda: number(cell(PERFORMANCE, "16 boxes with 40 contacts, bytes", "measured")) + 4 * 40),
    ("docs/faq.md", r"in a heap: (\d+) bytes of state each", lambda: number(cell(PERFORMANCE, "1000 boxes, bytes of state", "measured"))),
    ("README.md", r"a world of 16 boxes fits in (\d+) KB", lambda: -(-number(cell(PERFORMANCE, "16 boxes with 40 contacts, bytes", "measured")) // 1024)),
    ("README.md", r"[Oo]n (\d+) kinds of machines", lambda: len(targets())),
]  # fmt: skip


def joints():
    """As README.md lists them."""
    names = re.findall(r"^    PAWL_JOINT_(\w+) = \d", Path("include/pawl/joint.h").read_text(), re.M)
    return ", ".join(name.lower() for name in names)


def wrong():
    if f"[joints](docs/joints.md): {joints()};" not in Path("README.md").read_text():
        yield f"README.md: joint.h has {joints()}"
    for page, pattern, source in CLAIMS:
        found = re.findall(pattern, Path(page).read_text())
        if not found:
            yield f"{page}: does not say {pattern}"
        for text in found:
            if number(text) != source():
                yield f"{page}: says {text} of {pattern}, the tables {source():.0f}"


def main():
    page = Path("README.md")
    text = page.read_text()
    block = BLOCK.search(text)
    new = readme()
    if "--write" in sys.argv:
        page.write_text(text[: block.start(2)] + new + text[block.end(2) :])
        block = BLOCK.search(page.read_text())
    found = list(wrong())
    if block[2] != new:
        old = block[2].splitlines()
        found += [f"README.md: no row {row}: `make docs-claims`" for row in new.splitlines() if row not in old] or [
            "README.md: its figures are in another order: `make docs-claims`"]  # fmt: skip
    for message in found:
        print("figures:", message)
    count = len(CLAIMS) + 1 + len(new.splitlines()) - 2
    print(f"figures in sentences and README.md: {count - min(len(found), count)} passed, {len(found)} failed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
