/* migrate_roster.c - the host tells which machines are members, and changes that by one at a time.
 *
 * A change is agreed when enough members of the roster before it and of the one after it have it;
 * only then the next one begins. A machine becomes a member when it plays and has the key; it is
 * none any more when it is lost. One that has left counts as if it agreed to everything until it is
 * taken out: it will never vote for another host. */
#include "migrate/migrate.h"

#define TRIES_MAX 10u /* after so many the roster is told once a second */

/* ---- host: those that are here ---- */

static pawli_peer *peer_of(const pawl_session *session, const pawli_roster_member *member) {
    if (member->peer >= session->peer_count) return NULL;
    pawli_peer *const peer = &pawli_session_peers(session)[member->peer];
    return peer->visit == member->visit ? peer : NULL;
}

static bool is_connected(const pawl_session *session, const pawli_roster_member *member) {
    const pawli_peer *const peer = peer_of(session, member);
    return member->has_left || (peer != NULL && peer->state >= PAWLI_PEER_ACCEPTED);
}

/* It has all rows of before, too: a roster stands behind them, as an entry in a log. Else those
 * that have a row could be taken out one by one, until a majority is left that has not. */
static bool has_agreed(const pawl_session *session, const pawli_roster_member *member) {
    const pawli_peer *const peer = peer_of(session, member);
    const uint32_t changed = pawli_session_migrate(session)->changed;
    return member->has_left || (member->has_acked && peer != NULL && peer->rows.ack >= changed);
}

bool pawli_migrate_roster_holds(const pawl_session *session) {
    return pawli_migrate_is_enough(session, is_connected,
                                   !pawli_session_migrate(session)->is_first);
}

/* Half and the host are not enough for a new member: should the host leave, the others must not
 * elect without it. Nor for the first roster of a term: others may have one of an earlier term that
 * was never agreed, of which they are more than half. */
static bool is_roster_agreed(const pawl_session *session) {
    bool has_new = pawli_session_migrate(session)->is_first;
    for (uint32_t i = 0; i < pawli_member_count(session); i++)
        has_new = has_new || pawli_session_member(session, i)->is_new;
    return pawli_migrate_is_enough(session, has_agreed, !has_new);
}

/* Of members that are no peers any more, whether they have said that they leave: one that was lost
 * or dropped may not know it, and elect. Nor has it said so for what it becomes later. */
static void watch_peers(pawl_session *session) {
    for (uint32_t i = 0; i < pawli_member_count(session); i++) {
        pawli_roster_member *const member = pawli_session_member(session, i);
        if (member->peer == PAWLI_MEMBER_NONE) continue;
        const pawli_peer *const peer = peer_of(session, member);
        if (peer != NULL && peer->state >= PAWLI_PEER_ACCEPTED) continue;
        member->peer = PAWLI_MEMBER_NONE;
        member->has_left = member->since != 0 && peer != NULL && peer->reason == PAWL_REFUSED_LEFT;
    }
}

/* ---- host: changes ---- */

static void begin_epoch(pawl_session *session) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    migrate->version.term = migrate->term;
    migrate->version.epoch++;
    migrate->changed = session->confirmed;
    migrate->is_agreed = migrate->is_own_changed = false;
    for (uint32_t i = 0; i < pawli_member_count(session); i++) {
        pawli_roster_member *const member = pawli_session_member(session, i);
        member->has_acked = false;
        member->tries = 0;
        member->sent_ms = session->now - PAWLI_MS_PER_SECOND;
    }
}

void pawli_migrate_roster_renew(pawl_session *session) {
    begin_epoch(session);
    pawli_session_migrate(session)->is_first = true;
}

void pawli_migrate_roster_settle(pawl_session *session) {
    for (uint32_t i = 0; i < pawli_member_count(session); i++) {
        pawli_roster_member *const member = pawli_session_member(session, i);
        if (member->is_old) {
            member->since = member->players = 0;
            member->has_left = false;
        }
        member->is_old = member->is_new = false;
    }
}

/* One that was lost, or has come again, goes; else one that is new comes. */
static bool change_member(pawl_session *session) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    for (uint32_t i = 0; i < pawli_member_count(session); i++) {
        pawli_roster_member *const member = pawli_session_member(session, i);
        if (i == migrate->self || member->since == 0) continue;
        if (member->peer != PAWLI_MEMBER_NONE) continue;
        member->is_old = true;
        return true;
    }
    for (uint32_t i = 0; i < pawli_member_count(session); i++) {
        pawli_roster_member *const member = pawli_session_member(session, i);
        const pawli_peer *const peer = peer_of(session, member);
        if (i == migrate->self || member->since != 0 || peer == NULL) continue;
        if (peer->state != PAWLI_PEER_PLAYING || peer->players == 0) continue;
        member->is_new = true;
        member->has_left = false;
        member->since = migrate->version.epoch + 1u;
        member->players = peer->players;
        return true;
    }
    return migrate->is_own_changed;
}

static void begin_game(pawl_session *session) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    migrate->self = (uint8_t)pawli_migrate_number(session, session->local);
    migrate->host = migrate->self;
    migrate->role = PAWLI_MEMBER_HOSTS;
    migrate->version.epoch = 1;
    migrate->is_agreed = true;
    pawli_roster_member *const self = pawli_session_member(session, migrate->self);
    self->since = 1;
    self->players = session->local;
}

void pawli_migrate_roster_watch(pawl_session *session) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    if (session->phase != PAWL_PHASE_PLAYING) return;
    if (migrate->self == PAWLI_MEMBER_NONE) begin_game(session);
    watch_peers(session);
    if (!migrate->is_agreed && is_roster_agreed(session)) {
        pawli_migrate_roster_settle(session);
        migrate->is_agreed = true;
        migrate->is_first = false;
    }
    if (migrate->is_agreed && change_member(session)) begin_epoch(session);
}

/* ---- packets ---- */

static bool is_roster_due(const pawl_session *session, uint32_t index) {
    const pawli_peer *const peer = &pawli_session_peers(session)[index];
    if (peer->state != PAWLI_PEER_PLAYING || peer->players == 0) return false;
    const uint32_t number = pawli_migrate_number(session, peer->players);
    const pawli_roster_member *const member = pawli_session_member(session, number);
    if (member->has_acked && peer_of(session, member) == peer) return false;
    return pawli_is_due(session, member->sent_ms,
                        member->tries < TRIES_MAX ? 2u * session->def.resend_ms
                                                  : PAWLI_MS_PER_SECOND);
}

int32_t pawli_migrate_roster_send(pawl_session *session, uint32_t *peer, void *bytes, size_t size) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    if (!pawli_session_is_host(session)) {
        *peer = 0;
        return migrate->must_ack ? pawli_migrate_packet_send_ack(session, bytes, size) : 0;
    }
    if (migrate->self == PAWLI_MEMBER_NONE) return 0;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        if (!is_roster_due(session, i)) continue;
        pawli_peer *const to = &pawli_session_peers(session)[i];
        const int32_t length = pawli_migrate_packet_send_roster(session, to, bytes, size);
        if (length == 0) continue;
        pawli_roster_member *const member =
            pawli_session_member(session, pawli_migrate_number(session, to->players));
        member->sent_ms = session->now;
        if (member->tries < TRIES_MAX) member->tries++;
        *peer = i;
        return length;
    }
    return 0;
}

pawl_status pawli_migrate_roster_receive(pawl_session *session, pawli_reader *body) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    const uint32_t visit = pawli_read_u32(body);
    const uint8_t *const key = pawli_read_bytes(body, PAWLI_MIGRATE_KEY);
    if (key == NULL || body->bad) return PAWL_ERR_FORMAT;
    if (!pawli_session_is_client(session) || session->local == 0) return PAWL_ERR_PHASE;
    const pawli_peer *const peer = &pawli_session_peers(session)[0];
    if (peer->state != PAWLI_PEER_PLAYING || visit != session->id) return PAWL_ERR_PHASE;
    if (!migrate->has_key || !pawli_bytes_are_equal(migrate->key, key, PAWLI_MIGRATE_KEY)) {
        pawli_migrate_reset(session); /* another game */
    }
    uint32_t host, start;
    pawli_reader roster = *body;
    const uint32_t term = pawli_read_u32(&roster);
    if (term < migrate->term) return PAWL_ERR_PHASE;
    if (!pawli_migrate_packet_take_roster(session, body, &host, &start)) return PAWL_ERR_FORMAT;
    memcpy(migrate->key, key, PAWLI_MIGRATE_KEY);
    migrate->has_key = migrate->must_ack = true;
    migrate->self = (uint8_t)pawli_migrate_number(session, session->local);
    migrate->role = PAWLI_MEMBER_FOLLOWS;
    if (term > migrate->term) migrate->vote = PAWLI_MEMBER_NONE;
    migrate->term = term;
    migrate->host = (uint8_t)host;
    migrate->start = start;
    pawli_migrate_watch_line(session);
    return PAWL_OK;
}

pawl_status pawli_migrate_roster_receive_ack(pawl_session *session, uint32_t index,
                                             pawli_reader *body) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    const uint32_t visit = pawli_read_u32(body);
    pawli_roster_version version;
    version.term = pawli_read_u32(body);
    version.epoch = pawli_read_u32(body);
    if (body->bad || pawli_bytes_left(body) != 0) return PAWL_ERR_FORMAT;
    const pawli_peer *const peer = &pawli_session_peers(session)[index];
    if (!pawli_session_is_host(session) || peer->state != PAWLI_PEER_PLAYING ||
        peer->players == 0 || visit != peer->visit) {
        return PAWL_ERR_PHASE;
    }
    pawli_roster_member *const member =
        pawli_session_member(session, pawli_migrate_number(session, peer->players));
    if (member->since == 0 || member->is_old) {
        member->peer = (uint8_t)index; /* it may become a member */
        member->visit = visit;
        if (member->is_old) return PAWL_OK;
    }
    const bool is_now = !pawli_version_is_before(version, migrate->version) &&
                        !pawli_version_is_before(migrate->version, version);
    if (is_now && peer_of(session, member) == peer) member->has_acked = true;
    return PAWL_OK;
}
