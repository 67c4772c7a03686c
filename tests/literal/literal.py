"""literal.py - the macros of pawl/literal.h against exact fractions, with literals drawn afresh.

    literal.py [SEED]     the seed is printed; the same one draws the same literals

A program with static tables of random literals is compiled as C and as C++ by each compiler that
there is, and its tables must hold what exact fractions give. Each of a list of wrong literals must
be refused by each compiler, at file scope and inside of a function.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COUNT = 400
FX_MAX = 2**31 - 1

COMPILERS = [
    (name, language)
    for name, language in (
        ("gcc", "-std=c99"), ("gcc", "-std=c11"), ("clang", "-std=c11"),
        ("g++", "-std=c++11"), ("g++", "-std=c++17"), ("clang++", "-std=c++11"),
    )
    if shutil.which(name)
]  # fmt: skip
# In C++ as programs include headers of C.
INCLUDED = """#ifdef __cplusplus
extern "C" {
#endif
#include "pawl/fx.h"
#ifdef __cplusplus
}
#endif"""
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Werror"]

# Each of them was another number, or none, without a word from the compiler.
REFUSED = [
    "PAWL_FX(1.5, 0, 1)", "PAWL_FX(0.5, 0, 1)", "PAWL_FX(40000, 0, 1)", "PAWL_FX(-40000, 0, 1)",
    "PAWL_FX(0, -1, 2)", "PAWL_FX(0, 1, 0)", "PAWL_FX(0, 1, -2)", "PAWL_FX(0, 0.5, 1)",
    "PAWL_FX(-12, 5, 10)", "PAWL_FX(32767, 1, 1)", "PAWL_FX(0, 1, 2.0)", "PAWL_FX(variable, 0, 1)",
    "PAWL_FX(0, 32768, 1)", "PAWL_FX(0, 140737488355328, 4294967296)",
    "PAWL_UNITS(32768)", "PAWL_UNITS(0.25)", "PAWL_UNITS(variable)",
    "PAWL_WIDE(1.5, 0, 1)", "PAWL_WIDE(0, -1, 2)", "PAWL_WIDE(0, 1, 0)",
    "PAWL_WIDE(140737488355328, 0, 1)",
    "PAWL_TURN(0.5, 1)", "PAWL_TURN(-1, 4)", "PAWL_TURN(1, 0)", "PAWL_TURN(variable, 4)",
    "PAWL_DEC(32768, 0)", "PAWL_DEC(40000, 5)", "PAWL_DEC(32767, 99999999)", "PAWL_DEC(-1, 5)",
    "PAWL_DEC(1.5, 0)", "PAWL_DEC(1, -5)", "PAWL_DEC(variable, 5)", "PAWL_DEC(0x1, 5)",
    "PAWL_DEC(1, 12345678901234)", "PAWL_DEC(123456, 0)", "PAWL_DEC(1000000000000, 0)",
    "PAWL_DEC(1, 5e3)",
]  # fmt: skip


def nearest(value):
    """Half up, as the header says; the values are not negative."""
    return int((value * 65536 * 2 + 1) // 2)


def random_digits(draw, most):
    return "".join(draw.choice("0123456789") for _ in range(draw.randint(1, most)))


def random_decimal(draw):
    """Digits, and now and then a tie between two raw values: k/2^17 has 17 decimals, so k = 2^4 m."""
    whole = random_digits(draw, 5)
    if draw.random() < 0.2:
        fraction = str(Fraction(2 * draw.randrange(2**12) + 1, 2**13) * 10**13).zfill(13)
    else:
        fraction = random_digits(draw, 13)
    return f"PAWL_DEC({whole}, {fraction})", nearest(int(whole) + Fraction(int(fraction), 10 ** len(fraction)))


def random_share(draw):
    whole, denominator = draw.randrange(32768), draw.choice((2, 3, 7, 10, 65536, 131072, draw.randrange(1, 2**31)))
    numerator = draw.randrange(denominator)
    return f"PAWL_FX({whole}, {numerator}, {denominator})", nearest(whole + Fraction(numerator, denominator))


def random_units(draw):
    whole = draw.randrange(-32767, 32768)
    return f"PAWL_UNITS({whole})", whole * 65536


def random_turn(draw):
    denominator = draw.randrange(1, 2**31)
    numerator = draw.randrange(2**31)
    return f"PAWL_TURN({numerator}, {denominator})", (numerator << 32) // denominator % 2**32


def random_wide(draw):
    whole, denominator = draw.randrange(-(2**46), 2**46), draw.randrange(1, 2**31)
    numerator = draw.randrange(denominator) if whole >= 0 else 0
    return f"PAWL_WIDE({whole}, {numerator}, {denominator})", whole * 65536 + nearest(Fraction(numerator, denominator))


def edges():
    yield "PAWL_DEC(0, 0)", 0
    yield "PAWL_DEC(12, 05)", nearest(Fraction(1205, 100))
    yield "PAWL_DEC(012, 5)", nearest(Fraction(125, 10))
    yield "PAWL_DEC(00012, 0000000000005)", 12 * 65536
    yield "PAWL_DEC(32767, 99998)", nearest(Fraction(3276799998, 100000))
    yield "PAWL_DEC(32767, 9999847412109)", FX_MAX
    yield "PAWL_FX(32767, 65535, 65536)", FX_MAX
    yield "PAWL_FX(0, 1, 131072)", 1
    yield "PAWL_FX(0, 1, 131073)", 0
    yield "PAWL_FX(-3, 0, 1)", -3 * 65536
    yield "-PAWL_DEC(0, 5)", -32768
    yield "PAWL_FX(5u, 1u, 2u)", 5 * 65536 + 32768


def program(rows):
    lines = [INCLUDED, "struct row { int64_t got, want; };", "static const struct row rows[] = {"]
    lines += [f"    {{{text}, INT64_C({value})}}," for text, value in rows]
    lines += ["};", "PAWL_STATIC_ASSERT(PAWL_DEC(12, 5) == PAWL_FX(12, 1, 2), \"constant\");"]
    lines += ["int main(void) {", "    for (int i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++)"]
    lines += ["        if (rows[i].got != rows[i].want) return 1 + i % 100;", "    return 0;", "}"]
    return "\n".join(lines) + "\n"


def compile_text(text, compiler, folder, *more):
    name, language = compiler
    file = folder / ("literal.cc" if "++" in name else "literal.c")
    file.write_text(text)
    command = [name, language, *WARNINGS, "-I" + str(ROOT / "include"), *more, str(file)]
    return subprocess.run(command, capture_output=True, text=True)


def check_values(rows, compiler, folder):
    out = folder / "literal"
    made = compile_text(program(rows), compiler, folder, "-o", str(out))
    if made.returncode:
        print(f"literal: {' '.join(compiler)} refuses good literals:\n{made.stderr[:2000]}")
        return False
    ran = subprocess.run([str(out)]).returncode
    if ran:
        wrong = [row for i, row in enumerate(rows) if 1 + i % 100 == ran]
        print(f"literal: {' '.join(compiler)}: one of these is not what it should be: {wrong}")
    return ran == 0


def check_refused(text, compiler, folder):
    """At file scope as an initializer, and inside of a function as an expression."""
    head = '#include "pawl/fx.h"\nextern int variable;\nint variable = 1;\n'
    places = {
        "file scope": f"extern const int64_t value;\nconst int64_t value = {text};\n",
        "a function": f"int64_t value(void);\nint64_t value(void) {{ return {text}; }}\n",
    }
    good = True
    for place, body in places.items():
        if compile_text(head + body, compiler, folder, "-w", "-fsyntax-only").returncode == 0:
            print(f"literal: {' '.join(compiler)} takes {text} in {place}")
            good = False
    return good


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else int.from_bytes(os.urandom(4), "little")
    print(f"literal: seed {seed}")
    draw = random.Random(seed)
    makers = (random_decimal, random_share, random_units, random_turn, random_wide)
    rows = list(edges())
    while len(rows) < COUNT:
        text, value = draw.choice(makers)(draw)
        if "WIDE" in text or "TURN" in text or abs(value) <= FX_MAX:
            rows.append((text, value))
    results = []
    with tempfile.TemporaryDirectory() as name:
        for compiler in COMPILERS:
            results.append(check_values(rows, compiler, Path(name)))
            results += [check_refused(text, compiler, Path(name)) for text in REFUSED]
    print(f"literal: {results.count(True)} passed, {results.count(False)} failed")
    return 1 if False in results or not results else 0


if __name__ == "__main__":
    sys.exit(main())
