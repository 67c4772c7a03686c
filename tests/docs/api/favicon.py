"""favicon.py - the logo, an SVG that pawl has drawn, as an icon of 32 x 32 pixels."""

import re
import struct
import zlib

SIZE, SAMPLES = 32, 3


def shapes_of(svg):
    """[(color, function that tells whether a point is inside)] in the order of drawing."""
    found = []
    for path, color in re.findall(r'<path d="([^"]+)" fill="(#\w{6})"', svg):
        found.append((color, inside([tuple(map(float, one)) for one in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)])))
    for x, y, radius, color in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="(#\w{6})"', svg):
        x, y, radius = float(x), float(y), float(radius)
        found.append((color, lambda a, b, x=x, y=y, radius=radius: (a - x) ** 2 + (b - y) ** 2 < radius**2))
    return found


def inside(points):
    def test(x, y):
        crossed = False
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                crossed = not crossed
        return crossed

    return test


def pixel(shapes, scale, column, row):
    total = [0, 0, 0, 0]
    for at in range(SAMPLES * SAMPLES):
        x = (column + (at % SAMPLES + 0.5) / SAMPLES) * scale
        y = (row + (at // SAMPLES + 0.5) / SAMPLES) * scale
        color = next((color for color, test in reversed(shapes) if test(x, y)), None)
        if color:
            rgb = [int(color[i : i + 2], 16) for i in (1, 3, 5)]
            total = [a + b for a, b in zip(total, [*rgb, 255])]
    count = total[3] // 255 or 1
    return bytes([*(part // count for part in total[:3]), total[3] // (SAMPLES * SAMPLES)])


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def icon(svg):
    width = float(re.search(r'width="([\d.]+)"', svg)[1])
    shapes = shapes_of(svg)
    rows = (b"\0" + b"".join(pixel(shapes, width / SIZE, column, row) for column in range(SIZE)) for row in range(SIZE))
    head = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"".join(rows), 9)) + chunk(b"IEND", b"")
    return struct.pack("<HHHBBBBHHII", 0, 1, 1, SIZE, SIZE, 0, 0, 1, 32, len(png), 22) + png
