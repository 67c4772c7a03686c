/* keyed.h - sorting by keys of 64 bits, without comparing, and keys along a curve. */
#ifndef PAWLI_KEYED_H
#define PAWLI_KEYED_H

#include "base/compiler.h"

typedef struct pawli_keyed {
    uint64_t key;
    uint32_t index;
    uint32_t pad;
} pawli_keyed;

/* Sort by key, equal ones as they stand; `room` has place for as many. Returns where the sorted
 * ones are: one of the two. */
pawli_keyed *pawli_keyed_sort(pawli_keyed *entries, pawli_keyed *room, uint32_t count);

/* How far along a Hilbert curve a point lies, of the square from 0 to 2^31 on both axes: 58 bits,
 * as the two lowest of each axis play no part. */
uint64_t pawli_keyed_curve(uint32_t x, uint32_t y);

#endif
