/* replay_world.h - worlds that are recorded with all their states, and played against these. */
#ifndef PAWL_TESTS_REPLAY_WORLD_H
#define PAWL_TESTS_REPLAY_WORLD_H

#include "support/state/everything.h"
#include "support/world/fixture.h"
#include "support/replay/replay_file.h"

#define RECORDING_TICKS_MAX 400

typedef struct recording {
    pawl_world *world;
    pawl_recorder recorder;
    pawl_replay_writer writer;
    replay_file file;
    void *memory, *packing;
    const pawl_step_hooks *hooks;
    /* What each step has left behind, as snapshots. */
    uint8_t *states[RECORDING_TICKS_MAX];
    uint32_t sizes[RECORDING_TICKS_MAX];
    uint32_t ticks;
} recording;

uint8_t *snapshot_of(const pawl_world *world, uint32_t *size);

/* Takes the world, which was made from the def. */
void begin_recording(recording *run, pawl_world *world, const pawl_world_def *def,
                     uint32_t keyframe_every, uint32_t hash_every);

/* Right after: keyframes and edits are packed. */
void pack_recording(recording *run, const pawl_world_def *def);

void record_step(recording *run);

static inline void end_recording(recording *run) {
    ck_assert_int_eq(pawl_recorder_end(&run->recorder, run->world), PAWL_OK);
}

void free_recording(recording *run);

/* A world with everything in it, driven for so many ticks. */
void record_everything(recording *run, uint64_t seed, uint32_t ticks, uint32_t keyframe_every,
                       uint32_t hash_every);

/* The same, packed. */
void record_everything_packed(recording *run, uint64_t seed, uint32_t ticks,
                              uint32_t keyframe_every, uint32_t hash_every);

/* A playback in memory of exactly its size; free(playback->memory). */
void begin_playing(pawl_playback *playback, const pawl_replay *replay,
                   const pawl_replay_limits *limits, bool force);

void assert_same_state(const recording *run, const pawl_world *world, uint32_t tick,
                       const char *what);

/* Byte for byte the same after every step, and in the end. */
void assert_plays_alike(const recording *run, const char *what);

#endif
