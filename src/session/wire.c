/* wire.c - the envelope of a packet: what is checked before anything is believed.
 *
 * Full:    "PW" | version:4 type:4 | flags | visit u32 | sequence u16 | length u16 | body | CRC-32
 * Compact: type:3 low:5 | low | body | CRC-16 of the visit and all of these
 *
 * Length first, then the checksum, then the visit, then each count in the body:
 * docs/format-wire.md. */
#include "base/crc.h"
#include "session/session.h"

#define WIRE_MAGIC 0x5750u /* "PW" */
#define WIRE_FULL_HEAD 12u
#define WIRE_FULL_END 4u
#define WIRE_COMPACT_HEAD 2u
#define WIRE_COMPACT_END 2u
#define WIRE_SEEN_COUNT 32u

PAWL_STATIC_ASSERT(WIRE_FULL_HEAD + WIRE_FULL_END == PAWLI_WIRE_FULL, "bytes around a body");
PAWL_STATIC_ASSERT(WIRE_COMPACT_HEAD + WIRE_COMPACT_END == PAWLI_WIRE_COMPACT,
                   "bytes around a body");

/* ---- writing ---- */

static bool is_compact_link(const pawl_session *session) {
    return session->def.link == PAWL_SESSION_LINK_COMPACT;
}

pawli_writer pawli_wire_begin(const pawl_session *session, void *bytes, size_t size) {
    const uint32_t end = is_compact_link(session) ? WIRE_COMPACT_END : WIRE_FULL_END;
    uint32_t room = session->def.packet_size;
    if (size < room) room = (uint32_t)size;
    pawli_writer to = pawli_writer_of(bytes, room < end ? 0 : room - end);
    (void)pawli_write_room(&to, is_compact_link(session) ? WIRE_COMPACT_HEAD : WIRE_FULL_HEAD);
    return to;
}

/* HELLO and its answers. */
static bool is_of_handshake(uint8_t type) {
    return type <= PAWLI_BYE || type == PAWLI_CHALLENGE;
}

/* A handshake comes before there is a session. All else carries the number that the host gave to
 * this visit: a packet of an earlier one, of this game or another, means nothing, even if it comes
 * from the same address. */
static uint32_t visit_number(const pawl_session *session, const pawli_peer *peer, uint8_t type) {
    if (is_of_handshake(type)) return 0;
    /* Members have no visit: what they say to each other has its own proof. */
    if (type == PAWLI_MIGRATE && session->at_migrate != 0) return 0;
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
    const uint32_t id = visit_number(session, peer, (uint8_t)type);
    uint8_t *const bytes = to->bytes;
    if (is_compact_link(session)) {
        /* An INPUT packet has put its low bits there. */
        if (type != PAWLI_INPUT) bytes[0] = bytes[1] = 0;
        if (type != PAWLI_INPUT) bytes[1] = flags;
        bytes[0] = (uint8_t)(bytes[0] | (unsigned)type << 5);
        pawli_store_u16(bytes + to->at, compact_crc(id, bytes, to->at));
        to->at += WIRE_COMPACT_END;
    } else {
        pawli_store_u16(bytes, WIRE_MAGIC);
        bytes[2] = (uint8_t)(PAWL_SESSION_PROTOCOL | (unsigned)type << 4);
        bytes[3] = flags;
        pawli_store_u32(bytes + 4, id);
        pawli_store_u16(bytes + 8, peer->sequence);
        pawli_store_u16(bytes + 10, (uint16_t)(to->at + WIRE_FULL_END));
        pawli_store_u32(bytes + to->at, pawli_crc_32(0, bytes, (size_t)to->at));
        to->at += WIRE_FULL_END;
    }
    peer->sequence++;
    peer->counts.sent++;
    peer->counts.bytes_sent += to->at;
    return (int32_t)to->at;
}

/* ---- reading ---- */

static pawl_status read_full_envelope(const uint8_t *bytes, uint32_t size, pawli_packet *out) {
    if (size < WIRE_FULL_HEAD + WIRE_FULL_END || pawli_fetch_u16(bytes) != WIRE_MAGIC) {
        return PAWL_ERR_CORRUPT;
    }
    if (pawli_fetch_u16(bytes + 10) != size) return PAWL_ERR_CORRUPT;
    if (pawli_crc_32(0, bytes, (size_t)(size - WIRE_FULL_END)) !=
        pawli_fetch_u32(bytes + size - WIRE_FULL_END)) {
        return PAWL_ERR_CORRUPT;
    }
    out->version = bytes[2] & 0x0Fu;
    out->type = bytes[2] >> 4;
    out->flags = bytes[3];
    out->session = pawli_fetch_u32(bytes + 4);
    out->sequence = pawli_fetch_u16(bytes + 8);
    out->body = pawli_reader_of(bytes + WIRE_FULL_HEAD, size - WIRE_FULL_HEAD - WIRE_FULL_END);
    return PAWL_OK;
}

static pawl_status read_compact_envelope(const pawl_session *session, const pawli_peer *peer,
                                         const uint8_t *bytes, uint32_t size, pawli_packet *out) {
    if (size < WIRE_COMPACT_HEAD + WIRE_COMPACT_END) return PAWL_ERR_CORRUPT;
    out->type = bytes[0] >> 5;
    const uint32_t id = visit_number(session, peer, out->type);
    const uint32_t end = size - WIRE_COMPACT_END;
    if (compact_crc(id, bytes, end) != pawli_fetch_u16(bytes + end)) return PAWL_ERR_CORRUPT;
    out->version = PAWL_SESSION_PROTOCOL;
    out->session = id;
    out->tick_low = bytes[0] & 0x1Fu;
    out->ack_low = bytes[1];
    out->flags = out->type == PAWLI_INPUT ? 0 : bytes[1];
    out->body = pawli_reader_of(bytes + WIRE_COMPACT_HEAD, end - WIRE_COMPACT_HEAD);
    out->is_newest = true; /* a line keeps the order */
    return PAWL_OK;
}

/* New, or not seen among the last ones. */
static bool is_fresh_packet(const pawli_peer *peer, pawli_packet *packet) {
    if (packet->is_compact) return true;
    const uint16_t behind = (uint16_t)(peer->last - packet->sequence);
    packet->is_newest = !peer->has_sequence || behind >= 0x8000u;
    if (packet->is_newest) return true;
    return behind < WIRE_SEEN_COUNT && (peer->seen >> behind & 1u) == 0;
}

static pawl_status check_envelope(const pawl_session *session, pawli_peer *peer,
                                  pawli_packet *packet) {
    if (packet->version != PAWL_SESSION_PROTOCOL) return PAWL_ERR_VERSION;
    if (packet->session != visit_number(session, peer, packet->type)) return PAWL_ERR_PHASE;
    /* HELLO is repeated as it is, and has its own number. */
    if (is_of_handshake(packet->type)) return PAWL_OK;
    if (!is_fresh_packet(peer, packet)) {
        peer->counts.duplicate++;
        return PAWL_ERR_PHASE;
    }
    return PAWL_OK;
}

pawl_status pawli_wire_read(const pawl_session *session, pawli_peer *peer, const void *bytes,
                            size_t size, pawli_packet *out) {
    memset(out, 0, sizeof *out);
    out->is_compact = is_compact_link(session);
    if (size > PAWL_SESSION_PACKET_MAX) return PAWL_ERR_CORRUPT;
    const uint8_t *const from = (const uint8_t *)bytes;
    const pawl_status status = out->is_compact
                                   ? read_compact_envelope(session, peer, from, (uint32_t)size, out)
                                   : read_full_envelope(from, (uint32_t)size, out);
    return status == PAWL_OK ? check_envelope(session, peer, out) : status;
}

void pawli_wire_remember(pawli_peer *peer, const pawli_packet *packet) {
    if (packet->is_compact || is_of_handshake(packet->type)) return;
    if (!peer->has_sequence) {
        peer->has_sequence = true;
        peer->last = packet->sequence;
        peer->seen = 1;
        return;
    }
    const uint16_t behind = (uint16_t)(peer->last - packet->sequence);
    if (behind < 0x8000u) {
        if (behind < WIRE_SEEN_COUNT) peer->seen |= UINT32_C(1) << behind;
        return;
    }
    const uint16_t ahead = (uint16_t)(packet->sequence - peer->last);
    peer->seen = ahead < WIRE_SEEN_COUNT ? peer->seen << ahead | 1u : 1u;
    peer->last = packet->sequence;
}
