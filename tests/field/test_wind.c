/* test_wind.c - the wind on shapes of every kind, against the formula of field.h in doubles. */
#include <inttypes.h>
#include <math.h>

#include "support/world/field.h"

#define ROUNDS SEEDED_ROUNDS(1700) /* times six kinds: 10^4 poses */

/* ---- the oracle ----------------------------------------------------------------------------- */

typedef struct reals {
    double x, y, spin; /* accelerations, units/s^2 */
    double bound;      /* by how much its parts may be off */
} reals;

/* One edge, or a rounding (normal 0): its acceleration before damping, and its rate.
 *
 * Bound: both corners are off by half a raw unit on each axis, and so are the speeds at the middle
 * of the edge; with the rounding of what is in between that is 1.5 raw units of its length and of
 * the speed, of which two factors are made, of what it were to face the wind. The lever arm is off
 * by 1.5 raw units, too. */
static reals feel(const pawli_body *body, const pawl_wind_def *def, real2 arm, real2 normal,
                  double length, double *rate) {
    const double inverse = value_of(pawli_body_per_gyration(body));
    const double mass = value_of(pawli_body_mass(body)), w = body->spin / 65536.0 * inverse;
    const double ux = units(def->velocity.x) - units(body->velocity.x) + w * (double)arm.y;
    const double uy = units(def->velocity.y) - units(body->velocity.y) - w * (double)arm.x;
    const double u = hypot(ux, uy), s = fmin(u, units(def->max_speed));
    const bool round = normal.x == 0 && normal.y == 0;
    const double cx = u > 0 ? ux / u : 0, cy = u > 0 ? uy / u : 0;
    const double facing = round ? 1 : -(cx * (double)normal.x + cy * (double)normal.y);
    if (facing <= 0 || u == 0) return (reals){0, 0, 0, 0};
    const double flow = length * facing * s / mass;
    const double r2 = (double)(arm.x * arm.x + arm.y * arm.y);
    *rate += flow * (1 + r2 * inverse * inverse) * (units(def->drag) + units(def->lift));
    const double drag = flow * s * units(def->drag);
    const double lift = round ? 0 : flow * s * units(def->lift);
    const double x = drag * cx + lift * (-(double)normal.x - facing * cx);
    const double y = drag * cy + lift * (-(double)normal.y - facing * cy);
    const double spin = ((double)arm.x * y - (double)arm.y * x) * inverse;
    const double off = 0.00005 + (round ? 0 : 1.5 / 65536 / length) + 3.0 / 65536 / fmax(s, 1e-4);
    const double arms = off * (1 + sqrt(r2) * inverse) + 1.5 / 65536 * inverse;
    return (reals){x, y, spin, (drag + lift) / facing * arms};
}

static void gather(reals *sum, reals part) {
    sum->x += part.x;
    sum->y += part.y;
    sum->spin += part.spin;
    sum->bound += part.bound;
}

static reals wind_on(const pawli_body *body, const pawl_wind_def *def, const pawl_convex *shape) {
    real2 arms[PAWL_POLYGON_MAX], middle = {0, 0};
    const double c = body->rotation.c / (double)PAWL_UNIT, s = body->rotation.s / (double)PAWL_UNIT;
    for (int i = 0; i < shape->count; i++) {
        const double x = units(shape->vertices[i].x - body->center.x);
        const double y = units(shape->vertices[i].y - body->center.y);
        arms[i] = (real2){c * x - s * y, s * x + c * y};
        middle.x += arms[i].x / shape->count;
        middle.y += arms[i].y / shape->count;
    }
    reals sum = {0, 0, 0, 0};
    double rate = 0;
    for (int i = 0; i < shape->count && shape->count > 1; i++) {
        const real2 a = arms[i], b = arms[(i + 1) % shape->count];
        const long double length = hypotl(b.x - a.x, b.y - a.y);
        const real2 normal = {(b.y - a.y) / length, (a.x - b.x) / length};
        const real2 arm = {(a.x + b.x) / 2, (a.y + b.y) / 2};
        gather(&sum, feel(body, def, arm, normal, (double)length, &rate));
    }
    if (shape->radius > 0) {
        const real2 none = {0, 0};
        gather(&sum, feel(body, def, middle, none, 2 * units(shape->radius), &rate));
    }
    const double slow = 1 / (1 + rate / 60);
    return (reals){sum.x * slow, sum.y * slow, sum.spin * slow, sum.bound * slow};
}

static pawl_wind_def random_wind(uint64_t *seed) {
    pawl_wind_def def = pawl_wind_def_default();
    def.velocity = seeded_point(seed, FX(60));
    def.drag = seeded_between(seed, 0, FX(4));
    def.lift = seeded_between(seed, 0, FX(4));
    if (seeded_next(seed) % 2) def.max_speed = seeded_between(seed, 0, FX(50));
    return def;
}

START_TEST(the_force_is_that_of_doubles) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        const uint64_t from = seed;
        pawl_world *const world = make_space();
        const pawl_convex shape = seeded_convex(&seed, _i, seeded_between(&seed, 1 << 15, 1 << 20));
        const pawl_pose pose = seeded_pose(&seed, PAWL_COORD_MAX / 4);
        const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
        const pawl_shape_id id = add_shape(world, body, &shape);
        ck_assert_int_eq(
            pawl_body_set_pose(world, body, pose.position, (pawl_angle)seeded_next(&seed)),
            PAWL_OK);
        ck_assert_int_eq(pawl_body_set_velocity(world, body, seeded_point(&seed, FX(20))), PAWL_OK);
        ck_assert_int_eq(
            pawl_body_set_angular_velocity(world, body, seeded_between(&seed, -65536, 65536)),
            PAWL_OK);
        const pawl_wind_def def = random_wind(&seed);
        const reals want = wind_on(inside(world, body), &def, &shape);
        ck_assert_int_eq(pawl_shape_apply_wind(world, id, &def), PAWL_OK);
        const pawl_vec2 got = inside(world, body)->acceleration;
        const double spin = units(inside(world, body)->spin_acceleration);
        const double bound = 0.0001 + want.bound;
        ck_assert_msg(fabs(units(got.x) - want.x) < bound && fabs(units(got.y) - want.y) < bound &&
                          fabs(spin - want.spin) < bound,
                      "(%.5f, %.5f, %.5f) for (%.5f, %.5f, %.5f), bound %.5f; seed %" PRIu64,
                      units(got.x), units(got.y), spin, want.x, want.y, want.spin, bound, from);
        ck_assert_uint_eq(pawl_world_get_faults(world), 0);
        free(world);
    }
}
END_TEST

/* ---- what it is for ------------------------------------------------------------------------- */

static void blow(pawl_world *world, const pawl_wind_def *wind, int steps) {
    for (int i = 0; i < steps; i++) {
        ck_assert_int_eq(pawl_world_apply_wind(world, wind), PAWL_OK);
        run(world, 1);
    }
}

/* Worked by hand, at small coefficients so that damping is a small thing: a box of 2 x 1 head on, a
 * disc, and a plate at 45 degrees with lift. */
START_TEST(worked_rows) {
    pawl_world *const world = make_space();
    pawl_wind_def wind = pawl_wind_def_default();
    wind.velocity = VEC(8, 0);
    wind.drag = FX(0.0625);
    const pawl_body_id box = add_body(world, PAWL_DYNAMIC, 0, 0);
    add_box(world, box, 1, 0.5); /* mass 2, seen 1: 64 / 16 / 2 */
    const pawl_body_id disc = add_body(world, PAWL_DYNAMIC, 0, 9);
    const pawl_convex circle = circle_convex(0, 0, 0.5);
    add_shape(world, disc, &circle); /* mass pi / 4, seen 1 */
    ck_assert_int_eq(pawl_world_apply_wind(world, &wind), PAWL_OK);
    const double slow_box = 1 / (1 + 8 / 16.0 / 2 * (1 + 1 / (5 / 12.0)) / 60);
    assert_near(units(inside(world, box)->acceleration.x), 2 * slow_box, 0.0001, "box");
    assert_near(units(inside(world, disc)->acceleration.x),
                4 / (acos(-1.0) / 4) / (1 + 8 / 16.0 / (acos(-1.0) / 4) / 60), 0.0001, "disc");
    ck_assert_int_eq(inside(world, box)->acceleration.y, 0);
    ck_assert_int_eq(inside(world, disc)->acceleration.y, 0);
    ck_assert_int_eq(inside(world, disc)->spin_acceleration, 0);
    run(world, 1);
    ck_assert_int_eq(pawl_body_set_pose(world, box, VEC(0, 0), PAWL_TURN(1, 8)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, box, VEC(0, 0)), PAWL_OK);
    wind.drag = 0;
    wind.lift = FX(0.0625);
    ck_assert_int_eq(pawl_world_apply_wind(world, &wind), PAWL_OK);
    /* Nose down by 45 degrees: the long side is pressed down with 4, the short one up with 2. */
    assert_near(units(inside(world, box)->acceleration.y), -1, 0.03, "lift");
    assert_near(units(inside(world, box)->acceleration.x), 0, 0.0001, "no drag");
    free(world);
}
END_TEST

/* Light or heavy, small or large: nobody becomes faster than the wind, but by what little the spin
 * of a plate can give, or turns ever faster. */
START_TEST(nothing_overtakes_the_wind) {
    pawl_world *const world = make_space();
    pawl_wind_def wind = pawl_wind_def_default();
    wind.velocity = VEC(20, 0);
    wind.drag = FX(1024);
    const pawl_convex shapes[3] = {box_convex(0.01, 1), circle_convex(0.5, 0, 0.03125),
                                   box_convex(0.5, 0.5)};
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    add_shape(world, body, &shapes[_i % 3]);
    if (_i >= 3) ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, FX(3)), PAWL_OK);
    for (int i = 0; i < 600; i++) {
        blow(world, &wind, 1);
        const double vx = units(pawl_body_get_velocity(world, body).x);
        ck_assert_msg(vx > 0 && vx <= (_i < 3 ? 20.001 : 21), "step %d: %.5f", i, vx);
        const double w = units(pawl_body_get_angular_velocity(world, body));
        ck_assert_msg(fabs(w) < 30, "step %d: turns at %.3f", i, w);
    }
    assert_near(units(pawl_body_get_velocity(world, body).x), 20, 0.5, "vx");
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    free(world);
}
END_TEST

/* A hollow in max_speed: with it the drag grows no more. */
START_TEST(max_speed_limits_the_push) {
    pawl_world *const world = make_space();
    pawl_wind_def wind = pawl_wind_def_default();
    wind.velocity = VEC(100, 0);
    wind.drag = FX(0.125);
    wind.max_speed = _i == 0 ? FX(4) : 0;
    const pawl_body_id body = add_unit_box(world, 0, 0);
    ck_assert_int_eq(pawl_world_apply_wind(world, &wind), PAWL_OK);
    const double slow = 1 / (1 + 0.5 * (1 + 0.25 * 6) / 60);
    assert_near(units(inside(world, body)->acceleration.x), _i == 0 ? 2 * slow : 0, 0.0001, "ax");
    free(world);
}
END_TEST

/* 0: as it is, 1: area elsewhere, 2: other mask, 3: asleep, 4: asleep and to be woken. */
START_TEST(only_who_is_meant_is_blown) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    pawl_wind_def wind = pawl_wind_def_default();
    wind.velocity = VEC(5, 0);
    const pawl_body_id body = add_unit_box(world, 0, 0.5);
    const pawl_shape_id shape = shape_of(world, body);
    if (_i >= 3) run(world, 120);
    if (_i == 1) wind.area = pawl_area_box((pawl_box){VEC(1, 0), VEC(2, 1)});
    if (_i == 2) wind.mask = 2;
    wind.wake = _i == 4;
    ck_assert_int_eq(pawl_world_apply_wind(world, &wind), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_awake(world, body), _i != 3);
    ck_assert_int_eq(inside(world, body)->acceleration.x > 0, _i == 0 || _i == 4);
    /* A shape of its own has neither area nor mask. */
    ck_assert_int_eq(pawl_shape_apply_wind(world, shape, &wind), PAWL_OK);
    ck_assert_int_eq(inside(world, body)->acceleration.x > 0, _i != 3);
    free(world);
}
END_TEST

/* A breeze that moves nothing lets things fall asleep. */
START_TEST(a_breeze_keeps_nobody_awake) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    pawl_wind_def wind = pawl_wind_def_default();
    wind.velocity = VEC(1, 0);
    const pawl_body_id body = add_unit_box(world, 0, 0.5);
    blow(world, &wind, 120);
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    free(world);
}
END_TEST

/* ---- everywhere the same, and misuse -------------------------------------------------------- */

static pawl_vec2 blown(pawl_vec2 offset) {
    pawl_world *const world = make_default_world();
    pawl_wind_def wind = pawl_wind_def_default();
    wind.velocity = VEC(15, 3);
    wind.lift = FX(0.5);
    wind.area = pawl_area_box(
        (pawl_box){pawl_vec2_add(VEC(-8, -30), offset), pawl_vec2_add(VEC(8, 30), offset)});
    pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    const pawl_convex plate = box_convex(1, 0.125), ball = circle_convex(1, 0, 0.25);
    add_shape(world, body, &plate);
    add_shape(world, body, &ball);
    ck_assert_int_eq(pawl_body_set_pose(world, body, offset, PAWL_TURN(1, 10)), PAWL_OK);
    blow(world, &wind, 90);
    const pawl_vec2 at = pawl_vec2_sub(pawl_body_get_position(world, body), offset);
    free(world);
    return at;
}

START_TEST(a_shifted_wind_blows_alike_bit_for_bit) {
    const pawl_vec2 want = blown(VEC(0, 0));
    ck_assert_int_gt(want.x, FX(1));
    for (int i = 0; i < FAR_PLACES; i++)
        assert_vec_eq(blown(far_place(i)), want);
}
END_TEST

START_TEST(misuse_is_an_error_and_changes_nothing) {
    pawl_world *const world = make_default_world();
    const pawl_shape_id shape = shape_of(world, add_unit_box(world, 0, 0));
    const uint32_t hash = pawl_world_hash(world);
    const pawl_wind_def good = pawl_wind_def_default();
    pawl_wind_def bad[9];
    for (int i = 0; i < 9; i++)
        bad[i] = good;
    bad[0].cookie++;
    bad[1].area.count = 2;
    bad[2].velocity.x = PAWL_SPEED_MAX + 1;
    bad[3].velocity.y = INT32_MIN;
    bad[4].drag = -1;
    bad[5].drag = FX(1024) + 1;
    bad[6].lift = INT32_MIN;
    bad[7].max_speed = -1;
    bad[8].max_speed = PAWL_SPEED_MAX + 1;
    ASSERT_REFUSES(pawl_world_apply_wind, world, good, bad, PAWL_ERR_GEOMETRY);
    for (int i = 0; i < 9; i++)
        ck_assert_int_eq(pawl_shape_apply_wind(world, shape, &bad[i]),
                         pawl_world_apply_wind(world, &bad[i]));
    ck_assert_int_eq(pawl_shape_apply_wind(NULL, shape, &good), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_apply_wind(world, shape, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_shape_apply_wind(world, NO_SHAPE, &good), PAWL_ERR_STALE);
    const pawl_shape_id stale = {shape.index1, (uint16_t)(shape.generation + 1)};
    ck_assert_int_eq(pawl_shape_apply_wind(world, stale, &good), PAWL_ERR_STALE);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(world);
}
END_TEST

/* The largest of everything: no overflow, and the world stays sound. */
START_TEST(extremes_are_defined) {
    pawl_world *const world = make_space();
    pawl_wind_def wind = pawl_wind_def_default();
    wind.velocity = pawl_vec2_make(PAWL_SPEED_MAX, -PAWL_SPEED_MAX);
    wind.drag = wind.lift = FX(1024);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 16383, 16383);
    const pawl_convex huge = box_convex(5000, 5000), small = box_convex(0.001, 0.001);
    add_shape(world, body, _i == 0 ? &huge : &small);
    ck_assert_int_eq(
        pawl_body_set_velocity(world, body, pawl_vec2_make(-PAWL_SPEED_MAX, PAWL_SPEED_MAX)),
        PAWL_OK);
    ck_assert_int_eq(pawl_world_apply_wind(world, &wind), PAWL_OK);
    assert_sound(world);
    run(world, 1);
    assert_sound(world);
    free(world);
}
END_TEST

Suite *suite_wind(void);
Suite *suite_wind(void) {
    Suite *const suite = suite_create("wind");
    TCase *const tcase = tcase_create("wind");
    tcase_add_loop_test(tcase, the_force_is_that_of_doubles, 0, KINDS);
    tcase_add_test(tcase, worked_rows);
    tcase_add_loop_test(tcase, nothing_overtakes_the_wind, 0, 6);
    tcase_add_loop_test(tcase, max_speed_limits_the_push, 0, 2);
    tcase_add_loop_test(tcase, only_who_is_meant_is_blown, 0, 5);
    tcase_add_test(tcase, a_breeze_keeps_nobody_awake);
    tcase_add_test(tcase, a_shifted_wind_blows_alike_bit_for_bit);
    tcase_add_test(tcase, misuse_is_an_error_and_changes_nothing);
    tcase_add_loop_test(tcase, extremes_are_defined, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite;
}
