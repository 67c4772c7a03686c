/* test_collide.c - contact manifolds: worked rows for every pair of kinds, and chosen scenes.
 * Random pairs are in test_collide_random.c. */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collide/collide.h"
#include "pawl/collide.h"
#include "support/shape/convex.h"

#define ROUNDS SEEDED_ROUNDS(4000)
#define MARGIN M(0.02)

static pawl_pose at(pawl_fx x, pawl_fx y, pawl_angle angle) {
    const pawl_pose pose = {{x, y}, pawl_rot_from_angle(angle)};
    return pose;
}

/* The shapes of the worked rows: about a unit each, centred. */
enum {
    CIRCLE,
    CAPSULE,
    SEGMENT,
    BOX,
    TRIANGLE,
    ROUNDED,
    CARD,
    SHAPES
};

static pawl_convex shape_of(int which) {
    const pawl_vec2 triangle[3] = {{M(-1), 0}, {M(1), 0}, {0, M(1)}};
    const pawl_vec2 square[4] = {
        {M(-0.25), M(-0.25)}, {M(0.25), M(-0.25)}, {M(0.25), M(0.25)}, {M(-0.25), M(0.25)}};
    const pawl_vec2 left = {M(-1), 0}, right = {M(1), 0}, zero = {0, 0};
    pawl_convex shape;
    pawl_status status = PAWL_ERR_ARGUMENT;
    if (which == CIRCLE) status = pawl_make_circle(zero, M(0.5), &shape);
    if (which == CAPSULE) status = pawl_make_capsule(left, right, M(0.25), &shape);
    if (which == SEGMENT) status = pawl_make_segment(left, right, &shape);
    if (which == BOX) status = pawl_make_box(M(0.5), M(0.5), &shape);
    if (which == TRIANGLE) status = pawl_make_polygon(triangle, 3, 0, &shape);
    if (which == ROUNDED) status = pawl_make_polygon(square, 4, M(0.25), &shape);
    if (which == CARD) status = pawl_make_box(131, M(0.25), &shape);
    ck_assert_int_eq(status, PAWL_OK);
    return shape;
}

#define QUARTER PAWL_TURN(1, 4)
#define EIGHTH PAWL_TURN(1, 8)

/* A stands at the origin. Points are compared in the order of the manifold, within 2 raw units;
 * normals within 2e-6 of the value given in millionths. */
static const struct {
    int a, b;
    pawl_fx x, y;
    pawl_angle angle;
    int count;
    int32_t normal_x, normal_y;
    pawl_vec2 points[2];
    pawl_fx separations[2];
} rows[] = {
    {CIRCLE, CIRCLE, M(0.6), M(0.8), 0, 1, 600000, 800000, {{M(0.3), M(0.4)}}, {0}},
    {CIRCLE, CIRCLE, M(0.75), 0, 0, 1, 1000000, 0, {{M(0.375), 0}}, {M(-0.25)}},
    {CIRCLE, CIRCLE, 0, 0, 0, 1, 0, 1000000, {{0, 0}}, {M(-1)}},
    {CIRCLE, CIRCLE, M(2), 0, 0, 0, 0, 0, {{0, 0}}, {0}},
    {CIRCLE, CAPSULE, 0, M(0.75), 0, 1, 0, 1000000, {{0, M(0.5)}}, {0}},
    {CIRCLE, CAPSULE, M(1.75), 0, 0, 1, 1000000, 0, {{M(0.5), 0}}, {0}},
    {CIRCLE, SEGMENT, 0, M(-0.5), 0, 1, 0, -1000000, {{0, M(-0.5)}}, {0}},
    {CIRCLE, SEGMENT, M(0.5), M(0.25), 0, 1, 0, 1000000, {{0, M(0.375)}}, {M(-0.25)}},
    {CIRCLE, BOX, M(1), 0, 0, 1, 1000000, 0, {{M(0.5), 0}}, {0}},
    {CIRCLE, BOX, M(0.8), M(0.9), 0, 1, 600000, 800000, {{M(0.3), M(0.4)}}, {0}},
    {CIRCLE, BOX, M(0.25), 0, 0, 1, 1000000, 0, {{M(0.125), 0}}, {M(-0.75)}},
    {CIRCLE, TRIANGLE, 0, M(0.5), 0, 1, 0, 1000000, {{0, M(0.5)}}, {0}},
    {CIRCLE, ROUNDED, M(1), 0, 0, 1, 1000000, 0, {{M(0.5), 0}}, {0}},
    {CAPSULE, CIRCLE, M(0.5), M(0.75), 0, 1, 0, 1000000, {{M(0.5), M(0.25)}}, {0}},
    {CAPSULE, CIRCLE, M(1.45), M(0.6), 0, 1, 600000, 800000, {{M(1.15), M(0.2)}}, {0}},
    {SEGMENT, CIRCLE, M(0.5), M(0.5), 0, 1, 0, 1000000, {{M(0.5), 0}}, {0}},
    {BOX, CIRCLE, M(-1), 0, 0, 1, -1000000, 0, {{M(-0.5), 0}}, {0}},
    {BOX, CIRCLE, M(0.8), M(0.9), 0, 1, 600000, 800000, {{M(0.5), M(0.5)}}, {0}},
    {BOX, CIRCLE, M(0.25), 0, 0, 1, 1000000, 0, {{M(0.125), 0}}, {M(-0.75)}},
    {TRIANGLE, CIRCLE, 0, M(-0.5), 0, 1, 0, -1000000, {{0, 0}}, {0}},
    {CAPSULE,
     CAPSULE,
     M(1.5),
     M(0.5),
     0,
     2,
     0,
     1000000,
     {{M(1), M(0.25)}, {M(0.5), M(0.25)}},
     {0, 0}},
    {CAPSULE, CAPSULE, M(2.5), 0, 0, 1, 1000000, 0, {{M(1.25), 0}}, {0}},
    {CAPSULE, CAPSULE, M(2.3), M(0.4), 0, 1, 600000, 800000, {{M(1.15), M(0.2)}}, {0}},
    {CAPSULE, CAPSULE, 0, M(1.5), QUARTER, 1, 0, 1000000, {{0, M(0.25)}}, {0}},
    {CAPSULE, SEGMENT, M(1), M(0.25), 0, 2, 0, 1000000, {{M(1), M(0.25)}, {0, M(0.25)}}, {0, 0}},
    {CAPSULE, BOX, M(0.5), M(0.75), 0, 2, 0, 1000000, {{M(1), M(0.25)}, {0, M(0.25)}}, {0, 0}},
    {CAPSULE, BOX, M(1.75), 0, 0, 1, 1000000, 0, {{M(1.25), 0}}, {0}},
    {SEGMENT, SEGMENT, 0, 0, QUARTER, 1, 0, -1000000, {{0, M(0.5)}}, {M(-1)}},
    {SEGMENT, BOX, M(0.25), M(0.5), 0, 2, 0, 1000000, {{M(0.75), 0}, {M(-0.25), 0}}, {0, 0}},
    {SEGMENT, BOX, M(1.25), M(0.5), 0, 2, 0, 1000000, {{M(1), 0}, {M(0.75), 0}}, {0, 0}},
    {BOX,
     BOX,
     M(0.25),
     M(0.75),
     0,
     2,
     0,
     1000000,
     {{M(0.5), M(0.375)}, {M(-0.25), M(0.375)}},
     {M(-0.25), M(-0.25)}},
    {BOX,
     BOX,
     M(0.512),
     M(1.016),
     0,
     2,
     0,
     1000000,
     {{M(0.5), M(0.508)}, {M(0.012), M(0.508)}},
     {M(0.016), M(0.016)}},
    {BOX, BOX, M(1.006), M(1.008), 0, 1, 600000, 800000, {{M(0.503), M(0.504)}}, {M(0.01)}},
    {BOX, BOX, M(1.1), M(1.1), 0, 0, 0, 0, {{0}}, {0}},
    {BOX, TRIANGLE, 0, M(0.5), 0, 2, 0, 1000000, {{M(0.5), M(0.5)}, {M(-0.5), M(0.5)}}, {0, 0}},
    {TRIANGLE, BOX, 0, M(1.5), 0, 2, 0, 1000000, {{0, M(1)}, {M(0.5), M(0.75)}}, {0, M(0.5)}},
    {ROUNDED, ROUNDED, M(1), 0, 0, 2, 1000000, 0, {{M(0.5), M(-0.25)}, {M(0.5), M(0.25)}}, {0, 0}},
    {ROUNDED, ROUNDED, M(0.8), M(0.9), 0, 1, 600000, 800000, {{M(0.4), M(0.45)}}, {0}},
    {CARD, CARD, M(0.5), 0, QUARTER, 0, 0, 0, {{0}}, {0}},
};

#define ROW_COUNT ((int)(sizeof rows / sizeof rows[0]))

static int32_t apart(int64_t a, int64_t b) {
    return (int32_t)llabs(a - b);
}

START_TEST(manifold_matches_the_worked_row) {
    const pawl_convex a = shape_of(rows[_i].a), b = shape_of(rows[_i].b);
    const pawl_pose pose = at(rows[_i].x, rows[_i].y, rows[_i].angle);
    const pawl_manifold got = pawl_collide(&a, home, &b, pose, MARGIN);
    ck_assert_int_eq(got.count, rows[_i].count);
    if (got.count == 0) return;
    ck_assert_int_le(apart(got.normal.c, (int64_t)rows[_i].normal_x * PAWL_UNIT / 1000000), 24000);
    ck_assert_int_le(apart(got.normal.s, (int64_t)rows[_i].normal_y * PAWL_UNIT / 1000000), 24000);
    for (int i = 0; i < got.count; i++) {
        ck_assert_int_le(apart(got.points[i].offset.x, rows[_i].points[i].x), 2);
        ck_assert_int_le(apart(got.points[i].offset.y, rows[_i].points[i].y), 2);
        ck_assert_int_le(apart(got.points[i].separation, rows[_i].separations[i]), 2);
    }
}
END_TEST

/* Resting faces, level and tilted, centred and overhanging, whichever polygon is in front. */
START_TEST(features_survive_motion_by_one_raw_unit) {
    const pawl_convex a = shape_of(_i & 1 ? BOX : CAPSULE), b = shape_of(_i & 2 ? BOX : ROUNDED);
    const pawl_fx height = (_i & 1 ? M(0.5) : M(0.25)) + M(0.5);
    for (int x = -4; x <= 4; x++) {
        const pawl_manifold still =
            pawl_collide(&a, home, &b, at(M(0.0625) * x, height, 0), MARGIN);
        ck_assert_int_eq(still.count, 2);
        for (int move = 0; move < 27; move++) {
            const pawl_fx dx = move % 3 - 1, dy = move / 3 % 3 - 1;
            const pawl_angle turn = (pawl_angle)(move / 9 - 1) * 4096u; /* 6 microradians */
            const pawl_pose pose = at(M(0.0625) * x + dx, height + dy, turn);
            const pawl_manifold moved = pawl_collide(&a, home, &b, pose, MARGIN);
            ck_assert_int_eq(moved.count, 2);
            for (int i = 0; i < 2; i++) {
                const int same = moved.points[0].feature == still.points[i].feature ? 0 : 1;
                ck_assert_uint_eq(moved.points[same].feature, still.points[i].feature);
                ck_assert_int_le(apart(moved.points[same].offset.x, still.points[i].offset.x), 4);
            }
        }
    }
}
END_TEST

/* Which face is the reference depends on the order of the shapes; the features do not. */
START_TEST(features_name_the_same_corners_after_a_swap) {
    const pawl_convex a = shape_of(BOX), b = shape_of(_i ? ROUNDED : BOX);
    for (int x = -7; x <= 7; x++) {
        const pawl_pose pose = at(M(0.0625) * x, M(1), (pawl_angle)(x * 12345678));
        const pawl_manifold ab = pawl_collide(&a, home, &b, pose, MARGIN);
        const pawl_manifold ba = pawl_collide(&b, pose, &a, home, MARGIN);
        ck_assert_int_eq(ab.count, 2);
        ck_assert_int_eq(ba.count, 2);
        for (int i = 0; i < 2; i++) {
            const unsigned feature = ab.points[i].feature;
            const unsigned swapped = (feature & 255u) << 8 | feature >> 8;
            const int same = ba.points[0].feature == swapped ? 0 : 1;
            ck_assert_uint_eq(ba.points[same].feature, swapped);
        }
    }
}
END_TEST

/* The clip measures from each end: mirrored boxes have mirrored points, to the bit, unless two
 * equally good faces swap roles, which a rounding in the last bit of Q46 may decide. */
START_TEST(mirrored_boxes_have_mirrored_contacts) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    int swapped = 0;
    for (int n = 0; n < ROUNDS; n++) {
        pawl_convex wide, small;
        ck_assert_int_eq(pawl_make_box(M(2), M(0.5), &wide), PAWL_OK);
        ck_assert_int_eq(pawl_make_box(M(0.5), M(0.25), &small), PAWL_OK);
        const pawl_angle angle = (pawl_angle)(seeded_next(&seed) >> 36);
        const pawl_fx x = seeded_between(&seed, M(-2.5), M(2.5));
        const pawl_fx y = seeded_between(&seed, M(0.7), M(0.77));
        pawl_manifold left = pawl_collide(&wide, home, &small, at(x, y, angle), MARGIN);
        const pawl_manifold right =
            pawl_collide(&wide, home, &small, at(-x, y, 0u - angle), MARGIN);
        if (left.count != right.count) {
            const pawl_fx apart = left.count > 0 ? left.separation : right.separation;
            ck_assert_int_ge(apart, MARGIN - 1); /* on the margin, to the unit */
            swapped++;
            continue;
        }
        const bool crossed = left.count == 2;
        if (left.normal.c != -right.normal.c) {
            swapped++;
            continue;
        }
        for (int i = 0; i < left.count; i++) {
            const pawl_contact_point *mirror = &right.points[crossed ? 1 - i : i];
            ck_assert_int_eq(left.points[i].offset.x, -mirror->offset.x);
            ck_assert_int_eq(left.points[i].offset.y, mirror->offset.y);
            ck_assert_int_eq(left.points[i].separation, mirror->separation);
        }
    }
    ck_assert_int_le(swapped, ROUNDS / 500);
}
END_TEST

START_TEST(a_face_contact_keeps_a_point_beyond_the_margin) {
    const pawl_convex a = shape_of(BOX), b = shape_of(BOX);
    const pawl_manifold got = pawl_collide(&a, home, &b, at(0, M(1.1), PAWL_TURN(1, 30)), MARGIN);
    ck_assert_int_eq(got.count, 2);
    const pawl_fx s0 = got.points[0].separation, s1 = got.points[1].separation;
    ck_assert_int_le(pawl_min(s0, s1), MARGIN);
    ck_assert_int_gt(pawl_max(s0, s1), MARGIN);
}
END_TEST

/* A segment that stands on a box at 60 degrees: its upper end says nothing about the contact. */
START_TEST(a_steep_edge_is_a_single_point) {
    const pawl_convex a = shape_of(BOX), b = shape_of(SEGMENT);
    const pawl_manifold got =
        pawl_collide(&a, home, &b, at(M(0.25), M(1.37), PAWL_TURN(1, 6)), MARGIN);
    ck_assert_int_eq(got.count, 1);
    ck_assert_int_eq(got.normal.s, PAWL_UNIT);
    ck_assert_int_le(got.separation, MARGIN);
}
END_TEST

START_TEST(an_upright_segment_has_only_its_foot) {
    const pawl_convex a = shape_of(BOX), b = shape_of(SEGMENT);
    const pawl_manifold got = pawl_collide(&a, home, &b, at(0, M(1.5), QUARTER), PAWL_EXTENT_MAX);
    ck_assert_int_eq(got.count, 1);
    ck_assert_int_eq(got.separation, 0);
}
END_TEST

/* Nothing is rotated, so the height above the end of the box is exact until it is rounded: to the
 * nearest raw unit, for rising and falling edges alike. */
START_TEST(clipped_separations_are_nearest_to_exact) {
    uint64_t seed = seeded_base;
    const pawl_convex a = shape_of(BOX);
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_vec2 left = {seeded_between(&seed, M(-2), M(-0.6)),
                                seeded_between(&seed, -99, 999)};
        const pawl_vec2 right = {seeded_between(&seed, M(0.6), M(2)),
                                 seeded_between(&seed, -99, 999)};
        pawl_convex b;
        ck_assert_int_eq(pawl_make_segment(left, right, &b), PAWL_OK);
        const pawl_manifold got = pawl_collide(&a, home, &b, at(0, M(0.5), 0), M(1));
        if (got.count != 2 || got.normal.s != PAWL_UNIT) continue; /* the segment's own face */
        for (int i = 0; i < 2; i++) {
            const int64_t x = got.points[i].offset.x > 0 ? M(0.5) : M(-0.5);
            const int64_t width = (int64_t)right.x - left.x;
            const int64_t rise = ((int64_t)right.y - left.y) * (x - left.x) + left.y * width;
            const int64_t error = got.points[i].separation * width - rise;
            if (2 * llabs(error) > width) ck_abort_msg("round %d, point %d", n, i);
        }
    }
}
END_TEST

/* Two leaning cards meet corner to corner, as at the top of a house of cards. */
START_TEST(corners_of_cards_touch_in_a_single_point) {
    const pawl_convex card = shape_of(CARD);
    const pawl_angle lean = PAWL_TURN(1, 15);
    const pawl_pose left = at(M(-0.11), 0, 0u - lean), right = at(M(0.11), M(0.002), lean);
    const pawl_manifold got = pawl_collide(&card, left, &card, right, MARGIN);
    ck_assert_int_eq(got.count, 1);
    ck_assert_int_gt(got.separation, CORNERS_NEAR);
    ck_assert_int_le(got.separation, MARGIN);
}
END_TEST

/* Rounded vertices a few raw units apart have no reliable direction, so the face decides. */
START_TEST(corners_that_all_but_touch_take_the_normal_of_a_face) {
    const pawl_convex a = shape_of(BOX), b = shape_of(BOX);
    const pawl_manifold got = pawl_collide(&a, home, &b, at(M(1) + 9, M(1) + 5, 0), MARGIN);
    ck_assert_int_eq(got.count, 1);
    ck_assert_int_eq(got.normal.c, PAWL_UNIT);
    ck_assert_int_eq(got.separation, 9);
}
END_TEST

/* A segment has no separation along its normals from one that continues it. */
START_TEST(segments_end_to_end_are_apart) {
    uint64_t seed = seeded_base;
    const pawl_convex a = shape_of(SEGMENT);
    for (int n = 0; n < ROUNDS; n++) {
        pawl_pose left = home, right = home;
        left.rotation = pawl_rot_from_angle((pawl_angle)(seeded_next(&seed) >> 32));
        right.rotation = left.rotation;
        const pawl_fx gap = seeded_between(&seed, CORNERS_NEAR, M(1));
        right.position = pawl_rotate(left.rotation, pawl_vec2_make(M(2) + gap, 0));
        const pawl_manifold got = pawl_collide(&a, left, &a, right, PAWL_EXTENT_MAX);
        if (got.count != 1 || apart(got.separation, gap) > 4)
            ck_abort_msg("count %d, separation %" PRId32 ", gap %" PRId32, got.count,
                         got.separation, gap);
    }
}
END_TEST

START_TEST(far_pairs_report_a_saturated_separation) {
    const pawl_convex a = shape_of(_i), b = shape_of(_i);
    const pawl_pose left = at(-PAWL_COORD_MAX, -PAWL_COORD_MAX, EIGHTH);
    const pawl_pose right = at(PAWL_COORD_MAX, PAWL_COORD_MAX, 0);
    const pawl_convex circle = shape_of(CIRCLE);
    const pawl_manifold got[3] = {pawl_collide(&a, left, &b, right, PAWL_FX_MAX),
                                  pawl_collide(&a, left, &circle, right, PAWL_FX_MAX),
                                  pawl_collide(&circle, right, &b, left, PAWL_FX_MAX)};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(got[i].count, 0);
        ck_assert_int_ge(got[i].separation, PAWL_COORD_MAX);
    }
}
END_TEST

START_TEST(misuse_gives_no_points) {
    const pawl_convex good = shape_of(BOX);
    const pawl_rot long_rotation = {PAWL_UNIT, PAWL_UNIT}, no_rotation = {0, 0};
    const pawl_rot garbage = {INT32_MIN, INT32_MIN};
    pawl_convex bad = good;
    pawl_pose pose = home;
    bad.normals[0].c++;
    ck_assert_int_eq(pawl_collide(NULL, home, &good, home, MARGIN).count, 0);
    ck_assert_int_eq(pawl_collide(&good, home, NULL, home, MARGIN).count, 0);
    ck_assert_int_eq(pawl_collide(&bad, home, &good, home, MARGIN).count, 0);
    ck_assert_int_eq(pawl_collide(&good, home, &bad, home, MARGIN).count, 0);
    pose.rotation = long_rotation;
    ck_assert_int_eq(pawl_collide(&good, pose, &good, home, MARGIN).count, 0);
    pose.rotation = no_rotation;
    ck_assert_int_eq(pawl_collide(&good, home, &good, pose, MARGIN).count, 0);
    pose.rotation = garbage;
    ck_assert_int_eq(pawl_collide(&good, pose, &good, pose, MARGIN).count, 0);
    /* A negative margin is none. */
    ck_assert_int_eq(pawl_collide(&good, home, &good, at(M(1), 0, 0), -5).count, 2);
}
END_TEST

Suite *suite_collide(void);

Suite *suite_collide(void) {
    Suite *const suite = suite_create("collide");
    TCase *const all = tcase_create("collide");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, manifold_matches_the_worked_row, 0, ROW_COUNT);
    tcase_add_loop_test(all, features_survive_motion_by_one_raw_unit, 0, 4);
    tcase_add_loop_test(all, features_name_the_same_corners_after_a_swap, 0, 2);
    tcase_add_loop_test(all, mirrored_boxes_have_mirrored_contacts, 0, 4);
    tcase_add_test(all, a_face_contact_keeps_a_point_beyond_the_margin);
    tcase_add_test(all, a_steep_edge_is_a_single_point);
    tcase_add_test(all, an_upright_segment_has_only_its_foot);
    tcase_add_test(all, clipped_separations_are_nearest_to_exact);
    tcase_add_test(all, corners_of_cards_touch_in_a_single_point);
    tcase_add_test(all, corners_that_all_but_touch_take_the_normal_of_a_face);
    tcase_add_test(all, segments_end_to_end_are_apart);
    tcase_add_loop_test(all, far_pairs_report_a_saturated_separation, 0, SHAPES);
    tcase_add_test(all, misuse_gives_no_points);
    suite_add_tcase(suite, all);
    return suite;
}
