"""abi.py - what has changed in the interface since a release, and whether programs would notice.

    abi.py OLD NEW         two descriptions (build/pawl_api.json); exit status 1 when one breaks what
                           was compiled, or written, for the other, and the version does not say so
    abi.py --self-test     whether each rule finds an example of what it forbids

What breaks: a function that is gone or has another signature, a struct that lies otherwise in
memory, an enumeration or a constant with another value. What is new breaks nothing. Before 1.0 the
minor number says that something breaks, from then on the major one (docs/start/install.md).
"""

import copy
import json
import sys
from pathlib import Path


def by_name(rows):
    return {one["name"]: one for one in rows if one.get("name")}


def functions(old, new):
    later = by_name(new["functions"])
    for name, one in by_name(old["functions"]).items():
        if one["supplied_by"] == "program":
            continue
        if name not in later:
            yield f"{name} is gone"
            continue
        was = [given["type"] for given in one["parameters"]], one["result"]["type"]
        now = [given["type"] for given in later[name]["parameters"]], later[name]["result"]["type"]
        if was != now:
            yield f"{name}: was {one['signature']}, is {later[name]['signature']}"
        elif one["inline"] and not later[name]["inline"]:
            continue
        elif later[name]["inline"] and not one["inline"]:
            yield f"{name} is inline now: programs that were linked with it do not find it"


def records(old, new):
    later = by_name(new["records"])
    for name, one in by_name(old["records"]).items():
        if name not in later:
            yield f"{name} is gone"
            continue
        was, now = ([(field["name"], field["type"]) for field in each["fields"]] for each in (one, later[name]))
        if was != now:
            lost = [field for field, _ in was if field not in dict(now)]
            gained = [field for field, _ in now if field not in dict(was)]
            parts = [f"lost {', '.join(lost)}" if lost else "", f"gained {', '.join(gained)}" if gained else ""]
            yield f"{name}: fields: {'; '.join(part for part in parts if part) or 'another order or type'}"
        for kind, layout in one["layouts"].items():
            if kind in later[name]["layouts"] and layout != later[name]["layouts"][kind] and was == now:
                yield f"{name}: lies otherwise in memory ({kind})"
                break


def values(old, new):
    """Of enumerations and of constants that are numbers; versions are meant to change."""
    later = {value["name"]: value["value"] for one in new["enums"] for value in one["values"]}
    later |= {one["name"]: one["value"] for one in new["constants"] if "value" in one}
    for one in old["enums"]:
        for value in one["values"]:
            if later.get(value["name"]) != value["value"]:
                yield f"{value['name']}: was {value['value']}, is {later.get(value['name'], 'gone')}"
    for one in old["constants"]:
        if "value" in one and "VERSION" not in one["name"] and "CONFIG_ID" not in one["name"]:
            if one["name"] not in later:
                yield f"{one['name']} is gone"
            elif later[one["name"]] != one["value"]:
                yield f"{one['name']}: was {one['value']}, is {later[one['name']]}"


def breaks(old, new):
    return [*functions(old, new), *records(old, new), *values(old, new)]


def additions(old, new):
    found = []
    for kind in ("functions", "records", "constants"):
        known = by_name(old[kind])
        found += [one["name"] for one in new[kind] if one.get("name") and one["name"] not in known]
    return found


def may_break(was, now):
    was, now = ([int(part) for part in version.split(".")] for version in (was, now))
    return now[0] > was[0] or (was[0] == now[0] == 0 and now[1] > was[1])


def compare(old, new):
    """(lines to print, whether the version admits them)."""
    found, more = breaks(old, new), additions(old, new)
    lines = [f"abi: {line}" for line in found]
    if more:
        lines.append(f"abi: new: {len(more)}, {', '.join(more[:8])}{' ...' if len(more) > 8 else ''}")
    return lines, not found or may_break(old["version"], new["version"])


# ---- self-test ----


def changes():
    """(name, how a description is changed, a part of what must be said; None: nothing)."""

    def gone(kind):
        return lambda new: new[kind].pop(0)

    def parameter(new):
        next(one for one in new["functions"] if one["parameters"])["parameters"][0]["type"] = "double"

    def moved(new):
        next(one for one in new["records"] if len(one["fields"]) > 2)["layouts"]["lp64"]["offsets"][1] += 4

    def value(new):
        new["enums"][0]["values"][1]["value"] += 100

    def constant(new):
        next(one for one in new["constants"] if one["name"] == "PAWL_SESSION_PROTOCOL")["value"] += 1

    def field(new):
        new["records"][0]["fields"].append(dict(new["records"][0]["fields"][0], name="another"))

    def swapped(new):
        new["records"][0]["fields"].reverse()

    def fresh(new):
        new["functions"].append(dict(new["functions"][0], name="pawl_another"))

    def inline(new):
        next(one for one in new["functions"] if not one["inline"])["inline"] = True

    return (("function", gone("functions"), "is gone"), ("record", gone("records"), "is gone"), ("parameter", parameter, "was"),
            ("offset", moved, "lies otherwise"), ("enumeration", value, "is"), ("constant", constant, "PAWL_SESSION_PROTOCOL"),
            ("field", field, "gained another"), ("order", swapped, "another order"), ("inline", inline, "is inline now"),
            ("new function", fresh, None), ("nothing", lambda new: None, None))  # fmt: skip


def self_test(path):
    old, wrong, cases = json.loads(Path(path).read_text()), 0, changes()
    for name, change, wanted in cases:
        new = copy.deepcopy(old)
        change(new)
        found, good = breaks(old, new), compare(old, new)[1]
        if good != (wanted is None) or (wanted and not any(wanted in line for line in found)):
            wrong += 1
            print(f"abi: self-test: {name}: found {found or 'nothing'}")
    for was, now, wanted in (("0.1.0", "0.2.0", True), ("0.1.0", "0.1.1", False), ("1.2.0", "1.3.0", False), ("1.2.0", "2.0.0", True)):
        wrong += may_break(was, now) != wanted
    print(f"abi self-test: {len(cases) + 4 - wrong} passed, {wrong} failed")
    return 1 if wrong else 0


def main():
    if sys.argv[1] == "--self-test":
        return self_test(sys.argv[2])
    old, new = (json.loads(Path(path).read_text()) for path in sys.argv[1:3])
    lines, good = compare(old, new)
    print("\n".join(lines) or "abi: nothing has changed")
    verdict = "programs notice nothing" if not breaks(old, new) else "the version says so" if good else \
        "programs break: raise the version in include/pawl/base.h"  # fmt: skip
    print(f"abi: {old['version']} to {new['version']}: {verdict}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
