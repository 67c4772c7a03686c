"""level_report.py - what levels cost: runs bench-level and writes its tables.

    level_report.py BUILD_DIR [DOCUMENT]

Prints the tables and the requirements, and puts both between the two marker lines of the document.
The exit status is 1 when a requirement is missed. Instructions are counted by callgrind.
"""

import csv
import math
import re
import subprocess
import sys
from pathlib import Path

import report
from bars import Check

BEGIN, END = "<!-- begin of the levels -->", "<!-- end of the levels -->"
BUILD_FIELDS = ["edges", "segments", "arrangement", "vertices", "triangles", "memory", "least",
                "size", "wide", "time"]  # fmt: skip
CALLS = {
    "step": "step in the open",
    "slide": "step that meets a wall and slides along it",
    "walker": "step of the controller, with gravity",
    "locate": "locate a point from any triangle",
    "sight": "line of sight, random pairs",
    "path": "path, random pairs",
    "shortest": "shortest path, random pairs",
}
NARROW_BYTES, WIDE_BYTES = 40, 72  # for each vertex, at most


def read(program):
    """Builds, microseconds of calls by name, unions."""
    output = subprocess.run([program], check=True, stdout=subprocess.PIPE).stdout.decode()
    builds, times, unions = [], {}, []
    for kind, *values in csv.reader(output.splitlines()):
        if kind == "build":
            builds.append(dict(zip(BUILD_FIELDS, map(float, values))))
        elif kind == "walk":
            times[values[0]] = float(values[1])
        else:
            unions.append([float(value) for value in values])
    return builds, times, unions


def count_instructions(program, name):
    """Instructions per call."""
    profile = program.with_name(f"{program.name}-{name}.callgrind")
    command = ["valgrind", "--tool=callgrind", "--collect-atstart=no",
               f"--toggle-collect=bench_counted_{name}", f"--callgrind-out-file={profile}",
               program, "count", name]  # fmt: skip
    calls = int(report.last_line(command)[0])
    total = re.search(r"^totals: (\d+)", profile.read_text(), re.MULTILINE)
    return int(total.group(1)) / calls


def per_n_log_n(build):
    return build["time"] * 1000 / build["edges"] / math.log2(build["edges"])


def per_vertex(build):
    return build["size"] / build["vertices"]


def requirements(builds, times):
    """Everything that is required."""
    small, thousand, large = builds[0], builds[1], builds[-1]
    edges = f"level of {small['edges']:.0f} edges"
    yield Check(f"{edges}, build, microseconds", small["time"], 20000, digits=0)
    yield Check(f"{edges}, bytes of memory to build in", small["least"], 256 * 1024, digits=0)
    for name in "step", "slide":
        yield Check(f"{CALLS[name]}, nanoseconds", times[name] * 1000, 1000, digits=0)
    for wide, limit, word in (0, NARROW_BYTES, 16), (1, WIDE_BYTES, 32):
        most = max(per_vertex(build) for build in builds if build["wide"] == wide)
        yield Check(f"bytes for each vertex, {word}-bit indices", most, limit, digits=1)
    growth = per_n_log_n(large) / per_n_log_n(thousand) * 100
    text = f"time by n log n, {large['edges']:,.0f} edges, percent of {thousand['edges']:,.0f}"
    yield Check(text, growth, 150, digits=0)


def growth_table(builds):
    rows = []
    for build in builds:
        rows.append([f"{build['edges']:,.0f}", f"{build['segments']:,.0f}",
                     f"{build['arrangement']:,.0f}", f"{build['vertices']:,.0f}",
                     f"{build['triangles']:,.0f}", f"{build['time'] / 1000:,.1f}",
                     f"{build['time'] * 1000 / build['edges']:,.0f}", f"{per_n_log_n(build):,.0f}",
                     f"{build['memory'] / 1024:,.0f}", f"{build['least'] / 1024:,.0f}",
                     f"{build['size']:,.0f}", f"{per_vertex(build):.1f}"])  # fmt: skip
    header = ["edges", "segments, inflated", "vertices on the way", "vertices", "triangles",
              "build, ms", "ns per edge", "ns per edge and log2 n", "memory, KiB",
              "memory with known limits, KiB", "bytes of the block", "per vertex"]  # fmt: skip
    return report.table(header, rows)


def call_table(times, instructions):
    rows = [[title, f"{instructions[name]:,.0f}", f"{times[name]:,.2f}"]
            for name, title in CALLS.items()]  # fmt: skip
    return report.table(["call", "instructions", "µs"], rows)


def union_table(unions):
    rows = [[f"{edges:,.0f}", f"{points:,.0f}", f"{memory / 1024:,.0f}", f"{time / 1000:,.1f}",
             f"{time * 1000 / edges:,.0f}"] for edges, points, memory, time in unions]  # fmt: skip
    return report.table(["edges", "points of the union", "memory, KiB", "ms", "ns per edge"], rows)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program = Path(sys.argv[1]) / "bench-level"
    builds, times, unions = read(program)
    instructions = {name: count_instructions(program, name) for name in CALLS}
    checks = list(requirements(builds, times))
    lines = report.requirement_table(checks) + [""] + growth_table(builds) + [""]
    lines += call_table(times, instructions) + [""] + union_table(unions)
    print("\n".join(lines))
    if len(sys.argv) == 3:
        report.replace_tables(Path(sys.argv[2]), lines, BEGIN, END)
    missed = sum(check.failed for check in checks)
    print(f"\nbench-level: {len(checks) - missed} passed, {missed} failed")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
