/* test_decimal.c - decimal text as whole numbers of places: worked rows, ties, limits, and
 * pawl_wide_parse as an oracle where both can tell. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "fx/fx_text.h"
#include "support/base/seeded.h"

#define LIMIT UINT64_C(4000000000000000000)

static const struct {
    const char *text;
    int places;
    int64_t wanted;
} rows[] = {
    {"0", 12, 0},
    {"-0.0", 12, 0},
    {"1", 12, INT64_C(1000000000000)},
    {"-1.5", 12, -INT64_C(1500000000000)},
    {"451.51515151515", 12, INT64_C(451515151515150)},
    {"0.000000000001", 12, 1},
    {"0.0000000000005", 12, 1}, /* a tie, away from zero */
    {"-0.0000000000005", 12, -1},
    {"0.00000000000049999999", 12, 0},
    {"4e-012", 12, 4},
    {"1.6e1", 12, INT64_C(16000000000000)},
    {"4000000", 12, INT64_C(4000000000000000000)},
    {"3999999.999999999999", 12, INT64_C(3999999999999999999)},
    {"4294967295", 0, INT64_C(4294967295)},
    {"2147483655.5", 0, INT64_C(2147483656)},
    {"2147483655.4999", 0, INT64_C(2147483655)},
    {"0.5", 0, 1},
    {"00012", 0, 12},
    {"0.123456789012345678", 18, INT64_C(123456789012345678)},
};

START_TEST(decimal_matches_the_worked_row) {
    int64_t found = 77;
    const pawl_status status =
        pawli_fx_text_parse(rows[_i].text, strlen(rows[_i].text), rows[_i].places, LIMIT, &found);
    ck_assert_int_eq(status, PAWL_OK);
    ck_assert_int_eq(found, rows[_i].wanted);
}
END_TEST

static void refuse(const char *text, pawl_status wanted) {
    int64_t found = 77;
    ck_assert_int_eq(pawli_fx_text_parse(text, strlen(text), 12, LIMIT, &found), wanted);
    ck_assert_int_eq(found, 77);
}

START_TEST(what_is_no_number_or_too_large_is_refused) {
    static const char *const formats[] = {"", "-", "1.", ".5", "1 ", "0x1", "1e", "nan", "1,5"};
    static const char *const ranges[] = {"4000000.000000000001", "-4000000.000000000001", "1e7",
                                         "9999999999999999999999", "1e99999999999999999999"};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        refuse(formats[i], PAWL_ERR_FORMAT);
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        refuse(ranges[i], PAWL_ERR_RANGE);
}
END_TEST

/* Numbers of 16 binary places end within 16 decimal ones, and both readers are exact on them. */
START_TEST(places_agree_with_wide_numbers) {
    pawl_random random = pawl_random_make(20261122, 0);
    for (int i = 0; i < SEEDED_ROUNDS(2000); i++) {
        char text[48];
        const uint32_t whole = pawl_random_below(&random, 200);
        const uint32_t places = pawl_random_below(&random, 65536);
        const uint64_t fraction = (uint64_t)places * UINT64_C(152587890625); /* 10^16 / 2^16 */
        pawl_wide wide = 0;
        int64_t found = 0;
        snprintf(text, sizeof text, "-%lu.%016llu", (unsigned long)whole,
                 (unsigned long long)fraction);
        ck_assert_int_eq(pawl_wide_parse(text, strlen(text), &wide), PAWL_OK);
        ck_assert_int_eq(pawli_fx_text_parse(text, strlen(text), 16, LIMIT, &found), PAWL_OK);
        ck_assert_int_eq(found, wide * INT64_C(152587890625));
    }
}
END_TEST

Suite *suite_decimal(void);
Suite *suite_decimal(void) {
    Suite *suite = suite_create("decimal");
    TCase *tests = tcase_create("decimal");
    tcase_add_loop_test(tests, decimal_matches_the_worked_row, 0,
                        (int)(sizeof rows / sizeof rows[0]));
    tcase_add_test(tests, what_is_no_number_or_too_large_is_refused);
    tcase_add_test(tests, places_agree_with_wide_numbers);
    suite_add_tcase(suite, tests);
    return suite;
}
