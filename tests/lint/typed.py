"""typed.py - the house rules that need types: they read clang's syntax tree of the library.

The text form of the tree (-Xclang -ast-dump) has one node per line, parents before children, left
before right. A node names its place only as far as it differs from the place printed before.
"""

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

NODE = re.compile(r"[|` -]*(?P<kind>\w+) 0x[0-9a-f]+ (?P<rest>.*)$")
RANGE = re.compile(r"(?:(?:parent|prev) 0x[0-9a-f]+ )*(?P<range><[^']*?>)(?: (?P<rest>.*))?$")
PLACE = re.compile(r"(?P<file>[^\s<>,:]+):(?P<line>\d+):\d+")
GLOBAL = re.compile(r"\n(?=[|`]-)")
SIGNED = {"char", "signed char", "short", "int", "long", "long long"}

LIBFIXMATH_DIR = os.environ.get("LIBFIXMATH_DIR", "build/libfixmath")

# Where the meaning of >> of a negative value is asserted.
SHIFT_ALLOWED = re.compile(r"(src/fx/\w+\.[ch]|include/pawl/(fx|literal)\.h)$")
# What belongs to the process, of which there is one: unfinished files for a signal handler,
# standard input, limits of the command line.
STATE_ALLOWED = re.compile(r"src/cli/common/(file|heap|limits|manual|output)\.c$")

RULES = ("signed-shift", "signed-remainder", "real-type", "writable-static", "recursion")


class Tree:
    """What is wrong in some files and their headers, and which function calls which. Of headers whose
    paths begin with one of `passed` nothing is looked at: others do."""

    def __init__(self, root, paths, passed=()):
        self.root, self.paths, self.path = root, paths, paths[0]
        self.file, self.line = self.path, 1
        self.findings = set()  # (path, line, rule, message)
        self.calls = []  # (caller, callee, (path, line))
        self.statics = set()  # names that mean something else in another file
        self.function = None
        self.operator = None  # (operator, place) whose left operand has not been seen yet
        for part in GLOBAL.split(self.run_clang()):
            if not self.passes(part, passed):
                self.visit_part(part)
        self.calls = [(self.qualify(a), self.qualify(b), place) for a, b, place in self.calls]

    def passes(self, part, passed):
        """Whether a declaration is of such a header; then only the place is followed to its end."""
        head, _, _ = part.partition("\n")
        named = next((place["file"] for place in PLACE.finditer(head) if place["file"] != "line"), self.file)
        if not passed or not named.startswith(passed):
            return False
        for place in PLACE.finditer(part):
            if place["file"] != "line":
                self.file = place["file"]
            self.line = int(place["line"])
        return True

    def visit_part(self, part):
        for text in part.splitlines():
            match = NODE.match(text)
            if match:
                is_global = re.match(r"[|`]-\w", text) is not None
                self.visit(match["kind"], match["rest"], is_global)

    def run_clang(self):
        command = ["clang", "-std=c11", "-w", "-fsyntax-only", "-fno-color-diagnostics"]
        command += ["-Iinclude", "-Isrc", "-isystem", LIBFIXMATH_DIR, "-DPAWL_ASSERTS=1"]
        if self.path.startswith("src/cli/"):
            command += ["-Iport", "-Iport/host", "-Iexamples", "-D_POSIX_C_SOURCE=200809L"]
        command += ["-Xclang", "-ast-dump", "-x", "c", "-"]
        text = "".join(f'#include "{path.removeprefix("src/")}"\n' for path in self.paths)
        # A compiler cache takes the trees of different files for the same output.
        result = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False,
                                input=text, env=os.environ | {"CCACHE_DISABLE": "1"})  # fmt: skip
        if result.returncode != 0:
            reason = (result.stderr.strip() or "clang failed").splitlines()[0]
            self.findings.add((self.path, 1, "compile", reason))
        return result.stdout

    def qualify(self, name):
        return f"{self.path}:{name}" if name in self.statics else name

    def follow(self, rest):
        """Read the places in a node: its range, and for declarations that of the name. Returns
        where the node begins and what comes after the range."""
        match = RANGE.match(rest)
        if not match:
            return (self.file, self.line), rest
        begin = None
        for text in match["range"][1:-1].split(", ") + (match["rest"] or "").split(" ")[:1]:
            place = PLACE.match(text)
            if place and place["file"] != "line":
                self.file = place["file"]
            if place:
                self.line = int(place["line"])
            begin = begin or (self.file, self.line)
        return begin, match["rest"] or ""

    def add(self, place, rule, message):
        path, line = place
        if path.startswith(("src/", "include/")):
            self.findings.add((path, line, rule, message))

    def visit(self, kind, rest, is_global):
        place, rest = self.follow(rest)
        quoted = re.findall(r"'([^']*)'(?::'([^']*)')?", rest)
        spelled = quoted[0][0] if quoted else ""
        resolved = (quoted[0][1] or spelled) if quoted else ""

        if is_global:
            self.function = None
        if kind == "FunctionDecl":
            self.function = re.search(r"(\w+) '", rest).group(1)
            if rest.endswith((" static", " static inline")):
                self.statics.add(self.function)
        elif kind == "DeclRefExpr":
            callee = re.search(r" Function 0x[0-9a-f]+ '(\w+)'", rest)
            if callee and self.function:
                self.calls.append((self.function, callee.group(1), place))
        elif kind == "VarDecl" and (is_global or re.search(r"' static\b", rest)):
            # The one kind of variable that a signal handler may write.
            if spelled == "volatile sig_atomic_t":
                return
            if STATE_ALLOWED.search(place[0]):
                return
            if not rest.endswith(" extern") and not is_constant(spelled):
                self.add(place, "writable-static", f"variable of type {spelled}")

        # A field of another library's struct that nobody gives a value has the type that it has.
        if kind != "ImplicitValueInitExpr" and re.search(r"\b(float|double)\b", resolved):
            self.add(place, "real-type", f"an expression of type {resolved}")
        self.check_operand(kind, resolved, rest)
        if kind in ("BinaryOperator", "CompoundAssignOperator"):
            operator = re.search(r"'((?:>>|%)=?)'", rest)
            is_signed = resolved in SIGNED
            self.operator = (operator.group(1), place) if operator and is_signed else None

    def check_operand(self, kind, resolved, rest):
        """The left operand follows its operator. An unsigned value that was only promoted to int
        is not negative, so promotions are passed over."""
        if not self.operator or (kind == "ImplicitCastExpr" and "<IntegralCast>" in rest):
            return
        operator, place = self.operator
        self.operator = None
        if resolved.replace("const ", "") not in SIGNED or place[0].startswith("src/cli/"):
            return
        if operator.startswith("%"):
            self.add(place, "signed-remainder", f"{operator} of a signed value")
        elif not SHIFT_ALLOWED.search(place[0]):
            self.add(place, "signed-shift", f"{operator} of a signed value; see src/fx/round.h")


def is_constant(name):
    """Whether a variable of this type cannot be written: what const says about its outside."""
    return "const" in name.rsplit("*", 1)[1] if "*" in name else name.startswith("const ")


def find_recursion(calls):
    """Functions of the library that can reach themselves."""
    callees = {}
    for caller, callee, place in calls:
        if place[0].startswith(("src/", "include/")) and not place[0].startswith("src/cli/"):
            callees.setdefault(caller, {}).setdefault(callee, place)
    for start in callees:
        seen, front = set(), [start]
        while front:
            function = front.pop()
            for callee, place in callees.get(function, {}).items():
                if callee == start:
                    yield (*place, "recursion", f"{start.split(':')[-1]} can call itself")
                if callee not in seen:
                    seen.add(callee)
                    front.append(callee)


def read_library(root, paths):
    """The library is one unit, so that no header is read twice; where it does not compile as one,
    each file says why."""
    if not paths:
        return []
    whole = Tree(root, paths)
    if not any(rule == "compile" for _, _, rule, _ in whole.findings):
        return [whole]
    return [Tree(root, [path]) for path in paths]


def check(root, paths):
    """All findings in the files at these paths, which are relative to the root. What the program
    includes is the library's, which looks at it."""
    program = [path for path in paths if path.startswith("src/cli/")]
    passed = ("include/", "/", LIBFIXMATH_DIR) if len(program) < len(paths) else ()
    with ThreadPoolExecutor(2) as pool:
        trees = list(pool.map(lambda path: Tree(root, [path], passed), program))
    trees += read_library(root, [path for path in paths if path not in set(program)])
    findings = set().union(*(tree.findings for tree in trees))
    return findings | set(find_recursion([call for tree in trees for call in tree.calls]))
