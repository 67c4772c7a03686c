/* canonical.h - internal: the canonical words of an object, as every hash of the state takes them.
 *
 * An object is a word (type << 24 | slot), its serial, and for each field that is not at its
 * default a word (type << 24 | number) and the value: one word, two when it does not fit 32 bits
 * with its sign. */
#ifndef PAWLI_CANONICAL_H
#define PAWLI_CANONICAL_H

#include "base/xxh32.h"
#include "world/fields.h"

/* Room for what waits, and for an object with all the fields that a type can have. With
 * PAWL_SMALL_CODE nothing waits. */
#define PAWLI_CANONICAL_WORDS (PAWL_SMALL_CODE ? 1u : 192u)

/* Words on their way to the hash, which takes four at a time. */
typedef struct pawli_canonical {
    pawli_xxh32 hash;
    const pawl_world *world;
    uint32_t count;
    uint32_t words[PAWLI_CANONICAL_WORDS];
} pawli_canonical;

void pawli_canonical_begin(pawli_canonical *to, const pawl_world *world);
void pawli_canonical_word(pawli_canonical *to, uint32_t word);
void pawli_canonical_name(pawli_canonical *to, pawli_object_type type, uint16_t slot,
                          uint32_t serial);
/* `flags`: only fields that have all of them; 0: all fields. */
void pawli_canonical_fields(pawli_canonical *to, pawli_object_type type, const void *object,
                            uint8_t flags);
uint32_t pawli_canonical_end(pawli_canonical *to);

/* One field, with what its values mean already looked up. */
typedef struct pawli_canonical_row {
    uint16_t offset;
    uint8_t form, run; /* which type to read; rows from here on that are read alike */
    uint32_t name;
    int32_t default_value;
    uint16_t mask, sign; /* of one or two bytes: the bits that are state; the sign bit, if any */
} pawli_canonical_row;

/* For many objects of one type; without rows, fields are looked up object by object. */
typedef struct pawli_canonical_table {
    const pawli_canonical_row *rows;
    pawli_object_type type;
    uint8_t count, flags; /* how many fields count */
} pawli_canonical_table;

/* Enough for tables of bodies, shapes and geometries together, and for one of any other type. With
 * PAWL_SMALL_CODE there is no room to look anything up in advance. */
#define PAWLI_CANONICAL_ROWS 64u
typedef struct pawli_canonical_rows {
    pawli_canonical_row rows[PAWL_SMALL_CODE ? 1 : PAWLI_CANONICAL_ROWS];
    uint32_t used;
} pawli_canonical_rows;

/* Takes rows while there is room for all fields of the type. */
pawli_canonical_table pawli_canonical_prepare(pawli_canonical_rows *rows, pawli_object_type type,
                                              uint8_t flags);
void pawli_canonical_object(pawli_canonical *to, const pawli_canonical_table *table,
                            const void *object);

/* canonical_world.c: all objects of a type, each followed by those that it owns; then, if the type
 * has a number above that of pools, its pool. */
void pawli_canonical_world_objects(pawli_canonical *to, pawli_object_type type, uint8_t flags);
/* The whole state, or fields with flags only. */
void pawli_canonical_world(pawli_canonical *to, uint8_t flags);

#endif
