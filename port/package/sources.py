#!/usr/bin/env python3
"""sources.py - what build systems of others ask, so that none of them keeps a list by hand.

usage: sources.py version       the version of the library
       sources.py sources       the files of the library, a path below the root each line
       sources.py libfixmath    the folder that holds libfixmath/fix16.h: LIBFIXMATH_DIR, the copy
                                that is here, or one that is fetched
"""
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def version():
    text = (ROOT / "include/pawl/base.h").read_text()
    return ".".join(re.findall(r"#define PAWL_VERSION_\w+ (\d+)", text))


def sources():
    """Those of src but the program's; libfixmath is in the last. The first defines what headers
    merely declare in builds with PAWL_SMALL_CODE, so that it comes before them in unity builds."""
    paths = [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob("src/*/*.c"))]
    first = "src/fx/shared.c"
    ours = [path for path in paths
            if path != first and not path.startswith(("src/cli/", "src/fx/fixmath."))]
    return "\n".join([first, *ours, "port/package/fixmath_inside.c"])


def libfixmath():
    """A path below the root where it can be one: Meson takes no other there."""
    folder = Path(os.environ.get("LIBFIXMATH_DIR") or ROOT / "build/libfixmath")
    if not (folder / "libfixmath/fix16.h").is_file():
        fetch = ROOT / "tests/support/fetch_libfixmath.sh"
        if subprocess.run(["sh", fetch], stdout=subprocess.DEVNULL, check=False).returncode != 0:
            sys.exit(1)
    folder = folder.resolve()
    return (folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder).as_posix()


ANSWERS = {"version": version, "sources": sources, "libfixmath": libfixmath}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ANSWERS:
        sys.exit(__doc__.split("\n\n")[1])
    print(ANSWERS[sys.argv[1]]())
