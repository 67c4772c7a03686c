/* test_mantissa.c - scaled numbers against exact 128-bit integers.
 *
 * Each oracle checks |result - exact| <= half a unit of the result's last place, by
 * cross-multiplication, and that the result is normalised. */
#include <check.h>
#include <inttypes.h>
#include <stdbool.h>

#include "fx/scaled.h"
#include "support/base/seeded.h"

#define ROUNDS SEEDED_ROUNDS(500000)
#define LEAST (UINT32_C(1) << 30)
#define GREATEST UINT32_C(0x7FFFFFFF)

static void assert_normalised(pawli_scaled a) {
    if (a.mantissa < LEAST || a.mantissa > GREATEST)
        ck_abort_msg("mantissa %" PRIu32 " is not normalised", a.mantissa);
}

static void assert_parts(pawli_scaled a, uint32_t mantissa, int exponent) {
    ck_assert_uint_eq(a.mantissa, mantissa);
    ck_assert_int_eq(a.exponent, exponent);
}

/* Exponents from -75 to 18: products and quotients stay in range. */
static pawli_scaled random_scaled(uint64_t *seed) {
    const uint64_t value = seeded_next(seed) >> (seeded_next(seed) % 64) | 1u;
    return pawli_scaled_make(value, (int)(seeded_next(seed) % 31) - 45);
}

START_TEST(made_values_are_normalised_and_rounded_half_up) {
    assert_parts(pawli_scaled_make(0, 55), 0, 0);
    assert_parts(pawli_scaled_make(1, 0), LEAST, -30);
    assert_parts(pawli_scaled_make(3, 5), 3 * (LEAST / 2), -24);
    assert_parts(pawli_scaled_make(GREATEST, 0), GREATEST, 0);
    assert_parts(pawli_scaled_make(UINT64_C(0xFFFFFFFF), 0), LEAST, 2);     /* rounds to 2^32 */
    assert_parts(pawli_scaled_make(UINT64_C(0x80000001), 0), LEAST + 1, 1); /* tie upwards */
    assert_parts(pawli_scaled_make(UINT64_MAX, 0), LEAST, 34);
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t value = seeded_next(&seed) >> (seeded_next(&seed) % 64) | 1u;
        const pawli_scaled got = pawli_scaled_make(value, -7);
        assert_normalised(got);
        const int shift = got.exponent + 7; /* -30 .. 34 */
        const int128 exact = shift < 0 ? (int128)value << -shift : (int128)value;
        const int128 rounded = shift > 0 ? (int128)got.mantissa << shift : got.mantissa;
        const int128 half = shift > 0 ? (int128)1 << (shift - 1) : 0;
        if (rounded - exact > half || exact - rounded > half - (half != 0))
            ck_abort_msg("%" PRIu64 " is made wrongly", value);
    }
}
END_TEST

START_TEST(exponents_saturate_above_and_vanish_below) {
    assert_parts(pawli_scaled_make(LEAST, 127), LEAST, 127);
    assert_parts(pawli_scaled_make(LEAST, 128), GREATEST, 127);
    assert_parts(pawli_scaled_make(UINT64_C(0xFFFFFFFF), 126), GREATEST, 127);
    assert_parts(pawli_scaled_make(1, 1000), GREATEST, 127);
    assert_parts(pawli_scaled_make(LEAST, -128), LEAST, -128);
    assert_parts(pawli_scaled_make(LEAST, -129), 0, 0);
    assert_parts(pawli_scaled_make(UINT64_MAX, -1000), 0, 0);
    const pawli_scaled huge = pawli_scaled_make(1, 150), tiny = pawli_scaled_make(1, -90);
    assert_parts(pawli_scaled_multiply(huge, huge), GREATEST, 127);
    assert_parts(pawli_scaled_multiply(tiny, tiny), 0, 0);
    assert_parts(pawli_scaled_divide(tiny, huge), 0, 0);
    assert_parts(pawli_scaled_divide(huge, tiny), GREATEST, 127);
}
END_TEST

START_TEST(zero_behaves_as_zero) {
    const pawli_scaled zero = pawli_scaled_make(0, 0), one = pawli_scaled_make(1, 0);
    assert_parts(pawli_scaled_multiply(zero, one), 0, 0);
    assert_parts(pawli_scaled_divide(zero, one), 0, 0);
    assert_parts(pawli_scaled_divide(zero, zero), 0, 0);
    assert_parts(pawli_scaled_divide(one, zero), GREATEST, 127);
    assert_parts(pawli_scaled_reciprocal(zero), GREATEST, 127);
    assert_parts(pawli_scaled_sqrt(zero), 0, 0);
    ck_assert_int_eq(pawli_scaled_apply(zero, INT64_MIN, 1000), 0);
}
END_TEST

/* product = a * b exactly; result units are 2^shift of the product's. */
START_TEST(products_are_correctly_rounded) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        const pawli_scaled a = random_scaled(&seed), b = random_scaled(&seed);
        const pawli_scaled got = pawli_scaled_multiply(a, b);
        assert_normalised(got);
        const int shift = got.exponent - a.exponent - b.exponent; /* 30 or 31 */
        const int128 error = ((int128)got.mantissa << shift) - (int128)a.mantissa * b.mantissa;
        const int128 half = (int128)1 << (shift - 1);
        if (error > half || error <= -half) ck_abort_msg("round %d", i);
    }
}
END_TEST

/* |got - a / b| <= 1/2 in the last place, times 2 b. */
START_TEST(quotients_and_reciprocals_are_correctly_rounded) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        const pawli_scaled b = random_scaled(&seed);
        const bool reciprocal = i % 2 == 0;
        const pawli_scaled a = reciprocal ? pawli_scaled_make(1, 0) : random_scaled(&seed);
        const pawli_scaled got =
            reciprocal ? pawli_scaled_reciprocal(b) : pawli_scaled_divide(a, b);
        assert_normalised(got);
        const int shift = a.exponent - b.exponent - got.exponent; /* 30 or 31 */
        const int128 error = (int128)got.mantissa * b.mantissa - ((int128)a.mantissa << shift);
        if (2 * error > b.mantissa || 2 * error <= -(int128)b.mantissa) ck_abort_msg("round %d", i);
    }
}
END_TEST

/* (got - 1/2)^2 <= exact square < (got + 1/2)^2, times 4. */
START_TEST(square_roots_are_correctly_rounded) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        const pawli_scaled a = random_scaled(&seed), got = pawli_scaled_sqrt(a);
        assert_normalised(got);
        const int shift = a.exponent - 2 * got.exponent; /* 30 or 31 */
        const int128 square = (int128)a.mantissa << (shift + 2);
        const int128 low = 2 * (int128)got.mantissa - 1, high = low + 2;
        if (square < low * low || square >= high * high) ck_abort_msg("round %d", i);
    }
    assert_parts(pawli_scaled_sqrt(pawli_scaled_make(16, 0)), LEAST, -28);
    assert_parts(pawli_scaled_sqrt(pawli_scaled_make(9, -2)), 3 * (LEAST / 2), -30);
    assert_parts(pawli_scaled_sqrt(pawli_scaled_make(9, -100)), 3 * (LEAST / 2), -79);
}
END_TEST

static int64_t exact_apply(pawli_scaled a, int64_t value, int shift) {
    const int up = a.exponent + shift;
    const uint128 magnitude = value < 0 ? -(uint128)(int128)value : (uint128)value;
    uint128 product = magnitude * a.mantissa; /* below 2^95 */
    if (up < 0) product = -up > 126 ? 0 : (product + ((uint128)1 << (-up - 1))) >> -up;
    for (int i = 0; i < up && product <= INT64_MAX; i++)
        product *= 2;
    if (product > INT64_MAX) product = INT64_MAX;
    return value < 0 ? -(int64_t)product : (int64_t)product;
}

START_TEST(applied_values_round_half_away_and_saturate) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        const pawli_scaled a = random_scaled(&seed);
        const int64_t value = i == 0 ? INT64_MIN : seeded_int64(&seed);
        const int shift = (int)(seeded_next(&seed) % 160) - 100;
        const int64_t want = exact_apply(a, value, shift);
        if (pawli_scaled_apply(a, value, shift) != want)
            ck_abort_msg("%" PRId64 " shift %d gives %" PRId64 ", not %" PRId64, value, shift,
                         pawli_scaled_apply(a, value, shift), want);
    }
    const pawli_scaled half = pawli_scaled_make(1, -1);
    ck_assert_int_eq(pawli_scaled_apply(half, 5, 0), 3);
    ck_assert_int_eq(pawli_scaled_apply(half, -5, 0), -3);
    ck_assert_int_eq(pawli_scaled_apply(half, INT64_MIN, 1), -INT64_MAX);
    ck_assert_int_eq(pawli_scaled_apply(half, 1, 1000), INT64_MAX);
    ck_assert_int_eq(pawli_scaled_apply(half, -1, -1000), 0);
}
END_TEST

/* Exact sums of two 31-bit mantissas up to 60 bits apart fit 128 bits; beyond that the smaller one
 * cannot change the rounding. */
START_TEST(sums_are_rounded_half_up_and_order_does_not_matter) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        pawli_scaled a = random_scaled(&seed), b = random_scaled(&seed);
        a.exponent = (int8_t)(seeded_next(&seed) % 61);
        b.exponent = 0;
        const pawli_scaled sum = pawli_scaled_add(a, b), other = pawli_scaled_add(b, a);
        const unsigned __int128 exact = ((unsigned __int128)a.mantissa << a.exponent) + b.mantissa;
        int bits = 0;
        while (exact >> bits > 0)
            bits++;
        const int drop = bits - 31;
        unsigned __int128 want = (exact + (((unsigned __int128)1 << drop) >> 1)) >> drop;
        const int carry = want >> 31 ? 1 : 0;
        ck_assert_msg(sum.mantissa == (uint32_t)(want >> carry) && sum.exponent == drop + carry,
                      "round %d: %u * 2^%d", i, (unsigned)sum.mantissa, sum.exponent);
        ck_assert_uint_eq(sum.mantissa, other.mantissa);
        ck_assert_int_eq(sum.exponent, other.exponent);
    }
    const pawli_scaled zero = pawli_scaled_make(0, 0), one = pawli_scaled_make(1, 0);
    const pawli_scaled tiny = pawli_scaled_make(1, -100);
    ck_assert_uint_eq(pawli_scaled_add(zero, one).mantissa, one.mantissa);
    ck_assert_uint_eq(pawli_scaled_add(zero, zero).mantissa, 0);
    ck_assert_uint_eq(pawli_scaled_add(one, tiny).mantissa, one.mantissa);
}
END_TEST

START_TEST(comparison_is_that_of_the_values) {
    const pawli_scaled rows[] = {pawli_scaled_make(0, 0), pawli_scaled_make(1, -20),
                                 pawli_scaled_make(1, 0), pawli_scaled_make(3, -1),
                                 pawli_scaled_make(3, 40)};
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 5; k++) {
            const int want = i < k ? -1 : i > k ? 1 : 0;
            ck_assert_msg(pawli_scaled_compare(rows[i], rows[k]) == want, "rows %d and %d", i, k);
        }
    }
}
END_TEST

START_TEST(a_mass_goes_in_and_out_unchanged) {
    const uint64_t mass = UINT64_C(12345) << 16 | 0x8000; /* Q48.16 */
    const pawli_scaled scaled = pawli_scaled_make(mass, -16);
    ck_assert_int_eq(pawli_scaled_apply(scaled, 1, 16), (int64_t)mass);
    ck_assert_int_eq(pawli_scaled_apply(scaled, 1, 0), 12346); /* 12345.5, half up */
    ck_assert_int_eq(pawli_scaled_apply(scaled, 1, 100), INT64_MAX);
}
END_TEST

Suite *suite_mantissa(void) {
    Suite *const suite = suite_create("mantissa");
    TCase *const scaled = tcase_create("scaled");
    tcase_set_timeout(scaled, 60);
    tcase_add_test(scaled, made_values_are_normalised_and_rounded_half_up);
    tcase_add_test(scaled, sums_are_rounded_half_up_and_order_does_not_matter);
    tcase_add_test(scaled, comparison_is_that_of_the_values);
    tcase_add_test(scaled, exponents_saturate_above_and_vanish_below);
    tcase_add_test(scaled, zero_behaves_as_zero);
    tcase_add_test(scaled, products_are_correctly_rounded);
    tcase_add_test(scaled, quotients_and_reciprocals_are_correctly_rounded);
    tcase_add_test(scaled, square_roots_are_correctly_rounded);
    tcase_add_test(scaled, applied_values_round_half_away_and_saturate);
    tcase_add_test(scaled, a_mass_goes_in_and_out_unchanged);
    suite_add_tcase(suite, scaled);
    return suite;
}
