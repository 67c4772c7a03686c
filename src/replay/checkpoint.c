/* checkpoint.c - hashes of a run against those of its replay. */
#include "replay/checkpoint.h"

bool pawli_checkpoint_agrees(const pawl_chunk *checkpoint, pawli_run_hash *run,
                             pawl_verdict *verdict) {
    verdict->tick = checkpoint->tick;
    const bool is_equal = run->hash == checkpoint->hash;
    const bool has_chain = run->knows_chain && checkpoint->chain != 0;
    if (is_equal && (!has_chain || run->chain == checkpoint->chain)) {
        if (!run->knows_chain && checkpoint->chain != 0) {
            run->chain = checkpoint->chain;
            run->knows_chain = true;
        }
        verdict->equal_tick = checkpoint->tick;
        verdict->checkpoints++;
        return true;
    }
    verdict->status = PAWL_ERR_DESYNC;
    verdict->offset = checkpoint->offset;
    verdict->is_transient = is_equal;
    verdict->want = is_equal ? checkpoint->chain : checkpoint->hash;
    verdict->got = is_equal ? run->chain : run->hash;
    return false;
}

/* In a world replay, all that is compared is hashes of the state, or differences of snapshots that
 * have them. */
static bool has_another_hash(const pawl_replay_header *header) {
    return header->type == PAWL_REPLAY_WORLD && header->simulation < PAWL_HASH_SIMULATION_VERSION &&
           header->simulation != PAWL_SIMULATION_VERSION;
}

pawl_verdict pawli_checkpoint_first_verdict(const pawl_replay *replay,
                                            const pawl_replay_limits *limits, bool force) {
    pawl_verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    verdict.tick = verdict.equal_tick = replay->first_tick;
    verdict.is_cut_off = !replay->is_complete;
    verdict.is_own_version = replay->header.simulation == PAWL_SIMULATION_VERSION &&
                             replay->header.math == pawl_math_fingerprint();
    if (!verdict.is_own_version && (!force || has_another_hash(&replay->header))) {
        verdict.status = PAWL_ERR_VERSION;
    } else if (replay->last_tick - replay->first_tick > limits->ticks_max) {
        verdict.status = PAWL_ERR_LIMIT;
    }
    return verdict;
}

bool pawli_checkpoint_next_chunk(const pawl_replay *replay, uint32_t *next, uint64_t tick,
                                 pawl_chunk *out) {
    pawl_chunk chunk;
    uint32_t behind;
    while (pawl_replay_get_chunk(replay, *next, &chunk, &behind) == PAWL_OK) {
        const bool has_stage = chunk.type == PAWL_CHUNK_KEYFRAME || chunk.type == PAWL_CHUNK_EDIT ||
                               chunk.type == PAWL_CHUNK_HASH || chunk.type == PAWL_CHUNK_END;
        if (has_stage && chunk.tick > tick) return false;
        *next = behind;
        if (!has_stage) continue;
        *out = chunk;
        return true;
    }
    return false;
}
