/* predicate.c - the circle test.
 *
 * Source: Cline and Renka, A storage-efficient method for construction of a Thiessen triangulation
 * (1984): d lies inside when the angles at c and d, both seen over the chord ab, add up to more
 * than half a turn, so when the sine of their sum is negative. Times the lengths this is a sum of
 * two products of a cross and a dot product, and as polynomials the same as the determinant of the
 * textbooks, for all points.
 *
 * Overflow: |cross| and |dot| of saturated differences are below 2^63, products below 2^126. Where
 * their signs differ, the sign of the sum is that of the larger. */
#include "geom/predicate.h"

#include "fx/int128.h"

static int sign_of_value(int64_t value) {
    return (value > 0) - (value < 0);
}

/* The sign of |a * b| - |c * d|. */
static int compare_products(int64_t a, int64_t b, int64_t c, int64_t d) {
    return pawli_int128_compare(
        pawli_int128_multiply_unsigned(pawli_magnitude(a), pawli_magnitude(b)),
        pawli_int128_multiply_unsigned(pawli_magnitude(c), pawli_magnitude(d)));
}

int pawli_predicate_in_circle_seen(pawl_vec2 ca, pawl_vec2 cb, pawl_vec2 da, pawl_vec2 db) {
    const int64_t cos_c = pawl_vec2_dot(ca, cb), cos_d = pawl_vec2_dot(da, db);
    const int64_t sin_c = pawl_vec2_cross(ca, cb), sin_d = pawl_vec2_cross(db, da);

    /* Most quadrilaterals are decided by the signs, rectangles among them; and nearly all that a
     * mesh asks about are convex. */
    if (sin_c > 0 && sin_d > 0) {
        if (cos_c >= 0 && cos_d >= 0) return cos_c == 0 && cos_d == 0 ? 0 : -1;
        if (cos_c <= 0 && cos_d <= 0) return 1;
        const int order = compare_products(sin_c, cos_d, cos_c, sin_d);
        return cos_d > 0 ? -order : order;
    }
    const int first = sign_of_value(sin_c) * sign_of_value(cos_d),
              second = sign_of_value(cos_c) * sign_of_value(sin_d);
    if (first * second >= 0) return -sign_of_value((int64_t)first + second);
    return -first * compare_products(sin_c, cos_d, cos_c, sin_d);
}
