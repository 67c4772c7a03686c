#!/bin/sh
# public.sh - the functions that the public headers declare, a name a line: what the library defines.
#
# The hooks of port.h are the program's, and functions for small code are built for that alone.
set -eu
cd "$(dirname "$0")/../.."
for header in include/pawl/*.h; do
    [ "$header" = include/pawl/port.h ] ||
        awk '/^#if PAWL(_SMALL_CODE|I_IS_SHARED)/ { small = 1 } /^#(else|endif)/ { small = 0 } !small' "$header"
done | awk 'BEGIN { RS = ";" }
    sub(/.*PAWL_API /, "") && !/^extern/ && match($0, /pawl_[a-z0-9_]+\(/) {
        print substr($0, RSTART, RLENGTH - 1)
    }' | sort -u
