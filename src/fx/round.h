/* round.h - narrowing with a name: every change of format in the engine is one of these.
 *
 * Half away from zero is the rule for differences, rates and impulses: an odd function, so left
 * and right are treated alike (research: floor rounding drifts three times more). A plain >> of a
 * negative value is written only here, and the assertion below makes its meaning certain. */
#ifndef PAWLI_ROUND_H
#define PAWLI_ROUND_H

#include "base/compiler.h"
#include "pawl/fx.h"

PAWL_STATIC_ASSERT((-7 >> 1) == -4, "pawl needs an arithmetic right shift of negative numbers");
PAWL_STATIC_ASSERT((uint32_t)-1 == UINT32_MAX, "pawl needs two's complement");

/* 2 pi: a turn in Q32, as a binary angle is, times it is radians in Q60. */
#define PAWLI_TWO_PI_Q28 INT64_C(1686629713)

#if PAWLI_IS_SHARED
int64_t pawli_near(int64_t value, int shift);
#endif
#if PAWL_HAS_SHARED
/* value / 2^shift, rounded half away from zero. 1 <= shift <= 62, |value| < 2^63 - 2^(shift-1).
 * Adding (value >> 63), which is -1 for negatives, moves only the negative ties outward. */
PAWL_SHARED int64_t pawli_near(int64_t value, int shift) {
    PAWLI_AS_IT_STANDS(value);
    int64_t raised = value + (INT64_C(1) << (shift - 1));
    PAWLI_AS_IT_STANDS(raised);
    return (raised + (value >> 63)) >> shift;
}
#endif

/* value / 2^shift rounded towards minus infinity. */
static inline int64_t pawli_floor(int64_t value, int shift) {
    return value >> shift;
}

/* The same for results known to fit 32 bits (the caller's comment says why). */
static inline int32_t pawli_near32(int64_t value, int shift) {
    return (int32_t)pawli_near(value, shift);
}

#endif
