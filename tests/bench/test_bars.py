"""test_bars.py - bars say what is over them, and every report can print its requirements."""

import sys
from types import SimpleNamespace

import engines
import level_report
import report
import threads_report
from bars import Check

# A check, and what its row says.
EXAMPLES = [
    (Check("a", 1.1, 1.1), ["a", "1.10", "1.10", "-", "PASS"]),
    (Check("a", 1.101, 1.1), ["a", "1.10", "1.10", "-", "**FAIL**"]),
    (Check("a", 2500, 3000, 2000, digits=0), ["a", "2,500", "3,000", "2,000, missed", "PASS"]),
    (Check("a", 2, 3, 2, digits=0), ["a", "2", "3", "2, met", "PASS"]),
    (Check("a", 2, None, 1, digits=0), ["a", "2", "-", "1, missed", "aim only"]),
    (Check("a", None, 1), ["a", "-", "1.00", "-", "not measured"]),
]
BUILD = {name: 1000.0 for name in level_report.BUILD_FIELDS}


def main():
    failed = 0
    for check, wanted in EXAMPLES:
        if check.cells != wanted or check.failed != ("**FAIL**" in wanted):
            print(f"test_bars: {check.cells}, wanted {wanted}")
            failed += 1
    builds = [BUILD | {"wide": wide} for wide in (0, 0, 1)]
    checks = list(level_report.requirements(builds, {name: 0.5 for name in level_report.CALLS}))
    lines = report.requirement_table(checks)
    if len(lines) != len(checks) + 2 or any(line.count("|") != 6 for line in lines):
        print(f"test_bars: {lines}")
        failed += 1
    # A machine that slows down from one round to the next slows both.
    rounds = SimpleNamespace(times=[2.0, 4.0, 9.0]), SimpleNamespace(times=[1.0, 2.0, 3.0])
    if engines.ratio(*rounds) != 2.0:
        print(f"test_bars: a ratio of {engines.ratio(*rounds)}")
        failed += 1
    # Throughput becomes time; where there is one processor, that is said.
    row = {"alone": 600.0, "worked": 400.0, "copied": 620.0, "share": 0.775, "trip": 80.0}
    results = {"S2": row, "S4": None, "piles": row | {"share": 0.95}}
    verdicts = [check.verdict for check in threads_report.checks_of(results)]
    if verdicts != ["**FAIL**", "not measured", "PASS"]:
        print(f"test_bars: {verdicts}")
        failed += 1
    if threads_report.table_of(results)[2] != "| S2 | 600 | 400 | 620 | 1.50 | 0.78 | 80 |":
        print(f"test_bars: {threads_report.table_of(results)}")
        failed += 1
    print(f"test_bars: {len(EXAMPLES) + 4 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
