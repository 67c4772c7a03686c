#!/usr/bin/env python3
"""pixels.py - looks at the pictures that pawl writes, with decoders of its own.

usage: pixels.py area PNG PIXELS   the one shape, in the middle, covers that many pixels
       pixels.py picture PNG WxH   it has this size and shows something
       pixels.py colour PNG X,Y RRGGBB   the pixel there has this colour
       pixels.py quarters PNG      prints the colours of four pixels about the middle
       pixels.py same PNG GIF      the last frame of the animation is the still, but for its palette
"""
import collections
import struct
import sys
import zlib


def read_png(path):
    """Width, height and rows of RGB bytes; 8-bit RGB without interlace (PNG 1.2, section 6)."""
    data = open(path, "rb").read()
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        at += 12 + size
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert (depth, colour) == (8, 2), "not 8-bit RGB"
        elif kind == b"IDAT":
            packed += body
    raw, rows = zlib.decompress(packed), []
    above, stride = bytearray(3 * width), 3 * width + 1
    for y in range(height):
        kind, row = raw[y * stride], bytearray(raw[y * stride + 1:(y + 1) * stride])
        for x in range(3 * width):
            left = row[x - 3] if x >= 3 else 0
            corner = above[x - 3] if x >= 3 else 0
            guess = left + above[x] - corner
            paeth = min((left, above[x], corner), key=lambda value: abs(guess - value))
            row[x] = (row[x] + (0, left, above[x], (left + above[x]) // 2, paeth)[kind]) % 256
        rows.append(bytes(row))
        above = row
    return width, height, rows


def blocks(data, at):
    """The sub-blocks from `at` joined, and where they end."""
    joined = b""
    while data[at] != 0:
        joined += data[at + 1:at + 1 + data[at]]
        at += 1 + data[at]
    return joined, at + 1


def unpack_lzw(packed, bits):
    """GIF89a, appendix F."""
    clear = 1 << bits
    out, table, width, last = bytearray(), [], 0, None
    value = have = 0
    for byte in packed:
        value |= byte << have
        have += 8
        while have >= (width or bits + 1):
            size = width or bits + 1
            code, value, have = value & ((1 << size) - 1), value >> size, have - size
            if code == clear:
                table = [bytes([i]) for i in range(clear)] + [b"", b""]
                width, last = bits + 1, None
                continue
            if code == clear + 1:
                return out
            entry = table[code] if code < len(table) else last + last[:1]
            out += entry
            if last is not None and len(table) < 4096:
                table.append(last + entry[:1])
            if len(table) == 1 << width and width < 12:
                width += 1
            last = entry
    return out


def read_gif(path):
    """Width, height and rows of RGB bytes of the last frame, put together from all."""
    data = open(path, "rb").read()
    width, height = struct.unpack("<HH", data[6:10])
    palette, at, shown, clear = data[13:13 + 768], 13 + 768, bytearray(width * height), None
    while data[at] != 0x3B:
        if data[at] == 0x21:
            body, end = blocks(data, at + 2)
            if data[at + 1] == 0xF9:
                clear = body[3] if body[0] & 1 else None
            at = end
            continue
        left, top, wide, high = struct.unpack("<HHHH", data[at + 1:at + 9])
        packed, end = blocks(data, at + 11)
        frame = unpack_lzw(packed, data[at + 10])
        assert len(frame) == wide * high, "a frame has %d pixels" % len(frame)
        for i, pixel in enumerate(frame):
            if pixel != clear:
                shown[(top + i // wide) * width + left + i % wide] = pixel
        at = end
    colours = [palette[3 * i:3 * i + 3] for i in range(256)]
    return width, height, [b"".join(colours[pixel] for pixel in shown[y * width:(y + 1) * width])
                           for y in range(height)]


def colour(path, place, wanted):
    x, y = map(int, place.split(","))
    found = read_png(path)[2][y][3 * x:3 * x + 3].hex()
    assert found == wanted, "%s is %s" % (place, found)


def area(path, wanted):
    """Where an edge is smooth the paper shines through by as much as is not covered."""
    width, height, rows = read_png(path)
    rows = rows[28:]  # below the caption
    sample = rows[len(rows) * 9 // 16]  # below the line that shows how a circle is turned
    paper, ink = sample[2], sample[3 * (width // 2) + 2]
    assert ink != paper, "the middle is empty"
    covered = 0.0
    for row in rows:
        for x in range(width):
            covered += min(1, max(0, (paper - row[3 * x + 2]) / (paper - ink)))
    assert abs(covered - wanted) < 0.02 * wanted, "area %.1f, wanted %.1f" % (covered, wanted)


def picture(path, size):
    """Several colours, none of them nearly everywhere."""
    width, height, rows = read_png(path)
    assert "%dx%d" % (width, height) == size, "the size is %dx%d" % (width, height)
    counts = collections.Counter(row[3 * x:3 * x + 3] for row in rows for x in range(width))
    most = counts.most_common(1)[0][1]
    assert len(counts) > 20 and most < 0.9 * width * height, "%d colours" % len(counts)


def same(png, gif):
    still, last = read_png(png), read_gif(gif)
    assert still[:2] == last[:2], "sizes differ"
    pairs = [abs(a - b) for left, right in zip(still[2], last[2]) for a, b in zip(left, right)]
    assert max(pairs) < 64 and sum(pairs) < len(pairs), "worst %d, mean %.2f" % (
        max(pairs), sum(pairs) / len(pairs))


def quarters(path):
    """Prints the colours around the middle of the scene, from the upper left, row by row."""
    width, height, rows = read_png(path)
    x, y = width // 2, 28 + (height - 28) // 2  # below the caption
    found = [rows[y + down][3 * (x + right):3 * (x + right) + 3] for down in (-12, 12) for right in (-12, 12)]
    print(*(bytes(pixel).hex().upper() for pixel in found))


if sys.argv[1] == "area":
    area(sys.argv[2], float(sys.argv[3]))
elif sys.argv[1] == "colour":
    colour(*sys.argv[2:])
elif sys.argv[1] == "quarters":
    quarters(sys.argv[2])
elif sys.argv[1] == "picture":
    picture(sys.argv[2], sys.argv[3])
else:
    same(sys.argv[2], sys.argv[3])
