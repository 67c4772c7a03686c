/* collide.c - which routine collides a pair, and the checks of the public calls.
 *
 * The workers assume valid shapes, unit rotations and a margin >= 0; the bodies of a world are
 * all of that by construction. The public calls are handed anything, so they look first. */
#include "collide/collide.h"

#include "base/assert.h"
#include "base/optional.h"
#include "collide/core.h"

#include <string.h>

/* Not in a program without circles and points (geom/circle.c). */
PAWLI_OPTIONAL(pawli_collide_round);

void pawli_collide_pair(const pawli_pair *pair, pawl_manifold *out) {
    PAWL_ASSERT(pair->shapes[0]->count >= 1 && pair->shapes[0]->count <= PAWL_POLYGON_MAX);
    PAWL_ASSERT(pair->shapes[1]->count >= 1 && pair->shapes[1]->count <= PAWL_POLYGON_MAX);
    PAWL_ASSERT(pawli_is_rotation(pair->frames[0]->rotation));
    PAWL_ASSERT(pawli_is_rotation(pair->frames[1]->rotation));
    PAWL_ASSERT(pair->margin >= 0 && pair->margin <= PAWLI_NO_MARGIN);
    memset(out, 0, sizeof *out);
    if (pair->shapes[0]->count == 1 || pair->shapes[1]->count == 1) {
        pawli_collide_round(pair, out);
    } else {
        pawli_collide_polygon(pair, out);
    }
}

void pawli_collide(const pawl_convex *a, const pawli_frame *frame_a, const pawl_convex *b,
                   const pawli_frame *frame_b, pawl_fx margin, pawl_manifold *out) {
    const pawli_pair pair = {{a, b}, {frame_a, frame_b}, pawl_clamp(margin, 0, PAWL_EXTENT_MAX)};
    pawli_collide_pair(&pair, out);
}

pawl_manifold pawl_collide(const pawl_convex *a, pawl_pose pose_a, const pawl_convex *b,
                           pawl_pose pose_b, pawl_fx margin) {
    pawl_manifold manifold;
    memset(&manifold, 0, sizeof manifold);
    if (!pawl_convex_is_valid(a) || !pawl_convex_is_valid(b)) return manifold;
    if (!pawli_is_rotation(pose_a.rotation) || !pawli_is_rotation(pose_b.rotation)) return manifold;
    const pawli_frame frame_a = pawli_frame_of(pose_a), frame_b = pawli_frame_of(pose_b);
    pawli_collide(a, &frame_a, b, &frame_b, margin, &manifold);
    return manifold;
}
