/* selftest.c - tests that pass, fail, loop and have a fixture, and every assertion failing once:
 * what Check and its stand-in for boards say about them must be the same. */
#include <check.h>
#include <inttypes.h>

static int stage;

static void set_up(void) {
    stage++;
}

/* Without processes a value outlives its test. */
static void tear_down(void) {
    stage = 0;
}

START_TEST(this_one_passes) {
    ck_assert_int_eq(2 + 2, 4);
    ck_assert_msg(1 < 2, "never said");
}
END_TEST

START_TEST(this_one_fails) {
    ck_assert_int_eq(2 + 2, 5);
}
END_TEST

START_TEST(some_passes_fail) {
    if (_i == 4) ck_abort_msg("pass %d of %s", _i, "six");
    ck_assert_uint_ne((unsigned)_i, 7);
}
END_TEST

START_TEST(the_fixture_is_set_up) {
    ck_assert_int_eq(stage, 1);
    stage = 5;
}
END_TEST

START_TEST(every_assertion_fails) {
    static const int one = 1;
    const char *const text = "text";
    switch (_i) {
    case 0:
        ck_assert_int_ne(one, 1);
        break;
    case 1:
        ck_assert_int_lt(INT64_MIN, INT64_MIN);
        break;
    case 2:
        ck_assert_int_le(one, -1);
        break;
    case 3:
        ck_assert_int_gt(one, 1);
        break;
    case 4:
        ck_assert_int_ge(one, INT64_MAX);
        break;
    case 5:
        ck_assert_uint_eq(one, UINT64_MAX);
        break;
    case 6:
        ck_assert_uint_lt(one, 1);
        break;
    case 7:
        ck_assert_uint_le(one, 0);
        break;
    case 8:
        ck_assert_uint_gt(one, 1);
        break;
    case 9:
        ck_assert_uint_ge(one, 2);
        break;
    case 10:
        ck_assert_ptr_null((void *)(uintptr_t)0x1f0);
        break;
    case 11:
        ck_assert_ptr_nonnull(NULL);
        break;
    case 12:
        ck_assert_ptr_eq((void *)(uintptr_t)16, NULL);
        break;
    case 13:
        ck_assert_str_eq(text, "test");
        break;
    case 14:
        ck_assert_str_ne(text, "text");
        break;
    case 15:
        ck_assert_msg(text == NULL, NULL);
        break;
    case 16:
        ck_abort_msg(NULL);
        break;
    default:
        return;
    }
}
END_TEST

START_TEST(messages_are_formatted) {
    static const double reals[] = {0, 1.5, -2.25, 123456.789, 0.999999, 1e-9, -65536};
    const double real = reals[_i];
    ck_abort_msg("%d|%3d|%03d|%u|%08" PRIx32 "|%#x|%c|%s|%" PRId64 "|%" PRIu64
                 "|%zu|%f|%.2f|%Lf|%%",
                 -7, 42, 5, 7u, UINT32_C(0xBEEF), 255u, 'c', "text", INT64_MIN, UINT64_MAX,
                 sizeof reals, real, real, (long double)real);
}
END_TEST

static Suite *suite_selftest(void) {
    Suite *const suite = suite_create("selftest");
    TCase *const plain = tcase_create("plain"), *const fixture = tcase_create("fixture");
    TCase *const forgotten = tcase_create("not added");
    tcase_add_test(forgotten, this_one_fails);
    suite_add_tcase(suite, plain);
    suite_add_tcase(suite, fixture);
    tcase_add_checked_fixture(fixture, set_up, tear_down);
    tcase_add_loop_test(fixture, the_fixture_is_set_up, 0, 3);
    tcase_set_timeout(plain, 10);
    tcase_add_test(plain, this_one_passes);
    tcase_add_test(plain, this_one_fails);
    tcase_add_loop_test(plain, some_passes_fail, 2, 8);
    tcase_add_loop_test(plain, every_assertion_fails, 0, 18);
    tcase_add_loop_test(plain, messages_are_formatted, 0, 7);
    return suite;
}

int main(void) {
    SRunner *const runner = srunner_create(suite_selftest());
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
