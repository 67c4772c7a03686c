/* client_snapshot.c - how a client comes into a game that has begun: it collects the chunks of a
 * snapshot, and becomes its state.
 *
 * Meanwhile the game goes on: rows of ticks that cannot be played yet are kept, first in the ring,
 * then behind the snapshot in the same memory (inputs.c). */
#include "session/inputs.h"
#include "migrate/migrate.h"
#include "session/relay.h"
#include "session/snapshot_packets.h"

#define LOADING_STEPS 8u

PAWLI_RARE pawl_status pawl_session_set_snapshot_memory(pawl_session *session, void *memory,
                                                        size_t size) {
    if (session == NULL || memory == NULL) return PAWL_ERR_NULL;
    const uint64_t size_64 = size;
    const uint32_t room = size_64 > UINT32_MAX ? UINT32_MAX : (uint32_t)size_64;
    const bool is_kept = pawli_migrate_keep_memory(session, (uint8_t *)memory, room);
    if (pawli_session_is_host(session) && is_kept) return PAWL_OK; /* it may become a client */
    if (!pawli_session_is_client(session)) return PAWL_ERR_ARGUMENT;
    if (session->phase != PAWL_PHASE_WAITING) return PAWL_ERR_PHASE;
    session->snapshot.bytes = (uint8_t *)memory;
    session->snapshot.room = room;
    return PAWL_OK;
}

/* This machine cannot use it: the host is told. */
static void refuse_snapshot(pawl_session *session) {
    pawli_peer *const peer = &pawli_session_peers(session)[0];
    pawli_notify_reason(session, PAWL_EVENT_REFUSED, 0, session->local, PAWL_REFUSED_SNAPSHOT);
    session->phase = PAWL_PHASE_ENDED;
    pawli_peer_leave(peer, PAWL_REFUSED_SNAPSHOT);
}

typedef struct snapshot_chunk_head {
    uint32_t tick, total, chain;
    uint16_t chunk, index;
} snapshot_chunk_head;

static bool is_chunk_of_snapshot(const pawl_session *session, const snapshot_chunk_head *head) {
    return head->tick == session->snapshot.tick && head->total == session->snapshot.size &&
           head->chain == session->snapshot.chain && head->chunk == session->snapshot.chunk_size;
}

/* The first chunk says where this machine comes in. */
static void begin_snapshot(pawl_session *session, pawli_peer *peer,
                           const snapshot_chunk_head *head) {
    session->snapshot.tick = head->tick;
    session->snapshot.size = head->total;
    session->snapshot.chain = head->chain;
    session->snapshot.chunk_size = head->chunk;
    pawli_game_enter(session, head->tick, head->chain);
    peer->state = PAWLI_PEER_LOADING;
}

static void take_snapshot_chunk(pawl_session *session, pawli_peer *peer, uint32_t index,
                                const uint8_t *data) {
    if (index < peer->chunks.base) return;
    const uint32_t behind = index - peer->chunks.base;
    if (behind >= PAWLI_CHUNKS_AHEAD) return;
    if (behind > 0 && (peer->chunks.mask >> (behind - 1u) & 1u) != 0) return;
    memcpy(session->snapshot.bytes + index * session->snapshot.chunk_size, data,
           (size_t)pawli_snapshot_chunk_size(session, index));
    if (behind > 0) {
        peer->chunks.mask |= UINT32_C(1) << (behind - 1u);
        return;
    }
    const uint32_t count = pawli_snapshot_chunks(session);
    const uint32_t before = peer->chunks.base * LOADING_STEPS / count;
    bool is_here = true;
    while (is_here) {
        peer->chunks.base++;
        is_here = (peer->chunks.mask & 1u) != 0;
        peer->chunks.mask >>= 1;
    }
    session->snapshot.is_here = peer->chunks.base == count;
    if (peer->chunks.base * LOADING_STEPS / count != before) {
        const uint32_t bytes = (uint32_t)peer->chunks.base * session->snapshot.chunk_size;
        pawli_notify(session, PAWL_EVENT_LOADING, 0, 0, session->snapshot.tick,
                     pawli_min(bytes, session->snapshot.size));
    }
}

/* The head and the length of a chunk; what there is of it is data then. */
static pawl_status read_snapshot_chunk_head(pawli_packet *packet, snapshot_chunk_head *head) {
    pawli_reader *const from = &packet->body;
    head->tick = pawli_read_u32(from);
    head->total = pawli_read_u32(from);
    head->chain = pawli_read_u32(from);
    head->chunk = pawli_read_u16(from);
    head->index = pawli_read_u16(from);
    if (from->bad || head->total == 0 || head->chunk == 0 || packet->flags != 0) {
        return PAWL_ERR_FORMAT;
    }
    const uint32_t last = (head->total - 1u) / head->chunk;
    if (last >= PAWLI_CHUNKS_MAX || head->index > last || head->tick > PAWLI_NEVER / 2u) {
        return PAWL_ERR_FORMAT;
    }
    const uint32_t offset = (uint32_t)head->index * head->chunk;
    const uint32_t length = pawli_min(head->chunk, head->total - offset);
    return pawli_bytes_left(from) == length ? PAWL_OK : PAWL_ERR_FORMAT;
}

PAWLI_RARE pawl_status pawli_client_snapshot_receive(pawl_session *session, pawli_peer *peer,
                                                     pawli_packet *packet) {
    snapshot_chunk_head head;
    const pawl_status status = read_snapshot_chunk_head(packet, &head);
    if (status != PAWL_OK) return status;
    const bool is_first = peer->state == PAWLI_PEER_ACCEPTED;
    if (!pawli_session_is_client(session) || !session->is_late) return PAWL_ERR_PHASE;
    if (!is_first && !is_chunk_of_snapshot(session, &head)) return PAWL_ERR_PHASE;
    if (session->snapshot.bytes == NULL || head.total > session->snapshot.room) {
        refuse_snapshot(session);
        return PAWL_OK;
    }
    if (is_first) begin_snapshot(session, peer, &head);
    if (peer->state == PAWLI_PEER_LOADING) {
        const uint32_t length = pawli_bytes_left(&packet->body);
        take_snapshot_chunk(session, peer, head.index, pawli_read_bytes(&packet->body, length));
    }
    session->snapshot.must_ack = true;
    return PAWL_OK;
}

PAWLI_RARE int32_t pawli_client_snapshot_send_ack(pawl_session *session, pawli_peer *peer,
                                                  void *bytes, size_t size) {
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    pawli_write_u32(&to, session->snapshot.tick);
    pawli_write_u16(&to, peer->chunks.base);
    pawli_write_u32(&to, peer->chunks.mask);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_SNAPSHOT_ACK, 0);
    if (length != 0) session->snapshot.must_ack = false;
    return length;
}

PAWLI_RARE pawl_status pawl_session_answer_reset(pawl_session *session, bool good) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (session->pending.type != PAWL_REQUEST_RESET) return PAWL_ERR_ARGUMENT;
    memset(&session->pending, 0, sizeof session->pending);
    if (session->at_relay != 0) {
        pawli_relay_take_reset(session, good);
        return PAWL_OK;
    }
    if (!good) {
        refuse_snapshot(session);
        return PAWL_OK;
    }
    session->has_reset = true;
    pawli_client_start(session, session->first);
    pawli_inputs_drain_log(session);
    return PAWL_OK;
}
