/* migrate_adopt.c - a machine becomes the host in place, takes the others in, and they become its
 * clients.
 *
 * What is confirmed stays, on both sides. From there on a host takes the inputs of a member anew,
 * as a stream that begins with the first tick that it decides; its own rows go on where the member
 * has them. A member whose rows are not those of this host, or of whose next rows the ring has lost
 * some, gets a snapshot like a client that comes late. */
#include "session/deadline.h"
#include "session/inputs.h"
#include "session/signing.h"
#include "migrate/migrate.h"

/* ---- both ---- */

static void forget_pending(pawl_session *session) {
    const pawl_request_type type = session->pending.type;
    if (type != PAWL_REQUEST_SAVE && type != PAWL_REQUEST_HASH) {
        memset(&session->pending, 0, sizeof session->pending);
    }
    session->repeat.end = session->held = PAWLI_NEVER;
}

/* All connections of before. */
static void clear_peers(pawl_session *session, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        const uint16_t sequence = peer->sequence;
        memset(peer, 0, sizeof *peer);
        peer->sequence = sequence;
        peer->begin = PAWLI_NEVER;
        if (session->at_disputes != 0) {
            memset(pawli_dispute_at(session, i), 0, sizeof(pawli_dispute));
        }
    }
    pawli_diagnose_reset(session);
    session->late = 0;
    session->next_peer = 0;
}

static void begin_connection(pawl_session *session, pawli_peer *peer, uint32_t visit,
                             uint32_t agreed) {
    peer->state = PAWLI_PEER_PLAYING;
    peer->visit = peer->nonce = visit;
    peer->begin = PAWLI_NEVER;
    peer->heard_ms = session->now;
    peer->sent_ms = session->now - session->def.resend_ms;
    peer->hashes.agreed = peer->hashes.their_agreed = peer->hashes.their_end = agreed;
}

/* In the row before the first undecided one. */
static bool was_gone(const pawl_session *session, uint32_t players) {
    if (session->confirmed == session->first) return false;
    return (pawli_row_gone_at(session, session->confirmed - 1u) & players) != 0;
}

static bool is_playing(const pawl_session *session, uint32_t players, uint32_t begin) {
    return begin <= session->confirmed && !was_gone(session, players);
}

/* ---- host: taking a member in ---- */

/* Its rows are ours, and those that it lacks are here. */
static bool can_go_on(const pawl_session *session, const pawli_member_state *told) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    const uint32_t every = pawli_max(session->def.hash_every, 1);
    const uint32_t oldest = session->top - pawli_min(session->top, session->row_count);
    const uint32_t needed = told->confirmed - (told->confirmed > told->first ? 1u : 0u);
    const bool is_before = told->line == migrate->line_before && told->confirmed <= migrate->start;
    const bool is_here = told->line == migrate->line && told->confirmed <= session->confirmed;
    if (told->role == PAWLI_MEMBER_SEEKS || !(is_before || is_here)) return false;
    if (told->hashed % every != 0) return false;
    return needed >= pawli_max(oldest, session->first);
}

bool pawli_migrate_adopt_is_free(const pawl_session *session, uint32_t players) {
    for (uint32_t i = 0; i < session->def.players; i++)
        if (pawli_has_player(players, i) && session->owner[i] != PAWLI_OWNER_NONE) return false;
    return true;
}

static bool may_have(const pawl_session *session, uint32_t number, uint32_t players) {
    const pawli_roster_member *const member = pawli_session_member(session, number);
    if (pawli_migrate_number(session, players) != number) return false;
    if ((players >> session->def.players) != 0 || (players & session->local) != 0) return false;
    if (pawli_member_is_in(member) && member->players != players) return false;
    for (uint32_t i = 0; i < session->def.players; i++) {
        const uint32_t owner = session->owner[i];
        if (pawli_has_player(players, i) && owner != PAWLI_OWNER_NONE && owner != member->peer) {
            return false;
        }
    }
    return true;
}

static uint32_t find_free_peer(const pawl_session *session) {
    for (uint32_t i = 0; i < session->peer_count; i++) {
        if (pawli_session_peers(session)[i].state == PAWLI_PEER_FREE) return i;
    }
    return PAWL_SESSION_PEER_NONE;
}

static void give_state(pawl_session *session, pawli_peer *peer, pawli_roster_member *member,
                       bool is_start) {
    const pawli_member_state *const told = &member->told;
    const uint32_t index = (uint32_t)(peer - pawli_session_peers(session));
    const bool plays =
        is_start && !member->is_reset && is_playing(session, told->players, told->begin);
    member->from = session->confirmed;
    member->begin = plays ? told->begin : PAWLI_NEVER;
    if (member->is_reset) {
        peer->state = PAWLI_PEER_ACCEPTED;
        peer->is_late = session->snapshot.is_wanted = true;
    } else {
        peer->rows.first = told->first;
        peer->rows.ack = peer->head = told->confirmed;
    }
    if (plays) {
        peer->begin = peer->rows.next = member->from;
        peer->knows_begin = true;
    }
    for (uint32_t i = 0; i < session->def.players; i++) {
        if (!pawli_has_player(told->players, i)) continue;
        session->owner[i] = (uint8_t)index;
        session->starts[i] = plays ? 0 : PAWLI_NEVER;
        if (plays) session->known[i] = session->confirmed;
    }
}

static void take_member(pawl_session *session, uint32_t number, bool is_start) {
    pawli_roster_member *const member = pawli_session_member(session, number);
    const pawli_member_state *const told = &member->told;
    const uint32_t index = find_free_peer(session);
    if (index == PAWL_SESSION_PEER_NONE || !may_have(session, number, told->players)) return;
    const uint64_t tag = (uint64_t)member->tag[1] << 32 | member->tag[0];
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    const uint16_t sequence = peer->sequence;
    memset(peer, 0, sizeof *peer);
    peer->sequence = sequence;
    peer->tag[0] = member->tag[0];
    peer->tag[1] = member->tag[1];
    member->is_reset = !can_go_on(session, told);
    member->agreed = pawli_min(told->hashed, session->hashes.next);
    member->gone = told->gone;
    member->visit = pawli_challenge_visit(session, tag, number + 1u);
    member->peer = (uint8_t)index;
    member->must_answer = true;
    begin_connection(session, peer, member->visit, member->agreed);
    peer->players = (uint16_t)told->players;
    peer->features = told->features;
    if (session->at_disputes != 0) {
        memset(pawli_dispute_at(session, index), 0, sizeof(pawli_dispute));
    }
    give_state(session, peer, member, is_start);
    pawli_notify(session, PAWL_EVENT_PEER_UP, index, told->players, session->head, 0);
}

void pawli_migrate_adopt_member(pawl_session *session, uint32_t number) {
    pawli_roster_member *const member = pawli_session_member(session, number);
    if (session->phase != PAWL_PHASE_PLAYING) return;
    if (member->peer < session->peer_count) {
        const pawli_peer *const peer = &pawli_session_peers(session)[member->peer];
        const bool is_here = peer->state >= PAWLI_PEER_ACCEPTED && peer->visit == member->visit;
        member->must_answer = is_here && member->gone == member->told.gone;
        if (member->must_answer) return;
        if (is_here) {
            pawli_host_lose_peer(session, member->peer, PAWL_REFUSED_SILENCE, false);
        }
        member->peer = PAWLI_MEMBER_NONE;
    }
    take_member(session, number, false);
}

int32_t pawli_migrate_adopt_send(pawl_session *session, uint32_t to, void *bytes, size_t size) {
    const pawli_roster_member *const member = pawli_session_member(session, to);
    pawli_adoption out;
    memset(&out, 0, sizeof out);
    out.gone = member->gone;
    out.players = member->told.players;
    out.flags = member->is_reset ? PAWLI_ADOPT_RESET : 0;
    out.visit = member->visit;
    out.features = PAWL_FEATURES;
    out.start = pawli_session_migrate(session)->start;
    out.from = member->from;
    out.begin = member->begin;
    out.agreed = member->agreed;
    return pawli_migrate_packet_send_adopt(session, to, &out, bytes, size);
}

/* ---- becoming the host ---- */

static void take_host_role(pawl_session *session) {
    clear_peers(session, session->def.peers);
    session->def.role = PAWL_ROLE_HOST;
    session->peer_count = session->def.peers;
    session->id = session->def.session_id;
    memset(&session->snapshot, 0, sizeof session->snapshot);
    session->log.base = session->log.first = session->log.end = session->confirmed;
    session->is_late = false;
    if (pawli_session_returns(session) != NULL) {
        memset(pawli_session_returns(session), 0, session->def.players * sizeof(pawli_return));
    }
    pawli_deadlines *const deadlines = pawli_session_deadlines(session);
    if (deadlines != NULL) {
        memset(deadlines, 0, sizeof *deadlines);
        deadlines->watched_ms = session->now;
        deadlines->watched = session->confirmed;
    }
}

/* Players of this machine go on, if they play; all others are gone until they come. */
static bool take_own_players(pawl_session *session) {
    const bool plays = session->local != 0 && is_playing(session, session->local, session->begin);
    for (uint32_t i = 0; i < session->def.players; i++) {
        const bool is_local = pawli_has_player(session->local, i);
        session->owner[i] = is_local ? PAWLI_OWNER_LOCAL : PAWLI_OWNER_NONE;
        session->starts[i] = is_local && plays ? 0 : PAWLI_NEVER;
        if (!is_local || !plays) session->known[i] = session->confirmed;
    }
    return plays;
}

void pawli_migrate_adopt_begin(pawl_session *session) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    migrate->line_before = migrate->line;
    migrate->line = migrate->term;
    migrate->start = session->confirmed;
    const uint32_t before = migrate->has_host_left ? migrate->host : PAWLI_MEMBER_NONE;
    migrate->host = migrate->self;
    migrate->role = PAWLI_MEMBER_HOSTS;
    migrate->has_host_left = migrate->has_won = false;
    take_host_role(session);
    forget_pending(session);
    pawli_signing_rewind(session, migrate->start);
    const bool plays = take_own_players(session);
    for (uint32_t i = 0; i < pawli_member_count(session); i++) {
        pawli_roster_member *const member = pawli_session_member(session, i);
        const bool votes = pawli_member_is_in(member) && member->has_told &&
                           member->told.vote == migrate->self && member->told.term == migrate->term;
        member->peer = PAWLI_MEMBER_NONE;
        member->has_acked = member->must_answer = false;
        member->has_left = i == before; /* it agrees to everything */
        if (votes && i != migrate->self) take_member(session, i, true);
    }
    for (uint32_t i = 0; i < session->def.players; i++)
        pawli_inputs_predict(session, i, pawli_max(session->known[i], session->confirmed));
    if (session->local != 0 && !plays) {
        pawli_inputs_begin(session, pawli_max(session->head, session->confirmed));
    }
    pawli_migrate_roster_renew(session);
    pawli_notify(session, PAWL_EVENT_MIGRATED, 0, session->local, migrate->start, migrate->self);
    pawli_inputs_confirm(session);
}

/* ---- becoming a client ---- */

static void take_client_role(pawl_session *session) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    if (!pawli_session_is_host(session)) return;
    session->def.role = PAWL_ROLE_CLIENT;
    session->peer_count = 1;
    memset(&session->snapshot, 0, sizeof session->snapshot);
    session->snapshot.bytes = migrate->memory;
    session->snapshot.room = migrate->room;
    session->log.base = session->log.first = session->log.end = session->confirmed;
    session->hinted = session->confirmed;
    pawli_challenge *const told = pawli_session_challenge(session);
    if (told != NULL) memset(told, 0, sizeof *told);
}

void pawli_migrate_adopt_step_down(pawl_session *session) {
    pawli_migrate_roster_settle(session);
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state < PAWLI_PEER_ACCEPTED) continue;
        pawli_peer_close(session, i, PAWL_REFUSED_SILENCE, false);
    }
    for (uint32_t i = 0; i < pawli_member_count(session); i++)
        pawli_session_member(session, i)->peer = PAWLI_MEMBER_NONE;
    (void)pawli_migrate_lose_host(session, PAWL_REFUSED_SILENCE);
    clear_peers(session, session->peer_count);
    forget_pending(session);
    take_client_role(session);
}

/* The game begins anew with a snapshot, as the host tells it. */
static void load_game(pawl_session *session, const pawli_adoption *in) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    if (migrate->memory == NULL) {
        pawli_notify_reason(session, PAWL_EVENT_REFUSED, 0, session->local, PAWL_REFUSED_SNAPSHOT);
        session->phase = PAWL_PHASE_ENDED;
        return;
    }
    if (!migrate->is_empty) migrate->promised = pawli_migrate_confirmed(session);
    pawli_game_clear(session);
    memset(&session->snapshot, 0, sizeof session->snapshot);
    session->snapshot.bytes = migrate->memory;
    session->snapshot.room = migrate->room;
    session->local = (uint16_t)in->players;
    session->is_late = true;
    session->phase = PAWL_PHASE_LOADING;
    migrate->is_empty = true;
    pawli_session_peers(session)[0].state = PAWLI_PEER_ACCEPTED;
}

/* The rows that are here stay; those of this machine's players are told from a tick on. */
static void go_on(pawl_session *session, const pawli_adoption *in) {
    pawli_peer *const peer = &pawli_session_peers(session)[0];
    pawli_signing_rewind(session, in->start);
    peer->rows.first = peer->rows.ack = in->from;
    peer->head = session->confirmed;
    if (in->begin != PAWLI_NEVER || session->begin == PAWLI_NEVER) return;
    session->begin = PAWLI_NEVER; /* they are gone, and the host says when they come back */
    for (uint32_t i = 0; i < session->def.players; i++) {
        if (pawli_has_player(session->local, i)) {
            pawli_inputs_predict(session, i, session->confirmed);
        }
    }
}

static bool is_adoption_sound(const pawl_session *session, const pawli_adoption *in) {
    const uint32_t every = pawli_max(session->def.hash_every, 1);
    if (in->players != session->local) return false;
    if ((in->flags & PAWLI_ADOPT_RESET) != 0) return true;
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    if (migrate->is_empty || in->agreed % every != 0 || in->agreed > session->hashes.next) {
        return false;
    }
    return in->from >= pawli_migrate_confirmed(session) && in->from < PAWLI_NEVER / 2u &&
           (in->begin == PAWLI_NEVER || in->begin == session->begin);
}

pawl_status pawli_migrate_adopt_receive(pawl_session *session, const pawli_member_head *head,
                                        const pawli_adoption *in) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    const bool has_lost = migrate->role == PAWLI_MEMBER_ELECTS ||
                          migrate->role == PAWLI_MEMBER_STANDS ||
                          migrate->role == PAWLI_MEMBER_SEEKS;
    if (!has_lost || in->gone != migrate->gone || head->term < migrate->term) return PAWL_ERR_PHASE;
    if (!is_adoption_sound(session, in)) return PAWL_ERR_PHASE;
    if (head->term > migrate->term) migrate->vote = PAWLI_MEMBER_NONE;
    migrate->term = head->term;
    migrate->host = (uint8_t)head->from;
    migrate->role = PAWLI_MEMBER_FOLLOWS;
    migrate->start = in->start;
    migrate->has_host_left = false;
    clear_peers(session, 1);
    forget_pending(session);
    pawli_peer *const peer = &pawli_session_peers(session)[0];
    if ((in->flags & PAWLI_ADOPT_RESET) != 0) {
        load_game(session, in);
    } else {
        go_on(session, in);
    }
    if (session->phase == PAWL_PHASE_ENDED) return PAWL_OK;
    session->id = in->visit;
    const uint8_t state = peer->state;
    begin_connection(session, peer, in->visit, in->agreed);
    if (state != PAWLI_PEER_FREE) peer->state = state;
    if (migrate->is_empty) {
        peer->hashes.agreed = peer->hashes.their_agreed = peer->hashes.their_end = 0;
    }
    peer->features = (uint16_t)in->features;
    pawli_notify(session, PAWL_EVENT_MIGRATED, 0, 0, in->start, head->from);
    return PAWL_OK;
}
