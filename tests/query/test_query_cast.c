/* test_query_cast.c - convex shapes that move through worlds, against a plain search. */
#include "support/world/crowd.h"

START_TEST(casts_find_what_a_plain_search_finds) {
    const char *const defect = check_crowd(check_cast, seeded_base + (uint64_t)_i, 600);
    ck_assert_msg(defect == NULL, "seed %d: %s is wrong", _i, defect ? defect : "");
}
END_TEST

/* Two unit boxes at x = 4 and x = 8. */
static pawl_world *make_pair(pawl_shape_id *near, pawl_shape_id *far) {
    pawl_world *const world = make_space();
    *far = add_box(world, add_body(world, PAWL_STATIC, 8, 0), 0.5, 0.5);
    *near = add_box(world, add_body(world, PAWL_DYNAMIC, 4, 0), 0.5, 0.5);
    return world;
}

START_TEST(a_cast_stops_where_it_touches) {
    pawl_shape_id near, far;
    pawl_world *const world = make_pair(&near, &far);
    const pawl_convex circle = circle_convex(0, 0, 0.5);
    const pawl_pose pose = {VEC(0, 0), {PAWL_UNIT, 0}};
    pawl_query_hit hits[2];
    ck_assert_uint_eq(pawl_world_cast_all(world, &circle, pose, VEC(16, 0), NULL, hits, 2), 2);
    ck_assert_uint_eq(hits[0].shape.index1, near.index1);
    ck_assert_uint_eq(hits[1].shape.index1, far.index1);
    assert_near(hits[0].fraction / (double)PAWL_UNIT, 3.0 / 16, 1e-5, "the first fraction");
    assert_near(hits[1].fraction / (double)PAWL_UNIT, 7.0 / 16, 1e-5, "the second fraction");
    assert_near(units(hits[0].point.x), 3.5, 1e-4, "the point");
    assert_near(hits[0].normal.c / (double)PAWL_UNIT, -1, 1e-6, "the normal");
    ck_assert_int_eq(hits[0].inside, false);
    free(world);
}
END_TEST

START_TEST(a_cast_that_starts_in_a_shape_is_inside) {
    pawl_shape_id near, far;
    pawl_world *const world = make_pair(&near, &far);
    const pawl_convex circle = circle_convex(0, 0, 0.5);
    const pawl_pose pose = {VEC(4.75, 0), {PAWL_UNIT, 0}};
    pawl_query_hit hit;
    ck_assert_int_eq(pawl_world_cast_closest(world, &circle, pose, VEC(8, 0), NULL, &hit), true);
    ck_assert_uint_eq(hit.shape.index1, near.index1);
    ck_assert_int_eq(hit.inside, true);
    ck_assert_int_eq(hit.fraction, 0);
    ck_assert_uint_eq(pawl_world_cast_all(world, &circle, pose, VEC(0, 0), NULL, NULL, 0), 1);
    free(world);
}
END_TEST

START_TEST(casts_that_make_no_sense_hit_nothing) {
    pawl_shape_id near, far;
    pawl_world *const world = make_pair(&near, &far);
    const pawl_convex circle = circle_convex(0, 0, 0.5), broken = {.count = 9};
    const pawl_rot upright = {PAWL_UNIT, 0};
    const pawl_query_hit none = {0};
    const struct {
        const pawl_world *world;
        const pawl_convex *convex;
        pawl_pose pose;
        pawl_vec2 way;
    } rows[] = {{NULL, &circle, {VEC(0, 0), upright}, VEC(16, 0)},
                {world, NULL, {VEC(0, 0), upright}, VEC(16, 0)},
                {world, &broken, {VEC(0, 0), upright}, VEC(16, 0)},
                {world, &circle, {VEC(0, 0), {0, 0}}, VEC(16, 0)},
                {world, &circle, {VEC(0, 0), {INT32_MIN, 0}}, VEC(16, 0)},
                {world, &circle, {{PAWL_COORD_MAX + 1, 0}, upright}, VEC(-16, 0)},
                {world, &circle, {VEC(0, 0), upright}, {0, INT32_MIN}},
                {world, &circle, {VEC(1, 0), upright}, {PAWL_COORD_MAX, 0}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_query_hit hit = {.part = 77}, list[2] = {{.part = 77}};
        ck_assert_msg(!pawl_world_cast_closest(rows[i].world, rows[i].convex, rows[i].pose,
                                               rows[i].way, NULL, &hit),
                      "row %zu", i);
        ck_assert_msg(same_hit(&hit, &none), "row %zu leaves something", i);
        ck_assert_uint_eq(pawl_world_cast_all(rows[i].world, rows[i].convex, rows[i].pose,
                                              rows[i].way, NULL, list, 2),
                          0);
        ck_assert_uint_eq(list[0].part, 77);
    }
    const pawl_pose pose = {VEC(0, 0), upright};
    ck_assert_int_eq(pawl_world_cast_closest(world, &circle, pose, VEC(16, 0), NULL, NULL), false);
    ck_assert_uint_eq(pawl_world_cast_all(world, &circle, pose, VEC(16, 0), NULL, NULL, 1), 0);
    ck_assert_uint_eq(pawl_world_cast_all(world, &circle, pose, VEC(16, 0), NULL, NULL, 0), 2);
    free(world);
}
END_TEST

Suite *suite_query_cast(void) {
    Suite *const suite = suite_create("query_cast");
    TCase *const casts = tcase_create("casts");
    tcase_set_timeout(casts, 60);
    tcase_add_loop_test(casts, casts_find_what_a_plain_search_finds, 0, 10);
    tcase_add_test(casts, a_cast_stops_where_it_touches);
    tcase_add_test(casts, a_cast_that_starts_in_a_shape_is_inside);
    tcase_add_test(casts, casts_that_make_no_sense_hit_nothing);
    suite_add_tcase(suite, casts);
    return suite;
}
