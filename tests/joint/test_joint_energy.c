/* test_joint_energy.c - joints without motors neither gain nor lose energy beyond what is said
 * here: pendulums on hinges for an hour, short rods with long levers; and of random assemblies of
 * all types only few do. */
#include "support/base/seeded.h"
#include "support/joint/assembly.h"
#include "support/joint/joint_fixture.h"

#include <inttypes.h>
#include <math.h>

/* Figures of Box2D v3 (617d32ab) for the same pendulum: a box of half 0.3 three units below a
 * revolute joint at the origin; the swing that is left after an hour, or five minutes of 1.5 rad.
 */
static const struct {
    double swing;
    int rate, substeps, seconds;
    double box2d;
} swings[] = {
    {0.05, 60, 2, 3600, 0.04998},  {0.05, 60, 4, 3600, 0.05000}, {0.05, 60, 16, 3600, 0.05000},
    {0.05, 120, 1, 3600, 0.04998}, {0.2, 60, 2, 3600, 0.19870},  {0.2, 60, 4, 3600, 0.19984},
    {0.2, 60, 16, 3600, 0.19992},  {0.2, 120, 1, 3600, 0.19870}, {1.5, 60, 2, 300, 1.44987},
    {1.5, 60, 4, 300, 1.49328},    {1.5, 60, 16, 300, 1.49752},  {1.5, 120, 1, 300, 1.44994},
};
#define SWINGS ((int)(sizeof swings / sizeof swings[0]))

/* The largest angle of the last ten seconds, and of all. */
static double swing_left(double swing, int rate, int substeps, int seconds, double *most) {
    pawl_world_def def = awake_def(10);
    def.rate_numerator = (uint32_t)rate;
    def.substeps = (uint8_t)substeps;
    pawl_world *const world = make_world(&def);
    const pawl_body_id ceiling = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_body_id weight = add_brick(world, 3 * sin(swing), -3 * cos(swing), 0.3, 0.3, 1);
    const pawl_joint_def joint =
        pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, ceiling, weight, VEC(0, 0), 0);
    add_joint(world, &joint);
    double left = 0;
    for (int step = 0; step < seconds * rate; step++) {
        run(world, 1);
        const pawl_vec2 at = pawl_body_get_position(world, weight);
        const double angle = fabs(atan2(at.x, -at.y));
        *most = fmax(*most, angle);
        if (step >= (seconds - 10) * rate) left = fmax(left, angle);
    }
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    free(world);
    return left;
}

/* What is rounded away may raise the smallest swing by a thousandth in an hour, and at 16 sub-steps
 * lower it by 2.5 %. Under the sanitizers seconds pass here and below, not an hour. */
START_TEST(a_free_pendulum_keeps_its_swing) {
    double most = 0;
    const double left = swing_left(swings[_i].swing, swings[_i].rate, swings[_i].substeps,
                                   SEEDED_PASSES(20, swings[_i].seconds), &most);
    const double slow = swings[_i].swing < 0.1 && swings[_i].substeps == 16 ? 0.975 : 0.995;
    ck_assert_msg(most <= swings[_i].swing * 1.001, "from %g it rose to %.5f", swings[_i].swing,
                  most);
    ck_assert_msg(left >= swings[_i].box2d * slow, "of %g were left %.5f, in Box2D %.5f",
                  swings[_i].swing, left, swings[_i].box2d);
}
END_TEST

/* A disc on a rod from the ceiling, its anchor `lever` beside its center. Returns the most energy
 * per mass in any second above the first. */
static double gain_on_rod(double length, double lever, double gravity, double spin) {
    const pawl_world_def def = awake_def(gravity);
    pawl_world *const world = make_world(&def);
    const pawl_body_id hook = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_body_id sign = add_body(world, PAWL_DYNAMIC, length + lever, 0);
    const pawl_convex disc = circle_convex(0, 0, 1);
    add_shape(world, sign, &disc);
    const pawl_joint_def joint =
        pawl_joint_def_between(world, PAWL_JOINT_DISTANCE, hook, sign, VEC(0, 0), VEC(length, 0));
    add_joint(world, &joint);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, sign, FX(spin)), PAWL_OK);
    double first = 0, worst = 0, lowest = 0;
    const double mass = (double)pawl_body_get_mass(world, sign).mass / 65536;
    for (int second = 0; second < SEEDED_PASSES(4, 60); second++) {
        double mean = 0;
        for (int step = 0; step < 60; step++) {
            run(world, 1);
            mean += joint_twin_energy(world, sign, gravity) / mass / 60;
            lowest = fmin(lowest, gravity * units(pawl_body_get_position(world, sign).y));
        }
        if (second == 0) first = mean;
        worst = fmax(worst, mean - first - 0.01 * (first - lowest));
    }
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    free(world);
    return worst;
}

static const double rods[] = {0, 1 / 65536.0, 0.0009765625, 0.0078125, 0.03125, 0.0625, 0.09375};
static const double levers[] = {0, 0.5, 1, 3, 7, 8, 12};
#define LEVERS ((int)(sizeof levers / sizeof levers[0]))
#define RODS ((int)(sizeof rods / sizeof rods[0]))

START_TEST(a_short_rod_makes_no_energy) {
    const double slow = 1.0 / 512, lever = levers[_i % LEVERS], length = rods[_i / LEVERS];
    for (int way = 0; way < 3; way++) {
        const double gain = gain_on_rod(length, lever, way == 0 ? 10 : 0,
                                        way == 1   ? 0
                                        : way == 2 ? 2
                                                   : 0);
        ck_assert_msg(gain <= 0.5 * slow * slow, "a rod of %g with a lever of %g gained %g, way %d",
                      length, lever, gain, way);
    }
}
END_TEST

#define THIN 5

/* Small boxes that hang on each other by rods, far from their centers: an anchor weighs next to
 * nothing there. Returns the most energy of any second, of that of the first second, both counted
 * from the lowest that all of them come to. */
static double gain_of_thin_chain(double lean, double length) {
    pawl_world_def def = awake_def(10);
    def.body_capacity = def.shape_capacity = def.joint_capacity = 16;
    pawl_world *const world = make_world(&def);
    const double c = cos(lean), s = sin(lean), apart = 3;
    pawl_body_id bodies[THIN + 1] = {add_body(world, PAWL_STATIC, 0, 0)};
    for (int i = 1; i <= THIN; i++) {
        const double at = i * apart, from = at - apart / 2;
        bodies[i] = add_brick(world, at * c, at * s, i % 2 ? 0.15 : 0.4, 0.05, 1);
        pawl_filter filter = pawl_shape_get_filter(world, shape_of(world, bodies[i]));
        filter.mask = 0;
        ck_assert_int_eq(pawl_shape_set_filter(world, shape_of(world, bodies[i]), filter), PAWL_OK);
        const pawl_joint_def rod = pawl_joint_def_between(
            world, PAWL_JOINT_DISTANCE, bodies[i - 1], bodies[i], VEC(from * c, from * s),
            VEC((from + length) * c, (from + length) * s));
        add_joint(world, &rod);
    }
    double first = 0, worst = 0, lowest = 0;
    for (int second = 0; second < 30; second++) {
        double mean = 0;
        for (int step = 0; step < 60; step++) {
            double height = 0;
            run(world, 1);
            for (int i = 1; i <= THIN; i++) {
                const double mass = (double)pawl_body_get_mass(world, bodies[i]).mass / 65536;
                mean += joint_twin_energy(world, bodies[i], 10) / 60;
                height += 10 * mass * units(pawl_body_get_position(world, bodies[i]).y);
            }
            lowest = fmin(lowest, height);
        }
        if (second == 0) first = mean;
        worst = fmax(worst, mean);
    }
    free(world);
    return (worst - lowest) / (first - lowest);
}

/* To 2.3 times at worst; before their correction had a limit, to 11,865 times. */
START_TEST(rods_at_long_levers_do_not_drive_each_other) {
    double most = 0;
    for (int i = 0; i < 24; i++)
        most = fmax(most, gain_of_thin_chain(-0.3 - 0.05 * i, 0.05 + 0.03 * (i % 5)));
    ck_assert_msg(most < 10, "the energy of a chain became %g times what it was", most);
}
END_TEST

/* A small box at pixel scale, 64 to 128 pixels beside its pivot, on a rod of a fraction of a pixel:
 * where the rod points changes faster than sub-steps follow. How far the rod ever was from its
 * length, and the most energy of any second, of that of the first one. */
typedef struct whip_result {
    double gap, gain;
    uint32_t faults;
} whip_result;

static whip_result whip(double arm, double half_height, double length, double side) {
    pawl_world_def def = awake_def(1000);
    def.length_unit = FX(100);
    pawl_world *const world = make_world(&def);
    const pawl_body_id hook = add_body(world, PAWL_STATIC, 0, 0);
    const double x = arm * cos(side), y = arm * sin(side) - length;
    const pawl_body_id box = add_brick(world, x, y, 8, half_height, 1);
    const pawl_joint_def rod =
        pawl_joint_def_between(world, PAWL_JOINT_DISTANCE, hook, box, VEC(0, 0), VEC(0, -length));
    add_joint(world, &rod);
    const double mass = (double)pawl_body_get_mass(world, box).mass / 65536;
    double first = 0, lowest = 0;
    whip_result result = {0, 0, 0};
    for (int second = 0; second < SEEDED_PASSES(3, 20); second++) {
        double mean = 0;
        for (int step = 0; step < 60; step++) {
            run(world, 1);
            mean += joint_twin_energy(world, box, 1000) / mass / 60;
            const pawl_vec2 center = pawl_body_get_position(world, box);
            const double turn =
                (int32_t)pawl_body_get_angle(world, box) * (3.14159265358979323846 / 2147483648.0);
            const double c = cos(turn), s = sin(turn), dy = -length - y;
            const double gap =
                hypot(units(center.x) - c * x - s * dy, units(center.y) - s * x + c * dy);
            result.gap = fmax(result.gap, fabs(gap - length));
            lowest = fmin(lowest, 1000 * units(center.y));
        }
        if (second == 0) first = mean;
        result.gain = fmax(result.gain, (mean - lowest) / (first - lowest));
    }
    result.faults = pawl_world_get_faults(world);
    free(world);
    return result;
}

/* Within .4 pixels. Free to turn by any angle in a sub-step, and corrected along one direction and
 * relaxed along another, they got to 557 pixels, 12 times the energy and PAWL_FAULT_SOLVER_RANGE.
 */
START_TEST(a_short_rod_at_a_long_lever_is_followed) {
    for (int i = 0; i < 18; i++) {
        const double arm = 64 + 64 * (i % 4) / 3.0, half = 2 + i % 5, length = 0.1 + 0.2 * (i % 7);
        const whip_result result = whip(arm, half, length, 0.25 * i);
        ck_assert_msg(result.gap < 0.5 && result.gain < 1.005 && result.faults == 0,
                      "arm %g, half a height of %g, length %g: gap %g, gain %g, faults %" PRIu32,
                      arm, half, length, result.gap, result.gain, result.faults);
    }
}
END_TEST

/* Random assemblies (assembly.h) of one type of joint, or of all of them, ten seconds each.
 * tests/soak/soak_joint.c runs more of them, for longer, and says which share gains energy: with
 * long levers, and where joints hold bodies more than once, there are some. */
#define ASSEMBLIES 20
#define MOTORS_MAY_GAIN 12
#define OTHERS_MAY_GAIN 8

START_TEST(few_assemblies_make_energy) {
    int gained = 0;
    for (int i = 0; i < SEEDED_PASSES(4, ASSEMBLIES); i++) {
        const uint64_t seed = first_seed(_i * ASSEMBLIES + i) | 1;
        assembly made = assembly_make(seed, _i);
        const assembly_watch watch = assembly_run(&made, 10);
        assembly_free(&made);
        gained += !(watch.worst <= watch.allowed);
    }
    ck_assert_int_le(gained, _i == PAWL_JOINT_MOTOR ? MOTORS_MAY_GAIN : OTHERS_MAY_GAIN);
}
END_TEST

Suite *suite_joint_energy(void) {
    Suite *const suite = suite_create("joint_energy");
    TCase *const tests = tcase_create("energy");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, a_free_pendulum_keeps_its_swing, 0, SWINGS);
    tcase_add_loop_test(tests, a_short_rod_makes_no_energy, 0, RODS * LEVERS);
    tcase_add_test(tests, rods_at_long_levers_do_not_drive_each_other);
    tcase_add_test(tests, a_short_rod_at_a_long_lever_is_followed);
    tcase_add_loop_test(tests, few_assemblies_make_energy, 0, ASSEMBLY_TYPES + 1);
    suite_add_tcase(suite, tests);
    return suite;
}
