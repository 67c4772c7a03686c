/* quotient.h - internal: 64 bits divided by 32, for the inner parts of a step. */
#ifndef PAWLI_QUOTIENT_H
#define PAWLI_QUOTIENT_H

#include "base/compiler.h"

/* Machines with registers of 32 bits divide 32 bits by 32 fast, but call a loop for 64 bits: two
 * short divisions are five times cheaper (numbers in docs/performance.md). An AVR has no division
 * at all. */
#if UINTPTR_MAX == 0xFFFFFFFF && !PAWLI_LONG_REGISTERS
#define PAWLI_SHORT_DIVISIONS 1
#else
#define PAWLI_SHORT_DIVISIONS 0
#endif

/* floor(numerator / divisor) by two divisions of 32 bits. 0 < divisor, quotient below 2^32. */
uint32_t pawli_quotient_short(uint64_t numerator, uint32_t divisor);

/* floor(numerator / divisor), quotient below 2^32. A divisor of 2^32 and more takes the long way.
 */
static inline uint32_t pawli_quotient(uint64_t numerator, uint64_t divisor) {
#if PAWLI_SHORT_DIVISIONS
    if (divisor <= UINT32_MAX) return pawli_quotient_short(numerator, (uint32_t)divisor);
#endif
    return (uint32_t)(numerator / divisor);
}

#endif
