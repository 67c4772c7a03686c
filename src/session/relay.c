/* relay.c - a host whose ticks come from another session of the same machine.
 *
 * Its rows are copied as they are confirmed there; all else is what a host without players does. It
 * begins where the other session began, with the same snapshot and the same chain of hashes. When
 * that session loses its host and comes back, the chain tells whether it is the same game: what was
 * relayed meanwhile goes on where the ticks meet, and else all begins again with the new snapshot.
 */
#include "session/inputs.h"
#include "session/relay.h"

static pawli_relay *relay_state(const pawl_session *relay) {
    return (pawli_relay *)(void *)pawli_session_at(relay, relay->at_relay);
}

static bool are_of_one_game(const pawl_session *relay, const pawl_session *from) {
    const pawl_session_def *const a = &relay->def, *const b = &from->def;
    return a->players == b->players && a->input_size == b->input_size &&
           a->variable_inputs == b->variable_inputs && a->hash_every == b->hash_every &&
           a->rate == b->rate && a->app_id == b->app_id && from->def.role != PAWL_ROLE_SYNCTEST &&
           relay != from;
}

static bool has_row(const pawl_session *from, uint32_t tick) {
    return tick >= from->first &&
           (from->top <= from->row_count || tick >= from->top - from->row_count);
}

static void begin_relay(pawl_session *relay, uint32_t tick) {
    relay->phase = PAWL_PHASE_PLAYING;
    pawli_notify(relay, PAWL_EVENT_STARTED, 0, 0, tick, 0);
}

/* Those that play what went before; those that wait for a snapshot go on. */
static void lose_followers(pawl_session *relay) {
    for (uint32_t i = 0; i < relay->peer_count; i++) {
        if (pawli_session_peers(relay)[i].state < PAWLI_PEER_LOADING) continue;
        pawli_host_lose_peer(relay, i, PAWL_REFUSED_SLOW, true);
        relay->snapshot.is_wanted = true; /* by those that wait, if any */
    }
}

static void enter_by_snapshot(pawl_session *relay, const pawl_session *from) {
    lose_followers(relay);
    pawli_game_enter(relay, from->first, from->snapshot.chain);
    relay->phase = PAWL_PHASE_LOADING;
    relay->snapshot.bytes = from->snapshot.bytes;
    relay->snapshot.size = from->snapshot.size;
    relay->snapshot.tick = from->first;
    relay->snapshot.chain = from->snapshot.chain;
    relay->snapshot.is_here = true;
    relay->has_reset = false;
}

/* Whether the ticks of a new visit are those that were relayed until now. */
static bool goes_on(const pawl_session *relay, const pawl_session *from) {
    const uint32_t tick = from->first;
    if (relay->hash_count == 0 || tick > relay->confirmed || tick < relay->hashes.first) {
        return false;
    }
    return pawli_desync_first_hashed(relay, tick) <= relay->hashes.next &&
           pawli_desync_chain_before(relay, tick) == from->snapshot.chain;
}

/* The first ticks of a visit. */
static pawl_status enter_visit(pawl_session *relay, const pawl_session *from) {
    pawli_relay *const own = relay_state(relay);
    const bool is_first = relay->phase == PAWL_PHASE_WAITING;
    if (!is_first && !from->is_late) return PAWL_ERR_PHASE;
    if (is_first && !from->is_late) {
        if (!has_row(from, 0)) return PAWL_ERR_PHASE;
        begin_relay(relay, 0);
    } else if (is_first || relay->phase == PAWL_PHASE_LOADING || !goes_on(relay, from)) {
        if (!has_row(from, from->first)) return PAWL_ERR_PHASE;
        enter_by_snapshot(relay, from);
    }
    own->visit = from->id;
    own->has_visit = true;
    return PAWL_OK;
}

/* The snapshot is no longer where it was: another one may come into its place. */
static void forget_snapshot(pawl_session *relay) {
    relay->snapshot.is_here = false;
    if (relay->pending.type == PAWL_REQUEST_RESET) {
        memset(&relay->pending, 0, sizeof relay->pending);
    }
}

static pawl_status copy_rows(pawl_session *relay, const pawl_session *from) {
    const uint32_t end = pawli_min(from->confirmed, from->at);
    while (relay->confirmed < end && pawli_inputs_have_room(relay, relay->confirmed)) {
        if (!has_row(from, relay->confirmed)) return PAWL_ERR_PHASE;
        pawli_inputs_take_row(relay, relay->confirmed, pawli_session_row(from, relay->confirmed));
    }
    return PAWL_OK;
}

pawl_status pawl_session_relay(pawl_session *relay, const pawl_session *from) {
    if (relay == NULL || from == NULL) return PAWL_ERR_NULL;
    if (relay->def.role != PAWL_ROLE_RELAY || !are_of_one_game(relay, from)) {
        return PAWL_ERR_ARGUMENT;
    }
    if (relay->phase == PAWL_PHASE_ENDED) return PAWL_ERR_PHASE;
    const pawli_relay *const own = relay_state(relay);
    const bool is_other = !own->has_visit || own->visit != from->id;
    if (from->phase != PAWL_PHASE_PLAYING || is_other) {
        if (relay->phase == PAWL_PHASE_LOADING) forget_snapshot(relay);
    }
    if (from->phase != PAWL_PHASE_PLAYING) return PAWL_OK;
    if (is_other) {
        const pawl_status status = enter_visit(relay, from);
        if (status != PAWL_OK) return status;
    }
    return copy_rows(relay, from);
}

void pawli_relay_take_reset(pawl_session *relay, bool good) {
    relay->has_reset = true;
    relay->snapshot.is_here = false;
    relay->snapshot.bytes = NULL;
    relay->snapshot.size = 0;
    if (good) {
        begin_relay(relay, relay->first);
        return;
    }
    pawli_notify_reason(relay, PAWL_EVENT_REFUSED, 0, 0, PAWL_REFUSED_SNAPSHOT);
    (void)pawl_session_leave(relay);
}
