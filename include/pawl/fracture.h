/* fracture.h - bodies that break: cut along a line, or shattered around an impact.
 *
 * Give a shape a break_impulse (body.h), and after each step call pawl_world_break: bodies that
 * were hit harder fall to pieces. Or break a body yourself. docs/fracture.md teaches it, cut.h is
 * the geometry alone.
 *
 * What breaks. A call takes shapes of one body away and puts pieces in their place: new dynamic
 * bodies, created in the order of the pieces of pawl_cut or pawl_shatter, one for each group.
 * Pieces of two shapes that lie on each other along an edge hang together, so a concave body made
 * of the parts of pawl_polygon_convex_parts breaks as the outline it was. If no shape is left, the
 * body is destroyed with its joints, as pawl_body_destroy does; else it stays with the others.
 * Static and kinematic bodies break too. Neighbors that touched the body wake, and the pieces are
 * awake. Where a call cannot cut anything (the line misses, pieces would be too small or too thin)
 * nothing changes, and it answers PAWL_OK with no pieces.
 *
 * What pieces inherit. From their shape: density, friction, restitution, tangent speed, rolling
 * resistance, filter, break_impulse, user data, hit events, custom filter and pre-solve. From their
 * body: user data, gravity scale, damping, fixed rotation, bullet, sleep threshold, and whether
 * they can sleep.
 *
 * Where they are. The frame of a piece is that of the body: same angle, same origin, and corners at
 * the same coordinates, so that what is drawn on a body stays in its place on the pieces. Corners
 * that pieces share are the same two integers. In the world each piece is within one raw unit of
 * where it was on the body, on each axis.
 *
 * How they move. The velocity of a piece is that of its center of mass on the body, v + w x r, and
 * its angular velocity that of the body, both before any clamping to the speed limit, which sets
 * PAWL_FAULT_SPEED. Centers of mass and velocities are raw units, so with m the mass of the body, w
 * its angular velocity, s the speed of its fastest point and d the distance of the farthest one
 * from the center of mass, all pieces together have the momentum of the body to within m (1 + 2 w)
 * raw units on each axis, and its angular momentum about that center to within m (d (2 + 4 w) + 2
 * s) raw units; plus that of the area which rounding loses at the outline (cut.h; at most 2^-15
 * square units for each unit of an edge that is cut), and 2^-28 of it all for masses of 31 bits.
 * Forces that were applied since the last step are lost. A mass that was set by hand is not
 * inherited.
 *
 * What it costs. Of a step nothing where no shape is breakable. Of a break the square of the cells
 * for each shape (cut.h), and for each piece one look at all contacts.
 *
 * Round shapes cannot be cut exactly. A circle counts as the regular octagon inscribed in it, which
 * has 90.03 % of its area, mass and momentum; a capsule as one with three sides for each end; a
 * rounded polygon of up to four corners gets two corners for each one, on the ends of the rounding,
 * a rounded polygon of more keeps its number of corners, in the middle of the roundings. Segments,
 * sensors, one-way platforms, chains and tile maps do not break: a body keeps them, but is not kept
 * for sensors alone. Shapes of a body that overlap break into pieces that overlap. */
#ifndef PAWL_FRACTURE_H
#define PAWL_FRACTURE_H

#include "pawl/body.h"

typedef struct pawl_fracture_def {
    uint32_t cookie;  /* set by pawl_fracture_def_default() */
    uint64_t seed;    /* default 0 */
    uint16_t cells;   /* Voronoi cells that a body breaks into, 2 .. PAWL_FRACTURE_CELLS_MAX;
                         default 8. Of concave bodies a cell may be several pieces */
    pawl_fx size_min; /* cells are no smaller than a square of this side, nor are their sites
                         closer; PAWL_SIZE_MIN .. 1024; default 0: a tenth of the length unit */
    pawl_fx focus;    /* 0 .. 1: how much denser cells are around the impact; default 0.75 */
} pawl_fracture_def;
#define PAWL_FRACTURE_CELLS_MAX 256

/* A def with the defaults above. */
PAWL_API pawl_fracture_def pawl_fracture_def_default(void);
/* As pawl_body_def_check in body.h. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_fracture_def_check(const pawl_fracture_def *def,
                                                             const char **field);

/* Memory for breaking a body of so many shapes (those that can be cut) into so many cells (2 for a
 * cut), in bytes, to be aligned like uint64_t; 0 when cells are not 2 .. PAWL_FRACTURE_CELLS_MAX,
 * or it is more than fits. With less a call answers MEMORY. It is used only during a call. */
PAWL_API size_t pawl_fracture_size(uint32_t shape_count, uint32_t cell_count);

/* Pieces that a call has made. */
typedef struct pawl_fragments {
    pawl_body_id *bodies; /* room for `capacity` of them; may be null with capacity 0, which does
                             not limit the number of pieces */
    uint32_t capacity;
    uint32_t count; /* set: pieces made; 0: nothing changed */
    uint32_t left;  /* set by a cut: of these, the first ones, on the left of a -> b */
} pawl_fragments;

/* Cut all shapes of a body along the line through two points of the world, which are rounded to
 * raw units of the body's frame. What lies on either side is a body for each group of shapes and
 * parts of shapes that hang together; what a cut does not touch is a piece as well.
 *
 * Errors: NULL; STALE; ARGUMENT (a == b in the body's frame, or the body is disabled); RANGE
 * (|coordinate| of the points, also in the frame, beyond PAWL_COORD_MAX); MEMORY; CAPACITY (of the
 * world for bodies, shapes or geometries, of which each piece counts as one, or of `out`);
 * UNSUPPORTED (this build has no fracture). Nothing has changed then, nor has *out. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_body_cut(pawl_world *world, pawl_body_id body,
                                                   pawl_vec2 a, pawl_vec2 b, void *memory,
                                                   size_t size, pawl_fragments *out);

/* Shatter all shapes of a body around a point of the world. The pattern follows from the seed, the
 * tick and the serial of the body's oldest shape, so that equal worlds break alike, and no two
 * bricks of a wall. Errors: as above; COOKIE, RANGE (def). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_body_shatter(pawl_world *world, pawl_body_id body,
                                                       pawl_vec2 impact,
                                                       const pawl_fracture_def *def, void *memory,
                                                       size_t size, pawl_fragments *out);

/* Call after each step: for every event of pawl_events.fractures, in their order, shatter around
 * its point those shapes of the body that are breakable; unless the shape is gone by then, or there
 * is no room, in the world or in `memory`, in which case the body stays whole. The number of bodies
 * that broke, or a negative status: NULL, COOKIE, RANGE, MEMORY (not aligned like uint64_t), or
 * UNSUPPORTED.
 *
 * Pieces are the youngest bodies: walk on with pawl_world_next_body from the one that was the last
 * before the call. Events are not part of a portable snapshot: take one after this call, not
 * between it and the step. */
PAWL_API PAWL_MUST_CHECK int32_t pawl_world_break(pawl_world *world, const pawl_fracture_def *def,
                                                  void *memory, size_t size);

#endif
