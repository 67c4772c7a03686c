/* test_query_closest.c - the shape nearest to a point, against a plain search. */
#include "support/world/crowd.h"

START_TEST(the_closest_shape_is_what_a_plain_search_finds) {
    const char *const defect = check_crowd(check_closest, seeded_base + (uint64_t)_i, 600);
    ck_assert_msg(defect == NULL, "seed %d: %s is wrong", _i, defect ? defect : "");
}
END_TEST

START_TEST(the_distance_is_inclusive_and_zero_inside) {
    pawl_world *const world = make_space();
    const pawl_shape_id left = add_box(world, add_body(world, PAWL_STATIC, -4, 0), 1, 1);
    const pawl_shape_id right = add_box(world, add_body(world, PAWL_STATIC, 4, 0), 1, 1);
    pawl_query_closest found;
    ck_assert_int_eq(pawl_world_closest(world, VEC(0, 0), FX(3), NULL, &found), true);
    ck_assert_uint_eq(found.shape.index1, left.index1); /* as near, but older */
    ck_assert_int_eq(found.distance, FX(3));
    assert_vec_eq(found.point, VEC(-3, 0));
    ck_assert_int_eq(found.normal.c, PAWL_UNIT);
    ck_assert_int_eq(found.normal.s, 0);
    ck_assert_int_eq(pawl_world_closest(world, VEC(0, 0), FX(3) - 1, NULL, &found), false);
    ck_assert_int_eq(pawl_world_closest(world, pawl_vec2_make(1, 0), PAWL_FX_MAX, NULL, &found),
                     true);
    ck_assert_uint_eq(found.shape.index1, right.index1);
    ck_assert_int_eq(pawl_world_closest(world, VEC(4.5, 0.25), 0, NULL, &found), true);
    ck_assert_uint_eq(found.shape.index1, right.index1);
    ck_assert_int_eq(found.distance, 0);
    assert_vec_eq(found.point, VEC(4.5, 0.25));
    ck_assert_int_eq(found.normal.c, 0);
    ck_assert_int_eq(found.normal.s, 0);
    free(world);
}
END_TEST

START_TEST(points_that_make_no_sense_are_near_nothing) {
    pawl_world *const world = make_space();
    add_box(world, add_body(world, PAWL_STATIC, 0, 0), 1, 1);
    const pawl_query_closest none = {.distance = 0};
    const struct {
        const pawl_world *world;
        pawl_vec2 point;
        pawl_fx distance;
    } rows[] = {{NULL, VEC(0, 0), FX(1)},
                {world, VEC(0, 0), -1},
                {world, VEC(0, 0), INT32_MIN},
                {world, {PAWL_COORD_MAX + 1, 0}, PAWL_FX_MAX},
                {world, {0, INT32_MIN}, PAWL_FX_MAX}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_query_closest found = {.part = 77, .distance = 5};
        ck_assert_msg(
            !pawl_world_closest(rows[i].world, rows[i].point, rows[i].distance, NULL, &found),
            "row %zu", i);
        ck_assert_mem_eq(&found, &none, sizeof none);
    }
    ck_assert_int_eq(pawl_world_closest(world, VEC(0, 0), FX(1), NULL, NULL), false);
    free(world);
}
END_TEST

Suite *suite_query_closest(void) {
    Suite *const suite = suite_create("query_closest");
    TCase *const points = tcase_create("points");
    tcase_set_timeout(points, 60);
    tcase_add_loop_test(points, the_closest_shape_is_what_a_plain_search_finds, 0, 10);
    tcase_add_test(points, the_distance_is_inclusive_and_zero_inside);
    tcase_add_test(points, points_that_make_no_sense_are_near_nothing);
    suite_add_tcase(suite, points);
    return suite;
}
