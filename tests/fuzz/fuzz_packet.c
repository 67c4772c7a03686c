/* fuzz_packet.c - two sessions that play, and packets that somebody forges.
 *
 * The input says how they are set up: as host and client of up to 16 players with whatever a def
 * has, or as a relay, which a session in memory feeds, and its spectator. Then, frame by frame,
 * what comes between their own packets: bytes for either side, with the checksum and the number of
 * the session made right, so that they get past the envelope. At the end the host drops its peer
 * and must be able to go on alone, and a sound client must be able to join. */
#include "base/crc.h"
#include "base/bytes.h"
#include "base/siphash.h"
#include "fuzz.h"
#include "migrate/migrate.h"
#include "pawl/measure.h"
#include "pawl/relay.h"
#include "pawl/session_sign.h"
#include "pawl/stages.h"
#include "session/session.h"

#define MEMORY 65536
#define FRAMES_MAX 80
#define REQUESTS_MAX 4000
#define SLOTS PAWL_SESSION_SLOTS_MAX
#define TICK_MS 17u
#define GUEST 3u /* addresses */
#define STRANGER 4u

typedef struct player {
    uint64_t memory[MEMORY / 8], stages[MEMORY / 8];
    pawl_session *session;
    pawl_session_def def;
    uint32_t now[2], again[2], slots[SLOTS][2]; /* tick, value */
    uint8_t snapshot[8], loading[512];
} player;

static player host, guest;
static player source; /* of what a host that is a relay relays */

typedef struct input {
    const uint8_t *bytes;
    size_t size;
} input;

static uint8_t take(input *in) {
    if (in->size == 0) return 0;
    in->size--;
    return *in->bytes++;
}

static void open_player(player *p, const pawl_session_def *def) {
    memset(p, 0, sizeof *p);
    p->def = *def;
    fuzz_require(pawl_session_size(def) <= MEMORY);
    fuzz_require(pawl_session_init(p->memory, sizeof p->memory, def, &p->session) == PAWL_OK);
    if (def->role == PAWL_ROLE_CLIENT || def->role == PAWL_ROLE_SPECTATOR || def->migrates) {
        fuzz_require(pawl_session_set_snapshot_memory(p->session, p->loading, sizeof p->loading) ==
                     PAWL_OK);
    }
}

static void take_stage_memory(player *p) {
    const size_t size = pawl_session_stage_memory_size(&p->def);
    fuzz_require(size <= sizeof p->stages);
    if (size == 0) return;
    fuzz_require(pawl_session_set_stage_memory(p->session, p->stages, sizeof p->stages) == PAWL_OK);
}

static uint32_t play_tick(const player *p, const pawl_request *request, uint32_t value) {
    const uint32_t players = p->def.players, size = p->def.input_size;
    if (request->sizes != NULL) {
        value = pawl_xxh32(request->sizes, players, value);
        for (uint32_t i = 0; i < players * size; i++)
            fuzz_require(i % size < request->sizes[i / size] || request->inputs[i] == 0);
    }
    return pawl_xxh32(request->inputs, players * (size_t)size, value + request->status[0]);
}

/* The spare memory is `again`. */
static void play_again(player *p, const pawl_request *request) {
    fuzz_require(request->slot < SLOTS);
    if (!request->is_current) memcpy(p->again, p->slots[request->slot], sizeof p->again);
    fuzz_require(request->tick == p->again[0]);
    const uint32_t before = p->again[1];
    p->again[1] = play_tick(p, request, before);
    p->again[0]++;
    fuzz_require(pawl_session_answer_replay(p->session, request->tick, true, before, p->again[1]) ==
                 PAWL_OK);
}

static void answer(player *p, const pawl_request *request) {
    pawl_session *const session = p->session;
    switch (request->type) {
    case PAWL_REQUEST_SAVE:
        fuzz_require(request->slot < SLOTS && request->tick == p->now[0]);
        memcpy(p->slots[request->slot], p->now, sizeof p->now);
        fuzz_require(pawl_session_answer_save(session, request->tick, p->now[1]) == PAWL_OK);
        break;
    case PAWL_REQUEST_LOAD:
        fuzz_require(request->slot < SLOTS);
        memcpy(p->now, p->slots[request->slot], sizeof p->now);
        fuzz_require(request->tick == p->now[0]);
        break;
    case PAWL_REQUEST_STEP:
        fuzz_require(request->tick == p->now[0]);
        p->now[1] = play_tick(p, request, p->now[1]);
        p->now[0]++;
        break;
    case PAWL_REQUEST_SNAPSHOT:
        memcpy(p->snapshot, p->slots[request->slot], sizeof p->snapshot);
        fuzz_require(pawl_session_answer_snapshot(session, request->tick, p->snapshot,
                                                  sizeof p->snapshot) == PAWL_OK);
        break;
    case PAWL_REQUEST_RESET: {
        const bool is_good = request->snapshot_size == sizeof p->now;
        if (is_good) memcpy(p->now, request->snapshot, sizeof p->now);
        p->now[0] = request->tick;
        fuzz_require(pawl_session_answer_reset(session, is_good) == PAWL_OK);
        break;
    }
    case PAWL_REQUEST_HASH:
        fuzz_require(request->slot < SLOTS && request->tick == p->slots[request->slot][0]);
        fuzz_require(request->is_current == (request->tick == p->now[0]));
        fuzz_require(pawl_session_answer_hash(session, request->tick, p->slots[request->slot][1]) ==
                     PAWL_OK);
        break;
    case PAWL_REQUEST_REPLAY:
        play_again(p, request);
        break;
    case PAWL_REQUEST_SIGN:
        fuzz_require(request->snapshot_size ==
                     PAWL_SIGN_HEAD_SIZE +
                         p->def.sign_every * ((size_t)p->def.input_size + p->def.variable_inputs));
        fuzz_require(pawl_session_answer_sign(session, request->tick,
                                              request->tick % 8 == 0 ? p->loading : NULL) ==
                     PAWL_OK);
        break;
    case PAWL_REQUEST_PREDICT: {
        const bool is_usual = request->tick % 4 == 0;
        fuzz_require(pawl_session_answer_predict(session, request->tick,
                                                 is_usual ? NULL : request->inputs,
                                                 is_usual ? NULL : request->sizes) == PAWL_OK);
        break;
    }
    case PAWL_REQUEST_SUBSTITUTE:
        fuzz_require(pawl_session_answer_substitute_sized(session, request->tick, request->inputs,
                                                          request->sizes) == PAWL_OK);
        break;
    case PAWL_REQUEST_STAGES:
        fuzz_require(pawl_session_answer_stages(session, NULL) == PAWL_OK);
        break;
    default:
        fuzz_require(pawl_session_answer_diagnose(session, NULL) == PAWL_OK);
        break;
    }
}

static void run(player *p, uint8_t low);

static void feed_relay(uint8_t low) {
    run(&source, low);
    fuzz_require(pawl_session_relay(host.session, source.session) == PAWL_OK);
}

static void run(player *p, uint8_t low) {
    if (p->def.role == PAWL_ROLE_RELAY) feed_relay(low);
    uint8_t bytes[PAWL_SESSION_INPUT_MAX] = {low, 1};
    const uint32_t given =
        p->def.variable_inputs ? low % (p->def.input_size + 1u) : p->def.input_size;
    for (uint32_t i = 0; i < p->def.players; i++)
        (void)pawl_session_add_input_sized(p->session, i, bytes, given);
    pawl_request request;
    uint32_t requests = 0;
    while (pawl_session_next_request(p->session, &request) > PAWL_REQUEST_WAIT) {
        fuzz_require(++requests < REQUESTS_MAX);
        answer(p, &request);
    }
    pawl_session_event_info event;
    pawl_session_stats stats;
    uint32_t tick;
    uint8_t inputs[PAWL_SESSION_PLAYERS_MAX * PAWL_SESSION_INPUT_MAX];
    uint8_t status[PAWL_SESSION_PLAYERS_MAX];
    while (pawl_session_take_event(p->session, &event)) {
        uint32_t size = 99;
        if (event.type != PAWL_EVENT_ADMIT) continue;
        (void)pawl_session_get_greeting(p->session, event.peer, &size);
        fuzz_require(size <= p->def.greeting_size);
        (void)pawl_session_admit(p->session, event.peer); /* it may have gone meanwhile */
    }
    while (pawl_session_take_confirmed(p->session, &tick, inputs, status))
        continue;
    pawl_session_signature one;
    while (pawl_session_take_signature(p->session, &one)) {
        fuzz_require(one.player < p->def.players && one.count == p->def.sign_every);
        fuzz_require(one.tick + one.count <= pawl_session_get_confirmed(p->session));
    }
    (void)pawl_session_take_advice(p->session);
    pawl_session_measures measures;
    if (p->def.measures) {
        fuzz_require(pawl_session_get_measures(p->session, 0, &measures) == PAWL_OK);
        fuzz_require(measures.loss_in <= PAWL_SESSION_LOSS_ALL);
        fuzz_require(measures.loss_out <= PAWL_SESSION_LOSS_ALL);
    }
    if (pawl_session_get_stats(p->session, 0, &stats) != PAWL_OK) return;
}

/* A host on a network gets the address, too; the guest is at GUEST, and hears its answers. */
static void deliver(player *to, uint32_t address, const uint8_t *packet, size_t size,
                    uint32_t now_ms) {
    const bool is_open = pawli_session_is_host(to->session) && !to->def.trusts_link &&
                         to->def.link == PAWL_SESSION_LINK_FULL;
    if (!is_open) {
        (void)pawl_session_receive(to->session, 0, packet, size, now_ms);
        return;
    }
    pawl_session_reply reply;
    pawl_session_receive_from(to->session, &address, sizeof address, packet, size, now_ms, &reply);
    fuzz_require(reply.size <= size);
    fuzz_require(reply.peer == PAWL_SESSION_PEER_NONE || address == GUEST ||
                 to->session->at_migrate != 0);
    if (reply.size == 0 || address != GUEST) return;
    (void)pawl_session_receive(guest.session, 0, reply.bytes, reply.size, now_ms);
}

static void carry(player *from, player *to, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer, count = 0;
    int32_t size;
    while ((size = pawl_session_send(from->session, &peer, packet, sizeof packet, now_ms)) > 0) {
        fuzz_require(++count < 200);
        fuzz_require(size <= from->def.packet_size);
        deliver(to, GUEST, packet, (size_t)size, now_ms);
    }
}

/* Of a member, with the key that it has. */
static uint32_t seal_member_packet(const player *to, const uint8_t *bytes, uint32_t size,
                                   uint8_t *out) {
    const pawli_migrate *const migrate = pawli_session_migrate(to->session);
    if (migrate == NULL || !migrate->has_key || size < 15) return 0;
    memcpy(out, bytes, size);
    out[0] = (uint8_t)(PAWLI_MIGRATE_STATE + bytes[0] % 3u);
    out[1] = (uint8_t)(bytes[1] % pawli_member_count(to->session));
    out[2] = migrate->self;
    const pawli_roster_member *const from = pawli_session_member(to->session, out[1]);
    pawli_store_u32(out + 3, bytes[3] == 0 ? bytes[4] : pawli_max(from->told_since, from->since));
    pawli_store_u32(out + 7, from->count + 1u + (bytes[7] & 3u));
    pawli_store_u32(out + 11, migrate->term + (bytes[11] & 3u));
    const uint64_t hash = pawli_siphash(migrate->key, out, size);
    pawli_store_u32(out + size, (uint32_t)(hash & UINT32_MAX));
    pawli_store_u32(out + size + 4, (uint32_t)(hash >> 32));
    return size + 8u;
}

/* What follows in the input, in the envelope of the link. */
static void forge(input *in, player *to, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    const uint8_t first = take(in), flags = take(in), sequence = take(in);
    uint32_t size = take(in);
    if (size > in->size) size = (uint32_t)in->size;
    uint8_t sealed[PAWL_SESSION_PACKET_MAX];
    const uint8_t *body = in->bytes;
    uint32_t body_size = size;
    const bool is_full = to->def.link == PAWL_SESSION_LINK_FULL;
    const bool is_member = to->session->at_migrate != 0 && (first & 64u) != 0;
    const uint8_t type = is_member ? (uint8_t)PAWLI_MIGRATE : first & (is_full ? 15u : 7u);
    if (type == PAWLI_MIGRATE && (first & 32u) != 0) {
        const uint32_t sealed_size = seal_member_packet(to, body, size, sealed);
        if (sealed_size != 0) body = sealed, body_size = sealed_size;
    }
    const uint32_t named = pawli_session_is_host(to->session)
                               ? pawli_session_peers(to->session)[0].visit
                               : to->session->id;
    const bool is_unnamed = type <= PAWLI_BYE || type == PAWLI_CHALLENGE || type == PAWLI_MIGRATE;
    const uint32_t id = is_unnamed ? 0 : named;
    pawli_writer out = pawli_writer_of(packet, sizeof packet);
    if (is_full) {
        pawli_write_u16(&out, 0x5750);
        pawli_write_u8(&out, (uint8_t)(PAWL_SESSION_PROTOCOL | type << 4));
        pawli_write_u8(&out, body == sealed ? 0 : flags);
        pawli_write_u32(&out, id);
        pawli_write_u16(&out, (uint16_t)(pawli_session_peers(to->session)[0].last + sequence));
        pawli_write_u16(&out, (uint16_t)(body_size + 16u));
        pawli_write_bytes(&out, body, body_size);
        pawli_write_u32(&out, pawli_crc_32(0, packet, out.at));
    } else {
        uint8_t seed[4];
        pawli_store_u32(seed, id);
        pawli_write_u8(&out, (uint8_t)(type << 5 | (flags & 31u)));
        pawli_write_u8(&out, sequence);
        pawli_write_bytes(&out, in->bytes, size);
        pawli_write_u16(&out, pawli_crc_16(pawli_crc_16(0, seed, 4), packet, out.at));
    }
    in->bytes += size;
    in->size -= size;
    /* The names of the connection, where the input asks for them: nobody guesses these. */
    deliver(to, (first & 16u) != 0 ? STRANGER : GUEST, packet, out.at, now_ms);
}

/* A nonce and the like, which random bytes never hit. */
static void patch(input *in, player *to) {
    pawli_peer *const peer = &pawli_session_peers(to->session)[0];
    const uint8_t how = take(in);
    if ((how & 1u) != 0) peer->nonce = 0;
    if ((how & 14u) == 14u && to->def.migrates) (void)pawl_session_leave(host.session);
}

/* Where the host may change there is none that must go on: nothing breaks. */
static void finish_migration(uint32_t now_ms) {
    for (uint32_t i = 0; i < 60; i++, now_ms += TICK_MS) {
        run(&host, (uint8_t)i), run(&guest, 0);
        carry(&host, &guest, now_ms);
        carry(&guest, &host, now_ms);
    }
}

static void finish(uint32_t now_ms) {
    if (host.def.migrates) {
        finish_migration(now_ms);
        return;
    }
    (void)pawl_session_drop(host.session, 0);
    if (pawl_session_get_phase(host.session) == PAWL_PHASE_WAITING &&
        host.def.role != PAWL_ROLE_RELAY) {
        fuzz_require(pawl_session_start(host.session) == PAWL_OK);
    }
    const uint32_t before = pawl_session_get_head(host.session);
    for (uint32_t i = 0; i < 24; i++, now_ms += TICK_MS) {
        uint8_t packet[PAWL_SESSION_PACKET_MAX];
        uint32_t peer;
        run(&host, (uint8_t)i);
        while (pawl_session_send(host.session, &peer, packet, sizeof packet, now_ms) > 0)
            continue;
    }
    fuzz_require(pawl_session_get_head(host.session) - before >= 12);
    pawl_session_def def = guest.def;
    def.role = PAWL_ROLE_SPECTATOR;
    def.session_id = 77;
    open_player(&guest, &def);
    for (uint32_t i = 0; i < 60u + 2u * def.watch_delay; i++, now_ms += TICK_MS) {
        run(&host, (uint8_t)i), run(&guest, 0);
        carry(&host, &guest, now_ms);
        carry(&guest, &host, now_ms);
    }
    fuzz_require(pawl_session_get_phase(guest.session) == PAWL_PHASE_PLAYING);
    /* With one row in each packet, what is behind stays so. */
    if (def.packet_size < 64u + 2u * def.players * (def.input_size + 1u)) return;
    fuzz_require(pawl_session_get_head(guest.session) + def.watch_delay + 20 >
                 pawl_session_get_head(host.session));
}

static void draw_sizes(input *in, pawl_session_def *def) {
    const uint8_t players = take(in), sizes = take(in);
    def->players = (uint8_t)(2u + players % 15u);
    def->local_players = (uint8_t)(1u + players / 15u % (def->players - 1u));
    def->input_size = (uint8_t)(2u + (sizes & 3u));
    def->save_every = (uint8_t)(1u + (sizes >> 2 & 3u));
    def->hash_every = (uint8_t)(def->save_every * (1u + (sizes >> 4 & 1u)));
    def->delay_max = (uint8_t)((sizes >> 5 & 3u) * 2u);
    def->peers = def->players;
}

/* Whatever a def has; zeros: what is usual. True: with memory for stages. */
static bool draw_options(input *in, pawl_session_def *def) {
    draw_sizes(in, def);
    const uint8_t options = take(in), watch = take(in), more = take(in);
    const bool is_full = def->link == PAWL_SESSION_LINK_FULL;
    def->watch_delay = watch % 40u;
    def->variable_inputs = options & 1u;
    def->can_predict = options >> 1 & 1u;
    def->measures = (options & 4u) != 0;
    if ((options & 16u) != 0) def->role = PAWL_ROLE_RELAY;
    def->migrates = (options & 8u) != 0 && is_full && def->role == PAWL_ROLE_HOST;
    def->migrate_alone = (options & 32u) != 0;
    if ((options & 64u) != 0) {
        def->input_deadline_ms = 60;
        def->late = more & 1u;
    }
    const bool signs = is_full && def->packet_size > 130;
    def->sign_every = signs ? 4u + (more >> 1 & 15u) : 0;
    if (def->migrates) def->address_size = more >> 5 & 3u;
    /* What these players need of a packet, and what only one of two may have. */
    const char *field;
    if (pawl_session_def_check(def, &field) != PAWL_OK) {
        def->packet_size = PAWL_SESSION_PACKET_MAX;
        def->secret[0] = 9;
    }
    return (options & 128u) != 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint16_t packets[] = {508, 48, 128, 200};
    static const uint8_t windows[] = {0, 8, 3, 1};
    input in = {data, size};
    const uint8_t setup = take(&in), late = take(&in);
    pawl_session_def def = pawl_session_def_default();
    def.can_replay = 1;
    def.can_hash = late >> 6 & 1u;
    def.link = setup & 1u;
    def.window = windows[setup >> 1 & 3u];
    def.packet_size = packets[setup >> 3 & 3u];
    def.delay = setup >> 5 & 3u;
    def.session_id = 5;
    def.trusts_link = (setup & 128u) != 0 || def.packet_size == 48;
    if (def.packet_size > 48) def.secret[0] = 9;
    def.asks = (late & 128u) != 0;
    def.greeting = "hello";
    def.greeting_size = def.packet_size > 48 ? 5 : 0;
    const bool has_stages = draw_options(&in, &def);
    if (def.role == PAWL_ROLE_RELAY) {
        pawl_session_def alone = def;
        alone.role = PAWL_ROLE_HOST;
        alone.local_players = alone.players;
        open_player(&source, &alone);
    }
    open_player(&host, &def);
    def.role = def.role == PAWL_ROLE_RELAY ? PAWL_ROLE_SPECTATOR : PAWL_ROLE_CLIENT;
    open_player(&guest, &def);
    if (has_stages) take_stage_memory(&host), take_stage_memory(&guest);
    const uint32_t first = late & 31u;
    if (((late & 32u) != 0 && def.role == PAWL_ROLE_CLIENT) || def.migrates)
        (void)pawl_session_start(host.session);
    uint32_t now_ms = (late & 64u) != 0 ? 0xFFFFFF00u : 0;
    for (uint32_t frame = 0; frame < FRAMES_MAX && (in.size > 0 || frame == 0); frame++) {
        const uint8_t what = take(&in);
        run(&host, what);
        if (frame >= first) run(&guest, (uint8_t)(what + 1u));
        if ((what & 3u) != 0) carry(&host, &guest, now_ms);
        if ((what & 12u) != 0 && frame >= first) carry(&guest, &host, now_ms);
        if ((what & 16u) != 0) forge(&in, &host, now_ms);
        if ((what & 32u) != 0) forge(&in, &guest, now_ms);
        if ((what & 192u) == 192u) patch(&in, (what & 1u) != 0 ? &host : &guest);
        now_ms += TICK_MS;
    }
    finish(now_ms);
    return 0;
}
