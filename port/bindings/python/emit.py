"""emit.py - pawl for Python, by ctypes: build/bindings/python/pawl.

core.py (by hand) loads the library and knows numbers, handles and errors; what is written here are
the types, functions and methods, each with the comment of its header as its help.
"""

import keyword
import re
import shutil
from pathlib import Path

from model import FIXED, INTEGERS, bare, enum_values, split_parameters, type_name

HERE = Path(__file__).resolve().parent
NUMBERS = {"pawl_fx": "Fx", "pawl_wide": "Wide", "pawl_fraction": "Share", "pawl_angle": "Turn"}


def attribute(name):
    return name + "_" if keyword.iskeyword(name) else name


def py(name):
    """Of a parameter, which must not hide what a function uses."""
    return name + "_" if keyword.iskeyword(name) or name in ("self", "type", "bytes", "list") else name


def text(comment, indent):
    lines = (comment or "").replace("\\", "\\\\").replace('"""', "'''").splitlines()
    return ("\n" + " " * indent).join(line.strip() for line in lines)


class Emitter:
    def __init__(self, interface):
        self.interface = interface
        self.callbacks = {one["type"] for told in interface.records.values() for one in told["fields"]
                          if one["class"] == "callback"}  # fmt: skip

    # ---- types of C as ctypes has them ----
    def ctype(self, declared):
        base = bare(declared)
        stars = declared.count("*")
        if "(*" in declared or base in self.callbacks:
            return "C.c_void_p"
        if stars > 1 or (stars and base not in self.interface.records):
            return "C.c_char_p" if base == "char" and stars == 1 and declared.startswith("const") else "C.c_void_p"
        if stars:
            return f"C.POINTER({type_name(base)})" if base in self.interface.records else "C.c_void_p"
        return self.value_type(base)

    def value_type(self, base):
        if base in FIXED:
            return f"C.c_{'u' if base == 'pawl_angle' else ''}int{FIXED[base][0]}"
        if base in ("bool", "_Bool"):
            return "C.c_bool"
        if base in INTEGERS:
            return "C.c_size_t" if base == "size_t" else f"C.c_{base.removesuffix('_t')}"
        return type_name(base) if base in self.interface.records else "C.c_int"

    def field_type(self, one):
        extent = one["type"].partition("[")[2].rstrip("]")
        declared = self.ctype(one["type"].partition("[")[0])
        return f"{declared} * {extent}" if extent else declared

    # ---- records ----
    def ordered(self):
        """Records before those that contain them."""
        done = []

        def visit(name):
            if name in done:
                return
            for one in self.interface.records[name]["fields"]:
                base = bare(one["type"])
                if "*" not in one["type"] and base in self.interface.records and base != name:
                    visit(base)
            done.append(name)

        for name in self.interface.records:
            visit(name)
        return done

    def record(self, name):
        told = self.interface.records[name]
        kind = "Handle" if name in self.interface.handles else "Record"
        default = self.interface.default_of(name)
        lines = [f"class {type_name(name)}({kind}):", f'    """{text(told["comment"], 4)}"""']
        if default and not default.params:
            lines.append(f'    _default = "{default.name}"')
        for one in told["fields"]:
            made = self.converted(one)
            if made:
                lines.append(f"    {attribute(one['name'])} = {made[0]}(\"_{one['name']}\", {made[1]}, {text(one['comment'], 4)!r})")
        return lines

    def converted(self, one):
        """(kind of property, what it needs) of a field that Python sees as something else than C."""
        base = bare(one["type"])
        if one["class"] == "callback":
            return "callback", self.prototype_of(one)
        if "[" in one["type"]:
            return None
        if one["type"].count("*") == 1:
            return "address", f'"{type_name(base)}"' if base in self.interface.opaque else "None"
        if base in NUMBERS:
            return "number", NUMBERS[base]
        return ("choice", type_name(base)) if base in self.interface.enums else None

    def prototype_of(self, one):
        """Of a function that the program gives: a lambda, since records in it come later."""
        result, given = re.fullmatch(r"(.*?)\s*\(\*\w*\)\((.*)\)", one["signature"]).groups()
        names = [re.sub(r"(?<=[ *])\w+$", "", part.strip()).strip() for part in split_parameters(given)]
        kinds = ["C.POINTER(C.c_uint8)" if bare(name) == "uint8_t" else self.ctype(name) for name in names]
        return f"lambda: C.CFUNCTYPE({', '.join(['None' if result == 'void' else self.ctype(result), *kinds])})"

    def fields(self, name):
        rows = []
        for one in self.interface.records[name]["fields"]:
            shown = f"_{one['name']}" if self.converted(one) else attribute(one["name"])
            rows.append(f'("{shown}", {self.field_type(one)})')
        return f"{type_name(name)}._fields_ = [{', '.join(rows)}]"

    def enum(self, one):
        flags = not one["name"]
        lines = [] if flags else [f"class {type_name(one['name'])}(enum.IntEnum):", f'    """{text(one["comment"], 4)}"""']
        values = [(v["name"].removeprefix("PAWL_"), v["value"], v["comment"]) for v in one["values"]] if flags else enum_values(one)
        return lines + [f"{'' if flags else '    '}{py(short)} = {value}" for short, value, _ in values]

    # ---- functions ----
    def prototype(self, call):
        given = ", ".join(self.ctype(one.type.replace("[", "*[")) for one in call.params)
        result = "None" if call.result == "void" else self.ctype(call.result)
        return f'declare("{call.name}", {result}, [{given}])'

    def argument(self, one, subject):
        """What is handed to C for a parameter."""
        name = py(one.name)
        if one.kind == "count":
            several = next(other for other in self.current.params if other.name == one.counts[0])
            if any(other.kind in ("list_out", "text_out") for other in self.current.params if other.name in one.counts):
                return f"shortest({', '.join(py(other) for other in one.counts)})"
            return f"size_of({py(several.name)})"
        if one.kind in ("out", "told", "object_out"):
            return f"C.byref({name})"
        if subject is not None:
            return subject
        if one.kind == "value":
            return f"{NUMBERS[one.base]}.to_raw({name})" if one.base in NUMBERS else f"value({name}, {self.value_type(one.base)})"
        if one.kind == "object":
            return f"pointer({name})"
        if one.kind in ("in", "inout"):
            return f"reference({name})"
        if one.kind == "bytes_in":
            return f"readable({name})"
        if one.kind == "bytes_out":
            return f"writable({name})"
        if one.kind == "list_in":
            return f"array({name}, {self.element(one)})"
        if one.kind in ("list_out", "text_out"):
            return name if one.count else f"writable({name})"
        return f"encoded({name})" if one.kind == "text_in" else name

    def element(self, one):
        return self.value_type(one.base) if one.kind != "text_out" else "C.c_char"

    def signature(self, call):
        """Parameters in the order of C; those that may be left out stand at the end."""
        needed, optional = [], []
        for one in call.given():
            if one.kind in ("list_out", "text_out") and one.count:
                continue
            may = one.null or (one.kind == "in" and one.base.endswith("_filter"))
            (optional if may else needed).append(one)
        names = [py(one.name) for one in needed] + [f"{py(one.name)}=None" for one in optional]
        if any(one.kind in ("list_out", "text_out") and one.count for one in call.inputs()):
            names += [f"{py(one.name)}=None" for one in call.inputs() if one.kind == "list_out" and one.count] + ["capacity=64"]
        return names

    def function(self, call, indent):
        self.current = call
        pad = " " * indent
        subjects = {0: [], 1: ["pointer(self)"], 2: ["self.world.pointer", "self.id"]}[call.subject]
        if call.subject == 1 and call.params[0].kind in ("in", "inout"):
            subjects = ["reference(self)"]
        names = (["self"] if call.subject else []) + self.signature(call)
        lines = [f"{pad}def {py(call.method)}({', '.join(names)}):", f'{pad}    """{text(call.doc, indent + 4)}"""']
        for one in call.params:
            if one.kind in ("out", "told", "object_out"):
                made = {"text": "C.c_char_p"}.get(one.base) or ("C.c_void_p" if one.kind == "object_out" else self.value_type(one.base))
                lines.append(f"{pad}    {py(one.name)} = {made}({py(one.name) if one.both else ''})")
            elif one.kind in ("list_out", "text_out") and one.count:
                given = py(one.name) if one.kind == "list_out" else "None"
                read = next((other for other in call.params if other.count == one.count and other.kind == "list_in"), None)
                size = f"size_of({py(read.name)})" if read else "capacity"
                lines.append(f"{pad}    {py(one.name)} = room({given}, {self.element(one)}, {size})")
        given = [self.argument(one, subjects[at] if at < len(subjects) else None) for at, one in enumerate(call.params)]
        lines.append(f"{pad}    result = C_API.{call.name}({', '.join(given)})")
        kept, user = self.kept_by(call)
        if kept and user:
            lines.append(f"{pad}    keep({user}, {', '.join(kept)})")
        return lines + [f"{pad}    {line}" for line in self.results(call, kept)]

    def kept_by(self, call):
        """(what the library goes on using after a call, who must therefore keep it alive). With memory
        that is kept, what else was handed in by its address is used as well. A handle is gone sooner
        than its world."""
        if not any(one.kept for one in call.params):
            return [], ""
        rest = call.params[max(1, call.subject) :] if call.params[0].kind != "bytes_out" else call.params
        kept = [py(one.name) for one in rest if one.kept or one.kind in ("in", "inout", "object") or self.has_pointers(one)]
        if any(one.kind == "object_out" for one in call.params):
            return kept, ""
        made = next((py(one.name) for one in call.params if one.kind == "out" and one.base in self.interface.records), "")
        first = py(call.params[0].name) if call.params[0].kind in ("in", "inout") else made
        return [one for one in kept if one != made], {0: made or first, 1: "self", 2: "self.world"}[call.subject]

    def has_pointers(self, one):
        record = self.interface.records.get(one.base) if one.kind == "value" else None
        return bool(record) and any("*" in told["type"] or told["class"] == "callback" for told in record["fields"])

    def results(self, call, kept):
        """What is raised, and what is given back."""
        outs = []
        for one in call.params:
            if one.kind == "object_out":
                outs.append(f"{type_name(one.base)}._of({', '.join([py(one.name), *kept])})")
            elif one.kind == "told" and one.base in self.interface.records:
                outs.append(py(one.name))
            elif one.kind == "out":
                outs.append(self.given_back(one.base, py(one.name) + ("" if one.base in self.interface.records else ".value"), call))
            elif one.kind in ("list_out",) and one.count:
                outs.append(f"listed({py(one.name)}, {'result' if call.gives == 'value' else 'None'})")
            elif one.kind == "text_out" and one.count:
                outs.append(f"{py(one.name)}.value.decode()")
        result = self.given_back(bare(call.result), "result", call)
        if call.gives == "status":
            told = "".join(f", {one.name}={self.given_back(one.base, py(one.name) + '.value', call)}" for one in call.params
                           if one.kind == "told" and one.base not in self.interface.records)  # fmt: skip
            lines = [f'check(result, "{call.name}"{told})']
        elif call.gives == "maybe":
            lines = ["if not result:", "    return None"]
        elif call.gives == "text":
            return ["return result.decode() if result is not None else None"]
        else:
            counted = any(one.kind == "list_out" and one.count for one in call.params) and bare(call.result) in INTEGERS
            lines, outs = [], ([] if call.gives == "void" or counted else [result]) + outs
        if not outs:
            return lines or ["return None"]
        return [*lines, f"return {outs[0] if len(outs) == 1 else '(' + ', '.join(outs) + ')'}"]

    def given_back(self, base, name, call):
        if base in NUMBERS:
            return f"{NUMBERS[base]}.from_raw({name})"
        if base == "text":
            return f"decoded({name})"
        if base in self.interface.handles and call.subject and base != "pawl_arcade_id":
            world = "self.world" if call.subject == 2 else "self"
            if call.params[0].base == "pawl_world":
                return f"{type_name(base).removesuffix('Id')}({world}, {name})"
        if base in self.interface.enums and base != "pawl_status":
            return f"{type_name(base)}({name})"
        return name

    def methods(self, owner):
        found = [call for call in self.interface.calls if call.owner == owner]
        lines = []
        for call in found:
            lines += ["", *self.function(call, 4)]
        return lines

    def opaque(self, name):
        maker = self.interface.maker_of(name)
        lines = [f"class {type_name(name)}(Object):", f'    _default, _size, _init = {maker_names(name, maker)}']
        if name == "pawl_world":
            for handle in self.interface.handles:
                short = type_name(handle).removesuffix("Id")
                if handle != "pawl_arcade_id":
                    lines += ["", f"    def {short.lower()}(self, handle):", f'        """The {short.lower()} of a handle."""',
                              f"        return {short}(self, handle)"]  # fmt: skip
        return lines + self.methods(name)

    def handle(self, name):
        """A body and its like: a handle and the world that it is of."""
        short = type_name(name).removesuffix("Id")
        return [f"class {short}(Bound):", f'    """{text(self.interface.records[name]["comment"], 4) or short}, with its world."""'] + self.methods(name)

    def write(self, folder):
        package = folder / "pawl"
        package.mkdir(parents=True, exist_ok=True)
        for name in ("core.py", "fixed.py", "__init__.py"):
            shutil.copy(HERE / name, package / name)
        one = self.interface
        lines = ['"""Types and constants of pawl, written by port/bindings/generate.py."""', "", "import ctypes as C",
                 "import enum", "", "from .core import Handle, Record, address, callback, choice, number", "from .fixed import Fx, Share, Turn, Wide"]  # fmt: skip
        lines += ["", f'VERSION = "{one.version}"']
        lines += [f"{name.removeprefix('PAWL_')} = {value}" for name, value in one.constants.items()]
        for told in one.api["enums"]:
            lines += ["", "", *self.enum(told)]
        for name in one.records:
            lines += ["", "", *self.record(name)]
        lines += ["", "", *(self.fields(name) for name in self.ordered())]
        (package / "types.py").write_text("\n".join(lines) + "\n")
        lines = ['"""Functions and methods of pawl, written by port/bindings/generate.py."""', "", "import ctypes as C", "",
                 "from .core import (C_API, Bound, Object, array, check, declare, decoded, encoded, keep, listed, pointer, readable,",
                 "                   reference, room, shortest, size_of, value, writable)", "from .fixed import Fx, Share, Turn, Wide",
                 "from .types import *", "from .types import " + ", ".join(type_name(name) for name in one.records), ""]  # fmt: skip
        lines += [self.prototype(call) for call in one.calls]
        for name in one.opaque:
            lines += ["", "", *self.opaque(name)]
        for name in one.handles:
            if name != "pawl_arcade_id":
                lines += ["", "", *self.handle(name)]
        for call in one.calls:
            if not call.owner or (call.owner in one.records and call.owner not in one.handles) or call.owner == "pawl_arcade_id":
                call.subject, call.method = 0, call.name.removeprefix("pawl_")
                owner = call.owner
                lines += ["", "", *self.function(call, 0)]
                if owner and call.params[0].kind != "value":
                    lines += ["", "", f"{type_name(owner)}.{py(call.name.removeprefix(owner + '_'))} = {py(call.method)}"]
        (package / "calls.py").write_text("\n".join(lines) + "\n")


def maker_names(name, maker):
    if maker is None:
        return "None, None, None"
    definition = next(one.base for one in maker[0].params if one.base.endswith("_def"))
    return f'{type_name(definition)}, "{maker[1].name}", "{maker[0].name}"'


def emit(interface, folder):
    Emitter(interface).write(folder)
