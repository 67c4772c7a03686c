/* sort.h - sorting in place, the same on every machine.
 *
 * Quicksort with the median of three, and heap sort where that goes badly: O(n log n) for any
 * input, no memory but a small stack. Items that are equal in order must be equal in every bit, or
 * else which of them comes first is defined by their number alone: it depends on where they were,
 * but not on the machine. */
#ifndef PAWLI_SORT_H
#define PAWLI_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether item a comes before item b: a strict order. */
typedef bool (*pawli_before)(const void *context, const void *a, const void *b);

/* `size` of an item: a multiple of four bytes. */
void pawli_sort(void *items, uint32_t count, uint16_t size, pawli_before before,
                const void *context);

#endif
