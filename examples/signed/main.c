/* main.c - two players who sign what they press with libsodium's Ed25519, and a replay that proves
 * it afterwards.
 *
 * Each machine signs its player's confirmed inputs, a second at a time, while the network loses a
 * tenth of the packets. The host records the game with all signatures. The replay verifies; then
 * one bit of one input is changed, as a host could that wants to blame a player, and the player and
 * the second are named. Needs libsodium-dev: make build/signed && build/signed */
#include <pawl/replay.h>
#include <pawl/session_sign.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "sumo/wire.h"

#define PLAYERS 2
#define TICKS 600
#define SECOND 60
#define FORGED_TICK 250
#define FILE_MAX 65536

enum {
    HOST,
    CLIENT
};

/* A machine: its session, the keys of its player, and a game whose state is a sum. */
typedef struct signer {
    pawl_session *session;
    uint64_t memory[2048];
    uint8_t secret[crypto_sign_SECRETKEYBYTES];
    uint32_t sum, saved;
} signer;

typedef struct replay_file {
    uint8_t bytes[FILE_MAX];
    size_t size;
    pawl_replay_writer writer;
    uint8_t room[PAWL_REPLAY_BUFFER];
} replay_file;

static signer machines[PLAYERS];
static uint8_t keys[PLAYERS][PAWL_SIGN_KEY_SIZE], match[PAWL_SIGN_MATCH_SIZE];
static replay_file recorded, forged;
static wire network;

/* ---- signing, and playing ---- */

static void sign(signer *self, const pawl_request *request) {
    uint8_t signature[crypto_sign_BYTES];
    (void)crypto_sign_detached(signature, NULL, request->snapshot, request->snapshot_size,
                               self->secret);
    (void)pawl_session_answer_sign(self->session, request->tick, signature);
}

static void play(signer *self) {
    pawl_request request;
    while (pawl_session_next_request(self->session, &request) > PAWL_REQUEST_WAIT) {
        if (request.type == PAWL_REQUEST_SIGN) {
            sign(self, &request);
        } else if (request.type == PAWL_REQUEST_STEP) {
            for (int i = 0; i < PLAYERS; i++)
                self->sum = self->sum * 31 + request.inputs[i];
        } else if (request.type == PAWL_REQUEST_SAVE) {
            (void)pawl_session_answer_save(self->session, request.tick,
                                           pawl_xxh32(&self->sum, sizeof self->sum, 0));
        } else if (request.type == PAWL_REQUEST_DIAGNOSE) {
            (void)pawl_session_answer_diagnose(self->session, NULL);
        }
    }
}

static bool begin(uint32_t number) {
    signer *const self = &machines[number];
    pawl_session_def def = pawl_session_def_default();
    def.role = number == HOST ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
    def.input_size = 1;
    def.window = 0; /* lockstep */
    def.delay = 4;
    def.slots = 1;
    def.trusts_link = true; /* the network is in this program */
    def.session_id = number + 1;
    def.sign_every = SECOND;
    (void)crypto_sign_keypair(keys[number], self->secret);
    return pawl_session_size(&def) <= sizeof self->memory &&
           pawl_session_init(self->memory, sizeof self->memory, &def, &self->session) == PAWL_OK &&
           pawl_session_use_match(self->session, match) == PAWL_OK;
}

/* ---- replays ---- */

static bool put(void *context, const void *bytes, size_t size) {
    replay_file *const file = context;
    if (size > sizeof file->bytes - file->size) return false;
    memcpy(file->bytes + file->size, bytes, size);
    file->size += size;
    return true;
}

static bool begin_file(replay_file *file) {
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_GAME);
    header.players = PLAYERS;
    header.input_size = 1;
    return pawl_replay_begin(&file->writer, &header, (pawl_sink){put, file}, file->room,
                             sizeof file->room) == PAWL_OK &&
           pawl_replay_write_keys(&file->writer, match, keys) == PAWL_OK &&
           pawl_replay_write_keyframe(&file->writer, 0, "start", 5) == PAWL_OK;
}

/* All of the host's confirmed ticks, once as they were and once with a bit changed; and whatever
 * is signed. */
static bool record(void) {
    uint8_t inputs[PLAYERS], status[PLAYERS];
    uint32_t tick;
    pawl_session_signature one;
    bool good = true;
    pawl_session *const session = machines[HOST].session;
    while (good && pawl_session_take_confirmed(session, &tick, inputs, status)) {
        good = pawl_replay_write_inputs(&recorded.writer, tick, inputs, status) == PAWL_OK;
        if (tick == FORGED_TICK) inputs[CLIENT] ^= 1;
        good = good && pawl_replay_write_inputs(&forged.writer, tick, inputs, status) == PAWL_OK;
    }
    while (good && pawl_session_take_signature(session, &one)) {
        good = pawl_replay_write_signature(&recorded.writer, one.player, one.tick, one.count,
                                           one.bytes) == PAWL_OK &&
               pawl_replay_write_signature(&forged.writer, one.player, one.tick, one.count,
                                           one.bytes) == PAWL_OK;
    }
    return good;
}

static bool is_signed(void *context, const uint8_t *key, const uint8_t *message, size_t size,
                      const uint8_t *signature) {
    (void)context;
    return crypto_sign_verify_detached(signature, message, size, key) == 0;
}

static pawl_signed_verdict verify(replay_file *file) {
    static const pawl_verifier verifier = {is_signed, NULL, NULL};
    pawl_replay replay;
    pawl_signed_verdict none = {.status = PAWL_ERR_FORMAT};
    if (pawl_replay_flush(&file->writer) != PAWL_OK) return none;
    if (pawl_replay_open(&replay, file->bytes, file->size, NULL) != PAWL_OK) return none;
    return pawl_replay_verify_signatures(&replay, &verifier);
}

int main(void) {
    if (sodium_init() < 0) return 1;
    randombytes_buf(match, sizeof match); /* a real host tells it in the lobby, with the keys */
    if (!begin(HOST) || !begin(CLIENT) || !begin_file(&recorded) || !begin_file(&forged)) return 1;
    wire_open(&network, 30, 10, 1);
    for (uint32_t i = 0; i < 20 * TICKS; i++) {
        const uint32_t now_ms = wire_next_frame(&network);
        for (uint32_t number = 0; number < PLAYERS; number++) {
            pawl_session *const session = machines[number].session;
            wire_receive_all(&network, number, session, now_ms);
            const uint8_t keys_held = (uint8_t)(pawl_session_get_head(session) / (20 + number));
            if (pawl_session_get_head(session) < TICKS)
                (void)pawl_session_add_input(session, number, &keys_held);
            play(&machines[number]);
            wire_send_all(&network, number, session, now_ms);
        }
        if (!record()) return 1;
        if (pawl_session_get_confirmed(machines[HOST].session) >= TICKS && i > 2 * TICKS) break;
    }
    const pawl_signed_verdict good = verify(&recorded), bad = verify(&forged);
    printf("as it was: %s, %lu blocks right, %lu wrong; signed ticks: %lu, %lu\n",
           pawl_status_text(good.status), (unsigned long)good.good, (unsigned long)good.bad,
           (unsigned long)good.ticks[HOST], (unsigned long)good.ticks[CLIENT]);
    printf("one bit changed: %s: player %lu, ticks %lu to %lu\n", pawl_status_text(bad.status),
           (unsigned long)bad.player, (unsigned long)bad.tick,
           (unsigned long)(bad.tick + bad.count - 1));
    const bool is_found = bad.status == PAWL_ERR_CORRUPT && bad.bad == 1 && bad.player == CLIENT &&
                          bad.tick == FORGED_TICK / SECOND * SECOND;
    return good.status == PAWL_OK && good.bad == 0 && good.good >= PLAYERS * (TICKS / SECOND - 1) &&
                   is_found
               ? 0
               : 1;
}
