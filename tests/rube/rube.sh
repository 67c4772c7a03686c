#!/usr/bin/env bash
# rube.sh - dump each scene and run it on every build; all must print the same line.
#
# Usage: rube.sh DUMP-PROGRAM "CC/OPT/TARGET/MODE ..." SCENE...
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
dump=$1
builds=$2
shift 2
passed=0
failed=0

for scene in "$@"; do
    "$dump" "$scene" >build/rube_tables.inc 2>/dev/null || { echo "rube: cannot load $scene"; exit 1; }
    first=
    for build in $builds; do
        IFS=/ read -r compiler level target mode <<<"$build"
        line=$(env -u MAKEFLAGS -u MAKELEVEL make --no-print-directory -s rube-run CC="$compiler" OPT="$level" TARGET="$target" \
            MODE="$mode")
        status=$?
        first=${first:-$line}
        if [ "$status" = 0 ] && [ "$line" = "$first" ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "rube: $build: $line"
        fi
    done
    echo "$(basename "$scene"): $first"
done
[ "$#" -gt 0 ] || echo "rube: no scenes here, nothing to run"
echo "rube: $passed passed, $failed failed"
[ "$failed" = 0 ]
