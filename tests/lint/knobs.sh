#!/usr/bin/env bash
# knobs.sh - every knob of config.h changes what pawl_build_options tells.
#
#   knobs.sh FOLDER [CC]
set -eu
cd "$(dirname "$0")/../.."
folder=$1
cc=${2:-cc}
passed=0
failed=0

cat >"$folder/knobs.c" <<'PROGRAM'
#include <stdio.h>
#include "pawl/world.h"
int main(void) {
    return puts(pawl_build_options()) < 0;
}
PROGRAM

# The options of a build with these flags.
options() {
    "$cc" -std=c11 -w -Iinclude -Isrc "$@" -o "$folder/knobs" "$folder/knobs.c" \
        src/step/report.c && "$folder/knobs"
}

usual=$(options)
while read -r knob; do
    case $knob in
        PAWL_CONFIG_H) continue ;;
        PAWL_PROFILE) values="PAWL_PROFILE_SMALL PAWL_PROFILE_TINY" ;;
        *) values="0 1" ;;
    esac
    told=0
    for value in $values; do
        # The costly checks need the cheap ones.
        needs=
        [ "$knob" != PAWL_VALIDATE ] || needs=-DPAWL_ASSERTS=1
        before=$usual
        [ -z "$needs" ] || before=$(options $needs)
        [ "$(options $needs "-D$knob=$value")" = "$before" ] || told=$((told + 1))
    done
    # One of 0 and 1 is the default; both profiles are other ones.
    case $knob$told in
        PAWL_PROFILE2 | PAWL_[AVPTWS]*1) passed=$((passed + 1)) ;;
        *)
            failed=$((failed + 1))
            echo "pawl_build_options does not tell $knob" >&2
            ;;
    esac
done < <(sed -n 's/^#ifndef \(PAWL_[A-Z_]*\)$/\1/p' include/pawl/config.h)

echo "knobs: $passed passed, $failed failed"
[ "$failed" = 0 ]
