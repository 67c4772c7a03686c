/* canonical_lanes.c - the hashes of many objects of one type at once; see canonical.h. */
#include "world/canonical.h"

#include "base/xxh32.h"

#if PAWLI_HASH_LANES
#include <string.h>

/* ---- kernels ---- */

#if PAWLI_LANES_X86
#include <immintrin.h>
#if defined(__SSE2__)
#define HASH_SET 2
#include "world/canonical_vocabulary.h"

#include "world/canonical_windows.h"
#endif
#define HASH_SET 4
#include "world/canonical_vocabulary.h"

#include "world/canonical_windows.h"
#define HASH_SET 8
#include "world/canonical_vocabulary.h"

#include "world/canonical_windows.h"
#define HASH_SET 16
#include "world/canonical_vocabulary.h"

#include "world/canonical_windows.h"
#elif PAWLI_LANES_NEON
#include <arm_neon.h>

#include "world/canonical_vocabulary.h"

#include "world/canonical_windows.h"
#else
#include <wasm_simd128.h>

#include "world/canonical_vocabulary.h"

#include "world/canonical_windows.h"
#endif

/* SSE2 is no choice of pawl_lanes: it is what a machine has of which nothing is known. */
pawli_hash_kernel pawli_canonical_lanes_kernel(pawl_lanes lanes) {
    switch (pawli_lanes_meant(lanes)) {
#if PAWLI_LANES_X86
    case PAWL_LANES_SSE41:
        return hash_sse41;
    case PAWL_LANES_AVX2:
        return hash_avx2;
    case PAWL_LANES_AVX512:
        return hash_avx512;
#elif PAWLI_LANES_NEON
    case PAWL_LANES_NEON:
        return hash_neon;
#else
    case PAWL_LANES_WASM:
        return hash_wasm;
#endif
    default:
#if PAWLI_LANES_X86 && defined(__SSE2__)
        if (lanes == PAWL_LANES_DEFAULT) return hash_sse2;
#endif
        return NULL;
    }
}

/* ---- schemes ---- */

#define HASH_BLOCKS (PAWLI_HASH_BYTES / PAWLI_HASH_WINDOW)
#define HASH_NO_BYTE 0x80u

/* A scheme in the making. Blocks of 16 bytes lie side by side, and the last one ends with the
 * object: so the first one may have fewer. */
typedef struct scheme_maker {
    pawli_hash_scheme *scheme;
    uint16_t size;
    bool is_packed[HASH_BLOCKS]; /* has fields of less than four bytes */
    uint8_t latest[HASH_BLOCKS]; /* by block: 1 + the number of its last window; 0: there is none */
    bool is_full;
} scheme_maker;

static uint32_t window_block_of(const scheme_maker *maker, uint16_t at) {
    return (at + (0u - maker->size) % PAWLI_HASH_WINDOW) / PAWLI_HASH_WINDOW;
}

static pawli_hash_window *add_window(scheme_maker *maker, uint32_t block) {
    pawli_hash_scheme *scheme = maker->scheme;
    if (scheme->window_count == PAWLI_HASH_WINDOWS) {
        maker->is_full = true;
        return NULL;
    }
    pawli_hash_window *window = &scheme->windows[scheme->window_count++];
    memset(window, 0, sizeof *window);
    for (uint32_t i = 0; i < 4; i++)
        window->picks.words[i] = HASH_NO_BYTE * 0x01010101u;
    const uint32_t before = (0u - maker->size) % PAWLI_HASH_WINDOW;
    window->at = (uint16_t)(block == 0 ? 0 : block * PAWLI_HASH_WINDOW - before);
    window->type = maker->is_packed[block] ? PAWLI_HASH_PACKED : PAWLI_HASH_PLAIN;
    maker->latest[block] = (uint8_t)scheme->window_count;
    return window;
}

/* A word becomes a column of the last window of its block. */
static void add_word(scheme_maker *maker, uint16_t at, uint8_t size, uint32_t mask, uint32_t flip,
                     uint32_t factor) {
    const uint32_t block = window_block_of(maker, at);
    pawli_hash_window *window =
        maker->latest[block] == 0 ? NULL : &maker->scheme->windows[maker->latest[block] - 1u];
    if (window == NULL || window->used == 4) window = add_window(maker, block);
    if (window == NULL) return;
    const uint32_t from = (uint32_t)(at - window->at), shift = 8 * (from & 3u);
    const uint32_t column = window->type == PAWLI_HASH_PACKED ? window->used : from / 4u;
    window->used++;
    window->columns[column] = (uint8_t)(from / 4u);
    window->shifts[column] = (uint8_t)shift;
    window->picks.words[column] = size == 4   ? from * 0x01010101u + 0x03020100u
                                  : size == 2 ? from * 0x0101u + 0x80800100u
                                              : from + 0x80808000u;
    window->bits.words[from / 4] |= mask << shift;
    if (flip != 0 && window->type == PAWLI_HASH_PLAIN) window->type = PAWLI_HASH_FLIPPED;
    window->masks.words[column] = mask;
    window->flips.words[column] = flip;
    window->factors.words[column] = factor;
}

static void add_words_of(scheme_maker *maker, const pawli_canonical_table *table,
                         uint32_t *edge_factor) {
    const pawli_canonical_row *row = table->rows, *end = table->rows + table->four;
    for (; row < end; row++) {
        if (row->offset + 4u > maker->size) { /* it does not lie in the object */
            *edge_factor = row->factor;
        } else {
            add_word(maker, row->offset, 4, UINT32_MAX, row->flip, row->factor);
        }
    }
    for (end = table->rows + table->two; row < end; row++)
        add_word(maker, row->offset, 2, row->mask, row->flip, row->factor);
    for (end = table->rows + table->one; row < end; row++)
        add_word(maker, row->offset, 1, row->mask & 0xFFu, row->flip, row->factor);
    for (end = table->rows + table->count; row < end; row++) {
        add_word(maker, row->offset, 4, UINT32_MAX, row->flip, row->factor);
        add_word(maker, (uint16_t)(row->offset + 4), 4, UINT32_MAX, 0u - (row->flip >> 31),
                 pawli_canonical_high_factor(row->factor));
    }
}

static void begin_scheme(scheme_maker *maker, pawli_hash_scheme *scheme,
                         const pawli_canonical_table *table, const pawli_objects *all) {
    memset(maker, 0, sizeof *maker);
    maker->scheme = scheme;
    maker->size = all->size;
    scheme->size = all->size;
    scheme->window_count = scheme->loose_count = 0;
    for (uint32_t i = table->four; i < table->one; i++)
        maker->is_packed[window_block_of(maker, table->rows[i].offset)] = true;
    if (all->owner_link != 0) maker->is_packed[window_block_of(maker, all->owner_link)] = true;
}

bool pawli_canonical_lanes_make(pawli_hash_scheme *scheme, const pawli_canonical_table *table,
                                const pawli_objects *all, uint32_t loose) {
    scheme_maker maker;
    uint32_t factors[PAWLI_HASH_LOOSE] = {0};
    if (table->rows == NULL || all->size < PAWLI_HASH_WINDOW || all->size > PAWLI_HASH_BYTES)
        return false;
    begin_scheme(&maker, scheme, table, all);
    pawli_canonical_name_factors(factors);
    if (all->serial != 0)
        add_word(&maker, all->serial, 4, UINT32_MAX, 0, factors[PAWLI_NAME_SERIAL]);
    add_words_of(&maker, table, &factors[PAWLI_NAME_EDGE]);
    if (all->owner_link != 0)
        add_word(&maker, all->owner_link, 2, PAWLI_NONE, PAWLI_NONE, factors[PAWLI_NAME_OWNER]);
    for (uint8_t i = 0; i < PAWLI_HASH_LOOSE; i++) {
        if (!(loose >> i & 1u)) continue;
        scheme->loose[scheme->loose_count] = i;
        scheme->loose_factors[scheme->loose_count++] = factors[i];
    }
    scheme->start = loose >> PAWLI_NAME_SLOT & 1u ? 0 : pawli_canonical_start((uint32_t)all->type);
    return !maker.is_full;
}
#endif
