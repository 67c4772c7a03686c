/* test_query_overlap.c - what lies in a convex, a box or a point, against a plain search. */
#include "support/world/crowd.h"

START_TEST(overlaps_are_what_a_plain_search_finds) {
    const char *const defect = check_crowd(check_overlap, seeded_base + (uint64_t)_i, 600);
    ck_assert_msg(defect == NULL, "seed %d: %s is wrong", _i, defect ? defect : "");
}
END_TEST

/* A unit box turned by an eighth at the origin: a diamond that reaches 0.7071 along the axes. */
static pawl_world *make_diamond(pawl_shape_id *shape) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_body(world, PAWL_STATIC, 0, 0);
    *shape = add_box(world, body, 0.5, 0.5);
    ck_assert_int_eq(pawl_body_set_pose(world, body, VEC(0, 0), PAWL_TURN(1, 8)), PAWL_OK);
    return world;
}

/* The box of the world, boxes without width or height, and boxes that meet the diamond's box but
 * not the diamond. */
START_TEST(boxes_of_any_size_are_compared_with_true_shapes) {
    pawl_shape_id shape;
    pawl_world *const world = make_diamond(&shape);
    const pawl_fx max = PAWL_COORD_MAX;
    const struct {
        pawl_box box;
        uint32_t count;
    } rows[] = {
        {{{-max, -max}, {max, max}}, 1},     {{{-max, -max}, VEC(0, 0)}, 1},
        {{VEC(0.5, 0.5), {max, max}}, 0},    {{VEC(0.3, 0.3), VEC(0.3, 0.3)}, 1},
        {{VEC(0.5, 0.5), VEC(0.5, 0.5)}, 0}, {{VEC(0.3, 0.3), VEC(9, 0.3)}, 1},
        {{VEC(0.5, 0.5), VEC(9, 0.5)}, 0},   {{VEC(0.3, 0.3), VEC(0.3, 9)}, 1},
        {{VEC(0.5, 0.5), VEC(0.5, 9)}, 0},   {{VEC(0, -max / 65536.0), VEC(0, max / 65536.0)}, 1},
        {{VEC(0.7, -1), VEC(0.7, 1)}, 1},    {{VEC(0.7075, -1), VEC(0.7075, 1)}, 0},
        {{VEC(-1, 0.7), VEC(1, 0.7)}, 1},    {{VEC(-1, 0.7075), VEC(1, 0.7075)}, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_query_overlap found = {.part = 77};
        ck_assert_msg(pawl_world_overlap_box(world, rows[i].box, NULL, &found, 1) == rows[i].count,
                      "row %zu", i);
        ck_assert_uint_eq(found.part, rows[i].count ? 0 : 77);
    }
    free(world);
}
END_TEST

START_TEST(overlaps_come_by_age) {
    pawl_world *const world = make_space();
    pawl_body_id bodies[6];
    pawl_query_overlap found[6];
    for (int i = 0; i < 6; i++) {
        bodies[i] = add_body(world, PAWL_DYNAMIC, (i * 5 % 6) * 0.25, 0);
        add_box(world, bodies[i], 0.5, 0.5);
    }
    pawl_body_destroy(world, bodies[1]); /* its slots are used again by the youngest */
    bodies[1] = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_shape_id young = add_box(world, bodies[1], 0.5, 0.5);
    ck_assert_uint_eq(pawl_world_overlap_point(world, VEC(0.5, 0), NULL, found, 6), 6);
    ck_assert_uint_eq(found[5].shape.index1, young.index1);
    for (int i = 0; i + 1 < 6; i++) {
        ck_assert_uint_lt(crowd_serial(world, found[i].shape),
                          crowd_serial(world, found[i + 1].shape));
    }
    pawl_body_set_enabled(world, bodies[0], false);
    ck_assert_uint_eq(pawl_world_overlap_point(world, VEC(0.5, 0), NULL, found, 6), 5);
    free(world);
}
END_TEST

START_TEST(places_that_make_no_sense_hold_nothing) {
    pawl_shape_id shape;
    pawl_world *const world = make_diamond(&shape);
    const pawl_convex circle = circle_convex(0, 0, 1), broken = {.count = 0};
    const pawl_rot upright = {PAWL_UNIT, 0};
    const pawl_pose pose = {VEC(0, 0), upright}, turned_wrong = {VEC(0, 0), {5, 5}};
    const pawl_pose outside = {{INT32_MIN, 0}, upright};
    const pawl_box box = {VEC(-1, -1), VEC(1, 1)}, reversed = {VEC(1, -1), VEC(-1, 1)};
    const pawl_box upside_down = {VEC(-1, 1), VEC(1, -1)};
    const pawl_box too_low = {{-PAWL_COORD_MAX - 1, -1}, {1, 1}};
    const pawl_box too_high = {{-1, -1}, {1, INT32_MAX}};
    pawl_query_overlap found = {.part = 77};
    ck_assert_uint_eq(pawl_world_overlap(NULL, &circle, pose, NULL, &found, 1), 0);
    ck_assert_uint_eq(pawl_world_overlap(world, NULL, pose, NULL, &found, 1), 0);
    ck_assert_uint_eq(pawl_world_overlap(world, &broken, pose, NULL, &found, 1), 0);
    ck_assert_uint_eq(pawl_world_overlap(world, &circle, turned_wrong, NULL, &found, 1), 0);
    ck_assert_uint_eq(pawl_world_overlap(world, &circle, outside, NULL, &found, 1), 0);
    ck_assert_uint_eq(pawl_world_overlap(world, &circle, pose, NULL, NULL, 1), 0);
    ck_assert_uint_eq(pawl_world_overlap(world, &circle, pose, NULL, NULL, 0), 1);
    ck_assert_uint_eq(pawl_world_overlap_box(NULL, box, NULL, &found, 1), 0);
    ck_assert_uint_eq(pawl_world_overlap_box(world, reversed, NULL, &found, 1), 0);
    ck_assert_uint_eq(pawl_world_overlap_box(world, upside_down, NULL, &found, 1), 0);
    ck_assert_uint_eq(pawl_world_overlap_box(world, too_low, NULL, &found, 1), 0);
    ck_assert_uint_eq(pawl_world_overlap_box(world, too_high, NULL, &found, 1), 0);
    ck_assert_uint_eq(pawl_world_overlap_box(world, box, NULL, NULL, 1), 0);
    ck_assert_uint_eq(pawl_world_overlap_box(world, box, NULL, NULL, 0), 1);
    ck_assert_uint_eq(pawl_world_overlap_point(NULL, VEC(0, 0), NULL, &found, 1), 0);
    ck_assert_uint_eq(pawl_world_overlap_point(world, outside.position, NULL, &found, 1), 0);
    ck_assert_uint_eq(pawl_world_overlap_point(world, VEC(0, 0), NULL, NULL, 1), 0);
    ck_assert_uint_eq(pawl_world_overlap_point(world, VEC(0, 0), NULL, NULL, 0), 1);
    ck_assert_uint_eq(found.part, 77);
    free(world);
}
END_TEST

Suite *suite_query_overlap(void) {
    Suite *const suite = suite_create("query_overlap");
    TCase *const places = tcase_create("places");
    tcase_set_timeout(places, 60);
    tcase_add_loop_test(places, overlaps_are_what_a_plain_search_finds, 0, 10);
    tcase_add_test(places, boxes_of_any_size_are_compared_with_true_shapes);
    tcase_add_test(places, overlaps_come_by_age);
    tcase_add_test(places, places_that_make_no_sense_hold_nothing);
    suite_add_tcase(suite, places);
    return suite;
}
