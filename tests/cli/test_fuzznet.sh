#!/usr/bin/env bash
# test_fuzznet.sh - pawl fuzznet finds nothing in games without a mistake, and each mistake of
# tests/fuzznet/bugs.c; scripts are short and play the failure again. Other games in each run.
#
# usage: test_fuzznet.sh PAWL MODULES BUGS PAGE [GAMES]     (folders of shared objects)
modules=$(realpath "$2")
bugs=$(realpath "$3")
page=$(realpath "$4")
games=${5:-60}
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
seed=${PAWL_SEED:-$RANDOM$RANDOM}
seed=$((seed))
echo "fuzznet: seed $seed (PAWL_SEED repeats it)"

# ---- games without a mistake ----
for module in "$modules"/*.so "$page"/*.so "$bugs/0.so"; do
    "$pawl" fuzznet "$module" --seed "$seed" --games "$games" --jobs 2 -o honest- >out 2>err
    code=$?
    check "nothing_is_found_in_$(basename "$module")" [ "$code" = 0 ]
    [ "$code" = 0 ] || cat out err honest-*
    same "$(basename "$module")_says_what_it_played" "ok: seed=$seed games=$games safety=0 liveness=0" \
        "$(sed -n 's/^\(ok: seed=[0-9]* games=[0-9]*\) .*\( safety=.*\)/\1\2/p' out)"
done

# ---- mistakes ----

# finds BUG "FINDING" "CAUSE" LINES [OPTION]...: within 3000 games, of which most need a hundred at
# most, in a script of so many lines.
finds() {
    local bug=$1 finding=$2 cause=$3 lines=$4 name code path
    shift 4
    name=bug_$bug
    local before=$failed
    rm -f found-*
    "$pawl" fuzznet "$bugs/$bug.so" --seed "$seed" --games 3000 -o found- "$@" >out 2>err
    code=$?
    path=$(sed -n 's/.* --script \(.*\)$/\1/p' out)
    check "${name}_is_found" [ "$code" = 1 ]
    check "${name}_is_what_it_is" grep -qxE "($finding): .*" <(head -1 out)
    same "${name}_has_its_cause" "$cause" "$(sed -n '2s/^cause[^:]*: \(.*\)/\1/p' out)"
    check "${name}_has_a_short_script" [ "$(grep -vc '^#' "$path")" -le "$lines" ]
    "$pawl" fuzznet "$bugs/$bug.so" --script "$path" --timeout 2 >again 2>err
    code=$?
    same "${name}_fails_again" "exit 1, $(head -1 out)" "exit $code, $(head -1 again)"
    [ "$failed" = "$before" ] || cat out "$path"
}

outside="the game does not repeat itself: it keeps or reads something outside of its memory, such as \
a static variable, rand() or the clock"
sync="safety: hashes|safety: synctest"
finds 1 "$sync" "$outside" 5
finds 2 "$sync" "$outside" 5
finds 3 "safety: hashes" "it depends on what was in its memory: something is not initialized" 5
finds 4 "safety: hashes" "it depends on whether an input is PREDICTED or CONFIRMED" 8
finds 5 "safety: hashes" "it depends on which players sit at the machine" 5
finds 6 "safety: hashes" "it depends on the address of its memory" 5
finds 7 "safety: hashes" "it depends on how real numbers are rounded" 6
finds 8 "$sync" "save and load leave something out" 6
finds 9 "safety: crash" "" 5
finds 10 "liveness: endless" "" 64 --no-shrink --timeout 1
finds 11 "safety: check" "" 5
finds 12 "safety: overrun" "" 5
finds 13 "safety: hashes" "encode and decode leave something out" 8
# Only where the machine of the first player, the host, goes: no other game is played without it.
finds 14 "safety: hashes" "it depends on which players sit at the machine" 16
# Players hold their inputs for so long that a diagnosis with inputs like theirs saw nothing.
drawn=$seed
seed=2258114191
finds 8 "$sync" "save and load leave something out" 6
seed=$drawn

# ---- mistakes of the library ----

# library_finds BUG: in the honest game, with a program whose library has this mistake.
library_finds() {
    local code path before=$failed
    rm -f found-*
    "$bugs/pawl-$1" fuzznet "$bugs/0.so" --seed "$seed" --games 3000 --no-shrink -o found- >out 2>err
    code=$?
    path=$(sed -n 's/.* --script \(.*\)$/\1/p' out)
    same "a_library_with_${1}_is_found" 1 "$code"
    "$bugs/pawl-$1" fuzznet "$bugs/0.so" --script "$path" >again 2>err
    same "a_library_with_${1}_fails_again" "$(head -1 out)" "$(head -1 again)"
    "$pawl" fuzznet "$bugs/0.so" --script "$path" >again 2>err
    same "its_script_is_good_without_$1" 0 $?
    [ "$failed" = "$before" ] || cat out "$path"
}
library_finds gap
library_finds election
# Seldom drawn: a host that is cut off comes back with ticks that the others have not.
printf '%s\n' 'seed 334779525' 'players 3' 'ticks 23' 'migrates 1' 'at 11 host-cut 3017' >rows.txt
"$bugs/pawl-rows" fuzznet "$bugs/0.so" --script rows.txt >out
same a_library_with_rows_fails "1, liveness: outside" "$?, $(head -1 out | cut -d: -f1-2)"
"$pawl" fuzznet "$bugs/0.so" --script rows.txt >out
same its_script_is_good_without_rows 0 $?

# ---- scripts ----
printf 'seed 5\nticks 90 # short\n\nlatency 30\nmachine 1 loss 20\nat 30 machine 1 crash 400\nat 50 machine 1 cheat\n' \
    >written.txt
"$pawl" fuzznet "$bugs/0.so" --script written.txt >out
same a_script_is_played "0, 1" "$?, $(grep -c '^ok: .* games=1 ticks=9[0-9] ' out)"
"$pawl" fuzznet "$bugs/0.so" --show --seed 7 --games 1 >shown.txt
"$pawl" fuzznet "$bugs/0.so" --script shown.txt >out
a=$(sed 's/.* ticks/ticks/' out)
"$pawl" fuzznet "$bugs/0.so" --seed 7 --games 1 >out
same a_shown_script_is_what_a_seed_plays "$a" "$(sed 's/.* ticks/ticks/' out)"

# count_rollbacks "LINE"...: of a game with these lines.
count_rollbacks() {
    printf '%s\n' 'seed 5' 'ticks 200' 'latency 60' "$@" >guesses.txt
    "$pawl" fuzznet "$bugs/0.so" --script guesses.txt | sed -n 's/^ok: .* rollbacks=\([0-9]*\) .*/\1/p'
}
repeated=$(count_rollbacks)
predicted=$(count_rollbacks 'predict 1')
check guesses_of_the_program_are_better [ "$((2 * predicted))" -lt "$repeated" ]
same sparse_states_and_measures_change_no_game 0 \
    "$(printf 'players 4\nsave-every 5\nmeasures 1\nloss 9\n' >sparse.txt
    "$pawl" fuzznet "$bugs/0.so" --script sparse.txt >out; echo $?)"

# packets "LINE"...: of a game of two machines with these lines; nothing when anything is found.
packets() {
    printf '%s\n' 'seed 9' 'ticks 300' 'latency 40' 'jitter 20' 'loss 9' "$@" >features.txt
    "$pawl" fuzznet "$bugs/0.so" --script features.txt | sed -n 's/^ok: .* packets=\([0-9]*\) .*/\1/p'
}
whole=$(packets) signed=$(packets 'sign-every 30') line=$(packets 'compact 1')
check "signatures_are_packets_more: $whole, $signed" [ "${signed:-0}" -gt "$whole" ]
check "a_compact_line_plays_the_same_game: $line" [ "${line:-0}" -gt 300 ]
check commands_are_played [ "$(packets 'commands 1' 'sign-every 20' 'predict 1')" -gt 300 ]
check watching_later_is_played \
    [ "$(packets 'spectators 2' 'watch-delay 90' 'at 60 machine 2 crash 500')" -gt 300 ]
# What comes too late to be shown is not waited for.
check coming_at_the_end_is_no_failure \
    [ "$(packets 'spectators 1' 'watch-delay 200' 'at 290 machine 2 join')" -gt 300 ]
# migrations "LINE"...: of a game with these lines; nothing when anything is found.
migrations() {
    printf '%s\n' 'seed 9' 'ticks 600' 'latency 40' 'jitter 20' 'loss 9' "$@" >hosts.txt
    "$pawl" fuzznet "$bugs/0.so" --script hosts.txt |
        sed -n 's/^ok: .* ticks=[6-9][0-9][0-9] .* migrations=\([0-9]*\) .*/\1/p'
}
same hosts_leave_and_crash_one_after_the_other 3 \
    "$(migrations 'players 5' 'migrates 1' 'at 90 host-leave 0' 'at 200 host-crash 400' 'at 350 host-cut 5000')"
same a_host_of_two_that_leaves_is_followed 1 "$(migrations 'migrates 1' 'at 90 host-leave 0')"
same without_migration_no_host_goes 0 "$(migrations 'at 90 host-leave 0' 'at 91 host-crash 0')"
same a_relay_is_cut_off_and_crashes 0 \
    "$(migrations 'spectators 4' 'relays 2' 'at 60 machine 3 cut 4000' 'at 300 machine 2 crash 500')"
same relays_follow_the_new_host 1 "$(migrations 'players 3' 'spectators 3' 'relays 1' 'migrates 1' \
    'at 100 host-crash 0')"
"$pawl" fuzznet "$bugs/0.so" --show --seed 3 --games 60 >drawn.txt
check relays_and_hosts_that_go_are_drawn \
    [ "$(grep -c '^relays\|^migrates\|^at .* host-' drawn.txt)" -gt 20 ]
check features_are_drawn [ "$(grep -c '^commands\|^sign-every\|^watch-delay\|^compact' drawn.txt)" -gt 20 ]

# Its state is wrong for some ticks in which it is cut off, and then it gets that of the host.
printf '%s\n' 'seed 1440462639' 'ticks 230' 'window 15' 'latency 18' 'loss 11' \
    'at 63 machine 1 damage 0' 'at 64 machine 0 cut 618' 'at 125 machine 0 cut 585' \
    'at 62 machine 1 crash 1' >healed.txt
"$pawl" fuzznet "$bugs/0.so" --script healed.txt >out
same what_was_never_told_need_not_be_noticed 0 $?

# A host that is cut off goes on alone, is elected again, and takes in one that is far behind.
printf '%s\n' 'seed 677762865' 'players 3' 'ticks 27' 'window 0' 'delay 0' 'deadline 1' \
    'migrates 1' 'at 7 host-cut 2950' >behind.txt
"$pawl" fuzznet "$bugs/0.so" --script behind.txt >out
same one_that_is_far_behind_a_new_host_gets_its_ticks 0 $?

# A host that is cut off confirms ticks alone, comes back as the others elect one that has not, and
# is elected again: its ticks are the game.
printf '%s\n' 'seed 297886386' 'players 10' 'ticks 333' 'delay 0' 'latency 19' 'machine 5 speed 1039' \
    'at 108 machine 9 join' 'machine 1 speed 957' 'migrates 1' 'at 332 host-cut 3193' \
    'at 13 host-leave 0' 'at 128 host-leave 0' >alone.txt
"$pawl" fuzznet "$bugs/0.so" --script alone.txt >out
same what_a_host_confirmed_alone_is_the_game_when_it_is_elected_again 0 $?

# wrong "LINE" "REASON": a script with this as its second line.
wrong() {
    printf 'seed 1\n%s\n' "$1" >wrong.txt
    usage "script_$1" " wrong.txt: line 2: $2" fuzznet "$bugs/0.so" --script wrong.txt
}
wrong "wait 5" "unknown verb"
wrong "loss 91" "its number is out of range"
wrong "relays 7" "its number is out of range"
wrong "machine 1 migrates 1" "it is not of a machine"
wrong "at 5 machine 1 host-crash 0" "it is not of a machine"
wrong "host-leave 0" "its tick is missing"
wrong "watch-delay 601" "its number is out of range"
wrong "machine 1 compact 1" "it is not of a machine"
wrong "save-every 0" "its number is out of range"
wrong "loss" "it takes other numbers"
wrong "at 5 loss 3" "it has no tick"
wrong "machine 1 cheat" "its tick is missing"
wrong "at 3 crash 5" "its machine is missing"
wrong "at 3 machine 0 crash 5" "it is not for the host, machine 0"
wrong "machine 1 window 5" "it is not of a machine"
wrong "machine 99 loss 5" "unknown verb"
usage no_game " fuzznet: no game" fuzznet
usage no_such_game " none.so: " fuzznet none.so
cp "$pawl" program
usage not_a_game " program: " fuzznet program
"$pawl" fuzznet "$bugs/version.so" >out 2>err
same a_module_of_another_version "3, pawl: $bugs/version.so: made for another version of this program" \
    "$?, $(cat out err)"

# ---- json ----
"$pawl" fuzznet "$bugs/11.so" --seed "$seed" --games 300 --json >out
same json_has_a_finding_and_a_sum "check safety failed 1" "$(python3 -c '
import json, sys
a, b = map(json.loads, sys.stdin)
print(a["finding"], a["result"], b["result"], b["safety"])' <out)"

finish "fuzznet"
