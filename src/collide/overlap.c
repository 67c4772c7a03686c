/* overlap.c - whether two shapes touch: whether their Minkowski difference holds the origin.
 *
 * Only the vertices are rounded, to half a raw unit on each axis; the decision is exact. */
#include "collide/core.h"
#include "collide/outline.h"

bool pawli_overlap(const pawl_convex *a, const pawli_frame *frame_a, const pawl_convex *b,
                   const pawli_frame *frame_b) {
    pawli_difference difference;
    pawli_difference_make(a, frame_a, b, frame_b, &difference);
    return pawli_outline_contains(&difference.outline);
}

bool pawl_overlap(const pawl_convex *a, pawl_pose pose_a, const pawl_convex *b, pawl_pose pose_b) {
    if (!pawl_convex_is_valid(a) || !pawl_convex_is_valid(b)) return false;
    if (!pawli_is_rotation(pose_a.rotation) || !pawli_is_rotation(pose_b.rotation)) return false;
    const pawli_frame frame_a = pawli_frame_of(pose_a), frame_b = pawli_frame_of(pose_b);
    return pawli_overlap(a, &frame_a, b, &frame_b);
}
