#!/usr/bin/env bash
# test_log.sh - pawl log from outside: what examples/board/record.c tells.
#
# usage: test_log.sh PAWL RECORD     RECORD: build/board-record
record=$(realpath "$2")
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

# exits NAME CODE PROGRAM ARGUMENT...: the exit code; what it said is in `out` and `err`.
exits() {
    local name=$1 wanted=$2
    shift 2
    "$@" >out 2>err
    same "$name" "$wanted" $?
}

check the_program_ends_well "$record" >board.log
hash=$(sed -n 's/^hash //p' board.log)
lines=$(grep -c '@pawl [0-9b]' board.log)
exits a_log_is_read 0 "$pawl" log board.log -o board.rep
first=$(grep -n '@pawl begin' board.log | cut -d : -f 1)
last=$(grep -n '@pawl end' board.log | cut -d : -f 1)
same what_is_in_it "replay: $(wc -c <board.rep) bytes, lines $first to $last
hashes: ticks 10 to 240, the last is $hash" "$(cat out)"
check it_has_many_lines test "$lines" -gt 40
exits the_replay_verifies 0 "$pawl" verify board.rep
check with_the_hash_of_the_board grep -q "ticks=240 hash=$hash" out

# ---- against a run ----
exits the_hashes_are_those_of_the_replay 0 "$pawl" log board.log --against board.rep
same so_it_says "EQUAL  24 ticks, to tick 240" "$(tail -n 1 out)"
exits hashes_of_another_run 1 "$pawl" log board.log --against "$examples/demo.json"
there=$(sed -n 's/^@pawl hash 10 \([0-9a-f]*\) .*/\1/p' board.log)
here=$("$pawl" hash "$examples/demo.json" --ticks 10 | sed -n 's/.* hash=\([0-9a-f]*\) .*/\1/p')
line=$(grep -n '@pawl hash 10 ' board.log | cut -d : -f 1)
same the_first_one_that_differs \
    "FIRST DIFFERENCE  tick 10: the board has $there (line $line), $examples/demo.json has $here" \
    "$(tail -n 1 out)"
"$pawl" run "$examples/demo.json" --ticks 300 --snapshot late.snap >out
exits a_run_that_begins_later 2 "$pawl" log board.log --against late.snap
same has_nothing_to_compare "pawl: late.snap: has no tick that the log has" "$(cat err)"

# ---- a bad line ----
sed '20s/A/B/' board.log >bent.log
exits a_bent_line_is_told 0 "$pawl" log bent.log -o bent.rep
check by_its_number grep -qx "damaged: 1 of .* lines, the first one is line 20" out
check and_where_bytes_are_missing grep -q "damaged: bytes are missing before line 21" out
check what_came_before_is_kept cmp -s bent.rep <(head -c "$(wc -c <bent.rep)" board.rep)
head -n 30 board.log | sed 's/$/\r/; s/^/[12:00:01.123] /' >half.log
exits half_a_log 0 "$pawl" log - <half.log
check is_cut_off grep -q "replay: .* cut off" out

# ---- nothing of a board ----
exits no_log 2 "$pawl" log "$examples/demo.json"
same says_what_it_is "pawl: $examples/demo.json: no line of a board in it, but it is text, perhaps a scene: pawl run simulates it" "$(cat err)"
exits no_type 2 "$pawl" log board.log -o x --type film
same says_that_there_is_none "pawl: board.log: there is no film in it" "$(cat err)"
check and_writes_nothing test ! -e x
grep -v hash board.log >mute.log
exits no_hashes 2 "$pawl" log mute.log --against board.rep
same says_that_there_are_none "pawl: mute.log: there are no hashes in it" "$(cat err)"
usage no_file " log: no log" log
usage two_files " log: more than one log: b" log a b
exits no_such_file 2 "$pawl" log absent.log
same says_why "pawl: absent.log: No such file or directory" "$(cat err)"

finish log
