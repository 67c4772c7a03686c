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
    print(f"test_matrix: {len(EXAMPLES) + 1 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
