#!/usr/bin/env python3
"""picture.py - looks at a picture of the platformer: all there is has been drawn, the player where it is.

usage: picture.py PICTURE SAID     (a PNG or a BMP, and what the program has printed)
"""

import collections
import re
import struct
import sys
import zlib

SCALE, WIDTH, HEIGHT = 26, 936, 312
# Colors, and how many pixels are of them: areas in units of the level, a quarter of which may be hidden.
AREAS = {"594538": 73.0, "b8874d": 4.0, "cc3333": 1.0, "99999e": 1.0, "f2cc40": 1.0, "1a1c26": 350.0}
PLAYER, DOOR = "f2cc40", "4d73bf"


def read_png(data):
    """Rows of pixels as RRGGBB; RGB, RGBA or a palette without interlace (PNG 1.2, section 6)."""
    at, packed, palette = 8, b"", b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        at += 12 + size
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert color == 3 or (depth == 8 and color in (2, 6)), "neither RGB nor a palette"
            assert not interlaced
        elif kind == b"PLTE":
            palette = body
        elif kind == b"IDAT":
            packed += body
    bits = depth * {2: 3, 3: 1, 6: 4}[color]
    each, stride = max(1, bits // 8), (width * bits + 7) // 8
    raw, rows, above = zlib.decompress(packed), [], bytearray(stride)
    for y in range(height):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1 :][:stride])
        for x in range(stride if kind else 0):
            left, corner = (row[x - each], above[x - each]) if x >= each else (0, 0)
            guess = left + above[x] - corner
            paeth = min((left, above[x], corner), key=lambda value: abs(guess - value))
            row[x] = (row[x] + (0, left, above[x], (left + above[x]) // 2, paeth)[kind]) % 256
        above = row
        if color == 3:
            numbers = [row[x * depth // 8] >> (8 - depth - x * depth % 8) & ((1 << depth) - 1) for x in range(width)]
            rows.append([palette[3 * one : 3 * one + 3].hex() for one in numbers])
        else:
            rows.append([row[x : x + 3].hex() for x in range(0, stride, each)])
    return rows


def read_bmp(data):
    """The same of a BMP with 24 bits, whose rows stand from below."""
    begin, width, height, bits = (struct.unpack("<I", data[10:14]) + struct.unpack("<ii", data[18:26])
                                  + struct.unpack("<H", data[28:30]))  # fmt: skip
    assert bits == 24 and height > 0, "not 24 bits from below"
    stride = (3 * width + 3) // 4 * 4
    rows = [data[begin + stride * y :][: 3 * width] for y in reversed(range(height))]
    return [[row[i : i + 3][::-1].hex() for i in range(0, 3 * width, 3)] for row in rows]


def main(path, said):
    with open(path, "rb") as file:
        data = file.read()
    rows = read_png(data) if data.startswith(b"\x89PNG") else read_bmp(data)
    assert (len(rows[0]), len(rows)) == (WIDTH, HEIGHT), f"{len(rows[0])} x {len(rows)} pixels"
    counts = collections.Counter(pixel for row in rows for pixel in row)
    for color, area in AREAS.items():
        share = counts[color] / (area * SCALE * SCALE)
        assert 0.75 < share < 1.25, f"{color}: {share:.2f} of what there should be"
    assert counts[DOOR] == 0, "the door is open, and is drawn"
    with open(said, encoding="ascii") as file:
        last = file.read().splitlines()[-1]
    x, y = map(float, re.search(r" at \(([-.0-9]+), ([-.0-9]+)\)", last).groups())
    pixels = [rows[int(HEIGHT - (y + up) * SCALE)][int((x + right) * SCALE)]
              for up in (-0.45, 0.45) for right in (-0.45, 0.45)]  # fmt: skip
    assert pixels == 4 * [PLAYER], f"where the player is: {pixels}"


main(*sys.argv[1:])
