/* playback_pack.c - packed keyframes and edits become snapshots again.
 *
 * Their bytes may come from a stranger. What is unpacked is a snapshot like any other and is
 * checked as one; unpacking itself writes within its room and ends with its bytes. */
#include "replay/recorder_pack.h"

#include "replay/playback.h"

/* ---- keyframes ------------------------------------------------------------------------------ */

uint32_t pawli_playback_pack_find_base(const pawl_replay *replay, uint32_t before, uint32_t *base,
                                       uint32_t *seen) {
    pawl_chunk chunk;
    if (*seen > before) *base = *seen = 0;
    while (*seen < before && pawl_replay_get_chunk(replay, *seen, &chunk, seen) == PAWL_OK)
        if (chunk.type == PAWL_CHUNK_BASE) *base = chunk.offset;
    return *base;
}

/* The snapshot of the last base before a packed keyframe. */
static pawl_status open_base(const pawl_replay *replay, uint32_t base, pawli_snapshot *out) {
    pawl_chunk chunk;
    uint32_t next;
    if (base == 0 || pawl_replay_get_chunk(replay, base, &chunk, &next) != PAWL_OK)
        return PAWL_ERR_FORMAT;
    return pawli_snapshot_open(chunk.content, (size_t)chunk.content_size, out);
}

pawl_status pawli_playback_pack_keyframe(pawl_playback *playback, const pawl_chunk *keyframe) {
    pawli_snapshot base;
    const uint32_t at = pawli_playback_pack_find_base(playback->replay, keyframe->offset,
                                                      &playback->base, &playback->base_seen);
    pawl_status status = open_base(playback->replay, at, &base);
    if (status == PAWL_OK)
        status = pawli_playback_do_work(playback, 1u + (uint64_t)base.size / 64u);
    if (status != PAWL_OK) return status;
    pawli_codec *const pack = playback->pack;
    playback->run_left = 0;
    if (!pawli_codec_reset(pack, &base)) {
        pack->schema = 0;
        return PAWL_ERR_FORMAT;
    }
    pack->coder = pawli_entropy_begin_read(keyframe->content, keyframe->content_size);
    const uint32_t hash = (uint32_t)pawli_entropy_code_plain(&pack->coder, 0, 32);
    const uint32_t size =
        pawli_codec_sections_read(pack, &base, playback->patched, playback->snapshot_size);
    pack->schema = 0; /* the next run begins anew */
    if (size == 0 || !pawli_entropy_end_read(&pack->coder)) return PAWL_ERR_FORMAT;
    pawli_codec_finish(playback->patched, size, hash);
    playback->patched_size = size;
    return PAWL_OK;
}

/* ---- runs of edits -------------------------------------------------------------------------- */

void pawli_playback_pack_open_run(pawl_playback *playback, const pawl_chunk *run) {
    PAWL_ASSERT(run->is_packed && run->content_size > 0);
    if ((run->content[0] & PAWLI_RUN_RESETS) != 0) playback->pack->schema = 0;
    playback->pack->coder = pawli_entropy_begin_read(run->content + 1, run->content_size - 1u);
    playback->pack->coder.bad |= (run->content[0] & ~PAWLI_RUN_RESETS) != 0;
    playback->run_offset = run->offset;
    playback->run_left = run->count;
    playback->run_tick = run->tick;
    playback->run_last_tick = run->last_tick;
    playback->run_resets = (run->content[0] & PAWLI_RUN_RESETS) != 0;
}

/* The models fit the state, or begin anew with it. */
static pawl_status prepare_models(pawl_playback *playback, const pawli_snapshot *base) {
    pawli_codec *const pack = playback->pack;
    const bool resets = playback->run_resets;
    playback->run_resets = false;
    if (resets && !pawli_codec_reset(pack, base)) {
        pack->schema = 0;
        return PAWL_ERR_FORMAT;
    }
    /* Models of another schema: the state has fields that the recorded one had not. */
    if (pack->schema == 0) return PAWL_ERR_FORMAT;
    return pack->schema == pawli_codec_schema_of(base) ? PAWL_OK : PAWL_ERR_DESYNC;
}

/* When the next edit comes; false when the run ends otherwise than it said. */
static bool find_next_edit(pawl_playback *playback) {
    pawli_codec *const pack = playback->pack;
    const uint64_t tick = playback->run_tick, last = playback->run_last_tick;
    playback->run_left--;
    if (playback->run_left == 0) return tick == last && pawli_entropy_end_read(&pack->coder);
    const uint64_t gap = pawli_codec_code_number(pack, &pack->gap_mean, 0);
    if (pack->coder.bad || tick >= last || gap > last - tick - 1u) return false;
    playback->run_tick = tick + gap + 1u;
    return true;
}

pawl_status pawli_playback_pack_edit(pawl_playback *playback, size_t before_size) {
    pawli_snapshot base;
    pawli_codec *const pack = playback->pack;
    pawl_status status = pawli_snapshot_open(playback->snapshot, before_size, &base);
    if (status == PAWL_OK) status = prepare_models(playback, &base);
    if (status != PAWL_OK) return status;
    const uint32_t crc = (uint32_t)pawli_entropy_code_plain(&pack->coder, 0, PAWLI_RUN_CHECK_BITS);
    if (pack->coder.bad) return PAWL_ERR_FORMAT;
    if (crc != pawli_fetch_u16(base.bytes + base.size - PAWLI_SNAPSHOT_TAIL))
        return PAWL_ERR_DESYNC;
    const uint32_t size =
        pawli_codec_sections_read(pack, &base, playback->patched, playback->snapshot_size);
    if (size == 0 || !find_next_edit(playback)) return PAWL_ERR_FORMAT;
    pawli_codec_finish(playback->patched, size, 0);
    playback->patched_size = size;
    return PAWL_OK;
}
