/* replay_inputs.c - inputs of a game, written tick by tick. */
#include "replay/replay_inputs.h"

#define PACKED_RUN_MAX 128u
#define NO_LITERAL UINT32_MAX

static void pack_zeros(pawl_replay_writer *writer) {
    if (writer->zeros == 0) return;
    writer->buffer[writer->used++] = (uint8_t)(PAWLI_INPUT_ZEROS | (writer->zeros - 1u));
    writer->zeros = 0;
    writer->literal = NO_LITERAL;
}

static void pack_literal(pawl_replay_writer *writer, uint8_t byte) {
    writer->buffer[writer->used++] = byte;
    writer->buffer[writer->literal] = (uint8_t)(writer->used - writer->literal - 2u);
}

/* A single zero does not end a run of other bytes, when there is room for it and the next. */
static void pack_input_byte(pawl_replay_writer *writer, uint8_t byte) {
    if (byte == 0) {
        if (writer->zeros == PACKED_RUN_MAX) pack_zeros(writer);
        writer->zeros++;
        return;
    }
    const uint32_t length = writer->literal == NO_LITERAL ? 0 : writer->used - writer->literal - 1u;
    if (length > 0 && writer->zeros == 1 && length + 2u <= PACKED_RUN_MAX) {
        pack_literal(writer, 0);
        writer->zeros = 0;
    } else {
        pack_zeros(writer);
        if (writer->literal == NO_LITERAL || length == PACKED_RUN_MAX) {
            writer->literal = writer->used++;
        }
    }
    pack_literal(writer, byte);
}

pawl_status pawli_replay_inputs_flush(pawl_replay_writer *writer) {
    if (writer->run_count == 0) return writer->failed;
    pack_zeros(writer);
    uint8_t start[PAWLI_INPUTS_CONTENT];
    pawli_writer to = pawli_writer_of(start, sizeof start);
    pawli_write_u64(&to, writer->run_first);
    pawli_write_u32(&to, writer->run_count);
    const pawli_content content = {start, sizeof start, writer->buffer, writer->used};
    writer->run_count = 0;
    return pawli_chunk_write(writer, PAWLI_ID_INPUTS, PAWLI_CHUNK_REQUIRED, &content);
}

static uint32_t row_of_writer(const pawl_replay_writer *writer) {
    return pawli_input_row(writer->players, writer->input_size, writer->variable_inputs);
}

static uint8_t *last_row(pawl_replay_writer *writer) {
    return row_of_writer(writer) <= sizeof writer->last ? writer->last
                                                        : writer->buffer + writer->buffer_size;
}

static void begin_input_run(pawl_replay_writer *writer, uint64_t tick) {
    writer->run_first = tick;
    writer->used = 0;
    writer->zeros = 0;
    writer->literal = NO_LITERAL;
    memset(last_row(writer), 0, (size_t)row_of_writer(writer));
}

/* Byte of a row: inputs, without what is behind their sizes; status; sizes. */
static uint8_t row_byte(const pawl_replay_writer *writer, uint32_t at, const uint8_t *inputs,
                        const uint8_t *sizes, const uint8_t *status) {
    const uint32_t input_size = writer->input_size, inputs_end = writer->players * input_size;
    if (at < inputs_end) {
        const bool is_given = sizes == NULL || at % input_size < sizes[at / input_size];
        return is_given ? inputs[at] : 0;
    }
    const uint32_t item = at - inputs_end;
    if (item < writer->players) return status == NULL ? 0 : status[item];
    return sizes == NULL ? writer->input_size : sizes[item - writer->players];
}

pawl_status pawl_replay_write_inputs(pawl_replay_writer *writer, uint64_t tick,
                                     const uint8_t *inputs, const uint8_t *status) {
    return pawl_replay_write_inputs_sized(writer, tick, inputs, NULL, status);
}

pawl_status pawl_replay_write_inputs_sized(pawl_replay_writer *writer, uint64_t tick,
                                           const uint8_t *inputs, const uint8_t *sizes,
                                           const uint8_t *status) {
    const pawl_status before = pawli_chunk_check_writer(writer);
    if (before != PAWL_OK) return before;
    if (inputs == NULL) return PAWL_ERR_NULL;
    if (writer->type != PAWL_REPLAY_GAME || writer->stage == PAWLI_STAGE_NONE ||
        writer->stage == PAWLI_STAGE_END) {
        return PAWL_ERR_ARGUMENT;
    }
    if (sizes != NULL && !writer->variable_inputs) return PAWL_ERR_ARGUMENT;
    if (tick != writer->input_tick || tick == UINT64_MAX) return PAWL_ERR_RANGE;
    for (uint32_t i = 0; sizes != NULL && i < writer->players; i++)
        if (sizes[i] > writer->input_size) return PAWL_ERR_RANGE;
    const uint32_t row = row_of_writer(writer);
    uint8_t *const last = last_row(writer);
    if (writer->run_count > 0 && (pawli_input_room(row) > writer->buffer_size - writer->used ||
                                  writer->run_count == UINT32_MAX)) {
        pawli_replay_inputs_flush(writer);
    }
    if (writer->run_count == 0) begin_input_run(writer, tick);
    for (uint32_t i = 0; i < row; i++) {
        const uint8_t byte = row_byte(writer, i, inputs, sizes, status);
        pack_input_byte(writer, byte ^ last[i]);
        last[i] = byte;
    }
    PAWL_ASSERT(writer->used < writer->buffer_size);
    writer->run_count++;
    writer->input_tick++;
    return writer->failed;
}

bool pawli_replay_inputs_is_run(const uint8_t *packed, uint32_t size, uint64_t rows,
                                uint32_t row_size) {
    uint64_t left = rows * row_size; /* rows < 2^32 */
    for (uint32_t at = 0; at < size;) {
        const uint32_t length = (packed[at] & 0x7Fu) + 1u;
        const uint32_t stored = (packed[at] & PAWLI_INPUT_ZEROS) != 0 ? 0 : length;
        at++;
        if (length > left || stored > size - at) return false;
        left -= length;
        at += stored;
    }
    return left == 0;
}
