/* test_remainder.c - what a sub-step rounds away is kept: weak pushes, weak damping and slow
 * movement add up to what theory says, and what is at rest stays at rest. */
#include <math.h>

#include "pawl/state.h"
#include "support/base/seeded.h"
#include "support/world/fixture.h"
#include "world/world.h"

/* Steps per second and sub-steps; the place is far out or at the origin. */
typedef struct rate {
    uint32_t steps;
    uint8_t substeps;
    int place;
} rate;

static const rate rates[] = {{60, 4, 0}, {60, 4, 16000}, {60, 1, -16000}, {120, 8, 0}, {30, 4, 50}};
#define RATES (int)(sizeof rates / sizeof rates[0])

/* A world without gravity, and a box of 2 x 2 in it that nothing has pushed yet. */
typedef struct scene {
    pawl_world *world;
    pawl_body_id body;
    int steps; /* per second */
} scene;

static scene make_scene(const rate *at, pawl_vec2 gravity, pawl_body_def def) {
    pawl_world_def world = pawl_world_def_default();
    world.gravity = gravity;
    world.length_unit = PAWL_FX_ONE;
    world.rate_numerator = at->steps;
    world.substeps = at->substeps;
    world.sleeping = false;
    scene made = {make_world(&world), NO_BODY, (int)at->steps};
    def.type = PAWL_DYNAMIC;
    def.position = VEC(at->place, -at->place);
    ck_assert_int_eq(pawl_body_create(made.world, &def, &made.body), PAWL_OK);
    add_box(made.world, made.body, 1, 1);
    return made;
}

static void assert_within(double got, double want, double share, const char *what, const rate *at) {
    ck_assert_msg(fabs(got - want) <= share * fabs(want),
                  "%s at %ux%u, place %d: %.9g, should be %.9g", what, (unsigned)at->steps,
                  (unsigned)at->substeps, at->place, got, want);
}

static double speed_x(const scene *s) {
    return units(pawl_body_get_velocity(s->world, s->body).x);
}

static double place_x(const scene *s, const rate *at) {
    const pawl_vec2 now = pawl_body_get_position(s->world, s->body);
    return units(now.x) - at->place;
}

/* 0.0005, 0.002, 0.01 and one between. */
static const double accelerations[] = {0.0005, 0.002, 0.0061, 0.01, -0.0005, -0.01};
#define ACCELERATIONS (int)(sizeof accelerations / sizeof accelerations[0])

START_TEST(weak_gravity_adds_up) {
    const rate *at = &rates[_i];
    for (int i = 0; i < ACCELERATIONS; i++) {
        const pawl_fx stored = FX(accelerations[i]);
        scene s = make_scene(at, pawl_vec2_make(stored, -stored), pawl_body_def_default());
        run(s.world, 60 * s.steps);
        const double a = units(stored), h = 1.0 / (at->steps * at->substeps);
        assert_within(speed_x(&s), a * 60, .001, "speed", at);
        assert_within(place_x(&s, at), a * 60 * (60 + h) / 2, .001, "place", at);
        ck_assert_int_eq(pawl_body_get_velocity(s.world, s.body).y,
                         -pawl_body_get_velocity(s.world, s.body).x);
        free(s.world);
    }
}
END_TEST

START_TEST(weak_forces_and_torques_add_up) {
    const rate *at = &rates[_i];
    for (int i = 0; i < ACCELERATIONS; i++) {
        scene s = make_scene(at, VEC(0, 0), pawl_body_def_default());
        const pawl_mass mass = pawl_body_get_mass(s.world, s.body);
        const pawl_wide2 force = {FX(accelerations[i] * 4), 0};
        const pawl_wide torque = FX(accelerations[i] * 4);
        for (int k = 0; k < 60 * s.steps; k++) {
            pawl_body_apply_force_to_center(s.world, s.body, force);
            pawl_body_apply_torque(s.world, s.body, torque);
            run(s.world, 1);
        }
        /* What a body keeps of a force is an acceleration, Q16.16. */
        const double a = nearbyint((double)force.x / (double)mass.mass * 65536) / 65536;
        const double w = (double)torque / (double)mass.inertia;
        assert_within(speed_x(&s), a * 60, .002, "force", at);
        assert_within(units(pawl_body_get_angular_velocity(s.world, s.body)), w * 60, .01, "torque",
                      at);
        free(s.world);
    }
}
END_TEST

START_TEST(weak_damping_slows_down) {
    static const double dampings[] = {.001, .01};
    const rate *at = &rates[_i];
    for (int i = 0; i < 2; i++) {
        pawl_body_def def = pawl_body_def_default();
        def.linear_damping = def.angular_damping = FX(dampings[i]);
        def.velocity = VEC(1, -1);
        def.angular_velocity = FX(1);
        const double d = units(def.linear_damping);
        scene s = make_scene(at, VEC(0, 0), def);
        if (at->place == 0) { /* 600 units on: still in the world */
            run(s.world, 600 * s.steps);
            const double left = exp(-d * 600);
            /* The end of d = .01 is .0025: 1 % of it is not two raw units. */
            const double share = .01 + 1.0 / 65536 / left;
            assert_within(speed_x(&s), left, share, "linear damping", at);
            assert_within(units(pawl_body_get_angular_velocity(s.world, s.body)), left, share,
                          "angular damping", at);
        }
        free(s.world);
    }
}
END_TEST

/* What stays after the same damping is nothing: no speed is held up by rounding. */
START_TEST(damping_goes_on_to_the_last_units) {
    pawl_body_def def = pawl_body_def_default();
    def.linear_damping = def.angular_damping = FX(.05);
    def.velocity = VEC(1, .3);
    def.angular_velocity = FX(1);
    scene s = make_scene(&rates[0], VEC(0, 0), def);
    run(s.world, 600 * s.steps);
    const pawl_vec2 v = pawl_body_get_velocity(s.world, s.body);
    ck_assert_int_le(pawl_abs(v.x), 1);
    ck_assert_int_le(pawl_abs(v.y), 1);
    ck_assert_int_le(pawl_abs(pawl_body_get_angular_velocity(s.world, s.body)), 1);
    free(s.world);
}
END_TEST

START_TEST(slow_movement_arrives) {
    static const double speeds[] = {.001, .0003, -.001, -.0137};
    const rate *at = &rates[_i];
    for (int i = 0; i < 4; i++) {
        pawl_body_def def = pawl_body_def_default();
        def.velocity = VEC(speeds[i], 0);
        scene s = make_scene(at, VEC(0, 0), def);
        run(s.world, 600 * s.steps);
        assert_within(place_x(&s, at), units(def.velocity.x) * 600, .001, "slow movement", at);
        free(s.world);
    }
}
END_TEST

/* A wind that friction bears moves nothing, though its pushes come and go by a raw unit: in two
 * minutes less than a thousandth of a unit. */
START_TEST(friction_holds_against_weak_pushes) {
    scene s = make_scene(&rates[0], VEC(0, -10), pawl_body_def_default());
    const pawl_body_id ground = add_body(s.world, PAWL_STATIC, 0, -2);
    add_box(s.world, ground, 20, 1);
    run(s.world, 120);
    const pawl_vec2 before = pawl_body_get_position(s.world, s.body);
    for (int k = 0; k < 120 * s.steps; k++) {
        pawl_body_apply_force_to_center(s.world, s.body, (pawl_wide2){FX(.002 * 4), 0});
        run(s.world, 1);
    }
    const pawl_vec2 after = pawl_body_get_position(s.world, s.body);
    ck_assert_int_le(pawl_abs(after.x - before.x), 64);
    ck_assert_int_le(pawl_abs(after.y - before.y), 2);
    free(s.world);
}
END_TEST

/* What rides on a slow platform stays on its place, and the platform goes where it is meant to. */
START_TEST(a_slow_platform_keeps_its_rider) {
    scene s = make_scene(&rates[0], VEC(0, -10), pawl_body_def_default());
    const pawl_body_id platform = add_body(s.world, PAWL_KINEMATIC, 0, -2);
    add_box(s.world, platform, 20, 1);
    run(s.world, 120);
    const double before = units(pawl_body_get_position(s.world, s.body).x);
    ck_assert_int_eq(pawl_body_set_velocity(s.world, platform, VEC(.0011, 0)), PAWL_OK);
    run(s.world, 600 * s.steps);
    const double moved = units(pawl_body_get_position(s.world, platform).x);
    assert_within(moved, units(FX(.0011)) * 600, .001, "a slow platform", &rates[0]);
    assert_within(units(pawl_body_get_position(s.world, s.body).x) - before, moved, .001,
                  "its rider", &rates[0]);
    free(s.world);
}
END_TEST

/* Without friction there is nothing to bear it. */
START_TEST(ice_does_not_hold_against_weak_pushes) {
    scene s = make_scene(&rates[0], VEC(0, -10), pawl_body_def_default());
    const pawl_body_id ground = add_body(s.world, PAWL_STATIC, 0, -2);
    pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    def.friction = 0;
    const pawl_convex floor = box_convex(100, 1);
    ck_assert_int_eq(pawl_shape_create(s.world, ground, &def, &floor, &shape), PAWL_OK);
    run(s.world, 60);
    for (int k = 0; k < 60 * s.steps; k++) {
        pawl_body_apply_force_to_center(s.world, s.body, (pawl_wide2){FX(.002 * 4), 0});
        run(s.world, 1);
    }
    assert_within(speed_x(&s), units(FX(.002)) * 60, .01, "a push on ice", &rates[0]);
    free(s.world);
}
END_TEST

/* Ten boxes that fell a little: after some seconds two steps leave the same state but for the
 * tick, and no velocity at all. */
START_TEST(a_stack_rests_to_the_last_bit) {
    static const double gravities[] = {10, 9.8, 3.7, 1.62};
    pawl_body_def def = pawl_body_def_default();
    def.angular_damping = def.linear_damping = _i < 4 ? 0 : FX(.03);
    scene s = make_scene(&rates[0], VEC(0, -gravities[_i % 4]), def);
    pawl_body_id boxes[6] = {s.body};
    add_box(s.world, add_body(s.world, PAWL_STATIC, 0, -2.0625), 20, 1);
    for (int i = 1; i < 6; i++) {
        boxes[i] = add_body(s.world, PAWL_DYNAMIC, 0, 2.0625 * i);
        add_box(s.world, boxes[i], 1, 1);
    }
    run(s.world, 1200);
    pawl_vec2 places[6];
    for (int i = 0; i < 6; i++)
        places[i] = pawl_body_get_position(s.world, boxes[i]);
    run(s.world, 600);
    for (int i = 0; i < 6; i++) {
        const pawl_vec2 now = pawl_body_get_position(s.world, boxes[i]);
        const pawl_vec2 v = pawl_body_get_velocity(s.world, boxes[i]);
        ck_assert_msg(now.x == places[i].x && now.y == places[i].y, "box %d has moved", i);
        ck_assert_msg(v.x == 0 && pawl_abs(v.y) <= 1, "box %d goes %d, %d", i, v.x, v.y);
    }
    free(s.world);
}
END_TEST

static const pawli_body *body_of(const scene *s) {
    return &pawli_bodies_const(s->world)[pawli_pool_find_body(s->world, s->body)];
}

static bool has_remainder(const pawli_body *body) {
    return body->velocity_frac_x != 0 && body->velocity_frac_y != 0 && body->spin_frac != 0;
}

static scene pushed_scene(void) {
    pawl_body_def def = pawl_body_def_default();
    def.angular_damping = FX(.01);
    def.angular_velocity = FX(.7);
    scene s = make_scene(&rates[0], VEC(.0031, -.0017), def);
    for (int i = 0; i < 100 && !has_remainder(body_of(&s)); i++)
        run(s.world, 1);
    ck_assert_msg(has_remainder(body_of(&s)), "no remainder in 100 steps");
    return s;
}

/* Who sets a velocity sets all of it. */
START_TEST(a_velocity_that_is_set_has_no_remainder) {
    scene s = pushed_scene();
    ck_assert_int_eq(pawl_body_set_velocity(s.world, s.body, VEC(1, 2)), PAWL_OK);
    ck_assert_int_eq(body_of(&s)->velocity_frac_x, 0);
    ck_assert_int_eq(body_of(&s)->velocity_frac_y, 0);
    ck_assert_int_eq(pawl_body_set_pose(s.world, s.body, VEC(3, 4), 0), PAWL_OK);
    ck_assert_int_eq(body_of(&s)->move_frac_x, 0);
    ck_assert_int_eq(body_of(&s)->move_frac_y, 0);
    free(s.world);
}
END_TEST

START_TEST(what_sleeps_or_is_static_has_no_remainder) {
    for (int i = 0; i < 2; i++) {
        scene s = pushed_scene();
        ck_assert_int_eq(i == 0 ? pawl_body_set_awake(s.world, s.body, false)
                                : pawl_body_set_type(s.world, s.body, PAWL_STATIC),
                         PAWL_OK);
        ck_assert_int_eq(body_of(&s)->velocity_frac_x, 0);
        ck_assert_int_eq(body_of(&s)->velocity_frac_y, 0);
        ck_assert_int_eq(body_of(&s)->spin_frac, 0);
        assert_sound(s.world);
        free(s.world);
    }
}
END_TEST

/* Two worlds that differ in a remainder alone have other hashes, and a snapshot keeps it. */
START_TEST(the_hash_sees_remainders) {
    scene s = pushed_scene();
    pawli_body *body = (pawli_body *)body_of(&s);
    const uint32_t hash = pawl_world_hash(s.world);
    int16_t *const halves[] = {&body->velocity_frac_x, &body->velocity_frac_y};
    int8_t *const bytes[] = {&body->move_frac_x, &body->move_frac_y};
    for (int i = 0; i < 2; i++) {
        const int16_t half = *halves[i];
        *halves[i] = (int16_t)(half ^ 1);
        ck_assert_uint_ne(pawl_world_hash(s.world), hash);
        *halves[i] = half;
        const int8_t byte = *bytes[i];
        *bytes[i] = (int8_t)(byte ^ 1);
        ck_assert_uint_ne(pawl_world_hash(s.world), hash);
        *bytes[i] = byte;
    }
    ck_assert_uint_eq(pawl_world_hash(s.world), hash);
    free(s.world);
}
END_TEST

Suite *suite_remainder(void);
Suite *suite_remainder(void) {
    Suite *suite = suite_create("remainder");
    TCase *weak = tcase_create("weak pushes");
    tcase_set_timeout(weak, 120);
    tcase_add_loop_test(weak, weak_gravity_adds_up, 0, SEEDED_PASSES(2, RATES));
    tcase_add_loop_test(weak, weak_forces_and_torques_add_up, 0, SEEDED_PASSES(2, RATES));
    tcase_add_loop_test(weak, weak_damping_slows_down, 0, SEEDED_PASSES(2, RATES));
    tcase_add_test(weak, damping_goes_on_to_the_last_units);
    tcase_add_loop_test(weak, slow_movement_arrives, 0, SEEDED_PASSES(2, RATES));
    suite_add_tcase(suite, weak);
    TCase *rest = tcase_create("rest");
    tcase_set_timeout(rest, 60);
    tcase_add_test(rest, friction_holds_against_weak_pushes);
    tcase_add_test(rest, a_slow_platform_keeps_its_rider);
    tcase_add_test(rest, ice_does_not_hold_against_weak_pushes);
    tcase_add_loop_test(rest, a_stack_rests_to_the_last_bit, 0, SEEDED_PASSES(2, 8));
    suite_add_tcase(suite, rest);
    TCase *state = tcase_create("state");
    tcase_add_test(state, a_velocity_that_is_set_has_no_remainder);
    tcase_add_test(state, what_sleeps_or_is_static_has_no_remainder);
    tcase_add_test(state, the_hash_sees_remainders);
    suite_add_tcase(suite, state);
    return suite;
}
