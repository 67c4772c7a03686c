#!/usr/bin/env bash
# pictures.sh - remake the pictures of the docs pages.
#
# usage: pictures.sh FOLDER-OF-THE-PROGRAMS. A command is a line of a page that begins with
# "pawl run" or "pawl render" and names a file of docs/images: stills below 50 kB, animations below
# 350 kB. Pictures of calls of a game are made by pictures.c, those of examples/tutorial by the
# programs themselves, whose steps filmed.h films.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
library=$1
PATH=$(realpath "$1"):$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
made=0

# A narrow picture of what only falls.
for source in examples/tutorial/step_*.c; do
    name=$(basename "$source" .c)
    picture=docs/images/tutorial-${name#step_}.gif
    case $name in step_01) width=90 ;; step_02) width=120 ;; *) width=360 ;; esac
    if cc -std=c11 -Iinclude -include tests/docs/filmed.h "$source" "$library/libpawl.a" "$library/libfixmath.a" \
        -o "$work/$name" && FILM="$work/film" "$work/$name" >/dev/null &&
        pawl film "$work/film" --gif "$picture" --width $width >/dev/null &&
        [ "$(wc -c <"$picture")" -lt 150000 ]; then
        made=$((made + 1))
    else
        echo "pictures: $source fails, or its picture is large"
        failed=$((failed + 1))
    fi
done

while read -r command; do
    picture=${command##* }
    # shellcheck disable=SC2086 # words are words
    most=50000
    case $picture in *.gif) most=350000 ;; esac
    if $command >/dev/null && [ "$(wc -c <"$picture")" -lt $most ]; then
        made=$((made + 1))
    else
        echo "pictures: fails or gives more than $most bytes: $command"
        failed=$((failed + 1))
    fi
done < <(
    sed -En 's/^(pawl (run|render) .* docs\/images\/[a-z-]*\.(png|gif))$/\1/p' docs/*.md docs/*/*.md
    printf 'pictures %s docs/images/%s.png\n' mover mover fields fields
)
echo "pictures: $made made, $failed failed"
[ "$failed" = 0 ]
