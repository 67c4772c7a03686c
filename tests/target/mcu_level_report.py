"""mcu_level_report.py - counts what a level costs on emulated microcontrollers.

    mcu_level_report.py NAME=PROGRAM:RUN ...

Runs the program level_bench of each target and puts a table between the two marker lines of
docs/performance.md. The exit status is 1 when the hashes differ. Counts are those of mcu_report.py.
"""

import os
import shlex
import subprocess
import sys
from pathlib import Path

CALLS = {"build": 1, "step in the open": 32, "step with a slide": 32, "path": 8}
COUNTED = {"avr1284": "cycles", "gba": "cycles", "gba-thumb": "cycles"}
DOCUMENT = Path("docs/performance.md")
BEGIN, END = "<!-- begin of the levels on microcontrollers -->", "<!-- end of the levels on microcontrollers -->"  # fmt: skip


def mark_address(program):
    lines = subprocess.run(["nm", program], stdout=subprocess.PIPE).stdout.decode()
    return next(line.split()[0] for line in lines.splitlines() if line.endswith(" pawli_mark"))


def count(program, command):
    """The text that a program printed, and the mean count of each kind of call."""
    log = Path(program).with_suffix(".counts")
    log.unlink(missing_ok=True)
    environment = dict(os.environ, PAWL_COUNTS=str(log), PAWL_MARK=mark_address(program))
    done = subprocess.run(shlex.split(command) + [program], env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    text = done.stdout.decode()
    if done.returncode != 0:
        sys.exit(f"mcu_level_report: {program}: status {done.returncode}\n{text}")
    marks = [int(line.split()[1]) for line in log.read_text().splitlines() if line[:5] == "mark "]
    costs = [after - before for before, after in zip(marks[::2], marks[1::2])]
    if len(costs) != sum(CALLS.values()):
        sys.exit(f"mcu_level_report: {program}: {len(costs)} calls")
    means = []
    for calls in CALLS.values():
        means.append(sum(costs[:calls]) / calls)
        costs = costs[calls:]
    return next(line for line in text.splitlines() if line.startswith("hash ")), means


def main(arguments):
    rows = ["| target | counted | " + " | ".join(CALLS) + " |",
            "|---|---|" + "---:|" * len(CALLS)]  # fmt: skip
    hashes = set()
    for argument in arguments:
        name, rest = argument.split("=", 1)
        program, command = rest.split(":", 1)
        found, means = count(program, command)
        hashes.add(found)
        cells = " | ".join(f"{mean:,.0f}" for mean in means)
        rows.append(f"| {name} | {COUNTED.get(name, 'instructions')} | {cells} |")
    print("\n".join(rows))
    head, rest = DOCUMENT.read_text().split(BEGIN)
    DOCUMENT.write_text(head + BEGIN + "\n" + "\n".join(rows) + "\n" + END + rest.split(END)[1])
    print(f"bench-mcu-level: {len(hashes)} different hashes: {', '.join(sorted(hashes))}")
    return 0 if len(hashes) == 1 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
