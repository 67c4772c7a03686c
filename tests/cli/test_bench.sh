#!/usr/bin/env bash
# test_bench.sh - `pawl bench` and `pawl run --profile`: what they print, and that measuring changes
# nothing.
#
# usage: test_bench.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

scene=$examples/card_house.json
hash=$("$pawl" run "$scene" --ticks 90 | tail -1 | sed 's/.*hash=//')

# ---- pawl run --profile

"$pawl" run "$scene" --ticks 90 >plain 2>err || exit
"$pawl" run "$scene" --ticks 90 --profile >out 2>err
same a_profile_is_no_failure 0 $?
same a_profile_changes_no_line "$(cat plain)" "$(grep -v '%' out | grep -v '^stage ')"
check the_table_has_a_head grep -qE '^stage +share +mean us +max us$' out
for stage in pairs manifolds islands prepare solve integrate relax finish step; do
    check "the_table_has_$stage" grep -qE "^$stage +[0-9]+\.[0-9] % +[0-9]+\.[0-9]{3} +[0-9]+\.[0-9]{3}$" out
done
check shares_are_of_the_whole grep -qE '^step +100\.0 %' out
"$pawl" run "$scene" --ticks 90 --profile --json >json 2>err
python3 - json "$hash" >facts <<'END'
import json, sys
run = json.load(open(sys.argv[1]))
stages = run["stages"]
names = [stage["stage"] for stage in stages]
print(run["profiled_steps"], run["hash"] == sys.argv[2], len(names), len(set(names)))
print(sum(stage["sum_ns"] for stage in stages) > 0)
print(all(stage["sum_ns"] >= stage["max_ns"] for stage in stages))
print(all(stage["sum_ns"] <= 90 * stage["max_ns"] for stage in stages))
END
same json_has_all_stages "90 True 13 13 True True True" "$(tr '\n' ' ' <facts | sed 's/ $//')"
"$pawl" run "$scene" --ticks 5 --json >json 2>err
check json_without_it_has_none bash -c "! grep -q stages json"
usage an_arcade_has_no_stages " run: --profile is for worlds, this is an arcade" \
    run "$examples/breakout.json" --profile

# ---- pawl bench

"$pawl" bench "$scene" --steps 90 --rounds 3 >out 2>err
same bench_is_no_failure 0 $?
time='[0-9]+\.[0-9]{6}'
check rounds_have_their_line grep -qE "^steps=90 rounds=3 median_ms=$time min_ms=$time max_ms=$time$" out
check the_end_has_its_line grep -qE \
    "^bodies=[0-9]+ contacts=[0-9]+ state_bytes=[0-9]+ scratch_bytes=[0-9]+ hash=$hash$" out
check bench_has_stages grep -qE '^solve +[0-9]+\.[0-9] %' out
for rounds in 1 2 4; do
    "$pawl" bench "$scene" --steps 90 --rounds $rounds --json >json 2>err
    python3 - json "$hash" >facts <<'END'
import json, sys
bench = json.load(open(sys.argv[1]))
print(bench["rounds"], bench["steps"], bench["hash"] == sys.argv[2], bench["profiled_steps"],
      0 < bench["min_ms"] <= bench["median_ms"] <= bench["max_ms"],
      bench["state_bytes"] > 0 and bench["scratch_bytes"] > 0 and bench["bodies"] > 1)
END
    same "json_of_$rounds" "$rounds 90 True 90 True True" "$(cat facts)"
done
usage bench_needs_a_scene " bench: no scene" bench
usage bench_takes_one_scene " bench: more than one scene: b" bench a b
usage bench_takes_no_zero_rounds " bench: --rounds takes a number from 1 to 1000: 0" bench a --rounds 0
usage bench_takes_no_zero_steps " bench: --steps takes a number from 1 to 100000000: 0" bench a --steps 0
usage bench_of_an_absent_scene " none.json: No such file or directory" bench none.json
"$pawl" bench --help >out
for option in steps rounds json help; do
    check "bench_help_has_$option" grep -q -- "--$option" out
done
"$pawl" help --completions bash >out
check completions_know_bench grep -q 'rounds' out
"$pawl" help --manual >out
check the_manual_knows_bench grep -q 'pawl bench' out

finish test_bench.sh
