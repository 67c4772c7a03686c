#!/usr/bin/env bash
# test_manner.sh - what the pawl program says to somebody who does not know it yet.
#
# usage: test_manner.sh [PAWL]     (default build/pawl)
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

root=$(realpath "$(dirname "$examples")/..")
scene=$examples/card_house.json
"$pawl" record "$scene" -o a.rep --ticks 9 >out
"$pawl" run "$scene" --ticks 9 --film a.film --snapshot a.snap --png a.png --gif a.gif --svg a.svg >out
"$pawl" bake "$root/examples/maps/platformer.tmx" a.level >out 2>err
commands=$("$pawl" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
same all_commands_are_seen 23 "$(wc -w <<<"$commands")"

# told NAME CODE "TEXT" ARGUMENT...: exit code, and all of stderr without its "pawl: ".
told() {
    local name=$1 code=$2 text=$3
    shift 3
    timeout 20 "$pawl" "$@" >out 2>err
    same "$name" "exit $code, $text" "exit $?, $(sed 's/^pawl: //; s/ (see pawl.*//' err)"
}

# ---- files of another kind ----
replay="a replay: pawl replay plays it"
snapshot="a snapshot: pawl info and pawl hash take it"
film="a film: pawl film shows it"
level="a baked level: pawl info and pawl render take it"
for pair in "a.rep:$replay" "a.snap:$snapshot" "a.film:$film" "a.level:$level" "a.png:a picture" \
    "a.gif:a picture" "$pawl:a program"; do
    file=${pair%%:*} text=${pair#*:}
    told "run $file" 2 "$file: $text" run "$file"
    told "import $file" 2 "$file: $text" import "$file" x
    [ "$file" = a.rep ] || told "replay $file" 2 "$file: offset 0: no replay, but $text" replay "$file"
    [ "$file" = a.film ] || told "film $file" 2 "$file: offset 0: no film, but $text" film "$file"
done
told "replay SCENE" 2 \
    "$scene: offset 0: no replay, but text, perhaps a scene: pawl run simulates it" replay "$scene"
told "info FILM" 2 "a.film: offset 0: neither a replay nor a snapshot, but $film" info a.film
echo nothing >a.txt
told "replay of what is nothing known" 2 "a.txt: offset 0: no replay" replay a.txt

# ---- commands and options that are no such ----
told near_command 2 "unknown command, did you mean replay: replya" replya
told far_command 2 "unknown command: dance" dance
told forgotten_command 2 "no command before a file, such as pawl run: a.rep" a.rep
told no_command 2 "no command"
for command in $commands; do
    told "$command: unknown option" 2 "$command: unknown option: --xyzzy" "$command" --xyzzy
    told "$command: near option" 2 "$command: unknown option, did you mean --help: --hepl" \
        "$command" --hepl
    for help in "$command -h" "$command --help" "help $command" "$command x -h"; do
        read -ra words <<<"$help"
        "$pawl" "${words[@]}" >out 2>err
        same "$help is help" "exit 0, usage: pawl $command" \
            "exit $?, $(head -n 1 out | cut -d' ' -f1-3)$(cat err)"
    done
    check "$command: exit codes are told" grep -q "exit codes" <("$pawl" --help)
done
"$pawl" -h >out
check short_help_is_help cmp -s out <("$pawl" --help)
check help_is_help cmp -s out <("$pawl" help)

# ---- numbers name their option and their range ----
for line in "run x --width 63|run: --width takes a number from 64 to 4096: 63" \
    "run x --ticks -5|run: --ticks takes a number from 0 to 100000000: -5" \
    "run x --ticks 99999999999999999999|run: --ticks takes a number from 0 to 100000000: 99999999999999999999" \
    "verify x --jobs 0|verify: --jobs takes a number from 1 to 256: 0" \
    "synctest x --distance 65|synctest: --distance takes all or a number from 1 to 64: 65" \
    "run x --json=5|run: --json takes no value: --json=5" \
    "run x --ticks|run: a value is missing after: --ticks"; do
    read -ra words <<<"${line%%|*}"
    told "${line%%|*}" 2 "${line#*|}" "${words[@]}"
done

# ---- the result ----
for name in vehicle wrecking-ball pong cloth; do
    [ -e "$examples/$name.json" ] || continue
    "$pawl" run "$examples/$name.json" --ticks 60 >out 2>err
    check "$name: the result is the last line" grep -q '^tick=60 .* hash=' <(tail -n 1 out)
    same "$name: and no other" 1 "$(grep -c '^tick=' out)"
done
cat >fast.json <<'S'
{"pawl-scene": 1, "ticks": 200, "gravity": [0, 0], "bodies": [
 {"position": [16380, 0], "velocity": [100, 0], "shapes": [{"circle": {"radius": 1}}]}]}
S
"$pawl" run fast.json >out 2>err
faults=$(sed -n 's/.* faults=\(0x[0-9a-f]*\) .*/\1/p' out)
check a_fast_body_has_faults test "$faults" != 0x0
same faults_are_told_in_words "$((faults))" \
    "$(sed -n 's/^pawl: note: fault \(0x[0-9a-f]*\): .*/\1/p' err | python3 -c \
        'import sys; print(sum(int(line, 16) for line in sys.stdin))')"
check the_words_are_words grep -q ': note: fault 0x[0-9]*: [a-z]' err

# ---- two bodies of one name: no use to what names one ----
cat >twice.json <<'S'
{"pawl-scene": 1, "bodies": [
 {"name": "crate", "shapes": [{"circle": {"radius": 1}}]},
 {"name": "box", "shapes": []},
 {"name": "crate", "shapes": []}], "joints": [
 {"type": "revolute", "bodies": ["box", "crate"], "at": [0, 0]}]}
S
told twice_the_same_name 2 \
    'twice.json:5: joint 0: bodies: body 0 (line 2) and body 2 (line 4) are both called "crate"' \
    run twice.json

# ---- a body that was told to sleep sleeps, also at a joint ----
cat >asleep.json <<'S'
{"pawl-scene": 1, "ticks": 1, "sleeping": true, "gravity": [0, 0], "bodies": [
 {"name": "a", "awake": false, "shapes": [{"circle": {"radius": 1}}]},
 {"name": "b", "awake": false, "position": [3, 0], "shapes": [{"circle": {"radius": 1}}]}],
 "joints": [{"type": "revolute", "bodies": ["a", "b"], "at": [1.5, 0]}]}
S
"$pawl" run asleep.json >out 2>err
check joints_let_bodies_sleep grep -q ' awake=0 ' out

# ---- completions and the manual page ----
"$pawl" help --completions bash >pawl.bash
"$pawl" help --completions zsh >_pawl
"$pawl" help --manual >pawl.1
check bash_reads_its_completion bash -n pawl.bash
# complete WORD...: what is offered for the last one.
complete_words() {
    bash -c '. ./pawl.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pawl
        printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
}
same commands_are_completed "replay render record" "$(complete_words pawl re | sort -r | xargs)"
same files_are_left_to_bash "" "$(complete_words pawl run x)"
same an_option_is_completed --hash-every "$(complete_words pawl run --hash)"
same help_completes_commands synctest "$(complete_words pawl help syn)"
for command in $commands; do
    # In the help: names at the start of a line, and behind a comma.
    "$pawl" "$command" --help | sed -n 's/^  \(-.*\)/\1/p' | grep -oE '(^|, )--?[a-z][a-z-]*' |
        sed 's/^, //' | sort -u >helped
    complete_words pawl "$command" - | grep -vxe -h -e --limit -e --allow-outside | sort -u >offered
    sed -i '/^--limit$/d' helped
    same "$command: options of the help and of bash" "$(xargs <helped)" "$(xargs <offered)"
    sed -n "/^ *$command) options=(/,/;;/p" _pawl | grep -oE "^ +'--?[a-z-]+" | tr -d " '" |
        grep -vxe -h -e --limit -e --allow-outside | sort -u >offered
    same "$command: options of the help and of zsh" "$(xargs <helped)" "$(xargs <offered)"
    while read -r option; do
        check "$command $option: in the manual page" grep -qFe "${option//-/\\-}" pawl.1
    done <helped
    check "$command: each option is told of" \
        [ -z "$(sed -n "/^ *$command) options=(/,/;;/p" _pawl | grep -F '[]')" ]
done
if command -v zsh >which; then
    check zsh_reads_its_completion zsh -n _pawl
else
    skip 1 "zsh is not here"
fi
if command -v mandoc >which; then
    check the_page_is_a_page mandoc -T lint -W error pawl.1
else
    skip 1 "mandoc is not here"
fi
for asked in "--completions fish" --completions "--manual x"; do
    read -ra words <<<"$asked"
    "$pawl" help "${words[@]}" >out 2>err
    same "help $asked is refused" 2 "$?"
done

# ---- progress is for a terminal ----
"$pawl" run "$scene" --ticks 60 >out 2>err
same nothing_is_told_in_a_pipe "" "$(cat err)"

finish test_manner.sh
