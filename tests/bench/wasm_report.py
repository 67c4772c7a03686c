"""wasm_report.py - times WebAssembly builds in node and writes their tables.

    wasm_report.py BUILD_DIR PEERS [DOCUMENT.md]

BUILD_DIR holds the scenes and pawl's programs, PEERS the node_modules of the peers; one that is not
installed there is left out, and what is compared with it is not measured. Every run is a process of
its own, engines take turns, and times are medians of processor time. The exit status is 1 when a
requirement is missed, or when pawl's builds do not agree about a state.
"""

import json
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import report
from bars import Check

BEGIN, END = "<!-- begin of WebAssembly -->", "<!-- end of WebAssembly -->"
SCENES = ("S1", "S2", "S4")
RUNS = 3
PEERS = {"rapier": "@dimforge/rapier2d-deterministic-compat", "box2d3": "box2d3-wasm"}
LABELS = {
    "pawl-unasked": "pawl, no hooks",
    "pawl": "pawl, kept rows",
    "pawl-simd": "pawl, kept rows, simd128 lanes",
    "rapier": "Rapier, deterministic",
    "box2d3": "Box2D v3, simd128, 4 sub-steps",
}
# Engine, peer, bar, aim: of the times in each scene.
BARS = [("pawl", "rapier", 0.6, None), ("pawl-simd", "rapier", 0.6, None),
        ("pawl-simd", "box2d3", 1.0, 0.8)]  # fmt: skip


@dataclass
class Result:
    milliseconds: float
    mean: float
    highest: float
    state: str


def version_of(peers, package):
    """None when it is not installed."""
    file = peers / "node_modules" / package / "package.json"
    return json.loads(file.read_text())["version"] if file.exists() else None


def run_once(build, peers, engine, scene):
    programs = [build / kind / "bench-wasm" for kind in ("plain", "simd")]
    command = ["node", "tests/bench/wasm/bench.mjs", engine, build / f"{scene}.json", *programs,
               peers.resolve()]  # fmt: skip
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()
    *numbers, state = output.strip().splitlines()[-1].split(",")
    return Result(*map(float, numbers), state)


def measure(build, peers, names):
    results = {}
    for scene in SCENES:
        runs = [{name: run_once(build, peers, name, scene) for name in names} for _ in range(RUNS)]
        results[scene] = {}
        for name in names:
            result = runs[0][name]
            result.milliseconds = statistics.median(row[name].milliseconds for row in runs)
            results[scene][name] = result
    return results


def checks_of(results):
    for scene, row in results.items():
        for own, peer, bar, aim in BARS:
            ratio = row[own].milliseconds / row[peer].milliseconds if peer in row else None
            yield Check(f"{scene}, time of {LABELS[own]} : {LABELS[peer]}", ratio, bar, aim)
        states = {result.state for result in row.values() if result.state != "-"}
        yield Check(f"{scene}, states of pawl's builds that differ", len(states) - 1, 0, digits=0)


def table_of(results, labels):
    rows = []
    for scene, row in results.items():
        for name, result in row.items():
            own = row["pawl-simd"].milliseconds
            rows.append([scene, labels[name], f"{result.milliseconds:.4f}",
                         report.ratio(own, result.milliseconds), f"{result.mean:.2f}",
                         f"{result.highest:.2f}", result.state])  # fmt: skip
    header = ["scene", "engine", "ms per step", "pawl's lanes : engine", "mean height", "highest",
              "hash of the state"]  # fmt: skip
    return report.table(header, rows)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    build, peers = Path(sys.argv[1]), Path(sys.argv[2])
    labels = dict(LABELS)
    for name, package in PEERS.items():
        version = version_of(peers, package)
        if version is None:
            del labels[name]
        else:
            labels[name] += f", {package.split('/')[-1]} {version}"
    results = measure(build, peers, list(labels))
    checks = list(checks_of(results))
    lines = report.requirement_table(checks) + [""] + table_of(results, labels)
    print("\n".join(lines))
    if len(sys.argv) == 4:
        report.replace_tables(Path(sys.argv[3]), lines, BEGIN, END)
    missed = sum(check.failed for check in checks)
    print(f"\nbench-wasm: {missed} of {len(checks)} missed")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
