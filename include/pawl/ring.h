/* ring.h - closed rings of points, exactly: area, inside or outside, Minkowski sum.
 *
 * A polygon is a set of closed rings. What lies on the left of a ring's edges is inside: outer
 * rings run counter-clockwise, holes clockwise. Rings may be concave, cross or touch each other and
 * themselves; a fill rule says what such rings mean. */
#ifndef PAWL_RING_H
#define PAWL_RING_H

#include "pawl/convex.h"

/* Rings end to end. */
typedef struct pawl_rings {
    const pawl_vec2 *points; /* Q16.16, |coordinate| <= PAWL_COORD_MAX */
    const uint32_t *ends;    /* ring i is points ends[i - 1] (0 for the first) .. ends[i] - 1 */
    uint32_t count;          /* rings; those of fewer than three points enclose nothing */
} pawl_rings;

/* Room for rings. */
typedef struct pawl_ring_buffer {
    pawl_vec2 *points;
    uint32_t *ends;
    uint32_t point_capacity, ring_capacity;
    uint32_t point_count, ring_count; /* set by what fills it */
} pawl_ring_buffer;

/* Which points are inside, by how often rings wind around them (counter-clockwise is positive). */
typedef enum pawl_fill {
    PAWL_FILL_NONZERO = 0,
    PAWL_FILL_EVEN_ODD,
    PAWL_FILL_POSITIVE, /* rings that run the right way: winding number > 0 */
    PAWL_FILL_NEGATIVE
} pawl_fill;

typedef enum pawl_side {
    PAWL_SIDE_OUTSIDE = 0,
    PAWL_SIDE_INSIDE,
    PAWL_SIDE_BOUNDARY /* exactly on an edge */
} pawl_side;

/* Twice the signed area of a ring, in raw units squared (Q32.32): positive when it runs
 * counter-clockwise. Exact for a ring that does not cross itself; else modulo 2^64. */
PAWL_API int64_t pawl_ring_area2(const pawl_vec2 *points, uint32_t count);

/* Twice the signed area of all rings together; exact as long as it fits int64_t. */
PAWL_API int64_t pawl_rings_area2(const pawl_rings *rings);

/* Exact. Cost: one pass over all points. */
PAWL_API pawl_side pawl_rings_locate(const pawl_rings *rings, pawl_fill fill, pawl_vec2 point);

/* The Minkowski sum of two convex polygons, each counter-clockwise without collinear points, as
 * pawl_hull makes them: a point and a segment (2 points) count as polygons too. At most
 * count_a + count_b points, from the lowest, then leftmost one, are written to
 * out[count_a + count_b] (neither of the others), and their number is returned; or a negative
 * pawl_status: NULL, ARGUMENT (count < 1), GEOMETRY (not convex, or not counter-clockwise), RANGE
 * (a point beyond PAWL_COORD_MAX, also of the sum). Exact. Cost: O(n + m). */
PAWL_API PAWL_MUST_CHECK int32_t pawl_minkowski_sum(const pawl_vec2 *a, int32_t count_a,
                                                    const pawl_vec2 *b, int32_t count_b,
                                                    pawl_vec2 *out);

#endif
