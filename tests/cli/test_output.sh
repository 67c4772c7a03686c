#!/usr/bin/env bash
# test_output.sh - what the pawl program writes is there whole or not at all.
#
# usage: test_output.sh [PAWL]     (default build/pawl)
# Every command that writes a file is tried with everything that can go wrong with one.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

scene=$examples/card_house.json
map=$(realpath "$(dirname "$examples")/maps/platformer.tmx")
"$pawl" record "$scene" -o in.rep --ticks 120 --keyframe-every 60 >out || exit
"$pawl" run "$scene" --ticks 30 --film in.film >out || exit

# Each writer as arguments; OUT stands for the file. SVG and PNG tell render what to draw.
writers=(
    "run $scene --ticks 5 --svg OUT"
    "run $scene --ticks 5 --png OUT"
    "run $scene --ticks 5 --gif OUT"
    "run $scene --ticks 5 --film OUT"
    "run $scene --ticks 5 --snapshot OUT"
    "replay in.rep --svg OUT"
    "replay in.rep --png OUT"
    "replay in.rep --gif OUT"
    "replay in.rep --film OUT"
    "replay in.rep --snapshot OUT"
    "film in.film --svg OUT"
    "film in.film --png OUT"
    "film in.film --gif OUT"
    "record $scene --ticks 60 -o OUT"
    "record --game sumo --ticks 60 -o OUT"
    "cut in.rep --from 60 -o OUT"
    "import $map OUT"
    "bake $map OUT"
    "bake $map OUT --c name"
    "snapshot $scene OUT --ticks 5"
    "view $scene --frames 2 --screenshot OUT"
)
export SDL_VIDEODRIVER=dummy

# write WRITER FILE: runs it; what it prints is in out and err.
write() {
    local words
    read -ra words <<<"${1//OUT/$2}"
    "$pawl" "${words[@]}" >out 2>err
}
# The same with what bash cannot do in an array: a limit, or redirections.
name_of() { echo "$1" | sed 's/^\([a-z]*\) .* \(-*[a-z]*\) OUT.*/\1 \2/; s/ OUT.*//; s|/[^ ]*/||g'; }
leftovers() { find . -name '.*.??????' | sort; }

for writer in "${writers[@]}"; do
    name=$(name_of "$writer")
    rm -rf at whole
    mkdir at
    write "$writer" at/whole
    same "$name: it is written" "exit 0, whole" "exit $?, $(ls -A at)"
    cp at/whole whole

    # It takes the place of a file, keeps its mode, and leaves a link a link.
    echo old >at/target
    chmod 640 at/target
    ln -s target at/link
    write "$writer" at/link
    same "$name: a link stays a link" "exit 0, target 640" \
        "exit $?, $(readlink at/link) $(stat -c %a at/target)"
    check "$name: the same bytes through a link" cmp whole at/target

    # What cannot be written, and what was there.
    write "$writer" at/none/file
    same "$name: no folder" "exit 2, pawl: at/none/file: No such file or directory" \
        "exit $?, $(tail -n 1 err)"
    mkdir -p at/folder
    write "$writer" at/folder
    same "$name: a folder" "exit 2, pawl: at/folder: Is a directory" "exit $?, $(tail -n 1 err)"
    write "$writer" /dev/full
    same "$name: a full device" "exit 2, pawl: /dev/full: No space left on device" \
        "exit $?, $(tail -n 1 err)"
    check "$name: a device stays" test -c /dev/full
    mkfifo at/pipe
    write "$writer" at/pipe
    same "$name: a pipe that nothing reads" "exit 2, pawl: at/pipe: No such device or address" \
        "exit $?, $(tail -n 1 err)"
    check "$name: a pipe stays" test -p at/pipe
    echo precious >at/old
    read -ra words <<<"${writer//OUT/at/old}"
    told=$(
        ulimit -f 0
        "$pawl" "${words[@]}" 2>&1 >/dev/null
        echo "exit $?"
    )
    same "$name: no room" $'pawl: at/old: File too large\nexit 2, precious' \
        "$(tail -n 2 <<<"$told"), $(cat at/old)"
    same "$name: nothing is left over" "" "$(leftovers)"

    # Standard output, where the result then is not.
    case $writer in *"--gif OUT") ;; *) # a GIF of a replay takes long enough once
        read -ra words <<<"${writer//OUT/-}"
        "$pawl" "${words[@]}" >piped 2>err
        same "$name: - is standard output" "exit 0" "exit $?"
        check "$name: the same bytes on standard output" cmp whole piped
        ;;
    esac
done

# ---- an output is no input, and no other output ----
cp "$scene" own.json
cp "$map" own.tmx
cp "$(dirname "$map")"/tiles.* .
cp in.rep own.rep
ln own.json hard.json
ln -s own.json soft.json
for pair in "run own.json --ticks 1 --svg OUT:own.json" "run own.json --ticks 1 --gif OUT:hard.json" \
    "run own.json --ticks 1 --snapshot OUT:soft.json" "record own.json -o OUT:./own.json" \
    "import own.tmx OUT:own.tmx" "bake own.tmx OUT:own.tmx" "cut own.rep -o OUT:own.rep" \
    "replay own.rep --film OUT:own.rep" \
    "snapshot own.json OUT:own.json"; do
    writer=${pair%%:*} file=${pair#*:}
    write "$writer" "$file"
    same "$writer: $file" "exit 2, pawl: $file: it is the input, which would be lost" \
        "exit $?, $(tail -n 1 err)"
done
check inputs_are_as_they_were cmp "$scene" own.json
check maps_are_as_they_were cmp "$map" own.tmx
check replays_are_as_they_were cmp in.rep own.rep
# shellcheck disable=SC2094 # that is what is refused
"$pawl" run own.json --ticks 1 <own.json --svg own.json >out 2>err
same input_from_a_redirection_is_input 2 "$?"
# shellcheck disable=SC2094
"$pawl" run - --ticks 1 <own.json --svg own.json >out 2>err
same standard_input_is_an_input 2 "$?"
"$pawl" run "$scene" --ticks 3 --png same --gif ./same >out 2>err
same two_outputs_of_one_name "exit 2, pawl: same: it is written already, by another option" \
    "exit $?, $(cat err)"

# ---- two at once, names, and standard output ----
"$pawl" run "$scene" --ticks 5 --svg - --png - >out 2>err
same standard_output_is_taken_once "exit 2, pawl: -: Device or resource busy" "exit $?, $(cat err)"
long=$(printf 'x%.0s' {1..255})
"$pawl" run "$scene" --ticks 5 --svg "$long" >out 2>err
same the_longest_name_is_written "exit 0" "exit $?"
odd=$'\xff\n\x01"'
"$pawl" run "$scene" --ticks 5 --svg "$odd" >out 2>err
same a_name_that_is_no_text_is_written "exit 0, yes" "exit $?, $([ -s "$odd" ] && echo yes)"
"$pawl" run "$scene" --ticks 5 --svg closed.svg >&- 2>err
same a_closed_standard_output_is_told \
    "exit 2, pawl: standard output: Bad file descriptor" "exit $?, $(cat err)"
check a_closed_standard_output_harms_no_file grep -q '</svg>' closed.svg
"$pawl" run "$scene" --ticks 5 <&- >out 2>&-
same closed_input_and_error_do_no_harm "exit 0" "exit $?"
"$pawl" run "$scene" --ticks 5 >/dev/full 2>err
same a_full_standard_output_is_told \
    "exit 2, pawl: standard output: No space left on device" "exit $?, $(cat err)"

# ---- read-only folders and files; root may do all ----
if [ "$(id -u)" = 0 ]; then
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    chmod 755 "$work"
    # The checkout may be in a folder that others do not see.
    cp "$scene" scene.json
    scene=scene.json
else
    as=()
fi
mkdir shut
echo precious >shut/file
echo precious >open_file
chmod 555 shut
chmod 444 open_file
for name in shut/file shut/new open_file; do
    "${as[@]}" "$pawl" run "$scene" --ticks 5 --svg "$name" >out 2>err
    same "$name is not written" "exit 2, pawl: $name: Permission denied" "exit $?, $(cat err)"
done
same read_only_files_are_as_they_were "precious precious" "$(cat shut/file) $(cat open_file)"
same nothing_is_in_a_read_only_folder file "$(ls -A shut)"
chmod 755 shut

# ---- interrupts ----
# stop SIGNAL FILE ARGUMENT...: once the unfinished file is there.
stop() {
    local signal=$1 file=$2 tries=0
    shift 2
    env "--default-signal=$signal" "$pawl" "$@" >out 2>err & # bash has it ignore INT
    local job=$!
    until compgen -G "./.$file.*" >unfinished || [ $((tries += 1)) -gt 2000 ]; do
        sleep 0.005
    done
    kill "-$signal" "$job"
    wait "$job" 2>/dev/null
    code=$?
}
for signal in INT TERM HUP; do
    number=$(kill -l "$signal")
    for option in gif film; do
        echo precious >"stopped.$option"
        stop "$signal" "stopped.$option" run "$scene" --ticks 20000 "--$option" "stopped.$option"
        same "$signal leaves $option as it was" "exit $((128 + number)), precious" \
            "exit $code, $(head -c 8 "stopped.$option")"
    done
    stop "$signal" stopped.rep record "$scene" --ticks 1000000 -o stopped.rep
    same "$signal leaves no part of a replay" "exit $((128 + number))" "exit $code"
    check "$signal leaves no replay" test ! -e stopped.rep
done
same interrupts_leave_nothing_over "" "$(leftovers)"
"$pawl" run "$scene" --ticks 20000 --film late.film --hash-every 1 2>err | head -n 1 >out
same a_reader_that_leaves_leaves_no_part "no file, " \
    "$([ -e late.film ] && echo late.film || echo no file), $(leftovers)"

# ---- a disk that fills up; mounting needs root ----
if mkdir small && mount -t tmpfs -o size=16k none small 2>err; then
    trap 'umount "$work/small"; rm -rf "$work"' EXIT
    echo precious >small/file
    for writer in "run $scene --ticks 300 --gif OUT" "record $scene --ticks 6000 -o OUT" \
        "run $scene --ticks 300 --film OUT" "run $scene --ticks 5 --width 4096 --png OUT"; do
        write "$writer" small/file
        code=$?
        same "$(name_of "$writer"): a full disk is told" \
            "exit 2, pawl: small/file: No space left on device" "exit $code, $(tail -n 1 err)"
        same "$(name_of "$writer"): and the old file stays" "precious, file" \
            "$(head -c 8 small/file), $(ls -A small)"
    done
else
    skip 8 "a full disk: a file system cannot be mounted here"
fi

finish test_output.sh
