/* test_continuous.c - phase 7: what is fast does not pass through things, and what slides is not
 * slowed. */
#include <inttypes.h>
#include <math.h>

#include "support/world/fast.h"
#include "support/base/seeded.h"
#include "support/world/shots.h"

/* ---- random shots --------------------------------------------------------------------------- */

#define BATCHES 8
#define WALL_SHOTS 250
#define BODY_SHOTS 125

/* None passes, and at least `percent` of them meet something: some walls are short. */
static void shoot_batch(shot_result (*shoot)(uint64_t seed), int batch, int shots, int percent) {
    int met = 0;
    for (int i = 0; i < shots; i++) {
        const uint64_t seed = seeded_base + (uint64_t)(batch * shots + i);
        const shot_result result = shoot(seed);
        ck_assert_msg(result.built && !result.passed, "seed %" PRIu64 " %s", seed,
                      result.built ? "passed" : "is not built");
        met += result.met;
    }
    ck_assert_int_ge(met, shots * percent / 100);
}

START_TEST(no_random_shot_passes_through_a_thin_wall) {
    shoot_batch(shoot_wall, _i, WALL_SHOTS, 80);
}
END_TEST

START_TEST(no_random_shot_passes_through_a_chain) {
    shoot_batch(shoot_chain, _i, WALL_SHOTS, 90);
}
END_TEST

START_TEST(no_random_bullet_passes_through_a_moving_body) {
    shoot_batch(shoot_body, _i, BODY_SHOTS, 90);
}
END_TEST

/* Shots that passed while the rule for sunken bodies lacked: all of it, the stop of turning, the
 * projection of the movement, the limit of depth, or the guard of the centre. */
static const uint64_t sunken[] = {2458,  4856,  11311, 60212, 68813, 47183,
                                  60210, 36555, 55016, 6103,  8993,  9172};

START_TEST(no_sunken_shot_passes_through_a_thin_wall) {
    const shot_result result = shoot_wall(SEEDED_MULTIPLIER + sunken[_i]);
    ck_assert_int_eq(result.built, true);
    ck_assert_int_eq(result.passed, false);
    ck_assert_int_eq(result.met, true);
}
END_TEST

/* ---- static shapes -------------------------------------------------------------------------- */

/* It stops at slop in one step, with its velocity; the next step reports it and bounces it. */
START_TEST(a_fast_ball_stops_at_the_wall_and_bounces_in_the_next_step) {
    pawl_world *const world = make_space();
    add_wall(world, 50);
    const pawl_body_id ball = add_ball(world, 20, 3, 0.5, 2400);
    run(world, 1);
    assert_near(x_of(world, ball), 49.5 - slop, slop / 2, "x");
    ck_assert_int_eq(pawl_body_get_velocity(world, ball).x, FX(2400));
    ck_assert_uint_eq(pawl_world_get_events(world).begin_count, 0);
    ck_assert_uint_ge(pawl_world_get_counters(world).sweeps, 2);
    ck_assert_uint_eq(pawl_world_get_counters(world).capped, 0);
    run(world, 1);
    const pawl_events events = pawl_world_get_events(world);
    ck_assert_uint_eq(events.begin_count, 1);
    ck_assert_uint_eq(events.hit_count, 1);
    ck_assert_int_eq(events.hits[0].speed, FX(2400));
    assert_near(vx_of(world, ball), -2400, 0.01, "velocity");
    run(world, 1);
    assert_near(x_of(world, ball), 9.5, 0.01, "x on the way back");
    free(world);
}
END_TEST

/* Where the ball looked for pairs, by the velocity it had, there was no wall; the force takes it
 * five metres farther within the step. */
START_TEST(a_ball_at_rest_that_a_force_shoots_at_a_wall_stops_there) {
    pawl_world *const world = make_space();
    add_wall(world, 22);
    const pawl_body_id ball = add_ball(world, 20, 3, 0.5, 0);
    const pawl_wide2 force = {FX(1) * (pawl_wide)23000, 0}; /* the ball weighs pi / 4 */
    ck_assert_int_eq(pawl_body_apply_force_to_center(world, ball, force), PAWL_OK);
    run(world, 1);
    ck_assert_msg(vx_of(world, ball) > 400, "velocity %f", vx_of(world, ball));
    assert_near(x_of(world, ball), 21.5 - slop, slop / 2, "x");
    free(world);
}
END_TEST

/* Boxes that turn several times per step fall on a segment. No contact can hold what turns away
 * under it; still their centres stay above, and they do not sink in for long. */
START_TEST(a_box_that_spins_madly_comes_to_lie_on_the_ground) {
    const pawl_world_def def = pawl_world_def_default();
    int deep = 0;
    for (int i = 0; i < 40; i++) {
        pawl_world *const world = make_world(&def);
        const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, 0);
        const pawl_convex line = segment_convex(-2000, 0, 2000, 0);
        add_shape(world, ground, &line);
        const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 2 + i / 64.0);
        add_box(world, body, 0.5, 0.25);
        ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(0, -30)), PAWL_OK);
        ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, FX(50 * (i + 1))), PAWL_OK);
        for (int step = 0; step < 120; step++) {
            run(world, 1);
            const double y = units(pawl_body_get_center(world, body).y);
            ck_assert_msg(y > 0.05, "box %d, step %d: y is %f", i, step, y);
            deep += y < 0.2;
        }
        free(world);
    }
    ck_assert_int_le(deep, 4);
}
END_TEST

/* 0: a wall, 1: a heavy body. Three turns and a quarter per step, of which the quarter is what is
 * swept. The ball is stopped after a part of its way, and has turned by that part of the quarter.
 */
START_TEST(whole_turns_of_a_step_do_not_count) {
    pawl_world *const world = make_space();
    if (_i == 0) add_wall(world, 20.5);
    if (_i == 1)
        ck_assert_int_eq(
            pawl_shape_set_density(
                world, add_box(world, add_body(world, PAWL_DYNAMIC, 21, 0), 0.5, 5), FX(1000)),
            PAWL_OK);
    const pawl_body_id ball = add_ball(world, 0, 0, 0.5, 2400);
    ck_assert_int_eq(pawl_body_set_bullet(world, ball, true), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, ball, FX(3.25 * 60 * 6.283185307)),
                     PAWL_OK);
    run(world, 1);
    const double share = x_of(world, ball) / 40;
    assert_near(share, 0.5, 0.001, "share of the way");
    assert_near(pawl_body_get_angle(world, ball) / 4294967296.0, share / 4, 0.0002, "turns");
    free(world);
}
END_TEST

/* Three quarters of a turn per step, either way: swept as half a turn the same way. */
START_TEST(more_than_half_a_turn_counts_as_half_a_turn_the_same_way) {
    pawl_world *const world = make_space();
    const double side = _i == 0 ? 1 : -1;
    add_wall(world, 20.5);
    const pawl_body_id ball = add_ball(world, 0, 0, 0.5, 2400);
    ck_assert_int_eq(
        pawl_body_set_angular_velocity(world, ball, FX(side * 0.75 * 60 * 6.283185307)), PAWL_OK);
    run(world, 1);
    const double share = x_of(world, ball) / 40;
    assert_near(share, 0.5, 0.001, "share of the way");
    assert_near((int32_t)pawl_body_get_angle(world, ball) / 4294967296.0, side * share / 2, 0.0002,
                "turns");
    free(world);
}
END_TEST

/* The nearest of several walls, whichever was made first. */
START_TEST(the_nearest_wall_counts) {
    pawl_world *const world = make_space();
    const double walls[] = {60, 40, 80};
    for (int i = 0; i < 3; i++)
        add_wall(world, walls[(i + _i) % 3]);
    const pawl_body_id ball = add_ball(world, 0, 0, 0.5, 6000);
    run(world, 1);
    assert_near(x_of(world, ball), 39.5 - slop, slop / 2, "x");
    free(world);
}
END_TEST

/* A ball of radius 1/2 may move an eighth of a unit per step: 7.5 units/s. */
START_TEST(what_is_not_fast_is_not_swept) {
    pawl_world *const world = make_space();
    add_wall(world, 2);
    add_ball(world, 0, 0, 0.5, 7.375);
    run(world, 30);
    ck_assert_uint_eq(pawl_world_get_counters(world).sweeps, 0);
    add_ball(world, 1.4375, 10, 0.5, 7.625);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_counters(world).sweeps, 1);
    free(world);
}
END_TEST

START_TEST(filters_let_fast_bodies_through) {
    pawl_world *const world = make_space();
    const pawl_body_id wall = add_wall(world, 50);
    pawl_filter filter = pawl_shape_get_filter(world, shape_of(world, wall));
    filter.mask = 2;
    ck_assert_int_eq(pawl_shape_set_filter(world, shape_of(world, wall), filter), PAWL_OK);
    const pawl_body_id ball = add_ball(world, 0, 0, 0.5, 6000);
    run(world, 1);
    assert_near(x_of(world, ball), 100, 0.01, "x");
    ck_assert_uint_eq(pawl_world_get_counters(world).sweeps, 0);
    free(world);
}
END_TEST

static bool refuse(void *context, const pawl_world *world, pawl_shape_id a, pawl_shape_id b) {
    (void)world, (void)a, (void)b;
    ++*(int *)context;
    return false;
}

static bool refuse_contact(void *context, const pawl_world *world, const pawl_contact *contact) {
    (void)world, (void)contact;
    ++*(int *)context;
    return false;
}

/* 0: a sensor, 1: a pair that the program does not want, 2: a contact that it does not want, which
 * may cost the rest of a step, 3: the same without a program that says so. */
START_TEST(what_lets_things_pass_lets_fast_bodies_pass) {
    pawl_world *const world = make_space();
    int asked = 0;
    pawl_step_hooks hooks;
    memset(&hooks, 0, sizeof hooks);
    hooks.context = &asked;
    if (_i == 1) hooks.should_collide = refuse;
    if (_i == 2) hooks.pre_solve = refuse_contact;
    const pawl_body_id wall = add_body(world, PAWL_STATIC, 50, 0);
    const pawl_convex convex = segment_convex(0, -20, 0, 20);
    pawl_shape_def def = pawl_shape_def_default();
    def.sensor = _i == 0;
    def.custom_filter = _i == 1 || _i == 3;
    def.pre_solve = _i == 2 || _i == 3;
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, wall, &def, &convex, &shape), PAWL_OK);
    const pawl_body_id ball = add_ball(world, 0, 0, 0.5, 2400);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_OK);
    if (_i < 2) assert_near(x_of(world, ball), 120, 0.01, "x");
    if (_i == 2) assert_near(x_of(world, ball), 89.5, 0.01, "x");
    if (_i == 3) ck_assert_int_lt(pawl_body_get_velocity(world, ball).x, 0);
    ck_assert_int_eq(asked > 0, _i == 1 || _i == 2);
    free(world);
}
END_TEST

/* A platform on the ground of nowhere: a body on its way down stops, one on its way up does not. */
START_TEST(a_one_way_platform_stops_only_what_comes_from_above) {
    pawl_world *const world = make_space();
    const pawl_body_id platform = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_convex convex = box_convex(10, 0.01);
    pawl_shape_def def = pawl_shape_def_default();
    def.one_way = true;
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, platform, &def, &convex, &shape), PAWL_OK);
    const double side = _i == 0 ? 1 : -1;
    const pawl_body_id ball = add_ball(world, 0, 20 * side, 0.5, 0);
    ck_assert_int_eq(pawl_body_set_velocity(world, ball, VEC(0, -2400 * side)), PAWL_OK);
    run(world, 1);
    const double y = units(pawl_body_get_center(world, ball).y);
    assert_near(y, _i == 0 ? 0.51 + slop : 20, 0.01, "y");
    free(world);
}
END_TEST

START_TEST(nothing_stops_a_kinematic_body) {
    pawl_world *const world = make_space();
    add_wall(world, 50);
    const pawl_body_id lift = add_body(world, PAWL_KINEMATIC, 0, 0);
    add_box(world, lift, 0.5, 0.5);
    ck_assert_int_eq(pawl_body_set_velocity(world, lift, VEC(6000, 0)), PAWL_OK);
    run(world, 1);
    assert_near(x_of(world, lift), 100, 0.01, "x");
    free(world);
}
END_TEST

/* ---- sliding -------------------------------------------------------------------------------- */

/* 0: one box, 1: boxes in a row, 2: segments in a row, 3: one segment. */
static void add_floor(pawl_world *world, int kind) {
    const pawl_body_id floor = add_body(world, PAWL_STATIC, 0, 0);
    pawl_convex convex;
    if (kind == 0) {
        convex = box_convex(400, 1);
        ck_assert_int_eq(pawl_make_box_at(FX(400), FX(1), VEC(0, -1), 0, &convex), PAWL_OK);
        add_shape(world, floor, &convex);
    }
    if (kind == 3) {
        convex = segment_convex(400, 0, -400, 0);
        add_shape(world, floor, &convex);
    }
    if (kind != 1 && kind != 2) return;
    for (int i = -10; i < 220; i++) {
        convex = segment_convex(i + 1, 0, i, 0);
        if (kind == 1) {
            ck_assert_int_eq(pawl_make_box_at(FX(0.5), FX(1), VEC(i + 0.5, -1), 0, &convex),
                             PAWL_OK);
        }
        add_shape(world, floor, &convex);
    }
}

START_TEST(what_slides_or_rolls_is_not_slowed) {
    const int kind = _i / 3, shape = _i % 3;
    const pawl_world_def def = pawl_world_def_default();
    pawl_world *const world = make_world(&def);
    add_floor(world, kind);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0.5);
    const pawl_convex shapes[] = {box_convex(0.5, 0.5), circle_convex(0, 0, 0.5),
                                  box_convex(2, 0.5)};
    const pawl_shape_id id = add_shape(world, body, &shapes[shape]);
    ck_assert_int_eq(pawl_shape_set_friction(world, id, 0), PAWL_OK);
    run(world, 5);
    const double from = x_of(world, body);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(300, 0)), PAWL_OK);
    for (int i = 1; i <= 40; i++) {
        run(world, 1);
        ck_assert_uint_gt(pawl_world_get_counters(world).sweeps, 0);
        assert_near(x_of(world, body), from + 5 * i, 0.01, "x");
        assert_near(units(pawl_body_get_center(world, body).y), 0.5, 2 * slop, "y");
    }
    ck_assert_int_eq(pawl_body_get_velocity(world, body).x, FX(300));
    free(world);
}
END_TEST

/* At 16 steps per second a card of 0.002 sinks into a segment by about half of its thickness. */
START_TEST(a_sunken_card_slides_as_fast_as_any) {
    pawl_world_def def = pawl_world_def_default();
    def.rate_numerator = 16;
    pawl_world *const world = make_world(&def);
    add_floor(world, 3);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0.001);
    const pawl_convex card = box_convex(0.5, 0.00103759765625);
    ck_assert_int_eq(pawl_shape_set_friction(world, add_shape(world, body, &card), 0), PAWL_OK);
    run(world, 16);
    const double from = x_of(world, body);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(64, 0)), PAWL_OK);
    uint32_t sweeps = 0;
    for (int i = 1; i <= 40; i++) {
        run(world, 1);
        sweeps += pawl_world_get_counters(world).sweeps;
        assert_near(x_of(world, body), from + 4 * i, 0.01, "x");
    }
    ck_assert_uint_gt(sweeps, 80); /* more than one each: it is too deep */
    free(world);
}
END_TEST

/* ---- what must not matter ------------------------------------------------------------------- */

#define BALLS 12

/* Fast balls, every third a bullet, in a cage of segments; `scrambled`: with shapes that were there
 * before, so that the tree has another shape. */
static pawl_world *make_cage(pawl_vec2 shift, bool scrambled) {
    pawl_world *const world = make_space();
    pawl_body_id extra[40];
    uint64_t seed = seeded_base;
    for (int i = 0; scrambled && i < 40; i++)
        extra[i] = add_unit_box(world, (i * 7) % 40 - 20, (i * 11) % 40 - 20);
    for (int i = 0; i < 24; i++) {
        const double a = i * 0.2618, b = a + 0.2618;
        const pawl_body_id side = add_body(world, PAWL_STATIC, 0, 0);
        const pawl_convex convex =
            segment_convex(FX(20 * cos(a)) / 65536.0, FX(20 * sin(a)) / 65536.0,
                           FX(20 * cos(b)) / 65536.0, FX(20 * sin(b)) / 65536.0);
        add_shape(world, side, &convex);
        ck_assert_int_eq(pawl_body_set_pose(world, side, shift, 0), PAWL_OK);
    }
    for (int i = 0; i < BALLS; i++) {
        const pawl_body_id ball = add_ball(world, i % 4 * 3 - 4, i / 4 * 3 - 3, 0.25, 0);
        const pawl_vec2 at = pawl_vec2_add(pawl_body_get_position(world, ball), shift);
        const pawl_fx vx = (pawl_fx)(seeded_next(&seed) % FX(4000)) - FX(2000);
        const pawl_fx vy = (pawl_fx)(seeded_next(&seed) % FX(4000)) - FX(2000);
        ck_assert_int_eq(pawl_body_set_pose(world, ball, at, 0), PAWL_OK);
        ck_assert_int_eq(pawl_body_set_velocity(world, ball, pawl_vec2_make(vx, vy)), PAWL_OK);
        ck_assert_int_eq(pawl_body_set_bullet(world, ball, i % 3 == 0), PAWL_OK);
    }
    for (int i = 0; scrambled && i < 40; i++)
        ck_assert_int_eq(pawl_body_destroy(world, extra[i]), PAWL_OK);
    return world;
}

/* 0: another tree, 1: another place. */
START_TEST(neither_the_tree_nor_the_place_matters) {
    const pawl_vec2 shift = _i == 0 ? VEC(0, 0) : pawl_vec2_make(123456789, -98765432);
    pawl_world *const plain = make_cage(VEC(0, 0), false);
    pawl_world *const other = make_cage(shift, _i == 0);
    for (int i = 0; i < 120; i++) {
        run(plain, 1);
        run(other, 1);
        ck_assert_uint_gt(pawl_world_get_counters(plain).sweeps, 0);
        pawl_body_id a = pawl_world_next_body(plain, NO_BODY);
        pawl_body_id b = pawl_world_next_body(other, NO_BODY);
        for (int n = 0; n < 24 + BALLS; n++) {
            assert_vec_eq(pawl_body_get_center(other, b),
                          pawl_vec2_add(pawl_body_get_center(plain, a), shift));
            assert_vec_eq(pawl_body_get_velocity(other, b), pawl_body_get_velocity(plain, a));
            ck_assert_uint_eq(pawl_body_get_angle(other, b), pawl_body_get_angle(plain, a));
            const pawl_vec2 center = pawl_body_get_center(plain, a);
            ck_assert_msg(hypot(units(center.x), units(center.y)) < 20.1, "step %d: outside", i);
            a = pawl_world_next_body(plain, a);
            b = pawl_world_next_body(other, b);
        }
    }
    assert_sound(plain);
    assert_sound(other);
    free(plain);
    free(other);
}
END_TEST

Suite *suite_continuous(void) {
    Suite *const suite = suite_create("continuous");
    TCase *const shots = tcase_create("shots"), *const fixed = tcase_create("static");
    tcase_add_loop_test(shots, no_random_shot_passes_through_a_thin_wall, 0, BATCHES);
    tcase_add_loop_test(shots, no_random_shot_passes_through_a_chain, 0, BATCHES);
    tcase_add_loop_test(shots, no_random_bullet_passes_through_a_moving_body, 0, BATCHES);
    tcase_add_test(fixed, a_ball_at_rest_that_a_force_shoots_at_a_wall_stops_there);
    tcase_add_test(fixed, a_fast_ball_stops_at_the_wall_and_bounces_in_the_next_step);
    tcase_add_loop_test(shots, no_sunken_shot_passes_through_a_thin_wall, 0,
                        (int)(sizeof sunken / sizeof sunken[0]));
    tcase_add_test(fixed, a_box_that_spins_madly_comes_to_lie_on_the_ground);
    tcase_add_loop_test(fixed, whole_turns_of_a_step_do_not_count, 0, 2);
    tcase_add_loop_test(fixed, more_than_half_a_turn_counts_as_half_a_turn_the_same_way, 0, 2);
    tcase_add_loop_test(fixed, the_nearest_wall_counts, 0, 3);
    tcase_add_test(fixed, what_is_not_fast_is_not_swept);
    tcase_add_test(fixed, filters_let_fast_bodies_through);
    tcase_add_loop_test(fixed, what_lets_things_pass_lets_fast_bodies_pass, 0, 4);
    tcase_add_loop_test(fixed, a_one_way_platform_stops_only_what_comes_from_above, 0, 2);
    tcase_add_test(fixed, nothing_stops_a_kinematic_body);
    tcase_add_loop_test(fixed, what_slides_or_rolls_is_not_slowed, 0, 12);
    tcase_add_test(fixed, a_sunken_card_slides_as_fast_as_any);
    tcase_add_loop_test(fixed, neither_the_tree_nor_the_place_matters, 0, 2);
    suite_add_tcase(suite, shots);
    suite_add_tcase(suite, fixed);
    return suite;
}
