#!/usr/bin/env bash
# pictures.sh - remake the pictures of the docs pages.
#
# usage: pictures.sh FOLDER-OF-THE-PROGRAMS. A command is a line of a page that begins with
# "pawl run" or "pawl render" and names a file of docs/images: stills below 50 kB, animations below
# 350 kB. Pictures of calls of a game are made by pictures.c.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
PATH=$(realpath "$1"):$PATH
failed=0
made=0

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
    sed -En 's/^(pawl (run|render) .* docs\/images\/[a-z-]*\.(png|gif))$/\1/p' docs/*.md
    printf 'pictures %s docs/images/%s.png\n' mover mover fields fields
)
echo "pictures: $made made, $failed failed"
[ "$failed" = 0 ]
