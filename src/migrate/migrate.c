/* migrate.c - a game whose host may change: what a machine knows of it, how many members are
 * enough, how a host is lost, and what members say to each other.
 *
 * A packet begins with its type. Those between host and client go on with the number of the visit,
 * as all that they say is believed by it. Those between members go on with sender, receiver, since
 * when the sender is a member, the number of the packet and the term; they end with a SipHash-2-4
 * of all of it under the key of the game, which the host has told each machine that plays. A packet
 * counts once: its number is higher than that of the last one. */
#include "base/siphash.h"
#include "session/inputs.h"
#include "migrate/migrate.h"

#define HASH_SIZE 8u
#define STATE_SIZE 41u /* and its address */
#define ADOPT_SIZE 29u
#define LABEL_GAME_KEY \
    16u /* and the next one: labels of a host's secret, behind those of challenge.c */

PAWL_STATIC_ASSERT(sizeof(pawli_migrate) <= 104 && sizeof(pawli_roster_member) <= 120,
                   "PAWL_SESSION_MIGRATE_SIZE_MAX");

void pawli_migrate_reset(pawl_session *session) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    if (migrate == NULL) return;
    uint8_t *const memory = migrate->memory;
    const uint32_t room = migrate->room;
    memset(migrate, 0, sizeof *migrate);
    migrate->memory = memory;
    migrate->room = room;
    migrate->self = migrate->vote = migrate->host = PAWLI_MEMBER_NONE;
    for (uint32_t i = 0; i < pawli_member_count(session); i++) {
        pawli_roster_member *const member = pawli_session_member(session, i);
        const uint8_t address_size = member->address_size;
        memset(member, 0, sizeof *member);
        member->address_size = address_size;
        member->peer = PAWLI_MEMBER_NONE;
    }
}

uint32_t pawli_migrate_number(const pawl_session *session, uint32_t players) {
    uint32_t number = 0;
    while (number < session->def.players && !pawli_has_player(players, number))
        number++;
    return number;
}

uint32_t pawli_migrate_confirmed(const pawl_session *session) {
    return pawli_session_is_host(session) ? session->confirmed : pawli_inputs_received_end(session);
}

void pawli_migrate_describe(const pawl_session *session, pawli_member_state *out) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    memset(out, 0, sizeof *out);
    if (migrate == NULL) return;
    const bool has_host =
        migrate->role == PAWLI_MEMBER_FOLLOWS || migrate->role == PAWLI_MEMBER_HOSTS;
    out->term = migrate->term;
    out->role = migrate->role;
    out->vote = migrate->vote;
    out->host = has_host ? migrate->host : PAWLI_MEMBER_NONE;
    out->players = session->local;
    out->version = migrate->version;
    out->line = migrate->line;
    out->confirmed = migrate->is_empty ? migrate->promised : pawli_migrate_confirmed(session);
    out->first = session->first;
    out->begin = session->begin;
    out->hashed = session->hashes.next;
    out->gone = migrate->gone;
    out->features = (uint16_t)PAWL_FEATURES;
}

void pawli_migrate_watch_line(pawl_session *session) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    if (migrate->role != PAWLI_MEMBER_FOLLOWS || migrate->host == PAWLI_MEMBER_NONE) return;
    if (pawli_migrate_confirmed(session) >= migrate->start) migrate->line = migrate->term;
}

bool pawli_migrate_keep_memory(pawl_session *session, uint8_t *memory, uint32_t room) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    if (migrate == NULL) return false;
    migrate->memory = memory;
    migrate->room = room;
    return true;
}

/* ---- how many are enough ---- */

/* A host that has left votes no more, and no other host begins with its vote: it does not count. */
static bool counts_in_roster(const pawli_migrate *migrate, uint32_t number) {
    return !(migrate->has_host_left && number == migrate->host);
}

/* before: of a change of the roster that is not agreed. */
static bool is_enough_of(const pawl_session *session, pawli_member_filter *filter, bool before,
                         bool tie) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    uint32_t all = 0, some = 0;
    for (uint32_t i = 0; i < pawli_member_count(session); i++) {
        const pawli_roster_member *const member = pawli_session_member(session, i);
        if (member->since == 0 || (before ? member->is_new : member->is_old)) continue;
        if (!counts_in_roster(migrate, i)) continue;
        all++;
        if (i == migrate->self || filter(session, member)) some++;
    }
    if (2u * some > all || (session->def.migrate_alone && all == 2)) return true;
    return migrate->role == PAWLI_MEMBER_HOSTS && tie && 2u * some == all;
}

bool pawli_migrate_is_enough(const pawl_session *session, pawli_member_filter *filter, bool tie) {
    return is_enough_of(session, filter, false, tie) && is_enough_of(session, filter, true, tie);
}

/* ---- losing the host ---- */

/* Whether the session may go on without its host. */
static bool may_lose_host(const pawl_session *session, pawl_refusal reason) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    if (migrate == NULL || !migrate->has_key) return false;
    if (session->phase != PAWL_PHASE_PLAYING && !migrate->is_empty) return false;
    return reason == PAWL_REFUSED_SILENCE || reason == PAWL_REFUSED_LEFT ||
           reason == PAWL_REFUSED_SLOW;
}

bool pawli_migrate_lose_host(pawl_session *session, pawl_refusal reason) {
    if (!may_lose_host(session, reason)) return false;
    pawli_migrate *const migrate = pawli_session_migrate(session);
    if (session->phase == PAWL_PHASE_PLAYING) migrate->is_empty = false;
    if (!migrate->is_empty) migrate->stranded_ms = session->now; /* else it was taken in in vain */
    if (migrate->is_empty) {
        const uint16_t players = session->local;
        pawli_game_clear(session);
        session->local = players;
    } else {
        pawli_migrate_watch_line(session);
    }
    migrate->role = migrate->is_empty ? PAWLI_MEMBER_SEEKS : PAWLI_MEMBER_ELECTS;
    migrate->gone++;
    migrate->gone_ms = migrate->stood_ms = session->now;
    migrate->has_won = migrate->must_ack = false;
    migrate->has_host_left = reason == PAWL_REFUSED_LEFT;
    for (uint32_t i = 0; i < pawli_member_count(session); i++) {
        pawli_roster_member *const member = pawli_session_member(session, i);
        member->has_told = member->must_copy = member->must_answer = false;
        member->sent_ms = session->now - session->def.resend_ms;
    }
    pawli_notify(session, PAWL_EVENT_HOST_GONE, 0, 0, pawli_migrate_confirmed(session), 0);
    return true;
}

/* ---- keys ---- */

/* Of the first host: it stays as long as the game. */
static void make_key(const pawl_session *session, uint8_t *out) {
    for (uint32_t half = 0; half < 2; half++) {
        uint8_t message[5];
        message[0] = (uint8_t)(LABEL_GAME_KEY + half);
        pawli_store_u32(message + 1, session->def.session_id);
        const uint64_t hash = pawli_siphash(session->def.secret, message, sizeof message);
        pawli_store_u32(out + 8u * half, (uint32_t)(hash & UINT32_MAX));
        pawli_store_u32(out + 8u * half + 4u, (uint32_t)(hash >> 32));
    }
}

static uint64_t hash_of(const pawl_session *session, const uint8_t *body, uint32_t size) {
    return pawli_siphash(pawli_session_migrate(session)->key, body, (size_t)size);
}

/* ---- out ---- */

static int32_t end_packet(pawl_session *session, pawli_writer *to) {
    pawli_peer stranger;
    memset(&stranger, 0, sizeof stranger);
    return pawli_wire_end(session, &stranger, to, PAWLI_MIGRATE, 0);
}

static void write_head(pawl_session *session, pawli_writer *to, pawli_migrate_type type,
                       uint32_t receiver) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    const pawli_roster_member *const self = pawli_session_member(session, migrate->self);
    pawli_write_u8(to, (uint8_t)type);
    pawli_write_u8(to, migrate->self);
    pawli_write_u8(to, (uint8_t)receiver);
    pawli_write_u32(to, pawli_member_is_in(self) ? self->since : 0);
    pawli_write_u32(to, ++migrate->count);
    pawli_write_u32(to, migrate->term);
}

static int32_t seal_packet(pawl_session *session, pawli_writer *to, uint32_t begin) {
    if (to->full) return 0;
    pawli_write_u64(to, hash_of(session, to->bytes + begin, to->at - begin));
    return end_packet(session, to);
}

int32_t pawli_migrate_packet_send_state(pawl_session *session, uint32_t to, void *bytes,
                                        size_t size) {
    pawli_member_state state;
    pawli_writer out = pawli_wire_begin(session, bytes, size);
    const uint32_t begin = out.at;
    pawli_migrate_describe(session, &state);
    write_head(session, &out, PAWLI_MIGRATE_STATE, to);
    pawli_write_u8(&out, state.role);
    pawli_write_u8(&out, state.vote);
    pawli_write_u8(&out, state.host);
    pawli_write_u16(&out, state.features);
    pawli_write_u32(&out, state.players);
    pawli_write_u32(&out, state.version.term);
    pawli_write_u32(&out, state.version.epoch);
    pawli_write_u32(&out, state.line);
    pawli_write_u32(&out, state.confirmed);
    pawli_write_u32(&out, state.first);
    pawli_write_u32(&out, state.begin);
    pawli_write_u32(&out, state.hashed);
    pawli_write_u32(&out, state.gone);
    const uint32_t self = pawli_session_migrate(session)->self;
    const uint32_t address_size = pawli_session_member(session, self)->address_size;
    pawli_write_u8(&out, (uint8_t)address_size);
    pawli_write_bytes(&out, pawli_session_address(session, self), address_size);
    return seal_packet(session, &out, begin);
}

static void write_roster(const pawl_session *session, pawli_writer *to) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    uint32_t count = 0;
    for (uint32_t i = 0; i < pawli_member_count(session); i++)
        count += pawli_member_is_in(pawli_session_member(session, i));
    pawli_write_u32(to, migrate->version.term);
    pawli_write_u32(to, migrate->version.epoch);
    pawli_write_u32(to, migrate->start);
    pawli_write_u8(to, migrate->host);
    pawli_write_u8(to, (uint8_t)count);
    for (uint32_t i = 0; i < pawli_member_count(session); i++) {
        const pawli_roster_member *const member = pawli_session_member(session, i);
        if (!pawli_member_is_in(member)) continue;
        pawli_write_u8(to, (uint8_t)i);
        pawli_write_u32(to, member->since);
        pawli_write_u16(to, (uint16_t)member->players);
        pawli_write_u8(to, member->address_size);
        pawli_write_bytes(to, pawli_session_address(session, i), member->address_size);
    }
}

int32_t pawli_migrate_packet_send_copy(pawl_session *session, uint32_t to, void *bytes,
                                       size_t size) {
    pawli_writer out = pawli_wire_begin(session, bytes, size);
    const uint32_t begin = out.at;
    write_head(session, &out, PAWLI_MIGRATE_COPY, to);
    write_roster(session, &out);
    return seal_packet(session, &out, begin);
}

int32_t pawli_migrate_packet_send_adopt(pawl_session *session, uint32_t to,
                                        const pawli_adoption *adoption, void *bytes, size_t size) {
    pawli_writer out = pawli_wire_begin(session, bytes, size);
    const uint32_t begin = out.at;
    write_head(session, &out, PAWLI_MIGRATE_ADOPT, to);
    pawli_write_u32(&out, adoption->gone);
    pawli_write_u16(&out, (uint16_t)adoption->players);
    pawli_write_u8(&out, (uint8_t)adoption->flags);
    pawli_write_u32(&out, adoption->visit);
    pawli_write_u16(&out, (uint16_t)adoption->features);
    pawli_write_u32(&out, adoption->start);
    pawli_write_u32(&out, adoption->from);
    pawli_write_u32(&out, adoption->begin);
    pawli_write_u32(&out, adoption->agreed);
    return seal_packet(session, &out, begin);
}

int32_t pawli_migrate_packet_send_roster(pawl_session *session, pawli_peer *peer, void *bytes,
                                         size_t size) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    if (!migrate->has_key) {
        make_key(session, migrate->key);
        migrate->has_key = true;
    }
    pawli_writer out = pawli_wire_begin(session, bytes, size);
    pawli_write_u8(&out, PAWLI_MIGRATE_ROSTER);
    pawli_write_u32(&out, peer->visit);
    pawli_write_bytes(&out, migrate->key, PAWLI_MIGRATE_KEY);
    write_roster(session, &out);
    return end_packet(session, &out);
}

int32_t pawli_migrate_packet_send_ack(pawl_session *session, void *bytes, size_t size) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    pawli_writer out = pawli_wire_begin(session, bytes, size);
    pawli_write_u8(&out, PAWLI_MIGRATE_ACK);
    pawli_write_u32(&out, session->id);
    pawli_write_u32(&out, migrate->version.term);
    pawli_write_u32(&out, migrate->version.epoch);
    const int32_t length = end_packet(session, &out);
    if (length != 0) migrate->must_ack = false;
    return length;
}

/* ---- in ---- */

pawl_status pawli_migrate_packet_unseal(const pawl_session *session, pawli_reader *body,
                                        pawli_member_head *out) {
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    memset(out, 0, sizeof *out);
    if (!migrate->has_key || migrate->self == PAWLI_MEMBER_NONE) return PAWL_ERR_PHASE;
    const uint32_t size = pawli_bytes_left(body);
    if (size < HASH_SIZE) return PAWL_ERR_FORMAT;
    const uint8_t *const bytes = body->bytes + body->at, *const end = bytes + size - HASH_SIZE;
    const uint64_t told = (uint64_t)pawli_fetch_u32(end + 4) << 32 | pawli_fetch_u32(end);
    if (hash_of(session, bytes, size - HASH_SIZE) != told) return PAWL_ERR_PHASE;
    body->size -= HASH_SIZE;
    out->type = pawli_read_u8(body);
    out->from = pawli_read_u8(body);
    out->to = pawli_read_u8(body);
    out->since = pawli_read_u32(body);
    out->count = pawli_read_u32(body);
    out->term = pawli_read_u32(body);
    if (body->bad || out->from >= pawli_member_count(session)) return PAWL_ERR_FORMAT;
    if (out->to != migrate->self || out->from == migrate->self) return PAWL_ERR_PHASE;
    const pawli_roster_member *const member = pawli_session_member(session, out->from);
    if (out->since == member->told_since && out->count <= member->count) return PAWL_ERR_PHASE;
    if (out->since < member->told_since && out->since != 0) return PAWL_ERR_PHASE;
    out->is_stranger = pawli_member_is_in(member) && out->since < member->since;
    return PAWL_OK;
}

bool pawli_migrate_packet_read_state(pawli_reader *body, pawli_member_state *out) {
    memset(out, 0, sizeof *out);
    if (pawli_bytes_left(body) <= STATE_SIZE) return false;
    out->role = pawli_read_u8(body);
    out->vote = pawli_read_u8(body);
    out->host = pawli_read_u8(body);
    out->features = pawli_read_u16(body);
    out->players = pawli_read_u32(body);
    out->version.term = pawli_read_u32(body);
    out->version.epoch = pawli_read_u32(body);
    out->line = pawli_read_u32(body);
    out->confirmed = pawli_read_u32(body);
    out->first = pawli_read_u32(body);
    out->begin = pawli_read_u32(body);
    out->hashed = pawli_read_u32(body);
    out->gone = pawli_read_u32(body);
    const uint32_t address_size = pawli_read_u8(body);
    if (pawli_bytes_left(body) != address_size) return false;
    return out->role <= PAWLI_MEMBER_SEEKS && out->first <= out->confirmed &&
           out->confirmed < PAWLI_NEVER / 2u;
}

void pawli_migrate_packet_take_address(pawl_session *session, uint32_t number, pawli_reader *body) {
    const uint32_t size = pawli_bytes_left(body);
    if (size == 0 || size > session->def.address_size) return;
    memcpy(pawli_session_address(session, number), pawli_read_bytes(body, size), (size_t)size);
    pawli_session_member(session, number)->address_size = (uint8_t)size;
}

bool pawli_migrate_packet_read_adopt(pawli_reader *body, pawli_adoption *out) {
    memset(out, 0, sizeof *out);
    if (pawli_bytes_left(body) != ADOPT_SIZE) return false;
    out->gone = pawli_read_u32(body);
    out->players = pawli_read_u16(body);
    out->flags = pawli_read_u8(body);
    out->visit = pawli_read_u32(body);
    out->features = pawli_read_u16(body);
    out->start = pawli_read_u32(body);
    out->from = pawli_read_u32(body);
    out->begin = pawli_read_u32(body);
    out->agreed = pawli_read_u32(body);
    return out->flags <= PAWLI_ADOPT_RESET;
}

/* Each entry is of another number, in order, with the players of that number and no others. */
static bool roster_is_valid(const pawl_session *session, pawli_reader body, uint32_t count) {
    uint32_t next = 0, taken = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t number = pawli_read_u8(&body), since = pawli_read_u32(&body);
        const uint32_t players = pawli_read_u16(&body), size = pawli_read_u8(&body);
        (void)pawli_read_bytes(&body, size);
        if (body.bad || number < next || number >= pawli_member_count(session)) return false;
        if (since == 0 || size > session->def.address_size || (players & taken) != 0) return false;
        if ((players >> session->def.players) != 0) return false;
        if (pawli_migrate_number(session, players) != number) return false;
        taken |= players;
        next = number + 1u;
    }
    return !body.bad && pawli_bytes_left(&body) == 0;
}

static void take_entries(pawl_session *session, pawli_reader *body, uint32_t count) {
    for (uint32_t i = 0; i < pawli_member_count(session); i++) {
        pawli_roster_member *const member = pawli_session_member(session, i);
        member->since = member->players = 0;
        member->is_new = member->is_old = member->has_acked = member->has_left = false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t number = pawli_read_u8(body);
        pawli_roster_member *const member = pawli_session_member(session, number);
        member->since = pawli_read_u32(body);
        member->players = pawli_read_u16(body);
        member->address_size = pawli_read_u8(body);
        const uint8_t *const address = pawli_read_bytes(body, member->address_size);
        if (member->address_size == 0) continue;
        memcpy(pawli_session_address(session, number), address, (size_t)member->address_size);
    }
}

bool pawli_migrate_packet_take_roster(pawl_session *session, pawli_reader *body, uint32_t *host,
                                      uint32_t *start) {
    pawli_migrate *const migrate = pawli_session_migrate(session);
    pawli_roster_version version;
    version.term = pawli_read_u32(body);
    version.epoch = pawli_read_u32(body);
    *start = pawli_read_u32(body);
    *host = pawli_read_u8(body);
    const uint32_t count = pawli_read_u8(body);
    if (body->bad || *host >= pawli_member_count(session)) return false;
    if (!roster_is_valid(session, *body, count)) return false;
    if (pawli_version_is_before(migrate->version, version)) {
        migrate->version = version;
        take_entries(session, body, count);
    }
    return true;
}

/* ---- for the program ---- */

pawl_status pawl_session_get_member(const pawl_session *session, uint32_t number,
                                    pawl_session_member *out) {
    if (session == NULL || out == NULL) return PAWL_ERR_NULL;
    const pawli_migrate *const migrate = pawli_session_migrate(session);
    if (migrate == NULL) return PAWL_ERR_ARGUMENT;
    if (number >= pawli_member_count(session)) return PAWL_ERR_RANGE;
    const pawli_roster_member *const member = pawli_session_member(session, number);
    /* One that was lost may look for the game: its address is good as long as it has a number. */
    const bool is_in = pawli_member_is_in(member);
    if (!is_in && member->address_size == 0) return PAWL_ERR_PHASE;
    memset(out, 0, sizeof *out);
    out->players = is_in ? member->players : 0;
    out->is_here = number == migrate->self;
    out->is_host = number == migrate->host;
    out->peer = PAWL_SESSION_PEER_NONE;
    const bool has_host = migrate->role == PAWLI_MEMBER_FOLLOWS;
    if (has_host && out->is_host) out->peer = 0;
    if (pawli_session_is_host(session) && member->peer != PAWLI_MEMBER_NONE) {
        out->peer = member->peer;
    }
    out->address_size = member->address_size;
    if (member->address_size > 0) out->address = pawli_session_address(session, number);
    return PAWL_OK;
}

pawl_status pawl_session_tell_address(pawl_session *session, uint32_t peer, const void *address,
                                      size_t size) {
    if (session == NULL || (address == NULL && size > 0)) return PAWL_ERR_NULL;
    pawli_migrate *const migrate = pawli_session_migrate(session);
    if (migrate == NULL || !pawli_session_is_host(session)) return PAWL_ERR_ARGUMENT;
    if (size > session->def.address_size) return PAWL_ERR_RANGE;
    uint32_t players = session->local;
    if (peer != PAWL_SESSION_PEER_NONE) {
        if (peer >= session->peer_count) return PAWL_ERR_RANGE;
        const pawli_peer *const at = &pawli_session_peers(session)[peer];
        if (at->state < PAWLI_PEER_ACCEPTED || at->players == 0) return PAWL_ERR_PHASE;
        players = at->players;
    }
    const uint32_t number = pawli_migrate_number(session, players);
    pawli_roster_member *const member = pawli_session_member(session, number);
    uint8_t *const to = pawli_session_address(session, number);
    if (member->address_size == size && (size == 0 || pawli_bytes_are_equal(to, address, size))) {
        return PAWL_OK;
    }
    member->address_size = (uint8_t)size;
    if (size > 0) memcpy(to, address, size);
    if (pawli_member_is_in(member)) migrate->is_own_changed = true;
    return PAWL_OK;
}
