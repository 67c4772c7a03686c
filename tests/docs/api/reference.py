"""reference.py - the pages of the reference, made from build/pawl_api.json.

    reference.py build/pawl_api.json FOLDER

One page for each header, README.md with all headers, and all.md with all names. Links lead to other
pages, and to ../source/PATH.html#L-LINE, which site_pages.py makes.
"""

import argparse
import json
import re
from pathlib import Path

import coverage

CODE_INDENT = re.compile(r"^ {2,}\S")
COLUMN_GAP = re.compile(r"\S {2,}(?=\S)")
COMMON_ERRORS = {"PAWL_ERR_NULL", "PAWL_ERR_STALE", "PAWL_ERR_LOCKED"}
DIRECTIONS = {"in": "in", "out": "out", "inout": "in, out"}


class Book:
    """What links need: which page has a name."""

    def __init__(self, description, stacks=None):
        self.description, self.stacks = description, stacks or {}
        self.pages = {}
        for kind in ("functions", "records", "enums", "constants"):
            for one in description[kind]:
                if one["name"]:
                    self.pages[one["name"]] = one["header"][:-2]
        for one in description["enums"]:
            for value in one["values"]:
                self.pages.setdefault(value["name"], one["header"][:-2])
        self.anchors = {one["name"] for kind in ("functions", "records") for one in description[kind]}
        self.anchors |= {one["name"] for one in description["enums"] if one["name"]}
        self.uses = coverage.uses(description["functions"])

    def link(self, name, page, folder=""):
        """A name as code, as a link where there is a page for it."""
        home = self.pages.get(name)
        if home is None:
            return f"`{name}`"
        anchor = f"#{name}" if name in self.anchors else ""
        if home == page:
            return f"[`{name}`]({anchor})" if anchor else f"`{name}`"
        return f"[`{name}`]({folder}{home}.md{anchor})"

    def prose(self, text, page):
        """Text of a comment as Markdown: names become links, tables and indented lines code."""
        parts = [
            "\n".join(f"    {line}" for line in part.split("\n")) if is_table(part) else self.paragraph(part, page)
            for part in text.split("\n\n")
        ]
        return "\n\n".join(parts)

    def paragraph(self, text, page):
        out, code = [], False
        for line in text.split("\n"):
            if CODE_INDENT.match(line) and not re.match(r"\s+[-\d]", line):
                out += ([""] if not code else []) + [f"    {line}"]
                code = True
                continue
            out += ([""] if code and line else []) + [self.marked(line, page)]
            code = False
        return "\n".join(out)

    def marked(self, line, page):
        spans = re.split(r"(`[^`]*`)", line)
        for at, span in enumerate(spans):
            if at % 2:
                inner = span[1:-1]
                spans[at] = self.link(inner, page) if inner in self.pages else span
            else:
                span = span.replace("\\", "\\\\").replace("*", r"\*").replace("<", "&lt;").replace("|", "&#124;")
                span = re.sub(r"\[(?=[^\]]*\])", r"\[", span)
                spans[at] = re.sub(r"\b(pawl_[a-z0-9_]+|PAWL_[A-Z0-9_]+)\b",
                                   lambda match: self.link(match[1], page) if match[1] in self.pages else match[1], span)  # fmt: skip
        return "".join(spans)

    def cell(self, text, page):
        return re.sub(r"\s*\n\s*", " ", self.marked(re.sub(r"\s+", " ", text), page)) if text else ""

    def type_link(self, declared, page):
        match = re.search(r"pawl_\w+", declared)
        if not match or match[0] not in self.pages:
            return f"`{declared}`"
        home = self.pages[match[0]]
        return f"[`{declared}`]({'' if home == page else home + '.md'}#{match[0]})"


def is_table(text):
    """Whether two lines have three columns or more, and the first one begins at the margin."""
    return not text.startswith(" ") and sum(len(COLUMN_GAP.findall(line)) >= 2 for line in text.split("\n")) >= 2


def first_sentence(text):
    text = re.sub(r"\s+", " ", re.split(r"\n\n|\bErrors\b", text)[0]).strip()
    return re.split(r"(?<=[.;])\s", text)[0].rstrip(";:")


def parameter_rows(book, one, page):
    yield "| parameter | | type | format, unit | range | meaning |"
    yield "|---|---|---|---|---|---|"
    for given in one["parameters"]:
        form = given["format"] if given["class"] not in ("record", "pose", "pointer") or given["format"] not in given["type"] else ""
        form = ", ".join(filter(None, (form, given["unit"])))
        limits = "" if given["range"] == "any" else given["range"]
        if given.get("null"):
            limits = ", ".join(filter(None, (limits, "may be null")))
        notes = [given["meaning"]] if given["meaning"] else []
        if given["said"] and len(given["said"]) < 160:
            notes.append(given["said"])
        if "extent" in given:
            notes.append(f"{given['extent']['of']}: {given['extent']['text']}")
        if given.get("kept"):
            notes.append("must stay: the library goes on using it")
        cells = [f"`{given['name']}`", DIRECTIONS[given["direction"]], book.type_link(given["type"], page), form, limits, "; ".join(notes)]
        yield "| " + " | ".join([*cells[:3], *(book.cell(text, page) for text in cells[3:])]) + " |"


def error_lines(book, one, page):
    if not one["errors"]:
        return
    yield ""
    yield "**Errors** " + ", ".join(
        book.link(error["status"], page).replace("`PAWL_ERR_", "`") + (f" ({book.cell(error['when'], page)})" if error["when"] else "")
        for error in one["errors"]) + "."  # fmt: skip


def example_line(book, one):
    places = book.uses[one["name"]][:3]
    if not places:
        return ""
    links = []
    for path, line in places:
        if path.startswith("docs/") or path == "README.md":
            target = "../" + path.removeprefix("docs/") if path != "README.md" else "../index.md"
            links.append(f"[{path.removeprefix('docs/')}]({target})")
        else:
            links.append(f"[{path}:{line}](../source/{path}.html#L-{line})")
    return " · example: " + ", ".join(links)


def foot(book, one, kind):
    source = f"[{one['header']}:{one['line']}](../source/include/pawl/{one['header']}.html#L-{one['line']})"
    parts = [source]
    if kind == "function":
        parts.append(f"since {one['since']}")
        parts += [f"needs `{name}`" for name in one["needs"]]
        stack = book.stacks.get(one["name"])
        if stack:
            parts.append(f"stack {stack['bytes']:,} bytes" + (" and that of callbacks" if stack["open"] else ""))
        if one["supplied_by"] == "program":
            parts.append("the program or the port supplies it")
    return "\n*" + " · ".join(parts) + "*" + (example_line(book, one) if kind == "function" else "")


def function_text(book, one, page):
    yield f"### {one['name']}\n"
    yield f"```c\n{one['signature']};\n```\n"
    yield book.prose(one["comment"], page)
    if one["parameters"]:
        yield ""
        yield from parameter_rows(book, one, page)
    result = one["result"]
    if result["type"] not in ("void", "pawl_status"):
        note = [", ".join(filter(None, (result["format"] if result["format"] not in ("-", result["type"]) else "", result["unit"])))]
        note.append(result.get("failure", ""))
        note = "; ".join(filter(None, note))
        yield f"\n**Result** {book.type_link(result['type'], page)}{': ' + book.cell(note, page) if note else ''}."
    yield from error_lines(book, one, page)
    yield foot(book, one, "function")


def record_text(book, one, page):
    yield f"### {one['name']}\n"
    if one["comment"]:
        yield book.prose(one["comment"], page) + "\n"
    yield "| field | type | format, unit | range | default | meaning |"
    yield "|---|---|---|---|---|---|"
    for field in one["fields"]:
        form = field["format"] if field["class"] not in ("record", "pose") else ""
        form = ", ".join(filter(None, (form if form not in ("-", "callback") else "", field["unit"])))
        declared = f"`{field['signature']}`" if "signature" in field else book.type_link(field["type"], page)
        limits = "" if field["range"] == "any" else field["range"]
        cells = [form, limits, field["default"] or "", field["comment"]]
        yield f"| `{field['name']}` | {declared} | " + " | ".join(book.cell(text, page) for text in cells) + " |"
    sizes = ", ".join(f"{name} {layout['size']}" for name, layout in one["layouts"].items())
    yield f"\nBytes: {sizes}."
    yield foot(book, one, "record")


def enum_text(book, one, page):
    name = one["name"] or f"{one['values'][0]['name']} and so on"
    yield f"### {name}\n"
    if one["comment"]:
        yield book.prose(one["comment"], page) + "\n"
    yield "| name | value | meaning |"
    yield "|---|---|---|"
    for value in one["values"]:
        yield f"| `{value['name']}` | {value['value']} | {book.cell(value['comment'], page)} |"
    yield foot(book, one, "enum")


def constant_rows(book, constants, page):
    yield "| constant | value | meaning |"
    yield "|---|---|---|"
    for one in constants:
        name = one["name"] + (f"({', '.join(one['parameters'])})" if "parameters" in one else "")
        text = one["text"] if len(one["text"]) < 60 else "see the header"
        value = f"`{text}`".replace("|", "&#124;") if "`" not in text else ""
        if "value" in one and str(one["value"]) != one["text"].rstrip("u"):
            value += f" = {one['value']}"
        yield f"| `{name}` | {value} | {book.cell(one['comment'], page)} |"


def contents(description, header):
    """(section, line, kind, thing) of all that a header has, in order."""
    found = []
    for kind in ("functions", "records", "enums", "constants"):
        found += [(one["line"], kind, one) for one in description[kind] if one["header"] == header]
    return sorted(found, key=lambda row: (row[0], row[2]["name"]))


def page_text(book, module):
    page = module["name"]
    things = contents(book.description, module["header"])
    title = re.sub(r"\s+", " ", module["comment"].partition("\n\n")[0]).rstrip(".")
    title = re.split(r"(?<=\w{3})[.:] ", title)[0]
    yield f"# {module['header']}: {title}\n"
    yield f'`#include "pawl/{module["header"]}"`\n'
    rest = module["comment"].partition("\n\n")[2]
    if rest:
        yield book.prose(rest, page) + "\n"
    functions = [one for _, kind, one in things if kind == "functions"]
    if functions:
        yield "| function | |\n|---|---|"
        for one in functions:
            yield f"| [`{one['name']}`](#{one['name']}) | {book.cell(first_sentence(one['comment']), page)} |"
        yield ""
    section, constants = None, []
    writers = {"functions": function_text, "records": record_text, "enums": enum_text}
    for _, kind, one in things + [(0, "end", {"section": None})]:
        if one["section"] != section:
            if constants:
                yield from ["### Constants\n" if not section else f"### Constants: {section}\n", *constant_rows(book, constants, page), ""]
            section, constants = one["section"], []
            if section:
                yield f"## {section[0].upper() + section[1:]}\n"
        if kind == "constants":
            constants.append(one)
        elif kind != "end":
            yield from writers[kind](book, one, page)
            yield ""
    if constants:
        yield from ["### Constants\n", *constant_rows(book, constants, page), ""]
    if module["notes"]:
        yield "## Notes\n"
        for note in module["notes"]:
            yield book.prose(note["text"], page) + "\n"


def index_text(book):
    description = book.description
    yield "# Reference\n"
    yield (f"Every public function, struct, enum and constant of pawl {description['version']}, made from the headers"
           " by `make site`. [All names](all.md) has them by the alphabet.\n")  # fmt: skip
    yield "| header | functions | |\n|---|---|---|"
    for module in description["modules"]:
        count = sum(1 for one in description["functions"] if one["header"] == module["header"])
        yield f"| [{module['header']}]({module['name']}.md) | {count} | {book.cell(first_sentence(module['comment']), '')} |"
    yield "\n## Formats of numbers\n"
    yield "| type | bytes | format | |\n|---|---|---|---|"
    for one in description["scalars"]:
        yield f"| `{one['name']}` | {one['bytes']} | {one['format']} | {one['comment']} |"
    yield ("\nQ16.16 has 16 bits before the point and 16 behind it: 1.5 is 98304 raw. A rotation or unit vector is Q2.30. Angles are"
           " shares of a turn. Integers are counts, indexes, bits, ticks, bytes or milliseconds, as the tables say.\n")  # fmt: skip
    yield "## Convert float to fixed point, and back\n"
    yield ("The library knows no real numbers. [pawl_float.h](../source/port/host/pawl_float.h.html), installed as"
           " `pawl/pawl_float.h`, converts them for programs that draw:\n")  # fmt: skip
    yield "```c"
    yield from re.findall(r"^static inline ([^{]+?\)) \{", (coverage.ROOT / "port/host/pawl_float.h").read_text(), re.M)
    yield "```\n"
    yield "## Rules of all calls\n"
    yield ("- A call that fails has changed nothing, nor what its out parameters point to.\n"
           "- Every status is one of [`pawl_status`](base.md#pawl_status). A null pointer answers `NULL`, a dead handle `STALE`;"
           " getters that give no status answer zero then.\n"
           "- A call that takes a `pawl_world *` answers `LOCKED` from inside of a hook.\n"
           "- A pointer must not be null unless the table says that it may be.\n"
           "- Stack is that of the deepest chain of calls, as the library of these pages was compiled, for x86-64. Callbacks"
           " are hooks of the program and features that are called through a pointer.\n")  # fmt: skip
    yield "## Knobs\n"
    yield "| macro | default | values | |\n|---|---|---|---|"
    for one in description["knobs"]:
        yield f"| `{one['macro']}` | `{one['default']}` | {one['values']} | {book.cell(one['comment'], '')} |"


def all_text(book):
    yield "# All names\n"
    for title, kind in (("Functions", "functions"), ("Structs", "records"), ("Enums", "enums")):
        yield f"## {title}\n"
        names = sorted(one["name"] for one in book.description[kind] if one["name"])
        yield " · ".join(book.link(name, None) for name in names) + "\n"


def write_pages(description, folder, stacks=None):
    book = Book(description, stacks)
    folder.mkdir(parents=True, exist_ok=True)
    pages = {"README": index_text(book), "all": all_text(book)}
    for module in description["modules"]:
        pages[module["name"]] = page_text(book, module)
    for name, lines in pages.items():
        (folder / f"{name}.md").write_text("\n".join(lines) + "\n")
    return book


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("description", type=Path)
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    book = write_pages(json.loads(asked.description.read_text()), asked.folder)
    print(f"reference: {len(book.description['modules']) + 2} pages")


if __name__ == "__main__":
    main()
