/* dispatch.c - packets of all types, in and out: what takes each one, and what is due first. */
#include "session/inputs.h"
#include "session/deadline.h"
#include "session/measure.h"
#include "migrate/migrate.h"
#include "session/signing.h"
#include "session/snapshot_packets.h"
#include "desync/stage_hooks.h"

PAWLI_OPTIONAL(pawli_stages_watch);
PAWLI_OPTIONAL(pawli_stages_is_due);
PAWLI_OPTIONAL(pawli_stages_send);
PAWLI_OPTIONAL(pawli_stages_receive);

/* ---- receiving ---- */

static pawl_status receive_bye(pawl_session *session, uint32_t index, pawli_packet *packet) {
    pawl_refusal reason;
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    const pawl_status status = pawli_peer_receive_bye(session, peer, packet, &reason);
    if (status != PAWL_OK) return status;
    if (pawli_session_is_host(session)) {
        pawli_host_lose_peer(session, index, reason, false);
    } else {
        pawli_client_take_bye(session, reason, packet->version != PAWL_SESSION_PROTOCOL);
    }
    return PAWL_OK;
}

static pawl_status receive_packet(pawl_session *session, uint32_t index, pawli_packet *packet) {
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    switch (packet->type) {
    case PAWLI_HELLO:
        return pawli_admit_receive(session, index, packet);
    case PAWLI_WELCOME:
        return pawli_client_receive_welcome(session, packet);
    case PAWLI_CHALLENGE:
        return pawli_client_receive_challenge(session, packet);
    case PAWLI_BYE:
        return receive_bye(session, index, packet);
    default:
        break;
    }
    if (peer->state < PAWLI_PEER_ACCEPTED) {
        /* It believes that it plays here: tell it that it does not. */
        if (pawli_session_is_host(session) && peer->state == PAWLI_PEER_FREE) {
            pawli_peer_refuse(session, index, peer->nonce, PAWL_REFUSED_SILENCE, 0);
        }
        return PAWL_ERR_PHASE;
    }
    switch (packet->type) {
    case PAWLI_INPUT:
        return pawli_receive_input(session, peer, packet);
    case PAWLI_HASH:
        return pawli_desync_receive(session, peer, packet);
    case PAWLI_DIAGNOSE:
        if (pawli_stages_is_packet(session, packet)) {
            return pawli_stages_receive(session, index, packet);
        }
        return pawli_diagnose_receive(session, index, packet);
    case PAWLI_SNAPSHOT:
        return pawli_client_snapshot_receive(session, peer, packet);
    case PAWLI_SNAPSHOT_ACK:
        return pawli_host_snapshot_receive_ack(session, peer, packet);
    case PAWLI_SIGN:
        return pawli_signing_receive(session, peer, packet);
    default:
        return PAWL_ERR_FORMAT;
    }
}

/* Of another version only what says so is understood: nothing else reads the packet. */
static pawl_status receive_other_version(pawl_session *session, uint32_t index,
                                         pawli_packet *packet) {
    if (packet->type == PAWLI_BYE) return receive_bye(session, index, packet);
    if (packet->type == PAWLI_HELLO && pawli_session_is_host(session)) {
        /* The nonce comes first in every version. */
        const uint32_t nonce = pawli_read_u32(&packet->body);
        pawli_peer_refuse(session, index, nonce, PAWL_REFUSED_PROTOCOL, 0);
    }
    return PAWL_ERR_VERSION;
}

static void count_refused_packet(pawli_peer *peer, pawl_status status) {
    if (status == PAWL_ERR_CORRUPT) peer->counts.corrupt++;
    if (status == PAWL_ERR_FORMAT || status == PAWL_ERR_VERSION) peer->counts.malformed++;
    if (status == PAWL_ERR_PHASE) peer->counts.stale++;
}

pawl_status pawl_session_receive(pawl_session *session, uint32_t peer, const void *packet,
                                 size_t size, uint32_t now_ms) {
    if (session == NULL || packet == NULL) return PAWL_ERR_NULL;
    if (pawli_migrate_elect_is_packet(session, packet, size)) {
        return pawli_migrate_elect_receive(session, peer, NULL, packet, size, now_ms);
    }
    if (peer >= session->peer_count) return PAWL_ERR_RANGE;
    pawli_peer *const from = &pawli_session_peers(session)[peer];
    pawli_packet in;
    pawl_status status = pawli_wire_read(session, from, packet, size, &in);
    const uint32_t before_ms = session->now;
    if (status == PAWL_ERR_VERSION) {
        status = receive_other_version(session, peer, &in);
    } else if (status == PAWL_OK && session->phase == PAWL_PHASE_ENDED) {
        status = PAWL_ERR_PHASE;
    } else if (status == PAWL_OK) {
        pawli_peer_watch_time(session, now_ms);
        status = receive_packet(session, peer, &in);
    }
    if (status != PAWL_OK) {
        session->now = before_ms;
        count_refused_packet(from, status);
        return status;
    }
    pawli_measure_packet(session, from, &in);
    pawli_wire_remember(from, &in);
    from->counts.received++;
    from->counts.bytes_received += (uint32_t)size;
    from->heard_ms = session->now;
    pawli_peer_end_silence(session, peer);
    if (pawli_session_is_host(session)) pawli_inputs_confirm(session);
    return PAWL_OK;
}

/* ---- sending ---- */

static int32_t send_greeting(pawl_session *session, pawli_peer *peer, void *bytes, size_t size) {
    if (peer->state == PAWLI_PEER_LEAVING) {
        return pawli_peer_send_bye(session, peer, bytes, size);
    }
    return pawli_session_is_host(session) ? pawli_host_send_welcome(session, peer, bytes, size)
                                          : pawli_client_send_hello(session, peer, bytes, size);
}

static int32_t send_to_peer(pawl_session *session, uint32_t index, void *bytes, size_t size) {
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    if (peer->state == PAWLI_PEER_FREE) return 0;
    int32_t length = send_greeting(session, peer, bytes, size);
    if (length != 0 || peer->state < PAWLI_PEER_ACCEPTED) return length;
    if (session->snapshot.must_ack) {
        length = pawli_client_snapshot_send_ack(session, peer, bytes, size);
    }
    if (length == 0 && pawli_send_input_is_due(session, peer)) {
        length = pawli_send_input(session, peer, bytes, size);
    }
    if (length == 0 && pawli_desync_is_due(session, peer)) {
        length = pawli_desync_send(session, peer, bytes, size);
    }
    if (length == 0 && pawli_diagnose_is_due(session, index)) {
        length = pawli_diagnose_send(session, peer, bytes, size);
    }
    if (length == 0 && session->stages != NULL && pawli_stages_is_due(session, index)) {
        length = pawli_stages_send(session, peer, bytes, size);
    }
    if (length == 0 && pawli_host_snapshot_is_due(session, peer)) {
        length = pawli_host_snapshot_send(session, peer, bytes, size);
    }
    if (length == 0 && pawli_signing_is_due(session, peer)) {
        length = pawli_signing_send(session, peer, bytes, size);
    }
    return length;
}

int32_t pawl_session_send(pawl_session *session, uint32_t *peer, void *packet, size_t size,
                          uint32_t now_ms) {
    if (session == NULL || peer == NULL || packet == NULL) return 0;
    pawli_peer_watch_time(session, now_ms);
    pawli_measure_watch(session);
    if (pawli_session_is_host(session)) {
        pawli_host_drop_silent(session);
        pawli_deadline_watch(session);
        pawli_host_drop_slow(session);
        pawli_host_snapshot_watch(session);
        pawli_host_bring_back(session);
    } else if (pawli_session_is_client(session)) {
        pawli_client_watch_host(session);
    }
    pawli_migrate_elect_watch(session);
    pawli_peer_watch_silence(session);
    pawli_verdict_watch(session);
    if (session->stages != NULL) pawli_stages_watch(session);
    const int32_t of_members = pawli_migrate_elect_send(session, peer, packet, size);
    if (of_members != 0) return of_members;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const uint32_t index = (session->next_peer + i) % session->peer_count;
        const int32_t length = send_to_peer(session, index, packet, size);
        if (length == 0) continue;
        session->next_peer = (uint8_t)index;
        *peer = index;
        return length;
    }
    return 0;
}
