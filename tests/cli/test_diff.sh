#!/usr/bin/env bash
# test_diff.sh - pawl hash, diff and snapshot from outside.
#
# usage: test_diff.sh PAWL DOUBLE TRACED     DOUBLE: diff_double of the same build; TRACED: of one
#                                            with PAWL_TRACE
double=$(realpath "$2")
traced=$(realpath "$3")
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

# exits NAME CODE PROGRAM ARGUMENT...: the exit code; what it said is in `out` and `err`.
exits() {
    local name=$1 wanted=$2
    shift 2
    "$@" >out 2>err
    same "$name" "$wanted" $?
}
# json NAME EXPRESSION WANTED: of the object d in `out`.
json() {
    same "$1" "$3" "$(python3 -c "import json; d = json.load(open('out')); print($2)")"
}
scene=$examples/demo.json

# ---- hash ----
run_hash=$("$pawl" run "$scene" --ticks 50 | sed -n 's/.* hash=//p')
exits hash_of_a_scene 0 "$pawl" hash "$scene" --ticks 50
same hash_is_that_of_run "tick=50 hash=$run_hash" \
    "$(sed 's/ chain=[0-9a-f]*\(.*\) motion.*/\1/' out)"
last=$(cat out)
exits hash_every 0 "$pawl" hash "$scene" --ticks 50 --every 20
same hash_every_has_its_lines "tick=20 tick=40 tick=50" "$(cut -d' ' -f1 out | tr '\n' ' ' | sed 's/ $//')"
same the_end_does_not_depend_on_every "$last" "$(tail -n 1 out)"
exits hash_without_steps 0 "$pawl" hash "$scene" --ticks 0
check chain_begins_with_the_first_state grep -q '^tick=0 chain=[0-9a-f]* hash=' out
exits hash_with_tree 0 "$pawl" hash "$scene" --ticks 5 --tree
same tree_has_six_parts "world bodies shapes joints contacts pools" \
    "$(sed -n 's/^  \([a-z]\{1,\}\) .*/\1/p' out | xargs)"
root=$(sed -n 's/^tree=//p' out)
blocks=$(sed -n '/bodies/,/shapes/p' out | sed '$d' | grep -o ' [0-9a-f]\{8\}' | wc -l)
exits hash_with_tree_as_json 0 "$pawl" hash "$scene" --ticks 5 --tree --json
json tree_root_is_the_same 'd["tree"]["root"]' "$root"
json tree_blocks_are_the_same 'len(d["tree"]["parts"][1]["blocks"]) + 1' "$blocks"
json blocks_are_of_16 '[-(-p["objects"] // 16) == len(p["blocks"]) for p in d["tree"]["parts"]]' \
    "[True, True, True, True, True, True]"
json hashes_are_in_json 'd["hashes"][0]["tick"]' 5

# ---- snapshot ----
exits snapshot_is_written 0 "$pawl" snapshot "$scene" a.snap --ticks 50
same snapshot_tells_tick_hash_and_bytes "tick=50 hash=$run_hash bytes=$(wc -c <a.snap)" "$(cat out)"
exits snapshot_of_later 0 "$pawl" snapshot "$scene" b.snap --ticks 51 --json
json snapshot_tells_in_json 'd["tick"]' 51
exits snapshot_of_a_snapshot 0 "$pawl" snapshot a.snap c.snap --ticks 1
check snapshot_goes_on_to_the_same_bytes cmp -s b.snap c.snap
exits snapshot_that_cannot_be_written 2 "$pawl" snapshot "$scene" none/x.snap --ticks 1
exits hash_of_a_snapshot 0 "$pawl" hash a.snap
same hash_of_a_snapshot_is_that_of_the_scene "$run_hash" "$(sed 's/.* hash=\([0-9a-f]*\) .*/\1/' out)"

# ---- diff ----
exits scenes_are_equal 0 "$pawl" diff "$scene" "$scene" --ticks 30
same equality_is_told "EQUAL  tick 0 to 30, hash" "$(cut -d' ' -f1-7 out)"
exits scene_and_snapshot_are_equal 0 "$pawl" diff "$scene" a.snap
same they_meet_at_its_tick "EQUAL  tick 50 to 50, hash $run_hash" "$(cat out)"
exits and_go_on_together 0 "$pawl" diff a.snap "$scene" --ticks 20
same to_the_tick_that_was_asked_for "EQUAL  tick 50 to 70, hash" "$(cut -d' ' -f1-7 out)"
exits the_later_snapshot_waits 0 "$pawl" diff a.snap b.snap --ticks 3
same until_the_other_is_there "EQUAL  tick 51 to 54, hash" "$(cut -d' ' -f1-7 out)"
exits snapshots_of_two_ticks_differ 1 "$pawl" diff a.snap b.snap
same the_tick_is_the_first_difference "FIRST DIFFERENCE  where the comparison begins
  tick  a 0x00000032 50  b 0x00000033 51  (1 apart)" "$(sed -n '1p;3p' out)"
sed 's/"wood": {"friction": 0.6}/"wood": {"friction": 0.61}/' "$scene" >other.json
exits other_material_is_found 1 "$pawl" diff "$scene" other.json --json
json other_material_is_named '(d["part"], d["field"], d["tick"], d["equal"])' \
    "('shapes', 'friction', 0, False)"
json both_values_are_told '(d["a"], d["b"], d["fraction"])' "(39322, 39977, 16)"
json hashes_differ 'd["hash_a"] != d["hash_b"]' True
exits names_come_from_the_scene 1 "$pawl" diff "$scene" other.json
check a_body_has_its_name grep -q '^  body in slot [0-9]* is "' out
exits equality_in_json 0 "$pawl" diff a.snap a.snap --json
json equality_is_true '(d["equal"], d["tick"])' "(True, 50)"

# ---- runs that part ----
exits a_bit_turns_over 1 "$double" same:0 after:12
same tick_object_and_field_are_named 'FIRST DIFFERENCE  tick 12 (inputs identical up to 11)
  bodies: 1 value in 1 object; first: body 2 (slot 1)
  velocity.x  a 0x00000000 0  b 0x00000001 0.00002  (1 apart)
  body in slot 1 is "cra?te"' "$(head -n 4 out)"
exits an_input_differs 1 "$double" input:12 same:0
same inputs_are_to_blame "FIRST DIFFERENCE  tick 12, in what was done to the world before its step" \
    "$(head -n 1 out)"
exits a_body_more 1 "$double" same:0 more:5 --json
json what_only_one_has_is_told '(d["only_in"], d["in_inputs"], d["tick"])' "('b', True, 5)"
exits a_source_fails 2 "$double" same:0 fails:3
same failure_is_not_a_difference "pawl: fails:3: fails" "$(cat out err)"
exits equal_to_the_end 0 "$double" after:12 after:31 --ticks 11
exits stages_need_a_build_that_traces 0 "$double" same:0 stage:7
exits stage_of_the_step 1 "$traced" same:0 stage:7
same stage_is_named '  in the stage "solve" of the step, sub-step 2' "$(sed -n 2p out)"
exits stage_in_json 1 "$traced" same:0 stage:7 --json
json stage_is_in_json '(d["stage"], d["round"], d["tick"])' "('solve', 2, 7)"
exits no_stage_after_the_step 1 "$traced" same:0 after:12
same no_stage_is_named 0 "$(grep -c stage out)"

# ---- replays ----
for tick in 12 15; do exits recorded_$tick 0 "$double" --record $tick.rep $tick; done
exits replay_is_equal_to_itself 0 "$pawl" diff 12.rep 12.rep
same replay_is_compared_to_its_end "EQUAL  tick 0 to 20, hash" "$(cut -d' ' -f1-7 out)"
end=$(sed 's/.*hash //' out)
exits replays_with_other_inputs_differ 1 "$pawl" diff 12.rep 15.rep
same inputs_of_replays_are_to_blame \
    "FIRST DIFFERENCE  tick 12, in what was done to the world before its step" "$(head -n 1 out)"
same the_push_is_named "  velocity.x  a 0x00010000 1  b 0x00000000 0  (65536 apart)" "$(sed -n 3p out)"
exits replays_without_the_push_are_equal 0 "$pawl" diff 12.rep 15.rep --ticks 12
exits hash_of_a_replay 0 "$pawl" hash 12.rep --every 12
same hash_of_a_replay_is_that_of_its_end "tick=20 $end" \
    "$(sed -n '2s/ chain.* hash=\([0-9a-f]*\) .*/ \1/p' out)"
exits snapshot_of_a_replay 0 "$pawl" snapshot 12.rep 12.snap --ticks 12
exits snapshot_has_the_push 0 "$pawl" diff 12.snap 12.rep --ticks 8
exits hash_beyond_a_replay 2 "$pawl" hash 12.rep --ticks 21
exits snapshot_beyond_a_replay 2 "$pawl" snapshot 12.rep x.snap --ticks 21
head -c 300 12.rep >damaged.rep
printf x >>damaged.rep
tail -c +302 12.rep >>damaged.rep
exits damaged_replay_is_refused 2 "$pawl" diff 12.rep damaged.rep

# ---- files that are not what they should be ----
for name in hash snapshot diff; do
    exits "${name}_has_help" 0 "$pawl" $name --help
    same "${name}_help_is_help" "usage: pawl $name" "$(head -n 1 out | cut -d' ' -f1-3)"
    usage "${name}_refuses_unknown_options" " $name: unknown option: --foo" $name --foo
    usage "${name}_refuses_bad_numbers" " $name: --ticks takes a number from 0 to 100000000: x" $name --ticks x
done
usage hash_needs_a_file " hash: no file" hash
usage hash_takes_one_file " hash: more than one file: b" hash a b
usage diff_needs_two_files " diff: two files are needed" diff a
usage snapshot_needs_two_files " snapshot: two files are needed" snapshot a
exits absent_file_is_refused 2 "$pawl" diff "$scene" none.json
same absent_file_is_named "pawl: none.json: No such file or directory" "$(cat out err)"
head -c 1000 a.snap >cut.snap
exits cut_snapshot_is_refused 2 "$pawl" diff a.snap cut.snap
check cut_snapshot_is_named grep -q '^pawl: cut.snap: ' err
python3 - <<'PYTHON'
import binascii, struct
data = bytearray(open('a.snap', 'rb').read())
data[8:12] = struct.pack('<I', struct.unpack('<I', data[8:12])[0] + 1)
data[-4:] = struct.pack('<I', binascii.crc32(data[:-4]))
open('new.snap', 'wb').write(data)
data = bytearray(open('a.snap', 'rb').read())
data[24] ^= 1  # its hash
data[-4:] = struct.pack('<I', binascii.crc32(data[:-4]))
open('liar.snap', 'wb').write(data)
PYTHON
exits hash_refuses_a_wrong_one 2 "$pawl" hash liar.snap
same hash_says_what_is_wrong "pawl: liar.snap: malformed" "$(cat out err)"
exits diff_refuses_a_wrong_hash 2 "$pawl" diff a.snap liar.snap
exits other_version_is_told_apart 3 "$pawl" diff new.snap a.snap
exits other_version_in_second_place 3 "$pawl" diff a.snap new.snap
exits other_version_has_no_hash 3 "$pawl" hash new.snap
"$pawl" snapshot "$examples/tiles.json" tiles.snap --ticks 3 >out
exits terrain_can_be_compared 0 "$pawl" diff tiles.snap "$examples/tiles.json"
exits but_not_stepped 2 "$pawl" diff tiles.snap "$examples/tiles.json" --ticks 1
check and_says_why grep -q 'terrain of a snapshot has no data' err
"$pawl" hash "$scene" --ticks 5 >/dev/full 2>err
same full_disk_is_noticed 2 $?

finish "hash, diff and snapshot"
