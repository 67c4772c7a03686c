/* checkpoint.h - internal: a run compared with the checkpoints of its replay. */
#ifndef PAWLI_REPLAY_CHECKPOINT_H
#define PAWLI_REPLAY_CHECKPOINT_H

#include "replay/chunk.h"

/* The hashes of the run so far. */
typedef struct pawli_run_hash {
    uint32_t hash;  /* of the state now */
    uint32_t chain; /* up to and with it */
    bool knows_chain;
} pawli_run_hash;

/* The state before the step of a tick, from the first keyframe of a replay on. */
static inline void pawli_enter_tick(pawli_run_hash *run, uint32_t hash) {
    run->hash = hash;
    if (run->knows_chain) run->chain = pawl_hash_chain(run->chain, hash);
}

/* Compare with a checkpoint or the end, for which the verdict is filled in. Where the chain is not
 * known, it is taken from there. */
bool pawli_checkpoint_agrees(const pawl_chunk *checkpoint, pawli_run_hash *run,
                             pawl_verdict *verdict);

/* Behind the checkpoints of the first tick: the chain begins here, unless one of them knew more. */
static inline void pawli_begin_chain(pawli_run_hash *run) {
    if (!run->knows_chain) run->chain = pawl_hash_chain(0, run->hash);
    run->knows_chain = true;
}

/* What can be said before the first tick; status VERSION or LIMIT when it is not to be played. */
pawl_verdict pawli_checkpoint_first_verdict(const pawl_replay *replay,
                                            const pawl_replay_limits *limits, bool force);

/* The next chunk that has a stage, if it is at or before this tick: then *next is behind it. */
bool pawli_checkpoint_next_chunk(const pawl_replay *replay, uint32_t *next, uint64_t tick,
                                 pawl_chunk *out);

#define PAWLI_PROGRESS_TICKS 64u

/* Now and then: whether to go on. */
static inline bool pawli_goes_on(const pawl_progress *progress, uint64_t tick, uint64_t last) {
    if (progress == NULL || progress->report == NULL) return true;
    if (tick % PAWLI_PROGRESS_TICKS != 0 && tick != last) return true;
    return progress->report(progress->context, tick, last);
}

#endif
