#!/usr/bin/env bash
# docs.sh - compile and run every C program in README.md and docs/*.md.
#
# Usage: docs.sh CC FOLDER-OF-THE-LIBRARY. A program is a ```c block with a main function; it must
# compile without a warning and return 0. What a page quotes (pages.py) and the pages of recipes are
# run elsewhere. The pictures of the pages must be there.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
compiler=$1
library=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# Write the programs of a page to $work/FOLDER-PAGE-N.c.
extract() {
    local name=${1#"$root"/}
    name=${name//\//-}
    awk -v stem="$work/${name%.md}" '
        /^<!-- from / { getline; next }
        /^```c$/ { inside = 1; text = ""; next }
        /^```/ && inside { inside = 0; if (text ~ /int main\(/) printf "%s", text > (stem "-" ++n ".c") }
        inside { text = text $0 "\n" }' "$1"
}

mkdir -p "$work/include/pawl" # as it is installed
cp "$root/port/host/pawl_float.h" "$root/port/host/pawl_udp.h" "$work/include/pawl"
for page in "$root"/README.md "$root"/docs/*.md "$root"/docs/{start,guides,from}/*.md; do extract "$page"; done
for program in "$work"/*.c; do
    name=$(basename "$program" .c)
    if "$compiler" -std=c11 -Wall -Wextra -Werror -I"$root/include" -I"$work/include" -I"$root/port/host" \
        -include "$root/tests/support/base/checked_step.h" "$program" \
        "$library/libpawl.a" "$library/libfixmath.a" "$library/libpawl-udp.a" -o "$work/$name" &&
        "$work/$name" >"$work/$name.out"; then
        passed=$((passed + 1))
    else
        echo "docs: program $name fails"
        failed=$((failed + 1))
    fi
done
while read -r picture; do
    if [ -s "$root/docs/$picture" ]; then
        passed=$((passed + 1))
    else
        echo "docs: there is no $picture; make docs-pictures?"
        failed=$((failed + 1))
    fi
done < <(sed -En 's/.*\]\((\.\.\/)?(images\/[a-z0-9-]*\.(png|gif))\).*/\2/p' "$root"/docs/*.md "$root"/docs/*/*.md)
[ "$passed" -gt 0 ] || failed=$((failed + 1))
echo "docs: $passed passed, $failed failed"
[ "$failed" = 0 ]
