"""mcu_report.py - counts what a step costs on emulated microcontrollers.

    mcu_report.py [--accept] NAME=PROGRAM:RUN ...
    mcu_report.py --table FILE NAME=PROGRAM:RUN ...

Runs the program mcu_bench of each target, prints a table for each scene and the functions that
cost most, puts the tables between the two marker lines of docs/performance.md, and compares the
counts with tests/target/mcu_counts.txt. The exit status is 1 when a count has grown by more than
2 %, when a requirement is missed or when a hash differs; --accept writes the counts anew. With
--table the table goes into FILE, for tests/docs/tables.py to compare, and nothing else is done.

Under QEMU instructions are counted by tests/target/icount.c; elsewhere the emulator counts cycles.
All of them repeat to the digit with one compiler.
"""

import os
import shlex
import subprocess
import sys
from pathlib import Path

# In the order in which mcu_bench runs them; the last three where there is room for a cache.
SCENES = {
    "pyramid15": "pyramid of 15 boxes",
    "stack10": "stack of 10 boxes",
    "pyramid15-kept": "pyramid with a cache",
    "stack10-kept": "stack with a cache",
    "pyramid15-two": "pyramid with a cache by 2 sub-steps",
}
# A cache changes nothing.
SAME = {"pyramid15-kept": "pyramid15", "stack10-kept": "stack10"}
STEPS = 60
# Thousands per step of the pyramid with a cache: what must not be exceeded, and what is aimed at.
LIMITS = {"cortex-m0-64k": (745, 700), "cortex-m3": (210, 190), "armv4t": (245, 210)}
LIMITED = "pyramid15-kept"
GROWTH = 0.02
TOP_FUNCTIONS = 8
COUNTS = Path("tests/target/mcu_counts.txt")
DOCUMENT = Path("docs/performance.md")
BEGIN, END = "<!-- begin of the microcontrollers -->", "<!-- end of the microcontrollers -->"


def mark_address(program):
    lines = subprocess.run(["nm", program], stdout=subprocess.PIPE).stdout.decode()
    for line in lines.splitlines():
        if line.endswith(" pawli_mark"):
            return line.split()[0]
    return "0"


def flash(program):
    """Bytes of code, constants and initial values."""
    done = subprocess.run(["size", program], stdout=subprocess.PIPE, check=True)
    return sum(map(int, done.stdout.decode().splitlines()[1].split()[:2]))


def run(program, command, symbols=None):
    """Status, output, notes on stderr and the count at each mark; instructions by function."""
    log = program.with_suffix(".counts")
    log.unlink(missing_ok=True)
    environment = dict(os.environ, PAWL_COUNTS=str(log), PAWL_MARK=mark_address(program))
    done = subprocess.run(shlex.split(command) + [str(program)], env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    lines = [line.split() for line in log.read_text().splitlines()] if log.exists() else []
    marks = [int(words[1]) for words in lines if words[0] == "mark"]
    if symbols is not None:
        symbols += [(int(words[1]), words[2]) for words in lines if words[0] == "symbol"]
    return done.returncode, done.stdout.decode(), done.stderr.decode(), marks


class Run:
    """One target: hashes by scene, count per step by scene, the costliest functions."""

    def __init__(self, name, program, command):
        self.name, self.program = name, Path(program)
        self.symbols = []
        status, text, notes, self.marks = run(self.program, command, self.symbols)
        if status != 0:
            sys.exit(f"mcu_report: {name}: status {status}\n{text}{notes}")
        words = [line.split() for line in text.splitlines()]
        self.hashes = {w[0]: w[1] for w in words if len(w) == 2 and w[0] in SCENES}
        self.caches = [int(w[1]) for w in words if len(w) == 2 and w[0] == "cache"]
        self.scenes = [scene for scene in SCENES if scene in self.hashes]
        if len(self.marks) != 2 * STEPS * len(self.scenes):
            sys.exit(f"mcu_report: {self.name}: {len(self.marks)} marks")

    def per_step(self, scene):
        first = 2 * STEPS * self.scenes.index(scene)
        marks = self.marks[first : first + 2 * STEPS]
        return sum(after - before for before, after in zip(marks[::2], marks[1::2])) / STEPS

    def top(self):
        whole = sum(count for count, _ in self.symbols)
        ranked = sorted(self.symbols, reverse=True)[:TOP_FUNCTIONS]
        return ", ".join(f"{name} {100 * count / whole:.0f} %" for count, name in ranked)


def table(runs):
    names = " | ".join(f"{title}, thousand per step" for title in SCENES.values())
    rows = [f"| target | counted | {names} | where, over the whole program |",
            "|---|---|" + "---:|" * len(SCENES) + "---|"]  # fmt: skip
    for run in runs:
        counted = "instructions" if run.symbols else "cycles"
        costs = " | ".join(f"{run.per_step(scene) / 1000:,.1f}" if scene in run.scenes else "-"
                           for scene in SCENES)  # fmt: skip
        rows.append(f"| {run.name} | {counted} | {costs} | {run.top()} |")
    caches = next(run.caches for run in runs if run.caches)
    rows += ["", f"A cache for the pyramid has {caches[0]:,} bytes, one for the stack {caches[1]:,}."]
    return rows


def requirements(runs):
    """Table rows and whether all were met."""
    rows = ["| requirement | measured | limit | verdict | aim | reached |",
            "|---|---:|---:|---:|---:|---:|"]  # fmt: skip
    met = True
    for run in runs:
        if run.name not in LIMITS:
            continue
        limit, aim = LIMITS[run.name]
        measured = run.per_step(LIMITED) / 1000
        met &= measured <= limit
        verdict = "PASS" if measured <= limit else "**FAIL**"
        rows.append(f"| {run.name}, {SCENES[LIMITED]}, thousand per step | {measured:,.1f}"
                    f" | {limit:,} | {verdict} | {aim:,} | {'yes' if measured <= aim else 'no'} |")  # fmt: skip
    return rows, met


def same_hashes(runs):
    same = True
    for scene in SCENES:
        scenes = [scene] + [kept for kept, plain in SAME.items() if plain == scene]
        told = {(run.name, name): run.hashes[name] for run in runs for name in scenes
                if name in run.hashes}  # fmt: skip
        if len(set(told.values())) != 1:
            same = False
            for (target, name), value in told.items():
                print(f"mcu_report: {target}: {name} has hash {value}")
    return same


def compare(counts, accept):
    """Counts by target and scene against the accepted ones, which only --accept changes."""
    accepted = {}
    if COUNTS.exists():
        for line in COUNTS.read_text().splitlines():
            if not line.startswith("#"):
                target, scene, count = line.split()
                accepted[target, scene] = float(count)
    good = True
    for (target, scene), now in counts.items():
        before = accepted.get((target, scene))
        if before is not None and now > before * (1 + GROWTH) and not accept:
            good = False
            print(f"mcu_report: {target}: {scene} has grown from {before:.0f} to {now:.0f}"
                  " per step; `make bench-mcu ACCEPT=1` accepts it")  # fmt: skip
        accepted[target, scene] = now if accept or before is None else before
    lines = ["# Accepted counts per step; written by `make bench-mcu ACCEPT=1`."]
    lines += [f"{target} {scene} {count:.0f}" for (target, scene), count in sorted(accepted.items())]
    COUNTS.write_text("\n".join(lines) + "\n")
    return good


def write(lines, begin=BEGIN, end=END):
    text = DOCUMENT.read_text()
    head, rest = text.split(begin)
    tail = rest.split(end)[1]
    DOCUMENT.write_text(head + begin + "\n" + "\n".join(lines) + "\n" + end + tail)


def main(arguments):
    accept, alone = "--accept" in arguments, arguments[0] == "--table"
    file, arguments = (Path(arguments[1]), arguments[2:]) if alone else (None, arguments)
    runs = []
    for argument in arguments:
        if argument == "--accept":
            continue
        name, rest = argument.split("=", 1)
        program, command = rest.split(":", 1)
        print(f"mcu_report: {name}", file=sys.stderr)
        runs.append(Run(name, program, command))
    if file:
        file.write_text("\n".join(table(runs)) + "\n")
        return 0 if same_hashes(runs) else 1
    rows, met = requirements(runs)
    lines = rows + [""] + table(runs)
    print("\n".join(lines))
    write(lines)
    counts = {(run.name, scene): run.per_step(scene) for run in runs for scene in run.scenes}
    good = [met, same_hashes(runs), compare(counts, accept)]
    print(f"bench-mcu: {sum(good)} passed, {len(good) - sum(good)} failed")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
