/* signing.c - players sign their inputs; what signing.h describes.
 *
 * Nothing here looks at a signature: whether it is right is asked where a replay is verified. A
 * machine believes a peer only what is its own to say: a client about its players, the host about
 * all others. What a liar says costs nothing but its own signatures: an end beyond what is
 * confirmed is left alone, and memory holds the newest four of each player. */
#include "session/signing.h"
#include "session/watch.h"

#define SIGNED_ENTRY (5u + PAWL_SIGNATURE_SIZE) /* player, end of the block, signature */
#define BACKOFF_MAX 4u                          /* doublings of the time between packets */

/* ---- memory --------------------------------------------------------------------------------- */

/* Of a tick: where inputs vary in size it comes in front. */
static uint32_t signed_input_size(const pawl_session_def *def) {
    return (uint32_t)def->input_size + (def->variable_inputs ? 1u : 0u);
}

static uint32_t signed_block_size(const pawl_session_def *def) {
    return (uint32_t)def->sign_every * signed_input_size(def);
}

bool pawli_signing_is_valid(const pawl_session_def *def) {
    if (def->sign_every == 0) return true;
    const uint32_t packet = PAWLI_WIRE_FULL + 4u * def->players + SIGNED_ENTRY;
    return def->link == PAWL_SESSION_LINK_FULL && def->role != PAWL_ROLE_SYNCTEST &&
           signed_block_size(def) <= PAWL_SIGN_INPUTS_MAX && packet <= def->packet_size;
}

static uint32_t align_signing(uint32_t size) {
    return (size + 7u) & ~UINT32_C(7);
}

/* A client that may become the host has peers then. */
static uint32_t signing_peers_size(const pawl_session *session) {
    const uint32_t count = session->def.migrates ? session->def.peers : session->peer_count;
    return align_signing(count * (uint32_t)sizeof(pawli_signing_peer));
}

uint32_t pawli_signing_size(const pawl_session *layout) {
    const pawl_session_def *const def = &layout->def;
    if (def->sign_every == 0) return 0;
    return align_signing((uint32_t)sizeof(pawli_signing)) + signing_peers_size(layout) +
           (2u * def->local_players + 1u) * signed_block_size(def) + PAWL_SIGN_HEAD_SIZE;
}

static uint8_t *signing_at(const pawl_session *session, uint32_t offset) {
    return pawli_session_at(session, session->at_signing + offset);
}

static pawli_signing_peer *signing_of_peer(pawl_session *session, const pawli_peer *peer) {
    const pawli_signing *const signing = pawli_session_signing(session);
    pawli_signing_peer *const all =
        (pawli_signing_peer *)(void *)signing_at(session, signing->at_peers);
    pawli_signing_peer *const own = &all[peer - pawli_session_peers(session)];
    if (own->nonce != peer->nonce || own->visit != peer->visit) { /* of another visit */
        memset(own, 0, sizeof *own);
        own->nonce = peer->nonce;
        own->visit = peer->visit;
    }
    return own;
}

void pawli_signing_reset(pawl_session *session, uint32_t tick) {
    pawli_signing *const signing = pawli_session_signing(session);
    if (signing == NULL) return;
    const uint32_t every = session->def.sign_every;
    const uint32_t game_end = signing->game_end;
    uint8_t match[PAWL_SIGN_MATCH_SIZE];
    memcpy(match, signing->match, sizeof match);
    memset(signing, 0, sizeof *signing);
    memcpy(signing->match, match, sizeof match);
    signing->game_end = game_end;
    signing->at_peers = align_signing((uint32_t)sizeof *signing);
    signing->block_size = signed_block_size(&session->def);
    signing->at_inputs = signing->at_peers + signing_peers_size(session);
    const uint32_t blocks = session->def.local_players * signing->block_size;
    signing->at_asked = signing->at_inputs + blocks;
    signing->at_message = signing->at_asked + blocks;
    memset(signing_at(session, signing->at_peers), 0,
           (size_t)(signing->at_inputs - signing->at_peers));
    signing->first = tick - tick % every;
    signing->next = tick;
    signing->spoiled = tick == signing->first ? 0 : UINT32_MAX;
}

/* The players of this machine for whose blocks there is room: a host may give it more than it has
 * asked for, as one that comes back. */
static uint32_t signing_players(const pawl_session *session) {
    uint32_t players = 0, left = session->def.local_players;
    for (uint32_t i = 0; i < session->def.players && left > 0; i++) {
        if (!pawli_has_player(session->local, i)) continue;
        players |= UINT32_C(1) << i;
        left--;
    }
    return players;
}

/* A machine that had more rows than the new host signs these ticks again, as they are decided now.
 */
void pawli_signing_rewind(pawl_session *session, uint32_t tick) {
    pawli_signing *const signing = pawli_session_signing(session);
    if (signing == NULL) return;
    for (uint32_t player = 0; player < session->def.players; player++) {
        uint32_t end = 0;
        for (uint32_t i = 0; i < PAWLI_SIGNATURES_KEPT; i++) {
            pawli_signature *const kept = &signing->kept[player][i];
            if (kept->end > tick) memset(kept, 0, sizeof *kept);
            end = pawli_max(end, kept->end);
        }
        if (signing->has[player] > tick) signing->has[player] = end;
    }
}

/* ---- blocks --------------------------------------------------------------------------------- */

/* Where the inputs of a local player are in a list of blocks: in the order of the players. */
static uint8_t *block_of(const pawl_session *session, uint32_t at, uint32_t player) {
    uint32_t rank = 0;
    for (uint32_t i = 0; i < player; i++)
        rank += pawli_has_player(session->local, i);
    PAWL_ASSERT(rank < session->def.local_players);
    return signing_at(session, at + rank * pawli_session_signing(session)->block_size);
}

/* The ticks before `end` are signed. */
static void close_block(pawl_session *session, pawli_signing *signing, uint32_t end) {
    signing->asked = signing_players(session) & ~signing->spoiled;
    signing->asked_first = signing->first;
    signing->asked_count = end - signing->first;
    const uint32_t size = session->def.local_players * signing->block_size;
    if (size > 0) {
        memcpy(signing_at(session, signing->at_asked), signing_at(session, signing->at_inputs),
               (size_t)size);
    }
    signing->first = signing->next;
    signing->spoiled = 0;
}

static bool is_behind_end(const pawli_signing *signing, uint32_t tick) {
    return signing->game_end != 0 && tick >= signing->game_end;
}

void pawli_signing_take_row(pawl_session *session) {
    pawli_signing *const signing = pawli_session_signing(session);
    if (signing == NULL) return;
    const uint32_t tick = session->confirmed - 1u, input_size = session->def.input_size;
    const uint32_t signs = signing_players(session), every = session->def.sign_every;
    PAWL_ASSERT(tick == signing->next);
    signing->next = tick + 1u;
    if (is_behind_end(signing, tick)) {
        signing->first = signing->next;
        return;
    }
    const uint8_t *const row = pawli_session_row(session, tick);
    signing->spoiled |= pawli_row_gone(session, row);
    if (tick < session->begin) signing->spoiled |= session->local; /* they gave none of it */
    for (uint32_t player = 0; player < session->def.players; player++) {
        if (!pawli_has_player(signs, player)) continue;
        uint8_t *to = block_of(session, signing->at_inputs, player) +
                      (tick - signing->first) * signed_input_size(&session->def);
        if (session->def.variable_inputs) *to++ = (uint8_t)pawli_row_size_of(session, row, player);
        memcpy(to, pawli_row_input(session, row, player), (size_t)input_size);
    }
    if (signing->next - signing->first == every || is_behind_end(signing, signing->next))
        close_block(session, signing, signing->next);
}

void pawli_signing_spoil(pawl_session *session) {
    pawli_signing *const signing = pawli_session_signing(session);
    if (signing != NULL) signing->spoiled |= session->local;
}

/* ---- the program ---------------------------------------------------------------------------- */

pawl_status pawl_session_use_match(pawl_session *session, const void *match) {
    if (session == NULL || match == NULL) return PAWL_ERR_NULL;
    pawli_signing *const signing = pawli_session_signing(session);
    if (signing == NULL) return PAWL_ERR_ARGUMENT;
    if (session->phase == PAWL_PHASE_PLAYING && signing->next >= session->def.sign_every) {
        return PAWL_ERR_PHASE;
    }
    memcpy(signing->match, match, PAWL_SIGN_MATCH_SIZE);
    return PAWL_OK;
}

/* What is open may have ticks behind the end already. */
pawl_status pawl_session_end_signing(pawl_session *session, uint32_t tick) {
    if (session == NULL) return PAWL_ERR_NULL;
    pawli_signing *const signing = pawli_session_signing(session);
    if (signing == NULL || tick == 0) return PAWL_ERR_ARGUMENT;
    if (signing->game_end != 0) return signing->game_end == tick ? PAWL_OK : PAWL_ERR_PHASE;
    if (session->phase == PAWL_PHASE_PLAYING && tick < signing->first) return PAWL_ERR_PHASE;
    signing->game_end = tick;
    const bool is_playing = session->phase == PAWL_PHASE_PLAYING;
    if (is_playing && tick <= signing->next && tick > signing->first)
        close_block(session, signing, tick);
    return PAWL_OK;
}

bool pawli_signing_next(pawl_session *session, pawl_request *out) {
    pawli_signing *const signing = pawli_session_signing(session);
    if (signing == NULL || signing->asked == 0) return false;
    uint32_t player = 0;
    while (!pawli_has_player(signing->asked, player))
        player++;
    signing->asked &= ~(UINT32_C(1) << player);
    pawl_signed_block block;
    memset(&block, 0, sizeof block);
    memcpy(block.match, signing->match, sizeof block.match);
    block.app_id = session->def.app_id;
    block.player = (uint8_t)player;
    block.input_size = session->def.input_size;
    block.variable_inputs = session->def.variable_inputs;
    block.count = (uint16_t)signing->asked_count;
    block.tick = signing->asked_first;
    uint8_t *const message = signing_at(session, signing->at_message);
    const size_t room = PAWL_SIGN_HEAD_SIZE + (size_t)signing->block_size;
    memset(out, 0, sizeof *out);
    out->type = PAWL_REQUEST_SIGN;
    out->tick = signing->asked_first;
    out->players = UINT32_C(1) << player;
    out->snapshot_size = pawl_signed_block_write(
        &block, block_of(session, signing->at_asked, player), message, room);
    out->snapshot = message;
    session->pending = *out;
    return true;
}

/* The first tick of the block that ends at a tick. */
static uint32_t begin_of_block(const pawl_session *session, uint32_t end) {
    return (end - 1u) - (end - 1u) % session->def.sign_every;
}

/* Blocks end at a multiple of sign_every, and where the game does. */
static bool may_end_at(const pawl_session *session, uint32_t end) {
    const pawli_signing *const signing = pawli_session_signing(session);
    return end % session->def.sign_every == 0 || end == signing->game_end;
}

static void keep_signature(const pawl_session *session, uint32_t player, uint32_t end,
                           const uint8_t *bytes) {
    pawli_signing *const signing = pawli_session_signing(session);
    const uint32_t number = (end - 1u) / session->def.sign_every % PAWLI_SIGNATURES_KEPT;
    pawli_signature *const to = &signing->kept[player][number];
    to->end = end;
    memcpy(to->bytes, bytes, PAWL_SIGNATURE_SIZE);
    signing->has[player] = end;
}

pawl_status pawl_session_answer_sign(pawl_session *session, uint32_t tick, const void *signature) {
    if (session == NULL) return PAWL_ERR_NULL;
    if (session->pending.type != PAWL_REQUEST_SIGN || session->pending.tick != tick) {
        return PAWL_ERR_ARGUMENT;
    }
    uint32_t player = 0;
    while (!pawli_has_player(session->pending.players, player))
        player++;
    memset(&session->pending, 0, sizeof session->pending);
    const uint32_t end = tick + pawli_session_signing(session)->asked_count;
    if (signature != NULL && end > pawli_session_signing(session)->has[player])
        keep_signature(session, player, end, (const uint8_t *)signature);
    return PAWL_OK;
}

/* The oldest one of a player that ends after a tick; null: none. */
static const pawli_signature *find_signature(const pawli_signing *signing, uint32_t player,
                                             uint32_t after) {
    const pawli_signature *found = NULL;
    for (uint32_t i = 0; i < PAWLI_SIGNATURES_KEPT; i++) {
        const pawli_signature *const kept = &signing->kept[player][i];
        if (kept->end > after && (found == NULL || kept->end < found->end)) found = kept;
    }
    return found;
}

/* Whatever writes a replay has the inputs first; and those from before this machine came in, which
 * its host may send, it never has. */
static const pawli_signature *next_to_take(const pawl_session *session, pawli_signing *signing,
                                           uint32_t player) {
    for (;;) {
        const pawli_signature *const next = find_signature(signing, player, signing->taken[player]);
        if (next == NULL || next->end > session->confirmed) return NULL;
        if (begin_of_block(session, next->end) >= session->first) return next;
        signing->taken[player] = next->end;
    }
}

bool pawl_session_take_signature(pawl_session *session, pawl_session_signature *out) {
    if (session == NULL || out == NULL || session->phase == PAWL_PHASE_LOADING) return false;
    pawli_signing *const signing = pawli_session_signing(session);
    if (signing == NULL) return false;
    for (uint32_t player = 0; player < session->def.players; player++) {
        const pawli_signature *const next = next_to_take(session, signing, player);
        if (next == NULL) continue;
        memset(out, 0, sizeof *out);
        out->player = player;
        out->tick = begin_of_block(session, next->end);
        out->count = next->end - out->tick;
        memcpy(out->bytes, next->bytes, sizeof out->bytes);
        signing->taken[player] = next->end;
        return true;
    }
    return false;
}

/* ---- packets -------------------------------------------------------------------------------- */

/* Whether the signatures of a player go to a peer: not to where they come from. */
static bool goes_to(const pawl_session *session, const pawli_peer *peer, uint32_t player) {
    if (!pawli_session_is_host(session)) return pawli_has_player(session->local, player);
    return session->owner[player] != (uint8_t)(peer - pawli_session_peers(session));
}

static const pawli_signature *next_to_send(const pawl_session *session, const pawli_peer *peer,
                                           uint32_t player, uint32_t after) {
    if (!goes_to(session, peer, player)) return NULL;
    const pawli_signature *const next =
        find_signature(pawli_session_signing(session), player, after);
    /* A spectator that guesses what was signed could tell by the signature whether it is right. */
    const bool is_early = next != NULL && pawli_watch_delay(session, peer) != 0 &&
                          next->end > pawli_watch_end(session, peer);
    return is_early ? NULL : next;
}

bool pawli_signing_is_due(pawl_session *session, const pawli_peer *peer) {
    if (session->at_signing == 0 || session->phase != PAWL_PHASE_PLAYING ||
        peer->state != PAWLI_PEER_PLAYING) {
        return false;
    }
    const pawli_signing_peer *const own = signing_of_peer(session, peer);
    const uint32_t wait_ms = (uint32_t)session->def.resend_ms << own->unanswered;
    if (own->has_sent && !pawli_is_due(session, own->sent_ms, wait_ms)) return false;
    if (own->must_ack) return true;
    for (uint32_t player = 0; player < session->def.players; player++)
        if (next_to_send(session, peer, player, own->has[player]) != NULL) return true;
    return false;
}

/* As many as fit, of each player in order. */
static bool write_signatures(const pawl_session *session, const pawli_peer *peer,
                             const pawli_signing_peer *own, pawli_writer *to) {
    bool has_any = false;
    for (uint32_t player = 0; player < session->def.players; player++) {
        const pawli_signature *next = next_to_send(session, peer, player, own->has[player]);
        while (next != NULL && to->size - to->at >= SIGNED_ENTRY) {
            pawli_write_u8(to, (uint8_t)player);
            pawli_write_u32(to, next->end);
            pawli_write_bytes(to, next->bytes, PAWL_SIGNATURE_SIZE);
            has_any = true;
            next = next_to_send(session, peer, player, next->end);
        }
    }
    return has_any;
}

int32_t pawli_signing_send(pawl_session *session, pawli_peer *peer, void *bytes, size_t size) {
    const pawli_signing *const signing = pawli_session_signing(session);
    pawli_signing_peer *const own = signing_of_peer(session, peer);
    pawli_writer to = pawli_wire_begin(session, bytes, size);
    for (uint32_t player = 0; player < session->def.players; player++)
        pawli_write_u32(&to, signing->has[player]);
    if (to.full) return 0;
    const bool has_any = write_signatures(session, peer, own, &to);
    const int32_t length = pawli_wire_end(session, peer, &to, PAWLI_SIGN, 0);
    if (length == 0) return 0;
    own->sent_ms = session->now;
    own->has_sent = true;
    own->must_ack = false;
    if (has_any && own->unanswered < BACKOFF_MAX) own->unanswered++;
    return length;
}

/* What the other side has; false when it cannot be. An end of the game that is not known here yet
 * is told again. */
static bool take_ends(const pawl_session *session, const pawli_peer *peer, pawli_signing_peer *own,
                      pawli_reader *from, bool commits) {
    for (uint32_t player = 0; player < session->def.players; player++) {
        const uint32_t end = pawli_read_u32(from);
        if (!commits || !goes_to(session, peer, player) || end <= own->has[player]) continue;
        if (!may_end_at(session, end)) continue;
        own->has[player] = end;
        own->unanswered = 0;
    }
    return !from->bad;
}

static void take_signature_of(pawl_session *session, const pawli_peer *peer,
                              pawli_signing_peer *own, uint32_t player, uint32_t end,
                              const uint8_t *bytes) {
    const bool is_host = pawli_session_is_host(session);
    /* A client is told the rows by its host, and so may be a little behind it. */
    const uint32_t most = session->confirmed + (is_host ? 0u : session->row_count);
    own->must_ack = true;
    if (goes_to(session, peer, player) || !may_end_at(session, end)) return;
    if (end > most || end <= pawli_session_signing(session)->has[player]) return;
    keep_signature(session, player, end, bytes);
}

pawl_status pawli_signing_receive(pawl_session *session, pawli_peer *peer, pawli_packet *packet) {
    if (session->at_signing == 0) return PAWL_ERR_FORMAT;
    if (session->phase != PAWL_PHASE_PLAYING || peer->state != PAWLI_PEER_PLAYING) {
        return PAWL_ERR_PHASE;
    }
    pawli_signing_peer *const own = signing_of_peer(session, peer);
    pawli_reader checked = packet->body;
    if (!take_ends(session, peer, own, &checked, false)) return PAWL_ERR_FORMAT;
    if (pawli_bytes_left(&checked) % SIGNED_ENTRY != 0) return PAWL_ERR_FORMAT;
    while (pawli_bytes_left(&checked) > 0) {
        const uint32_t player = pawli_read_u8(&checked), end = pawli_read_u32(&checked);
        (void)pawli_read_bytes(&checked, PAWL_SIGNATURE_SIZE);
        if (player >= session->def.players || end == 0) return PAWL_ERR_FORMAT;
    }
    (void)take_ends(session, peer, own, &packet->body, true);
    while (pawli_bytes_left(&packet->body) > 0) {
        const uint32_t player = pawli_read_u8(&packet->body);
        const uint32_t end = pawli_read_u32(&packet->body);
        take_signature_of(session, peer, own, player, end,
                          pawli_read_bytes(&packet->body, PAWL_SIGNATURE_SIZE));
    }
    return PAWL_OK;
}
