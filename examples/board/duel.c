/* duel.c - two machines play one game over a serial line: a board and a PC, two boards, two PCs; or
 * three, with a host that has two lines.
 *
 * Each has a ball and pushes crates to the others; when the time is up, the one with the fewest
 * crates in its part of the ground has won. It is in lockstep: only keys go over the line, all
 * machines step the same world, and compare the hash of each tick. A board joins, and a PC is the
 * host:
 *
 *   make -s TARGET=cortex-m0 PROFILE=TINY duel
 *   make -s duel; PAWL_LINK=/dev/ttyACM0 build/duel host
 *
 * For three (DUEL_PLAYERS) the program is called trio, and PAWL_LINK_2 names the second line.
 * docs/porting.md, "A line to another machine". The session, the world and the stream take 10 KB of
 * RAM; a machine that can keep some states (DUEL_SLOTS) also learns which value of which object is
 * wrong when the two differ. */
#include "common/put.h"
#include "common/stack.h"
#include "common/stream.h"
#include "pawl/pawl.h"
#include "pawl/session.h"
#if __STDC_HOSTED__
#include <stdlib.h>
#include <string.h>
#include <time.h>
#endif

/* 2, or 3: a host with more than one line needs a POSIX system. */
#ifndef DUEL_PLAYERS
#define DUEL_PLAYERS 2
#endif
#if DUEL_PLAYERS > 2 && __STDC_HOSTED__
#include "host/pawl_serial.h"
#define LINES (DUEL_PLAYERS - 1)
#else
#define LINES 1
#endif

/* States that are kept, 1: none, which is enough to play. */
#ifndef DUEL_SLOTS
#if __STDC_HOSTED__
#define DUEL_SLOTS 64
#else
#define DUEL_SLOTS 1
#endif
#endif

#define PLAYERS DUEL_PLAYERS
#define CRATES 5
#define BODIES (3 + PLAYERS + CRATES)
#define CONTACTS (16 + 6 * PLAYERS)
#define WORLD_BYTES (6144 + 1024 * PLAYERS)
#define SAVE_BYTES 4096
#define DELAY 6    /* ticks from a key to its effect: hides the line, and packets that are lost */
#define PACKET 128 /* bytes; the line needs 11 ms for so many */
#define LINGER_MS 1500 /* after the last tick: what the other one lacks is sent again */
#define FAREWELL_MS 300

/* What the host is told on its command line. */
typedef struct duel_options {
    pawl_session_role role;
    uint32_t ticks, rate;     /* rate 0: as fast as keys come */
    uint32_t flip, flip_line; /* see below */
} duel_options;

static _Alignas(8) uint8_t world_memory[WORLD_BYTES];
static _Alignas(8) uint8_t
    session_memory[PAWL_SESSION_SIZE_MAX(PLAYERS, 1, 0, DELAY, DUEL_SLOTS, LINES)];
#if DUEL_SLOTS > 1
static _Alignas(8) uint8_t slots[DUEL_SLOTS][SAVE_BYTES], spare[WORLD_BYTES];
#endif

static pawl_stream streams[LINES]; /* the number of a line is that of its peer */
static pawl_session *session;
static pawl_session_world game;
static pawl_body_id balls[PLAYERS], crates[CRATES];
static uint32_t chain;       /* of the hashes of all ticks */
static uint32_t flip_tick;   /* of this machine; 0: none */
static uint32_t desync_tick; /* 0: all are the same so far */
static bool has_difference, has_started;

static void put_line(const char *name, uint32_t tick, const char *what, uint32_t hash) {
    pawli_put_text(name);
    pawli_put_number(tick);
    pawli_put_text(what);
    pawli_put_hex(hash);
    pawl_port_putc('\n');
}

/* ---- the game ---- */

/* Where balls begin; a third one drops on the crates. */
static const pawl_vec2 begins[] = {
    {PAWL_UNITS(-7), PAWL_UNITS(1)}, {PAWL_UNITS(7), PAWL_UNITS(1)}, {0, PAWL_UNITS(3)}};

static pawl_status make_world(pawl_world **out) {
    pawl_world_def def = pawl_world_def_default();
    pawl_body_def body = pawl_body_def_default();
    pawl_body_id wall;
    def.body_capacity = def.shape_capacity = BODIES;
    def.geometry_capacity = 4;
    def.event_capacity = 1;
    def.joint_capacity = 0;
    def.contact_capacity = CONTACTS;
    pawl_status status = pawl_world_init(world_memory, sizeof world_memory, &def, out);
    if (status != PAWL_OK) return status;
    body.position.y = -PAWL_UNITS(1);
    status = pawl_body_create_box(*out, &body, NULL, PAWL_UNITS(12), PAWL_UNITS(1), &wall);
    for (int side = -1; side <= 1 && status == PAWL_OK; side += 2) {
        body.position = pawl_vec2_make(PAWL_UNITS(10) * side, PAWL_UNITS(6));
        status = pawl_body_create_box(*out, &body, NULL, PAWL_UNITS(1), PAWL_UNITS(8), &wall);
    }
    body.type = PAWL_DYNAMIC;
    for (int i = 0; i < PLAYERS && status == PAWL_OK; i++) {
        body.position = begins[i];
        status = pawl_body_create_circle(*out, &body, NULL, PAWL_DEC(0, 6), &balls[i]);
    }
    for (int i = 0; i < CRATES && status == PAWL_OK; i++) {
        body.position = pawl_vec2_make(PAWL_UNITS(1) * (i - CRATES / 2), PAWL_DEC(0, 45));
        status =
            pawl_body_create_box(*out, &body, NULL, PAWL_DEC(0, 4), PAWL_DEC(0, 4), &crates[i]);
    }
    return status;
}

/* The difference of one bit that a bad memory cell would make. */
static void flip_bit(pawl_world *world) {
    pawl_vec2 velocity = pawl_body_get_velocity(world, crates[CRATES - 1]);
    velocity.x ^= 1;
    (void)pawl_body_set_velocity(world, crates[CRATES - 1], velocity);
}

static pawl_fx clamp(pawl_fx value, pawl_fx most) {
    return value > most ? most : value < -most ? -most : value;
}

/* Before each tick, on all machines with the same keys. */
static void apply(void *context, pawl_world *world, uint32_t tick, const uint8_t *keys,
                  const uint8_t *status) {
    (void)context, (void)status;
    for (int i = 0; i < PLAYERS; i++) {
        pawl_vec2 velocity = pawl_body_get_velocity(world, balls[i]);
        if (keys[i] & PAWL_KEY_LEFT) velocity.x -= PAWL_DEC(0, 5);
        if (keys[i] & PAWL_KEY_RIGHT) velocity.x += PAWL_DEC(0, 5);
        if ((keys[i] & PAWL_KEY_A) && velocity.y < PAWL_UNITS(1)) velocity.y = PAWL_UNITS(5);
        velocity.x = clamp(velocity.x, PAWL_UNITS(6));
        if (keys[i] != 0) (void)pawl_body_set_velocity(world, balls[i], velocity);
    }
    if (flip_tick != 0 && tick == flip_tick) flip_bit(world);
    const uint32_t hash = pawl_world_hash(world);
    chain = pawl_hash_chain(chain, hash);
    if (tick % 1000 == 0) put_line("tick ", tick, " hash ", hash);
}

/* Of the player here; where there are no keys, chance presses them. */
static uint8_t get_keys(uint32_t player, uint32_t tick) {
    static const uint8_t moves[] = {PAWL_KEY_LEFT, PAWL_KEY_RIGHT, PAWL_KEY_LEFT | PAWL_KEY_A,
                                    PAWL_KEY_RIGHT | PAWL_KEY_A, 0};
    const uint32_t keys = pawl_port_keys();
    if (keys != 0) return (uint8_t)keys;
    pawl_random random = pawl_random_make(player, tick / 16);
    return moves[pawl_random_below(&random, sizeof moves)];
}

/* Two have a half of the ground each; a third one has the middle. */
static int get_owner(pawl_fx x) {
    const pawl_fx middle = PLAYERS > 2 ? PAWL_UNITS(3) : 0;
    return x < -middle ? 0 : x >= middle ? 1 : 2;
}

static void put_result(const pawl_world *world) {
    int count[PLAYERS] = {0}, best = 0, drawn = 0;
    for (int i = 0; i < CRATES; i++)
        count[get_owner(pawl_body_get_position(world, crates[i]).x)]++;
    pawli_put_text("crates");
    for (int i = 0; i < PLAYERS; i++) {
        pawli_put_text(i == 0 ? " " : " : ");
        pawli_put_number(count[i]);
        if (count[i] < count[best]) best = i;
    }
    for (int i = 0; i < PLAYERS; i++)
        drawn += count[i] == count[best];
    pawli_put_text(drawn > 1 ? ", drawn between " : ", won by player ");
    pawli_put_number(drawn > 1 ? drawn : best);
    pawl_port_putc('\n');
}

/* ---- packets of its own ----
 *
 * Anything can go over the line beside the session, which leaves alone what it did not send. Here
 * the host tells how many ticks there are, in which one the other machine is to spoil its state, if
 * in any, and in which tick any two were found to differ: the session tells that to those two
 * alone. 20 bytes, with a hash of their own against damage. */

#define RULES_BYTES 20
#define RULES_NAME 0x4C455544u /* "DUEL" */
#define RULES_MS 50u

static uint32_t fetch(const uint8_t *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void store(uint8_t *bytes, uint32_t word) {
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

static void send_rules(const duel_options *options, uint32_t line) {
    uint8_t packet[RULES_BYTES];
    store(packet, RULES_NAME);
    store(packet + 4, options->ticks);
    store(packet + 8, options->flip_line == line ? options->flip : 0);
    store(packet + 12, desync_tick);
    store(packet + 16, pawl_xxh32(packet, 16, 0));
    if (!pawl_stream_is_busy(&streams[line])) {
        (void)pawl_stream_send(&streams[line], packet, sizeof packet);
    }
}

static bool take_rules(duel_options *options, const uint8_t *packet, int32_t size) {
    if (size != RULES_BYTES || fetch(packet) != RULES_NAME ||
        fetch(packet + 16) != pawl_xxh32(packet, 16, 0)) {
        return false;
    }
    options->ticks = fetch(packet + 4);
    flip_tick = fetch(packet + 8);
    if (desync_tick == 0 && fetch(packet + 12) != 0) {
        desync_tick = fetch(packet + 12);
        pawli_put_text("desync at tick ");
        pawli_put_number(desync_tick);
        pawli_put_text(": told by the host\n");
    }
    return true;
}

/* ---- the loop ---- */

static void put_difference(void) {
    static char text[PAWL_DIFFERENCE_TEXT_MAX];
    pawl_difference difference;
    uint32_t tick;
    has_difference = true;
    if (pawl_session_get_difference(session, &tick, &difference) != PAWL_OK) return;
    pawl_difference_print(&difference, text, sizeof text);
    pawli_put_text("first difference at tick ");
    pawli_put_number(tick);
    pawli_put_text(" (a is this machine)\n");
    pawli_put_text(text);
}

static void take_events(void) {
    pawl_session_event_info event;
    while (pawl_session_take_event(session, &event)) {
        if (event.type == PAWL_EVENT_STARTED) {
            has_started = true;
            pawli_put_text("the game begins\n");
        } else if (event.type == PAWL_EVENT_REFUSED || event.type == PAWL_EVENT_PEER_DOWN) {
            pawli_put_text("over: ");
            pawli_put_text(pawl_refusal_text(event.reason));
            pawl_port_putc('\n');
        } else if (event.type == PAWL_EVENT_DESYNC) {
            desync_tick = event.tick;
            put_line("desync at tick ", event.tick, ": hash here ", event.ours);
            put_line("desync at tick ", event.tick, ": hash there ", event.theirs);
        } else if (event.type == PAWL_EVENT_DIAGNOSED) {
            put_difference();
        }
    }
}

static bool is_line_busy(void) {
    bool is_busy = false;
    for (uint32_t line = 0; line < LINES; line++) {
        (void)pawl_stream_flush(&streams[line]);
        is_busy = is_busy || pawl_stream_is_busy(&streams[line]);
    }
    return is_busy;
}

/* The session is asked for a packet only when lines are free: a fresh one is worth more. */
static void do_lines(duel_options *options, uint32_t now_ms) {
    uint8_t packet[PACKET];
    uint32_t peer;
    int32_t size;
    for (uint32_t line = 0; line < LINES; line++) {
        pawl_stream *const stream = &streams[line];
        while ((size = pawl_stream_receive(stream, 2000)) > 0) {
            if (take_rules(options, stream->reader.packet, size)) continue;
            (void)pawl_session_receive(session, line, stream->reader.packet, (size_t)size, now_ms);
        }
    }
    while (!is_line_busy() &&
           (size = pawl_session_send(session, &peer, packet, sizeof packet, now_ms)) > 0)
        (void)pawl_stream_send(&streams[peer], packet, (size_t)size);
}

/* A key for each tick before `due`: without one for a later tick the session stands. */
static void do_ticks(uint32_t due) {
    const uint32_t players = pawl_session_get_local_players(session);
    const uint32_t player = players & 1u ? 0 : players & 2u ? 1 : 2;
    for (;;) {
        const uint32_t head = pawl_session_get_head(session);
        const uint8_t keys = get_keys(player, head + DELAY);
        /* An error: it does not play yet, or still has the key of this tick. */
        if (head < due) (void)pawl_session_add_input(session, player, &keys);
        (void)pawl_session_run(session, &game);
        if (pawl_session_get_head(session) == head) return;
    }
}

/* The tick before which it is time to stand. */
static uint32_t get_due(const duel_options *options, uint32_t played_ms) {
    if (options->rate == 0) return options->ticks;
    const uint64_t due = (uint64_t)played_ms * options->rate / 1000u;
    return due < options->ticks ? (uint32_t)due : options->ticks;
}

/* A board goes round and round; a machine with other work to do sleeps for a moment. */
static void rest(void) {
#if __STDC_HOSTED__
    const struct timespec moment = {.tv_nsec = 200000};
    (void)nanosleep(&moment, NULL);
#endif
}

/* The host waits a little after the end, and then leaves; guests play for as long as it does. */
static void loop(duel_options *options) {
    const bool is_host = options->role == PAWL_ROLE_HOST;
    uint32_t begin_ms = pawl_port_ms(), done_ms = begin_ms, told_ms = begin_ms;
    while (pawl_session_get_phase(session) != PAWL_PHASE_ENDED) {
        const uint32_t now_ms = pawl_port_ms();
        if (!has_started) begin_ms = now_ms;
        do_ticks(get_due(options, now_ms - begin_ms));
        do_lines(options, now_ms);
        take_events();
        rest();
        if (!is_host) continue;
        if (now_ms - told_ms >= RULES_MS) {
            for (uint32_t line = 0; line < LINES; line++)
                send_rules(options, line);
            told_ms = now_ms;
        }
        const bool is_done = desync_tick != 0 || pawl_session_get_head(session) >= options->ticks;
        if (!is_done) done_ms = now_ms;
        if (now_ms - done_ms >= LINGER_MS) break;
    }
    (void)pawl_session_leave(session);
    for (done_ms = pawl_port_ms(); pawl_port_ms() - done_ms < FAREWELL_MS;)
        do_lines(options, pawl_port_ms());
}

static void put_stats(size_t session_size) {
    pawl_session_stats stats = {0};
    for (uint32_t line = 0; line < LINES; line++) {
        if (pawl_session_get_stats(session, line, &stats) != PAWL_OK) continue;
        pawli_put_text("packets sent ");
        pawli_put_number(stats.sent);
        pawli_put_text(" received ");
        pawli_put_number(stats.received);
        pawli_put_text(" damaged ");
        pawli_put_number(stats.corrupt + stats.malformed);
        pawl_port_putc('\n');
    }
    pawli_put_text("bytes: session ");
    pawli_put_number((int64_t)session_size);
    pawli_put_text(" world ");
    pawli_put_number(sizeof world_memory);
    pawli_put_text(" stream ");
    pawli_put_number(sizeof streams);
    pawli_put_text(" stack ");
    pawli_put_number(pawli_stack_peak());
    pawl_port_putc('\n');
}

#if LINES > 1
static int32_t send_serial(void *context, const uint8_t *bytes, size_t size) {
    return pawl_serial_send(context, bytes, size);
}

static int32_t receive_serial(void *context, uint8_t *bytes, size_t size) {
    return pawl_serial_receive(context, bytes, size);
}
#endif

/* Of a host. False: a line is missing, or is none. */
static bool open_lines(void) {
    pawl_stream_open_link(&streams[0]);
#if LINES > 1
    static pawl_serial second;
    const char *const name = getenv("PAWL_LINK_2");
    if (name == NULL || pawl_serial_open(&second, name) != PAWL_SERIAL_OK) return false;
    streams[1].send = send_serial;
    streams[1].receive = receive_serial;
    streams[1].context = &second;
#endif
    return true;
}

static int play(duel_options *options) {
    pawl_session_def def = pawl_session_def_default();
    pawl_status status = make_world(&game.world);
    if (status == PAWL_OK) {
        def.role = (uint8_t)options->role;
        def.players = PLAYERS;
        def.peers = options->role == PAWL_ROLE_HOST ? LINES : 1;
        def.input_size = 1;
        def.window = 0; /* lockstep */
        def.delay = DELAY;
        def.slots = DUEL_SLOTS;
        def.packet_size = PACKET;
        def.resend_ms = 20;
        def.timeout_ms = 20000; /* emulators have a time of their own */
        def.app_id = 0xD0E2;    /* this game, this version of it */
        def.world_id = pawl_world_get_capacity_id(game.world);
        def.trusts_link = true; /* a cable has one other end */
        if (pawl_port_entropy(&def.session_id) != PAWL_OK) def.session_id = pawl_port_ms();
        if (def.session_id == 0) def.session_id = 1;
        status = pawl_session_init(session_memory, sizeof session_memory, &def, &session);
    }
    if (status != PAWL_OK) {
        pawli_put_text(pawl_status_text(status));
        pawl_port_putc('\n');
        return 2;
    }
    game.apply = apply;
#if DUEL_SLOTS > 1
    game.slots = slots[0];
    game.slot_size = SAVE_BYTES;
    game.spare = spare;
    game.spare_size = sizeof spare;
#endif
    if (options->role == PAWL_ROLE_HOST && !open_lines()) {
        pawli_put_text("no line to the second guest\n");
        return 2;
    }
    if (options->role != PAWL_ROLE_HOST) pawl_stream_open_link(&streams[0]);
    pawli_put_text(options->role == PAWL_ROLE_HOST ? "waiting\n" : "knocking\n");
    loop(options);
    const uint32_t tick = pawl_session_get_head(session);
    put_line("end at tick ", tick, " hash ", pawl_world_hash(game.world));
    put_line("hashes of ", tick, " ticks: ", chain);
    put_result(game.world);
    put_stats(pawl_session_size(&def));
    pawli_put_text(desync_tick != 0 ? "DIFFERENT\n" : "the same\n");
    return desync_tick != 0 ? 1 : tick == 0 ? 2 : 0;
}

#if __STDC_HOSTED__
int main(int count, char **words) {
    duel_options options = {.ticks = 1800, .rate = 60, .role = PAWL_ROLE_HOST};
    if (count < 2 || (strcmp(words[1], "host") != 0 && strcmp(words[1], "join") != 0)) {
        pawli_put_text(
            "usage: PAWL_LINK=DEVICE duel host|join [TICKS [RATE [FLIP-TICK [LINE]]]]\n");
        return 2;
    }
    if (words[1][0] == 'j') options = (duel_options){PAWL_ROLE_CLIENT, UINT32_MAX, 0, 0, 0};
    if (count > 2) options.ticks = (uint32_t)strtoul(words[2], NULL, 10);
    if (count > 3) options.rate = (uint32_t)strtoul(words[3], NULL, 10);
    if (count > 4) options.flip = (uint32_t)strtoul(words[4], NULL, 10);
    if (count > 5) options.flip_line = (uint32_t)strtoul(words[5], NULL, 10);
    return play(&options);
}
#else
int main(void) {
    duel_options options = {PAWL_ROLE_CLIENT, UINT32_MAX, 0, 0, 0};
    return play(&options);
}
#endif
