#!/bin/sh
# avr_check.sh - an AVR with 16 KB of RAM computes what this machine does, here with everything
# built in, there with the little that fits.
set -eu
cd "$(dirname "$0")/../.."
passed=0
failed=0

report() {
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "avr-check: $1" >&2
    fi
}

run_make() { make --no-print-directory -s "$@"; }

here=$(run_make pile TARGET=native OPT=-O2 | tail -n 1)
status=0
run_make pile TARGET=avr1284 OPT=-Os >build/avr-pile.txt || status=$?
cat build/avr-pile.txt
report "the pile ends with status $status" "$status"
there=$(tail -n 1 build/avr-pile.txt)
status=0
[ "$here" = "$there" ] || status=1
report "the pile has $there, here $here" "$status"
status=0
run_make portcheck TARGET=avr1284 OPT=-Os || status=$?
report "portcheck ends with status $status" "$status"

echo "avr-check: $passed passed, $failed failed"
[ "$failed" = 0 ]
