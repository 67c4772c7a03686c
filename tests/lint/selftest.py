"""selftest.py - what each rule must catch: (rule, path, text). None: no rule may complain."""

LONG_FUNCTION = "int f(void);\nint f(void) {\n" + "    f2();\n" * 69 + "    return 0;\n}\n"

EXAMPLES = (
    ("real-numbers", "src/geom/a.h", "typedef float a;\n"),
    ("real-numbers", "include/pawl/vec.h", "#define HALF 0.5\n"),
    ("real-type", "src/geom/a.c", "int f(int a) {\n    return (int)(a * 1e3);\n}\n"),
    ("hosted", "src/world/a.h", "static inline void *f(void) {\n    return malloc(8);\n}\n"),
    ("hosted", "src/world/a.c", "#include <stdlib.h>\n"),
    ("include-layers", "src/geom/a.h", '#include "world/world.h"\n'),
    ("include-layers", "src/collide/a.h", '#include "world/tree.h"\n'),
    ("include-layers", "src/fx/a.h", '#include "pawl/body.h"\n'),
    ("include-layers", "src/geom/a.h", '#include "sibling.h"\n'),
    ("include-layers", "src/unknown/a.h", ""),
    ("libfixmath", "src/geom/a.h", "#include <libfixmath/fix16.h>\n"),
    ("libfixmath", "src/cli/a.h", "#define ONE fix16_one\n"),
    ("function-length", "tests/a.c", LONG_FUNCTION),
    ("file-length", "tests/a.c", "\n" * 500),
    ("line-length", "tests/a.c", "int " + "a" * 100 + ";\n"),
    ("file-comment", "tests/a.c", "int a;\n"),
    ("todo", "src/base/a.h", "/* TODO: later */\n"),
    ("bare-assert", "tests/a.c", "void f(void) {\n    ck_assert(1 == 1);\n}\n"),
    ("suite-name", "tests/base/test_a.c", "int a;\n"),
    ("signed-shift", "src/geom/a.c", "int f(int a) {\n    return a >> 1;\n}\n"),
    ("signed-shift", "src/geom/a.c", "void f(long *a) {\n    *a >>= 1;\n}\n"),
    ("signed-remainder", "src/fx/a.c", "int f(int a) {\n    return a % 3;\n}\n"),
    ("writable-static", "src/base/a.c", "static int a;\n\nint f(void) {\n    return a++;\n}\n"),
    ("writable-static", "src/base/a.c", "int f(void) {\n    static int a;\n    return a++;\n}\n"),
    ("writable-static", "src/base/a.c", 'const char *a[] = {"text"};\n'),
    (
        "recursion",
        "src/base/a.c",
        "int f(int);\nint g(int);\nint f(int a) {\n    return a ? g(a) : 0;\n}\n"
        "int g(int a) {\n    return f(a - 1);\n}\n",
    ),
    # What the rules must leave alone.
    (None, "src/base/a.c", '/* a double malloc() 0.5 TODO(#12) */\nconst char a[] = "float";\n'),
    (None, "src/fx/a.c", "int f(int a) {\n    return a >> 1;\n}\n"),
    (None, "src/geom/a.c", "unsigned f(unsigned short a) {\n    return (a >> 1) % 3u;\n}\n"),
    (None, "src/geom/a.c", "static const char *const a[] = {0};\nconst void *f(void) {\n    return a;\n}\n"),
    (None, "src/cli/a.c", "#include <stdlib.h>\nint f(int a) {\n    return a ? f(a - 1) : a % 3;\n}\n"),
    (None, "src/step/a.h", '#include "world/a.h"\n#include "pawl/body.h"\n#include <string.h>\n'),
)
