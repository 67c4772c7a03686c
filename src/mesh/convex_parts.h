/* convex_parts.h - the inside of rings in convex parts, one after the other. */
#ifndef PAWLI_CONVEX_PARTS_H
#define PAWLI_CONVEX_PARTS_H

#include "pawl/polygon.h"

/* A part: counter-clockwise, perhaps with points in line. Anything but PAWL_OK ends the work and is
 * its result. */
typedef struct pawli_part_taker {
    pawl_status (*take)(void *context, const pawl_vec2 *points, uint32_t count);
    void *context;
} pawli_part_taker;

/* As pawl_polygon_convex_parts, with memory for the same limits, but hands out every part when it
 * is found. */
pawl_status pawli_convex_parts(pawl_fill fill, const pawl_rings *rings, uint32_t vertices_max,
                               const pawl_polygon_limits *limits, void *memory, size_t size,
                               pawli_part_taker taker);

#endif
