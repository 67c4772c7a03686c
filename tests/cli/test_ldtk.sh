#!/usr/bin/env bash
# test_ldtk.sh - projects of the LDtk editor: what becomes what, and what is said about the rest.
#
# usage: test_ldtk.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
maps=$(cd "$examples/.." && pwd)/maps

# layer NAME TYPE GRID WIDTH HEIGHT MEMBERS: of a level.
layer() {
    printf '{"__identifier": "%s", "__type": "%s", "__gridSize": %s, "__cWid": %s, "__cHei": %s,
"__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0, %s}' "$@"
}
# level NAME X Y WIDTH HEIGHT LAYERS [MEMBERS]
level() {
    printf '{"identifier": "%s", "worldX": %s, "worldY": %s, "pxWid": %s, "pxHei": %s,
"layerInstances": [%s]%s}' "$1" "$2" "$3" "$4" "$5" "$6" "${7:-}"
}
# entity NAME X Y [MEMBERS]: 16 by 16, about the middle of its lower edge.
entity() {
    printf '{"__identifier": "%s", "__pivot": [0.5, 1], "px": [%s, %s], "width": 16, "height": 16%s}' \
        "$1" "$2" "$3" "${4:-}"
}
# project LEVELS [VALUES] [LAYOUT] [DEFINITIONS]: map.ldtk; values are those of the layer "Grid".
project() {
    printf '{"jsonVersion": "1.5.3", "worldLayout": "%s", "defaultGridSize": 16,
"defs": {"layers": [{"identifier": "Grid", "intGridValues": [%s]}]%s},
"levels": [%s]}' "${3:-Free}" "${2:-}" "${4:-}" "$1" >map.ldtk
}
# One level of 4 by 3 cells; $1: the name of value 1, $2: cells, $3: more layers.
small() {
    project "$(level One 0 0 64 48 "$(layer Grid IntGrid 16 4 3 "\"intGridCsv\": [$2]")${3:+, $3}")" \
        "{\"value\": 1, \"identifier\": \"$1\"}"
}
import() {
    "$pawl" import "$@" 2>err
}
bodies() {
    import map.ldtk - "$@" | sed -n '/"bodies"/,/^  "level"\|^}/p' | sed '/"level"\|^}/d' |
        tr -d '\n' | sed 's/^  "bodies": \[ *//; s/\],\{0,1\}$//; s/  */ /g'
}
# The messages about map.ldtk, without file and line.
said() {
    import map.ldtk out.json >out
    sed 's/^pawl: map.ldtk\(:[0-9]*\)\{0,1\}: //' err
}
# refused NAME REASON [ARGUMENT]...
refused() {
    local name=$1 reason=$2
    shift 2
    rm -f out.json
    import map.ldtk out.json "$@" >out
    same "$name" "exit 2, $reason" "exit $?, $(tail -1 err | sed 's/^pawl: map.ldtk\(:[0-9]*\)\{0,1\}: //')"
    check "$name, nothing is written" test ! -e out.json
}
row=1,1,1,1
none=0,0,0,0

# ---- the three projects of examples/maps ----
for name in platformer rooms islands; do
    import "$maps/$name.ldtk" "$name.json" >"$name.out"
    same "$name: exit 0" 0 $?
    same "$name: the scene is the project" "$("$pawl" run "$maps/$name.ldtk" 2>/dev/null)" \
        "$("$pawl" run "$name.json" 2>/dev/null)"
    check "$name: its level is drawn" "$pawl" render "$maps/$name.ldtk" "$name.png" >out 2>err
    check "$name: its level is baked" "$pawl" bake "$maps/$name.ldtk" "$name.level" >out 2>err
done
same platformer_has_what_it_is_made_of \
    "scene: bodies=10 dynamic=4 shapes=12 polygons=5 regions=4 player=yes left_out=3 warnings=0" \
    "$(tail -1 platformer.out)"
same rooms_have_what_they_are_made_of \
    "scene: bodies=8 dynamic=4 shapes=10 polygons=4 regions=3 player=yes left_out=2 warnings=0" \
    "$(tail -1 rooms.out)"
same islands_have_what_they_are_made_of \
    "scene: bodies=12 dynamic=5 shapes=12 polygons=5 regions=2 player=yes left_out=0 warnings=0" \
    "$(tail -1 islands.out)"
import "$maps/islands.ldtk" peak.json --level Peak >out
same one_level_alone "scene: bodies=2 dynamic=1 shapes=2 polygons=1 regions=0 player=no left_out=0 warnings=0" \
    "$(tail -1 out)"
same a_level_behind_the_name "$("$pawl" run peak.json)" "$("$pawl" run "$maps/islands.ldtk#Peak" 2>/dev/null)"
same a_level_as_an_option "$("$pawl" run peak.json)" \
    "$("$pawl" run "$maps/islands.ldtk" --level Peak 2>/dev/null)"
same a_level_as_a_file "$("$pawl" run peak.json)" "$("$pawl" run "$maps/islands/Peak.ldtkl" 2>/dev/null)"
check a_level_as_a_file_has_the_names_of_its_project \
    grep -q 'solid: 1 "stone"' <("$pawl" run "$maps/islands/Peak.ldtkl" 2>&1)

# ---- what values are ----
while read -r name wanted; do
    small "$name" "$none,$none,1,0,0,0"
    same "value $name is $wanted" "note: IntGrid layer \"Grid\": $wanted: 1 \"$name\"" \
        "$(said | grep IntGrid | sed 's/ (.*//')"
done <<'.'
walls solid
Stone_Block solid
dirt solid
OneWay one-way
jump_through one-way
platforms one-way
spikes hazard
LavaPool hazard
water water
ladders ladder
doorLocked door
trigger_zone area
background nothing
no_collision nothing
Mauern solid
Suelo solid
plataforma one-way
Kind_Eau water
Escalera ladder
Wall_Sky solid
Sky nothing
.
small wall "$none,$none,$row"
same terrain_is_a_tile_map '{"name": "Grid", "type": "static", "position": [0, 0], "shapes": [{"tiles": {"cell_size": 1, "lower": [0, -3], "rows": [ "####"]}}]}' \
    "$(bodies)"
small ladder "$none,$none,0,0,1,1"
same areas_are_named_after_values '"regions": [ {"name": "ladder", "kind": "area"}]' \
    "$(import map.ldtk - | sed -n '/"regions"/,$p' | tr -d '\n' | sed 's/  */ /g; s/ *}} *$//; s/ } }$//; s/^ //')"

# ---- guesses ----
player=$(layer Things Entities 16 4 3 "\"entityInstances\": [$(entity Player 8 32)]")
small foo "$none,$none,$row" "$player"
check the_player_stands_on_it grep -q 'solid: 1 "foo" (a guess: the player stands on it)' <(said)
small foo "0,1,0,0,$none,0,1,0,0"
check most_cells_are_it grep -q 'solid: 1 "foo" (a guess: it has the most cells' <(said)
small foo "$row,$row,$row"
check what_fills_a_layer_is_a_picture grep -q 'nothing is solid' <(said)
small grass "$row,$row,$row" "$player"
check earth_around_the_player_is_a_floor grep -q 'nothing: 1 "grass" (a floor' <(said)
check nothing_falls_on_a_floor grep -q '"gravity": \[0, 0\]' out.json
small grass "$none,$none,$row" "$player"
check earth_below_the_player_is_ground grep -q 'solid: 1 "grass"' <(said)

project "$(level One 0 0 64 48 "$(layer Grid IntGrid 16 4 3 '"intGridCsv": [1,1,1,1, 1,2,2,1, 1,1,1,1]'), $(layer Things \
    Entities 16 4 3 "\"entityInstances\": [$(entity Player 24 32)]")")" '{"value": 1, "identifier": "Water"}, {"value": 2, "identifier": "Grass"}'
check water_around_a_floor_stops_a_walker grep -q 'nothing: 2 "Grass" (a floor.*solid: 1 "Water" (a guess: seen from above' <(said)
sed -i 's/Player/Coin/' map.ldtk
check islands_are_floors_without_a_player grep -q '2 "Grass" (a floor, seen from above: it and water fill the layer)' <(said)
check a_floor_ends_where_its_level_does grep -q '"bounds": {"lower": \[0, -3\], "upper": \[4, 0\]}' out.json
sed -i 's/"Water"/"Sea"/; s/1,1,1,1, 1,2,2,1, 1,1,1,1/0,0,0,0, 2,0,0,2, 2,1,1,2/' map.ldtk
check a_pool_in_the_ground_is_none_of_that grep -q 'solid: 2 "Grass"; water: 1 "Sea"' <(said)

# ---- places ----
cells='"intGridCsv": [1, 1, 0, 0]'
two() { # LAYOUT X Y of the second
    project "$(level A 0 0 32 32 "$(layer Grid IntGrid 16 2 2 "$cells")"), $(level B "$2" "$3" 32 32 \
        "$(layer Grid IntGrid 16 2 2 "$cells")")" '{"value": 1, "identifier": "wall"}' "$1"
}
rows_of() { bodies | grep -o '"rows": \[[^]]*\]'; }
two Free 32 0
same levels_on_one_grid_are_one_body '"rows": [ "####"]' "$(rows_of)"
two LinearHorizontal -1 -1
same linear_levels_follow_each_other '"rows": [ "####"]' "$(rows_of)"
two LinearVertical -1 -1
same or_lie_below_each_other '"rows": [ "##", "..", "##"]' "$(rows_of)"
two GridVania -32 0
same worlds_reach_to_the_left '"lower": [-2, -1]' "$(bodies | grep -o '"lower": [^]]*\]')"
two Free 40 0
same levels_off_the_grid_are_bodies_of_their_own '"position": [0, 0] "position": [0.5, 0]' \
    "$(bodies | grep -o '"position": [^]]*\]' | tr '\n' ' ' | sed 's/ $//')"
two Free 0 0
same levels_over_each_other_are_both_there 2 "$(bodies | grep -o '"tiles"' | wc -l)"
project "$(level A 0 0 32 32 "$(layer Grid IntGrid 16 2 2 "$cells"), $(layer Walls IntGrid 8 4 4 \
    '"intGridCsv": [0,0,0,0, 0,0,0,0, 0,0,0,0, 1,0,0,0]')")" '{"value": 1, "identifier": "wall"}' Free \
    ', "x": 0'
check two_grids_share_the_finer_cell grep -q '"rows": \[ "####", "####"\]' <(bodies)
project "$(level A 0 0 32 32 "$(layer Walls IntGrid 16 2 2 "$cells"), $(layer Solid IntGrid 7 4 4 \
    '"intGridCsv": [0,0,0,0, 0,0,0,0, 0,0,0,0, 1,1,0,0]')")"
check grids_that_do_not_fit_are_boxes grep -q '"name": "Walls 1", .*"width": 2, "height": 1' <(bodies)

# ---- entities ----
things() { small wall "$none,$none,$row" "$(layer Things Entities 16 4 3 "\"entityInstances\": [$1]")"; }
things "$(entity Crate 24 32)"
same a_crate_falls '{"name": "Crate", "type": "dynamic", "position": [1, -1], "shapes": [{"box": {"width": 1, "height": 1, "center": [0.5, -0.5]}}]}' \
    "$(bodies | sed 's/.*}, {"name": "Crate"/{"name": "Crate"/')"
things "$(entity Holz_Kiste 24 32)"
check things_have_names_in_other_languages grep -q '"name": "Holz_Kiste", "type": "dynamic"' <(bodies)
things "$(entity Thing 24 32 ', "__tags": ["Moving_platform"]')"
check tags_say_what_it_is grep -q '"name": "Thing", "type": "kinematic"' <(bodies)
field() { printf '{"__identifier": "%s", "__value": %s}' "$1" "$2"; }
things "$(entity Thing 24 32 ", \"fieldInstances\": [$(field body '"dynamic"'), $(field density 3), $(field name '"Bob"')]")"
check fields_say_what_it_is grep -q '"name": "Bob", "type": "dynamic".*"density": 3' <(bodies)
mob=$(entity Mob 24 32 ", \"iid\": \"m-1\", \"fieldInstances\": [$(field patrol '[{"cx": 0, "cy": 1}, {"cx": 3, "cy": 1}]'), $(field home '{"cx": 1, "cy": 0}')]")
lever=$(entity Lever 8 32 ", \"fieldInstances\": [$(field opens '[{"entityIid": "m-1"}, {"entityIid": "x"}]'), $(field next '{"entityIid": "m-1"}')]")
things "$mob, $lever"
import map.ldtk out.json >out
check points_are_paths grep -q '{"id": 1, "name": "Mob", "field": "patrol", "points": \[\[0.5, -1.5\], \[3.5, -1.5\]\]}' out.json
check one_point_is_a_path grep -q '"field": "home", "points": \[\[1.5, -0.5\]\]' out.json
check references_are_links grep -q '{"id": 2, "name": "Lever", "field": "opens", "to": 1, "to_name": "Mob"}' out.json
check one_reference_is_a_link grep -q '"field": "next", "to": 1, "to_name": "Mob"}' out.json
check references_that_lead_out_keep_their_iid grep -q '{"id": 2, "name": "Lever", "field": "opens", "iid": "x"}' out.json
check what_is_data_is_said grep -q 'note: data for the game: 2 paths and 3 links of entities' err
check points_are_no_goals test -z "$(grep goals out.json)"
check fields_that_are_data_are_not_listed test -z "$(grep 'without a use' err)"
check what_has_no_role_is_named grep -q '2 objects without a role left out: 1 "Mob", 2 "Lever"' err
own=
for each in solid:\"maybe\" player:\"Bob\" area:7 group:\"red\" friction:-1 density:true body:\"big\" \
    hit_events:3 velocity_x:[1] gravity_scale:99999 mask:-4 bullet:null; do
    own="${own:+$own, }$(field "${each%%:*}" "${each#*:}")"
done
things "$(entity Crate 24 32 ", \"fieldInstances\": [$own]")"
check fields_of_the_game_refuse_nothing import map.ldtk out.json >out
same fields_of_the_game_are_named 11 "$(grep -c "is the game's own" err)"
things "$(entity Player 24 32), $(entity Player 40 32)"
check one_player_is_enough grep -q 'left out: another player comes first' <(said)

# ---- tiles ----
project "$(level A 0 0 32 32 "$(layer Tiles Tiles 16 2 2 '"__tilesetDefUid": 5, "gridTiles": [
    {"px": [0, 16], "t": 3}, {"px": [16, 16], "t": 4}, {"px": [0, 0], "t": 9}]')")" '' Free \
    ', "tilesets": [{"uid": 5, "enumTags": [{"enumValueId": "Wall", "tileIds": [3]}],
    "customData": [{"tileId": 4, "data": "solid"}]}]'
check tags_of_tiles_are_roles grep -q '"rows": \[ "##"\]' <(bodies)
check tiles_without_a_tag_are_pictures grep -q 'nothing: 1 tiles without a tag' err

# ---- layers and values by name, and files of roles ----
chosen() { # WANTED ARGUMENT...: what is said of the layer Grid
    local wanted=$1
    shift
    import map.ldtk out.json "$@" >out
    same "chosen by $*" "exit 0, $wanted" "exit $?, $(sed -n 's/.*IntGrid layer "Grid": //p' err)"
}
project "$(level One 0 0 64 48 "$(layer Grid IntGrid 16 4 3 '"intGridCsv": [1,2,3,4, 1,1,1,1, 5,5,5,5]'), $(layer \
    Things Entities 16 4 3 "\"entityInstances\": [$(entity Crate 8 16), $(entity Thing 40 16)]")")" \
    '{"value": 1, "identifier": "Air"}, {"value": 2, "identifier": "Foo"}, {"value": 3, "identifier": "Sky"}, {"value": 4, "identifier": "Ladder"}, {"value": 5, "identifier": "Wall"}'
chosen 'nothing: 1 "Air", 2 "Foo" (--not-solid), 3 "Sky"; solid: 5 "Wall"; ladder: 4 "Ladder"' --not-solid Foo
chosen 'nothing: 1 "Air", 3 "Sky"; solid: 2 "Foo" (--solid), 5 "Wall" (--solid); ladder: 4 "Ladder"' --solid grid
chosen 'nothing: 2 "Foo"; nothing: 1 "Air", 3 "Sky", 5 "Wall" (it was not chosen); solid: 4 "Ladder" (--solid)' --solid Ladder
chosen 'nothing: 1 "Air", 3 "Sky", 5 "Wall" (--not-solid); solid: 2 "Foo" (--solid); ladder: 4 "Ladder"' --solid Grid --not-solid Wall
chosen 'nothing: 2 "Foo"; nothing: 1 "Air", 3 "Sky", 5 "Wall" (it was not chosen); ladder: 4 "Ladder"' --solid Things
check a_layer_of_entities_is_solid grep -q '"name": "Thing", "type": "static"' out.json
refused a_name_that_is_nowhere '--solid: no layer or value "Gird"; layers with cells are "Grid"' --solid Gird
import map.ldtk guess.json --guess >out
check a_guess_has_a_row_for_each_value grep -q '{"layer": "Grid", "role": "area", "tiles": \[4\], "why": "Ladder"}' guess.json
same a_guess_written_down_is_the_guess "$(import map.ldtk -)" "$(import map.ldtk - --roles guess.json)"
cat >roles.json <<'E'
{"pawl-roles": 1, "layers": [{"layer": "Grid", "role": "one_way", "tiles": [5]}, {"layer": "Grid", "role": "solid", "all_but": [1, 4, 5]}],
 "objects": [{"object": 1, "role": "none"}, {"object": 2, "role": "goal"}]}
E
chosen 'nothing: 1 "Air"; solid: 2 "Foo" (the file of roles says so), 3 "Sky" (the file of roles says so); one-way: 5 "Wall" (the file of roles says so); ladder: 4 "Ladder"' --roles roles.json
check rows_change_entities grep -q '"goals"' out.json
check rows_leave_entities_out test -z "$(grep Crate out.json)"
echo '{"pawl-roles": 1, "layers": [{"layer": "Grit", "role": "solid"}]}' >roles.json
import map.ldtk out.json --roles roles.json >out
check rows_for_nothing_are_named grep -q 'no layer "Grit", for which the file of roles has a row' err
check a_run_takes_them "$pawl" run map.ldtk --solid Grid --ticks 1 >out 2>err

# ---- worlds ----
printf '{"jsonVersion": "1.1.3", "defs": {}, "levels": [], "worlds": [
{"identifier": "W1", "worldLayout": "Free", "levels": [%s]},
{"identifier": "W2", "worldLayout": "Free", "levels": [%s]}]}' "$(level A 0 0 32 32 '')" \
    "$(level B 0 0 32 32 "$(layer Walls IntGrid 16 2 2 "$cells")")" >map.ldtk
check the_first_world_is_taken grep -q 'world "W1" is taken; --level names another' <(said)
for part in W2 W2/B B; do
    check "$part names a level of another world" grep -q '"##"' <(bodies --level "$part")
done

# ---- what is refused ----
small wall "$none,$none,$row"
refused a_level_that_is_not_there 'no level "Two"; there are: One' --level Two
sed -i 's/1\.5\.3/0.9.3/' map.ldtk
refused an_old_version "LDtk's JSON version \"0.9.3\": versions from 1.0 on are read; save the project with a newer LDtk"
small wall "$none,$none,$row"
sed -i 's/1\.5\.3/2.0.0/' map.ldtk
check a_new_version_is_read grep -q 'is newer than 1.5' <(said)
small wall "$none,$row"
refused cells_that_are_missing 'level 0 "One": intGridCsv: 8 cells, expected 12'
small wall "$none,$none,0,0,0,65536"
refused a_value_out_of_range 'level 0 "One": intGridCsv: a value that is none of 0 .. 65535'
project "$(level One 0 0 64 48 "$(layer Walls IntGrid 16 4194304 3 '"intGridCsv": [1]')")"
refused too_many_cells 'level 0 "One": more than 4194304 cells of 16 pixels'
project "$(yes "$(level A 0 0 1 1 '' | tr -d '\n')" | head -4097 | paste -sd,)"
refused too_many_levels 'more than 4096 levels'
# Levels far from each other, each on a grid of its own: what lies between them is not gone through.
python3 - <<'.' >map.ldtk
import json
walls = lambda i: {"__identifier": "Walls", "__type": "IntGrid", "__gridSize": 16, "__cWid": 1, "__cHei": 1, "intGridCsv": [1]}
levels = [{"identifier": "A", "worldX": 97 * i, "worldY": 31 * i, "pxWid": 16, "pxHei": 16,
    "layerInstances": [walls(i)]} for i in range(4000)]
print(json.dumps({"jsonVersion": "1.5.3", "worldLayout": "Free", "defs": {}, "levels": levels}))
.
before=$SECONDS
refused too_many_grids 'level 1187 "A": levels on more than 1024 grids that do not fit each other'
check and_at_once test $((SECONDS - before)) -le 5
mkdir -p outside
cp map.ldtk outside.ldtkl
for path in ../map.ldtk /etc/passwd 'a\\..\\..\\b' nowhere.ldtkl; do
    printf '{"jsonVersion": "1.5.3", "defs": {}, "levels": [{"identifier": "A", "pxWid": 1, "pxHei": 1,
"layerInstances": null, "externalRelPath": "%s"}]}' "$path" >map.ldtk
    check "a level at $path is left out with a warning" grep -q 'warning: .*is left out: ' <(said)
    import map.ldtk out.json --strict >out
    same "and refused with --strict: $path" 2 $?
done
bomb=$(head -c 200000 /dev/zero | tr '\0' '[')
printf '{"jsonVersion": "1.5.3", "defs": {}, "levels": [], "gridTiles": [%s' "$bomb" >map.ldtk
refused tiles_that_are_nested_too_deeply 'nested too deeply'
finish ldtk
