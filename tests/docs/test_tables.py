"""test_tables.py - tables.py finds what is off, and nothing else."""

import sys

import tables

HEAD = "| build | flash | goldens |\n|---|---:|---:|\n"
PAGE = HEAD + "| a | 1,000 | 20 of 20 |\n| b | - | no |\n\n| x |\n|---|\n| a |\n"
# Rows as measured, and how many things are off.
EXAMPLES = [
    ("| a | 1,000 | 20 of 20 |\n", 0),
    ("| a | 1,100 | 20 of 20 |\n", 0),
    ("| a | 1,120 | 20 of 20 |\n", 1),
    ("| a | 880 | 20 of 20 |\n", 1),
    ("| a | 1,000.4 | 19 of 20 |\n", 0),
    ("| a | 1,000 | 12 of 32 |\n", 1),
    ("| a | 1,000 | 20 of 20, 60 steps |\n", 1),
    ("| a | - | 20 of 20 |\n", 1),
    ("| b | - | no |\n", 0),
    ("| b | 7 | yes |\n", 2),
    ("| c | 1 | no |\n", 1),
]


def main():
    failed = 0
    for rows, wanted in EXAMPLES:
        wrong, count = tables.differences(tables.rows_of(PAGE), tables.rows_of(HEAD + rows), 1, 10, [])
        if len(wrong) != wanted or count != 1:
            print(f"test_tables: {rows.strip()}: {wrong}")
            failed += 1
    found = len(list(tables.rows_of(PAGE)))
    if found != 3:
        print(f"test_tables: {found} rows of 3")
        failed += 1
    print(f"test_tables: {len(EXAMPLES) + 1 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
