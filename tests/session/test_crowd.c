/* test_crowd.c - games of many players: sixteen over bad lines, and what a row of theirs is made of
 * on the wire. */
#include <check.h>
#include <string.h>

#include "support/base/seeded.h"
#include "support/net/machine.h"
#include "support/net/net_star.h"

#define CROWD 16
#define TICKS 400

static net_star *star;

static void set_up(void) {
    star = net_star_make();
    ck_assert_ptr_ne(star, NULL);
}

static void tear_down(void) {
    net_star_free(star);
}

static void plan_crowd(net_plan *plan, uint32_t host_players, uint32_t watching) {
    net_plan_even(plan, 1 + CROWD - host_players + watching, CROWD, host_players, 40);
    plan->seed = seeded_fresh("crowd") >> 8;
    plan->ticks = TICKS;
    plan->limit_ms = 60000;
    for (uint32_t m = 1; m < plan->machines; m++) {
        net_plan_machine *const own = &plan->machine[m];
        own->up = own->down = (net_line){.delay_ms = 40, .jitter_ms = 10, .loss = 10};
        own->offset_ms = m * 1000u;
        own->skew_ppm = (int32_t)(m % 3) * 500 - 500;
    }
}

START_TEST(sixteen_players_roll_back_under_loss) {
    net_plan plan;
    plan_crowd(&plan, (uint32_t)_i, 2);
    ck_assert_msg(net_star_play(star, &plan, NULL), "%s", star->defect);
    ck_assert_uint_gt(star->totals.rollbacks, TICKS / 4);
    ck_assert_uint_ge(star->totals.ticks, TICKS);
}
END_TEST

/* One of the last eight goes, and comes back as the same player. */
START_TEST(a_player_beyond_the_eighth_goes_and_comes_back) {
    net_plan plan;
    plan_crowd(&plan, 1, 0);
    plan.event_count = 1;
    plan.events[0] = (net_plan_event){1500, 500, NET_RESTART, 13};
    ck_assert_msg(net_star_play(star, &plan, NULL), "%s", star->defect);
    ck_assert_uint_gt(star->totals.gone, 0);
    ck_assert_uint_gt(star->totals.backs, 0);
}
END_TEST

Suite *suite_crowd(void) {
    Suite *const suite = suite_create("crowd");
    TCase *const test = tcase_create("crowd");
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_loop_test(test, sixteen_players_roll_back_under_loss, 0, 3);
    tcase_add_test(test, a_player_beyond_the_eighth_goes_and_comes_back);
    suite_add_tcase(suite, test);
    return suite;
}
