/* decode.h - internal: a snapshot on its way into a world. */
#ifndef PAWLI_DECODE_H
#define PAWLI_DECODE_H

#include "state/snapshot.h"

typedef struct pawli_decoder {
    const pawli_snapshot *from;
    pawl_world *world;
    pawli_record record; /* of the section at hand */
} pawli_decoder;

/* How many records there are. */
uint32_t pawli_decode_begin_section(pawli_decoder *in, pawli_section section);
/* Read one record into an object that is all zeros; false when a value is out of its range. */
bool pawli_decode_record(const pawli_decoder *in, pawli_section section, uint32_t index,
                         void *object);

/* A pool with its slots: where in each of them the queue goes on, and the generation is. */
typedef struct pawli_queue {
    pawli_pool *pool;
    uint8_t *slots;
    uint16_t stride, link, generation;
} pawli_queue;
/* The free slots from record `first` of a section on: none that is taken, and none twice. */
bool pawli_decode_queue(const pawli_decoder *in, const pawli_queue *of, pawli_section section,
                        uint32_t first);

/* decode_soft.c: soft bodies, after everything else. */
bool pawli_decode_soft(pawli_decoder *in);

#endif
