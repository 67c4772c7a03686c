"""threads_report.py - what threads gain: runs bench-threads and writes its tables.

    threads_report.py BUILD_DIR [DOCUMENT.md]

Prints the table and the requirements, and puts both between the two marker lines of the document. The
exit status is 1 when a requirement is missed. On a machine with one processor nothing is measured.
"""

import os
import sys
from pathlib import Path

import report
from bars import Check

BEGIN, END = "<!-- begin of the threads -->", "<!-- end of the threads -->"
WORKERS, ROUNDS = 2, 11
# Bar and aim: the share of the throughput of as many copies.
SCENES = {"S2": (0.8, 0.9), "S4": (0.75, 0.9), "piles": (0.9, 0.9)}
FIELDS = ["alone", "worked", "copied", "share", "trip"]


def measure(program, scene):
    """None where there are too few processors."""
    if (os.cpu_count() or 1) < WORKERS:
        return None
    values = report.last_line([program, scene, str(WORKERS), "best", str(ROUNDS)])
    return dict(zip(FIELDS, map(float, values)))


def checks_of(results):
    """By the time, so that less is better, as everywhere."""
    for scene, row in results.items():
        bar, aim = (1 / share for share in SCENES[scene])
        yield Check(f"{scene} on {WORKERS} threads, time : that of {WORKERS} copies side by side, halved",
                    row and 1 / row["share"], bar, aim)  # fmt: skip


def table_of(results):
    rows = [[scene, f"{row['alone']:.0f}", f"{row['worked']:.0f}", f"{row['copied']:.0f}",
             f"{row['alone'] / row['worked']:.2f}", f"{row['share']:.2f}", f"{row['trip']:.0f}"]
            for scene, row in results.items() if row]  # fmt: skip
    header = ["scene", "one thread, µs per step", f"on {WORKERS} threads", f"{WORKERS} copies, of each",
              "times faster", "share of the copies' throughput", "there and back, ns"]  # fmt: skip
    return report.table(header, rows)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program = Path(sys.argv[1]) / "bench-threads"
    results = {scene: measure(program, scene) for scene in SCENES}
    checks = list(checks_of(results))
    lines = report.requirement_table(checks) + [""] + table_of(results)
    print("\n".join(lines))
    if len(sys.argv) == 3:
        report.replace_tables(Path(sys.argv[2]), lines, BEGIN, END)
    missed = sum(check.failed for check in checks)
    print(f"\nbench-threads: {len(checks) - missed} passed, {missed} failed")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
