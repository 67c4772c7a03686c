/* migrate_elect.c - members that have lost their host agree on another one.
 *
 * Each of them tells all others its state again and again. When more than half of the members have
 * lost the host, the one that has most stands: it begins a term and votes for itself. The others
 * vote once in a term, for one that has at least what they have. What stands and has the votes of
 * more than half is the host. A member that hears of another one that has lost the host, but has
 * not lost it itself, tells it so; the host takes it in again. */
#include "session/inputs.h"
#include "migrate/migrate.h"

/* In units of resend_ms. */
#define GATHER_RESENDS 6u /* for the others to be heard before one stands */
#define VOTES_RESENDS 2u  /* for the last votes, when there are enough */
#define TERM_RESENDS 10u  /* for the votes */
#define FRESH_RESENDS 20u /* since it was heard: as old as a state may be */
#define HURRY_RESENDS 60u /* states are told often */
#define SLOW_FACTOR 4u

#define STRANDED_MS 8000u

static bool is_due_resends(const pawl_session *session, uint32_t since_ms, uint32_t resends) {
    return pawli_is_due(session, since_ms, resends * session->def.resend_ms);
}

static bool has_lost_host(const pawli_migrate *migrate) {
    return migrate->role == PAWLI_MEMBER_ELECTS || migrate->role == PAWLI_MEMBER_STANDS ||
           migrate->role == PAWLI_MEMBER_SEEKS;
}

/* ---- which one may win ---- */

/* a has less than b. */
static bool has_less(const pawli_member_state *a, const pawli_member_state *b) {
    if (pawli_version_is_before(a->version, b->version)) return true;
    if (pawli_version_is_before(b->version, a->version)) return false;
    if (a->line != b->line) return a->line < b->line;
    return a->confirmed < b->confirmed;
}

/* b has at least all that a has. */
static bool has_all_of(const pawli_member_state *b, const pawli_member_state *a) {
    if (pawli_version_is_before(b->version, a->version)) return false;
    if (a->line != b->line) return a->line < b->line;
    return a->confirmed <= b->confirmed;
}

static bool is_elector(const pawl_session *session, const pawli_roster_member *member) {
    return pawli_member_is_electing(member) &&
           !is_due_resends(session, member->heard_ms, FRESH_RESENDS);
}

static bool votes_for_us(const pawl_session *session, const pawli_roster_member *member) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    return is_elector(session, member) && member->told.term == migrate->term &&
           member->told.vote == migrate->self;
}

static bool is_member_here(const pawl_session *session) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    return migrate->self != PAWLI_MEMBER_NONE &&
           pawli_member_is_in(pawli_session_member(session, migrate->self));
}

/* Of the members that may still live. */
static bool are_all(const pawl_session *session, pawli_member_filter *filter) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    for (uint32_t i = 0; i < pawli_member_count(session); i++) {
        const pawli_roster_member *const member = pawli_session_member(session, i);
        if (!pawli_member_is_in(member) || i == migrate->self || i == migrate->host) continue;
        if (!filter(session, member)) return false;
    }
    return true;
}

static bool is_first_choice(const pawl_session *session) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    pawli_member_state ours;
    pawli_migrate_describe(session, &ours);
    for (uint32_t i = 0; i < pawli_member_count(session); i++) {
        const pawli_roster_member *const member = pawli_session_member(session, i);
        if (!pawli_member_is_in(member) || i == migrate->self) continue;
        if (!is_elector(session, member) || member->told.role == PAWLI_MEMBER_SEEKS) continue;
        if (has_less(&ours, &member->told)) return false;
        if (!has_less(&member->told, &ours) && i < migrate->self) return false;
    }
    return true;
}

/* ---- standing and winning ---- */

static void try_stand(pawl_session *session) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    if (!pawli_migrate_is_enough(session, is_elector, false)) return;
    if (!is_due_resends(session, migrate->gone_ms, GATHER_RESENDS) &&
        !are_all(session, is_elector)) {
        return;
    }
    /* Rows that it has been told must be where others can get them. */
    if (session->log.end > session->confirmed || !is_first_choice(session)) return;
    if (migrate->stood_ms != migrate->gone_ms &&
        !is_due_resends(session, migrate->stood_ms, 1u + migrate->self)) {
        return;
    }
    migrate->role = PAWLI_MEMBER_STANDS;
    migrate->term++;
    migrate->vote = migrate->self;
    migrate->stood_ms = session->now;
    migrate->has_won = false;
    for (uint32_t i = 0; i < pawli_member_count(session); i++)
        pawli_session_member(session, i)->is_to_hear = true;
}

static void try_win(pawl_session *session) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    if (pawli_migrate_is_enough(session, votes_for_us, false)) {
        if (!migrate->has_won) migrate->won_ms = session->now;
        migrate->has_won = true;
        if (are_all(session, votes_for_us) ||
            is_due_resends(session, migrate->won_ms, VOTES_RESENDS)) {
            pawli_migrate_adopt_begin(session);
        }
    } else if (is_due_resends(session, migrate->stood_ms, TERM_RESENDS)) {
        migrate->role = PAWLI_MEMBER_ELECTS;
        migrate->stood_ms = session->now;
        migrate->has_won = false;
    }
}

/* What none can tell it: one that was given up is no member, and where its place is another
 * machine's, all that is for its number goes there. */
static void watch_stranded(pawl_session *session) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    if (!has_lost_host(migrate) || !pawli_is_due(session, migrate->stranded_ms, STRANDED_MS)) {
        return;
    }
    migrate->stranded_ms = session->now;
    pawli_notify(session, PAWL_EVENT_STRANDED, 0, session->local, pawli_migrate_confirmed(session),
                 0);
}

void pawli_migrate_elect_watch(pawl_session *session) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    if (migrate == NULL || session->phase == PAWL_PHASE_ENDED) return;
    if (pawli_session_is_host(session)) {
        pawli_migrate_roster_watch(session);
        if (migrate->role == PAWLI_MEMBER_HOSTS && !pawli_migrate_roster_holds(session)) {
            pawli_migrate_adopt_step_down(session);
        }
        return;
    }
    if (migrate->is_empty && session->phase == PAWL_PHASE_PLAYING) migrate->is_empty = false;
    if (!migrate->is_empty) pawli_migrate_watch_line(session);
    watch_stranded(session);
    if (!is_member_here(session)) return;
    if (migrate->role == PAWLI_MEMBER_ELECTS) {
        try_stand(session);
    } else if (migrate->role == PAWLI_MEMBER_STANDS) {
        try_win(session);
    }
}

/* ---- packets in ---- */

bool pawli_migrate_elect_is_packet(const pawl_session *session, const void *bytes, size_t size) {
    if (session->at_migrate == 0 || size < PAWLI_WIRE_FULL) return false;
    return ((const uint8_t *)bytes)[2] >> 4 == PAWLI_MIGRATE;
}

/* Another term has begun. A machine that has a host does not care: it would hear of it from that.
 */
static void watch_term(pawl_session *session, uint32_t term) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    if (term <= migrate->term || migrate->role == PAWLI_MEMBER_FOLLOWS) return;
    if (migrate->role == PAWLI_MEMBER_HOSTS) pawli_migrate_adopt_step_down(session);
    migrate->term = term;
    migrate->vote = PAWLI_MEMBER_NONE;
    if (migrate->role == PAWLI_MEMBER_STANDS) {
        migrate->role = PAWLI_MEMBER_ELECTS;
        migrate->stood_ms = session->now;
    }
}

static void try_vote(pawl_session *session, uint32_t number) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    pawli_roster_member *const member = pawli_session_member(session, number);
    const pawli_member_state *const told = &member->told;
    pawli_member_state ours;
    const bool may_vote =
        migrate->role == PAWLI_MEMBER_ELECTS || migrate->role == PAWLI_MEMBER_SEEKS;
    if (!may_vote || told->role != PAWLI_MEMBER_STANDS) return;
    if (told->term != migrate->term || !pawli_member_is_in(member) || !is_member_here(session)) {
        return;
    }
    if (migrate->vote != PAWLI_MEMBER_NONE && migrate->vote != number) return;
    pawli_migrate_describe(session, &ours);
    if (!has_all_of(told, &ours)) return;
    if (migrate->vote == PAWLI_MEMBER_NONE) member->is_to_hear = true;
    migrate->vote = (uint8_t)number;
}

static void take_state(pawl_session *session, const pawli_member_head *head,
                       const pawli_member_state *state) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    pawli_roster_member *const member = pawli_session_member(session, head->from);
    member->told = *state;
    member->told.term = head->term;
    member->has_told = true;
    const bool asks = pawli_member_is_electing(member);
    if (asks && pawli_version_is_before(state->version, migrate->version)) {
        member->must_copy = true;
    }
    if (migrate->role == PAWLI_MEMBER_FOLLOWS) {
        if (head->from == migrate->host && head->term >= migrate->term && asks) {
            pawli_client_take_bye(session, PAWL_REFUSED_SILENCE, false); /* it has stepped down */
        } else if (asks) {
            member->is_to_hear = true;
        }
        return;
    }
    watch_term(session, head->term);
    if (migrate->role == PAWLI_MEMBER_HOSTS) {
        if (asks) pawli_migrate_adopt_member(session, head->from);
    } else {
        try_vote(session, head->from);
    }
}

/* Another machine has the number of the sender, or the sender has not heard since when it is a
 * member. It has no vote. A host takes it in where its place is free; others tell it of the roster.
 */
static bool takes_stranger(pawl_session *session, const pawli_member_head *head,
                           pawli_reader body) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    pawli_roster_member *const member = pawli_session_member(session, head->from);
    pawli_member_state state;
    if (head->type != PAWLI_MIGRATE_STATE || !pawli_migrate_packet_read_state(&body, &state)) {
        return false;
    }
    if (migrate->role == PAWLI_MEMBER_HOSTS) {
        return member->peer == PAWLI_MEMBER_NONE &&
               pawli_migrate_adopt_is_free(session, state.players);
    }
    if (pawli_version_is_before(state.version, migrate->version)) member->must_copy = true;
    return false;
}

/* At a host: another machine has been let in in its place, and is no member yet. What is known of
 * that one, such as its address, stays. */
static bool is_place_taken(const pawl_session *session, const pawli_member_head *head,
                           pawli_reader body) {
    pawli_member_state state;
    if (pawli_session_migrate(session)->role != PAWLI_MEMBER_HOSTS) return false;
    if (pawli_member_is_in(pawli_session_member(session, head->from))) return false;
    if (head->type != PAWLI_MIGRATE_STATE) return false;
    return pawli_migrate_packet_read_state(&body, &state) &&
           !pawli_migrate_adopt_is_free(session, state.players);
}

/* Of a roster that is newer: with another address behind its number this machine is no member any
 * more. It must not take the visit of that other one for its own: the host would believe it. */
static pawl_status receive_copy(pawl_session *session, pawli_reader *body) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    uint8_t own[PAWL_SESSION_ADDRESS_MAX];
    uint32_t host, start;
    if (!has_lost_host(migrate)) return PAWL_ERR_PHASE;
    pawli_roster_member *const self = pawli_session_member(session, migrate->self);
    uint8_t *const address = pawli_session_address(session, migrate->self);
    const uint8_t size = self->address_size;
    if (size > 0) memcpy(own, address, (size_t)size);
    if (!pawli_migrate_packet_take_roster(session, body, &host, &start)) return PAWL_ERR_FORMAT;
    if (size == 0 || self->since == 0) return PAWL_OK;
    if (self->address_size == size && pawli_bytes_are_equal(address, own, size)) return PAWL_OK;
    memcpy(address, own, (size_t)size);
    self->address_size = size;
    self->since = self->players = 0;
    return PAWL_OK;
}

static pawl_status receive_of_member(pawl_session *session, const uint64_t *tag, pawli_reader *body,
                                     uint32_t now_ms) {
    pawli_member_head head;
    pawli_member_state state;
    pawli_adoption adoption;
    const pawl_status status = pawli_migrate_packet_unseal(session, body, &head);
    if (status != PAWL_OK) return status;
    if (head.is_stranger && !takes_stranger(session, &head, *body)) return PAWL_ERR_PHASE;
    if (is_place_taken(session, &head, *body)) return PAWL_ERR_PHASE;
    pawli_peer_watch_time(session, now_ms);
    pawli_roster_member *const member = pawli_session_member(session, head.from);
    member->told_since = head.since;
    member->count = head.count;
    member->heard_ms = session->now;
    member->tag[0] = tag == NULL ? 0 : (uint32_t)(*tag & UINT32_MAX);
    member->tag[1] = tag == NULL ? 0 : (uint32_t)(*tag >> 32);
    if (head.type == PAWLI_MIGRATE_STATE) {
        if (!pawli_migrate_packet_read_state(body, &state)) return PAWL_ERR_FORMAT;
        if (head.is_stranger || !pawli_member_is_in(member)) {
            pawli_migrate_packet_take_address(session, head.from, body);
        }
        take_state(session, &head, &state);
        return PAWL_OK;
    }
    if (head.type == PAWLI_MIGRATE_ADOPT) {
        if (!pawli_migrate_packet_read_adopt(body, &adoption)) return PAWL_ERR_FORMAT;
        return pawli_migrate_adopt_receive(session, &head, &adoption);
    }
    if (head.type != PAWLI_MIGRATE_COPY) return PAWL_ERR_FORMAT;
    return receive_copy(session, body);
}

/* Of host or client. */
static pawl_status receive_of_link(pawl_session *session, uint32_t index, pawli_reader *body,
                                   uint32_t type) {
    if (index >= session->peer_count) return PAWL_ERR_RANGE;
    (void)pawli_read_u8(body);
    return type == PAWLI_MIGRATE_ROSTER ? pawli_migrate_roster_receive(session, body)
                                        : pawli_migrate_roster_receive_ack(session, index, body);
}

pawl_status pawli_migrate_elect_receive(pawl_session *session, uint32_t peer, const uint64_t *tag,
                                        const void *bytes, size_t size, uint32_t now_ms) {
    pawli_packet in;
    pawli_peer stranger;
    memset(&stranger, 0, sizeof stranger);
    const pawl_status status = pawli_wire_read(session, &stranger, bytes, size, &in);
    if (status != PAWL_OK) return status;
    if (session->phase == PAWL_PHASE_ENDED) return PAWL_ERR_PHASE;
    pawli_reader body = in.body;
    const uint32_t type = pawli_read_u8(&body);
    if (body.bad || in.flags != 0) return PAWL_ERR_FORMAT;
    return type <= PAWLI_MIGRATE_ACK ? receive_of_link(session, peer, &in.body, type)
                                     : receive_of_member(session, tag, &in.body, now_ms);
}

/* ---- packets out ---- */

/* What one that has lost the host tells the others, and what these answer. */
static bool is_state_due(const pawl_session *session, const pawli_roster_member *member) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    if (migrate->role == PAWLI_MEMBER_HOSTS) return false;
    if (member->is_to_hear) return true;
    if (!has_lost_host(migrate) || !pawli_member_is_in(member)) return false;
    const bool hurries = !is_due_resends(session, migrate->gone_ms, HURRY_RESENDS);
    return is_due_resends(session, member->sent_ms, hurries ? 1u : SLOW_FACTOR);
}

static int32_t send_to_member(pawl_session *session, uint32_t number, void *bytes, size_t size) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    pawli_roster_member *const member = pawli_session_member(session, number);
    int32_t length = 0;
    if (member->must_copy) {
        length = pawli_migrate_packet_send_copy(session, number, bytes, size);
        if (length != 0) member->must_copy = false;
    } else if (member->must_answer && migrate->role == PAWLI_MEMBER_HOSTS) {
        length = pawli_migrate_adopt_send(session, number, bytes, size);
        if (length != 0) member->must_answer = false;
    } else if (is_state_due(session, member)) {
        length = pawli_migrate_packet_send_state(session, number, bytes, size);
        if (length != 0) member->is_to_hear = false;
        if (length != 0) member->sent_ms = session->now;
    }
    return length;
}

int32_t pawli_migrate_elect_send(pawl_session *session, uint32_t *peer, void *bytes, size_t size) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    if (migrate == NULL || session->phase == PAWL_PHASE_ENDED) return 0;
    int32_t length = pawli_migrate_roster_send(session, peer, bytes, size);
    if (length != 0 || !migrate->has_key || migrate->self == PAWLI_MEMBER_NONE) return length;
    for (uint32_t i = 0; i < pawli_member_count(session); i++) {
        if (i == migrate->self) continue;
        length = send_to_member(session, i, bytes, size);
        if (length == 0) continue;
        *peer = PAWL_SESSION_MEMBER + i;
        return length;
    }
    return 0;
}
