#!/usr/bin/env bash
# test_outline.sh - drawings in SVG and files of PhysicsEditor as bodies.
#
# usage: test_outline.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
maps=$(cd "$examples/.." && pwd)/maps

# svg CONTENT [ATTRIBUTES]: map.svg, of which a unit is a pixel.
svg() {
    printf '<svg xmlns="http://www.w3.org/2000/svg" data-scale="1" %s>%s</svg>\n' "${2:-}" "$1" >map.svg
}
# Place and shapes of the bodies of a file.
shapes() {
    "$pawl" import "${1:-map.svg}" - 2>err | grep -o '"position".*\|"shapes".*\|{"polygon".*' | tr -d '\n' |
        sed 's/  */ /g; s/,"shapes"/, "shapes"/; s/}\]}.*/}/'
}
# draws NAME WANTED CONTENT: position and shapes.
draws() {
    svg "$3"
    same "$1" "$2" "$(shapes)"
}
square='"position": [0, 0], "shapes": [{"box": {"width": 8, "height": 8, "center": [4, -4]}}'
for each in '<rect width="8" height="8"/>' '<polygon points="0,0 8,0 8,8 0,8"/>' \
    '<path d="M0 0H8V8H0Z"/>' '<path d="m0 0h8v8h-8z"/>' '<path d="M0,0 8,0 8,8 0,8"/>' \
    '<path d="M0-0L8 0L8 8 0 8z"/>' '<path d="m0,0l8,0 0,8-8,0z"/>' \
    '<g transform="translate(4 2)"><rect x="-4" y="-2" width="8" height="8"/></g>' \
    '<rect width="4" height="2" transform="scale(2,4)"/>' \
    '<rect width="2" height="2" transform="matrix(4 0 0 4 -4 8) translate(1 -2)"/>' \
    '<rect width="80e-1" height="+8.0px"/>'; do
    svg "$each"
    same "a square is a square: $each" "$square" "$(shapes)"
done
draws a_turn_is_exact '"position": [8, 0], "shapes": [{"box": {"width": 8, "height": 4, "center": [-4, -2]}}' \
    '<rect x="0" y="0" width="4" height="8" transform="translate(8 0) rotate(90)"/>'
draws a_circle_is_a_circle '"position": [3, -3], "shapes": [{"circle": {"center": [2, -2], "radius": 2}}' \
    '<circle cx="5" cy="5" r="2"/>'
draws a_line_is_a_chain '"position": [1, -2], "shapes": [{"chain": {"points": [[0, 0], [2, -2]]}}' \
    '<line x1="1" y1="2" x2="3" y2="4"/>'
draws open_paths_without_fill_are_chains '"position": [0, 0], "shapes": [{"chain": {"points": [[0, 0], [4, 0], [4, -4]]}}' \
    '<path fill="none" d="M0 0h4v4"/>'
# The middle of the curve is a corner, exactly: (0 + 3 * 0 + 3 * 16 + 16) / 8 and 3 * 16 * 2 / 8.
svg '<path fill="none" d="M0 0C0 16 16 16 16 0"/>'
check a_cubic_goes_through_its_middle grep -q '\[8, -12\]' <(shapes)
svg '<path fill="none" d="M0 0Q8 16 16 0"/>'
check a_quadratic_goes_through_its_middle grep -q '\[8, -8\]' <(shapes)
same smooth_curves_go_on "$(svg '<path fill="none" d="M0 0C0 9 9 9 9 0C9-9 18-9 18 0"/>' && shapes)" \
    "$(svg '<path fill="none" d="M0 0C0 9 9 9 9 0S18-9 18 0"/>' && shapes)"
same smooth_quadratics_go_on "$(svg '<path fill="none" d="M0 0Q4 9 9 0Q14-9 18 0"/>' && shapes)" \
    "$(svg '<path fill="none" d="M0 0Q4 9 9 0T18 0"/>' && shapes)"

# Corners of arcs and curves lie on them, and the middles of edges within the tolerance.
cat >near.py <<'.'
import json, math, sys
scene = json.load(sys.stdin)
body = scene["bodies"][0]
x0, y0 = body["position"]
points = [(x + x0, -(y + y0)) for x, y in body["shapes"][0]["chain"]["points"]]
cx, cy, rx, ry, turned = map(float, sys.argv[1:6])
def off(x, y):
    c, s = math.cos(math.radians(turned)), math.sin(math.radians(turned))
    u, v = (x - cx) * c + (y - cy) * s, (y - cy) * c - (x - cx) * s
    return abs(math.hypot(u / rx, v / ry) - 1) * min(rx, ry)
assert all(off(*p) < 0.01 for p in points), [p for p in points if off(*p) >= 0.01]
middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, points[1:])]
assert all(off(*p) < 0.08 for p in middles), max(off(*p) for p in middles)
length = sum(math.dist(a, b) for a, b in zip(points, points[1:]))
assert abs(length - float(sys.argv[6])) < float(sys.argv[6]) * 0.01, length
.
# arc NAME PATH CX CY RX RY TURNED LENGTH
arc() {
    svg "<path fill=\"none\" d=\"$2\"/>"
    check "$1" python3 near.py "${@:3}" < <("$pawl" import map.svg - 2>/dev/null)
}
arc small_arcs_forward "M10 0A10 10 0 0 1 0 10" 0 0 10 10 0 15.708
arc large_arcs_forward "M10 0A10 10 0 1 1 0 10" 10 10 10 10 0 47.124
arc small_arcs_back "M10 0A10 10 0 0 0 0 10" 10 10 10 10 0 15.708
arc large_arcs_back "M10 0A10 10 0 1 0 0 10" 0 0 10 10 0 47.124
arc flags_need_no_space "M10 0a10 10 0 01-10 10" 0 0 10 10 0 15.708
arc radii_that_are_too_small_grow "M0 0A1 1 0 0 1 20 0" 10 0 10 10 0 31.416
arc ellipses_are_turned "M0 0A20 10 90 0 1 20 0" 10 0 20 10 90 48.442

# ---- holes, roles, parts ----
svg '<path id="ring" class="crate" fill-rule="evenodd" d="M0 0h9v9h-9zM3 3h3v3h-3z"/>'
"$pawl" import map.svg ring.json >out 2>err
check holes_are_cut_out python3 - <<'.'
import json
body = json.load(open("ring.json"))["bodies"][0]
assert body["type"] == "dynamic" and body["name"] == "ring"
def area(shape):
    if "box" in shape: return shape["box"]["width"] * shape["box"]["height"]
    p = shape["polygon"]["points"]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(p, p[1:] + p[:1])) / 2
assert sum(map(area, body["shapes"])) == 72, body
.
svg '<g id="crates"><rect id="a" width="4" height="4"/></g><rect id="b" width="4" height="4"/>'
same groups_say_what_they_hold 'dynamic static' \
    "$("$pawl" import map.svg - 2>/dev/null | grep -o '"type": "[a-z]*"' | cut -d'"' -f4 | paste -sd' ')"
same one_element_alone '"position": [0, 0], "shapes": [{"box": {"width": 4, "height": 4, "center": [2, -2]}}' \
    "$(shapes 'map.svg#b')"
svg '<rect width="4" height="4" style="display:none"/><text>a</text><use href="#b"/><image/>'
"$pawl" import map.svg out.json >out 2>err
same what_is_left_out_is_told 'pawl: map.svg: note: 3 elements left out: text, pictures and what is used again
pawl: map.svg: note: it has no outlines' "$(cat err)"
"$pawl" run "$maps/garden.svg" >out 2>err
same the_garden_is_quiet '' "$(cat err)"
"$pawl" import "$maps/garden.svg" garden.json >imported
same the_garden_is_its_scene "$(cat out)" "$("$pawl" run garden.json)"
check the_garden_has_six_bodies_that_fall grep -q 'bodies=9 dynamic=6' imported

# ---- PhysicsEditor ----
cat >shapes.json <<'.'
{"box": [{"density": 2, "friction": 0.5, "bounce": 0.25, "filter": {"categoryBits": 1, "maskBits": 65535},
  "shape": [0, 0, 32, 0, 32, 32, 0, 32]}],
 "two": [{"density": 1, "friction": 0, "bounce": 0, "shape": [0, 0, 32, 0, 0, 32]},
  {"density": 1, "friction": 0, "bounce": 0, "shape": [32, 0, 64, 0, 64, 32]}, {"circle": {}}]}
.
"$pawl" import shapes.json out.json >out 2>err
same fixtures_without_a_shape_are_told 'pawl: shapes.json:4: warning: "two": fixture 2 is left out: no "shape" of three corners' \
    "$(cat err)"
check names_are_bodies_with_surfaces grep -q '"box": {"width": 1, "height": 1, .*"friction": 0.5, "restitution": 0.25, "density": 2, "filter": {"category": 1, "mask": 65535}' out.json
check several_lie_side_by_side grep -q '"two", "type": "dynamic", "position": \[2, 0\]' out.json
same one_body_alone 'bodies=1' "$("$pawl" run 'shapes.json#two' 2>/dev/null | grep -o 'bodies=[0-9]*')"

# ---- what is refused ----
# refused NAME REASON [PART]
refused() {
    rm -f out.json
    "$pawl" import "map.svg${3:-}" out.json >out 2>err
    same "$1" "exit 2, $2" "exit $?, $(tail -1 err | sed 's/^pawl: map.svg\(:[0-9]*\)\{0,1\}: //')"
    check "$1, nothing is written" test ! -e out.json
}
svg '<rect width="4" height="4"/>'
refused an_id_that_is_not_there 'no element has the id "x"' '#x'
svg "$(yes '<g>' | head -70 | tr -d '\n')"
refused nesting 'nested too deeply'
svg "<path d=\"M0 0$(yes 'h1' | head -70000 | tr -d '\n')\"/>"
refused points 'more than 4096 shapes or 65536 corners'
svg "$(yes '<rect width="1" height="1"/>' | head -4097 | tr -d '\n')"
refused too_many_shapes 'more than 4096 shapes or 65536 corners'
printf '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>' >map.svg
refused entities 'declares entities of its own'
printf '<svg><g></svg>' >map.svg
refused what_is_no_xml 'mismatched tag'
for wrong in 'M0 0h4v4h-4zX9' 'M0 0h4v4h-4z 5' 'M0 0h4v4h-4zL1' 'M0 0h4v4h-4zA1 1 0 2 0 4 4'; do
    svg "<path d=\"$wrong\"/>"
    "$pawl" import map.svg out.json >out 2>err
    same "a path ends where its mistake is: $wrong" 'exit 0, pawl: map.svg:1: warning: "": its path ends where it has a mistake' \
        "exit $?, $(cat err)"
done
finish outline
