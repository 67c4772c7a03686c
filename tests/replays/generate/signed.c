/* signed.c - writes tests/replays/2/signed.replay and tests/replays/signed.keys: a game of sumo
 * whose players sign their inputs, as examples/signed does it in a session.
 *
 * usage: signed-replay FOLDER
 *
 * Player 0 signs all but one block, player 1 until it is gone. Ed25519 is deterministic, and the
 * seeds of the keys are here: so every build writes the same bytes. Needs libsodium. */
#include <pawl/replay.h>
#include <pawl/session.h>
#include <pawl/sign.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "sumo/sumo.h"

#define PLAYERS 2
#define TICKS 630
#define SECOND 60
#define GONE_FROM 450     /* player 1, in the middle of a block */
#define UNSIGNED_TICK 120 /* of player 0: the block that begins here */
#define SEED 7

static uint8_t keys[PLAYERS][PAWL_SIGN_KEY_SIZE], secrets[PLAYERS][crypto_sign_SECRETKEYBYTES];
static uint8_t match[PAWL_SIGN_MATCH_SIZE] = "signed replay 1";
static sumo game;

static bool put(void *context, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size;
}

static bool sign_block(pawl_replay_writer *writer, uint32_t player, uint32_t tick,
                       const uint8_t *inputs) {
    uint8_t message[PAWL_SIGN_MESSAGE_MAX], signature[crypto_sign_BYTES];
    pawl_signed_block block = {.app_id = SUMO_APP_ID, .player = (uint8_t)player, .tick = tick};
    memcpy(block.match, match, sizeof match);
    block.input_size = SUMO_INPUT_SIZE;
    block.count = SECOND;
    const uint32_t size = pawl_signed_block_write(&block, inputs, message, sizeof message);
    return size > 0 && crypto_sign_detached(signature, NULL, message, size, secrets[player]) == 0 &&
           pawl_replay_write_signature(writer, player, tick, SECOND, signature) == PAWL_OK;
}

static bool write_state(pawl_replay_writer *writer, uint32_t tick, uint32_t chain) {
    static uint8_t bytes[SUMO_SNAPSHOT_BYTES];
    uint32_t size = 0;
    if (tick % (5 * SECOND) == 0 &&
        (sumo_encode(&game, bytes, sizeof bytes, &size) != PAWL_OK ||
         pawl_replay_write_keyframe(writer, tick, bytes, size) != PAWL_OK)) {
        return false;
    }
    return tick % SECOND != 0 ||
           pawl_replay_write_hash(writer, tick, chain, sumo_hash(&game), NULL) == PAWL_OK;
}

static bool play(pawl_replay_writer *writer) {
    uint8_t blocks[PLAYERS][SECOND];
    uint32_t chain = 0;
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        uint8_t inputs[PLAYERS], status[PLAYERS] = {0};
        chain = pawl_hash_chain(chain, sumo_hash(&game));
        if (!write_state(writer, tick, chain)) return false;
        for (uint32_t i = 0; i < PLAYERS; i++) {
            const bool is_gone = i == 1 && tick >= GONE_FROM;
            inputs[i] = is_gone ? 0 : sumo_bot(SEED, i, tick);
            status[i] = is_gone ? PAWL_INPUT_GONE : PAWL_INPUT_CONFIRMED;
            blocks[i][tick % SECOND] = inputs[i];
        }
        if (pawl_replay_write_inputs(writer, tick, inputs, status) != PAWL_OK ||
            sumo_step(&game, inputs) != PAWL_OK) {
            return false;
        }
        if ((tick + 1) % SECOND != 0) continue;
        const uint32_t first = tick + 1 - SECOND;
        if (first != UNSIGNED_TICK && !sign_block(writer, 0, first, blocks[0])) return false;
        if (tick < GONE_FROM && !sign_block(writer, 1, first, blocks[1])) return false;
    }
    chain = pawl_hash_chain(chain, sumo_hash(&game));
    return pawl_replay_end(writer, TICKS, chain, sumo_hash(&game)) == PAWL_OK;
}

static bool write_replay(const char *path) {
    uint8_t room[PAWL_REPLAY_BUFFER];
    pawl_replay_writer writer;
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_GAME);
    header.players = PLAYERS;
    header.input_size = SUMO_INPUT_SIZE;
    header.rate_numerator = SUMO_RATE;
    header.app_id = SUMO_APP_ID;
    header.seed = SEED;
    FILE *const to = fopen(path, "wb");
    if (to == NULL) return false;
    const bool good =
        sumo_start(&game, PLAYERS, SEED) == PAWL_OK &&
        pawl_replay_begin(&writer, &header, (pawl_sink){put, to}, room, sizeof room) == PAWL_OK &&
        pawl_replay_write_keys(&writer, match, keys) == PAWL_OK && play(&writer);
    return fclose(to) == 0 && good;
}

static bool write_keys(const char *path) {
    static const char *const names[PLAYERS] = {"ann", "bob"};
    FILE *const to = fopen(path, "w");
    if (to == NULL) return false;
    fputs("# the players of 2/signed.replay\n", to);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        for (uint32_t at = 0; at < PAWL_SIGN_KEY_SIZE; at++)
            fprintf(to, "%02x", (unsigned)keys[i][at]);
        fprintf(to, " %s\n", names[i]);
    }
    return fclose(to) == 0;
}

int main(int argc, char **argv) {
    char path[512];
    if (argc != 2 || sodium_init() < 0) return 2;
    for (uint32_t i = 0; i < PLAYERS; i++) {
        uint8_t seed[crypto_sign_SEEDBYTES];
        memset(seed, (int)i + 1, sizeof seed);
        (void)crypto_sign_seed_keypair(keys[i], secrets[i], seed);
    }
    snprintf(path, sizeof path, "%s/2/signed.replay", argv[1]);
    if (!write_replay(path)) return 1;
    snprintf(path, sizeof path, "%s/signed.keys", argv[1]);
    return write_keys(path) ? 0 : 1;
}
