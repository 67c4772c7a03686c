/* body_build.h - a body with one shape in one call, or with the shapes of an outline.
 *
 * Each call makes what pawl_body_create and pawl_shape_create make of the same defs and of the
 * convex of that name in convex.h. A failed call has changed nothing: there is never a body
 * without its shape. More shapes can follow with pawl_shape_create; the first one is
 * pawl_body_next_shape(world, body, PAWL_NULL_SHAPE). */
#ifndef PAWL_BODY_BUILD_H
#define PAWL_BODY_BUILD_H

#include "pawl/body.h"
#include "pawl/ring.h"

/* `shape` may be null: pawl_shape_def_default() is taken. Lengths are in the frame of the body.
 * Errors, the first that applies: NULL, those of the convex's maker (RANGE, GEOMETRY,
 * UNSUPPORTED), those of the body def (COOKIE, ARGUMENT, UNSUPPORTED, RANGE), those of the shape
 * def (COOKIE, UNSUPPORTED, RANGE), CAPACITY (bodies, shapes or geometries). */

/* Around the origin, twice as wide and high as these halves. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_body_create_box(pawl_world *world,
                                                          const pawl_body_def *def,
                                                          const pawl_shape_def *shape,
                                                          pawl_fx half_width, pawl_fx half_height,
                                                          pawl_body_id *out);
/* Around the origin. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_body_create_circle(pawl_world *world,
                                                             const pawl_body_def *def,
                                                             const pawl_shape_def *shape,
                                                             pawl_fx radius, pawl_body_id *out);
PAWL_API PAWL_MUST_CHECK pawl_status pawl_body_create_capsule(pawl_world *world,
                                                              const pawl_body_def *def,
                                                              const pawl_shape_def *shape,
                                                              pawl_vec2 a, pawl_vec2 b,
                                                              pawl_fx radius, pawl_body_id *out);
PAWL_API PAWL_MUST_CHECK pawl_status pawl_body_create_segment(pawl_world *world,
                                                              const pawl_body_def *def,
                                                              const pawl_shape_def *shape,
                                                              pawl_vec2 a, pawl_vec2 b,
                                                              pawl_body_id *out);
/* Points as pawl_make_polygon wants them; `radius` rounds the corners. */
PAWL_API PAWL_MUST_CHECK pawl_status
pawl_body_create_polygon(pawl_world *world, const pawl_body_def *def, const pawl_shape_def *shape,
                         const pawl_vec2 *points, int32_t count, pawl_fx radius, pawl_body_id *out);
/* Any convex, made before; GEOMETRY when it is not from convex.h's makers. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_body_create_convex(pawl_world *world,
                                                             const pawl_body_def *def,
                                                             const pawl_shape_def *shape,
                                                             const pawl_convex *convex,
                                                             pawl_body_id *out);

/* ---- outlines: any simple polygon, with holes ------------------------------------------------
 *
 * An outline is a set of rings of any winding, in any order: what an odd number of them enclose is
 * inside, so that a ring inside of another one is a hole, and one in a hole an island. Rings may
 * touch each other and themselves in points and along edges, but not cross. The body gets the
 * convex parts of the outline as shapes. They meet along edges and cover the inside exactly: the
 * sum of their areas is that of the outline without its holes, to the last bit, and all their
 * corners are corners of the outline.
 *
 * Source: the parts are those of pawl_polygon_convex_parts (Hertel and Mehlhorn 1983, on the
 * constrained Delaunay triangulation), without points in line, and each of at most PAWL_POLYGON_MAX
 * corners. A part that is too thin for a shape is an error: of outlines with corners closer than
 * some hundredths of a unit leave corners out. */

/* Points of all rings together. */
#define PAWL_OUTLINE_POINTS_MAX 65535u

/* Why rings are no outline. */
typedef enum pawl_outline_fault {
    PAWL_OUTLINE_OK = 0,
    PAWL_OUTLINE_COUNT,    /* a ring of fewer than three points; `where` is the ring */
    PAWL_OUTLINE_RANGE,    /* a point beyond PAWL_EXTENT_MAX from the origin */
    PAWL_OUTLINE_CROSSING, /* two edges cross */
    PAWL_OUTLINE_THIN,     /* a place is thinner than PAWL_SIZE_MIN allows, or a corner is within a
                              raw unit of an edge that it does not touch */
    PAWL_OUTLINE_EMPTY     /* nothing is inside */
} pawl_outline_fault;

/* What became of an outline. Places are indices of points of the rings. */
typedef struct pawl_outline_report {
    pawl_outline_fault fault;
    uint32_t where; /* the point; CROSSING: where the first edge that crosses another begins */
    uint32_t other; /* CROSSING: where the first edge that it crosses begins; THIN: another corner
                       there; else 0 */
    uint32_t shape_count; /* how many shapes the body needs; 0 with a fault */
} pawl_outline_report;

/* A sentence about a fault, such as "two edges cross"; never null. */
PAWL_API const char *pawl_outline_fault_text(pawl_outline_fault fault);

/* Memory for outlines of so many points in all rings, in bytes; 0 when there are more than
 * PAWL_OUTLINE_POINTS_MAX, none, or it is more than this machine can address. About 2 KB,
 * and 200 bytes a point. */
PAWL_API size_t pawl_outline_size(uint32_t point_count);

/* Make a body whose shapes are the convex parts of an outline. They are what pawl_body_create and
 * then pawl_shape_create, part after part, make of the same defs, so mass, center and inertia are
 * those of the parts, and pawl_body_next_shape finds them in order.
 *
 * `rings`: in the frame of the body, units in Q16.16, each point within PAWL_EXTENT_MAX of the
 * origin; equal points in a row count once. `shape` may be null: pawl_shape_def_default() is taken
 * for each shape. `memory`: pawl_outline_size(points of all rings) bytes, aligned like uint64_t,
 * used only during the call. `report` may be null, and is filled in by each call that comes as far
 * as looking at the outline, also by one that fails.
 *
 * Nothing is rounded. A failed call has changed nothing. Errors, the first that applies: NULL;
 * LOCKED; those of the body def and of the shape def (COOKIE, ARGUMENT, UNSUPPORTED, RANGE);
 * ARGUMENT (no rings, ends that fall, too many points); MEMORY; RANGE and GEOMETRY (the outline:
 * the report says why); CAPACITY (bodies, shapes or geometries: shape_count says how many shapes
 * there would be). Cost: n log n for n points, about, and n^2 where edges are as long as the
 * outline; k^3 for a convex part of k > PAWL_POLYGON_MAX corners; the square of the shapes. On
 * x86-64 a star of 64 points and 24 shapes takes 4 million instructions, one of 256 points and 96
 * shapes 63 million. */
PAWL_API PAWL_MUST_CHECK pawl_status
pawl_body_create_outline(pawl_world *world, const pawl_body_def *def, const pawl_shape_def *shape,
                         const pawl_rings *rings, void *memory, size_t size,
                         pawl_outline_report *report, pawl_body_id *out);

#endif
