"""emit.py - pawl for C++17: build/bindings/cpp/pawl, headers over those of C.

number.hpp and core.hpp (by hand) know numbers, lists, memory and errors; what is written here are
enums.hpp, records.hpp (with the classes of records.py) and calls.hpp: a function or a method for each
call of C, with its comment.
"""

import re
import shutil
import sys
from pathlib import Path

from model import FIXED, INTEGERS, bare, enum_values, type_name

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE))
from records import HEAD, Records, comment, word  # noqa: E402

NUMBERS = {"pawl_fx": "Fx", "pawl_wide": "Wide", "pawl_fraction": "Share", "pawl_angle": "Turn"}


def declared_name(name):
    """A name as a declaration has it: in parentheses no macro of a system takes its place."""
    return f"({name})" if name in ("min", "max") else name


class Method:
    """A call as C++ has it: what is written in front of `{`, and what stands behind it."""

    def __init__(self, emitter, call):
        self.emitter, self.call, self.interface = emitter, call, emitter.interface
        self.told_in_error = call.gives == "status"
        self.extents = emitter.extents.get(call.name, {})
        self.checks = self.checked()
        self.gives, self.answers = self.given_back()

    # ---- parameters ----
    def is_told(self, one):
        """Whether it becomes a part of the error, rather than a pointer that the caller gives."""
        return one.kind == "told" and self.told_in_error and one.base not in self.interface.records

    def parameter(self, one):
        """(type, whether it may be left out)"""
        element, is_const = self.emitter.cpp_type(one.base), one.type.startswith("const ")
        if one.kind in ("bytes_in", "bytes_out"):
            return ("Bytes" if one.kind == "bytes_in" else "Memory"), one.null
        if one.kind in ("list_in", "list_out"):
            return f"Span<{'const ' if one.kind == 'list_in' else ''}{element}>", one.null
        if one.kind == "object":
            return (f"const {element} &" if is_const and not one.null else element), one.null
        if one.kind in ("in", "inout"):
            const = "const " if one.kind == "in" else ""
            if one.null or (one.kind == "in" and one.base.endswith("_filter")):
                return f"Opt<{const}{element}>", True
            return f"{const}{element} &", False
        if one.kind == "told":
            return f"{element} *", True
        if one.kind == "text_in":
            return ("std::string_view" if one.count else "const char *"), False
        return (one.type if one.kind == "raw" else element), False

    def parameters(self, with_defaults):
        """In the order of C; those that may be left out stand at the end."""
        needed, optional = [], []
        for one in self.call.params[self.call.subject :]:
            if one.kind in ("count", "out", "object_out", "text_out") or self.is_told(one):
                continue
            kind, may = self.parameter(one)
            space = "" if kind[-1] in "*&" else " "
            default = (" = nullptr" if kind.endswith("*") else " = {}") if may and with_defaults else ""
            (optional if may else needed).append(f"{kind}{space}{word(one.name)}{default}")
        return ", ".join(needed + optional)

    def argument(self, at, one):
        name, call = word(one.name), self.call
        if at < call.subject:
            if call.subject == 2:
                return "world_" if at == 0 else "id_"
            return "object_" if one.kind == "object" else "this"
        if one.kind == "count":
            return self.count(one)
        if one.kind in ("out", "object_out") or self.is_told(one):
            return f"&{one.name}_"
        if one.kind == "told":
            return name if one.base in self.interface.records or one.base in INTEGERS else f"&{one.name}_"
        if one.kind == "value":
            return self.emitter.to_c(one.base, name)
        if one.kind == "object" or (one.kind in ("in", "inout") and self.parameter(one)[0].startswith("Opt")):
            return f"{name}.get()"
        if one.kind in ("in", "inout"):
            return f"&{name}"
        if one.kind in ("bytes_in", "bytes_out"):
            const = "const " if one.kind == "bytes_in" else ""
            return f"{name}.data()" if one.base == "void" else f"static_cast<{const}{one.base} *>({name}.data())"
        if one.kind in ("list_in", "list_out"):
            const = "const " if one.kind == "list_in" else ""
            other = one.base in FIXED or one.base in self.interface.enums  # not what C calls it
            return f"reinterpret_cast<{const}{one.base} *>({name}.data())" if other else f"{name}.data()"
        if one.kind == "text_out":
            return "text_"
        return f"{name}.data()" if one.kind == "text_in" and one.count else name

    def count(self, one):
        several = [other for other in self.call.params if other.name in one.counts]
        if several[0].kind == "text_out":
            return f"detail::counted<{one.type}>(room_)"
        given = [other for other in several if other.kind in ("list_in", "bytes_in", "text_in")] or several
        size = f"{word(given[0].name)}.size()"
        if len(given) > 1:
            size = f"detail::shorter({', '.join(word(other.name) for other in given)})"
        return f"detail::counted<{one.type}>({size})"

    def checked(self):
        """(list, how many it must hold) where the library cannot see it; what only a program can know,
        such as the players of a game, is not among them."""
        found, params = [], {one.name: one for one in self.call.params}
        for one in self.call.params:
            if one.kind not in ("list_in", "list_out", "bytes_in", "bytes_out"):
                continue
            if one.count:
                others = [params[name] for name in params[one.count].counts if params[name].kind == "list_in"]
                if one.kind == "list_out" and others:
                    found.append((one, f"{word(others[0].name)}.size()"))
                continue
            parts = [self.extent_part(part.strip(), params) for part in re.split(r"([*+])", self.extents.get(one.name, "?"))]
            if all(parts):
                found.append((one, " ".join(parts)))
        return found

    def extent_part(self, part, params):
        if part in "*+" or part.isdigit():
            return part
        if part in self.emitter.sizes:
            return part
        if part in params:
            return f"{word(params[part].counts[0])}.size()" if params[part].kind == "count" else ""
        owner, arrow, field = part.rpartition("->")
        having = [at for at, one in enumerate(self.call.params) if one.kind in ("in", "inout") and (not arrow or one.name == owner)
                  and any(each["name"] == field for each in self.interface.records.get(one.base, {"fields": []})["fields"])]  # fmt: skip
        if len(having) != 1 or self.argument(having[0], self.call.params[having[0]]).endswith(".get()"):
            return ""
        one = self.call.params[having[0]]
        return f"static_cast<const {one.base} *>({self.argument(having[0], one)})->{field}"

    # ---- what is given back ----
    def found_list(self):
        """The one list that is filled and counted by the result."""
        lists = [one for one in self.call.params if one.kind == "list_out" and one.count]
        shared = [one for one in lists if any(check[0] is one for check in self.checks)]
        is_counted = bare(self.call.result) in INTEGERS and "*" not in self.call.result
        return lists[0] if len(lists) == 1 and not shared and is_counted else None

    def wrapped(self, base, name):
        """(type, expression) of a value of C."""
        call = self.call
        if base == "text":
            return "const char *", name
        if base in self.interface.handles and base != "pawl_arcade_id" and call.subject and call.params[0].base == "pawl_world":
            bound = type_name(base).removesuffix("Id")
            return bound, f"{bound}({'world_' if call.subject == 2 else 'object_'}, {name})"
        kind = self.emitter.cpp_type(base)
        if base in FIXED:
            return kind, f"{kind}::from_raw({name})"
        if base in self.interface.enums:
            return kind, f"static_cast<{kind}>({name})"
        return kind, (f"{kind}({name})" if base in self.interface.records or base in self.interface.opaque else name)

    def given_back(self):
        """(gives, [(name, type, expression)])"""
        call, answers = self.call, []
        if self.found_list():
            one = self.found_list()
            answers.append((one.name, f"Found<{self.emitter.cpp_type(one.base)}>",
                            f"Found<{self.emitter.cpp_type(one.base)}>({word(one.name)}, static_cast<std::int64_t>(result_))"))  # fmt: skip
        elif call.gives in ("value", "text", "pointer", "object") and not any(one.kind == "text_out" for one in call.params):
            answers.append(("result", *self.result()))
        for one in call.outputs():
            answers.append((one.name, *self.wrapped(one.base, f"{one.name}_")))
        if any(one.kind == "text_out" for one in call.params):
            answers.append(("text", "std::string", "std::move(string_)"))
        return call.gives, answers

    def result(self):
        if "*" not in self.call.result:
            return self.wrapped(bare(self.call.result), "result_")
        base = bare(self.call.result)
        if base in self.interface.records:
            kind = f"{'const ' if self.call.result.startswith('const') else ''}{type_name(base)} *"
            return kind, f"static_cast<{kind}>(result_)"
        return self.call.result, "result_"

    def answer_type(self):
        if len(self.answers) > 1:
            return f"{type_name(self.call.name)}Answer"
        return self.answers[0][1] if self.answers else "void"

    def type(self):
        kind = self.answer_type()
        if self.gives == "maybe":
            return f"std::optional<{kind}>"
        return f"Out<{kind}>" if self.gives == "status" or self.checks else kind

    def value(self):
        if len(self.answers) > 1:
            return f"{self.answer_type()}{{{', '.join(one[2] for one in self.answers)}}}"
        return self.answers[0][2] if self.answers else ""

    # ---- text ----
    def suffix(self):
        first = self.call.params[0] if self.call.params else None
        return " const" if self.call.subject == 2 or (self.call.subject and first.type.startswith("const ")) else ""

    def attribute(self):
        told = self.emitter.told[self.call.name]
        if self.gives == "status" or self.checks:
            return "PAWL_CPP_CHECK " if told["must_check"] or self.answers else ""
        is_pure = self.answers and not self.call.outputs() and (not self.call.subject or self.suffix())
        return "[[nodiscard]] " if is_pure and self.call.subject != 2 and self.gives == "value" else ""

    def declaration(self, indent):
        kind = self.type()
        name = declared_name(word(self.call.method))
        lines = comment(self.call.doc, indent)
        return [*lines, f"{indent}{self.attribute()}{kind} {name}({self.parameters(True)}){self.suffix()};"]

    def definition(self, owner):
        call, lines = self.call, []
        name = declared_name(word(call.method)) if not owner else f"{owner}::{word(call.method)}"
        lines += ["", f"inline {self.type()} {name}({self.parameters(False)}){self.suffix()} {{"]
        for one, need in self.checks:
            status = "PAWL_ERR_MEMORY" if one.kind.endswith("out") else "PAWL_ERR_ARGUMENT"
            lines += [f"    if ({word(one.name)}.data() != nullptr && {word(one.name)}.size() < static_cast<std::size_t>({need}))",
                      f"        return detail::give<{self.answer_type()}>(Error({status}, \"{call.name}\"));"]  # fmt: skip
        for one in call.params:
            if one.kind in ("out", "object_out") or self.is_told(one):
                lines.append(f"    {self.local(one)}")
            elif one.kind == "told" and self.argument(99, one).startswith("&"):
                lines.append(f"    {one.base} {one.name}_{{}};")
        return lines + self.body() + ["}"]

    def local(self, one):
        if one.base == "text":
            return f"const char *{one.name}_ = nullptr;"
        return f"{one.base} *{one.name}_ = nullptr;" if one.kind == "object_out" else f"{one.base} {one.name}_{{}};"

    def body(self):
        call = self.call
        made = f"::{call.name}({', '.join(self.argument(at, one) for at, one in enumerate(call.params))})"
        if any(one.kind == "text_out" for one in call.params):
            return self.body_of_text(made)
        after = [f"    if ({word(one.name)} != nullptr) *{word(one.name)} = {self.wrapped(one.base, one.name + '_')[1]};"
                 for one in call.params if one.kind == "told" and not self.is_told(one) and self.argument(99, one).startswith("&")]  # fmt: skip
        if self.gives == "status":
            told = self.told_arguments()
            if not self.answers:
                return [f"    const pawl_status status_ = {made};", *after,
                        f'    return detail::give_nothing(status_, "{call.name}"{told});']  # fmt: skip
            return [f"    const pawl_status status_ = {made};", *after,
                    f'    return detail::give<{self.answer_type()}>(status_, "{call.name}", {self.value()}{told});']  # fmt: skip
        if self.gives == "maybe":
            return [f"    if (!{made}) return std::nullopt;", f"    return {self.value()};"]
        if self.gives == "void":
            return [f"    {made};"] + ([f"    return {self.value()};"] if self.answers else
                                       ["    return Out<void>();"] if self.checks else [])  # fmt: skip
        return [f"    const auto result_ = {made};", *after, f"    return {self.value()};"]

    def told_arguments(self):
        texts = [one for one in self.call.params if self.is_told(one) and one.base == "text"]
        places = [one for one in self.call.params if self.is_told(one) and one.base != "text"]
        if not texts and not places:
            return ""
        field = f"{texts[0].name}_" if texts else "nullptr"
        return f", {field}" + (f", static_cast<std::int64_t>({places[0].name}_)" if places else "")

    def body_of_text(self, made):
        if self.gives != "status":
            return [f"    return detail::text_of([&](char *text_, std::size_t room_) {{ return {made}; }});"]
        return ["    char text_[64] = \"\";", "    const std::size_t room_ = sizeof text_;",
                f"    const pawl_status status_ = {made};",
                f'    return detail::give<std::string>(status_, "{self.call.name}", std::string(text_));']  # fmt: skip


class Emitter:
    def __init__(self, interface):
        self.interface = interface
        self.told = {one["name"]: one for one in interface.api["functions"]}
        self.extents = {name: {one["name"]: one["extent"]["text"] for one in told["parameters"] if "extent" in one}
                        for name, told in self.told.items()}  # fmt: skip
        for call in interface.calls:
            for one in call.params:
                one.kind = "inout" if one.both else one.kind  # a reference to a number
        values = {value["name"] for one in interface.anonymous for value in one["values"]}
        self.sizes = set(interface.constants) | values | {value["name"] for one in interface.enums.values() for value in one["values"]}
        self.methods = [Method(self, call) for call in interface.calls]

    def ref(self, opaque):
        return type_name(opaque) + ("Ref" if self.interface.maker_of(opaque) else "")

    def cpp_type(self, base):
        if base in NUMBERS:
            return NUMBERS[base]
        if base in self.interface.opaque:
            return self.ref(base)
        if base in self.interface.records or base in self.interface.enums:
            return type_name(base)
        return {"text": "const char *", "_Bool": "bool"}.get(base, f"std::{base}" if base.endswith("_t") else base)

    def to_c(self, base, name):
        if base in NUMBERS:
            return f"{name}.raw()"
        return f"static_cast<{base}>({name})" if base in self.interface.enums else name

    def enums(self):
        lines = [HEAD.format(name="enums.hpp", what="choices", guard="ENUMS")]
        headers = {one["header"] for part in ("functions", "records", "enums") for one in self.interface.api[part]}
        lines += [f"#include <pawl/{name}>" for name in sorted(headers) if name != "port.h"]
        lines += ["", "#include <type_traits>", "", "namespace pawl {"]
        for name, one in self.interface.enums.items():
            lines += ["", *comment(one["comment"]), f"enum class {type_name(name)} : std::underlying_type_t<{name}> {{"]
            full = [value["name"] for value in one["values"]]
            for (short, _, said), value in zip(enum_values(one), full):
                lines += [*comment(said, "    "), f"    {word(short.lower())} = {value},"]
            lines += ["};"]
        return lines + ["", "} // namespace pawl", "", "#endif"]

    def of(self, owner):
        return [one for one in self.methods if one.call.owner == owner]

    def free(self):
        return [one for one in self.methods if not one.call.owner]

    def declarations(self, owner):
        return [line for one in self.of(owner) for line in ["", *one.declaration("    ")]]

    def opaque(self, name):
        """A reference to an object, which lies where its memory is; and nothing by default."""
        short, declared = self.ref(name), self.interface.records.get(name, {}).get("comment", "")
        lines = ["", *comment(declared), f"class {short} {{", "  protected:", f"    {name} *object_ = nullptr;", "", "  public:",
                 f"    constexpr {short}() = default;", f"    constexpr {short}({name} *object) : object_(object) {{}}",
                 f"    constexpr {name} *get() const {{ return object_; }}",
                 "    explicit operator bool() const { return object_ != nullptr; }"]  # fmt: skip
        if name == "pawl_world":
            for handle in self.interface.handles:
                bound = type_name(handle).removesuffix("Id")
                if handle != "pawl_arcade_id":
                    lines += [f"    /// The {bound.lower()} of a handle.", f"    {bound} {bound.lower()}({type_name(handle)} id) const;"]
        return [*lines, *self.declarations(name), "};"]

    def handle(self, name):
        bound, id_name = type_name(name).removesuffix("Id"), type_name(name)
        return ["", f"/// A handle together with the world that it is of: {bound.lower()}.get_... and the like.",
                f"class {bound} {{", "    pawl_world *world_ = nullptr;", f"    {id_name} id_;", "", "  public:",
                f"    {bound}() = default;", f"    {bound}(WorldRef world, {id_name} id) : world_(world.get()), id_(id) {{}}",
                f"    {id_name} id() const {{ return id_; }}", "    WorldRef world() const { return world_; }",
                f"    operator {id_name}() const {{ return id_; }}",
                "    explicit operator bool() const { return static_cast<bool>(id_); }",
                f"    friend bool operator==({bound} a, {bound} b) {{ return a.world_ == b.world_ && a.id_ == b.id_; }}",
                f"    friend bool operator!=({bound} a, {bound} b) {{ return !(a == b); }}", *self.declarations(name), "};"]  # fmt: skip

    def owner(self, name):
        """An object in memory of its own, or in memory that it is given; it moves and is no copy."""
        make, size = self.interface.maker_of(name)
        short, ref = type_name(name), self.ref(name)
        definition = type_name(next(one.base for one in make.params if one.base.endswith("_def")))
        order = {"bytes_out": "memory.data()", "count": "memory.size()", "in": "&def", "object_out": "&made.object_"}
        given = ", ".join(order[one.kind] for one in make.params)
        return [f"""
/// A {short} in memory of its own, or in memory that it is given and that must live longer.
class {short} : public {ref} {{
    Buffer memory_;

  public:
    {short}() = default;
#ifndef PAWL_NO_EXCEPTIONS
    explicit {short}(const {definition} &def) : {short}(make(def)) {{}}
    {short}(const {definition} &def, Memory memory) : {short}(make(def, memory)) {{}}
#endif
    {short}({short} &&other) noexcept
        : {ref}(std::exchange(other.object_, nullptr)), memory_(std::move(other.memory_)) {{}}
    {short} &operator=({short} &&other) noexcept {{
        object_ = std::exchange(other.object_, nullptr);
        memory_ = std::move(other.memory_);
        return *this;
    }}

    PAWL_CPP_CHECK static Out<{short}> make(const {definition} &def, Memory memory) {{
        {short} made;
        const pawl_status status = ::{make.name}({given});
        return detail::give<{short}>(status, "{make.name}", std::move(made));
    }}

    PAWL_CPP_CHECK static Out<{short}> make(const {definition} &def) {{
        Buffer memory(::{size.name}(&def));
        Out<{short}> made = make(def, Memory(memory));
#ifdef PAWL_NO_EXCEPTIONS
        if (made) made->memory_ = std::move(memory);
#else
        made.memory_ = std::move(memory);
#endif
        return made;
    }}
}};"""]

    def calls(self):
        one = self.interface
        lines = [HEAD.format(name="calls.hpp", what="functions and methods", guard="CALLS"), '#include "records.hpp"', "", "namespace pawl {"]
        for name in one.handles:
            lines += self.handle(name) if name != "pawl_arcade_id" else []
        for method in self.methods:
            if len(method.answers) > 1:
                lines += ["", f"/// What {method.call.name} gives back.", f"struct {method.answer_type()} {{"]
                lines += [f"    {kind} {word(name)};" for name, kind, _ in method.answers] + ["};"]
        lines += ["", *(line for method in self.free() for line in ["", *method.declaration("")])]
        if "pawl_world" in one.opaque:
            for name in one.handles:
                bound = type_name(name).removesuffix("Id")
                if name != "pawl_arcade_id":
                    lines += ["", f"inline {bound} {self.ref('pawl_world')}::{bound.lower()}({type_name(name)} id) const {{",
                              f"    return {bound}(object_, id);", "}"]  # fmt: skip
        for method in self.methods:
            owner = method.call.owner
            if owner in one.handles:
                owner = type_name(owner).removesuffix("Id")
            elif owner:
                owner = self.cpp_type(owner)
            lines += method.definition(owner)
        for name in one.opaque:
            lines += self.owner(name) if one.maker_of(name) else []
        return lines + ["", "} // namespace pawl", "", "#endif"]

    def write(self, folder):
        package = folder / "pawl"
        package.mkdir(parents=True, exist_ok=True)
        for path in (HERE / "pawl").glob("*.hpp"):
            shutil.copy(path, package / path.name)
        (package / "enums.hpp").write_text("\n".join(self.enums()) + "\n")
        (package / "records.hpp").write_text("\n".join(Records(self).write()) + "\n")
        (package / "calls.hpp").write_text("\n".join(self.calls()) + "\n")


def emit(interface, folder):
    Emitter(interface).write(folder)
