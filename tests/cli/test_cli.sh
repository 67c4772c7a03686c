#!/usr/bin/env bash
# test_cli.sh - the pawl program from outside: messages, exit codes, output, pictures.
#
# usage: test_cli.sh [PAWL]     (default build/pawl)
# Everything is written below a temporary directory. The last line counts the results.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

# ---- files that are not JSON, or not small enough ----
refuses empty_file_is_refused "1: parse error: premature EOF" </dev/null
refuses two_bodies_of_one_name_are_no_end_of_a_joint \
    '3: joint 0: bodies: body 0 (line 1) and body 1 (line 1) are both called "x"' <<'E'
{"pawl-scene": 1, "bodies": [{"name": "x", "shapes": []}, {"name": "x", "shapes": []}],
 "joints": [
  {"type": "revolute", "bodies": ["x", "x"], "at": [0, 0]}]}
E
refuses a_long_title_is_refused "1: title: longer than 79 bytes" <<'E'
{"pawl-scene": 1, "bodies": [], "title": "01234567890123456789012345678901234567890123456789012345678901234567890123456789"}
E
refuses truncated_file_names_its_last_line "2: parse error: premature EOF" <<'E'
{"pawl-scene": 1,
 "bodies": [
E
refuses bad_token_names_its_line "3: lexical error: invalid string in json text." <<'E'
{"pawl-scene": 1,
 "ticks":
   ten}
E
refuses missing_comma_names_its_line \
    "2: parse error: after key and value, inside map, I expect ',' or '}'" <<'E'
{"pawl-scene": 1
 "ticks": 10}
E
refuses text_after_the_scene_is_refused "2: parse error: trailing garbage" <<'E'
{"pawl-scene": 1, "bodies": []}
{}
E
refuses duplicate_key_is_refused '3: the key "ticks" is there twice' <<'E'
{"pawl-scene": 1,
 "ticks": 1,
 "ticks": 2}
E
refuses invalid_utf8_is_refused "1: lexical error: invalid bytes in UTF8 string." \
    < <(printf '{"pawl-scene": 1, "title": "\xff"}')
refuses null_character_is_refused "1: a string holds a null character" \
    < <(printf '{"pawl-scene": 1, "title": "a\\u0000b"}')
refuses deep_nesting_is_refused "1: nested too deeply" \
    < <(printf '%0.s[' {1..65}; printf '%0.s]' {1..65})
head -c 17000000 /dev/zero | tr '\0' ' ' >big.json
"$pawl" run big.json >out 2>err
same large_file_is_refused \
    "exit 2, pawl: big.json: larger than 16 MiB (limit file; --limit file=N raises it)" \
    "exit $?, $(cat out err)"
"$pawl" run none.json >out 2>err
same absent_file_is_refused "exit 2, pawl: none.json: No such file or directory" \
    "exit $?, $(cat out err)"
"$pawl" run . >out 2>err
same directory_is_refused "exit 2, pawl: .: Is a directory" "exit $?, $(cat out err)"

# ---- our scenes with a mistake ----
refuses other_json_is_refused \
    '1: no scene: neither "pawl-scene", nor the "body" of a RUBE export, nor a map of Tiled' <<'E'
{"tilesets": []}
E
refuses array_is_refused \
    '2: no scene: neither "pawl-scene", nor the "body" of a RUBE export, nor a map of Tiled' <<'E'

[1, 2]
E
refuses other_version_is_refused "1: pawl-scene: 2 is not a whole number in 1 .. 1" <<'E'
{"pawl-scene": 2, "bodies": []}
E
refuses misspelt_key_gets_a_suggestion \
    '5: body 0 "crate", shape 0: unknown key "frction", did you mean "friction"?' <<'E'
{"pawl-scene": 1,
 "bodies": [
   {"name": "crate",
    "shapes": [{"circle": {"radius": 1},
                "frction": 0.5}]}]}
E
refuses strange_key_gets_none '2: unknown key "colourscheme"' <<'E'
{"pawl-scene": 1,
 "colourscheme": 3, "bodies": []}
E
refuses missing_bodies_are_named '1: "bodies" is missing' <<'E'
{"pawl-scene": 1}
E
refuses missing_shapes_are_named '2: body 0: "shapes" is missing' <<'E'
{"pawl-scene": 1, "bodies": [
  {"type": "static"}]}
E
refuses wrong_type_is_named "2: gravity: expected an array, found a string" <<'E'
{"pawl-scene": 1,
 "gravity": "down", "bodies": []}
E
refuses short_vector_is_refused "1: gravity: expected [x, y]" <<'E'
{"pawl-scene": 1, "gravity": [0], "bodies": []}
E
refuses fraction_is_no_count "1: ticks: 1.5 is not a whole number in 0 .. 100000000" <<'E'
{"pawl-scene": 1, "ticks": 1.5, "bodies": []}
E
refuses number_beyond_q16_is_refused \
    "3: body 1: position: 4e9 is out of range (-16383.99998 .. 16383.99998)" <<'E'
{"pawl-scene": 1, "bodies": [
  {"shapes": []},
  {"position": [4e9, 0], "shapes": []}]}
E
refuses negative_density_is_refused \
    "2: body 0, shape 0: density: -1 is out of range (0 .. 32767.99998)" <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": [
  {"circle": {"radius": 1}, "density": -1}]}]}
E
refuses circle_needs_a_radius "1: body 0, shape 0: \"radius\" is missing" <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": [{"circle": {}}]}]}
E
refuses thin_box_is_refused "2: body 0, shape 0: height: 0.0001 is out of range (0.00049 .. 8191)" <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": [
  {"box": {"width": 1, "height": 0.0001}}]}]}
E
refuses restitution_above_one_is_refused \
    "2: body 0, shape 0: restitution: 1.01 is out of range (0 .. 1)" <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": [
  {"circle": {"radius": 1}, "restitution": 1.01}]}]}
E
refuses two_kinds_are_refused '2: body 0, shape 0: both "circle" and "box"' <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": [{"circle": {"radius": 1},
  "box": {"width": 1, "height": 1}}]}]}
E
refuses no_kind_is_refused \
    "2: body 0, shape 1: no circle, capsule, segment, box, polygon, regular, chain, heights, tiles or outline" <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": [{"circle": {"radius": 1}},
  {"density": 1}]}]}
E
refuses clockwise_polygon_is_refused \
    "2: body 0, shape 0: point 0: points run clockwise" <<'E'
{"pawl-scene": 1, "bodies": [{"shapes": [{"polygon":
  {"points": [[0, 0], [0, 1], [1, 1], [1, 0]]}}]}]}
E
refuses unknown_material_gets_a_suggestion \
    '2: body 0, shape 0: unknown material "wod", did you mean "wood"?' <<'E'
{"pawl-scene": 1, "materials": {"wood": {}}, "bodies": [{"shapes": [{"circle": {"radius": 1},
  "material": "wod"}]}]}
E
refuses unknown_type_is_refused \
    '2: body 0: type: "dynmic" is not "static", "kinematic" or "dynamic"' <<'E'
{"pawl-scene": 1, "bodies": [
  {"type": "dynmic", "shapes": []}]}
E
refuses angle_and_turns_exclude_each_other '2: body 0: both "angle" and "turns"' <<'E'
{"pawl-scene": 1, "bodies": [{"angle": 90, "shapes": [],
  "turns": 0.25}]}
E
refuses copies_stay_inside_the_world "2: body 0: repeat: a copy lies outside the world" <<'E'
{"pawl-scene": 1, "bodies": [
  {"shapes": [], "repeat": {"count": 20000, "step": [1, 0]}}]}
E
refuses bodies_are_limited "2: body 0: more than 32000 bodies" <<'E'
{"pawl-scene": 1, "bodies": [
  {"shapes": [], "repeat": {"count": 20000, "rows": 2}}]}
E
refuses camera_must_not_be_empty \
    "1: camera: upper must lie above and right of lower" <<'E'
{"pawl-scene": 1, "camera": {"lower": [0, 0], "upper": [1, 0]}, "bodies": []}
E
refuses slow_rate_is_refused "1: rate: expected 1 to 1000 steps per second" <<'E'
{"pawl-scene": 1, "rate": [1, 2], "bodies": []}
E
refuses speed_is_limited "2: body 0: velocity: faster than 8192 units per second" <<'E'
{"pawl-scene": 1, "bodies": [
  {"velocity": [9000, 0], "shapes": []}]}
E

# ---- RUBE exports with a mistake ----
refuses rube_type_is_checked '2: body 0 "b": type: 7 is not a whole number in 0 .. 2' <<'E'
{"body": [{"name": "b",
  "type": 7}]}
E
refuses rube_text_is_no_number \
    '1: body 0: angle: expected a number, found a string' <<'E'
{"body": [{"angle": "3F490FD"}]}
E
refuses rube_vector_is_an_object_or_zero \
    '1: body 0: position: expected an object, found an array' <<'E'
{"body": [{"position": [1, 2]}]}
E
refuses rube_fixture_needs_a_shape \
    '2: body 0, fixture 0 "f": no circle, polygon, chain or edge' <<'E'
{"body": [{"fixture": [
  {"name": "f"}]}]}
E
refuses rube_coordinates_come_in_pairs \
    '2: body 0, fixture 0: vertices: 3 x and 2 y coordinates' <<'E'
{"body": [{"fixture": [{"polygon": {"vertices": {
  "x": [0, 1, 1], "y": [0, 0]}}}]}]}
E
refuses rube_bodies_are_an_array "1: body: expected an array, found an object" <<'E'
{"body": {}}
E

# ---- usage ----
usage no_command_is_an_error " no command"
usage unknown_command_is_an_error " unknown command: fly" fly
usage no_scene_is_an_error " run: no scene" run
usage second_scene_is_an_error " run: more than one scene: b" run a b
usage unknown_option_is_an_error " run: unknown option, did you mean --json: --jason" run a --jason
usage frame_without_a_picture_is_an_error " run: --frame needs --svg or --png" \
    run "$examples/stack20.json" --frame 5
usage missing_value_is_an_error " run: a value is missing after: --ticks" run a --ticks
usage ticks_are_digits " run: --ticks takes a number from 0 to 100000000: -1 (see pawl run --help)" run a --ticks -1
usage hash_interval_is_positive " run: --hash-every takes a number from 1 to 100000000: 0" run a --hash-every 0
usage width_is_limited " run: --width takes a number from 64 to 4096: 9999" run a --width 9999
usage width_is_limited_from_below " run: --width takes a number from 64 to 4096: 63" \
    run a --width 63
usage numbers_end_somewhere " verify: --max-ticks takes a number from 0 to" \
    verify a --max-ticks 99999999999999999999
usage frame_must_come_up " run: --frame is after the end" \
    run "$examples/stack20.json" --frame 601 --png x.png
usage unwritable_png_is_an_error " no/x.png: No such file or directory" \
    run "$examples/stack20.json" --ticks 1 --png no/x.png
usage unwritable_svg_is_an_error " no/x.svg: No such file or directory" \
    run "$examples/stack20.json" --ticks 1 --svg no/x.svg
usage unwritable_gif_is_an_error " no/x.gif: No such file or directory" \
    run "$examples/stack20.json" --ticks 1 --gif no/x.gif
if [ -w /dev/full ]; then
    "$pawl" run "$examples/stack20.json" --ticks 1 >/dev/full 2>err
    same full_disk_is_an_error "exit 2, pawl: standard output: No space left on device" \
        "exit $?, $(cat err)"
fi

# ---- help ----
for arguments in "--help" "run --help" "-h" "help" "run -h" "help run"; do
    # shellcheck disable=SC2086
    "$pawl" $arguments >out 2>err
    same "help_of_'$arguments'_succeeds" "exit 0, " "exit $?, $(cat err)"
    check "help_of_'$arguments'_tells_usage" grep -q '^usage: pawl' out
done
"$pawl" --help >main_help
same help_is_the_same_by_any_name "$(cat main_help)" "$("$pawl" help)"
mapfile -t commands < <(sed -n 's/^  \([a-z][a-z]*\)  *[^ ].*/\1/p' main_help)
for command in "${commands[@]}"; do
    "$pawl" "$command" --help >long_help 2>err
    same "help_of_${command}_is_its_own" "usage: pawl $command" \
        "$(head -n 1 long_help | cut -d' ' -f1-3)"
    same "$command -h_is_--help" "$(cat long_help)" "$("$pawl" "$command" -h 2>&1)"
    same "help_${command}_is_--help" "$(cat long_help)" "$("$pawl" help "$command" 2>&1)"
done
usage help_of_an_unknown_command_is_an_error " unknown command: fly" help fly
usage help_of_two_commands_is_an_error " more than one command: view" help run view
"$pawl" run --help >out
for option in ticks hash-every json svg png frame gif width help; do
    check "run_help_names_--$option" grep -q -e "--$option" out
done
check version_names_simulation_version bash -c "'$pawl' --version | grep -q '^pawl .*simulation'"

# ---- output ----
line='^tick=[0-9]+ bodies=[0-9]+ awake=[0-9]+ contacts=[0-9]+ faults=0x[0-9a-f]+ hash=[0-9a-f]{8}$'
"$pawl" run "$examples/stack20.json" --hash-every 200 >out 2>err
same good_scene_is_silent_on_stderr "" "$(cat err)"
same output_is_three_hashes_and_a_result 4 "$(wc -l <out)"
check result_line_has_its_format bash -c "tail -1 out | grep -qE '$line'"
check hash_line_has_its_format bash -c "head -1 out | grep -qE '^tick=200 hash=[0-9a-f]{8}$'"
same last_hash_is_the_result "$(sed -n 's/^tick=600 hash=//p' out)" "$(sed -n 's/.*faults=0x0 hash=//p' out)"
"$pawl" run --json "$examples/stack20.json" --hash-every 200 >json
check json_is_valid python3 -m json.tool json /dev/null
same json_says_the_same "$(cat out)" "$(python3 - <<'E'
import json
run = json.load(open("json"))
for one in run["hashes"]:
    print("tick=%d hash=%s" % (one["tick"], one["hash"]))
print("tick=%(tick)d bodies=%(bodies)d awake=%(awake)d contacts=%(contacts)d" % run
      + " faults=%#x hash=%s" % (run["faults"], run["hash"]))
E
)"
check json_without_hashes_is_valid bash -c "'$pawl' run --json '$examples/stack20.json' |
    python3 -m json.tool - /dev/null"
same ticks_option_wins "tick=7" "$("$pawl" run "$examples/stack20.json" --ticks 7 | cut -d' ' -f1)"
same no_tick_is_a_run "tick=0" "$("$pawl" run "$examples/stack20.json" --ticks 0 | cut -d' ' -f1)"

# ---- pictures ----
cp out without
"$pawl" run "$examples/stack20.json" --hash-every 200 --png a.png --svg a.svg --gif a.gif \
    --frame 30 --width 100 >out
check pictures_do_not_change_the_run cmp -s out without
same png_is_png "89504e470d0a1a0a" "$(head -c 8 a.png | od -An -tx1 | tr -d ' \n')"
same png_has_the_width "00000064" "$(tail -c +17 a.png | head -c 4 | od -An -tx1 | tr -d ' \n')"
same gif_is_gif "GIF89a" "$(head -c 6 a.gif)"
same gif_ends "3b" "$(tail -c 1 a.gif | od -An -tx1 | tr -d ' \n')"
check svg_is_xml python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("a.svg")'
same svg_shows_every_body 21 "$(grep -c '<path' a.svg)"
check svg_shows_the_frame grep -q 'stack of 20  tick 30<' a.svg
"$pawl" run "$examples/stack20.json" --png b.png --frame 30 --width 100 >out
check picture_is_reproducible cmp -s a.png b.png
# Whatever reaches into the strip above the scene, it holds the caption alone.
printf '{"pawl-scene": 1, "camera": {"lower": [-2, -2], "upper": [2, 2]}, "bodies": [{"type":
    "static", "position": [0, 2], "shapes": [{"box": {"width": 4, "height": 2}}]}]}' >strip.json
"$pawl" run strip.json --ticks 0 --width 200 --png strip.png --svg strip.svg >out
check strip_is_paper python3 "$pixels" colour strip.png 100,27 faf7f0
check scene_begins_below_it python3 "$pixels" colour strip.png 100,40 cfc9be
same strip_is_the_last_rectangle '<rect width="100%" height="28" fill="#faf7f0"/>' \
    "$(grep '<rect' strip.svg | tail -1)"
# A pin for each point that two bodies share, and two for the wheels of a pulley; of the wrecking
# ball one joint is a rope.
pins_of() {
    "$pawl" run "$examples/$1.json" --ticks 3 --svg pins.svg >out
    grep '<circle' pins.svg | grep -c 'fill="#faf7f0"'
}
same joints_of_machine_are_pins "$(grep -o '"type": "\(revolute\|wheel\|ratchet\|pulley\)"' \
    "$examples/machine.json" | sed 's/.*pulley.*/&\n&/' | wc -l)" "$(pins_of machine)"
pins=$(pins_of vehicle)
same joints_of_vehicle_are_pins "$(sed -n 's/^joints=\([0-9]*\).*/\1/p' out)" "$pins"
pins=$(pins_of wrecking-ball)
same joints_of_wrecking_ball_are_pins "$(sed -n 's/^joints=\([0-9]*\).*/\1/p' out)" $((pins + 1))
# 50 pixels per unit; half of the outline, 0.75 pixels, lies outside of the shape.
for shape in 'circle": {"radius": 1}=8091' 'box": {"width": 2, "height": 1}=5227' \
    'capsule": {"from": [-1, 0], "to": [1, 0], "radius": 0.5}=7233' \
    'box": {"width": 2, "height": 1, "radius": 0.5}=14808'; do
    printf '{"pawl-scene": 1, "camera": {"lower": [-2, -2], "upper": [2, 2]}, "bodies": [
        {"type": "static", "shapes": [{"%s}]}]}' "${shape%=*}" >shape.json
    "$pawl" run shape.json --ticks 0 --width 200 --png shape.png >out
    check "${shape%%\"*}_covers_its_area" python3 "$pixels" area shape.png "${shape#*=}"
done
"$pawl" run "$examples/demo.json" --ticks 240 --width 200 --png c.png --gif c.gif >out
check animation_ends_with_the_still python3 "$pixels" same c.png c.gif

# ---- the window ----
export SDL_VIDEODRIVER=dummy
view() {
    "$pawl" view "$@" >out 2>err
}
view --help
same view_help_succeeds "exit 0, " "exit $?, $(cat err)"
for option in width keys frames screenshot help; do
    check "view_help_names_--$option" grep -q -e "--$option" out
done
usage view_needs_a_scene " view: no scene" view
usage view_takes_a_script_of_one_scene " view: --script needs a single scene" view a b --script c
usage view_knows_its_keys " view: --keys: unknown key: <foo>" view a --keys 'i<foo>'
usage view_refuses_an_unknown_option " view: unknown option: --fast" view --fast a
usage view_refuses_no_frames " view: --frames takes a number from 1 to 1000000: 0" view a --frames 0
usage view_misses_a_value " view: a value is missing after: --keys" view a --keys
view "$examples/stack20.json" --frames 1
if grep -q 'built without SDL2' err; then
    same view_without_sdl "pawl view: built without SDL2" "$(cat err)"
else
    usage view_of_an_absent_scene " none.json: No such file or directory" view none.json --frames 1
    usage view_of_an_unwritable_file " no/x.png: No such file or directory" \
        view "$examples/stack20.json" --frames 1 --screenshot no/x.png
    view "$examples/demo.json" --frames 30 --width 400 --keys 134 --screenshot w.png
    same view_runs "exit 0, " "exit $?, $(cat out err)"
    # The scene is twice as wide as high; 56 rows below it are the timeline.
    check screenshot_has_a_picture python3 "$pixels" picture w.png 400x256
    view "$examples/demo.json" --frames 30 --width 400 --keys 134 --screenshot w2.png
    check screenshot_is_reproducible cmp -s w.png w2.png
    # Each key changes the picture, and a second press of a switch changes it back.
    view "$examples/demo.json" --frames 30 --width 400 --screenshot plain.png
    for keys in 1 2 3 4 5 6 h s r ' ' n + -; do
        view "$examples/demo.json" --frames 30 --width 400 --keys "$keys" --screenshot key.png
        if [ "$keys" = r ]; then
            check restart_at_the_start_is_the_same cmp -s plain.png key.png
        else
            check "key_'$keys'_is_seen" bash -c '! cmp -s plain.png key.png'
        fi
    done
    for keys in 11 22 33 44 55 66 hh ss '  '; do
        view "$examples/demo.json" --frames 30 --width 400 --keys "$keys" --screenshot key.png
        check "keys_'$keys'_change_nothing" cmp -s plain.png key.png
    done
    view "$examples/demo.json" --frames 30 --width 400 --keys nnn --screenshot three.png
    view "$examples/demo.json" --frames 3 --width 400 --keys 'n nn' --screenshot key.png
    check paused_frames_do_no_step cmp -s three.png key.png
    cat >joined.json <<'E'
{"pawl-scene": 1, "camera": {"lower": [-4, -4], "upper": [4, 4]}, "bodies": [
  {"name": "a", "type": "static", "shapes": [{"circle": {"radius": 1}}]},
  {"name": "b", "position": [2, 2], "shapes": [{"circle": {"radius": 1}}]}],
 "joints": [{"type": "revolute", "bodies": ["a", "b"], "at": [2, 0]}]}
E
    view joined.json --frames 1 --width 200 --screenshot plain.png
    view joined.json --frames 1 --width 200 --keys 7 --screenshot key.png
    check "key_'7'_is_seen" bash -c '! cmp -s plain.png key.png'
    # What hands did is a script, with which pawl run has the same hash.
    hands='<wait 20>p<down><down><right><right>i'
    view "$examples/demo.json" --frames 30 --width 400 --keys "$hands" --save-script s.txt --screenshot w.png
    view "$examples/demo.json" --frames 30 --width 400 --keys "$hands" --screenshot w2.png
    check panels_are_reproducible cmp -s w.png w2.png
    same what_hands_did_is_a_script "$(sed -n 's/^# After 50 ticks the hash is \(.*\)\./\1/p' s.txt)" \
        "$("$pawl" run "$examples/demo.json" --script s.txt --ticks 50 | sed -n 's/.* hash=//p')"
    view "$examples" --frames 1 --width 400 --screenshot w.png
    check a_folder_is_a_list python3 "$pixels" picture w.png 400x250
    (unset SDL_VIDEODRIVER DISPLAY WAYLAND_DISPLAY; SDL_VIDEODRIVER=nonexistent "$pawl" view "$examples/demo.json" >out 2>err)
    same without_a_display_it_ends 2 "$?"
    check without_a_display_it_says_so grep -q '^pawl: window: ' err
    check key_q_ends_the_view timeout 20 "$pawl" view "$examples/demo.json" --keys q
fi

# ---- what a scene means ----
stack='{"pawl-scene": 1, "bodies": [
  {"type": "static", "shapes": [{"box": {"width": 20, "height": 1, "center": [0, -0.5]}}]},'
box='"angle": 90, "shapes": [{"box": {"width": 1, "height": 1}}]'
repeated=$(hash_of 50 <<<"$stack {\"position\": [0.25, 0.5], $box,
    \"repeat\": {\"count\": 2, \"step\": [1.5, 0], \"rows\": 2, \"row_step\": [0.75, 1],
                 \"shrink\": 1, \"turn\": 0}}]}")
same repeat_writes_bodies_out "$repeated" "$(hash_of 50 <<<"$stack
    {\"position\": [0.25, 0.5], $box}, {\"position\": [1.75, 0.5], $box},
    {\"position\": [1, 1.5], $box}]}")"
same turns_are_angles "$repeated" "$(hash_of 50 <<<"$stack ${box:+}
    {\"position\": [0.25, 0.5], ${box/\"angle\": 90/\"turns\": 0.25}},
    {\"position\": [1.75, 0.5], ${box/\"angle\": 90/\"turns\": -0.75}},
    {\"position\": [1, 1.5], ${box/\"angle\": 90/\"angle\": 450}}]}")"
cat >rube.json <<'E'
{"gravity": {"x": 0, "y": -1e1}, "stepsPerSecond": 60.0, "allowSleep": true, "body": [
  {"type": 0, "awake": true, "position": 0, "fixture": [{"density": 1, "friction": 0.6,
    "polygon": {"vertices": {"x": [-10, 10, 10, -10], "y": [-1, -1, 0, 0]}}}]},
  {"type": 2, "awake": true, "position": {"x": 0.5, "y": 2}, "linearVelocity": {"x": 100e-2, "y": 0},
   "bullet": true, "fixture": [
    {"density": 2, "friction": 0.5, "restitution": 0.25, "filter-maskBits": 65535,
     "circle": {"center": 0, "radius": 0.5}},
    {"sensor": true, "circle": {"center": 0, "radius": 2}}]}],
 "joint": [{"name": "hand", "type": "mouse"},
  {"name": "stay", "type": "weld", "bodyA": 0, "bodyB": 0}]}
E
"$pawl" run rube.json --ticks 60 >out 2>err
same rube_notes_tell_what_is_left_out \
    'pawl: rube.json:9: note: joint 0 "hand": left out: joints of type "mouse"
pawl: rube.json:10: note: joint 1 "stay": left out: neither body is dynamic' "$(cat err)"
same rube_and_own_format_agree "$(sed -n 's/.*hash=//p' out)" "$(hash_of 60 <<'E'
{"pawl-scene": 1, "bodies": [
  {"type": "static", "shapes": [{"polygon": {"points": [[-10, -1], [10, -1], [10, 0], [-10, 0]]},
                                 "filter": {"mask": 65535}}]},
  {"position": [0.5, 2], "velocity": [1, 0], "bullet": true,
   "shapes": [{"circle": {"radius": 0.5}, "density": 2, "friction": 0.5, "restitution": 0.25,
               "filter": {"mask": 65535}},
              {"circle": {"radius": 2}, "density": 0, "friction": 0, "sensor": true,
               "filter": {"mask": 65535}}]}]}
E
)"
cat >rube.json <<'E'
{"gravity": {"x": 0, "y": -10}, "body": [{"type": 2, "fixture": [{"edge":
  {"vertex1": 0, "vertex2": {"x": 1, "y": 0}}}, {"circle": {"radius": 1}}]}]}
E
same rube_defaults_are_those_of_box2d "$("$pawl" run rube.json --ticks 5 | sed 's/.*hash=//')" \
    "$(hash_of 5 <<'E'
{"pawl-scene": 1, "bodies": [{"awake": false, "shapes": [
  {"segment": {"from": [0, 0], "to": [1, 0]}, "density": 0, "friction": 0,
   "filter": {"mask": 65535}},
  {"circle": {"radius": 1}, "density": 0, "friction": 0, "filter": {"mask": 65535}}]}]}
E
)"
cat >rube.json <<'E'
{"body": [{"fixture": [
  {"polygon": {"vertices": {"x": [0, 0, 1, 1], "y": [0, 1, 1, 0]}}},
  {"polygon": {"vertices": {"x": [0, 1, 2], "y": [0, 1, 2]}}},
  {"restitution": 1.5, "edge": {"vertex1": 0, "vertex2": {"x": 3, "y": 0}}},
  {"chain": {"vertices": {"x": [0, 1, 2], "y": [3, 3, 4]}}}]}]}
E
"$pawl" run rube.json --ticks 1 --svg rube.svg >out 2>err
same rube_shapes_are_repaired_with_notes \
    'pawl: rube.json:2: note: body 0, fixture 0: points run clockwise: taken as the convex hull of its points
pawl: rube.json:3: note: body 0, fixture 1: left out: fewer than 3 or more than 8 points
pawl: rube.json:4: note: body 0, fixture 2: restitution lowered to 1' "$(cat err)"
same rube_shapes_that_are_left 4 "$(grep -c '<path' rube.svg)"

# ---- the examples ----
count=0
for scene in "$examples"/*.json; do
    name=$(basename "$scene" .json)
    count=$((count + 1))
    "$pawl" run "$scene" >out 2>err
    same "example_${name}_runs" "exit 0, " "exit $?, $(cat err)"
    check "example_${name}_raises_no_fault" grep -q ' faults=0x0 ' out
done
check there_are_twenty_examples [ "$count" -ge 20 ]
"$pawl" run "$examples/demo.json" --gif demo.gif >out
check demo_animation_is_small [ "$(wc -c <demo.gif)" -lt 4000000 ]
check readme_tells_the_hash_of_the_demo \
    grep -q "^make demo .* its hash is $(sed -n 's/.* hash=//p' out)\$" "$examples/../../README.md"

finish cli
