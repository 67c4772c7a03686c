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
object '<property name="solid" value="maybe"/>'
says solid_may_be_text 'pawl: map.tmx:2: note: layer 0 "l", object 1: solid is ignored: "maybe" is not true or false
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

finish maps
