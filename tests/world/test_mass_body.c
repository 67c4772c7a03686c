/* test_mass_body.c - masses of bodies, and forces, impulses and damping against the laws. */
#include <math.h>

#include "support/world/fixture.h"
#include "support/base/seeded.h"

#define W(value) ((pawl_wide)((value)*65536.0))

/* 240 units/s^2 give exactly 1 unit/s in each of the four sub-steps of 1/240 s. */
#define EXACT 240

static double wide_units(pawl_wide value) {
    return (double)value / 65536;
}

static pawl_wide2 wide2(double x, double y) {
    const pawl_wide2 v = {W(x), W(y)};
    return v;
}

static pawl_body_id add_heavy_box(pawl_world *world, double x, double density) {
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, x, 0);
    const pawl_convex convex = box_convex(0.5, 0.5);
    pawl_shape_def def = pawl_shape_def_default();
    def.density = FX(density);
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &convex, &shape), PAWL_OK);
    return body;
}

START_TEST(force_is_mass_times_acceleration) {
    static const double masses[] = {1, 2, 0.5, 1024, 0.0009765625, 3};
    pawl_world *const world = make_space();
    const pawl_body_id body = add_heavy_box(world, 0, masses[_i]);
    const pawl_wide2 force = wide2(EXACT * masses[_i], -2 * EXACT * masses[_i]);
    ck_assert_int_eq(pawl_body_apply_force_to_center(world, body, force), PAWL_OK);
    run(world, 1);
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(4, -8));
    ck_assert_int_eq(pawl_body_get_angular_velocity(world, body), 0);
    run(world, 1); /* the force was for one step only */
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(4, -8));
    free(world);
}
END_TEST

START_TEST(forces_add_up) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    for (int i = 1; i <= 4; i++)
        ck_assert_int_eq(pawl_body_apply_force_to_center(world, body, wide2(i * EXACT, EXACT)),
                         PAWL_OK);
    run(world, 1);
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(40, 16));
    free(world);
}
END_TEST

/* A box of a x b at density d: I = m (a^2 + b^2) / 12, and w = T t / I. */
START_TEST(torque_is_inertia_times_angular_acceleration) {
    static const struct {
        double half_width, half_height, torque;
    } rows[] = {
        {0.5, 0.5, 1}, {2, 0.25, -30}, {0.125, 0.125, 1 / 1024.0}, {64, 8, 1e7}, {4, 4, 100}};
    pawl_world *const world = make_space();
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 3, 7);
    const double a = 2 * rows[_i].half_width, b = 2 * rows[_i].half_height;
    add_box(world, body, rows[_i].half_width, rows[_i].half_height);
    const double inertia = a * b * (a * a + b * b) / 12;
    assert_near(wide_units(pawl_body_get_mass(world, body).inertia), inertia, 1e-4 + inertia * 1e-8,
                "inertia");
    const double want = rows[_i].torque / inertia / STEPS_PER_SECOND;
    ck_assert_int_eq(pawl_body_apply_torque(world, body, W(rows[_i].torque)), PAWL_OK);
    run(world, 1);
    assert_near(units(pawl_body_get_angular_velocity(world, body)), want, 5e-4 + fabs(want) * 1e-3,
                "w");
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(0, 0));
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, 0), PAWL_OK);
    ck_assert_int_eq(pawl_body_apply_angular_impulse(world, body, W(rows[_i].torque / 64)),
                     PAWL_OK);
    assert_near(units(pawl_body_get_angular_velocity(world, body)), want * STEPS_PER_SECOND / 64,
                5e-4 + fabs(want) * 1e-3, "w of the impulse");
    free(world);
}
END_TEST

START_TEST(an_off_centre_push_moves_and_turns) {
    pawl_world *const world = make_space();
    const pawl_body_id a = add_unit_box(world, 0, 0), b = add_unit_box(world, 10, 0);
    ck_assert_int_eq(pawl_body_apply_force(world, a, wide2(0, EXACT), VEC(0.5, 0.25)), PAWL_OK);
    run(world, 1);
    assert_vec_eq(pawl_body_get_velocity(world, a), VEC(0, 4));
    assert_near(units(pawl_body_get_angular_velocity(world, a)), 0.5 * 4 * 6, 0.001, "w");
    ck_assert_int_eq(pawl_body_apply_impulse(world, b, wide2(-4, 0), VEC(10.25, 0.5)), PAWL_OK);
    assert_vec_eq(pawl_body_get_velocity(world, b), VEC(-4, 0));
    assert_near(units(pawl_body_get_angular_velocity(world, b)), 0.5 * 4 * 6, 0.001, "w");
    free(world);
}
END_TEST

START_TEST(an_impulse_is_mass_times_the_change_of_velocity) {
    uint64_t seed = seeded_base;
    pawl_world *const world = make_space();
    for (int i = 0; i < 200; i++) {
        const double mass = ldexp(1, (int)(seeded_next(&seed) % 24) - 12);
        const pawl_body_id body = add_heavy_box(world, 0, mass);
        const double v = (double)(seeded_next(&seed) % 65536) / 64 - 512;
        ck_assert_int_eq(pawl_body_apply_impulse_to_center(world, body, wide2(mass * v, -mass * v)),
                         PAWL_OK);
        const pawl_vec2 got = pawl_body_get_velocity(world, body);
        const double tolerance = 1.01 / 65536 / mass + 1.0 / 65536;
        assert_near(units(got.x), v, tolerance, "vx");
        assert_near(units(got.y), -v, tolerance, "vy");
        ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
    }
    free(world);
}
END_TEST

START_TEST(change_velocity_is_the_same_for_every_mass) {
    pawl_world *const world = make_space();
    const pawl_body_id light = add_heavy_box(world, 0, 0.001), heavy = add_heavy_box(world, 5, 999);
    ck_assert_int_eq(pawl_body_change_velocity(world, light, VEC(1.25, -3), VEC(0.5, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_body_change_velocity(world, heavy, VEC(1.25, -3), VEC(5.5, 0)), PAWL_OK);
    assert_vec_eq(pawl_body_get_velocity(world, light), VEC(1.25, -3));
    assert_vec_eq(pawl_body_get_velocity(world, heavy), VEC(1.25, -3));
    const pawl_fx w = pawl_body_get_angular_velocity(world, light);
    assert_near(units(w), -0.5 * 3 * 6, 0.001, "w");
    assert_near(units(pawl_body_get_angular_velocity(world, heavy)), units(w), 1e-4, "w of heavy");
    free(world);
}
END_TEST

START_TEST(static_and_kinematic_bodies_ignore_pushes) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_body(world, _i == 0 ? PAWL_STATIC : PAWL_KINEMATIC, 0, 0);
    add_box(world, body, 1, 1);
    const uint32_t hash = pawl_world_hash(world);
    const pawl_wide2 push = wide2(100, 100);
    ck_assert_int_eq(pawl_body_apply_force(world, body, push, VEC(1, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_body_apply_force_to_center(world, body, push), PAWL_OK);
    ck_assert_int_eq(pawl_body_apply_torque(world, body, W(5)), PAWL_OK);
    ck_assert_int_eq(pawl_body_apply_impulse(world, body, push, VEC(1, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_body_apply_impulse_to_center(world, body, push), PAWL_OK);
    ck_assert_int_eq(pawl_body_apply_angular_impulse(world, body, W(5)), PAWL_OK);
    ck_assert_int_eq(pawl_body_change_velocity(world, body, VEC(1, 1), VEC(1, 0)), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(world);
}
END_TEST

START_TEST(a_push_out_of_range_saturates_with_a_fault) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_heavy_box(world, 0, 0.001);
    const pawl_wide2 most = {PAWL_WIDE_MAX, INT64_MIN};
    if (_i == 0) pawl_body_apply_force_to_center(world, body, most);
    if (_i == 1) pawl_body_apply_impulse_to_center(world, body, most);
    if (_i == 2) pawl_body_apply_force(world, body, most, VEC(1, 1));
    if (_i == 3) pawl_body_apply_torque(world, body, PAWL_WIDE_MAX);
    ck_assert_uint_eq(pawl_world_get_faults(world) & PAWL_FAULT_FORCE_RANGE,
                      PAWL_FAULT_FORCE_RANGE);
    if (_i == 0) ck_assert_uint_eq(pawl_world_get_faults(world), PAWL_FAULT_FORCE_RANGE);
    assert_sound(world);
    run(world, 5);
    assert_sound(world);
    free(world);
}
END_TEST

/* pawl/body.h: forces act during the next step, then are cleared. */
START_TEST(a_force_does_not_outlive_a_step_spent_disabled) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    ck_assert_int_eq(pawl_body_apply_force_to_center(world, body, wide2(EXACT, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_enabled(world, body, false), PAWL_OK);
    run(world, 60);
    ck_assert_int_eq(pawl_body_set_enabled(world, body, true), PAWL_OK);
    run(world, 1);
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(0, 0));
    free(world);
}
END_TEST

/* Q2.30 mantissas: nine digits. */
static void assert_mass_near(pawl_mass got, double mass, double x, double y, double inertia) {
    assert_near(wide_units(got.mass), mass, 1e-4 + mass * 1e-8, "mass");
    assert_near(units(got.center.x), x, 2e-5, "centre x");
    assert_near(units(got.center.y), y, 2e-5, "centre y");
    assert_near(wide_units(got.inertia), inertia, 1e-4 + inertia * 1e-6, "inertia");
}

START_TEST(one_shape_weighs_what_the_shape_weighs) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    pawl_convex convex = box_convex(3, 0.25);
    if (_i == 1) convex = circle_convex(2, -1, 0.75);
    if (_i == 2) ck_assert_int_eq(pawl_make_capsule(VEC(1, 0), VEC(3, 1), FX(0.5), &convex), 0);
    if (_i == 3) ck_assert_int_eq(pawl_make_box_at(FX(1), FX(2), VEC(5, 6), 12345, &convex), 0);
    add_shape(world, body, &convex);
    pawl_mass want;
    ck_assert_int_eq(pawl_convex_mass(&convex, PAWL_FX_ONE, &want), PAWL_OK);
    const pawl_mass got = pawl_body_get_mass(world, body);
    assert_vec_eq(got.center, want.center);
    assert_mass_near(got, wide_units(want.mass), units(want.center.x), units(want.center.y),
                     wide_units(want.inertia));
    free(world);
}
END_TEST

START_TEST(shapes_of_a_body_add_up) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 100, 50);
    pawl_convex convex;
    ck_assert_int_eq(pawl_make_box_at(FX(1), FX(1), VEC(-2, 0), 0, &convex), PAWL_OK);
    add_shape(world, body, &convex); /* mass 4 at -2 */
    ck_assert_int_eq(pawl_make_box_at(FX(0.5), FX(1), VEC(2, 1), 0, &convex), PAWL_OK);
    const pawl_shape_id second = add_shape(world, body, &convex); /* mass 2 at (2, 1) */
    const double x = (4 * -2 + 2 * 2) / 6.0, y = 2 / 6.0;
    const double first_inertia = 4 * 8 / 12.0 + 4 * ((-2 - x) * (-2 - x) + y * y);
    const double second_inertia = 2 * 5 / 12.0 + 2 * ((2 - x) * (2 - x) + (1 - y) * (1 - y));
    assert_mass_near(pawl_body_get_mass(world, body), 6, x, y, first_inertia + second_inertia);
    assert_near(units(pawl_body_get_position(world, body).x), 100, 2e-5, "origin x");
    assert_near(units(pawl_body_get_position(world, body).y), 50, 2e-5, "origin y");
    ck_assert_int_eq(pawl_shape_set_density(world, second, FX(2)), PAWL_OK);
    assert_near(wide_units(pawl_body_get_mass(world, body).mass), 8, 1e-4, "mass at density 2");
    assert_near(units(pawl_body_get_mass(world, body).center.x), 0, 2e-5, "centre at density 2");
    ck_assert_int_eq(pawl_shape_destroy(world, second), PAWL_OK);
    assert_mass_near(pawl_body_get_mass(world, body), 4, -2, 0, 4 * 8 / 12.0);
    assert_near(units(pawl_body_get_position(world, body).x), 100, 4e-5, "origin x");
    free(world);
}
END_TEST

START_TEST(the_velocity_of_the_centre_and_the_turning_survive_a_new_shape) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(1, 2)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, FX(3)), PAWL_OK);
    const pawl_convex circle = circle_convex(4, 0, 1);
    add_shape(world, body, &circle);
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(1, 2));
    assert_near(units(pawl_body_get_angular_velocity(world, body)), 3, 1e-4, "w");
    free(world);
}
END_TEST

START_TEST(a_dynamic_body_without_mass_weighs_one) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    ck_assert_int_eq(pawl_body_get_mass(world, body).mass, PAWL_WIDE(1, 0, 1));
    pawl_convex segment;
    ck_assert_int_eq(pawl_make_segment(VEC(-1, 0), VEC(1, 0), &segment), PAWL_OK);
    add_shape(world, body, &segment);
    ck_assert_int_eq(pawl_body_get_mass(world, body).mass, PAWL_WIDE(1, 0, 1));
    const pawl_body_id weightless = add_heavy_box(world, 5, 0);
    ck_assert_int_eq(pawl_body_get_mass(world, weightless).mass, PAWL_WIDE(1, 0, 1));
    ck_assert_int_eq(pawl_body_get_mass(world, add_body(world, PAWL_STATIC, 0, 0)).mass, 0);
    ck_assert_int_eq(pawl_body_get_mass(world, add_body(world, PAWL_KINEMATIC, 0, 0)).mass, 0);
    free(world);
}
END_TEST

static pawl_mass mass_row(double mass, double x, double y, double inertia) {
    const pawl_mass result = {W(mass), VEC(x, y), W(inertia)};
    return result;
}

START_TEST(mass_can_be_overridden_and_reset) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 10, 0);
    ck_assert_int_eq(pawl_body_set_mass(world, body, mass_row(12, 0.25, 0.5, 48)), PAWL_OK);
    assert_mass_near(pawl_body_get_mass(world, body), 12, 0.25, 0.5, 48);
    assert_vec_eq(pawl_body_get_center(world, body), VEC(10.25, 0.5));
    assert_vec_eq(pawl_body_get_position(world, body), VEC(10, 0));
    ck_assert_int_eq(pawl_body_apply_impulse_to_center(world, body, wide2(12, 0)), PAWL_OK);
    assert_near(units(pawl_body_get_velocity(world, body).x), 1, 2e-5, "v");
    ck_assert_int_eq(pawl_body_set_mass(world, body, mass_row(1, 0, 0, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_body_apply_torque(world, body, W(1000)), PAWL_OK);
    run(world, 1);
    ck_assert_int_eq(pawl_body_get_angular_velocity(world, body), 0);
    ck_assert_int_eq(pawl_body_reset_mass(world, body), PAWL_OK);
    assert_mass_near(pawl_body_get_mass(world, body), 1, 0, 0, 1 / 6.0);
    free(world);
}
END_TEST

START_TEST(a_mass_outside_its_range_is_refused) {
    const double far = 8191 + 1 / 65536.0;
    const struct {
        pawl_mass mass;
        pawl_status want;
    } rows[] = {
        {mass_row(0, 0, 0, 1), PAWL_ERR_RANGE},
        {mass_row(-1, 0, 0, 1), PAWL_ERR_RANGE},
        {mass_row(1, 0, 0, -1), PAWL_ERR_RANGE},
        {mass_row(1, far, 0, 1), PAWL_ERR_RANGE},
        {mass_row(1, 0, -far, 1), PAWL_ERR_RANGE},
        {{W(1), {0, INT32_MIN}, W(1)}, PAWL_ERR_RANGE},
        {{W(1024), {0, 0}, W(1 / 1024.0) - 1}, PAWL_ERR_RANGE},
        {{W(1024), {0, 0}, W(1 / 1024.0)}, PAWL_OK},
        {{W(1), {0, 0}, W(8191.0 * 8191)}, PAWL_OK},
        {{W(1), {0, 0}, W(8191.5 * 8191)}, PAWL_ERR_RANGE},
        {{INT64_MAX, {0, 0}, INT64_MAX}, PAWL_OK},
        {{1, {0, 0}, 1}, PAWL_OK},
        {{INT64_MIN, {0, 0}, INT64_MIN}, PAWL_ERR_RANGE},
    };
    pawl_world *const world = make_space();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const pawl_body_id body = add_unit_box(world, 0, 0);
        const uint32_t hash = pawl_world_hash(world);
        const pawl_status got = pawl_body_set_mass(world, body, rows[i].mass);
        ck_assert_msg(got == rows[i].want, "row %zu: %s", i, pawl_status_text(got));
        if (got != PAWL_OK) ck_assert_uint_eq(pawl_world_hash(world), hash);
        run(world, 1);
        assert_sound(world);
        ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
    }
    const pawl_body_id wall = add_ground(world);
    ck_assert_int_eq(pawl_body_set_mass(world, wall, mass_row(1, 0, 0, 1)), PAWL_ERR_ARGUMENT);
    free(world);
}
END_TEST

/* pawl/body.h: overridden until a new shape, a destroyed one or pawl_body_reset_mass. */
START_TEST(an_override_ends_with_a_new_shape) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    ck_assert_int_eq(pawl_body_set_mass(world, body, mass_row(12, 0, 0, 48)), PAWL_OK);
    const pawl_shape_id second = add_box(world, body, 1, 0.5);
    assert_near(wide_units(pawl_body_get_mass(world, body).mass), 3, 1e-4, "mass");
    ck_assert_int_eq(pawl_body_set_mass(world, body, mass_row(12, 0, 0, 48)), PAWL_OK);
    ck_assert_int_eq(pawl_shape_destroy(world, second), PAWL_OK);
    assert_near(wide_units(pawl_body_get_mass(world, body).mass), 1, 1e-4, "mass");
    free(world);
}
END_TEST

START_TEST(an_override_survives_fixing_the_rotation) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    ck_assert_int_eq(pawl_body_set_mass(world, body, mass_row(12, 0, 0, 48)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_fixed_rotation(world, body, true), PAWL_OK);
    assert_near(wide_units(pawl_body_get_mass(world, body).mass), 12, 1e-4, "mass");
    free(world);
}
END_TEST

/* v' = v / (1 + h d) in each sub-step, which is within 3 % of the exponential here. */
START_TEST(damping_follows_its_formula) {
    static const double rates[] = {0, 0.5, 1, 4, 100};
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    const double d = rates[_i];
    ck_assert_int_eq(pawl_body_set_damping(world, body, FX(d), FX(2 * d)), PAWL_OK);
    ck_assert_int_eq(pawl_body_get_linear_damping(world, body), FX(d));
    ck_assert_int_eq(pawl_body_get_angular_damping(world, body), FX(2 * d));
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(100, -100)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, FX(10)), PAWL_OK);
    run(world, 30);
    const double linear = pow(1 + d / 240, -120), angular = pow(1 + 2 * d / 240, -120);
    assert_near(units(pawl_body_get_velocity(world, body).x), 100 * linear, 0.002, "vx");
    assert_near(units(pawl_body_get_velocity(world, body).y), -100 * linear, 0.002, "vy");
    assert_near(units(pawl_body_get_angular_velocity(world, body)), 10 * angular, 0.005, "w");
    if (d <= 4) assert_near(linear, exp(-d / 2), 0.03 * exp(-d / 2), "against the exponential");
    free(world);
}
END_TEST

START_TEST(fixing_the_rotation_and_letting_go_again_restores_the_inertia) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    ck_assert_int_eq(pawl_body_set_mass(world, body, mass_row(12, 0, 0, 48)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_fixed_rotation(world, body, true), PAWL_OK);
    ck_assert_int_eq(pawl_body_apply_angular_impulse(world, body, W(48)), PAWL_OK);
    ck_assert_int_eq(pawl_body_get_angular_velocity(world, body), 0);
    ck_assert_int_eq(pawl_body_set_fixed_rotation(world, body, false), PAWL_OK);
    assert_mass_near(pawl_body_get_mass(world, body), 12, 0, 0, 48);
    ck_assert_int_eq(pawl_body_apply_angular_impulse(world, body, W(48)), PAWL_OK);
    assert_near(units(pawl_body_get_angular_velocity(world, body)), 1, 1e-4, "w");
    free(world);
}
END_TEST

/* A box that rests is given another centre of mass, a little higher or lower: by 0: an override,
 * 1: another shape, 2: that shape's density, 3: destroying it. The box itself stays. */
START_TEST(a_new_centre_of_mass_does_not_move_what_rests) {
    pawl_world_def def = pawl_world_def_default();
    def.sleeping = 0;
    pawl_world *const world = make_world(&def);
    add_ground(world);
    const pawl_body_id body = add_unit_box(world, 0, 0.5);
    const pawl_convex circle = circle_convex(0, _i == 1 ? -0.25 : 0.25, 0.25);
    pawl_shape_id second = {0, 0};
    if (_i >= 2) second = add_shape(world, body, &circle);
    run(world, 60);
    const pawl_mass mass = mass_row(1, 0, 3 / 64.0, 1 / 6.0);
    if (_i == 0) ck_assert_int_eq(pawl_body_set_mass(world, body, mass), PAWL_OK);
    if (_i == 1) second = add_shape(world, body, &circle);
    if (_i == 2) ck_assert_int_eq(pawl_shape_set_density(world, second, FX(0.125)), PAWL_OK);
    if (_i == 3) ck_assert_int_eq(pawl_shape_destroy(world, second), PAWL_OK);
    run(world, 120);
    assert_near(units(pawl_body_get_position(world, body).y), 0.5, 0.006, "y");
    assert_near(units(pawl_body_get_position(world, body).x), 0, 0.002, "x");
    free(world);
}
END_TEST

/* The lightest gyration that may be given, on the largest body, at the highest spin. */
START_TEST(a_long_arm_on_a_small_gyration_does_no_harm) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    add_box(world, body, 5000, 5000);
    const pawl_mass mass = {W(1), {0, 0}, 1}; /* k = 1/256 */
    ck_assert_int_eq(pawl_body_set_mass(world, body, mass), PAWL_OK);
    ck_assert_int_eq(pawl_body_apply_angular_impulse(world, body, W(16)), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    run(world, 60);
    assert_sound(world);
    ck_assert_int_eq(pawl_body_is_awake(world, body), true);
    free(world);
}
END_TEST

Suite *suite_mass_body(void) {
    Suite *const suite = suite_create("mass_body");
    TCase *const pushes = tcase_create("pushes");
    tcase_add_loop_test(pushes, force_is_mass_times_acceleration, 0, 6);
    tcase_add_test(pushes, forces_add_up);
    tcase_add_loop_test(pushes, torque_is_inertia_times_angular_acceleration, 0, 5);
    tcase_add_test(pushes, an_off_centre_push_moves_and_turns);
    tcase_add_test(pushes, an_impulse_is_mass_times_the_change_of_velocity);
    tcase_add_test(pushes, change_velocity_is_the_same_for_every_mass);
    tcase_add_loop_test(pushes, static_and_kinematic_bodies_ignore_pushes, 0, 2);
    tcase_add_loop_test(pushes, a_push_out_of_range_saturates_with_a_fault, 0, 4);
    tcase_add_test(pushes, a_force_does_not_outlive_a_step_spent_disabled);
    tcase_add_loop_test(pushes, damping_follows_its_formula, 0, 5);
    suite_add_tcase(suite, pushes);
    TCase *const masses = tcase_create("masses");
    tcase_add_loop_test(masses, one_shape_weighs_what_the_shape_weighs, 0, 4);
    tcase_add_test(masses, shapes_of_a_body_add_up);
    tcase_add_test(masses, the_velocity_of_the_centre_and_the_turning_survive_a_new_shape);
    tcase_add_test(masses, a_dynamic_body_without_mass_weighs_one);
    tcase_add_test(masses, mass_can_be_overridden_and_reset);
    tcase_add_test(masses, a_mass_outside_its_range_is_refused);
    tcase_add_test(masses, an_override_ends_with_a_new_shape);
    tcase_add_test(masses, an_override_survives_fixing_the_rotation);
    tcase_add_test(masses, fixing_the_rotation_and_letting_go_again_restores_the_inertia);
    tcase_add_loop_test(masses, a_new_centre_of_mass_does_not_move_what_rests, 0, 4);
    tcase_add_test(masses, a_long_arm_on_a_small_gyration_does_no_harm);
    suite_add_tcase(suite, masses);
    return suite;
}
