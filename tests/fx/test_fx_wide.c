/* test_fx_wide.c - two-limb integers and integer roots against the compiler's 128-bit type. */
#include <check.h>
#include <inttypes.h>

#include "fx/int128.h"
#include "fx/isqrt.h"
#include "support/base/seeded.h"

#define ROUNDS SEEDED_ROUNDS(1000000)

static const int64_t edges[] = {0,
                                1,
                                -1,
                                2,
                                -2,
                                3,
                                -3,
                                INT64_C(0xFFFFFFFF),
                                INT64_C(-0xFFFFFFFF),
                                INT64_C(0x100000000),
                                INT64_C(-0x100000000),
                                INT64_C(0x4000000000000000),
                                INT64_C(-0x4000000000000000),
                                INT64_MAX - 1,
                                INT64_MAX,
                                -INT64_MAX,
                                INT64_MIN};
#define EDGES ((int)(sizeof edges / sizeof edges[0]))

static int128 native(pawli_int128 value) {
    return (int128)((uint128)value.high << 64 | value.low);
}

static pawli_int128 limbs(int128 value) {
    const pawli_int128 result = {(uint64_t)((uint128)value >> 64), (uint64_t)value};
    return result;
}

static int sign_of(int128 value) {
    return value < 0 ? -1 : value > 0 ? 1 : 0;
}

static int64_t saturated(int128 value) {
    return value > INT64_MAX ? INT64_MAX : value < -INT64_MAX ? -INT64_MAX : (int64_t)value;
}

/* Rounded half away from zero, from the truncated quotient; 2 * rest would not fit. */
static int64_t exact_near(int128 n, int128 d) {
    if (d == 0) return sign_of(n) * INT64_MAX;
    const int128 quotient = n / d, rest = n % d;
    const int128 rest_size = rest < 0 ? -rest : rest, size = d < 0 ? -d : d;
    if (rest_size < size - rest_size) return saturated(quotient);
    return saturated(quotient + ((n < 0) != (d < 0) ? -1 : 1));
}

static int64_t exact_floor(int128 n, int128 d) {
    if (d == 0) return sign_of(n) * INT64_MAX;
    return saturated(n / d - (n % d != 0 && (n < 0) != (d < 0) ? 1 : 0));
}

static void assert_division(int128 n, int64_t d) {
    if (pawli_int128_divide_near(limbs(n), d) != exact_near(n, d))
        ck_abort_msg("near: %016" PRIx64 "%016" PRIx64 " / %" PRId64 " gives %" PRId64
                     ", not %" PRId64,
                     limbs(n).high, limbs(n).low, d, pawli_int128_divide_near(limbs(n), d),
                     exact_near(n, d));
    if (pawli_int128_divide_floor(limbs(n), d) != exact_floor(n, d))
        ck_abort_msg("floor: %016" PRIx64 "%016" PRIx64 " / %" PRId64 " gives %" PRId64
                     ", not %" PRId64,
                     limbs(n).high, limbs(n).low, d, pawli_int128_divide_floor(limbs(n), d),
                     exact_floor(n, d));
}

static void assert_pair(int64_t a, int64_t b) {
    const int128 product = (int128)a * b;
    if (native(pawli_int128_multiply(a, b)) != product)
        ck_abort_msg("%" PRId64 " * %" PRId64, a, b);
    const pawli_int128 x = limbs(product), y = limbs((int128)b * b - a);
    const uint128 sum = (uint128)native(x) + (uint128)native(y);
    const uint128 difference = (uint128)native(x) - (uint128)native(y);
    if ((uint128)native(pawli_int128_add(x, y)) != sum) ck_abort_msg("sum of %" PRId64, a);
    if ((uint128)native(pawli_int128_subtract(x, y)) != difference)
        ck_abort_msg("difference at %" PRId64 ", %" PRId64, a, b);
    if (native(pawli_int128_negate(x)) != -product) ck_abort_msg("negation at %" PRId64, a);
    const int order = native(x) < native(y) ? -1 : native(x) > native(y) ? 1 : 0;
    ck_assert_int_eq(pawli_int128_compare(x, y), order);
    ck_assert_int_eq(pawli_int128_compare(x, x), 0);
    ck_assert_int_eq(pawli_int128_sign(x), sign_of(product));
}

START_TEST(edge_pairs_match_native_128_bits) {
    for (int i = 0; i < EDGES; i++) {
        ck_assert_msg(native(pawli_int128_make(edges[i])) == edges[i], "make of %" PRId64,
                      edges[i]);
        for (int j = 0; j < EDGES; j++) {
            assert_pair(edges[i], edges[j]);
            for (int k = 0; k < EDGES; k++)
                for (int add = -2; add <= 2; add++)
                    assert_division((int128)edges[i] * edges[j] + add, edges[k]);
        }
    }
}
END_TEST

START_TEST(random_values_match_native_128_bits) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS / 10; i++) {
        const int64_t a = seeded_int64(&seed), b = seeded_int64(&seed);
        assert_pair(a, b);
    }
}
END_TEST

/* Multiples and halves of the divisor are where the roundings differ. */
START_TEST(random_quotients_are_rounded_as_named) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        const int64_t a = seeded_int64(&seed), d = seeded_int64(&seed);
        const int64_t nudge = seeded_int64(&seed);
        assert_division((int128)a * d, d);
        assert_division((int128)a * d + d / 2, d);
        assert_division((int128)a * d + nudge, d);
    }
}
END_TEST

START_TEST(numerators_of_full_width_saturate) {
    const int128 top = (int128)(~(uint128)0 >> 1);
    static const int64_t divisors[] = {1, -1, 2, INT64_MAX, INT64_MIN, 0};
    for (size_t i = 0; i < sizeof divisors / sizeof divisors[0]; i++) {
        assert_division(top, divisors[i]);
        assert_division(-top, divisors[i]);
    }
    const pawli_int128 least = {UINT64_C(1) << 63, 0}; /* -2^127 */
    ck_assert_int_eq(pawli_int128_divide_near(least, 7), -INT64_MAX);
    ck_assert_int_eq(pawli_int128_divide_floor(least, -7), INT64_MAX);
}
END_TEST

START_TEST(shift_rounds_half_up_and_saturates) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        const uint128 high = seeded_next(&seed) >> 1;
        const uint128 value = (high << 64 | seeded_next(&seed)) >> (seeded_next(&seed) % 127);
        const int shift = (int)(seeded_next(&seed) % 140);
        uint128 want = 0;
        if (shift < 128) want = shift == 0 ? value : (value >> shift) + (value >> (shift - 1) & 1);
        if (want > UINT64_MAX) want = UINT64_MAX;
        const uint64_t got = pawli_int128_shift_near(limbs((int128)value), shift);
        if (got != want) ck_abort_msg("shift by %d, round %d", shift, i);
    }
}
END_TEST

START_TEST(leading_zeros_of_every_bit_are_counted) {
    ck_assert_int_eq(pawli_int128_leading_zeros(0), 64);
    for (int bit = 0; bit < 64; bit++) {
        const uint64_t low = UINT64_C(1) << bit;
        ck_assert_int_eq(pawli_int128_leading_zeros(low), 63 - bit);
        ck_assert_int_eq(pawli_int128_leading_zeros(low | (low - 1u)), 63 - bit);
    }
}
END_TEST

static void assert_root(uint64_t value) {
    const uint128 root = pawli_isqrt_floor(value), near = pawli_isqrt_near(value);
    if (root * root > value || (root + 1) * (root + 1) <= value)
        ck_abort_msg("floor root of %" PRIu64 " gives %" PRIu64, value, (uint64_t)root);
    const uint128 want = value > root * root + root ? root + 1 : root;
    if (near != (want > UINT32_MAX ? UINT32_MAX : want))
        ck_abort_msg("nearest root of %" PRIu64 " gives %" PRIu64, value, (uint64_t)near);
}

START_TEST(integer_roots_are_exact_around_every_kind_of_square) {
    for (uint64_t value = 0; value < SEEDED_ROUNDS(100000); value++)
        assert_root(value);
    for (uint64_t value = 0; value < SEEDED_ROUNDS(100000); value++)
        assert_root(UINT64_MAX - value);
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t root = seeded_next(&seed) >> 32 >> (seeded_next(&seed) & 31u);
        assert_root(root * root);
        assert_root(root * root - 1u);
        assert_root(root * root + root);
        assert_root(root * root + root + 1u);
        assert_root(seeded_next(&seed) >> (seeded_next(&seed) & 63u));
    }
}
END_TEST

/* The one division of the root is largest for the roots at both ends of its upper half. */
START_TEST(integer_roots_are_exact_at_the_ends_of_the_karatsuba_step) {
    for (uint64_t high = 0x8000; high <= 0xFFFF; high += SEEDED_STRIDE(1)) {
        const uint64_t first = high << 16, last = first | 0xFFFF;
        assert_root(first * first);
        assert_root(first * first - 1u);
        assert_root(last * last);
        assert_root(last * last - 1u);
        assert_root(last * last + 2u * last);
    }
}
END_TEST

Suite *suite_fx_wide(void) {
    Suite *const suite = suite_create("fx_wide");
    TCase *const integers = tcase_create("integers");
    tcase_set_timeout(integers, 60);
    tcase_add_test(integers, edge_pairs_match_native_128_bits);
    tcase_add_test(integers, random_values_match_native_128_bits);
    tcase_add_test(integers, random_quotients_are_rounded_as_named);
    tcase_add_test(integers, numerators_of_full_width_saturate);
    tcase_add_test(integers, shift_rounds_half_up_and_saturates);
    tcase_add_test(integers, leading_zeros_of_every_bit_are_counted);
    suite_add_tcase(suite, integers);
    TCase *const roots = tcase_create("roots");
    tcase_set_timeout(roots, 60);
    tcase_add_test(roots, integer_roots_are_exact_around_every_kind_of_square);
    tcase_add_test(roots, integer_roots_are_exact_at_the_ends_of_the_karatsuba_step);
    suite_add_tcase(suite, roots);
    return suite;
}
