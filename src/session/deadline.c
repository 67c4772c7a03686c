/* deadline.c - the host does not wait for inputs without end.
 *
 * A player that holds up the game runs into debt, ms by ms; what it owes is forgiven slowly, a ms
 * in REFILL_MS. With a debt of `input_deadline_ms` it is late: the host no longer waits for it, and
 * decides ticks without it, until half of the debt is forgiven. So a player costs the others the
 * deadline once, and then at most a share of 1 / REFILL_MS of the time, whether its inputs are
 * withheld, slow, or come one at a time. Debts are of players, not of connections: to come back
 * clears none.
 *
 * What a late player plays is what came of it last, for whichever tick it was meant: it goes on
 * playing, only later than it sees. A row that was decided is final for all, and its machine goes
 * back to it like to any other. */
#include "session/deadline.h"
#include "session/inputs.h"
#include "session/sized.h"

#define REFILL_MS 64u
#define LOOK_MAX_MS 100u /* more between two looks is a pause of this machine */
#define LAG_MS 100u      /* of jitter, that is nothing to blame anything for */
#define LAG_MAX_MS 150u  /* what was missed is not caught up with */
#define LAG_LEAK_MS 16u  /* clocks differ, too */

/* Of the row that is to be confirmed next; not those that are gone. */
static uint32_t missing_players(const pawl_session *session) {
    const uint32_t tick = session->confirmed;
    uint32_t players = 0;
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (tick < session->known[player]) continue;
        if (!pawli_inputs_is_gone(session, player, tick)) players |= UINT32_C(1) << player;
    }
    return players;
}

/* There is something to play for without those that are missing. */
static bool is_awaited(const pawl_session *session) {
    if (session->local != 0) return true;
    for (uint32_t player = 0; player < session->def.players; player++) {
        const bool is_here = session->starts[player] != PAWLI_NEVER;
        if (is_here && session->known[player] > session->confirmed) return true;
    }
    return false;
}

/* Those that hold up the game: which have yet to acknowledge all that there is room for, or whose
 * inputs are missing where others are there. */
static uint32_t players_to_blame(const pawl_session *session) {
    const uint32_t tick = session->head + 1u + session->def.delay;
    const uint32_t players = pawli_inputs_find_silent(session, tick);
    if (players != 0) return players;
    return is_awaited(session) ? missing_players(session) & ~(uint32_t)session->local : 0;
}

/* A host that plays sees in its own window when the game is held up. One that does not compares
 * what was confirmed with the clock: its clients guess, and nothing tells when their windows are
 * used up. */
static bool is_held_up(const pawl_session *session, pawli_deadlines *kept, uint32_t elapsed_ms) {
    const uint32_t ticks = session->confirmed - kept->watched;
    kept->watched = session->confirmed;
    if (session->local != 0) return session->is_stalled;
    const uint32_t played_ms =
        pawli_min(ticks, session->def.rate) * PAWLI_MS_PER_SECOND / session->def.rate +
        (elapsed_ms + LAG_LEAK_MS - 1u) / LAG_LEAK_MS;
    const uint32_t lag_ms = kept->lag_ms + elapsed_ms;
    kept->lag_ms = pawli_min(lag_ms - pawli_min(played_ms, lag_ms), LAG_MAX_MS);
    return kept->lag_ms > LAG_MS;
}

static void count_debts(pawl_session *session, pawli_deadlines *kept, uint32_t elapsed_ms,
                        uint32_t forgiven_ms) {
    const uint32_t deadline_ms = session->def.input_deadline_ms;
    const uint32_t blamed = is_held_up(session, kept, elapsed_ms) ? players_to_blame(session) : 0;
    uint32_t late = 0;
    for (uint32_t player = 0; player < session->def.players; player++) {
        uint32_t debt = kept->debts[player];
        if (pawli_has_player(blamed, player)) {
            debt = pawli_min(debt + elapsed_ms, deadline_ms);
        } else {
            debt -= pawli_min(debt, forgiven_ms);
        }
        kept->debts[player] = (uint16_t)debt;
        const bool was_late = pawli_has_player(session->late, player);
        if (was_late ? debt > deadline_ms / 2u : debt == deadline_ms) late |= UINT32_C(1) << player;
    }
    const uint32_t more = late & ~(uint32_t)session->late;
    session->late = (uint16_t)late;
    if (more != 0) pawli_notify(session, PAWL_EVENT_LATE, 0, more, session->confirmed, 0);
}

/* Players without which the next row is to be decided now. Those that are late keep half of the
 * window: the other half is for the way of what is confirmed to the others. */
static uint32_t players_to_do_without(const pawl_session *session) {
    if (session->late == 0 || session->phase != PAWL_PHASE_PLAYING) return 0;
    const uint32_t missing = missing_players(session);
    if ((missing & ~(uint32_t)session->late) != 0 || !is_awaited(session)) return 0;
    const bool is_time =
        session->local == 0 || session->head >= session->confirmed + session->def.window / 2u;
    return is_time && pawli_inputs_have_room(session, session->confirmed) ? missing : 0;
}

static void decide_row(pawl_session *session, uint32_t players) {
    const uint32_t tick = session->confirmed;
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (pawli_has_player(players, player)) pawli_inputs_decide(session, player, tick);
    }
    pawli_inputs_confirm(session);
}

static void lose_late_peers(pawl_session *session, uint32_t players) {
    for (uint32_t i = 0; i < session->peer_count; i++) {
        if ((pawli_session_peers(session)[i].players & players) == 0) continue;
        pawli_host_lose_peer(session, i, PAWL_REFUSED_SLOW, true);
    }
}

void pawli_deadline_watch(pawl_session *session) {
    pawli_deadlines *const kept = pawli_session_deadlines(session);
    if (kept == NULL) return;
    const uint32_t before_ms = kept->watched_ms, now_ms = session->now;
    kept->watched_ms = now_ms;
    if (session->phase != PAWL_PHASE_PLAYING) return;
    const uint32_t elapsed_ms = pawli_min(now_ms - before_ms, LOOK_MAX_MS);
    const uint32_t forgiven_ms = pawli_min(now_ms / REFILL_MS - before_ms / REFILL_MS, 2u);
    if (elapsed_ms != 0) count_debts(session, kept, elapsed_ms, forgiven_ms);
    if (session->def.late == PAWL_LATE_GONE) {
        lose_late_peers(session, players_to_do_without(session));
        return;
    }
    if (session->def.late == PAWL_LATE_ASK) return;
    /* Each row moves on what is to be decided: up to the head, or to what others have given. */
    for (uint32_t players; (players = players_to_do_without(session)) != 0;)
        decide_row(session, players);
}

uint32_t pawli_deadline_find_substituted(const pawl_session *session) {
    return session->def.late == PAWL_LATE_ASK ? players_to_do_without(session) : 0;
}

pawl_status pawl_session_answer_substitute(pawl_session *session, uint32_t tick,
                                           const uint8_t *inputs) {
    return pawl_session_answer_substitute_sized(session, tick, inputs, NULL);
}

pawl_status pawl_session_answer_substitute_sized(pawl_session *session, uint32_t tick,
                                                 const uint8_t *inputs, const uint8_t *sizes) {
    if (session == NULL || inputs == NULL) return PAWL_ERR_NULL;
    if (session->pending.type != PAWL_REQUEST_SUBSTITUTE || session->pending.tick != tick) {
        return PAWL_ERR_ARGUMENT;
    }
    const uint32_t input_size = session->def.input_size;
    for (uint32_t player = 0; sizes != NULL && player < session->def.players; player++)
        if (!pawli_sized_is_valid(session, sizes[player])) return PAWL_ERR_RANGE;
    memset(&session->pending, 0, sizeof session->pending);
    /* Some may have come meanwhile. */
    const uint32_t players = tick == session->confirmed ? players_to_do_without(session) : 0;
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (!pawli_has_player(players, player)) continue;
        pawli_inputs_take_late(session, player, inputs + player * input_size,
                               sizes == NULL ? input_size : sizes[player]);
    }
    if (players != 0) decide_row(session, players);
    return PAWL_OK;
}
