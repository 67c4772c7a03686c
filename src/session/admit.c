/* admit.c - which peers come in, and which players they get.
 *
 * A client says HELLO until it hears from the game; the host answers each time, so that nothing
 * needs to be acknowledged. A HELLO has a number, the nonce, which the answer repeats: answers to
 * an earlier one mean nothing.
 *
 * Whatever can be said is checked first, then that the address is proven, then that a machine which
 * says that it comes back has the key. Until then nothing is kept: an answer is a function of the
 * packet, the address, the time and the secret. */
#include "session/session.h"

/* ---- reading ---- */

static uint32_t find_mismatch(const pawl_session *session, pawli_reader *from, uint32_t flags,
                              pawli_hello *out) {
    const pawl_session_def *const def = &session->def;
    const bool is_simulation = pawli_read_u16(from) == PAWL_SIMULATION_VERSION;
    out->features = pawli_read_u16(from);
    out->parting =
        pawli_build_parting(pawli_build_uses(session) | pawli_read_u16(from), out->features);
    const bool is_world = pawli_build_has_world(session, pawli_read_u32(from), out->features);
    const bool is_math = pawli_read_u32(from) == pawl_math_fingerprint();
    const bool is_app = pawli_read_u32(from) == def->app_id;
    const bool is_rate = pawli_read_u16(from) == def->rate;
    const uint32_t players = pawli_read_u8(from);
    const bool is_input = pawli_read_u8(from) == pawli_hello_inputs(def);
    const bool is_hash = pawli_read_u8(from) == def->hash_every;
    const bool is_link = pawli_read_u8(from) == def->link;
    const uint32_t signs = flags & PAWLI_HELLO_SIGNS ? pawli_read_u16(from) : 0u;
    const bool is_game = is_rate && (players & 15u) == (def->players & 15u) && is_input &&
                         is_hash && is_link && signs == def->sign_every;
    out->wanted = players >> 4;
    return !is_simulation      ? PAWL_REFUSED_SIMULATION
           : !is_math          ? PAWL_REFUSED_MATH
           : out->parting != 0 ? PAWL_REFUSED_FEATURES
           : !is_world         ? PAWL_REFUSED_CONFIG
           : !is_app           ? PAWL_REFUSED_APP
           : !is_game          ? PAWL_REFUSED_GAME
                               : 0u;
}

PAWLI_RARE pawl_status pawli_admit_read(const pawl_session *session, const pawli_packet *packet,
                                        pawli_hello *out) {
    pawli_reader from = packet->body;
    memset(out, 0, sizeof *out);
    out->nonce = pawli_read_u32(&from);
    const uint32_t flags = packet->flags;
    if ((flags & ~PAWLI_HELLO_FLAGS) != 0) return PAWL_ERR_FORMAT;
    out->mismatch = find_mismatch(session, &from, flags, out);
    out->wants_name = (flags & PAWLI_HELLO_WANTS_NAME) != 0;
    if (flags & PAWLI_HELLO_COOKIE) out->cookie = pawli_read_bytes(&from, PAWLI_COOKIE_SIZE);
    if (flags & PAWLI_HELLO_NAME) {
        out->name = pawli_read_bytes(&from, PAWLI_RETURN_NAME);
        out->commitment = pawli_read_bytes(&from, PAWLI_RETURN_KEY);
    }
    if (flags & PAWLI_HELLO_KEY) out->key = pawli_read_bytes(&from, PAWLI_RETURN_KEY);
    out->greeting_size = pawli_bytes_left(&from);
    out->greeting = pawli_read_bytes(&from, out->greeting_size);
    if (from.bad || out->greeting_size > PAWL_SESSION_GREETING_MAX) return PAWL_ERR_FORMAT;
    const bool has_room =
        session->at_greetings == 0 || out->greeting_size <= session->def.greeting_size;
    if (out->mismatch == 0 && !has_room) out->mismatch = PAWL_REFUSED_GAME;
    if (out->mismatch == 0 && out->wanted > session->def.players) return PAWL_ERR_FORMAT;
    return PAWL_OK;
}

/* ---- players ---- */

static bool is_return_of(const pawli_return *known, const pawli_hello *in) {
    return in->name != NULL && pawli_bytes_are_equal(known->name, in->name, PAWLI_RETURN_NAME);
}

static bool is_return_kept(const pawli_return *known) {
    static const uint8_t none[PAWLI_RETURN_NAME] = {0};
    return !pawli_bytes_are_equal(known->name, none, sizeof none);
}

static uint32_t players_of_name(const pawl_session *session, const pawli_hello *in) {
    const pawli_return *const known = pawli_session_returns(session);
    uint32_t players = 0;
    for (uint32_t i = 0; i < session->def.players && known != NULL; i++) {
        if (is_return_of(&known[i], in)) players |= UINT32_C(1) << i;
    }
    return players;
}

static uint32_t first_player(uint32_t players) {
    uint32_t player = 0;
    while (!pawli_has_player(players, player))
        player++;
    return player;
}

/* The players that a client gets: those it had, or the first for which no machine plays and none
 * may come back; 0 when there are not so many. */
static uint32_t choose_players(const pawl_session *session, const pawli_hello *in) {
    const pawli_return *const known = pawli_session_returns(session);
    uint32_t players = players_of_name(session, in), wanted = in->wanted;
    if (players != 0) return players;
    if (session->at_relay != 0) return 0;
    for (uint32_t i = 0; i < session->def.players && wanted > 0; i++) {
        if (session->owner[i] != PAWLI_OWNER_NONE) continue;
        if (known != NULL && is_return_kept(&known[i])) continue;
        players |= UINT32_C(1) << i;
        wanted--;
    }
    return wanted == 0 ? players : 0;
}

uint32_t pawli_admit_find_returning(const pawl_session *session, const pawli_hello *in) {
    const uint32_t players = players_of_name(session, in);
    if (players == 0) return PAWL_SESSION_PEER_NONE;
    const uint32_t owner = session->owner[first_player(players)];
    return owner < session->peer_count ? owner : PAWL_SESSION_PEER_NONE;
}

/* ---- judging ---- */

static bool is_key_right(const pawli_return *known, const uint8_t *key) {
    uint8_t commitment[PAWLI_RETURN_KEY];
    if (key == NULL) return false;
    pawli_challenge_commit(key, commitment);
    return pawli_bytes_are_equal(known->commitment, commitment, sizeof commitment);
}

/* A machine that comes back is no longer where it was: after a while of silence only, since a
 * program may have been started twice. It does not show its key before, so that there is no time in
 * which the key was seen and is still good. */
static bool has_other_visit(const pawl_session *session, const pawli_hello *in) {
    const uint32_t index = pawli_admit_find_returning(session, in);
    if (index == PAWL_SESSION_PEER_NONE) return false;
    const pawli_peer *const other = &pawli_session_peers(session)[index];
    return !pawli_peer_was_silent(session, other, session->def.timeout_ms / 4u);
}

PAWLI_RARE pawli_admission pawli_admit_judge(const pawl_session *session, const pawli_hello *in,
                                             bool is_proven, uint32_t *count) {
    *count = PAWLI_NEVER;
    if (in->mismatch != 0) return PAWLI_ADMISSION_REFUSE;
    if (!is_proven) return PAWLI_ADMISSION_CHALLENGE;
    const pawli_return *const known = pawli_session_returns(session);
    if (known == NULL) return PAWLI_ADMISSION_ADMIT;
    if (in->name == NULL) return in->wants_name ? PAWLI_ADMISSION_CHALLENGE : PAWLI_ADMISSION_ADMIT;
    const uint32_t players = players_of_name(session, in);
    if (players == 0) return PAWLI_ADMISSION_ADMIT;
    const pawli_return *const one = &known[first_player(players)];
    if (is_key_right(one, in->key)) return PAWLI_ADMISSION_ADMIT;
    if (has_other_visit(session, in)) return PAWLI_ADMISSION_WAIT;
    *count = one->count;
    return PAWLI_ADMISSION_CHALLENGE;
}

/* ---- letting in ---- */

static void give_players(pawl_session *session, uint32_t index, uint32_t players,
                         const pawli_hello *in) {
    pawli_return *const known = pawli_session_returns(session);
    for (uint32_t i = 0; i < session->def.players; i++) {
        if (!pawli_has_player(players, i)) continue;
        session->owner[i] = (uint8_t)index;
        if (known == NULL) continue;
        const uint32_t count = is_return_of(&known[i], in) ? known[i].count + 1u : 0u;
        memset(&known[i], 0, sizeof known[i]);
        if (in->name == NULL) continue;
        memcpy(known[i].name, in->name, PAWLI_RETURN_NAME);
        memcpy(known[i].commitment, in->commitment, PAWLI_RETURN_KEY);
        known[i].count = count;
    }
}

/* A number, and nothing that is counted. */
static pawli_peer *make_peer(pawl_session *session, uint32_t index, uint64_t tag,
                             const pawli_hello *in) {
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    const uint16_t sequence = peer->sequence;
    memset(peer, 0, sizeof *peer);
    peer->sequence = sequence;
    peer->tag[0] = (uint32_t)(tag & UINT32_MAX);
    peer->tag[1] = (uint32_t)(tag >> 32);
    peer->nonce = in->nonce;
    peer->features = (uint16_t)in->features;
    peer->begin = PAWLI_NEVER;
    peer->heard_ms = session->now;
    uint8_t *const greeting = pawli_session_greeting(session, index);
    if (greeting == NULL) return peer;
    greeting[0] = (uint8_t)in->greeting_size;
    if (in->greeting_size > 0) memcpy(greeting + 1, in->greeting, (size_t)in->greeting_size);
    return peer;
}

/* The program is asked: what the client said is not kept, since it says it again. */
static void ask_program(pawl_session *session, uint32_t index, uint64_t tag,
                        const pawli_hello *in) {
    pawli_peer *const peer = make_peer(session, index, tag, in);
    peer->state = PAWLI_PEER_ASKED;
    peer->sent_ms = session->now;
    pawli_notify(session, PAWL_EVENT_ADMIT, index, 0, session->head, in->wanted);
}

/* What comes back was let in before. */
static bool must_ask(const pawl_session *session, uint32_t index, const pawli_hello *in) {
    const pawli_peer *const peer = &pawli_session_peers(session)[index];
    const bool is_admitted = peer->state == PAWLI_PEER_ASKED && peer->is_admitted;
    return session->def.asks && !is_admitted && players_of_name(session, in) == 0;
}

PAWLI_RARE uint32_t pawli_admit_enter(pawl_session *session, uint32_t index, uint64_t tag,
                                      const pawli_hello *in) {
    if (must_ask(session, index, in)) {
        ask_program(session, index, tag, in);
        return 0;
    }
    const uint32_t before = pawli_admit_find_returning(session, in);
    if (before != PAWL_SESSION_PEER_NONE) {
        pawli_host_lose_peer(session, before, PAWL_REFUSED_SILENCE, false);
    }
    const uint32_t players = choose_players(session, in);
    if (in->wanted != 0 && players == 0) return PAWL_REFUSED_FULL;
    pawli_peer *const peer = make_peer(session, index, tag, in);
    peer->state = PAWLI_PEER_ACCEPTED;
    peer->visit = pawli_challenge_visit(session, tag, in->nonce);
    peer->players = (uint16_t)players;
    peer->must_greet = true;
    peer->is_late = session->phase == PAWL_PHASE_PLAYING || session->at_relay != 0;
    give_players(session, index, players, in);
    pawli_notify(session, PAWL_EVENT_PEER_UP, index, players, session->head, 0);
    if (peer->is_late) session->snapshot.is_wanted = true;
    pawli_game_try_start(session);
    return 0;
}

/* It is told in turn: there is no reply on a trusted link. */
static pawl_status answer_trusted(pawl_session *session, uint32_t index, const pawli_hello *in) {
    uint32_t count;
    uint32_t reason = in->mismatch;
    switch (pawli_admit_judge(session, in, true, &count)) {
    case PAWLI_ADMISSION_WAIT:
        return PAWL_ERR_PHASE;
    case PAWLI_ADMISSION_CHALLENGE:
        pawli_peer_challenge(session, index, in->nonce, count);
        return PAWL_OK;
    case PAWLI_ADMISSION_ADMIT:
        reason = pawli_admit_enter(session, index, 0, in);
        break;
    case PAWLI_ADMISSION_REFUSE:
        break;
    }
    if (reason != 0) {
        pawli_peer_refuse(session, index, in->nonce, (pawl_refusal)reason, in->parting);
    }
    return PAWL_OK;
}

/* A HELLO of a peer about which the program was asked. */
static pawl_status repeat_question(pawl_session *session, uint32_t index, const pawli_hello *in) {
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    uint32_t count;
    if (in->mismatch != 0) { /* since it asked, the game has come to use what it lacks */
        peer->parting = (uint16_t)in->parting;
        pawli_host_lose_peer(session, index, (pawl_refusal)in->mismatch, true);
        return PAWL_OK;
    }
    if (!peer->is_admitted) {
        /* The event may be lost among others. */
        if (pawli_is_due(session, peer->sent_ms, PAWLI_MS_PER_SECOND)) {
            peer->sent_ms = session->now;
            pawli_notify(session, PAWL_EVENT_ADMIT, index, 0, session->head, in->wanted);
        }
        return PAWL_OK;
    }
    if (pawli_admit_judge(session, in, true, &count) != PAWLI_ADMISSION_ADMIT)
        return PAWL_ERR_PHASE;
    const uint64_t tag = (uint64_t)peer->tag[1] << 32 | peer->tag[0];
    const uint32_t reason = pawli_admit_enter(session, index, tag, in);
    if (reason == 0) return PAWL_OK;
    peer->state = PAWLI_PEER_FREE;
    pawli_peer_refuse(session, index, in->nonce, (pawl_refusal)reason, 0);
    return PAWL_OK;
}

PAWLI_RARE pawl_status pawli_admit_receive(pawl_session *session, uint32_t index,
                                           pawli_packet *packet) {
    pawli_hello in;
    if (!pawli_session_is_host(session)) return PAWL_ERR_PHASE;
    const pawl_status status = pawli_admit_read(session, packet, &in);
    if (status != PAWL_OK) return status;
    pawli_peer *const peer = &pawli_session_peers(session)[index];
    const bool is_here = peer->state >= PAWLI_PEER_ASKED;
    if (peer->state == PAWLI_PEER_ASKED && peer->nonce == in.nonce) {
        return repeat_question(session, index, &in);
    }
    if (is_here && peer->nonce == in.nonce) {
        /* A client that plays sends none: it is a packet that comes late. */
        if (peer->has_played) return PAWL_ERR_PHASE;
        peer->must_greet = true;
        return PAWL_OK;
    }
    /* Of another visit: anything that can forge an address sends such packets. */
    if (!pawli_session_trusts_link(session)) return PAWL_ERR_PHASE;
    if (is_here) {
        if (!pawli_peer_was_silent(session, peer, session->def.timeout_ms / 4u)) {
            return PAWL_ERR_PHASE;
        }
        pawli_host_lose_peer(session, index, PAWL_REFUSED_SILENCE, false);
    }
    return answer_trusted(session, index, &in);
}

/* ---- for the program ---- */

static pawl_status check_asked(const pawl_session *session, uint32_t peer) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (!pawli_session_is_host(session)) return PAWL_ERR_ARGUMENT;
    if (peer >= session->peer_count) return PAWL_ERR_RANGE;
    const pawli_peer *const asked = &pawli_session_peers(session)[peer];
    const bool is_asked = asked->state == PAWLI_PEER_ASKED && !asked->is_admitted;
    return is_asked ? PAWL_OK : PAWL_ERR_PHASE;
}

PAWLI_RARE pawl_status pawl_session_admit(pawl_session *session, uint32_t peer) {
    const pawl_status status = check_asked(session, peer);
    if (status == PAWL_OK) pawli_session_peers(session)[peer].is_admitted = true;
    return status;
}

PAWLI_RARE pawl_status pawl_session_refuse(pawl_session *session, uint32_t peer, uint8_t code) {
    const pawl_status status = check_asked(session, peer);
    if (status != PAWL_OK) return status;
    pawli_peer *const asked = &pawli_session_peers(session)[peer];
    pawli_peer_leave(asked, PAWL_REFUSED_ADMISSION);
    asked->parting = code;
    return PAWL_OK;
}

PAWLI_RARE const void *pawl_session_get_greeting(const pawl_session *session, uint32_t peer,
                                                 uint32_t *size) {
    if (size == NULL) return NULL;
    *size = 0;
    if (session == NULL || peer >= session->peer_count) return NULL;
    const uint8_t *const greeting = pawli_session_greeting(session, peer);
    if (greeting == NULL || pawli_session_peers(session)[peer].state < PAWLI_PEER_ASKED)
        return NULL;
    *size = greeting[0];
    return greeting[0] > 0 ? greeting + 1 : NULL;
}
