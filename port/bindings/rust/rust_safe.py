"""rust_safe.py - the crate pawl: what can be called without `unsafe`, as methods and functions.

A call reads pointers that its caller made when they stand in a record, or have no length. It is
written as `unsafe fn NAME_raw`; where it can do without them, NAME is there as well. Records that
hold functions are filled with closures, and defs that point to lists with slices: their calls are
safe.
"""

import re

from model import HANDLES, INTEGERS, bare, split_parameters, type_name
from rust_types import Types, docs, named, put, rs


def plural(word):
    return word[:-1] + "ies" if word.endswith("y") else word + "s"


class Safe(Types):
    def __init__(self, interface):
        super().__init__(interface)
        self.pointed = {name for name in interface.records if self.pointing(name)}
        self.closured = {name for name in self.pointed if self.takes_closures(name)}
        self.sliced = {name for name in self.pointed if self.takes_slices(name)}
        self.keeps = False
        self.bound = [one for one in interface.handles if any(call.owner == one for call in interface.calls)]

    def takes_closures(self, name):
        fields = self.interface.records[name]["fields"]
        objects = any("*" in one["type"] and bare(one["type"]) in self.interface.opaque for one in fields)
        return any(one["class"] == "callback" for one in fields) and not objects

    def takes_slices(self, name):
        """Whether a def points to plain lists alone, each of which has a count of its own."""
        fields = self.interface.records[name]["fields"]
        counts = [self.interface.count_of(name, one["name"]) for one in fields if "*" in one["type"] or one["class"] == "callback"]
        plain = all(bare(one["type"]) not in self.pointed and ("*" not in one["type"] or one["type"].startswith("const ")) for one in fields)
        handed = any(one.kind == "in" and one.base == name for call in self.interface.calls for one in call.params)
        return plain and handed and all(counts) and len(set(counts)) == len(counts)

    def keeps_lists(self, call):
        """Whether a world goes on reading the lists of a def: it has their addresses in its saves, too."""
        return call.module == "terrain" and any(one.kind == "object" and not one.type.startswith("const ") for one in call.params)

    def is_lent(self, call):
        """Whether it gives a record that points into the object it is a method of."""
        return call.gives == "value" and bare(call.result) in self.pointed and call.subject == 1

    # ---- what is safe ----
    def is_filled(self, name):
        """Whether a result has room that the caller gives."""
        return any(one["type"].count("*") == 1 and not one["type"].startswith("const ") and one["class"] != "callback"
                   for one in self.interface.records[name]["fields"])  # fmt: skip

    def is_doubtful(self, one):
        last = one.base.removeprefix("pawl_").rpartition("_")[2]
        if one.kind in ("in", "inout", "value", "told", "list_in", "list_out") and one.base in self.pointed:
            return not (one.kind == "in" and (one.base in self.closured or one.base in self.sliced))
        if one.kind == "out" and one.base in self.pointed:
            return self.is_filled(one.base)
        if one.kind in ("in", "inout", "out") and one.base in self.interface.records and one.name == plural(last) and one.name != last:
            return True
        if one.kind in ("list_in", "list_out", "bytes_in", "bytes_out"):
            return not one.count and not re.search(r"\[\w+\]", one.type)
        return one.kind == "raw"

    # ---- parameters ----
    def is_optional(self, one):
        return one.null or (one.kind == "in" and one.base.endswith("_filter"))

    def shape(self, one, raw, life):
        """The type of a parameter that is handed in; with the lifetime of what is kept."""
        element, fixed = self.value(one.base), re.search(r"\[(\w+)\]", one.type)
        kept = f"'{life} " if one.kept and life else ""
        if one.kind == "value":
            return f"sys::{element}" if one.base in self.pointed else element
        if one.kind == "object":
            return f"&{'' if one.type.startswith('const ') else 'mut '}{element}<'_>"
        if one.kind == "text_in":
            return "&str"
        if one.kind == "raw":
            return self.sys_raw(one.type)
        mutable = "mut " if one.kind in ("inout", "told", "list_out", "bytes_out", "out") else ""
        if one.base in self.closured and one.kind == "in" and not raw:
            element, mutable = f"{element}<'_>", "mut "
        elif one.base in self.sliced and one.kind == "in":
            element = f"{element}<{chr(39)}{'static' if self.keeps else '_'}>"
        elif one.base in self.pointed:
            element = f"sys::{element}"
        if one.kind.startswith("bytes"):
            element = "u8"
        if fixed:
            element = f"[{element}; {fixed[1]}]"
        elif one.kind in ("list_in", "list_out", "bytes_in", "bytes_out"):
            element = f"[{element}]"
        made = f"&{kept}{mutable}{element}"
        return f"Option<{made}>" if self.is_optional(one) or one.kind == "told" else made

    def handed(self, one, raw):
        """What C gets for it."""
        name, pointer = rs(one.name), self.sys_raw(one.type)
        if one.kind in ("value", "raw"):
            return name
        if one.kind == "object":
            return f"{name}.pointer.as_ptr()"
        if one.kind == "text_in":
            return f"{name}.as_ptr()" + (" as *const c_char" if one.count else "")
        some = self.is_optional(one) or one.kind == "told"
        null = "std::ptr::null_mut()" if pointer.startswith("*mut") else "std::ptr::null()"
        if one.base in self.closured and one.kind == "in" and not raw:
            return f"{name}.map_or({null}, |one| one.pointer())" if some else f"{name}.pointer()"
        if one.base in self.sliced and one.kind == "in":
            return f"{name}.map_or({null}, |one| &one.raw as {pointer})" if some else f"&{name}.raw as {pointer}"
        if one.kind in ("list_in", "list_out", "bytes_in", "bytes_out"):
            get = "as_mut_ptr()" if pointer.startswith("*mut") else "as_ptr()"
            return f"{name}.map_or({null}, |one| one.{get} as {pointer})" if some else f"{name}.{get} as {pointer}"
        return f"{name}.map_or({null}, |one| one as {pointer})" if some else f"{name} as {pointer}"

    def length(self, one, call):
        several = [other for other in call.params if other.name in one.counts]
        lengths = []
        for other in several:
            name = rs(other.name)
            optional = other.null and other.kind != "text_out"
            lengths.append(f"{name}.as_ref().map(|one| one.len())" if optional else f"Some({name}.len())")
        plain = lengths[0].startswith("Some(") and len(lengths) == 1
        made = lengths[0][5:-1] if plain else f"shortest(&[{', '.join(lengths)}])"
        return made if one.type == "size_t" else f"{made} as {self.value(one.base)}"

    # ---- calls ----
    def errors_tell(self, one, call):
        """Whether an error says it: scalars, and the size that would have been enough."""
        return call.gives == "status" and ((one.kind == "told" and one.base not in self.interface.records) or
                                           (one.kind == "out" and one.base == "size_t"))  # fmt: skip

    def is_made(self, one, call):
        return (one.kind == "out" and not one.both and not self.is_doubtful(one)) or one.kind == "object_out" or (
            one.kind == "told" and self.errors_tell(one, call))  # fmt: skip

    def call(self, call, name, subject, raw, life, pad):
        """A function: `subject` are its first arguments in C; doubtful ones are null without `raw`."""
        params, before, given, outs = [], [], list(subject), []
        self.keeps = self.keeps_lists(call)
        for one in call.params[len(subject):]:
            local = rs(one.name)
            if one.kind == "count":
                before.append(f"let {local} = {self.length(one, call)};")
                given.append(local)
            elif self.is_made(one, call):
                kind = {"text": "*const c_char"}.get(one.base, self.value(one.base))
                if one.kind == "object_out":
                    before.append(f"let mut {local} = std::ptr::null_mut();")
                else:
                    kind = f"sys::{kind}" if one.base in self.pointed else kind
                    before.append(f"let mut {local}: {kind} = unsafe {{ std::mem::zeroed() }};")
                given.append(f"&mut {local}")
                if one.kind != "told":
                    outs.append(one)
            elif one.kind == "text_out":
                before.append(f"let mut {local} = [0u8; TEXT];")
                given.append(f"{local}.as_mut_ptr() as *mut c_char")
                outs.append(one)
            elif self.is_doubtful(one) and not raw:
                given.append("std::ptr::null_mut()" if self.raw(one.type).startswith("*mut") else "std::ptr::null()")
            else:
                kept = life if one.kept or (one.kind == "bytes_out" and any(p.kind == "object_out" for p in call.params)) else ""
                shape = self.shape(one, raw, life)
                if kept and not one.kept:
                    shape = shape.replace("&", f"&'{life} ", 1)
                params.append(f"{local}: {shape}")
                if one.kind == "text_in" and not one.count:
                    before.append(f'let {local} = crate::core::text("{call.name}", {local})?;')
                given.append(self.handed(one, raw))
        before.sort(key=lambda line: "TEXT" not in line)  # lengths come after the buffers that have them
        return self.written(call, name, params, before, given, outs, raw, life, pad)

    def out(self, one, life):
        if one.kind == "object_out":
            return f"{type_name(one.base)}<'{life or '_'}>", f"unsafe {{ {type_name(one.base)}::of({rs(one.name)}) }}"
        if one.kind == "text_out":
            return "String", f"read(&{rs(one.name)})"
        kind = self.value(one.base)
        return (f"sys::{kind}" if one.base in self.pointed else kind), rs(one.name)

    def written(self, call, name, params, before, given, outs, raw, life, pad):
        made = [self.out(one, life) for one in outs]
        base = bare(call.result)
        plain = {"text": ("&'static str", "unsafe { constant(result) }"), "pointer": (self.sys_raw(call.result), "result")}.get(
            call.gives, (f"sys::{self.value(base)}" if base in self.pointed else self.value(base), "result"))  # fmt: skip
        if call.gives == "text" and call.subject:
            plain = ("&str", plain[1])
        if self.is_lent(call):
            plain = (f"{type_name(base)}<'_>", f"{type_name(base)} {{ raw: result, lives: PhantomData }}")
        if call.gives == "value":
            made = [plain, *made]
        elif call.gives in ("text", "pointer"):
            made = [plain, *made]
        types = [kind for kind, _ in made]
        values = [value for _, value in made]
        kind = types[0] if len(types) == 1 else f"({', '.join(types)})"
        value = values[0] if len(values) == 1 else f"({', '.join(values)})"
        after = []
        if call.gives == "status":
            told = [f'("{one.name}", {self.told(one)})' for one in call.params if self.errors_tell(one, call)]
            after.append(f'check(result, "{call.name}", || vec![{", ".join(told)}])?;')
            kind, value = f"Result<{kind}>", f"Ok({value})"
        elif call.gives == "maybe":
            after += ["if !result {", "    return None;", "}"]
            kind, value = f"Option<{kind}>", f"Some({value})"
        elif any("?" in line for line in before):
            kind, value = f"Result<{kind}>", f"Ok({value})"
        gives = "" if kind == "()" else f" -> {kind}"
        generic = f"<'{life}>" if life == "k" and any("'k" in text for text in [gives, *params]) else ""
        lines = [*docs(call.doc)]
        if raw:
            lines += ["///", "/// # Safety", "/// What pointers in records lead to, and what has no length, must be there while C uses it."]
        lines += [f"pub {'unsafe ' if raw else ''}fn {name}{generic}({', '.join(params)}){gives} {{"]
        lines += [f"    {line}" for line in before]
        lines += [f"    {'' if call.gives == 'void' else 'let result = '}unsafe {{ sys::{call.name}({', '.join(given)}) }};"]
        lines += [f"    {line}" for line in after]
        lines += [] if value == "()" else [f"    {value}"]
        return [pad + line for line in [*lines, "}"]]

    def told(self, one):
        if one.base == "text":
            return f"unsafe {{ Told::text({rs(one.name)}) }}"
        return f"Told::Number({rs(one.name)}{'.0' if one.base in self.interface.enums else ''} as i64)"

    def variants(self, call, name, subject, receiver, life, pad):
        """The safe function, the raw one, or both."""
        doubtful = [one for one in call.params[len(subject):] if self.is_doubtful(one)]
        if call.subject and call.owner in self.pointed - self.sliced and not subject:
            doubtful = doubtful or [call.params[0]]
        lines = []
        for raw in (False, True):
            if (raw and not doubtful) or (not raw and any(not one.null for one in doubtful)):
                continue
            made = self.call(call, name + ("_raw" if raw else ""), subject, raw, life, pad)
            if receiver:
                made = [re.sub(r"fn (\w+)(<'k>)?\(", lambda found: f"fn {found[1]}{found[2] or ''}({receiver}, ", line, count=1).replace(", )", ")")
                        if line.startswith((pad + "pub fn", pad + "pub unsafe fn")) else line for line in made]  # fmt: skip
            lines += ["", *made]
        return lines

    def short(self, call, taken):
        """get_ goes, as Rust writes getters."""
        bare_name = call.method.removeprefix("get_")
        return rs(bare_name) if bare_name not in taken and rs(bare_name) == bare_name else rs(call.method)

    # ---- types ----
    def opaque(self, name):
        short = type_name(name)
        maker = self.interface.maker_of(name)
        mine = [call for call in self.interface.calls if call.owner == name]
        taken = {call.method for call in mine} | {"new", "within", "of"} | {HANDLES.match(one)[1] for one in self.bound}
        lines = [f"/// Lies in memory of its own, or in memory that is lent to it for 'm.\npub struct {short}<'m> {{",
                 f"    pub(crate) pointer: NonNull<sys::{short}>,", "    _memory: Vec<u64>,", "    lives: PhantomData<&'m mut ()>,", "}", "",
                 f"impl<'m> {short}<'m> {{", f"    pub(crate) unsafe fn of(pointer: *mut sys::{short}) -> {short}<'m> {{",
                 f"        {short} {{ pointer: NonNull::new(pointer).expect(\"an object\"), _memory: Vec::new(), lives: PhantomData }}", "    }"]  # fmt: skip
        if maker:
            made, size = maker
            definition = next(one.base for one in made.params if one.base.endswith("_def"))
            given = type_name(definition)
            own = [one for one in self.interface.records[definition]["fields"] if "*" in one["type"]]
            checks = [f'        if !definition.{one["name"]}.is_null() {{\n            return Err(Error::new(Status::ERR_ARGUMENT, "{made.name}"));\n        }}' for one in own]
            only = " Pointers in the def must be null." if own else ""
            lines += ["", f"    /// In memory of its own.{only}", f"    pub fn new(definition: &{'sys::' if own else ''}{given}) -> Result<{short}<'m>> {{", *checks,
                      f"        let size = unsafe {{ sys::{size.name}(definition) }};", "        let mut memory = vec![0u64; (size + 7) / 8];",
                      "        let mut pointer = std::ptr::null_mut();",
                      f"        let result = unsafe {{ sys::{made.name}(memory.as_mut_ptr() as *mut c_void, memory.len() * 8, definition, &mut pointer) }};",
                      f'        check(result, "{made.name}", Vec::new)?;',
                      f"        Ok({short} {{ pointer: NonNull::new(pointer).expect(\"an object\"), _memory: memory, lives: PhantomData }})", "    }"]  # fmt: skip
        if name == "pawl_world":
            for handle in self.bound:
                one, kind = HANDLES.match(handle)[1], type_name(handle).removesuffix("Id")
                lines += ["", f"    /// To ask about a {one}.", f"    pub fn {one}(&self, id: {kind}Id) -> {kind}<'_> {{",
                          f"        {kind} {{ world: self.pointer, id, lives: PhantomData }}", "    }",
                          "", f"    /// To change a {one}.", f"    pub fn {one}_mut(&mut self, id: {kind}Id) -> {kind}Mut<'_> {{",
                          f"        {kind}Mut({kind} {{ world: self.pointer, id, lives: PhantomData }}, PhantomData)", "    }"]  # fmt: skip
        for call in mine:
            receiver = "&self" if call.params[0].type.startswith("const ") else "&mut self"
            lines += self.variants(call, self.short(call, taken), ["self.pointer.as_ptr()"], receiver, "m", "    ")
        lines += ["}"]
        if maker:
            lines += ["", "// No thread is special to it: it has no variables elsewhere.", f"unsafe impl Send for {short}<'_> {{}}"]
        return lines

    def handle(self, name):
        kind, parts = type_name(name).removesuffix("Id"), ([], [])
        mine = [call for call in self.interface.calls if call.owner == name]
        taken = {call.method for call in mine} | {"id"}
        for call in mine:
            changes = not call.params[0].type.startswith("const ")
            given = ["self.0.world.as_ptr()", "self.0.id"] if changes else ["self.world.as_ptr()", "self.id"]
            parts[changes].extend(self.variants(call, self.short(call, taken), given, "&mut self" if changes else "&self", "", "    "))
        return [f"/// A {HANDLES.match(name)[1]} and the world that it is of, which does not change meanwhile.", f"pub struct {kind}<'w> {{",
                "    world: NonNull<sys::World>,", f"    id: {kind}Id,", "    lives: PhantomData<&'w ()>,", "}", "",
                f"/// The same, to change it. It can be asked everything that {kind} can.", f"pub struct {kind}Mut<'w>({kind}<'w>, PhantomData<&'w mut ()>);", "",
                f"impl<'w> std::ops::Deref for {kind}Mut<'w> {{", f"    type Target = {kind}<'w>;", f"    fn deref(&self) -> &{kind}<'w> {{", "        &self.0", "    }", "}", "",
                f"impl {kind}<'_> {{", f"    pub fn id(&self) -> {kind}Id {{", "        self.id", "    }", *parts[0], "}", "",
                f"impl {kind}Mut<'_> {{", *parts[1][1:], "}"]  # fmt: skip

    def lent(self, name):
        """A record of the library that points into a world."""
        short, fields = type_name(name), self.interface.records[name]["fields"]
        names = [one["name"] for one in fields]
        lines = [*docs(self.interface.records[name]["comment"]), "#[derive(Clone, Copy)]", f"pub struct {short}<'w> {{", f"    raw: sys::{short},",
                 "    lives: PhantomData<&'w ()>,", "}", "", f"impl std::ops::Deref for {short}<'_> {{", f"    type Target = sys::{short};",
                 f"    fn deref(&self) -> &sys::{short} {{", "        &self.raw", "    }", "}", "", f"impl<'w> {short}<'w> {{"]  # fmt: skip
        for one in fields:
            count = next((name for name in (one["name"][:-1] + "_count", one["name"] + "_count") if name in names), "")
            if one["type"].count("*") == 1 and one["type"].startswith("const ") and count:
                lines += [*docs(one["comment"], "    "), f"    pub fn {rs(one['name'])}(&self) -> &'w [{self.value(bare(one['type']))}] {{",
                          f"        unsafe {{ slice(self.raw.{rs(one['name'])}, self.raw.{count} as usize) }}", "    }"]  # fmt: skip
        return [*lines, "}"]

    def slices(self, name):
        """A def whose lists are slices."""
        short, fields = type_name(name), self.interface.records[name]["fields"]
        pointers = {one["name"]: self.interface.count_of(name, one["name"]) for one in fields if "*" in one["type"]}
        lines = ["", *docs(self.interface.records[name]["comment"]), "#[derive(Clone, Copy, Default)]", f"pub struct {short}<'a> {{", f"    raw: sys::{short},",
                 "    lives: PhantomData<&'a ()>,", "}", "", f"impl std::ops::Deref for {short}<'_> {{", f"    type Target = sys::{short};",
                 f"    fn deref(&self) -> &sys::{short} {{", "        &self.raw", "    }", "}", "", f"impl<'a> {short}<'a> {{",
                 "    pub fn new() -> Self {", "        Self::default()", "    }"]  # fmt: skip
        for one in fields:
            local, count = rs(one["name"]), pointers.get(one["name"])
            if one["name"] in pointers.values():
                continue
            kind = f"&'a [{self.value(bare(one['type']))}]" if count else self.field(one)
            lines += ["", *docs(one["comment"], "    "), f"    pub fn {local}(mut self, value: {kind}) -> Self {{"]
            if count:
                counting = self.field(next(each for each in fields if each["name"] == count))
                # What does not fit is refused: a count that C reads is never more than there are.
                lines += [f"        self.raw.{local} = value.as_ptr();", f"        self.raw.{count} = {counting}::try_from(value.len()).unwrap_or(0);"]
            else:
                lines += [f"        self.raw.{local} = value;"]
            lines += ["        self", "    }"]
        return [*lines, "}"]

    # ---- records that hold functions ----
    def closure(self, one):
        """(types of its parameters, its result, parameters in C, what the closure gets) or None."""
        result, given = re.fullmatch(r"(.*?)\s*\(\*\w*\)\((.*)\)", one["signature"]).groups()
        rows = [named(part) for part in split_parameters(given)][1:]
        if any("(*" in part for part in split_parameters(given)) or any(not name for _, name in rows):
            return None
        kinds, takes, before, skipped = [], [], [], ""
        for at, (declared, name) in enumerate(rows):
            base, local = bare(declared), rs(name)
            after = rows[at + 1] if at + 1 < len(rows) else ("", "")
            counted = after[1] in ("size", "count") and bare(after[0]) in INTEGERS
            if name == skipped:
                continue
            if "*" not in declared:
                kinds.append(self.value(base)), takes.append(local)
            elif base in self.interface.opaque:
                constant = declared.startswith("const ")
                kinds.append(f"&{'' if constant else 'mut '}{type_name(base)}<'_>")
                before.append(f"let {'' if constant else 'mut '}{local} = ManuallyDrop::new({type_name(base)}::of({local} as *mut sys::{type_name(base)}));")
                takes.append(f"&{'' if constant else 'mut '}{local}")
            elif counted and declared.startswith("const "):
                element = "u8" if base in ("void", "uint8_t") else self.value(base)
                kinds.append(f"&[{element}]"), takes.append(f"slice({local} as *const {element}, {rs(after[1])} as usize)")
                skipped = after[1]
            elif base in self.interface.records and declared.startswith("const "):
                kinds.append(f"&{'sys::' if base in self.pointed else ''}{self.value(base)}"), takes.append(f"&*{local}")
            else:
                kinds.append(self.raw(declared).replace("*const ", "*const ")), takes.append(local)
        given = ", ".join(f"{rs(name)}: {self.sys_raw(declared)}" for declared, name in rows)
        return kinds, "" if result == "void" else f" -> {self.raw(result)}", given, takes, before

    def sys_raw(self, declared):
        made, base = self.raw(declared), bare(declared)
        return made.replace(type_name(base), f"sys::{type_name(base)}") if base in self.interface.opaque or base in self.pointed else made

    def hooks(self, name):
        short, fields = type_name(name), self.interface.records[name]["fields"]
        found = [(one, self.closure(one)) for one in fields if one["class"] == "callback"]
        found = [(one, made) for one, made in found if made]
        lines = ["#[derive(Default)]", f"struct {short}Calls<'a> {{"]
        lines += [f"    {rs(one['name'])}: Option<std::boxed::Box<dyn FnMut({', '.join(made[0])}){made[1]} + 'a>>," for one, made in found]
        lines += ["    lives: PhantomData<&'a ()>,", "}", "", *docs(self.interface.records[name]["comment"]),
                  "///", "/// A closure that panics ends the program: C is between it and the caller.",
                  f"pub struct {short}<'a> {{", f"    raw: sys::{short},", f"    calls: std::boxed::Box<{short}Calls<'a>>,", "}", "",
                  f"impl Default for {short}<'_> {{", "    fn default() -> Self {", f"        {short} {{ raw: Default::default(), calls: Default::default() }}", "    }", "}", "",
                  f"impl<'a> {short}<'a> {{", "    pub fn new() -> Self {", "        Self::default()", "    }", "",
                  f"    #[allow(dead_code)]\n    pub(crate) fn pointer(&mut self) -> *mut sys::{short} {{",
                  f"        self.raw.context = &mut *self.calls as *mut {short}Calls<'a> as *mut c_void;", "        &mut self.raw", "    }", "",
                  "    /// The record of C, for what has pointers.", "    ///", "    /// # Safety", "    /// What they lead to must be there while C uses it.",
                  f"    pub unsafe fn raw_mut(&mut self) -> &mut sys::{short} {{", "        &mut self.raw", "    }"]  # fmt: skip
        for one in fields:
            base = bare(one["type"])
            if one["class"] != "callback" and "*" not in one["type"] and base not in self.pointed:
                lines += ["", *docs(one["comment"], "    "), f"    pub fn {rs(one['name'])}(mut self, value: {self.field(one)}) -> Self {{",
                          f"        self.raw.{rs(one['name'])} = value;", "        self", "    }"]  # fmt: skip
        for one, (kinds, gives, given, takes, before) in found:
            local = rs(one["name"])
            lines += ["", *docs(one["comment"], "    "), f"    pub fn {local}(mut self, closure: impl FnMut({', '.join(kinds)}){gives} + 'a) -> Self {{",
                      f'        unsafe extern "C" fn call(context: *mut c_void, {given}){gives} {{', *(f"            {line}" for line in before),
                      f"            let calls = &mut *(context as *mut {short}Calls<'_>);",
                      f'            guarded(|| (calls.{local}.as_mut().expect("a closure"))({", ".join(takes)}))', "        }",
                      f"        self.calls.{local} = Some(std::boxed::Box::new(closure));", f"        self.raw.{local} = Some(call);", "        self", "    }"]  # fmt: skip
        return [*lines, "}"]

    def write(self, source):
        one = self.interface
        plain = [type_name(name) for name in one.records if name not in self.pointed]
        lines = ["// Functions and types of pawl, written by port/bindings/generate.py.", "",
                 "use std::marker::PhantomData;", "use std::mem::ManuallyDrop;", "use std::os::raw::{c_char, c_void};", "use std::ptr::NonNull;", "",
                 "use crate::core::*;", "use crate::sys;", "use crate::*;", ""]  # fmt: skip
        for name in one.opaque:
            lines += ["", *self.opaque(name)]
        for name in self.bound:
            lines += ["", *self.handle(name)]
        for name in sorted(self.sliced):
            lines += self.slices(name)
        for name in sorted(self.closured):
            lines += ["", *self.hooks(name)]
        for name in sorted({bare(call.result) for call in one.calls if self.is_lent(call)}):
            lines += ["", *self.lent(name)]
        for call in one.calls:
            if call.owner not in one.opaque and call.owner not in self.bound:
                lines += self.variants(call, rs(call.name.removeprefix("pawl_")), [], "", "k", "")
        put(source / "calls.rs", lines)
        values = sorted(plain + [type_name(told) for told in one.enums])
        values += [name.removeprefix("PAWL_") for name in one.constants]
        values += [value["name"].removeprefix("PAWL_") for told in one.anonymous for value in told["values"]]
        put(source / "names.rs", ["// Records without pointers, and constants, written by port/bindings/generate.py.", "",
                                  "pub use pawl_sys::{" + ", ".join(values) + "};"])  # fmt: skip
