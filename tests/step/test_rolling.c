/* test_rolling.c - rolling resistance: balls slow down at the rate that theory gives, hold on
 * gentle slopes, and come to rest. The twin integrates one ball in double precision. */
#include <math.h>

#include "support/world/fixture.h"

#define G 10.0

/* A round body on a plane: speed of its centre to the right, and of its rim backwards. */
typedef struct twin {
    double x, v, rim; /* rim = -w R: equal to v when it rolls */
    double resistance, friction;
    double inertia; /* k^2 / R^2 */
    double gravity; /* along the normal */
    double pull;    /* acceleration along the plane */
    double belt;    /* speed of the surface */
} twin;

/* One step of h. Friction acts on v and, over the inertia, on the rim; the resistance on the rim
 * alone. Each stops what it opposes, if it can. */
static void twin_step(twin *t, double h) {
    const double most_friction = t->friction * t->gravity * h;
    const double most_resistance = t->resistance * t->gravity * h;
    t->v += t->pull * h;
    double torque = 0, grip = 0;
    /* Projected Gauss-Seidel on two unknowns converges fast enough to be run to the end. */
    for (int i = 0; i < 60; i++) {
        const double rim = t->rim + (-grip - torque) / t->inertia;
        torque = fmax(-most_resistance, fmin(most_resistance, torque + rim * t->inertia));
        const double v = t->v + grip;
        const double rim_now = t->rim + (-grip - torque) / t->inertia;
        const double slip = v - rim_now - t->belt;
        grip = fmax(-most_friction, fmin(most_friction, grip - slip / (1 + 1 / t->inertia)));
    }
    t->v += grip;
    t->rim += (-grip - torque) / t->inertia;
    t->x += t->v * h;
}

static twin roll_twin(twin t, double seconds) {
    const double h = 1 / 3840.0;
    for (int i = 0; i < (int)(seconds / h + 0.5); i++)
        twin_step(&t, h);
    return t;
}

static twin ball_twin(double v, double resistance) {
    return (twin){0, v, v, resistance, 0.6, 0.5, G, 0, 0};
}

typedef struct scene {
    pawl_world *world;
    pawl_body_id ground, ball;
} scene;

/* A ball of radius 0.5 on the ground, rolling at v. */
static scene make_ball(double v, double resistance) {
    scene made;
    made.world = make_default_world();
    made.ground = add_ground(made.world);
    made.ball = add_body(made.world, PAWL_DYNAMIC, 0, 0.5);
    const pawl_convex circle = circle_convex(0, 0, 0.5);
    pawl_shape_def def = pawl_shape_def_default();
    def.rolling_resistance = FX(resistance);
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(made.world, made.ball, &def, &circle, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(made.world, made.ball, VEC(v, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(made.world, made.ball, FX(-v / 0.5)), PAWL_OK);
    return made;
}

static double speed(const scene *s) {
    return units(pawl_body_get_velocity(s->world, s->ball).x);
}

static double place(const scene *s) {
    return units(pawl_body_get_position(s->world, s->ball).x);
}

/* v' = -c g / (1 + k^2 / R^2) = -2/3 c g: the friction that keeps it rolling takes its share. The
 * impulse of a sub-step is c g / 240 = c * 2731 raw units, rounded: 1 % is c = 0.02. */
START_TEST(a_ball_slows_at_two_thirds_of_resistance_times_gravity) {
    static const double resistances[] = {0.02, 0.05, 0.1, 0.3};
    const double c = resistances[_i], v = 4;
    const scene s = make_ball(v, c);
    const double seconds = 0.5 * v / (2.0 / 3 * c * G);
    const int steps = (int)(seconds * 60);
    run(s.world, steps);
    const double lost = v - speed(&s), want = 2.0 / 3 * c * G * steps / 60;
    assert_near(lost / want, 1, 0.01, "loss of speed over theory");
    ck_assert_uint_eq(pawl_world_get_faults(s.world), 0);
    free(s.world);
}
END_TEST

START_TEST(the_twin_agrees_with_theory) {
    const twin t = roll_twin(ball_twin(4, 0.0625), 2);
    assert_near(t.v, 4 - 2 * 2.0 / 3 * 0.0625 * G, 1e-4, "v");
}
END_TEST

START_TEST(the_order_of_creation_does_not_matter) {
    pawl_world *const world = make_default_world();
    const pawl_body_id ball = add_body(world, PAWL_DYNAMIC, 0, 0.5);
    const pawl_convex circle = circle_convex(0, 0, 0.5);
    const pawl_shape_id shape = add_shape(world, ball, &circle);
    add_ground(world);
    ck_assert_int_eq(pawl_shape_set_rolling_resistance(world, shape, FX(0.125)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, ball, VEC(4, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, ball, FX(-8)), PAWL_OK);
    run(world, 60);
    assert_near(4 - units(pawl_body_get_velocity(world, ball).x), 2.0 / 3 * 0.125 * G, 0.01,
                "loss");
    free(world);
}
END_TEST

/* The way is the turn times the radius, although the manifold is made anew all the time. */
START_TEST(it_rolls_without_slipping) {
    const scene s = make_ball(4, 0.25);
    run(s.world, 120);
    const double turn =
        (int32_t)pawl_body_get_angle(s.world, s.ball) * (3.14159265358979 / 2147483648);
    const double turns = 6.28318530717959 * floor(place(&s) / 0.5 / 6.28318530717959 + 0.5);
    assert_near((turns - turn) * 0.5, place(&s), 0.004, "turn times radius");
    free(s.world);
}
END_TEST

/* Also from sliding, and on a belt. */
START_TEST(a_ball_moves_like_its_twin) {
    static const struct {
        double v, rim, resistance, belt;
    } rows[] = {{4, 4, 0.0625, 0}, {4, 0, 0.0625, 0},  {0, 6, 0.03125, 0}, {4, 4, 0, 0},
                {0, 0, 0.0625, 2}, {-3, -3, 0.125, 1}, {3, -3, 0.25, 0}};
    const scene s = make_ball(rows[_i].v, rows[_i].resistance);
    ck_assert_int_eq(pawl_body_set_angular_velocity(s.world, s.ball, FX(-rows[_i].rim / 0.5)),
                     PAWL_OK);
    ck_assert_int_eq(
        pawl_shape_set_tangent_speed(s.world, shape_of(s.world, s.ground), FX(rows[_i].belt)),
        PAWL_OK);
    twin t = ball_twin(rows[_i].v, rows[_i].resistance);
    t.rim = rows[_i].rim;
    t.belt = rows[_i].belt;
    for (int second = 1; second <= 8; second++) {
        run(s.world, 60);
        t = roll_twin(t, 1);
        assert_near(speed(&s), t.v, 0.03, "v");
        assert_near(place(&s), t.x, 0.05 + 0.01 * fabs(t.x), "x");
    }
    free(s.world);
}
END_TEST

START_TEST(a_rolling_ball_stops_and_sleeps) {
    const scene s = make_ball(2, 0.0625);
    const double stop = 2 / (2.0 / 3 * 0.0625 * G);
    run(s.world, (int)((stop + 1) * 60));
    ck_assert_int_eq(pawl_body_is_awake(s.world, s.ball), false);
    assert_near(place(&s), 0.5 * 2 * stop, 0.05, "x");
    free(s.world);
}
END_TEST

START_TEST(without_resistance_it_rolls_on) {
    const scene s = make_ball(2, 0);
    run(s.world, 600);
    assert_near(speed(&s), 2, 0.002, "v");
    free(s.world);
}
END_TEST

/* A slope of tan = slope, made by turning gravity; sleep off, so that holding is not sleeping. */
static double roll_down(double resistance, double slope, int steps) {
    scene s = make_ball(0, resistance);
    const double length = sqrt(1 + slope * slope);
    ck_assert_int_eq(pawl_world_set_gravity(s.world, VEC(G * slope / length, -G / length)), 0);
    ck_assert_int_eq(pawl_world_set_sleeping_enabled(s.world, false), PAWL_OK);
    run(s.world, steps);
    const double x = place(&s);
    /* What does not roll does not turn either. */
    const double turn =
        (int32_t)pawl_body_get_angle(s.world, s.ball) * (3.14159265358979 / 2147483648);
    if (slope < resistance) assert_near(turn, 0, 0.004, "angle");
    free(s.world);
    return x;
}

START_TEST(a_ball_holds_on_a_slope_below_the_critical_angle) {
    static const double resistances[] = {0.015625, 0.0625, 0.25, 0.3125};
    const double c = resistances[_i];
    assert_near(roll_down(c, 0.97 * c, 1200), 0, 0.002, "x after 20 s");
    /* Above: (sin - c cos) g / (1 + 1/2). */
    const double slope = 2 * c, length = sqrt(1 + slope * slope);
    const double want = 0.5 * (slope - c) / length * G / 1.5 * 4;
    assert_near(roll_down(c, slope, 120) / want, 1, 0.03, "x after 2 s over theory");
}
END_TEST

/* The larger of two resistances counts, whichever shape has it, and a setter changes it. */
START_TEST(resistances_mix_as_the_larger) {
    const scene s = make_ball(4, _i == 0 ? 0.125 : 0.03125);
    const pawl_shape_id ground = shape_of(s.world, s.ground);
    const double other = _i == 0 ? 0.03125 : 0.125;
    ck_assert_int_eq(pawl_shape_set_rolling_resistance(s.world, ground, FX(other)), PAWL_OK);
    ck_assert_int_eq(pawl_shape_get_rolling_resistance(s.world, ground), FX(other));
    run(s.world, 60);
    assert_near(4 - speed(&s), 2.0 / 3 * 0.125 * G, 0.01, "loss of speed");
    free(s.world);
}
END_TEST

/* Two balls against each other: only the spins between them are resisted. */
START_TEST(angular_momentum_is_kept_between_two_balls) {
    pawl_world *const world = make_space();
    const pawl_convex circle = circle_convex(0, 0, 0.5);
    pawl_shape_def def = pawl_shape_def_default();
    def.friction = 0;
    def.rolling_resistance = FX(0.5);
    pawl_body_id balls[2];
    for (int i = 0; i < 2; i++) {
        pawl_shape_id shape;
        balls[i] = add_body(world, PAWL_DYNAMIC, i - 0.5, 0);
        ck_assert_int_eq(pawl_shape_create(world, balls[i], &def, &circle, &shape), PAWL_OK);
        ck_assert_int_eq(pawl_body_set_velocity(world, balls[i], VEC(i ? -1 : 1, 0)), PAWL_OK);
    }
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, balls[0], FX(8)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, balls[1], FX(2)), PAWL_OK);
    run(world, 30);
    const double w0 = units(pawl_body_get_angular_velocity(world, balls[0]));
    const double w1 = units(pawl_body_get_angular_velocity(world, balls[1]));
    assert_near(w0 + w1, 10, 0.001, "sum of spins");
    /* The impact of 1 per unit of mass gives at most 0.5 R of angular impulse each. */
    ck_assert_msg(w0 < 7.5 && w1 > 2.5, "spins %g and %g", w0, w1);
    free(world);
}
END_TEST

/* A box has no radius to roll on, and a contact of two points does not roll. */
START_TEST(boxes_do_not_feel_it) {
    uint32_t hashes[2];
    for (int i = 0; i < 2; i++) {
        pawl_world *const world = make_default_world();
        const pawl_body_id ground = add_ground(world);
        const pawl_body_id box = add_unit_box(world, 0, 2);
        if (i == 1) {
            ck_assert_int_eq(
                pawl_shape_set_rolling_resistance(world, shape_of(world, ground), FX(1)), 0);
        }
        ck_assert_int_eq(pawl_body_set_angular_velocity(world, box, FX(3)), PAWL_OK);
        run(world, 90);
        hashes[i] = pawl_world_motion_hash(world);
        free(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
}
END_TEST

START_TEST(it_is_part_of_the_state_only_where_it_is_set) {
    const scene plain = make_ball(2, 0), rough = make_ball(2, 0.0625);
    ck_assert_uint_ne(pawl_world_hash(plain.world), pawl_world_hash(rough.world));
    const pawl_shape_id shape = shape_of(rough.world, rough.ball);
    ck_assert_int_eq(pawl_shape_set_rolling_resistance(rough.world, shape, 0), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(plain.world), pawl_world_hash(rough.world));
    free(plain.world);
    free(rough.world);
}
END_TEST

START_TEST(misuse_is_an_error) {
    const scene s = make_ball(0, 0);
    const pawl_shape_id shape = shape_of(s.world, s.ball);
    static const pawl_fx wrong[] = {-1, PAWL_FX_ONE + 1, INT32_MIN, INT32_MAX};
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(pawl_shape_set_rolling_resistance(s.world, shape, wrong[i]),
                         PAWL_ERR_RANGE);
        const pawl_convex circle = circle_convex(0, 0, 0.5);
        pawl_shape_def def = pawl_shape_def_default();
        pawl_shape_id out;
        def.rolling_resistance = wrong[i];
        ck_assert_int_eq(pawl_shape_create(s.world, s.ball, &def, &circle, &out), PAWL_ERR_RANGE);
    }
    ck_assert_int_eq(pawl_shape_set_rolling_resistance(s.world, NO_SHAPE, 0), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_shape_set_rolling_resistance(NULL, shape, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_get_rolling_resistance(s.world, NO_SHAPE), 0);
    ck_assert_int_eq(pawl_shape_set_rolling_resistance(s.world, shape, PAWL_FX_ONE), PAWL_OK);
    ck_assert_int_eq(pawl_shape_get_rolling_resistance(s.world, shape), PAWL_FX_ONE);
    free(s.world);
}
END_TEST

/* Loop index: the radius. Its whole way round is shorter than what a manifold may be kept for. */
START_TEST(a_tiny_wheel_rolls_on_the_ground_and_not_in_it) {
    static const double radii[] = {0.015625, 0.0078125, 0.00390625};
    pawl_world *const world = make_default_world();
    add_ground(world);
    const double r = radii[_i];
    const pawl_body_id wheel = add_body(world, PAWL_DYNAMIC, 0, r);
    const pawl_convex circle = circle_convex(0, 0, r);
    add_shape(world, wheel, &circle);
    ck_assert_int_eq(pawl_body_set_velocity(world, wheel, VEC(10 * r, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, wheel, FX(-10)), PAWL_OK);
    for (int i = 0; i < 300; i++) {
        run(world, 1);
        const double height = units(pawl_body_get_position(world, wheel).y);
        ck_assert_msg(r - height < r / 4, "radius %g, step %d: %g deep", r, i, r - height);
    }
    ck_assert_msg(units(pawl_body_get_position(world, wheel).x) > 20 * r, "radius %g does not roll",
                  r);
    free(world);
}
END_TEST

Suite *suite_rolling(void) {
    Suite *const suite = suite_create("rolling");
    TCase *const tcase = tcase_create("rolling");
    tcase_add_loop_test(tcase, a_ball_slows_at_two_thirds_of_resistance_times_gravity, 0, 4);
    tcase_add_test(tcase, the_order_of_creation_does_not_matter);
    tcase_add_test(tcase, it_rolls_without_slipping);
    tcase_add_test(tcase, the_twin_agrees_with_theory);
    tcase_add_loop_test(tcase, a_ball_moves_like_its_twin, 0, 7);
    tcase_add_test(tcase, a_rolling_ball_stops_and_sleeps);
    tcase_add_test(tcase, without_resistance_it_rolls_on);
    tcase_add_loop_test(tcase, a_ball_holds_on_a_slope_below_the_critical_angle, 0, 4);
    tcase_add_loop_test(tcase, resistances_mix_as_the_larger, 0, 2);
    tcase_add_test(tcase, angular_momentum_is_kept_between_two_balls);
    tcase_add_test(tcase, boxes_do_not_feel_it);
    tcase_add_test(tcase, it_is_part_of_the_state_only_where_it_is_set);
    tcase_add_loop_test(tcase, a_tiny_wheel_rolls_on_the_ground_and_not_in_it, 0, 3);
    tcase_add_test(tcase, misuse_is_an_error);
    suite_add_tcase(suite, tcase);
    return suite;
}
