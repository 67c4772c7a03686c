/* test_joint_distance.c - rods, ropes, springs and pistons. */
#include "support/joint/joint_fixture.h"

/* B is a unit box, on a rod from the origin to its centre. */
static joint_rig hang(double gravity, double x, double y) {
    joint_rig h = make_held_rig(gravity);
    h.b = add_unit_box(h.world, x, y);
    h.joint = pawl_joint_def_between(h.world, PAWL_JOINT_DISTANCE, h.a, h.b, VEC(0, 0), VEC(x, y));
    return h;
}

START_TEST(a_rod_swings_like_its_twin) {
    joint_rig h = hang(10, 3, 0);
    add_joint(h.world, &h.joint);
    follow_twin(h.world, &h.def, 600, 0.01, 0.001);
    free(h.world);
}
END_TEST

START_TEST(a_rope_that_goes_taut_is_like_its_twin) {
    joint_rig h = hang(10, 1, 0);
    set_limit(&h.joint, 0, 3);
    pawl_body_set_velocity(h.world, h.b, VEC(2, 3));
    add_joint(h.world, &h.joint);
    follow_twin(h.world, &h.def, 600, 0.01, 0.01);
    free(h.world);
}
END_TEST

START_TEST(a_spring_is_like_its_twin) {
    joint_rig h = hang(10, 2, 0);
    set_spring(&h.joint, 1.5, 0.125);
    h.joint.frame_b.anchor = VEC(0, 0.5);
    add_joint(h.world, &h.joint);
    follow_twin(h.world, &h.def, 600, 0.01, 0.01);
    free(h.world);
}
END_TEST

START_TEST(a_piston_between_moving_bodies_is_like_its_twin) {
    const pawl_world_def def = awake_def(0);
    pawl_world *const world = make_world(&def);
    const pawl_body_id a = add_brick(world, -2, 0, 0.5, 0.5, 1);
    const pawl_body_id b = add_brick(world, 2, 1, 0.75, 0.25, 5);
    pawl_joint_def joint =
        pawl_joint_def_between(world, PAWL_JOINT_DISTANCE, a, b, VEC(-2, 0.5), VEC(2, 1));
    set_motor(&joint, 1, 3);
    set_limit(&joint, 1, 6);
    add_joint(world, &joint);
    follow_twin(world, &def, 600, 0.01, 0.01);
    free(world);
}
END_TEST

/* Off the centre it is a double pendulum, which no two arithmetics follow for long. */
START_TEST(a_rod_at_the_rim_of_a_body_is_like_its_twin_for_a_while) {
    joint_rig h = hang(10, 3, 0);
    h.joint.frame_b.anchor = VEC(-0.5, 0);
    h.joint.target = FX(2.5);
    add_joint(h.world, &h.joint);
    follow_twin(h.world, &h.def, 300, 0.01, 0.01);
    free(h.world);
}
END_TEST

START_TEST(a_rod_keeps_its_length) {
    joint_rig h = hang(10, 3, 0);
    const pawl_joint_id joint = add_joint(h.world, &h.joint);
    for (int i = 0; i < 600; i++) {
        run(h.world, 1);
        assert_near(units(pawl_joint_get_length(h.world, joint)), 3, 0.005, "the length");
    }
    free(h.world);
}
END_TEST

START_TEST(a_pendulum_keeps_its_energy_for_a_minute) {
    joint_rig h = hang(10, 3, 0);
    add_joint(h.world, &h.joint);
    run(h.world, 3600);
    const double depth = 10 * 3; /* of the swing, in energy */
    assert_near(joint_twin_energy(h.world, h.b, 10), 0, 0.01 * depth, "the energy");
    free(h.world);
}
END_TEST

/* One unit from its rest: zero crossings give the frequency, the second peak the decay. An implicit
 * spring adds h omega to its damping ratio. */
START_TEST(a_spring_has_its_frequency_and_its_damping) {
    joint_rig h = hang(0, 3, 0);
    set_spring(&h.joint, 0.5, 0.0625);
    h.joint.target = FX(2);
    const pawl_joint_id joint = add_joint(h.world, &h.joint);
    double last = 1, peak = 0;
    int crossings = 0, last_crossing = 0;
    for (int i = 1; i <= 600; i++) {
        run(h.world, 1);
        const double now = units(pawl_joint_get_length(h.world, joint)) - 2;
        if (now * last < 0) crossings++, last_crossing = i;
        if (i > 60 && i < 180 && now > peak) peak = now;
        last = now;
    }
    const double damped = 0.5 * sqrt(1 - 0.0625 * 0.0625);
    assert_near(crossings / 2.0 / (last_crossing / 60.0 + 0.5), damped, 0.01, "the frequency");
    assert_near(log(1 / peak), 2 * 3.14159265 * (0.0625 + 3.14159265 / 240), 0.005,
                "the decrement");
    free(h.world);
}
END_TEST

START_TEST(a_hanging_mass_pulls_with_its_weight_and_breaks_a_weak_rod) {
    joint_rig h = hang(10, 0, -3);
    pawl_joint_id joint = add_joint(h.world, &h.joint);
    run(h.world, 120);
    const pawl_wide2 force = pawl_joint_get_reaction_force(h.world, joint);
    assert_near((double)force.y / 65536, 10, 0.1, "the force");
    assert_near((double)force.x / 65536, 0, 0.01, "the force aside");
    ck_assert_int_eq(pawl_joint_set_break(h.world, joint, WIDE(11), 0), PAWL_OK);
    run(h.world, 60);
    ck_assert_int_eq(pawl_joint_is_valid(h.world, joint), true);
    ck_assert_int_eq(pawl_joint_set_break(h.world, joint, WIDE(9), 0), PAWL_OK);
    run(h.world, 1);
    ck_assert_int_eq(pawl_joint_is_valid(h.world, joint), false);
    ck_assert_uint_eq(pawl_world_get_events(h.world).break_count, 1);
    ck_assert_uint_eq(pawl_world_get_events(h.world).breaks[0].joint.index1, joint.index1);
    free(h.world);
}
END_TEST

/* Force 2 on mass 1: 2 units/s^2 until the speed is reached. */
START_TEST(a_piston_accelerates_by_its_force_to_its_speed) {
    joint_rig h = hang(0, 3, 0);
    set_motor(&h.joint, 3, 2);
    add_joint(h.world, &h.joint);
    run(h.world, 60);
    assert_near(units(pawl_body_get_velocity(h.world, h.b).x), 2, 0.001, "the speed");
    run(h.world, 60);
    assert_near(units(pawl_body_get_velocity(h.world, h.b).x), 3, 0.001, "the speed");
    free(h.world);
}
END_TEST

START_TEST(a_rod_out_of_nothing_finds_its_length) {
    joint_rig h = hang(0, 0, 0);
    h.joint.target = FX(2);
    const pawl_joint_id joint = add_joint(h.world, &h.joint);
    run(h.world, 120);
    assert_near(units(pawl_joint_get_length(h.world, joint)), 2, 0.01, "the length");
    ck_assert_uint_eq(pawl_world_get_faults(h.world), 0);
    free(h.world);
}
END_TEST

/* It goes through its rest length 0 again and again, and has lost 8 % after half a swing: the
 * damping of its own, pi h omega. */
START_TEST(a_spring_of_no_length_swings_through_itself) {
    joint_rig h = hang(0, 2, 0);
    set_spring(&h.joint, 1, 0);
    h.joint.target = 0;
    add_joint(h.world, &h.joint);
    run(h.world, 30);
    assert_near(units(pawl_body_get_position(h.world, h.b).x),
                -2 * exp(-3.14159265 * 2 * 3.14159265 / 240), 0.01, "half a swing");
    run(h.world, 30);
    assert_near(units(pawl_body_get_position(h.world, h.b).x),
                2 * exp(-2 * 3.14159265 * 2 * 3.14159265 / 240), 0.01, "a swing");
    ck_assert_uint_eq(pawl_world_get_faults(h.world), 0);
    free(h.world);
}
END_TEST

START_TEST(limits_that_are_far_away_are_no_fault) {
    joint_rig h = hang(0, 3, 0);
    h.joint.limit = true;
    h.joint.upper = PAWL_FX_MAX;
    add_joint(h.world, &h.joint);
    pawl_body_set_velocity(h.world, h.b, VEC(20, 0));
    run(h.world, 120);
    assert_near(units(pawl_body_get_position(h.world, h.b).x), 43, 0.01, "the place");
    ck_assert_uint_eq(pawl_world_get_faults(h.world), 0);
    free(h.world);
}
END_TEST

Suite *suite_joint_distance(void) {
    Suite *const suite = suite_create("joint_distance");
    TCase *const tcase = tcase_create("joint_distance");
    tcase_add_test(tcase, a_rod_swings_like_its_twin);
    tcase_add_test(tcase, a_rope_that_goes_taut_is_like_its_twin);
    tcase_add_test(tcase, a_spring_is_like_its_twin);
    tcase_add_test(tcase, a_piston_between_moving_bodies_is_like_its_twin);
    tcase_add_test(tcase, a_rod_at_the_rim_of_a_body_is_like_its_twin_for_a_while);
    tcase_add_test(tcase, a_rod_keeps_its_length);
    tcase_add_test(tcase, a_pendulum_keeps_its_energy_for_a_minute);
    tcase_add_test(tcase, a_spring_has_its_frequency_and_its_damping);
    tcase_add_test(tcase, a_hanging_mass_pulls_with_its_weight_and_breaks_a_weak_rod);
    tcase_add_test(tcase, a_piston_accelerates_by_its_force_to_its_speed);
    tcase_add_test(tcase, a_rod_out_of_nothing_finds_its_length);
    tcase_add_test(tcase, a_spring_of_no_length_swings_through_itself);
    tcase_add_test(tcase, limits_that_are_far_away_are_no_fault);
    suite_add_tcase(suite, tcase);
    return suite;
}
