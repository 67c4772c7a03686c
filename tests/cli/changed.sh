#!/bin/sh
# changed.sh - a source of the library with a mistake made on purpose, for programs in which `pawl
# bisect` and `pawl synctest` must find it.
#
# usage: changed.sh softer|forgetful|secretive|lying
set -eu
cd "$(dirname "$0")/../.."

# change FILE LINE-PATTERN REPLACEMENT: it must hit.
change() {
    grep -q "$2" "$1" || {
        echo "changed.sh: nothing to change in $1" >&2
        exit 1
    }
    sed "s/$2/$3/" "$1"
}

counters='memset(.world->counters, 0, sizeof world->counters);'
case $1 in
softer) # contacts give way more
    change src/solver/softness.c 'define HERTZ 30' 'define HERTZ 29'
    ;;
forgetful) # something that snapshots leave out decides what a step does
    change src/step/step.c "$counters" \
        'world->faults ^= world->counters.tree_height == 0 ? 2u : 0u; &'
    ;;
secretive) # something outside of the world does
    change src/step/step.c "$counters" \
        'static uint32_t steps; world->faults ^= ++steps % 64u == 0 ? 2u : 0u; &'
    ;;
lying) # snapshots tell a hash that their state does not have
    change src/state/encode.c 'pawl_world_hash_lanes(world, machine.best)' '1u ^ &'
    ;;
*)
    exit 2
    ;;
esac
