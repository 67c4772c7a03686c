/* canonical.h - internal: the hash of an object, and of all objects of a world.
 *
 * An object is a sum over its words: those of its name, and its fields, each xor its default. Each
 * goes through a mix in which 0 stays 0, with a factor of its own: so a field at its default is
 * nothing and a new one leaves all hashes alone. A bijection of the sum is the hash of the object;
 * the hash of a world is the sum over its objects. So nothing depends on the order in which objects
 * are visited, and a hash can be kept up to date object by object. docs/format-hash.md defines it
 * exactly. */
#ifndef PAWLI_CANONICAL_H
#define PAWLI_CANONICAL_H

#include "base/lanes.h"
#include "world/objects.h"

/* Whether the hashes of many objects are computed at once: canonical_lanes.c, which takes words of
 * the lower byte first. */
#if !PAWL_SMALL_CODE && \
    (PAWLI_LANES_X86 || PAWLI_LANES_WASM || (PAWLI_LANES_NEON && defined(__AARCH64EL__)))
#define PAWLI_HASH_LANES 1
#else
#define PAWLI_HASH_LANES 0
#endif

/* The words of a name. What an object has not is 0. */
#define PAWLI_CANONICAL_NAME 4
typedef struct pawli_canonical_name {
    uint32_t words[PAWLI_CANONICAL_NAME];
} pawli_canonical_name;
#define PAWLI_NAME_SLOT 0   /* type << 24 | slot, or the number in a run */
#define PAWLI_NAME_SERIAL 1 /* of objects without one in a run: that of their owner */
#define PAWLI_NAME_OWNER 2  /* its slot xor 0xFFFF */
#define PAWLI_NAME_SHARED 3 /* the hash of what it refers to: of a shape, its geometry */

/* A field, with its factor already worked out. */
typedef struct pawli_canonical_row {
    uint16_t offset, mask; /* mask: of one or two bytes, the bits that are state */
    uint32_t flip, factor;
} pawli_canonical_row;

/* Enough for a shape with its convex and its terrain, and for any other type. Types that have no
 * room are looked up object by object, as all are with PAWL_SMALL_CODE. */
#define PAWLI_CANONICAL_ROWS 64u
typedef struct pawli_canonical_rows {
    uint16_t used;
    pawli_canonical_row rows[PAWL_SMALL_CODE ? 1 : PAWLI_CANONICAL_ROWS];
} pawli_canonical_rows;

/* The fields of a type that count. */
typedef struct pawli_canonical_table {
    const pawli_canonical_row *rows; /* by size: of 4, 2, 1 and 8 bytes */
    uint8_t type, flags;
    uint8_t count; /* of all; and up to which row they have */
    uint8_t four, two, one;
#if PAWLI_HASH_LANES
    uint64_t steady; /* a bit for each row: PAWLI_FIELD_STEADY */
#endif
} pawli_canonical_table;

/* `flags`: only fields that have all of them; 0: all. */
pawli_canonical_table pawli_canonical_prepare(pawli_canonical_rows *rows, pawli_object_type type,
                                              uint8_t flags);
uint32_t pawli_canonical_hash(const pawli_canonical_table *table, const void *object,
                              const pawli_canonical_name *name);
/* Multiplies every word; the factor of field n is F^(n + 4). */
#define PAWLI_CANONICAL_G UINT32_C(2891336453)

/* A product carries bits up, a fold takes them down again: after two of each all depends on all,
 * and 0 is still 0. */
static inline uint32_t pawli_canonical_fold(uint32_t word) {
    return word ^ word >> 16;
}

static inline uint32_t pawli_canonical_mix(uint32_t word, uint32_t factor) {
    return pawli_canonical_fold(pawli_canonical_fold(word * PAWLI_CANONICAL_G) * factor);
}

/* Those of the words of a name. */
void pawli_canonical_name_factors(uint32_t factors[PAWLI_CANONICAL_NAME]);
/* The sum of an object of which the type alone is known. */
uint32_t pawli_canonical_start(uint32_t type);
/* That of the high half of a field whose low half has `factor`. */
static inline uint32_t pawli_canonical_high_factor(uint32_t factor) {
    return factor * PAWLI_CANONICAL_G;
}
/* The term that the high half of a field has where the table has but the low one; 0 where the field
 * at this member does not count. */
uint32_t pawli_canonical_high_term(const pawli_canonical_table *table, uint16_t member,
                                   uint32_t high);
/* pawli_canonical_hash with such terms. */
uint32_t pawli_canonical_hash_more(const pawli_canonical_table *table, const void *object,
                                   const pawli_canonical_name *name, uint32_t more);
/* Of what has no fields. */
uint32_t pawli_canonical_hash_name(const pawli_canonical_name *name);

/* ---- canonical_world.c ---- */

/* Shapes often share their geometry: hashes of the last ones, found by the slot. */
#define PAWLI_CANONICAL_KNOWN (PAWL_SMALL_CODE ? 1u : 8u)

/* How to hash the objects of a type, in a world that does not change meanwhile. */
typedef struct pawli_canonical_reader {
    const pawl_world *world;
    pawli_objects all;
    pawli_canonical_table table, shared[2];
    uint8_t shared_count;
    uint8_t shared_link;                   /* member of an object: the slot of what it refers to */
    bool is_shifted;                       /* they have places, and the world has an origin */
    uint16_t known[PAWLI_CANONICAL_KNOWN]; /* slots, PAWLI_NONE: none */
    uint32_t known_hash[PAWLI_CANONICAL_KNOWN];
} pawli_canonical_reader;

void pawli_canonical_world_begin(pawli_canonical_reader *reader, pawli_canonical_rows *rows,
                                 const pawl_world *world, pawli_object_type type, uint8_t flags);
/* An object by its slot or index; of a run, by its owner's slot and its number. */
uint32_t pawli_canonical_world_at(pawli_canonical_reader *reader, uint32_t at);
uint32_t pawli_canonical_world_item(const pawli_canonical_reader *reader, uint16_t owner,
                                    uint16_t number);
/* The pool of a type, with its free slots; 0 when it has never been used. */
uint32_t pawli_canonical_world_pool(const pawl_world *world, const pawli_objects *all);

/* Sums over all objects of a type, and of a world. What objects refer to and pools count with them;
 * of the type of pools, all pools. */
uint32_t pawli_canonical_world_type(const pawl_world *world, int type, uint8_t flags,
                                    pawl_lanes lanes);
uint32_t pawli_canonical_world(const pawl_world *world, uint8_t flags, pawl_lanes lanes);

/* origin.c: pawli_canonical_hash of an object as it would be in a world that was never shifted; and
 * the places of a copy of it likewise, false when one of them does not fit there. */
uint32_t pawli_origin_hash(const pawli_canonical_reader *reader, const void *object,
                           const pawli_canonical_name *name);
bool pawli_origin_take_back(const pawli_canonical_reader *reader, const void *object, void *copy);

/* ---- canonical_lanes.c: the hashes of many objects of one type at once ----
 *
 * A lane is an object. A window is four words of it. The sum is the one of canonical.c, in another
 * order, which is the same. */

#define PAWLI_HASH_WINDOW 16u                /* bytes */
#define PAWLI_HASH_WINDOWS 20u               /* enough for any type of which there are many */
#define PAWLI_HASH_BYTES 192u                /* likewise, of an object */
#define PAWLI_HASH_GROUP 32u                 /* objects that are read at once */
#define PAWLI_HASH_BATCH 64u                 /* objects, at most */
#define PAWLI_NAME_EDGE PAWLI_CANONICAL_NAME /* of a contact: what does not lie in it */
#define PAWLI_HASH_LOOSE (PAWLI_CANONICAL_NAME + 1u)

/* The four words of a window. */
typedef struct pawli_hash_four {
    _Alignas(16) uint32_t words[4];
} pawli_hash_four;

typedef enum pawli_hash_window_type {
    PAWLI_HASH_PLAIN,   /* words as they lie there */
    PAWLI_HASH_FLIPPED, /* likewise, of which some have a default */
    PAWLI_HASH_PACKED,  /* fields of any size, brought together from 16 bytes */
    PAWLI_HASH_TYPES
} pawli_hash_window_type;

typedef struct pawli_hash_window {
    pawli_hash_four factors; /* of a column without a word: 0, with which it is nothing */
    pawli_hash_four flips, masks;
    pawli_hash_four picks;         /* PACKED: where the bytes of a word come from; 0x80: a zero */
    uint8_t columns[4], shifts[4]; /* the same, in columns and bits */
    /* Many objects have much in common. What one had in the bits that count, and the sum of its
     * terms, which is that of all that have the same. */
    pawli_hash_four bits, usual;
    uint32_t usual_sum;
    uint16_t at;  /* where the 16 bytes begin in an object */
    uint8_t type; /* pawli_hash_window_type */
    uint8_t used; /* columns */
    uint8_t misses;
    bool is_known; /* usual_sum is that of usual */
} pawli_hash_window;

typedef struct pawli_hash_scheme {
    pawli_hash_window windows[PAWLI_HASH_WINDOWS];
    uint32_t size; /* of an object */
    uint16_t window_count, loose_count;
    uint8_t counts[PAWLI_HASH_TYPES]; /* of windows of a type, and which those are */
    uint8_t numbers[PAWLI_HASH_TYPES][PAWLI_HASH_WINDOWS];
    uint8_t loose[PAWLI_HASH_LOOSE];          /* which words lie elsewhere */
    uint32_t loose_factors[PAWLI_HASH_LOOSE]; /* of those */
    uint32_t start;                           /* what all objects have in common */
    uint32_t slot;                            /* to be added to the word of the slot */
} pawli_hash_scheme;

/* Words that lie elsewhere, each with the number of its name or as the edge. */
typedef struct pawli_hash_loose {
    uint32_t words[PAWLI_HASH_LOOSE][PAWLI_HASH_BATCH];
} pawli_hash_loose;

/* How objects of a table are hashed. Serials and owners that lie in an object are taken from there;
 * `loose`: bits of the words that are not. False when there is no way in lanes. */
bool pawli_canonical_lanes_make(pawli_hash_scheme *scheme, const pawli_canonical_table *table,
                                const pawli_objects *all, uint32_t loose);

/* canonical_lanes.c: the sum of the hashes of the first `count` objects that lie side by side, of
 * which whole groups are read; the scheme learns what is usual. Objects with loose words are a
 * batch at most. Null where the build knows no such lanes. */
typedef uint32_t (*pawli_hash_kernel)(pawli_hash_scheme *scheme, const uint8_t *objects,
                                      const pawli_hash_loose *loose, uint32_t count);
pawli_hash_kernel pawli_canonical_lanes_kernel(pawl_lanes lanes);

#endif
