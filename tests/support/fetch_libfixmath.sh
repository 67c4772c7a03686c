#!/bin/sh
# fetch_libfixmath.sh - puts the pinned libfixmath source where the build looks for it.
#
# Order: $LIBFIXMATH_DIR if set (only checked), the copy fetched earlier in build/libfixmath, which
# releases bring along, $LIBFIXMATH_TARBALL, and the same source tarball from where this machine's apt
# has its packages, of Debian or Ubuntu. A tarball is verified by its SHA-256. Messages go to stderr;
# the folder that holds libfixmath/fix16.h goes to stdout.
#
#   fetch_libfixmath.sh
#   fetch_libfixmath.sh --list-sources FOLDER    only what apt would be told, for tests
#
# We build libfixmath ourselves because the packaged archive has other options compiled in: its
# division is off by one raw unit for 0.13 % of inputs, and it keeps 112 KiB of unlocked caches.
set -eu

package=libfixmath
tarball_name=libfixmath_0~20220222.orig.tar.xz
sha256=38a93f38bcf2b6fbc00bfc4e10905f8f012cc72943ec5eed69a459c3bc0349e0

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
target=$root/build/libfixmath

say() {
    echo "libfixmath: $*" >&2
}

fail() {
    say "$*"
    say "other ways: LIBFIXMATH_TARBALL=path of $tarball_name"
    say "    (of the source package libfixmath of Debian 12; SHA-256 $sha256),"
    say "or LIBFIXMATH_DIR=a folder that holds libfixmath/fix16.h"
    exit 1
}

# shellcheck source=tests/support/apt_sources.sh
. "$root/tests/support/apt_sources.sh"

download() {
    prepare_sources
    say "downloading the source tarball"
    (cd "$work/download" && private_apt_get source --tar-only --download-only "$package") ||
        { cat "$work/apt.log" >&2; fail "apt-get source failed"; }
}

# apt decompresses the tarball itself, so that no xz program is needed where there is apt.
decompress() {
    if [ -x /usr/lib/apt/apt-helper ]; then /usr/lib/apt/apt-helper cat-file "$1"; else xz -dc "$1"; fi
}

# The copy appears under its final name in one move, so an interrupted run leaves no half copy.
unpack() {
    [ -f "$1" ] || fail "there is no $1"
    echo "$sha256  $1" | sha256sum -c - >/dev/null 2>&1 ||
        fail "$1 is not the pinned tarball (SHA-256 differs)"
    mkdir -p "$work/source" "$root/build"
    decompress "$1" | tar -xf - -C "$work/source"
    [ -f "$work/source/libfixmath/fix16.h" ] || fail "the tarball holds no libfixmath/fix16.h"
    rm -rf "$target"
    mv "$work/source" "$target"
}

if [ "${1:-}" = --list-sources ]; then
    write_source_list "$2"
    exit 0
fi

if [ -n "${LIBFIXMATH_DIR:-}" ]; then
    [ -f "$LIBFIXMATH_DIR/libfixmath/fix16.h" ] ||
        fail "LIBFIXMATH_DIR=$LIBFIXMATH_DIR holds no libfixmath/fix16.h"
    say "using $LIBFIXMATH_DIR"
    echo "$LIBFIXMATH_DIR"
    exit 0
fi

if [ ! -f "$target/libfixmath/fix16.h" ]; then
    for tool in sha256sum tar; do
        command -v "$tool" >/dev/null 2>&1 || fail "needs $tool"
    done
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' HUP INT TERM
    tarball=${LIBFIXMATH_TARBALL:-}
    if [ -z "$tarball" ]; then
        command -v apt-get >/dev/null 2>&1 || fail "there is no apt-get to fetch it with"
        download
        tarball=$work/download/$tarball_name
    fi
    unpack "$tarball"
    say "unpacked to $target"
fi
echo "$target"
