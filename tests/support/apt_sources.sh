# apt_sources.sh - sources of packages from where this machine's apt has its packages, of Debian or
# Ubuntu, with $work as a folder for it; needs functions `say` and `fail`. To be sourced.
# shellcheck shell=sh disable=SC2154 # "work" is the caller's

# Entries of packages become entries of sources in $1/. apt reads files of both formats, one entry
# per line (*.list) and deb822 (*.sources), and any of them may have nothing but comments.
write_source_list() {
    etc=/etc/apt
    ! command -v apt-config >/dev/null 2>&1 || eval "$(apt-config shell etc Dir::Etc/d)"
    found=no
    for file in "$etc/sources.list" "$etc"/sources.list.d/*.list; do
        grep -qs '^deb[[:space:]]' "$file" || continue
        sed -n 's/^deb[[:space:]]/deb-src /p' "$file" >"$1/$(basename "$file" .list).list"
        found=yes
    done
    for file in "$etc"/sources.list.d/*.sources; do
        grep -qs '^Types:.*deb\b' "$file" || continue
        sed 's/^Types:.*$/Types: deb-src/' "$file" >"$1/$(basename "$file")"
        found=yes
    done
    [ "$found" = yes ] || fail "found no package sources in $etc"
}

# All of apt's state lives in the temporary folder: the machine's own lists stay as they are.
# The download runs as the present user because that folder is private to it.
private_apt() {
    "$@" -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/parts" \
        -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root
}

private_apt_get() {
    private_apt apt-get -q "$@" >>"$work/apt.log" 2>&1
}

# The list of source packages, in $work; what is downloaded goes to $work/download.
prepare_sources() {
    mkdir -p "$work/parts" "$work/lists/partial" "$work/cache/archives/partial" "$work/download"
    write_source_list "$work/parts"
    say "reading the list of source packages"
    private_apt_get update || say "apt-get update: some sources failed"
}
