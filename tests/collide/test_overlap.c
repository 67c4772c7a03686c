/* test_overlap.c - whether shapes overlap: against distances in long double, and exactly for
 * shapes whose vertices are not rounded. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>

#include "collide/core.h"
#include "support/shape/way.h"

#define ROUNDS SEEDED_ROUNDS(3000)

/* Which of two shapes comes first decides of boxes with parallel sides whose edge goes first around
 * their difference, and with rounded corners that may dent it: by two roundings of sqrt(1/2). */
START_TEST(overlap_is_decided_within_four_raw_units) {
    uint64_t seed = first_seed(_i);
    int overlaps = 0, swapped = 0;
    for (int n = 0; n < ROUNDS; n++) {
        const uint64_t first = seed;
        const int32_t size_a = INT32_C(1) << seeded_between(&seed, 7, 24);
        const int32_t size_b = INT32_C(1) << seeded_between(&seed, 7, 24);
        const pawl_convex a = seeded_convex(&seed, _i / KINDS, size_a);
        const pawl_convex b = seeded_convex(&seed, _i % KINDS, size_b);
        const pawl_pose pose_a = seeded_pose(&seed, PAWL_COORD_MAX / 2);
        pawl_pose pose_b = seeded_pose(&seed, size_a + size_b);
        pose_b.position = pawl_vec2_add(pose_b.position, pose_a.position);
        if (n % 4 == 0) pose_b.rotation = pose_a.rotation;
        if (n % 2) { /* bring them within a few raw units of touching */
            const pawl_distance apart = pawl_closest(&a, pose_a, &b, pose_b);
            const pawl_vec2 back = pawl_vec2_sub(apart.point_a, apart.point_b);
            pose_b.position = pawl_vec2_add(pose_b.position, back);
            pose_b.position = pawl_vec2_add(pose_b.position, seeded_point(&seed, 8));
        }
        const placed at_a = place(&a, pose_a, pose_a.position);
        const placed at_b = place(&b, pose_b, pose_a.position);
        const double gap = (double)gap_of(&at_a, &at_b);
        const bool got = pawl_overlap(&a, pose_a, &b, pose_b);
        overlaps += got;
        if (got ? gap > 4 : gap < -4)
            ck_abort_msg("%d at %.2f, kinds %d, seed %" PRIu64, got, gap, _i, first);
        if (pawl_overlap(&b, pose_b, &a, pose_a) == got) continue;
        swapped++;
        if (fabs(gap) > 1.5)
            ck_abort_msg("swapped at %.2f, kinds %d, seed %" PRIu64, gap, _i, first);
    }
    ck_assert_int_le(swapped, ROUNDS / 500); /* two in a million */
    ck_assert_int_gt(overlaps, SEEDED_OFTEN(ROUNDS / 10));
    ck_assert_int_lt(overlaps, ROUNDS);
}
END_TEST

/* cross(b - a, p - a). */
static int128 orient(pawl_vec2 a, pawl_vec2 b, pawl_vec2 p) {
    return ((int128)b.x - a.x) * ((int128)p.y - a.y) - ((int128)b.y - a.y) * ((int128)p.x - a.x);
}

/* Two polygons are apart exactly when an edge of one has all of the other outside. */
static bool edge_separates(const pawl_convex *a, const pawl_convex *b, pawl_vec2 from_a_to_b) {
    for (int i = 0; i < a->count; i++) {
        bool outside = true;
        for (int j = 0; j < b->count; j++) {
            const pawl_vec2 p = pawl_vec2_add(b->vertices[j], from_a_to_b);
            if (orient(a->vertices[i], a->vertices[(i + 1) % a->count], p) >= 0) outside = false;
        }
        if (outside) return true;
    }
    return false;
}

static pawl_convex grid_polygon(uint64_t *seed, int32_t step) {
    pawl_convex made;
    pawl_status status = PAWL_ERR_GEOMETRY;
    while (status != PAWL_OK) {
        pawl_vec2 points[8];
        for (int i = 0; i < 8; i++)
            points[i] = pawl_vec2_make(step * seeded_between(seed, -4, 4),
                                       step * seeded_between(seed, -4, 4));
        const int32_t count = pawl_hull(points, seeded_between(seed, 3, 8), points);
        status = pawl_make_polygon(points, count, 0, &made);
    }
    return made;
}

/* On a grid of few points many pairs touch at a vertex or along an edge, and have parallel edges
 * which the difference must put in order. */
START_TEST(unturned_polygons_are_decided_exactly) {
    uint64_t seed = seeded_base;
    int overlaps = 0;
    for (int n = 0; n < SEEDED_ROUNDS(100000); n++) {
        const int32_t step = INT32_C(1) << seeded_between(&seed, 5, 26);
        const pawl_convex a = grid_polygon(&seed, step), b = grid_polygon(&seed, step);
        pawl_pose pose_a = home, pose_b = home;
        pose_b.position = pawl_vec2_make(step * seeded_between(&seed, -6, 6),
                                         step * seeded_between(&seed, -6, 6));
        const pawl_vec2 back = pawl_vec2_make(-pose_b.position.x, -pose_b.position.y);
        const bool want = !edge_separates(&a, &b, pose_b.position) && !edge_separates(&b, &a, back);
        const bool got = pawl_overlap(&a, pose_a, &b, pose_b);
        if (got != want) ck_abort_msg("%d, want %d: round %d", got, want, n);
        overlaps += got;
    }
    ck_assert_int_gt(overlaps, SEEDED_OFTEN(SEEDED_ROUNDS(100000) / 5));
    ck_assert_int_lt(overlaps, SEEDED_ROUNDS(100000) / 10 * 9);
}
END_TEST

START_TEST(shapes_in_touch_overlap_and_one_raw_unit_apart_they_do_not) {
    pawl_convex box, circle, capsule, segment;
    ck_assert_int_eq(pawl_make_box(M(1), M(1), &box), PAWL_OK);
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(0, 0), M(1), &circle), PAWL_OK);
    ck_assert_int_eq(
        pawl_make_capsule(pawl_vec2_make(M(-1), 0), pawl_vec2_make(M(1), 0), M(0.5), &capsule),
        PAWL_OK);
    ck_assert_int_eq(pawl_make_segment(pawl_vec2_make(0, 0), pawl_vec2_make(M(2), 0), &segment),
                     PAWL_OK);
    const struct {
        const pawl_convex *a, *b;
        pawl_vec2 at, apart;
    } rows[] = {
        {&box, &box, {M(2), 0}, {1, 0}},          {&box, &box, {M(2), M(2)}, {0, 1}},
        {&box, &circle, {0, M(-2)}, {0, -1}},     {&circle, &circle, {M(1.2), M(1.6)}, {1, 0}},
        {&circle, &capsule, {M(2.5), 0}, {1, 0}}, {&capsule, &capsule, {M(1), M(1)}, {0, 1}},
        {&segment, &segment, {M(2), 0}, {1, 0}}, /* end to end on one line */
        {&segment, &segment, {M(1), 0}, {0, -1}}, {&segment, &box, {0, M(1)}, {0, 1}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_pose pose = home;
        pose.position = rows[i].at;
        ck_assert_msg(pawl_overlap(rows[i].a, home, rows[i].b, pose), "row %d", (int)i);
        pose.position = pawl_vec2_add(rows[i].at, rows[i].apart);
        ck_assert_msg(!pawl_overlap(rows[i].a, home, rows[i].b, pose), "row %d, apart", (int)i);
    }
}
END_TEST

/* Crossed segments overlap although no end of either lies in the other. */
START_TEST(crossed_segments_overlap) {
    pawl_convex segment;
    ck_assert_int_eq(pawl_make_segment(pawl_vec2_make(M(-2), 0), pawl_vec2_make(M(2), 0), &segment),
                     PAWL_OK);
    for (int i = -4; i <= 4; i++) {
        const pawl_pose upright = {{M(0.5) * i, M(1)}, {0, PAWL_UNIT}};
        ck_assert_int_eq(pawl_overlap(&segment, home, &segment, upright), true);
        const pawl_pose high = {{M(0.5) * i, M(2) + 1}, {0, PAWL_UNIT}};
        ck_assert_int_eq(pawl_overlap(&segment, home, &segment, high), false);
    }
}
END_TEST

START_TEST(shifting_both_poses_changes_nothing) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_convex a = seeded_convex(&seed, _i / KINDS, M(2));
        const pawl_convex b = seeded_convex(&seed, _i % KINDS, M(2));
        pawl_pose pose_a = seeded_pose(&seed, M(2)), pose_b = seeded_pose(&seed, M(2));
        const bool want = pawl_overlap(&a, pose_a, &b, pose_b);
        shift_alike(&seed, PAWL_COORD_MAX / 2, &pose_a.position, &pose_b.position);
        ck_assert_int_eq(pawl_overlap(&a, pose_a, &b, pose_b), want);
    }
}
END_TEST

/* The largest shapes at the far ends of the world; a sanitizer build looks for overflow. */
START_TEST(extreme_shapes_and_positions_are_defined) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_convex a = seeded_convex(&seed, _i / KINDS, PAWL_EXTENT_MAX);
        const pawl_convex b = seeded_convex(&seed, _i % KINDS, PAWL_EXTENT_MAX);
        pawl_pose pose_a = seeded_pose(&seed, PAWL_COORD_MAX);
        pawl_pose pose_b = seeded_pose(&seed, PAWL_COORD_MAX);
        if (n % 3 == 0) pose_b.position = seeded_point(&seed, PAWL_EXTENT_MAX);
        if (n % 5 == 0) pose_a.position = pawl_vec2_make(INT32_MIN, INT32_MAX);
        if (n % 7 == 0) pose_b.position = pawl_vec2_make(INT32_MAX, INT32_MIN);
        const pawli_frame frame_a = {pose_a.position, pose_a.rotation, a.vertices[0]};
        const pawli_frame frame_b = {pose_b.position, pose_b.rotation,
                                     pawl_vec2_make(-b.vertices[0].x, -b.vertices[0].y)};
        const bool got = pawl_overlap(&a, pose_a, &b, pose_b);
        ck_assert_int_eq(pawl_overlap(&b, pose_b, &a, pose_a), got);
        const bool centred = pawli_overlap(&a, &frame_a, &b, &frame_b);
        ck_assert_int_eq(pawli_overlap(&b, &frame_b, &a, &frame_a), centred);
    }
}
END_TEST

START_TEST(misuse_is_no_overlap) {
    pawl_convex box, bad;
    ck_assert_int_eq(pawl_make_box(M(1), M(1), &box), PAWL_OK);
    bad = box;
    bad.radius = -1;
    const pawl_pose turned = {{0, 0}, {PAWL_UNIT, PAWL_UNIT}};
    ck_assert_int_eq(pawl_overlap(&box, home, &box, home), true);
    ck_assert_int_eq(pawl_overlap(NULL, home, &box, home), false);
    ck_assert_int_eq(pawl_overlap(&box, home, NULL, home), false);
    ck_assert_int_eq(pawl_overlap(&bad, home, &box, home), false);
    ck_assert_int_eq(pawl_overlap(&box, home, &bad, home), false);
    ck_assert_int_eq(pawl_overlap(&box, turned, &box, home), false);
    ck_assert_int_eq(pawl_overlap(&box, home, &box, turned), false);
}
END_TEST

Suite *suite_overlap(void);

Suite *suite_overlap(void) {
    Suite *const suite = suite_create("overlap");
    TCase *const all = tcase_create("overlap");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, overlap_is_decided_within_four_raw_units, 0, PAIRS);
    tcase_add_test(all, unturned_polygons_are_decided_exactly);
    tcase_add_test(all, shapes_in_touch_overlap_and_one_raw_unit_apart_they_do_not);
    tcase_add_test(all, crossed_segments_overlap);
    tcase_add_loop_test(all, shifting_both_poses_changes_nothing, 0, PAIRS);
    tcase_add_loop_test(all, extreme_shapes_and_positions_are_defined, 0, PAIRS);
    tcase_add_test(all, misuse_is_no_overlap);
    suite_add_tcase(suite, all);
    return suite;
}
