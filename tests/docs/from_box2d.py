"""from_box2d.py - docs/from/box2d-calls.md: every function of Box2D v3 once, and names of pawl that exist.

    from_box2d.py                  check; exit status 1 when something is found
    from_box2d.py --headers DIR    and that the names are those of Box2D's headers (include/box2d)
    from_box2d.py --self-test      whether each rule finds an example of what it forbids

A row of a table is `names of Box2D` | `calls of pawl`, or none, or not yet | remark. Told is the share
of functions that a call answers, and which have none although they could: what is not yet there.
"""

import re
import sys
import zlib
from pathlib import Path

PAGE = Path("docs/from/box2d-calls.md")
HEADERS = Path("include/pawl")
# How many functions the headers of Box2D declare, and the CRC-32 of their sorted names in lines:
# of the version that the page names. `--headers` tells those of others.
COUNT, NAMES = 577, 0xD1235311
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
DECLARED = re.compile(r"\b(?:B2_API|B2_INLINE|B2_FORCE_INLINE|static inline)\b[^;{}]*?\b(b2\w+)\s*\(")


def names_of(folder):
    """The functions that headers of Box2D declare."""
    found = set()
    for path in sorted(Path(folder).glob("*.h")):
        text = re.sub(r"^[ \t]*#.*?(?<!\\)$", "", COMMENT.sub("", path.read_text()), flags=re.M)
        found |= set(DECLARED.findall(text))
    return found


def rows_of(text):
    """(names of Box2D, answer, remark) of each row."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `b2") and len(cells) == 3:
            yield re.findall(r"`(b2\w+)`", cells[0]), cells[1], cells[2]


def sum_of(names):
    return zlib.crc32("\n".join(sorted(names)).encode())


def findings(text, headers, want):
    """What is wrong with a page; headers: texts of pawl's; want: count and sum of the names."""
    names = [name for row in rows_of(text) for name in row[0]]
    public = COMMENT.sub("", "\n".join(headers))
    functions = set(re.findall(r"\b(pawl_\w+)\(", public))
    words = set(re.findall(r"\bpawl_\w+|\bPAWL_\w+", public))
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{name} stands there twice"
    if (len(names), sum_of(names)) != want:
        yield f"{len(names)} names, sum 0x{sum_of(names):08X}: not those of Box2D"
    for row, answer, remark in rows_of(text):
        calls = re.findall(r"`(\w+)`", answer)
        if answer in ("none", "not yet"):
            if not remark:
                yield f"{row[0]} has no call and no reason"
        elif not calls:
            yield f"{row[0]}: '{answer}' is no call"
        for call in calls:
            if call not in functions:
                yield f"{call}, for {row[0]}, is no function of include/pawl"
    for word in sorted(set(re.findall(r"\b(?:pawl|PAWL)_\w+", text))):
        if word not in words:
            yield f"{word} is not in include/pawl"


def self_test():
    headers = ["PAWL_API int pawl_go(int a); /* pawl_gone(int a); */\n#define PAWL_FAR 1\n"]
    good = "| `b2Go`, `b2Run` | `pawl_go` | as far as `PAWL_FAR` |\n| `b2Stop` | none | it goes |\n"
    want = (3, sum_of(["b2Go", "b2Run", "b2Stop"]))

    def finds(page, message):
        return any(message in one for one in findings(page, headers, want))

    claims = [
        list(findings(good, headers, want)) == [],
        finds(good.replace("b2Stop", "b2Go"), "twice"),
        finds(good.replace("b2Stop", "b2Halt"), "not those of Box2D"),
        finds(good.replace("`pawl_go`", "`pawl_gone`"), "no function"),
        finds(good.replace("`pawl_go`", "`PAWL_FAR`"), "no function"),
        finds(good.replace("`pawl_go`", "goes"), "no call"),
        finds(good.replace("it goes", ""), "no reason"),
        finds(good.replace("PAWL_FAR", "PAWL_NEAR"), "is not in include/pawl"),
    ]
    print(f"names of Box2D self-test: {sum(claims)} passed, {claims.count(False)} failed")
    return claims.count(False)


def tell(text):
    """The share, and what is not yet there."""
    count = {"call": 0, "none": 0, "not yet": 0}
    for names, answer, _ in rows_of(text):
        count[answer if answer in count else "call"] += len(names)
        if answer == "not yet":
            print("not yet:", ", ".join(names))
    total = sum(count.values())
    print(f"{count['call']} of {total} functions of Box2D are answered by a call, "
          f"{100 * count['call'] // total} %; {count['none']} have none for a reason, {count['not yet']} are not yet there")


def main():
    if "--self-test" in sys.argv:
        return 1 if self_test() else 0
    text = PAGE.read_text()
    want = (COUNT, NAMES)
    if "--headers" in sys.argv:
        names = names_of(sys.argv[sys.argv.index("--headers") + 1])
        want = (len(names), sum_of(names))
        have = {name for row in rows_of(text) for name in row[0]}
        print("not on the page:", sorted(names - have), "not there:", sorted(have - names))
    wrong = list(findings(text, [path.read_text() for path in sorted(HEADERS.glob("*.h"))], want))
    for message in wrong:
        print(f"{PAGE}: {message}")
    tell(text)
    print(f"names of Box2D: {len(list(rows_of(text)))} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
