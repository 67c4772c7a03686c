"""lint.py - checks the house rules of CONTRIBUTING.md.

    lint.py               check this repository; exit status 1 when something is found
    lint.py FILE...       the same for these C files alone
    lint.py --symbols     the rules about symbols, of a build of everything: BUILD, or build
    lint.py --self-test   check that every rule catches an example of what it forbids
"""

import os
import sys
import tempfile
from pathlib import Path

import calls
import fields
import interface
import layout
import rules
import selftest
import source
import symbols
import typed
import vocabulary

RULES = rules.RULES + interface.RULES
TREE_RULES = layout.RULES + fields.RULES + calls.RULES + vocabulary.RULES


def name_of(rule):
    return rule.__name__.replace("_", "-")


def rule_names():
    return [name_of(rule) for rule in (*RULES, *TREE_RULES)] + list(typed.RULES)


def symbol_rules():
    return [name_of(rule) for rule in symbols.RULES]


def lint(root, paths=()):
    """Sorted (path, line, rule, message), of these files or of all."""
    findings = set()
    sources = source.read_sources(root)
    if paths:
        sources = [file for file in sources if file.path in paths]
    for file in sources:
        for rule in RULES:
            for line, message in rule(file):
                findings.add((file.path, line, name_of(rule), message))
    for rule in TREE_RULES:
        for path, line, message in rule(root):
            findings.add((path, line, name_of(rule), message))
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
    for rule, path, text in (*selftest.EXAMPLES, *vocabulary.EXAMPLES):
        with tempfile.TemporaryDirectory() as folder:
            for name in [path] if isinstance(path, str) else path:
                file = Path(folder) / name
                file.parent.mkdir(parents=True, exist_ok=True)
                head = "" if rule == "file-comment" else f"/* {file.name} - example. */\n"
                file.write_text(head + text)
            found = {finding[2] for finding in lint(Path(folder))}
        tested.add(rule)
        if found == ({rule} if rule else set()):
            passed += 1
        else:
            failed += 1
            print(f"self-test: {rule or 'good example'} in {path}: found {sorted(found)}\n{text}")
    for rule, tables, texts in symbols.EXAMPLES:
        found = {finding[2] for finding in symbols.check(symbols.Program(tables, texts))}
        tested.add(rule)
        if found == ({rule} if rule else set()):
            passed += 1
        else:
            failed += 1
            print(f"self-test: {rule or 'good example'}: found {sorted(found)}\n{tables}")
    for rule in {*rule_names(), *symbol_rules()} - tested:
        failed += 1
        print(f"self-test: rule {rule} has no example")
    print(f"lint self-test: {passed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    options = {word for word in sys.argv[1:] if word.startswith("--")}
    paths = [word for word in sys.argv[1:] if word not in options]
    if "--self-test" in options:
        return self_test()
    root = Path(__file__).resolve().parents[2]
    if "--symbols" in options:
        names = symbol_rules()
        findings = symbols.check(symbols.read_program(root, os.environ.get("BUILD", "build")))
    else:
        names = rule_names()
        findings = lint(root, paths)
    return report(findings, names)


if __name__ == "__main__":
    sys.exit(main())
