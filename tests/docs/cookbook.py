"""cookbook.py - the recipes of docs/cookbook and the programs of examples/reference.

    cookbook.py CC BUILD           check them; exit status 1 when something differs
    cookbook.py --write CC BUILD   rewrite code, outputs and pictures of the pages, and the outputs
                                   of tests/examples/reference, as they are now

A recipe is a page docs/cookbook/NAME.md and a program examples/cookbook/NAME.c of 30 to 70 lines.
The page has the program in its first block of C and what that prints in its first block of text; its
line "The picture shows tick N" says what docs/cookbook/images/NAME.svg is of, which the run itself
draws (watch.c). A program of examples/reference prints tests/examples/reference/NAME.txt.
"""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PAGES = Path("docs/cookbook")
RECIPES = Path("examples/cookbook")
REFERENCE = Path("examples/reference")
PRINTED = Path("tests/examples/reference")
LINES = {RECIPES: range(30, 71), REFERENCE: range(20, 150)}
# Two machines in one program, and a whole game.
LONGER = {"platformer": 90, "two_players": 90, "late_spectator": 90, "serial_link": 90}
PICTURE_MAX = 40000  # bytes
PAGE_LINES_MAX = 140
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Iinclude"]
# What is quoted, by the first line of its block.
BLOCKS = {"c": re.compile(r"^```c\n(.*?)^```$", re.MULTILINE | re.DOTALL),
          "text": re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)}  # fmt: skip


class Work:
    def __init__(self, compiler, build, folder, is_writing):
        self.compiler, self.build, self.folder = compiler, build, Path(folder)
        self.is_writing = is_writing
        self.libraries = [f"{build}/{name}.a" for name in ("libpawl", "libfixmath")]
        self.flags = [*FLAGS, f"-I{build}/include"]
        self.watch = [str(self.folder / f"{name}.o") for name in ("watch", "watch_svg")]

    def prepare(self):
        for name in self.watch:
            source = f"tests/docs/{Path(name).stem}.c"
            subprocess.run([self.compiler, *self.flags, "-Itests/docs", "-c", source, "-o", name], check=True)

    def run(self, source, include, objects, environment):
        """(what is wrong or "", what it prints)"""
        program = self.folder / source.parent.name / source.stem
        program.parent.mkdir(exist_ok=True)
        command = [self.compiler, *self.flags, "-include", include, str(source), *objects, *self.libraries]
        done = subprocess.run([*command, "-o", program], stderr=subprocess.PIPE, text=True)
        if done.returncode:
            return f"does not compile:\n{done.stderr}", ""
        try:
            done = subprocess.run([program], capture_output=True, text=True, timeout=60,
                                  env={**os.environ, **environment})  # fmt: skip
        except subprocess.TimeoutExpired:
            return "does not end", ""
        if done.returncode:
            return f"fails with {done.returncode}: {done.stderr}", done.stdout
        return "", done.stdout

    def keep(self, path, text, what):
        """Compare a file, or rewrite it; what is wrong."""
        old = path.read_text() if path.exists() else None
        if old == text:
            return []
        if self.is_writing:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            return []
        return [f"{path}: {what}; make cookbook?"]


def length(source):
    lines = len(source.read_text().splitlines())
    allowed = LINES[source.parent]
    most = LONGER.get(source.stem, allowed.stop - 1)
    if not allowed.start <= lines <= most:
        yield f"{source}: {lines} lines, not {allowed.start} to {most}"


def quote(page, kind, text):
    """The page with the first block of a kind replaced; None when it has none."""
    block = BLOCKS[kind].search(page)
    return page[: block.start(1)] + text + page[block.end(1) :] if block else None


def recipe(work, source):
    found = list(length(source))
    path = PAGES / f"{source.stem}.md"
    if not path.exists():
        return [*found, f"{source}: there is no {path}"]
    page = path.read_text()
    ticks = re.search(r"^The picture shows tick (\d+)\b", page, re.MULTILINE)
    image = f"images/{source.stem}.svg"
    if not ticks or f"]({image})" not in page:
        return [*found, f"{path}: no picture {image}, or no line 'The picture shows tick N'"]
    picture = work.folder / f"{source.stem}.svg"
    environment = {"WATCH_FILE": str(picture), "WATCH_TICK": ticks[1]}
    wrong, printed = work.run(source, "tests/docs/watch.h", work.watch, environment)
    if wrong:
        return [*found, f"{source}: {wrong}"]
    drawn = picture.read_text()
    if len(drawn) > PICTURE_MAX:
        found.append(f"{path}: a picture of {len(drawn)} bytes, more than {PICTURE_MAX}")
    found += work.keep(PAGES / image, drawn, "another picture")
    new = quote(page, "c", source.read_text())
    new = new and quote(new, "text", printed)
    if not new:
        return [*found, f"{path}: no block of C, or none of text"]
    found += work.keep(path, new, f"not what {source} is or prints")
    if len(new.splitlines()) > PAGE_LINES_MAX:
        found.append(f"{path}: {len(new.splitlines())} lines, more than {PAGE_LINES_MAX}")
    return found


def reference(work, source):
    found = list(length(source))
    wrong, printed = work.run(source, "tests/support/base/checked_step.h", [], {})
    if wrong:
        return [*found, f"{source}: {wrong}"]
    return found + work.keep(PRINTED / f"{source.stem}.txt", printed, f"not what {source} prints")


def index():
    """The list of recipes has each page once, links lead somewhere, no file is without its program."""
    listed = re.findall(r"\]\((\w+)\.md\)", (PAGES / "README.md").read_text())
    programs = {path.stem for path in RECIPES.glob("*.c")}
    for name in sorted(programs ^ set(listed)):
        yield f"{PAGES}/README.md: {name} is not both in the list and a program"
    for name in sorted({name for name in listed if listed.count(name) > 1}):
        yield f"{PAGES}/README.md: {name} is listed twice"
    for page in sorted(PAGES.glob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            if not (PAGES / link).exists():
                yield f"{page}: there is no {link}"
    for pattern, folder in (("*.md", PAGES), ("images/*", PAGES)):
        for path in sorted(folder.glob(pattern)):
            if path.stem not in programs and path.name != "README.md":
                yield f"{path}: there is no such program"
    for path in sorted(PRINTED.glob("*")):
        if not (REFERENCE / f"{path.stem}.c").exists():
            yield f"{path}: there is no such program"


def main(arguments):
    is_writing = arguments[:1] == ["--write"]
    compiler, build, *names = arguments[is_writing:]
    with tempfile.TemporaryDirectory() as folder:
        work = Work(compiler, build, folder, is_writing)
        work.prepare()
        jobs = [(recipe, path) for path in sorted(RECIPES.glob("*.c"))]
        jobs += [(reference, path) for path in sorted(REFERENCE.glob("*.c"))]
        jobs = [job for job in jobs if not names or job[1].stem in names]
        with ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda job: job[0](work, job[1]), jobs))
    others = list(index()) if not names else []
    for message in [message for found in [*results, others] for message in found]:
        print("cookbook:", message)
    failed = sum(1 for found in [*results, others] if found)
    print(f"cookbook: {len(results) + (not names) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
