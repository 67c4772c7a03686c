/* test_net_verdict.c - over bad networks: both sides of a lockstep game hear of a difference, and
 * any bit that turns over is named with its machine, tick, object and field. Other seeds in each
 * run; soak_desync plays more of them. */
#include <check.h>
#include <string.h>

#include "support/base/seeded.h"
#include "support/net/net_trial.h"

#define TWINS 60
#define FAULTS 12

static netsim *net;

static void set_up(void) {
    net = netsim_make();
    ck_assert_ptr_ne(net, NULL);
}

static void tear_down(void) {
    netsim_free(net);
}

START_TEST(both_sides_of_a_lockstep_game_hear_of_it) {
    const uint64_t seed = seeded_fresh("net verdict, twins");
    int exact = 0;
    for (int i = 0; i < SEEDED_ROUNDS(TWINS); i++) {
        net_twins one;
        net_trial_twins(net, seed + (uint64_t)i, &one);
        ck_assert_msg(one.heard == 2, "%s", one.text);
        ck_assert_msg(one.judged == 2, "no verdict: %s", one.text);
        exact += one.exact == 2;
    }
    ck_assert_int_ge(exact, SEEDED_ROUNDS(TWINS) * 9 / 10);
}
END_TEST

START_TEST(a_bit_that_turns_over_is_named_with_its_machine) {
    const uint64_t seed = seeded_fresh("net verdict, faults");
    int injected = 0, named = 0;
    char missed[NET_TRIAL_TEXT] = "";
    for (int i = 0; i < SEEDED_ROUNDS(FAULTS); i++) {
        net_fault one;
        net_trial_fault(net, seed + (uint64_t)i, &one);
        ck_assert_msg(one.alarms == 0, "false alarm: %s", one.text);
        if (!one.is_injected) continue;
        injected++;
        if (one.is_machine && one.is_tick && one.is_object && one.is_field) {
            named++;
        } else {
            memcpy(missed, one.text, sizeof missed);
        }
    }
    ck_assert_int_gt(injected, SEEDED_ROUNDS(FAULTS) / 2);
    ck_assert_msg(named + 1 >= injected, "%d of %d, the last one missed: %s", named, injected,
                  missed);
}
END_TEST

START_TEST(games_without_a_fault_raise_no_alarm) {
    const uint64_t seed = seeded_fresh("net verdict, calm");
    for (int i = 0; i < SEEDED_ROUNDS(FAULTS); i++) {
        net_fault one;
        net_trial_calm(net, seed + (uint64_t)i, &one);
        ck_assert_msg(one.alarms == 0, "false alarm: %s", one.text);
    }
}
END_TEST

Suite *suite_net_verdict(void) {
    Suite *const suite = suite_create("net_verdict");
    TCase *const test = tcase_create("net_verdict");
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_test(test, both_sides_of_a_lockstep_game_hear_of_it);
    tcase_add_test(test, a_bit_that_turns_over_is_named_with_its_machine);
    tcase_add_test(test, games_without_a_fault_raise_no_alarm);
    suite_add_tcase(suite, test);
    return suite;
}
