/* canonical_lanes.c - the hashes of many objects of one type at once; see canonical.h. */
#include "world/canonical.h"

#include "base/xxh32.h"

#if PAWLI_HASH_LANES
#include <string.h>

/* ---- what is usual ---- */

static void note_usual(pawli_hash_window *window, const uint8_t *at) {
    memcpy(&window->usual, at, PAWLI_HASH_WINDOW);
    window->is_known = false;
    window->misses++;
}

/* The terms of a window that has what is usual. */
static __attribute__((noinline)) void learn(pawli_hash_window *window) {
    const uint32_t *const words = window->usual.words;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t word = words[window->columns[i]] >> window->shifts[i];
        sum += pawli_canonical_mix((word & window->masks.words[i]) ^ window->flips.words[i],
                                   window->factors.words[i]);
    }
    window->usual_sum = sum;
    window->is_known = true;
}

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
#define HASH_NO_PICK UINT32_C(0x80808080)

/* A scheme in the making. Blocks of 16 bytes lie side by side, and the last one ends with the
 * object: so the first one may have fewer. */
typedef struct scheme_maker {
    pawli_hash_scheme *scheme;
    uint16_t size;
    bool is_packed[HASH_BLOCKS]; /* has fields of less than four bytes */
    /* By block: 1 + the number of its last window; 0: there is none. Of packed ones what is steady
     * is apart. */
    uint8_t latest[2][HASH_BLOCKS];
    bool is_full;
} scheme_maker;

static uint32_t window_block_of(const scheme_maker *maker, uint16_t at) {
    return (at + (0u - maker->size) % PAWLI_HASH_WINDOW) / PAWLI_HASH_WINDOW;
}

static pawli_hash_window *add_window(scheme_maker *maker, uint32_t block, uint8_t *latest) {
    static const pawli_hash_window empty = {
        .picks = {{HASH_NO_PICK, HASH_NO_PICK, HASH_NO_PICK, HASH_NO_PICK}}};
    pawli_hash_scheme *scheme = maker->scheme;
    if (scheme->window_count == PAWLI_HASH_WINDOWS) {
        maker->is_full = true;
        return NULL;
    }
    pawli_hash_window *window = &scheme->windows[scheme->window_count++];
    *window = empty;
    const uint32_t before = (0u - maker->size) % PAWLI_HASH_WINDOW;
    window->at = (uint16_t)(block == 0 ? 0 : block * PAWLI_HASH_WINDOW - before);
    window->type = maker->is_packed[block] ? PAWLI_HASH_PACKED : PAWLI_HASH_PLAIN;
    *latest = (uint8_t)scheme->window_count;
    return window;
}

/* A word becomes a column of the last window of its block. */
static void add_word(scheme_maker *maker, const pawli_canonical_row *row, uint16_t at, uint8_t size,
                     bool is_steady) {
    const uint32_t mask = size == 4 ? UINT32_MAX : size == 2 ? row->mask : row->mask & 0xFFu;
    const uint32_t block = window_block_of(maker, at);
    uint8_t *latest = &maker->latest[is_steady && maker->is_packed[block]][block];
    pawli_hash_window *window = *latest == 0 ? NULL : &maker->scheme->windows[*latest - 1u];
    if (window == NULL || window->used == 4) window = add_window(maker, block, latest);
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
    if (row->flip != 0 && window->type == PAWLI_HASH_PLAIN) window->type = PAWLI_HASH_FLIPPED;
    window->masks.words[column] = mask;
    window->flips.words[column] = row->flip;
    window->factors.words[column] = row->factor;
}

/* A field of 64 bits is two words. */
static void add_long(scheme_maker *maker, const pawli_canonical_row *row, bool is_steady) {
    const uint32_t factor = pawli_canonical_high_factor(row->factor);
    const pawli_canonical_row high = {row->offset, row->mask, 0u - (row->flip >> 31), factor};
    add_word(maker, row, row->offset, 4, is_steady);
    add_word(maker, &high, (uint16_t)(row->offset + 4), 4, is_steady);
}

static void add_words_of(scheme_maker *maker, const pawli_canonical_table *table,
                         uint32_t *edge_factor) {
    for (uint8_t i = 0; i < table->count; i++) {
        const pawli_canonical_row *row = &table->rows[i];
        const bool is_steady = (table->steady >> i & 1u) != 0;
        if (i >= table->one) {
            add_long(maker, row, is_steady);
        } else if (i < table->four && row->offset + 4u > maker->size) {
            *edge_factor = row->factor; /* it does not lie in the object */
        } else {
            const uint8_t size = i < table->four ? 4 : i < table->two ? 2 : 1;
            add_word(maker, row, row->offset, size, is_steady);
        }
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

/* By type. */
static void sort_windows(pawli_hash_scheme *scheme) {
    memset(scheme->counts, 0, sizeof scheme->counts);
    for (uint16_t i = 0; i < scheme->window_count; i++) {
        const uint8_t type = scheme->windows[i].type;
        scheme->numbers[type][scheme->counts[type]++] = (uint8_t)i;
    }
}

bool pawli_canonical_lanes_make(pawli_hash_scheme *scheme, const pawli_canonical_table *table,
                                const pawli_objects *all, uint32_t loose) {
    scheme_maker maker;
    uint32_t factors[PAWLI_HASH_LOOSE] = {0};
    if (table->rows == NULL || all->size < PAWLI_HASH_WINDOW || all->size > PAWLI_HASH_BYTES)
        return false;
    begin_scheme(&maker, scheme, table, all);
    pawli_canonical_name_factors(factors);
    const pawli_canonical_row serial = {0, 0, 0, factors[PAWLI_NAME_SERIAL]};
    if (all->serial != 0) add_word(&maker, &serial, all->serial, 4, false);
    add_words_of(&maker, table, &factors[PAWLI_NAME_EDGE]);
    const pawli_canonical_row owner = {0, PAWLI_NONE, PAWLI_NONE, factors[PAWLI_NAME_OWNER]};
    if (all->owner_link != 0) add_word(&maker, &owner, all->owner_link, 2, false);
    for (uint8_t i = 0; i < PAWLI_HASH_LOOSE; i++) {
        if (!(loose >> i & 1u)) continue;
        scheme->loose[scheme->loose_count] = i;
        scheme->loose_factors[scheme->loose_count++] = factors[i];
    }
    scheme->slot = 0;
    scheme->start = loose >> PAWLI_NAME_SLOT & 1u ? 0 : pawli_canonical_start((uint32_t)all->type);
    sort_windows(scheme);
    return !maker.is_full;
}
#endif
