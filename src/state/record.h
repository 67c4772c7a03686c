/* record.h - internal: a struct as a record of little-endian bytes, as the field table says.
 *
 * A record is what a section puts in front (a slot, a serial, ...) and then the fields of one kind,
 * each as long as its schema says, one after the other. The schema of a kind is a list of
 * field numbers and sizes, with the defaults that are not 0:
 *     kind u8, fields u8, and per field: number u8, size u8 (1, 2, 4, 8; + 0x80: a default follows,
 *     i32)
 * The writer's schema stands in front of every snapshot: a reader finds its own fields by number,
 * takes the default for those that are not there, and can tell whether one it does not know is at
 * its default. */
#ifndef PAWLI_RECORD_H
#define PAWLI_RECORD_H

#include "base/bytes.h"
#include "state/fields.h"

#define PAWLI_RECORD_FIELDS 40 /* no kind has more */
#define PAWLI_HAS_DEFAULT 0x80u
#define PAWLI_LAST_KIND PAWLI_KIND_TERRAIN

/* One field. */
typedef struct pawli_move {
    uint16_t member; /* offset in the struct */
    uint16_t at;     /* in the record; PAWLI_NONE: it is not there */
    uint8_t size;
    uint8_t coding, range;
    uint8_t mask; /* of fields of one byte; 0: all */
    int32_t rest;
} pawli_move;

/* Fields that follow each other in struct and record. */
typedef struct pawli_run {
    uint16_t member, at, size;
} pawli_run;

/* A number of four bytes with a sign that has a range. */
typedef struct pawli_bound {
    uint16_t member;
    int32_t low;
    uint32_t span; /* from the lowest to the highest */
} pawli_bound;

typedef struct pawli_record {
    pawli_move moves[PAWLI_RECORD_FIELDS];
    pawli_bound bounds[PAWLI_RECORD_FIELDS];
    pawli_run runs[PAWLI_RECORD_FIELDS];  /* all moves but those in `single` */
    uint8_t single[PAWLI_RECORD_FIELDS];  /* moves that are more than a copy of bytes: masks,
                                             defaults, and all of them on big-endian machines */
    uint8_t checked[PAWLI_RECORD_FIELDS]; /* moves that not every value is good for,
                                             but for those in `bounds` */
    uint16_t count, run_count, single_count, checked_count, bound_count;
    uint16_t size; /* bytes of the record */
} pawli_record;

/* The schema of a kind in a snapshot: its fields begin at `at`. count is 0 for an unknown kind. */
typedef struct pawli_schema {
    uint32_t at;
    uint16_t count;
    uint16_t size; /* of all fields together */
} pawli_schema;

/* The schema of this build. */
void pawli_write_schema(pawli_writer *to);
/* False when it is malformed. `schemas` has PAWLI_LAST_KIND + 1 entries. */
bool pawli_read_schema(pawli_reader *from, pawli_schema *schemas);

/* One field of a schema as it is read. */
typedef struct pawli_schema_field {
    uint8_t number, size;
    int32_t rest;
} pawli_schema_field;
pawli_schema_field pawli_read_schema_field(pawli_reader *from);

/* How this build writes records of a kind; `prefix` bytes come before the fields. */
void pawli_plan_write(pawli_record *record, pawli_kind kind, uint16_t prefix);
/* How it reads those that were written with a schema; kind 0 has no fields. False when a known
 * field has another size. */
bool pawli_plan_read(pawli_record *record, pawli_kind kind, uint16_t prefix, const uint8_t *bytes,
                     pawli_schema schema);

void pawli_store_record(const pawli_record *record, const void *object, uint8_t *to);
/* Fields that are not in the record get their default. */
void pawli_load_record(const pawli_record *record, const uint8_t *from, void *object);
/* Whether all values lie in their ranges, and have no bits that are not state. */
bool pawli_is_in_range(const pawli_record *record, const void *object);

#endif
