/* chunk.c - what writer and reader of replays share, and the bytes of a chunk on their way out.
 *
 * No chunk is kept in memory: its size is known before its content is written, and its checksum
 * comes at the end. */
#include "replay/chunk.h"

#include "base/crc.h"

/* The line ends and the control character show a file that was transferred as text. */
const uint8_t pawli_chunk_magic[PAWLI_REPLAY_MAGIC_SIZE] = {'P',  'W',  'L',  'R',
                                                            0x0D, 0x0A, 0x1A, 0x0A};

uint16_t pawli_chunk_check(const uint8_t *head) {
    const uint16_t crc = pawli_crc_16(0, head, 6);
    return pawli_crc_16(crc, head + 8, 4);
}

bool pawli_chunk_is_valid_header(const pawl_replay_header *header) {
    if (header->rate_numerator == 0 || header->rate_denominator == 0) return false;
    if (header->type == PAWL_REPLAY_WORLD) {
        return header->players == 0 && header->input_size == 0 && header->variable_inputs == 0;
    }
    const uint32_t row =
        pawli_input_row(header->players, header->input_size, header->variable_inputs);
    if (header->variable_inputs > 1 || row > PAWL_REPLAY_ROW_MAX) return false;
    return header->type == PAWL_REPLAY_GAME && header->players >= 1 &&
           header->players <= PAWL_REPLAY_PLAYERS_MAX && header->input_size >= 1 &&
           header->input_size <= PAWL_REPLAY_INPUT_MAX;
}

pawl_replay_header pawl_replay_header_default(pawl_replay_type type) {
    pawl_replay_header header;
    memset(&header, 0, sizeof header);
    header.type = (uint8_t)type;
    if (type == PAWL_REPLAY_GAME) {
        header.players = 2;
        header.input_size = 2;
    }
    header.simulation = PAWL_SIMULATION_VERSION;
    header.config = PAWL_CONFIG_ID;
    header.math = pawl_math_fingerprint();
    header.rate_numerator = 60;
    header.rate_denominator = 1;
    return header;
}

pawl_replay_limits pawl_replay_limits_default(void) {
    pawl_replay_limits limits;
    memset(&limits, 0, sizeof limits);
    limits.ticks_max = UINT64_C(36000000);
    limits.world_max = UINT32_C(64) << 20;
    return limits;
}

/* ---- writing ---- */

static void put_to_sink(pawl_replay_writer *writer, const void *bytes, uint32_t size) {
    if (writer->failed != PAWL_OK || size == 0) return;
    if (!writer->sink.write(writer->sink.context, bytes, (size_t)size)) {
        writer->failed = PAWL_ERR_MEMORY;
        return;
    }
    writer->written += size;
}

static void begin_any_chunk(pawl_replay_writer *writer, uint32_t id, uint8_t flags, uint8_t schema,
                            uint32_t size) {
    uint8_t head[PAWLI_CHUNK_HEAD_SIZE];
    pawli_store_u32(head, id);
    head[4] = flags;
    head[5] = schema;
    pawli_store_u32(head + 8, size);
    pawli_store_u16(head + 6, pawli_chunk_check(head));
    writer->crc = 0;
    pawli_chunk_put(writer, head, sizeof head);
}

void pawli_chunk_begin(pawl_replay_writer *writer, uint32_t id, uint8_t flags, uint32_t size) {
    begin_any_chunk(writer, id, flags, PAWLI_CHUNK_SCHEMA, size);
}

void pawli_chunk_begin_schema(pawl_replay_writer *writer, uint32_t id, uint8_t schema,
                              uint32_t size) {
    begin_any_chunk(writer, id, PAWLI_CHUNK_REQUIRED, schema, size);
}

void pawli_chunk_put(pawl_replay_writer *writer, const void *bytes, uint32_t size) {
    writer->crc = pawli_crc_32(writer->crc, bytes, (size_t)size);
    put_to_sink(writer, bytes, size);
}

pawl_status pawli_chunk_end(pawl_replay_writer *writer) {
    uint8_t crc[4];
    pawli_store_u32(crc, writer->crc);
    put_to_sink(writer, crc, sizeof crc);
    return writer->failed;
}

pawl_status pawli_chunk_write(pawl_replay_writer *writer, uint32_t id, uint8_t flags,
                              const pawli_content *content) {
    pawli_chunk_begin(writer, id, flags, content->start_size + content->data_size);
    pawli_chunk_put(writer, content->start, content->start_size);
    pawli_chunk_put(writer, content->data, content->data_size);
    return pawli_chunk_end(writer);
}

pawl_status pawli_chunk_check_writer(const pawl_replay_writer *writer) {
    return writer == NULL ? PAWL_ERR_NULL : writer->failed;
}
