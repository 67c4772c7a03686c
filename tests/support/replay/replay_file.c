/* replay_file.c - what replay_file.h declares. */
#include "support/replay/replay_file.h"

static bool replay_file_write(void *context, const void *bytes, size_t size) {
    replay_file *const file = context;
    file->calls++;
    if (file->fails_after > 0 && file->size + size > file->fails_after) return false;
    if (file->size + size > file->room) {
        file->room = 2 * (file->size + size);
        file->bytes = realloc(file->bytes, file->room);
    }
    memcpy(file->bytes + file->size, bytes, size);
    file->size += size;
    return true;
}

pawl_sink replay_file_sink(replay_file *file) {
    const pawl_sink sink = {replay_file_write, file};
    return sink;
}

void replay_file_free(replay_file *file) {
    free(file->bytes);
    memset(file, 0, sizeof *file);
}

pawl_replay open_replay(const replay_file *file) {
    pawl_replay replay;
    uint32_t where = 0;
    const pawl_status status = pawl_replay_open(&replay, file->bytes, file->size, &where);
    ck_assert_msg(status == PAWL_OK, "%s at %u of %zu", pawl_status_text(status), where,
                  file->size);
    return replay;
}

void repair_chunk(uint8_t *bytes, uint32_t at) {
    uint8_t *const head = bytes + at;
    const uint32_t size = pawli_fetch_u32(head + 8);
    pawli_store_u16(head + 6, pawli_chunk_check(head));
    pawli_store_u32(head + PAWLI_CHUNK_HEAD_SIZE + size,
                    pawli_crc_32(0, head, PAWLI_CHUNK_HEAD_SIZE + size));
}

pawl_chunk find_chunk(const pawl_replay *replay, uint32_t at, pawl_chunk_type kind) {
    pawl_chunk chunk;
    uint32_t next;
    for (;; at = next) {
        const pawl_status status = pawl_replay_get_chunk(replay, at, &chunk, &next);
        ck_assert_msg(status == PAWL_OK, "no chunk of kind %d: %s", kind, pawl_status_text(status));
        if (chunk.type == kind) return chunk;
    }
}

void toy_save(const toy_game *game, uint8_t *bytes) {
    pawli_writer to = pawli_writer_of(bytes, TOY_STATE_SIZE);
    for (int i = 0; i < 4; i++)
        pawli_write_u32(&to, game->state[i]);
    pawli_write_u32(&to, game->dropped);
}

bool toy_load(void *context, uint64_t tick, const void *snapshot, uint32_t size) {
    toy_game *const game = context;
    pawli_reader from = pawli_reader_of(snapshot, size);
    (void)tick;
    if (size != TOY_STATE_SIZE) return false;
    for (int i = 0; i < 4; i++)
        game->state[i] = pawli_read_u32(&from);
    game->dropped = pawli_read_u32(&from);
    return !from.bad;
}

void toy_step(void *context, const uint8_t *inputs, const uint8_t *status) {
    toy_game *const game = context;
    game->state[0] = game->state[0] * UINT32_C(1664525) + UINT32_C(1013904223);
    for (uint32_t p = 0; p < game->players; p++) {
        if (status[p] == 2) game->dropped++;
        for (uint32_t i = 0; i < game->input_size; i++)
            game->state[1 + (p + i) % 3] +=
                (inputs[p * game->input_size + i] + 1u) * (game->state[0] >> 24);
    }
}

uint32_t toy_hash(void *context) {
    uint8_t bytes[TOY_STATE_SIZE];
    toy_save(context, bytes);
    return pawli_crc_32(0, bytes, sizeof bytes);
}

pawl_replay_game toy_callbacks(toy_game *game) {
    const pawl_replay_game callbacks = {game, toy_load, toy_step, toy_hash, NULL};
    return callbacks;
}
