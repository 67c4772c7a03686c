"""sources.py - which statuses the source of a public function gives in its own body.

A comment may forget one. What is found here, in the body or in a static function of the same file
that it calls, joins the errors of the description as not stated.
"""

import re

import tree

BODY = re.compile(r"^(?:static |PAWL_\w+ )*[\w ]+?[ *](\w+)\(([^;{}]*)\) \{\n(.*?)^\}", re.M | re.S)


def read_bodies(folder=None):
    """For each source file its functions and their text."""
    for path in sorted((folder or tree.ROOT / "src").glob("*/*.c")):
        if path.parent.name != "cli":
            yield {match[1]: match[3] for match in BODY.finditer(path.read_text())}


def statuses():
    """Public function to the statuses in its body and in what it calls within its file, and whether
    others may come from further down."""
    found = {}
    for bodies in read_bodies():
        own = {name: set(re.findall(r"\breturn [^;]*?PAWL_ERR_([A-Z]+)", text)) for name, text in bodies.items()}
        for name, text in bodies.items():
            if name.startswith("pawl_"):
                given = set(re.findall(r"(?:= |return )(\w+)\(", text)) - {name}
                here = [own[other] for other in given if other in own]
                found[name] = (own[name].union(*here), len(here) < len(given))
    return found
