/* host_snapshot.c - a snapshot for clients that come into a game that has begun.
 *
 * The host asks its program for a snapshot of a confirmed tick and sends it in chunks, of which at
 * most 33 are on their way. */
#include "session/snapshot_packets.h"

#define CHUNK_PACKET_HEAD 16u
#define CHUNK_BURST 8u /* packets at one moment */

static bool waits_for_snapshot(const pawli_peer *peer) {
    return peer->state == PAWLI_PEER_ACCEPTED && peer->is_late;
}

/* One at a time: clients that come meanwhile wait for the next one. */
bool pawli_host_snapshot_is_wanted(const pawl_session *session, uint32_t *tick) {
    bool is_wanted = false;
    if (!session->snapshot.is_wanted || !pawli_session_is_host(session)) return false;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state == PAWLI_PEER_LOADING) return false;
        is_wanted = is_wanted || waits_for_snapshot(peer);
    }
    *tick = pawli_min(session->confirmed, session->at);
    return is_wanted;
}

static void refuse_waiting(pawl_session *session) {
    for (uint32_t i = 0; i < session->peer_count; i++) {
        if (!waits_for_snapshot(&pawli_session_peers(session)[i])) continue;
        pawli_host_lose_peer(session, i, PAWL_REFUSED_SNAPSHOT, true);
    }
}

PAWLI_RARE pawl_status pawl_session_answer_snapshot(pawl_session *session, uint32_t tick,
                                                    const void *snapshot, size_t size) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (session->pending.type != PAWL_REQUEST_SNAPSHOT || session->pending.tick != tick) {
        return PAWL_ERR_ARGUMENT;
    }
    const bool is_compact = session->def.link == PAWL_SESSION_LINK_COMPACT;
    const uint32_t envelope = is_compact ? PAWLI_WIRE_COMPACT : PAWLI_WIRE_FULL;
    memset(&session->pending, 0, sizeof session->pending);
    session->snapshot.is_wanted = false;
    session->snapshot.chunk_size =
        (uint16_t)(session->def.packet_size - envelope - CHUNK_PACKET_HEAD);
    if (snapshot == NULL || size == 0 ||
        (size - 1u) / session->snapshot.chunk_size >= PAWLI_CHUNKS_MAX) {
        refuse_waiting(session);
        return PAWL_OK;
    }
    session->snapshot.bytes = (uint8_t *)(uintptr_t)snapshot; /* a host only reads it */
    session->snapshot.size = (uint32_t)size;
    session->snapshot.tick = tick;
    session->snapshot.chain = pawli_desync_chain_before(session, tick);
    for (uint32_t i = 0; i < session->peer_count; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (!waits_for_snapshot(peer)) continue;
        peer->state = PAWLI_PEER_LOADING;
        peer->rows.first = peer->rows.ack = peer->head = tick;
        peer->hashes.agreed = peer->hashes.their_agreed = peer->hashes.their_end =
            pawli_desync_first_hashed(session, tick);
        peer->chunks.sent_ms = session->now;
    }
    return PAWL_OK;
}

/* The next one that is not there, from the cursor on. */
static bool find_missing_chunk(const pawl_session *session, const pawli_peer *peer,
                               uint16_t *index) {
    const uint32_t end =
        pawli_min(peer->chunks.base + PAWLI_CHUNKS_AHEAD, pawli_snapshot_chunks(session));
    for (uint32_t i = pawli_max(peer->chunks.cursor, peer->chunks.base); i < end; i++) {
        const uint32_t behind = i - peer->chunks.base;
        if (behind > 0 && (peer->chunks.mask >> (behind - 1u) & 1u) != 0) continue;
        *index = (uint16_t)i;
        return true;
    }
    return false;
}

bool pawli_host_snapshot_is_loaded(const pawl_session *session, const pawli_peer *peer) {
    return peer->chunks.base >= pawli_snapshot_chunks(session);
}

bool pawli_host_snapshot_is_due(const pawl_session *session, const pawli_peer *peer) {
    if (!pawli_session_is_host(session) || peer->state != PAWLI_PEER_LOADING) return false;
    if (peer->chunks.base >= pawli_snapshot_chunks(session)) return false;
    uint16_t index;
    if (!find_missing_chunk(session, peer, &index)) {
        const uint32_t wait = session->def.resend_ms + peer->clock.round_trip;
        return pawli_is_due(session, peer->chunks.sent_ms, wait);
    }
    return peer->burst < CHUNK_BURST || peer->chunks.sent_ms != session->now;
}

PAWLI_RARE int32_t pawli_host_snapshot_send(pawl_session *session, pawli_peer *peer, void *bytes,
                                            size_t size) {
    uint16_t index;
    if (!find_missing_chunk(session, peer, &index)) {
        peer->chunks.cursor = peer->chunks.base;
        if (!find_missing_chunk(session, peer, &index)) return 0;
    }
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    pawli_write_u32(&to, session->snapshot.tick);
    pawli_write_u32(&to, session->snapshot.size);
    pawli_write_u32(&to, session->snapshot.chain);
    pawli_write_u16(&to, session->snapshot.chunk_size);
    pawli_write_u16(&to, index);
    pawli_write_bytes(&to, session->snapshot.bytes + (uint32_t)index * session->snapshot.chunk_size,
                      pawli_snapshot_chunk_size(session, index));
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_SNAPSHOT, 0);
    if (length == 0) return 0;
    peer->burst = peer->chunks.sent_ms == session->now ? (uint8_t)(peer->burst + 1u) : 1;
    peer->chunks.sent_ms = session->now;
    peer->chunks.cursor = (uint16_t)(index + 1u);
    return length;
}

PAWLI_RARE pawl_status pawli_host_snapshot_receive_ack(pawl_session *session, pawli_peer *peer,
                                                       pawli_packet *packet) {
    const uint32_t tick = pawli_read_u32(&packet->body);
    const uint16_t base = pawli_read_u16(&packet->body);
    const uint32_t mask = pawli_read_u32(&packet->body);
    if (packet->body.bad || pawli_bytes_left(&packet->body) != 0 || packet->flags != 0) {
        return PAWL_ERR_FORMAT;
    }
    if (!pawli_session_is_host(session) || peer->state != PAWLI_PEER_LOADING ||
        tick != session->snapshot.tick) {
        return PAWL_ERR_PHASE;
    }
    if (base > pawli_snapshot_chunks(session)) return PAWL_ERR_FORMAT;
    if (base < peer->chunks.base) return PAWL_OK; /* it was overtaken */
    peer->chunks.mask = base == peer->chunks.base ? peer->chunks.mask | mask : mask;
    peer->chunks.base = base;
    return PAWL_OK;
}
