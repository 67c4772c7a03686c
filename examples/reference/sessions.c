/* sessions.c - a session whose requests the program answers itself: commands of any length, guesses
 * of its own, a delay that changes, a player that is late, and one that is thrown out. */
#include <pawl/session.h>
#include <stdio.h>
#include <string.h>

typedef struct machine {
    uint64_t memory[1024];
    pawl_session *session;
    uint32_t state, slots[64], guesses, substitutes;
} machine;
static machine host, guest;
static uint32_t desyncs;

static pawl_status start(machine *self, uint8_t role) {
    pawl_session_def def = pawl_session_def_default();
    const char *wrong;
    def.role = role;
    def.input_size = 4;
    def.variable_inputs = 1;
    def.can_predict = 1;
    def.delay_max = 6;
    def.slots = 64;
    def.session_id = 1;
    def.trusts_link = true;
    def.late = PAWL_LATE_ASK;
    def.input_deadline_ms = 200;
    pawl_status status = pawl_session_def_check(&def, &wrong);
    if (status) printf("%s: %s\n", wrong, pawl_status_text(status));
    if (!status && pawl_session_size(&def) > sizeof self->memory) status = PAWL_ERR_MEMORY;
    return status ? status
                  : pawl_session_init(self->memory, sizeof self->memory, &def, &self->session);
}

static void answer(machine *self, const pawl_request *request) {
    uint8_t inputs[8] = {0}, sizes[2] = {0, 0};
    switch (request->type) {
    case PAWL_REQUEST_SAVE:
        self->slots[request->slot] = self->state;
        pawl_session_tell_features(self->session, request->tick, 0); /* plain arithmetic */
        pawl_session_answer_save(self->session, request->tick,
                                 request->wants_hash ? pawl_xxh32(&self->state, 4, 0) : 0);
        break;
    case PAWL_REQUEST_LOAD:
        self->state = self->slots[request->slot];
        break;
    case PAWL_REQUEST_STEP:
        for (int i = 0; i < 2; i++)
            self->state = self->state * 31u + request->sizes[i] + request->inputs[4 * i];
        break;
    case PAWL_REQUEST_PREDICT: /* players command every eighth tick */
        self->guesses++;
        sizes[0] = sizes[1] = request->tick % 8 == 0;
        inputs[0] = inputs[4] = 'm';
        pawl_session_answer_predict(self->session, request->tick, inputs, sizes);
        break;
    case PAWL_REQUEST_SUBSTITUTE: /* a late player does nothing */
        self->substitutes++;
        pawl_session_answer_substitute_sized(self->session, request->tick, inputs, sizes);
        break;
    default:
        break;
    }
}

static void frame(machine *self, machine *other, uint32_t player, uint32_t now_ms) {
    pawl_request request;
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    int32_t size;
    const uint32_t tick = pawl_session_get_head(self->session);
    const uint32_t length = tick % 8 == 0 ? 1 + player : 0; /* mostly there is no command */
    pawl_session_add_input_sized(self->session, player, "move", length);
    while (pawl_session_next_request(self->session, &request) > PAWL_REQUEST_WAIT)
        answer(self, &request);
    while ((size = pawl_session_send(self->session, &peer, packet, sizeof packet, now_ms)) > 0)
        pawl_session_receive(other->session, 0, packet, (size_t)size, now_ms);
}

static void print_events(void) {
    pawl_session_event_info event;
    while (pawl_session_take_event(host.session, &event)) {
        if (event.type == PAWL_EVENT_LATE && event.players == 2) printf("player 1 is late\n");
        if (event.type == PAWL_EVENT_PLAYER_GONE)
            printf("tick %u: a player is gone\n", (unsigned)event.tick);
        desyncs += event.type == PAWL_EVENT_DESYNC;
    }
}

int main(void) {
    if (start(&host, PAWL_ROLE_HOST) || start(&guest, PAWL_ROLE_CLIENT)) return 1;
    uint32_t tick, ticks = 0, bytes[2] = {0, 0};
    for (uint32_t i = 0; i < 300; i++) {
        uint8_t inputs[8], sizes[2];
        if (i == 60) { /* the line is slow: longer from key to effect, and fewer rollbacks */
            pawl_session_set_delay(host.session, 5);
            pawl_session_set_delay(guest.session, 5);
        }
        frame(&host, &guest, 0, i * 17);
        if (i < 120 || i >= 180) frame(&guest, &host, 1, i * 17); /* it hangs for a second */
        if (i == 240) pawl_session_drop(host.session, 0);
        while (pawl_session_take_confirmed_sized(host.session, &tick, inputs, sizes, NULL)) {
            ticks++;
            bytes[0] += sizes[0];
            bytes[1] += sizes[1];
        }
        print_events();
        if (i == 100)
            printf("frame 100: delay %u, ahead by %d/256 of a tick\n",
                   (unsigned)pawl_session_get_delay(host.session),
                   (int)pawl_session_get_ahead(host.session));
    }
    printf("%u ticks, commands of %u and %u bytes, substitutes for %u ticks, desyncs %u\n",
           (unsigned)ticks, (unsigned)bytes[0], (unsigned)bytes[1], (unsigned)host.substitutes,
           (unsigned)desyncs);
    printf("the guest is %s\n",
           pawl_session_get_phase(guest.session) == PAWL_PHASE_ENDED ? "out" : "in");
    return 0;
}
