"""zig_calls.py - functions over those of C: slices for pointers and counts, results, errors."""

import re

from model import FIXED, bare
from zig_types import PRIMITIVES, Types, docs, quoted

NAMED = """
/// A value of the program whose methods all have other names is a mistake.
fn namedIn(comptime T: type, comptime names: []const []const u8) void {
    for (names) |name| {
        if (@hasDecl(T, name)) return;
    }
    @compileError(@typeName(T) ++ " has none of the methods that are called, such as " ++ names[0]);
}"""


class Calls(Types):
    """How one function is written; `scope` and `outer` are names that parameters may not have."""

    scope, outer = set(), set()

    def local(self, name, taken=()):
        made = name
        while made in taken or made in PRIMITIVES or made in self.scope or made in self.outer or re.fullmatch(r"[iu]\d+", made):
            made += "_"
        return quoted(made)

    # ---- what a parameter becomes ----
    def shape(self, one, call):
        """The type of what is handed in."""
        fixed, constant = re.search(r"\[(\w+)\]", one.type), "const " if one.type.startswith("const ") else ""
        null = "?" if one.null or (one.kind == "in" and one.base.endswith("_filter")) else ""
        if one.kind == "value":
            return self.value(one.base)
        if one.kind == "object":
            return f"{null}*{constant}{self.value(one.base)}"
        if one.kind == "text_in":
            return "[]const u8" if one.count else f"{null}[:0]const u8"
        if one.kind == "text_out":
            return "[]u8"
        if one.kind.startswith(("bytes", "list")):
            element = "u8" if one.kind.startswith("bytes") else self.value(one.base)
            if fixed:
                return f"{null}*{constant}[{fixed[1]}]{element}"
            if not one.count:
                return f"{null}[*]{constant}{element}"
            # Where an object goes is aligned as C wants it.
            aligned = "align(8) " if one.kind == "bytes_out" and any(each.kind == "object_out" for each in call.params) else ""
            return f"{null}[]{aligned}{constant}{element}"
        if one.kind == "told":
            return self.pointer(one.type)
        if one.kind == "raw":
            return self.pointer(one.type, several=True)[1:]
        return f"{null}*{constant}{self.value(one.base)}"

    def handed(self, one, name):
        """What C gets of it."""
        if one.kind.startswith(("bytes", "list", "text")) and one.count:
            start = f"if ({name}) |some| some.ptr else null" if one.null and not one.kind.startswith("text") else f"{name}.ptr"
            return f"@ptrCast({start})" if one.kind.startswith("text") else start
        return f"{name}.ptr" if one.kind == "text_in" and not one.null else name

    def length(self, one, call, names):
        several = [each for each in call.params if each.name in one.counts]
        parts = [f"if ({names[each.name]}) |some| some.len else null" if each.null and each.kind not in ("text_in", "text_out")
                 else f"{names[each.name]}.len" for each in several]  # fmt: skip
        if len(parts) == 1 and "null" not in parts[0]:
            return f"countAs({self.value(one.base)}, {parts[0]})" if self.value(one.base) != "usize" else parts[0]
        typed = ", ".join(f"@as(?usize, {part})" for part in parts)
        return f"countAs({self.value(one.base)}, leastOf(.{{ {typed} }}))"

    def is_result(self, one):
        return (one.kind == "out" and not one.both) or one.kind == "object_out"

    def is_count(self, call):
        """A number of things, or a status where it is negative."""
        told = next(each for each in self.interface.api["functions"] if each["name"] == call.name)["result"]
        return call.result == "int32_t" and told["format"] in ("count", "bytes") and "_get_" not in call.name

    # ---- a function ----
    def wrapper(self, call, name, pad):
        params, before, given, outs, names, needed = [], [], [], [], {}, []
        used = set()
        for at, one in enumerate(call.params):
            names[one.name] = "self" if at == 0 and self.is_method(call) else self.local(one.name, used)
            used.add(names[one.name])
        for at, one in enumerate(self.ordered(call)):
            local = names[one.name]
            if one.kind == "count":
                continue
            if self.is_result(one):
                kind = f"?*{self.value(one.base)}" if one.kind == "object_out" else self.value(one.base)
                before.append(f"var {local}: {kind} = {self.empty(one)};")
                outs.append((one, local))
                if one.base == "size_t" and call.gives == "status":
                    needed.append((self.local(one.name + "_needed"), local))
            else:
                params.append(f"{local}: {self.shape(one, call)}")
                if one.kind == "text_out" and call.gives == "status":
                    outs.append((one, local))
        for one in call.params:
            local = names[one.name]
            given.append(self.length(one, call, names) if one.kind == "count" else f"&{local}" if self.is_result(one) else self.handed(one, local))
        params += [f"{local}: ?*usize" for local, _ in needed]
        kind, lines = self.body(call, outs, needed)
        called = f"c.{call.name}({', '.join(given)})"
        body = [*before, *(line.replace("CALL", called) for line in lines)]
        comment = docs(call.doc, pad)
        if needed:
            comment += [f"{pad}/// `{needed[0][0]}`: what is needed where the buffer is too small."]
        return [*comment, f"{pad}pub fn {name}({', '.join(params)}) {kind} {{", *(f"{pad}    {line}" for line in body), pad + "}"]

    def is_method(self, call):
        """Whether the first parameter is the type in which the function lies."""
        return bool(call.owner) and call.subject == 1

    def ordered(self, call):
        """A handle comes before the world that it is of, so that it is the method's."""
        return [call.params[1], call.params[0], *call.params[2:]] if call.subject == 2 else call.params

    def empty(self, one):
        if one.kind == "object_out" or one.base == "text":
            return "null"
        if one.base in self.interface.records or one.base in FIXED:
            return ".{}"
        return "false" if one.base == "bool" else "@enumFromInt(0)" if one.base in self.interface.enums else "0"

    def told_back(self, one, local):
        """(type, value) of what a call gives by a pointer."""
        if one.kind == "object_out":
            return f"*{self.value(one.base)}", f"{local}.?"
        if one.kind == "text_out":
            return "[:0]const u8", f"textAt(@ptrCast({local}.ptr))"
        return self.value(one.base), local

    def body(self, call, outs, needed):
        told = [self.told_back(one, local) for one, local in outs]
        names = [quoted(one.name) for one, _ in outs]
        if call.gives == "value" and self.is_count(call):
            told, names = [("u32", "@intCast(result)"), *told], ["result", *names]
            kind, value = self.together(told, names)
            return f"Error!{kind}", ["const result = CALL;", "if (result < 0) return errorOf(@enumFromInt(result));", f"return {value};"]
        if call.gives in ("value", "text", "pointer"):
            base = bare(call.result)
            own = {"text": ("[:0]const u8", "textAt(result)"), "value": (self.value(base), "result"),
                   "pointer": (self.pointer(call.result, True), "result")}[call.gives]  # fmt: skip
            if not told:
                return own[0], [f"return {own[1].replace('result', 'CALL')};"]
            kind, value = self.together([own, *told], ["result", *names])
            return kind, ["const result = CALL;", f"return {value};"]
        if call.gives == "void" or not told:
            if call.gives == "status":
                return "Error!void", ["return passed(CALL);"]
            kind, value = self.together(told, names) if told else ("void", "")
            return kind, ["CALL;", *([f"return {value};"] if told else [])]
        kind, value = self.together(told, names)
        if call.gives == "maybe":
            return f"?{kind}", [f"return if (CALL) {value} else null;"]
        lines = ["const result = CALL;"]
        for room, local in needed:
            lines.append(f"if ({room}) |needed| needed.* = {local};")
        return f"Error!{kind}", [*lines, "try passed(result);", f"return {value};"]

    def together(self, told, names):
        if len(told) == 1:
            return told[0]
        kinds = ", ".join(f"{name}: {kind}" for name, (kind, _) in zip(names, told))
        return f"struct {{ {kinds} }}", f".{{ {', '.join(f'.{name} = {value}' for name, (_, value) in zip(names, told))} }}"
