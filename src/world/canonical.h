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

#include "pawl/lanes.h"
#include "world/objects.h"

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
} pawli_canonical_table;

/* `flags`: only fields that have all of them; 0: all. */
pawli_canonical_table pawli_canonical_prepare(pawli_canonical_rows *rows, pawli_object_type type,
                                              uint8_t flags);
uint32_t pawli_canonical_hash(const pawli_canonical_table *table, const void *object,
                              const pawli_canonical_name *name);
/* Multiplies every word; the factor of field n is F^(n + 4). */
#define PAWLI_CANONICAL_G UINT32_C(2891336453)
/* Those of the words of a name. */
void pawli_canonical_name_factors(uint32_t factors[PAWLI_CANONICAL_NAME]);
/* The sum of an object of which the type alone is known. */
uint32_t pawli_canonical_start(uint32_t type);
/* That of the high half of a field whose low half has `factor`. */
static inline uint32_t pawli_canonical_high_factor(uint32_t factor) {
    return factor * PAWLI_CANONICAL_G;
}
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

#endif
