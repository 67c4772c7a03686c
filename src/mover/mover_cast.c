/* mover_cast.c - how far a mover gets in a straight line.
 *
 * What moves is the mover with half a skin around it. A piece that is farther away is hit where
 * the shape cast says; one that is nearer already stops a movement that leads against it at once,
 * and none that leads along it or away: all of the piece lies behind the plane through its closest
 * point. Likewise a hit that only grazes is none: however far the movement goes on, it comes
 * nearer to that plane by PAWLI_GRAZE at most. What touches already stops these, too: with every
 * cast the mover would get in by so much. */
#include "base/optional.h"
#include "mover/mover.h"
#include "fx/range.h"

#include "period/period_image.h"
#include "world/tree.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_period_image_begin);
PAWLI_OPTIONAL(pawli_period_image_next);
PAWLI_OPTIONAL(pawli_soft_piece_next);

/* Whether a displacement leads into what the mover touches, however little. */
static bool presses_in(const pawli_mover_surface *surface, pawl_vec2 translation) {
    return surface->separation <= 0 && pawli_project(surface->normal, translation) < 0;
}

/* False when a piece does not stop the movement. */
static bool cast_piece(const pawli_mover *mover, const pawli_mover_obstacle *obstacle,
                       pawl_vec2 position, pawl_vec2 translation, pawl_query_hit *hit) {
    const pawli_frame own = pawli_mover_frame(position);
    const pawl_cast_hit found = pawli_cast_shape(&mover->probe, &own, translation,
                                                 obstacle->piece->convex, obstacle->frame);
    if (!found.hit) return false;
    if (found.inside) {
        const pawli_mover_surface surface = pawli_mover_surface_measure(mover, obstacle, position);
        hit->fraction = 0;
        hit->point = surface.point;
        hit->normal = surface.normal;
        return surface.solid && (pawli_goes_against(surface.normal, translation) ||
                                 presses_in(&surface, translation));
    }
    hit->fraction = found.fraction;
    hit->point = found.point;
    hit->normal = found.normal;
    return pawli_goes_against(found.normal, translation) &&
           pawli_mover_surface_stops(mover, obstacle, found.normal);
}

static bool cast_hit_precedes(const pawl_world *world, const pawl_query_hit *a,
                              const pawl_query_hit *b) {
    if (a->fraction != b->fraction) return a->fraction < b->fraction;
    const pawli_found of_a = {a->shape, a->soft, a->part}, of_b = {b->shape, b->soft, b->part};
    return pawli_query_precedes(world, &of_a, &of_b);
}

/* Whether *best, which may still be of nothing, gave way to a piece. */
static bool improve_by_piece(const pawli_mover *mover, const pawli_mover_obstacle *obstacle,
                             pawl_vec2 position, pawl_vec2 translation, pawl_query_hit *best) {
    const pawli_found found = pawli_mover_surface_found(mover, obstacle);
    pawl_query_hit hit;
    memset(&hit, 0, sizeof hit);
    hit.shape = found.shape;
    hit.soft = found.soft;
    hit.part = found.part;
    if (!cast_piece(mover, obstacle, position, translation, &hit)) return false;
    if (pawli_is_found(best->shape, best->soft) && !cast_hit_precedes(mover->world, &hit, best))
        return false;
    *best = hit;
    return true;
}

static bool improve_cast(const pawli_mover *mover, uint16_t slot, pawl_box swept,
                         pawl_vec2 position, pawl_vec2 translation, pawl_query_hit *best) {
    const pawl_world *world = mover->world;
    const pawli_shape *shape = &pawli_shapes_const(world)[slot];
    const pawli_frame frame = pawli_frame_of_shape(world, shape);
    pawli_shape_piece_query visit = pawli_pieces_near(world, slot, &frame, swept);
    pawli_shape_piece piece;
    const pawli_mover_obstacle obstacle = {shape, &piece, &frame, slot};
    bool improved = false;
    while (pawli_shape_piece_next(&visit, &piece)) {
        if (improve_by_piece(mover, &obstacle, position, translation, best)) improved = true;
    }
    return improved;
}

static void improve_cast_by_softs(const pawli_mover *mover, pawl_box swept, pawl_vec2 position,
                                  pawl_vec2 translation, pawl_query_hit *best) {
    const pawl_world *world = mover->world;
    pawli_soft_piece_query pieces;
    uint16_t at = pawli_query_first_soft(world, &mover->view);
    for (; (at = pawli_query_soft_near(world, &mover->view, at, swept, &pieces)) != PAWLI_NONE;
         at = pawli_query_after_soft(world, at)) {
        pawli_shape_piece piece;
        pawli_frame frame;
        const pawli_mover_obstacle obstacle = {NULL, &piece, &frame, at};
        while (pawli_soft_piece_next(&pieces, &piece, &frame))
            improve_by_piece(mover, &obstacle, position, translation, best);
    }
}

/* In a world as it is stored. */
static void cast_image(const pawli_mover *mover, pawl_vec2 position, pawl_vec2 translation,
                       pawl_query_hit *out) {
    const pawl_world *world = mover->world;
    const pawli_frame own = pawli_mover_frame(position);
    pawli_tree_cast cast;
    pawli_tree_cast_begin(world, pawli_box_of_convex(&mover->probe, &own), translation, &cast);
    if (PAWL_WITH_PERIODS && pawli_is_found(out->shape, out->soft))
        pawli_tree_cast_clip(&cast, out->fraction);
    for (;;) {
        const uint16_t slot = pawli_tree_cast_next(world, &cast);
        if (slot == PAWLI_NONE) break;
        if (!pawli_sees(&mover->view, &pawli_shapes_const(world)[slot])) continue;
        if (improve_cast(mover, slot, cast.swept, position, translation, out)) {
            pawli_tree_cast_clip(&cast, out->fraction);
        }
    }
    if (mover->view.soft) improve_cast_by_softs(mover, cast.swept, position, translation, out);
}

/* All that a mover sweeps over. */
static pawl_box swept_by(const pawli_mover *mover, pawl_vec2 position, pawl_vec2 translation) {
    const pawli_frame own = pawli_mover_frame(position);
    return pawli_tree_swept(pawli_box_of_convex(&mover->probe, &own), translation);
}

bool pawli_mover_cast(const pawli_mover *mover, pawl_vec2 position, pawl_vec2 translation,
                      pawl_query_hit *out) {
    const bool round = pawli_way_goes_round(mover->world);
    memset(out, 0, sizeof *out);
    out->fraction = PAWL_UNIT;
    if (!round) {
        cast_image(mover, position, translation, out);
        return pawli_is_found(out->shape, out->soft);
    }
    pawli_images images;
    for (bool more =
             pawli_images_begin(mover->world, swept_by(mover, position, translation), &images);
         more; more = pawli_images_next(&images)) {
        pawl_query_hit hit = *out;
        cast_image(mover, pawl_vec2_add(position, images.offset), translation, &hit);
        const bool better = hit.fraction != out->fraction ||
                            hit.shape.index1 != out->shape.index1 || hit.part != out->part;
        if (better) hit.point = pawl_vec2_sub(hit.point, images.offset);
        *out = hit;
    }
    return pawli_is_found(out->shape, out->soft);
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
