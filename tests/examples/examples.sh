#!/usr/bin/env bash
# examples.sh - compile and run every examples/*.c and examples/tutorial/*.c and compare what it prints.
#
# Usage: [FLAGS=...] [OBJECTS=...] [RUN=...] examples.sh CC FOLDER-OF-THE-LIBRARY [third|write]
#
# FLAGS and OBJECTS are added when compiling, RUN is put before the program: an emulator. A program
# NAME.c must have fewer than 150 lines, compile without a warning, return 0 and print exactly
# tests/examples/NAME.txt.
#
# third: of all examples a third, drawn afresh; THIRD=0, 1 or 2 draws it again.
# write: what the programs print now is what is expected from now on.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
compiler=$1
library=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# judge NAME WHAT CONDITION...: one claim about an example; what the condition prints tells why.
judge() {
    local name=$1 what=$2
    shift 2
    if "$@" >"$work/reason" 2>&1; then
        passed=$((passed + 1))
        return 0
    fi
    echo "examples: $name.c $what"
    sed 's/^/    /' "$work/reason"
    failed=$((failed + 1))
    return 1
}

is_short() {
    local lines
    lines=$(wc -l <"$1")
    echo "$lines lines; the limit is 150"
    [ "$lines" -lt 150 ]
}

compiles() {
    # FLAGS and OBJECTS are lists.
    # shellcheck disable=SC2086
    "$compiler" -std=c11 -Wall -Wextra -Wpedantic -Werror ${FLAGS:-} -I"$root/include" \
        -I"$root/port/host" -I"$root/examples" -include "$root/tests/support/base/checked_step.h" "$1" ${OBJECTS:-} "$library/libsumo.a" \
        "$library/libpawl.a" "$library/libfixmath.a" "$library/libpawl-udp.a" -o "$2"
}

# Endless loops are failures too.
runs() {
    # shellcheck disable=SC2086
    timeout 120 ${RUN:-} "$1" >"$2"
    local status=$?
    echo "exit status $status"
    return $status
}

# The lines that differ, with some around them: '-' is expected, '+' is printed.
prints() {
    diff -u --label "expected $(basename "$1")" --label "printed" "$1" "$2" | head -40
    return "${PIPESTATUS[0]}"
}

sources=("$root"/examples/*.c "$root"/examples/tutorial/*.c)
if [ "${3:-}" = third ]; then
    third=${THIRD:-$((RANDOM % 3))}
    echo "examples: THIRD=$third"
    for at in "${!sources[@]}"; do
        [ $((at % 3)) = "$third" ] || unset "sources[at]"
    done
fi
mkdir "$work/tutorial"
for source in "${sources[@]}"; do
    name=${source#"$root"/examples/}
    name=${name%.c}
    judge "$name" "is long" is_short "$source"
    judge "$name" "does not compile" compiles "$source" "$work/$name" || continue
    judge "$name" "fails" runs "$work/$name" "$work/$name.out" || continue
    [ "${3:-}" = write ] && cp "$work/$name.out" "$root/tests/examples/$name.txt"
    judge "$name" "prints something else" \
        prints "$root/tests/examples/$name.txt" "$work/$name.out"
done
for expected in "$root"/tests/examples/*.txt "$root"/tests/examples/tutorial/*.txt; do
    name=${expected#"$root"/tests/examples/}
    name=${name%.txt}
    judge "$name" "is missing, but its output is not" test -f "$root/examples/$name.c"
done
echo "examples: $passed passed, $failed failed"
[ "$failed" = 0 ]
