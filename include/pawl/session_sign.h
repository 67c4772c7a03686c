/* session_sign.h - players of a session that sign their inputs, block by block: docs/netplay.md
 * says how, and what it proves; sign.h has the bytes that are signed. */
#ifndef PAWL_SESSION_SIGN_H
#define PAWL_SESSION_SIGN_H

#include "pawl/session.h"
#include "pawl/sign.h"

/* With sign_every: the number of the match in each message (sign.h), match[PAWL_SIGN_MATCH_SIZE]:
 * random bytes, the same on all machines, before the first block is confirmed. Default zeros.
 * Errors: NULL, ARGUMENT (nothing is signed), PHASE (a block was). */
PAWL_API pawl_status pawl_session_use_match(pawl_session *session, const void *match);
/* The game ends before this tick, and so does what is signed: the last block may be shorter. Tell
 * it on each machine, the same tick, before a block beyond it is confirmed; the session goes on, so
 * that signatures arrive. What was played since the last whole block stays unsigned without it.
 * Errors: NULL, ARGUMENT (nothing is signed; tick 0), PHASE (the ticks behind it are signed
 * already; another tick was told). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_session_end_signing(pawl_session *session, uint32_t tick);
/* The answer to a SIGN: signature[PAWL_SIGNATURE_SIZE], or null: this block goes unsigned. Until
 * then nothing else is asked. Errors: NULL, ARGUMENT (no SIGN of this tick is asked for). */
PAWL_API pawl_status pawl_session_answer_sign(pawl_session *session, uint32_t tick,
                                              const void *signature);
typedef struct pawl_session_signature {
    uint32_t player, tick, count;       /* of the ticks of this block, all confirmed */
    uint8_t bytes[PAWL_SIGNATURE_SIZE]; /* as the player's machine gave them: not verified */
} pawl_session_signature;
/* Signatures of all players, of this machine too, each once, in order for each player: for a
 * replay, so none of a block that began before this machine came in. False when there is none. Of
 * each player the newest four are kept. */
PAWL_API bool pawl_session_take_signature(pawl_session *session, pawl_session_signature *out);

#endif
