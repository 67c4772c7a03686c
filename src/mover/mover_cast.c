/* mover_cast.c - how far a mover gets in a straight line.
 *
 * What moves is the mover with half a skin around it. A piece that is farther away is hit where
 * the shape cast says; one that is nearer already stops a movement that leads against it at once,
 * and none that leads along it or away: all of the piece lies behind the plane through its closest
 * point. Likewise a hit that only grazes is none: however far the movement goes on, it comes
 * nearer to that plane by PAWLI_GRAZE at most. */
#include "mover/mover.h"
#include "fx/range.h"

#include "world/tree.h"

#include <string.h>

/* False when a piece does not stop the movement. */
static bool cast_piece(const pawli_mover *mover, const pawli_shape *shape,
                       const pawli_shape_piece *piece, const pawli_frame *frame, pawl_vec2 position,
                       pawl_vec2 translation, pawl_query_hit *hit) {
    const pawli_frame own = pawli_mover_frame(position);
    const pawl_cast_hit found =
        pawli_cast_shape(&mover->probe, &own, translation, piece->convex, frame);
    if (!found.hit) return false;
    if (found.inside) {
        const pawli_mover_surface surface =
            pawli_mover_surface_measure(mover, shape, piece, frame, position);
        hit->fraction = 0;
        hit->point = surface.point;
        hit->normal = surface.normal;
        return surface.solid && pawli_goes_against(surface.normal, translation);
    }
    hit->fraction = found.fraction;
    hit->point = found.point;
    hit->normal = found.normal;
    return pawli_goes_against(found.normal, translation) &&
           pawli_mover_surface_stops(mover, shape, piece, frame, found.normal);
}

static bool cast_hit_precedes(const pawl_world *world, const pawl_query_hit *a,
                              const pawl_query_hit *b) {
    if (a->fraction != b->fraction) return a->fraction < b->fraction;
    const uint32_t serial_a = pawli_serial_of(world, a->shape);
    const uint32_t serial_b = pawli_serial_of(world, b->shape);
    return serial_a != serial_b ? serial_a < serial_b : a->part < b->part;
}

/* Whether *best, which may still be without a shape, gave way to a piece of a shape. */
static bool improve_cast(const pawli_mover *mover, uint16_t slot, pawl_box swept,
                         pawl_vec2 position, pawl_vec2 translation, pawl_query_hit *best) {
    const pawl_world *world = mover->world;
    const pawli_shape *shape = &pawli_shapes_const(world)[slot];
    const pawli_frame frame = pawli_frame_of_shape(world, shape);
    pawli_shape_piece_query visit = pawli_pieces_near(world, slot, &frame, swept);
    pawli_shape_piece piece;
    bool improved = false;
    while (pawli_shape_piece_next(&visit, &piece)) {
        pawl_query_hit hit;
        memset(&hit, 0, sizeof hit);
        hit.shape = pawli_pool_shape_id(world, slot);
        hit.part = piece.part;
        if (!cast_piece(mover, shape, &piece, &frame, position, translation, &hit)) continue;
        if (best->shape.index1 != 0 && !cast_hit_precedes(world, &hit, best)) continue;
        *best = hit;
        improved = true;
    }
    return improved;
}

bool pawli_mover_cast(const pawli_mover *mover, pawl_vec2 position, pawl_vec2 translation,
                      pawl_query_hit *out) {
    const pawl_world *world = mover->world;
    const pawli_frame own = pawli_mover_frame(position);
    memset(out, 0, sizeof *out);
    out->fraction = PAWL_UNIT;
    pawli_tree_cast cast;
    pawli_tree_cast_begin(world, pawli_box_of_convex(&mover->probe, &own), translation, &cast);
    for (;;) {
        const uint16_t slot = pawli_tree_cast_next(world, &cast);
        if (slot == PAWLI_NONE) return out->shape.index1 != 0;
        if (!pawli_sees(&mover->view, &pawli_shapes_const(world)[slot])) continue;
        if (improve_cast(mover, slot, cast.swept, position, translation, out)) {
            pawli_tree_cast_clip(&cast, out->fraction);
        }
    }
}

bool pawl_mover_cast(const pawl_world *world, const pawl_mover_def *def, pawl_vec2 position,
                     pawl_vec2 translation, pawl_query_hit *out) {
    pawli_mover mover;
    if (out == NULL) return false;
    memset(out, 0, sizeof *out);
    if (pawli_mover_def_prepare(world, def, &mover) != PAWL_OK || !pawli_is_position(position)) {
        return false;
    }
    if (!pawli_vec_in_range(translation, PAWL_STEP_MAX)) return false;
    return pawli_mover_cast(&mover, position, translation, out);
}
