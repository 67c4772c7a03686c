"""programs.py - pages name only what there is, and what pages name `make check` builds.

    programs.py               check this repository; exit status 1 when something is found
    programs.py --list        what `make check` does not make, with the reason
    programs.py --self-test   whether each of these rules finds an example of what it forbids

A page is README.md, CONTRIBUTING.md, a *.md below docs/ or a README.md of port/. What it says in a code block
or between backticks is looked at:
  make NAME...    the target exists, and a stage of `make check` makes it, or links the programs that
                  it runs, or UNCHECKED says why not
  TARGET=, MODE=  and PROFILE= have a value that the Makefile knows
  build/NAME      some rule makes it
  examples/NAME   and tests/, port/, include/ are in the repository
  pawl NAME       is a command of the program
What `make help` names is made, too. And each program that the Makefile can link is linked by a stage of `make check`, named or not: what
nobody builds does not compile for long.

What is made by what is read from make's own data base (`make -qp`), where recipes stand as they are
written: a target reaches what it depends on, the targets that follow $(MAKE) in its recipe, and
those that a script of the recipe makes. The data bases of the boards of `make check` are added.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

# Targets that no stage makes, with the reason. Programs among what they need are built all the same.
UNCHECKED = {
    "check": "it is the stages",
    "web": "web-check has it in a browser, longer than a stage may take; studio-check has its modules",
    "web-serve": "it waits for a browser",
    "web-check": "Chromium's tests take longer than a stage may",
    "web-check-firefox": "likewise Firefox's",
    "npm-browser-check": "Chromium, and bundlers from npm; npm-check has the same entries in node",
    "web-bench": "it measures, in a browser; its program for WebAssembly is that of bench-wasm",
    "web-peers": "it installs engines from npm",
    "web-figures": "it measures, in a browser, on a machine with nothing else to do",
    "web-film": "it draws a picture, and web-check what is in it",
    "clean": "it deletes what the other stages have built",
    "avr-check": "matrix-fast runs the pile and portcheck of this AVR and compares them",
    "size": "it prints what `cross` has built",
    "demo": "the package list is that of check, the program and the scene are tested by cli-test",
    "deps": "it installs packages",
    "deps-cross": "it installs packages",
    "help": "it prints a list",
    "quick": "what it runs are parts of other stages",
    "fresh": "the unit tests once more with other random numbers",
    "validate": "its builds are among those of `builds`; the tests are run by test-san",
    "soak": "hours; its programs are built",
    "quality-long": "hours; its program is built",
    "fuzznet": "minutes; cli-test plays some hundred of its games",
    "netgames": "minutes; its program is built, and unit tests play some hundred of the games",
    "slurm-check": "minutes, as root, with Slurm; cli-test runs the job's commands without it",
    "fuzz": "hours, and libFuzzer; fuzz-regress builds and runs the same targets",
    "matrix": "hours; matrix-fast runs some of its targets",
    "portcheck-mutants": "a night; its programs are built by matrix-fast",
    "workers-hostile": "minutes; workers-check plays the goldens by the same schedulers in turn",
    "packages-build-check": "minutes; packages-check lays out and tests all but Debian's",
    "bench": "minutes, and depends on how busy the machine is; its programs are built",
    "bench-level": "a part of bench",
    "bench-arcade": "a part of bench",
    "bench-soft": "a part of bench",
    "bench-wasm": "minutes, and packages of npm; its programs are built",
    "bench-mcu": "minutes; its programs are built",
    "bench-mcu-layers": "like bench-mcu",
    "bench-mcu-level": "like bench-mcu",
    "bench-mcu-arcade": "like bench-mcu",
    "bench-mcu-pocket": "like bench-mcu",
    "size-profiles": "minutes; the program is built for one board",
    "ranges": "it rewrites a page; its program is built",
    "exports": "it rewrites a source; exports-check compares it",
    "bindings": "bindings-check makes each of them",
    "consumers": "minutes, and packages of many languages; bindings-check, packages-check, cmake-check and meson-check build the same",
    "systems-check": "minutes, as root, and packages of two releases of Debian",
    "release-check": "like consumers, before a release",
    "js-sizes": "it rewrites a table, which npm-check compares",
    "abi-check": "it compares with a release; api-check tries its rules",
    "format": "it rewrites the source; format-check tells what it would change",
    "golden": "it rewrites the goldens; golden-check compares them",
    "docs-tables": "it rewrites a page; docs-tables-check compares it",
    "docs-claims": "it rewrites a table; docs-claims-check compares it",
    "docs-limits": "it rewrites a page; docs-limits-check compares it",
    "docs-quotes": "it rewrites pages; docs-quotes-check compares them",
    "docs-pictures": "it rewrites pictures; its program is built",
    "gba-pictures": "it rewrites pictures; gba-check builds and runs what they are of",
    "site-logo": "it rewrites a picture; its program is built",
    "avr-pictures": "it rewrites a picture; its program is built",
}
# Programs that no stage links, and why.
UNBUILT = {}
# What scripts make under names that they compose.
CALLS = {
    "bindings-check": {"package-cargo", "package-cpp", "package-go", "package-godot", "package-nuget", "package-python", "package-unity", "package-zig"},
    "board-program-check": {"board-program"},
    "exchange-check": {"exchange-write", "exchange-read"},
    "matrix-fast": {"matrix-case"},
    "matrix": {"matrix-case"},
    "studio": {f"build/studio/{name}.wasm" for name in ("duel", "golden-plain", "golden-simd", "studio-maps", "studio-plain", "studio-simd", "studio-trace")},
}
MAKEFILE_VALUES = {"TARGET": {"my"}, "MODE": set(), "PROFILE": set()}
PAGES = ("README.md", "CONTRIBUTING.md", "docs/*.md", "docs/*/*.md", "port/*/README.md")
KEPT = ("examples/", "tests/", "port/", "include/")
# Pages show with these how something is added.
INVENTED = {"port/my", "tests/golden/mine", "tests/joint/test_joint_damper.c"}


class Database:
    """Targets, what each of them needs, and the text of its recipe."""

    def __init__(self):
        self.needs, self.recipes, self.patterns = {}, {}, []

    def read(self, text):
        """Of `make -qp`, which tells files first and rules of patterns before that."""
        target = None
        for line in text.splitlines():
            rule = re.match(r"([^\s#:=][^\s:=]*):(?!=)([^=]*)$", line)
            if rule:
                target = rule[1]
                if "%" in target:
                    self.patterns.append(target)
                self.needs.setdefault(target, set()).update(rule[2].replace("|", " ").split())
                self.recipes.setdefault(target, "")
            elif line.startswith("\t") and target:
                self.recipes[target] += line + "\n"
            elif not line:
                target = None

    def makes(self, name):
        """Whether a rule makes it, by its name or by a pattern that is not only about objects."""
        if name in self.needs:
            return True
        stems = (re.escape(pattern).replace("%", ".+") for pattern in self.patterns)
        return any(re.fullmatch(stem, name) for stem in stems)

    def is_program(self, name):
        """Whether it is linked, by a rule of its own."""
        recipe = self.recipes.get(name, "")
        return re.search(r"\$\(link(s|_port)\)|\$\(LINK_FLAGS\)", recipe) is not None

    def calls(self, target):
        """Targets that its recipe makes: itself, or by a script."""
        text = self.recipes[target].replace("\\\n", " ").replace("$(B)", "build")
        lines = [line for line in text.splitlines() if "$(MAKE)" in line]
        folders = {folder for line in lines for folder in re.findall(r":%=([\w-]+/)%\)", line)}
        for script in re.findall(r"\b(?:tests|port)/[\w/]+\.(?:sh|py)\b", text):
            if Path(script).exists() and Path(script).name != "programs.py":
                body = re.sub(r"`[^`\n]*`", "", Path(script).read_text()).splitlines()
                # What is made in a folder with a name is the Makefile's of something else.
                lines += [line for line in body if re.search(r"^[^#]*\b(run_)?make +-{0,2}\w", line)
                          and not re.search(r"\becho\b|\bmake\b.* -C [a-z]", line)]  # fmt: skip
        words = {word for line in lines for word in re.findall(r"[\w./-]+", line)}
        words |= {name for name in self.needs if any(name.startswith(folder) for folder in folders)}
        return (words | CALLS.get(target, set())) & self.needs.keys()

    def programs(self, target):
        """What it needs that is linked."""
        found, left = set(), [target]
        while left:
            for name in self.needs.get(left.pop(), set()) - found:
                found.add(name)
                left.append(name)
        return set(filter(self.is_program, found))

    def reach(self, names):
        """What is made when these are."""
        found, left = set(), [name for name in names if name in self.needs]
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += (self.needs[name] | self.calls(name)) & self.needs.keys()
        return found


def read_database():
    database = Database()

    def add(*variables):
        done = subprocess.run(["make", "-qp", *variables], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        text = done.stdout.decode()
        database.read(text)
        return text

    text = add()
    # The same folder for each, so that a program has one name.
    for target in re.search(r"^MATRIX_FAST := (.*)$", text, re.MULTILINE)[1].split():
        add(f"TARGET={target}", "B=build")
    values = dict(MAKEFILE_VALUES)
    values["TARGET"] |= set(re.search(r"^ALL_TARGETS := (.*)$", text, re.MULTILINE)[1].split())
    values["PROFILE"] |= set(re.search(r"^PROFILES := (.*)$", text, re.MULTILINE)[1].split())
    values["MODE"] |= set(re.findall(r"^MODE_FLAGS\.(\w+) :?=", text, re.MULTILINE))
    return database, values


def stages(text):
    """The targets that the stages of tests/check.sh make."""
    lines = re.findall(r'^stage .*', text.replace("\\\n", " "), re.MULTILINE)
    return {word for line in lines for word in line.split('"')[2].split()[1:] if word[0] != "-"}


def spans(text):
    """(line, text) of each piece of code: lines of blocks, and what is between backticks."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            inside = not inside
        elif inside or line.startswith("    "):
            yield number, line.strip()
        else:
            for span in re.findall(r"`([^`]+)`", line):
                yield number, span


def commands(code):
    """The words of each make command in a piece of code."""
    for part in re.split(r"&&|[;|&]", code.split("#")[0]):
        part = re.sub(r"\s>+\s*\S+", "", part.strip())
        if re.match(r"(sudo |nice )?make( |$)", part):
            try:
                yield [word for word in shlex.split(part) if word not in ("sudo", "nice", "make")]
            except ValueError:
                pass


class Page:
    """Looks at one page; what it finds are (page, line, message)."""

    def __init__(self, name, text, known):
        self.name, self.text, self.known = name, text, known
        self.found, self.targets = [], set()

    def complain(self, line, message):
        self.found.append((self.name, line, message))

    def look(self):
        for line, code in spans(self.text):
            for words in commands(code):
                self.look_at_command(line, words)
            for path in re.findall(r"(?<![\w./-])build/[\w.][\w./-]*", code):
                if not self.known.is_built(path.rstrip("./")):
                    self.complain(line, f"no rule makes {path}")
            for path, end in re.findall(rf"(?<![\w./-])((?:{'|'.join(KEPT)})[\w./-]+)(\*?)", code):
                if not end and not re.search(r"[A-Z]{4}(?<!README)", path):
                    self.look_at_path(line, path.rstrip("./"))
            for command in re.findall(r"(?:^|[;&|] *|`)pawl ([a-z]+)(?= |$)", code):
                if command not in self.known.commands:
                    self.complain(line, f"pawl has no command {command}")
        return self.found

    def look_at_command(self, line, words):
        for word in words:
            variable, equals, value = word.partition("=")
            if equals:
                values = self.known.values.get(variable)
                if values is not None and value not in values and value.isalnum():
                    self.complain(line, f"{word}: the Makefile knows no such {variable}")
            elif word[0] not in "-.$(" and word.islower():
                self.targets.add(word)
                if word not in self.known.database.needs:
                    self.complain(line, f"make {word}: there is no such target")
                elif not self.known.is_made(word):
                    self.complain(line, f"make {word}: no stage of `make check` makes it")

    def look_at_path(self, line, path):
        if not any(path.startswith(name) for name in INVENTED) and not self.known.exists(path):
            self.complain(line, f"there is no {path}")


class Known:
    def __init__(self, database, values, reached, commands_of_pawl, made):
        self.database, self.values, self.reached = database, values, reached
        self.commands, self.made = commands_of_pawl, made

    def is_made(self, target):
        """Whether a stage makes it, or links all programs that it would run."""
        programs = self.database.programs(target)
        return target in self.reached or target in UNCHECKED or (programs and programs <= self.reached)

    def is_built(self, path):
        return self.database.makes(path) or path in self.made or Path(path).suffix == ".a"

    def exists(self, path):
        return Path(path).exists() or Path(path + ".c").exists()


def read_known():
    database, values = read_database()
    reached = database.reach(stages(Path("tests/check.sh").read_text()))
    commands_of_pawl = set(re.findall(r'^    \{"(\w+)", cli_cmd', Path("src/cli/main.c").read_text(), re.M))
    commands_of_pawl.add("portcheck")  # so its output begins
    texts = [*database.recipes.values(), *(path.read_text() for path in Path("port").glob("*/run.sh"))]
    made = {path.rstrip("./") for text in texts for path in re.findall(r"build/[\w./-]+", text)}
    return Known(database, values, reached, commands_of_pawl, made)


def unbuilt(known):
    """Programs that no stage links."""
    for name in sorted(known.database.needs):
        if known.database.is_program(name) and "%" not in name and name not in known.reached:
            yield name


def helped():
    """Targets that `make help` names."""
    for path in (Path("Makefile"), *Path().glob("*/*.mk"), *Path().glob("*/*/*.mk")):
        yield from re.findall(r"^([a-z-]+):.* ## ", path.read_text(), re.MULTILINE)


def check_lists(known):
    """What `make help` names is made; the two lists of exceptions hold nothing that needs none."""
    for name in helped():
        if not known.is_made(name):
            yield "make help", 0, f"{name}: no stage of `make check` makes it"
    for name in UNCHECKED:
        if name not in known.database.needs:
            yield "programs.py", 0, f"UNCHECKED: {name} is no target"
        elif name in known.reached:
            yield "programs.py", 0, f"UNCHECKED: {name} is made by a stage of `make check`"
    for name in unbuilt(known):
        if name not in UNBUILT:
            yield "Makefile", 0, f"no stage of `make check` builds {name}"
    for name in UNBUILT.keys() & known.reached:
        yield "programs.py", 0, f"UNBUILT: {name} is built by a stage of `make check`"


def check(known):
    found, named, pages = [], set(), 0
    for pattern in PAGES:
        for path in sorted(Path().glob(pattern)):
            page = Page(str(path), path.read_text(), known)
            found += page.look()
            named |= page.targets
            pages += 1
    return found + list(check_lists(known)), pages, named


DATABASE = """
all: build/pawl
\t@true

check-it: build/good
\t$(MAKE) by-hand TARGET=x

by-hand:
\ttrue

matrix:
\ttrue

nowhere: build/lonely
\ttrue

build/good: a.o
\t$(links)$(CC) -o $@

build/lonely: a.o
\t$(links)$(CC) -o $@

build/%.run: build/%
\t$<
"""
# A page, and what must be said of it: a part of the message, or nothing.
EXAMPLES = (
    ("`make check-it by-hand`", None),
    ("`make -s -j2 V=1 check-it && build/good`", None),
    ("    make check-it    # make nothing", None),
    ("make nothing", None),
    ("`make matrix TARGETS=\"a b\"`", None),
    ("`make nothing`", "no such target"),
    ("```sh\nmake check-it && make nothing\n```", "no such target"),
    ("`make nowhere`", "no stage"),
    ("`make TARGET=vax check-it`", "no such TARGET"),
    ("`make TARGET=avr check-it`", None),
    ("`build/good`, `build/x.run`", None),
    ("`build/bad`", "no rule"),
    ("`examples/hello.c` and `examples/hello`", None),
    ("`examples/nobody.c`", "there is no examples/nobody.c"),
    ("`pawl run a.json`", None),
    ("`pawl fly a.json`", "no command fly"),
)


def self_test():
    database = Database()
    database.read(DATABASE)
    known = Known(database, {"TARGET": {"avr"}}, database.reach({"check-it"}), {"run"}, set())
    failed = 0
    for text, wanted in EXAMPLES:
        found = Page("example.md", text, known).look()
        messages = "; ".join(message for _, _, message in found)
        if (wanted is None and found) or (wanted and (len(found) != 1 or wanted not in messages)):
            print(f"programs: self-test: {text!r}: found {messages or 'nothing'}, expected {wanted or 'nothing'}")
            failed += 1
    if list(unbuilt(known)) != ["build/lonely"]:
        print(f"programs: self-test: not built are {list(unbuilt(known))}, expected build/lonely")
        failed += 1
    if stages('stage "a, make b" build --x c \\\n    d\nstage "e" build f\n') != {"c", "d", "f"}:
        print("programs: self-test: the stages are misread")
        failed += 1
    print(f"programs self-test: {len(EXAMPLES) + 2 - failed} passed, {failed} failed")
    return failed


def main():
    if "--self-test" in sys.argv:
        return 1 if self_test() else 0
    known = read_known()
    if "--list" in sys.argv:
        for name, reason in sorted(UNCHECKED.items()):
            print(f"make {name:18} {reason}")
        for name in unbuilt(known):
            print(f"{name:23} {UNBUILT.get(name, 'NOT BUILT')}")
        return 0
    found, pages, named = check(known)
    for page, line, message in found:
        print(f"{page}:{line}: {message}")
    count = pages + len(named) + sum(map(known.database.is_program, known.database.needs))
    print(f"programs: {count - len(found)} passed, {len(found)} failed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
