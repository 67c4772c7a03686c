/* mover_surface.c - a mover beside one piece of a shape: how far apart, and whether it is in the
 * way. */
#include "mover/mover.h"

#include <string.h>

/* Whether a normal lies within 45 degrees of another direction. Exact: both are at most 2^60. */
static bool is_near_direction(pawl_rot normal, pawl_rot direction) {
    const int64_t along = pawli_rot_dot(normal, direction);
    const int64_t across = pawli_rot_cross(normal, direction);
    return along >= across && along >= -across;
}

/* One-way shapes and the one-way cells of tile maps carry what comes down on their upper side, +y
 * of their body, as in a step. */
static bool is_platform(const pawli_mover *mover, const pawli_shape *shape,
                        const pawli_shape_piece *piece) {
    const pawli_geometry *geometry = &pawli_geometries_const(mover->world)[shape->geometry];
    if (shape->flags & PAWLI_SHAPE_ONE_WAY) return true;
    return piece->one_sided && geometry->type == PAWLI_TILES;
}

/* One-sided segments of a chain stop what is in front of them, to the right, where their first
 * normal points. */
bool pawli_mover_surface_stops(const pawli_mover *mover, const pawli_shape *shape,
                               const pawli_shape_piece *piece, const pawli_frame *frame,
                               pawl_rot normal) {
    if (is_platform(mover, shape, piece)) {
        const pawl_rot up = {-frame->rotation.s, frame->rotation.c};
        return !mover->drops && is_near_direction(normal, up);
    }
    if (!piece->one_sided) return true;
    return pawli_rot_dot(normal, pawli_turn(frame->rotation, piece->convex->normals[0])) > 0;
}

/* How deep the mover may be in something that it could pass and is still carried by it: the slop,
 * and what the piece itself has moved towards it in the last step. The speed and the rate
 * are below 2^31, so their product is below 2^62. */
static int64_t carried_depth(const pawli_mover *mover, const pawli_shape *shape,
                             const pawli_mover_surface *surface) {
    const pawl_world *world = mover->world;
    const pawl_vec2 velocity =
        pawl_body_get_velocity_at(world, pawli_pool_body_id(world, shape->body), surface->point);
    const int64_t speed = pawli_length_along(surface->normal, velocity);
    if (speed <= 0) return mover->slop;
    return mover->slop + speed * mover->rate_denominator / mover->rate_numerator;
}

pawli_mover_surface pawli_mover_surface_measure(const pawli_mover *mover, const pawli_shape *shape,
                                                const pawli_shape_piece *piece,
                                                const pawli_frame *frame, pawl_vec2 position) {
    pawli_mover_surface surface;
    memset(&surface, 0, sizeof surface);
    const pawli_frame own = pawli_mover_frame(position);
    const pawl_distance distance = pawli_closest(piece->convex, frame, &mover->core, &own);
    surface.left_out = mover->drops && is_platform(mover, shape, piece);
    surface.normal = distance.normal;
    surface.separation = distance.distance;
    surface.point = pawl_vec2_add(frame->position, distance.point_a);
    if (distance.distance == 0) {
        const pawl_translation out =
            pawli_translation_minimum(piece->convex, frame, &mover->core, &own);
        surface.normal = out.normal;
        surface.separation = pawl_neg(out.depth);
    }
    const bool passable = piece->one_sided || is_platform(mover, shape, piece);
    const bool ignored = surface.separation < 0 && passable &&
                         -(int64_t)surface.separation > carried_depth(mover, shape, &surface);
    surface.solid =
        !ignored && pawli_mover_surface_stops(mover, shape, piece, frame, surface.normal);
    return surface;
}
