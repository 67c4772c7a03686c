/* input_cursor.c - inputs of a game, read tick by tick. */
#include "replay/replay_inputs.h"

/* To the run that has the tick, from where the cursor is. */
static pawl_status find_input_run(const pawl_replay *replay, pawl_input_cursor *cursor,
                                  uint64_t tick) {
    pawl_chunk chunk;
    uint32_t next;
    for (uint32_t at = cursor->offset;; at = next) {
        const pawl_status status = pawl_replay_get_chunk(replay, at, &chunk, &next);
        if (status != PAWL_OK) return status;
        if (chunk.type == PAWL_CHUNK_INPUTS && tick - chunk.tick < chunk.count) break;
    }
    cursor->offset = next;
    cursor->left = chunk.count;
    cursor->next_tick = chunk.tick;
    cursor->at = (uint32_t)(chunk.content - replay->bytes) + PAWLI_INPUTS_CONTENT;
    cursor->end = cursor->at + chunk.content_size - PAWLI_INPUTS_CONTENT;
    cursor->pending = 0;
    memset(cursor->last, 0, sizeof cursor->last);
    return PAWL_OK;
}

/* One row more; false when the bytes are not what they were when the replay was opened. */
static bool unpack_input_row(const pawl_replay *replay, pawl_input_cursor *cursor, uint32_t row) {
    for (uint32_t i = 0; i < row; i++) {
        if (cursor->pending == 0) {
            if (cursor->at >= cursor->end) return false;
            const uint8_t head = replay->bytes[cursor->at++];
            cursor->pending = (uint8_t)((head & 0x7Fu) + 1u);
            cursor->zeros = head & PAWLI_INPUT_ZEROS;
        }
        cursor->pending--;
        if (cursor->zeros) continue;
        if (cursor->at >= cursor->end) return false;
        cursor->last[i] ^= replay->bytes[cursor->at++];
    }
    cursor->left--;
    cursor->next_tick++;
    return true;
}

pawl_status pawl_replay_get_inputs(const pawl_replay *replay, pawl_input_cursor *cursor,
                                   uint64_t tick, uint8_t *inputs, uint8_t *status) {
    return pawl_replay_get_inputs_sized(replay, cursor, tick, inputs, NULL, status);
}

/* The row that was unpacked last. */
static pawl_status copy_input_row(const pawl_replay_header *header, const uint8_t *row,
                                  uint8_t *inputs, uint8_t *sizes, uint8_t *status) {
    const uint32_t players = header->players, input_size = header->input_size;
    const uint8_t *const kept = row + players * (input_size + 1u);
    for (uint32_t i = 0; header->variable_inputs && i < players; i++)
        if (kept[i] > input_size) return PAWL_ERR_FORMAT;
    memcpy(inputs, row, (size_t)(players * input_size));
    if (status != NULL) memcpy(status, row + players * input_size, (size_t)players);
    for (uint32_t i = 0; i < players; i++) {
        const uint32_t size = header->variable_inputs ? kept[i] : input_size;
        memset(inputs + i * input_size + size, 0, (size_t)(input_size - size));
        if (sizes != NULL) sizes[i] = (uint8_t)size;
    }
    return PAWL_OK;
}

pawl_status pawl_replay_get_inputs_sized(const pawl_replay *replay, pawl_input_cursor *cursor,
                                         uint64_t tick, uint8_t *inputs, uint8_t *sizes,
                                         uint8_t *status) {
    if (replay == NULL || cursor == NULL || inputs == NULL) return PAWL_ERR_NULL;
    const pawl_replay_header *const header = &replay->header;
    if (header->type != PAWL_REPLAY_GAME || tick < replay->first_tick) return PAWL_ERR_RANGE;
    const uint32_t row =
        pawli_input_row(header->players, header->input_size, header->variable_inputs);
    if (cursor->end > replay->whole || tick + 1u < cursor->next_tick) {
        memset(cursor, 0, sizeof *cursor);
    }
    if (cursor->offset == 0 || tick + 1u != cursor->next_tick) {
        if (cursor->offset == 0 || tick - cursor->next_tick >= cursor->left) {
            const pawl_status found = find_input_run(replay, cursor, tick);
            if (found != PAWL_OK) return found;
        }
        while (cursor->next_tick <= tick)
            if (!unpack_input_row(replay, cursor, row)) return PAWL_ERR_FORMAT;
    }
    return copy_input_row(header, cursor->last, inputs, sizes, status);
}
