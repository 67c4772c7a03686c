/* swept.h - two convex shapes that move without turning: when they first meet, decided exactly in
 * 128-bit and 256-bit integers, for the tests of sweeps.
 *
 * The oracle shares nothing with the library. Polygons: the times at which the projections on
 * each edge's normal begin and cease to overlap, as fractions. A circle: the distance of its centre
 * to the vertices and edges of the other shape, which is a convex function of time, compared with
 * the radius at any given part of the way. Ranges: vertices and radii below 2^29, distances
 * below 2^31, movements below 2^30.5; the products are below 2^125, squares of scaled ones 2^200.
 */
#ifndef TEST_SWEPT_H
#define TEST_SWEPT_H

#include <math.h>

#include "pawl/collide.h"
#include "support/base/seeded.h"

#define SWEPT_ONE ((int128)PAWL_UNIT) /* of a pawl_fraction: 2^30 */

/* Shape B stands at the origin, A is at `offset` and moves by `move`. */
typedef struct swept_pair {
    const pawl_convex *a, *b;
    int64_t x, y;   /* offset */
    int64_t mx, my; /* move */
} swept_pair;

typedef struct swept_ratio {
    int128 n, m; /* m > 0 */
} swept_ratio;

static inline bool swept_less(swept_ratio a, swept_ratio b) {
    return a.n * b.m < b.n * a.m;
}

/* ---- polygons -------------------------------------------------------------------------------- */

/* While the interiors overlap: a span of time, which is empty when they never do. */
typedef struct swept_span {
    swept_ratio enter, leave;
    bool apart;    /* a gap along an axis that does not change */
    bool touching; /* no gap, but no depth either, along such an axis */
    bool early;    /* some axis has a gap at the start */
    bool grazing;  /* some axis has no depth at the start */
} swept_span;

typedef struct swept_axis {
    int64_t nx, ny; /* out of B, towards A; not a unit */
    int128 height;  /* of A beyond B at the start, times the normal's length */
    int128 rate;    /* of that, by the whole movement */
} swept_axis;

/* The axis of edge `index`, those of B first. */
swept_axis swept_axis_of(const swept_pair *pair, int index);

swept_span swept_polygons(const swept_pair *pair);

/* ---- circles --------------------------------------------------------------------------------- */

/* A point that moves past a polygon, a segment or a point grown by a radius. */
typedef struct swept_point {
    const pawl_convex *shape;
    int64_t x, y, mx, my;
    int64_t radius;
    int sign; /* -1: the circle is B, so directions are turned around */
} swept_point;

swept_point swept_point_of(const swept_pair *pair);

/* Whether the point, at part / 2^30 of its way, is nearer to the shape than its radius (-1), at it
 * (0) or farther (1). */
int swept_reach(const swept_point *p, int64_t part);

/* The same for the nearest point of the way from one part to another. */
int swept_reach_between(const swept_point *p, int64_t from, int64_t to);

/* ---- distances, where an answer is judged and not decided --------------------------------------
 */

/* Distance of the point to the shape at a part of the way, less the radius; and the direction from
 * the shape to the point. */
long double swept_gap(const swept_point *p, long double t, long double *nx, long double *ny);

/* The gap along a unit normal from A to B, at a fraction of the way: never more than the distance.
 */
long double swept_gap_along(const swept_point *p, pawl_fraction fraction, pawl_rot normal);

#endif
