/* test_lane_kept.c - batches that are kept from one step to the next are those of the same rows,
 * and never those of others. That they solve what they should is in test_lane_schedule.c. */
#include <check.h>
#include <string.h>

#include "solver/lane_kept.h"
#include "support/base/seeded.h"
#include "support/solver/lane_plain.h"
#include "support/solver/lane_trial.h"

#define TRIALS SEEDED_ROUNDS(3000)

/* A schedule in memory of its own. */
typedef struct kept_schedule {
    pawli_lane_batch batches[LANE_TRIAL_ROWS + 1];
    uint32_t order[LANE_TRIAL_ROWS];
    pawli_lane_schedule schedule;
} kept_schedule;

static bool take_kept(const pawli_lane_setup *setup, const pawli_contact_pass *pass,
                      kept_schedule *taken) {
    taken->schedule.batches = taken->batches;
    taken->schedule.order = taken->order;
    return pawli_lane_kept_take(setup, pass, &taken->schedule);
}

static bool moves_of(const pawli_contact_pass *pass, const pawli_contact_row *row, uint16_t body) {
    return pass->bodies[body].moves && (row->a == body || row->b == body);
}

static bool share_a_body(const pawli_contact_pass *pass, uint32_t i, uint32_t k) {
    const pawli_contact_row *row = &pass->rows[i], *other = &pass->rows[k];
    return moves_of(pass, row, other->a) || moves_of(pass, row, other->b);
}

/* Each row once, and behind those before it that share a moving body with it. */
static void check_order(const pawli_contact_pass *pass, const pawli_lane_schedule *schedule) {
    uint32_t batch_of[LANE_TRIAL_ROWS], seen = 0;
    memset(batch_of, 0xFF, sizeof batch_of);
    for (uint32_t i = 0; i < schedule->batch_count; i++) {
        ck_assert_uint_eq(schedule->batches[i].first, seen);
        for (uint32_t k = 0; k < schedule->batches[i].count; k++) {
            const uint32_t row = schedule->order[seen++];
            ck_assert_uint_lt(row, pass->row_count);
            ck_assert_uint_eq(batch_of[row], UINT32_MAX);
            batch_of[row] = i;
        }
    }
    ck_assert_uint_eq(seen, pass->row_count);
    for (uint32_t i = 0; i < pass->row_count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (share_a_body(pass, i, k)) ck_assert_uint_lt(batch_of[k], batch_of[i]);
}

/* Rows as they were take what was kept; with one other body, one row less, or other lanes not. */
START_TEST(batches_are_kept_for_the_same_rows_alone) {
    static lane_trial t;
    static uint64_t memory[1 << 16];
    static kept_schedule taken;
    const pawli_lane_kernels *kernels = lane_plain_kernels(1);
    uint64_t seeds = seeded_fresh("kept batches");
    uint32_t kept = 0;
    for (int i = 0; i < TRIALS; i++) {
        lane_trial_draw(&t, seeded_next(&seeds));
        pawli_contact_pass pass = lane_trial_pass(&t, &t.expected);
        pawli_lane_setup setup = {kernels, memory,      sizeof memory,     t.body_count,
                                  t.kept,  t.kept_size, lane_draw(&t, 200)};
        pawli_lane_schedule made;
        if (!pawli_lane_schedule_make(&setup, &pass, &made)) continue;
        if (!take_kept(&setup, &pass, &taken)) continue;
        kept++;
        check_order(&pass, &taken.schedule);
        pawli_contact_row *row = &pass.rows[lane_draw(&t, pass.row_count)];
        const uint16_t body = (uint16_t)lane_draw(&t, t.body_count);
        const bool is_other = body != row->b && body != row->a &&
                              (pass.bodies[body].moves || pass.bodies[row->a].moves);
        row->a = is_other ? body : row->a;
        ck_assert_int_eq(take_kept(&setup, &pass, &taken), !is_other);
        if (is_other) continue;
        setup.kernels = lane_plain_kernels(0);
        ck_assert_int_eq(take_kept(&setup, &pass, &taken), false);
        setup.kernels = kernels;
        pass.row_count--;
        ck_assert_int_eq(take_kept(&setup, &pass, &taken), false);
        memset(t.kept, 0, sizeof t.kept);
        pass.row_count++;
        ck_assert_int_eq(take_kept(&setup, &pass, &taken), false);
    }
    ck_assert_uint_gt(kept, SEEDED_SHARE > 1 ? 0 : TRIALS / 8);
}
END_TEST

/* Whatever lies in the memory: what is taken stays within its arrays. */
START_TEST(what_others_have_written_is_not_followed) {
    static lane_trial t;
    static uint64_t memory[1 << 16];
    static kept_schedule taken;
    uint64_t seeds = seeded_fresh("kept batches of others");
    for (int i = 0; i < TRIALS; i++) {
        lane_trial_draw(&t, seeded_next(&seeds));
        const pawli_contact_pass pass = lane_trial_pass(&t, &t.expected);
        const pawli_lane_setup setup = {
            lane_plain_kernels(1), memory, sizeof memory, t.body_count, t.kept, t.kept_size, 0};
        pawli_lane_schedule made;
        if (!pawli_lane_schedule_make(&setup, &pass, &made)) continue;
        const size_t behind = 8 + pass.row_count * sizeof(uint32_t);
        uint16_t *const words = (uint16_t *)(void *)((uint8_t *)t.kept + behind);
        const uint32_t count = (uint32_t)((sizeof t.kept - behind) / sizeof *words);
        for (uint32_t changes = 1 + lane_draw(&t, 4); changes > 0; changes--)
            words[lane_draw(&t, count)] = (uint16_t)lane_draw(&t, UINT16_MAX + 1u);
        if (lane_chance(&t, 20)) ((uint16_t *)t.kept)[2] = (uint16_t)lane_draw(&t, UINT16_MAX);
        if (!take_kept(&setup, &pass, &taken)) continue;
        uint32_t rows = 0;
        for (uint32_t k = 0; k < taken.schedule.batch_count; k++)
            rows += taken.batches[k].count;
        ck_assert_uint_eq(rows, pass.row_count);
        for (uint32_t k = 0; k < rows; k++)
            ck_assert_uint_lt(taken.order[k], rows);
    }
}
END_TEST

Suite *suite_lane_kept(void) {
    Suite *suite = suite_create("lane_kept");
    TCase *tcase = tcase_create("lane_kept");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, batches_are_kept_for_the_same_rows_alone);
    tcase_add_test(tcase, what_others_have_written_is_not_followed);
    suite_add_tcase(suite, tcase);
    return suite;
}
