/* test_body.c - bodies: handles, placing, types, enabling, and how they rest and carry. */
#include "support/world/fixture.h"
#include "support/base/seeded.h"

#define ROW(member, value, want) \
    { #member, offsetof(pawl_body_def, member), sizeof(((pawl_body_def *)0)->member), value, want }

static const struct {
    const char *name;
    size_t offset, size;
    int64_t value;
    pawl_status want;
} def_rows[] = {
    ROW(cookie, 0, PAWL_ERR_COOKIE),
    ROW(type, PAWL_STATIC, PAWL_OK),
    ROW(type, PAWL_DYNAMIC, PAWL_OK),
    ROW(type, 3, PAWL_ERR_ARGUMENT),
    ROW(type, -1, PAWL_ERR_ARGUMENT),
    ROW(position.x, PAWL_COORD_MAX, PAWL_OK),
    ROW(position.x, PAWL_COORD_MAX + INT64_C(1), PAWL_ERR_RANGE),
    ROW(position.y, -PAWL_COORD_MAX, PAWL_OK),
    ROW(position.y, -PAWL_COORD_MAX - INT64_C(1), PAWL_ERR_RANGE),
    ROW(position.y, INT32_MIN, PAWL_ERR_RANGE),
    ROW(angle, UINT32_MAX, PAWL_OK),
    ROW(velocity.x, PAWL_SPEED_MAX, PAWL_OK),
    ROW(velocity.x, PAWL_SPEED_MAX + 1, PAWL_ERR_RANGE),
    ROW(velocity.y, INT32_MIN, PAWL_ERR_RANGE),
    ROW(angular_velocity, INT32_MIN, PAWL_OK),
    ROW(angular_velocity, INT32_MAX, PAWL_OK),
    ROW(gravity_scale, 1024 * 65536, PAWL_OK),
    ROW(gravity_scale, 1024 * 65536 + 1, PAWL_ERR_RANGE),
    ROW(gravity_scale, -1024 * 65536, PAWL_OK),
    ROW(gravity_scale, -1024 * 65536 - 1, PAWL_ERR_RANGE),
    ROW(linear_damping, 1024 * 65536, PAWL_OK),
    ROW(linear_damping, 1024 * 65536 + 1, PAWL_ERR_RANGE),
    ROW(linear_damping, -1, PAWL_ERR_RANGE),
    ROW(angular_damping, 1024 * 65536, PAWL_OK),
    ROW(angular_damping, 1024 * 65536 + 1, PAWL_ERR_RANGE),
    ROW(angular_damping, -1, PAWL_ERR_RANGE),
};

#define DEF_ROW_COUNT ((int)(sizeof def_rows / sizeof def_rows[0]))

START_TEST(each_def_field_has_its_documented_range) {
    pawl_world *const world = make_default_world();
    pawl_body_def def = pawl_body_def_default();
    const int32_t value = (int32_t)(uint32_t)(uint64_t)def_rows[_i].value;
    ck_assert_uint_eq(def_rows[_i].size, 4);
    memcpy((char *)&def + def_rows[_i].offset, &value, 4);
    pawl_body_id body = {0, 0};
    const uint32_t hash = pawl_world_hash(world);
    const pawl_status got = pawl_body_create(world, &def, &body);
    ck_assert_msg(got == def_rows[_i].want, "%s = %ld: %s", def_rows[_i].name,
                  (long)def_rows[_i].value, pawl_status_text(got));
    ck_assert_int_eq(body.index1 != 0, got == PAWL_OK);
    ck_assert_int_eq(pawl_world_hash(world) != hash, got == PAWL_OK);
    run(world, 1);
    assert_sound(world);
    free(world);
}
END_TEST

START_TEST(a_new_body_is_what_its_def_says) {
    pawl_world *const world = make_default_world();
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.position = VEC(3.25, -17.5);
    def.angle = PAWL_TURN(1, 8);
    def.velocity = VEC(1.5, -2);
    def.angular_velocity = FX(0.75);
    def.gravity_scale = FX(-2);
    def.linear_damping = FX(0.125);
    def.angular_damping = FX(0.25);
    def.can_sleep = false;
    def.user_data = 0xCAFE;
    pawl_body_id body;
    ck_assert_int_eq(pawl_body_create(world, &def, &body), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_valid(world, body), true);
    ck_assert_int_eq(pawl_body_get_type(world, body), PAWL_DYNAMIC);
    assert_vec_eq(pawl_body_get_position(world, body), def.position);
    assert_vec_eq(pawl_body_get_center(world, body), def.position);
    ck_assert_uint_eq(pawl_body_get_angle(world, body), def.angle);
    const pawl_rot want = pawl_rot_from_angle(def.angle), got = pawl_body_get_rotation(world, body);
    ck_assert_int_eq(got.c, want.c);
    ck_assert_int_eq(got.s, want.s);
    assert_vec_eq(pawl_body_get_velocity(world, body), def.velocity);
    ck_assert_int_eq(pawl_body_get_angular_velocity(world, body), FX(0.75));
    ck_assert_int_eq(pawl_body_get_gravity_scale(world, body), FX(-2));
    ck_assert_int_eq(pawl_body_get_linear_damping(world, body), FX(0.125));
    ck_assert_int_eq(pawl_body_get_angular_damping(world, body), FX(0.25));
    ck_assert_uint_eq(pawl_body_get_user_data(world, body), 0xCAFE);
    ck_assert_int_eq(pawl_body_is_awake(world, body), true);
    ck_assert_int_eq(pawl_body_is_enabled(world, body), true);
    ck_assert_int_eq(pawl_body_has_fixed_rotation(world, body), false);
    free(world);
}
END_TEST

START_TEST(a_destroyed_body_is_stale_and_so_are_its_shapes) {
    pawl_world *const world = make_default_world();
    const pawl_body_id body = add_unit_box(world, 5, 5);
    const pawl_shape_id shape = shape_of(world, body);
    ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_valid(world, body), false);
    ck_assert_int_eq(pawl_shape_is_valid(world, shape), false);
    ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_ERR_STALE);
    assert_vec_eq(pawl_body_get_position(world, body), VEC(0, 0));
    ck_assert_uint_eq(pawl_world_get_counters(world).bodies, 0);
    ck_assert_uint_eq(pawl_world_get_counters(world).shapes, 0);
    ck_assert_uint_eq(pawl_world_get_counters(world).geometries, 0);
    assert_sound(world);
    free(world);
}
END_TEST

static pawl_world *make_world_of(uint16_t bodies) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = bodies;
    return make_world(&def);
}

START_TEST(slots_are_reused_first_in_first_out) {
    static const int order[] = {1, 0, 3, 2};
    pawl_world *const world = make_world_of(5);
    pawl_body_id body[4];
    for (int i = 0; i < 4; i++)
        body[i] = add_body(world, PAWL_STATIC, i, 0);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pawl_body_destroy(world, body[order[i]]), PAWL_OK);
    ck_assert_uint_eq(add_body(world, PAWL_STATIC, 0, 0).index1, 5); /* a fresh slot first */
    for (int i = 0; i < 4; i++) {
        const pawl_body_id old = body[order[i]], fresh = add_body(world, PAWL_STATIC, 0, 0);
        ck_assert_uint_eq(fresh.index1, old.index1);
        ck_assert_uint_eq(fresh.generation, old.generation + 1);
        ck_assert_int_eq(pawl_body_is_valid(world, old), false);
        ck_assert_int_eq(pawl_body_is_valid(world, fresh), true);
    }
    free(world);
}
END_TEST

START_TEST(a_generation_comes_again_after_65535_reuses_and_is_never_zero) {
    pawl_world *const world = make_world_of(1);
    const pawl_body_id first = add_body(world, PAWL_STATIC, 0, 0);
    pawl_body_id body = first;
    for (int i = 1; i <= 65535; i++) {
        ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
        body = add_body(world, PAWL_STATIC, 0, 0);
        if (body.generation == 0) ck_abort_msg("generation 0 after %d reuses", i);
        if (pawl_body_is_valid(world, first) != (i == 65535)) ck_abort_msg("alias after %d", i);
    }
    free(world);
}
END_TEST

START_TEST(bodies_are_listed_in_creation_order) {
    pawl_world *const world = make_world_of(5);
    pawl_body_id body[6];
    for (int i = 0; i < 5; i++)
        body[i] = add_body(world, PAWL_STATIC, i, 0);
    ck_assert_int_eq(pawl_body_destroy(world, body[1]), PAWL_OK);
    ck_assert_int_eq(pawl_body_destroy(world, body[4]), PAWL_OK);
    body[5] = add_body(world, PAWL_STATIC, 5, 0); /* in slot 1 */
    static const int order[] = {0, 2, 3, 5};
    pawl_body_id at = pawl_world_next_body(world, NO_BODY);
    for (int i = 0; i < 4; i++) {
        ck_assert_uint_eq(pawl_body_id_store(at), pawl_body_id_store(body[order[i]]));
        at = pawl_world_next_body(world, at);
    }
    ck_assert_uint_eq(pawl_body_id_store(at), 0);
    ck_assert_uint_eq(pawl_body_id_store(pawl_world_next_body(world, body[1])), 0);
    free(world);
}
END_TEST

START_TEST(a_teleport_is_exact_and_keeps_the_velocity) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(3, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_pose(world, body, VEC(100.5, -7), PAWL_TURN(1, 4)), PAWL_OK);
    assert_vec_eq(pawl_body_get_position(world, body), VEC(100.5, -7));
    ck_assert_uint_eq(pawl_body_get_angle(world, body), PAWL_TURN(1, 4));
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(3, 0));
    const pawl_box box = pawl_shape_get_box(world, shape_of(world, body));
    ck_assert_msg(box.lower.x <= FX(100) && box.lower.x >= FX(100) - 2, "lower x %d", box.lower.x);
    ck_assert_msg(box.upper.y >= FX(-6.5) && box.upper.y <= FX(-6.5) + 2, "y %d", box.upper.y);
    run(world, 60);
    assert_near(units(pawl_body_get_position(world, body).x), 103.5, 1e-4, "x");
    const pawl_vec2 outside[] = {pawl_vec2_make(PAWL_COORD_MAX + 1, 0),
                                 pawl_vec2_make(0, INT32_MIN)};
    const uint32_t hash = pawl_world_hash(world);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pawl_body_set_pose(world, body, outside[i], 0), PAWL_ERR_RANGE);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    assert_sound(world);
    free(world);
}
END_TEST

/* What is left below one raw unit belongs to the old place. */
START_TEST(a_teleport_starts_afresh) {
    pawl_world *const world = make_space();
    const pawl_vec2 creep = pawl_vec2_make(25, -37);
    const pawl_body_id body[] = {add_unit_box(world, 0, 0), add_unit_box(world, 5, 0)};
    ck_assert_int_eq(pawl_body_set_velocity(world, body[0], creep), PAWL_OK);
    run(world, 1);
    ck_assert_int_eq(pawl_body_set_velocity(world, body[1], creep), PAWL_OK);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pawl_body_set_pose(world, body[i], VEC(0, 5 * i), 0), PAWL_OK);
    for (int step = 0; step < 60; step++) {
        run(world, 1);
        const pawl_vec2 a = pawl_body_get_position(world, body[0]);
        assert_vec_eq(pawl_body_get_position(world, body[1]), pawl_vec2_make(a.x, a.y + FX(5)));
    }
    free(world);
}
END_TEST

/* The origin is derived from the centre of mass: one rounding away from where it was put. */
START_TEST(the_origin_stays_where_it_was_put_when_the_centre_is_elsewhere) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    pawl_world *const world = make_space();
    for (int i = 0; i < 100; i++) {
        const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
        const pawl_convex circle = circle_convex((double)(i % 10) - 4.5, (double)i / 32, 0.25);
        add_shape(world, body, &circle);
        const pawl_vec2 to = pawl_vec2_make((pawl_fx)(seeded_next(&seed) % 0x10000000) - 0x8000000,
                                            (pawl_fx)(seeded_next(&seed) % 0x10000000) - 0x8000000);
        const pawl_angle angle = (pawl_angle)seeded_next(&seed);
        ck_assert_int_eq(pawl_body_set_pose(world, body, to, angle), PAWL_OK);
        assert_vec_eq(pawl_body_get_position(world, body), to);
        const pawl_vec2 center = pawl_pose_apply(pawl_body_get_pose(world, body),
                                                 pawl_body_get_mass(world, body).center);
        assert_vec_eq(pawl_body_get_center(world, body), center);
        ck_assert_int_eq(pawl_body_destroy(world, body), PAWL_OK);
    }
    free(world);
}
END_TEST

START_TEST(a_disabled_body_takes_no_part) {
    pawl_world *const world = make_default_world();
    const pawl_body_id ground = add_ground(world), body = add_unit_box(world, 0, 0.5);
    run(world, 10);
    ck_assert_uint_eq(pawl_world_get_counters(world).touching, 1);
    ck_assert_int_eq(pawl_body_set_enabled(world, ground, false), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_enabled(world, ground), false);
    run(world, 30);
    ck_assert_uint_eq(pawl_world_get_counters(world).touching, 0);
    ck_assert_int_lt(pawl_body_get_position(world, body).y, FX(-0.5));
    ck_assert_int_eq(pawl_body_set_enabled(world, body, false), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    const pawl_vec2 position = pawl_body_get_position(world, body);
    run(world, 30);
    assert_vec_eq(pawl_body_get_position(world, body), position);
    ck_assert_int_eq(pawl_body_set_pose(world, body, VEC(0, 2), 0), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_enabled(world, ground, true), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_enabled(world, body, true), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_awake(world, body), true);
    run(world, 120);
    assert_near(units(pawl_body_get_position(world, body).y), 0.5, 0.01, "y");
    assert_sound(world);
    free(world);
}
END_TEST

START_TEST(a_body_created_disabled_or_asleep_waits) {
    pawl_world *const world = make_default_world();
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id body;
    def.type = PAWL_DYNAMIC;
    def.position = VEC(0, 10);
    if (_i == 0) def.enabled = false;
    if (_i == 1) def.awake = false;
    ck_assert_int_eq(pawl_body_create(world, &def, &body), PAWL_OK);
    run(world, 10);
    assert_vec_eq(pawl_body_get_position(world, body), VEC(0, 10));
    ck_assert_int_eq(pawl_body_set_enabled(world, body, true), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_awake(world, body, true), PAWL_OK);
    run(world, 10);
    ck_assert_int_lt(pawl_body_get_position(world, body).y, FX(10));
    assert_sound(world);
    free(world);
}
END_TEST

START_TEST(types_change_at_run_time) {
    pawl_world *const world = make_default_world();
    const pawl_body_id body = add_unit_box(world, 0, 50);
    run(world, 30);
    ck_assert_int_lt(pawl_body_get_velocity(world, body).y, FX(-4));
    ck_assert_int_eq(pawl_body_set_type(world, body, PAWL_STATIC), PAWL_OK);
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(0, 0));
    ck_assert_int_eq(pawl_body_get_mass(world, body).mass, 0);
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    const pawl_vec2 position = pawl_body_get_position(world, body);
    run(world, 30);
    assert_vec_eq(pawl_body_get_position(world, body), position);
    ck_assert_int_eq(pawl_body_set_type(world, body, PAWL_KINEMATIC), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(6, 0)), PAWL_OK);
    run(world, 60);
    assert_near(units(pawl_body_get_position(world, body).x), 6, 1e-4, "x");
    ck_assert_int_eq(pawl_body_get_position(world, body).y, position.y);
    ck_assert_int_eq(pawl_body_set_type(world, body, PAWL_DYNAMIC), PAWL_OK);
    ck_assert_int_eq(pawl_body_get_mass(world, body).mass, PAWL_WIDE(1, 0, 1));
    run(world, 30);
    ck_assert_int_lt(pawl_body_get_position(world, body).y, position.y);
    ck_assert_int_eq(pawl_body_get_velocity(world, body).x, FX(6));
    ck_assert_int_eq(pawl_body_set_type(world, body, (pawl_body_type)7), PAWL_ERR_ARGUMENT);
    assert_sound(world);
    free(world);
}
END_TEST

/* Fall for a second at scale s: every velocity is s times the plain one, to rounding. */
START_TEST(gravity_scale_scales) {
    pawl_world *const world = make_default_world();
    static const double scales[] = {1, 0, -1, 2, 0.5, 100};
    pawl_body_id body[6];
    for (int i = 0; i < 6; i++) {
        body[i] = add_unit_box(world, 10 * i, 0);
        ck_assert_int_eq(pawl_body_set_gravity_scale(world, body[i], FX(scales[i])), PAWL_OK);
        ck_assert_int_eq(pawl_body_get_gravity_scale(world, body[i]), FX(scales[i]));
    }
    run(world, 60);
    for (int i = 0; i < 6; i++)
        assert_near(units(pawl_body_get_velocity(world, body[i]).y), -10 * scales[i], 0.002, "v");
    free(world);
}
END_TEST

START_TEST(fixed_rotation_does_not_turn) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id body = add_unit_box(world, 0, 3);
    ck_assert_int_eq(pawl_body_set_fixed_rotation(world, body, true), PAWL_OK);
    ck_assert_int_eq(pawl_body_has_fixed_rotation(world, body), true);
    ck_assert_int_eq(pawl_body_set_pose(world, body, VEC(0, 3), PAWL_TURN(1, 16)), PAWL_OK);
    const pawl_wide2 push = {PAWL_WIDE(1, 0, 1), 0};
    ck_assert_int_eq(pawl_body_apply_impulse(world, body, push, VEC(0, 3.5)), PAWL_OK);
    ck_assert_int_eq(pawl_body_get_angular_velocity(world, body), 0);
    ck_assert_int_eq(pawl_body_get_velocity(world, body).x, FX(1));
    run(world, 120); /* it lands on a corner */
    ck_assert_uint_eq(pawl_body_get_angle(world, body), PAWL_TURN(1, 16));
    ck_assert_int_eq(pawl_body_get_mass(world, body).inertia, 0);
    ck_assert_int_eq(pawl_body_set_fixed_rotation(world, body, false), PAWL_OK);
    run(world, 120);
    ck_assert_uint_ne(pawl_body_get_angle(world, body), PAWL_TURN(1, 16));
    free(world);
}
END_TEST

START_TEST(a_torque_before_the_rotation_is_fixed_turns_nothing) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    ck_assert_int_eq(pawl_body_apply_torque(world, body, PAWL_FX(50, 0, 1)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_fixed_rotation(world, body, true), PAWL_OK);
    run(world, 3);
    ck_assert_uint_eq(pawl_body_get_angle(world, body), 0);
    ck_assert_int_eq(pawl_body_set_fixed_rotation(world, body, false), PAWL_OK);
    run(world, 1);
    ck_assert_int_eq(pawl_body_get_angular_velocity(world, body), 0);
    free(world);
}
END_TEST

START_TEST(velocity_at_a_point_adds_the_turning) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 10, 20);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(1, 2)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, FX(3)), PAWL_OK);
    assert_near(units(pawl_body_get_angular_velocity(world, body)), 3, 1e-4, "w");
    const pawl_vec2 v = pawl_body_get_velocity_at(world, body, VEC(12, 21));
    assert_near(units(v.x), 1 - 3 * 1, 1e-3, "vx");
    assert_near(units(v.y), 2 + 3 * 2, 1e-3, "vy");
    free(world);
}
END_TEST

/* An angular velocity as given comes back to within what the speed format resolves: half a raw
 * unit of k * w in 2^-32, so practically the same. */
START_TEST(angular_velocity_survives_the_round_trip) {
    uint64_t seed = seeded_base;
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    for (int i = 0; i < 1000; i++) {
        const pawl_fx w = seeded_int32(&seed) / 128;
        ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, w), PAWL_OK);
        const pawl_fx got = pawl_body_get_angular_velocity(world, body);
        ck_assert_msg(got - w <= 1 && w - got <= 1, "%d became %d", w, got);
    }
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, INT32_MAX), PAWL_OK);
    ck_assert_int_le(pawl_body_get_angular_velocity(world, body), PAWL_FX_MAX);
    run(world, 10);
    assert_sound(world);
    free(world);
}
END_TEST

/* Row 0: sideways, by friction. Row 1: up. Row 2: down at less than g. */
START_TEST(a_kinematic_body_carries_a_box) {
    static const struct { double x, y; } speeds[] = {{2, 0}, {0, 2}, {0, -1}};
    pawl_world *const world = make_default_world();
    const pawl_body_id lift = add_body(world, PAWL_KINEMATIC, 0, -0.5);
    add_box(world, lift, 5, 0.5);
    const pawl_body_id box = add_unit_box(world, 0, 0.5);
    run(world, 60);
    const pawl_vec2 speed = VEC(speeds[_i].x, speeds[_i].y);
    ck_assert_int_eq(pawl_body_set_velocity(world, lift, speed), PAWL_OK);
    run(world, 180);
    const pawl_vec2 at =
        pawl_vec2_sub(pawl_body_get_position(world, box), pawl_body_get_position(world, lift));
    assert_near(units(pawl_body_get_velocity(world, box).x), speeds[_i].x, 0.01, "vx");
    assert_near(units(pawl_body_get_velocity(world, box).y), speeds[_i].y, 0.01, "vy");
    /* Friction 0.6 * 10 brings it to 2 units/s in 1/3 s, a third of a unit behind. */
    assert_near(units(at.x), speeds[_i].x == 0 ? 0 : -1 / 3.0, 0.05, "x against the lift");
    assert_near(units(at.y), 1, 0.02, "height above the lift");
    assert_vec_eq(pawl_body_get_velocity(world, lift), speed);
    free(world);
}
END_TEST

/* pawl/body.h: it moves with the velocity you give it. */
START_TEST(a_kinematic_body_is_not_slowed_down) {
    pawl_world *const world = make_default_world();
    const pawl_body_id body = add_body(world, PAWL_KINEMATIC, 0, 0);
    add_box(world, body, 1, 1);
    if (_i == 1) ck_assert_int_eq(pawl_body_set_damping(world, body, FX(2), FX(2)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(3, -4)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, FX(1)), PAWL_OK);
    run(world, 300);
    assert_vec_eq(pawl_body_get_velocity(world, body), VEC(3, -4));
    assert_near(units(pawl_body_get_angular_velocity(world, body)), 1, 1e-4, "w");
    assert_near(units(pawl_body_get_position(world, body).x), 15, 1e-3, "x");
    free(world);
}
END_TEST

/* Each size of box with the length unit it asks for, and both with the default one. */
START_TEST(tiny_and_large_boxes_rest) {
    static const struct {
        double size, unit, tolerance;
    } rows[] = {
        {0.02, 0.0625, 0.001}, {0.02, 1, 0.006}, {500, 500, 2.6}, {500, 1, 0.01}, {1, 1, 0.006}};
    pawl_world_def def = pawl_world_def_default();
    def.length_unit = FX(rows[_i].unit);
    pawl_world *const world = make_world(&def);
    const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, -500);
    add_box(world, ground, 4000, 500);
    const double half = rows[_i].size / 2;
    const pawl_body_id box = add_body(world, PAWL_DYNAMIC, 0, half);
    add_box(world, box, half, half);
    run(world, 600);
    assert_near(units(pawl_body_get_position(world, box).x), 0, rows[_i].tolerance / 10, "x");
    assert_near(units(pawl_body_get_position(world, box).y), half, rows[_i].tolerance, "y");
    assert_near(units(pawl_angle_to_radians(pawl_body_get_angle(world, box))), 0, 0.001, "angle");
    ck_assert_int_eq(pawl_body_is_awake(world, box), false);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    free(world);
}
END_TEST

static TCase *motion_case(void) {
    TCase *const tcase = tcase_create("motion");
    tcase_add_test(tcase, types_change_at_run_time);
    tcase_add_test(tcase, gravity_scale_scales);
    tcase_add_test(tcase, fixed_rotation_does_not_turn);
    tcase_add_test(tcase, a_torque_before_the_rotation_is_fixed_turns_nothing);
    tcase_add_test(tcase, velocity_at_a_point_adds_the_turning);
    tcase_add_test(tcase, angular_velocity_survives_the_round_trip);
    tcase_add_loop_test(tcase, a_kinematic_body_carries_a_box, 0, 3);
    tcase_add_loop_test(tcase, a_kinematic_body_is_not_slowed_down, 0, 2);
    tcase_add_loop_test(tcase, tiny_and_large_boxes_rest, 0, 5);
    return tcase;
}

Suite *suite_body(void) {
    Suite *const suite = suite_create("body");
    TCase *const tcase = tcase_create("life");
    tcase_add_loop_test(tcase, each_def_field_has_its_documented_range, 0, DEF_ROW_COUNT);
    tcase_add_test(tcase, a_new_body_is_what_its_def_says);
    tcase_add_test(tcase, a_destroyed_body_is_stale_and_so_are_its_shapes);
    tcase_add_test(tcase, slots_are_reused_first_in_first_out);
    tcase_add_test(tcase, a_generation_comes_again_after_65535_reuses_and_is_never_zero);
    tcase_add_test(tcase, bodies_are_listed_in_creation_order);
    tcase_add_test(tcase, a_teleport_is_exact_and_keeps_the_velocity);
    tcase_add_test(tcase, a_teleport_starts_afresh);
    tcase_add_loop_test(tcase, the_origin_stays_where_it_was_put_when_the_centre_is_elsewhere, 0,
                        5);
    tcase_add_test(tcase, a_disabled_body_takes_no_part);
    tcase_add_loop_test(tcase, a_body_created_disabled_or_asleep_waits, 0, 2);
    suite_add_tcase(suite, tcase);
    suite_add_tcase(suite, motion_case());
    return suite;
}
