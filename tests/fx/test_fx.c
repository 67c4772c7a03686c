/* test_fx.c - Q16.16 arithmetic and conversions against exact 128-bit integers. */
#include <check.h>
#include <inttypes.h>
#include <math.h>

#include "pawl/fx.h"
#include "support/base/seeded.h"

#define ROUNDS SEEDED_ROUNDS(10000000)

/* Where roundings, signs and saturation change. */
static const int32_t edges[] = {
    0,          1,           -1,         2,         -2,          3,          -3,         0x7FFF,
    -0x7FFF,    0x8000,      -0x8000,    0x8001,    -0x8001,     0xFFFF,     -0xFFFF,    0x10000,
    -0x10000,   0x10001,     -0x10001,   0x18000,   -0x18000,    0xB504F3,   -0xB504F3,  0xB504F4,
    0x7FFFFFFE, -0x7FFFFFFE, 0x7FFFFFFF, INT32_MIN, -0x7FFFFFFF, 0x40000000, -0x40000000};
#define EDGES ((int)(sizeof edges / sizeof edges[0]))

static int64_t saturated(int128 value) {
    return value > PAWL_FX_MAX ? PAWL_FX_MAX : value < -PAWL_FX_MAX ? -PAWL_FX_MAX : (int64_t)value;
}

/* numerator / denominator half away from zero, saturated; x / 0 is the limit, 0 / 0 is 0. */
static int64_t exact_ratio(int128 numerator, int128 denominator) {
    if (denominator == 0) return saturated(numerator * PAWL_FX_MAX);
    if (denominator < 0) numerator = -numerator, denominator = -denominator;
    const int128 magnitude = numerator < 0 ? -numerator : numerator;
    const int128 rounded = (2 * magnitude + denominator) / (2 * denominator);
    return saturated(numerator < 0 ? -rounded : rounded);
}

static void assert_pair(int32_t a, int32_t b) {
    const int64_t want_product = exact_ratio((int128)a * b, 65536);
    const int64_t want_quotient = exact_ratio((int128)a * 65536, b);
    if (pawl_mul(a, b) != want_product)
        ck_abort_msg("%" PRId32 " * %" PRId32 " gives %" PRId32 ", not %" PRId64, a, b,
                     pawl_mul(a, b), want_product);
    if (pawl_div(a, b) != want_quotient)
        ck_abort_msg("%" PRId32 " / %" PRId32 " gives %" PRId32 ", not %" PRId64, a, b,
                     pawl_div(a, b), want_quotient);
    if (pawl_add(a, b) != saturated((int128)a + b) || pawl_sub(a, b) != saturated((int128)a - b))
        ck_abort_msg("sum or difference of %" PRId32 " and %" PRId32, a, b);
}

START_TEST(arithmetic_of_every_edge_pair_is_exact_or_saturated) {
    for (int i = 0; i < EDGES; i++)
        for (int j = 0; j < EDGES; j++)
            assert_pair(edges[i], edges[j]);
}
END_TEST

START_TEST(arithmetic_of_ten_million_pairs_is_exact_or_saturated) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < ROUNDS; i++) {
        const int32_t a = seeded_int32(&seed);
        assert_pair(a, seeded_int32(&seed));
    }
}
END_TEST

static void assert_muldiv(int32_t a, int32_t b, int32_t c) {
    const int64_t want = exact_ratio((int128)a * b, c);
    if (pawl_muldiv(a, b, c) != want)
        ck_abort_msg("%" PRId32 " * %" PRId32 " / %" PRId32 " gives %" PRId32 ", not %" PRId64, a,
                     b, c, pawl_muldiv(a, b, c), want);
}

START_TEST(muldiv_rounds_once_and_never_overflows_between) {
    for (int i = 0; i < EDGES; i++)
        for (int j = 0; j < EDGES; j++)
            for (int k = 0; k < EDGES; k++)
                assert_muldiv(edges[i], edges[j], edges[k]);
    uint64_t seed = seeded_base;
    for (int i = 0; i < SEEDED_ROUNDS(1000000); i++) {
        const int32_t a = seeded_int32(&seed), b = seeded_int32(&seed);
        assert_muldiv(a, b, seeded_int32(&seed));
    }
}
END_TEST

START_TEST(division_by_zero_saturates_with_the_sign_of_the_numerator) {
    ck_assert_int_eq(pawl_div(1, 0), PAWL_FX_MAX);
    ck_assert_int_eq(pawl_div(-1, 0), -PAWL_FX_MAX);
    ck_assert_int_eq(pawl_div(0, 0), 0);
    ck_assert_int_eq(pawl_muldiv(3, 5, 0), PAWL_FX_MAX);
    ck_assert_int_eq(pawl_muldiv(-3, 5, 0), -PAWL_FX_MAX);
    ck_assert_int_eq(pawl_muldiv(0, 5, 0), 0);
}
END_TEST

START_TEST(negation_and_magnitude_never_produce_int32_min) {
    ck_assert_int_eq(pawl_neg(INT32_MIN), PAWL_FX_MAX);
    ck_assert_int_eq(pawl_abs(INT32_MIN), PAWL_FX_MAX);
    ck_assert_int_eq(pawl_neg(PAWL_FX_MAX), -PAWL_FX_MAX);
    ck_assert_int_eq(pawl_add(-PAWL_FX_MAX, -PAWL_FX_MAX), -PAWL_FX_MAX);
    ck_assert_int_eq(pawl_saturate(INT64_MIN), -PAWL_FX_MAX);
    ck_assert_int_eq(pawl_saturate(INT64_MAX), PAWL_FX_MAX);
}
END_TEST

START_TEST(minimum_maximum_and_clamp_pick_the_right_operand) {
    ck_assert_int_eq(pawl_min(-3, 2), -3);
    ck_assert_int_eq(pawl_max(-3, 2), 2);
    ck_assert_int_eq(pawl_clamp(-5, -3, 2), -3);
    ck_assert_int_eq(pawl_clamp(5, -3, 2), 2);
    ck_assert_int_eq(pawl_clamp(1, -3, 2), 1);
}
END_TEST

START_TEST(constants_are_rounded_to_nearest) {
    ck_assert_int_eq(PAWL_FX(12, 5, 10), 12 * 65536 + 32768);
    ck_assert_int_eq(PAWL_FX(0, 1, 3), 21845);
    ck_assert_int_eq(PAWL_FX(0, 2, 3), 43691);
    ck_assert_int_eq(PAWL_FX(1234, 56789, 100000), 0x04D29161);
    ck_assert_int_eq(PAWL_FX(32767, 0, 1), 32767 * 65536);
    ck_assert_int_eq(PAWL_WIDE(100000, 1, 2), INT64_C(100000) * 65536 + 32768);
    ck_assert_uint_eq(PAWL_TURN(1, 4), UINT32_C(1) << 30);
    ck_assert_uint_eq(PAWL_TURN(1, 3), UINT32_C(0x55555555));
    ck_assert_int_eq(PAWL_DEC(12, 05), PAWL_FX(12, 5, 100));
    ck_assert_int_eq(PAWL_DEC(00012, 5), PAWL_FX(12, 1, 2));
    ck_assert_int_eq(PAWL_DEC(32767, 9999847412109), PAWL_FX_MAX);
    ck_assert_int_eq(PAWL_UNITS(-3), -3 * 65536);
}
END_TEST

static void assert_lerp(int32_t a, int32_t b, int32_t t) {
    const int128 product = ((int128)b - a) * t, half = 1 << 15;
    const int128 way = product < 0 ? -((-product + half) >> 16) : (product + half) >> 16;
    const int128 sum = way + a;
    const int64_t want = sum > PAWL_FX_MAX    ? PAWL_FX_MAX
                         : sum < -PAWL_FX_MAX ? -PAWL_FX_MAX
                                              : (int64_t)sum;
    if (pawl_lerp(a, b, t) != want)
        ck_abort_msg("from %" PRId32 " to %" PRId32 " by %" PRId32 " gives %" PRId32
                     ", not %" PRId64,
                     a, b, t, pawl_lerp(a, b, t), want);
}

START_TEST(lerp_rounds_once_and_meets_both_ends) {
    for (int i = 0; i < EDGES; i++)
        for (int j = 0; j < EDGES; j++)
            for (int k = 0; k < EDGES; k++)
                assert_lerp(edges[i], edges[j], edges[k]);
    uint64_t seed = seeded_base;
    for (int i = 0; i < SEEDED_ROUNDS(1000000); i++) {
        const int32_t a = seeded_int32(&seed), b = seeded_int32(&seed);
        assert_lerp(a, b, seeded_int32(&seed));
        ck_assert_int_eq(pawl_lerp(a, b, 0), a);
        ck_assert_int_eq(pawl_lerp(a, b, PAWL_FX_ONE), b);
    }
}
END_TEST

START_TEST(ratio_and_turns_equal_their_literals_and_survive_zero) {
    ck_assert_int_eq(pawl_ratio(7, 3), PAWL_FX(2, 1, 3));
    ck_assert_int_eq(pawl_ratio(-7, 3), -PAWL_FX(2, 1, 3));
    ck_assert_int_eq(pawl_ratio(INT32_MAX, 1), PAWL_FX_MAX);
    ck_assert_int_eq(pawl_ratio(INT32_MIN, 1), -PAWL_FX_MAX);
    ck_assert_int_eq(pawl_ratio(-1, 0), -PAWL_FX_MAX);
    ck_assert_int_eq(pawl_ratio(0, 0), 0);
    ck_assert_uint_eq(pawl_angle_from_turns(1, 3), PAWL_TURN(1, 3));
    ck_assert_uint_eq(pawl_angle_from_turns(7, 3), PAWL_TURN(1, 3));
    ck_assert_uint_eq(pawl_angle_from_turns(UINT32_MAX, 1), 0);
    ck_assert_uint_eq(pawl_angle_from_turns(5, 0), 0);
}
END_TEST

START_TEST(integers_convert_saturating_and_round_as_named) {
    static const struct {
        int32_t value, floor, near;
    } rows[] = {{0, 0, 0},
                {1, 0, 0},
                {-1, -1, 0},
                {32767, 0, 0},
                {32768, 0, 1},
                {-32767, -1, 0},
                {-32768, -1, -1},
                {-32769, -1, -1},
                {98303, 1, 1},
                {98304, 1, 2},
                {-98304, -2, -2},
                {PAWL_FX_MAX, 32767, 32768},
                {-PAWL_FX_MAX, -32768, -32768},
                {INT32_MIN, -32768, -32768}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_int_eq(pawl_floor_to_int(rows[i].value), rows[i].floor);
        ck_assert_int_eq(pawl_near_to_int(rows[i].value), rows[i].near);
    }
    ck_assert_int_eq(pawl_from_int(-7), -7 * 65536);
    ck_assert_int_eq(pawl_from_int(32767), 32767 * 65536);
    ck_assert_int_eq(pawl_from_int(32768), PAWL_FX_MAX);
    ck_assert_int_eq(pawl_from_int(-32768), -PAWL_FX_MAX);
    ck_assert_int_eq(pawl_from_int(INT32_MIN), -PAWL_FX_MAX);
    ck_assert_int_eq(pawl_from_wide(-123456), -123456);
    ck_assert_int_eq(pawl_from_wide(INT64_C(1) << 31), PAWL_FX_MAX);
    ck_assert_int_eq(pawl_from_wide(INT64_MIN), -PAWL_FX_MAX);
}
END_TEST

/* pi * 2^124, from its hexadecimal digits: enough to tell every rounding of 31-bit products. */
static uint128 pi_q124(void) {
    return ((uint128)UINT64_C(0x3243F6A8885A308D) << 64) | UINT64_C(0x313198A2E0370734);
}

/* round(angle units * pi * 65536 / 2^31), units <= 2^31: the product of 32 and 127 bits is taken
 * in two parts. */
static int64_t exact_radians(uint32_t units) {
    const uint128 high = (uint128)units * (uint64_t)(pi_q124() >> 64); /* times 2^60 */
    const uint128 low = (uint128)units * (uint64_t)pi_q124();          /* times 2^124 */
    const uint128 product = high + (low >> 64);
    return (int64_t)((product + ((uint128)1 << 74)) >> 75); /* 60 + 31 - 16 */
}

START_TEST(angle_to_radians_is_the_nearest_raw_value) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < SEEDED_ROUNDS(2000000); i++) {
        const uint32_t units = (uint32_t)(seeded_next(&seed) >> 33);
        const int64_t want = exact_radians(units);
        if (pawl_angle_to_radians(units) != want || pawl_angle_to_radians(0u - units) != -want)
            ck_abort_msg("angle %" PRIu32 " gives %" PRId32 ", not %" PRId64, units,
                         pawl_angle_to_radians(units), want);
    }
    ck_assert_int_eq(pawl_angle_to_radians(UINT32_C(0x80000000)), 205887); /* +pi, not -pi */
    ck_assert_int_eq(pawl_angle_to_radians(UINT32_C(0x80000001)), -205887);
    ck_assert_int_eq(pawl_angle_to_radians(0), 0);
}
END_TEST

/* The nearest angle a of r radians satisfies |r - a * pi / 2^15 raw| <= half a unit; the long
 * double has 64 bits, so near a tie the claim is 2^-20 units weaker. */
START_TEST(angle_from_radians_is_the_nearest_angle_for_any_number_of_turns) {
    uint64_t seed = seeded_base;
    const long double units_per_raw = 32768.0L / 3.14159265358979323846264338327950288L;
    for (int i = 0; i < SEEDED_ROUNDS(2000000); i++) {
        const int32_t raw = seeded_int32(&seed);
        const long double exact = raw * units_per_raw;
        const long double turns = floorl(exact / 4294967296.0L);
        const long double error =
            (long double)pawl_angle_from_radians(raw) - (exact - turns * 4294967296.0L);
        const long double wrapped = error < -2147483648.0L ? error + 4294967296.0L : error;
        if (fabsl(wrapped) > 0.5L + 1e-6L)
            ck_abort_msg("radians %" PRId32 " are %Lf units off", raw, wrapped);
        if (pawl_angle_from_radians(-raw) != 0u - pawl_angle_from_radians(raw))
            ck_abort_msg("radians %" PRId32 " are not odd", raw);
    }
    ck_assert_uint_eq(pawl_angle_from_radians(65536), UINT32_C(683565276));
    ck_assert_uint_eq(pawl_angle_from_radians(INT32_MIN), 0u - UINT32_C(812501449));
}
END_TEST

START_TEST(radians_survive_the_way_to_an_angle_and_back) {
    for (int32_t raw = -205887; raw <= 205887; raw += SEEDED_STRIDE(1)) {
        const int32_t back = pawl_angle_to_radians(pawl_angle_from_radians(raw));
        if (back != raw) ck_abort_msg("%" PRId32 " comes back as %" PRId32, raw, back);
    }
}
END_TEST

START_TEST(degrees_convert_exactly_rounded_both_ways) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < SEEDED_ROUNDS(2000000); i++) {
        const int32_t raw = seeded_int32(&seed);
        const int128 magnitude = raw < 0 ? -(int128)raw : raw;
        const uint32_t units = (uint32_t)((magnitude * 16384 + 45) / 90);
        if (pawl_angle_from_degrees(raw) != (raw < 0 ? 0u - units : units))
            ck_abort_msg("degrees %" PRId32 " give the wrong angle", raw);
        const uint32_t any = (uint32_t)(seeded_next(&seed) >> 32);
        const int64_t half_turns =
            any > UINT32_C(0x80000000) ? (int64_t)any - (INT64_C(1) << 32) : (int64_t)any;
        if (pawl_angle_to_degrees(any) != exact_ratio((int128)half_turns * 45, 8192))
            ck_abort_msg("angle %" PRIu32 " gives the wrong degrees", any);
    }
    ck_assert_uint_eq(pawl_angle_from_degrees(PAWL_FX(90, 0, 1)), PAWL_TURN(1, 4));
    ck_assert_uint_eq(pawl_angle_from_degrees(-PAWL_FX(450, 0, 1)), PAWL_TURN(3, 4));
    ck_assert_uint_eq(pawl_angle_from_degrees(INT32_MIN), 0u - UINT32_C(95443718));
    ck_assert_int_eq(pawl_angle_to_degrees(PAWL_TURN(1, 2)), PAWL_FX(180, 0, 1));
    ck_assert_int_eq(pawl_angle_to_degrees(PAWL_TURN(3, 4)), -PAWL_FX(90, 0, 1));
}
END_TEST

static void assert_root(int32_t value) {
    const int128 square = (int128)value << 16, root = pawl_sqrt(value);
    if (square <= root * root - root || square > root * root + root)
        ck_abort_msg("sqrt of %" PRId32 " gives %" PRId32, value, (int32_t)root);
}

START_TEST(square_root_is_the_nearest_raw_value) {
    for (int32_t value = 1; value < SEEDED_ROUNDS(2000000); value++)
        assert_root(value);
    for (int32_t value = PAWL_FX_MAX - SEEDED_ROUNDS(2000000); value < PAWL_FX_MAX; value++)
        assert_root(value);
    for (int32_t value = 3; value < PAWL_FX_MAX - SEEDED_STRIDE(1009); value += SEEDED_STRIDE(1009))
        assert_root(value);
    assert_root(PAWL_FX_MAX);
    ck_assert_int_eq(pawl_sqrt(PAWL_FX(4, 0, 1)), PAWL_FX(2, 0, 1));
}
END_TEST

START_TEST(square_root_of_nothing_or_less_is_zero) {
    ck_assert_int_eq(pawl_sqrt(0), 0);
    ck_assert_int_eq(pawl_sqrt(-1), 0);
    ck_assert_int_eq(pawl_sqrt(INT32_MIN), 0);
}
END_TEST

Suite *suite_fx(void) {
    Suite *const suite = suite_create("fx");
    TCase *const arithmetic = tcase_create("arithmetic");
    tcase_set_timeout(arithmetic, 60);
    tcase_add_test(arithmetic, arithmetic_of_every_edge_pair_is_exact_or_saturated);
    tcase_add_test(arithmetic, arithmetic_of_ten_million_pairs_is_exact_or_saturated);
    tcase_add_test(arithmetic, muldiv_rounds_once_and_never_overflows_between);
    tcase_add_test(arithmetic, lerp_rounds_once_and_meets_both_ends);
    tcase_add_test(arithmetic, division_by_zero_saturates_with_the_sign_of_the_numerator);
    tcase_add_test(arithmetic, negation_and_magnitude_never_produce_int32_min);
    tcase_add_test(arithmetic, minimum_maximum_and_clamp_pick_the_right_operand);
    tcase_add_test(arithmetic, square_root_is_the_nearest_raw_value);
    tcase_add_test(arithmetic, square_root_of_nothing_or_less_is_zero);
    suite_add_tcase(suite, arithmetic);
    TCase *const conversions = tcase_create("conversions");
    tcase_set_timeout(conversions, 60);
    tcase_add_test(conversions, constants_are_rounded_to_nearest);
    tcase_add_test(conversions, ratio_and_turns_equal_their_literals_and_survive_zero);
    tcase_add_test(conversions, integers_convert_saturating_and_round_as_named);
    tcase_add_test(conversions, angle_to_radians_is_the_nearest_raw_value);
    tcase_add_test(conversions, angle_from_radians_is_the_nearest_angle_for_any_number_of_turns);
    tcase_add_test(conversions, radians_survive_the_way_to_an_angle_and_back);
    tcase_add_test(conversions, degrees_convert_exactly_rounded_both_ways);
    suite_add_tcase(suite, conversions);
    return suite;
}
