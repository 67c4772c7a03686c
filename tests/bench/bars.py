"""bars.py - what the benchmark must reach, and what it aims at.

A bar is a requirement: above it the verdict is FAIL. An aim is printed beside it, as met or missed,
and decides nothing. What cannot be measured here, because a peer is not installed or the machine has
no such lanes, says so.
"""

import math
from dataclasses import dataclass
from typing import Optional

import engines

# Hits and sum of their fractions in S6: Chipmunk alone counts a shape around the origin of a ray.
RAYS = {"pawl": (940, 162.827), "chipmunk": (948, 141.562), "box2d": (940, 162.827)}
GROWTH = ("S4-100", "S4-400", "S4-1600")


@dataclass
class Check:
    text: str
    value: Optional[float]  # None: not measured
    bar: Optional[float]  # None: there is only an aim
    aim: Optional[float] = None
    digits: int = 2

    @property
    def failed(self):
        return self.value is not None and self.bar is not None and self.value > self.bar

    @property
    def verdict(self):
        if self.value is None:
            return "not measured"
        if self.bar is None:
            return "aim only"
        return "**FAIL**" if self.failed else "PASS"

    def number(self, value):
        return "-" if value is None else f"{value:,.{self.digits}f}"

    @property
    def cells(self):
        aim = self.number(self.aim)
        if self.aim is not None and self.value is not None:
            aim += ", met" if self.value <= self.aim else ", missed"
        return [self.text, self.number(self.value), self.number(self.bar), aim, self.verdict]


# Scene, engine of pawl, peer, bar, aim: of the times. "best" is the fastest of that engine's builds.
TIMES = [
    ("S1", "pawl-sse41", "box2d3-sse2", 1.25, 1.0),
    ("S1", "pawl-avx2", "box2d3-avx2", 1.1, 0.9),
    ("S2", "pawl-sse41", "box2d3-sse2", 1.25, 1.0),
    ("S2", "pawl-avx2", "box2d3-avx2", 1.1, 0.8),
    ("S4", "pawl-avx2", "box2d3-sse2", 1.0, None),
    ("S4", "pawl-avx2", "box2d3-avx2", 1.3, 1.0),
    ("S3", "best pawl", "best box2d3", 1.0, 0.8),
    ("S3b", "best pawl", "best box2d3", 1.0, 0.8),
    ("S3b", "best pawl", "chipmunk-float", None, 1.0),
    ("S5a", "best pawl", "best box2d3", 1.0, None),
    ("S5b", "best pawl", "best box2d3", 1.0, None),
    ("S5b", "best pawl", "chipmunk-float", 1.2, None),
    ("S6", "best pawl", "best box2d3", 1.0, None),
    ("S1", "pawl-clang", "pawl", 1.03, None),
    ("S2", "pawl-clang", "pawl", 1.03, None),
    ("S4", "pawl-clang", "pawl", 1.03, None),
]
NAMES = {
    "pawl": "pawl", "pawl-sse41": "pawl in SSE4.1 lanes", "pawl-avx2": "pawl in AVX2 lanes",
    "pawl-clang": "pawl built by clang", "best pawl": "pawl at its best",
    "box2d3-sse2": "Box2D v3 SSE2", "box2d3-avx2": "Box2D v3 AVX2",
    "best box2d3": "the best of Box2D v3", "chipmunk-float": "Chipmunk float",
}  # fmt: skip
BUILDS = {
    "pawl": ("pawl", "pawl-none", "pawl-sse41", "pawl-avx2"),
    "box2d3": ("box2d3-any", "box2d3-scalar", "box2d3-sse2", "box2d3-avx2"),
}


def measured(row, name):
    """An engine in one scene; None when it was not measured. The best is one of what both engines may have."""
    keys = BUILDS[name.split()[1]] if name.startswith("best ") else (name,)
    return min((row[key] for key in keys if key in row), key=lambda one: one.milliseconds, default=None)


def time_checks(results):
    for scene, own, peer, bar, aim in TIMES:
        both = measured(results[scene], own), measured(results[scene], peer)
        value = None if None in both else engines.ratio(*both)
        yield Check(f"{scene}, time of {NAMES[own]} : {NAMES[peer]}", value, bar, aim)


def exponent(row_of, key):
    """Of n in the time for n bodies, from the smallest pile to the largest."""
    few, many = (row_of[scene].get(key) for scene in (GROWTH[0], GROWTH[-1]))
    if few is None or many is None:
        return None
    return math.log(many.milliseconds / few.milliseconds) / math.log(16)


def growth_checks(growth):
    for key, name in (("pawl", "pawl"), ("pawl-avx2", "pawl in AVX2 lanes")):
        text = f"growth of a pile from 100 to 1600 bodies, {name}, exponent of the time"
        yield Check(text, exponent(growth, key), 1.09, 1.05)


def ray_checks(row):
    for key, measurement in row.items():
        if key in BUILDS["pawl"][1:]:
            continue  # rays have no lanes
        label = measurement.engine.label
        hits, fractions = next(value for name, value in RAYS.items() if key.startswith(name))
        yield Check(f"S6, {label}, hits away from {hits}", abs(measurement.end[0] - hits), 0, digits=0)
        away = abs(measurement.end[1] - fractions) * 1000
        yield Check(f"S6, {label}, thousandths away from a sum of {fractions}", away, 0.6, digits=1)


def memory_checks(worlds):
    pile, small = worlds["1000 boxes"], worlds["16 boxes with 40 contacts"]
    per_body = pile["state"] / pile["bodies"]
    yield Check("1000 boxes, bytes of state per body", per_body, 400, digits=0)
    both = small["state"] + small["scratch"]
    yield Check("16 boxes with 40 contacts, bytes of state and scratch", both, 16384, digits=0)


def save_checks(pile, step):
    """Of a pile of 1000, whose step takes that many milliseconds."""
    per_body = pile["save"] / pile["bodies"]
    yield Check("1000 bodies, save and restore, microseconds", pile["pair"], 40, digits=0)
    yield Check("1000 bodies, bytes of a save per body", per_body, 400, digits=0)
    yield Check("1000 bodies, encode a snapshot, microseconds", pile["encode"], 250, digits=0)
    yield Check("1000 bodies, decode a snapshot, microseconds", pile["decode"], 250, digits=0)
    yield Check("1000 bodies, hash of the state in the best lanes, microseconds", pile["hash"], 18, digits=0)
    share = pile["hash"] / (step * 1000) * 100
    yield Check("1000 bodies, that hash, percent of a step of S4", share, 3, digits=1)
