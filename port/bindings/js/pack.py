"""pack.py - an entry of the package for npm: one file of JavaScript, its types, its WebAssembly.

    pack.py API PROFILE OUT MODULE [MODULE]    OUT/PROFILE.mjs, .d.ts, .wasm and, of a second MODULE, -simd.wasm

What the binding has in several files becomes one, without comments and indentation, so that a page
asks once; numbers stay in fixed.mjs, which entries share. Functions are exported under names of two
or three letters: those of C would be a tenth of what is sent.
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import declare  # noqa: E402
import emit  # noqa: E402
import model  # noqa: E402
import profiles  # noqa: E402

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
IMPORT = re.compile(r"^import\s*\{([^}]*)\}\s*from\s*'\./(\w+)\.mjs';\n", re.M)
EXPORT = re.compile(r"^export (?=(?:const|function\*?|class) (\w+))", re.M)
AGAIN = re.compile(r"^export \{([^}]*)\};\n", re.M)


def stripped(text):
    """Without comments and indentation; written so that this needs no parser, as examples/web/pack.py is."""
    text = re.sub(r"^[ \t]*/\*.*?\*/[ \t]*\n", "", text, flags=re.S | re.M)
    text = re.sub(r"^[ \t]*//[^\n]*\n", "", text, flags=re.M)
    text = re.sub(r"[ \t]+// [^\n'\"`]*$", "", text, flags=re.M)
    return "\n".join(line.strip() for line in text.split("\n") if line.strip()) + "\n"


# ---- names of exports -----------------------------------------------------------------------

def short_names(names):
    """A short name for each."""
    count = len(LETTERS)
    return {name: LETTERS[at // count % count] + LETTERS[at % count] for at, name in enumerate(names)}


def number(data, at):
    """(an unsigned LEB128, where it ends)."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def encoded(value):
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes(found + bytes([value]))


def renamed(data, short):
    """A module whose functions are exported under other names; which of them it has."""
    made, at, seen = bytearray(data[:8]), 8, set()
    while at < len(data):
        section, (size, begin) = data[at], number(data, at + 1)
        body = data[begin : begin + size]
        if section == 7:
            count, place = number(body, 0)
            rows = bytearray(encoded(count))
            for _ in range(count):
                length, place = number(body, place)
                name = body[place : place + length].decode()
                _, end = number(body, place + length + 1)
                shown = short.get(name, name).encode()
                rows += encoded(len(shown)) + shown + body[place + length : end]
                seen.add(name)
                place = end
            body = bytes(rows)
        made += bytes([section]) + encoded(len(body)) + body
        at = begin + size
    return bytes(made), seen


# ---- one file ------------------------------------------------------------------------------------

def scope(text):
    """A file as an expression: what it exports, and what it imports but from fixed.mjs, by name."""
    wanted = [name for names, _ in IMPORT.findall(text) for name in names.split(",")]
    given = EXPORT.findall(text) + [name.strip() for names in AGAIN.findall(text) for name in names.split(",")]
    body = AGAIN.sub("", EXPORT.sub("", IMPORT.sub("", text)))
    assert all(name.strip() for name in wanted)
    return f"const {{ {', '.join(given)} }} = await (async () => {{\n{body}return {{ {', '.join(given)} }};\n}})();\n"


def joined(profile, interface):
    """The modules of an entry, each in a scope of its own, whose exports the later ones see."""
    kept = {}
    for name in ("pick", "memory", "kinds", "core"):
        kept[name] = (HERE / f"{name}.mjs").read_text().replace("ENTRY", profile)
    kept["memory"] = kept["memory"].replace("'./load.mjs'", "'./pick.mjs'")
    numbers = {"Fixed", "Fx", "fx", "Share", "share", "Turn", "turn", "Wide", "wide"}
    lines = [f"import {{ {', '.join(sorted(numbers))} }} from './fixed.mjs';", f"export {{ {', '.join(sorted(numbers))} }};"]
    shown, seen = [], set()
    for name, text in kept.items():
        # A name that two files have is the later one's, as in what they import.
        shown.append((name, scope(stripped(text))))
    for name, text in shown:
        given = re.match(r"const \{ ([^}]*) \}", text)[1].split(", ")
        fresh = [one for one in given if one not in seen]
        bytes_of = {"pick": "bytes: moduleBytes"}.get(name)
        head = bytes_of or ", ".join(fresh)
        text = text.replace(f"const {{ {', '.join(given)} }}", f"const {{ {head} }}", 1)
        if name == "memory":
            text = text.replace("await bytes", "await moduleBytes")
        seen |= set(fresh) - {"bytes" if name == "pick" else ""}
        lines.append(text.rstrip())
    body = stripped(emit.Emitter(interface).text())
    body = re.sub(r"^import \{[^}]*\} from '\./\w+\.mjs';\n", "", body, flags=re.M)
    body = re.sub(r"^export \{[^}]*\} from '\./fixed\.mjs';\n", "", body, flags=re.M)
    body = body.replace("buffer, C, Handle", "buffer, Handle")
    return "\n".join([*lines, body])


def main():
    _, path, profile, folder, *modules = sys.argv
    interface = profiles.restricted(model.Model(path), profile)
    names = [one.name for one in interface.calls]
    short = short_names(names)
    for given, end in zip(modules, ("", "-simd")):
        made, has = renamed(Path(given).read_bytes(), short)
        if set(names) - has:
            sys.exit(f"pack: {given} lacks {' '.join(sorted(set(names) - has))}")
        if has - set(names) - {"memory", "__stack_pointer", "__heap_base", "__indirect_function_table"}:
            sys.exit(f"pack: {given} has more: {' '.join(sorted(has - set(names)))}")
        (Path(folder) / f"{profile}{end}.wasm").write_bytes(made)
    text = joined(profile, interface)
    text = re.sub(r"\bC\.(pawl_\w+)", lambda found: f"C.{short[found[1]]}", text)
    if len(modules) == 1:  # there are no lanes in it
        text = text.replace(f"WebAssembly.validate(LANES) ? new URL('./{profile}-simd.wasm', import.meta.url) : ", "")
        text = re.sub(r"^const LANES = Uint8Array.*\n", "", text, flags=re.M)
    (Path(folder) / f"{profile}.mjs").write_text(f"// pawl, {profile}.mjs: written by port/bindings/js/pack.py, not to be edited.\n{text}")
    (Path(folder) / f"{profile}.d.ts").write_text(declare.Declarer(interface).packed())


if __name__ == "__main__":
    main()
