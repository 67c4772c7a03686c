#!/usr/bin/env bash
# test_film.sh - films: recorded by run and replay, shown by film.
#
# usage: test_film.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

# film_line NAME "LINE" ARGUMENT...: exit 0, this line, nothing on stderr.
film_line() {
    local name=$1 wanted=$2
    shift 2
    "$pawl" film "$@" >out 2>err
    same "$name" "exit 0, $wanted" "exit $?, $(cat out err)"
}

# film_fails NAME CODE "REASON" ARGUMENT...
film_fails() {
    local name=$1 code=$2 wanted=$3
    shift 3
    "$pawl" film "$@" >out 2>err
    same "$name" "exit $code, pawl: $wanted" "exit $?, $(cat out err)"
}

for scene in stack20 vehicle rope_bridge playground; do
    plain=$("$pawl" run "$examples/$scene.json" --ticks 120 | tail -n 1)
    filmed=$("$pawl" run "$examples/$scene.json" --ticks 120 --film "$scene.film" | tail -n 1)
    same "${scene}_is_not_changed_by_filming" "$plain" "$filmed"
    bodies=$(sed -n 's/.* bodies=\([0-9]*\).*/\1/p' <<<"$plain")
    film_line "$scene" "film frames=121 ticks=0..120 rate=60/1 bodies=$bodies bytes=$(wc -c \
        <"$scene.film")" "$scene.film" --png "$scene.png" --gif "$scene.gif"
    check "${scene}_has_pictures" python3 "$pixels" same "$scene.png" "$scene.gif"
    # A film of the replay has the same bytes as one of the run.
    "$pawl" record "$examples/$scene.json" --ticks 120 -o "$scene.rep" >out 2>err
    "$pawl" replay "$scene.rep" --film again.film >out 2>err
    check "${scene}_replayed_has_the_same_film" cmp -s "$scene.film" again.film
done

film_line frame_before_a_tick "$("$pawl" film stack20.film)" stack20.film --svg at.svg --tick 40
check caption_tells_the_tick grep -qi 'tick 40' at.svg
film_line animation "$("$pawl" film stack20.film)" stack20.film --gif all.gif --width 100
# 120 ticks of 1/60 s: as many frames as the rate says, and as long but for the last frame.
frames_of() {
    python3 - "$1" <<'P'
import re
import sys
data = open(sys.argv[1], "rb").read()
delays = [int.from_bytes(at, "little") for at in re.findall(rb"\x21\xf9\x04.(..)", data, re.S)]
print(len(delays), sum(delays[:-1]))
P
}
same animation_has_frames "101 200" "$(frames_of all.gif)"
for rate in 1 7 25 49; do
    "$pawl" film stack20.film --gif some.gif --width 100 --gif-rate $rate >out
    same "animation_of_${rate}_a_second" "$((2 * rate + 1)) 200" "$(frames_of some.gif)"
done
"$pawl" film stack20.film --gif some.gif --gif-rate 51 2>err
same too_many_frames_are_an_error "2 --gif-rate" "$? $(grep -o -e --gif-rate err | head -1)"

# ---- what is no film ----
head -c $(($(wc -c <stack20.film) / 2)) stack20.film >half.film
"$pawl" film half.film >out 2>err
same half_a_film "0 (cut off)" "$? $(sed 's/.* (/(/' out)"
: >empty.film
film_fails empty 2 "empty.film: offset 0: no film" empty.film
text="text, perhaps a scene: pawl run simulates it"
film_fails scene 2 "$examples/stack20.json: offset 0: no film, but $text" "$examples/stack20.json"
film_fails replay 2 "stack20.rep: offset 0: no film, but a replay: pawl replay plays it" \
    stack20.rep
film_fails absent 2 "none.film: No such file or directory" none.film
python3 - stack20.film <<'P'
import sys
data = bytearray(open(sys.argv[1], "rb").read())
data[len(data) // 2] ^= 4
open("damaged.film", "wb").write(data)
P
"$pawl" film damaged.film >out 2>err
same damaged "exit 2, pawl: damaged.film: offset" "exit $?, $(cut -d' ' -f1-3 err)"
film_fails before_the_first 2 "$examples/stack20.json: offset 0: no film, but $text" \
    "$examples/stack20.json"
film_fails not_writable 2 "nowhere/x.svg: No such file or directory" stack20.film --svg nowhere/x.svg
"$pawl" run "$examples/stack20.json" --film nowhere/x.film >out 2>err
same film_not_writable "exit 2, pawl: nowhere/x.film: No such file or directory" \
    "exit $?, $(cat err)"
"$pawl" run "$examples/pong.json" --film pong.film >out 2>err
same arcades_have_no_films "exit 2, pawl: run: --film is for worlds, this is an arcade" \
    "exit $?, $(sed 's/: [^:]*$//' err | head -1)"
check no_film_is_left [ ! -e pong.film ]
usage needs_a_film " film: no film" film
usage takes_one_film " film: more than one film" film stack20.film half.film
usage tick_needs_a_picture " film: --tick needs --svg or --png" film stack20.film --tick 3

finish "film"
