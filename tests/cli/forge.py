"""forge.py - HELLOs from sockets that never answer, at a host of `pawl host`.

usage: forge.py PAWL PORT COUNT SECONDS [JOIN-OPTION]...

A HELLO of `pawl join` is caught and sent COUNT times from 15 sockets, each time with another
nonce. What comes back in so many seconds is counted: "hellos=120 in=5280 out=4320 players=0".
`players` counts answers that let the sender in.
"""

import random
import select
import socket
import struct
import subprocess
import sys
import time
import zlib

CHALLENGE, BYE = 8, 2


def catch_hello(pawl, options):
    """The first packet of a machine that wants to join."""
    trap = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    trap.bind(("127.0.0.1", 0))
    trap.settimeout(20)
    command = [pawl, "join", f"127.0.0.1:{trap.getsockname()[1]}", "--bot", "2", *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as join:
        hello = trap.recvfrom(2000)[0]
        join.kill()
    return hello


def renew(hello):
    """The same with another nonce, and the right checksum."""
    body = hello[:12] + struct.pack("<I", random.getrandbits(32) | 1) + hello[16:-4]
    return body + struct.pack("<I", zlib.crc32(body))


def main():
    """Send, listen, tell."""
    pawl, port, count, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    hello = catch_hello(pawl, sys.argv[5:])
    sockets = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(15)]
    sent = given = players = 0
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        if sent < count * (time.monotonic() - begin) / seconds + 1 and sent < count:
            sockets[sent % len(sockets)].sendto(renew(hello), ("127.0.0.1", port))
            sent += 1
        for ready in select.select(sockets, [], [], 0.002)[0]:
            answer = ready.recv(2000)
            given += len(answer)
            players += answer[2] >> 4 not in (CHALLENGE, BYE)
    print(f"hellos={sent} in={sent * len(hello)} out={given} players={players}")


main()
