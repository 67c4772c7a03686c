/* codec.c - what is learned of the values of snapshots: columns, models, numbers. */
#include "replay/codec.h"

#include "base/crc.h"

/* Where a header has the size of its snapshot and the hash of the state; all else is shared. */
#define SIZE_AT 20u
#define SHARED_AT 28u

static uint32_t end_of_schema(const pawli_snapshot *snapshot) {
    return snapshot->sections[PAWLI_SECTION_WORLD].at - PAWLI_SECTION_HEAD;
}

uint32_t pawli_codec_schema_of(const pawli_snapshot *snapshot) {
    const uint32_t crc = pawli_crc_32(0, snapshot->bytes, SIZE_AT);
    const uint32_t end = end_of_schema(snapshot);
    const uint32_t sum = pawli_crc_32(crc, snapshot->bytes + SHARED_AT, (size_t)(end - SHARED_AT));
    return sum == 0 ? 1 : sum;
}

/* ---- columns -------------------------------------------------------------------------------- */

static bool add_column(pawli_codec *pack, uint16_t *at, uint8_t size) {
    if (pack->column_count == PAWLI_CODEC_COLUMNS) return false;
    pawli_codec_column *const column = &pack->columns[pack->column_count++];
    column->at = *at;
    column->size = size;
    for (uint32_t i = 0; i < 8; i++)
        column->differs[i / 4u][i % 4u] = PAWLI_MODEL_NEW;
    for (int i = 0; i < 4; i++)
        column->from[i] = PAWLI_MODEL_NEW;
    for (int i = 0; i < PAWLI_FROM_COUNT; i++)
        column->mean[i] = (uint8_t)(8u * size);
    *at = (uint16_t)(*at + size);
    return true;
}

/* What stands in front of the fields: numbers of two bytes, and the serial, which is in the middle
 * of a key. */
static bool add_prefix(pawli_codec *pack, pawli_section_content content, uint16_t *at) {
    const bool has_key = content.what == PAWLI_CONTENT_OBJECTS && content.prefix >= PAWLI_KEY_SIZE;
    bool fits = true;
    while (*at < content.prefix && fits)
        fits = add_column(pack, at, has_key && *at == 2 ? 4 : 2);
    return fits && *at == content.prefix;
}

static bool add_section_columns(pawli_codec *pack, const pawli_snapshot *like, int section) {
    const pawli_section_content content = pawli_snapshot_open_content(section);
    const pawli_schema schema = like->schemas[content.type];
    pawli_codec_section *const out = &pack->sections[section];
    uint16_t at = 0;
    out->first = pack->column_count;
    bool fits = add_prefix(pack, content, &at);
    pawli_reader from = pawli_reader_of(like->bytes + schema.at, 6u * schema.count);
    for (uint16_t i = 0; content.type != 0 && fits && i < schema.count; i++)
        fits = add_column(pack, &at, pawli_record_read_schema_field(&from).size);
    out->count = (uint16_t)(pack->column_count - out->first);
    out->stays[0] = out->stays[1] = out->stays[2] = PAWLI_MODEL_NEW;
    out->changes = out->goes = out->comes = PAWLI_MODEL_NEW;
    return fits && at == like->sections[section].record;
}

bool pawli_codec_reset(pawli_codec *pack, const pawli_snapshot *like) {
    const pawli_entropy coder = pack->coder;
    memset(pack, 0, sizeof *pack);
    pack->coder = coder;
    for (uint32_t i = 0; i < PAWLI_CODEC_LENGTHS * 128u; i++)
        pack->lengths[i / 128u][i % 128u] = PAWLI_MODEL_NEW;
    if (like->has_foreign) return false;
    for (int section = 1; section <= PAWLI_SECTION_COUNT; section++) {
        if (like->sections[section].at == 0) continue;
        if (!add_section_columns(pack, like, section)) return false;
    }
    pack->schema = pawli_codec_schema_of(like);
    return true;
}

/* ---- numbers -------------------------------------------------------------------------------- */

static unsigned bit_length(uint64_t number) {
    unsigned length = 0;
    for (; number != 0; number >>= 1)
        length++;
    return length;
}

/* The length in bits, by a tree of models that goes with the mean of the lengths so far; then what
 * is below the first bit. */
uint64_t pawli_codec_code_number(pawli_codec *pack, uint8_t *mean, uint64_t number) {
    uint16_t *const tree = pack->lengths[*mean >> 2];
    const unsigned wanted = bit_length(number);
    unsigned node = 1;
    for (unsigned left = 7; left > 0; left--) {
        const bool bit = (wanted >> (left - 1) & 1u) != 0;
        node = node << 1 | (pawli_entropy_code_bit(&pack->coder, &tree[node], bit) ? 1u : 0u);
    }
    unsigned length = node - 128u;
    if (length > 64u) {
        pack->coder.bad = true;
        length = 64;
    }
    *mean = (uint8_t)((3u * *mean + 2u * length + 2u) / 4u);
    if (length < 2) return length;
    const uint64_t top = UINT64_C(1) << (length - 1);
    return top | pawli_entropy_code_plain(&pack->coder, number & (top - 1u), length - 1u);
}

/* ---- the result ----------------------------------------------------------------------------- */

void pawli_codec_finish(uint8_t *snapshot, uint32_t size, uint32_t hash) {
    PAWL_ASSERT(size >= PAWLI_SNAPSHOT_HEADER + PAWLI_SNAPSHOT_TAIL);
    pawli_store_u32(snapshot + SIZE_AT, size);
    pawli_store_u32(snapshot + PAWLI_SNAPSHOT_HASH_AT, hash);
    const uint32_t covered = size - PAWLI_SNAPSHOT_TAIL;
    pawli_store_u32(snapshot + covered, pawli_crc_32(0, snapshot, (size_t)covered));
}
