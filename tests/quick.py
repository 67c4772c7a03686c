"""quick.py - what `make quick` has to look at.

    quick.py suites FOLDER SINCE   suites of the modules that changed since a commit, and those that
                                   include a changed file of tests/; FOLDER: of the variant
    quick.py files SINCE           the C files that changed
"""

import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "lint"))

import rules  # noqa: E402 (found by the line above)


def git(*arguments):
    result = subprocess.run(["git", *arguments], capture_output=True, text=True, check=True)
    return result.stdout.splitlines()


def changed(since):
    """Files that differ from the commit, and new ones; deleted ones are named, too."""
    return sorted({*git("diff", "--name-only", since), *git("ls-files", "--others", "--exclude-standard")})


def module_of(path):
    """The module that a file is of, or none."""
    folder, _, rest = path.partition("/")
    if folder == "src":
        return rest.split("/")[0]
    if path.startswith("include/pawl/"):
        return rules.PUBLIC_HEADERS.get(Path(path).stem)
    return folder if folder in ("port", "examples") else None


def included(path, folder):
    """What a test file included when it was last compiled, itself among it."""
    made = Path(folder, "obj", path).with_suffix(".d")
    return {str(path), *(re.findall(r"tests/\S+", made.read_text()) if made.exists() else [])}


def suites(folder, since):
    files = changed(since)
    modules = {module_of(path) for path in files}
    # The source of what a header of tests/support declares counts as the header.
    touched = {path for path in files if path.startswith("tests/")}
    touched |= {path[:-1] + "h" for path in touched if path.endswith(".c")}
    for path in sorted(Path("tests").glob("*/test_*.c")):
        if path.parent.name in modules or included(path, folder) & touched:
            yield path.stem.removeprefix("test_")


def main():
    if sys.argv[1] == "suites":
        print(*suites(sys.argv[2], sys.argv[3]))
    else:
        print(*(path for path in changed(sys.argv[2]) if path[-2:] in (".c", ".h") and Path(path).exists()))


if __name__ == "__main__":
    main()
