/* convex.h - convex shapes as plain values: circle, capsule, segment, rounded polygon; their mass.
 *
 * One type covers all of them: the convex hull of 1 to 8 points, grown by a radius. One point is
 * a circle, two points are a segment (radius 0) or a capsule, three to eight are a polygon. */
#ifndef PAWL_CONVEX_H
#define PAWL_CONVEX_H

#include "pawl/config.h"
#include "pawl/vec.h"

/* Vertices of a shape. */
#if PAWL_WITH_POLYGONS
#define PAWL_POLYGON_MAX 8
#else
#define PAWL_POLYGON_MAX 4
#endif

/* Bounding radius about the origin of the body's frame. The reason: work happens in differences,
 * the worst of which is 2rA + 2rB and must fit Q16.16. */
#define PAWL_EXTENT_MAX PAWL_FX(8191, 0, 1)

/* Smallest half extent or radius: 1/4096 unit, 16 raw units. Below it the rounding of the vertices
 * (half a raw unit) is no longer small against the shape. A card 0.002 units thick is far above
 * it. */
#define PAWL_SIZE_MIN PAWL_FX(0, 1, 4096)

typedef struct pawl_convex {
    pawl_vec2 vertices[PAWL_POLYGON_MAX]; /* counter-clockwise, Q16.16; unused ones are zero */
    pawl_rot normals[PAWL_POLYGON_MAX];   /* outward unit normal of edge i -> i+1, Q2.30 */
    pawl_fx radius;                       /* >= 0; a circle's radius, a polygon's rounding */
    uint8_t count;                        /* 1 to 8; 2 points have two edges, front and back */
    uint8_t pad[3];                       /* zero */
} pawl_convex;

/* Why points are not a polygon. */
typedef enum pawl_polygon_fault {
    PAWL_POLYGON_OK = 0,
    PAWL_POLYGON_COUNT,     /* fewer than 3 or more than PAWL_POLYGON_MAX points */
    PAWL_POLYGON_RANGE,     /* a point lies outside PAWL_EXTENT_MAX, or the radius is wrong */
    PAWL_POLYGON_DUPLICATE, /* two points are equal */
    PAWL_POLYGON_COLLINEAR, /* three neighbors on a line (or no area at all) */
    PAWL_POLYGON_CLOCKWISE, /* the points run clockwise */
    PAWL_POLYGON_CONCAVE,   /* a reflex corner */
    PAWL_POLYGON_CROSSING,  /* winds around more than once */
    PAWL_POLYGON_THIN       /* thinner than PAWL_SIZE_MIN allows with no radius */
} pawl_polygon_fault;

/* Decide, exactly, whether the points are a convex counter-clockwise polygon that the engine
 * accepts; the reason if not, and through `where` (may be null) the index of the offending
 * point. */
PAWL_API pawl_polygon_fault pawl_polygon_check(const pawl_vec2 *points, int32_t count,
                                               pawl_fx radius, int32_t *where);
/* A sentence about a fault, such as "two points are equal"; never null. */
PAWL_API const char *pawl_polygon_fault_text(pawl_polygon_fault fault);

/* The convex hull of any points: counter-clockwise from the lowest, then leftmost one, collinear
 * points dropped (Andrew's monotone chain, exact). Writes at most `count` points into hull[count],
 * which may be `points`. Returns the number of hull points (1 or 2 when there is no area), or
 * a negative pawl_status. Range: |coordinate| <= PAWL_COORD_MAX, count <= 65535.
 * Cost: O(n log n), in place. */
PAWL_API PAWL_MUST_CHECK int32_t pawl_hull(const pawl_vec2 *points, int32_t count, pawl_vec2 *hull);

/* Makers. Lengths in units, Q16.16, in the frame of the body. On success *out is complete; on
 * failure it is untouched: PAWL_ERR_RANGE outside PAWL_SIZE_MIN .. PAWL_EXTENT_MAX,
 * PAWL_ERR_GEOMETRY for degenerate points, PAWL_ERR_NULL. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_make_circle(pawl_vec2 center, pawl_fx radius,
                                                      pawl_convex *out);
PAWL_API PAWL_MUST_CHECK pawl_status pawl_make_capsule(pawl_vec2 a, pawl_vec2 b, pawl_fx radius,
                                                       pawl_convex *out);
PAWL_API PAWL_MUST_CHECK pawl_status pawl_make_segment(pawl_vec2 a, pawl_vec2 b, pawl_convex *out);
PAWL_API PAWL_MUST_CHECK pawl_status pawl_make_box(pawl_fx half_width, pawl_fx half_height,
                                                   pawl_convex *out);
PAWL_API PAWL_MUST_CHECK pawl_status pawl_make_box_at(pawl_fx half_width, pawl_fx half_height,
                                                      pawl_vec2 center, pawl_angle angle,
                                                      pawl_convex *out);
/* Points must pass pawl_polygon_check; run them through pawl_hull first when they may not. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_make_polygon(const pawl_vec2 *points, int32_t count,
                                                       pawl_fx radius, pawl_convex *out);

/* Whether a convex, however it was made, is one that the makers above could have produced. Only
 * what a program makes is linked (docs/profiles.md): in one that calls none of the makers of its
 * sort, a convex made by hand is not valid, unless it is what pawl_make_box makes. */
PAWL_API bool pawl_convex_is_valid(const pawl_convex *shape);
/* The same as PAWL_OK or GEOMETRY (NULL), and through `field` (may be null) the name of the first
 * wrong field, or null when none is: count, radius, vertices, pad, normals. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_convex_check(const pawl_convex *convex,
                                                       const char **field);

/* Mass, center and rotational inertia about that center. */
typedef struct pawl_mass {
    pawl_wide mass;    /* Q48.16 */
    pawl_vec2 center;  /* centroid, Q16.16, nearest */
    pawl_wide inertia; /* about `center`, Q48.16 mass * units^2; saturates at PAWL_WIDE_MAX */
} pawl_mass;

/* Mass properties at a density (Q16.16 mass per square unit, >= 0). Exact integer sums with one
 * final rounding for polygons (polygon moments by Green's theorem, relative to vertex 0, then
 * about the rounded centroid); circles and capsules use pi to 2^-62. A rounded polygon counts
 * its exact area: core, edge strips and corner sectors. A segment has no mass. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_convex_mass(const pawl_convex *shape, pawl_fx density,
                                                      pawl_mass *out);

/* The box around a shape at a pose; at most two raw units larger than exact, never smaller. */
PAWL_API pawl_box pawl_convex_box(const pawl_convex *shape, pawl_pose pose);

#endif
