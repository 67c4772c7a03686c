/* playback.h - internal: the parts of a playback of world replays.
 *
 *   playback.c        begin, step, seek, verify
 *   playback_load.c   memory, terrain, keyframes and edits: what becomes the world
 *   playback_pack.c   packed keyframes and edits
 *   playback_check.c  comparison with checkpoints and keyframes */
#ifndef PAWLI_PLAYBACK_H
#define PAWLI_PLAYBACK_H

#include "replay/checkpoint.h"
#include "replay/codec.h"
#include "replay/replay_terrain.h"

/* The memory of a playback. */
typedef struct pawli_playback_layout {
    uint64_t world, snapshot, patched, terrain, points, pack;
    uint32_t lacking; /* features that this build does not have: nothing else is known */
    uint32_t world_size, snapshot_size, size;
    uint32_t capacity_id; /* of every world of the replay */
} pawli_playback_layout;

/* Errors: those of pawl_snapshot_inspect for the first keyframe, UNSUPPORTED, LIMIT. */
pawl_status pawli_playback_load_layout(const pawl_replay *replay, const pawl_replay_limits *limits,
                                       pawli_playback_layout *out);

/* The terrain of all chunks. */
pawl_status pawli_playback_load_terrains(pawl_playback *playback, pawl_vec2 *points);

/* The world becomes the state of a keyframe. */
pawl_status pawli_playback_load_keyframe(pawl_playback *playback, const pawl_chunk *keyframe);

/* What the program did; DESYNC when it does not fit the state that was played. */
pawl_status pawli_playback_load_edit(pawl_playback *playback, const pawl_chunk *edit);

/* The edit of a run that is due. */
pawl_status pawli_playback_load_packed_edit(pawl_playback *playback);

/* playback_pack.c: unpack a keyframe to playback->patched. */
pawl_status pawli_playback_pack_keyframe(pawl_playback *playback, const pawl_chunk *keyframe);
/* A run of edits is at hand; then, one after the other, from playback->snapshot to
 * playback->patched, without the hash in the header. Errors: FORMAT, DESYNC. */
void pawli_playback_pack_open_run(pawl_playback *playback, const pawl_chunk *run);
pawl_status pawli_playback_pack_edit(pawl_playback *playback, size_t before_size);
/* The offset of the last BASE before an offset, 0 for none; *base and *seen are what was found so
 * far and where to go on, 0 at first. */
uint32_t pawli_playback_pack_find_base(const pawl_replay *replay, uint32_t before, uint32_t *base,
                                       uint32_t *seen);

/* Encode the world as the machine that recorded would have, as far as that is known. */
pawl_status pawli_playback_load_encode(pawl_playback *playback, size_t *size);

/* All that the replay has for this tick; the verdict is filled in. */
pawl_status pawli_playback_check(pawl_playback *playback);

/* Work that is ordered by the replay; LIMIT when it is too much. */
static inline pawl_status pawli_playback_do_work(pawl_playback *playback, uint64_t work) {
    playback->work = work > UINT64_MAX - playback->work ? UINT64_MAX : playback->work + work;
    const uint64_t most = playback->limits.work_max;
    return most != 0 && playback->work > most ? PAWL_ERR_LIMIT : PAWL_OK;
}

/* Remember a failure, and where it is. */
static inline pawl_status pawli_playback_fail(pawl_playback *playback, pawl_status status,
                                              uint32_t offset) {
    playback->verdict.status = status;
    playback->verdict.tick = playback->tick;
    playback->verdict.offset = offset;
    return status;
}

#endif
