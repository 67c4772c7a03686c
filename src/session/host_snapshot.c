/* host_snapshot.c - coming into a game that has begun: a snapshot in chunks, and the inputs since
 * then.
 *
 * The host asks its program for a snapshot of a confirmed tick and sends it in chunks, of which at
 * most 33 are on their way. Meanwhile the game goes on: the client keeps the rows of the ticks that
 * it cannot play yet, first in its ring, then behind the snapshot in the same memory. */
#include "session/session.h"

#define HEAD_SIZE 16u
#define AHEAD_COUNT 33u /* the first missing chunk, and those that the mask tells of */
#define BURST 8u        /* packets at one moment */
#define CHUNKS_MAX 0xFFFFu
#define PROGRESS_STEPS 8u
#define ENVELOPE_FULL 16u
#define ENVELOPE_COMPACT 4u

static uint32_t chunk_count(const pawl_session *session) {
    return (session->snapshot_size - 1u) / session->chunk_size + 1u;
}

static uint32_t chunk_length(const pawl_session *session, uint32_t index) {
    const uint32_t offset = index * session->chunk_size;
    return pawli_min(session->chunk_size, session->snapshot_size - offset);
}

/* ---- host ---- */

static bool waits_for_snapshot(const pawli_peer *peer) {
    return peer->state == PAWLI_PEER_ACCEPTED && peer->is_late;
}

/* One at a time: those who come meanwhile wait for the next one. */
bool pawli_host_snapshot_is_wanted(const pawl_session *session, uint32_t *tick) {
    bool is_wanted = false;
    if (!session->wants_snapshot || !pawli_session_is_host(session)) return false;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state == PAWLI_PEER_LOADING) return false;
        is_wanted = is_wanted || waits_for_snapshot(peer);
    }
    *tick = pawli_min(session->confirmed, session->at);
    return is_wanted;
}

static void refuse_all(pawl_session *session) {
    for (uint32_t i = 0; i < session->peer_count; i++) {
        if (!waits_for_snapshot(&pawli_session_peers(session)[i])) continue;
        pawli_peer_down(session, i, PAWL_REFUSED_SNAPSHOT, true);
    }
}

pawl_status pawl_session_give_snapshot(pawl_session *session, uint32_t tick, const void *snapshot,
                                       uint32_t size) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (session->pending.kind != PAWL_REQUEST_SNAPSHOT || session->pending.tick != tick) {
        return PAWL_ERR_ARGUMENT;
    }
    const bool is_compact = session->def.link == PAWL_LINK_COMPACT;
    const uint32_t envelope = is_compact ? ENVELOPE_COMPACT : ENVELOPE_FULL;
    memset(&session->pending, 0, sizeof session->pending);
    session->wants_snapshot = false;
    session->chunk_size = (uint16_t)(session->def.packet_size - envelope - HEAD_SIZE);
    if (snapshot == NULL || size == 0 || (size - 1u) / session->chunk_size >= CHUNKS_MAX) {
        refuse_all(session);
        return PAWL_OK;
    }
    session->snapshot = (uint8_t *)(uintptr_t)snapshot; /* a host only reads it */
    session->snapshot_size = size;
    session->snapshot_tick = tick;
    session->snapshot_chain = pawli_desync_chain_before(session, tick);
    for (uint32_t i = 0; i < session->peer_count; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (!waits_for_snapshot(peer)) continue;
        peer->state = PAWLI_PEER_LOADING;
        peer->rows_from = peer->ack = peer->head = tick;
        peer->agreed = peer->their_agreed = peer->their_end =
            pawli_desync_first_hashed(session, tick);
        peer->chunk_ms = session->now;
    }
    return PAWL_OK;
}

/* The next one that is not there, from the cursor on. */
static bool find_chunk(const pawl_session *session, const pawli_peer *peer, uint16_t *index) {
    const uint32_t end = pawli_min(peer->chunk_base + AHEAD_COUNT, chunk_count(session));
    for (uint32_t i = pawli_max(peer->chunk_cursor, peer->chunk_base); i < end; i++) {
        const uint32_t behind = i - peer->chunk_base;
        if (behind > 0 && (peer->chunk_mask >> (behind - 1u) & 1u) != 0) continue;
        *index = (uint16_t)i;
        return true;
    }
    return false;
}

bool pawli_host_snapshot_is_loaded(const pawl_session *session, const pawli_peer *peer) {
    return peer->chunk_base >= chunk_count(session);
}

bool pawli_host_snapshot_is_due(const pawl_session *session, const pawli_peer *peer) {
    if (!pawli_session_is_host(session) || peer->state != PAWLI_PEER_LOADING) return false;
    if (peer->chunk_base >= chunk_count(session)) return false;
    uint16_t index;
    if (!find_chunk(session, peer, &index)) {
        const uint32_t wait = session->def.resend_ms + peer->round_trip;
        return pawli_is_due(session, peer->chunk_ms, wait);
    }
    return peer->burst < BURST || peer->chunk_ms != session->now;
}

int32_t pawli_host_snapshot_send(pawl_session *session, pawli_peer *peer, void *bytes,
                                 size_t size) {
    uint16_t index;
    if (!find_chunk(session, peer, &index)) {
        peer->chunk_cursor = peer->chunk_base;
        if (!find_chunk(session, peer, &index)) return 0;
    }
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    pawli_write_u32(&to, session->snapshot_tick);
    pawli_write_u32(&to, session->snapshot_size);
    pawli_write_u32(&to, session->snapshot_chain);
    pawli_write_u16(&to, session->chunk_size);
    pawli_write_u16(&to, index);
    pawli_write_bytes(&to, session->snapshot + (uint32_t)index * session->chunk_size,
                      chunk_length(session, index));
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_SNAPSHOT, 0);
    if (length == 0) return 0;
    peer->burst = peer->chunk_ms == session->now ? (uint8_t)(peer->burst + 1u) : 1;
    peer->chunk_ms = session->now;
    peer->chunk_cursor = (uint16_t)(index + 1u);
    return length;
}

pawl_status pawli_host_snapshot_receive_ack(pawl_session *session, pawli_peer *peer,
                                            pawli_packet *packet) {
    const uint32_t tick = pawli_read_u32(&packet->body);
    const uint16_t base = pawli_read_u16(&packet->body);
    const uint32_t mask = pawli_read_u32(&packet->body);
    if (packet->body.bad || pawli_bytes_left(&packet->body) != 0 || packet->flags != 0) {
        return PAWL_ERR_FORMAT;
    }
    if (!pawli_session_is_host(session) || peer->state != PAWLI_PEER_LOADING ||
        tick != session->snapshot_tick) {
        return PAWL_ERR_STALE;
    }
    if (base > chunk_count(session)) return PAWL_ERR_FORMAT;
    if (base < peer->chunk_base) return PAWL_OK; /* it was overtaken */
    peer->chunk_mask = base == peer->chunk_base ? peer->chunk_mask | mask : mask;
    peer->chunk_base = base;
    return PAWL_OK;
}

/* ---- client ---- */

pawl_status pawl_session_set_snapshot_memory(pawl_session *session, void *memory, size_t size) {
    if (session == NULL || memory == NULL) return PAWL_ERR_NULL;
    if (!pawli_session_is_client(session)) return PAWL_ERR_ARGUMENT;
    if (session->phase != PAWL_PHASE_WAITING) return PAWL_ERR_STALE;
    session->snapshot = (uint8_t *)memory;
    const uint64_t room = size;
    session->snapshot_room = room > UINT32_MAX ? UINT32_MAX : (uint32_t)room;
    return PAWL_OK;
}

/* This machine cannot: the host is told. */
static void give_up(pawl_session *session) {
    pawli_peer *const peer = &pawli_session_peers(session)[0];
    pawli_notify_reason(session, PAWL_EVENT_REFUSED, 0, session->local, PAWL_REFUSED_SNAPSHOT);
    session->phase = PAWL_PHASE_ENDED;
    peer->state = PAWLI_PEER_LEAVING;
    peer->reason = PAWL_REFUSED_SNAPSHOT;
    peer->farewells = 3;
}

typedef struct chunk_head {
    uint32_t tick, total, chain;
    uint16_t chunk, index;
} chunk_head;

static bool is_of_snapshot(const pawl_session *session, const chunk_head *head) {
    return head->tick == session->snapshot_tick && head->total == session->snapshot_size &&
           head->chain == session->snapshot_chain && head->chunk == session->chunk_size;
}

/* The first chunk says where this machine comes in. */
static void begin_loading(pawl_session *session, pawli_peer *peer, const chunk_head *head) {
    session->snapshot_tick = head->tick;
    session->snapshot_size = head->total;
    session->snapshot_chain = head->chain;
    session->chunk_size = head->chunk;
    session->confirmed = session->hinted = session->top = session->taken = head->tick;
    session->log_base = session->log_first = session->log_end = head->tick;
    for (uint32_t i = 0; i < PAWL_SESSION_PLAYERS_MAX; i++)
        session->known[i] = head->tick;
    pawli_rollback_reset(session, head->tick);
    pawli_desync_reset(session, head->tick, head->chain);
    peer->state = PAWLI_PEER_LOADING;
}

static void take_chunk(pawl_session *session, pawli_peer *peer, uint32_t index,
                       const uint8_t *data) {
    if (index < peer->chunk_base) return;
    const uint32_t behind = index - peer->chunk_base;
    if (behind >= AHEAD_COUNT) return;
    if (behind > 0 && (peer->chunk_mask >> (behind - 1u) & 1u) != 0) return;
    memcpy(session->snapshot + index * session->chunk_size, data,
           (size_t)chunk_length(session, index));
    if (behind > 0) {
        peer->chunk_mask |= UINT32_C(1) << (behind - 1u);
        return;
    }
    const uint32_t count = chunk_count(session);
    const uint32_t before = peer->chunk_base * PROGRESS_STEPS / count;
    bool is_here = true;
    while (is_here) {
        peer->chunk_base++;
        is_here = (peer->chunk_mask & 1u) != 0;
        peer->chunk_mask >>= 1;
    }
    session->has_snapshot = peer->chunk_base == count;
    if (peer->chunk_base * PROGRESS_STEPS / count != before) {
        const uint32_t bytes = (uint32_t)peer->chunk_base * session->chunk_size;
        pawli_notify(session, PAWL_EVENT_LOADING, 0, 0, session->snapshot_tick,
                     pawli_min(bytes, session->snapshot_size));
    }
}

pawl_status pawli_client_snapshot_receive(pawl_session *session, pawli_peer *peer,
                                          pawli_packet *packet) {
    pawli_reader *const from = &packet->body;
    chunk_head head;
    head.tick = pawli_read_u32(from);
    head.total = pawli_read_u32(from);
    head.chain = pawli_read_u32(from);
    head.chunk = pawli_read_u16(from);
    head.index = pawli_read_u16(from);
    if (from->bad || head.total == 0 || head.chunk == 0 || packet->flags != 0) {
        return PAWL_ERR_FORMAT;
    }
    const uint32_t last = (head.total - 1u) / head.chunk;
    if (last >= CHUNKS_MAX || head.index > last || head.tick > PAWLI_NEVER / 2u) {
        return PAWL_ERR_FORMAT;
    }
    const uint32_t offset = (uint32_t)head.index * head.chunk;
    const uint32_t length = pawli_min(head.chunk, head.total - offset);
    if (pawli_bytes_left(from) != length) return PAWL_ERR_FORMAT;
    const bool is_first = peer->state == PAWLI_PEER_ACCEPTED;
    if (!pawli_session_is_client(session) || !session->is_late) return PAWL_ERR_STALE;
    if (!is_first && !is_of_snapshot(session, &head)) return PAWL_ERR_STALE;
    if (session->snapshot == NULL || head.total > session->snapshot_room) {
        give_up(session);
        return PAWL_OK;
    }
    if (is_first) begin_loading(session, peer, &head);
    if (peer->state == PAWLI_PEER_LOADING) {
        take_chunk(session, peer, head.index, pawli_read_bytes(from, length));
    }
    session->ack_snapshot = true;
    return PAWL_OK;
}

int32_t pawli_client_snapshot_send_ack(pawl_session *session, pawli_peer *peer, void *bytes,
                                       size_t size) {
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    pawli_write_u32(&to, session->snapshot_tick);
    pawli_write_u16(&to, peer->chunk_base);
    pawli_write_u32(&to, peer->chunk_mask);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_SNAPSHOT_ACK, 0);
    if (length != 0) session->ack_snapshot = false;
    return length;
}

pawl_status pawl_session_did_reset(pawl_session *session, bool good) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (session->pending.kind != PAWL_REQUEST_RESET) return PAWL_ERR_ARGUMENT;
    memset(&session->pending, 0, sizeof session->pending);
    if (!good) {
        give_up(session);
        return PAWL_OK;
    }
    session->has_reset = true;
    session->phase = PAWL_PHASE_PLAYING;
    pawli_session_peers(session)[0].state = PAWLI_PEER_PLAYING;
    pawli_notify(session, PAWL_EVENT_STARTED, 0, 0, session->first, 0);
    pawli_inputs_drain_log(session);
    return PAWL_OK;
}

/* ---- rows that wait ---- */

static uint8_t *log_at(const pawl_session *session, uint32_t tick) {
    return session->snapshot + session->snapshot_size +
           (tick - session->log_base) * session->row_size;
}

bool pawli_inputs_log_row(pawl_session *session, const uint8_t *row) {
    if (session->snapshot == NULL || !session->is_late || session->snapshot_size == 0) {
        return false;
    }
    if (session->log_end <= session->confirmed) {
        session->log_base = session->log_first = session->log_end = session->confirmed;
    }
    const uint32_t room = (session->snapshot_room - session->snapshot_size) / session->row_size;
    if (session->log_end - session->log_base >= room) return false;
    memcpy(log_at(session, session->log_end), row, session->row_size);
    session->log_end++;
    return true;
}

const uint8_t *pawli_inputs_logged_row(const pawl_session *session, uint32_t tick) {
    const bool is_here = tick >= session->log_first && tick < session->log_end;
    return is_here && session->snapshot != NULL ? log_at(session, tick) : NULL;
}

void pawli_inputs_drain_log(pawl_session *session) {
    while (session->log_first < session->log_end &&
           pawli_inputs_have_room(session, session->log_first)) {
        pawli_inputs_take_row(session, session->log_first, log_at(session, session->log_first));
        session->log_first++;
    }
}
