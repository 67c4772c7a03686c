#!/usr/bin/env bash
# bindings.sh - the programs of port/bindings in a language print what they print in C: five, and where
# the language has a folder window the platformer, which also takes a picture.
#
# usage: bindings.sh LANGUAGE     (build/bindings/c has what C prints, and the replay of the last one)
#
# tests/bindings/run_LANGUAGE.sh PROGRAM [ARGUMENT] runs a program, and `test` what is of the
# language alone; it answers 77 when the language's tools are not here, which counts as skipped.
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
language=$1
said=build/bindings/c

runs() {
    local program=$1
    shift
    "tests/bindings/run_$language.sh" "$program" "$@" >"$work/out" 2>"$work/err"
    status=$?
    if [ "$status" = 77 ]; then
        skip "$program in $language" "$(tail -n 1 "$work/err")"
        return
    fi
    expect "${program}_in_$language" diff "$said/$program.said" "$work/out"
    [ "$status" = 0 ] || { tail -n 5 "$work/err" && failed=$((failed + 1)); }
}

for program in hello joints queries session replay; do
    expect "${program}_in_c" grep -q "^$program: .*hash [0-9a-f]" "$said/$program.said"
    argument=()
    [ "$program" = replay ] && argument=("$said/demo.replay")
    runs "$program" "${argument[@]}"
done
if [ -d "port/bindings/$language/window" ]; then
    expect platformer_in_c grep -q "^platformer: .*hash [0-9a-f]" "$said/platformer.said"
    runs platformer port/bindings/c/platformer.keys "$work/picture"
    [ "$status" = 77 ] ||
        expect "picture_in_$language" python3 -B tests/bindings/picture.py "$work/picture" "$said/platformer.said"
fi
"tests/bindings/run_$language.sh" test >"$work/tests" 2>&1
status=$?
if [ "$status" = 77 ]; then
    skip "tests of $language" "$(tail -n 1 "$work/tests")"
else
    [ "$status" = 0 ] || tail -n 20 "$work/tests"
    expect "tests_of_$language" [ "$status" = 0 ]
fi

finish "bindings of $language"
