"""types.py - the types of pawl in C#, for emit.py: enums, structs, and classes for records with addresses.

A record of numbers is a struct that C# copies as C does. One with an address in it is a class, whose
memory does not move and which keeps what its addresses lead to.
"""

from xml.sax.saxutils import escape

import callbacks
from model import INTEGERS, bare, enum_values

NUMBERS = {"pawl_fx": ("Fx", "int"), "pawl_wide": ("Wide", "long"), "pawl_fraction": ("Share", "int"), "pawl_angle": ("Turn", "uint")}
NAMES = {"int8_t": "sbyte", "uint8_t": "byte", "int16_t": "short", "uint16_t": "ushort", "int32_t": "int", "uint32_t": "uint",
         "int64_t": "long", "uint64_t": "ulong", "int": "int", "char": "byte", "size_t": "UIntPtr", "bool": "Bool8", "_Bool": "Bool8"}  # fmt: skip
KEYWORDS = set("base bool break byte case char checked class const continue decimal default delegate do double else enum event "
               "explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long "
               "namespace new null object operator out override params private protected public readonly ref return sbyte "
               "sealed short sizeof static string struct switch this throw true try typeof uint ulong unsafe ushort using "
               "virtual void volatile while".split())  # fmt: skip
TAKEN = {"GetType", "ToString", "Equals", "Finalize", "Dispose", "Keep", "Memory", "Set", "At", "Of", "Id", "World"}
FIELDS_MAX = 32


def pascal(name):
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def cs(name):
    """Of a parameter."""
    made = pascal(name)
    made = made[0].lower() + made[1:]
    return "@" + made if made in KEYWORDS else made + "Given" if made in ("result", "made", "status") else made


def summary(comment):
    lines = [escape(line.strip()) for line in (comment or "").splitlines()]
    if not lines:
        return []
    lines[0], lines[-1] = "<summary>" + lines[0], lines[-1] + "</summary>" if len(lines) > 1 else "<summary>" + lines[0] + "</summary>"
    return [f"/// {line}".rstrip() for line in lines]


class Types:
    def __init__(self, interface):
        self.interface = interface
        self.callback_types = {one["type"] for told in interface.records.values() for one in told["fields"]
                               if one["class"] == "callback"}  # fmt: skip
        self.bound = {call.owner for call in interface.calls if call.subject == 2}
        self.pointing = {name for name in interface.records if self.points(name)}
        self.flats = {(one[0], one[1]): one for one in callbacks.of_records(interface)}
        self.calling = {name for name in interface.records if self.leads_back(name, set())}
        self.arrays, self.slices, self.current = {}, {}, None

    def points(self, name):
        return any(one["class"] == "callback" or "*" in one["type"] or
                   (bare(one["type"]) in self.interface.records and self.points(bare(one["type"])))
                   for one in self.interface.records[name]["fields"])  # fmt: skip

    def leads_back(self, name, seen):
        """Whether a record leads to a function of the program."""
        seen.add(name)
        return any(one["class"] == "callback" or
                   (bare(one["type"]) in self.interface.records and bare(one["type"]) not in seen and self.leads_back(bare(one["type"]), seen))
                   for one in self.interface.records[name]["fields"])  # fmt: skip

    def calls_back(self, call):
        opaque = {one.base for one in call.params if one.base in self.interface.opaque}
        made = [other for other in self.interface.calls if any(one.kind == "object_out" and one.base in opaque for one in other.params)]
        return any(one.base in self.calling for other in [call, *made] for one in other.params)

    # ---- records by value in registers ----
    def is_flat(self, base):
        """Whether a record goes by value in registers and has others in it: Mono 6.8 does not see what lies in
        the second one of them, so that such a record is handed over as its numbers."""
        if base not in self.interface.records or base in self.pointing:
            return False
        told = self.interface.records[base]
        nested = any(bare(one["type"]) in self.interface.records or "[" in one["type"] for one in told["fields"])
        return nested and told["layouts"]["lp64"]["size"] <= 16

    def leaves(self, base):
        """The numbers that a record is made of."""
        found = []
        for one in self.interface.records[base]["fields"]:
            inner, extent = bare(one["type"]), one["type"].partition("[")[2].rstrip("]")
            kinds = self.leaves(inner) if inner in self.interface.records else [self.value_type(inner)]
            found += kinds * int(extent or 1)
        return found

    # ---- names ----
    def type_name(self, name):
        return pascal(name.removeprefix("pawl_"))

    def method(self, owner, short):
        made = pascal(short)
        if made == owner:
            return made + "Now"
        return made.replace("Type", owner + "Type") if made == "GetType" else made + "Of" if made in TAKEN else made

    def field_name(self, record, name):
        made = pascal(name)
        return made + "Value" if made == self.type_name(record) else made

    def value_type(self, base, public=False):
        """Of a value in memory; `public`: as the program sees it."""
        if base in NUMBERS:
            return NUMBERS[base][0 if public else 1]
        if base in NAMES:
            return NAMES[base]
        if base in self.pointing and not public:
            return self.type_name(base) + ".Raw"
        return self.type_name(base) if base in self.interface.records or base in self.interface.enums else "IntPtr"

    # ---- enums and constants ----
    def enum(self, one):
        lines = [*summary(one["comment"]), f"public enum {self.type_name(one['name'])}", "{"]
        for short, value, said in enum_values(one):
            lines += [f"    {line}" for line in [*summary(said), f"{pascal(short.lower())} = {value},"]]
        return ["    " + line for line in [*lines, "}", ""]]

    def constants(self):
        lines = ["    public static unsafe partial class Pawl", "    {", f'        public const string Version = "{self.interface.version}";']
        values = dict(self.interface.constants)
        for told in self.interface.anonymous:
            values.update({one["name"]: one["value"] for one in told["values"]})
        for name, value in values.items():
            kind = "int" if -(2**31) <= value < 2**31 else "long" if value < 2**63 else "ulong"
            lines.append(f"        public const {kind} {pascal(name.removeprefix('PAWL_').lower())} = {value};")
        return [*lines, "    }", ""]

    # ---- arrays in records, and what an address leads to ----
    def array(self, base, length):
        """The type of an array within a record: its elements as fields, since C# has no such arrays."""
        element = self.value_type(base, public=True)
        name = f"{'Char' if base == 'char' else pascal(element)}Array{length}"
        lines = ["[StructLayout(LayoutKind.Sequential)]", f"public unsafe struct {name}", "{", f"    public const int Count = {length};",
                 f"    {element} {', '.join(f'e{at}' for at in range(int(length)))};",
                 f"    public {element} this[int at]", "    {",
                 "        get", "        {", "            Check(at);", f"            fixed ({element}* all = &e0) return all[at];", "        }",
                 "        set", "        {", "            Check(at);", f"            fixed ({element}* all = &e0) all[at] = value;", "        }",
                 "    }", "    static void Check(int at)", "    {",
                 "        if (at < 0 || at >= Count) throw new IndexOutOfRangeException();", "    }"]  # fmt: skip
        if base == "char":
            lines += ["    public override string ToString()", "    {", "        fixed (byte* all = &e0) return Text.Read(all, Count);", "    }"]
        self.arrays[name] = ["    " + line for line in [*lines, "}", ""]]
        return name

    def slice(self, base):
        """The type of what an address leads to."""
        element = self.value_type(base, public=True)
        name = f"{pascal(element)}Slice"
        self.slices[name] = ["    " + line for line in [
            "/// <summary>Elements in memory of C, where they lie; Count is negative when C does not say how many.</summary>",
            f"public unsafe struct {name}", "{", f"    readonly {element}* all;", "    readonly object owner;", "    public readonly int Count;",
            f"    internal {name}(IntPtr address, int count, object owner)", "    {", f"        all = ({element}*)address;",
            "        Count = count;", "        this.owner = owner;", "    }", "    public bool IsNull { get { return all == null; } }",
            f"    public {element} this[int at]", "    {", "        get", "        {", "            Check(at);", "            return all[at];", "        }",
            "        set", "        {", "            Check(at);", "            all[at] = value;", "        }", "    }", "    void Check(int at)", "    {",
            "        if (all == null || at < 0 || (Count >= 0 && at >= Count)) throw new IndexOutOfRangeException();",
            "        GC.KeepAlive(owner);", "    }", "}", ""]]  # fmt: skip
        return name

    # ---- records ----
    def field_type(self, one, public):
        base = bare(one["type"])
        if one["class"] == "callback" or "*" in one["type"]:
            return "IntPtr"
        if "[" in one["type"]:
            if base in self.pointing:
                raise ValueError(f"an array of records with addresses: {one['name']}")
            return self.array(base, one["type"].partition("[")[2].rstrip("]"))
        if base in NUMBERS:
            return NUMBERS[base][0]
        return self.value_type(base, public)

    def fields(self, name, public):
        lines = []
        for one in self.interface.records[name]["fields"]:
            lines += summary(one["comment"]) if public else []
            lines.append(f"public {self.field_type(one, public)} {self.field_name(name, one['name'])};")
        return lines

    def struct(self, name):
        told, shown = self.interface.records[name], self.type_name(name)
        lines = [*summary(told["comment"]), "[StructLayout(LayoutKind.Sequential)]", f"public struct {shown}", "{"]
        lines += [f"    {line}" for line in self.fields(name, True)]
        default = self.interface.default_of(name)
        if default and not default.params:
            lines += ["", "    /// <summary>With the defaults of the library.</summary>",
                      f"    public static {'unsafe ' if self.is_flat(name) else ''}{shown} Default()", "    {",
                      f"        {shown + '.Flat' if self.is_flat(name) else shown} made = Native.{default.name}();",
                      f"        return {f'*({shown}*)&made' if self.is_flat(name) else 'made'};", "    }"]  # fmt: skip
        own = [one for one in told["fields"]]
        if len(own) <= 4 and not any("[" in one["type"] for one in own):
            given = [(self.field_type(one, True), cs(one["name"]), self.field_name(name, one["name"])) for one in own]
            lines += ["", f"    public {shown}({', '.join(f'{kind} {param}' for kind, param, _ in given)})", "    {",
                      *(f"        {field} = {param};" for _, param, field in given), "    }"]  # fmt: skip
        if self.is_flat(name):
            lines += ["", "    [StructLayout(LayoutKind.Sequential)]", "    internal struct Flat { "
                      + " ".join(f"internal {kind} v{at};" for at, kind in enumerate(self.leaves(name))) + " }"]  # fmt: skip
        return ["    " + line for line in [*lines, "}", ""]]

    def record_class(self, name):
        told, shown = self.interface.records[name], self.type_name(name)
        default = self.interface.default_of(name)
        made = f" *(Raw*)BaseAddress = Native.{default.name}();" if default and not default.params else ""
        lines = [*summary(told["comment"]), f"public sealed unsafe partial class {shown} : Record", "{",
                 "    [StructLayout(LayoutKind.Sequential)]", "    internal struct Raw", "    {",
                 *(f"        {line}" for line in self.fields(name, False)), "    }", "",
                 "    internal static readonly object Empty = new object();",
                 f"    internal {shown}(object empty) : base(sizeof(Raw)) {{ }}",
                 f"    internal {shown}(byte* address, object parent) : base(address, parent) {{ }}",
                 f"    public {shown}() : base(sizeof(Raw)) {{{made} }}",
                 "    Raw* raw { get { return (Raw*)BaseAddress; } }", ""]  # fmt: skip
        has_callbacks = any(one["class"] == "callback" for one in told["fields"])
        for one in told["fields"]:
            if has_callbacks and one["name"] == "context":
                continue
            lines += [f"    {line}" for line in self.property(name, one)]
        return ["    " + line for line in [*lines, "}", ""]]

    def property(self, record, one):
        base, field = bare(one["type"]), self.field_name(record, one["name"])
        head, stars = summary(one["comment"]), one["type"].count("*")
        if one["class"] == "callback":
            return [*head, *self.callback(record, one["name"], field)]
        if stars == 0 and base in self.pointing:
            shown = self.type_name(base)
            return [*head, f"public {shown} {field}", "{", "    get", "    {", f'        var found = Kept<{shown}>("{field}");',
                    f'        if (found == null) Keep("{field}", found = new {shown}((byte*)&raw->{field}, this));', "        return found;", "    }", "}"]  # fmt: skip
        if base == "size_t" and stars == 0:
            return [*head, f"public int {field} {{ get {{ return checked((int)raw->{field}); }} set {{ raw->{field} = (UIntPtr)value; }} }}"]
        if stars == 0:
            shown = self.field_type(one, True)
            return [*head, f"public {shown} {field} {{ get {{ return raw->{field}; }} set {{ raw->{field} = value; }} }}"]
        if base in self.interface.opaque or base in self.pointing:
            shown = self.type_name(base)
            address = "PawlObject.Of(value)" if base in self.interface.opaque else "value == null ? IntPtr.Zero : (IntPtr)value.BaseAddress"
            view = f"PawlObject.At<{shown}>(raw->{field})" if base in self.interface.opaque else (
                f'Kept<{shown}>("{field}") ?? (raw->{field} == IntPtr.Zero ? null : new {shown}((byte*)raw->{field}, this))')  # fmt: skip
            return [*head, f"public {shown} {field}", "{", f"    get {{ return {view}; }}", "    set", "    {",
                    f'        Keep("{field}", value);', f"        raw->{field} = {address};", "    }", "}"]  # fmt: skip
        return [*head, *self.address(record, one, field, base)]

    def address(self, record, one, field, base):
        """A property for text, bytes or elements, and a method that sets it."""
        if base == "char":
            return [f"public string {field}", "{", f"    get {{ return Text.Read(raw->{field}); }}", "    set", "    {",
                    "        PawlMemory memory = value == null ? null : new PawlMemory(Text.Bytes(value));", f'        Keep("{field}", memory);',
                    f"        raw->{field} = memory == null ? IntPtr.Zero : (IntPtr)memory.Pointer;", "    }", "}"]  # fmt: skip
        known = base in self.interface.records or base in NUMBERS or base in NAMES
        names = [told["name"] for told in self.interface.records[record]["fields"]]
        counter = next((told for told in (f"{one['name'].removesuffix('s')}_count", f"{one['name']}_count") if told in names), None)
        count = f"checked((int)raw->{self.field_name(record, counter)})" if counter else "-1"
        shown = self.slice(base) if known else "IntPtr"
        view = f"new {shown}(raw->{field}, {count}, this)" if known else f"raw->{field}"
        lines = [f"public {shown} {field} {{ get {{ return {view}; }} }}",
                 f"public void Set{field}(PawlMemory memory)", "{", f'    Keep("{field}", memory);',
                 f"    raw->{field} = memory == null ? IntPtr.Zero : (IntPtr)memory.Pointer;", "}"]  # fmt: skip
        if not known:
            return lines
        element = self.value_type(base, public=True)
        return [*lines, "/// <summary>A copy of them, which this record keeps.</summary>", f"public void Set{field}({element}[] values)", "{",
                f"    var memory = new PawlMemory(values.Length * sizeof({element}));",
                f"    for (int i = 0; i < values.Length; i++) (({element}*)memory.Pointer)[i] = values[i];", f"    Set{field}(memory);", "}"]  # fmt: skip

    # ---- callbacks ----
    def callback_value(self, kind, name, following):
        """(type, expression) of a value of C as a function of the program gets it."""
        base, stars = bare(kind), kind.count("*")
        if "(*" in kind or base == "void":
            return "IntPtr", name
        if base in self.interface.opaque:
            return self.type_name(base), f"PawlObject.At<{self.type_name(base)}>({name})"
        if stars == 0:
            if base in NUMBERS:
                return NUMBERS[base][0], f"{NUMBERS[base][0]}.FromRaw({name})"
            if self.is_flat(base):
                return self.type_name(base), f"*({self.type_name(base)}*)&{name}"
            return ("int", f"checked((int){name})") if base == "size_t" else (self.value_type(base, public=True), name)
        if base in self.pointing:
            return self.type_name(base), f"new {self.type_name(base)}((byte*){name}, null)"
        if base in self.interface.records and following != "count":
            return self.type_name(base), f"*({self.type_name(base)}*){name}"
        count = "count" if following == "count" else "-1"
        return self.slice(base), f"new {self.slice(base)}({name}, {count}, null)"

    def callback_native(self, kind):
        base = bare(kind)
        if "*" in kind:
            return "IntPtr"
        if self.is_flat(base):
            return self.type_name(base) + ".Flat"
        return "byte" if base in ("bool", "_Bool") else self.value_type(base)

    def callback(self, record, name, field):
        _, _, _, result, given = self.flats[(record, name)]
        given = [(kind, cs(param)) for kind, param in given]
        natives = ", ".join(f"{self.callback_native(kind)} {param}" for kind, param in given)
        follows = [param for _, param in given[1:]] + [""]
        values = [self.callback_value(kind, param, follows[at]) for at, (kind, param) in enumerate(given)][1:]
        base = bare(result)
        native = "void" if result == "void" else self.callback_native(result)
        public = "void" if result == "void" else "bool" if native == "byte" and base == "bool" else self.value_type(base, public=True)
        params = ", ".join(f"{kind} {param}" for (kind, _), (_, param) in zip(values, given[1:], strict=True))
        call = f"call({', '.join(expression for _, expression in values)})"
        gives = f"{call};" if result == "void" else f"return {call} ? (byte)1 : (byte)0;" if public == "bool" else (
            f"{{ {public} given = {call}; return *({native}*)&given; }}" if self.is_flat(base) else f"return {call}.Raw;" if base in NUMBERS else f"return {call};")  # fmt: skip
        end = "" if result == "void" else f"return default({native});"
        shown = self.type_name(record)
        return [f"public delegate {public} {field}Function({params});",
                "[UnmanagedFunctionPointer(CallingConvention.Cdecl)]", f"delegate {native} {field}Native({natives});",
                f"static readonly {field}Native on{field} = On{field};",
                f"[MonoPInvokeCallback(typeof({field}Native))]", f"static {native} On{field}({natives})", "{",
                "    try", "    {", f"        var owner = Callbacks.Owner<{shown}>({given[0][1]});",
                f"        {field}Function call = owner == null || Callbacks.HasFailed ? null : owner.{field};",
                f"        if (call != null) {gives}", "    }", "    catch (Exception failure)", "    {", "        Callbacks.Fail(failure);", "    }",
                *([f"    {end}"] if end else []), "}",
                f"public {field}Function {field}", "{", f'    get {{ return Kept<{field}Function>("{field}"); }}', "    set", "    {",
                f'        Keep("{field}", value);', "        raw->Context = Self;",
                f"        raw->{field} = value == null ? IntPtr.Zero : Marshal.GetFunctionPointerForDelegate(on{field});", "    }", "}"]  # fmt: skip

    def pointing_in_order(self):
        return [name for name in self.interface.records if name in self.pointing]

    def types(self):
        lines = self.constants()
        for one in self.interface.enums.values():
            lines += self.enum(one)
        for name in self.interface.records:
            lines += self.record_class(name) if name in self.pointing else self.struct(name)
        return lines + [line for made in (self.arrays, self.slices) for one in made.values() for line in one]
