"""site_pages.py - the pages of the site, and whether their links lead somewhere.

    site_pages.py build/pawl_api.json FOLDER [build/stack.json]       stage FOLDER/pages and FOLDER/mkdocs.yml for mkdocs

Markdown of docs/ stays as it is for readers on the web; what is staged differs in this: links that
leave docs/ lead to the reference (headers) or to the source as a page, names of public functions
become links, and lists get the empty line before them that mkdocs wants. tests/docs/site/order.txt has the
order. A link or an anchor that leads nowhere is an error, and so is a page in no section.
"""

import argparse
import json
import os
import posixpath
import re
import shutil
import sys
import unicodedata
from pathlib import Path

import pygments
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound

import favicon
import reference

ROOT = Path(__file__).resolve().parents[3]
HOME = Path(__file__).resolve().parents[1] / "site"
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
TOKEN = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\]\([^)\s]+\)|`[^`]+`)")
# The theme of Debian's mkdocs asks for scripts that the package has under another name, or not.
SCRIPTS = {"js/jquery-3.6.0.min.js": Path("/usr/share/javascript/jquery/jquery.min.js"), "js/theme_extra.js": HOME / "extra.js"}
# Pages that lie outside of docs/, and what they are called on the site.
OUTSIDE = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}


def github_slug(title):
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


def site_slug(title):
    text = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())


def plain(title):
    return re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", title)


def lines_of(text):
    """(line, whether it is text) of each line: not of code blocks."""
    fence = None
    for line in text.split("\n"):
        match = re.match(r"\s*(```+|~~~+)", line)
        if match and (fence is None or match[1].startswith(fence)):
            fence = match[1] if fence is None else None
            yield line, False
        else:
            yield line, fence is None


def headings(text):
    return [plain(re.sub(r"^#+\s+|\s+#*$", "", line)) for line, is_text in lines_of(text)
            if is_text and re.match(r"#{1,6} ", line)]  # fmt: skip


def anchors(text):
    """What GitHub calls each heading, to what the site does."""
    found, used = {}, {}
    for title in headings(text):
        slug, mine = github_slug(title), site_slug(title)
        number = used[mine] = used.get(mine, -1) + 1
        found[slug if slug not in found else f"{slug}-{number}"] = mine if number == 0 else f"{mine}_{number}"
    return found


class Site:
    def __init__(self, description, folder, stacks=None):
        self.folder, self.pages = folder, folder / "pages"
        shutil.rmtree(self.pages, ignore_errors=True)
        self.pages.mkdir(parents=True)
        self.wrong, self.linked, self.count = [], set(), 0
        self.book = reference.write_pages(description, self.pages / "reference", stacks)
        self.headers = {module["header"]: module["name"] for module in description["modules"]}
        self.sources = {}
        for one in description["functions"]:
            if not reference.first_sentence(one["comment"]):
                self.complain(f"{one['header']}: the comment of {one['name']} does not say what it does")

    def complain(self, text):
        self.wrong.append(text)

    # ---- the pages of the repository ----

    def stage(self):
        self.texts = {name: (ROOT / name).read_text() for name in OUTSIDE}
        for path in sorted((ROOT / "docs").rglob("*")):
            name = str(path.relative_to(ROOT))
            target = self.pages / path.relative_to(ROOT / "docs")
            if path.is_dir():
                continue
            if path.suffix == ".md":
                self.texts[name] = path.read_text()
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
        self.anchors = {name: anchors(text) for name, text in self.texts.items()}
        for name, text in self.texts.items():
            target = self.pages / self.place(name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(self.converted(name, text))
        self.stage_sources()

    def place(self, name):
        """Where a page of the repository is on the site."""
        return OUTSIDE.get(name) or name.removeprefix("docs/")

    def converted(self, name, text):
        out, former, was_text = [], "", True
        here = posixpath.dirname(self.place(name))
        for line, is_text in lines_of(text):
            if is_text:
                if re.match(r"([-*+]|\d+\.) ", line) and former.strip() and was_text and not re.match(r"\s*([-*+]|\d+\.) | ", former):
                    out.append("")
                line = self.converted_line(name, here, line)
            out.append(line)
            former, was_text = line, is_text
        return "\n".join(out)

    def converted_line(self, name, here, line):
        pieces = TOKEN.split(line)
        is_heading = line.startswith("#")
        for at, piece in enumerate(pieces):
            if piece.startswith("`") and not is_heading:
                word = piece[1:-1].removesuffix("()")
                if word in self.book.anchors:
                    page = posixpath.relpath(f"reference/{self.book.pages[word]}.md", here or ".")
                    pieces[at] = f"[{piece}]({page}#{word})"
            elif LINK.fullmatch(piece):
                pieces[at] = self.converted_link(name, here, LINK.fullmatch(piece))
        return "".join(pieces)

    def converted_link(self, name, here, link):
        mark, title, target = link.groups()
        # What is shown for a link may be a picture, which has an address of its own.
        title = LINK.sub(lambda inner: self.converted_link(name, here, inner), title)
        return f"{mark}[{title}]({self.target_of(name, here, target)})"

    def target_of(self, name, here, target):
        """A link of a page of the repository, as the site has it."""
        if re.match(r"[a-z]+:", target):
            return target
        self.count += 1
        path, _, anchor = target.partition("#")
        aim = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
        if (ROOT / aim).is_dir() and f"{aim}/README.md" in self.texts:
            aim = f"{aim}/README.md"
        if aim in self.texts:
            if anchor and anchor not in self.anchors[aim]:
                self.complain(f"{name}: there is no {target}")
            anchor = self.anchors[aim].get(anchor, anchor)
            found = self.place(aim)
        elif aim.startswith("include/pawl/") and posixpath.basename(aim) in self.headers:
            found, anchor = f"reference/{self.headers[posixpath.basename(aim)]}.md", ""
        elif aim.startswith("docs/") and (ROOT / aim).is_file():
            found = aim.removeprefix("docs/")
        elif aim and (ROOT / aim).exists() and not aim.startswith(".."):
            found, anchor = self.source(aim), "L-" + anchor[1:] if re.fullmatch(r"L\d+", anchor) else ""
        else:
            self.complain(f"{name}: there is no {target}")
            return target
        relative = posixpath.relpath(found, here or ".") if path else ""
        return relative + (f"#{anchor}" if anchor else "")

    # ---- the source as pages ----

    def source(self, aim):
        aim = aim.rstrip("/")
        is_folder = (ROOT / aim).is_dir()
        self.sources[aim] = is_folder
        if is_folder:
            for path in sorted((ROOT / aim).iterdir()):
                if path.is_file() and path.suffix != ".gif":
                    self.sources.setdefault(f"{aim}/{path.name}", False)
        return f"source/{aim}/index.html" if is_folder else f"source/{aim}.html"

    def stage_sources(self):
        for page in sorted(self.pages.glob("reference/*.md")):
            for aim in re.findall(r"\]\(\.\./source/([^)#]+)\.html", page.read_text()):
                self.source(aim)
        style = HtmlFormatter(lineanchors="L", linenos="inline", cssclass="source")
        for aim, is_folder in sorted(self.sources.items()):
            target = self.pages / "source" / (f"{aim}/index.html" if is_folder else f"{aim}.html")
            target.parent.mkdir(parents=True, exist_ok=True)
            if is_folder:
                names = sorted(path.name for path in (ROOT / aim).iterdir() if f"{aim}/{path.name}" in self.sources)
                body = "".join(f'<p><a href="{one}.html">{one}</a></p>' for one in names)
            else:
                body = pygments.highlight((ROOT / aim).read_text(errors="replace"), lexer_of(aim), style)
            target.write_text(source_page(aim, "../" * target.relative_to(self.pages).as_posix().count("/"), body, style))

    # ---- order ----

    def ordered(self, folder):
        """Pages of a folder: as its README.md links to them, then by name."""
        have = sorted(name for name in self.texts if posixpath.dirname(name) == f"docs/{folder}")
        first = [name for name in have if name.endswith(("/README.md", "/index.md"))]
        for name in first:
            for _, _, target in LINK.findall(self.texts[name]):
                aim = posixpath.normpath(posixpath.join(f"docs/{folder}", target.partition("#")[0]))
                if aim in have and aim not in first:
                    first.append(aim)
        return [self.place(name) for name in first + [name for name in have if name not in first]]

    def navigation(self):
        """[(section, [page])] of tests/docs/site/order.txt."""
        sections, flat = [], [name.removeprefix("docs/") for name in self.texts if name.startswith("docs/")]
        seen = set()
        for line in (ROOT / "tests/docs/site/order.txt").read_text().splitlines():
            if not line or line.startswith("#"):
                continue
            section, _, words = line.partition(": ")
            pages = []
            for word in words.split():
                name = word.rstrip("?")
                found = self.pages_of(name, flat)
                if not found and not word.endswith("?"):
                    self.complain(f"tests/docs/site/order.txt: there is no {name}")
                pages += [page for page in found if page not in seen and page not in pages]
            seen.update(pages)
            if pages:
                sections.append((section, pages))
        known = {self.place(name) for name in self.texts if name.startswith("docs/")}
        for page in sorted(known - seen):
            self.complain(f"docs/{page} is in no section of tests/docs/site/order.txt")
        sections[-1][1].extend(["changelog.md", "contributing.md"])
        return sections

    def pages_of(self, name, flat):
        if name == "reference/":
            made = sorted(path.name for path in (self.pages / "reference").glob("*.md"))
            return [f"reference/{one}" for one in sorted(made, key=lambda one: (one != "README.md", one != "all.md", one))]
        if name.endswith("/"):
            return self.ordered(name[:-1])
        pattern = re.escape(name).replace(r"\*", "[^/]*") + r"\.md"
        return sorted(page for page in flat if re.fullmatch(pattern, page))

    def title_of(self, page):
        text = (self.pages / page).read_text()
        found = headings(text)
        if not found or not text.lstrip().startswith("# "):
            self.complain(f"{page}: its first line is no title")
        title = found[0] if found else page
        if page.startswith("reference/") and title.count(": "):
            title = title.partition(": ")[0]
        return re.sub(r"^\d+\. ", "", title)

    def write_config(self):
        lines = [(HOME / "mkdocs.yml").read_text().rstrip(), "nav:", '  - "pawl": index.md']
        for section, pages in self.navigation():
            if len(pages) == 1:
                lines.append(f"  - {json.dumps(section)}: {pages[0]}")
                continue
            lines.append(f"  - {json.dumps(section)}:")
            lines += [f"      - {json.dumps(self.title_of(page), ensure_ascii=False)}: {page}" for page in pages]
        (self.folder / "mkdocs.yml").write_text("\n".join(lines) + "\n")
        place = self.pages / "site"
        place.mkdir(exist_ok=True)
        style = HtmlFormatter(style="tango").get_style_defs(".codehilite")
        (place / "site.css").write_text((HOME / "site.css").read_text() + style + "\n")
        shutil.copyfile(HOME / "logo.svg", place / "logo.svg")
        (self.pages / "img").mkdir(exist_ok=True)
        (self.pages / "img/favicon.ico").write_bytes(favicon.icon((HOME / "logo.svg").read_text()))
        (self.pages / "js").mkdir(exist_ok=True)
        for name, script in SCRIPTS.items():
            if script.is_file():
                shutil.copyfile(script, self.pages / name)

    # ---- what was made ----

    def check_links(self):
        """Of the pages as they were staged: files and anchors."""
        texts = {str(path.relative_to(self.pages)): path.read_text() for path in self.pages.rglob("*.md")}
        have = {name: set(anchors(text).values()) for name, text in texts.items()}
        for name, text in texts.items():
            for line, is_text in lines_of(text):
                for _, _, target in LINK.findall(re.sub(r"`[^`]*`", "", line)) if is_text else ():
                    self.check_link(name, target, have)

    def check_link(self, name, target, have):
        if re.match(r"[a-z]+:", target):
            return
        self.count += 1
        path, _, anchor = target.partition("#")
        aim = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
        if aim in have:
            if anchor and anchor not in have[aim]:
                self.complain(f"{name}: {aim} has no #{anchor}")
        elif not (self.pages / aim).is_file():
            self.complain(f"{name}: there is no {target}")


def lexer_of(name):
    try:
        return get_lexer_for_filename(name)
    except ClassNotFound:
        return TextLexer()


def source_page(title, back, body, style):
    rules = style.get_style_defs(".source")
    return (f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{rules}\n'
            "body{font:14px sans-serif;margin:1rem auto;max-width:60rem;padding:0 1rem} pre{line-height:1.4}"
            f':target,a:target+span{{background:#fff3c4}}</style></head><body><p><a href="{back}index.html">pawl</a>'
            f" / {title}</p>{body}</body></html>\n")  # fmt: skip


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("description", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("stacks", type=Path, nargs="?")
    asked = parser.parse_args()
    os.chdir(ROOT)
    site = Site(json.loads(asked.description.read_text()), asked.folder,
                json.loads(asked.stacks.read_text()) if asked.stacks else None)  # fmt: skip
    site.stage()
    site.write_config()
    site.check_links()
    for line in dict.fromkeys(site.wrong):
        print(f"site: {line}")
    wrong = len(dict.fromkeys(site.wrong))
    print(f"site: {site.count - wrong} passed, {wrong} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
