"""describe.py - build/pawl_api.json: the public interface as data, for the reference and packages.

    describe.py OUT [--headers FOLDER]        write it; exit status 1 when something is not said
    describe.py --check FILE ARCHIVE          against schema.json, and against what ARCHIVE exports

The same headers give the same bytes. What it holds is described by schema.json.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

import constants
import layouts
import meaning
import sources
import tree

FORMAT = 1
HERE = Path(__file__).resolve().parent
# Formats whose unit is not told by a comment.
FIXED = ("ticks", "bytes", "ms", "count", "index", "bits", "hash", "raw", "flag", "enum")
SCALARS = (
    ("pawl_fx", 4, "Q16.16", "a number: raw / 65536, within +-32767.99998; INT32_MIN does not occur"),
    ("pawl_wide", 8, "Q48.16", "a force, an impulse, a mass: raw / 65536"),
    ("pawl_fraction", 4, "Q2.30", "a share of a movement: raw / 2^30"),
    ("pawl_angle", 4, "turn/2^32", "an angle: raw / 2^32 turns, counter-clockwise, wraps"),
)


def siblings_of(types):
    """The field of a def that a setter or getter is about."""

    def find(function, name):
        match = re.fullmatch(r"pawl_([a-z]+)_(?:[gs]et|is|has)_(\w+)", function["name"])
        record = match and types.records.get(f"pawl_{match[1]}_def")
        for field in (record or {"fields": []})["fields"]:
            if field["name"] in (match[2], name):
                return field
        return None

    return find


def result_of(function, types, siblings):
    declared = function["result"].replace("_Bool", "bool")
    kind, form, unit = types.class_of(function["result"])
    name = re.sub(r"^pawl_[a-z]+_(get_|take_)?", "", function["name"])
    if kind == "int":
        form, unit = meaning.format_of_integer(name, function["comment"], function["name"])
    sibling = siblings(function, name) or {}
    comment = function["comment"]
    said = " ".join(one for one in meaning.sentences(comment) if re.match(r"(Returns|True|False|Whether|The |How )", one))
    source = f"{comment} {sibling.get('comment', '')}"
    if kind == "bool":
        said = said or ("whether it is so" if re.search(r"_(is|has)_", function["name"]) else "whether there was one")
    fixed = kind in ("enum", "bool", "void", "id", "text") or form in FIXED
    found = {"type": declared, "class": kind, "format": form or "-",
             "unit": unit if fixed else (meaning.UNITS.search(source) or [unit])[0],
             "said": "" if declared == "pawl_status" else (said or sibling.get("comment", "") or comment.split("\n\n")[0])}  # fmt: skip
    if kind in ("fx", "wide", "vec", "wide2", "angle", "rot", "box", "pose", "int", "id", "record") and any(
            one["type"].endswith("_id") for one in function["parameters"]) and "get_" in function["name"]:  # fmt: skip
        found["failure"] = "zero for a handle that is null or stale"
    return found


def knob_of(header, knobs):
    return [one["macro"] for one in knobs if header in one["headers"]]


def section_of(header, offset):
    name = ""
    for begin, title in header.sections():
        name = title if begin <= offset else name
    return name


def describe_function(function, context):
    types, headers, functions, knobs, version, source = context
    siblings = siblings_of(types)
    given = [meaning.parameter(function, at, types, siblings) for at in range(len(function["parameters"]))]
    header = headers[function["header"]]
    return {
        "name": function["name"], "module": function["header"][:-2], "header": function["header"],
        "line": function["line"], "section": section_of(header, function["offset"]),
        "signature": function["signature"], "inline": function["inline"], "must_check": function["must_check"],
        "supplied_by": "program" if function["header"] == "port.h" else "library",
        "parameters": given, "result": result_of(function, types, siblings),
        "errors": meaning.errors_of(function, types, functions, source),
        "cost": meaning.part(function["comment"], "Cost") or None,
        "since": meaning.part(function["comment"], "Since").rstrip(".") or version,
        "needs": knob_of(function["header"], knobs), "calls": function["calls"],
        "comment": function["comment"],
    }  # fmt: skip


def describe_field(field, types, header, record):
    kind, form, unit = types.class_of(field["type"])
    word = meaning.word_of(field["name"], kind)
    if kind == "int":
        form, unit = meaning.format_of_integer(field["name"], field["comment"], record)
    own = meaning.word_of(f"{record}.{field['name']}", "int")
    if kind == "int" and word and word[1] != "-" and not field["comment"] and not own:
        form = word[1]
    if word and word[2] not in ("-", "the caller's"):
        unit = unit or word[2]
    extent = re.search(r"\[(\d+)\]", field["type"])
    found = {"name": field["name"], "type": field["type"].replace("_Bool", "bool"), "class": kind, "format": form or "-",
             "unit": unit if kind in ("bool", "enum", "callback", "id", "text", "bytes") or form in FIXED
             else (meaning.UNITS.search(field["comment"]) or [unit])[0],
             "range": meaning.range_in(field["comment"]) or "any",
             "default": default_of(field["comment"]), "line": field["line"],
             "comment": field["comment"] or (word[4] if word else "")}  # fmt: skip
    if extent:
        found["count"] = int(extent[1])
    if kind == "callback":
        found["signature"] = types.callbacks.get(field["type"]) or callback_signature(header, field)
    return found


def default_of(comment):
    match = re.search(r"\b[Dd]efaults?(?: to)?:? ((?:[^.;,]|\.\d|,\s(?=-?\d+\)))+)", comment)
    return re.sub(r"\s+", " ", match[1]).strip() if match else None


def callback_signature(header, field):
    """As it is written, from the line of the field on: several records have a field of this name."""
    lines = header.text.splitlines(keepends=True)[field["line"] - 1 :]
    match = re.search(rf"[^;{{}}]*\(\*{field['name']}\)\([^;]*;", "".join(lines))
    text = re.sub(r"/\*.*?\*/", "", match[0], flags=re.S) if match else field["type"]
    return re.sub(r"\s+", " ", text).strip(" ;")


def describe_record(name, record, types, headers):
    header = headers[record["header"]]
    return {"name": name, "module": record["header"][:-2], "header": record["header"], "line": record["line"],
            "section": section_of(header, record["offset"]), "comment": record["comment"],
            "fields": [describe_field(field, types, header, name) for field in record["fields"]]}  # fmt: skip


def describe_enum(one, headers):
    header = headers[one["header"]]
    return {"name": one.get("typedef") or one["name"], "module": one["header"][:-2], "header": one["header"],
            "line": one["line"], "section": section_of(header, one["offset"]), "comment": one["comment"],
            "values": [{key: value[key] for key in ("name", "value", "comment")} for value in one["values"]]}  # fmt: skip


def modules_of(headers):
    found = []
    for header in headers.values():
        name, _, rest = header.title().partition(" - ")
        found.append({"name": name.removesuffix(".h"), "header": header.path.name, "comment": rest.strip(),
                      "includes": re.findall(r'#include "pawl/(\w+\.h)"', header.text),
                      "notes": [{"line": header.line(at), "text": text} for at, text in header.notes()]})  # fmt: skip
    return found


def describe(folder=None):
    paths = sorted((folder / "pawl").glob("*.h")) if folder else tree.HEADERS
    found, by_path = tree.read_all(paths, folder)
    headers = {header.path.name: header for header in by_path.values()}
    types = meaning.Types(found)
    macros = constants.find_macros(by_path) if not folder else {}
    knobs = constants.knobs(macros) if macros else []
    numbers = constants.constants(macros) if macros else []
    values = {one["name"]: one.get("value") for one in numbers}
    version = ".".join(str(values.get(f"PAWL_VERSION_{part}", 0)) for part in ("MAJOR", "MINOR", "PATCH"))
    context = types, headers, found["functions"], knobs, version, {} if folder else sources.statuses()
    for one in numbers:
        one["section"] = section_of(headers[one["header"]], one.pop("offset"))
    records = {name: record for name, record in types.records.items() if name.startswith("pawl_")}
    structs = [describe_record(name, one, types, headers) for name, one in records.items()]
    if not folder:
        layouts.add_layouts(structs)
    return {
        "format": FORMAT, "version": version, "simulation": values.get("PAWL_SIMULATION_VERSION"),
        "scalars": [dict(zip(("name", "bytes", "format", "comment"), row)) for row in SCALARS],
        "modules": modules_of(headers),
        "functions": [describe_function(one, context) for one in found["functions"].values()],
        "records": structs,
        "opaque": sorted(types.opaque - set(records)),
        "enums": [describe_enum(one, headers) for one in found["enums"]],
        "constants": numbers, "knobs": knobs,
    }  # fmt: skip


def complaints(description):
    """What a reader would not find in the headers."""
    for one in description["functions"]:
        place = f"include/pawl/{one['header']}:{one['line']}: "
        if not one["comment"]:
            yield f"{place}{one['name']} has no comment"
        for given in one["parameters"]:
            for text in meaning.gaps(one, given):
                yield place + text
        if one["result"]["type"] == "pawl_status" and one["parameters"] and not one["errors"]:
            yield f"{place}{one['name']}: which errors?"
        if one["result"]["class"] == "int" and one["result"]["format"] == "-":
            yield f"{place}{one['name']}: its result has no format"
    for kind in ("records", "enums"):
        for one in description[kind]:
            place = f"include/pawl/{one['header']}:{one['line']}: "
            if one["name"] and not one["comment"] and not any(x["comment"] for x in one.get("fields", one.get("values"))):
                yield f"{place}{one['name']} has no comment"
            for field in one.get("fields", ()):
                if not field["comment"] and not self_evident(field, one):
                    yield f"{place}{one['name']}.{field['name']} has no comment"


def self_evident(field, record):
    """A field that the comment of its struct names, or whose name is all there is to say."""
    if "rivate" in record["comment"]:
        return True
    return field["name"] in ("pad", "context") or re.search(rf"\b{field['name']}\b", record["comment"])


def exported(archive):
    done = subprocess.run(["nm", "-g", "--defined-only", archive], stdout=subprocess.PIPE, check=True)
    return set(re.findall(r"^[0-9a-f]+ T (pawl_\w+)$", done.stdout.decode(), re.M))


def check_file(path, archive):
    """Against the schema, the archive, and the table of knobs."""
    import jsonschema

    text = path.read_text()
    description, wrong = json.loads(text), []
    for error in jsonschema.Draft7Validator(json.loads((HERE / "schema.json").read_text())).iter_errors(description):
        wrong.append(f"{'/'.join(map(str, error.absolute_path))}: {error.message[:120]}")
    told = {one["name"] for one in description["functions"] if not one["inline"] and one["supplied_by"] == "library"}
    shown = exported(archive)
    wrong += [f"{name} is exported and not described" for name in sorted(shown - told)]
    wrong += [f"{name} is described and not exported" for name in sorted(told - shown)]
    listed = [(one["name"], one["macro"]) for one in description["knobs"]][1:]
    if listed != constants.knob_table() or len(listed) < 10:
        wrong.append("knobs are not those of PAWL_KNOBS")
    if written(describe()) != text:
        wrong.append("a second description of the same headers is another one")
    for line in wrong:
        print(f"api: {line}")
    done = len(told & shown) + len(listed) + 2
    print(f"api: {done} passed, {len(wrong)} failed")
    return not wrong


def written(description):
    return json.dumps(description, indent=1, ensure_ascii=False) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("archive", nargs="?")
    parser.add_argument("--headers", type=Path)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    if asked.check:
        return 0 if check_file(asked.file, asked.archive) else 1
    description = describe(asked.headers)
    asked.file.write_text(written(description))
    wrong = list(complaints(description))
    for line in wrong:
        print(line)
    sizes = ", ".join(f"{len(description[key])} {key}" for key in ("functions", "records", "enums", "constants", "knobs"))
    print(f"{asked.file}: {sizes}; {len(wrong)} not said")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
