#!/usr/bin/env bash
# test_character.sh - what scene files and scripts say of characters.
#
# usage: test_character.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
scripts=$(dirname "$examples")/scripts

# refuses_character NAME "REASON" TEXT: the character stands in line 2, and is the first.
refuses_character() {
    refuses "$1" "2: $2" <<E
{"pawl-scene": 1, "characters": [
  $3]}
E
}

# ---- mistakes ----
refuses characters_are_a_list "1: characters: expected an array, found a number" \
    <<<'{"pawl-scene": 1, "characters": 3}'
refuses_character a_character_is_an_object \
    "character 0: characters: expected an object, found a number" 5
refuses_character keys_get_a_suggestion \
    'character 0 "hero": unknown key "sped", did you mean "speed"?' '{"name": "hero", "sped": 3}'
refuses_character it_has_one_angle 'character 0: both "angle" and "turns"' \
    '{"angle": 90, "turns": 0.25}'
refuses_character it_has_a_skin "character 0: skin: out of range" '{"skin": 0}'
refuses_character its_radius_is_four_skins "character 0: radius: out of range" \
    '{"skin": 0.1, "radius": 0.3}'
refuses_character with_the_radius_it_is_not_too_large "character 0: half_height: out of range" \
    '{"half_height": 256}'
refuses_character slopes_are_less_than_walls \
    "character 0: slope_limit: 90 is out of range (0 .. 89.99998)" '{"slope_limit": 90}'
refuses_character steps_fit_a_byte \
    "character 0: coyote_steps: 256 is not a whole number in 0 .. 255" '{"coyote_steps": 256}'
refuses_character ladders_are_categories \
    "character 0: ladders: 4294967296 is not a whole number in 0 .. 4294967295" \
    '{"ladders": 4294967296}'
refuses_character colours_have_numbers "character 0: colour: 8 is not a whole number in 0 .. 7" \
    '{"colour": 8}'
refuses_character copies_are_not_turned 'character 0: unknown key "turn"' '{"repeat": {"turn": 9}}'
refuses_character copies_stay_in_the_world "character 0: repeat: a copy lies outside the world" \
    '{"position": [1, 0], "repeat": {"count": 2, "step": [16383, 0]}}'
refuses_character there_is_room_for_their_bodies \
    "character 0: more than 32000 characters" '{"repeat": {"count": 32000, "rows": 2}}'
refuses bodies_and_characters_share_the_limit \
    " with what a script creates, more than 32000 bodies, shapes or joints" <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": []}], "characters": [
  {"repeat": {"count": 32000}}]}
E
# Not below 0, nor beyond what the engine takes.
for key in mass push speed acceleration braking air_acceleration jump_speed jump_cut fall_speed \
    climb_speed swim_speed step_height snap_distance; do
    most=32767.99998
    case $key in *speed) most=8192 ;; jump_cut) most=1 ;; step_height | snap_distance) most=256 ;; esac
    refuses_character "${key}_is_not_negative" \
        "character 0: $key: -1 is out of range (0 .. $most)" "{\"$key\": -1}"
done
refuses_character gravity_scale_is_limited \
    "character 0: gravity_scale: 1025 is out of range (-1024 .. 1024)" '{"gravity_scale": 1025}'
refuses_character speed_is_limited "character 0: speed: 8193 is out of range (0 .. 8192)" \
    '{"speed": 8193}'

# ---- what they say ----
# scene FILE "KEYS": a character alone.
scene() {
    printf '{"pawl-scene": 1, "characters": [{"name": "hero"%s}]}\n' "$2" >"$1"
}
scene plain.json ''
plain=$(hash_of 0 <plain.json)
check a_scene_may_have_characters_alone test -n "$plain"
check it_falls test "$(hash_of 30 <plain.json)" != "$plain"

# says KEY DEFAULT OTHER "FIELD  VALUE": with its default the key changes nothing, and with another
# value just the field of the world.
says() {
    scene same.json ", \"$1\": $2"
    same "default_of_$1" "$plain" "$(hash_of 0 <same.json)"
    scene other.json ", \"$1\": $3"
    "$pawl" diff plain.json other.json --ticks 0 >out 2>err
    same "${1}_is_a_field" "  characters: 1 value in 1 object; first: character 1 (slot 0)
  $4" "$(sed -n '2p; 3s/  a .*  b 0x[0-9A-F]* /  /; 3s/  ([0-9]* apart)//p' out)"
}
says step_height 0.3 0.5 'step_height  0.5'
says snap_distance 0.5 0.25 'snap_distance  0.25'
says mass 1 2 'mass  2'
says push 0 3 'push  3'
says speed 6 5 'speed  5'
says acceleration 60 50 'acceleration  50'
says braking 60 50 'braking  50'
says air_acceleration 30 20 'air_acceleration  20'
says jump_speed 7 8 'jump_speed  8'
says jump_cut 0.5 0.25 'jump_cut  0.25'
says gravity_scale 1 -2 'gravity_scale  -2'
says fall_speed 30 20 'fall_speed  20'
says climb_speed 3 2 'climb_speed  2'
says swim_speed 3 2 'swim_speed  2'
says ladders 0 6 'ladders  6'
says water 0 4294967295 'water  4294967295'
says coyote_steps 6 0 'coyote_steps  0'
says buffer_steps 6 255 'buffer_steps  255'
says air_jumps 0 1 'air_jumps  1'

# matters KEY DEFAULT OTHER: what is of its body, too.
matters() {
    scene same.json ", \"$1\": $2"
    same "default_of_$1" "$plain" "$(hash_of 0 <same.json)"
    scene other.json ", \"$1\": $3"
    check "${1}_matters" test "$(hash_of 0 <other.json)" != "$plain"
}
matters position '[0, 0]' '[1, 2]'
matters angle 0 90
matters turns 0 0.25
matters radius 0.3 0.5
matters half_height 0.5 0.25
matters skin 0.015625 0.03125
scene steep.json ', "slope_limit": 45'
same slope_limit_is_a_field "  slope_limit  a 0x20B60B60 0.12777777761  b 0x20000000 0.125  (11930464 apart)" \
    "$("$pawl" diff plain.json steep.json --ticks 0 | sed -n 3p)"
matters filter '{}' '{"category": 2, "mask": 5, "group": -1}'
scene turned.json ', "angle": 90'
scene quarter.json ', "turns": 0.25'
same degrees_are_turns "$(hash_of 9 <turned.json)" "$(hash_of 9 <quarter.json)"
scene pink.json ', "colour": 6'
same colours_are_not_hashed "$plain" "$(hash_of 0 <pink.json)"
"$pawl" run pink.json --ticks 0 --svg pink.svg >out
"$pawl" run plain.json --ticks 0 --svg plain.svg >out
check it_is_drawn_in_its_colour test "$(cmp -s pink.svg plain.svg; echo $?)" = 1
scene copies.json ', "repeat": {"count": 2, "step": [3, 0], "rows": 2, "row_step": [0, 4], "shrink": 1}'
cat >each.json <<'E'
{"pawl-scene": 1, "characters": [{"position": [0, 0]}, {"position": [3, 0]}, {"position": [0, 4]}]}
E
same copies_are_characters "$(hash_of 5 <each.json)" "$(hash_of 5 <copies.json)"
same info_counts_them "characters 3" "$("$pawl" info copies.json | tr -s ' ' | grep characters)"
same info_of_others_does_not "" "$("$pawl" info "$examples/stack20.json" | grep characters)"

# ---- scripts ----
# Some ground to stand on, and two to name.
cat >field.json <<'E'
{"pawl-scene": 1, "bodies": [
  {"name": "ground", "type": "static", "shapes": [{"box": {"width": 40, "height": 2}}]}],
 "characters": [
  {"name": "hero", "position": [0, 1.82]},
  {"name": "foe", "position": [4, 1.82], "repeat": {"count": 2, "step": [3, 0]}}]}
E
# play LINE...: a replay of 40 ticks.
play() {
    printf '%s\n' 'pawl-script 1' "$@" >field.txt
    "$pawl" record field.json --script field.txt --ticks 40 --hash-every 1 -o field.rep >out 2>err
}
# edits: what a script has done.
edits() {
    "$pawl" info --edits field.rep | sed -n 's/^changes *//p' | sed 's/ 0x[0-9A-F]*//g; s/  ([0-9]* apart)//'
}
# does NAME "EDITS" LINE...
does() {
    local name=$1 wanted=$2
    shift 2
    play "$@"
    same "$name" "$wanted" "$(edits)$(cat err)"
}
does run_is_a_share 'tick 3: character 1 (slot 0): run  a 0  b -0.5' \
    'tick 3 character hero run -0.5'
does climb_is_a_share 'tick 3: character 1 (slot 0): climb  a 0  b 1' \
    'tick 3 character 0 climb 1'
does buttons_are_held_until_let_go 'tick 3: character 1 (slot 0): buttons  a 0  b 1
tick 5: character 1 (slot 0): buttons  a 1  b 3
tick 8: character 1 (slot 0): buttons  a 3  b 2
tick 9: character 1 (slot 0): buttons  a 2  b 0' \
    'tick 3 character hero jump yes' 'tick 5 character hero drop yes' \
    'tick 8 character hero jump no' 'tick 9 character hero drop no'
does input_is_kept_beside_what_is_new 'tick 3: character 1 (slot 0): run  a 0  b 1
tick 4: character 1 (slot 0): buttons  a 0  b 1
tick 5: character 1 (slot 0): climb  a 0  b -1' \
    'tick 3 character hero run 1' 'tick 4 character hero jump yes' 'tick 5 character hero climb -1'
does buttons_are_let_go_by_themselves 'tick 3: character 3 (slot 2): buttons  a 0  b 1
tick 4: character 2 (slot 1): buttons  a 0  b 2
tick 6: character 2 (slot 1): buttons  a 2  b 0
tick 15: character 3 (slot 2): buttons  a 1  b 0' \
    'tick 3 character foe:1 jump yes for 12' 'tick 4 character foe:0 drop yes for 2'
does a_press_of_the_same_tick_comes_later 'tick 3: character 1 (slot 0): buttons  a 0  b 1
tick 9: character 1 (slot 0): buttons  a 1  b 0' \
    'tick 3 character hero jump yes for 3' 'tick 6 character hero jump yes for 3'
does a_pause_ends_by_itself 'tick 3: character 1 (slot 0): buttons  a 0  b 1
tick 5: character 1 (slot 0): buttons  a 1  b 0
tick 7: character 1 (slot 0): buttons  a 0  b 1' \
    'tick 3 character hero jump yes' 'tick 5 character hero jump no for 2'
play 'tick 3 character hero jump yes for 3' 'tick 4 character hero destroy'
same a_release_of_nobody_is_silent "" "$(cat err)"
same its_body_is_gone_too "tick 4: character 1 (slot 0): destroyed" "$(edits | grep 'tick 4: character')"
check one_body_less grep -q "tick 4: body 2 (slot 1): destroyed" <(edits)
play 'tick 4 body hero destroy'
same its_body_has_its_name "tick 4: character 1 (slot 0): destroyed" "$(edits | grep 'tick 4: character')"
does set_changes_how_it_moves 'tick 3: character 1 (slot 0): step_height  a 0.3  b 0.5
tick 3: character 1 (slot 0): slope_limit  a 0.12777777761  b 0.08333333325
tick 3: character 1 (slot 0): speed  a 6  b 4
tick 3: character 1 (slot 0): air_jumps  a 0  b 2' \
    'tick 3 character hero set speed 4 air-jumps 2 slope-limit 30 step-height 0.5'
does all_of_it_is_set "$(sed 's/^/tick 3: character 1 (slot 0): /' <<'E'
step_height  a 0.3  b 0.75
snap_distance  a 0.5  b 0.25
slope_limit  a 0.12777777761  b 0.08333333325
mass  a 1  b 2
push  a 0  b 3
speed  a 6  b 4
acceleration  a 60  b 50
braking  a 60  b 51
air_acceleration  a 30  b 52
jump_speed  a 7  b 8
jump_cut  a 0.5  b 1
gravity_scale  a 1  b -2
fall_speed  a 30  b 9
climb_speed  a 3  b 10
swim_speed  a 3  b 11
air_jumps  a 0  b 255
E
)" 'tick 3 character hero set speed 4 acceleration 50 braking 51 air-acceleration 52 jump-speed 8 jump-cut 1 fall-speed 9 climb-speed 10 swim-speed 11 mass 2 push 3 step-height 0.75 snap-distance 0.25 gravity-scale -2 slope-limit 30 air-jumps 255'
play 'tick 3 character hero launch 2 9'
same a_launch_is_a_velocity 'tick 3: character 1 (slot 0): velocity.x  a 0  b 2
tick 3: character 1 (slot 0): velocity.y  a 0  b 9' "$(edits | grep velocity)"
play 'tick 3 character hero put -6 5.5'
same it_is_put_elsewhere "tick 3: body 2 (slot 1): position.x  a 0  b -6" \
    "$(edits | grep 'position.x')"

# fails NAME "REASON" LINE
fails() {
    play "$3"
    same "$1" "pawl: field.txt:2: $2" "$(cat err)"
}
fails they_have_names 'there is no character "her" here' 'tick 0 character her run 1'
fails they_have_numbers 'there is no character 3 yet, only 3' 'tick 0 character 3 run 1'
fails copies_have_numbers '2 have the name "foe", say which one: foe:0' 'tick 0 character foe run 1'
fails they_are_named 'the character is missing' 'tick 0 character'
fails bodies_are_none 'there is no character "ground" here' 'tick 0 character ground run 1'
fails calls_have_names '"ran" is no call for it, did you mean "run"?' 'tick 0 character hero ran 1'
fails run_is_at_most_one 'run: 1.5 is out of range' 'tick 0 character hero run 1.5'
fails climb_is_at_most_one 'climb: -1.00002 is out of range' 'tick 0 character hero climb -1.00002'
fails jump_is_yes_or_no '"1" is no yes or no' 'tick 0 character hero jump 1'
fails steps_are_whole 'for: "1.5" is not a whole number in 0 .. 4294967295' \
    'tick 0 character hero jump yes for 1.5'
fails no_step_is_none 'tick 0: jump: out of range' 'tick 0 character hero jump yes for 0'
fails walls_are_no_slopes 'tick 0: set: out of range' 'tick 0 character hero set slope-limit 90'
fails jumps_fit_a_byte 'tick 0: set: out of range' 'tick 0 character hero set air-jumps 256'
fails a_share_is_at_most_one 'tick 0: set: out of range' 'tick 0 character hero set jump-cut 1.5'
play 'tick 0 character hero destroy' 'tick 1 character hero run 1'
same destroyed_is_gone "pawl: field.txt:3: tick 1: run: stale handle" "$(cat err)"
play 'tick 0 character hero destroy' 'tick 1 character hero set speed 1'
same it_is_not_set "pawl: field.txt:3: tick 1: set: stale handle" "$(cat err)"

# ---- a level that one plays through ----
level=$examples/playthrough.json
way=$scripts/playthrough.txt
"$pawl" run "$level" --script "$way" >out
same the_way_is_played "joints=0 breaks=0 sensor_begins=5 hits=0
tick=840 bodies=8 awake=1 contacts=0 faults=0x0 hash=01620511" "$(cat out)"
"$pawl" record "$level" --script "$way" --hash-every 1 -o way.rep >out
same it_is_recorded "tick=840 edits=11 hash=01620511" "$(sed 's/bytes=[0-9]* //' out)"
check the_replay_is_verified "$pawl" verify --quiet way.rep
same it_is_replayed 01620511 "$("$pawl" replay way.rep | sed -n 's/.* hash=\([0-9a-f]*\).*/\1/p')"
"$pawl" snapshot way.rep way.snap >out
same a_snapshot_holds_it "tick=840 hash=01620511" "$(sed 's/ bytes=.*//' out)"
same the_tree_has_a_branch "characters 1:" "$("$pawl" hash way.snap --tree | sed -n 's/^ *\(characters\) [0-9a-f]* \(1:\).*/\1 \2/p')"
"$pawl" synctest "$level" --script "$way" --ticks 840 >out
same it_rolls_back 01620511 "$(sed -n 's/.* hash=//p' out)"
"$pawl" synctest way.rep --heavy >out
same the_replay_rolls_back 01620511 "$(sed -n 's/.* hash=//p' out)"
sed 's/^tick 350 .*/tick 350 character hero run 0.25/' "$way" >slow.txt
"$pawl" record "$level" --script slow.txt -o slow.rep >out
"$pawl" diff way.rep slow.rep >out
same a_difference_is_named "FIRST DIFFERENCE  tick 350, in what was done to the world before its step
  characters: 1 value in 1 object; first: character 1 (slot 0)
  run  a 0x00004CCD 0.3  b 0x00004000 0.25  (3277 apart)" "$(sed -n 1,3p out)"
"$pawl" run "$level" --script "$way" --ticks 60 --svg still.svg --film way.film >out
"$pawl" film way.film --svg film.svg >out
for picture in still film; do
    same "it_is_in_a_$picture" 1 "$(grep -c 'fill="#e4572e" stroke="#e4572e"' $picture.svg)"
done

finish character
