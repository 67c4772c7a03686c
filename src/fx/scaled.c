/* scaled.c - arithmetic with a 31-bit mantissa and a power of two.
 *
 * Every operation computes an integer with at least one bit more than the result needs, rounded
 * down, and leaves the rounding to pawli_scaled_make. Half up of a value that was rounded down is
 * half up of the exact value, because the half is a whole number of the finer units. */
#include "fx/scaled.h"

#include "fx/int128.h"
#include "fx/round.h"
#include "fx/isqrt.h"

#define MANTISSA_BITS 31
#define MANTISSA_MAX UINT32_C(0x7FFFFFFF)

pawli_scaled pawli_scaled_make(uint64_t value, int exponent) {
    pawli_scaled result = {0, 0};
    if (value == 0) return result;
    int shift = 64 - MANTISSA_BITS - pawli_int128_leading_zeros(value);
    uint64_t mantissa = shift < 0 ? value << -shift : value;
    if (shift > 0) mantissa = (value >> shift) + (value >> (shift - 1) & 1u);
    if (mantissa > MANTISSA_MAX) { /* rounded up to 2^31 */
        mantissa >>= 1;
        shift++;
    }
    if (exponent + shift < INT8_MIN) return result;
    if (exponent + shift > INT8_MAX) {
        result.mantissa = MANTISSA_MAX;
        result.exponent = INT8_MAX;
        return result;
    }
    result.mantissa = (uint32_t)mantissa;
    result.exponent = (int8_t)(exponent + shift);
    return result;
}

pawli_scaled pawli_scaled_multiply(pawli_scaled a, pawli_scaled b) {
    return pawli_scaled_make((uint64_t)a.mantissa * b.mantissa, a.exponent + b.exponent);
}

/* The quotient of mantissas is above 1/2, so 33 fraction bits give at least 32 significant ones. */
pawli_scaled pawli_scaled_divide(pawli_scaled a, pawli_scaled b) {
    if (b.mantissa == 0) return pawli_scaled_make(a.mantissa, 1000);
    return pawli_scaled_make(((uint64_t)a.mantissa << 33) / b.mantissa,
                             a.exponent - b.exponent - 33);
}

pawli_scaled pawli_scaled_reciprocal(pawli_scaled a) {
    const pawli_scaled one = {UINT32_C(1) << 30, -30};
    return pawli_scaled_divide(one, a);
}

/* With an even exponent, sqrt(m * 2^e) = sqrt(m * 2^32) * 2^(e/2 - 16). The radicand is in
 * [2^62, 2^63), twice that for an odd exponent made even, so the root has 32 bits. */
pawli_scaled pawli_scaled_sqrt(pawli_scaled a) {
    const int odd = a.exponent & 1;
    const uint32_t root = pawli_isqrt_floor((uint64_t)a.mantissa << (32 + odd));
    return pawli_scaled_make(root, (a.exponent - odd) / 2 - 16);
}

/* value * 2^up, saturated to UINT64_MAX. up > 0. */
static uint64_t saturating_shift_up(pawli_int128 value, int up) {
    if (value.high == 0 && value.low == 0) return 0;
    if (value.high != 0 || pawli_int128_leading_zeros(value.low) < up) return UINT64_MAX;
    return value.low << up;
}

/* The product is below 2^63 * 2^31 + 2^31 < 2^95, as pawli_int128_shift_near wants it. */
int64_t pawli_scaled_apply(pawli_scaled a, int64_t value, int shift) {
    const pawli_int128 product = pawli_int128_multiply_unsigned(pawli_magnitude(value), a.mantissa);
    const int up = a.exponent + shift;
    const uint64_t magnitude =
        up <= 0 ? pawli_int128_shift_near(product, -up) : saturating_shift_up(product, up);
    const int64_t result = magnitude > INT64_MAX ? INT64_MAX : (int64_t)magnitude;
    return value < 0 ? -result : result;
}

/* a + b for a >= b. */
static pawli_scaled add_smaller(pawli_scaled a, pawli_scaled b) {
    if (b.mantissa == 0) return a;
    const int down = a.exponent - b.exponent;
    const uint64_t larger = (uint64_t)a.mantissa << 32;
    const uint64_t smaller = down > 62 ? 0 : ((uint64_t)b.mantissa << 32) >> down;
    return pawli_scaled_make(larger + smaller, a.exponent - 32);
}

int pawli_scaled_compare(pawli_scaled a, pawli_scaled b) {
    if (a.mantissa == 0 || b.mantissa == 0 || a.exponent == b.exponent) {
        return a.mantissa < b.mantissa ? -1 : a.mantissa > b.mantissa ? 1 : 0;
    }
    return a.exponent < b.exponent ? -1 : 1;
}

/* The larger mantissa is moved up by 32 bits and the smaller one down to its exponent; below
 * those 32 bits it cannot matter. The sum is less than 2^64. */
pawli_scaled pawli_scaled_add(pawli_scaled a, pawli_scaled b) {
    if (pawli_scaled_compare(a, b) < 0) return add_smaller(b, a);
    return add_smaller(a, b);
}
