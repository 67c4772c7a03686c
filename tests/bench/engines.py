"""engines.py - the benchmark programs as engines: what they are, and what a scene costs them.

An engine is a program of tests/bench/bench.mk: pawl, or a peer. One program of pawl is several
engines, which solve in different lanes: `pawl` is what a program gets that gives no hooks, `pawl-none`
is given a cache, `pawl-avx2` a cache and lanes.
"""

import re
import statistics
import subprocess
from pathlib import Path

RUNS = 11


def run(command):
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return output.stdout.decode().strip().splitlines()


def last_line(command):
    """The values a program printed. Chipmunk prints a greeting first."""
    return run(command)[-1].split(",")


def calls_assert(program):
    """Whether the library that a program is linked with calls the C library's assertions."""
    libraries = [line.split("=>")[1].split()[0] for line in run(["ldd", program])
                 if re.search(r"lib(box2d|chipmunk)", line)]  # fmt: skip
    symbols = [line for library in libraries for line in run(["nm", "-D", library])]
    return any("__assert_fail" in line for line in symbols)


class Engine:
    def __init__(self, key, program, lanes=""):
        self.key, self.program, self.lanes = key, program, lanes
        *greeting, facts = run([program, "about", *self.options])
        self.version, self.numbers, self.set, self.checks, self.work = facts.split(";")
        if self.checks == "":
            greets = any("Debug Enabled" in line for line in greeting)
            self.checks = "on" if greets or calls_assert(program) else "off"

    @property
    def options(self):
        return [self.lanes] if self.lanes else []

    @property
    def label(self):
        if self.lanes:
            more = "kept rows" if self.lanes == "none" else self.lanes
        elif self.key == "pawl-clang":
            more = "clang"
        elif self.key.startswith("chipmunk"):
            more = self.numbers + (", assertions" if self.checks == "on" else "")
        elif self.key.startswith("box2d3"):
            more = self.set
        else:
            more = ""
        return f"{self.version} {more}".strip()

    def count(self, scene):
        """Instructions per step; None where valgrind does not know the instructions."""
        profile = self.program.with_name(f"{self.key}-{scene}.callgrind")
        command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--collect-atstart=no",
                   f"--callgrind-out-file={profile}", self.program, scene, "count", *self.options]  # fmt: skip
        try:
            steps = int(last_line(command)[1])
        except subprocess.CalledProcessError:
            if self.lanes == "avx512":
                return None
            raise
        total = re.search(r"^totals: (\d+)", profile.read_text(), re.MULTILINE)
        return int(total.group(1)) / steps


class Measurement:
    """One engine in one scene."""

    def __init__(self, engine, scene, counts=True):
        self.engine, self.scene, self.times = engine, scene, []
        self.instructions = engine.count(scene) if counts else None

    def run(self):
        command = [self.engine.program, self.scene, "time", *self.engine.options]
        _, milliseconds, heap, bodies, *end = last_line(command)
        self.bodies, self.heap = int(bodies), int(heap)
        self.end = tuple(map(float, end))  # mean and greatest height, or hits and sum of fractions
        self.times.append(float(milliseconds))

    @property
    def milliseconds(self):
        return statistics.median(self.times)


def ratio(own, peer):
    """Of times. Both took turns, so each round has a ratio of its own, in which whatever slows the machine
    for longer than a round is on both sides; the median of those."""
    return statistics.median(one / other for one, other in zip(own.times, peer.times))


def measure(engines, scenes, counts=True):
    """Scene -> key -> measurement. The engines take turns, so that a busy machine slows all."""
    results = {}
    for scene in scenes:
        row = {engine.key: Measurement(engine, scene, counts) for engine in engines}
        for _ in range(RUNS):
            for measurement in row.values():
                measurement.run()
        results[scene] = row
    return results


def find_engines(build, names):
    """All of them; a name is that of a program in the folder, or NAME=PROGRAM."""
    engines = []
    for name in names:
        key, _, path = name.partition("=")
        program = Path(path) if path else build / f"bench-{key}"
        engines.append(Engine(key, program))
        if key == "pawl":
            engines += [Engine(f"pawl-{lanes}", program, lanes) for lanes in run([program, "lanes"])]
    return engines
