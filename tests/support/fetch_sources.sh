#!/bin/sh
# fetch_sources.sh - sources of libraries that Debian has compiled for no browser: yajl, expat and
# zlib, with Debian's own changes, in build/sources/NAME.
#
#   fetch_sources.sh NAME...
#
# What upstream released is verified by its SHA-256, and Debian's changes by apt, which knows who
# signed its lists. Messages go to stderr.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)

say() {
    echo "sources: $*" >&2
}

fail() {
    say "$*"
    exit 1
}

# shellcheck source=tests/support/apt_sources.sh
. "$root/tests/support/apt_sources.sh"

# The release of upstream and its SHA-256.
released() {
    case $1 in
    yajl) echo yajl_2.1.0.orig.tar.gz 3fb73364a5a30efe615046d07e6db9d09fd2b41c763c5f7d3bfb121cd5c5ac5a ;;
    expat) echo expat_2.5.0.orig.tar.gz ab00ee05c7067fd10a35c5d2a4922ebba746ddd50ff83b79c828da17bbdf1757 ;;
    zlib) echo zlib_1.2.13.dfsg.orig.tar.bz2 71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1 ;;
    *) fail "$1 is not known" ;;
    esac
}

# A mirror may lack what its lists have of the newest version.
download_newest() {
    for version in $(private_apt apt-cache showsrc "$1" | sed -n 's/^Version: //p' | sort -Vru); do
        (cd "$work/download" && private_apt_get source "$1=$version") && return
        say "$1 $version: not to be had"
    done
    return 1
}

fetch() {
    name=$1
    target=$root/build/sources/$name
    [ ! -d "$target" ] || return 0
    # shellcheck disable=SC2046 # two words
    set -- $(released "$name")
    say "downloading $name"
    download_newest "$name" || { cat "$work/apt.log" >&2; fail "apt-get source $name failed"; }
    echo "$2  $work/download/$1" | sha256sum -c - >/dev/null 2>&1 ||
        fail "$1 is not the release that is known (SHA-256 differs)"
    mkdir -p "$root/build/sources"
    set -- "$work/download/$name"-*/
    mv "$1" "$target"
}

command -v apt-get >/dev/null 2>&1 || fail "there is no apt-get to fetch them with"
needed=
for name in "$@"; do
    [ -d "$root/build/sources/$name" ] || needed="$needed $name"
done
[ -n "$needed" ] || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
prepare_sources
for name in $needed; do
    fetch "$name"
done
