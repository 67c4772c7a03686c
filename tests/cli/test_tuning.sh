#!/usr/bin/env bash
# test_tuning.sh - what scene files say of contacts, thresholds, joints and the materials of terrain:
# the same as the commands of scripts, and as shapes of one material.
#
# usage: test_tuning.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

# scene ROOT BODY JOINT: a crate on a slope, and a ball that hangs from a spring.
scene() {
    cat >tuned.json <<E
{"pawl-scene": 1, "ticks": 90, $1
 "bodies": [
  {"name": "floor", "type": "static", "turns": 0.02, "shapes": [
    {"box": {"width": 20, "height": 1}, "restitution": 0.5, "hit_events": true}]},
  {"name": "crate", "position": [0, 3], $2 "shapes": [{"box": {"width": 1, "height": 1}}]},
  {"name": "ball", "position": [4, 6], "shapes": [{"circle": {"radius": 0.5}}]}],
 "joints": [
  {"name": "spring", "type": "distance", "bodies": ["floor", "ball"], "from": [4, 9], "to": [4, 6],
   "spring": {"hertz": 2}, "limit": [1, 3.2]${3:+, $3}}]}
E
}

result() {
    "$pawl" run tuned.json "$@" 2>err
}

# means NAME ROOT BODY JOINT COMMAND: keys do what a command of a script does before the first step,
# and that is something.
means() {
    local name=$1 plain
    scene '' '' ''
    plain=$(result)
    printf 'pawl-script 1\ntick 0 %s\n' "$5" >tuned.txt
    local commanded
    commanded=$(result --script tuned.txt)
    scene "$2" "$3" "$4"
    same "$name" "$commanded" "$(result)"
    check "${name}_at_all" test "$plain" != "$commanded"
}
means contacts_are_tuned '"contacts": {"hertz": 12, "damping_ratio": 3, "push_speed": 0.5},' '' '' \
    'contacts 12 3 0.5'
means the_threshold_of_restitution_is_set '"restitution_threshold": 30,' '' '' \
    'restitution-threshold 30'
means the_threshold_of_hits_is_set '"hit_threshold": 30,' '' '' 'hit-threshold 30'
means a_body_falls_asleep_at_its_own_speed '' '"sleep_threshold": 2,' '' \
    'body crate sleep-threshold 2'
means what_is_rigid_has_a_stiffness '' '' '"constraint": {"hertz": 5, "damping_ratio": 1}' \
    'joint spring stiffness 5 1'
means damping_of_it_has_a_default '' '' '"constraint": {"hertz": 5}' 'joint spring stiffness 5 2'
means a_spring_pulls_with_so_much '' '' '"spring_force": {"pull": 3}' \
    'joint spring spring-range -3 0'
means loads_are_told '' '' '"break": {"force": 6}, "load_events": true' \
    'joint spring load-threshold 6 0'

# ---- mistakes ----
# refuses_scene NAME REASON ROOT BODY JOINT
refuses_scene() {
    scene "$3" "$4" "$5"
    refuses "$1" "$2" <tuned.json
}
refuses_scene contacts_swing_once_a_second "1: hertz: 0.5 is out of range (1 .. 1000)" \
    '"contacts": {"hertz": 0.5},' '' ''
refuses_scene a_stiffness_has_a_frequency '9: joint 0 "spring": constraint: no "hertz"' '' '' \
    '"constraint": {"damping_ratio": 1}'
refuses_scene a_spring_has_some_force \
    '9: joint 0 "spring": spring_force: neither "push" nor "pull"' '' '' '"spring_force": {}'
refuses an_arcade_has_no_contacts '2: an arcade has no "hit_threshold"' <<'E'
{"pawl-scene": 1, "arcade": {"bodies": []},
 "hit_threshold": 1}
E

# ---- materials of terrain ----
# ends SHAPE: the picture of the end, of a crate that slides on that ground.
ends() {
    cat >ground.json <<E
{"pawl-scene": 1, "ticks": 100, "camera": {"lower": [-8, -2], "upper": [12, 6]},
 "materials": {"mud": {"friction": 2}, "ice": {"friction": 0, "restitution": 0.25}},
 "bodies": [
  {"type": "static", "shapes": [{$1}]},
  {"position": [0, 1.5], "velocity": [3, 0], "shapes": [{"box": {"width": 1, "height": 1}}]}]}
E
    rm -f end.svg
    "$pawl" run ground.json --svg end.svg >out 2>err || cat err
    cat end.svg
}
points='"points": [[20, 0], [4, 0], [-8, 0]]'
heights='"heights": [0, 0, 0], "spacing": 12, "origin": [-8, 0]'
rows='"rows": ["##########"], "cell_size": 2, "lower": [-8, -2]'
ice_rows='"rows": ["iiiiiiiiii"], "cell_size": 2, "lower": [-8, -2]'
mixed_rows='"rows": ["iiiiii####"], "cell_size": 2, "lower": [-8, -2]'
for kind in chain heights; do
    list=$points
    [ $kind = heights ] && list=$heights
    ice=$(ends "\"$kind\": {$list}, \"material\": \"ice\"")
    mud=$(ends "\"$kind\": {$list}, \"material\": \"mud\"")
    both='["mud", "ice"]'
    [ $kind = heights ] && both='["ice", "mud"]'
    mixed=$(ends "\"$kind\": {$list, \"materials\": $both}")
    same "segments_of_${kind}_have_a_material" "$ice" \
        "$(ends "\"$kind\": {$list, \"materials\": [\"ice\", \"ice\"]}")"
    same "null_is_the_surface_of_the_shape_on_$kind" "$mixed" \
        "$(ends "\"$kind\": {$list, \"materials\": ${both/\"mud\"/null}}, \"material\": \"mud\"")"
    check "materials_of_${kind}_differ" test "$mixed" != "$ice" -a "$mixed" != "$mud"
done
ice=$(ends "\"tiles\": {$rows}, \"material\": \"ice\"")
same tiles_have_a_material "$ice" \
    "$(ends "\"tiles\": {$ice_rows, \"legend\": {\"i\": [\"solid\", \"ice\"]}}")"
check other_tiles_have_that_of_the_shape test "$ice" != \
    "$(ends "\"tiles\": {$mixed_rows, \"legend\": {\"i\": [\"solid\", \"ice\"]}}, \"material\": \"mud\"")"

# refuses_ground NAME REASON SHAPE: the shape stands in line 3.
refuses_ground() {
    refuses "$1" "3: body 0, shape 0: $2" <<E
{"pawl-scene": 1, "materials": {"ice": {"friction": 0}}, "bodies": [
  {"type": "static", "shapes": [
    {$3}]}]}
E
}
refuses_ground each_segment_has_one 'materials: 1 for 2 segments' \
    "\"chain\": {$points, \"materials\": [\"ice\"]}"
refuses_ground materials_are_known 'unknown material "icy", did you mean "ice"?' \
    "\"chain\": {$points, \"materials\": [\"icy\", null]}"
refuses_ground an_entry_is_a_pair 'legend: expected [tile, material]' \
    "\"tiles\": {$ice_rows, \"legend\": {\"i\": [\"solid\"]}}"
refuses_ground materials_of_tiles_are_known 'unknown material "icy", did you mean "ice"?' \
    "\"tiles\": {$ice_rows, \"legend\": {\"i\": [\"solid\", \"icy\"]}}"

finish tuning
