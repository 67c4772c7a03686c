"""interface_cpp.py - whether the headers for C++ call all functions of C; writes test/layout.hpp.

    interface_cpp.py API FOLDER

The layout of all records as the description of the interface has it, as assertions for the compiler.
"""

import json
import re
import sys
from pathlib import Path


def main():
    api, folder = json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2])
    text = (folder / "pawl" / "calls.hpp").read_text()
    called = set(re.findall(r"::(pawl_\w+)\(", text + (folder / "pawl" / "records.hpp").read_text()))
    told = {one["name"] for one in api["functions"] if one["supplied_by"] == "library"}
    if len(told) < 600 or told - called:
        sys.exit(f"C++ does not call {len(told - called)} of {len(told)} functions: {', '.join(sorted(told - called))}")
    lines = ["#if UINTPTR_MAX == 0xFFFFFFFFFFFFFFFFu"]
    for record in api["records"]:
        name, layout = record["name"], record["layouts"]["lp64"]
        own = "".join(part.capitalize() for part in name.removeprefix("pawl_").split("_"))
        lines.append(f'static_assert(sizeof(pawl::{own}) == {layout["size"]}, "{name}");')
        lines += [f'static_assert(offsetof({name}, {one["name"]}) == {at}, "{name}.{one["name"]}");'
                  for one, at in zip(record["fields"], layout["offsets"])]  # fmt: skip
    (folder / "test" / "layout.hpp").write_text("\n".join([*lines, "#endif", ""]))
    print(f"{len(told)} functions, {len(api['records'])} layouts")


if __name__ == "__main__":
    main()
