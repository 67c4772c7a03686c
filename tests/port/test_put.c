/* test_put.c - what ports print with, and how portcheck names what is wrong. */
#include <check.h>
#include <string.h>

#include "common/put.h"
#include "portcheck/check.h"

#define TEXT_MAX 200

static char text[TEXT_MAX + 1];
static size_t length;

/* The port of the unit tests: a line that remembers. */
void pawl_port_putc(char c) {
    ck_assert_uint_lt(length, TEXT_MAX);
    text[length++] = c;
    text[length] = '\0';
}

static void clear(void) {
    length = 0;
    text[0] = '\0';
}

static void assert_number(int64_t value, const char *expected) {
    clear();
    pawli_put_number(value);
    ck_assert_str_eq(text, expected);
}

START_TEST(numbers_are_decimal) {
    assert_number(0, "0");
    assert_number(7, "7");
    assert_number(-10, "-10");
    assert_number(INT64_MAX, "9223372036854775807");
    assert_number(INT64_MIN, "-9223372036854775808");
}
END_TEST

START_TEST(hashes_have_eight_digits) {
    clear();
    pawli_put_hex(0);
    pawli_put_hex(UINT32_C(0xFEDCBA98));
    ck_assert_str_eq(text, "00000000fedcba98");
}
END_TEST

START_TEST(padding_fills_up_to_the_width_and_cuts_nothing) {
    clear();
    pawli_put_padded("ab", 4);
    pawli_put_padded("abcde", 4);
    pawli_put_padded("", 1);
    pawli_put_text("|");
    ck_assert_str_eq(text, "ab  abcde |");
}
END_TEST

START_TEST(a_sound_value_leaves_only_the_hash) {
    pawli_check check = {.hash = 0};
    pawli_expect(&check, "value", -5, -5);
    ck_assert_uint_eq(check.failures, 0);
    ck_assert_uint_ne(check.hash, 0);
}
END_TEST

START_TEST(the_first_wrong_value_is_named) {
    pawli_check check = {.hash = 0};
    pawli_expect(&check, "-7 >> 1", -3, -4);
    clear();
    pawli_put_failure(&check);
    ck_assert_str_eq(text, "-7 >> 1 = -3, expected -4");
    pawli_expect(&check, "another", 1, 2);
    pawli_expect(&check, "a sound one", 2, 2);
    clear();
    pawli_put_failure(&check);
    ck_assert_str_eq(text, "-7 >> 1 = -3, expected -4 (first of 2)");
}
END_TEST

START_TEST(a_wrong_call_is_named_with_its_arguments) {
    const int32_t arguments[3] = {809637, -2153309, 1};
    pawli_check check = {.hash = 0};
    for (int i = 0; i < 20; i++)
        pawli_expect_call(&check, "pawl_mul", arguments, 2, -26569385, -26602152);
    clear();
    pawli_put_failure(&check);
    ck_assert_str_eq(text,
                     "pawl_mul(809637,-2153309) = -26569385, expected -26602152 (first of 20)");
}
END_TEST

START_TEST(marks_are_compared_in_turn) {
    uint32_t marks[2];
    pawli_check recorded = {.record = marks};
    pawli_fold(&recorded, 1);
    pawli_mark(&recorded, "tick", 1);
    pawli_fold(&recorded, 2);
    pawli_mark(&recorded, "tick", 2);
    ck_assert_uint_eq(recorded.failures, 0);

    pawli_check check = {.reference = marks};
    pawli_fold(&check, 1);
    pawli_mark(&check, "tick", 1);
    ck_assert_uint_eq(check.failures, 0);
    pawli_fold(&check, 3);
    pawli_mark(&check, "tick", 2);
    ck_assert_uint_eq(check.failures, 1);
    clear();
    pawli_put_failure(&check);
    ck_assert_msg(strncmp(text, "tick 2, hash = ", 15) == 0, "%s", text);
}
END_TEST

/* Every bit of a value reaches the hash, whatever came before. */
START_TEST(folding_tells_values_apart_in_every_bit) {
    for (uint32_t before = 0; before < 50; before++) {
        for (int bit = 0; bit < 32; bit++) {
            pawli_check a = {.hash = before * UINT32_C(0x9E3779B1)}, b = a;
            pawli_fold(&a, before);
            pawli_fold(&b, before ^ UINT32_C(1) << bit);
            ck_assert_uint_ne(a.hash, b.hash);
        }
    }
}
END_TEST

Suite *suite_put(void) {
    Suite *const suite = suite_create("put");
    TCase *const print = tcase_create("print");
    tcase_add_test(print, numbers_are_decimal);
    tcase_add_test(print, hashes_have_eight_digits);
    tcase_add_test(print, padding_fills_up_to_the_width_and_cuts_nothing);
    suite_add_tcase(suite, print);
    TCase *const report = tcase_create("portcheck");
    tcase_add_test(report, a_sound_value_leaves_only_the_hash);
    tcase_add_test(report, the_first_wrong_value_is_named);
    tcase_add_test(report, a_wrong_call_is_named_with_its_arguments);
    tcase_add_test(report, marks_are_compared_in_turn);
    tcase_add_test(report, folding_tells_values_apart_in_every_bit);
    suite_add_tcase(suite, report);
    return suite;
}
