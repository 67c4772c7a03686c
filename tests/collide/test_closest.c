/* test_closest.c - distances of shapes and points in shapes against long double. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>

#include "support/shape/convex.h"
#include "support/base/zeros.h"

#define ROUNDS SEEDED_ROUNDS(4000)

static placed point_at(pawl_vec2 v) {
    const placed dot = {.vertices = {{v.x, v.y}}, .count = 1};
    return dot;
}

START_TEST(distance_and_points_are_within_four_raw_units_of_exact) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        const int32_t size_a = INT32_C(1) << seeded_between(&seed, 7, 24);
        const int32_t size_b = INT32_C(1) << seeded_between(&seed, 7, 24);
        const pawl_convex a = seeded_convex(&seed, _i / KINDS, size_a);
        const pawl_convex b = seeded_convex(&seed, _i % KINDS, size_b);
        const pawl_pose pose_a = seeded_pose(&seed, PAWL_COORD_MAX / 2);
        pawl_pose pose_b = seeded_pose(&seed, n % 2 ? PAWL_COORD_MAX / 4 : size_a + size_b);
        pose_b.position = pawl_vec2_add(pose_b.position, pose_a.position);
        const pawl_distance got = pawl_closest(&a, pose_a, &b, pose_b);

        const placed at_a = place(&a, pose_a, pose_a.position);
        const placed at_b = place(&b, pose_b, pose_a.position);
        const long double cores = core_separation(&at_a, &at_b);
        const double want = fmax(0, (double)(cores - at_a.radius - at_b.radius));
        const double slack = cores < CORNERS_NEAR ? CORNERS_NEAR : 4;
        if (got.distance > want + 4 || got.distance < want - slack)
            ck_abort_msg("%" PRId32 ", want %.2f: kinds %d, round %d", got.distance, want, _i, n);
        if ((got.distance == 0) != (got.normal.c == 0 && got.normal.s == 0))
            ck_abort_msg("normal: kinds %d, round %d", _i, n);
        if (got.distance < 2 * CORNERS_NEAR) continue;
        const placed on_a = point_at(got.point_a), on_b = point_at(got.point_b);
        const double off_a = (double)(core_separation(&at_a, &on_a) - at_a.radius);
        const double off_b = (double)(core_separation(&at_b, &on_b) - at_b.radius);
        const double apart = (double)core_separation(&on_a, &on_b);
        if (fabs(off_a) > 4 || fabs(off_b) > 4 || fabs(apart - want) > 6)
            ck_abort_msg("points off by %.2f, %.2f, %.2f: kinds %d, round %d", off_a, off_b,
                         apart - want, _i, n);
    }
}
END_TEST

START_TEST(closest_points_match_the_worked_row) {
    pawl_convex box, circle;
    ck_assert_int_eq(pawl_make_box(M(1), M(1), &box), PAWL_OK);
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(0, 0), M(0.5), &circle), PAWL_OK);
    const pawl_pose right = {{M(4), M(5)}, {PAWL_UNIT, 0}};
    const pawl_distance corner = pawl_closest(&box, home, &circle, right);
    ck_assert_int_eq(corner.distance, M(4.5)); /* 3-4-5 from the corner, less the radius */
    ck_assert_int_le(abs(corner.point_a.x - M(1)), 2);
    ck_assert_int_le(abs(corner.point_a.y - M(1)), 2);
    ck_assert_int_le(abs(corner.point_b.x - M(3.7)), 2);
    ck_assert_int_le(abs(corner.point_b.y - M(4.6)), 2);
    const pawl_distance inside = pawl_closest(&box, home, &circle, home);
    ck_assert_int_eq(inside.distance, 0);
    ck_assert_mem_eq(&inside.point_a, &inside.point_b, sizeof inside.point_a);
}
END_TEST

START_TEST(far_shapes_saturate_and_misuse_gives_zeros) {
    pawl_convex box, bad;
    ck_assert_int_eq(pawl_make_box(M(1), M(1), &box), PAWL_OK);
    pawl_pose left = {{-PAWL_COORD_MAX, -PAWL_COORD_MAX}, {PAWL_UNIT, 0}};
    pawl_pose right = {{PAWL_COORD_MAX, PAWL_COORD_MAX}, {0, PAWL_UNIT}};
    pawl_convex circle;
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(0, 0), M(1), &circle), PAWL_OK);
    ck_assert_int_eq(pawl_closest(&box, left, &box, right).distance, PAWL_FX_MAX);
    ck_assert_int_ge(pawl_closest(&box, left, &circle, right).distance, PAWL_FX_MAX - M(1));
    left.position.x = INT32_MIN;
    right.position.x = INT32_MAX;
    ck_assert_int_eq(pawl_closest(&circle, left, &circle, right).distance, PAWL_FX_MAX);
    ck_assert_int_eq(pawl_closest(&circle, left, &circle, right).normal.c, 0);
    bad = box;
    bad.radius = -1;
    const pawl_distance got[3] = {pawl_closest(NULL, left, &box, right),
                                  pawl_closest(&box, left, &bad, right),
                                  pawl_closest(&box, (pawl_pose){{1, 1}, {0, 0}}, &box, right)};
    assert_zeros(got, sizeof got[0], sizeof got / sizeof got[0]);
}
END_TEST

START_TEST(containment_is_decided_within_one_raw_unit) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < 10 * ROUNDS; n++) {
        const int32_t size = INT32_C(1) << seeded_between(&seed, 7, 24);
        const pawl_convex shape = seeded_convex(&seed, _i, size);
        const pawl_pose pose = seeded_pose(&seed, PAWL_COORD_MAX / 2);
        const pawl_vec2 offset = seeded_point(&seed, size);
        const bool got = pawl_contains_point(&shape, pose, pawl_vec2_add(pose.position, offset));
        const placed at = place(&shape, pose, pose.position), dot = point_at(offset);
        const double want = (double)(core_separation(&at, &dot) - at.radius);
        if (got ? want > 1.5 : want < -1.5)
            ck_abort_msg("%d at %.2f: kind %d, round %d", got, want, _i, n);
    }
}
END_TEST

START_TEST(points_on_the_outline_are_contained) {
    pawl_convex box, segment, circle;
    ck_assert_int_eq(pawl_make_box(M(1), M(2), &box), PAWL_OK);
    ck_assert_int_eq(pawl_make_segment(pawl_vec2_make(0, 0), pawl_vec2_make(M(3), 0), &segment),
                     PAWL_OK);
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(M(1), 0), M(5), &circle), PAWL_OK);
    ck_assert_int_eq(pawl_contains_point(&box, home, pawl_vec2_make(M(1), M(2))), true);
    ck_assert_int_eq(pawl_contains_point(&box, home, pawl_vec2_make(M(1) + 1, 0)), false);
    ck_assert_int_eq(pawl_contains_point(&box, home, pawl_vec2_make(0, M(-2) - 1)), false);
    ck_assert_int_eq(pawl_contains_point(&segment, home, pawl_vec2_make(M(3), 0)), true);
    ck_assert_int_eq(pawl_contains_point(&segment, home, pawl_vec2_make(M(3) + 1, 0)), false);
    ck_assert_int_eq(pawl_contains_point(&segment, home, pawl_vec2_make(M(1), 1)), false);
    ck_assert_int_eq(pawl_contains_point(&circle, home, pawl_vec2_make(M(4), M(4))), true);
    ck_assert_int_eq(pawl_contains_point(&circle, home, pawl_vec2_make(M(4) + 1, M(4) + 1)), false);
    ck_assert_int_eq(pawl_contains_point(NULL, home, pawl_vec2_make(0, 0)), false);
    ck_assert_int_eq(pawl_contains_point(&box, home, pawl_vec2_make(INT32_MIN, INT32_MAX)), false);
    ck_assert_int_eq(pawl_contains_point(&box, (pawl_pose){{0, 0}, {1, 1}}, pawl_vec2_make(0, 0)),
                     false);
}
END_TEST

Suite *suite_closest(void);

Suite *suite_closest(void) {
    Suite *const suite = suite_create("closest");
    TCase *const all = tcase_create("closest");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, distance_and_points_are_within_four_raw_units_of_exact, 0, PAIRS);
    tcase_add_test(all, closest_points_match_the_worked_row);
    tcase_add_test(all, far_shapes_saturate_and_misuse_gives_zeros);
    tcase_add_loop_test(all, containment_is_decided_within_one_raw_unit, 0, KINDS);
    tcase_add_test(all, points_on_the_outline_are_contained);
    suite_add_tcase(suite, all);
    return suite;
}
