/* desync.c - hashes of confirmed states, and the first tick where two machines differ.
 *
 * Hashes of the ticks whose turn it is are kept in a ring, newest last, with the chain before the
 * oldest of them: the chain before any other follows. A packet tells a run of hashes and the chain
 * before it. Where the chains agree, all before is alike, and the first hash that differs is the
 * first difference; where they do not, the other side is asked for an earlier run.
 *
 * Both sides compare, and one is first. The other one has played on, and in a fast game its ring
 * may have lost that tick: so the one that has found it says so, with both hashes, until the other
 * one has said so too. From then on the two compare no further: with all other peers it goes on. */
#include "desync/stage_hooks.h"
#include "session/watch.h"

PAWLI_OPTIONAL(pawli_stages_has);

#define HASH_FLAG_SUSPECT 1u  /* tell from what I have agreed to on, not the newest */
#define REPEATS_HAS_STAGES 4u /* beside a pawli_repetition */
#define HASH_FLAG_OLDEST 2u   /* there is nothing before these any more */
#define HASH_FLAG_FOUND 4u    /* the first of these is the first that differs */
#define HASH_FLAG_VERDICT 8u  /* with FOUND: the verdict is known */
#define HASH_FLAGS (HASH_FLAG_SUSPECT | HASH_FLAG_OLDEST | HASH_FLAG_FOUND | HASH_FLAG_VERDICT)
#define HASH_PACKET_HEAD 17u
#define FOUND_SIZE 9u     /* behind the hashes: the other one, and what is known of the reason */
#define URGENT_MARGIN 2u  /* ticks */
#define SUSPICIONS_MAX 8u /* packets until what is there has to do */

uint32_t pawli_desync_first_hashed(const pawl_session *session, uint32_t tick) {
    const uint32_t every = session->def.hash_every == 0 ? 1u : session->def.hash_every;
    return (tick + every - 1u) / every * every;
}

void pawli_desync_reset(pawl_session *session, uint32_t tick, uint32_t chain) {
    session->hashes.next = session->hashes.first = pawli_desync_first_hashed(session, tick);
    session->hashes.chain_first = session->hashes.chain = chain;
    session->is_frozen = false;
    session->held = PAWLI_NEVER;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        peer->hashes.agreed = peer->hashes.their_agreed = peer->hashes.their_end =
            session->hashes.next;
        if (session->at_disputes != 0)
            memset(pawli_dispute_at(session, i), 0, sizeof(pawli_dispute));
    }
    pawli_diagnose_reset(session);
}

static uint32_t *hash_at_tick(const pawl_session *session, uint32_t tick) {
    return &pawli_session_hashes(session)[tick / session->def.hash_every % session->hash_count];
}

static void record_hash(pawl_session *session, uint32_t hash) {
    const uint32_t every = session->def.hash_every, tick = session->hashes.next;
    if ((tick - session->hashes.first) / every == session->hash_count) {
        const uint32_t oldest = *hash_at_tick(session, session->hashes.first);
        session->hashes.chain_first = pawl_hash_chain(session->hashes.chain_first, oldest);
        session->hashes.first += every;
    }
    *hash_at_tick(session, tick) = hash;
    session->hashes.chain = pawl_hash_chain(session->hashes.chain, hash);
    session->hashes.next = tick + every;
}

/* The state whose hash is recorded next, when it is final and kept. */
static const pawli_slot *find_next_slot(const pawl_session *session) {
    const uint32_t tick = session->hashes.next;
    if (session->def.hash_every == 0 || session->phase == PAWL_PHASE_ENDED) return NULL;
    if (session->def.role == PAWL_ROLE_SYNCTEST) return NULL;
    if (tick > session->confirmed || tick > session->at || tick > session->dirty) return NULL;
    return pawli_rollback_find_slot(session, tick);
}

const pawli_slot *pawli_desync_find_unhashed(const pawl_session *session) {
    const pawli_slot *const slot = find_next_slot(session);
    return slot == NULL || slot->has_hash ? NULL : slot;
}

bool pawli_desync_record(pawl_session *session, uint32_t *features) {
    for (;;) {
        const pawli_slot *const slot = find_next_slot(session);
        if (slot == NULL || !slot->has_hash) return true;
        *features = slot->features;
        if (slot->features != session->uses) return false;
        record_hash(session, slot->hash);
    }
}

/* Before a tick that is between the oldest and the next one. */
uint32_t pawli_desync_chain_before(const pawl_session *session, uint32_t tick) {
    if (session->hash_count == 0 || tick >= session->hashes.next) return session->hashes.chain;
    uint32_t chain = session->hashes.chain_first;
    for (uint32_t t = session->hashes.first; t < tick; t += session->def.hash_every)
        chain = pawl_hash_chain(chain, *hash_at_tick(session, t));
    return chain;
}

/* ---- packets ---- */

/* How many ticks the agreement lags behind where nothing is lost: a round trip, and on either side
 * the wait for a packet. */
static uint32_t usual_lag(const pawl_session *session, const pawli_peer *peer) {
    const uint32_t wait_ms = 2u * session->def.resend_ms, rate = session->def.rate;
    const uint32_t waits = wait_ms / PAWLI_MS_PER_SECOND * rate +
                           wait_ms % PAWLI_MS_PER_SECOND * rate / PAWLI_MS_PER_SECOND;
    return pawli_time_sync_round_trip(session, peer) + waits + URGENT_MARGIN;
}

/* In a fast game, and over a line that loses packets, the ring would lose ticks before both have
 * compared them: then each new hash is told at once, with all that are not agreed. To what is so
 * far behind that they are lost already there is nothing urgent to say. */
static bool is_hash_urgent(const pawl_session *session, const pawli_peer *peer) {
    const uint32_t every = session->def.hash_every;
    const uint32_t next = pawli_watch_hash_end(session, peer);
    const uint32_t lag = next - peer->hashes.their_agreed;
    const uint32_t ring = (uint32_t)session->hash_count * every - pawli_watch_delay(session, peer);
    if (next == peer->hashes.told_end) return false;
    return lag >= pawli_max(ring / 2u, usual_lag(session, peer)) && lag <= 2u * ring;
}

bool pawli_desync_is_due(const pawl_session *session, const pawli_peer *peer) {
    if (session->def.hash_every == 0 || peer->state != PAWLI_PEER_PLAYING) return false;
    const uint32_t resend = session->def.resend_ms;
    if (pawli_dispute_of(session, peer)->has_begun) {
        return pawli_dispute_of(session, peer)->must_tell ||
               (!pawli_dispute_of(session, peer)->is_settled &&
                pawli_is_due(session, peer->hashes.sent_ms, 2u * resend));
    }
    const uint32_t next = pawli_watch_hash_end(session, peer);
    const bool has_more = next != peer->hashes.their_agreed;
    const bool has_told = next == peer->hashes.told_end;
    if (is_hash_urgent(session, peer)) return true;
    if (!has_more && peer->suspicion == 0 && peer->hashes.told_agreed == peer->hashes.agreed) {
        return false;
    }
    /* Several ticks in a packet cost less than a packet per tick. */
    return pawli_is_due(session, peer->hashes.sent_ms, has_told ? 2u * resend : resend);
}

/* Which hashes a packet tells that has room for `most`: returns the tick of the first. */
static uint32_t choose_hash_run(const pawl_session *session, const pawli_peer *peer, uint32_t most,
                                uint32_t *count) {
    const uint32_t every = session->def.hash_every, next = pawli_watch_hash_end(session, peer);
    uint32_t first = pawli_max(peer->hashes.their_agreed, session->hashes.first);
    first = pawli_min(first, next);
    if ((next - first) / every > most && !peer->is_asked) {
        /* The newest of those that the other side has too: the chain tells of all before. */
        const uint32_t end = pawli_min(next, pawli_max(peer->hashes.their_end, first));
        const uint32_t both = (end - first) / every;
        if (both > most) first += (both - most) * every;
    }
    *count = pawli_min((next - first) / every, most);
    return first;
}

/* The first tick that differs, with both hashes, as often as it takes. */
static void write_dispute(const pawl_session *session, const pawli_peer *peer, pawli_writer *to) {
    const pawli_dispute *const dispute = pawli_dispute_of(session, peer);
    pawli_write_u32(to, peer->hashes.agreed);
    pawli_write_u32(to, pawli_watch_hash_end(session, peer));
    pawli_write_u32(to, dispute->tick);
    pawli_write_u8(to, 1);
    pawli_write_u32(to, 0); /* the chain is not looked at */
    pawli_write_u32(to, dispute->ours);
    pawli_write_u32(to, dispute->theirs);
    const bool has_stages = session->stages != NULL && pawli_stages_has(session, dispute->tick);
    pawli_write_u8(to, (uint8_t)(dispute->repeats_here | (has_stages ? REPEATS_HAS_STAGES : 0u)));
    pawli_write_u8(to, dispute->culprit);
    pawli_write_u8(to, dispute->evidence);
    pawli_write_u8(to, dispute->votes_here);
    pawli_write_u8(to, dispute->votes_there);
}

static uint32_t write_hashes(const pawl_session *session, const pawli_peer *peer,
                             pawli_writer *to) {
    const uint32_t every = session->def.hash_every;
    uint32_t count;
    const uint32_t most = pawli_min((to->size - to->at - HASH_PACKET_HEAD) / 4u, 255u);
    const uint32_t first = choose_hash_run(session, peer, most, &count);
    pawli_write_u32(to, peer->hashes.agreed);
    pawli_write_u32(to, pawli_watch_hash_end(session, peer));
    pawli_write_u32(to, first);
    pawli_write_u8(to, (uint8_t)count);
    pawli_write_u32(to, pawli_desync_chain_before(session, first));
    for (uint32_t i = 0; i < count; i++)
        pawli_write_u32(to, *hash_at_tick(session, first + i * every));
    return (peer->suspicion != 0 ? HASH_FLAG_SUSPECT : 0) |
           (first == session->hashes.first ? HASH_FLAG_OLDEST : 0);
}

int32_t pawli_desync_send(pawl_session *session, pawli_peer *peer, void *bytes, size_t size) {
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    if (to.full || to.size - to.at < HASH_PACKET_HEAD + 4u + FOUND_SIZE) return 0;
    uint32_t flags = HASH_FLAG_FOUND;
    if (pawli_dispute_of(session, peer)->has_begun) {
        write_dispute(session, peer, &to);
        if (pawli_dispute_of(session, peer)->is_decided) flags |= HASH_FLAG_VERDICT;
    } else {
        flags = write_hashes(session, peer, &to);
    }
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_HASH, (uint8_t)flags);
    if (length == 0) return 0;
    pawli_dispute_of(session, peer)->must_tell = false;
    peer->hashes.sent_ms = session->now;
    peer->hashes.told_end = pawli_watch_hash_end(session, peer);
    peer->hashes.told_agreed = peer->hashes.agreed;
    return length;
}

PAWLI_RARE void pawli_desync_report(pawl_session *session, uint32_t tick, uint32_t ours,
                                    uint32_t theirs) {
    if (session->is_frozen) return;
    session->is_frozen = true;
    session->desync.ours = ours;
    session->desync.theirs = theirs;
    session->desync.tick = tick;
    pawli_notify(session, PAWL_EVENT_DESYNC, 0, 0, tick, theirs);
}

static PAWLI_RARE void begin_dispute(pawl_session *session, pawli_peer *peer, uint32_t tick,
                                     uint32_t ours, uint32_t theirs, bool is_exact) {
    const uint32_t index = (uint32_t)(peer - pawli_session_peers(session));
    pawli_dispute *const dispute = pawli_dispute_of(session, peer);
    memset(dispute, 0, sizeof *dispute);
    dispute->has_begun = dispute->must_tell = true;
    dispute->tick = tick;
    dispute->ours = ours;
    dispute->theirs = theirs;
    dispute->since_ms = session->now;
    /* Where the first tick is not known, there is nothing to be played again. */
    if (!is_exact) dispute->repeats_here = PAWLI_REPETITION_CANNOT;
    peer->suspicion = 0;
    pawli_notify(session, PAWL_EVENT_DESYNC, index, 0, tick, theirs);
    pawli_diagnose_begin(session, index, tick);
}

/* A run of hashes, and the chain before it. */
typedef struct hash_run {
    uint32_t first, end, chain;
    const uint8_t *hashes; /* from `first` on */
    bool is_oldest;
} hash_run;

static uint32_t hash_of_run(const pawl_session *session, const hash_run *run, uint32_t tick) {
    return pawli_fetch_u32(run->hashes + 4u * ((tick - run->first) / session->def.hash_every));
}

/* Something before `tick` differs: whether to ask for what was there. With nothing before it that
 * both still have, or when the answer is not one, it is this tick as far as can be known. */
static bool asks_for_older(const pawl_session *session, pawli_peer *peer, const hash_run *run,
                           uint32_t tick) {
    if (run->is_oldest || tick <= pawli_max(peer->hashes.agreed, session->hashes.first)) {
        return false;
    }
    if (peer->suspicion >= SUSPICIONS_MAX) return false;
    peer->suspicion++;
    return true;
}

/* What both know of the run. The chain before it is compared where we have it: of what is no longer
 * here it is made from the run itself. */
static void compare_hash_run(pawl_session *session, pawli_peer *peer, const hash_run *run) {
    const uint32_t every = session->def.hash_every;
    const uint32_t next = pawli_watch_hash_end(session, peer);
    uint32_t tick = run->first, chain = run->chain;
    for (; tick < session->hashes.first && tick < run->end; tick += every)
        chain = pawl_hash_chain(chain, hash_of_run(session, run, tick));
    if (tick < session->hashes.first || tick > next) return;
    const uint32_t ours_before = pawli_desync_chain_before(session, tick);
    const bool differs = ours_before != chain;
    if (differs && asks_for_older(session, peer, run, tick)) return;
    const uint32_t from = tick;
    for (; tick < run->end && tick < next; tick += every) {
        if (tick < peer->hashes.agreed) continue;
        const uint32_t theirs = hash_of_run(session, run, tick),
                       ours = *hash_at_tick(session, tick);
        if (ours != theirs) {
            begin_dispute(session, peer, tick, ours, theirs, tick == peer->hashes.agreed);
            return;
        }
        if (differs) continue;
        peer->hashes.agreed = tick + every;
        peer->suspicion = 0;
    }
    /* They were different and are alike again: what is told are the chains. */
    if (differs && tick > from) begin_dispute(session, peer, from, ours_before, chain, false);
}

/* What the other side tells of a difference, behind the hashes. */
typedef struct found_tick {
    uint32_t ours; /* as it has been told */
    pawli_verdict verdict;
} found_tick;

static found_tick read_found_tick(pawli_reader *from, bool is_decided) {
    found_tick in;
    in.ours = pawli_read_u32(from);
    const uint8_t repeats = pawli_read_u8(from);
    in.verdict.has_stages = (repeats & REPEATS_HAS_STAGES) != 0;
    in.verdict.repeats = (uint8_t)(repeats & ~REPEATS_HAS_STAGES);
    in.verdict.culprit = pawli_read_u8(from);
    in.verdict.evidence = pawli_read_u8(from);
    in.verdict.votes_here = pawli_read_u8(from);
    in.verdict.votes_there = pawli_read_u8(from);
    in.verdict.is_decided = is_decided;
    return in;
}

static bool found_tick_is_valid(const found_tick *in) {
    return in->verdict.repeats <= PAWLI_REPETITION_CANNOT &&
           in->verdict.culprit <= PAWL_CULPRIT_BOTH &&
           in->verdict.evidence <= PAWL_EVIDENCE_REPEATED;
}

/* Both have found one, and the other side's comes earlier, right after what is agreed: the ring
 * here had lost it. */
static void correct_tick(pawli_dispute *dispute, uint32_t tick, uint32_t ours, uint32_t theirs) {
    if (dispute->is_decided || tick >= dispute->tick || ours == theirs) return;
    dispute->tick = tick;
    dispute->ours = ours;
    dispute->theirs = theirs;
    dispute->repeats_here = PAWLI_REPETITION_UNKNOWN;
    dispute->must_tell = true;
}

/* The other side has found the tick, in what was told before: it may no longer be here. */
static void take_found_tick(pawl_session *session, pawli_peer *peer, uint32_t tick, uint32_t agreed,
                            uint32_t theirs, const found_tick *in) {
    if (!pawli_dispute_of(session, peer)->has_begun) {
        if (tick < peer->hashes.agreed || tick >= pawli_watch_hash_end(session, peer)) return;
        if (in->ours == theirs) return;
        if (tick >= session->hashes.first && *hash_at_tick(session, tick) != in->ours) return;
        begin_dispute(session, peer, tick, in->ours, theirs, tick == agreed);
    } else if (tick == agreed && tick >= peer->hashes.agreed) {
        correct_tick(pawli_dispute_of(session, peer), tick, in->ours, theirs);
    }
    pawli_verdict_take(session, peer, &in->verdict);
}

pawl_status pawli_desync_receive(pawl_session *session, pawli_peer *peer, pawli_packet *packet) {
    pawli_reader *const from = &packet->body;
    const uint32_t every = session->def.hash_every;
    const uint32_t agreed = pawli_read_u32(from);
    const uint32_t their_end = pawli_read_u32(from);
    const uint32_t first = pawli_read_u32(from);
    const uint32_t count = pawli_read_u8(from);
    const uint32_t chain = pawli_read_u32(from);
    const uint8_t *const hashes = pawli_read_bytes(from, 4u * count);
    const bool is_found = (packet->flags & HASH_FLAG_FOUND) != 0;
    found_tick found;
    memset(&found, 0, sizeof found);
    if (is_found) found = read_found_tick(from, (packet->flags & HASH_FLAG_VERDICT) != 0);
    if (from->bad || pawli_bytes_left(from) != 0 || every == 0) return PAWL_ERR_FORMAT;
    if (packet->flags > HASH_FLAGS || (is_found && count == 0) || first % every != 0 ||
        agreed % every != 0 || their_end % every != 0 || !found_tick_is_valid(&found)) {
        return PAWL_ERR_FORMAT;
    }
    /* A tick that we have not told cannot have been agreed to, and no tick is that far away. */
    if (agreed > pawli_watch_hash_end(session, peer) || first > PAWLI_NEVER - 256u * every)
        return PAWL_ERR_FORMAT;
    if (peer->state != PAWLI_PEER_PLAYING) return PAWL_ERR_PHASE;
    if (packet->is_newest) {
        peer->hashes.their_agreed = pawli_max(peer->hashes.their_agreed, agreed);
        peer->is_asked = (packet->flags & HASH_FLAG_SUSPECT) != 0;
        peer->hashes.their_end = pawli_max(peer->hashes.their_end, their_end);
    }
    if (is_found) {
        take_found_tick(session, peer, first, agreed, pawli_fetch_u32(hashes), &found);
    } else if (!pawli_dispute_of(session, peer)->has_begun) {
        const hash_run run = {first, first + count * every, chain, hashes,
                              (packet->flags & HASH_FLAG_OLDEST) != 0};
        compare_hash_run(session, peer, &run);
    }
    return PAWL_OK;
}
