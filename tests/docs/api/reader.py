"""reader.py - whether the search of the site finds what newcomers look for.

    reader.py HTML QUESTIONS

The index is the site's own (search_index.py); it is asked through lunr.py, which gives what lunr.js gives
in a browser. A question is answered when one of its pages is among the first three pages found. With
a ? behind its first page a question waits until there is that page.
"""

import argparse
import re
from fnmatch import fnmatch
from pathlib import Path

from lunr.index import Index

import search_index

FIRST = 3


def questions_of(text):
    for line in text.splitlines():
        if line and not line.startswith("#"):
            words, _, pages = line.partition("|")
            yield words.strip(), [page.strip() for page in pages.split(",")]


def pages_of(found, pages):
    """The pages of results, each once: a page is found by its sections."""
    return list(dict.fromkeys(pages[int(one["ref"])]["location"].partition("#")[0] for one in found))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("html", type=Path)
    parser.add_argument("questions", type=Path)
    asked = parser.parse_args()
    data = search_index.load(asked.html)
    index = Index.load(data["index"])
    have = [str(path.relative_to(asked.html)) for path in asked.html.rglob("*.html")]
    wrong = count = 0
    for words, wanted in questions_of(asked.questions.read_text()):
        if not any(fnmatch(page, pattern.rstrip("?")) for page in have for pattern in wanted[:1]) and wanted[0].endswith("?"):
            continue
        wanted = [pattern.rstrip("?") for pattern in wanted]
        count += 1
        found = pages_of(index.search(re.sub(r"[:~^+*-]", " ", words)), data["pages"])[:FIRST]
        if not any(fnmatch(page, pattern) for page in found for pattern in wanted):
            wrong += 1
            print(f"reader: {words!r}: found {', '.join(found) or 'nothing'}; the answer is in {', '.join(wanted)}")
    print(f"reader's questions: {count - wrong} passed, {wrong} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
