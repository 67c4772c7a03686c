/* codec.h - internal: one snapshot told by another, value by value.
 *
 * What delta.c says in bytes is said here in values and fractions of bits: of each section which
 * records stay, change, go and come; of a record that changes which values; of a value how far it
 * is from what it was, or from what it was set to the last time. docs/format-replay.md has the
 * order. The same pass over both (codec_sections.c) writes and reads.
 *
 * A codec is some 30 KB: what was learned of the values of every column, a column being a value of
 * the records of a section. */
#ifndef PAWLI_CODEC_H
#define PAWLI_CODEC_H

#include "replay/entropy.h"
#include "state/snapshot.h"

#define PAWLI_CODEC_COLUMNS 320u /* of all sections together; a schema with more is not packed */
#define PAWLI_CODEC_LENGTHS 33u  /* classes of mean lengths of numbers, by two bits */
#define PAWLI_CODEC_HISTORY 1024u

/* What a number is told relative to. */
typedef enum pawli_codec_from {
    PAWLI_FROM_BASE = 0, /* the value that it replaces */
    PAWLI_FROM_HISTORY,  /* what this value of this object was set to the last time */
    PAWLI_FROM_COLUMN,   /* what was set last in this column */
    PAWLI_FROM_ROW,    /* what it replaces, and by how much the value two columns before it differs:
                          x after x, y after y */
    PAWLI_FROM_MIRROR, /* the same with the other sign */
    PAWLI_FROM_COUNT
} pawli_codec_from;

typedef struct pawli_codec_column {
    uint64_t last;          /* set last */
    uint16_t at;            /* in the record */
    uint16_t differs[2][4]; /* models: of a record that stays or comes, by what came before */
    uint16_t from[4];       /* models: what a number is relative to, a tree */
    uint8_t size;           /* 1, 2, 4, 8 */
    uint8_t mean[PAWLI_FROM_COUNT]; /* of the lengths of numbers, 1/2 bits: 0 .. 128 */
} pawli_codec_column;

typedef struct pawli_codec_section {
    uint16_t first, count; /* its columns */
    uint16_t stays[3];     /* models, by what was done with the record before */
    uint16_t changes, goes, comes;
} pawli_codec_section;

typedef struct pawli_codec {
    pawli_entropy coder;
    uint32_t schema; /* checksum of what snapshots must share; 0: not started */
    uint16_t column_count;
    uint8_t gap_mean;
    pawli_codec_section sections[PAWLI_SECTION_COUNT + 1];
    pawli_codec_column columns[PAWLI_CODEC_COLUMNS];
    uint16_t lengths[PAWLI_CODEC_LENGTHS][128]; /* models: trees of seven bits */
    uint32_t history[PAWLI_CODEC_HISTORY];      /* 4 bytes of values, by object and column */
} pawli_codec;

/* What snapshots must have in common to be told by each other: header, schema. Never 0. */
uint32_t pawli_codec_schema_of(const pawli_snapshot *snapshot);

/* Forget all that was learned and lay out the columns of snapshots like this one. False when they
 * cannot be packed. The coder stays as it is. */
bool pawli_codec_reset(pawli_codec *pack, const pawli_snapshot *like);

/* A number, mostly small. */
uint64_t pawli_codec_code_number(pawli_codec *pack, uint8_t *mean, uint64_t number);

/* Writing: `next` told by `base`, both with the schema of the pack. Failures are left in
 * pack->coder.bad. */
void pawli_codec_sections_write(pawli_codec *pack, const pawli_snapshot *base,
                                const pawli_snapshot *next);
/* Reading: all of the result but the hash in its header, which is 0, and its checksum, for which
 * there is room. The bytes of it, or 0 for what does not fit the base or the room. */
uint32_t pawli_codec_sections_read(pawli_codec *pack, const pawli_snapshot *base, uint8_t *to,
                                   uint32_t room);
/* Puts hash and checksum into what was read. */
void pawli_codec_finish(uint8_t *snapshot, uint32_t size, uint32_t hash);

#endif
