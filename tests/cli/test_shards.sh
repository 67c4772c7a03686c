#!/usr/bin/env bash
# test_shards.sh - a list of replays that is verified in parts, and put together again.
#
# usage: test_shards.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
root=$(dirname "$(dirname "$examples")")
bytes=$root/tests/cli/replay_bytes.py

"$pawl" record "$examples/stack20.json" --ticks 60 --hash-every 10 -o whole.rep >out 2>err ||
    cat out err
python3 "$bytes" set whole.rep wrong.rep HASH 2 12 00000000
python3 "$bytes" set whole.rep version.rep HEAD 0 8 63000000
head -c "$(($(wc -c <whole.rep) * 2 / 3))" whole.rep >cut.rep
odd=$(printf 'a "b", \\ "result": "ok\xff.rep')
cp whole.rep "$odd"
# A new list each run.
seed=${PAWL_SEED:-$RANDOM}
RANDOM=$seed
echo "shards: seed $seed (PAWL_SEED repeats it)"
kinds=(whole.rep whole.rep whole.rep wrong.rep version.rep cut.rep none.rep "$odd")
count=$((RANDOM % 60 + 20))
for ((i = 0; i < count; i++)); do printf '%s\n' "${kinds[RANDOM % 8]}"; done >names
shards=$((RANDOM % 11 + 2))

# merges NAME CODE "STDERR" FILE...: what a merge says, and its exit code.
merges() {
    local name=$1 code=$2 wanted=$3
    shift 3
    "$pawl" verify --merge "$@" >merged 2>err
    same "$name" "exit $code, $wanted" "exit $?, $(cat err)"
}

# ---- all of it ----
"$pawl" verify --list - --json --shard 0/1 <names >serial 2>err
code=$?
same serial_says_nothing_else "" "$(cat err)"
same the_lines_are_those_without_shards "$("$pawl" verify --list - --json <names)" \
    "$(sed -n 's/^{"index": [0-9]*, /{/p' serial)"
same the_last_line_is_the_list \
    "{\"shard\": \"0/1\", \"files\": $count, \"of\": $count, \"list\": \"$(python3 -c '
import sys, zlib
print("%08x" % zlib.crc32(sys.stdin.buffer.read().replace(b"\n", b"\0")))' <names)\"}" \
    "$(tail -1 serial)"
mkdir parts
for ((i = 0; i < shards; i++)); do
    "$pawl" verify --list - --json --shard "$i/$shards" --jobs $((1 + i % 3)) <names >"parts/$i" 2>>err
done
same shards_say_nothing_else "" "$(cat err)"
same each_file_is_in_one_shard "$count" "$(cat parts/* | grep -c '"index"')"
merges shards_give_what_one_call_gives "$code" "" parts/*
check merged_is_equal cmp -s serial merged
mapfile -t backwards < <(printf '%s\n' parts/* | sort -r)
merges in_any_order "$code" "" "${backwards[@]}"
check merged_in_any_order_is_equal cmp -s serial merged
"$pawl" verify --merge - <serial >merged 2>err
check a_merge_can_be_merged cmp -s serial merged
"$pawl" verify --merge --quiet parts/* >merged
same quiet_merge_has_those_that_are_not_ok "$(grep -v '"result": "ok"\|"shard"' serial)" "$(cat merged)"
: >none
same more_shards_than_names 0 "$("$pawl" verify whole.rep --json --shard 1/2 >empty 2>err; echo $?)"
same an_empty_shard_is_whole "0" "$(grep -c index empty)"

# ---- a machine that died ----
size=$(wc -c <parts/1)
mkdir dead
for part in parts/*; do
    [ "$part" = parts/1 ] || cp "$part" dead
done
lost=$(grep -c '"index"' parts/1)
again="pawl: verify: %d of $count files are missing; run again: --shard 1/$shards"
# shellcheck disable=SC2059
merges an_absent_shard_is_named 2 "$(printf "$again" "$lost")" dead/*
same nothing_is_printed_then "" "$(cat merged)"
at=$((RANDOM % (size - 1)))
head -c "$at" parts/1 >dead/died
left=$((lost - $(grep -c '"index".*}$' dead/died)))
if [ "$left" -gt 0 ]; then
    # shellcheck disable=SC2059
    merges half_a_shard_is_not_enough 2 "$(printf "$again" "$left")" dead/*
else
    merges all_lines_without_the_end_are_enough "$code" "" dead/*
fi
cp parts/1 dead/again
merges the_shard_run_again_completes_it "$code" "" dead/*
check merged_after_a_death_is_equal cmp -s serial merged

# ---- the recipes for clusters, a task after the other ----
recipes=$root/examples/cluster
mkdir slurm pods pods/out
for ((i = 0; i < shards; i++)); do
    check "task_${i}_of_the_array" env PAWL="$pawl" SLURM_ARRAY_TASK_ID="$i" \
        SLURM_ARRAY_TASK_COUNT="$shards" sh "$recipes/verify.sbatch" names slurm
done
merges an_array_of_slurm "$code" "" slurm/*.json
check merged_array_is_equal cmp -s serial merged
cp names pods/names.txt
pod=$(sed -n '/^ *args:/,/^ *env:/p' "$recipes/verify.job.yaml" | sed '1,2d;$d')
pod=$(printf '%s' "$pod" | tr -s '\n ' ' ' | sed "s#/replays#pods#g; s#pawl verify#$pawl verify#")
for ((i = 0; i < shards; i++)); do
    check "pod_$i" env JOB_COMPLETION_INDEX="$i" SHARDS="$shards" HOSTNAME="pod$i" sh -c "$pod"
done
merges an_indexed_job "$code" "" pods/out/*.json
check merged_job_is_equal cmp -s serial merged

# ---- what does not belong together ----
sed '$d' serial >endless
merges without_any_end 2 "pawl: verify: no shard is whole" endless
sort -r names >other
"$pawl" verify --list - --json --shard "0/$shards" <other >parts.other 2>err
if ! cmp -s names other; then
    merges another_list 2 "pawl: parts.other: line $(wc -l <parts.other): the shard of another list of names" \
        parts/* parts.other
fi
"$pawl" verify --list - --json --shard "0/$((shards + 1))" <names >parts.more 2>err
merges another_number_of_shards 2 \
    "pawl: parts.more: line $(wc -l <parts.more): another number of shards" parts/* parts.more
sed '1s/"result": "[a-z]*"/"result": "changed"/' parts/0 >changed
"$pawl" verify --merge parts/* changed >merged 2>err
same two_answers_for_one_file "exit 2, pawl: two answers for one file:" "exit $?, $(head -1 err)"
"$pawl" verify --json whole.rep >plain
merges output_without_shards 2 \
    "pawl: plain: line 1: not the output of pawl verify --json --shard" plain
merges no_such_file 2 "pawl: nowhere: No such file or directory" nowhere
printf '{"index": 99999, "file": "x", "result": "ok"}\n' >behind
merges a_place_behind_the_list 2 "pawl: verify: place 99999 is behind the end of the list" \
    serial behind

# ---- mistakes ----
for bad in 3 3/ /3 3/3 4/3 -1/3 0/0 1/2/3 0x1/3 99999999999999999999999999/3; do
    usage "shard_$bad" " verify: --shard takes a place and a number of shards" \
        verify --json --shard "$bad" whole.rep
done
usage shard_without_json " verify: --shard needs --json and all lines" verify --shard 0/2 whole.rep
usage shard_with_quiet " verify: --shard needs --json and all lines" \
    verify --json --quiet --shard 0/2 whole.rep
usage merge_of_nothing " verify: no shard" verify --merge
usage merge_of_a_shard " verify: --merge takes all shards at once" \
    verify --merge --shard 0/2 --json parts/0

finish "shards"
