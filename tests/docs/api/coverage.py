"""coverage.py - whether every public function is in a program that the checks compile.

    coverage.py build/pawl_api.json [--least PERCENT] [--list]

Such a program is a file of examples/, or a block of C with a main function in README.md or a page of
docs/. What an inline function of a header calls counts where that function is used, and the hooks
of port.h count where a port defines them. The functions that are in none are named, header by
header; fewer than PERCENT (default 95) are an error.
"""

import argparse
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BLOCK = re.compile(r"^```c\n(.*?)^```", re.M | re.S)
WORD = re.compile(r"\bpawl_\w+(?=\s*\()|\bpawl_\w+\b")


def blanked(text):
    """C without comments and strings, each line in its place."""
    pattern = r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"'
    return re.sub(pattern, lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.S)


def page_files(root=ROOT):
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]


def programs(root=ROOT):
    """(path, first line, text) of each program."""
    for path in sorted((root / "examples").rglob("*.[ch]")):
        yield path, 1, path.read_text()
    for path in page_files(root):
        text = path.read_text()
        for match in BLOCK.finditer(text):
            if "int main(" in match[1]:
                yield path, text.count("\n", 0, match.start(1)) + 1, match[1]


def ports(root=ROOT):
    for path in sorted((root / "port").rglob("*.[ch]")):
        yield path, 1, path.read_text()


def rank(path, root=ROOT):
    """Short programs first: recipes, examples, pages, games."""
    name = str(path.relative_to(root))
    order = ("examples/recipes/", "docs/cookbook/", "docs/start/")
    for number, begin in enumerate(order):
        if name.startswith(begin):
            return number, name
    return (3 if name.count("/") == 1 and name.startswith("examples/") else 4), name


def uses(functions, root=ROOT):
    """Where each function is used: name to a list of [path, line], the best one first."""
    names = {one["name"] for one in functions}
    hooks = {one["name"] for one in functions if one["module"] == "port"}
    found = {name: {} for name in names}
    for texts, wanted in ((programs(root), names), (ports(root), hooks)):
        for path, first, text in texts:
            for number, line in enumerate(blanked(text).splitlines(), first):
                for name in WORD.findall(line):
                    if name in wanted:
                        found[name].setdefault(path, number)
    reached = {name: sorted(places.items(), key=lambda place: rank(place[0], root))
               for name, places in found.items()}  # fmt: skip
    return {name: [[str(path.relative_to(root)), line] for path, line in places]
            for name, places in spread(reached, functions).items()}  # fmt: skip


def spread(reached, functions):
    """What an inline function calls is used where it is."""
    inner = {one["name"]: one.get("calls", []) for one in functions}
    changed = True
    while changed:
        changed = False
        for name, called in inner.items():
            for other in called:
                if reached.get(name) and other in reached and not reached[other]:
                    reached[other], changed = reached[name], True
    return reached


def report(functions, used, least):
    missing = [one for one in functions if not used[one["name"]]]
    by_header = {}
    for one in missing:
        by_header.setdefault(one["header"], []).append(one["name"])
    for header, names in sorted(by_header.items()):
        print(f"  no compiled example: {header}: {' '.join(names)}")
    have, all_ = len(functions) - len(missing), len(functions)
    good = have * 100 >= least * all_
    print(f"reference: {all_} of {all_} public functions (100 %), compiled example: {have} of {all_}"
          f" ({have * 100 / all_:.1f} %), at least {least} %")  # fmt: skip
    print(f"examples of functions: {int(good)} passed, {int(not good)} failed")
    return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("description", type=Path)
    parser.add_argument("--least", type=float, default=95)
    asked = parser.parse_args()
    functions = json.loads(asked.description.read_text())["functions"]
    return 0 if report(functions, uses(functions), asked.least) else 1


if __name__ == "__main__":
    raise SystemExit(main())
