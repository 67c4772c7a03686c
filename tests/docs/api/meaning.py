"""meaning.py - what parameters, results and fields mean: by type, by name (words.txt), by comment.

CONTRIBUTING.md, "The school of the interface", says how a comment speaks of them:
  Errors: NULL, RANGE (why)     statuses; Cost: ...; Since: 0.2; each up to the next, or a paragraph
  `name` is ..., `name`: ...    sentences about a parameter
  name[extent]                  how large a buffer is that has no parameter with its size
"""

import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
ERRORS = ("NULL ARGUMENT RANGE STALE CAPACITY COOKIE MEMORY GEOMETRY FORMAT UNSUPPORTED CONFIG VERSION "
          "CORRUPT DESYNC LIMIT PHASE LOCKED").split()  # fmt: skip
# Types of their own: class, format, unit.
TYPES = {
    "pawl_fx": ("fx", "Q16.16", None),
    "pawl_wide": ("wide", "Q48.16", None),
    "pawl_angle": ("angle", "turn/2^32", "turns"),
    "pawl_fraction": ("fx", "Q2.30", "1"),
    "pawl_vec2": ("vec", "Q16.16 x 2", "units"),
    "pawl_wide2": ("wide2", "Q48.16 x 2", None),
    "pawl_rot": ("rot", "Q2.30 x 2", None),
    "pawl_pose": ("pose", "pawl_pose", "units"),
    "pawl_box": ("box", "Q16.16 x 4", "units"),
    "_Bool": ("bool", "bool", None),
    "bool": ("bool", "bool", None),
    "char": ("int", "character", None),
    "void": ("void", "-", None),
}
INTEGERS = {"int8_t": (1, 8), "uint8_t": (0, 8), "int16_t": (1, 16), "uint16_t": (0, 16), "int32_t": (1, 32),
            "uint32_t": (0, 32), "int64_t": (1, 64), "uint64_t": (0, 64), "int": (1, 16), "size_t": (0, 16)}  # fmt: skip
# Formats of integers by the end of their names; words.txt goes first.
ENDINGS = (
    (r"(^|_)ms$", "ms", "ms"),
    (r"(^|_)(ticks?|every|head|delay|lead|behind|ahead|window|from_tick|deepest)$", "ticks", "ticks"),
    (r"(^|_)(size|sizes|bytes|used|offset|capacity_bytes|room|stride)(_max|_min)?$", "bytes", "bytes"),
    (r"(^|_)(bytes|bits)_(in|out|sent|received)$", "count", None),
    (r"(^|_)(hash|hashes|chain|fingerprint|ours|theirs|motion|state|fixmath|checksum)$", "hash", None),
    (r"(^|_)(category|mask|flags|features|faults|layers|categories|players|open|edges|knobs)$", "bits", None),
    (r"(^|_)(index|index1|part|number|slot|player|peer|region|cell|triangle|vertex|point|points|link|links|"
     r"vertices|neighbors|polygon|edge|platform|prototype|ground_region|feature|body|block|piece|group|"
     r"ground_part|ground_shape|cursor|feature_id|ends|key|first|site|host|wall|ground|child|triangles)(_[ab]|1|2)?$",
     "index", None),
    (r"(^|_)(x|y|c|s|nx|ny)$", "raw", None),
    (r"(^|_)(user_data|\w+_id|seed|cookie|pad|state|generation|serial|app_id|secret|version|nonce|word|raw|data|"
     r"code|magic|protocol|packet|match|signature|token|value|total|reserved|salt|id2)$", "raw", None),
    (r"(type|kind|status|shape|response|role|reason|stage|fill|operation|model|friction_model|side)$", "enum", None),
    (r"", "count", None),
)  # fmt: skip
# Formats of integers by what a comment says.
SAID = ((r"^1: |^0: [^;]*; 1: |\. 1: |^\w+: 1: ", "flag"), (r"^(pawl_\w+_)?\w*\bpawl_(?!world|session_get|math|hash)\w+(_type|_link|_late|_model|_status)\b", "enum"),
        (r"^bits\b|, a bit each|; a bit each|a bit for each", "bits"))
UNITS = re.compile(r"(mass \* units\^2/s\^2|mass \* units\^2/s|mass \* units/s\^2|mass \* units/s|mass per square unit|"
                   r"units\^2|units/s\^2|units/s|radians per second|radians/s|1/s\^2|1/s\b|hertz|Hz\b|degrees|"
                   r"radians|milliseconds|seconds|share of)", re.I)  # fmt: skip
RANGE = re.compile(r"(\|[^|]{1,30}\| ?<=? ?[\w/.*^ -]*[\w)]|(?:within|at most) (?:\+-)?[A-Z_]{6,}\w*(?: ?/ ?\d)?|"
                   r"-?[\w^/]+(?:\(.*?\))? \.\. (?:-?[\w^/]+(?: / \d+)?(?: - \d)?(?:\([^)]*\))?)|(?<![\w|-])[<>]=? ?-?[\d]+[\w/^.]*)")  # fmt: skip
OUT_NAMES = re.compile(r"(out(_\w+)?|size|field|report|reply|hits?|hull|frame|message|text|inputs|status|sizes|"
                       r"tick|peer|packet|where|next|offset|regions|match|bodies|visitor|anchor|body|sites|buffer|bytes)$")  # fmt: skip
KEEPERS = re.compile(r"_(init(_for)?|begin|open|trust|start|set_snapshot_memory|set_stage_memory|bind|create_chain|"
                     r"create_tiles|use_\w+|answer_snapshot)$")  # fmt: skip
IMPLIED = {"STALE": "a handle is null or its object is gone", "NULL": "a pointer is null that must not be",
           "RANGE": "a number is out of range"}  # fmt: skip


def read_words(path=HERE / "words.txt"):
    words = {}
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            cells = [cell.strip() for cell in line.split("|", 5)]
            words.setdefault(cells[0], []).append(cells[1:])
    return words


WORDS = read_words()


def bare(declared):
    return re.sub(r"\b(const|struct|enum)\b|\[.*?\]", "", declared).replace("*", "").strip()


class Types:
    """What the headers' own types are."""

    def __init__(self, found):
        self.enums = {one["name"] or one.get("typedef", "") for one in found["enums"]}
        self.enums |= {one.get("typedef", "") for one in found["enums"]}
        self.records = {one.get("typedef") or one["name"]: one for one in found["records"].values()}
        self.callbacks = {one["name"]: one["type"] for one in found["typedefs"] if "(*)" in one["type"]}
        self.opaque = {one["name"] for one in found["typedefs"] if one["type"].startswith("struct ")}

    def class_of(self, declared):
        """(class, format, unit) of a type."""
        if "(*" in declared or declared in self.callbacks:
            return "callback", "callback", None
        stars, name = declared.count("*") + declared.count("["), bare(declared)
        if stars == 0:
            return self.class_of_value(name)
        if stars > 1:
            return "pointer", self.class_of_value(name)[1], None
        if name == "char":
            return "text", "text", None
        if name in ("void", "uint8_t"):
            return "bytes", "bytes", None
        kind, form, unit = self.class_of_value(name)
        return ("record" if kind == "record" else "pointer"), form, unit

    def class_of_value(self, name):
        if name in TYPES:
            return TYPES[name]
        if re.fullmatch(r"pawl_\w+_id", name):
            return "id", "handle", None
        if name in self.enums:
            return "enum", "enum", None
        if name in INTEGERS:
            return "int", None, None
        return "record", name, None


def format_of_integer(name, comment="", record=""):
    """By words.txt, where it has RECORD.NAME; by what the comment says; by the name."""
    row = word_of(f"{record}.{name}", "int") if record else None
    if row:
        return row[1], None if row[2] == "-" else row[2]
    said = re.search(r"\bQ\d+\.\d+\b", comment)
    if said:
        return said[0], None
    for pattern, form in SAID:
        if re.search(pattern, comment):
            return form, None
    for pattern, form, unit in ENDINGS:
        if re.search(pattern, name):
            return form, unit
    return None


def word_of(name, kind):
    for row in WORDS.get(name, []):
        if row[0] in (kind, "*"):
            return row
    return None


def sentences(comment):
    text = re.sub(r"\s+", " ", comment)
    return [one.strip() for one in re.split(r"(?<=[.;:])\s+(?=[A-Z`|]|[a-z_]+:)", text) if one.strip()]


def about(name, comment):
    """The sentences of a comment that speak of a parameter by its name."""
    pattern = rf"`{name}(\[[^`]*)?`|(^|[;,] |\. ){name}: |\b{name}\[|\*{name}\b|\b{name} may be null"
    return " ".join(one for one in sentences(comment) if re.search(pattern, one))


def part(comment, word):
    """What follows `Word:` up to the next of these words or the end of the paragraph."""
    match = re.search(rf"\b{word}\b(?:,[^.:]*)?:\s*(.*?)(?=\n\s*\n|\b(?:Errors|Cost|Since)\b[^.:]{{0,40}}:|$)", comment, re.S)
    return re.sub(r"\s+", " ", match[1]).strip() if match else ""


def said_errors(comment, functions=None):
    """[(status, why, stated)] of a comment; None when it says nothing of errors."""
    texts = re.findall(r"\bErrors\b(.*?)(?=\n\s*\n|\bCost\b[^.:]{0,40}:|\bSince:|$)", comment, re.S)
    if not texts:
        found = re.findall(r"\b([A-Z]{4,11})\b(?=:| when| outside| in a build| for)", comment)
        return [[name, "", True] for name in dict.fromkeys(found) if name in ERRORS] or None
    text = re.sub(r"\s+", " ", " ".join(texts))
    result = {}
    for match in re.finditer(r"\b(?:PAWL_ERR_)?([A-Z]{4,11})\b(?: \(((?:[^()]|\([^()]*\))*)\))?", text):
        if match[1] in ERRORS:
            result[match[1]] = match[2] or ""
    found = [[name, why, True] for name, why in result.items()]
    for other in re.findall(r"(?:as (?:for|of|those of|in)|those of) `?(pawl_\w+)", text):
        if functions and other in functions:
            more = said_errors(functions[other]["comment"]) or []
            found += [one for one in more if one[0] not in result]
    return found


def implied_errors(function, types):
    found = []
    classes = [types.class_of(one["type"])[0] for one in function["parameters"]]
    if {"record", "pointer", "bytes", "text"} & set(classes):
        found.append(["NULL", IMPLIED["NULL"], False])
    if "id" in classes:
        found.append(["STALE", IMPLIED["STALE"], False])
    if {"fx", "wide", "vec", "wide2", "box", "pose"} & set(classes):
        found.append(["RANGE", IMPLIED["RANGE"], False])
    return found


def errors_of(function, types, functions, source):
    """Stated by the comment, by a rule of all calls, or found in the source."""
    if function["result"] != "pawl_status":
        return []
    comment = function["comment"]
    found = said_errors(comment, functions) or []
    known = {one[0] for one in found}
    given, is_open = source.get(function["name"], (set(), True))
    if not re.search(r"\bErrors\b", comment):
        for one in implied_errors(function, types):
            if one[0] not in known and (one[0] != "RANGE" or one[0] in given or is_open):
                found.append(one)
    known = {one[0] for one in found}
    found += [[name, IMPLIED.get(name, ""), False] for name in sorted(given - known, key=ERRORS.index)]
    first = function["parameters"][0]["type"] if function["parameters"] else ""
    if first == "pawl_world *" and "LOCKED" not in known | given:
        found.append(["LOCKED", "from inside of a hook", False])
    return [{"status": f"PAWL_ERR_{name}", "when": why, "stated": stated} for name, why, stated in found]


def singular(name):
    return re.sub(r"ies$", "y", name) if name.endswith("ies") else re.sub(r"(?<!s)s$", "", name)


def extent_of(at, parameters, kind, comment):
    """(text of the extent, name of the capacity's parameter) of a buffer, or None."""
    one = parameters[at]
    name = one["name"]
    if one["extent"]:
        return one["extent"], None
    written = re.search(rf"\b{re.escape(name)}\[([^\]]+)\]", comment)
    if written:
        return written[1], None
    names = [other["name"] for other in parameters]
    for wanted in (f"{name}_size", f"{name}_count", f"{singular(name)}_count", f"{name}_capacity", f"count_{name}"):
        if wanted in names and "*" not in parameters[names.index(wanted)]["type"]:
            return wanted, wanted
    behind = parameters[at + 1] if at + 1 < len(parameters) else {"name": "", "type": "*"}
    follows = r"(size|capacity|count|length|room)" if kind in ("bytes", "text") else r"(capacity|count)"
    if "*" not in behind["type"] and re.fullmatch(follows, behind["name"]):
        return behind["name"], behind["name"]
    return None


def direction_of(one, kind, form):
    declared = one["type"]
    if "*" not in declared and not one["extent"]:
        return "in"
    if re.match(r"const\b[^*]*\*$", declared):
        return "in"
    if form == "object" or kind == "callback":
        return "inout" if form == "object" else "in"
    if one["name"] == "bodies" and kind == "record":
        return "inout"
    if one["name"] == "replay" or OUT_NAMES.match(one["name"]):
        return "out"
    return "inout"


def range_in(text):
    match = RANGE.search(text)
    return re.sub(r"\s+", " ", match[0]).strip() if match else None


def parameter(function, at, types, siblings):
    """The whole description of a parameter, and what is missing of it."""
    one, comment = function["parameters"][at], function["comment"]
    name, declared = one["name"], one["type"]
    kind, form, unit = types.class_of(declared)
    word = word_of(name, kind)
    if word:
        form = word[1] if word[1] != "-" else form
        unit = word[2] if word[2] != "-" else unit
    elif kind == "int":
        form, unit = format_of_integer(name)
    spoken = about(name, comment)
    sibling = {} if kind in ("id", "record", "pointer", "bytes") else siblings(function, name) or {}
    extent = None
    if kind in ("bytes", "text", "pointer", "record"):
        extent = extent_of(at, function["parameters"], kind, comment)
    direction = direction_of(one, kind, word[1] if word else None)
    source = f"{spoken} {sibling.get('comment', '')}" if "_set_" in function["name"] else spoken
    found = {
        "name": name,
        "type": declared.replace("_Bool", "bool") if not one["extent"] else f"{declared.rstrip('* ')}[{one['extent']}]",
        "class": kind,
        "direction": direction,
        "format": form,
        "unit": (UNITS.search(source) or [unit])[0],
        "range": range_in(source) or (word[3] if word and word[3] not in ("-", "may be null") else "any"),
        "meaning": word[4] if word else "",
        "said": spoken or sibling.get("comment", ""),
    }
    if kind in ("bytes", "text", "pointer", "record", "callback"):
        may = rf"`?{name}`?(?:, (?:also|with)[^.;]*)? may be null|\b{name}: [^.;]*\bor null\b|`{name}`[^.;]*(?:may be|or) null|\b{name}\[[^\]]*\],? or null"
        found["null"] = bool(re.search(may, comment)) or bool(word and word[3] == "may be null")
        found["kept"] = kind == "bytes" and bool(KEEPERS.search(function["name"])) and not name.startswith("match")
    if extent:
        found["extent"] = {"text": extent[0], "parameter": extent[1], "of": "bytes" if kind in ("bytes", "text") else "elements"}
    return found


def gaps(function, one):
    """What the check calls missing of a parameter."""
    where = f"{function['name']}: {one['name']}"
    if not one["name"]:
        yield f"{function['name']}: a parameter without a name"
    if not one["meaning"] and not one["said"]:
        yield f"{where}: what it means is said neither by the comment nor by words.txt"
    if one["format"] is None:
        yield f"{where}: a number without a format"
    if one["class"] == "bytes" and "extent" not in one and one["name"] != "context":
        yield f"{where}: an untyped buffer without a capacity"
    if one["class"] == "text" and one["direction"] == "out" and "extent" not in one:
        yield f"{where}: room for text without a capacity"
    plural = re.search(r"(?<!s)s$", one["name"]) and one["name"] != "status" and one["class"] == "pointer"
    if plural and "extent" not in one:
        yield f"{where}: several of them, without their number"
