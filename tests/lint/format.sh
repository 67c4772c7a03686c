#!/bin/sh
# format.sh - names the files that `make format` would change, one per line.
#
# usage: format.sh FILE...
# A process for all of them: clang-format takes longer to start than to read a file.
told=$(clang-format --dry-run "$@" 2>&1) || echo "clang-format: $told"
printf '%s\n' "$told" | sed -n 's/^\([^: ]*\):[0-9].*clang-format.*/\1: not in house format/p' | uniq
