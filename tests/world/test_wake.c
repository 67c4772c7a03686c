/* test_wake.c - which calls wake whom: nobody may sleep on what is no longer there, or on with
 * what has changed. */
#include "support/world/fixture.h"

/* A box that sleeps on the ground. */
static pawl_body_id make_sleeper(pawl_world *world) {
    add_ground(world);
    const pawl_body_id box = add_unit_box(world, 0, 0.5);
    run(world, 2 * STEPS_PER_SECOND);
    ck_assert_int_eq(pawl_body_is_awake(world, box), false);
    return box;
}

START_TEST(a_body_created_asleep_stays_asleep_and_at_rest) {
    pawl_world *const world = make_default_world();
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.position.y = PAWL_FX(5, 0, 1);
    def.velocity.x = PAWL_FX_ONE;
    def.awake = false;
    pawl_body_id body;
    ck_assert_int_eq(pawl_body_create(world, &def, &body), PAWL_OK);
    add_box(world, body, 0.5, 0.5);
    run(world, STEPS_PER_SECOND);
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    assert_vec_eq(pawl_body_get_velocity(world, body), pawl_vec2_make(0, 0));
    assert_vec_eq(pawl_body_get_position(world, body), def.position);
    free(world);
}
END_TEST

START_TEST(a_static_body_moved_into_a_sleeper_wakes_it) {
    pawl_world *const world = make_default_world();
    const pawl_body_id box = make_sleeper(world);
    const pawl_body_id wall = add_body(world, PAWL_STATIC, 50, 0);
    add_box(world, wall, 0.5, 2);
    run(world, 1);
    ck_assert_int_eq(pawl_body_is_awake(world, box), false);
    const pawl_vec2 into = pawl_vec2_make(PAWL_FX(0, 3, 4), 0);
    ck_assert_int_eq(pawl_body_set_pose(world, wall, into, 0), PAWL_OK);
    run(world, STEPS_PER_SECOND);
    ck_assert_msg(units(pawl_body_get_position(world, box).x) < -0.2, "the box is still at x = %g",
                  units(pawl_body_get_position(world, box).x));
    free(world);
}
END_TEST

START_TEST(new_gravity_wakes_everyone) {
    pawl_world *const world = make_default_world();
    const pawl_body_id box = make_sleeper(world);
    const pawl_vec2 up = pawl_vec2_make(0, PAWL_FX(10, 0, 1));
    ck_assert_int_eq(pawl_world_set_gravity(world, up), PAWL_OK);
    run(world, STEPS_PER_SECOND);
    assert_near(units(pawl_body_get_position(world, box).y), 5.5, 0.2, "height");
    free(world);
}
END_TEST

START_TEST(a_kinematic_body_at_rest_lets_what_lies_on_it_sleep) {
    pawl_world *const world = make_default_world();
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_KINEMATIC;
    def.can_sleep = false;
    pawl_body_id table;
    ck_assert_int_eq(pawl_body_create(world, &def, &table), PAWL_OK);
    add_box(world, table, 4, 0.5);
    const pawl_body_id box = add_unit_box(world, 0, 1);
    int changes = 0;
    bool awake = true;
    for (int step = 0; step < 600; step++) {
        run(world, 1);
        if (pawl_body_is_awake(world, box) != awake) changes++;
        awake = pawl_body_is_awake(world, box);
    }
    ck_assert_int_eq(changes, 1);
    ck_assert_int_eq(awake, false);
    free(world);
}
END_TEST

START_TEST(a_disabled_body_keeps_the_velocity_it_is_given) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    add_box(world, body, 0.5, 0.5);
    ck_assert_int_eq(pawl_body_set_enabled(world, body, false), PAWL_OK);
    const pawl_vec2 velocity = pawl_vec2_make(PAWL_FX(3, 0, 1), 0);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, velocity), PAWL_OK);
    run(world, STEPS_PER_SECOND);
    assert_vec_eq(pawl_body_get_position(world, body), pawl_vec2_make(0, 0));
    ck_assert_int_eq(pawl_body_set_enabled(world, body, true), PAWL_OK);
    run(world, STEPS_PER_SECOND);
    assert_near(units(pawl_body_get_position(world, body).x), 3, 0.001, "x");
    free(world);
}
END_TEST

START_TEST(a_new_mass_wakes_a_sleeper) {
    pawl_world *const world = make_default_world();
    const pawl_body_id box = make_sleeper(world);
    ck_assert_int_eq(pawl_shape_set_density(world, shape_of(world, box), PAWL_FX(2, 0, 1)),
                     PAWL_OK);
    ck_assert_int_eq(pawl_body_is_awake(world, box), true);
    free(world);
}
END_TEST

START_TEST(a_slope_that_turns_to_ice_lets_go_of_its_sleeper) {
    pawl_world *const world = make_default_world();
    const pawl_body_id slope = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_shape_id ice = add_box(world, slope, 20, 0.5);
    const pawl_angle tilt = PAWL_TURN(1, 18); /* 20 degrees */
    ck_assert_int_eq(pawl_body_set_pose(world, slope, pawl_vec2_make(0, 0), tilt), PAWL_OK);
    const pawl_body_id box = add_body(world, PAWL_DYNAMIC, -0.35, 0.95);
    add_box(world, box, 0.5, 0.5);
    const pawl_vec2 start = pawl_body_get_position(world, box);
    ck_assert_int_eq(pawl_body_set_pose(world, box, start, tilt), PAWL_OK);
    run(world, 3 * STEPS_PER_SECOND);
    ck_assert_int_eq(pawl_body_is_awake(world, box), false);
    ck_assert_int_eq(pawl_shape_set_friction(world, ice, 0), PAWL_OK);
    run(world, STEPS_PER_SECOND);
    ck_assert_msg(units(pawl_body_get_position(world, box).x) < -1, "the box is still at x = %g",
                  units(pawl_body_get_position(world, box).x));
    free(world);
}
END_TEST

Suite *suite_wake(void);
Suite *suite_wake(void) {
    Suite *const suite = suite_create("wake");
    TCase *const tcase = tcase_create("calls");
    tcase_add_test(tcase, a_body_created_asleep_stays_asleep_and_at_rest);
    tcase_add_test(tcase, a_static_body_moved_into_a_sleeper_wakes_it);
    tcase_add_test(tcase, new_gravity_wakes_everyone);
    tcase_add_test(tcase, a_kinematic_body_at_rest_lets_what_lies_on_it_sleep);
    tcase_add_test(tcase, a_disabled_body_keeps_the_velocity_it_is_given);
    tcase_add_test(tcase, a_new_mass_wakes_a_sleeper);
    tcase_add_test(tcase, a_slope_that_turns_to_ice_lets_go_of_its_sleeper);
    suite_add_tcase(suite, tcase);
    return suite;
}
