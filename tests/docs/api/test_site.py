"""test_site.py - site.py finds what it must, and changes pages as it says."""

import sys

import reference
import site_pages as site
import stack


class Fixture(site.Site):
    """Without files: what there is stands here."""

    def __init__(self, texts):
        self.wrong, self.count, self.sources = [], 0, {}
        self.texts = texts
        self.anchors = {name: site.anchors(text) for name, text in texts.items()}
        self.headers = {"body.h": "body"}
        self.book = type("Book", (), {"anchors": {"pawl_body_create"}, "pages": {"pawl_body_create": "body"}})


PAGES = {"docs/a.md": "# A\n\n## What: it is - so\n", "docs/start/b.md": "# B\n", "README.md": "# pawl\n"}
# A page, a line of it, what becomes of it, what is complained about.
LINES = (
    ("docs/a.md", "[b](start/b.md)", "[b](start/b.md)", None),
    ("docs/start/b.md", "[a](../a.md)", "[a](../a.md)", None),
    ("docs/start/b.md", "[a](../a.md#what-it-is---so)", "[a](../a.md#what-it-is-so)", None),
    ("docs/start/b.md", "[a](../a.md#nothing)", None, "there is no ../a.md#nothing"),
    ("docs/a.md", "[c](c.md)", None, "there is no c.md"),
    ("docs/a.md", "[out](../../etc/passwd)", None, "there is no ../../etc/passwd"),
    ("docs/a.md", "[x](https://example.org/c.md)", "[x](https://example.org/c.md)", None),
    ("docs/a.md", "[home](../README.md)", "[home](index.md)", None),
    ("docs/start/b.md", "[body.h](../../include/pawl/body.h)", "[body.h](../reference/body.md)", None),
    ("README.md", "[![b](docs/start/b.md)](docs/a.md)", "[![b](start/b.md)](a.md)", None),
    ("docs/a.md", "[![no](images/none.png)](a.md)", None, "there is no images/none.png"),
    ("docs/a.md", "[m](../Makefile)", "[m](source/Makefile.html)", None),
    ("docs/a.md", "`pawl_body_create`", "[`pawl_body_create`](reference/body.md#pawl_body_create)", None),
    ("docs/start/b.md", "`pawl_body_create()`", "[`pawl_body_create()`](../reference/body.md#pawl_body_create)", None),
    ("docs/a.md", "## `pawl_body_create`", "## `pawl_body_create`", None),
    ("docs/a.md", "[`pawl_body_create`](a.md)", "[`pawl_body_create`](a.md)", None),
    ("docs/a.md", "`pawl_unknown`", "`pawl_unknown`", None),
)  # fmt: skip
# A page, and it as it is staged.
TEXTS = (
    ("One:\n- a\n- b\n", "One:\n\n- a\n- b\n"),
    ("- a\n- b\n", "- a\n- b\n"),
    ("- a\n  more\n- b\n", "- a\n  more\n- b\n"),
    ("```\n- a `pawl_body_create`\n```\n", "```\n- a `pawl_body_create`\n```\n"),
    ("One\n```\nx\n```\n", "One\n```\nx\n```\n"),
)

# Machine code, and the stack of its functions: pushes, frames, tail calls, cold parts, pointers.
CODE = """
0000000000000000 <pawl_top>:
   0:\tpush   %rbx
   1:\tsub    $0x10,%rsp
   5:\tcall   a <pawl_top+0xa>
\t\t\t6: R_X86_64_PLT32\tpawli_low-0x4
   a:\tadd    $0x10,%rsp
   b:\tpop    %rbx
   c:\tje     2c <pawl_top+0x2c>
\t\t\te: R_X86_64_PC32\t.text.unlikely.pawl_top-0x4
0000000000000000 <pawli_low>:
   0:\tadd    $0xffffffffffffff80,%rsp
   4:\tsub    $0xffffffffffffff80,%rsp
   8:\tret
0000000000000000 <pawl_top.cold>:
   0:\tcall   *%rax
   2:\tpush   %rbp
   3:\tjmp    8 <pawl_top.cold+0x8>
\t\t\t4: R_X86_64_PC32\t.text.pawl_top+0xa
0000000000000000 <pawl_jump>:
   0:\tjmp    5 <pawl_jump+0x5>
\t\t\t1: R_X86_64_PLT32\tpawli_low-0x4
"""
# Comments of headers, as pages of the reference show them.
COMMENTS = [
    ("One line.\nAnother *.", "One line.\nAnother \\*."),
    ("As so:\n\n  call(a);  twice\n\nEnd.", "As so:\n\n\n      call(a);  twice\n\nEnd."),
    ("By type:\n\ntype  limit   motor\nWELD  -       `on`\n      where a > 0\n\nEnd.",
     "By type:\n\n    type  limit   motor\n    WELD  -       `on`\n          where a > 0\n\nEnd."),
]  # fmt: skip
STACKS = {"pawl_top": (32 + 136, True), "pawli_low": (136, False), "pawl_jump": (8 + 136, False)}


def main():
    failed = 0
    code = stack.Code(CODE)
    for name, wanted in STACKS.items():
        if code.depth(name) != wanted:
            print(f"site: self-test: stack of {name}: {code.depth(name)}, expected {wanted}")
            failed += 1
    for name, line, wanted, complaint in LINES:
        fixture = Fixture(PAGES)
        found = fixture.converted(name, line)
        good = (wanted is None or found == wanted) and len(fixture.wrong) == (complaint is not None)
        if not good or (complaint and complaint not in fixture.wrong[0]):
            print(f"site: self-test: {name}: {line}: {found}, {fixture.wrong}, expected {wanted}, {complaint}")
            failed += 1
    for text, wanted in TEXTS:
        found = Fixture(PAGES).converted("docs/a.md", text)
        if found != wanted:
            print(f"site: self-test: {text!r}: {found!r}, expected {wanted!r}")
            failed += 1
    book = reference.Book({"functions": [], "records": [], "enums": [], "constants": []})
    for text, wanted in COMMENTS:
        found = book.prose(text, "a")
        if found != wanted:
            print(f"site: self-test: comment {text!r}: {found!r}, expected {wanted!r}")
            failed += 1
    count = len(LINES) + len(TEXTS) + len(STACKS) + len(COMMENTS)
    print(f"site self-test: {count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
