/* test_joint_prismatic.c - sliding without turning. */
#include "support/joint/joint_fixture.h"

/* A brick of mass 2 on a slide in a static body, leaning by a turn / 8. */
static joint_rig make_slide(double gravity, pawl_angle axis) {
    joint_rig s = make_held_rig(gravity);
    s.b = add_brick(s.world, 1, 0, 1, 0.5, 1);
    s.joint = pawl_joint_def_at(s.world, PAWL_JOINT_PRISMATIC, s.a, s.b, VEC(0.5, 0.25), axis);
    return s;
}

START_TEST(a_spring_on_a_slide_is_like_its_twin) {
    joint_rig s = make_slide(10, PAWL_TURN(1, 8));
    set_spring(&s.joint, 1, 0.0625);
    s.joint.target = FX(1);
    add_joint(s.world, &s.joint);
    follow_twin(s.world, &s.def, 600, 0.01, 0.001);
    free(s.world);
}
END_TEST

START_TEST(a_motor_up_to_a_limit_is_like_its_twin) {
    joint_rig s = make_slide(10, PAWL_TURN(1, 8));
    set_motor(&s.joint, 2, 20);
    set_limit(&s.joint, -1, 4);
    add_joint(s.world, &s.joint);
    follow_twin(s.world, &s.def, 600, 0.01, 0.001);
    free(s.world);
}
END_TEST

/* Two bodies, one tumbling: the axis turns with A. */
static joint_rig make_pair(double density) {
    joint_rig s = make_rig(0);
    s.a = add_brick(s.world, 0, 0, 1, 0.5, density);
    s.b = add_brick(s.world, 1, 0.5, 0.5, 0.5, 1);
    s.joint = pawl_joint_def_at(s.world, PAWL_JOINT_PRISMATIC, s.a, s.b, VEC(1, 0.25), 0);
    set_limit(&s.joint, -2, 2);
    add_joint(s.world, &s.joint);
    pawl_body_set_velocity(s.world, s.b, VEC(1, 0.5));
    pawl_body_set_angular_velocity(s.world, s.a, FX(1));
    return s;
}

START_TEST(a_tumbling_pair_is_like_its_twin) {
    joint_rig s = make_pair(1);
    follow_twin(s.world, &s.def, 600, 0.04, 0.01);
    free(s.world);
}
END_TEST

START_TEST(a_tumbling_pair_of_a_thousand_to_one_is_like_its_twin) {
    joint_rig s = make_pair(500);
    follow_twin(s.world, &s.def, 600, 0.01, 0.002);
    free(s.world);
}
END_TEST

/* Linear momentum, and the angular one about the origin. */
START_TEST(a_pair_in_space_keeps_its_momentum) {
    joint_rig s = make_pair(1);
    double before[3], after[3];
    for (int k = 0; k < 2; k++) {
        double *const sum = k == 0 ? before : after;
        sum[0] = sum[1] = sum[2] = 0;
        const pawl_body_id bodies[2] = {s.a, s.b};
        for (int i = 0; i < 2; i++) {
            const pawl_mass mass = pawl_body_get_mass(s.world, bodies[i]);
            const pawl_vec2 v = pawl_body_get_velocity(s.world, bodies[i]);
            const pawl_vec2 at = pawl_body_get_center(s.world, bodies[i]);
            const double m = (double)mass.mass / 65536, i0 = (double)mass.inertia / 65536;
            sum[0] += m * units(v.x);
            sum[1] += m * units(v.y);
            sum[2] += m * (units(at.x) * units(v.y) - units(at.y) * units(v.x)) +
                      i0 * units(pawl_body_get_angular_velocity(s.world, bodies[i]));
        }
        if (k == 0) run(s.world, 600);
    }
    assert_near(after[0], before[0], 0.02, "the momentum along x");
    assert_near(after[1], before[1], 0.02, "the momentum along y");
    assert_near(after[2], before[2], 0.02, "the angular momentum");
    free(s.world);
}
END_TEST

/* Force 4 on mass 2. */
START_TEST(a_motor_accelerates_by_its_force_to_its_speed) {
    joint_rig s = make_slide(0, 0);
    set_motor(&s.joint, 3, 4);
    const pawl_joint_id joint = add_joint(s.world, &s.joint);
    run(s.world, 60);
    assert_near(units(pawl_body_get_velocity(s.world, s.b).x), 2, 0.001, "the speed");
    assert_near((double)pawl_joint_get_reaction_force(s.world, joint).x / 65536, 4, 0.01,
                "the force");
    run(s.world, 60);
    assert_near(units(pawl_body_get_velocity(s.world, s.b).x), 3, 0.001, "the speed");
    free(s.world);
}
END_TEST

START_TEST(a_limit_holds_the_weight) {
    joint_rig s = make_slide(10, PAWL_TURN(1, 4));
    set_limit(&s.joint, -1, 1);
    const pawl_joint_id joint = add_joint(s.world, &s.joint);
    run(s.world, 240);
    assert_near(units(pawl_joint_get_translation(s.world, joint)), -1, 0.005, "the translation");
    assert_near((double)pawl_joint_get_reaction_force(s.world, joint).y / 65536, 20, 0.2,
                "the force");
    assert_near((double)pawl_joint_get_reaction_torque(s.world, joint) / 65536, 10, 0.1,
                "the torque");
    free(s.world);
}
END_TEST

/* Switched off, a motor leaves nothing behind. */
START_TEST(a_motor_that_is_switched_off_pulls_no_more) {
    joint_rig s = make_slide(0, 0);
    set_motor(&s.joint, 3, 4);
    set_limit(&s.joint, -300, 300);
    const pawl_joint_id joint = add_joint(s.world, &s.joint);
    run(s.world, 30);
    ck_assert_int_eq(pawl_joint_set_motor(s.world, joint, false, FX(3), WIDE(4)), PAWL_OK);
    run(s.world, 60);
    assert_near(units(pawl_body_get_velocity(s.world, s.b).x), 1, 0.001, "the speed");
    ck_assert_uint_eq(pawl_world_get_faults(s.world), 0);
    free(s.world);
}
END_TEST

/* A lift: the slide is kinematic and moves. */
START_TEST(a_kinematic_slide_carries_its_load) {
    joint_rig s = make_slide(0, 0);
    ck_assert_int_eq(pawl_body_set_type(s.world, s.a, PAWL_KINEMATIC), PAWL_OK);
    s.joint.spring = true;
    s.joint.hertz = FX(2);
    add_joint(s.world, &s.joint);
    pawl_body_set_velocity(s.world, s.a, VEC(0.5, 1));
    follow_twin(s.world, &s.def, 600, 0.01, 0.001);
    free(s.world);
}
END_TEST

/* A telescope: each part slides in the one before and is held at its limit by its weight aside. */
START_TEST(a_telescope_that_sticks_out_is_like_its_twin) {
    const pawl_world_def def = awake_def(10);
    pawl_world *const world = make_world(&def);
    pawl_body_id before = add_body(world, PAWL_STATIC, 0, 0);
    for (int i = 0; i < 5; i++) {
        const pawl_body_id part = add_brick(world, 1 + 2 * i, 0, 1, 0.25, 1);
        pawl_joint_def joint =
            pawl_joint_def_at(world, PAWL_JOINT_PRISMATIC, before, part, VEC(2 * i, 0), 0);
        joint.limit = true;
        add_joint(world, &joint);
        before = part;
    }
    follow_twin(world, &def, 300, 0.0005, 0.0005);
    free(world);
}
END_TEST

Suite *suite_joint_prismatic(void) {
    Suite *const suite = suite_create("joint_prismatic");
    TCase *const tcase = tcase_create("joint_prismatic");
    tcase_add_test(tcase, a_spring_on_a_slide_is_like_its_twin);
    tcase_add_test(tcase, a_motor_up_to_a_limit_is_like_its_twin);
    tcase_add_test(tcase, a_tumbling_pair_is_like_its_twin);
    tcase_add_test(tcase, a_tumbling_pair_of_a_thousand_to_one_is_like_its_twin);
    tcase_add_test(tcase, a_pair_in_space_keeps_its_momentum);
    tcase_add_test(tcase, a_motor_accelerates_by_its_force_to_its_speed);
    tcase_add_test(tcase, a_limit_holds_the_weight);
    tcase_add_test(tcase, a_motor_that_is_switched_off_pulls_no_more);
    tcase_add_test(tcase, a_kinematic_slide_carries_its_load);
    tcase_add_test(tcase, a_telescope_that_sticks_out_is_like_its_twin);
    suite_add_tcase(suite, tcase);
    return suite;
}
