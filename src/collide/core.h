/* core.h - internal: what the collision files share.
 *
 * The core of a shape is the hull of its vertices without the radius. Distances along a unit
 * normal are kept unrounded in Q46 (Q2.30 times Q16.16) for as long as they decide anything. */
#ifndef PAWLI_CORE_H
#define PAWLI_CORE_H

#include "collide/collide.h"
#include "fx/product.h"
#include "fx/range.h"
#include "fx/round.h"

/* A margin that no distance reaches, for queries that want the closest points of any two shapes.
 * Shifted into Q46 and with both radii added it is below 2^63. */
#define PAWLI_NO_MARGIN (INT64_C(1) << 32)

/* A pair of shapes to collide: A is 0, B is 1. */
typedef struct pawli_pair {
    const pawl_convex *shapes[2];
    const pawli_frame *frames[2];
    int64_t margin; /* raw units, 0 .. PAWLI_NO_MARGIN */
} pawli_pair;

/* Any two shapes; pairs with a circle; pairs without one. *out is zero on entry of the last two. */
void pawli_collide_pair(const pawli_pair *pair, pawl_manifold *out);
void pawli_collide_round(const pawli_pair *pair, pawl_manifold *out);
void pawli_collide_polygon(const pawli_pair *pair, pawl_manifold *out);
/* Two polygons along the normal of one face of A, whatever axis keeps them apart better. Nothing
 * where the edge of B that lies against it is wholly past an end of the face. */
void pawli_collide_polygon_face(const pawli_pair *pair, int face, pawl_manifold *out);

/* The deeper point of a manifold that has one or two. */
static inline const pawl_contact_point *pawli_deeper_point(const pawl_manifold *manifold) {
    const pawl_contact_point *points = manifold->points;
    return &points[manifold->count == 2 && points[1].separation < points[0].separation];
}

/* direction . v in Q46. |direction| <= 1 and |v| <= 2^31.5 raw units: below 2^62. */
static inline int64_t pawli_project(pawl_rot direction, pawl_vec2 v) {
    return pawli_product_add(direction.c, v.x, direction.s, v.y);
}

/* A unit vector turned by a rotation, one rounding per part. Both may be longer than 1 by a few raw
 * units, so each sum is at most 2^60 and a little more: no part may pass 1 by that. */
static inline pawl_rot pawli_turn(pawl_rot rotation, pawl_rot unit) {
    const int32_t c =
        pawli_near32(pawli_product_subtract(rotation.c, unit.c, rotation.s, unit.s), 30);
    const int32_t s = pawli_near32(pawli_product_add(rotation.s, unit.c, rotation.c, unit.s), 30);
    const pawl_rot turned = {pawl_clamp(c, -PAWL_UNIT, PAWL_UNIT),
                             pawl_clamp(s, -PAWL_UNIT, PAWL_UNIT)};
    return turned;
}

static inline pawl_rot pawli_opposite(pawl_rot unit) {
    unit.c = -unit.c;
    unit.s = -unit.s;
    return unit;
}

/* Sine and cosine of the angle from one unit vector to another, Q60. */
static inline int64_t pawli_rot_cross(pawl_rot from, pawl_rot to) {
    return pawli_product_subtract(from.c, to.s, from.s, to.c);
}

static inline int64_t pawli_rot_dot(pawl_rot a, pawl_rot b) {
    return pawli_product_add(a.c, b.c, a.s, b.s);
}

/* point + direction * twice / 2: one rounding per axis. |twice| < 2^33, so products fit. */
static inline pawl_vec2 pawli_step_half(pawl_vec2 point, pawl_rot direction, int64_t twice) {
    return pawl_vec2_make(pawl_saturate(point.x + pawli_near(direction.c * twice, 31)),
                          pawl_saturate(point.y + pawli_near(direction.s * twice, 31)));
}

/* (to - from) . (end - begin), the first below 2^33, the second an edge, below 2^30: it fits. */
static inline int64_t pawli_dot_of_differences(pawl_vec2 from, pawl_vec2 to, pawl_vec2 begin,
                                               pawl_vec2 end) {
    return ((int64_t)to.x - from.x) * ((int64_t)end.x - begin.x) +
           ((int64_t)to.y - from.y) * ((int64_t)end.y - begin.y);
}

/* direction * length, Q2.30 and Q16.16, rounded away from zero. Both are below 2^31. */
static inline pawl_fx pawli_scale_outward(int32_t direction, pawl_fx length) {
    const int64_t product = pawli_product(direction, length);
    return pawl_saturate(product < 0 ? pawli_floor(product, 30) : -pawli_floor(-product, 30));
}

/* v along a unit direction, to the nearest raw unit; and a direction made so long. */
static inline pawl_fx pawli_length_along(pawl_rot direction, pawl_vec2 v) {
    return pawl_saturate(pawli_near(pawli_project(direction, v), 30));
}

static inline pawl_vec2 pawli_scale_direction(pawl_rot direction, pawl_fx length) {
    return pawl_vec2_make(pawl_saturate(pawli_near(pawli_product(direction.c, length), 30)),
                          pawl_saturate(pawli_near(pawli_product(direction.s, length), 30)));
}

/* Whether a movement given by a caller is in range. */
static inline bool pawli_is_translation(pawl_vec2 v) {
    return pawli_vec_in_range(v, PAWL_COORD_MAX);
}

/* A fraction of a movement, to the nearest raw unit. */
static inline pawl_vec2 pawli_fraction_of_move(pawl_vec2 movement, pawl_fraction fraction) {
    return pawl_vec2_make(pawli_near32(pawli_product(movement.x, fraction), 30),
                          pawli_near32(pawli_product(movement.y, fraction), 30));
}

/* Whether parts given by a caller are a rotation, to within 16 raw units of length. */
static inline bool pawli_is_rotation(pawl_rot r) {
    return pawl_rot_is_valid(r);
}

/* A shape placed by a pose: its center is the origin. */
static inline pawli_frame pawli_frame_of(pawl_pose pose) {
    pawli_frame frame = {pose.position, pose.rotation, {0, 0}};
    return frame;
}

static inline bool pawli_fits_fx(int64_t value) {
    return value >= -PAWL_FX_MAX && value <= PAWL_FX_MAX;
}

/* The pair is farther apart than the margin: no points, only the distance known so far. */
static inline void pawli_set_apart(pawl_manifold *out, int64_t separation) {
    out->separation = pawl_saturate(separation);
}

/* Where a point lies, seen from the position of a frame, in axes of the world: positions differ by
 * less than 2^33, and an arm is below 2^30.5. */
typedef struct pawli_way_seen {
    int64_t x, y;
} pawli_way_seen;

/* That point in the frame of the vertices; false when it is out of range, and so more than 16000
 * units away. |seen| < 2^32 keeps the products below 2^62. */
static inline bool pawli_see_from(const pawli_frame *frame, pawli_way_seen seen, pawl_vec2 *out) {
    if (!pawli_fits_fx(seen.x) || !pawli_fits_fx(seen.y)) return false;
    const int32_t c = frame->rotation.c, s = frame->rotation.s;
    const int32_t dx = (int32_t)seen.x, dy = (int32_t)seen.y;
    const int64_t x = pawli_near(pawli_product_add(c, dx, s, dy), 30) + frame->center.x;
    const int64_t y = pawli_near(pawli_product_subtract(c, dy, s, dx), 30) + frame->center.y;
    if (!pawli_fits_fx(x) || !pawli_fits_fx(y)) return false;
    *out = pawl_vec2_make((pawl_fx)x, (pawl_fx)y);
    return true;
}

#endif
