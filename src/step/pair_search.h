/* pair_search.h - internal: how phase 1 comes to the shapes whose pairs it looks for. */
#ifndef PAWLI_PAIR_SEARCH_H
#define PAWLI_PAIR_SEARCH_H

#include "geom/bounds.h"
#include "step/flight.h"
#include "world/tree_gather.h"

/* Whether so many have moved. */
PAWLI_INLINE bool pawli_pairs_have_moved(const pawli_step *step, uint16_t used, uint32_t least) {
    const uint32_t *const bits = pawli_moved_bits(step->world);
    uint32_t count = 0;
    for (uint16_t i = pawli_next_bit(bits, 0, used); i != PAWLI_NONE && count < least;
         i = pawli_next_bit(bits, i + 1u, used))
        count++;
    return count == least;
}

/* Where a shape is looked around. */
PAWLI_FOLD pawl_box pawli_pairs_reach(const pawli_step *step, uint16_t slot) {
    return PAWL_WITH_CONTINUOUS ? pawli_flight_surroundings(step, slot)
                                : step->shapes[slot].fat_box;
}

PAWLI_FOLD bool pawli_pairs_are_wanted(const pawli_step *step, uint16_t slot) {
    const uint8_t flags = step->shapes[slot].flags;
    return (flags & PAWLI_SHAPE_MOVED) && (flags & PAWLI_SHAPE_IN_TREE);
}

#if PAWLI_TREE_GATHERS
/* Shapes that moved, and the part of the tree that they have in common. */
#define PAWLI_PAIR_BATCH 64u
typedef struct pawli_pair_batch {
    uint32_t count;
    pawli_tree_scope scope;
    uint16_t slots[PAWLI_PAIR_BATCH];
    pawl_box reaches[PAWLI_PAIR_BATCH];
} pawli_pair_batch;

/* The first one that moved, and others before `end`. Returns the one that comes next. */
static inline uint16_t pawli_pair_batch_fill(const pawli_step *step, uint16_t first, uint16_t end,
                                             pawli_pair_batch *batch) {
    const uint32_t *const bits = pawli_moved_bits(step->world);
    pawl_box all = {{PAWL_FX_MAX, PAWL_FX_MAX}, {-PAWL_FX_MAX, -PAWL_FX_MAX}};
    uint16_t at = first;
    batch->count = 0;
    for (; at != PAWLI_NONE && batch->count < PAWLI_PAIR_BATCH;
         at = pawli_next_bit(bits, at + 1u, end)) {
        if (!pawli_pairs_are_wanted(step, at)) continue;
        const pawl_box reach = pawli_pairs_reach(step, at);
        all = pawli_bounds_join(all, reach);
        batch->slots[batch->count] = at;
        batch->reaches[batch->count++] = reach;
    }
    batch->scope = pawli_tree_scope_of(step->world, all);
    return at;
}
#endif

#if PAWL_WITH_WORKERS
#define PAWLI_PAIRS_SHARED
/* step_1_pairs.c: of those that moved, the first one and all others before `end`. */
void pawli_pairs_find(pawli_step *step, uint16_t first, uint16_t end);
/* pair_workers.c: the same of all, on threads. False: nothing was found, since threads are not
 * wanted, or one of them had no room. */
bool pawli_pairs_find_on_workers(pawli_step *step, uint16_t used);
#else
#define PAWLI_PAIRS_SHARED static
#endif

#endif
