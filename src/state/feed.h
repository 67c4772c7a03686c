/* feed.h - internal: the canonical words of an object, as every hash of the state takes them.
 *
 * An object feeds a word (kind << 24 | slot), its serial, and for each field that is not at its
 * default a word (kind << 24 | number) and the value: one word, two when it does not fit 32 bits
 * with its sign. */
#ifndef PAWLI_FEED_H
#define PAWLI_FEED_H

#include "base/xxh32.h"
#include "world/fields.h"

/* Room for what waits, and for an object with all the fields that a kind can have. */
#define PAWLI_FEED_WORDS (PAWL_SMALL_CODE ? 64u : 192u)

/* Words on their way to the hash, which takes four at a time. */
typedef struct pawli_feed {
    pawli_xxh32 hash;
    const pawl_world *world;
    uint32_t count;
    uint32_t words[PAWLI_FEED_WORDS];
} pawli_feed;

void pawli_feed_begin(pawli_feed *feed, const pawl_world *world);
void pawli_feed_word(pawli_feed *feed, uint32_t word);
void pawli_feed_name(pawli_feed *feed, pawli_kind kind, uint16_t slot, uint32_t serial);
/* `flags`: only fields that have all of them; 0: all fields. */
void pawli_feed_fields(pawli_feed *feed, pawli_kind kind, const void *object, uint8_t flags);
uint32_t pawli_feed_end(pawli_feed *feed);

/* One field, with what its values mean already looked up. */
typedef struct pawli_feed_row {
    uint16_t offset;
    uint8_t form, run; /* which type to read; rows from here on that are read alike */
    uint32_t name;
    int32_t rest;
    uint16_t mask, sign; /* of one or two bytes: the bits that are state; the sign bit, if any */
} pawli_feed_row;

/* For many objects of one kind. With PAWL_SMALL_CODE nothing is looked up in advance. */
typedef struct pawli_feed_plan {
    const pawli_feed_row *rows;
    pawli_kind kind;
    uint8_t count, flags;
} pawli_feed_plan;

/* Enough for plans of bodies, shapes and geometries together, and for one of any other kind. */
#define PAWLI_FEED_ROWS (PAWL_SMALL_CODE ? 1 : 64)

/* Returns the end of the rows that the plan has taken. */
pawli_feed_row *pawli_plan_feed(pawli_feed_plan *plan, pawli_kind kind, uint8_t flags,
                                pawli_feed_row *rows);
void pawli_feed_planned(pawli_feed *feed, const pawli_feed_plan *plan, const void *object);

#endif
