#!/usr/bin/env bash
# meet.sh - builds that leave something out and builds that do not read each other's files, and play
# together, until the game uses what one of them lacks: then both name it.
#
# Usage: meet.sh NAME=PROGRAM ...    the first one has every feature
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
ticks=${TICKS:-10000}
root=build/meet-files
passed=0
failed=0
names=()
declare -A program
for argument in "$@"; do
    names+=("${argument%%=*}")
    program[${argument%%=*}]=${argument#*=}
done

# judge CLAIM COMMAND...
judge() {
    local claim=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "meet: $claim"
    fi
}

# play HOST CLIENT TICKS [declare] [FEATURE]: what each of them tells in the end
play() {
    local host=${program[$1]} client=${program[$2]} wire
    shift 2
    wire=$(mktemp -u "$root/wire.XXXXXX")
    mkfifo "$wire"
    # shellcheck disable=SC2094 # a named pipe is what both ends have
    timeout 60 "$host" host "$@" <"$wire" 2>"$root/host" |
        timeout 60 "$client" join "$@" >"$wire" 2>"$root/client"
    rm -f "$wire"
    host_says=$(<"$root/host") client_says=$(<"$root/client")
}

rm -rf "$root"
mkdir -p "$root"
folders=()
for name in "${names[@]}"; do
    mkdir -p "$root/$name"
    folders+=("$root/$name")
    judge "$name cannot write" "${program[$name]}" write "$root/$name"
done
for name in "${names[@]}"; do
    judge "$name cannot read what others write" "${program[$name]}" read "${folders[@]}"
done

# Each with the first one, as host and as client.
first=${names[0]}
pattern='^hash [0-9a-f]{8}, 0 desyncs, parted for: none$'
for name in "${names[@]:1}"; do
    for pair in "$first $name" "$name $first"; do
        # shellcheck disable=SC2086
        play $pair "$ticks"
        judge "$pair: $host_says; $client_says" test "$host_says" = "$client_says"
        judge "$pair: $host_says" grep -Eq "$pattern" <<<"$host_says"
        judge "$pair: nothing was played" test "${host_says:0:13}" != "hash 00000000"
        echo "$pair: $ticks ticks, $host_says"
    done
done

# A client that comes late becomes the state of the other build.
for pair in "$first TINY" "TINY $first"; do
    # shellcheck disable=SC2086
    play $pair 1500 late
    judge "$pair, late: $host_says; $client_says" test "$host_says" = "$client_says"
    judge "$pair, late: $client_says" grep -Eq "$pattern" <<<"$client_says"
    judge "$pair, late: nothing was played" test "${client_says:0:13}" != "hash 00000000"
    echo "$pair, late: 1500 ticks, $host_says"
done

# What one of them lacks, from the beginning and half way.
text=(joints hooks "continuous collision" "chains and tiles" polygons sensors "one-way platforms"
    "soft bodies" fracture restitution "rolling resistance" characters "continuous collision")
for feature in 0 1 2 3 4 5 6 7 8 9 10 11 12; do
    for how in "" declare; do
        [ "$feature$how" != 11 ] || continue        # their world has no room for characters
        [ "$feature$how" != 12declare ] || continue # a body that is too fast
        # shellcheck disable=SC2086
        play "$first" TINY 60 $how $((1 << feature))
        judge "$how ${text[feature]}: host says $host_says; client says $client_says" \
            grep -q "0 desyncs, parted for: ${text[feature]}$" <<<"$client_says"
        [ -n "$how" ] || judge "${text[feature]}: host says $host_says" \
            grep -q "0 desyncs, parted for: ${text[feature]}$" <<<"$host_says"
    done
done
echo "meet: $passed passed, $failed failed"
[ "$failed" = 0 ]
