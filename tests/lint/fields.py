"""fields.py - each field of each def in the public headers has a row in tests/whole/def_rows.inc.

A def is a struct that starts with a cookie, or one that a call pawl_..._check takes. What can hold
anything stands there with ANY, so that a new field is a decision and not an oversight.
"""

import re
from pathlib import Path

HEADERS = Path("include/pawl")
ROWS = Path("tests/whole/def_rows.inc")
STRUCT = re.compile(r"typedef struct pawl_(\w+) \{(.*?)\n\} pawl_\1;", re.S)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
CHECK = re.compile(r"\bpawl_(\w+)_check\(")
ROW = re.compile(r"^[A-Z]+\((\w+), (\w+)", re.M)
MEMBER = re.compile(r"\*?(\w+)(?:\[[^\]]*\])?$")


def members(body):
    """Names that a struct body declares."""
    found = []
    for declaration in COMMENT.sub("", body).split(";"):
        for part in declaration.split(","):
            name = MEMBER.search(part.strip())
            if name:
                found.append(name.group(1))
    return found


def findings(headers, rows):
    """Lines of text: fields without a row. headers: texts of all public headers."""
    have = set(ROW.findall(rows))
    text = "\n".join(headers)
    checked = set(CHECK.findall(text))
    found = []
    for name, body in STRUCT.findall(text):
        fields = members(body)
        if "cookie" in fields and name not in checked:
            found.append(f"pawl_{name} has no pawl_{name}_check")
        if name in checked:
            found += [f"pawl_{name}.{field}: no row" for field in fields if (name, field) not in have]
    return found


def def_fields(root):
    """A wrong field is named: each def has a check, and each field of it a row in its test."""
    headers = [path.read_text(encoding="utf-8") for path in sorted((root / HEADERS).glob("*.h"))]
    rows = (root / ROWS).read_text(encoding="utf-8") if (root / ROWS).exists() else ""
    for message in findings(headers, rows):
        yield ROWS.as_posix(), 1, message


RULES = (def_fields,)
