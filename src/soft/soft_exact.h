/* soft_exact.h - internal: which movements are stopped, decided exactly.
 *
 * Everything lies in the frame of the body that the edge belongs to, on the grid of raw units, and
 * every answer is the sign of a cross product. Points and links of soft bodies are moved one after
 * the other, each from a position where it was allowed to be: so a link sweeps a triangle, between
 * its other end N, which stands, and the point, which goes from P to Q.
 *
 * Nothing passes a wall, because
 * - P -> Q meets no edge, ends included (pawli_soft_exact_edge_stops), and
 * - the triangle N, P, Q holds no corner, its rim included (pawli_soft_exact_corner_stops).
 * When N - P meets no edge, N - Q does not either: an edge that does has an end in the triangle, or
 * crosses N - P or P - Q. Of the corners in the triangle that belong to the same wall, the one
 * farthest from N - Q sticks out: the wall turns away there on both sides, or ends. So only those
 * need be looked at, and none where a wall just goes on or turns towards the link.
 *
 * Range: |coordinate| <= PAWL_COORD_MAX; beyond it the answers mean nothing, but are defined. */
#ifndef PAWLI_SOFT_EXACT_H
#define PAWLI_SOFT_EXACT_H

#include "collide/edge.h"
#include "geom/predicate.h"

static inline int pawli_soft_sign(int64_t value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/* Whether an edge stops the movement of a point. A one-sided edge lets through what starts behind
 * its line. What starts on the edge itself may leave it, but for the back of a one-sided edge. */
bool pawli_soft_exact_edge_stops(const pawli_edge *edge, pawl_vec2 from, pawl_vec2 to);

/* Which of two edges that stop a point is met first: below 0 the first one, 0 both at once, as far
 * as the rounding of their frames can tell. The movements are those in either frame. */
int pawli_soft_exact_compare_stops(const pawli_edge *a, pawl_vec2 from_a, pawl_vec2 to_a,
                                   const pawli_edge *b, pawl_vec2 from_b, pawl_vec2 to_b);

/* Whether the end of an edge stops a link whose end goes from `from` to `to` while the other one
 * is at `other`. A link that meets one of the edges of the corner already is not stopped by it, nor
 * one whose moving end comes from behind both edges of a one-sided corner. One-way edges stop no
 * links. */
bool pawli_soft_exact_corner_stops(const pawli_edge *edge, bool at_end, pawl_vec2 other,
                                   pawl_vec2 from, pawl_vec2 to);

/* Whether an edge has a corner there that sticks out, or ends there: another one that goes on
 * straight or turns towards the front is none. */
bool pawli_soft_exact_is_corner(const pawli_edge *edge, bool at_end);

/* Whether a link that does not move is kept off by such a corner: it meets no edge of the corner,
 * and does not lie behind it as a whole. */
bool pawli_soft_exact_corner_faces(const pawli_edge *edge, bool at_end, pawl_vec2 a, pawl_vec2 b);

#endif
