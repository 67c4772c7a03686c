#!/usr/bin/env bash
# test_limits.sh - files that ask for too much, or lead where they should not.
#
# usage: test_limits.sh [PAWL]     (default build/pawl)
# Each limit is met and raised; bombs are refused at once; no input makes the program wait.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

maps=$(realpath "$(dirname "$examples")/maps")

# try ARGUMENT...: the end of what is told. Five seconds are for a machine that is busy with
# more than this: alone it takes less than half of one.
try() {
    timeout 5 "$pawl" "$@" >out 2>err
    code=$?
}
# limited NAME FIGURE ARGUMENT...: refused by that limit.
limited() {
    local name=$1 figure=$2
    shift 2
    try "$@"
    same "limit $name: $*" "exit 2, $figure (limit $name; --limit $name=N raises it)" \
        "exit $code, $(sed 's/^pawl: \([^ ]*: \)*//; s/^layer .*": //; s/^layer .*, object 1: //' err)"
}

# ---- bombs, at the limits that the program begins with ----
echo '{"pawl-scene": 1, "ticks": 1, "bodies": [{"shapes": [{"box": {"width": 1, "height": 1}}],
 "repeat": {"count": 32000, "step": [0, 0]}}]}' >crowd.json
limited pairs "more than 1000000 pairs of shapes lie on each other" run crowd.json
limited pairs "more than 1000000 pairs of shapes lie on each other" view crowd.json --frames 1
limited pairs "more than 1000000 pairs of shapes lie on each other" record crowd.json -o x.rep
head -c 17000000 /dev/zero | tr '\0' ' ' >big.json
for command in run hash synctest "import - x" "bake - x" "render - x.svg" "snapshot - x"; do
    read -ra words <<<"$command"
    limited file "larger than 16 MiB" "${words[0]}" big.json "${words[@]:2}"
done
python3 - <<'E2'
import base64, random, struct, zlib

random.seed(17)
points = " ".join(f"{random.randrange(10000)},{random.randrange(10000)}" for _ in range(2400))
MAP = """<?xml version="1.0"?><map version="1.10" orientation="orthogonal" width="{n}" height="{n}"
 tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16"
 tilecount="4" columns="2"><tile id="0" type="solid"/></tileset>{rest}</map>"""
with open("poly.tmx", "w") as file:
    file.write(MAP.format(n=1, rest=f'<objectgroup id="2" name="o"><object id="1" type="solid" '
                          f'x="0" y="0"><polygon points="{points}"/></object></objectgroup>'))
for n in (64, 2048):
    cells = b"".join(struct.pack("<I", x + y & 1) for y in range(n) for x in range(n))
    packed = base64.b64encode(zlib.compress(cells)).decode()
    with open(f"board{n}.tmx", "w") as file:
        file.write(MAP.format(n=n, rest=f'<layer id="1" name="l" width="{n}" height="{n}"><data '
                              f'encoding="base64" compression="zlib">{packed}</data></layer>'))
E2
limited edges "walls of more than 200000 pieces" run poly.tmx
limited edges "walls of more than 200000 pieces" import poly.tmx x.json
limited edges "walls of more than 200000 pieces" bake poly.tmx x.level
limited tiles "2097152 tiles, more than 1000000" run board2048.tmx
limited tiles "2097152 tiles, more than 1000000" bake board2048.tmx x.level
check nothing_was_written test ! -e x.level

# ---- limits that were lowered, and raised ----
limited pairs "more than 1 pairs of shapes lie on each other" \
    run "$examples/card_house.json" --limit pairs=1
limited tiles "2048 tiles, more than 2047" run board64.tmx --limit tiles=2047
limited edges "walls of more than 100 pieces" bake poly.tmx x --limit edges=100
limited memory "more than 1 MiB of memory to read a file" run board64.tmx --limit memory=1
try run board64.tmx --ticks 0 --limit tiles=2048
same a_limit_is_met_exactly "exit 0" "exit $code"
try run crowd.json --ticks 0 --limit pairs=600000000
same a_limit_is_raised "exit 0" "exit $code"
try hash big.json --limit file=17
same a_larger_file_is_read "1: parse error: premature EOF" "$(sed 's/.*json://' err)"
try run crowd.json --limit pears=1
same a_limit_is_suggested "exit 2, pawl: run: --limit: no such name, did you mean \"pairs\": pears=1" \
    "exit $code, $(sed 's/ (see.*//' err)"
for text in pairs pairs= pairs=0 pairs=-1 pairs=99999999999999999999 =1 x; do
    try run crowd.json --limit "$text"
    same "--limit $text is refused" "exit 2, pawl: run: --limit" "exit $code, $(head -c 18 err)"
done
try info crowd.json --limit pairs=7
same info_takes_both_meanings_of_limit \
    "exit 2, pawl: crowd.json: more than 7 pairs of shapes" \
    "exit $code, $(sed 's/ lie on .*//' err)"

# ---- what is no file ----
mkfifo pipe
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
mkdir folder
"$pawl" record "$examples/card_house.json" -o in.rep --ticks 20 >out
declare -A why=([pipe]="a pipe, not a file; - reads standard input"
    [socket]="a socket, not a file" [folder]="Is a directory"
    [/dev/zero]="a device, not a file; - reads standard input"
    [none]="No such file or directory")
for what in "${!why[@]}"; do
    for command in "run IN" "record IN -o x" "replay IN" "film IN" "info IN" "cut IN -o x" \
        "import IN x" "bake IN x" "render IN x.svg" "snapshot IN x" "hash IN" "diff IN in.rep" \
        "diff in.rep IN" "synctest IN" "bisect IN" "view IN --frames 1" \
        "run $examples/card_house.json --script IN" "verify --merge IN"; do
        read -ra words <<<"${command//IN/$what}"
        try "${words[@]}"
        reason=${why[$what]}
        [ "${words[0]} $what" != "view folder" ] || reason="no scenes, replays or snapshots in it"
        same "${words[*]}" "exit 2, pawl: $what: $reason" "exit $code, $(tail -n 1 err)"
    done
    try verify "$what"
    same "verify $what" "exit 2, error $what: ${why[$what]}" "exit $code, $(cat out)"
done
try run <(cat "$examples/card_house.json") --ticks 1
same a_pipe_that_is_open_is_read "exit 0" "exit $code"

# ---- - is standard input ----
"$pawl" run "$examples/card_house.json" --ticks 9 --film in.film --snapshot in.snap >out
"$pawl" bake "$maps/platformer.tmx" in.level >out
for pair in "run - --ticks 5:$examples/card_house.json" "hash -:in.rep" "hash -:in.snap" \
    "hash - --ticks 5:$examples/card_house.json" "info -:in.rep" "info -:in.snap" "info -:in.level" \
    "replay -:in.rep" "film -:in.film" "cut - -o x:in.rep" "diff - in.rep:in.rep" \
    "synctest - --ticks 20:in.rep" "synctest - --ticks 9:$examples/card_house.json" "bisect -:in.rep" \
    "import - x:board64.tmx" "bake - x:board64.tmx" "render - x.svg:in.level" \
    "render - x.svg:board64.tmx" "snapshot - x:in.rep" "view - --frames 1:in.rep"; do
    read -ra words <<<"${pair%%:*}"
    file=${pair#*:}
    [ "${words[0]}" != view ] || file=$examples/card_house.json
    SDL_VIDEODRIVER=dummy "$pawl" "${words[@]}" <"$file" >out 2>err
    code=$?
    same "${words[*]}, from $(basename "$file")" "exit 0" "exit $code"
done

for jobs in 1 2; do
    try verify - --jobs "$jobs" <in.rep
    same "verify - --jobs $jobs" "ok - ticks=20" "$(cut -d' ' -f1-3 out)"
done
echo in.rep >names
try verify in.rep --list names
same a_list_follows_the_command_line 2 "$(grep -c '^ok in.rep ' out)"

# ---- references ----
mkdir -p maps/sub outside
cp "$maps/tiles.tsx" maps/sub/in.tsx
cp "$maps/tiles.tsx" outside/out.tsx
ln -s ../../outside/out.tsx maps/sub/link.tsx
ln -s sub/in.tsx maps/inner.tsx
ln -s "$PWD/maps" linked
mkfifo maps/pipe.tsx
# refer FILE MAP: a map that refers to the file.
refer() {
    cat >"$2" <<E2
<?xml version="1.0"?><map version="1.10" orientation="orthogonal" width="1" height="1"
 tilewidth="16" tileheight="16"><tileset firstgid="1" source="$1"/></map>
E2
}
outside="outside of the map's folder (--allow-outside permits it)"
for source in ../outside/out.tsx "$PWD/outside/out.tsx" sub/link.tsx sub/../../outside/out.tsx; do
    refer "$source" maps/map.tmx
    for command in "run maps/map.tmx" "import maps/map.tmx x" "run linked/map.tmx"; do
        read -ra words <<<"$command"
        try "${words[@]}"
        same "$command: $source" "exit 2, $source: $outside" \
            "exit $code, $(sed 's/.*tileset 0: //' err)"
        try "${words[@]}" --allow-outside
        same "$command: $source is permitted" "exit 0" "exit $code"
    done
done
refer ../../../../../../../../etc/passwd maps/map.tmx
try run maps/map.tmx
same passwords_are_not_looked_at "exit 2, $outside" "exit $code, $(sed 's/.*passwd: //' err)"
for source in sub/in.tsx inner.tsx sub/../sub/in.tsx "$PWD/maps/sub/in.tsx"; do
    refer "$source" maps/map.tmx
    for map in maps/map.tmx linked/map.tmx "$PWD/maps/map.tmx" maps/../maps/map.tmx; do
        try run "$map"
        same "$map: $source lies inside" "exit 0" "exit $code"
    done
    (cd maps && "$pawl" run map.tmx) >out 2>err
    same "map.tmx: $source lies inside" "exit 0" "exit $?"
done
refer sub/in.tsx maps/map.tmx
(cd maps && "$pawl" run - <map.tmx) >out 2>err
same "a map from standard input: inside of the current folder" "exit 0" "exit $?"
refer pipe.tsx maps/map.tmx
try run maps/map.tmx
same "a tileset that is a pipe" "exit 2, pipe.tsx: a pipe, not a file; - reads standard input" \
    "exit $code, $(sed 's/.*tileset 0: //' err)"
refer - maps/map.tmx
try run maps/map.tmx
same "a tileset called -" "exit 2, -: No such file or directory" \
    "exit $code, $(sed 's/.*tileset 0: //' err)"

# ---- the mark that some editors begin a file with ----
printf '\xef\xbb\xbf{"pawl-scene": 1, "bodies": []}' >mark.json
try run mark.json
same a_mark_of_utf8_is_passed_over "exit 0" "exit $code"
printf '\xef\xbb\xbf{"pawl-scene": 1,\n"bodies": 1}' >mark.json
try run mark.json
same lines_are_those_of_the_file "pawl: mark.json:2: bodies: expected an array, found a number" \
    "$(cat err)"
printf '\xef\xbb\xbf' >mark.json
try run mark.json
same a_mark_alone_is_no_scene "pawl: mark.json:1: parse error: premature EOF" "$(cat err)"

finish test_limits.sh
