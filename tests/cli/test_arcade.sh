#!/usr/bin/env bash
# test_arcade.sh - arcades in scene files: what the program says of mistakes, what each key does, and
# the commands that take them.
#
# usage: test_arcade.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

ball='{"name": "ball", "circle": {"radius": 0.5}}'

# ---- mistakes ----
# root NAME "REASON" MEMBERS: an arcade with other members of the file, on line 2.
root() {
    refuses "$1" "2: $2" < <(printf '{"pawl-scene": 1, "arcade": {"kinds": [], "bodies": []},
%s}\n' "$3")
}
both='an arcade: a file holds a world or an arcade, not both'
for key in bodies soft_bodies joints characters; do
    root "arcade and $key are refused" "both \"$key\" and \"arcade\"${both#an arcade}" "\"$key\": []"
done
root arcade_and_level_are_refused "both \"level\" and \"arcade\"${both#an arcade}" \
    '"level": {"polygons": []}'
root arcade_has_no_substeps 'an arcade has no "substeps"' '"substeps": 2'
root arcade_does_not_sleep 'an arcade has no "sleeping"' '"sleeping": true'
root arcade_has_no_length_unit 'an arcade has no "length_unit"' '"length_unit": 1'
root arcade_has_no_materials 'an arcade has no "materials"' '"materials": {}'
refuses arcade_is_an_object '1: arcade: expected an object, found an array' \
    <<<'{"pawl-scene": 1, "arcade": []}'
refuses arcade_has_kinds '1: arcade: "kinds" is missing' <<<'{"pawl-scene": 1, "arcade": {}}'
refuses arcade_has_bodies '1: arcade: "bodies" is missing' \
    <<<'{"pawl-scene": 1, "arcade": {"kinds": []}}'
refuses root_key_gets_a_suggestion '1: unknown key "arcde", did you mean "arcade"?' \
    <<<'{"pawl-scene": 1, "arcde": {}}'
refuses gravity_is_limited '1: the arcade: gravity or bounds out of range' \
    <<<'{"pawl-scene": 1, "gravity": [0, 9000], "arcade": {"kinds": [], "bodies": []}}'

# arcade NAME "REASON" MEMBERS: of the arcade, on line 2, with a kind "ball".
arcade() {
    refuses "$1" "2: arcade$2" < <(printf '{"pawl-scene": 1, "arcade": {"kinds": [%s], "bodies": [],
%s}}\n' "$ball" "$3")
}
arcade arcade_key_gets_a_suggestion ': unknown key "bound", did you mean "bounds"?' '"bound": {}'
arcade impact_limit_is_positive ': impact_limit: 0 is not a whole number in 1 .. 65535' \
    '"impact_limit": 0'
arcade bounds_have_corners ': "upper" is missing' '"bounds": {"lower": [0, 0]}'
arcade bounds_have_an_inside ': bounds: upper must lie above and right of lower' \
    '"bounds": {"lower": [0, 0], "upper": [1, 0]}'
arcade edge_is_known ': left: "sticky" is not "open", "bounce", "wrap" or "report"' \
    '"bounds": {"lower": [0, 0], "upper": [1, 1], "left": "sticky"}'
arcade edges_wrap_both ': bounds: "bottom" and "top" wrap both or neither' \
    '"bounds": {"lower": [0, 0], "upper": [1, 1], "top": "wrap"}'
arcade bounds_key_gets_a_suggestion ': unknown key "rigth", did you mean "right"?' \
    '"bounds": {"lower": [0, 0], "upper": [1, 1], "rigth": "open"}'

# kind NAME "REASON" MEMBERS: of a kind "k", on line 2.
kind() {
    refuses "$1" "2: arcade, kind 0 \"k\": $2" < <(printf \
        '{"pawl-scene": 1, "arcade": {"bodies": [], "kinds": [\n{"name": "k", %s}]}}\n' "$3")
}
circle='"circle": {"radius": 1}'
refuses kind_has_a_name '1: arcade, kind 0: "name" is missing' \
    <<<"{\"pawl-scene\": 1, \"arcade\": {\"bodies\": [], \"kinds\": [{$circle}]}}"
refuses kinds_have_names_of_their_own '1: arcade, kind 1 "ball": there are two kinds "ball"' \
    <<<"{\"pawl-scene\": 1, \"arcade\": {\"bodies\": [], \"kinds\": [$ball, $ball]}}"
kind kind_key_gets_a_suggestion 'unknown key "elastcity", did you mean "elasticity"?' \
    "$circle, \"elastcity\": 1"
kind kind_has_a_shape 'no circle, capsule, segment, box, polygon, regular, chain, heights, tiles or outline' '"stick": 1'
kind kind_has_one_shape 'both "circle" and "box"' "$circle, \"box\": {\"width\": 1, \"height\": 1}"
kind kind_is_no_terrain 'unknown key "chain"' '"chain": {"points": [[0, 0], [1, 0]]}'
kind elasticity_is_limited 'elasticity: 1.1 is out of range (0 .. 1)' "$circle, \"elasticity\": 1.1"
kind friction_is_limited 'friction: -1 is out of range (0 .. 1)' "$circle, \"friction\": -1"
kind stick_is_limited 'stick: 256 is out of range (0 .. 255)' "$circle, \"stick\": 256"
kind drag_is_limited 'air_drag: 256 is out of range (0 .. 255)' "$circle, \"air_drag\": 256"
kind gravity_scale_is_limited 'gravity_scale: 128 is out of range (-127 .. 127)' \
    "$circle, \"gravity_scale\": 128"
kind spring_is_limited 'spring: 16384 is out of range (0 .. 16383)' "$circle, \"spring\": 16384"
kind mass_is_not_negative 'inverse_mass: -1 is out of range (0 .. 32767.99998)' \
    "$circle, \"inverse_mass\": -1"
kind response_is_known 'response: "stop" is not "bounce", "spring" or "pass"' \
    "$circle, \"response\": \"stop\""
kind immovable_kind_has_no_drag 'a kind with inverse_mass 0 has no "air_drag"' \
    "$circle, \"inverse_mass\": 0, \"air_drag\": 1"
kind immovable_kind_does_not_fall 'a kind with inverse_mass 0 has no "gravity_scale"' \
    "$circle, \"inverse_mass\": 0, \"gravity_scale\": 1"
kind filter_has_no_group 'unknown key "group"' "$circle, \"filter\": {\"group\": 1}"
kind filter_has_sixteen_bits 'mask: 65536 is not a whole number in 0 .. 65535' \
    "$circle, \"filter\": {\"mask\": 65536}"
kind kind_has_a_colour 'colour: 8 is not a whole number in 0 .. 7' "$circle, \"colour\": 8"
kind large_kinds_are_refused 'out of range' '"capsule": {"from": [0, 0], "to": [5000, 0], "radius": 1}'

# body NAME "REASON" MEMBERS: of a body, on line 2.
body() {
    refuses "$1" "2: arcade, body 0$2" < <(printf \
        '{"pawl-scene": 1, "arcade": {"kinds": [%s], "bodies": [\n{%s}]}}\n' "$ball" "$3")
}
body body_has_a_kind ': "kind" is missing' '"position": [0, 0]'
body body_of_a_misspelt_kind ': there is no kind "bal", did you mean "ball"?' '"kind": "bal"'
body body_of_an_unknown_kind ': there is no kind "paddle"' '"kind": "paddle"'
body body_key_gets_a_suggestion ' "b": unknown key "postion", did you mean "position"?' \
    '"name": "b", "kind": "ball", "postion": [0, 0]'
body body_has_no_shapes ': unknown key "shapes"' '"kind": "ball", "shapes": []'
body body_does_not_turn ': unknown key "angle"' '"kind": "ball", "angle": 1'
body copies_do_not_turn ': unknown key "turn"' '"kind": "ball", "repeat": {"turn": 1}'
body speed_is_limited ': velocity: more than 8192 units per second on an axis' \
    '"kind": "ball", "velocity": [0, 9000]'
body copies_are_inside ': repeat: a copy lies outside the world' \
    '"kind": "ball", "repeat": {"count": 2, "step": [16383, 0]}, "position": [16383, 0]'
body bodies_are_limited ': more than 32000 bodies' \
    '"kind": "ball", "repeat": {"count": 200, "rows": 200}'

# ---- commands ----
only='an arcade, which only "pawl run" without a script and "pawl hash" take'
pong=$examples/pong.json
cp "$pong" p.json
echo 'pawl-script 1' >none.script
for command in "render p.json x.png" "bake p.json x" "record p.json -o x" "synctest p.json" \
    "diff p.json p.json" "run p.json --script none.script"; do
    # shellcheck disable=SC2086 # words are words
    "$pawl" $command >out 2>err
    code=$?
    grep -q "$only" err || grep -q "no window\|without SDL\|built without" err
    same "${command%% *} says that it takes no arcade" "2 0" "$code $?"
done
usage arcade_has_no_snapshot " run: --snapshot is for worlds, this is an arcade: p.json" \
    run p.json --snapshot x
usage arcade_has_no_tree " hash: an arcade has no --tree: p.json" hash p.json --tree
check nothing_is_written [ ! -e x -a ! -e x.png ]

same hash_is_that_of_a_run \
    "$("$pawl" run p.json --hash-every 200 | sed -n 's/^tick=\([0-9]*\) hash=/\1 /p')" \
    "$("$pawl" hash p.json --every 200 | sed -n '1,3s/^tick=\([0-9]*\) chain=[^ ]* hash=/\1 /p')"
"$pawl" run p.json --json --hash-every 300 >run.json
"$pawl" hash p.json --json --every 300 >hash.json
same json_says_the_same "$("$pawl" run p.json | tr '\n' ' ')" "$(python3 - <<'E'
import json
run = json.load(open("run.json"))
hashes = json.load(open("hash.json"))["hashes"]
assert [h["hash"] for h in run["hashes"]] == [h["hash"] for h in hashes]
print("impacts=%d pushes=%d springs=%d passes=%d edges=%d" % tuple(
    run[k] for k in ("impacts", "pushes", "springs", "passes", "edges")), end=" ")
print("tick=%d bodies=%d contacts=%d faults=0x%x hash=%s" % tuple(
    run[k] for k in ("tick", "bodies", "contacts", "faults", "hash")), end=" ")
E
)"
"$pawl" hash p.json --every 1 >a
"$pawl" hash p.json --every 1 >b
check chain_is_repeated cmp -s a b
check chain_is_not_the_hash [ "$(sed 's/.*chain=\([^ ]*\).*/\1/' a)" != "$(sed 's/.*hash=//' a)" ]
check chain_goes_on [ "$(sort -u a | wc -l)" = 600 ]

# Pictures: two walls, two lines, two paddles, two balls, of which one has left the picture.
"$pawl" run p.json --svg p.svg --png p.png --gif p.gif --width 320 >out
same picture_shows_edges_and_bodies 8 "$(grep -c '<path\|<circle' p.svg)"
check animation_is_written [ "$(head -c 6 p.gif)" = GIF89a ]
check animation_is_small [ "$(wc -c <p.gif)" -lt 300000 ]
"$pawl" run p.json --frame 0 --svg first.svg >out
echo "{\"pawl-scene\": 1, \"arcade\": {\"kinds\": [$ball], \"bodies\": [
  {\"kind\": \"ball\", \"colour\": [0, 1], \"repeat\": {\"count\": 2, \"step\": [1, 0], \"rows\": 2,
   \"row_step\": [0, 1]}}]}}" >open.json
"$pawl" run open.json --ticks 0 --svg open.svg >out
same open_edges_are_not_drawn 4 "$(grep -c '<path\|<circle' open.svg)"
same rows_have_colours_in_turn 2 "$(grep '<path\|<circle' open.svg | head -2 | grep -c -i e4572e)"
check pictures_differ_by_tick [ "$(cmp -s first.svg p.svg; echo $?)" = 1 ]

# ---- each key makes a difference ----
# differs NAME PLAIN CHANGED: two scenes that end differently.
differs() {
    local plain changed
    plain=$(hash_of 90 <<<"$2")
    changed=$(hash_of 90 <<<"$3")
    check "$1" [ "$plain" != "$changed" ]
    check "$1 (both run)" [ -n "$plain" -a -n "$changed" ]
}
# A ball falls on a floor beside another one, obliquely.
drop='{"pawl-scene": 1, "arcade": {"bounds": {"lower": [-4, 0], "upper": [4, 9]EDGES}, "kinds": [
  {"name": "floor", "box": {"width": 9, "height": 1}, "inverse_mass": 0, "elasticity": 0, "stick": 0,
   "friction": 0},
  {"name": "ball", "circle": {"radius": 0.5}KIND},
  {"name": "other", "regular": {"sides": 6, "size": 0.6}}], "bodies": [
  {"kind": "floor"}, {"kind": "ball", "position": [0, 2], "velocity": [2, 0]BODY},
  {"kind": "other", "position": [0.7, 4]}]}}'
# with KIND [EDGES [BODY]]
with() {
    local text=${drop/KIND/${1:-}}
    text=${text/EDGES/${2:-}}
    echo "${text/BODY/${3:-}}"
}
for key in '"elasticity": 1' '"friction": 1' '"stick": 2' '"air_drag": 1' '"gravity_scale": 0.5' \
    '"inverse_mass": 3' '"response": "spring"' '"response": "pass"' '"filter": {"category": 0}' \
    '"filter": {"mask": 0}'; do
    differs "$key counts" "$(with)" "$(with ", $key")"
done
differs spring_counts "$(with ', "response": "spring"')" "$(with ', "response": "spring", "spring": 900')"
for edge in bounce wrap report; do
    fast=', "repeat": {"count": 1}'
    right=$(with "" ", \"left\": \"$edge\", \"right\": \"$edge\"" "$fast")
    right=${right/\"velocity\": \[2, 0\]/\"velocity\": [30, 9]}
    open=${right//\"$edge\"/\"open\"}
    if [ "$edge" = report ]; then
        echo "$right" >right.json
        same reporting_edge_reports 1 "$("$pawl" run right.json --ticks 90 | sed -n 's/.*edges=//p')"
    else
        differs "edges can $edge" "$open" "$right"
    fi
done
same edges_says_all_four "$(hash_of 90 <<<"$(with "" ', "edges": "bounce"')")" "$(hash_of 90 <<<"$(with "" \
    ', "left": "bounce", "right": "bounce", "top": "bounce", "bottom": "bounce"')")"
same one_edge_overrides_edges "$(hash_of 90 <<<"$(with "" ', "edges": "bounce", "left": "open"')")" \
    "$(hash_of 90 <<<"$(with "" ', "right": "bounce", "top": "bounce", "bottom": "bounce"')")"
differs bodies_have_copies "$(with)" "$(with "" "" ', "repeat": {"count": 2, "step": [0, 2]}')"
same colours_are_not_hashed "$(hash_of 90 <<<"$(with)")" "$(hash_of 90 <<<"$(with ', "colour": 3' "" ', "colour": 1')")"
plain=$(with)
differs gravity_counts "$plain" "${plain/\"pawl-scene\": 1/\"pawl-scene\": 1, \"gravity\": [1, -10]}"
differs rate_counts "$plain" "${plain/\"pawl-scene\": 1/\"pawl-scene\": 1, \"rate\": 50}"
differs impact_limit_is_kept "$plain" "${plain/\"arcade\": \{/\"arcade\": \{\"impact_limit\": 3, }"
# What is about the origin is a circle or a box, all the same how it is written.
same box_is_a_box "$(hash_of 90 <<<"$plain")" "$(hash_of 90 <<<"${plain/\"box\": \{\"width\": 9, \"height\": 1\}/\"polygon\": \{\"points\": [[-4.5, -0.5], [4.5, -0.5], [4.5, 0.5], [-4.5, 0.5]]\}}")"
differs shape_off_the_origin_is_kept "$plain" \
    "${plain/\"radius\": 0.5/\"radius\": 0.5, \"center\": [0, 0.25]}"

# ---- maps of Tiled ----
cat >m.tmx <<'E'
<map orientation="orthogonal" width="8" height="4" tilewidth="16" tileheight="16">
 <properties><property name="edges" value="bounce"/><property name="top" value="report"/><property name="gravity" value="0"/></properties>
 <tileset firstgid="1" name="t" tilewidth="16" tileheight="16"><tile id="0" class="solid"/></tileset>
 <layer name="walls" width="8" height="4"><properties><property name="arcade" type="bool" value="true"/></properties><data encoding="csv">
1,0,0,0,0,0,0,1,
1,0,0,0,0,0,0,1,
1,0,0,0,0,0,0,1,
1,1,1,0,0,1,1,1</data></layer>
 <objectgroup name="things" class="arcade">
  <object id="1" name="ball" x="40" y="20" width="8" height="8"><properties><property name="inverse_mass" value="1"/><property name="elasticity" value="1"/><property name="velocity_x" value="3"/></properties><ellipse/></object>
  <object id="2" name="tri" x="64" y="20" class="dynamic"><polygon points="0,0 10,0 5,8"/></object>
  <object id="3" name="ell" x="64" y="40"><polygon points="0,0 16,0 16,4 4,4 4,10 0,10"/></object>
  <object id="4" name="ell" x="64" y="40" class="dynamic"><polygon points="0,0 16,0 16,4 4,4 4,10 0,10"/></object>
  <object id="5" name="coin" class="sensor" x="80" y="20" width="8" height="4"/>
  <object id="8" name="way" class="spawn" x="80" y="20"><point/></object>
  <object id="9" name="up" class="one_way" x="80" y="20" width="8" height="4"/>
  <object id="10" name="turned" x="16" y="16" width="16" height="8" rotation="90"><properties>
   <property name="category" type="int" value="4"/><property name="mask" type="int" value="40000"/></properties></object>
  <object id="6" name="goal" class="goal" x="80" y="20" width="8" height="4"/>
 </objectgroup>
 <objectgroup name="other"><object id="7" name="out" class="solid" x="8" y="8" width="8" height="4"/></objectgroup>
</map>
E
"$pawl" import m.tmx m.json >out 2>err
same map_is_told "0 map: tilesets=1 tile_layers=1 tiles=12 object_layers=2 objects=10 image_layers=0|scene: bodies=10 dynamic=2 shapes=10 polygons=0 regions=0 player=no left_out=5 warnings=5|" "$? $(tr '\n' '|' <out)"
same map_says_what_is_left_out "pawl: m.tmx:13: warning: layer 1 \"things\", object 4 \"ell\": left out: not convex, and a body of an arcade has one convex shape
pawl: m.tmx:15: warning: layer 1 \"things\", object 8 \"way\": left out: an arcade has no spawn and no goals
pawl: m.tmx:16: warning: layer 1 \"things\", object 9 \"up\": left out: an arcade has no one-way platforms
pawl: m.tmx:19: warning: layer 1 \"things\", object 6 \"goal\": left out: an arcade has no spawn and no goals
pawl: m.tmx:21: warning: layer 2 \"other\", object 7 \"out\": left out: the map has an arcade, and this is not in it" "$(cat err)"
same map_is_an_arcade ' "arcade": { "bounds": {"lower": [0, -4], "upper": [8, 0], "edges": "bounce", "top": "report"}, "kinds": [ {"name": "0", "box": {"width": 1, "height": 4}, "inverse_mass": 0}, {"name": "1", "box": {"width": 2, "height": 1}, "inverse_mass": 0}, {"name": "2", "circle": {"radius": 0.25}, "inverse_mass": 1, "elasticity": 1}, {"name": "3", "polygon": {"points": [[0, -0.25], [0.3125, 0.25], [-0.3125, 0.25]]}, "inverse_mass": 1}, {"name": "4", "polygon": {"points": [[-0.25, -0.125], [0.5, -0.125], [0.5, 0.125], [-0.5, 0.125]]}, "inverse_mass": 0}, {"name": "5", "polygon": {"points": [[-0.125, -0.3125], [0.125, -0.3125], [0.125, 0.0625], [-0.125, 0.3125]]}, "inverse_mass": 0}, {"name": "6", "box": {"width": 0.5, "height": 0.25}, "inverse_mass": 0, "response": "pass"}, {"name": "7", "box": {"width": 0.5, "height": 1}, "inverse_mass": 0, "filter": {"category": 4, "mask": 40000}}], "bodies": [ {"name": "walls", "kind": "0", "position": [0.5, -2]}, {"name": "walls", "kind": "0", "position": [7.5, -2]}, {"name": "walls", "kind": "1", "position": [2, -3.5]}, {"name": "walls", "kind": "1", "position": [6, -3.5]}, {"name": "ball", "kind": "2", "position": [2.75, -1.5], "velocity": [3, 0]}, {"name": "tri", "kind": "3", "position": [4.3125, -1.5]}, {"name": "ell", "kind": "4", "position": [4.5, -2.625]}, {"name": "ell", "kind": "5", "position": [4.125, -2.8125]}, {"name": "coin", "kind": "6", "position": [5.25, -1.375]}, {"name": "turned", "kind": "7", "position": [0.75, -1.5]}] }}' "$(sed -n '/"arcade"/,$p' m.json | tr -d '\n' | sed 's/  */ /g')"
same map_runs_as_its_scene "$("$pawl" run m.json)" "$("$pawl" run m.tmx 2>err)"
same strict_map_is_refused 2 "$("$pawl" import --strict m.tmx x.json 2>err; echo $?)"

# Tiles of two roles in one layer have properties of their own, and those that move are one by one.
cat >t.tmx <<'E'
<map orientation="orthogonal" width="4" height="1" tilewidth="16" tileheight="16">
 <properties><property name="arcade" value="true"/></properties>
 <tileset firstgid="1" name="t" tilewidth="16" tileheight="16">
  <tile id="0" class="solid"><properties><property name="elasticity" value="1"/></properties></tile>
  <tile id="1" class="hazard"><properties><property name="stick" value="2"/></properties></tile>
  <tile id="2" class="dynamic"><properties><property name="air_drag" value="3"/></properties></tile>
 </tileset>
 <layer name="l" width="4" height="1"><data encoding="csv">1,2,3,3</data></layer>
</map>
E
same tiles_have_properties_of_their_own '"inverse_mass": 0, "elasticity": 1,"inverse_mass": 0, "response": "pass", "stick": 2,"inverse_mass": 1, "air_drag": 3,' "$("$pawl" import t.tmx - 2>err |
    sed -n 's/^ *{"name": "[0-9]*", "box": [^}]*}, //; /^"inverse_mass"/p' | tr -d '{}]\n')"

# property NAME "REASON" PROPERTY: of an object on line 3 that is ignored.
property() {
    printf '<map orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16">
<objectgroup name="l" class="arcade"><object id="1" width="8" height="8"><properties>
<property %s/></properties></object></objectgroup></map>\n' "$3" >bad.tmx
    "$pawl" run bad.tmx >out 2>err
    same "$1" "0 pawl: bad.tmx:3: note: layer 0 \"l\", object 1: $2" "$? $(cat err)"
}
property map_elasticity_is_limited 'elasticity is ignored: "2" is not a number in 0 .. 1' 'name="elasticity" value="2"'
property map_response_is_known 'response is ignored: "no" is not one of the words that are known here' 'name="response" value="no"'
property map_mask_has_sixteen_bits 'mask is ignored: "65536" is not a whole number in 0 .. 65535' \
    'name="mask" value="65536"'
property map_mass_is_a_number 'inverse_mass is ignored: "light" is not a number in 0 .. 32767.99998' \
    'name="inverse_mass" value="light"'

# ---- RUBE ----
cat >rube.json <<'E'
{"gravity": {"x": 0, "y": -10}, "customProperties": [{"name": "arcade", "bool": true},
  {"name": "arcadeLower", "vec2": {"x": -8, "y": 0}}, {"name": "arcadeUpper", "vec2": {"x": 8, "y": 9}},
  {"name": "arcadeEdges", "string": "bounce"}, {"name": "arcadeTop", "string": "report"}],
 "body": [
 {"name": "ground", "type": 0, "position": {"x": 0, "y": 1}, "angle": 0, "fixture": [
  {"friction": 0.2, "polygon": {"vertices": {"x": [-2, 2, 2, -2], "y": [-1, -1, 1, 1]}}},
  {"friction": 0.2, "chain": {"vertices": {"x": [2, 4, 6], "y": [0, -0.5, 0]}}}]},
 {"name": "ball", "type": 2, "position": {"x": 0, "y": 5}, "linearVelocity": {"x": 2, "y": 0},
  "linearDamping": 0.5,
  "customProperties": [{"name": "inverseMass", "float": 0.5}, {"name": "stick", "int": 1}],
  "fixture": [{"density": 1, "friction": 3, "restitution": 0.5,
   "customProperties": [{"name": "elasticity", "float": 0.9}],
   "circle": {"center": {"x": 1, "y": 0}, "radius": 0.5}}, {"circle": {"radius": 0.25}}]},
 {"name": "coin", "type": 0, "position": {"x": 3, "y": 3}, "angle": 0, "fixture": [
  {"sensor": true, "polygon": {"vertices": {"x": [-2, 2, 2, -2], "y": [-1, -1, 1, 1]}}}]}],
 "joint": [{"type": "revolute"}]}
E
"$pawl" run rube.json --ticks 200 >out 2>err
same rube_says_what_is_left_out 'pawl: rube.json:8: note: body 1 "ball": a body of an arcade has one convex shape: only the first is taken
pawl: rube.json:16: note: joints left out: an arcade has none' "$(cat err)"
same rube_is_an_arcade "$(sed -n 's/.*hash=//p' out)" "$(hash_of 200 <<'E'
{"pawl-scene": 1, "arcade": {
  "bounds": {"lower": [-8, 0], "upper": [8, 9], "edges": "bounce", "top": "report"},
  "kinds": [
    {"name": "a", "box": {"width": 4, "height": 2}, "inverse_mass": 0, "friction": 0.2, "elasticity": 0},
    {"name": "b", "segment": {"from": [-1, 0.25], "to": [1, -0.25]},
     "inverse_mass": 0, "friction": 0.2, "elasticity": 0},
    {"name": "c", "segment": {"from": [-1, -0.25], "to": [1, 0.25]},
     "inverse_mass": 0, "friction": 0.2, "elasticity": 0},
    {"name": "d", "circle": {"radius": 0.5}, "inverse_mass": 0.5, "friction": 1, "elasticity": 0.9,
     "stick": 1, "air_drag": 0.5},
    {"name": "e", "box": {"width": 4, "height": 2}, "inverse_mass": 0, "friction": 0,
     "elasticity": 0, "response": "pass"}],
  "bodies": [{"kind": "a", "position": [0, 1]}, {"kind": "b", "position": [3, 0.75]},
    {"kind": "c", "position": [5, 0.75]}, {"kind": "d", "position": [1, 5], "velocity": [2, 0]},
    {"kind": "e", "position": [3, 3]}]}}
E
)"
sed '/"coin"/s/"angle": 0/"angle": 0.5/' rube.json >turned.json
check rube_shapes_are_turned [ "$("$pawl" run turned.json --ticks 200 2>err | sed -n 's/.*passes=//p')" != \
    "$(sed -n 's/.*passes=//p' out)" ]
sed 's/"chain": {/"chain": {"hasPrevVertex": true, "prevVertex": {"x": 0, "y": 1}, /' rube.json >ghost.json
same rube_ghosts_are_no_bodies "$(cat out)" "$("$pawl" run ghost.json --ticks 200 2>err)"
# spoilt NAME "LINE: REASON" FROM TO: the export with a mistake.
spoilt() {
    refuses "$1" "$2" <<<"$(sed "s/$3/$4/" rube.json)"
}
spoilt rube_arcade_is_true_or_false '1: "bool" is missing' '"bool": true' '"int": 1'
spoilt rube_edges_are_known '3: arcadeEdges: "jump" is not known here' '"bounce"' '"jump"'
spoilt rube_elasticity_is_limited '12: body 1 "ball": elasticity: 1.1 is out of range (0 .. 1)' \
    '"float": 0.9' '"float": 1.1'
sed 's/"bool": true/"bool": false/' rube.json | sed '/"joint"/s/\[{.*}\]/[]/' >world.json
check rube_world_stays_a_world grep -q awake= <("$pawl" run world.json 2>err)

# ---- the examples ----
# golden SCENE LINES: the whole result of a scene.
golden() {
    same "$1 ends as before" "$2" "$("$pawl" run "$examples/$1.json" 2>&1)"
}
same pong_of_tiled_is_played "impacts=1 pushes=0 springs=0 passes=0 edges=2
tick=600 bodies=3 contacts=0 faults=0x0 hash=50f4b2ab" "$("$pawl" run "$examples/../maps/pong.tmx" 2>&1)"
same pong_of_rube_is_played "impacts=1 pushes=0 springs=0 passes=0 edges=2
tick=600 bodies=3 contacts=0 faults=0x0 hash=002f6880" "$("$pawl" run "$examples/../rube/pong.json" 2>&1)"
golden pong "impacts=5 pushes=0 springs=0 passes=0 edges=7
tick=600 bodies=4 contacts=0 faults=0x0 hash=eb77a077"
golden breakout "impacts=194 pushes=0 springs=0 passes=0 edges=16
tick=600 bodies=42 contacts=0 faults=0x0 hash=47d6d00f"
golden slope "impacts=32343 pushes=1 springs=0 passes=0 edges=1144
tick=600 bodies=12 contacts=56 faults=0x0 hash=439078b5"
golden crowd "impacts=0 pushes=0 springs=156233 passes=68 edges=483
tick=400 bodies=223 contacts=284 faults=0x0 hash=99cebc6a"

finish arcade
