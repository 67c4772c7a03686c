"""search_index.py - the index of the site's search, with weights.

    search_index.py HTML

mkdocs writes the sections of all pages; the browser would index them as equals, and could not read
them at all from a folder without a server. Here titles count more than text, and the page as a whole
more than its sections. search/index.js is the index with the beginning of each section; search.js loads it.
"""

import json
import re
import shutil
import sys
from pathlib import Path

from lunr import lunr

TITLE, NAME = 8, 6
# A page of prose and its first section say what it is about; of the reference, each section does.
WHOLE, REFERENCE = 2, 0.9
SUMMARY = 240
BEGIN = "var siteSearch = "
SCRIPT = Path(__file__).resolve().parents[1] / "site/search.js"


def weight(document):
    boost = 1.0 if "#" in document["location"] else WHOLE
    return boost * (REFERENCE if document["location"].startswith("reference/") else 1.0)


def named(number, document):
    """With the words of its address, such as those of pawl_body_create, and a short name for the index."""
    words = re.sub(r"[\W_]+|\bhtml\b", " ", document["location"].replace("pawl_", ""))
    return {**document, "number": number, "name": words}


def load(html):
    """The index as reader.py and the tests see it."""
    return json.loads((html / "search/index.js").read_text().removeprefix(BEGIN).rstrip(";\n"))


def summary(text):
    """The beginning of a text, without the marks of links to its headings."""
    text = re.sub(r"\s+", " ", text.replace(" # ", ". ").replace(" #\n", ".\n")).strip()
    return text if len(text) <= SUMMARY else text[:SUMMARY].rpartition(" ")[0] + " ..."


def main():
    folder = Path(sys.argv[1]) / "search"
    made = json.loads((folder / "search_index.json").read_text())["docs"]
    sections = [one for one in made if not one["location"].startswith("changelog")]
    documents = [(named(number, one), {"boost": weight(one)}) for number, one in enumerate(sections)]
    fields = [{"field_name": "title", "boost": TITLE}, {"field_name": "name", "boost": NAME}, {"field_name": "text", "boost": 1}]
    pages = [{"location": one["location"], "title": one["title"], "text": summary(one["text"])} for one in sections]
    data = {"pages": pages, "index": lunr(ref="number", fields=fields, documents=documents).serialize()}
    (folder / "index.js").write_text(BEGIN + json.dumps(data, separators=(",", ":"), ensure_ascii=False) + ";\n")
    shutil.copyfile(SCRIPT, folder / "main.js")
    for name in ("search_index.json", "worker.js"):
        (folder / name).unlink()
    size = (folder / "index.js").stat().st_size
    print(f"search: {len(sections)} sections of pages, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
