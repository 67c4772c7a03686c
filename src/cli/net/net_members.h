/* net_members.h - where the machines of a game find each other when its host is gone: addresses as
 * the host tells them, the same bytes on all machines. */
#ifndef CLI_NET_MEMBERS_H
#define CLI_NET_MEMBERS_H

#include "cli/net/net_transport.h"
#include "pawl/migrate.h"

#define CLI_NET_MEMBER_BYTES 19 /* family, port, 16 bytes */

/* Host, when a peer has come: the others are told where it is, and where this machine is, as far as
 * it knows that itself. */
void cli_net_members_tell(cli_net_transport *transport, pawl_session *session, uint32_t peer);

/* There is a new host: member `number`. True when it is this machine. Peers have the addresses of
 * members from now on. */
bool cli_net_members_move(cli_net_transport *transport, const pawl_session *session,
                          uint32_t number);

/* Where a packet for a peer goes, or for a member, PAWL_SESSION_MEMBER + its number; false when
 * that is not known. */
bool cli_net_members_find(const cli_net_transport *transport, const pawl_session *session,
                          uint32_t peer, pawl_udp_address *out);

#endif
