/* host.c - who may play: HELLO, WELCOME and BYE.
 *
 * A client knocks until it hears from the game; the host answers each knock, so that nothing needs
 * to be acknowledged. A knock has a number, the nonce, which the answer repeats: answers to an
 * earlier knock mean nothing. */
#include "session/session.h"

#define LATE 1u /* flag of a WELCOME: the game has begun, a snapshot comes */

static bool has_waited(const pawl_session *session, const pawli_peer *peer, uint32_t wait_ms) {
    return pawli_is_due(session, peer->heard_ms, wait_ms);
}

/* ---- client ---- */

void pawli_client_connect(pawl_session *session) {
    pawli_peer *const peer = &pawli_session_peers(session)[0];
    const uint32_t nonce = peer->nonce;
    const uint16_t sequence = peer->sequence;
    memset(peer, 0, sizeof *peer);
    peer->state = PAWLI_PEER_CONNECTING;
    peer->begin = PAWLI_NEVER;
    peer->sequence = sequence;
    peer->nonce = nonce;
    peer->greet = true;
}

/* Not the number of another visit: from the program's number, the token, the clock. */
static void choose_nonce(pawl_session *session, pawli_peer *peer) {
    uint8_t bytes[16];
    pawli_store_u32(bytes, peer->nonce);
    pawli_store_u32(bytes + 4, session->def.session_id);
    pawli_store_u32(bytes + 8, session->def.token);
    pawli_store_u32(bytes + 12, session->now);
    peer->nonce = pawl_xxh32(bytes, sizeof bytes, 0) | 1u;
}

static int32_t send_hello(pawl_session *session, pawli_peer *peer, void *bytes, size_t size) {
    const pawl_session_def *const def = &session->def;
    const bool is_first = peer->greet;
    if (!is_first && !pawli_is_due(session, peer->sent_ms, def->resend_ms)) return 0;
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    if (is_first) choose_nonce(session, peer);
    pawli_write_u32(&to, peer->nonce);
    pawli_write_u32(&to, PAWL_SIMULATION_VERSION);
    pawli_write_u32(&to, PAWL_CONFIG_ID);
    pawli_write_u32(&to, pawl_math_fingerprint());
    pawli_write_u32(&to, def->app_id);
    pawli_write_u32(&to, def->token);
    pawli_write_u16(&to, def->rate);
    pawli_write_u8(&to, def->players);
    pawli_write_u8(&to, def->input_size);
    pawli_write_u8(&to, def->hash_every);
    pawli_write_u8(&to, def->link);
    pawli_write_u8(&to, def->local_players);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_HELLO, 0);
    if (length == 0) return 0;
    peer->greet = false;
    peer->sent_ms = session->now;
    return length;
}

pawl_status pawli_client_receive_welcome(pawl_session *session, pawli_packet *packet) {
    pawli_peer *const peer = &pawli_session_peers(session)[0];
    const uint32_t nonce = pawli_read_u32(&packet->body);
    const uint32_t id = pawli_read_u32(&packet->body);
    const uint8_t players = pawli_read_u8(&packet->body);
    const uint8_t flags = pawli_read_u8(&packet->body);
    if (packet->body.bad || pawli_bytes_left(&packet->body) != 0) return PAWL_ERR_FORMAT;
    if ((players >> session->def.players) != 0 || flags > LATE) return PAWL_ERR_FORMAT;
    if (pawli_session_is_host(session) || nonce != peer->nonce || peer->greet)
        return PAWL_ERR_STALE;
    /* Another game than that of the last answer: the host was started again meanwhile. */
    const bool is_again = peer->state == PAWLI_PEER_ACCEPTED && id != session->id;
    if (peer->state != PAWLI_PEER_CONNECTING && !is_again) {
        return peer->state == PAWLI_PEER_ACCEPTED ? PAWL_OK : PAWL_ERR_STALE;
    }
    session->id = id;
    session->local = players;
    session->is_late = (flags & LATE) != 0;
    peer->state = PAWLI_PEER_ACCEPTED;
    session->phase = session->is_late ? PAWL_PHASE_LOADING : PAWL_PHASE_WAITING;
    return PAWL_OK;
}

/* ---- host ---- */

/* Why somebody cannot play here, whatever is free; 0: no reason. */
static uint32_t find_mismatch(const pawl_session *session, pawli_reader *from) {
    const pawl_session_def *const def = &session->def;
    const bool is_simulation = pawli_read_u32(from) == PAWL_SIMULATION_VERSION;
    const bool is_config = pawli_read_u32(from) == PAWL_CONFIG_ID;
    const bool is_math = pawli_read_u32(from) == pawl_math_fingerprint();
    const bool is_app = pawli_read_u32(from) == def->app_id;
    (void)pawli_read_u32(from); /* token */
    const bool is_rate = pawli_read_u16(from) == def->rate;
    const bool is_players = pawli_read_u8(from) == def->players;
    const bool is_input = pawli_read_u8(from) == def->input_size;
    const bool is_hash = pawli_read_u8(from) == def->hash_every;
    const bool is_link = pawli_read_u8(from) == def->link;
    if (!is_simulation) return PAWL_REFUSED_SIMULATION;
    if (!is_math) return PAWL_REFUSED_MATH;
    if (!is_config) return PAWL_REFUSED_CONFIG;
    if (!is_app) return PAWL_REFUSED_APP;
    if (!is_rate || !is_players || !is_input || !is_hash || !is_link) return PAWL_REFUSED_GAME;
    return 0;
}

/* A player nobody plays, and to whom nobody may come back. */
static bool is_free_player(const pawl_session *session, uint32_t player, uint32_t token) {
    if (session->owner[player] != PAWLI_OWNER_NONE) return false;
    return session->tokens[player] == 0 || (token != 0 && session->tokens[player] == token);
}

static uint32_t players_of_token(const pawl_session *session, uint32_t token) {
    uint32_t players = 0;
    for (uint32_t i = 0; i < session->def.players && token != 0; i++) {
        if (session->tokens[i] == token) players |= UINT32_C(1) << i;
    }
    return players;
}

/* The players that somebody gets: those it had, or the first free ones; 0 when there are none. */
static uint32_t choose_players(const pawl_session *session, uint32_t token, uint32_t wanted) {
    uint32_t players = players_of_token(session, token);
    if (players != 0) return players;
    for (uint32_t i = 0; i < session->def.players && wanted > 0; i++) {
        if (!is_free_player(session, i, token)) continue;
        players |= UINT32_C(1) << i;
        wanted--;
    }
    return wanted == 0 ? players : 0;
}

/* Whoever comes back is no longer where it was: after a while of silence only, since a packet may
 * be an old one. False: somebody plays with this token. */
static bool release_token(pawl_session *session, uint32_t token) {
    for (uint32_t i = 0; i < session->peer_count && token != 0; i++) {
        pawli_peer *const other = &pawli_session_peers(session)[i];
        if (other->state < PAWLI_PEER_ACCEPTED || other->token != token) continue;
        if (!has_waited(session, other, session->def.timeout_ms / 4u)) return false;
        pawli_peer_down(session, i, PAWL_REFUSED_SILENCE, false);
    }
    return true;
}

static void admit(pawl_session *session, uint32_t index, uint32_t nonce, uint32_t token,
                  uint32_t wanted) {
    const uint32_t players = choose_players(session, token, wanted);
    if (wanted != 0 && players == 0) {
        pawli_peer_refuse(session, index, nonce, PAWL_REFUSED_FULL);
        return;
    }
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    const uint16_t sequence = peer->sequence;
    memset(peer, 0, sizeof *peer);
    peer->sequence = sequence;
    peer->state = PAWLI_PEER_ACCEPTED;
    peer->nonce = nonce;
    /* A late copy of a knock may open a second visit with the same nonce: they must differ. */
    peer->visit = session->id ^ nonce ^ session->visits++ * UINT32_C(0x9E3779B9);
    peer->token = token;
    peer->begin = PAWLI_NEVER;
    peer->players = (uint8_t)players;
    peer->greet = true;
    peer->heard_ms = session->now;
    peer->is_late = session->phase == PAWL_PHASE_PLAYING;
    for (uint32_t i = 0; i < session->def.players; i++) {
        if ((players >> i & 1u) == 0) continue;
        session->owner[i] = (uint8_t)index;
        session->tokens[i] = token;
    }
    pawli_notify(session, PAWL_EVENT_PEER_UP, index, players, session->head, 0);
    if (peer->is_late) session->wants_snapshot = true;
    pawli_game_try_start(session);
}

pawl_status pawli_host_receive_hello(pawl_session *session, uint32_t index, pawli_packet *packet) {
    if (!pawli_session_is_host(session)) return PAWL_ERR_STALE;
    pawli_reader from = packet->body;
    const uint32_t nonce = pawli_read_u32(&from);
    const uint32_t mismatch = find_mismatch(session, &from);
    const uint32_t wanted = pawli_read_u8(&from);
    if (from.bad || pawli_bytes_left(&from) != 0) return PAWL_ERR_FORMAT;
    if (mismatch == 0 && wanted > session->def.players) return PAWL_ERR_FORMAT;
    const uint32_t token = pawli_fetch_u32(packet->body.bytes + 20);
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    if (peer->state >= PAWLI_PEER_ACCEPTED) {
        if (peer->nonce == nonce) {
            /* Who plays does not knock: it is a packet that comes late. */
            if (peer->has_played) return PAWL_ERR_STALE;
            peer->greet = true;
            return PAWL_OK;
        }
        if (!has_waited(session, peer, session->def.timeout_ms / 4u)) return PAWL_ERR_STALE;
        pawli_peer_down(session, index, PAWL_REFUSED_SILENCE, false);
    }
    if (mismatch != 0) {
        pawli_peer_refuse(session, index, nonce, (pawl_refusal)mismatch);
        return PAWL_OK;
    }
    if (!release_token(session, token)) return PAWL_ERR_STALE;
    admit(session, index, nonce, token, wanted);
    return PAWL_OK;
}

static int32_t send_welcome(pawl_session *session, pawli_peer *peer, void *bytes, size_t size) {
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    pawli_write_u32(&to, peer->nonce);
    pawli_write_u32(&to, peer->visit);
    pawli_write_u8(&to, peer->players);
    pawli_write_u8(&to, peer->is_late ? LATE : 0);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_WELCOME, 0);
    if (length != 0) peer->greet = false;
    return length;
}

/* ---- both ---- */

static int32_t send_bye(pawl_session *session, pawli_peer *peer, void *bytes, size_t size) {
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    pawli_write_u32(&to, peer->nonce);
    pawli_write_u32(&to, pawli_session_is_host(session) ? peer->visit : session->id);
    pawli_write_u8(&to, peer->reason);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_BYE, 0);
    if (length != 0 && --peer->farewells == 0) peer->state = PAWLI_PEER_FREE;
    return length;
}

/* Nobody answers a farewell, so it is said more than once. */
void pawli_peer_refuse(pawl_session *session, uint32_t index, uint32_t nonce, pawl_refusal reason) {
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    if (peer->state > PAWLI_PEER_LEAVING && peer->state != PAWLI_PEER_CONNECTING) return;
    peer->state = PAWLI_PEER_LEAVING;
    peer->reason = (uint8_t)reason;
    peer->nonce = nonce;
    peer->farewells = 1;
}

/* A client whose nonce the host does not know believes it only when nothing else is heard. */
static bool is_meant(const pawl_session *session, const pawli_peer *peer, uint32_t nonce,
                     uint32_t id) {
    if (peer->state < PAWLI_PEER_CONNECTING || peer->greet) return false;
    if (nonce == peer->nonce) return true;
    return nonce == 0 && peer->state >= PAWLI_PEER_ACCEPTED && id == session->id &&
           has_waited(session, peer, 4u * session->def.resend_ms);
}

static void end_session(pawl_session *session, pawl_refusal reason) {
    pawli_notify_reason(session, PAWL_EVENT_REFUSED, 0, session->local, reason);
    session->phase = PAWL_PHASE_ENDED;
    pawli_session_peers(session)[0].state = PAWLI_PEER_FREE;
}

pawl_status pawli_receive_bye(pawl_session *session, uint32_t index, pawli_packet *packet) {
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    const uint32_t nonce = pawli_read_u32(&packet->body);
    const uint32_t id = pawli_read_u32(&packet->body);
    const uint8_t reason = pawli_read_u8(&packet->body);
    if (packet->body.bad || pawli_bytes_left(&packet->body) != 0) return PAWL_ERR_FORMAT;
    if (reason < PAWL_REFUSED_LEFT || reason > PAWL_REFUSED_SLOW) return PAWL_ERR_FORMAT;
    const bool is_version = packet->version != PAWL_SESSION_PROTOCOL;
    if (is_version ? pawli_session_is_host(session) || peer->state != PAWLI_PEER_CONNECTING
                   : !is_meant(session, peer, nonce, id)) {
        return PAWL_ERR_STALE;
    }
    if (pawli_session_is_client(session) && peer->state == PAWLI_PEER_CONNECTING) {
        /* It was let in, and lost again before it heard of it. */
        if (reason == PAWL_REFUSED_SILENCE || reason == PAWL_REFUSED_SLOW) {
            pawli_client_connect(session);
            return PAWL_OK;
        }
        end_session(session, is_version ? PAWL_REFUSED_PROTOCOL : (pawl_refusal)reason);
    } else {
        pawli_peer_down(session, index, (pawl_refusal)reason, false);
    }
    return PAWL_OK;
}

int32_t pawli_send_greeting(pawl_session *session, pawli_peer *peer, void *bytes, size_t size) {
    if (peer->state == PAWLI_PEER_LEAVING) return send_bye(session, peer, bytes, size);
    if (pawli_session_is_host(session))
        return peer->greet ? send_welcome(session, peer, bytes, size) : 0;
    if (peer->state == PAWLI_PEER_CONNECTING || peer->state == PAWLI_PEER_ACCEPTED) {
        return send_hello(session, peer, bytes, size);
    }
    return 0;
}

/* ---- the beginning ---- */

void pawli_start_game(pawl_session *session) {
    session->phase = PAWL_PHASE_PLAYING;
    for (uint32_t i = 0; i < session->def.players; i++) {
        const bool is_here = session->owner[i] != PAWLI_OWNER_NONE;
        session->starts[i] = is_here ? 0 : PAWLI_NEVER;
    }
    if (session->local != 0) pawli_inputs_begin(session, 0);
    for (uint32_t i = 0; i < session->peer_count; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state != PAWLI_PEER_ACCEPTED) continue;
        peer->state = PAWLI_PEER_PLAYING;
        if (peer->players != 0) peer->begin = 0;
    }
    pawli_notify(session, PAWL_EVENT_STARTED, 0, 0, 0, 0);
    pawli_inputs_confirm(session);
}

void pawli_game_try_start(pawl_session *session) {
    if (session->phase != PAWL_PHASE_WAITING || pawli_session_is_client(session)) return;
    for (uint32_t i = 0; i < session->def.players; i++) {
        if (session->owner[i] == PAWLI_OWNER_NONE) return;
    }
    pawli_start_game(session);
}

pawl_status pawl_session_start(pawl_session *session) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (!pawli_session_is_host(session)) return PAWL_ERR_ARGUMENT;
    if (session->phase != PAWL_PHASE_WAITING) return PAWL_ERR_STALE;
    pawli_start_game(session);
    return PAWL_OK;
}
