#!/usr/bin/env bash
# test_maps.sh - maps of the Tiled editor as people bring them: formats, orientations, properties of
# their own games, worlds, and what is guessed where nothing says what is solid.
#
# usage: test_maps.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

set_one='<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="4"/>'
# map [ATTRIBUTES]: a map of 4 by 3 cells of 16 pixels around what is on stdin, as map.tmx.
map() {
    printf '<map width="4" height="3" tilewidth="16" tileheight="16" %s>\n%s\n</map>\n' \
        "${1:-}" "$(cat)" >map.tmx
}
# layer NAME CELLS [ATTRIBUTES]
layer() {
    printf '<layer name="%s" width="4" height="3" %s><data encoding="csv">%s</data></layer>\n' \
        "$1" "${3:-}" "$2"
}
# bodies FILE: of a map, on one line.
bodies() {
    "$pawl" import "$1" - 2>err |
        sed -n '/"bodies"/,/^  "level"\|^  "map"\|^}/p' | sed '/"level"\|"map"\|^}/d' | tr -d '\n' |
        sed 's/^  "bodies": \[ *//; s/\],\{0,1\}$//; s/  */ /g'
}
# says NAME "MESSAGES": what importing map.tmx says, and that it goes on.
says() {
    "$pawl" import map.tmx out.json >out 2>err
    same "$1" "exit 0: $2" "exit $?: $(cat err)"
}
wall=$(layer l 1,0,0,1,0,0,0,0,1,1,1,1 'class="solid"')
box='{"box": {"width": 1, "height": 1, "center": [0.5, -0.5]}}'

# ---- encodings of text and cells ----
map <<<"$set_one$wall"
cells=$(bodies map.tmx)
same cells_are_there '{"name": "l", "type": "static", "position": [0, 0], "shapes": [{"tiles": {"cell_size": 1, "lower": [0, -3], "rows": [ "#..#", "....", "####"]}}]}' "$cells"
map <<<"$set_one<layer name=\"l\" class=\"solid\" width=\"4\" height=\"3\"><data encoding=\"base64\" compression=\"zstd\">
KLUv/QRodQAA8gABgBAFwAIAbid4QAm9uy4r</data></layer>"
same zstd_is_read "$cells" "$(bodies map.tmx)"
map <<<"$set_one<layer name=\"l\" class=\"solid\" width=\"4\" height=\"2\"><data encoding=\"base64\" compression=\"zstd\">
KLUv/QRodQAA8gABgBAFwAIAbid4QAm9uy4r</data></layer>"
sed -i 's/<map width="4" height="3"/<map width="4" height="2"/' map.tmx
"$pawl" import map.tmx out.json >out 2>err
same zstd_is_bounded 'exit 2, pawl: map.tmx:2: layer 0 "l": data: more than 8 cells, expected 8' \
    "exit $?, $(cat out err)"
map <<<"$set_one$wall"
cat >map.tmj <<'E'
{"type": "map", "width": 4, "height": 3, "tilewidth": 16, "tileheight": 16,
 "tilesets": [{"firstgid": 1, "name": "t", "tilewidth": 16, "tileheight": 16}],
 "layers": [{"type": "tilelayer", "name": "l", "class": "solid", "width": 4, "height": 3,
             "data": [1, 0, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1]}]}
E
for file in map.tmx map.tmj; do
    same "$file is that map" "$cells" "$(bodies $file)"
    { printf '\357\273\277' && cat $file; } >bom.$file
    same "$file with a mark" "$cells" "$(bodies bom.$file)"
    { printf '\377\376' && iconv -t UTF-16LE $file; } >le.$file
    same "$file in UTF-16, little end first" "$cells" "$(bodies le.$file)"
    { printf '\376\377' && iconv -t UTF-16BE $file; } >be.$file
    same "$file in UTF-16, big end first" "$cells" "$(bodies be.$file)"
    iconv -t UTF-16LE $file >none.$file
    same "$file in UTF-16 without a mark" "$cells" "$(bodies none.$file)"
done
{ printf '<?xml version="1.0" encoding="UTF-16"?>\n' && cat map.tmx; } | iconv -f UTF-8 -t UTF-16 >said.tmx
same utf16_says_so_itself "$cells" "$(bodies said.tmx)"
map <<<'<objectgroup name="böden 🎮"><object id="1" class="solid" width="16" height="16"/></objectgroup>'
iconv -f UTF-8 -t UTF-16 map.tmx >wide.tmx
same names_keep_their_letters \
    "{\"name\": \"böden 🎮 1\", \"type\": \"static\", \"position\": [0, 0], \"shapes\": [$box]}" "$(bodies wide.tmx)"
printf '\377\376<\0\0\330>\0' >half.tmx
"$pawl" import half.tmx out.json >out 2>err
same half_a_pair_is_refused 'exit 2, pawl: half.tmx: neither UTF-8 nor UTF-16' "exit $?, $(cat out err)"

# ---- tilesets ----
map <<<"<tileset firstgid=\"7\" name=\"empty\" tilewidth=\"0\" tileheight=\"0\" tilecount=\"0\" columns=\"0\"/>$set_one$wall"
same a_collection_without_images "$cells" "$(bodies map.tmx)"

# ---- templates ----
cat >crate.tx <<'E'
<template><tileset firstgid="1" source="crates.tsx"/>
<object name="crate" type="dynamic" gid="2" width="16" height="16"><properties>
<property name="density" type="float" value="2"/><property name="friction" type="float" value="0.25"/></properties></object></template>
E
cat >crates.tsx <<'E'
<tileset name="c" tilewidth="16" tileheight="16"><tile id="1"><objectgroup>
<object id="1" x="4" y="4" width="8" height="8"/></objectgroup></tile></tileset>
E
crate='"type": "dynamic", "position": [1, -1], "shapes": [{"box": {"width": 0.5, "height": 0.5, "center": [0.5, 0.5]}'
map <<<'<objectgroup name="l"><object id="1" template="crate.tx" x="16" y="16"/></objectgroup>'
same template_says_all \
    "{\"name\": \"crate\", $crate, \"friction\": 0.25, \"density\": 2}]}" "$(bodies map.tmx)"
mkdir a
map <<<"$set_one<tileset firstgid=\"9\" source=\"./a/../crates.tsx\"/><objectgroup name=\"l\">
<object id=\"1\" template=\"crate.tx\" name=\"mine\" x=\"16\" y=\"16\"><properties>
<property name=\"density\" value=\"4\"/></properties></object></objectgroup>"
same the_object_itself_comes_first \
    "{\"name\": \"mine\", $crate, \"friction\": 0.25, \"density\": 4}]}" "$(bodies map.tmx)"
echo '{"type": "template", "object": {"name": "b", "type": "solid", "width": 16, "height": 16, "properties": [{"name": "friction", "type": "float", "value": 0.5}]}}' >box.tj
map <<<'<objectgroup name="l"><object id="1" template="box.tj"/><object id="2" template="box.tj" x="32" width="32"/></objectgroup>'
same templates_are_json_as_well '{"name": "b", "type": "static", "position": [0, 0], "shapes": [{"box": {"width": 1, "height": 1, "center": [0.5, -0.5]}, "friction": 0.5}]}, {"name": "b", "type": "static", "position": [2, 0], "shapes": [{"box": {"width": 2, "height": 1, "center": [1, -0.5]}, "friction": 0.5}]}' \
    "$(bodies map.tmx)"
echo '<template><tileset firstgid="1" source="none.tsx"/><object gid="1"/></template>' >bad.tx
map <<<'<objectgroup name="l"><object id="1" template="bad.tx"/></objectgroup>'
"$pawl" import map.tmx out.json >out 2>err
same template_without_its_tileset 'exit 2, pawl: bad.tx:1: layer 0 "l": none.tsx: No such file or directory' \
    "exit $?, $(cat out err)"

# ---- properties: classes, and those of a game's own ----
object() {
    map <<<"<objectgroup name=\"l\"><object id=\"1\" width=\"16\" height=\"16\"><properties>$1</properties></object></objectgroup>"
}
solid='{"name": "l 1", "type": "static", "position": [0, 0], "shapes": [{"box": {"width": 1, "height": 1, "center": [0.5, -0.5]}'
object '<property name="physics" type="class" propertytype="P"><properties>
<property name="solid" type="bool" value="true"/><property name="more" type="class"><properties>
<property name="friction" type="float" value="0.75"/></properties></property></properties></property>'
same classes_count_as_if_beside "$solid, \"friction\": 0.75}]}" "$(bodies map.tmx)"
object '<property name="p" type="class"><properties><property name="friction" value="0.75"/></properties></property>
<property name="solid" value="true"/><property name="friction" value="0.5"/>'
same the_nearer_one_comes_first "$solid, \"friction\": 0.5}]}" "$(bodies map.tmx)"
cat >map.tmj <<'E'
{"type": "map", "width": 4, "height": 3, "tilewidth": 16, "tileheight": 16, "layers": [
 {"type": "objectgroup", "name": "l", "objects": [{"id": 1, "width": 16, "height": 16, "properties": [
  {"name": "physics", "type": "class", "value": {"solid": true, "more": {"friction": 0.75}}}]}]}]}
E
same classes_in_json "$solid, \"friction\": 0.75}]}" "$(bodies map.tmj)"
object '<property name="solid" value="true"/><property name="player" value="John"/>
<property name="area" value="Forest"/><property name="group" value="enemies"/><property name="friction" value="slippery"/>
<property name="body" value="human"/><property name="bounce" value="often"/><property name="goal" value="score"/>'
says own_properties_never_refuse 'pawl: map.tmx:2: note: layer 0 "l", object 1: player is ignored: "John" is not true or false
pawl: map.tmx:4: note: layer 0 "l", object 1: goal is ignored: "score" is not true or false
pawl: map.tmx:3: note: layer 0 "l", object 1: area is ignored: "Forest" is not true or false
pawl: map.tmx:4: note: layer 0 "l", object 1: body is ignored: "human" is not "static", "kinematic" or "dynamic"
pawl: map.tmx:3: note: layer 0 "l", object 1: friction is ignored: "slippery" is not a number in 0 .. 32767.99998
pawl: map.tmx:4: note: layer 0 "l", object 1: bounce is ignored: "often" is not a number in 0 .. 1
pawl: map.tmx:3: note: layer 0 "l", object 1: group is ignored: "enemies" is not a whole number in -32768 .. 32767'
same they_change_nothing "$solid}]}" "$(bodies map.tmx)"
"$pawl" import map.tmx out.json --strict >out 2>err
same strict_makes_notes_errors 'exit 2, 1 line' "exit $?, $(wc -l <err) line"
object '<property name="solid" value="no"/>'
says solid_may_be_text 'pawl: map.tmx:2: note: layer 0 "l", object 1: solid is ignored: "no" is not true or false
pawl: map.tmx:2: note: layer 0 "l": 1 object without a role left out: 1'
map <<<'<properties><property name="scale" value="big"/><property name="gravity" value="moon"/></properties>'
says the_map_may_have_some 'pawl: map.tmx:2: note: scale is ignored: "big" is not a number in 0.001 .. 65536
pawl: map.tmx:2: note: gravity is ignored: "moon" is not a number in -4096 .. 4096'

# ---- orientations: diamonds and hexagons at their places ----
# Cells of 32 by 16 pixels, 32 pixels to the unit, the upper corner at 3 * 16 pixels.
iso='orientation="isometric"'
wide() {
    map "$1"
    sed -i 's/width="16" tileheight="16" \(orient\)/width="32" tileheight="16" \1/' map.tmx
}
wide "$iso" <<<"$set_one$(layer l 1,0,0,0,0,0,0,0,0,0,0,0 'class="solid"')"
same a_cell_is_a_diamond '{"name": "l", "type": "static", "position": [0, 0], "shapes": [{"chain": {"points": [[1.5, -0.5], [2, -0.25], [1.5, 0], [1, -0.25]], "loop": true, "one_sided": true}}]}' \
    "$(bodies map.tmx)"
# Two rows of two: the outline of all four, without the line between them.
wide "$iso" <<<"$set_one$(layer l 1,1,0,0,1,1,0,0,0,0,0,0 'class="solid"')"
same diamonds_become_one '{"name": "l", "type": "static", "position": [0, 0], "shapes": [{"chain": {"points": [[1.5, -1], [2.5, -0.5], [1.5, 0], [0.5, -0.5]], "loop": true, "one_sided": true}}]}' \
    "$(bodies map.tmx)"
# Objects lie in the frame of the cells: 16 by 16 of its pixels are one cell, here (1, 0).
wide "$iso" <<<'<objectgroup name="l"><object id="1" class="solid" x="16" y="0" width="16" height="16"/></objectgroup>'
same objects_lean_as_cells_do '{"name": "l 1", "type": "static", "position": [2, -0.25], "shapes": [{"polygon": {"points": [[-0.5, -0.25], [0, -0.5], [0.5, -0.25], [0, 0]]}}]}' \
    "$(bodies map.tmx)"
# Rows are moved by half a cell, and the second one is half a cell lower: edge to edge.
wide 'orientation="staggered" staggeraxis="y" staggerindex="odd"' <<<"$set_one$(layer l 1,0,0,0,1,0,0,0,0,0,0,0 'class="solid"')"
same staggered_rows_are_moved '{"name": "l", "type": "static", "position": [0, 0], "shapes": [{"chain": {"points": [[1, -0.75], [1.5, -0.5], [0.5, 0], [0, -0.25]], "loop": true, "one_sided": true}}]}' \
    "$(bodies map.tmx)"
map 'orientation="hexagonal" staggeraxis="x" staggerindex="even" hexsidelength="8"' \
    <<<"$set_one$(layer l 0,1,0,0,0,0,0,0,0,0,0,0 'class="solid"')"
same hexagons_have_six_corners '{"name": "l", "type": "static", "position": [0, 0], "shapes": [{"chain": {"points": [[1, -1], [1.5, -1], [1.75, -0.5], [1.5, 0], [1, 0], [0.75, -0.5]], "loop": true, "one_sided": true}}]}' \
    "$(bodies map.tmx)"

# ---- what is for the eye ----
map <<<"$(layer far 0,0,0,0,0,0,0,0,0,0,0,0 'parallaxx="0.5"')<imagelayer name=\"sky\" offsetx=\"16\" parallaxy=\"0\"><image source=\"sky.png\" width=\"4\" height=\"4\"/></imagelayer>
<objectgroup name=\"signs\"><object id=\"3\" name=\"hint\" x=\"32\" y=\"16\"><text>Jump &amp; run</text></object></objectgroup>"
"$pawl" import map.tmx out.json >out 2>err
same parallax_images_and_texts_are_data '{ "layers": [ {"name": "far", "type": "tiles", "parallax": [0.5, 1]}, {"name": "sky", "type": "image", "parallax": [1, 0], "image": "sky.png", "position": [1, 0]}], "texts": [ {"id": 3, "layer": "signs", "name": "hint", "text": "Jump & run", "position": [2, -1]}] }' \
    "$(sed -n '/"map"/,$p' out.json | sed '$d; s/^  "map": //' | tr -d '\n' | sed 's/  */ /g')"
check data_of_a_game_is_read_over "$pawl" run out.json --ticks 1 >out

# ---- what is solid when nothing says so ----
# guess NAME "LAYER: WHY ..." LAYERS: each layer that is solid by guess, and why.
guess() {
    map <<<"$set_one$3"
    "$pawl" import map.tmx out.json >out 2>err
    same "$1" "$2" "$(grep 'solid by guess\|are solid:' err | sed 's/^.*note: layer [0-9]* "//; s/": [0-9]* [a-z]* \(is\|are\) solid\( by guess\)\?:/:/')"
}
few=0,0,0,0,1,0,0,0,1,1,1,1
full=1,1,1,1,1,1,1,1,1,1,1,1
spots=0,0,0,0,0,2,0,2,0,0,0,0
hero='<objectgroup name="o"><object id="7" name="Player" x="32" y="16"><point/></object></objectgroup>'
for name in Collision collisions_2 WallLayer Mauern mur Plataformas Kollision Стены 碰撞层 当たり判定 벽 obstáculos "Solid (hidden)"; do
    map <<<"$set_one$(layer "$name" $few)$(layer b $spots)"
    "$pawl" import map.tmx out.json >out 2>err
    check "\"$name\" is solid" grep -q "layer 0 \"$name\": 5 tiles are solid by guess: its name says" err
    check "beside \"$name\" is not" grep -q 'layer 1 "b": 2 tiles are not solid' err
done
for name in Background bg2 Himmel Decoración "no collision" Shadows Überblendung-fx 背景 Фон; do
    map <<<"$set_one$(layer "$name" $few)$(layer b $spots)"
    "$pawl" import map.tmx out.json >out 2>err
    check "\"$name\" is not solid" grep -q "layer 0 \"$name\": 5 tiles are not solid: its name says" err
done
guess ground_from_the_side 'Ground: its name says "ground", and 59 of 100 cells are open' \
    "$(layer Ground $few)$(layer Deko $full)"
guess floor_between_walls 'Walls: its name says "walls"' \
    "$(layer sea $full)$(layer Floor $few)$(layer Walls $spots)"
guess ground_from_above 'Things: it lies on "Ground", which fills the map' \
    "$(layer Ground $full)$(layer Things $spots)$(layer above $spots)"
map <<<"$set_one$(layer enemy_collision $few)<objectgroup name=\"Zones\"><object id=\"1\" name=\"House\" width=\"9\" height=\"9\"/></objectgroup>"
says things_are_no_walls 'pawl: map.tmx:2: note: layer 0 "enemy_collision": 5 tiles are not solid: its name says "enemy"
pawl: map.tmx:2: note: layer 1 "Zones": 1 object without a role left out: 1 "House"'
guess groups_have_names 'a: its group says "walls"' \
    "<group name=\"Walls\">$(layer a $few)</group>$(layer b $few)"
guess classes_have_meanings 'a: its class says "obstacle"' "$(layer a $few 'class="Obstacle"')$(layer b $few)"
guess what_one_stands_on 'b: the player starts on top of it' "$(layer a $spots)$(layer b 0,0,0,0,0,0,1,1,0,0,1,1)$hero"
guess players_start_in_no_wall 'b: of the layers with open cells it has the most tiles' \
    "$(layer a $few)$(layer b 0,0,0,0,0,0,0,0,0,1,0,0)<objectgroup name=\"spawns\"><object id=\"7\" x=\"8\" y=\"40\"><point/></object></objectgroup>"
guess the_common_tile_is_the_air 'a: tile 2, which is there most often, is open, the others are not' \
    "$(layer a 2,2,2,2,2,2,2,3,1,1,1,1)"
guess parallax_is_far "b: of the layers with open cells it has the most tiles" \
    "$(layer a $few 'parallaxx="0.5"')$(layer b $spots)"
guess hidden_layers_count_by_name_alone "b: of the layers with open cells it has the most tiles" \
    "$(layer a $few 'visible="0"')$(layer b $spots)"
guess outlines_without_names 'o: outlines without names and classes, in a map where nothing else is solid' \
    "$(layer a $few)<objectgroup name=\"o\"><object id=\"1\" width=\"9\" height=\"9\"/><object id=\"2\" width=\"9\" height=\"9\"/><object id=\"3\"><polyline points=\"0,0 9,9\"/></object></objectgroup>"
guess objects_have_names 'o: their names, classes or properties say so' \
    "$(layer a $few)<objectgroup name=\"o\"><object id=\"1\" name=\"Wall\" width=\"9\" height=\"9\"/><object id=\"2\" type=\"platform\" width=\"9\" height=\"9\"/><object id=\"3\" width=\"8\" height=\"8\"><properties><property name=\"collidable\" type=\"bool\" value=\"true\"/></properties></object><object id=\"4\" type=\"ground\" width=\"9\" height=\"9\"/></objectgroup>" 
collidable='<properties><property name="collidable" type="bool" value="true"/></properties>'
guess layers_of_objects_have_properties 'o: its property says "collidable"' \
    "$(layer a $few)<objectgroup name=\"o\">$collidable<object id=\"1\" width=\"9\" height=\"9\"/></objectgroup>"
"$pawl" import map.tmx out.json >out 2>err
same that_object_is_solid 'exit 0, bodies=1' "exit $?, $(grep -o 'bodies=[0-9]*' out)"
check that_property_has_a_use test "$(grep -c 'without a use' err)" = 0
guess layers_have_properties 'a: its property says "collidable"' \
    "$(layer a $few | sed "s|<data|$collidable<data|")$(layer b $spots)"
set_one='<tileset firstgid="1" name="t" tilewidth="16" tileheight="16"><tile id="1"><properties><property name="is_blocking" type="bool" value="true"/></properties></tile><tile id="2"><properties><property name="walkable" type="bool" value="false"/></properties></tile></tileset>'
guess tiles_have_properties 'a: properties or classes of its tiles say so' "$(layer a 1,1,1,1,1,2,3,1,1,1,1,1)"
same only_those_are_solid '[ "##"]}' "$(bodies map.tmx | sed 's/.*"rows": //; s/\]}.*/]}/')"
set_one='<tileset firstgid="1" name="t" tilewidth="16" tileheight="16"><tile id="1"><properties><property name="walkable" type="bool" value="true"/></properties></tile></tileset>'
guess tiles_may_be_floor 'a: properties of the other tiles say that one walks on them' "$(layer a 1,1,1,1,1,2,2,1,1,1,1,1)"
same the_others_are_walls '[ "####", "#..#", "####"]}' "$(bodies map.tmx | sed 's/.*"rows": //; s/\]}.*/]}/')"
set_one='<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="4"/>'
guess a_map_that_says_it_is_not_guessed "" "$(layer Walls $few)$(layer a $spots 'class="solid"')"
check and_says_why grep -q 'layer 0 "Walls": 5 tiles are not solid: the map says itself what is solid' err

cat >map.tmj <<'E'
{"type": "map", "width": 1, "height": 1, "tilewidth": 16, "tileheight": 16, "layers": [],
 "properties": [{"name": "bag", "type": "list", "value": [{"type": "int", "value": 1}, {"type": "int", "value": 2}]}]}
E
"$pawl" import map.tmj out.json >out 2>err
same items_of_lists_have_its_name 'exit 0, pawl: map.tmj: note: properties without a use here: bag (2)' \
    "exit $?, $(cat err)"

# ---- and when the command line does ----
map <<<"$set_one$(layer Ground $few)$(layer Platforms $spots)<group name=\"Far\">$(layer Hills $few)</group>$hero"
# rows LAYER: the rows of a tile map that a command made of it.
count() {
    "$pawl" import map.tmx out.json "$@" >out 2>err
    echo "exit $? $(grep -o 'bodies=[0-9]*' out) $(grep 'are solid' err | grep -o 'layer [0-9]*' | tr '\n' ' ')"
}
same by_guess 'exit 0 bodies=2 layer 0 layer 1 ' "$(count)"
same solid_names_layers 'exit 0 bodies=1 layer 3 ' "$(count --solid Hills)"
same groups_are_all_in_them 'exit 0 bodies=1 layer 3 ' "$(count --solid far)"
same several_have_commas 'exit 0 bodies=2 layer 0 layer 3 ' "$(count --solid Ground,Hills)"
same not_solid_takes_away 'exit 0 bodies=1 layer 0 ' "$(count --not-solid Platforms)"
"$pawl" import map.tmx out.json --solid Wall >out 2>err
same no_such_layer 'exit 2, pawl: map.tmx: --solid: no layer "Wall"; there are "Ground", "Platforms", "Far", "Hills", "o"' \
    "exit $?, $(cat out err)"
"$pawl" import map.tmx guessed.json --solid Hills >out 2>/dev/null
for command in "run map.tmx --ticks 9 --solid Hills" "bake map.tmx out.level --solid Hills" "render map.tmx out.png --solid Hills"; do
    # shellcheck disable=SC2086 # words
    "$pawl" $command 2>/dev/null >one
    # shellcheck disable=SC2086
    "$pawl" ${command/map.tmx/guessed.json} 2>/dev/null | sed 's/guessed.json/map.tmx/' >two
    same "${command%% *} takes --solid" "$(cat two)" "$(sed 's/ --solid Hills//' one)"
done
sed -i 's/ --solid Hills//' one
"$pawl" import map.tmx roles.json --guess >out 2>err
same roles_are_written_down '{ "pawl-roles": 1, "layers": [ {"layer": "Ground", "role": "solid", "why": "its name says \u0022ground\u0022, and 38 of 100 cells are open"}, {"layer": "Platforms", "role": "solid", "why": "its name says \u0022platforms\u0022"}, {"layer": "Hills", "role": "map", "why": "its group says \u0022far\u0022"}, {"layer": "o", "role": "map"} ], "objects": [ {"object": 7, "name": "Player", "role": "spawn"} ]}' \
    "$(tr -d '\n' <roles.json | sed 's/  */ /g')"
"$pawl" import map.tmx one.json 2>/dev/null >out
"$pawl" import map.tmx two.json --roles roles.json 2>/dev/null >out
check roles_give_the_same_scene cmp one.json two.json
echo '{"pawl-roles": 1, "layers": [{"layer": "Ground", "role": "solid", "all_but": [1]}, {"layer": "Hills", "role": "one_way", "tiles": [1]}]}' >mine.json
same roles_may_be_changed 'exit 0 bodies=1 ' "$(count --roles mine.json)"
check roles_of_all_types grep -q '"===="' out.json
echo '{"pawl-roles": 1, "layers": [{"layer": "Ground", "role": "sold"}]}' >mine.json
"$pawl" run map.tmx --roles mine.json >out 2>err
same roles_have_a_line 'exit 2, pawl: mine.json:1: role: expected map, none, solid, door, one_way, area, player, spawn or goal' \
    "exit $?, $(cat out err)"
"$pawl" import map.tmx strict.json --strict >out 2>err
same strict_ends_with_what_is_dropped \
    'exit 2, pawl: map.tmx:2: layer 3 "Hills": 5 tiles are not solid: its group says "far"' \
    "exit $?, $(tail -1 err)"

# ---- worlds: maps side by side ----
map <<<"$set_one$wall"
cp map.tmx room_0_0.tmx
map <<<"$set_one$(layer l $full 'class="solid"')"
cp map.tmx room_2_-1.tmx
echo '{"type": "world", "maps": [{"fileName": "room_0_0.tmx", "x": 0, "y": 0}, {"fileName": "room_2_-1.tmx", "x": 128, "y": -48}]}' >listed.world
two='{"name": "l", "type": "static", "position": [0, 0], "shapes": [{"tiles": {"cell_size": 1, "lower": [0, -3], "rows": [ "#..#", "....", "####"]}}]}, {"name": "l", "type": "static", "position": [8, 3], "shapes": [{"tiles": {"cell_size": 1, "lower": [0, -3], "rows": [ "####", "####", "####"]}}]}'
same maps_stand_side_by_side "$two" "$(bodies listed.world)"
printf '%s\n' '{"type": "world", "patterns": [{"regexp": "room_(\\d+)_(-?\\d+)\\.tmx", "multiplierX": 64, "multiplierY": 48}], "onlyShowAdjacentMaps": false}' >pattern.world
same patterns_give_the_same "$two" "$(bodies pattern.world)"
same a_world_is_a_scene "$("$pawl" run listed.world --ticks 9 2>&1)" "$("$pawl" run pattern.world --ticks 9 2>&1)"
same the_camera_sees_all_maps '"camera": {"lower": [0, -3], "upper": [12, 3]}' "$("$pawl" import listed.world - 2>/dev/null | grep -o '"camera".*}')"
map <<<"$set_one$(layer Ground $few)"
cp map.tmx a.tmx
map <<<"$set_one$(layer Walls $few)"
cp map.tmx b.tmx
echo '{"type": "world", "maps": [{"fileName": "a.tmx", "x": 0, "y": 0}, {"fileName": "b.tmx", "x": 64, "y": 0}]}' >ab.world
"$pawl" import ab.world roles.json --guess >out 2>err
same roles_of_worlds_name_the_map '"map": "a.tmx" "map": "b.tmx"' "$(grep -o '"map": "[^"]*tmx"' roles.json | tr '\n' ' ' | sed 's/ $//')"
"$pawl" import ab.world one.json >out 2>err
"$pawl" import ab.world two.json --roles roles.json >out 2>err
check and_give_the_same_scene cmp one.json two.json
# world NAME "REASON" TEXT
world() {
    echo "$3" >bad.world
    "$pawl" import bad.world out.json >out 2>err
    same "$1" "exit 2, pawl: bad.world:1: $2" "exit $?, $(cat out err)"
}
world world_without_maps 'a world without maps' '{"type": "world", "maps": []}'
world world_with_a_missing_map 'none.tmx: No such file or directory' '{"type": "world", "maps": [{"fileName": "none.tmx"}]}'
world world_with_a_broken_pattern 'regexp: "(" is no pattern' '{"type": "world", "patterns": [{"regexp": "("}]}'
world patterns_end 'a world without maps' '{"type": "world", "patterns": [{"regexp": "((a|o|r|m)*)*(_)*(\\d)x"}]}'
cp bad.world worse.world
echo '{"type": "world", "maps": [{"fileName": "worse.world"}]}' >bad.world
"$pawl" import bad.world out.json >out 2>err
same worlds_hold_maps 'exit 2, pawl: worse.world:1: not a map of Tiled' "exit $?, $(cat out err)"

finish maps
