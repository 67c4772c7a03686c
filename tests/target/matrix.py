"""matrix.py - portcheck and the goldens on many targets.

    matrix.py [--resume] [--document PAGE [--whole]] [--table FILE]
              [--page PAGE] COMPILER/LEVEL/TARGET ...

Builds both programs for each case, runs them, and prints one table of the targets and one of the
compilers of this machine. A case passes only when a program says what it should and its status is
0: some emulators end with status 0 without having run anything. The exit status is 1 when a case
has not passed.

With --resume a case that has passed with the same sources is not run again. With --document the rows
go between the marker lines of PAGE, where those of other cases stay, with the day on which they ran;
--whole says that there are no others. With --table the tables go into FILE as well, and with --page
rows of PAGE fail that count a tenth fewer goldens than there are.
"""

import argparse
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

JOBS = 2
BUILD_SECONDS = 1800
RUN_SECONDS = 900
GOLDENS = Path("tests/golden")
# Each file is one, but that of the episodes, of which each line is one.
EPISODES = sum(not line.startswith("#") for line in (GOLDENS / "episodes.txt").open())
SCENES = sum(len(list(GOLDENS.glob(names))) for names in ("*.txt", "arcade/*.txt")) - 1 + EPISODES
COUNTS = Path("tests/target/mcu_counts.txt")
KEPT = Path("build/matrix")
SOURCES = ("src", "include", "port", "tests/golden", "tests/support", "tests/target", "Makefile")
BEGIN, END = "<!-- begin of the matrix -->", "<!-- end of the matrix -->"
HOST_TARGETS = ("native", "lto", "m32", "template")
HEAD = ["target", "compiler", "", "int/long/ptr", "endian", "char", "text", "data", "bss",
        "stack", "goldens", "step", "day", "verdict"]  # fmt: skip
KEYS = 3  # the first columns, which name a case


class Failed(Exception):
    pass


class Case:
    def __init__(self, name):
        self.name = name
        self.compiler, self.level, self.target = name.split("/")
        self.verdict = "not run"
        self.facts = {}  # of the machine, as golden_board prints them
        self.sizes = ["-"] * 3
        self.goldens = "-"
        self.answer = None  # what portcheck found: the same everywhere
        self.day = datetime.date.today().isoformat()

    # What a later run can go on from.
    RESULT = ("verdict", "facts", "sizes", "goldens", "answer", "day")

    def keep(self, digest):
        path = KEPT / f"{self.name.replace('/', ' ')}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(dict({key: getattr(self, key) for key in self.RESULT}, digest=digest)))

    def recall(self, digest):
        """Whether it has passed with these sources; then its result is back."""
        path = KEPT / f"{self.name.replace('/', ' ')}.json"
        result = json.loads(path.read_text()) if path.exists() else {}
        if result.get("digest") != digest or result["verdict"] != "pass":
            return False
        for key in self.RESULT:
            setattr(self, key, result[key])
        print(f"{self.name:44} passed on {self.day}", flush=True)
        return True

    def run(self):
        begin = time.monotonic()
        try:
            self.build()
            for program in self.made["programs"].split():
                if program == "golden_board":
                    self.check_goldens()
                elif program.startswith("portcheck"):
                    self.check_port(program)
                else:
                    self.check_small(program)
            self.verdict = "pass"
        except Failed as failure:
            self.verdict = f"FAIL: {failure}"
        seconds = time.monotonic() - begin
        print(f"{self.name:44} {self.verdict} ({seconds:.0f} s)", flush=True)

    def build(self):
        done = execute(
            ["make", "--no-print-directory", "-s", f"CC={self.compiler}", f"OPT={self.level}",
             f"TARGET={self.target}", "matrix-case"], BUILD_SECONDS)  # fmt: skip
        if done.returncode != 0:
            raise Failed(f"build: {first_error(done.stdout + done.stderr)}")
        self.made = dict(re.findall(r"^(folder|run|programs)=(.*)$", done.stdout, re.MULTILINE))
        self.sizes = measure(self.compiler, f"{self.made['folder']}/libpawl.a")

    def start(self, program):
        """The lines that a program printed, and how it ended, if not well."""
        command = self.made["run"].split() + [f"{self.made['folder']}/{program}"]
        done = execute(command, RUN_SECONDS)
        text = done.stdout.replace("\r", "").replace("\0", "")
        Path(self.made["folder"], f"{program}.txt").write_text(text)
        end = "" if done.returncode == 0 else f"{program}: status {done.returncode}"
        return text.splitlines(), end

    def check_port(self, program):
        lines, end = self.start(program)
        last = lines[-1] if lines else ""
        verdict = re.search(r"\bverdict=(\w+)", last)
        known = re.search(r"\bfingerprint=(\w+)|^hash (\w+)", last)
        if end or not known or (verdict and verdict[1] != "pass"):
            raise Failed(end or f"{program}: {last or 'printed nothing'}")
        if program == "portcheck":  # a part of it knows less
            self.answer = known[0]
            self.facts = dict(re.findall(r"\b(int|pointer|endian)=(\w+)", last))
            self.facts.update((key, str(int(self.facts[key]) // 8))
                              for key in ("int", "pointer") if key in self.facts)  # fmt: skip

    def check_goldens(self):
        lines, end = self.start("golden_board")
        last = lines[-1] if lines else ""
        for line in lines:
            if line.startswith("machine: "):
                self.facts.update(re.findall(r"(\w+)=(\w+)", line))
        found = re.fullmatch(r"golden_board: (\d+) scenes, (\d+) left out, (\d+) differ", last)
        if not found:
            raise Failed(end or f"golden_board: {last or 'printed nothing'}")
        run, left_out, different = map(int, found.groups())
        differing = next((line for line in lines if "differs" in line), "")
        if end or different or run == 0 or run + left_out != SCENES:
            raise Failed(f"golden_board: {differing or end or last}")
        self.goldens = f"{run} of {SCENES}"
        steps = [int(step) for step in re.findall(r"equal up to step (\d+)", "\n".join(lines))]
        if steps:
            self.goldens += f", {min(steps)} to {max(steps)} steps"

    def check_small(self, program):
        """Where no golden fits: a small scene, whose hash is that of this machine."""
        lines, end = self.start(program)
        last = lines[-1] if lines else ""
        if end or not re.fullmatch(r"hash \w{8}", last):
            raise Failed(end or f"{program}: {last or 'printed nothing'}")
        here = execute(["make", "--no-print-directory", "-s", program], BUILD_SECONDS)
        if here.stdout.splitlines()[-1:] != [last]:
            raise Failed(f"{program}: {last}, here {here.stdout.strip()}")
        self.goldens = program

    def row(self, counts):
        facts = self.facts
        width = "/".join(facts.get(key, "?") for key in ("int", "long", "pointer"))
        stack = facts.get("stack", "0")
        return [self.target, self.compiler, self.level, width, facts.get("endian", "?"),
                facts.get("char", "?"), *self.sizes, "-" if stack == "0" else stack,
                self.goldens, counts.get(self.target, "-"), self.day, self.verdict]  # fmt: skip


def execute(command, seconds):
    """Run a command; a status of 124 stands for running out of time, 127 for not being there."""
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    try:
        return subprocess.run(["timeout", "-k", "5", str(seconds)] + command, env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, encoding="latin-1")  # fmt: skip
    except FileNotFoundError as missing:
        return subprocess.CompletedProcess(command, 127, "", str(missing))


def first_error(text):
    lines = text.splitlines()
    for line in lines:
        if re.search(r"error:|overflowed|undefined|not found|No such", line):
            return line.strip()[:200]
    return lines[-1] if lines else "no message"


def measure(compiler, archive):
    """Bytes of text, data and bss of the library, where a tool can tell."""
    tool = re.sub(r"gcc$", "size", compiler) if compiler.endswith("-gcc") else "size"
    done = execute([tool, "-t", archive], 60)
    total = re.search(r"^\s*(\d+)\s+(\d+)\s+(\d+)\s.*\(TOTALS\)", done.stdout, re.MULTILINE)
    return list(total.groups()) if total and total[1] != "0" else ["-"] * 3


def read_counts():
    """Instructions of a step of ten stacked boxes, from `make bench-mcu`."""
    words = [line.split() for line in COUNTS.read_text().splitlines()] if COUNTS.exists() else []
    return {w[0]: w[2] for w in words if len(w) == 3 and w[1] == "stack10"}


def digest_of_sources():
    """A number for everything that a case is made of, to know whether it may be kept."""
    digest = hashlib.sha256()
    for name in SOURCES:
        for path in sorted(p for p in [Path(name), *Path(name).rglob("*")] if p.is_file()):
            digest.update(f"{path}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def table(rows):
    lines = [HEAD, ["-" * 3] * len(HEAD)] + rows
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)


def triples(cases):
    """Different machines among those that passed: processor, ABI and emulator."""
    names = {re.sub(r"-(clang|64k)$", "", case.target) for case in cases if case.verdict == "pass"}
    return len({"native" if name in ("lto", "template") else name for name in names})


def report(rows):
    host = [row for row in rows if row[0] in HOST_TARGETS]
    boards = [row for row in rows if row[0] not in HOST_TARGETS]
    parts = []
    if boards:
        parts.append(table(boards))
    if host:
        parts.append("On the machine that builds:\n\n" + table(host))
    return "\n\n".join(parts)


def compare(cases):
    """portcheck must have found the same everywhere, whatever it says itself."""
    answers = [case.answer for case in cases if case.answer]
    usual = max(set(answers), key=answers.count, default=None)
    for case in cases:
        if case.answer and case.answer != usual:
            case.verdict = f"FAIL: portcheck: {case.answer}, elsewhere {usual}"


def written_rows(page):
    """Rows of the page, but for those of a table with other columns."""
    block = page.read_text().split(BEGIN)[1].split(END)[0]
    lines = [line.strip("| ").split(" | ") for line in block.splitlines() if line.startswith("| ")]
    return [row for row in lines if len(row) == len(HEAD) and row != HEAD and row[0] != "---"]


def write(page, rows, whole):
    others = [] if whole else written_rows(page)
    together = {tuple(row[:KEYS]): row for row in others + rows}
    head, rest = page.read_text().split(BEGIN)
    _, tail = rest.split(END)
    text = report([together[key] for key in sorted(together)])
    page.write_text(f"{head}{BEGIN}\n{text}\n{END}{tail}")


def outdated(rows):
    """Rows that were written when there were other goldens."""
    totals = [(row, re.search(r"\d+ of (\d+)", row[HEAD.index("goldens")])) for row in rows]
    return [row for row, total in totals if total and abs(int(total[1]) - SCENES) > SCENES / 10]


def run_all(cases, resume):
    digest = digest_of_sources()

    def run(case):
        if not (resume and case.recall(digest)):
            case.run()
            case.keep(digest)

    with ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(run, cases))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--document", type=Path)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--table", type=Path)
    parser.add_argument("--page", type=Path)
    parser.add_argument("cases", nargs="+", type=Case)
    arguments = parser.parse_args()
    cases = sorted(arguments.cases, key=lambda case: (case.target, case.compiler, case.level))
    run_all(cases, arguments.resume)
    compare(cases)
    counts = read_counts()
    rows = [case.row(counts) for case in cases]
    print(f"\n{report(rows)}\n")
    failed = [case for case in cases if case.verdict != "pass"]
    if arguments.table:
        arguments.table.write_text(report(rows) + "\n")
    if arguments.document:
        write(arguments.document, rows, arguments.whole)
    for case in failed:
        print(f"{case.name}: {case.verdict}")
    old = outdated(written_rows(arguments.page)) if arguments.page else []
    for row in old:
        print(f"{arguments.page}: {' '.join(row[:KEYS])}: {row[HEAD.index('goldens')]}, now {SCENES}")
    print(f"{triples(cases)} different machines agree")
    print(f"matrix: {len(cases) - len(failed)} passed, {len(failed) + len(old)} failed")
    return 1 if failed or old else 0


if __name__ == "__main__":
    sys.exit(main())
