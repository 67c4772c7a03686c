/* replay_signed.c - keys and signatures in game replays, and whether they are right.
 *
 *     KEYS   match, then the public key of each player, zeros for one that has none
 *     SIGN   player u8 | 0 u8 | ticks u16 | first tick u64 | signature
 *
 * A player of replays skips both. Keys are as good as where they come from: a verifier compares
 * them with those that it knows. */
#include "pawl/sign.h"
#include "replay/chunk.h"

static pawl_status check_signing_writer(const pawl_replay_writer *writer) {
    const pawl_status status = pawli_chunk_check_writer(writer);
    if (status != PAWL_OK) return status;
    return writer->type != PAWL_REPLAY_GAME || writer->stage == PAWLI_STAGE_END ? PAWL_ERR_ARGUMENT
                                                                                : PAWL_OK;
}

pawl_status pawl_replay_write_keys(pawl_replay_writer *writer, const void *match,
                                   const void *keys) {
    const pawl_status status = check_signing_writer(writer);
    if (status != PAWL_OK) return status;
    if (match == NULL || keys == NULL) return PAWL_ERR_NULL;
    const pawli_content content = {match, PAWL_SIGN_MATCH_SIZE, keys,
                                   (uint32_t)writer->players * PAWL_SIGN_KEY_SIZE};
    return pawli_chunk_write(writer, PAWLI_ID_KEYS, 0, &content);
}

pawl_status pawl_replay_write_signature(pawl_replay_writer *writer, uint32_t player, uint64_t tick,
                                        uint32_t count, const void *signature) {
    const pawl_status status = check_signing_writer(writer);
    if (status != PAWL_OK) return status;
    if (signature == NULL) return PAWL_ERR_NULL;
    if (player >= writer->players || count == 0 || count > UINT16_MAX) return PAWL_ERR_RANGE;
    if (count > UINT64_MAX - tick) return PAWL_ERR_RANGE;
    uint8_t start[PAWLI_SIGN_START];
    pawli_writer to = pawli_writer_of(start, sizeof start);
    pawli_write_u8(&to, (uint8_t)player);
    pawli_write_u8(&to, 0);
    pawli_write_u16(&to, (uint16_t)count);
    pawli_write_u64(&to, tick);
    const pawli_content content = {start, sizeof start, signature, PAWL_SIGNATURE_SIZE};
    return pawli_chunk_write(writer, PAWLI_ID_SIGNATURE, 0, &content);
}

/* ---- verifying ------------------------------------------------------------------------------ */

/* Where inputs are read from. Several players sign the same ticks one after the other, so the place
 * where a block begins is kept. Going back further begins at the start of the replay; a stranger's
 * file may ask for that no more often than this many times all of its ticks. */
#define REWINDS_MAX 4096u

typedef struct block_reader {
    pawl_input_cursor begin, cursor;
    uint64_t tick;  /* `begin` is at or before it */
    uint64_t again; /* ticks that were read again after going back */
} block_reader;

/* False when there was too much of it. */
static bool move_to_block(const pawl_replay *replay, block_reader *reader, uint64_t tick) {
    const uint64_t most = (replay->last_tick - replay->first_tick) * REWINDS_MAX;
    if (tick < reader->tick) {
        memset(&reader->cursor, 0, sizeof reader->cursor);
        reader->again += tick - replay->first_tick;
    } else if (tick == reader->tick) {
        reader->cursor = reader->begin;
    }
    reader->begin = reader->cursor;
    reader->tick = tick;
    return most / REWINDS_MAX != replay->last_tick - replay->first_tick || reader->again <= most;
}

/* The inputs of one player, one tick after the other; false when the replay does not have them, or
 * the player was gone in one of the ticks: of those nothing is signed. */
static bool gather_signed_inputs(const pawl_replay *replay, pawl_input_cursor *cursor,
                                 const pawl_signed_block *block, uint8_t *out) {
    uint8_t inputs[PAWL_REPLAY_PLAYERS_MAX * PAWL_REPLAY_INPUT_MAX];
    uint8_t status[PAWL_REPLAY_PLAYERS_MAX], sizes[PAWL_REPLAY_PLAYERS_MAX];
    uint8_t *to = out;
    for (uint32_t i = 0; i < block->count; i++) {
        if (pawl_replay_get_inputs_sized(replay, cursor, block->tick + i, inputs, sizes, status) !=
            PAWL_OK) {
            return false;
        }
        /* Gone is 2 (pawl_input_status): the session signs no such block. */
        if (status[block->player] == 2) return false;
        if (block->variable_inputs != 0) *to++ = sizes[block->player];
        memcpy(to, inputs + block->player * block->input_size, block->input_size);
        to += block->input_size;
    }
    return true;
}

static bool is_block_right(const pawl_replay *replay, const pawl_verifier *verifier,
                           const pawl_signed_block *block, const pawl_chunk *chunk,
                           const uint8_t *keys, pawl_input_cursor *cursor) {
    uint8_t inputs[PAWL_SIGN_INPUTS_MAX], message[PAWL_SIGN_MESSAGE_MAX];
    const uint32_t one = (uint32_t)block->input_size + block->variable_inputs;
    if (block->count * one > sizeof inputs) return false;
    if (!gather_signed_inputs(replay, cursor, block, inputs)) return false;
    const uint32_t size = pawl_signed_block_write(block, inputs, message, sizeof message);
    return size != 0 &&
           verifier->verify(verifier->context, keys + block->player * PAWL_SIGN_KEY_SIZE, message,
                            (size_t)size, chunk->content + PAWLI_SIGN_START);
}

static void report_block(const pawl_verifier *verifier, const pawl_chunk *chunk,
                         pawl_signed_result result) {
    if (verifier->report == NULL) return;
    verifier->report(verifier->context, chunk->content[0], chunk->tick, chunk->count, result);
}

static void verify_block(const pawl_replay *replay, const pawl_verifier *verifier,
                         const pawl_chunk *keys, const pawl_chunk *chunk, block_reader *reader,
                         pawl_signed_verdict *verdict) {
    pawl_signed_block block;
    memset(&block, 0, sizeof block);
    memcpy(block.match, keys->content, sizeof block.match);
    block.app_id = replay->header.app_id;
    block.player = chunk->content[0];
    block.input_size = replay->header.input_size;
    block.variable_inputs = replay->header.variable_inputs;
    block.count = (uint16_t)chunk->count;
    block.tick = chunk->tick;
    /* What lies beyond the part that was recorded can be neither shown nor doubted. */
    if (chunk->tick < replay->first_tick || chunk->tick + chunk->count > replay->last_tick) {
        verdict->outside++;
        report_block(verifier, chunk, PAWL_SIGNED_OUTSIDE);
        return;
    }
    if (!move_to_block(replay, reader, chunk->tick)) {
        verdict->status = PAWL_ERR_LIMIT;
        return;
    }
    if (is_block_right(replay, verifier, &block, chunk, keys->content + PAWL_SIGN_MATCH_SIZE,
                       &reader->cursor)) {
        verdict->good++;
        if (chunk->tick >= verdict->ends[block.player]) {
            verdict->ticks[block.player] += chunk->count;
            verdict->ends[block.player] = chunk->tick + chunk->count;
        }
        report_block(verifier, chunk, PAWL_SIGNED_RIGHT);
        return;
    }
    report_block(verifier, chunk, PAWL_SIGNED_WRONG);
    if (verdict->bad++ != 0) return;
    verdict->status = PAWL_ERR_CORRUPT;
    verdict->player = block.player;
    verdict->tick = chunk->tick;
    verdict->count = chunk->count;
    verdict->offset = chunk->offset;
}

pawl_signed_verdict pawl_replay_verify_signatures(const pawl_replay *replay,
                                                  const pawl_verifier *verifier) {
    pawl_signed_verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    verdict.status = PAWL_ERR_NULL;
    if (replay == NULL || verifier == NULL || verifier->verify == NULL) return verdict;
    verdict.status = PAWL_ERR_ARGUMENT;
    if (replay->header.type != PAWL_REPLAY_GAME) return verdict;
    pawl_chunk chunk, keys;
    block_reader reader;
    memset(&reader, 0, sizeof reader);
    memset(&keys, 0, sizeof keys);
    uint32_t next = 0;
    while (verdict.status != PAWL_ERR_LIMIT &&
           pawl_replay_get_chunk(replay, next, &chunk, &next) == PAWL_OK) {
        if (chunk.type == PAWL_CHUNK_KEYS && keys.content == NULL) {
            keys = chunk;
            verdict.status = PAWL_OK;
        }
        if (chunk.type == PAWL_CHUNK_SIGNATURE && keys.content != NULL)
            verify_block(replay, verifier, &keys, &chunk, &reader, &verdict);
    }
    return verdict;
}

const uint8_t *pawl_replay_get_keys(const pawl_replay *replay, const uint8_t **match) {
    pawl_chunk chunk;
    uint32_t next = 0;
    if (replay == NULL) return NULL;
    while (pawl_replay_get_chunk(replay, next, &chunk, &next) == PAWL_OK) {
        if (chunk.type != PAWL_CHUNK_KEYS) continue;
        if (match != NULL) *match = chunk.content;
        return chunk.content + PAWL_SIGN_MATCH_SIZE;
    }
    return NULL;
}
