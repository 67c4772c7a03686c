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

/* Of any convex that the program can make; of what is neither a circle nor a box around its own
 * center (moments_outline.c). */
void pawli_moments_sum_area(const pawl_convex *shape, pawli_area_sums *out);
void pawli_moments_outline_sum_area(const pawl_convex *shape, pawli_area_sums *out);

/* What makes a rounded shape that reaches so far from its first vertex 2^27 units long or more. */
static inline int pawli_moments_scale(pawl_fx reach) {
    const int up = pawli_int128_leading_zeros((uint64_t)reach) - 36;
    return up > 0 ? up : 0;
}

/* Twice the area of a disc, with pi to 2^-62: below 2^61 for a radius below 2^29. */
static inline uint64_t pawli_moments_doubled_disc(int32_t radius) {
    const uint64_t squared = (uint64_t)radius * (uint64_t)radius;
    const uint64_t two_pi = UINT64_C(7244019458077122842); /* in 2^-60 */
    return pawli_int128_shift_near(pawli_int128_multiply_unsigned(squared, two_pi), 60);
}

/* The same in units, for bodies. */
typedef struct pawli_moments {
    pawli_scaled area;             /* square units; zero for a segment */
    pawl_vec2 center;              /* centroid, nearest */
    pawli_scaled gyration_squared; /* inertia / mass about `center` */
} pawli_moments;

/* For any valid convex, at uniform density. */
void pawli_moments_find(const pawl_convex *shape, pawli_moments *out);

/* The radius of a circle that fits into a shape, about the mean of its vertices: 0 for a segment.
 * While shapes overlap by less than this, that point of neither lies in the other. */
pawl_fx pawli_moments_inner_radius(const pawl_convex *shape);
pawl_fx pawli_moments_outline_inner_radius(const pawl_convex *shape); /* of a polygon */

#endif
