/* piece.h - internal: rings of rounded corners as pieces.
 *
 * Why checking each piece by itself is enough: every edge inside, as a chain of rounded corners and
 * points of other parts, belongs to the pieces on both its sides in opposite directions, so the
 * winding numbers of all pieces add up to that of the rounded outline around every point. A convex
 * counter-clockwise piece winds once around its inside and not around anything else. So wherever
 * the outline winds once there is just one piece. Leaving out points in line, and spikes of no
 * width, changes no winding number.
 *
 * Range: points in a box of sides up to PAWL_COORD_MAX. */
#ifndef PAWLI_GEOM_PIECE_H
#define PAWLI_GEOM_PIECE_H

#include "pawl/convex.h"

/* Leaves out points that are equal to their neighbors or in line with them. Fewer than three are
 * left when the ring has no area. */
uint32_t pawli_piece_tidy(pawl_vec2 *ring, uint32_t count);

/* Whether a ring of at least three points is convex and runs counter-clockwise once around; points
 * in line are allowed, equal ones in a row are not. */
bool pawli_piece_is_convex(const pawl_vec2 *ring, uint32_t count);

/* Whether a convex ring is as thick as pawl_polygon_check wants it with no radius. */
bool pawli_piece_is_thick(const pawl_vec2 *ring, uint32_t count);

/* For a tidy convex ring of more than PAWL_POLYGON_MAX points, starting anywhere: turns it so that
 * the piece of its first points, as many as returned, can be cut off along a diagonal. It is the
 * largest there is at the first corner, from where the ring starts now, that has any such that
 * both sides of the diagonal are thick; `thin_allowed`: at the first corner. 0: there is none.
 * Needs room for a point more. */
uint32_t pawli_piece_split(pawl_vec2 *ring, uint32_t count, bool thin_allowed);

/* The same for a tidy ring that is not convex: along a diagonal from its first reflex corner that
 * makes both sides convex and thick, and the smaller one as large as can be. 0: there is none. */
uint32_t pawli_piece_unbend(pawl_vec2 *ring, uint32_t count, bool thin_allowed);

/* Whether two convex pieces, both tidy, hang together: along an edge, or because they overlap. */
bool pawli_piece_is_joined(const pawl_vec2 *a, uint32_t count_a, const pawl_vec2 *b,
                           uint32_t count_b);

#endif
