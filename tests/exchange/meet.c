/* meet.c - the same small program in builds with other features: they read what each other writes,
 * and play together.
 *
 *     meet write FOLDER               snapshots and a replay of the common world; a snapshot for
 * each feature that this build has meet read FOLDER...             exit status 1 when anything is
 * not as its writer had it meet host|join TICKS            a lockstep session over stdin and
 * stdout; the end to stderr meet host|join TICKS FEATURE    the host's world comes to use a feature
 * half way meet host|join TICKS declare FEATURE    the host says so from the beginning
 *
 * Capacities are the defaults of each build, which differ. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "exchange/meet.h"
#include "pawl/session.h"

#define DELAY 8

/* ---- the machine at the other end of a pipe ---- */

typedef struct line {
    pawl_frame_reader reader;
    bool is_closed;
} line;

static uint32_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)now.tv_sec * 1000u + (uint32_t)(now.tv_nsec / 1000000);
}

static void write_all(const uint8_t *bytes, size_t size, line *to) {
    while (size > 0 && !to->is_closed) {
        const ssize_t done = write(STDOUT_FILENO, bytes, size);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) {
            to->is_closed = true;
            return;
        }
        bytes += done, size -= (size_t)done;
    }
}

static void send_packets(pawl_session *session, line *to) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX], frame[PAWL_FRAME_MAX(PAWL_SESSION_PACKET_MAX)];
    uint32_t peer;
    int32_t size;
    while ((size = pawl_session_send(session, &peer, packet, sizeof packet, now_ms())) > 0) {
        const int32_t length = pawl_frame_write(packet, (size_t)size, frame, sizeof frame);
        if (length > 0) write_all(frame, (size_t)length, to);
    }
}

static void receive_packets(pawl_session *session, line *from) {
    uint8_t bytes[4096];
    struct pollfd fd = {STDIN_FILENO, POLLIN, 0};
    if (poll(&fd, 1, 1) <= 0) return;
    const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count == 0) from->is_closed = true;
    for (ssize_t i = 0; i < count; i++) {
        const int32_t size = pawl_frame_read(&from->reader, bytes[i]);
        if (size > 0)
            (void)pawl_session_receive(session, 0, from->reader.packet, (size_t)size, now_ms());
    }
}

/* ---- a game ---- */

typedef struct meeting {
    pawl_session *session;
    pawl_session_world game;
    uint32_t ticks, feature, use_tick; /* 0: never */
    uint32_t hash, desyncs, parted, is_over;
} meeting;

static void apply(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                  const uint8_t *status) {
    meeting *const own = (meeting *)context;
    (void)status;
    if (tick == own->ticks) own->hash = pawl_world_hash(world);
    meet_call(world, tick, inputs, 2);
    if (own->use_tick != 0 && tick == own->use_tick) (void)meet_use(world, own->feature);
}

static void take_events(meeting *own) {
    pawl_session_event_info event;
    while (pawl_session_take_event(own->session, &event)) {
        if (event.type == PAWL_EVENT_DESYNC) own->desyncs++;
        if (event.type != PAWL_EVENT_REFUSED && event.type != PAWL_EVENT_PEER_DOWN) continue;
        own->parted = event.features;
        own->is_over = true;
    }
}

static void play(meeting *own) {
    line wire;
    memset(&wire, 0, sizeof wire);
    const uint32_t begin = now_ms();
    uint32_t spare = 40; /* frames after the end, so that the other one comes to it too */
    while (!wire.is_closed && spare > 0 && now_ms() - begin < 60000) {
        const uint32_t local = pawl_session_get_local_players(own->session);
        const uint32_t tick = pawl_session_get_head(own->session) + DELAY;
        for (uint32_t player = 0; player < 2; player++) {
            const uint8_t input[2] = {(uint8_t)(tick * 37u + player * 91u), (uint8_t)(tick / 50u)};
            if (local >> player & 1u) (void)pawl_session_add_input(own->session, player, input);
        }
        (void)pawl_session_run(own->session, &own->game);
        take_events(own);
        send_packets(own->session, &wire);
        receive_packets(own->session, &wire);
        const bool is_done = pawl_session_get_head(own->session) > own->ticks && own->hash != 0;
        if (is_done || own->is_over) spare--;
    }
}

/* How a match goes. */
typedef struct meet_plan {
    bool is_host, declares, is_late;
    uint32_t ticks, feature;
} meet_plan;

static void prepare_for_late(meeting *own, bool is_host) {
    static uint64_t snapshot[1 << 13];
    const struct timespec wait = {0, 300000000};
    if (is_host) {
        own->game.snapshot = (uint8_t *)snapshot;
        own->game.snapshot_size = sizeof snapshot;
        (void)pawl_session_start(own->session);
        return;
    }
    (void)pawl_session_set_snapshot_memory(own->session, snapshot, sizeof snapshot);
    (void)nanosleep(&wait, NULL);
}

static int meet(const meet_plan *plan) {
    static uint64_t memory[MEET_WORLD_MAX / 8], session[2048];
    const bool is_host = plan->is_host, declares = plan->declares;
    const uint32_t ticks = plan->ticks, feature = plan->feature;
    static meeting own;
    char text[PAWL_FEATURES_TEXT_MAX];
    pawl_session_def def = pawl_session_def_default();
    def.role = is_host ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
    def.link = PAWL_SESSION_LINK_COMPACT;
    def.window = 0; /* lockstep with the one slot that is the world itself: no memory for it */
    def.delay = DELAY;
    def.session_id = is_host ? 77 : 78;
    own.game.world = meet_make(memory, sizeof memory);
    own.game.apply = apply;
    own.game.context = &own;
    own.ticks = ticks;
    own.feature = feature;
    own.use_tick = feature != 0 && !declares ? ticks / 2 : 0;
    def.world_id = pawl_world_get_capacity_id(own.game.world);
    def.features = pawl_world_get_features(own.game.world) | (declares && is_host ? feature : 0);
    const pawl_status status = pawl_session_init(session, sizeof session, &def, &own.session);
    if (status != PAWL_OK) {
        fprintf(stderr, "cannot begin: %s\n", pawl_status_text(status));
        return 2;
    }
    if (plan->is_late) prepare_for_late(&own, is_host);
    play(&own);
    (void)pawl_features_print(own.parted, text, sizeof text);
    fprintf(stderr, "hash %08lx, %lu desyncs, parted for: %s\n", (unsigned long)own.hash,
            (unsigned long)own.desyncs, text);
    return 0;
}

int main(int argc, char **argv) {
    (void)signal(SIGPIPE, SIG_IGN); /* the other side may have ended first */
    if (argc == 3 && strcmp(argv[1], "write") == 0) return meet_write(argv[2]);
    if (argc >= 3 && strcmp(argv[1], "read") == 0) return meet_read(argc - 2, argv + 2);
    meet_plan plan;
    memset(&plan, 0, sizeof plan);
    plan.is_host = argc >= 3 && strcmp(argv[1], "host") == 0;
    plan.declares = argc == 5 && strcmp(argv[3], "declare") == 0;
    plan.is_late = argc == 4 && strcmp(argv[3], "late") == 0;
    if (!plan.is_host && (argc < 3 || strcmp(argv[1], "join") != 0)) {
        fprintf(stderr,
                "usage: meet write|read FOLDER... | host|join TICKS [late | [declare] FEATURE]\n");
        return 2;
    }
    plan.ticks = (uint32_t)strtoul(argv[2], NULL, 10);
    if (argc > 3 && !plan.is_late) plan.feature = (uint32_t)strtoul(argv[argc - 1], NULL, 10);
    return meet(&plan);
}
