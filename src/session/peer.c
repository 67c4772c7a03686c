/* peer.c - a connection, as both sides see it: how long it is silent, and how it ends. */
#include "session/session.h"

#define BYE_COUNT 3u /* a BYE is not answered, so it is said more than once */

void pawli_peer_watch_time(pawl_session *session, uint32_t now_ms) {
    const uint32_t gap = now_ms - session->now;
    session->now = now_ms;
    /* At first, and after a pause of this machine, no peer has been silent. A clock that went
     * back looks like a long pause. */
    if (session->has_now && gap < session->def.timeout_ms / 2u) return;
    session->has_now = true;
    for (uint32_t i = 0; i < session->peer_count; i++)
        pawli_session_peers(session)[i].heard_ms = now_ms;
}

bool pawli_peer_was_silent(const pawl_session *session, const pawli_peer *peer, uint32_t wait_ms) {
    return pawli_is_due(session, peer->heard_ms, wait_ms);
}

bool pawli_peer_is_lost(const pawl_session *session, const pawli_peer *peer) {
    return peer->state >= PAWLI_PEER_ASKED &&
           pawli_peer_was_silent(session, peer, session->def.timeout_ms);
}

void pawli_peer_watch_silence(pawl_session *session) {
    if (session->def.interrupt_ms == 0) return;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state < PAWLI_PEER_ACCEPTED || peer->is_interrupted) continue;
        if (!pawli_peer_was_silent(session, peer, session->def.interrupt_ms)) continue;
        peer->is_interrupted = true;
        pawli_notify(session, PAWL_EVENT_INTERRUPTED, i, peer->players, session->head, 0);
    }
}

void pawli_peer_end_silence(pawl_session *session, uint32_t index) {
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    if (!peer->is_interrupted) return;
    peer->is_interrupted = false;
    pawli_notify(session, PAWL_EVENT_RESUMED, index, peer->players, session->head, 0);
}

/* ---- the end ---- */

void pawli_peer_leave(pawli_peer *peer, pawl_refusal reason) {
    peer->state = PAWLI_PEER_LEAVING;
    peer->reason = (uint8_t)reason;
    peer->byes_left = BYE_COUNT;
}

void pawli_peer_close(pawl_session *session, uint32_t index, pawl_refusal reason, bool tell_it) {
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    pawli_notify_reason(session, PAWL_EVENT_PEER_DOWN, index, peer->players, reason);
    pawli_peer_leave(peer, reason);
    if (!tell_it) peer->state = PAWLI_PEER_FREE;
}

/* Once: it asks again. */
PAWLI_RARE void pawli_peer_challenge(pawl_session *session, uint32_t index, uint32_t nonce,
                                     uint32_t count) {
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    peer->state = PAWLI_PEER_LEAVING;
    peer->reason = 0;
    peer->begin = count;
    peer->nonce = nonce;
    peer->byes_left = 1;
}

/* A BYE to a stranger is sent once: it asks again. */
PAWLI_RARE void pawli_peer_refuse(pawl_session *session, uint32_t index, uint32_t nonce,
                                  pawl_refusal reason, uint32_t parting) {
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    if (peer->state > PAWLI_PEER_LEAVING && peer->state != PAWLI_PEER_CONNECTING) return;
    peer->state = PAWLI_PEER_LEAVING;
    peer->reason = (uint8_t)reason;
    peer->parting = (uint16_t)parting;
    peer->nonce = nonce;
    peer->byes_left = 1;
}

static void write_bye(const pawl_session *session, const pawli_peer *peer, pawli_writer *to) {
    pawli_write_u32(to, peer->nonce);
    pawli_write_u32(to, pawli_session_is_host(session) ? peer->visit : session->id);
    pawli_write_u8(to, peer->reason);
    const bool has_detail =
        peer->reason == PAWL_REFUSED_FEATURES || peer->reason == PAWL_REFUSED_ADMISSION;
    pawli_write_u16(to, has_detail ? peer->parting : 0u);
}

PAWLI_RARE int32_t pawli_peer_send_bye(pawl_session *session, pawli_peer *peer, void *bytes,
                                       size_t size) {
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    pawli_packet_type type = PAWLI_BYE;
    if (peer->reason == 0) {
        type = PAWLI_CHALLENGE;
        pawli_challenge_write(session, &to, 0, peer->nonce, peer->begin, session->now);
    } else {
        write_bye(session, peer, &to);
    }
    const bool asks_key = peer->reason == 0 && peer->begin != PAWLI_NEVER;
    const int32_t length =
        pawli_wire_end(session, peer, &to, type, asks_key ? PAWLI_CHALLENGE_KEY : 0);
    if (length != 0 && --peer->byes_left == 0) peer->state = PAWLI_PEER_FREE;
    return length;
}

/* A client whose nonce the host does not know believes it only when nothing else is heard. */
static bool is_bye_meant(const pawl_session *session, const pawli_peer *peer, uint32_t nonce,
                         uint32_t id) {
    if (peer->state < PAWLI_PEER_CONNECTING || peer->must_greet) return false;
    if (nonce == peer->nonce) return true;
    return nonce == 0 && peer->state >= PAWLI_PEER_ACCEPTED && id == session->id &&
           pawli_peer_was_silent(session, peer, 4u * session->def.resend_ms);
}

PAWLI_RARE pawl_status pawli_peer_receive_bye(const pawl_session *session, pawli_peer *peer,
                                              pawli_packet *packet, pawl_refusal *out) {
    const uint32_t nonce = pawli_read_u32(&packet->body);
    const uint32_t id = pawli_read_u32(&packet->body);
    const uint8_t reason = pawli_read_u8(&packet->body);
    const uint16_t parting = pawli_read_u16(&packet->body);
    if (packet->body.bad || pawli_bytes_left(&packet->body) != 0) return PAWL_ERR_FORMAT;
    if (reason < PAWL_REFUSED_LEFT || reason > PAWL_REFUSED_ADMISSION) return PAWL_ERR_FORMAT;
    const bool is_version = packet->version != PAWL_SESSION_PROTOCOL;
    const bool is_knocking = peer->state == PAWLI_PEER_CONNECTING && nonce == peer->nonce;
    if (is_version ? pawli_session_is_host(session) || !is_knocking
                   : !is_bye_meant(session, peer, nonce, id)) {
        return PAWL_ERR_PHASE;
    }
    peer->parting =
        reason == PAWL_REFUSED_ADMISSION ? parting & 0xFFu : parting & PAWL_FEATURES_ALL;
    *out = (pawl_refusal)reason;
    return PAWL_OK;
}

/* ---- for the program ---- */

bool pawl_session_is_peer_free(const pawl_session *session, uint32_t peer) {
    if (session == NULL || peer >= session->peer_count) return false;
    const pawli_peer *const at = &pawli_session_peers(session)[peer];
    /* What is challenged is no peer. */
    return at->state == PAWLI_PEER_FREE || (at->state == PAWLI_PEER_LEAVING && at->reason == 0);
}

PAWLI_RARE pawl_status pawl_session_leave(pawl_session *session) {
    if (session == NULL) return PAWL_ERR_NULL;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state < PAWLI_PEER_CONNECTING) continue;
        pawli_peer_leave(peer, PAWL_REFUSED_LEFT);
    }
    session->phase = PAWL_PHASE_ENDED;
    return PAWL_OK;
}
