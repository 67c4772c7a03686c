/* moments.h - internal: area, centroid and second moment of a shape, before any density.
 *
 * The public pawl_mass has 16 fraction bits, too few for a card of 0.0008 square units: bodies
 * are weighed with pawli_moments. */
#ifndef PAWLI_MOMENTS_H
#define PAWLI_MOMENTS_H

#include "fx/int128.h"
#include "fx/scaled.h"
#include "pawl/convex.h"

/* The integer sums. One unit of length is 2^-(16 + up); up is 0, and every sum exact, when the
 * radius is 0. */
typedef struct pawli_area_sums {
    int64_t doubled_area;            /* below 2^62 */
    pawli_int128 twelvefold_inertia; /* about the rounded centroid, below 2^125 */
    pawl_vec2 center;                /* centroid, Q16.16, nearest; the midpoint of a segment */
    int up;
} pawli_area_sums;

void pawli_moments_sum_area(const pawl_convex *shape, pawli_area_sums *out);

/* The same in units, for bodies. */
typedef struct pawli_moments {
    pawli_scaled area;             /* square units; zero for a segment */
    pawl_vec2 center;              /* centroid, nearest */
    pawli_scaled gyration_squared; /* inertia / mass about `center` */
} pawli_moments;

/* For any valid convex, at uniform density. */
void pawli_moments_find(const pawl_convex *shape, pawli_moments *out);

#endif
