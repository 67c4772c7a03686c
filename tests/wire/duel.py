"""duel.py - examples/board/duel.c on two machines over a serial line that damages what it carries.

    duel.py [--seed N] [--ticks N] [--rate N] [--flip TICK] [--named] HOST GUEST:RUN

HOST is the program of this machine, GUEST another one and RUN what is put before it. Both must play
all ticks and print the same hashes. With --flip one bit of the guest's state is changed in that
tick: both must then tell of a desync in the tick after it, with --named also the same first value
that differs. The exit status is 1 when something is otherwise.
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


def start(command, line):
    environment = dict(os.environ, PAWL_LINK=line, PAWL_SERIAL=f"unix:{line}")
    return subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, start_new_session=True)  # fmt: skip


def finish(process, end):
    """Its text and status; both sides have to end by themselves."""
    try:
        text = process.communicate(timeout=max(0.1, end - time.monotonic()))[0]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # emulators are children of scripts
        text = process.communicate()[0] + b"\nit did not end"
    return text.decode("latin-1").replace("\r", ""), process.returncode


def play(arguments, noises):
    options = [str(n) for n in (arguments.ticks, arguments.rate, arguments.flip)]
    guest, run = arguments.guest.split(":", 1)
    with tempfile.TemporaryDirectory() as folder:
        line = Line(folder, noises)
        end = time.monotonic() + SECONDS
        is_here = not run
        both = [start([arguments.host, "host", *options], line.paths[0]),
                start(run.split() + [guest] + ["join"] * is_here, line.paths[1])]  # fmt: skip
        return [finish(process, end) for process in both]


def check_same(host, guest, arguments):
    """What is wrong with a game without a fault."""
    if [status for _, status in (host, guest)] != [0, 0]:
        yield f"status {host[1]} and {guest[1]}"
    hashes = [re.findall(r"^tick (\d+) hash (\w+)$", text, re.M) for text, _ in (host, guest)]
    ends = [re.findall(r"^end at tick (\d+) hash (\w+)$", text, re.M) for text, _ in (host, guest)]
    if hashes[0] != hashes[1] or len(hashes[0]) != (arguments.ticks + 999) // 1000:
        yield "hashes on the way differ"
    if ends[0] != ends[1] or [int(tick) for tick, _ in ends[0]] != [arguments.ticks]:
        yield f"the ends are {ends[0]} and {ends[1]}"


def check_flip(host, guest, arguments):
    if [status for _, status in (host, guest)] != [1, 1]:
        yield f"status {host[1]} and {guest[1]}"
    for name, (text, _) in (("host", host), ("guest", guest)):
        ticks = set(re.findall(r"^desync at tick (\d+):", text, re.M))
        if ticks != {str(arguments.flip + 1)}:
            yield f"the {name} tells of a desync at {sorted(ticks)}"
    if arguments.named:
        named = [re.findall(r"^(?:bodies|[a-z0-9. ]+  a ).*", text, re.M) for text, _ in (host, guest)]
        values = [re.findall(r"^([a-z0-9. ]+)  a (0x\w+) \S+  b (0x\w+)", text, re.M) for text, _ in (host, guest)]
        if not values[0] or [(n, b, a) for n, a, b in values[0]] != values[1]:
            yield f"what differs is {named[0]} and {named[1]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "little"))
    parser.add_argument("--ticks", type=int, default=10000)
    parser.add_argument("--rate", type=int, default=0)
    parser.add_argument("--flip", type=int, default=0)
    parser.add_argument("--named", action="store_true")
    parser.add_argument("--scale", type=float, default=1, help="of the damage")
    parser.add_argument("host")
    parser.add_argument("guest")
    arguments = parser.parse_args()
    title = f"duel: --seed {arguments.seed} --ticks {arguments.ticks} --flip {arguments.flip}"
    print(title, flush=True)
    rates = {name: rate * arguments.scale for name, rate in (("drop", 3e-4), ("flip", 3e-4), ("burst", 5e-5))}
    noises = [Noise(2 * arguments.seed + way, **rates) for way in (0, 1)]
    begin = time.monotonic()
    host, guest = play(arguments, noises)
    found = list((check_flip if arguments.flip else check_same)(host, guest, arguments))
    for name, (text, _) in (("host", host), ("guest", guest)):
        print("\n".join(f"{name}: {text_line}" for text_line in text.strip().splitlines()))
    print(f"line to the guest: {noises[0]}\nline to the host: {noises[1]}")
    for reason in found:
        print(f"FAILED: {reason}")
    print(f"duel: {int(not found)} passed, {int(bool(found))} failed ({time.monotonic() - begin:.0f} s)")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
