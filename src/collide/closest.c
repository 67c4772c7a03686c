/* closest.c - distance queries, answered by the contact routines with a margin out of reach.
 *
 * The contact with the smallest separation joins the closest points, and lies half-way between
 * them. */
#include "base/optional.h"
#include "collide/core.h"

#include <string.h>

PAWLI_PULLS(pulls_round_closest, pawli_collide_round_mark);

pawl_distance pawli_closest(const pawl_convex *a, const pawli_frame *frame_a, const pawl_convex *b,
                            const pawli_frame *frame_b) {
    const pawli_pair pair = {{a, b}, {frame_a, frame_b}, PAWLI_NO_MARGIN};
    pawl_distance result;
    pawl_manifold manifold;
    memset(&result, 0, sizeof result);
    pawli_collide_pair(&pair, &manifold);
    if (manifold.count == 0) {
        result.distance = PAWL_FX_MAX;
        return result;
    }
    const pawl_contact_point *point = pawli_deeper_point(&manifold);
    const pawl_fx distance = pawl_max(point->separation, 0);
    result.point_a = pawli_step_half(point->offset, manifold.normal, -(int64_t)distance);
    result.point_b = pawli_step_half(point->offset, manifold.normal, distance);
    result.distance = distance;
    result.normal = manifold.normal;
    return result;
}

pawl_distance pawl_closest(const pawl_convex *a, pawl_pose pose_a, const pawl_convex *b,
                           pawl_pose pose_b) {
    pawl_distance none;
    memset(&none, 0, sizeof none);
    if (!pawl_convex_is_valid(a) || !pawl_convex_is_valid(b)) return none;
    if (!pawli_is_rotation(pose_a.rotation) || !pawli_is_rotation(pose_b.rotation)) return none;
    const pawli_frame frame_a = pawli_frame_of(pose_a), frame_b = pawli_frame_of(pose_b);
    pawl_distance found = pawli_closest(a, &frame_a, b, &frame_b);
    if (found.distance == 0) found.normal = none.normal;
    return found;
}

/* The point is a circle without radius, which no maker would make but the worker takes. */
bool pawli_closest_contains_point(const pawl_convex *shape, const pawli_frame *frame,
                                  pawl_vec2 point) {
    const pawl_pose at = {point, {PAWL_UNIT, 0}};
    pawl_convex dot;
    memset(&dot, 0, sizeof dot);
    dot.count = 1;
    const pawli_frame frame_dot = pawli_frame_of(at);
    const pawli_pair pair = {{shape, &dot}, {frame, &frame_dot}, 0};
    pawl_manifold manifold;
    pawli_collide_pair(&pair, &manifold);
    return manifold.count > 0;
}

bool pawl_contains_point(const pawl_convex *shape, pawl_pose pose, pawl_vec2 point) {
    if (!pawl_convex_is_valid(shape) || !pawli_is_rotation(pose.rotation)) return false;
    const pawli_frame frame = pawli_frame_of(pose);
    return pawli_closest_contains_point(shape, &frame, point);
}
