/* vec.c - lengths, directions, rotations and poses. The rotation by an angle is in fx_trig.c.
 *
 * Every function is defined for every input: saturation where a result does not fit, and no
 * intermediate overflows (each proof stands beside its function). */
#include "pawl/vec.h"

#include "fx/int128.h"
#include "fx/product.h"
#include "fx/round.h"
#include "fx/isqrt.h"

/* Each square is at most 2^62, so the sum fits; its root is at most 2^31.5. */
static uint32_t length_of(uint32_t x, uint32_t y) {
    return pawli_isqrt_near((uint64_t)x * x + (uint64_t)y * y);
}

pawl_fx pawl_vec2_length(pawl_vec2 v) {
    return pawl_saturate(length_of((uint32_t)pawli_magnitude(v.x), (uint32_t)pawli_magnitude(v.y)));
}

pawl_fx pawl_vec2_distance(pawl_vec2 a, pawl_vec2 b) {
    return pawl_vec2_length(pawl_vec2_sub(b, a));
}

/* component / length in Q2.30, rounded half away from zero. component <= 2^31, so the numerator
 * is at most 2^61 + 2^31. */
static int32_t unit_component(uint32_t component, uint32_t length, bool negative) {
    const uint64_t numerator = ((uint64_t)component << 30) + length / 2u;
    const int32_t ratio = (int32_t)(numerator / length);
    return negative ? -ratio : ratio;
}

/* The vector is first scaled up, exactly, until its larger part is in [2^30, 2^31]. The length is
 * then at least 2^30 and at most 1/2 off, which moves a ratio r <= 2^30 by r / 2 / length <= 1/2
 * raw unit; rounding adds another half. */
pawl_rot pawl_vec2_normalize(pawl_vec2 v) {
    pawl_rot direction = {0, 0};
    uint32_t x = (uint32_t)pawli_magnitude(v.x);
    uint32_t y = (uint32_t)pawli_magnitude(v.y);
    const uint32_t larger = x > y ? x : y;
    if (larger == 0) return direction;
    const int shift = pawli_int128_leading_zeros(larger) - 33; /* -1 for INT32_MIN, which stays */
    if (shift > 0) {
        x <<= shift;
        y <<= shift;
    }
    const uint32_t length = length_of(x, y);
    direction.c = unit_component(x, length, v.x < 0);
    direction.s = unit_component(y, length, v.y < 0);
    return direction;
}

/* c * x + s * y, from Q2.30 and Q16.16 to Q16.16. No rotation has a part beyond 2^30, but the
 * caller may hand in anything: with INT32_MIN kept out of the sine, which is negated, one product
 * is at most 2^62 and the other 2^62 - 2^31, so the sum plus the rounding's 2^29 fits. */
static pawl_fx weighted_sum(int32_t c, pawl_fx x, int32_t s, pawl_fx y) {
    return pawl_saturate(pawli_near(pawli_product_add(c, x, s, y), 30));
}

pawl_vec2 pawl_rotate(pawl_rot rotation, pawl_vec2 v) {
    const int32_t c = rotation.c, s = pawl_max(rotation.s, -INT32_MAX);
    return pawl_vec2_make(weighted_sum(c, v.x, -s, v.y), weighted_sum(s, v.x, c, v.y));
}

pawl_vec2 pawl_unrotate(pawl_rot rotation, pawl_vec2 v) {
    const int32_t c = rotation.c, s = pawl_max(rotation.s, -INT32_MAX);
    return pawl_vec2_make(weighted_sum(c, v.x, s, v.y), weighted_sum(-s, v.x, c, v.y));
}

/* The offset is rounded before the position is added, so that moving the pose by whole raw units
 * moves the result by exactly as much. */
pawl_vec2 pawl_pose_apply(pawl_pose pose, pawl_vec2 local) {
    return pawl_vec2_add(pose.position, pawl_rotate(pose.rotation, local));
}

pawl_vec2 pawl_pose_unapply(pawl_pose pose, pawl_vec2 world) {
    return pawl_unrotate(pose.rotation, pawl_vec2_sub(world, pose.position));
}
