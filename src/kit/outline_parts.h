/* outline_parts.h - internal: an outline in convex parts that shapes can be made of. */
#ifndef PAWLI_KIT_OUTLINE_PARTS_H
#define PAWLI_KIT_OUTLINE_PARTS_H

#include "pawl/body_build.h"

/* Parts of an outline, in the memory of the caller. Each is counter-clockwise and convex without
 * points in line, thick enough for a shape, and has at most PAWL_POLYGON_MAX corners. */
typedef struct pawli_outline_parts {
    pawl_vec2 *points;
    uint32_t *ends; /* part i is points ends[i - 1] (0 for the first) .. ends[i] - 1 */
    uint32_t count;
} pawli_outline_parts;

/* Bytes for an outline of so many points, a multiple of 8; 0 when there cannot be so many. */
uint64_t pawli_outline_parts_size(uint32_t point_count);

/* PAWL_OK or what is wrong: ARGUMENT, MEMORY, and RANGE or GEOMETRY with a fault in the report. */
pawl_status pawli_outline_parts_find(const pawl_rings *rings, void *memory, size_t size,
                                     pawli_outline_parts *out, pawl_outline_report *report);

#endif
