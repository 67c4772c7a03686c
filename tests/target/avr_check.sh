#!/bin/sh
# avr_check.sh - an AVR with 16 KB of RAM computes what this machine does: numbers, layout, hash, a
# session and a level. A rigid world does not fit into its flash at present.
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

status=0
run_make portcheck TARGET=avr1284 OPT=-Os || status=$?
report "portcheck ends with status $status" "$status"

echo "avr-check: $passed passed, $failed failed"
[ "$failed" = 0 ]
