/* migrate.h - when the host of a session leaves or fails, the others agree on another one, and the
 * game goes on.
 *
 * Members are the host and the machines with players. While a host lives it tells each of them
 * which the others are. When it is gone (PAWL_EVENT_HOST_GONE) they elect the one that has the most
 * confirmed ticks; more than half of all members must agree, the one that is gone counted. So in a
 * network that has fallen apart at most one part goes on: a host that has lost half of the members
 * or more stops, too, unless exactly half of them are left with it. The elected one becomes the
 * host in place (PAWL_EVENT_MIGRATED), with its state and its inputs; the others go on from the
 * ticks that they have, or get a snapshot. docs/session-hosts.md tells what no migration loses.
 *
 * A machine that no host has taken in for 8 s after PAWL_EVENT_HOST_GONE is told so, again every 8
 * s (PAWL_EVENT_STRANDED): its network may be apart, or its place another machine's. It goes on
 * asking; a program whose network is whole ends the session and joins anew.
 *
 *   session_def.migrates = true; peers, secret and address_size as for a host, on every machine
 *   host:     at PAWL_EVENT_PEER_UP    pawl_session_tell_address(session, event.peer, ...)
 *   each:     all packets that come    pawl_session_receive_from, or on a trusted link
 *                                      pawl_session_receive: with any peer number from a machine
 *                                      that is no peer yet, such as PAWL_SESSION_MEMBER
 *             pawl_session_send gives  a peer number as ever, or PAWL_SESSION_MEMBER + number:
 *                                      send it to the address of pawl_session_get_member
 *             at PAWL_EVENT_MIGRATED   peer 0 of a client is the member event.value from now on
 *
 * Source: the rules of an election are those of Raft (Ongaro and Ousterhout, In Search of an
 * Understandable Consensus Algorithm, 2014), without its log: rows take the place of entries. */
#ifndef PAWL_MIGRATE_H
#define PAWL_MIGRATE_H

#include "pawl/session.h"

/* The number of a member is the lowest of its players; of a host without players it is the number
 * of players of the game. As a peer number: */
#define PAWL_SESSION_MEMBER 0x100u
#define PAWL_SESSION_MEMBERS_MAX (PAWL_SESSION_PLAYERS_MAX + 1)

/* Bytes of memory that `migrates` adds to PAWL_SESSION_SIZE_MAX; never less than it takes. */
#define PAWL_SESSION_MIGRATE_SIZE_MAX(players, address_size) \
    (104u + ((players) + 1u) * (120u + (address_size)) + 64u)

typedef struct pawl_session_member {
    uint32_t players;    /* a bit for each; 0: it was lost, and may come back */
    uint32_t peer;       /* its peer number here; PAWL_SESSION_PEER_NONE: it is no peer */
    const void *address; /* as the host's program has given it; null: it has not */
    uint32_t address_size;
    bool is_here; /* this machine */
    bool is_host; /* as far as this machine knows */
} pawl_session_member;

/* number: 0 .. players. Errors: NULL, ARGUMENT (without `migrates`), RANGE, PHASE (there is none
 * of this number). */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_session_get_member(const pawl_session *session,
                                                             uint32_t number,
                                                             pawl_session_member *out);

/* Host: where the other members find a peer, any bytes, at most `address_size` of the def; with
 * PAWL_SESSION_PEER_NONE where they find this machine. Call it when a peer comes, and again when an
 * address changes. After a migration it is for the new host to do so. Errors: NULL, ARGUMENT (no
 * host, without `migrates`), RANGE, PHASE (the peer has no players). */
PAWL_API pawl_status pawl_session_tell_address(pawl_session *session, uint32_t peer,
                                               const void *address, size_t size);

#endif
