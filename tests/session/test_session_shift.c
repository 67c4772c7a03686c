/* test_session_shift.c - worlds of a session are shifted: by all machines at a tick, or by one of
 * them alone, which keeps its world around what it looks at. */
#include "support/base/seeded.h"
#include "support/net/world_machine.h"

#define FRAME_MS 17u
#define FRAMES 400
#define SHIFTS 8

typedef struct shifting {
    world_machine m;
    void (*play)(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                 const uint8_t *status);
    uint32_t ticks[SHIFTS]; /* before whose steps; 0: none */
    pawl_vec2 offsets[SHIFTS];
    uint32_t next, shifted, again; /* ticks that are played once more, of those with a shift */
} shifting;

static shifting host, guest;
static bool goes_round; /* their worlds do, and are shifted over the seams */

/* The first member of what is shifted. */
static void shift_and_play(void *context, pawl_world *world, uint32_t tick, const uint8_t *inputs,
                           const uint8_t *status) {
    shifting *const s = (shifting *)context;
    for (int i = 0; i < SHIFTS; i++) {
        if (s->ticks[i] == 0 || s->ticks[i] != tick) continue;
        ck_assert_int_eq(pawl_world_shift(world, s->offsets[i]), PAWL_OK);
        s->shifted++;
        s->again += tick < s->next;
    }
    if (tick >= s->next) s->next = tick + 1;
    s->play(context, world, tick, inputs, status);
}

static void open_shifting(shifting *s, const pawl_session_def *def) {
    memset(s, 0, sizeof *s);
    world_machine_open_rules(&s->m, def);
    s->play = s->m.game.apply;
    s->m.game.apply = shift_and_play;
    if (goes_round && s->m.game.world != NULL)
        ck_assert_int_eq(pawl_world_set_periods(s->m.game.world, VEC(512, 512)), PAWL_OK);
}

static pawl_session_def make_def(pawl_session_role role) {
    pawl_session_def def = pawl_session_def_default();
    def.role = (uint8_t)role;
    def.window = 8;
    def.delay = 1;
    def.hash_every = 1;
    def.session_id = 0x5417;
    return def;
}

/* Packets come in every fifth frame, so that most ticks are guessed and played once more. */
static void play(uint32_t from, uint32_t to) {
    for (uint32_t frame = from; frame < to; frame++) {
        world_machine_frame(&host.m), world_machine_frame(&guest.m);
        if (frame % 5 != 0) continue;
        world_machine_carry(&guest.m, &host.m, 0, frame * FRAME_MS);
        world_machine_carry(&host.m, &guest.m, 0, frame * FRAME_MS);
    }
}

static void draw_shifts(shifting *s, uint64_t *seed) {
    for (int i = 0; i < SHIFTS; i++) {
        const pawl_fx x = FX(seeded_within(seed, 1500));
        s->ticks[i] = 10 + 30 * (uint32_t)i + (uint32_t)(seeded_next(seed) % 30);
        s->offsets[i] = pawl_vec2_make(x, FX(seeded_within(seed, 1500)));
    }
}

static void expect_sync(void) {
    ck_assert_uint_eq(host.m.desyncs + guest.m.desyncs, 0);
    const uint32_t end = pawl_session_get_confirmed(host.m.session) - 12;
    ck_assert_uint_gt(end, FRAMES / 2);
    for (uint32_t tick = 1; tick < end; tick++) {
        if (host.m.hashes[tick] == 0 || guest.m.hashes[tick] == 0) continue;
        ck_assert_msg(host.m.hashes[tick] == guest.m.hashes[tick], "tick %u", tick);
    }
}

static void close_pair(void) {
    world_machine_close(&host.m), world_machine_close(&guest.m);
}

static void play_pair(int who, uint64_t *seed) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST);
    open_shifting(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    open_shifting(&guest, &def);
    draw_shifts(&guest, seed);
    if (who == 0) {
        memcpy(host.ticks, guest.ticks, sizeof host.ticks);
        memcpy(host.offsets, guest.offsets, sizeof host.offsets);
    }
    if (who == 2) draw_shifts(&host, seed);
    play(0, FRAMES);
}

/* 0: both at the same ticks; 1: the guest alone; 2: both, each as it likes. From 3 on the same in
 * worlds that go round. One draw in some hundreds has no tick that is played again: then another
 * one is made. */
START_TEST(machines_stay_in_sync_whoever_shifts_and_whatever_is_played_again) {
    uint64_t seed = seeded_fresh("shifts of a session");
    const int who = _i % 3;
    goes_round = _i >= 3;
    play_pair(who, &seed);
    for (int tries = 0; guest.again == 0 && tries < 3; tries++) {
        expect_sync();
        close_pair();
        play_pair(who, &seed);
    }
    expect_sync();
    ck_assert_uint_ge(guest.shifted, SHIFTS);
    ck_assert_uint_gt(guest.again, 0);
    ck_assert_int_eq(host.shifted > 0, who != 1);
    const pawl_wide2 here = pawl_world_get_origin(host.m.game.world);
    const pawl_wide2 there = pawl_world_get_origin(guest.m.game.world);
    ck_assert_int_eq(here.x == there.x && here.y == there.y, who == 0);
    ck_assert_int_eq(pawl_world_get_periods(guest.m.game.world).x, goes_round ? FX(512) : 0);
    close_pair();
}
END_TEST

/* It has the origin of the snapshot, and shifts with the others from there on, or not. */
START_TEST(a_late_joiner_gets_the_origin_with_the_snapshot) {
    uint64_t seed = seeded_fresh("late joiners");
    goes_round = _i >= 2;
    pawl_session_def def = make_def(PAWL_ROLE_HOST);
    def.local_players = 2;
    open_shifting(&host, &def);
    draw_shifts(&host, &seed);
    for (uint32_t frame = 0; frame < 120; frame++)
        world_machine_frame(&host.m);
    ck_assert_uint_ge(host.shifted, 3);
    def.role = PAWL_ROLE_SPECTATOR;
    def.local_players = 0;
    open_shifting(&guest, &def);
    if (_i % 2 == 0) {
        memcpy(guest.ticks, host.ticks, sizeof guest.ticks);
        memcpy(guest.offsets, host.offsets, sizeof guest.offsets);
    }
    play(120, 120 + FRAMES);
    ck_assert_uint_eq(host.m.desyncs + guest.m.desyncs, 0);
    const uint32_t end = pawl_session_get_confirmed(guest.m.session) - 12;
    uint32_t compared = 0;
    for (uint32_t tick = 1; tick < end; tick++) {
        if (guest.m.hashes[tick] == 0) continue;
        ck_assert_uint_eq(host.m.hashes[tick], guest.m.hashes[tick]);
        compared++;
    }
    ck_assert_uint_gt(compared, 100);
    ck_assert_int_eq(guest.shifted > 0, _i % 2 == 0);
    ck_assert_int_eq(pawl_world_get_periods(guest.m.game.world).x, goes_round ? FX(512) : 0);
    const pawl_wide2 origin = pawl_world_get_origin(guest.m.game.world);
    ck_assert_int_ne(origin.x, 0);
    close_pair();
}
END_TEST

/* A value that is off is found and named in worlds that are apart, and no place is. */
START_TEST(what_differs_between_shifted_worlds_is_named) {
    uint64_t seed = seeded_fresh("differences");
    pawl_session_def def = make_def(PAWL_ROLE_HOST);
    open_shifting(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    open_shifting(&guest, &def);
    draw_shifts(&guest, &seed);
    guest.m.spoil_tick = 150;
    play(0, FRAMES);
    ck_assert_uint_ge(host.m.desyncs, 1);
    ck_assert_uint_eq(host.m.desync.tick, 151);
    ck_assert_uint_ge(host.m.diagnoses, 1);
    uint32_t tick = 0;
    pawl_difference found;
    ck_assert_int_eq(pawl_session_get_difference(host.m.session, &tick, &found), PAWL_OK);
    ck_assert_uint_eq(tick, 151);
    ck_assert_int_eq(found.branch, PAWL_BRANCH_BODIES);
    ck_assert_str_eq(found.a.name, "velocity.x");
    ck_assert_uint_le(found.objects, 2); /* of some fifty that have places */
    ck_assert_uint_eq(found.key.serial, PIT_BOXES + 2);
    close_pair();
}
END_TEST

Suite *suite_session_shift(void);
Suite *suite_session_shift(void) {
    TCase *cases = tcase_create("session_shift");
    tcase_add_loop_test(cases, machines_stay_in_sync_whoever_shifts_and_whatever_is_played_again, 0,
                        6);
    tcase_add_loop_test(cases, a_late_joiner_gets_the_origin_with_the_snapshot, 0, 4);
    tcase_add_test(cases, what_differs_between_shifted_worlds_is_named);
    Suite *suite = suite_create("session_shift");
    suite_add_tcase(suite, cases);
    return suite;
}
