"""report.py - runs the benchmark programs and writes their tables.

    report.py BUILD_DIR [DOCUMENT]
    report.py --quick BUILD_DIR FILE

Runs BUILD_DIR/bench-pawl, bench-memory, bench-save and those of the peers that were built, prints
the tables and the requirements, and puts both between the two marker lines of the document. The
exit status is 1 when a requirement is missed. With --quick only what takes seconds, of pawl alone, is
measured and written into FILE, for tests/docs/tables.py to compare with the page.

Instructions are counted by callgrind, so they are the same on every run and hardly depend on the
machine. Times are the median of five runs in which the engines take turns; take them as a hint.
"""

import csv
import re
import statistics
import subprocess
import sys
from pathlib import Path

ENGINES = ["pawl", "chipmunk", "box2d"]
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
# Hits and sum of their fractions in S6: Chipmunk alone counts a shape around the origin of a ray.
RAYS = {"pawl": (940, 162.827), "chipmunk": (948, 141.562), "box2d": (940, 162.827)}
RUNS = 5
BEGIN, END = "<!-- begin of the tables -->", "<!-- end of the tables -->"


def last_line(command):
    """The values a program printed. Chipmunk prints a greeting first."""
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return output.stdout.decode().strip().splitlines()[-1].split(",")


def count_instructions(program, scene):
    """Instructions per step."""
    profile = program.with_name(f"{program.name}-{scene}.callgrind")
    command = ["valgrind", "--tool=callgrind", "--instr-atstart=no",
               "--collect-atstart=no", f"--callgrind-out-file={profile}", program, scene, "count"]  # fmt: skip
    steps = int(last_line(command)[2])
    total = re.search(r"^totals: (\d+)", profile.read_text(), re.MULTILINE)
    return int(total.group(1)) / steps


class Measurement:
    """One engine in one scene."""

    def __init__(self, program, scene):
        self.program, self.scene, self.times = program, scene, []
        self.instructions = count_instructions(program, scene)

    def run(self):
        name, _, milliseconds, heap, bodies, *end = last_line([self.program, self.scene, "time"])
        self.name, self.bodies, self.heap = name, int(bodies), int(heap)
        self.end = tuple(map(float, end))  # mean and greatest height, or hits and sum of fractions
        self.times.append(float(milliseconds))

    @property
    def milliseconds(self):
        return statistics.median(self.times)


def measure(programs):
    """Scene -> engine -> measurement. The engines take turns, so that a busy machine slows all."""
    results = {}
    for scene in SCENES:
        row = {engine: Measurement(program, scene) for engine, program in programs.items()}
        for _ in range(RUNS):
            for measurement in row.values():
                measurement.run()
        results[scene] = row
    return results


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |"]
    lines.append("|" + "|".join("---" if i == 0 else "---:" for i in range(len(header))) + "|")
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def result_cells(scene, end):
    if scene == "S6":
        return [f"{end[0]:.0f} hits", f"sum {end[1]:.3f}"]
    return [f"{height:.2f}" for height in end]


def speed_table(results):
    rows = []
    for scene, row in results.items():
        own = row["pawl"]
        for measurement in row.values():
            ratio = f"{own.instructions / measurement.instructions:.2f}"
            rows.append([
                scene, measurement.name, f"{measurement.instructions / 1000:,.0f}", ratio,
                f"{measurement.milliseconds:.3f}",
                f"{own.milliseconds / measurement.milliseconds:.2f}",
                *result_cells(scene, measurement.end),
                f"{measurement.heap / measurement.bodies:,.0f}",
            ])  # fmt: skip
    header = ["scene", "engine", "1000 instructions per step", "pawl : engine", "ms per step",
              "pawl : engine", "mean height", "highest", "heap bytes per body"]  # fmt: skip
    return table(header, rows)


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


SAVE_FIELDS = ["bodies", "contacts", "save", "snapshot", "pair", "copies", "encode", "decode",
               "hash"]  # fmt: skip


def read_saves(program):
    """Piles by their number of bodies: the median of five runs. The program ends with an error when
    a world that it brought back goes another way than the one that was never away."""
    runs = []
    for _ in range(RUNS):
        output = subprocess.run([program], check=True, stdout=subprocess.PIPE).stdout.decode()
        runs.append([[float(value) for value in row] for row in csv.reader(output.splitlines())])
    piles = {}
    for rows in zip(*runs):
        medians = map(statistics.median, zip(*rows))
        pile = dict(zip(SAVE_FIELDS, medians))
        piles[int(pile["bodies"])] = pile
    return piles


def save_table(piles):
    rows = []
    for bodies, pile in piles.items():
        rows.append([f"{bodies:,}", f"{pile['contacts']:,.0f}", f"{pile['save'] / bodies:.0f}",
                     f"{pile['snapshot'] / bodies:.0f}", f"{pile['pair']:.1f}",
                     f"{pile['copies']:.1f}", f"{pile['encode']:,.0f}", f"{pile['decode']:,.0f}",
                     f"{pile['hash']:,.0f}"])  # fmt: skip
    header = ["bodies", "contacts", "bytes of a save per body", "of a snapshot",
              "save and restore, µs", "two memcpy of as much, µs", "encode, µs", "decode, µs",
              "hash, µs"]  # fmt: skip
    return table(header, rows)


def save_requirements(pile):
    yield "1000 bodies, save and restore, microseconds", pile["pair"], 40
    yield "1000 bodies, bytes of a save per body", pile["save"] / pile["bodies"], 400
    yield "1000 bodies, encode a snapshot, microseconds", pile["encode"], 1000
    yield "1000 bodies, decode a snapshot, microseconds", pile["decode"], 1000


def requirements(results, worlds):
    """(text, measured, limit) of everything that is required."""
    first = results["S1"]["pawl"].instructions
    yield "S1, instructions per step", first, 2550000
    peers = {"chipmunk": "Chipmunk", "box2d": "Box2D"}
    for scene, row in results.items():
        for engine in [engine for engine in peers if engine in row]:
            text = f"{scene}, instructions per step, not more than {peers[engine]}"
            yield text, row["pawl"].instructions, row[engine].instructions
    for engine, measurement in results["S6"].items():
        hits, fractions = RAYS[engine]
        name = measurement.name
        yield f"S6, {name}, hits away from {hits}", abs(measurement.end[0] - hits), 0
        away = abs(measurement.end[1] - fractions) * 1000
        yield f"S6, {name}, thousandths away from a sum of {fractions}", away, 0.6
    pile, small = worlds["1000 boxes"], worlds["16 boxes with 40 contacts"]
    yield "1000 boxes, bytes of state per body", pile["state"] / pile["bodies"], 400
    bytes_of_small = small["state"] + small["scratch"]
    yield "16 boxes with 40 contacts, bytes of state and scratch", bytes_of_small, 16384


def requirement_table(checks):
    rows = [[text, f"{value:,.0f}", f"{limit:,.0f}", "PASS" if value <= limit else "**FAIL**"]
            for text, value, limit in checks]  # fmt: skip
    return table(["requirement", "measured", "limit", "verdict"], rows)


def replace_tables(document, lines, begin=BEGIN, end=END):
    text = document.read_text()
    head, rest = text.split(begin)
    tail = rest.split(end)[1]
    document.write_text(head + begin + "\n" + "\n".join(lines) + "\n" + end + tail)


# Scenes that are counted within seconds, and how the page calls their counts.
QUICK = {
    "S1": "S1, instructions per step",
    "S3": "S3, instructions per step, not more than Box2D",
    "S3b": "S3b, instructions per step, not more than Box2D",
    "S5a": "S5a, instructions per step, not more than Box2D",
}


def measure_quickly(build, path):
    checks = [(text, count_instructions(build / "bench-pawl", scene), 0)
              for scene, text in QUICK.items()]  # fmt: skip
    lines = [*requirement_table(checks), "", *memory_table(read_memory(build / "bench-memory"))]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "--quick":
        return measure_quickly(Path(sys.argv[2]), Path(sys.argv[3]))
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    build = Path(sys.argv[1])
    programs = {engine: build / f"bench-{engine}" for engine in ENGINES}
    programs = {engine: path for engine, path in programs.items() if path.exists()}
    results = measure(programs)
    worlds = read_memory(build / "bench-memory")
    piles = read_saves(build / "bench-save")
    checks = [*requirements(results, worlds), *save_requirements(piles[1000])]
    lines = ["### Requirements", "", *requirement_table(checks), "", "### Speed", ""]
    lines += [*speed_table(results), "", "### Memory of pawl", "", *memory_table(worlds), ""]
    lines += ["### Saves and snapshots", "", *save_table(piles)]
    print("\n".join(lines))
    if len(sys.argv) == 3:
        replace_tables(Path(sys.argv[2]), lines)
    missed = sum(value > limit for _, value, limit in checks)
    print(f"\nbench: {len(checks) - missed} passed, {missed} failed")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
