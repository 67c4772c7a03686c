#!/usr/bin/env bash
# suites.sh - runs every suite of the unit tests in a process of its own, two at a time.
#
# usage: suites.sh FOLDER [SUITE...]    (of the variant: it holds `unit` and suites.inc)
#
# Suites that are named are programs in FOLDER/suite.
# Each suite reports itself as Check does, and says how many of its tests were skipped: those that
# print a line "skipped: reason". One that fails with random numbers of its own (PAWL_SEED) says how
# to draw them again. One that does not exist, or is empty, is a failure. Where the
# environment chooses what runs, or how, there is one process. JOBS: how many at a time.
set -uo pipefail
folder=$1
shift

if [ $# = 0 ] && env | grep -qE '^CK_(RUN|FORK|INCLUDE|EXCLUDE|XML|TAP|LOG|VERBOSITY)'; then
    exec "$folder/unit"
fi

# shellcheck disable=SC2001 # a pattern with a repetition is none of bash's
run_suite() {
    local output status skipped seed
    if [ -n "${3:-}" ]; then
        output=$("$1/suite/$2" 2>&1)
    else
        output=$(CK_RUN_SUITE=$2 "$1/unit" 2>&1)
    fi
    status=$?
    skipped=$(grep -c '^skipped: ' <<<"$output")
    [ "$skipped" = 0 ] || output=$(sed -E "s/^[0-9]+%: Checks: .*/&, Skipped: $skipped/" <<<"$output")
    # The first line tells the build options, the second one the name.
    printf '%s: %s\n' "$2" "$(sed '1,2d' <<<"$output")"
    [ "$status" = 0 ] && return
    echo "$2: exit status $status, $(head -1 <<<"$output")"
    seed=$(sed -n '1s/.*, seed \(0x[0-9a-f]*\)$/\1/p' <<<"$output")
    [ -z "$seed" ] || echo "$2: the same numbers again: PAWL_SEED=$seed make test SUITE=$2"
    return 1
}
export -f run_suite

alone=()
if [ $# = 0 ]; then
    names=$(sed -n 's/^SUITE(suite_\(.*\))$/\1/p' "$folder/suites.inc")
else # only these were built: there may be no list of all
    alone=(alone)
    names=$(printf '%s\n' "$@")
fi
xargs -P "${JOBS:-2}" -I '{}' bash -c 'run_suite "$@"' run_suite "$folder" '{}' "${alone[@]}" \
    <<<"$names"
