"""pack.py - files of the page as they are sent: without comments and indentation, which gzip does not
take for nothing.

    pack.py FROM TO    of a module of JavaScript or a style sheet

Both are written so that this needs no parser: comments that begin a line go, others stay, and no text
goes over the end of a line.
"""

import re
import sys
from pathlib import Path


def packed(text):
    text = re.sub(r"^[ \t]*/\*.*?\*/[ \t]*\n", "", text, flags=re.S | re.M)
    text = re.sub(r"^[ \t]*//[^\n]*\n", "", text, flags=re.M)
    lines = [line.strip() for line in text.split("\n")]
    return "\n".join(line for line in lines if line) + "\n"


def main():
    Path(sys.argv[2]).write_text(packed(Path(sys.argv[1]).read_text(encoding="utf-8")), encoding="utf-8")


main()
