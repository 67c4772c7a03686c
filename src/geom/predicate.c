/* predicate.c - the circle test.
 *
 * Source: Cline and Renka, A storage-efficient method for construction of a Thiessen triangulation
 * (1984): d lies inside when the angles at c and d, both seen over the chord ab, add up to more
 * than half a turn, so when the sine of their sum is negative. Times the lengths this is a sum of
 * two products of a cross and a dot product, and as polynomials the same as the determinant of the
 * textbooks, for all points.
 *
 * Overflow: |cross| and |dot| of saturated differences are below 2^63, products below 2^126, their
 * sum below 2^127. */
#include "geom/predicate.h"

#include "fx/int128.h"

static int sign_of_value(int64_t value) {
    return (value > 0) - (value < 0);
}

int pawli_predicate_in_circle(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 d) {
    const pawl_vec2 ca = pawl_vec2_sub(a, c), cb = pawl_vec2_sub(b, c);
    const pawl_vec2 da = pawl_vec2_sub(a, d), db = pawl_vec2_sub(b, d);
    const int64_t sin_c = pawl_vec2_cross(ca, cb), cos_c = pawl_vec2_dot(ca, cb);
    const int64_t sin_d = pawl_vec2_cross(db, da), cos_d = pawl_vec2_dot(da, db);

    /* Most quadrilaterals are decided by the signs, rectangles among them. */
    const int first = sign_of_value(sin_c) * sign_of_value(cos_d),
              second = sign_of_value(cos_c) * sign_of_value(sin_d);
    if (first * second >= 0) return -sign_of_value((int64_t)first + second);

    return -pawli_int128_sign(
        pawli_int128_add(pawli_int128_multiply(sin_c, cos_d), pawli_int128_multiply(cos_c, sin_d)));
}
