"""scenes.py - what the page of the studio has to show: scenes and maps, their files, and the hashes
that the program `pawl` gets.

    scenes.py PAWL FOLDER    copies them to FOLDER and writes FOLDER/scenes.json
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path("examples")
GROUPS = (("Scenes", "scenes"), ("Maps and drawings", "maps"), ("R.U.B.E.", "rube"))
SUFFIXES = (".json", ".tmx", ".tmj", ".ldtk", ".svg")
TICKS = 600
FIRST = "demo"


def files_of(path):
    """A scene and all files beside it that it names, and those that these name."""
    beside = [file for file in sorted(path.parent.rglob("*")) if file.is_file()]
    found, waiting = [], [path]
    while waiting:
        file = waiting.pop()
        if file in found:
            continue
        found.append(file)
        if file.suffix == ".png":
            continue
        text = file.read_text(encoding="utf-8")
        for other in beside:
            name = re.escape(str(other.relative_to(path.parent)))
            if re.search(rf'["\'/]{name}["\'#]', text):
                waiting.append(other)
    return found


def title_of(path):
    """What the card says: the name of the file in words, with its format where there are several."""
    words = re.sub(r"[_-]", " ", path.stem)
    return words if path.parent.name != "maps" else f"{words} ({path.suffix[1:]})"


def run(pawl, path, *more):
    """The hash after TICKS; None where the file is no scene."""
    command = [pawl, "run", str(path), "--ticks", str(TICKS), *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"hash=([0-9a-f]{8})\s*$", done.stdout)
    return found[1] if done.returncode == 0 and found else None


def item_of(pawl, path):
    place = path.relative_to(ROOT)
    item = {"name": path.stem if path.parent.name == "scenes" else str(place), "title": title_of(path)}
    item["path"] = f"/{place}"
    item["files"] = [str(file.relative_to(ROOT)) for file in files_of(path)]
    if path.parent.name == "maps":
        item["kind"] = "maps"  # of the module that reads it
    item["hash"] = run(pawl, path)
    return item if item["hash"] else None


def scripted(pawl, items):
    """Scenes with what is done to them by examples/scripts."""
    for path in sorted((ROOT / "scripts").glob("*.txt")):
        for scene in items:
            if scene["name"] != path.stem:
                continue
            place = path.relative_to(ROOT)
            value = run(pawl, ROOT / scene["path"][1:], "--script", str(path))
            if value:
                yield {**scene, "name": str(place), "title": title_of(path), "script": f"/{place}",
                       "files": [*scene["files"], str(place)], "hash": value}


def main():
    pawl, folder = sys.argv[1], Path(sys.argv[2])
    groups = []
    for title, name in GROUPS:
        paths = [path for path in sorted((ROOT / name).iterdir()) if path.suffix in SUFFIXES]
        items = [item for item in (item_of(pawl, path) for path in paths) if item]
        items.sort(key=lambda item: (item["name"] != FIRST, item["name"]))
        groups.append({"title": title, "items": items})
    groups.insert(1, {"title": "With a script", "items": list(scripted(pawl, groups[0]["items"]))})
    for group in groups:
        for item in group["items"]:
            for file in item["files"]:
                to = folder / file
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_bytes((ROOT / file).read_bytes())
    (folder / "scenes.json").write_text(json.dumps({"ticks": TICKS, "groups": groups}), encoding="utf-8")
    print(f"{sum(len(group['items']) for group in groups)} scenes")


main()
