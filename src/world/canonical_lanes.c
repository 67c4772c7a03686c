/* canonical_lanes.c - see canonical_lanes.h. */
#include "world/canonical_lanes.h"

#if PAWLI_HASH_LANES
#include <string.h>

#define HASH_WINDOW 16u
#define HASH_NO_BYTE 0x80u

/* Quads in the making. Windows lie side by side, so that a word of four bytes is in one of them;
 * the last one begins where it still ends with the object. */
typedef struct quad_maker {
    pawli_hash_quads *quads;
    uint8_t latest[32]; /* by window: 1 + its last quad; 0: none */
    uint8_t used[PAWLI_HASH_QUADS];
    uint16_t size;
    bool is_full;
} quad_maker;

static uint8_t quad_for(quad_maker *maker, uint16_t at) {
    pawli_hash_quads *quads = maker->quads;
    uint8_t *latest = &maker->latest[at / HASH_WINDOW];
    if (*latest != 0 && maker->used[*latest - 1] < 4) return (uint8_t)(*latest - 1);
    if (quads->count == PAWLI_HASH_QUADS) {
        maker->is_full = true;
        return 0;
    }
    const uint8_t quad = (uint8_t)quads->count++;
    const uint16_t window = (uint16_t)(at / HASH_WINDOW * HASH_WINDOW);
    const uint16_t last = (uint16_t)(maker->size - HASH_WINDOW);
    *latest = (uint8_t)(quad + 1);
    maker->used[quad] = 0;
    quads->windows[quad] = window < last ? window : last;
    memset(quads->bytes[quad], HASH_NO_BYTE, sizeof quads->bytes[quad]);
    memset(quads->masks[quad], 0, sizeof quads->masks[quad]);
    memset(quads->flips[quad], 0, sizeof quads->flips[quad]);
    memset(quads->factors[quad], 0, sizeof quads->factors[quad]);
    return quad;
}

static void add_word(quad_maker *maker, uint16_t at, uint8_t size, uint32_t mask, uint32_t flip,
                     uint32_t factor) {
    pawli_hash_quads *quads = maker->quads;
    if (at + size > maker->size) { /* an edge */
        quads->loose_factors[PAWLI_NAME_EDGE] = factor;
        return;
    }
    const uint8_t quad = quad_for(maker, at);
    if (maker->is_full) return;
    const uint8_t lane = maker->used[quad]++;
    for (uint8_t i = 0; i < size; i++)
        quads->bytes[quad][4 * lane + i] = (uint8_t)(at - quads->windows[quad] + i);
    quads->masks[quad][lane] = mask;
    quads->flips[quad][lane] = flip;
    quads->factors[quad][lane] = factor;
}

static void add_words_of(quad_maker *maker, const pawli_canonical_table *table) {
    const pawli_canonical_row *row = table->rows;
    for (const pawli_canonical_row *end = table->rows + table->four; row < end; row++)
        add_word(maker, row->offset, 4, UINT32_MAX, row->flip, row->factor);
    for (const pawli_canonical_row *end = table->rows + table->two; row < end; row++)
        add_word(maker, row->offset, 2, row->mask, row->flip, row->factor);
    for (const pawli_canonical_row *end = table->rows + table->one; row < end; row++)
        add_word(maker, row->offset, 1, row->mask, row->flip, row->factor);
    for (const pawli_canonical_row *end = table->rows + table->count; row < end; row++) {
        add_word(maker, row->offset, 4, UINT32_MAX, row->flip, row->factor);
        add_word(maker, (uint16_t)(row->offset + 4), 4, UINT32_MAX, 0u - (row->flip >> 31),
                 pawli_canonical_high_factor(row->factor));
    }
}

bool pawli_canonical_lanes_make(pawli_hash_quads *quads, const pawli_canonical_table *table,
                                uint16_t size) {
    quad_maker maker;
    if (table->rows == NULL || size < HASH_WINDOW || size > HASH_WINDOW * sizeof maker.latest)
        return false;
    memset(maker.latest, 0, sizeof maker.latest);
    maker.quads = quads;
    maker.size = size;
    maker.is_full = false;
    quads->count = 0;
    pawli_canonical_name_factors(quads->loose_factors);
    quads->loose_factors[PAWLI_NAME_EDGE] = 0;
    add_words_of(&maker, table);
    if (quads->count % 2 != 0) { /* two at a time: one more, of zeros */
        memset(maker.latest, 0, sizeof maker.latest);
        (void)quad_for(&maker, 0);
    }
    return !maker.is_full;
}
#endif
