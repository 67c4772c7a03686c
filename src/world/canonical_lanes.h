/* canonical_lanes.h - internal: the hashes of many objects of one type at once, in lanes.
 *
 * The words of an object are taken four at a time, straight from where they lie: a quad is a window
 * of 16 bytes of it, the bytes that each of four words takes from there, and what becomes of the
 * words. The sum is the one of canonical.c, in another order, which is the same. */
#ifndef PAWLI_CANONICAL_LANES_H
#define PAWLI_CANONICAL_LANES_H

#include "base/lanes.h"
#include "world/canonical.h"

#define PAWLI_HASH_LANES (PAWLI_LANES_X86 && !PAWL_SMALL_CODE)

#define PAWLI_HASH_QUADS 24u /* an even number; enough for any type: see the tests */
#define PAWLI_HASH_BATCH 8u  /* objects */
#define PAWLI_NAME_EDGE PAWLI_CANONICAL_NAME /* of a contact: what does not lie in it */
#define PAWLI_HASH_LOOSE (PAWLI_CANONICAL_NAME + 1u)

typedef struct pawli_hash_quads {
    uint8_t bytes[PAWLI_HASH_QUADS][16]; /* of the window; 0x80: a zero */
    uint32_t masks[PAWLI_HASH_QUADS][4], flips[PAWLI_HASH_QUADS][4], factors[PAWLI_HASH_QUADS][4];
    uint16_t windows[PAWLI_HASH_QUADS];
    uint32_t loose_factors[PAWLI_HASH_LOOSE]; /* of words that lie elsewhere, see below */
    uint16_t count;                           /* of quads, an even number */
} pawli_hash_quads;

/* Some objects: what they are named, and an edge, are loose words. */
typedef struct pawli_hash_batch {
    const uint8_t *objects[PAWLI_HASH_BATCH];
    uint32_t loose[PAWLI_HASH_LOOSE][PAWLI_HASH_BATCH];
} pawli_hash_batch;

/* The quads of a table for objects of some bytes; false when there is none. */
bool pawli_canonical_lanes_make(pawli_hash_quads *quads, const pawli_canonical_table *table,
                                uint16_t size);

/* canonical_kernels.c: the hashes of a whole batch. Null where the build knows no such lanes. */
typedef void (*pawli_hash_kernel)(const pawli_hash_quads *quads, const pawli_hash_batch *batch,
                                  uint32_t hashes[PAWLI_HASH_BATCH]);
pawli_hash_kernel pawli_canonical_kernels_of(pawl_lanes lanes);

#endif
