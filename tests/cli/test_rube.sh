#!/usr/bin/env bash
# test_rube.sh - what R.U.B.E. exports have besides bodies and joints: numbers as the bits of floats,
# images, custom properties of the game.
#
# usage: test_rube.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

# The same export with numbers and with the bits of floats; numbers are written exactly.
python3 - <<'.'
import json, struct
from decimal import Decimal
floats = [1.0, -10.0, 0.1, 3.14159274, 0.00000762939453125, 0.0000228881836, -0.3333333432674408, 511.875, 1e-20, -0.0,
          1.1754943508222875e-38, 1e-45, 123.456]
def bits(x): return "%08X" % struct.unpack(">I", struct.pack(">f", x))
def exact(x): return format(Decimal(struct.unpack(">f", struct.pack(">f", x))[0]), "f")
def write(name, number):
    bodies = ",".join('{"name": "3F800000", "type": 2, "awake": true, "position": {"x": %s, "y": %s}, "angle": %s,'
        '"linearVelocity": {"x": %s, "y": 0}, "fixture": [{"density": %s, "polygon": {"vertices":'
        '{"x": [%s, %s, %s], "y": [%s, %s, %s]}}}]}'
        % tuple(number(v) for v in (x * 10, -x, x, x, 1.5, -1.0, 1.0, 0.0, 0.0, 0.0, 1.25)) for x in floats if abs(x) < 1000)
    open(name, "w").write('{"gravity": {"x": 0, "y": %s}, "body": [%s]}' % (number(-10.0), bodies))
write("numbers.json", exact)
write("bits.json", lambda x: '"%s"' % bits(x))
.
same the_bits_of_floats_are_numbers "$("$pawl" run numbers.json --ticks 60)" "$("$pawl" run bits.json --ticks 60)"
check names_stay_names grep -q '^bodies  *13' <("$pawl" info bits.json)
same small_letters_are_bits_too "$("$pawl" run numbers.json --ticks 60)" \
    "$(sed 's/"\([0-9A-F]\{8\}\)"/"\L\1"/g' bits.json >small.json; "$pawl" run small.json --ticks 60)"
for wrong in 7F800000 FF800000 7FC00000 3F80000 3F80000G; do
    printf '{"gravity": {"x": 0, "y": "%s"}, "body": []}' "$wrong" >bad.json
    "$pawl" run bad.json >out 2>err
    same "no number: $wrong" "exit 2, pawl: bad.json:1: y: expected a number, found a string" \
        "exit $?, $(cat err)"
done

cat >own.json <<'.'
{"gravity": 0, "customProperties": [{"name": "music", "string": "calm"}],
 "body": [{"name": "crate", "type": 2, "customProperties": [{"name": "hp", "int": 12}, {"name": "breakImpulse", "float": 9}],
   "fixture": [{"density": 1, "circle": {"center": 0, "radius": 1}, "customProperties": [{"name": "soft", "bool": true}]}]}],
 "image": [{"name": "crate", "file": "images/crate.png", "body": 0, "scale": 2, "center": {"x": 1, "y": 0.5}}]}
.
"$pawl" run own.json >out 2>err
same what_is_of_the_game_is_told "pawl: own.json:4: note: 1 image: drawn in pictures; \`pawl info\` lists them
pawl: own.json: note: custom properties without a use here: music (1), hp (1), soft (1)" "$(cat err)"
"$pawl" info own.json >out 2>err
same images_are_listed 'images crate file images/crate.png body 0 at 1 0.5 scale 2' \
    "$(grep ^images out | sed 's/  */ /g')"
same custom_properties_are_listed 'properties world 0 : music = calm
properties body 0 crate: hp = 12
properties body 0 crate: breakImpulse = 9
properties fixture of body 0 : soft = true' "$(grep ^properties out | sed 's/  */ /g')"
check the_list_is_json_too python3 -c 'import json, sys; assert len(json.load(sys.stdin)["properties"]) == 4' \
    < <("$pawl" info own.json --json 2>/dev/null)
# ---- images in pictures ----
root=$(cd "$examples/../.." && pwd)
mkdir -p images
# png FILE ROW...: of words such as FF0000 or FF000080, with opacity.
png() {
    python3 - "$@" <<'.'
import struct, sys, zlib
rows = [row.split() for row in sys.argv[2:]]
raw = b"".join(b"\0" + b"".join(bytes.fromhex(c.ljust(8, "F")) for c in row) for row in rows)
chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
open(sys.argv[1], "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 6, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))
.
}
png images/four.png 'FF0000 00FF00' '0000FF FFFF00'
# image MEMBERS [ANGLE]: a body of 16 by 8 units without gravity, and an image of 4 by 4 on it.
image() {
    printf '{"gravity": 0, "body": [{"type": 0, "angle": %s, "fixture": [{"polygon": {"vertices": {"x": [-8, 8, 8, -8], "y": [-4, -4, 4, 4]}}}]}],
"image": [{"name": "four", "file": "images/four.png", "body": 0, "opacity": 1, %s}]}' "${2:-0}" "$1" >image.json
    "$pawl" run image.json --ticks 1 --width 400 --png image.png --svg image.svg --gif image.gif >out 2>err
}
corners='"corners": {"x": [-2, 2, 2, -2], "y": [-2, -2, 2, 2]}'
# colors: of the four quarters, from the upper left, as the middle of the picture has them.
colors() {
    python3 "$root/tests/cli/pixels.py" quarters image.png
}
image "$corners"
same an_image_lies_on_its_body 'FF0000 00FF00 0000FF FFFF00' "$(colors)"
check an_svg_holds_the_file grep -q '<image transform="matrix([0-9. -]*)" width="2" height="2" opacity="1.000" href="data:image/png;base64,iVBOR' image.svg
same and_is_whole "$(base64 -w 0 images/four.png)" "$(sed -n 's/.*base64,\(.*\)"\/>/\1/p' image.svg)"
check the_film_has_it python3 "$root/tests/cli/pixels.py" picture image.png "$(python3 -c 'import struct; print("%dx%d" % struct.unpack(">II", open("image.png", "rb").read(24)[16:]))')"
image "$corners" 3.14159265
same an_image_turns_with_it 'FFFF00 0000FF 00FF00 FF0000' "$(colors)"
image "$corners, \"flip\": true"
same an_image_is_turned_over '00FF00 FF0000 FFFF00 0000FF' "$(colors)"
image '"scale": 4, "center": {"x": 0, "y": 0}, "angle": 1.57079633'
same an_image_without_corners '00FF00 FFFF00 FF0000 0000FF' "$(colors)"
png images/four.png 'FF000000 FF000000' 'FF0000FF FF0000FF'
image "$corners"
sed 's/"image"/"picture"/' image.json >bare.json
"$pawl" run bare.json --ticks 1 --width 400 --png bare.png >out 2>err
bare=$(python3 "$root/tests/cli/pixels.py" quarters bare.png | cut -d' ' -f1)
same what_is_clear_shows_what_is_below "$bare $bare FF0000 FF0000" "$(colors)"
sed -i 's/"opacity": 1/"opacity": 0/' image.json
"$pawl" run image.json --ticks 1 --width 400 --png image.png >out 2>err
same no_opacity_shows_nothing "$bare $bare $bare $bare" "$(colors)"
frame() { # NAME REASON
    image "$corners"
    same "$1" "pawl: image.json:2: note: 1 image: drawn in pictures; \`pawl info\` lists them
pawl: image.json: note: image \"four\" is drawn as its frame: images/four.png: $2" "$(cat err)"
    check "$1, its name stands there" grep -q '>four</text>' image.svg
}
head -c 60 images/four.png >half.png && mv half.png images/four.png
frame a_damaged_file 'it is damaged'
echo GIF89a >images/four.png
frame another_file 'it is no PNG'
rm images/four.png
frame a_missing_file 'No such file or directory'
mkdir -p other && png other/four.png 'FF0000' && ln -s ../other/four.png images/four.png
image "$corners"
same a_link_within_the_folder 'FF0000 FF0000 FF0000 FF0000' "$(colors)"
rm images/four.png && ln -s /etc/hostname images/four.png
frame a_file_elsewhere "outside of the map's folder (--allow-outside permits it)"
rm images/four.png
python3 - images/four.png <<'.'
import struct, sys, zlib
chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
data = zlib.compress(bytes(1000000), 9)
open(sys.argv[1], "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 65536, 65536, 1, 0, 0, 0, 0))
    + chunk(b"IDAT", data) + chunk(b"IEND", b""))
.
before=$SECONDS
frame a_file_that_unpacks_to_very_much 'all together have more than 16777216 pixels'
check and_at_once test $((SECONDS - before)) -le 3
printf '{"gravity": 0, "body": [], "image": [{"name": "a", "file": "a.png", "body": 7}]}' >bad.json
check a_body_that_is_not_there grep -q 'image 0 "a": there is no body 7' <("$pawl" run bad.json 2>&1)
finish rube
