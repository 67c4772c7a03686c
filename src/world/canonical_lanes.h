/* canonical_lanes.h - internal: the hashes of many objects of one type at once, in lanes.
 *
 * A lane is an object. A window is four words of it; those of all objects are turned, so that a
 * column has the same word of each. The sum is the one of canonical.c, in another order, which is
 * the same. */
#ifndef PAWLI_CANONICAL_LANES_H
#define PAWLI_CANONICAL_LANES_H

#include "base/lanes.h"
#include "world/canonical.h"

#define PAWLI_HASH_LANES (PAWLI_LANES_X86 && !PAWL_SMALL_CODE)

#define PAWLI_HASH_WINDOW 16u                /* bytes */
#define PAWLI_HASH_WINDOWS 20u               /* enough for any type of which there are many */
#define PAWLI_HASH_BYTES 192u                /* likewise, of an object */
#define PAWLI_HASH_BATCH 16u                 /* objects */
#define PAWLI_NAME_EDGE PAWLI_CANONICAL_NAME /* of a contact: what does not lie in it */
#define PAWLI_HASH_LOOSE (PAWLI_CANONICAL_NAME + 1u)

/* The four words of a window, twice: as wide as AVX2 takes them from memory. */
typedef struct pawli_hash_four {
    _Alignas(32) uint32_t words[8];
} pawli_hash_four;

typedef enum pawli_hash_window_type {
    PAWLI_HASH_PLAIN,   /* words as they lie there */
    PAWLI_HASH_FLIPPED, /* likewise, of which some have a default */
    PAWLI_HASH_PACKED   /* fields of any size, brought together from 16 bytes */
} pawli_hash_window_type;

typedef struct pawli_hash_window {
    pawli_hash_four factors[4]; /* of a column in each; of none: 0, with which it is nothing */
    pawli_hash_four flips, masks;
    uint8_t picks[2 * PAWLI_HASH_WINDOW]; /* PACKED: where bytes come from; 0x80: a zero */
    uint8_t columns[4], shifts[4];        /* the same, in columns and bits */
    /* Many objects have much in common. What one had in the bytes that count, and the sum of its
     * terms, which is that of all that have the same. */
    uint8_t bytes[PAWLI_HASH_WINDOW], usual[PAWLI_HASH_WINDOW];
    uint32_t usual_sum;
    uint16_t at;  /* where the 16 bytes begin in an object */
    uint8_t type; /* pawli_hash_window_type */
    uint8_t used; /* columns */
    uint8_t misses;
} pawli_hash_window;

typedef struct pawli_hash_scheme {
    pawli_hash_window windows[PAWLI_HASH_WINDOWS];
    uint32_t size; /* of an object */
    uint16_t window_count, loose_count;
    uint8_t loose[PAWLI_HASH_LOOSE];          /* which words lie elsewhere */
    uint32_t loose_factors[PAWLI_HASH_LOOSE]; /* of those */
    uint32_t start;                           /* what all objects have in common */
    uint32_t sums[PAWLI_HASH_BATCH];          /* of all hashes so far, lane by lane */
} pawli_hash_scheme;

/* Words that lie elsewhere, each with the number of its name or as the edge. */
typedef struct pawli_hash_loose {
    uint32_t words[PAWLI_HASH_LOOSE][PAWLI_HASH_BATCH];
} pawli_hash_loose;

/* How objects of a table are hashed. Serials and owners that lie in an object are taken from there;
 * `loose`: bits of the words that are not. False when there is no way in lanes. */
bool pawli_canonical_lanes_make(pawli_hash_scheme *scheme, const pawli_canonical_table *table,
                                const pawli_objects *all, uint32_t loose);

/* canonical_lanes.c: adds the hashes of the first `count` objects of a batch that lies side by side
 * to the sums; the scheme learns what is usual. Null where the build knows no such lanes. */
typedef void (*pawli_hash_kernel)(pawli_hash_scheme *scheme, const uint8_t *objects,
                                  const pawli_hash_loose *loose, uint32_t count);
pawli_hash_kernel pawli_canonical_lanes_kernel(pawl_lanes lanes);

#endif
