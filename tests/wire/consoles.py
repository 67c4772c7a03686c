"""consoles.py - the match of examples/gba/main_island.c over a line that damages what it carries.

    consoles.py [--seed N] [--shot FILE] RUNNER CARTRIDGE PAWL

Twice: two consoles in an emulator, for the 3,600 ticks of a match, and a console that joins a PC
(PAWL host, which guesses ahead and plays by chance) for some of them. Keys of consoles are pressed by
chance, from the seed. Both sides must write the same hashes to their logs, every 60 ticks and at the
end, and end without a desync. --shot keeps a picture of the first match. The exit status is 1 when something is otherwise.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time

from duel import finish
from noise import Line, Noise

SECONDS = 250
MATCH_TICKS = 3600
PC_TICKS = 600
RATES = {"drop": 3e-4, "flip": 3e-4, "burst": 5e-5}


def write_keys(path, choice, chance):
    """A or B on the title, then arrows and dashes for as long as anything lasts."""
    ways = ("", "LEFT", "RIGHT", "UP", "DOWN", "LEFT UP", "RIGHT UP", "LEFT DOWN", "RIGHT DOWN")
    picture = chance.randrange(30, 90)
    lines = [f"{picture} {choice}"]
    picture += 5
    lines.append(f"{picture}")
    while len(lines) < 4000:
        picture += chance.randint(4, 30)
        dash = "A" if chance.random() < 0.3 else ""
        lines.append(f"{picture} {chance.choice(ways)} {dash}")
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")


def start(command, folder):
    return subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            start_new_session=True)  # fmt: skip


class Match:
    def __init__(self, arguments, folder, chance):
        self.arguments, self.folder, self.chance = arguments, folder, chance
        self.noises = [Noise(chance.getrandbits(32), **RATES) for _ in range(2)]
        self.line = Line(folder, self.noises)

    def console(self, end, choice):
        keys = os.path.join(self.folder, f"keys{end}")
        write_keys(keys, choice, self.chance)
        shot = ["--shot", "500", self.arguments.shot] * (self.arguments.shot is not None)
        return [self.arguments.runner, *shot, "--keys", keys, "--until", "over: ", "--link", self.line.paths[end],
                self.arguments.cartridge]  # fmt: skip

    def pc(self, end):
        return [self.arguments.pawl, "host", "--serial", self.line.paths[end], "--bot", str(self.chance.getrandbits(16)),
                "--ticks", str(PC_TICKS), "--hash-every", "60"]  # fmt: skip

    def play(self, commands):
        end = time.monotonic() + SECONDS
        both = [start(command, self.folder) for command in commands]
        return [finish(process, end) for process in both]


def check(results, ticks):
    """What is wrong."""
    if [status for _, status in results] != [0, 0]:
        yield f"status {[status for _, status in results]}"
    texts = [text for text, _ in results]
    # The end has a line of its own, beside which one of the two may have the usual one.
    hashes = [[found for found in re.findall(r"^tick=(\d+) hash=(\w+)$", text, re.M) if int(found[0]) < ticks]
              for text in texts]  # fmt: skip
    ends = [re.findall(r"^tick=(\d+) hash=(\w+) chain=(\w+)", text, re.M) for text in texts]
    if hashes[0] != hashes[1] or len(hashes[0]) != ticks // 60 - 1:
        yield f"hashes differ: {len(hashes[0])} and {len(hashes[1])}"
    if ends[0] != ends[1] or [int(end[0]) for end in ends[0]] != [ticks]:
        yield f"the ends are {ends}"
    if any("desync=false" not in text for text in texts):
        yield "a desync"


def report(name, match, results, found, begin):
    for side, (text, _) in zip(("host", "guest"), results, strict=True):
        kept = [line for line in text.strip().splitlines() if found or not re.match(r"tick=\d+ hash=\w+$", line)]
        print("\n".join(f"{name}, {side}: {line}" for line in kept))
    print(f"{name}: line to the guest: {match.noises[0]}\n{name}: line to the host: {match.noises[1]}")
    for reason in found:
        print(f"FAILED: {name}: {reason}")
    print(f"{name}: {int(not found)} passed, {int(bool(found))} failed ({time.monotonic() - begin:.0f} s)", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "little"))
    parser.add_argument("--shot", type=os.path.abspath)
    parser.add_argument("runner", type=os.path.abspath)
    parser.add_argument("cartridge", type=os.path.abspath)
    parser.add_argument("pawl", type=os.path.abspath)
    arguments = parser.parse_args()
    print(f"consoles: --seed {arguments.seed}", flush=True)
    chance = random.Random(arguments.seed)
    failed = 0
    for name, is_with_pc, ticks in (("two consoles", False, MATCH_TICKS), ("console and PC", True, PC_TICKS)):
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            match = Match(arguments, folder, chance)
            host = match.pc(0) if is_with_pc else match.console(0, "A")
            arguments.shot = None
            results = match.play([host, match.console(1, "B")])
        found = list(check(results, ticks))
        failed += bool(found)
        report(name, match, results, found, begin)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
