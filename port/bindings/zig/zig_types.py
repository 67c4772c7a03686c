"""zig_types.py - what names and types of C are called in Zig, and the defaults of records.

The defaults of a def are what its function of the library gives: fields get them as theirs.
"""

import ctypes
import re

from callbacks import parts_of
from model import FIXED, INTEGERS, bare, enum_values, type_name

NUMBERS = {"pawl_fx": "Fx", "pawl_wide": "Wide", "pawl_fraction": "Fraction", "pawl_angle": "Angle"}
KEYWORDS = set("addrspace align allowzero and anyframe anytype asm break callconv catch comptime const continue defer "
               "else enum errdefer error export extern fn for if inline linksection noalias noinline nosuspend opaque or "
               "orelse packed pub resume return struct suspend switch test threadlocal try union unreachable var volatile "
               "while".split())  # fmt: skip
# Names that no parameter or function may have: types of the language, what is written here and used
# inside of types.
PRIMITIVES = set("type bool void noreturn anyerror anyopaque usize isize true false null undefined self result".split())
HELPERS = set("c fixed passed leastOf countAs textAt namedIn errorOf statusOf".split())


def camel(name):
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def quoted(name):
    """As a field or a tag, which may be called like a type."""
    return f'@"{name}"' if name in KEYWORDS or not re.match(r"[A-Za-z_]", name) else name


def docs(comment, pad="", mark="///"):
    return [f"{pad}{mark} {line.strip()}".rstrip() for line in (comment or "").splitlines()]


class Types:
    def __init__(self, interface, library):
        self.interface = interface
        self.library = ctypes.CDLL(str(library))
        self.width = "lp64" if ctypes.sizeof(ctypes.c_void_p) == 8 else "ilp32"
        self.callbacks = {one["type"]: one["signature"] for told in interface.records.values()
                          for one in told["fields"] if one["class"] == "callback"}  # fmt: skip

    # ---- types ----
    def value(self, base):
        if base in NUMBERS:
            return NUMBERS[base]
        if base in ("bool", "_Bool"):
            return "bool"
        if base == "int":
            return "c_int"
        if base in INTEGERS:
            bits, signed = INTEGERS[base]
            return "usize" if bits == 0 else "u8" if base == "char" else f"{'i' if signed else 'u'}{bits}"
        known = base in self.interface.records or base in self.interface.enums or base in self.interface.opaque
        return type_name(base) if known else "anyopaque"

    def one_only(self, base):
        """Whether a pointer to it leads to a single one."""
        return base in self.interface.opaque or self.value(base) == "anyopaque"

    def pointer(self, declared, several=False):
        """As C has it: it may be null."""
        base, constant = bare(declared), "const " if declared.startswith("const ") else ""
        if base == "char":
            made = "?[*:0]const u8" if constant else "?[*]u8"
        else:
            many = several and not self.one_only(base)
            made = f"?{'[*]' if many else '*'}{constant}{self.value(base)}"
        for _ in range(declared.count("*") + declared.count("[") - 1):
            made = f"?*{made}"
        return made

    def function(self, declared, name=""):
        """(result, [(type in Zig, type in C, name)]) of a callback."""
        result, given = parts_of({"type": self.callbacks.get(declared, declared)})
        several = [at + 1 < len(given) and self.counts(*given[at + 1]) for at in range(len(given))]
        return result, [(self.argument(kind, many), kind, each) for (kind, each), many in zip(given, several)]

    def counts(self, declared, name):
        """Whether a parameter of a callback says how many the one before it leads to."""
        return name in ("size", "count") and bare(declared) in INTEGERS and "*" not in declared

    def argument(self, declared, several=False):
        base = bare(declared)
        if "(*" in declared:
            return self.callback(declared)
        if "*" not in declared:
            return self.value(base)
        if base in self.interface.opaque or (base in self.interface.records and declared.startswith("const ") and not several):
            return self.pointer(declared)[1:]  # the library gives no null for these
        return self.pointer(declared, several=True)

    def callback(self, declared):
        result, given = self.function(declared)
        kinds = ", ".join(kind for kind, _, _ in given)
        return f"?*const fn ({kinds}) callconv(.c) {'void' if result == 'void' else self.value(bare(result))}"

    def raw(self, one):
        """Of a parameter, for the functions as they are."""
        if one.kind == "value" or one.kind == "count":
            return self.value(one.base)
        several = one.kind.startswith(("list", "bytes", "raw"))
        return self.pointer(one.type, several)

    def field(self, record, one):
        if one["class"] == "callback":
            return self.callback(one["type"])
        if "*" in one["type"]:
            single = bare(one["type"]) in self.interface.records and not self.interface.is_several(record, one["name"])
            return self.pointer(one["type"], several=not single)
        extent = re.findall(r"\[(\w+)\]", one["type"])
        return "".join(f"[{count}]" for count in extent) + self.value(bare(one["type"]))

    # ---- defaults ----
    def default_bytes(self, name):
        """What the library gives, or zeros."""
        size = self.interface.records[name]["layouts"][self.width]["size"]
        maker = self.interface.default_of(name)
        if not maker or maker.params:
            return bytes(size)
        kind = type(name, (ctypes.Structure,), {"_fields_": [("bytes", ctypes.c_uint8 * size)]})
        function = getattr(self.library, maker.name)
        function.restype, function.argtypes = kind, []
        return bytes(function())

    def integer(self, base, given):
        bits, signed = INTEGERS.get(base, (32, True)) if base not in FIXED else (FIXED[base][0], base != "pawl_angle")
        return int.from_bytes(given[: (bits or 8 * len(given)) // 8], "little", signed=signed)

    def literal(self, base, given):
        """A value of its bytes."""
        if base in self.interface.records:
            if not any(given) and not any(self.default_bytes(base)):
                return ".{}"
            return self.record_literal(base, given)
        number = self.integer(base, given)
        if base in NUMBERS:
            return f".{{ .raw = {number} }}" if number else ".{}"
        if base in ("bool", "_Bool"):
            return "true" if given[0] else "false"
        if base not in self.interface.enums:
            return str(number)
        tag = next((name.lower() for name, value, _ in enum_values(self.interface.enums[base]) if value == number), "")
        return f".{quoted(tag)}" if tag else f"@enumFromInt({number})"

    def record_literal(self, name, given):
        told, parts = self.interface.records[name], []
        for one, at in zip(told["fields"], self.spans(name)):
            parts.append(f".{quoted(one['name'])} = {self.field_literal(one, given[at])}")
        return f".{{ {', '.join(parts)} }}"

    def spans(self, name):
        layout = self.interface.records[name]["layouts"][self.width]
        ends = [*layout["offsets"][1:], layout["size"]]
        return [slice(start, end) for start, end in zip(layout["offsets"], ends)]

    def field_literal(self, one, given):
        base = bare(one["type"])
        if "*" in one["type"] or one["class"] == "callback":
            return "null"
        return self.array(base, [self.number(count) for count in re.findall(r"\[(\w+)\]", one["type"])], given)

    def array(self, base, extent, given):
        """Of its bytes, by as many dimensions."""
        if not extent:
            return self.literal(base, given)
        if not any(given):
            made = self.literal(base, given)
            for _ in extent:
                made = f"@splat({made})"
            return made
        size = self.size_of(base)
        for count in extent[1:]:
            size *= count
        parts = [self.array(base, extent[1:], given[size * at : size * (at + 1)]) for at in range(extent[0])]
        return f".{{ {', '.join(parts)} }}"

    def size_of(self, base):
        if base in self.interface.records:
            return self.interface.records[base]["layouts"][self.width]["size"]
        bits = FIXED[base][0] if base in FIXED else INTEGERS.get(base, (8 if "ool" in base else 32, True))[0]
        return (bits or ctypes.sizeof(ctypes.c_void_p) * 8) // 8

    def number(self, text):
        return int(text) if text.isdigit() else self.interface.constants[text]
