"""exports.py - exports.c: functions that are inline in the headers, as functions of a shared library.

    exports.py API OUT

Other languages find functions by their names in a shared library, where one that is inline in a
header is not. Each gets another name while the headers are read, and is then called by its own.
"""

import re
import sys
from pathlib import Path

import model

HEAD = """/* exports.c - functions that are inline in the headers, for those who look for names in a shared
 * library: other languages. Written by `make exports` from the headers; not to be edited.
 *
 * A function cannot be both inline under a name and defined under it: each is renamed while the
 * headers are read. With PAWL_SMALL_CODE some are functions of the library anyway. */
"""


INCLUDE = Path(__file__).resolve().parents[2] / "include/pawl"


def renamed(name):
    return name.replace("pawl_", "inline_", 1)


def unless_shared(lines):
    return ["#if !PAWLI_IS_SHARED", *lines, "#endif"]


def definition(one, signature):
    gives = "" if one.result == "void" else "return "
    given = ", ".join(param.name for param in one.params)
    return ["", f"PAWL_API {signature};", f"{signature} {{", f"    {gives}{renamed(one.name)}({given});", "}"]


def write(interface):
    inline = [one for one in interface.calls if one.inline]
    signatures = {told["name"]: told["signature"] for told in interface.api["functions"]}
    headers = sorted({one["header"] for one in interface.api["functions"] if one["inline"]})
    text = "".join((INCLUDE / header).read_text() for header in headers)
    shared = set(re.findall(r"^PAWL_SHARED [\w ]+?[ *](\w+)\(", text, re.M))
    some, others = ([one for one in inline if (one.name in shared) == is_shared] for is_shared in (True, False))
    lines = [HEAD, "#include <pawl/config.h>", ""]
    lines += unless_shared(f"#define {one.name} {renamed(one.name)}" for one in some)
    lines += [f"#define {one.name} {renamed(one.name)}" for one in others]
    lines += ["", *(f"#include <pawl/{header}>" for header in headers), ""]
    lines += [f"#undef {one.name}" for one in inline]
    lines += unless_shared(line for one in some for line in definition(one, signatures[one.name]))
    lines += [line for one in others for line in definition(one, signatures[one.name])]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(write(model.Model(sys.argv[1])))
