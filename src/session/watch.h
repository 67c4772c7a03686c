/* watch.h - internal: spectators see what is confirmed only some ticks later, so that they cannot
 * help a player. Rows, hashes and snapshots that go to them are no newer than that. */
#ifndef PAWLI_WATCH_H
#define PAWLI_WATCH_H

#include "session/session.h"

/* Ticks by which a peer lags: 0 where it has players. */
static inline uint32_t pawli_watch_delay(const pawl_session *session, const pawli_peer *peer) {
    return peer->players == 0 && pawli_session_is_host(session) ? session->def.watch_delay : 0u;
}

/* Host: confirmed rows before it are shown to a peer. */
static inline uint32_t pawli_watch_end(const pawl_session *session, const pawli_peer *peer) {
    const uint32_t delay = pawli_watch_delay(session, peer);
    return session->confirmed - pawli_min(session->confirmed, delay);
}

/* Rows before it are told to a peer, guesses among them where there is no delay. */
static inline uint32_t pawli_watch_told_end(const pawl_session *session, const pawli_peer *peer,
                                            uint32_t end) {
    return pawli_watch_delay(session, peer) == 0 ? end
                                                 : pawli_min(end, pawli_watch_end(session, peer));
}

/* Hashes of ticks before it are told to a peer, and compared with its own: the state of a tick
 * follows from the rows before it. */
static inline uint32_t pawli_watch_hash_end(const pawl_session *session, const pawli_peer *peer) {
    if (pawli_watch_delay(session, peer) == 0) return session->hashes.next;
    const uint32_t end = pawli_watch_end(session, peer) + 1u;
    return pawli_min(session->hashes.next, pawli_desync_first_hashed(session, end));
}

/* Whether the state of this tick may be given to a peer. */
static inline bool pawli_watch_may_load(const pawl_session *session, const pawli_peer *peer,
                                        uint32_t tick) {
    return tick <= pawli_watch_end(session, peer);
}

#endif
