"""fields.py - fields of records as methods of Godot's classes: rows of a table, with places and kinds.

A record within a record is read by names that are joined, an array with an index first. A pointer
takes an object: a record, a world, a buffer, whose memory is then used, and must live as long.
"""

import re

from model import FIXED, HANDLES, INTEGERS, bare

VECTORS = ("pawl_vec2", "pawl_rot")
KINDS = {"bool": "GLUE_BOOL", "_Bool": "GLUE_BOOL", "pawl_angle": "GLUE_UNSIGNED", "pawl_wide": "GLUE_SIGNED",
         "pawl_fx": "GLUE_SIGNED", "pawl_fraction": "GLUE_SIGNED", "size_t": "GLUE_UNSIGNED",
         **{name: "GLUE_SIGNED" if sign else "GLUE_UNSIGNED" for name, (bits, sign) in INTEGERS.items() if bits}}  # fmt: skip
GODOT = {"GLUE_BOOL": "GD_BOOL", "GLUE_VECTOR": "GD_VECTOR2I"}


def kind_of(interface, base):
    """GLUE_... of a type of C that is a number, a handle or a vector; else None."""
    if base in VECTORS:
        return "GLUE_VECTOR"
    if HANDLES.match(base):
        return "GLUE_HANDLE"
    return "GLUE_SIGNED" if base in interface.enums else KINDS.get(base)


def places(interface, record, prefix="", path=""):
    """(name, path in C, kind, is_array) of all that can be reached in a record."""
    for one in interface.records[record]["fields"]:
        declared, base = one["type"], bare(one["type"])
        name, where = prefix + one["name"], path + one["name"]
        if one["name"] in ("cookie", "pad") or "(" in declared:
            continue
        kind = kind_of(interface, base)
        if declared.count("*") == 1 and "[" not in declared:
            if base in interface.opaque:
                yield name, where, "GLUE_OBJECT", False
            elif base in interface.records or base == "void" or base in INTEGERS or base in FIXED:
                if base != "char":
                    yield name, where, "GLUE_BYTES" if declared == "const uint8_t *" else "GLUE_POINTER", False
        elif "*" in declared:
            continue
        elif kind:
            yield name, where, kind, "[" in declared
        elif base in interface.records and "[" not in declared:
            yield from places(interface, base, name + "_", where + ".")


def row(owner, record, name, place, sets, kept):
    """A line of the table: a getter or setter of a place in the record of an object of class `owner`."""
    _, path, kind, is_array = place
    holder = f"glue_instance, {kept}.{path}" if kept else f"{record}, {path}"
    inner = re.sub(r"^", f"(({record} *)0)->", path)
    indexed = is_array or (kind == "GLUE_BYTES" and not sets)
    value = "GD_OBJECT" if kind in ("GLUE_OBJECT", "GLUE_POINTER", "GLUE_BYTES") else GODOT.get(kind, "GD_INT")
    types = (["GD_INT"] if indexed else []) + ([value] if sets or kind == "GLUE_OBJECT" else [])
    names = (['"index"'] if indexed else []) + (['"value"'] if sets or kind == "GLUE_OBJECT" else [])
    result = "GD_NIL" if sets or kind == "GLUE_OBJECT" else "GD_INT" if kind == "GLUE_BYTES" else value
    size = f"sizeof {inner}" + ("[0]" if is_array else "")
    count = f"sizeof {inner} / {size}" if is_array else "0"
    return (f'    {{{owner}, "{name}", NULL, {len(types)}, {{{", ".join(types) or "0"}}}, {{{", ".join(names) or "NULL"}}}, '
            f"{result}, false, {{{kind}, {'true' if sets else 'false'}, {'true' if kept else 'false'}, "
            f"offsetof({holder}), {size}, {count}}}}},")  # fmt: skip


def rows(interface, owner, record, short="", kept="", taken=()):
    """Getters and setters of a record: that of a class, or one that an object keeps beside its own."""
    found = []
    for place in places(interface, record):
        name = f"{short}_{place[0]}" if short else place[0]
        if kept and place[2] in ("GLUE_OBJECT", "GLUE_POINTER", "GLUE_BYTES"):
            continue
        if f"set_{name}" not in taken:
            found.append(row(owner, record, f"set_{name}", place, True, kept))
        if place[2] != "GLUE_POINTER" and f"get_{name}" not in taken:
            found.append(row(owner, record, f"get_{name}", place, False, kept))
    return found
