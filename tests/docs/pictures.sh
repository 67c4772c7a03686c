#!/usr/bin/env bash
# pictures.sh - remake the pictures of the docs pages, or see whether they are up to date.
#
# usage: pictures.sh FOLDER-OF-THE-PROGRAMS [--check]. A command is a line of a page that begins
# with "pawl run" or "pawl render" and writes build/NAME, where some page shows images/NAME: stills
# below 50 kB, animations below 350 kB. Pictures of calls of a game are made by pictures.c, those of
# examples/tutorial, below 160 kB, by the programs themselves, whose steps filmed.h films. --check
# compares what is drawn with docs/images.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
library=$1
check=${2:-}
PATH=$(realpath "$1"):$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Lines "NAME COMMAND...", the command without the file that it writes.
list() {
    local command name source
    while read -r command; do
        name=${command##*build/}
        grep -rqF "images/$name" README.md docs --include=*.md && echo "$name ${command% build/*}"
    done < <(sed -En 's/^(pawl (run|render) .* build\/[a-z-]*\.(png|gif))$/\1/p' docs/*.md docs/*/*.md)
    echo "demo.png pawl run examples/scenes/demo.json --frame 330 --width 800 --png"
    echo "tower.gif pawl run docs/scenes/tower.json --width 360 --gif"
    echo "mover.png pictures mover"
    echo "fields.png pictures fields"
    for source in examples/tutorial/step_*.c; do
        name=$(basename "$source" .c)
        echo "tutorial-${name#step_}.gif film_of $source"
    done
}

# A narrow picture of what only falls.
film_of() {
    local width=360
    case $1 in *step_01.c) width=90 ;; *step_02.c) width=120 ;; esac
    cc -std=c11 -Iinclude -include tests/docs/filmed.h "$1" "$library/libpawl.a" "$library/libfixmath.a" \
        -o "$work/program" && FILM="$work/film" "$work/program" >/dev/null &&
        pawl film "$work/film" --width $width --gif-rate 20 --gif "$2"
}

# Whether a picture can be drawn, and is small enough.
draw() {
    local name=$1 most=50000
    shift
    case $name in tutorial*) most=160000 ;; *.gif) most=350000 ;; esac
    "$@" "$work/$name" >/dev/null 2>&1 && [ "$(wc -c <"$work/$name")" -lt $most ] && return
    echo "pictures: $name: fails, or has more than $most bytes: $*"
    return 1
}

good=0
bad=0
while read -r name command; do
    # shellcheck disable=SC2086 # words are words
    if ! draw "$name" $command; then
        bad=$((bad + 1))
    elif [ -z "$check" ]; then
        cp "$work/$name" "docs/images/$name"
        good=$((good + 1))
    elif cmp -s "$work/$name" "docs/images/$name"; then
        good=$((good + 1))
    else
        echo "pictures: docs/images/$name is not what is drawn today: make docs-pictures"
        bad=$((bad + 1))
    fi
done < <(list)
echo "pictures: $good passed, $bad failed"
[ "$bad" = 0 ]
