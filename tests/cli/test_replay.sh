#!/usr/bin/env bash
# test_replay.sh - record, replay, verify, info, cut, synctest and bisect from outside.
#
# usage: test_replay.sh [PAWL]     (default build/pawl)
# Programs with mistakes made on purpose (changed.sh) lie beside it.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
root=$(dirname "$(dirname "$examples")")
scripts=$root/examples/scripts
bytes=$root/tests/cli/replay_bytes.py

# answers NAME CODE "OUTPUT" ARGUMENT...: the exit code, and all of stdout and stderr.
answers() {
    local name=$1 code=$2 wanted=$3
    shift 3
    "$pawl" "$@" >out 2>err
    same "$name" "exit $code, $wanted" "exit $?, $(cat out err)"
}

# begins NAME CODE "OUTPUT" ARGUMENT...: the exit code, and what stdout and stderr begin with.
begins() {
    local name=$1 code=$2 wanted=$3 text
    shift 3
    "$pawl" "$@" >out 2>err
    local found=$?
    text=$(cat out err)
    same "$name" "exit $code, $wanted" "exit $found, ${text:0:${#wanted}}"
}

# script_fails NAME "REASON" <script
script_fails() {
    cat >bad.txt
    answers "$1" 2 "pawl: bad.txt:$2" record drop.json --script bad.txt -o bad.rep
    check "$1_leaves_no_replay" [ ! -e bad.rep ]
}

# succeeds NAME ARGUMENT...: exit 0, whatever it says.
succeeds() {
    local name=$1
    shift
    "$pawl" "$@" >out 2>err
    same "$name" "exit 0, " "exit $?, $(cat err)"
}

hash_in() {
    sed -n 's/.* hash=\([0-9a-f]*\).*/\1/p' "$1" | tail -1
}

cat >drop.json <<'J'
{"pawl-scene": 1, "title": "drop", "ticks": 200,
 "camera": {"lower": [-4, -1], "upper": [4, 5]}, "bodies": [
  {"name": "ground", "type": "static", "shapes": [{"box": {"width": 20, "height": 1}}]},
  {"name": "crate", "position": [0, 3], "repeat": {"count": 3, "step": [0, 1.25]},
   "colour": [1, 2, 3], "shapes": [{"box": {"width": 1, "height": 1}}]},
  {"name": "red ball", "position": [2, 3], "shapes": [{"circle": {"radius": 0.5}}]},
  {"position": [-3, 3], "shapes": [{"circle": {"radius": 0.5}}]}],
 "joints": [{"name": "arm", "type": "revolute", "bodies": ["ground", "red ball"], "at": [2, 4],
             "motor": {"speed": 90, "max": 20}}]}
J
cat >drop.txt <<'S'
pawl-script 1
tick 30  body crate:1 velocity 3 0   # on its way
tick 30  body "red ball" push 0 1
tick 60  create ball at 0 6 circle 0.5
tick 90  joint arm motor-speed -180
tick 120 body ball destroy
S

# ---- record ----
answers record_says_what_it_did 0 "tick=200 edits=4 bytes=$("$pawl" record drop.json \
    --script drop.txt -o a.rep | sed 's/.*bytes=\([0-9]*\).*/\1/') hash=$("$pawl" record drop.json \
    --script drop.txt -o a.rep | sed 's/.*hash=//')" record drop.json --script drop.txt -o a.rep
check bytes_are_those_of_the_file [ "$(sed 's/.*bytes=\([0-9]*\).*/\1/' out)" = "$(wc -c <a.rep)" ]
cp a.rep first.rep
"$pawl" record drop.json --script drop.txt -o a.rep >out
check recording_is_reproducible cmp -s a.rep first.rep
"$pawl" record drop.json -o plain.rep >out
same recording_does_not_change_the_run "$("$pawl" run drop.json | sed -n 's/.* hash=//p')" \
    "$(hash_in out)"
check a_script_changes_the_run [ "$(hash_in out)" != "$("$pawl" replay a.rep | hash_in /dev/stdin)" ]
"$pawl" record drop.json --ticks 50 --json -o short.rep >json
same json_of_record "50 0" "$(python3 -c 'import json
run = json.load(open("json")); print(run["tick"], run["edits"])')"
check record_without_checkpoints bash -c "'$pawl' record drop.json --hash-every 0 -o h.rep >out &&
    '$pawl' info h.rep | grep -q '^checkpoints  *1$'"
"$pawl" record drop.json --keyframe-every 50 --hash-every 10 --meta 'author=me' \
    --meta 'note=a=b c' -o keys.rep >out
"$pawl" info keys.rep >out
same keyframes_come_every_50 4 "$(sed -n 's/^keyframes *//p' out)"
same checkpoints_come_every_10 20 "$(sed -n 's/^checkpoints *//p' out)"
same notes_are_kept "title=drop camera=-4 -1 4 5 author=me note=a=b c" \
    "$(sed -n 's/^meta *//p' out | tr '\n' ' ' | sed 's/ $//')"
# What is packed is the same run.
"$pawl" record drop.json --keyframe-every 50 --packed -o packed.rep >out
"$pawl" record drop.json --keyframe-every 50 -o unpacked.rep >plain
same packed_has_the_same_hash "$(hash_in plain)" "$(hash_in out)"
check packed_is_smaller [ "$(stat -c %s packed.rep)" -lt "$(stat -c %s unpacked.rep)" ]
check packed_verifies "$pawl" verify --quiet packed.rep
for scene in tiles vehicle; do # terrain
    "$pawl" record "$examples/$scene.json" --ticks 240 -o "$scene.rep" >out
    same "${scene}_verifies" "ok $scene.rep ticks=240 hash=$(hash_in out)" \
        "$("$pawl" verify "$scene.rep" | sed 's/ checkpoints.*//')"
done
usage record_needs_a_scene " record: no scene" record -o x.rep
usage record_needs_an_output " record: no output: -o FILE" record drop.json
usage record_takes_one_scene " record: more than one scene: b" record drop.json b -o x.rep
usage record_knows_its_options " record: unknown option: --fast" record drop.json --fast
usage record_misses_a_value " record: a value is missing after: -o" record drop.json -o
usage record_checks_notes " record: --meta is not KEY=VALUE: a b" record drop.json -o x.rep --meta 'a b'
usage record_limits_notes " record: too many notes: more than 4096 bytes" record drop.json -o x.rep \
    --meta "a=$(printf '%04000d' 0)" --meta "b=$(printf '%0100d' 0)"
usage record_knows_its_games " record: unknown game: chess" record --game chess -o x.rep
usage record_of_a_game_has_no_scene " record: a game has no scene: drop.json" \
    record --game chess drop.json -o x.rep
usage record_of_an_absent_scene " none.json: No such file or directory" record none.json -o x.rep
usage record_of_an_absent_script " none.txt: No such file or directory" \
    record drop.json --script none.txt -o x.rep
usage record_to_an_absent_folder " no/x.rep: No such file or directory" record drop.json -o no/x.rep
if [ -w /dev/full ]; then
    answers record_to_a_full_disk 2 "pawl: /dev/full: No space left on device" \
        record drop.json -o /dev/full
    check a_device_stays [ -c /dev/full ]
fi
for script in "$scripts"/*.txt; do
    name=$(basename "$script" .txt)
    "$pawl" record "$examples/$name.json" --script "$script" -o "$name.rep" >out 2>err
    same "example_script_${name}_runs" "exit 0, " "exit $?, $(cat err)"
    # Players belong to no world, so their calls are no edits; all others make some.
    edits=$(grep -cE '^tick +[0-9]+ +(player|open|close) ' "$script" | sed 's/^0$/[1-9][0-9]*/; t; s/.*/0/')
    check "example_script_${name}_edits" grep -q "edits=$edits " out
    succeeds "example_script_${name}_verifies" verify --quiet "$name.rep"
done

# ---- scripts ----
script_fails script_needs_its_first_line '1: no script: the first line is not "pawl-script 1"' <<'S'
tick 1 gravity 0 0
S
script_fails script_of_another_version '2: no script: the first line is not "pawl-script 1"' <<'S'

pawl-script 2
S
script_fails empty_script '1: no script: the first line is not "pawl-script 1"' </dev/null
script_fails calls_begin_with_a_tick '3: a call begins with "tick" and a number' <<'S'
pawl-script 1

body crate:0 destroy
S
script_fails tick_is_a_number '2: tick: "soon" is not a whole number in 0 .. 1000000000000000' <<'S'
pawl-script 1
tick soon gravity 0 0
S
script_fails tick_is_missing '2: the tick is missing' <<'S'
pawl-script 1
tick
S
script_fails ticks_ascend '3: tick 4 comes after tick 5' <<'S'
pawl-script 1
tick 5 gravity 0 0
tick 4 gravity 0 0
S
script_fails call_is_missing '2: call is missing' <<'S'
pawl-script 1
tick 5
S
script_fails unknown_call '2: "fly" is no call' <<'S'
pawl-script 1
tick 5 fly
S
script_fails misspelt_call '2: "gravty" is no call, did you mean "gravity"?' <<'S'
pawl-script 1
tick 5 gravty 0 0
S
script_fails misspelt_call_to_a_body '2: "vlocity" is no call for it, did you mean "velocity"?' <<'S'
pawl-script 1
tick 5 body crate:0 vlocity 0 0
S
script_fails unknown_body '2: there is no body "bird" here' <<'S'
pawl-script 1
tick 5 body bird velocity 0 0
S
script_fails body_number_out_of_range '2: there is no body 9 yet, only 6' <<'S'
pawl-script 1
tick 5 body 9 velocity 0 0
S
script_fails copies_need_a_number '2: 3 have the name "crate", say which one: crate:0' <<'S'
pawl-script 1
tick 5 body crate velocity 0 0
S
script_fails copy_out_of_range '2: only 3 have the name "crate"' <<'S'
pawl-script 1
tick 5 body crate:3 velocity 0 0
S
script_fails copy_is_a_number '2: "x" is not the number of a copy' <<'S'
pawl-script 1
tick 5 body crate:x velocity 0 0
S
script_fails quotation_marks_close '2: a quotation mark is missing' <<'S'
pawl-script 1
tick 5 body "red ball velocity 0 0
S
script_fails quotation_marks_end_a_word '2: a space is missing behind a quotation mark' <<'S'
pawl-script 1
tick 5 body "red ball"velocity 0 0
S
script_fails unknown_joint '2: there is no joint "leg" here' <<'S'
pawl-script 1
tick 5 joint leg motor no
S
script_fails number_is_missing '2: velocity is missing' <<'S'
pawl-script 1
tick 5 body crate:0 velocity 3
S
script_fails number_is_no_number '2: velocity: "3m" is not a number' <<'S'
pawl-script 1
tick 5 body crate:0 velocity 3m 0
S
script_fails number_is_out_of_range '2: velocity: 9000 is out of range' <<'S'
pawl-script 1
tick 5 body crate:0 velocity 9000 0
S
script_fails load_is_out_of_range '2: impulse: 1e30 is out of range' <<'S'
pawl-script 1
tick 5 body crate:0 impulse 1e30 0
S
script_fails negative_friction '2: friction: -1 is out of range' <<'S'
pawl-script 1
tick 5 body crate:0 friction -1
S
script_fails truth_is_yes_or_no '2: "true" is no yes or no' <<'S'
pawl-script 1
tick 5 body crate:0 awake true
S
script_fails type_of_a_body '2: "dinamic" is no type of a body, did you mean "dynamic"?' <<'S'
pawl-script 1
tick 5 body crate:0 type dinamic
S
script_fails too_many_words '2: "fast" is no word for this call' <<'S'
pawl-script 1
tick 5 body crate:0 velocity 1 2 fast
S
script_fails keyword_twice '2: "at" is there twice' <<'S'
pawl-script 1
tick 5 body crate:0 push 1 2 at 0 0 at 0 0
S
script_fails colour_is_limited '2: colour: "8" is none of 0 .. 7' <<'S'
pawl-script 1
tick 5 create ball circle 1 colour 8
S
script_fails new_name_is_new '2: there is a body "red ball" already' <<'S'
pawl-script 1
tick 5 create "red ball" circle 1
S
script_fails new_name_is_a_name '2: "12" is no name for something new' <<'S'
pawl-script 1
tick 5 create 12 circle 1
S
script_fails joint_type_to_make '2: "gear" is no type of a joint to make' <<'S'
pawl-script 1
tick 5 join x gear crate:0 crate:1
S
script_fails null_character '2: a null character' < <(printf 'pawl-script 1\ntick 5 gra\0vity 0 0\n')
script_fails too_many_words_in_a_line '2: more than 48 words' \
    < <(printf 'pawl-script 1\ntick 5'; printf ' x%.0s' {1..50})
script_fails a_shape_is_needed '2: tick 5: create: bad argument' <<'S'
pawl-script 1
tick 5 create ball
S
script_fails destroyed_body_is_told '3: tick 6: velocity: stale handle' <<'S'
pawl-script 1
tick 5 body crate:0 destroy
tick 6 body crate:0 velocity 0 0
S
head -c 5000000 /dev/zero | tr '\0' '#' >big.txt
answers large_script_is_refused 2 "pawl: big.txt: larger than 4 MiB" \
    record drop.json --script big.txt -o x.rep
answers calls_after_the_end_are_told 0 "$("$pawl" record drop.json --ticks 100 --script drop.txt \
    -o x.rep 2>/dev/null)
pawl: drop.txt: note: 1 calls come after the last step" \
    record drop.json --ticks 100 --script drop.txt -o x.rep

# What a script does is what the scene would do: each pair ends in the same state.
# agree NAME BODIES OTHER-BODIES SCRIPT [JOINTS OTHER-JOINTS]: what the script makes of the others.
agree() {
    printf '{"pawl-scene": 1, "ticks": 30, "bodies": [%s], "joints": [%s]}' "$2" "${5:-}" >one.json
    printf '{"pawl-scene": 1, "ticks": 30, "bodies": [%s], "joints": [%s]}' "$3" "${6:-}" >other.json
    printf 'pawl-script 1\n%b\n' "$4" >other.txt
    "$pawl" record other.json --script other.txt -o x.rep >out 2>err
    same "$1" "$("$pawl" run one.json | sed -n 's/.* hash=//p')" "$(hash_in out)$(cat err)"
}
box='"shapes": [{"box": {"width": 1, "height": 1}}]'
agree velocity_of_a_script "{$box, \"velocity\": [1, 2]}" "{$box}" 'tick 0 body 0 velocity 1 2'
agree spin_of_a_script "{$box, \"angular_velocity\": 45}" "{$box}" 'tick 0 body 0 spin 45'
agree push_of_a_script "{$box, \"velocity\": [1, 2]}" "{$box}" 'tick 0 body 0 push 1 2'
agree impulse_of_a_script "{$box, \"velocity\": [1, 2]}" "{$box}" 'tick 0 body 0 impulse 1 2'
agree teleport_of_a_script "{$box, \"position\": [3, 4], \"angle\": 30}" "{$box}" \
    'tick 0 body 0 teleport 3 4 angle 30'
agree scale_of_a_script "{$box, \"gravity_scale\": 0.5}" "{$box}" 'tick 0 body 0 gravity-scale 0.5'
agree damping_of_a_script "{$box, \"linear_damping\": 0.5, \"angular_damping\": 2}" "{$box}" \
    'tick 0 body 0 damping 0.5 2'
agree bullet_of_a_script "{$box, \"bullet\": true}" "{$box}" 'tick 0 body 0 bullet yes'
agree creation_of_a_script "{$box}, {${box/\"width\": 1/\"width\": 2}, \"position\": [3, 4],
    \"angle\": 30, \"velocity\": [1, 2], \"angular_velocity\": 45}" "{$box}" \
    'tick 0 create b at 3 4 box 2 1 angle 30 velocity 1 2 spin 45'
agree push_of_mass_1_is_an_impulse "{$box, \"velocity\": [0, 3]}" "{$box}" \
    'tick 0 body 0 push 1 2 at 1 0.5\ntick 0 body 0 impulse -1 1 at 1 0.5\ntick 0 body 0 spin 0'
two="{\"name\": \"a\", \"type\": \"static\", \"shapes\": []},
    {\"name\": \"b\", $box, \"position\": [1, 0]}"
hinge='"type": "revolute", "bodies": ["a", "b"], "at": [0, 0]'
slide='"type": "prismatic", "bodies": ["a", "b"], "at": [0, 0], "axis": 30'
agree joint_of_a_script "$two" "$two" 'tick 0 join j revolute a b at 0 0' "{$hinge}"
agree axis_of_a_script "$two" "$two" 'tick 0 join j prismatic a b at 0 0 axis 30' "{$slide}"
agree rod_of_a_script "$two" "$two" 'tick 0 join j distance a b' \
    '{"type": "distance", "bodies": ["a", "b"], "from": [0, 0], "to": [1, 0]}'
agree motor_of_a_script "$two" "$two" 'tick 0 joint 0 motor-speed 90' \
    "{$hinge, \"motor\": {\"speed\": 90, \"max\": 99}}" "{$hinge, \"motor\": {\"speed\": 7, \"max\": 99}}"
agree motor_of_a_script_slides "$two" "$two" 'tick 0 joint 0 motor-speed 2' \
    "{$slide, \"motor\": {\"speed\": 2, \"max\": 99}}" "{$slide, \"motor\": {\"speed\": 1, \"max\": 99}}"
agree limit_of_a_script "$two" "$two" 'tick 0 joint 0 limit -20 10' \
    "{$hinge, \"limit\": [-20, 10]}" "{$hinge, \"limit\": [-5, 5]}"
agree target_of_a_script "$two" "$two" 'tick 0 joint 0 target 45' \
    "{$hinge, \"spring\": {\"hertz\": 4}, \"target\": 45}" "{$hinge, \"spring\": {\"hertz\": 4}}"
agree friction_of_a_script "{$box}, {\"type\": \"static\", \"position\": [0, -1], \"shapes\": [
    {\"box\": {\"width\": 9, \"height\": 1}, \"friction\": 0.25}]}" "{$box}, {\"type\": \"static\",
    \"position\": [0, -1], \"shapes\": [{\"box\": {\"width\": 9, \"height\": 1}}]}" \
    'tick 0 body 1 friction 0.25'
agree circle_of_a_script "{$box}, {\"type\": \"kinematic\", \"velocity\": [0, 1], \"shapes\": [
    {\"circle\": {\"radius\": 2}, \"density\": 3, \"friction\": 0.25, \"restitution\": 0.5}]}" "{$box}" \
    'tick 0 create b circle 2 type kinematic velocity 0 1 density 3 friction 0.25 restitution 0.5'

printf 'pawl-script 1\ntick 1 joint arm motor yes max 99\ntick 2 joint arm destroy\n' >joint.txt
"$pawl" record drop.json --ticks 3 --script joint.txt -o x.rep >out
"$pawl" info x.rep --edits >out
check script_makes_a_motor_stronger grep -q \
    '^changes         tick 1: joint 1 (.*): motor_max  a 0x00140000 20  b 0x00630000 99 ' out
check script_destroys_a_joint grep -q '^changes         tick 2: joint 1 (.*): destroyed$' out
printf 'pawl-script 1\ntick 1 shift 100 -50.25\ntick 2 shift -8 0\ntick 2 joint arm destroy\n' >shift.txt
"$pawl" record drop.json --ticks 3 --script shift.txt -o shifted.rep >out
same a_shift_is_recorded 'exit 0' "exit $("$pawl" verify --quiet shifted.rep; echo $?)"
"$pawl" info shifted.rep --edits >out
same info_tells_shifts 'tick 1: shift 100 -50.25,tick 2: shift -8 0' \
    "$(sed -n 's/^changes  *//p' out | grep shift | paste -sd ,)"
check info_tells_what_else_is_done grep -q '^changes         tick 2: joint 1 (.*): destroyed$' out

# ---- replay ----
"$pawl" run drop.json --hash-every 50 --png run.png --svg run.svg --gif run.gif >run.out
"$pawl" replay plain.rep --hash-every 50 --png replay.png --svg replay.svg --gif replay.gif >out 2>err
same replay_is_silent_on_stderr "exit 0, " "exit $?, $(cat err)"
check replay_prints_what_run_prints cmp -s out run.out
for kind in png svg gif; do
    check "${kind}_of_replay_is_that_of_run" cmp -s "run.$kind" "replay.$kind"
done
"$pawl" run drop.json --frame 77 --png run.png --snapshot end.snap >out
"$pawl" replay plain.rep --tick 77 --png replay.png >out
check replay_draws_a_tick cmp -s run.png replay.png
check replay_stops_at_a_tick grep -q '^tick=77 ' out
"$pawl" replay keys.rep --tick 77 --hash-every 7 | grep '^tick=77 hash=' >out # not from a keyframe
same replay_hash_does_not_depend_on_the_way "$("$pawl" replay keys.rep --tick 77 | hash_in /dev/stdin)" \
    "$(hash_in out)"
"$pawl" replay plain.rep --tick 200 --snapshot replay.snap >out
check snapshots_of_run_and_replay_agree cmp -s end.snap replay.snap
"$pawl" replay plain.rep --json --hash-every 100 >json
same json_of_replay "100 200 200 True False" "$(python3 -c 'import json
run = json.load(open("json"))
print(*(one["tick"] for one in run["hashes"]), run["tick"], run["complete"], run["diverged"])')"
usage replay_needs_a_replay " replay: no replay" replay
usage replay_takes_one " replay: more than one replay: b" replay a b
usage replay_knows_its_options " replay: unknown option: --fast" replay a --fast
usage replay_tick_must_be_there " plain.rep: --tick is not in 0 .. 200" replay plain.rep --tick 201
usage replay_of_an_absent_file " none.rep: No such file or directory" replay none.rep
usage replay_of_a_folder " .: Is a directory" replay .
usage replay_of_a_scene " drop.json: offset 0: no replay" replay drop.json
usage replay_to_an_absent_folder " no/x.png: No such file or directory" \
    replay plain.rep --png no/x.png
usage replay_snapshot_to_an_absent_folder " no/x: No such file or directory" \
    replay plain.rep --snapshot no/x
usage replay_limits_ticks " plain.rep: more ticks than --max-ticks" replay plain.rep --max-ticks 199
succeeds replay_of_as_many_ticks_as_allowed replay plain.rep --max-ticks 200
succeeds replay_in_little_memory replay plain.rep --max-memory 1

# ---- the window ----
export SDL_VIDEODRIVER=dummy
usage window_options_need_a_window " replay: --keys, --frames and --screenshot need --view" \
    replay plain.rep --frames 3
"$pawl" replay plain.rep --view --frames 1 >out 2>err
if ! grep -q 'built without SDL2' err; then
    # shows NAME "ARGUMENTS OF VIEW" "ARGUMENTS OF REPLAY": both show the same.
    shows() {
        # shellcheck disable=SC2086
        "$pawl" view drop.json --width 200 $2 --screenshot view.png >out 2>err
        # shellcheck disable=SC2086
        "$pawl" replay plain.rep --view --width 200 $3 --screenshot replay.png >>out 2>>err
        same "$1_is_silent" "exit 0, " "exit $?, $(cat out err)"
        check "$1" cmp -s view.png replay.png
    }
    shows window_shows_a_replay_as_its_scene "--frames 60" "--frames 60"
    # Without the timeline (9), which shows what is known.
    shows window_steps_back "--frames 1 --keys 9nn" "--frames 1 --keys 9nnnnbb"
    shows window_of_a_scene_steps_back "--frames 1 --keys 9nnnnbb" "--frames 1 --keys 9nn"
    shows window_stays_at_the_beginning "--frames 1 --keys 9n" "--frames 1 --keys 9bbn"
    shows window_begins_at_a_tick "--frames 1 --keys 9nnnnn" "--frames 1 --tick 4 --keys 9n"
    shows window_restarts "--frames 1 --keys nn" "--frames 1 --keys nnnnrnn"
    "$pawl" view drop.json --width 200 --frames 1 --keys nn --screenshot one.png
    "$pawl" view drop.json --width 200 --frames 1 --keys nnnnbb --screenshot two.png
    check window_shows_what_is_known bash -c '! cmp -s one.png two.png'
    "$pawl" replay plain.rep --view --width 200 --frames 300 --screenshot one.png
    "$pawl" replay plain.rep --view --width 200 --frames 1 --tick 200 --keys ' ' --screenshot two.png
    check window_stops_at_the_end cmp -s one.png two.png
    "$pawl" replay a.rep --view --width 200 --frames 60 --screenshot one.png
    "$pawl" replay plain.rep --view --width 200 --frames 60 --screenshot two.png
    check window_shows_edits bash -c '! cmp -s one.png two.png'
fi

# ---- damage ----
# Every length: malformed up to the end of the first keyframe, then cut while there is nothing to be
# compared with, then good; and never anything but 0 or 2.
first=$(python3 "$bytes" list a.rep | awk '$1 == "SNAP" { print $2 + $3; exit }')
size=$(wc -c <a.rep)
mkdir cut
python3 "$bytes" cuts a.rep cut $((1 + size / 150))
head -c "$first" a.rep >"cut/$first.rep"
head -c "$((first - 1))" a.rep >"cut/$((first - 1)).rep"
find cut -name '*.rep' | sort -t/ -k2n | "$pawl" verify --list - >cut.out 2>err
same cut_files_are_malformed_cut_or_ok "exit 2, " "exit $?, $(cat err)"
same every_cut_file_has_a_line "$(find cut -type f | wc -l)" "$(wc -l <cut.out)"
check there_are_many_cut_files [ "$(wc -l <cut.out)" -gt 100 ]
same cut_files_from_the_first_checkpoint_on_are_ok "" "$(awk -v first="$first" '{
    match($2, /[0-9]+/); n = substr($2, RSTART, RLENGTH) + 0
    if ($1 == "ok") compared = 1
    good = $1 == "ok" && /\(cut off\)$/ && n >= first || $1 == "cut" && n >= first && !compared ||
        $1 == "malformed" && /: offset [0-9]+: / && n < first
    if (!good) print }' cut.out)"
check some_cut_files_are_ok grep -q '^ok ' cut.out
"$pawl" verify "cut/$first.rep" >out
same cut_after_the_keyframe_compares_nothing \
    "exit 2, cut cut/$first.rep: cut off: no checkpoint behind the first keyframe, up to tick 0" \
    "exit $?, $(cat out)"
"$pawl" verify "cut/$((first - 1)).rep" >out
same cut_in_the_keyframe_is_told \
    "exit 2, malformed cut/$((first - 1)).rep: offset $((first - 1)): damaged or cut off" \
    "exit $?, $(cat out)"
"$pawl" replay "$(find cut -name '*.rep' | sort -t/ -k2n | tail -1)" >out 2>err
same cut_off_is_told "exit 0, pawl: cut/" "exit $?, $(head -c 10 err)"
check cut_off_says_how_far_it_goes grep -q 'note: cut off after [0-9]* whole bytes: plays to tick [0-9]*$' err
# A bit anywhere is found, and named by its place.
mkdir flip
python3 "$bytes" flips a.rep flip $((1 + size / 200))
find flip -name '*.rep' | sort -t/ -k2n | "$pawl" verify --list - >flip.out 2>err
same flipped_files_are_malformed "exit 2, " "exit $?, $(cat err)"
same every_flip_is_found "" "$(grep -v '^malformed flip/[0-9]*.rep: offset [0-9]*: ' flip.out)"
check there_are_many_flipped_files [ "$(wc -l <flip.out)" -gt 100 ]
python3 "$bytes" set plain.rep version.rep HEAD 0 8 63000000
python3 "$bytes" set plain.rep math.rep HEAD 0 16 01020304
python3 "$bytes" set plain.rep format.rep HEAD 0 0 0200
python3 "$bytes" add plain.rep optional.rep HASH 1 XTRA 0
python3 "$bytes" add plain.rep needed.rep HASH 1 XTRA 1
python3 "$bytes" set plain.rep hash.rep HASH 2 12 00000000 # the checkpoint of tick 120
python3 "$bytes" set plain.rep end.rep FINI 0 12 00000000
python3 "$bytes" set plain.rep part.rep HASH 2 24 00000000
other="recorded by simulation version 99, this is 4 (--force plays it all the same)"
answers other_version_is_refused 3 "version version.rep: $other" verify version.rep
answers replay_of_another_version 3 "pawl: version.rep: $other" replay version.rep
begins info_of_another_version 0 "kind            world replay" info version.rep
answers other_version_by_force 0 \
    "ok version.rep ticks=200 hash=$(hash_in run.out) checkpoints=5 (another version)" \
    verify --force version.rep
succeeds replay_by_force replay --force version.rep
begins other_arithmetic_is_refused 3 \
    "version math.rep: recorded with the math fingerprint 04030201, here it is " verify math.rep
answers other_format_is_refused 3 "version format.rep: offset 8: other version" verify format.rep
begins unknown_chunk_is_skipped 0 "ok optional.rep " verify optional.rep
same unknown_chunk_is_counted 1 "$("$pawl" info optional.rep | sed -n 's/^unknown_chunks *//p')"
begins unknown_chunk_that_is_required 3 "version needed.rep: offset " verify needed.rep

# ---- verify ----
begins wrong_hash_is_found 1 "diverged hash.rep tick=120 want=00000000 got=" verify hash.rep
check wrong_hash_says_the_last_good_one grep -q ' equal=60$' out
begins wrong_end_is_found 1 "diverged end.rep tick=200 want=00000000 got=$(hash_in run.out) " \
    verify end.rep
begins replay_tells_where_it_diverged 1 "joints=" replay hash.rep
check replay_names_the_tick grep -q '^pawl: hash.rep: diverged at tick 120: wanted 00000000, got ' err
same json_of_a_diverged_replay "120 True" "$("$pawl" replay hash.rep --json 2>err | python3 -c '
import json, sys
run = json.load(sys.stdin)
print(run["tick"], run["diverged"])')"
good="ok plain.rep ticks=200 hash=$(hash_in run.out) checkpoints=5"
answers verify_of_one 0 "$good" verify plain.rep
answers verify_of_two 0 "$good
$good" verify plain.rep plain.rep
answers quiet_verify 0 "" verify --quiet plain.rep a.rep
begins quiet_verify_tells_failures 1 "diverged hash.rep" verify --quiet plain.rep hash.rep
answers absent_file 2 "error none.rep: No such file or directory" verify none.rep
answers folder_is_an_error 2 "error .: Is a directory" verify .
answers other_file_is_malformed 2 "malformed drop.json: offset 0: no replay, but text, perhaps a scene: pawl run simulates it" verify drop.json
answers empty_file_is_malformed 2 "malformed empty.rep: offset 0: no replay" \
    verify "$(: >empty.rep && echo empty.rep)"
answers tick_limit 2 "limit plain.rep: more ticks than --max-ticks" verify plain.rep --max-ticks 199
begins work_limit 2 "limit plain.rep: tick " verify plain.rep --max-work 100
succeeds work_below_the_limit verify --quiet plain.rep --max-work 1000000
head -c 2000000 /dev/zero >large.rep
answers memory_limit 2 "error large.rep: larger than 1 MiB" verify large.rep --max-memory 1
answers two_processes_for_one_file 0 "$good" verify plain.rep --jobs 2
code_of() {
    "$pawl" verify --quiet "$@" >out 2>err
    echo $?
}
same worst_is_diverged 1 "$(code_of plain.rep hash.rep)"
same worst_is_version 3 "$(code_of hash.rep version.rep plain.rep)"
same worst_is_malformed 2 "$(code_of version.rep hash.rep drop.json plain.rep)"
usage verify_needs_files " verify: no replay" verify
usage verify_reads_stdin_once " verify: standard input can be read only once" verify - --list -
usage verify_limits_jobs " verify: --jobs takes a number from 1 to" verify --jobs 0 plain.rep
answers empty_list 2 "pawl: standard input: no names of files" verify --list - </dev/null
answers list_with_empty_lines 0 "$good
$good" verify --list - < <(printf 'plain.rep\n\n\nplain.rep')
answers list_with_a_null_character 2 "$good
pawl: standard input: a line is no name of a file" verify --list - < <(printf 'plain.rep\nx\0y\nplain.rep\n')
cp plain.rep 'a "b" c.rep'
answers name_with_spaces 0 "${good/plain.rep/a \"b\" c.rep}" verify --list - <<<'a "b" c.rep'
same json_of_names 'a "b" c.rep ok 200' "$("$pawl" verify --json 'a "b" c.rep' | python3 -c '
import json, sys
run = json.loads(sys.stdin.read())
print(run["file"], run["result"], run["ticks"])')"
odd=$(printf 'a\nb\xff.rep')
answers name_with_a_line_end 2 "error a?b$(printf '\xff').rep: No such file or directory" verify "$odd"
same json_of_odd_names $'a\nb\xef\xbf\xbd.rep' "$("$pawl" verify --json "$odd" | python3 -c '
import json, sys
print(json.loads(sys.stdin.read())["file"])')"

printf '{"pawl-scene": 1, "rate": [60000, 1001], "ticks": 3, "bodies": [{"position": [-200, 3],
    "repeat": {"count": 320, "step": [1.25, 0]}, "shapes": [{"box": {"width": 1, "height": 1}}]}]}' >wide.json
"$pawl" record wide.json -o wide.rep >out
# Its world takes less than a MiB, all that playing takes more.
answers memory_limit_of_playing 2 "limit wide.rep: takes more memory than --max-memory" \
    verify wide.rep --max-memory 1
succeeds memory_limit_is_enough verify --quiet wide.rep --max-memory 2
check rate_is_kept bash -c "'$pawl' info wide.rep | grep -qx 'rate            60000/1001'"

# ---- replays of games ----
"$pawl" record --game sumo -o game.rep --ticks 300 --seed 5 >out 2>err
same game_is_recorded "exit 0, " "exit $?, $(cat err)"
"$pawl" record --game sumo -o again.rep --ticks 300 --seed 5 >out
check game_is_reproducible cmp -s game.rep again.rep
answers game_verifies 0 "ok game.rep ticks=300 hash=$(hash_in out) checkpoints=7" verify game.rep
"$pawl" record --game sumo3 -o three.rep --ticks 60 >out
succeeds game_of_three_verifies verify --quiet three.rep
check game_info_names_the_game bash -c "'$pawl' info game.rep | grep -qx 'game            sumo'"
python3 "$bytes" set game.rep wrong.rep HASH 2 12 00000000
begins game_that_differs 1 "diverged wrong.rep tick=120 want=00000000 got=" verify wrong.rep
python3 "$bytes" set game.rep other.rep HEAD 0 28 04030201
answers unknown_game 2 "unknown other.rep: app id 01020304 is no game of this program for 2 players" \
    verify other.rep
python3 "$bytes" set game.rep players.rep HEAD 0 5 03
begins game_of_other_players 2 "malformed players.rep: offset " verify players.rep
answers game_of_another_version 3 "version gv.rep: $other" \
    verify "$(python3 "$bytes" set game.rep gv.rep HEAD 0 8 63000000 && echo gv.rep)"
begins game_tick_limit 2 "limit game.rep: " verify game.rep --max-ticks 299
"$pawl" cut game.rep -o part.rep --to 100 >out
check game_can_be_cut bash -c "'$pawl' verify part.rep | grep -q '^ok part.rep ticks=120 '"
for command in replay synctest bisect; do
    answers "no_${command}_of_a_game" 2 "pawl: game.rep: a replay of a game, not of a world" \
        "$command" game.rep
done

# ---- many files, several processes ----
ls plain.rep a.rep hash.rep version.rep drop.json none.rep keys.rep tiles.rep end.rep cut/*.rep \
    2>/dev/null >names
echo none.rep >>names
"$pawl" verify --list - --jobs 1 <names >one.out 2>err
same jobs_1 "exit 2, " "exit $?, $(cat err)"
"$pawl" verify --list - --jobs 4 <names >four.out 2>err
same jobs_4 "exit 2, " "exit $?, $(cat err)"
check jobs_do_not_change_the_output cmp -s one.out four.out
check many_names_were_verified [ "$(wc -l <one.out)" -gt 100 ]
"$pawl" verify --list - --jobs 4 --json <names >four.json
check json_lines_are_json python3 -c 'import json
lines = [json.loads(line) for line in open("four.json")]
assert len(lines) > 100 and {"ok", "diverged", "version", "malformed", "error"} <= {
    line["result"] for line in lines}'
if command -v parallel >/dev/null 2>&1; then
    # Ten names to a process, lines in the order of the names.
    parallel --will-cite -j 2 -n 10 -k "$pawl" verify {} <names >parallel.out 2>err
    check gnu_parallel_says_the_same cmp -s one.out parallel.out
    parallel --will-cite -j 2 -k "$pawl" verify --quiet {} ::: plain.rep a.rep >out
    same gnu_parallel_of_good_files 0 $?
    parallel --will-cite -j 2 -k "$pawl" verify --quiet {} ::: plain.rep hash.rep end.rep >out
    same gnu_parallel_counts_failures 2 $?
    parallel --will-cite -j 2 --pipe -N 10 -k "$pawl" verify --list - <names >parallel.out 2>err
    check gnu_parallel_with_lists cmp -s one.out parallel.out
else
    echo "note: GNU parallel is not installed"
fi
# A job array: each task takes its share.
for task in 0 1 2; do
    awk -v task="$task" 'NR % 3 == task' names | "$pawl" verify --list -
done | sort >tasks.out
sort one.out >sorted.out
check tasks_of_a_job_array_say_the_same cmp -s tasks.out sorted.out
printf '%s\n' plain.rep a.rep keys.rep tiles.rep | xargs -n 1 -P 2 "$pawl" verify --quiet >out
same xargs_of_good_files 0 $?

# ---- info ----
"$pawl" info a.rep --edits --chunks >out 2>err
same info_succeeds "exit 0, " "exit $?, $(cat err)"
for line in 'kind            world replay' 'format          1' 'simulation      4' \
    'same_math       yes' 'rate            60/1' 'first_tick      0' 'last_tick       200' \
    'keyframes       1' 'edits           4' 'complete        yes' 'meta            title=drop'; do
    check "info_has_'$line'" grep -qx "$line" out
done
check info_names_a_velocity grep -q \
    '^changes         tick 30: body 3 (slot 2): velocity.x  a 0x00000000 0  b 0x00030000 3 ' out
check info_names_a_new_body grep -q '^changes         tick 60: body 7 (slot 6): created$' out
check info_names_a_motor grep -q '^changes         tick 90: joint 1 (.*): motor_speed ' out
check info_names_a_destroyed_body grep -q '^changes         tick 120: body 7 (slot 6): destroyed$' out
same info_lists_all_chunks "$(python3 "$bytes" list a.rep | wc -l)" "$(grep -c '^chunks ' out)"
check info_limits_values bash -c "'$pawl' info a.rep --edits --limit 1 | grep -q 'tick 60: and [0-9]* more values'"
"$pawl" info a.rep --edits --chunks --json >json
same json_of_info "world replay 200 4 True True" "$(python3 -c 'import json
run = json.load(open("json"))
print(run["kind"], run["last_tick"], run["edits"], run["complete"],
      any("velocity.x" in line for line in run["changes"]))')"
"$pawl" info "cut/$first.rep" >out
check info_tells_of_a_cut grep -qx "cut_off_after   $first" out
"$pawl" info end.snap >out
for line in 'kind            snapshot' 'tick            200' 'bodies          6' 'joints          1' \
    "hash            $(hash_in run.out)"; do
    check "snapshot_info_has_'$line'" grep -qx "$line" out
done
usage info_needs_a_file " info: no file" info
usage info_takes_one_file " info: more than one file: b" info a b
echo 'no scene' >no.scene
usage info_of_something_else " no.scene: offset 0: neither a replay nor a snapshot" info no.scene
usage info_of_a_folder " .: Is a directory" info .
usage info_of_an_absent_file " none: No such file or directory" info none
head -c 500 end.snap >cut.snap
begins info_of_a_cut_snapshot 2 "pawl: cut.snap: " info cut.snap
python3 -c 'import struct, zlib
forged = bytearray(open("end.snap", "rb").read()[:-4])
forged[20] ^= 1  # its length
open("forged.snap", "wb").write(forged + struct.pack("<I", zlib.crc32(forged)))'
begins info_of_a_forged_snapshot 2 "pawl: forged.snap: malformed" info forged.snap
begins info_of_a_flipped_replay 2 "pawl: flip/0.rep: offset 0: " info flip/0.rep

# ---- cut ----
answers cut_goes_from_a_keyframe_to_a_checkpoint 0 "ticks=50..130 bytes=$("$pawl" cut keys.rep \
    -o c.rep --from 60 --to 125 | sed 's/.*bytes=\([0-9]*\).*/\1/') complete=yes" \
    cut keys.rep -o c.rep --from 60 --to 125
check cut_part_verifies bash -c "'$pawl' verify c.rep | grep -q '^ok c.rep ticks=80 '"
same cut_part_has_the_same_end "$("$pawl" replay keys.rep --tick 130 | hash_in /dev/stdin)" \
    "$("$pawl" replay c.rep | hash_in /dev/stdin)"
same cut_part_has_the_notes "$("$pawl" info keys.rep | grep '^meta')" "$("$pawl" info c.rep | grep '^meta')"
"$pawl" cut a.rep -o c.rep >out
succeeds cut_of_nothing_verifies verify --quiet c.rep
same json_of_cut "0 200 True" "$("$pawl" cut a.rep -o c.rep --json | python3 -c 'import json, sys
run = json.load(sys.stdin)
print(run["from"], run["to"], run["complete"])')"
usage cut_needs_a_replay " cut: no replay" cut -o x.rep
usage cut_takes_one_replay " cut: more than one replay: b" cut a b -o x.rep
usage cut_needs_an_output " cut: no output: -o FILE" cut a.rep
usage cut_goes_forward " cut: --to is before --from" cut a.rep -o x.rep --from 5 --to 4
usage cut_begins_inside " a.rep: --from is after the last tick" cut a.rep -o x.rep --from 201
usage cut_of_an_absent_file " none.rep: No such file or directory" cut none.rep -o x.rep
usage cut_to_an_absent_folder " no/x.rep: No such file or directory" cut a.rep -o no/x.rep
usage cut_of_another_file " drop.json: offset 0: no replay" cut drop.json -o x.rep

# ---- synctest ----
"$pawl" synctest drop.json --script drop.txt >out 2>err
same synctest_succeeds "exit 0, " "exit $?, $(cat err)"
check synctest_says_what_it_did grep -qE \
    "^ticks=200 rollbacks=193 steps_again=1544 snapshots=0 contacts=[0-9]{3,} hash=[0-9a-f]{8}$" out
same synctest_ends_like_the_replay "$("$pawl" replay a.rep | hash_in /dev/stdin)" "$(hash_in out)"
"$pawl" synctest a.rep --heavy --distance all >out 2>err
same heavy_synctest_of_a_replay "exit 0, " "exit $?, $(cat err)"
check heavy_synctest_made_snapshots grep -q ' snapshots=200 contacts=[0-9][0-9][0-9]' out
same heavy_synctest_ends_alike "$("$pawl" replay a.rep | hash_in /dev/stdin)" "$(hash_in out)"
for scene in tiles vehicle; do
    succeeds "heavy_synctest_of_$scene" synctest "$examples/$scene.json" --heavy --ticks 60
done
same json_of_synctest "ok 20" "$("$pawl" synctest drop.json --json --ticks 20 | python3 -c '
import json, sys
run = json.load(sys.stdin)
print(run["result"], run["ticks"])')"
begins synctest_of_too_few_ticks 1 "ticks=5 rollbacks=0 " synctest drop.json --ticks 5
check synctest_says_that_it_compared_nothing grep -qx \
    'pawl: drop.json: nothing was compared: fewer ticks than the distance' err
usage synctest_needs_a_file " synctest: no scene or replay" synctest
usage synctest_limits_the_distance " synctest: --distance takes all or a number from 1 to 64: 65" \
    synctest drop.json --distance 65
usage synctest_of_more_than_there_is " a.rep: --ticks is more than the replay has" \
    synctest a.rep --ticks 201
usage synctest_of_an_absent_file " none: No such file or directory" synctest none
begins synctest_of_another_version 3 "pawl: version.rep: recorded by" synctest version.rep
begins synctest_of_a_diverging_replay 1 "pawl: hash.rep: " synctest hash.rep

# ---- bisect ----
answers bisect_of_a_good_replay 0 "keyframe 0 tick=0 ok checkpoints=24
keyframe 1 tick=50 ok checkpoints=18
keyframe 2 tick=100 ok checkpoints=12
keyframe 3 tick=150 ok checkpoints=6
no difference: from each of 4 keyframes to the end" bisect keys.rep
begins bisect_of_a_bad_one 1 "keyframe 0 tick=0 diverged tick=120 parts=" bisect hash.rep
check bisect_says_between_which_ticks grep -qx \
    'the simulation is another: it begins after tick 60 and before tick 121' out
same json_of_bisect "4 no difference: from each of 4 keyframes to the end" \
    "$("$pawl" bisect --json keys.rep | python3 -c 'import json, sys
run = json.load(sys.stdin)
print(len(run["keyframes"]), run["conclusion"])')"
usage bisect_needs_a_file " bisect: no replay or scene" bisect
usage bisect_takes_one_file " bisect: more than one file: b" bisect a b
usage bisect_takes_two_builds " bisect: --build is needed twice, or not at all" \
    bisect --build x drop.json
usage bisect_of_a_scene " drop.json: offset 0: no replay" bisect drop.json
begins bisect_of_another_version 3 "pawl: version.rep: recorded by" bisect version.rep
# Contacts that give way more.
softer=$pawl-softer
begins builds_differ 1 "first difference at tick " bisect --build "$pawl" --build "$softer" drop.json
tick=$(sed -n 's/^first difference at tick \([0-9]*\):.*/\1/p' out)
check builds_differ_only_after_a_while [ "$tick" -gt 10 ]
check builds_agree_up_to_there grep -q ", equal up to tick $((tick - 1))$" out
same builds_agree_up_to_there_by_themselves \
    "$("$pawl" run drop.json --ticks $((tick - 1)) | hash_in /dev/stdin)" \
    "$("$softer" run drop.json --ticks $((tick - 1)) | hash_in /dev/stdin)"
check first_value_of_builds_is_named grep -qE '  a 0x[0-9A-F]+ .*  b 0x[0-9A-F]+ ' out
"$pawl" bisect --build "$pawl" --build "$softer" plain.rep >replay.out 2>err
same builds_differ_on_a_replay_as_on_its_scene "$(cat out)" "$(cat replay.out)"
same json_of_builds "differs $tick" "$("$pawl" bisect --json --build "$pawl" --build "$softer" \
    drop.json | python3 -c 'import json, sys
run = json.load(sys.stdin)
print(run["result"], run["tick"])')"
answers equal_builds 0 "no difference: 200 ticks compared" \
    bisect --build "$pawl" --build "$pawl" plain.rep
answers equal_builds_of_some_ticks 0 "no difference: 30 ticks compared" \
    bisect --build "$pawl" --build "$pawl" --ticks 30 drop.json
answers equal_builds_that_differ_from_the_replay 1 \
    "no difference up to tick 120, where both diverge from the replay" \
    bisect --build "$pawl" --build "$pawl" hash.rep
same json_of_equal_builds "equal 120 True" "$("$pawl" bisect --json --build "$pawl" \
    --build "$pawl" hash.rep | python3 -c 'import json, sys
run = json.load(sys.stdin)
print(run["result"], run["ticks"], run["diverged"])')"
"$softer" verify game.rep >out
same softer_build_diverges_in_a_game "exit 1, diverged game.rep" "exit $?, $(cut -d' ' -f1,2 out)"
"$softer" verify plain.rep >out
same softer_build_diverges "exit 1, diverged plain.rep" "exit $?, $(cut -d' ' -f1,2 out)"
"$pawl" record drop.json --keyframe-every 50 --hash-every 0 -o kept.rep >out
"$softer" replay kept.rep >out 2>err
check replay_names_the_first_value grep -qE '  a 0x[0-9A-F]+ .*  b 0x[0-9A-F]+ ' err
"$softer" bisect kept.rep >out
same softer_build_bisects 1 $?
check softer_build_differs_at_a_keyframe grep -q '^a was recorded, b was played; ' out
# Something that snapshots leave out: a raw save has it.
"$pawl-forgetful" record drop.json --keyframe-every 50 -o kept.rep >out
"$pawl-forgetful" bisect kept.rep >out
same forgetful_build_bisects 1 $?
same forgetful_build_plays_from_the_start "keyframe 0 tick=0 ok" "$(head -1 out | sed 's/ check.*//')"
check forgetful_keyframe_is_named grep -qx \
    'the keyframe of tick 50 leaves something out, which the one of tick 0 has or does not need' out
"$pawl-forgetful" synctest drop.json --ticks 30 >out
same saves_of_a_forgetful_build_are_good 0 $?
"$pawl-forgetful" synctest drop.json --ticks 30 --heavy >out
same snapshots_of_a_forgetful_build_are_not "exit 1, differs at tick 2 after a step (distance 0): parts world; a was left alone
world: 1 value in 1 object; first: the world
faults" "exit $?, $(sed 's/^faults .*/faults/' out)"
# Snapshots that tell a hash which their state does not have.
"$pawl-lying" synctest drop.json --ticks 30 --heavy >out 2>err
same snapshots_of_a_lying_build_are_refused "exit 2, pawl: drop.json: malformed" \
    "exit $?, $(cat out err)"
# Something outside of the world.
"$pawl-secretive" synctest drop.json >out
same rollbacks_of_a_secretive_build_differ "exit 1, differs at tick" "exit $?, $(head -c 15 out)"
check rollbacks_name_the_first_value grep -q '^faults  a 0x' out
"$pawl-secretive" synctest drop.json --json >json
same json_of_a_failed_synctest "differs world" "$(python3 -c 'import json
run = json.load(open("json"))
print(run["result"], run["parts"])')"
answers build_that_is_none 2 "pawl: ./none: cannot be started" \
    bisect --build "$pawl" --build ./none drop.json
answers builds_of_a_bad_file 2 "pawl: $pawl: the run ended with exit code 2" \
    bisect --build "$pawl" --build "$pawl" "$examples/../scripts/vehicle.txt"

# ---- help ----
for command in record replay verify info cut synctest bisect; do
    "$pawl" "$command" --help >out 2>err
    same "help_of_${command}_succeeds" "exit 0, " "exit $?, $(cat err)"
    check "help_of_${command}_tells_usage" grep -q "^usage: pawl $command" out
    check "help_of_${command}_tells_of_json" grep -q -e '--json' out
    check "main_help_names_$command" bash -c "'$pawl' --help | grep -q '^  $command '"
done

finish replay
