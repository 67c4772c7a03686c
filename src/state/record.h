/* record.h - internal: a struct as a record of little-endian bytes, as the field table says.
 *
 * A record is what a section puts in front (a slot, a serial, ...) and then the fields of one type,
 * each as long as its schema says, one after the other. The schema of a type is a list of
 * field numbers and sizes, with the defaults that are not 0:
 *     type u8, fields u8, and per field: number u8, size u8 (1, 2, 4, 8; + 0x80: a default follows,
 *     i32)
 * The writer's schema stands in front of every snapshot: a reader finds its own fields by number,
 * takes the default for those that are not there, and can tell whether one it does not know is at
 * its default. */
#ifndef PAWLI_RECORD_H
#define PAWLI_RECORD_H

#include "base/bytes.h"
#include "world/fields.h"

#define PAWLI_RECORD_FIELDS (PAWL_WITH_CHARACTERS ? 49 : 40) /* no type has more */
#define PAWLI_HAS_DEFAULT 0x80u
#define PAWLI_LAST_HARD_OBJECT \
    PAWLI_OBJECT_TERRAIN /* the last one of a world without soft bodies */

/* One field. */
typedef struct pawli_move {
    uint16_t member; /* offset in the struct */
    uint16_t at;     /* in the record; PAWLI_NONE: it is not there */
    uint8_t size;
    uint8_t coding, range;
    uint8_t mask; /* of fields of one byte; 0: all */
    int32_t default_value;
} pawli_move;

/* Bytes that lie together in struct and record, as many as the list says that it is in. */
typedef struct pawli_piece {
    uint16_t member, at;
} pawli_piece;
#define PAWLI_PIECE_SIZES 5 /* 16, 8, 4, 2, 1 */

/* The range of a number of four bytes. What is below `low` wraps around when `low` is taken from
 * it, and is then further away than any span. */
typedef struct pawli_bound {
    uint16_t member, at; /* as of the move */
    uint32_t low, span;  /* from the lowest to the highest */
} pawli_bound;

/* The same of four numbers that lie side by side in a record, in lanes: where the compiler has SSE2
 * for all of the program. The record is looked at and not the object, to which it has just been
 * written in other pieces: a processor waits for those. `last` is the span, its upper bit turned
 * over. */
#if PAWL_WITH_LANES && !PAWL_SMALL_CODE && defined(__SSE2__)
#define PAWLI_RECORD_LANES 1
#define PAWLI_RECORD_BLOCKS 12 /* enough for any type of which there are many */
typedef struct pawli_bound_block {
    uint32_t low[4];
    int32_t last[4];
    uint16_t at, pad[7];
} pawli_bound_block;
#else
#define PAWLI_RECORD_LANES 0
#endif

/* Likewise of one or two bytes. The bit of the sign is turned over, so that the values are in order
 * without one. */
typedef struct pawli_narrow_bound {
    uint16_t member;
    uint16_t sign, stray; /* bits: of the sign; that are not state */
    uint16_t low, span;
    uint8_t size, pad;
} pawli_narrow_bound;
#define PAWLI_RECORD_NARROW 8 /* no type has more */

typedef struct pawli_record {
    pawli_move moves[PAWLI_RECORD_FIELDS];
    pawli_bound bounds[PAWLI_RECORD_FIELDS];
    pawli_narrow_bound narrow[PAWLI_RECORD_NARROW];
    pawli_piece pieces[PAWLI_RECORD_FIELDS]; /* all moves but those in `single` */
    uint8_t piece_end[PAWLI_PIECE_SIZES];    /* behind the last of 16 bytes, of 8, ... */
    uint8_t single[PAWLI_RECORD_FIELDS];     /* moves that are more than a copy of bytes: masks when
                                                writing, defaults, and all on big-endian machines */
    uint8_t wide[PAWLI_RECORD_FIELDS];       /* moves of eight bytes that have a range */
    uint16_t count, single_count, bound_count, narrow_count, wide_count;
#if PAWLI_RECORD_LANES
    uint16_t block_count;
    pawli_bound_block blocks[PAWLI_RECORD_BLOCKS];
#endif
    uint16_t edge_at; /* of a contact, which has it elsewhere; PAWLI_NONE: there is none */
    uint16_t size;    /* bytes of the record */
} pawli_record;

/* The schema of a type in a snapshot: its fields begin at `at`. count is 0 for an unknown type. */
typedef struct pawli_schema {
    uint32_t at;
    uint16_t count;
    uint16_t size; /* of all fields together */
} pawli_schema;

/* The schema of some types: fields of features that are not used are left out, in every build. */
void pawli_record_write_schema(pawli_writer *to, const uint8_t *types, uint8_t count,
                               uint32_t features);
/* False when it is malformed. `schemas` has PAWLI_LAST_OBJECT + 1 entries. */
bool pawli_record_read_schema(pawli_reader *from, pawli_schema *schemas);

/* One field of a schema as it is read. */
typedef struct pawli_schema_field {
    uint8_t number, size;
    int32_t default_value;
} pawli_schema_field;
pawli_schema_field pawli_record_read_schema_field(pawli_reader *from);

/* How records of a type are written by what uses these features; `prefix` bytes come before the
 * fields. */
void pawli_record_prepare_write(pawli_record *record, pawli_object_type type, uint16_t prefix,
                                uint32_t features);
/* How it reads those that were written with a schema; type 0 has no fields. False when a known
 * field has another size. */
bool pawli_record_prepare_read(pawli_record *record, pawli_object_type type, uint16_t prefix,
                               const uint8_t *bytes, pawli_schema schema);

/* All but the edge of a contact. */
void pawli_record_store(const pawli_record *record, const void *object, uint8_t *to);
/* Likewise. Fields that are not in the record get their default. */
void pawli_record_load(const pawli_record *record, const uint8_t *from, void *object);
/* One of the moves of `single`. */
void pawli_record_load_single(const pawli_move *move, const uint8_t *from, void *object);
/* Whether all values lie in their ranges, and have no bits that are not state; of a record that was
 * prepared to read, and of what has been loaded from it. */
bool pawli_record_is_in_range(const pawli_record *record, const uint8_t *from, const void *object);

#endif
