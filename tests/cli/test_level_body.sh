#!/usr/bin/env bash
# test_level_body.sh - levels that bodies meet: the same world as one with chains drawn by hand.
#
# usage: test_level_body.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

things='{"name": "ball", "position": [3, 3], "velocity": [2, 0], "shapes": [{"circle": {"radius": 0.5}}]},
  {"position": [6, 4], "angle": 20, "shapes": [{"box": {"width": 1, "height": 1}}]}'
softs='"soft_bodies": [{"blob": {"center": [9, 4], "points": 12}, "pressure": 0.5}]'

# hash_of_level "LEVEL": after two seconds among things.
hash_of_level() {
    hash_of 120 <<E
{"pawl-scene": 1, "bodies": [$things], $softs, "level": {$1}}
E
}

# hash_of_bodies "BODY, ...": the same, with bodies by hand.
hash_of_bodies() {
    hash_of 120 <<E
{"pawl-scene": 1, "bodies": [$things, $1], $softs}
E
}

# is_body NAME "LEVEL" "SHAPES": the level is one static body of these shapes.
is_body() {
    local level
    level=$(hash_of_level "$2")
    check "$1_runs" test -n "$level"
    same "$1" "$(hash_of_bodies "{\"type\": \"static\", \"shapes\": [$3]}")" "$level"
}

# loop "[x, y], ..." ["KEY": VALUE, ...]: a shape.
loop() {
    printf '{"chain": {"points": [%s], "loop": true, "one_sided": true}%s}' "$1" "${2:+, $2}"
}

ground='{"points": [[0, 0], [20, 0], [20, 1], [0, 1]]}'
ring='[0, 0], [20, 0], [20, 1], [0, 1]'
hill='{"points": [[4, 0.5], [12, 0.5], [8, 2.5]]}'
both='[0, 0], [20, 0], [20, 1], [11, 1], [8, 2.5], [5, 1], [0, 1]'

# ---- what the body is ----
is_body a_level_is_a_loop "\"body\": true, \"polygons\": [$ground]" "$(loop "$ring")"
is_body orientation_does_not_matter \
    '"body": true, "polygons": [{"points": [[0, 1], [20, 1], [20, 0], [0, 0]]}]' "$(loop "$ring")"
is_body walls_that_overlap_are_one "\"body\": true, \"polygons\": [$ground, $hill]" "$(loop "$both")"
is_body players_do_not_inflate_it \
    "\"body\": true, \"polygons\": [$ground, $hill], \"player\": {\"box\": {\"width\": 1, \"height\": 2}}, \"conservative\": true" \
    "$(loop "$both")"
is_body bounds_hold_the_player_alone \
    "\"body\": true, \"polygons\": [$ground, $hill], \"bounds\": {\"lower\": [1, -1], \"upper\": [5, 6]}" \
    "$(loop "$both")"
is_body apart_is_apart \
    "\"body\": true, \"polygons\": [$ground, {\"points\": [[5, 3], [7, 3], [7, 3.5]]}]" \
    "$(loop "$ring"), $(loop '[5, 3], [7, 3], [7, 3.5]')"
is_body a_room_has_an_inside \
    '"body": true, "polygons": [{"rings": [[[-1, -1], [21, -1], [21, 9], [-1, 9]], [[0, 1], [0, 8], [20, 8], [20, 1]]]}]' \
    "$(loop '[-1, -1], [21, -1], [21, 9], [-1, 9]'), $(loop '[0, 1], [0, 8], [20, 8], [20, 1]')"
is_body thin_walls_have_two_sides \
    "\"body\": true, \"polygons\": [$ground, {\"points\": [[13, 4], [7, 3]]}]" \
    "$(loop "$ring"), {\"chain\": {\"points\": [[7, 3], [13, 4]]}}"
is_body points_in_line_are_a_thin_wall \
    "\"body\": true, \"polygons\": [$ground, {\"points\": [[7, 3], [10, 3.5], [13, 4]]}]" \
    "$(loop "$ring"), {\"chain\": {\"points\": [[7, 3], [13, 4]]}}"
is_body what_is_no_wall_stops_nobody \
    "\"body\": true, \"regions\": [{\"name\": \"o\", \"kind\": \"one_way\"}, {\"name\": \"a\", \"kind\": \"area\"}], \"polygons\": [$ground,
     {\"region\": \"o\", \"points\": [[2, 2], [9, 2], [9, 2.2]]}, {\"region\": \"a\", \"points\": [[2, 1], [9, 1], [9, 3]]},
     {\"region\": \"o\", \"points\": [[2, 2], [9, 2]]}]" "$(loop "$ring")"
is_body short_edges_become_points \
    '"body": true, "polygons": [{"points": [[0, 0], [20, 0], [20, 1], [10.0002, 1], [10, 1.0002], [9.9998, 1.0004], [0, 1]]}]' \
    "$(loop '[0, 0], [20, 0], [20, 1], [10.0002, 1], [9.9998, 1.0004], [0, 1]')"
is_body the_last_edge_may_be_short \
    '"body": true, "polygons": [{"points": [[0, 0], [20, 0], [20, 1], [0, 1], [-0.0001, 0.0002]]}]' \
    "$(loop "$ring")"
surface='"friction": 0.1, "restitution": 0.5, "tangent_speed": 1, "rolling_resistance": 0.1, "filter": {"category": 3}, "hit_events": true'
is_body surfaces_count "\"body\": {$surface}, \"polygons\": [$ground]" "$(loop "$ring" "$surface")"
is_body the_friction_of_the_level_counts \
    "\"body\": {}, \"friction\": 0.25, \"polygons\": [$ground]" "$(loop "$ring" '"friction": 0.25')"
is_body its_own_friction_comes_first \
    "\"body\": {\"friction\": 0.125}, \"friction\": 0.25, \"polygons\": [$ground]" \
    "$(loop "$ring" '"friction": 0.125')"
same false_is_no_body "$(hash_of_level "\"polygons\": [$ground]")" \
    "$(hash_of_level "\"body\": false, \"polygons\": [$ground]")"
same materials_are_known \
    "$(hash_of_bodies "{\"type\": \"static\", \"shapes\": [$(loop "$ring" '"friction": 0.02')]}")" \
    "$(hash_of_level "\"body\": {\"material\": \"ice\"}, \"polygons\": [$ground]}, \"materials\": {\"ice\": {\"friction\": 0.02}")"

# Far out the body stands among its walls.
far='{"position": [12010, 3], "shapes": [{"circle": {"radius": 1}}]}'
same a_level_may_lie_far_out "$(
    hash_of 90 <<E
{"pawl-scene": 1, "bodies": [$far, {"type": "static", "position": [12010, 0.5],
 "shapes": [$(loop '[-10, -0.5], [10, -0.5], [10, 0.5], [-10, 0.5]')]}]}
E
)" "$(
    hash_of 90 <<E
{"pawl-scene": 1, "bodies": [$far], "level": {"body": true,
 "polygons": [{"points": [[12000, 0], [12020, 0], [12020, 1], [12000, 1]]}]}}
E
)"

# ---- doors ----
door='{"region": "door", "points": [[12, 1], [12.5, 1], [12.5, 3], [12, 3]]}'
regions='"regions": [{"name": "door", "body": true, "friction": 0.125}]'
same a_region_can_be_a_body_of_its_own \
    "$(hash_of_bodies "{\"type\": \"static\", \"shapes\": [$(loop "$ring")]},
        {\"type\": \"static\", \"shapes\": [$(loop '[12, 1], [12.5, 1], [12.5, 3], [12, 3]' '"friction": 0.125')]}")" \
    "$(hash_of_level "\"body\": true, $regions, \"polygons\": [$ground, $door]")"
is_body else_it_is_part_of_the_level \
    "\"body\": true, \"regions\": [{\"name\": \"door\"}], \"polygons\": [$ground, $door]" \
    "$(loop '[0, 0], [20, 0], [20, 1], [12.5, 1], [12.5, 3], [12, 3], [12, 1], [0, 1]')"
cat >door.json <<E
{"pawl-scene": 1, "bodies": [
  {"name": "ball", "position": [9, 1.5], "velocity": [5, 0], "shapes": [{"circle": {"radius": 0.5}}]},
  {"name": "lamp", "position": [3, 5], "velocity": [1, 0], "shapes": [{"circle": {"radius": 0.25}}]}],
 "joints": [{"type": "revolute", "bodies": ["level", "lamp"], "at": [3, 7]}],
 "soft_bodies": [{"rope": {"from": [5, 5], "to": [7, 5]}, "attach": [{"point": 0, "body": "level"}]}],
 "level": {"body": true, $regions, "polygons": [$ground, $door]}}
E
# hash_with LINE...: of the door after two seconds with a script.
hash_with() {
    printf '%s\n' 'pawl-script 1' "$@" >door.txt
    "$pawl" run door.json --ticks 120 --script door.txt 2>/dev/null | sed -n 's/.* hash=//p'
}
check doors_stop test -n "$(hash_with)"
check doors_open test "$(hash_with 'tick 0 open door')" != "$(hash_with)"
same open_is_disabled "$(hash_with 'tick 3 body door enabled no')" "$(hash_with 'tick 3 open door')"
opened=$(hash_with 'tick 3 open door' 'tick 40 close door')
same close_is_enabled "$opened" \
    "$(hash_with 'tick 3 body door enabled no' 'tick 40 body door enabled yes')"
check the_level_has_a_name test "$(hash_with 'tick 0 body level friction 0')" != "$(hash_with)"
printf '%s\n' 'pawl-script 1' 'tick 3 open door' 'tick 40 close door' >door.txt
"$pawl" record door.json --script door.txt --ticks 120 -o door.rep >out
same doors_are_recorded "tick=120 edits=2 hash=$opened" "$(sed 's/bytes=[0-9]* //' out)"
check what_is_recorded_is_verified "$pawl" verify --quiet door.rep
"$pawl" synctest door.json --ticks 120 --heavy --script door.txt >out
same doors_roll_back "$opened" "$(sed -n 's/.* hash=//p' out)"
"$pawl" run door.json --script door.txt --ticks 5 --png open.png --width 400 >/dev/null
"$pawl" run door.json --ticks 5 --png closed.png --width 400 >/dev/null
check open_doors_look_open test "$(cksum <open.png)" != "$(cksum <closed.png)"

# Walls are filled, also where there is no player.
cat >wall.json <<'E'
{"pawl-scene": 1, "camera": {"lower": [0, 0], "upper": [8, 8]},
 "level": {"body": true, "polygons": [{"points": [[0, 0], [8, 0], [8, 4], [0, 4]]}]}}
E
"$pawl" run wall.json --ticks 0 --png wall.png --width 400 >/dev/null
sed 's/"body": true, //' wall.json >bare.json
"$pawl" run bare.json --ticks 0 --png bare.png --width 400 >/dev/null
check walls_are_filled python3 "$pixels" colour wall.png 200,328 cfc9be
check walls_without_a_body_are_not python3 "$pixels" colour bare.png 200,328 faf7f0

# ---- mistakes ----
# refuses_level NAME "REASON" TEXT: what stands in line 3.
refuses_level() {
    refuses "$1" "3: $2" <<E
{"pawl-scene": 1, "level": {"polygons": [$ground],
 "regions": [{"name": "door"}],
 $3}}
E
}
refuses_level bodies_are_true_or_a_surface "level: body: expected true, false or an object" '"body": 1'
refuses_level surfaces_have_known_keys \
    'level: unknown key "fricton", did you mean "friction"?' '"body": {"fricton": 1}'
refuses_level surfaces_are_no_sensors 'level: unknown key "sensor"' '"body": {"sensor": true}'
refuses_level friction_has_a_range 'level: friction: -1 is out of range (0 .. 32767.99998)' \
    '"body": {"friction": -1}'
refuses regions_are_bodies_of_a_level_with_one \
    '2: level: region "door" has a "body", but the level has none' <<E
{"pawl-scene": 1, "level":
 {"polygons": [$ground], "regions": [{"name": "door", "body": true}]}}
E
refuses only_walls_are_bodies '2: level, region 0: a region of kind area has no "body"' <<E
{"pawl-scene": 1, "level": {"body": true, "polygons": [$ground], "regions": [
  {"name": "water", "kind": "area", "body": true}]}}
E
refuses a_body_needs_walls '2: level: body: there is nothing solid in it' <<'E'
{"pawl-scene": 1, "level": {
 "body": true, "polygons": []}}
E
refuses a_region_needs_walls '2: level, region "door": body: there is nothing solid in it' <<E
{"pawl-scene": 1, "level": {
 "body": true, "regions": [{"name": "door", "body": true}], "polygons": [$ground]}}
E
refuses levels_are_not_too_wide '2: level: body: wider or higher than 16382 units' <<'E'
{"pawl-scene": 1, "level": {
 "body": true, "polygons": [{"points": [[-8200, 0], [8200, 0], [0, 1]]}]}}
E
refuses bounds_fit ' level: the bounds that the level needs are too far out' <<'E'
{"pawl-scene": 1, "level": {"body": true, "polygons": [
  {"points": [[16380, 0], [16383, 0], [16382, 1]]}]}}
E
refuses shared_points_stay \
    '2: level: body: rings of the walls meet at 0 0 and at 0.0002 0, which are too near to each other' <<'E'
{"pawl-scene": 1, "level": {
 "body": true, "polygons": [{"points": [[0, 0], [0.0002, 0], [4, 4], [-4, 4]]},
 {"points": [[0, 0], [-4, -4], [-2, -4]]}, {"points": [[0.0002, 0], [2, -4], [4, -4]]}]}}
E
cat >speck.json <<E
{"pawl-scene": 1, "level": {"body": true, "polygons": [$ground, {"points": [[5, 5], [5.0001, 5], [5, 5.0002]]}]}}
E
"$pawl" run speck.json --ticks 1 >out 2>err
same specks_are_left_out \
    "0 pawl: speck.json:1: note: level: body: a wall that is thinner than 1/2048 unit is left out" "$? $(cat err)"

finish level_body
