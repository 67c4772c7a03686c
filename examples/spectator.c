/* spectator.c - somebody watches a game that has begun.
 *
 * Two players play; after three seconds a third machine comes to the host as a spectator. It gets a
 * snapshot of the game as it stands, then the inputs of every tick, and steps the same game. It
 * never guesses: it shows a tick when all of its inputs are known. Packets take 60 ms, and one in
 * ten is lost; with --udp they go through sockets of this machine, in real time.
 *
 *   make examples && build/examples/spectator [--udp] */
#include <stdio.h>
#include <string.h>

#include "sumo/machine.h"
#include "sumo/wire.h"

#define TICKS 480
#define COMES 180 /* the frame in which the spectator comes */
#define SEED 2

static machine host, client, spectator;
static wire network;

static void frame(machine *self, uint32_t number, uint32_t now_ms) {
    pawl_session *session = self->session;
    wire_receive_all(&network, number, session, now_ms);
    if (!machine_sits_out(self)) {
        const uint32_t tick = pawl_session_get_head(session);
        const uint8_t keys = sumo_bot(SEED, number, tick);
        /* A spectator has no player: this is an error for it, and without effect. */
        if (tick < TICKS) (void)pawl_session_add_input(session, number, &keys);
        (void)machine_play(self);
    }
    wire_send_all(&network, number, session, now_ms);
}

static bool begin(machine *self, pawl_session_role role) {
    pawl_session_def def = machine_session_def(2, SEED);
    def.role = (uint8_t)role;
    def.local_players = role == PAWL_ROLE_SPECTATOR ? 0 : 1;
    def.peers = role == PAWL_ROLE_HOST ? 2 : 1; /* the other player and the spectator */
    def.session_id = 1;     /* a game over a network asks pawl_port_entropy, or its system */
    def.trusts_link = true; /* its own machines are at the other end */
    const pawl_status status = machine_start(self, &def, SEED);
    self->end = TICKS;
    return status == PAWL_OK;
}

/* What a spectator is told on its way in. */
static void print_events(const machine *self, uint32_t now_ms) {
    pawl_session_event_info event;
    while (pawl_session_take_event(self->session, &event)) {
        if (event.type == PAWL_EVENT_LOADING && event.value == event.total) {
            printf("%4lu ms: the spectator has loaded %lu bytes\n", (unsigned long)now_ms,
                   (unsigned long)event.total);
        } else if (event.type == PAWL_EVENT_STARTED) {
            printf("%4lu ms: the spectator begins at tick %lu, the host shows tick %lu\n",
                   (unsigned long)now_ms, (unsigned long)event.tick,
                   (unsigned long)host.shown.rules.tick);
        }
    }
}

static void print_line(const machine *self, uint32_t now_ms) {
    const sumo_rules *seen = &self->shown.rules;
    printf("%4lu ms: it sees tick %3lu, %lu behind; round %lu, points %lu to %lu, hash %08lx\n",
           (unsigned long)now_ms, (unsigned long)seen->tick,
           (unsigned long)(host.shown.rules.tick - seen->tick), (unsigned long)seen->round + 1,
           (unsigned long)seen->score[0], (unsigned long)seen->score[1],
           (unsigned long)sumo_hash(&self->shown));
}

int main(int argc, char **argv) {
    const bool is_udp = argc > 1 && strcmp(argv[1], "--udp") == 0;
    if (is_udp && wire_open_udp(&network) != PAWL_UDP_OK) return 1;
    if (!is_udp) wire_open(&network, 60, 10, 1);
    if (!begin(&host, PAWL_ROLE_HOST) || !begin(&client, PAWL_ROLE_CLIENT)) return 1;
    for (uint32_t i = 1; i < COMES || spectator.sure.rules.tick < TICKS; i++) {
        const uint32_t now_ms = wire_next_frame(&network);
        frame(&host, 0, now_ms);
        frame(&client, 1, now_ms);
        if (i == COMES && !begin(&spectator, PAWL_ROLE_SPECTATOR)) return 1;
        if (i >= COMES) {
            frame(&spectator, 2, now_ms);
            print_events(&spectator, now_ms);
            if (i % 60 == 0 && i > COMES) print_line(&spectator, now_ms);
        }
        if (i > 4 * TICKS) return 1;
    }
    wire_close(&network);
    printf("tick %d: the host has hash %08lx chain %08lx, the spectator %08lx %08lx\n", TICKS,
           (unsigned long)host.hash, (unsigned long)host.chain, (unsigned long)spectator.hash,
           (unsigned long)spectator.chain);
    return host.hash == spectator.hash && host.chain == spectator.chain ? 0 : 1;
}
