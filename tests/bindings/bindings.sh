#!/usr/bin/env bash
# bindings.sh - the five programs of port/bindings in each language print what they print in C.
#
# usage: bindings.sh FOLDER LANGUAGE...     (FOLDER of a build with libpawl.a and pawl)
#
# tests/bindings/run_LANGUAGE.sh PROGRAM [ARGUMENT] runs a program, and `test` what is of the
# language alone; it answers 77 when the language's tools are not here, which counts as skipped.
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
folder=$1
shift
skipped=0
replay=$work/demo.replay

say() {
    tests/bindings/run_c.sh "$folder" "$@"
}

runs() {
    local language=$1 program=$2 status
    shift 2
    "tests/bindings/run_$language.sh" "$program" "$@" >"$work/out" 2>"$work/err"
    status=$?
    if [ "$status" = 77 ]; then
        skipped=$((skipped + 1))
        echo "not run: $program in $language: $(tail -n 1 "$work/err")"
        return
    fi
    expect "${program}_in_$language" diff "$work/$program.c.out" "$work/out"
    [ "$status" = 0 ] || { tail -n 5 "$work/err" && failed=$((failed + 1)); }
}

"$folder/pawl" record examples/scenes/demo.json -o "$replay" --ticks 300 >/dev/null
for program in hello joints queries session replay; do
    argument=()
    [ "$program" = replay ] && argument=("$replay")
    say "$program" "${argument[@]}" >"$work/$program.c.out"
    expect "${program}_in_c" grep -q "^$program: .*hash [0-9a-f]" "$work/$program.c.out"
    for language in "$@"; do
        runs "$language" "$program" "${argument[@]}"
    done
done
: >"$work/test.c.out"
for language in "$@"; do
    expect "$language: its own tests" "tests/bindings/run_$language.sh" test
done

echo "bindings: $passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
