#!/usr/bin/env bash
# libfixmath.sh - where the build gets libfixmath from: the layouts of apt's sources that Debian and
# Ubuntu have had, a tarball of the user's, a release, and what is said where there is none.
#
# usage: libfixmath.sh
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh

# A tree in which nothing was fetched yet.
mkdir -p "$work/tree/tests/support" "$work/apt/sources.list.d" "$work/listed"
cp tests/support/fetch_libfixmath.sh tests/support/apt_sources.sh "$work/tree/tests/support"
fetch=$work/tree/tests/support/fetch_libfixmath.sh
printf 'Dir::Etc "%s";\n' "$work/apt" >"$work/apt.conf"
export APT_CONFIG=$work/apt.conf
unset LIBFIXMATH_DIR LIBFIXMATH_TARBALL

# lists NAME EXPECTED: what apt is told, all files in a row.
lists() {
    rm -f "$work"/listed/*
    expect "$1_is_read" "$fetch" --list-sources "$work/listed"
    expect "$1_becomes_sources" diff <(printf '%s\n' "$2") <(cat "$work"/listed/* 2>/dev/null)
    rm -rf "$work/apt" && mkdir -p "$work/apt/sources.list.d"
}

write() {
    printf '%s\n' "$2" >"$work/apt/$1"
}

write sources.list.d/debian.sources $'# of the installer\nTypes: deb\nURIs: one\nSuites: bookworm\nComponents: main'
lists debian_12 $'# of the installer\nTypes: deb-src\nURIs: one\nSuites: bookworm\nComponents: main'
write sources.list '# Ubuntu sources have moved to /etc/apt/sources.list.d/ubuntu.sources'
write sources.list.d/ubuntu.sources $'Types: deb\nURIs: two\nSuites: noble noble-updates\nComponents: main universe'
lists ubuntu_24_04 $'Types: deb-src\nURIs: two\nSuites: noble noble-updates\nComponents: main universe'
write sources.list $'deb two jammy main universe\n# deb-src two jammy main\ndeb [arch=amd64] two jammy-updates main universe'
lists ubuntu_22_04 $'deb-src two jammy main universe\ndeb-src [arch=amd64] two jammy-updates main universe'
write sources.list.d/mirror.list 'deb three trixie main'
write sources.list.d/both.sources $'Types: deb deb-src\nURIs: four\nSuites: trixie\nComponents: main'
lists a_folder_of_both_formats $'Types: deb-src\nURIs: four\nSuites: trixie\nComponents: main\ndeb-src three trixie main'

# tells NAME TEXT ASSIGNMENT...: it fails, and says that, the tarball and its checksum.
tells() {
    local name=$1 text=$2
    shift 2
    env "$@" "$fetch" >"$work/out" 2>"$work/told"
    expect "$name" [ $? = 1 ]
    expect "${name}_is_told" grep -q "$text" "$work/told"
    expect "${name}_names_the_tarball" grep -qE 'libfixmath_[0-9].*\.orig\.tar\.xz' "$work/told"
    expect "${name}_names_its_checksum" grep -qE 'SHA-256 [0-9a-f]{64}' "$work/told"
}
tells no_sources "no package sources" A=1
echo no tarball >"$work/other.tar.xz"
tells another_tarball "SHA-256 differs" LIBFIXMATH_TARBALL="$work/other.tar.xz"
tells a_missing_tarball "there is no $work/nowhere" LIBFIXMATH_TARBALL="$work/nowhere"
tells an_empty_folder "holds no libfixmath/fix16.h" LIBFIXMATH_DIR="$work"
mkdir "$work/bin"
for tool in basename dirname mktemp rm sed sha256sum sh tar; do
    ln -s "$(command -v $tool)" "$work/bin"
done
tells no_apt "no apt-get" PATH="$work/bin"

# A release needs nothing: here is no apt-get, and no network.
rm -f build/pawl-*.tar.gz
expect a_release_is_made make --no-print-directory -s dist
expect it_is_unpacked tar -xf build/pawl-*.tar.gz -C "$work"
release=$(echo "$work"/pawl-*)
expect it_has_the_licence_of_libfixmath cmp build/libfixmath/LICENSE \
    "$release/build/libfixmath/LICENSE"
ln -s /bin/false "$work/bin/apt-get"
expect it_builds_without_a_network env PATH="$work/bin:$PATH" make --no-print-directory -s -C "$release" \
    build/single/pocket/pawl.c
expect what_it_builds_is_ours cmp build/single/pocket/pawl.c "$release/build/single/pocket/pawl.c"
finish libfixmath
