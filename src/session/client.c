/* client.c - the client: how it comes into a game, and how it loses it.
 *
 * It says HELLO until it is answered. When the host is lost, a client that can come back says HELLO
 * again; else its session ends. */
#include "migrate/migrate.h"

#define HURRIES_MAX 2u /* one for the cookie, one for the key */

/* ---- connecting ---- */

void pawli_client_connect(pawl_session *session) {
    pawli_peer *const peer = &pawli_session_peers(session)[0];
    const uint32_t nonce = peer->nonce;
    const uint16_t sequence = peer->sequence;
    memset(peer, 0, sizeof *peer);
    peer->state = PAWLI_PEER_CONNECTING;
    peer->begin = PAWLI_NEVER;
    peer->sequence = sequence;
    peer->nonce = nonce;
    peer->must_greet = true;
}

/* Not the number of another visit: from the program's numbers and the clock. A challenge is one of
 * a nonce. */
static void choose_hello_nonce(pawl_session *session, pawli_peer *peer) {
    uint8_t bytes[12 + PAWL_SESSION_SECRET];
    pawli_store_u32(bytes, peer->nonce);
    pawli_store_u32(bytes + 4, session->def.session_id);
    pawli_store_u32(bytes + 8, session->now);
    memcpy(bytes + 12, session->def.secret, PAWL_SESSION_SECRET);
    peer->nonce = pawl_xxh32(bytes, sizeof bytes, 0) | 1u;
    pawli_challenge *const told = pawli_session_challenge(session);
    if (told != NULL) memset(told, 0, sizeof *told);
}

/* Nothing can be told before a compact HELLO is answered, so nothing can be proven. */
static bool has_identity(const pawl_session *session) {
    static const uint8_t none[PAWL_SESSION_SECRET] = {0};
    return session->def.link == PAWL_SESSION_LINK_FULL &&
           !pawli_bytes_are_equal(session->def.secret, none, sizeof none);
}

static uint8_t hello_flags(const pawl_session *session) {
    const pawli_challenge *const told = pawli_session_challenge(session);
    unsigned flags = session->def.sign_every != 0 ? PAWLI_HELLO_SIGNS : 0u;
    if (told == NULL) return (uint8_t)flags;
    if (told->is_here) flags |= PAWLI_HELLO_COOKIE;
    if (has_identity(session)) flags |= told->is_here ? PAWLI_HELLO_NAME : PAWLI_HELLO_WANTS_NAME;
    if (has_identity(session) && told->is_here && told->asks_key) flags |= PAWLI_HELLO_KEY;
    return (uint8_t)flags;
}

/* What the flags say, in their order. */
static void write_proofs(const pawl_session *session, pawli_writer *to, uint32_t flags) {
    const pawli_challenge *const told = pawli_session_challenge(session);
    if (told == NULL) return;
    const uint32_t next = told->asks_key ? told->count + 1u : 0u;
    uint8_t key[PAWLI_RETURN_KEY], commitment[PAWLI_RETURN_KEY], name[PAWLI_RETURN_NAME];
    if (flags & PAWLI_HELLO_COOKIE) pawli_write_bytes(to, told->cookie, PAWLI_COOKIE_SIZE);
    if (flags & PAWLI_HELLO_NAME) {
        pawli_challenge_name(session, told->game, name);
        pawli_challenge_key(session, told->game, next, key);
        pawli_challenge_commit(key, commitment);
        pawli_write_bytes(to, name, sizeof name);
        pawli_write_bytes(to, commitment, sizeof commitment);
    }
    if (flags & PAWLI_HELLO_KEY) {
        pawli_challenge_key(session, told->game, told->count, key);
        pawli_write_bytes(to, key, sizeof key);
    }
}

PAWLI_RARE int32_t pawli_client_send_hello(pawl_session *session, pawli_peer *peer, void *bytes,
                                           size_t size) {
    if (peer->state != PAWLI_PEER_CONNECTING && peer->state != PAWLI_PEER_ACCEPTED) return 0;
    const pawl_session_def *const def = &session->def;
    const bool is_first = peer->must_greet;
    if (!is_first && !pawli_is_due(session, peer->sent_ms, def->resend_ms)) return 0;
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    if (is_first) choose_hello_nonce(session, peer);
    pawli_write_u32(&to, peer->nonce);
    pawli_write_u16(&to, PAWL_SIMULATION_VERSION);
    pawli_write_u16(&to, (uint16_t)PAWL_FEATURES);
    pawli_write_u16(&to, (uint16_t)def->features);
    pawli_write_u32(&to, def->world_id);
    pawli_write_u32(&to, pawl_math_fingerprint());
    pawli_write_u32(&to, def->app_id);
    pawli_write_u16(&to, def->rate);
    pawli_write_u8(&to, (uint8_t)((def->players & 15u) | (unsigned)def->local_players << 4));
    pawli_write_u8(&to, pawli_hello_inputs(def));
    pawli_write_u8(&to, def->hash_every);
    pawli_write_u8(&to, def->link);
    const uint8_t flags = hello_flags(session);
    if (flags & PAWLI_HELLO_SIGNS) pawli_write_u16(&to, def->sign_every);
    write_proofs(session, &to, flags);
    /* A host that became a client has room for those of others, and none itself. */
    if (def->greeting != NULL) pawli_write_bytes(&to, def->greeting, def->greeting_size);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_HELLO, flags);
    if (length == 0) return 0;
    peer->must_greet = false;
    peer->sent_ms = session->now;
    return length;
}

/* It is answered at once when it says something new, some times for a nonce: two machines must not
 * chase each other. */
PAWLI_RARE pawl_status pawli_client_receive_challenge(pawl_session *session, pawli_packet *packet) {
    pawli_challenge in;
    memset(&in, 0, sizeof in);
    const uint32_t nonce = pawli_read_u32(&packet->body);
    in.game = pawli_read_u32(&packet->body);
    const uint8_t *const cookie = pawli_read_bytes(&packet->body, PAWLI_COOKIE_SIZE);
    in.count = pawli_read_u32(&packet->body);
    if (cookie == NULL || packet->body.bad || pawli_bytes_left(&packet->body) != 0) {
        return PAWL_ERR_FORMAT;
    }
    if ((packet->flags & ~PAWLI_CHALLENGE_KEY) != 0) return PAWL_ERR_FORMAT;
    if (!pawli_session_is_client(session)) return PAWL_ERR_PHASE;
    pawli_peer *const peer = &pawli_session_peers(session)[0];
    const bool is_knocking =
        peer->state == PAWLI_PEER_CONNECTING || peer->state == PAWLI_PEER_ACCEPTED;
    if (!is_knocking || nonce != peer->nonce || peer->must_greet) return PAWL_ERR_PHASE;
    memcpy(in.cookie, cookie, PAWLI_COOKIE_SIZE);
    in.is_here = true;
    in.asks_key = (packet->flags & PAWLI_CHALLENGE_KEY) != 0;
    pawli_challenge *const told = pawli_session_challenge(session);
    if (told == NULL) return PAWL_ERR_PHASE;
    in.hurries = told->hurries;
    if (pawli_bytes_are_equal(&in, told, sizeof in)) return PAWL_OK;
    if (in.hurries < HURRIES_MAX) {
        in.hurries++;
        peer->sent_ms = session->now - session->def.resend_ms;
    }
    *told = in;
    return PAWL_OK;
}

PAWLI_RARE pawl_status pawli_client_receive_welcome(pawl_session *session, pawli_packet *packet) {
    pawli_peer *const peer = &pawli_session_peers(session)[0];
    const uint32_t nonce = pawli_read_u32(&packet->body);
    const uint32_t id = pawli_read_u32(&packet->body);
    const uint32_t players = pawli_mask_read(&packet->body, session->def.players);
    const uint8_t flags = pawli_read_u8(&packet->body);
    const uint16_t features = pawli_read_u16(&packet->body);
    if (packet->body.bad || pawli_bytes_left(&packet->body) != 0) return PAWL_ERR_FORMAT;
    if ((players >> session->def.players) != 0 || flags > PAWLI_WELCOME_LATE) {
        return PAWL_ERR_FORMAT;
    }
    if (pawli_session_is_host(session) || nonce != peer->nonce || peer->must_greet) {
        return PAWL_ERR_PHASE;
    }
    /* Another game than that of the last answer: the host was started again meanwhile. */
    const bool is_again = peer->state == PAWLI_PEER_ACCEPTED && id != session->id;
    if (peer->state != PAWLI_PEER_CONNECTING && !is_again) {
        return peer->state == PAWLI_PEER_ACCEPTED ? PAWL_OK : PAWL_ERR_PHASE;
    }
    session->id = id;
    session->local = (uint16_t)players;
    peer->features = features;
    session->is_late = (flags & PAWLI_WELCOME_LATE) != 0;
    peer->state = PAWLI_PEER_ACCEPTED;
    session->phase = session->is_late ? PAWL_PHASE_LOADING : PAWL_PHASE_WAITING;
    return PAWL_OK;
}

void pawli_client_start(pawl_session *session, uint32_t tick) {
    session->phase = PAWL_PHASE_PLAYING;
    pawli_session_peers(session)[0].state = PAWLI_PEER_PLAYING;
    pawli_notify(session, PAWL_EVENT_STARTED, 0, 0, tick, 0);
}

/* ---- the end ---- */

/* On a line between two machines it is the same one that comes back. */
static bool may_come_back(const pawl_session *session) {
    return session->def.link == PAWL_SESSION_LINK_COMPACT || has_identity(session);
}

/* It ends, or connects again when it can come back. */
static void lose_host(pawl_session *session, pawl_refusal reason) {
    const bool may_return = reason == PAWL_REFUSED_SILENCE || reason == PAWL_REFUSED_SLOW;
    const bool can_return = session->snapshot.bytes != NULL && session->phase != PAWL_PHASE_ENDED &&
                            (may_come_back(session) || session->local == 0);
    pawli_peer_close(session, 0, reason, false);
    if (pawli_migrate_lose_host(session, reason)) return;
    if (may_return && can_return) {
        pawli_game_clear(session);
        pawli_client_connect(session);
        return;
    }
    session->phase = PAWL_PHASE_ENDED;
}

PAWLI_RARE void pawli_client_refuse_host(pawl_session *session) {
    pawli_peer_close(session, 0, PAWL_REFUSED_FEATURES, true);
    session->phase = PAWL_PHASE_ENDED;
}

void pawli_client_watch_host(pawl_session *session) {
    if (pawli_peer_is_lost(session, &pawli_session_peers(session)[0])) {
        lose_host(session, PAWL_REFUSED_SILENCE);
    }
}

static void end_client_session(pawl_session *session, pawl_refusal reason) {
    pawli_notify_reason(session, PAWL_EVENT_REFUSED, 0, session->local, reason);
    session->phase = PAWL_PHASE_ENDED;
    pawli_session_peers(session)[0].state = PAWLI_PEER_FREE;
}

PAWLI_RARE void pawli_client_take_bye(pawl_session *session, pawl_refusal reason, bool is_version) {
    if (pawli_session_peers(session)[0].state != PAWLI_PEER_CONNECTING) {
        lose_host(session, reason);
    } else if (!is_version && (reason == PAWL_REFUSED_SILENCE || reason == PAWL_REFUSED_SLOW)) {
        pawli_client_connect(session); /* it was let in, and lost again before it heard of it */
    } else {
        end_client_session(session, is_version ? PAWL_REFUSED_PROTOCOL : reason);
    }
}
