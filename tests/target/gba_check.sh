#!/usr/bin/env bash
# gba_check.sh FOLDER - run the game of examples/gba in mGBA's core and compare it with the PC.
#
# The folder holds game (for this PC), game.gba and tools/gbarun. Two runs:
#   the demo    its hashes are those of the PC; 30 pictures a second on average, and in no second
#               fewer than every other refresh (29.86) gives; 256 bytes are left of the stack that
#               port/gba/gba.ld keeps free
#   a player    scripted keys; what the cartridge logs of them, replayed on the PC, gives the same
#               state; a picture of it goes to docs/images with --pictures
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
folder=$1
game=$folder/game rom=$folder/game.gba runner=$folder/tools/gbarun
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 passed=0

expect() { # WHAT GOT WANTED
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        echo "gba-check: $1: got '$2', expected '$3'"
        failed=$((failed + 1))
    fi
}

at_least() { # WHAT GOT LEAST
    if [ "${2:-0}" -ge "$3" ]; then
        passed=$((passed + 1))
    else
        echo "gba-check: $1: got '$2', expected at least $3"
        failed=$((failed + 1))
    fi
}

at_most() { # WHAT GOT MOST
    if [ "${2:-0}" -gt 0 ] && [ "$2" -le "$3" ]; then
        passed=$((passed + 1))
    else
        echo "gba-check: $1: got '$2', expected at most $3"
        failed=$((failed + 1))
    fi
}

figure() { # NAME FILE
    sed -n "s/^$1 //p" "$2"
}

shots=()
[ "${2:-}" = --pictures ] && shots=(--shot end docs/images/gba-check.png)
printf '20 SELECT\n26\n' >"$work/demo.keys"
"$runner" --keys "$work/demo.keys" --until demo-equal "${shots[@]}" "$rom" >"$work/demo.log"
expect "status of the demo" $? 0
"$game" --hash examples/gba/demo.txt | grep '^hash' >"$work/pc.hashes"
grep '^hash' "$work/demo.log" | tail -n +2 >"$work/gba.hashes"
expect "hashes of the demo" "$(cat "$work/gba.hashes")" "$(cat "$work/pc.hashes")"
expect "equal hashes" "$(figure demo-equal "$work/demo.log")" "$(wc -l <"$work/pc.hashes")"
at_least "pictures per second" "$(figure frames-per-second-mean "$work/demo.log")" 30
at_least "fewest pictures in a second" "$(figure frames-per-second-least "$work/demo.log")" 29
at_most "bytes of stack" "$(figure stack-most "$work/demo.log")" $((3584 - 256))

# A player who ends by looking at the hashes, at a tick that the log tells.
shots=()
[ "${2:-}" = --pictures ] && shots=(--shot 840 docs/images/gba-game.png)
"$runner" --keys examples/gba/play.keys --until hash "${shots[@]}" "$rom" >"$work/play.log"
expect "status of the player" $? 0
read -r _ tick hash < <(grep '^hash' "$work/play.log")
{ sed -n 's/^keys //p' "$work/play.log"; echo "$tick"; } >"$work/play.txt"
expect "hash of the player's game" "$("$game" --hash-at "$tick" "$work/play.txt")" "hash $tick $hash"
at_least "points of the player" "$(figure score "$work/play.log" | tail -n 1)" 10

grep -E '^(steps|.*-cycles|frames|stack)' "$work/demo.log"
echo "gba-check: $passed passed, $failed failed"
[ "$failed" = 0 ]
