/* relay.h - spectators of spectators: a machine that watches a game, and is a host for others that
 * watch it, so that a thousand of them cost the machine of a player no more than one.
 *
 * A relay has two sessions. One is a client of the game, mostly a spectator; the other one has the
 * role PAWL_ROLE_RELAY: a host without players, whose ticks come from the first. Its peers are
 * spectators, and other relays' first sessions; they come in by a snapshot of the relay, their
 * hashes are compared with those of the relay, and a desync is told to it. Both sessions have the
 * same players, input_size, hash_every, rate and app_id.
 *
 * docs/session.md has an example, docs/security.md what a relay can and cannot do. */
#ifndef PAWL_RELAY_H
#define PAWL_RELAY_H

#include "pawl/session.h"

/* Gives the relay what `from` has played and is confirmed. Call it after each request of `from`
 * that was answered: rows are kept for a short time only. The relay then has requests of its own, a
 * RESET among them where `from` came in by a snapshot, and where it has lost its host and come back
 * later than the relay's ticks can be followed on: the spectators come in again then, by
 * themselves, and the ticks between are missing in what they have seen. What was confirmed stays.
 * Errors: NULL; ARGUMENT: no relay, or of another game; PHASE: the ticks that come next are no
 * longer there, or `from` begins a game anew: the relay has to be initialized again. */
PAWL_API pawl_status pawl_session_relay(pawl_session *relay, const pawl_session *from);

/* Does what pawl_session_run does for both with one world, which is stepped once for each tick:
 * `from_game` and `relay_game` name the same world, and have slots of their own; those of
 * `from_game` may be null. `from` is a spectator: ticks that are guesses are not relayed. Returns
 * what pawl_session_run would for `from`; `status` may be null: that of the feed.
 */
PAWL_API pawl_request_type pawl_session_run_relay(pawl_session *relay,
                                                  pawl_session_world *relay_game,
                                                  pawl_session *from, pawl_session_world *from_game,
                                                  pawl_status *status);

#endif
