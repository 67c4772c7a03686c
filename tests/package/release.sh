#!/usr/bin/env bash
# release.sh - whether a release can be made: what says its version says the same one, the changelog
# has its date and its lines, which become the text of the tag, and all consumers are built from it
# where there is no network.
#
# usage: release.sh RELEASE VERSION     (build/pawl-VERSION.tar.gz)
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
release=$1
version=$2
notes=build/release-notes.txt

# The lines of this version, without its heading.
awk -v version="$version" '/^## / { inside = $2 == version; next } inside' CHANGELOG.md >"$notes"
heading=$(grep "^## $version" CHANGELOG.md)

is_clean() {
    [ -z "$(git status --porcelain)" ] || { git status --short && return 1; }
}

says_the_version() {
    tar -xOf "$release" "pawl-$version/include/pawl/base.h" | awk '/define PAWL_VERSION_/ { v = v s $3; s = "." } END { print v }' |
        grep -qx "$version"
}

# Without a network, where this user may have a space of its own; else it is said.
without_network() {
    if unshare -rn true 2>/dev/null; then
        unshare -rn tests/package/consumers.sh "$release"
    else
        skip "without a network" "unshare -rn is not allowed here"
        tests/package/consumers.sh "$release"
    fi
}

expect all_is_committed is_clean
expect the_release_has_the_version says_the_version
expect the_release_has_libfixmath tar -tf "$release" "pawl-$version/build/libfixmath/LICENSE"
expect the_changelog_has_the_version test -n "$heading"
expect it_has_lines grep -q '^- ' "$notes"
expect the_interface_keeps_its_promises make --no-print-directory -s abi-check
case $heading in
*unreleased*) echo "the changelog still says: $heading; write the date of the release there" ;;
esac
without_network
expect consumers_reach_the_hash [ $? = 0 ]
echo "the text of the tag is $notes: git tag -a v$version -F $notes"
finish release
