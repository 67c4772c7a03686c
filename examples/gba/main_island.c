/* main_island.c - two consoles play the game of examples/sumo over the link port, or a console and
 * `pawl host --serial` on a PC: who is last on an island that becomes smaller.
 *
 * It is in lockstep: each machine steps the same game with the keys of both, and the hashes of all
 * ticks are compared. A PC may guess ahead meanwhile; that is its own affair. What a PC prints is
 * written to mGBA's log as well, so that the two can be held side by side. docs/guides/gba.md. */
#include <pawl/port.h>
#include <pawl/session.h>
#include <string.h>

#include "common/put.h"
#include "common/stream.h"
#include "gba/gba.h"
#include "island_view.h"
#include "screen_gba.h"
#include "sumo/machine.h"

#define PLAYERS 2
#define SEED 1 /* the one of `pawl host` */
#define DELAY 5
#define PACKET 128
#define MATCH_TICKS 3600
#define HASH_EVERY 60
#define LINGER_FRAMES 90   /* after the last tick: what the other one lacks is sent again */
#define FAREWELL_FRAMES 30 /* for the word that this one leaves */

typedef struct console {
    pawl_session *session;
    sumo game;
    pawl_stream stream;
    bool is_host, is_over;
    uint32_t next_hashed, chain; /* the tick to be hashed next; over all hashes */
    uint32_t desync_tick;        /* 0: none */
    uint32_t wait;               /* frames since the last tick */
    pawl_refusal reason;         /* why the other one is gone; 0: this one has ended it */
    const char *words, *said;    /* what there is to say, in capitals; what is shown of it */
} console;

static console here;
static picture_state shown;
static uint64_t
    session_memory[PAWL_SESSION_SIZE_MAX(PLAYERS, SUMO_INPUT_SIZE, 0, DELAY, 1, 1) / 8 + 1];

/* ---- the log: lines as of `pawl host` ---- */

static void put_hash(const char *name, uint32_t hash) {
    pawli_put_text(name);
    pawli_put_hex(hash);
}

static void put_tick(uint32_t tick, uint32_t hash) {
    pawli_put_text("tick=");
    pawli_put_number(tick);
    put_hash(" hash=", hash);
}

/* The state before the step of a tick, each once. */
static void note_hash(console *self, uint32_t tick, uint32_t hash) {
    if (tick != self->next_hashed) return;
    self->next_hashed++;
    self->chain = pawl_hash_chain(self->chain, hash);
    if (tick == 0 || tick % HASH_EVERY != 0 || tick == MATCH_TICKS) return;
    put_tick(tick, hash);
    pawl_port_putc('\n');
}

static const char *end_words(const console *self) {
    const uint32_t *score = self->game.rules.score;
    const uint32_t mine = score[self->is_host ? 0 : 1], theirs = score[self->is_host ? 1 : 0];
    if (self->desync_tick != 0) return "NOT THE SAME";
    if (self->reason != 0 && self->reason != PAWL_REFUSED_LEFT) return "THE OTHER ONE IS GONE";
    return mine > theirs ? "YOU WIN" : mine < theirs ? "YOU LOSE" : "A DRAW";
}

static void put_end(console *self) {
    const uint32_t *score = self->game.rules.score;
    const uint32_t tick = self->game.rules.tick, hash = sumo_hash(&self->game);
    note_hash(self, tick, hash);
    put_tick(tick, hash);
    put_hash(" chain=", self->chain);
    pawli_put_text(self->desync_tick != 0 ? " desync=true\n" : " desync=false\n");
    pawli_put_text("points ");
    pawli_put_number(score[0]);
    pawli_put_text(" : ");
    pawli_put_number(score[1]);
    pawli_put_text("\nover: ");
    pawli_put_text(self->reason != 0 ? pawl_refusal_text(self->reason) : self->words);
    pawl_port_putc('\n');
}

/* ---- the session ---- */

static pawl_status begin(console *self) {
    pawl_session_def def = machine_session_def(PLAYERS, SEED);
    def.role = self->is_host ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
    def.delay = DELAY;
    def.window = 0; /* lockstep: no state is kept */
    def.slots = 1;
    def.packet_size = PACKET;
    def.timeout_ms = 20000;
    def.session_id = pawli_gba_cycles() | 1u; /* nobody presses a key twice in the same cycle */
    def.trusts_link = true;                   /* a cable has one other end */
    def.can_replay = def.can_hash = 0;        /* nothing is kept to go back to */
    pawl_status status = sumo_start(&self->game, PLAYERS, SEED);
    if (status != PAWL_OK) return status;
    def.world_id = pawl_world_get_capacity_id(self->game.world);
    def.features = pawl_world_get_features(self->game.world);
    pawl_stream_open_link(&self->stream);
    self->words = self->is_host ? "WAITING" : "KNOCKING";
    return pawl_session_init(session_memory, sizeof session_memory, &def, &self->session);
}

static pawl_status answer(console *self, const pawl_request *request) {
    switch (request->type) {
    case PAWL_REQUEST_SAVE: {
        const uint32_t hash = sumo_hash(&self->game);
        note_hash(self, request->tick, hash);
        return pawl_session_answer_save(self->session, request->tick, hash);
    }
    case PAWL_REQUEST_STEP:
        self->wait = 0;
        return sumo_step(&self->game, request->inputs);
    case PAWL_REQUEST_SNAPSHOT: /* nobody comes late to a line */
        return pawl_session_answer_snapshot(self->session, request->tick, NULL, 0);
    case PAWL_REQUEST_RESET:
        return pawl_session_answer_reset(self->session, false);
    case PAWL_REQUEST_DIAGNOSE: /* the state is gone */
        return pawl_session_answer_diagnose(self->session, NULL);
    default:
        return PAWL_OK;
    }
}

/* One input for each picture, so a tick at most but when others were waited for. */
static pawl_status play(console *self, uint32_t keys) {
    const uint8_t input = (uint8_t)(keys & (PAWL_KEY_LEFT | PAWL_KEY_RIGHT | PAWL_KEY_UP |
                                            PAWL_KEY_DOWN | PAWL_KEY_A));
    const uint32_t player = pawl_session_get_local_players(self->session) & 1u ? 0 : 1;
    pawl_request request;
    pawl_status status = PAWL_OK;
    /* An error: it does not play yet, or still has the input for this tick. */
    if (self->desync_tick == 0 && pawl_session_get_head(self->session) < MATCH_TICKS) {
        (void)pawl_session_add_input(self->session, player, &input);
    }
    while (status == PAWL_OK &&
           pawl_session_next_request(self->session, &request) > PAWL_REQUEST_WAIT)
        status = answer(self, &request);
    return status;
}

static void take_events(console *self) {
    pawl_session_event_info event;
    while (pawl_session_take_event(self->session, &event)) {
        if (event.type == PAWL_EVENT_STARTED) {
            self->words = "";
        } else if (event.type == PAWL_EVENT_REFUSED || event.type == PAWL_EVENT_PEER_DOWN) {
            self->is_over = true;
            self->reason = event.reason;
        } else if (event.type == PAWL_EVENT_DESYNC) {
            self->desync_tick = event.tick;
            pawli_put_text("desync at tick ");
            pawli_put_number(event.tick);
            put_hash(": hash ", event.ours);
            put_hash(" here, ", event.theirs);
            pawli_put_text(" there\n");
        }
    }
}

static void do_line(console *self) {
    uint8_t packet[PACKET];
    const uint32_t now_ms = pawl_port_ms();
    uint32_t peer;
    int32_t size;
    while ((size = pawl_stream_receive(&self->stream, 512)) > 0)
        (void)pawl_session_receive(self->session, 0, self->stream.reader.packet, (size_t)size,
                                   now_ms);
    (void)pawl_stream_flush(&self->stream);
    while (!pawl_stream_is_busy(&self->stream) &&
           (size = pawl_session_send(self->session, &peer, packet, sizeof packet, now_ms)) > 0)
        (void)pawl_stream_send(&self->stream, packet, (size_t)size);
}

/* ---- pictures ---- */

static void show(console *self) {
    island_view_game(&shown, &self->game);
    if (self->said != self->words) {
        self->said = self->words;
        picture_put_text(&shown, 18, 1, "                            ", INK_WHITE);
        picture_center_text(&shown, 18, self->words, INK_WHITE);
    }
    screen_put(&shown);
}

/* Whether this console is the host. */
static bool choose(void) {
    static const uint8_t plain[PICTURE_ROWS * PICTURE_COLUMNS];
    uint32_t keys = 0;
    shown.ground = plain;
    shown.sprite_count = 0;
    picture_clear_text(&shown);
    picture_put_big_text(&shown, 3, 9, "ISLAND", INK_WHITE);
    picture_center_text(&shown, 8, "A   WAIT FOR THE OTHER ONE", INK_YELLOW);
    picture_center_text(&shown, 10, "B   GO TO THE OTHER ONE   ", INK_YELLOW);
    picture_center_text(&shown, 14, "ARROWS  PUSH    A  DASH", INK_WHITE);
    while ((keys & (PAWL_KEY_A | PAWL_KEY_B)) == 0) {
        screen_put(&shown);
        keys = pawl_port_keys();
    }
    picture_clear_text(&shown);
    shown.ground = NULL;
    return (keys & PAWL_KEY_A) != 0;
}

/* ---- the loop ---- */

/* The host ends the match, when both have had the time to hear all of it. */
static bool is_finished(const console *self) {
    if (self->is_over) return true;
    const bool has_all = pawl_session_get_head(self->session) >= MATCH_TICKS;
    return self->is_host && (has_all || self->desync_tick != 0) && self->wait >= LINGER_FRAMES;
}

static pawl_status match(console *self) {
    pawl_status status = begin(self);
    while (status == PAWL_OK && !is_finished(self)) {
        do_line(self);
        status = play(self, pawl_port_keys());
        do_line(self);
        take_events(self);
        show(self);
        self->wait++;
    }
    if (status != PAWL_OK) return status;
    (void)pawl_session_leave(self->session);
    self->words = end_words(self);
    for (int i = 0; i < FAREWELL_FRAMES; i++) {
        do_line(self);
        show(self);
    }
    put_end(self);
    return PAWL_OK;
}

int main(void) {
    screen_open();
    for (;;) {
        memset(&here, 0, sizeof here);
        here.is_host = choose();
        const pawl_status status = match(&here);
        if (status != PAWL_OK) {
            pawli_put_text(pawl_status_text(status));
            pawl_port_putc('\n');
            return 1;
        }
        while ((pawl_port_keys() & PAWL_KEY_START) == 0)
            show(&here);
    }
}
