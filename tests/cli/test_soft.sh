#!/usr/bin/env bash
# test_soft.sh - what scene files say of soft bodies.
#
# usage: test_soft.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

# refuses_soft NAME "REASON" TEXT: the soft body stands in line 3, and is the first.
refuses_soft() {
    refuses "$1" "3: $2" <<E
{"pawl-scene": 1, "bodies": [{"name": "crate", "shapes": [{"circle": {"radius": 1}}]}],
 "soft_bodies": [
  $3]}
E
}

rope='"rope": {"from": [0, 9], "to": [4, 9]}'
two='"points": [{"at": [0, 9]}, {"at": [1, 9]}]'

# ---- mistakes ----
refuses soft_bodies_are_a_list "1: soft_bodies: expected an array, found a number" <<'E'
{"pawl-scene": 1, "bodies": [], "soft_bodies": 3}
E
refuses soft_substeps_are_limited "2: soft_substeps: 33 is not a whole number in 1 .. 32" <<'E'
{"pawl-scene": 1, "bodies": [], "soft_bodies": [{"blob": {"center": [0, 9]}}],
 "soft_substeps": 33}
E
refuses_soft a_soft_body_is_an_object \
    "soft body 0: soft_bodies: expected an object, found a number" 5
refuses_soft keys_get_a_suggestion \
    'soft body 0: unknown key "ropes", did you mean "rope"?' '{"ropes": {}}'
refuses_soft it_is_made_of_something \
    'soft body 0 "r": expected "rope", "cloth", "polygon", "blob" or "points"' '{"name": "r"}'
refuses_soft it_is_made_of_one_thing 'soft body 0: both "rope" and "blob"' "{$rope, \"blob\": {}}"
refuses_soft a_rope_has_two_ends 'soft body 0: "to" is missing' '{"rope": {"from": [0, 9]}}'
refuses_soft a_rope_has_links "soft body 0: links: 0 is not a whole number in 1 .. 65534" \
    '{"rope": {"from": [0, 9], "to": [4, 9], "links": 0}}'
refuses_soft pins_are_points "soft body 0: pins: 9 is not a whole number in 0 .. 8" \
    "{$rope, \"pins\": [0, 9]}"
refuses_soft it_hangs_on_a_body_by_name \
    'soft body 0: bodies: there is no body "crat", did you mean "crate"?' \
    "{$rope, \"attach\": [{\"point\": 1, \"body\": \"crat\"}]}"
refuses_soft attachments_are_whole 'soft body 0: attach: expected a "point" and a "body"' \
    "{$rope, \"attach\": [{\"point\": 1}]}"
refuses_soft links_have_ends \
    "soft body 0: points: expected [a, b], or [a, b, c] for a bend" \
    "{$two, \"links\": [{\"points\": [0]}]}"
refuses_soft links_end_at_points "soft body 0: points: 2 is not a whole number in 0 .. 1" \
    "{$two, \"links\": [{\"points\": [0, 2]}]}"
refuses_soft links_have_two_ends "soft body 0: bad argument" \
    "{$two, \"links\": [{\"points\": [1, 1]}]}"
refuses_soft polygons_are_counter_clockwise "soft body 0: not a usable convex shape" \
    '{"polygon": {"points": [[0, 9], [0, 10], [1, 9]]}}'
refuses_soft pressure_is_limited "soft body 0: pressure: 2 is out of range (0 .. 1)" \
    '{"blob": {"center": [0, 9]}, "pressure": 2}'
refuses_soft velocity_is_limited \
    "soft body 0: velocity: more than 8192 units per second on an axis" \
    '{"blob": {"center": [0, 9]}, "velocity": [9000, 0]}'
refuses_soft slack_is_not_negative "soft body 0: slack: -0.1 is out of range (0 .. 16)" \
    '{"rope": {"from": [0, 9], "to": [4, 9], "slack": -0.1}}'
refuses_soft slack_links_are_not_too_long "soft body 0: rope: links of more than 256 units" \
    '{"rope": {"from": [0, 9], "to": [200, 9], "links": 1, "slack": 0.5}}'
refuses_soft copies_are_not_turned 'soft body 0: unknown key "turn"' \
    "{$rope, \"repeat\": {\"count\": 2, \"turn\": 9}}"
refuses_soft copies_stay_in_the_world "soft body 0: repeat: a copy lies outside the world" \
    "{$rope, \"repeat\": {\"count\": 2, \"step\": [16380, 0]}}"
refuses_soft copies_have_a_limit \
    "soft body 0: more than 32000 soft bodies, or 65535 points or links of all of them together" \
    "{$rope, \"repeat\": {\"count\": 9000}}"
refuses_soft copies_hang_on_bodies_that_are_there \
    'soft body 0: bodies: "crate" has fewer copies' \
    "{$rope, \"attach\": [{\"point\": 1, \"body\": [\"crate\", 0]}], \"repeat\": {\"count\": 2}}"
refuses_soft points_have_a_limit "soft body 0: more than 65535 points or links" \
    '{"cloth": {"lower": [0, 0], "upper": [1, 1], "columns": 1000, "rows": 1000}}'

# ---- what they do ----
# hash_of_soft TEXT: after 40 ticks above a floor.
hash_of_soft() {
    hash_of 40 <<E
{"pawl-scene": 1, "bodies": [
  {"type": "static", "shapes": [{"box": {"width": 40, "height": 2}}]},
  {"name": "crate", "position": [4, 9], "shapes": [{"circle": {"radius": 1}}]}],
 "soft_bodies": [$1]}
E
}

# differs NAME A B: two soft bodies that are not the same.
differs() {
    check "$1" test "$(hash_of_soft "$2")" != "$(hash_of_soft "$3")"
}

by_hand='"points": [{"at": [0, 9]}, {"at": [1, 9]}, {"at": [2, 9]}],
 "links": [{"points": [0, 1]}, {"points": [1, 2]}]'
check soft_bodies_are_played test -n "$(hash_of_soft "{$by_hand}")"
same four_iterations_are_the_default "$(hash_of_soft "{$by_hand, \"iterations\": 4}")" \
    "$(hash_of_soft "{$by_hand}")"
same an_attachment_is_where_the_point_is \
    "$(hash_of_soft "{$rope, \"attach\": [{\"point\": 8, \"body\": \"crate\", \"at\": [0, 0]}]}")" \
    "$(hash_of_soft "{$rope, \"attach\": [{\"point\": 8, \"body\": \"crate\"}]}")"
differs attachments_hold "{$rope, \"attach\": [{\"point\": 8, \"body\": \"crate\"}]}" "{$rope}"
differs pins_hold "{$by_hand, \"pins\": [0]}" "{$by_hand}"
differs velocity_moves "{$by_hand, \"velocity\": [1, 0]}" "{$by_hand}"
differs gravity_can_be_scaled "{$by_hand, \"gravity_scale\": 0.5}" "{$by_hand}"
differs damping_slows "{$by_hand, \"damping\": 1}" "{$by_hand}"

# A slack rope is one whose links are longer than they are placed, and only pull.
slack='"points": [{"at": [0, 9]}, {"at": [2, 9]}, {"at": [4, 9]}],
 "links": [{"points": [0, 1], "length": 2.5, "rope": true, "surface": true}, {"points": [1, 2], "length": 2.5, "rope": true, "surface": true}]'
same slack_ropes_have_longer_links "$(hash_of_soft "{$slack, \"pins\": [0, 2]}")" \
    "$(hash_of_soft '{"rope": {"from": [0, 9], "to": [4, 9], "links": 2, "mass": 3, "slack": 0.25}, "pins": [0, 2]}')"
same no_slack_is_the_default "$(hash_of_soft '{"rope": {"from": [0, 9], "to": [4, 9], "slack": 0}}')" \
    "$(hash_of_soft "{$rope}")"
check slack_ropes_have_bends test -n "$(hash_of_soft '{"rope": {"from": [0, 9], "to": [4, 9], "bend": 0.5, "slack": 0.5}}')"

# Copies are what they are one by one.
at() {
    printf '{"points": [{"at": [%s]}, {"at": [%s]}], "links": [{"points": [0, 1]}], "pins": [0]}' "$1" "$2"
}
same copies_are_soft_bodies \
    "$(hash_of_soft "$(at '0, 9' '1, 9'), $(at '0, 8' '1, 8'), $(at '4, 9' '5, 9')")" \
    "$(hash_of_soft '{"points": [{"at": [0, 9]}, {"at": [1, 9]}], "links": [{"points": [0, 1]}], "pins": [0], "colour": [1, 2],
     "repeat": {"count": 2, "step": [0, -1], "rows": 2, "row_step": [4, 0], "shrink": 1}}')"
hook='{"name": "hook", "type": "kinematic", "velocity": [1, 1], "repeat": {"count": 2, "step": [3, 0]}, "shapes": []}'
cat >hooks.json <<E
{"pawl-scene": 1, "bodies": [$hook], "soft_bodies": [
  {"name": "rope", "rope": {"from": [0, 0], "to": [0, -2], "links": 4}, "repeat": {"count": 2, "step": [3, 0]},
   "attach": [{"point": 0, "body": ["hook", 0]}]}]}
E
cat >each.json <<E
{"pawl-scene": 1, "bodies": [$hook], "soft_bodies": [
  {"rope": {"from": [0, 0], "to": [0, -2], "links": 4}, "attach": [{"point": 0, "body": ["hook", 0]}]},
  {"rope": {"from": [3, 0], "to": [3, -2], "links": 4}, "attach": [{"point": 0, "body": ["hook", 1]}]}]}
E
same copies_hang_on_copies "$(hash_of 60 <each.json)" "$(hash_of 60 <hooks.json)"

finish soft
