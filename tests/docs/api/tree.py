"""tree.py - what the public headers declare: clang's tree of them, joined with their comments.

The tree gives names, types and places; a comment belongs to the declaration below it, to each of
those that follow without an empty line and have none of their own, and to what stands before it on
its line.
"""

import json
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
HEADERS = sorted((ROOT / "include" / "pawl").glob("*.h"))
KINDS = ("FunctionDecl", "RecordDecl", "EnumDecl", "TypedefDecl")


def read_tree(headers=None, folder=None, flags=()):
    """Clang's tree of all headers together."""
    headers, folder = headers or HEADERS, folder or ROOT / "include"
    text = "".join(f'#include "{header}"\n' for header in headers)
    command = ["clang", "-std=c11", "-fsyntax-only", "-x", "c", f"-I{folder}", *flags,
               "-Xclang", "-ast-dump=json", "-"]  # fmt: skip
    done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True)
    tree = json.loads(done.stdout)
    place_all(tree)
    return tree


def place_all(tree):
    """Clang tells file and line only where they change: tell them everywhere."""
    now = {"file": None, "line": None}
    left = [tree]
    while left:
        node = left.pop()
        if isinstance(node, list):
            left.extend(reversed(node))
        elif isinstance(node, dict):
            if "offset" in node:
                now["file"] = node.get("file", now["file"])
                now["line"] = node.get("line", now["line"])
                node["file"], node["line"] = now["file"], now["line"]
            left.extend(value for value in reversed(list(node.values())) if isinstance(value, (dict, list)))


def spot(location):
    """Where something stands, not where the macro that it came from does."""
    return location.get("expansionLoc", location)


def span(node):
    begin, end = spot(node["range"]["begin"]), spot(node["range"]["end"])
    return begin["offset"], end["offset"] + end["tokLen"]


class Header:
    """The text of a header, and its comments."""

    def __init__(self, path):
        self.path = Path(path)
        self.text = self.path.read_text()
        self.comments = [(match.start(), match.end()) for match in re.finditer(r"/\*.*?\*/", self.text, re.S)]
        self.used = {0}

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def said(self, number):
        """A comment without its frame, its paragraphs kept."""
        begin, end = self.comments[number]
        lines = [re.sub(r"^\s*\*( |$)", "", line).rstrip() for line in self.text[begin + 2 : end - 2].split("\n")]
        lines[0] = lines[0].strip()
        return trimmed(lines)

    def above(self, offset):
        """The comment that ends on the line above."""
        for number, (begin, end) in enumerate(self.comments):
            gap = self.text[end:offset]
            if end <= offset and len(gap) < 400:
                gap = re.sub(r"^#.*\n", "", gap[1:] if gap[:1] == "\n" else gap, flags=re.M)
                if not gap.strip() and "\n\n" not in self.text[end:offset] and self.starts_line(begin):
                    return number
        return None

    def starts_line(self, offset):
        return not self.text[self.text.rfind("\n", 0, offset) + 1 : offset].strip()

    def behind(self, offset):
        """The comment on the same line, behind the end of a declaration."""
        for number, (begin, _) in enumerate(self.comments):
            if begin >= offset and re.fullmatch(r"[ \t,;]*", self.text[offset:begin]):
                return number
        return None

    def follows(self, end, begin):
        """Whether a declaration follows another without an empty line or a comment of its own."""
        gap = self.text[end:begin]
        return "\n\n" not in gap and "#" not in gap

    def title(self):
        return self.said(0)

    def sections(self):
        """(offset, name) of the lines /* ---- name ---- */."""
        for begin, end in self.comments:
            match = re.fullmatch(r"/\* -+ (.+?)\s*\n?[ *]*-+ \*/", self.text[begin:end], re.S)
            if match:
                yield begin, match[1].strip()

    def notes(self):
        """(offset, text) of the comments that belong to no declaration."""
        for number, (begin, end) in enumerate(self.comments):
            at_line = self.starts_line(begin) and begin > self.comments[0][0]
            if number not in self.used and at_line and "-- */" not in self.text[begin:end]:
                lead = self.text[self.text.rfind("\n", 0, begin) + 1 : begin]
                if not lead and "#define" not in self.text[end : end + 9]:
                    yield begin, self.said(number)


def trimmed(lines):
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines)


def children(node, kind):
    return [child for child in node.get("inner", []) if child["kind"] == kind]


def comment_at(header, begin, end, former, is_field=False):
    """(text, whether it is the declaration's own) and what the next one may share."""
    own, behind = header.above(begin), header.behind(end)
    if own is not None and header.comments[own][0] in former.get("taken", ()):
        own = None
    found = [number for number in (own, behind) if number is not None]
    header.used.update(found)
    text = "\n".join(header.said(number) for number in found)
    group = ""
    if own is not None:
        group = header.said(own)
    elif former.get("group") and header.follows(former["end"], begin):
        group = former["group"]
        if not found or is_field:
            text = text or group
    return text, bool(found), {"group": group, "end": end}


def calls_of(node):
    """Functions that the body of an inline function uses."""
    found, left = set(), [node]
    while left:
        one = left.pop()
        reference = one.get("referencedDecl", {})
        if reference.get("kind") == "FunctionDecl":
            found.add(reference["name"])
        left.extend(one.get("inner", []))
    return sorted(found)


def read_function(header, node, text, own):
    begin, end = span(node)
    source = header.text[begin:end]
    source = source[: source.find("{")] if "{" in source else source
    given = []
    for child in children(node, "ParmVarDecl"):
        first, last = span(child)
        written = header.text[first:last]
        extent = re.search(r"\[(.+?)\]", written)
        given.append({"name": child.get("name", ""), "type": child["type"]["qualType"],
                      "extent": extent[1] if extent else None})  # fmt: skip
    is_inline = bool(node.get("inline"))
    signature = re.sub(r"^(PAWL_API|PAWL_SHARED|static inline|PAWL_MUST_CHECK|\s)+", "", source)
    return {
        "name": node["name"],
        "header": header.path.name,
        "offset": begin,
        "line": header.line(spot(node["loc"])["offset"]),
        "signature": re.sub(r"\s+", " ", signature).strip(),
        "inline": is_inline,
        "must_check": "PAWL_MUST_CHECK" in source,
        "result": node["type"]["qualType"].split("(")[0].strip() if "(*" not in node["type"]["qualType"] else "",
        "parameters": given,
        "calls": calls_of(node) if is_inline else [],
        "comment": text,
        "own_comment": own,
    }


def read_record(header, node, text):
    fields, former = [], {}
    for child in children(node, "FieldDecl"):
        begin, end = span(child)
        end = max(end, header.text.find(";", spot(child["loc"])["offset"]))
        said, _, former = comment_at(header, begin, end, former, True)
        declared = child["type"]["qualType"]
        fields.append({"name": child.get("name", ""), "type": declared, "comment": said,
                       "line": header.line(spot(child["loc"])["offset"])})  # fmt: skip
    return {"name": node.get("name", ""), "header": header.path.name, "offset": span(node)[0],
            "line": header.line(span(node)[0]), "comment": text, "fields": fields,
            "union": node.get("tagUsed") == "union"}  # fmt: skip


def value_of(node):
    """The value that clang has worked out, if it was written."""
    left = list(node.get("inner", []))
    while left:
        one = left.pop(0)
        if one["kind"] == "ConstantExpr" and "value" in one:
            return int(one["value"])
        left += one.get("inner", [])
    return None


def read_enum(header, node, text):
    values, following, former = [], 0, {}
    for child in children(node, "EnumConstantDecl"):
        begin, end = span(child)
        said, _, former = comment_at(header, begin, end, former, True)
        written = value_of(child)
        following = written if written is not None else following
        values.append({"name": child["name"], "value": following, "comment": said,
                       "line": header.line(begin)})  # fmt: skip
        following += 1
    return {"name": node.get("name", ""), "header": header.path.name, "offset": span(node)[0],
            "line": header.line(span(node)[0]), "comment": text, "values": values}  # fmt: skip


def read_all(headers=None, folder=None):
    """The declarations of all headers: a dictionary of lists, each in order of header and line."""
    headers = headers or HEADERS
    known = {str(path): Header(path) for path in headers}
    found = {"functions": {}, "records": {}, "enums": [], "typedefs": []}
    former, defined = {}, {}
    for node in read_tree(headers, folder)["inner"]:
        if node["kind"] not in KINDS or "offset" not in spot(node["loc"]):
            continue
        header = known.get(spot(node["loc"])["file"]) or known.get(spot(node["range"]["begin"])["file"])
        if header is None:
            continue
        begin, end = span(node)
        if node["kind"] == "TypedefDecl" and header.path.name + str(begin) in defined:
            # The end of a struct: what stands behind its name is about it.
            number = header.behind(header.text.find(";", end - 1) if end else end)
            record = defined[header.path.name + str(begin)]
            if number is not None and header.said(number) not in record["comment"]:
                record["comment"] = (record["comment"] + "\n" + header.said(number)).strip()
                header.used.add(number)
            record["typedef"] = node["name"]
            former[header] = {}
            continue
        start = begin
        if header.text[max(0, begin - 8) : begin] == "typedef ":
            start = begin - 8
        stop = header.text.find(";", end - 1) + 1 if "{" not in header.text[begin:end] else end
        text, own, former[header] = comment_at(header, start, stop, former.get(header, {}))
        collect(found, defined, header, node, text, own, start)
    for header in known.values():
        header.read = True
    return found, known


def collect(found, defined, header, node, text, own, start):
    if node["kind"] == "FunctionDecl" and node["name"].startswith("pawl_"):
        one = read_function(header, node, text, own)
        old = found["functions"].get(one["name"])
        if old and (old["own_comment"] or not own):
            old["calls"] = one["calls"] or old["calls"]
            old["inline"] |= one["inline"]
        else:
            one["calls"] = one["calls"] or (old or {}).get("calls", [])
            found["functions"][one["name"]] = one
    elif node["kind"] == "RecordDecl" and node.get("completeDefinition"):
        one = read_record(header, node, text)
        found["records"][one["name"] or f"{header.path.name}{start}"] = one
        defined[header.path.name + str(start)] = one
    elif node["kind"] == "EnumDecl":
        one = read_enum(header, node, text)
        found["enums"].append(one)
        defined[header.path.name + str(start)] = one
    elif node["kind"] == "TypedefDecl" and node["name"].startswith("pawl_"):
        found["typedefs"].append({"name": node["name"], "type": node["type"]["qualType"],
                                  "header": header.path.name, "offset": start,
                                  "line": header.line(start), "comment": text})  # fmt: skip
