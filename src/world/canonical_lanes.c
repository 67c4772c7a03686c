/* canonical_lanes.c - see canonical_lanes.h. */
#include "world/canonical_lanes.h"

#if PAWLI_HASH_LANES
#include <string.h>

#define HASH_WINDOW 16u
#define HASH_NO_BYTE 0x80u

/* A plan in the making. Windows lie side by side, so that a word of four bytes is in one of them;
 * the last one begins where it still ends with the object. */
typedef struct hash_planner {
    pawli_hash_plan *plan;
    uint8_t open[32]; /* by window: 1 + its last quad; 0: none */
    uint8_t used[PAWLI_HASH_QUADS];
    uint16_t size;
    bool is_full;
} hash_planner;

static uint8_t quad_for(hash_planner *planner, uint16_t at) {
    pawli_hash_plan *plan = planner->plan;
    uint8_t *open = &planner->open[at / HASH_WINDOW];
    if (*open != 0 && planner->used[*open - 1] < 4) return (uint8_t)(*open - 1);
    if (plan->count == PAWLI_HASH_QUADS) {
        planner->is_full = true;
        return 0;
    }
    const uint8_t quad = (uint8_t)plan->count++;
    const uint16_t window = (uint16_t)(at / HASH_WINDOW * HASH_WINDOW);
    const uint16_t last = (uint16_t)(planner->size - HASH_WINDOW);
    *open = (uint8_t)(quad + 1);
    planner->used[quad] = 0;
    plan->windows[quad] = window < last ? window : last;
    memset(plan->bytes[quad], HASH_NO_BYTE, sizeof plan->bytes[quad]);
    memset(plan->masks[quad], 0, sizeof plan->masks[quad]);
    memset(plan->flips[quad], 0, sizeof plan->flips[quad]);
    memset(plan->factors[quad], 0, sizeof plan->factors[quad]);
    return quad;
}

static void plan_word(hash_planner *planner, uint16_t at, uint8_t size, uint32_t mask,
                      uint32_t flip, uint32_t factor) {
    pawli_hash_plan *plan = planner->plan;
    if (at + size > planner->size) { /* an edge */
        plan->loose_factors[PAWLI_NAME_EDGE] = factor;
        return;
    }
    const uint8_t quad = quad_for(planner, at);
    if (planner->is_full) return;
    const uint8_t lane = planner->used[quad]++;
    for (uint8_t i = 0; i < size; i++)
        plan->bytes[quad][4 * lane + i] = (uint8_t)(at - plan->windows[quad] + i);
    plan->masks[quad][lane] = mask;
    plan->flips[quad][lane] = flip;
    plan->factors[quad][lane] = factor;
}

static void plan_rows(hash_planner *planner, const pawli_canonical_table *table) {
    const pawli_canonical_row *row = table->rows;
    for (const pawli_canonical_row *end = table->rows + table->four; row < end; row++)
        plan_word(planner, row->offset, 4, UINT32_MAX, row->flip, row->factor);
    for (const pawli_canonical_row *end = table->rows + table->two; row < end; row++)
        plan_word(planner, row->offset, 2, row->mask, row->flip, row->factor);
    for (const pawli_canonical_row *end = table->rows + table->one; row < end; row++)
        plan_word(planner, row->offset, 1, row->mask, row->flip, row->factor);
    for (const pawli_canonical_row *end = table->rows + table->count; row < end; row++) {
        plan_word(planner, row->offset, 4, UINT32_MAX, row->flip, row->factor);
        plan_word(planner, (uint16_t)(row->offset + 4), 4, UINT32_MAX, 0u - (row->flip >> 31),
                  pawli_canonical_high_factor(row->factor));
    }
}

bool pawli_hash_plan_make(pawli_hash_plan *plan, const pawli_canonical_table *table,
                          uint16_t size) {
    hash_planner planner;
    if (table->rows == NULL || size < HASH_WINDOW || size > HASH_WINDOW * sizeof planner.open)
        return false;
    memset(planner.open, 0, sizeof planner.open);
    planner.plan = plan;
    planner.size = size;
    planner.is_full = false;
    plan->count = 0;
    pawli_canonical_name_factors(plan->loose_factors);
    plan->loose_factors[PAWLI_NAME_EDGE] = 0;
    plan_rows(&planner, table);
    if (plan->count % 2 != 0) { /* two at a time: one more, of zeros */
        memset(planner.open, 0, sizeof planner.open);
        (void)quad_for(&planner, 0);
    }
    return !planner.is_full;
}
#endif
