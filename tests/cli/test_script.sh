#!/usr/bin/env bash
# test_script.sh - what scripts do to soft bodies, and to bodies that fall to pieces: the same world
# as a scene that says so itself, and replays that are verified.
#
# usage: test_script.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

crate='{"name": "crate", "position": [4, 9], "can_sleep": false, "shapes": [{"box": {"width": 1, "height": 1}}]}'
hand='"points": [{"at": [0, 9]}, {"at": [1, 9]}, {"at": [2, 9]}],
 "links": [{"points": [0, 1]}, {"points": [1, 2]}]'

# hash_of_soft "KEYS" LINE...: of a soft body "s" above a floor after 40 ticks with a script.
hash_of_soft() {
    cat >soft.json <<E
{"pawl-scene": 1, "bodies": [{"type": "static", "shapes": [{"box": {"width": 40, "height": 2}}]}, $crate],
 "soft_bodies": [{"name": "s", $1}]}
E
    shift
    printf '%s\n' 'pawl-script 1' "$@" >soft.txt
    "$pawl" run soft.json --script soft.txt --ticks 40 2>err | sed -n 's/.* hash=//p'
}

# is_scene NAME "KEYS" LINE...: the script does what the keys say.
is_scene() {
    local name=$1 keys=$2 wanted
    shift 2
    wanted=$(hash_of_soft "$hand, $keys")
    check "${name}_runs" test -n "$wanted"
    same "$name" "$wanted" "$(hash_of_soft "$hand" "$@")"
}

# differs NAME "KEYS" LINE...: the script does something.
differs() {
    local name=$1 keys=$2 found
    shift 2
    found=$(hash_of_soft "$keys" "$@")
    check "${name}_runs" test -n "$found"
    check "$name" test "$found" != "$(hash_of_soft "$keys")"
}

# ---- soft bodies ----
is_scene velocity_is_of_all '"velocity": [3, -1]' 'tick 0 soft s velocity 3 -1'
is_scene a_push_adds '"velocity": [3, -1]' 'tick 0 soft s velocity 1 -1' 'tick 0 soft s push 2 0'
is_scene an_impulse_is_shared '"velocity": [3, -1]' 'tick 0 soft 0 impulse 9 -3'
is_scene points_have_calls_too '"velocity": [3, -1]' 'tick 0 soft s velocity 3 -1 point 0' \
    'tick 0 soft s push 3 -1 point 1' 'tick 0 soft s impulse 3 -1 point 2'
is_scene pin_is_a_pin '"pins": [1]' 'tick 0 soft s pin 1'
is_scene attach_is_an_attachment '"attach": [{"point": 2, "body": "crate"}]' \
    'tick 0 soft s attach crate 2'
is_scene it_is_attached_at_a_place '"attach": [{"point": 2, "body": "crate", "at": [-0.5, 0.25]}]' \
    'tick 0 soft s attach crate 2 at -0.5 0.25'
is_scene damping_is_set '"damping": 2' 'tick 0 soft s damping 2'
is_scene gravity_is_scaled '"gravity_scale": -0.5' 'tick 0 soft s gravity-scale -0.5'
is_scene iterations_are_set '"iterations": 9' 'tick 0 soft s iterations 9'
is_scene filters_are_set '"filter": {"category": 2, "mask": 8, "group": -3}' \
    'tick 0 soft s filter 2 8 group -3'
is_scene filters_need_no_group '"filter": {"category": 4294967295, "mask": 0}' \
    'tick 0 soft s filter 4294967295 0'
same teleport_moves_the_centre "$(hash_of_soft '"points": [{"at": [5, 19]}, {"at": [6, 19]}, {"at": [7, 19]}],
 "links": [{"points": [0, 1]}, {"points": [1, 2]}]')" "$(hash_of_soft "$hand" 'tick 0 soft s teleport 6 19')"
same a_point_is_teleported "$(hash_of_soft '"points": [{"at": [0, 9]}, {"at": [1, 9]}, {"at": [2, 8.5]}],
 "links": [{"points": [0, 1]}, {"points": [1, 2], "length": 1}]')" \
    "$(hash_of_soft "$hand" 'tick 0 soft s teleport 2 8.5 point 2')"
same a_shifted_world_is_where_it_was "$(hash_of_soft "$hand" 'tick 9 soft s teleport 6 19')" \
    "$(hash_of_soft "$hand" 'tick 0 shift 100 -50.25' 'tick 9 soft s teleport 106 -31.25')"
same unpinned_it_weighs_the_mean "$(hash_of_soft "$hand")" \
    "$(hash_of_soft "$hand, \"pins\": [1]" 'tick 0 soft s unpin 1')"
same unpinned_it_weighs_what_is_said "$(hash_of_soft '"points": [{"at": [0, 9], "mass": 3}, {"at": [1, 9]}, {"at": [2, 9]}],
 "links": [{"points": [0, 1]}, {"points": [1, 2]}]')" \
    "$(hash_of_soft "$hand, \"pins\": [0]" 'tick 0 soft s unpin 0 mass 3')"
same all_pinned_weigh_one "$(hash_of_soft "$hand, \"pins\": [0, 2]")" \
    "$(hash_of_soft "$hand, \"pins\": [0, 1, 2]" 'tick 0 soft s unpin 1')"
blob='"blob": {"center": [0, 5], "points": 12}'
same pressure_is_set "$(hash_of_soft "$blob, \"pressure\": 0.5")" \
    "$(hash_of_soft "$blob" 'tick 0 soft s pressure 0.5')"
differs area_is_set "$blob, \"pressure\": 1" 'tick 0 soft s area 6'
differs links_tear "$hand, \"pins\": [0]" 'tick 3 soft s tear 0'
differs they_go "$hand" 'tick 3 soft s destroy'
same colours_are_not_hashed "$(hash_of_soft "$hand")" "$(hash_of_soft "$hand" 'tick 3 soft s colour 5')"
same awake_is_awake "$(hash_of_soft "$hand")" "$(hash_of_soft "$hand" 'tick 0 soft s awake yes')"

# ---- mistakes ----
# fails NAME "REASON" LINE: told with the line, before or while it runs.
fails() {
    hash_of_soft "$hand" "$3" >out
    same "$1" "pawl: soft.txt:2: $2" "$(cat err)"
}
fails soft_bodies_have_names 'there is no soft body "t" here' 'tick 0 soft t pin 0'
fails soft_bodies_have_numbers 'there is no soft body 1 yet, only 1' 'tick 0 soft 1 pin 0'
fails soft_bodies_are_named 'the soft body is missing' 'tick 0 soft'
fails calls_have_names '"pon" is no call for it, did you mean "pin"?' 'tick 0 soft s pon 0'
fails points_are_whole 'pin: "1.5" is not a whole number in 0 .. 4294967295' 'tick 0 soft s pin 1.5'
fails points_are_not_negative 'pin: "-1" is not a whole number in 0 .. 4294967295' \
    'tick 0 soft s pin -1'
fails groups_have_16_bits 'group: "-32769" is not a whole number in -32768 .. 32767' \
    'tick 0 soft s filter 1 1 group -32769'
fails points_are_there 'tick 0: pin: out of range' 'tick 0 soft s pin 3'
fails links_are_there 'tick 0: tear: out of range' 'tick 0 soft s tear 2'
fails iterations_are_limited 'tick 0: iterations: out of range' \
    'tick 0 soft s iterations 4294967295'
fails a_mass_is_not_zero 'tick 0: unpin: out of range' 'tick 0 soft s unpin 0 mass 0'
fails it_stays_in_the_world 'tick 0: teleport: out of range' \
    'tick 0 soft s teleport 16383.9 0'
fails an_area_needs_an_outline 'tick 0: area: bad argument' 'tick 0 soft s area 2'
fails it_hangs_on_a_body 'there is no body "s" here' 'tick 0 soft s attach s 1'
hash_of_soft "$hand" 'tick 0 soft s destroy' 'tick 1 soft s pin 0' >/dev/null
same destroyed_is_gone "pawl: soft.txt:3: tick 1: pin: stale handle" "$(cat err)"

# ---- pieces ----
cat >block.json <<'E'
{"pawl-scene": 1, "fracture": {"seed": 5, "pieces": 6}, "bodies": [
  {"type": "static", "shapes": [{"box": {"width": 40, "height": 2}}]},
  {"name": "block", "position": [0, 4], "shapes": [{"box": {"width": 2, "height": 2}}]}]}
E
# bodies_with LINE...: how many there are in the end.
bodies_with() {
    printf '%s\n' 'pawl-script 1' "$@" >block.txt
    "$pawl" run block.json --script block.txt --ticks 60 2>err | sed -n 's/.* bodies=\([0-9]*\) .*/\1/p'
}
same whole 2 "$(bodies_with)"
same a_cut_gives_two 3 "$(bodies_with 'tick 5 body block cut -9 4 9 4.5')"
same a_cut_may_miss 2 "$(bodies_with 'tick 5 body block cut -9 9 9 9')"
same it_shatters_as_the_scene_says 7 "$(bodies_with 'tick 5 body block shatter 0 4')"
same it_shatters_as_the_script_says 5 "$(bodies_with 'tick 5 body block shatter 0 4 pieces 4 seed 1')"
same what_bears_nothing_breaks 7 "$(bodies_with 'tick 0 body block break-impulse 1')"
same what_bears_much_does_not 2 "$(bodies_with 'tick 0 body block break-impulse 1000')"
# breaks_with NAME "REASON" LINE...
breaks_with() {
    local name=$1 reason=$2
    shift 2
    bodies_with "$@" >out
    same "$name" "pawl: block.txt:$reason" "$(cat err)"
}
breaks_with pieces_are_gone_with_their_body "3: tick 6: push: stale handle" \
    'tick 5 body block shatter 0 4' 'tick 6 body block push 1 0'
breaks_with pieces_are_limited "2: tick 5: shatter: out of range" \
    'tick 5 body block shatter 0 4 pieces 257'
breaks_with one_piece_is_none "2: tick 5: shatter: out of range" \
    'tick 5 body block shatter 0 4 pieces 1'
breaks_with a_line_has_two_points "2: tick 5: cut: bad argument" 'tick 5 body block cut 0 4 0 4'

# ---- what is switched, and where a body is sent ----
# hash_of_lift "KEYS" "SHAPE KEYS" LINE...: of a lift and a ball that falls on it, after 60 ticks.
hash_of_lift() {
    cat >lift.json <<E
{"pawl-scene": 1, "bodies": [
  {"name": "lift", "type": "kinematic", $1 "shapes": [{"box": {"width": 4, "height": 1}$2}]},
  {"name": "ball", "position": [1, 3], "shapes": [{"circle": {"radius": 0.5}}]}]}
E
    shift 2
    printf '%s\n' 'pawl-script 1' "$@" >lift.txt
    "$pawl" run lift.json --script lift.txt --ticks 60 2>err | sed -n 's/.* hash=//p'
}
lift=$(hash_of_lift '' '')
# switches NAME "KEYS" "SHAPE KEYS" CALL: the call does what the keys say.
switches() {
    local wanted
    wanted=$(hash_of_lift "$2" "$3")
    check "${1}_matters" test "$wanted" != "$lift"
    same "$1" "$wanted" "$(hash_of_lift '' '' "tick 0 body lift $4")"
}
switches sensors_are_switched '' ', "sensor": true' 'sensor yes'
switches one_way_is_switched '' ', "one_way": true' 'one-way yes'
switches hit_events_are_switched '' ', "hit_events": true' 'hit-events yes'
same a_sleep_threshold_has_a_default "$lift" "$(hash_of_lift '' '' 'tick 0 body ball sleep-threshold 2' 'tick 0 body ball sleep-threshold 0')"
check a_sleep_threshold_is_a_setting test "$lift" != "$(hash_of_lift '' '' 'tick 0 body ball sleep-threshold 2')"
switches sleep_is_switched '"can_sleep": false,' '' 'can-sleep no'
same a_target_is_a_velocity "$(hash_of_lift '' '' 'tick 0 body lift velocity 0 3.75' 'tick 1 body lift velocity 0 0')" \
    "$(hash_of_lift '' '' 'tick 0 body lift target 0 0.0625' 'tick 1 body lift target 0 0.0625')"
hash_of_lift '' '' 'tick 3 body lift target 0 140' >/dev/null
same a_target_may_be_too_far 'pawl: lift.txt:2: tick 3: target: out of range' "$(cat err)"

# ---- settings of the world ----
# has_default NAME CALL DEFAULT: the call is a setting, which its default takes back.
has_default() {
    check "${1}_is_a_setting" test "$(hash_of_lift '' '' "tick 0 $2")" != "$lift"
    same "${1}_has_a_default" "$lift" "$(hash_of_lift '' '' "tick 0 $2" "tick 0 $3")"
}
has_default stiffness_of_contacts 'contacts 20 5 2' 'contacts 0 0 0'
has_default threshold_of_bounces 'restitution-threshold 2' 'restitution-threshold 0'
has_default threshold_of_hits 'hit-threshold 2' 'hit-threshold 0'
hash_of_lift '' '' 'tick 2 contacts 0.5 0 0' >/dev/null
same half_a_hertz_is_too_soft 'pawl: lift.txt:2: tick 2: contacts: out of range' "$(cat err)"

# ---- settings of joints ----
# hash_of_rod LINE...: of a ball that hangs on a rod, after 60 ticks.
hash_of_rod() {
    cat >rod.json <<'E'
{"pawl-scene": 1, "bodies": [{"name": "beam", "type": "static", "position": [0, 5], "shapes": [{"circle": {"radius": 0.5}}]},
  {"name": "ball", "position": [3, 5], "shapes": [{"circle": {"radius": 0.5}}]}],
 "joints": [{"name": "rod", "type": "distance", "bodies": ["beam", "ball"],
  "from": [0, 5], "to": [3, 5]}]}
E
    printf '%s\n' 'pawl-script 1' "$@" >rod.txt
    "$pawl" run rod.json --script rod.txt --ticks 60 2>err | sed -n 's/.* hash=//p'
}
rod=$(hash_of_rod)
check a_rod_hangs test -n "$rod"
for call in 'stiffness 5 1' 'spring-range -1 0' 'load-threshold 1 0'; do
    check "joint_${call%% *}_is_a_setting" test "$(hash_of_rod "tick 0 joint rod $call")" != "$rod"
done
same joint_stiffness_has_a_default "$rod" "$(hash_of_rod 'tick 0 joint rod stiffness 5 1' 'tick 0 joint rod stiffness 0 0')"
same joint_ranges_have_a_default "$rod" "$(hash_of_rod 'tick 0 joint rod spring-range -1 0' 'tick 0 joint rod spring-range 0 0')"

# ---- replays and rollbacks ----
cat >all.json <<'E'
{"pawl-scene": 1, "bodies": [
  {"type": "static", "shapes": [{"box": {"width": 40, "height": 2}}]},
  {"name": "box", "position": [0, 5], "shapes": [{"box": {"width": 2, "height": 1}}]}],
 "soft_bodies": [
  {"name": "rope", "rope": {"from": [-6, 10], "to": [-2, 10], "links": 8, "slack": 0.25},
   "pins": [0, 8], "repeat": {"count": 3, "step": [4, 0]}, "colour": [0, 1, 2]},
  {"name": "blob", "blob": {"center": [6, 4]}, "pressure": 0.5}]}
E
cat >all.txt <<'S'
pawl-script 1
tick 5   soft rope:0 tear 3
tick 10  soft rope:1 unpin 0
tick 12  soft rope:2 pin 4
tick 20  soft rope:1 attach box 8
tick 30  soft rope:1 impulse 3 0
tick 35  soft blob push 1 6
tick 40  soft rope:0 velocity 0 3 point 2
tick 45  soft 0 push 0 3 point 2
tick 50  soft rope:0 teleport -6 5
tick 52  soft blob pressure 1
tick 52  soft blob area 5
tick 90  body box shatter 0 2 pieces 5 seed 3
tick 110 soft rope:2 damping 1
tick 111 soft rope:2 gravity-scale 0.5
tick 112 soft rope:2 iterations 6
tick 113 soft rope:2 filter 2 4294967295 group -3
tick 114 soft rope:2 awake no
tick 115 soft rope:2 colour 4
tick 130 soft rope:2 destroy
S
"$pawl" run all.json --script all.txt --ticks 200 >out
all=$(sed -n 's/.* hash=//p' out)
same what_it_does "soft_bodies=3 soft_awake=3 tears=0" "$(sed -n 1p out)"
"$pawl" record all.json --script all.txt --ticks 200 --hash-every 1 -o all.rep >out
same each_tick_is_an_edit "tick=200 edits=18 hash=$all" "$(sed 's/bytes=[0-9]* //' out)"
check the_replay_is_verified "$pawl" verify --quiet all.rep
same the_replay_comes_to_the_same "$all" "$("$pawl" replay all.rep | sed -n 's/.* hash=\([0-9a-f]*\).*/\1/p')"
"$pawl" synctest all.json --script all.txt --ticks 200 --heavy >out
same it_rolls_back "$all" "$(sed -n 's/.* hash=//p' out)"
"$pawl" synctest all.rep --heavy >out
same the_replay_rolls_back "$all" "$(sed -n 's/.* hash=//p' out)"

# ---- worlds that go round

# round_scene KEYS: bodies that meet over the seams of a world of 32 units.
round_scene() {
    cat >round.json <<E
{"pawl-scene": 1, $1 "gravity": [0, 0], "bodies": [
 {"position": [15, 0], "velocity": [3, 1], "shapes": [{"box": {"width": 4, "height": 2}}]},
 {"position": [-14, 0.5], "velocity": [-2, -1], "shapes": [{"circle": {"radius": 1}}]}]}
E
}
round_scene '"periods": [32, 32],'
wanted=$("$pawl" run round.json --ticks 60)
printf '%s\n' 'pawl-script 1' 'tick 9 shift 13 -700' 'tick 30 shift 20 5' >shift.txt
same a_round_world_knows_no_seam "$wanted" "$("$pawl" run round.json --ticks 60 --script shift.txt)"
"$pawl" record round.json --ticks 60 --script shift.txt -o round.rep >out
check a_round_replay_is_verified "$pawl" verify --quiet round.rep
round_scene ''
check it_matters test "$wanted" != "$("$pawl" run round.json --ticks 60)"
printf '%s\n' 'pawl-script 1' 'tick 0 periods 32 32' >periods.txt
same a_script_says_periods "$wanted" "$("$pawl" run round.json --ticks 60 --script periods.txt)"
round_scene '"periods": [32, 31],'
"$pawl" run round.json 2>err
same periods_are_powers_of_two \
    "pawl: round.json:1: periods: each is 0, or a power of two from 4 length units to 8192 units" \
    "$(cat err)"

# Bodies by their slots: those without names too.
round_scene ''
printf '%s\n' 'pawl-script 1' 'tick 3 body 1 push 2 5' >named.txt
printf '%s\n' 'pawl-script 1' 'tick 3 body @1 push 2 5' >slot.txt
printf '%s\n' 'pawl-script 1' 'tick 3 body @99 push 2 5' >gone.txt
printf '%s\n' 'pawl-script 1' 'tick 3 create @5 circle 1' >named_at.txt
same a_slot_names_a_body "$("$pawl" run round.json --ticks 60 --script named.txt)" \
    "$("$pawl" run round.json --ticks 60 --script slot.txt)"
check a_push_matters test "$("$pawl" run round.json --ticks 60)" != "$("$pawl" run round.json --ticks 60 --script slot.txt)"
"$pawl" run round.json --ticks 9 --script gone.txt 2>err
same a_slot_may_be_empty "pawl: gone.txt:2: tick 3: push: stale handle" "$(cat err)"
"$pawl" run round.json --ticks 9 --script named_at.txt 2>err
same a_slot_is_no_name 'pawl: named_at.txt:2: "@5" is no name for something new' "$(cat err)"

finish script
