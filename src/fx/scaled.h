/* scaled.h - positive numbers of any size with 31 significant bits, for masses and inertias.
 *
 * A mass may be 2^-16 or 2^47: no single fixed-point format holds its square, its root and its
 * inverse. Inside a step only ratios of masses occur, so these run when a mass changes. */
#ifndef PAWLI_SCALED_H
#define PAWLI_SCALED_H

#include <stdint.h>

/* value = mantissa * 2^exponent; mantissa in [2^30, 2^31), or 0 with exponent 0 for zero. */
typedef struct pawli_scaled {
    uint32_t mantissa;
    int8_t exponent;
} pawli_scaled;

/* Every result is rounded half up to 31 bits. Above (2^31 - 1) * 2^127 it saturates to that;
 * below 2^30 * 2^-128 it is zero. Division by zero saturates, 0 / 0 is 0. */

/* value * 2^exponent, |exponent| <= 1000. */
pawli_scaled pawli_scaled_make(uint64_t value, int exponent);
pawli_scaled pawli_scaled_multiply(pawli_scaled a, pawli_scaled b);
pawli_scaled pawli_scaled_add(pawli_scaled a, pawli_scaled b);
int pawli_scaled_compare(pawli_scaled a, pawli_scaled b); /* -1, 0 or 1 */
pawli_scaled pawli_scaled_divide(pawli_scaled a, pawli_scaled b);
pawli_scaled pawli_scaled_reciprocal(pawli_scaled a);
pawli_scaled pawli_scaled_sqrt(pawli_scaled a);

/* value * a * 2^shift, rounded half away from zero, saturated to +-INT64_MAX. |shift| <= 1000. */
int64_t pawli_scaled_apply(pawli_scaled a, int64_t value, int shift);

#endif
