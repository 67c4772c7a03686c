/* test_session.c - two sessions joined in memory: what is asked for, in which order. */
#include "support/machine.h"

#define TICK_MS 17

static machine host, guest;

static void open_pair(uint8_t window, uint8_t delay) {
    pawl_session_def def = pawl_session_def_default();
    def.window = window;
    def.delay = delay;
    def.session_id = 0x1234;
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&guest, &def);
}

static void close_pair(void) {
    machine_close(&host);
    machine_close(&guest);
}

START_TEST(two_machines_play_in_lockstep) {
    open_pair(0, 2);
    for (uint32_t frame = 0; frame < 600; frame++) {
        machine_frame(&guest, &host, 0, frame * TICK_MS);
        machine_frame(&host, &guest, 0, frame * TICK_MS);
    }
    ck_assert_uint_ge(pawl_session_head(guest.session), 590);
    ck_assert_uint_eq(host.loads + guest.loads, 0);
    ck_assert_uint_eq(host.played[590], guest.played[590]);
    close_pair();
}
END_TEST

START_TEST(two_machines_roll_back) {
    open_pair(8, 1);
    for (uint32_t frame = 0; frame < 600; frame++) {
        machine_add_inputs(&guest), machine_run(&guest);
        machine_add_inputs(&host), machine_run(&host);
        if (frame % 5 == 0) {
            machine_carry(&guest, &host, 0, frame * TICK_MS);
            machine_carry(&host, &guest, 0, frame * TICK_MS);
        }
    }
    ck_assert_uint_ge(pawl_session_head(guest.session), 590);
    ck_assert_uint_ge(host.loads + guest.loads, 100);
    const uint32_t end = pawl_session_confirmed(guest.session) - 1;
    ck_assert_uint_eq(host.played[end], guest.played[end]);
    close_pair();
}
END_TEST

Suite *suite_session(void) {
    Suite *const suite = suite_create("session");
    TCase *const play = tcase_create("play");
    tcase_add_test(play, two_machines_play_in_lockstep);
    tcase_add_test(play, two_machines_roll_back);
    suite_add_tcase(suite, play);
    return suite;
}
