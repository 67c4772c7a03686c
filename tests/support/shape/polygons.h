/* polygons.h - random rings, boolean operations that find their own memory, and what a result must
 * look like whatever it came from. */
#ifndef POLYGONS_H
#define POLYGONS_H

#include <stdlib.h>
#include <string.h>

#include "pawl/polygon.h"
#include "support/base/seeded.h"

#define POLYGON_POINTS 4096
#define POLYGON_RINGS 1024

/* Rings with room of their own. */
typedef struct polygon {
    pawl_vec2 points[POLYGON_POINTS];
    uint32_t ends[POLYGON_RINGS];
    uint32_t point_count, ring_count;
} polygon;

pawl_rings polygon_rings(const polygon *p);

/* How random rings look. */
typedef enum polygon_kind {
    POLYGON_STEPS = 0, /* horizontal and vertical edges at even coordinates: nothing is rounded */
    POLYGON_GRID,      /* a small grid: overlaps, points on edges, vertices that meet */
    POLYGON_FINE,      /* thousands of units */
    POLYGON_LARGE      /* all coordinates there are */
} polygon_kind;

pawl_fx polygon_coordinate(uint64_t *seed, polygon_kind kind);

void polygon_add(polygon *p, pawl_fx x, pawl_fx y);

void polygon_end_ring(polygon *p);

/* Up to `rings` rings of 0 to `corners` corners. */
void polygon_random(uint64_t *seed, polygon_kind kind, uint32_t rings, uint32_t corners,
                    polygon *out);

/* Limits that hold whatever crosses: every pair of segments. */
pawl_polygon_limits polygon_limits(uint32_t segments);

/* With room for everything; aborts when it fails all the same. */
void polygon_operate(pawl_boolean operation, pawl_fill fill, const polygon *subject,
                     const polygon *clip, polygon *out);

int64_t polygon_area2(const polygon *p);

bool polygon_equal(const polygon *a, const polygon *b);

int polygon_orient(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c);

static inline bool polygon_same(pawl_vec2 a, pawl_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

static inline bool polygon_is_below(pawl_vec2 a, pawl_vec2 b) {
    return a.y != b.y ? a.y < b.y : a.x < b.x;
}

/* Where ring i begins. */
static inline uint32_t polygon_begin(const polygon *p, uint32_t ring) {
    return ring == 0 ? 0 : p->ends[ring - 1];
}

static inline uint32_t polygon_next(const polygon *p, uint32_t ring, uint32_t index) {
    return index + 1 < p->ends[ring] ? index + 1 : polygon_begin(p, ring);
}

/* What is wrong with a result, or NULL: each ring by itself, their order, and that no two edges
 * cross or overlap. */
const char *polygon_fault(const polygon *p);

bool polygon_is_clear(const pawl_rings *rings, pawl_vec2 point);

#endif
