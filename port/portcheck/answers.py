"""answers.py - writes answers.h: what fixed-point arithmetic and XXH32 must give.

Nothing here runs pawl. Rounded operations are computed from their definition with integers of any
size. Sine, cosine, arc tangent and unit vectors are not correctly rounded, so their last bit is a
matter of the method: it is that of src/fx, with the same coefficients, and every result is compared
here with one of 60 digits. XXH32 follows the specification of its author.

    answers.py >port/portcheck/answers.h      (make portcheck-answers)
"""

from decimal import Decimal, getcontext
from math import isqrt

getcontext().prec = 60
MAX = 2**31 - 1
M32, M64 = 2**32 - 1, 2**64 - 1
CALLS, ROWS = 200, 12
FIRST = (809637, -2153309, 65537)
EDGES = (
    0, 1, -1, 0x7FFF, 0x8000, -0x8000, 0x8001, 0xFFFF, 0x10000, -0x10000, 0x18000,
    0x40000000, -0x40000000, MAX, -MAX, -MAX - 1,
)  # fmt: skip


# ---- rounding -------------------------------------------------------------------------------
def saturate(value):
    return max(-MAX, min(MAX, value))


def near(numerator, denominator):
    """Half away from zero; denominator > 0."""
    quotient = (2 * abs(numerator) + denominator) // (2 * denominator)
    return -quotient if numerator < 0 else quotient


def divide(numerator, denominator, negative):
    if denominator == 0:
        value = MAX if numerator else 0
    else:
        value = min(MAX, near(numerator, denominator))
    return -value if negative else value


def root(value):
    """The square root to the nearest integer."""
    low = isqrt(value)
    return low + 1 if value > low * low + low else low


def signed(word):
    return word - 2**32 if word > MAX else word


# ---- angles ---------------------------------------------------------------------------------
def series_pi():
    """Machin: pi = 16 atan(1/5) - 4 atan(1/239)."""

    def atan_of_inverse(n):
        total, power, k = Decimal(0), Decimal(1) / n, 1
        while power > Decimal(10) ** -62:
            total += power / k if k % 4 == 1 else -power / k
            power /= n * n
            k += 2
        return total

    return 16 * atan_of_inverse(5) - 4 * atan_of_inverse(239)


PI = series_pi()


def series_sin(x):
    total, term, k = Decimal(0), x, 1
    while abs(term) > Decimal(10) ** -55:
        total += term
        term = -term * x * x / ((k + 1) * (k + 2))
        k += 2
    return total


def to_integer(value):
    """The nearest integer of a Decimal; ties do not occur."""
    return int((abs(value) + Decimal("0.5")).to_integral_value("ROUND_FLOOR")) * (
        -1 if value < 0 else 1
    )


def from_radians(v):
    return signed(to_integer(Decimal(v) * 2**32 / (2 * PI * 65536)) & M32)


def half_open(v):
    """An angle in (-2^31, 2^31]."""
    return 2**31 if v == -(2**31) else v


def to_radians(v):
    return to_integer(Decimal(half_open(v)) * 2 * PI * 65536 / 2**32)


def horner(coefficients, y):
    """a0 - y (a1 - y (...)): pairs of a coefficient and the shift of the product after it."""
    p = coefficients[0][0]
    for outer, shift in coefficients[1:]:
        p = (outer - ((y * p + 2 ** (shift - 1)) >> shift)) & M32
    return p


SINE = ((0xA5A8A211, 0), (0x996442BE, 38), (0xA335DA40, 37), (0xA55DE724, 36), (0xC90FDAA2, 34))
COSINE = ((0xECFBDE10, 0), (0xAAE3321E, 38), (0x81E0EF66, 37), (0x9DE9E63F, 35), (2**30, 34))
ATAN = (
    (0xEC41C3D8, 0), (0xD9F31654, 33), (0x8FAC90BA, 33), (0xBA2CDC9A, 32), (0x8260D731, 33),
    (0xD94CADC0, 32), (0xA2F9836E, 34),
)  # fmt: skip


def rotation(v):
    """Cosine and sine in Q2.30."""
    below = v & M32 > 2**31
    upper = -v & M32 if below else v & M32
    behind = upper > 2**30
    quarter = 2**31 - upper if behind else upper
    steep = quarter > 2**29
    t = (2**30 - quarter if steep else quarter) << 2
    y = (t * t + 2**30) >> 31
    s, c = (t * horner(SINE, y) + 2**32) >> 33, horner(COSINE, y)
    if steep:
        s, c = c, s
    s, c = -s if below else s, -c if behind else c
    turn = 2 * PI * v / 2**32
    assert abs(series_sin(turn) * 2**30 - s) < Decimal("0.8"), v
    assert abs(series_sin(turn + PI / 2) * 2**30 - c) < Decimal("0.8"), v
    return c, s


def angle_of_ratio(numerator, denominator):
    q = ((numerator << 32) + denominator // 2) // denominator
    z = (q * q + 2**31) >> 32
    return (q * horner(ATAN, z) + 2**33) >> 34


def octant_angle(larger, smaller):
    if smaller * 12 <= larger * 5:
        return angle_of_ratio(smaller, larger)
    return 2**29 - angle_of_ratio(larger - smaller, larger + smaller)


def atan2(y, x):
    width, height = abs(x), abs(y)
    if width == height == 0:
        return 0
    if height <= width:
        angle = octant_angle(width, height)
    else:
        angle = 2**30 - octant_angle(height, width)
    angle = 2**31 - angle if x < 0 else angle
    angle = -angle if y < 0 else angle
    # The exact direction is within one unit: the cross product with it tells by how much.
    turn = 2 * PI * angle / 2**32
    cross = series_sin(turn + PI / 2) * y - series_sin(turn) * x
    length = (Decimal(x) ** 2 + Decimal(y) ** 2).sqrt()
    assert abs(cross / length) < 2 * PI / 2**32, (y, x)
    return signed(angle & M32)


# ---- vectors --------------------------------------------------------------------------------
def normalize(x, y):
    larger = max(abs(x), abs(y))
    if larger == 0:
        return 0, 0
    scale = 2 ** max(0, 31 - larger.bit_length())
    length = root((x * scale) ** 2 + (y * scale) ** 2)

    def part(v):
        return near(v * scale << 30, length)

    exact = (Decimal(x) ** 2 + Decimal(y) ** 2).sqrt()
    assert all(abs(Decimal(v) / exact * 2**30 - part(v)) <= 1 for v in (x, y)), (x, y)
    return part(x), part(y)


def rotate(angle, x, y):
    c, s = rotation(angle)
    return saturate(near(c * x - s * y, 2**30)), saturate(near(s * x + c * y, 2**30))


def halves(value):
    value &= M64
    return signed(value >> 32), signed(value & M32)


# ---- the operations, in the order of fixed.c ------------------------------------------------
OPERATIONS = (
    lambda a, b, c: (saturate(a - b), -saturate(a + b)),
    lambda a, b, c: (saturate(near(a * b, 65536)), 0),
    lambda a, b, c: (divide(abs(a) << 16, abs(b), (a < 0) != (b < 0)), 0),
    lambda a, b, c: (divide(abs(a * b), abs(c), (a * b < 0) != (c < 0)), 0),
    lambda a, b, c: (root(a << 16) if a > 0 else 0, 0),
    lambda a, b, c: (near_floor_ties(a), a >> 16),
    lambda a, b, c: (from_radians(a), 0),
    lambda a, b, c: (to_radians(a), 0),
    lambda a, b, c: (signed(near(a * 8192, 45) & M32), near_floor_ties(half_open(a) * 45, 8192)),
    lambda a, b, c: (near(rotation(a)[1], 2**14), rotation(a)[1]),
    lambda a, b, c: (near(rotation(a)[0], 2**14), rotation(a)[0]),
    lambda a, b, c: (atan2(a, b), 0),
    lambda a, b, c: halves(a * c + b * a),
    lambda a, b, c: (saturate(root(a * a + b * b)), 0),
    lambda a, b, c: normalize(a, b),
    rotate,
)


def near_floor_ties(value, divisor=65536):
    return near(value, divisor)


# ---- what portcheck does with them ----------------------------------------------------------
class Random:
    """PCG32 (O'Neill 2014, XSH-RR 64/32)."""

    def __init__(self, seed, stream):
        self.state, self.increment = 0, stream << 1 | 1
        self.next()
        self.state = (self.state + seed) & M64
        self.next()

    def next(self):
        old = self.state
        self.state = (old * 6364136223846793005 + self.increment) & M64
        shifted, turn = ((old >> 18 ^ old) >> 27) & M32, old >> 59
        return (shifted >> turn | shifted << (-turn & 31)) & M32

    def operand(self):
        bits, kind = self.next(), self.next()
        if kind & 1:
            return EDGES[bits >> 28]
        magnitude = (bits & MAX) >> (kind >> 27)
        return -magnitude if bits >> 31 else magnitude


def fold(digest, value):
    mixed = ((digest ^ value) & M32) * 0x9E3779B1 & M32
    return mixed ^ mixed >> 15


def run(index):
    """The first results of an operation, and the hash of all."""
    random, digest, rows = Random(index, 54), 0, []
    for i in range(CALLS):
        arguments = FIRST if i == 0 else [random.operand() for _ in range(3)]
        first, second = OPERATIONS[index](*arguments)
        digest = fold(fold(digest, first), second)
        if i < ROWS:
            rows.append(first)
    return rows, digest


def xxh32(data, seed):
    """XXH32, specification v0.1.1."""
    primes = 0, 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F, 0x165667B1

    def left(word, count):
        return (word << count | word >> (32 - count)) & M32

    def word(at):
        return int.from_bytes(data[at : at + 4], "little")

    at = 0
    if len(data) >= 16:
        lanes = [seed + primes[1] + primes[2], seed + primes[2], seed, seed - primes[1]]
        while at + 16 <= len(data):
            for i in range(4):
                lanes[i] = left((lanes[i] + word(at + 4 * i) * primes[2]) & M32, 13) * primes[1]
            at += 16
        total = sum(left(lane & M32, turn) for lane, turn in zip(lanes, (1, 7, 12, 18)))
    else:
        total = seed + primes[5]
    total += len(data)
    for at in range(at, len(data) - 3, 4):
        total = left((total + word(at) * primes[3]) & M32, 17) * primes[4]
    for byte in data[len(data) & ~3 :]:
        total = left((total + byte * primes[5]) & M32, 11) * primes[1]
    total &= M32
    total = (total ^ total >> 15) * primes[2] & M32
    total = (total ^ total >> 13) * primes[3] & M32
    return total ^ total >> 16


def quotients():
    """What port/portcheck/routines.c sums up: quotients of operands of all lengths."""
    state, total, wide = 0x853C49E6748FEA9B, 0, 1 << 64
    for shift_a in range(0, 64, 3):
        for shift_b in range(0, 64, 7):
            state = (state * 6364136223846793005 + 1442695040888963407) % wide
            a = (state | 1 << 63) >> shift_a
            state = (state * 6364136223846793005 + 1442695040888963407) % wide
            b = (state | 1 << 63) >> shift_b
            total = ((total ^ a // b) * 31 - (a >> 1) // (b >> 1 | 1)) % wide
    return total


def literal(value):
    return f"-{MAX} - 1" if value == -MAX - 1 else str(value)


def lines(items, comma=", "):
    text, line = "", "   "
    for item in items:
        if len(line) + len(item) + 2 > 98:
            text, line = text + line + "\n", "   "
        line += " " + item + ","
    return text + line.rstrip(",")


def main():
    assert xxh32(b"Nobody inspects the spammish repetition", 0) == 0xE2293B2F
    assert xxh32(b"abc", 0) == 0x32D153FF
    data = bytes((i * 37 + 11) & 255 for i in range(48))
    answers = [run(i) for i in range(len(OPERATIONS))]
    print("/* answers.h - what stages 1, 2 and 4 must find. Written by `make portcheck-answers`, that is,")
    print(" * by answers.py from exact integers, without running pawl. Do not edit. */")
    print("#ifndef PAWLI_ANSWERS_H\n#define PAWLI_ANSWERS_H\n\n#include <stdint.h>\n")
    print("/* clang-format off */")
    print(f"#define PAWLI_ANSWER_COUNT {ROWS}\n#define PAWLI_ANSWER_CALLS {CALLS}\n")
    print(f"static const int32_t pawli_first[3] = {{{', '.join(map(str, FIRST))}}};")
    print("static const int32_t pawli_edges[16] = {")
    print(lines(map(literal, EDGES)) + "};\n")
    print(f"static const int32_t pawli_answers[{len(answers)}][PAWLI_ANSWER_COUNT] = {{")
    print(",\n".join("    {" + lines(map(literal, rows)).strip() + "}" for rows, _ in answers) + "};\n")
    print(f"static const uint32_t pawli_answer_hashes[{len(answers)}] = {{")
    print(lines(f"0x{digest:08X}" for _, digest in answers) + "};\n")
    lengths = [i * 47 // 8 for i in range(9)]
    print("#define PAWLI_XXH32_COUNT 9\nstatic const uint32_t pawli_xxh32[PAWLI_XXH32_COUNT] = {")
    print(lines(f"0x{xxh32(data[:length], 0x9E3779B1):08X}" for length in lengths) + "};")
    print(f"\n#define PAWLI_ANSWER_QUOTIENTS UINT64_C(0x{quotients():016X})")
    print("/* clang-format on */\n\n#endif")


main()
