"""source.py - C files as text, for the rules that need no compiler."""

import re
from pathlib import Path

FOLDERS = ("src", "include", "tests", "port", "examples")

COMMENT_OR_STRING = re.compile(
    r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|' r"'(?:\\.|[^'\\\n])*'", re.DOTALL
)


class Source:
    """One file: its lines as written, and the same lines without comments and strings."""

    def __init__(self, root, path):
        self.root = root
        self.path = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        self.lines = text.splitlines()
        self.code = COMMENT_OR_STRING.sub(blank, text).splitlines()

    def is_below(self, *folders):
        return any(self.path.startswith(folder + "/") for folder in folders)

    @property
    def is_engine(self):
        """The library itself: nothing in it may need a hosted C implementation."""
        return self.is_below("src", "include") and not self.is_below("src/cli")

    def includes(self):
        """(line number, what stands between the quotes or brackets, with them)."""
        for number, line in enumerate(self.lines, 1):
            match = re.match(r'\s*#\s*include\s+([<"][^>"]+[>"])', line)
            if match:
                yield number, match.group(1)

    def functions(self):
        """(first line, number of lines) of each function, going by the house format: the body
        opens at the end of a line and closes in the first column."""
        start = None
        for number, line in enumerate(self.code, 1):
            if re.match(r"[a-zA-Z].*\(", line) and not line.startswith("typedef"):
                start = number
            if line.rstrip() == "}" and start:
                yield start, number - start + 1
            if line[:1] in ("}", "#") or (start and line.rstrip().endswith(";") and line[0] != " "):
                start = None


def blank(match):
    """Remove a comment or string, keep the line structure; quotes stay as a mark."""
    text = match.group(0)
    if text[0] in "\"'":
        return text[0] * 2
    return "".join("\n" if c == "\n" else " " for c in text)


def read_sources(root):
    paths = []
    for folder in FOLDERS:
        paths += [p for p in (root / folder).rglob("*.[ch]") if p.is_file()]
    return [Source(root, p) for p in sorted(paths)]
