/* stranger.c - packets from addresses that are no peers yet: what a host answers at once, and when
 * an address becomes a peer.
 *
 * The rule of RFC 9000, 8.1: an address that has proven nothing is sent no more than it has sent,
 * and nothing is kept of it. An answer is a CHALLENGE or a BYE, both shorter than a HELLO. */
#include "migrate/migrate.h"

#define CHALLENGE_SIZE (PAWLI_WIRE_FULL + 20u)
#define BYE_SIZE (PAWLI_WIRE_FULL + 11u)
#define HELLO_SIZE_MIN (PAWLI_WIRE_FULL + 28u)
#define NONCE_OFFSET 12u /* in a packet: behind the head of the envelope */

PAWL_STATIC_ASSERT(CHALLENGE_SIZE <= PAWL_SESSION_REPLY_MAX && BYE_SIZE <= PAWL_SESSION_REPLY_MAX,
                   "PAWL_SESSION_REPLY_MAX");
PAWL_STATIC_ASSERT(CHALLENGE_SIZE <= HELLO_SIZE_MIN && BYE_SIZE <= HELLO_SIZE_MIN,
                   "an answer is not longer than what it answers");

/* ---- answers ---- */

static void finish_reply(pawl_session *session, pawli_writer *to, pawli_packet_type type,
                         uint8_t flags, pawl_session_reply *out) {
    pawli_peer stranger;
    memset(&stranger, 0, sizeof stranger);
    out->size = (uint32_t)pawli_wire_end(session, &stranger, to, type, flags);
}

/* number: of the visit that it believes in; 0: of none. */
static void reply_bye(pawl_session *session, uint32_t nonce, uint32_t number, uint32_t reason,
                      uint32_t detail, pawl_session_reply *out) {
    pawli_writer to = pawli_wire_begin(session, out->bytes, sizeof out->bytes);
    pawli_write_u32(&to, nonce);
    pawli_write_u32(&to, number);
    pawli_write_u8(&to, (uint8_t)reason);
    pawli_write_u16(&to, (uint16_t)detail);
    finish_reply(session, &to, PAWLI_BYE, 0, out);
}

static void reply_challenge(pawl_session *session, uint64_t tag, uint32_t nonce, uint32_t count,
                            uint32_t now_ms, pawl_session_reply *out) {
    pawli_writer to = pawli_wire_begin(session, out->bytes, sizeof out->bytes);
    pawli_challenge_write(session, &to, tag, nonce, count, now_ms);
    const uint8_t flags = (uint8_t)(count == PAWLI_NEVER ? 0 : PAWLI_CHALLENGE_KEY);
    finish_reply(session, &to, PAWLI_CHALLENGE, flags, out);
}

/* ---- which peer ---- */

static bool is_at_address(const pawli_peer *peer, uint64_t tag) {
    return peer->tag[0] == (uint32_t)(tag & UINT32_MAX) && peer->tag[1] == (uint32_t)(tag >> 32);
}

static uint32_t find_peer_at(const pawl_session *session, uint64_t tag) {
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state != PAWLI_PEER_FREE && is_at_address(peer, tag)) return i;
    }
    return PAWL_SESSION_PEER_NONE;
}

/* A visit that is over does not begin again with a late copy of its HELLO. */
static bool was_here_before(const pawl_session *session, uint64_t tag, uint32_t nonce) {
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (is_at_address(peer, tag) && peer->nonce == nonce) return true;
    }
    return false;
}

static uint32_t find_place(const pawl_session *session, const pawli_hello *in) {
    for (uint32_t i = 0; i < session->peer_count; i++) {
        if (pawli_session_peers(session)[i].state == PAWLI_PEER_FREE) return i;
    }
    return pawli_admit_find_returning(session, in); /* its own, of before */
}

/* ---- letting in ---- */

/* What has the key, or comes to a free place. An address that has a peer already asks for another
 * visit: after a while of silence only, since the packet may be an old one. */
static pawl_status let_in(pawl_session *session, uint64_t tag, const pawli_hello *in,
                          pawl_session_reply *out) {
    if (was_here_before(session, tag, in->nonce)) {
        reply_bye(session, in->nonce, 0, PAWL_REFUSED_SILENCE, 0, out);
        return PAWL_ERR_PHASE;
    }
    uint32_t index = find_peer_at(session, tag);
    if (index != PAWL_SESSION_PEER_NONE) {
        const pawli_peer *const peer = &pawli_session_peers(session)[index];
        if (peer->state >= PAWLI_PEER_ASKED) {
            if (!pawli_peer_was_silent(session, peer, session->def.timeout_ms / 4u)) {
                return PAWL_ERR_PHASE;
            }
            pawli_host_lose_peer(session, index, PAWL_REFUSED_SILENCE, false);
        }
    } else {
        index = find_place(session, in);
    }
    const uint32_t reason = index == PAWL_SESSION_PEER_NONE
                                ? PAWL_REFUSED_FULL
                                : pawli_admit_enter(session, index, tag, in);
    if (reason != 0) {
        reply_bye(session, in->nonce, 0, reason, 0, out);
    } else {
        out->peer = index;
    }
    return PAWL_OK;
}

static pawl_status receive_stranger_hello(pawl_session *session, uint64_t tag,
                                          const pawli_packet *packet, uint32_t now_ms,
                                          pawl_session_reply *out) {
    pawli_hello in;
    uint32_t count;
    const pawl_status status = pawli_admit_read(session, packet, &in);
    if (status != PAWL_OK) return status;
    const bool is_proven =
        in.cookie != NULL && pawli_challenge_is_met(session, tag, in.nonce, in.cookie, now_ms);
    if (is_proven) pawli_peer_watch_time(session, now_ms);
    switch (pawli_admit_judge(session, &in, is_proven, &count)) {
    case PAWLI_ADMISSION_REFUSE:
        reply_bye(session, in.nonce, 0, in.mismatch,
                  in.mismatch == PAWL_REFUSED_FEATURES ? in.parting : 0, out);
        return PAWL_OK;
    case PAWLI_ADMISSION_CHALLENGE:
        reply_challenge(session, tag, in.nonce, count, now_ms, out);
        return PAWL_OK;
    case PAWLI_ADMISSION_ADMIT:
        return let_in(session, tag, &in, out);
    case PAWLI_ADMISSION_WAIT:
        break;
    }
    return PAWL_ERR_PHASE;
}

/* ---- packets ---- */

static pawl_status receive_stranger(pawl_session *session, uint64_t tag, const void *packet,
                                    size_t size, uint32_t now_ms, pawl_session_reply *out) {
    pawli_peer stranger;
    pawli_packet in;
    memset(&stranger, 0, sizeof stranger);
    const pawl_status status = pawli_wire_read(session, &stranger, packet, size, &in);
    if (status == PAWL_ERR_VERSION && in.type == PAWLI_HELLO) {
        /* The nonce comes first in every version. */
        const uint32_t nonce = pawli_read_u32(&in.body);
        if (size >= BYE_SIZE) reply_bye(session, nonce, 0, PAWL_REFUSED_PROTOCOL, 0, out);
        return status;
    }
    const bool is_of_visit = in.type > PAWLI_BYE && in.type != PAWLI_CHALLENGE;
    if (is_of_visit && (status == PAWL_OK || status == PAWL_ERR_PHASE)) {
        /* It believes that it plays here: tell it that it does not. */
        if (size >= BYE_SIZE) {
            reply_bye(session, 0, in.session, PAWL_REFUSED_SILENCE, 0, out);
        }
        return PAWL_ERR_PHASE;
    }
    if (status != PAWL_OK) return status;
    if (in.type != PAWLI_HELLO || session->phase == PAWL_PHASE_ENDED) return PAWL_ERR_PHASE;
    return receive_stranger_hello(session, tag, &in, now_ms, out);
}

/* Of the address of a peer, with another nonce: it changes nothing for that peer until the address
 * is proven again. */
static bool is_other_hello(const pawli_peer *peer, const void *packet, size_t size) {
    const uint8_t *const bytes = (const uint8_t *)packet;
    return size >= HELLO_SIZE_MIN && bytes[2] >> 4 == PAWLI_HELLO &&
           pawli_fetch_u32(bytes + NONCE_OFFSET) != peer->nonce;
}

static pawl_status receive_at(pawl_session *session, uint64_t tag, const void *packet, size_t size,
                              uint32_t now_ms, pawl_session_reply *out) {
    const bool is_host = pawli_session_is_host(session);
    const uint32_t index = is_host ? find_peer_at(session, tag) : 0;
    if (pawli_migrate_elect_is_packet(session, packet, size)) {
        const pawl_status status =
            pawli_migrate_elect_receive(session, index, &tag, packet, size, now_ms);
        if (status == PAWL_OK && is_host) out->peer = find_peer_at(session, tag);
        return status;
    }
    if (!is_host) return pawl_session_receive(session, 0, packet, size, now_ms);
    if (index == PAWL_SESSION_PEER_NONE) {
        return receive_stranger(session, tag, packet, size, now_ms, out);
    }
    out->peer = index;
    if (is_other_hello(&pawli_session_peers(session)[index], packet, size)) {
        return receive_stranger(session, tag, packet, size, now_ms, out);
    }
    return pawl_session_receive(session, index, packet, size, now_ms);
}

void pawl_session_receive_from(pawl_session *session, const void *address, size_t address_size,
                               const void *packet, size_t size, uint32_t now_ms,
                               pawl_session_reply *reply) {
    if (reply == NULL) return;
    memset(reply, 0, sizeof *reply);
    reply->peer = PAWL_SESSION_PEER_NONE;
    if (session == NULL || packet == NULL || (address == NULL && address_size > 0)) {
        reply->status = PAWL_ERR_NULL;
    } else if ((!pawli_session_is_host(session) && session->at_migrate == 0) ||
               pawli_session_trusts_link(session)) {
        reply->status = PAWL_ERR_ARGUMENT;
    } else if (address_size > PAWL_SESSION_ADDRESS_MAX) {
        reply->status = PAWL_ERR_RANGE;
    } else {
        const uint64_t tag = pawli_challenge_tag(session, address, address_size);
        reply->status = receive_at(session, tag, packet, size, now_ms, reply);
    }
}
