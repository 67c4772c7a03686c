/* session.c - two machines in one: a game with rollback, over a link that is slow.
 *
 * Each packet waits for up to three frames, so that guesses are made, found wrong and played
 * again. The game is one number that remembers every input it was ever given. */
#include "portcheck/check.h"

#include "pawl/session.h"

#define FRAMES 90
#define PERIOD 3 /* frames between two moments at which packets get through */
#define SLOTS 6
#define WINDOW 4
#define DELAY 1
#define PACKET 64
#define FRAME_MS 16

typedef struct machine {
    pawl_session *session;
    uint32_t state, slots[SLOTS];
    uint32_t steps;
} machine;

static pawl_session_def def_of(bool is_host) {
    pawl_session_def def = pawl_session_def_default();
    def.role = is_host ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
    def.window = WINDOW;
    def.delay = DELAY;
    def.slots = SLOTS;
    def.input_size = 1;
    def.packet_size = PACKET;
    def.session_id = 7;
    def.trusts_link = true;
    return def;
}

static void answer(machine *at, const pawl_request *request) {
    switch (request->type) {
    case PAWL_REQUEST_SAVE:
        at->slots[request->slot] = at->state;
        (void)pawl_session_answer_save(at->session, request->tick, at->state);
        break;
    case PAWL_REQUEST_LOAD:
        at->state = at->slots[request->slot];
        break;
    case PAWL_REQUEST_STEP:
        at->state = at->state * UINT32_C(1664525) + UINT32_C(1013904223) +
                    ((uint32_t)request->inputs[0] << 8 | request->inputs[1]);
        at->steps++;
        break;
    default:
        break;
    }
}

/* Changes every few frames, so that a guess is right more often than not. */
static uint8_t input_of(uint32_t frame, uint32_t player) {
    return (uint8_t)(frame / (4 + player) * 37 + player);
}

static void play(machine *at, uint32_t frame) {
    for (uint32_t player = 0; player < 2; player++) {
        if (!(pawl_session_get_local_players(at->session) >> player & 1)) continue;
        const uint8_t input = input_of(frame, player);
        (void)pawl_session_add_input(at->session, player, &input);
    }
    pawl_request request;
    while (pawl_session_next_request(at->session, &request) > PAWL_REQUEST_WAIT)
        answer(at, &request);
}

static void carry(machine *from, machine *to, uint32_t now) {
    uint8_t packet[PACKET];
    uint32_t peer;
    for (;;) {
        const int32_t size = pawl_session_send(from->session, &peer, packet, sizeof packet, now);
        if (size <= 0) break;
        (void)pawl_session_receive(to->session, 0, packet, (size_t)size, now);
    }
}

static void report(pawli_check *check, machine *machines) {
    uint32_t rollbacks = 0;
    for (int i = 0; i < 2; i++) {
        pawl_session_stats stats = {0};
        pawl_session_event_info event;
        if (pawl_session_get_stats(machines[i].session, 0, &stats) != PAWL_OK) continue;
        while (pawl_session_take_event(machines[i].session, &event))
            pawli_expect(check, "a desync", event.type == PAWL_EVENT_DESYNC, false);
        pawli_fold(check, pawl_session_get_head(machines[i].session));
        pawli_fold(check, pawl_session_get_confirmed(machines[i].session));
        rollbacks += stats.rollbacks;
        pawli_fold(check, stats.rollbacks);
        pawli_fold(check, machines[i].steps);
        pawli_fold(check, machines[i].state);
        pawli_mark(check, "session of machine", i);
    }
    pawli_expect(check, "rollbacks happened", rollbacks > 0, true);
}

/* What machines tell each other before they play: the same on all of them. */
#define MATH_FINGERPRINT UINT32_C(0x70745B31)

void pawli_stage_session(pawli_check *check) {
    pawli_expect(check, "pawl_math_fingerprint()", (int64_t)pawl_math_fingerprint(),
                 (int64_t)MATH_FINGERPRINT);
    size_t size = 0;
    uint8_t *memory = (uint8_t *)pawli_world_memory(&size);
    machine machines[2] = {{.state = 1}, {.state = 1}};
    for (int i = 0; i < 2; i++) {
        const pawl_session_def def = def_of(i == 0);
        const uint32_t need = (pawl_session_size(&def) + 7u) & ~UINT32_C(7);
        const pawl_status status = need <= size
                                       ? pawl_session_init(memory, need, &def, &machines[i].session)
                                       : PAWL_ERR_MEMORY;
        pawli_expect(check, "pawl_session_init()", status, PAWL_OK);
        if (status != PAWL_OK) return;
        memory += need;
        size -= need;
    }
    for (uint32_t frame = 0; frame < FRAMES; frame++) {
        for (int i = 0; i < 2; i++)
            play(&machines[i], frame);
        if (frame % PERIOD != 0) continue;
        carry(&machines[0], &machines[1], frame * FRAME_MS);
        carry(&machines[1], &machines[0], frame * FRAME_MS);
    }
    report(check, machines);
}
