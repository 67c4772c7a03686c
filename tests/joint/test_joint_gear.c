/* test_joint_gear.c - turns in a fixed ratio. */
#include "support/joint/joint_fixture.h"

/* Two wheels on static axles; A is turned by a motor of torque 2. */
typedef struct gears {
    pawl_world *world;
    pawl_world_def def;
    pawl_body_id a, b;
    pawl_joint_id axle_a, axle_b;
    pawl_joint_def joint;
} gears;

static gears make_gears(double ratio, double density) {
    gears g;
    g.def = awake_def(10);
    g.world = make_world(&g.def);
    const pawl_body_id ground = add_body(g.world, PAWL_STATIC, 0, 0);
    const pawl_convex small = circle_convex(0, 0, 0.5), large = circle_convex(0, 0, 1);
    g.a = add_body(g.world, PAWL_DYNAMIC, -3, 0);
    g.b = add_body(g.world, PAWL_DYNAMIC, 3, 0);
    add_shape(g.world, g.a, &large);
    const pawl_shape_id shape = add_shape(g.world, g.b, &small);
    ck_assert_int_eq(pawl_shape_set_density(g.world, shape, FX(density)), PAWL_OK);
    pawl_joint_def axle =
        pawl_joint_def_at(g.world, PAWL_JOINT_REVOLUTE, ground, g.a, VEC(-3, 0), 0);
    set_motor(&axle, 4, 2);
    g.axle_a = add_joint(g.world, &axle);
    axle = pawl_joint_def_at(g.world, PAWL_JOINT_REVOLUTE, ground, g.b, VEC(3, 0), 0);
    g.axle_b = add_joint(g.world, &axle);
    g.joint = pawl_joint_def_default(PAWL_JOINT_GEAR);
    g.joint.body_a = g.a;
    g.joint.body_b = g.b;
    g.joint.ratio = FX(ratio);
    return g;
}

START_TEST(gears_are_like_their_twins) {
    static const double ratios[4] = {2, -2, 0.25, -7.5};
    for (int i = 0; i < 4; i++) {
        gears g = make_gears(ratios[i], 1 + i % 2);
        add_joint(g.world, &g.joint);
        follow_twin(g.world, &g.def, 600, 0.001, 0.05);
        free(g.world);
    }
}
END_TEST

/* A turns by at least five turns, B by -2 of them for each. */
START_TEST(gears_keep_in_step_over_many_turns) {
    gears g = make_gears(-0.5, 1);
    add_joint(g.world, &g.joint);
    run(g.world, 1200);
    const double a = units(pawl_joint_get_angle(g.world, g.axle_a));
    const double b = units(pawl_joint_get_angle(g.world, g.axle_b));
    ck_assert_msg(a > 10 * 3.14159265, "A has turned by %.3f rad only", a);
    assert_near(b, -2 * a, 0.01, "the angle of B");
    free(g.world);
}
END_TEST

/* A target is an angle of A against B. */
START_TEST(a_new_target_turns_the_gears) {
    gears g = make_gears(1, 1);
    const pawl_joint_id joint = add_joint(g.world, &g.joint);
    ck_assert_int_eq(pawl_joint_set_motor(g.world, g.axle_a, false, 0, 0), PAWL_OK);
    ck_assert_int_eq(pawl_joint_set_target(g.world, joint, FX(1)), PAWL_OK);
    run(g.world, 120);
    const double a = units(pawl_joint_get_angle(g.world, g.axle_a));
    const double b = units(pawl_joint_get_angle(g.world, g.axle_b));
    assert_near(b - a, 1, 0.001, "the difference");
    free(g.world);
}
END_TEST

/* With a motor the rate is driven, and slips under a load beyond its torque. */
START_TEST(a_geared_motor_drives_the_rate) {
    gears g = make_gears(3, 1);
    set_motor(&g.joint, 2, 50);
    add_joint(g.world, &g.joint);
    run(g.world, 240);
    const double a = units(pawl_body_get_angular_velocity(g.world, g.a));
    const double b = units(pawl_body_get_angular_velocity(g.world, g.b));
    assert_near(3 * b - a, 2, 0.01, "the rate");
    free(g.world);
}
END_TEST

/* The torque on B is ratio times that on A: here it holds a weight of 10 on an arm of 1/2. */
START_TEST(a_gear_reports_the_torque_on_b) {
    gears g = make_gears(2, 1);
    ck_assert_int_eq(pawl_joint_set_motor(g.world, g.axle_a, true, 0, WIDE(1000)), PAWL_OK);
    const pawl_joint_id joint = add_joint(g.world, &g.joint);
    for (int i = 0; i < 120; i++) {
        ck_assert_int_eq(pawl_body_apply_torque(g.world, g.b, WIDE(-5)), PAWL_OK);
        run(g.world, 1);
    }
    assert_near((double)pawl_joint_get_reaction_torque(g.world, joint) / 65536, 5, 0.05,
                "the torque");
    assert_near((double)pawl_joint_get_reaction_torque(g.world, g.axle_a) / 65536, 2.5, 0.05,
                "the torque that holds A");
    free(g.world);
}
END_TEST

Suite *suite_joint_gear(void) {
    Suite *const suite = suite_create("joint_gear");
    TCase *const tcase = tcase_create("joint_gear");
    tcase_add_test(tcase, gears_are_like_their_twins);
    tcase_add_test(tcase, gears_keep_in_step_over_many_turns);
    tcase_add_test(tcase, a_new_target_turns_the_gears);
    tcase_add_test(tcase, a_geared_motor_drives_the_rate);
    tcase_add_test(tcase, a_gear_reports_the_torque_on_b);
    suite_add_tcase(suite, tcase);
    return suite;
}
