/* test_softness.c - the numbers of a soft contact against the formula in double precision. */
#include <check.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "step/step.h"
#include "support/base/seeded.h"

#define ONE ((double)PAWL_UNIT)

/* Rates of the screen, a GBA's, the slowest, the fastest, and fractions that fill 32 bits. */
static const struct {
    uint32_t numerator, denominator;
    uint8_t substeps;
} rows[] = {
    {60, 1, 4},
    {60, 1, 1},
    {60, 1, 16},
    {50, 1, 4},
    {16777216, 280896, 4},
    {1, 1, 1},
    {1, 1, 16},
    {240, 1, 1},
    {999, 1, 16},
    {UINT32_MAX, UINT32_MAX, 4},
    {UINT32_MAX, 4294968, 16},
    {UINT32_C(2290649225), UINT32_C(2290649225), 4}, /* 30 * 2^28 of them wrap around 2^64 */
    {UINT32_C(4000000000), UINT32_C(2290649225), 1},
};
#define ROW_COUNT ((int)(sizeof rows / sizeof rows[0]))

static pawl_world world_of(uint32_t numerator, uint32_t denominator, uint8_t substeps) {
    pawl_world world;
    memset(&world, 0, sizeof world);
    world.rate_numerator = numerator;
    world.rate_denominator = denominator;
    world.substeps = substeps;
    world.scales.length_unit = PAWL_FX_ONE;
    return world;
}

static void assert_near(double got, double want, double tolerance, const char *what,
                        const pawl_world *world, uint32_t stiffness) {
    if (fabs(got - want) <= tolerance) return;
    ck_abort_msg("%s is %.9g, not %.9g, at %" PRIu32 "/%" PRIu32 " with %d sub-steps, stiffness "
                 "%" PRIu32,
                 what, got, want, world->rate_numerator, world->rate_denominator, world->substeps,
                 stiffness);
}

/* h hertz, h omega and a2 are rounded down to 2^-28, which is the error of everything, once for a1
 * as far as it is h omega; the rate, the limit and the frequency are rounded down to Q16.16
 * besides. */
static void assert_formula(const pawl_world *world, uint32_t stiffness) {
    const double frequency =
        (double)world->rate_numerator * world->substeps / world->rate_denominator;
    const pawl_contact_tuning own = world->tuning.contact;
    const double hertz = own.hertz != 0 ? own.hertz / 65536.0 : 30;
    const double zeta = own.damping_ratio != 0 ? own.damping_ratio / 65536.0 : 10;
    const double cycles =
        fmin(hertz / frequency, world->substeps == 1 ? 1.0 / 5 : 1.0 / 8); /* h hertz */
    const double angle = 2 * 3.14159265358979323846 * cycles * stiffness;
    const double a1 = 2 * zeta + angle, a2 = angle * a1;
    const double mass_scale = a2 / (1 + a2), rate = angle * frequency / a1;
    const double limit = fmin(pawli_push_speed(world) / 65536.0 / mass_scale, 32768);
    const double loss = ((1 / cycles + 4 / angle) * (1 + angle / a1) + 1 / a2) / (1 << 28);
    const double step = 1.0 / 65536;

    const pawli_softness got = pawli_softness_of_contact(world, stiffness);
    assert_near(got.mass_scale / ONE, mass_scale, loss * mass_scale + 2 / ONE, "mass scale", world,
                stiffness);
    assert_near(got.impulse_scale / ONE, 1 / (1 + a2), loss * mass_scale + 2 / ONE, "impulse scale",
                world, stiffness);
    assert_near(got.bias_rate / 65536.0, rate, (loss + step / frequency) * rate + step, "bias rate",
                world, stiffness);
    assert_near(got.push_limit / 65536.0, limit, loss * limit + step, "push limit", world,
                stiffness);
    ck_assert_int_eq(got.mass_scale + got.impulse_scale, PAWL_UNIT);
}

START_TEST(softness_follows_the_formula) {
    const pawl_world world = world_of(rows[_i].numerator, rows[_i].denominator, rows[_i].substeps);
    assert_formula(&world, 1);
    assert_formula(&world, 2);
}
END_TEST

/* Any rate from 1 to 1000 steps per second that a world accepts. */
START_TEST(softness_follows_the_formula_at_any_rate) {
    uint64_t seed = seeded_base;
    for (int i = 0; i < 100000; i++) {
        const uint32_t denominator = (uint32_t)(seeded_next(&seed) >> 32) >> (i % 32) | 1u;
        const uint64_t steps = 1 + seeded_next(&seed) % 999;
        const uint64_t numerator = denominator * steps + seeded_next(&seed) % denominator;
        if (numerator > UINT32_MAX) continue;
        const pawl_world world =
            world_of((uint32_t)numerator, denominator, (uint8_t)(1 + seeded_next(&seed) % 16));
        assert_formula(&world, 1 + (uint32_t)(i & 1));
    }
}
END_TEST

/* Of a world with settings of its own: any, or at the ends of their ranges. */
START_TEST(softness_follows_the_settings_of_a_world) {
    uint64_t seed = seeded_fresh("softness of tuned worlds");
    for (int i = 0; i < 100000; i++) {
        pawl_world world = world_of(1 + (uint32_t)(seeded_next(&seed) % 1000), 1,
                                    (uint8_t)(1 + seeded_next(&seed) % 16));
        pawl_contact_tuning *const own = &world.tuning.contact;
        own->hertz = PAWL_FX_ONE + (pawl_fx)(seeded_next(&seed) % (PAWL_HERTZ_MAX - PAWL_FX_ONE));
        own->damping_ratio = 1 + (pawl_fx)(seeded_next(&seed) % PAWL_CONTACT_DAMPING_MAX);
        own->push_speed = 1 + (pawl_fx)(seeded_next(&seed) % PAWL_SPEED_MAX);
        if (i % 7 == 0) own->hertz = PAWL_FX_ONE;
        if (i % 11 == 0) own->hertz = PAWL_HERTZ_MAX;
        if (i % 5 == 0) own->damping_ratio = PAWL_CONTACT_DAMPING_MAX;
        if (i % 13 == 0) own->damping_ratio = 1 + (pawl_fx)(seeded_next(&seed) % 1000);
        ck_assert_int_eq(pawli_world_is_tuning(*own), true);
        assert_formula(&world, 1 + (uint32_t)(i & 1));
    }
}
END_TEST

START_TEST(contacts_with_static_bodies_are_stiffer) {
    const pawl_world world = world_of(60, 1, 4);
    const pawli_softness soft = pawli_softness_of_contact(&world, 1),
                         stiff = pawli_softness_of_contact(&world, 2);
    ck_assert_int_gt(stiff.mass_scale, soft.mass_scale);
    ck_assert_int_gt(stiff.bias_rate, soft.bias_rate);
    ck_assert_int_lt(stiff.push_limit, soft.push_limit);
}
END_TEST

/* The largest length unit at the rate where contacts are softest: far from saturation. */
START_TEST(the_push_limit_follows_the_length_unit) {
    pawl_world world = world_of(999, 1, 16);
    world.scales.length_unit = 1024 * PAWL_FX_ONE;
    assert_formula(&world, 1);
    world.scales.length_unit = PAWL_FX_ONE / 16;
    assert_formula(&world, 1);
}
END_TEST

Suite *suite_softness(void) {
    Suite *const suite = suite_create("softness");
    TCase *const formula = tcase_create("formula");
    tcase_add_loop_test(formula, softness_follows_the_formula, 0, ROW_COUNT);
    tcase_add_test(formula, softness_follows_the_formula_at_any_rate);
    tcase_add_test(formula, softness_follows_the_settings_of_a_world);
    tcase_add_test(formula, contacts_with_static_bodies_are_stiffer);
    tcase_add_test(formula, the_push_limit_follows_the_length_unit);
    suite_add_tcase(suite, formula);
    return suite;
}
