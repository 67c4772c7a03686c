/* playback.c - a world replay played step by step. */
#include "replay/playback.h"
#include "state/snapshot.h"

static bool is_playable(const pawl_replay *replay) {
    return replay != NULL && replay->header.kind == PAWL_REPLAY_WORLD;
}

uint32_t pawl_playback_size(const pawl_replay *replay, const pawl_replay_limits *limits) {
    pawli_playback_layout plan;
    const pawl_replay_limits own = limits == NULL ? pawl_replay_limits_default() : *limits;
    if (!is_playable(replay) || pawli_playback_load_layout(replay, &own, &plan) != PAWL_OK)
        return 0;
    return replay->last_tick - replay->first_tick > own.ticks_max ? 0 : plan.size;
}

pawl_status pawl_playback_begin(pawl_playback *player, const pawl_replay *replay,
                                const pawl_replay_limits *limits, bool force, void *memory,
                                size_t size) {
    if (player == NULL || replay == NULL || memory == NULL) return PAWL_ERR_NULL;
    if (!is_playable(replay)) return PAWL_ERR_ARGUMENT;
    memset(player, 0, sizeof *player);
    player->replay = replay;
    player->limits = limits == NULL ? pawl_replay_limits_default() : *limits;
    player->force = force;
    player->verdict = pawli_checkpoint_first_verdict(replay, &player->limits, force);
    if (player->verdict.status != PAWL_OK) return player->verdict.status;
    pawli_playback_layout plan;
    pawl_status status = pawli_playback_load_layout(replay, &player->limits, &plan);
    if (status == PAWL_OK && (size < plan.size || !pawli_is_aligned(memory))) {
        status = PAWL_ERR_MEMORY;
    }
    if (status != PAWL_OK) return pawli_playback_fail(player, status, replay->first_keyframe);
    uint8_t *const bytes = (uint8_t *)memory;
    player->memory = bytes + plan.world;
    player->snapshot = bytes + plan.snapshot;
    player->patched = bytes + plan.patched;
    player->terrain = bytes + plan.terrain;
    player->world_size = plan.world_size;
    player->snapshot_size = plan.snapshot_size;
    status = pawli_playback_load_terrains(player, (pawl_vec2 *)(void *)(bytes + plan.points));
    return status == PAWL_OK ? pawl_playback_start_at(player, 0) : status;
}

pawl_status pawl_playback_start_at(pawl_playback *player, uint32_t keyframe) {
    if (player == NULL) return PAWL_ERR_NULL;
    if (!is_playable(player->replay) || player->memory == NULL) return PAWL_ERR_ARGUMENT;
    const pawl_replay *const replay = player->replay;
    if (keyframe >= replay->keyframes) return PAWL_ERR_RANGE;
    pawl_chunk chunk;
    memset(&chunk, 0, sizeof chunk);
    uint32_t next = replay->first_keyframe;
    for (uint32_t left = keyframe + 1; left > 0;) {
        if (!pawli_checkpoint_next_chunk(replay, &next, replay->last_tick, &chunk))
            return PAWL_ERR_FORMAT;
        if (chunk.kind == PAWL_CHUNK_KEYFRAME) left--;
    }
    player->verdict = pawli_checkpoint_first_verdict(replay, &player->limits, player->force);
    player->verdict.tick = player->verdict.equal_tick = player->tick = chunk.tick;
    player->next = next;
    player->work = 0;
    player->is_settled = player->knows_chain = false;
    return pawli_playback_load_keyframe(player, &chunk);
}

/* What one step costs, in bodies, joints and contacts. */
static uint64_t work_of_step(const pawl_world *world) {
    return UINT64_C(1) + world->body_pool.live + world->joint_pool.live + world->contact_count;
}

pawl_status pawl_playback_step(pawl_playback *player, const pawl_step_hooks *hooks) {
    if (player == NULL) return PAWL_ERR_NULL;
    if (player->verdict.status != PAWL_OK) return player->verdict.status;
    if (player->world == NULL) return PAWL_ERR_ARGUMENT;
    pawl_status status = pawli_playback_check(player);
    if (status != PAWL_OK) return status;
    if (player->tick == player->replay->last_tick) return PAWL_ERR_RANGE;
    status = pawli_playback_do_work(player, work_of_step(player->world));
    if (status == PAWL_OK) status = pawl_world_step(player->world, hooks);
    if (status != PAWL_OK) return pawli_playback_fail(player, status, player->next);
    player->tick++;
    player->is_settled = false;
    return PAWL_OK;
}

/* How many keyframes are at or before a tick, and the tick of the last of them. */
static uint32_t count_keyframes(const pawl_replay *replay, uint64_t tick, uint64_t *last) {
    pawl_chunk chunk;
    uint32_t next = replay->first_keyframe, count = 0;
    while (pawli_checkpoint_next_chunk(replay, &next, tick, &chunk)) {
        if (chunk.kind != PAWL_CHUNK_KEYFRAME) continue;
        *last = chunk.tick;
        count++;
    }
    return count;
}

pawl_status pawl_playback_seek(pawl_playback *player, uint64_t tick, const pawl_step_hooks *hooks) {
    if (player == NULL) return PAWL_ERR_NULL;
    if (!is_playable(player->replay) || player->memory == NULL) return PAWL_ERR_ARGUMENT;
    const pawl_replay *const replay = player->replay;
    if (tick < replay->first_tick || tick > replay->last_tick) return PAWL_ERR_RANGE;
    uint64_t nearest = replay->first_tick;
    const uint32_t keyframes = count_keyframes(replay, tick, &nearest);
    const bool is_good = player->verdict.status == PAWL_OK && player->world != NULL;
    pawl_status status = PAWL_OK;
    if (!is_good || tick < player->tick || nearest > player->tick) {
        status = pawl_playback_start_at(player, keyframes - 1u);
    }
    while (status == PAWL_OK && player->tick < tick)
        status = pawl_playback_step(player, hooks);
    return status == PAWL_OK ? pawli_playback_check(player) : status;
}

pawl_status pawl_playback_difference(const pawl_playback *player, void *buffer, size_t size,
                                     pawl_difference *out) {
    if (player == NULL || buffer == NULL || out == NULL) return PAWL_ERR_NULL;
    pawl_chunk chunk;
    uint32_t next;
    if (player->verdict.status != PAWL_ERR_DESYNC || player->world == NULL ||
        pawl_replay_chunk(player->replay, player->verdict.offset, &chunk, &next) != PAWL_OK ||
        chunk.kind != PAWL_CHUNK_KEYFRAME) {
        return PAWL_ERR_RANGE;
    }
    pawl_world *recorded;
    const pawl_status status =
        pawli_decode_verified(chunk.content, (size_t)chunk.content_size, buffer, size, &recorded);
    if (status != PAWL_OK) return status;
    pawl_world_compare(recorded, player->world, out);
    return PAWL_OK;
}

pawl_verdict pawl_playback_verify(pawl_playback *player, const pawl_step_hooks *hooks,
                                  const pawl_progress *progress) {
    pawl_verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    verdict.status = PAWL_ERR_NULL;
    if (player == NULL) return verdict;
    pawl_status status = pawl_playback_start_at(player, 0);
    while (status == PAWL_OK) {
        if (!pawli_goes_on(progress, player->tick, player->replay->last_tick)) {
            pawli_playback_fail(player, PAWL_ERR_LIMIT, player->next);
        }
        status = pawl_playback_step(player, hooks);
    }
    verdict = player->verdict;
    if (status != PAWL_ERR_RANGE) verdict.status = status;
    return verdict;
}
