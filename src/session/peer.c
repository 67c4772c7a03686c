/* peer.c - connections that end, and players who come back. */
#include "session/session.h"

#define FAREWELLS 3u
#define MARGIN_TICKS 4u

void pawli_peer_watch_time(pawl_session *session, uint32_t now_ms) {
    const uint32_t gap = now_ms - session->now;
    session->now = now_ms;
    /* At first, and after a pause of this machine, nobody else has been silent. A clock that went
     * back looks like a long pause. */
    if (session->has_now && gap < session->def.timeout_ms / 2u) return;
    session->has_now = true;
    for (uint32_t i = 0; i < session->peer_count; i++)
        pawli_session_peers(session)[i].heard_ms = now_ms;
}

/* Its players are gone from the first tick on whose inputs are not here. */
static void release_players(pawl_session *session, pawli_peer *peer, bool for_good) {
    for (uint32_t i = 0; i < session->def.players; i++) {
        if (((unsigned)peer->players >> i & 1u) == 0) continue;
        session->owner[i] = PAWLI_OWNER_NONE;
        /* Who was about to come back has given nothing for the ticks until then. */
        const bool is_to_come =
            session->starts[i] != PAWLI_NEVER && session->starts[i] > session->confirmed;
        if (is_to_come) session->known[i] = session->confirmed;
        session->starts[i] = PAWLI_NEVER;
        if (for_good) session->tokens[i] = 0;
        if (session->phase == PAWL_PHASE_PLAYING) {
            pawli_inputs_predict(session, i, pawli_max(session->known[i], session->confirmed));
        }
    }
}

/* A client is alone: it ends, or knocks again when it can come back. */
static void lose_host(pawl_session *session, pawl_refusal reason) {
    const bool may_return = reason == PAWL_REFUSED_SILENCE || reason == PAWL_REFUSED_SLOW;
    const bool can_return = session->snapshot != NULL && session->phase != PAWL_PHASE_ENDED &&
                            (session->def.token != 0 || session->local == 0);
    if (may_return && can_return) {
        pawli_game_clear(session);
        pawli_client_connect(session);
        return;
    }
    session->phase = PAWL_PHASE_ENDED;
}

void pawli_peer_down(pawl_session *session, uint32_t index, pawl_refusal reason, bool tell_it) {
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    const bool for_good = reason == PAWL_REFUSED_LEFT || reason == PAWL_REFUSED_DROPPED;
    pawli_notify_reason(session, PAWL_EVENT_PEER_DOWN, index, peer->players, reason);
    peer->state = tell_it ? PAWLI_PEER_LEAVING : PAWLI_PEER_FREE;
    peer->reason = (uint8_t)reason;
    peer->farewells = FAREWELLS;
    if (pawli_session_is_host(session)) {
        release_players(session, peer, for_good);
        peer->players = 0;
        pawli_inputs_confirm(session);
    } else {
        lose_host(session, reason);
    }
}

void pawli_drop_silent(pawl_session *session) {
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state < PAWLI_PEER_ACCEPTED) continue;
        if (!pawli_is_due(session, peer->heard_ms, session->def.timeout_ms)) continue;
        pawli_peer_down(session, i, PAWL_REFUSED_SILENCE, pawli_session_is_host(session));
    }
}

void pawli_host_drop_slow(pawl_session *session) {
    if (!pawli_session_is_host(session) || session->top <= session->row_count) return;
    const uint32_t oldest = session->top - session->row_count;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state < PAWLI_PEER_LOADING) continue;
        const uint32_t needed = peer->ack > peer->rows_from ? peer->ack - 1u : peer->ack;
        if (needed < oldest) pawli_peer_down(session, i, PAWL_REFUSED_SLOW, true);
    }
}

/* How far a peer may trail behind and still have caught up. */
static uint32_t distance_of(const pawl_session *session, const pawli_peer *peer) {
    return pawli_time_sync_round_trip(session, peer) + session->def.delay + session->def.window +
           MARGIN_TICKS;
}

/* From some ticks later on, so that its first inputs are here in time. All that it played before
 * is decided then: a row knows one beginning. */
void pawli_host_bring_back(pawl_session *session) {
    if (!pawli_session_is_host(session) || session->phase != PAWL_PHASE_PLAYING) return;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state != PAWLI_PEER_PLAYING || peer->players == 0) continue;
        if (peer->begin != PAWLI_NEVER) continue;
        const uint32_t distance = distance_of(session, peer);
        if (peer->head + distance < session->confirmed) continue;
        bool is_decided = true;
        for (uint32_t p = 0; p < session->def.players; p++) {
            if (((unsigned)peer->players >> p & 1u) != 0 &&
                session->known[p] > session->confirmed) {
                is_decided = false;
            }
        }
        if (!is_decided) continue;
        peer->begin = pawli_max(session->head, session->confirmed) + distance;
        peer->next = peer->begin;
        for (uint32_t p = 0; p < session->def.players; p++) {
            if (((unsigned)peer->players >> p & 1u) == 0) continue;
            session->starts[p] = session->known[p] = peer->begin;
            pawli_inputs_predict(session, p, session->confirmed);
        }
    }
}

/* ---- for the program ---- */

bool pawl_session_is_free(const pawl_session *session, uint32_t peer) {
    if (session == NULL || peer >= session->peer_count) return false;
    return pawli_session_peers(session)[peer].state == PAWLI_PEER_FREE;
}

pawl_status pawl_session_leave(pawl_session *session) {
    if (session == NULL) return PAWL_ERR_NULL;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state < PAWLI_PEER_CONNECTING) continue;
        peer->state = PAWLI_PEER_LEAVING;
        peer->reason = PAWL_REFUSED_LEFT;
        peer->farewells = FAREWELLS;
    }
    session->phase = PAWL_PHASE_ENDED;
    return PAWL_OK;
}

pawl_status pawl_session_drop(pawl_session *session, uint32_t peer) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (!pawli_session_is_host(session)) return PAWL_ERR_ARGUMENT;
    if (peer >= session->peer_count) return PAWL_ERR_RANGE;
    if (pawli_session_peers(session)[peer].state < PAWLI_PEER_ACCEPTED) return PAWL_ERR_STALE;
    pawli_peer_down(session, peer, PAWL_REFUSED_DROPPED, true);
    return PAWL_OK;
}
