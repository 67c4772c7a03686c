#!/usr/bin/env bash
# npm.sh - the package for npm, packed and installed as a game would: each entry keeps to its size, and
# the programs that it does for print what C prints, on its plain module and on the one with lanes;
# events are read where they lie; a program in TypeScript has right types.
#
# usage: npm.sh FOLDER     (of a build with libpawl.a and pawl); after make package-npm
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
folder=$1
skipped=0
root=$PWD
replay=$work/demo.replay
game=$work/game
seed=${SEED:-$((RANDOM * 32768 + RANDOM + 1))}

skip() {
    skipped=$((skipped + 1))
    echo "not run: $1"
}

# What npm would send, and what it needs of what a game installs.
install_packed() {
    local packed
    packed=$(npm pack --silent --pack-destination "$work" ./build/package/npm) || return 1
    mkdir -p "$game" && echo '{ "name": "game", "private": true, "type": "module" }' >"$game/package.json"
    (cd "$game" && npm install --offline --silent --no-audit --no-fund "$work/$packed")
}

has_files() {
    local file
    for file in fixed.mjs fixed.d.mts {all,pawl,game,small,arcade}.{mjs,d.ts,wasm} {pawl,game}-simd.wasm src/{core,pawl}.mjs LICENSE README.md \
        example/{index.html,page.mjs,worker.mjs,rules.mjs,keys.mjs}; do
        [ -s "$game/node_modules/pawl/$file" ] || { echo "no $file" && return 1; }
    done
}

# imports ENTRY FILE: a program of the binding, with another entry.
imports() {
    local entry=pawl/$1
    sed "s#from 'pawl'#from '${entry%/pawl}'#; s/process\.argv\[2\]/process.argv.at(-1)/" "$2"
}

# runs WAY ENTRY PROGRAM [ARGUMENT]: prints what C prints, on the module that the entry takes by itself
# (best) or on the plain one.
runs() {
    local way=$1 entry=$2 program=$3
    shift 3
    imports "$entry" "port/bindings/js/programs/$program.mjs" >"$game/$entry-$program.mjs"
    tests/bindings/run_c.sh "$folder" "$program" "$@" >"$work/c.out" || return 1
    (cd "$game" && node "$way.mjs" "$entry" "$program" "$@") >"$work/js.out" || return 1
    diff "$work/c.out" "$work/js.out"
}

write_ways() {
    cat >"$game/best.mjs" <<'END' && cat >"$game/plain.mjs" <<'END2'
const [entry, program] = process.argv.slice(2);
const { Lanes, lanesBest } = await import(entry === 'pawl' ? entry : `pawl/${entry}`);
if (['pawl', 'game'].includes(entry) && lanesBest() !== Lanes.WASM) throw new Error('this module has no lanes');
await import(`./${entry}-${program}.mjs`);
END
const [entry, program] = process.argv.slice(2);
globalThis.PAWL_WASM = { [entry]: new URL(`./node_modules/pawl/${entry}.wasm`, import.meta.url) };
const { Lanes, lanesBest } = await import(entry === 'pawl' ? entry : `pawl/${entry}`);
if (lanesBest?.() === Lanes?.WASM && lanesBest) throw new Error('this module has lanes');
await import(`./${entry}-${program}.mjs`);
END2
}

steps_in_lanes() {
    cp tests/package/npm/lanes_hash.mjs "$game" && (cd "$game" && node lanes_hash.mjs)
}

# As a page does: fetched from a server.
fetched() {
    imports pawl port/bindings/js/programs/hello.mjs >"$game/hello.mjs"
    cp tests/package/npm/fetched.mjs "$game" && (cd "$game" && node fetched.mjs) >"$work/js.out" || return 1
    tests/bindings/run_c.sh "$folder" hello >"$work/c.out" && diff "$work/c.out" "$work/js.out"
}

# The module handed over as bytes, and two entries in one program, whose numbers are of the same classes.
runs_on_bytes() {
    cat >"$game/bytes.mjs" <<'END' || return 1
import { readFileSync } from 'node:fs';
globalThis.PAWL_WASM = { pawl: readFileSync('node_modules/pawl/pawl.wasm') };
const small = await import('pawl/small');
const { fx, World } = await import('pawl');
if (small.fx !== fx || small.World === World) throw new Error('numbers are shared, worlds are not');
await import('./hello.mjs');
END
    (cd "$game" && node bytes.mjs) >"$work/js.out" || return 1
    tests/bindings/run_c.sh "$folder" hello >"$work/c.out" && diff "$work/c.out" "$work/js.out"
}

# compile NAME: a program in C of this test.
compile() {
    cc -std=c11 -O1 -Wall -Wextra -Werror -Iinclude -o "$work/$1" "tests/package/npm/$1.c" "$folder/libpawl.a" "$folder/libfixmath.a"
}

# tells_events ENTRY [bodies]: arrays of events, word by word those of C.
tells_events() {
    local entry=pawl/$1
    shift
    cp tests/package/npm/events.mjs tests/package/npm/draw.mjs "$game"
    compile events || return 1
    "$work/events" "$seed" "$@" >"$work/c.out" || return 1
    (cd "$game" && node events.mjs "$seed" "${1:-none}" "${entry%/pawl}") >"$work/js.out" || return 1
    cmp "$work/c.out" "$work/js.out"
}

# arcade_runs ENTRY: an arcade, which needs no world.
arcade_runs() {
    cp tests/package/npm/arcade.mjs tests/package/npm/draw.mjs "$game"
    compile arcade && "$work/arcade" "$seed" >"$work/c.out" || return 1
    (cd "$game" && node arcade.mjs "$seed" "pawl/$1") >"$work/js.out" && diff "$work/c.out" "$work/js.out"
}

# The rules of the game that comes with it, with each entry that has characters, on both of its modules.
play_example() {
    local entry module name folder="$game/node_modules/pawl"
    cp tests/package/npm/rules.mjs tests/package/npm/draw.mjs "$folder/example/keys.mjs" "$game"
    for entry in all pawl game; do
        name=pawl/$entry
        sed "s#'../pawl.mjs'#'${name%/pawl}'#" "$folder/example/rules.mjs" >"$game/$entry-rules.mjs"
        for module in "$entry" "$entry-simd"; do
            [ -s "$folder/$module.wasm" ] || continue
            echo "globalThis.PAWL_WASM = { $entry: new URL('./node_modules/pawl/$module.wasm', import.meta.url) };
                export const { Game } = await import('./$entry-rules.mjs');" >"$game/$module-chosen.mjs"
            (cd "$game" && node rules.mjs "$seed" "./$module-chosen.mjs") || return 1
        done
    done
}

# Its page and its worker need a browser (make npm-browser-check): here they are read.
example_plays() {
    local file
    for file in "$game"/node_modules/pawl/example/*.mjs; do node --check "$file" || return 1; done
    play_example >"$work/example.out" || return 1
    cat "$work/example.out"
    [ "$(wc -l <"$work/example.out")" = 5 ] && [ "$(sort -u "$work/example.out" | wc -l)" = 1 ] &&
        grep -q ' 18 times again' "$work/example.out"
}

readme_runs() {
    # shellcheck disable=SC2016 # backquotes of Markdown
    sed -n '/^```js$/,/^```$/p' port/bindings/js/package.md | sed '1d;$d' >"$game/readme.mjs"
    [ -s "$game/readme.mjs" ] && (cd "$game" && node readme.mjs) | grep -q '^0\.[45][0-9]* [0-9]*$'
}

# The compiler of a fixed version, kept below build/.
get_typescript() {
    local place=build/tools/typescript
    [ -x "$place/node_modules/.bin/tsc" ] && return
    rm -rf "$place.new"
    npm install --prefix "$place.new" --silent --no-audit --no-fund --ignore-scripts typescript@5.9.3 \
        >"$work/npm.log" 2>&1 || return 1
    rm -rf "$place" && mv "$place.new" "$place"
}

types_are_right() {
    cp "$root/tests/package/npm/game.ts" "$game/game.ts"
    (cd "$game" && "$root/build/tools/typescript/node_modules/.bin/tsc" --noEmit --strict --noUncheckedIndexedAccess \
        --skipLibCheck false --target es2022 --module nodenext --moduleResolution nodenext game.ts)
}

# The game that comes with it, as JavaScript that an editor looks at.
example_is_typed() {
    sed "s#'../pawl.mjs'#'pawl'#" "$game/node_modules/pawl/example/rules.mjs" >"$game/rules_typed.mjs"
    cp "$game/node_modules/pawl/example/keys.mjs" "$game"
    (cd "$game" && "$root/build/tools/typescript/node_modules/.bin/tsc" --noEmit --allowJs --checkJs --strict --noImplicitAny false \
        --target es2022 --module nodenext --moduleResolution nodenext rules_typed.mjs)
}

typed_runs() {
    (cd "$game" && "$root/build/tools/typescript/node_modules/.bin/tsc" --target es2022 --module nodenext game.ts &&
        sed -i '/^world\.bodyCreateCircle(def, 1);$/d' game.js && node game.js) | grep -q '^types: true 64 0 true 0 true$'
}

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "not run: there is no node or no npm"
    echo "npm: 0 passed, 0 failed, 1 skipped"
    exit 0
fi
"$folder/pawl" record examples/scenes/demo.json -o "$replay" --ticks 300 >/dev/null
expect "packed and installed" install_packed
expect "its files" has_files
expect "sizes" python3 -B port/bindings/js/sizes.py build/package/npm docs/use/js.md check
write_ways
for program in hello joints queries session replay; do
    argument=()
    [ "$program" = replay ] && argument=("$replay")
    for entry in all pawl game small; do
        case $entry-$program in
        game-session | game-replay | small-[!h]*) continue ;;
        esac
        expect "$program with $entry" runs plain "$entry" "$program" "${argument[@]}"
        case $entry in pawl | game) expect "$program with $entry in lanes" runs best "$entry" "$program" "${argument[@]}" ;; esac
    done
done
expect "steps in lanes have the same bits" steps_in_lanes
expect "the module fetched from a server" fetched
expect "the module as bytes, and two entries" runs_on_bytes
for entry in arcade all; do expect "an arcade with $entry (SEED=$seed)" arcade_runs "$entry"; done
for entry in all pawl game; do expect "events of $entry (SEED=$seed)" tells_events "$entry" bodies; done
expect "events of small (SEED=$seed)" tells_events small
expect "the game that comes with it (SEED=$seed)" example_plays
expect "the program of its README" readme_runs
if get_typescript; then
    expect "types" types_are_right
    expect "types in the game that comes with it" example_is_typed
    expect "the program in TypeScript" typed_runs
else
    skip "types: npm does not reach typescript"
fi
echo "npm: $passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
