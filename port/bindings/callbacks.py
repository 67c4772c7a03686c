"""callbacks.py - functions of the program for languages that get no records by value.

LuaJIT's callbacks take numbers and pointers alone, and give no record back. For each callback with a
record in it there is a function here that C calls in its place; it hands on pointers to the records.
The context is then an array: a number of the binding, and the functions of the program by their
places among the callbacks of their record.
"""

import re

import model

HEAD = """/* callbacks.c - callbacks that take records by value, as callbacks that take pointers to them: for
 * languages that know no other ones. Written by port/bindings/callbacks.py; not to be edited.
 *
 * `context` is an array of addresses: the first is the program's, then one for each callback of the
 * record, in its order; a record that is given back goes to a pointer at the end. */
"""


def parts_of(field):
    """(result, [(type, name)]) of a callback of a record."""
    result, given = re.fullmatch(r"(.*?)\s*\(\*\w*\)\((.*)\)", field.get("signature") or field["type"]).groups()
    found = []
    for number, part in enumerate(model.split_parameters(given)):
        named = None if "(*" in part else re.fullmatch(r"(.*[ *])(\w+)", part)
        alone = named is None or named[2] in model.INTEGERS or named[1].strip() in ("const", "struct")
        found.append((part, f"given{number}") if alone else (named[1].strip(), named[2]))
    return result, found


def of_records(interface):
    """(record, field, place among the callbacks of it, result, parameters) of all callbacks."""
    for name, told in interface.records.items():
        callbacks = [one for one in told["fields"] if one["class"] == "callback"]
        for place, one in enumerate(callbacks, 1):
            yield name, one["name"], place, *parts_of(one)


def by_value(interface, declared):
    return "*" not in declared and model.bare(declared) in interface.records


def flat(interface, result, given):
    """The same without records by value, or None where there are none."""
    changed = [(f"const {kind} *" if by_value(interface, kind) else kind, name) for kind, name in given]
    if by_value(interface, result):
        return "void", [*changed, (f"{result} *", "result")]
    return (result, changed) if changed != given else None


def flat_name(record, field):
    return f"pawl_flat_{record.removeprefix('pawl_')}_{field}"


def write(interface):
    headers = sorted({one["header"] for one in interface.api["functions"]})
    lines = [HEAD, *(f"#include <pawl/{header}>" for header in headers), ""]
    lines += ["typedef void (*any_function)(void);"]
    for record, field, place, result, given in of_records(interface):
        made = flat(interface, result, given)
        if not made:
            continue
        kinds = ", ".join(kind for kind, _ in made[1])
        told = [f"&{name}" if by_value(interface, kind) else name for kind, name in given]
        declared = f"{result} {flat_name(record, field)}({', '.join(f'{kind} {name}' for kind, name in given)})"
        lines += ["", f"PAWL_API {declared};", f"{declared} {{", f"    typedef {made[0]} (*program)({kinds});",
                  f"    const program call = (program)((any_function *)context)[{place}];"]  # fmt: skip
        if made[0] == "void" and result != "void":
            lines += [f"    {result} result;", f"    call({', '.join([*told, '&result'])});", "    return result;", "}"]
        else:
            lines += [f"    {'' if result == 'void' else 'return '}call({', '.join(told)});", "}"]
    return "\n".join(lines) + "\n"
