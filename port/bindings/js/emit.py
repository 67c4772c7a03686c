"""emit.py - pawl for JavaScript and TypeScript: build/bindings/js, without pawl.wasm.

load.mjs, memory.mjs, kinds.mjs, fixed.mjs and core.mjs (by hand) know the module's memory, numbers,
records and errors; what is written here are the classes and functions (pawl.mjs), and their types
with the comments of the headers (pawl.d.ts, by declare.py).
"""

import json
import re
import shutil
import sys
from pathlib import Path

from model import bare, enum_values, type_name

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import declare  # noqa: E402
import names  # noqa: E402
import profiles  # noqa: E402
from names import Shape, camel, scalar, variable  # noqa: E402

BY_HAND = ("load.mjs", "memory.mjs", "kinds.mjs", "fixed.mjs", "core.mjs")


def up(at, alignment):
    """The next place that is a multiple."""
    return -(-at // alignment) * alignment


class Emitter:
    def __init__(self, interface):
        self.interface = interface
        self.names = names.Names(interface)

    # ---- types ----
    def field(self, record, one):
        base, declared = bare(one["type"]), one["type"]
        if one["class"] == "callback":
            return self.callback(one["signature"])
        if "[" in declared:
            return f"several({self.names.kind(base)}, {declared.partition('[')[2].rstrip(']')})"
        if "*" not in declared:
            return self.names.kind(base)
        constant, count = declared.startswith("const"), self.names.count_of(record, one)
        options = ["constant: true"] * constant + ([f"count: {count}"] if count else [])
        if one["class"] == "text":
            return "kinds.text"
        if base in self.interface.opaque:
            return f"object(() => {type_name(base)})"
        if one["class"] == "bytes" or base == "void":
            return f"bytes({{ {', '.join(options)} }})"
        if base in self.interface.records:
            return f"pointer(() => {type_name(base)}, {{ {', '.join(options if count else ['single: true', *options])} }})"
        return f"pointer(() => {self.names.kind(base)}, {{ {', '.join(options)} }})" if scalar(base) else "kinds.raw"

    def callback(self, signature):
        result, given = names.prototype(signature)
        parameters = [self.handed(at, given) for at in range(len(given))]
        base = bare(result)
        shown = "" if result == "void" else f", () => {type_name(base)}" if base in self.interface.records else f", {self.names.kind(base)}"
        return f"callback([{', '.join(parameters)}]{shown})"

    def handed(self, at, given):
        """What a function of the program gets for a parameter."""
        declared, base = given[at][0], bare(given[at][0])
        follows = given[at + 1][1] if at + 1 < len(given) else ""
        if "(*" in declared:
            return "given.function"
        if "*" not in declared:
            return f"given.copy(() => {type_name(base)})" if base in self.interface.records else self.names.kind(base)
        if base in self.interface.opaque:
            return f"object(() => {type_name(base)})"
        if base in ("void", "uint8_t"):
            return f"given.bytes({at + 1 if follows == 'size' else ''})" if "const" in declared or base != "void" else "kinds.raw"
        if follows == "count":
            return f"given.list(() => {self.names.kind(base)}, {at + 1})"
        return f"given.record(() => {type_name(base)})"

    def fields(self, name):
        """A field lies behind the one before it where its type may lie, as fields() of core.mjs counts; only
        where it does not is its distance written. tests/bindings/test_js_abi.mjs compares all with clang's."""
        record = self.interface.records[name]
        layout, default = record["layouts"]["ilp32"], self.interface.default_of(name)
        lines, end = [], 0
        for one, offset in zip(record["fields"], layout["offsets"]):
            if one["name"] == "pad":
                continue
            size, alignment = self.extent(one)
            shown = self.field(record, one)
            lines.append(f"  {camel(one['name'])}: {shown if offset == up(end, alignment) else f'[{offset}, {shown}]'},")
            end = offset + size
        alignment = max(self.extent(one)[1] for one in record["fields"])
        size = "" if up(end, alignment) == layout["size"] else f", {layout['size']}"
        initial = f"C.{default.name}" if default and not default.params else "null"
        return [f"fields({type_name(name)}, {initial}, {{", *lines, f"}}{size});"]

    def extent(self, field):
        """(size, alignment) of a field in wasm32."""
        declared = field["type"]
        base, parts = bare(declared), re.findall(r"\[(\w+)\]", declared)
        if "*" in declared or field["class"] == "callback":
            size, alignment = 4, 4
        elif base in self.interface.records:
            told = self.interface.records[base]
            size = told["layouts"]["ilp32"]["size"]
            alignment = max(self.extent(one)[1] for one in told["fields"])
        else:
            kind = scalar(base) or "i32"
            size = alignment = {"fx": 4, "share": 4, "turn": 4, "wide": 8, "bool": 1}.get(kind) or int(kind[1:]) // 8
        for part in parts:
            size *= int(part) if part.isdigit() else self.interface.constants[part]
        return size, alignment

    def ordered(self):
        """Records before those that contain them."""
        done = []

        def visit(name):
            if name in done:
                return
            for one in self.interface.records[name]["fields"]:
                base = bare(one["type"])
                if "*" not in one["type"] and base in self.interface.records:
                    visit(base)
            done.append(name)

        for name in self.interface.records:
            visit(name)
        return done

    def enum(self, one):
        if not one["name"]:
            return [f"export const {told['name'].removeprefix('PAWL_')} = {told['value']};" for told in one["values"]]
        values = enum_values(one)
        if [value for _, value, _ in values] == list(range(len(values))) and len(values) > 2:
            return [f"export const {type_name(one['name'])} = numbered('{' '.join(short for short, _, _ in values)}');"]
        values = ", ".join(f"{short}: {value}" for short, value, _ in values)
        return [f"export const {type_name(one['name'])} = Object.freeze({{ {values} }});"]

    # ---- functions ----
    def prepared(self, one, call):
        """Lines before the call that make what is handed over for a parameter."""
        name = variable(one.name)
        if one.kind == "out" and one.base in self.interface.records:
            return f"const {name} = new {type_name(one.base)}();"
        if one.both:
            return f"const {name}At = push(8); {self.names.kind(one.base)}.put({name}At, {name});"
        if one.kind in ("out", "told", "object_out") and one.base not in self.interface.records:
            return f"const {name} = push(8);"
        if one.kind == "told":
            return f"{name} ??= new {type_name(one.base)}();"
        if one.kind in ("bytes_in", "bytes_out"):
            way = "bytesIn" if one.kind == "bytes_in" else "bytesOut"
            return f"const {name}At = {way}({name}{', true' if one.kept else ''});"
        if one.kind == "list_in":
            return f"const {name}At = List.of({self.names.kind(one.base)}, {name});"
        if one.kind == "list_out" and one.count:
            others = [other for other in call.params if other.count == one.count and other is not one]
            before = [f"{variable(other.name)}{'At' if other.kind == 'list_in' else ''}" for other in others]
            length = f"shortest({', '.join(before)}) || 64" if before else "64"
            needed = [variable(other.name) for other in others if other.kind == "list_out"] if one.null else []
            wanted = f"{name} === undefined && ({' || '.join(needed)}) ? {{ _a: 0 }} : " if needed else ""
            return f"const {name}At = {wanted}room({self.names.kind(one.base)}, {name}, capacity ?? ({length}));"
        if one.kind == "text_out" and one.count:
            return f"const {name}At = borrow(capacity ?? 1024);"
        if one.kind == "text_in":
            return f"const {name}At = textIn({name});"
        if one.kind == "value" and one.kept_record:
            return f"const {name}At = {type_name(one.base)}.of({name});"
        return None

    def argument(self, one, call, subject):
        name = variable(one.name)
        if one.kind == "count":
            lists = [other for other in call.params if other.name in one.counts]
            shown = [f"{variable(other.name)}At" for other in lists]
            return f"shortest({', '.join(shown)})" if len(shown) > 1 else f"{shown[0]}.length"
        if subject is not None:
            return subject
        if one.kind in ("out", "told", "object_out"):
            return f"{name}._a" if one.base in self.interface.records else name + ("At" if one.both else "")
        if one.kind == "value":
            if one.base in self.interface.records:
                return f"byValue({type_name(one.base)}, {name}{'At' if one.kept_record else ''})"
            return f"{self.names.kind(one.base)}.to({name})"
        if one.kind == "object" or one.kind == "inout":
            return f"written({type_name(one.base)}, {name})"
        if one.kind == "in":
            return f"recordIn({type_name(one.base)}, {name})"
        if one.kind == "list_out" and not one.count:
            return f"written({self.names.kind(one.base)}, {name})"
        return f"raw({name})" if one.kind in ("raw", "text_out") and not one.count else f"{name}At._a"

    def body(self, call, shape, indent):
        pad = " " * indent
        subjects = {0: [], 1: ["this._a"], 2: ["this.world._a", f"byValue({type_name(call.owner or '')}, this.id)"]}[call.subject]
        for one in call.params:
            one.kept_record = one.kind == "value" and self.holds_addresses(one.base)
        lines = [self.prepared(one, call) for at, one in enumerate(call.params) if at >= len(subjects)]
        given = [self.argument(one, call, subjects[at] if at < len(subjects) else None) for at, one in enumerate(call.params)]
        made = f"C.{call.name}({', '.join([*(['out'] if bare(call.result) in self.interface.records else []), *given])})"
        lines = [one for one in lines if one]
        if bare(call.result) in self.interface.records and "*" not in call.result:
            lines += [f"const result = new {type_name(bare(call.result))}();", made.replace("(out", "(result._a", 1) + ";"]
        else:
            lines.append(f"{made};" if call.gives == "void" else f"const result = {made};")
        lines += [f"back({variable(one.name)}At);" for one in call.params if one.kind == "bytes_out" and not one.kept]
        lines += self.keeping(call, shape) + self.results(call, shape)
        hidden = set(re.findall(r"\w+", " ".join(shape.parameters()))) & set(re.findall(r"(?<![.\w])(\w+)\(", "\n".join(lines)))
        if hidden:
            raise ValueError(f"{call.name}: a parameter has the name of a function that is called: {' '.join(sorted(hidden))}")
        return [f"{pad}const top = enter();", f"{pad}try {{", *(f"{pad}  {line}" for line in lines), f"{pad}}} finally {{", f"{pad}  done(top);", f"{pad}}}"]

    def holds_addresses(self, base):
        record = self.interface.records.get(base)
        return bool(record) and any(one["class"] == "callback" or "*" in one["type"] for one in record["fields"])

    def keeping(self, call, shape):
        """What must live as long as the object that goes on using it."""
        kept = [f"{variable(one.name)}At" for one in call.params if one.kept or one.kept_record]
        user = "this" if call.subject else next((variable(one.name) for one in call.params if one.kind in ("inout", "out", "object")
                                                 and (one.base in self.interface.records or one.kind == "object")), "")  # fmt: skip
        if call.subject or user:
            kept += [variable(one.name) for one in call.params[1:] if one.kind in ("in", "inout", "object") and any(other.kept for other in call.params)]
        self.kept_by_made = kept if any(one.kind == "object_out" for one in call.params) else []
        return [f"keep({user}, {', '.join(kept)});"] if kept and user and not self.kept_by_made else []

    def results(self, call, shape):
        lines, outs = [], []
        for one in shape.outs:
            name = variable(one.name)
            if one.kind == "object_out":
                kept = "".join(f", {thing}" for thing in self.kept_by_made)
                outs.append((name, f"{type_name(one.base)}.made(heap.u32[{name} >>> 2]{kept})"))
            elif one.both:
                outs.append((name, f"{self.names.kind(one.base)}.get({name}At)"))
            elif one.kind == "out":
                outs.append((name, self.back(one.base, name if one.base in self.interface.records else f"{self.names.kind(one.base)}.get({name})", call)))
            elif one.kind == "list_out":
                outs.append((name, f"{name}At._a ? {name}At.first({'result >>> 0' if shape.counted else 'Infinity'}) : null"))
            else:
                outs.append((name, f"text({name}At._a)"))
        if shape.result:
            outs.insert(0, ("result", self.returned(call)))
        if call.gives == "status":
            told = ", ".join(f"{camel(one.name)}: {variable(one.name) if one.base in self.interface.records else self.names.kind(one.base) + f'.get({variable(one.name)})'}"
                             for one in call.params if one.kind == "told")  # fmt: skip
            lines = [f"check(result, '{call.name}'{f', () => ({{ {told} }})' if told else ''});"]
        elif call.gives == "maybe":
            lines = ["if (!result) return null;"]
        if len(outs) == 1:
            lines.append(f"return {outs[0][1]};")
        elif outs:
            lines.append(f"return {{ {', '.join(f'{name}: {shown}' for name, shown in outs)} }};")
        return lines

    def returned(self, call):
        base = bare(call.result)
        if call.gives == "text":
            return "text(result)"
        if call.gives == "pointer":
            kind = self.names.kind(base) if base in self.interface.records else "kinds.u8"
            return f"result ? List.get({kind}, result >>> 0, Infinity, this?._o ?? foreign) : null"
        return self.back(base, "result" if base in self.interface.records else f"{self.names.kind(base)}.from(result)", call)

    def back(self, base, shown, call):
        """A handle together with its world, where that is known."""
        if declare.is_bound(base, self.interface) and call.subject and call.params[0].base == "pawl_world":
            return f"new {type_name(base).removesuffix('Id')}({'this.world' if call.subject == 2 else 'this'}, {shown})"
        return shown

    def method(self, call):
        shape = Shape(call, self.interface)
        return ["", f"  {camel(call.method)}({', '.join(shape.parameters())}) {{", *self.body(call, shape, 4), "  }"]

    def function(self, call):
        shape = Shape(call, self.interface)
        return ["", f"export function {variable(call.method)}({', '.join(shape.parameters())}) {{", *self.body(call, shape, 2), "}"]

    def opaque(self, name):
        maker = self.interface.maker_of(name)
        lines = [f"export class {type_name(name)} extends Opaque {{"]
        if maker:
            definition = next(one.base for one in maker[0].params if one.base.endswith("_def"))
            lines += [f"  static MADE_BY = '{maker[0].name}';", f"  static INIT = C.{maker[0].name};", f"  static SIZE = C.{maker[1].name};", f"  static DEF = {type_name(definition)};"]
            checked = self.interface.by_name.get(f"{definition}_check")
            if checked and [one.kind for one in checked.params] == ["in", "told"]:
                lines.append(f"  static CHECK = C.{checked.name}; // says which field is wrong")
        if name == "pawl_world":
            for handle in self.interface.handles:
                if declare.is_bound(handle, self.interface):
                    short = type_name(handle).removesuffix("Id")
                    lines.append(f"  {short.lower()}(handle) {{ return new {short}(this, {short}Id.of(handle)); }}")
        for call in self.interface.calls:
            if call.owner == name:
                lines += self.method(call)
        return ["", *lines, "}"]

    def write(self, folder):
        for name in BY_HAND:
            shutil.copy(HERE / name, folder / name)
        (folder / "pawl.mjs").write_text(self.text())

    def text(self):
        one = self.interface
        lines = ["// pawl.mjs - pawl for JavaScript, written by port/bindings/generate.py: not to be edited.", "",
                 "import { array, back, Block, borrow, Bound, bytesIn, bytesOut, byValue, buffer, C, check, done, enter, fields, Handle, heap, keep,",
                 "  kinds, List, numbered, Opaque, PawlError, push, raw, Record, recordIn, room, shortest, text, textIn, written } from './core.mjs';",
                 "import { bytes, callback, given, object, pointer, several } from './kinds.mjs';",
                 "import { foreign } from './memory.mjs';", "",
                 "export { array, Block, Bound, buffer, C, Handle, kinds, List, PawlError, Record };",
                 "export { Fixed, Fx, fx, Share, share, Turn, turn, Wide, wide } from './fixed.mjs';", "",
                 f"export const VERSION = '{one.version}';"]  # fmt: skip
        big = {name: f"{value}{'n' if abs(value) > 2**53 else ''}" if isinstance(value, int) else repr(value) for name, value in one.constants.items()}
        lines += [f"export const {name.removeprefix('PAWL_')} = {value};" for name, value in big.items()]
        for told in one.api["enums"]:
            lines += self.enum(told)
        lines.append("")
        lines += [f"export class {type_name(name)} extends {'Handle' if name in one.handles else 'Record'} {{}}" for name in one.records]
        lines.append("")
        for name in self.ordered():
            lines += self.fields(name)
        for name in one.opaque:
            lines += self.opaque(name)
        for name in one.handles:
            if declare.is_bound(name, one):
                lines += ["", f"export class {type_name(name).removesuffix('Id')} extends Bound {{"]
                lines += [line for call in one.calls if call.owner == name for line in self.method(call)] + ["}"]
        for call, owner in declare.alone(one):
            lines += self.function(call)
            if owner:
                lines.append(f"{type_name(owner)}.prototype.{camel(call.name.removeprefix(owner + '_'))} = function (...given) {{ return {variable(call.method)}(this, ...given); }};")
        return "\n".join(lines) + "\n"


def package(version):
    """What npm and node want to know; tests run from the folder as it is."""
    entries = {"." if name == "pawl" else f"./{name}": {"types": f"./{name}.d.ts", "default": f"./{name}.mjs"} for name in profiles.PROFILES}
    return {"name": "pawl", "version": version, "type": "module", "license": "MIT",
            "description": "2D physics whose results are the same, bit for bit, on every machine",
            "keywords": ["physics", "2d", "deterministic", "fixed-point", "rollback", "netcode", "wasm"],
            "exports": {**entries, "./*.wasm": "./*.wasm"}, "types": "./pawl.d.ts",
            "files": ["*.mjs", "src/*.mjs", "example/*", "*.d.ts", "*.d.mts", "*.wasm"], "engines": {"node": ">=18"}}  # fmt: skip


def emit(interface, folder):
    declare.refuse_doubles(interface)
    Emitter(interface).write(folder)
    declare.write(interface, folder)
    (folder / "package.json").write_text(json.dumps(package(interface.version), indent=2) + "\n")
