#!/usr/bin/env bash
# test_signed.sh - `pawl verify --signatures`: the signed replay that is kept, and what forgers make
# of it.
#
# usage: test_signed.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
root=$(dirname "$(dirname "$examples")")
bytes=$root/tests/cli/replay_bytes.py
cp "$root/tests/replays/2/signed.replay" good.rep
cp "$root/tests/replays/signed.keys" keys

# proves NAME CODE "FIRST LINE" ARGUMENT...: the exit code, and how the first line begins.
proves() {
    local name=$1 code=$2 wanted=$3 line
    shift 3
    "$pawl" verify --signatures keys "$@" >out 2>err
    local found=$?
    line=$(head -1 out)$(cat err)
    same "$name" "exit $code, $wanted" "exit $found, ${line:0:${#wanted}}"
}

usage a_share_needs_keys " verify: --min-signed: needs --signatures" verify --min-signed 5 good.rep
usage not_playing_needs_keys " verify: --no-play: needs --signatures" verify --no-play good.rep

"$pawl" info good.rep >out 2>err
same info_tells_the_match "match           7369676e6564207265706c6179203100" "$(grep '^match' out)"
same info_tells_the_keys "$(sed -n 's/^\([0-9a-f]*\) .*/\1/p' keys)" \
    "$(sed -n 's/^keys *player [01]: //p' out)"
same info_tells_what_is_signed "540 of 630 ticks, not verified: 0-119, 180-599" \
    "$(sed -n 's/^signed *player 0: //p' out)"
check info_is_json python3 -c 'import json, sys; json.loads(sys.argv[1])["signed"][1]' \
    "$("$pawl" info --json good.rep)"
"$pawl" info --chunks good.rep >out
same info_names_all_chunks "16 1" "$(grep -c '  signature  ' out) $(grep -c '  keys  ' out)"

"$pawl" verify --signatures keys good.rep >out 2>&1
if grep -q 'built without libsodium' out; then
    skip 48 "this pawl was built without libsodium"
    finish signed
    exit
fi

# ---- what is kept stays right ----
proves the_kept_replay_is_proven 0 "ok good.rep ticks=630 " --no-play good.rep
same what_is_proven_is_told_by_player \
    "  player 0 ann: 540 of 630 ticks proven: 0-119, 180-599; not 120-179, 600-629: no signature
  player 1 bob: 420 of 450 ticks proven: 0-419; not 420-449: no signature; not 450-629: the player was gone" \
    "$(tail -n +2 out)"
"$pawl" verify good.rep >played 2>&1
case $? in
0) proves and_played 0 "ok good.rep ticks=630 hash=" good.rep ;;
*) proves or_of_another_version 3 "version good.rep: " good.rep ;;
esac
same one_line_without_the_option 1 "$(wc -l <played)"
proves quiet_says_nothing 0 "" --no-play --quiet good.rep
same quiet_is_empty "" "$(cat out)"
proves a_share_that_is_reached 0 "ok " --no-play --min-signed 85 good.rep
proves a_share_that_is_not 1 \
    "unsigned good.rep: player 0: 540 of 630 ticks are proven: less than 86 %" \
    --no-play --min-signed 86 good.rep
proves a_world_has_no_players 1 "unsigned world.rep: a world replay has no players" \
    --no-play "$(cp "$root/tests/replays/1/world.replay" world.rep && echo world.rep)"
proves other_games_need_no_rules 1 "unsigned game.rep: the replay has no keys" \
    --no-play "$(cp "$root/tests/replays/1/game.replay" game.rep && echo game.rep)"

# ---- forgers ----
# forge NAME "REASON" CHANGE...: `replay_bytes.py set` says forged.
forge() {
    local name=$1 wanted=$2
    shift 2
    python3 "$bytes" set good.rep "$name.rep" "$@"
    proves "$name" 1 "forged $name.rep: $wanted: not what this key has signed, offset " "$name.rep"
    # Played or not, and worse than a state that differs.
    proves "${name}_not_played" 1 "forged $name.rep: $wanted: " --no-play "$name.rep"
}
# Signatures are in the order of blocks, and of players in each; the third block has one.
forge a_bit_of_a_signature "player 0, ticks 0 to 59" SIGN 0 30 00
forge another_bit "player 1, ticks 120 to 179" SIGN 4 75 7f
forge another_player "player 1, ticks 60 to 119" SIGN 2 0 01
forge another_tick "player 0, ticks 120 to 179" SIGN 2 4 78
forge fewer_ticks "player 0, ticks 60 to 118" SIGN 2 2 3b
forge another_match "player 0, ticks 0 to 59" KEYS 0 0 ff
forge another_game "player 0, ticks 0 to 59" HEAD 0 28 02
forge another_key "player 1, ticks 0 to 59" KEYS 0 48 \
    "$(sed -n 's/^\([0-9a-f]*\) ann/\1/p' keys)"
# An input; the row is packed, and which byte is in it is found by trying.
changed=0
for at in 13 14 15 16 17 18 19 20; do
    python3 "$bytes" set good.rep input.rep INPT 0 $at 05
    "$pawl" verify --no-play --signatures keys input.rep >out 2>err
    code=$?
    [ $code = 1 ] && grep -q '^forged input.rep: player [01], ticks 0 to 59: ' out &&
        changed=$((changed + 1))
    [ $code = 1 ] || [ $code = 2 ] || echo "byte $at: exit $code, $(head -1 out)"
done
check changed_inputs_are_forged [ $changed -gt 2 ]
# A player that did sign cannot be said to have been gone: see test_session_sign.c.

# ---- what is taken away proves nothing ----
cp good.rep bare.rep
for ((i = 0; i < 16; i++)); do python3 "$bytes" drop bare.rep bare.rep SIGN 0; done
proves without_signatures 1 "unsigned bare.rep: player 0: 0 of 630 ticks are proven: no signature" \
    bare.rep
python3 "$bytes" drop good.rep keyless.rep KEYS 0
proves without_keys 1 "unsigned keyless.rep: the replay has no keys" keyless.rep
python3 "$bytes" set good.rep nobody.rep KEYS 0 48 "$(printf '0%.0s' {1..64})"
proves a_key_of_zeros_proves_nothing 1 "forged nobody.rep: player 1, ticks 0 to 59" nobody.rep
grep -v bob keys >ann && mv keys both && mv ann keys
proves an_unknown_key_proves_nothing 1 \
    "unsigned good.rep: player 1: 0 of 450 ticks are proven: its key is not known" good.rep
check an_unknown_key_is_told grep -q 'player 1: 0 of 450 .*; not 0-449: its key is not known$' out
mv both keys

# ---- parts ----
"$pawl" cut good.rep -o part.rep --from 310 --to 420 >out
same a_part_keeps_whole_blocks "ticks=300..420 bytes=$(wc -c <part.rep) complete=yes signatures=4 of 16" \
    "$(cat out)"
proves a_part_is_proven 0 "ok part.rep ticks=120 " --no-play --min-signed 100 part.rep
"$pawl" cut a_bit_of_a_signature.rep -o bad.rep --to 60 >out
proves a_part_of_a_forged_one_is_forged 1 "forged bad.rep: player 0, ticks 0 to 59" bad.rep
head -c 5900 good.rep >short.rep
proves a_file_that_ends_early_keeps_what_it_has 0 "ok short.rep ticks=300 (cut off) (not played)" \
    --no-play short.rep

# ---- lists, shards, JSON ----
printf '%s\n' good.rep another_tick.rep bare.rep nothing.rep good.rep >names
"$pawl" verify --list - --json --no-play --signatures keys --shard 0/1 <names >serial 2>err
same the_worst_counts 2 $?
same results_of_a_list "ok forged unsigned error ok" \
    "$(sed -n 's/.*"result": "\([a-z]*\)".*/\1/p' serial | tr '\n' ' ' | sed 's/ $//')"
for i in 0 1; do
    "$pawl" verify --list - --json --no-play --jobs 2 --signatures keys --shard $i/2 <names >shard.$i
done
"$pawl" verify --merge shard.1 shard.0 >merged
same merging_gives_the_worst_again 2 $?
check merged_signatures_are_equal cmp -s serial merged
grep -v nothing names | "$pawl" verify --list - --json --no-play --signatures keys --shard 0/1 >serial
"$pawl" verify --merge serial >merged
same forged_is_exit_1_in_a_merge 1 $?
cat >check.py <<'P'
import json, sys
lines = [json.loads(line) for line in open("serial")]
good, forged, bare = (line["signatures"] for line in lines[:3])
assert good["right"] == 16 and good["wrong"] == 0 and good["outside"] == 0, good
assert [(p["name"], p["ticks"], p["proven"]) for p in good["players"]] == \
    [("ann", 630, 540), ("bob", 450, 420)], good
assert good["players"][1]["ranges"][1:] == [[420, 449, "no signature"],
                                            [450, 629, "the player was gone"]], good
assert forged["first_wrong"]["player"] == 0 and forged["first_wrong"]["tick"] == 120, forged
assert [120, 179, "a wrong signature"] in forged["players"][0]["ranges"], forged
assert bare["right"] == 0 and bare["players"][0]["proven"] == 0, bare
P
check json_says_all_of_it python3 check.py

# ---- files of keys ----
key=$(sed -n 's/^\([0-9a-f]*\) ann/\1/p' keys)
# keys_fail NAME "REASON" <file
keys_fail() {
    cat >wrong
    "$pawl" verify --signatures wrong good.rep >out 2>err
    same "$1" "exit 2, pawl: wrong: $2" "exit $?, $(cat out err)"
}
keys_fail no_keys "no key" </dev/null
keys_fail a_short_key "line 2: not a key, 64 hexadecimal digits, and a name" <<<"# one
${key:1}"
keys_fail a_long_key "line 1: not a key, 64 hexadecimal digits, and a name" <<<"${key}0 ann"
keys_fail a_key_with_a_letter "line 1: not a key, 64 hexadecimal digits, and a name" <<<"g${key:1}"
tr 'a-f' 'A-F' <<<"$key" | sed 's/$/	ann of "the" team/' >keys
proves keys_may_be_in_capitals_without_names 1 "unsigned good.rep: player 1: " --no-play good.rep
check names_may_have_spaces grep -q '^  player 0 ann of "the" team: 540 ' out
"$pawl" verify --signatures missing good.rep >out 2>err
same a_missing_file_of_keys "exit 2, pawl: missing: No such file or directory" "exit $?, $(cat out err)"

finish signed
