/* fuzz_replay.c - any bytes as a replay: it opens or is refused, and what has opened is looked
 * through, played and cut within limits.
 *
 * Checks and checksums are put right first, or nearly every input would end at them. */
#include <string.h>

#include "base/bytes.h"
#include "base/crc.h"
#include "fuzz.h"
#include "replay/chunk.h"
#include "replays/small.h"

#define SIZE_MAX_INPUT 65536u
#define WORLD_MAX (UINT32_C(1) << 18)
#define TICKS_MAX 300
#define WORK_MAX 30000

static uint8_t input[SIZE_MAX_INPUT], copy[4 * SIZE_MAX_INPUT];
static uint32_t copied;

static void repair_snapshot(uint8_t *snapshot, uint32_t size) {
    if (size < 64 || memcmp(snapshot, "pawlsnap", 8) != 0) return;
    pawli_store_u32(snapshot + 20, size);
    pawli_store_u32(snapshot + size - 4, pawli_crc_32(0, snapshot, size - 4));
}

/* Chunk after chunk, as far as their sizes lead. */
static void repair(uint32_t size) {
    uint32_t at = PAWLI_REPLAY_MAGIC_SIZE;
    if (size < at) return;
    memcpy(input, pawli_chunk_magic, at);
    while (size - at >= PAWLI_CHUNK_FRAME) {
        uint8_t *const head = input + at;
        const uint32_t content = pawli_fetch_u32(head + 8);
        pawli_store_u16(head + 6, pawli_chunk_check(head));
        if (content > size - at - PAWLI_CHUNK_FRAME) return;
        if (pawli_fetch_u32(head) == PAWLI_ID_KEYFRAME && content > PAWLI_TICK_CONTENT) {
            repair_snapshot(head + PAWLI_CHUNK_HEAD_SIZE + PAWLI_TICK_CONTENT,
                            content - PAWLI_TICK_CONTENT);
        }
        if (pawli_fetch_u32(head) == PAWLI_ID_BASE)
            repair_snapshot(head + PAWLI_CHUNK_HEAD_SIZE, content);
        pawli_store_u32(head + PAWLI_CHUNK_HEAD_SIZE + content,
                        pawli_crc_32(0, head, PAWLI_CHUNK_HEAD_SIZE + content));
        at += content + PAWLI_CHUNK_FRAME;
    }
}

static uint32_t look_through(const pawl_replay *replay) {
    uint32_t at = 0, count = 0;
    pawl_chunk chunk;
    while (pawl_replay_get_chunk(replay, at, &chunk, &at) == PAWL_OK) {
        fuzz_require(chunk.offset + chunk.size == at && at <= replay->whole);
        fuzz_require(chunk.content >= replay->bytes &&
                     chunk.content + chunk.content_size + 4 <= replay->bytes + at);
        count++;
    }
    fuzz_require(at == replay->whole);
    return count;
}

static void ask_for_inputs(const pawl_replay *replay) {
    uint8_t inputs[PAWL_REPLAY_PLAYERS_MAX * PAWL_REPLAY_INPUT_MAX],
        status[PAWL_REPLAY_PLAYERS_MAX];
    pawl_input_cursor cursor;
    memset(&cursor, 0, sizeof cursor);
    for (uint64_t i = 0; i < 200 && i < replay->last_tick - replay->first_tick; i++) {
        const uint64_t tick = replay->first_tick + (i % 50 == 49 ? i / 2 : i);
        fuzz_require(pawl_replay_get_inputs(replay, &cursor, tick, inputs, status) == PAWL_OK);
    }
    fuzz_require(pawl_replay_get_inputs(replay, &cursor, replay->last_tick, inputs, NULL) ==
                 PAWL_ERR_RANGE);
}

static bool put(void *context, const void *bytes, size_t size) {
    (void)context;
    if (size > sizeof copy - copied) return false;
    memcpy(copy + copied, bytes, size);
    copied += (uint32_t)size;
    return true;
}

/* A part of what opens is a replay as well. */
static void cut(const pawl_replay *replay) {
    const uint64_t length = replay->last_tick - replay->first_tick;
    uint8_t room[PAWL_REPLAY_BUFFER_MAX];
    pawl_replay_writer writer;
    pawl_replay part;
    const pawl_sink sink = {put, NULL};
    if (length > TICKS_MAX) return;
    copied = 0;
    if (pawl_replay_begin(&writer, &replay->header, sink, room, sizeof room) != PAWL_OK) abort();
    const pawl_status status = pawl_replay_cut(replay, replay->first_tick + length / 3,
                                               replay->first_tick + length / 2, &writer);
    fuzz_require(status == PAWL_OK || status == PAWL_ERR_MEMORY);
    if (status != PAWL_OK) return;
    fuzz_require(pawl_replay_open(&part, copy, copied, NULL) == PAWL_OK);
    look_through(&part);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    pawl_replay replay;
    uint32_t where = 0;
    pawl_world_link_all();
    if (size > sizeof input) return 0;
    if (pawl_replay_open(&replay, data, size, &where) == PAWL_OK) look_through(&replay);
    memcpy(input, data, size);
    repair((uint32_t)size);
    const pawl_status status = pawl_replay_open(&replay, input, size, &where);
    if (status != PAWL_OK) {
        fuzz_require(where <= size);
        return 0;
    }
    fuzz_require(look_through(&replay) >= 2);
    if (replay.header.type == PAWL_REPLAY_GAME) ask_for_inputs(&replay);
    pawl_replay_limits limits = pawl_replay_limits_default();
    limits.ticks_max = TICKS_MAX;
    limits.world_max = WORLD_MAX;
    limits.work_max = WORK_MAX;
    const pawl_verdict verdict = small_verify(&replay, &limits, true);
    fuzz_require(verdict.status <= PAWL_OK && verdict.offset <= size);
    if (verdict.status == PAWL_OK) fuzz_require(verdict.tick == replay.last_tick);
    cut(&replay);
    return 0;
}
