/* query_piece.c - which pieces of a shape stop a ray or a cast. */
#include "query/query.h"

/* A one-sided segment has its outside to the right, where its first normal points. What moves
 * along it or towards that side passes; so does a shape whose middle is on the other side already,
 * which a ray that moves against the normal and hits cannot be. */
bool pawli_query_piece_stops(const pawli_shape_piece *piece, const pawli_frame *frame,
                             const pawli_probe *probe) {
    if (!piece->one_sided) return true;
    const pawl_rot normal = pawli_turn(frame->rotation, piece->convex->normals[0]);
    if (pawli_project(normal, probe->translation) >= 0) return false;
    if (probe->convex == NULL) return true;
    const pawl_vec2 arm = pawl_vec2_sub(piece->convex->vertices[0], frame->center);
    const pawl_vec2 begin = pawl_vec2_add(frame->position, pawl_rotate(frame->rotation, arm));
    const pawl_box box = pawli_box_of_convex(probe->convex, &probe->frame);
    const pawl_vec2 twice =
        pawl_vec2_add(pawl_vec2_sub(box.lower, begin), pawl_vec2_sub(box.upper, begin));
    return pawli_project(normal, twice) >= 0;
}
