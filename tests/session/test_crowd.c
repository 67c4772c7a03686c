/* test_crowd.c - games of many players: sixteen over bad lines, and what a row of theirs is made of
 * on the wire. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "pawl/snapshot.h"
#include "session/inputs.h"
#include "session/sized.h"
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

/* ---- guesses ---- */

static uint64_t play_guessed(uint8_t window, uint64_t seed) {
    net_plan plan;
    net_plan_even(&plan, 2, 2, 1, 40);
    plan.inputs = NET_INPUTS_RAMP;
    plan.ticks = 600;
    plan.limit_ms = 60000;
    plan.seed_of_game = (uint32_t)seed;
    for (uint32_t m = 0; m < 2; m++) {
        plan.machine[m].def.window = window;
        plan.machine[m].def.can_predict = 1;
    }
    star->totals = (net_totals){0};
    ck_assert_msg(net_star_play(star, &plan, NULL), "%s", star->defect);
    return star->totals.rollbacks;
}

/* The first byte of an input goes up by one in each tick. A program that guesses so rolls back no
 * more than at the beginning; one that guesses the last input again does in every tick. */
START_TEST(a_good_guess_saves_all_rollbacks) {
    const uint64_t seed = seeded_fresh("guesses");
    const uint64_t good = play_guessed(9, seed), asked = star->totals.guessed;
    const uint64_t bad = play_guessed(8, seed);
    printf("600 ticks: %llu rollbacks with good guesses, %llu with bad ones; asked %llu times\n",
           (unsigned long long)good, (unsigned long long)bad, (unsigned long long)asked);
    ck_assert_uint_le(good, 10);
    ck_assert_uint_gt(bad, 300);
    /* Once for each tick of each machine, and some of the first ones again. */
    ck_assert_uint_le(asked, star->totals.ticks + 100);
}
END_TEST

static uint32_t callbacks;

static void count_guesses(void *context, uint32_t tick, uint32_t players, uint8_t *inputs,
                          uint8_t *sizes) {
    (void)context, (void)tick;
    ck_assert_uint_eq(players, 2);
    ck_assert_ptr_null(sizes);
    inputs[2]++; /* the first byte of the second player */
    callbacks++;
}

START_TEST(a_world_has_its_guesses_from_a_function) {
    static uint64_t memory[1024], world_memory[4096], slots[8 * 4096];
    pawl_world_def small = pawl_world_def_default();
    small.body_capacity = small.shape_capacity = small.contact_capacity = 4;
    pawl_world *world = NULL;
    ck_assert_int_eq(pawl_world_init(world_memory, sizeof world_memory, &small, &world), PAWL_OK);
    pawl_session_def def = pawl_session_def_default();
    def.session_id = 1;
    def.trusts_link = true;
    def.can_predict = 1;
    def.window = 3;
    def.slots = 5;
    def.hash_every = 0;
    pawl_session *session = NULL;
    ck_assert_int_eq(pawl_session_init(memory, sizeof memory, &def, &session), PAWL_OK);
    /* Another machine is there, and silent from now on. */
    session->owner[1] = 0;
    pawli_session_peers(session)[0].state = PAWLI_PEER_ACCEPTED;
    pawli_session_peers(session)[0].players = 2;
    ck_assert_int_eq(pawl_session_start(session), PAWL_OK);
    pawl_session_world game = {.world = world, .slots = (uint8_t *)slots};
    game.slot_size = (uint32_t)((pawl_world_save_size_max(&small) + 7u) / 8u * 8u);
    ck_assert_uint_le(5u * game.slot_size, sizeof slots);
    game.predict = count_guesses;
    callbacks = 0;
    const uint8_t input[2] = {0};
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_int_eq(pawl_session_add_input(session, 0, input), PAWL_OK);
        (void)pawl_session_run(session, &game);
    }
    ck_assert_uint_eq(pawl_session_get_head(session), 3);
    for (uint32_t tick = 0; tick < 3; tick++)
        ck_assert_uint_eq(pawli_session_input(session, tick, 1)[0], tick + 1);
    ck_assert_uint_eq(callbacks, session->top);
    ck_assert_int_eq(pawl_session_answer_predict(session, 0, input, NULL), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_answer_predict(NULL, 0, input, NULL), PAWL_ERR_NULL);
}
END_TEST

/* ---- inputs that vary in size ---- */

static uint64_t sent_down, sent_up;

static size_t count_bytes(void *context, net_star *all, net_machine *from, uint32_t to,
                          uint8_t *packet, size_t size) {
    (void)context, (void)all, (void)to, (void)packet;
    *(from->index == 0 ? &sent_down : &sent_up) += size;
    return size;
}

/* Bytes to one client in a tick, and from it. */
static double play_commands(uint32_t players, bool varies, uint64_t seed) {
    net_plan plan;
    net_plan_even(&plan, players, players, 1, 30);
    plan.inputs = NET_INPUTS_COMMANDS;
    plan.ticks = 600;
    plan.limit_ms = 60000;
    plan.seed_of_game = (uint32_t)seed;
    for (uint32_t m = 0; m < players; m++) {
        plan.machine[m].def.input_size = 20;
        plan.machine[m].def.variable_inputs = varies;
    }
    sent_down = sent_up = 0;
    const net_star_hooks hooks = {.sending = count_bytes};
    ck_assert_msg(net_star_play(star, &plan, &hooks), "%s", star->defect);
    const double ticks = plan.ticks * (players - 1.0);
    printf("%u players, commands%s: %.1f bytes to each in a tick, %.1f from it; %llu ticks of %llu "
           "again\n",
           players, varies ? " of their size" : "", (double)sent_down / ticks,
           (double)sent_up / ticks, (unsigned long long)star->totals.replayed,
           (unsigned long long)star->totals.ticks);
    star->totals = (net_totals){0};
    return (double)(sent_down + sent_up);
}

/* As in a game of strategy: a command of 20 bytes in one of 20 ticks. */
START_TEST(commands_cost_their_size) {
    const uint64_t seed = seeded_fresh("commands");
    ck_assert_msg(play_commands(8, true, seed) * 10 < play_commands(8, false, seed) * 9,
                  "commands save less than a tenth");
}
END_TEST

#define COLUMNS 16
#define INPUT 27
#define ROW (2 + COLUMNS * (1 + INPUT))

static void draw_sized_row(uint64_t *seed, const pawli_sized_form *form, uint8_t *row) {
    memset(row, 0, ROW);
    for (uint32_t i = 0; i < form->gone_bytes; i++)
        row[i] = (uint8_t)net_random(seed, 4);
    for (uint32_t i = 0; i < form->columns; i++) {
        const uint32_t size = net_random(seed, form->input_size + 1);
        row[form->gone_bytes + i] = (uint8_t)size;
        for (uint32_t k = 0; k < size; k++)
            row[form->gone_bytes + form->columns + i * form->input_size + k] =
                (uint8_t)(seeded_next(seed) >> 56);
    }
}

START_TEST(sized_rows_come_out_as_they_went_in) {
    uint64_t seed = seeded_fresh("sized rows");
    for (uint32_t round = 0; round < 2000; round++) {
        const uint32_t columns = 1 + net_random(&seed, COLUMNS);
        const bool is_row = net_random(&seed, 2) != 0;
        const pawli_sized_form form = {columns, is_row ? pawli_mask_size(columns) : 0,
                                       1 + net_random(&seed, INPUT)};
        uint8_t base[ROW], row[ROW], packed[600];
        draw_sized_row(&seed, &form, base);
        memcpy(row, base, ROW);
        while (memcmp(row, base, ROW) == 0)
            draw_sized_row(&seed, &form, row);
        pawli_writer to = pawli_writer_of(packed, sizeof packed);
        pawli_sized_pack(&form, &to, row, base);
        ck_assert_uint_eq(to.full, false);
        ck_assert_uint_le(to.at, pawli_sized_row_max(columns, form.input_size));
        pawli_reader from = pawli_reader_of(packed, to.at);
        ck_assert_uint_eq(pawli_sized_unpack(&form, &from, base), true);
        ck_assert_uint_eq(pawli_bytes_left(&from), 0);
        ck_assert_mem_eq(base, row, ROW);
        /* Whatever comes, nothing is written beyond the row, and every size can be. */
        const uint32_t size = net_random(&seed, to.at);
        from = pawli_reader_of(packed, size);
        ck_assert_uint_eq(pawli_sized_unpack(&form, &from, base), false);
        for (uint32_t i = 0; i < sizeof packed; i++)
            packed[i] = (uint8_t)(seeded_next(&seed) >> 56);
        from = pawli_reader_of(packed, sizeof packed);
        memcpy(base, row, ROW);
        if (!pawli_sized_unpack(&form, &from, base)) continue;
        const uint32_t end = form.gone_bytes + columns * (1 + form.input_size);
        ck_assert_mem_eq(base + end, row + end, ROW - end);
        for (uint32_t i = 0; i < columns; i++)
            ck_assert_uint_le(base[form.gone_bytes + i], form.input_size);
    }
}
END_TEST

START_TEST(a_sized_row_has_the_documented_bytes) {
    static const pawli_sized_form form = {2, 1, 4};
    static const uint8_t base[11] = {0}, row[11] = {1, 0, 3, 0, 0, 0, 0, 0xA1, 0xB2, 0xC3, 0};
    static const uint8_t want[7] = {0, 1, 2, 3, 0xA1, 0xB2, 0xC3};
    uint8_t got[16];
    pawli_writer to = pawli_writer_of(got, sizeof got);
    pawli_sized_pack(&form, &to, row, base);
    ck_assert_uint_eq(to.at, sizeof want);
    ck_assert_mem_eq(got, want, sizeof want);
}
END_TEST

START_TEST(sizes_that_cannot_be_are_refused) {
    static uint64_t memory[1024];
    pawl_session *session = NULL;
    pawl_session_def def = pawl_session_def_default();
    def.session_id = 1;
    def.trusts_link = true;
    def.input_size = 20;
    uint8_t input[20] = {7}, inputs[40], sizes[2], status[2];
    uint32_t tick;
    for (uint8_t varies = 0; varies < 2; varies++) {
        def.variable_inputs = varies;
        ck_assert_int_eq(pawl_session_init(memory, sizeof memory, &def, &session), PAWL_OK);
        ck_assert_int_eq(pawl_session_start(session), PAWL_OK);
        ck_assert_int_eq(pawl_session_add_input_sized(NULL, 0, input, 20), PAWL_ERR_NULL);
        ck_assert_int_eq(pawl_session_add_input_sized(session, 0, NULL, 20), PAWL_ERR_NULL);
        ck_assert_int_eq(pawl_session_add_input_sized(session, 0, input, 21), PAWL_ERR_RANGE);
        if (!varies)
            ck_assert_int_eq(pawl_session_add_input_sized(session, 0, input, 19), PAWL_ERR_RANGE);
        ck_assert_int_eq(pawl_session_add_input_sized(session, 0, input, varies ? 1 : 20), PAWL_OK);
        for (uint32_t i = 0; i < 3; i++)
            ck_assert_uint_eq(
                pawl_session_take_confirmed_sized(session, &tick, inputs, sizes, status), true);
        ck_assert_uint_eq(tick, 2);
        ck_assert_uint_eq(sizes[0], varies ? 1 : 20);
        ck_assert_uint_eq(sizes[1], varies ? 0 : 20);
        ck_assert_uint_eq(inputs[0], 7);
        ck_assert_int_eq(pawl_session_answer_substitute_sized(session, 0, inputs, sizes),
                         PAWL_ERR_ARGUMENT);
    }
    /* Sixteen players: what a packet has room for. */
    def.players = 16;
    for (uint8_t varies = 0; varies < 2; varies++) {
        def.variable_inputs = varies;
        def.input_size = varies ? 27 : 28;
        ck_assert_uint_ne(pawl_session_size(&def), 0);
        def.input_size++;
        const char *field = NULL;
        ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_ERR_RANGE);
        ck_assert_str_eq(field, "packet_size");
    }
}
END_TEST

Suite *suite_crowd(void) {
    Suite *const suite = suite_create("crowd");
    TCase *const test = tcase_create("crowd");
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_loop_test(test, sixteen_players_roll_back_under_loss, 0, 3);
    tcase_add_test(test, a_player_beyond_the_eighth_goes_and_comes_back);
    tcase_add_test(test, a_good_guess_saves_all_rollbacks);
    tcase_add_test(test, a_world_has_its_guesses_from_a_function);
    tcase_add_test(test, commands_cost_their_size);
    tcase_add_test(test, sized_rows_come_out_as_they_went_in);
    tcase_add_test(test, a_sized_row_has_the_documented_bytes);
    tcase_add_test(test, sizes_that_cannot_be_are_refused);
    suite_add_tcase(suite, test);
    return suite;
}
