/* predicate.h - exact answers about points: which are the same, on which side, inside which
 * circle.
 *
 * Range: |coordinate| <= PAWL_COORD_MAX; beyond it differences saturate, and the answers mean
 * nothing but are the same everywhere. */
#ifndef PAWLI_PREDICATE_H
#define PAWLI_PREDICATE_H

#include "base/compiler.h"
#include "fx/range.h"
#include "pawl/convex.h"

static inline bool pawli_is_same_point(pawl_vec2 a, pawl_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* Whether a disc lies within PAWL_EXTENT_MAX of the origin. reach <= 2^29, so squares fit. */
static inline bool pawli_is_disc_in_range(pawl_vec2 center, pawl_fx radius) {
    const pawl_fx reach = PAWL_EXTENT_MAX - radius;
    if (reach < 0 || !pawli_vec_in_range(center, reach)) return false;
    return pawl_vec2_dot(center, center) <= (int64_t)reach * reach;
}

/* Whether a lies lower than b, or as low and farther left. */
static inline bool pawli_is_lower(pawl_vec2 a, pawl_vec2 b) {
    return a.y != b.y ? a.y < b.y : a.x < b.x;
}

/* Twice the signed area of the triangle a, b, c, Q32.32: positive when c lies left of a -> b, zero
 * when the three are in line. |result| <= 2^62, half the square that holds all points. */
static inline int64_t pawli_orient(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    return pawl_vec2_cross(pawl_vec2_sub(b, a), pawl_vec2_sub(c, a));
}

/* The same for differences that fit: of positions, |coordinate| <= PAWL_COORD_MAX + 1. A mesh has
 * checked them once, and need not saturate each time. */
static inline pawl_vec2 pawli_position_from(pawl_vec2 a, pawl_vec2 b) {
    return pawl_vec2_make(a.x - b.x, a.y - b.y);
}

static inline int64_t pawli_position_orient(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    return pawl_vec2_cross(pawli_position_from(b, a), pawli_position_from(c, a));
}

/* The sign of |a b| - |c d|. */
int pawli_predicate_compare_products(int64_t a, int64_t b, int64_t c, int64_t d);

/* pawli_predicate_in_circle for a and b as they are seen from c and from d.
 *
 * Source: Cline and Renka, A storage-efficient method for construction of a Thiessen triangulation
 * (1984): d lies inside when the angles at c and d, both seen over the chord ab, add up to more
 * than half a turn, so when the sine of their sum is negative. Times the lengths this is a sum of
 * two products of a cross and a dot product, and as polynomials the same as the determinant of the
 * textbooks, for all points.
 *
 * Overflow: |cross| and |dot| of saturated differences are below 2^63, products below 2^126. Where
 * their signs differ, the sign of the sum is that of the larger.
 *
 * Most quadrilaterals are decided by the signs, rectangles among them; and nearly all that a mesh
 * asks about are convex. */
#if PAWLI_ONE_COPY
int pawli_predicate_in_circle_seen(pawl_vec2 ca, pawl_vec2 cb, pawl_vec2 da, pawl_vec2 db);
#endif
#if !PAWLI_ONE_COPY || defined(PAWLI_PREDICATE_COPY)
static inline int pawli_sign_of_value(int64_t value) {
    return (value > 0) - (value < 0);
}

PAWLI_SHARED int pawli_predicate_in_circle_seen(pawl_vec2 ca, pawl_vec2 cb, pawl_vec2 da,
                                                pawl_vec2 db) {
    const int64_t cos_c = pawl_vec2_dot(ca, cb), cos_d = pawl_vec2_dot(da, db);
    const int64_t sin_c = pawl_vec2_cross(ca, cb), sin_d = pawl_vec2_cross(db, da);
    if (sin_c > 0 && sin_d > 0) {
        if (cos_c >= 0 && cos_d >= 0) return cos_c == 0 && cos_d == 0 ? 0 : -1;
        if (cos_c <= 0 && cos_d <= 0) return 1;
        const int order = pawli_predicate_compare_products(sin_c, cos_d, cos_c, sin_d);
        return cos_d > 0 ? -order : order;
    }
    const int first = pawli_sign_of_value(sin_c) * pawli_sign_of_value(cos_d),
              second = pawli_sign_of_value(cos_c) * pawli_sign_of_value(sin_d);
    if (first * second >= 0) return -pawli_sign_of_value((int64_t)first + second);
    return -first * pawli_predicate_compare_products(sin_c, cos_d, cos_c, sin_d);
}
#endif

/* Where d lies to the circle through a, b, c, which run counter-clockwise: 1 inside, 0 on it, -1
 * outside. When they run clockwise the answer has the opposite sign; when they are in line it is
 * that of the determinant. */
static inline int pawli_predicate_in_circle(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 d) {
    return pawli_predicate_in_circle_seen(pawl_vec2_sub(a, c), pawl_vec2_sub(b, c),
                                          pawl_vec2_sub(a, d), pawl_vec2_sub(b, d));
}

#endif
