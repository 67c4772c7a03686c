/* playback_check.c - the world that is played against what the replay says of it. */
#include "replay/playback.h"
#include "base/bytes.h"

#include "world/fields.h"

/* A keyframe holds everything, also what is not hashed, and is the same bytes in every build. */
static pawl_status check_keyframe(pawl_playback *playback, const pawl_chunk *keyframe,
                                  uint32_t hash) {
    pawl_snapshot_info info;
    size_t size;
    pawl_status status =
        keyframe->is_packed ? pawli_playback_pack_keyframe(playback, keyframe) : PAWL_OK;
    if (status != PAWL_OK) return pawli_playback_fail(playback, status, keyframe->offset);
    const uint8_t *const recorded = keyframe->is_packed ? playback->patched : keyframe->content;
    const uint32_t recorded_size =
        keyframe->is_packed ? playback->patched_size : keyframe->content_size;
    status = pawl_snapshot_inspect(recorded, (size_t)recorded_size, &info);
    if (status == PAWL_OK) {
        status = pawli_playback_do_work(playback, 1u + keyframe->content_size / 64u);
    }
    if (status != PAWL_OK) return pawli_playback_fail(playback, status, keyframe->offset);
    bool is_equal = info.hash == hash && info.tick == keyframe->tick;
    if (is_equal && info.format == PAWL_SNAPSHOT_FORMAT) {
        status = pawli_playback_load_encode(playback, &size);
        if (status != PAWL_OK) return pawli_playback_fail(playback, status, keyframe->offset);
        is_equal =
            size == recorded_size && pawli_bytes_are_equal(playback->snapshot, recorded, size);
    }
    if (is_equal) {
        playback->verdict.equal_tick = keyframe->tick;
        playback->verdict.checkpoints++;
        return PAWL_OK;
    }
    playback->verdict.want = info.hash;
    playback->verdict.got = hash;
    return pawli_playback_fail(playback, PAWL_ERR_DESYNC, keyframe->offset);
}

static void compare_chunk_branches(pawl_playback *playback, const pawl_chunk *checkpoint) {
    if (!checkpoint->has_branches || playback->verdict.is_transient) return;
    const pawl_hash_tree tree = pawl_world_hash_tree(playback->world);
    for (uint32_t i = 0; i < PAWL_BRANCH_COUNT; i++)
        if (tree.branches[i] != checkpoint->branches[i])
            playback->verdict.branches |= UINT32_C(1) << i;
}

static pawl_status check_chunk(pawl_playback *playback, const pawl_chunk *chunk,
                               pawli_run_hash *run) {
    if (chunk->type == PAWL_CHUNK_KEYFRAME) return check_keyframe(playback, chunk, run->hash);
    if (!pawli_checkpoint_agrees(chunk, run, &playback->verdict)) {
        compare_chunk_branches(playback, chunk);
        return PAWL_ERR_DESYNC;
    }
    return PAWL_OK;
}

static void enter_tick(pawli_run_hash *run, const pawl_playback *playback) {
    pawli_enter_tick(run, pawl_world_hash_lanes(playback->world, playback->lanes));
}

pawl_status pawli_playback_check(pawl_playback *playback) {
    if (playback->is_settled) return PAWL_OK;
    const pawl_replay *const replay = playback->replay;
    pawli_run_hash run = {0, playback->chain, playback->knows_chain};
    bool is_hashed = false;
    pawl_chunk chunk;
    playback->verdict.tick = playback->tick;
    if (playback->run_left > 0 && playback->run_tick == playback->tick) {
        const pawl_status status = pawli_playback_load_packed_edit(playback);
        if (status != PAWL_OK) return status;
    }
    while (pawli_checkpoint_next_chunk(replay, &playback->next, playback->tick, &chunk)) {
        pawl_status status = PAWL_OK;
        if (chunk.type == PAWL_CHUNK_EDIT && chunk.is_packed) {
            pawli_playback_pack_open_run(playback, &chunk);
            /* Else they are of a time that this playback did not begin with. */
            status = chunk.tick == playback->tick
                         ? pawli_playback_load_packed_edit(playback)
                         : pawli_playback_fail(playback, PAWL_ERR_FORMAT, chunk.offset);
        } else if (chunk.type == PAWL_CHUNK_EDIT) {
            status = pawli_playback_load_edit(playback, &chunk); /* comes first */
        } else {
            if (!is_hashed) enter_tick(&run, playback);
            is_hashed = true;
            status = check_chunk(playback, &chunk, &run);
        }
        if (status != PAWL_OK) return status;
    }
    if (!is_hashed) enter_tick(&run, playback);
    if (playback->tick == replay->first_tick) pawli_begin_chain(&run);
    playback->chain = run.chain;
    playback->knows_chain = run.knows_chain;
    playback->is_settled = true;
    return PAWL_OK;
}
