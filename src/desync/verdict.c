/* verdict.c - where the hashes of two machines differ, which of them is at fault.
 *
 * What tells, strongest first:
 *   replay    Both play the last agreed tick again (repeat.c). A machine that does not come to the
 *             state that it had was disturbed: its memory, a write from outside.
 *   majority  More machines have the one hash than the other: those with players, and the host.
 *             Machines that only watch cost nothing to bring along: they may speak for the host's
 *             hash, not against it.
 *   repeated  Both come to their own state again: their arithmetic or their rules differ, and with
 *             two machines that is all that can be known.
 *
 * The host decides, tells the other side, and repeats it until that has said so. */
#include "session/session.h"
#include "session/watch.h"

#define VOTES_LEAST 3u /* two machines that differ have no majority */

typedef struct votes {
    uint32_t here, there; /* machines with the host's hash, and with the other one */
    uint32_t to_come;     /* that have not said, and may speak for either side */
    uint32_t to_come_here;
} votes;

/* A machine that has got the host's state of a time when it may have differed already has none of
 * its own. The host's state was not at fault, as far as can be known, up to the last tick in which
 * the peer that differs agreed to it: that may be long before the tick of the dispute, which is the
 * first one that both still know. */
static bool has_own_state(const pawl_session *session, const pawli_peer *peer,
                          const pawli_peer *other) {
    if (other->state != PAWLI_PEER_PLAYING) return false;
    if (pawli_watch_delay(session, other) != 0) return false; /* it will have it when all is over */
    return !other->is_late ||
           (uint64_t)other->rows.first + session->def.hash_every <= peer->hashes.agreed;
}

static votes count_votes(const pawl_session *session, const pawli_peer *peer) {
    const uint32_t tick = pawli_dispute_of(session, peer)->tick;
    votes sum = {1, 1, 0, 0};
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const other = &pawli_session_peers(session)[i];
        if (other == peer || !has_own_state(session, peer, other)) continue;
        const bool is_player = other->players != 0;
        const pawli_dispute *const dispute = pawli_dispute_at(session, i);
        if (dispute->has_begun && dispute->tick <= tick) {
            const bool is_same =
                dispute->tick == tick && dispute->theirs == pawli_dispute_of(session, peer)->theirs;
            if (is_same && is_player) sum.there++;
        } else if (other->hashes.agreed > tick) {
            sum.here++;
        } else {
            if (is_player) sum.to_come++;
            sum.to_come_here++;
        }
    }
    return sum;
}

/* No vote that is to come can change which side has more. */
static bool votes_are_in(const votes *sum) {
    if (sum->to_come_here == 0) return true;
    if (sum->here + sum->there < VOTES_LEAST) return false;
    return sum->here > sum->there + sum->to_come || sum->there > sum->here + sum->to_come_here;
}

static bool is_machine_other(uint32_t repeats) {
    return repeats == PAWLI_REPETITION_OTHER;
}

/* From what is known now. */
static void judge_dispute(pawli_dispute *dispute) {
    const bool is_here = is_machine_other(dispute->repeats_here);
    const bool is_there = is_machine_other(dispute->repeats_there);
    const uint32_t here = dispute->votes_here, there = dispute->votes_there;
    dispute->culprit = PAWL_CULPRIT_UNKNOWN;
    dispute->evidence = PAWL_EVIDENCE_NONE;
    if (is_here || is_there) {
        dispute->evidence = PAWL_EVIDENCE_REPLAY;
        dispute->culprit = is_here && is_there ? PAWL_CULPRIT_BOTH
                           : is_here           ? PAWL_CULPRIT_HERE
                                               : PAWL_CULPRIT_PEER;
    } else if (here + there >= VOTES_LEAST && here != there) {
        dispute->evidence = PAWL_EVIDENCE_MAJORITY;
        dispute->culprit = here > there ? PAWL_CULPRIT_PEER : PAWL_CULPRIT_HERE;
    } else if (dispute->repeats_here == PAWLI_REPETITION_SAME &&
               dispute->repeats_there == PAWLI_REPETITION_SAME) {
        dispute->evidence = PAWL_EVIDENCE_REPEATED;
    }
}

static void tell_verdict(pawl_session *session, pawli_peer *peer) {
    pawli_dispute *const dispute = pawli_dispute_of(session, peer);
    dispute->is_decided = dispute->must_tell = true;
    const uint32_t index = (uint32_t)(peer - pawli_session_peers(session));
    const uint32_t packed = dispute->culprit | (uint32_t)dispute->evidence << 8 |
                            (uint32_t)dispute->votes_here << 16 |
                            (uint32_t)dispute->votes_there << 24;
    pawli_notify(session, PAWL_EVENT_VERDICT, index, 0, dispute->tick, packed);
}

/* How long is waited for what others have to say: a client waits for the host, which waits. */
static bool is_wait_over(const pawl_session *session, const pawli_peer *peer) {
    const uint32_t share = pawli_session_is_host(session) ? 4u : 2u;
    const uint32_t wait_ms = session->def.timeout_ms / share + 4u * peer->clock.round_trip;
    return pawli_is_due(session, pawli_dispute_of(session, peer)->since_ms, wait_ms);
}

static void watch_dispute(pawl_session *session, pawli_peer *peer) {
    pawli_dispute *const dispute = pawli_dispute_of(session, peer);
    if (pawli_is_due(session, dispute->since_ms, session->def.timeout_ms)) {
        dispute->keeps_state = false; /* it has not been asked for */
    }
    if (dispute->is_decided) return;
    const bool is_over = is_wait_over(session, peer);
    if (pawli_session_is_host(session)) {
        const votes sum = count_votes(session, peer);
        const bool is_repeated = dispute->repeats_here != PAWLI_REPETITION_UNKNOWN &&
                                 dispute->repeats_there != PAWLI_REPETITION_UNKNOWN;
        if (!is_over && !(is_repeated && votes_are_in(&sum))) return;
        dispute->votes_here = (uint8_t)sum.here;
        dispute->votes_there = (uint8_t)sum.there;
    } else if (!is_over) {
        return;
    }
    judge_dispute(dispute);
    tell_verdict(session, peer);
}

void pawli_verdict_watch(pawl_session *session) {
    for (uint32_t i = 0; i < session->peer_count && session->at_disputes != 0; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        pawli_dispute *const dispute = pawli_dispute_at(session, i);
        if (!dispute->has_begun) continue;
        if (peer->state == PAWLI_PEER_PLAYING) {
            watch_dispute(session, peer);
        } else if (peer->state >= PAWLI_PEER_CONNECTING) {
            memset(dispute, 0, sizeof *dispute); /* it has come anew */
        }
    }
}

/* The other side's culprit, seen from this one. */
static uint8_t turn_culprit(uint8_t culprit) {
    return culprit == PAWL_CULPRIT_PEER   ? PAWL_CULPRIT_HERE
           : culprit == PAWL_CULPRIT_HERE ? PAWL_CULPRIT_PEER
                                          : culprit;
}

PAWLI_RARE void pawli_verdict_take(pawl_session *session, pawli_peer *peer,
                                   const pawli_verdict *in) {
    pawli_dispute *const dispute = pawli_dispute_of(session, peer);
    if (!dispute->has_begun) return;
    if (dispute->repeats_there == PAWLI_REPETITION_UNKNOWN) dispute->repeats_there = in->repeats;
    dispute->has_stages_there = dispute->has_stages_there || in->has_stages;
    if (pawli_session_is_host(session)) {
        dispute->is_settled = dispute->is_settled || (dispute->is_decided && in->is_decided);
        dispute->must_tell = dispute->must_tell || (dispute->is_decided && !in->is_decided);
        return;
    }
    if (!in->is_decided) return;
    if (!dispute->is_decided) {
        dispute->culprit = turn_culprit(in->culprit);
        dispute->evidence = in->evidence;
        dispute->votes_here = in->votes_there;
        dispute->votes_there = in->votes_here;
        tell_verdict(session, peer);
    }
    dispute->is_settled = dispute->must_tell = true;
}

const char *pawl_evidence_text(pawl_evidence evidence) {
    switch (evidence) {
    case PAWL_EVIDENCE_NONE:
        return "nothing tells which machine is at fault";
    case PAWL_EVIDENCE_MAJORITY:
        return "more machines have the other state";
    case PAWL_EVIDENCE_REPLAY:
        return "played again, the tick gives another state";
    case PAWL_EVIDENCE_REPEATED:
        return "both machines repeat their own result: the arithmetic or the rules differ; run "
               "portcheck";
    }
    return "unknown evidence";
}
