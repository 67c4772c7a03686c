/* polygon.h - polygons of any form: union, intersection, difference, exclusive or, and convex
 * parts.
 *
 * Everything is integers: the only rounding is that of points where edges cross, to the nearest raw
 * unit, and no edge is moved by more than 0.7072 raw units. The order of the rings changes nothing,
 * and shifting all points shifts the result, bit for bit. docs/levels.md explains the method. */
#ifndef PAWL_POLYGON_H
#define PAWL_POLYGON_H

#include "pawl/ring.h"

typedef enum pawl_boolean {
    PAWL_UNION = 0,
    PAWL_INTERSECTION,
    PAWL_DIFFERENCE, /* subject without clip */
    PAWL_XOR
} pawl_boolean;

/* How much room an operation has. `segments` is required; zeros of the others stand for what such
 * inputs usually need: 2 * segments vertices and 3 * segments edges, enough when no edge is crossed
 * by more than two others. pawl_polygon_find_limits tells what is enough for certain. */
typedef struct pawl_polygon_limits {
    uint32_t segments; /* edges of all rings together */
    uint32_t vertices; /* different points, those where edges cross among them */
    uint32_t edges;    /* pieces that the segments are cut into at those points */
} pawl_polygon_limits;

/* Memory for operations with these limits; 0 when they are beyond what can be addressed. */
PAWL_API size_t pawl_polygon_size(const pawl_polygon_limits *limits);

/* Limits with which every operation on these rings works, whichever it is: for convex parts `clip`
 * is null. `segments` is the number of points of all rings, `edges` exact, `vertices` an eighth
 * more than there are. `memory`: at least pawl_polygon_size() of that many segments and zeros,
 * aligned like uint64_t; with more it is found sooner. Errors: NULL, ARGUMENT, RANGE (a coordinate
 * beyond PAWL_COORD_MAX - 1), MEMORY, CAPACITY (more than any limit can be). Cost: crossings are
 * looked at once for every `size` / 30 different points, about. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_polygon_find_limits(const pawl_rings *subject,
                                                              const pawl_rings *clip, void *memory,
                                                              size_t size,
                                                              pawl_polygon_limits *limits);

/* One boolean operation on two sets of rings (either may be null: nothing). The result has outer
 * rings counter-clockwise and holes clockwise, touching only in points, each starting at its
 * lowest, then leftmost point, in the order of those points; no three points in a row of it are in
 * line. `memory`: pawl_polygon_size(limits) bytes, aligned like uint64_t, used only during the
 * call. Errors: NULL, ARGUMENT, RANGE (a coordinate beyond PAWL_COORD_MAX - 1), MEMORY, CAPACITY
 * (`out` is too small: its counts are then those that are needed; or a limit: then they are 0, and
 * pawl_polygon_find_limits tells which would do. Its buffers are untouched). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_polygon_boolean(
    pawl_boolean operation, pawl_fill fill, const pawl_rings *subject, const pawl_rings *clip,
    const pawl_polygon_limits *limits, void *memory, size_t size, pawl_ring_buffer *out);

/* The inside cut into convex parts of at most `vertices_max` (3 .. 65535, usually
 * PAWL_POLYGON_MAX) vertices that meet along whole edges and cover it exactly; parts may have
 * vertices in line. Hertel and Mehlhorn (1983) on the constrained Delaunay triangulation: at most
 * four times as many parts as needed. Errors: as for pawl_polygon_boolean. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_polygon_convex_parts(
    pawl_fill fill, const pawl_rings *rings, uint32_t vertices_max,
    const pawl_polygon_limits *limits, void *memory, size_t size, pawl_ring_buffer *out);

#endif
