"""mutants.py - does portcheck find wrong instructions that the goldens find?

    mutants.py --machine MACHINE [--count N] [--seed N] [--jobs N] [--log FILE] [--least PERCENT]
               [--minutes N] FOLDER

FOLDER is a build of portcheck and golden_board for MACHINE: a board with a Cortex-M0 that QEMU knows,
or `native` for an x86-64 that runs them itself. One instruction of the library that the goldens
execute is changed (mutations.py), in the same function of both programs.

The goldens are those of golden_board without the episodes: portcheck plays these itself, and finding
what they find would prove nothing. What either finds is told apart. A program that faults or never
ends has found the mutant as well. The exit status is 1 when portcheck finds less than PERCENT of
what the goldens find. The seed is printed; with it a run can be repeated.

A thousand mutants take hours. The log holds a line for each that was tried: a run with the same log
and seed goes on where the last one stopped, at the end of --minutes or by a signal, and scores all
of them.
"""

import argparse
import collections
import hashlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import mutations

EPISODES = Path("tests/golden/episodes.txt")
PATIENCE = 4  # times the time of the program as it should be


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode("latin-1")


class Board:
    """A Cortex-M0 in QEMU."""

    tools, mutations = "arm-none-eabi-", staticmethod(mutations.of_thumb)

    def __init__(self, machine):
        self.machine = machine

    def command(self, path, options=()):
        return [
            "qemu-system-arm", "-M", self.machine, "-display", "none", "-monitor", "none",
            "-serial", "none", "-chardev", "stdio,id=sh", "-semihosting-config",
            "enable=on,target=native,chardev=sh", *options, "-kernel", str(path),
        ]  # fmt: skip

    def traced(self, path, options):
        return self.command(path, options)


class ThisMachine:
    """An x86-64. QEMU only says where a program has been."""

    tools, mutations = "", staticmethod(mutations.of_x86)

    def command(self, path):
        return [str(path)]

    def traced(self, path, options):
        return ["qemu-x86_64", *options, str(path)]


class Program:
    """An image, its functions, and how long it runs."""

    def __init__(self, path, machine):
        self.path, self.machine = Path(path), machine
        self.image = self.path.read_bytes()
        lines = output(machine.tools + "readelf", "-SW", path)
        found = re.search(r"\.text\s+PROGBITS\s+(\w+)\s+(\w+)", lines)
        self.shift = int(found[2], 16) - int(found[1], 16)
        self.functions = collections.defaultdict(dict)  # instructions at offsets
        self.starts = {}
        name = None
        for line in output(machine.tools + "objdump", "-d", "-w", path).splitlines():
            head = re.match(r"(\w+) <(.+)>:$", line)
            if head:
                name = head[2]
                self.starts[name] = int(head[1], 16)
            code = re.match(r"\s*(\w+):\t([0-9a-f ]+?) *\t(\S+)", line)
            if code and name and not code[3].startswith("."):
                address = int(code[1], 16)
                size = len(code[2].replace(" ", "")) // 2
                at = address + self.shift
                self.functions[name][address - self.starts[name]] = self.image[at : at + size]
        self.seconds = 60

    def changed(self, name, offset, what, folder):
        """A copy of the program with that mutation; null where the function is not in it."""
        code = self.functions.get(name, {}).get(offset)
        new = dict(self.machine.mutations(code)).get(what) if code else None
        if new is None:
            return None
        at = self.starts[name] + offset + self.shift
        path = Path(folder, self.path.name)
        path.write_bytes(self.image[:at] + new + self.image[at + len(new) :])
        path.chmod(0o755)
        return path

    def run(self, path, is_enough):
        """The line that is enough, or the status; nothing where that is 0."""

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 1))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        with subprocess.Popen(self.machine.command(path), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              preexec_fn=limit) as process:  # fmt: skip
            for line in process.stdout:
                line = line.decode("latin-1")
                if is_enough(line):
                    process.kill()
                    return line
            status = process.wait()
        return "" if status == 0 else f"status {status}"

    def trace(self, is_end):
        """Addresses that it has been at before the line that is the end: QEMU names each block of
        code once. Sets the time that it is given, too."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        status = subprocess.run(self.machine.command(self.path), stdout=subprocess.DEVNULL).returncode
        if status != 0:
            sys.exit(f"mutants: {self.path}: status {status} without any mutation")
        used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        self.seconds = int(used * PATIENCE) + 5
        end = None
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder, "asm")
            command = self.machine.traced(self.path, ("-d", "in_asm", "-D", str(log)))
            with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
                for line in process.stdout:
                    if end is None and is_end(line.decode("latin-1")):
                        end = log.stat().st_size
            text = log.read_bytes()
        first = re.search(rb"IN: main\s+0x([0-9a-f]+):", text)
        moved = int(first[1], 16) - self.starts["main"] if first else 0
        return {
            int(address, 16) - moved
            for address in re.findall(rb"^0x([0-9a-f]+):", text[:end], re.MULTILINE)
        }


class Trial:
    def __init__(self, goldens, checks):
        self.goldens, self.checks = goldens, checks
        first = next(line for line in EPISODES.read_text().splitlines() if line[0] != "#")
        self.first_episode = first.split()[0] + " "

    def is_episode(self, line):
        return line.startswith(self.first_episode)

    def golden_finds(self, mutant, folder):
        name, offset, what = mutant

        def is_enough(line):
            return " differs" in line or self.is_episode(line)

        found = self.goldens.run(self.goldens.changed(name, offset, what, folder), is_enough)
        return "" if self.is_episode(found) else found.strip()

    def check_finds(self, mutant, folder):
        for check in self.checks:
            path = check.changed(*mutant, folder)
            if path is None:
                continue
            found = check.run(path, lambda line: "FAIL" in line)
            if found:
                return found.strip()
        return ""

    def judge(self, mutant):
        with tempfile.TemporaryDirectory() as folder:
            return mutant, self.golden_finds(mutant, folder), self.check_finds(mutant, folder)


def library_functions(folder, tools):
    """Where each function of the library is from."""
    found = {}
    for path in sorted(Path(folder, "obj/src").rglob("*.o")):
        for line in output(tools + "nm", "--defined-only", str(path)).splitlines():
            words = line.split()
            if len(words) == 3 and words[1] in "tT":
                found[words[2]] = path.parent.name
    return found


def candidates(goldens, layers, at):
    for name, code in sorted(goldens.functions.items()):
        if name not in layers:
            continue
        for offset, instruction in sorted(code.items()):
            if goldens.starts[name] + offset in at:
                for what, _ in goldens.machine.mutations(instruction):
                    yield name, offset, what


def log_line(layers, result):
    (name, offset, what), golden, check = result
    return f"{layers[name]} {name}+{offset:#x} {what} | {golden[:60]} | {check[:90]}"


class Log:
    """Results that outlive a run. They are those of one list of mutants: of a seed, of one build."""

    def __init__(self, path, head):
        self.path, self.known = path, {}
        lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else []
        if lines and lines[0] == head:
            for line in lines[1:]:
                mutant, golden, check = line.split(" | ", 2)
                self.known[mutant] = golden, check
        elif path:
            path.write_text(head + "\n", encoding="utf-8")

    def add(self, line):
        if self.path:
            with self.path.open("a", encoding="utf-8") as log:
                print(line, file=log)


def tried(trial, chosen, layers, log, jobs, until):
    """Results of the mutants until the time is over, those that the log has first."""
    results, todo = [], []
    for mutant in chosen:
        known = log.known.get(log_line(layers, (mutant, "", "")).split(" | ")[0])
        if known:
            results.append((mutant, *known))
        else:
            todo.append(mutant)
    if results:
        print(f"mutants: {len(results)} of them were tried before", flush=True)

    def judge(mutant):
        return trial.judge(mutant) if time.monotonic() < until else None

    with ThreadPoolExecutor(jobs) as pool:
        for result in pool.map(judge, todo):
            if result is None:
                continue
            results.append(result)
            log.add(log_line(layers, result))
            if len(results) % 50 == 0:
                print(f"mutants: {len(results)} of {len(chosen)} tried", flush=True)
    return results


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
    parser.add_argument("--minutes", type=float, default=float("inf"))
    arguments = parser.parse_args()
    seed = random.SystemRandom().getrandbits(32) if arguments.seed is None else arguments.seed
    machine = ThisMachine() if arguments.machine == "native" else Board(arguments.machine)
    goldens = Program(arguments.folder / "golden_board", machine)
    checks = [Program(path, machine) for path in sorted(arguments.folder.glob("portcheck*"))
              if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]  # fmt: skip
    layers = library_functions(arguments.folder, machine.tools)
    trial = Trial(goldens, checks)
    at = goldens.trace(trial.is_episode)
    for check in checks:
        check.trace(lambda line: False)
    mutants = list(candidates(goldens, layers, at))
    random.Random(seed).shuffle(mutants)
    print(f"mutants: seed {seed}, {min(arguments.count, len(mutants))} of {len(mutants)} "
          f"that the goldens execute", flush=True)  # fmt: skip
    chosen = mutants[: arguments.count]
    digest = hashlib.sha256(goldens.image + b"".join(check.image for check in checks)).hexdigest()
    log = Log(arguments.log, f"# seed {seed} of {len(mutants)}, programs {digest[:16]}")
    until = time.monotonic() + 60 * arguments.minutes
    results = tried(trial, chosen, layers, log, arguments.jobs, until)
    score = report(results, layers)
    good = score >= arguments.least
    print(f"portcheck-mutants: seed {seed}, {len(results)} of {len(chosen)} mutants, "
          f"score {score:.1f} %, {int(good)} passed, {int(not good)} failed")  # fmt: skip
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
