#!/usr/bin/env bash
# test_level.sh - bake, render, and players that walk: goldens, messages, exit codes.
#
# usage: test_level.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
scripts=$(realpath "$examples/../scripts")
maps=$(realpath "$examples/../maps")

# tells NAME WANTED ARGUMENT...: stdout is exactly this but for how many triangles a path looked at,
# exit 0, and stderr has at most notes.
tells() {
    local name=$1 wanted=$2
    shift 2
    "$pawl" "$@" >out 2>err
    same "$name" "exit 0: $wanted" "exit $?: $(sed 's/ expanded=.*//' out)$(grep -v 'note: \|warning: ' err)"
}

# ---- bake ----
tmx="vertices=105 triangles=204 regions=6 cells=15 parts=22 bytes=3992 bytes_per_vertex=38.0 hash=9eef625d"
tmj="vertices=201 triangles=396 regions=4 cells=7 parts=31 bytes=7392 bytes_per_vertex=36.8 hash=a33eca19"
tells platformer_is_baked "vertices=70 triangles=134 regions=5 cells=9 parts=14 bytes=2676 bytes_per_vertex=38.2 hash=75a3daaa" bake "$examples/platformer.json" platformer.level
tells maze_is_baked "vertices=146 triangles=286 regions=3 cells=6 parts=22 bytes=5388 bytes_per_vertex=36.9 hash=4edd5e0e" bake "$examples/maze.json" maze.level
tells tiled_platformer_is_baked "$tmx" bake "$maps/platformer.tmx" tmx.level
tells tiled_rooms_are_baked "$tmj" bake "$maps/topdown.tmj" tmj.level
tells baking_prints_json '{"vertices": 146, "triangles": 286, "regions": 3, "cells": 6, "parts": 22, "bytes": 5388, "bytes_per_vertex": 36.9, "hash": "4edd5e0e"}' bake "$examples/maze.json" json.level --json
check a_block_is_what_the_summary_says test "$(stat -c %s maze.level)" = "$(grep -o '"bytes": [0-9]*' out | tr -dc 0-9)"
check baking_again_gives_the_same_bytes cmp -s maze.level json.level
tells import_changes_no_bit "$tmx" bake <("$pawl" import "$maps/platformer.tmx" - 2>/dev/null) again.level
check import_changes_no_byte cmp -s tmx.level again.level
tells conservative_is_another_level "vertices=146 triangles=286 regions=3 cells=6 parts=22 bytes=5388 bytes_per_vertex=36.9 hash=2097affb" \
    bake "$examples/maze.json" conservative.level --conservative
tells a_point_needs_no_inflation "vertices=70 triangles=134 regions=3 cells=4 parts=22 bytes=2584 bytes_per_vertex=36.9 hash=4c67ce0f" bake "$examples/maze.json" point.level --player point
tells a_box_is_a_player "vertices=98 triangles=190 regions=3 cells=6 parts=22 bytes=3628 bytes_per_vertex=37.0 hash=2a223aab" bake "$examples/maze.json" box.level --player "box 0.5 0.25"
tells a_diamond_is_a_player "vertices=123 triangles=240 regions=3 cells=6 parts=22 bytes=4528 bytes_per_vertex=36.8 hash=8d1082c7" bake "$examples/maze.json" diamond.level --player "diamond 0.5 0.25"

# Walls that cross each other far more often than limits expect; the block is larger than usual.
{
    echo '{"pawl-scene": 1, "level": {"player": {"box": {"width": 0.01, "height": 0.02}}, "polygons": ['
    for ((i = 0; i < 80; i++)); do
        echo "{\"points\": [[$i, 0], [$((i * 37 % 80)), 50]]}$([ "$i" = 79 ] || echo ,)"
    done
    echo ']}}'
} >weave.json
tells limits_are_raised "vertices=3828 triangles=7650 regions=1 cells=2 parts=80 bytes=137848 bytes_per_vertex=36.0 hash=75b30c1c" bake weave.json weave.level

# What C gets are the bytes.
"$pawl" bake "$examples/maze.json" maze.h --c maze_level >/dev/null
cat >flash.c <<'C'
#include <stdio.h>
#include "maze.h"
int main(void) { return fwrite(maze_level, 1, sizeof maze_level, stdout) == sizeof maze_level ? 0 : 1; }
C
check baked_c_compiles cc -std=c11 -Wall -Wextra -Wpedantic -Werror -o flash flash.c
check baked_c_is_the_block cmp -s <(./flash) maze.level

usage bake_needs_two_files " bake: two files are needed: what to build, what to write" bake maze.json
usage bake_refuses_a_shape ' bake: no player'"'"'s shape: box 1' \
    bake "$examples/maze.json" x.level --player "box 1"
usage bake_refuses_no_size " bake: no player's shape: box 0 1" \
    bake "$examples/maze.json" x.level --player "box 0 1"
usage bake_refuses_names " bake: no name in C: 1st" bake "$examples/maze.json" x.h --c 1st
usage bake_needs_a_level " $examples/stack20.json: the scene has no level" \
    bake "$examples/stack20.json" x.level
check nothing_is_left_of_a_refused_bake test ! -e x.level
usage bake_tells_where_it_cannot_write " /nowhere/x: No such file or directory" \
    bake "$examples/maze.json" /nowhere/x

# A mistake in a polygon is told with its line.
cat >far.json <<'E'
{"pawl-scene": 1, "bodies": [], "level": {"player": {"box": {"width": 40, "height": 1}},
  "polygons": [{"points": [[0, 0], [1, 0], [1, 1]]},
    {"points": [[16383, 0], [16383.5, 0], [16383.5, 1]]}]}}
E
usage bake_names_the_polygon " far.json:3: level, polygon 1: " bake far.json x.level
cat >outside.json <<'E'
{"pawl-scene": 1, "bodies": [], "level": {"spawn": [100, 0],
  "bounds": {"lower": [-2, -2], "upper": [2, 2]}, "polygons": [{"points": [[0, 0], [1, 0], [1, 1]]}]}}
E
usage spawn_is_inside " outside.json: level: the spawn: outside the bounds" run outside.json
cat >shut.json <<'E'
{"pawl-scene": 1, "bodies": [], "level": {"spawn": [0.5, 0.25],
  "player": {"box": {"width": 1, "height": 1}}, "polygons": [{"points": [[0, 0], [1, 0], [1, 1]]}]}}
E
"$pawl" run shut.json --ticks 0 >out 2>err
same spawn_in_a_wall_moves \
    "pawl: shut.json: note: level: the spawn is in a wall, so the player goes to 0.5 -0.5" "$(cat err)"

# ---- info ----
"$pawl" info maze.level >out
same info_tells_a_level "kind level;format 1;bytes 5388;index_bits 16;vertices 146;triangles 286;solid 149;cells 6;player_points 8;bounds -16.36955 -16.36955 40.36955 30.36955;region 0 wall friction 0 user_data 0;region 1 wall friction 0 user_data 0;region 2 area friction 0 user_data 0;hash 4edd5e0e;" "$(tr -s ' ' <out | tr '\n' ';')"
head -c 1000 maze.level >short.level
usage info_sees_a_short_block " short.level: " info short.level
(head -c 200 maze.level && printf '\377\377' && tail -c +203 maze.level) >damaged.level
usage info_sees_damage " damaged.level: " info damaged.level

# ---- run: a player beside the bodies ----
tells platformer_is_played "player=28.6,2.2 ground=ice contacts=302 places=2b695c3d
tick=480 bodies=4 awake=3 contacts=3 faults=0x0 hash=31228549" run "$examples/platformer.json" --script "$scripts/platformer.txt"
"$pawl" run "$examples/platformer.json" --script "$scripts/platformer.txt" --json >out
same platformer_is_played_as_json \
    '[[28.6, 2.2], true, 302, "2b695c3d"]' \
    "$(python3 -c 'import json; r = json.load(open("out"))
print(json.dumps([r["player"], r["on_ground"], r["player_contacts"], r["places"]]))')"
tells maze_is_walked "player=5.84306,10.83044 ground=none contacts=222 places=7bbfe21d
tick=300 bodies=3 awake=3 contacts=2 faults=0x0 hash=dcf8ceae" run "$examples/maze.json" --script "$scripts/maze.txt"
tells a_player_falls_without_a_script "player=2,0.7 ground=ground contacts=39 places=c5535f70
tick=60 bodies=4 awake=3 contacts=3 faults=0x0 hash=8e077157" run "$examples/platformer.json" --ticks 60
sed 's/open door/close door/' "$scripts/platformer.txt" >closed.txt
"$pawl" run "$examples/platformer.json" --script closed.txt >out
same a_closed_door_stops "player=20.1,0.7" "$(sed -n 's/\(player=[^ ]*\).*/\1/p' out)"

# script NAME "REASON" LINE [SCENE]: what the second line of a script may not say.
script() {
    printf 'pawl-script 1\n%s\n' "$3" >bad.txt
    usage "$1" " bad.txt:2: $2" run "${4:-$examples/platformer.json}" --script bad.txt
}
script players_want_two_numbers "wants is missing" "tick 0 player wants 1"
script players_have_verbs '"want" is no call for it, did you mean "wants"?' "tick 0 player want 1 0"
script regions_have_names 'there is no region "gate"' "tick 0 open gate"
script the_ground_stays "the ground neither opens nor closes" "tick 0 open ground"
script players_need_a_level "the scene has no level" "tick 0 player wants 1 0" \
    "$examples/stack20.json"
script doors_need_a_level "the scene has no level" "tick 0 open door" "$examples/stack20.json"

# plays NAME WANTED SCENE LINE...: where the player of a scene is after a second, and its ground.
plays() {
    local name=$1 wanted=$2 scene=$3
    shift 3
    printf '%s\n' 'pawl-script 1' "$@" >plays.txt
    "$pawl" run "$scene" --ticks 60 --script plays.txt >out 2>err
    same "$name" "$wanted" "$(sed -n 's/player=\([^ ]*\) ground=\(.*\) contacts.*/\1 \2/p' out)"
}
cat >room.json <<'E'
{"pawl-scene": 1, "gravity": [0, 0], "level": {"spawn": [0, 0], "regions": [{"name": "door"}],
  "bounds": {"lower": [-9, -9], "upper": [20, 9]}, "polygons": [
    {"region": "door", "points": [[2, -9], [3, -9], [3, 9], [2, 9]]}]}}
E
cat >ramp.json <<'E'
{"pawl-scene": 1, "level": {"spawn": [0, 2], "player": {"box": {"width": 1, "height": 1}},
  "polygons": [{"points": [[-90, -90], [90, -90], [90, 90]]}, {"points": [[-9, -9], [0, 0]]}]}}
E
glide="tick 0 player set air-friction 0 braking 0"
plays velocities_are_set "-3,1.5 none" room.json "$glide" "tick 0 player velocity -3 1.5"
plays players_are_put_elsewhere "-2,3 none" room.json "tick 7 player teleport -2 3"
plays nobody_is_put_into_a_door "2,3 none" room.json "tick 7 player teleport 2.25 3"
plays nobody_jumps_off_nothing "0,0 none" room.json "tick 0 player jump 5"
plays doors_stop "2,0 none" room.json "tick 0 player wants 1 0"
plays doors_open "7.24072,0 none" room.json "tick 0 player wants 1 0" "tick 9 open door"
plays doors_close "2,0 none" room.json "tick 0 player wants 1 0" "tick 0 open door" \
    "tick 9 close door"
plays wishes_are_cut "-0.07071,0.07071 none" room.json "$glide" "tick 0 player set top-speed 0.1" \
    "tick 0 player wants -9 9"
plays ramps_are_ground "0,1 ground" ramp.json "tick 0 player set friction 1"
plays steep_ramps_are_none "-1.67082,-0.67082 none" ramp.json "tick 0 player set slope-limit 40"

# ---- render ----
tells platformer_is_drawn "level vertices=70 triangles=134 solid=63 regions=5 hash=75a3daaa
walk ticks=480 player=28.6,2.2 ground=ice contacts=302 places=2b695c3d
path to=exit corners=6 length=26.05486
path to=ledge corners=5 length=8.5648" \
    render "$examples/platformer.json" platformer.png --script "$scripts/platformer.txt"
check pictures_have_their_size python3 "$pixels" picture platformer.png 640x305
tells maze_is_drawn "level vertices=146 triangles=286 solid=142 regions=3 hash=4edd5e0e
path to=treasure corners=17 length=36.24655
path to=den corners=16 length=30.9593
path to=cell corners=15 length=32.24176" \
    render "$examples/maze.json" maze.svg --show parts,level,corridor,path --open gate
tells a_block_is_drawn "level vertices=146 triangles=286 solid=142 regions=3 hash=4edd5e0e
path to=22.5,12.5 corners=17 length=36.24655" \
    render maze.level block.svg --from 1.5,1.5 --to 22.5,12.5 --open 1 --width 320
same vectors_are_the_same_everywhere "3057040657 105545" "$(cat maze.svg block.svg | cksum)"
"$pawl" render "$examples/platformer.json" walk.svg --script "$scripts/platformer.txt" >/dev/null
"$pawl" render "$examples/../../docs/scenes/levels.json" parts.svg --show parts >/dev/null
same parts_are_inflated_by_the_mirrored_player "4231234705 17602" "$(cksum <parts.svg)"
same walks_are_drawn_the_same_everywhere "1145271437 65659" "$(cksum <walk.svg)"
"$pawl" run "$examples/platformer.json" --script "$scripts/platformer.txt" --svg run.svg >/dev/null
same runs_show_the_player "197755854 10085" "$(cksum <run.svg)"

usage render_needs_two_files " render: two files are needed" render maze.level
usage render_needs_a_picture " render: the picture's name ends with .svg or .png: x.gif" \
    render maze.level x.gif
usage render_knows_its_layers " render: --show: unknown layer: mash" \
    render maze.level x.png --show outline,mash
usage render_needs_points " render: not a point: X,Y: 1" render maze.level x.png --from 1 --to 2,2
usage render_needs_a_start " render: there is no spawn: --to needs --from" \
    render maze.level x.png --to 2,2
usage render_opens_what_is_there " render: --open: there is no such region: 9" \
    render maze.level x.png --open 9
usage render_keeps_the_ground " render: --open: the ground neither opens nor closes: 0" \
    render maze.level x.png --open 0
usage blocks_have_no_script " render: a baked level has no spawn: a script needs the scene" \
    render maze.level x.png --script "$scripts/maze.txt"
usage render_needs_a_level " $examples/stack20.json: the scene has no level" \
    render "$examples/stack20.json" x.png
usage goals_are_inside " maze.level: level: 90,0: outside the bounds" \
    render maze.level x.png --from 1.5,1.5 --to 90,0
check nothing_is_drawn_then test ! -e x.png

finish level
