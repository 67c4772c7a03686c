/* test_joint_pulley.c - ropes over two points. */
#include "support/joint/joint_fixture.h"

/* A at (-2, 0) and B at (2, 0), bricks of these densities, hung over points 4 units above. */
static joint_rig make_rope(double density_a, double density_b, double ratio) {
    joint_rig r = make_rig(10);
    r.a = add_brick(r.world, -2, 0, 0.5, 0.5, density_a);
    r.b = add_brick(r.world, 2, 0, 0.5, 0.5, density_b);
    r.joint = pawl_joint_def_between(r.world, PAWL_JOINT_PULLEY, r.a, r.b, VEC(-2, 0), VEC(2, 0));
    r.joint.ground_a = VEC(-2, 4);
    r.joint.ground_b = VEC(2, 4);
    r.joint.ratio = FX(ratio);
    r.joint.target = FX(4 + ratio * 4);
    return r;
}

START_TEST(weights_on_a_rope_are_like_their_twins) {
    joint_rig r = make_rope(1, 1.125, 1);
    add_joint(r.world, &r.joint);
    pawl_body_set_velocity(r.world, r.a, VEC(1, 0));
    follow_twin(r.world, &r.def, 120, 0.005, 0.005);
    free(r.world);
}
END_TEST

START_TEST(a_swinging_weight_two_to_one_is_like_its_twin) {
    joint_rig r = make_rope(2, 4, 2);
    r.joint.frame_a.anchor = VEC(0, 0.5);
    r.joint.target = FX(11.5);
    add_joint(r.world, &r.joint);
    pawl_body_set_velocity(r.world, r.a, VEC(1, 0));
    follow_twin(r.world, &r.def, 300, 0.01, 0.01);
    free(r.world);
}
END_TEST

START_TEST(a_slack_rope_that_goes_taut_is_like_its_twin) {
    joint_rig r = make_rope(2, 1, 1);
    r.joint.target = FX(10);
    add_joint(r.world, &r.joint);
    follow_twin(r.world, &r.def, 120, 0.01, 0.005);
    free(r.world);
}
END_TEST

/* Masses 2 and 4, B counted twice: 2 g * 1 = 4 g / 2. */
START_TEST(two_to_one_is_in_balance_and_carries_both) {
    joint_rig r = make_rope(2, 4, 2);
    const pawl_joint_id joint = add_joint(r.world, &r.joint);
    run(r.world, 600);
    assert_near(units(pawl_body_get_position(r.world, r.a).y), 0, 0.02, "the height of A");
    assert_near(units(pawl_body_get_position(r.world, r.b).y), 0, 0.02, "the height of B");
    assert_near((double)pawl_joint_get_reaction_force(r.world, joint).y / 65536, 40, 0.4,
                "the force on B");
    free(r.world);
}
END_TEST

/* Atwood: (m1 - m2) g / (m1 + m2) = 10 / 3. */
START_TEST(unequal_weights_fall_as_atwood_says) {
    joint_rig r = make_rope(2, 1, 1);
    add_joint(r.world, &r.joint);
    run(r.world, 30);
    assert_near(units(pawl_body_get_velocity(r.world, r.a).y), -10.0 / 6, 0.005, "the speed of A");
    assert_near(units(pawl_body_get_velocity(r.world, r.b).y), 10.0 / 6, 0.005, "the speed of B");
    free(r.world);
}
END_TEST

/* Ratios of a hundred either way, and a partner that never moves. */
START_TEST(extreme_ratios_hold) {
    static const double ratios[3] = {100, 0.015625, 1};
    for (int i = 0; i < 3; i++) {
        joint_rig r = make_rope(1, 1, ratios[i]);
        if (i == 2) ck_assert_int_eq(pawl_body_set_type(r.world, r.a, PAWL_STATIC), PAWL_OK);
        const pawl_joint_id joint = add_joint(r.world, &r.joint);
        run(r.world, 30);
        const double sum = (4 - units(pawl_body_get_position(r.world, r.a).y)) +
                           ratios[i] * (4 - units(pawl_body_get_position(r.world, r.b).y));
        assert_near(sum, 4 + ratios[i] * 4, 0.01 * (1 + ratios[i]), "the length");
        ck_assert_uint_eq(pawl_world_get_faults(r.world), 0);
        ck_assert_int_eq(pawl_joint_is_valid(r.world, joint), true);
        free(r.world);
    }
}
END_TEST

/* The rope is wound at the rim of A, which spins. */
START_TEST(a_spinning_weight_is_like_its_twin) {
    joint_rig r = make_rope(2, 1, 1);
    r.joint.frame_a.anchor = VEC(0.5, 0);
    r.joint.frame_b.anchor = VEC(0, 0.5);
    add_joint(r.world, &r.joint);
    pawl_body_set_angular_velocity(r.world, r.a, FX(15));
    follow_twin(r.world, &r.def, 60, 0.0005, 0.001);
    free(r.world);
}
END_TEST

Suite *suite_joint_pulley(void) {
    Suite *const suite = suite_create("joint_pulley");
    TCase *const tcase = tcase_create("joint_pulley");
    tcase_add_test(tcase, weights_on_a_rope_are_like_their_twins);
    tcase_add_test(tcase, a_swinging_weight_two_to_one_is_like_its_twin);
    tcase_add_test(tcase, a_slack_rope_that_goes_taut_is_like_its_twin);
    tcase_add_test(tcase, two_to_one_is_in_balance_and_carries_both);
    tcase_add_test(tcase, unequal_weights_fall_as_atwood_says);
    tcase_add_test(tcase, extreme_ratios_hold);
    tcase_add_test(tcase, a_spinning_weight_is_like_its_twin);
    suite_add_tcase(suite, tcase);
    return suite;
}
