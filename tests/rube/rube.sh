#!/usr/bin/env bash
# rube.sh - dump each scene and run it on every build; all must print the same line.
#
# Usage: rube.sh DUMP-PROGRAM "CC/OPT/TARGET/MODE ..." "SCENE ..." "SCENE-BELOW-PAWL_DATA ..."
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
dump=$1
builds=$2
scenes=$3
passed=0
failed=0
skipped=0

for scene in $4; do
    if [ -n "${PAWL_DATA:-}" ]; then
        scenes+=" $PAWL_DATA/$scene"
    else
        echo "skipped: PAWL_DATA does not tell where $scene is"
        skipped=$((skipped + $(wc -w <<<"$builds")))
    fi
done
for scene in $scenes; do
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
echo "rube: $passed passed, $failed failed$([ "$skipped" = 0 ] || echo ", $skipped skipped")"
[ "$failed" = 0 ]
