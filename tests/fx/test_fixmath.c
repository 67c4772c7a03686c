/* test_fixmath.c - pawl's arithmetic against the linked libfixmath, and the check of its build.
 *
 * The functions are declared by hand (fix16_t is int32_t): only src/fx/fixmath.c may include the
 * library's header, whose inline code depends on options. */
#include <check.h>
#include <inttypes.h>

#include "pawl/fx.h"
#include "support/base/seeded.h"

#define ROUNDS SEEDED_ROUNDS(10000000)

int32_t fix16_mul(int32_t a, int32_t b);
int32_t fix16_div(int32_t a, int32_t b);
int32_t fix16_sqrt(int32_t value);

static const int32_t edges[] = {0,          1,           -1,         2,          -3,      0x7FFF,
                                0x8000,     -0x8000,     0x8001,     0xFFFF,     0x10000, -0x10000,
                                0x10001,    -0x18000,    0xB504F3,   -0xB504F4,  0xFFFFF, 0x100000,
                                0x40000000, -0x40000000, 0x7FFFFFFF, -0x7FFFFFFF};
#define EDGES ((int)(sizeof edges / sizeof edges[0]))

START_TEST(the_linked_build_is_the_pinned_one) {
    ck_assert_uint_eq(pawl_fixmath_self_check(), 0);
}
END_TEST

/* Where the exact result fits: the library reports overflow by a value that is also a result. */
static void assert_pair(int32_t a, int32_t b) {
    const int128 product = (int128)a * b, limit = ((int128)PAWL_FX_MAX << 16) + 0x7FFF;
    if (product <= limit && product >= -limit && pawl_mul(a, b) != fix16_mul(a, b))
        ck_abort_msg("%" PRId32 " * %" PRId32 ": pawl %" PRId32 ", libfixmath %" PRId32, a, b,
                     pawl_mul(a, b), fix16_mul(a, b));
    const pawl_fx quotient = pawl_div(a, b);
    const bool fits = b != 0 && quotient != PAWL_FX_MAX && quotient != -PAWL_FX_MAX;
    if (fits && quotient != fix16_div(a, b))
        ck_abort_msg("%" PRId32 " / %" PRId32 ": pawl %" PRId32 ", libfixmath %" PRId32, a, b,
                     quotient, fix16_div(a, b));
}

START_TEST(products_and_quotients_equal_libfixmath_on_edge_pairs) {
    for (int i = 0; i < EDGES; i++)
        for (int j = 0; j < EDGES; j++)
            assert_pair(edges[i], edges[j]);
}
END_TEST

START_TEST(products_and_quotients_equal_libfixmath_on_ten_million_pairs) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        const int32_t a = seeded_int32(&seed);
        assert_pair(a, seeded_int32(&seed));
    }
}
END_TEST

/* 16642.0 is where the library's root stops being correctly rounded; pawl's goes on. */
START_TEST(square_roots_equal_libfixmath_below_16642_and_correct_it_above) {
    for (int32_t value = 0; value < INT32_C(16642) * 65536; value += SEEDED_STRIDE(997))
        if (pawl_sqrt(value) != fix16_sqrt(value)) ck_abort_msg("sqrt of %" PRId32, value);
    int corrected = 0;
    for (int32_t value = INT32_C(16642) * 65536; value < PAWL_FX_MAX - SEEDED_STRIDE(997);
         value += SEEDED_STRIDE(997)) {
        const int32_t difference = pawl_sqrt(value) - fix16_sqrt(value);
        if (difference < 0 || difference > 1) ck_abort_msg("sqrt of %" PRId32, value);
        corrected += difference != 0;
    }
    ck_assert_msg(corrected > 0, "the library's root is better than its documentation here");
}
END_TEST

Suite *suite_fixmath(void) {
    Suite *const suite = suite_create("fixmath");
    TCase *const library = tcase_create("libfixmath");
    tcase_set_timeout(library, 60);
    tcase_add_test(library, the_linked_build_is_the_pinned_one);
    tcase_add_test(library, products_and_quotients_equal_libfixmath_on_edge_pairs);
    tcase_add_test(library, products_and_quotients_equal_libfixmath_on_ten_million_pairs);
    tcase_add_test(library, square_roots_equal_libfixmath_below_16642_and_correct_it_above);
    suite_add_tcase(suite, library);
    return suite;
}
