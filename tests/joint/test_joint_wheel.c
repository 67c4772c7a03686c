/* test_joint_wheel.c - suspension and drive. */
#include "support/joint/joint_fixture.h"

/* A is a chassis of mass 4, B one wheel of density 1 below it. */
static joint_rig make_car(double gravity, bool held) {
    joint_rig c = make_rig(gravity);
    c.a = held ? add_body(c.world, PAWL_STATIC, 0, 2) : add_brick(c.world, 0, 2, 2, 0.5, 1);
    c.b = add_body(c.world, PAWL_DYNAMIC, 1, 1);
    const pawl_convex round = circle_convex(0, 0, 0.5);
    add_shape(c.world, c.b, &round);
    c.joint = pawl_joint_def_at(c.world, PAWL_JOINT_WHEEL, c.a, c.b, VEC(1, 1), PAWL_TURN(1, 4));
    set_spring(&c.joint, 2, 0.25);
    set_motor(&c.joint, -10, 2);
    return c;
}

START_TEST(a_wheel_at_a_wall_is_like_its_twin) {
    joint_rig c = make_car(10, true);
    set_limit(&c.joint, -0.03125, 0.25);
    add_joint(c.world, &c.joint);
    follow_twin(c.world, &c.def, 600, 0.001, 0.01);
    free(c.world);
}
END_TEST

START_TEST(a_wheel_and_a_chassis_in_free_fall_are_like_their_twins) {
    joint_rig c = make_car(0, false);
    add_joint(c.world, &c.joint);
    pawl_body_set_velocity(c.world, c.b, VEC(0, 2));
    pawl_body_set_angular_velocity(c.world, c.a, FX(1));
    follow_twin(c.world, &c.def, 600, 0.02, 0.02);
    free(c.world);
}
END_TEST

/* Torque 2 on the inertia of the wheel; the chassis is static. */
START_TEST(the_motor_turns_the_wheel_by_its_torque_to_its_speed) {
    joint_rig c = make_car(0, true);
    add_joint(c.world, &c.joint);
    const double inertia = (double)pawl_body_get_mass(c.world, c.b).inertia / 65536;
    run(c.world, 12);
    assert_near(units(pawl_body_get_angular_velocity(c.world, c.b)), -2 * 0.2 / inertia, 0.02,
                "the speed");
    run(c.world, 120);
    assert_near(units(pawl_body_get_angular_velocity(c.world, c.b)), -10, 0.01, "the speed");
    free(c.world);
}
END_TEST

/* k = m (2 pi f)^2, so the weight m g bends it by g / (2 pi f)^2. */
START_TEST(the_suspension_gives_way_by_the_weight) {
    joint_rig c = make_car(10, true);
    c.joint.motor = false;
    const pawl_joint_id joint = add_joint(c.world, &c.joint);
    run(c.world, 600);
    const double omega = 2 * 3.14159265 * 2;
    assert_near(units(pawl_joint_get_translation(c.world, joint)), -10 / (omega * omega), 0.001,
                "the translation");
    const double weight = 10 * (double)pawl_body_get_mass(c.world, c.b).mass / 65536;
    assert_near((double)pawl_joint_get_reaction_force(c.world, joint).y / 65536, weight,
                0.01 * weight, "the force");
    free(c.world);
}
END_TEST

Suite *suite_joint_wheel(void) {
    Suite *const suite = suite_create("joint_wheel");
    TCase *const tcase = tcase_create("joint_wheel");
    tcase_add_test(tcase, a_wheel_at_a_wall_is_like_its_twin);
    tcase_add_test(tcase, a_wheel_and_a_chassis_in_free_fall_are_like_their_twins);
    tcase_add_test(tcase, the_motor_turns_the_wheel_by_its_torque_to_its_speed);
    tcase_add_test(tcase, the_suspension_gives_way_by_the_weight);
    suite_add_tcase(suite, tcase);
    return suite;
}
