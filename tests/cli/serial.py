"""serial.py - two pseudo terminals and the line between them, for tests of programs with serial ports.

    serial.py [--seed N] [--noise SCALE]

Prints the names of both terminals, then carries bytes from one to the other until it is terminated; what
it did then goes to stdout. With --noise it damages them (tests/wire/noise.py).
"""

import argparse
import os
import select
import signal
import sys
import tty
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "wire"))
from noise import Noise  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "little"))
    parser.add_argument("--noise", type=float, default=0)
    arguments = parser.parse_args()
    rates = {"drop": 3e-4 * arguments.noise, "flip": 3e-4 * arguments.noise, "burst": 5e-5 * arguments.noise}
    masters, slaves = zip(*(os.openpty() for _ in range(2)))
    for slave in slaves:  # kept open: a line does not hang up when a program ends
        tty.setraw(slave)
    noises = [Noise(2 * arguments.seed + way, **rates) for way in (0, 1)]
    print(*map(os.ttyname, slaves), f"--seed {arguments.seed}", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        while True:
            for way in (0, 1):
                if masters[way] in select.select(masters, [], [])[0]:
                    data = noises[way].spoil(os.read(masters[way], 4096))
                    while data:
                        data = data[os.write(masters[1 - way], data) :]
    finally:
        print(f"there: {noises[0]}\nback: {noises[1]}", flush=True)


if __name__ == "__main__":
    main()
