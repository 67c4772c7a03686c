"""emit.py - pawl for Godot 4: build/bindings/godot/calls.c, the methods of its classes.

Godot's numbers are doubles, so none is taken: numbers of pawl are ints with their raw value, vectors
a Vector2i of two raw values, handles ints. Records are objects of a class of their own, which a call
reads, and fills in where C writes: PawlQueryHit. What a session or an arcade lies in is one, too;
bytes are a PawlBuffer. A world and a body keep their defs. What takes functions is not here. glue.c
is by hand.
"""

import shutil
import sys
from pathlib import Path

from model import FIXED, HANDLES, INTEGERS, bare, type_name

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import fields  # noqa: E402

CLASSES = (("Pawl", "Object"), ("PawlWorld", "Node"), ("PawlBody", "Node"), ("PawlBuffer", "RefCounted"))
PAWL, WORLD, BODY, BUFFER = range(4)
DEFS = {"pawl_world_def": (WORLD, "world_def", "def"), "pawl_body_def": (BODY, "body_def", "def"),
        "pawl_shape_def": (BODY, "shape_def", "shape")}  # fmt: skip
ARGUMENTS_MAX = 8
# What glue.c and records.c have: class and name, function, types, result.
BY_HAND = {
    (WORLD, "create"): ("glue_create", [], "GD_INT"),
    (WORLD, "get_all_poses"): ("glue_get_all_poses", [], "GD_PACKED_INT32_ARRAY"),
    (BODY, "handle"): ("glue_handle", [], "GD_INT"),
    (PAWL, "told"): ("glue_tell", ["GD_INT"], "GD_INT"),
    (BUFFER, "resize"): ("glue_resize", ["GD_INT"], "GD_INT"),
    (BUFFER, "size"): ("glue_size", [], "GD_INT"),
    (BUFFER, "get_byte"): ("glue_get_byte", ["GD_INT"], "GD_INT"),
    (BUFFER, "set_byte"): ("glue_set_byte", ["GD_INT", "GD_INT"], "GD_NIL"),
    (BUFFER, "get_bytes"): ("glue_get_bytes", ["GD_INT"], "GD_PACKED_BYTE_ARRAY"),
    (BUFFER, "set_bytes"): ("glue_set_bytes", ["GD_PACKED_BYTE_ARRAY"], "GD_INT"),
}
OF_RECORDS = {"resize": ("glue_resize", ["GD_INT"], "GD_INT"), "select": ("glue_select", ["GD_INT"], "GD_BOOL")}
# A vector of Q48.16 is taken as one of Q16.16; given back it would not fit.
VECTORS = ("pawl_vec2", "pawl_rot", "pawl_wide2")


class Emitter:
    def __init__(self, interface):
        self.interface, self.functions, self.rows = interface, [], []
        self.made = set()
        self.classes = []  # records and opaque types that calls take or give

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
        if (owner, name) in BY_HAND:
            return
        self.made.add((owner, name))
        number = len(self.rows)
        head = f"static void call_{number}(glue_instance *self, const glue_value *given, glue_value *back) {{"
        self.functions.append("\n".join([head, "    (void)self, (void)given, (void)back;", *(f"    {line}" for line in lines), "}"]))
        listed = ", ".join(types) or "0"
        texts = ", ".join(f'"{one}"' for one in names) or "NULL"
        self.rows.append(f'    {{{owner}, "{name}", call_{number}, {len(types)}, {{{listed}}}, {{{texts}}}, {result}, '
                         f"{'true' if owner == PAWL else 'false'}, {{0}}}},")  # fmt: skip

    def by_hand(self, owner, name, call, types, result):
        texts = ", ".join(f'"value_{at}"' for at in range(len(types))) or "NULL"
        self.rows.append(f'    {{{owner}, "{name}", {call}, {len(types)}, {{{", ".join(types) or "0"}}}, {{{texts}}}, {result}, '
                         f"{'true' if owner == PAWL else 'false'}, {{0}}}},")  # fmt: skip

    def class_of(self, base):
        """The number of the class of a record or of an opaque type."""
        if base not in self.classes:
            self.classes.append(base)
        return len(CLASSES) + self.classes.index(base)

    def has_functions(self, base):
        return any("(" in one["type"] for one in self.interface.records[base]["fields"])

    def home_of(self, call):
        """(class, parameters that its object fills) of a call, or None."""
        params, records = call.params, self.interface.records
        if call.owner == "pawl_body_id" and call.subject == 2:
            return BODY, {0: "glue_world(self)", 1: "self->body"}
        if params and params[0].base == "pawl_world" and params[0].kind == "object":
            kept = {at: DEFS[one.base] for at, one in enumerate(params) if one.base in DEFS and one.kind == "in"}
            if any(one.base == "pawl_body_id" and one.kind == "out" for one in params) and kept:
                return BODY, {0: "glue_world(given[0].object)", **{at: f"&self->{name}" for at, (_, name, _) in kept.items()}}
            return WORLD, {0: "self->world"}
        if call.owner in self.interface.opaque:
            return self.class_of(call.owner), {0: "self->pointer"}
        if call.owner in records and not HANDLES.match(call.owner):
            return self.class_of(call.owner), {0: "glue_record(self, self->class_index)"}
        return (PAWL, {}) if not call.owner else None

    def one(self, call, one, at):
        """(type in Godot, as C takes it) of a parameter that stands at `at` in Godot; None: impossible."""
        records, given = self.interface.records, f"given[{at}].object"
        if one.kind == "value" and self.type_of(one.base):
            return self.type_of(one.base), self.taken(one.base, at)
        if one.kind == "text_in" and one.count:
            return "GD_STRING", f"given[{at}].text"
        if one.kind in ("bytes_in", "bytes_out"):
            return "GD_OBJECT", f"glue_bytes({given})"
        if one.kind == "object":
            return "GD_OBJECT", f"glue_world({given})" if one.base == "pawl_world" else f"glue_pointer({given}, {self.class_of(one.base)})"
        if one.base not in records or HANDLES.match(one.base) or self.has_functions(one.base):
            return None
        if one.kind == "value":
            return "GD_OBJECT", f"*(const {one.base} *)glue_record({given}, {self.class_of(one.base)})"
        if one.kind in ("in", "inout", "out", "told"):
            return "GD_OBJECT", f"glue_record({given}, {self.class_of(one.base)})"
        if one.kind in ("list_in", "list_out") and one.count:
            return "GD_OBJECT", f"glue_list({given}, {self.class_of(one.base)})"
        return None

    def counted(self, call, one, at_of):
        """How many a count says: the least of what it is of."""
        of = [other for other in call.params if other.name in one.counts]
        sizes = []
        for other in of:
            at = at_of.get(other.name)
            if other.kind == "text_out":
                sizes.append(f"sizeof {other.name}")
            if at is None:
                continue
            text = other.kind == "text_in"
            sizes.append(f"strlen(given[{at}].text)" if text else f"glue_count(given[{at}].object)")
        if not sizes:
            return "0"
        return sizes[0] if len(sizes) == 1 else f"glue_least({sizes[0]}, {sizes[1]})"

    def call(self, call):
        home = self.home_of(call)
        if not home:
            return
        owner, filled = home
        makes = owner == BODY and call.owner != "pawl_body_id"
        types, names, lines = (["GD_OBJECT"], ["world"], []) if makes else ([], [], [])
        arguments, outs, told, at_of = [], [], [], {}
        for at, one in enumerate(call.params):
            if at in filled:
                arguments.append(filled[at])
                continue
            if one.kind in ("out", "told") and self.type_of(one.base, True):
                start = "{0}" if one.base in self.interface.records else "0"
                if one.both:
                    start = f"({one.base})given[{len(types)}].integer"
                    types.append("GD_INT")
                    names.append(one.name)
                lines.append(f"{one.base} {one.name} = {start};")
                arguments.append(f"&{one.name}")
                (outs if one.kind == "out" else told).append(one)
                continue
            if one.kind == "count":
                arguments.append(one)
                continue
            if one.kind == "text_out" and one.count:
                lines.append(f'char {one.name}[64] = "";')
                arguments.append(one.name)
                continue
            found = self.one(call, one, len(types))
            if found:
                if found[1].startswith("*"):
                    failed = f'glue_status(PAWL_ERR_NULL, "{call.name}");'
                    failed = f"{'back->integer =' if call.gives == 'status' else '(void)'} {failed}"
                    lines.append(f"if ({found[1].split('*)', 1)[1]} == NULL) {{ {failed} return; }}")
                at_of[one.name] = len(types)
                types.append(found[0])
                names.append(one.name)
                arguments.append(found[1])
            elif one.null or (one.kind == "in" and one.base.endswith("_filter")):
                arguments.append("NULL")
            else:
                return
        arguments = [one if isinstance(one, str) else self.counted(call, one, at_of) for one in arguments]
        if call.gives in ("pointer", "object") or len(types) > ARGUMENTS_MAX - 1 or not all(self.kinds_fit(one) for one in outs + told):
            return
        self.finish(call, owner, makes, types, names, arguments, lines, outs, told)

    def kinds_fit(self, one):
        return not (one.base in self.interface.records and one.kind == "told")

    def tell(self, told):
        """What a call says besides its result is kept for Pawl.told."""
        lines = []
        for at, one in enumerate(told[:4]):
            if HANDLES.match(one.base):
                lines.append(f"glue_told[{at}] = {one.base}_store({one.name});")
            elif one.base not in VECTORS:
                lines.append(f"glue_told[{at}] = (int64_t){one.name};")
        return lines

    def finish(self, call, owner, makes, types, names, arguments, lines, outs, told):
        made = f"{call.name}({', '.join(arguments)})"
        name = call.name.removeprefix("pawl_")
        if owner == BODY:
            name = call.name.removeprefix("pawl_body_")
        elif owner == WORLD:
            name = name.removeprefix("world_")
        elif owner > BUFFER:
            name = call.method
        base = bare(call.result)
        if call.gives == "status" and makes:
            lines += [f'back->integer = glue_status({made}, "{call.name}");',
                      f"if (back->integer == 0) self->body = {outs[0].name}, self->home = given[0].object;"]  # fmt: skip
            return self.row(owner, name, types, names, "GD_INT", lines)
        text = next((one for one in call.params if one.kind == "text_out"), None)
        if call.gives == "status" and text and not outs:
            lines += [f'(void)glue_status({made}, "{call.name}");', f'snprintf(back->text, sizeof back->text, "%s", {text.name});']
            return self.row(owner, name, types, names, "GD_STRING", [*lines, *self.tell(told)])
        if call.gives == "status" and len(outs) == 1:
            return self.row(owner, name, types, names, self.type_of(outs[0].base, True),
                            [*lines, f'(void)glue_status({made}, "{call.name}");', *self.tell(told), self.given(outs[0].base, outs[0].name)])  # fmt: skip
        told = outs + told
        if call.gives == "status":
            return self.row(owner, name, types, names, "GD_INT", [*lines, f'back->integer = glue_status({made}, "{call.name}");', *self.tell(told)])
        if call.gives == "void":
            return self.row(owner, name, types, names, "GD_NIL", [*lines, f"{made};", *self.tell(told)])
        if call.gives == "text":
            return self.row(owner, name, types, names, "GD_STRING", [*lines, f"snprintf(back->text, sizeof back->text, \"%s\", {made});"])
        if self.type_of(base, True):
            return self.row(owner, name, types, names, self.type_of(base, True),
                            [*lines, f"const {base} result_ = {made};", *self.tell(told), self.given(base, "result_")])  # fmt: skip
        if base not in self.interface.records or self.has_functions(base):
            return None
        lines += [f"const {base} result_ = {made};", f"{base} *into = glue_record(given[{len(types)}].object, {self.class_of(base)});",
                  "if (into != NULL) *into = result_;", *self.tell(told)]  # fmt: skip
        return self.row(owner, name, [*types, "GD_OBJECT"], [*names, "into"], "GD_NIL", lines)

    def maker(self, opaque):
        """init(def) of what lies in memory of its own."""
        maker = self.interface.maker_of(opaque)
        if not maker or opaque == "pawl_world" or len(maker[1].params) != 1:
            return
        base = maker[1].params[0].base
        lines = [f"const {base} *def = glue_record(given[0].object, {self.class_of(base)});",
                 f"void *memory = glue_room(self, def ? {maker[1].name}(def) : 0);", f"{opaque} *made = NULL;",
                 f'back->integer = glue_status({maker[0].name}(memory, self->size, def, &made), "{maker[0].name}");',
                 "self->pointer = made;"]  # fmt: skip
        self.row(self.class_of(opaque), "init", ["GD_OBJECT"], ["def"], "GD_INT", lines)

    def records_table(self):
        """Sizes of the records of classes, and what a new one holds."""
        lines, table = [], []
        for base in self.classes:
            if base in self.interface.opaque:
                table.append("    {0, NULL},")
                continue
            default = self.interface.default_of(base)
            if default and not default.params and bare(default.result) == base:
                lines.append(f"static void new_{base}(void *to) {{ *({base} *)to = {default.name}(); }}")
                table.append(f"    {{sizeof({base}), new_{base}}},")
            else:
                table.append(f"    {{sizeof({base}), NULL}},")
        empty = ["    {0, NULL},"] * len(CLASSES)
        return [*lines, "", "const glue_kind glue_kinds[] = {", *empty, *table, "};"]

    def write(self, folder):
        for record, (owner, kept, short) in DEFS.items():
            self.rows += fields.rows(self.interface, owner, record, short, kept)
        for call in self.interface.calls:
            self.call(call)
        for opaque in self.interface.opaque:
            self.maker(opaque)
        at = 0
        while at < len(self.classes):
            if self.classes[at] in self.interface.records:
                own = len(CLASSES) + at
                self.rows += fields.rows(self.interface, own, self.classes[at], taken={name for one, name in self.made if one == own})
                for name, what in OF_RECORDS.items():
                    self.by_hand(len(CLASSES) + at, name, *what)
            at += 1
        for (owner, name), what in BY_HAND.items():
            self.by_hand(owner, name, *what)
        names = [name for name, _ in CLASSES] + ["Pawl" + type_name(base) for base in self.classes]
        parents = [parent for _, parent in CLASSES] + ["RefCounted"] * len(self.classes)
        headers = sorted({one["header"] for one in self.interface.api["functions"] if one["supplied_by"] == "library"})
        lines = ["/* calls.c - methods of Godot's classes; written by port/bindings/generate.py. */", "#include <stdio.h>",
                 "#include <stddef.h>", "#include <string.h>",
                 *(f"#include <pawl/{name}>" for name in headers), '#include "glue.h"', "",
                 *self.records_table(), "",
                 *self.functions, "", "const glue_method glue_methods[] = {", *self.rows, "};",
                 f"const int glue_method_count = {len(self.rows)};",
                 f"const char *const glue_classes[] = {{{', '.join(chr(34) + name + chr(34) for name in names)}}};",
                 f"const char *const glue_parents[] = {{{', '.join(chr(34) + name + chr(34) for name in parents)}}};",
                 f"const int glue_class_count = {len(names)};"]  # fmt: skip
        (folder / "calls.c").write_text("\n".join(lines) + "\n")
        for path in (HERE / "glue").iterdir():
            shutil.copy(path, folder / path.name)


def emit(interface, folder):
    Emitter(interface).write(folder)
