/* test_shape.c - shapes on bodies: handles, materials, filters, and what they do to motion. */
#include <math.h>

#include "support/world/fixture.h"
#include "support/base/seeded.h"

#define ROW(member, value, want) \
    { #member, offsetof(pawl_shape_def, member), value, want }

static const struct {
    const char *name;
    size_t offset;
    int32_t value;
    pawl_status want;
} def_rows[] = {
    ROW(cookie, 0, PAWL_ERR_COOKIE),
    ROW(density, 0, PAWL_OK),
    ROW(density, INT32_MAX, PAWL_OK),
    ROW(density, -1, PAWL_ERR_RANGE),
    ROW(density, INT32_MIN, PAWL_ERR_RANGE),
    ROW(friction, 0, PAWL_OK),
    ROW(friction, INT32_MAX, PAWL_OK),
    ROW(friction, -1, PAWL_ERR_RANGE),
    ROW(restitution, 0, PAWL_OK),
    ROW(restitution, 65536, PAWL_OK),
    ROW(restitution, 65537, PAWL_ERR_RANGE),
    ROW(restitution, -1, PAWL_ERR_RANGE),
    ROW(tangent_speed, PAWL_SPEED_MAX, PAWL_OK),
    ROW(tangent_speed, -PAWL_SPEED_MAX, PAWL_OK),
    ROW(tangent_speed, PAWL_SPEED_MAX + 1, PAWL_ERR_RANGE),
    ROW(tangent_speed, INT32_MIN, PAWL_ERR_RANGE),
};

#define DEF_ROW_COUNT ((int)(sizeof def_rows / sizeof def_rows[0]))

START_TEST(each_def_field_has_its_documented_range) {
    pawl_world *const world = make_default_world();
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    pawl_shape_def def = pawl_shape_def_default();
    memcpy((char *)&def + def_rows[_i].offset, &def_rows[_i].value, 4);
    const pawl_convex convex = box_convex(1, 1);
    pawl_shape_id shape = {0, 0};
    const uint32_t hash = pawl_world_hash(world);
    const pawl_status got = pawl_shape_create(world, body, &def, &convex, &shape);
    ck_assert_msg(got == def_rows[_i].want, "%s = %ld: %s", def_rows[_i].name,
                  (long)def_rows[_i].value, pawl_status_text(got));
    ck_assert_int_eq(shape.index1 != 0, got == PAWL_OK);
    ck_assert_int_eq(pawl_world_hash(world) != hash, got == PAWL_OK);
    run(world, 2);
    assert_sound(world);
    free(world);
}
END_TEST

START_TEST(a_new_shape_is_what_its_def_says) {
    pawl_world *const world = make_default_world();
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 2, 3);
    const pawl_shape_def def = {
        .cookie = pawl_shape_def_default().cookie,
        .density = FX(2),
        .friction = FX(0.25),
        .restitution = FX(0.5),
        .tangent_speed = FX(-3),
        .filter = {6, 9, -4, 0},
        .user_data = 77,
    };
    const pawl_convex convex = box_convex(1, 0.5);
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &convex, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_shape_is_valid(world, shape), true);
    ck_assert_uint_eq(pawl_body_id_store(pawl_shape_get_body(world, shape)),
                      pawl_body_id_store(body));
    ck_assert_int_eq(pawl_shape_get_density(world, shape), FX(2));
    ck_assert_int_eq(pawl_shape_get_friction(world, shape), FX(0.25));
    ck_assert_int_eq(pawl_shape_get_restitution(world, shape), FX(0.5));
    ck_assert_int_eq(pawl_shape_get_tangent_speed(world, shape), FX(-3));
    const pawl_filter filter = pawl_shape_get_filter(world, shape);
    ck_assert_uint_eq(filter.category, 6);
    ck_assert_uint_eq(filter.mask, 9);
    ck_assert_int_eq(filter.group, -4);
    ck_assert_uint_eq(pawl_shape_get_user_data(world, shape), 77);
    pawl_convex copy;
    ck_assert_int_eq(pawl_shape_get_convex(world, shape, &copy), PAWL_OK);
    ck_assert_mem_eq(&copy, &convex, sizeof copy);
    const pawl_box box = pawl_shape_get_box(world, shape);
    assert_vec_eq(box.lower, VEC(1, 2.5));
    assert_vec_eq(box.upper, VEC(3, 3.5));
    free(world);
}
END_TEST

START_TEST(setters_and_getters_agree) {
    pawl_world *const world = make_default_world();
    const pawl_shape_id shape = shape_of(world, add_unit_box(world, 0, 0));
    ck_assert_int_eq(pawl_shape_set_density(world, shape, FX(3)), PAWL_OK);
    ck_assert_int_eq(pawl_shape_set_friction(world, shape, FX(4)), PAWL_OK);
    ck_assert_int_eq(pawl_shape_set_restitution(world, shape, FX(1)), PAWL_OK);
    ck_assert_int_eq(pawl_shape_set_tangent_speed(world, shape, FX(-8192)), PAWL_OK);
    ck_assert_int_eq(pawl_shape_set_filter(world, shape, (pawl_filter){1, 2, -3, 0}), PAWL_OK);
    ck_assert_int_eq(pawl_shape_set_user_data(world, shape, UINT32_MAX), PAWL_OK);
    const uint32_t hash = pawl_world_hash(world);
    ck_assert_int_eq(pawl_shape_set_density(world, shape, -1), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_shape_set_friction(world, shape, INT32_MIN), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_shape_set_restitution(world, shape, 65537), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_shape_set_tangent_speed(world, shape, INT32_MIN), PAWL_ERR_RANGE);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    ck_assert_int_eq(pawl_shape_get_density(world, shape), FX(3));
    ck_assert_int_eq(pawl_shape_get_friction(world, shape), FX(4));
    ck_assert_int_eq(pawl_shape_get_restitution(world, shape), FX(1));
    ck_assert_int_eq(pawl_shape_get_tangent_speed(world, shape), FX(-8192));
    ck_assert_uint_eq(pawl_shape_get_filter(world, shape).category, 1);
    ck_assert_uint_eq(pawl_shape_get_filter(world, shape).mask, 2);
    ck_assert_int_eq(pawl_shape_get_filter(world, shape).group, -3);
    ck_assert_uint_eq(pawl_shape_get_user_data(world, shape), UINT32_MAX);
    free(world);
}
END_TEST

START_TEST(a_destroyed_shape_is_stale_and_its_slot_rests) {
    pawl_world_def def = pawl_world_def_default();
    def.shape_capacity = 3;
    pawl_world *const world = make_world(&def);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    pawl_shape_id shape[3];
    for (int i = 0; i < 3; i++)
        shape[i] = add_box(world, body, 1, 1);
    ck_assert_int_eq(pawl_shape_destroy(world, shape[2]), PAWL_OK);
    ck_assert_int_eq(pawl_shape_destroy(world, shape[0]), PAWL_OK);
    ck_assert_int_eq(pawl_shape_destroy(world, shape[0]), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_shape_is_valid(world, shape[0]), false);
    const pawl_shape_id first = add_box(world, body, 2, 2), second = add_box(world, body, 3, 3);
    ck_assert_uint_eq(first.index1, shape[2].index1);
    ck_assert_uint_eq(first.generation, shape[2].generation + 1);
    ck_assert_uint_eq(second.index1, shape[0].index1);
    ck_assert_int_eq(pawl_shape_is_valid(world, shape[0]), false);
    const pawl_shape_id order[] = {shape[1], first, second, NO_SHAPE};
    pawl_shape_id at = NO_SHAPE;
    for (int i = 0; i < 4; i++) {
        at = pawl_body_next_shape(world, body, at);
        ck_assert_uint_eq(pawl_shape_id_store(at), pawl_shape_id_store(order[i]));
    }
    free(world);
}
END_TEST

START_TEST(a_shape_of_another_body_is_no_place_to_go_on_from) {
    pawl_world *const world = make_default_world();
    const pawl_body_id a = add_unit_box(world, 0, 0), b = add_unit_box(world, 5, 0);
    add_box(world, b, 1, 1);
    const pawl_shape_id next = pawl_body_next_shape(world, a, shape_of(world, b));
    ck_assert_uint_eq(pawl_shape_id_store(next), 0);
    free(world);
}
END_TEST

START_TEST(only_geometry_from_the_makers_is_taken) {
    pawl_world *const world = make_default_world();
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    const pawl_shape_def def = pawl_shape_def_default();
    const pawl_convex good = box_convex(1, 1);
    uint64_t seed = seeded_base;
    for (int i = 0; i < 2000; i++) {
        pawl_convex bad = good;
        const size_t at = seeded_next(&seed) % sizeof bad;
        ((uint8_t *)&bad)[at] ^= (uint8_t)(1u << seeded_next(&seed) % 8);
        pawl_shape_id shape = {0, 0};
        const pawl_status status = pawl_shape_create(world, body, &def, &bad, &shape);
        if (status == PAWL_OK) {
            ck_assert_msg(pawl_convex_is_valid(&bad), "byte %zu, step %d", at, i);
            ck_assert_int_eq(pawl_shape_destroy(world, shape), PAWL_OK);
        } else {
            ck_assert_int_eq(status, PAWL_ERR_GEOMETRY);
            ck_assert_uint_eq(shape.index1, 0);
        }
    }
    ck_assert_uint_eq(pawl_world_get_counters(world).shapes, 0);
    assert_sound(world);
    free(world);
}
END_TEST

/* A box with a speed of 4 on the ground: it slows down by sqrt(a b) g. */
START_TEST(friction_mixes_as_the_geometric_mean) {
    static const struct {
        double ground, box;
    } rows[] = {{0.25, 1}, {0.5, 0.5}, {0, 1}, {0.1, 0.1}, {0.09, 0.25}};
    pawl_world *const world = make_default_world();
    const pawl_body_id ground = add_ground(world), box = add_unit_box(world, 0, 0.5);
    pawl_shape_set_friction(world, shape_of(world, ground), FX(rows[_i].ground));
    pawl_shape_set_friction(world, shape_of(world, box), FX(rows[_i].box));
    run(world, 30);
    ck_assert_int_eq(pawl_body_set_velocity(world, box, VEC(4, 0)), PAWL_OK);
    run(world, 30);
    const double want = 4 - 10 * sqrt(rows[_i].ground * rows[_i].box) * 0.5;
    assert_near(units(pawl_body_get_velocity(world, box).x), want, 0.06, "vx");
    free(world);
}
END_TEST

/* A ball that falls on the ground leaves with e times the speed, e the larger of the two. */
START_TEST(restitution_mixes_as_the_larger) {
    static const struct {
        double ground, ball, want;
    } rows[] = {{0, 0.5, 0.5}, {0.5, 0.25, 0.5}, {1, 0, 1}, {0, 0, 0}, {0.75, 0.75, 0.75}};
    pawl_world *const world = make_default_world();
    const pawl_body_id ground = add_ground(world);
    const pawl_body_id ball = add_body(world, PAWL_DYNAMIC, 0, 5.5);
    const pawl_convex circle = circle_convex(0, 0, 0.5);
    const pawl_shape_id shape = add_shape(world, ball, &circle);
    pawl_shape_set_restitution(world, shape_of(world, ground), FX(rows[_i].ground));
    pawl_shape_set_restitution(world, shape, FX(rows[_i].ball));
    double down = 0, up = 0;
    for (int i = 0; i < 70; i++) { /* one second to fall, then some */
        const double before = units(pawl_body_get_velocity(world, ball).y);
        run(world, 1);
        if (up == 0 && before < 0) down = -before;
        const double after = units(pawl_body_get_velocity(world, ball).y);
        if (after > up) up = after;
    }
    assert_near(down, 10, 0.25, "speed down");
    assert_near(up, rows[_i].want * down, 0.2, "speed up");
    free(world);
}
END_TEST

/* Whichever of the two was created first. */
START_TEST(a_conveyor_moves_what_lies_on_it_to_the_right) {
    pawl_world *const world = make_default_world();
    pawl_body_id box = {0, 0}, ground;
    if (_i == 0) box = add_unit_box(world, 0, 0.5);
    ground = add_ground(world);
    if (_i == 1) box = add_unit_box(world, 0, 0.5);
    run(world, 60);
    ck_assert_int_eq(pawl_body_is_awake(world, box), false);
    ck_assert_int_eq(pawl_shape_set_tangent_speed(world, shape_of(world, ground), FX(2)), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_awake(world, box), true);
    run(world, 120);
    assert_near(units(pawl_body_get_velocity(world, box).x), 2, 0.02, "vx");
    /* 1/3 s to reach the speed, half of it lost. */
    assert_near(units(pawl_body_get_position(world, box).x), 4 - 1 / 3.0, 0.1, "x");
    free(world);
}
END_TEST

START_TEST(tangent_speeds_of_both_shapes_add_up) {
    pawl_world *const world = make_default_world();
    const pawl_body_id ground = add_ground(world), box = add_unit_box(world, 0, 0.5);
    pawl_shape_set_tangent_speed(world, shape_of(world, ground), FX(2));
    pawl_shape_set_tangent_speed(world, shape_of(world, box), FX(-0.5));
    run(world, 120);
    assert_near(units(pawl_body_get_velocity(world, box).x), 1.5, 0.02, "vx");
    free(world);
}
END_TEST

static const struct {
    pawl_filter a, b;
    bool collide;
} filter_rows[] = {
    {{1, UINT32_MAX, 0, 0}, {1, UINT32_MAX, 0, 0}, true},
    {{1, 2, 0, 0}, {2, 1, 0, 0}, true},
    {{1, 2, 0, 0}, {1, 1, 0, 0}, false}, /* a does not want b */
    {{2, 1, 0, 0}, {1, 1, 0, 0}, false}, /* b does not want a */
    {{1, 0, 0, 0}, {1, UINT32_MAX, 0, 0}, false},
    {{0, UINT32_MAX, 0, 0}, {1, UINT32_MAX, 0, 0}, false},
    {{0x80000000u, 0x80000000u, 0, 0}, {0x80000000u, 0x80000000u, 0, 0}, true},
    {{1, 0, 5, 0}, {1, 0, 5, 0}, true},    /* same positive group: always */
    {{1, 1, -5, 0}, {1, 1, -5, 0}, false}, /* same negative group: never */
    {{1, 1, -5, 0}, {1, 1, -6, 0}, true},  /* different groups: category and mask */
    {{1, 0, 5, 0}, {1, 1, 6, 0}, false},
    {{1, 1, -32768, 0}, {1, 1, -32768, 0}, false},
    {{1, 1, 0, 0}, {1, 1, -1, 0}, true},
};

#define FILTER_ROW_COUNT ((int)(sizeof filter_rows / sizeof filter_rows[0]))

START_TEST(filters_decide_who_collides) {
    pawl_world *const world = make_default_world();
    pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    const pawl_convex wide = box_convex(20, 0.5), box = box_convex(0.5, 0.5);
    const pawl_body_id floor = add_body(world, PAWL_STATIC, 0, -0.5);
    def.filter = filter_rows[_i].a;
    ck_assert_int_eq(pawl_shape_create(world, floor, &def, &wide, &shape), PAWL_OK);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0.5);
    def.filter = filter_rows[_i].b;
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &box, &shape), PAWL_OK);
    run(world, 60);
    const bool rests = pawl_body_get_position(world, body).y > FX(0.4);
    ck_assert_int_eq(rests, filter_rows[_i].collide);
    free(world);
}
END_TEST

START_TEST(a_filter_may_change_at_run_time) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id body = add_unit_box(world, 0, 0.5);
    run(world, 90);
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    const pawl_filter ghost = {1, 0, 0, 0}, solid = {1, UINT32_MAX, 0, 0};
    ck_assert_int_eq(pawl_shape_set_filter(world, shape_of(world, body), ghost), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_counters(world).contacts, 0);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 1);
    run(world, 5);
    ck_assert_int_lt(pawl_body_get_position(world, body).y, FX(0.47));
    ck_assert_int_eq(pawl_shape_set_filter(world, shape_of(world, body), solid), PAWL_OK);
    run(world, 60);
    assert_near(units(pawl_body_get_position(world, body).y), 0.5, 0.01, "y");
    assert_sound(world);
    free(world);
}
END_TEST

/* Of bodies that do not move, so that only the filter can bring them together. */
START_TEST(a_contact_that_a_new_filter_allows_begins_with_the_next_step) {
    pawl_world *const world = make_space();
    const pawl_filter ghost = {1, 0, 0, 0}, solid = {1, UINT32_MAX, 0, 0};
    add_ground(world);
    const pawl_shape_id shape = shape_of(world, add_unit_box(world, 0, 0.5));
    ck_assert_int_eq(pawl_shape_set_filter(world, shape, ghost), PAWL_OK);
    run(world, 5);
    ck_assert_uint_eq(pawl_world_get_counters(world).contacts, 0);
    ck_assert_int_eq(pawl_shape_set_filter(world, shape, solid), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).begin_count, 1);
    free(world);
}
END_TEST

START_TEST(only_pairs_with_a_dynamic_body_collide) {
    static const pawl_body_type types[] = {PAWL_STATIC, PAWL_KINEMATIC, PAWL_DYNAMIC};
    for (int i = 0; i < 9; i++) {
        pawl_world *const world = make_space();
        add_box(world, add_body(world, types[i / 3], 0, 0), 1, 1);
        add_box(world, add_body(world, types[i % 3], 0.5, 0), 1, 1);
        run(world, 1);
        ck_assert_uint_eq(pawl_world_get_counters(world).contacts, i / 3 == 2 || i % 3 == 2);
        free(world);
    }
}
END_TEST

START_TEST(shapes_of_one_body_never_collide) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    add_box(world, body, 1, 0.25);
    run(world, 10);
    ck_assert_uint_eq(pawl_world_get_counters(world).contacts, 0);
    ck_assert_uint_eq(pawl_body_get_angle(world, body), 0);
    free(world);
}
END_TEST

START_TEST(destroying_one_shape_leaves_the_others) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0.5);
    const pawl_shape_id low = add_box(world, body, 0.5, 0.5);
    const pawl_convex circle = circle_convex(0, 1, 0.25);
    add_shape(world, body, &circle);
    run(world, 60);
    ck_assert_int_eq(pawl_shape_destroy(world, low), PAWL_OK);
    run(world, 180); /* the circle at (0, 1) of the body lands: the origin is below the ground */
    assert_near(units(pawl_body_get_center(world, body).y), 0.25, 0.01, "y of the centre");
    assert_sound(world);
    free(world);
}
END_TEST

static TCase *contact_case(void) {
    TCase *const tcase = tcase_create("contact");
    tcase_add_loop_test(tcase, friction_mixes_as_the_geometric_mean, 0, 5);
    tcase_add_loop_test(tcase, restitution_mixes_as_the_larger, 0, 5);
    tcase_add_loop_test(tcase, a_conveyor_moves_what_lies_on_it_to_the_right, 0, 2);
    tcase_add_test(tcase, tangent_speeds_of_both_shapes_add_up);
    tcase_add_loop_test(tcase, filters_decide_who_collides, 0, FILTER_ROW_COUNT);
    tcase_add_test(tcase, a_filter_may_change_at_run_time);
    tcase_add_test(tcase, a_contact_that_a_new_filter_allows_begins_with_the_next_step);
    tcase_add_test(tcase, only_pairs_with_a_dynamic_body_collide);
    tcase_add_test(tcase, shapes_of_one_body_never_collide);
    tcase_add_test(tcase, destroying_one_shape_leaves_the_others);
    return tcase;
}

Suite *suite_shape(void) {
    Suite *const suite = suite_create("shape");
    TCase *const tcase = tcase_create("life");
    tcase_add_loop_test(tcase, each_def_field_has_its_documented_range, 0, DEF_ROW_COUNT);
    tcase_add_test(tcase, a_new_shape_is_what_its_def_says);
    tcase_add_test(tcase, setters_and_getters_agree);
    tcase_add_test(tcase, a_destroyed_shape_is_stale_and_its_slot_rests);
    tcase_add_test(tcase, a_shape_of_another_body_is_no_place_to_go_on_from);
    tcase_add_test(tcase, only_geometry_from_the_makers_is_taken);
    suite_add_tcase(suite, tcase);
    suite_add_tcase(suite, contact_case());
    return suite;
}
