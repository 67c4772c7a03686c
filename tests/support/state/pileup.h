/* pileup.h - sixty bodies in a heap to which everything happens at once: the scene in which a state
 * that is not whole shows.
 *
 * There are bodies in mid-impact, spinning, asleep and waking; every type of joint, sensors,
 * chains, a tile map, a one-way platform and bullets; and between the steps bodies, shapes and
 * joints come and go, so that free slots and generations matter. What is called before a step
 * depends on the world and the number of the step alone: a world that was restored can be played on
 * from anywhere.
 *
 * Plain C on the library alone: no real numbers, no malloc. */
#ifndef PAWL_TESTS_PILEUP_H
#define PAWL_TESTS_PILEUP_H

#include "pawl/pawl.h"

#define PILEUP_BODIES 60 /* dynamic ones, at the start */

pawl_world_def pileup_def(void);

/* Build the scene in memory of pawl_world_size(def) bytes; def is pileup_def(), or one with other
 * capacities of events. */
pawl_status pileup_make(void *memory, size_t size, const pawl_world_def *def, pawl_world **out);

/* Give the terrain of a decoded world its data back. */
pawl_status pileup_bind(pawl_world *world);

/* What is called before step `step`, counted from 0; pileup_calls.c. */
void pileup_call(void *nothing, pawl_world *world, uint32_t step);

/* How much there was to see. Sums over a run. */
typedef struct pileup_tally {
    uint32_t steps, contacts, touches, ends, hits, breaks, sensor_begins, sensor_ends;
    uint32_t born, died; /* bodies, by their handles */
    uint32_t reused;     /* slots of those born that had been used before */
    uint32_t woke, slept;
    uint32_t spinning, joints; /* bodies that turn faster than 1 radian/s, and live joints */
} pileup_tally;

/* Adds what the last step shows. `before` are the bodies as they were: their handles, and whether
 * they were awake; filled anew. */
#define PILEUP_BODIES_MAX 70
typedef struct pileup_roll {
    uint32_t handles[PILEUP_BODIES_MAX];
    bool awake[PILEUP_BODIES_MAX];
    uint32_t count;
} pileup_roll;
void pileup_count(const pawl_world *world, pileup_roll *before, pileup_tally *tally);

#endif
