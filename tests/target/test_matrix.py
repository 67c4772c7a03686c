"""test_matrix.py - matrix.py passes only programs that say the right thing and end well."""

import sys
import tempfile
from pathlib import Path

import matrix

PORT = "pawl=0 fingerprint=0123abcd verdict=pass"
GOLDENS = f"golden_board: {matrix.SCENES} scenes, 0 left out, 0 differ"
# What portcheck prints and returns, the same of golden_board, and whether that may pass.
EXAMPLES = [
    (PORT, 0, GOLDENS, 0, True),
    ("text\\r\n" + PORT + "\\r", 0, GOLDENS + "\\r", 0, True),
    (PORT, 0, f"golden_board: 1 scenes, {matrix.SCENES - 1} left out, 0 differ", 0, True),
    ("", 0, GOLDENS, 0, False),
    (PORT, 1, GOLDENS, 0, False),
    (PORT, 139, GOLDENS, 0, False),
    (PORT.replace("pass", "fail"), 0, GOLDENS, 0, False),
    (PORT + "\nand more", 0, GOLDENS, 0, False),
    (PORT, 0, "", 0, False),
    (PORT, 0, GOLDENS, 1, False),
    (PORT, 0, GOLDENS + "\nfault", 0, False),
    (PORT, 0, GOLDENS.replace("0 differ", "1 differ"), 0, False),
    (PORT, 0, f"golden_board: 0 scenes, {matrix.SCENES} left out, 0 differ", 0, False),
    (PORT, 0, f"golden_board: {matrix.SCENES - 1} scenes, 0 left out, 0 differ", 0, False),
]


def passes(folder, port, port_status, goldens, goldens_status):
    programs = {"portcheck": (port, port_status), "golden_board": (goldens, goldens_status)}
    for name, (text, status) in programs.items():
        Path(folder, name).write_text(f"printf '{text}\\n'\nexit {status}\n")
    case = matrix.Case("cc/-O2/example")
    case.made = {"run": "sh", "folder": folder}
    try:
        case.check_port("portcheck")
        case.check_goldens()
    except matrix.Failed:
        return False
    return True


def row(name, goldens):
    return [name, "cc", "-O2"] + ["-"] * (len(matrix.HEAD) - 5) + [goldens, "pass"]


def tests_of_pages():
    """Rows of other cases stay, unless these are all."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.md")
        page.write_text(f"before\n{matrix.BEGIN}\n| old |\n| --- |\n| row |\n{matrix.END}\nafter\n")
        matrix.write(page, [row("a", "1"), row("c", "1")], True)
        matrix.write(page, [row("b", "2"), row("c", "2"), row("native", "2")], False)
        written = matrix.written_rows(page)
        text = page.read_text()
        matrix.write(page, [row("c", "3")], True)
        last = matrix.written_rows(page)
    if (
        written == [row("a", "1"), row("b", "2"), row("c", "2"), row("native", "2")]
        and last == [row("c", "3")]
        and text.startswith("before\n")
        and text.endswith("\nafter\n")
        and "| old |" not in text
        and "On the machine" in text
    ):
        return 0
    print(f"test_matrix: the page is\n{text}")
    return 1


def tests_of_resuming():
    """Only what has passed with the same sources is kept."""
    with tempfile.TemporaryDirectory() as folder:
        matrix.KEPT = Path(folder, "kept")
        case, again = matrix.Case("cc/-O2/a"), matrix.Case("cc/-O2/a")
        case.keep("digest")
        kept = [again.recall("digest")]
        case.verdict, case.goldens, case.day = "pass", "7 of 7", "2000-01-01"
        case.keep("digest")
        kept += [again.recall("other"), again.recall("digest")]
    if kept == [False, False, True] and again.goldens == "7 of 7" and again.day == "2000-01-01":
        return 0
    print(f"test_matrix: kept {kept}, {again.goldens} of {again.day}")
    return 1


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for *example, wanted in EXAMPLES:
            if passes(folder, *example) != wanted:
                print(f"test_matrix: {'refused' if wanted else 'passed'}: {example}")
                failed += 1
    cases = [matrix.Case(f"cc/-O2/{name}") for name in "abc"]
    for case, answer in zip(cases, ("hash 1", "hash 1", "hash 2")):
        case.answer, case.verdict = answer, "pass"
    matrix.compare(cases)
    if [case.verdict == "pass" for case in cases] != [True, True, False]:
        print("test_matrix: machines that disagree have passed")
        failed += 1
    failed += tests_of_pages()
    failed += tests_of_resuming()
    print(f"test_matrix: {len(EXAMPLES) + 3 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
