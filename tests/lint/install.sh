#!/bin/sh
# install.sh - installs into an empty folder and uses the result from outside the tree: the
# programs in README.md and docs/netplay.md, every header alone in C and in C++, and `pawl` itself.
set -eu
cd "$(dirname "$0")/../.."
root=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

attempt() {
    claim=$1
    shift
    if "$@" >"$work/output" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "install: $claim" >&2
        sed 's/^/    /' "$work/output" >&2
    fi
}

PREFIX=/opt/pawl
attempt "make install fails" make --no-print-directory -s install DESTDIR="$work" PREFIX=$PREFIX

export PKG_CONFIG_PATH="$work$PREFIX/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$work"
export LD_LIBRARY_PATH="$work$PREFIX/lib"
attempt "pkg-config does not know pawl" pkg-config --exists pawl
include=$(pkg-config --cflags pawl)
libraries=$(pkg-config --libs pawl)

# The first C block of a page that has a main function.
program_of() {
    awk '/^```c$/ { inside = 1; text = ""; next }
         /^```$/ && inside { inside = 0; if (text ~ /int main\(/) { printf "%s", text; exit } }
         inside { text = text $0 "\n" }' "$1"
}
program_of "$root/README.md" >"$work/readme.c"
program_of "$root/docs/netplay.md" >"$work/netplay.c"

cd "$work"
# shellcheck disable=SC2086 # the flags are meant to be split
{
    attempt "README.md has no C program" test -s readme.c
    attempt "the README program does not compile" \
        gcc -std=c11 -Wall -Wextra -Wpedantic -Werror $include readme.c -o readme \
        $libraries
    attempt "the README program fails" ./readme
    attempt "the program of netplay.md does not compile" \
        gcc -std=c11 -Wall -Wextra -Werror $include netplay.c -o netplay $libraries
    attempt "the program of netplay.md fails" ./netplay
    for header in "$work$PREFIX"/include/pawl/*.h; do
        name=pawl/$(basename "$header")
        printf '#include <%s>\nint main(void) { return 0; }\n' "$name" >header.c
        attempt "$name alone is not C11" \
            gcc -std=c11 -Wall -Wextra -Wpedantic -Werror $include -fsyntax-only header.c
        attempt "$name alone is not C++11" \
            clang++ -x c++ -std=c++11 -Wall -Wextra -Werror $include -fsyntax-only header.c
    done
}
attempt "the installed pawl does not run" "$work$PREFIX/bin/pawl" --help
for made in bash-completion/completions/pawl zsh/site-functions/_pawl man/man1/pawl.1; do
    attempt "$made does not tell of --limit" grep -qE 'limit' "$work$PREFIX/share/$made"
done

cd "$root"
attempt "make uninstall fails" make --no-print-directory -s uninstall DESTDIR="$work" PREFIX=$PREFIX
attempt "make uninstall leaves files" test -z "$(find "$work/opt" ! -type d)"

echo "install: $passed passed, $failed failed"
[ "$failed" = 0 ]
