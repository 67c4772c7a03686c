/* cutting.h - parts to be cut, cuts that find their own memory, and what must be true of pieces
 * whatever they came from. Everything is counted in 128 bits. */
#ifndef CUTTING_H
#define CUTTING_H

#include <check.h>

#include "pawl/cut.h"
#include "support/shape/polygons.h"

#define CUTTING_PIECES 1024
#define CUTTING_POINTS 4096

typedef struct cutting {
    pawl_vec2 points[CUTTING_POINTS];
    uint32_t ends[CUTTING_PIECES], groups[CUTTING_PIECES];
    pawl_pieces pieces;
} cutting;

static inline uint32_t cutting_begin(const cutting *c, uint32_t piece) {
    return piece == 0 ? 0 : c->ends[piece - 1];
}

pawl_status cutting_line(const polygon *parts, pawl_vec2 a, pawl_vec2 b, cutting *out);

pawl_status cutting_shatter(const polygon *parts, const pawl_vec2 *sites, uint32_t count,
                            int64_t area2_min, cutting *out);

pawl_vec2 cutting_point(uint64_t *seed, pawl_fx reach);

/* The hull of random points; false when it has no area. */
bool cutting_add_hull(uint64_t *seed, pawl_fx reach, uint32_t corners, polygon *out);

/* Reaches from a card to all there is. */
pawl_fx cutting_reach(uint64_t *seed);

/* One convex polygon; one of many corners; bricks; the parts of a concave form. */
#define CUTTING_KINDS 4

/* False when they came out without area. All lies within `reach` of the origin. */
bool cutting_draw(uint64_t *seed, int kind, pawl_fx *reach, polygon *out);

/* Whether PAWL_ERR_GEOMETRY is right of parts: of one that has too many corners for a piece, and is
 * too small to be cut along diagonals. Exact for one corner too many, where one diagonal is all it
 * takes; true for more. */
bool cutting_may_be_refused(const polygon *parts);

/* ---- what must be true of pieces ----------------------------------------------------------- */

typedef struct edge {
    pawl_vec2 a, b;
} edge;

/* Edges of rings, cut at all points of the same rings that lie on them. */
typedef struct edges {
    edge items[8 * CUTTING_POINTS];
    uint32_t rings[8 * CUTTING_POINTS]; /* which each belongs to */
    uint32_t count;
} edges;

uint128 cutting_l1(edge e);

bool cutting_has_point(const polygon *parts, pawl_vec2 p);

/* Everything that the header promises of pieces, but where the cuts run. `cells`: which each piece
 * belongs to, if known; `times`: 1 for a line, 2 else. NULL, or what is wrong. */
const char *cutting_fault(const polygon *parts, const cutting *c, const uint32_t *cells,
                          uint32_t times);

/* In how many pieces a point lies: strictly inside, and on the edge. */
void cutting_count(const cutting *c, pawl_vec2 point, uint32_t *inside, uint32_t *edge_of);

#endif
