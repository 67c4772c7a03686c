/* test_net_games.c - a thousand games over bad networks: every machine plays what the host
 * confirmed, bit for bit, and nothing stands still. */
#include <check.h>
#include <stdio.h>

#include "support/net/net_star.h"
#include "support/base/seeded.h"

#define GAMES 1000
#define CROWDS 300
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
    /* Over narrow lines nothing comes back once a host has parted from it: there it need not end.
     */
    const net_star_hooks short_game = {.duration_ms = 6000};
    const bool is_short = plan.machine[0].def.input_deadline_ms != 0 && plan.is_narrow;
    if (net_star_play(star, &plan, is_short ? &short_game : NULL)) return;
    static char text[TEXT_MAX];
    net_plan_text(&plan, text, sizeof text);
    printf("%s", text); /* longer than a message may be */
    ck_abort_msg("game of kind %d, %s", (int)kind, star->defect);
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

static net_plan_kind kind_of(uint64_t seed) {
    static const net_plan_kind kinds[] = {NET_PLAN_ANY, NET_PLAN_STEADY, NET_PLAN_ANY,
                                          NET_PLAN_COMPACT};
    return kinds[seed % 4];
}

/* Games that found mistakes which few others find. */
START_TEST(games_that_once_failed_do_not) {
    static const uint64_t seeds[] = {612,    647,    1642,   1646,   1804,   100782,
                                     101076, 103770, 103998, 104390, 104604, 107760,
                                     108022, 113124, 116798, 117278, 117534, 119184};
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        play(seeds[i], kind_of(seeds[i]));
}
END_TEST

START_TEST(every_machine_plays_what_the_host_confirmed) {
    for (uint64_t seed = 0; seed < SEEDED_ROUNDS(GAMES); seed++)
        play(seed, kind_of(seed));
    print_totals("net games");
    char text[NET_DEFECT_MAX];
    ck_assert_msg(SEEDED_SHARE > 1 || net_totals_suffice(&star->totals, text, sizeof text), "%s",
                  text);
}
END_TEST

/* Up to 16 players, inputs of all sizes, guesses of programs. */
START_TEST(a_crowd_plays_what_the_host_confirmed) {
    const uint64_t first = seeded_fresh("net_crowd") >> 8;
    star->totals = (net_totals){0};
    for (uint64_t i = 0; i < SEEDED_ROUNDS(CROWDS); i++)
        play(first + i, NET_PLAN_CROWD);
    print_totals("net crowds");
    if (SEEDED_SHARE == 1) ck_assert_uint_gt(star->totals.guessed, 1000);
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

/* ---- machines whose clocks differ ---- */

#define SYNC_TICKS 3600
#define SYNC_WARM 600

static struct sync {
    uint32_t samples, waits_before;
    int32_t most, least; /* head of the host, less that of the client */
    int32_t ahead;       /* the largest that either says of itself, in 1/256 ticks */
} sync;

static size_t look_at_heads(void *context, net_star *all, net_machine *machine, uint32_t to,
                            uint8_t *packet, size_t size) {
    (void)context;
    (void)to;
    (void)packet;
    const pawl_session *const host = all->machines[0].session;
    const pawl_session *const client = all->machines[1].session;
    if (machine->index != 0 || client == NULL || pawl_session_get_head(host) < SYNC_WARM)
        return size;
    const int32_t distance =
        (int32_t)pawl_session_get_head(host) - (int32_t)pawl_session_get_head(client);
    if (sync.samples++ == 0) {
        sync.most = sync.least = distance;
        sync.waits_before = (uint32_t)all->totals.waits;
    }
    if (distance > sync.most) sync.most = distance;
    if (distance < sync.least) sync.least = distance;
    if (pawl_session_get_ahead(host) > sync.ahead) sync.ahead = pawl_session_get_ahead(host);
    if (pawl_session_get_ahead(client) > sync.ahead) sync.ahead = pawl_session_get_ahead(client);
    return size;
}

/* The clocks of two machines run apart by 2 %, so that one would be 60 ticks ahead after the 50 s
 * that are looked at. Who follows the advice is never more than four ticks ahead, and waits for
 * nobody. */
START_TEST(machines_with_other_clocks_stay_together) {
    static const uint16_t delays_ms[] = {0, 30, 70};
    for (uint32_t i = 0; i < 6; i++) {
        net_plan plan;
        net_plan_make(1, NET_PLAN_STEADY, &plan);
        plan.machines = 2;
        plan.ticks = SYNC_TICKS;
        plan.limit_ms = 2 * SYNC_TICKS * 1000 / 60;
        for (uint32_t m = 0; m < 2; m++) {
            net_plan_machine *const one = &plan.machine[m];
            one->def = pawl_session_def_default();
            one->def.role = m == 0 ? PAWL_ROLE_HOST : PAWL_ROLE_CLIENT;
            one->def.session_id = 7;
            one->def.secret[0] = (uint8_t)(m + 1);
            one->def.window = 12;
            one->up = one->down = (net_line){.delay_ms = delays_ms[i % 3]};
            one->skew_ppm = (m == 0) == (i < 3) ? 10000 : -10000;
        }
        sync = (struct sync){0};
        const net_star_hooks hooks = {.sending = look_at_heads};
        ck_assert_msg(net_star_play(star, &plan, &hooks), "%s", star->defect);
        ck_assert_uint_gt(sync.samples, 1000);
        ck_assert_msg(sync.most <= 4 && sync.least >= -4, "case %u: host ahead by %d to %d", i,
                      sync.least, sync.most);
        ck_assert_msg(sync.ahead < 4 * 256, "case %u: %d / 256 ticks ahead", i, sync.ahead);
        ck_assert_msg(star->totals.waits == sync.waits_before, "case %u: waits", i);
        ck_assert_uint_gt(star->totals.advised, 10);
    }
}
END_TEST

Suite *suite_net_games(void) {
    Suite *const suite = suite_create("net_games");
    TCase *const test = tcase_create("net_games");
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_test(test, games_that_once_failed_do_not);
    tcase_add_test(test, every_machine_plays_what_the_host_confirmed);
    tcase_add_test(test, a_crowd_plays_what_the_host_confirmed);
    tcase_add_test(test, a_seed_reproduces_a_game);
    tcase_add_test(test, machines_with_other_clocks_stay_together);
    suite_add_tcase(suite, test);
    return suite;
}
