/* keyed.h - sorting by keys of 64 bits, without comparing. */
#ifndef PAWLI_KEYED_H
#define PAWLI_KEYED_H

#include <stdint.h>

typedef struct pawli_keyed {
    uint64_t key;
    uint32_t index;
    uint32_t pad;
} pawli_keyed;

/* Sort by key, equal ones as they stand; `room` has place for as many. Returns where the sorted
 * ones are: one of the two. */
pawli_keyed *pawli_keyed_sort(pawli_keyed *entries, pawli_keyed *room, uint32_t count);

#endif
