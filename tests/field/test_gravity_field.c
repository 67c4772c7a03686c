/* test_gravity_field.c - planets and areas with a gravity of their own, against doubles. */
#include <inttypes.h>
#include <math.h>

#include "support/world/field.h"

static pawl_body_id add_ball(pawl_world *world, double x, double y) {
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, x, y);
    const pawl_convex ball = circle_convex(0, 0, 0.25);
    add_shape(world, body, &ball);
    return body;
}

static void run_around(pawl_world *world, const pawl_radial_gravity_def *planet, int steps) {
    for (int i = 0; i < steps; i++) {
        ck_assert_int_eq(pawl_world_apply_radial_gravity(world, planet), PAWL_OK);
        run(world, 1);
    }
}

/* ---- the size of the pull ------------------------------------------------------------------- */

static double pull_of(const pawl_radial_gravity_def *def, double distance) {
    const double inner = units(def->inner_radius), r = fmax(distance, inner);
    const double pull = def->strength / 65536.0 / pow(r, (int)def->falloff);
    return distance < inner ? pull * distance / inner : pull;
}

/* Bound: half a raw unit of rounding; a raw unit of the distance, which matters near by; and the
 * 30 bits of the direction and of pawli_scaled. */
START_TEST(the_pull_is_that_of_doubles) {
    uint64_t seed = first_seed(_i);
    pawl_world *const world = make_space();
    const pawl_body_id body = add_ball(world, 0, 0);
    int strong = 0;
    for (int n = 0; n < 4000; n++) {
        const uint64_t from = seed;
        pawl_radial_gravity_def def = pawl_radial_gravity_def_default();
        const int32_t reach = INT32_C(1) << seeded_between(&seed, 10, 29);
        const pawl_vec2 at = seeded_point(&seed, PAWL_COORD_MAX / 2);
        def.center = pawl_vec2_add(at, seeded_point(&seed, reach));
        def.falloff = (pawl_falloff)_i;
        def.inner_radius = seeded_between(&seed, 256, 1 << 20);
        def.strength = seeded_int64(&seed) >> 20;
        ck_assert_int_eq(pawl_body_set_pose(world, body, at, 0), PAWL_OK);
        ck_assert_int_eq(pawl_world_apply_radial_gravity(world, &def), PAWL_OK);
        const pawl_vec2 got = inside(world, body)->acceleration;
        const double x = units(def.center.x - at.x), y = units(def.center.y - at.y);
        const double r = hypot(x, y), pull = r > 0 ? pull_of(&def, r) / r : 0;
        const uint32_t faults = pawl_world_get_faults(world);
        ck_assert_int_eq(pawl_world_clear_faults(world), PAWL_OK);
        run(world, 1);
        ck_assert_int_eq(pawl_world_clear_faults(world), PAWL_OK);
        ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(0, 0)), PAWL_OK);
        if (fabs(pull * r) > 32000) {
            ck_assert_msg(faults == PAWL_FAULT_FORCE_RANGE || fabs(pull * x) < 32768,
                          "faults %u; seed %" PRIu64, (unsigned)faults, from);
            continue;
        }
        ck_assert_uint_eq(faults, 0);
        const double bound = 0.5 + fabs(pull * r) * 65536 * (2 / (r * 65536 + 1) + 4e-9);
        const double ex = got.x - pull * x * 65536, ey = got.y - pull * y * 65536;
        ck_assert_msg(fabs(ex) <= bound && fabs(ey) <= bound,
                      "(%.2f, %.2f) off, bound %.2f; seed %" PRIu64, ex, ey, bound, from);
        strong += fabs(pull * r) > 1;
    }
    ck_assert_int_gt(strong, 200);
    free(world);
}
END_TEST

START_TEST(the_pull_respects_scale_sign_radius_and_center) {
    pawl_world *const world = make_space();
    pawl_radial_gravity_def def = pawl_radial_gravity_def_default();
    const pawl_body_id body = add_ball(world, 4, 0);
    const struct {
        double x, strength, scale, outer, want;
    } rows[] = {
        {4, 32, 1, 100, -2}, {4, -32, 1, 100, 2},  {4, 32, -0.5, 100, 1},
        {4, 32, 0, 100, 0},  {4, 32, 1, 4, -2},    {4.5, 32, 1, 4, 0},
        {1, 32, 1, 4, -32},  {0.25, 32, 1, 4, -8}, {0, 32, 1, 4, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        def.strength = (pawl_wide)(rows[i].strength * 65536);
        def.outer_radius = FX(rows[i].outer);
        ck_assert_int_eq(pawl_body_set_gravity_scale(world, body, FX(rows[i].scale)), PAWL_OK);
        ck_assert_int_eq(pawl_body_set_pose(world, body, VEC(rows[i].x, 0), 0), PAWL_OK);
        ck_assert_int_eq(pawl_world_apply_radial_gravity(world, &def), PAWL_OK);
        ck_assert_msg(abs(inside(world, body)->acceleration.x - FX(rows[i].want)) <= 1,
                      "row %d: %.5f", (int)i, units(inside(world, body)->acceleration.x));
        run(world, 1);
        ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(0, 0)), PAWL_OK);
    }
    free(world);
}
END_TEST

/* ---- orbits --------------------------------------------------------------------------------- */

/* The same orbit in doubles, in sixteen sub-steps for each of the world's steps: leapfrog. */
typedef struct twin {
    double x, y, vx, vy;
} twin;

static void move_twin(twin *t, double strength, int steps) {
    const double h = 1.0 / (60 * 16);
    for (int i = 0; i < 16 * steps; i++) {
        t->x += t->vx * h / 2;
        t->y += t->vy * h / 2;
        const double r2 = t->x * t->x + t->y * t->y, pull = -strength / (r2 * sqrt(r2));
        t->vx += pull * t->x * h;
        t->vy += pull * t->y * h;
        t->x += t->vx * h / 2;
        t->y += t->vy * h / 2;
    }
}

/* Radius, speed, sub-steps, and by how much of the radius the place may differ after 60 s. */
static const struct {
    double radius, speed;
    int substeps;
    double drift;
} orbits[] = {
    {10, 10, 4, 0.03}, {10, 10, 1, 0.03},   {10, 10, 16, 0.12},
    {4, 6, 4, 0.03},   {200, 40, 4, 0.004}, {1000, 200, 2, 0.002},
};

START_TEST(a_circular_orbit_stays_within_a_per_cent_for_a_minute) {
    const double radius = orbits[_i].radius, speed = orbits[_i].speed;
    pawl_world_def world_def = pawl_world_def_default();
    world_def.gravity = VEC(0, 0);
    world_def.sleeping = 0;
    world_def.substeps = (uint8_t)orbits[_i].substeps;
    pawl_world *const world = make_world(&world_def);
    pawl_radial_gravity_def planet = pawl_radial_gravity_def_default();
    planet.center = VEC(-50, 30);
    planet.strength = (pawl_wide)(radius * speed * speed * 65536);
    const pawl_body_id body = add_ball(world, radius - 50, 30);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(0, speed)), PAWL_OK);
    twin t = {radius, 0, 0, speed};
    double worst = 0, apart = 0;
    for (int i = 0; i < 3600; i++) {
        run_around(world, &planet, 1);
        move_twin(&t, radius * speed * speed, 1);
        const pawl_vec2 at = pawl_vec2_sub(pawl_body_get_position(world, body), planet.center);
        worst = fmax(worst, fabs(hypot(units(at.x), units(at.y)) - radius) / radius);
        apart = hypot(units(at.x) - t.x, units(at.y) - t.y) / radius;
    }
    ck_assert_msg(worst < 0.01, "orbit %d: off by %.4f of its radius", _i, worst);
    ck_assert_msg(apart < orbits[_i].drift, "orbit %d: %.4f radii from the twin", _i, apart);
    ck_assert_msg(fabs(hypot(t.x, t.y) / radius - 1) < 0.001, "the twin itself is off");
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    free(world);
}
END_TEST

/* What lands on a planet comes to rest on it and sleeps, although it is pulled all the time. */
START_TEST(things_rest_on_a_planet_and_sleep) {
    pawl_world_def world_def = pawl_world_def_default();
    world_def.gravity = VEC(0, 0);
    pawl_world *const world = make_world(&world_def);
    pawl_radial_gravity_def planet = pawl_radial_gravity_def_default();
    planet.strength = PAWL_WIDE(1000, 0, 1);
    const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_convex globe = circle_convex(0, 0, 10);
    add_shape(world, ground, &globe);
    const pawl_body_id east = add_unit_box(world, 11, 0), west = add_unit_box(world, -11, 0);
    run_around(world, &planet, 300);
    ck_assert_int_eq(pawl_body_is_awake(world, east), false);
    ck_assert_int_eq(pawl_body_is_awake(world, west), false);
    assert_near(units(pawl_body_get_position(world, east).x), 10.5, 0.02, "east");
    assert_near(units(pawl_body_get_position(world, west).x), -10.5, 0.02, "west");
    planet.strength = PAWL_WIDE(0, 0, 1);
    planet.wake = true;
    run_around(world, &planet, 1);
    ck_assert_int_eq(pawl_body_is_awake(world, east), true);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    assert_sound(world);
    free(world);
}
END_TEST

/* ---- areas ---------------------------------------------------------------------------------- */

/* 0: in place of the world's gravity, 1: besides it. */
START_TEST(an_area_has_its_own_gravity) {
    pawl_world *const world = make_default_world();
    pawl_area_gravity_def def = pawl_area_gravity_def_default();
    def.area = pawl_area_box((pawl_box){VEC(-1, -1), VEC(1, 1)});
    def.gravity = VEC(3, 4);
    def.replace = _i == 0;
    const pawl_body_id in = add_ball(world, 1, 1), out = add_ball(world, 1.0001, -1);
    ck_assert_int_eq(pawl_body_set_gravity_scale(world, in, FX(0.5)), PAWL_OK);
    ck_assert_int_eq(pawl_world_apply_area_gravity(world, &def), PAWL_OK);
    run(world, 1);
    const double h = 1 / 60.0, want = _i == 0 ? 2 : -3;
    assert_near(units(pawl_body_get_velocity(world, in).x), 1.5 * h, 0.00004, "vx");
    assert_near(units(pawl_body_get_velocity(world, in).y), want * h, 0.00004, "vy");
    assert_near(units(pawl_body_get_velocity(world, out).y), -10 * h, 0.00004, "vy outside");
    free(world);
}
END_TEST

START_TEST(without_gravity_nothing_moves_at_all) {
    pawl_world_def world_def = pawl_world_def_default();
    world_def.gravity = (pawl_vec2){12345, -654321};
    world_def.sleeping = 0;
    pawl_world *const world = make_world(&world_def);
    const pawl_area_gravity_def def = pawl_area_gravity_def_default();
    const pawl_body_id body = add_ball(world, 1, 2);
    ck_assert_int_eq(pawl_body_set_gravity_scale(world, body, 77777), PAWL_OK);
    for (int i = 0; i < 300; i++) {
        ck_assert_int_eq(pawl_world_apply_area_gravity(world, &def), PAWL_OK);
        run(world, 1);
    }
    assert_vec_eq(pawl_body_get_position(world, body), VEC(1, 2));
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(0, 0));
    free(world);
}
END_TEST

/* v' = v / (1 + d h), for any d. */
START_TEST(damping_slows_by_the_implicit_form) {
    pawl_world *const world = make_space();
    pawl_area_gravity_def def = pawl_area_gravity_def_default();
    const double rates[] = {0, 0.5, 60, 1024};
    def.linear_damping = FX(rates[_i]);
    def.angular_damping = FX(rates[3 - _i]);
    const pawl_body_id body = add_unit_box(world, 0, 0);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(100, -50)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, FX(20)), PAWL_OK);
    ck_assert_int_eq(pawl_world_apply_area_gravity(world, &def), PAWL_OK);
    run(world, 1);
    assert_near(units(pawl_body_get_velocity(world, body).x), 100 / (1 + rates[_i] / 60), 0.0001,
                "vx");
    assert_near(units(pawl_body_get_velocity(world, body).y), -50 / (1 + rates[_i] / 60), 0.0001,
                "vy");
    assert_near(units(pawl_body_get_angular_velocity(world, body)), 20 / (1 + rates[3 - _i] / 60),
                0.0003, "w");
    free(world);
}
END_TEST

START_TEST(a_mask_chooses_bodies_by_any_of_their_shapes) {
    pawl_world *const world = make_space();
    pawl_area_gravity_def area = pawl_area_gravity_def_default();
    pawl_radial_gravity_def planet = pawl_radial_gravity_def_default();
    area.mask = planet.mask = 4;
    area.gravity = VEC(0, 1);
    planet.center = VEC(0, 100);
    planet.falloff = PAWL_FALLOFF_NONE;
    const pawl_body_id other = add_ball(world, 0, 0), bare = add_body(world, PAWL_DYNAMIC, 0, 0);
    const pawl_body_id both = add_ball(world, 0, 0);
    const pawl_convex ball = circle_convex(0, 0, 0.25);
    const pawl_shape_id shape = add_shape(world, both, &ball);
    const pawl_filter filter = {4, UINT32_MAX, 0, 0};
    ck_assert_int_eq(pawl_shape_set_filter(world, shape, filter), PAWL_OK);
    ck_assert_int_eq(pawl_world_apply_area_gravity(world, &area), PAWL_OK);
    ck_assert_int_eq(pawl_world_apply_radial_gravity(world, &planet), PAWL_OK);
    ck_assert_int_eq(inside(world, other)->acceleration.y, 0);
    ck_assert_int_eq(inside(world, bare)->acceleration.y, FX(11));
    ck_assert_int_eq(inside(world, both)->acceleration.y, FX(11));
    free(world);
}
END_TEST

/* ---- everywhere the same, and misuse -------------------------------------------------------- */

static void play(pawl_vec2 offset, pawl_vec2 trace[2]) {
    pawl_world *const world = make_default_world();
    pawl_radial_gravity_def planet = pawl_radial_gravity_def_default();
    pawl_area_gravity_def area = pawl_area_gravity_def_default();
    planet.center = pawl_vec2_add(VEC(1, 2), offset);
    planet.strength = PAWL_WIDE(50, 0, 1);
    area.area = pawl_area_box(
        (pawl_box){pawl_vec2_add(VEC(-3, -3), offset), pawl_vec2_add(VEC(3, 3), offset)});
    area.gravity = VEC(1, 0);
    area.linear_damping = FX(0.25);
    pawl_body_id bodies[2] = {add_ball(world, 0, 0), add_unit_box(world, 4, 1)};
    for (int i = 0; i < 2; i++) {
        const pawl_vec2 at = pawl_vec2_add(pawl_body_get_position(world, bodies[i]), offset);
        ck_assert_int_eq(pawl_body_set_pose(world, bodies[i], at, 12345), PAWL_OK);
    }
    for (int i = 0; i < 120; i++) {
        ck_assert_int_eq(pawl_world_apply_area_gravity(world, &area), PAWL_OK);
        run_around(world, &planet, 1);
    }
    for (int i = 0; i < 2; i++)
        trace[i] = pawl_vec2_sub(pawl_body_get_position(world, bodies[i]), offset);
    free(world);
}

START_TEST(a_shifted_field_pulls_alike_bit_for_bit) {
    pawl_vec2 want[2], got[2];
    play(VEC(0, 0), want);
    ck_assert_msg(want[0].x != 0 && want[1].x != FX(4), "nothing moved");
    for (int i = 0; i < FAR_PLACES; i++) {
        play(far_place(i), got);
        assert_vec_eq(got[0], want[0]);
        assert_vec_eq(got[1], want[1]);
    }
}
END_TEST

START_TEST(radial_misuse_is_an_error_and_changes_nothing) {
    pawl_world *const world = make_default_world();
    add_ball(world, 0, 3);
    const uint32_t hash = pawl_world_hash(world);
    const pawl_radial_gravity_def good = pawl_radial_gravity_def_default();
    pawl_radial_gravity_def bad[8];
    for (int i = 0; i < 8; i++)
        bad[i] = good;
    bad[0].cookie++;
    bad[1].falloff = (pawl_falloff)3;
    bad[2].center.x = PAWL_COORD_MAX + 1;
    bad[3].center.y = INT32_MIN;
    bad[4].inner_radius = 255;
    bad[5].inner_radius = INT32_MIN;
    bad[6].outer_radius = FX(1) - 1;
    bad[7].center.x = -PAWL_COORD_MAX - 1;
    ASSERT_REFUSES(pawl_world_apply_radial_gravity, world, good, bad, PAWL_ERR_ARGUMENT);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(world);
}
END_TEST

START_TEST(area_misuse_is_an_error_and_changes_nothing) {
    pawl_world *const world = make_default_world();
    add_ball(world, 0, 3);
    const uint32_t hash = pawl_world_hash(world);
    const pawl_area_gravity_def good = pawl_area_gravity_def_default();
    pawl_area_gravity_def bad[7];
    for (int i = 0; i < 7; i++)
        bad[i] = good;
    bad[0].cookie++;
    bad[1].area.count = 3;
    bad[2].gravity.x = PAWL_SPEED_MAX + 1;
    bad[3].gravity.y = INT32_MIN;
    bad[4].linear_damping = -1;
    bad[5].angular_damping = FX(1024) + 1;
    bad[6].linear_damping = INT32_MIN;
    ASSERT_REFUSES(pawl_world_apply_area_gravity, world, good, bad, PAWL_ERR_GEOMETRY);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(world);
}
END_TEST

Suite *suite_gravity_field(void);
Suite *suite_gravity_field(void) {
    Suite *const suite = suite_create("gravity_field");
    TCase *const tcase = tcase_create("gravity");
    tcase_add_loop_test(tcase, the_pull_is_that_of_doubles, 0, 3);
    tcase_add_test(tcase, the_pull_respects_scale_sign_radius_and_center);
    tcase_add_loop_test(tcase, a_circular_orbit_stays_within_a_per_cent_for_a_minute, 0,
                        (int)(sizeof orbits / sizeof orbits[0]));
    tcase_add_test(tcase, things_rest_on_a_planet_and_sleep);
    tcase_add_loop_test(tcase, an_area_has_its_own_gravity, 0, 2);
    tcase_add_test(tcase, without_gravity_nothing_moves_at_all);
    tcase_add_loop_test(tcase, damping_slows_by_the_implicit_form, 0, 4);
    tcase_add_test(tcase, a_mask_chooses_bodies_by_any_of_their_shapes);
    tcase_add_test(tcase, a_shifted_field_pulls_alike_bit_for_bit);
    tcase_add_test(tcase, radial_misuse_is_an_error_and_changes_nothing);
    tcase_add_test(tcase, area_misuse_is_an_error_and_changes_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
