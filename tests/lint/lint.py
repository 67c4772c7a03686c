"""lint.py - checks the house rules of CONTRIBUTING.md.

    lint.py               check this repository; exit status 1 when something is found
    lint.py --self-test   check that every rule catches an example of what it forbids
"""

import sys
import tempfile
from pathlib import Path

import rules
import selftest
import source
import typed


def name_of(rule):
    return rule.__name__.replace("_", "-")


def rule_names():
    return [name_of(rule) for rule in rules.RULES] + list(typed.RULES)


def lint(root):
    """Sorted (path, line, rule, message)."""
    findings = set()
    sources = source.read_sources(root)
    for file in sources:
        for rule in rules.RULES:
            for line, message in rule(file):
                findings.add((file.path, line, name_of(rule), message))
    units = [file.path for file in sources if file.path.startswith("src/") and file.path[-1] == "c"]
    return sorted(findings | typed.check(root, units))


def report(findings, names):
    for path, line, rule, message in findings:
        print(f"{path}:{line}: {rule}: {message}")
    broken = {rule for _, _, rule, _ in findings}
    print(f"lint: {len(set(names) - broken)} passed, {len(broken)} failed")
    return 1 if broken else 0


def self_test():
    """Each bad example must be found by its own rule, and each good one by none."""
    passed = failed = 0
    tested = set()
    for rule, path, text in selftest.EXAMPLES:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / path
            file.parent.mkdir(parents=True)
            file.write_text(f"/* {file.name} - example. */\n{text}" if rule != "file-comment" else text)
            found = {finding[2] for finding in lint(Path(folder))}
        tested.add(rule)
        if found == ({rule} if rule else set()):
            passed += 1
        else:
            failed += 1
            print(f"self-test: {rule or 'good example'} in {path}: found {sorted(found)}\n{text}")
    for rule in set(rule_names()) - tested:
        failed += 1
        print(f"self-test: rule {rule} has no example")
    print(f"lint self-test: {passed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = Path(__file__).resolve().parents[2]
    return report(lint(root), rule_names())


if __name__ == "__main__":
    sys.exit(main())
