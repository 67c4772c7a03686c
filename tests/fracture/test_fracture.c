/* test_fracture.c - bodies in pieces: what they inherit, and that nothing changes where there is no
 * room. */
#include "support/world/breaking.h"

#include <math.h>

/* ---- a cut ---------------------------------------------------------------------------------- */

START_TEST(a_box_cut_in_the_middle_is_two_boxes) {
    pawl_world *const world = make_space();
    breaker *const b = make_breaker(1, 2);
    const pawl_body_id box = add_unit_box(world, 3, 4);
    ck_assert_int_eq(cut(world, b, box, VEC(3, 0), VEC(3, 9)), PAWL_OK);
    ck_assert_uint_eq(b->made.count, 2);
    ck_assert_uint_eq(b->made.left, 1);
    ck_assert_int_eq(pawl_body_is_valid(world, box), false);
    assert_vec_eq(pawl_body_get_center(world, b->bodies[0]), VEC(2.75, 4));
    assert_vec_eq(pawl_body_get_center(world, b->bodies[1]), VEC(3.25, 4));
    for (int i = 0; i < 2; i++) {
        assert_vec_eq(pawl_body_get_position(world, b->bodies[i]), VEC(3, 4)); /* the frame stays */
        ck_assert_int_eq(pawl_body_get_mass(world, b->bodies[i]).mass, 32768);
        ck_assert_int_eq(pawl_body_get_type(world, b->bodies[i]), PAWL_DYNAMIC);
        ck_assert_int_eq(pawl_body_is_awake(world, b->bodies[i]), true);
    }
    assert_sound(world);
    free_breaker(b);
    free(world);
}
END_TEST

START_TEST(a_line_that_misses_changes_nothing) {
    pawl_world *const world = make_space();
    breaker *const b = make_breaker(1, 2);
    const pawl_body_id box = add_unit_box(world, 3, 4);
    const uint32_t before = pawl_world_hash(world);
    ck_assert_int_eq(cut(world, b, box, VEC(4, 0), VEC(4, 9)), PAWL_OK);
    ck_assert_uint_eq(b->made.count, 0);
    ck_assert_uint_eq(b->made.left, 0);
    ck_assert_uint_eq(pawl_world_hash(world), before);
    ck_assert_int_eq(pawl_body_is_valid(world, box), true);
    free_breaker(b);
    free(world);
}
END_TEST

START_TEST(halves_fly_apart_as_they_turned_together) {
    pawl_world *const world = make_space();
    breaker *const b = make_breaker(1, 2);
    const pawl_body_id box = add_unit_box(world, 0, 0);
    ck_assert_int_eq(pawl_body_set_velocity(world, box, VEC(1, 2)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, box, FX(4)), PAWL_OK);
    ck_assert_int_eq(cut(world, b, box, VEC(0, 0), VEC(0, 1)), PAWL_OK);
    assert_vec_eq(pawl_body_get_velocity(world, b->bodies[0]), VEC(1, 1));
    assert_vec_eq(pawl_body_get_velocity(world, b->bodies[1]), VEC(1, 3));
    ck_assert_int_eq(pawl_body_get_angular_velocity(world, b->bodies[0]), FX(4));
    ck_assert_int_eq(pawl_body_get_angular_velocity(world, b->bodies[1]), FX(4));
    free_breaker(b);
    free(world);
}
END_TEST

/* ---- what is inherited ---------------------------------------------------------------------- */

START_TEST(pieces_inherit_all_of_body_and_shape) {
    pawl_world *const world = make_space();
    breaker *const b = make_breaker(1, 8);
    pawl_body_def body_def = pawl_body_def_default();
    body_def.type = PAWL_DYNAMIC;
    body_def.gravity_scale = FX(0.5);
    body_def.linear_damping = FX(0.25);
    body_def.angular_damping = FX(0.125);
    body_def.bullet = true;
    body_def.can_sleep = false;
    body_def.fixed_rotation = true;
    body_def.user_data = 77;
    pawl_shape_def def = pawl_shape_def_default();
    def.density = FX(2);
    def.friction = FX(0.25);
    def.restitution = FX(0.75);
    def.tangent_speed = FX(-3);
    def.rolling_resistance = FX(0.5);
    def.filter = (pawl_filter){4, 6, -3, 0};
    def.break_impulse = 88 * 65536;
    def.hit_events = def.custom_filter = def.pre_solve = true;
    def.user_data = 99;
    pawl_body_id body;
    pawl_shape_id shape;
    const pawl_convex box = box_convex(1, 1);
    ck_assert_int_eq(pawl_body_create(world, &body_def, &body), PAWL_OK);
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &box, &shape), PAWL_OK);
    const pawli_shape was = pawli_shapes(world)[shape.index1 - 1];
    const pawli_body had = *slot_of(world, body);
    const pawl_fracture_def how = breaking_def(1, 8, 0.125);
    ck_assert_int_eq(shatter(world, b, body, VEC(0, 0), &how), PAWL_OK);
    ck_assert_uint_gt(b->made.count, 4);
    for (uint32_t i = 0; i < b->made.count; i++) {
        const pawli_body *const is = slot_of(world, b->bodies[i]);
        ck_assert_int_eq(is->gravity_scale, had.gravity_scale);
        ck_assert_int_eq(is->linear_damping, had.linear_damping);
        ck_assert_int_eq(is->angular_damping, had.angular_damping);
        ck_assert_uint_eq(is->flags, had.flags);
        ck_assert_uint_eq(is->user_data, 77);
        const pawli_shape *const of = &pawli_shapes(world)[is->first_shape];
        ck_assert_uint_eq(of->flags & 0xF4u, was.flags & 0xF4u);
        ck_assert_int_eq(of->density, was.density);
        ck_assert_int_eq(of->friction, was.friction);
        ck_assert_int_eq(of->restitution, was.restitution);
        ck_assert_int_eq(of->tangent_speed, was.tangent_speed);
        ck_assert_uint_eq(of->rolling_resistance, was.rolling_resistance);
        ck_assert_uint_eq(of->category, 4);
        ck_assert_uint_eq(of->mask, 6);
        ck_assert_int_eq(of->group, -3);
        ck_assert_uint_eq(of->break_impulse, was.break_impulse);
        ck_assert_uint_eq(of->user_data, 99);
    }
    assert_sound(world);
    free_breaker(b);
    free(world);
}
END_TEST

START_TEST(each_piece_is_of_the_material_of_its_shape) {
    pawl_world *const world = make_space();
    breaker *const b = make_breaker(2, 2);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    for (int i = 0; i < 2; i++) {
        pawl_convex box;
        pawl_shape_def def = pawl_shape_def_default();
        def.density = FX(1 + 2 * i);
        def.user_data = (uint32_t)i;
        pawl_shape_id shape;
        ck_assert_int_eq(pawl_make_box_at(FX(0.5), FX(0.5), VEC(i, 0), 0, &box), PAWL_OK);
        ck_assert_int_eq(pawl_shape_create(world, body, &def, &box, &shape), PAWL_OK);
    }
    ck_assert_int_eq(cut(world, b, body, VEC(-9, 0.25), VEC(9, 0.25)), PAWL_OK);
    ck_assert_uint_eq(b->made.count, 2); /* the two boxes hang together on either side */
    for (int i = 0; i < 2; i++) {
        const double height = i == 0 ? 0.25 : 0.75;
        ck_assert_int_eq(pawl_body_get_mass(world, b->bodies[i]).mass, FX(height * 4));
        pawl_shape_id shape = NO_SHAPE;
        for (uint32_t k = 0; k < 2; k++) {
            shape = pawl_body_next_shape(world, b->bodies[i], shape);
            ck_assert_int_eq(pawl_shape_get_density(world, shape),
                             FX(1 + 2 * pawl_shape_get_user_data(world, shape)));
            const pawl_box box = pawl_shape_get_box(world, shape);
            ck_assert_int_eq(box.lower.x > FX(0.25), pawl_shape_get_user_data(world, shape) == 1);
        }
    }
    assert_sound(world);
    free_breaker(b);
    free(world);
}
END_TEST

/* ---- what stays, and what goes with a body -------------------------------------------------- */

START_TEST(what_cannot_break_keeps_the_body) {
    pawl_world *const world = make_space();
    breaker *const b = make_breaker(2, 8);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    const pawl_convex glass = box_convex(1, 1);
    pawl_convex frame;
    ck_assert_int_eq(pawl_make_segment(VEC(-1, 3), VEC(1, 3), &frame), PAWL_OK);
    add_shape(world, body, &glass);
    add_shape(world, body, &frame);
    const pawl_fracture_def how = breaking_def(5, 8, 0.125);
    ck_assert_int_eq(shatter(world, b, body, VEC(0, 0), &how), PAWL_OK);
    ck_assert_uint_gt(b->made.count, 4);
    ck_assert_int_eq(pawl_body_is_valid(world, body), true);
    ck_assert_uint_eq(pawl_body_next_shape(world, body, shape_of(world, body)).index1, 0);
    assert_sound(world);
    free_breaker(b);
    free(world);
}
END_TEST

START_TEST(the_rest_of_a_turning_body_goes_on) {
    pawl_world *const world = make_space();
    breaker *const b = make_breaker(2, 8);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    const pawl_convex glass = box_convex(0.5, 0.5);
    pawl_convex rest;
    ck_assert_int_eq(pawl_make_box_at(FX(0.5), FX(0.5), VEC(2, 0), 0, &rest), PAWL_OK);
    const pawl_shape_id window = add_breakable(world, body, &glass, 1);
    add_shape(world, body, &rest);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(0, 8)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, FX(2)), PAWL_OK);
    const pawl_body_id ball = add_body(world, PAWL_DYNAMIC, 0, 1);
    const pawl_convex round = circle_convex(0, 0, 0.5);
    add_shape(world, ball, &round);
    run(world, 1);
    ck_assert_uint_ge(pawl_world_get_events(world).fracture_count, 1);
    const pawl_vec2 wanted = pawl_body_get_velocity_at(
        world, body, pawl_pose_apply(pawl_body_get_pose(world, body), VEC(2, 0)));
    const pawl_fracture_def how = breaking_def(5, 8, 0.125);
    ck_assert_int_eq(pawl_world_break(world, &how, b->memory, b->size), 1);
    ck_assert_int_eq(pawl_shape_is_valid(world, window), false);
    ck_assert_int_eq(pawl_body_is_valid(world, body), true);
    ck_assert_int_eq(pawl_body_get_mass(world, body).mass, 65536);
    const pawl_vec2 got = pawl_body_get_velocity(world, body);
    ck_assert_int_le(pawl_abs(got.x - wanted.x), 4);
    ck_assert_int_le(pawl_abs(got.y - wanted.y), 4);
    assert_sound(world);
    free_breaker(b);
    free(world);
}
END_TEST

START_TEST(sensors_and_joints_go_with_the_body) {
    pawl_world *const world = make_space();
    breaker *const b = make_breaker(2, 8);
    const pawl_body_id body = add_unit_box(world, 0, 0), other = add_unit_box(world, 0, 3);
    pawl_shape_def eye = pawl_shape_def_default();
    eye.sensor = true;
    pawl_shape_id sensor;
    const pawl_convex view = circle_convex(0, 0, 5);
    ck_assert_int_eq(pawl_shape_create(world, body, &eye, &view, &sensor), PAWL_OK);
    pawl_joint_def rope = pawl_joint_def_default(PAWL_JOINT_DISTANCE);
    rope.body_a = body;
    rope.body_b = other;
    pawl_joint_id joint;
    ck_assert_int_eq(pawl_joint_create(world, &rope, &joint), PAWL_OK);
    const pawl_fracture_def how = breaking_def(5, 8, 0.0625);
    ck_assert_int_eq(shatter(world, b, body, VEC(0, 0), &how), PAWL_OK);
    ck_assert_uint_gt(b->made.count, 4);
    ck_assert_int_eq(pawl_body_is_valid(world, body), false);
    ck_assert_int_eq(pawl_shape_is_valid(world, sensor), false);
    ck_assert_int_eq(pawl_joint_is_valid(world, joint), false);
    assert_sound(world);
    free_breaker(b);
    free(world);
}
END_TEST

START_TEST(static_bricks_become_dynamic_pieces_at_rest) {
    pawl_world *const world = make_default_world();
    breaker *const b = make_breaker(1, 8);
    const pawl_body_id brick = add_breaking_brick(world, PAWL_STATIC, 0, 5, 1);
    const pawl_fracture_def how = breaking_def(2, 6, 0.0625);
    ck_assert_int_eq(shatter(world, b, brick, VEC(-0.5, 5), &how), PAWL_OK);
    ck_assert_uint_gt(b->made.count, 3);
    for (uint32_t i = 0; i < b->made.count; i++) {
        ck_assert_int_eq(pawl_body_get_type(world, b->bodies[i]), PAWL_DYNAMIC);
        assert_vec_eq(pawl_body_get_velocity(world, b->bodies[i]), VEC(0, 0));
    }
    run(world, 60);
    for (uint32_t i = 0; i < b->made.count; i++)
        ck_assert_int_lt(pawl_body_get_center(world, b->bodies[i]).y, FX(3));
    free_breaker(b);
    free(world);
}
END_TEST

START_TEST(what_rests_on_a_body_wakes_when_it_breaks) {
    pawl_world *const world = make_default_world();
    breaker *const b = make_breaker(1, 8);
    add_ground(world);
    const pawl_body_id below = add_unit_box(world, 0, 0.5), above = add_unit_box(world, 0, 1.5);
    run(world, 200);
    ck_assert_int_eq(pawl_body_is_awake(world, above), false);
    const pawl_fracture_def how = breaking_def(2, 6, 0.0625);
    ck_assert_int_eq(shatter(world, b, below, VEC(0, 0.5), &how), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_awake(world, above), true);
    free_breaker(b);
    free(world);
}
END_TEST

START_TEST(what_rests_on_a_part_that_breaks_wakes) {
    pawl_world *const world = make_default_world();
    breaker *const b = make_breaker(1, 8);
    const pawl_body_id shelf = add_body(world, PAWL_STATIC, 0, 0);
    pawl_convex rest;
    add_box(world, shelf, 1, 0.5);
    ck_assert_int_eq(pawl_make_segment(VEC(5, 0), VEC(6, 0), &rest), PAWL_OK);
    add_shape(world, shelf, &rest);
    const pawl_body_id above = add_unit_box(world, 0, 1);
    run(world, 200);
    ck_assert_int_eq(pawl_body_is_awake(world, above), false);
    ck_assert_int_eq(cut(world, b, shelf, VEC(0.25, -3), VEC(0.25, 3)), PAWL_OK);
    ck_assert_uint_eq(b->made.count, 2);
    ck_assert_int_eq(pawl_body_is_valid(world, shelf), true);
    ck_assert_int_eq(pawl_body_is_awake(world, above), true);
    free_breaker(b);
    free(world);
}
END_TEST

/* ---- round shapes --------------------------------------------------------------------------- */

static double mass_of(const pawl_world *world, const breaker *b) {
    double sum = 0;
    for (uint32_t i = 0; i < b->made.count; i++)
        sum += (double)pawl_body_get_mass(world, b->bodies[i]).mass / 65536;
    return sum;
}

static double broken_share(const pawl_convex *convex) {
    pawl_world *const world = make_space();
    breaker *const b = make_breaker(1, 12);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    add_shape(world, body, convex);
    const double before = (double)pawl_body_get_mass(world, body).mass / 65536;
    const pawl_fracture_def how = breaking_def(2, 12, 0.25);
    ck_assert_int_eq(shatter(world, b, body, VEC(0, 0), &how), PAWL_OK);
    ck_assert_uint_gt(b->made.count, 4);
    const double share = mass_of(world, b) / before;
    assert_sound(world);
    free_breaker(b);
    free(world);
    return share;
}

START_TEST(round_shapes_lose_what_lies_outside_their_corners) {
    const pawl_vec2 square[] = {VEC(-2, -2), VEC(2, -2), VEC(2, 2), VEC(-2, 2)};
    const pawl_vec2 six[] = {VEC(-4, 0), VEC(-2, -3), VEC(2, -3), VEC(4, 0), VEC(2, 3), VEC(-2, 3)};
    const double pi = 3.14159265358979;
    pawl_convex convex = circle_convex(1, 0, 4);
    assert_near(broken_share(&convex), 2 * sqrt(2) / pi, 1e-4, "circle");
    ck_assert_int_eq(pawl_make_capsule(VEC(-3, 0), VEC(3, 0), FX(2), &convex), PAWL_OK);
    assert_near(broken_share(&convex), (24 + 4 * 1.5 * sqrt(3)) / (24 + 4 * pi), 1e-4, "capsule");
    ck_assert_int_eq(pawl_make_polygon(square, 4, FX(1), &convex), PAWL_OK);
    assert_near(broken_share(&convex), (16 + 16 + 2) / (16 + 16 + pi), 1e-4, "rounded square");
    ck_assert_int_eq(pawl_make_polygon(six, 6, FX(0.25), &convex), PAWL_OK);
    const double share = broken_share(&convex);
    ck_assert_msg(share > 0.98 && share < 0.999, "rounded hexagon: %f", share);
}
END_TEST

/* ---- no room -------------------------------------------------------------------------------- */

typedef enum shortage {
    BODIES,
    SHAPES,
    GEOMETRIES,
    SHORTAGES
} shortage;

/* The least capacity with which a box breaks is that of the pieces: the box makes room itself. */
START_TEST(without_room_nothing_changes) {
    pawl_world *const wide = make_space();
    breaker *const b = make_breaker(1, 8);
    const pawl_fracture_def how = breaking_def(9, 8, 0.0625);
    ck_assert_int_eq(shatter(wide, b, add_unit_box(wide, 0, 0), VEC(0, 0), &how), PAWL_OK);
    const uint16_t pieces = (uint16_t)b->made.count;
    ck_assert_uint_gt(pieces, 4);
    free(wide);
    for (uint16_t room = pieces - 1; room <= pieces; room++) {
        pawl_world_def def = pawl_world_def_default();
        if (_i == BODIES) def.body_capacity = room;
        if (_i == SHAPES) def.shape_capacity = room;
        if (_i == GEOMETRIES) def.geometry_capacity = room;
        pawl_world *const world = make_world(&def);
        const pawl_body_id box = add_unit_box(world, 0, 0);
        const uint32_t before = pawl_world_hash(world);
        memset(&b->made, 0, sizeof b->made);
        b->made.count = 1234;
        const pawl_status status = shatter(world, b, box, VEC(0, 0), &how);
        ck_assert_int_eq(status, room < pieces ? PAWL_ERR_CAPACITY : PAWL_OK);
        ck_assert_uint_eq(b->made.count, room < pieces ? 1234 : pieces);
        ck_assert_int_eq(pawl_body_is_valid(world, box), room < pieces);
        if (room < pieces) ck_assert_uint_eq(pawl_world_hash(world), before);
        assert_sound(world);
        free(world);
    }
    free_breaker(b);
}
END_TEST

START_TEST(too_little_memory_or_output_changes_nothing) {
    pawl_world *const world = make_space();
    breaker *const b = make_breaker(1, 8);
    const pawl_body_id box = add_unit_box(world, 0, 0);
    const pawl_fracture_def how = breaking_def(9, 8, 0.0625);
    const uint32_t before = pawl_world_hash(world);
    b->made.capacity = 3;
    ck_assert_int_eq(shatter(world, b, box, VEC(0, 0), &how), PAWL_ERR_CAPACITY);
    b->made.capacity = PIECES_MAX;
    b->size--;
    ck_assert_int_eq(shatter(world, b, box, VEC(0, 0), &how), PAWL_ERR_MEMORY);
    b->size++;
    uint8_t *const odd = (uint8_t *)b->memory + 1;
    ck_assert_int_eq(pawl_body_cut(world, box, VEC(0, 0), VEC(1, 0), odd, b->size - 1, &b->made),
                     PAWL_ERR_MEMORY);
    ck_assert_uint_eq(pawl_world_hash(world), before);
    ck_assert_uint_eq(b->made.count, 0);
    ck_assert_uint_eq(pawl_fracture_size(0, 8), 0);
    ck_assert_uint_eq(pawl_fracture_size(1, 1), 0);
    ck_assert_uint_eq(pawl_fracture_size(1, PAWL_FRACTURE_CELLS_MAX + 1), 0);
    ck_assert_uint_eq(pawl_fracture_size(UINT32_MAX, 8), 0);
    free_breaker(b);
    free(world);
}
END_TEST

START_TEST(wrong_use_is_refused) {
    pawl_world *const world = make_space();
    breaker *const b = make_breaker(1, 8);
    const pawl_body_id box = add_unit_box(world, 0, 0);
    pawl_fracture_def how = breaking_def(9, 8, 0.0625);
    const uint32_t before = pawl_world_hash(world);
    const pawl_vec2 o = VEC(0, 0), x = VEC(1, 0);
    ck_assert_int_eq(pawl_body_cut(NULL, box, o, x, b->memory, b->size, &b->made), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_body_cut(world, box, o, x, NULL, b->size, &b->made), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_body_cut(world, box, o, x, b->memory, b->size, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(cut(world, b, NO_BODY, o, x), PAWL_ERR_STALE);
    ck_assert_int_eq(cut(world, b, box, o, o), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(cut(world, b, box, o, pawl_vec2_make(INT32_MIN, 0)), PAWL_ERR_RANGE);
    ck_assert_int_eq(shatter(world, b, box, pawl_vec2_make(0, INT32_MAX), &how), PAWL_ERR_RANGE);
    ck_assert_int_eq(shatter(world, b, box, o, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(shatter(world, b, NO_BODY, o, &how), PAWL_ERR_STALE);
    how.cookie++;
    ck_assert_int_eq(shatter(world, b, box, o, &how), PAWL_ERR_COOKIE);
    ck_assert_int_eq(pawl_world_break(world, &how, b->memory, b->size), PAWL_ERR_COOKIE);
    const pawl_fracture_def wrong[] = {
        breaking_def(1, 1, 1), breaking_def(1, PAWL_FRACTURE_CELLS_MAX + 1, 1),
        breaking_def(1, 8, 1025), breaking_def(1, 8, 1 / 8192.0), breaking_def(1, 8, -1)};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        ck_assert_int_eq(shatter(world, b, box, o, &wrong[i]), PAWL_ERR_RANGE);
    how = breaking_def(1, 8, 1);
    how.focus = PAWL_FX_ONE + 1;
    ck_assert_int_eq(shatter(world, b, box, o, &how), PAWL_ERR_RANGE);
    how.focus = 0;
    ck_assert_int_eq(pawl_world_break(NULL, &how, b->memory, b->size), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_break(world, NULL, b->memory, b->size), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_break(world, &how, NULL, b->size), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_break(world, &how, (uint8_t *)b->memory + 4, b->size),
                     PAWL_ERR_MEMORY);
    ck_assert_uint_eq(pawl_world_hash(world), before);
    ck_assert_int_eq(pawl_body_set_enabled(world, box, false), PAWL_OK);
    ck_assert_int_eq(cut(world, b, box, o, x), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(shatter(world, b, box, o, &how), PAWL_ERR_ARGUMENT);
    free_breaker(b);
    free(world);
}
END_TEST

START_TEST(a_body_that_is_too_small_stays_whole) {
    pawl_world *const world = make_space();
    breaker *const b = make_breaker(1, 8);
    const pawl_body_id box = add_unit_box(world, 0, 0);
    const pawl_fracture_def how = breaking_def(9, 8, 2);
    const uint32_t before = pawl_world_hash(world);
    ck_assert_int_eq(shatter(world, b, box, VEC(0, 0), &how), PAWL_OK);
    ck_assert_uint_eq(b->made.count, 0);
    ck_assert_uint_eq(pawl_world_hash(world), before);
    free_breaker(b);
    free(world);
}
END_TEST

Suite *suite_fracture(void);
Suite *suite_fracture(void) {
    Suite *const suite = suite_create("fracture");
    TCase *const cases = tcase_create("fracture");
#if PAWL_WITH_FRACTURE
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, a_box_cut_in_the_middle_is_two_boxes);
    tcase_add_test(cases, a_line_that_misses_changes_nothing);
    tcase_add_test(cases, halves_fly_apart_as_they_turned_together);
    tcase_add_test(cases, pieces_inherit_all_of_body_and_shape);
    tcase_add_test(cases, each_piece_is_of_the_material_of_its_shape);
    tcase_add_test(cases, what_cannot_break_keeps_the_body);
    tcase_add_test(cases, the_rest_of_a_turning_body_goes_on);
    tcase_add_test(cases, sensors_and_joints_go_with_the_body);
    tcase_add_test(cases, static_bricks_become_dynamic_pieces_at_rest);
    tcase_add_test(cases, what_rests_on_a_body_wakes_when_it_breaks);
    tcase_add_test(cases, what_rests_on_a_part_that_breaks_wakes);
    tcase_add_test(cases, round_shapes_lose_what_lies_outside_their_corners);
    tcase_add_loop_test(cases, without_room_nothing_changes, 0, SHORTAGES);
    tcase_add_test(cases, too_little_memory_or_output_changes_nothing);
    tcase_add_test(cases, wrong_use_is_refused);
    tcase_add_test(cases, a_body_that_is_too_small_stays_whole);
#endif
    suite_add_tcase(suite, cases);
    return suite;
}
