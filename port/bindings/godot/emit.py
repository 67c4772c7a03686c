"""emit.py - pawl for Godot 4: build/bindings/godot/calls.c, the methods of Pawl, PawlWorld and PawlBody.

Godot's numbers are doubles, so none is taken: numbers of pawl are ints with their raw value, vectors
a Vector2i of two raw values, handles ints. A call is there when all that it takes and gives back is
so, or a def that the object keeps, whose fields have functions of their own. glue.c is by hand.
"""

import shutil
from pathlib import Path

from model import FIXED, HANDLES, INTEGERS, bare

HERE = Path(__file__).resolve().parent
CLASSES = (("Pawl", "Object"), ("PawlWorld", "Node"), ("PawlBody", "Node"))
PAWL, WORLD, BODY = range(3)
DEFS = {"pawl_world_def": (WORLD, "world_def", "def"), "pawl_body_def": (BODY, "body_def", "def"),
        "pawl_shape_def": (BODY, "shape_def", "shape")}  # fmt: skip
ARGUMENTS_MAX = 8
# A vector of Q48.16 is taken as one of Q16.16; given back it would not fit.
VECTORS = ("pawl_vec2", "pawl_rot", "pawl_wide2")


class Emitter:
    def __init__(self, interface):
        self.interface, self.functions, self.rows = interface, [], []

    def type_of(self, base, is_result=False):
        """GD_... of a type of C, or None."""
        if base in ("bool", "_Bool"):
            return "GD_BOOL"
        if base in FIXED or base in INTEGERS or base in self.interface.enums or HANDLES.match(base):
            return "GD_INT" if base != "char" else None
        return "GD_VECTOR2I" if base in VECTORS and not (is_result and base == "pawl_wide2") else None

    def taken(self, base, at):
        """The parameter `at` as C takes it."""
        if HANDLES.match(base):
            return f"{base}_load((uint32_t)given[{at}].integer)"
        if base in VECTORS:
            parts = ("c", "s") if base == "pawl_rot" else ("x", "y")
            return f"({base}){{.{parts[0]} = given[{at}].vector.x, .{parts[1]} = given[{at}].vector.y}}"
        return f"given[{at}].integer != 0" if base in ("bool", "_Bool") else f"({base})given[{at}].integer"

    def given(self, base, name):
        if HANDLES.match(base):
            return f"back->integer = {base}_store({name});"
        if base in VECTORS:
            parts = ("c", "s") if base == "pawl_rot" else ("x", "y")
            return f"back->vector = (pawl_vec2){{{name}.{parts[0]}, {name}.{parts[1]}}};"
        return f"back->integer = (int64_t){name};"

    def row(self, owner, name, types, names, result, lines):
        """A method: its function and its line of the table."""
        number = len(self.rows)
        head = f"static void call_{number}(glue_instance *self, const glue_value *given, glue_value *back) {{"
        self.functions.append("\n".join([head, "    (void)self, (void)given, (void)back;", *(f"    {line}" for line in lines), "}"]))
        listed = ", ".join(types) or "0"
        texts = ", ".join(f'"{one}"' for one in names) or "NULL"
        self.rows.append(f'    {{{owner}, "{name}", call_{number}, {len(types)}, {{{listed}}}, {{{texts}}}, {result}, '
                         f"{'true' if owner == PAWL else 'false'}}},")  # fmt: skip

    def home_of(self, call):
        """(class, parameters that its object fills) of a call, or None."""
        params = call.params
        if call.owner == "pawl_body_id" and call.subject == 2:
            return BODY, {0: "glue_world(self)", 1: "self->body"}
        if params and params[0].base == "pawl_world" and params[0].kind == "object":
            kept = {at: DEFS[one.base] for at, one in enumerate(params) if one.base in DEFS and one.kind == "in"}
            if any(one.base == "pawl_body_id" and one.kind == "out" for one in params) and kept:
                return BODY, {0: "glue_world(given[0].object)", **{at: f"&self->{name}" for at, (_, name, _) in kept.items()}}
            return WORLD, {0: "self->world"}
        return (PAWL, {}) if not call.owner else None

    def call(self, call):
        home = self.home_of(call)
        if not home:
            return
        owner, filled = home
        makes = owner == BODY and call.owner != "pawl_body_id"
        types, names, arguments, lines, outs = (["GD_OBJECT"], ["world"], [], [], []) if makes else ([], [], [], [], [])
        for at, one in enumerate(call.params):
            text = one.kind == "text_in" and one.count
            if at in filled:
                arguments.append(filled[at])
            elif one.kind == "value" and self.type_of(one.base):
                arguments.append(self.taken(one.base, len(types)))
                types.append(self.type_of(one.base))
                names.append(one.name)
            elif text:
                arguments.append(f"given[{len(types)}].text")
                types.append("GD_STRING")
                names.append(one.name)
            elif one.kind == "count" and self.interface.by_name[call.name].params[at - 1].kind == "text_in":
                arguments.append(f"strlen(given[{len(types) - 1}].text)")
            elif one.kind == "out" and self.type_of(one.base, True):
                lines.append(f"{one.base} {one.name} = {{0}};" if one.base in self.interface.records else f"{one.base} {one.name} = 0;")
                arguments.append(f"&{one.name}")
                outs.append(one)
            elif one.null or (one.kind == "in" and one.base.endswith("_filter")):
                arguments.append("NULL")
            else:
                return
        if len(outs) > 1 or len(types) > ARGUMENTS_MAX or call.gives in ("maybe", "pointer", "object"):
            return
        self.finish(call, owner, makes, types, names, arguments, lines, outs)

    def finish(self, call, owner, makes, types, names, arguments, lines, outs):
        made = f"{call.name}({', '.join(arguments)})"
        name = call.name.removeprefix("pawl_")
        if owner == BODY:
            name = call.name.removeprefix("pawl_body_")
        elif owner == WORLD:
            name = name.removeprefix("world_")
        if call.gives == "status":
            status = f'glue_status({made}, "{call.name}")'
            if makes:
                lines += [f"back->integer = {status};", f"if (back->integer == 0) self->body = {outs[0].name}, self->home = given[0].object;"]
                return self.row(owner, name, types, names, "GD_INT", lines)
            if not outs:
                return self.row(owner, name, types, names, "GD_INT", [*lines, f"back->integer = {status};"])
            return self.row(owner, name, types, names, self.type_of(outs[0].base, True),
                            [*lines, f"(void){status};", self.given(outs[0].base, outs[0].name)])  # fmt: skip
        if outs:
            return None
        if call.gives == "void":
            return self.row(owner, name, types, names, "GD_NIL", [*lines, f"{made};"])
        if call.gives == "text":
            return self.row(owner, name, types, names, "GD_STRING", [*lines, f"snprintf(back->text, sizeof back->text, \"%s\", {made});"])
        base = bare(call.result)
        if not self.type_of(base, True):
            return None
        return self.row(owner, name, types, names, self.type_of(base, True),
                        [*lines, f"const {base} result = {made};", self.given(base, "result")])  # fmt: skip

    def fields(self, record):
        """set_def_... and get_def_... of a def that an object keeps."""
        owner, member, short = DEFS[record]
        for one in self.interface.records[record]["fields"]:
            base, name = bare(one["type"]), one["name"]
            kind = self.type_of(base)
            if not kind or name == "cookie" or any(mark in one["type"] for mark in "*[("):
                continue
            self.row(owner, f"set_{short}_{name}", [kind], [name], "GD_NIL", [f"self->{member}.{name} = {self.taken(base, 0)};"])
            self.row(owner, f"get_{short}_{name}", [], [], kind, [self.given(base, f"self->{member}.{name}")])

    def write(self, folder):
        for record in DEFS:
            self.fields(record)
        for call in self.interface.calls:
            self.call(call)
        for owner, name, call, types, result in (
            (WORLD, "create", "glue_create", [], "GD_INT"),
            (WORLD, "get_all_poses", "glue_get_all_poses", [], "GD_PACKED_INT32_ARRAY"),
            (BODY, "handle", "glue_handle", [], "GD_INT"),
        ):
            self.rows.append(f'    {{{owner}, "{name}", {call}, {len(types)}, {{0}}, {{NULL}}, {result}, false}},')
        headers = sorted({one["header"] for one in self.interface.api["functions"] if one["supplied_by"] == "library"})
        lines = ["/* calls.c - methods of Godot's classes; written by port/bindings/generate.py. */", "#include <stdio.h>",
                 "#include <string.h>", '#include "glue.h"', *(f"#include <pawl/{name}>" for name in headers), "",
                 *(f"void {name}(glue_instance *self, const glue_value *given, glue_value *back);"
                   for name in ("glue_create", "glue_get_all_poses", "glue_handle")), "",
                 *self.functions, "", "const glue_method glue_methods[] = {", *self.rows, "};",
                 f"const int glue_method_count = {len(self.rows)};",
                 f"const char *const glue_classes[] = {{{', '.join(chr(34) + name + chr(34) for name, _ in CLASSES)}}};",
                 f"const char *const glue_parents[] = {{{', '.join(chr(34) + name + chr(34) for _, name in CLASSES)}}};",
                 f"const int glue_class_count = {len(CLASSES)};"]  # fmt: skip
        (folder / "calls.c").write_text("\n".join(lines) + "\n")
        for path in (HERE / "glue").iterdir():
            shutil.copy(path, folder / path.name)


def emit(interface, folder):
    Emitter(interface).write(folder)
