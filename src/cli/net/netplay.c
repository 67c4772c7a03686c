/* netplay.c - the loop: packets, ticks of one length, requests, and the way out.
 *
 * docs/game-loop.md tells why a tick has one length; here the session has a word in it too: it may
 * wait for inputs of others (a stall), and may ask to sit out a tick when the others are behind. */
#include "cli/net/netplay.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/clock.h"
#include "cli/common/command.h"
#include "cli/common/heap.h"
#include "cli/window/play_window.h"

#define SECOND_US 1000000u
#define WAIT_MAX_US 10000u    /* then packets that are due again are sent */
#define BEHIND_MAX_US 250000u /* what a slow machine owes at most */
#define BURST_MAX 256         /* packets in a row */
#define LINGER_US 500000u     /* after the end, for hashes that are still on their way */
#define FAREWELL_US 300000u
#define HOST_LINGER_US 10000000u
#define HOSTLESS_US 10000000u /* the others are still to be found */

static uint32_t head_of(const cli_netplay *play) {
    return pawl_session_get_head(play->machine->session);
}

static bool has_all_ticks(const cli_netplay *play) {
    const uint64_t ticks = play->options->ticks;
    return ticks > 0 && head_of(play) >= ticks;
}

/* ---- packets ---- */

static void receive_all(cli_netplay *play, uint32_t now_ms) {
    for (int i = 0; i < BURST_MAX; i++) {
        if (!cli_net_transport_receive(&play->transport, play->machine->session, play->is_host,
                                       now_ms)) {
            return;
        }
    }
}

static void send_all(cli_netplay *play, uint32_t now_ms) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    for (int i = 0; i < BURST_MAX && cli_net_transport_is_ready(&play->transport); i++) {
        const int32_t size =
            pawl_session_send(play->machine->session, &peer, packet, sizeof packet, now_ms);
        if (size <= 0) return;
        pawl_udp_address to;
        const bool is_known =
            cli_net_members_find(&play->transport, play->machine->session, peer, &to);
        if (!cli_net_transport_send(&play->transport, is_known ? &to : NULL, packet,
                                    (size_t)size)) {
            play->tally.bad_sends++; /* as good as lost: it is sent again */
        }
    }
}

/* ---- ticks ---- */

static uint8_t input_of(const cli_netplay *play, uint32_t player) {
    const uint32_t tick = head_of(play) + (uint32_t)play->options->delay;
    if (!play->options->has_bot) return play->keys;
    return sumo_bot((uint32_t)play->options->bot, player, tick);
}

static void add_inputs(cli_netplay *play) {
    pawl_session *session = play->machine->session;
    const uint32_t local = pawl_session_get_local_players(session);
    for (uint32_t player = 0; player < play->options->players; player++) {
        if (!(local >> player & 1u)) continue;
        const uint8_t input = input_of(play, player);
        /* CAPACITY: the session still waits, with the input that it was given. */
        (void)pawl_session_add_input(session, player, &input);
    }
}

/* Time for one tick has passed. */
static void do_tick(cli_netplay *play) {
    cli_netplay_tally *tally = &play->tally;
    if (machine_sits_out(play->machine)) {
        tally->sat_out++;
        return;
    }
    if (!has_all_ticks(play)) add_inputs(play);
    (void)machine_play(play->machine);
    const bool stalls = head_of(play) == play->last_head && !has_all_ticks(play);
    tally->stall = stalls ? tally->stall + 1 : 0;
    tally->stalls += stalls;
    if (tally->stall > tally->longest_stall) tally->longest_stall = tally->stall;
    play->last_head = head_of(play);
}

static uint64_t due_us(const cli_netplay *play) {
    return play->begin_us + play->ticks_due * SECOND_US / play->options->rate;
}

static void do_ticks(cli_netplay *play, uint64_t now_us) {
    const bool is_playing =
        pawl_session_get_phase(play->machine->session) == PAWL_PHASE_PLAYING && !play->is_over;
    if (!is_playing || now_us > due_us(play) + BEHIND_MAX_US) {
        play->begin_us = now_us;
        play->ticks_due = is_playing ? 0 : 1;
        if (!is_playing) return;
    }
    while (due_us(play) <= now_us) {
        play->ticks_due++;
        do_tick(play);
    }
}

/* ---- the way out ---- */

static void stop(cli_netplay *play, int code, uint64_t leave_us) {
    if (play->is_over) return;
    play->is_over = true;
    play->code = code;
    play->leave_us = leave_us;
}

static bool is_alone(const cli_netplay *play) {
    const uint32_t peers = play->transport.is_serial ? 1 : PAWL_UDP_PEERS_MAX;
    for (uint32_t i = 0; i < peers; i++)
        if (!pawl_session_is_peer_free(play->machine->session, i)) return false;
    return true;
}

/* All ticks are confirmed: a host stays until its clients have them too, a client for a moment. */
static void look_for_end(cli_netplay *play, uint64_t now_us) {
    const machine *self = play->machine;
    if (self->failed != PAWL_OK) {
        fprintf(stderr, "pawl: %s: %s\n", play->options->command, pawl_status_text(self->failed));
        stop(play, CLI_EXIT_INPUT, now_us);
    }
    if (self->sure.rules.tick >= self->end && !play->has_desync) {
        const bool is_host = play->is_host;
        stop(play, CLI_EXIT_OK, now_us + (is_host ? HOST_LINGER_US : LINGER_US));
        if (is_host && is_alone(play)) play->leave_us = now_us;
    }
    if (play->hostless_us != 0 && now_us - play->hostless_us > HOSTLESS_US && !play->is_over) {
        fprintf(stderr, "pawl: %s: the host is gone, and too few of the others are found\n",
                play->options->command);
        stop(play, CLI_EXIT_INPUT, now_us);
    }
    if (play->transport.is_broken && !play->is_over) {
        fprintf(stderr, "pawl: %s: the line is broken\n", play->options->command);
        stop(play, CLI_EXIT_INPUT, now_us);
    }
    const bool is_waiting = pawl_session_get_phase(self->session) < PAWL_PHASE_PLAYING;
    const uint64_t patience_us = play->options->wait_seconds * SECOND_US;
    if (is_waiting && patience_us > 0 && now_us - play->start_us > patience_us) {
        fprintf(stderr, "pawl: %s: nobody came within %lu seconds\n", play->options->command,
                (unsigned long)play->options->wait_seconds);
        stop(play, CLI_EXIT_INPUT, now_us);
    }
    if (cli_clock_is_interrupted()) {
        stop(play, CLI_EXIT_OK, now_us);
        play->leave_us = now_us;
    }
}

/* A host may begin before all players are here; it is one of them. */
static void look_for_begin(cli_netplay *play) {
    uint64_t here = 1;
    if (play->options->begin == 0) return;
    for (uint32_t player = 0; player < play->options->players; player++)
        here += play->present >> player & 1u;
    if (here >= play->options->begin &&
        pawl_session_get_phase(play->machine->session) == PAWL_PHASE_WAITING) {
        (void)pawl_session_start(play->machine->session);
    }
}

static void wait_for_packets(cli_netplay *play, uint64_t now_us) {
    const uint64_t due = due_us(play);
    uint64_t wait_us = due > now_us ? due - now_us : 0;
    if (wait_us > WAIT_MAX_US) wait_us = WAIT_MAX_US;
    if (wait_us >= 1000)
        cli_net_transport_wait(&play->transport, (uint32_t)(wait_us / 1000));
    else if (wait_us > 0)
        cli_clock_sleep(wait_us);
}

static void one_round(cli_netplay *play) {
    const uint64_t now_us = cli_clock_now();
    const uint32_t now_ms = (uint32_t)(now_us / 1000);
    receive_all(play, now_ms);
    (void)machine_play(play->machine); /* inputs that came may end a stall, or set it back */
    do_ticks(play, now_us);
    cli_netplay_report_hash(play);
    send_all(play, now_ms);
    cli_netplay_report_events(play, now_us);
    look_for_begin(play);
    look_for_end(play, now_us);
    wait_for_packets(play, now_us);
}

static void say_farewell(cli_netplay *play) {
    const uint64_t end_us = cli_clock_now() + FAREWELL_US;
    (void)pawl_session_leave(play->machine->session);
    for (uint64_t now_us; (now_us = cli_clock_now()) < end_us;) {
        receive_all(play, (uint32_t)(now_us / 1000));
        send_all(play, (uint32_t)(now_us / 1000));
        cli_clock_sleep(WAIT_MAX_US);
    }
}

/* ---- begin and end ---- */

static bool start(cli_netplay *play) {
    const cli_netplay_options *options = play->options;
    pawl_session_def def = machine_session_def((uint32_t)options->players, (uint32_t)options->seed);
    def.role = options->is_host    ? PAWL_ROLE_HOST
               : options->spectate ? PAWL_ROLE_SPECTATOR
                                   : PAWL_ROLE_CLIENT;
    def.local_players = options->spectate ? 0 : 1;
    def.delay = (uint8_t)options->delay;
    def.window = (uint8_t)options->window;
    const bool is_serial = options->serial != NULL;
    def.peers = options->is_host && !is_serial ? PAWL_SESSION_PEERS_MAX : 1;
    if (is_serial) def.packet_size = CLI_NET_SERIAL_PACKET;
    def.rate = (uint16_t)options->rate;
    def.timeout_ms = (uint16_t)options->timeout_ms;
    def.trusts_link = is_serial; /* there is one machine at the other end */
    memcpy(def.secret, options->secret, sizeof def.secret);
    if (options->migrates && !options->spectate) { /* what watches is no member */
        def.migrates = true;
        def.peers = PAWL_SESSION_PEERS_MAX;
        def.address_size = CLI_NET_MEMBER_BYTES;
    }
    play->is_host = options->is_host;
    play->transport.migrates = def.migrates;
    if (options->password != NULL) {
        def.asks = options->is_host || def.migrates; /* it may become the host */
        def.greeting = options->password;
        def.greeting_size =
            options->is_host ? PAWL_SESSION_GREETING_MAX : (uint8_t)strlen(options->password);
    }
    def.input_deadline_ms = (uint16_t)options->deadline_ms;
    def.session_id = cli_clock_entropy();
    const pawl_status status = machine_start(play->machine, &def, (uint32_t)options->seed);
    if (status != PAWL_OK) {
        fprintf(stderr, "pawl: %s: %s\n", options->command, pawl_status_text(status));
        return false;
    }
    play->machine->end = options->ticks > 0 ? (uint32_t)options->ticks : UINT32_MAX;
    play->machine->on_tick = cli_netplay_log_add;
    play->machine->context = &play->log;
    const bool is_open =
        options->serial != NULL
            ? cli_net_transport_open_serial(&play->transport, options->command, options->serial)
            : cli_net_transport_open(&play->transport, options->command, &options->listen,
                                     options->is_host ? NULL : &options->host);
    if (!is_open) return false;
    if (options->json) fputs("{\n  \"hashes\": [", stdout);
    return true;
}

static void show(cli_netplay *play, cli_play_window *window) {
    char line[80];
    const pawl_session *session = play->machine->session;
    if (window == NULL) return;
    pawl_session_stats stats = {0};
    if (pawl_session_get_stats(session, 0, &stats) != PAWL_OK) memset(&stats, 0, sizeof stats);
    snprintf(line, sizeof line, "tick %lu  round trip %lu ms  rollbacks %lu",
             (unsigned long)head_of(play), (unsigned long)stats.round_trip_ms,
             (unsigned long)stats.rollbacks);
    if (!cli_play_window_show(window, &play->machine->shown, line, &play->keys)) {
        stop(play, CLI_EXIT_OK, cli_clock_now());
        play->leave_us = 1;
    }
}

static bool save_recording(const cli_netplay *play) {
    const machine *self = play->machine;
    const cli_netplay_log_end end = {.players = (uint32_t)play->options->players,
                                     .seed = (uint32_t)play->options->seed,
                                     .tick = self->sure.rules.tick,
                                     .hash = self->hash,
                                     .chain = self->chain};
    if (play->options->record == NULL) return true;
    return cli_netplay_log_write(&play->log, play->options->record, &end);
}

int cli_netplay_run(const cli_netplay_options *options) {
    cli_netplay play = {.options = options,
                        .transport = {.udp = {.socket = -1}, .serial = {.handle = -1}}};
    play.machine = cli_heap_allocate(sizeof *play.machine);
    cli_play_window *window = NULL;
    PAWL_STATIC_ASSERT(CLI_NET_MEMBER_BYTES <= MACHINE_ADDRESS_BYTES, "addresses fit");
    if (start(&play)) {
        cli_clock_catch_interrupts();
        play.start_us = play.begin_us = cli_clock_now();
        if (!options->has_bot) window = cli_play_window_open("pawl: sumo");
        while (!play.is_over || cli_clock_now() < play.leave_us) {
            one_round(&play);
            show(&play, window);
        }
        say_farewell(&play);
        cli_netplay_report(&play);
        if (!save_recording(&play) && play.code == CLI_EXIT_OK) play.code = CLI_EXIT_INPUT;
    } else {
        play.code = CLI_EXIT_INPUT;
    }
    cli_play_window_close(window);
    cli_net_transport_close(&play.transport);
    cli_netplay_log_free(&play.log);
    free(play.machine);
    return cli_command_finish_output(play.code);
}
