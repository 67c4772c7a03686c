#!/usr/bin/env bash
# test_scenes.sh - what scene files say of sensors, platforms, bullets, terrain and joints.
#
# usage: test_scenes.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

# ---- mistakes ----
refuses sensor_is_true_or_false \
    "2: body 0, shape 0: sensor: expected true or false, found a number" <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": [{"circle": {"radius": 1},
  "sensor": 1}]}]}
E
refuses sensor_is_no_platform '2: body 0, shape 0: both "sensor" and "one_way"' <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": [
  {"circle": {"radius": 1}, "sensor": true, "one_way": true}]}]}
E
refuses one_way_gets_a_suggestion \
    '2: body 0, shape 0: unknown key "oneway", did you mean "one_way"?' <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": [{"circle": {"radius": 1},
  "oneway": true}]}]}
E
refuses rolling_resistance_is_limited \
    "2: body 0, shape 0: rolling_resistance: 1.5 is out of range (0 .. 1)" <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": [
  {"circle": {"radius": 1}, "rolling_resistance": 1.5}]}]}
E
refuses break_impulse_is_not_negative \
    "2: body 0, shape 0: break_impulse: -1 is out of range (0 .. 31457280)" <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": [
  {"circle": {"radius": 1}, "break_impulse": -1}]}]}
E
refuses break_impulse_with_an_exponent_is_limited \
    "2: body 0, shape 0: break_impulse: 3.2e7 is out of range (0 .. 31457280)" <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": [
  {"circle": {"radius": 1}, "break_impulse": 3.2e7}]}]}
E
refuses endless_break_impulse_is_limited \
    "2: body 0, shape 0: break_impulse: 1e999999 is out of range (0 .. 31457280)" <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": [
  {"circle": {"radius": 1}, "break_impulse": 1e999999}]}]}
E
refuses break_impulse_is_limited \
    "2: body 0, shape 0: break_impulse: 31457281 is out of range (0 .. 31457280)" <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": [
  {"circle": {"radius": 1}, "break_impulse": 31457281}]}]}
E
refuses pieces_are_two_at_least "2: pieces: 1 is not a whole number in 2 .. 256" <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": []}],
  "fracture": {"pieces": 1}}
E
refuses fracture_gets_a_suggestion '2: unknown key "peices", did you mean "pieces"?' <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": []}],
  "fracture": {"peices": 3}}
E
refuses bullet_is_true_or_false \
    "2: body 0: bullet: expected true or false, found a string" <<'E'
{"pawl-scene": 1, "bodies": [
  {"bullet": "yes", "shapes": []}]}
E

# terrain NAME "REASON" SHAPE [TYPE]: a shape of a static body, on line 2, that is refused.
terrain() {
    refuses "$1" "2: body 0, shape 0: $2" < <(printf \
        '{"pawl-scene": 1, "bodies": [{"type": "%s", "shapes": [\n{%s}]}]}\n' "${4:-static}" "$3")
}
terrain chain_of_a_point_is_refused "points: fewer than 2" '"chain": {"points": [[0, 0]]}'
terrain loop_of_two_points_is_refused "points: fewer than 3" \
    '"chain": {"points": [[0, 0], [1, 0]], "loop": true}'
terrain short_chain_has_no_ghost_ends "points: fewer than 4" \
    '"chain": {"points": [[0, 0], [1, 0], [2, 0]], "ghost_ends": true}'
terrain loop_has_no_ends 'both "loop" and "ghost_ends"' \
    '"chain": {"points": [[0, 0], [1, 0], [2, 1], [0, 1]], "loop": true, "ghost_ends": true}'
terrain near_points_are_refused "points: 1 and 2 are too near to each other" \
    '"chain": {"points": [[0, 0], [1, 0], [1, 0.0001]]}'
terrain loop_is_closed_by_itself "points: 3 and 0 are too near to each other" \
    '"chain": {"points": [[0, 0], [1, 0], [1, 1], [0, 0]], "loop": true}'
terrain chain_point_is_a_pair "points: expected [x, y]" '"chain": {"points": [[0, 0], [1]]}'
terrain chain_point_is_limited "points: 9000 is out of range (-8191 .. 8191)" \
    '"chain": {"points": [[0, 0], [9000, 0]]}'
terrain chain_has_points '"points" is missing' '"chain": {"loop": true}'
terrain chain_key_gets_a_suggestion 'unknown key "onesided", did you mean "one_sided"?' \
    '"chain": {"points": [[0, 0], [1, 0]], "onesided": true}'
terrain chain_does_not_fall "chains, heights and tiles are for static and kinematic bodies" \
    '"chain": {"points": [[0, 0], [1, 0]]}' dynamic
terrain tiles_do_not_fall "chains, heights and tiles are for static and kinematic bodies" \
    '"tiles": {"rows": ["#"]}' dynamic
terrain chain_is_no_sensor "chains, heights and tiles cannot be sensors" \
    '"chain": {"points": [[0, 0], [1, 0]]}, "sensor": true'
terrain heights_are_there '"heights" is missing' '"heights": {"spacing": 2}'
terrain one_height_is_refused "count: bad argument" '"heights": {"heights": [1]}'
terrain heights_are_whole "heights: 0.5 is not a whole number in -32767 .. 32767" '"heights": {"heights": [0, 0.5]}'
terrain heights_have_sixteen_bits "heights: 32768 is not a whole number in -32767 .. 32767" \
    '"heights": {"heights": [0, 32768]}'
terrain heights_are_not_all_holes "heights: bad argument" \
    '"heights": {"heights": [0, null, 0]}'
terrain heights_do_not_fall "chains, heights and tiles are for static and kinematic bodies" \
    '"heights": {"heights": [0, 0]}' dynamic
terrain tiles_have_rows '"rows" is missing' '"tiles": {}'
terrain map_without_rows_is_refused "rows: no cells" '"tiles": {"rows": []}'
terrain map_without_columns_is_refused "rows: no cells" '"tiles": {"rows": ["", ""]}'
terrain rows_are_text "rows: expected a string, found a number" '"tiles": {"rows": ["#", 1]}'
terrain rows_are_equally_long "rows: row 1 has 3 characters, the first 2" \
    '"tiles": {"rows": ["##", "###"]}'
terrain unknown_tile_is_refused "rows: row 0, character 1 is not in the legend" \
    '"tiles": {"rows": ["#?"]}'
terrain legend_gets_a_suggestion 'legend: "sold" is not a tile, did you mean "solid"?' \
    '"tiles": {"rows": ["x"], "legend": {"x": "sold"}}'
terrain legend_is_by_character 'legend: "xx" is not one ASCII character' \
    '"tiles": {"rows": ["x"], "legend": {"xx": "solid"}}'
terrain small_cells_are_refused "cell_size: 0.05 is out of range (0.0625 .. 8191)" \
    '"tiles": {"rows": ["#"], "cell_size": 0.05}'
terrain large_map_is_refused "out of range" \
    '"tiles": {"rows": ["####"], "cell_size": 8000}'

# no_key NAME TYPE KEY VALUE: a key that a body of this type must not have.
no_key() {
    refuses "$1" "2: body 0: a $2 body has no \"$3\"" < <(printf \
        '{"pawl-scene": 1, "bodies": [{"type": "%s", "shapes": [],\n"%s": %s}]}\n' "$2" "$3" "$4")
}
no_key static_body_does_not_move static velocity "[1, 0]"
no_key static_body_does_not_turn static angular_velocity 10
no_key static_body_is_not_awake static awake true
no_key static_body_does_not_sleep static can_sleep false
for type in static kinematic; do
    no_key "$type body does not fall" "$type" gravity_scale 0
    no_key "$type body is not slowed" "$type" linear_damping 1
    no_key "$type body is not slowed in turning" "$type" angular_damping 1
    no_key "$type body is not turned" "$type" fixed_rotation true
    no_key "$type body is no bullet" "$type" bullet true
done

# in_level NAME "REASON" MEMBERS: a level, on line 2, that is refused.
in_level() {
    refuses "$1" "2: level$2" < <(printf '{"pawl-scene": 1, "level": {\n%s}}\n' "$3")
}
triangle='"points": [[0, 0], [1, 0], [0, 1]]'
refuses level_has_polygons '1: level: "polygons" is missing' <<<'{"pawl-scene": 1, "level": {}}'
in_level level_key_gets_a_suggestion ': unknown key "polygon", did you mean "polygons"?' '"polygon": []'
in_level region_has_a_name ', region 0: "name" is missing' '"regions": [{}], "polygons": []'
in_level region_is_of_a_kind \
    ', region 0: kind: "door" is not "wall", "one_way" or "area"' \
    '"regions": [{"name": "a", "kind": "door"}], "polygons": []'
in_level area_has_no_friction ', region 0: a region of kind area has no "friction"' \
    '"regions": [{"name": "a", "kind": "area", "friction": 1}], "polygons": []'
in_level wall_has_no_direction ', region 0: a wall has no "direction"' \
    '"regions": [{"name": "a", "direction": 1}], "polygons": []'
in_level regions_have_names_of_their_own ', region 1: there are two regions "a"' \
    '"regions": [{"name": "a"}, {"name": "a"}], "polygons": []'
in_level ground_is_a_region_already ', region 0: there are two regions "ground"' \
    '"regions": [{"name": "ground"}], "polygons": []'
in_level region_of_a_polygon_is_there ', polygon 0: region: there is no region "b"' \
    "\"polygons\": [{\"region\": \"b\", $triangle}]"
in_level polygon_has_points ', polygon 0: "points" is missing' '"polygons": [{}]'
in_level polygon_is_one_thing ', polygon 0: both "points" and "rings"' \
    "\"polygons\": [{\"rings\": [], $triangle}]"
in_level polygon_has_two_points ', polygon 0: points: expected 2 to 65535' \
    '"polygons": [{"points": [[0, 0]]}]'
in_level ring_has_two_points ', polygon 0: points: expected 2 to 65535' \
    '"polygons": [{"rings": [[[0, 0], [1, 1]], []]}]'
in_level rings_are_there ', polygon 0: rings: none' '"polygons": [{"rings": []}]'
in_level level_point_is_limited \
    ', polygon 0: points: 17000 is out of range (-16383.99998 .. 16383.99998)' \
    '"polygons": [{"points": [[0, 0], [17000, 0]]}]'
in_level player_is_not_round ', player: unknown key "circle"' \
    '"polygons": [], "player": {"circle": {"radius": 1}}'
in_level player_has_sharp_corners ', player: a player has no rounded corners' \
    '"polygons": [], "player": {"box": {"width": 1, "height": 1, "radius": 0.5}}'
in_level bounds_have_an_inside ': bounds: upper must lie above and right of lower' \
    '"polygons": [], "bounds": {"lower": [0, 0], "upper": [0, 1]}'
in_level goal_has_a_place ', goal 0: "position" is missing' '"polygons": [], "goals": [{}]'

# joint NAME "REASON" JOINT: a joint on line 4 that is refused. "a" is static, "b" dynamic, "c"
# kinematic, and of "row" there are two rows of copies, 3 + 2.
joint() {
    refuses "$1" "4: joint 0: $2" < <(printf \
        '{"pawl-scene": 1, "bodies": [{"name": "a", "type": "static", "shapes": []},
        {"name": "b", "shapes": []}, {"name": "c", "type": "kinematic", "shapes": []},
        {"name": "row", "repeat": {"count": 3, "rows": 2, "shrink": 1}, "shapes": []}], "joints": [
{%s}]}\n' "$3")
}
joint joint_type_gets_a_suggestion 'type: "revolut" is not a joint, did you mean "revolute"?' \
    '"type": "revolut", "bodies": ["a", "b"], "at": [0, 0]'
joint joint_needs_bodies '"bodies" is missing' '"type": "weld", "at": [0, 0]'
joint joint_needs_two_bodies "bodies: expected two" '"type": "weld", "bodies": ["a"], "at": [0, 0]'
joint joint_of_an_unknown_body 'bodies: there is no body "tower"' \
    '"type": "weld", "bodies": ["a", "tower"], "at": [0, 0]'
joint joint_of_a_misspelt_body 'bodies: there is no body "be", did you mean "b"?' \
    '"type": "weld", "bodies": ["a", "be"], "at": [0, 0]'
joint joint_of_a_missing_copy 'bodies: "b" has fewer copies' \
    '"type": "weld", "bodies": ["a", ["b", 1]], "at": [0, 0]'
joint joint_needs_a_place '"at" is missing' '"type": "weld", "bodies": ["a", "b"]'
joint rope_needs_two_places '"to" is missing' \
    '"type": "distance", "bodies": ["a", "b"], "from": [0, 0]'
joint joint_limit_is_ordered "limit: lower above upper" \
    '"type": "revolute", "bodies": ["a", "b"], "at": [0, 0], "limit": [30, -30]'
joint joint_needs_something_that_moves "bodies: neither is dynamic" \
    '"type": "revolute", "bodies": ["a", "c"], "at": [0, 0]'
joint joint_needs_different_bodies "bodies: the same body twice" \
    '"type": "revolute", "bodies": ["b", "b"], "at": [0, 0]'
joint joint_of_the_same_copy_twice "bodies: the same body twice" \
    '"type": "weld", "bodies": [["row", 4], ["row", 4]], "at": [0, 0]'
joint joint_of_one_of_many_names_it 'bodies: "row" has 5 copies, name one: ["row", 0]' \
    '"type": "weld", "bodies": ["b", "row"], "at": [0, 0]'
joint joint_is_near_its_bodies "more than 8191 units away from a body" \
    '"type": "weld", "bodies": ["a", "b"], "at": [0, 9000]'
joint gear_has_a_ratio "ratio: 0 is too near to 0" \
    '"type": "gear", "bodies": ["a", "b"], "ratio": 0'
joint pulley_ratio_is_positive "ratio: -2 is negative" \
    '"type": "pulley", "bodies": ["a", "b"], "from": [0, 0], "to": [1, 0], "ratio": -2'
joint teeth_are_apart "ratio: 0.0001 is too near to 0" \
    '"type": "ratchet", "bodies": ["a", "b"], "ratio": 0.0001'
joint rod_has_a_length "target: -1 is out of range (0 .. 32767.99998)" \
    '"type": "distance", "bodies": ["a", "b"], "from": [0, 0], "to": [1, 0], "target": -1'
joint rope_has_a_length "limit: -1 is out of range (0 .. 32767.99998)" \
    '"type": "distance", "bodies": ["a", "b"], "from": [0, 0], "to": [1, 0], "limit": [-1, 2]'
joint drive_has_a_top_speed "velocity: more than 8192 units per second on an axis" \
    '"type": "motor", "bodies": ["a", "b"], "at": [0, 0], "velocity": [0, -8193]'

# Which types know the keys that not all of them do.
declare -A knows=(
    [at]="revolute prismatic weld wheel motor gear ratchet"
    [axis]="revolute prismatic weld wheel motor gear ratchet"
    [from]="distance pulley"
    [to]="distance pulley"
    [limit]="revolute prismatic distance wheel"
    [motor]="revolute prismatic distance wheel motor gear"
    [spring]="revolute prismatic distance weld wheel motor"
    [angular_spring]="weld motor"
    [target]="revolute prismatic distance wheel pulley gear ratchet"
    [ratio]="pulley gear ratchet"
    [ground]="pulley"
    [velocity]="motor"
    [max_force]="motor"
    [break]="revolute prismatic distance weld wheel motor pulley gear ratchet"
    [collide]="revolute prismatic distance weld wheel motor pulley gear ratchet"
)
declare -A example=(
    [at]="[0, 0]" [axis]="30" [from]="[0, 0]" [to]="[1, 0]" [limit]="[0, 1]" [ratio]="2"
    [motor]='{"max": 1}' [spring]='{"hertz": 1}' [angular_spring]='{"hertz": 1}' [target]="1"
    [ground]='{"a": [0, 0], "b": [1, 0]}' [velocity]="[1, 0]" [max_force]="1"
    [break]='{"force": 1}' [collide]="true"
)
for type in revolute prismatic distance weld wheel motor filter pulley gear ratchet; do
    # What it needs, and what it may have besides, in the order of the loader's list.
    known=""
    for key in at axis from to limit motor spring angular_spring target ratio ground velocity \
        max_force break collide; do
        if [[ " ${knows[$key]} " == *" $type "* ]]; then
            known+=", \"$key\": ${example[$key]}"
        else
            joint "$type has no $key" "a $type joint has no \"$key\"" \
                "\"type\": \"$type\", \"bodies\": [\"a\", \"b\"], \"$key\": ${example[$key]}"
        fi
    done
    check "$type has all the rest" [ -n "$(hash_of 1 <<<"{\"pawl-scene\": 1, \"bodies\": [
        {\"name\": \"a\", \"type\": \"static\", \"shapes\": []},
        {\"name\": \"b\", \"shapes\": []}], \"joints\": [
        {\"type\": \"$type\", \"bodies\": [\"a\", \"b\"]$known}]}")" ]
done

# ---- what the result tells ----
# result TICKS: the line before the last one of a scene on stdin.
result() {
    cat >scene.json
    "$pawl" run scene.json --ticks "$1" | sed '$d' | tail -n 1
}
gate='{"type": "static", "shapes": [{"box": {"width": 4, "height": 1}, "sensor": true}]}'
balls='{"position": [-1, 3], "repeat": {"count": 2, "step": [2, 0]},
  "shapes": [{"circle": {"radius": 0.5}}]}'
same sensors_are_counted "joints=0 breaks=0 sensor_begins=2 hits=0" \
    "$(result 120 <<<"{\"pawl-scene\": 1, \"bodies\": [$gate, $balls]}")"
"$pawl" run scene.json --ticks 120 --json >json
same json_counts_sensors "0 0 2 0" "$(python3 - <<'E'
import json
run = json.load(open("json"))
print(run["joints"], run["breaks"], run["sensor_begins"], run["hits"])
E
)"
same torn_links_are_counted "soft_bodies=1 soft_awake=1 tears=18" \
    "$("$pawl" run "$examples/cloth.json" | sed -n 1p)"
same scene_without_them_has_one_line "" \
    "$(result 10 <<<"{\"pawl-scene\": 1, \"bodies\": [$gate]}")"
same hits_are_counted_when_asked_for "joints=0 breaks=0 sensor_begins=0 hits=1" "$(result 60 <<'E'
{"pawl-scene": 1, "bodies": [{"type": "static", "shapes": [{"box": {"width": 4, "height": 1}}]},
  {"position": [0, 3], "shapes": [{"circle": {"radius": 0.5}, "hit_events": true}]},
  {"position": [1.5, 3], "shapes": [{"circle": {"radius": 0.4}}]}]}
E
)"
same joints_that_break_are_counted "joints=1 breaks=1 sensor_begins=0 hits=0" "$(result 60 <<'E'
{"pawl-scene": 1, "bodies": [{"name": "a", "type": "static", "shapes": []},
  {"name": "b", "repeat": {"count": 2, "step": [3, 0]}, "shapes": [{"circle": {"radius": 1}}]}],
 "joints": [
  {"type": "weld", "bodies": ["a", ["b", 0]], "at": [0, 0], "break": {"force": 20}},
  {"type": "weld", "bodies": ["a", ["b", 1]], "at": [3, 0], "break": {"force": 50}}]}
E
)"

# ---- each key makes a difference ----
# differs NAME PLAIN CHANGED: two scenes that end differently.
differs() {
    local plain changed
    plain=$(hash_of 90 <<<"$2")
    changed=$(hash_of 90 <<<"$3")
    check "$1" [ "$plain" != "$changed" ]
    check "$1 (both run)" [ -n "$plain" -a -n "$changed" ]
}
platform='{"pawl-scene": 1, "bodies": [
  {"type": "static", "shapes": [{"box": {"width": 9, "height": 0.2}KEY}]},
  {"position": [0, -1], "velocity": [1, 8], "shapes": [{"circle": {"radius": 0.25}}]}]}'
differs one_way_is_one_way "${platform/KEY/}" "${platform/KEY/, \"one_way\": true}"
rolling=${platform/-1/1}
differs rolling_resistance_slows "${rolling/KEY/}" "${rolling/KEY/, \"rolling_resistance\": 0.2}"
shot='{"pawl-scene": 1, "gravity": [0, 0], "length_unit": 1, "bodies": [
  {"shapes": [{"box": {"width": 0.1, "height": 4}}]},
  {"position": [-20, 0], "velocity": [2000, 0], "shapes": [{"circle": {"radius": 0.1}}]KEY}]}'
differs bullets_hit "${shot/KEY/}" "${shot/KEY/, \"bullet\": true}"
falling='{"pawl-scene": 1, "bodies": [{"type": "static", "shapes": [{"box": {"width": 9, "height": 1}}]},
  {"position": [0, 6], "shapes": [{"box": {"width": 2, "height": 1}KEY}]}]MORE}'
broken=${falling/KEY/, \"break_impulse\": 4}
differs bricks_break "$(sed "s,KEY,,; s,MORE,," <<<"$falling")" "${broken/MORE/}"
largest=${broken/MORE/}
largest=$(hash_of 1 <<<"${largest/4/31457280}")
same the_largest_break_impulse_is_read "$largest" \
    "$(hash_of 1 <<<"$(sed 's,MORE,,; s,: 4},: 3.145728e7},' <<<"$broken")")"
check "the_largest_break_impulse_is_read (it runs)" [ -n "$largest" ]
differs pieces_of_another_number "${broken/MORE/, \"fracture\": {\"pieces\": 4\}}" \
    "${broken/MORE/, \"fracture\": {\"pieces\": 5\}}"
differs pieces_of_another_seed "${broken/MORE/, \"fracture\": {\"seed\": 4\}}" \
    "${broken/MORE/, \"fracture\": {\"seed\": 5\}}"
rube='{"gravity": {"x": 0, "y": -10}, "body": [{"type": 0, "position": 0, "fixture": [{"density": 1,
  "polygon": {"vertices": {"x": [-9, 9, 9, -9], "y": [-1, -1, 1, 1]}}}]}, {"type": 2, "awake": true,
  "position": {"x": 0, "y": 6}, "fixture": [{"density": 1, "customProperties": [
    {"name": "colour", "string": "red"}, {"name": "breakImpulse", "float": VALUE}],
    "polygon": {"vertices": {"x": [-1, 1, 1, -1], "y": [-0.5, -0.5, 0.5, 0.5]}}}]}]}'
differs rube_fixtures_break "${rube/VALUE/4000}" "${rube/VALUE/4}"
# Of the body when the fixture says nothing; how, the world says.
four=${rube/VALUE/4}
whole=${four/\"type\": 2,/\"type\": 2, \"customProperties\": [\{\"name\": \"breakImpulse\", \"int\": 4\}],}
same rube_bodies_break "$(hash_of 90 <<<"$four")" "$(hash_of 90 <<<"${whole/breakImpulse\", \"float/colour\", \"float}")"
same rube_fixtures_come_first "$(hash_of 90 <<<"${rube/VALUE/4000}")" "$(hash_of 90 <<<"${whole/\"float\": 4/\"float\": 4000}")"
world='"customProperties": [{"name": "fractureSeed", "int": 5}, {"name": "fracturePieces", "int": 4},
  {"name": "fractureSizeMin", "float": 0.25}, {"name": "fractureFocus", "int": 0}, {"name": "fractureRoom", "int": 9}], "body":'
differs rube_worlds_say_how "$four" "${four/\"body\":/$world}"
echo "${four/\"body\":/$world}" >pieces.json
same rube_pieces_are_counted "bodies=5" "$("$pawl" run pieces.json --ticks 90 | grep -o 'bodies=[0-9]*')"
refuses rube_pieces_are_limited '1: fracturePieces: 1 is not a whole number in 2 .. 256' \
    <<<'{"customProperties": [{"name": "fracturePieces", "int": 1}], "body": []}'
refuses rube_focus_is_a_number '1: "float" is missing' \
    <<<'{"customProperties": [{"name": "fractureFocus", "string": "high"}], "body": []}'
refuses rube_break_impulse_is_limited '1: body 0, fixture 0: breakImpulse: 31457281 is out of range (0 .. 31457280)' \
    <<<'{"body": [{"fixture": [{"customProperties": [{"name": "breakImpulse", "float": 31457281}]}]}]}'
weld='{"pawl-scene": 1, "bodies": [{"name": "a", "type": "static", "shapes": []},
  {"name": "b", "position": [1, 0], "shapes": [{"box": {"width": 2, "height": 1}}]}], "joints": [
  {"type": "weld", "bodies": ["a", "b"], "at": [0, 0]KEY}]}'
differs weld_can_bend "${weld/KEY/}" "${weld/KEY/, \"angular_spring\": {\"hertz\": 2\}}"
heavy=${weld/KEY/, \"break\": {\"force\": NUMBER\}}
differs loads_count_to_the_last_digit "${heavy/NUMBER/150000}" "${heavy/NUMBER/150001}"
same loads_may_have_exponents "$(hash_of 1 <<<"${heavy/NUMBER/150000}")" \
    "$(for load in 1.5e5 15E+4 1500000.9e-1 150000000000000000000e-15; do
        hash_of 1 <<<"${heavy/NUMBER/$load}"
    done | uniq)"

# Degrees too: the paddle is in the gate after a quarter of a turn.
geared='{"pawl-scene": 1, "gravity": [0, 0], "bodies": [
  {"name": "a", "type": "static", "shapes": []},
  {"type": "static", "position": [0, 2], "shapes": [{"circle": {"radius": 0.2}, "sensor": true}]},
  {"name": "b", "shapes": [{"circle": {"radius": 0.1, "center": [2, 0]}}]}], "joints": [
  {"type": "revolute", "bodies": ["a", "b"], "at": [0, 0]},
  {"type": "gear", "bodies": ["a", "b"], "motor": {"speed": 60, "max": 1000}}]}'
same motor_of_a_gear_turns_by_degrees "joints=2 breaks=0 sensor_begins=0 hits=0
joints=2 breaks=0 sensor_begins=1 hits=0" "$(result 60 <<<"$geared"; result 100 <<<"$geared")"
pulley='{"pawl-scene": 1, "bodies": [
  {"name": "a", "position": [0, 1], "shapes": [{"box": {"width": 1, "height": 1}}]},
  {"name": "b", "position": [4, 2], "shapes": [{"box": {"width": 1, "height": 1}}]}], "joints": [
  {"type": "pulley", "bodies": ["a", "b"], "from": [0, 1], "to": [4, 2], "ratio": 2,
   "ground": {"a": [0, 6], "b": [4, 5]}KEY}]}'
same rope_of_a_pulley_is_as_long_as_it_stands \
    "$(hash_of 60 <<<"${pulley/KEY/, \"target\": 11}")" "$(hash_of 60 <<<"${pulley/KEY/}")"

# Ground by heights, which end in a hole.
field='{"pawl-scene": 1, "bodies": [{"type": "static", "shapes": [{"heights": {HEIGHTS}}]},
  {"type": "dynamic", "position": [0.5, 2], "velocity": [1, 0],
   "shapes": [{"circle": {"radius": 0.25}}]}]}'
hills='"heights": [2, 0, 1, 0, null, 0], "scale": 0.5, "origin": [-1, 0]'
differs heights_are_felt "${field/HEIGHTS/$hills}" "${field/HEIGHTS/${hills/2, 0, 1/2, 0, 2}}"
differs heights_have_a_scale "${field/HEIGHTS/$hills}" "${field/HEIGHTS/${hills/0.5/0.25}}"
differs heights_have_holes "${field/HEIGHTS/$hills}" "${field/HEIGHTS/${hills/null/0}}"
differs heights_have_a_distance "${field/HEIGHTS/$hills}" "${field/HEIGHTS/$hills, \"spacing\": 2}"
tiles='{"pawl-scene": 1, "bodies": [{"type": "static", "position": [-2, -1],
  "shapes": [{"tiles": {MAP}}]}, {"position": [0.5, 2.5], "velocity": [1, 0],
  "shapes": [{"circle": {"radius": 0.4}}]}]}'
level='"rows": ["#...=#", "#../##", "######"]'
other='"rows": ["x   tx", "x  sxx", "xxxxxx"],
  "legend": {"x": "solid", "t": "one_way", "s": "lower_right"}'
same legend_renames_tiles "$(hash_of 90 <<<"${tiles/MAP/$level}")" \
    "$(hash_of 90 <<<"${tiles/MAP/$other}")"
differs each_tile_counts "${tiles/MAP/$level}" "${tiles/MAP/${level/\//.}}"
differs cells_have_a_size "${tiles/MAP/$level}" "${tiles/MAP/$level, \"cell_size\": 0.75}"
differs maps_have_a_corner "${tiles/MAP/$level}" "${tiles/MAP/$level, \"lower\": [0, 0.25]}"
# caught ROWS GATE: how often a ball that falls on the middle of a map comes into a gate.
caught() {
    result 90 <<E
{"pawl-scene": 1, "bodies": [{"type": "static", "shapes": [{"tiles": {"rows": [$1]}}]},
  {"type": "static", "position": $2, "shapes": [{"box": {"width": 0.8, "height": 0.8},
                                                "sensor": true}]},
  {"position": [1.5, 4], "shapes": [{"circle": {"radius": 0.2}}]}]}
E
}
once="joints=0 breaks=0 sensor_begins=1 hits=0"
same first_row_is_on_top "$once" "$(caught '"...", "...", "###"' "[1.5, 1.5]")"
same last_row_is_below "" "$(caught '"###", "...", "..."' "[1.5, 1.5]")"
same slash_goes_up_to_the_right "$once" "$(caught '"./."' "[0.3, -1]")"
same backslash_goes_down_to_the_right "$once" "$(caught '".\\."' "[2.7, -1]")"
same one_way_tile_stops_from_above "" "$(caught '".=."' "[1.5, -1]")"
same upper_tiles_are_flat_on_top "" "$(caught '".7.", ".F."' "[1.5, 0.4]")"
# The front of a chain is on its right: this one, which leads to the left, is open from below.
ground='{"pawl-scene": 1, "bodies": [{"type": "static", "shapes": [{"chain": {
  "points": [[2, 0], [1, 0], [-1, 0], [-2, 0.5]]KEY}}]}, {"position": [0, 0.6], "velocity": [-1, 0.0],
  "shapes": [{"circle": {"radius": 0.5}}]}]}'
differs chains_have_ends "${ground/KEY/}" "${ground/KEY/, \"ghost_ends\": true}"
differs chains_can_be_closed "${ground/KEY/}" "${ground/KEY/, \"loop\": true}"
below=${ground/0.6/-0.6}
below=${below/-1, 0.0/0, 6}
differs chains_can_have_one_side "${below/KEY/}" "${below/KEY/, \"one_sided\": true}"

# ---- RUBE ----
cat >rube.json <<'E'
{"gravity": {"x": 0, "y": -10}, "body": [{"fixture": [
  {"friction": 0.5, "chain": {"vertices": {"x": [-4, 0, 0, 4], "y": [0, 0, 0, 0]},
   "hasPrevVertex": true, "prevVertex": {"x": -6, "y": 1}}},
  {"friction": 0.5, "chain": {"vertices": {"x": [9, 5, 5, 9, 9], "y": [0, 0, 3, 3, 0]}}}]},
 {"type": 2, "awake": true, "linearVelocity": {"x": 3, "y": 0}, "position": {"x": -3, "y": 1},
  "fixture": [{"density": 1, "friction": 0.5, "circle": {"radius": 0.5}}]},
 {"type": 2, "awake": true, "position": {"x": -7, "y": 9},
  "fixture": [{"density": 1, "friction": 0.5, "chain": {"vertices":
   {"x": [0, 1, 2], "y": [0, 1, 0]}}}]}]}
E
"$pawl" run rube.json --ticks 100 >out 2>err
same rube_chain_that_falls_is_told \
    'pawl: rube.json:8: note: body 2, fixture 0: a chain on a dynamic body is taken as segments' \
    "$(cat err)"
same rube_chains_are_chains_with_ghosts "$(sed -n 's/.*hash=//p' out)" "$(hash_of 100 <<'E'
{"pawl-scene": 1, "materials": {"a": {"density": 0, "friction": 0.5}}, "bodies": [
  {"type": "static", "shapes": [
   {"chain": {"points": [[-6, 1], [-4, 0], [0, 0], [4, 0], [8, 0]], "ghost_ends": true},
    "material": "a", "filter": {"mask": 65535}},
   {"chain": {"points": [[9, 0], [5, 0], [5, 3], [9, 3]], "loop": true},
    "material": "a", "filter": {"mask": 65535}}]},
  {"position": [-3, 1], "velocity": [3, 0], "shapes": [
   {"circle": {"radius": 0.5}, "friction": 0.5, "filter": {"mask": 65535}}]},
  {"position": [-7, 9], "shapes": [
   {"segment": {"from": [0, 0], "to": [1, 1]}, "friction": 0.5, "filter": {"mask": 65535}},
   {"segment": {"from": [1, 1], "to": [2, 0]}, "friction": 0.5, "filter": {"mask": 65535}}]}]}
E
)"

# fills SOFT: how many triangles of a soft body's inside are drawn.
fills() {
    printf '{"pawl-scene": 1, "camera": {"lower": [-4, -4], "upper": [4, 4]}, "soft_bodies": [%s]}' \
        "$1" >soft.json
    "$pawl" run soft.json --ticks 1 --svg soft.svg --png soft.png >out 2>err || cat err
    grep -c 'fill="#76b041" stroke="#76b041" stroke-width="1"' soft.svg
}
points='"points": [{"at": [0, 0]}, {"at": [1, 0]}, {"at": [0, 1]}, {"at": [1, 1]}], "colour": 3'
same inside_of_a_blob_is_filled 4 \
    "$(fills '{"blob": {"center": [0, 0], "radius": 1, "points": 6}, "colour": 3}')"
same surface_is_one_line_over_its_outline "6 6" \
    "$(grep -c 'stroke="#507035" stroke-width="6.19' soft.svg) $(grep -c 'stroke="#76b041" stroke-width="3.19' soft.svg)"
same triangles_of_links_are_filled_either_way_round 2 \
    "$(fills '{'"$points"', "links": [{"points": [1, 0]}, {"points": [2, 1]}, {"points": [0, 2]},
               {"points": [1, 3]}, {"points": [3, 2]}]}')"
check triangle_that_runs_clockwise_is_filled python3 "$pixels" colour soft.png 380,288 76b041
same open_corner_of_links_is_not_filled 0 \
    "$(fills '{'"$points"', "links": [{"points": [0, 1]}, {"points": [1, 2]}, {"points": [2, 3]}]}')"
same cloth_with_diagonals_is_filled 8 \
    "$(fills '{"cloth": {"lower": [-2, 0], "upper": [2, 2], "columns": 2, "rows": 1, "shear": 1}, "colour": 3}')"
same rope_is_not_filled 0 \
    "$(fills '{"rope": {"from": [-2, 0], "to": [2, 0], "links": 4}, "pins": [0], "colour": 3}')"
check pin_lies_on_top_of_its_rope sh -c 'grep "<path\|<circle" soft.svg | tail -1 | grep -q 1d1b26'

finish scenes
