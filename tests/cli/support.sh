# shellcheck shell=bash
# support.sh - what the tests of the pawl program share; they source it with their own arguments
# and end with `finish`. Leads to a temporary directory.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
pawl=$(realpath "${1:-build/pawl}")
# shellcheck disable=SC2034 # used by those who source this
examples=$(realpath examples/scenes)
# shellcheck disable=SC2034
pixels=$(realpath tests/cli/pixels.py)
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
cd "$work" || exit
export LC_ALL=C

passed=0
failed=0
skipped=0

# check NAME CONDITION...: the condition is a command.
check() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
    fi
}

# same NAME WANTED FOUND
same() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n  wanted: %s\n  found:  %s\n' "$1" "$2" "$3"
    fi
}

# refuses NAME "LINE: REASON" <file: exit 2, nothing on stdout, exactly this on stderr.
refuses() {
    cat >bad.json
    "$pawl" run bad.json >out 2>err
    same "$1" "exit 2, pawl: bad.json:$2" "exit $?, $(cat out)$(cat err)"
}

# usage NAME "REASON" ARGUMENT...: exit 2, and the message begins with the reason.
usage() {
    local name=$1 reason=$2
    shift 2
    "$pawl" "$@" >out 2>err
    local code=$? text
    text=$(cat out err)
    same "$name" "exit 2, pawl:$reason" "exit $code, ${text:0:$((5 + ${#reason}))}"
}

# The hash of a scene on stdin after so many ticks.
hash_of() {
    cat >hashed.json
    "$pawl" run hashed.json --ticks "$1" 2>/dev/null | sed -n 's/.* hash=//p'
}

# skip COUNT REASON: so many checks were not made.
skip() {
    skipped=$((skipped + $1))
    echo "skipped: $2"
}

# finish NAME: the last line counts the results.
finish() {
    echo "$1: $passed passed, $failed failed$([ "$skipped" = 0 ] || echo ", $skipped skipped")"
    [ "$failed" = 0 ]
}
