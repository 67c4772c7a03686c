/* test_net_games.c - thousands of games over bad networks: every machine plays what the host
 * confirmed, bit for bit, and nothing stands still. */
#include <check.h>
#include <stdio.h>

#include "support/net_star.h"
#include "support/seeded.h"

#define GAMES 2000
#define TEXT_MAX 6000

static net_star *star;

static void set_up(void) {
    star = net_star_make();
    ck_assert_ptr_ne(star, NULL);
}

static void tear_down(void) {
    net_star_free(star);
}

static void play(uint64_t seed, net_plan_kind kind) {
    net_plan plan;
    net_plan_make(seed, kind, &plan);
    if (net_star_play(star, &plan, NULL)) return;
    static char text[TEXT_MAX];
    net_plan_text(&plan, text, sizeof text);
    ck_abort_msg("game of kind %d, %s\n%s", (int)kind, star->defect, text);
}

static void print_totals(const char *name) {
    const net_totals *const sum = &star->totals;
    printf("%s: %llu games, %llu ticks, %llu packets, %llu rollbacks of at most %llu ticks, worst "
           "stall %llu ms\n",
           name, (unsigned long long)sum->games, (unsigned long long)sum->ticks,
           (unsigned long long)sum->packets, (unsigned long long)sum->rollbacks,
           (unsigned long long)sum->deepest, (unsigned long long)sum->worst_stall_ms);
    fflush(stdout);
}

START_TEST(every_machine_plays_what_the_host_confirmed) {
    static const net_plan_kind kinds[] = {NET_PLAN_ANY, NET_PLAN_STEADY, NET_PLAN_ANY,
                                          NET_PLAN_COMPACT};
    for (uint64_t seed = 0; seed < SEEDED_ROUNDS(GAMES); seed++)
        play(seed, kinds[seed % 4]);
    print_totals("net games");
    char text[NET_DEFECT_MAX];
    ck_assert_msg(SEEDED_SHARE > 1 || net_totals_suffice(&star->totals, text, sizeof text), "%s",
                  text);
}
END_TEST

START_TEST(a_seed_reproduces_a_game) {
    net_plan plan;
    uint32_t different = 0;
    for (uint64_t seed = 0; seed < 5; seed++) {
        net_plan_make(seed, NET_PLAN_ANY, &plan);
        star->totals = (net_totals){0};
        ck_assert_msg(net_star_play(star, &plan, NULL), "%s", star->defect);
        const net_totals first = star->totals;
        const uint32_t hash = net_game_hash(&star->reference);
        star->totals = (net_totals){0};
        ck_assert_msg(net_star_play(star, &plan, NULL), "%s", star->defect);
        ck_assert_mem_eq(&star->totals, &first, sizeof first);
        ck_assert_uint_eq(net_game_hash(&star->reference), hash);
        plan.seed += 1000;
        star->totals = (net_totals){0};
        ck_assert_msg(net_star_play(star, &plan, NULL), "%s", star->defect);
        different += net_game_hash(&star->reference) != hash;
    }
    ck_assert_uint_gt(different, 0);
}
END_TEST

Suite *suite_net_games(void) {
    Suite *const suite = suite_create("net_games");
    TCase *const test = tcase_create("net_games");
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_test(test, every_machine_plays_what_the_host_confirmed);
    tcase_add_test(test, a_seed_reproduces_a_game);
    suite_add_tcase(suite, test);
    return suite;
}
