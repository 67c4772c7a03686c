"""pack.py - the entries of the package for npm: each one file of JavaScript, its types, its WebAssembly.

    pack.py API OUT MODULE...    of modules PROFILE.wasm, some with a PROFILE-simd.wasm: OUT/PROFILE.mjs, .d.ts,
                                 .wasm, -simd.wasm; OUT/fixed.mjs

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
IMPORT = re.compile(r"^import\s*\{[^}]*\}\s*from\s*'\./\w+\.mjs';\n", re.M)
EXPORT = re.compile(r"^export (?=(?:const|function\*?|class) )", re.M)
AGAIN = re.compile(r"^export \{[^}]*\};\n", re.M)


def stripped(text, lines=True):
    """Without comments and, of lines, indentation; written so that this needs no parser, as examples/web/pack.py is."""
    text = re.sub(r"^[ \t]*/\*.*?\*/[ \t]*\n", "", text, flags=re.S | re.M)
    text = re.sub(r"^[ \t]*//[^\n]*\n", "", text, flags=re.M)
    text = re.sub(r"[ \t]+// [^\n'\"`]*$", "", text, flags=re.M)
    return "\n".join(line.strip() if lines else line for line in text.split("\n") if line.strip()) + "\n"


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


# ---- names inside of a function ------------------------------------------------------------------

CALL = re.compile(r"^((?:export function )?\w+)\(([^\n]*)\) \{\nconst top = enter\(\);\ntry \{\n(.*?)\} finally \{", re.M | re.S)


def with_letters(found):
    """A function that emit.py has written: its parameters in order become letters, which their types name."""
    head, given, body = found.groups()
    first, brace, options = given.partition("{")
    letters = dict(zip(re.findall(r"\w+", first), LETTERS))
    if letters:
        # All at once, for one may have the name that another one gets; no field, name of one, or part of a text.
        words = "|".join(letters)
        body = re.sub(rf"(?<![.\w'])({words})(At)?\b(?![:'])", lambda one: letters[one[1]] + ("_" if one[2] else ""), body)
        given = re.sub(r"\w+", lambda one: letters[one[0]], first) + brace + options
    body = re.sub(r"\bresult\b(?!:)", "r", body)
    return f"{head}({given}) {{\nconst top = enter();\ntry {{\n{body}}} finally {{"


# ---- one file ------------------------------------------------------------------------------------

def pieces(text):
    """What is at the top of a file: [its lines], each beginning where a line is not indented."""
    found = []
    for line in text.split("\n"):
        if re.match(r"(?:export |async |const |let |function|class |[A-Z]\w*\.prototype|fields\(|look\()", line) or not found:
            found.append([line])
        else:
            found[-1].append(line)
    return ["\n".join(lines) + "\n" for lines in found]


def named(part):
    """What it declares, for the file alone, or ""."""
    found = re.match(r"(?:async )?(?:const|let|function\*?|class) (\w+)", part)
    return found[1] if found else ""


def used(parts):
    """Without functions, classes and values that nothing speaks of."""
    known = {}
    for part in parts:
        known.setdefault(named(part), []).append(part)
    kept, waiting = {""}, ["\n".join(known[""])]
    while waiting:
        for word in set(re.findall(r"\w+", waiting.pop())) & (known.keys() - kept):
            kept.add(word)
            waiting += known[word]
    return [part for part in parts if named(part) in kept]


def joined(profile, interface, has_lanes):
    """The modules of an entry in one scope; what is not of the interface stays inside."""
    texts = []
    for name in ("pick", "memory", "kinds", "core"):
        text = stripped((HERE / f"{name}.mjs").read_text().replace("ENTRY", profile), lines=False)
        if name == "pick" and not has_lanes:
            text = text.replace(f"WebAssembly.validate(LANES) ? new URL('./{profile}-simd.wasm', import.meta.url) : ", "")
        texts.append(EXPORT.sub("", AGAIN.sub("", IMPORT.sub("", text))))
    body = stripped(emit.Emitter(interface).text(), lines=False)
    body = re.sub(r"^import \{[^}]*\} from '\./\w+\.mjs';\n|^export \{[^}]*\} from '\./fixed\.mjs';\n", "", body, flags=re.M)
    texts.append(body.replace("buffer, C, Handle", "buffer, Handle"))
    names = [name for text in texts for part in pieces(text) if (name := named(part))]
    if len(set(names)) < len(names):
        sys.exit(f"pack: two files have {sorted(name for name in set(names) if names.count(name) > 1)}")
    numbers = ", ".join(one for one in declare.NUMBERS if one != "Decimal")
    head = [f"import {{ {numbers} }} from './fixed.mjs';", f"export {{ {numbers} }};"]
    text = stripped("\n".join([*head, *used([part for text in texts for part in pieces(text)])]))
    # Functions and methods begin a line, so that an error shows which one it is from.
    return re.sub(r"(?<=[;,{}])\n(?![./(\[]|export |function |class |\w+\(.*\) \{\n)", "", CALL.sub(with_letters, text)) + "\n"


def pack(interface, profile, folder, modules):
    """An entry, by its interface, from its module and the one with lanes, if there is one."""
    text = joined(profile, interface, len(modules) > 1)
    # In the order of the calls, whose names then differ from the one before in a letter.
    names = list(dict.fromkeys(re.findall(r"\bC\.(pawl_\w+)", text)))
    short = short_names(names)
    missing = {one.name for one in interface.calls} - set(names)
    if missing:
        sys.exit(f"pack: nothing calls {' '.join(sorted(missing))}")
    for given, end in zip(modules, ("", "-simd")):
        made, has = renamed(Path(given).read_bytes(), short)
        if set(names) ^ (has - {"memory", "__stack_pointer", "__heap_base", "__indirect_function_table"}):
            sys.exit(f"pack: {given} lacks, or has more: {' '.join(sorted(set(names) ^ has))}")
        (folder / f"{profile}{end}.wasm").write_bytes(made)
    text = re.sub(r"\bC\.(pawl_\w+)", lambda found: f"C.{short[found[1]]}", text)
    (folder / f"{profile}.mjs").write_text(f"// pawl, {profile}.mjs: written by port/bindings/js/pack.py, not to be edited.\n{text}")
    (folder / f"{profile}.d.ts").write_text(declare.Declarer(interface).packed())


def main():
    path, folder, given = sys.argv[1], Path(sys.argv[2]), {Path(one).stem: one for one in sys.argv[3:]}
    whole = model.Model(path)
    for profile in profiles.PROFILES:
        modules = [given[stem] for stem in (profile, f"{profile}-simd") if stem in given]
        pack(profiles.restricted(whole, profile), profile, folder, modules)
    (folder / "fixed.mjs").write_text(stripped((HERE / "fixed.mjs").read_text()))


if __name__ == "__main__":
    main()
