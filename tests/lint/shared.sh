#!/bin/sh
# shared.sh - what a shared library made of libpawl.a shows.
#
#   shared.sh FOLDER [CC]
#
# The archive is position independent, needs nothing but libc, and shows what the public headers
# declare with PAWL_API: all of that and no other name.
set -eu
cd "$(dirname "$0")/../.."
folder=$1
cc=${2:-cc}
library=$folder/libpawl-shared.so

$cc -shared -o "$library" -Wl,-z,text -Wl,-z,defs -Wl,--whole-archive "$folder/libpawl.a" \
    -Wl,--no-whole-archive "$folder/libfixmath.a"

nm -D --defined-only "$library" | awk 'NF == 3 && $2 != "A" { print $3 }' | sort -u \
    >"$folder/shared-shown"
tests/lint/public.sh >"$folder/shared-declared"
nm --defined-only -g "$folder/libpawl.a" | awk 'NF == 3 { print $3 }' | sort -u \
    >"$folder/shared-defined"
comm -12 "$folder/shared-declared" "$folder/shared-defined" >"$folder/shared-wanted"

if ! diff "$folder/shared-wanted" "$folder/shared-shown"; then
    echo "$library: < is public and hidden, > is shown and not public" >&2
    exit 1
fi
echo "shared: $(wc -l <"$folder/shared-shown") names, all of them public"
