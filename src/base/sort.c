/* sort.c - sorting in place, the same on every machine.
 *
 * Source: Musser, Introspective sorting and selection algorithms (1997); Sedgewick, Implementing
 * quicksort programs (1978), for the median of three and the smaller part first, so that the stack
 * holds at most one range for each bit of the count. */
#include <string.h>

#include "base/sort.h"

#define SORT_SMALL 12u /* below: insertion sort */

typedef struct sorting {
    uint8_t *items;
    size_t size;
    pawli_before before;
    const void *context;
} sorting;

typedef struct sort_range {
    uint32_t begin, end;
    uint8_t depth; /* how often it may still be divided */
} sort_range;

static bool item_precedes(const sorting *s, uint32_t a, uint32_t b) {
    return s->before(s->context, s->items + a * s->size, s->items + b * s->size);
}

static void exchange_at(uint8_t *first, uint8_t *second, size_t size) {
    for (size_t i = 0; i < size; i += 4) {
        uint32_t x, y;
        memcpy(&x, first + i, 4);
        memcpy(&y, second + i, 4);
        memcpy(first + i, &y, 4);
        memcpy(second + i, &x, 4);
    }
}

static void exchange_items(const sorting *s, uint32_t a, uint32_t b) {
    exchange_at(s->items + a * s->size, s->items + b * s->size, s->size);
}

static void sort_pair(const sorting *s, uint32_t a, uint32_t b) {
    if (item_precedes(s, b, a)) exchange_items(s, a, b);
}

static void insertion_sort(const sorting *s, sort_range r) {
    const size_t size = s->size;
    uint8_t *const begin = s->items + r.begin * size, *const end = s->items + r.end * size;
    if (begin == end) return;
    for (uint8_t *item = begin + size; item < end; item += size)
        for (uint8_t *at = item; at > begin && s->before(s->context, at, at - size); at -= size)
            exchange_at(at, at - size, size);
}

/* Item `root` of the heap goes down to where it belongs among `count` items. */
static void sift_item(const sorting *s, uint32_t begin, uint32_t root, uint32_t count) {
    while (root < count / 2) {
        uint32_t child = 2 * root + 1;
        if (child + 1 < count && item_precedes(s, begin + child, begin + child + 1)) child++;
        if (!item_precedes(s, begin + root, begin + child)) return;
        exchange_items(s, begin + root, begin + child);
        root = child;
    }
}

static void heap_sort(const sorting *s, sort_range r) {
    const uint32_t count = r.end - r.begin;
    for (uint32_t root = count / 2; root-- > 0;)
        sift_item(s, r.begin, root, count);
    for (uint32_t last = count; last-- > 1;) {
        exchange_items(s, r.begin, r.begin + last);
        sift_item(s, r.begin, 0, last);
    }
}

/* Where the pivot lands: what is left of it does not come after it, and the other way round. The
 * three sorted items stop both scans. */
static uint32_t partition_range(const sorting *s, sort_range r) {
    const uint32_t pivot = r.begin + 1, last = r.end - 1;
    exchange_items(s, pivot, r.begin + (r.end - r.begin) / 2);
    sort_pair(s, r.begin, pivot);
    sort_pair(s, pivot, last);
    sort_pair(s, r.begin, pivot);
    const size_t size = s->size;
    uint8_t *const middle = s->items + pivot * size;
    uint8_t *i = middle, *j = s->items + last * size;
    for (;;) {
        do
            i += size;
        while (s->before(s->context, i, middle));
        do
            j -= size;
        while (s->before(s->context, middle, j));
        if (i >= j) break;
        exchange_at(i, j, size);
    }
    exchange_at(middle, j, size);
    return (uint32_t)((size_t)(j - s->items) / size);
}

void pawli_sort(void *items, uint32_t count, uint16_t size, pawli_before before,
                const void *context) {
    const sorting s = {items, size, before, context};
    sort_range stack[32];
    unsigned used = 0;
    sort_range r = {0, count, 2};
    for (uint32_t n = count; n > 1; n /= 2)
        r.depth = (uint8_t)(r.depth + 2);
    for (;;) {
        while (r.end - r.begin > SORT_SMALL && r.depth > 0) {
            const uint32_t middle = partition_range(&s, r);
            const uint8_t depth = (uint8_t)(r.depth - 1);
            const sort_range left = {r.begin, middle, depth}, right = {middle + 1, r.end, depth};
            const bool is_left_small = middle - r.begin < r.end - middle;
            stack[used++] = is_left_small ? right : left;
            r = is_left_small ? left : right;
        }
        if (r.end - r.begin > SORT_SMALL)
            heap_sort(&s, r);
        else
            insertion_sort(&s, r);
        if (used == 0) return;
        r = stack[--used];
    }
}
