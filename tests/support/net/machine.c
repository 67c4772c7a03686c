/* machine.c - what machine.h declares. */
#include "support/net/machine.h"

uint32_t line_loses, line_swaps;

void machine_open(machine *m, const pawl_session_def *def) {
    pawl_session_def trusting = *def;
    trusting.trusts_link = true; /* packets go from memory to memory */
    if (trusting.session_id == 0) trusting.session_id = 1;
    machine_open_strictly(m, &trusting);
}

void machine_open_strictly(machine *m, const pawl_session_def *def) {
    memset(m, 0, sizeof *m);
    m->def = *def;
    const size_t size = pawl_session_size(&m->def);
    ck_assert_uint_ne(size, 0);
    m->memory = malloc(size); /* exactly as much as it asks for */
    ck_assert_int_eq(pawl_session_init(m->memory, size, &m->def, &m->session), PAWL_OK);
}

static void note_hash(machine *m, uint32_t tick) {
    if (tick < MACHINE_PLAYED) m->hashed[tick]++;
}

static void machine_note(machine *m, char letter, uint32_t tick) {
    const size_t room = sizeof m->log - m->log_size;
    const int length = snprintf(m->log + m->log_size, room, "%c%u ", letter, (unsigned)tick);
    if (length > 0 && (size_t)length < room) m->log_size += (uint32_t)length;
}

void machine_forget(machine *m) {
    m->log_size = 0;
    m->log[0] = '\0';
}

/* Statuses count only as far as they are the same on all machines: gone, or not. */
static void game_step(machine *m, const pawl_request *request) {
    uint8_t bytes[4 + 4 + PAWL_SESSION_PLAYERS_MAX * (PAWL_SESSION_INPUT_MAX + 1)];
    uint32_t size = 0;
    ck_assert_uint_eq(request->tick, m->now.tick);
    if (request->tick < MACHINE_PLAYED) m->played[request->tick] = m->now.value;
    memcpy(bytes, &m->now, sizeof m->now);
    size += sizeof m->now;
    for (uint32_t p = 0; p < m->def.players; p++) {
        bytes[size++] = request->status[p] == PAWL_INPUT_GONE;
        memcpy(bytes + size, request->inputs + p * m->def.input_size, m->def.input_size);
        size += m->def.input_size;
    }
    m->now.value = pawl_xxh32(bytes, size, 0);
    m->now.tick++;
    if (m->spoil_tick != 0 && request->tick == m->spoil_tick) m->now.value ^= 1u;
    m->steps++;
}

void machine_step_again(machine *m, const pawl_request *request) {
    game_step(m, request);
}

void machine_answer(machine *m, const pawl_request *request) {
    pawl_session *const session = m->session;
    switch (request->type) {
    case PAWL_REQUEST_SAVE:
        machine_note(m, request->wants_hash ? 'H' : 'S', request->tick);
        ck_assert_uint_eq(request->tick, m->now.tick);
        m->slots[request->slot] = m->now;
        if (request->wants_hash) note_hash(m, request->tick);
        ck_assert_int_eq(pawl_session_answer_save(session, request->tick,
                                                  request->wants_hash ? game_hash(&m->now) : 0),
                         PAWL_OK);
        break;
    case PAWL_REQUEST_LOAD:
        machine_note(m, 'L', request->tick);
        m->now = m->slots[request->slot];
        ck_assert_uint_eq(request->tick, m->now.tick);
        m->loads++;
        break;
    case PAWL_REQUEST_STEP:
        machine_note(m, request->replays ? 'R' : request->confirmed ? 'C' : 'P', request->tick);
        game_step(m, request);
        break;
    case PAWL_REQUEST_SNAPSHOT:
        machine_note(m, 'X', request->tick);
        for (uint32_t i = 0; i < MACHINE_SNAPSHOT; i++)
            m->snapshot[i] = (uint8_t)(i * 7u);
        memcpy(m->snapshot, &m->slots[request->slot], sizeof(game_state));
        ck_assert_uint_eq(m->slots[request->slot].tick, request->tick);
        ck_assert_int_eq(
            pawl_session_answer_snapshot(session, request->tick, m->snapshot, sizeof m->snapshot),
            PAWL_OK);
        break;
    case PAWL_REQUEST_HASH:
        machine_note(m, 'K', request->tick);
        note_hash(m, request->tick);
        ck_assert_uint_eq(m->slots[request->slot].tick, request->tick);
        ck_assert_int_eq(request->is_current, m->now.tick == request->tick);
        ck_assert_int_eq(
            pawl_session_answer_hash(session, request->tick, game_hash(&m->slots[request->slot])),
            PAWL_OK);
        break;
    case PAWL_REQUEST_RESET:
        machine_note(m, 'Z', request->tick);
        ck_assert_uint_eq(request->snapshot_size, MACHINE_SNAPSHOT);
        for (uint32_t i = sizeof m->now; i < MACHINE_SNAPSHOT; i++)
            ck_assert_uint_eq(request->snapshot[i], (uint8_t)(i * 7u));
        memcpy(&m->now, request->snapshot, sizeof m->now);
        m->resets++;
        ck_assert_int_eq(pawl_session_answer_reset(session, true), PAWL_OK);
        break;
    default:
        machine_note(m, 'D', request->tick);
        ck_assert_int_eq(pawl_session_answer_diagnose(session, NULL), PAWL_OK);
        break;
    }
}

pawl_request_type machine_run(machine *m) {
    pawl_request request;
    for (int i = 0; i < 10000; i++) {
        m->last = pawl_session_next_request(m->session, &request);
        if (m->last <= PAWL_REQUEST_WAIT) break;
        machine_answer(m, &request);
    }
    ck_assert_int_le(m->last, PAWL_REQUEST_WAIT);
    pawl_session_event_info event;
    while (pawl_session_take_event(m->session, &event)) {
        if (m->event_count < 64) m->events[m->event_count++] = event;
    }
    return m->last;
}

const pawl_session_event_info *machine_find_event(const machine *m, pawl_session_event_type kind) {
    for (uint32_t i = 0; i < m->event_count; i++) {
        if (m->events[i].type == kind) return &m->events[i];
    }
    return NULL;
}

void make_input(uint32_t player, uint32_t tick, uint8_t *input, uint32_t size) {
    for (uint32_t i = 0; i < size; i++)
        input[i] = (uint8_t)pawl_xxh32("input", 5, player * 977u + tick / 3u * 31u + i);
}

void machine_add_inputs(machine *m) {
    uint8_t input[PAWL_SESSION_INPUT_MAX];
    const uint32_t tick = pawl_session_get_head(m->session) + m->def.delay;
    for (uint32_t p = 0; p < m->def.players; p++) {
        if ((pawl_session_get_local_players(m->session) >> p & 1u) == 0) continue;
        make_input(p, tick, input, m->def.input_size);
        (void)pawl_session_add_input(m->session, p, input);
    }
}

void machine_receive(machine *to, uint32_t to_peer, const uint8_t *packet, uint32_t size,
                     uint32_t now_ms) {
    static uint8_t held[PAWL_SESSION_PACKET_MAX];
    static uint32_t count, held_size, held_peer;
    static machine *held_for;
    count++;
    if (line_loses != 0 && count % line_loses == 0) return;
    if (line_swaps != 0 && count % line_swaps == 0 && held_for == NULL) {
        memcpy(held, packet, size);
        held_size = size, held_peer = to_peer, held_for = to;
        return;
    }
    (void)pawl_session_receive(to->session, to_peer, packet, size, now_ms);
    if (held_for != to || held_peer != to_peer) return;
    held_for = NULL;
    (void)pawl_session_receive(to->session, to_peer, held, held_size, now_ms);
}

uint32_t machine_carry(machine *from, machine *to, uint32_t to_peer, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer, count = 0;
    int32_t size;
    while ((size = pawl_session_send(from->session, &peer, packet, sizeof packet, now_ms)) > 0) {
        ck_assert_int_le(size, from->def.packet_size);
        if (to != NULL) machine_receive(to, to_peer, packet, (uint32_t)size, now_ms);
        ck_assert_uint_lt(++count, 1000);
    }
    return count;
}

void machine_frame(machine *m, machine *other, uint32_t other_peer, uint32_t now_ms) {
    machine_add_inputs(m);
    machine_run(m);
    machine_carry(m, other, other_peer, now_ms);
}
