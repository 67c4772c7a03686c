/* episodes_duel.c - a game of two machines in one program: two worlds and two sessions, over a line
 * in memory that delays packets and loses some. With rollback, in lockstep, and with a fault on
 * one side, which both must find and name. */
#include "portcheck/check.h"

#include "pawl/pawl.h"
#include "pawl/session.h"

#include <string.h>

#define FRAME_MS 16
#define FRAMES 150
#define PACKET 96
#define LINE 3 /* packets under way in one direction */

/* A packet on its way: for `frames` more frames. */
typedef struct letter {
    uint8_t bytes[PACKET];
    uint8_t size, frames;
} letter;

typedef struct side {
    pawl_session *session;
    pawl_session_world game;
    letter line[LINE]; /* to the other side */
    uint32_t events;
    uint32_t desync_tick; /* plus 1 */
    bool diagnosed;
} side;

typedef struct duel {
    side sides[2];
    pawl_step_hooks hooks; /* the scratch memory that both worlds use */
    bool rolls;            /* back; else lockstep */
    pawl_random random;    /* of the line */
} duel;

static void expect_done(pawli_check *check, const char *what, pawl_status status) {
    pawli_expect(check, what, status, PAWL_OK);
}

/* With rollback there is room for one body each, without a ground. */
static pawl_world_def small_def(bool rolls) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = rolls ? 1 : 2;
    def.event_capacity = 1;
    def.contact_capacity = 1;
    def.joint_capacity = 0;
    return def;
}

/* The body that is pushed: the younger one, where there are two. */
static pawl_body_id last_body(const pawl_world *world) {
    const pawl_body_id first = pawl_world_next_body(world, PAWL_NULL_BODY);
    const pawl_body_id second = pawl_world_next_body(world, first);
    return pawl_body_is_valid(world, second) ? second : first;
}

/* Both players push the one body, each along an axis. */
static void apply(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                  const uint8_t *status) {
    (void)context;
    (void)tick;
    const pawl_vec2 push = pawl_vec2_make(((int32_t)inputs[0] - 8) * 2048,
                                          ((int32_t)inputs[1] - 7) * 2048 + (status[1] >> 1));
    (void)pawl_body_change_velocity(world, last_body(world), push,
                                    pawl_vec2_make(0, PAWL_FX(1, 0, 1)));
}

static pawl_session_def def_of(const duel *d, bool is_host, const pawl_world *world) {
    pawl_session_def def = pawl_session_def_default();
    def.role = is_host ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
    def.link = PAWL_SESSION_LINK_COMPACT;
    def.window = d->rolls ? 1 : 0;
    def.slots = d->rolls ? 3 : 1;
    def.delay = d->rolls ? 1 : 2;
    def.input_size = 1;
    def.packet_size = PACKET;
    def.session_id = 9;
    def.world_id = pawl_world_get_capacity_id(world);
    return def;
}

static bool make_side(pawli_check *check, pawli_arena *arena, duel *d, int index) {
    side *const s = &d->sides[index];
    const pawl_world_def def = small_def(d->rolls);
    const size_t state = pawl_world_state_size(&def);
    void *const memory = pawli_take(check, arena, state);
    if (memory == NULL) return false;
    expect_done(check, "pawl_world_init()", pawl_world_init(memory, state, &def, &s->game.world));
    if (s->game.world == NULL) return false;
    if (!d->rolls) (void)pawli_add(check, s->game.world, PAWL_STATIC, 0, -50, 400, 50);
    (void)pawli_add(check, s->game.world, PAWL_DYNAMIC, 0, 80, 50, 40);
    const pawl_session_def with = def_of(d, index == 0, s->game.world);
    const size_t need = pawl_session_size(&with);
    void *const session = pawli_take(check, arena, need);
    s->game.slot_size = (uint32_t)(pawl_world_save_size_max(&def) + 7) / 8 * 8;
    s->game.hooks = &d->hooks;
    s->game.apply = apply;
    if (d->rolls) { /* in lockstep the world itself is the one slot */
        s->game.slots = pawli_take(check, arena, (size_t)with.slots * s->game.slot_size);
        if (s->game.slots == NULL) return false;
    }
    if (session == NULL) return false;
    expect_done(check, "pawl_session_init()", pawl_session_init(session, need, &with, &s->session));
    return s->session != NULL;
}

static bool make_duel(pawli_check *check, duel *d, bool rolls) {
    memset(d, 0, sizeof *d);
    d->rolls = rolls;
    d->random = pawl_random_make(8, 4);
    pawli_arena arena = pawli_arena_make();
    const pawl_world_def def = small_def(rolls);
    d->hooks.scratch_size = pawl_world_scratch_size(&def);
    d->hooks.scratch = pawli_take(check, &arena, d->hooks.scratch_size);
    return d->hooks.scratch != NULL && make_side(check, &arena, d, 0) &&
           make_side(check, &arena, d, 1);
}

static void play_side(pawli_check *check, side *s, uint32_t frame) {
    pawl_session_event_info event;
    for (uint32_t player = 0; player < 2; player++) {
        if (!(pawl_session_get_local_players(s->session) >> player & 1)) continue;
        const uint8_t input = (uint8_t)((frame / (2 + player) * 7 + player) % 16);
        (void)pawl_session_add_input(s->session, player, &input);
    }
    (void)pawl_session_run(s->session, &s->game);
    while (pawl_session_take_event(s->session, &event)) {
        s->events = s->events * 31 + (uint32_t)event.type;
        pawli_fold(check, (uint32_t)event.type * 256u + event.players);
        pawli_fold(check, event.tick);
        if (event.type == PAWL_EVENT_DESYNC) s->desync_tick = event.tick + 1;
        if (event.type == PAWL_EVENT_DIAGNOSED) s->diagnosed = true;
    }
}

/* One packet in five is lost, and one in three is late. */
static void send(duel *d, side *from, uint32_t now) {
    for (int i = 0; i < LINE; i++) {
        letter *const at = &from->line[i];
        uint32_t peer;
        if (at->size > 0) continue;
        const int32_t size =
            pawl_session_send(from->session, &peer, at->bytes, sizeof at->bytes, now);
        if (size <= 0) return;
        at->size = pawl_random_below(&d->random, 5) == 0 ? 0 : (uint8_t)size;
        at->frames = pawl_random_below(&d->random, 3) == 0 ? 3 : 1;
    }
}

static void deliver(side *from, side *to, uint32_t now) {
    for (int i = 0; i < LINE; i++) {
        letter *const at = &from->line[i];
        if (at->size == 0 || --at->frames > 0) continue;
        (void)pawl_session_receive(to->session, 0, at->bytes, at->size, now);
        at->size = 0;
    }
}

static void play_frame(pawli_check *check, duel *d, uint32_t frame) {
    const uint32_t now = frame * FRAME_MS;
    for (int i = 0; i < 2; i++)
        play_side(check, &d->sides[i], frame);
    for (int i = 0; i < 2; i++)
        send(d, &d->sides[i], now);
    for (int i = 0; i < 2; i++)
        deliver(&d->sides[i], &d->sides[1 - i], now);
}

/* What has come of it, but no bytes of packets. */
static void report(pawli_check *check, duel *d) {
    uint32_t rollbacks = 0;
    for (int i = 0; i < 2; i++) {
        const side *const s = &d->sides[i];
        pawl_session_stats stats;
        memset(&stats, 0, sizeof stats);
        expect_done(check, "pawl_session_get_stats()",
                    pawl_session_get_stats(s->session, 0, &stats));
        pawli_fold(check, stats.rollbacks * 65536u + stats.replayed_ticks);
        pawli_fold(check, pawl_session_get_head(s->session));
        pawli_fold(check, pawl_session_get_confirmed(s->session));
        pawli_fold(check, pawl_world_hash(s->game.world));
        pawli_fold(check, s->events);
        rollbacks += stats.rollbacks;
    }
    pawli_expect(check, "rollbacks happened", rollbacks > 0, d->rolls);
}

static void play_duel(pawli_check *check, bool rolls) {
    duel d;
    if (!make_duel(check, &d, rolls)) return;
    for (uint32_t frame = 0; frame < FRAMES; frame++)
        play_frame(check, &d, frame);
    report(check, &d);
    for (int i = 0; i < 2; i++) {
        pawli_expect(check, "a desync", (int64_t)d.sides[i].desync_tick, 0);
        const uint32_t head = pawl_session_get_head(d.sides[i].session);
        pawli_expect(check, "ticks were played", head > FRAMES / 4, 1);
    }
}

static void run_rollback(pawli_check *check) {
    play_duel(check, true);
}

static void run_lockstep(pawli_check *check) {
    play_duel(check, false);
}

/* A bit of a velocity flips on one side. */
static void run_desync(pawli_check *check) {
    duel d;
    if (!make_duel(check, &d, false)) return;
    for (uint32_t frame = 0; frame < FRAMES; frame++) {
        pawl_world *const world = d.sides[1].game.world;
        if (frame == 60) {
            const pawl_body_id box = last_body(world);
            pawl_vec2 velocity = pawl_body_get_velocity(world, box);
            velocity.y ^= PAWL_FX(0, 1, 2);
            (void)pawl_body_set_velocity(world, box, velocity);
        }
        play_frame(check, &d, frame);
    }
    report(check, &d);
    for (int i = 0; i < 2; i++)
        pawli_expect(check, "a desync is found", d.sides[i].desync_tick > 0, 1);
    pawli_fold(check, d.sides[0].desync_tick);
    pawli_fold(check, d.sides[0].diagnosed + 2u * d.sides[1].diagnosed);
}

const pawli_episode pawli_duel_episodes[] = {
    {"rollback", run_rollback}, {"lockstep", run_lockstep}, {"desync", run_desync}, {NULL, NULL}};

void pawli_stage_duel(pawli_check *check) {
    pawli_run_episodes(check, pawli_duel_episodes);
}
