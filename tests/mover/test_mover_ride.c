/* test_mover_ride.c - movers and what moves: platforms, walls, one-way shapes, crates. */
#include "support/world/mover.h"

static pawl_body_id add_platform(pawl_world *world, double x, double y, double half_width) {
    const pawl_body_id body = add_body(world, PAWL_KINEMATIC, x, y);
    add_box(world, body, half_width, 0.25);
    return body;
}

static pawl_shape_id add_one_way(pawl_world *world, pawl_body_id body, double half_width,
                                 double half_height) {
    pawl_shape_def def = pawl_shape_def_default();
    def.one_way = true;
    const pawl_convex convex = box_convex(half_width, half_height);
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &convex, &shape), PAWL_OK);
    return shape;
}

static void step_and_play(pawl_world *world, player *p, double speed) {
    ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    play(world, p, speed, 0);
}

/* ---- platforms ------------------------------------------------------------------------------- */

START_TEST(it_stays_where_it_is_on_a_moving_platform) {
    static const double velocities[][2] = {{3, 0}, {0, 2}, {0, -2}, {2, -5}, {-4, 4}};
    pawl_world *const world = make_space();
    const pawl_body_id platform = add_platform(world, 0, -0.25, 2);
    player p = player_at(0.5, 1);
    let_fall(world, &p);
    const pawl_vec2 place =
        pawl_vec2_sub(p.mover.position, pawl_body_get_position(world, platform));
    pawl_body_set_velocity(world, platform, VEC(velocities[_i][0], velocities[_i][1]));
    for (int i = 0; i < 200; i++) {
        step_and_play(world, &p, 0);
        const pawl_vec2 now =
            pawl_vec2_sub(p.mover.position, pawl_body_get_position(world, platform));
        ck_assert_msg(p.mover.on_ground == 1, "off the platform after %d", i);
        ck_assert_msg(now.x == place.x && now.y == place.y, "slips by %d, %d after %d",
                      now.x - place.x, now.y - place.y, i);
    }
    assert_near(units(p.mover.ground_velocity.x), velocities[_i][0], 0.0001, "ground velocity");
    assert_near(units(p.mover.ground_velocity.y), velocities[_i][1], 0.0001, "ground velocity");
    free(world);
}
END_TEST

START_TEST(it_walks_on_a_moving_platform_as_on_the_ground) {
    pawl_world *const world = make_space();
    const pawl_body_id platform = add_platform(world, 0, -0.25, 5);
    player p = player_at(-3, 1);
    let_fall(world, &p);
    pawl_body_set_velocity(world, platform, VEC(3, 1));
    for (int i = 0; i < 60; i++)
        step_and_play(world, &p, 2);
    assert_near(units(p.mover.position.x - pawl_body_get_position(world, platform).x), -1, 0.001,
                "place");
    /* Whoever jumps off takes the velocity along. */
    play(world, &p, 0, 4);
    assert_near(units(p.mover.velocity.x), 3, 0.001, "across");
    assert_near(units(p.mover.velocity.y), 5, 0.001, "upward");
    free(world);
}
END_TEST

START_TEST(a_jump_from_a_sinking_platform_is_as_high_as_from_the_ground) {
    pawl_world *const world = make_space();
    const pawl_body_id platform = add_platform(world, 0, -0.25, 5);
    player p = player_at(0, 1);
    let_fall(world, &p);
    pawl_body_set_velocity(world, platform, VEC(1, -6));
    for (int i = 0; i < 30; i++)
        step_and_play(world, &p, 0);
    play(world, &p, 0, 4);
    ck_assert_int_eq(p.mover.on_ground, 0);
    assert_near(units(p.mover.velocity.x), 1, 0.001, "across");
    assert_near(units(p.mover.velocity.y), 4, 0.001, "upward");
    free(world);
}
END_TEST

/* The rim of a wheel may be faster than anything may be told to go. */
START_TEST(what_is_thrown_off_can_be_moved_on) {
    pawl_world *const world = make_space();
    add_platform(world, 0, -0.25, 5);
    player p = player_at(0, 1);
    let_fall(world, &p);
    const pawl_fx most = PAWL_SPEED_MAX, sign = _i == 0 ? 1 : -1;
    p.mover.ground_velocity = pawl_vec2_make(sign * most, most);
    const pawl_vec2 wanted = pawl_vec2_make(sign * most, most / 2);
    ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, wanted, 0, NULL), PAWL_OK);
    ck_assert_int_eq(p.mover.on_ground, 0);
    ck_assert_int_eq(p.mover.velocity.x, sign * most);
    ck_assert_int_eq(p.mover.velocity.y, most);
    ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, p.mover.velocity, 0, NULL), PAWL_OK);
    free(world);
}
END_TEST

START_TEST(it_rides_on_a_turning_platform) {
    pawl_world *const world = make_space();
    const pawl_body_id wheel = add_platform(world, 0, -0.25, 6);
    player p = player_at(4, 1);
    let_fall(world, &p);
    pawl_body_set_angular_velocity(world, wheel, FX(_i == 0 ? 0.5 : -0.5));
    const double start = units(p.mover.position.y);
    for (int i = 0; i < 60; i++) {
        step_and_play(world, &p, 0);
        ck_assert_msg(p.mover.on_ground == 1, "off after %d", i);
        assert_clear(world, &p, "wheel");
    }
    const double rise = units(p.mover.position.y) - start;
    if (_i == 0) assert_near(rise, 4 * 0.479, 0.15, "rise after half a radian");
    if (_i == 1) assert_near(rise, -4 * 0.479, 0.15, "fall after half a radian");
    ck_assert_msg(p.mover.ground_normal.s < PAWL_UNIT - PAWL_UNIT / 10, "normal does not follow");
    free(world);
}
END_TEST

START_TEST(a_kinematic_wall_pushes_it) {
    pawl_world *const world = make_space();
    add_ground(world);
    const pawl_body_id wall = add_body(world, PAWL_KINEMATIC, -2, 2.1);
    add_box(world, wall, 0.5, 2);
    player p = player_at(0, 1);
    let_fall(world, &p);
    pawl_body_set_velocity(world, wall, VEC(6, 0));
    for (int i = 0; i < 100; i++) {
        step_and_play(world, &p, _i == 0 ? 0 : -2);
        assert_clear(world, &p, "wall");
        ck_assert_uint_eq(p.mover.crushed, 0);
    }
    const double gap =
        units(p.mover.position.x - pawl_body_get_position(world, wall).x) - 0.5 - 0.3;
    ck_assert_msg(gap >= 1 / 128.0 - 0.001 && gap <= 0.05, "gap of %f", gap);
    free(world);
}
END_TEST

START_TEST(between_two_walls_it_is_crushed) {
    pawl_world *const world = make_space();
    add_ground(world);
    add_block(world, 2, 0, 3, 5);
    const pawl_body_id wall = add_body(world, PAWL_KINEMATIC, -2, 2.1);
    add_box(world, wall, 0.5, 2);
    player p = player_at(0, 1);
    let_fall(world, &p);
    pawl_body_set_velocity(world, wall, VEC(3, 0));
    int crushed = -1;
    for (int i = 0; i < 80 && crushed < 0; i++) {
        step_and_play(world, &p, 0);
        if (p.mover.crushed) crushed = i;
        ck_assert_msg(units(p.mover.position.x) < 2, "through the wall");
    }
    /* There is no room once the wall's face passes 1.4, and it starts at -1.5. */
    assert_near(crushed, 2.9 / 3 * 60, 3, "crushed after");
    free(world);
}
END_TEST

START_TEST(a_destroyed_ground_lets_it_fall) {
    pawl_world *const world = make_space();
    const pawl_body_id platform = add_platform(world, 0, -0.25, 2);
    player p = player_at(0, 1);
    let_fall(world, &p);
    pawl_body_destroy(world, platform);
    const pawl_fx height = p.mover.position.y;
    play_for(world, &p, 0, 10);
    ck_assert_int_eq(p.mover.on_ground, 0);
    ck_assert_int_lt(p.mover.position.y, height);
    free(world);
}
END_TEST

/* ---- one-way platforms ----------------------------------------------------------------------- */

START_TEST(a_one_way_platform_is_passed_from_below_and_carries_from_above) {
    pawl_world *const world = make_space();
    add_ground(world);
    const pawl_body_id body = add_body(world, PAWL_STATIC, 0, 2);
    add_one_way(world, body, 2, _i == 0 ? 0.25 : 0.03125);
    const double top = 2 + (_i == 0 ? 0.25 : 0.03125);
    player p = player_at(0, 1);
    let_fall(world, &p);
    play(world, &p, 0, 8);
    for (int i = 0; i < 120 && !p.mover.on_ground; i++) {
        play(world, &p, 0, 0);
        ck_assert_int_eq(p.mover.velocity.x, 0);
        if (p.mover.velocity.y > 0) ck_assert_uint_eq(p.report.hit_count, 0);
    }
    assert_near(foot_of(&p), top, 0.002, "top");
    /* Down again, once; the platform carries again from above. */
    play_flags(world, &p, 0, 0, PAWL_MOVER_DROP);
    ck_assert_uint_eq(p.mover.dropping, PAWL_MOVER_DROP);
    play_for(world, &p, 0, 120);
    assert_near(foot_of(&p), 0, 0.002, "floor");
    ck_assert_uint_eq(p.mover.dropping, 0);
    free(world);
}
END_TEST

START_TEST(a_one_way_platform_is_no_wall) {
    pawl_world *const world = make_space();
    add_ground(world);
    const pawl_body_id body = add_body(world, PAWL_STATIC, 4, 1);
    add_one_way(world, body, 1, 0.25);
    player p = player_at(0, 1);
    let_fall(world, &p);
    for (int i = 0; i < 120; i++) {
        play(world, &p, 4, 0);
        ck_assert_msg(p.mover.on_ground == 1 && foot_of(&p) < 0.002, "lifted to %f", foot_of(&p));
        ck_assert_uint_eq(p.report.hit_count, 0);
    }
    ck_assert_int_eq(p.mover.velocity.x, FX(4));
    free(world);
}
END_TEST

START_TEST(a_rising_one_way_platform_catches_it) {
    pawl_world *const world = make_space();
    const pawl_body_id lift = add_body(world, PAWL_KINEMATIC, 0, -5);
    add_one_way(world, lift, 2, 0.25);
    pawl_body_set_velocity(world, lift, VEC(0, 6));
    player p = player_at(0, 3);
    int caught = 0;
    for (int i = 0; i < 120; i++) {
        step_and_play(world, &p, 0);
        if (p.mover.on_ground) caught++;
        ck_assert_msg(caught == 0 || p.mover.on_ground, "lost after %d", i);
    }
    ck_assert_msg(caught > 40, "caught for %d", caught);
    free(world);
}
END_TEST

START_TEST(stairs_of_one_way_platforms_can_be_walked) {
    pawl_world *const world = make_space();
    add_ground(world);
    for (int i = 0; i < 8; i++) {
        const pawl_body_id body = add_body(world, PAWL_STATIC, 2 + i * 0.5, i * 0.25 + 0.125);
        add_one_way(world, body, 0.25, 0.125);
    }
    player p = player_at(6.5, 4);
    play_for(world, &p, -2, 25);
    for (int i = 0; i < 160; i++)
        play(world, &p, -2, 0);
    assert_near(foot_of(&p), 0, 0.002, "down");
    ck_assert_int_eq(p.mover.velocity.x, FX(-2));
    free(world);
}
END_TEST

/* ---- pushing --------------------------------------------------------------------------------- */

START_TEST(crates_are_pushed_only_when_asked_for) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id crate = add_unit_box(world, 2, 0.5);
    player p = player_at(0, 1);
    p.def.push = _i == 0 ? 0 : FX(0.5);
    for (int i = 0; i < 180; i++) {
        step_and_play(world, &p, 2);
        ck_assert_int_eq(pawl_mover_push(world, &p.def, &p.report), PAWL_OK);
    }
    const double moved = units(pawl_body_get_position(world, crate).x) - 2;
    if (_i == 0) assert_near(moved, 0, 0.01, "way of the crate");
    if (_i == 1) ck_assert_msg(moved > 1 && moved < 6, "crate moved by %f", moved);
    assert_sound(world);
    free(world);
}
END_TEST

START_TEST(a_push_gives_what_is_missing_and_not_more_than_allowed) {
    pawl_world *const world = make_space();
    const pawl_body_id crate = add_unit_box(world, 0, 0);
    pawl_mover_report report;
    memset(&report, 0, sizeof report);
    report.hit_count = 1;
    report.hits[0].shape = shape_of(world, crate);
    report.hits[0].normal.c = -PAWL_UNIT;
    report.hits[0].speed = FX(4);
    pawl_mover_def def = pawl_mover_def_default();
    def.push = FX(1);
    ck_assert_int_eq(pawl_mover_push(world, &def, &report), PAWL_OK);
    assert_vec_eq(pawl_body_get_velocity(world, crate), VEC(1, 0));
    def.push = FX(100);
    ck_assert_int_eq(pawl_mover_push(world, &def, &report), PAWL_OK);
    assert_vec_eq(pawl_body_get_velocity(world, crate), VEC(4, 0));
    ck_assert_int_eq(pawl_mover_push(world, &def, &report), PAWL_OK);
    assert_vec_eq(pawl_body_get_velocity(world, crate), VEC(4, 0));
    free(world);
}
END_TEST

Suite *suite_mover_ride(void) {
    Suite *const suite = suite_create("mover_ride");
    TCase *const moving = tcase_create("moving");
    tcase_set_timeout(moving, 60);
    tcase_add_loop_test(moving, it_stays_where_it_is_on_a_moving_platform, 0, 5);
    tcase_add_test(moving, it_walks_on_a_moving_platform_as_on_the_ground);
    tcase_add_test(moving, a_jump_from_a_sinking_platform_is_as_high_as_from_the_ground);
    tcase_add_loop_test(moving, what_is_thrown_off_can_be_moved_on, 0, 2);
    tcase_add_loop_test(moving, it_rides_on_a_turning_platform, 0, 2);
    tcase_add_loop_test(moving, a_kinematic_wall_pushes_it, 0, 2);
    tcase_add_test(moving, between_two_walls_it_is_crushed);
    tcase_add_test(moving, a_destroyed_ground_lets_it_fall);
    tcase_add_loop_test(moving, a_one_way_platform_is_passed_from_below_and_carries_from_above, 0,
                        2);
    tcase_add_test(moving, a_one_way_platform_is_no_wall);
    tcase_add_test(moving, a_rising_one_way_platform_catches_it);
    tcase_add_test(moving, stairs_of_one_way_platforms_can_be_walked);
    tcase_add_loop_test(moving, crates_are_pushed_only_when_asked_for, 0, 2);
    tcase_add_test(moving, a_push_gives_what_is_missing_and_not_more_than_allowed);
    suite_add_tcase(suite, moving);
    return suite;
}
