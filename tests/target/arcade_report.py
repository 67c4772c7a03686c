"""arcade_report.py - what the arcade layer takes of small machines.

    arcade_report.py arcade|pocket NAME=FOLDER:RUN ...

Runs the program breakout, or pocket, of each target and puts a table between the two marker lines of
docs/performance.md: flash of the whole program, and of the layer; bytes of the arcade and of the
stack; instructions or cycles of a step. The flash of the arcade is what the program has more than
the same one without it, less the game's functions; that of the pocket is counted by name: all its
functions that are in the program, and what they call of the compiler's library. Where the arcade
needs more than the limits the table says so, and names the pocket, which has to meet them. The exit
status is 1 when the smallest machine needs more of the pocket than it should, or when hashes differ.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

CYCLES = {"avr1284", "avr328", "gba"}
FLASH_LIMIT, RAM_LIMIT = 6 * 1024, 1024
MET_BY_POCKET = "met by the pocket"  # its own table has the figures
# Of each layer: the program, the machine with the limits, and how the game's functions begin.
LAYERS = {
    "arcade": ("breakout", "avr1284", ("breakout_", "add_", "move_paddle", "bring_back", "handle",
                                       "start_of", "speed_of")),
    "pocket": ("pocket", "avr328", ("game_",)),
}  # fmt: skip
LAYER = sys.argv[1] if len(sys.argv) > 1 and sys.argv[1] in LAYERS else sys.exit(__doc__)
PROGRAM, LIMITED, SCENE = LAYERS[LAYER]
DOCUMENT = Path("docs/performance.md")
BEGIN = f"<!-- begin of the {LAYER} on microcontrollers -->"
END = f"<!-- end of the {LAYER} on microcontrollers -->"


def output(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, **options).stdout.decode()


def flash(program):
    """Bytes of flash."""
    return sum(map(int, output(["size", program]).splitlines()[1].split()[:2]))


def symbols(program):
    """Names and sizes of functions and constants, largest first."""
    lines = [line.split() for line in output(["nm", "-S", program]).splitlines()]
    found = [(int(line[1], 16), line[3]) for line in lines
             if len(line) == 4 and line[2] in "tTrR"]  # fmt: skip
    return sorted(found, reverse=True)


def mark_address(program):
    lines = output(["nm", program]).splitlines()
    return next(line.split()[0] for line in lines if line.endswith(" pawli_mark"))


class Run:
    def __init__(self, name, folder, command):
        program, blank = Path(folder, PROGRAM), Path(folder, PROGRAM + "-blank")
        log = program.with_suffix(".counts")
        log.unlink(missing_ok=True)
        environment = dict(os.environ, PAWL_COUNTS=str(log), PAWL_MARK=mark_address(program))
        done = subprocess.run(shlex.split(command) + [str(program)], env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
        text, notes = done.stdout.decode(), done.stderr.decode()
        if done.returncode != 0:
            sys.exit(f"arcade_report: {name}: status {done.returncode}\n{text}{notes}")
        self.name = name
        self.bytes, stack = map(int, re.search(r"^bytes (\d+) stack (\d+)", text).groups())
        self.hash = re.search(r"^hash (\w+)", text, re.MULTILINE)[1]
        deepest = re.search(r"\bstack=(\d+)", notes)
        self.stack = int(deepest[1]) if deepest else stack
        self.flash = flash(program)
        if LAYER == "pocket":
            self.layer = sum(size for size, _ in linked(program, blank, folder))
        else:
            game = sum(size for size, symbol in symbols(program)
                       if symbol.startswith(SCENE) and symbol.split(".")[0] not in layer(folder))  # fmt: skip
            self.layer = self.flash - flash(blank) - game
        self.largest = [pair for pair in symbols(program) if not pair[1].startswith(SCENE)]
        lines = [line.split() for line in log.read_text().splitlines()]
        marks = [int(words[1]) for words in lines if words[0] == "mark"]
        costs = [after - before for before, after in zip(marks[::2], marks[1::2])]
        self.mean, self.most = sum(costs) / len(costs), max(costs)


def layer(folder):
    """Names that the layer defines."""
    objects = [str(path) for path in Path(folder, "obj/src", LAYER).glob("*.o")]
    return set(re.findall(r" [tT] (\w+)", output(["nm"] + objects)))


def named(folder, pattern, undefined):
    """Names of objects, those that they define or those that they only call. nm would ask the
    compiler's plug-in, which knows no static functions. Copies have a suffix."""
    objects = [str(path) for path in Path(folder, "obj").glob(pattern)]
    lines = [line.split() for line in output(["readelf", "-sW"] + objects).splitlines()]
    return {line[7].split(".")[0] for line in lines
            if len(line) == 8 and line[0][:-1].isdigit() and (line[6] == "UND") == undefined}  # fmt: skip


def linked(program, blank, folder):
    """Functions of the layer in a program, and those of the compiler's library that it calls: of
    what no source defines all that the program without the layer lacks, and of what that one has
    too all that the layer asks for."""
    own, called = (named(folder, f"src/{LAYER}/*.o", undefined) for undefined in (False, True))
    defined = named(folder, "**/*.o", False)
    without = {symbol for _, symbol in symbols(blank)}
    found = []
    for size, symbol in symbols(program):
        name = symbol.split(".")[0]
        if name in own or (name not in defined and (name in called or symbol not in without)):
            found.append((size, symbol))
    return found


def table(runs):
    rows = [f"| target | flash of the program | of it the {LAYER} layer | {LAYER} | stack | counted | step, mean | step, longest |",
            "|---|---:|---:|---:|---:|---|---:|---:|"]  # fmt: skip
    for run in runs:
        counted = "cycles" if run.name in CYCLES else "instructions"
        rows.append(f"| {run.name} | {run.flash:,} | {run.layer:,} | {run.bytes:,} | {run.stack:,}"
                    f" | {counted} | {run.mean:,.0f} | {run.most:,} |")  # fmt: skip
    return rows


def requirements(runs):
    rows, met = ["| requirement | measured | limit | verdict |", "|---|---:|---:|---:|"], []
    for run in runs:
        if run.name != LIMITED:
            continue
        for text, value, limit in ((f"flash of the {LAYER} layer", run.layer, FLASH_LIMIT),
                                   (f"bytes of the {LAYER} with 16 bodies", run.bytes, RAM_LIMIT)):  # fmt: skip
            if value > limit and LAYER == "arcade":
                rows.append(f"| {run.name}, {text} | {value:,} | {limit:,} | {MET_BY_POCKET} |")
                continue
            met.append(value <= limit)
            verdict = "PASS" if value <= limit else "**FAIL**"
            rows.append(f"| {run.name}, {text} | {value:,} | {limit:,} | {verdict} |")
    return rows, met


def main(arguments):
    runs = []
    for argument in arguments:
        name, rest = argument.split("=", 1)
        folder, command = rest.split(":", 1)
        runs.append(Run(name, folder, command))
    rows, good = requirements(runs)
    lines = rows + [""] + table(runs)
    print("\n".join(lines))
    for size, symbol in runs[0].largest[:25]:
        print(f"{size:6} {symbol}")
    head, rest = DOCUMENT.read_text().split(BEGIN)
    DOCUMENT.write_text(head + BEGIN + "\n" + "\n".join(lines) + "\n" + END + rest.split(END)[1])
    good.append(len({run.hash for run in runs}) == 1)
    print(f"bench-mcu-{LAYER}: {sum(good)} passed, {len(good) - sum(good)} failed")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[2:]))
