/* test_net_mix.c - all that a session does, done at once: doors, deadlines, delays, late machines,
 * strangers, faults and verdicts. What holds for each alone holds for all together. */
#include <check.h>

#include "support/base/seeded.h"
#include "support/net/net_mix.h"

#define GAMES 200 /* of few players, and a quarter as many of many */

static net_star *star;

static void set_up(void) {
    star = net_star_make();
    ck_assert_ptr_ne(star, NULL);
}

static void tear_down(void) {
    net_star_free(star);
}

/* What is rare may not happen in some hundred games: more are played until it has. */
#define GAMES_MORE 8

static bool few_met_all(const net_mix_sums *sums) {
    const uint64_t least[] = {sums->admitted / 20, sums->refused,     sums->delays / 20,
                              sums->knocks / 20,   sums->forged / 20, sums->desyncs,
                              sums->verdicts,      sums->named,       sums->late,
                              sums->interrupted};
    bool all = star->totals.joins > 0;
    for (size_t i = 0; i < sizeof least / sizeof *least; i++)
        all = all && (least[i] >= 5 || SEEDED_SHARE > 1);
    return all;
}

static bool many_met_all(const net_mix_sums *sums) {
    (void)sums;
    const net_totals *const totals = &star->totals;
    return SEEDED_SHARE > 1 || (totals->guessed > 1000 && totals->signed_blocks > 100 &&
                                totals->owed > 20 && totals->verified > 100);
}

static void play_games(const char *what, net_mix_kind kind, uint64_t games,
                       bool (*met_all)(const net_mix_sums *sums)) {
    static char text[NET_MIX_TEXT];
    net_mix_sums sums = {0};
    const uint64_t first = seeded_fresh(what) >> 8;
    for (uint64_t i = 0; i < games || (i < GAMES_MORE * games && !met_all(&sums)); i++)
        ck_assert_msg(net_mix_play(star, first + i, kind, &sums, text),
                      "soak_mix 1 %llu %d: %s\n%s", (unsigned long long)(first + i), (int)kind,
                      star->defect, text);
    ck_assert_msg(met_all(&sums), "%s: something never happened", what);
}

START_TEST(what_holds_alone_holds_together) {
    play_games("net_mix", NET_MIX_FEW, SEEDED_ROUNDS(GAMES), few_met_all);
}
END_TEST

/* Up to sixteen players, and all that a def can switch on. */
START_TEST(what_holds_for_few_holds_for_many) {
    play_games("net_mix_crowd", NET_MIX_CROWD, SEEDED_ROUNDS(GAMES / 4), many_met_all);
}
END_TEST

static void play_again(net_mix_kind kind, const uint64_t *seeds, size_t count) {
    static char text[NET_MIX_TEXT];
    net_mix_sums sums = {0};
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(net_mix_play(star, seeds[i], kind, &sums, text), "soak_mix 1 %llu %d: %s\n%s",
                      (unsigned long long)seeds[i], (int)kind, star->defect, text);
}

/* Games that found mistakes. */
START_TEST(games_that_once_failed_do_not) {
    static const uint64_t seeds[] = {865,    100387, 105787, 106845, 109243, 109788,
                                     109828, 110659, 111894, 112183, 115282, 116414};
    static const uint64_t drawn[] = {39944911807943653, 23323083204380186};
    static const uint64_t crowds[] = {2211893, 2212557, 2213135};
    play_again(NET_MIX_FEW, seeds, sizeof seeds / sizeof *seeds);
    play_again(NET_MIX_FEW, drawn, sizeof drawn / sizeof *drawn);
    play_again(NET_MIX_CROWD, crowds, sizeof crowds / sizeof *crowds);
}
END_TEST

Suite *suite_net_mix(void) {
    Suite *const suite = suite_create("net_mix");
    TCase *const test = tcase_create("net_mix");
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_test(test, games_that_once_failed_do_not);
    tcase_add_test(test, what_holds_alone_holds_together);
    tcase_add_test(test, what_holds_for_few_holds_for_many);
    suite_add_tcase(suite, test);
    return suite;
}
