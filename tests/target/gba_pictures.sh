#!/usr/bin/env bash
# gba_pictures.sh FOLDER - the pictures of docs/guides/gba.md: the screen of the emulator while the recorded
# game plays (gba_check.sh tells what is in the folder).
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Without the proof's letters: the record as a player's keys, by pictures. The title takes longer
# than a picture, so the first of them come later than their ticks.
first=100
awk -v first=$first '!/^#/ && $1 < 900 { $1 += first; print }' "$folder/demo.txt" >"$work/play.keys"
"$folder/tools/gbarun" --keys "$work/play.keys" --frames 900 --shot 60 docs/images/gba-title.png \
    --film 230 900 6 "$work/film" "$folder/game.gba" >"$work/log" 2>&1 || [ $? = 124 ]
"$folder/tools/film" 240 160 10 docs/images/gba-game.gif <"$work/film"
printf '100 SELECT\n106\n' >"$work/demo.keys"
"$folder/tools/gbarun" --keys "$work/demo.keys" --until 'hash 6300' --shot end docs/images/gba-check.png \
    "$folder/game.gba" >"$work/log"
ls -l docs/images/gba-*
