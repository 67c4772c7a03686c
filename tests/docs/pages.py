"""pages.py - what pages quote is what the quoted files hold, and links lead somewhere.

    pages.py               check; exit status 1 when something is found
    pages.py --write       rewrite the quotes
    pages.py --self-test   whether each rule finds an example of what it forbids

A page is README.md, CONTRIBUTING.md or below docs/. A comment in front of a block of code says what
the block is:

    <!-- from examples/tutorial/step_02.c -->                    the whole file
    <!-- from examples/tutorial/step_02.c: add_wall main -->     these functions and types of it
    <!-- from tests/examples/tutorial/step_02.txt -->            what the program prints

What a reader has to read is counted: words of all pages but formats, old names and what is made of
programs, outside of code and of tables that commands write. There is a limit for their sum.

A part is a definition that begins at the left edge, up to its closing brace, with the comment in
front of it; an #define by its name. A link is relative to its page, and an anchor that of a heading.
"""

import re
import sys
from pathlib import Path

PAGES = ("README.md", "CONTRIBUTING.md", "docs/*.md", "docs/*/*.md")
QUOTE = re.compile(r"(<!-- from ([\w./-]+)(?:: ([\w ]+))? -->\n```\w*\n)(.*?)(^```$)", re.M | re.S)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
GENERATED = ("docs/reference/",)  # made when the site is
# Read to look something up, or made of programs.
LOOKED_UP = ("docs/format-", "docs/from/box2d-calls", "docs/migration", "docs/reference/", "docs/cookbook/", "CONTRIBUTING")
WORDS_MAX = 70880


def part_of(text, name):
    """The definition of a name, or None."""
    lines = text.splitlines(keepends=True)
    for first, line in enumerate(lines):
        if re.match(rf"#define {name}\b", line):
            return line
        is_type = re.match(rf"typedef (struct|enum) {name} {{", line)
        is_function = re.match(rf"[a-z][\w *]*\b{name}\(", line) and not line.rstrip().endswith(";")
        if not is_type and not is_function:
            continue
        last = first
        while not lines[last].startswith("}"):
            last += 1
        if first and lines[first - 1].rstrip().endswith("*/"):
            first -= 1
            while not lines[first].startswith("/*"):
                first -= 1
        return "".join(lines[first : last + 1])
    return None


def quoted(path, names):
    """What a quote should be; a name that is not there is told as a string in the second place."""
    if not Path(path).is_file():
        return None, f"there is no {path}"
    text = Path(path).read_text()
    if not names:
        return text, ""
    parts = []
    for name in names.split():
        part = part_of(text, name)
        if part is None:
            return None, f"{path} has no {name}"
        parts.append(part)
    return "\n".join(parts).replace("\n\n#define", "\n#define"), ""


def rewrite(text):
    """The page with its quotes as they should be, and what is wrong with them."""
    wrong = []

    def replace(match):
        new, reason = quoted(match[2], match[3])
        if new is None:
            wrong.append(reason)
            return match[0]
        if new != match[4]:
            wrong.append(f"another text than {match[2]}: `make docs-quotes`")
        return match[1] + new + match[5]

    return QUOTE.sub(replace, text), wrong


def anchors(text):
    """Those of the headings, as GitHub and MkDocs make them."""
    found, inside = set(), False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = not inside
        heading = re.match(r"#+ (.*)", line)
        if heading and not inside:
            plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
            found.add(re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-"))
    return found | set(re.findall(r'<a id="([^"]+)"', text))


def links(page, text):
    """What is wrong with the links of a page."""
    plain = re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S))
    for groups in LINK.findall(plain):
        target = next(filter(None, groups))
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        name = file.resolve().relative_to(Path().resolve()).as_posix()
        if name.startswith(GENERATED):
            continue
        if not file.exists():
            yield f"a link to {target}, which is not there"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text()):
            yield f"a link to {target}, which has no such heading"


def words(text):
    """How many a reader has to read."""
    text = re.sub(r"<!-- begin of.*?<!-- end of.*?-->", "", text, flags=re.S)
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    return sum(1 for word in text.split() if re.search(r"\w", word))


def self_test():
    code = "/* Two. */\nstatic int two(void) {\n    return 2;\n}\n\n#define SIX 6\ntypedef struct pair {\n    int a;\n} pair;\n"
    here = Path("tests/docs/pages.py")
    sample = f"<!-- from {here}: nothing -->\n```c\n```\n"
    claims = [
        part_of(code, "two") == code[: code.index("\n\n") + 1],
        part_of(code, "SIX") == "#define SIX 6\n",
        part_of(code, "pair") == "typedef struct pair {\n    int a;\n} pair;\n",
        part_of(code, "three") is None,
        rewrite(sample)[1] == [f"{here} has no nothing"],
        rewrite(f"<!-- from {here} -->\n```c\nx\n```\n")[1] == [f"another text than {here}: `make docs-quotes`"],
        rewrite(rewrite(f"<!-- from {here} -->\n```c\nx\n```\n")[0])[1] == [],
        anchors("# A `b_c`, d\n```\n# no\n```\n") == {"a-b_c-d"},
        list(links(here, "[a](nowhere.md) [b](pages.py) `[c](no)` [d](http://x)")) != [],
        list(links(here, "[b](pages.py) `[c](no)` [d](http://x)\n```\n[e](no)\n```\n")) == [],
        words("# One two - `three`\n```\nno\n```\n<!-- begin of the x -->\n| no |\n<!-- end of the x -->\n") == 3,
        list(links(Path("README.md"), "[a](docs/joints.md#nowhere-at-all)")) != [],
    ]
    print(f"pages self-test: {sum(claims)} passed, {claims.count(False)} failed")
    return claims.count(False)


def main():
    if "--self-test" in sys.argv:
        return 1 if self_test() else 0
    count, failed, quotes, read = 0, 0, 0, 0
    for path in sorted(path for pattern in PAGES for path in Path().glob(pattern)):
        text = path.read_text()
        new, wrong = rewrite(text)
        quotes += len(QUOTE.findall(text))
        if "--write" in sys.argv and new != text:
            path.write_text(new)
            wrong = rewrite(new)[1]
        wrong += links(path, new)
        read += words(new) if not path.as_posix().startswith(LOOKED_UP) else 0
        for message in wrong:
            print(f"{path}: {message}")
        count += 1
        failed += bool(wrong)
    if read > WORDS_MAX:
        print(f"pages have {read:,} words to read, more than {WORDS_MAX:,}")
        failed += 1
    print(f"pages, {quotes} quotes, all links, {read:,} words to read: {count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
