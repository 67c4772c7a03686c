"""mcu_layer_report.py - counts what a step of the arcade, the pocket and soft bodies costs on boards.

    mcu_layer_report.py [--accept] NAME=PROGRAM:RUN ...

Runs the programs room-arcade, room-pocket and soft-board of each target and puts a table between the
two marker lines of docs/performance.md. Counts are those of mcu_report.py and are compared with
tests/target/mcu_counts.txt in the same way. The exit status is 1 when one has grown by more than
2 %, or when hashes differ.
"""

import re
import sys

import mcu_report

BEGIN = "<!-- begin of the layers on microcontrollers -->"
END = "<!-- end of the layers on microcontrollers -->"
CYCLES = {"avr1284", "avr328"}
# Of each program, the scenes in their order, and how many steps of each are counted.
ROOM = "16 circles and boxes fly in a room"
PROGRAMS = {
    "room-arcade": {"room-arcade": (ROOM + ", arcade", 120)},
    "room-pocket": {"room-pocket": (ROOM + ", pocket", 120)},
    "soft-board": {"soft-rope": ("soft: rope of 20 links", 60),
                   "soft-blob": ("soft: blob of 12 points on a floor", 60)},
}  # fmt: skip


class Count:
    """One scene on one target."""

    def __init__(self, target, scene, costs, fields, flash, stack):
        self.target, self.scene, self.flash, self.stack = target, scene, flash, stack
        self.mean, self.most = sum(costs) / len(costs), max(costs)
        self.bytes, self.hash = int(fields["bytes"]), fields["hash"]


def measure(target, program, command):
    scenes = PROGRAMS[program.name]
    done, text, notes, marks = mcu_report.run(program, command)
    if done != 0:
        sys.exit(f"mcu_layer_report: {target}: {program.name}: status {done}\n{text}{notes}")
    deepest = re.search(r"\bstack=(\d+)", notes) or re.search(r"^stack (\d+)", text, re.MULTILINE)
    costs = [after - before for before, after in zip(marks[::2], marks[1::2])]
    if len(costs) != sum(steps for _, steps in scenes.values()):
        sys.exit(f"mcu_layer_report: {target}: {program.name}: {len(costs)} steps")
    for scene, (_, steps) in scenes.items():
        words = re.search(rf"^{scene} (.*)", text, re.MULTILINE)[1].split()
        fields = dict(zip(words[::2], words[1::2]))
        yield Count(target, scene, costs[:steps], fields, mcu_report.flash(program),
                    int(deepest[1]))  # fmt: skip
        costs = costs[steps:]


def table(counts):
    titles = {scene: title for scenes in PROGRAMS.values() for scene, (title, _) in scenes.items()}
    rows = ["| scene | target | counted | step, mean | step, longest | flash of the program"
            " | bytes of the state and its scratch memory | stack |",
            "|---|---|---|---:|---:|---:|---:|---:|"]  # fmt: skip
    for scene, title in titles.items():
        for count in counts:
            if count.scene != scene:
                continue
            counted = "cycles" if count.target in CYCLES else "instructions"
            rows.append(f"| {title} | {count.target} | {counted} | {count.mean:,.0f}"
                        f" | {count.most:,} | {count.flash:,} | {count.bytes:,}"
                        f" | {count.stack:,} |")  # fmt: skip
    return rows


def main(arguments):
    counts = []
    for argument in arguments:
        if argument == "--accept":
            continue
        name, rest = argument.split("=", 1)
        program, command = rest.split(":", 1)
        print(f"mcu_layer_report: {name} {program}", file=sys.stderr)
        counts += measure(name, mcu_report.Path(program), command)
    lines = table(counts)
    print("\n".join(lines))
    mcu_report.write(lines, BEGIN, END)
    good = [mcu_report.compare({(c.target, c.scene): c.mean for c in counts},
                               "--accept" in arguments)]  # fmt: skip
    for scene in {count.scene for count in counts}:
        hashes = {count.target: count.hash for count in counts if count.scene == scene}
        good.append(len(set(hashes.values())) == 1)
        if not good[-1]:
            print(f"mcu_layer_report: {scene}: hashes {hashes}")
    print(f"bench-mcu-layers: {sum(good)} passed, {len(good) - sum(good)} failed")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
