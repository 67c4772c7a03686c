/* test_bullet.c - bullets arrive at what turns: they neither pass nor hang before it. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "support/base/seeded.h"
#include "support/world/fast.h"
#include "support/world/shots.h"

#define BATCHES 4
#define SHOTS SEEDED_ROUNDS(500)

START_TEST(no_random_bullet_passes_or_waits_before_what_spins) {
    const uint64_t first = (seeded_fresh("shots at what spins") * BATCHES + (uint64_t)_i) * 1000003;
    int met = 0, waiting = 0; /* seen: one of 50,000 waits for three steps */
    for (int i = 0; i < SHOTS; i++) {
        const uint64_t seed = first + (uint64_t)i;
        const shot_result shot = shoot_spinner(seed, 0, 0);
        ck_assert_msg(shot.built && !shot.passed, "shot 0x%" PRIx64 " %s", seed,
                      shot.built ? "passed" : "is not built");
        ck_assert_msg(shot.waited <= 3, "shot 0x%" PRIx64 " waited for %u steps", seed,
                      (unsigned)shot.waited);
        waiting += shot.waited > 2;
        met += shot.met;
    }
    ck_assert_int_le(waiting, 1);
    ck_assert_int_gt(met, SEEDED_OFTEN(SHOTS / 2));
}
END_TEST

START_TEST(where_a_bullet_meets_what_spins_changes_nothing) {
    uint64_t seed = seeded_fresh("shots at what spins");
    for (int i = 0; i < SEEDED_ROUNDS(200); i++) {
        const uint64_t shot = seeded_next(&seed);
        const int32_t x = (int32_t)(seeded_next(&seed) % 20000) - 10000;
        const shot_result here = shoot_spinner(shot, 0, 0), there = shoot_spinner(shot, x, -x / 3);
        ck_assert_msg(memcmp(here.around, there.around, sizeof here.around) == 0,
                      "shot 0x%" PRIx64 " differs at %d", shot, (int)x);
        ck_assert_uint_eq(here.sweeps, there.sweeps);
    }
}
END_TEST

/* ---- one by one ----------------------------------------------------------------------------- */

/* A bullet shot along the x axis, and what it hits in the middle of the first step. */
typedef struct meeting {
    pawl_world *world;
    pawl_body_id ball, other;
} meeting;

static meeting make_meeting(pawl_body_type type, const pawl_convex *shape, double spin, double x,
                            double y) {
    meeting m;
    m.world = make_space();
    m.other = add_body(m.world, type, 0, 0);
    add_shape(m.world, m.other, shape);
    ck_assert_int_eq(pawl_body_set_angular_velocity(m.world, m.other, FX(spin)), PAWL_OK);
    m.ball = add_ball(m.world, x, y, 0.125, 600);
    ck_assert_int_eq(pawl_body_set_bullet(m.world, m.ball, true), PAWL_OK);
    return m;
}

static double angle_of(const pawl_world *world, pawl_body_id body) {
    return (int32_t)pawl_body_get_angle(world, body) / 4294967296.0 * 6.283185307179586;
}

/* From the near surface of a plate that stood along the y axis: the frame in which nothing moves
 * once they touch. */
static double gap_before(const meeting *m, double half) {
    const double angle = angle_of(m->world, m->other);
    const pawl_vec2 at = pawl_vec2_sub(pawl_body_get_center(m->world, m->ball),
                                       pawl_body_get_center(m->world, m->other));
    return -(units(at.x) * cos(angle) + units(at.y) * sin(angle)) - half - 0.125;
}

/* The plate turns away with 8 and with 16 units/s where it is hit. */
START_TEST(a_bullet_touches_a_plate_that_turns_away_at_the_end_of_the_step) {
    const pawl_convex plate = box_convex(0.0625, 12);
    const meeting m =
        make_meeting(_i < 2 ? PAWL_DYNAMIC : PAWL_KINEMATIC, &plate, -2, -5, _i % 2 == 0 ? 4 : 8);
    run(m.world, 1);
    assert_near(gap_before(&m, 0.0625), slop, slop, "gap");
    assert_near(vx_of(m.world, m.ball), 600, 0, "speed");
    assert_near(angle_of(m.world, m.other), -2.0 / 60, 0.0001, "turn");
    run(m.world, 1);
    ck_assert_uint_eq(pawl_world_get_events(m.world).begin_count, 1);
    ck_assert_msg(vx_of(m.world, m.ball) < 500, "it goes on with %f", vx_of(m.world, m.ball));
    assert_sound(m.world);
    free(m.world);
}
END_TEST

/* Its surface does not move, however fast it spins. */
START_TEST(a_wheel_does_not_take_a_bullet_round) {
    const pawl_convex wheel = circle_convex(0, 0, 2);
    const meeting m = make_meeting(PAWL_DYNAMIC, &wheel, 100, -5, 0);
    run(m.world, 1);
    assert_near(x_of(m.world, m.ball), -2.125 - slop, slop, "x");
    ck_assert_int_eq(pawl_body_get_center(m.world, m.ball).y, 0);
    ck_assert_uint_eq(pawl_body_get_angle(m.world, m.ball), 0);
    free(m.world);
}
END_TEST

/* A propeller that turns by most of a turn in a step stops where it is hit: the contact is made at
 * the angle of the hit, and not at that of the end of the step. */
START_TEST(what_turns_far_stops_with_the_bullet) {
    const pawl_convex plate = box_convex(0.0625, 12);
    const meeting m = make_meeting(PAWL_DYNAMIC, &plate, -100, -5, 0.5);
    run(m.world, 1);
    const double turned = angle_of(m.world, m.other);
    ck_assert_msg(turned > -100.0 / 60 && turned < -0.1, "it has turned by %f", turned);
    assert_near(gap_before(&m, 0.0625), slop, slop, "gap");
    run(m.world, 1);
    ck_assert_uint_eq(pawl_world_get_events(m.world).begin_count, 1);
    free(m.world);
}
END_TEST

/* Nothing stops it: a ball near its middle is taken round, and hit. */
START_TEST(a_kinematic_propeller_hits_what_it_takes_round) {
    const pawl_convex plate = box_convex(0.0625, 12);
    const meeting m = make_meeting(PAWL_KINEMATIC, &plate, -100, -5, 0.5);
    run(m.world, 1);
    assert_near(angle_of(m.world, m.other), -100.0 / 60, 0.001, "turn");
    assert_near(gap_before(&m, 0.0625), slop, slop, "gap");
    const pawl_vec2 before = pawl_body_get_velocity(m.world, m.ball);
    assert_near(hypot(units(before.x), units(before.y)), 600, 0.01, "speed");
    run(m.world, 1);
    ck_assert_uint_eq(pawl_world_get_events(m.world).begin_count, 1);
    const pawl_vec2 after = pawl_body_get_velocity(m.world, m.ball);
    ck_assert_msg(before.x != after.x || before.y != after.y, "the touch changes nothing");
    free(m.world);
}
END_TEST

START_TEST(a_bullet_of_fixed_rotation_is_not_turned) {
    pawl_world *const world = make_space();
    const pawl_body_id plate = add_body(world, PAWL_DYNAMIC, 0, 0);
    add_box(world, plate, 0.0625, 12);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, plate, FX(-10)), PAWL_OK);
    const pawl_body_id card = add_body(world, PAWL_DYNAMIC, -5, 8);
    add_box(world, card, 0.125, 0.5);
    ck_assert_int_eq(pawl_body_set_fixed_rotation(world, card, true), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_bullet(world, card, true), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, card, VEC(600, 0)), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_body_get_angle(world, card), 0);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).begin_count, 1);
    ck_assert_uint_eq(pawl_body_get_angle(world, card), 0);
    free(world);
}
END_TEST

/* A wall stands where the plate would take the bullet: it stays on its side. */
START_TEST(a_bullet_is_not_taken_into_a_wall) {
    pawl_world *const world = make_space();
    add_wall(world, 0.5);
    const pawl_convex plate = box_convex(0.0625, 12);
    const pawl_body_id other = add_body(world, _i == 0 ? PAWL_DYNAMIC : PAWL_KINEMATIC, -3, 0);
    add_shape(world, other, &plate);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, other, FX(-25)), PAWL_OK);
    const pawl_body_id ball = add_ball(world, -7, 10, 0.125, 600);
    ck_assert_int_eq(pawl_body_set_bullet(world, ball, true), PAWL_OK);
    for (int i = 0; i < 20; i++) {
        run(world, 1);
        ck_assert_msg(x_of(world, ball) < 0.5, "x is %f", x_of(world, ball));
    }
    free(world);
}
END_TEST

/* It is looked at again, for others in its new way, but not for what it follows: that costs most
 * where ways are curved. */
START_TEST(a_bullet_that_follows_is_not_swept_again) {
    const pawl_convex plate = box_convex(0.0625, 12);
    const meeting m = make_meeting(PAWL_DYNAMIC, &plate, -2, -5, 4);
    run(m.world, 1);
    ck_assert_uint_eq(pawl_world_get_counters(m.world).sweeps, 2); /* how deep, and where */
    ck_assert_uint_eq(pawl_world_get_counters(m.world).capped, 0);
    free(m.world);
}
END_TEST

/* ---- what else there is --------------------------------------------------------------------- */

static bool refuse(void *context, const pawl_world *world, const pawl_contact *contact) {
    (void)context, (void)world, (void)contact;
    return false;
}

/* A bullet in a plate that the program lets it pass: how deep, how fast both are, and how the plate
 * turns. */
typedef struct sinking {
    double depth, speed, spin;
} sinking;

/* One at rest is hit by a ball of a hundred times its size, which is slow for that size. */
static void add_large(pawl_world *world) {
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, -10.5, 0);
    const pawl_convex circle = circle_convex(0, 0, 10);
    add_shape(world, body, &circle);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(120, 0)), PAWL_OK);
}

static void add_plate(pawl_world *world, const sinking *drawn) {
    const pawl_convex plate = box_convex(1, 4);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    pawl_shape_def def = pawl_shape_def_default();
    def.pre_solve = true;
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &plate, &(pawl_shape_id){0, 0}), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(-drawn->speed, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, FX(drawn->spin)), PAWL_OK);
}

static void add_shot(pawl_world *world) {
    const pawl_body_id target = add_body(world, PAWL_DYNAMIC, 1000, 0);
    add_box(world, target, 0.1, 1);
    ck_assert_int_eq(pawl_body_set_velocity(world, target, VEC(-30, 0)), PAWL_OK);
    const pawl_body_id shot = add_ball(world, 995, 0, 0.125, 600);
    ck_assert_int_eq(pawl_body_set_bullet(world, shot, true), PAWL_OK);
}

/* Where a bullet is two steps later. */
static pawl_vec2 bullet_after(const sinking *drawn, bool shot_elsewhere) {
    const pawl_step_hooks hooks = {.pre_solve = refuse};
    pawl_world *const world = make_space();
    pawl_body_id bullet;
    if (drawn != NULL) {
        add_plate(world, drawn);
        bullet = add_ball(world, drawn->depth - 1.5, 0, 0.5, drawn->speed);
    } else {
        add_large(world);
        bullet = add_ball(world, 0, 0, 0.1, 0);
    }
    ck_assert_int_eq(pawl_body_set_bullet(world, bullet, true), PAWL_OK);
    if (shot_elsewhere) add_shot(world);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_OK);
    const pawl_vec2 at = pawl_body_get_center(world, bullet);
    free(world);
    return at;
}

START_TEST(a_shot_elsewhere_changes_no_bullet) {
    uint64_t seed = seeded_fresh("shots at what spins");
    assert_vec_eq(bullet_after(NULL, true), bullet_after(NULL, false));
    for (int i = 0; i < SEEDED_ROUNDS(100); i++) {
        const sinking drawn = {(double)(seeded_next(&seed) % 1000) / 1000,
                               (double)(seeded_next(&seed) % 1000) / 100,
                               (double)(seeded_next(&seed) % 1000) / 50 - 10};
        assert_vec_eq(bullet_after(&drawn, true), bullet_after(&drawn, false));
    }
}
END_TEST

START_TEST(a_bullet_at_rest_is_pushed_by_what_is_large) {
    ck_assert_int_gt(bullet_after(NULL, false).x, FX(3.5));
}
END_TEST

Suite *suite_bullet(void) {
    Suite *const suite = suite_create("bullet");
    TCase *const random = tcase_create("random"), *const single = tcase_create("single");
    tcase_set_timeout(random, 60);
    tcase_add_loop_test(random, no_random_bullet_passes_or_waits_before_what_spins, 0, BATCHES);
    tcase_add_test(random, where_a_bullet_meets_what_spins_changes_nothing);
    tcase_add_loop_test(single, a_bullet_touches_a_plate_that_turns_away_at_the_end_of_the_step, 0,
                        4);
    tcase_add_test(single, a_wheel_does_not_take_a_bullet_round);
    tcase_add_test(single, what_turns_far_stops_with_the_bullet);
    tcase_add_test(single, a_kinematic_propeller_hits_what_it_takes_round);
    tcase_add_test(single, a_bullet_of_fixed_rotation_is_not_turned);
    tcase_add_loop_test(single, a_bullet_is_not_taken_into_a_wall, 0, 2);
    tcase_add_test(single, a_bullet_that_follows_is_not_swept_again);
    tcase_add_test(single, a_shot_elsewhere_changes_no_bullet);
    tcase_add_test(single, a_bullet_at_rest_is_pushed_by_what_is_large);
    suite_add_tcase(suite, random);
    suite_add_tcase(suite, single);
    return suite;
}
