/* test_query_soft_rows.c - queries that see soft bodies: what is seen, in which order, as which
 * part; worked by hand. */
#include "support/soft/soft_kit.h"

static kit parts;

/* A rope along y = 0 from x = 0 to 4, a box from 1 to 2 whose top touches it from below. */
static pawl_world *make_row(pawl_soft_id *rope, pawl_body_id *box) {
    pawl_world *const world = make_soft_world();
    begin_soft(&parts);
    ck_assert_int_eq(pawl_soft_add_rope(&parts.parts, VEC(0, 0), VEC(4, 0), 4, FX(1), FX(1), 0),
                     PAWL_OK);
    parts.def.radius = FX(0.125);
    *rope = finish(&parts, world);
    *box = add_body(world, PAWL_STATIC, 1.5, -0.375);
    add_box(world, *box, 0.5, 0.5);
    return world;
}

START_TEST(only_a_filter_that_asks_for_them_sees_soft_bodies) {
    pawl_soft_id rope;
    pawl_body_id box;
    pawl_world *const world = make_row(&rope, &box);
    pawl_query_filter filter = pawl_query_filter_default();
    pawl_query_hit hit;
    pawl_query_closest closest;
    ck_assert_int_eq(filter.soft, false);
    ck_assert_int_eq(pawl_world_ray_any(world, VEC(3, 5), VEC(0, -10), NULL), false);
    ck_assert_int_eq(pawl_world_ray_any(world, VEC(3, 5), VEC(0, -10), &filter), false);
    ck_assert_uint_eq(pawl_world_overlap_point(world, VEC(3, 0), &filter, NULL, 0), 0);
    ck_assert_int_eq(pawl_world_closest(world, VEC(3, 0), FX(0.5), &filter, &closest), false);
    filter.soft = true;
    ck_assert_int_eq(pawl_world_ray_closest(world, VEC(2.5, 5), VEC(0, -10), &filter, &hit), true);
    ck_assert_int_eq(pawl_soft_id_equal(hit.soft, rope), true);
    ck_assert_int_eq(pawl_shape_is_null(hit.shape), true);
    ck_assert_uint_eq(hit.part, 2);
    assert_vec_eq(hit.point, VEC(2.5, 0.125));
    ck_assert_int_eq(hit.normal.s, PAWL_UNIT);
    ck_assert_uint_eq(pawl_world_overlap_point(world, VEC(2.5, 0), &filter, NULL, 0), 1);
    filter.mask = 2;
    ck_assert_int_eq(pawl_world_ray_any(world, VEC(2.5, 5), VEC(0, -10), &filter), false);
    filter.mask = UINT32_MAX;
    pawl_soft_set_filter(world, rope, (pawl_filter){.category = 1, .mask = 2});
    ck_assert_int_eq(pawl_world_ray_any(world, VEC(2.5, 5), VEC(0, -10), &filter), false);
    free(world);
}
END_TEST

/* The box was created last and is as high as the rope. */
START_TEST(shapes_come_before_soft_bodies) {
    pawl_soft_id rope;
    pawl_body_id box;
    pawl_world *const world = make_row(&rope, &box);
    pawl_query_filter filter = pawl_query_filter_default();
    pawl_query_hit hits[4], first;
    filter.soft = true;
    ck_assert_uint_eq(pawl_world_ray_all(world, VEC(1.5, 1), VEC(0, -2), &filter, hits, 4), 2);
    ck_assert_int_eq(hits[0].fraction, hits[1].fraction);
    ck_assert_int_eq(pawl_shape_id_equal(hits[0].shape, shape_of(world, box)), true);
    ck_assert_int_eq(pawl_soft_id_equal(hits[1].soft, rope), true);
    ck_assert_uint_eq(hits[1].part, 1);
    ck_assert_int_eq(pawl_world_ray_closest(world, VEC(1.5, 1), VEC(0, -2), &filter, &first), true);
    ck_assert_int_eq(pawl_shape_id_equal(first.shape, shape_of(world, box)), true);
    pawl_body_set_pose(world, box, VEC(1.5, -0.5), 0);
    ck_assert_int_eq(pawl_world_ray_closest(world, VEC(1.5, 1), VEC(0, -2), &filter, &first), true);
    ck_assert_int_eq(pawl_soft_id_equal(first.soft, rope), true);
    free(world);
}
END_TEST

START_TEST(ends_of_a_torn_link_are_points) {
    pawl_soft_id rope;
    pawl_body_id box;
    pawl_world *const world = make_row(&rope, &box);
    pawl_query_filter filter = pawl_query_filter_default();
    pawl_query_overlap found[2];
    filter.soft = true;
    pawl_soft_tear(world, rope, 3);
    ck_assert_int_eq(pawl_world_ray_any(world, VEC(3.5, 5), VEC(0, -10), &filter), false);
    ck_assert_uint_eq(pawl_world_overlap_point(world, VEC(4, 0), &filter, found, 2), 1);
    ck_assert_uint_eq(found[0].part, PAWL_SOFT_PART_POINT + 4);
    free(world);
}
END_TEST

/* A probe inside of a blob overlaps it, is not in its way out, and is stopped on the way in. */
START_TEST(a_blob_is_solid_from_outside_and_open_from_inside) {
    pawl_world *const world = make_soft_world();
    pawl_query_filter filter = pawl_query_filter_default();
    const pawl_convex circle = circle_convex(0, 0, 0.25);
    const pawl_pose inside = {VEC(0, 0), {PAWL_UNIT, 0}}, outside = {VEC(9, 0), {PAWL_UNIT, 0}};
    pawl_query_hit hit;
    pawl_query_overlap found[4];
    filter.soft = true;
    begin_blob(&parts, VEC(0, 0), 2, 16);
    finish(&parts, world);
    ck_assert_uint_eq(pawl_world_overlap(world, &circle, inside, &filter, found, 4), 1);
    ck_assert_uint_eq(found[0].part, PAWL_SOFT_PART_AREA);
    ck_assert_int_eq(pawl_world_ray_any(world, VEC(0, 0), VEC(9, 1), &filter), false);
    ck_assert_uint_eq(pawl_world_cast_all(world, &circle, inside, VEC(9, 1), &filter, &hit, 1), 1);
    ck_assert_int_eq(hit.inside, true);
    ck_assert_uint_eq(hit.part, PAWL_SOFT_PART_AREA);
    assert_vec_eq(hit.point, VEC(0, 0));
    ck_assert_int_eq(pawl_world_cast_closest(world, &circle, outside, VEC(-9, 0), &filter, &hit),
                     true);
    ck_assert_int_eq(hit.inside, false);
    ck_assert_int_gt(hit.point.x, FX(1.9));
    ck_assert_int_gt(hit.normal.c, 0);
    free(world);
}
END_TEST

Suite *suite_query_soft_rows(void) {
    Suite *const suite = suite_create("query_soft_rows");
    TCase *const soft = tcase_create("soft");
    tcase_add_test(soft, only_a_filter_that_asks_for_them_sees_soft_bodies);
    tcase_add_test(soft, shapes_come_before_soft_bodies);
    tcase_add_test(soft, ends_of_a_torn_link_are_points);
    tcase_add_test(soft, a_blob_is_solid_from_outside_and_open_from_inside);
    suite_add_tcase(suite, soft);
    return suite;
}
