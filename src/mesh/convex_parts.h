/* convex_parts.h - the inside of rings in convex parts, one after the other. */
#ifndef PAWLI_CONVEX_PARTS_H
#define PAWLI_CONVEX_PARTS_H

#include "pawl/polygon.h"

/* A part: counter-clockwise, perhaps with points in line. Anything but PAWL_OK ends the work and is
 * its result.
 *
 * What is thinner than a raw unit may fold up to lines when points are rounded (snap.h). Where
 * `is_bent` is not null, the lines that enclose nothing any more are handed out too, first, as
 * parts of two points, and *is_bent says beforehand whether any edge was moved. Then every point of
 * the exact inside is within 0.7072 raw units of some part: rounding moves a point of an edge by no
 * more, what was swept over is no farther from the edge's pieces, and a piece either borders on the
 * inside, lies in it, or is a fold. A ring that runs there and back on exactly the same line is a
 * fold as well; where edges of two rings cancel exactly there was nothing. */
typedef struct pawli_part_taker {
    pawl_status (*take)(void *context, const pawl_vec2 *points, uint32_t count);
    void *context;
    bool *is_bent;
} pawli_part_taker;

/* As pawl_polygon_convex_parts, with memory for the same limits, but hands out every part when it
 * is found. */
pawl_status pawli_convex_parts(pawl_fill fill, const pawl_rings *rings, uint32_t vertices_max,
                               const pawl_polygon_limits *limits, void *memory, size_t size,
                               pawli_part_taker taker);

/* Limits with which pawli_convex_parts works when folds are asked for; `memory` is enough for
 * limits of as many segments as the rings have points, and zeros. All zero: more than limits can
 * be. Errors: as for pawli_arrange_needs. */
pawl_status pawli_convex_parts_limits(const pawl_rings *rings, void *memory, size_t size,
                                      pawl_polygon_limits *out);

#endif
