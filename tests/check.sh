#!/usr/bin/env bash
# check.sh - runs every stage of `make check`, also after a failure, and adds up the results.
#
# A stage reports itself in lines "... N passed, M failed" or "... N passed, M failed, K skipped",
# or as Check does (tests/suites.sh adds what was skipped). A stage that reports nothing counts as
# one. What failed is told again at the end, with the lines that say why; the last line is the sum.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
mkdir -p build

passed=0
failed=0
skipped=0
log=build/check.log
mark=build/check.begin
failures=build/check.failures
times=build/check.times
: >"$failures"
: >"$times"
# Builds that only goldens and examples are for are compiled as one file, which takes half of the
# time, and linked and run as that; but not PowerPC's, whose sizes are on a page.
export WHOLE="-O0/native -O0/m32 -O2/m32 -O3/native -O3/m32 -Os/m32 -Os/native"

count() {
    local status=$1 reports good bad missed
    read -r reports good bad missed < <(awk '
        match($0, /[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?/) {
            split(substr($0, RSTART, RLENGTH), word, " ")
            reports++; good += word[1]; bad += word[3]; missed += word[5]
        }
        match($0, /Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+(, Skipped: [0-9]+)?/) {
            split(substr($0, RSTART, RLENGTH), word, /[^0-9]+/)
            reports++; bad += word[3] + word[4]; missed += word[5]
            good += word[2] - word[3] - word[4] - word[5]
        }
        END { print reports + 0, good + 0, bad + 0, missed + 0 }' "$log")
    [ "$status" != 0 ] && [ "$bad" = 0 ] && bad=1
    [ "$status" = 0 ] && [ "$reports" = 0 ] && good=1
    passed=$((passed + good))
    failed=$((failed + bad))
    skipped=$((skipped + missed))
}

# A line every 20 seconds: how long the stage has run, how many objects it has made, its last word.
tick() {
    local quiet
    exec {quiet}<> <(:) # where nothing ever comes from
    while ! read -r -t 20 -u "$quiet"; do
        echo ".. $1: $((SECONDS - $2)) s, $(find build -name '*.o' -newer "$mark" | wc -l) objects;" \
            "$(tail -n 1 "$log" | cut -c 1-60)"
    done
}

# A long log is often kept by its end alone: the lines of a stage that name a failure.
tell_again() {
    echo "-- $1: FAILED"
    grep -aE -e ':[FE]:[A-Za-z]|exit status [1-9]|the same numbers again|\*\*\* |FAIL|rror:' \
        -e '[^0-9][1-9][0-9]* failed' "$log" |
        cut -c 1-240 | tail -n 24
}

# What all processes of this script have used of processors until now, in seconds.
note_processor_seconds() {
    times >build/check.used # not by a pipe, whose ends have times of their own
    used=$(awk 'NR == 2 { gsub(/[ms]/, " "); print int(60 * $1 + $2 + 60 * $3 + $4) }' build/check.used)
}

stage() {
    local title=$1 begin=$SECONDS status ticker used before
    note_processor_seconds
    before=$used
    shift
    echo "== $title"
    : >"$mark"
    tick "$title" "$begin" &
    ticker=$!
    "$@" 2>&1 | tee "$log"
    status=${PIPESTATUS[0]}
    kill "$ticker"
    wait "$ticker" 2>/dev/null
    count "$status"
    note_processor_seconds
    echo "$((SECONDS - begin)) $((used - before)) $title" >>"$times"
    if [ "$status" = 0 ]; then
        echo "-- $title: ok, $((SECONDS - begin)) s"
    else
        echo "-- $title: FAILED, $((SECONDS - begin)) s"
        tell_again "$title" >>"$failures"
    fi
}

build() {
    make --no-print-directory -s -j2 WERROR=-Werror "$@"
}

stage "lint and format" build --keep-going --output-sync=target lint format-check
stage "unit and property tests, plain and with ASan and UBSan" \
    build --keep-going --output-sync=recurse test test-san
stage "steps on threads, with the thread sanitizer" build workers-check
stage "random calls and scene files" build fuzz-regress
# Each of them keeps one core busy.
stage "pawl program, quality, states with one field left out, docs, examples" \
    build --keep-going --output-sync=target \
    quality cli-test mask-check object-check docs-check docs-quotes-check docs-transcripts-check docs-limits-check docs-tables-check docs-pictures-check cookbook-check examples-check \
    archive-check linked-check golden-scenes-check golden-shifted golden-periodic lanes-check replay-sizes literal-check one-file-check \
    docs-programs-check sealed-check programs
stage "the interface as data, the reference, the site" build api-check site
stage "snapshots between machines" build exchange-check
stage "sockets of POSIX and Windows" build udp-check udp-check-windows
# Five of nine, drawn afresh; `make builds` has all, and BUILDS="..." those of a run.
some_builds=$(make --no-print-directory -s builds-drawn | paste -s -d ' ')
stage "goldens on $some_builds" build builds BUILDS="$some_builds"
stage "tests and goldens with each size profile" build profiles-check
stage "builds with other features play together" build meet-check
stage "RUBE scenes on these" build rube-check BUILDS="$some_builds"
# The first takes as long as the others, and one core.
stage "installation, libraries, one file, CMake, Meson" \
    build single-check install-check new-check shared-check cmake-check meson-check dylib-check \
    libfixmath-check
# Those whose tools take long are drawn afresh, two for a run; `make bindings-check` has all.
drawn=$(shuf -n 2 -e csharp godot go rust zig | paste -s -d ' ')
stage "the same programs in Python, C++, Lua, JavaScript, $drawn; packages of other ecosystems" \
    build bindings-check npm-check packages-check LANGUAGES="python cpp lua js $drawn"
stage "Cortex-M0 and AVR" build cross
stage "portcheck finds ports broken on purpose" build portcheck-broken portcheck-answers-check
stage "and boards" build portcheck-broken board-program-check TARGET=cortex-m3 OPT=-O2
stage "the modules of the studio in node" build studio-check
stage "portcheck and goldens on other machines" build matrix-fast
stage "goldens in lanes of other machines" build lanes-others-check
stage "the game on a Game Boy Advance" build gba-check
stage "a match of two consoles, and of a console and a PC" build gba-island-check
stage "sizes, memory and counts on the pages" build docs-figures-check
stage "boards of makers: RP2040, ESP32-C3; what boards tell as text" build makers-check board-record-check
stage "unit tests on boards" build shim-check board-check

echo "slowest stages, in seconds, and what they used of processors:"
sort -rn "$times" | head -n 10 | awk '{ seconds = $1; used = $2; sub(/^[0-9]+ [0-9]+ /, "")
    printf "%6d %6d  %s\n", seconds, used, $0 }'
cat "$failures"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
