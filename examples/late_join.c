/* late_join.c - a player comes late, loses its machine, and comes back as the same player.
 *
 * The host begins a game for three with the two who are there; nobody moves the third. After two
 * seconds a third machine joins: it gets a snapshot, steps what has happened since, and plays on.
 * After five seconds it is switched off. The others wait until their window is used up, then the
 * host decides that it is gone. Another machine with the same secret takes its place. Packets take
 * 50 ms, and one in ten is lost; with --udp they go through sockets of this machine, in real time.
 *
 *   make examples && build/examples/late_join [--udp] */
#include <stdio.h>
#include <string.h>

#include "sumo/machine.h"
#include "sumo/wire.h"

#define TICKS 660
#define SEED 3
#define SECRET 71 /* of the third player; better 16 random bytes that others do not know */

/* In frames. */
#define COMES 120
#define IS_SWITCHED_OFF 300
#define COMES_BACK 420

static machine machines[4]; /* host, second player, third player, third player again */
static wire network;

static bool begin(uint32_t number) {
    pawl_session_def def = machine_session_def(3, SEED);
    def.role = number == 0 ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
    def.peers = number == 0 ? 3 : 1;
    def.timeout_ms = 1000;
    def.secret[0] = (uint8_t)(number >= 2 ? SECRET : number + 1);
    def.session_id = 1;     /* a game over a network asks pawl_port_entropy, or its system */
    def.trusts_link = true; /* its own machines are at the other end */
    const pawl_status status = machine_start(&machines[number], &def, SEED);
    machines[number].end = TICKS;
    return status == PAWL_OK;
}

static void print_events(uint32_t number, uint32_t now_ms) {
    static const char *const names[] = {"host", "second", "third", "third again"};
    pawl_session_event_info event;
    while (pawl_session_take_event(machines[number].session, &event)) {
        const char *what = event.type == PAWL_EVENT_STARTED       ? "begins at tick"
                           : event.type == PAWL_EVENT_PLAYER_GONE ? "hears: a player is gone from"
                           : event.type == PAWL_EVENT_PLAYER_BACK ? "hears: a player is back from"
                                                                  : NULL;
        if (what == NULL) continue;
        printf("%5lu ms: %s %s %lu\n", (unsigned long)now_ms, names[number], what,
               (unsigned long)event.tick);
    }
}

static void frame(uint32_t number, uint32_t now_ms) {
    machine *self = &machines[number];
    pawl_session *session = self->session;
    wire_receive_all(&network, number, session, now_ms);
    /* The host does not wait for the third player, once the second one is there. */
    if (number == 0 && !pawl_session_is_peer_free(session, 0)) (void)pawl_session_start(session);
    if (!machine_sits_out(self)) {
        const uint32_t tick = pawl_session_get_head(session), mine = number < 2 ? number : 2;
        const uint8_t keys = sumo_bot(SEED, mine, tick);
        if (tick < TICKS) (void)pawl_session_add_input(session, mine, &keys);
        (void)machine_play(self);
    }
    wire_send_all(&network, number, session, now_ms);
    print_events(number, now_ms);
}

static bool is_on(uint32_t number, uint32_t at) {
    if (number == 2) return at >= COMES && at < IS_SWITCHED_OFF;
    return number < 2 || at >= COMES_BACK;
}

int main(int argc, char **argv) {
    const bool is_udp = argc > 1 && strcmp(argv[1], "--udp") == 0;
    bool good = is_udp ? wire_open_udp(&network) == PAWL_UDP_OK : true;
    if (!is_udp) wire_open(&network, 50, 10, 1);
    good = good && begin(0) && begin(1);
    for (uint32_t i = 1; good && (i <= COMES_BACK || machines[3].sure.rules.tick < TICKS); i++) {
        const uint32_t now_ms = wire_next_frame(&network);
        if (i == COMES) good = begin(2);
        if (i == COMES_BACK) good = good && begin(3);
        for (uint32_t number = 0; number < 4; number++)
            if (is_on(number, i)) frame(number, now_ms);
        good = good && i < 4 * TICKS;
    }
    wire_close(&network);
    for (uint32_t number = 0; number < 4; number += number == 1 ? 2 : 1) {
        const machine *self = &machines[number];
        printf("machine %lu: from tick %3lu, at tick %lu hash %08lx chain %08lx\n",
               (unsigned long)number, (unsigned long)self->first_tick,
               (unsigned long)self->sure.rules.tick, (unsigned long)self->hash,
               (unsigned long)self->chain);
        good = good && self->hash == machines[0].hash && self->chain == machines[0].chain;
    }
    return good ? 0 : 1;
}
