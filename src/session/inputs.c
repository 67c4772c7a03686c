/* inputs.c - rows of inputs: what came, what is predicted, and what is final.
 *
 * A prediction is the last known input again. It is made with the row, and made again for all later
 * rows when more is known: a row always holds the best that is known. */
#include "session/signing.h"
#include "session/inputs.h"
#include "session/delay.h"
#include "session/measure.h"
#include "session/predict.h"
#include "session/sized.h"
#include "base/bytes.h"

/* A row that was played otherwise must be played again. */
static bool mark_dirty(pawl_session *session, uint32_t tick) {
    if (tick >= session->head || tick >= session->dirty) return false;
    session->dirty = tick;
    return true;
}

static void set_gone(pawl_session *session, uint32_t player, uint32_t tick, bool is_gone) {
    uint8_t *const row = pawli_session_row(session, tick);
    const uint32_t gone = pawli_row_gone(session, row);
    if (pawli_has_player(gone, player) == is_gone) return;
    pawli_mask_store(row, session->def.players, gone ^ UINT32_C(1) << player);
    pawli_predict_forget(session, player, tick + 1u);
    if (!mark_dirty(session, tick)) return;
    pawli_measure_blame(session, is_gone ? PAWLI_CAUSE_GONE : PAWLI_CAUSE_BACK);
}

/* Of so many bytes; null: zeros, of none. */
static void set_input(pawl_session *session, uint32_t player, uint32_t tick, const uint8_t *input,
                      uint32_t size) {
    uint8_t *const column = pawli_session_input(session, tick, player);
    const uint32_t given = input == NULL ? 0 : size;
    bool is_same = true;
    if (session->def.variable_inputs) {
        uint8_t *const kept = column - player * session->def.input_size - session->def.players;
        is_same = kept[player] == given;
        kept[player] = (uint8_t)given;
    }
    for (uint32_t i = 0; i < session->def.input_size; i++) {
        const uint8_t byte = i < given ? input[i] : 0;
        if (column[i] == byte) continue;
        column[i] = byte;
        is_same = false;
    }
    if (is_same) return;
    if (mark_dirty(session, tick)) pawli_measure_blame(session, player);
    pawli_predict_forget(session, player, tick + 1u);
}

bool pawli_inputs_is_gone(const pawl_session *session, uint32_t player, uint32_t tick) {
    if (!pawli_session_is_client(session)) {
        const uint32_t starts = session->starts[player];
        return starts == PAWLI_NEVER ? tick >= session->known[player] : tick < starts;
    }
    if (pawli_has_player(session->local, player)) return tick < session->begin;
    return tick != session->first && pawli_has_player(pawli_row_gone_at(session, tick - 1), player);
}

static void predict_input(pawl_session *session, uint32_t player, uint32_t tick) {
    const bool is_gone = pawli_inputs_is_gone(session, player, tick);
    set_gone(session, player, tick, is_gone);
    if (!is_gone && pawli_predict_is_kept(session, player, tick)) return;
    /* What varies in size is a command, which is given once. */
    const bool repeats = !is_gone && tick != session->first && !session->def.variable_inputs;
    set_input(session, player, tick,
              repeats ? pawli_session_input(session, tick - 1, player) : NULL,
              session->def.input_size);
}

void pawli_inputs_predict(pawl_session *session, uint32_t player, uint32_t from) {
    for (uint32_t tick = from; tick < session->top; tick++)
        predict_input(session, player, tick);
}

void pawli_inputs_extend(pawl_session *session, uint32_t end) {
    for (; session->top < end; session->top++) {
        memset(pawli_session_row(session, session->top), 0, session->row_size);
        pawli_predict_clear(session, session->top);
        for (uint32_t player = 0; player < session->def.players; player++)
            predict_input(session, player, session->top);
    }
}

void pawli_inputs_set(pawl_session *session, uint32_t player, uint32_t tick, const uint8_t *input,
                      uint32_t size) {
    pawli_inputs_extend(session, tick + 1);
    set_gone(session, player, tick, false);
    set_input(session, player, tick, input, size);
}

void pawli_inputs_guess(pawl_session *session, uint32_t player, uint32_t tick, const uint8_t *input,
                        uint32_t size) {
    set_input(session, player, tick, input, size);
    pawli_inputs_predict(session, player, tick + 1);
}

static uint32_t gather_columns(const pawl_session *session, const uint8_t *row, uint32_t players,
                               uint8_t *out) {
    const uint32_t input_size = session->def.input_size;
    const uint8_t *const sizes = pawli_row_sizes(session, row);
    uint32_t size = 0;
    for (uint32_t player = 0; sizes != NULL && player < session->def.players; player++)
        if (pawli_has_player(players, player)) out[size++] = sizes[player];
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (!pawli_has_player(players, player)) continue;
        memcpy(out + size, pawli_row_input(session, row, player), (size_t)input_size);
        size += input_size;
    }
    return size;
}

uint32_t pawli_inputs_gather(const pawl_session *session, uint32_t tick, uint32_t players,
                             uint8_t *out) {
    return gather_columns(session, pawli_session_row(session, tick), players, out);
}

/* ---- room ---- */

/* Rows that a peer has not confirmed, and the one before them from which they are told. A peer
 * without players must not hold up the others: it is dropped when it falls behind. */
static uint32_t oldest_unconfirmed(const pawl_session *session) {
    uint32_t oldest = PAWLI_NEVER;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state != PAWLI_PEER_PLAYING) continue;
        if (pawli_session_is_host(session) ? peer->begin == PAWLI_NEVER
                                           : session->begin == PAWLI_NEVER) {
            continue;
        }
        if ((peer->players & session->late) != 0) continue;
        /* What the host has decided need not be told again. */
        const uint32_t ack = pawli_session_is_host(session)
                                 ? peer->rows.ack
                                 : pawli_max(peer->rows.ack, session->confirmed);
        oldest = pawli_min(oldest, ack);
    }
    return oldest;
}

static uint32_t oldest_needed_row(const pawl_session *session) {
    /* A window before the state: what is confirmed at once can still be taken for a replay. */
    uint32_t oldest = session->at - pawli_min(session->at, session->def.window);
    oldest = pawli_min(oldest, session->dirty);
    oldest = pawli_min(oldest, session->confirmed);
    oldest -= pawli_min(oldest, session->def.save_every - 1u); /* down to a state */
    oldest = pawli_min(oldest, oldest_unconfirmed(session));
    /* While ticks are played again the game stands still, for as long as its program takes. */
    if (session->repeat.end != PAWLI_NEVER) oldest = pawli_min(oldest, session->repeat.at);
    return oldest <= session->first ? session->first : oldest - 1;
}

bool pawli_inputs_have_room(const pawl_session *session, uint32_t tick) {
    return tick - oldest_needed_row(session) < session->row_count;
}

uint32_t pawli_inputs_find_silent(const pawl_session *session, uint32_t tick) {
    uint32_t players = 0;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        const bool holds_rows = peer->state == PAWLI_PEER_PLAYING && peer->begin != PAWLI_NEVER &&
                                (peer->players & session->late) == 0 &&
                                pawli_session_is_host(session);
        const uint32_t ack = peer->rows.ack;
        const uint32_t needed = ack <= session->first ? session->first : ack - 1u;
        if (holds_rows && tick - needed >= session->row_count) players |= peer->players;
    }
    return players;
}

/* ---- final rows ---- */

/* Row `confirmed` is what all machines will play. */
static void confirm_row(pawl_session *session) {
    const uint32_t tick = session->confirmed;
    const uint32_t gone = pawli_row_gone_at(session, tick);
    const uint32_t before = tick == session->first ? 0 : pawli_row_gone_at(session, tick - 1);
    session->confirmed = tick + 1;
    session->hinted = pawli_max(session->hinted, session->confirmed);
    if ((gone & ~before) != 0) {
        pawli_notify(session, PAWL_EVENT_PLAYER_GONE, 0, gone & ~before, tick, 0);
    }
    if ((before & ~gone) != 0) {
        pawli_notify(session, PAWL_EVENT_PLAYER_BACK, 0, before & ~gone, tick, 0);
    }
    pawli_signing_take_row(session);
}

static bool is_row_decided(const pawl_session *session, uint32_t tick) {
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (tick >= session->known[player] && !pawli_inputs_is_gone(session, player, tick))
            return false;
    }
    return true;
}

/* No player is there to play for. */
static bool is_without_players(const pawl_session *session) {
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (session->starts[player] != PAWLI_NEVER) return false;
        if (session->known[player] > session->confirmed) return false;
    }
    return true;
}

void pawli_inputs_confirm(pawl_session *session) {
    if (session->phase != PAWL_PHASE_PLAYING) return;
    while (!is_without_players(session) && is_row_decided(session, session->confirmed) &&
           pawli_inputs_have_room(session, session->confirmed)) {
        pawli_inputs_extend(session, session->confirmed + 1);
        confirm_row(session);
    }
}

/* The host has decided for the players of this machine, with or without their inputs. */
static void take_own_columns(pawl_session *session, uint32_t tick, const uint8_t *row) {
    if (session->begin == PAWLI_NEVER || tick < session->begin) return;
    const uint8_t *const ours = pawli_session_row(session, tick);
    bool is_overruled = false;
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (!pawli_has_player(session->local, player)) continue;
        is_overruled =
            is_overruled || tick >= session->known[player] ||
            pawli_row_size_of(session, ours, player) != pawli_row_size_of(session, row, player) ||
            !pawli_bytes_are_equal(pawli_session_input(session, tick, player),
                                   pawli_row_input(session, row, player), session->def.input_size);
        session->known[player] = pawli_max(session->known[player], tick + 1);
    }
    if (is_overruled) session->overruled++;
    if (is_overruled) pawli_signing_spoil(session);
}

void pawli_inputs_take_row(pawl_session *session, uint32_t tick, const uint8_t *row) {
    PAWL_ASSERT(tick == session->confirmed);
    pawli_inputs_extend(session, tick + 1);
    uint8_t *const ours = pawli_session_row(session, tick);
    take_own_columns(session, tick, row);
    if (!pawli_bytes_are_equal(ours, row, session->row_size)) {
        if (mark_dirty(session, tick)) pawli_measure_blame_row(session, ours, row);
        pawli_predict_compare(session, tick, row);
        memcpy(ours, row, session->row_size);
    }
    confirm_row(session);
}

void pawli_inputs_take_hint(pawl_session *session, uint32_t tick, const uint8_t *row) {
    pawli_inputs_extend(session, tick + 1);
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (pawli_has_player(session->local, player)) continue;
        set_gone(session, player, tick, pawli_has_player(pawli_row_gone(session, row), player));
        set_input(session, player, tick, pawli_row_input(session, row, player),
                  pawli_row_size_of(session, row, player));
    }
    session->hinted = pawli_max(session->hinted, tick + 1);
}

/* ---- rows for which the ring has no room yet ---- */

static uint8_t *logged_row_at(const pawl_session *session, uint32_t tick) {
    return session->snapshot.bytes + session->snapshot.size +
           (tick - session->log.base) * session->row_size;
}

bool pawli_inputs_log_row(pawl_session *session, const uint8_t *row) {
    if (session->snapshot.bytes == NULL || !session->is_late || session->snapshot.size == 0) {
        return false;
    }
    if (session->log.end <= session->confirmed) {
        session->log.base = session->log.first = session->log.end = session->confirmed;
    }
    const uint32_t room = (session->snapshot.room - session->snapshot.size) / session->row_size;
    if (session->log.end - session->log.base >= room) return false;
    memcpy(logged_row_at(session, session->log.end), row, session->row_size);
    session->log.end++;
    return true;
}

const uint8_t *pawli_inputs_logged_row(const pawl_session *session, uint32_t tick) {
    const bool is_here = tick >= session->log.first && tick < session->log.end;
    return is_here && session->snapshot.bytes != NULL ? logged_row_at(session, tick) : NULL;
}

uint32_t pawli_inputs_gather_own(const pawl_session *session, uint32_t tick, uint8_t *out) {
    const uint8_t *const row = pawli_inputs_logged_row(session, tick);
    return gather_columns(session, row == NULL ? pawli_session_row(session, tick) : row,
                          session->local, out);
}

void pawli_inputs_drain_log(pawl_session *session) {
    while (session->log.first < session->log.end &&
           pawli_inputs_have_room(session, session->log.first)) {
        pawli_inputs_take_row(session, session->log.first,
                              logged_row_at(session, session->log.first));
        session->log.first++;
    }
}

/* ---- inputs of this machine ---- */

uint32_t pawli_inputs_local_end(const pawl_session *session) {
    uint32_t end = PAWLI_NEVER;
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (pawli_has_player(session->local, player)) {
            end = pawli_min(end, session->known[player]);
        }
    }
    return end;
}

/* All players of this machine have given the inputs of as many ticks, and none the next one. */
static bool are_inputs_even(const pawl_session *session) {
    const uint32_t tick = session->head + session->def.delay;
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (pawli_has_player(session->local, player) && session->known[player] != tick)
            return false;
    }
    return true;
}

uint32_t pawli_inputs_received_end(const pawl_session *session) {
    return session->log.end > session->confirmed ? session->log.end : session->confirmed;
}

/* The ticks of the delay, for which no input can be asked any more, are zeros. */
void pawli_inputs_begin(pawl_session *session, uint32_t tick) {
    const uint32_t end = pawli_max(tick, session->head + session->def.delay);
    session->begin = tick;
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (!pawli_has_player(session->local, player)) continue;
        session->starts[player] = session->known[player] = tick;
        pawli_inputs_predict(session, player, session->confirmed);
        pawli_inputs_extend(session, end);
        for (uint32_t t = pawli_max(tick, session->confirmed); t < end; t++) {
            set_gone(session, player, t, false);
            set_input(session, player, t, NULL, 0);
        }
        session->known[player] = end;
    }
}

/* ---- what is told, and what was taken ---- */

uint32_t pawli_inputs_told_end(const pawl_session *session) {
    if (!pawli_session_is_host(session)) {
        return session->begin == PAWLI_NEVER ? 0 : pawli_inputs_local_end(session);
    }
    uint32_t end = session->confirmed;
    for (uint32_t i = 0; i < session->def.players; i++) {
        if (session->starts[i] != PAWLI_NEVER) end = pawli_max(end, session->known[i]);
    }
    return pawli_min(end, session->top);
}

uint32_t pawli_inputs_taken_end(const pawl_session *session, const pawli_peer *peer) {
    return pawli_session_is_host(session) ? peer->rows.next : pawli_inputs_received_end(session);
}

uint32_t pawli_inputs_known_end(const pawl_session *session, const pawli_peer *peer) {
    uint32_t player = 0;
    while (player + 1u < session->def.players && !pawli_has_player(peer->players, player))
        player++;
    return session->known[player];
}

uint32_t pawli_inputs_settled_end(const pawl_session *session, const pawli_peer *peer,
                                  uint32_t ack) {
    if (peer->players == 0 || peer->begin == PAWLI_NEVER) return peer->rows.next;
    const uint32_t known = pawli_inputs_known_end(session, peer);
    const uint32_t has = pawli_max(ack, peer->rows.ack);
    if (has >= peer->rows.decided) return pawli_max(peer->rows.next, known);
    return pawli_max(peer->rows.next, pawli_min(has, known));
}

/* ---- inputs that come late, or not at all ---- */

void pawli_inputs_take_late(pawl_session *session, uint32_t player, const uint8_t *input,
                            uint32_t size) {
    const uint32_t tick = session->known[player];
    if (!pawli_inputs_have_room(session, tick)) return;
    pawli_inputs_extend(session, tick + 1);
    pawli_predict_keep(session, player, tick);
    pawli_inputs_guess(session, player, tick, input, size);
}

void pawli_inputs_decide(pawl_session *session, uint32_t player, uint32_t tick) {
    PAWL_ASSERT(tick == session->confirmed && session->known[player] == tick);
    pawli_inputs_extend(session, tick + 1);
    session->known[player] = tick + 1;
    if (session->owner[player] < session->peer_count) {
        pawli_session_peers(session)[session->owner[player]].rows.decided = tick + 1;
    }
}

/* ---- for the program ---- */

pawl_status pawl_session_add_input(pawl_session *session, uint32_t player, const void *input) {
    if (session == NULL) return PAWL_ERR_NULL;
    return pawl_session_add_input_sized(session, player, input, session->def.input_size);
}

pawl_status pawl_session_add_input_sized(pawl_session *session, uint32_t player, const void *input,
                                         uint32_t size) {
    if (session == NULL || (input == NULL && size > 0)) return PAWL_ERR_NULL;
    if (!pawli_sized_is_valid(session, size)) return PAWL_ERR_RANGE;
    if (session->phase != PAWL_PHASE_PLAYING) return PAWL_ERR_PHASE;
    if (player >= session->def.players || !pawli_has_player(session->local, player)) {
        return PAWL_ERR_ARGUMENT;
    }
    pawli_delay_move(session, are_inputs_even(session));
    const uint32_t tick = session->head + session->def.delay;
    if (session->begin == PAWLI_NEVER || tick < session->begin) return PAWL_ERR_PHASE;
    if (session->known[player] > tick || !pawli_inputs_have_room(session, tick)) {
        return PAWL_ERR_CAPACITY;
    }
    /* Ticks that are left out, where the delay has grown or the host was ahead, have the last input
     * again, which the host may have decided since they were predicted. */
    if (session->known[player] < tick) {
        pawli_inputs_predict(session, player, session->known[player]);
    }
    pawli_inputs_set(session, player, tick, (const uint8_t *)input, size);
    session->known[player] = tick + 1;
    pawli_inputs_predict(session, player, tick + 1);
    if (!pawli_session_is_client(session)) pawli_inputs_confirm(session);
    return PAWL_OK;
}

bool pawl_session_take_confirmed(pawl_session *session, uint32_t *tick, uint8_t *inputs,
                                 uint8_t *status) {
    return pawl_session_take_confirmed_sized(session, tick, inputs, NULL, status);
}

bool pawl_session_take_confirmed_sized(pawl_session *session, uint32_t *tick, uint8_t *inputs,
                                       uint8_t *sizes, uint8_t *status) {
    if (session == NULL || tick == NULL || inputs == NULL) return false;
    if (session->phase == PAWL_PHASE_LOADING) return false; /* the state before them is not there */
    if (session->top > session->row_count) {
        session->taken = pawli_max(session->taken, session->top - session->row_count);
    }
    session->taken = pawli_max(session->taken, session->first);
    if (session->taken >= session->confirmed) return false;
    const uint8_t *const row = pawli_session_row(session, session->taken);
    const uint32_t gone = pawli_row_gone(session, row);
    memcpy(inputs, pawli_row_inputs(session, row),
           (size_t)session->def.players * session->def.input_size);
    for (uint32_t player = 0; sizes != NULL && player < session->def.players; player++)
        sizes[player] = (uint8_t)pawli_row_size_of(session, row, player);
    for (uint32_t player = 0; status != NULL && player < session->def.players; player++) {
        status[player] = pawli_has_player(gone, player) ? PAWL_INPUT_GONE : PAWL_INPUT_CONFIRMED;
    }
    *tick = session->taken++;
    return true;
}
