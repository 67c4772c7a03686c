/* test_character_world.c - characters and what else is in a world: bodies that they ride on, push,
 * load and bear, sensors, queries, other characters. */
#include "support/world/hero.h"
#include "support/world/mover.h"

static pawl_body_id add_crate(pawl_world *world, double x, double y, double half_width,
                              double half_height) {
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, x, y);
    add_box(world, body, half_width, half_height);
    return body;
}

static pawl_body_id add_lift(pawl_world *world, double x, double top, double half_width) {
    const pawl_body_id body = add_body(world, PAWL_KINEMATIC, x, top - 0.25);
    add_box(world, body, half_width, 0.25);
    return body;
}

static double place_of(const pawl_world *world, pawl_body_id body, bool y) {
    const pawl_vec2 at = pawl_body_get_position(world, body);
    return units(y ? at.y : at.x);
}

/* ---- what carries it ------------------------------------------------------------------------- */

START_TEST(it_stays_where_it_is_on_what_moves) {
    static const double velocities[][2] = {{3, 0}, {0, 2}, {0, -2}, {2, -5}, {-4, 4}};
    pawl_world *const world = make_hero_world();
    const pawl_body_id lift = add_lift(world, 0, 0, 2);
    const pawl_character_id hero = add_hero_at(world, 0.5, 1);
    hero_steps(world, hero, 0, 0, 90);
    const pawl_vec2 place = pawl_vec2_sub(pawl_character_get_state(world, hero).position,
                                          pawl_body_get_position(world, lift));
    pawl_body_set_velocity(world, lift, VEC(velocities[_i][0], velocities[_i][1]));
    for (int i = 0; i < 200; i++) {
        const pawl_character_state state = hero_step(world, hero, 0, 0, 0);
        const pawl_vec2 now = pawl_vec2_sub(state.position, pawl_body_get_position(world, lift));
        ck_assert_msg(state.mode == PAWL_CHARACTER_STANDS, "off after %d", i);
        ck_assert_msg(now.x == place.x && now.y == place.y, "slips after %d", i);
    }
    const pawl_character_state state = pawl_character_get_state(world, hero);
    assert_near(units(state.velocity.x), velocities[_i][0], 0.0001, "velocity of the world");
    assert_near(units(state.ground_velocity.y), velocities[_i][1], 0.0001, "of the ground");
    free(world);
}
END_TEST

START_TEST(what_it_stands_on_may_go) {
    pawl_world *const world = make_hero_world();
    const pawl_body_id floor = add_lift(world, 0, 0, 2);
    const pawl_character_id hero = add_hero_at(world, 0, 1);
    hero_steps(world, hero, 0, 0, 90);
    ck_assert_int_eq(pawl_shape_is_null(pawl_character_get_state(world, hero).ground), false);
    if (_i == 0) pawl_body_destroy(world, floor);
    if (_i == 1) ck_assert_int_eq(pawl_shape_destroy(world, shape_of(world, floor)), PAWL_OK);
    if (_i == 2) pawl_body_set_enabled(world, floor, false);
    assert_sound(world);
    const pawl_character_state state = hero_step(world, hero, 0, 0, 0);
    ck_assert_int_eq(state.mode, PAWL_CHARACTER_FALLS);
    ck_assert_uint_ne(state.events & PAWL_CHARACTER_LEFT_GROUND, 0);
    free(world);
}
END_TEST

/* ---- pushing --------------------------------------------------------------------------------- */

START_TEST(it_pushes_by_at_most_what_it_may) {
    pawl_world *const world = make_hero_world();
    pawl_character_def def = pawl_character_def_default();
    add_ground(world);
    const pawl_body_id crate = add_crate(world, 3, 0.5, 0.5, 0.5);
    def.position = VEC(0, 1);
    def.push = _i == 0 ? 0 : FX(1);
    const pawl_character_id hero = add_hero(world, &def);
    for (int i = 0; i < 180; i++) {
        hero_step(world, hero, 1, 0, 0);
        assert_hero_clear(world, hero, "crate");
    }
    const double moved = place_of(world, crate, false) - 3;
    if (_i == 0) assert_near(moved, 0, 0.001, "crate that is not pushed");
    if (_i == 1) ck_assert_msg(moved > 4, "crate that is pushed by %f", moved);
    free(world);
}
END_TEST

/* Six units of friction hold a crate of mass 60; a step's push of 2 is 120. */
START_TEST(what_is_too_heavy_stays) {
    pawl_world *const world = make_hero_world();
    pawl_character_def def = pawl_character_def_default();
    add_ground(world);
    const pawl_body_id crate = add_crate(world, 3, 1, 1, 1);
    def.position = VEC(0, 1);
    def.push = FX(0.25);
    const pawl_mass mass = {FX(60) * INT64_C(1), {0, 0}, FX(60) * INT64_C(1)};
    ck_assert_int_eq(pawl_body_set_mass(world, crate, mass), PAWL_OK);
    const pawl_character_id hero = add_hero(world, &def);
    hero_steps(world, hero, 1, 0, 180);
    assert_near(place_of(world, crate, false), 3, 0.05, "place of the crate");
    free(world);
}
END_TEST

/* ---- weight ---------------------------------------------------------------------------------- */

/* A plate on a spring; how far it has sunk below where it hung empty. */
static double sinks_under(double mass, bool is_hero) {
    pawl_world *const world = make_hero_world();
    const pawl_body_id anchor = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_body_id plate = add_crate(world, 0, 0, 2, 0.25);
    pawl_joint_def joint =
        pawl_joint_def_at(world, PAWL_JOINT_PRISMATIC, anchor, plate, VEC(0, 0), PAWL_TURN(1, 4));
    pawl_joint_id spring;
    joint.spring = true;
    joint.hertz = FX(2);
    joint.damping_ratio = FX(1);
    ck_assert_int_eq(pawl_joint_create(world, &joint, &spring), PAWL_OK);
    for (int i = 0; i < 300; i++)
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    const double empty = place_of(world, plate, true);
    if (is_hero) {
        pawl_character_def def = pawl_character_def_default();
        def.position = VEC(0, 1.5);
        def.mass = FX(mass);
        add_hero(world, &def);
    } else {
        pawl_shape_def def = pawl_shape_def_default();
        const pawl_convex convex = box_convex(0.5, 0.5);
        pawl_shape_id shape;
        def.density = FX(mass);
        ck_assert_int_eq(
            pawl_shape_create(world, add_body(world, PAWL_DYNAMIC, 0, 1.5), &def, &convex, &shape),
            PAWL_OK);
    }
    for (int i = 0; i < 600; i++)
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    const double sunk = empty - place_of(world, plate, true);
    free(world);
    return sunk;
}

START_TEST(it_weighs_as_much_as_a_body_of_its_mass) {
    const double mass = _i == 0 ? 0.5 : _i == 1 ? 1 : 3;
    const double crate = sinks_under(mass, false), hero = sinks_under(mass, true);
    ck_assert_msg(crate > 0.01, "the plate sinks by %f", crate);
    assert_near(hero, crate, 0.02 * crate + 0.002, "sinks like under a crate");
    assert_near(sinks_under(0, true), 0, 0.001, "without mass");
}
END_TEST

START_TEST(it_tips_a_seesaw_and_a_landing_is_a_blow) {
    pawl_world *const world = make_hero_world();
    const pawl_body_id anchor = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_body_id plank = add_crate(world, 0, 0, 3, 0.125);
    const pawl_joint_def def =
        pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, anchor, plank, VEC(0, 0), 0);
    pawl_joint_id joint;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_OK);
    add_hero_at(world, 1.5, 3);
    for (int i = 0; i < 60; i++)
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    ck_assert_msg(pawl_body_get_rotation(world, plank).s < -PAWL_UNIT / 20, "the plank stays");
    free(world);
}
END_TEST

/* ---- what comes upon it ---------------------------------------------------------------------- */

START_TEST(a_plate_rests_on_two_heads_and_falls_when_they_go) {
    pawl_world *const world = make_hero_world();
    add_ground(world);
    const pawl_character_id heroes[2] = {add_hero_at(world, -1, 1), add_hero_at(world, 1, 1)};
    hero_steps(world, heroes[0], 0, 0, 30);
    const pawl_body_id plate = add_crate(world, 0, 2.5, 2, 0.1);
    for (int i = 0; i < 240; i++) {
        const pawl_character_state state = hero_step(world, heroes[i % 2], 0, 0, 0);
        ck_assert_msg((state.events & PAWL_CHARACTER_CRUSHED) == 0, "crushed after %d", i);
    }
    assert_near(place_of(world, plate, true), 1.6 + 0.1 + 1 / 64.0 + 1 / 128.0, 0.02, "plate");
    ck_assert_int_eq(pawl_body_is_awake(world, plate), false);
    const pawl_character_input away = {FX(1), 0, 0};
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pawl_character_set_input(world, heroes[i], &away), PAWL_OK);
    for (int i = 0; i < 120; i++)
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    assert_near(place_of(world, plate, true), 0.1, 0.02, "plate on the ground");
    free(world);
}
END_TEST

START_TEST(it_is_crushed_only_where_there_is_no_way_out) {
    pawl_world *const world = make_hero_world();
    add_ground(world);
    const pawl_body_id press = add_lift(world, 0, 3, 1);
    const pawl_character_id hero = add_hero_at(world, _i == 0 ? 0 : 1.15, 1);
    if (_i == 0) add_block(world, -1.5, 0, -0.5, 3), add_block(world, 0.5, 0, 1.5, 3);
    hero_steps(world, hero, 0, 0, 30);
    pawl_body_set_velocity(world, press, VEC(0, -1));
    const uint32_t events = hero_steps(world, hero, 0, 0, _i == 0 ? 80 : 140);
    ck_assert_int_eq((events & PAWL_CHARACTER_CRUSHED) != 0, _i == 0);
    free(world);
}
END_TEST

START_TEST(a_wall_that_moves_pushes_it) {
    pawl_world *const world = make_hero_world();
    add_ground(world);
    const pawl_body_id wall = add_body(world, PAWL_KINEMATIC, -2, 2.1);
    add_box(world, wall, 0.5, 2);
    const pawl_character_id hero = add_hero_at(world, 0, 1);
    hero_steps(world, hero, 0, 0, 30);
    pawl_body_set_velocity(world, wall, VEC(6, 0));
    for (int i = 0; i < 100; i++) {
        const pawl_character_state state = hero_step(world, hero, _i == 0 ? 0 : -0.5, 0, 0);
        assert_hero_clear(world, hero, "wall");
        ck_assert_uint_eq(state.events & PAWL_CHARACTER_CRUSHED, 0);
    }
    ck_assert_int_eq(units(pawl_character_get_state(world, hero).position.x) >
                         place_of(world, wall, false) + 0.8,
                     true);
    free(world);
}
END_TEST

/* ---- who sees it ------------------------------------------------------------------------------
 */

START_TEST(sensors_and_queries_see_it) {
    pawl_world *const world = make_hero_world();
    pawl_shape_def def = pawl_shape_def_default();
    const pawl_convex convex = box_convex(0.5, 1);
    pawl_shape_id coin;
    uint32_t begins = 0, ends = 0;
    add_ground(world);
    def.sensor = true;
    ck_assert_int_eq(
        pawl_shape_create(world, add_body(world, PAWL_STATIC, 3, 1), &def, &convex, &coin),
        PAWL_OK);
    const pawl_character_id hero = add_hero_at(world, 0, 1);
    const pawl_shape_id shape = shape_of(world, pawl_character_get_body(world, hero));
    for (int i = 0; i < 120; i++) {
        hero_step(world, hero, 1, 0, 0);
        const pawl_events events = pawl_world_get_events(world);
        for (uint32_t k = 0; k < events.sensor_begin_count; k++)
            begins += pawl_shape_id_equal(events.sensor_begins[k].visitor, shape);
        for (uint32_t k = 0; k < events.sensor_end_count; k++)
            ends += pawl_shape_id_equal(events.sensor_ends[k].visitor, shape);
    }
    ck_assert_uint_eq(begins, 1);
    ck_assert_uint_eq(ends, 1);
    const pawl_vec2 at = pawl_character_get_state(world, hero).position;
    pawl_query_hit hit;
    ck_assert_int_eq(
        pawl_world_ray_closest(world, pawl_vec2_add(at, VEC(-3, 0)), VEC(6, 0), NULL, &hit), true);
    ck_assert_int_eq(pawl_shape_id_equal(hit.shape, shape), true);
    free(world);
}
END_TEST

START_TEST(characters_pass_each_other_and_stand_on_each_other) {
    pawl_world *const world = make_hero_world();
    add_ground(world);
    const pawl_character_id one = add_hero_at(world, 0, 1), other = add_hero_at(world, 2, 1);
    const pawl_character_id above = add_hero_at(world, 2, 5);
    hero_steps(world, other, 0, 0, 90);
    const pawl_character_state state = pawl_character_get_state(world, above);
    ck_assert_int_eq(state.mode, PAWL_CHARACTER_STANDS);
    ck_assert_int_eq(
        pawl_shape_id_equal(state.ground, shape_of(world, pawl_character_get_body(world, other))),
        true);
    /* It rides on the other one's head, */
    hero_steps(world, other, 0.1, 0, 30);
    assert_near(units(pawl_character_get_state(world, above).position.x -
                      pawl_character_get_state(world, other).position.x),
                0, 0.02, "rides");
    /* and a third one passes below. */
    hero_steps(world, other, 0, 0, 30);
    hero_steps(world, one, 1, 0, 60);
    ck_assert_int_eq(units(pawl_character_get_state(world, one).position.x) > 4, true);
    free(world);
}
END_TEST

START_TEST(body_events_tell_that_it_has_moved) {
    pawl_world_def def = pawl_world_def_default();
    def.character_capacity = 1;
    pawl_world *const world = make_world(&def);
    static uint64_t memory[2048];
    pawl_body_events told = {memory, sizeof memory, NULL, 0, 0};
    pawl_step_hooks hooks;
    memset(&hooks, 0, sizeof hooks);
    hooks.body_events = &told;
    ck_assert_uint_le(pawl_world_body_events_size(&def), sizeof memory * 8);
    add_ground(world);
    const pawl_character_id hero = add_hero_at(world, 0, 1.5);
    for (int i = 0; i < 60; i++) {
        const pawl_vec2 before = pawl_character_get_state(world, hero).position;
        ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_OK);
        const pawl_vec2 after = pawl_character_get_state(world, hero).position;
        const bool moved = before.x != after.x || before.y != after.y;
        ck_assert_uint_eq(told.count, moved ? 1 : 0);
        if (!moved) continue;
        ck_assert_uint_eq(told.events[0].flags, PAWL_BODY_MOVED);
        ck_assert_int_eq(told.events[0].pose.position.y, after.y);
    }
    free(world);
}
END_TEST

/* Its body was put to sleep and goes on sleeping; a crate that it runs into sleeps, and is woken
 * when all else of a step is done. */
START_TEST(body_events_tell_what_a_sleeping_character_does) {
    static uint64_t memory[256 * 5];
    pawl_body_events told = {.memory = memory, .memory_size = sizeof memory};
    const pawl_step_hooks hooks = {.body_events = &told};
    const pawl_character_input input = {FX(1), 0, 0};
    pawl_world *const world = make_hero_world();
    add_ground(world);
    pawl_character_def def = pawl_character_def_default();
    def.position = VEC(0, 1);
    def.push = FX(1);
    const pawl_character_id hero = add_hero(world, &def);
    const pawl_body_id body = pawl_character_get_body(world, hero);
    const pawl_body_id crate = add_crate(world, 3, 0.5, 0.5, 0.5);
    hero_steps(world, hero, 0, 0, 60);
    ck_assert_int_eq(pawl_body_set_awake(world, crate, false), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_awake(world, body, false), PAWL_OK);
    ck_assert_int_eq(pawl_character_set_input(world, hero, &input), PAWL_OK);
    int moved = 0, woke = 0;
    for (int i = 0; i < 90; i++) {
        const pawl_vec2 before = pawl_body_get_position(world, body);
        const bool slept = !pawl_body_is_awake(world, crate);
        ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_OK);
        uint32_t of_hero = 0, of_crate = 0;
        for (uint32_t k = 0; k < told.count; k++) {
            const bool is_hero = pawl_body_id_equal(told.events[k].body, body);
            *(is_hero ? &of_hero : &of_crate) = told.events[k].flags;
        }
        const bool moves = before.x != pawl_body_get_position(world, body).x;
        const bool wakes = slept && pawl_body_is_awake(world, crate);
        ck_assert_uint_eq(of_hero, moves ? PAWL_BODY_MOVED : 0);
        ck_assert_int_eq((of_crate & PAWL_BODY_WOKE) != 0, wakes);
        moved += moves;
        woke += wakes;
    }
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    ck_assert_int_gt(moved, 20);
    ck_assert_int_eq(woke, 1);
    free(world);
}
END_TEST

Suite *suite_character_world(void);

Suite *suite_character_world(void) {
    Suite *const suite = suite_create("character_world");
    TCase *const tcase = tcase_create("character_world");
    tcase_add_loop_test(tcase, it_stays_where_it_is_on_what_moves, 0, 5);
    tcase_add_loop_test(tcase, what_it_stands_on_may_go, 0, 3);
    tcase_add_loop_test(tcase, it_pushes_by_at_most_what_it_may, 0, 2);
    tcase_add_test(tcase, what_is_too_heavy_stays);
    tcase_add_loop_test(tcase, it_weighs_as_much_as_a_body_of_its_mass, 0, 3);
    tcase_add_test(tcase, it_tips_a_seesaw_and_a_landing_is_a_blow);
    tcase_add_test(tcase, a_plate_rests_on_two_heads_and_falls_when_they_go);
    tcase_add_loop_test(tcase, it_is_crushed_only_where_there_is_no_way_out, 0, 2);
    tcase_add_loop_test(tcase, a_wall_that_moves_pushes_it, 0, 2);
    tcase_add_test(tcase, sensors_and_queries_see_it);
    tcase_add_test(tcase, characters_pass_each_other_and_stand_on_each_other);
    tcase_add_test(tcase, body_events_tell_that_it_has_moved);
    tcase_add_test(tcase, body_events_tell_what_a_sleeping_character_does);
    suite_add_tcase(suite, tcase);
    return suite;
}
