#!/usr/bin/env bash
# test_tiled.sh - maps of the Tiled editor: what becomes what, and what is said about the rest.
#
# usage: test_tiled.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
root=$(cd "$examples/../.." && pwd)
maps=$root/examples/maps
others=${PAWL_DATA:+$PAWL_DATA/tiled}

# A map of 4 by 3 cells of 16 pixels around what is on stdin; $1: attributes, $2: before layers.
map() {
    printf '<map orientation="orthogonal" width="4" height="3" tilewidth="16" tileheight="16" %s>%s\n' \
        "${1:-}" "${2:-}"
    cat
    printf '</map>\n'
}
# A tileset with these tiles; the first is number 1.
tiles() {
    printf '<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" %s>%s</tileset>' \
        "${2:-}" "$1"
}
# The bodies of map.tmx on one line.
bodies() {
    "$pawl" import map.tmx - 2>err |
        sed -n '/"bodies"/,/^  "level"\|^}/p' | sed '/"level"\|^}/d' | tr -d '\n' |
        sed 's/^  "bodies": \[ *//; s/\],\{0,1\}$//; s/  */ /g'
}
# The level of map.tmx on one line.
level() {
    "$pawl" import map.tmx - 2>err | sed -n '/"level"/,$p' | tr -d '\n' | sed 's/  */ /g'
}
# object NAME WANTED OBJECT: the body that an object of a solid layer becomes.
object() {
    map <<<"<objectgroup name=\"l\" class=\"solid\">$3</objectgroup>" >map.tmx
    same "$1" "$2" "$(bodies)"
}
# cells NAME WANTED TILES "1,0,...": the bodies that a layer becomes.
cells() {
    map "" "$(tiles "$3")" <<<"<layer name=\"l\" width=\"4\" height=\"3\"><data encoding=\"csv\">
$4</data></layer>" >map.tmx
    same "$1" "$2" "$(bodies)"
}
# says NAME "REASON": what importing map.tmx says, with a warning or not.
says() {
    "$pawl" import map.tmx out.json >out 2>err
    same "$1" "$2" "$(cat err)"
}
# refused NAME "LINE: REASON" FILE: exit 2, nothing written, exactly this on stderr.
refused() {
    rm -f out.json
    "$pawl" import "$3" out.json >out 2>err
    same "$1" "exit 2, pawl: $3:$2" "exit $?, $(cat out)$(cat err)"
    check "$1, nothing is written" test ! -e out.json
}

# ---- objects: y up, about their corner, exact ----
head='{"name": "l 1", "type": "static", "position":'
object rectangle_hangs_below_its_corner \
    "$head [0.625, -0.5], \"shapes\": [{\"box\": {\"width\": 2, \"height\": 1, \"center\": [1, -0.5]}}]}" \
    '<object id="1" x="10" y="8" width="32" height="16"/>'
# 0.1/16 = 409.6 raw, 0.3/16 = 1228.8, 1/3 px = 1365.33: rounded, so 410/65536 and so on.
object decimals_are_exact \
    "$head [0.00626, -0.01875], \"shapes\": [{\"polygon\": {\"points\": [[0, -1], [0.02083, -1], [0.02083, 0], [0, 0]]}}]}" \
    '<object id="1" x="0.1" y="0.3" width="0.333333333333" height="16"/>'
# 2^-13 px are half a raw unit: a tie, away from zero; one digit less and it goes down.
object ties_go_away_from_zero \
    "$head [0.00002, -0.00002], \"shapes\": [{\"box\": {\"width\": 1, \"height\": 1, \"center\": [0.5, -0.5]}}]}" \
    '<object id="1" x="0.0001220703125" y="0.0001220703125" width="16" height="16"/>'
object below_a_tie_is_nothing \
    "$head [0, 0], \"shapes\": [{\"box\": {\"width\": 1, \"height\": 1, \"center\": [0.5, -0.5]}}]}" \
    '<object id="1" x="0.000122070312" y="0.000122070312" width="16" height="16"/>'
object exponents_are_read \
    "$head [1, -1.5], \"shapes\": [{\"box\": {\"width\": 1, \"height\": 1, \"center\": [0.5, -0.5]}}]}" \
    '<object id="1" x="1.6e1" y="240e-1" width="16" height="16"/>'
object rotation_is_that_of_the_body \
    "$head [1, -2], \"angle\": -33.5, \"shapes\": [{\"box\": {\"width\": 1, \"height\": 1, \"center\": [0.5, -0.5]}}]}" \
    '<object id="1" x="16" y="32" width="16" height="16" rotation="33.5"/>'
object circle_is_a_circle \
    "$head [0, 0], \"shapes\": [{\"circle\": {\"center\": [0.5, -0.5], \"radius\": 0.5}}]}" \
    '<object id="1" width="16" height="16"><ellipse/></object>'
# Corners at every eighth of a turn: 1 + 0.70711 (raw 111877) and 0.5 * 0.70711.
object ellipse_has_eight_corners \
    "$head [0, 0], \"shapes\": [{\"polygon\": {\"points\": [[1.7071, -0.14645], [1, 0], [0.2929, -0.14645], [0, -0.5], [0.2929, -0.85355], [1, -1], [1.7071, -0.85355], [2, -0.5]]}}]}" \
    '<object id="1" width="32" height="16"><ellipse/></object>'
object capsule_is_a_capsule \
    "$head [0, 0], \"shapes\": [{\"capsule\": {\"from\": [0.5, -0.5], \"to\": [1.5, -0.5], \"radius\": 0.5}}]}" \
    '<object id="1" width="32" height="16"><capsule/></object>'
object clockwise_polygon_is_turned \
    "$head [0, 0], \"shapes\": [{\"polygon\": {\"points\": [[0, -1], [1, 0], [0, 0]]}}]}" \
    '<object id="1"><polygon points="0,0 16,0 0,16"/></object>'
object counter_clockwise_polygon_stays \
    "$head [0, 0], \"shapes\": [{\"polygon\": {\"points\": [[0, 0], [0, -1], [1, 0]]}}]}" \
    '<object id="1"><polygon points="0,0 0,16 16,0"/></object>'
object concave_polygon_is_cut \
    "$head [0, 0], \"shapes\": [{\"polygon\": {\"points\": [[0, -2], [2, -2], [0, 0]]}}, {\"polygon\": {\"points\": [[2, -2], [2, -1], [1, -1]]}}, {\"polygon\": {\"points\": [[1, -1], [1, 0], [0, 0]]}}]}" \
    '<object id="1"><polygon points="0,0 0,32 32,32 32,16 16,16 16,0"/></object>'
object doubled_points_are_dropped \
    "$head [0, 0], \"shapes\": [{\"polygon\": {\"points\": [[0, 0], [0, -1], [1, 0]]}}]}" \
    '<object id="1"><polygon points="0,0 0,0 0,16 16,0 0.001,0"/></object>'
object polyline_is_a_chain \
    "$head [0, 0], \"shapes\": [{\"chain\": {\"points\": [[0, 0], [1, -0.5], [2, 0]]}}]}" \
    '<object id="1"><polyline points="0,0 16,8 32,0"/></object>'
object body_makes_it_move \
    '{"name": "crate", "type": "dynamic", "position": [0, 0], "velocity": [1.5, 0], "gravity_scale": 0.5, "fixed_rotation": true, "shapes": [{"segment": {"from": [0, 0], "to": [1, 0]}, "friction": 0.25, "restitution": 1, "density": 3, "break_impulse": 12, "filter": {"category": 4, "mask": 4294967295, "group": -2}, "hit_events": true}]}' \
    '<object id="1" name="crate"><properties>
      <property name="body" value="dynamic"/><property name="friction" type="float" value="0.25"/>
      <property name="bounce" type="float" value="1"/><property name="density" value="3"/><property name="break_impulse" value="12"/>
      <property name="velocity_x" value="1.5"/><property name="gravityScale" value="0.5"/>
      <property name="isFixedRotation" type="bool" value="true"/><property name="category" value="4"/>
      <property name="mask" value="4294967295"/><property name="group" value="-2"/>
      <property name="hit_events" value="true"/></properties><polyline points="0,0 16,0"/></object>'
object not_solid_is_left_out "" \
    '<object id="1" width="16" height="16"><properties><property name="solid" type="bool" value="false"/></properties></object>'
object sensor_is_no_wall \
    '{"name": "l 1", "type": "static", "position": [0, 0], "shapes": [{"circle": {"center": [0.5, -0.5], "radius": 0.5}, "sensor": true}]}' \
    '<object id="1" type="Trigger" width="16" height="16"><ellipse/></object>'
object one_way_is_one_way \
    '{"name": "l 1", "type": "static", "position": [0, 0], "shapes": [{"box": {"width": 1, "height": 1, "center": [0.5, -0.5]}, "one_way": true}]}' \
    '<object id="1" class="one_way" width="16" height="16"/>'

# ---- tile objects ----
# A tile of 16 by 16 whose lower left quarter collides; drawn from its lower left corner.
quarter='<tile id="0"><objectgroup><object id="9" x="0" y="8" width="8" height="8"/></objectgroup></tile><tile id="1"/>'
# tile NAME WANTED OBJECT [TILESET-ATTRIBUTES]
tile() {
    map "" "$(tiles "$quarter" "${4:-}")" <<<"<objectgroup name=\"l\">$3</objectgroup>" >map.tmx
    same "$1" "${head%:}: [2, -2], \"shapes\": [{\"box\": {$2}}]}" "$(bodies)"
}
tile tile_object_has_the_shapes_of_its_tile '"width": 0.5, "height": 0.5, "center": [0.25, 0.25]' \
    '<object id="1" gid="1" x="32" y="32" width="16" height="16"/>'
tile tile_object_is_stretched '"width": 1, "height": 0.25, "center": [0.5, 0.125]' \
    '<object id="1" gid="1" x="32" y="32" width="32" height="8"/>'
tile horizontal_flip_moves_it_right '"width": 0.5, "height": 0.5, "center": [0.75, 0.25]' \
    '<object id="1" gid="2147483649" x="32" y="32" width="16" height="16"/>'
tile vertical_flip_moves_it_up '"width": 0.5, "height": 0.5, "center": [0.25, 0.75]' \
    '<object id="1" gid="1073741825" x="32" y="32" width="16" height="16"/>'
tile diagonal_flip_moves_it_up_and_right '"width": 0.5, "height": 0.5, "center": [0.75, 0.75]' \
    '<object id="1" gid="536870913" x="32" y="32" width="16" height="16"/>'
tile alignment_is_that_of_the_tileset '"width": 0.5, "height": 0.5, "center": [-0.25, -0.25]' \
    '<object id="1" gid="1" x="32" y="32" width="16" height="16"/>' 'objectalignment="center"'
tile alignment_at_the_upper_right '"width": 0.5, "height": 0.5, "center": [-0.75, -0.75]' \
    '<object id="1" gid="1" x="32" y="32" width="16" height="16"/>' 'objectalignment="topright"'
map "" "$(tiles "$quarter<tileoffset x=\"8\" y=\"-4\"/>")" >map.tmx \
    <<<'<objectgroup name="l"><object id="1" gid="1" x="32" y="32" width="32" height="16"/></objectgroup>'
same tile_offset_grows_with_the_tile \
    "$head [2, -2], \"shapes\": [{\"box\": {\"width\": 1, \"height\": 0.5, \"center\": [1.5, 0.5]}}]}" \
    "$(bodies)"
turned='<tile id="0"><objectgroup><object id="9" x="8" y="8" width="8" height="4" rotation="90"/></objectgroup></tile>'
map "" "$(tiles "$turned")" >map.tmx \
    <<<'<objectgroup name="l"><object id="1" gid="1" x="32" y="32" width="16" height="16" rotation="-45"/></objectgroup>'
same collision_shape_turns_about_its_corner \
    "$head [2, -2], \"angle\": 45, \"shapes\": [{\"box\": {\"width\": 0.25, \"height\": 0.5, \"center\": [0.375, 0.25]}}]}" \
    "$(bodies)"
map "" "$(tiles "$quarter")" >map.tmx \
    <<<'<objectgroup name="l"><object id="1" gid="2" x="32" y="32" width="32" height="16"><properties><property name="body" value="dynamic"/></properties></object></objectgroup>'
same tile_without_shapes_is_its_rectangle \
    '{"name": "l 1", "type": "dynamic", "position": [2, -2], "shapes": [{"box": {"width": 2, "height": 1, "center": [1, 0.5]}}]}' \
    "$(bodies)"

# ---- tile layers ----
full='<tile id="0"><objectgroup><object id="9" width="16" height="16"/></objectgroup></tile>'
slope='<tile id="1"><objectgroup><object id="9" y="16"><polygon points="0,0 16,0 16,-16"/></object></objectgroup></tile>'
layer='{"name": "l", "type": "static", "position": [0, 0], "shapes":'
cells full_cells_are_a_tile_map \
    "$layer [{\"tiles\": {\"cell_size\": 1, \"lower\": [1, -3], \"rows\": [ \".#\", \"##\"]}}]}" \
    "$full" "0,0,0,0, 0,0,1,0, 0,1,1,0"
# 2 = slope up to the right; flipped across, up, both.
cells slopes_turn_over \
    "$layer [{\"tiles\": {\"cell_size\": 1, \"lower\": [0, -1], \"rows\": [ \"/\\\\7F\"]}}]}" \
    "$full$slope" "2,2147483650,1073741826,3221225474, 0,0,0,0, 0,0,0,0"
# Across the diagonal the lower right half becomes the same half; then turned by 90 degrees.
cells slopes_turn_by_the_diagonal \
    "$layer [{\"tiles\": {\"cell_size\": 1, \"lower\": [0, -1], \"rows\": [ \"/\\\\7F\"]}}]}" \
    "$full$slope" "536870914,2684354562,1610612738,3758096386, 0,0,0,0, 0,0,0,0"
cells other_tiles_are_merged \
    "$layer [{\"chain\": {\"points\": [[0, -1], [2, -1], [2, -0.5], [1, -0.5], [1, 0], [0, 0]], \"loop\": true, \"one_sided\": true}}]}" \
    "$full<tile id=\"1\"><objectgroup><object id=\"9\" y=\"8\" width=\"16\" height=\"8\"/></objectgroup></tile>" \
    "1,2,0,0, 0,0,0,0, 0,0,0,0"
cells tiles_may_be_one_way \
    "$layer [{\"tiles\": {\"cell_size\": 1, \"lower\": [0, -1], \"rows\": [ \"==\"]}}]}" \
    '<tile id="0" type="one_way"/>' "1,1,0,0, 0,0,0,0, 0,0,0,0"
cells tiles_may_be_sensors \
    "$layer [{\"box\": {\"width\": 2, \"height\": 1, \"center\": [1, -0.5]}, \"sensor\": true}]}" \
    '<tile id="0" type="hazard"/>' "1,1,0,0, 0,0,0,0, 0,0,0,0"
cells tiles_may_move \
    '{"name": "l", "type": "dynamic", "position": [1, -2], "bullet": true, "shapes": [{"box": {"width": 1, "height": 1, "center": [0.5, 0.5]}}]}' \
    '<tile id="0" type="dynamic"><properties><property name="bullet" value="true"/></properties></tile>' \
    "0,0,0,0, 0,1,0,0, 0,0,0,0"
cells tiles_without_shapes_are_pictures "" '<tile id="0"/>' "1,1,1,1, 0,0,0,0, 0,0,0,0"
cells surfaces_have_bodies_of_their_own \
    "$layer [{\"tiles\": {\"cell_size\": 1, \"lower\": [0, -1], \"rows\": [ \"#\"]}}]}, $layer [{\"tiles\": {\"cell_size\": 1, \"lower\": [1, -1], \"rows\": [ \"#\"]}, \"friction\": 0.125}]}" \
    "$full<tile id=\"1\"><properties><property name=\"friction\" value=\"0.125\"/></properties><objectgroup><object id=\"9\" width=\"16\" height=\"16\"/></objectgroup></tile>" \
    "1,2,0,0, 0,0,0,0, 0,0,0,0"

cells full_cells_are_gathered_downwards \
    "$layer [{\"box\": {\"width\": 1, \"height\": 2, \"center\": [0.5, -1]}, \"sensor\": true}]}" \
    '<tile id="0" type="hazard"/>' "1,0,0,0, 1,0,0,0, 0,0,0,0"
map "" '<tileset firstgid="1" tilewidth="16" tileheight="32"><tile id="0" type="hazard"/></tileset>' >map.tmx \
    <<<'<layer name="l"><data encoding="csv">0,0,0,0, 536870913,0,0,0, 0,0,0,0</data></layer>'
same turned_tile_lies_in_its_cell \
    "$layer [{\"box\": {\"width\": 2, \"height\": 1, \"center\": [1, -1.5]}, \"sensor\": true}]}" "$(bodies)"
map >map.tmx <<<'<group name="a" offsetx="16" offsety="16"><objectgroup name="l" class="solid" offsetx="16" offsety="-32">
<object id="1" width="16" height="16"/></objectgroup></group>'
same offsets_of_groups_add_up \
    "$head [2, 1], \"shapes\": [{\"box\": {\"width\": 1, \"height\": 1, \"center\": [0.5, -0.5]}}]}" "$(bodies)"
map >map.tmx <<<'<objectgroup name="l"><object id="1" type="spawn" x="16" y="32"><point/></object>
<object id="2" type="player" width="16" height="16"/></objectgroup>'
check spawn_comes_before_the_player grep -q '"spawn": \[1, -2\]' <(level)
map "" "$(tiles '<tile id="3"><properties><property name="script" value="x"/></properties></tile>')" </dev/null >map.tmx
says tiles_that_are_not_there_say_nothing ""

# The same cells in every encoding: 1 in the corners of the map.
all="$layer [{\"tiles\": {\"cell_size\": 1, \"lower\": [0, -3], \"rows\": [ \"#..#\", \"....\", \"#..#\"]}}]}"
python3 - <<'E'
import base64, gzip, struct, zlib
raw = struct.pack("<12I", 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1)
text = lambda b: base64.b64encode(b).decode()
open("plain", "w").write('<data encoding="base64">\n  %s\n</data>' % text(raw))
open("zlib", "w").write('<data encoding="base64" compression="zlib">%s</data>' % text(zlib.compress(raw)))
open("gzip", "w").write('<data encoding="base64" compression="gzip">%s</data>' % text(gzip.compress(raw)))
open("zstd", "w").write('<data encoding="base64" compression="zstd">\nAAAA</data>')
open("long", "w").write('<data encoding="base64" compression="zlib">%s</data>' % text(zlib.compress(raw + raw)))
open("bomb", "w").write('<data encoding="base64" compression="zlib">%s</data>' % text(zlib.compress(bytes(1 << 24))))
open("short", "w").write('<data encoding="base64" compression="zlib">%s</data>' % text(zlib.compress(raw[:44])))
open("cut", "w").write('<data encoding="base64" compression="zlib">%s</data>' % text(zlib.compress(raw)[:-6]))
open("list", "w").write("<data>" + "".join('<tile gid="%d"/>' % g for g in struct.unpack("<12I", raw)) + "</data>")
chunk = lambda x, y, g: '<chunk x="%d" y="%d" width="2" height="3">%s</chunk>' % (x, y, g)
open("chunks", "w").write('<data encoding="csv">' + chunk(0, 0, "1,0,0,0,1,0") + chunk(2, 0, "0,1,0,0,0,1") + "</data>")
E
encoded() {
    map "${2:-}" "$(tiles "$full")" <<<"<layer name=\"l\" width=\"4\" height=\"3\">
$(cat "$1")</layer>" >map.tmx
}
for form in plain zlib gzip list; do
    encoded $form
    same "cells as $form" "$all" "$(bodies)"
done
encoded chunks 'infinite="1"'
same cells_as_chunks "$all" "$(bodies)"
encoded zstd
refused broken_zstd_is_named '3: layer 0 "l": data: not zstd' map.tmx
for form in long bomb; do
    encoded $form
    refused "cells: $form" '3: layer 0 "l": data: more than 12 cells, expected 12' map.tmx
done
encoded short
refused too_few_cells '3: layer 0 "l": data: 11 cells, expected 12' map.tmx
encoded cut
refused cut_off_cells '3: layer 0 "l": data: not zlib' map.tmx

# ---- the level ----
map 'class="m"' '<properties><property name="scale" value="32"/><property name="friction" value="0.5"/><property name="bounds" type="bool" value="true"/></properties>' >map.tmx <<'E'
<objectgroup name="g" offsetx="16" offsety="-8">
 <object id="1" type="solid" x="0" y="0" width="32" height="32" rotation="90"/>
 <object id="2" name="gate" type="door" width="8" height="32"><properties><property name="friction" value="0.25"/></properties></object>
 <object id="3" name="gate" type="door" x="32" width="8" height="32"><properties><property name="friction" value="0.25"/></properties></object>
 <object id="4" type="one_way" width="32" height="8" rotation="-30"/>
 <object id="5" name="pool" type="hazard" width="32" height="32"/>
 <object id="6" type="player" x="16" y="16" width="16" height="32"/>
 <object id="7" name="end" type="goal" x="48" y="8"><point/></object>
 <object id="8" class="wall"><polyline points="0,0 32,0 32,32"/></object>
 <object id="9" type="dynamic" width="32" height="32"/>
</objectgroup>
E
same level_has_all_parts ' "level": { "polygons": [ {"points": [[-0.5, 0.25], [-0.5, -0.75], [0.5, -0.75], [0.5, 0.25]]}, {"region": "gate", "points": [[0.5, -0.75], [0.75, -0.75], [0.75, 0.25], [0.5, 0.25]]}, {"region": "gate", "points": [[1.5, -0.75], [1.75, -0.75], [1.75, 0.25], [1.5, 0.25]]}, {"region": "one_way", "points": [[0.625, 0.0335], [1.49103, 0.5335], [1.36603, 0.75], [0.5, 0.25]]}, {"region": "pool", "points": [[0.5, -0.75], [1.5, -0.75], [1.5, 0.25], [0.5, 0.25]]}, {"rings": [[[0.5, 0.25], [1.5, 0.25]], [[1.5, 0.25], [1.5, -0.75]]]}], "player": {"polygon": {"points": [[-0.25, -0.5], [0.25, -0.5], [0.25, 0.5], [-0.25, 0.5]]}}, "spawn": [1.25, -0.75], "bounds": {"lower": [0, -1.5], "upper": [2, 0]}, "friction": 0.5, "regions": [ {"name": "gate", "kind": "wall", "friction": 0.25}, {"name": "one_way", "kind": "one_way", "friction": 0.5, "direction": 120}, {"name": "pool", "kind": "area"}], "goals": [ {"name": "end", "position": [2, 0]}] }}' \
    "$(level)"

# ---- what is said ----
map >map.tmx <<'E'
<objectgroup name="g" class="solid">
<object id="3" name="hint"><text>x</text></object>
<object id="4" template="a.tx"/>
<object id="5"><point/></object>
<object id="6" width="0" height="4"/>
<object id="7" type="sensor"><polyline points="0,0 9,9"/></object>
</objectgroup>
<imagelayer name="sky"/>
<objectgroup name="far" parallaxx="0.5"/>
<objectgroup name="signs"><object id="8" name="a"/><object id="9"><properties><property name="script" value="x"/></properties></object></objectgroup>
E
says everything_left_out_is_named 'pawl: map.tmx:4: warning: layer 0 "g": the template a.tx: No such file or directory
pawl: map.tmx:3: note: layer 0 "g", object 3 "hint": a text has no shape; kept as data
pawl: map.tmx:4: warning: layer 0 "g", object 4: left out: its template is missing
pawl: map.tmx:6: warning: layer 0 "g", object 6: left out: it has no width or no height
pawl: map.tmx:7: warning: layer 0 "g", object 7: left out: a polyline has no inside to sense
pawl: map.tmx:2: note: layer 0 "g": 1 object without a role left out: 5
pawl: map.tmx:9: note: layer 1 "sky": an image layer has nothing to collide with; kept as data
pawl: map.tmx:10: note: layer 2 "far": its factor of parallax is kept as data
pawl: map.tmx:11: note: layer 3 "signs": 2 objects without a role left out: 8 "a", 9
pawl: map.tmx: note: properties without a use here: script (1)'
"$pawl" import map.tmx strict.json --strict >out 2>err
same strict_makes_the_first_warning_an_error \
    'exit 2, pawl: map.tmx:4: layer 0 "g": the template a.tx: No such file or directory' \
    "exit $?, $(cat out err)"
check strict_writes_nothing test ! -e strict.json
map 'orientation2=""' </dev/null | sed 's/orthogonal/oblique/' >map.tmx
refused other_orientations_are_named '1: orientation: "oblique" maps are not supported; orthogonal, isometric, staggered and hexagonal ones are' map.tmx
map "" '<tileset firstgid="1" source="none.tsx"/>' </dev/null >map.tmx
refused missing_tileset_is_named "1: tileset 0: none.tsx: No such file or directory" map.tmx
echo '<tileset tilewidth="16"/>' >bad.tsx
map "" '<tileset firstgid="1" source="bad.tsx"/>' </dev/null >map.tmx
"$pawl" import map.tmx out.json >out 2>err
same tileset_with_a_mistake_is_named \
    'pawl: bad.tsx:1: tileset 0: "tilewidth" or "tileheight" is missing' "$(cat err)"
map "" "" <<<'<objectgroup name="g"><object id="1" gid="7"/></objectgroup>' >map.tmx
refused tile_of_no_tileset '2: layer 0 "g", object 1: gid: no tileset has tile 7' map.tmx
map <<<'<objectgroup name="g"><object id="1" x="1e9"/></objectgroup>' >map.tmx
refused far_away_is_refused '2: layer 0 "g", object 1: x: "1e9" is no number within 4000000 pixels' map.tmx
map <<<'<objectgroup name="g"><object id="1" type="solid" width="9" height="9"><properties>
<property name="friction" value="-1"/></properties></object></objectgroup>' >map.tmx
says property_out_of_range_is_a_note 'pawl: map.tmx:3: note: layer 0 "g", object 1: friction is ignored: "-1" is not a number in 0 .. 32767.99998'
map <<<'<objectgroup name="g"><object id="1" width="9" height="9"><properties>
<property name="body" value="dynamc"/></properties></object></objectgroup>' >map.tmx
says body_is_one_of_three 'pawl: map.tmx:3: note: layer 0 "g", object 1: body is ignored: "dynamc" is not "static", "kinematic" or "dynamic"
pawl: map.tmx:2: note: layer 0 "g": 1 object without a role left out: 1'
map <<<'<layer name="l" width="4" height="3"><data encoding="csv">1,x</data></layer>' >map.tmx
refused cell_is_a_number '2: layer 0 "l": data: cell 1 is no tile number' map.tmx
map <<<'<objectgroup name="g"></layer>' >map.tmx
refused xml_has_a_line '2: mismatched tag' map.tmx
printf '<!DOCTYPE map [<!ENTITY a "b">]>\n<map/>' >map.tmx
refused entities_are_refused '1: declares entities of its own' map.tmx
echo '<scene/>' >map.tmx
refused other_xml_is_no_map '1: neither a map, a tileset nor a template of Tiled: <scene>' map.tmx
cp "$maps/tiles.tsx" .
refused tileset_is_no_map '2: not a map of Tiled' tiles.tsx
usage import_needs_a_map " import: no map" import
usage import_needs_a_scene " import: no name for the scene" import a.tmx
usage import_takes_two " import: more than a map and a scene: c" import a b c
usage run_knows_tilesets " tiles.tsx:2: no scene" run tiles.tsx

# ---- both formats, both ways ----
cp "$maps"/* .
python3 "$root/tests/cli/tmx_to_json.py" platformer.tmx platformer.tmj
"$pawl" import platformer.tmx from_xml.json >out 2>/dev/null
same platformer_in_numbers 'map: tilesets=1 tile_layers=2 tiles=87 object_layers=3 objects=16 image_layers=0
scene: bodies=17 dynamic=6 shapes=21 polygons=10 regions=5 player=yes left_out=2 warnings=0' "$(cat out)"
"$pawl" import platformer.tmj from_json.json >/dev/null 2>&1
check xml_and_json_are_one_scene cmp from_xml.json from_json.json
for map in platformer.tmx topdown.tmj; do
    "$pawl" import "$map" scene.json >/dev/null 2>&1
    "$pawl" run scene.json --hash-every 60 >one 2>&1
    "$pawl" run "$map" --hash-every 60 >two 2>/dev/null
    check "$map runs as its scene" cmp one two
    check "$map moves" grep -q "hash=" two
done
check scenes_of_maps_have_levels grep -q '"spawn": \[1.5, -1.5\]' scene.json

# Tiles that break are bodies one by one, but walls of the player as the others are.
"$pawl" import bricks.tmx bricks.json >out 2>err
same breakable_tiles_are_bodies "0 scene: bodies=9 dynamic=2 shapes=9 polygons=2 regions=0 player=no left_out=0 warnings=0" \
    "$? $(tail -1 out)$(cat err)"
same a_map_says_how_things_break '  "fracture": {"seed": 7, "pieces": 6},' "$(grep fracture bricks.json)"
same bricks_break_when_they_are_hit "tick=240 bodies=14" "$("$pawl" run bricks.tmx | grep -o 'tick=240 bodies=[0-9]*')"
sed 's/"break_impulse" type="float" value="8"/"break_impulse" type="float" value="800"/' bricks.tmx >hard.tmx
same hard_bricks_do_not "tick=240 bodies=9" "$("$pawl" run hard.tmx | grep -o 'tick=240 bodies=[0-9]*')"
sed 's/"fracture_pieces" type="int" value="6"/"fracture_size_min" value="0.25"/; s/"fracture_seed" type="int" value="7"/"fracture_focus" value="0"/' bricks.tmx >other.tmx
same pieces_have_a_size '  "fracture": {"size_min": 0.25, "focus": 0},' "$("$pawl" import other.tmx - 2>err | grep fracture)"
sed 's/"fracture_pieces" type="int" value="6"/"fracture_room" value="1"/' bricks.tmx >other.tmx
same rooms_are_limited '  "fracture": {"seed": 7, "room": 1},' "$("$pawl" import other.tmx - 2>err | grep fracture)"
sed 's/"fracture_pieces" type="int" value="6"/"fracture_pieces" value="1"/' bricks.tmx >other.tmx
"$pawl" import other.tmx out.json >out 2>err
same pieces_are_at_least_two 'exit 0, pawl: other.tmx:7: note: fracture_pieces is ignored: "1" is not a whole number in 2 .. 256' "exit $?, $(cat err)"

# ---- maps of others; what is in them was counted by Python's json, apart from this program ----
if [ -n "$others" ]; then
    # 9 object layers, 115 objects; 18 bodyType "static" (two without a tile) and 2 "dynamic".
    "$pawl" import "$others/sandbox.json" sandbox.json >out 2>err
    same sandbox_in_numbers 'map: tilesets=1 tile_layers=0 tiles=0 object_layers=9 objects=115 image_layers=0
scene: bodies=20 dynamic=2 shapes=20 polygons=18 regions=1 player=no left_out=95 warnings=0' "$(cat out)"
    "$pawl" run sandbox.json --ticks 120 >one
    "$pawl" run "$others/sandbox.json" --ticks 120 >two 2>/dev/null
    check sandbox_runs_as_its_scene cmp one two
    "$pawl" import "$others/sandbox.tmx" none.json >out 2>err
    same sandbox_lacks_its_tileset \
        "exit 2, pawl: $others/sandbox.tmx:3: tileset 0: objs.tsx: No such file or directory" \
        "exit $?, $(cat out err)"
    # With a tileset in place of the missing one: 2 layers, 1558 cells, 29 objects in one layer.
    cp "$others/outdoor.json" .
    echo '<tileset tilewidth="16" tileheight="16"/>' >outdoor.tsx
    "$pawl" import outdoor.json out.json >out 2>err
    same outdoor_in_numbers "$(python3 - <<'E'
import json
m = json.load(open("outdoor.json"))
tiles = sum(1 for l in m["layers"] for g in l.get("data", []) if g)
groups = [l for l in m["layers"] if l["type"] == "objectgroup"]
objects = [o for l in groups for o in l["objects"]]
sensors = [o for o in objects if o["type"] == "trigger"]
print("map: tilesets=%d tile_layers=%d tiles=%d object_layers=%d objects=%d image_layers=0"
      % (len(m["tilesets"]), len(m["layers"]) - len(groups), tiles, len(groups), len(objects)))
# By guess the layer above the ground is solid, and the player starts where his object is.
print("scene: bodies=%d dynamic=0 shapes=%d polygons=%d regions=1 player=yes left_out=%d warnings=0"
      % (len(sensors) + 1, len(sensors) + 1, len(sensors) + 1, len(objects) - len(sensors) - 1))
E
)" "$(cat out)"
else
    skip 4 "PAWL_DATA does not tell where maps of others are"
fi

finish tiled
