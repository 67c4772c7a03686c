#!/usr/bin/env bash
# systems.sh - README's first command on machines that have nothing yet: Debian 12 and 13, and one
# whose apt has its sources as Ubuntu 24.04 does. debootstrap makes them in a folder, as small as it
# can and with make; each trial is in a copy, as root, in a chroot.
#
# usage: systems.sh RELEASE ARCHIVE [NAME]...    (build/pawl-VERSION.tar.gz; a tar file of git archive)
#
# Systems and packages stay in build/systems, so that a second run is quick; with REFRESH set they are
# made anew. A trial has its own name space of mounts and processes: nothing stays mounted or runs on,
# however this ends. What cannot be made here is told as "not run", and is no success.
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
# shellcheck source=tests/package/mirror.sh
. tests/package/mirror.sh
release=$(realpath "$1")
archive=$(realpath "$2")
shift 2
folder=$(basename "$release" .tar.gz)
systems=$PWD/build/systems
debs=$systems/debs
inside=
locked=
trap 'leave' EXIT
trap 'exit 1' HUP INT TERM

# inside_of OPTION... COMMAND...: in a name space of its own, which ends with the process that has it.
# That is waited for beside it, so that a signal is answered at once.
inside_of() {
    unshare --mount --pid --fork --kill-child "$@" &
    inside=$!
    wait "$inside"
    local status=$?
    inside=
    return $status
}

leave() {
    [ -z "$inside" ] || { kill -KILL "$inside" && wait "$inside"; } 2>/dev/null
    [ -z "$locked" ] || rm -rf "$systems/trial" "$systems/made"
    rm -rf "$work"
}

# ---- what README says -----------------------------------------------------------------------------
line=$(tar -xOf "$release" "$folder/README.md" |
    awk '/^## / { here = $0 == "## Quick start" } here && code { print; exit } { code = $0 == "```sh" }')
command=${line%%#*}
hash=$(grep -o 'hash is [0-9a-f]\{8\}' <<<"$line" | cut -d ' ' -f 3)
expect readme_has_a_first_command [ -n "${command// /}" ]
expect readme_says_its_hash [ -n "$hash" ]

# ---- how this machine's packages are found ----------------------------------------------------------
# with_apt COMMAND...: where apt's own files are those in $work/apt.
with_apt() {
    printf 'Dir::Etc "%s";\n' "$work/apt" >"$work/apt.conf"
    APT_CONFIG=$work/apt.conf "$@"
}

mkdir -p "$work/apt/sources.list.d" "$work/apt/apt.conf.d" "$work/root/etc/apt/apt.conf.d"
# Nobody has these names. What is commented out, disabled or no address of a network does not count.
zero=http://zero.invalid/d one=http://one.invalid/d two=https://two.invalid/d three=http://three.invalid/d
printf '%s\n' "# deb $zero bookworm main" "deb $one bookworm main contrib" "deb [arch=amd64] $two bookworm main" \
    'deb file:/srv/d bookworm main' >"$work/apt/sources.list"
printf '%s\n' 'Types: deb' "URIs: $three/" 'Suites: trixie trixie-updates' 'Components: main' \
    '' 'Types: deb' "URIs: $zero" 'Suites: trixie' 'Components: main' 'Enabled: no' \
    >"$work/apt/sources.list.d/debian.sources"
expect mirrors_of_both_formats_are_read diff <(with_apt mirror_addresses) <(printf '%s\n' "$one" "$three" "$two")
cat >"$work/apt/apt.conf.d/proxy" <<END
Acquire::http::Proxy "http://proxy.invalid:3128";
Acquire::http::Proxy::one.invalid "DIRECT";
Acquire::https::CaInfo "$work/apt.conf";
END
expect apts_proxy_is_taken_along diff <(with_apt mirror_wgetrc $three) \
    <(printf '%s\n' 'use_proxy = on' 'http_proxy = http://proxy.invalid:3128')
expect none_where_apt_has_none test -z "$(with_apt mirror_wgetrc $one)"
expect the_environment_s_too test "$(https_proxy=http://other.invalid:1 with_apt mirror_proxy $two)" = http://other.invalid:1
expect certificates_are_taken_along with_apt mirror_take_along "$work/root" $two
expect they_are_those_of_apt cmp "$work/apt.conf" "$work/root/etc/of-the-host.crt"

# ---- systems ------------------------------------------------------------------------------------------
# Why none can be made here; nothing where it can.
obstacle() {
    [ "$(id -u)" = 0 ] || { echo "needs root" && return; }
    tests/support/deps.sh systems >&2 || { echo "debootstrap is not to be had" && return; }
    command -v debootstrap >/dev/null || { echo "there is no debootstrap" && return; }
    [ -x /usr/lib/apt/apt-helper ] || { echo "there is no apt" && return; }
    unshare --mount --pid --fork --mount-proc true 2>/dev/null || echo "name spaces (unshare) are not allowed"
}

# make_system SUITE MIRROR: build/systems/SUITE, from which trials are copied. It has no lists of
# packages, as images of containers have none. Another run may be interrupted: only what is whole
# gets the name.
make_system() {
    local suite=$1 mirror=$2 begin=$SECONDS
    [ ! -d "$systems/$suite" ] || return 0
    rm -rf "$systems/made"
    mkdir -p "$debs"
    mirror_wgetrc "$mirror" >"$work/wgetrc"
    WGETRC=$work/wgetrc inside_of --mount-proc debootstrap --variant=minbase \
        --include=make --cache-dir="$debs" "$suite" "$systems/made" "$mirror" >"$work/made.log" 2>&1 || return
    rm -rf "$systems"/made/var/lib/apt/lists/* "$systems"/made/var/cache/apt/archives/*.deb
    mv "$systems/made" "$systems/$suite"
    echo "$suite: made in $((SECONDS - begin)) s"
}

# within COMMAND: in the copy, without anything of this machine's environment.
within() {
    inside_of --root="$systems/trial" --mount-proc env -i HOME=/root LC_ALL=C \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c "$1"
}

# How apt's sources are laid out: a line, as debootstrap writes it; a file as Debian 13's installer
# does; as Ubuntu 24.04, where the old file has a comment alone.
layout_line() {
    echo "deb $2 $1 main" >sources.list
}
layout_deb822() {
    rm -f sources.list
    printf '%s\n' 'Types: deb' "URIs: $2" "Suites: $1" 'Components: main' \
        'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg' >"sources.list.d/${3:-debian}.sources"
}
layout_ubuntu() {
    layout_deb822 "$1" "$2" ubuntu
    echo '# Ubuntu sources have moved to /etc/apt/sources.list.d/ubuntu.sources' >sources.list
}

# copy_system SUITE MIRROR LAYOUT: build/systems/trial, with both trees of sources.
copy_system() {
    local trial=$systems/trial
    rm -rf "$trial"
    cp -a "$systems/$1" "$trial" && cp -l "$debs"/*.deb "$trial/var/cache/apt/archives/" || return
    mirror_take_along "$trial" "$2"
    (cd "$trial/etc/apt" && "layout_$3" "$1" "$2")
    mkdir "$trial/root/git" && cp "$release" "$trial/root" && tar -xf "$release" -C "$trial/root" &&
        tar -xf "$archive" -C "$trial/root/git"
}

# first_command FOLDER: README's, with the hash.
first_command() {
    within "cd /root/$1 && ($command) 2>&1" >"$work/first.out"
    local status=$?
    cat "$work/first.out"
    [ $status = 0 ] && grep -qw "hash[= ]$hash" "$work/first.out"
}

compiler_is_silent() {
    ! grep 'warning:' "$work/first.out"
}

one_file() {
    within "cd /root/$folder && bash tests/package/consumers.sh /root/$(basename "$release") single" >"$work/single.out"
    cat "$work/single.out"
    grep -q '^consumers: 1 passed, 0 failed$' "$work/single.out"
}

# With what is newer than this machine's: both compilers, warnings as errors. The first command has
# compiled the program by gcc, in silence.
newer() {
    local by
    expect "$1: compilers_are_installed" within "cd /root/$folder && tests/support/deps.sh cross check clang pkg-config"
    for by in gcc/lib clang/all; do
        within "${by%/*} --version" | head -n 1
        expect "$1: ${by#*/}_by_${by%/*}" within "cd /root/$folder && make -s -j2 ${by#*/} CC=${by%/*} OPT=-O1 WERROR=-Werror"
        expect "$1: suites_by_${by%/*}" within "cd /root/$folder &&
            make -s -j2 test SUITE='world tree ray' CC=${by%/*} OPT=-O1 WERROR=-Werror"
        expect "$1: one_file_by_${by%/*}" within "cd /root/$folder && make -s single && for file in build/single/*/pawl.c; do
            ${by%/*} -std=c11 -O1 -Wall -Wextra -Werror -c -o /dev/null \$file || exit; done"
    done
}

# system NAME SUITE LAYOUT TREE [MORE]: TREE is that of the release, or `git`, of the git archive.
system() {
    local name=$1 suite=$2 layout=$3 tree=$4 more=${5:-} mirror begin=$SECONDS
    [ ${#chosen[@]} = 0 ] || [[ " ${chosen[*]} " == *" $name "* ]] || return 0
    [ -z "$obstacle" ] || { skip "$name" "$obstacle" && return; }
    mirror=$(mirror_of "$suite") || { skip "$name" "no source of this machine's apt has Debian's $suite, or there is no network" && return; }
    make_system "$suite" "$mirror" || { skip "$name" "debootstrap: $(tail -n 1 "$work/made.log")" && return; }

    expect "$name: it_is_copied" copy_system "$suite" "$mirror" "$layout"
    expect "$name: readme_s_first_command" first_command "$tree"
    expect "$name: without_a_warning" compiler_is_silent
    expect "$name: its_apt_has_libfixmath" within "cd /root/git && tests/support/fetch_libfixmath.sh &&
        cmp build/libfixmath/libfixmath/fix16.c ../$folder/build/libfixmath/libfixmath/fix16.c"
    expect "$name: one_file" one_file
    [ -z "$more" ] || "$more" "$name"
    cp -n "$systems"/trial/var/cache/apt/archives/*.deb "$debs"
    rm -rf "$systems/trial"
    echo "$name: $((SECONDS - begin)) s"
}

chosen=("$@")
obstacle=$(obstacle)
if [ -z "$obstacle" ]; then
    mkdir -p "$systems"
    exec {locked}>"$systems/lock" # there is one folder for trials: a second run waits
    flock "$locked"
    [ -z "${REFRESH:-}" ] || rm -rf "${systems:?}"/*/
fi
system debian-12 bookworm line "$folder"
system debian-13 trixie deb822 "$folder" newer
system ubuntu-layout bookworm ubuntu git
finish "fresh systems"
