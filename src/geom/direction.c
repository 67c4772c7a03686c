/* direction.c - normalization with a single square root and a single division.
 *
 * The vector is first scaled by a power of two until its longer axis has 31 bits. The sum of
 * squares then fills 61 to 63 bits and its root is good to one part in 2^31, however short the
 * vector was: a contact between vertices a few raw units apart still has a unit normal. */
#include "geom/direction.h"

#include "base/assert.h"
#include "fx/int128.h"
#include "fx/round.h"
#include "fx/isqrt.h"

/* magnitude / root in Q2.30, where reciprocal is 2^63 / root, rounded down. magnitude <= root, so
 * the product is at most 2^63. Half a raw unit of the root, a quarter of the reciprocal and half
 * of this rounding add up to 1.25. */
static int32_t unit_part(int64_t value, uint64_t magnitude, uint64_t reciprocal) {
    const int32_t quotient = (int32_t)((magnitude * reciprocal + (UINT64_C(1) << 32)) >> 33);
    return value < 0 ? -quotient : quotient;
}

/* root / 2^up, rounded half up and saturated. up >= -2. */
static pawl_fx unscale(uint32_t root, int up) {
    if (up > 0) return (pawl_fx)pawli_near((int64_t)root, up);
    return pawl_saturate((int64_t)root << -up);
}

pawli_direction pawli_direction_find(int64_t x, int64_t y) {
    pawli_direction result = {{0, 0}, 0};
    uint64_t width = pawli_magnitude(x), height = pawli_magnitude(y);
    const uint64_t longer = width > height ? width : height;
    PAWL_ASSERT(longer <= UINT64_C(1) << 32);
    if (longer == 0) return result;

    const int up = pawli_int128_leading_zeros(longer) - 33;
    if (up >= 0) {
        width <<= up;
        height <<= up;
    } else {
        width >>= -up;
        height >>= -up;
    }
    /* The longer axis lies in 2^30 .. 2^31 - 1: the sum is in 2^60 .. 2^63, the root is at least
     * the longer axis, and the reciprocal at most 2^33. */
    const uint32_t root = pawli_isqrt_near(width * width + height * height);
    const uint64_t reciprocal = (UINT64_C(1) << 63) / root;
    result.unit.c = unit_part(x, width, reciprocal);
    result.unit.s = unit_part(y, height, reciprocal);
    result.length = unscale(root, up);
    return result;
}
