"""tables.py - whether the tables of a page still say what is measured.

    tables.py [--keys N] [--within PERCENT] [--without COLUMN;...] PAGE BLOCK MEASURED

MEASURED holds tables as the command that writes the page prints them, with all of their rows or
some. Each of its rows is looked up between the lines `<!-- begin of the BLOCK -->` and
`<!-- end of the BLOCK -->` of PAGE, by the header of its table and its first N cells. Numbers may be
off by PERCENT, words must be equal. The exit status is 1 when something is off, and says where.
"""

import argparse
import re
import sys
from pathlib import Path

NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def cells_of(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def rows_of(text):
    """Each row of all tables in a text: header and cells."""
    header = None
    for line in text.splitlines():
        if not line.startswith("|"):
            header = None
        elif header is None:
            header = cells_of(line)
        elif not re.fullmatch(r"[|\s:-]+", line):
            yield header, cells_of(line)


def block_of(page, name):
    text = page.read_text()
    try:
        return text.split(f"<!-- begin of the {name} -->")[1].split(f"<!-- end of the {name} -->")[0]
    except IndexError:
        sys.exit(f"tables: {page}: no lines that begin and end the {name}")


def numbers_of(cell):
    return [float(number.replace(",", "")) for number in NUMBER.findall(cell)]


def agree(written, measured, within):
    if NUMBER.sub("#", written) != NUMBER.sub("#", measured):
        return False
    pairs = zip(numbers_of(written), numbers_of(measured))
    return all(abs(a - b) <= within / 100 * max(abs(a), abs(b)) for a, b in pairs)


def differences(written, measured, keys, within, without):
    """What is wrong with the rows that were measured, and how many there were."""
    known = {(tuple(head), tuple(row[:keys])): row for head, row in written}
    wrong, count = [], 0
    for head, row in measured:
        count += 1
        name = " ".join(row[:keys])
        old = known.get((tuple(head), tuple(row[:keys])))
        if old is None:
            wrong.append(f"no row for {name}")
            continue
        for title, was, now in list(zip(head, old, row))[keys:]:
            if title not in without and not agree(was, now, within):
                wrong.append(f"{name}: {title}: says {was}, is {now}")
    return wrong, count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keys", type=int, default=1)
    parser.add_argument("--within", type=float, default=10)
    parser.add_argument("--without", default="", type=lambda text: text.split(";"))
    parser.add_argument("page", type=Path)
    parser.add_argument("block")
    parser.add_argument("measured", type=Path)
    asked = parser.parse_args()
    wrong, count = differences(rows_of(block_of(asked.page, asked.block)),
                               rows_of(asked.measured.read_text()),
                               asked.keys, asked.within, asked.without)  # fmt: skip
    for text in wrong:
        print(f"tables: {asked.page}: {text}")
    if count == 0:
        wrong.append("nothing")
        print(f"tables: {asked.measured}: no rows")
    off = min(len(wrong), count)
    print(f"tables of {asked.page}, {asked.block}: {count - off} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
