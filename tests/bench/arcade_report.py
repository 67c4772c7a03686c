"""arcade_report.py - what the arcade layer costs: runs bench-arcade and writes its tables.

    arcade_report.py BUILD_DIR [DOCUMENT]

Prints the tables, and puts them between the two marker lines of the document. Instructions are
counted by callgrind. The exit status is 1 when a requirement is missed.
"""

import csv
import re
import subprocess
import sys
from pathlib import Path

import report

BEGIN, END = "<!-- begin of the arcade -->", "<!-- end of the arcade -->"


def read(program):
    """Microseconds by kind of pair, and of steps by engine and number of bodies."""
    output = subprocess.run([program], check=True, stdout=subprocess.PIPE).stdout.decode()
    pairs, steps = {}, {}
    for row in csv.reader(output.splitlines()):
        if len(row) != 4:  # Chipmunk prints a greeting
            continue
        kind, name, time, more = row
        if kind == "pair":
            pairs[name] = float(time), float(more)
        else:
            steps[kind, int(name)] = float(time)
            if int(more) != 0:
                sys.exit(f"arcade_report: {kind} of {name} bodies ended with faults {more}")
    return pairs, steps


def count_instructions(program, name, function):
    """Instructions per pair or step."""
    profile = program.with_name(f"{program.name}-{name}.callgrind")
    command = ["valgrind", "--tool=callgrind", "--collect-atstart=no",
               f"--toggle-collect={function}", f"--callgrind-out-file={profile}",
               program, "count", name]  # fmt: skip
    calls = int(report.last_line(command)[0])
    total = re.search(r"^totals: (\d+)", profile.read_text(), re.MULTILINE)
    return int(total.group(1)) / calls


def pair_table(pairs, instructions):
    rows = [[name, f"{instructions[name]:,.0f}", f"{time * 1000:,.0f}", f"{1000 / time:,.0f}",
             f"{hits * 100:.0f}"] for name, (time, hits) in pairs.items()]  # fmt: skip
    return report.table(["pair", "instructions", "ns", "pairs per millisecond", "percent hits"],
                        rows)  # fmt: skip


def step_table(steps, instructions):
    rows = []
    for count in sorted({count for _, count in steps}):
        own, peer = instructions["steps", count], instructions.get(("peer", count))
        row = [f"{count:,}", f"{own:,.0f}", f"{steps['steps', count]:,.1f}"]
        if peer is None:
            row += ["-", "-", "-", "-"]
        else:
            row += [f"{peer:,.0f}", f"{own / peer:.2f}", f"{steps['peer', count]:,.1f}",
                    f"{steps['steps', count] / steps['peer', count]:.2f}"]  # fmt: skip
        rows.append(row)
    return report.table(["circles", "instructions per step", "µs per step",
                         "Chipmunk, instructions", "pawl : Chipmunk", "Chipmunk, µs",
                         "pawl : Chipmunk"], rows)  # fmt: skip


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program = Path(sys.argv[1]) / "bench-arcade"
    pairs, steps = read(program)
    of_pairs = {name: count_instructions(program, name, "bench_counted_pairs") for name in pairs}
    functions = {"steps": "bench_counted_steps", "peer": "bench_peer_counted_steps"}
    of_steps = {(kind, count): count_instructions(program, f"{kind}{count}", functions[kind])
                for kind, count in steps}  # fmt: skip
    lines = pair_table(pairs, of_pairs) + [""] + step_table(steps, of_steps)
    print("\n".join(lines))
    if len(sys.argv) == 3:
        report.replace_tables(Path(sys.argv[2]), lines, BEGIN, END)


if __name__ == "__main__":
    main()
