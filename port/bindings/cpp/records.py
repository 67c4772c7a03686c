"""records.py - the records of C as classes of C++: the same bytes, with fields that have types.

A class derives from the struct and adds no member, so a pointer to it is a pointer to the struct. A
field is read by a function of its name and written by one that can be chained.
"""

import re

from model import FIXED, bare, type_name

PLACES_MAX = 6  # more fields than these are not told apart by their order
UNSEEN = ("pad", "cookie")
KEYWORDS = set("""alignas alignof and asm auto bool break case catch char class compl const continue default delete do
    double else enum explicit export extern false float for friend goto if inline int long mutable namespace new not
    nullptr operator or private protected public register return short signed sizeof static struct switch template
    this throw true try typedef typeid typename union unsigned using virtual void volatile while xor""".split())
HEAD = "/* {name} - {what}; written by port/bindings/generate.py. */\n#ifndef PAWL_{guard}_HPP\n#define PAWL_{guard}_HPP\n"


def word(name):
    return name + "_" if name in KEYWORDS else name


def comment(text, indent=""):
    return [f"{indent}/// {line.strip()}".rstrip() for line in (text or "").splitlines()]


class Records:
    def __init__(self, emitter):
        self.emitter, self.interface = emitter, emitter.interface

    def ordered(self):
        """Records after those that they contain or point to."""
        done, begun = [], set()

        def visit(name):
            if name in begun:
                return
            begun.add(name)
            for one in self.interface.records[name]["fields"]:
                if bare(one["type"]) in self.interface.records:
                    visit(bare(one["type"]))
            done.append(name)

        for name in self.interface.records:
            visit(name)
        return done

    # ---- fields ----
    def enum_of(self, one):
        """The enum of a field, also of one that C keeps in a byte: its comment names it."""
        base = bare(one["type"])
        if base in self.interface.enums:
            return base
        named = re.findall(r"\bpawl_\w+", one["comment"]) if one["format"] == "enum" else []
        return next((name for name in named if name in self.interface.enums), None)

    def is_pointer(self, one):
        return one["class"] != "callback" and "*" in one["type"] and "[" not in one["type"]

    def count_of(self, name, one):
        """(field that says how many there is room for, one that says how many there are) of a pointer."""
        fields = {field["name"]: field for field in self.interface.records[name]["fields"]}
        base, own = bare(one["type"]), one["name"]
        if base in ("void", "uint8_t"):
            found = [f"{own}_size"] if f"{own}_size" in fields else []
            return (found[0], found[0]) if found else None
        singular = own.removesuffix("s")
        room = next((each for each in (f"{singular}_capacity",) if each in fields), None)
        count = next((each for each in (f"{singular}_count", f"{own}_count") if each in fields), None)
        pointers = [each for each in fields.values() if self.is_pointer(each) and f"{each['name']}_size" not in fields]
        if not count and "count" in fields and len(pointers) == 1:
            count = "count"
        if not room and "capacity" in fields and len(pointers) == 1:
            room = "capacity"
        return (room or count, count or room) if room or count else None

    def field(self, name, one):
        """Its functions: lines in the class."""
        own = one["name"]
        shown, base, member = word(own), bare(one["type"]), f"{name}::{own}"
        if one["class"] == "callback":
            return self.pair(name, shown, f"decltype({member})", member, f"{member} = value", "value")
        if "[" in one["type"]:
            return self.array(one, shown, base, member)
        if "*" in one["type"]:
            return self.pointer(name, one, shown, base, member)
        enum = self.enum_of(one)
        if enum:
            kind = type_name(enum)
            return self.pair(name, shown, kind, f"static_cast<{kind}>({member})", f"{member} = static_cast<{base}>(value)", "value")
        kind = self.emitter.cpp_type(base)
        if base in FIXED:
            return self.pair(name, shown, kind, f"{kind}::from_raw({member})", f"{member} = value.raw()", "value")
        made = f"{kind}({member})" if base in self.interface.records else member
        return self.pair(name, shown, kind, made, f"{member} = value", "value")

    def pair(self, name, shown, kind, read, written, value):
        space = "" if kind.endswith("*") else " "
        return [f"    constexpr {kind}{space}{shown}() const {{ return {read}; }}",
                f"    constexpr {type_name(name)} &{shown}({kind}{space}{value}) {{", f"        {written};",
                "        return *this;", "    }"]  # fmt: skip

    def array(self, one, shown, base, member):
        extent = one["type"].partition("[")[2].rstrip("]")
        if base == "char":
            return [f"    const char *{shown}() const {{ return {member}; }}"]
        kind = self.emitter.cpp_type(base)
        cast = "reinterpret_cast" if base in FIXED else "static_cast"
        return [f"    Span<{const}{kind}> {shown}(){suffix} {{ return {{{cast}<{const}{kind} *>(&{member}[0]), {extent}}}; }}"
                for const, suffix in (("const ", " const"), ("", ""))]  # fmt: skip

    def pointer(self, name, one, shown, base, member):
        const = "const " if one["type"].startswith("const ") else ""
        if base.startswith("pawli_") or one["type"].count("*") > 1:
            return []
        if base in self.interface.opaque:
            ref = self.emitter.cpp_type(base)
            return [*self.pair(name, shown, ref, f"{ref}({member})", f"{member} = value.get()", "value")] if not const else []
        count = self.count_of(name, one)
        if base in ("void", "uint8_t"):
            return self.memory(name, one, shown, base, member, const, count)
        if base == "char":
            return self.pair(name, shown, f"{const}char *", member, f"{member} = value", "value")
        kind = self.emitter.cpp_type(base)
        cast = "reinterpret_cast" if base in FIXED else "static_cast"
        if not count:
            return self.pair(name, shown, f"{const}{kind} *", f"{cast}<{const}{kind} *>({member})", f"{member} = value", "value")
        room, filled = (f"{name}::{each}" for each in count)
        value = f"reinterpret_cast<{const}{base} *>(value.data())" if base in FIXED else "value.data()"
        return [f"    Span<{const}{kind}> {shown}() const {{ return {{{cast}<{const}{kind} *>({member}), static_cast<std::size_t>({filled})}}; }}",
                f"    {type_name(name)} &{shown}(Span<{const}{kind}> value) {{", f"        {member} = {value};",
                f"        {room} = detail::counted<decltype({room})>(value.size());", "        return *this;", "    }"]  # fmt: skip

    def memory(self, name, one, shown, base, member, const, count):
        """Bytes: with their size where the record has it; the context of callbacks is a plain pointer."""
        if one["name"] == "context":
            return self.pair(name, shown, "void *", member, f"{member} = value", "value")
        data = "value.data()" if base == "void" else f"static_cast<{const}{base} *>(value.data())"
        lines = [f"    {const}{base} *{shown}() const {{ return {member}; }}",
                 f"    {type_name(name)} &{shown}({'Bytes' if const else 'Memory'} value) {{", f"        {member} = {data};"]  # fmt: skip
        if count:
            lines.append(f"        {name}::{count[0]} = detail::counted<decltype({name}::{count[0]})>(value.size());")
        return lines + ["        return *this;", "    }"]

    # ---- records ----
    def is_plain(self, one):
        return one["class"] != "callback" and not any(mark in one["type"] for mark in "*[")

    def constructor(self, name):
        """Of all fields in their order, where they are few and plain."""
        fields = self.interface.records[name]["fields"]
        if len(fields) > PLACES_MAX or not all(self.is_plain(one) and one["name"] not in UNSEEN for one in fields):
            return []
        given, values = [], []
        for one in fields:
            base, enum = bare(one["type"]), self.enum_of(one)
            given.append(f"{type_name(enum) if enum else self.emitter.cpp_type(base)} {word(one['name'])}")
            values.append(f"static_cast<{base}>({word(one['name'])})" if enum else self.emitter.to_c(base, word(one["name"])))
        explicit = "explicit " if len(fields) == 1 else ""
        return [f"    {explicit}constexpr {type_name(name)}({', '.join(given)}) : {name}{{{', '.join(values)}}} {{}}"]

    def is_comparable(self, name):
        return all(self.is_plain(one) and (bare(one["type"]) not in self.interface.records or self.is_comparable(bare(one["type"])))
                   for one in self.interface.records[name]["fields"])  # fmt: skip

    def comparison(self, name):
        if not self.is_comparable(name):
            return []
        kind = type_name(name)
        same = " && ".join(f"a.{word(one['name'])}() == b.{word(one['name'])}()"
                           for one in self.interface.records[name]["fields"] if one["name"] not in UNSEEN)  # fmt: skip
        return [f"    friend constexpr bool operator==(const {kind} &a, const {kind} &b) {{ return {same}; }}",
                f"    friend constexpr bool operator!=(const {kind} &a, const {kind} &b) {{ return !(a == b); }}"]  # fmt: skip

    def record(self, name):
        told, kind = self.interface.records[name], type_name(name)
        default = self.interface.default_of(name)
        lines = ["", *comment(told["comment"]), f"class {kind} : public {name} {{", "  public:"]
        if default and not default.params:
            lines.append(f"    {kind}() : {name}(::{default.name}()) {{}}")
        else:
            lines.append(f"    constexpr {kind}() : {name}{{}} {{}}")
        lines += [f"    constexpr {kind}(const {name} &given) : {name}(given) {{}}", *self.constructor(name)]
        if name in self.interface.handles:
            lines.append("    explicit constexpr operator bool() const { return " + f"{name}::index1 != 0; }}")
        for one in told["fields"]:
            made = self.field(name, one) if one["name"] not in UNSEEN else []
            if made:
                lines += ["", *comment(one["comment"], "    "), *made]
        lines += ["", *self.comparison(name), *self.emitter.declarations(name), "};",
                  f"static_assert(sizeof({kind}) == sizeof({name}) && std::is_standard_layout_v<{kind}>, \"one record\");"]  # fmt: skip
        return lines

    def write(self):
        one, emitter = self.interface, self.emitter
        lines = [HEAD.format(name="records.hpp", what="records and objects", guard="RECORDS"), '#include "core.hpp"', "", "namespace pawl {", ""]
        lines += [f"class {type_name(name)};" for name in one.records]
        lines += [f"class {emitter.ref(name)};" for name in one.opaque]
        lines += [f"class {type_name(name).removesuffix('Id')};" for name in one.handles if name != "pawl_arcade_id"]
        lines += [f"struct {method.answer_type()};" for method in emitter.methods if len(method.answers) > 1]
        for name in one.opaque:
            lines += emitter.opaque(name)
        for name in self.ordered():
            lines += self.record(name)
        return lines + ["", "} // namespace pawl", "", "#endif"]
