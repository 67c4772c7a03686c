/* replay_cut.c - a part of a replay as a replay of its own, without playing it. */
#include "base/compiler.h"
#include "replay/checkpoint.h"
#include "replay/playback.h"
#include "replay/recorder_pack.h"

/* What is copied. */
typedef struct excerpt {
    pawl_chunk first; /* keyframe */
    pawl_chunk last;  /* the checkpoint that becomes the end */
    bool has_end;
    bool has_chain; /* the chain up to the first tick is known */
} excerpt;

/* The base of packed keyframes that was copied last, and how far it was looked for. */
typedef struct copied_base {
    uint32_t written, base, seen;
} copied_base;

static bool is_checkpoint_chunk(const pawl_chunk *chunk) {
    return chunk->type == PAWL_CHUNK_HASH || chunk->type == PAWL_CHUNK_END;
}

/* A checkpoint of a game counts only as far as there are inputs. */
static excerpt find_excerpt(const pawl_replay *replay, uint64_t from, uint64_t to) {
    excerpt found;
    memset(&found, 0, sizeof found);
    pawl_chunk chunk;
    uint32_t next = replay->first_keyframe;
    while (!found.has_end &&
           pawli_checkpoint_next_chunk(replay, &next, replay->last_tick, &chunk)) {
        const bool is_first = chunk.offset == replay->first_keyframe;
        if (chunk.type == PAWL_CHUNK_KEYFRAME && (is_first || chunk.tick <= from)) {
            found.first = chunk;
            found.has_chain = is_first;
        }
        if (!is_checkpoint_chunk(&chunk)) continue;
        if (chunk.tick == found.first.tick && chunk.chain != 0) found.has_chain = true;
        if (chunk.tick < to && chunk.type != PAWL_CHUNK_END) continue;
        found.last = chunk;
        found.has_end = true;
    }
    return found;
}

static pawl_status copy_terrain_chunks(const pawl_replay *replay, const excerpt *copied,
                                       pawl_replay_writer *writer) {
    pawl_chunk chunk;
    pawl_status status = PAWL_OK;
    uint32_t next = 0;
    while (status == PAWL_OK && pawl_replay_get_chunk(replay, next, &chunk, &next) == PAWL_OK) {
        if (copied->has_end && chunk.offset >= copied->last.offset) break;
        if (chunk.type != PAWL_CHUNK_TERRAIN) continue;
        const pawli_content content = {NULL, 0, chunk.content, chunk.content_size};
        status = pawli_chunk_write(writer, PAWLI_ID_TERRAIN, PAWLI_CHUNK_REQUIRED, &content);
    }
    return status;
}

/* As it is, behind its base. */
static pawl_status copy_packed_keyframe(const pawl_replay *replay, const pawl_chunk *keyframe,
                                        copied_base *bases, pawl_replay_writer *writer) {
    const uint32_t at =
        pawli_playback_pack_find_base(replay, keyframe->offset, &bases->base, &bases->seen);
    pawl_chunk base;
    uint32_t next;
    if (at == 0 || pawl_replay_get_chunk(replay, at, &base, &next) != PAWL_OK)
        return PAWL_ERR_FORMAT;
    pawl_status status = PAWL_OK;
    if (at != bases->written)
        status = pawli_replay_write_base(writer, base.content, base.content_size);
    bases->written = at;
    if (status != PAWL_OK) return status;
    return pawli_replay_write_packed(writer, keyframe->tick, keyframe->content,
                                     keyframe->content_size);
}

static pawl_status copy_excerpt_chunk(const pawl_replay *replay, const excerpt *copied,
                                      const pawl_chunk *chunk, copied_base *bases,
                                      pawl_replay_writer *writer) {
    const uint32_t chain = copied->has_chain ? chunk->chain : 0;
    if (copied->has_end && chunk->offset == copied->last.offset) {
        return pawl_replay_end(writer, chunk->tick, chain, chunk->hash);
    }
    switch (chunk->type) {
    case PAWL_CHUNK_KEYFRAME:
        if (chunk->is_packed) return copy_packed_keyframe(replay, chunk, bases, writer);
        return pawl_replay_write_keyframe(writer, chunk->tick, chunk->content,
                                          (size_t)chunk->content_size);
    case PAWL_CHUNK_EDIT:
        if (chunk->is_packed) {
            return pawli_replay_write_run(writer, chunk->tick, chunk->last_tick, chunk->count,
                                          chunk->content, chunk->content_size);
        }
        if (chunk->is_shifted) {
            return pawli_replay_write_shift(writer, chunk->tick, chunk->shift, chunk->content,
                                            chunk->content_size);
        }
        return pawl_replay_write_edit(writer, chunk->tick, chunk->content,
                                      (size_t)chunk->content_size);
    default:
        return pawl_replay_write_hash(writer, chunk->tick, chain, chunk->hash,
                                      chunk->has_branches ? chunk->branches : NULL);
    }
}

/* Chunks up to a tick, but none behind the end. */
static pawl_status copy_chunks_until(const pawl_replay *replay, const excerpt *copied,
                                     uint32_t *next, uint64_t tick, pawl_replay_writer *writer) {
    copied_base bases = {0, 0, 0};
    pawl_chunk chunk;
    pawl_status status = PAWL_OK;
    while (status == PAWL_OK && pawli_checkpoint_next_chunk(replay, next, tick, &chunk)) {
        status = copy_excerpt_chunk(replay, copied, &chunk, &bases, writer);
        if (copied->has_end && chunk.offset == copied->last.offset) break;
    }
    return status;
}

/* In front of the first keyframe. What comes before the keys was never verified, and must not
 * become so by its new place. */
static pawl_status copy_signed_blocks(const pawl_replay *replay, const excerpt *copied,
                                      uint64_t last, pawl_replay_writer *writer) {
    pawl_chunk chunk;
    pawl_status status = PAWL_OK;
    bool has_keys = false;
    uint32_t next = 0;
    if (writer->app_id != replay->header.app_id) return PAWL_OK;
    while (status == PAWL_OK && pawl_replay_get_chunk(replay, next, &chunk, &next) == PAWL_OK) {
        const pawli_content content = {NULL, 0, chunk.content, chunk.content_size};
        if (chunk.type == PAWL_CHUNK_KEYS && !has_keys) {
            has_keys = true;
            status = pawli_chunk_write(writer, PAWLI_ID_KEYS, 0, &content);
        } else if (chunk.type == PAWL_CHUNK_SIGNATURE && has_keys &&
                   chunk.tick >= copied->first.tick && chunk.tick + chunk.count <= last) {
            status = pawli_chunk_write(writer, PAWLI_ID_SIGNATURE, 0, &content);
        }
    }
    return status;
}

static pawl_status copy_game_excerpt(const pawl_replay *replay, const excerpt *copied,
                                     uint64_t last, pawl_replay_writer *writer) {
    uint8_t inputs[PAWL_REPLAY_ROW_MAX];
    uint8_t input_status[PAWL_REPLAY_PLAYERS_MAX], kept[PAWL_REPLAY_PLAYERS_MAX];
    const uint8_t *const sizes = replay->header.variable_inputs ? kept : NULL;
    pawl_input_cursor cursor;
    memset(&cursor, 0, sizeof cursor);
    uint32_t next = copied->first.offset;
    pawl_status status = copy_signed_blocks(replay, copied, last, writer);
    for (uint64_t tick = copied->first.tick; status == PAWL_OK && tick < last; tick++) {
        status = copy_chunks_until(replay, copied, &next, tick, writer);
        if (status == PAWL_OK) {
            status =
                pawl_replay_get_inputs_sized(replay, &cursor, tick, inputs, kept, input_status);
        }
        if (status == PAWL_OK)
            status = pawl_replay_write_inputs_sized(writer, tick, inputs, sizes, input_status);
    }
    if (status == PAWL_OK) status = copy_chunks_until(replay, copied, &next, last, writer);
    return status == PAWL_OK ? pawl_replay_flush(writer) : status;
}

PAWLI_RARE pawl_status pawl_replay_cut(const pawl_replay *replay, uint64_t from, uint64_t to,
                                       pawl_replay_writer *writer) {
    if (replay == NULL) return PAWL_ERR_NULL;
    const pawl_status status = pawli_chunk_check_writer(writer);
    if (status != PAWL_OK) return status;
    if (to < from) return PAWL_ERR_RANGE;
    if (writer->stage != PAWLI_STAGE_NONE || writer->type != replay->header.type ||
        writer->players != replay->header.players ||
        writer->input_size != replay->header.input_size ||
        writer->variable_inputs != replay->header.variable_inputs) {
        return PAWL_ERR_ARGUMENT;
    }
    const excerpt copied = find_excerpt(replay, from, to);
    const uint64_t last = copied.has_end ? copied.last.tick : replay->last_tick;
    if (writer->type == PAWL_REPLAY_GAME) return copy_game_excerpt(replay, &copied, last, writer);
    const pawl_status done = copy_terrain_chunks(replay, &copied, writer);
    if (done != PAWL_OK) return done;
    uint32_t next = copied.first.offset;
    return copy_chunks_until(replay, &copied, &next, last, writer);
}
