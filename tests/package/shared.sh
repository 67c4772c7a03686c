#!/usr/bin/env bash
# shared.sh - the library as it is installed: what the shared one shows, its links, programs that
# pkg-config links with either, and plug-ins of the archive; README's program has its hash in each.
#
# usage: shared.sh FOLDER CC     (of a build with libpawl.so)
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
folder=$1
cc=$2
prefix=/opt/pawl
lib=$work$prefix/lib

# ---- its names ---------------------------------------------------------------------------------
list=port/package/symbols.txt
expect its_names_are_listed port/package/symbols.sh "$folder/libpawl.so" --check $list
expect the_list_is_sorted sh -c "LC_ALL=C sort -uc $list"
expect names_are_public sh -c "[ \$(wc -l <$list) -gt 100 ] && ! grep -v '^pawl_' $list"

# refuses NAME TEXT: a list with that change, and says what to do.
refuses() {
    port/package/symbols.sh "$folder/libpawl.so" --check "$work/list" >"$work/told" 2>&1
    expect "$1_is_refused" [ $? = 1 ]
    expect "$1_is_named" grep -qx "    $2" "$work/told"
    expect "$1_can_be_accepted" grep -q "make symbols" "$work/told"
}
LC_ALL=C sort - $list <<<pawl_world_stop >"$work/list"
refuses a_lost_name pawl_world_stop
grep -vx pawl_world_step $list >"$work/list"
refuses a_new_name pawl_world_step

# ---- installed ---------------------------------------------------------------------------------
expect it_is_installed make --no-print-directory -s install DESTDIR="$work" PREFIX=$prefix
version=$(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --modversion pawl)
expect one_link_is_for_compilers [ "$(readlink "$lib/libpawl.so")" = libpawl.so.0 ]
expect one_link_is_for_programs [ "$(readlink "$lib/libpawl.so.0")" = "libpawl.so.$version" ]
readelf -d "$lib/libpawl.so" >"$work/elf"
expect it_has_a_soname grep -q 'soname: .libpawl\.so\.0.$' "$work/elf"
expect it_is_position_independent sh -c "! grep TEXTREL '$work/elf'"
expect it_needs_libc_alone [ "$(grep -c NEEDED "$work/elf")" = 1 ]
nm -u "$lib/libpawl.a" | awk '$1 == "U" { print $2 }' | sort -u >"$work/needed"
nm --defined-only -g "$lib/libpawl.a" | awk 'NF == 3 { print $3 }' | sort -u >"$work/defined"
expect the_archive_is_whole [ "$(comm -23 "$work/needed" "$work/defined" | grep -vE \
    '^(memcpy|memmove|memset|_GLOBAL_OFFSET_TABLE_)$')" = "" ]
expect it_has_names_of_its_own sh -c "[ -s '$work/defined' ] && ! grep -vE '^pawli?_' '$work/defined'"

# ---- programs ----------------------------------------------------------------------------------
export PKG_CONFIG_PATH="$lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$work" LD_LIBRARY_PATH="$lib"
write_readme_program "$work/game.c"
expect readme_is_built "$cc" -Iinclude -o "$work/readme" "$work/game.c" "$folder/libpawl.a" \
    "$folder/libfixmath.a"
"$work/readme" >"$work/hash"

# links NAME FILE [OPTION]...: a program that says what README's does.
links() {
    local name=$1 file=$2
    shift 2
    expect "${name}_is_linked" "$cc" -o "$work/$name" "$file" "$@"
    expect "${name}_has_the_hash" diff <("$work/$name" 2>&1) "$work/hash"
}
read -ra flags < <(pkg-config --cflags --libs pawl)
read -ra static < <(pkg-config --static --cflags --libs pawl)
links dynamic "$work/game.c" "${flags[@]}"
expect it_needs_the_library sh -c "readelf -d '$work/dynamic' | grep -q 'NEEDED.*libpawl\.so\.0'"
links static "$work/game.c" -static "${static[@]}"
links archive "$work/game.c" "-I$work$prefix/include" "$lib/libpawl.a"

# A program with a libfixmath of its own, which is another one, disturbs neither.
cp "$work/game.c" "$work/other.c"
for name in sqrt mul div sin add; do
    echo "int fix16_$name(int a) { return a + 1; }"
done >>"$work/other.c"
links dynamic-beside "$work/other.c" "${flags[@]}"
links archive-beside "$work/other.c" "-I$work$prefix/include" "$lib/libpawl.a"

# ---- plug-ins: shared objects that have the archive inside -----------------------------------------
cat >"$work/host.c" <<'PROGRAM'
#include <dlfcn.h>
int main(int count, char **files) {
    for (int i = 1; i < count; i++) {
        void *plug_in = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
        int (*game)(void);
        if (!plug_in) return 2;
        *(void **)&game = dlsym(plug_in, "game");
        if (!game) return 3;
        (void)game(); /* a main says nothing by its result where it is none */
    }
    return 0;
}
PROGRAM
expect a_host_is_built "$cc" -o "$work/host" "$work/host.c" -ldl
# plugs_in NAME LIBRARY...: the whole of it, also what README's program does not call.
plugs_in() {
    expect "$1_is_linked" "$cc" -shared -fPIC -Dmain=game -Wl,-z,defs,-z,text -o "$work/$1.so" \
        "$work/game.c" "-I$work$prefix/include" -Wl,--whole-archive "${@:2}" -Wl,--no-whole-archive
    expect "$1_needs_no_library_of_ours" sh -c "! readelf -d '$work/$1.so' | grep 'NEEDED.*pawl'"
}
plugs_in plug-in "$lib/libpawl.a"
plugs_in plug-in-udp "$lib/libpawl-udp.a" "$lib/libpawl.a"
expect plug_ins_have_the_hash diff <("$work/host" "$work/plug-in.so" "$work/plug-in-udp.so" 2>&1) \
    <(cat "$work/hash" "$work/hash")

expect it_is_uninstalled make --no-print-directory -s uninstall DESTDIR="$work" PREFIX=$prefix
expect nothing_is_left [ "$(find "$work/opt" ! -type d)" = "" ]
finish "shared library"
