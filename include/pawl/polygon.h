/* polygon.h - polygons of any form, exactly: area, inside or outside, Minkowski sum, union,
 * intersection, difference, exclusive or, and convex parts.
 *
 * A polygon is a set of closed rings. What lies on the left of a ring's edges is inside: outer
 * rings run counter-clockwise, holes clockwise. Rings may be concave, cross or touch each other and
 * themselves; a fill rule says what such rings mean.
 *
 * Everything is integers: the only rounding is that of points where edges cross, to the nearest raw
 * unit, and no edge is moved by more than 0.7072 raw units. The order of the rings changes nothing,
 * and shifting all points shifts the result, bit for bit. docs/levels.md explains the method. */
#ifndef PAWL_POLYGON_H
#define PAWL_POLYGON_H

#include "pawl/shape.h"

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
 * count_a + count_b points, from the lowest, then leftmost one, are written to `out` (which is
 * neither of the others), and their number is returned; or a negative pawl_status: NULL, ARGUMENT
 * (count < 1), GEOMETRY (not convex, or not counter-clockwise), RANGE (a point beyond
 * PAWL_COORD_MAX, also of the sum). Exact. Cost: O(n + m). */
PAWL_API PAWL_MUST_CHECK int32_t pawl_minkowski_sum(const pawl_vec2 *a, int32_t count_a,
                                                    const pawl_vec2 *b, int32_t count_b,
                                                    pawl_vec2 *out);

typedef enum pawl_boolean {
    PAWL_UNION = 0,
    PAWL_INTERSECTION,
    PAWL_DIFFERENCE, /* subject without clip */
    PAWL_XOR
} pawl_boolean;

/* How much room an operation has. Zero: what inputs of this size usually need, at least what they
 * need when no edges cross. */
typedef struct pawl_polygon_limits {
    uint32_t segments; /* edges of all rings together */
    uint32_t vertices; /* different points, those where edges cross among them */
    uint32_t edges;    /* pieces that the segments are cut into at those points */
} pawl_polygon_limits;

/* Memory for operations with these limits; 0 when they are beyond what can be addressed. */
PAWL_API size_t pawl_polygon_memory(const pawl_polygon_limits *limits);

/* One boolean operation on two sets of rings (either may be null: nothing). The result has outer
 * rings counter-clockwise and holes clockwise, touching only in points, each starting at its
 * lowest, then leftmost point, in the order of those points; no three points of it are in line.
 * `memory`: pawl_polygon_memory(limits) bytes, aligned like uint64_t, used only during the call.
 * Errors: NULL, ARGUMENT, RANGE (a coordinate), MEMORY, CAPACITY (a limit, or `out`). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_polygon_boolean(
    pawl_boolean operation, pawl_fill fill, const pawl_rings *subject, const pawl_rings *clip,
    const pawl_polygon_limits *limits, void *memory, size_t size, pawl_ring_buffer *out);

/* The inside cut into convex parts of at most `vertices_max` (3 .. 65535, usually
 * PAWL_POLYGON_MAX) vertices that meet along whole edges and cover it exactly; parts may have
 * vertices in line. Hertel and Mehlhorn (1983) on the constrained Delaunay triangulation: at most
 * four times as many parts as needed. Errors: as above. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_polygon_convex_parts(
    pawl_fill fill, const pawl_rings *rings, uint32_t vertices_max,
    const pawl_polygon_limits *limits, void *memory, size_t size, pawl_ring_buffer *out);

#endif
