/* dying.c - tests that fail and die on purpose: what is said of them must be the same whether Check
 * keeps the place of each assertion itself, or is told when a test dies
 * (tests/support/base/mark_point.c). */
#include <check.h>
#include <signal.h>
#include <stdlib.h>

static int *volatile nowhere;

START_TEST(this_one_passes) {
    ck_assert_int_lt(_i, 100);
}
END_TEST

START_TEST(this_one_fails) {
    ck_assert_int_lt(0, 100);
    ck_assert_int_gt(0, 100);
}
END_TEST

START_TEST(a_loop_dies_of_a_wrong_address) {
    for (int i = 0; i < 100; i++)
        ck_assert_int_lt(i, 100);
    *nowhere = 1;
    ck_assert_int_lt(0, 100);
}
END_TEST

START_TEST(this_one_aborts) {
    ck_assert_int_lt(0, 100);
    abort();
}
END_TEST

START_TEST(nothing_comes_before_death) {
    abort();
}
END_TEST

int main(void) {
    Suite *const suite = suite_create("dying");
    TCase *const cases = tcase_create("all");
    suite_add_tcase(suite, cases);
    tcase_add_loop_test(cases, this_one_passes, 0, 3);
    tcase_add_test(cases, this_one_fails);
    tcase_add_test(cases, a_loop_dies_of_a_wrong_address);
    tcase_add_test(cases, this_one_aborts);
    tcase_add_test(cases, nothing_comes_before_death);
    tcase_add_test_raise_signal(cases, this_one_aborts, SIGABRT);
    SRunner *const runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
