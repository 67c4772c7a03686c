/* mover_surface.c - a mover beside one piece of a shape: how far apart, and whether it is in the
 * way. */
#include "base/optional.h"
#include "mover/mover.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_soft_piece_find_place);
PAWLI_OPTIONAL(pawli_soft_piece_velocity);

/* Whether a normal lies within 45 degrees of another direction. Exact: both are at most 2^60. */
static bool is_near_direction(pawl_rot normal, pawl_rot direction) {
    const int64_t along = pawli_rot_dot(normal, direction);
    const int64_t across = pawli_rot_cross(normal, direction);
    return along >= across && along >= -across;
}

/* One-way shapes and the one-way cells of tile maps carry what comes down on their upper side, +y
 * of their body, as in a step. */
static bool is_platform(const pawli_mover *mover, const pawli_mover_obstacle *obstacle) {
    const pawli_shape *shape = obstacle->shape;
    if (PAWL_WITH_SOFT && shape == NULL) return false;
    const pawli_geometry *geometry = &pawli_geometries_const(mover->world)[shape->geometry];
    if (shape->flags & PAWLI_SHAPE_ONE_WAY) return true;
    return obstacle->piece->one_sided && geometry->type == PAWLI_TILES;
}

pawli_found pawli_mover_surface_found(const pawli_mover *mover,
                                      const pawli_mover_obstacle *obstacle) {
    pawli_found found = {{0, 0}, {0, 0}, obstacle->piece->part};
    if (PAWL_WITH_SOFT && obstacle->shape == NULL) {
        found.soft = pawli_pool_soft_id(mover->world, obstacle->slot);
    } else {
        found.shape = pawli_pool_shape_id(mover->world, obstacle->slot);
    }
    return found;
}

/* One-sided segments of a chain, and links of an outline, stop what is in front of them, to the
 * right, where their first normal points. */
bool pawli_mover_surface_stops(const pawli_mover *mover, const pawli_mover_obstacle *obstacle,
                               pawl_rot normal) {
    const pawl_rot rotation = obstacle->frame->rotation;
    if (is_platform(mover, obstacle)) {
        const pawl_rot up = {-rotation.s, rotation.c};
        return !mover->drops && is_near_direction(normal, up);
    }
    if (!obstacle->piece->one_sided) return true;
    return pawli_rot_dot(normal, pawli_turn(rotation, obstacle->piece->convex->normals[0])) > 0;
}

static pawl_vec2 velocity_of_obstacle(const pawli_mover *mover,
                                      const pawli_mover_obstacle *obstacle, pawl_vec2 point) {
    const pawl_world *world = mover->world;
    pawli_soft_place place;
    if (!PAWL_WITH_SOFT || obstacle->shape != NULL)
        return pawl_body_get_velocity_at(world, pawli_pool_body_id(world, obstacle->shape->body),
                                         point);
    if (!pawli_soft_piece_find_place(world, obstacle->slot, obstacle->piece->part, point, &place))
        return pawl_vec2_make(0, 0);
    return pawli_soft_piece_velocity(world, obstacle->slot, &place);
}

/* How deep the mover may be in something that it could pass and is still carried by it: the slop,
 * and what the piece itself has moved towards it in the last step. The speed and the rate
 * are below 2^31, so their product is below 2^62. */
static int64_t carried_depth(const pawli_mover *mover, const pawli_mover_obstacle *obstacle,
                             const pawli_mover_surface *surface) {
    const pawl_vec2 velocity = velocity_of_obstacle(mover, obstacle, surface->point);
    const int64_t speed = pawli_length_along(surface->normal, velocity);
    if (speed <= 0) return mover->slop;
    return mover->slop + speed * mover->rate_denominator / mover->rate_numerator;
}

pawli_mover_surface pawli_mover_surface_measure(const pawli_mover *mover,
                                                const pawli_mover_obstacle *obstacle,
                                                pawl_vec2 position) {
    const pawli_shape_piece *piece = obstacle->piece;
    const pawli_frame *frame = obstacle->frame;
    pawli_mover_surface surface;
    memset(&surface, 0, sizeof surface);
    const pawli_frame own = pawli_mover_frame(position);
    const pawl_distance distance = pawli_closest(piece->convex, frame, &mover->core, &own);
    surface.left_out = mover->drops && is_platform(mover, obstacle);
    surface.normal = distance.normal;
    surface.separation = distance.distance;
    surface.point = pawl_vec2_add(frame->position, distance.point_a);
    if (distance.distance == 0) {
        const pawl_translation out =
            pawli_translation_minimum(piece->convex, frame, &mover->core, &own);
        if (out.overlap) surface.normal = out.normal; /* else they just touch */
        surface.separation = pawl_neg(out.depth);
    }
    const bool passable = piece->one_sided || is_platform(mover, obstacle);
    const bool ignored = surface.separation < 0 && passable &&
                         -(int64_t)surface.separation > carried_depth(mover, obstacle, &surface);
    surface.solid = !ignored && pawli_mover_surface_stops(mover, obstacle, surface.normal);
    return surface;
}
