/* decode.h - internal: a snapshot on its way into a world. */
#ifndef PAWLI_DECODE_H
#define PAWLI_DECODE_H

#include "state/snapshot.h"
#include "world/objects.h"

typedef struct pawli_decoder {
    const pawli_snapshot *from;
    pawl_world *world;
    pawli_record record; /* of the section at hand */
#if PAWLI_RECORD_LANES
    uint32_t ready; /* how many of its records have been read into the objects of their slots */
#endif
} pawli_decoder;

/* How many records there are. */
uint32_t pawli_decode_begin_section(pawli_decoder *in, int section);
/* Read one record into an object that is all zeros; false when a value is out of its range. */
bool pawli_decode_record(const pawli_decoder *in, int section, uint32_t index, void *object);

/* All records of the section at hand, into objects that lie side by side. */
bool pawli_decode_records(const pawli_decoder *in, int section, void *objects, size_t size);

/* The slot of a record, with its object read and its serial; PAWLI_NONE: it is taken already, or
 * not as the pool says. `before` is the serial of the record before it in the list. */
uint16_t pawli_decode_slot(pawli_decoder *in, const pawli_objects *all, uint32_t index,
                           uint32_t *before);

/* decode_list.c: all live objects of a type that has a list, with what they own in runs. */
bool pawli_decode_list(pawli_decoder *in, int type);
/* The pools and the free slots of all types. */
bool pawli_decode_list_pools(pawli_decoder *in);
bool pawli_decode_list_free(pawli_decoder *in);

#endif
