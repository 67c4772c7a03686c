/* test_pace.c - how fast a game runs over lines that are slow, lose and jitter, with clocks that
 * differ: the table, and what of it must hold. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/session.h"
#include "support/base/seeded.h"
#include "support/net/net_star.h"

#define SECONDS 60u
#define TICKS (SECONDS * 60u)

static net_star *star;

static void set_up(void) {
    star = net_star_make();
    ck_assert_ptr_ne(star, NULL);
}

static void tear_down(void) {
    net_star_free(star);
}

/* ---- the table ---- */

typedef enum delay_mode {
    DELAY_FIXED,
    DELAY_AUTOMATIC,
    DELAY_SET
} delay_mode;

static struct pace {
    delay_mode mode;
    uint32_t set;  /* delay that is asked for */
    uint32_t most; /* ticks between the heads of two machines, after ten seconds */
} pace;

static size_t look(void *context, net_star *all, net_machine *machine, uint32_t to, uint8_t *packet,
                   size_t size) {
    (void)context;
    (void)to;
    (void)packet;
    const pawl_session *const host = all->machines[0].session;
    const pawl_session *const client = all->machines[1].session;
    if (machine->index == 0 && client != NULL && pawl_session_get_head(host) > 600) {
        const int32_t apart =
            (int32_t)pawl_session_get_head(host) - (int32_t)pawl_session_get_head(client);
        if ((uint32_t)abs(apart) > pace.most) pace.most = (uint32_t)abs(apart);
    }
    return size;
}

static void choose_delay(void *context, net_star *all, net_machine *machine,
                         const pawl_session_event_info *event) {
    (void)context;
    (void)all;
    if (event->type != PAWL_EVENT_STARTED || pace.mode == DELAY_FIXED) return;
    const uint32_t delay = pace.mode == DELAY_AUTOMATIC ? PAWL_SESSION_DELAY_AUTOMATIC : pace.set;
    ck_assert_int_eq(pawl_session_set_delay(machine->session, delay), PAWL_OK);
}

/* Share of the speed that must be reached, in per cent, and of the clocks by which they differ. */
static const struct pace_row {
    uint16_t trip_ms, jitter_ms;
    uint8_t loss, window, delay_max;
    int32_t skew_ppm; /* host, less than client, by twice that */
    delay_mode mode;
    uint32_t least;
} pace_rows[] = {
    {20, 0, 0, 8, 0, 0, DELAY_FIXED, 99},         {60, 0, 0, 8, 0, 0, DELAY_FIXED, 99},
    {100, 0, 0, 8, 0, 0, DELAY_FIXED, 99},        {150, 0, 0, 8, 0, 0, DELAY_FIXED, 98},
    {200, 0, 0, 8, 0, 0, DELAY_FIXED, 70},        {200, 0, 0, 8, 8, 0, DELAY_SET, 98},
    {200, 0, 0, 8, 15, 0, DELAY_AUTOMATIC, 98},   {300, 0, 0, 8, 15, 0, DELAY_AUTOMATIC, 97},
    {100, 60, 25, 8, 15, 0, DELAY_AUTOMATIC, 90}, {200, 20, 5, 8, 15, 0, DELAY_AUTOMATIC, 95},
    {100, 0, 0, 0, 15, 0, DELAY_AUTOMATIC, 97},   {100, 0, 0, 0, 10, 0, DELAY_SET, 98},
    {60, 0, 0, 8, 0, 5000, DELAY_FIXED, 98},      {60, 0, 0, 8, 0, 20000, DELAY_FIXED, 97},
    {60, 0, 0, 8, 0, 50000, DELAY_FIXED, 94},     {60, 0, 0, 8, 0, 80000, DELAY_FIXED, 91},
    {60, 0, 0, 8, 0, 120000, DELAY_FIXED, 87},
};

START_TEST(a_game_keeps_its_speed) {
    const struct pace_row *const row = &pace_rows[_i];
    net_plan plan;
    net_plan_even(&plan, 2, 2, 1, (uint16_t)(row->trip_ms / 2));
    plan.seed = seeded_base;
    plan.is_unhurried = true;
    plan.has_delays = row->mode != DELAY_FIXED;
    for (uint32_t m = 0; m < 2; m++) {
        net_plan_machine *const one = &plan.machine[m];
        one->def.window = row->window;
        one->def.delay_max = row->delay_max;
        one->up.jitter_ms = one->down.jitter_ms = row->jitter_ms;
        one->up.loss = one->down.loss = row->loss;
        one->skew_ppm = m == 0 ? row->skew_ppm : -row->skew_ppm;
    }
    pace = (struct pace){.mode = row->mode, .set = row->delay_max};
    const net_star_hooks hooks = {
        .sending = look, .event = choose_delay, .duration_ms = SECONDS * 1000};
    ck_assert_msg(net_star_play(star, &plan, &hooks), "row %d: %s", _i, star->defect);
    const uint32_t confirmed = star->confirmed_count;
    printf("round trip %3u+%u ms, loss %2u %%, window %u, delay %s%u, clocks +-%.1f %%: %u of %u "
           "ticks, %u replayed, heads at most %u apart\n",
           row->trip_ms, 2u * row->jitter_ms, row->loss, row->window,
           row->mode == DELAY_AUTOMATIC ? "automatic, " : "",
           pawl_session_get_delay(star->machines[1].session), row->skew_ppm / 10000.0, confirmed,
           TICKS, (uint32_t)star->totals.replayed, pace.most);
    ck_assert_msg(confirmed * 100 >= row->least * TICKS, "row %d: %u ticks", _i, confirmed);
    if (row->skew_ppm != 0) ck_assert_uint_le(pace.most, 9);
}
END_TEST

/* ---- a delay that changes ---- */

static struct changes {
    uint64_t seed;
    uint32_t count;
} changes;

/* Now and then a machine asks for another delay. */
static void change_delay(void *context, net_star *all, net_machine *machine) {
    (void)context;
    (void)all;
    if (!net_chance(&changes.seed, 4)) return;
    const uint32_t draw = net_random(&changes.seed, machine->plan->def.delay_max + 2u);
    const uint32_t delay =
        draw > machine->plan->def.delay_max ? PAWL_SESSION_DELAY_AUTOMATIC : draw;
    ck_assert_int_eq(pawl_session_set_delay(machine->session, delay), PAWL_OK);
    changes.count++;
}

START_TEST(a_delay_may_change_at_any_time) {
    changes = (struct changes){.seed = seeded_fresh("delays")};
    for (uint32_t game = 0; game < SEEDED_ROUNDS(60); game++) {
        net_plan plan;
        do {
            net_plan_make(seeded_next(&changes.seed),
                          game % 4 == 0   ? NET_PLAN_STRANGERS
                          : game % 4 == 1 ? NET_PLAN_COMPACT
                                          : NET_PLAN_ANY,
                          &plan);
        } while (plan.is_narrow || plan.has_earlier);
        plan.has_delays = true;
        for (uint32_t m = 0; m < plan.machines; m++)
            plan.machine[m].def.delay_max = PAWL_SESSION_DELAY_MAX;
        const net_star_hooks hooks = {.stepped = change_delay};
        static char text[6000];
        if (!net_star_play(star, &plan, &hooks)) {
            net_plan_text(&plan, text, sizeof text);
            ck_abort_msg("game %u: %s\n%s", game, star->defect, text);
        }
    }
    ck_assert_uint_eq(star->totals.desyncs, 0);
    ck_assert_uint_gt(changes.count, 100);
}
END_TEST

START_TEST(no_delay_beyond_what_there_is_room_for) {
    pawl_session_def def = pawl_session_def_default();
    pawl_session *session = NULL;
    uint64_t memory[600];
    def.session_id = 1;
    def.trusts_link = true;
    ck_assert_int_eq(pawl_session_init(memory, sizeof memory, &def, &session), PAWL_OK);
    ck_assert_int_eq(pawl_session_set_delay(session, 3), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_session_set_delay(session, 0), PAWL_OK);
    ck_assert_int_eq(pawl_session_set_delay(NULL, 0), PAWL_ERR_NULL);
    ck_assert_uint_eq(pawl_session_get_delay(session), 2);
    ck_assert_uint_eq(pawl_session_get_delay(NULL), 0);
    def.delay_max = 16;
    ck_assert_uint_eq(pawl_session_size(&def), 0);
}
END_TEST

/* ---- silence ---- */

static struct silence {
    uint32_t interrupted[2], resumed[2], down[2];
    uint64_t at_ms;
} silence;

static void count_silence(void *context, net_star *all, net_machine *machine,
                          const pawl_session_event_info *event) {
    (void)context;
    uint32_t *const to = event->type == PAWL_EVENT_INTERRUPTED ? silence.interrupted
                         : event->type == PAWL_EVENT_RESUMED   ? silence.resumed
                         : event->type == PAWL_EVENT_PEER_DOWN ? silence.down
                                                               : NULL;
    if (to == NULL) return;
    to[machine->index]++;
    if (event->type == PAWL_EVENT_INTERRUPTED) silence.at_ms = netsim_time(all->net) / 1000;
}

/* A line that is dead for two seconds, or for ten. */
START_TEST(silence_is_told_before_a_peer_is_gone) {
    const bool is_long = _i == 1;
    net_plan plan;
    net_plan_even(&plan, 2, 2, 1, 20);
    plan.event_count = 1;
    plan.events[0] = (net_plan_event){2000, is_long ? 10000 : 2000, NET_CUT, 1};
    silence = (struct silence){0};
    const net_star_hooks hooks = {.event = count_silence, .duration_ms = is_long ? 8000 : 6000};
    ck_assert_msg(net_star_play(star, &plan, &hooks), "%s", star->defect);
    for (uint32_t m = 0; m < 2; m++) {
        ck_assert_uint_eq(silence.interrupted[m], 1);
        ck_assert_uint_eq(silence.resumed[m], !is_long);
        ck_assert_uint_eq(silence.down[m], is_long);
    }
    ck_assert_uint_ge(silence.at_ms, 3000);
    ck_assert_uint_lt(silence.at_ms, 3200);
}
END_TEST

Suite *suite_pace(void);
Suite *suite_pace(void) {
    Suite *const suite = suite_create("pace");
    TCase *const test = tcase_create("pace");
    tcase_set_timeout(test, 60);
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_loop_test(test, a_game_keeps_its_speed, 0,
                        (int)(sizeof pace_rows / sizeof pace_rows[0]));
    tcase_add_test(test, a_delay_may_change_at_any_time);
    tcase_add_test(test, no_delay_beyond_what_there_is_room_for);
    tcase_add_loop_test(test, silence_is_told_before_a_peer_is_gone, 0, 2);
    suite_add_tcase(suite, test);
    return suite;
}
