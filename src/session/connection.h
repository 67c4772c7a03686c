/* connection.h - how connections begin and end: handshakes, peers, the host and the client. Part of
 * session/session.h, which includes it. */
#ifndef PAWLI_CONNECTION_H
#define PAWLI_CONNECTION_H

#include "session/session.h"

/* Flags of a HELLO: what it has. */
#define PAWLI_HELLO_COOKIE 1u
#define PAWLI_HELLO_NAME 2u /* and a commitment */
#define PAWLI_HELLO_KEY 4u
#define PAWLI_HELLO_WANTS_NAME 8u /* it has a secret, and does not know the game */
#define PAWLI_HELLO_SIGNS 16u     /* its sign_every, which is not 0 */
#define PAWLI_HELLO_FLAGS 31u

/* Of a HELLO: the size of inputs, and whether it varies. */
static inline uint8_t pawli_hello_inputs(const pawl_session_def *def) {
    return (uint8_t)(def->input_size | (def->variable_inputs ? 0x80u : 0u));
}

#define PAWLI_CHALLENGE_KEY 1u /* flag: this name is known, show the key */

/* ---- challenge.c ---- */
/* Of an address. */
uint64_t pawli_challenge_tag(const pawl_session *session, const void *address, size_t size);
/* Whether the cookie was told to this address, for this nonce, a short time ago. */
bool pawli_challenge_is_met(const pawl_session *session, uint64_t tag, uint32_t nonce,
                            const uint8_t *cookie, uint32_t now_ms);
/* Body of a CHALLENGE. */
void pawli_challenge_write(const pawl_session *session, pawli_writer *to, uint64_t tag,
                           uint32_t nonce, uint32_t count, uint32_t now_ms);
/* Number of the next visit, which is told to that address alone. */
uint32_t pawli_challenge_visit(pawl_session *session, uint64_t tag, uint32_t nonce);
/* Client: the name that this machine has in a game, a key of it, and what it tells of a key. */
void pawli_challenge_name(const pawl_session *session, uint32_t game, uint8_t *out);
void pawli_challenge_key(const pawl_session *session, uint32_t game, uint32_t count, uint8_t *out);
void pawli_challenge_commit(const uint8_t *key, uint8_t *out);

/* ---- peer.c ---- */
void pawli_peer_watch_time(pawl_session *session, uint32_t now_ms);
/* Tells of peers that are silent, and of one that is no longer. */
void pawli_peer_watch_silence(pawl_session *session);
void pawli_peer_end_silence(pawl_session *session, uint32_t index);
/* Nothing has come for so long. */
bool pawli_peer_was_silent(const pawl_session *session, const pawli_peer *peer, uint32_t wait_ms);
/* Nothing has come for too long. */
bool pawli_peer_is_lost(const pawl_session *session, const pawli_peer *peer);
/* It is told so, some times. */
void pawli_peer_leave(pawli_peer *peer, pawl_refusal reason);
/* The same with an event; when it need not be told, it is free at once. */
void pawli_peer_close(pawl_session *session, uint32_t index, pawl_refusal reason, bool tell_it);
/* One that has no connection is challenged: the key of this number is asked for; PAWLI_NEVER: none.
 */
void pawli_peer_challenge(pawl_session *session, uint32_t index, uint32_t nonce, uint32_t count);
/* An address that has no connection is told why. */
void pawli_peer_refuse(pawl_session *session, uint32_t index, uint32_t nonce, pawl_refusal reason,
                       uint32_t parting);
int32_t pawli_peer_send_bye(pawl_session *session, pawli_peer *peer, void *bytes, size_t size);
/* Whether a BYE is meant for this connection, and its reason. */
pawl_status pawli_peer_receive_bye(const pawl_session *session, pawli_peer *peer,
                                   pawli_packet *packet, pawl_refusal *out);

/* ---- game.c ---- */
/* A machine without a game: at the beginning, and when a client connects again. */
void pawli_game_clear(pawl_session *session);
/* Client: the game begins here with the state of a tick, which has this chain. */
void pawli_game_enter(pawl_session *session, uint32_t tick, uint32_t chain);
void pawli_game_start(pawl_session *session);
/* As soon as all players are there. */
void pawli_game_try_start(pawl_session *session);

/* ---- client.c ---- */
void pawli_client_connect(pawl_session *session);
int32_t pawli_client_send_hello(pawl_session *session, pawli_peer *peer, void *bytes, size_t size);
pawl_status pawli_client_receive_challenge(pawl_session *session, pawli_packet *packet);
pawl_status pawli_client_receive_welcome(pawl_session *session, pawli_packet *packet);
/* It plays, from this tick on. */
void pawli_client_start(pawl_session *session, uint32_t tick);
/* The host is lost when it is silent, and when it says so. */
void pawli_client_watch_host(pawl_session *session);
void pawli_client_take_bye(pawl_session *session, pawl_refusal reason, bool is_version);
void pawli_client_refuse_host(pawl_session *session); /* for its build */

/* ---- admit.c ---- */
/* What a client says of itself; what it does not say is null. */
typedef struct pawli_hello {
    uint32_t nonce, wanted;
    uint32_t features; /* of its build */
    uint32_t mismatch; /* why it cannot play here, whatever is free; 0: no reason */
    uint32_t parting;  /* features that only one of the builds has, and that are used */
    const uint8_t *cookie, *name, *commitment, *key, *greeting;
    uint32_t greeting_size;
    bool wants_name;
} pawli_hello;

typedef enum pawli_admission {
    PAWLI_ADMISSION_WAIT = 0, /* for its other connection to end */
    PAWLI_ADMISSION_REFUSE,   /* for its mismatch */
    PAWLI_ADMISSION_CHALLENGE,
    PAWLI_ADMISSION_ADMIT
} pawli_admission;

/* Errors: FORMAT. */
pawl_status pawli_admit_read(const pawl_session *session, const pawli_packet *packet,
                             pawli_hello *out);
/* is_proven: the address. *count: of the key that is asked for; PAWLI_NEVER: none. */
pawli_admission pawli_admit_judge(const pawl_session *session, const pawli_hello *in,
                                  bool is_proven, uint32_t *count);
/* The peer that has the players which come back; PAWL_SESSION_PEER_NONE: none has. */
uint32_t pawli_admit_find_returning(const pawl_session *session, const pawli_hello *in);
/* It is a peer from now on: 0, or why it is not. */
uint32_t pawli_admit_enter(pawl_session *session, uint32_t index, uint64_t tag,
                           const pawli_hello *in);
/* From a peer, or on a trusted link. */
pawl_status pawli_admit_receive(pawl_session *session, uint32_t index, pawli_packet *packet);

/* ---- host.c ---- */
int32_t pawli_host_send_welcome(pawl_session *session, pawli_peer *peer, void *bytes, size_t size);
/* Its players are gone. */
void pawli_host_lose_peer(pawl_session *session, uint32_t index, pawl_refusal reason, bool tell_it);
void pawli_host_drop_silent(pawl_session *session);
/* Nothing can be kept for a peer without players that is too slow. */
void pawli_host_drop_slow(pawl_session *session);
/* Players of a peer that has caught up play again. */
void pawli_host_bring_back(pawl_session *session);

#endif
