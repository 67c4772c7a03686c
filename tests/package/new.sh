#!/usr/bin/env bash
# new.sh - what `pawl new` makes is built as its README says, and runs: alone, on two machines, in a
# window without a screen, on a board. raylib is in no package of Debian 12: its game is compiled
# against the declarations that it uses, and is not run. The game of LÖVE is of the same rules in Lua:
# its hashes are those of C, and it plays with that.
#
# usage: new.sh FOLDER     (of a build with pawl)
set -uo pipefail
# shellcheck source=tests/package/support.sh
. tests/package/support.sh
root=$PWD
pawl=$root/$1/pawl
cd "$work" || exit

# both: a host and a machine that joins it print the same hash.
both() {
    ./alone/alone host >host.out &
    sleep 0.2
    ./alone/alone 127.0.0.1 >guest.out || return 1
    wait $! || return 1
    grep -q '^tick 600 hash [0-9a-f]*$' host.out && diff <(tail -n 1 host.out) <(tail -n 1 guest.out) &&
        grep -qx 'the other machine is gone: left' host.out
}

# in_love ARGUMENT...: the game in LÖVE, on a screen in memory.
in_love() {
    LIBGL_ALWAYS_SOFTWARE=1 SDL_AUDIODRIVER=dummy timeout 60 xvfb-run -a love lovely "$@" --bots --ticks 600
}

# both_in_love: two machines with LÖVE; then one with it, and one of C that joins it.
both_in_love() {
    in_love host >host.out 2>&1 &
    in_love 127.0.0.1 >guest.out 2>&1 || { cat guest.out && return 1; }
    wait $! || { cat host.out && return 1; }
    grep -q '^tick 600 hash [0-9a-f]*$' host.out && diff <(tail -n 1 host.out) <(tail -n 1 guest.out)
}
love_and_c() {
    in_love host >host.out 2>&1 &
    ./alone/alone 127.0.0.1 >guest.out || { cat guest.out && return 1; }
    wait $! || { cat host.out && return 1; }
    # The host says goodbye, of which the guest may tell.
    grep -q '^tick 600 hash [0-9a-f]*$' host.out && diff <(tail -n 1 host.out) <(tail -n 1 guest.out)
}

says() {
    local text=$1
    shift
    ! "$@" >said 2>&1 && grep -qF "$text" said
}

expect alone_is_made "$pawl" new alone
expect alone_is_built make -s -C alone PAWL="$root" CFLAGS='-O1 -Werror -Wpedantic'
expect alone_runs sh -c "./alone/alone | grep -q '^tick 600 hash [0-9a-f]*$'"
expect it_runs_alike sh -c './alone/alone >first && ./alone/alone | diff first -'
expect both_agree both
# What differs is named, on both: a machine with another rule.
differs() {
    cp -r alone icy && sed -i 's/velocity.x += PAWL_UNITS(5)/velocity.x += PAWL_UNITS(4)/' icy/game.c &&
        make -s -C icy PAWL="$root" || return 1
    ./alone/alone host >host.out &
    ! ./icy/alone 127.0.0.1 >guest.out || return 1
    ! wait $! || return 1
    for said in host.out guest.out; do
        grep -q '^desync at tick [0-9]*$' $said && grep -q '^both machines repeat' $said &&
            grep -q '^position.x  a 0x.* b 0x' $said || return 1
    done
}
expect what_differs_is_named differs
expect pawl_is_missed says 'pkg-config knows no pawl' env PKG_CONFIG_LIBDIR=/nowhere make -s -C alone -B
expect clean_needs_no_pawl env PKG_CONFIG_LIBDIR=/nowhere make -s -C alone clean
make -s -C "$root" install PREFIX="$work/usr" >/dev/null
expect installed_is_built env PKG_CONFIG_PATH="$work/usr/lib/pkgconfig" make -s -C alone
expect installed_is_found sh -c './alone/alone | diff first -'
expect window_is_made "$pawl" new window --sdl
expect window_is_built make -s -C window PAWL="$root" CFLAGS='-O1 -Werror'
expect window_runs sh -c "SDL_VIDEODRIVER=dummy timeout 60 ./window/window --ticks 90 | grep -q '^tick 90 hash '"
expect raylib_is_made "$pawl" new ray --raylib
expect raylib_is_compiled cc -std=c11 -Wall -Wextra -Werror -fsyntax-only -I"$root/tests/package/raylib" \
    -I"$root/include" -I"$root/$1/include" ray/main.c ray/online.c ray/game.c
expect love_is_made "$pawl" new lovely --love
expect love_is_laid_out make -s -C lovely PAWL="$root"
if command -v love >/dev/null && command -v xvfb-run >/dev/null; then
    in_love >said 2>&1
    expect love_runs_as_c diff first said
    expect both_agree_in_love both_in_love
    expect love_agrees_with_c love_and_c
else
    skip "the game in LÖVE" "no love or no xvfb-run"
fi
expect board_is_made "$pawl" new board --board
expect board_is_built_and_runs sh -c "make -s -C '$root' board-program TARGET=cortex-m3 OPT=-Os \
    PROGRAM='$work/board/main.c $work/board/game.c' >board.out 2>&1 && grep -q '^hash [0-9a-f]' board.out"
expect it_comes_out_the_same sh -c '! grep DESYNC board.out'
expect no_folder_is_overwritten says 'alone: ' "$pawl" new alone
expect names_are_names says 'a name has' "$pawl" new ../alone
expect one_kind_alone says 'more than one type' "$pawl" new other --sdl --board
expect nothing_is_left_of_that test ! -e other

finish new
