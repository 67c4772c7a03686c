/* cut.h - convex polygons cut by a line, or shattered into the cells of a Voronoi diagram.
 *
 * What is cut is a set of convex parts: one convex polygon, the shapes of a body, or the parts
 * that pawl_polygon_convex_parts makes of a concave outline. Where the cuts run is decided exactly;
 * only corners of pieces are rounded, each once, and every piece that has the corner gets the same
 * two integers. So pieces tile what was cut without gap or overlap: an edge inside is, in the
 * opposite direction, an edge or a chain of edges of the pieces next to it.
 *
 * Every piece is convex, counter-clockwise, without points in line, has at most PAWL_POLYGON_MAX
 * corners, and passes pawl_polygon_check with radius 0 if its part did and it lies within
 * PAWL_EXTENT_MAX of the origin. Pieces are never left out: where a cell would leave one that is
 * too thin, or that rounding has bent, the cut is not made there, and the area stays with the
 * neighbors.
 *
 * Area. Corners where cuts meet each other move area between pieces only. A corner where a cut
 * meets the outline is rounded to the inside, by less than one raw unit on each axis. With S the
 * sum of |dx| + |dy|, in raw units, over the edges of the outline that cuts meet: area2 of what was
 * cut - 2 S <= sum of area2 of all pieces <= area2 of what was cut, and with - S instead of - 2 S
 * when each of these edges is met once, as by a line. No area moves where cuts meet the seam
 * between two parts.
 *
 * Shifting everything shifts the pieces, bit for bit. No world is needed. Coordinates are Q16.16,
 * area2 is twice an area in units^2, Q32.32.
 *
 * Source: Sutherland and Hodgman, Reentrant polygon clipping (1974); the sides of corners are signs
 * of 128-bit determinants. */
#ifndef PAWL_CUT_H
#define PAWL_CUT_H

#include "pawl/ring.h"

/* Room for pieces, and the pieces. */
typedef struct pawl_pieces {
    pawl_vec2 *points;
    uint32_t *ends;   /* piece i is points ends[i - 1] (0 for the first) .. ends[i] - 1; each begins
                         at its lowest, then leftmost corner */
    uint32_t *groups; /* of each piece, numbered from 0 in the order of their first pieces: pieces
                         of one group belong to one cell and hang together along edges, so they are
                         one body; corners alone do not hold pieces together */
    uint32_t point_capacity, piece_capacity; /* of `points`; of `ends` and `groups` */
    uint32_t point_count, piece_count, group_count;
    uint32_t cell_count; /* cells that have pieces; 1 when nothing was cut */
} pawl_pieces;

/* Most points of all parts together, and most sites. */
#define PAWL_CUT_POINTS_MAX 65535u
#define PAWL_CUT_SITES_MAX 4096u

/* Memory for cutting parts with so many points in all into so many cells (2 for pawl_cut): 17 bytes
 * a point and 26 a site, and 76. 0 when there is no such limit. */
PAWL_API size_t pawl_cut_size(uint32_t point_count, uint32_t site_count);

/* Cut along the line through a and b. Cell 0 is what lies on the left of a -> b; its groups and
 * pieces come first. On which side a corner lies is decided exactly; one on the line stays where it
 * is and belongs to both sides. Where any piece would be too thin (or bent by rounding) the line is
 * not used at all: everything stays in one cell. A line moved by a few PAWL_SIZE_MIN will do.
 *
 * `parts`: convex, counter-clockwise, points in line allowed, in a box of at most PAWL_COORD_MAX on
 * each side. They should not overlap; where edges of two of them lie on each other they stay
 * connected. a, b: different, |coordinate| <= PAWL_COORD_MAX. `memory`: pawl_cut_size(points of
 * all parts, 2) bytes, aligned like uint64_t, used only during the call.
 *
 * Errors: NULL; ARGUMENT (no parts, fewer than three points in one, a == b, too many points);
 * RANGE (coordinates); GEOMETRY (a part is not convex and counter-clockwise, or has more than
 * PAWL_POLYGON_MAX corners, and taking off the largest piece that leaves both sides thick enough,
 * at the first corner that has one, again and again, does not come to an end: for one corner too
 * many no diagonal would do, for more another order might);
 * MEMORY; CAPACITY (`out` is too small, and untouched). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_cut(const pawl_rings *parts, pawl_vec2 a, pawl_vec2 b,
                                              void *memory, size_t size, pawl_pieces *out);

/* Cut into the Voronoi cells of sites: each cell is what lies nearer to its site than to any other.
 * Cells come in the order of their sites. A site loses its cell to its neighbors when
 *  - an earlier one lies in the same place,
 *  - a piece of the cell would be thinner than PAWL_SIZE_MIN allows though its part is not, or its
 *    corners, rounded, are no convex polygon,
 *  - all pieces of the cell together have an area2 below `area2_min` (Q32.32; 0 demands nothing);
 * one site at a time, the first in their order first, until all cells are good. The last site is
 * never taken away.
 *
 * Parts, memory (for site_count sites) and errors as above; parts and sites together lie in a box
 * of at most PAWL_COORD_MAX on each side (RANGE), 1 <= site_count <= PAWL_CUT_SITES_MAX and
 * area2_min >= 0 (ARGUMENT). Cost: sites^2 * corners, by exact 128-bit signs. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_shatter(const pawl_rings *parts, const pawl_vec2 *sites,
                                                  uint32_t site_count, int64_t area2_min,
                                                  void *memory, size_t size, pawl_pieces *out);

/* Where sites are scattered around an impact. */
typedef struct pawl_shatter_pattern {
    uint64_t seed, stream; /* of pawl_random_make */
    pawl_vec2 impact;      /* anywhere within PAWL_COORD_MAX; outside the box of the parts it counts
                              as the nearest point of that box */
    pawl_fx focus;         /* 0: even; PAWL_FX_ONE: as dense as 1 / distance from the impact */
    pawl_fx spacing;       /* units, >= 0: no two sites are closer to each other */
    uint32_t site_count;   /* as many are tried to be placed: 0 .. PAWL_CUT_SITES_MAX */
} pawl_shatter_pattern;

/* The number of sites written to sites[pattern->site_count]: all of them inside the
 * parts. Each is drawn up to 16 times; where it then still lies outside or too close to others it
 * is left out. Or a negative status: NULL, ARGUMENT (no parts, focus, spacing, count), RANGE (of
 * the parts, the impact), GEOMETRY (of a part, as above). Cost: a draw looks at all points of the
 * parts and all sites so far. */
PAWL_API PAWL_MUST_CHECK int32_t pawl_shatter_sites(const pawl_rings *parts,
                                                    const pawl_shatter_pattern *pattern,
                                                    pawl_vec2 *sites);

#endif
