#!/usr/bin/env bash
# test_serial.sh - pawl host and join over serial lines: pseudo terminals, clean and noisy.
#
# usage: test_serial.sh PAWL
if [ -z "${SERIAL_HAS_LIMIT:-}" ]; then
    SERIAL_HAS_LIMIT=1 exec timeout -k 5 120 "$0" "$@"
fi
lines=$(realpath "$(dirname "$0")/serial.py")
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
: "${pawl:?}" "${work:?}"
trap 'kill -9 $(jobs -p) 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 1' TERM INT

# line NAME ARGUMENT...: a line with the ends $here and $there; `cut_line` ends it.
line() {
    local name=$1 i
    shift
    python3 -B "$lines" "$@" >"$name.line" &
    carrier=$!
    for ((i = 0; i < 500; i++)); do
        [ -s "$name.line" ] && break
        sleep 0.02
    done
    read -r here there seed <"$name.line"
}
cut_line() {
    kill "$carrier" && wait "$carrier"
}

# play NAME ARGUMENT...: a game over the line, the arguments on both sides.
play() {
    local name=$1
    shift
    "$pawl" host --serial "$here:57600" --bot 3 "$@" >"$name.host" 2>"$name.host.err" &
    local host=$!
    "$pawl" join --serial "$there" --bot 4 "$@" >"$name.join" 2>"$name.join.err"
    local status=$?
    wait "$host"
    same "${name}_ends" "0 0" "$? $status"
    same "${name}_is_one_game ($seed)" "$(grep -o 'tick=.*chain=[0-9a-f]*' "$name.host")" \
        "$(grep -o 'tick=.*chain=[0-9a-f]*' "$name.join")"
}

line clean
play rollback --ticks 400 --rate 200
play lockstep --ticks 400 --rate 200 --window 0
same both_are_the_same_game "$(grep -o 'chain=[0-9a-f]*' rollback.host)" \
    "$(grep -o 'chain=[0-9a-f]*' lockstep.host)"
same host_names_the_line "on the line $here:57600" "$(head -n 1 rollback.host.err)"

# A line that is cut: the program says so instead of waiting.
"$pawl" join --serial "$there" --bot 1 >cut.out 2>cut.err &
cut=$!
sleep 0.3
cut_line
wait "$cut"
same a_broken_line_ends_the_game "2 pawl: join: the line is broken" "$? $(tail -n 1 cut.err)"

line noisy --noise 3
play noise --ticks 400 --rate 200 --window 15
same noise_changes_nothing "$(grep -o 'chain=[0-9a-f]*' rollback.host)" \
    "$(grep -o 'chain=[0-9a-f]*' noise.host)"
cut_line
check there_was_noise grep -q ' [1-9][0-9]* flipped' noisy.line
tail -n 2 noisy.line

# ---- usage ----
usage no_such_line " host: /dev/no-such-line: no such device" host --serial /dev/no-such-line
usage no_such_rate " host: /dev/ptmx:1234: a serial port has no such baud rate" \
    host --serial /dev/ptmx:1234
usage no_terminal " host: /dev/null: not a serial port" host --serial /dev/null
usage one_host_alone " join: a host beside --serial: a:1" join --serial x a:1
usage one_way_alone " host: --listen and --serial exclude each other" host --serial x --listen any
usage join_still_needs_a_host " join: no HOST:PORT (" join
usage join_still_takes_one_host " join: more than one host: b:2" join a:1 b:2

finish "serial"
