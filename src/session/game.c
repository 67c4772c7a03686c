/* game.c - a machine without a game, and the two ways into one: from the first tick, and late. */
#include "session/inputs.h"
#include "session/signing.h"

void pawli_game_clear(pawl_session *session) {
    session->phase = PAWL_PHASE_WAITING;
    session->local = 0;
    session->is_late = session->has_reset = session->snapshot.is_here = false;
    session->snapshot.must_ack = session->snapshot.is_wanted = false;
    session->first = session->head = session->at = session->confirmed = 0;
    session->hinted = session->top = session->taken = 0;
    session->begin = session->dirty = PAWLI_NEVER;
    session->log.base = session->log.first = session->log.end = 0;
    session->advised = 0;
    session->uses = session->told = 0;
    session->is_stalled = session->was_told = false;
    for (uint32_t i = 0; i < session->def.players; i++) {
        session->known[i] = 0;
        session->starts[i] = PAWLI_NEVER;
        session->owner[i] = PAWLI_OWNER_NONE;
    }
    pawli_rollback_reset(session, 0);
    pawli_desync_reset(session, 0, 0);
    pawli_signing_reset(session, 0);
}

void pawli_game_enter(pawl_session *session, uint32_t tick, uint32_t chain) {
    session->confirmed = session->hinted = session->top = session->taken = tick;
    session->log.base = session->log.first = session->log.end = tick;
    for (uint32_t i = 0; i < session->def.players; i++)
        session->known[i] = tick;
    pawli_rollback_reset(session, tick);
    pawli_desync_reset(session, tick, chain);
    pawli_signing_reset(session, tick);
}

void pawli_game_start(pawl_session *session) {
    session->phase = PAWL_PHASE_PLAYING;
    for (uint32_t i = 0; i < session->def.players; i++) {
        const bool is_here = session->owner[i] != PAWLI_OWNER_NONE;
        session->starts[i] = is_here ? 0 : PAWLI_NEVER;
    }
    if (session->local != 0) pawli_inputs_begin(session, 0);
    for (uint32_t i = 0; i < session->peer_count; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state != PAWLI_PEER_ACCEPTED) continue;
        peer->state = PAWLI_PEER_PLAYING;
        if (peer->players != 0) peer->begin = 0;
    }
    pawli_notify(session, PAWL_EVENT_STARTED, 0, 0, 0, 0);
    pawli_inputs_confirm(session);
}

void pawli_game_try_start(pawl_session *session) {
    if (session->phase != PAWL_PHASE_WAITING || pawli_session_is_client(session)) return;
    if (session->at_relay != 0) return; /* when it is fed */
    for (uint32_t i = 0; i < session->def.players; i++) {
        if (session->owner[i] == PAWLI_OWNER_NONE) return;
    }
    pawli_game_start(session);
}
