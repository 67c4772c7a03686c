"""goldens.py - the goldens for the page of the studio, and the machines that have computed them.

    goldens.py FILE COMPILER/LEVEL/TARGET ...    writes FILE, as JSON

The cases are those of `make matrix`. What they have computed stands in docs/targets.md, where `make
matrix` has written it; a case without a row there has not run, and is told so. Those that are too
small for goldens have run other programs, and are not counted.
"""

import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, "tests/target")
import matrix  # noqa: E402 - it lies there

PAGE = Path("docs/targets.md")
COLUMNS = ("int/long/ptr", "endian", "goldens", "day", "verdict")


def goldens():
    """By the name that the program has for each: its lines."""
    paths = [*matrix.GOLDENS.glob("*.txt"), *matrix.GOLDENS.glob("arcade/*.txt")]
    return {str(path.relative_to(matrix.GOLDENS).with_suffix("")): path.read_text().splitlines()
            for path in sorted(paths)}  # fmt: skip


def targets(cases):
    rows = {tuple(row[:matrix.KEYS]): row for row in matrix.written_rows(PAGE)}
    for case in sorted(cases, key=lambda case: (case.target, case.compiler, case.level)):
        row = rows.get((case.target, case.compiler, case.level))
        told = {name: row[matrix.HEAD.index(name)] if row else "-" for name in COLUMNS}
        yield {"target": case.target, "compiler": case.compiler, "level": case.level, **told,
               "verdict": told["verdict"] if row else "not run"}  # fmt: skip


def main():
    file, cases = Path(sys.argv[1]), list(map(matrix.Case, sys.argv[2:]))
    rows = list(targets(cases))
    agreeing = [SimpleNamespace(**row) for row in rows
                if row["verdict"] == "pass" and re.match(r"\d+ of \d+", row["goldens"])]  # fmt: skip
    machines = matrix.triples(agreeing)
    file.write_text(json.dumps({"goldens": goldens(), "targets": rows, "machines": machines}), encoding="utf-8")
    print(f"{len(goldens())} goldens, about which {len(agreeing)} builds on {machines} machines agree")


main()
