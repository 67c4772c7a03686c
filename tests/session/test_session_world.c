/* test_session_world.c - a step that fails inside pawl_session_run is told, and is not a state to
 * be compared. */
#include "support/net/world_machine.h"

#define TICK_MS 17
#define FAIL_FRAME 60

static world_machine left, right;

static pawl_session_def make_def(pawl_session_role role) {
    pawl_session_def def = pawl_session_def_default();
    def.role = (uint8_t)role;
    def.session_id = 0x78;
    return def;
}

/* One machine gives its steps a cache that is not aligned, for some frames. */
static void play(uint32_t frames, uint32_t fails_for) {
    static uint64_t memory[8];
    const pawl_step_hooks hooks = {.cache = (uint8_t *)memory + 1, .cache_size = 32};
    for (uint32_t frame = 0; frame < frames; frame++) {
        const bool fails = frame >= FAIL_FRAME && frame < FAIL_FRAME + fails_for;
        right.game.hooks = fails ? &hooks : NULL;
        world_machine_frame(&left);
        world_machine_frame(&right);
        world_machine_carry(&right, &left, 0, frame * TICK_MS);
        world_machine_carry(&left, &right, 0, frame * TICK_MS);
    }
    right.game.hooks = NULL;
}

static void open_pair(void) {
    const pawl_session_def host = make_def(PAWL_ROLE_HOST), guest = make_def(PAWL_ROLE_CLIENT);
    world_machine_open(&left, &host);
    world_machine_open(&right, &guest);
}

static void close_pair(void) {
    world_machine_close(&left), world_machine_close(&right);
}

START_TEST(nothing_is_told_of_steps_that_are_made) {
    open_pair();
    play(200, 0);
    ck_assert_uint_gt(pawl_session_get_confirmed(left.session), 150);
    ck_assert_int_eq(left.game.failed, PAWL_OK);
    ck_assert_int_eq(right.game.failed, PAWL_OK);
    close_pair();
}
END_TEST

/* The first of them; the game goes on, and the other machine sees that the states differ. */
START_TEST(a_step_that_fails_is_told_with_its_tick) {
    open_pair();
    play(100, 3);
    ck_assert_int_eq(right.game.failed, PAWL_ERR_MEMORY);
    const uint32_t first = right.game.failed_tick;
    ck_assert_uint_ge(first, FAIL_FRAME - 20);
    ck_assert_uint_le(first, FAIL_FRAME);
    ck_assert_int_eq(left.game.failed, PAWL_OK);
    ck_assert_uint_eq(left.desyncs, 1);
    ck_assert_uint_ge(left.desync.tick, first);
    ck_assert_uint_le(left.desync.tick, first + 20);
    close_pair();
}
END_TEST

START_TEST(what_was_set_back_is_told_anew) {
    open_pair();
    play(FAIL_FRAME + 1, 1);
    ck_assert_int_eq(right.game.failed, PAWL_ERR_MEMORY);
    right.game.failed = PAWL_OK;
    play(FAIL_FRAME, 0);
    ck_assert_int_eq(right.game.failed, PAWL_OK);
    const uint32_t head = pawl_session_get_head(right.session);
    play(FAIL_FRAME + 1, 1);
    ck_assert_int_eq(right.game.failed, PAWL_ERR_MEMORY);
    ck_assert_uint_ge(right.game.failed_tick, head);
    close_pair();
}
END_TEST

Suite *suite_session_world(void);
Suite *suite_session_world(void) {
    Suite *const suite = suite_create("session_world");
    TCase *const cases = tcase_create("failed steps");
    tcase_add_test(cases, nothing_is_told_of_steps_that_are_made);
    tcase_add_test(cases, a_step_that_fails_is_told_with_its_tick);
    tcase_add_test(cases, what_was_set_back_is_told_anew);
    suite_add_tcase(suite, cases);
    return suite;
}
