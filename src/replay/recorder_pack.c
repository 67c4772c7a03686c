/* recorder_pack.c - keyframes and edits of a recorder, told by values.
 *
 * Keyframes are told by one snapshot of the run, so that each can be read by itself. Edits are told
 * by the state that the last step has left; what was learned of their values goes on from run to
 * run, up to the next keyframe, where a reader may begin. A state that has other fields than the
 * one before it, as when the first joint comes, is written as it was before there was packing. */
#include "replay/recorder_pack.h"

#include "base/align.h"
#include "replay/snapshot_room.h"
#include "step/world_memory.h"

/* A run of edits is no longer than this: what a crash may cost. */
#define RUN_TICKS_MAX 64u
#define RUN_BYTES 4096u /* after which it ends; one edit always has room for a snapshot more */
/* What the coder may still hold back. */
#define CODER_TAIL 8u

typedef struct pawli_packing {
    pawli_codec *pack, *kept; /* kept: as it was before an edit that may not fit */
    uint8_t *base, *run;
    uint32_t base_size; /* 0: there is none */
    uint32_t run_room, run_count;
    uint64_t run_first, run_last;
} pawli_packing;

typedef struct packing_layout {
    uint64_t packing, pack, kept, base, run;
    uint32_t run_room, size;
} packing_layout;

static packing_layout lay_out_packing(uint32_t snapshot_size) {
    packing_layout layout;
    memset(&layout, 0, sizeof layout);
    if (snapshot_size == 0 || snapshot_size > UINT32_MAX / 4u) return layout;
    pawli_room room = {0};
    layout.run_room = RUN_BYTES + snapshot_size + snapshot_size / 2u;
    layout.packing = pawli_take_room(&room, sizeof(pawli_packing));
    layout.pack = pawli_take_room(&room, sizeof(pawli_codec));
    layout.kept = pawli_take_room(&room, sizeof(pawli_codec));
    layout.base = pawli_take_room(&room, snapshot_size);
    layout.run = pawli_take_room(&room, layout.run_room);
    layout.size = pawli_room_size(&room);
    return layout;
}

size_t pawl_recorder_pack_size(const pawl_world_def *def) {
    if (def == NULL) return 0;
    return pawli_size_or_none(lay_out_packing(pawli_snapshot_room_of(def)).size);
}

/* ---- runs of edits -------------------------------------------------------------------------- */

static pawl_status flush_run(pawl_recorder *recorder) {
    pawli_packing *const packing = recorder->packing;
    if (packing->run_count == 0) return PAWL_OK;
    const uint32_t size = pawli_entropy_end_write(&packing->pack->coder);
    const uint32_t count = packing->run_count;
    PAWL_ASSERT(!packing->pack->coder.bad);
    packing->run_count = 0;
    return pawli_replay_write_run(recorder->writer, packing->run_first, packing->run_last, count,
                                  packing->run, 1u + size);
}

/* The models are of another schema, or of none since the last keyframe. */
static bool begin_run(pawli_packing *packing, const pawli_snapshot *base) {
    const bool resets = packing->pack->schema != pawli_codec_schema_of(base);
    if (resets && !pawli_codec_reset(packing->pack, base)) {
        packing->pack->schema = 0;
        return false;
    }
    packing->run[0] = resets ? PAWLI_RUN_RESETS : 0;
    packing->pack->coder = pawli_entropy_begin_write(packing->run + 1, packing->run_room - 1u);
    return true;
}

static bool has_overflown(const pawli_entropy *coder) {
    return coder->bad || coder->size - coder->at < CODER_TAIL ||
           coder->ones > coder->size - coder->at - CODER_TAIL;
}

/* False when there is no room for it: then nothing has changed. */
static bool add_to_run(pawli_packing *packing, uint64_t tick, const pawli_snapshot *before,
                       const pawli_snapshot *after) {
    memcpy(packing->kept, packing->pack, sizeof *packing->kept);
    pawli_codec *const pack = packing->pack;
    if (packing->run_count > 0)
        (void)pawli_codec_code_number(pack, &pack->gap_mean, tick - packing->run_last - 1u);
    const uint32_t crc = pawli_fetch_u32(before->bytes + before->size - PAWLI_SNAPSHOT_TAIL);
    (void)pawli_entropy_code_plain(&pack->coder, crc, PAWLI_RUN_CHECK_BITS);
    pawli_codec_sections_write(pack, before, after);
    if (has_overflown(&pack->coder)) {
        memcpy(packing->pack, packing->kept, sizeof *packing->pack);
        return false;
    }
    if (packing->run_count++ == 0) packing->run_first = tick;
    packing->run_last = tick;
    return true;
}

static pawl_status write_unpacked(pawl_recorder *recorder, uint64_t tick, size_t before_size,
                                  size_t after_size) {
    const pawl_status status = flush_run(recorder);
    recorder->packing->pack->schema = 0;
    if (status != PAWL_OK) return status;
    return pawli_recorder_write_edit(recorder, tick, before_size, after_size);
}

static pawl_status pack_edit(pawl_recorder *recorder, uint64_t tick, size_t before_size,
                             size_t after_size) {
    pawli_packing *const packing = recorder->packing;
    pawli_snapshot before, after;
    pawl_status status = pawli_snapshot_open(recorder->before, before_size, &before);
    if (status == PAWL_OK) status = pawli_snapshot_open(recorder->after, after_size, &after);
    if (status != PAWL_OK) return status;
    const uint32_t schema = pawli_codec_schema_of(&before);
    if (schema != pawli_codec_schema_of(&after))
        return write_unpacked(recorder, tick, before_size, after_size);
    if (packing->run_count > 0 &&
        (schema != packing->pack->schema || tick - packing->run_first >= RUN_TICKS_MAX ||
         packing->pack->coder.at + packing->pack->coder.ones >= RUN_BYTES)) {
        status = flush_run(recorder);
    }
    if (status != PAWL_OK) return status;
    if ((packing->run_count == 0 && !begin_run(packing, &before)) ||
        !add_to_run(packing, tick, &before, &after)) {
        return write_unpacked(recorder, tick, before_size, after_size);
    }
    return PAWL_OK;
}

/* ---- keyframes ------------------------------------------------------------------------------ */

/* Bytes of the keyframe told by the base; 0: it does not fit. */
static uint32_t pack_by_base(pawli_packing *packing, const pawli_snapshot *next) {
    pawli_snapshot base;
    pawli_codec *const pack = packing->pack;
    if (pawli_snapshot_open(packing->base, (size_t)packing->base_size, &base) != PAWL_OK ||
        pawli_codec_schema_of(&base) != pawli_codec_schema_of(next) ||
        !pawli_codec_reset(pack, &base)) {
        return 0;
    }
    pack->coder = pawli_entropy_begin_write(packing->run, packing->run_room);
    (void)pawli_entropy_code_plain(&pack->coder, next->hash, 32);
    pawli_codec_sections_write(pack, &base, next);
    return has_overflown(&pack->coder) ? 0 : pawli_entropy_end_write(&pack->coder);
}

static pawl_status pack_keyframe(pawl_recorder *recorder, uint64_t tick, size_t size) {
    pawli_packing *const packing = recorder->packing;
    pawli_snapshot next;
    pawl_status status = flush_run(recorder);
    if (status == PAWL_OK) status = pawli_snapshot_open(recorder->after, size, &next);
    if (status != PAWL_OK) return status;
    uint32_t packed = packing->base_size == 0 ? 0 : pack_by_base(packing, &next);
    /* What has little in common with the base is the next base. */
    if (packed == 0 || packed > next.size / 2u) {
        memcpy(packing->base, recorder->after, size);
        packing->base_size = next.size;
        packed = pack_by_base(packing, &next);
        if (packed != 0)
            status = pawli_replay_write_base(recorder->writer, packing->base, next.size);
    }
    packing->pack->schema = 0;
    if (status != PAWL_OK) return status;
    if (packed == 0) {
        packing->base_size = 0;
        return pawl_replay_write_keyframe(recorder->writer, tick, recorder->after, size);
    }
    return pawli_replay_write_packed(recorder->writer, tick, packing->run, packed);
}

static const pawli_packer packer_of_values = {pack_edit, pack_keyframe, flush_run};

pawl_status pawl_recorder_pack(pawl_recorder *recorder, void *memory, size_t size) {
    if (recorder == NULL || memory == NULL) return PAWL_ERR_NULL;
    if (recorder->is_started || recorder->packer != NULL) return PAWL_ERR_ARGUMENT;
    const packing_layout layout = lay_out_packing(recorder->snapshot_size);
    if (layout.size == 0 || size < layout.size || !pawli_is_aligned(memory)) return PAWL_ERR_MEMORY;
    uint8_t *const bytes = (uint8_t *)memory;
    pawli_packing *const packing = (pawli_packing *)(void *)(bytes + layout.packing);
    memset(packing, 0, sizeof *packing);
    packing->pack = (pawli_codec *)(void *)(bytes + layout.pack);
    packing->kept = (pawli_codec *)(void *)(bytes + layout.kept);
    memset(packing->pack, 0, sizeof *packing->pack);
    packing->base = bytes + layout.base;
    packing->run = bytes + layout.run;
    packing->run_room = layout.run_room;
    recorder->packing = packing;
    recorder->packer = &packer_of_values;
    return PAWL_OK;
}
