/* snapshot_packets.h - internal: how a game gets to a client that comes late: pieces of its state
 * one way, and which of them have come the other. */
#ifndef PAWLI_SNAPSHOT_PACKETS_H
#define PAWLI_SNAPSHOT_PACKETS_H

#include "session/session.h"

/* ---- client_snapshot.c ---- */
pawl_status pawli_client_snapshot_receive(pawl_session *session, pawli_peer *peer,
                                          pawli_packet *packet);
int32_t pawli_client_snapshot_send_ack(pawl_session *session, pawli_peer *peer, void *bytes,
                                       size_t size);

/* ---- host_snapshot.c ---- */
/* Time has passed: clients that take nothing are lost, and some that wait get what others load. */
void pawli_host_snapshot_watch(pawl_session *session);
/* What next() is to ask for, if anything. */
bool pawli_host_snapshot_is_wanted(const pawl_session *session, uint32_t *tick);
/* A peer that loads has told that it has the whole snapshot. */
bool pawli_host_snapshot_is_loaded(const pawl_session *session, const pawli_peer *peer);
bool pawli_host_snapshot_is_due(const pawl_session *session, const pawli_peer *peer);
int32_t pawli_host_snapshot_send(pawl_session *session, pawli_peer *peer, void *bytes, size_t size);
pawl_status pawli_host_snapshot_receive_ack(pawl_session *session, pawli_peer *peer,
                                            pawli_packet *packet);

#endif
