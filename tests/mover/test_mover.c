/* test_mover.c - movers in small levels: floors, walls, stairs, slopes, ceilings, wedges. */
#include "support/world/mover.h"

#define RUN 5.0 /* units/s */

/* ---- floors --------------------------------------------------------------------------------- */

/* Each move of a runner goes the wanted way to the raw unit, and the height does not change. */
static void assert_even_run(const pawl_world *world, player *p, int moves) {
    let_fall(world, p);
    const pawl_mover start = p->mover;
    int64_t remainder = start.remainder.x;
    for (int i = 1; i <= moves; i++) {
        play(world, p, RUN, 0);
        const int64_t way = ((int64_t)FX(RUN) * i + remainder) / STEPS_PER_SECOND;
        ck_assert_msg(p->mover.position.x - start.position.x == way, "move %d: %d instead of %d", i,
                      p->mover.position.x - start.position.x, (int)way);
        ck_assert_msg(p->mover.position.y == start.position.y, "move %d: height %d", i,
                      p->mover.position.y - start.position.y);
        ck_assert_int_eq(p->mover.velocity.x, FX(RUN));
        ck_assert_int_eq(p->mover.velocity.y, 0);
        ck_assert_uint_eq(p->report.hit_count, 0);
    }
}

START_TEST(a_row_of_boxes_is_as_smooth_as_one) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 1100;
    pawl_world *const world = make_world(&def);
    for (int i = 0; i < 1000; i++)
        add_block(world, i / 4.0 - 1, -0.25, i / 4.0 - 0.75, 0);
    player p = player_at(0, 1);
    if (_i == 1) p.def.half_height = 0;
    assert_even_run(world, &p, 2900); /* over 966 of them */
    free(world);
}
END_TEST

START_TEST(a_row_of_segments_is_as_smooth_as_one) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 1100;
    pawl_world *const world = make_world(&def);
    const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, 0);
    for (int i = 0; i < 1000; i++) {
        pawl_convex segment;
        ck_assert_int_eq(pawl_make_segment(VEC(i / 4.0 - 1, 0), VEC(i / 4.0 - 0.75, 0), &segment),
                         PAWL_OK);
        add_shape(world, ground, &segment);
    }
    player p = player_at(0, 1);
    assert_even_run(world, &p, 2900);
    free(world);
}
END_TEST

START_TEST(a_fall_ends_a_skin_above_the_floor) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    player p = player_at(0, 5);
    let_fall(world, &p);
    assert_near(foot_of(&p), 0, SKIN / 8 / 65536.0, "rest");
    ck_assert_int_eq(p.mover.velocity.y, 0);
    ck_assert_int_eq(p.mover.ground_normal.s, PAWL_UNIT);
    ck_assert_int_eq(p.mover.ground_shape.index1, 1);
    const pawl_mover before = p.mover;
    play_for(world, &p, 0, 100);
    ck_assert_mem_eq(&p.mover, &before, sizeof before);
    free(world);
}
END_TEST

START_TEST(a_jump_is_a_throw) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    player p = player_at(0, 1);
    let_fall(world, &p);
    const double start = units(p.mover.position.y);
    double highest = start;
    play(world, &p, 2, 5);
    ck_assert_int_eq(p.mover.on_ground, 0);
    ck_assert_int_eq(p.mover.ground_shape.index1, 0);
    int moves = 1;
    for (; !p.mover.on_ground && moves < 200; moves++) {
        if (units(p.mover.position.y) > highest) highest = units(p.mover.position.y);
        play(world, &p, 2, 0);
    }
    assert_near(highest - start, 5.0 * 5 / 20, 0.06, "height of the jump");
    assert_near(moves, 61, 1.5, "time of the jump");
    assert_near(units(p.mover.position.x), 2.0 * moves / 60, 0.001, "width of the jump");
    ck_assert_int_eq(p.mover.velocity.x, FX(2));
    free(world);
}
END_TEST

/* ---- walls, corners and ceilings ------------------------------------------------------------- */

START_TEST(a_wall_stops_a_skin_away) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    add_block(world, 2, 0, 3, 5);
    player p = player_at(0, 1);
    play_for(world, &p, RUN, 120);
    ck_assert_int_eq(p.mover.velocity.x, 0);
    assert_near(units(p.mover.position.x), 2 - 0.3 - 1 / 64.0, 3 / 65536.0 + 1 / 512.0, "place");
    ck_assert_uint_eq(p.report.hit_count, 1);
    ck_assert_int_eq(p.report.hits[0].normal.c, -PAWL_UNIT);
    ck_assert_int_eq(p.report.hits[0].speed, FX(RUN));
    const pawl_vec2 place = p.mover.position;
    play_for(world, &p, RUN, 60);
    assert_vec_eq(p.mover.position, place);
    free(world);
}
END_TEST

START_TEST(in_flight_it_slides_down_a_wall_of_boxes) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    for (int i = 0; i < 40; i++)
        add_block(world, 2, i / 4.0, 3, i / 4.0 + 0.25);
    player p = player_at(1.5, 8), free_fall = player_at(-10, 8);
    for (int i = 0; i < 60; i++) {
        play(world, &p, RUN, 0);
        play(world, &free_fall, 0, 0);
        ck_assert_msg(p.mover.position.y - free_fall.mover.position.y <= 8, "move %d: held by %d",
                      i, p.mover.position.y - free_fall.mover.position.y);
    }
    free(world);
}
END_TEST

START_TEST(a_ceiling_ends_a_jump_but_not_the_way) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    for (int i = -8; i < 40; i++)
        add_block(world, i / 4.0, 2, i / 4.0 + 0.25, 3);
    player p = player_at(0, 1);
    let_fall(world, &p);
    const pawl_fx start = p.mover.position.x;
    play(world, &p, RUN, 8);
    int moves = 1;
    for (; !p.mover.on_ground && moves < 100; moves++) {
        play(world, &p, RUN, 0);
        ck_assert_msg(foot_of(&p) + 1.6 < 2, "through the ceiling");
    }
    ck_assert_msg(moves < 30, "hangs at the ceiling for %d moves", moves);
    assert_near(units(p.mover.position.x - start), RUN * moves / 60, 0.001, "way");
    free(world);
}
END_TEST

/* Corridors from one that has room for all skins to one that is a raw unit too low. */
START_TEST(a_corridor_is_entered_when_it_is_high_enough) {
    static const double extra[] = {0.1, 2 / 64.0, 1.6 / 64.0, 1.25 / 64.0};
    pawl_world *const world = make_default_world();
    add_ground(world);
    for (int i = 0; i < 20; i++)
        add_block(world, 2 + i / 4.0, 1.6 + (int)(extra[_i] * 65536) / 65536.0, 2.25 + i / 4.0, 4);
    player p = player_at(0, 1);
    for (int i = 0; i < 240; i++) {
        play(world, &p, 2, 0);
        assert_clear(world, &p, "corridor");
    }
    if (_i < 3)
        ck_assert_msg(units(p.mover.position.x) > 7, "stuck at %f", units(p.mover.position.x));
    free(world);
}
END_TEST

START_TEST(no_corner_lets_it_through) {
    pawl_world *const world = make_default_world();
    add_block(world, -5, -1, 5, 0);
    add_block(world, 4, 0, 5, 5);
    add_block(world, -5, 0, -4, 5);
    add_block(world, -5, 5, 5, 6);
    player p = player_at(0, 1);
    p.def.step_height = 0;
    static const double ways[8][2] = {{1, 1},   {1, 0},  {1, -1}, {0, -1},
                                      {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}};
    for (int i = 0; i < 400; i++) {
        const pawl_vec2 velocity = VEC(ways[i / 50][0] * 300, ways[i / 50][1] * 300);
        ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, velocity, 0, NULL), PAWL_OK);
        assert_clear(world, &p, "corner");
        ck_assert_msg(p.mover.position.x > FX(-4) && p.mover.position.x < FX(4) &&
                          p.mover.position.y > 0 && p.mover.position.y < FX(5),
                      "outside after %d", i);
    }
    free(world);
}
END_TEST

/* ---- stairs ---------------------------------------------------------------------------------- */

static void add_stairs(pawl_world *world, double tread, double height, int steps) {
    for (int i = 0; i < steps; i++)
        add_block(world, i * tread, -1, (i + 1) * tread, (i + 1) * height);
    add_block(world, steps * tread, -1, steps * tread + 10, steps * height);
}

START_TEST(stairs_are_climbed_and_descended_at_full_speed) {
    static const double stairs[][2] = {{0.5, 0.25}, {0.25, 0.25}, {1, 0.296875}, {0.125, 0.0625}};
    pawl_world *const world = make_default_world();
    add_block(world, -10, -1, 0, 0);
    add_stairs(world, stairs[_i][0], stairs[_i][1], 8);
    player p = player_at(-2, 1);
    let_fall(world, &p);
    const double length = stairs[_i][0] * 8;
    const int moves = (int)((length + 4) / 3 * 60);
    for (int i = 0; i < moves; i++) {
        play(world, &p, 3, 0);
        ck_assert_msg(p.mover.on_ground == 1, "in the air after %d, x %f", i,
                      units(p.mover.position.x));
        assert_clear(world, &p, "stairs");
    }
    assert_near(foot_of(&p), 8 * stairs[_i][1], 0.002, "top");
    ck_assert_msg(units(p.mover.position.x) > length, "only up to %f", units(p.mover.position.x));
    const double top = units(p.mover.position.x);
    for (int i = 0; i < 60; i++) {
        play(world, &p, -3, 0);
        ck_assert_msg(p.mover.on_ground == 1, "hops down after %d at %f", i,
                      units(p.mover.position.x));
    }
    assert_near(top - units(p.mover.position.x), 3, 0.1, "way down");
    free(world);
}
END_TEST

START_TEST(a_fast_runner_takes_several_steps_in_a_move) {
    pawl_world *const world = make_default_world();
    add_block(world, -10, -1, 0, 0);
    add_stairs(world, 0.25, 0.25, 40);
    player p = player_at(-1, 1);
    let_fall(world, &p);
    play_for(world, &p, 30, 21); /* 0.5, two steps, in each */
    ck_assert_msg(units(p.mover.position.x) > 8.5, "only up to %f", units(p.mover.position.x));
    ck_assert_int_eq(p.mover.on_ground, 1);
    free(world);
}
END_TEST

START_TEST(a_step_above_the_step_height_is_a_wall) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    add_block(world, 2, 0, 6, 0.3125 + 1 / 256.0 + _i / 4.0);
    player p = player_at(0, 1);
    play_for(world, &p, RUN, 120);
    ck_assert_msg(units(p.mover.position.x) < 2, "climbed to %f", foot_of(&p));
    ck_assert_int_eq(p.mover.velocity.x, 0);
    p.def.step_height = FX(0.3125 + 1 / 128.0 + _i / 4.0);
    play_for(world, &p, RUN, 30);
    ck_assert_msg(units(p.mover.position.x) > 2, "a step of its height stops it");
    free(world);
}
END_TEST

START_TEST(no_step_without_room_above) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    add_block(world, 2, 0, 6, 0.25);
    add_block(world, 1, 1.75, 6, 4);
    player p = player_at(0, 1);
    for (int i = 0; i < 120; i++) {
        play(world, &p, RUN, 0);
        assert_clear(world, &p, "low step");
    }
    ck_assert_msg(units(p.mover.position.x) < 2, "climbed");
    free(world);
}
END_TEST

START_TEST(a_ledge_is_left_by_a_fall) {
    pawl_world *const world = make_default_world();
    add_block(world, -5, -1, 0, 0);
    add_block(world, -5, -9, 20, -8);
    player p = player_at(-2, 1);
    play_for(world, &p, RUN, 60);
    ck_assert_int_eq(p.mover.on_ground, 0);
    ck_assert_msg(p.mover.velocity.y < 0 && foot_of(&p) < 0 && foot_of(&p) > -6,
                  "does not fall: %f", foot_of(&p));
    assert_near(units(p.mover.velocity.x), RUN, 0, "speed");
    play_for(world, &p, RUN, 120);
    assert_near(foot_of(&p), -8, 0.002, "floor");
    free(world);
}
END_TEST

/* ---- slopes ---------------------------------------------------------------------------------- */

START_TEST(slopes_within_the_limit_are_ground) {
    static const double degrees[] = {30, 45};
    pawl_world *const world = make_default_world();
    add_ground(world);
    add_slope(world, 1, degrees[_i], 10);
    player p = player_at(0, 1);
    play_for(world, &p, 3, 60);
    pawl_vec2 last = p.mover.position;
    for (int i = 0; i < 60; i++) {
        play(world, &p, 3, 0);
        const double x = units(p.mover.position.x - last.x), y = units(p.mover.position.y - last.y);
        assert_near(x * x + y * y, 0.05 * 0.05, 0.05 * 0.05 * 0.01, "square of the way uphill");
        ck_assert_int_eq(p.mover.on_ground, 1);
        last = p.mover.position;
    }
    ck_assert_msg(foot_of(&p) > 1, "at %f", foot_of(&p));
    for (int i = 0; i < 100; i++) {
        play(world, &p, 0, 0);
        if (i == 0) last = p.mover.position;
        ck_assert_msg(p.mover.position.x == last.x && p.mover.position.y == last.y, "creeps");
    }
    for (int i = 0; i < 60; i++) {
        play(world, &p, -3, 0);
        ck_assert_msg(p.mover.on_ground == 1, "hops downhill after %d", i);
    }
    free(world);
}
END_TEST

/* From heights that leave different parts of the last move. */
START_TEST(a_landing_on_a_slope_is_no_slide) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    add_slope(world, -5, 40, 15);
    player p = player_at(0, 10 + _i / 8.0);
    int moves = 0;
    for (; !p.mover.on_ground && moves < 200; moves++)
        play(world, &p, 0, 0);
    ck_assert_int_lt(moves, 200);
    assert_near(units(p.mover.position.x), 0, 0.02, "place");
    /* Moving downhill, it is on the ground from the first touch on. */
    p = player_at(4, 12 + _i / 8.0);
    while (p.report.hit_count == 0)
        play(world, &p, -3, 0);
    ck_assert_msg(p.mover.on_ground == 1, "bounces off the slope");
    free(world);
}
END_TEST

START_TEST(steeper_slopes_are_walls_to_walkers_and_slides_to_fallers) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    add_slope(world, 1, _i == 0 ? 50 : 70, 20);
    player p = player_at(0, 1);
    play_for(world, &p, RUN, 120);
    ck_assert_msg(foot_of(&p) < 0.02, "climbed to %f", foot_of(&p));
    p = player_at(_i == 0 ? 6 : 3.5, 12);
    double last = 13;
    int landed = 0;
    for (int i = 0; i < 400; i++) {
        play(world, &p, i < 200 ? RUN : units(p.mover.velocity.x), 0);
        ck_assert_msg(foot_of(&p) <= last + 0.0005, "rises by %f after %d", foot_of(&p) - last, i);
        last = foot_of(&p);
        if (p.mover.on_ground) landed++;
    }
    ck_assert_msg(landed > 20 && foot_of(&p) < 0.02, "landed %d, at %f", landed, foot_of(&p));
    free(world);
}
END_TEST

START_TEST(between_steep_slopes_it_stands_still) {
    pawl_world *const world = make_default_world();
    static const double left[3][2] = {{-6, 8}, {-6, 0}, {0, 0}},
                        right[3][2] = {{0, 0}, {6, 0}, {6, 8}};
    add_corners(world, left, 3);
    add_corners(world, right, 3);
    player p = player_at(1, 6);
    for (int i = 0; i < 200; i++) {
        play(world, &p, 0, 0);
        assert_clear(world, &p, "wedge");
    }
    ck_assert_int_eq(p.mover.on_ground, 1);
    const pawl_vec2 place = p.mover.position;
    assert_near(units(place.x), 0, 0.05, "bottom");
    play_for(world, &p, 0, 60);
    assert_vec_eq(p.mover.position, place);
    play_for(world, &p, RUN, 60);
    ck_assert_msg(foot_of(&p) < 1, "climbs out");
    play(world, &p, 0, 6);
    ck_assert_msg(units(p.mover.position.y - place.y) > 0.05, "cannot jump");
    free(world);
}
END_TEST

START_TEST(any_step_rate_moves_as_far_as_it_says) {
    static const struct {
        uint32_t numerator, denominator;
        double speed, way;
    } rates[] = {{16777216, 280896, 59.7275, 1},
                 {1000, 1, 1000, 1},
                 {UINT32_MAX, UINT32_MAX, 8, 8},
                 {UINT32_MAX, 4294968, 1000, 1},
                 {UINT32_MAX, UINT32_MAX, 8192, 511}};
    pawl_world_def def = pawl_world_def_default();
    def.rate_numerator = rates[_i].numerator;
    def.rate_denominator = rates[_i].denominator;
    pawl_world *const world = make_world(&def);
    player p = player_at(0, 0);
    const pawl_vec2 velocity =
        pawl_vec2_make((pawl_fx)(rates[_i].speed * 65536), -(pawl_fx)(rates[_i].speed * 65536));
    ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, velocity, 0, NULL), PAWL_OK);
    assert_near(units(p.mover.position.x), rates[_i].way, 0.0001, "way");
    assert_near(units(p.mover.position.y), -rates[_i].way, 0.0001, "way down");
    free(world);
}
END_TEST

START_TEST(other_directions_can_be_up) {
    pawl_world *const world = make_default_world();
    add_block(world, -1, -50, 0, 50); /* a floor to the left: up is +x */
    player p = player_at(2, 0);
    p.def.up.c = PAWL_UNIT;
    p.def.up.s = 0;
    for (int i = 0; i < 120; i++) {
        pawl_vec2 velocity = p.mover.velocity;
        velocity.x -= FX(10) / 60;
        velocity.y = FX(-3);
        ck_assert_int_eq(pawl_mover_move(world, &p.def, &p.mover, velocity, 0, NULL), PAWL_OK);
    }
    ck_assert_int_eq(p.mover.on_ground, 1);
    ck_assert_int_eq(p.mover.position.x, FX(0.5) + p.def.radius + SKIN);
    assert_near(units(p.mover.position.y), -6, 0.0001, "way");
    free(world);
}
END_TEST

Suite *suite_mover(void) {
    Suite *const suite = suite_create("mover");
    TCase *const level = tcase_create("level");
    tcase_set_timeout(level, 60);
    tcase_add_loop_test(level, a_row_of_boxes_is_as_smooth_as_one, 0, 2);
    tcase_add_test(level, a_row_of_segments_is_as_smooth_as_one);
    tcase_add_test(level, a_fall_ends_a_skin_above_the_floor);
    tcase_add_test(level, a_jump_is_a_throw);
    tcase_add_test(level, a_wall_stops_a_skin_away);
    tcase_add_test(level, in_flight_it_slides_down_a_wall_of_boxes);
    tcase_add_test(level, a_ceiling_ends_a_jump_but_not_the_way);
    tcase_add_loop_test(level, a_corridor_is_entered_when_it_is_high_enough, 0, 4);
    tcase_add_test(level, no_corner_lets_it_through);
    tcase_add_loop_test(level, stairs_are_climbed_and_descended_at_full_speed, 0, 4);
    tcase_add_test(level, a_fast_runner_takes_several_steps_in_a_move);
    tcase_add_loop_test(level, a_step_above_the_step_height_is_a_wall, 0, 2);
    tcase_add_test(level, no_step_without_room_above);
    tcase_add_test(level, a_ledge_is_left_by_a_fall);
    tcase_add_loop_test(level, slopes_within_the_limit_are_ground, 0, 2);
    tcase_add_loop_test(level, a_landing_on_a_slope_is_no_slide, 0, 8);
    tcase_add_loop_test(level, steeper_slopes_are_walls_to_walkers_and_slides_to_fallers, 0, 2);
    tcase_add_test(level, between_steep_slopes_it_stands_still);
    tcase_add_loop_test(level, any_step_rate_moves_as_far_as_it_says, 0, 5);
    tcase_add_test(level, other_directions_can_be_up);
    suite_add_tcase(suite, level);
    return suite;
}
