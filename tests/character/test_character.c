/* test_character.c - characters by themselves: running, jumps, ladders, water, and what they tell.
 */
#include "support/world/hero.h"
#include "support/world/mover.h"

#define LADDER 4u
#define WATER 8u

static pawl_shape_id add_zone(pawl_world *world, double left, double bottom, double right,
                              double top, uint32_t category) {
    const pawl_convex convex = box_convex((right - left) / 2, (top - bottom) / 2);
    pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    def.sensor = true;
    def.filter.category = category;
    const pawl_body_id body = add_body(world, PAWL_STATIC, (left + right) / 2, (bottom + top) / 2);
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &convex, &shape), PAWL_OK);
    return shape;
}

static void add_thin_platform(pawl_world *world, double left, double right, double top) {
    const pawl_convex convex = box_convex((right - left) / 2, 0.1);
    pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    def.one_way = true;
    const pawl_body_id body = add_body(world, PAWL_STATIC, (left + right) / 2, top - 0.1);
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &convex, &shape), PAWL_OK);
}

static pawl_character_state stand(pawl_world *world, pawl_character_id hero) {
    hero_steps(world, hero, 0, 0, 120);
    const pawl_character_state state = pawl_character_get_state(world, hero);
    ck_assert_int_eq(state.mode, PAWL_CHARACTER_STANDS);
    return state;
}

/* ---- on the ground --------------------------------------------------------------------------- */

START_TEST(it_falls_lands_once_and_stands_a_skin_above_the_ground) {
    pawl_world *const world = make_hero_world();
    add_ground(world);
    const pawl_character_id hero = add_hero_at(world, 0, 3);
    int landings = 0;
    for (int i = 0; i < 120; i++) {
        const pawl_vec2 before = pawl_character_get_state(world, hero).velocity;
        const pawl_character_state now = hero_step(world, hero, 0, 0, 0);
        if (!(now.events & PAWL_CHARACTER_LANDED)) continue;
        landings++;
        assert_near(units(now.landing_speed), units(-before.y) + 10 / 60.0, 0.001, "landing");
    }
    const pawl_character_state state = pawl_character_get_state(world, hero);
    ck_assert_int_eq(landings, 1);
    ck_assert_int_eq(state.mode, PAWL_CHARACTER_STANDS);
    ck_assert_int_eq(state.velocity.x | state.velocity.y, 0);
    assert_near(hero_foot(world, hero), 0, 0.003, "foot");
    ck_assert_int_eq(pawl_shape_is_null(state.ground), false);
    free(world);
}
END_TEST

START_TEST(it_runs_at_its_speed_and_stops) {
    pawl_world *const world = make_hero_world();
    add_ground(world);
    const pawl_character_id hero = add_hero_at(world, 0, 1);
    stand(world, hero);
    hero_steps(world, hero, _i == 0 ? 1 : -0.5, 0, 60);
    const double speed = units(pawl_character_get_state(world, hero).velocity.x);
    assert_near(speed, _i == 0 ? 6 : -3, 0.0001, "speed");
    hero_steps(world, hero, 0, 0, 60);
    ck_assert_int_eq(pawl_character_get_state(world, hero).velocity.x, 0);
    free(world);
}
END_TEST

START_TEST(a_jump_is_as_high_as_the_button_is_held) {
    pawl_world *const world = make_hero_world();
    add_ground(world);
    const pawl_character_id hero = add_hero_at(world, 0, 1);
    const double start = units(stand(world, hero).position.y);
    double high = 0;
    for (int i = 0; i < 120; i++) {
        const uint32_t buttons = _i == 0 || i < 6 ? PAWL_CHARACTER_JUMP : 0;
        const double y = units(hero_step(world, hero, 0, 0, buttons).position.y) - start;
        if (y > high) high = y;
    }
    /* 7^2 / 20, half a step's fall more or less; cut to a half after 6 steps at 6 units/s. */
    if (_i == 0) assert_near(high, 2.45, 0.07, "held");
    if (_i == 1) assert_near(high, 0.7 + 3.0 * 3.0 / 20, 0.1, "let go");
    free(world);
}
END_TEST

START_TEST(one_press_is_one_jump) {
    pawl_world *const world = make_hero_world();
    add_ground(world);
    const pawl_character_id hero = add_hero_at(world, 0, 1);
    int jumps = 0;
    stand(world, hero);
    for (int i = 0; i < 300; i++)
        jumps +=
            (hero_step(world, hero, 0, 0, PAWL_CHARACTER_JUMP).events & PAWL_CHARACTER_JUMPED) != 0;
    ck_assert_int_eq(jumps, 1);
    free(world);
}
END_TEST

/* Steps from a ledge into the air until the button goes down. */
START_TEST(it_may_jump_so_many_steps_after_the_ledge_and_no_more) {
    pawl_world *const world = make_hero_world();
    const pawl_character_def def = pawl_character_def_default();
    add_block(world, -5, -1, 0, 0);
    const pawl_character_id hero = add_hero_at(world, -1, 1);
    stand(world, hero);
    while (!(hero_step(world, hero, 1, 0, 0).events & PAWL_CHARACTER_LEFT_GROUND))
        continue;
    hero_steps(world, hero, 1, 0, _i);
    /* It has been in the air for 1 + _i steps. */
    const bool jumped =
        (hero_step(world, hero, 1, 0, PAWL_CHARACTER_JUMP).events & PAWL_CHARACTER_JUMPED) != 0;
    ck_assert_int_eq(jumped, 1 + _i <= def.coyote_steps);
    free(world);
}
END_TEST

START_TEST(a_press_waits_so_many_steps_for_the_ground_and_no_more) {
    pawl_world *const world = make_hero_world();
    add_ground(world);
    const pawl_character_id hero = add_hero_at(world, 0, 3);
    int landing = 0; /* step that ends on the ground; the next one may jump */
    while (!(hero_step(world, hero, 0, 0, 0).events & PAWL_CHARACTER_LANDED))
        landing++;
    ck_assert_int_eq(pawl_character_put(world, hero, VEC(0, 3)), PAWL_OK);
    uint32_t events = 0;
    for (int i = 0; i < landing + 3; i++)
        events |=
            hero_step(world, hero, 0, 0, i >= landing + 1 - _i ? PAWL_CHARACTER_JUMP : 0).events;
    ck_assert_int_eq((events & PAWL_CHARACTER_JUMPED) != 0,
                     _i <= pawl_character_def_default().buffer_steps);
    free(world);
}
END_TEST

START_TEST(it_jumps_in_the_air_as_often_as_it_may) {
    pawl_world *const world = make_hero_world();
    pawl_character_def def = pawl_character_def_default();
    int jumps = 0;
    def.air_jumps = (uint8_t)_i;
    def.coyote_steps = 0;
    def.jump_cut = FX(1); /* it stays up for 84 steps */
    add_ground(world);
    const pawl_character_id hero = add_hero(world, &def);
    stand(world, hero);
    for (int i = 0; i < 60; i++)
        jumps += (hero_step(world, hero, 0, 0, i % 4 < 2 ? PAWL_CHARACTER_JUMP : 0).events &
                  PAWL_CHARACTER_JUMPED) != 0;
    ck_assert_int_eq(jumps, 1 + _i);
    free(world);
}
END_TEST

/* ---- platforms, ladders, water --------------------------------------------------------------- */

START_TEST(it_jumps_up_through_a_platform_and_drops_through_it) {
    pawl_world *const world = make_hero_world();
    add_ground(world);
    add_thin_platform(world, -3, 3, 1.5);
    const pawl_character_id hero = add_hero_at(world, 0, 1);
    stand(world, hero);
    hero_steps(world, hero, 0, PAWL_CHARACTER_JUMP, 90);
    assert_near(hero_foot(world, hero), 1.5, 0.003, "on the platform");
    hero_step(world, hero, 0, 0, PAWL_CHARACTER_DROP);
    hero_steps(world, hero, 0, 0, 60);
    assert_near(hero_foot(world, hero), 0, 0.003, "below it");
    free(world);
}
END_TEST

START_TEST(it_climbs_a_ladder_to_its_top_and_down_again) {
    pawl_world *const world = make_hero_world();
    pawl_character_def def = pawl_character_def_default();
    def.ladders = LADDER;
    def.position = VEC(0, 1);
    add_ground(world);
    add_thin_platform(world, -2, 2, 4);
    add_zone(world, -0.5, 0, 0.5, 4, LADDER);
    const pawl_character_id hero = add_hero(world, &def);
    stand(world, hero);
    /* Past the ladder it runs. */
    ck_assert_int_eq(hero_step(world, hero, 0.1, 0, 0).mode, PAWL_CHARACTER_STANDS);
    ck_assert_int_eq(hero_step(world, hero, 0, 1, 0).mode, PAWL_CHARACTER_CLIMBS);
    const double y = units(pawl_character_get_state(world, hero).position.y);
    hero_step(world, hero, 0, 1, 0);
    assert_near(units(pawl_character_get_state(world, hero).position.y) - y, 3 / 60.0, 0.0001,
                "climbs");
    /* It holds on without being told anything. */
    for (int i = 0; i < 60; i++)
        ck_assert_int_eq(hero_step(world, hero, 0, 0, 0).mode, PAWL_CHARACTER_CLIMBS);
    for (int i = 0; i < 200; i++)
        hero_step(world, hero, 0, 1, 0);
    assert_near(hero_foot(world, hero), 4, 0.05, "on top");
    stand(world, hero);
    for (int i = 0; i < 100; i++)
        hero_step(world, hero, 0, -1, 0);
    ck_assert_msg(hero_foot(world, hero) < 1, "is still at %f", hero_foot(world, hero));
    for (int i = 0; i < 60; i++)
        hero_step(world, hero, 0, -1, 0);
    ck_assert_int_eq(pawl_character_get_state(world, hero).mode, PAWL_CHARACTER_STANDS);
    assert_near(hero_foot(world, hero), 0, 0.003, "down again");
    free(world);
}
END_TEST

START_TEST(it_jumps_off_a_ladder) {
    pawl_world *const world = make_hero_world();
    pawl_character_def def = pawl_character_def_default();
    def.ladders = LADDER;
    def.position = VEC(0, 1);
    add_ground(world);
    add_zone(world, -0.5, 0, 0.5, 9, LADDER);
    const pawl_character_id hero = add_hero(world, &def);
    stand(world, hero);
    for (int i = 0; i < 40; i++)
        hero_step(world, hero, 0, 1, 0);
    const pawl_character_state state = hero_step(world, hero, 1, 1, PAWL_CHARACTER_JUMP);
    ck_assert_uint_ne(state.events & PAWL_CHARACTER_JUMPED, 0);
    ck_assert_int_eq(state.mode, PAWL_CHARACTER_FALLS);
    hero_steps(world, hero, 1, PAWL_CHARACTER_JUMP, 20);
    ck_assert_int_eq(pawl_character_get_state(world, hero).mode, PAWL_CHARACTER_FALLS);
    ck_assert_int_eq(units(pawl_character_get_state(world, hero).position.x) > 0.5, true);
    free(world);
}
END_TEST

START_TEST(it_swims_and_jumps_out_of_the_water) {
    pawl_world *const world = make_hero_world();
    pawl_character_def def = pawl_character_def_default();
    def.water = WATER;
    def.position = VEC(0, 2);
    add_ground(world);
    add_zone(world, -10, 0, 10, 4, WATER);
    const pawl_character_id hero = add_hero(world, &def);
    for (int i = 0; i < 60; i++)
        ck_assert_int_eq(hero_step(world, hero, 0, 0, 0).mode, PAWL_CHARACTER_SWIMS);
    assert_near(units(pawl_character_get_state(world, hero).position.y), 2, 0.01, "floats");
    hero_steps(world, hero, 1, 0, 60);
    assert_near(units(pawl_character_get_state(world, hero).velocity.x), 3, 0.0001, "swims");
    /* No jump below the surface. */
    ck_assert_uint_eq(hero_steps(world, hero, 0, PAWL_CHARACTER_JUMP, 20) & PAWL_CHARACTER_JUMPED,
                      0);
    for (int i = 0; i < 40; i++)
        hero_step(world, hero, 0, 1, 0);
    const pawl_character_state state = hero_step(world, hero, 0, 0, PAWL_CHARACTER_JUMP);
    ck_assert_uint_ne(state.events & PAWL_CHARACTER_JUMPED, 0);
    hero_steps(world, hero, 0, PAWL_CHARACTER_JUMP, 15);
    ck_assert_msg(hero_foot(world, hero) > 4, "foot at %f", hero_foot(world, hero));
    free(world);
}
END_TEST

/* A bank that is half a unit above the water. */
START_TEST(it_gets_out_of_water_by_a_jump_at_any_time_or_just_above_it) {
    pawl_world *const world = make_hero_world();
    pawl_character_def def = pawl_character_def_default();
    def.water = WATER;
    def.position = VEC(0, 3.5);
    add_ground(world);
    add_block(world, 4, 0, 9, 4.5);
    add_zone(world, -10, 0, 4, 4, WATER);
    const pawl_character_id hero = add_hero(world, &def);
    bool out = false;
    int since = 99; /* it has bobbed out of the water */
    for (int i = 0; i < 400 && !out; i++) {
        const bool down = _i == 0 ? i % 20 < 10 : i > 60 && since < 20;
        const pawl_character_state state =
            hero_step(world, hero, 1, 1, down ? PAWL_CHARACTER_JUMP : 0);
        since++;
        if ((state.events & PAWL_CHARACTER_CHANGED_MODE) && state.mode == PAWL_CHARACTER_FALLS)
            since = 0;
        out = state.mode == PAWL_CHARACTER_STANDS && hero_foot(world, hero) > 4.4;
    }
    ck_assert_msg(out, "still at %f", hero_foot(world, hero));
    free(world);
}
END_TEST

START_TEST(a_jump_out_of_water_is_one_jump) {
    pawl_world *const world = make_hero_world();
    pawl_character_def def = pawl_character_def_default();
    def.water = WATER;
    def.position = VEC(0, 4);
    add_ground(world);
    add_zone(world, -10, 0, 10, 4, WATER);
    const pawl_character_id hero = add_hero(world, &def);
    int jumps = 0;
    for (int i = 0; i < 30; i++)
        jumps += (hero_step(world, hero, 0, 0, i % 4 < 2 ? PAWL_CHARACTER_JUMP : 0).events &
                  PAWL_CHARACTER_JUMPED) != 0;
    ck_assert_int_eq(jumps, 1);
    free(world);
}
END_TEST

/* No platform there: it stays at the end, within a hand. */
START_TEST(a_ladder_ends_where_it_ends) {
    pawl_world *const world = make_hero_world();
    pawl_character_def def = pawl_character_def_default();
    def.ladders = LADDER;
    def.position = VEC(0, 1);
    add_ground(world);
    add_zone(world, -0.5, 0, 0.5, 3, LADDER);
    const pawl_character_id hero = add_hero(world, &def);
    stand(world, hero);
    for (int i = 0; i < 90; i++)
        hero_step(world, hero, 0, 1, 0);
    for (int i = 0; i < 120; i++) {
        hero_step(world, hero, 0, 1, 0);
        assert_near(hero_foot(world, hero), 3.04, 0.06, "at its end");
    }
    free(world);
}
END_TEST

START_TEST(stairs_are_no_walls) {
    pawl_world *const world = make_hero_world();
    add_ground(world);
    for (int i = 0; i < 6; i++)
        add_block(world, 2 + 0.6 * i, 0, 2 + 0.6 * (i + 1), 0.25 * (i + 1));
    add_block(world, 5.6, 0, 9, 4);
    const pawl_character_id hero = add_hero_at(world, 0, 1);
    stand(world, hero);
    int walls = 0;
    for (int i = 0; i < 120; i++) {
        const pawl_character_state state = hero_step(world, hero, 1, 0, 0);
        if (units(state.position.x) < 5)
            ck_assert_uint_eq(state.events & PAWL_CHARACTER_HIT_WALL, 0);
        walls += (state.events & PAWL_CHARACTER_HIT_WALL) != 0;
    }
    ck_assert_int_gt(walls, 0);
    free(world);
}
END_TEST

/* ---- by hand --------------------------------------------------------------------------------- */

START_TEST(a_spring_launches_it_and_a_blow_along_the_ground_moves_it) {
    pawl_world *const world = make_hero_world();
    add_ground(world);
    const pawl_character_id hero = add_hero_at(world, 0, 1);
    stand(world, hero);
    ck_assert_int_eq(pawl_character_launch(world, hero, VEC(4, 0)), PAWL_OK);
    ck_assert_int_eq(hero_step(world, hero, 0, 0, 0).mode, PAWL_CHARACTER_STANDS);
    assert_near(units(pawl_character_get_state(world, hero).velocity.x), 3, 0.0001, "a step later");
    stand(world, hero);
    ck_assert_int_eq(pawl_character_launch(world, hero, VEC(0, 10)), PAWL_OK);
    ck_assert_int_eq(hero_step(world, hero, 0, 0, 0).mode, PAWL_CHARACTER_FALLS);
    /* It is no jump that would be cut. */
    assert_near(units(pawl_character_get_state(world, hero).velocity.y), 10 - 1 / 6.0, 0.0001,
                "flies");
    free(world);
}
END_TEST

START_TEST(its_def_comes_back_and_can_be_tuned) {
    pawl_world *const world = make_hero_world();
    pawl_character_def def = pawl_character_def_default();
    def.position = VEC(2, 3);
    def.angle = PAWL_TURN(1, 4);
    def.filter.category = 2;
    def.user_data = 77;
    def.water = 1;
    def.air_jumps = 3;
    const pawl_character_id hero = add_hero(world, &def);
    pawl_character_def told = pawl_character_get_def(world, hero);
    ck_assert_int_eq(memcmp(&told, &def, sizeof def), 0);
    def.speed = FX(1);
    def.radius = FX(9); /* not looked at */
    ck_assert_int_eq(pawl_character_tune(world, hero, &def), PAWL_OK);
    told = pawl_character_get_def(world, hero);
    ck_assert_int_eq(told.speed, FX(1));
    ck_assert_int_eq(told.radius, pawl_character_def_default().radius);
    def.speed = -1;
    ck_assert_int_eq(pawl_character_tune(world, hero, &def), PAWL_ERR_RANGE);
    free(world);
}
END_TEST

START_TEST(what_it_is_told_is_looked_at) {
    pawl_world *const world = make_hero_world();
    const pawl_character_id hero = add_hero_at(world, 0, 0);
    pawl_character_input input = {FX(1), FX(-1), PAWL_CHARACTER_JUMP | PAWL_CHARACTER_DROP};
    ck_assert_int_eq(pawl_character_set_input(world, hero, &input), PAWL_OK);
    const pawl_character_input told = pawl_character_get_input(world, hero);
    ck_assert_int_eq(memcmp(&told, &input, sizeof input), 0);
    input.run = FX(1) + 1;
    ck_assert_int_eq(pawl_character_set_input(world, hero, &input), PAWL_ERR_RANGE);
    input.run = 0;
    input.climb = FX(-1) - 1;
    ck_assert_int_eq(pawl_character_set_input(world, hero, &input), PAWL_ERR_RANGE);
    input.climb = 0;
    input.buttons = 4;
    ck_assert_int_eq(pawl_character_set_input(world, hero, &input), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_character_set_input(world, hero, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_character_launch(world, hero, pawl_vec2_make(PAWL_SPEED_MAX + 1, 0)),
                     PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_character_put(world, hero, pawl_vec2_make(PAWL_COORD_MAX + 1, 0)),
                     PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_character_destroy(world, hero), PAWL_OK);
    ck_assert_int_eq(pawl_character_destroy(world, hero), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_character_launch(world, hero, VEC(0, 0)), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_character_is_valid(world, hero), false);
    free(world);
}
END_TEST

START_TEST(there_are_as_many_as_the_world_has_room_for) {
    pawl_world *const world = make_hero_world();
    pawl_character_id heroes[4], more;
    for (int i = 0; i < 4; i++)
        heroes[i] = add_hero_at(world, i, 0);
    const pawl_character_def def = pawl_character_def_default();
    ck_assert_int_eq(pawl_character_create(world, &def, &more), PAWL_ERR_CAPACITY);
    pawl_character_id at = PAWL_NULL_CHARACTER;
    for (int i = 0; i < 4; i++) {
        at = pawl_world_next_character(world, at);
        ck_assert_int_eq(pawl_character_id_equal(at, heroes[i]), true);
        ck_assert_int_eq(
            pawl_character_id_equal(
                pawl_body_get_character(world, pawl_character_get_body(world, at)), at),
            true);
    }
    ck_assert_int_eq(pawl_character_is_null(pawl_world_next_character(world, at)), true);
    /* One goes with its body. */
    const pawl_body_id body = pawl_character_get_body(world, heroes[1]);
    ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
    assert_sound(world);
    ck_assert_int_eq(pawl_character_is_valid(world, heroes[1]), false);
    ck_assert_int_eq(
        pawl_character_id_equal(pawl_world_next_character(world, heroes[0]), heroes[2]), true);
    ck_assert_int_eq(pawl_character_create(world, &def, &more), PAWL_OK);
    ck_assert_int_eq(pawl_character_is_valid(world, heroes[1]), false);
    assert_sound(world);
    free(world);
}
END_TEST

Suite *suite_character(void);

Suite *suite_character(void) {
    Suite *const suite = suite_create("character");
    TCase *const tcase = tcase_create("character");
    tcase_add_test(tcase, it_falls_lands_once_and_stands_a_skin_above_the_ground);
    tcase_add_loop_test(tcase, it_runs_at_its_speed_and_stops, 0, 2);
    tcase_add_loop_test(tcase, a_jump_is_as_high_as_the_button_is_held, 0, 2);
    tcase_add_test(tcase, one_press_is_one_jump);
    tcase_add_loop_test(tcase, it_may_jump_so_many_steps_after_the_ledge_and_no_more, 0, 10);
    tcase_add_loop_test(tcase, a_press_waits_so_many_steps_for_the_ground_and_no_more, 0, 10);
    tcase_add_loop_test(tcase, it_jumps_in_the_air_as_often_as_it_may, 0, 4);
    tcase_add_test(tcase, it_jumps_up_through_a_platform_and_drops_through_it);
    tcase_add_test(tcase, it_climbs_a_ladder_to_its_top_and_down_again);
    tcase_add_test(tcase, it_jumps_off_a_ladder);
    tcase_add_test(tcase, it_swims_and_jumps_out_of_the_water);
    tcase_add_loop_test(tcase, it_gets_out_of_water_by_a_jump_at_any_time_or_just_above_it, 0, 2);
    tcase_add_test(tcase, a_jump_out_of_water_is_one_jump);
    tcase_add_test(tcase, a_ladder_ends_where_it_ends);
    tcase_add_test(tcase, stairs_are_no_walls);
    tcase_add_test(tcase, a_spring_launches_it_and_a_blow_along_the_ground_moves_it);
    tcase_add_test(tcase, its_def_comes_back_and_can_be_tuned);
    tcase_add_test(tcase, what_it_is_told_is_looked_at);
    tcase_add_test(tcase, there_are_as_many_as_the_world_has_room_for);
    suite_add_tcase(suite, tcase);
    return suite;
}
