/* busy.h - a world in which a program changes something before nearly every step, recorded. */
#ifndef PAWL_TESTS_REPLAY_BUSY_H
#define PAWL_TESTS_REPLAY_BUSY_H

#include "pawl/pawl.h"
#include "pawl/replay.h"

typedef struct busy_run {
    uint64_t seed;
    uint32_t ticks;
    uint32_t edited; /* of 100 ticks, those that something is done before */
    uint32_t keyframe_every, hash_every;
    bool packs, steers; /* steers: a few bodies are pushed by the same forces all the time, else
                           anything is done to any of them */
} busy_run;

typedef struct busy_result {
    uint8_t *bytes;                  /* of the replay; free() */
    uint32_t size, keyframes, edits; /* bytes of all; of these chunks */
    uint32_t edit_count;
    double seconds; /* of recording, with the steps */
} busy_result;

/* False when anything failed. */
bool busy_record(const busy_run *run, busy_result *out);

/* Open, verify, seek to some ticks; null or what is wrong. *seek_worst: seconds. */
const char *busy_check(const busy_result *result, uint64_t seed, double *seek_worst);

#endif
