/* test_session_hashes.c - which states are hashed, and how often: not guesses, and none twice. */
#include "support/base/seeded.h"
#include "support/net/world_machine.h"

#define TICK_MS 17
#define FRAMES 600
#define LAG_MAX 12

static machine host, guest;

static pawl_session_def make_def(pawl_session_role role, uint8_t window, bool can_hash) {
    pawl_session_def def = pawl_session_def_default();
    def.role = (uint8_t)role;
    def.window = window;
    def.delay = 1;
    def.session_id = 0x4a5;
    def.can_hash = can_hash;
    return def;
}

static void open_pair(pawl_session_def def) {
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&guest, &def);
}

static void close_pair(void) {
    machine_close(&host), machine_close(&guest);
}

/* A line that carries packets now and then, so that guesses are several ticks old; most of them
 * are right, since an input stays for three ticks. */
static void play(uint32_t from, uint32_t to, uint32_t carry_every) {
    for (uint32_t frame = from; frame < to; frame++) {
        machine_add_inputs(&host), machine_add_inputs(&guest);
        machine_run(&host), machine_run(&guest);
        machine_forget(&host), machine_forget(&guest);
        if (frame % carry_every != 0) continue;
        machine_carry(&guest, &host, 0, frame * TICK_MS);
        machine_carry(&host, &guest, 0, frame * TICK_MS);
    }
}

static uint32_t count_hashes(const machine *m) {
    uint32_t count = 0;
    for (uint32_t tick = 0; tick < MACHINE_PLAYED; tick++)
        count += m->hashed[tick];
    return count;
}

static void check_once(const machine *m, uint32_t every) {
    const uint32_t end = pawl_session_get_confirmed(m->session);
    ck_assert_uint_gt(end, FRAMES / 2);
    for (uint32_t tick = 0; tick < MACHINE_PLAYED; tick++) {
        const uint32_t want = tick % every == 0 && tick + LAG_MAX < end ? 1 : 0;
        if (tick % every == 0 && tick + LAG_MAX >= end && tick <= end) continue;
        ck_assert_msg(m->hashed[tick] == want, "tick %u was hashed %u times", (unsigned)tick,
                      (unsigned)m->hashed[tick]);
    }
    for (uint32_t tick = 0; tick <= end; tick++)
        ck_assert_uint_le(m->hashed[tick], 1);
}

static const uint8_t hash_every[] = {1, 1, 2, 7, 1};

START_TEST(each_confirmed_state_is_hashed_once_and_no_guess) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8, true);
    def.hash_every = hash_every[_i];
    if (_i == 4) def.slots = 10; /* as few as may be */
    open_pair(def);
    play(0, FRAMES, _i == 1 ? 1 : 5); /* 1: all comes in time */
    ck_assert_int_eq(host.loads + guest.loads > 20, _i != 1);
    check_once(&host, def.hash_every);
    check_once(&guest, def.hash_every);
    ck_assert_ptr_null(machine_find_event(&host, PAWL_EVENT_DESYNC));
    close_pair();
}
END_TEST

START_TEST(a_program_that_cannot_is_asked_at_each_save) {
    open_pair(make_def(PAWL_ROLE_HOST, 8, false));
    play(0, FRAMES, 5);
    const uint32_t rollbacks = host.loads;
    ck_assert_uint_gt(rollbacks, 20);
    ck_assert_uint_gt(count_hashes(&host), pawl_session_get_head(host.session) + rollbacks);
    close_pair();
}
END_TEST

START_TEST(a_difference_is_found_at_its_tick_whoever_hashes_when) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8, _i % 2 != 0);
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    def.can_hash = _i / 2 != 0;
    machine_open(&guest, &def);
    host.spoil_tick = 150;
    play(0, 300, 5);
    const pawl_session_event_info *const one = machine_find_event(&host, PAWL_EVENT_DESYNC);
    const pawl_session_event_info *const other = machine_find_event(&guest, PAWL_EVENT_DESYNC);
    ck_assert_ptr_nonnull(one);
    ck_assert_ptr_nonnull(other);
    ck_assert_uint_eq(one->tick, 151);
    ck_assert_uint_eq(other->tick, 151);
    close_pair();
}
END_TEST

/* Delay 0, window 3, as in test_session.c. K: a hash from a slot. */
START_TEST(a_guess_that_was_right_is_hashed_from_its_slot) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 3, true);
    def.delay = 0;
    open_pair(def);
    machine_carry(&guest, &host, 0, 0);
    machine_carry(&host, &guest, 0, 0);
    const uint8_t zeros[2] = {0}, other[2] = {9, 0};
    for (uint32_t tick = 0; tick < 3; tick++) {
        ck_assert_int_eq(pawl_session_add_input(host.session, 0, zeros), PAWL_OK);
        machine_run(&host);
        ck_assert_int_eq(pawl_session_add_input(guest.session, 1, tick == 2 ? other : zeros),
                         PAWL_OK);
        machine_run(&guest);
    }
    ck_assert_str_eq(host.log, "H0 P0 S1 P1 S2 P2 ");
    machine_carry(&guest, &host, 0, TICK_MS);
    machine_forget(&host);
    ck_assert_int_eq(pawl_session_add_input(host.session, 0, zeros), PAWL_OK);
    machine_run(&host);
    ck_assert_str_eq(host.log, "L2 K1 K2 R2 H3 P3 ");
    ck_assert_int_eq(pawl_session_answer_hash(NULL, 0, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_answer_hash(host.session, 2, 0), PAWL_ERR_ARGUMENT);
    close_pair();
}
END_TEST

/* ---- worlds ---- */

static world_machine left, right;

/* Without spare memory the world itself goes to the state of the slot and back. */
START_TEST(a_world_is_hashed_with_and_without_spare_memory) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8, false);
    def.slots = 40;
    if (_i % 2 == 0) world_machine_open(&left, &def);
    if (_i % 2 != 0) world_machine_open_rules(&left, &def);
    def.role = PAWL_ROLE_CLIENT;
    if (_i % 2 == 0) world_machine_open(&right, &def);
    if (_i % 2 != 0) world_machine_open_rules(&right, &def);
    if (_i / 2 == 0) left.game.spare_size = right.game.spare_size = 0;
    if (_i / 2 == 2) left.game.spare_size = 0; /* one of them: the hashes are the same */
    if (_i / 2 == 3) right.spoil_tick = 200;
    for (uint32_t frame = 0; frame < 300; frame++) {
        world_machine_frame(&left), world_machine_frame(&right);
        if (frame % 4 != 0) continue;
        world_machine_carry(&right, &left, 0, frame * TICK_MS);
        world_machine_carry(&left, &right, 0, frame * TICK_MS);
    }
    ck_assert_uint_gt(pawl_session_get_confirmed(left.session), 250);
    pawl_session_stats stats;
    ck_assert_int_eq(pawl_session_get_stats(left.session, 0, &stats), PAWL_OK);
    ck_assert_uint_gt(stats.rollbacks, 20);
    ck_assert_uint_eq(left.desyncs, _i / 2 == 3);
    ck_assert_uint_eq(right.desyncs, _i / 2 == 3);
    if (_i / 2 == 3) ck_assert_uint_eq(left.desync.tick, 201);
    world_machine_close(&left), world_machine_close(&right);
}
END_TEST

Suite *suite_session_hashes(void);
Suite *suite_session_hashes(void) {
    Suite *const suite = suite_create("session_hashes");
    TCase *const cases = tcase_create("hashes");
    tcase_add_loop_test(cases, each_confirmed_state_is_hashed_once_and_no_guess, 0,
                        (int)(sizeof hash_every / sizeof *hash_every));
    tcase_add_test(cases, a_program_that_cannot_is_asked_at_each_save);
    tcase_add_loop_test(cases, a_difference_is_found_at_its_tick_whoever_hashes_when, 0, 4);
    tcase_add_test(cases, a_guess_that_was_right_is_hashed_from_its_slot);
    tcase_add_loop_test(cases, a_world_is_hashed_with_and_without_spare_memory, 0, 8);
    suite_add_tcase(suite, cases);
    return suite;
}
