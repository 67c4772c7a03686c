/* test_joint_motor.c - bodies that follow: mouse, friction, drive. */
#include "support/joint/joint_fixture.h"

/* Body A is static at the origin, B a brick of mass 2 at (3, 1). */
static joint_rig make_pulled(double gravity) {
    joint_rig p = make_held_rig(gravity);
    p.b = add_brick(p.world, 3, 1, 1, 0.5, 1);
    p.joint = pawl_joint_def_at(p.world, PAWL_JOINT_MOTOR, p.a, p.b, VEC(3, 1), 0);
    return p;
}

START_TEST(a_mouse_is_like_its_twin) {
    joint_rig p = make_pulled(10);
    set_spring(&p.joint, 3, 0.5);
    p.joint.spring_force_max = WIDE(60);
    p.joint.frame_a.anchor = VEC(-4, 2);
    p.joint.frame_b.anchor = VEC(0.5, 0.5);
    add_joint(p.world, &p.joint);
    follow_twin(p.world, &p.def, 600, 0.01, 0.02);
    free(p.world);
}
END_TEST

/* At pixel scale a soft spring gives way by more than the 512 units of one word: let go, a weight
 * falls g / w^2 = 633 and .72 of that again, as damped by .1 and h w / 2, and comes back up to
 * 633 (1 - .72^2). */
START_TEST(a_soft_spring_is_stretched_by_a_thousand_pixels) {
    static const pawl_joint_type types[] = {PAWL_JOINT_MOTOR, PAWL_JOINT_WELD};
    for (int i = 0; i < 2; i++) {
        joint_rig p = make_held_rig(1000);
        p.b = add_brick(p.world, 0, 0, 8, 8, 1);
        p.joint = pawl_joint_def_at(p.world, types[i], p.a, p.b, VEC(0, 0), 0);
        set_spring(&p.joint, 0.2, 0.1);
        p.joint.angular_hertz = FX(1);
        p.joint.spring_force_max = p.joint.spring_torque_max = INT64_MAX;
        add_joint(p.world, &p.joint);
        run(p.world, 150);
        const double low = units(pawl_body_get_position(p.world, p.b).y);
        run(p.world, 150);
        const double high = units(pawl_body_get_position(p.world, p.b).y);
        ck_assert_uint_eq(pawl_world_get_faults(p.world), 0);
        ck_assert_msg(fabs(low + 1091) < 15 && fabs(high + 302) < 15,
                      "type %d: down to %g, up to %g", (int)types[i], low, high);
        free(p.world);
    }
}
END_TEST

START_TEST(a_servo_between_moving_bodies_is_like_its_twin) {
    joint_rig p = make_pulled(0);
    const pawl_body_id c = add_brick(p.world, 5, 0, 0.5, 0.5, 3);
    p.joint = pawl_joint_def_at(p.world, PAWL_JOINT_MOTOR, p.b, c, VEC(4, 1), PAWL_TURN(1, 9));
    set_spring(&p.joint, 1, 0.125);
    p.joint.spring_force_max = WIDE(100);
    p.joint.angular_hertz = FX(0.5);
    p.joint.angular_damping_ratio = FX(0.125);
    p.joint.spring_torque_max = WIDE(5);
    add_joint(p.world, &p.joint);
    pawl_body_set_velocity(p.world, c, VEC(2, 1));
    pawl_body_set_angular_velocity(p.world, p.b, FX(2));
    follow_twin(p.world, &p.def, 600, 0.02, 0.01);
    free(p.world);
}
END_TEST

START_TEST(a_drive_is_like_its_twin) {
    joint_rig p = make_pulled(0);
    const pawl_body_id c = add_brick(p.world, 5, 0, 0.5, 0.5, 3);
    p.joint = pawl_joint_def_at(p.world, PAWL_JOINT_MOTOR, p.b, c, VEC(4, 1), PAWL_TURN(1, 9));
    p.joint.motor = true;
    p.joint.linear_velocity = VEC(0.25, -0.125);
    p.joint.force_max = WIDE(1);
    p.joint.motor_speed = FX(0.5);
    p.joint.motor_max = WIDE(0.5);
    add_joint(p.world, &p.joint);
    pawl_body_set_velocity(p.world, c, VEC(2, 1));
    pawl_body_set_angular_velocity(p.world, p.b, FX(1));
    follow_twin(p.world, &p.def, 600, 0.03, 0.03);
    free(p.world);
}
END_TEST

/* Friction 5 on mass 2 in any direction: 2.5 units/s^2 against the motion. */
START_TEST(friction_stops_a_body_evenly_and_straight) {
    joint_rig p = make_pulled(0);
    p.joint.motor = true;
    p.joint.force_max = WIDE(5);
    const pawl_joint_id joint = add_joint(p.world, &p.joint);
    pawl_body_set_velocity(p.world, p.b, VEC(3, 4));
    run(p.world, 60);
    const pawl_vec2 v = pawl_body_get_velocity(p.world, p.b);
    assert_near(units(v.x), 1.5, 0.002, "the speed along x");
    assert_near(units(v.y), 2, 0.002, "the speed along y");
    const pawl_wide2 force = pawl_joint_get_reaction_force(p.world, joint);
    assert_near((double)force.x / 65536, -3, 0.01, "the force along x");
    assert_near((double)force.y / 65536, -4, 0.01, "the force along y");
    run(p.world, 75);
    assert_near(units(pawl_body_get_position(p.world, p.b).x), 6, 0.02, "the place");
    assert_near(units(pawl_body_get_velocity(p.world, p.b).y), 0, 0.0001, "the speed");
    free(p.world);
}
END_TEST

/* The pointer goes round; the body keeps up within a fraction of a unit. */
START_TEST(a_mouse_drags_a_body_along) {
    joint_rig p = make_pulled(10);
    p.joint.spring = true;
    p.joint.hertz = FX(5);
    p.joint.spring_force_max = WIDE(1000);
    const pawl_joint_id joint = add_joint(p.world, &p.joint);
    for (int i = 0; i < 600; i++) {
        const double turn = i * 0.01;
        const pawl_joint_frame frame = {VEC(3 * cos(turn), 1 + 3 * sin(turn)), 0};
        ck_assert_int_eq(pawl_joint_set_frame_a(p.world, joint, frame), PAWL_OK);
        run(p.world, 1);
        const pawl_vec2 at = pawl_body_get_position(p.world, p.b);
        const double lag =
            hypot(units(at.x) - units(frame.anchor.x), units(at.y) - units(frame.anchor.y));
        ck_assert_msg(lag < 0.25, "step %d: %.4f units behind", i, lag);
    }
    ck_assert_uint_eq(pawl_world_get_faults(p.world), 0);
    free(p.world);
}
END_TEST

START_TEST(no_force_is_no_joint) {
    joint_rig p = make_pulled(0);
    p.joint.motor = p.joint.spring = true;
    p.joint.hertz = FX(5);
    p.joint.linear_velocity = VEC(1, 1);
    p.joint.frame_a.anchor = VEC(-9, 9);
    add_joint(p.world, &p.joint);
    run(p.world, 60);
    assert_vec_eq(pawl_body_get_position(p.world, p.b), VEC(3, 1));
    free(p.world);
}
END_TEST

/* A turntable: B is to move outwards along an axis that turns 1/6 rad in each step. */
START_TEST(a_drive_on_a_turntable_is_like_its_twin) {
    joint_rig p = make_pulled(0);
    ck_assert_int_eq(pawl_body_set_type(p.world, p.a, PAWL_KINEMATIC), PAWL_OK);
    add_box(p.world, p.a, 0.5, 0.5);
    pawl_body_set_angular_velocity(p.world, p.a, FX(10));
    p.joint.motor = true;
    p.joint.linear_velocity = VEC(2, 0);
    p.joint.force_max = WIDE(1000);
    p.joint.frame_a.anchor = VEC(0, 0);
    add_joint(p.world, &p.joint);
    follow_twin(p.world, &p.def, 120, 0.005, 0.01);
    free(p.world);
}
END_TEST

Suite *suite_joint_motor(void) {
    Suite *const suite = suite_create("joint_motor");
    TCase *const tcase = tcase_create("joint_motor");
    tcase_add_test(tcase, a_mouse_is_like_its_twin);
    tcase_add_test(tcase, a_soft_spring_is_stretched_by_a_thousand_pixels);
    tcase_add_test(tcase, a_servo_between_moving_bodies_is_like_its_twin);
    tcase_add_test(tcase, a_drive_is_like_its_twin);
    tcase_add_test(tcase, friction_stops_a_body_evenly_and_straight);
    tcase_add_test(tcase, a_mouse_drags_a_body_along);
    tcase_add_test(tcase, no_force_is_no_joint);
    tcase_add_test(tcase, a_drive_on_a_turntable_is_like_its_twin);
    suite_add_tcase(suite, tcase);
    return suite;
}
