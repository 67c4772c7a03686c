#!/usr/bin/env bash
# npm.sh - the package for npm, packed and installed as a game would: the five programs print what C
# prints, on pawl.wasm and on the module with lanes; a program in TypeScript has right types.
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
    for file in pawl.mjs pawl.d.ts pawl.wasm pawl-simd.wasm LICENSE README.md; do
        [ -s "$game/node_modules/pawl/$file" ] || { echo "no $file" && return 1; }
    done
}

runs() {
    local program=$1
    shift
    tests/bindings/run_c.sh "$folder" "$program" "$@" >"$work/c.out" || return 1
    (cd "$game" && node "$program.mjs" "$@") >"$work/js.out" || return 1
    diff "$work/c.out" "$work/js.out"
}

# The same with another module, which has lanes that this machine can use.
runs_in_lanes() {
    local program=$1
    shift
    cat >"$game/lanes.mjs" <<'END'
globalThis.PAWL_WASM = new URL('./node_modules/pawl/pawl-simd.wasm', import.meta.url);
const { Lanes, lanesBest } = await import('pawl');
if (lanesBest() !== Lanes.WASM) throw new Error('this module has no lanes');
await import(`./${process.argv[2]}.mjs`);
END
    # A program reads its argument behind its own name.
    sed 's/process\.argv\[2\]/process.argv.at(-1)/' "port/bindings/js/programs/$program.mjs" >"$game/$program.mjs"
    (cd "$game" && node lanes.mjs "$program" "$@") >"$work/js.out" || return 1
    tests/bindings/run_c.sh "$folder" "$program" "$@" >"$work/c.out" && diff "$work/c.out" "$work/js.out"
}

steps_in_lanes() {
    cp tests/package/npm/lanes_hash.mjs "$game" && (cd "$game" && node lanes_hash.mjs)
}

# As a page does: fetched from a server.
fetched() {
    cp tests/package/npm/fetched.mjs "$game" && (cd "$game" && node fetched.mjs) >"$work/js.out" || return 1
    tests/bindings/run_c.sh "$folder" hello >"$work/c.out" && diff "$work/c.out" "$work/js.out"
}

# A module with a game's functions alone, handed over as bytes.
runs_on_part() {
    cp build/js/game.wasm "$game" && cat >"$game/part.mjs" <<'END' || return 1
import { readFileSync } from 'node:fs';
globalThis.PAWL_WASM = readFileSync('game.wasm');
await import('./hello.mjs');
END
    (cd "$game" && node part.mjs) >"$work/js.out" || return 1
    tests/bindings/run_c.sh "$folder" hello >"$work/c.out" && diff "$work/c.out" "$work/js.out"
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
cp port/bindings/js/programs/*.mjs "$game"
for program in hello joints queries session replay; do
    argument=()
    [ "$program" = replay ] && argument=("$replay")
    expect "$program" runs "$program" "${argument[@]}"
    expect "$program on the module with lanes" runs_in_lanes "$program" "${argument[@]}"
done
expect "steps in lanes have the same bits" steps_in_lanes
expect "the module fetched from a server" fetched
expect "hello on a part of the library" runs_on_part
expect "the program of its README" readme_runs
if get_typescript; then
    expect "types" types_are_right
    expect "the program in TypeScript" typed_runs
else
    skip "types: npm does not reach typescript"
fi
echo "npm: $passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
