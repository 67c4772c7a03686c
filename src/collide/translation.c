/* translation.c - the shortest way out of an overlap.
 *
 * Moving B by v makes the shapes touch where v meets the outline of the Minkowski difference A - B.
 * Moving it along a unit direction n by the support h(n) of the difference parts the shapes for
 * certain: all of the difference lies behind the line across n at that height. The shortest way is
 * the smallest support. While the core holds the origin it belongs to an edge's normal; outside of
 * it, but within the radius, to an edge's normal or the direction from the nearest vertex to the
 * origin. A slightly wrong direction costs only its second order, because the support is measured
 * along the direction that is given.
 *
 * Overflow: the grown outline holds the origin, so vertices are below 2^31 - 2^17 on an axis,
 * squares of their length below 2^63, and projections on a unit vector below 2^61.5. */
#include "collide/core.h"
#include "collide/outline.h"
#include "geom/direction.h"

#include <string.h>

/* The direction of two circles with one center: up, as for their contact. */
static const pawl_rot up_axis = {0, PAWL_UNIT};

typedef struct way_out {
    pawl_rot direction;
    int64_t support; /* of the core, Q46 */
} way_out;

/* Measured without the place of the outline, which is the same for all vertices. */
static way_out measure_depth(const pawli_outline *outline, pawl_rot direction) {
    int64_t highest = INT64_MIN;
    for (int32_t i = 0; i < outline->count; i++) {
        const int64_t height = pawli_project(direction, outline->vertices[i]);
        if (height > highest) highest = height;
    }
    const way_out result = {direction,
                            highest + direction.c * outline->x + direction.s * outline->y};
    return result;
}

/* The direction from the vertex nearest to the origin; up when it lies there. */
static pawl_rot direction_from_corner(const pawli_outline *outline) {
    int64_t least = INT64_MAX, nearest_x = 0, nearest_y = 0;
    for (int32_t i = 0; i < outline->count; i++) {
        const int64_t x = outline->vertices[i].x + outline->x;
        const int64_t y = outline->vertices[i].y + outline->y;
        if (x * x + y * y >= least) continue;
        least = x * x + y * y;
        nearest_x = x;
        nearest_y = y;
    }
    if (least == 0) return up_axis;
    return pawli_direction_find(-nearest_x, -nearest_y).unit;
}

/* Ties go to the lower edge, and to an edge rather than a corner. With the origin in the core no
 * corner can win, but its direction is a valid one as well, so nothing need be asked. */
static way_out find_exit(const pawli_outline *outline) {
    if (outline->count == 1) return measure_depth(outline, direction_from_corner(outline));
    way_out best = measure_depth(outline, outline->normals[0]);
    for (int32_t i = 1; i < outline->count; i++) {
        const way_out other = measure_depth(outline, outline->normals[i]);
        if (other.support < best.support) best = other;
    }
    if (outline->radius > 0) {
        const way_out corner = measure_depth(outline, direction_from_corner(outline));
        if (corner.support < best.support) best = corner;
    }
    return best;
}

void pawli_translation_leave(const pawli_outline *outline, pawl_translation *out) {
    const way_out best = find_exit(outline);
    const int64_t depth = outline->radius - pawli_floor(-best.support, 30);
    out->overlap = true;
    out->normal = best.direction;
    out->depth = pawl_max(pawl_saturate(depth), 0);
    out->move.x = pawli_scale_outward(best.direction.c, out->depth);
    out->move.y = pawli_scale_outward(best.direction.s, out->depth);
}

pawl_translation pawli_translation_minimum(const pawl_convex *a, const pawli_frame *frame_a,
                                           const pawl_convex *b, const pawli_frame *frame_b) {
    pawl_translation result;
    pawli_difference difference;
    memset(&result, 0, sizeof result);
    pawli_difference_make(a, frame_a, b, frame_b, &difference);
    if (pawli_outline_contains(&difference.outline)) {
        pawli_translation_leave(&difference.outline, &result);
    }
    return result;
}

pawl_translation pawl_minimum_translation(const pawl_convex *a, pawl_pose pose_a,
                                          const pawl_convex *b, pawl_pose pose_b) {
    pawl_translation none;
    memset(&none, 0, sizeof none);
    if (!pawl_convex_is_valid(a) || !pawl_convex_is_valid(b)) return none;
    if (!pawli_is_rotation(pose_a.rotation) || !pawli_is_rotation(pose_b.rotation)) return none;
    const pawli_frame frame_a = pawli_frame_of(pose_a), frame_b = pawli_frame_of(pose_b);
    return pawli_translation_minimum(a, &frame_a, b, &frame_b);
}
