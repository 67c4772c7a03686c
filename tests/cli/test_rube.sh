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
same what_is_of_the_game_is_told "pawl: own.json:4: note: 1 image: for the game, \`pawl info\` lists them
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
finish rube
