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
#
# Check runs each test in a process of its own, which under the sanitizers takes ten times as long
# as most tests do. So a suite runs in one process first; where that does not end as it should, the
# tests are run apart, with the same numbers, and that counts: one that fails must end no other.
set -uo pipefail
folder=$1
shift

if [ $# = 0 ] && env | grep -qE '^CK_(RUN|FORK|INCLUDE|EXCLUDE|XML|TAP|LOG|VERBOSITY)'; then
    exec "$folder/unit"
fi

# FOLDER SUITE [alone]
run_tests() {
    if [ -n "${3:-}" ]; then
        "$1/suite/$2" 2>&1
    else
        CK_RUN_SUITE=$2 "$1/unit" 2>&1
    fi
}

# The same in processes of their own, with the numbers that were drawn where it failed, each of them,
# so that no failure is lost by drawing others; sets `output` and `status` of run_suite.
run_apart() {
    local drawn
    drawn=$(grep -o 'PAWL_SEED=0x[0-9a-f]*' <<<"$output" | sort -u)
    output=$(run_tests "$@")
    status=$?
    for drawn in $drawn; do
        [ "$status" = 0 ] || return
        output=$(export "${drawn?}" && run_tests "$@")
        status=$?
    done
}

# shellcheck disable=SC2001 # a pattern with a repetition is none of bash's
run_suite() {
    local output status skipped seed begin=$SECONDS
    output=$(CK_FORK=no timeout 600 bash -c 'run_tests "$@"' run_tests "$@")
    status=$?
    if [ "$status" != 0 ] || ! grep -q '^100%: Checks: ' <<<"$output"; then
        run_apart "$@"
    fi
    skipped=$(grep -c '^skipped: ' <<<"$output")
    [ "$skipped" = 0 ] || output=$(sed -E "s/^[0-9]+%: Checks: .*/&, Skipped: $skipped/" <<<"$output")
    # The first line tells the build options, the second one the name.
    printf '%s: %s\n' "$2" "$(sed '1,2d' <<<"$output")"
    [ $((SECONDS - begin)) -lt 15 ] || echo "$2: $((SECONDS - begin)) s"
    [ "$status" = 0 ] && return
    echo "$2: exit status $status, $(head -1 <<<"$output")"
    seed=$(sed -n '1s/.*, seed \(0x[0-9a-f]*\)$/\1/p' <<<"$output")
    [ -z "$seed" ] || echo "$2: the same numbers again: PAWL_SEED=$seed make test SUITE=$2"
    return 1
}
export -f run_suite run_tests run_apart

alone=()
if [ $# = 0 ]; then
    names=$(sed -n 's/^SUITE(suite_\(.*\))$/\1/p' "$folder/suites.inc")
else # only these were built: there may be no list of all
    alone=(alone)
    names=$(printf '%s\n' "$@")
fi
xargs -P "${JOBS:-2}" -I '{}' bash -c 'run_suite "$@"' run_suite "$folder" '{}' "${alone[@]}" \
    <<<"$names"
