"""lines.py - the lines of ports carry packets, of all lengths and with all bytes.

    lines.py [--seed N] NAME=PROGRAM:RUN ...

Each program is tests/wire/echo.c on a machine, RUN what is put before it. Packets go over a clean
line, and then over one that loses and damages bytes: of those every answer must be the inverse of
something that was sent or is recognised as damage, and a packet that comes after the noise is over
must be answered. The exit status is 1 when one has failed.
"""

import argparse
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import zlib

from noise import Line, Noise

PACKET_MAX = 508
GREETING = b"hello"
SECONDS = 20
SEED = int.from_bytes(os.urandom(4), "little")


def frame(packet):
    """Consistent overhead byte stuffing."""
    out, block = bytearray(), bytearray()
    for byte in packet:
        if byte:
            block.append(byte)
        if not byte or len(block) == 254:
            out += bytes([len(block) + 1]) + block
            block.clear()
    return bytes(out + bytes([len(block) + 1]) + block + b"\0")


def unframe(data):
    """The packet of a frame without its end, or None."""
    out, at = bytearray(), 0
    while at < len(data):
        code = data[at]
        if at + code > len(data):
            return None
        out += data[at + 1 : at + code]
        at += code
        if code != 255 and at < len(data):
            out.append(0)
    return bytes(out)


def seal(body):
    return body + zlib.crc32(body).to_bytes(4, "little")


def is_sealed(packet):
    return packet is not None and len(packet) > 4 and seal(packet[:-4]) == packet


class Echo:
    """The program on the other side of a line."""

    def __init__(self, folder, program, run, noises):
        self.line = Line(folder, noises)
        board, here = self.line.paths
        environment = dict(os.environ, PAWL_LINK=board, PAWL_SERIAL=f"unix:{board}")
        self.process = subprocess.Popen(run.split() + [program], env=environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        start_new_session=True)  # fmt: skip
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(here)
        self.socket.settimeout(0.2)
        self.rest = b""

    def send(self, data):
        self.socket.sendall(data)

    def answers(self, seconds):
        """What comes, inverted again, until there is nothing for so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                self.rest += self.socket.recv(4096)
            except TimeoutError:
                continue
            while b"\0" in self.rest:
                data, self.rest = self.rest.split(b"\0", 1)
                packet = unframe(data)
                end = time.monotonic() + seconds
                yield None if packet is None else bytes(byte ^ 0xFF for byte in packet)

    def ask(self, packet, seconds=SECONDS):
        self.send(frame(packet))
        # On a busy machine answers to greetings come late.
        answers = (answer for answer in self.answers(seconds) if answer == packet or answer != GREETING)
        return next(answers, None)

    def greet(self):
        """What comes before a line is open is lost: repeat until there is an answer."""
        for _ in range(2 * SECONDS):
            if self.ask(GREETING, 0.5) == GREETING:
                list(self.answers(0.5))
                return True
        return False

    def end(self):
        self.send(b"\0" + frame(b"end"))
        try:
            text = self.process.communicate(timeout=SECONDS)[0].decode("latin-1")
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)  # emulators are children of scripts
            text = self.process.communicate()[0].decode("latin-1") + " (it did not end)"
        return self.process.returncode, text.strip().splitlines()[-1:]


def check(name, program, run, seed):
    """Why the line fails, or None, and a line of figures."""
    chance = random.Random(seed)
    # The noise of each direction is over after so many bytes.
    noises = [Noise(seed + way) for way in (0, 1)]
    with tempfile.TemporaryDirectory() as folder:
        echo = Echo(folder, program, run, noises)
        try:
            if not echo.greet():
                return "nothing is answered", ""
            lengths = [1, 2, 3, 253, 254, 255, 256, PACKET_MAX] + [chance.randint(1, 300) for _ in range(10)]
            for length in lengths:
                packet = bytes(chance.choice((0, 1, 255, chance.randrange(256))) for _ in range(length))
                answer = echo.ask(packet)
                if answer != packet:
                    return f"a packet of {length} bytes came back as {answer}", ""
            for noise in noises:
                noise.rates.update(drop=0.002, flip=0.002, burst=0.0005)
                noise.next = {kind: noise.at + noise.draw(rate) for kind, rate in noise.rates.items()}
            sent, good, bad = set(), 0, 0
            for _ in range(200):
                sent.add(seal(chance.randbytes(chance.randint(1, 60))))
            for packet in sent:
                echo.send(frame(packet))
            for packet in echo.answers(1):
                if packet in sent:
                    good += 1
                elif is_sealed(packet):
                    return f"a packet that nothing has sent: {packet}", ""
                else:
                    bad += 1
            for noise in noises:
                noise.next = dict.fromkeys(noise.next, float("inf"))
                noise.bad_until = 0
            echo.send(b"\0")
            if good < len(sent) / 2:
                return f"{good} of {len(sent)} packets came back", ""
            # A machine that is slow today may still have noise to read.
            packet = seal(b"after the noise")
            for _ in range(5):
                echo.send(frame(packet))
                if any(answer == packet for answer in echo.answers(2)):
                    break
            else:
                return "the line does not find packets again", ""
        finally:
            status, text = echo.end()
        if status != 0:
            return f"status {status}: {text}", ""
        return None, f"{len(lengths)} clean packets, {good} of {len(sent)} through the noise, {bad} damaged"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("cases", nargs="+")
    arguments = parser.parse_args()
    failed = 0
    print(f"lines: --seed {arguments.seed}")
    for case in arguments.cases:
        name, rest = case.split("=", 1)
        program, run = rest.split(":", 1)
        reason, figures = check(name, program, run, arguments.seed)
        failed += reason is not None
        print(f"{name}: {'FAILED: ' + reason if reason else figures}", flush=True)
    print(f"lines: {len(arguments.cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
