/* replay_read.c - the reader of replays: what there is, and whether it can be.
 *
 * All bytes are checked before any of them is used: the check of a head before its size is
 * believed, the checksum before the content is looked at, every count against the bytes there are.
 * Nothing is allocated or copied. */
#include "replay/chunk.h"
#include "base/bytes.h"

#include "base/crc.h"
#include "pawl/sign.h"
#include "replay/replay_inputs.h"
#include "replay/replay_terrain.h"

static pawl_chunk_type chunk_type_of(const pawli_chunk_view *read) {
    if (read->schema == PAWLI_CHUNK_PACKED) {
        if (read->id == PAWLI_ID_KEYFRAME) return PAWL_CHUNK_KEYFRAME;
        if (read->id == PAWLI_ID_EDIT) return PAWL_CHUNK_EDIT;
    }
    if (read->schema == PAWLI_CHUNK_SHIFTED && read->id == PAWLI_ID_EDIT) return PAWL_CHUNK_EDIT;
    if (read->schema != PAWLI_CHUNK_SCHEMA) return PAWL_CHUNK_UNKNOWN;
    switch (read->id) {
    case PAWLI_ID_HEAD:
        return PAWL_CHUNK_HEAD;
    case PAWLI_ID_META:
        return PAWL_CHUNK_META;
    case PAWLI_ID_KEYFRAME:
        return PAWL_CHUNK_KEYFRAME;
    case PAWLI_ID_TERRAIN:
        return PAWL_CHUNK_TERRAIN;
    case PAWLI_ID_EDIT:
        return PAWL_CHUNK_EDIT;
    case PAWLI_ID_INPUTS:
        return PAWL_CHUNK_INPUTS;
    case PAWLI_ID_HASH:
        return PAWL_CHUNK_HASH;
    case PAWLI_ID_END:
        return PAWL_CHUNK_END;
    case PAWLI_ID_KEYS:
        return PAWL_CHUNK_KEYS;
    case PAWLI_ID_SIGNATURE:
        return PAWL_CHUNK_SIGNATURE;
    case PAWLI_ID_BASE:
        return PAWL_CHUNK_BASE;
    default:
        return PAWL_CHUNK_UNKNOWN;
    }
}

/* A run of packed edits: content is what follows its head, at least a byte of flags. */
static bool read_run_head(pawli_reader *from, pawl_chunk *chunk) {
    chunk->tick = pawli_read_u64(from);
    const uint32_t span = pawli_read_u32(from);
    chunk->count = pawli_read_u32(from);
    if (from->bad || pawli_bytes_left(from) == 0) return false;
    if (chunk->count == 0 || chunk->count - 1u > span || span > UINT64_MAX - chunk->tick)
        return false;
    chunk->last_tick = chunk->tick + span;
    chunk->content += PAWLI_RUN_CONTENT;
    chunk->content_size -= PAWLI_RUN_CONTENT;
    return true;
}

/* An edit behind a shift: content is the difference, if there is one. */
static bool read_shift_head(pawli_reader *from, pawl_chunk *chunk) {
    chunk->tick = chunk->last_tick = pawli_read_u64(from);
    chunk->shift.x = (pawl_fx)pawli_read_u32(from);
    chunk->shift.y = (pawl_fx)pawli_read_u32(from);
    chunk->content += PAWLI_SHIFT_CONTENT;
    chunk->content_size -= PAWLI_SHIFT_CONTENT;
    return !from->bad;
}

static bool read_signature_head(pawli_reader *from, pawl_chunk *chunk) {
    (void)pawli_read_u16(from); /* the player, which is compared with the header */
    chunk->count = pawli_read_u16(from);
    chunk->tick = chunk->last_tick = pawli_read_u64(from);
    return pawli_bytes_left(from) == PAWL_SIGNATURE_SIZE && chunk->count > 0 &&
           chunk->content[1] == 0 && chunk->count <= UINT64_MAX - chunk->tick;
}

/* The numbers of a content; false when it is too short or too long for what it is. */
static bool read_chunk_content(const pawli_chunk_view *read, pawl_chunk *chunk) {
    pawli_reader from = pawli_reader_of(read->content, read->size);
    switch (chunk->type) {
    case PAWL_CHUNK_HEAD:
        return read->size >= PAWLI_HEAD_CONTENT;
    case PAWL_CHUNK_META:
        return read->size <= PAWL_REPLAY_META_MAX;
    case PAWL_CHUNK_TERRAIN:
        return pawli_replay_terrain_is_content(read->content, read->size);
    case PAWL_CHUNK_KEYFRAME:
    case PAWL_CHUNK_EDIT:
        if (chunk->is_packed && chunk->type == PAWL_CHUNK_EDIT) return read_run_head(&from, chunk);
        if (chunk->is_shifted) return read_shift_head(&from, chunk);
        chunk->tick = chunk->last_tick = pawli_read_u64(&from);
        chunk->content += PAWLI_TICK_CONTENT;
        chunk->content_size -= PAWLI_TICK_CONTENT;
        return read->size > PAWLI_TICK_CONTENT;
    case PAWL_CHUNK_INPUTS:
        chunk->tick = pawli_read_u64(&from);
        chunk->count = pawli_read_u32(&from);
        return !from.bad;
    case PAWL_CHUNK_HASH:
    case PAWL_CHUNK_END:
        chunk->tick = chunk->last_tick = pawli_read_u64(&from);
        chunk->chain = pawli_read_u32(&from);
        chunk->hash = pawli_read_u32(&from);
        chunk->has_branches = read->size >= PAWLI_HASH_CONTENT + PAWLI_BRANCHES_SIZE_MIN &&
                              read->size <= PAWLI_HASH_CONTENT + PAWLI_BRANCHES_SIZE &&
                              (read->size - PAWLI_HASH_CONTENT) % 4u == 0;
        for (int i = 0; chunk->has_branches && pawli_bytes_left(&from) > 0; i++)
            chunk->branches[i] = pawli_read_u32(&from);
        return !from.bad && pawli_bytes_left(&from) == 0;
    case PAWL_CHUNK_SIGNATURE:
        return read_signature_head(&from, chunk);
    default:
        return true;
    }
}

/* Errors: RANGE, CORRUPT (the head), FORMAT. */
static pawl_status read_chunk_at(const uint8_t *bytes, uint32_t size, uint32_t at,
                                 pawli_chunk_view *read, pawl_chunk *out) {
    const pawl_status status = pawli_chunk_read_view(bytes, size, at, read);
    if (status != PAWL_OK) return status;
    memset(out, 0, sizeof *out);
    out->type = chunk_type_of(read);
    out->offset = at;
    out->size = read->size + PAWLI_CHUNK_FRAME;
    out->content = read->content;
    out->content_size = read->size;
    out->is_packed = read->schema == PAWLI_CHUNK_PACKED && out->type != PAWL_CHUNK_UNKNOWN;
    out->is_shifted = read->schema == PAWLI_CHUNK_SHIFTED && out->type != PAWL_CHUNK_UNKNOWN;
    return read_chunk_content(read, out) ? PAWL_OK : PAWL_ERR_FORMAT;
}

pawl_status pawl_replay_get_chunk(const pawl_replay *replay, uint32_t offset, pawl_chunk *out,
                                  uint32_t *next) {
    if (replay == NULL || out == NULL || next == NULL) return PAWL_ERR_NULL;
    if (offset == 0) offset = PAWLI_REPLAY_MAGIC_SIZE;
    if (offset >= replay->whole) return PAWL_ERR_RANGE;
    pawli_chunk_view read;
    pawl_chunk chunk;
    if (read_chunk_at(replay->bytes, replay->whole, offset, &read, &chunk) != PAWL_OK) {
        return PAWL_ERR_FORMAT;
    }
    *out = chunk;
    *next = offset + chunk.size;
    return PAWL_OK;
}

/* ---- opening ---- */

/* What the chunks so far demand of the next. */
typedef struct chunk_order {
    uint64_t tick; /* of the last chunk with a stage */
    uint64_t input_tick;
    uint8_t stage;
    bool has_head, has_base;
} chunk_order;

static pawl_status read_replay_head(pawl_replay *replay, const pawl_chunk *chunk) {
    pawli_reader from = pawli_reader_of(chunk->content, chunk->content_size);
    pawl_replay_header *const header = &replay->header;
    if (pawli_read_u16(&from) != PAWL_REPLAY_FORMAT) return PAWL_ERR_VERSION;
    const uint16_t minor = pawli_read_u16(&from);
    header->type = pawli_read_u8(&from);
    header->players = pawli_read_u8(&from);
    header->input_size = pawli_read_u8(&from);
    header->variable_inputs = pawli_read_u8(&from);
    header->simulation = pawli_read_u32(&from);
    header->config = pawli_read_u32(&from);
    header->math = pawli_read_u32(&from);
    header->rate_numerator = pawli_read_u32(&from);
    header->rate_denominator = pawli_read_u32(&from);
    header->app_id = pawli_read_u32(&from);
    header->seed = pawli_read_u32(&from);
    /* A later minor version may have more to say. */
    const bool too_long = minor <= PAWL_REPLAY_FORMAT_MINOR && pawli_bytes_left(&from) != 0;
    if (from.bad || too_long || !pawli_chunk_is_valid_header(header)) return PAWL_ERR_FORMAT;
    return PAWL_OK;
}

static uint8_t chunk_stage_of(pawl_chunk_type type) {
    switch (type) {
    case PAWL_CHUNK_EDIT:
        return PAWLI_STAGE_EDIT;
    case PAWL_CHUNK_KEYFRAME:
        return PAWLI_STAGE_KEYFRAME;
    case PAWL_CHUNK_HASH:
        return PAWLI_STAGE_HASH;
    case PAWL_CHUNK_END:
        return PAWLI_STAGE_END;
    default:
        return PAWLI_STAGE_NONE;
    }
}

/* Keys and signatures are of the players that there are. */
static bool is_signed_chunk_sound(const pawl_replay *replay, const pawl_chunk *chunk) {
    if (replay->header.type != PAWL_REPLAY_GAME) return false;
    if (chunk->type == PAWL_CHUNK_SIGNATURE) return chunk->content[0] < replay->header.players;
    return chunk->content_size ==
           PAWL_SIGN_MATCH_SIZE + (uint32_t)replay->header.players * PAWL_SIGN_KEY_SIZE;
}

/* Whether the chunk may come here, and then what may come next. */
static bool is_chunk_in_order(const pawl_replay *replay, chunk_order *expected,
                              const pawl_chunk *chunk) {
    const bool is_world = replay->header.type == PAWL_REPLAY_WORLD;
    if ((chunk->type == PAWL_CHUNK_HEAD) == expected->has_head) return false;
    if (expected->stage == PAWLI_STAGE_END) return false;
    if (chunk->type == PAWL_CHUNK_HEAD) {
        expected->has_head = true;
        return true;
    }
    if (chunk->type == PAWL_CHUNK_KEYS || chunk->type == PAWL_CHUNK_SIGNATURE)
        return is_signed_chunk_sound(replay, chunk);
    if (chunk->type == PAWL_CHUNK_BASE) expected->has_base = true;
    if (chunk->type == PAWL_CHUNK_TERRAIN || chunk->type == PAWL_CHUNK_BASE) return is_world;
    if (chunk->is_packed && !is_world) return false;
    if (chunk->is_packed && chunk->type == PAWL_CHUNK_KEYFRAME && !expected->has_base) return false;
    if (chunk->type == PAWL_CHUNK_INPUTS) {
        if (is_world || expected->stage == PAWLI_STAGE_NONE) return false;
        if (chunk->tick != expected->input_tick || chunk->count == 0) return false;
        if (chunk->count > UINT64_MAX - chunk->tick) return false;
        expected->input_tick += chunk->count;
        const uint32_t row = pawli_input_row(replay->header.players, replay->header.input_size,
                                             replay->header.variable_inputs);
        return pawli_replay_inputs_is_run(chunk->content + PAWLI_INPUTS_CONTENT,
                                          chunk->content_size - PAWLI_INPUTS_CONTENT, chunk->count,
                                          row);
    }
    const uint8_t stage = chunk_stage_of(chunk->type);
    if (stage == PAWLI_STAGE_NONE) return true;
    if (stage == PAWLI_STAGE_EDIT && !is_world) return false;
    if (!pawli_stage_follows(expected->stage, expected->tick, stage, chunk->tick)) return false;
    if (expected->stage == PAWLI_STAGE_NONE) expected->input_tick = chunk->tick;
    if (stage == PAWLI_STAGE_END && !is_world && chunk->tick != expected->input_tick) return false;
    expected->stage = stage;
    expected->tick = chunk->last_tick;
    return true;
}

static void count_replay_chunk(pawl_replay *replay, const pawl_chunk *chunk) {
    if (chunk->is_packed) replay->packed++;
    switch (chunk->type) {
    case PAWL_CHUNK_KEYFRAME:
        if (replay->keyframes == 0) {
            replay->first_tick = chunk->tick;
            replay->first_keyframe = chunk->offset;
        }
        if (chunk->content_size > replay->largest) replay->largest = chunk->content_size;
        replay->keyframes++;
        break;
    case PAWL_CHUNK_SIGNATURE:
        replay->signatures++;
        break;
    case PAWL_CHUNK_BASE:
        if (chunk->content_size > replay->largest) replay->largest = chunk->content_size;
        break;
    case PAWL_CHUNK_TERRAIN:
        replay->terrains++;
        break;
    case PAWL_CHUNK_EDIT:
        replay->edits += chunk->is_packed ? chunk->count : 1u;
        break;
    case PAWL_CHUNK_INPUTS:
        replay->inputs++;
        break;
    case PAWL_CHUNK_HASH:
        replay->hashes++;
        break;
    case PAWL_CHUNK_END:
        replay->is_complete = true;
        replay->final_chain = chunk->chain;
        replay->final_hash = chunk->hash;
        break;
    case PAWL_CHUNK_UNKNOWN:
        replay->skipped++;
        break;
    default:
        break;
    }
}

/* One chunk at replay->whole. RANGE when the file ends inside it. */
static pawl_status open_replay_chunk(pawl_replay *replay, chunk_order *expected) {
    pawli_chunk_view read;
    pawl_chunk chunk;
    const pawl_status status =
        read_chunk_at(replay->bytes, replay->size, replay->whole, &read, &chunk);
    if (status == PAWL_ERR_RANGE || status == PAWL_ERR_CORRUPT) return status;
    if (!pawli_chunk_read_is_intact(&read)) return PAWL_ERR_CORRUPT;
    if (status != PAWL_OK) return status;
    if (chunk.type == PAWL_CHUNK_UNKNOWN && (read.flags & PAWLI_CHUNK_REQUIRED)) {
        return PAWL_ERR_VERSION;
    }
    if (chunk.type == PAWL_CHUNK_HEAD && !expected->has_head) {
        const pawl_status good = read_replay_head(replay, &chunk);
        if (good != PAWL_OK) return good;
    }
    if (!is_chunk_in_order(replay, expected, &chunk)) return PAWL_ERR_FORMAT;
    count_replay_chunk(replay, &chunk);
    replay->whole += chunk.size;
    return PAWL_OK;
}

/* Fills in *replay, also on failure: then replay->whole is where it is. */
static pawl_status open_replay(pawl_replay *replay) {
    chunk_order expected;
    memset(&expected, 0, sizeof expected);
    const uint32_t given =
        replay->size < PAWLI_REPLAY_MAGIC_SIZE ? replay->size : PAWLI_REPLAY_MAGIC_SIZE;
    if (!pawli_bytes_are_equal(replay->bytes, pawli_chunk_magic, (size_t)given))
        return PAWL_ERR_FORMAT;
    replay->whole = given;
    pawl_status status = PAWL_OK;
    while (status == PAWL_OK && replay->whole < replay->size)
        status = open_replay_chunk(replay, &expected);
    if (status != PAWL_OK && status != PAWL_ERR_RANGE) return status;
    if (status == PAWL_ERR_RANGE && replay->is_complete) return PAWL_ERR_FORMAT;
    /* Nothing so far was wrong, but it ends before there is anything to play. */
    if (replay->keyframes == 0) {
        const bool has_magic = replay->whole >= PAWLI_REPLAY_MAGIC_SIZE;
        replay->whole = replay->size;
        return has_magic ? PAWL_ERR_CORRUPT : PAWL_ERR_FORMAT;
    }
    const bool is_world = replay->header.type == PAWL_REPLAY_WORLD;
    replay->last_tick = is_world ? expected.tick : expected.input_tick;
    return PAWL_OK;
}

pawl_status pawl_replay_open(pawl_replay *replay, const void *bytes, size_t size, uint32_t *where) {
    if (replay == NULL || bytes == NULL) return PAWL_ERR_NULL;
    const uint64_t given_size = size; /* size_t may have 16 bits */
    if (given_size >= UINT32_MAX) return PAWL_ERR_LIMIT;
    pawl_replay opened;
    memset(&opened, 0, sizeof opened);
    opened.bytes = (const uint8_t *)bytes;
    opened.size = (uint32_t)size;
    const pawl_status status = open_replay(&opened);
    if (status == PAWL_OK) *replay = opened;
    if (status != PAWL_OK && where != NULL) *where = opened.whole;
    return status;
}
