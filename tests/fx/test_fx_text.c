/* test_fx_text.c - decimal text: worked rows, an exact oracle, and every fraction both ways. */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "pawl/fx.h"
#include "support/base/seeded.h"

static pawl_status parse_fx(const char *text, pawl_fx *out) {
    return pawl_fx_parse(text, strlen(text), out);
}

START_TEST(numbers_parse_to_the_worked_value) {
    static const struct {
        const char *text;
        pawl_fx raw;
    } rows[] = {
        {"0", 0},
        {"-0", 0},
        {"+3", 3 * 65536},
        {"-1.5", -98304},
        {"0.1", 6554},
        {"-12.5", -819200},
        {"007.50", 7 * 65536 + 32768},
        {"2.5E3", 2500 * 65536},
        {"2.5e+3", 2500 * 65536},
        {"4e-009", 0},
        {"25e-2", 16384},
        {"0.00025e+3", 16384},
        {"0000000000000000000000000000000001e0", 65536},
        {"100000000000000000000000000000000000000e-38", 65536},
        {"0.00000000000000000000000000000000000001e38", 65536},
        {"12345678901234567890123456789e-26", 8090864}, /* 123.45678901... */
        {"0e999999999999999999999999999999", 0},
        {"0.000e-99999999999999999999999999", 0},
        {"1e-99999999999999999999999999", 0},
        {"32767.99998", PAWL_FX_MAX},
        {"32767.999992", PAWL_FX_MAX}, /* 0.4875 of a raw unit above: rounds down */
        {"-32767.999992", -PAWL_FX_MAX},
        /* Ties: 2^-17 = 0.00000762939453125 exactly, and its neighbours in the last place. */
        {"0.00000762939453125", 1},
        {"-0.00000762939453125", -1},
        {"0.00000762939453124", 0},
        {"0.0000076293945312499999999999999999999999999999999999999999", 0},
        {"0.00002288818359375", 2},
        {"0.00002288818359374999", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_fx raw = 12345;
        ck_assert_msg(parse_fx(rows[i].text, &raw) == PAWL_OK, "\"%s\"", rows[i].text);
        ck_assert_msg(raw == rows[i].raw, "\"%s\" gives %" PRId32, rows[i].text, raw);
    }
}
END_TEST

START_TEST(text_that_is_no_number_is_refused_and_changes_nothing) {
    static const char *const rows[] = {
        "",   " ",    "-",    "+",     ".",    ".5",    "5.",   "-.5",  "1.e3",
        "1e", "1e+",  "1e-",  "e5",    "1e5.", "1e5e5", "--1",  "+-1",  "1 ",
        " 1", "1,5",  "0x1",  "1.2.3", "1f",   "inf",   "nan",  "1e1 ", "1\n",
        "1-", "1.-5", "1.5-", "1e 5",  "E",    "1_000", "-e-1", "1.5.", "1e--5"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_fx raw = 12345;
        ck_assert_msg(parse_fx(rows[i], &raw) == PAWL_ERR_FORMAT, "\"%s\"", rows[i]);
        ck_assert_int_eq(raw, 12345);
    }
}
END_TEST

START_TEST(numbers_that_do_not_fit_are_refused_and_change_nothing) {
    static const char *const rows[] = {"32768",
                                       "-32768",
                                       "32767.9999924", /* a tie upwards, past the last value */
                                       "1e5",
                                       "1e15",
                                       "1e99999999999999999999999999999",
                                       "100000000000000000000000000",
                                       "0.0000000000000000000000000000001e99"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_fx raw = 12345;
        ck_assert_msg(parse_fx(rows[i], &raw) == PAWL_ERR_RANGE, "\"%s\"", rows[i]);
        ck_assert_int_eq(raw, 12345);
    }
}
END_TEST

START_TEST(wide_numbers_parse_to_their_limits) {
    pawl_wide raw = 5;
    ck_assert_int_eq(pawl_wide_parse("140737488355327.99999", 21, &raw), PAWL_OK);
    ck_assert_int_eq(raw, PAWL_WIDE_MAX);
    ck_assert_int_eq(pawl_wide_parse("-1407374883553279.9999e-1", 25, &raw), PAWL_OK);
    ck_assert_int_eq(raw, -PAWL_WIDE_MAX);
    ck_assert_int_eq(pawl_wide_parse("140737488355328", 15, &raw), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_wide_parse("-140737488355328", 16, &raw), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_wide_parse("999999999999999", 15, &raw), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_wide_parse("140737488355327.999993", 22, &raw), PAWL_ERR_RANGE);
    ck_assert_int_eq(raw, -PAWL_WIDE_MAX);
    ck_assert_int_eq(pawl_wide_parse("100000.5", 8, &raw), PAWL_OK);
    ck_assert_int_eq(raw, PAWL_WIDE(100000, 1, 2));
}
END_TEST

START_TEST(only_the_given_length_is_read) {
    pawl_fx raw = 0;
    ck_assert_int_eq(pawl_fx_parse("12345", 2, &raw), PAWL_OK);
    ck_assert_int_eq(raw, 12 * 65536);
    ck_assert_int_eq(pawl_fx_parse("1e5", 2, &raw), PAWL_ERR_FORMAT);
    ck_assert_int_eq(pawl_fx_parse("1.5", 2, &raw), PAWL_ERR_FORMAT);
    ck_assert_int_eq(pawl_fx_parse("1\0", 2, &raw), PAWL_ERR_FORMAT);
}
END_TEST

START_TEST(null_pointers_are_refused) {
    pawl_fx raw = 7;
    pawl_wide wide = 7;
    char buffer[PAWL_WIDE_TEXT_MAX];
    ck_assert_int_eq(pawl_fx_parse(NULL, 0, &raw), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_fx_parse("1", 1, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_wide_parse(NULL, 0, &wide), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_wide_parse("1", 1, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_fx_print(1, NULL, sizeof buffer), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_wide_print(1, NULL, sizeof buffer), PAWL_ERR_NULL);
}
END_TEST

/* digits * 10^scale as a raw magnitude, in 128 bits; -1 if it does not fit. digits < 2^60, so
 * below 10^-36 the value rounds to zero, and above that the power of ten fits. */
static int64_t exact_raw(uint64_t digits, int scale) {
    uint128 raw = (uint128)digits << 16, power = 1;
    for (int i = 0; i < scale && raw <= INT64_MAX; i++)
        raw *= 10;
    for (int i = 0; i > scale && i > -37; i--)
        power *= 10;
    raw = (raw + power / 2) / power;
    return raw <= INT64_MAX ? (int64_t)raw : -1;
}

START_TEST(random_decimals_round_half_away_exactly) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < SEEDED_ROUNDS(1000000); i++) {
        const uint64_t digits = seeded_next(&seed) >> 4 >> (seeded_next(&seed) % 60);
        const int scale = (int)(seeded_next(&seed) % 57) - 36;
        char text[64];
        const int length = snprintf(text, sizeof text, "-%" PRIu64 "e%d", digits, scale);
        pawl_wide got = 1;
        const pawl_status status = pawl_wide_parse(text, (size_t)length, &got);
        const int64_t want = exact_raw(digits, scale);
        if (status != (want < 0 ? PAWL_ERR_RANGE : PAWL_OK) || got != (want < 0 ? 1 : -want))
            ck_abort_msg("\"%s\" gives status %d, %" PRId64, text, status, got);
    }
}
END_TEST

static int digits_after_point(const char *text) {
    const char *const point = strchr(text, '.');
    return point == NULL ? 0 : (int)strlen(point + 1);
}

/* No decimal with fewer places may lie in the interval that rounds to the fraction: the first
 * multiple of 10^-places at or above (fraction - 1/2) must be at or above (fraction + 1/2). */
static void assert_no_shorter(uint32_t fraction, int places) {
    uint64_t power = 1;
    for (int i = 1; i < places; i++)
        power *= 10;
    const uint64_t low = (2 * (uint64_t)fraction - 1) * power, unit = 131072;
    const uint64_t next = (low + unit - 1) / unit * unit;
    if (next < (2 * (uint64_t)fraction + 1) * power)
        ck_abort_msg("fraction %" PRIu32 " needs fewer than %d places", fraction, places);
}

START_TEST(every_fraction_prints_shortest_and_parses_back) {
    for (uint32_t fraction = 0; fraction < 65536; fraction += SEEDED_STRIDE(1)) {
        const pawl_fx values[] = {(pawl_fx)fraction, -(pawl_fx)fraction,
                                  (pawl_fx)(32767u * 65536u + fraction)};
        for (int i = 0; i < 3; i++) {
            char text[PAWL_FX_TEXT_MAX];
            pawl_fx back = 1;
            ck_assert_int_eq(pawl_fx_print(values[i], text, sizeof text), PAWL_OK);
            const pawl_status status = parse_fx(text, &back);
            if (status != PAWL_OK || back != values[i])
                ck_abort_msg("%" PRId32 " prints as \"%s\"", values[i], text);
            const int places = digits_after_point(text);
            if (places > 0) assert_no_shorter(fraction, places);
        }
    }
}
END_TEST

START_TEST(values_print_as_a_person_would_write_them) {
    static const struct {
        pawl_wide raw;
        const char *text;
    } rows[] = {{0, "0"},
                {6554, "0.1"},
                {-819200, "-12.5"},
                {3 * 65536, "3"},
                {-1, "-0.00002"},
                {65535, "0.99998"},
                {65536 * INT64_C(1000), "1000"},
                {PAWL_WIDE_MAX, "140737488355327.99998"},
                {-PAWL_WIDE_MAX, "-140737488355327.99998"},
                {INT64_MIN, "-140737488355327.99998"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[PAWL_WIDE_TEXT_MAX];
        ck_assert_int_eq(pawl_wide_print(rows[i].raw, text, sizeof text), PAWL_OK);
        ck_assert_str_eq(text, rows[i].text);
    }
    char text[PAWL_FX_TEXT_MAX];
    ck_assert_int_eq(pawl_fx_print(INT32_MIN, text, sizeof text), PAWL_OK);
    ck_assert_str_eq(text, "-32767.99998");
}
END_TEST

START_TEST(a_buffer_one_byte_short_is_refused_and_untouched) {
    char text[8] = "untouch";
    ck_assert_int_eq(pawl_fx_print(-819200, text, 5), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_fx_print(0, text, 1), PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_fx_print(0, text, 0), PAWL_ERR_MEMORY);
    ck_assert_str_eq(text, "untouch");
    ck_assert_int_eq(pawl_fx_print(-819200, text, 6), PAWL_OK);
    ck_assert_str_eq(text, "-12.5");
    ck_assert_int_eq(text[6], 'h');
}
END_TEST

START_TEST(random_wide_values_survive_print_and_parse) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < SEEDED_ROUNDS(500000); i++) {
        const pawl_wide value = seeded_int64(&seed);
        char text[PAWL_WIDE_TEXT_MAX];
        pawl_wide back = 1;
        const pawl_status printed = pawl_wide_print(value, text, sizeof text);
        const pawl_status parsed = pawl_wide_parse(text, strlen(text), &back);
        if (printed != PAWL_OK || parsed != PAWL_OK || back != value)
            ck_abort_msg("%" PRId64 " prints as \"%s\"", value, text);
    }
}
END_TEST

Suite *suite_fx_text(void) {
    Suite *const suite = suite_create("fx_text");
    TCase *const parsing = tcase_create("parse");
    tcase_set_timeout(parsing, 60);
    tcase_add_test(parsing, numbers_parse_to_the_worked_value);
    tcase_add_test(parsing, text_that_is_no_number_is_refused_and_changes_nothing);
    tcase_add_test(parsing, numbers_that_do_not_fit_are_refused_and_change_nothing);
    tcase_add_test(parsing, wide_numbers_parse_to_their_limits);
    tcase_add_test(parsing, only_the_given_length_is_read);
    tcase_add_test(parsing, null_pointers_are_refused);
    tcase_add_test(parsing, random_decimals_round_half_away_exactly);
    suite_add_tcase(suite, parsing);
    TCase *const printing = tcase_create("print");
    tcase_set_timeout(printing, 60);
    tcase_add_test(printing, every_fraction_prints_shortest_and_parses_back);
    tcase_add_test(printing, values_print_as_a_person_would_write_them);
    tcase_add_test(printing, a_buffer_one_byte_short_is_refused_and_untouched);
    tcase_add_test(printing, random_wide_values_survive_print_and_parse);
    suite_add_tcase(suite, printing);
    return suite;
}
