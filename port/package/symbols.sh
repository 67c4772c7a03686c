#!/bin/sh
# symbols.sh - the names that a library shows to programs, sorted, a name a line.
#
#   symbols.sh LIBRARY                  print them
#   symbols.sh LIBRARY --check LIST     whether they are those of the list; else what to do is said
#
# The library is a shared one of ELF or of macOS, or the import library (.dll.a) of one of Windows.
set -eu
LC_ALL=C
export LC_ALL

names() {
    case $1 in
    *.dll.a) "${NM:-x86_64-w64-mingw32-nm}" --defined-only -g "$1" | awk '$2 == "T" && $3 !~ /^_/ { print $3 }' ;;
    *.dylib) "${NM:-llvm-nm}" --defined-only -g "$1" | awk 'NF == 3 && sub(/^_/, "", $3) { print $3 }' ;;
    *) nm -D --defined-only "$1" | awk 'NF == 3 && $2 != "A" { print $3 }' ;;
    esac | sort -u
}

if [ "${2:-}" != --check ]; then
    names "$1"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
names "$1" >"$work/shown"
[ -s "$work/shown" ] || { echo "symbols: $1 shows no name" >&2; exit 1; }
comm -23 "$3" "$work/shown" >"$work/gone"
comm -13 "$3" "$work/shown" >"$work/new"
if [ -s "$work/gone" ]; then
    echo "symbols: programs that were linked with $1 no longer start, for it lacks:"
    sed 's/^/    /' "$work/gone"
    echo "If they are meant to go: docs/migration.md names what replaces them, then run: make symbols"
fi
if [ -s "$work/new" ]; then
    echo "symbols: $1 shows names that $3 does not have:"
    sed 's/^/    /' "$work/new"
    echo "If programs may call them: make symbols. Else make them static, or pawli_ without PAWL_API"
fi
[ ! -s "$work/gone" ] && [ ! -s "$work/new" ]
