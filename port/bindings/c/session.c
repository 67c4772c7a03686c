/* session.c - two machines play with rollback over a line that is slow and loses packets.
 *
 * Both are in this program, which prints how often each went back, and the hashes of their worlds.
 */
#include <pawl/pawl.h>
#include <pawl/session.h>
#include <stdio.h>
#include <string.h>

#define TICKS 300
#define FLIGHT 5 /* frames that a packet takes; every sixth is lost */
#define SLOTS 64
#define WORDS 4096

typedef struct packet {
    uint32_t frame;
    int32_t size;
    uint8_t bytes[PAWL_SESSION_PACKET_MAX];
} packet;

typedef struct machine {
    uint64_t memory[WORDS], slots[SLOTS][WORDS], session_memory[8192];
    pawl_world *world;
    pawl_body_id players[2];
    pawl_session *session;
    pawl_session_world runner;
    uint32_t rest;  /* frames to sit out */
    uint32_t given; /* inputs are given for ticks before this one */
    packet sent[2048];
    uint32_t sent_count, taken; /* of the packets of this machine, by the other one */
} machine;

static machine machines[2];

/* Bits 0 and 1 push to the left and to the right, bit 2 up. */
static void apply(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                  const uint8_t *status) {
    const machine *self = context;
    (void)tick, (void)status;
    for (int i = 0; i < 2; i++) {
        const int x = (inputs[i] >> 1 & 1) - (inputs[i] & 1), y = inputs[i] >> 2 & 1;
        if (inputs[i] != 0)
            (void)pawl_body_apply_impulse_to_center(
                world, self->players[i],
                (pawl_wide2){x * PAWL_WIDE(0, 1, 2), y * PAWL_WIDE(1, 0, 1)});
    }
}

static uint8_t keys_at(uint32_t player, uint32_t tick) {
    return (uint8_t)((tick / 20 * 5 + player * 3 + tick / 50) % 8);
}

static pawl_status build(machine *self) {
    pawl_world_def def = pawl_world_def_default();
    pawl_body_def body = pawl_body_def_default();
    pawl_body_id id;
    def.body_capacity = def.shape_capacity = 16, def.joint_capacity = 0;
    pawl_status status = pawl_world_init(self->memory, sizeof self->memory, &def, &self->world);
    for (int i = -1; i < 2 && !status; i++) { /* a floor and two walls */
        body.position = pawl_vec2_units(10 * i, i == 0 ? -1 : 4);
        status =
            pawl_body_create_box(self->world, &body, NULL, i == 0 ? PAWL_UNITS(10) : PAWL_UNITS(1),
                                 i == 0 ? PAWL_UNITS(1) : PAWL_UNITS(5), &id);
    }
    body.type = PAWL_DYNAMIC;
    for (int i = 0; i < 8 && !status; i++) { /* the first two are the players */
        body.position = pawl_vec2_units(2 * i - 7, 1);
        status =
            pawl_body_create_box(self->world, &body, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &id);
        if (i < 2) self->players[i] = id;
    }
    return status;
}

static pawl_status start(machine *self, pawl_session_role role) {
    pawl_session_def def = pawl_session_def_default();
    const pawl_status status = build(self);
    if (status) return status;
    def.role = (uint8_t)role, def.input_size = 1, def.slots = SLOTS;
    def.session_id = 1;     /* over a network: random */
    def.trusts_link = true; /* nothing else can send here */
    self->runner.world = self->world;
    self->runner.apply = apply, self->runner.context = self;
    self->runner.slots = (uint8_t *)self->slots, self->runner.slot_size = sizeof self->slots[0];
    return pawl_session_init(self->session_memory, sizeof self->session_memory, &def,
                             &self->session);
}

static bool frame(uint32_t number, uint32_t now) {
    machine *self = &machines[number], *other = &machines[!number];
    for (; other->taken < other->sent_count; other->taken++) {
        const packet *one = &other->sent[other->taken];
        if (one->frame + FLIGHT > now) break;
        if (other->taken % 6 != 5)
            (void)pawl_session_receive(self->session, 0, one->bytes, (size_t)one->size, now * 17);
    }
    self->rest += pawl_session_take_advice(self->session);
    if (self->rest > 0) {
        self->rest--;
    } else {
        const uint32_t head = pawl_session_get_head(self->session);
        const uint8_t keys = keys_at(number, head);
        const bool plays = pawl_session_get_phase(self->session) == PAWL_PHASE_PLAYING;
        if (plays && head >= self->given && head < TICKS) {
            if (pawl_session_add_input(self->session, number, &keys)) return false;
            self->given = head + 1;
        }
        (void)pawl_session_run(self->session, &self->runner);
    }
    for (;;) {
        packet *one = &self->sent[self->sent_count];
        uint32_t peer;
        one->frame = now;
        one->size =
            pawl_session_send(self->session, &peer, one->bytes, sizeof one->bytes, now * 17);
        if (one->size <= 0 || self->sent_count == 2047) return true;
        self->sent_count++;
    }
}

int main(void) {
    if (start(&machines[0], PAWL_ROLE_HOST) || start(&machines[1], PAWL_ROLE_CLIENT)) return 1;
    for (uint32_t now = 0; now < 2 * TICKS; now++)
        if (!frame(0, now) || !frame(1, now)) return 1;
    for (int i = 0; i < 2; i++) {
        pawl_session_stats stats;
        if (pawl_session_get_stats(machines[i].session, 0, &stats)) return 1;
        printf("session: machine %d confirmed %u ticks, %u rollbacks, hash %08x\n", i,
               (unsigned)pawl_session_get_confirmed(machines[i].session), (unsigned)stats.rollbacks,
               (unsigned)pawl_world_hash(machines[i].world));
    }
    return 0;
}
