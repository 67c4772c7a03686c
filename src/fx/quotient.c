/* quotient.c - long division with two digits of 16 bits: Knuth, The Art of Computer Programming
 * vol. 2, 4.3.1, algorithm D. */
#include "fx/quotient.h"

#if defined(__ARM_ARCH_6M__) && defined(__OPTIMIZE_SIZE__)
#define PAWLI_QUOTIENT_BY_BITS 1
#else
#define PAWLI_QUOTIENT_BY_BITS 0
#endif

#if PAWLI_QUOTIENT_BY_BITS

/* Shift-subtract: the remainder moves through the upper half, and the quotient into the lower one
 * behind it. The remainder is less than the divisor, so of one below 2^31 nothing is lost when it
 * is doubled. Two bits at once, since a turn of the loop takes as long as the half of one. */
uint32_t pawli_quotient_short(uint64_t numerator, uint32_t divisor) {
    if (divisor > INT32_MAX) return (uint32_t)(numerator / divisor);
    const uint64_t taken = ((uint64_t)divisor << 32) - 1;
    for (int i = 0; i < 16; i++) {
        numerator += numerator;
        if ((uint32_t)(numerator >> 32) >= divisor) numerator -= taken;
        numerator += numerator;
        if ((uint32_t)(numerator >> 32) >= divisor) numerator -= taken;
    }
    return (uint32_t)numerator;
}

#else

/* One digit: floor(rest 2^16 + next) / divisor), where rest < divisor, whose highest bit is set.
 * The guess from the upper half of the divisor is at most 2 too large (theorem B). */
static uint32_t next_digit(uint32_t remainder, uint32_t next, uint32_t divisor) {
    const uint32_t upper = divisor >> 16, lower = divisor & 0xFFFF;
    uint32_t digit = remainder / upper;
    uint32_t left = remainder - digit * upper;
    while (digit > 0xFFFF || digit * lower > (left << 16 | next)) {
        digit--;
        left += upper;
        if (left > 0xFFFF) break;
    }
    return digit;
}

static int leading_zeros(uint32_t value) {
#if defined(__GNUC__) && (defined(__ARM_FEATURE_CLZ) || defined(__i386__) || defined(__wasm__))
    return __builtin_clzl(value);
#else
    int zeros = 0;
    for (int step = 16; step > 0; step /= 2) {
        if (value >> (32 - step) != 0) continue;
        value <<= step;
        zeros += step;
    }
    return zeros;
#endif
}

/* Unsigned arithmetic wraps where digits are taken off: what is left fits again. */
uint32_t pawli_quotient_short(uint64_t numerator, uint32_t divisor) {
    const int shift = leading_zeros(divisor);
    numerator <<= shift;
    divisor <<= shift;
    const uint32_t high = (uint32_t)(numerator >> 32), low = (uint32_t)numerator;
    const uint32_t first = next_digit(high, low >> 16, divisor);
    const uint32_t remainder = (high << 16) + (low >> 16) - first * divisor;
    const uint32_t second = next_digit(remainder, low & 0xFFFF, divisor);
    return (first << 16) + second;
}

#endif
