"""exports.py - exports.c: functions that are inline in the headers, as functions of a shared library.

    exports.py API OUT

Other languages find functions by their names in a shared library, where one that is inline in a
header is not. Each gets another name while the headers are read, and is then called by its own.
"""

import sys
from pathlib import Path

import model

HEAD = """/* exports.c - functions that are inline in the headers, for those who look for names in a shared
 * library: other languages. Written by `make exports` from the headers; not to be edited.
 *
 * A function cannot be both inline under a name and defined under it: each is renamed while the
 * headers are read. */
"""


def write(interface):
    inline = [one for one in interface.calls if one.inline]
    headers = sorted({one["header"] for one in interface.api["functions"] if one["inline"]})
    lines = [HEAD]
    lines += [f"#define {one.name} {one.name.replace('pawl_', 'inline_', 1)}" for one in inline]
    lines += ["", *(f"#include <pawl/{header}>" for header in headers), ""]
    lines += [f"#undef {one.name}" for one in inline]
    for one in inline:
        declared = next(told["signature"] for told in interface.api["functions"] if told["name"] == one.name)
        given = ", ".join(param.name for param in one.params)
        gives = "" if one.result == "void" else "return "
        lines += ["", f"PAWL_API {declared};", f"{declared} {{",
                  f"    {gives}{one.name.replace('pawl_', 'inline_', 1)}({given});", "}"]  # fmt: skip
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(write(model.Model(sys.argv[1])))
