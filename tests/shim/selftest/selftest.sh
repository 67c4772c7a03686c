#!/usr/bin/env bash
# selftest.sh - programs that fail some tests on purpose: of the same tests the same must be said.
#
# usage: selftest.sh CHECK SHIM DYING MARKED
#
# CHECK and SHIM: by Check and by the stand-in for boards. DYING and MARKED: by Check, which keeps the
# place of each assertion itself, or is told when a test dies.
#
# Check tells the sum first and the failures afterwards, hence the sorting.
set -uo pipefail
passed=0
failed=0

say() {
    "$1" 2>/dev/null | sort
    echo "exit status ${PIPESTATUS[0]}"
}

# same ONE OTHER SUM: both say the same, and SUM, for nothing at all would be the same, too.
same() {
    local differences said
    differences=$(diff <(say "$1") <(say "$2"))
    said=$(say "$2" | grep ': Checks: ')
    if [ -z "$differences" ] && [ "$said" = "$3" ]; then
        passed=$((passed + 1))
    else
        printf '%s\n' "< $1, > $2" "$differences" "$said"
        failed=$((failed + 1))
    fi
}

export CK_VERBOSITY=normal
same "$1" "$2" '25%: Checks: 36, Failures: 27, Errors: 0'
same "$3" "$4" '50%: Checks: 8, Failures: 1, Errors: 3'
echo "shim: $passed passed, $failed failed"
[ "$failed" = 0 ]
