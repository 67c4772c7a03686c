"""mutants.py - does portcheck find wrong instructions that the goldens find?

    mutants.py --machine MACHINE [--count N] [--seed N] [--jobs N] [--log FILE] [--least PERCENT] FOLDER

FOLDER is a build of portcheck and golden_board for a Cortex-M0 (Thumb, 16 bits to an instruction),
and MACHINE what QEMU runs it on. One instruction of the library that the goldens execute is changed
as a broken compiler, or a broken processor, would have it: a shift loses its sign, an addition
becomes a subtraction, a comparison is off by one, an extension loses its sign. The same change is
made to the same function in both programs.

The goldens are those of golden_board without the episodes: portcheck plays these itself, and finding
what they find would prove nothing. What either finds is told apart. A program that faults or never
ends has found the mutant as well. The exit status is 1 when portcheck finds less than PERCENT of
what the goldens find. The seed is printed; with it a run can be repeated.
"""

import argparse
import collections
import random
import re
import resource
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TOOLS = "arm-none-eabi-"
EPISODES = Path("tests/golden/episodes.txt")
PATIENCE = 4  # times the time of the program as it should be
OFF_BY_ONE = {10: 12, 12: 10, 11: 13, 13: 11, 2: 8, 8: 2, 3: 9, 9: 3}  # GE GT, LT LE, CS HI, CC LS
ALU = {3: (4, "lsr to asr"), 4: (3, "asr to lsr"), 5: (6, "adc to sbc"), 6: (5, "sbc to adc")}


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode("latin-1")


def mutations(word):
    """Pairs of what is done to an instruction and what it is then."""
    top = word >> 11
    if top in (1, 2):  # lsr, asr by a constant
        yield ("lsr to asr", "asr to lsr")[top - 1], word ^ 0x1800
        if word >> 6 & 31 > 1:
            yield "shift by one more or less", word ^ 0x40
    elif top == 0 and word >> 6 & 31 > 1:
        yield "shift by one more or less", word ^ 0x40
    elif top == 3:  # add, sub of a register or of 3 bits
        if not (word >> 10 & 1 and word >> 6 & 7 == 0):
            yield ("add to sub", "sub to add")[word >> 9 & 1], word ^ 0x200
    elif top == 5:
        yield "compare with one more or less", word ^ 1
    elif top in (6, 7) and word & 255:
        yield ("add to sub", "sub to add")[top - 6], word ^ 0x800
    elif word >> 10 == 16 and word >> 6 & 15 in ALU:
        to, what = ALU[word >> 6 & 15]
        yield what, word & ~0x3C0 | to << 6
    elif word >> 12 == 13 and word >> 8 & 15 in OFF_BY_ONE:
        yield "branch off by one", word & ~0xF00 | OFF_BY_ONE[word >> 8 & 15] << 8
    elif word >> 8 == 0xB2:  # sxth, sxtb, uxth, uxtb
        yield "extension with the other sign", word ^ 0x80
    elif word >> 9 == 0x2F:
        yield "load loses its sign", word & ~0xFE00 | 0x2D << 9
    elif word >> 9 == 0x2B:
        yield "load loses its sign", word & ~0xFE00 | 0x2E << 9


class Program:
    """An image, its functions, and how long it runs."""

    def __init__(self, path, machine):
        self.path, self.machine = Path(path), machine
        self.image = self.path.read_bytes()
        lines = output(TOOLS + "readelf", "-SW", path)
        found = re.search(r"\.text\s+PROGBITS\s+(\w+)\s+(\w+)", lines)
        self.shift = int(found[2], 16) - int(found[1], 16)
        self.functions = collections.defaultdict(list)  # (offset, address, instruction)
        self.starts = {}
        name = None
        for line in output(TOOLS + "objdump", "-d", "-w", path).splitlines():
            head = re.match(r"(\w+) <(.+)>:$", line)
            if head:
                name = head[2]
                self.starts[name] = int(head[1], 16)
            code = re.match(r"\s*(\w+):\t([0-9a-f]{4}) +\t(\S+)", line)
            if code and name and not code[3].startswith("."):
                address = int(code[1], 16)
                self.functions[name].append(
                    (address - self.starts[name], address, int(code[2], 16))
                )
        self.seconds = 60

    def word_at(self, name, offset):
        """The instruction there; None where the function is not in this program."""
        if name not in self.starts:
            return None
        at = self.starts[name] + offset + self.shift
        return int.from_bytes(self.image[at : at + 2], "little")

    def changed(self, name, offset, word, folder):
        at = self.starts[name] + offset + self.shift
        path = Path(folder, self.path.name)
        path.write_bytes(self.image[:at] + word.to_bytes(2, "little") + self.image[at + 2 :])
        return path

    def command(self, path, options=()):
        return [
            "qemu-system-arm", "-M", self.machine, "-display", "none", "-monitor", "none",
            "-serial", "none", "-chardev", "stdio,id=sh", "-semihosting-config",
            "enable=on,target=native,chardev=sh", *options, "-kernel", str(path),
        ]  # fmt: skip

    def run(self, path, is_enough):
        """Lines until one is enough, and the status (None: stopped there)."""

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 1))

        with subprocess.Popen(self.command(path), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, preexec_fn=limit) as process:  # fmt: skip
            for line in process.stdout:
                line = line.decode("latin-1")
                if is_enough(line):
                    process.kill()
                    return line
            status = process.wait()
        return "" if status == 0 else f"status {status}"


class Trial:
    def __init__(self, goldens, checks):
        self.goldens, self.checks = goldens, checks
        first = next(line for line in EPISODES.read_text().splitlines() if line[0] != "#")
        self.first_episode = first.split()[0] + " "

    def golden_finds(self, mutant, folder):
        name, offset, _, word, _ = mutant

        def is_enough(line):
            return " differs" in line or line.startswith(self.first_episode)

        found = self.goldens.run(self.goldens.changed(name, offset, word, folder), is_enough)
        return "" if found.startswith(self.first_episode) else found.strip()

    def check_finds(self, mutant, folder):
        name, offset, old, word, _ = mutant
        for check in self.checks:
            if check.word_at(name, offset) != old:
                continue
            found = check.run(check.changed(name, offset, word, folder), lambda line: "FAIL" in line)
            if found:
                return found.strip()
        return ""

    def judge(self, mutant):
        with tempfile.TemporaryDirectory() as folder:
            return mutant, self.golden_finds(mutant, folder), self.check_finds(mutant, folder)


def library_functions(folder):
    """Where each function of the library is from."""
    found = {}
    for path in sorted(Path(folder, "obj/src").rglob("*.o")):
        for line in output(TOOLS + "nm", "--defined-only", str(path)).splitlines():
            words = line.split()
            if len(words) == 3 and words[1] in "tT":
                found[words[2]] = path.parent.name
    return found


def executed(program):
    """Addresses that a program has been at: QEMU names each block of code once."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "asm")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = program.command(program.path, ("-d", "in_asm", "-D", str(log)))
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            sys.exit(f"mutants: {program.path}: status {done.returncode} without any mutation")
        program.seconds = int((after.ru_utime - before.ru_utime) * PATIENCE) + 5
        with log.open(encoding="latin-1") as lines:
            return {int(line[2:10], 16) for line in lines if line.startswith("0x")}


def candidates(goldens, layers, at):
    for name, code in sorted(goldens.functions.items()):
        if name not in layers:
            continue
        for offset, address, word in code:
            if address not in at:
                continue
            for what, new in mutations(word):
                yield name, offset, word, new, what


def percent(part, whole):
    return 100 * part / whole if whole else 0


def report(results, layers):
    """The share of what the goldens find that portcheck finds."""
    table = collections.defaultdict(lambda: [0, 0, 0, 0])
    for mutant, golden, check in results:
        for row in (table[layers[mutant[0]]], table["all"]):
            row[0] += 1
            row[1] += bool(golden)
            row[2] += bool(golden and check)
            row[3] += bool(check)
    print("layer        mutants  goldens  portcheck of these  portcheck in all")
    for layer, row in sorted(table.items(), key=lambda item: (item[0] == "all", item[0])):
        print(f"{layer:12} {row[0]:7}  {row[1]:7}  {row[2]:7}  ({percent(row[2], row[1]):5.1f} %)  {row[3]:7}")
    return percent(table["all"][2], table["all"][1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--machine", required=True)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--least", type=float, default=80)
    parser.add_argument("--log", type=Path, default=None)
    arguments = parser.parse_args()
    seed = random.SystemRandom().getrandbits(32) if arguments.seed is None else arguments.seed
    goldens = Program(arguments.folder / "golden_board", arguments.machine)
    checks = [Program(path, arguments.machine) for path in sorted(arguments.folder.glob("portcheck*"))
              if path.read_bytes()[:4] == b"\x7fELF"]  # fmt: skip
    layers = library_functions(arguments.folder)
    at = executed(goldens)
    for check in checks:
        executed(check)
    mutants = list(candidates(goldens, layers, at))
    random.Random(seed).shuffle(mutants)
    print(f"mutants: seed {seed}, {min(arguments.count, len(mutants))} of {len(mutants)} "
          f"that the goldens execute", flush=True)  # fmt: skip
    results = []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for result in pool.map(Trial(goldens, checks).judge, mutants[: arguments.count]):
            results.append(result)
            (name, offset, _, _, what), golden, check = result
            line = f"{layers[name]} {name}+{offset:#x} {what} | {golden[:60]} | {check[:90]}"
            if arguments.log:
                with arguments.log.open("a", encoding="utf-8") as log:
                    print(line, file=log)
    score = report(results, layers)
    good = score >= arguments.least
    print(f"portcheck-mutants: seed {seed}, score {score:.1f} %, {int(good)} passed, {int(not good)} failed")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
