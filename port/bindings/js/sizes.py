"""sizes.py - what a visitor loads of the package for npm: an entry's JavaScript and its WebAssembly, gzipped.

    sizes.py FOLDER PAGE write    prints them, and writes the table of the page anew
    sizes.py FOLDER PAGE check    whether they keep to their limits and the table tells them

A KB is 1,000 bytes. Each file is packed by itself, as a server does; numbers are a file that entries share.
"""

import gzip
import re
import sys
from pathlib import Path

LIMITS = {"pawl": 250_000, "small": 55_000}
ENTRIES = ("small", "game", "pawl", "all", "arcade")
# Another compiler of the same sources may differ by so much.
TOLERANCE = 0.02
MARKS = ("<!-- begin of the sizes -->\n", "<!-- end of the sizes -->\n")


def packed(path):
    return len(gzip.compress(path.read_bytes(), 9, mtime=0))


def sizes(folder):
    """{entry: [bytes with the plain module, bytes with that which has lanes, or None]}"""
    found = {}
    for entry in ENTRIES:
        script = packed(folder / f"{entry}.mjs") + packed(folder / "fixed.mjs")
        modules = [folder / f"{entry}.wasm", folder / f"{entry}-simd.wasm"]
        found[entry] = [script + packed(one) if one.exists() else None for one in modules]
    return found


def table(found):
    lines = ["| `import` from | KB gzipped | with lanes |", "|---|---:|---:|"]
    for entry, given in found.items():
        name = "pawl" if entry == "pawl" else f"pawl/{entry}"
        shown = [f"{one / 1000:.1f}" if one else "" for one in given]
        lines.append(f"| `{name}` | {shown[0]} | {shown[1]} |")
    return "\n".join(lines) + "\n"


def told(page):
    """The numbers of the table of a page, in its order."""
    text = page.read_text().partition(MARKS[0])[2].partition(MARKS[1])[0]
    return [float(one) for one in re.findall(r"\| (\d+\.\d)(?= \|)", text)]


def check(found, page):
    wrong = [f"{entry}: {max(filter(None, found[entry]))} bytes, not {most}" for entry, most in LIMITS.items()
             if max(filter(None, found[entry])) > most]  # fmt: skip
    measured = [one / 1000 for given in found.values() for one in given if one]
    written = told(page)
    if len(measured) != len(written) or any(abs(a - b) > TOLERANCE * b for a, b in zip(measured, written)):
        wrong.append(f"{page} says {written}, measured: {measured}; make js-sizes writes it")
    print("\n".join(wrong) or f"sizes: {', '.join(f'{entry} {max(filter(None, given))}' for entry, given in found.items())}")
    return 1 if wrong else 0


def main():
    folder, page, way = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    found = sizes(folder)
    if way == "check":
        sys.exit(check(found, page))
    before, _, rest = page.read_text().partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    page.write_text(before + MARKS[0] + table(found) + MARKS[1] + after)
    print(table(found), end="")


if __name__ == "__main__":
    main()
