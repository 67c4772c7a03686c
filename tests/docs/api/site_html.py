"""site_html.py - whether what the browser loads is there: links, anchors, pictures, scripts.

    site_html.py HTML            each page of the built site
    site_html.py --self-test     whether each kind of dead reference is found

site_pages.py follows the links of the Markdown; here are those that the theme and the reference add.
Addresses of other sites are left alone, but a page may load nothing from there: it works offline.
"""

import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"img": "src", "script": "src", "link": "href", "source": "src"}
# Not fetched by the page, though in a <link>.
NOT_LOADED = {"canonical", "next", "prev", "search", "author", "license"}


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.names, self.targets, self.loads = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.names.update(filter(None, (given.get("id"), given.get("name") if tag == "a" else None)))
        if tag == "a" and given.get("href"):
            self.targets.append(given["href"])
        if tag in LOADED and given.get(LOADED[tag]) and given.get("rel") not in NOT_LOADED:
            self.loads.append(given[LOADED[tag]])

    handle_startendtag = handle_starttag


def wrong_of(folder):
    """(how many references, what is wrong with some)."""
    pages = {path: Page(path.read_text()) for path in sorted(folder.rglob("*.html"))}
    count, wrong = 0, []
    for path, page in pages.items():
        # The server shows this one for any address, so its own are those of a server's root.
        if path.name == "404.html":
            continue
        here = path.relative_to(folder)
        for target in page.targets + page.loads:
            count += 1
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                if target in page.loads and parts.scheme != "data":
                    wrong.append(f"{here}: loads {target}")
                continue
            aim = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if aim.is_dir():
                aim = aim / "index.html"
            if not aim.is_file():
                wrong.append(f"{here}: there is no {target}")
            elif parts.fragment and aim in pages and unquote(parts.fragment) not in pages[aim].names:
                wrong.append(f"{here}: {target}: no such anchor")
    return count, wrong


def self_test():
    good = '<a href="#x">a</a><h1 id="x"><img src="a.png"><a href="https://example.org">b</a><a href="b/#y">c</a>'
    bad = ('<a href="#z">', '<a href="none.html">', '<img src="b.png">', '<script src="js/none.js"></script>',
           '<link rel="stylesheet" href="https://example.org/a.css">', '<a href="b/index.html#x">')  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        (folder / "b").mkdir()
        (folder / "a.png").write_bytes(b"")
        (folder / "b/index.html").write_text('<p id="y">')
        failed = 0
        for text in (good, *bad):
            (folder / "index.html").write_text(text)
            failed += len(wrong_of(folder)[1]) != (text != good)
    print(f"pages of the site, self-test: {len(bad) + 1 - failed} passed, {failed} failed")
    return failed


def main():
    if sys.argv[1] == "--self-test":
        return 1 if self_test() else 0
    count, wrong = wrong_of(Path(sys.argv[1]).resolve())
    for text in dict.fromkeys(wrong):
        print(f"site: {text}")
    print(f"links, pictures and scripts of the site: {count - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
