/* udp_peers.c - addresses as small numbers: a table that the program fills. */
#include "host/pawl_udp.h"

int32_t pawl_udp_peer_find(const pawl_udp_peers *peers, const pawl_udp_address *address) {
    if (peers == NULL || address == NULL || address->family == 0) return -1;
    for (int32_t i = 0; i < PAWL_UDP_PEERS_MAX; i++)
        if (pawl_udp_same_address(&peers->address[i], address)) return i;
    return -1;
}

bool pawl_udp_peer_set(pawl_udp_peers *peers, uint32_t peer, const pawl_udp_address *address) {
    static const pawl_udp_address none = {0};
    if (peers == NULL || peer >= PAWL_UDP_PEERS_MAX) return false;
    const int32_t before = pawl_udp_peer_find(peers, address);
    if (before >= 0) peers->address[before] = none;
    peers->address[peer] = address != NULL ? *address : none;
    return true;
}

const pawl_udp_address *pawl_udp_peer_address(const pawl_udp_peers *peers, uint32_t peer) {
    if (peers == NULL || peer >= PAWL_UDP_PEERS_MAX) return NULL;
    return peers->address[peer].family != 0 ? &peers->address[peer] : NULL;
}
