/* desync.c - hashes of confirmed states, and the first tick where two machines differ.
 *
 * Hashes of the ticks whose turn it is are kept in a ring, newest last, with the chain before the
 * oldest of them: the chain before any other follows. A packet tells a run of hashes and the chain
 * before it. Where the chains agree, all before is alike, and the first hash that differs is the
 * first difference; where they do not, the other side is asked for an earlier run.
 *
 * Both sides compare, and one is first. The other one has played on, and in a fast game its ring
 * may have lost that tick: so the one that has found it says so, with both hashes. */
#include "session/session.h"

#define HASH_FLAG_SUSPECT 1u /* tell from what I have agreed to on, not the newest */
#define HASH_FLAG_OLDEST 2u  /* there is nothing before these any more */
#define HASH_FLAG_FOUND 4u   /* the first of these is the first that differs */
#define HASH_FLAGS (HASH_FLAG_SUSPECT | HASH_FLAG_OLDEST | HASH_FLAG_FOUND)
#define HASH_PACKET_HEAD 17u

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
    }
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

/* What is looked for must not fall out of the ring. */
static bool must_keep_hashes(const pawl_session *session) {
    const uint32_t count = (session->hashes.next - session->hashes.first) / session->def.hash_every;
    if (count < session->hash_count) return false;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state == PAWLI_PEER_PLAYING && peer->is_suspect) return true;
    }
    return false;
}

bool pawli_desync_record(pawl_session *session, uint32_t *features) {
    if (session->def.hash_every == 0 || session->is_frozen) return true;
    if (session->def.role == PAWL_ROLE_SYNCTEST || session->phase == PAWL_PHASE_ENDED) return true;
    for (;;) {
        const uint32_t tick = session->hashes.next;
        if (tick > session->confirmed || tick > session->at || tick > session->dirty) return true;
        const pawli_slot *const slot = pawli_rollback_find_slot(session, tick);
        if (slot == NULL || must_keep_hashes(session)) return true;
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

bool pawli_desync_is_due(const pawl_session *session, const pawli_peer *peer) {
    if (session->def.hash_every == 0 || peer->state != PAWLI_PEER_PLAYING) return false;
    const bool has_more = session->hashes.next != peer->hashes.their_agreed;
    const bool has_told = session->hashes.next == peer->hashes.told_end;
    /* In a fast game the ring would lose ticks that the other side was never told. */
    const uint32_t untold =
        (session->hashes.next - peer->hashes.told_end) / session->def.hash_every;
    if (2u * untold >= session->hash_count) return true;
    if (!has_more && !peer->is_suspect && peer->hashes.told_agreed == peer->hashes.agreed) {
        return false;
    }
    /* Several ticks in a packet cost less than a packet per tick. */
    const uint32_t wait = has_told ? 2u * session->def.resend_ms : session->def.resend_ms;
    return pawli_is_due(session, peer->hashes.sent_ms, wait);
}

/* Whether it is this peer with which the difference was found. */
static bool has_found(const pawl_session *session, const pawli_peer *peer) {
    const uint32_t index = (uint32_t)(peer - pawli_session_peers(session));
    return session->is_frozen && session->desync_peer == index;
}

int32_t pawli_desync_send(pawl_session *session, pawli_peer *peer, void *bytes, size_t size) {
    const uint32_t every = session->def.hash_every;
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    const uint32_t room = to.size - to.at;
    const bool is_found = has_found(session, peer);
    const uint32_t around = HASH_PACKET_HEAD + (is_found ? 4u : 0u);
    if (to.full || room < around + 4u) return 0;
    const uint32_t most = pawli_min((room - around) / 4u, 255u);
    uint32_t first = pawli_max(peer->hashes.their_agreed, session->hashes.first);
    first = is_found ? session->desync.tick : pawli_min(first, session->hashes.next);
    uint32_t count = (session->hashes.next - first) / every;
    if (count > most && !peer->is_asked && !is_found) {
        /* The newest of those that the other side has too: the chain tells of all before. */
        const uint32_t end =
            pawli_min(session->hashes.next, pawli_max(peer->hashes.their_end, first));
        const uint32_t both = (end - first) / every;
        if (both > most) first += (both - most) * every;
    }
    count = pawli_min((session->hashes.next - first) / every, most);
    uint32_t flags = peer->is_suspect ? HASH_FLAG_SUSPECT : 0;
    if (first == session->hashes.first) flags |= HASH_FLAG_OLDEST;
    if (is_found) flags |= HASH_FLAG_FOUND;
    pawli_write_u32(&to, peer->hashes.agreed);
    pawli_write_u32(&to, session->hashes.next);
    pawli_write_u32(&to, first);
    pawli_write_u8(&to, (uint8_t)count);
    pawli_write_u32(&to, pawli_desync_chain_before(session, first));
    for (uint32_t i = 0; i < count; i++)
        pawli_write_u32(&to, *hash_at_tick(session, first + i * every));
    if (is_found) pawli_write_u32(&to, session->desync.theirs);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_HASH, (uint8_t)flags);
    if (length == 0) return 0;
    peer->hashes.sent_ms = session->now;
    peer->hashes.told_end = session->hashes.next;
    peer->hashes.told_agreed = peer->hashes.agreed;
    return length;
}

PAWLI_RARE bool pawli_desync_report(pawl_session *session, uint32_t index, uint32_t tick,
                                    uint32_t ours, uint32_t theirs) {
    if (session->is_frozen) return false;
    session->is_frozen = true;
    session->desync.ours = ours;
    session->desync.theirs = theirs;
    session->desync.tick = tick;
    session->desync_peer = (uint8_t)index;
    pawli_notify(session, PAWL_EVENT_DESYNC, index, 0, tick, 0);
    return true;
}

/* What both know of the run. The chain before it is compared where we have it. */
static void compare_hash_run(pawl_session *session, pawli_peer *peer, uint32_t first,
                             uint32_t chain, const uint8_t *hashes, uint32_t count,
                             bool is_oldest) {
    const uint32_t every = session->def.hash_every;
    const uint32_t index = (uint32_t)(peer - pawli_session_peers(session));
    const uint32_t end = first + count * every;
    if (first < session->hashes.first) {
        /* Part of the run is no longer here: go on from where it is, if nothing is missing. */
        if (first > peer->hashes.agreed || peer->hashes.agreed < session->hashes.first) return;
    }
    if (first > session->hashes.next) return;
    if (first >= session->hashes.first && pawli_desync_chain_before(session, first) != chain) {
        /* Something before it differs; with nothing before it to ask for, it is this tick. */
        peer->is_suspect =
            first > pawli_max(peer->hashes.agreed, session->hashes.first) && !is_oldest;
        if (peer->is_suspect || first >= session->hashes.next || count == 0) return;
    }
    for (uint32_t tick = first; tick < end && tick < session->hashes.next; tick += every) {
        if (tick < peer->hashes.agreed || tick < session->hashes.first) continue;
        const uint32_t theirs = pawli_fetch_u32(hashes + 4u * ((tick - first) / every));
        const uint32_t ours = *hash_at_tick(session, tick);
        if (ours != theirs) {
            peer->is_suspect = false;
            if (pawli_desync_report(session, index, tick, ours, theirs)) {
                pawli_diagnose_begin(session, index, tick);
            }
            return;
        }
        peer->hashes.agreed = tick + every;
        peer->is_suspect = false;
    }
}

/* The other side has found the tick, in what was told before: it may no longer be here. */
static void take_found_tick(pawl_session *session, const pawli_peer *peer, uint32_t tick,
                            uint32_t ours, uint32_t theirs) {
    const uint32_t index = (uint32_t)(peer - pawli_session_peers(session));
    if (session->is_frozen || tick < peer->hashes.agreed || tick >= session->hashes.next) return;
    if (ours == theirs) return;
    if (tick >= session->hashes.first && *hash_at_tick(session, tick) != ours) return;
    if (pawli_desync_report(session, index, tick, ours, theirs)) {
        pawli_diagnose_begin(session, index, tick);
    }
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
    const uint32_t told = is_found ? pawli_read_u32(from) : 0; /* our hash of the tick */
    if (from->bad || pawli_bytes_left(from) != 0 || every == 0) return PAWL_ERR_FORMAT;
    if (packet->flags > HASH_FLAGS || (is_found && count == 0) || first % every != 0 ||
        agreed % every != 0 || their_end % every != 0) {
        return PAWL_ERR_FORMAT;
    }
    /* A tick that we have not told cannot have been agreed to, and no tick is that far away. */
    if (agreed > session->hashes.next || first > PAWLI_NEVER - 256u * every) return PAWL_ERR_FORMAT;
    if (peer->state != PAWLI_PEER_PLAYING) return PAWL_ERR_PHASE;
    if (packet->is_newest) {
        peer->hashes.their_agreed = pawli_max(peer->hashes.their_agreed, agreed);
        peer->is_asked = (packet->flags & HASH_FLAG_SUSPECT) != 0;
        peer->hashes.their_end = pawli_max(peer->hashes.their_end, their_end);
    }
    const bool is_oldest = (packet->flags & HASH_FLAG_OLDEST) != 0;
    if (!session->is_frozen) {
        compare_hash_run(session, peer, first, chain, hashes, count, is_oldest);
        if (is_found) take_found_tick(session, peer, first, told, pawli_fetch_u32(hashes));
    }
    return PAWL_OK;
}
