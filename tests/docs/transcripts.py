"""transcripts.py - the program says what the pages say that it says.

    transcripts.py PAWL            check; exit status 1 when something is found
    transcripts.py PAWL --write    rewrite what the program says
    transcripts.py --self-test     whether each rule finds an example of what it forbids

A transcript is a block of code, fenced or indented, whose commands begin with "$ pawl". Those of one page run in turn in
one folder that has the examples. A command has to succeed; lines after it are what it prints, where
"..." stands for whatever does not matter. A block may show a command alone.

A block of JSON that is a scene, or a member or a body of one, is run for a step among the maps of the
examples; other JSON is counted as not run.

Options of pawl's commands anywhere on these pages are such that its help names, but for those of older
versions that docs/migration.md tells of.

Some commands are about files that only the reader has: READERS names these files, and commands with
one of them, or that go on in other programs, are counted as not run.
"""

import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections import Counter
from pathlib import Path

PAGES = ("README.md", "docs/*.md", "docs/*/*.md")
FENCED = re.compile(r"(?<=^```\n)\$ pawl .*?(?=^```$)", re.M | re.S)
INDENTED = re.compile(r"^    \$ pawl .*\n(?:    .*\n)*", re.M)
READERS = {
    "docs/desync.md": ("wet.json",),
    "docs/format-scene.md": ("small.json", "pong.json"),
    "docs/verify.md": ("replays/", "match.rep", "run.rep", "--list", "--merge"),
}
OLDER = ("docs/migration.md",)
OTHERS = ("|", "<", ">", ";")


NAMED = re.compile(r"(?<![\w/.-])pawl ([a-z]+)\b([^`|\n]*)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def check_options(text, known):
    """How many options commands on a page have, and those that the help has not; `known`: that of each command."""
    named = [(command, option) for command, rest in NAMED.findall(text) if command in known for option in OPTION.findall(rest)]
    return len(named), [f"`pawl {command}` has no {option}" for command, option in named if option not in known[command]]


def options_by_command(pawl):
    def told(*words):
        return subprocess.run([pawl, *words, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout

    whole = told()
    commands = re.findall(r"^  ([a-z]+) ", whole, re.M)
    return {command: OPTION.findall(whole + told(command)) for command in commands}


JSON = re.compile(r"(?<=^```json\n).*?(?=^```$)", re.M | re.S)


def scene_of(block):
    """The scene that a block of JSON is or is a part of, or None."""
    text = block.strip()
    if text.startswith('"'):
        text = f'{{"pawl-scene": 1, {text}}}'
    found = json.loads(text)
    if "shapes" in found:
        found = {"pawl-scene": 1, "bodies": [found]}
    if "pawl-scene" not in found:
        return None
    return found if "arcade" in found else {"bodies": [], **found}


def check_scenes(text, folder, run):
    """What is wrong with the scenes on a page, and how many were run and not."""
    wrong, counts = [], [0, 0]
    for block in JSON.findall(text):
        scene = scene_of(block)
        counts[scene is None] += 1
        if scene is None:
            continue
        (Path(folder) / "block.json").write_text(json.dumps(scene))
        status, printed = run("pawl run block.json --ticks 1")
        if status != 0:
            wrong.append(f"a scene that begins with {block[:40]!r}: {' '.join(printed[-1:])}")
    return wrong, counts


def each_block(text, replace):
    """The text with every transcript as the function makes it."""
    text = FENCED.sub(lambda match: replace(match[0]), text)
    return INDENTED.sub(lambda match: textwrap.indent(replace(textwrap.dedent(match[0])), "    "), text)


def entries(block):
    """Command and the lines that it prints, in turn."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def agree(said, printed):
    pattern = ".*?".join(re.escape(part) for part in said.split("..."))
    return re.fullmatch(pattern, printed) is not None


def is_run(command, readers):
    words = shlex.split(command)
    return words[0] == "pawl" and not any(word in OTHERS or word.startswith(readers) for word in words)


def said_anew(said, printed):
    """The lines of a page as the program prints them now; where one agrees, its dots stay."""
    kept = {text: line for line in said for text in printed if agree(line, text)}
    return [kept.get(text, text) for text in printed]


def play(block, run, readers):
    """The block as it should be, what is wrong with it, and how many commands were run and not."""
    lines, wrong, counts = [], [], [0, 0]
    for command, said in entries(block):
        lines += ["$ " + command]
        if not is_run(command, readers):
            lines += said
            counts[1] += 1
            continue
        counts[0] += 1
        status, printed = run(command)
        if status != 0:
            wrong.append(f"`{command}`: status {status}: {' '.join(printed[-1:])}")
        elif said and (len(said) != len(printed) or not all(map(agree, said, printed))):
            wrong.append(f"`{command}` prints something else: `make docs-transcripts`")
            said = said_anew(said, printed)
        lines += said
    return "".join(line + "\n" for line in lines), wrong, counts


def runner(pawl, folder):
    def run(command):
        words = [str(pawl), *shlex.split(command)[1:]]
        done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        return done.returncode, done.stdout.splitlines()

    return run


def self_test():
    def run(command):
        return (1, ["pawl: no"]) if "bad" in command else (0, ["tick=1 hash=12", "end"])

    good = "$ pawl run a\ntick=1 hash=...\nend\n"
    old = "$ pawl run a\ntick=2 hash=...\nend\n"
    claims = [
        play(good, run, ()) == (good, [], [1, 0]),
        play(old, run, ())[0] == "$ pawl run a\ntick=1 hash=12\nend\n",
        len(play(old, run, ())[1]) == 1,
        len(play("$ pawl run a\nend\n", run, ())[1]) == 1,
        play("$ pawl run a\n", run, ())[1] == [],
        len(play("$ pawl bad\n", run, ())[1]) == 1,
        play("$ pawl bad | wc\n", run, ())[2] == [0, 1],
        play("$ pawl run a\n$ bad 1\n", run, ())[2] == [1, 1],
        play("$ pawl bad mine/*.rep\n", run, ("mine/",))[2] == [0, 1],
        check_options("`pawl run --a --b` and pawl see --c", {"run": ["--a"]}) == (2, ["`pawl run` has no --b"]),
        scene_of('"level": {}') == {"pawl-scene": 1, "level": {}, "bodies": []},
        scene_of('{"pawl-scene": 1, "arcade": {}}') == {"pawl-scene": 1, "arcade": {}},
        scene_of('{"shapes": []}') == {"pawl-scene": 1, "bodies": [{"shapes": []}]},
        scene_of('{"layer": 1}') is None,
        agree("a ... b", "a 1 2 b") and not agree("a . b", "a 1 b"),
        each_block("```\n$ pawl x\ny\n```\nz\n```\n$ ls\n```\n", str.upper) == "```\n$ PAWL X\nY\n```\nz\n```\n$ ls\n```\n",
        each_block("\n    $ pawl x\n      y\n\nz\n", str.upper) == "\n    $ PAWL X\n      Y\n\nz\n",
    ]
    print(f"transcripts self-test: {sum(claims)} passed, {claims.count(False)} failed")
    return claims.count(False)


def check_page(path, pawl, known):
    readers = READERS.get(path.as_posix(), ())
    text, counts = path.read_text(), [0, 0]
    options, wrong = check_options("" if path.as_posix() in OLDER else text, known)
    for name in readers:
        if name not in text:
            wrong.append(f"{name} is a reader's file in transcripts.py, but not on the page")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "examples").symlink_to(Path("examples").resolve())
        shutil.copytree("examples/maps", folder, dirs_exist_ok=True)
        run = runner(pawl, folder)
        found, scenes = check_scenes(text, folder, run)
        wrong += found

        def replay(block):
            block, found, numbers = play(block, run, readers)
            wrong.extend(found)
            counts[:] = [counts[0] + numbers[0], counts[1] + numbers[1]]
            return block

        new = each_block(text, replay)
    return new, wrong, Counter(commands=counts[0], options=options, scenes=scenes[0], others=counts[1] + scenes[1])


def main():
    if "--self-test" in sys.argv:
        return 1 if self_test() else 0
    pawl = Path(sys.argv[1]).resolve()
    known = options_by_command(pawl)
    failed, counted = 0, Counter()
    for path in sorted(path for pattern in PAGES for path in Path().glob(pattern)):
        new, wrong, counts = check_page(path, pawl, known)
        if "--write" in sys.argv and new != path.read_text():
            path.write_text(new)
            new, wrong, counts = check_page(path, pawl, known)
        for message in wrong:
            print(f"{path}: {message}")
        failed += len(wrong)
        counted += counts
    named = [f"{counted[what]} {what}" for what in ("commands", "options", "scenes")]
    passed = counted.total() - counted["others"] - failed
    print(f"transcripts, {', '.join(named)}: {passed} passed, {failed} failed; {counted['others']} of a reader not run")
    return 1 if failed or len(counted) < 4 else 0


if __name__ == "__main__":
    sys.exit(main())
