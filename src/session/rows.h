/* rows.h - internal: what a row of inputs is made of: a bit for each player that is gone, in one
 * byte up to eight players and in two beyond; where inputs vary in size, a byte with the size of
 * each; then the inputs of all players, with zeros behind their size. Part of session/session.h,
 * which includes it. */
#ifndef PAWLI_ROWS_H
#define PAWLI_ROWS_H

#include "session/session.h"

/* Bytes with a bit for each player: in a row, and in packets. */
static inline uint32_t pawli_mask_size(uint32_t players) {
    return (players + 7u) / 8u;
}

static inline uint32_t pawli_mask_fetch(const uint8_t *from, uint32_t players) {
    return players > 8u ? (uint32_t)from[0] | (uint32_t)from[1] << 8 : from[0];
}

static inline void pawli_mask_store(uint8_t *to, uint32_t players, uint32_t mask) {
    to[0] = (uint8_t)(mask & 0xFFu);
    if (players > 8u) to[1] = (uint8_t)(mask >> 8 & 0xFFu);
}

static inline void pawli_mask_write(pawli_writer *to, uint32_t players, uint32_t mask) {
    pawli_write_u8(to, (uint8_t)(mask & 0xFFu));
    if (players > 8u) pawli_write_u8(to, (uint8_t)(mask >> 8 & 0xFFu));
}

static inline uint32_t pawli_mask_read(pawli_reader *from, uint32_t players) {
    const uint32_t low = pawli_read_u8(from);
    return players > 8u ? low | (uint32_t)pawli_read_u8(from) << 8 : low;
}

/* Players that are gone in a row. */
static inline uint32_t pawli_row_gone(const pawl_session *session, const uint8_t *row) {
    return pawli_mask_fetch(row, session->def.players);
}

static inline uint32_t pawli_row_gone_at(const pawl_session *session, uint32_t tick) {
    return pawli_row_gone(session, pawli_session_row(session, tick));
}

/* Of all players; null where all have the same size. */
static inline const uint8_t *pawli_row_sizes(const pawl_session *session, const uint8_t *row) {
    return session->def.variable_inputs ? row + pawli_mask_size(session->def.players) : NULL;
}

static inline uint32_t pawli_row_size_of(const pawl_session *session, const uint8_t *row,
                                         uint32_t player) {
    const uint8_t *const sizes = pawli_row_sizes(session, row);
    return sizes == NULL ? session->def.input_size : sizes[player];
}

/* The inputs of a row, those of all players. */
static inline const uint8_t *pawli_row_inputs(const pawl_session *session, const uint8_t *row) {
    return row + pawli_mask_size(session->def.players) +
           (session->def.variable_inputs ? session->def.players : 0u);
}

static inline const uint8_t *pawli_row_input(const pawl_session *session, const uint8_t *row,
                                             uint32_t player) {
    return pawli_row_inputs(session, row) + player * session->def.input_size;
}

static inline uint8_t *pawli_session_input(const pawl_session *session, uint32_t tick,
                                           uint32_t player) {
    uint8_t *const row = pawli_session_row(session, tick);
    return row + (pawli_row_input(session, row, player) - row);
}

/* What a request tells of a row. */
static inline void pawli_row_tell(const pawl_session *session, const uint8_t *row,
                                  pawl_request *out) {
    out->inputs = pawli_row_inputs(session, row);
    out->sizes = pawli_row_sizes(session, row);
}

#endif
