/* net_members.c - what net_members.h declares. */
#include "cli/net/net_members.h"

#include <string.h>

static void write_address(const pawl_udp_address *address, uint8_t *bytes) {
    bytes[0] = address->family;
    bytes[1] = (uint8_t)(address->port >> 8);
    bytes[2] = (uint8_t)(address->port & 0xFF);
    memcpy(bytes + 3, address->bytes, sizeof address->bytes);
}

/* False for what the host did not tell, or cannot have meant. */
static bool read_address(const pawl_session_member *member, pawl_udp_address *out) {
    const uint8_t *const bytes = member->address;
    if (bytes == NULL || member->address_size != CLI_NET_MEMBER_BYTES) return false;
    if (bytes[0] != 4 && bytes[0] != 6) return false;
    memset(out, 0, sizeof *out);
    out->family = bytes[0];
    out->port = (uint16_t)(bytes[1] << 8 | bytes[2]);
    memcpy(out->bytes, bytes + 3, sizeof out->bytes);
    return out->port != 0;
}

/* One that listens everywhere does not know which of its addresses others see. */
static bool is_any(const pawl_udp_address *address) {
    static const uint8_t zeros[16];
    return memcmp(address->bytes, zeros, sizeof zeros) == 0;
}

/* As an earlier host has seen this machine. */
static bool find_own(const pawl_session *session, pawl_udp_address *out) {
    pawl_session_member member;
    for (uint32_t i = 0; i < PAWL_SESSION_MEMBERS_MAX; i++)
        if (pawl_session_get_member(session, i, &member) == PAWL_OK && member.is_here)
            return read_address(&member, out);
    return false;
}

void cli_net_members_tell(cli_net_transport *transport, pawl_session *session, uint32_t peer) {
    uint8_t bytes[CLI_NET_MEMBER_BYTES];
    pawl_udp_address own;
    const pawl_udp_address *const at = pawl_udp_peer_address(&transport->peers, peer);
    const bool is_local = pawl_udp_local(&transport->udp, &own) == PAWL_UDP_OK && !is_any(&own);
    if (is_local || find_own(session, &own)) {
        write_address(&own, bytes);
        (void)pawl_session_tell_address(session, PAWL_SESSION_PEER_NONE, bytes, sizeof bytes);
    }
    if (at == NULL) return;
    write_address(at, bytes);
    (void)pawl_session_tell_address(session, peer, bytes, sizeof bytes); /* PHASE: it watches */
}

bool cli_net_members_move(cli_net_transport *transport, const pawl_session *session,
                          uint32_t number) {
    pawl_session_member member;
    pawl_udp_address address;
    if (pawl_session_get_member(session, number, &member) != PAWL_OK) return false;
    const bool is_here = member.is_here;
    memset(&transport->peers, 0, sizeof transport->peers);
    if (!is_here) {
        if (read_address(&member, &address))
            (void)pawl_udp_peer_set(&transport->peers, 0, &address);
        return false;
    }
    for (uint32_t i = 0; i < PAWL_SESSION_MEMBERS_MAX; i++) {
        if (pawl_session_get_member(session, i, &member) == PAWL_OK && !member.is_here &&
            member.peer < PAWL_SESSION_PEERS_MAX && read_address(&member, &address)) {
            (void)pawl_udp_peer_set(&transport->peers, member.peer, &address);
        }
    }
    return true;
}

bool cli_net_members_find(const cli_net_transport *transport, const pawl_session *session,
                          uint32_t peer, pawl_udp_address *out) {
    pawl_session_member member;
    if (peer >= PAWL_SESSION_MEMBER) {
        return pawl_session_get_member(session, peer - PAWL_SESSION_MEMBER, &member) == PAWL_OK &&
               read_address(&member, out);
    }
    const pawl_udp_address *const at = pawl_udp_peer_address(&transport->peers, peer);
    if (at != NULL) *out = *at;
    return at != NULL;
}
