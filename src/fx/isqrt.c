/* isqrt.c - integer square roots. */
#include "fx/isqrt.h"

#include "base/compiler.h"
#include "fx/int128.h"

#if PAWLI_LONG_REGISTERS
/* floor(sqrt(value)) for value >= 2^30, on machines that divide fast. Newton's iteration from
 * above: the tangent at 2^31 is at most 6.1 % too large, which one step brings to 0.18 % and
 * another to 2 parts in a million, less than one. 92682 / 2^33 and 23171 are its slope and height,
 * rounded up. */
static uint32_t root32(uint32_t value) {
    uint32_t root = (uint32_t)((uint64_t)value * 92682u >> 33) + 23171u;
    root = (root + value / root) / 2;
    root = (root + value / root) / 2;
    return (uint64_t)root * root > value ? root - 1u : root;
}
#else
/* floor(sqrt(value)) by digits of two bits, all in 32-bit arithmetic. The bits of a root cannot be
 * predicted, so each is taken by a mask, all ones or zero: on a desktop twice as fast as an if. */
static uint32_t root32(uint32_t value) {
    uint32_t root = 0;
    uint32_t remainder = value;
    for (uint32_t bit = UINT32_C(1) << 30; bit != 0; bit >>= 2) {
        const uint32_t trial = root + bit;
        const uint32_t taken = 0u - (uint32_t)(remainder >= trial);
        remainder -= trial & taken;
        root = (root >> 1) + (bit & taken);
    }
    return root;
}
#endif

/* Source: Zimmermann, Karatsuba Square Root, INRIA report 3805 (1999), one level: the root of the
 * upper half gives the upper half of the root, one division the lower, at most one too large.
 * The value is shifted up by an even count first, so that its top two bits are not both zero;
 * root(value * 4^k) >> k is root(value), rounded down.
 *
 * Everything but the last check fits 32 bits: with high_root in [2^15, 2^16) the rest of the upper
 * half is at most 2 * high_root <= 2^17 - 2, so half_numerator < 2^32. Dividing half the numerator
 * by high_root is dividing the numerator by 2 * high_root. */
uint32_t pawli_isqrt_floor(uint64_t value) {
    if (value == 0) return 0;
    const int shift = pawli_int128_leading_zeros(value) & ~1;
    const uint64_t scaled = value << shift;
    const uint32_t high = (uint32_t)(scaled >> 32);
    const uint32_t low = (uint32_t)scaled;

    const uint32_t high_root = root32(high);
    const uint32_t high_remainder = high - high_root * high_root;
    const uint32_t half_numerator = (high_remainder << 15) + (low >> 17);
    const uint32_t quotient = half_numerator / high_root;

    uint64_t root = ((uint64_t)high_root << 16) + quotient;
    /* The largest root is 2^32, of which the square wraps; it is always one too large. */
    if (root > UINT32_MAX || root * root > scaled) root--;
    return (uint32_t)(root >> (shift / 2));
}

/* (root + 1/2)^2 = root^2 + root + 1/4, so the next integer is nearer exactly when the rest is
 * larger than the root. */
uint32_t pawli_isqrt_near(uint64_t value) {
    const uint32_t root = pawli_isqrt_floor(value);
    const uint64_t remainder = value - (uint64_t)root * root;
    return remainder > root && root < UINT32_MAX ? root + 1u : root;
}
