"""vocabulary.py - each word has one meaning: where names may have it, and which words none may have.

    vocabulary.py --table    the words, their meanings and places as rows of Markdown

A rule is a function of the root folder, as in layout.py.
"""

import re
from collections import Counter

import source

# Word, its one meaning, where names may have it as a component; None: anywhere.
WORDS = (
    ("arm", "lever arm: from a center to a point where something acts or moves", ("src/solver", "src/geom", "src/collide", "src/joint", "src/soft", "src/step", "src/world", "src/query", "src/mover", "src/field", "src/fracture", "src/cli")),
    ("bias", "the velocity that takes out an error of position", None),
    ("branch", "of the hash tree: the world, its bodies, its shapes and so on", ("include/pawl/state.h", "include/pawl/stages.h", "include/pawl/replay.h", "src/world", "src/state", "src/replay", "src/session", "src/desync", "src/migrate", "src/cli")),
    ("canonical", "words that describe a state alike on every machine", None),
    ("confirmed", "of a tick whose inputs are all known", None),
    ("edge", "a side of a polygon or terrain; of terrain in a contact, its number", None),
    ("frac", "what rounding has left, kept for the next step", None),
    ("frontier", "what a search has reached and not yet looked at", None),
    ("gain", "of a joint: the step of an impulse per unit of error", None),
    ("lever", "of a row: cross product of lever arm and direction", None),
    ("manifold", "the points where two shapes touch, and their normal", None),
    ("open", "open stored bytes, as a snapshot, replay, level or file; of a gate or edge, that it lets through", ("include", "src/state", "src/replay", "src/level", "src/arcade", "src/pocket", "src/cli")),
    ("part", "a convex part of a polygon or shape", ("include/pawl/polygon.h", "include/pawl/cut.h", "include/pawl/soft.h", "include/pawl/level.h", "include/pawl/query.h", "include/pawl/mover.h", "include/pawl/character.h", "include/pawl/draw.h", "include/pawl/shape.h", "include/pawl/terrain.h", "src/world/contact.c", "src/world/surface.c", "src/world/terrain.c", "src/world/terrain.h", "src/kit", "src/geom", "src/mesh", "src/world/shape_piece.h", "src/world/shape_piece.c", "src/fracture", "src/soft", "src/query", "src/mover", "src/character", "src/level", "src/cli")),
    ("pass", "one sweep of the solver over its rows", ("src/solver", "src/joint", "src/step")),
    ("plan", "a scene as the program has read it, not yet built", ("src/cli",)),
    ("player", "a participant of a session, or of the game that a replay recorded", ("include/pawl/session.h", "include/pawl/measure.h", "include/pawl/migrate.h", "include/pawl/replay.h", "include/pawl/session_sign.h", "include/pawl/session_world.h", "include/pawl/sign.h", "src/base/signed_block.c", "src/session", "src/desync", "src/migrate", "src/replay", "src/cli")),
    ("prediction", "an input that is assumed until it comes", None),
    ("relax", "the pass that takes the bias out of the velocities again", None),
    ("rest", "being at rest", ("include/pawl/world.h", "src/arcade", "src/state/plausible.c", "src/step", "src/soft", "src/cli")),
    ("row", "one constraint of the solver", None),
    ("section", "the records of one type in a snapshot", None),
    ("type", "what an object is, a number of an enumeration", None),
    ("walk", "the movement of a walker in a level", ("include/pawl/level.h", "src/level", "src/cli")),
    ("walker", "what moves through a level: pawl_walker, a point, and the shape that the walls are inflated by", ("include", "src/level", "src/cli")),
)  # fmt: skip
FORMS = {
    "arm": "arm arms", "branch": "branch branches", "open": "open opens opened opening", "part": "part parts",
    "pass": "pass passes passed passing", "plan": "plan plans planned", "player": "player players",
    "rest": "rest rests resting", "walk": "walk walks walked", "walker": "walker walkers",
}  # fmt: skip

# Words of no name at all, and what is said instead.
NEVER_IN_NAMES = {
    "kind": "type", "kinds": "types", "feed": "canonical", "feeds": "canonical", "wish": "target",
    "wished": "target", "taut": "stretched",
}  # fmt: skip
# Neither of a name nor of a comment: data are no persons, forces are no feelings, one spelling.
NEVER = {
    "who": "that", "whom": "that", "whoever": "whatever", "nobody": "nothing", "somebody": "something",
    "someone": "something", "anybody": "anything", "anyone": "anything", "everybody": "all",
    "everyone": "all", "rub": "friction", "rubs": "friction", "rubbing": "friction",
    "glue": "attachment", "glued": "attached",
}  # fmt: skip
BRITISH = re.compile(
    r"(cent|fib|met|lit)(re|res|red|ring)|\w*(neighb|col|behavi|hon|fav|harb|lab|vap)our\w*|grey|"
    r"(initial|final|normal|organ|recogn|optim|minim|maxim|serial|stabil|quant|general|special|"
    r"local|equal|real|summar|emphas|regular|penal|factor|parametr|linear|discret|random|synchron)"
    r"is(e|es|ed|er|ing|ation)|analyse[sd]?|(cancel|label|travel|model|signal|channel|level|tunnel)l(ed|ing|er)")  # fmt: skip


def is_there(path, places):
    return any(path.startswith(place) for place in places)


def read(root):
    return [file for file in source.read_sources(root) if file.is_below("src", "include")]


def names_of(file):
    """(line, name, its components in small letters) of all names in the code of a file."""
    for number, line in enumerate(file.code, 1):
        if re.match(r"\s*#\s*(include|pragma|error)", line):
            continue
        for name in re.findall(r"\b[A-Za-z_]\w*", line):
            if not name.startswith("__"):
                yield number, name, re.findall(r"[a-z]+", name.lower())


def comments_of(file):
    """(line, word in small letters) of all comments of a file."""
    text = "\n".join(file.lines)  # what stands between quotes is a word of the user
    for match in source.COMMENT_OR_STRING.finditer(text):
        if match.group(0)[0] != "/":
            continue
        first = text.count("\n", 0, match.start()) + 1
        for number, line in enumerate(re.sub(r'"[^"\n]*"', '""', match.group(0)).splitlines(), first):
            for word in re.findall(r"\b[A-Za-z]+\b", line):
                yield number, word.lower()


def instead_of(word, anywhere):
    """What to say for a word that none may say; None: it may be said."""
    if word in NEVER or (anywhere and word in NEVER_IN_NAMES):
        return NEVER.get(word) or NEVER_IN_NAMES[word]
    return "the American spelling" if BRITISH.fullmatch(word) else None


def word_of_name(root):
    """A word that means one thing is understood wherever it is read; once for a name in a file."""
    limited = {form: (word, meaning, places) for word, meaning, places in WORDS if places
               for form in FORMS.get(word, word).split()}  # fmt: skip
    for file in read(root):
        found = {}
        for number, name, parts in names_of(file):
            for form in parts:
                word, meaning, places = limited.get(form, (form, None, ()))
                other = instead_of(form, True)
                if other:
                    message = f"{name}: not '{form}', but {other}"
                elif meaning and not is_there(file.path, places):
                    message = f"{name}: here '{form}' cannot be '{meaning}'"
                else:
                    continue
                found.setdefault((name, word), (file.path, number, message))
        yield from found.values()


def word_of_comment(root):
    """Data are no persons, and spelling is American."""
    for file in read(root):
        for number, word in comments_of(file):
            other = instead_of(word, False)
            if other:
                yield file.path, number, f"not '{word}', but {other}"


def table_rows():
    """The words as rows of Markdown, for docs/source.md."""
    yield "| word | meaning | where |"
    yield "|---|---|---|"
    for word, meaning, places in sorted(WORDS):
        where = ", ".join(f"`{place}`" for place in places) if places else "everywhere"
        yield f"| {word} | {meaning} | {where} |"
    never = {**NEVER_IN_NAMES, **NEVER}
    said = Counter(never.values())
    for other in sorted(said):
        words = ", ".join(word for word in sorted(never) if never[word] == other)
        yield f"| ~~{words}~~ | say: {other} | nowhere |"


def word_table(root):
    """docs/source.md shows the words as they are checked."""
    page = root / "docs/source.md"
    if not page.exists():
        return
    shown = re.search(r"<!-- words: .*? -->\n(.*?)<!-- end of words -->", page.read_text(), re.S)
    if shown and shown.group(1) != "".join(f"{row}\n" for row in table_rows()):
        yield "docs/source.md", 1, "its table of words is not that of vocabulary.py --table"


RULES = (word_of_name, word_of_comment, word_table)

# What each rule must catch, as in selftest.py.
EXAMPLES = (
    ("word-of-name", "src/base/a.h", "int pawli_pass(int a);\n"),
    ("word-of-name", "src/base/a.h", "struct a {\n    int walked_part;\n};\n"),
    ("word-of-name", "src/base/a.h", "#define A_KIND 1\n"),
    ("word-of-name", "src/base/a.h", "int nobody(void);\n"),
    ("word-of-name", "include/pawl/vec.h", "int centre_of(int neighbours);\n"),
    ("word-of-comment", "src/base/a.c", "/* Nobody asks. */\nint a(void);\n"),
    ("word-of-comment", "src/base/a.c", "int a(void); /* its\n colour */\n"),
    ("word-table", "docs/source.md", "<!-- words: a -->\n| word |\n<!-- end of words -->\n"),
    (None, "src/base/a.h", '#include "base/pass.h"\n/* What is left of a kind passes. */\nint bypass(int compass);\n'),
    (None, "src/solver/a.h", "int pawli_pass(int arm);\n"),
    (None, "src/cli/commands/a.c", 'const char a[] = "nobody";\nint otherwise(int plan);\n'),
)  # fmt: skip


if __name__ == "__main__":
    print("\n".join(table_rows()))
