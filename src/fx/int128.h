/* int128.h - 128-bit integers in two limbs.
 *
 * C11 promises no 128-bit type, and most of our targets have none. Everything is built from
 * 32x32->64 multiplies, or from a product of 64 bits where the machine has one; nothing overflows
 * for any input. */
#ifndef PAWLI_INT128_H
#define PAWLI_INT128_H

#include "base/compiler.h"

/* Signed 128 bits in two's complement: value = high * 2^64 + low, modulo 2^128. Both limbs are
 * unsigned, so every operation on them is defined; the sign is the top bit of high. */
typedef struct pawli_int128 {
    uint64_t high, low;
} pawli_int128;

/* |value|, also of INT64_MIN. */
static inline uint64_t pawli_magnitude(int64_t value) {
    return value < 0 ? 0u - (uint64_t)value : (uint64_t)value;
}

/* The full product of two unsigned 64-bit numbers; read as unsigned 128 bits. */
#if PAWLI_WIDE_PRODUCTS
static inline pawli_int128 pawli_int128_multiply_unsigned(uint64_t a, uint64_t b) {
    const pawli_wide_product wide = (pawli_wide_product)a * b;
    const pawli_int128 product = {(uint64_t)(wide >> 64), (uint64_t)wide};
    return product;
}
#else
pawli_int128 pawli_int128_multiply_unsigned(uint64_t a, uint64_t b);
#endif

/* An unsigned 128-bit value / 2^shift, rounded half up, saturated to UINT64_MAX. shift >= 0;
 * value < 2^127. */
uint64_t pawli_int128_shift_near(pawli_int128 value, int shift);

pawli_int128 pawli_int128_make(int64_t value);
pawli_int128 pawli_int128_multiply(int64_t a, int64_t b); /* exact */

/* These three wrap modulo 2^128. */
pawli_int128 pawli_int128_add(pawli_int128 a, pawli_int128 b);
pawli_int128 pawli_int128_subtract(pawli_int128 a, pawli_int128 b);
pawli_int128 pawli_int128_negate(pawli_int128 value);

int pawli_int128_sign(pawli_int128 value);                /* -1, 0 or 1 */
int pawli_int128_compare(pawli_int128 a, pawli_int128 b); /* -1, 0 or 1: the sign of a - b */

/* numerator / denominator, rounded half away from zero, or down to the next integer. Saturates to
 * +-INT64_MAX; division by zero saturates with the sign of the numerator, and 0 / 0 is 0. */
int64_t pawli_int128_divide_near(pawli_int128 numerator, int64_t denominator);
int64_t pawli_int128_divide_floor(pawli_int128 numerator, int64_t denominator);

/* The number of zero bits above the highest one bit; 64 for zero. */
int pawli_int128_leading_zeros(uint64_t value);

#endif
