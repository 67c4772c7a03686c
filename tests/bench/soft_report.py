"""soft_report.py - what soft bodies cost, and what their settings do: runs bench-soft.

    soft_report.py BUILD_DIR [SPEED_DOCUMENT VALUES_DOCUMENT]

Prints the tables, and puts them between the marker lines of the documents. Instructions are counted
by callgrind. bench-soft ends with an error when a scene is not what is to be measured.
"""

import csv
import re
import subprocess
import sys
from pathlib import Path

import report

BEGIN, END = "<!-- begin of the soft bodies -->", "<!-- end of the soft bodies -->"
SCENES = {
    "rope": "rope of 40 links, swinging",
    "cloth": "cloth of 20 x 20 cells, falling into its hold",
    "falling": "20 blobs falling on each other",
    "resting": "20 blobs at rest on a tile map",
}
ENGINES = {
    "pawl": "pawl",
    "peer": "Chipmunk, 10 iterations",
    "substeps": "Chipmunk, 8 sub-steps of 4 iterations",
}
SETTINGS = ["stiffness", "bend", "pressure", "iterations", "sub-steps", "damping"]
RESULTS = ["stretch, moving", "stretch, hanging", None, None]
VALUES = {
    "rope": ["stiffness", "bend", None, *SETTINGS[3:], *RESULTS],
    "cloth": ["stiffness", "diagonals", None, *SETTINGS[3:], *RESULTS[:2], "diagonals off", None],
    "blob": [*SETTINGS, "flatter, landing", "flatter, at rest", None, "area off"],
}  # fmt: skip


def read(program, *arguments):
    output = subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE)
    return list(csv.reader(output.stdout.decode().splitlines()))


def count_instructions(program, engine, scene):
    """Instructions per step."""
    name = f"{engine}-{scene}"
    profile = program.with_name(f"{program.name}-{name}.callgrind")
    command = ["valgrind", "--tool=callgrind", "--instr-atstart=no",
               f"--callgrind-out-file={profile}", program, "count", name]  # fmt: skip
    steps = int(report.last_line(command)[0])
    total = re.search(r"^totals: (\d+)", profile.read_text(), re.MULTILINE)
    return int(total.group(1)) / steps


def speed_table(program):
    rows, own = [], {}
    for row in read(program):
        if len(row) != 8:  # Chipmunk prints a greeting
            continue
        engine, scene = row[:2]
        time, points, links, stretch, area, mean = map(float, row[2:])
        instructions = count_instructions(program, engine, scene)
        if engine == "pawl":
            own = {"time": time, "instructions": instructions}
        rows.append([
            SCENES[scene], ENGINES[engine], f"{points:.0f}", f"{links:.0f}",
            f"{instructions / points:,.0f}", f"{own['instructions'] / instructions:.2f}",
            f"{points * 1000 / time:,.0f}", f"{own['time'] / time:.2f}",
            f"{stretch * 100:.3f}", f"{area * 100:.2f}" if area else "-", f"{mean:.2f}",
        ])  # fmt: skip
    header = ["scene", "engine", "points", "links", "instructions per point and step",
              "pawl : engine", "points per millisecond", "time, pawl : engine",
              "stretch, % at most", "area off, % at most", "mean height at the end"]  # fmt: skip
    return report.table(header, rows)


def value_table(kind, rows):
    """One row for each setting; columns without a title are left out."""
    titles = VALUES[kind] + ["asleep after, s"]
    lines = []
    for row in rows:
        cells = row[1:7] + [f"{float(cell) * 100:.2f} %" for cell in row[7:11]]
        cells.append(row[11] if float(row[11]) >= 0 else "not in 120")
        lines.append([cell for cell, title in zip(cells, titles) if title])
    return report.table([title for title in titles if title], lines)


def main():
    if len(sys.argv) not in (2, 4):
        sys.exit(__doc__)
    program = Path(sys.argv[1]) / "bench-soft"
    speed = speed_table(program)
    values = read(program, "values")
    tables = {kind: value_table(kind, [row for row in values if row[0] == kind]) for kind in VALUES}
    print("\n".join(speed))
    for kind, lines in tables.items():
        print("\n".join(["", kind, *lines]))
    if len(sys.argv) == 4:
        report.replace_tables(Path(sys.argv[2]), speed, BEGIN, END)
        for kind, lines in tables.items():
            marks = [f"<!-- {end} of the values of a {kind} -->" for end in ("begin", "end")]
            report.replace_tables(Path(sys.argv[3]), lines, *marks)


if __name__ == "__main__":
    main()
