/* test_buoyancy.c - things that float, sink, hover and drift. */
#include <math.h>

#include "support/world/field.h"

static pawl_area area_of(const pawl_vec2 *points, int count) {
    pawl_area area = pawl_area_everywhere();
    area.count = (uint8_t)count;
    for (int i = 0; i < count; i++)
        area.points[i] = points[i];
    return area;
}

/* ---- things that float ---------------------------------------------------------------------- */

static pawl_body_id add_floater(pawl_world *world, const pawl_convex *convex, double density,
                                double x, double y) {
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, x, y);
    pawl_shape_def def = pawl_shape_def_default();
    def.density = FX(density);
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, body, &def, convex, &shape), PAWL_OK);
    return body;
}

static void run_in(pawl_world *world, const pawl_water_def *water, int steps) {
    for (int i = 0; i < steps; i++) {
        ck_assert_int_eq(pawl_world_apply_water(world, water), PAWL_OK);
        run(world, 1);
    }
}

static int32_t turned(const pawl_world *world, pawl_body_id body) {
    return (int32_t)pawl_body_get_angle(world, body);
}

/* Half is half, to a tenth of a per cent, where no sleep stops the last of its swings. */
START_TEST(a_box_of_half_the_density_comes_to_rest_with_half_of_it_in_the_water) {
    pawl_world_def def = pawl_world_def_default();
    def.sleeping = 0;
    pawl_world *const world = make_world(&def);
    const pawl_water_def water = pawl_water_def_default();
    const pawl_convex box = box_convex(1, 0.5);
    const pawl_body_id body = add_floater(world, &box, 0.5, 3, 0.75);
    run_in(world, &water, 1800);
    assert_near(units(pawl_body_get_position(world, body).y), 0, 0.001, "y");
    assert_near(units(pawl_body_get_velocity(world, body).y), 0, 0.004, "vy");
    free(world);
}
END_TEST

/* Wider than sqrt(3/2) of its height, so upright is stable. */
START_TEST(a_wide_box_of_half_the_density_floats_upright_by_half_and_sleeps) {
    pawl_world *const world = make_default_world();
    const pawl_water_def water = pawl_water_def_default();
    const pawl_convex box = box_convex(1, 0.5);
    const pawl_body_id body = add_floater(world, &box, 0.5, 3, 0.75);
    ck_assert_int_eq(pawl_body_set_pose(world, body, VEC(3, 0.75), PAWL_TURN(1, 40)), PAWL_OK);
    int steps = 0;
    for (; pawl_body_is_awake(world, body) && steps < 900; steps++)
        run_in(world, &water, 1);
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    /* 0.5 % of the area is 0.005 of the depth. */
    assert_near(units(pawl_body_get_position(world, body).y), 0, 0.005, "y");
    ck_assert_msg(abs(turned(world, body)) < (int)PAWL_TURN(1, 720), "turned by %d",
                  (int)turned(world, body));
    const pawl_vec2 rest = pawl_body_get_position(world, body);
    run_in(world, &water, 300);
    assert_vec_eq(pawl_body_get_position(world, body), rest);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    assert_sound(world);
    free(world);
}
END_TEST

/* The metacentre of a square of half the density lies below its centre of mass: it floats on a
 * corner, where half of it is in the water again. */
START_TEST(a_square_of_half_the_density_turns_to_float_on_a_corner) {
    pawl_world *const world = make_default_world();
    const pawl_water_def water = pawl_water_def_default();
    const pawl_convex box = box_convex(0.5, 0.5);
    const pawl_body_id body = add_floater(world, &box, 0.5, 0, 0.1);
    ck_assert_int_eq(pawl_body_set_pose(world, body, VEC(0, 0.1), PAWL_TURN(1, 100)), PAWL_OK);
    run_in(world, &water, 1200);
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    assert_near(turned(world, body) / 4294967296.0, 0.125, 0.004, "turn");
    assert_near(units(pawl_body_get_position(world, body).y), 0, 0.004, "y");
    free(world);
}
END_TEST

/* Round things of half the density have their middle at the surface. */
START_TEST(round_things_float_by_half) {
    pawl_world *const world = make_default_world();
    const pawl_water_def water = pawl_water_def_default();
    const pawl_vec2 square[4] = {VEC(-1, -0.25), VEC(1, -0.25), VEC(1, 0.25), VEC(-1, 0.25)};
    pawl_convex shapes[3];
    shapes[0] = circle_convex(0, 0, 0.5);
    ck_assert_int_eq(pawl_make_capsule(VEC(-1, 0), VEC(1, 0), FX(0.5), &shapes[1]), PAWL_OK);
    ck_assert_int_eq(pawl_make_polygon(square, 4, FX(0.25), &shapes[2]), PAWL_OK);
    const pawl_body_id body = add_floater(world, &shapes[_i], 0.5, 0, 0.5);
    run_in(world, &water, 900);
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    assert_near(units(pawl_body_get_position(world, body).y), 0, 0.005, "y");
    ck_assert_msg(abs(turned(world, body)) < 1 << 16, "turned by %d", (int)turned(world, body));
    free(world);
}
END_TEST

/* Without any drag the box bobs for ever, as high as it began: 60 s at several sub-step counts. */
START_TEST(without_drag_the_energy_neither_grows_nor_falls) {
    pawl_world_def def = pawl_world_def_default();
    def.substeps = (uint8_t)(1 << _i);
    pawl_world *const world = make_world(&def);
    pawl_water_def water = pawl_water_def_default();
    water.linear_drag = water.angular_drag = 0;
    const pawl_convex box = box_convex(0.5, 0.25);
    const pawl_body_id body = add_floater(world, &box, 0.5, 0, 0.125);
    double first = 0, last = 0, highest = 0;
    for (int i = 0; i < 3600; i++) {
        run_in(world, &water, 1);
        const double y = units(pawl_body_get_position(world, body).y);
        highest = fmax(highest, fabs(y));
        if (i < 300) first = fmax(first, y);
        if (i >= 3300) last = fmax(last, y);
    }
    assert_near(first, 0.125, 0.003, "first");
    assert_near(last, 0.125, 0.003, "last");
    assert_near(highest, 0.125, 0.004, "highest");
    free(world);
}
END_TEST

/* The same for rocking: the angle is taken ahead as well. */
START_TEST(without_drag_a_raft_rocks_on) {
    pawl_world *const world = make_default_world();
    pawl_water_def water = pawl_water_def_default();
    water.linear_drag = water.angular_drag = 0;
    const pawl_convex box = box_convex(0.5, 0.125);
    const pawl_body_id body = add_floater(world, &box, 0.5, 0, 0);
    ck_assert_int_eq(pawl_body_set_pose(world, body, VEC(0, 0), PAWL_TURN(1, 100)), PAWL_OK);
    int32_t first = 0, last = 0;
    for (int i = 0; i < 3600; i++) {
        run_in(world, &water, 1);
        if (i < 300 && turned(world, body) > first) first = turned(world, body);
        if (i >= 3300 && turned(world, body) > last) last = turned(world, body);
    }
    assert_near(first / 4294967296.0, 0.01, 0.0003, "first");
    assert_near(last / 4294967296.0, 0.01, 0.0006, "last");
    free(world);
}
END_TEST

START_TEST(with_drag_every_swing_is_smaller_than_the_one_before) {
    pawl_world *const world = make_default_world();
    pawl_water_def water = pawl_water_def_default();
    water.linear_drag = FX(0.5);
    const pawl_convex box = box_convex(1, 0.5);
    const pawl_body_id body = add_floater(world, &box, 0.5, 0, 0.375);
    double before = 1, peak = 0;
    int swings = 0;
    for (int i = 0; i < 600; i++) {
        const double y = units(pawl_body_get_position(world, body).y);
        run_in(world, &water, 1);
        const double next = units(pawl_body_get_position(world, body).y);
        peak = fmax(peak, fabs(next));
        if (y * next < 0) {
            ck_assert_msg(peak < before, "swing %d: %.5f after %.5f", swings, peak, before);
            before = peak;
            peak = 0;
            swings++;
        }
    }
    ck_assert_int_ge(swings, 4);
    free(world);
}
END_TEST

START_TEST(what_is_denser_sinks_and_what_is_as_dense_hovers) {
    pawl_world *const world = make_default_world();
    pawl_water_def water = pawl_water_def_default();
    water.area = pawl_area_below(FX(10));
    const pawl_convex ball = circle_convex(0, 0, 0.5);
    add_ground(world);
    const pawl_body_id heavy = add_floater(world, &ball, 2, -3, 5);
    const pawl_body_id same = add_floater(world, &ball, 1, 3, 5);
    run_in(world, &water, 600);
    assert_near(units(pawl_body_get_position(world, heavy).y), 0.5, 0.02, "heavy");
    assert_near(units(pawl_body_get_position(world, same).y), 5, 0.001, "same");
    ck_assert_int_eq(pawl_body_is_awake(world, heavy), false);
    free(world);
}
END_TEST

START_TEST(a_flow_carries_along_and_never_overshoots) {
    pawl_world *const world = make_space();
    pawl_water_def water = pawl_water_def_default();
    water.flow = VEC(3, 0);
    water.linear_drag = water.angular_drag = _i == 0 ? FX(2) : FX(1024);
    const pawl_convex box = box_convex(0.5, 0.5);
    const pawl_body_id body = add_floater(world, &box, 1, 0, -2);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, FX(5)), PAWL_OK);
    double speed = 0;
    for (int i = 0; i < 600; i++) {
        run_in(world, &water, 1);
        const double now = units(pawl_body_get_velocity(world, body).x);
        ck_assert_msg(now >= speed && now <= 3.00002, "%.6f after %.6f", now, speed);
        ck_assert_int_ge(pawl_body_get_angular_velocity(world, body),
                         -8); /* roundings of sub-steps */
        speed = now;
    }
    assert_near(speed, 3, 0.005, "speed");
    assert_near(units(pawl_body_get_angular_velocity(world, body)), 0, 0.005, "spin");
    /* One step of the implicit form: v' = v + (flow - v) d h / (1 + d h). */
    const pawl_body_id fresh = add_floater(world, &box, 1, 100, -2);
    run_in(world, &water, 1);
    const double dh = units(water.linear_drag) / 60;
    assert_near(units(pawl_body_get_velocity(world, fresh).x), 3 * dh / (1 + dh), 0.0001,
                "first step");
    free(world);
}
END_TEST

START_TEST(sleepers_sleep_on_until_they_are_to_wake) {
    pawl_world *const world = make_default_world();
    pawl_water_def water = pawl_water_def_default();
    const pawl_convex box = box_convex(1, 0.5);
    const pawl_body_id body = add_floater(world, &box, 0.5, 0, 0);
    run_in(world, &water, 120);
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    const uint32_t hash = pawl_world_hash(world);
    water.area = pawl_area_below(FX(0.5));
    ck_assert_int_eq(pawl_world_apply_water(world, &water), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    water.wake = true;
    ck_assert_int_eq(pawl_world_apply_water(world, &water), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_awake(world, body), true);
    run(world, 1);
    water.wake = false;
    run_in(world, &water, 600);
    /* Sleep may catch it anywhere in a swing no faster than the sleep speed: 0.05 / omega. */
    assert_near(units(pawl_body_get_position(world, body).y), 0.5, 0.0112, "y");
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    free(world);
}
END_TEST

/* What is out of the water, of another category, disabled, static or kinematic feels nothing. */
START_TEST(only_who_is_meant_is_pushed) {
    pawl_world *const world = make_default_world();
    pawl_water_def water = pawl_water_def_default();
    pawl_vec2 pool[4] = {VEC(-2, -4), VEC(2, -4), VEC(2, 0), VEC(-2, 0)};
    water.area = area_of(pool, 4);
    const pawl_body_id in = add_unit_box(world, 0, -2), out = add_unit_box(world, 2.51, -2);
    const pawl_body_id disabled = add_unit_box(world, 0, -2);
    ck_assert_int_eq(pawl_body_set_enabled(world, disabled, false), PAWL_OK);
    const pawl_body_id lift = add_body(world, PAWL_KINEMATIC, 0, -2);
    add_box(world, lift, 0.5, 0.5);
    if (_i == 1) water.mask = 2;
    ck_assert_int_eq(pawl_world_apply_water(world, &water), PAWL_OK);
    const pawli_body *const bodies = pawli_bodies(world);
    ck_assert_int_eq(bodies[in.index1 - 1].acceleration.y, _i == 1 ? 0 : FX(10));
    ck_assert_int_eq(bodies[out.index1 - 1].acceleration.y, 0);
    ck_assert_int_eq(bodies[disabled.index1 - 1].acceleration.y, 0);
    ck_assert_int_eq(bodies[lift.index1 - 1].acceleration.y, 0);
    free(world);
}
END_TEST

/* Half of the body is in the water, which is all of one of its shapes: half the lift and half the
 * drag, beside the middle; and lift is the other way from gravity, whichever way that is. */
START_TEST(a_body_of_two_shapes_is_in_the_water_by_its_share) {
    pawl_world_def def = pawl_world_def_default();
    def.gravity = VEC(2, -8);
    pawl_world *const world = make_world(&def);
    pawl_water_def water = pawl_water_def_default();
    water.area = pawl_area_box((pawl_box){VEC(0, -9), VEC(9, 9)});
    water.linear_drag = water.angular_drag = FX(6);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    pawl_convex left, right;
    ck_assert_int_eq(pawl_make_box_at(FX(0.5), FX(0.5), VEC(-1, 0), 0, &left), PAWL_OK);
    ck_assert_int_eq(pawl_make_box_at(FX(0.5), FX(0.5), VEC(1, 0), 0, &right), PAWL_OK);
    add_shape(world, body, &left);
    add_shape(world, body, &right);
    water.flow = VEC(0, 7);
    ck_assert_int_eq(pawl_world_apply_water(world, &water), PAWL_OK);
    const pawli_body *const pushed = &pawli_bodies(world)[body.index1 - 1];
    assert_near(units(pushed->acceleration.x), -1, 0.0001, "x");
    assert_near(units(pushed->acceleration.y), 4 + 7 * 3 / (1 + 3 / 60.0), 0.0001, "y");
    /* Lift 4 at an arm of 1; k^2 = 1 + 1/6. */
    assert_near(units(pushed->spin_acceleration), 4 / sqrt(7 / 6.0), 0.0001, "spin");
    free(world);
}
END_TEST

/* Two halves of a pool side by side are the pool, waves are columns of different heights. */
START_TEST(areas_side_by_side_add_up) {
    pawl_world *const one = make_default_world(), *const two = make_default_world();
    pawl_water_def water = pawl_water_def_default();
    const pawl_convex box = box_convex(1, 0.5);
    const pawl_body_id a = add_floater(one, &box, 0.5, 0.25, 0);
    add_floater(two, &box, 0.5, 0.25, 0);
    water.area = pawl_area_box((pawl_box){VEC(-4, -4), VEC(4, 0)});
    ck_assert_int_eq(pawl_world_apply_water(one, &water), PAWL_OK);
    water.area = pawl_area_box((pawl_box){VEC(-4, -4), VEC(0.5, 0)});
    ck_assert_int_eq(pawl_world_apply_water(two, &water), PAWL_OK);
    water.area = pawl_area_box((pawl_box){VEC(0.5, -4), VEC(4, 0)});
    ck_assert_int_eq(pawl_world_apply_water(two, &water), PAWL_OK);
    const pawli_body *const p = &pawli_bodies(one)[a.index1 - 1];
    const pawli_body *const q = &pawli_bodies(two)[a.index1 - 1];
    ck_assert_int_le(abs(p->acceleration.y - q->acceleration.y), 2);
    ck_assert_int_le(abs(p->spin_acceleration - q->spin_acceleration), 3);
    ck_assert_int_gt(p->acceleration.y, FX(9));
    free(one);
    free(two);
}
END_TEST

/* ---- everywhere the same -------------------------------------------------------------------- */

static uint64_t trace_at(pawl_vec2 offset, bool polygon) {
    pawl_world *const world = make_default_world();
    const pawl_convex convex[3] = {box_convex(0.5, 0.75), circle_convex(0.25, 0, 0.5),
                                   box_convex(1, 0.125)};
    pawl_water_def water = pawl_water_def_default();
    water.area = pawl_area_below(offset.y);
    water.flow = VEC(0.5, 0);
    pawl_vec2 pool[4] = {VEC(-5, -4), VEC(5, -4), VEC(5, 0.5), VEC(-5, -0.25)};
    for (int i = 0; i < 4; i++)
        pool[i] = pawl_vec2_add(pool[i], offset);
    if (polygon) water.area = area_of(pool, 4);
    pawl_body_id bodies[3];
    for (int i = 0; i < 3; i++) {
        bodies[i] = add_floater(world, &convex[i], 0.5, 2 * i - 2, 0.5 * i);
        const pawl_vec2 at = pawl_vec2_add(pawl_body_get_position(world, bodies[i]), offset);
        ck_assert_int_eq(pawl_body_set_pose(world, bodies[i], at, PAWL_TURN(1, 20)), PAWL_OK);
    }
    run_in(world, &water, 120);
    uint32_t words[9];
    for (int i = 0; i < 3; i++) {
        const pawl_vec2 at = pawl_vec2_sub(pawl_body_get_position(world, bodies[i]), offset);
        words[3 * i] = (uint32_t)at.x;
        words[3 * i + 1] = (uint32_t)at.y;
        words[3 * i + 2] = pawl_body_get_angle(world, bodies[i]);
    }
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    free(world);
    return (uint64_t)pawl_xxh32(words, sizeof words, 0) << 32 | pawl_xxh32(words, sizeof words, 1);
}

START_TEST(a_shifted_pool_floats_alike_bit_for_bit) {
    const uint64_t want = trace_at(VEC(0, 0), _i == 1);
    for (int i = 0; i < FAR_PLACES; i++)
        ck_assert_uint_eq(trace_at(far_place(i), _i == 1), want);
    ck_assert_msg(trace_at(VEC(0, 0), _i != 1) != want, "the trace sees nothing");
}
END_TEST

START_TEST(misuse_is_an_error_and_changes_nothing) {
    pawl_world *const world = make_default_world();
    add_unit_box(world, 0, -3);
    const uint32_t hash = pawl_world_hash(world);
    const pawl_water_def good = pawl_water_def_default();
    const struct {
        pawl_water_def def;
        pawl_status want;
    } rows[] = {
        {{.cookie = 1}, PAWL_ERR_COOKIE},
        {{.cookie = good.cookie, .density = -1}, PAWL_ERR_RANGE},
        {{.cookie = good.cookie, .linear_drag = -1}, PAWL_ERR_RANGE},
        {{.cookie = good.cookie, .linear_drag = FX(1024) + 1}, PAWL_ERR_RANGE},
        {{.cookie = good.cookie, .angular_drag = INT32_MIN}, PAWL_ERR_RANGE},
        {{.cookie = good.cookie, .flow = {PAWL_SPEED_MAX + 1, 0}}, PAWL_ERR_RANGE},
        {{.cookie = good.cookie, .flow = {0, INT32_MIN}}, PAWL_ERR_RANGE},
        {{.cookie = good.cookie, .area = {.count = 3}}, PAWL_ERR_GEOMETRY},
        {{.cookie = good.cookie, .area = {.count = 255}}, PAWL_ERR_GEOMETRY},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_int_eq(pawl_world_apply_water(world, &rows[i].def), rows[i].want);
    ck_assert_int_eq(pawl_world_apply_water(NULL, &good), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_apply_water(world, NULL), PAWL_ERR_NULL);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    free(world);
}
END_TEST

/* The widest numbers that are allowed saturate with a fault. */
START_TEST(extremes_saturate_with_a_fault) {
    pawl_world *const world = make_default_world();
    pawl_water_def water = pawl_water_def_default();
    water.density = PAWL_FX_MAX;
    water.area = pawl_area_everywhere();
    const pawl_convex box = box_convex(1, 1);
    const pawl_body_id body = add_floater(world, &box, 0.0001, 0, 0);
    ck_assert_int_eq(pawl_world_apply_water(world, &water), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_faults(world), PAWL_FAULT_FORCE_RANGE);
    ck_assert_int_eq(pawli_bodies(world)[body.index1 - 1].acceleration.y, PAWL_FX_MAX);
    assert_sound(world);
    free(world);
}
END_TEST

Suite *suite_buoyancy(void);
Suite *suite_buoyancy(void) {
    Suite *const suite = suite_create("buoyancy");
    TCase *const tcase = tcase_create("buoyancy");
    tcase_add_test(tcase, a_box_of_half_the_density_comes_to_rest_with_half_of_it_in_the_water);
    tcase_add_test(tcase, a_wide_box_of_half_the_density_floats_upright_by_half_and_sleeps);
    tcase_add_test(tcase, a_square_of_half_the_density_turns_to_float_on_a_corner);
    tcase_add_loop_test(tcase, round_things_float_by_half, 0, 3);
    tcase_add_loop_test(tcase, without_drag_the_energy_neither_grows_nor_falls, 0, 4);
    tcase_add_test(tcase, without_drag_a_raft_rocks_on);
    tcase_add_test(tcase, with_drag_every_swing_is_smaller_than_the_one_before);
    tcase_add_test(tcase, what_is_denser_sinks_and_what_is_as_dense_hovers);
    tcase_add_loop_test(tcase, a_flow_carries_along_and_never_overshoots, 0, 2);
    tcase_add_test(tcase, sleepers_sleep_on_until_they_are_to_wake);
    tcase_add_loop_test(tcase, only_who_is_meant_is_pushed, 0, 2);
    tcase_add_test(tcase, a_body_of_two_shapes_is_in_the_water_by_its_share);
    tcase_add_test(tcase, areas_side_by_side_add_up);
    tcase_add_loop_test(tcase, a_shifted_pool_floats_alike_bit_for_bit, 0, 2);
    tcase_add_test(tcase, misuse_is_an_error_and_changes_nothing);
    tcase_add_test(tcase, extremes_saturate_with_a_fault);
    suite_add_tcase(suite, tcase);
    return suite;
}
