"""go_calls.py - functions of Go that C calls: for each record with callbacks a struct of functions.

C gets the address of a function that is exported from Go, and as context a key under which the
functions of the program are found: it may not keep pointers of Go. A function that C hands in, with
what it wants to be called with, becomes a function of Go.
"""

from callbacks import parts_of
from model import INTEGERS, bare, split_parameters, type_name


def camel(name):
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


class Calls:
    """Of one record; `types` is the emitter, which knows what types and values are called."""

    def __init__(self, types, record):
        self.types, self.record = types, record
        self.name = type_name(record)
        fields = types.interface.records[record]["fields"]
        self.fields = [one for one in fields if one["class"] == "callback"]

    def exported(self, one):
        return f"pawlgo{self.name}{camel(one['name'])}"

    def rows(self, one):
        """(result, [(type of C, name)]) without the context, which comes first."""
        result, given = parts_of(one)
        return result, [(declared, f"given{at}") for at, (declared, _) in enumerate(given[1:])], [name for _, name in given[1:]]

    def in_c(self, declared):
        """A type of a prototype: without const, as cgo writes those of its own."""
        if "(*" in declared:
            return "void *"
        return declared.replace("const ", "").replace("struct ", "")

    def in_go(self, declared):
        """The same for a function that is exported."""
        if "(*" in declared or bare(declared) == "void":
            return "unsafe.Pointer"
        return "*" * declared.count("*") + "C." + bare(declared)

    def externs(self):
        for one in self.fields:
            result, rows, _ = self.rows(one)
            given = ", ".join(["void *", *(self.in_c(declared) for declared, _ in rows)])
            yield f"// extern {self.in_c(result)} {self.exported(one)}({given});"

    def handed_in(self, declared):
        """Types of what a function of C is called with after its context."""
        return [bare(part) for part in split_parameters(declared[declared.index(")(") + 2 : -1])][1:]

    def helpers(self):
        """C calls what Go cannot: pointers to functions."""
        for one in self.fields:
            for declared, name in self.rows(one)[1]:
                if "(*" in declared:
                    given = self.handed_in(declared)
                    params = "".join(f", {kind} a{at}" for at, kind in enumerate(given))
                    values = ", ".join(["context", *(f"a{at}" for at in range(len(given)))])
                    kinds = ", ".join(["void *", *given])
                    yield (f"// static inline void {self.exported(one)}{camel(name)}(void *function, void *context{params}) "
                           f"{{ ((void (*)({kinds}))function)({values}); }}")  # fmt: skip

    def shown(self, name, otherwise):
        """Of a parameter, as Go writes names; those that C leaves away count or do some work."""
        made = otherwise or ("count" if name.startswith("given") else camel(name))
        made = made[:1].lower() + made[1:]
        return made + "_" if made in ("range", "type", "func", "map") else made

    def parts(self, one):
        """[(name and type in Go, value for the function of the program)] of a callback."""
        _, rows, names = self.rows(one)
        found, skipped, known = [], set(), self.types.interface
        for at, (declared, name) in enumerate(rows):
            base = bare(declared)
            counted = at + 1 < len(rows) and names[at + 1] in ("size", "count") and bare(rows[at + 1][0]) in INTEGERS
            if at in skipped:
                continue
            shown = self.shown(names[at], "work" if "(*" in declared else "")
            if "(*" in declared:
                given = self.handed_in(declared)
                params = ", ".join(f"a{i} {self.types.value(kind)}" for i, kind in enumerate(given))
                values = "".join(f", {self.types.into(kind, f'a{i}')}" for i, kind in enumerate(given))
                context = rows[at + 1][1]
                kind = f"func({', '.join(self.types.value(each) for each in given)})"
                found.append((f"{shown} {kind}", f"func({params}) {{ C.{self.exported(one)}{camel(name)}({name}, {context}{values}) }}"))
                skipped.add(at + 1)
            elif "*" not in declared:
                found.append((f"{shown} {self.types.value(base)}", self.types.back(base, name)))
            elif base in known.opaque:
                found.append((f"{shown} *{type_name(base)}", f"&{type_name(base)}{{pointer: {name}}}"))
            elif counted and declared.startswith("const "):
                kind = "byte" if base == "void" else self.types.value(base)
                found.append((f"{shown} []{kind}", f"unsafe.Slice((*{kind})(unsafe.Pointer({name})), int({rows[at + 1][1]}))"))
                skipped.add(at + 1)
            elif base in known.records:
                found.append((f"{shown} *{type_name(base)}", f"(*{type_name(base)})(unsafe.Pointer({name}))"))
            else:
                found.append((f"{shown} unsafe.Pointer", f"unsafe.Pointer({name})"))
        return found

    def lines(self, docs):
        lines = ["", f"// {self.name}Calls are functions for {self.name}; what is nil is not called. They must not panic.",
                 "// Pointers that they get are good until they return.", f"type {self.name}Calls struct {{"]  # fmt: skip
        for one in self.fields:
            result = parts_of(one)[0]
            gives = "" if result == "void" else " " + self.types.value(bare(result))
            lines += [*("\t" + line for line in docs(one["comment"])),
                      f"\t{camel(one['name'])} func({', '.join(kind for kind, _ in self.parts(one))}){gives}"]  # fmt: skip
        lines += ["}", "", "// Use has C call these functions, until the function that it gives is called: forget.",
                  f"func (r *{self.name}) Use(calls *{self.name}Calls) (forget func()) {{", "\tkey := register(calls)", "\tr.Context = key.pointer"]  # fmt: skip
        for one in self.fields:
            lines += [f"\tif calls.{camel(one['name'])} != nil {{", f"\t\tr.{camel(one['name'])} = unsafe.Pointer(C.{self.exported(one)})", "\t}"]
        lines += ["\treturn func() { unregister(key) }", "}"]
        for one in self.fields:
            result, rows, _ = self.rows(one)
            given = "".join(f", {name} {self.in_go(declared)}" for declared, name in rows)
            called = f"callerOf(context).(*{self.name}Calls).{camel(one['name'])}({', '.join(value for _, value in self.parts(one))})"
            gives, body = "", [f"\t{called}"]
            if result != "void":
                gives = f" {self.in_go(result)}"
                body = [f"\tmade := {called}", f"\treturn {self.types.into(bare(result), 'made')}"]
            lines += ["", f"//export {self.exported(one)}", f"func {self.exported(one)}(context unsafe.Pointer{given}){gives} {{", *body, "}"]
        return lines


def written(types, docs, head):
    """A file with all records that hold functions."""
    made = [Calls(types, name) for name, told in types.interface.records.items() if any(one["class"] == "callback" for one in told["fields"])]
    lines = [head, "", "package pawl", "", '// #include "pawl.h"']
    for one in made:
        lines += [*one.externs(), *one.helpers()]
    lines += ['import "C"', "", 'import "unsafe"']
    for one in made:
        lines += one.lines(docs)
    return lines
