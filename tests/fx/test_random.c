/* test_random.c - PCG32 against its published output, and the ranges built on it. */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "pawl/fx.h"

/* The output of the reference program pcg32-demo for seed 42, stream 54, round 1. */
START_TEST(output_equals_the_published_sequence) {
    static const uint32_t want[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                    0x83d2f293, 0xbfa4784b, 0xcbed606e};
    pawl_random random = pawl_random_make(42, 54);
    for (int i = 0; i < 6; i++)
        ck_assert_uint_eq(pawl_random_next(&random), want[i]);
}
END_TEST

/* The coins (bound 2) and dice (bound 6) of the same program follow its six numbers. */
START_TEST(bounded_draws_equal_the_published_coins_and_dice) {
    static const char coins[] = "HHTTTHTHHHTHTTTHHHHHTTTHHHTHTHTHTTHTTTHHHHHHTTTTHHTTTTTHTTTTTTTHT";
    static const char dice[] = "341122324324335231315141564662633";
    pawl_random random = pawl_random_make(42, 54);
    for (int i = 0; i < 6; i++)
        (void)pawl_random_next(&random);
    for (size_t i = 0; i < strlen(coins); i++)
        ck_assert_int_eq(pawl_random_below(&random, 2) ? 'H' : 'T', coins[i]);
    for (size_t i = 0; i < strlen(dice); i++)
        ck_assert_int_eq((char)('1' + pawl_random_below(&random, 6)), dice[i]);
}
END_TEST

START_TEST(streams_differ_and_a_copied_state_repeats) {
    pawl_random one = pawl_random_make(1, 1), other = pawl_random_make(1, 2);
    ck_assert_uint_ne(pawl_random_next(&one), pawl_random_next(&other));
    pawl_random copy = one;
    for (int i = 0; i < 100; i++)
        ck_assert_uint_eq(pawl_random_next(&one), pawl_random_next(&copy));
}
END_TEST

/* 3 * 2^30 is the bound with the worst bias of a plain remainder: the lowest third would come
 * twice as often. 40 standard deviations separate the two. */
START_TEST(bounded_draws_have_no_modulo_bias) {
    pawl_random random = pawl_random_make(7, 7);
    int low = 0;
    for (int i = 0; i < 30000; i++)
        low += pawl_random_below(&random, UINT32_C(3) << 30) < UINT32_C(1) << 30;
    ck_assert_msg(low > 9500 && low < 10500, "%d of 30000 in the lowest third", low);
}
END_TEST

START_TEST(draws_between_reach_both_ends_and_nothing_else) {
    pawl_random random = pawl_random_make(3, 4);
    int seen[5] = {0};
    for (int i = 0; i < 1000; i++) {
        const pawl_fx value = pawl_random_between(&random, -2, 2);
        ck_assert_msg(value >= -2 && value <= 2, "drew %" PRId32, value);
        seen[value + 2]++;
    }
    for (int i = 0; i < 5; i++)
        ck_assert_msg(seen[i] > 100, "%d drawn %d times", i - 2, seen[i]);
}
END_TEST

START_TEST(draws_between_work_over_the_whole_range) {
    pawl_random random = pawl_random_make(3, 4), copy = random;
    for (int i = 0; i < 1000; i++) {
        const int64_t want = (int64_t)INT32_MIN + pawl_random_next(&copy);
        ck_assert_int_eq(pawl_random_between(&random, INT32_MIN, INT32_MAX), pawl_saturate(want));
    }
    int positive = 0;
    for (int i = 0; i < 1000; i++)
        positive += pawl_random_between(&random, -PAWL_FX_MAX, PAWL_FX_MAX) > 0;
    ck_assert_msg(positive > 400 && positive < 600, "%d of 1000 positive", positive);
}
END_TEST

START_TEST(misuse_is_answered_and_never_hangs) {
    pawl_random random = pawl_random_make(1, 1), before = random;
    ck_assert_uint_eq(pawl_random_below(&random, 0), 0);
    ck_assert_int_eq(pawl_random_between(&random, 5, 4), 5);
    ck_assert_mem_eq(&random, &before, sizeof random);
    ck_assert_int_eq(pawl_random_between(&random, 9, 9), 9);
    ck_assert_uint_eq(pawl_random_next(NULL), 0);
    ck_assert_uint_eq(pawl_random_below(NULL, 10), 0);
    ck_assert_int_eq(pawl_random_between(NULL, 3, 8), 3);
    pawl_random zeroed = {0, 0}; /* draws 0 for ever, which 3 rejects */
    ck_assert_uint_eq(pawl_random_below(&zeroed, 3), 0);
}
END_TEST

Suite *suite_random(void) {
    Suite *const suite = suite_create("random");
    TCase *const draws = tcase_create("draws");
    tcase_add_test(draws, output_equals_the_published_sequence);
    tcase_add_test(draws, bounded_draws_equal_the_published_coins_and_dice);
    tcase_add_test(draws, streams_differ_and_a_copied_state_repeats);
    tcase_add_test(draws, bounded_draws_have_no_modulo_bias);
    tcase_add_test(draws, draws_between_reach_both_ends_and_nothing_else);
    tcase_add_test(draws, draws_between_work_over_the_whole_range);
    tcase_add_test(draws, misuse_is_answered_and_never_hangs);
    suite_add_tcase(suite, draws);
    return suite;
}
