/* sign_net.h - a host and clients that sign their inputs, over a bad network, each of which records
 * a game replay with the signatures.
 *
 * No curve: a signature is a hash of key and message, which whatever knows the key can make. What
 * is tested is what is signed, and what comes of it. */
#ifndef PAWL_TESTS_SIGN_NET_H
#define PAWL_TESTS_SIGN_NET_H

#include "pawl/replay.h"
#include "pawl/sign.h"
#include "session/signing.h"
#include "support/net/machine.h"
#include "support/base/seeded.h"
#include "support/replay/replay_file.h"

#define MACHINES 5
#define TICK_MS 17
#define EVERY 16 /* ticks of a block */
#define QUEUE 400

typedef struct flying_packet {
    uint8_t bytes[PAWL_SESSION_PACKET_MAX];
    uint32_t size, from, to, due_ms; /* size 0: free */
} flying_packet;

typedef struct sign_game {
    machine machines[MACHINES]; /* the host is the first */
    bool is_on[MACHINES];
    replay_file files[MACHINES];
    pawl_replay_writer writers[MACHINES];
    uint8_t rooms[MACHINES][PAWL_REPLAY_BUFFER_MAX];
    uint32_t taken[MACHINES];                     /* signatures */
    bool records[MACHINES], came_again[MACHINES]; /* came_again: a replay of its would have a gap */
    flying_packet queue[QUEUE];
    uint32_t clock_ms, players, loss, delay_ms; /* loss: of 100 packets */
    uint32_t refused;                           /* why a machine was, the last time */
    uint64_t seed;
    uint8_t match[PAWL_SIGN_MATCH_SIZE];
    bool declines, is_mute; /* is_mute: nothing of clients arrives */
    bool is_variable;       /* inputs of 0 to 2 bytes */
    uint32_t game_end;      /* 0: there is none */
} sign_game;

/* One at a time. */
extern sign_game game;

/* Whether a toy signature is right. */
extern const pawl_verifier toy_verifier;

uint32_t draw(uint32_t below);
pawl_session_def sign_def(pawl_session_role role);
void open_machine(uint32_t index, const pawl_session_def *def);
/* A host and so many clients. */
void open_all(uint32_t clients);
/* Draws a seed; loss of 100 packets, and delay up to so many ms. */
void begin_game(uint32_t players, uint32_t loss, uint32_t delay_ms);
void end_game(void);
void run_frames(uint32_t count);
/* Of what a machine has recorded so far. */
pawl_signed_verdict verify_file(uint32_t index);

#endif
