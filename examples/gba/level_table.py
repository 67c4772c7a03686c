#!/usr/bin/env python3
"""level_table.py NAME=MAP.tmj ... - the maps of the game as tables in C, on standard output.

What `pawl bake` makes of a map is the ground that the dog walks on. The game also wants to know
what each cell is, where the sheep begin, and, for the sheep, the walls as few large rectangles.
NAME is that of the block which `pawl bake MAP OUT --c NAME` wrote; the caller includes it."""

import json
import sys

SOLID = {3, 4, 5}  # tiles of meadow.tsj: hedge, stone, fence


def take_rectangle(left, cells, width):
    """The largest block of the cells that are left, from the first of them to the right and down."""
    first = min(left)
    top, x = divmod(first, width)
    right = x
    while right + 1 < width and first + right + 1 - x in left:
        right += 1
    bottom = top
    while all((bottom + 1) * width + column in left for column in range(x, right + 1)):
        bottom += 1
    for y in range(top, bottom + 1):
        for column in range(x, right + 1):
            left.remove(y * width + column)
    return x, top, right + 1 - x, bottom + 1 - top


def walls_of(cells, width):
    left = {index for index, cell in enumerate(cells) if cell in SOLID}
    walls = []
    while left:
        walls.append(take_rectangle(left, cells, width))
    return walls


def rows(numbers, per_line):
    texts = [str(number) for number in numbers]
    return ",\n".join("    " + ", ".join(texts[i:i + per_line]) for i in range(0, len(texts), per_line))


def print_level(name, path):
    with open(path, encoding="utf-8") as file:
        level = json.load(file)
    layers = {layer["name"]: layer for layer in level["layers"]}
    properties = {entry["name"]: entry["value"] for entry in level["properties"]}
    cells, width = layers["ground"]["data"], level["width"]
    walls = walls_of(cells, width)
    things = layers["flock"]["objects"]
    sheep = [(int(thing["x"]), int(thing["y"])) for thing in things if thing["type"] == "sheep"]
    (dog,) = [(int(thing["x"] + thing["width"] / 2), int(thing["y"] + thing["height"] / 2))
              for thing in things if thing["type"] == "player"]
    print(f"/* {path} */")
    print(f"static const uint8_t {name}_cells[] = {{\n{rows(cells, width)}}};")
    print(f"static const level_wall {name}_walls[] = {{")
    print(",\n".join("    {%d, %d, %d, %d}" % wall for wall in walls) + "};")
    print(f"static const level_spot {name}_sheep[] = {{")
    print(",\n".join("    {%d, %d}" % spot for spot in sheep) + "};")
    return (f'    {{"{properties["title"]}", {name}_cells, {name}_walls, {len(walls)}, {name}_sheep, '
            f"{len(sheep)}, {{{dog[0]}, {dog[1]}}}, {properties['seconds']}, {name}, sizeof {name}}}")


def main():
    print("/* levels.inc - made of the maps in examples/gba/levels by level_table.py. */")
    table = [print_level(*argument.split("=", 1)) for argument in sys.argv[1:]]
    print("const game_level game_levels[GAME_LEVELS] = {\n" + ",\n".join(table) + "};")


main()
