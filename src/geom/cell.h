/* cell.h - internal: one cell of a cut inside one convex part: which lines bound it, exactly, and
 * its corners, rounded.
 *
 * A cell is bounded by edges of its part and by cuts: bisectors between its site and others, or the
 * one line of pawl_cut. It is kept as the list of these borders, counter-clockwise; corners are
 * where neighbors in the list cross, and have no coordinates until they are rounded. */
#ifndef PAWLI_CELL_H
#define PAWLI_CELL_H

#include "pawl/cut.h"

/* What is cut, and into which cells. */
typedef struct pawli_pattern {
    const pawl_rings *parts; /* checked: convex, counter-clockwise, in their box */
    const pawl_vec2 *sites;  /* null: two cells, left and right of the line a -> b */
    pawl_vec2 a, b;
    uint32_t site_count;
    uint8_t *states; /* of sites */
} pawli_pattern;

#define PAWLI_SITE_NEW 0u  /* its cell is to be looked at */
#define PAWLI_SITE_GOOD 1u /* it has been */
#define PAWLI_SITE_GONE 2u /* it has no cell: the others do as if it were not there */

typedef struct pawli_cell {
    const pawli_pattern *pattern;
    const pawl_vec2 *points; /* of the part */
    uint32_t point_count, part, site;
    /* Border i < point_count is the part's edge that begins at corner i, others are the cut against
     * site i - point_count. */
    uint32_t *borders, *spare;
    int8_t *signs;
    uint32_t count;
} pawli_cell;

/* Entries of each of the arrays, and points of a ring, for so many points of all parts. */
static inline uint32_t pawli_cell_room(uint32_t point_count, uint32_t site_count) {
    return point_count + site_count + 4;
}

/* A border: the points p with x * (p.x - origin.x) + y * (p.y - origin.y) <= c. The origin is the
 * cell's site, or a point of the line: where everything is makes no difference. */
typedef struct pawli_half {
    int64_t x, y, c;
} pawli_half;

pawl_vec2 pawli_cell_origin(const pawli_cell *cell);
pawli_half pawli_cell_half(const pawli_cell *cell, uint32_t border);

/* x1 y2 - y1 x2: positive when the second border turns left from the first. */
int64_t pawli_cell_half_turn(pawli_half first, pawli_half second);

/* Where the crossing of two borders, the second turning left from the first, lies to a half-plane:
 * 1 inside, 0 on its line, -1 outside. Exact. */
int pawli_cell_half_sign(pawli_half first, pawli_half second, pawli_half half);

/* The points of a part, and their number. */
const pawl_vec2 *pawli_cell_part(const pawl_rings *parts, uint32_t part, uint32_t *count);

/* Whether a point of a ring is a corner: no point in line. */
bool pawli_cell_is_corner(const pawl_vec2 *points, uint32_t count, uint32_t index);

/* The box of all parts. Errors: those that cut.h names for parts. */
pawl_status pawli_cut_check_parts(const pawl_rings *parts, pawl_box *box);

/* The borders of the cell of a site in a part; false when they have no area in common, and then
 * there are none. The pattern and the arrays of `cell` are set. */
bool pawli_cell_find(pawli_cell *cell, uint32_t part, uint32_t site);

/* Its corners, rounded, and the points of other parts on its edges in between: the number of points
 * written to `ring`, some of which may be equal or in line. */
uint32_t pawli_cell_round(const pawli_cell *cell, pawl_vec2 *ring);

#endif
