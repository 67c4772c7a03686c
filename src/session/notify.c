/* notify.c - events for the program: a ring of the newest, taken oldest first. */
#include "session/session.h"

static pawli_event *new_session_event(pawl_session *session) {
    if (session->events.count == PAWLI_EVENTS) {
        session->events.first = (uint8_t)((session->events.first + 1u) % PAWLI_EVENTS);
        session->events.count--;
    }
    pawli_event *const event =
        &session->events
             .ring[((unsigned)session->events.first + session->events.count) % PAWLI_EVENTS];
    session->events.count++;
    memset(event, 0, sizeof *event);
    return event;
}

void pawli_notify(pawl_session *session, pawl_session_event_type type, uint32_t peer,
                  uint32_t players, uint32_t tick, uint32_t value) {
    pawli_event *const event = new_session_event(session);
    event->type = (uint8_t)type;
    event->peer = (uint8_t)peer;
    event->players = (uint8_t)(players & 0xFFu);
    session->events.players_high[event - session->events.ring] = (uint8_t)(players >> 8 & 0xFFu);
    event->tick = tick;
    event->value = value;
}

void pawli_notify_reason(pawl_session *session, pawl_session_event_type type, uint32_t peer,
                         uint32_t players, pawl_refusal reason) {
    const bool is_parting = reason == PAWL_REFUSED_FEATURES || reason == PAWL_REFUSED_ADMISSION;
    pawli_notify(session, type, peer, players, session->head,
                 is_parting ? pawli_session_peers(session)[peer].parting : 0u);
    const uint32_t newest = (uint32_t)session->events.first + session->events.count - 1u;
    session->events.ring[newest % PAWLI_EVENTS].reason = (uint8_t)reason;
}

static void fill_dispute(const pawl_session *session, const pawli_event *event,
                         pawl_session_event_info *out) {
    if (event->type == PAWL_EVENT_VERDICT) {
        out->culprit = (pawl_culprit)(event->value & 0xFFu);
        out->evidence = (pawl_evidence)(event->value >> 8 & 0xFFu);
        out->votes_here = event->value >> 16 & 0xFFu;
        out->votes_there = event->value >> 24;
    }
    if (session->peer_count == 0) {
        out->ours = session->desync.ours;
        out->theirs = session->desync.theirs;
        return;
    }
    /* Another peer may have taken the place of the one that it was about. */
    const pawli_dispute *const dispute = pawli_dispute_at(session, event->peer);
    if (event->type == PAWL_EVENT_DESYNC) out->theirs = event->value;
    if (!dispute->has_begun || dispute->tick != event->tick) return;
    out->ours = dispute->ours;
    out->theirs = dispute->theirs;
}

bool pawl_session_take_event(pawl_session *session, pawl_session_event_info *out) {
    if (session == NULL || out == NULL || session->events.count == 0) return false;
    const pawli_event *const event = &session->events.ring[session->events.first];
    memset(out, 0, sizeof *out);
    out->type = (pawl_session_event_type)event->type;
    out->peer = event->peer;
    out->players = event->players | (uint32_t)session->events.players_high[session->events.first]
                                        << 8;
    out->tick = event->tick;
    out->reason = (pawl_refusal)event->reason;
    if (out->type == PAWL_EVENT_LOADING) {
        out->value = event->value;
        out->total = session->snapshot.size;
    }
    if (out->type == PAWL_EVENT_DESYNC || out->type == PAWL_EVENT_VERDICT) {
        fill_dispute(session, event, out);
    }
    if (out->type == PAWL_EVENT_ADMIT || out->type == PAWL_EVENT_MIGRATED) {
        out->value = event->value;
    }
    if (out->reason == PAWL_REFUSED_FEATURES) out->features = event->value;
    if (out->reason == PAWL_REFUSED_ADMISSION) out->code = event->value;
    session->events.first = (uint8_t)((session->events.first + 1u) % PAWLI_EVENTS);
    session->events.count--;
    return true;
}
