"""search_index.py - the index of the site's search, with weights.

    search_index.py HTML

mkdocs writes the sections of all pages; the browser would index them as equals. Here titles count
more than text, and the page as a whole more than its sections, and the index is put into the file
that the browser loads, which then need not make it.
"""

import json
import re
import sys
from pathlib import Path

from lunr import lunr

TITLE, NAME = 8, 6
# A page of prose and its first section say what it is about; of the reference, each section does.
WHOLE, REFERENCE = 2, 0.9


def weight(document):
    boost = 1.0 if "#" in document["location"] else WHOLE
    return boost * (REFERENCE if document["location"].startswith("reference/") else 1.0)


def named(document):
    """With the words of its address, such as those of pawl_body_create."""
    return {**document, "name": re.sub(r"[\W_]+|\bhtml\b", " ", document["location"].replace("pawl_", ""))}


def main():
    path = Path(sys.argv[1]) / "search/search_index.json"
    data = json.loads(path.read_text())
    documents = [(named(one), {"boost": weight(one)}) for one in data["docs"] if not one["location"].startswith("changelog")]
    fields = [{"field_name": "title", "boost": TITLE}, {"field_name": "name", "boost": NAME}, {"field_name": "text", "boost": 1}]
    data["index"] = lunr(ref="location", fields=fields, documents=documents).serialize()
    path.write_text(json.dumps(data, separators=(",", ":")))
    print(f"search: {len(documents)} sections of pages")


if __name__ == "__main__":
    main()
