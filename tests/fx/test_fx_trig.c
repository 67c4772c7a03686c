/* test_fx_trig.c - sine, cosine and arc tangent against the host's long double functions.
 *
 * sweep_trig.c looks at all 2^32 angles; here every 4099th (a prime, so all low bits occur). */
#include <check.h>
#include <inttypes.h>
#include <math.h>

#include "pawl/vec.h"
#include "support/base/seeded.h"

#define ANGLE_STEP SEEDED_STRIDE(4099u)
#define TURN 4294967296.0L

static const long double pi = 3.14159265358979323846264338327950288L;

START_TEST(rotation_is_within_three_quarters_of_a_raw_unit) {
    uint64_t angle = 0;
    for (; angle < (UINT64_C(1) << 32); angle += ANGLE_STEP) {
        const pawl_rot got = pawl_rot_from_angle((pawl_angle)angle);
        const long double radians = (long double)angle * (2 * pi / TURN);
        const long double c_error = fabsl((long double)got.c - cosl(radians) * PAWL_UNIT);
        const long double s_error = fabsl((long double)got.s - sinl(radians) * PAWL_UNIT);
        if (c_error > 0.75L || s_error > 0.75L)
            ck_abort_msg("angle %" PRIu64 " is off by %Lf, %Lf", angle, c_error, s_error);
    }
}
END_TEST

START_TEST(rotation_has_the_exact_symmetries_of_the_circle) {
    for (uint64_t i = 0; i < (UINT64_C(1) << 32); i += ANGLE_STEP) {
        const pawl_angle angle = (pawl_angle)i;
        const pawl_rot r = pawl_rot_from_angle(angle);
        const pawl_rot mirrored = pawl_rot_from_angle(0u - angle);
        const pawl_rot swapped = pawl_rot_from_angle(PAWL_TURN(1, 4) - angle);
        const pawl_rot opposite = pawl_rot_from_angle(angle + PAWL_TURN(1, 2));
        if (mirrored.c != r.c || mirrored.s != -r.s) ck_abort_msg("not odd at %" PRIu64, i);
        if (swapped.c != r.s || swapped.s != r.c) ck_abort_msg("not swapped at %" PRIu64, i);
        if (opposite.c != -r.c || opposite.s != -r.s) ck_abort_msg("not opposite at %" PRIu64, i);
    }
}
END_TEST

START_TEST(rotation_is_exact_at_right_angles_and_equal_at_diagonals) {
    static const int32_t cosine[] = {1, 0, -1, 0}, sine[] = {0, 1, 0, -1};
    for (uint32_t quarter = 0; quarter < 4; quarter++) {
        const pawl_rot r = pawl_rot_from_angle(quarter << 30);
        ck_assert_int_eq(r.c, cosine[quarter] * PAWL_UNIT);
        ck_assert_int_eq(r.s, sine[quarter] * PAWL_UNIT);
    }
    const pawl_rot diagonal = pawl_rot_from_angle(PAWL_TURN(1, 8));
    ck_assert_int_eq(diagonal.c, 759250125); /* sqrt(1/2) * 2^30 = 759250124.99 */
    ck_assert_int_eq(diagonal.s, 759250125);
}
END_TEST

/* Between neighbouring sine values lie up to 1.6 raw units per angle unit, so steps back can only
 * come from rounding; where the polynomial is evaluated on one octant there must be none. */
START_TEST(sine_never_steps_back_by_more_than_one_raw_unit) {
    static const uint32_t starts[] = {0, 0x10000000, 0x1FFF0000, 0x20000000, 0x3FFF0000};
    for (size_t k = 0; k < sizeof starts / sizeof starts[0]; k++) {
        int32_t before = pawl_rot_from_angle(starts[k]).s;
        for (uint32_t i = 1; i <= SEEDED_ROUNDS(0x10000); i++) {
            const int32_t s = pawl_rot_from_angle(starts[k] + i).s;
            if (s < before - 1) ck_abort_msg("step back at %" PRIu32, starts[k] + i);
            before = s;
        }
    }
}
END_TEST

START_TEST(sine_and_cosine_are_rounded_to_q16_16) {
    for (uint64_t i = 0; i < (UINT64_C(1) << 32); i += 16 * ANGLE_STEP) {
        const pawl_angle angle = (pawl_angle)i;
        const long double radians = (long double)angle * (2 * pi / TURN);
        const long double c_error = fabsl(pawl_cos(angle) - cosl(radians) * 65536);
        const long double s_error = fabsl(pawl_sin(angle) - sinl(radians) * 65536);
        if (c_error > 0.5001L || s_error > 0.5001L)
            ck_abort_msg("angle %" PRIu64 " is off by %Lf, %Lf", i, c_error, s_error);
    }
    ck_assert_int_eq(pawl_sin(PAWL_TURN(1, 4)), PAWL_FX_ONE);
    ck_assert_int_eq(pawl_cos(PAWL_TURN(1, 2)), -PAWL_FX_ONE);
    ck_assert_int_eq(pawl_sin(PAWL_TURN(1, 12)), 32768);
}
END_TEST

/* Error in units of 2^-32 turn; one raw unit of Q16.16 radians is 10430 of them. */
static long double atan2_error(pawl_fx y, pawl_fx x) {
    const long double exact = atan2l((long double)y, (long double)x) * (TURN / (2 * pi));
    const long double error = (long double)(int32_t)pawl_atan2(y, x) - exact;
    return fabsl(error) > TURN / 2 ? fabsl(fabsl(error) - TURN) : fabsl(error);
}

START_TEST(arc_tangent_is_within_three_quarters_of_an_angle_unit) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < SEEDED_ROUNDS(2000000); i++) {
        const pawl_fx y = seeded_int32(&seed), x = seeded_int32(&seed);
        if (x == 0 && y == 0) continue;
        const long double error = atan2_error(y, x);
        if (error > 0.75L)
            ck_abort_msg("atan2(%" PRId32 ", %" PRId32 ") is off by %Lf", y, x, error);
    }
}
END_TEST

/* Along an arc every ratio occurs, also those where the octant is split. */
START_TEST(arc_tangent_undoes_the_rotation) {
    for (uint64_t i = 0; i < (UINT64_C(1) << 32); i += 4 * ANGLE_STEP) {
        const pawl_rot r = pawl_rot_from_angle((pawl_angle)i);
        const int32_t back = (int32_t)(pawl_atan2(r.s, r.c) - (pawl_angle)i);
        if (back > 2 || back < -2) ck_abort_msg("angle %" PRIu64 " comes back off by %d", i, back);
    }
    for (int32_t y = 0; y <= 12000; y += SEEDED_STRIDE(1)) {
        if (atan2_error(y, 12000) > 0.75L) ck_abort_msg("atan2(%" PRId32 ", 12000)", y);
    }
}
END_TEST

START_TEST(arc_tangent_is_odd_and_mirrored) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < SEEDED_ROUNDS(500000); i++) {
        const pawl_fx y = seeded_int32(&seed), x = seeded_int32(&seed);
        if (y == 0) continue;
        const pawl_angle angle = pawl_atan2(y, x);
        if (pawl_atan2(-y, x) != 0u - angle) ck_abort_msg("not odd, round %d", i);
        if (pawl_atan2(y, -x) != PAWL_TURN(1, 2) - angle) ck_abort_msg("no mirror, round %d", i);
        if (pawl_atan2(x, y) != PAWL_TURN(1, 4) - angle) ck_abort_msg("no swap, round %d", i);
    }
}
END_TEST

START_TEST(arc_tangent_is_exact_on_axes_and_diagonals) {
    static const int32_t sizes[] = {1, 2, 3, 65536, 99999, PAWL_FX_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const int32_t n = sizes[i];
        ck_assert_uint_eq(pawl_atan2(0, n), 0);
        ck_assert_uint_eq(pawl_atan2(n, n), PAWL_TURN(1, 8));
        ck_assert_uint_eq(pawl_atan2(n, 0), PAWL_TURN(1, 4));
        ck_assert_uint_eq(pawl_atan2(n, -n), PAWL_TURN(3, 8));
        ck_assert_uint_eq(pawl_atan2(0, -n), PAWL_TURN(1, 2));
        ck_assert_uint_eq(pawl_atan2(-n, -n), PAWL_TURN(5, 8));
        ck_assert_uint_eq(pawl_atan2(-n, 0), PAWL_TURN(3, 4));
        ck_assert_uint_eq(pawl_atan2(-n, n), PAWL_TURN(7, 8));
    }
    ck_assert_uint_eq(pawl_atan2(0, 0), 0);
    ck_assert_uint_eq(pawl_atan2(INT32_MIN, INT32_MIN), PAWL_TURN(5, 8));
    ck_assert_uint_eq(pawl_atan2(INT32_MIN, 0), PAWL_TURN(3, 4));
    ck_assert_uint_eq(pawl_atan2(0, INT32_MIN), PAWL_TURN(1, 2));
}
END_TEST

/* Worlds depend on every bit. The value was the same on x86-64, x86, big-endian PowerPC and AVR;
 * a change that moves it changes the simulation version. */
START_TEST(not_a_bit_of_rotation_and_arc_tangent_has_changed) {
    uint64_t seed = SEEDED_MULTIPLIER;
    uint32_t hash = 0;
    for (int i = 0; i < 100000; i++) {
        const pawl_rot r = pawl_rot_from_angle((pawl_angle)(seeded_next(&seed) >> 32));
        const pawl_fx y = seeded_int32(&seed);
        const pawl_angle angle = pawl_atan2(y, seeded_int32(&seed));
        hash = hash * 31u + (uint32_t)r.c;
        hash = hash * 31u + (uint32_t)r.s;
        hash = hash * 31u + angle;
    }
    ck_assert_uint_eq(hash, UINT32_C(2999387915));
}
END_TEST

Suite *suite_fx_trig(void) {
    Suite *const suite = suite_create("fx_trig");
    TCase *const rotation = tcase_create("rotation");
    tcase_set_timeout(rotation, 60);
    tcase_add_test(rotation, rotation_is_within_three_quarters_of_a_raw_unit);
    tcase_add_test(rotation, rotation_has_the_exact_symmetries_of_the_circle);
    tcase_add_test(rotation, rotation_is_exact_at_right_angles_and_equal_at_diagonals);
    tcase_add_test(rotation, sine_never_steps_back_by_more_than_one_raw_unit);
    tcase_add_test(rotation, sine_and_cosine_are_rounded_to_q16_16);
    suite_add_tcase(suite, rotation);
    TCase *const arc = tcase_create("arc tangent");
    tcase_set_timeout(arc, 60);
    tcase_add_test(arc, arc_tangent_is_within_three_quarters_of_an_angle_unit);
    tcase_add_test(arc, arc_tangent_undoes_the_rotation);
    tcase_add_test(arc, arc_tangent_is_odd_and_mirrored);
    tcase_add_test(arc, arc_tangent_is_exact_on_axes_and_diagonals);
    tcase_add_test(arc, not_a_bit_of_rotation_and_arc_tangent_has_changed);
    suite_add_tcase(suite, arc);
    return suite;
}
