/* stage_hooks.h - internal: where a session calls what searches for a stage (stages.c). A program
 * that does not ask for it has session->stages null, and is linked without these. */
#ifndef PAWLI_STAGE_HOOKS_H
#define PAWLI_STAGE_HOOKS_H

#include "base/optional.h"
#include "session/session.h"

/* What a packet says, in the place of a diagnosis' own types. */
enum {
    PAWLI_STAGES_ASK = 8,
    PAWLI_STAGES_ANSWER,
    PAWLI_STAGES_RESULT,
    PAWLI_STAGES_THANKS,
    PAWLI_STAGES_CANNOT
};

static inline bool pawli_stages_is_packet(const pawl_session *session, const pawli_packet *packet) {
    const pawli_reader *const body = &packet->body;
    return session->stages != NULL && body->at < body->size &&
           body->bytes[body->at] >= PAWLI_STAGES_ASK;
}

/* Another game, or another visit. */
void pawli_stages_reset(pawl_session *session);
/* This machine has repeated itself: keep what the ticks before this one take. */
void pawli_stages_keep(pawl_session *session, uint32_t tick);
/* That was done for the state before this tick. */
bool pawli_stages_has(const pawl_session *session, uint32_t tick);
void pawli_stages_watch(pawl_session *session);
bool pawli_stages_wants_world(const pawl_session *session, uint32_t *tick, uint32_t *slot);
bool pawli_stages_is_due(const pawl_session *session, uint32_t peer);
int32_t pawli_stages_send(pawl_session *session, pawli_peer *peer, void *bytes, size_t size);
pawl_status pawli_stages_receive(pawl_session *session, uint32_t peer, pawli_packet *packet);

#endif
