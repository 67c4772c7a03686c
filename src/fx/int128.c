/* int128.c - 128-bit integers in two limbs.
 *
 * Signed operations work on magnitudes and put the sign back, so no negative number is ever
 * shifted or divided. Unsigned 64-bit arithmetic wraps only where a comment says so. */
#include "fx/int128.h"

#include "base/compiler.h"

#include <stdbool.h>

#if !PAWLI_WIDE_PRODUCTS
/* Schoolbook multiplication, 32 bits a digit: Knuth, The Art of Computer Programming vol. 2,
 * 4.3.1, algorithm M. middle <= 3 * (2^32 - 1) + ... < 2^34, so it cannot overflow. */
pawli_int128 pawli_int128_multiply_unsigned(uint64_t a, uint64_t b) {
    const uint64_t a_low = (uint32_t)a, a_high = a >> 32;
    const uint64_t b_low = (uint32_t)b, b_high = b >> 32;
    const uint64_t low = a_low * b_low;
    const uint64_t cross_1 = a_high * b_low;
    const uint64_t cross_2 = a_low * b_high;
    const uint64_t middle = (low >> 32) + (uint32_t)cross_1 + (uint32_t)cross_2;
    pawli_int128 product;
    product.high = a_high * b_high + (cross_1 >> 32) + (cross_2 >> 32) + (middle >> 32);
    product.low = middle << 32 | (uint32_t)low;
    return product;
}
#endif

/* floor(value / 2^shift) of an unsigned value, saturated. 0 <= shift <= 127. */
static uint64_t int128_shift_down(pawli_int128 value, int shift) {
    if (shift >= 64) return value.high >> (shift - 64);
    if (value.high >> shift != 0) return UINT64_MAX;
    if (shift == 0) return value.low;
    return value.high << (64 - shift) | value.low >> shift;
}

uint64_t pawli_int128_shift_near(pawli_int128 value, int shift) {
    if (shift == 0) return int128_shift_down(value, 0);
    if (shift > 127) return 0; /* value < 2^127 is less than half of 2^128 */
    pawli_int128 half = {0, 0};
    if (shift > 64) {
        half.high = UINT64_C(1) << (shift - 65);
    } else {
        half.low = UINT64_C(1) << (shift - 1);
    }
    return int128_shift_down(pawli_int128_add(value, half), shift);
}

pawli_int128 pawli_int128_make(int64_t value) {
    pawli_int128 result;
    result.high = value < 0 ? UINT64_MAX : 0;
    result.low = (uint64_t)value;
    return result;
}

pawli_int128 pawli_int128_multiply(int64_t a, int64_t b) {
    const pawli_int128 product =
        pawli_int128_multiply_unsigned(pawli_magnitude(a), pawli_magnitude(b));
    return (a < 0) != (b < 0) ? pawli_int128_negate(product) : product;
}

pawli_int128 pawli_int128_add(pawli_int128 a, pawli_int128 b) {
    pawli_int128 sum;
    sum.low = a.low + b.low;
    sum.high = a.high + b.high + (sum.low < a.low ? 1u : 0u);
    return sum;
}

pawli_int128 pawli_int128_subtract(pawli_int128 a, pawli_int128 b) {
    pawli_int128 difference;
    difference.low = a.low - b.low;
    difference.high = a.high - b.high - (a.low < b.low ? 1u : 0u);
    return difference;
}

pawli_int128 pawli_int128_negate(pawli_int128 value) {
    const pawli_int128 zero = {0, 0};
    return pawli_int128_subtract(zero, value);
}

int pawli_int128_sign(pawli_int128 value) {
    if (value.high >> 63 != 0) return -1;
    return (value.high | value.low) != 0 ? 1 : 0;
}

/* Flipping the sign bit turns the signed order into the unsigned one. */
int pawli_int128_compare(pawli_int128 a, pawli_int128 b) {
    const uint64_t sign = UINT64_C(1) << 63;
    const uint64_t a_high = a.high ^ sign, b_high = b.high ^ sign;
    if (a_high != b_high) return a_high < b_high ? -1 : 1;
    if (a.low != b.low) return a.low < b.low ? -1 : 1;
    return 0;
}

/* A division of magnitudes: quotient saturated to 2^63, which the callers saturate again. */
typedef struct wide_ratio {
    uint64_t quotient, remainder;
} wide_ratio;

/* Machines of 64 bits divide so many fast. */
#define FAST_DIVISION PAWLI_LONG_REGISTERS

/* Shift-subtract, one quotient bit a round: it costs the same on a core with no divider.
 * denominator <= 2^63 and rest < denominator, so rest * 2 + 1 fits 64 bits.
 *
 * Two shortcuts. Leading bits of the quotient are zero as long as the shifted rest is a bit shorter
 * than the denominator. And where the denominator has k leading zeros, the rest followed by k more
 * bits fits 64 bits, so that one division yields k bits of the quotient. */
static wide_ratio divide_magnitudes(pawli_int128 numerator, uint64_t denominator) {
    wide_ratio result = {0, numerator.high};
    if (numerator.high >= denominator) {
        result.quotient = UINT64_C(1) << 63;
        result.remainder = 0;
        return result;
    }
    const int zeros = pawli_int128_leading_zeros(denominator);
    const int skipped = pawli_int128_leading_zeros(numerator.high) - zeros - 1;
    uint64_t low = numerator.low;
    int bits = 64;
    if (skipped > 0) {
        result.remainder = result.remainder << skipped | low >> (64 - skipped);
        low <<= skipped;
        bits -= skipped;
    }
    while (FAST_DIVISION && zeros > 0 && bits > 0) {
        const int count = zeros < bits ? zeros : bits;
        const uint64_t dividend = result.remainder << count | low >> (64 - count);
        const uint64_t digit = dividend / denominator;
        result.remainder = dividend - digit * denominator;
        result.quotient = result.quotient << count | digit;
        low <<= count;
        bits -= count;
    }
    for (; bits > 0; bits--) {
        result.remainder = result.remainder << 1 | low >> 63;
        result.quotient <<= 1;
        low <<= 1;
        if (result.remainder >= denominator) {
            result.remainder -= denominator;
            result.quotient |= 1u;
        }
    }
    return result;
}

static int64_t with_sign(uint64_t magnitude, bool negative) {
    const int64_t value = magnitude > INT64_MAX ? INT64_MAX : (int64_t)magnitude;
    return negative ? -value : value;
}

static pawli_int128 int128_magnitude(pawli_int128 value) {
    return pawli_int128_sign(value) < 0 ? pawli_int128_negate(value) : value;
}

int64_t pawli_int128_divide_near(pawli_int128 numerator, int64_t denominator) {
    const int sign = pawli_int128_sign(numerator);
    if (denominator == 0) return sign * INT64_MAX;
    const uint64_t divisor = pawli_magnitude(denominator);
    const wide_ratio r = divide_magnitudes(int128_magnitude(numerator), divisor);
    const bool round_up = r.remainder >= divisor - r.remainder;
    /* A quotient of 2^64 - 1 must not wrap to 0. */
    const uint64_t rounded = r.quotient + (round_up && r.quotient <= INT64_MAX ? 1u : 0u);
    return with_sign(rounded, (sign < 0) != (denominator < 0));
}

int64_t pawli_int128_divide_floor(pawli_int128 numerator, int64_t denominator) {
    const int sign = pawli_int128_sign(numerator);
    if (denominator == 0) return sign * INT64_MAX;
    const bool negative = (sign < 0) != (denominator < 0);
    const wide_ratio r =
        divide_magnitudes(int128_magnitude(numerator), pawli_magnitude(denominator));
    const bool round_away = negative && r.remainder != 0 && r.quotient <= INT64_MAX;
    return with_sign(r.quotient + (round_away ? 1u : 0u), negative);
}

int pawli_int128_leading_zeros(uint64_t value) {
    if (value == 0) return 64;
#if defined(__GNUC__) && PAWLI_LONG_REGISTERS
    return __builtin_clzll(value); /* one instruction on 64-bit machines, a call elsewhere */
#else
    int zeros = 0;
    for (int step = 32; step > 0; step /= 2) {
        if (value >> (64 - step) == 0) {
            value <<= step;
            zeros += step;
        }
    }
    return zeros;
#endif
}
