/* wire.c - the envelope of a packet: what is checked before anything is believed.
 *
 * Full:    "PW" | version:4 type:4 | flags | visit u32 | sequence u16 | length u16 | body | CRC-32
 * Compact: type:3 low:5 | low | body | CRC-16 of the visit and all of these
 *
 * Length first, then the checksum, then the visit, then each count in the body:
 * docs/format-wire.md. */
#include "base/crc.h"
#include "session/session.h"

#define MAGIC 0x5750u /* "PW" */
#define FULL_HEAD 12u
#define FULL_END 4u
#define COMPACT_HEAD 2u
#define COMPACT_END 2u
#define SEEN_COUNT 32u

bool pawli_is_due(const pawl_session *session, uint32_t since_ms, uint32_t wait_ms) {
    return session->now - since_ms >= wait_ms;
}

/* ---- writing ---- */

static bool is_compact(const pawl_session *session) {
    return session->def.link == PAWL_LINK_COMPACT;
}

pawli_writer pawli_wire_begin(const pawl_session *session, void *bytes, size_t size) {
    const uint32_t end = is_compact(session) ? COMPACT_END : FULL_END;
    uint32_t room = session->def.packet_size;
    if (size < room) room = (uint32_t)size;
    pawli_writer to = pawli_writer_of(bytes, room < end ? 0 : room - end);
    (void)pawli_write_room(&to, is_compact(session) ? COMPACT_HEAD : FULL_HEAD);
    return to;
}

/* Knocking and answering it happen before there is a session. All else carries the number that the
 * host gave to this visit: a packet of an earlier one, of this game or another, means nothing, even
 * if it comes from the same address. */
static uint32_t visit_of(const pawl_session *session, const pawli_peer *peer, uint8_t type) {
    if (type <= PAWLI_BYE) return 0;
    return pawli_session_is_host(session) ? peer->visit : session->id;
}

static uint16_t compact_crc(uint32_t id, const uint8_t *bytes, uint32_t size) {
    uint8_t seed[4];
    pawli_store_u32(seed, id);
    return pawli_crc_16(pawli_crc_16(0, seed, sizeof seed), bytes, (size_t)size);
}

int32_t pawli_wire_end(pawl_session *session, pawli_peer *peer, pawli_writer *to,
                       pawli_packet_type type, uint8_t flags) {
    if (to->full) return 0;
    const uint32_t id = visit_of(session, peer, (uint8_t)type);
    uint8_t *const bytes = to->bytes;
    if (is_compact(session)) {
        /* An INPUT packet has put its low bits there. */
        if (type != PAWLI_INPUT) bytes[0] = bytes[1] = 0;
        if (type != PAWLI_INPUT) bytes[1] = flags;
        bytes[0] = (uint8_t)(bytes[0] | (unsigned)type << 5);
        pawli_store_u16(bytes + to->at, compact_crc(id, bytes, to->at));
        to->at += COMPACT_END;
    } else {
        pawli_store_u16(bytes, MAGIC);
        bytes[2] = (uint8_t)(PAWL_SESSION_PROTOCOL | (unsigned)type << 4);
        bytes[3] = flags;
        pawli_store_u32(bytes + 4, id);
        pawli_store_u16(bytes + 8, peer->sequence);
        pawli_store_u16(bytes + 10, (uint16_t)(to->at + FULL_END));
        pawli_store_u32(bytes + to->at, pawli_crc_32(0, bytes, (size_t)to->at));
        to->at += FULL_END;
    }
    peer->sequence++;
    peer->sent++;
    peer->bytes_sent += to->at;
    return (int32_t)to->at;
}

/* ---- reading ---- */

static pawl_status open_full(const uint8_t *bytes, uint32_t size, pawli_packet *out) {
    if (size < FULL_HEAD + FULL_END || pawli_fetch_u16(bytes) != MAGIC) return PAWL_ERR_CORRUPT;
    if (pawli_fetch_u16(bytes + 10) != size) return PAWL_ERR_CORRUPT;
    if (pawli_crc_32(0, bytes, (size_t)(size - FULL_END)) !=
        pawli_fetch_u32(bytes + size - FULL_END)) {
        return PAWL_ERR_CORRUPT;
    }
    out->version = bytes[2] & 0x0Fu;
    out->type = bytes[2] >> 4;
    out->flags = bytes[3];
    out->session = pawli_fetch_u32(bytes + 4);
    out->sequence = pawli_fetch_u16(bytes + 8);
    out->body = pawli_reader_of(bytes + FULL_HEAD, size - FULL_HEAD - FULL_END);
    return PAWL_OK;
}

static pawl_status open_compact(const pawl_session *session, const pawli_peer *peer,
                                const uint8_t *bytes, uint32_t size, pawli_packet *out) {
    if (size < COMPACT_HEAD + COMPACT_END) return PAWL_ERR_CORRUPT;
    out->type = bytes[0] >> 5;
    const uint32_t id = visit_of(session, peer, out->type);
    const uint32_t end = size - COMPACT_END;
    if (compact_crc(id, bytes, end) != pawli_fetch_u16(bytes + end)) return PAWL_ERR_CORRUPT;
    out->version = PAWL_SESSION_PROTOCOL;
    out->session = id;
    out->tick_low = bytes[0] & 0x1Fu;
    out->ack_low = bytes[1];
    out->flags = out->type == PAWLI_INPUT ? 0 : bytes[1];
    out->body = pawli_reader_of(bytes + COMPACT_HEAD, end - COMPACT_HEAD);
    out->is_newest = true; /* a line keeps the order */
    return PAWL_OK;
}

/* New, or not seen among the last ones. */
static bool is_fresh(const pawli_peer *peer, pawli_packet *packet) {
    if (packet->is_compact) return true;
    const uint16_t behind = (uint16_t)(peer->last - packet->sequence);
    packet->is_newest = !peer->has_sequence || behind >= 0x8000u;
    if (packet->is_newest) return true;
    return behind < SEEN_COUNT && (peer->seen >> behind & 1u) == 0;
}

static void remember(pawli_peer *peer, const pawli_packet *packet) {
    if (packet->is_compact) return;
    if (!peer->has_sequence) {
        peer->has_sequence = true;
        peer->last = packet->sequence;
        peer->seen = 1;
        return;
    }
    const uint16_t behind = (uint16_t)(peer->last - packet->sequence);
    if (behind < 0x8000u) {
        if (behind < SEEN_COUNT) peer->seen |= UINT32_C(1) << behind;
        return;
    }
    const uint16_t ahead = (uint16_t)(packet->sequence - peer->last);
    peer->seen = ahead < SEEN_COUNT ? peer->seen << ahead | 1u : 1u;
    peer->last = packet->sequence;
}

static pawl_status dispatch(pawl_session *session, uint32_t index, pawli_packet *packet) {
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    switch (packet->type) {
    case PAWLI_HELLO:
        return pawli_host_receive_hello(session, index, packet);
    case PAWLI_WELCOME:
        return pawli_client_receive_welcome(session, packet);
    case PAWLI_BYE:
        return pawli_receive_bye(session, index, packet);
    default:
        break;
    }
    if (peer->state < PAWLI_PEER_ACCEPTED) {
        /* It believes that it plays here: tell it that it does not. */
        if (pawli_session_is_host(session) && peer->state == PAWLI_PEER_FREE) {
            pawli_peer_refuse(session, index, peer->nonce, PAWL_REFUSED_SILENCE);
        }
        return PAWL_ERR_STALE;
    }
    switch (packet->type) {
    case PAWLI_INPUT:
        return pawli_receive_input(session, peer, packet);
    case PAWLI_HASH:
        return pawli_desync_receive(session, peer, packet);
    case PAWLI_DIAGNOSE:
        return pawli_diagnose_receive(session, index, packet);
    case PAWLI_SNAPSHOT:
        return pawli_client_snapshot_receive(session, peer, packet);
    case PAWLI_SNAPSHOT_ACK:
        return pawli_host_snapshot_receive_ack(session, peer, packet);
    default:
        return PAWL_ERR_FORMAT;
    }
}

static pawl_status check(const pawl_session *session, pawli_peer *peer, pawli_packet *packet) {
    if (packet->version != PAWL_SESSION_PROTOCOL) return PAWL_ERR_VERSION;
    if (packet->session != visit_of(session, peer, packet->type)) return PAWL_ERR_STALE;
    /* Knocking is repeated as it is, and has its own number. */
    if (packet->type <= PAWLI_BYE) return PAWL_OK;
    if (!is_fresh(peer, packet)) {
        peer->duplicate++;
        return PAWL_ERR_STALE;
    }
    return PAWL_OK;
}

static void count_refused(pawli_peer *peer, pawl_status status) {
    if (status == PAWL_ERR_CORRUPT) peer->corrupt++;
    if (status == PAWL_ERR_FORMAT || status == PAWL_ERR_VERSION) peer->malformed++;
    if (status == PAWL_ERR_STALE) peer->stale++;
}

pawl_status pawl_session_receive(pawl_session *session, uint32_t peer, const void *packet,
                                 size_t size, uint32_t now_ms) {
    if (session == NULL || packet == NULL) return PAWL_ERR_NULL;
    if (peer >= session->peer_count) return PAWL_ERR_RANGE;
    pawli_peer *const from = &pawli_session_peers(session)[peer];
    pawli_packet in;
    memset(&in, 0, sizeof in);
    in.is_compact = is_compact(session);
    pawl_status status = PAWL_ERR_CORRUPT;
    if (size <= PAWL_SESSION_PACKET_MAX) {
        const uint8_t *const bytes = (const uint8_t *)packet;
        status = in.is_compact ? open_compact(session, from, bytes, (uint32_t)size, &in)
                               : open_full(bytes, (uint32_t)size, &in);
    }
    if (status == PAWL_OK) status = check(session, from, &in);
    if (status == PAWL_ERR_VERSION && in.type == PAWLI_HELLO && pawli_session_is_host(session)) {
        pawli_peer_refuse(session, peer, 0, PAWL_REFUSED_PROTOCOL);
    }
    if (status == PAWL_ERR_VERSION && in.type == PAWLI_BYE) {
        status = pawli_receive_bye(session, peer, &in);
    }
    if (status == PAWL_OK && session->phase == PAWL_PHASE_ENDED) status = PAWL_ERR_STALE;
    const uint32_t before_ms = session->now;
    if (status == PAWL_OK) {
        pawli_peer_watch_time(session, now_ms);
        status = dispatch(session, peer, &in);
    }
    if (status != PAWL_OK) {
        session->now = before_ms;
        count_refused(from, status);
        return status;
    }
    if (in.type > PAWLI_BYE) remember(from, &in);
    from->received++;
    from->bytes_received += (uint32_t)size;
    from->heard_ms = session->now;
    if (pawli_session_is_host(session)) pawli_inputs_confirm(session);
    return PAWL_OK;
}

/* ---- sending ---- */

static int32_t send_to(pawl_session *session, uint32_t index, void *bytes, size_t size) {
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    if (peer->state == PAWLI_PEER_FREE) return 0;
    int32_t length = pawli_send_greeting(session, peer, bytes, size);
    if (length != 0 || peer->state < PAWLI_PEER_ACCEPTED) return length;
    if (session->ack_snapshot) length = pawli_client_snapshot_send_ack(session, peer, bytes, size);
    if (length == 0 && pawli_send_input_is_due(session, peer)) {
        length = pawli_send_input(session, peer, bytes, size);
    }
    if (length == 0 && pawli_desync_is_due(session, peer)) {
        length = pawli_desync_send(session, peer, bytes, size);
    }
    if (length == 0 && pawli_diagnose_is_due(session, index)) {
        length = pawli_diagnose_send(session, peer, bytes, size);
    }
    if (length == 0 && pawli_host_snapshot_is_due(session, peer)) {
        length = pawli_host_snapshot_send(session, peer, bytes, size);
    }
    return length;
}

int32_t pawl_session_send(pawl_session *session, uint32_t *peer, void *packet, size_t size,
                          uint32_t now_ms) {
    if (session == NULL || peer == NULL || packet == NULL) return 0;
    pawli_peer_watch_time(session, now_ms);
    pawli_drop_silent(session);
    pawli_host_drop_slow(session);
    pawli_host_bring_back(session);
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const uint32_t index = (session->next_peer + i) % session->peer_count;
        const int32_t length = send_to(session, index, packet, size);
        if (length == 0) continue;
        session->next_peer = (uint8_t)index;
        *peer = index;
        return length;
    }
    return 0;
}
