#!/bin/sh
# archive.sh - what libpawl.a may need and hold.
#
#   archive.sh ARCHIVE [NM]
#
# It needs three functions of the C library and the pinned libfixmath, nothing else: no soft-float
# helper, no malloc. It has no writable data, so that the caller's buffer is the whole state. All
# of its names begin with pawl_ (declared in a public header) or pawli_ (internal).
set -eu
cd "$(dirname "$0")/../.."
archive=$1
nm=${2:-nm}
passed=0
failed=0

# A claim, and a list of what contradicts it.
expect_none() {
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$archive: $1:" >&2
        echo "$2" | sed 's/^/    /' >&2
    fi
}

defined=$("$nm" --defined-only -g "$archive" | awk 'NF == 3 { print $3 }' | sort -u)
needed=$("$nm" -u "$archive" | awk '$1 == "U" { print $2 }' | sort -u)
outside=$(printf '%s\n' "$needed" | grep -vxF "$defined" || true)

[ -n "$defined" ] || { echo "$archive: defines nothing" >&2; exit 1; }

expect_none "needs more than memcpy, memmove, memset and fix16_*" "$(printf '%s\n' "$outside" |
    grep -vxE 'memcpy|memmove|memset|fix16_[a-z0-9_]*|_GLOBAL_OFFSET_TABLE_|' || true)"

# A linker takes the first it meets, or fails, as the program has it.
expect_none "defines a name twice" "$("$nm" --defined-only -g "$archive" |
    awk 'NF == 3 && $2 ~ /[TDBRC]/ { print $3 }' | sort | uniq -d)"

expect_none "has writable data" "$(size -A "$archive" |
    awk '/\(ex / { file = $1 } $1 ~ /^\.(data|bss)/ && $1 !~ /\.rel\.ro/ && $2 > 0 \
        { print file, $1, $2 " bytes" }')"

expect_none "exports names that do not begin with pawl_ or pawli_" \
    "$(printf '%s\n' "$defined" | grep -vE '^pawli?_' || true)"

for name in $(printf '%s\n' "$defined" | grep '^pawl_' || true); do
    grep -qw "$name" include/pawl/*.h || echo "$name"
done >build/undeclared
expect_none "exports pawl_ names that no public header declares" "$(cat build/undeclared)"

tests/lint/public.sh | grep -vxF "$defined" >build/undefined || true
expect_none "declares functions that it does not define" "$(cat build/undefined)"

echo "archive: $passed passed, $failed failed"
[ "$failed" = 0 ]
