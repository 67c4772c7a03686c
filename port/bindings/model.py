"""model.py - the public interface as bindings see it, from build/pawl_api.json.

The file says what each parameter is; here follows from it what a language can do with it: a pointer
and a count become a list, a pointer that is only written becomes a result, a function whose first
parameter is a world becomes a method of it. No function is named here: a new one needs no hand.
"""

import json
import re
from dataclasses import dataclass, field

# Types of C whose size is that of all machines; the width in bits, and whether it has a sign.
INTEGERS = {"int8_t": (8, True), "uint8_t": (8, False), "int16_t": (16, True), "uint16_t": (16, False),
            "int32_t": (32, True), "uint32_t": (32, False), "int64_t": (64, True), "uint64_t": (64, False),
            "int": (32, True), "char": (8, True), "size_t": (0, False)}  # fmt: skip
# Numbers with a point, and how many bits are behind it; an angle is a share of a turn.
FIXED = {"pawl_fx": (32, 16), "pawl_wide": (64, 16), "pawl_fraction": (32, 30), "pawl_angle": (32, 32)}
HANDLES = re.compile(r"pawl_(\w+)_id$")


@dataclass
class Param:
    name: str
    type: str  # as C writes it
    base: str  # without pointer, const and extent
    kind: str  # see kind_of
    null: bool = False  # whether it may be left out
    kept: bool = False  # whether the library goes on using it after the call
    both: bool = False  # of an out: read first, such as a cursor
    count: str = ""  # the parameter that says how many
    counts: list = field(default_factory=list)  # of a count: the parameters that it is of
    doc: str = ""


@dataclass
class Call:
    name: str
    params: list
    result: str  # as C writes it
    gives: str  # see gives_of
    owner: str = ""  # type whose method it is, or ""
    method: str = ""  # what it is called there, or alone
    subject: int = 0  # how many parameters the owner fills
    inline: bool = False
    doc: str = ""
    module: str = ""

    def inputs(self):
        """What a caller writes, without owner, counts and results."""
        return [one for one in self.params[self.subject :] if one.kind not in ("count", "out", "told", "object_out")]

    def given(self):
        """As inputs, with what is read before it is written: a number that goes in and comes out."""
        return [one for one in self.params[self.subject :] if one.both or one in self.inputs()]

    def outputs(self):
        return [one for one in self.params if one.kind in ("out", "object_out")]


def bare(declared):
    return re.sub(r"\b(const|struct|enum)\b|\[.*?\]|\*", "", declared).replace(" ", "")


def base_of(declared):
    """As bare; a pointer to text is a value like any: text."""
    return "text" if declared == "const char **" else bare(declared)


def kind_of(one, opaque, records):
    """value: by value; object: of an opaque type; in, out, inout: a pointer to one; told: out, and
    may be null, which says more of a failure; list_in, list_out, bytes_in, bytes_out: to several;
    text_in, text_out; object_out: where the pointer to a new object goes; raw: a pointer that the
    caller must understand."""
    declared, base = one["type"], bare(one["type"])
    stars = declared.count("*") + declared.count("[")
    is_const = declared.startswith("const ")
    if stars == 0:
        return "value"
    if stars > 1 and base == "char":
        return "told"
    if stars > 1:
        return "object_out" if base in opaque and not is_const else "raw"
    if base in opaque:
        return "object"
    if one["class"] == "text":
        return "text_in" if is_const else "text_out"
    several = "extent" in one or "[" in declared
    if base == "void" or (base == "uint8_t" and several):
        return "bytes_in" if is_const else "bytes_out"
    if several:
        return "list_in" if is_const else "list_out"
    if is_const:
        return "in"
    if one["direction"] == "out" or base not in records:
        return "told" if one.get("null") else "out"
    return "inout"


class Model:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.take(json.load(file))

    @classmethod
    def of(cls, api):
        """Of a description that is there already, such as a part of one."""
        made = cls.__new__(cls)
        made.take(api)
        return made

    def take(self, api):
        self.api = api
        self.version = self.api["version"]
        self.opaque = self.api["opaque"]
        self.records = {one["name"]: one for one in self.api["records"]}
        self.enums = {one["name"]: one for one in self.api["enums"] if one["name"]}
        self.anonymous = [one for one in self.api["enums"] if not one["name"]]
        self.constants = {one["name"]: one["value"] for one in self.api["constants"] if "value" in one}
        self.handles = sorted(name for name in self.records if HANDLES.match(name))
        self.calls = [self.call(one) for one in self.api["functions"] if one["supplied_by"] == "library"]
        self.by_name = {one.name: one for one in self.calls}

    def call(self, function):
        params = [Param(one["name"], one["type"], base_of(one["type"]), kind_of(one, self.opaque, self.records),
                        one.get("null", False), one.get("kept", False), False,
                        doc=one["said"] or one["meaning"]) for one in function["parameters"]]  # fmt: skip
        by_name = {one.name: one for one in params}
        for one, told in zip(params, function["parameters"]):
            one.both = one.kind == "out" and told["direction"] == "inout" and one.base in INTEGERS
        for one, told in zip(params, function["parameters"]):
            extent = told.get("extent", {})
            count = extent.get("parameter") or extent.get("text", "")
            if count in by_name and by_name[count].kind == "value":
                one.count = count
                by_name[count].counts.append(one.name)
        for one in params:
            if one.counts:
                one.kind = "count"
        result = function["result"]["type"]
        found = Call(function["name"], params, result, self.gives_of(result, params), inline=function["inline"],
                     doc=function["comment"], module=function["module"])  # fmt: skip
        found.owner, found.method, found.subject = self.owner_of(found)
        return found

    def gives_of(self, result, params):
        """status: a failure is raised; maybe: false means that there is no result; else what it is."""
        outs = any(one.kind in ("out", "object_out") for one in params)
        if result == "pawl_status" and (params or outs):
            return "status"
        if result == "bool" and outs:
            return "maybe"
        base = bare(result)
        if "*" in result:
            return "text" if base == "char" else "object" if base in self.opaque else "pointer"
        return "void" if result == "void" else "value"

    def owner_of(self, call):
        """The first parameter, where the name begins with its type; a handle behind a world."""
        short, given = call.name.removeprefix("pawl_"), call.params
        if len(given) > 1 and given[0].base == "pawl_world" and given[1].kind == "value":
            handle = HANDLES.match(given[1].base)
            if handle and short.startswith(handle[1] + "_"):
                return given[1].base, short.removeprefix(handle[1] + "_"), 2
        if given and given[0].kind in ("object", "in", "inout"):
            base = given[0].base
            own = base.removeprefix("pawl_") + "_"
            if base in self.opaque or base in self.records:
                if short.startswith(own):
                    return base, short.removeprefix(own), 1
                if base == "pawl_world":
                    return base, short, 1
        return "", short, 0

    def count_of(self, record, name):
        """The field that says how many a pointer of a record leads to, or ""; with room, how many fit.

        `points` has point_count or point_capacity; a bare `count` is that of the pointer whose comment
        has it, or else of the one before it.
        """
        fields = self.records[record]["fields"]
        names = [one["name"] for one in fields]
        at = names.index(name)
        declared = fields[at]["type"]
        if declared.count("*") != 1 or fields[at]["class"] == "callback" or bare(declared) in ("void", "char", *self.opaque):
            return ""
        constant = declared.startswith("const ")
        words = ("count", "capacity") if constant else ("capacity", "count")
        found = [f"{stem}_{word}" for word in words for stem in (name.removesuffix("s"), name) if f"{stem}_{word}" in names]
        told = [one["name"] for one in fields if "*" in one["type"] and "`count`" in one["comment"]]
        bare_of = [word for word in words if word in names and (name in told if told else names[at + 1] == word)]
        return (found or bare_of or [""])[0]

    def is_several(self, record, name):
        """Whether a pointer of a record leads to several, though it may not say how many."""
        declared = next(one["type"] for one in self.records[record]["fields"] if one["name"] == name)
        word = name.rpartition("_")[2]
        same = bare(declared).endswith("_" + word)
        return bare(declared) not in self.opaque and (bool(self.count_of(record, name)) or (word.endswith("s") and not same))

    def default_of(self, record):
        """The function that makes a def, if there is one."""
        return self.by_name.get(f"{record}_default") if record.startswith("pawl_") else None

    def maker_of(self, opaque):
        """(function that makes it in memory from a def, function that says how much), or None."""
        make, size = self.by_name.get(f"{opaque}_init"), self.by_name.get(f"{opaque}_size")
        return (make, size) if make and size else None


def split_parameters(given):
    """Of a C function; those of a function among them have commas of their own. None for void."""
    parts, depth = [""], 0
    for letter in given:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip() != "void"]


def type_name(name):
    """pawl_world_def to WorldDef; handles end with Id."""
    return "".join(part.capitalize() for part in name.removeprefix("pawl_").split("_"))


def enum_values(enum):
    """Short names: without the prefix that all values share."""
    names = [one["name"] for one in enum["values"]]
    parts = [name.split("_") for name in names]
    shared = 1
    while all(len(one) > shared + 1 and one[shared] == parts[0][shared] for one in parts):
        shared += 1
    short = ["_".join(one[shared:]) for one in parts]
    if any(not one[0].isalpha() for one in short):
        short = ["_".join(one[1:]) for one in parts]
    return list(zip(short, (one["value"] for one in enum["values"]), (one["comment"] for one in enum["values"])))
