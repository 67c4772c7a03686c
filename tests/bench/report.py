"""report.py - runs the benchmark programs and writes their tables.

    report.py BUILD_DIR ENGINE[=PROGRAM]... [DOCUMENT.md]
    report.py --quick BUILD_DIR FILE

Runs BUILD_DIR/bench-ENGINE for each engine (engines.py), bench-memory and bench-save, prints the
tables and the requirements (bars.py), and puts both between the two marker lines of the document. The
exit status is 1 when a requirement is missed. With --quick only what takes seconds, of pawl alone, is
measured and written into FILE, for tests/docs/tables.py to compare with the page.

Instructions are counted by callgrind, so they are the same on every run and hardly depend on the
machine. Times are the median of eleven runs in which the engines take turns; take them as a hint.
"""

import csv
import statistics
import subprocess
import sys
from pathlib import Path

import bars
import engines
from engines import RUNS, last_line  # noqa: F401 (other reports use it)

SCENES = {
    "S1": "pyramid of 210 boxes",
    "S2": "pyramid of 1830 boxes",
    "S3": "grid of 400 circles on 754 revolute joints",
    "S3b": "bridge of 100 planks on 101 revolute joints",
    "S4": "pile of 1000 circles, boxes and hexagons",
    "S5a": "50 movers beside 2000 boxes that sleep",
    "S5b": "50 movers beside 2000 static boxes",
    "S6": "1000 rays into 2000 static shapes",
}
BEGIN, END = "<!-- begin of the tables -->", "<!-- end of the tables -->"
# Scenes that are counted within seconds.
QUICK = ["S1", "S3", "S3b", "S5a"]


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |"]
    lines.append("|" + "|".join("---" if i == 0 else "---:" for i in range(len(header))) + "|")
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def result_cells(scene, end):
    if scene == "S6":
        return [f"{end[0]:.0f} hits", f"sum {end[1]:.3f}"]
    return [f"{height:.2f}" for height in end]


def ratio(own, peer):
    return "-" if own is None or peer is None else f"{own / peer:.2f}"


def speed_table(results):
    rows = []
    for scene, row in results.items():
        own = row["pawl"]
        for measurement in row.values():
            count = measurement.instructions
            rows.append([
                scene, measurement.engine.label, "-" if count is None else f"{count / 1000:,.0f}",
                ratio(own.instructions, count), f"{measurement.milliseconds:.4f}",
                ratio(own.milliseconds, measurement.milliseconds),
                *result_cells(scene, measurement.end),
                f"{measurement.heap / measurement.bodies:,.0f}",
            ])  # fmt: skip
    header = ["scene", "engine", "1000 instructions per step", "pawl : engine", "ms per step",
              "pawl : engine", "mean height", "highest", "heap bytes per body"]  # fmt: skip
    return table(header, rows)


def engine_table(found):
    rows = [[engine.label, engine.numbers, engine.set, engine.checks, engine.work]
            for engine in found]  # fmt: skip
    return table(["engine", "numbers", "compiled for", "assertions", "work per step"], rows)


def growth_table(found, growth):
    rows = []
    for engine in found:
        times = [growth[scene][engine.key].milliseconds for scene in bars.GROWTH]
        rows.append([engine.label, *(f"{time:.4f}" for time in times),
                     f"{bars.exponent(growth, engine.key):.2f}"])  # fmt: skip
    return table(["engine", "100 bodies, ms", "400", "1600", "exponent, 100 to 1600"], rows)


def count_table(counts):
    """Of pawl unasked: these repeat to the digit, and docs-figures-check looks at some."""
    return table(["scene", "pawl, instructions per step"],
                 [[scene, f"{count:,.0f}"] for scene, count in counts.items()])  # fmt: skip


MEMORY_FIELDS = ["name", "bodies", "shapes", "geometries", "contacts", "body_bytes",
                 "shape_bytes", "geometry_bytes", "node_bytes", "contact_bytes", "state",
                 "scratch"]  # fmt: skip


def read_memory(program):
    output = subprocess.run([program], check=True, stdout=subprocess.PIPE).stdout.decode()
    worlds = {}
    for values in csv.reader(output.splitlines()):
        world = dict(zip(MEMORY_FIELDS, values))
        name = world.pop("name")
        worlds[name] = {key: int(value) for key, value in world.items()}
    return worlds


def memory_table(worlds):
    rows = []
    for name, world in worlds.items():
        parts = [world[part + "_bytes"] for part in ("body", "shape", "node", "geometry", "contact")]
        rest = world["state"] - sum(parts)
        cells = [world["bodies"], world["contacts"], world["geometries"], *parts, rest,
                 world["state"]]  # fmt: skip
        rows.append([name, *(f"{cell:,}" for cell in cells),
                     f"{world['state'] / world['bodies']:.0f}", f"{world['scratch']:,}"])  # fmt: skip
    header = ["world", "bodies", "contacts", "geometries", "body bytes", "shape bytes",
              "tree bytes", "geometry bytes", "contact bytes", "other bytes", "state",
              "state per body", "scratch"]  # fmt: skip
    return table(header, rows)


# As save.c prints them: of the hash, the default of the build and then each set of lanes.
HASHES = {"default": "hash, µs", "none": "without lanes", "sse41": "SSE4.1", "avx2": "AVX2",
          "avx512": "AVX-512", "neon": "NEON", "wasm": "WebAssembly"}  # fmt: skip
SAVE_FIELDS = ["bodies", "contacts", "save", "snapshot", "pair", "copies", "encode", "decode",
               *HASHES]  # fmt: skip


def read_saves(program):
    """Piles by their number of bodies: the median of eleven runs. The program ends with an error when
    a world that it brought back goes another way than the one that was never away."""
    runs = []
    for _ in range(RUNS):
        output = subprocess.run([program], check=True, stdout=subprocess.PIPE).stdout.decode()
        runs.append([[float(value) for value in row] for row in csv.reader(output.splitlines())])
    piles = {}
    for rows in zip(*runs):
        medians = map(statistics.median, zip(*rows))
        pile = dict(zip(SAVE_FIELDS, medians))
        pile["hash"] = min(pile[lanes] for lanes in HASHES if pile[lanes] > 0)
        piles[int(pile["bodies"])] = pile
    return piles


def save_table(piles):
    hashes = [lanes for lanes in HASHES if any(pile[lanes] > 0 for pile in piles.values())]
    rows = []
    for bodies, pile in piles.items():
        rows.append([f"{bodies:,}", f"{pile['contacts']:,.0f}", f"{pile['save'] / bodies:.0f}",
                     f"{pile['snapshot'] / bodies:.0f}", f"{pile['pair']:.1f}",
                     f"{pile['copies']:.1f}", f"{pile['encode']:,.0f}", f"{pile['decode']:,.0f}",
                     *(f"{pile[lanes]:,.0f}" for lanes in hashes)])  # fmt: skip
    header = ["bodies", "contacts", "bytes of a save per body", "of a snapshot",
              "save and restore, µs", "two memcpy of as much, µs", "encode, µs", "decode, µs",
              *(HASHES[lanes] for lanes in hashes)]  # fmt: skip
    return table(header, rows)


def requirement_table(checks):
    return table(["requirement", "measured", "bar", "aim", "verdict"],
                 [check.cells for check in checks])  # fmt: skip


def replace_tables(document, lines, begin=BEGIN, end=END):
    text = document.read_text()
    head, rest = text.split(begin)
    tail = rest.split(end)[1]
    document.write_text(head + begin + "\n" + "\n".join(lines) + "\n" + end + tail)


def measure_quickly(build, path):
    pawl = engines.Engine("pawl", build / "bench-pawl")
    lines = count_table({scene: pawl.count(scene) for scene in QUICK})
    lines += ["", *memory_table(read_memory(build / "bench-memory"))]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")


def measure_all(build, found):
    """The lines of the page, and all checks."""
    results = engines.measure(found, SCENES)
    growth = engines.measure(found, bars.GROWTH, counts=False)
    worlds = read_memory(build / "bench-memory")
    piles = read_saves(build / "bench-save")
    step = min(results["S4"][key].milliseconds for key in bars.BUILDS["pawl"] if key in results["S4"])
    checks = [*bars.time_checks(results), *bars.growth_checks(growth),
              *bars.save_checks(piles[1000], step), *bars.memory_checks(worlds),
              *bars.ray_checks(results["S6"])]  # fmt: skip
    counts = {scene: row["pawl"].instructions for scene, row in results.items()}
    parts = {
        "Compared": engine_table(found),
        "Requirements": requirement_table(checks),
        "Speed": speed_table(results),
        "Growth": growth_table(found, growth),
        "Instructions of pawl": count_table(counts),
        "Memory of pawl": memory_table(worlds),
        "Saves and snapshots": save_table(piles),
    }
    lines = [line for title, part in parts.items() for line in (f"### {title}", "", *part, "")]
    return lines[:-1], checks


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "--quick":
        return measure_quickly(Path(sys.argv[2]), Path(sys.argv[3]))
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, *names = sys.argv[1:]
    document = Path(names.pop()) if names[-1].endswith(".md") else None
    found = engines.find_engines(Path(build), names)
    lines, checks = measure_all(Path(build), found)
    print("\n".join(lines))
    if document is not None:
        replace_tables(document, lines)
    missed = sum(check.failed for check in checks)
    unmeasured = sum(check.value is None for check in checks)
    passed = sum(check.verdict == "PASS" for check in checks)
    print(f"\nbench: {passed} passed, {missed} failed, {unmeasured} not measured")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
