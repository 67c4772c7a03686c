"""noise.py - a serial line between two programs, which loses bytes, flips bits and has bursts.

Two sockets of the system wait for a program each; what one sends comes out at the other, with damage
that follows from a seed. QEMU connects its UART to such a socket, and PAWL_LINK names one to
programs of this machine.
"""

import os
import random
import socket
import threading


class Noise:
    """Damage on one direction. Numbers are per byte; a burst spoils 2 to 30 bytes in a row."""

    def __init__(self, seed, drop=0.0, flip=0.0, burst=0.0):
        self.random = random.Random(seed)
        self.rates = {"drop": drop, "flip": flip, "burst": burst}
        self.counts = dict.fromkeys(self.rates, 0)
        self.next = {name: self.draw(rate) for name, rate in self.rates.items()}
        self.at = self.bad_until = 0

    def draw(self, rate):
        return int(self.random.expovariate(rate)) if rate > 0 else float("inf")

    def is_due(self, name):
        if self.at < self.next[name]:
            return False
        self.next[name] = self.at + 1 + self.draw(self.rates[name])
        self.counts[name] += 1
        return True

    def spoil(self, data):
        if min(self.next.values()) >= self.at + len(data) and self.bad_until <= self.at:
            self.at += len(data)
            return data
        out = bytearray()
        for byte in data:
            if self.is_due("burst"):
                self.bad_until = self.at + self.random.randint(2, 30)
            if self.at < self.bad_until:
                if self.random.random() < 0.8:
                    out.append(self.random.randrange(256))
            elif not self.is_due("drop"):
                out.append(byte ^ (1 << self.random.randrange(8)) if self.is_due("flip") else byte)
            self.at += 1
        return bytes(out)

    def __str__(self):
        return "{} bytes, {drop} lost, {flip} flipped, {burst} bursts".format(self.at, **self.counts)


class Line:
    """Two ends in a folder: sockets with the names of `ends`. Each direction goes by itself: what one
    side does not take must not hold up what it sends."""

    def __init__(self, folder, noises, ends=("a", "b")):
        self.noises, self.paths, listeners = noises, [], []
        for end in ends:
            self.paths.append(os.path.join(folder, end))
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(self.paths[-1])
            listener.listen(1)
            listeners.append(listener)
        threading.Thread(target=self.join, args=(listeners,), daemon=True).start()

    def join(self, listeners):
        # Kept open when one side ends: a line does not hang up, and what is on its way arrives.
        self.ends = first, second = [listener.accept()[0] for listener in listeners]
        for way in ((first, second, self.noises[0]), (second, first, self.noises[1])):
            threading.Thread(target=self.carry, args=way, daemon=True).start()

    def carry(self, source, target, noise):
        try:
            while data := source.recv(4096):
                target.sendall(noise.spoil(data))
        except OSError:
            pass  # one side has ended
