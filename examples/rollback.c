/* rollback.c - two players on two machines, with rollback, over a bad network.
 *
 * Each machine shows the next tick at once, with its own keys and a guess of the other's. When the
 * guess was wrong, it goes back and plays those ticks again. Both machines are in this program, and
 * packets take 80 ms from one to the other, if they arrive at all: one of six does not. So the
 * output is the same in every run; with --udp packets go through sockets, in real time.
 *
 *   make examples && build/examples/rollback [--udp] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sumo/machine.h"
#include "sumo/wire.h"

#define TICKS 600
#define SEED 1

static machine host, client, alone;
static wire network;

/* What a program with a window does in each frame, for one of the machines. */
static void frame(machine *self, uint32_t number, uint32_t now_ms) {
    pawl_session *session = self->session;
    wire_receive_all(&network, number, session, now_ms);
    if (!machine_sits_out(self)) {
        const uint32_t tick = pawl_session_get_head(session), player = number;
        const uint8_t keys = sumo_bot(SEED, player, tick); /* that are pressed now */
        if (tick < TICKS) (void)pawl_session_add_input(session, player, &keys);
        (void)machine_play(self);
    }
    wire_send_all(&network, number, session, now_ms);
}

static void print_line(uint32_t now_ms) {
    pawl_session_stats a, b;
    if (pawl_session_get_stats(host.session, 0, &a) != PAWL_OK) exit(1);
    if (pawl_session_get_stats(client.session, 0, &b) != PAWL_OK) exit(1);
    printf("%5lu ms: ticks shown %3lu and %3lu, sure %3lu and %3lu; rollbacks %2lu and %2lu; "
           "points %lu to %lu\n",
           (unsigned long)now_ms, (unsigned long)host.shown.rules.tick,
           (unsigned long)client.shown.rules.tick, (unsigned long)host.sure.rules.tick,
           (unsigned long)client.sure.rules.tick, (unsigned long)a.rollbacks,
           (unsigned long)b.rollbacks, (unsigned long)host.sure.rules.score[0],
           (unsigned long)host.sure.rules.score[1]);
}

/* The game that the inputs make without any network; they were noted as they were confirmed. */
static uint8_t played[TICKS][2];
static void note_inputs(void *context, const machine *self, const uint8_t *inputs,
                        const uint8_t *status) {
    (void)context, (void)status;
    memcpy(played[self->sure.rules.tick], inputs, 2);
}

static uint32_t hash_without_network(void) {
    if (sumo_start(&alone.shown, 2, SEED) != PAWL_OK) return 0;
    for (uint32_t tick = 0; tick < TICKS; tick++)
        if (sumo_step(&alone.shown, played[tick]) != PAWL_OK) return 0;
    return sumo_hash(&alone.shown);
}

static bool start(bool is_udp) {
    pawl_session_def def = machine_session_def(2, SEED);
    def.window = 12;        /* 200 ms: more is hardly worth guessing */
    def.session_id = 1;     /* a game over a network asks pawl_port_entropy, or its system */
    def.trusts_link = true; /* its own machines are at the other end */
    if (machine_start(&host, &def, SEED) != PAWL_OK) return false;
    def.role = PAWL_ROLE_CLIENT;
    if (machine_start(&client, &def, SEED) != PAWL_OK) return false;
    host.end = client.end = TICKS;
    host.on_tick = note_inputs;
    if (is_udp) return wire_open_udp(&network) == PAWL_UDP_OK;
    wire_open(&network, 80, 16, 1);
    return true;
}

int main(int argc, char **argv) {
    const bool is_udp = argc > 1 && strcmp(argv[1], "--udp") == 0;
    if (!start(is_udp)) return 1;
    for (uint32_t i = 1; host.sure.rules.tick < TICKS || client.sure.rules.tick < TICKS; i++) {
        const uint32_t now_ms = wire_next_frame(&network);
        frame(&host, 0, now_ms);
        frame(&client, 1, now_ms);
        if (i % 120 == 0) print_line(now_ms);
        if (i > 4 * TICKS) return 1; /* the network is gone */
    }
    wire_close(&network);

    const uint32_t hash = hash_without_network();
    printf("hash of the host %08lx, of the client %08lx, without a network %08lx\n",
           (unsigned long)host.hash, (unsigned long)client.hash, (unsigned long)hash);
    printf("packets %lu, lost %lu\n", (unsigned long)network.sent, (unsigned long)network.lost);
    return host.hash == hash && client.hash == hash ? 0 : 1;
}
