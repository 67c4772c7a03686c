/* fracture_parts.c - what can be cut of a shape: a polygon with its very corners, or one that is
 * inscribed in a round shape. */
#include "fracture/fracture.h"

#include <string.h>

/* A point on the rounding around a corner. */
static pawl_vec2 on_arc(pawl_vec2 corner, pawl_fx radius, pawl_rot direction) {
    return pawl_vec2_add(corner, pawl_rotate(direction, pawl_vec2_make(radius, 0)));
}

/* Each sum is at most 2^60 and a few raw units more. */
static pawl_rot turn_direction(pawl_rot direction, pawl_angle by) {
    const pawl_rot turn = pawl_rot_from_angle(by);
    pawl_rot out;
    out.c = (int32_t)pawli_near((int64_t)direction.c * turn.c - (int64_t)direction.s * turn.s, 30);
    out.s = (int32_t)pawli_near((int64_t)direction.s * turn.c + (int64_t)direction.c * turn.s, 30);
    return out;
}

/* Q2.30 halves: the sum of two unit vectors fits. */
static pawl_rot lies_between_ends(pawl_rot a, pawl_rot b) {
    return pawl_vec2_normalize(pawl_vec2_make(a.c / 2 + b.c / 2, a.s / 2 + b.s / 2));
}

#define TURN_6 UINT32_C(0x2AAAAAAB) /* a sixth of a turn */

/* As many points for each corner as there is room for: on the ends of its arc and between. */
static int32_t round_corners(const pawl_convex *convex, pawl_vec2 *out) {
    const int per_corner = PAWL_POLYGON_MAX / convex->count;
    int32_t count = 0;
    for (int i = 0; i < convex->count; i++) {
        const pawl_vec2 corner = convex->vertices[i];
        const pawl_rot from = convex->normals[i > 0 ? i - 1 : convex->count - 1];
        const pawl_rot to = convex->normals[i];
        if (per_corner == 1) {
            out[count++] = on_arc(corner, convex->radius, lies_between_ends(from, to));
            continue;
        }
        out[count++] = on_arc(corner, convex->radius, from);
        if (per_corner == 4) {
            out[count++] = on_arc(corner, convex->radius, turn_direction(from, TURN_6));
            out[count++] = on_arc(corner, convex->radius, turn_direction(from, 2 * TURN_6));
        }
        out[count++] = on_arc(corner, convex->radius, to);
    }
    return count;
}

static int32_t round_circle(const pawl_convex *convex, pawl_vec2 *out) {
    for (uint32_t i = 0; i < PAWL_POLYGON_MAX; i++) {
        const pawl_angle angle = (pawl_angle)((UINT64_C(1) << 32) / PAWL_POLYGON_MAX * i);
        out[i] = on_arc(convex->vertices[0], convex->radius, pawl_rot_from_angle(angle));
    }
    return PAWL_POLYGON_MAX;
}

int32_t pawli_fracture_parts_of(const pawl_world *world, const pawli_shape *shape,
                                pawl_vec2 out[PAWLI_PART_MAX]) {
    const pawli_geometry *geometry = &pawli_geometries_const(world)[shape->geometry];
    if (shape->flags & (PAWLI_SHAPE_SENSOR | PAWLI_SHAPE_ONE_WAY)) return 0;
    if (!pawli_is_convex(geometry)) return 0;
    const pawl_convex *convex = &geometry->convex;
    if (convex->radius == 0) {
        if (convex->count < 3) return 0;
        memcpy(out, convex->vertices, convex->count * sizeof *out);
        return convex->count;
    }
    int32_t count = convex->count == 1 ? round_circle(convex, out) : round_corners(convex, out);
    count = pawl_hull(out, count, out);
    return pawl_polygon_check(out, count, 0, NULL) == PAWL_POLYGON_OK ? count : 0;
}
