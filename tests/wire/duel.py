"""duel.py - examples/board/duel.c on two or three machines over serial lines that damage what they carry.

    duel.py [--seed N] [--ticks N] [--rate N] [--flip TICK] [--named] HOST GUEST:RUN [GUEST:RUN]

HOST is the program of this machine, GUEST another one and RUN what is put before it. All must play
all ticks and print the same hashes. With --flip one bit of the first guest's state is changed in
that tick: all must then tell of a desync in the tick after it, with --named also the same first
value that differs. The exit status is 1 when something is otherwise.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

from noise import Line, Noise

SECONDS = 300


def start(command, line, *more):
    environment = dict(os.environ, PAWL_LINK=line, PAWL_SERIAL=f"unix:{line}")
    environment.update({f"PAWL_LINK_{i}": path for i, path in enumerate(more, 2)})
    return subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, start_new_session=True)  # fmt: skip


def finish(process, end):
    """Its text and status; all have to end by themselves."""
    try:
        text = process.communicate(timeout=max(0.1, end - time.monotonic()))[0]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # emulators are children of scripts
        text = process.communicate()[0] + b"\nit did not end"
    return text.decode("latin-1").replace("\r", ""), process.returncode


def play(arguments, noises):
    options = [str(n) for n in (arguments.ticks, arguments.rate, arguments.flip)]
    guests = [guest.split(":", 1) for guest in arguments.guests]
    with tempfile.TemporaryDirectory() as folder:
        lines = [Line(folder, pair, (f"a{i}", f"b{i}")) for i, pair in enumerate(noises)]
        end = time.monotonic() + SECONDS
        # The slowest to begin is an emulator; the host waits for them.
        machines = [start([arguments.host, "host", *options], *(line.paths[0] for line in lines))]
        for (guest, run), line in zip(guests, lines, strict=True):
            is_here = not run
            machines.append(start(run.split() + [guest] + ["join"] * is_here, line.paths[1]))
        return [finish(process, end) for process in machines]


def check_same(results, arguments):
    """What is wrong with a game without a fault."""
    if any(status != 0 for _, status in results):
        yield f"status {[status for _, status in results]}"
    texts = [text for text, _ in results]
    hashes = [re.findall(r"^tick (\d+) hash (\w+)$", text, re.M) for text in texts]
    ends = [re.findall(r"^end at tick (\d+) hash (\w+)$", text, re.M) for text in texts]
    chains = [re.findall(r"^hashes of (\d+) ticks: (\w+)$", text, re.M) for text in texts]
    if any(found != hashes[0] for found in hashes) or len(hashes[0]) != (arguments.ticks + 999) // 1000:
        yield "hashes on the way differ"
    for name, found in (("ends", ends), ("hashes of all ticks", chains)):
        if any(one != found[0] for one in found) or [int(tick) for tick, _ in found[0]] != [arguments.ticks]:
            yield f"the {name} are {found}"


def check_flip(results, arguments):
    if any(status != 1 for _, status in results):
        yield f"status {[status for _, status in results]}"
    for i, (text, _) in enumerate(results):
        ticks = set(re.findall(r"^desync at tick (\d+):", text, re.M))
        if ticks != {str(arguments.flip + 1)}:
            yield f"the {name_of(i)} tells of a desync at {sorted(ticks)}"
        if i < 2 and ": hash here" not in text:
            yield f"the session of the {name_of(i)} has not found it"
    if arguments.named:
        texts = [text for text, _ in results]
        named = [re.findall(r"^(?:bodies|[a-z0-9. ]+  a ).*", text, re.M) for text in texts]
        values = [re.findall(r"^([a-z0-9. ]+)  a (0x\w+) \S+  b (0x\w+)", text, re.M) for text in texts]
        if not values[0] or [(n, b, a) for n, a, b in values[0]] != values[1]:
            yield f"what differs is {named[0]} and {named[1]}"


def name_of(machine):
    return ["host", "guest", "second guest"][machine]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "little"))
    parser.add_argument("--ticks", type=int, default=10000)
    parser.add_argument("--rate", type=int, default=0)
    parser.add_argument("--flip", type=int, default=0)
    parser.add_argument("--named", action="store_true")
    parser.add_argument("--scale", type=float, default=1, help="of the damage")
    parser.add_argument("host")
    parser.add_argument("guests", nargs="+", metavar="guest")
    arguments = parser.parse_args()
    name = os.path.basename(arguments.host)
    title = f"{name}: --seed {arguments.seed} --ticks {arguments.ticks} --flip {arguments.flip}"
    print(title, flush=True)
    rates = {name: rate * arguments.scale for name, rate in (("drop", 3e-4), ("flip", 3e-4), ("burst", 5e-5))}
    noises = [[Noise(4 * arguments.seed + 2 * line + way, **rates) for way in (0, 1)]
              for line in range(len(arguments.guests))]  # fmt: skip
    begin = time.monotonic()
    results = play(arguments, noises)
    found = list((check_flip if arguments.flip else check_same)(results, arguments))
    for i, (text, _) in enumerate(results):
        print("\n".join(f"{name_of(i)}: {text_line}" for text_line in text.strip().splitlines()))
    for i, pair in enumerate(noises, 1):
        print(f"line to the {name_of(i)}: {pair[0]}\nline from the {name_of(i)}: {pair[1]}")
    for reason in found:
        print(f"FAILED: {reason}")
    print(f"{name}: {int(not found)} passed, {int(bool(found))} failed ({time.monotonic() - begin:.0f} s)")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
