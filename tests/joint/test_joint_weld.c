/* test_joint_weld.c - bodies that hold together, rigidly and softly. */
#include "support/joint/joint_fixture.h"

/* A beam of bricks of 1 x 0.5 welded to a wall at the left and to each other. */
static pawl_joint_id add_beam(pawl_world *world, int bricks, const pawl_joint_def *like,
                              pawl_body_id *last) {
    pawl_body_id before = add_body(world, PAWL_STATIC, 0, 0);
    pawl_joint_id first = {0, 0};
    for (int i = 0; i < bricks; i++) {
        const pawl_body_id brick = add_brick(world, 0.5 + i, 0, 0.5, 0.25, 1);
        pawl_joint_def def = pawl_joint_def_at(world, PAWL_JOINT_WELD, before, brick, VEC(i, 0), 0);
        def.spring = like->spring;
        def.hertz = like->hertz;
        def.damping_ratio = like->damping_ratio;
        def.angular_hertz = like->angular_hertz;
        def.angular_damping_ratio = like->angular_damping_ratio;
        const pawl_joint_id joint = add_joint(world, &def);
        if (i == 0) first = joint;
        before = brick;
    }
    *last = before;
    return first;
}

START_TEST(a_rigid_beam_is_like_its_twin) {
    const pawl_world_def def = awake_def(10);
    pawl_world *const world = make_world(&def);
    const pawl_joint_def like = pawl_joint_def_default(PAWL_JOINT_WELD);
    pawl_body_id last;
    add_beam(world, 5, &like, &last);
    follow_twin(world, &def, 600, 0.002, 0.001);
    free(world);
}
END_TEST

START_TEST(a_soft_beam_is_like_its_twin) {
    const pawl_world_def def = awake_def(10);
    pawl_world *const world = make_world(&def);
    pawl_joint_def like = pawl_joint_def_default(PAWL_JOINT_WELD);
    pawl_body_id last;
    like.spring = true;
    like.angular_hertz = FX(4);
    like.angular_damping_ratio = FX(0.25);
    add_beam(world, 3, &like, &last);
    follow_twin(world, &def, 600, 0.01, 0.01);
    free(world);
}
END_TEST

START_TEST(a_soft_point_is_like_its_twin) {
    const pawl_world_def def = awake_def(10);
    pawl_world *const world = make_world(&def);
    pawl_joint_def like = pawl_joint_def_default(PAWL_JOINT_WELD);
    pawl_body_id last;
    set_spring(&like, 2, 0.25);
    add_beam(world, 2, &like, &last);
    follow_twin(world, &def, 600, 0.01, 0.01);
    free(world);
}
END_TEST

/* Tumbling through space, two bodies keep momentum and turn about their common centre. */
START_TEST(a_free_pair_is_like_its_twin_and_keeps_its_momentum) {
    const pawl_world_def def = awake_def(0);
    pawl_world *const world = make_world(&def);
    const pawl_body_id a = add_brick(world, -1, 0, 1, 0.5, 2);
    const pawl_body_id b = add_brick(world, 1, 1, 0.5, 1, 1);
    const pawl_joint_def joint =
        pawl_joint_def_at(world, PAWL_JOINT_WELD, a, b, VEC(0, 0.5), PAWL_TURN(1, 7));
    add_joint(world, &joint);
    pawl_body_set_velocity(world, a, VEC(1, 2));
    pawl_body_set_angular_velocity(world, b, FX(3));
    follow_twin(world, &def, 600, 0.03, 0.01);
    const pawl_vec2 va = pawl_body_get_velocity(world, a), vb = pawl_body_get_velocity(world, b);
    assert_near(4 * units(va.x) + 2 * units(vb.x), 4, 0.03, "the momentum along x");
    assert_near(4 * units(va.y) + 2 * units(vb.y), 8, 0.03, "the momentum along y");
    free(world);
}
END_TEST

/* The wall holds four bricks of mass 1/2 at 1/2, 3/2, 5/2, 7/2: 20 and 40. The torque is about the
 * anchor of the joint. */
START_TEST(a_beam_hangs_on_its_wall_with_its_weight_and_its_moment) {
    pawl_world *const world = make_awake_world();
    const pawl_joint_def like = pawl_joint_def_default(PAWL_JOINT_WELD);
    pawl_body_id last;
    const pawl_joint_id wall = add_beam(world, 4, &like, &last);
    run(world, 240);
    assert_near((double)pawl_joint_get_reaction_force(world, wall).y / 65536, 20, 0.2, "the force");
    assert_near((double)pawl_joint_get_reaction_torque(world, wall) / 65536, 40, 0.4, "the torque");
    ck_assert_int_eq(pawl_joint_set_break(world, wall, 0, WIDE(39)), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).break_count, 1);
    free(world);
}
END_TEST

/* 1000 : 1. */
START_TEST(a_light_brick_carries_a_heavy_one) {
    const pawl_world_def def = awake_def(10);
    pawl_world *const world = make_world(&def);
    const pawl_body_id wall = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_body_id light = add_brick(world, 0.5, 0, 0.5, 0.5, 1);
    const pawl_body_id heavy = add_brick(world, 1.5, 0, 0.5, 0.5, 1000);
    pawl_joint_def joint = pawl_joint_def_at(world, PAWL_JOINT_WELD, wall, light, VEC(0, 0), 0);
    add_joint(world, &joint);
    joint = pawl_joint_def_at(world, PAWL_JOINT_WELD, light, heavy, VEC(1, 0), 0);
    add_joint(world, &joint);
    follow_twin(world, &def, 300, 0.02, 0.02);
    free(world);
}
END_TEST

START_TEST(a_body_that_cannot_turn_holds_one_that_can) {
    const pawl_world_def def = awake_def(10);
    pawl_world *const world = make_world(&def);
    const pawl_body_id wall = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_body_id stiff = add_unit_box(world, 0, 0), arm = add_unit_box(world, 1, 0);
    ck_assert_int_eq(pawl_body_set_fixed_rotation(world, stiff, true), PAWL_OK);
    pawl_joint_def joint = pawl_joint_def_at(world, PAWL_JOINT_WELD, wall, stiff, VEC(0, 0), 0);
    add_joint(world, &joint);
    joint = pawl_joint_def_at(world, PAWL_JOINT_WELD, stiff, arm, VEC(0.5, 0), 0);
    add_joint(world, &joint);
    follow_twin(world, &def, 300, 0.002, 0.002);
    free(world);
}
END_TEST

/* 20 radians a second. */
START_TEST(a_pair_that_spins_fast_is_like_its_twin) {
    const pawl_world_def def = awake_def(0);
    pawl_world *const world = make_world(&def);
    const pawl_body_id a = add_brick(world, -1, 0, 1, 0.5, 1);
    const pawl_body_id b = add_brick(world, 1, 0, 1, 0.5, 1);
    const pawl_joint_def joint = pawl_joint_def_at(world, PAWL_JOINT_WELD, a, b, VEC(0, 0), 0);
    add_joint(world, &joint);
    pawl_body_set_velocity(world, a, VEC(0, -20));
    pawl_body_set_velocity(world, b, VEC(0, 20));
    pawl_body_set_angular_velocity(world, a, FX(20));
    pawl_body_set_angular_velocity(world, b, FX(20));
    follow_twin(world, &def, 120, 0.002, 0.002);
    free(world);
}
END_TEST

Suite *suite_joint_weld(void) {
    Suite *const suite = suite_create("joint_weld");
    TCase *const tcase = tcase_create("joint_weld");
    tcase_add_test(tcase, a_rigid_beam_is_like_its_twin);
    tcase_add_test(tcase, a_soft_beam_is_like_its_twin);
    tcase_add_test(tcase, a_soft_point_is_like_its_twin);
    tcase_add_test(tcase, a_free_pair_is_like_its_twin_and_keeps_its_momentum);
    tcase_add_test(tcase, a_beam_hangs_on_its_wall_with_its_weight_and_its_moment);
    tcase_add_test(tcase, a_light_brick_carries_a_heavy_one);
    tcase_add_test(tcase, a_body_that_cannot_turn_holds_one_that_can);
    tcase_add_test(tcase, a_pair_that_spins_fast_is_like_its_twin);
    suite_add_tcase(suite, tcase);
    return suite;
}
