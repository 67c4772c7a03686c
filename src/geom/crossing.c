/* crossing.c - where two segments cross, to the nearest raw unit.
 *
 * The sides of a and b of the line cd are s and -t; the crossing is a + (b - a) * s / (s + t).
 *
 * Overflow: differences of positions fit 32 bits, so each side is below 2^63, and s + t is the
 * cross product of b - a and d - c, below 2^63 as well. The product with a difference is below
 * 2^94 and is formed in two limbs. */
#include "geom/crossing.h"
#include "fx/int128.h"
#include "geom/predicate.h"

static bool are_opposite(int64_t a, int64_t b) {
    return (a < 0 && b > 0) || (a > 0 && b < 0);
}

/* floor(base + along * share / whole + 1/2), 0 <= share <= whole. */
static pawl_fx round_between(pawl_fx base, pawl_fx along, uint64_t share, uint64_t whole) {
    const pawli_int128 product = pawli_int128_multiply(along, (int64_t)share);
    const int64_t quotient = pawli_int128_divide_floor(product, (int64_t)whole);
    /* Between 0 and `whole`, so the lower limbs tell it. */
    const uint64_t remainder = product.low - (uint64_t)quotient * whole;
    const int64_t rounded = quotient + (remainder >= whole - remainder ? 1 : 0);
    return (pawl_fx)(base + rounded);
}

bool pawli_crossing(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 d, pawl_vec2 *out) {
    const pawl_vec2 ab = pawli_position_from(b, a), cd = pawli_position_from(d, c);
    const int64_t c_side = pawl_vec2_cross(ab, pawli_position_from(c, a));
    const int64_t d_side = pawl_vec2_cross(ab, pawli_position_from(d, a));
    if (!are_opposite(c_side, d_side)) return false;
    const int64_t a_side = pawl_vec2_cross(cd, pawli_position_from(a, c));
    const int64_t b_side = pawl_vec2_cross(cd, pawli_position_from(b, c));
    if (!are_opposite(a_side, b_side)) return false;
    const uint64_t share = pawli_magnitude(a_side);
    const uint64_t whole = share + pawli_magnitude(b_side);
    *out = pawl_vec2_make(round_between(a.x, ab.x, share, whole),
                          round_between(a.y, ab.y, share, whole));
    return true;
}
