/* fuzz_election.c - machines of a game whose host may change, and packets of theirs that are
 * changed on their way.
 *
 * fuzz_packet makes packets up; few of those get far into an election, whose packets carry a keyed
 * hash, counters and terms. Here three to five machines play, lose their host and elect others, and
 * the input says which of their packets is changed, and how: a byte of its body, then all hashes
 * and checksums are made right again, as a member could that lies. So what is forged fits the state
 * of the game. Others are lost, doubled, held back, or come to another machine. Nothing breaks, no
 * machine sends without an end, and what is confirmed stays in order on each. */
#include <string.h>

#include "base/bytes.h"
#include "base/crc.h"
#include "base/siphash.h"
#include "fuzz.h"
#include "migrate/migrate.h"
#include "pawl/session_sign.h"
#include "session/session.h"

#define MACHINES_MAX 5u
#define MEMORY 65536
#define FRAMES 260u
#define TICK_MS 17u
#define REQUESTS_MAX 4000
#define HELD_MAX 64u
#define NOWHERE 255u
#define HEAD 12u /* bytes of an envelope before the body, and 4 behind it */
#define MEMBER_HASH 8u

typedef struct machine {
    uint64_t memory[MEMORY / 8];
    pawl_session *session;
    pawl_session_def def;
    uint32_t now[2], slots[PAWL_SESSION_SLOTS_MAX][2]; /* tick, value */
    uint8_t snapshot[8], loading[1024];
    uint8_t peers[PAWL_SESSION_PEERS_MAX], host; /* addresses: numbers of machines */
    bool is_on;
} machine;

/* One is changed, and the others go on as they are. */
typedef struct change {
    uint32_t packet; /* the how manyth that is sent */
    uint8_t how, at, value, extra;
} change;

typedef struct held_packet {
    uint8_t bytes[PAWL_SESSION_PACKET_MAX];
    uint32_t size, due; /* frame */
    uint8_t from, to;
} held_packet;

static machine machines[MACHINES_MAX];
static uint32_t count, frame, sent;
static held_packet held[HELD_MAX];
static const uint8_t *input;
static size_t left;
static change next;

static uint8_t take(void) {
    if (left == 0) return 0;
    left--;
    return *input++;
}

/* Changes come every so many packets. */
static void take_change(void) {
    next.packet = left == 0 ? UINT32_MAX : sent + 1u + take();
    next.how = take();
    next.at = take();
    next.value = take();
    next.extra = take();
}

/* ---- machines ---- */

static void open_machine(uint32_t index, const pawl_session_def *def) {
    machine *const m = &machines[index];
    memset(m, 0, sizeof *m);
    memset(m->peers, NOWHERE, sizeof m->peers);
    m->def = *def;
    m->def.role = index == 0 ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
    m->def.session_id = index + 5u;
    m->def.secret[0] = (uint8_t)(index + 1u);
    m->is_on = true;
    fuzz_require(pawl_session_size(&m->def) <= MEMORY);
    fuzz_require(pawl_session_init(m->memory, sizeof m->memory, &m->def, &m->session) == PAWL_OK);
    fuzz_require(pawl_session_set_snapshot_memory(m->session, m->loading, sizeof m->loading) ==
                 PAWL_OK);
}

static void answer(machine *m, const pawl_request *request) {
    pawl_session *const session = m->session;
    switch (request->type) {
    case PAWL_REQUEST_SAVE:
        memcpy(m->slots[request->slot], m->now, sizeof m->now);
        (void)pawl_session_answer_save(session, request->tick, m->now[1]);
        break;
    case PAWL_REQUEST_LOAD:
        memcpy(m->now, m->slots[request->slot], sizeof m->now);
        break;
    case PAWL_REQUEST_STEP:
        fuzz_require(request->tick == m->now[0]);
        m->now[1] = pawl_xxh32(request->inputs, m->def.players * (size_t)m->def.input_size,
                               m->now[1] + request->status[0]);
        m->now[0]++;
        break;
    case PAWL_REQUEST_SNAPSHOT:
        memcpy(m->snapshot, request->is_current ? m->now : m->slots[request->slot],
               sizeof m->snapshot);
        (void)pawl_session_answer_snapshot(session, request->tick, m->snapshot, sizeof m->snapshot);
        break;
    case PAWL_REQUEST_RESET: {
        const bool is_good = request->snapshot_size == sizeof m->now;
        if (is_good) memcpy(m->now, request->snapshot, sizeof m->now);
        m->now[0] = request->tick;
        (void)pawl_session_answer_reset(session, is_good);
        break;
    }
    case PAWL_REQUEST_REPLAY:
        (void)pawl_session_answer_replay(session, request->tick, false, 0, 0);
        break;
    case PAWL_REQUEST_SIGN:
        (void)pawl_session_answer_sign(session, request->tick, m->loading);
        break;
    default:
        (void)pawl_session_answer_diagnose(session, NULL);
        break;
    }
}

static uint8_t address_of(const machine *m, uint32_t number, pawl_session_member *out) {
    if (pawl_session_get_member(m->session, number, out) != PAWL_OK) return NOWHERE;
    return out->address_size == 1 ? *(const uint8_t *)out->address : NOWHERE;
}

static void map_members(machine *m, uint32_t host) {
    pawl_session_member member;
    for (uint32_t i = 0; i <= m->def.players; i++) {
        const uint8_t at = address_of(m, i, &member);
        if (at == NOWHERE) continue;
        if (member.peer < PAWL_SESSION_PEERS_MAX) m->peers[member.peer] = at;
        if (i == host) m->host = at;
    }
}

static void take_events(machine *m) {
    pawl_session_event_info event;
    while (pawl_session_take_event(m->session, &event)) {
        if (event.type == PAWL_EVENT_MIGRATED) map_members(m, event.value);
        if (event.type != PAWL_EVENT_PEER_UP || event.peer >= PAWL_SESSION_PEERS_MAX) continue;
        const uint8_t own = (uint8_t)(m - machines), at = m->peers[event.peer];
        (void)pawl_session_tell_address(m->session, PAWL_SESSION_PEER_NONE, &own, 1);
        if (at != NOWHERE) (void)pawl_session_tell_address(m->session, event.peer, &at, 1);
    }
}

static void play(machine *m, uint8_t low) {
    const uint8_t bytes[2] = {low, 1};
    for (uint32_t i = 0; i < m->def.players; i++)
        (void)pawl_session_add_input(m->session, i, bytes);
    pawl_request request;
    uint32_t requests = 0, tick, last = 0;
    bool has_last = false;
    while (pawl_session_next_request(m->session, &request) > PAWL_REQUEST_WAIT) {
        fuzz_require(++requests < REQUESTS_MAX);
        answer(m, &request);
    }
    take_events(m);
    uint8_t inputs[PAWL_SESSION_PLAYERS_MAX * 2], status[PAWL_SESSION_PLAYERS_MAX];
    while (pawl_session_take_confirmed(m->session, &tick, inputs, status)) {
        fuzz_require(!has_last || tick == last + 1u);
        fuzz_require(tick < pawl_session_get_confirmed(m->session));
        last = tick;
        has_last = true;
    }
    (void)pawl_session_take_advice(m->session);
}

/* ---- packets ---- */

static void deliver(uint8_t from, uint8_t to, const uint8_t *bytes, uint32_t size) {
    machine *const m = &machines[to];
    pawl_session_reply reply;
    if (to >= count || !m->is_on) return;
    const bool is_host = pawli_session_is_host(m->session);
    if (!is_host && from != m->host && (size < 3 || bytes[2] >> 4 != PAWLI_MIGRATE)) return;
    pawl_session_receive_from(m->session, &from, 1, bytes, size, frame * TICK_MS, &reply);
    fuzz_require(reply.size <= size);
    if (is_host && reply.peer < PAWL_SESSION_PEERS_MAX) m->peers[reply.peer] = from;
    if (reply.size > 0 && from < count && machines[from].is_on && machines[from].host == to)
        (void)pawl_session_receive(machines[from].session, 0, reply.bytes, reply.size,
                                   frame * TICK_MS);
}

/* Between members: the hash with the key of the game, which all of them have. */
static void seal(const machine *from, uint8_t *bytes, uint32_t size) {
    const pawli_migrate *const migrate = pawli_session_migrate(from->session);
    pawli_store_u16(bytes + 10, (uint16_t)size);
    if (bytes[2] >> 4 == PAWLI_MIGRATE && migrate->has_key && size > HEAD + MEMBER_HASH + 4u) {
        uint8_t *const body = bytes + HEAD;
        const uint32_t length = size - HEAD - MEMBER_HASH - 4u;
        const uint64_t hash = pawli_siphash(migrate->key, body, length);
        pawli_store_u32(body + length, (uint32_t)(hash & UINT32_MAX));
        pawli_store_u32(body + length + 4, (uint32_t)(hash >> 32));
    }
    pawli_store_u32(bytes + size - 4, pawli_crc_32(0, bytes, size - 4));
}

/* Bits, a whole field, or the length of the body. */
static uint32_t forge(const machine *from, uint8_t *bytes, uint32_t size) {
    const uint32_t is_member = bytes[2] >> 4 == PAWLI_MIGRATE ? MEMBER_HASH : 0u;
    const uint32_t body = size - HEAD - 4u - is_member;
    if (body == 0) return size;
    const uint32_t at = HEAD + next.at % body;
    switch (next.how >> 3 & 3u) {
    case 0:
        bytes[at] ^= next.value;
        break;
    case 1:
        bytes[at] = (uint8_t)(bytes[at] + (next.value & 7u) - 3u);
        break;
    case 2:
        for (uint32_t i = at; i < at + 4u && i < HEAD + body; i++)
            bytes[i] = i == at ? next.value : (next.extra & 1u) != 0 ? 255u : 0u;
        break;
    default:
        size = HEAD + next.at % (body + 1u) + is_member + 4u;
        break;
    }
    seal(from, bytes, size);
    return size;
}

static void hold(uint8_t from, uint8_t to, const uint8_t *bytes, uint32_t size, uint32_t frames) {
    held_packet *const one = &held[sent % HELD_MAX];
    memcpy(one->bytes, bytes, size);
    one->size = size;
    one->due = frame + frames;
    one->from = from;
    one->to = to;
}

/* What becomes of the machine that has sent it, and of the packet. */
static void change_packet(uint8_t from, uint8_t to, uint8_t *bytes, uint32_t size) {
    machine *const m = &machines[from];
    switch (next.how & 7u) {
    case 0:
    case 1:
    case 2:
        size = forge(m, bytes, size);
        deliver(from, to, bytes, size);
        break;
    case 3:
        break; /* lost */
    case 4:
        hold(from, to, bytes, size, 1u + next.value % 40u);
        deliver(from, to, bytes, size);
        break;
    case 5:
        deliver(from, (uint8_t)(next.value % count), bytes, forge(m, bytes, size));
        break;
    case 6:
        if ((next.value & 1u) != 0) {
            (void)pawl_session_leave(m->session);
        } else {
            m->is_on = !m->is_on;
        }
        deliver(from, to, bytes, size);
        break;
    default:
        for (uint32_t i = 0; i < count; i++) /* those that were off are back */
            machines[i].is_on |= (next.value >> i & 1u) != 0;
        deliver(from, to, bytes, size);
        break;
    }
    take_change();
}

static void send_all(machine *m) {
    uint8_t bytes[PAWL_SESSION_PACKET_MAX];
    const uint8_t from = (uint8_t)(m - machines);
    uint32_t peer, packets = 0;
    int32_t size;
    pawl_session_member member;
    while ((size = pawl_session_send(m->session, &peer, bytes, sizeof bytes, frame * TICK_MS)) >
           0) {
        fuzz_require(++packets < 200);
        fuzz_require(size <= m->def.packet_size);
        uint8_t to = pawli_session_is_host(m->session) ? NOWHERE : m->host;
        if (peer >= PAWL_SESSION_MEMBER) {
            to = address_of(m, peer - PAWL_SESSION_MEMBER, &member);
        } else if (pawli_session_is_host(m->session) && peer < PAWL_SESSION_PEERS_MAX) {
            to = m->peers[peer];
        }
        if (to >= count) continue;
        sent++;
        if (sent >= next.packet) {
            change_packet(from, to, bytes, (uint32_t)size);
        } else {
            deliver(from, to, bytes, (uint32_t)size);
        }
        if (!m->is_on) return;
    }
}

static void release_held(void) {
    for (uint32_t i = 0; i < HELD_MAX; i++) {
        held_packet *const one = &held[i];
        if (one->size == 0 || one->due > frame) continue;
        const uint32_t size = one->size;
        one->size = 0;
        deliver(one->from, one->to, one->bytes, size);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint8_t windows[] = {0, 8, 3, 1};
    input = data;
    left = size;
    const uint8_t setup = take(), more = take(), fails = take();
    pawl_session_def def = pawl_session_def_default();
    count = 3u + setup % 3u;
    def.players = def.peers = (uint8_t)count;
    def.window = windows[setup >> 2 & 3u];
    def.delay = setup >> 4 & 3u;
    def.timeout_ms = 300;
    def.resend_ms = 40;
    def.migrates = true;
    def.migrate_alone = (setup & 64u) != 0;
    def.address_size = 1;
    def.can_replay = (setup & 128u) != 0;
    def.hash_every = 1u + (more & 3u);
    def.sign_every = (more & 4u) != 0 ? 16u : 0u;
    def.measures = (more & 8u) != 0;
    if ((more & 16u) != 0) def.input_deadline_ms = 60;
    sent = 0;
    memset(held, 0, sizeof held);
    for (uint32_t i = 0; i < count; i++)
        open_machine(i, &def);
    take_change();
    for (frame = 1; frame <= FRAMES; frame++) {
        if (frame == 40u + fails % 60u) machines[0].is_on = false;
        release_held();
        for (uint32_t i = 0; i < count; i++) {
            if (!machines[i].is_on) continue;
            play(&machines[i], (uint8_t)(frame / 5u + i));
            send_all(&machines[i]);
        }
    }
    return 0;
}
