#!/bin/sh
# cppcheck.sh - static analysis of the library and the pawl program.
#
# Suppressed: shifts of negative values in src/fx/round.h, the one place that asserts what they mean.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p build/cppcheck

sources=$(find src port/host examples/sumo -name '*.c')
# shellcheck disable=SC2086 # the list is meant to be split
if cppcheck --quiet --std=c11 --language=c -j 2 --error-exitcode=1 --inline-suppr \
    --enable=warning,performance,portability \
    --suppress=missingIncludeSystem --suppress=missingInclude \
    --suppress=shiftNegativeLHS:src/fx/round.h --suppress=shiftTooManyBitsSigned:src/fx/round.h \
    --cppcheck-build-dir=build/cppcheck --template='{file}:{line}: {id}: {message}' \
    -DPAWL_ASSERTS=1 -Iinclude -Isrc -Iport -Iport/host -Iexamples $sources; then
    echo "cppcheck: 1 passed, 0 failed"
else
    echo "cppcheck: 0 passed, 1 failed"
    exit 1
fi
