/* host.c - the host: which peers are lost, what those are told that came in, and when players of
 * one that comes late play. */
#include "session/inputs.h"

#define RETURN_MARGIN_TICKS 4u

/* ---- losing a peer ---- */

/* Its players are gone from the first tick on whose inputs are not here. */
static void release_players(pawl_session *session, pawli_peer *peer, bool for_good) {
    for (uint32_t i = 0; i < session->def.players; i++) {
        if (!pawli_has_player(peer->players, i)) continue;
        session->owner[i] = PAWLI_OWNER_NONE;
        /* A player about to come back has given nothing for the ticks until then. */
        const bool is_to_come =
            session->starts[i] != PAWLI_NEVER && session->starts[i] > session->confirmed;
        if (is_to_come) session->known[i] = session->confirmed;
        session->starts[i] = PAWLI_NEVER;
        if (for_good && pawli_session_returns(session) != NULL) {
            memset(&pawli_session_returns(session)[i], 0, sizeof(pawli_return));
        }
        if (session->phase == PAWL_PHASE_PLAYING) {
            pawli_inputs_predict(session, i, pawli_max(session->known[i], session->confirmed));
        }
    }
}

PAWLI_RARE void pawli_host_lose_peer(pawl_session *session, uint32_t index, pawl_refusal reason,
                                     bool tell_it) {
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    const bool for_good = reason == PAWL_REFUSED_LEFT || reason == PAWL_REFUSED_DROPPED;
    pawli_peer_close(session, index, reason, tell_it);
    release_players(session, peer, for_good);
    peer->players = 0;
    pawli_inputs_confirm(session);
}

void pawli_host_drop_silent(pawl_session *session) {
    for (uint32_t i = 0; i < session->peer_count; i++) {
        if (!pawli_peer_is_lost(session, &pawli_session_peers(session)[i])) continue;
        pawli_host_lose_peer(session, i, PAWL_REFUSED_SILENCE, true);
    }
}

void pawli_host_drop_slow(pawl_session *session) {
    if (session->top <= session->row_count) return;
    const uint32_t oldest = session->top - session->row_count;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state < PAWLI_PEER_LOADING) continue;
        const uint32_t needed =
            peer->rows.ack > peer->rows.first ? peer->rows.ack - 1u : peer->rows.ack;
        if (needed < oldest) pawli_host_lose_peer(session, i, PAWL_REFUSED_SLOW, true);
    }
}

/* ---- letting in ---- */

PAWLI_RARE int32_t pawli_host_send_welcome(pawl_session *session, pawli_peer *peer, void *bytes,
                                           size_t size) {
    if (!peer->must_greet) return 0;
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    pawli_write_u32(&to, peer->nonce);
    pawli_write_u32(&to, peer->visit);
    pawli_mask_write(&to, session->def.players, peer->players);
    pawli_write_u8(&to, peer->is_late ? PAWLI_WELCOME_LATE : 0);
    pawli_write_u16(&to, (uint16_t)PAWL_FEATURES);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_WELCOME, 0);
    if (length != 0) peer->must_greet = false;
    return length;
}

/* ---- players that come back ---- */

/* How far a peer may trail behind and still have caught up. */
static uint32_t return_distance(const pawl_session *session, const pawli_peer *peer) {
    return pawli_time_sync_round_trip(session, peer) + session->def.delay + session->def.window +
           RETURN_MARGIN_TICKS;
}

/* From some ticks later on, so that its first inputs are here in time. All that it played before
 * is decided then: a row knows one beginning. */
void pawli_host_bring_back(pawl_session *session) {
    if (session->phase != PAWL_PHASE_PLAYING) return;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state != PAWLI_PEER_PLAYING || peer->players == 0) continue;
        if (peer->begin != PAWLI_NEVER) continue;
        const uint32_t distance = return_distance(session, peer);
        if (peer->head + distance < session->confirmed) continue;
        bool is_decided = true;
        for (uint32_t p = 0; p < session->def.players; p++) {
            if (pawli_has_player(peer->players, p) && session->known[p] > session->confirmed) {
                is_decided = false;
            }
        }
        if (!is_decided) continue;
        peer->begin = pawli_max(session->head, session->confirmed) + distance;
        peer->rows.next = peer->begin;
        for (uint32_t p = 0; p < session->def.players; p++) {
            if (!pawli_has_player(peer->players, p)) continue;
            session->starts[p] = session->known[p] = peer->begin;
            pawli_inputs_predict(session, p, session->confirmed);
        }
    }
}

/* ---- for the program ---- */

PAWLI_RARE pawl_status pawl_session_start(pawl_session *session) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (!pawli_session_is_host(session) || session->at_relay != 0) return PAWL_ERR_ARGUMENT;
    if (session->phase != PAWL_PHASE_WAITING) return PAWL_ERR_PHASE;
    pawli_game_start(session);
    return PAWL_OK;
}

PAWLI_RARE pawl_status pawl_session_drop(pawl_session *session, uint32_t peer) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (!pawli_session_is_host(session)) return PAWL_ERR_ARGUMENT;
    if (peer >= session->peer_count) return PAWL_ERR_RANGE;
    if (pawli_session_peers(session)[peer].state < PAWLI_PEER_ACCEPTED) return PAWL_ERR_PHASE;
    pawli_host_lose_peer(session, peer, PAWL_REFUSED_DROPPED, true);
    return PAWL_OK;
}
