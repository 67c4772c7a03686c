"""emit.py - pawl for Lua, by LuaJIT's FFI: build/bindings/lua/pawl.

core.lua, values.lua and fixed.lua (by hand) load the library and know numbers, records, handles and
errors; what is written here are the types, functions and methods, each with the comment of its
header, and callbacks.c, which the library has beside the rest: LuaJIT gets no records by value.
"""

import re
import shutil
from pathlib import Path

import callbacks
from model import FIXED, INTEGERS, bare, enum_values, type_name

HERE = Path(__file__).resolve().parent
NUMBERS = {"pawl_fx": "fx", "pawl_wide": "wide", "pawl_fraction": "share", "pawl_angle": "turn"}
RESERVED = set("and break do else elseif end false for function goto if in local nil not or repeat return "
               "then true until while self result".split())  # fmt: skip


def lua(name):
    return name + "_" if name in RESERVED else name


def comment(text, pad=""):
    lines = (text or "").splitlines() or [""]
    return [f"{pad}---{' ' if line else ''}{line.strip()}".rstrip() for line in lines] if text else []


class Emitter:
    def __init__(self, interface):
        self.interface = interface
        self.callback_types = {one["type"] for told in interface.records.values() for one in told["fields"]
                               if one["class"] == "callback"}  # fmt: skip
        self.bound = {call.owner for call in interface.calls if call.subject == 2}
        self.reaching = {kind: {name for name in interface.records if self.reaches(name, kind, set())}
                         for kind in ("callback", "pointer")}  # fmt: skip
        self.flats = {(one[0], one[1]): one for one in callbacks.of_records(interface)}

    def reaches(self, name, what, seen):
        """Whether a record leads to a callback, or holds any pointer."""
        seen.add(name)
        for one in self.interface.records[name]["fields"]:
            base = bare(one["type"])
            if one["class"] == "callback" or (what == "pointer" and "*" in one["type"]):
                return True
            if base in self.interface.records and base not in seen and self.reaches(base, what, seen):
                return True
        return False

    def calls_back(self, call):
        """Whether it may run functions of the program: it is given some, or its object has them."""
        opaque = {one.base for one in call.params if one.base in self.interface.opaque}
        made = [other for other in self.interface.calls if any(one.kind == "object_out" and one.base in opaque for one in other.params)]
        given = [one.base for other in [call, *made] for one in other.params]
        return any(base in self.reaching["callback"] for base in given)

    # ---- what LuaJIT reads ----
    def declared(self, declared):
        base = bare(declared)
        if "(*" in declared or declared in self.callback_types or base in self.callback_types:
            return "void *"
        known = base in self.interface.records or base in self.interface.opaque or base in INTEGERS
        if "*" in declared and not known and base not in FIXED and base not in ("void", "bool", "_Bool"):
            return "void *"
        return declared

    def field(self, one):
        """A field; those of Lua have no underscore in front and are checked."""
        declared, _, extent = one["type"].partition("[")
        return f"{self.declared(declared)} _{one['name']}{'[' + extent if extent else ''};"

    def prototype(self, call):
        given = [self.declared(one.type if "[" not in one.type else one.type.partition("[")[0] + " *") for one in call.params]
        return f"{self.declared(call.result)} {call.name}({', '.join(given) or 'void'});"

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

    def cdef(self):
        one = self.interface
        lines = [f"typedef {'u' if base == 'pawl_angle' else ''}int{bits}_t {base};" for base, (bits, _) in FIXED.items()]
        lines += [f"typedef int {name};" for name in one.enums]
        lines += [f"typedef struct {name} {name};" for name in [*one.opaque, *one.records]]
        for name in self.ordered():
            lines.append(f"struct {name} {{ {' '.join(self.field(told) for told in one.records[name]['fields'])} }};")
        lines += [self.prototype(call) for call in one.calls]
        for record, name, _, result, given in self.flats.values():
            if callbacks.flat(one, result, given):
                lines.append(f"void {callbacks.flat_name(record, name)}(void);")
        return lines

    # ---- records ----
    def kind(self, one, record):
        base, name = bare(one["type"]), one["name"]
        element = self.element(base)
        if one["class"] == "callback":
            return self.callback(record, name)
        if "[" in one["type"]:
            length = one["type"].partition("[")[2].rstrip("]")
            return "kinds.chars" if base == "char" else f'core.array_kind("{element}", {length})'
        if one["type"].count("*") == 1:
            if base in self.interface.opaque:
                return f'core.object_kind("{type_name(base)}")'
            if base == "char":
                return "kinds.text"
            if element is None or base == "uint8_t":
                return "kinds.pointer"
            return f'core.elements_kind("{element}", {self.counter(record, name)})'
        return "kinds.pointer" if "*" in one["type"] else f"kinds.{element}"

    def counter(self, record, name):
        """The field that says how many elements there are, if one is named so."""
        names = [one["name"] for one in self.interface.records[record]["fields"]]
        for counter in (f"{name.removesuffix('s')}_count", f"{name}_count"):
            if counter in names:
                return f'"_{counter}"'
        return "nil"

    def element(self, base):
        if base in NUMBERS:
            return NUMBERS[base]
        if base in self.interface.records:
            return type_name(base)
        if base in ("bool", "_Bool"):
            return "bool"
        if base in self.interface.enums or base == "int":
            return "int32_t"
        return {"char": "int8_t"}.get(base, base) if base in INTEGERS else None

    def callback(self, record, name):
        _, _, place, result, given = self.flats[(record, name)]
        changed = callbacks.flat(self.interface, result, given)
        kinds = [kind for kind, _ in (changed[1] if changed else given)]
        names = [lua(one) for _, one in given[1:]]
        told = [self.told(kind, lua(one)) for kind, one in given[1:]]
        call = f"func({', '.join(told)})"
        base = bare(result)
        by_pointer = changed and changed[0] == "void" and result != "void"
        if by_pointer:
            names.append("result")
            body = f"result[0] = R.{type_name(base)}.of({call})"
        elif result == "void":
            body = call
        else:
            made = f"{call} and true or false" if base == "bool" else f"N.{NUMBERS[base]}.to_raw({call})" if base in NUMBERS else call
            body = f"return {made}"
        zero = "false" if base == "bool" else "nil" if result == "void" or by_pointer else "0"
        flat = f'"{callbacks.flat_name(record, name)}"' if changed else "nil"
        kinds = [re.sub(r"\(\*\w*\)", "(*)", kind) for kind in kinds]
        shown = f"{'void' if by_pointer else result} (*)({', '.join(kinds)})"
        return (f'core.callback_kind({{ name = "{name}", index = {place}, type = "{shown}", flat = {flat}, zero = {zero},\n'
                f"        call = function({', '.join(['func', *names])}) {body} end }})")  # fmt: skip

    def told(self, declared, name):
        """A value of C as a function of the program gets it."""
        base = bare(declared)
        if base in self.interface.opaque:
            return f'core.object_at("{type_name(base)}", {name})'
        if base in NUMBERS and "*" not in declared:
            return f"N.{NUMBERS[base]}.from_raw({name})"
        if base in self.interface.records and "*" not in declared:
            return f"new.{base}({name}[0])"
        return name

    def record(self, name):
        told = self.interface.records[name]
        default = self.interface.default_of(name)
        made = f'"{default.name}"' if default and not default.params else "nil"
        lines = ["", *comment(told["comment"]), f'core.record("{type_name(name)}", "{name}", {{']
        for one in told["fields"]:
            lines += comment(one["comment"], "    ")
            lines.append(f'    {{ "{one["name"]}", {self.kind(one, name)} }},')
        return [*lines, f"}}, {made})"]

    def enum(self, one):
        if not one["name"]:
            return [f'M.{value["name"].removeprefix("PAWL_")} = {value["value"]}' for value in one["values"]]
        lines = ["", *comment(one["comment"]), f'M.{type_name(one["name"])} = enum("{type_name(one["name"])}", {{']
        for short, value, said in enum_values(one):
            lines += [*comment(said, "    "), f"    {lua(short) if short not in RESERVED else short + '_'} = {value},"]
        return [*lines, "})"]

    # ---- functions ----
    def argument(self, one, subject):
        """What is handed to C for a parameter."""
        name = lua(one.name)
        record = f"R.{type_name(one.base)}"
        if one.kind == "count":
            several = [other for other in self.current.params if other.name in one.counts]
            first = next((other for other in several if other.kind not in ("list_out", "text_out")), None)
            if first is None:
                return f"core.shortest({', '.join(lua(other.name) for other in several)})"
            return f"core.size_of({lua(first.name)})"
        if one.kind in ("out", "told", "object_out"):
            return name
        if subject is not None:
            return subject
        if one.kind == "value":
            return self.value(one, name)
        if one.kind == "object":
            return f"core.pointer({name})"
        if one.kind in ("in", "inout"):
            may = one.null or (one.kind == "in" and one.base.endswith("_filter"))
            return f"{record}.{'may' if may else 'of'}({name})"
        if one.kind == "bytes_in":
            return f"core.bytes({name})"
        if one.kind == "bytes_out":
            return f'core.writable({name}, "{one.name}")'
        if one.kind in ("list_in", "list_out", "text_out"):
            return f"core.bytes({name})"
        return f'core.text({name}, "{one.name}")' if one.kind == "text_in" else name

    def value(self, one, name):
        if one.base in NUMBERS:
            return f"N.{NUMBERS[one.base]}.to_raw({name})"
        if one.base in self.interface.records:
            return f"R.{type_name(one.base)}.of({name})"
        if one.base in ("bool", "_Bool"):
            return f'core.truth({name}, "{one.name}")'
        bits, sign = INTEGERS.get(one.base, (32, True))
        if bits == 64:
            return f'core.long({name}, "{one.base}", "{one.name}")'
        low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if sign else (0, 2 ** (bits or 53) - 1)
        return f'core.int({name}, {low}, {high}, "{one.name}")'

    def given_lists(self, call):
        """Lists that C fills and whose room the caller may leave to the binding."""
        return [one for one in call.inputs() if one.kind in ("list_out", "text_out") and one.count]

    def shared(self, call, one):
        """The list that C reads which is as long as one that it writes."""
        return next((other for other in call.params if other.count == one.count and other.kind == "list_in"), None)

    def signature(self, call):
        """Parameters in the order of C; those that may be left out stand at the end, but for the record
        whose method it is."""
        needed, optional = [], []
        for one in call.given():
            if one in self.given_lists(call):
                continue
            may = one.null or (one.kind == "in" and one.base.endswith("_filter"))
            may = may and not (call.owner == one.base and one is call.params[0])
            (optional if may else needed).append(lua(one.name))
        lists = self.given_lists(call)
        room = [lua(one.name) for one in lists if one.kind == "list_out"] + ["capacity"] if lists else []
        return needed + optional + room

    def prepared(self, call):
        """Where C writes to, and lists as arrays."""
        lines = []
        for one in call.params:
            name = lua(one.name)
            if one.kind == "object_out":
                lines.append(f"local {name} = M.{type_name(one.base)}.cell()")
            elif one.kind in ("out", "told"):
                text = one.base == "text"
                value = f", {self.value(one, name)}" if one.both else ""
                made = f"new.{one.base}()" if one.base in self.interface.records else f'cell("{"const char *" if text else one.base}"{value})'
                lines.append(f"local {name} = {made}")
            elif one.kind == "list_in":
                lines.append(f'{name} = core.list("{self.element(one.base)}", {name})')
        lists = self.given_lists(call)
        lines += [f"local given_{one.name} = {lua(one.name)}" for one in lists if one.kind == "list_out"]
        for one in lists:
            name = lua(one.name)
            given = f"given_{one.name}" if one.kind == "list_out" else "nil"
            shared = self.shared(call, one)
            room = f"core.size_of({lua(shared.name)})" if shared else "capacity"
            room += "".join(f", given_{other.name}" for other in lists if other is not one and other.kind == "list_out")
            lines.append(f'{"local " if one.kind == "text_out" else ""}{name} = core.room("{self.element(one.base)}", {given}, {room})')
        return lines

    def function(self, call, name, subject):
        self.current = call
        first = {0: [], 1: ["self.pointer"], 2: ["self.world.pointer", "self.id"]}[subject]
        given = [self.argument(one, first[at] if at < len(first) else None) for at, one in enumerate(call.params)]
        lines = ["", *comment(call.doc), f"function {name}({', '.join(self.signature(call))})"]
        lines += [f"    {line}" for line in self.prepared(call)]
        lines.append(f"    local result = C.{call.name}({', '.join(given)})")
        back = self.calls_back(call)
        lines += ["    core.raise_pending()"] if back else []
        lines += [f"    {line}" for line in [*self.kept(call, subject), *self.results(call, subject)]]
        lines.append("end")
        return [*lines, f"core.interpreted({name.replace(':', '.')})"] if back else lines

    def kept(self, call, subject):
        """What the library goes on using must live as long as its user."""
        pointing = self.reaching["pointer"]
        if not any(one.kept for one in call.params):
            return []
        things = [one for one in call.inputs() if one.kept or (one.kind in ("in", "inout", "value") and one.base in pointing)]
        holders = [one for one in call.params if one.kind in ("out", "inout") and one.base in pointing]
        names = [lua(one.name) for one in holders] + {0: [], 1: ["self"], 2: ["self.world"]}[subject]
        lines = [f"core.keep({holder}, {lua(one.name)})" for holder in names for one in things if lua(one.name) != holder]
        made = next((one for one in call.params if one.kind == "object_out"), None)
        if made:
            lines.append(f"local made = result == 0 and M.{type_name(made.base)}.of({lua(made.name)}[0]) or nil")
            lines += [f"if made then core.keep(made, {lua(one.name)}) end" for one in things]
        return lines

    def results(self, call, subject):
        """What is raised, and what is given back."""
        outs, after = [], []
        for one in call.params:
            name = lua(one.name)
            if one.kind == "object_out":
                outs.append("made" if any(other.kept for other in call.params) else f"M.{type_name(one.base)}.of({name}[0])")
            elif one.kind == "out":
                outs.append(self.given_back(one.base, name if one.base in self.interface.records else f"{name}[0]", call, subject))
            elif one.kind == "list_out" and one.count:
                told = call.gives == "value" and bare(call.result) in INTEGERS and not self.shared(call, one)
                others = "".join(f", given_{other.name}" for other in self.given_lists(call) if other is not one)
                after.append(f"core.listed({name}, given_{one.name}, {'result' if told else name + '.count'}{others})")
            elif one.kind == "text_out" and one.count:
                after.append(f"ffi.string({name}.raw)")
        # What is told beside a failure goes with the error; the rest comes after what is asked for.
        extra = [one for one in call.params if one.kind == "told" and (call.gives != "status" or one.base in self.interface.records)]
        outs += [self.given_back(one.base, lua(one.name) + ("" if one.base in self.interface.records else "[0]"), call, subject) for one in extra]
        result = self.given_back(bare(call.result), "result", call, subject)
        lines = []
        if call.gives == "status":
            told = [f"{one.name} = {self.given_back(one.base, lua(one.name) + '[0]', call, subject)}" for one in call.params
                    if one.kind == "told" and one.base not in self.interface.records]  # fmt: skip
            lines = [f'core.check(result, "{call.name}"{", { " + ", ".join(told) + " }" if told else ""})']
        elif call.gives == "maybe":
            lines = ["if not result then return nil end"]
        elif call.gives == "text":
            after = ["core.string_of(result)", *after]
        elif call.gives != "void":
            (after if after else outs).insert(len(after), result)
        given = outs + after
        return [*lines, f"return {', '.join(given)}"] if given else [*lines]

    def given_back(self, base, name, call, subject):
        if base in NUMBERS:
            return f"N.{NUMBERS[base]}.from_raw({name})"
        if base == "text":
            return f"core.string_of({name})"
        if base == "size_t":
            return f"tonumber({name})"
        if base in self.bound and subject and call.params[0].base == "pawl_world":
            return f"M.{type_name(base).removesuffix('Id')}({'self.world' if subject == 2 else 'self'}, {name})"
        if base in self.reaching["pointer"] and subject and name == "result":
            return f"core.within({name}, {'self.world' if subject == 2 else 'self'})"
        return name

    def classes(self):
        lines = []
        for name in self.interface.opaque:
            maker = self.interface.maker_of(name)
            made = "nil"
            if maker:
                definition = next(one.base for one in maker[0].params if one.base.endswith("_def"))
                made = f'{{ def = "{type_name(definition)}", size = "{maker[1].name}", init = "{maker[0].name}" }}'
            lines.append(f'M.{type_name(name)} = core.object("{type_name(name)}", "{name}", {made})')
        for name in sorted(self.bound):
            short = type_name(name).removesuffix("Id")
            lines += [f'M.{short} = core.bound("{short}")', f"--- The {short.lower()} of a handle.",
                      f"function M.World:{short.lower()}(id) return M.{short}(self, R.{type_name(name)}.of(id)) end"]  # fmt: skip
        return lines

    def functions(self):
        lines = []
        for call in self.interface.calls:
            owner = call.owner
            if call.subject and (owner in self.interface.opaque or owner in self.bound):
                lines += self.function(call, f"M.{type_name(owner).removesuffix('Id')}:{lua(call.method)}", call.subject)
                continue
            short, call.subject = call.name.removeprefix("pawl_"), 0
            lines += self.function(call, f"M.{lua(short)}", 0)
            if owner:
                method = lua(call.name.removeprefix(owner + "_"))
                lines.append(f"R.{type_name(owner)}.methods.{method} = M.{lua(short)}")
        return lines

    def write(self, folder):
        package = folder / "pawl"
        package.mkdir(parents=True, exist_ok=True)
        for name in ("core.lua", "fixed.lua", "init.lua", "values.lua"):
            shutil.copy(HERE / name, package / name)
        one = self.interface
        head = ["--- Written by port/bindings/generate.py; not to be edited.", ""]
        types = [*head, 'local ffi, core, N = require("ffi"), require("pawl.core"), require("pawl.fixed")',
                 "local kinds, new, R, M = core.kinds, core.new, core.records, {}", "",
                 "ffi.cdef [[", *self.cdef(), "]]", "core.load()", "",
                 "--- Values by their names, and names by their values; one that is not there is an error.",
                 "local function enum(name, values)", "    local both = {}",
                 "    for key, value in pairs(values) do both[key], both[value] = value, key end",
                 "    return setmetatable(both, { __index = function(_, key)",
                 '        if type(key) == "string" then error(("%s has no %s"):format(name, key), 2) end',
                 "    end })", "end", "", f'M.VERSION = "{one.version}"']  # fmt: skip
        types += [f"M.{name.removeprefix('PAWL_')} = {value}" for name, value in one.constants.items()]
        for told in one.api["enums"]:
            types += self.enum(told)
        for name in self.ordered():
            types += self.record(name)
        (package / "types.lua").write_text("\n".join([*types, "", "return M"]) + "\n")
        lines = [*head, 'local ffi, core, N = require("ffi"), require("pawl.core"), require("pawl.fixed")',
                 'local M = require("pawl.types")', "local C, new, R = core.C, core.new, core.records", "",
                 "local cells = {}", "local function cell(kind, value)", '    cells[kind] = cells[kind] or ffi.typeof(kind .. "[1]")',
                 "    if value then return cells[kind](value) end", "    return cells[kind]()", "end", "", "for name, record in pairs(R) do M[name] = record end", *self.classes(),
                 *self.functions()]  # fmt: skip
        (folder / "callbacks.c").write_text(callbacks.write(one))
        (package / "calls.lua").write_text("\n".join([*lines, "", "return M"]) + "\n")


def emit(interface, folder):
    Emitter(interface).write(folder)
