#!/usr/bin/env bash
# gba_check.sh FOLDER - run the game of examples/gba in mGBA's core and compare it with the PC.
#
# The folder holds game (for this PC), demo.txt, game.gba and tools/gbarun. Three runs:
#   the demo    the recorded game: all levels are won with the hashes of the PC; no refresh of the
#               screen is missed while one plays, among them ten seconds in a row with twelve bodies
#               awake; 256 bytes are left of the stack that port/gba/gba.ld keeps free
#   a player    scripted keys; what the cartridge logs of them, replayed on the PC, gives the same
#               state
#   next day    the cartridge remembers the player's points
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
folder=$1
game=$folder/game rom=$folder/game.gba runner=$folder/tools/gbarun demo=$folder/demo.txt
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

levels=$(find examples/gba/levels -name '*.tmj' | wc -l)
printf '100 SELECT\n106\n' >"$work/demo.keys"
"$runner" --keys "$work/demo.keys" --until demo-equal "$rom" >"$work/demo.log"
expect "status of the demo" $? 0
"$game" --hash "$demo" >"$work/pc.log"
grep '^hash' "$work/pc.log" >"$work/pc.hashes"
grep '^hash' "$work/demo.log" | tail -n +2 >"$work/gba.hashes"
expect "hashes of the demo" "$(cat "$work/gba.hashes")" "$(cat "$work/pc.hashes")"
expect "equal hashes" "$(figure demo-equal "$work/demo.log")" "$(wc -l <"$work/pc.hashes")"
expect "levels of the demo" "$(figure demo-level "$work/demo.log")" "$levels"
expect "levels won on the PC" "$(figure won "$work/pc.log")" yes
expect "points of the demo" "$(figure demo-score "$work/demo.log")" "$(figure score "$work/pc.log")"
expect "missed refreshes" "$(figure missed-refreshes "$work/demo.log")" 0
# The refresh is 59.73 a second.
at_least "pictures in a row with 12 bodies awake" \
    "$(figure crowd-pictures-in-a-row "$work/demo.log")" 598
at_most "bytes of stack" "$(figure stack-most "$work/demo.log")" $((3584 - 256))

# A player who ends by looking at the hashes, at a tick that the log tells.
"$runner" --save "$work/game.sav" --keys examples/gba/play.keys --until hash "$rom" >"$work/play.log"
expect "status of the player" $? 0
read -r _ tick hash < <(grep '^hash' "$work/play.log")
{ sed -n 's/^keys //p' "$work/play.log"; echo "$tick"; } >"$work/play.txt"
expect "hash of the player's game" "$("$game" --hash-at "$tick" "$work/play.txt")" "hash $tick $hash"
best=$(figure score "$work/play.log" | tail -n 1)
at_least "points of the player" "$best" 40

"$runner" --save "$work/game.sav" --until reached "$rom" >"$work/next.log"
expect "points that are remembered" "$(figure best "$work/next.log")" "$best"
expect "levels that may be chosen" "$(figure reached "$work/next.log")" 2

grep -E '^(pictures|missed|.*-cycles|crowd|stack)' "$work/demo.log"
echo "gba-check: $passed passed, $failed failed"
[ "$failed" = 0 ]
