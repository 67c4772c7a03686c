"""conform.py - does port/conform say which stage and value of a board are wrong?

    conform.py [--seed N] [--all] PC BOARD:RUN

BOARD is build/.../conform-board, RUN what is put before it. A sound board must be equal to this
machine in all scenes that are played, also over a line that damages what it carries. Boards that are
wrong on purpose are the sound one with one object compiled from a changed source: of each is known
beforehand what must be named. Commands come in the environment: COMPILE, TRACED, LINK, OBJECTS, LIBS and
WORK, a folder. The exit status is 1 when something is otherwise.
"""

import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from noise import Line, Noise

SECONDS = 300
SCENES = ["portcheck/", "joint_types/", "shapes/heap", "fracture/", "soft/", "duel/", "golden/stack10"]
NOISY = ["portcheck/contacts", "joint_types/wheel", "golden/stack10"]
RATES = {"drop": 1e-3, "flip": 1e-3, "burst": 2e-4}


class Fault:
    """A source in which `old` becomes `new`, or one of its own; a scene, the status of conform and what
    it must say."""

    def __init__(self, name, source, old, new, scene, *patterns, status=1, errors=(), options=()):
        self.name, self.source, self.old, self.new = name, source, old, new
        self.patterns, self.status, self.errors = patterns, status, errors
        self.options = [scene, *options]


# What a compiler of a board without 64-bit products calls, as Arm's run-time ABI names it.
LOST_CARRY = """#include <stdint.h>
uint64_t __aeabi_lmul(uint64_t a, uint64_t b);
uint64_t __aeabi_lmul(uint64_t a, uint64_t b) {
    const uint32_t a0 = a & 0xFFFFu, a1 = (uint32_t)a >> 16, b0 = b & 0xFFFFu, b1 = (uint32_t)b >> 16;
    const uint32_t middle = a1 * b0 + a0 * b1; /* the carry is lost */
    const uint32_t low = a0 * b0 + (middle << 16);
    const uint32_t high = a1 * b1 + (middle >> 16) + (low < middle << 16) +
                          (uint32_t)a * (uint32_t)(b >> 32) + (uint32_t)(a >> 32) * (uint32_t)b;
    return (uint64_t)high << 32 | low;
}
"""
STEP = r"first difference is in step (\d+) \(tick \d+ of its world\)"
FAULTS = [
    Fault("pairs", "src/step/step_1_pairs.c", "other == slot ||", "other == slot || (other ^ slot) == 3 ||",
          "portcheck/contacts", STEP, 'in the stage "pairs"', r"contact of shapes \d+ and \d+", "only here"),
    Fault("separation", "src/collide/collide_round.c", "pawl_saturate(separation);", "pawl_saturate(separation + 1);",
          "portcheck/contacts", STEP, 'in the stage "manifolds"', r"contact of shapes \d+ and \d+",
          r"points\[0\]\.\S+  board \S+ \S+  here .*\(1 apart\)"),
    Fault("mass", "src/solver/contact_row.c", "point->tangent_mass = effective_mass",
          "point->tangent_mass = 65536 ^ effective_mass", "portcheck/contacts", STEP, 'in the stage "prepare"',
          r"contact row of bodies \d+ and \d+.*: points\[0\]\.tangent_mass  board", r"after \"finish\""),
    Fault("joint", "src/solver/joint_row.c", "mass->per_det = (int32_t)pawli_quotient",
          "mass->per_det = 65536 ^ (int32_t)pawli_quotient", "portcheck/joints", STEP, 'in the stage "prepare"',
          r"row of joint \d+: (mass_xx|per_det)  board", r"after \"finish\""),
    Fault("softness", "src/solver/softness.c", "(angle * frequency / a1)", "(angle * frequency / a1 + 1u)",
          "portcheck/contacts", STEP, 'in the stage "solve" of sub-step 1:', r"after \"finish\"", r"body \d+ \(slot"),
    Fault("friction", "src/solver/contact_solver.c", "-limit : limit;", "-limit : limit - 1;",
          "portcheck/contacts", STEP, 'in the stage "relax" of sub-step',
          r"solver body of body \d+: velocity\.x  board", r"after \"finish\"", r"body \d+ \(slot"),
    Fault("movement", "src/step/step_5_solve.c", "(INT32_C(1) << 15), 16)", "(INT32_C(1) << 14), 16)",
          "portcheck/contacts", STEP, 'in the stage "integrate" of sub-step',
          r"solver body of body \d+: move_y  board", r"after \"finish\"", r"body \d+ \(slot"),
    Fault("restitution", "src/step/step_6_bounce.c", "pawli_near(pawli_product(row->restitution",
          "pawli_floor(pawli_product(row->restitution", "shapes/bounces", STEP, 'in the stage "bounce"',
          r"solver body of body \d+: velocity\.y  board", r"^  velocity\.\w+  board "),
    Fault("soft", "src/soft/solve_integrate.c", "pawli_floor(q22 + 32, 6)", "pawli_floor(q22 + 16, 6)",
          "soft/rope", STEP, 'in the stage "continuous"', r"after \"finish\" there differ .*soft",
          r"point \d+ of soft body 1", r"position\.\w  board 0x"),
    Fault("position", "src/step/step_9_finish.c", "pawli_near(sum, 6)", "pawli_floor(sum, 6)",
          "portcheck/contacts", STEP, 'in the stage "finish"', r"bodies", r"position\.\w+  board .*\(1 apart\)"),
    Fault("sleep", "src/step/step_10_sleep.c", "body->quiet_steps < world->sleep_steps",
          "body->quiet_steps <= world->sleep_steps", "portcheck/sleep", STEP, 'in the stage "sleep"',
          r"body \d+ \(slot"),
    Fault("division", "src/fx/fx.c", "(numerator + denominator / 2u) / denominator", "numerator / denominator",
          "portcheck/fixed", r"first difference is in .*pawl_div", r"board +0x\w+", r"here +0x\w+"),
    Fault("multiply", None, None, LOST_CARRY, "portcheck/fixed", r"first difference is in .*pawl_\w+[( ]",
          r"board +0x\w+", r"here +0x\w+"),
    Fault("hash", "src/base/xxh32.c", "PAWLI_XXH32_PRIME2", "0x85EBCA79u", "portcheck/contacts", "computes hashes wrongly"),
    Fault("counter", "src/step/step_9_finish.c", "advance_center(body, solved, faults);",
          "static int n; *faults |= ++n == 300; advance_center(body, solved, faults);",
          "portcheck/contacts", "does not agree\n  with itself"),
    Fault("version", "port/conform/board.c", "PAWL_SIMULATION_VERSION, 4", "PAWL_SIMULATION_VERSION + 1, 4",
          "portcheck/contacts", status=2, errors=(r"another version of pawl: \S+, simulation \d+, protocol",)),
    Fault("endless", "src/step/step_10_sleep.c", "mark_restless_bodies(pawli_step *step) {",
          "mark_restless_bodies(pawli_step *step) { while (step->world->tick == 30) __asm__ volatile(\"\");",
          "portcheck/sleep", options=["--interval=1"], status=2,
          errors=(r"portcheck/sleep: the board does not answer any more",
                  r"next comes step 31 \(tick 31 of its world\)$")),
]  # fmt: skip


class Counts:
    passed = failed = 0

    def say(self, found, title, *texts):
        if not found:
            self.passed += 1
            return
        self.failed += 1
        print(f"conform: {title}: {'; '.join(found)}")
        for text in texts:
            print("\n".join(f"  | {row}" for row in text.strip().splitlines()))


def run(pc, board, options, rates=None, seed=0, wait=30):
    """What the PC says of a board: its text, its errors, its status, and the noise."""
    program, before = board
    noises = [Noise(2 * seed + way, **(rates or {})) for way in (0, 1)]
    with tempfile.TemporaryDirectory() as folder:
        line = Line(folder, noises)
        there, here = line.paths
        environment = dict(os.environ, PAWL_LINK=there, PAWL_SERIAL=f"unix:{there}")
        process = subprocess.Popen(shlex.split(before) + [program], env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)  # fmt: skip
        try:
            told = subprocess.run([pc, here, "--end", "--patience", str(wait), *options], timeout=SECONDS,
                                  capture_output=True, text=True)  # fmt: skip
            return told.stdout, told.stderr, told.returncode, noises
        except subprocess.TimeoutExpired:
            return "", "it did not end", -1, noises
        finally:
            try:
                process.wait(0 if "endless" in program else 2)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)  # emulators are children of scripts
                process.wait()


def build(fault, work):
    """A board with this fault; or None and why not."""
    source, linked = Path(work, fault.name + ".c"), Path(work, fault.name)
    place = fault.source or str(source)
    text = Path(place).read_text() if fault.source else fault.new
    if fault.old and fault.old not in text:
        return None, f"{fault.source} has no {fault.old!r}"
    source.write_text(text.replace(fault.old, fault.new, 1) if fault.old else text)
    part = str(Path(work, fault.name + ".o"))
    more = []
    objects = os.environ["OBJECTS"].split()
    own = "conform/" + Path(place).with_suffix(".o").name
    if place.startswith("port/"):
        objects = [name for name in objects if not name.endswith(own)]
    elif any(name.endswith(own) for name in objects):  # of the step that is traced
        objects = [name for name in objects if not name.endswith(own)]
        more = os.environ["TRACED"].split()
    compiled = subprocess.run(shlex.split(os.environ["COMPILE"]) + more +
                              ["-Iport", "-I" + str(Path(place).parent), "-c", "-o", part, str(source)],
                              capture_output=True, text=True)  # fmt: skip
    if compiled.returncode != 0:
        return None, compiled.stderr
    made = subprocess.run(shlex.split(os.environ["LINK"]) + ["-o", str(linked), part, *objects] +
                          shlex.split(os.environ["LIBS"]), capture_output=True, text=True)  # fmt: skip
    return (str(linked), "") if made.returncode == 0 else (None, made.stderr)


def judge(fault, told, errors, status):
    """What is wrong with what was said of a fault."""
    found = [f"{pattern!r} is not said" for pattern in fault.patterns if not re.search(pattern, told, re.M)]
    found += [f"{pattern!r} is no error" for pattern in fault.errors if not re.search(pattern, errors, re.M)]
    return found + ([f"status {status}"] if status != fault.status else [])


def without_counts(text):
    return re.sub(r"^conform: .*", "", text, flags=re.M)


def check_sound(counts, pc, board, scenes, seed):
    told, errors, status, _ = run(pc, board, scenes)
    found = [] if status == 0 and "DIFFERENT" not in told else [f"status {status}"]
    equal = re.findall(r"^(\S+)  equal: \d+ steps, \d+ values$", told, re.M)
    found += [f"{name} is not among the equal ones" for name in scenes if not any(e.startswith(name) for e in equal)]
    counts.say(found, "a sound board", told, errors)
    clean = run(pc, board, NOISY)
    noisy = run(pc, board, NOISY, RATES, seed)
    found = [] if noisy[2] == 0 and without_counts(noisy[0]) == without_counts(clean[0]) else [f"status {noisy[2]}"]
    if not re.search(r"[1-9]\d* repeated", noisy[0]):
        found.append("nothing was repeated: there was no noise")
    counts.say(found, "a sound board and a noisy line", *noisy[:2])
    return f"{len(equal)} scenes; noise: {noisy[3][0]}; {noisy[3][1]}"


def check_fault(counts, pc, run_by, fault, work, seed):
    program, reason = build(fault, work)
    if program is None:
        counts.say([reason], fault.name)
        return
    told, errors, status, _ = run(pc, (program, run_by), fault.options, wait=5 if fault.name == "endless" else 30)
    counts.say(judge(fault, told, errors, status), fault.name, told, errors)
    words = [row.strip() for row in (told + errors).splitlines() if re.match(r"  |conform: \w+/", row)]
    print(f"{fault.name}: " + "\n    ".join(words[:6]))
    if fault.name in ("separation", "restitution"):
        noisy, errors, status, _ = run(pc, (program, run_by), fault.options, RATES, seed)
        found = [] if without_counts(noisy) == without_counts(told) and status == 1 else [f"status {status}"]
        counts.say(found, f"{fault.name} over a noisy line", noisy, errors)


def check_silence(counts, pc):
    """Nothing at the other end."""
    with tempfile.TemporaryDirectory() as folder:
        line = Line(folder, [Noise(0), Noise(1)])
        silent = subprocess.Popen([sys.executable, "-c", "import socket, sys, time\ns = socket.socket(socket.AF_UNIX)\n"
                                   "s.connect(sys.argv[1])\ntime.sleep(30)", line.paths[0]])  # fmt: skip
        begin = time.monotonic()
        told = subprocess.run([pc, line.paths[1], "--patience", "1"], capture_output=True, text=True, timeout=20)
        seconds = time.monotonic() - begin
        silent.kill()
        silent.wait()
    found = [] if told.returncode == 2 and "no answer from the board" in told.stderr else [f"status {told.returncode}"]
    counts.say(found + ([f"it took {seconds:.1f} s"] if seconds > 4 else []), "silence", told.stderr)


def check_usage(counts, pc, board):
    """Help, mistakes on the command line, and a list of scenes."""
    for options, status, text in [
        (["--help"], 0, "exit codes: 0 all scenes are equal"),
        ([], 2, "no line"),
        (["x", "--interval", "0"], 2, "--interval takes a number from 1 to 100: 0"),
        (["x", "--patience", "1s"], 2, "--patience takes a number of seconds from 1 to 600: 1s"),
        (["x", "--interval"], 2, "takes a value: --interval"),
        (["x", "--wrong"], 2, "no such option: --wrong"),
        (["/nowhere/at/all"], 2, "/nowhere/at/all: no such device"),
    ]:
        told = subprocess.run([pc, *options], capture_output=True, text=True, timeout=20)
        found = [] if told.returncode == status and text in told.stdout + told.stderr else [f"{options}: {told}"]
        counts.say(found, "usage")
    told, errors, status, _ = run(pc, board, ["--list"])
    names = told.splitlines()[1:]
    found = [] if status == 0 and "portcheck/fixed" in names and "golden/stack10-M" in names else [f"status {status}"]
    counts.say(found, "--list", told, errors)
    told, errors, status, _ = run(pc, board, ["nothing"])
    counts.say([] if status == 2 and "no such scene" in errors else [f"status {status}"], "no scene", told, errors)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "little"))
    parser.add_argument("--all", action="store_true", help="all scenes of a sound board")
    parser.add_argument("--faults", default="", help="only those with such a beginning")
    parser.add_argument("pc")
    parser.add_argument("board")
    arguments = parser.parse_args()
    print(f"conform: --seed {arguments.seed}", flush=True)
    begin, counts = time.monotonic(), Counts()
    board = tuple(arguments.board.split(":", 1))
    facts = check_sound(counts, arguments.pc, board, [] if arguments.all else SCENES, arguments.seed)
    print(facts, flush=True)
    work = os.environ["WORK"]
    os.makedirs(work, exist_ok=True)
    for fault in [fault for fault in FAULTS if fault.name.startswith(arguments.faults)]:
        check_fault(counts, arguments.pc, board[1], fault, work, arguments.seed)
    check_silence(counts, arguments.pc)
    check_usage(counts, arguments.pc, board)
    print(f"conform: {counts.passed} passed, {counts.failed} failed ({time.monotonic() - begin:.0f} s)")
    return 1 if counts.failed else 0


if __name__ == "__main__":
    sys.exit(main())
