/* duel.c - a game of sumo with another page, for JavaScript: this file plays, the page carries
 * packets. A bad line can be put in front of what is sent, and a bit of the state can be flipped:
 * then both ends name the tick, the object and the value.
 *
 * Handles are addresses, texts end with 0, and are good until the next call that hands one out. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/net/net_link.h"
#include "marks.h"
#include "sumo/machine.h"

#if defined(__wasm__)
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

#define PLAYERS 2u
#define WAY 0u            /* of the line: outwards */
#define BEHIND_MAX_MS 250 /* what a page that was hidden owes at most */
#define SAID_MAX 4096u
#define LINE_MAX_LENGTH 400u
#define MARGIN PAWL_FX(9, 0, 1)

typedef struct duel {
    machine machine;
    cli_net_link line;
    marks marks;
    bool has_line, is_host, is_over, is_named;
    bool has_bot;
    uint32_t bot;
    uint8_t keys;
    double begin_ms; /* of the ticks that are counted here */
    uint64_t ticks_due;
    uint32_t desync_tick;
    char said[SAID_MAX]; /* lines */
    size_t said_length;
    char text[SAID_MAX + 512];
    uint8_t packet[CLI_NET_DATAGRAM_MAX];
} duel;

/* ---- opening ---- */

EXPORT(duel_open)
duel *duel_open(bool is_host, uint32_t seed, uint32_t session_id) {
    duel *const out = cli_heap_allocate(sizeof *out);
    memset(out, 0, sizeof *out);
    pawl_session_def def = machine_session_def(PLAYERS, seed);
    def.role = is_host ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
    def.local_players = 1;
    def.delay = 2;
    def.window = 12;
    def.peers = 1;
    def.trusts_link = true; /* there is one page at the other end */
    def.resend_ms = 20;     /* a line that loses packets is told a difference on all the same */
    def.session_id = session_id;
    out->is_host = is_host;
    if (machine_start(&out->machine, &def, seed) == PAWL_OK) return out;
    free(out);
    return NULL;
}

EXPORT(duel_close) void duel_close(duel *duel) {
    if (duel == NULL) return;
    if (duel->has_line) cli_net_link_close(&duel->line);
    marks_free(&duel->marks);
    free(duel);
}

/* What happens to packets that go out from now on; loss is of 10,000. */
EXPORT(duel_line)
void duel_line(duel *duel, uint32_t delay_ms, uint32_t jitter_ms, uint32_t loss, uint32_t seed) {
    const cli_net_def def = {.delay_us = (uint64_t)delay_ms * 1000,
                             .jitter_us = (uint64_t)jitter_ms * 1000,
                             .loss = loss,
                             .seed = seed};
    if (duel->has_line) {
        duel->line.def = def;
        return;
    }
    cli_net_link_open(&duel->line, &def);
    duel->has_line = true;
}

EXPORT(duel_keys) void duel_keys(duel *duel, uint32_t keys) {
    duel->keys = (uint8_t)keys;
}
EXPORT(duel_bot) void duel_bot(duel *duel, bool is_on, uint32_t seed) {
    duel->has_bot = is_on;
    duel->bot = seed;
}

/* ---- what is said ---- */

static void say(duel *duel, const char *line) {
    const size_t length = strlen(line);
    if (duel->said_length + length + 2 > sizeof duel->said) return;
    memcpy(duel->said + duel->said_length, line, length);
    duel->said_length += length;
    duel->said[duel->said_length++] = '\n';
    duel->said[duel->said_length] = 0;
}

static void say_difference(duel *duel) {
    char line[LINE_MAX_LENGTH], text[PAWL_DIFFERENCE_TEXT_MAX];
    uint32_t tick;
    pawl_difference difference;
    if (pawl_session_get_difference(duel->machine.session, &tick, &difference) != PAWL_OK) return;
    pawl_difference_print(&difference, text, sizeof text);
    snprintf(line, sizeof line, "first difference at tick %" PRIu32 " (a is this page)", tick);
    say(duel, line);
    say(duel, text);
    duel->is_named = true;
}

static void take_event(duel *duel, const pawl_session_event_info *event) {
    static const char *const culprits[] = {"unknown", "the other page", "this page", "both pages"};
    char line[LINE_MAX_LENGTH];
    switch (event->type) {
    case PAWL_EVENT_STARTED:
        say(duel, "the game begins");
        return;
    case PAWL_EVENT_PEER_UP:
        say(duel, "the other page is here");
        return;
    case PAWL_EVENT_INTERRUPTED:
        say(duel, "nothing comes from the other page");
        return;
    case PAWL_EVENT_RESUMED:
        say(duel, "the other page is heard again");
        return;
    case PAWL_EVENT_PEER_DOWN:
    case PAWL_EVENT_REFUSED:
        snprintf(line, sizeof line, "the other page is gone: %s", pawl_refusal_text(event->reason));
        duel->is_over = true;
        break;
    case PAWL_EVENT_DESYNC:
        duel->desync_tick = event->tick;
        snprintf(line, sizeof line,
                 "the pages differ at tick %" PRIu32 ": hash %08" PRIx32 " here, %08" PRIx32
                 " there",
                 event->tick, event->ours, event->theirs);
        break;
    case PAWL_EVENT_VERDICT:
        snprintf(line, sizeof line, "at fault: %s; %s", culprits[event->culprit],
                 pawl_evidence_text(event->evidence));
        break;
    case PAWL_EVENT_DIAGNOSED:
        say_difference(duel);
        return;
    default:
        return;
    }
    say(duel, line);
}

/* ---- time ---- */

static void do_tick(duel *duel) {
    machine *const self = &duel->machine;
    if (machine_sits_out(self)) return;
    const uint32_t head = pawl_session_get_head(self->session);
    const uint32_t local = pawl_session_get_local_players(self->session);
    for (uint32_t player = 0; player < PLAYERS; player++) {
        if (!(local >> player & 1u)) continue;
        const uint8_t input = duel->has_bot ? sumo_bot(duel->bot, player, head) : duel->keys;
        (void)pawl_session_add_input(self->session, player, &input); /* CAPACITY: it still waits */
    }
    (void)machine_play(self);
}

/* All that is due at a time of the page's clock. */
EXPORT(duel_advance) void duel_advance(duel *duel, double now_ms) {
    machine *const self = &duel->machine;
    pawl_session_event_info event;
    (void)machine_play(self);
    const bool is_playing = pawl_session_get_phase(self->session) == PAWL_PHASE_PLAYING;
    const double due = duel->begin_ms + (double)duel->ticks_due * 1000 / SUMO_RATE;
    if (!is_playing || now_ms > due + BEHIND_MAX_MS) {
        duel->begin_ms = now_ms;
        duel->ticks_due = is_playing ? 0 : 1;
    }
    while (is_playing && duel->begin_ms + (double)duel->ticks_due * 1000 / SUMO_RATE <= now_ms) {
        duel->ticks_due++;
        do_tick(duel);
    }
    while (pawl_session_take_event(self->session, &event))
        take_event(duel, &event);
}

/* ---- packets ---- */

/* Room for a packet that came, or the one that duel_send made. */
EXPORT(duel_packet) uint8_t *duel_packet(duel *duel) {
    return duel->packet;
}

EXPORT(duel_receive) void duel_receive(duel *duel, uint32_t size, double now_ms) {
    if (size > sizeof duel->packet) return;
    (void)pawl_session_receive(duel->machine.session, 0, duel->packet, size,
                               (uint32_t)(uint64_t)now_ms);
}

/* The size of the next packet for the other page; 0: none now. */
EXPORT(duel_send) uint32_t duel_send(duel *duel, double now_ms) {
    const uint64_t now_us = (uint64_t)(now_ms * 1000);
    uint32_t peer;
    int32_t size;
    while ((size = pawl_session_send(duel->machine.session, &peer, duel->packet,
                                     sizeof duel->packet, (uint32_t)(uint64_t)now_ms)) > 0) {
        if (!duel->has_line) return (uint32_t)size;
        cli_net_link_enter(&duel->line, 0, WAY, duel->packet, (size_t)size, now_us);
    }
    const cli_net_datagram *const out =
        duel->has_line ? cli_net_link_leave(&duel->line, now_us) : NULL;
    if (out == NULL) return 0;
    memcpy(duel->packet, out->bytes, out->size);
    return out->size;
}

/* ---- a bit ---- */

static void flip(sumo *game) {
    const pawl_body_id body = game->bodies[0];
    pawl_vec2 velocity = pawl_body_get_velocity(game->world, body);
    velocity.x ^= 1;
    (void)pawl_body_set_velocity(game->world, body, velocity);
}

/* The last bit of a player's velocity, in every state that this page keeps: so that no rollback
 * mends it. */
EXPORT(duel_flip) void duel_flip(duel *duel) {
    machine *const self = &duel->machine;
    for (uint32_t i = 0; i < PAWL_SESSION_SLOTS_MAX; i++) {
        if (sumo_restore(&self->spare, self->slots[i]) != PAWL_OK) continue;
        flip(&self->spare);
        (void)sumo_save(&self->spare, self->slots[i]);
    }
    flip(&self->shown);
    flip(&self->sure);
}

/* ---- for those who look ---- */

static void add_string(char *out, size_t *used, const char *text) {
    out[(*used)++] = '"';
    for (; *text != 0; text++) {
        const bool is_line = *text == '\n';
        if (is_line || *text == '"' || *text == '\\') out[(*used)++] = '\\';
        out[(*used)++] = is_line ? 'n' : *text;
    }
    out[(*used)++] = '"';
}

/* {"phase": 2, "tick": 90, ..., "said": "lines"} */
EXPORT(duel_status) const char *duel_status(duel *duel) {
    const machine *const self = &duel->machine;
    pawl_session_stats stats = {0};
    if (pawl_session_get_stats(self->session, 0, &stats) != PAWL_OK)
        memset(&stats, 0, sizeof stats);
    const int length = snprintf(
        duel->text, sizeof duel->text,
        "{\"phase\":%d,\"tick\":%" PRIu32 ",\"sure\":%" PRIu32 ",\"hash\":\"%08" PRIx32
        "\",\"rollbacks\":%" PRIu32 ",\"round_trip\":%" PRIu32 ",\"stalls\":%" PRIu32
        ",\"desync\":%" PRIu32 ",\"named\":%s,\"over\":%s,\"failed\":%d,\"scores\":[%" PRIu32
        ",%" PRIu32 "],\"said\":",
        (int)pawl_session_get_phase(self->session), pawl_session_get_head(self->session),
        self->sure.rules.tick, self->hash, (uint32_t)stats.rollbacks, (uint32_t)stats.round_trip_ms,
        (uint32_t)stats.stalls, duel->desync_tick, duel->is_named ? "true" : "false",
        duel->is_over ? "true" : "false", (int)self->failed, self->shown.rules.score[0],
        self->shown.rules.score[1]);
    size_t used = (size_t)length;
    /* Lines that would not fit are left out before: what needs a backslash is rare. */
    if (duel->said_length < sizeof duel->text - used - 128) {
        add_string(duel->text, &used, duel->said);
    } else {
        add_string(duel->text, &used, "");
    }
    duel->text[used++] = '}';
    duel->text[used] = 0;
    return duel->text;
}

EXPORT(duel_draw) size_t duel_draw(duel *duel, int32_t size) {
    const cli_view view = {{{-MARGIN, -MARGIN}, {MARGIN, MARGIN}}, size, size, 0};
    const cli_show show = {.layers = PAWL_LAYER_SHAPES};
    const cli_paint platform = {0xFFFFFF, 0xCFC9BE};
    const sumo *const game = &duel->machine.shown;
    cli_drawing_world_add(game->world, &view, &show, &duel->marks.drawing);
    cli_drawing_add_ground(&view, pawl_vec2_make(0, 0), sumo_radius(game), platform,
                           &duel->marks.drawing);
    return marks_write(&duel->marks, 0);
}

EXPORT(duel_marks) const int32_t *duel_marks(const duel *duel) {
    return duel->marks.words;
}
