/* feed.h - internal: the canonical words of an object, as every hash of the state takes them.
 *
 * An object feeds a word (kind << 24 | slot), its serial, and for each field that is not at its
 * default a word (kind << 24 | number) and the value: one word, two when it does not fit 32 bits
 * with its sign. */
#ifndef PAWLI_CANONICAL_H
#define PAWLI_CANONICAL_H

#include "base/xxh32.h"
#include "world/fields.h"

/* Room for what waits, and for an object with all the fields that a kind can have. */
#define PAWLI_CANONICAL_WORDS (PAWL_SMALL_CODE ? 64u : 192u)

/* Words on their way to the hash, which takes four at a time. */
typedef struct pawli_canonical {
    pawli_xxh32 hash;
    const pawl_world *world;
    uint32_t count;
    uint32_t words[PAWLI_CANONICAL_WORDS];
} pawli_canonical;

void pawli_canonical_begin(pawli_canonical *feed, const pawl_world *world);
void pawli_canonical_word(pawli_canonical *feed, uint32_t word);
void pawli_canonical_name(pawli_canonical *feed, pawli_object_type kind, uint16_t slot,
                          uint32_t serial);
/* `flags`: only fields that have all of them; 0: all fields. */
void pawli_canonical_fields(pawli_canonical *feed, pawli_object_type kind, const void *object,
                            uint8_t flags);
uint32_t pawli_canonical_end(pawli_canonical *feed);

/* One field, with what its values mean already looked up. */
typedef struct pawli_canonical_row {
    uint16_t offset;
    uint8_t form, run; /* which type to read; rows from here on that are read alike */
    uint32_t name;
    int32_t rest;
    uint16_t mask, sign; /* of one or two bytes: the bits that are state; the sign bit, if any */
} pawli_canonical_row;

/* For many objects of one kind. With PAWL_SMALL_CODE nothing is looked up in advance. */
typedef struct pawli_canonical_plan {
    const pawli_canonical_row *rows;
    pawli_object_type kind;
    uint8_t count, flags;
} pawli_canonical_plan;

/* Enough for plans of bodies, shapes and geometries together, and for one of any other kind. */
#define PAWLI_CANONICAL_ROWS (PAWL_SMALL_CODE ? 1 : 64)

/* Returns the end of the rows that the plan has taken. */
pawli_canonical_row *pawli_canonical_prepare(pawli_canonical_plan *plan, pawli_object_type kind,
                                             uint8_t flags, pawli_canonical_row *rows);
void pawli_canonical_object(pawli_canonical *feed, const pawli_canonical_plan *plan,
                            const void *object);

#endif
