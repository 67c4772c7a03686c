#!/usr/bin/env bash
# exchange.sh - builds of different machines write files, which must be equal to the byte; then each
# build reads what the others have written, and goes on with it.
#
# Usage: exchange.sh "CC/OPT/TARGET/MODE ..."
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
read -ra builds <<<"$1"
root=build/exchanged
passed=0
failed=0

# run GOAL BUILD FOLDERS
run() {
    local compiler level target mode
    IFS=/ read -r compiler level target mode <<<"$2"
    env -u MAKEFLAGS -u MAKELEVEL make --no-print-directory -s -j2 "$1" CC="$compiler" OPT="$level" \
        TARGET="$target" MODE="$mode" FOLDERS="$3"
}

judge() {
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "exchange: $what"
    fi
}

# A library as one file is compiled by one process: the builds are made side by side.
made=()
for build in "${builds[@]}"; do
    run exchange-made "$build" "" &
    made+=($!)
done
for at in "${!builds[@]}"; do
    judge "${builds[at]} is not made" wait "${made[at]}"
done

rm -rf "$root"
folders=()
for build in "${builds[@]}"; do
    folder=$root/${build//\//_}
    mkdir -p "$folder"
    folders+=("$folder")
    judge "$build cannot write" run exchange-write "$build" "$folder"
    judge "$build writes other bytes than ${builds[0]}" diff -rq "${folders[0]}" "$folder"
done
[ "${#builds[@]}" -ge 2 ] || echo "exchange: only ${builds[*]} here, which reads its own files"

# The program counts its own claims.
for build in "${builds[@]}"; do
    line=$(run exchange-read "$build" "${folders[*]}")
    status=$?
    echo "$build reads: ${line##*$'\n'}"
    judge "$build: $line" test "$status" = 0
done
echo "exchange: $passed passed, $failed failed"
[ "$failed" = 0 ]
