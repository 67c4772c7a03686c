"""size_profiles.py - what each profile takes on boards, and what each cut saves.

    size_profiles.py [--table] FILE LABEL=PROGRAM:RUN ...

Runs pyramid_board of each build under its emulator and puts a table between the marker lines of
FILE: bytes of flash, of the world and of the stack, and thousand instructions per step where the
emulator counts them. With --table FILE is nothing but the table. The exit status is 1 when a
requirement is missed or a hash differs.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

STEPS = 60
RAM_LIMIT = 16 * 1024
FLASH_LIMITS = {"cortex-m0-64k TINY": 38 * 1024, "cortex-m0-64k SMALL": 58 * 1024,
                "cortex-m3 TINY": 38 * 1024}  # fmt: skip
FACTS = re.compile(r"world (\d+) stack (\d+) contacts 25 faults 0 hash ([0-9a-f]{8})")
BEGIN, END = "<!-- begin of the sizes -->", "<!-- end of the sizes -->"


def output(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, **options).stdout.decode()


def mark_of(program):
    lines = [line for line in output(["nm", program]).splitlines() if line.endswith(" pawli_mark")]
    return lines[0].split()[0] if lines else "0"


def per_step(log):
    if not log.exists():
        return "-"
    lines = [line.split() for line in log.read_text().splitlines()]
    marks = [int(words[1]) for words in lines if words[0] == "mark"]
    if len(marks) != 2 * STEPS:
        return "-"
    return f"{sum(b - a for a, b in zip(marks[::2], marks[1::2])) / STEPS / 1000:,.1f}"


def measure(label, program, command):
    """Label, flash, world, stack, instructions, hash."""
    log = Path(program).with_suffix(".counts")
    log.unlink(missing_ok=True)
    environment = dict(os.environ, PAWL_COUNTS=str(log), PAWL_MARK=mark_of(program))
    text = output(shlex.split(command) + [program], env=environment, stderr=subprocess.DEVNULL)
    facts = FACTS.search(text)
    if facts is None:
        sys.exit(f"size_profiles: {label}: {text}")
    world, stack, state = int(facts[1]), int(facts[2]), facts[3]
    flash = sum(int(word) for word in output(["size", program]).splitlines()[1].split()[:2])
    return label, flash, world, stack, per_step(log), state


def table(rows):
    lines = ["| build | flash | world | stack | RAM | thousand instructions per step |",
             "|---|---:|---:|---:|---:|---:|"]  # fmt: skip
    for label, flash, world, stack, cost, _ in rows:
        lines.append(f"| {label} | {flash:,} | {world:,} | {stack:,} | {world + stack:,} | {cost} |")
    return lines


def write(document, lines):
    head, rest = document.read_text().split(BEGIN)
    tail = rest.split(END)[1]
    document.write_text(head + BEGIN + "\n" + "\n".join(lines) + "\n" + END + tail)


def main(arguments):
    alone = arguments[0] == "--table"
    arguments = arguments[alone:]
    document, builds = Path(arguments[0]), arguments[1:]
    rows = []
    for build in builds:
        label, rest = build.split("=", 1)
        program, command = rest.split(":", 1)
        rows.append(measure(label, program, command))
    lines = table(rows)
    print("\n".join(lines))
    if alone:
        document.write_text("\n".join(lines) + "\n")
    else:
        write(document, lines)
    limited = [row for row in rows if row[0] in FLASH_LIMITS]
    good = [len({row[5] for row in rows}) == 1]
    good += [row[1] <= FLASH_LIMITS[row[0]] and row[2] + row[3] <= RAM_LIMIT for row in limited]
    print(f"size-profiles: {sum(good)} passed, {len(good) - sum(good)} failed")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
