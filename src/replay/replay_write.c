/* replay_write.c - the writer of replays: chunks go to a sink in the order of the file, and each is
 * refused that must not follow the one before it. */
#include "replay/chunk.h"

#include "base/align.h"
#include "replay/replay_inputs.h"
#include "state/object.h"

/* What readers of minor version 0 refuse. */
static bool needs_minor(const pawl_replay_header *header) {
    return header->players > 8 || header->input_size > 16 || header->variable_inputs != 0;
}

static pawl_status write_replay_head(pawl_replay_writer *writer, const pawl_replay_header *header) {
    uint8_t bytes[PAWLI_HEAD_CONTENT];
    pawli_writer to = pawli_writer_of(bytes, sizeof bytes);
    pawli_write_u16(&to, PAWL_REPLAY_FORMAT);
    pawli_write_u16(&to, needs_minor(header) ? PAWL_REPLAY_FORMAT_MINOR : 0);
    pawli_write_u8(&to, header->type);
    pawli_write_u8(&to, header->players);
    pawli_write_u8(&to, header->input_size);
    pawli_write_u8(&to, header->variable_inputs);
    pawli_write_u32(&to, header->simulation);
    pawli_write_u32(&to, header->config);
    pawli_write_u32(&to, header->math);
    pawli_write_u32(&to, header->rate_numerator);
    pawli_write_u32(&to, header->rate_denominator);
    pawli_write_u32(&to, header->app_id);
    pawli_write_u32(&to, header->seed);
    PAWL_ASSERT(!to.full && to.at == sizeof bytes);
    pawli_chunk_put(writer, pawli_chunk_magic, PAWLI_REPLAY_MAGIC_SIZE);
    const pawli_content content = {bytes, sizeof bytes, NULL, 0};
    return pawli_chunk_write(writer, PAWLI_ID_HEAD, PAWLI_CHUNK_REQUIRED, &content);
}

pawl_status pawl_replay_begin(pawl_replay_writer *writer, const pawl_replay_header *header,
                              pawl_sink sink, void *buffer, size_t size) {
    if (writer == NULL || header == NULL || sink.write == NULL) return PAWL_ERR_NULL;
    if (header->type != PAWL_REPLAY_WORLD && header->type != PAWL_REPLAY_GAME) {
        return PAWL_ERR_ARGUMENT;
    }
    if (!pawli_chunk_is_valid_header(header)) return PAWL_ERR_RANGE;
    const uint32_t row =
        pawli_input_row(header->players, header->input_size, header->variable_inputs);
    const uint32_t kept = row > sizeof writer->last ? row : 0; /* at the end of the buffer */
    if (header->type == PAWL_REPLAY_GAME) {
        if (buffer == NULL) return PAWL_ERR_NULL;
        if (size < PAWL_REPLAY_BUFFER_MIN || size < pawli_input_room(row) + kept) {
            return PAWL_ERR_MEMORY;
        }
    }
    memset(writer, 0, sizeof *writer);
    writer->sink = sink;
    writer->buffer = (uint8_t *)buffer;
    const uint64_t room = size; /* size_t may have 16 bits */
    writer->buffer_size = room > PAWLI_RUN_SIZE_MAX ? PAWLI_RUN_SIZE_MAX : (uint32_t)room;
    if (header->type == PAWL_REPLAY_GAME) writer->buffer_size -= kept;
    writer->variable_inputs = header->variable_inputs;
    writer->type = header->type;
    writer->players = header->players;
    writer->input_size = header->input_size;
    writer->app_id = header->app_id;
    return write_replay_head(writer, header);
}

pawl_status pawl_replay_write_meta(pawl_replay_writer *writer, const char *text) {
    const pawl_status status = pawli_chunk_check_writer(writer);
    if (status != PAWL_OK) return status;
    if (text == NULL) return PAWL_ERR_NULL;
    if (writer->stage == PAWLI_STAGE_END) return PAWL_ERR_ARGUMENT;
    uint32_t size = 0;
    while (text[size] != '\0') {
        const uint8_t at = (uint8_t)text[size];
        if (size == PAWL_REPLAY_META_MAX) return PAWL_ERR_RANGE;
        if ((at < 0x20 && at != '\n') || at == 0x7F) return PAWL_ERR_ARGUMENT;
        size++;
    }
    const pawli_content content = {NULL, 0, text, size};
    return pawli_chunk_write(writer, PAWLI_ID_META, 0, &content);
}

/* Whether this may be written next; inputs in the buffer come before a keyframe and the end, so
 * that no run reaches across. */
static pawl_status enter_chunk_stage(pawl_replay_writer *writer, pawli_stage stage, uint64_t tick) {
    const pawl_status status = pawli_chunk_check_writer(writer);
    if (status != PAWL_OK) return status;
    if (writer->stage == PAWLI_STAGE_END) return PAWL_ERR_ARGUMENT;
    if (writer->stage == PAWLI_STAGE_NONE && stage != PAWLI_STAGE_KEYFRAME) {
        return PAWL_ERR_ARGUMENT;
    }
    if (!pawli_stage_follows(writer->stage, writer->tick, (uint8_t)stage, tick)) {
        return PAWL_ERR_RANGE;
    }
    if (writer->type == PAWL_REPLAY_GAME && writer->stage != PAWLI_STAGE_NONE) {
        const bool has_inputs = tick <= writer->input_tick;
        if (!has_inputs || (stage == PAWLI_STAGE_END && tick != writer->input_tick)) {
            return PAWL_ERR_RANGE;
        }
    }
    if (stage == PAWLI_STAGE_KEYFRAME || stage == PAWLI_STAGE_END) {
        pawli_replay_inputs_flush(writer);
    }
    if (writer->stage == PAWLI_STAGE_NONE) writer->input_tick = tick;
    writer->stage = (uint8_t)stage;
    writer->tick = tick;
    return writer->failed;
}

static pawl_status write_tick_chunk(pawl_replay_writer *writer, uint32_t id, uint64_t tick,
                                    const void *data, uint32_t size) {
    uint8_t start[PAWLI_TICK_CONTENT];
    pawli_writer to = pawli_writer_of(start, sizeof start);
    pawli_write_u64(&to, tick);
    const pawli_content content = {start, sizeof start, data, size};
    return pawli_chunk_write(writer, id, PAWLI_CHUNK_REQUIRED, &content);
}

/* What is left of 4 GiB is for the frame. */
#define CHUNK_DATA_MAX (UINT32_MAX - 64u)

pawl_status pawl_replay_write_keyframe(pawl_replay_writer *writer, uint64_t tick,
                                       const void *snapshot, size_t size) {
    if (writer == NULL || snapshot == NULL) return PAWL_ERR_NULL;
    if (size == 0 || pawli_clamp_size32(size) > CHUNK_DATA_MAX) return PAWL_ERR_RANGE;
    const pawl_status status = enter_chunk_stage(writer, PAWLI_STAGE_KEYFRAME, tick);
    if (status != PAWL_OK) return status;
    return write_tick_chunk(writer, PAWLI_ID_KEYFRAME, tick, snapshot, (uint32_t)size);
}

pawl_status pawl_replay_write_edit(pawl_replay_writer *writer, uint64_t tick, const void *delta,
                                   size_t size) {
    if (writer == NULL || delta == NULL) return PAWL_ERR_NULL;
    if (size == 0 || pawli_clamp_size32(size) > CHUNK_DATA_MAX) return PAWL_ERR_RANGE;
    if (writer->type != PAWL_REPLAY_WORLD) return PAWL_ERR_ARGUMENT;
    const pawl_status status = enter_chunk_stage(writer, PAWLI_STAGE_EDIT, tick);
    if (status != PAWL_OK) return status;
    return write_tick_chunk(writer, PAWLI_ID_EDIT, tick, delta, (uint32_t)size);
}

pawl_status pawli_replay_write_shift(pawl_replay_writer *writer, uint64_t tick, pawl_vec2 offset,
                                     const void *delta, uint32_t size) {
    uint8_t start[PAWLI_SHIFT_CONTENT];
    pawli_writer to = pawli_writer_of(start, sizeof start);
    const pawl_status status = enter_chunk_stage(writer, PAWLI_STAGE_EDIT, tick);
    if (status != PAWL_OK) return status;
    pawli_write_u64(&to, tick);
    pawli_write_u32(&to, (uint32_t)offset.x);
    pawli_write_u32(&to, (uint32_t)offset.y);
    pawli_chunk_begin_schema(writer, PAWLI_ID_EDIT, PAWLI_CHUNK_SHIFTED,
                             (uint32_t)sizeof start + size);
    pawli_chunk_put(writer, start, sizeof start);
    if (size > 0) pawli_chunk_put(writer, delta, size);
    return pawli_chunk_end(writer);
}

pawl_status pawli_replay_write_packed(pawl_replay_writer *writer, uint64_t tick, const void *data,
                                      uint32_t size) {
    const pawl_status status = enter_chunk_stage(writer, PAWLI_STAGE_KEYFRAME, tick);
    if (status != PAWL_OK) return status;
    uint8_t start[PAWLI_TICK_CONTENT];
    pawli_writer to = pawli_writer_of(start, sizeof start);
    pawli_write_u64(&to, tick);
    pawli_chunk_begin_schema(writer, PAWLI_ID_KEYFRAME, PAWLI_CHUNK_PACKED,
                             (uint32_t)sizeof start + size);
    pawli_chunk_put(writer, start, sizeof start);
    pawli_chunk_put(writer, data, size);
    return pawli_chunk_end(writer);
}

pawl_status pawli_replay_write_run(pawl_replay_writer *writer, uint64_t first, uint64_t last,
                                   uint32_t count, const void *data, uint32_t size) {
    PAWL_ASSERT(last >= first && last - first <= UINT32_MAX);
    const pawl_status status = enter_chunk_stage(writer, PAWLI_STAGE_EDIT, first);
    if (status != PAWL_OK) return status;
    writer->tick = last;
    uint8_t start[PAWLI_RUN_CONTENT];
    pawli_writer to = pawli_writer_of(start, sizeof start);
    pawli_write_u64(&to, first);
    pawli_write_u32(&to, (uint32_t)(last - first));
    pawli_write_u32(&to, count);
    pawli_chunk_begin_schema(writer, PAWLI_ID_EDIT, PAWLI_CHUNK_PACKED,
                             (uint32_t)sizeof start + size);
    pawli_chunk_put(writer, start, sizeof start);
    pawli_chunk_put(writer, data, size);
    return pawli_chunk_end(writer);
}

pawl_status pawli_replay_write_base(pawl_replay_writer *writer, const void *snapshot,
                                    uint32_t size) {
    const pawli_content content = {NULL, 0, snapshot, size};
    if (writer->stage == PAWLI_STAGE_END) return PAWL_ERR_ARGUMENT;
    return pawli_chunk_write(writer, PAWLI_ID_BASE, PAWLI_CHUNK_REQUIRED, &content);
}

static pawl_status write_hash_chunk(pawl_replay_writer *writer, uint32_t id, uint32_t chain,
                                    uint32_t hash, const uint32_t *branches) {
    uint8_t bytes[PAWLI_HASH_CONTENT + PAWLI_BRANCHES_SIZE];
    pawli_writer to = pawli_writer_of(bytes, sizeof bytes);
    pawli_write_u64(&to, writer->tick);
    pawli_write_u32(&to, chain);
    pawli_write_u32(&to, hash);
    for (int i = 0; branches != NULL && i < pawli_counted_branches(branches); i++)
        pawli_write_u32(&to, branches[i]);
    const pawli_content content = {bytes, to.at, NULL, 0};
    return pawli_chunk_write(writer, id, 0, &content);
}

pawl_status pawl_replay_write_hash(pawl_replay_writer *writer, uint64_t tick, uint32_t chain,
                                   uint32_t hash, const uint32_t *branches) {
    const pawl_status status = enter_chunk_stage(writer, PAWLI_STAGE_HASH, tick);
    if (status != PAWL_OK) return status;
    return write_hash_chunk(writer, PAWLI_ID_HASH, chain, hash, branches);
}

pawl_status pawl_replay_flush(pawl_replay_writer *writer) {
    const pawl_status status = pawli_chunk_check_writer(writer);
    if (status != PAWL_OK) return status;
    return pawli_replay_inputs_flush(writer);
}

pawl_status pawl_replay_end(pawl_replay_writer *writer, uint64_t tick, uint32_t chain,
                            uint32_t hash) {
    const pawl_status status = enter_chunk_stage(writer, PAWLI_STAGE_END, tick);
    if (status != PAWL_OK) return status;
    return write_hash_chunk(writer, PAWLI_ID_END, chain, hash, NULL);
}
