/* signing.h - internal: signatures of blocks of inputs, and which machine has which.
 *
 * A block is a run of sign_every ticks that begins at a multiple of it; the last one of a game may
 * be shorter, where the program has said at which tick it ends. When the last tick of one
 * is confirmed, the program is asked for a signature for each player of this machine that had its
 * own inputs in all of it. Signatures go to the host, and from it to all others: the newest ones of
 * each player are kept and sent again until they are acknowledged.
 *
 * The part of the session's memory where this is lies at at_signing, 0 where nothing is signed:
 * pawli_signing, then a pawli_signing_peer per peer, the inputs of the open block of each local
 * player, and the message that the program is asked to sign. */
#ifndef PAWLI_SIGNING_H
#define PAWLI_SIGNING_H

#include "pawl/session_sign.h"
#include "session/session.h"

#define PAWLI_SIGNATURES_KEPT 4u /* of each player */

typedef struct pawli_signature {
    uint32_t end; /* of its block; 0: none */
    uint8_t bytes[PAWL_SIGNATURE_SIZE];
} pawli_signature;

/* Of a peer. */
typedef struct pawli_signing_peer {
    uint32_t nonce, visit; /* of the visit that this is of */
    uint32_t sent_ms;
    uint32_t has[PAWL_SESSION_PLAYERS_MAX]; /* what it has of each player ends at this tick */
    uint8_t unanswered;
    bool must_ack, has_sent;
} pawli_signing_peer;

typedef struct pawli_signing {
    uint8_t match[PAWL_SIGN_MATCH_SIZE];
    uint32_t first, next; /* the open block: its first tick, the tick that is taken next */
    uint32_t asked_first; /* the block that is signed now */
    uint32_t asked_count; /* its ticks */
    uint32_t game_end;    /* no tick from here on is signed; 0: not known */
    uint32_t spoiled;     /* of the open block: players, a bit each, that sign it not */
    uint32_t asked;       /* players that are still to be asked for */
    uint32_t at_peers, at_inputs, at_asked, at_message, block_size;
    uint32_t has[PAWL_SESSION_PLAYERS_MAX];   /* blocks that are here end at this tick */
    uint32_t taken[PAWL_SESSION_PLAYERS_MAX]; /* by the program */
    pawli_signature kept[PAWL_SESSION_PLAYERS_MAX][PAWLI_SIGNATURES_KEPT];
} pawli_signing;

/* Null where nothing is signed. */
static inline pawli_signing *pawli_session_signing(const pawl_session *session) {
    if (session->at_signing == 0) return NULL;
    return (pawli_signing *)(void *)pawli_session_at(session, session->at_signing);
}

/* Bytes of the part, where a def is valid; 0: none. */
uint32_t pawli_signing_size(const pawl_session *layout);
bool pawli_signing_is_valid(const pawl_session_def *def);
/* Another game: all but the match is forgotten. */
void pawli_signing_reset(pawl_session *session, uint32_t tick);
/* Another host decides from this tick on: what was signed of later ones is forgotten. */
void pawli_signing_rewind(pawl_session *session, uint32_t tick);
/* The row before `confirmed` is confirmed now. */
void pawli_signing_take_row(pawl_session *session);
/* The host has decided otherwise than the players of this machine. */
void pawli_signing_spoil(pawl_session *session);
bool pawli_signing_next(pawl_session *session, pawl_request *out);
bool pawli_signing_is_due(pawl_session *session, const pawli_peer *peer);
int32_t pawli_signing_send(pawl_session *session, pawli_peer *peer, void *bytes, size_t size);
pawl_status pawli_signing_receive(pawl_session *session, pawli_peer *peer, pawli_packet *packet);

#endif
