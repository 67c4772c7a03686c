"""rust_types.py - what names and types of C are called in Rust; shared by what writes the crates."""

import re

from model import INTEGERS, bare, split_parameters, type_name

NUMBERS = {"pawl_fx": "Fx", "pawl_wide": "Wide", "pawl_fraction": "Fraction", "pawl_angle": "Angle"}
KEYWORDS = set("as box break const continue crate do dyn else enum extern false fn for if impl in let loop match mod "
               "move mut pub ref return self static struct super trait true type union unsafe use where while "
               "yield try final override priv virtual macro".split())  # fmt: skip


def rs(name):
    return name + "_" if name in KEYWORDS else name


def docs(comment, pad=""):
    lines = (comment or "").splitlines()
    return [f"{pad}/// {line.strip()}".rstrip().replace("[", "\\[").replace("<", "\\<") for line in lines]


def named(declared):
    """(type, name) of a parameter as C writes it."""
    found = re.fullmatch(r"(.*?[ *])(\w+)((?:\[\w*\])*)", declared)
    return (found[1].strip() + found[3], found[2]) if found else (declared, "")


class Types:
    """What C types are called in Rust."""

    def __init__(self, interface):
        self.interface = interface
        self.callbacks = {}
        for told in interface.records.values():
            for one in told["fields"]:
                if one["class"] == "callback":
                    self.callbacks[one["type"]] = one["signature"]

    def value(self, base):
        if base in NUMBERS:
            return NUMBERS[base]
        if base in ("bool", "_Bool"):
            return "bool"
        if base in INTEGERS:
            bits, signed = INTEGERS[base]
            return "usize" if bits == 0 else "c_char" if base == "char" else f"{'i' if signed else 'u'}{bits}"
        known = base in self.interface.records or base in self.interface.enums or base in self.interface.opaque
        return type_name(base) if known else "c_void"

    def function(self, signature):
        result, given = re.fullmatch(r"(.*?)\s*\(\*\w*\)\((.*)\)", signature).groups()
        kinds = ", ".join(self.raw(one if "(*" in one else named(one)[0]) for one in split_parameters(given))
        gives = "" if result == "void" else f" -> {self.raw(result)}"
        return f'Option<unsafe extern "C" fn({kinds}){gives}>'

    def raw(self, declared):
        """As in the headers."""
        if declared in self.callbacks or "(*" in declared:
            return self.function(self.callbacks.get(declared, declared))
        stars = declared.count("*") + declared.count("[")
        constant = declared.startswith("const ")
        made = self.value(bare(declared))
        for _ in range(stars):
            made = f"*{'const' if constant else 'mut'} {made}"
            constant = False
        return made

    def field(self, one):
        extent = re.findall(r"\[(\w+)\]", one["type"]) if "(*" not in one["type"] else []
        made = self.raw(one["type"].partition("[")[0].strip()) if extent else self.raw(one["type"])
        for count in reversed(extent):
            made = f"[{made}; {count}]"
        return made

    def pointing(self, name, seen=()):
        """Whether a record holds pointers or functions, itself or in what it contains."""
        for one in self.interface.records[name]["fields"]:
            base = bare(one["type"])
            if "*" in one["type"] or one["class"] == "callback":
                return True
            if base in self.interface.records and base not in seen and self.pointing(base, (*seen, name)):
                return True
        return False


def put(path, lines):
    """A file that is as it was keeps its time, so that cargo does not compile it again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = lines if isinstance(lines, str) else "\n".join(lines) + "\n"
    if not path.exists() or path.read_text() != written:
        path.write_text(written)
