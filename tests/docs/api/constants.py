"""constants.py - macros of the public headers: numbers, functions of them, and knobs.

Clang's tree has no macros: their names come from the text, their values from clang, which is asked
for an enumeration of them, and for the members of PAWL_KNOBS.
"""

import json
import re
import subprocess

import tree

DEFINE = re.compile(r"^#define (PAWL_\w+)(\([^)]*\))?[ \t]*((?:\\\n|[^\n])*)", re.M)
# About compilers and attributes, not about the engine; and what headers use to include each other.
INNER = re.compile(r"PAWL_\w+_H$|PAWL_(API|VISIBLE|MUST_CHECK|STATIC_ASSERT|SHARED|HAS_SHARED)$")


def find_macros(headers):
    """Each macro once, by name: where it stands, what it takes, its comment."""
    found = {}
    for header in headers.values():
        former = {}
        for match in DEFINE.finditer(header.text):
            name = match[1]
            value = re.sub(r"/\*.*?\*/", "", match[3], flags=re.S)
            value = re.sub(r"\s*\\\n\s*", " ", value).strip()
            if INNER.match(name) or (not value and not match[2]):
                continue
            said, _, former = tree.comment_at(header, match.start(), value_end(match), former)
            if not said:
                said = knob_comment(header, match.start())
            if name not in found:
                found[name] = {"name": name, "header": header.path.name, "line": header.line(match.start()),
                               "parameters": (match[2] or "")[1:-1].replace(" ", "").split(",") if match[2] else None,
                               "text": value, "comment": said, "offset": match.start()}  # fmt: skip
    return found


def value_end(match):
    comment = match[0].find("/*")
    return match.start() + len(match[0][: comment if comment >= 0 else None].rstrip())


def knob_comment(header, offset):
    """A knob's comment stands before its #ifndef."""
    lead = header.text[:offset].rfind("#ifndef ")
    if lead >= 0 and header.text.count("\n", lead, offset) <= 4:
        number = header.above(lead)
        if number is not None:
            header.used.add(number)
            return header.said(number)
    return ""


def values_of(macros):
    """The value of each macro that is a whole number."""
    names = [name for name, one in macros.items() if one["parameters"] is None]
    lines = [f"enum {{ value_{name} = ({name}) }};" for name in names]
    text = "".join(f'#include "{path}"\n' for path in tree.HEADERS) + "\n".join(lines)
    command = ["clang", "-std=gnu11", "-w", "-ferror-limit=0", "-fsyntax-only", "-x", "c", f"-I{tree.ROOT}/include",
               "-Xclang", "-ast-dump=json", "-Xclang", "-ast-dump-filter=value_PAWL", "-"]  # fmt: skip
    done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    text, values, at = done.stdout.decode(), {}, 0
    decoder = json.JSONDecoder()
    while (at := text.find("{", at)) >= 0:
        node, at = decoder.raw_decode(text, at)
        value = tree.value_of(node)
        if node.get("name", "").startswith("value_") and value is not None:
            values[node["name"][len("value_") :]] = value
    return values


def knob_table():
    """(name, macro) of each member of PAWL_KNOBS, as the compiler sees it."""
    text = '#include "pawl/config.h"\n#define X(name, macro) <name:#macro>\nPAWL_KNOBS(X)\n'
    done = subprocess.run(["clang", "-E", "-P", "-x", "c", f"-I{tree.ROOT}/include", "-"],
                          input=text.encode(), stdout=subprocess.PIPE, check=True)  # fmt: skip
    names = re.findall(r"<(\w+):", done.stdout.decode())
    source = (tree.ROOT / "include/pawl/config.h").read_text()
    macros = dict(re.findall(r"X\((\w+), (PAWL_\w+)\)", source))
    return [(name, macros[name]) for name in names]


def knobs(macros):
    found = []
    for name, macro in [("profile", "PAWL_PROFILE"), *knob_table()]:
        one = macros[macro]
        headers = re.findall(r"\((\w+\.h)\)", one["comment"]) if macro.startswith("PAWL_WITH_") else []
        found.append({"name": name, "macro": macro, "default": one["text"], "headers": headers,
                      "values": "PAWL_PROFILE_FULL, _SMALL, _TINY" if macro == "PAWL_PROFILE" else "0 or 1",
                      "comment": one["comment"], "line": one["line"]})  # fmt: skip
    return found


def constants(macros):
    values, found = values_of(macros), []
    for name, one in macros.items():
        entry = {"name": name, "header": one["header"], "line": one["line"], "offset": one["offset"],
                 "comment": one["comment"], "text": one["text"]}  # fmt: skip
        if one["parameters"] is not None:
            entry["parameters"] = one["parameters"]
        elif name in values:
            entry["value"] = values[name]
        found.append(entry)
    return found
