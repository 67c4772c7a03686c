/* rollback.c - states that the program keeps in its slots, and to which of them to go back. */
#include "desync/stages.h"

void pawli_rollback_reset(pawl_session *session, uint32_t tick) {
    memset(&session->pending, 0, sizeof session->pending);
    session->head = session->at = session->first = tick;
    session->replay_from = tick;
    session->dirty = session->held = session->repeat.end = PAWLI_NEVER;
    session->has_saved = false;
    for (uint32_t i = 0; i < session->def.slots; i++)
        pawli_session_slots(session)[i].tick = PAWLI_NEVER;
}

pawli_slot *pawli_rollback_find_slot(const pawl_session *session, uint32_t tick) {
    for (uint32_t i = 0; i < session->def.slots; i++) {
        pawli_slot *const slot = &pawli_session_slots(session)[i];
        if (slot->tick == tick) return slot;
    }
    return NULL;
}

uint32_t pawli_rollback_slot_number(const pawl_session *session, const pawli_slot *slot) {
    return (uint32_t)(slot - pawli_session_slots(session));
}

/* For a diagnosis that goes on, or for one that is to come. */
static bool is_state_kept(const pawl_session *session, uint32_t tick) {
    if (tick == session->held || tick == pawli_stages_kept(session)) return true;
    for (uint32_t i = 0; i < session->peer_count && session->at_disputes != 0; i++) {
        const pawli_dispute *const dispute = pawli_dispute_at(session, i);
        const bool is_there = pawli_session_peers(session)[i].state == PAWLI_PEER_PLAYING;
        if (is_there && dispute->keeps_state && dispute->tick == tick) return true;
    }
    return false;
}

/* A free one, or the one with the oldest state; never one that is kept for a diagnosis. */
pawli_slot *pawli_rollback_choose_slot(const pawl_session *session) {
    pawli_slot *best = NULL;
    for (uint32_t i = 0; i < session->def.slots; i++) {
        pawli_slot *const slot = &pawli_session_slots(session)[i];
        if (slot->tick == PAWLI_NEVER) return slot;
        if (session->def.slots > 1 && is_state_kept(session, slot->tick)) continue;
        if (best == NULL || slot->tick < best->tick) best = slot;
    }
    return best;
}

bool pawli_rollback_needs_state(const pawl_session *session, uint32_t tick) {
    const uint32_t every = session->def.save_every;
    if (tick % every == 0) return true;
    for (uint32_t i = 0; i < session->def.slots; i++) {
        const uint32_t kept = pawli_session_slots(session)[i].tick;
        if (kept <= tick && tick - kept < every) return false;
    }
    return true;
}

/* The newest state that is right: not after `tick`. Those after it will be made again. */
pawli_slot *pawli_rollback_go_back(const pawl_session *session, uint32_t tick) {
    pawli_slot *from = NULL;
    for (uint32_t i = 0; i < session->def.slots; i++) {
        pawli_slot *const slot = &pawli_session_slots(session)[i];
        if (slot->tick == PAWLI_NEVER) continue;
        if (slot->tick > tick) {
            if (!is_state_kept(session, slot->tick)) slot->tick = PAWLI_NEVER;
        } else if (from == NULL || slot->tick > from->tick) {
            from = slot;
        }
    }
    return from;
}
