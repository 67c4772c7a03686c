/* session.c - defs, memory and what a program asks about a session. */
#include "base/check.h"
#include "session/deadline.h"
#include "desync/diagnosis.h"
#include "session/measure.h"
#include "migrate/migrate.h"
#include "session/relay.h"
#include "session/signing.h"
#include "base/align.h"
#include "base/arena.h"
#include "base/rle.h"
#include "session/sized.h"

#include "world/world.h"

#define SESSION_COOKIE UINT32_C(0x70617773)
#define INPUT_PACKET_HEAD 23u /* of an INPUT packet, with the first run length */
#define HELLO_BODY 28u
#define HELLO_PROOFS (PAWLI_COOKIE_SIZE + PAWLI_RETURN_NAME + 2u * PAWLI_RETURN_KEY)
#define LOCKSTEP_HASHES 16u
#define CLIENT_PLAYERS_MAX 15u /* four bits of a HELLO */
#define ROSTER_PACKET_HEAD 53u
#define ROSTER_ENTRY 8u
#define MEMBER_PACKET 81u         /* what a member tells of itself, but for its address */
#define DIAGNOSIS_PACKET_MIN 128u /* bytes of a packet that holds a level of a diagnosis */

pawl_session_def pawl_session_def_default(void) {
    pawl_session_def def;
    memset(&def, 0, sizeof def);
    def.cookie = SESSION_COOKIE;
    def.role = PAWL_ROLE_HOST;
    def.link = PAWL_SESSION_LINK_FULL;
    def.players = 2;
    def.local_players = 1;
    def.input_size = 2;
    def.delay = 2;
    def.window = 8;
    def.peers = 1;
    def.distance = 1;
    def.hash_every = 1;
    def.save_every = 1;
    def.packet_size = PAWL_SESSION_PACKET_MAX;
    def.rate = 60;
    def.resend_ms = 50;
    def.timeout_ms = 5000;
    def.transfer_deadline_ms = 3000;
    def.interrupt_ms = 1000;
    return def;
}

static uint32_t session_row_size(const pawl_session_def *def) {
    const uint32_t input_size = def->input_size + (def->variable_inputs ? 1u : 0u);
    return pawli_mask_size(def->players) + def->players * input_size;
}

/* States that may be brought back: saved ones, and those beside which a hash was asked for. */
static uint32_t states_of_window(const pawl_session_def *def) {
    if (def->save_every < 2) return def->window;
    const uint32_t saved = ((uint32_t)def->window + def->save_every - 1u) / def->save_every;
    return pawli_min(def->window, 2u * saved + 1u);
}

static uint32_t default_slot_count(const pawl_session_def *def) {
    if (def->role == PAWL_ROLE_SYNCTEST) return 4u * def->distance + def->save_every + 31u;
    if (def->window == 0) return 1;
    return 4u * states_of_window(def) + 32u;
}

static bool has_secret(const pawl_session_def *def) {
    static const uint8_t none[PAWL_SESSION_SECRET] = {0};
    return !pawli_bytes_are_equal(def->secret, none, sizeof none);
}

/* One row of inputs must fit, however different it is from the one before. */
static bool packet_size_is_valid(const pawl_session_def *def) {
    if (def->packet_size < PAWL_SESSION_PACKET_MIN) return false;
    if (def->packet_size > PAWL_SESSION_PACKET_MAX) return false;
    const uint32_t row = def->variable_inputs ? pawli_sized_row_max(def->players, def->input_size)
                                              : PAWLI_RLE_MAX(session_row_size(def));
    return def->packet_size >= PAWLI_WIRE_FULL + INPUT_PACKET_HEAD + row;
}

/* The longest HELLO: with all that a client may have to prove. */
static uint32_t hello_size(const pawl_session_def *def) {
    if (def->link == PAWL_SESSION_LINK_COMPACT) {
        return PAWLI_WIRE_COMPACT + HELLO_BODY + def->greeting_size;
    }
    const uint32_t signs = def->sign_every != 0 ? 2u : 0u;
    const uint32_t size = PAWLI_WIRE_FULL + HELLO_BODY + signs + def->greeting_size;
    if (has_secret(def)) return size + HELLO_PROOFS;
    return size + (def->trusts_link ? 0u : PAWLI_COOKIE_SIZE);
}

static bool is_client_role(const pawl_session_def *def) {
    return def->role == PAWL_ROLE_CLIENT || def->role == PAWL_ROLE_SPECTATOR;
}

static bool hello_fits(const pawl_session_def *def) {
    return !is_client_role(def) || hello_size(def) <= def->packet_size;
}

PAWLI_FOLD pawl_status check_session_sizes(const pawl_session_def *def, const char **field) {
    PAWLI_CHECK(field, def->players >= 1 && def->players <= PAWL_SESSION_PLAYERS_MAX, ERR_RANGE,
                "players");
    PAWLI_CHECK(field, def->local_players <= def->players, ERR_RANGE, "local_players");
    PAWLI_CHECK(field, def->input_size >= 1 && def->input_size <= PAWL_SESSION_INPUT_MAX, ERR_RANGE,
                "input_size");
    PAWLI_CHECK(field, def->variable_inputs <= 1, ERR_RANGE, "variable_inputs");
    PAWLI_CHECK(field, def->delay <= PAWL_SESSION_DELAY_MAX, ERR_RANGE, "delay");
    PAWLI_CHECK(field, def->delay_max <= PAWL_SESSION_DELAY_MAX, ERR_RANGE, "delay_max");
    PAWLI_CHECK(field, def->window <= PAWL_SESSION_WINDOW_MAX, ERR_RANGE, "window");
    PAWLI_CHECK(field, def->save_every >= 1 && def->save_every <= PAWL_SESSION_SAVE_EVERY_MAX,
                ERR_RANGE, "save_every");
    PAWLI_CHECK(field, def->hash_every % def->save_every == 0, ERR_ARGUMENT, "hash_every");
    PAWLI_CHECK(field, def->watch_delay <= PAWL_SESSION_WATCH_MAX, ERR_RANGE, "watch_delay");
    PAWLI_CHECK(field, def->slots <= PAWL_SESSION_SLOTS_MAX, ERR_RANGE, "slots");
    PAWLI_CHECK(field, def->peers >= 1 && def->peers <= PAWL_SESSION_PEERS_MAX, ERR_RANGE, "peers");
    PAWLI_CHECK(field, def->greeting_size <= PAWL_SESSION_GREETING_MAX, ERR_RANGE, "greeting_size");
    PAWLI_CHECK(field, packet_size_is_valid(def) && hello_fits(def), ERR_RANGE, "packet_size");
    return PAWL_OK;
}

static uint32_t least_slot_count(const pawl_session_def *def) {
    if (def->role == PAWL_ROLE_SYNCTEST) return (uint32_t)def->distance + def->save_every + 1u;
    return def->window == 0 ? 1u : states_of_window(def) + 2u;
}

static bool is_host_role(const pawl_session_def *def) {
    return def->role == PAWL_ROLE_HOST || def->role == PAWL_ROLE_RELAY;
}

/* A machine that is or may become a host. */
static bool may_be_host(const pawl_session_def *def) {
    return is_host_role(def) || (def->role == PAWL_ROLE_CLIENT && def->migrates);
}

static bool needs_secret(const pawl_session_def *def) {
    return may_be_host(def) && def->link == PAWL_SESSION_LINK_FULL && !def->trusts_link;
}

/* The whole roster goes into a packet, and all machines of the game may be peers. */
PAWLI_FOLD pawl_status check_session_migration(const pawl_session_def *def, const char **field) {
    if (!def->migrates || !may_be_host(def) || def->role == PAWL_ROLE_RELAY) return PAWL_OK;
    PAWLI_CHECK(field, def->link == PAWL_SESSION_LINK_FULL, ERR_ARGUMENT, "link");
    PAWLI_CHECK(field, def->address_size <= PAWL_SESSION_ADDRESS_MAX, ERR_RANGE, "address_size");
    PAWLI_CHECK(field,
                ROSTER_PACKET_HEAD + (def->players + 1u) * (ROSTER_ENTRY + def->address_size) <=
                    def->packet_size,
                ERR_RANGE, "packet_size");
    PAWLI_CHECK(field, MEMBER_PACKET + def->address_size <= def->packet_size, ERR_RANGE,
                "packet_size");
    PAWLI_CHECK(field, (uint32_t)def->peers + def->local_players >= def->players, ERR_RANGE,
                "peers");
    return PAWL_OK;
}

PAWLI_FOLD pawl_status check_session_def(const pawl_session_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == SESSION_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field, def->role <= PAWL_ROLE_RELAY, ERR_ARGUMENT, "role");
    PAWLI_CHECK(field, def->link <= PAWL_SESSION_LINK_COMPACT, ERR_ARGUMENT, "link");
    const pawl_status status = check_session_sizes(def, field);
    if (status != PAWL_OK) return status;
    const bool is_test = def->role == PAWL_ROLE_SYNCTEST;
    PAWLI_CHECK(field, !is_test || (def->distance >= 1 && def->distance <= PAWL_SESSION_WINDOW_MAX),
                ERR_RANGE, "distance");
    PAWLI_CHECK(field, !is_test || def->local_players == def->players, ERR_ARGUMENT,
                "local_players");
    PAWLI_CHECK(field, def->role != PAWL_ROLE_CLIENT || def->local_players != 0, ERR_ARGUMENT,
                "local_players");
    PAWLI_CHECK(field, !is_client_role(def) || def->local_players <= CLIENT_PLAYERS_MAX, ERR_RANGE,
                "local_players");
    PAWLI_CHECK(field, def->slots == 0 || def->slots >= least_slot_count(def), ERR_RANGE, "slots");
    PAWLI_CHECK(field, def->greeting != NULL || def->greeting_size == 0 || !is_client_role(def),
                ERR_NULL, "greeting");
    PAWLI_CHECK(field, is_test || def->session_id != 0, ERR_RANGE, "session_id");
    PAWLI_CHECK(field, has_secret(def) || !needs_secret(def), ERR_RANGE, "secret");
    PAWLI_CHECK(field, def->rate >= 1, ERR_RANGE, "rate");
    PAWLI_CHECK(field, def->resend_ms >= 1, ERR_RANGE, "resend_ms");
    PAWLI_CHECK(field, def->timeout_ms >= def->resend_ms, ERR_RANGE, "timeout_ms");
    PAWLI_CHECK(field, def->late <= PAWL_LATE_GONE, ERR_ARGUMENT, "late");
    PAWLI_CHECK(field, (def->features & ~(uint32_t)PAWL_FEATURES_ALL) == 0, ERR_RANGE, "features");
    PAWLI_CHECK(field, (def->features & ~PAWL_FEATURES) == 0, ERR_UNSUPPORTED, "features");
    PAWLI_CHECK(field, pawli_signing_is_valid(def), ERR_RANGE, "sign_every");
    return check_session_migration(def, field);
}

static PAWLI_RARE pawl_status check_session(const pawl_session_def *def) {
    if (def == NULL) return PAWL_ERR_NULL;
    return PAWLI_CHECK_ONLY(check_session_def, pawl_session_def_check, def);
}

PAWLI_RARE pawl_status pawl_session_def_check(const pawl_session_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_session_def, def, field);
}

PAWL_STATIC_ASSERT(sizeof(pawl_session) <= 664, "PAWL_SESSION_SIZE_MAX");
PAWL_STATIC_ASSERT(sizeof(pawli_peer) + sizeof(pawli_dispute) <= 208, "PAWL_SESSION_SIZE_MAX");
PAWL_STATIC_ASSERT(sizeof(pawli_return) <= 28 && sizeof(pawli_challenge) <= 28,
                   "PAWL_SESSION_SIZE_MAX");
PAWL_STATIC_ASSERT(sizeof(pawli_play_measure) + 16u + sizeof(pawli_line_measure) <=
                       PAWL_SESSION_MEASURES_SIZE(1),
                   "PAWL_SESSION_MEASURES_SIZE");
PAWL_STATIC_ASSERT(sizeof(pawli_line_measure) <= 48, "PAWL_SESSION_MEASURES_SIZE");
PAWL_STATIC_ASSERT(sizeof(pawli_diagnosis) + PAWL_SESSION_PACKET_MAX <= 696,
                   "PAWL_SESSION_SIZE_MAX");

/* How many there are of what comes in numbers. */
static void size_rings(const pawl_session_def *def, pawl_session *layout) {
    const bool is_test = def->role == PAWL_ROLE_SYNCTEST;
    const uint32_t window = is_test ? def->distance : def->window;
    const uint32_t rows = PAWL_SESSION_RING(window, pawli_max(def->delay, def->delay_max));
    layout->row_size = (uint16_t)session_row_size(def);
    layout->row_count = (uint16_t)(rows + layout->def.watch_delay + (def->save_every - 1u));
    if (def->hash_every != 0 && !is_test) {
        const uint32_t hashes = def->window == 0 ? LOCKSTEP_HASHES : rows;
        layout->hash_count = (uint16_t)(hashes + layout->def.watch_delay);
    }
    layout->peer_count = is_test ? 0 : may_be_host(def) ? def->peers : 1;
}

/* Parts that only some roles have. */
static void lay_out_role(const pawl_session_def *def, pawli_arena *arena, pawl_session *layout) {
    const bool keeps_greetings = is_host_role(def) || (may_be_host(def) && def->asks);
    if (keeps_greetings && def->greeting_size > 0) {
        layout->at_greetings = pawli_arena_reserve(arena, def->peers, def->greeting_size + 1u);
    }
    if (may_be_host(def) && def->input_deadline_ms != 0) {
        arena->size = pawli_arena_end(arena, 4);
        layout->at_deadlines = pawli_arena_reserve(
            arena, 1, sizeof(pawli_deadlines) + def->players * sizeof(uint16_t));
    }
    if (def->role == PAWL_ROLE_RELAY) {
        arena->size = pawli_arena_end(arena, 4);
        layout->at_relay = pawli_arena_reserve(arena, 1, sizeof(pawli_relay));
    }
    if (def->migrates && may_be_host(def) && def->role != PAWL_ROLE_RELAY) {
        arena->size = pawli_arena_end(arena, 8);
        layout->at_migrate = pawli_arena_reserve(arena, 1, (size_t)pawli_migrate_size(def));
    }
}

/* Parts that a def asks for. */
static void lay_out_options(const pawl_session_def *def, pawli_arena *arena, pawl_session *layout) {
    const bool is_test = def->role == PAWL_ROLE_SYNCTEST;
    const bool can_diagnose = !is_test && def->hash_every != 0 && layout->def.slots > 1 &&
                              def->packet_size >= DIAGNOSIS_PACKET_MIN;
    if (def->measures && !is_test) {
        arena->size = pawli_arena_end(arena, 4);
        layout->at_measures = pawli_arena_reserve(arena, 1, sizeof(pawli_play_measure));
        (void)pawli_arena_reserve(arena, layout->peer_count, sizeof(pawli_line_measure));
    }
    if (can_diagnose) {
        arena->size = pawli_arena_end(arena, 8); /* it holds 64-bit values */
        layout->at_diagnosis = pawli_arena_reserve(arena, 1, sizeof(pawli_diagnosis));
        layout->at_answer = pawli_arena_reserve(arena, 1, def->packet_size);
    }
    const uint32_t signing_size = pawli_signing_size(layout);
    if (signing_size != 0) {
        arena->size = pawli_arena_end(arena, 8);
        layout->at_signing = pawli_arena_reserve(arena, 1, (size_t)signing_size);
    }
}

/* The parts of the memory; nothing here overflows: the largest def takes some 400 KB. */
static pawl_status lay_out_session(const pawl_session_def *def, pawl_session *layout) {
    const pawl_status status = check_session(def);
    if (status != PAWL_OK) return status;
    layout->def = *def;
    if (def->slots == 0) layout->def.slots = (uint8_t)default_slot_count(def);
    if (def->role == PAWL_ROLE_SPECTATOR || def->role == PAWL_ROLE_RELAY) {
        layout->def.local_players = 0;
    }
    if (!may_be_host(def)) layout->def.watch_delay = 0;
    layout->delay_least = layout->delay_target = def->delay;
    size_rings(def, layout);
    const bool is_full = def->link == PAWL_SESSION_LINK_FULL;
    const bool may_guess = def->role != PAWL_ROLE_SYNCTEST && def->window > 0;

    pawli_arena arena = {sizeof(pawl_session), 4};
    layout->at_peers = pawli_arena_reserve(&arena, layout->peer_count, sizeof(pawli_peer));
    if (layout->hash_count != 0) {
        layout->at_disputes =
            pawli_arena_reserve(&arena, layout->peer_count, sizeof(pawli_dispute));
    }
    layout->at_players =
        pawli_arena_reserve(&arena, def->players, 2u * sizeof(uint32_t) + 2u * sizeof(uint8_t));
    layout->at_slots = pawli_arena_reserve(&arena, layout->def.slots, sizeof(pawli_slot));
    /* A client that may become the host has them then, with a secret or without. */
    const bool has_returns = has_secret(def) || (is_client_role(def) && def->migrates);
    if (may_be_host(def) && is_full && has_returns) {
        layout->at_returns = pawli_arena_reserve(&arena, def->players, sizeof(pawli_return));
    } else if (is_client_role(def) && is_full) {
        layout->at_returns = pawli_arena_reserve(&arena, 1, sizeof(pawli_challenge));
    }
    layout->at_hashes = pawli_arena_reserve(&arena, layout->hash_count, sizeof(uint32_t));
    layout->at_rows = pawli_arena_reserve(&arena, layout->row_count, layout->row_size);
    if (def->can_predict && may_guess) {
        arena.size = pawli_arena_end(&arena, 4);
        layout->at_guesses = pawli_arena_reserve(&arena, layout->row_count, sizeof(uint16_t));
    }
    layout->at_scratch = pawli_arena_reserve(&arena, 2, layout->row_size);
    lay_out_role(def, &arena, layout);
    lay_out_options(def, &arena, layout);
    if (pawli_session_is_client(layout)) layout->peer_count = 1; /* those of a host come later */
    layout->size = (uint32_t)pawli_arena_end(&arena, 8);
    return PAWL_OK;
}

size_t pawl_session_size(const pawl_session_def *def) {
    pawl_session layout;
    memset(&layout, 0, sizeof layout);
    return lay_out_session(def, &layout) == PAWL_OK ? pawli_size_or_none(layout.size) : 0;
}

static void place_players(pawl_session *session) {
    const uint32_t players = session->def.players;
    uint8_t *const at = pawli_session_at(session, session->at_players);
    session->known = (uint32_t *)(void *)at;
    session->starts = session->known + players;
    session->owner = (uint8_t *)(session->starts + players);
    session->status = session->owner + players;
}

pawl_status pawl_session_init(void *memory, size_t size, const pawl_session_def *def,
                              pawl_session **out) {
    if (memory == NULL || def == NULL || out == NULL) return PAWL_ERR_NULL;
    pawl_session layout;
    memset(&layout, 0, sizeof layout);
    const pawl_status status = lay_out_session(def, &layout);
    if (status != PAWL_OK) return status;
    if (!pawli_is_aligned(memory) || size < layout.size) {
        return PAWL_ERR_MEMORY;
    }
    memset(memory, 0, (size_t)layout.size);
    pawl_session *const session = (pawl_session *)memory;
    *session = layout;
    session->id = def->session_id;
    place_players(session);
    pawli_migrate_reset(session);
    pawli_game_clear(session);
    const uint16_t local = (uint16_t)((UINT32_C(1) << session->def.local_players) - 1u);
    if (pawli_session_is_client(session)) {
        pawli_client_connect(session);
    } else {
        session->local = local;
        for (uint32_t i = 0; i < session->def.local_players; i++)
            session->owner[i] = PAWLI_OWNER_LOCAL;
        pawli_game_try_start(session);
    }
    *out = session;
    return PAWL_OK;
}

/* ---- answers ---- */

pawl_session_phase pawl_session_get_phase(const pawl_session *session) {
    return session == NULL ? PAWL_PHASE_ENDED : (pawl_session_phase)session->phase;
}

uint32_t pawl_session_get_local_players(const pawl_session *session) {
    return session == NULL ? 0 : session->local;
}

uint32_t pawl_session_get_head(const pawl_session *session) {
    return session == NULL ? 0 : session->head;
}

uint32_t pawl_session_get_confirmed(const pawl_session *session) {
    return session == NULL ? 0 : session->confirmed;
}

pawl_status pawl_session_get_stats(const pawl_session *session, uint32_t peer,
                                   pawl_session_stats *out) {
    if (session == NULL || out == NULL) return PAWL_ERR_NULL;
    const bool is_test = session->def.role == PAWL_ROLE_SYNCTEST;
    if (peer >= session->peer_count && !is_test) return PAWL_ERR_RANGE;
    memset(out, 0, sizeof *out);
    out->rollbacks = session->rollbacks;
    out->replayed_ticks = session->replayed;
    out->stalls = session->stalls;
    out->overruled = session->overruled;
    if (is_test) return PAWL_OK;
    const pawli_peer *const from = &pawli_session_peers(session)[peer];
    out->sent = from->counts.sent;
    out->received = from->counts.received;
    out->bytes_sent = from->counts.bytes_sent;
    out->bytes_received = from->counts.bytes_received;
    out->corrupt = from->counts.corrupt;
    out->malformed = from->counts.malformed;
    out->stale = from->counts.stale;
    out->duplicate = from->counts.duplicate;
    out->round_trip_ms = from->clock.round_trip;
    const uint32_t got = pawli_session_is_host(session) ? from->rows.next : session->confirmed;
    out->behind = (int32_t)(got - session->head);
    return PAWL_OK;
}

const char *pawl_refusal_text(pawl_refusal reason) {
    switch (reason) {
    case PAWL_REFUSED_LEFT:
        return "left";
    case PAWL_REFUSED_SILENCE:
        return "silent for too long";
    case PAWL_REFUSED_DROPPED:
        return "dropped by the host";
    case PAWL_REFUSED_PROTOCOL:
        return "another version of the protocol";
    case PAWL_REFUSED_SIMULATION:
        return "another version of the simulation";
    case PAWL_REFUSED_MATH:
        return "arithmetic differs: run portcheck";
    case PAWL_REFUSED_CONFIG:
        return "a world of other capacities";
    case PAWL_REFUSED_APP:
        return "another game, or another version of it";
    case PAWL_REFUSED_GAME:
        return "other players, input size, rate, hashes, link or signing";
    case PAWL_REFUSED_FULL:
        return "no place is free";
    case PAWL_REFUSED_SNAPSHOT:
        return "no usable snapshot";
    case PAWL_REFUSED_SLOW:
        return "could not keep up";
    case PAWL_REFUSED_FEATURES:
        return "the game uses what only one of the two builds has";
    case PAWL_REFUSED_ADMISSION:
        return "refused by the host's game";
    }
    return "unknown reason";
}
