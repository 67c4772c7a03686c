"""declare.py - pawl.d.ts: the types of what emit.py writes, with the comments of the headers."""

import re
from dataclasses import replace
from pathlib import Path

import names
from model import bare, enum_values, type_name
from names import camel, variable

HERE = Path(__file__).resolve().parent
NUMBERS = ("Decimal", "Fixed", "Fx", "fx", "Share", "share", "Turn", "turn", "Wide", "wide")
TUPLE_MAX = 6  # values in order are for small records


def is_bound(base, interface):
    """Whether a handle is of a world, and its methods are of an object that has both."""
    return base in interface.handles and any(call.owner == base for call in interface.calls)


def alone(interface):
    """(call, record whose method it is as well, or "") of functions outside of classes."""
    found = []
    for call in interface.calls:
        owner = call.owner
        if owner in interface.opaque or (owner and is_bound(owner, interface) and call.subject == 2):
            continue
        function = replace(call, subject=0, method=call.name.removeprefix("pawl_"), owner="")
        found.append((function, owner if owner in interface.records and call.params[0].kind != "value" else ""))
    return found


def refuse_doubles(interface):
    """Two methods or functions under one name would hide each other."""
    seen = set()
    for call in interface.calls:
        key = (call.owner if call.subject else "", variable(call.method) if call.subject else variable(call.name.removeprefix("pawl_")))
        if key in seen:
            raise ValueError(f"{call.name}: {key} is there twice")
        seen.add(key)
    for record in interface.records.values():
        for one in record["fields"]:
            if camel(one["name"]) in ("asBytes", "equals", "toJSON", "constructor"):
                raise ValueError(f"{record['name']}.{one['name']}: all records have something of that name")
    for handle in interface.handles:
        short = type_name(handle).removesuffix("Id").lower()
        if is_bound(handle, interface) and ("pawl_world", short) in seen:
            raise ValueError(f"World has a method {short} of its own")


def comment(text, indent=""):
    lines = (text or "").replace("*/", "* /").strip().splitlines()
    if not lines:
        return []
    return [f"{indent}/**", *(f"{indent} * {line.strip()}".rstrip() for line in lines), f"{indent} */"]


class Declarer:
    def __init__(self, interface):
        self.interface = interface
        self.names = names.Names(interface)

    # ---- records ----
    def callback(self, signature):
        result, given = names.prototype(signature)
        shown = ", ".join(f"{variable(name)}: {self.handed(at, given)}" for at, (_, name) in enumerate(given))
        base = bare(result)
        answer = "void" if result == "void" else self.names.given(base)
        return f"(({shown}) => {answer}) | null"

    def handed(self, at, given):
        declared, base = given[at][0], bare(given[at][0])
        if "(*" in declared:
            return "Function"
        if "*" not in declared or base in self.interface.opaque:
            return self.names.got(base)
        if base == "void" and "const" not in declared:
            return "number"
        if base in ("void", "uint8_t"):
            return "Uint8Array"
        if at + 1 < len(given) and given[at + 1][1] == "count":
            return self.listed(base)
        return type_name(base)

    def listed(self, base):
        return f"List<{self.names.got(base)}, {self.names.given(base)}>"

    def field(self, record, one):
        """(what is read, what may be written) of a field."""
        base, declared = bare(one["type"]), one["type"]
        if one["class"] == "callback":
            return (self.callback(one["signature"]),) * 2
        if "[" in declared:
            return self.listed(base), f"Iterable<{self.names.given(base)}>"
        if "*" not in declared:
            return self.names.got(base), self.names.given(base)
        if one["class"] == "text":
            return "string | null", "string | null"
        if base in self.interface.opaque:
            return (f"{type_name(base)} | null",) * 2
        if one["class"] == "bytes" or base == "void":
            return "Uint8Array | null", "Bytes | number | null"
        if base in self.interface.records:
            if self.names.count_of(record, one):
                return self.listed(base), f"Iterable<{self.names.given(base)}> | null"
            return f"{type_name(base)} | null", f"{self.names.given(base)} | {self.listed(base)} | null"
        return (self.listed(base), f"Iterable<{self.names.given(base)}> | null") if names.scalar(base) else ("number", "number | null")

    def record(self, name):
        told, short = self.interface.records[name], type_name(name)
        rows = [(camel(one["name"]), one["comment"], *self.field(told, one)) for one in told["fields"] if one["name"] != "pad"]
        init = [short, f"{{ _a?: undefined; {'; '.join(f'{field}?: {given}' for field, _, _, given in rows)} }}"]
        if len(rows) <= TUPLE_MAX:
            init.append(f"readonly [{', '.join(f'{variable(field)}?: {given}' for field, _, _, given in rows)}]")
        if name in self.interface.handles:
            init.append("null")
            if is_bound(name, self.interface):
                init.append(short.removesuffix("Id"))
        lines = [f"export type {short}Init = {' | '.join(init)};", *comment(told["comment"]),
                 f"export class {short} extends {'Handle' if name in self.interface.handles else 'Record'} {{",
                 f"  constructor(values?: {short}Init);", "  static readonly size: number;",
                 f"  static get(at: number, owner: Block): {short};", f"  static put(at: number, given: {short}Init, owner: Block): void;",
                 f"  static of(values: {short}Init): {short};"]  # fmt: skip
        for field, said, got, given in rows:
            lines += [*comment(said, "  "), f"  get {field}(): {got};", f"  set {field}(value: {given});"]
        for call, owner in self.alone:
            if owner == name:
                lines += [*comment(call.doc, "  "), f"  {self.signature(call, camel(call.name.removeprefix(owner + '_')), skip=1)}"]
        return [*lines, "}", ""]

    # ---- functions ----
    def parameter(self, one):
        may = " | null" if one.null else ""
        if one.kind == "value" or one.both:
            return self.names.given(one.base)
        if one.kind == "object":
            return type_name(one.base) + may
        if one.kind in ("in", "inout", "told"):
            return (f"{self.names.given(one.base)} | {self.listed(one.base)}" if one.kind == "in" else type_name(one.base)) + may
        if one.kind in ("bytes_in", "bytes_out"):
            return ("Bytes" if one.kind == "bytes_in" else "Kept" if one.kept else "Room") + " | null"
        if one.kind == "list_in":
            return f"Iterable<{self.names.given(one.base)}>{may}"
        if one.kind == "list_out":
            return self.listed(one.base) + may
        return "string" + may if one.kind == "text_in" else "Block | number | null"

    def result(self, call, shape):
        found = []
        for one in shape.outs:
            if one.kind == "list_out":
                found.append((one.name, self.listed(one.base)))
            elif one.kind == "text_out":
                found.append((one.name, "string"))
            else:
                found.append((one.name, self.back(one.base, call)))
        if shape.result:
            base = bare(call.result)
            shown = self.back(base, call)
            if call.gives == "text":
                shown = "string"
            if call.gives == "pointer":
                shown = (self.listed(base) if base in self.interface.records else "List<number>") + " | null"
            found.insert(0, ("result", shown))
        none = " | null" if call.gives == "maybe" else ""
        if len(found) < 2:
            return (found[0][1] if found else "void") + none
        return f"{{ {'; '.join(f'{variable(name)}: {shown}' for name, shown in found)} }}" + none

    def back(self, base, call):
        if is_bound(base, self.interface) and call.subject and call.params[0].base == "pawl_world":
            return type_name(base).removesuffix("Id")
        return self.names.got(base)

    def signature(self, call, name, skip=0):
        shape = names.Shape(call, self.interface)
        given = [f"{variable(one.name)}: {self.parameter(one)}" for one in shape.needed[skip:]]
        options = [f"{variable(one.name)}?: {self.parameter(one)}" for one in shape.options]
        options += ["capacity?: number"] * shape.capacity
        if options:
            given.append(f"options?: {{ {'; '.join(options)} }}")
        return f"{name}({', '.join(given)}): {self.result(call, shape)};"

    def methods(self, owner):
        lines = []
        for call in self.interface.calls:
            if call.owner == owner:
                lines += [*comment(call.doc, "  "), f"  {self.signature(call, camel(call.method))}"]
        return lines

    def enum(self, one):
        if not one["name"]:
            return [line for told in one["values"] for line in (*comment(told["comment"]), f"export const {told['name'].removeprefix('PAWL_')}: {told['value']};")]
        short = type_name(one["name"])
        values = [line for name, value, said in enum_values(one) for line in (*comment(said, "  "), f"  readonly {name}: {value};")]
        return [*comment(one["comment"]), f"export const {short}: {{", *values, "};", f"export type {short} = (typeof {short})[keyof typeof {short}];", ""]

    def opaque(self, name):
        short, maker = type_name(name), self.interface.maker_of(name)
        made = "private constructor();"
        if maker:
            definition = next(one.base for one in maker[0].params if one.base.endswith("_def"))
            made = f"constructor(definition?: {type_name(definition)}Init, memory?: Block);"
        lines = [f"export class {short} {{", f"  {made}", f"  private kind: '{short}';"]
        if name == "pawl_world":
            for handle in self.interface.handles:
                if is_bound(handle, self.interface):
                    bound = type_name(handle).removesuffix("Id")
                    lines += [f"  /** The {bound.lower()} of a handle. */", f"  {bound.lower()}(handle: {bound}IdInit): {bound};"]
        return [*lines, *self.methods(name), "}", ""]

    def packed(self):
        """Of an entry of the package: numbers are in a file of their own, and no function has its name of C."""
        text = self.text([f"import {{ {', '.join(NUMBERS)} }} from './fixed.mjs';", f"export {{ {', '.join(NUMBERS)} }};"])
        return re.sub(r"/\*\* Every function of the library under its name of C.*?\n.*?\n", "", text)

    def text(self, numbers=None):
        one = self.interface
        lines = ["// pawl.d.ts - types of pawl.mjs, written by port/bindings/generate.py: not to be edited.", ""]
        lines += (numbers or (HERE / "fixed.d.mts").read_text().splitlines()) + [""]
        lines += (HERE / "pawl_head.d.ts").read_text().splitlines() + ["", "export const VERSION: string;"]
        for name, value in one.constants.items():
            kind = "string" if not isinstance(value, int) else "bigint" if abs(value) > 2**53 else str(value)
            lines.append(f"export const {name.removeprefix('PAWL_')}: {kind};")
        for told in one.api["enums"]:
            lines += self.enum(told)
        self.alone = alone(one)
        for name in one.records:
            lines += self.record(name)
        for name in one.opaque:
            lines += self.opaque(name)
        for name in one.handles:
            if is_bound(name, one):
                short = type_name(name)
                lines += [*comment(one.records[name]["comment"]), f"export class {short.removesuffix('Id')} extends Bound<{short}> {{",
                          f"  constructor(world: World, id: {short});", *self.methods(name), "}", ""]  # fmt: skip
        for call, _ in self.alone:
            lines += [*comment(call.doc), f"export function {self.signature(call, variable(call.method))}"]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def write(interface, folder):
    (folder / "pawl.d.ts").write_text(Declarer(interface).text())
