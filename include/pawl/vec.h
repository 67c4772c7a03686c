/* vec.h - vectors, rotations, poses and boxes. Plain values, no state. */
#ifndef PAWL_VEC_H
#define PAWL_VEC_H

#include "pawl/fx.h"

/* A position, displacement or velocity, each axis Q16.16. */
typedef struct pawl_vec2 {
    pawl_fx x, y;
} pawl_vec2;

/* A force, an impulse or a place in a world without edge, each axis Q48.16. */
typedef struct pawl_wide2 {
    pawl_wide x, y;
} pawl_wide2;

/* Cosine and sine, each Q2.30: also used for unit vectors. What is not turned has
 * pawl_rot_from_angle(0), which is {PAWL_UNIT, 0}; for other angles it is at most two raw units
 * off on either part. */
typedef struct pawl_rot {
    int32_t c; /* cosine */
    int32_t s; /* sine */
} pawl_rot;

/* Where something is and how it is turned. */
typedef struct pawl_pose {
    pawl_vec2 position;
    pawl_rot rotation;
} pawl_pose;

/* A place and a direction on a body, in the frame of that body: where a joint holds it. */
typedef struct pawl_joint_frame {
    pawl_vec2 anchor; /* |coordinate| <= PAWL_EXTENT_MAX */
    pawl_angle angle; /* direction of the x axis */
} pawl_joint_frame;

/* An axis-aligned box; lower <= upper on both axes. */
typedef struct pawl_box {
    pawl_vec2 lower, upper;
} pawl_box;

#define PAWL_UNIT (INT32_C(1) << 30) /* 1 in Q2.30 */

/* Largest |coordinate| of a position: 16383.99998 units. Differences of two positions then fit
 * pawl_fx, and a dot or cross product of two differences fits int64_t:
 * 2 * (2^31 - 2)^2 < 2^63. */
#define PAWL_COORD_MAX INT32_C(0x3FFFFFFF)

/* Longest way in one step, on each axis: movements within a step are Q10.22. */
#define PAWL_STEP_MAX PAWL_FX(511, 0, 1)

/* (x, y). */
static inline pawl_vec2 pawl_vec2_make(pawl_fx x, pawl_fx y) {
    pawl_vec2 v;
    v.x = x;
    v.y = y;
    return v;
}

/* a + b, each axis saturating. */
static inline pawl_vec2 pawl_vec2_add(pawl_vec2 a, pawl_vec2 b) {
    return pawl_vec2_make(pawl_add(a.x, b.x), pawl_add(a.y, b.y));
}

/* a - b, each axis saturating. */
static inline pawl_vec2 pawl_vec2_sub(pawl_vec2 a, pawl_vec2 b) {
    return pawl_vec2_make(pawl_sub(a.x, b.x), pawl_sub(a.y, b.y));
}

/* A vector of whole units, known at run time: (3, -4) is three to the right, four down. Saturating
 * beyond +-32767. */
static inline pawl_vec2 pawl_vec2_units(int32_t x, int32_t y) {
    return pawl_vec2_make(pawl_from_int(x), pawl_from_int(y));
}

/* -v, each axis saturating at INT32_MIN alone. */
static inline pawl_vec2 pawl_vec2_neg(pawl_vec2 v) {
    return pawl_vec2_make(pawl_neg(v.x), pawl_neg(v.y));
}

/* v * factor, each axis rounded half away from zero. */
static inline pawl_vec2 pawl_vec2_scale(pawl_vec2 v, pawl_fx factor) {
    return pawl_vec2_make(pawl_mul(v.x, factor), pawl_mul(v.y, factor));
}

/* v turned by a quarter counter-clockwise; exact but for INT32_MIN, which saturates. */
static inline pawl_vec2 pawl_vec2_perpendicular(pawl_vec2 v) {
    return pawl_vec2_make(pawl_neg(v.y), v.x);
}

/* From a at t = 0 to b at t = 1, both exact; one rounding for each axis (pawl_lerp). */
static inline pawl_vec2 pawl_vec2_lerp(pawl_vec2 a, pawl_vec2 b, pawl_fx t) {
    return pawl_vec2_make(pawl_lerp(a.x, b.x, t), pawl_lerp(a.y, b.y, t));
}

#if PAWLI_IS_SHARED
PAWL_API int64_t pawl_vec2_dot(pawl_vec2 a, pawl_vec2 b);
PAWL_API int64_t pawl_vec2_cross(pawl_vec2 a, pawl_vec2 b);
#endif
#if PAWL_HAS_SHARED
/* Q32.32. Exact for differences of positions; the sum of the dot product is formed unsigned, so
 * that four times INT32_MIN, the one input that exceeds int64_t, is defined as well. */
PAWL_SHARED int64_t pawl_vec2_dot(pawl_vec2 a, pawl_vec2 b) {
    return (int64_t)((uint64_t)((int64_t)a.x * b.x) + (uint64_t)((int64_t)a.y * b.y));
}

/* a.x * b.y - a.y * b.x, Q32.32: positive when b is to the left of a. Exact for differences of
 * positions. */
PAWL_SHARED int64_t pawl_vec2_cross(pawl_vec2 a, pawl_vec2 b) {
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}
#endif

/* Whether two boxes have a point in common; edges count. */
static inline bool pawl_box_overlaps(pawl_box a, pawl_box b) {
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y;
}

/* Whether `inner` lies in `outer`; edges may meet. */
static inline bool pawl_box_contains(pawl_box outer, pawl_box inner) {
    return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y &&
           inner.upper.x <= outer.upper.x && inner.upper.y <= outer.upper.y;
}

/* Whether the lower corner of a box is not above the upper one. */
static inline bool pawl_box_is_valid(pawl_box box) {
    return box.lower.x <= box.upper.x && box.lower.y <= box.upper.y;
}

/* Whether something may be there: |coordinate| <= PAWL_COORD_MAX. */
static inline bool pawl_vec2_is_position(pawl_vec2 v) {
    return v.x >= -PAWL_COORD_MAX && v.x <= PAWL_COORD_MAX && v.y >= -PAWL_COORD_MAX &&
           v.y <= PAWL_COORD_MAX;
}

/* Whether two numbers are a rotation or a unit vector, to within 16 raw units of length: what all
 * calls ask of those that they are given. */
static inline bool pawl_rot_is_valid(pawl_rot rotation) {
    const int32_t most = PAWL_UNIT + 16;
    const int64_t tolerance = INT64_C(1) << 35;
    if (rotation.c < -most || rotation.c > most || rotation.s < -most || rotation.s > most)
        return false;
    const int64_t excess =
        (int64_t)rotation.c * rotation.c + (int64_t)rotation.s * rotation.s - (INT64_C(1) << 60);
    return excess >= -tolerance && excess <= tolerance;
}

/* Whether both parts of a pose are valid. */
static inline bool pawl_pose_is_valid(pawl_pose pose) {
    return pawl_vec2_is_position(pose.position) && pawl_rot_is_valid(pose.rotation);
}

/* The rotation by an angle; both parts within two raw units of Q2.30. */
PAWL_API pawl_rot pawl_rot_from_angle(pawl_angle angle);

/* Length of a vector, rounded to nearest, saturating. */
PAWL_API pawl_fx pawl_vec2_length(pawl_vec2 v);

/* |b - a|, rounded to nearest for positions (|coordinate| <= PAWL_COORD_MAX), else saturating. */
PAWL_API pawl_fx pawl_vec2_distance(pawl_vec2 a, pawl_vec2 b);

/* v / |v| in Q2.30, each part within one raw unit of exact; (0, 0) for the zero vector. */
PAWL_API pawl_rot pawl_vec2_normalize(pawl_vec2 v);

/* v turned by a rotation, and back again. One rounding (half away from zero) per axis. */
PAWL_API pawl_vec2 pawl_rotate(pawl_rot rotation, pawl_vec2 v);
PAWL_API pawl_vec2 pawl_unrotate(pawl_rot rotation, pawl_vec2 v);

/* A point from the local frame of a pose to the world, and back. Saturating. */
PAWL_API pawl_vec2 pawl_pose_apply(pawl_pose pose, pawl_vec2 local);
PAWL_API pawl_vec2 pawl_pose_unapply(pawl_pose pose, pawl_vec2 world);

#endif
