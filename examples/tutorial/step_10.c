/* step_10.c - two machines, a bad line, and a session that rolls back by itself.
 *
 *   make examples && build/examples/tutorial/step_10 */
#include "game.h"

#include <pawl/session.h>
#include <stdio.h>
#include <string.h>

#define TICKS 600
#define WINDOW 8
#define DELAY 2
#define SLOTS (4 * WINDOW + 32)

typedef struct machine {
    game game;
    pawl_session *session;
    pawl_session_world runner;
    uint64_t session_memory[PAWL_SESSION_SIZE_MAX(PLAYERS, 1, WINDOW, DELAY, SLOTS, 1) / 8 + 1];
    uint64_t slots[SLOTS][STATE_WORDS];
    uint32_t rest; /* frames to sit out, so that the other machine comes up */
} machine;

static machine machines[2];

/* The line: a packet takes five frames, and every sixth is lost. */
#define FLIGHT 5
static struct packet {
    int32_t size;
    uint32_t frame;
    uint8_t bytes[PAWL_SESSION_PACKET_MAX];
} line[2][64];
static uint32_t sent[2], taken[2];

static void apply(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                  const uint8_t *status) {
    (void)tick, (void)status;
    game_apply(context, world, inputs);
}

static pawl_status start(machine *self, pawl_session_role role) {
    pawl_session_def def = pawl_session_def_default();
    pawl_status status = game_start(&self->game);
    if (status) return status;
    def.role = (uint8_t)role;
    def.input_size = 1;
    def.window = WINDOW;
    def.delay = DELAY;
    def.slots = SLOTS;
    def.session_id = 1;     /* over a network: pawl_port_entropy */
    def.trusts_link = true; /* nothing else can send here */
    self->runner.world = self->game.world;
    self->runner.apply = apply;
    self->runner.context = &self->game;
    self->runner.slots = (uint8_t *)self->slots;
    self->runner.slot_size = sizeof self->slots[0];
    return pawl_session_init(self->session_memory, sizeof self->session_memory, &def,
                             &self->session);
}

static void frame(int number, uint32_t now) {
    machine *self = &machines[number];
    struct packet *in = line[!number], *out = line[number];
    uint32_t peer;
    for (; taken[!number] < sent[!number]; taken[!number]++) {
        const struct packet *packet = &in[taken[!number] % 64];
        if (packet->frame + FLIGHT > now) break;
        if (taken[!number] % 6 != 5) /* else it is lost */
            (void)pawl_session_receive(self->session, 0, packet->bytes, (size_t)packet->size,
                                       now * 17);
    }
    self->rest += pawl_session_take_advice(self->session);
    if (self->rest > 0) {
        self->rest--;
    } else {
        const uint32_t head = pawl_session_get_head(self->session);
        const uint8_t keys = keys_at(number, (int)head);
        if (head < TICKS) (void)pawl_session_add_input(self->session, (uint32_t)number, &keys);
        (void)pawl_session_run(self->session, &self->runner);
    }
    for (;;) {
        struct packet *packet = &out[sent[number] % 64];
        packet->size =
            pawl_session_send(self->session, &peer, packet->bytes, sizeof packet->bytes, now * 17);
        if (packet->size <= 0) break;
        packet->frame = now;
        sent[number]++;
    }
}

int main(void) {
    pawl_session_stats stats;
    if (start(&machines[0], PAWL_ROLE_HOST) || start(&machines[1], PAWL_ROLE_CLIENT)) return 1;
    for (uint32_t now = 0; now < 2 * TICKS; now++) {
        frame(0, now);
        frame(1, now);
    }
    for (int i = 0; i < 2; i++) {
        const game *played = &machines[i].game;
        if (pawl_session_get_stats(machines[i].session, 0, &stats)) return 1;
        if (pawl_session_get_confirmed(machines[i].session) < TICKS) return 1;
        printf("machine %d: rollbacks %2u, coins %u to %u, hash %08x\n", i,
               (unsigned)stats.rollbacks, game_coins(played, 0), game_coins(played, 1),
               (unsigned)pawl_world_hash(played->world));
    }
    return pawl_world_hash(machines[0].game.world) != pawl_world_hash(machines[1].game.world);
}
