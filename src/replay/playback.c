/* playback.c - a world replay played step by step. */
#include "replay/playback.h"
#include "base/align.h"
#include "state/snapshot.h"

static bool is_playable(const pawl_replay *replay) {
    return replay != NULL && replay->header.type == PAWL_REPLAY_WORLD;
}

/* Whether the world that is played has called the program. */
static bool is_playback_locked(const pawl_playback *playback) {
    return playback->world != NULL && pawli_is_locked(playback->world);
}

size_t pawl_playback_size(const pawl_replay *replay, const pawl_replay_limits *limits) {
    pawli_playback_layout layout;
    const pawl_replay_limits own = limits == NULL ? pawl_replay_limits_default() : *limits;
    if (!is_playable(replay) || pawli_playback_load_layout(replay, &own, &layout) != PAWL_OK)
        return 0;
    return replay->last_tick - replay->first_tick > own.ticks_max ? 0
                                                                  : pawli_size_or_none(layout.size);
}

pawl_status pawl_playback_begin(pawl_playback *playback, const pawl_replay *replay,
                                const pawl_replay_limits *limits, bool force, void *memory,
                                size_t size) {
    if (playback == NULL || replay == NULL || memory == NULL) return PAWL_ERR_NULL;
    if (!is_playable(replay)) return PAWL_ERR_ARGUMENT;
    memset(playback, 0, sizeof *playback);
    playback->replay = replay;
    playback->limits = limits == NULL ? pawl_replay_limits_default() : *limits;
    playback->force = force;
    playback->verdict = pawli_checkpoint_first_verdict(replay, &playback->limits, force);
    if (playback->verdict.status != PAWL_OK) return playback->verdict.status;
    pawli_playback_layout layout;
    pawl_status status = pawli_playback_load_layout(replay, &playback->limits, &layout);
    if (status == PAWL_OK && (size < layout.size || !pawli_is_aligned(memory))) {
        status = PAWL_ERR_MEMORY;
    }
    playback->verdict.lacking = layout.lacking;
    if (status != PAWL_OK) return pawli_playback_fail(playback, status, replay->first_keyframe);
    uint8_t *const bytes = (uint8_t *)memory;
    playback->memory = bytes + layout.world;
    playback->snapshot = bytes + layout.snapshot;
    playback->patched = bytes + layout.patched;
    playback->terrain = bytes + layout.terrain;
    playback->pack =
        replay->packed == 0 ? NULL : (struct pawli_codec *)(void *)(bytes + layout.pack);
    playback->world_size = layout.world_size;
    playback->capacity_id = layout.capacity_id;
    playback->snapshot_size = layout.snapshot_size;
    status = pawli_playback_load_terrains(playback, (pawl_vec2 *)(void *)(bytes + layout.points));
    return status == PAWL_OK ? pawl_playback_start_at(playback, 0) : status;
}

pawl_status pawl_playback_start_at(pawl_playback *playback, uint32_t keyframe) {
    if (playback == NULL) return PAWL_ERR_NULL;
    if (is_playback_locked(playback)) return PAWL_ERR_LOCKED;
    if (!is_playable(playback->replay) || playback->memory == NULL) return PAWL_ERR_ARGUMENT;
    const pawl_replay *const replay = playback->replay;
    if (keyframe >= replay->keyframes) return PAWL_ERR_RANGE;
    pawl_chunk chunk;
    memset(&chunk, 0, sizeof chunk);
    uint32_t next = replay->first_keyframe;
    for (uint32_t left = keyframe + 1; left > 0;) {
        if (!pawli_checkpoint_next_chunk(replay, &next, replay->last_tick, &chunk))
            return PAWL_ERR_FORMAT;
        if (chunk.type == PAWL_CHUNK_KEYFRAME) left--;
    }
    playback->verdict = pawli_checkpoint_first_verdict(replay, &playback->limits, playback->force);
    playback->verdict.tick = playback->verdict.equal_tick = playback->tick = chunk.tick;
    playback->next = next;
    playback->work = 0;
    playback->is_settled = playback->knows_chain = false;
    playback->run_left = 0;
    if (playback->pack != NULL) playback->pack->schema = 0;
    return pawli_playback_load_keyframe(playback, &chunk);
}

/* What one step costs, in bodies, joints and contacts. */
static uint64_t work_of_step(const pawl_world *world) {
    return UINT64_C(1) + world->body_pool.live + world->joint_pool.live + world->contact_count;
}

pawl_status pawl_playback_step(pawl_playback *playback, const pawl_step_hooks *hooks) {
    if (playback == NULL) return PAWL_ERR_NULL;
    if (is_playback_locked(playback)) return PAWL_ERR_LOCKED;
    if (playback->verdict.status != PAWL_OK) return playback->verdict.status;
    if (playback->world == NULL) return PAWL_ERR_ARGUMENT;
    playback->lanes = hooks == NULL ? PAWL_LANES_DEFAULT : hooks->lanes;
    pawl_status status = pawli_playback_check(playback);
    if (status != PAWL_OK) return status;
    if (playback->tick == playback->replay->last_tick) return PAWL_ERR_RANGE;
    status = pawli_playback_do_work(playback, work_of_step(playback->world));
    if (status == PAWL_OK) status = pawl_world_step(playback->world, hooks);
    if (status != PAWL_OK) return pawli_playback_fail(playback, status, playback->next);
    playback->tick++;
    playback->is_settled = false;
    return PAWL_OK;
}

/* How many keyframes are at or before a tick, and the tick of the last of them. */
static uint32_t count_keyframes(const pawl_replay *replay, uint64_t tick, uint64_t *last) {
    pawl_chunk chunk;
    uint32_t next = replay->first_keyframe, count = 0;
    while (pawli_checkpoint_next_chunk(replay, &next, tick, &chunk)) {
        if (chunk.type != PAWL_CHUNK_KEYFRAME) continue;
        *last = chunk.tick;
        count++;
    }
    return count;
}

pawl_status pawl_playback_seek(pawl_playback *playback, uint64_t tick,
                               const pawl_step_hooks *hooks) {
    if (playback == NULL) return PAWL_ERR_NULL;
    if (is_playback_locked(playback)) return PAWL_ERR_LOCKED;
    if (!is_playable(playback->replay) || playback->memory == NULL) return PAWL_ERR_ARGUMENT;
    const pawl_replay *const replay = playback->replay;
    if (tick < replay->first_tick || tick > replay->last_tick) return PAWL_ERR_RANGE;
    uint64_t nearest = replay->first_tick;
    const uint32_t keyframes = count_keyframes(replay, tick, &nearest);
    const bool is_good = playback->verdict.status == PAWL_OK && playback->world != NULL;
    pawl_status status = PAWL_OK;
    if (!is_good || tick < playback->tick || nearest > playback->tick) {
        status = pawl_playback_start_at(playback, keyframes - 1u);
    }
    while (status == PAWL_OK && playback->tick < tick)
        status = pawl_playback_step(playback, hooks);
    return status == PAWL_OK ? pawli_playback_check(playback) : status;
}

pawl_status pawl_playback_get_difference(const pawl_playback *playback, void *buffer, size_t size,
                                         pawl_difference *out) {
    if (playback == NULL || buffer == NULL || out == NULL) return PAWL_ERR_NULL;
    pawl_chunk chunk;
    uint32_t next;
    if (playback->verdict.status != PAWL_ERR_DESYNC || playback->world == NULL ||
        pawl_replay_get_chunk(playback->replay, playback->verdict.offset, &chunk, &next) !=
            PAWL_OK ||
        chunk.type != PAWL_CHUNK_KEYFRAME) {
        return PAWL_ERR_RANGE;
    }
    pawl_world *recorded;
    /* A packed one was the last that was unpacked. */
    const uint8_t *const snapshot = chunk.is_packed ? playback->patched : chunk.content;
    const uint32_t bytes = chunk.is_packed ? playback->patched_size : chunk.content_size;
    const pawl_status status =
        pawli_decode_verified(snapshot, (size_t)bytes, buffer, size, &recorded);
    if (status != PAWL_OK) return status;
    pawl_world_compare(recorded, playback->world, out);
    return PAWL_OK;
}

pawl_verdict pawl_playback_verify(pawl_playback *playback, const pawl_step_hooks *hooks,
                                  const pawl_progress *progress) {
    pawl_verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    verdict.status = PAWL_ERR_NULL;
    if (playback == NULL) return verdict;
    pawl_status status = pawl_playback_start_at(playback, 0);
    while (status == PAWL_OK) {
        const bool is_outer = pawli_lock_for_reading(playback->world);
        const bool goes_on = pawli_goes_on(progress, playback->tick, playback->replay->last_tick);
        pawli_unlock_after_reading(playback->world, is_outer);
        if (!goes_on) pawli_playback_fail(playback, PAWL_ERR_LIMIT, playback->next);
        status = pawl_playback_step(playback, hooks);
    }
    verdict = playback->verdict;
    if (status != PAWL_ERR_RANGE) verdict.status = status;
    return verdict;
}
