"""pack.py - files of the page as they are sent: without comments and indentation, which gzip does not
take for nothing.

    pack.py FROM... TO    modules of JavaScript or style sheets, one behind the other

Both are written so that this needs no parser: no text goes over the end of a line, and a comment behind
code stays where a quotation mark follows, which may be that of a text with slashes.
"""

import re
import sys
from pathlib import Path


def packed(text):
    text = re.sub(r"^[ \t]*/\*.*?\*/[ \t]*\n", "", text, flags=re.S | re.M)
    text = re.sub(r"^[ \t]*//[^\n]*\n", "", text, flags=re.M)
    text = re.sub(r"[ \t]+// [^\n'\"`]*$", "", text, flags=re.M)
    lines = [line.strip() for line in text.split("\n")]
    return "\n".join(line for line in lines if line) + "\n"


def main():
    *sources, target = map(Path, sys.argv[1:])
    texts = [packed(source.read_text(encoding="utf-8")) for source in sources]
    target.write_text("".join(texts), encoding="utf-8")


main()
