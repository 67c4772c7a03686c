"""names.py - what the types of C are called in JavaScript and in TypeScript."""

import re

from model import FIXED, INTEGERS, bare, split_parameters, type_name

NUMBERS = {"pawl_fx": "fx", "pawl_wide": "wide", "pawl_fraction": "share", "pawl_angle": "turn"}
CLASSES = {"fx": "Fx", "wide": "Wide", "share": "Share", "turn": "Turn"}
RESERVED = set("""arguments await break case catch class const continue debugger default delete do else enum eval
    export extends false finally for function if implements import in instanceof interface let new null package
    private protected public return static super switch this throw true try typeof var void while with yield""".split())


def camel(name):
    first, *rest = name.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


def variable(name):
    """Of a parameter or a function, which must not be a word of the language."""
    made = camel(name)
    return made + "_" if made in RESERVED else made


def scalar(base):
    """The name in `kinds` of a type of C that is a number, or "" for a record."""
    if base in NUMBERS:
        return NUMBERS[base]
    if base in ("bool", "_Bool"):
        return "bool"
    if base == "text":
        return "text"
    if base == "size_t":
        return "u32"
    if base in INTEGERS:
        bits, signed = INTEGERS[base]
        return f"{'i' if signed else 'u'}{bits}"
    return ""


def prototype(signature):
    """(result, [(type, name)]) of a callback, without its first parameter, the context."""
    result, given = re.fullmatch(r"(.*?)\s*\(\*\w*\)\((.*)\)", signature).groups()
    found = []
    for at, part in enumerate(split_parameters(given)[1:]):
        name = re.search(r"[ *](\w+)$", part)
        is_type = "(*" in part or not name or name[1].endswith("_t") or name[1] == "void"
        found.append((part, f"argument{at}") if is_type else (part[: name.start(1)].strip(), name[1]))
    return result, found


def is_optional(one):
    return one.null or (one.kind == "in" and one.base.endswith("_filter"))


def is_filled(one):
    """Whether a program may give the memory for it, and need not."""
    return one.kind in ("list_out", "text_out") and one.count


class Shape:
    """How a call looks in JavaScript: parameters, options, results."""

    def __init__(self, call, interface):
        plain = [one for one in call.given() if not is_filled(one)]
        self.needed = [one for one in plain if not is_optional(one)]
        self.lists = [one for one in call.inputs() if one.kind == "list_out" and one.count]
        self.filled = [one for one in call.inputs() if is_filled(one)]
        self.reports = [one for one in call.params if one.kind == "told" and one.base in interface.records]
        self.options = [one for one in plain if is_optional(one)] + self.lists + self.reports
        self.capacity = bool(self.filled)
        counted = self.lists and bare(call.result) in INTEGERS and call.gives == "value"
        self.result = "" if call.gives in ("void", "status", "maybe") or counted else "result"
        self.counted = bool(counted)
        self.outs = [one for one in call.params if one.kind in ("out", "object_out") or is_filled(one)]
        if call.gives == "text":
            self.outs = []

    def parameters(self):
        given = [variable(one.name) for one in self.needed]
        options = [variable(one.name) for one in self.options] + ["capacity"] * self.capacity
        return given + ([f"{{ {', '.join(options)} }} = {{}}"] if options else [])


class Names:
    def __init__(self, interface):
        self.interface = interface
        for name in interface.records:
            if self.leaves(name) == 1:
                raise ValueError(f"{name} has a single field: wasm32 hands it over as that, which nothing here does")

    def leaves(self, name):
        return sum(self.leaves(base) if (base := bare(one["type"])) in self.interface.records and "*" not in one["type"]
                   else 1 + ("[" in one["type"]) for one in self.interface.records[name]["fields"])  # fmt: skip

    def kind(self, base):
        """An expression of JavaScript: how a value of this type lies in memory."""
        if base in self.interface.records:
            return type_name(base)
        return f"kinds.{scalar(base) or 'i32'}"

    def count_of(self, record, field):
        """[distance, kind] of the field that says how many a pointer leads to, or ""."""
        names = [one["name"] for one in record["fields"]]
        name = field["name"]
        of_bytes = field["class"] == "bytes"
        wanted = [f"{name}_size", f"{name}_count"] if of_bytes else [f"{name.removesuffix('s')}_count", f"{name.removesuffix('es')}_count"]
        if name in ("bytes", "values"):
            wanted.append("size")
        if not of_bytes and field["class"] in ("record", "pointer"):
            wanted.append("count")
        for one in wanted:
            if one in names:
                offsets = record["layouts"]["ilp32"]["offsets"]
                at = names.index(one)
                kind = self.kind(bare(record["fields"][at]["type"]))
                return f"[{offsets[at] - offsets[names.index(name)]}, {kind}]"
        return ""

    # ---- TypeScript ----
    def given(self, base):
        """What a program may write for a value of this type."""
        if base in self.interface.records:
            return f"{type_name(base)}Init"
        if base in self.interface.enums:
            return type_name(base)
        kind = scalar(base)
        if kind in CLASSES:
            return "Decimal"
        return {"bool": "boolean", "text": "string | null", "u64": "bigint | number", "i64": "bigint | number"}.get(kind, "number")

    def got(self, base):
        if base in self.interface.records or base in self.interface.enums or base in self.interface.opaque:
            return type_name(base)
        kind = scalar(base)
        return CLASSES.get(kind) or {"bool": "boolean", "text": "string | null", "u64": "bigint", "i64": "bigint"}.get(kind, "number")
