/* rewind.h - runs that go back: the sync test, and cold restores beside a run that was recorded.
 *
 * Both need a script that depends on the world and the number of the step alone. A defect is told
 * in a sentence, which stays valid until the next call; null: none. Host code: it uses malloc. */
#ifndef PAWL_TESTS_REWIND_H
#define PAWL_TESTS_REWIND_H

#include "pawl/pawl.h"
#include "pawl/snapshot.h"
#include "pawl/state.h"

/* All hashes that there are of a world between two steps, and one of what its user can see. */
typedef struct rewind_look {
    uint32_t state, motion, seen;
    pawl_hash_tree tree;
} rewind_look;

typedef enum rewind_how {
    REWIND_DECODE, /* a snapshot */
    REWIND_RESTORE /* a save */
} rewind_how;

typedef struct rewind_script {
    void *context;
    void (*call)(void *context, pawl_world *world, uint32_t step); /* before each step, or null */
    pawl_status (*bind)(pawl_world *world); /* terrain after a decode, or null */
} rewind_script;

rewind_look rewind_look_at(const pawl_world *world);

/* XXH32 over public results only: handles, poses, velocities, the events of the last step, faults,
 * and what some queries find in which order. */
uint32_t rewind_observe(const pawl_world *world);

/* ---- sync test ---- */

#define REWIND_DISTANCE_MAX 15

typedef struct rewind_sync_plan {
    uint32_t steps;
    uint32_t distance; /* 1 .. 15 steps back after every step; 0: all of them by turns */
    bool after_calls;  /* save between calls and step instead of before the calls */
} rewind_sync_plan;

/* Play, and after each step restore the save from some steps ago and play these again: all looks
 * must be as they were. */
const char *rewind_sync(pawl_world *world, const rewind_script *script,
                        const rewind_sync_plan *plan);

/* ---- cold restores ---- */

typedef struct rewind_bytes {
    uint8_t *bytes;
    uint32_t size;
} rewind_bytes;

/* Moment 2 n lies before the calls of step n, moment 2 n + 1 between them and the step. */
typedef struct rewind_record {
    pawl_world_def def;
    const rewind_script *script;
    uint32_t steps;
    rewind_look *looks;      /* after each step */
    rewind_bytes *snapshots; /* of each moment, 2 * steps + 1 */
    rewind_bytes *saves;     /* likewise */
} rewind_record;

/* Play a world made from the def and keep everything; `watch`, which may be null, is called after
 * each step. Ends the program when memory is short or a call fails that must not. */
void rewind_record_make(pawl_world *world, const pawl_world_def *def, const rewind_script *script,
                        uint32_t steps, void (*watch)(void *context, const pawl_world *world),
                        void *watch_context, rewind_record *out);
void rewind_record_free(rewind_record *record);

typedef struct rewind_cold_plan {
    rewind_how how;
    uint32_t moment;       /* where to begin */
    uint32_t steps;        /* to play from there */
    uint32_t look_stride;  /* compare hashes after every so many steps */
    uint32_t bytes_stride; /* likewise whole snapshots; also at the start, after the first step and
                              at the end */
} rewind_cold_plan;

/* Bring a moment back in fresh memory full of 0xAA, and play on beside the record. */
const char *rewind_cold(const rewind_record *record, const rewind_cold_plan *plan);

/* ---- side by side ---- */

typedef struct rewind_twins {
    pawl_world *world;
    const pawl_world_def *def; /* it was made from */
    const rewind_script *script;
    rewind_how how;
    uint8_t *memory; /* of the twin; filled by rewind_twin */
    pawl_world *twin;
} rewind_twins;

/* Play a world, and beside it one that is brought back from it every `period` steps, before and
 * after the calls by turns. */
const char *rewind_twin(rewind_twins *twins, uint32_t steps, uint32_t period);

#endif
