/* test_joint_revolute.c - hinges with limits, motors and springs. */
#include "support/joint/joint_fixture.h"

/* A bar of mass 2 that hangs out to the right of the origin. */
static joint_rig make_hinge(double gravity) {
    joint_rig h = make_held_rig(gravity);
    h.b = add_brick(h.world, 2, 0, 2, 0.25, 1);
    h.joint = pawl_joint_def_at(h.world, PAWL_JOINT_REVOLUTE, h.a, h.b, VEC(0, 0), 0);
    return h;
}

START_TEST(a_swing_between_limits_is_like_its_twin) {
    joint_rig h = make_hinge(10);
    set_limit(&h.joint, -1, 0.5);
    add_joint(h.world, &h.joint);
    follow_twin(h.world, &h.def, 600, 0.01, 0.01);
    free(h.world);
}
END_TEST

START_TEST(a_spring_and_a_motor_are_like_their_twins) {
    joint_rig h = make_hinge(10);
    set_spring(&h.joint, 1, 0.125);
    set_motor(&h.joint, 1, 2);
    add_joint(h.world, &h.joint);
    follow_twin(h.world, &h.def, 600, 0.01, 0.01);
    free(h.world);
}
END_TEST

/* Inertia about the pivot: m (w^2 + h^2) / 12 + m r^2 with m = 2, w = 4, h = 1/2, r = 2. */
START_TEST(the_motor_turns_by_its_torque_to_its_speed) {
    joint_rig h = make_hinge(0);
    set_motor(&h.joint, 3, 8);
    const pawl_joint_id joint = add_joint(h.world, &h.joint);
    const double inertia = 2 * (16 + 0.25) / 12 + 2 * 4;
    run(h.world, 60);
    assert_near(units(pawl_body_get_angular_velocity(h.world, h.b)), 8 / inertia, 0.005,
                "the speed");
    assert_near((double)pawl_joint_get_reaction_torque(h.world, joint) / 65536, 8, 0.02,
                "the torque");
    run(h.world, 300);
    assert_near(units(pawl_body_get_angular_velocity(h.world, h.b)), 3, 0.005, "the speed");
    free(h.world);
}
END_TEST

START_TEST(a_limit_holds_the_weight) {
    joint_rig h = make_hinge(10);
    set_limit(&h.joint, -0.5, 1);
    const pawl_joint_id joint = add_joint(h.world, &h.joint);
    run(h.world, 300);
    assert_near(units(pawl_joint_get_angle(h.world, joint)), -0.5, 0.005, "the angle");
    assert_near((double)pawl_joint_get_reaction_torque(h.world, joint) / 65536, 40 * cos(0.5), 0.4,
                "the torque");
    free(h.world);
}
END_TEST

START_TEST(a_pendulum_keeps_its_energy_for_a_minute) {
    joint_rig h = make_hinge(10);
    add_joint(h.world, &h.joint);
    run(h.world, 3600);
    assert_near(joint_twin_energy(h.world, h.b, 10), 0, 0.01 * 2 * 10 * 2, "the energy");
    free(h.world);
}
END_TEST

START_TEST(limits_that_are_far_away_are_no_fault) {
    joint_rig h = make_hinge(0);
    h.joint.limit = true;
    h.joint.lower = -PAWL_FX_MAX;
    h.joint.upper = PAWL_FX_MAX;
    add_joint(h.world, &h.joint);
    run(h.world, 10);
    ck_assert_uint_eq(pawl_world_get_faults(h.world), 0);
    free(h.world);
}
END_TEST

Suite *suite_joint_revolute(void) {
    Suite *const suite = suite_create("joint_revolute");
    TCase *const tcase = tcase_create("joint_revolute");
    tcase_add_test(tcase, a_swing_between_limits_is_like_its_twin);
    tcase_add_test(tcase, a_spring_and_a_motor_are_like_their_twins);
    tcase_add_test(tcase, the_motor_turns_by_its_torque_to_its_speed);
    tcase_add_test(tcase, a_limit_holds_the_weight);
    tcase_add_test(tcase, a_pendulum_keeps_its_energy_for_a_minute);
    tcase_add_test(tcase, limits_that_are_far_away_are_no_fault);
    suite_add_tcase(suite, tcase);
    return suite;
}
