/* test_body_build.c - bodies with one shape in one call: equal to three calls, all or nothing. */
#include "support/world/fixture.h"

#define SAVE_BYTES 65536

static const pawl_vec2 corners[] = {{-65536, -65536}, {65536, -65536}, {0, 65536}};

enum {
    BOX,
    CIRCLE,
    CAPSULE,
    SEGMENT,
    POLYGON,
    CONVEX,
    MAKERS
};

/* The one call of a maker; `size` 0 is out of range for each of them. */
static pawl_status build(pawl_world *world, int maker, const pawl_body_def *def,
                         const pawl_shape_def *shape, pawl_fx size, pawl_body_id *out) {
    const pawl_vec2 a = pawl_vec2_make(-size, 0), b = pawl_vec2_make(size, size);
    pawl_convex convex;
    memset(&convex, 0, sizeof convex);
    switch (maker) {
    case BOX:
        return pawl_body_create_box(world, def, shape, size, 2 * size, out);
    case CIRCLE:
        return pawl_body_create_circle(world, def, shape, size, out);
    case CAPSULE:
        return pawl_body_create_capsule(world, def, shape, a, b, size, out);
    case SEGMENT:
        return pawl_body_create_segment(world, def, shape, a, b, out);
    case POLYGON:
        return pawl_body_create_polygon(world, def, shape, corners, size == 0 ? 2 : 3, size, out);
    default:
        if (size > 0) ck_assert_int_eq(pawl_make_box(size, size, &convex), PAWL_OK);
        return pawl_body_create_convex(world, def, shape, &convex, out);
    }
}

static pawl_convex convex_of(int maker, pawl_fx size) {
    const pawl_vec2 a = pawl_vec2_make(-size, 0), b = pawl_vec2_make(size, size);
    pawl_convex convex;
    const pawl_status made = maker == BOX       ? pawl_make_box(size, 2 * size, &convex)
                             : maker == CIRCLE  ? pawl_make_circle(VEC(0, 0), size, &convex)
                             : maker == CAPSULE ? pawl_make_capsule(a, b, size, &convex)
                             : maker == SEGMENT ? pawl_make_segment(a, b, &convex)
                             : maker == POLYGON ? pawl_make_polygon(corners, 3, size, &convex)
                                                : pawl_make_box(size, size, &convex);
    ck_assert_int_eq(made, PAWL_OK);
    return convex;
}

static pawl_body_def falling_def(void) {
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.position = VEC(1.5, 4);
    def.angle = PAWL_TURN(1, 10);
    def.velocity = VEC(1, -2);
    def.angular_velocity = FX(3);
    return def;
}

/* Loops over the makers, with the default material and with another one. */
START_TEST(one_call_equals_three) {
    const int maker = _i % MAKERS;
    const pawl_body_def def = falling_def();
    pawl_shape_def material = pawl_shape_def_default();
    if (_i >= MAKERS) material.density = FX(2.5), material.restitution = FX(0.5);
    pawl_world *const one = make_default_world(), *const three = make_default_world();
    add_ground(one);
    add_ground(three);
    pawl_body_id got, want;
    pawl_shape_id shape;
    ck_assert_int_eq(build(one, maker, &def, _i >= MAKERS ? &material : NULL, FX(0.5), &got), 0);
    const pawl_convex convex = convex_of(maker, FX(0.5));
    ck_assert_int_eq(pawl_body_create(three, &def, &want), PAWL_OK);
    ck_assert_int_eq(pawl_shape_create(three, want, &material, &convex, &shape), PAWL_OK);
    ck_assert_uint_eq(pawl_body_id_store(got), pawl_body_id_store(want));
    for (int step = 0; step < 60; step++) {
        ck_assert_uint_eq(pawl_world_hash(one), pawl_world_hash(three));
        run(one, 1);
        run(three, 1);
    }
    assert_sound(one);
    free(one);
    free(three);
}
END_TEST

/* A world of three bodies, shapes and geometries, with a slot that was freed. */
static pawl_world *make_small_world(uint16_t bodies, uint16_t shapes, uint16_t geometries) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = bodies;
    def.shape_capacity = shapes;
    def.geometry_capacity = geometries;
    pawl_world *const world = make_world(&def);
    const pawl_body_id gone = add_unit_box(world, 9, 9);
    add_unit_box(world, 0, 0.5);
    ck_assert_int_eq(pawl_body_destroy(world, gone), PAWL_OK);
    return world;
}

/* The call gives this status and leaves every byte of the state and *out alone. */
static void assert_refused(pawl_world *world, int maker, const pawl_body_def *def,
                           const pawl_shape_def *shape, pawl_fx size, pawl_status want) {
    static uint64_t before[SAVE_BYTES / 8], after[SAVE_BYTES / 8];
    const size_t bytes = pawl_world_save_size(world);
    const uint32_t hash = pawl_world_hash(world);
    pawl_body_id out = {77, 78};
    ck_assert_uint_le(bytes, SAVE_BYTES);
    memset(before, 0, sizeof before);
    memset(after, 0, sizeof after);
    ck_assert_int_eq(pawl_world_save(world, before, sizeof before), PAWL_OK);
    const pawl_status got = build(world, maker, def, shape, size, &out);
    ck_assert_msg(got == want, "maker %d: %s", maker, pawl_status_text(got));
    ck_assert_int_eq(pawl_world_save(world, after, sizeof after), PAWL_OK);
    ck_assert_int_eq(memcmp(before, after, sizeof before), 0);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    ck_assert_uint_eq(out.index1, 77);
    ck_assert_uint_eq(out.generation, 78);
    assert_sound(world);
}

START_TEST(a_wrong_number_changes_nothing) {
    const bool tells_geometry = _i == POLYGON || _i == CONVEX || _i == SEGMENT;
    pawl_world *const world = make_small_world(4, 4, 4);
    const pawl_body_def def = falling_def();
    pawl_body_def bad = def;
    pawl_shape_def material = pawl_shape_def_default();
    assert_refused(world, _i, &def, NULL, 0, tells_geometry ? PAWL_ERR_GEOMETRY : PAWL_ERR_RANGE);
    bad.linear_damping = -1;
    assert_refused(world, _i, &bad, NULL, FX(0.5), PAWL_ERR_RANGE);
    bad = def;
    bad.type = (pawl_body_type)3;
    assert_refused(world, _i, &bad, NULL, FX(0.5), PAWL_ERR_ARGUMENT);
    bad = def;
    bad.cookie = 0;
    assert_refused(world, _i, &bad, NULL, FX(0.5), PAWL_ERR_COOKIE);
    material.friction = -1;
    assert_refused(world, _i, &def, &material, FX(0.5), PAWL_ERR_RANGE);
    material = pawl_shape_def_default();
    material.cookie = 0;
    assert_refused(world, _i, &def, &material, FX(0.5), PAWL_ERR_COOKIE);
    assert_refused(world, _i, NULL, &material, FX(0.5), PAWL_ERR_NULL);
    free(world);
}
END_TEST

/* Bodies, shapes, geometries: one of them has no room, the two others have. */
START_TEST(a_full_pool_changes_nothing) {
    static const uint16_t rooms[][3] = {{2, 4, 4}, {4, 2, 4}, {4, 4, 2}};
    const uint16_t *const room = rooms[_i / MAKERS];
    pawl_world *const world = make_small_world(room[0], room[1], room[2]);
    const pawl_body_id extra = add_body(world, PAWL_STATIC, 0, 0);
    if (_i >= MAKERS) {
        const pawl_convex circle = circle_convex(0, 0, 3);
        add_shape(world, extra, &circle);
    }
    const pawl_body_def def = falling_def();
    assert_refused(world, _i % MAKERS, &def, NULL, FX(0.25), PAWL_ERR_CAPACITY);
    ck_assert_int_eq(pawl_body_destroy(world, extra), PAWL_OK);
    pawl_body_id body;
    ck_assert_int_eq(build(world, _i % MAKERS, &def, NULL, FX(0.25), &body), PAWL_OK);
    assert_sound(world);
    free(world);
}
END_TEST

START_TEST(nulls_are_refused) {
    pawl_world *const world = make_default_world();
    const pawl_body_def def = falling_def();
    pawl_body_id body;
    ck_assert_int_eq(build(NULL, _i, &def, NULL, FX(0.5), &body), PAWL_ERR_NULL);
    ck_assert_int_eq(build(world, _i, &def, NULL, FX(0.5), NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_body_create_polygon(world, &def, NULL, NULL, 3, 0, &body), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_body_create_convex(world, &def, NULL, NULL, &body), PAWL_ERR_NULL);
    free(world);
}
END_TEST

Suite *suite_body_build(void) {
    Suite *const suite = suite_create("body_build");
    TCase *const tcase = tcase_create("one call");
    tcase_add_loop_test(tcase, one_call_equals_three, 0, 2 * MAKERS);
    tcase_add_loop_test(tcase, a_wrong_number_changes_nothing, 0, MAKERS);
    tcase_add_loop_test(tcase, a_full_pool_changes_nothing, 0, 3 * MAKERS);
    tcase_add_loop_test(tcase, nulls_are_refused, 0, MAKERS);
    suite_add_tcase(suite, tcase);
    return suite;
}
