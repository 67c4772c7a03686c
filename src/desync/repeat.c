/* repeat.c - does this machine repeat itself? Where its state of a tick differs from that of
 * another, it plays the last agreed tick again in spare memory, from the state that it has kept.
 *
 * When that comes to the state that it had, its arithmetic or its rules are others than there. When
 * it does not, something has changed its memory, or a step depends on what is not in the state. */
#include "desync/stage_hooks.h"

PAWLI_OPTIONAL(pawli_stages_keep);

/* All that is needed is still here: the state that both agreed on, and the inputs since then. */
static bool can_repeat(const pawl_session *session, const pawli_dispute *dispute) {
    const uint32_t every = session->def.hash_every, tick = dispute->tick;
    if (!session->def.can_replay || session->def.slots < 2) return false;
    if (tick < every || tick - every < session->first || tick > session->confirmed) return false;
    return session->top - (tick - every) <= session->row_count &&
           pawli_rollback_find_slot(session, tick - every) != NULL;
}

/* Peers with which the same tick differs need it once. */
static void end_repeat(pawl_session *session, uint32_t tick, pawli_repetition result) {
    if (session->stages != NULL && result == PAWLI_REPETITION_SAME) {
        pawli_stages_keep(session, tick);
    }
    for (uint32_t i = 0; i < session->peer_count; i++) {
        pawli_dispute *const dispute = pawli_dispute_at(session, i);
        if (!dispute->has_begun || dispute->tick != tick) continue;
        if (dispute->repeats_here != PAWLI_REPETITION_UNKNOWN) continue;
        dispute->repeats_here = (uint8_t)result;
        dispute->must_tell = true;
    }
    session->repeat.end = PAWLI_NEVER;
}

static bool choose_repeat(pawl_session *session) {
    if (session->at_disputes == 0) return false;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        const pawli_dispute *const dispute = pawli_dispute_of(session, peer);
        if (peer->state != PAWLI_PEER_PLAYING || !dispute->has_begun) continue;
        if (dispute->repeats_here != PAWLI_REPETITION_UNKNOWN) continue;
        if (can_repeat(session, dispute)) {
            session->repeat.end = dispute->tick;
            session->repeat.at = dispute->tick - session->def.hash_every;
            return true;
        }
        end_repeat(session, dispute->tick, PAWLI_REPETITION_CANNOT);
    }
    return false;
}

bool pawli_repeat_next(pawl_session *session, pawl_request *out) {
    if (session->repeat.end == PAWLI_NEVER && !choose_repeat(session)) return false;
    const uint32_t tick = session->repeat.at;
    const bool is_first = tick + session->def.hash_every == session->repeat.end;
    const pawli_slot *const slot = is_first ? pawli_rollback_find_slot(session, tick) : NULL;
    if (is_first && slot == NULL) {
        end_repeat(session, session->repeat.end, PAWLI_REPETITION_CANNOT);
        return false;
    }
    const uint32_t gone = pawli_row_gone_at(session, tick);
    for (uint32_t player = 0; player < session->def.players; player++) {
        session->status[player] =
            pawli_has_player(gone, player) ? PAWL_INPUT_GONE : PAWL_INPUT_CONFIRMED;
    }
    memset(out, 0, sizeof *out);
    out->type = PAWL_REQUEST_REPLAY;
    out->tick = tick;
    out->slot = is_first ? pawli_rollback_slot_number(session, slot) : 0;
    out->is_current = !is_first;
    out->replays = out->confirmed = true;
    pawli_row_tell(session, pawli_session_row(session, tick), out);
    out->status = session->status;
    session->pending = *out;
    return true;
}

PAWLI_RARE pawl_status pawl_session_answer_replay(pawl_session *session, uint32_t tick, bool good,
                                                  uint32_t before, uint32_t after) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (session->pending.type != PAWL_REQUEST_REPLAY || session->pending.tick != tick) {
        return PAWL_ERR_ARGUMENT;
    }
    const pawli_slot *const slot =
        session->pending.is_current ? NULL : pawli_rollback_find_slot(session, tick);
    memset(&session->pending, 0, sizeof session->pending);
    const uint32_t end = session->repeat.end;
    if (!good) {
        end_repeat(session, end, PAWLI_REPETITION_CANNOT);
        return PAWL_OK;
    }
    if (slot != NULL && slot->hash != before) { /* what was kept has changed */
        end_repeat(session, end, PAWLI_REPETITION_OTHER);
        return PAWL_OK;
    }
    session->repeat.at = tick + 1u;
    if (session->repeat.at < end) return PAWL_OK;
    uint32_t ours = after;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_dispute *const dispute = pawli_dispute_at(session, i);
        if (dispute->has_begun && dispute->tick == end) ours = dispute->ours;
    }
    end_repeat(session, end, ours == after ? PAWLI_REPETITION_SAME : PAWLI_REPETITION_OTHER);
    return PAWL_OK;
}
