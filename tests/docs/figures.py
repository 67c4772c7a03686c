"""figures.py - figures in running text are those of the tables that commands have written.

    figures.py SIZES           check README.md and the claims below; exit status 1 when one is off
    figures.py --write SIZES   rewrite the table of README.md
    figures.py --self-test     whether a loose figure is found

docs/performance.md, profiles.md and targets.md have tables that their commands write. README.md has
a few of these values in a table, and other pages say some in a sentence: CLAIMS has the page, a
pattern whose groups are numbers, and where they come from. SIZES is what memory_sizes.c prints.

In the pages of BOUND no other figure may stand in a sentence or a table written by hand: no number of
three digits or more, with a fraction, or with a unit of memory or time. What is a setting of a
measurement and no result is in SETTINGS, each with a reason.
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
    beside = {scene: cell(PERFORMANCE, f"{scene}, time of pawl in AVX2 lanes : Box2D v3 AVX2", "measured")
              for scene in ("S1", "S2", "S4")}  # fmt: skip
    joints = [cell(PERFORMANCE, f"{scene}, time of pawl at its best : the best of Box2D v3", "measured")
              for scene in ("S3", "S3b")]  # fmt: skip
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
        ("pyramids of 210 and 1830 boxes, time in AVX2 lanes: Box2D v3 with AVX2 = 1",
         f"{beside['S1']}, {beside['S2']}", "performance.md"),
        ("1000 bodies that fall in a heap: the same", beside["S4"], "performance.md"),
        ("400 circles on 754 joints, bridge of 101 joints, time: the best of Box2D v3 = 1", ", ".join(joints), "performance.md"),
    ]  # fmt: skip
    text = ["| what | measured | page |", "|---|---|---|"]
    text += [f"| {what} | {value} | [{page}](docs/{page}) |" for what, value, page in lines]
    return "\n".join(text) + "\n"


SIZES = {}


def size(*names):
    """What memory_sizes.c has measured."""
    return lambda: [SIZES[name] for name in names]


def pile():
    """State and scratch of a body with its share of 2.75 contacts, as 6-memory.md has them."""
    contacts = round(memory_row("1000 boxes", "contacts") / memory_row("1000 boxes", "bodies"), 2)
    state = SIZES["body"] + SIZES["shape"]
    return [state, SIZES["body_scratch"], SIZES["contact"], SIZES["contact_scratch"], contacts,
            int(state + contacts * SIZES["contact"]), int(SIZES["body_scratch"] + contacts * SIZES["contact_scratch"])]  # fmt: skip


def memory_row(world, column):
    return next(number(cells[header.index(column)]) for header, cells in rows(PERFORMANCE)
                if cells[0] == world and column in header)  # fmt: skip


def per_body(world):
    return lambda: [round(memory_row(world, "contacts") / memory_row(world, "bodies"), digits_of[world])]


digits_of = {"1000 boxes": 2, "1000 boxes in columns": 1}


def flash_range():
    """KB of the smallest and the largest program of boxes."""
    sizes = [number(cells[1]) for header, cells in rows(PROFILES) if header[0] == "build"]
    return [int(min(sizes) // 1024), -(-int(max(sizes)) // 1024)]


def small_world():
    return number(cell(PERFORMANCE, "16 boxes with 40 contacts, bytes", "measured"))


CLAIMS = [
    ("docs/6-memory.md", r"([\d,]+) without `terrain`", small_world),
    ("docs/6-memory.md", r"take ([\d,]+) bytes, scratch included", lambda: small_world() + 4 * 40),
    ("docs/6-memory.md", r"contacts of a def, (\d+) bytes for each", size("cache")),
    ("docs/6-memory.md", r"`body_capacity` \| (\d+); (\d+) with joints \| (\d+); (\d+) with joints",
     size("body", "body_joints", "body_scratch", "body_joints_scratch")),
    ("docs/6-memory.md", r"`shape_capacity` \| (\d+) \((\d+) of them the tree\)", lambda: [SIZES["shape"], memory_row("S1", "tree bytes") / memory_row("S1", "bodies")]),
    ("docs/6-memory.md", r"`geometry_capacity` \| (\d+)", size("geometry")),
    ("docs/6-memory.md", r"`contact_capacity` \| (\d+); (\d+) with `terrain` \| (\d+)", size("contact", "contact_terrain", "contact_scratch")),
    ("docs/6-memory.md", r"`joint_capacity` \| (\d+) \| (\d+)", size("joint", "joint_scratch")),
    ("docs/6-memory.md", r"`event_capacity` \| (\d+)", size("event")),
    ("docs/6-memory.md", r"`soft_capacity` \| (\d+) \| (\d+)", size("soft", "soft_scratch")),
    ("docs/6-memory.md", r"`soft_point_capacity` \| (\d+) \| (\d+)", size("point", "point_scratch")),
    ("docs/6-memory.md", r"`soft_link_capacity` \| (\d+) \| (\d+)", size("link", "link_scratch")),
    ("docs/6-memory.md", r"a header of (\d+) bytes, one bit per body and one per shape",
     lambda: SIZES["state_of_64"] - 16 - 64 * sum(SIZES[name] for name in ("body", "shape", "geometry", "contact", "event"))),
    ("docs/6-memory.md", r"the default costs (\d+) KB", lambda: SIZES["default_joints"] // 1024),
    ("docs/6-memory.md", r"takes (\d+) bytes of scratch more for each body and (\d+) for each shape",
     lambda: [SIZES["body_soft_scratch"] - SIZES["body_scratch"], SIZES["shape_soft_scratch"] - SIZES["shape_scratch"]]),
    ("docs/6-memory.md", r"takes (\d+) bytes of state and (\d+) of scratch, and each of its contacts (\d+) and (\d+): with ([\d.]+) contacts a body that is (\d+) of state and (\d+) of", pile),
    ("docs/faq.md", r"in a heap: (\d+) bytes of state each", lambda: number(cell(PERFORMANCE, "1000 boxes, bytes of state", "measured"))),
    ("docs/performance.md", r"exact figures are (\d+) and ([\d.]+), and (\d+) and ([\d]+\.\d+)",
     lambda: [number(word) for engine in ("pawl", "Chipmunk") for column in ("mean height", "highest")
              for word in re.findall(r"[\d.]+", cell(PERFORMANCE, "S6", column, engine))]),
    ("docs/performance.md", r"\(`1000 boxes`\) has ([\d.]+) a body", per_body("1000 boxes")),
    ("docs/performance.md", r"\(`in columns`\) ([\d.]*\d)", per_body("1000 boxes in columns")),
    ("docs/profiles.md", r"takes (\d+) to (\d+) KB of flash", flash_range),
    ("docs/profiles.md", r"takes (\d+) bytes less for each", lambda: memory_row("S1", "tree bytes") / memory_row("S1", "bodies")),
    ("README.md", r"a world of 16 boxes fits in (\d+) KB", lambda: -(-small_world() // 1024)),
    ("README.md", r"of (\d+) recipes", lambda: len(list(Path("docs/cookbook").glob("*.md"))) - 1),
    ("README.md", r"[Oo]n (\d+) kinds of machines", lambda: len(targets())),
]  # fmt: skip

# Pages in which every figure is bound, and what may stand there all the same.
BOUND = ("README.md", "docs/profiles.md", "docs/6-memory.md", "docs/performance.md")
UNIT = r"bytes|[KM]i?B|%|per cent|cycles|thousand|ms|µs|ns"
FIGURE = re.compile(rf"(?<![\w.#])(?:\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+\.\d+(?:\.\d+)?|\d{{3,}}|\d+(?= (?:{UNIT})(?!\w)|%))")
SETTINGS = [
    ("README.md", r"[+]-16,384 units", "PAWL_COORD_MAX, a limit: docs/limits.md"),
    ("docs/6-memory.md", r"\| (?:256|64|0) \|", "a default: world.h"),
    ("docs/profiles.md", r"play 10,000 ticks", "what make meet-check plays"),
    ("docs/profiles.md", r"^\| .*(?:`pawl_level|`pawl_polygon|`pawl_walker|walking|all of these).*\|$|nothing \(264 bytes\)|the player's 40 bytes", "measured by hand, with the linker: no command writes the table of levels"),
    ("docs/profiles.md", r"An AVR with 32 KB", "what that machine has"),
    ("docs/performance.md", r"Box2D 2\.4(?:\.1)?|Box2D 3\.2|from 3\.2 on|calls itself 2\.4\.0|Box2D 2\.0\.1", "a version"),
    ("docs/performance.md", r"piles of 100 and 1600 bodies", "what is compared for growth"),
    ("docs/performance.md", r"friction 0\.6", "of the scenes"),
    ("docs/performance.md", r"^\| (?:S\d|rope|cloth|falling|resting).*$", "what is in a scene, and its steps"),
    ("docs/performance.md", r"over (?:10 to 60|200 to 600|120) steps|median of 201 rounds|of 16 bodies, 300 steps|one above 20,000 edges", "how long is measured"),
    ("docs/performance.md", r"more than 2 % over", "the tolerance of the command"),
]  # fmt: skip


def plain(text):
    """A page with blanks for what is no text: generated tables, code, addresses of links."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match[0])

    for pattern in (r"<!-- begin of.*?<!-- end of.*?-->", r"^```.*?^```$", r"`[^`\n]*`", r"(?<=\])\([^)\s]*\)"):
        text = re.sub(pattern, blank, text, flags=re.S | re.M)
    return text


def loose(page, text):
    """Figures of a page that no claim binds and no setting allows."""
    spans = [match.span() for name, pattern, *_ in CLAIMS + SETTINGS if name == page
             for match in re.finditer(pattern, text, re.M)]  # fmt: skip
    for match in FIGURE.finditer(plain(text)):
        if not any(first <= match.start() and match.end() <= last for first, last in spans):
            line = text[: match.start()].count("\n") + 1
            yield f"{page}:{line}: no table has {match[0]!r}: bind it by a claim, or leave it to the tables"


def self_test():
    bad = ("It takes 37 KB.", "a step of 1,234 cycles", "12.5 times", "| x | 4321 |", "saves 20 %", "in 20 µs")
    good = ("`pawl 1234`", "10 boxes and 3 rows", "[a](b.md#1234)", "```\n1234\n```", "<!-- begin of the x -->\n| 1234 |\n<!-- end of the x -->",
            "worlds larger than +-16,384 units")  # fmt: skip
    failed = [text for text in bad if len(list(loose("README.md", text))) != 1]
    failed += [text for text in good if list(loose("README.md", text))]
    print(f"figures self-test: {len(bad) + len(good) - len(failed)} passed, {len(failed)} failed", *failed)
    return len(failed)


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
        wanted = source()
        wanted = wanted if isinstance(wanted, list) else [wanted]
        for texts in found:
            said = [number(text) for text in ([texts] if isinstance(texts, str) else texts)]
            if said != wanted:
                yield f"{page}: says {said} in {pattern}, the tables {wanted}"
    for page in BOUND:
        yield from loose(page, Path(page).read_text())


def main():
    if "--self-test" in sys.argv:
        return 1 if self_test() else 0
    for line in Path(sys.argv[-1]).read_text().splitlines():
        name, _, value = line.partition(" ")
        SIZES[name] = int(value)
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
