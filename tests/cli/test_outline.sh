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
svg '<g inkscape:label="Ящики"><rect id="r" width="8" height="8"/></g>' 'xmlns:inkscape="urn:i"'
check labels_in_any_language_say_what_it_is grep -q '"name": "r", "type": "dynamic"' <("$pawl" import map.svg - 2>err)
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

# Its other exporters: the same hut, as each of them writes it.
hut='"shapes": [{"box": {"width": 1, "height": 1, "center": [0, 0]}, "friction": 0.5, "density": 2, "filter": {"category": 1, "mask": 65535}}, {"polygon": {"points": [[-0.5, 0.5], [0.5, 0.5], [0, 1]]}, "friction": 0.5, "density": 2, "filter": {"category": 1, "mask": 65535}}, {"circle": {"center": [0, 1.25], "radius": 0.25}, "sensor": true}]'
hut_of() { # FILE: without values that are defaults
    "$pawl" import "$1" - 2>err | sed -n '/"shapes"/,$p' | tr -d '\n' |
        sed 's/  */ /g; s/^ //; s/, "group": 0//g; s/, "restitution": 0\([,}]\)/\1/g; s/\]}\] *}.*/]/'
}
cat >hut.plist <<'.'
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>metadata</key><dict><key>format</key><integer>1</integer><key>ptm_ratio</key><real>16</real></dict>
<key>bodies</key><dict><key>hut</key><dict><key>anchorpoint</key><string>{ 0.5000,0.5000 }</string>
<key>fixtures</key><array><dict><key>density</key><real>2</real><key>friction</key><real>0.5</real>
<key>filter_categoryBits</key><integer>1</integer><key>filter_maskBits</key><integer>65535</integer>
<key>isSensor</key><false/><key>fixture_type</key><string>POLYGON</string><key>polygons</key><array>
<array><string>{ -8.000,-8.000 }</string><string>{ 8,-8 }</string><string>{ 8,8 }</string><string>{ -8,8 }</string></array>
<array><string>{ -8,8 }</string><string>{ 8,8 }</string><string>{ 0.0000,16.0000 }</string></array></array></dict>
<dict><key>isSensor</key><true/><key>fixture_type</key><string>CIRCLE</string>
<key>circle</key><dict><key>radius</key><real>4</real><key>position</key><string>{ 0,20 }</string></dict></dict></array></dict>
</dict></dict></plist>
.
fixture='<density>2</density><friction>0.5</friction><filter_category_bits>1</filter_category_bits><filter_mask_bits>65535</filter_mask_bits>'
printf '<?xml version="1.0"?><!-- created with PhysicsEditor --><bodydef><body name="hut"><is_dynamic/><fixture>%s<polygon>-8,-8, 8,-8, 8,8, -8,8</polygon><polygon>-8,8, 8,8, 0,16</polygon></fixture><fixture><is_sensor/><circle x="0" y="20" r="4"/></fixture></body><metadata><ptm_ratio>16</ptm_ratio></metadata></bodydef>' \
    "$fixture" >libgdx.xml
printf '<bodydef version="1.0"><bodies><body name="hut"><anchorpoint>0.5,0.5</anchorpoint><fixtures><fixture>%s<fixture_type>POLYGON</fixture_type><polygons><polygon> -8,-8 , 8,-8 , 8,8 , -8,8 </polygon><polygon>-8,8, 8,8, 0,16</polygon></polygons></fixture><fixture><isSensor/><fixture_type>CIRCLE</fixture_type><circle r="4" x="0" y="20"/></fixture></fixtures></body></bodies><metadata><format>1</format><ptm_ratio>16</ptm_ratio></metadata></bodydef>' \
    "${fixture//_bits/Bits}" >box2d.xml
vertex() { printf '<vertex x="%s" y="%s"/>' "$@"; }
printf '<bodydef version="1.0"><bodies numBodies="1"><body name="hut" dynamic="true" numFixtures="2"><fixture density="2" friction="0.5" filter_categoryBits="1" filter_maskBits="65535" isSensor="false"><polygon numVertexes="4">%s</polygon><polygon numVertexes="3">%s</polygon></fixture><fixture isSensor="true"><circle r="4" x="0" y="-20"/></fixture></body></bodies><metadata><ptm_ratio>16</ptm_ratio></metadata></bodydef>' \
    "$(vertex -8 8 8 8 8 -8 -8 -8)" "$(vertex -8 -8 8 -8 0 -16)" >andengine.xml
cat >phaser.json <<'.'
{"generator_info": "Shape definitions generated with PhysicsEditor.", "hut": {"type": "fromPhysicsEditor", "label": "hut",
 "isStatic": false, "density": 2, "friction": 0.5, "frictionAir": 0.01, "collisionFilter": {"category": 1, "mask": 65535},
 "fixtures": [{"isSensor": false, "vertices": [[{"x": 0, "y": 32}, {"x": 32, "y": 32}, {"x": 32, "y": 64}, {"x": 0, "y": 64}]]},
  {"isSensor": true, "circle": {"x": 16, "y": 8, "radius": 8}}]}}
.
for each in hut.plist libgdx.xml box2d.xml andengine.xml; do
    same "PhysicsEditor's $each" "$hut" "$(hut_of $each)"
    same "$each is quiet" '' "$(grep -v '^map:\|^scene:' err)"
done
check phaser_has_one_surface_for_all grep -q '"shapes": \[{"box": {"width": 1, "height": 1, "center": \[0.5, -1.5\]}, "friction": 0.5, "density": 2, ' <("$pawl" import phaser.json - 2>err)
check phaser_has_sensors grep -q '{"circle": {"center": \[0.5, -0.25\], "radius": 0.25}, .*"sensor": true' <("$pawl" import phaser.json - 2>err)
check what_does_not_move_stands grep -q '"type": "static"' <(sed 's/"isStatic": false/"isStatic": true/' phaser.json | "$pawl" import - - 2>err)
printf '<bodydef><bodies>\n<body name="hut"><fixtures><fixture><circle r="4" x="0" y="0"/></fixture></fixtures></body>\n<body name="gap"><fixtures></fixtures></body></bodies></bodydef>' >gap.xml
"$pawl" import gap.xml out.json >out 2>err
same what_has_no_fixtures_is_named 'exit 0, pawl: gap.xml:3: note: "gap" has no fixtures and is left out' "exit $?, $(cat err)"
printf '{"hut": {"type": "fromPhysicsEditor", "fixtures": [{"circle": {"x": 0, "y": 0, "radius": 4}}]},\n"gap": {"type": "fromPhysicsEditor", "fixtures": []}}' >gap.json
"$pawl" import gap.json out.json >out 2>err
same of_phaser_too 'exit 0, pawl: gap.json:2: note: "gap" has no fixtures and is left out' "exit $?, $(cat err)"
other() { # NAME REASON FILE
    "$pawl" import "$3" out.json >out 2>err
    same "$1" "exit 2, pawl: $2" "exit $?, $(cat out err)"
}
echo '{"rigidBodies": [{"name": "a", "polygons": [[{"x": 0, "y": 0}]]}]}' >other.json
other another_editor_is_named 'other.json:1: a file of Physics Body Editor, which is not read; drawings in SVG and files of PhysicsEditor are' other.json
printf 'PYED\0\0\0\4\0\0\0\22' >project.pes
other a_project_is_named 'project.pes: a project of PhysicsEditor, which is not read: export it, such as for LibGDX or Phaser' project.pes
echo '<plist><dict><key>name</key><string>a</string></dict></plist>' >info.plist
other another_list_is_named 'info.plist:1: a property list, but none of PhysicsEditor: "bodies" or "metadata" is missing' info.plist
printf '<!DOCTYPE plist [<!ENTITY a "b">]><plist><dict/></plist>' >bomb.plist
other entities_of_lists 'bomb.plist:1: declares entities of its own' bomb.plist
{ printf '<plist>' && yes '<array>' | head -70000 | tr -d '\n'; } >bomb.plist
other lists_that_are_none 'bomb.plist:1: no dictionary' bomb.plist
{ printf '<plist><dict><key>a</key>' && yes '<array>' | head -70000 | tr -d '\n'; } >bomb.plist
other nested_lists 'bomb.plist:1: nested too deeply' bomb.plist
{ printf '<plist><dict><key>a</key><array>' && yes '<true/>' | head -260000 | tr -d '\n'; } >bomb.plist
other long_lists 'bomb.plist:1: more than 250000 values' bomb.plist
{ printf '<bodydef><body name="a"><fixture><polygon>' && yes '1 2 3 4' | head -40000 | tr '\n' ' '; printf '</polygon></fixture></body></bodydef>'; } >bomb.xml
other too_many_corners 'bomb.xml:1: more than 65536 corners' bomb.xml
{ printf '<bodydef><body name="a">' && yes '<fixture><circle x="0" y="0" r="4"/></fixture>' | head -1025; printf '</body></bodydef>'; } >bomb.xml
other too_many_shapes_of_a_body 'bomb.xml:1025: "a": more than 1024 shapes' bomb.xml
{ printf '<bodydef><body name="a"><fixture><polygon>' && head -c 1100000 /dev/zero | tr '\0' 1; } >bomb.xml
other long_texts 'bomb.xml:1: a text of more than 1 MiB' bomb.xml

# ---- outlines as shapes of a scene ----
# scene SHAPES [TYPE]: scene.json with a body at the origin.
scene() {
    printf '{"pawl-scene": 1, "bodies": [\n{"name": "a", "type": "%s", "shapes": [%s]}]}\n' "${2:-dynamic}" "$1" >scene.json
}
# alike NAME SHAPES SHAPES [TYPE]: two ways to say the same.
alike() {
    scene "$3" "${4:-dynamic}" && wanted=$("$pawl" run scene.json --ticks 3 2>&1)
    scene "$2" "${4:-dynamic}"
    same "$1" "$wanted" "$("$pawl" run scene.json --ticks 3 2>&1)"
}
svg '<rect id="a" x="4" y="2" width="8" height="4"/><circle id="b" cx="30" cy="9" r="2"/><polyline id="c" fill="none" points="0,0 4,0 8,4"/><path id="d" d="M0 0h6v2h-4v2h-2z"/>'
alike its_middle_is_the_origin '{"outline": "map.svg#a"}' '{"box": {"width": 8, "height": 4}}'
alike or_what_is_said '{"outline": {"file": "map.svg#a", "origin": [4, 2]}}' '{"box": {"width": 8, "height": 4, "center": [4, -2]}}'
alike at_a_scale_of_its_own '{"outline": {"file": "map.svg#a", "scale": 4, "origin": [8, 0]}}' \
    '{"box": {"width": 2, "height": 1, "center": [0, -1]}}'
alike the_scene_says_the_surface '{"outline": "map.svg#b", "density": 3, "friction": 0.25}' '{"circle": {"radius": 2}, "density": 3, "friction": 0.25}'
alike else_the_file '{"outline": "libgdx.xml#hut"}' '{"box": {"width": 1, "height": 1, "center": [0, -0.5]}, "friction": 0.5, "density": 2, "filter": {"mask": 65535}}, {"polygon": {"points": [[-0.5, 0], [0.5, 0], [0, 0.5]]}, "friction": 0.5, "density": 2, "filter": {"mask": 65535}}, {"circle": {"center": [0, 0.75], "radius": 0.25}, "sensor": true}'
alike a_line_is_a_chain '{"outline": {"file": "map.svg#c", "origin": [0, 0]}}' '{"chain": {"points": [[0, 0], [4, 0], [8, -4]]}}' static
alike that_moves_as_segments '{"outline": {"file": "map.svg#c", "origin": [0, 0]}}, {"circle": {"radius": 1}}' \
    '{"segment": {"from": [0, 0], "to": [4, 0]}}, {"segment": {"from": [4, 0], "to": [8, -4]}}, {"circle": {"radius": 1}}'
scene '{"outline": "map.svg#d"}'
check what_is_not_convex_is_parts "$pawl" run scene.json --ticks 3 >out 2>err
scene '{"outline": "map.svg"}'
check a_whole_file_is_one_body grep -q 'bodies=1' <("$pawl" run scene.json --ticks 1)
not_taken() { # NAME REASON
    "$pawl" run scene.json >out 2>err
    same "$1" "exit 2, $2" "exit $?, $(cat out err)"
}
place='pawl: scene.json:2: body 0 "a", shape 0: outline:'
scene '{"outline": "map.svg#x"}'
not_taken an_id_that_is_not_there "pawl: map.svg: no element has the id \"x\"
$place \"map.svg\" cannot be taken"
scene '{"outline": "scene.json"}'
not_taken a_file_without_outlines "pawl: scene.json: neither a drawing in SVG nor a file of PhysicsEditor
$place \"scene.json\" cannot be taken"
scene '{"outline": "none.svg#x"}'
not_taken a_file_that_is_not_there "$place none.svg: No such file or directory"
scene '{"outline": "/etc/hostname"}'
not_taken a_file_elsewhere "$place /etc/hostname: outside of the map's folder (--allow-outside permits it)"
mkdir -p inner && cp scene.json inner && sed -i 's#/etc/hostname#../map.svg\#a#' inner/scene.json
check but_it_may_be_permitted "$pawl" run inner/scene.json --ticks 1 --allow-outside >out
scene '{"outline": 5}'
not_taken what_is_no_name "$place expected a string or an object, not a number"
scene '{"outline": "map.svg#a", "circle": {"radius": 1}}'
not_taken two_shapes 'pawl: scene.json:2: body 0 "a", shape 0: both "outline" and "circle"'
scene '{"outline": {"file": "map.svg#a", "colour": 1}}'
check keys_are_checked grep -q 'unknown key "colour"' <("$pawl" run scene.json 2>&1)
scene '{"outline": "map.svg#c", "sensor": true}' static
not_taken a_line_that_senses "$place a line has no inside to sense"
scene "$(yes '{"outline": "map.svg#a"},' | head -4096)"'{"outline": "map.svg#a"}'
before=$SECONDS
check too_many_outlines grep -q 'more than 4096 of them, or 16 MiB' <("$pawl" run scene.json 2>&1)
svg "<path id=\"a\" fill=\"none\" d=\"M0 0$(yes 'h1v1' | head -2000 | tr -d '\n')\"/>"
scene "$(yes '{"outline": "map.svg#a"},' | head -19)"'{"outline": "map.svg#a"}' static
check too_many_corners_of_all grep -q 'more than 4096 shapes or 65536 corners' <("$pawl" run scene.json 2>&1)
check and_soon test $((SECONDS - before)) -le 4

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
svg "$(yes '<g id="a"/>' | head -65537 | tr -d '\n')"
refused elements 'more than 65536 elements'
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
