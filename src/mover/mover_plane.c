/* mover_plane.c - displacements and velocities that planes let pass.
 *
 * The displacement nearest to a target within an intersection of half-planes is what the planes
 * reach by pushing in turn, each as far as needed and never back beyond its start: the projected
 * Gauss-Seidel method, which for few planes is settled after some rounds. In a wedge with no room
 * the last plane of a round has its way; whatever moves a mover casts its shape along the result.
 *
 * Numbers have two bits below Q16.16, so that rounding in turn does not add up. A coordinate is
 * kept within 2^32 and a normal, also one of the caller's, is of unit length to within 16 raw
 * units: a projection is below 2^62.6. What a plane has pushed is within its limit, 2^34, and
 * changes by 2^32 at a time: the product with a part of a normal is below 2^62.1. */
#include "mover/mover.h"

#define EXTRA_BITS 2
#define FINE_LIMIT (INT64_C(1) << 32)

static int64_t limit_fine(int64_t value) {
    return value > FINE_LIMIT ? FINE_LIMIT : value < -FINE_LIMIT ? -FINE_LIMIT : value;
}

/* A vector with extra bits. */
typedef struct fine {
    int64_t x, y;
} fine;

/* Push along a normal until the height of v along it is at least `least`, within the limit on all
 * pushes of this plane, of which *pushed were done before. */
static fine push_along(fine v, pawl_rot normal, int64_t least, int64_t limit, int64_t *pushed) {
    const int64_t height = pawli_near(normal.c * v.x + normal.s * v.y, 30);
    int64_t total = *pushed + (least - height);
    if (total < 0) total = 0;
    if (total > limit) total = limit;
    const int64_t by = limit_fine(total - *pushed);
    *pushed += by;
    v.x = limit_fine(v.x + pawli_near(normal.c * by, 30));
    v.y = limit_fine(v.y + pawli_near(normal.s * by, 30));
    return v;
}

static pawl_vec2 solve_rounds(pawl_vec2 target, const pawl_plane *planes, uint32_t count,
                              bool separated) {
    const int64_t scale = 1 << EXTRA_BITS;
    int64_t pushed[PAWL_PLANES_MAX] = {0};
    fine v = {limit_fine(target.x * scale), limit_fine(target.y * scale)};
    if (planes == NULL) count = 0;
    if (count > PAWL_PLANES_MAX) count = PAWL_PLANES_MAX;
    for (int round = 0; round < PAWL_PLANE_ROUNDS; round++) {
        for (uint32_t i = 0; i < count; i++) {
            if (!pawli_is_rotation(planes[i].normal)) continue;
            const int64_t least = separated ? -(planes[i].separation * scale) : 0;
            const int64_t limit =
                separated ? pawl_max(planes[i].push_limit, 0) * scale : (int64_t)4 * FINE_LIMIT;
            v = push_along(v, planes[i].normal, least, limit, &pushed[i]);
        }
    }
    return pawl_vec2_make(
        pawl_clamp(pawl_saturate(pawli_near(v.x, EXTRA_BITS)), -PAWL_COORD_MAX, PAWL_COORD_MAX),
        pawl_clamp(pawl_saturate(pawli_near(v.y, EXTRA_BITS)), -PAWL_COORD_MAX, PAWL_COORD_MAX));
}

pawl_vec2 pawl_solve_planes(pawl_vec2 target, const pawl_plane *planes, uint32_t count) {
    return solve_rounds(target, planes, count, true);
}

pawl_vec2 pawl_clip_velocity(pawl_vec2 velocity, const pawl_plane *planes, uint32_t count) {
    return solve_rounds(velocity, planes, count, false);
}
