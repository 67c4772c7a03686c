/* test_continuous_bullet.c - phase 7 of the step for bullets: moving bodies do not let them pass
 * either. */
#include <math.h>

#include "support/world/fast.h"

/* ---- moving bodies -------------------------------------------------------------------------- */

static pawl_body_id add_bullet(pawl_world *world, double x, double y, double vx) {
    const pawl_body_id ball = add_ball(world, x, y, 0.25, vx);
    ck_assert_int_eq(pawl_body_set_bullet(world, ball, true), PAWL_OK);
    return ball;
}

/* A heavy plate, 0.2 thick. */
static pawl_body_id add_plate(pawl_world *world, pawl_body_type type, double x, double vx) {
    const pawl_body_id plate = add_body(world, type, x, 0);
    const pawl_shape_id shape = add_box(world, plate, 0.1, 5);
    ck_assert_int_eq(pawl_shape_set_density(world, shape, FX(1000)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, plate, VEC(vx, 0)), PAWL_OK);
    return plate;
}

static bool ever_touch(pawl_world *world, int steps) {
    bool touched = false;
    for (int i = 0; i < steps; i++) {
        run(world, 1);
        touched = touched || pawl_world_get_events(world).begin_count > 0;
    }
    return touched;
}

START_TEST(only_bullets_are_stopped_by_moving_bodies) {
    for (int bullet = 0; bullet < 2; bullet++) {
        pawl_world *const world = make_space();
        add_plate(world, PAWL_DYNAMIC, 50.625, _i);
        const pawl_body_id ball = add_bullet(world, 0, 0, 3000);
        ck_assert_int_eq(pawl_body_set_bullet(world, ball, bullet), PAWL_OK);
        ck_assert_int_eq(ever_touch(world, 3), bullet);
        if (bullet) ck_assert_int_lt(pawl_body_get_velocity(world, ball).x, 0);
        if (!bullet) assert_near(x_of(world, ball), 150, 0.01, "x");
        assert_sound(world);
        free(world);
    }
}
END_TEST

/* They approach by 80 units in a step, made in either order. */
START_TEST(bullets_meet_each_other) {
    pawl_world *const world = make_space();
    const double side = _i == 0 ? 1 : -1;
    const pawl_body_id first = add_bullet(world, -30 * side, 0, 2400 * side);
    const pawl_body_id second = add_bullet(world, 30 * side, 0, -2400 * side);
    ck_assert_int_eq(ever_touch(world, 3), true);
    assert_near(vx_of(world, first), -2400 * side, 1, "first");
    assert_near(vx_of(world, second), 2400 * side, 1, "second");
    free(world);
}
END_TEST

/* A row of bullets that all move alike, and one that runs into it from behind. */
START_TEST(bullets_that_fly_together_do_not_hold_each_other_up) {
    pawl_world *const world = make_space();
    pawl_body_id bullet[6];
    for (int i = 0; i < 6; i++) {
        const int at = _i == 0 ? i : 5 - i;
        bullet[at] = add_bullet(world, at, 0, 3000);
    }
    run(world, 10);
    for (int i = 0; i < 6; i++)
        assert_near(x_of(world, bullet[i]), i + 500, 0.01, "x");
    add_bullet(world, 440, 0, 7000);
    ck_assert_int_eq(ever_touch(world, 3), true);
    free(world);
}
END_TEST

/* A plate that sweeps over a resting bullet takes it along: nothing stops the plate. */
START_TEST(a_kinematic_plate_does_not_run_over_a_bullet) {
    pawl_world *const world = make_space();
    const pawl_body_id plate = add_plate(world, PAWL_KINEMATIC, -30, 3000);
    const pawl_body_id ball = add_bullet(world, 0, 0, 0);
    for (int i = 1; i <= 5; i++) {
        run(world, 1);
        assert_near(x_of(world, plate), -30 + 50 * i, 0.01, "plate");
        ck_assert_msg(x_of(world, ball) > x_of(world, plate), "step %d: %f behind %f", i,
                      x_of(world, ball), x_of(world, plate));
    }
    free(world);
}
END_TEST

/* The second bullet, made later, is stopped by the plate while the first is on its way to where it
 * stands then. */
START_TEST(a_bullet_is_asked_again_when_another_one_stops) {
    pawl_world *const world = make_space();
    const pawl_body_id first = add_bullet(world, _i == 0 ? 0 : 10, 0, 3000);
    const pawl_body_id second = add_bullet(world, _i == 0 ? 10 : 0, 0, 3000);
    add_plate(world, PAWL_DYNAMIC, 40, 0);
    run(world, 1);
    const double ahead = x_of(world, _i == 0 ? second : first);
    const double behind = x_of(world, _i == 0 ? first : second);
    assert_near(ahead, 39.65, 2 * slop, "x of the one in front");
    ck_assert_msg(behind < ahead - 0.49, "%f is in %f", behind, ahead);
    free(world);
}
END_TEST

/* Hit near its end, a thin plate turns by a little more than half a turn per step: the bullet must
 * not take that for a turn the other way, into its path. */
START_TEST(a_bullet_and_what_it_sets_spinning_part) {
    pawl_world *const world = make_space();
    const pawl_body_id plate = add_body(world, PAWL_DYNAMIC, 0, 0);
    add_box(world, plate, 0.1, 0.5);
    const pawl_body_id ball = add_bullet(world, -3, -0.4, 150);
    for (int i = 0; i < 30; i++) {
        const pawl_angle before = pawl_body_get_angle(world, plate);
        run(world, 1);
        const int32_t turn = (int32_t)(pawl_body_get_angle(world, plate) - before);
        const pawl_fx spin = pawl_body_get_angular_velocity(world, plate);
        const bool half = fabs((double)turn) > INT32_MAX - 4096.0; /* rounded, either way */
        ck_assert_msg(half || (int64_t)turn * spin >= 0, "step %d: a turn of %d at a spin of %f", i,
                      (int)turn, units(spin));
    }
    ck_assert_msg(fabs(units(pawl_body_get_angular_velocity(world, plate))) > 60 * 3.1416,
                  "the plate turns by less than half a turn per step");
    ck_assert_msg(x_of(world, ball) > 20, "x is %f", x_of(world, ball));
    ck_assert_msg(x_of(world, plate) > 5, "x of the plate is %f", x_of(world, plate));
    free(world);
}
END_TEST

/* Both come by 50 units in a step, and neither gets past what lies between them. */
START_TEST(a_bullet_between_two_plates_keeps_them_apart) {
    pawl_world *const world = make_space();
    const pawl_body_id left = add_plate(world, PAWL_DYNAMIC, -30, 3000);
    const pawl_body_id ball = add_bullet(world, 0, 0, 0);
    const pawl_body_id right = add_plate(world, PAWL_DYNAMIC, 30, -3000);
    for (int i = 0; i < 10; i++) {
        run(world, 1);
        const double x = x_of(world, ball);
        ck_assert_msg(x_of(world, left) < x && x < x_of(world, right), "step %d: %f, %f, %f", i,
                      x_of(world, left), x, x_of(world, right));
    }
    free(world);
}
END_TEST

/* Between a wall and whatever comes: the wall is never passed. */
START_TEST(a_squeezed_bullet_stays_on_its_side_of_the_wall) {
    pawl_world *const world = make_space();
    add_wall(world, 1);
    add_plate(world, _i == 0 ? PAWL_DYNAMIC : PAWL_KINEMATIC, -30, 3000);
    const pawl_body_id ball = add_bullet(world, 0.5, 0, 0);
    for (int i = 0; i < 10; i++) {
        run(world, 1);
        ck_assert_msg(x_of(world, ball) < 1, "x is %f", x_of(world, ball));
    }
    free(world);
}
END_TEST

/* ---- the flag ------------------------------------------------------------------------------- */

START_TEST(bullet_is_a_flag_of_the_state) {
    pawl_world *const world = make_space();
    pawl_body_def def = pawl_body_def_default();
    ck_assert_int_eq(def.bullet, false);
    pawl_body_id plain, bullet;
    ck_assert_int_eq(pawl_body_create(world, &def, &plain), PAWL_OK);
    def.bullet = true;
    ck_assert_int_eq(pawl_body_create(world, &def, &bullet), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_bullet(world, plain), false);
    ck_assert_int_eq(pawl_body_is_bullet(world, bullet), true);
    const uint32_t before = pawl_world_hash(world), motion = pawl_world_motion_hash(world);
    ck_assert_int_eq(pawl_body_set_bullet(world, plain, true), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_bullet(world, plain), true);
    ck_assert_uint_ne(pawl_world_hash(world), before);
    ck_assert_uint_eq(pawl_world_motion_hash(world), motion);
    ck_assert_int_eq(pawl_body_set_bullet(world, plain, false), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(world), before);
    free(world);
}
END_TEST

START_TEST(misuse_of_the_flag_is_a_status) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    ck_assert_int_eq(pawl_body_set_bullet(NULL, body, true), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_body_set_bullet(world, NO_BODY, true), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_body_is_bullet(NULL, body), false);
    ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_bullet(world, body, true), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_body_is_bullet(world, body), false);
    free(world);
}
END_TEST

Suite *suite_continuous_bullet(void) {
    Suite *const suite = suite_create("continuous_bullet");
    TCase *const bullets = tcase_create("bullets");
    tcase_add_loop_test(bullets, only_bullets_are_stopped_by_moving_bodies, 0, 2);
    tcase_add_loop_test(bullets, bullets_meet_each_other, 0, 2);
    tcase_add_loop_test(bullets, bullets_that_fly_together_do_not_hold_each_other_up, 0, 2);
    tcase_add_loop_test(bullets, a_bullet_is_asked_again_when_another_one_stops, 0, 2);
    tcase_add_test(bullets, a_bullet_and_what_it_sets_spinning_part);
    tcase_add_test(bullets, a_bullet_between_two_plates_keeps_them_apart);
    tcase_add_test(bullets, a_kinematic_plate_does_not_run_over_a_bullet);
    tcase_add_loop_test(bullets, a_squeezed_bullet_stays_on_its_side_of_the_wall, 0, 2);
    tcase_add_test(bullets, bullet_is_a_flag_of_the_state);
    tcase_add_test(bullets, misuse_of_the_flag_is_a_status);
    suite_add_tcase(suite, bullets);
    return suite;
}
