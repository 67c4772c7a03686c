/* requests.c - what the program is to do next: save, load, step.
 *
 * Each tick is saved before its step while its inputs may still turn out otherwise, or when its
 * hash counts. The hash of a guess is not asked for: a state is hashed when it is final, as it is
 * saved, or later from its slot (HASH). When the inputs of a tick that was played have changed, the
 * state before it is loaded, and all ticks up to the head are played again. With window 0 nothing
 * is ever loaded. */
#include "session/inputs.h"
#include "session/deadline.h"
#include "session/measure.h"
#include "session/predict.h"
#include "session/signing.h"
#include "session/snapshot_packets.h"
#include "desync/stage_hooks.h"

PAWLI_OPTIONAL(pawli_stages_wants_world);

/* Stalls that are shorter than so many resends are not told. */
#define STALL_RESENDS 2u

static bool is_hash_due(const pawl_session *session, uint32_t tick) {
    return session->def.hash_every != 0 && tick % session->def.hash_every == 0;
}

static bool is_save_due(const pawl_session *session) {
    const uint32_t tick = session->at;
    if (session->def.role == PAWL_ROLE_SYNCTEST) return !session->has_saved;
    if (pawli_rollback_find_slot(session, tick) != NULL) return false;
    uint32_t wanted;
    if (pawli_host_snapshot_is_wanted(session, &wanted) && wanted == tick) return true;
    if (session->def.window > 0 && tick >= session->confirmed &&
        pawli_rollback_needs_state(session, tick)) {
        return true;
    }
    return is_hash_due(session, tick) && tick >= session->hashes.next;
}

static pawl_request_type set_request(pawl_session *session, pawl_request_type type, uint32_t tick,
                                     uint32_t slot, pawl_request *out) {
    memset(out, 0, sizeof *out);
    out->type = type;
    out->tick = tick;
    out->slot = slot;
    if (type != PAWL_REQUEST_LOAD) session->pending = *out;
    return type;
}

static pawl_request_type request_save(pawl_session *session, pawl_request *out) {
    pawli_slot *slot = pawli_rollback_find_slot(session, session->at);
    if (slot == NULL) {
        slot = pawli_rollback_choose_slot(session);
        slot->tick = PAWLI_NEVER;
    }
    set_request(session, PAWL_REQUEST_SAVE, session->at, pawli_rollback_slot_number(session, slot),
                out);
    out->wants_hash = session->def.role == PAWL_ROLE_SYNCTEST ||
                      (is_hash_due(session, session->at) &&
                       (!session->def.can_hash || session->at <= session->confirmed));
    session->pending.wants_hash = out->wants_hash;
    return PAWL_REQUEST_SAVE;
}

static pawl_request_type request_load(pawl_session *session, uint32_t tick, pawl_request *out) {
    pawli_slot *const from = pawli_rollback_go_back(session, tick);
    PAWL_ASSERT(from != NULL);
    if (from == NULL) return PAWL_REQUEST_NONE;
    session->at = from->tick;
    session->dirty = PAWLI_NEVER;
    session->rollbacks++;
    pawli_measure_rollback(session, session->head - from->tick);
    return set_request(session, PAWL_REQUEST_LOAD, from->tick,
                       pawli_rollback_slot_number(session, from), out);
}

static void fill_input_status(pawl_session *session, uint32_t tick) {
    const uint32_t gone = pawli_row_gone_at(session, tick);
    for (uint32_t player = 0; player < session->def.players; player++) {
        const bool is_known = tick < session->confirmed ||
                              pawli_has_player(session->local, player) ||
                              (!pawli_session_is_client(session) && tick < session->known[player]);
        session->status[player] = pawli_has_player(gone, player) ? PAWL_INPUT_GONE
                                  : is_known                     ? PAWL_INPUT_CONFIRMED
                                                                 : PAWL_INPUT_PREDICTED;
    }
}

static void end_stall(pawl_session *session) {
    pawli_measure_wait(session);
    session->is_stalled = session->was_told = false;
}

static pawl_request_type request_step(pawl_session *session, pawl_request *out) {
    const uint32_t tick = session->at;
    pawli_inputs_extend(session, tick + 1);
    fill_input_status(session, tick);
    memset(out, 0, sizeof *out);
    out->type = PAWL_REQUEST_STEP;
    out->tick = tick;
    out->replays = tick < session->head;
    out->confirmed = tick < session->confirmed;
    pawli_row_tell(session, pawli_session_row(session, tick), out);
    out->status = session->status;
    if (out->replays) session->replayed++;
    session->at = tick + 1;
    session->head = pawli_max(session->head, session->at);
    session->has_saved = false;
    end_stall(session);
    if (pawli_session_is_client(session)) pawli_inputs_drain_log(session);
    return PAWL_REQUEST_STEP;
}

/* Players whose input for the tick after the window is missing. */
static uint32_t players_to_come(const pawl_session *session) {
    const uint32_t tick = session->confirmed;
    uint32_t players = 0;
    for (uint32_t player = 0; player < session->def.players; player++) {
        const bool is_gone = tick < session->top
                                 ? pawli_has_player(pawli_row_gone_at(session, tick), player)
                                 : pawli_inputs_is_gone(session, player, tick);
        const bool is_here = pawli_has_player(session->local, player) ||
                             (!pawli_session_is_client(session) && tick < session->known[player]);
        if (!is_gone && !is_here) players |= UINT32_C(1) << player;
    }
    return players;
}

/* Players for which this machine waits. Where there is no room until some acknowledge what they
 * were told, the inputs of others cannot be taken either: those are not to blame. */
static uint32_t awaited_players(const pawl_session *session) {
    const uint32_t tick = session->head + 1u + session->def.delay;
    const uint32_t players = pawli_inputs_find_silent(session, tick);
    return players != 0 ? players : players_to_come(session);
}

static void begin_stall(pawl_session *session) {
    session->is_stalled = true;
    session->stall_ms = session->now;
    session->told_players = 0;
}

/* Once for each player that holds up the game: others may, when the first has answered. */
static void tell_stall(pawl_session *session, uint32_t players) {
    const bool is_known = session->was_told && (players & ~(uint32_t)session->told_players) == 0;
    const uint32_t wait_ms = STALL_RESENDS * session->def.resend_ms;
    if (is_known || !pawli_is_due(session, session->stall_ms, wait_ms)) return;
    session->was_told = true;
    session->told_players = (uint16_t)(session->told_players | players);
    pawli_notify(session, PAWL_EVENT_STALLED, 0, players, session->head, 0);
}

static pawl_request_type request_wait(pawl_session *session) {
    if (!session->is_stalled) {
        begin_stall(session);
        session->stalls++;
    }
    tell_stall(session, awaited_players(session));
    return PAWL_REQUEST_WAIT;
}

/* A host without players of its own plays what is confirmed, and mostly has nothing to do. It
 * stalls when others do not come. */
static pawl_request_type request_nothing(pawl_session *session) {
    const uint32_t players = pawli_session_is_host(session) ? awaited_players(session) : 0;
    if (players == 0) {
        end_stall(session);
        return PAWL_REQUEST_NONE;
    }
    if (!session->is_stalled) begin_stall(session);
    const bool was_told = session->was_told;
    tell_stall(session, players);
    if (session->was_told && !was_told) session->stalls++;
    return PAWL_REQUEST_NONE;
}

/* Ticks that may be played beyond the confirmed ones. A machine without players has
 * nothing to predict for. */
static uint32_t prediction_window(const pawl_session *session) {
    if (session->def.role == PAWL_ROLE_SYNCTEST || session->local == 0) return 0;
    if (pawli_session_is_client(session) && session->head + session->def.delay < session->begin) {
        return 0;
    }
    return session->def.window;
}

/* Whether the head may be played: STEP, NONE or WAIT. */
static pawl_request_type next_head_request(pawl_session *session) {
    const uint32_t head = session->head;
    const bool has_inputs = session->local != 0 && session->begin != PAWLI_NEVER &&
                            head + session->def.delay >= session->begin;
    if (has_inputs && pawli_inputs_local_end(session) <= head + session->def.delay) {
        return PAWL_REQUEST_NONE;
    }
    const uint32_t window = prediction_window(session);
    if (head >= session->confirmed + window) {
        return has_inputs ? request_wait(session) : request_nothing(session);
    }
    /* The next input must fit. */
    if (!pawli_inputs_have_room(session, head + 1u + session->def.delay)) {
        return request_wait(session);
    }
    return PAWL_REQUEST_STEP;
}

/* Sync test: after each new tick, back by the distance. */
static bool is_test_due(const pawl_session *session) {
    return session->def.role == PAWL_ROLE_SYNCTEST && session->at == session->head &&
           session->head >= session->first + session->def.distance &&
           session->replay_from < session->head;
}

/* The ticks were played again: the state must be the one that was saved before. */
static bool was_test_played(const pawl_session *session) {
    return session->def.role == PAWL_ROLE_SYNCTEST && session->at == session->head &&
           session->replay_from == session->head && session->head > session->first &&
           !session->has_saved;
}

static pawl_request_type request_test(pawl_session *session, pawl_request *out) {
    if (!session->has_saved) return request_save(session, out);
    uint32_t from = session->head - session->def.distance;
    from -= pawli_min(from - session->first, from % session->def.save_every);
    pawli_slot *const slot = pawli_rollback_find_slot(session, from);
    session->replay_from = session->head;
    session->at = from;
    session->has_saved = false;
    session->rollbacks++;
    PAWL_ASSERT(slot != NULL);
    return set_request(session, PAWL_REQUEST_LOAD, from, pawli_rollback_slot_number(session, slot),
                       out);
}

static pawl_request_type request_reset(pawl_session *session, pawl_request *out) {
    set_request(session, PAWL_REQUEST_RESET, session->snapshot.tick, 0, out);
    out->snapshot = session->snapshot.bytes;
    out->snapshot_size = session->snapshot.size;
    session->pending = *out;
    return out->type;
}

static pawl_request_type request_snapshot(pawl_session *session, const pawli_slot *slot,
                                          pawl_request *out) {
    const uint32_t number = pawli_rollback_slot_number(session, slot);
    set_request(session, PAWL_REQUEST_SNAPSHOT, slot->tick, number, out);
    session->pending.is_current = out->is_current = slot->tick == session->at;
    return out->type;
}

static pawl_request_type request_substitute(pawl_session *session, pawl_request *out) {
    const uint32_t tick = session->confirmed;
    pawli_inputs_extend(session, tick + 1);
    set_request(session, PAWL_REQUEST_SUBSTITUTE, tick, 0, out);
    out->players = pawli_deadline_find_substituted(session);
    pawli_row_tell(session, pawli_session_row(session, tick), out);
    session->pending = *out;
    return out->type;
}

/* The tick that comes next, here or in a game that is played again, and its state before it. */
static pawl_request_type request_tick(pawl_session *session, pawl_request *out) {
    const pawl_request_type type =
        session->at < session->head ? PAWL_REQUEST_STEP : next_head_request(session);
    uint32_t wanted;
    const bool for_snapshot =
        pawli_host_snapshot_is_wanted(session, &wanted) && wanted == session->at;
    if ((type == PAWL_REQUEST_STEP || for_snapshot) && is_save_due(session)) {
        return request_save(session, out);
    }
    return type == PAWL_REQUEST_STEP ? request_step(session, out) : (out->type = type);
}

/* A confirmed state uses these: part from builds that play on otherwise. */
static PAWLI_RARE void leave_other_builds(pawl_session *session, uint32_t features) {
    session->uses = (uint16_t)features;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state < PAWLI_PEER_ACCEPTED) continue;
        const uint32_t parting = pawli_build_parting(features, peer->features);
        if (parting == 0) continue;
        peer->parting = (uint16_t)parting;
        if (pawli_session_is_client(session)) {
            pawli_client_refuse_host(session);
        } else {
            pawli_host_lose_peer(session, i, PAWL_REFUSED_FEATURES, true);
        }
    }
}

static void record_hashes(pawl_session *session) {
    uint32_t features = 0;
    while (!pawli_desync_record(session, &features))
        leave_other_builds(session, features);
}

/* A guess has proven right: its hash is taken from its slot. The state of the game is saved before,
 * so that a program without spare memory can use the game's own. */
static pawl_request_type request_hash(pawl_session *session, const pawli_slot *slot,
                                      pawl_request *out) {
    if (pawli_rollback_find_slot(session, session->at) == NULL) return request_save(session, out);
    set_request(session, PAWL_REQUEST_HASH, slot->tick, pawli_rollback_slot_number(session, slot),
                out);
    session->pending.is_current = out->is_current = slot->tick == session->at;
    return out->type;
}

/* What is asked about states that are kept, before the game goes on. */
static bool request_of_slot(pawl_session *session, pawl_request *out) {
    /* Ticks that are played again have the spare memory to themselves until they are done. */
    if (session->repeat.end != PAWLI_NEVER && pawli_repeat_next(session, out)) return true;
    const pawli_slot *const unhashed = pawli_desync_find_unhashed(session);
    if (unhashed != NULL) {
        request_hash(session, unhashed, out);
        return true;
    }
    uint32_t tick, slot;
    if (pawli_host_snapshot_is_wanted(session, &tick)) {
        const pawli_slot *const kept = pawli_rollback_find_slot(session, tick);
        if (kept != NULL) {
            request_snapshot(session, kept, out);
            return true;
        }
    }
    if (pawli_repeat_next(session, out)) return true;
    if (session->stages != NULL && pawli_stages_wants_world(session, &tick, &slot)) {
        set_request(session, PAWL_REQUEST_STAGES, tick, slot, out);
        return true;
    }
    if (!pawli_diagnose_wants_world(session, &tick, &slot)) return false;
    set_request(session, PAWL_REQUEST_DIAGNOSE, tick, slot, out);
    return true;
}

static pawl_request_type next_of_game(pawl_session *session, pawl_request *out) {
    if (session->dirty < session->at) return request_load(session, session->dirty, out);
    session->dirty = PAWLI_NEVER; /* not played yet after the last load */
    if (is_test_due(session)) return request_test(session, out);
    if (was_test_played(session)) return request_save(session, out);
    record_hashes(session);
    if (pawli_deadline_find_substituted(session) != 0) return request_substitute(session, out);
    if (request_of_slot(session, out)) return out->type;
    if (pawli_predict_next(session, out)) return out->type;
    return request_tick(session, out);
}

pawl_request_type pawl_session_next_request(pawl_session *session, pawl_request *out) {
    if (session == NULL || out == NULL) return PAWL_REQUEST_NONE;
    memset(out, 0, sizeof *out);
    if (session->pending.type != PAWL_REQUEST_NONE) {
        *out = session->pending;
        return out->type;
    }
    if (session->phase == PAWL_PHASE_LOADING && session->snapshot.is_here && !session->has_reset) {
        return request_reset(session, out);
    }
    if (session->phase != PAWL_PHASE_PLAYING) return out->type = PAWL_REQUEST_WAIT;
    if (pawli_signing_next(session, out)) return out->type;
    return next_of_game(session, out);
}

/* The answer to what is pending. */
static void take_hash(pawl_session *session, pawli_slot *slot, uint32_t hash, bool is_hash) {
    slot->hash = hash;
    slot->has_hash = is_hash;
    slot->features = session->told;
    session->told = 0;
    memset(&session->pending, 0, sizeof session->pending);
    record_hashes(session);
}

pawl_status pawl_session_answer_save(pawl_session *session, uint32_t tick, uint32_t hash) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (session->pending.type != PAWL_REQUEST_SAVE || session->pending.tick != tick) {
        return PAWL_ERR_ARGUMENT;
    }
    pawli_slot *const slot = &pawli_session_slots(session)[session->pending.slot];
    if (slot->tick == tick && slot->hash != hash) {
        pawli_desync_report(session, tick, hash, slot->hash); /* it was made twice */
    }
    slot->tick = tick;
    session->has_saved = true;
    take_hash(session, slot, hash, session->pending.wants_hash);
    return PAWL_OK;
}

pawl_status pawl_session_answer_hash(pawl_session *session, uint32_t tick, uint32_t hash) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (session->pending.type != PAWL_REQUEST_HASH || session->pending.tick != tick) {
        return PAWL_ERR_ARGUMENT;
    }
    take_hash(session, &pawli_session_slots(session)[session->pending.slot], hash, true);
    return PAWL_OK;
}
