/* replay_world.c - what replay_world.h declares. */
#include "support/replay/replay_world.h"

uint8_t *snapshot_of(const pawl_world *world, uint32_t *size) {
    size_t needed = pawl_world_encode_size(world);
    uint8_t *const bytes = malloc(needed);
    ck_assert_int_eq(pawl_world_encode(world, bytes, needed, &needed), PAWL_OK);
    *size = (uint32_t)needed;
    return bytes;
}

void begin_recording(recording *run, pawl_world *world, const pawl_world_def *def,
                     uint32_t keyframe_every, uint32_t hash_every) {
    memset(run, 0, sizeof *run);
    run->world = world;
    const pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    ck_assert_int_eq(
        pawl_replay_begin(&run->writer, &header, replay_file_sink(&run->file), NULL, 0), PAWL_OK);
    const size_t size = pawl_recorder_size(def);
    ck_assert_uint_gt(size, 0);
    run->memory = malloc(size);
    ck_assert_int_eq(pawl_recorder_begin(&run->recorder, &run->writer, world, keyframe_every,
                                         hash_every, run->memory, size),
                     PAWL_OK);
}

void pack_recording(recording *run, const pawl_world_def *def) {
    const size_t size = pawl_recorder_pack_size(def);
    ck_assert_uint_gt(size, 0);
    run->packing = malloc(size);
    ck_assert_int_eq(pawl_recorder_pack(&run->recorder, run->packing, size), PAWL_OK);
}

void record_step(recording *run) {
    ck_assert_uint_lt(run->ticks, RECORDING_TICKS_MAX);
    const pawl_status status = pawl_recorder_step(&run->recorder, run->world, run->hooks);
    ck_assert_msg(status == PAWL_OK, "tick %u: %s", run->ticks, pawl_status_text(status));
    run->states[run->ticks] = snapshot_of(run->world, &run->sizes[run->ticks]);
    run->ticks++;
}

void free_recording(recording *run) {
    for (uint32_t i = 0; i < run->ticks; i++)
        free(run->states[i]);
    free(run->memory);
    free(run->packing);
    free(run->world);
    replay_file_free(&run->file);
}

static void begin_with_everything(recording *run, uint32_t keyframe_every, uint32_t hash_every) {
    const pawl_world_def def = everything_def();
    pawl_world *const world = make_world(&def);
    ck_assert_msg(everything_make(world), "no world");
    begin_recording(run, world, &def, keyframe_every, hash_every);
}

static void record_all_driven(recording *run, uint64_t seed, uint32_t ticks) {
    pawl_world *const world = run->world;
    for (uint32_t t = 0; t < ticks; t++) {
        everything_drive(world, seed, t);
        record_step(run);
    }
    everything_drive(world, seed, ticks);
    end_recording(run);
}

void record_everything(recording *run, uint64_t seed, uint32_t ticks, uint32_t keyframe_every,
                       uint32_t hash_every) {
    begin_with_everything(run, keyframe_every, hash_every);
    record_all_driven(run, seed, ticks);
}

void record_everything_packed(recording *run, uint64_t seed, uint32_t ticks,
                              uint32_t keyframe_every, uint32_t hash_every) {
    const pawl_world_def def = everything_def();
    begin_with_everything(run, keyframe_every, hash_every);
    pack_recording(run, &def);
    record_all_driven(run, seed, ticks);
}

void begin_playing(pawl_playback *playback, const pawl_replay *replay,
                   const pawl_replay_limits *limits, bool force) {
    const size_t size = pawl_playback_size(replay, limits);
    ck_assert_uint_gt(size, 0);
    void *const memory = malloc(size);
    const pawl_status status = pawl_playback_begin(playback, replay, limits, force, memory, size);
    ck_assert_msg(status == PAWL_OK, "%s at %u", pawl_status_text(status),
                  playback->verdict.offset);
    ck_assert_ptr_eq(playback->memory, memory);
}

void assert_same_state(const recording *run, const pawl_world *world, uint32_t tick,
                       const char *what) {
    uint32_t size;
    uint8_t *const bytes = snapshot_of(world, &size);
    ck_assert_msg(size == run->sizes[tick] && memcmp(bytes, run->states[tick], size) == 0,
                  "%s: the state after tick %u differs", what, tick);
    free(bytes);
}

void assert_plays_alike(const recording *run, const char *what) {
    const pawl_replay replay = open_replay(&run->file);
    pawl_playback player;
    begin_playing(&player, &replay, NULL, false);
    ck_assert_uint_eq(replay.last_tick - replay.first_tick, run->ticks);
    for (uint32_t t = 0; t < run->ticks; t++) {
        const pawl_status status = pawl_playback_step(&player, run->hooks);
        ck_assert_msg(status == PAWL_OK, "%s: tick %u: %s", what, t, pawl_status_text(status));
        assert_same_state(run, player.world, t, what);
    }
    ck_assert_int_eq(pawl_playback_step(&player, run->hooks), PAWL_ERR_RANGE);
    ck_assert_uint_eq(pawl_world_hash(player.world), pawl_world_hash(run->world));
    ck_assert_int_eq(player.verdict.status, PAWL_OK);
    ck_assert_uint_eq(player.verdict.equal_tick, replay.last_tick);
    free(player.memory);
}
