#!/bin/sh
# linked.sh - a program of boxes alone is linked without the features that it does not use.
#
#   linked.sh BUILD [NM]
#
# BUILD has the objects of the library, pyramid-board, bare and unlinked, which make boxes and
# nothing else (unlinked loads snapshots), and golden and pawl, which make everything.
set -eu
cd "$(dirname "$0")/../.."
build=$1
nm=${2:-nm}
passed=0
failed=0

# Functions that a program must not have. FEATURE FILES.. [-- ALLOWED]
lacks() {
    program=$1 feature=$2
    shift 2
    "$nm" --defined-only "$@" 2>/dev/null | awk 'NF == 3 && $2 ~ /[Tt]/ { sub(/\..*/, "", $3); print $3 }' |
        sort -u >"$build/linked.names"
    # What the layout of memory asks, and what any object has.
    grep -vxE '(pawli|map)_soft_scratch_[a-z]*|map_soft_scratch' "$build/linked.names" >"$build/linked.feature"
    found=$("$nm" --defined-only "$build/$program" | awk 'NF == 3 { sub(/\..*/, "", $3); print $3 }' |
        sort -u | comm -12 - "$build/linked.feature")
    if [ -s "$build/linked.feature" ] && [ -z "$found" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$program is linked with $feature:" "$found" >&2
    fi
}

# The names are those that a program has which uses them.
has() {
    if "$nm" --defined-only "$build/$1" | grep -qw "$2"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1 has no $2" >&2
    fi
}

for program in pyramid-board bare unlinked; do
    lacks "$program" "soft bodies" "$build"/obj/src/soft/*.o
    lacks "$program" joints "$build"/obj/src/joint/*.o "$build"/obj/src/step/joint_rows.o
    lacks "$program" terrain "$build"/obj/src/world/terrain.o "$build"/obj/src/world/surface.o \
        "$build"/obj/src/world/tiles.o "$build"/obj/src/world/shape_piece.o "$build"/obj/src/collide/edge.o
    lacks "$program" "body events" "$build"/obj/src/step/body_event.o
    lacks "$program" shifts "$build"/obj/src/world/origin.o
    lacks "$program" "worlds that go round" "$build"/obj/src/period/period.o "$build"/obj/src/period/period_image.o
done
for program in pyramid-board bare; do
    lacks "$program" events "$build"/obj/src/world/event_add.o "$build"/obj/src/step/hit.o
    lacks "$program" polygons "$build"/obj/src/geom/polygon.o "$build"/obj/src/geom/moments_outline.o
    lacks "$program" "the making of circles" "$build"/obj/src/geom/circle.o
done
has golden pawli_soft_solve
has pawl pawli_origin_hash
has pawl pawli_event_add_hit
has pawl pawli_joint_rows_prepare
has golden pawli_edge_collide
has unlinked pawl_make_polygon # snapshots hold any
has unlinked pawl_make_circle
has pyramid-board pawli_collide_round # continuous collision
has unlinked pawli_collide_round
has golden pawli_collide_round
has pawl pawli_tiles_find
"$build/unlinked"
"$build/bare"
echo "linked: $passed passed, $failed failed"
[ "$failed" = 0 ]
