"""emit.py - pawl for C#, by P/Invoke: build/bindings/csharp.

Core.cs and Fixed.cs (by hand) know numbers, memory, errors and objects; types.py writes the types,
this file the functions and methods. C# 7 at most, so that Unity takes it.
"""

import importlib.util
import shutil
from pathlib import Path

from model import INTEGERS, bare

HERE = Path(__file__).resolve().parent
specification = importlib.util.spec_from_file_location("csharp_types", HERE / "types.py")
types = importlib.util.module_from_spec(specification)
specification.loader.exec_module(types)
NUMBERS, cs, pascal, summary = types.NUMBERS, types.cs, types.pascal, types.summary


class Emitter(types.Types):
    # ---- what C sees ----
    def native(self, declared):
        """The type of a parameter or result of a function of C; numbers as what they are made of."""
        base, stars = bare(declared), declared.count("*") + declared.count("[")
        if base in self.interface.opaque:
            return "IntPtr" + "*" * (stars - 1)
        if base in ("char", "void") or base in self.callback_types:
            return "IntPtr*" if stars > 1 else "IntPtr"
        if base in NUMBERS:
            return NUMBERS[base][1] + "*" * stars
        if base in ("bool", "_Bool") and not stars:
            return "byte"
        if self.is_flat(base) and not stars:
            return self.type_name(base) + ".Flat"
        return self.value_type(base) + "*" * stars

    def extern(self, call):
        given = ", ".join(f"{self.native(one.type)} {cs(one.name)}" for one in call.params)
        return [f"[DllImport(Library, CallingConvention = CallingConvention.Cdecl)]",
                f"internal static extern {self.native(call.result)} {call.name}({given});"]  # fmt: skip

    # ---- parameters of C# ----
    def is_class(self, base):
        return base in self.pointing

    def told_in_error(self, one):
        return one.kind == "told" and self.current.gives == "status" and one.base not in self.interface.records

    def given_back(self, call):
        """What C writes and the caller gets; told ones that no error tells."""
        return [one for one in call.params if (one.kind in ("out", "object_out") and not one.both) or (one.kind == "told" and not self.told_in_error(one))]

    def nullable(self, one):
        return one.kind in ("in", "inout", "object", "text_in", "bytes_in", "bytes_out", "list_in", "list_out") and (
            one.null or (one.kind == "in" and one.base.endswith("_filter")))  # fmt: skip

    def outer(self, base):
        """The type that a program sees."""
        if base in self.bound and self.current.subject and self.current.params[0].base == "pawl_world":
            return pascal(base.removeprefix("pawl_").removesuffix("_id"))
        if base in self.interface.opaque:
            return self.type_name(base)
        return {"text": "string", "size_t": "int", "bool": "bool", "_Bool": "bool"}.get(base) or self.value_type(base, public=True)

    def parameter(self, one):
        """(declaration, default) of a parameter."""
        name, kind, base = cs(one.name), one.kind, one.base
        null = self.nullable(one)
        if one.both:
            return f"ref {self.value_type(base, public=True)} {name}", None
        if kind == "value":
            shown = self.outer(base) if base not in self.bound else self.type_name(base)
            return f"{shown} {name}", None
        if kind == "object":
            return f"{self.type_name(base)} {name}", "null" if null else None
        if kind in ("in", "inout"):
            shown = self.type_name(base)
            if self.is_class(base):
                return f"{shown} {name}", "null" if null else None
            if kind == "inout" or base in NUMBERS:
                return f"ref {self.value_type(base, public=True)} {name}", None
            return (f"{shown}? {name}", "null") if null else (f"{shown} {name}", None)
        if kind in ("bytes_in", "bytes_out"):
            return f"{'PawlMemory' if one.kept else 'Bytes'} {name}", "null" if null and one.kept else f"default(Bytes)" if null else None
        if kind in ("list_in", "list_out"):
            return f"{self.value_type(base, public=True)}[] {name}", "null" if null else None
        if kind == "text_in":
            return f"string {name}", "null" if null else None
        return f"{self.native(one.type)} {name}", None  # raw

    def signature(self, call):
        given = [self.parameter(one) for one in call.given() if one.kind != "text_out"]
        outs = self.given_back(call)
        needed = [declared for declared, default in given if default is None]
        optional = [f"{declared} = {default}" for declared, default in given if default is not None]
        if self.returns_out(call):
            outs = [one for one in outs if one is not self.returned(call)]
        return ", ".join([*needed, *(f"out {self.outer(one.base)} {cs(one.name)}" for one in outs), *optional])

    def returned(self, call):
        return next((one for one in call.params if one.kind in ("out", "object_out") and not one.both), None)

    def returns_out(self, call):
        """Whether the one thing that is made is the result."""
        return call.gives in ("status", "void") and sum(one.kind in ("out", "object_out") and not one.both for one in call.params) == 1

    # ---- the call ----
    def passed(self, one, subject):
        """(lines before, lines that pin, expression) for a parameter."""
        name, base = cs(one.name), one.base
        if subject is not None:
            return [], [], subject
        if one.kind == "count":
            return [], [], self.count(one)
        if one.both:
            return [], [f"fixed ({self.value_type(base)}* {name}At = &{name})"], f"{name}At"
        if one.kind in ("out", "told", "object_out"):
            if self.is_class(base):
                shown = self.type_name(base)
                return [f"var {name}Made = new {shown}({shown}.Empty);"], [], f"({shown}.Raw*){name}Made.BaseAddress"
            return [f"{self.local(base)} {name}Out = default({self.local(base)});"], [], f"&{name}Out"
        if one.kind == "value":
            return [], [], self.value(base, name)
        if one.kind == "object":
            return [], [], f"PawlObject.Of({name})"
        if one.kind in ("in", "inout"):
            if self.is_class(base):
                shown = f"{self.type_name(base)}.Raw*"
                return [], [], f"({shown})({name} == null ? null : {name}.BaseAddress)" if self.nullable(one) else f"({shown}){name}.BaseAddress"
            if one.kind == "inout" or base in NUMBERS:
                shown = self.value_type(base, public=True)
                return [], [f"fixed ({shown}* {name}At = &{name})"], f"({self.native(one.type)}){name}At"
            if self.nullable(one):
                shown = self.type_name(base)
                return [f"{shown} {name}Value = {name}.GetValueOrDefault();"], [], f"{name}.HasValue ? &{name}Value : null"
            return [], [], f"&{name}"
        return self.passed_array(one)

    def passed_array(self, one):
        name, base = cs(one.name), one.base
        native = self.native(one.type)
        if one.kind in ("bytes_in", "bytes_out"):
            if one.kept:
                return [], [], f"({native})({name} == null ? null : {name}.Pointer)"
            return [], [f"fixed (byte* {name}At = {name}.Array)"], f"({native}){name}.At({name}At)"
        if one.kind in ("list_in", "list_out"):
            shown = self.value_type(base, public=True)
            extent = one.type.partition("[")[2].rstrip("]")
            if base in self.pointing and one.kind == "list_in":
                raw = f"{shown}.Raw"
                copy = f"for (int i = 0; i < {name}Raw.Length; i++) {name}Raw[i] = *({raw}*){name}[i].BaseAddress;"
                return [f"var {name}Raw = new {raw}[{name} == null ? 0 : {name}.Length];", copy], [f"fixed ({raw}* {name}At = {name}Raw)"], f"{name}At"
            lines = [f'Lists.Room({name}, {extent}, "{name}");'] if extent.isdigit() else []
            return lines, [f"fixed ({shown}* {name}At = {name})"], f"({native}){name}At"
        if one.kind == "text_in":
            return [f"byte[] {name}Bytes = Text.Bytes({name});"], [f"fixed (byte* {name}At = {name}Bytes)"], f"(IntPtr){name}At"
        if one.kind == "text_out":
            return [f"var {name}Bytes = new byte[1024];"], [f"fixed (byte* {name}At = {name}Bytes)"], f"(IntPtr){name}At"
        return [], [], name

    def count(self, one):
        several = [other for other in self.current.params if other.name in one.counts]
        reads = [other for other in several if other.kind in ("list_in", "bytes_in", "text_in", "bytes_out")]
        names = [cs(other.name) for other in several]
        if several[0].kind in ("bytes_in", "bytes_out"):
            first = names[0]
            made = f"({first} == null ? 0 : {first}.Size)" if several[0].kept else f"{first}.Length"
        elif several[0].kind == "text_in":
            made = f"Text.Length({names[0]}Bytes)"
        elif several[0].kind == "text_out":
            made = f"{names[0]}Bytes.Length"
        elif reads:
            read = cs(reads[0].name)
            written = [other for other in several if other is not reads[0]]
            rooms = [f"(Array){cs(other.name)} ?? {read}" if other.null else cs(other.name) for other in written]
            made = f"Lists.Length({', '.join([read, *rooms])})"
        else:
            made = f"Lists.Shortest({', '.join(names)})"
        kind = self.native(one.type)
        return f"(UIntPtr){made}" if kind == "UIntPtr" else f"({kind}){made}"

    def local(self, base):
        """Of a variable that C writes."""
        if base in self.interface.opaque or base == "text":
            return "IntPtr"
        return NUMBERS[base][1] if base in NUMBERS else self.value_type(base)

    def value(self, base, name):
        if base in NUMBERS:
            return f"{name}.Raw"
        if base in self.pointing:
            return f"*({self.type_name(base)}.Raw*){name}.BaseAddress"
        if self.is_flat(base):
            return f"*({self.type_name(base)}.Flat*)&{name}"
        if base == "size_t":
            return f"(UIntPtr){name}"
        return f"({name} ? (byte)1 : (byte)0)" if base in ("bool", "_Bool") else name

    def made(self, base, name, subject):
        """What C has given as C# sees it."""
        if base in NUMBERS:
            return f"{NUMBERS[base][0]}.FromRaw({name})"
        if base == "text":
            return f"Text.Read({name})"
        if base in self.interface.opaque:
            return f"PawlObject.At<{self.type_name(base)}>({name})"
        if base == "size_t":
            return f"checked((int){name})"
        if base in self.bound and subject and self.current.params[0].base == "pawl_world":
            return f"new {pascal(base.removeprefix('pawl_').removesuffix('_id'))}({'World' if subject == 2 else 'this'}, {name})"
        if self.is_flat(base) and name == "result":
            return f"*({self.type_name(base)}*)&result"
        return "result != 0" if base in ("bool", "_Bool") and name == "result" else name

    def function(self, call, name, subject, static, indent=8):
        self.current = call
        first = {0: [], 1: [subject and self.subject(call)], 2: ["World.Pointer", "Id"]}[subject]
        parts = [self.passed(one, first[at] if at < len(first) else None) for at, one in enumerate(call.params)]
        outs = self.given_back(call)
        back = self.returned(call) if self.returns_out(call) else None
        result = self.outer(back.base) if back else self.result_type(call)
        lines = [*summary(call.doc), f"public {'static ' if static else ''}{result} {name}({self.signature(call)})", "{"]
        body = [line for before, _, _ in parts for line in before]
        given = ", ".join(expression for _, _, expression in parts)
        pins = [line for _, pinned, _ in parts for line in pinned]
        invoked = f"Native.{call.name}({given})"
        void = call.result == "void" or (call.gives == "value" and any(one.kind == "text_out" for one in call.params))
        if pins:
            body += [] if void else [f"{self.native(call.result)} result;"]
            body += [*pins, f"    {invoked};" if void else f"    result = {invoked};"]
        else:
            body.append(f"{invoked};" if void else f"{self.native(call.result)} result = {invoked};")
        body += self.after(call, subject, outs, back)
        return [" " * indent + line for line in [*lines, *("    " + line for line in body), "}", ""]]

    def subject(self, call):
        if call.params[0].base in self.interface.opaque:
            return "Pointer"
        return f"({self.type_name(call.params[0].base)}.Raw*)BaseAddress"

    def result_type(self, call):
        text_out = any(one.kind == "text_out" for one in call.params)
        if text_out:
            return "string"
        if call.gives in ("status", "void"):
            return "void"
        if call.gives == "maybe":
            return "bool"
        if call.gives == "text":
            return "string"
        if call.gives in ("pointer", "object"):
            return self.native(call.result)
        return self.outer(bare(call.result))

    def after(self, call, subject, outs, back):
        """What is kept, what is raised, what is given back."""
        lines = [f"GC.KeepAlive({name});" for name in self.alive(call, subject)]
        lines += ["Callbacks.Rethrow();"] if self.calls_back(call) else []
        if call.gives == "status":
            told = next((one for one in call.params if self.told_in_error(one)), None)
            more = f", {self.made(told.base, cs(told.name) + 'Out', subject)}" if told else ""
            lines += self.kept(call, subject)
            lines.append(f'PawlException.Check(result, "{call.name}"{more});')
        for one in outs:
            name = cs(one.name)
            made = f"{name}Made" if self.is_class(one.base) else self.made(one.base, f"{name}Out", subject)
            if one.kind == "object_out":
                lines.append(f"{'var ' if one is back else ''}{name if one is not back else name + 'Object'} = {made};")
                made = f"{name}Object" if one is back else name
                lines += [f"{made}.Keep({cs(other.name)});" for other in self.things(call)]
                if one is back:
                    lines.append(f"return {made};")
            else:
                lines.append(f"return {made};" if one is back else f"{name} = {made};")
        if back is not None or call.result == "void":
            return sorted(lines, key=lambda line: line.startswith("return "))
        text = next((one for one in call.params if one.kind == "text_out"), None)
        if text:
            name = cs(text.name)
            return [*lines, f"fixed (byte* read = {name}Bytes)", f"    return Text.Read(read, {name}Bytes.Length);"]
        if call.gives == "status":
            return lines
        if call.gives == "maybe":
            return [*lines, "return result != 0;"]
        if call.gives == "text":
            return [*lines, "return Text.Read(result);"]
        if self.is_class(bare(call.result)):
            shown = self.type_name(bare(call.result))
            keep = [f"made.Keep({'World' if subject == 2 else 'this'});"] if subject else []
            return [*lines, f"var made = new {shown}({shown}.Empty);", f"*({shown}.Raw*)made.BaseAddress = result;", *keep, "return made;"]
        return [*lines, f"return {self.made(bare(call.result), 'result', subject) if call.gives == 'value' else 'result'};"]

    def things(self, call):
        """What the library goes on using after a call that keeps something."""
        if not any(one.kept for one in call.params):
            return []
        return [one for one in call.inputs() if one.kept or (one.kind in ("in", "inout", "value") and one.base in self.pointing)]

    def kept(self, call, subject):
        holders = [cs(one.name) + ("Made" if one.kind == "out" else "") for one in call.params
                   if one.kind in ("out", "inout") and one.base in self.pointing and one not in call.params[:subject]]  # fmt: skip
        holders += {0: [], 1: ["this"], 2: ["World"]}[subject]
        return [f"{holder}.Keep({cs(one.name)});" for holder in holders for one in self.things(call) if cs(one.name) != holder]

    def alive(self, call, subject):
        names = {0: [], 1: ["this"], 2: ["World"]}[subject]
        for one in call.inputs():
            if one.kind == "object" or one.kept or (one.kind in ("in", "inout", "value") and one.base in self.pointing):
                names.append(cs(one.name))
            elif one.kind == "list_in" and one.base in self.pointing:
                names.append(cs(one.name))
            elif one.kind in ("bytes_in", "bytes_out"):
                names.append(cs(one.name) + ".Memory")
        return names

    # ---- files ----
    def classes(self):
        lines = []
        for name in self.interface.opaque:
            shown, maker = self.type_name(name), self.interface.maker_of(name)
            lines += [f"    public sealed unsafe partial class {shown} : PawlObject", "    {", f"        public {shown}() {{ }}"
                      if not maker else f"        /// <summary>Of C, which made it; see the other constructors.</summary>\n        public {shown}() {{ }}", ""]  # fmt: skip
            if maker:
                definition = self.type_name(next(one.base for one in maker[0].params if one.base.endswith("_def")))
                shown_def = "def" if definition not in map(self.type_name, self.pointing) else "def"
                address = f"({definition}.Raw*)def.BaseAddress" if any(self.type_name(one) == definition for one in self.pointing) else "&def"
                lines += [f"        /// <summary>In `memory`, or in as much of its own as it needs.</summary>",
                          f"        public {shown}({definition} {shown_def}, PawlMemory memory = null)", "        {",
                          f"            memory = memory ?? new PawlMemory(checked((int)Native.{maker[1].name}({address})));",
                          "            IntPtr made = IntPtr.Zero;",
                          f"            Status status = Native.{maker[0].name}((IntPtr)memory.Pointer, (UIntPtr)memory.Size, {address}, &made);",
                          f'            PawlException.Check(status, "{maker[0].name}");',
                          "            Keep(def);", "            Set(made, memory);", "        }", ""]  # fmt: skip
            for call in self.interface.calls:
                if call.owner == name:
                    lines += self.function(call, self.method(shown, call.method), 1, False)
            for handle in sorted(self.bound) if name == "pawl_world" else []:
                short = pascal(handle.removeprefix("pawl_").removesuffix("_id"))
                lines += [f"        /// <summary>The {short.lower()} of a handle.</summary>",
                          f"        public {short} {short}({self.type_name(handle)} id) {{ return new {short}(this, id); }}", ""]  # fmt: skip
            lines += ["    }", ""]
        return lines

    def handles(self):
        lines = []
        for name in sorted(self.bound):
            kind = self.type_name(name)
            short = pascal(name.removeprefix("pawl_").removesuffix("_id"))
            lines += ["    /// <summary>A handle together with the world that it is of.</summary>",
                      f"    public unsafe struct {short} : IEquatable<{short}>", "    {", "        public readonly World World;",
                      f"        public readonly {kind} Id;",
                      f"        public {short}(World world, {kind} id)", "        {", "            World = world;", "            Id = id;", "        }",
                      f"        public static implicit operator {kind}({short} given) {{ return given.Id; }}",
                      f"        public bool Equals({short} other) {{ return World == other.World && Id.Index1 == other.Id.Index1 && Id.Generation == other.Id.Generation; }}",
                      f"        public override bool Equals(object other) {{ return other is {short} && Equals(({short})other); }}",
                      "        public override int GetHashCode() { return Id.Index1 << 16 | Id.Generation; }",
                      f"        public static bool operator ==({short} a, {short} b) {{ return a.Equals(b); }}",
                      f"        public static bool operator !=({short} a, {short} b) {{ return !a.Equals(b); }}", ""]  # fmt: skip
            for call in self.interface.calls:
                if call.owner == name:
                    lines += self.function(call, self.method(short, call.method), 2, False)
            lines += ["    }", ""]
        return lines

    def records(self):
        """Methods of records with addresses, which are classes."""
        lines = []
        for name in self.pointing_in_order():
            calls = [call for call in self.interface.calls if call.owner == name]
            if calls:
                lines += [f"    public sealed unsafe partial class {self.type_name(name)}", "    {"]
                for call in calls:
                    call.method = call.name.removeprefix(name + "_")
                    lines += self.function(call, self.method(self.type_name(name), call.method), 1, False)
                lines += ["    }", ""]
        return lines

    def functions(self):
        lines = ["    /// <summary>Functions that are of no object.</summary>", "    public static unsafe partial class Pawl", "    {"]
        for call in self.interface.calls:
            if call.owner not in self.bound and call.owner not in self.interface.opaque and call.owner not in self.pointing:
                call.subject = 0
                lines += self.function(call, self.method("Pawl", call.name.removeprefix("pawl_")), 0, True)
        return [*lines, "    }"]

    def write(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("Core.cs", "Fixed.cs"):
            shutil.copy(HERE / name, folder / name)
        head = ["// Written by port/bindings/generate.py; not to be edited.", "using System;", "using System.Runtime.InteropServices;", "",
                "namespace PawlPhysics", "{"]  # fmt: skip
        native = ["    internal static unsafe class Native", "    {", "#if UNITY_IOS && !UNITY_EDITOR", '        const string Library = "__Internal";',
                  "#else", '        const string Library = "pawl";', "#endif", ""]  # fmt: skip
        for call in self.interface.calls:
            native += [f"        {line}" for line in self.extern(call)]
        for name, lines in (("Native", [*native, "    }"]), ("Types", self.types()),
                            ("Calls", [*self.classes(), *self.handles(), *self.records(), *self.functions()])):  # fmt: skip
            (folder / f"{name}.cs").write_text("\n".join([*head, *lines, "}"]) + "\n")


def emit(interface, folder):
    Emitter(interface).write(folder)
