/* migrate.c - the host fails, and the game goes on.
 *
 * Three machines play a game of one number in lockstep. After three seconds the host is switched
 * off. The other two agree on one of them as the next host, and play on from their own states; the
 * player that is gone gives zeros. Packets take two frames, and one in ten is lost.
 *   make examples && build/examples/migrate */
#include <stdio.h>
#include <string.h>

#include <pawl/migrate.h>

#define MACHINES 3
#define FRAME_MS 17
#define FAILS 180 /* the frame in which the host does */
#define FRAMES 420
#define QUEUE 256
#define BYTES \
    (PAWL_SESSION_SIZE_MAX(MACHINES, 2, 0, 6, 1, 2) + PAWL_SESSION_MIGRATE_SIZE_MAX(MACHINES, 1))

typedef struct machine {
    uint64_t memory[BYTES / 8 + 1];
    pawl_session *session;
    uint32_t state;
    uint8_t host; /* the machine that is peer 0 of a client; the address is the number here */
} machine;

static struct packet {
    uint8_t bytes[PAWL_SESSION_PACKET_MAX];
    uint32_t size, frame, from, to;
} queue[QUEUE];

static machine machines[MACHINES];
static uint32_t sent;

/* The address of a member, as the host has told it. */
static uint32_t find_member(const machine *m, uint32_t number) {
    pawl_session_member member;
    if (pawl_session_get_member(m->session, number, &member) != PAWL_OK) return MACHINES;
    return member.address == NULL ? MACHINES : *(const uint8_t *)member.address;
}

/* The host gives machine n the peer number n - 1. A new host gives others: it asks its members. */
static uint32_t address_of(const machine *m, uint32_t peer) {
    pawl_session_member member;
    if (peer >= PAWL_SESSION_MEMBER) return find_member(m, peer - PAWL_SESSION_MEMBER);
    if (m == &machines[0]) return peer + 1u;
    for (uint32_t i = 0; i < MACHINES; i++) {
        if (pawl_session_get_member(m->session, i, &member) != PAWL_OK) continue;
        if (member.peer == peer && !member.is_host) return find_member(m, i);
    }
    return m->host;
}

static uint32_t peer_at(const machine *m, uint32_t from) {
    if (m == &machines[0]) return from - 1u;
    if (from == m->host) return 0;
    for (uint32_t peer = 0; peer + 1 < MACHINES; peer++)
        if (!pawl_session_is_peer_free(m->session, peer) && address_of(m, peer) == from)
            return peer;
    return PAWL_SESSION_MEMBER;
}

static void send_all(machine *m, uint32_t frame) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    int32_t size;
    while ((size = pawl_session_send(m->session, &peer, packet, sizeof packet, frame * FRAME_MS)) >
           0) {
        struct packet *const to = &queue[sent % QUEUE];
        const uint32_t address = address_of(m, peer);
        if (++sent % 10 == 0 || address >= MACHINES) continue; /* lost */
        memcpy(to->bytes, packet, (size_t)size);
        to->size = (uint32_t)size;
        to->frame = frame + 2;
        to->from = (uint32_t)(m - machines);
        to->to = address;
    }
}

static void receive_all(machine *m, uint32_t frame) {
    for (uint32_t i = 0; i < QUEUE; i++) {
        const struct packet *const at = &queue[(sent + i) % QUEUE]; /* the oldest first */
        if (at->size == 0 || at->frame != frame || at->to != (uint32_t)(m - machines)) continue;
        (void)pawl_session_receive(m->session, peer_at(m, at->from), at->bytes, at->size,
                                   frame * FRAME_MS);
    }
}

static void answer(machine *m, const pawl_request *request) {
    if (request->type == PAWL_REQUEST_SAVE) {
        (void)pawl_session_answer_save(m->session, request->tick, m->state);
    } else if (request->type == PAWL_REQUEST_STEP) {
        for (uint32_t i = 0; i < 2 * MACHINES; i++)
            m->state = m->state * 31u + request->inputs[i];
    }
}

static void print_events(machine *m, uint32_t frame) {
    pawl_session_event_info event;
    const unsigned number = (unsigned)(m - machines), now_ms = frame * FRAME_MS;
    while (pawl_session_take_event(m->session, &event)) {
        const uint8_t here = (uint8_t)number, there = (uint8_t)(event.peer + 1u);
        if (event.type == PAWL_EVENT_PEER_UP && m == &machines[0]) {
            (void)pawl_session_tell_address(m->session, PAWL_SESSION_PEER_NONE, &here, 1);
            (void)pawl_session_tell_address(m->session, event.peer, &there, 1);
        } else if (event.type == PAWL_EVENT_HOST_GONE) {
            printf("%4u ms: machine %u has lost the host\n", now_ms, number);
        } else if (event.type == PAWL_EVENT_MIGRATED) {
            m->host = (uint8_t)find_member(m, event.value);
            printf("%4u ms: machine %u: the host is machine %u from tick %u on\n", now_ms, number,
                   (unsigned)m->host, (unsigned)event.tick);
        }
    }
}

int main(void) {
    pawl_session_def def = pawl_session_def_default();
    def.players = MACHINES;
    def.peers = MACHINES - 1;
    def.window = 0;
    def.delay = 6;
    def.timeout_ms = 1000;
    def.trusts_link = true; /* its own machines are at the other end */
    def.migrates = true;
    def.address_size = 1;
    for (uint32_t i = 0; i < MACHINES; i++) {
        def.role = i == 0 ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
        def.session_id = i + 1; /* a game over a network asks pawl_port_entropy, or its system */
        machine *const m = &machines[i];
        if (pawl_session_init(m->memory, sizeof m->memory, &def, &m->session) != PAWL_OK) return 1;
    }
    for (uint32_t frame = 1; frame <= FRAMES; frame++) {
        for (uint32_t i = frame < FAILS ? 0 : 1; i < MACHINES; i++) {
            machine *const m = &machines[i];
            receive_all(m, frame);
            const uint8_t input[2] = {(uint8_t)(frame / 9 + i), 0};
            for (uint32_t player = 0; player < MACHINES; player++)
                if (pawl_session_get_local_players(m->session) >> player & 1u)
                    (void)pawl_session_add_input(m->session, player, input);
            pawl_request request;
            while (pawl_session_next_request(m->session, &request) > PAWL_REQUEST_WAIT)
                answer(m, &request);
            send_all(m, frame);
            print_events(m, frame);
        }
    }
    printf("%u ticks are confirmed\n", (unsigned)pawl_session_get_confirmed(machines[1].session));
    return pawl_session_get_confirmed(machines[2].session) < 300;
}
