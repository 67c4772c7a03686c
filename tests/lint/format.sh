#!/bin/sh
# format.sh - names the files that `make format` would change, one per line.
#
# usage: format.sh FILE...
for file in "$@"; do
    clang-format "$file" | cmp -s - "$file" || echo "$file: not in house format"
done
