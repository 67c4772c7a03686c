/* host_snapshot.c - a snapshot for clients that come into a game that has begun.
 *
 * The host asks its program for a snapshot of a confirmed tick and sends it in chunks, of which at
 * most 33 are on their way. While none is told to have arrived these become fewer, and are sent
 * more rarely.
 *
 * There is one snapshot at a time, for all that want it. Clients that come while it is on its way
 * get the same one as long as all rows since its tick are there, and wait for the next one after
 * that. So that they do not wait without end, what loads has a deadline. */
#include "session/snapshot_packets.h"
#include "session/watch.h"

#define CHUNK_PACKET_HEAD 16u
#define CHUNK_BURST 8u      /* packets at one moment */
#define UNANSWERED_MAX 165u /* chunks: five times as many as are on their way at most */
#define WHOLE_DEADLINES 4u  /* for all of a snapshot */

static bool waits_for_snapshot(const pawli_peer *peer) {
    return peer->state == PAWLI_PEER_ACCEPTED && peer->is_late;
}

/* With a delay, spectators wait until the snapshot is old enough for them: it is kept for those
 * that come meanwhile, until its rows are about to be gone. */
static bool keeps_snapshot(const pawl_session *session) {
    const uint32_t delay = session->def.watch_delay;
    const bool is_own = session->phase == PAWL_PHASE_PLAYING; /* a relay loads one of others */
    return delay != 0 && session->snapshot.size != 0 && is_own &&
           session->confirmed - session->snapshot.tick <= delay + (session->row_count - delay) / 2u;
}

static bool needs_new_snapshot(const pawl_session *session, const pawli_peer *peer) {
    return waits_for_snapshot(peer) &&
           (pawli_watch_delay(session, peer) == 0 || !keeps_snapshot(session));
}

/* One at a time: clients that come meanwhile wait for the next one. */
bool pawli_host_snapshot_is_wanted(const pawl_session *session, uint32_t *tick) {
    bool is_wanted = false;
    if (!session->snapshot.is_wanted || !pawli_session_is_host(session)) return false;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state == PAWLI_PEER_LOADING) return false;
        is_wanted = is_wanted || needs_new_snapshot(session, peer);
    }
    *tick = pawli_min(session->confirmed, session->at);
    /* The program of a session with one slot keeps no state but that which the game is in. */
    const uint32_t every = session->def.slots > 1 ? session->def.save_every : 1u;
    const uint32_t saved = *tick - *tick % every;
    if (*tick != saved && pawli_rollback_find_slot(session, saved) != NULL) *tick = saved;
    return is_wanted;
}

static void refuse_waiting(pawl_session *session) {
    for (uint32_t i = 0; i < session->peer_count; i++) {
        if (!waits_for_snapshot(&pawli_session_peers(session)[i])) continue;
        pawli_host_lose_peer(session, i, PAWL_REFUSED_SNAPSHOT, true);
    }
}

static void give_snapshot(pawl_session *session) {
    const uint32_t tick = session->snapshot.tick;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (!waits_for_snapshot(peer) || !pawli_watch_may_load(session, peer, tick)) continue;
        peer->state = PAWLI_PEER_LOADING;
        peer->rows.first = peer->rows.ack = peer->head = tick;
        peer->hashes.agreed = peer->hashes.their_agreed = peer->hashes.their_end =
            pawli_desync_first_hashed(session, tick);
        peer->chunks.sent_ms = peer->chunks.moved_ms = session->now;
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
    give_snapshot(session);
    return PAWL_OK;
}

/* ---- deadlines ---- */

static bool is_transfer_late(const pawl_session *session, const pawli_peer *peer, bool is_waited) {
    const uint32_t deadline_ms = session->def.transfer_deadline_ms;
    const uint64_t ticks = pawli_watch_end(session, peer) - session->snapshot.tick;
    if (peer->state != PAWLI_PEER_LOADING || deadline_ms == 0) return false;
    if (pawli_host_snapshot_is_loaded(session, peer)) return false;
    if (pawli_is_due(session, peer->chunks.moved_ms, deadline_ms)) return true;
    return is_waited && ticks * PAWLI_MS_PER_SECOND >
                            (uint64_t)WHOLE_DEADLINES * deadline_ms * session->def.rate;
}

/* What has acknowledged nothing yet must do so before these rows are gone. */
static bool is_snapshot_fresh(const pawl_session *session) {
    const uint32_t end = pawli_max(session->top, session->confirmed);
    return end - session->snapshot.tick <= session->row_count / 2u;
}

void pawli_host_snapshot_watch(pawl_session *session) {
    bool is_loading = false, is_waited = false;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        is_loading = is_loading || peer->state == PAWLI_PEER_LOADING;
        is_waited = is_waited || needs_new_snapshot(session, peer);
    }
    if (keeps_snapshot(session)) give_snapshot(session);
    if (is_waited && session->def.watch_delay != 0) session->snapshot.is_wanted = true;
    if (!is_loading) return;
    if (is_waited && is_snapshot_fresh(session)) {
        give_snapshot(session);
        session->snapshot.is_wanted = is_waited = false;
    }
    for (uint32_t i = 0; i < session->peer_count; i++) {
        if (!is_transfer_late(session, &pawli_session_peers(session)[i], is_waited)) continue;
        pawli_host_lose_peer(session, i, PAWL_REFUSED_SLOW, true);
    }
}

/* ---- chunks ---- */

/* How often all that may be on its way was sent since some of it has arrived. Each time the chunks
 * become half as many, and are sent half as often: what acknowledges nothing costs little. */
static uint32_t vain_rounds(const pawli_peer *peer) {
    return peer->unanswered / PAWLI_CHUNKS_AHEAD;
}

/* The next one that is not there, from the cursor on. */
static bool find_missing_chunk(const pawl_session *session, const pawli_peer *peer,
                               uint16_t *index) {
    const uint32_t end = pawli_min(peer->chunks.base + (PAWLI_CHUNKS_AHEAD >> vain_rounds(peer)),
                                   pawli_snapshot_chunks(session));
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
        const uint32_t wait = (session->def.resend_ms + (uint32_t)peer->clock.round_trip)
                              << vain_rounds(peer);
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
    if (peer->unanswered < UNANSWERED_MAX) peer->unanswered++;
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
    const uint32_t has = base == peer->chunks.base ? peer->chunks.mask | mask : mask;
    if (base != peer->chunks.base || has != peer->chunks.mask) {
        peer->chunks.moved_ms = session->now;
        peer->unanswered = 0;
    }
    peer->chunks.mask = has;
    peer->chunks.base = base;
    return PAWL_OK;
}
