#!/usr/bin/env bash
# selftest.sh - Check and the stand-in for boards must say the same of the same tests.
#
# usage: selftest.sh REAL SHIM    (both programs fail some tests on purpose)
#
# Check tells the sum first and the failures afterwards, hence the sorting.
set -uo pipefail

say() {
    "$1" 2>/dev/null | sort
    echo "exit status ${PIPESTATUS[0]}"
}

export CK_VERBOSITY=normal
differences=$(diff <(say "$1") <(say "$2"))
if [ -n "$differences" ]; then
    printf '%s\n' "< Check, > shim" "$differences"
    echo "shim: 0 passed, 1 failed"
    exit 1
fi
# Nothing at all would be the same, too.
sum=$("$2" | tail -1)
if [ "$sum" != '25%: Checks: 36, Failures: 27, Errors: 0' ]; then
    echo "$sum"
    echo "shim: 0 passed, 1 failed"
    exit 1
fi
echo "shim: 1 passed, 0 failed"
