/* host.c - the host: which players a peer gets, when the game begins, and which peers are lost.
 *
 * A client says HELLO until it hears from the game; the host answers each time, so that nothing
 * needs to be acknowledged. A HELLO has a number, the nonce, which the answer repeats: answers to
 * an earlier one mean nothing. */
#include "session/session.h"

#define RETURN_MARGIN_TICKS 4u

/* ---- losing a peer ---- */

/* Its players are gone from the first tick on whose inputs are not here. */
static void release_players(pawl_session *session, pawli_peer *peer, bool for_good) {
    for (uint32_t i = 0; i < session->def.players; i++) {
        if (!pawli_has_player(peer->players, i)) continue;
        session->owner[i] = PAWLI_OWNER_NONE;
        /* A player about to come back has given nothing for the ticks until then. */
        const bool is_to_come =
            session->starts[i] != PAWLI_NEVER && session->starts[i] > session->confirmed;
        if (is_to_come) session->known[i] = session->confirmed;
        session->starts[i] = PAWLI_NEVER;
        if (for_good) session->tokens[i] = 0;
        if (session->phase == PAWL_PHASE_PLAYING) {
            pawli_inputs_predict(session, i, pawli_max(session->known[i], session->confirmed));
        }
    }
}

PAWLI_RARE void pawli_host_lose_peer(pawl_session *session, uint32_t index, pawl_refusal reason,
                                     bool tell_it) {
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    const bool for_good = reason == PAWL_REFUSED_LEFT || reason == PAWL_REFUSED_DROPPED;
    pawli_peer_close(session, index, reason, tell_it);
    release_players(session, peer, for_good);
    peer->players = 0;
    pawli_inputs_confirm(session);
}

void pawli_host_drop_silent(pawl_session *session) {
    for (uint32_t i = 0; i < session->peer_count; i++) {
        if (!pawli_peer_is_lost(session, &pawli_session_peers(session)[i])) continue;
        pawli_host_lose_peer(session, i, PAWL_REFUSED_SILENCE, true);
    }
}

void pawli_host_drop_slow(pawl_session *session) {
    if (session->top <= session->row_count) return;
    const uint32_t oldest = session->top - session->row_count;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        const pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state < PAWLI_PEER_LOADING) continue;
        const uint32_t needed =
            peer->rows.ack > peer->rows.first ? peer->rows.ack - 1u : peer->rows.ack;
        if (needed < oldest) pawli_host_lose_peer(session, i, PAWL_REFUSED_SLOW, true);
    }
}

/* ---- letting in ---- */

/* What a client says of itself. */
typedef struct hello {
    uint32_t nonce, token, wanted;
    uint32_t features; /* of its build */
    uint32_t mismatch; /* why it cannot play here, whatever is free; 0: no reason */
    uint32_t parting;  /* features that only one of the builds has, and that are used */
} hello;

static hello read_hello(const pawl_session *session, pawli_reader *from) {
    const pawl_session_def *const def = &session->def;
    hello in;
    in.nonce = pawli_read_u32(from);
    const bool is_simulation = pawli_read_u16(from) == PAWL_SIMULATION_VERSION;
    in.features = pawli_read_u16(from);
    in.parting = pawli_build_parting(pawli_build_uses(session) | pawli_read_u16(from), in.features);
    const bool is_world = pawli_build_has_world(session, pawli_read_u32(from), in.features);
    const bool is_math = pawli_read_u32(from) == pawl_math_fingerprint();
    const bool is_app = pawli_read_u32(from) == def->app_id;
    in.token = pawli_read_u32(from);
    const bool is_rate = pawli_read_u16(from) == def->rate;
    const uint32_t players = pawli_read_u8(from);
    const bool is_input = pawli_read_u8(from) == def->input_size;
    const bool is_hash = pawli_read_u8(from) == def->hash_every;
    const bool is_link = pawli_read_u8(from) == def->link;
    const bool is_game =
        is_rate && (players & 15u) == def->players && is_input && is_hash && is_link;
    in.wanted = players >> 4;
    in.mismatch = !is_simulation    ? PAWL_REFUSED_SIMULATION
                  : !is_math        ? PAWL_REFUSED_MATH
                  : in.parting != 0 ? PAWL_REFUSED_FEATURES
                  : !is_world       ? PAWL_REFUSED_CONFIG
                  : !is_app         ? PAWL_REFUSED_APP
                  : !is_game        ? PAWL_REFUSED_GAME
                                    : 0u;
    return in;
}

/* A player without a machine, for which none may come back. */
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

/* The players that a client gets: those it had, or the first free ones; 0 when there are none. */
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

/* A client that comes back is no longer where it was: after a while of silence only, since a packet
 * may be an old one. False: another one plays with this token. */
static bool release_token(pawl_session *session, uint32_t token) {
    for (uint32_t i = 0; i < session->peer_count && token != 0; i++) {
        pawli_peer *const other = &pawli_session_peers(session)[i];
        if (other->state < PAWLI_PEER_ACCEPTED || other->token != token) continue;
        if (!pawli_peer_was_silent(session, other, session->def.timeout_ms / 4u)) return false;
        pawli_host_lose_peer(session, i, PAWL_REFUSED_SILENCE, false);
    }
    return true;
}

static void admit_peer(pawl_session *session, uint32_t index, const hello *in) {
    const uint32_t players = choose_players(session, in->token, in->wanted);
    if (in->wanted != 0 && players == 0) {
        pawli_peer_refuse(session, index, in->nonce, PAWL_REFUSED_FULL, 0);
        return;
    }
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    const uint16_t sequence = peer->sequence;
    memset(peer, 0, sizeof *peer);
    peer->sequence = sequence;
    peer->state = PAWLI_PEER_ACCEPTED;
    peer->nonce = in->nonce;
    peer->features = (uint16_t)in->features;
    /* A late copy of a HELLO may begin a second visit with the same nonce: they must differ. */
    peer->visit = session->id ^ in->nonce ^ session->visits++ * UINT32_C(0x9E3779B9);
    peer->token = in->token;
    peer->begin = PAWLI_NEVER;
    peer->players = (uint8_t)players;
    peer->must_greet = true;
    peer->heard_ms = session->now;
    peer->is_late = session->phase == PAWL_PHASE_PLAYING;
    for (uint32_t i = 0; i < session->def.players; i++) {
        if (!pawli_has_player(players, i)) continue;
        session->owner[i] = (uint8_t)index;
        session->tokens[i] = in->token;
    }
    pawli_notify(session, PAWL_EVENT_PEER_UP, index, players, session->head, 0);
    if (peer->is_late) session->snapshot.is_wanted = true;
    pawli_game_try_start(session);
}

PAWLI_RARE pawl_status pawli_host_receive_hello(pawl_session *session, uint32_t index,
                                                pawli_packet *packet) {
    if (!pawli_session_is_host(session)) return PAWL_ERR_PHASE;
    pawli_reader from = packet->body;
    const hello in = read_hello(session, &from);
    if (from.bad || pawli_bytes_left(&from) != 0) return PAWL_ERR_FORMAT;
    if (in.mismatch == 0 && in.wanted > session->def.players) return PAWL_ERR_FORMAT;
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    if (peer->state >= PAWLI_PEER_ACCEPTED) {
        if (peer->nonce == in.nonce) {
            /* A client that plays sends none: it is a packet that comes late. */
            if (peer->has_played) return PAWL_ERR_PHASE;
            peer->must_greet = true;
            return PAWL_OK;
        }
        if (!pawli_peer_was_silent(session, peer, session->def.timeout_ms / 4u)) {
            return PAWL_ERR_PHASE;
        }
        pawli_host_lose_peer(session, index, PAWL_REFUSED_SILENCE, false);
    }
    if (in.mismatch != 0) {
        pawli_peer_refuse(session, index, in.nonce, (pawl_refusal)in.mismatch, in.parting);
        return PAWL_OK;
    }
    if (!release_token(session, in.token)) return PAWL_ERR_PHASE;
    admit_peer(session, index, &in);
    return PAWL_OK;
}

PAWLI_RARE int32_t pawli_host_send_welcome(pawl_session *session, pawli_peer *peer, void *bytes,
                                           size_t size) {
    if (!peer->must_greet) return 0;
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    pawli_write_u32(&to, peer->nonce);
    pawli_write_u32(&to, peer->visit);
    pawli_write_u8(&to, peer->players);
    pawli_write_u8(&to, peer->is_late ? PAWLI_WELCOME_LATE : 0);
    pawli_write_u16(&to, (uint16_t)PAWL_FEATURES);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_WELCOME, 0);
    if (length != 0) peer->must_greet = false;
    return length;
}

/* ---- players that come back ---- */

/* How far a peer may trail behind and still have caught up. */
static uint32_t return_distance(const pawl_session *session, const pawli_peer *peer) {
    return pawli_time_sync_round_trip(session, peer) + session->def.delay + session->def.window +
           RETURN_MARGIN_TICKS;
}

/* From some ticks later on, so that its first inputs are here in time. All that it played before
 * is decided then: a row knows one beginning. */
void pawli_host_bring_back(pawl_session *session) {
    if (session->phase != PAWL_PHASE_PLAYING) return;
    for (uint32_t i = 0; i < session->peer_count; i++) {
        pawli_peer *const peer = &pawli_session_peers(session)[i];
        if (peer->state != PAWLI_PEER_PLAYING || peer->players == 0) continue;
        if (peer->begin != PAWLI_NEVER) continue;
        const uint32_t distance = return_distance(session, peer);
        if (peer->head + distance < session->confirmed) continue;
        bool is_decided = true;
        for (uint32_t p = 0; p < session->def.players; p++) {
            if (pawli_has_player(peer->players, p) && session->known[p] > session->confirmed) {
                is_decided = false;
            }
        }
        if (!is_decided) continue;
        peer->begin = pawli_max(session->head, session->confirmed) + distance;
        peer->rows.next = peer->begin;
        for (uint32_t p = 0; p < session->def.players; p++) {
            if (!pawli_has_player(peer->players, p)) continue;
            session->starts[p] = session->known[p] = peer->begin;
            pawli_inputs_predict(session, p, session->confirmed);
        }
    }
}

/* ---- for the program ---- */

PAWLI_RARE pawl_status pawl_session_start(pawl_session *session) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (!pawli_session_is_host(session)) return PAWL_ERR_ARGUMENT;
    if (session->phase != PAWL_PHASE_WAITING) return PAWL_ERR_PHASE;
    pawli_game_start(session);
    return PAWL_OK;
}

PAWLI_RARE pawl_status pawl_session_drop(pawl_session *session, uint32_t peer) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (!pawli_session_is_host(session)) return PAWL_ERR_ARGUMENT;
    if (peer >= session->peer_count) return PAWL_ERR_RANGE;
    if (pawli_session_peers(session)[peer].state < PAWLI_PEER_ACCEPTED) return PAWL_ERR_PHASE;
    pawli_host_lose_peer(session, peer, PAWL_REFUSED_DROPPED, true);
    return PAWL_OK;
}
