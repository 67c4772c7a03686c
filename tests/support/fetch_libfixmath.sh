#!/bin/sh
# fetch_libfixmath.sh - puts the pinned libfixmath source where the build looks for it.
#
# Order: $LIBFIXMATH_DIR if set (only checked), the copy fetched earlier in build/libfixmath, the
# source tarball that Debian 12 ships, taken from this machine's own Debian mirror and verified by
# its SHA-256. Messages go to stderr; the folder that holds libfixmath/fix16.h goes to stdout.
#
# We build libfixmath ourselves because the packaged archive has other options compiled in: its
# division is off by one raw unit for 0.13 % of inputs, and it keeps 112 KiB of unlocked caches.
set -eu

package=libfixmath
tarball_pattern='libfixmath_*.orig.tar.xz'
sha256=38a93f38bcf2b6fbc00bfc4e10905f8f012cc72943ec5eed69a459c3bc0349e0

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
target=$root/build/libfixmath

say() {
    echo "libfixmath: $*" >&2
}

fail() {
    say "$*"
    say "alternatively set LIBFIXMATH_DIR to a folder that holds libfixmath/fix16.h"
    exit 1
}

# The Debian entries of this machine's package sources, turned into source entries in $1/.
# Both file formats are understood: deb822 (debian.sources) and one line per entry (sources.list).
write_source_list() {
    deb822=/etc/apt/sources.list.d/debian.sources
    one_line=/etc/apt/sources.list
    if [ -f "$deb822" ]; then
        sed 's/^Types:.*$/Types: deb-src/' "$deb822" >"$1/libfixmath.sources"
    elif [ -f "$one_line" ] && grep -q '^deb[[:space:]]' "$one_line"; then
        sed -n 's/^deb[[:space:]]/deb-src /p' "$one_line" >"$1/libfixmath.list"
    else
        fail "found no Debian package sources in /etc/apt"
    fi
}

# All of apt's state lives in the temporary folder: the machine's own lists stay as they are.
# The download runs as the present user because that folder is private to it.
private_apt_get() {
    apt-get -q \
        -o Dir::Etc::sourcelist=/dev/null \
        -o Dir::Etc::sourceparts="$work/parts" \
        -o Dir::State::lists="$work/lists" \
        -o Dir::Cache="$work/cache" \
        -o APT::Sandbox::User=root \
        "$@" >>"$work/apt.log" 2>&1
}

download() {
    mkdir -p "$work/parts" "$work/lists/partial" "$work/cache/archives/partial" "$work/download"
    write_source_list "$work/parts"
    say "reading the list of Debian source packages"
    private_apt_get update || { cat "$work/apt.log" >&2; fail "apt-get update failed"; }
    say "downloading the source tarball"
    (cd "$work/download" && private_apt_get source --tar-only --download-only "$package") ||
        { cat "$work/apt.log" >&2; fail "apt-get source failed"; }
}

# apt decompresses the tarball itself, so that no xz program is needed.
# The copy appears under its final name in one move, so an interrupted run leaves no half copy.
unpack() {
    # shellcheck disable=SC2086 # the pattern is meant to expand to the one file downloaded
    tarball=$(ls "$work"/download/$tarball_pattern) || fail "the download left no tarball"
    echo "$sha256  $tarball" | sha256sum -c - >/dev/null 2>&1 ||
        fail "the tarball is not the pinned one (SHA-256 differs)"
    mkdir -p "$work/source" "$root/build"
    /usr/lib/apt/apt-helper cat-file "$tarball" | tar -xf - -C "$work/source"
    [ -f "$work/source/libfixmath/fix16.h" ] || fail "the tarball holds no libfixmath/fix16.h"
    rm -rf "$target"
    mv "$work/source" "$target"
}

if [ -n "${LIBFIXMATH_DIR:-}" ]; then
    [ -f "$LIBFIXMATH_DIR/libfixmath/fix16.h" ] ||
        fail "LIBFIXMATH_DIR=$LIBFIXMATH_DIR holds no libfixmath/fix16.h"
    say "using $LIBFIXMATH_DIR"
    echo "$LIBFIXMATH_DIR"
    exit 0
fi

if [ ! -f "$target/libfixmath/fix16.h" ]; then
    for tool in apt-get sha256sum tar; do
        command -v "$tool" >/dev/null 2>&1 || fail "needs $tool (Debian or a derivative)"
    done
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' HUP INT TERM
    download
    unpack
    say "unpacked to $target"
fi
echo "$target"
