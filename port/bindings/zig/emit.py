"""emit.py - pawl for Zig, in build/bindings/zig.

c.zig has the functions of the headers as they are; pawl.zig has the records, with the defaults of
the library, and over each function one with slices, optionals and errors. An object is an opaque
type and lies in memory that the caller gives; nothing here allocates. fixed.zig is by hand.
"""

import re
import sys
from pathlib import Path

from model import HANDLES, bare, enum_values, type_name

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import zig_calls  # noqa: E402
from zig_types import HELPERS, NUMBERS, PRIMITIVES, camel, docs, quoted  # noqa: E402

HEAD = """//! pawl - 2D physics whose results are the same, bit for bit, on every machine.
//!
//! Names are those of C without pawl_ and get_, and lie in the type that they begin with. What C
//! writes through a pointer is given back; a status that is not OK is an error. Numbers are Fx and
//! its relatives: `fx("12.5")` is read by the compiler, and no float becomes a number.
//!
//! Records have the defaults of the library: `.{ .type = .dynamic }` is a def. Objects lie in memory
//! of the caller: nothing here allocates. Handles are methods' first operands: `ball.position(world)`.
//!
//! Written by port/bindings/generate.py; not to be edited.

/// The functions as C has them.
pub const c = @import("c.zig");
const fixed = @import("fixed.zig");

pub const Fx = fixed.Fx;
pub const Wide = fixed.Wide;
pub const Fraction = fixed.Fraction;
pub const Angle = fixed.Angle;
pub const ParseError = fixed.ParseError;
pub const fx = fixed.fx;
pub const wide = fixed.wide;
pub const fraction = fixed.fraction;
pub const turn = fixed.turn;
pub const widen = fixed.widen;
/// The longest text of a number, and room to spare.
pub const text_max = fixed.text_max;
"""

TAIL = """
/// What a call answers, as an error.
fn passed(status: Status) Error!void {
    if (status != .ok) return errorOf(status);
}

/// The least of several lengths, of which those that are null are none.
fn leastOf(lengths: anytype) usize {
    var found: ?usize = null;
    inline for (lengths) |length| {
        const one: ?usize = length;
        if (one) |some| found = @min(found orelse some, some);
    }
    return found orelse 0;
}

/// A length as C counts it.
fn countAs(comptime Count: type, length: usize) Count {
    const bits = @typeInfo(Count).int.bits - @intFromBool(@typeInfo(Count).int.signedness == .signed);
    return @intCast(@min(length, (@as(u128, 1) << bits) - 1));
}

/// Text that lies in the library, or that it has written.
fn textAt(text: ?[*:0]const u8) [:0]const u8 {
    const start = text orelse return "";
    var end: usize = 0;
    while (start[end] != 0) end += 1;
    return start[0..end :0];
}
"""


class Emitter(zig_calls.Calls):
    # ---- types ----
    def error_set(self):
        """Errors have the names of the failures."""
        rows = [(name.lower(), type_name(name.removeprefix("ERR_").lower()), told)
                for name, value, told in enum_values(self.interface.enums["pawl_status"]) if value]  # fmt: skip
        lines = ["/// Why a call could not do what it was asked to; `Unexpected` is a status that the headers do not know.", "pub const Error = error{"]
        for _, name, told in rows:
            lines += [*docs(told, "    "), f"    {name},"]
        lines += ["    Unexpected,", "};", "", "fn errorOf(status: Status) Error {", "    return switch (status) {"]
        lines += [f"        .{tag} => error.{name}," for tag, name, _ in rows]
        lines += ["        else => error.Unexpected,", "    };", "}", "", "/// For its text: `statusOf(err).text()`.", "pub fn statusOf(err: Error) Status {",
                  "    return switch (err) {"]  # fmt: skip
        lines += [f"        error.{name} => .{tag}," for tag, name, _ in rows]
        return [*lines, "        error.Unexpected => @enumFromInt(-127),", "    };", "}"]

    def enum(self, one):
        if not one["name"]:
            return [line for v in one["values"] for line in
                    [*docs(v["comment"]), f"pub const {quoted(v['name'].removeprefix('PAWL_').lower())} = {v['value']};"]]  # fmt: skip
        short, seen, same, taken = type_name(one["name"]), {}, [], set()
        lines = [*docs(one["comment"]), f"pub const {short} = enum(c_int) {{"]
        for name, value, comment in enum_values(one):
            tag = name.lower()
            taken.add(tag)
            if value in seen:
                same.append(f"    pub const {quoted(tag)}: {short} = .{quoted(seen[value])};")
            else:
                seen[value] = tag
                lines += [*docs(comment, "    "), f"    {quoted(tag)} = {value},"]
        return [*lines, "    _,", *same, *self.members(one["name"], taken), "};"]

    def record(self, name):
        told, short = self.interface.records[name], type_name(name)
        given, taken = self.default_bytes(name), {one["name"] for one in told["fields"]}
        lines = [*docs(told["comment"]), f"pub const {short} = extern struct {{"]
        for one, at in zip(told["fields"], self.spans(name)):
            lines += [*docs(one["comment"], "    "), f"    {quoted(one['name'])}: {self.field(name, one)} = {self.field_literal(one, given[at])},"]
        extra = []
        if name in self.interface.handles:
            extra += ["", "    /// Names nothing.", f"    pub const nothing: {short} = .{{}};"]
            taken.add("nothing")
        for one in told["fields"]:
            extra += self.slice_of(name, one, taken)
        if any(one["class"] == "callback" for one in told["fields"]):
            taken.add("of")
            extra += self.thunks(name)
        return [*lines, *extra, *self.members(name, taken), "};"]

    def slice_of(self, name, one, taken):
        """A pointer and its count as a slice, and back."""
        told, count = self.interface.records[name], self.interface.count_of(name, one["name"])
        if not count:
            return []
        field, constant, kind = quoted(one["name"]), "const " if one["type"].startswith("const ") else "", self.value(bare(one["type"]))
        getter, setter = camel("all_" + one["name"]), camel("set_" + one["name"])
        taken |= {getter, setter}
        names = {each["name"]: self.value(each["type"]) for each in told["fields"]}
        used = count if count.replace("capacity", "count") not in names else count.replace("capacity", "count")
        return ["", f"    /// `{one['name']}` as a slice.", f"    pub fn {getter}(self: @This()) []{constant}{kind} {{",
                f"        return if (self.{field}) |start| start[0..@intCast(self.{used})] else &.{{}};", "    }",
                "", f"    /// `{one['name']}` and `{count}` of a slice, which must live as long.",
                f"    pub fn {setter}(self: *@This(), slice: []{constant}{kind}) void {{",
                f"        self.{field} = slice.ptr;", f"        self.{count} = countAs({names[count]}, slice.len);", "    }"]  # fmt: skip

    # ---- functions of the program ----
    def thunks(self, name):
        """`of` fills the record with methods of a value of the program, found by their names."""
        short, fields = type_name(name), [one for one in self.interface.records[name]["fields"] if one["class"] == "callback"]
        names = ", ".join(f'"{camel(one["name"])}"' for one in fields)
        lines = ["", "    /// Calls methods of the program: those that `mine`, a pointer, has under these names,", f"    /// {names.replace(chr(34), '`')};",
                 "    /// they get what C gives, a pointer and its size as a slice. `mine` must live as long.",
                 f"    pub fn of(mine: anytype) {short} {{", "        const Mine = @TypeOf(mine);", "        const T = @typeInfo(Mine).pointer.child;",
                 "        const call = struct {"]  # fmt: skip
        for one in fields:
            result, given = self.function(one["type"])
            shown = [(kind, declared, f"given{at}" if at else "context") for at, (kind, declared, _) in enumerate(given)]
            takes, skip = [], -1
            for at, (kind, declared, each) in enumerate(shown[1:], 1):
                counts = at + 1 < len(given) and self.counts(*given[at + 1][1:])
                if at == skip:
                    continue
                if counts and declared.startswith("const ") and "*" in declared:
                    many = f"@as([*]const u8, @ptrCast({each}.?))" if kind == "?*const anyopaque" else f"{each}.?"
                    takes.append(f"if ({each} == null) &.{{}} else {many}[0..@intCast(given{at + 1})]")
                    skip = at + 1
                else:
                    takes.append(each)
            gives = "void" if result == "void" else self.value(bare(result))
            lines += [f"            fn {camel(one['name'])}({', '.join(f'{each}: {kind}' for kind, _, each in shown)}) callconv(.c) {gives} {{",
                      f"                return @as(Mine, @ptrCast(@alignCast(context.?))).{camel(one['name'])}({', '.join(takes)});", "            }"]  # fmt: skip
        lines += ["        };", f"        comptime namedIn(T, &.{{ {names} }});", "        return .{", "            .context = @constCast(mine),"]
        for one in fields:
            lines.append(f'            .{quoted(one["name"])} = if (@hasDecl(T, "{camel(one["name"])}")) call.{camel(one["name"])} else null,')
        return [*lines, "        };", "    }"]

    # ---- functions ----
    def members(self, name, taken):
        """The methods of a type, and what lies in it by its name."""
        lines, mine = [], [call for call in self.interface.calls if self.home(call) == name]
        names = self.names(mine, taken)
        self.scope = set(names.values()) | taken | {"of", "nothing"}
        for call in mine:
            lines += ["", *self.wrapper(call, names[call.name], "    ")]
        return lines

    def home(self, call):
        """The type in which a function lies: its owner, or that whose name it begins with."""
        if call.owner:
            return call.owner
        found = ""
        for name in (*self.interface.opaque, *self.interface.records, *self.interface.enums):
            handle = HANDLES.match(name)
            stem = f"pawl_{handle[1]}" if handle else name
            if call.name.startswith(stem + "_") and len(stem) > len(self.stem(found)):
                found = name
        return found

    def stem(self, name):
        handle = HANDLES.match(name)
        return f"pawl_{handle[1]}" if handle else name

    def names(self, calls, taken):
        """What functions of a type are called there; get_ is left away where that is not taken."""
        whole = {call.name: call.method if call.owner else call.name.removeprefix(self.stem(self.home(call)) or "pawl").removeprefix("_")
                 for call in calls}  # fmt: skip
        made, used = {}, set(taken) | PRIMITIVES | HELPERS | {camel(one) for one in whole.values()}
        for call in calls:
            short = camel(whole[call.name].removeprefix("get_"))
            if whole[call.name].startswith("get_"):
                short = camel(whole[call.name]) if short in used else short
            elif short in taken or short in PRIMITIVES or short in HELPERS:
                short = camel(call.name.removeprefix("pawl_"))
            used.add(short)
            made[call.name] = quoted(short)
        return made

    def write(self, folder):
        one = self.interface
        outside = [call for call in one.calls if not self.home(call)]
        outer = self.names(outside, set())
        constants = {name.removeprefix("PAWL_").lower(): value for name, value in one.constants.items()}
        self.outer = {*outer.values(), *constants, *NUMBERS.values(), "fx", "wide", "fraction", "turn", "widen", "text_max", "version", "c",
                      *HELPERS,
                      *(value["name"].removeprefix("PAWL_").lower() for told in one.anonymous for value in told["values"])}  # fmt: skip
        lines = [HEAD, f'pub const version = "{one.version}";', *(f"pub const {quoted(name)} = {value};" for name, value in constants.items())]
        lines += ["", *self.error_set(), TAIL, zig_calls.NAMED]
        for told in one.api["enums"]:
            lines += ["", *self.enum(told)]
        for name in one.records:
            lines += ["", *self.record(name)]
        for name in one.opaque:
            lines += ["", f"/// {type_name(name)} lies in memory of the program, which it is not moved from.", f"pub const {type_name(name)} = opaque {{",
                      *self.members(name, set())[1:], "};"]  # fmt: skip
        self.scope = set()
        for call in outside:
            lines += ["", *self.wrapper(call, outer[call.name], "")]
        put(folder / "src/pawl.zig", lines)
        put(folder / "src/c.zig", self.functions())
        put(folder / "layouts.zig", self.layouts())

    def functions(self):
        lines = ["//! c.zig - the functions of pawl as C has them; written by port/bindings/generate.py.", "", 'const p = @import("pawl.zig");']
        known = {*NUMBERS.values(), *map(type_name, (*self.interface.records, *self.interface.enums, *self.interface.opaque))}

        def of(kind):
            return re.sub(r"\b[A-Z]\w*", lambda found: f"p.{found[0]}" if found[0] in known else found[0], kind)

        for call in self.interface.calls:
            given = ", ".join(f"{self.local(one.name, {'p'})}: {of(self.raw(one))}" for one in call.params)
            gives = self.pointer(call.result, True) if "*" in call.result else "void" if call.result == "void" else self.value(bare(call.result))
            lines += ["", *docs(call.doc), f"pub extern fn {call.name}({given}) {of(gives)};"]
        return lines

    def layouts(self):
        """Where C puts the fields."""
        lines = ["//! layouts.zig - sizes and offsets in C, for the test; written by port/bindings/generate.py.", "", 'const pawl = @import("pawl");', "",
                 "pub const Layout = struct { Record: type, size: usize, alignment: usize, fields: []const []const u8, offsets: []const usize };"]  # fmt: skip
        for kind, name in (("lp64", "wide"), ("ilp32", "narrow")):
            lines += ["", f"pub const {name} = [_]Layout{{"]
            for record, told in self.interface.records.items():
                layout = told["layouts"][kind]
                fields = ", ".join(f'"{one["name"]}"' for one in told["fields"])
                lines.append(f"    .{{ .Record = pawl.{type_name(record)}, .size = {layout['size']}, .alignment = {layout['align']}, "
                             f".fields = &.{{ {fields} }}, .offsets = &.{{ {', '.join(map(str, layout['offsets']))} }} }},")  # fmt: skip
            lines.append("};")
        defaults = [name for name in self.interface.records if (made := self.interface.default_of(name)) and not made.params]
        lines += ["", "pub const Default = struct { Record: type, give: []const u8 };", "pub const defaults = [_]Default{"]
        lines += [f'    .{{ .Record = pawl.{type_name(name)}, .give = "{name}_default" }},' for name in defaults]
        return [*lines, "};"]


def put(path, lines):
    """A file that is as it was keeps its time, so that nothing is compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = lines if isinstance(lines, str) else "\n".join(lines) + "\n"
    if not path.exists() or path.read_text() != written:
        path.write_text(written)


def emit(interface, folder):
    put(folder / "src/fixed.zig", (HERE / "fixed.zig").read_text())
    for path in sorted((HERE / "package").iterdir()):
        put(folder / path.name, path.read_text().replace("@VERSION@", interface.version))
    for path in sorted((HERE / "programs").glob("*.zig")):
        put(folder / "examples" / path.name, path.read_text())
    Emitter(interface, folder.parent.parent / "libpawl.so").write(folder)
