/* predict.c - the program guesses what others do next, where def.can_predict says so.
 *
 * A guess follows from the input of the tick before, be that known or itself a guess. It is asked
 * for once, and again only when that input has become another one: so what is played again after a
 * guess that was right for a while is played with the same guesses. Which guesses have been made is
 * kept in a ring beside the rows, a bit for each player. */
#include "session/predict.h"
#include "session/inputs.h"
#include "session/sized.h"

static uint16_t *guesses_at(const pawl_session *session, uint32_t tick) {
    if (session->at_guesses == 0) return NULL;
    return (uint16_t *)(void *)pawli_session_at(session, session->at_guesses) +
           tick % session->row_count;
}

bool pawli_predict_is_kept(const pawl_session *session, uint32_t player, uint32_t tick) {
    const uint16_t *const kept = guesses_at(session, tick);
    return kept != NULL && pawli_has_player(*kept, player);
}

void pawli_predict_keep(pawl_session *session, uint32_t player, uint32_t tick) {
    uint16_t *const kept = guesses_at(session, tick);
    if (kept != NULL) *kept = (uint16_t)(*kept | UINT32_C(1) << player);
}

void pawli_predict_forget(pawl_session *session, uint32_t player, uint32_t tick) {
    uint16_t *const kept = guesses_at(session, tick);
    if (kept != NULL) *kept = (uint16_t)(*kept & ~(UINT32_C(1) << player));
}

void pawli_predict_compare(pawl_session *session, uint32_t tick, const uint8_t *row) {
    if (session->at_guesses == 0) return;
    const uint8_t *const ours = pawli_session_row(session, tick);
    const uint32_t parted = pawli_row_gone(session, ours) ^ pawli_row_gone(session, row);
    for (uint32_t player = 0; player < session->def.players; player++) {
        const bool is_same =
            !pawli_has_player(parted, player) &&
            pawli_row_size_of(session, ours, player) == pawli_row_size_of(session, row, player) &&
            pawli_bytes_are_equal(pawli_row_input(session, ours, player),
                                  pawli_row_input(session, row, player),
                                  (size_t)session->def.input_size);
        if (!is_same) pawli_predict_forget(session, player, tick + 1u);
    }
}

void pawli_predict_clear(pawl_session *session, uint32_t tick) {
    uint16_t *const kept = guesses_at(session, tick);
    if (kept != NULL) *kept = 0;
}

/* Players for which a guess is to be made: that nothing is known of, but that they play. */
static uint32_t players_to_guess(const pawl_session *session, uint32_t tick) {
    const uint32_t gone = pawli_row_gone_at(session, tick);
    uint32_t players = 0;
    for (uint32_t player = 0; player < session->def.players; player++) {
        const uint32_t end =
            pawli_session_is_client(session) ? session->hinted : session->known[player];
        const bool is_guess = tick >= session->confirmed && tick >= end &&
                              !pawli_has_player(session->local | gone, player);
        if (is_guess && !pawli_predict_is_kept(session, player, tick))
            players |= UINT32_C(1) << player;
    }
    return players;
}

bool pawli_predict_next(pawl_session *session, pawl_request *out) {
    if (session->at_guesses == 0) return false;
    uint32_t tick = pawli_max(session->at, session->confirmed), players = 0;
    for (; tick < session->top; tick++) {
        players = players_to_guess(session, tick);
        if (players != 0) break;
    }
    if (players == 0) return false;
    memset(out, 0, sizeof *out);
    out->type = PAWL_REQUEST_PREDICT;
    out->tick = tick;
    out->players = players;
    /* Before the first row there are zeros, as there are in it. */
    const uint32_t before = tick == session->first ? tick : tick - 1u;
    pawli_row_tell(session, pawli_session_row(session, before), out);
    session->pending = *out;
    return true;
}

pawl_status pawl_session_answer_predict(pawl_session *session, uint32_t tick, const uint8_t *inputs,
                                        const uint8_t *sizes) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (session->pending.type != PAWL_REQUEST_PREDICT || session->pending.tick != tick) {
        return PAWL_ERR_ARGUMENT;
    }
    const uint32_t input_size = session->def.input_size, asked = session->pending.players;
    for (uint32_t player = 0; sizes != NULL && player < session->def.players; player++)
        if (!pawli_sized_is_valid(session, sizes[player])) return PAWL_ERR_RANGE;
    memset(&session->pending, 0, sizeof session->pending);
    if (tick < session->confirmed || tick >= session->top) return PAWL_OK;
    /* Some may be known meanwhile. */
    const uint32_t players = asked & players_to_guess(session, tick);
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (!pawli_has_player(players, player)) continue;
        pawli_predict_keep(session, player, tick);
        if (inputs == NULL) continue;
        pawli_inputs_guess(session, player, tick, inputs + player * input_size,
                           sizes == NULL ? input_size : sizes[player]);
    }
    return PAWL_OK;
}
