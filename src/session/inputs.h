/* inputs.h - internal: what is done with the ring of rows. */
#ifndef PAWLI_INPUTS_H
#define PAWLI_INPUTS_H

#include "session/session.h"

/* Whether there is room for a row. */
bool pawli_inputs_have_room(const pawl_session *session, uint32_t tick);
/* Host: players of the peers that have not said that they have the rows in whose place this one
 * would go. */
uint32_t pawli_inputs_find_silent(const pawl_session *session, uint32_t tick);
/* Whether a player is gone in a tick, as far as is known; the rows before it are there. */
bool pawli_inputs_is_gone(const pawl_session *session, uint32_t player, uint32_t tick);
/* Rows before `end` exist. */
void pawli_inputs_extend(pawl_session *session, uint32_t end);
void pawli_inputs_set(pawl_session *session, uint32_t player, uint32_t tick, const uint8_t *input,
                      uint32_t size);
/* The program's guess for a tick. */
void pawli_inputs_guess(pawl_session *session, uint32_t player, uint32_t tick, const uint8_t *input,
                        uint32_t size);
/* Predict a player again from a tick on. */
void pawli_inputs_predict(pawl_session *session, uint32_t player, uint32_t from);
/* Columns of some players, one after the other, behind their sizes where these vary. */
uint32_t pawli_inputs_gather(const pawl_session *session, uint32_t tick, uint32_t players,
                             uint8_t *out);
/* Client: its own, as the host knows them. */
uint32_t pawli_inputs_gather_own(const pawl_session *session, uint32_t tick, uint8_t *out);
/* Client: what the host says of a tick. */
void pawli_inputs_take_row(pawl_session *session, uint32_t tick, const uint8_t *row);
void pawli_inputs_take_hint(pawl_session *session, uint32_t tick, const uint8_t *row);
/* Host: what all know is decided. */
void pawli_inputs_confirm(pawl_session *session);
/* Local players play from a tick on. */
void pawli_inputs_begin(pawl_session *session, uint32_t tick);
/* Inputs of all players of this machine are here for ticks before it. */
uint32_t pawli_inputs_local_end(const pawl_session *session);
/* Tick before which everything came in that the peers were to send: with the log of a client. */
uint32_t pawli_inputs_received_end(const pawl_session *session);
/* Rows before it are told: of the host as far as anything is known of any player. */
uint32_t pawli_inputs_told_end(const pawl_session *session);
/* Inputs of a peer are here for ticks before it. */
uint32_t pawli_inputs_taken_end(const pawl_session *session, const pawli_peer *peer);
/* The same of a host, once the peer has told that it has the rows before `ack`: a row that was
 * decided without it may only count as told when it knows it, since the next ones are told as
 * differences to it. */
uint32_t pawli_inputs_settled_end(const pawl_session *session, const pawli_peer *peer,
                                  uint32_t ack);
/* Host: first tick of which the players of a peer, which has some, have neither given an input nor
 * been done without. */
uint32_t pawli_inputs_known_end(const pawl_session *session, const pawli_peer *peer);
/* Host: what came too late for its own tick is the best guess for those to come. */
void pawli_inputs_take_late(pawl_session *session, uint32_t player, const uint8_t *input,
                            uint32_t size);
/* Host: a player plays a tick, which is not yet decided, as its row has it. */
void pawli_inputs_decide(pawl_session *session, uint32_t player, uint32_t tick);
/* Client: keep a row for which the ring has no room. */
bool pawli_inputs_log_row(pawl_session *session, const uint8_t *row);
const uint8_t *pawli_inputs_logged_row(const pawl_session *session, uint32_t tick);
/* The rows for which there is room now. */
void pawli_inputs_drain_log(pawl_session *session);

#endif
