/* test_joint_endurance.c - a minute of what joints are for: a body of twenty bones that falls down
 * stairs, and a car on rough ground. No faults, and everything holds together. */
#include "support/world/fixture.h"

#include <math.h>

#define MINUTE 3600
#define BONES 20

static pawl_body_id add_part(pawl_world *world, const pawl_convex *convex, double x, double y,
                             double density) {
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, x, y);
    pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    def.density = FX(density);
    ck_assert_int_eq(pawl_shape_create(world, body, &def, convex, &shape), PAWL_OK);
    return body;
}

static pawl_joint_id add_joint(pawl_world *world, const pawl_joint_def *def) {
    pawl_joint_id joint;
    ck_assert_int_eq(pawl_joint_create(world, def, &joint), PAWL_OK);
    return joint;
}

static double worst_gap(const pawl_world *world) {
    double worst = 0;
    pawl_joint_id joint = {0, 0};
    while ((joint = pawl_world_next_joint(world, joint)).index1 != 0)
        worst = fmax(worst, units(pawl_joint_get_length(world, joint)));
    return worst;
}

/* Two chains of ten bones each, joined in the middle: limits of 60 degrees and a stiff friction in
 * every joint. `size` is the length of a bone. */
static void add_ragdoll(pawl_world *world, double size, double x, double y) {
    pawl_convex bone;
    pawl_body_id bones[BONES];
    ck_assert_int_eq(
        pawl_make_capsule(VEC(-0.375 * size, 0), VEC(0.375 * size, 0), FX(0.125 * size), &bone),
        PAWL_OK);
    for (int i = 0; i < BONES; i++) {
        const double along = i % 10, across = i / 10;
        bones[i] = add_part(world, &bone, x + along * size, y + across * size, 1);
        if (i % 10 == 0) continue;
        pawl_joint_def def = pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, bones[i - 1], bones[i],
                                               VEC(x + (along - 0.5) * size, y + across * size), 0);
        def.limit = true;
        def.lower = FX(-1);
        def.upper = FX(1);
        def.motor = true;
        def.motor_max = FX(0.0625);
        add_joint(world, &def);
    }
    const pawl_joint_def def = pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, bones[4], bones[14],
                                                 VEC(x + 4 * size, y + 0.5 * size), 0);
    add_joint(world, &def);
}

START_TEST(twenty_bones_fall_down_stairs_for_a_minute) {
    const double size = _i == 0 ? 1 : 16;
    pawl_world_def def = pawl_world_def_default();
    def.gravity = VEC(0, _i == 0 ? -10 : -160);
    def.sleeping = 0;
    pawl_world *const world = make_world(&def);
    const pawl_body_id stairs = add_body(world, PAWL_STATIC, 0, 0);
    for (int i = 0; i < 12; i++) {
        pawl_convex step;
        ck_assert_int_eq(pawl_make_box_at(FX(2 * size), FX(10 * size),
                                          VEC(2 * i * size, (-10 - i) * size), 0, &step),
                         PAWL_OK);
        add_shape(world, stairs, &step);
    }
    pawl_convex floor;
    ck_assert_int_eq(
        pawl_make_box_at(FX(60 * size), FX(size), VEC(20 * size, -13 * size), 0, &floor), PAWL_OK);
    add_shape(world, stairs, &floor);
    add_ragdoll(world, size, -4 * size, 6 * size);
    double worst = 0;
    for (int i = 0; i < MINUTE; i++) {
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
        worst = fmax(worst, worst_gap(world) / size);
    }
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    ck_assert_msg(worst < 0.05, "bones came apart by %g of their length", worst);
    free(world);
}
END_TEST

/* A chain of bumps, the higher the farther. */
static void add_rough_ground(pawl_world *world, double size, pawl_vec2 *points, int count) {
    for (int i = 0; i < count; i++) {
        const double height = size * (0.25 * sin(i * 0.7) + 0.15 * sin(i * 1.9));
        points[i] = VEC(floor((count - 1 - i) * size), floor(height * 64) / 64);
    }
    const pawl_chain chain = {points, count, false, true, false};
    const pawl_shape_def def = pawl_shape_def_default();
    const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, 0);
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create_chain(world, ground, &def, &chain, &shape), PAWL_OK);
}

START_TEST(a_car_drives_over_rough_ground_for_a_minute) {
    enum {
        POINTS = 400
    };
    static pawl_vec2 points[POINTS];
    const double size = _i == 0 ? 1 : 16;
    pawl_world_def def = pawl_world_def_default();
    def.gravity = VEC(0, _i == 0 ? -10 : -160);
    pawl_world *const world = make_world(&def);
    add_rough_ground(world, size, points, POINTS);
    pawl_convex box, wheel;
    ck_assert_int_eq(pawl_make_box(FX(1.25 * size), FX(0.25 * size), &box), PAWL_OK);
    ck_assert_int_eq(pawl_make_circle(VEC(0, 0), FX(0.5 * size), &wheel), PAWL_OK);
    const pawl_body_id car = add_part(world, &box, 10 * size, 2 * size, 1);
    for (int i = 0; i < 2; i++) {
        const double x = (10 + (i == 0 ? -1 : 1)) * size, y = 1.5 * size;
        const pawl_body_id round = add_part(world, &wheel, x, y, 0.75);
        pawl_joint_def joint = pawl_joint_def_at(world, PAWL_JOINT_WHEEL, car, round, VEC(x, y),
                                                 pawl_angle_from_degrees(FX(90)));
        joint.spring = joint.limit = joint.motor = true;
        joint.hertz = FX(4);
        joint.damping_ratio = FX(0.75);
        joint.lower = FX(-0.25 * size);
        joint.upper = FX(0.25 * size);
        joint.motor_speed = FX(-10);
        joint.motor_max = PAWL_FX_ONE * (pawl_wide)(10 * size * size * size * size);
        add_joint(world, &joint);
    }
    for (int i = 0; i < MINUTE; i++)
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    const double reached = units(pawl_body_get_position(world, car).x) / size;
    ck_assert_msg(reached > 100 && reached < POINTS, "the car is at %g", reached);
    ck_assert_int_gt(pawl_body_get_position(world, car).y, 0);
    free(world);
}
END_TEST

Suite *suite_joint_endurance(void) {
    Suite *const suite = suite_create("joint_endurance");
    TCase *const tests = tcase_create("minute");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, twenty_bones_fall_down_stairs_for_a_minute, 0, 2);
    tcase_add_loop_test(tests, a_car_drives_over_rough_ground_for_a_minute, 0, 2);
    suite_add_tcase(suite, tests);
    return suite;
}
