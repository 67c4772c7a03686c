/* test_box.c - boxes around shapes: never smaller than exact, at most two raw units larger. */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "collide/collide.h"
#include "support/shape/convex.h"

#define ROUNDS SEEDED_ROUNDS(20000)

/* A Q16.16 coordinate in 2^-30 raw units. */
static int128 fine(pawl_fx value) {
    return (int128)value * PAWL_UNIT;
}

/* The exact coordinate is an integer of 2^-30 raw units: no rounding in the oracle. */
static void exact_extremes(const pawl_convex *shape, pawl_pose pose, int128 lower[2],
                           int128 upper[2]) {
    const int128 c = pose.rotation.c, s = pose.rotation.s;
    for (int i = 0; i < shape->count; i++) {
        const int128 vx = shape->vertices[i].x, vy = shape->vertices[i].y;
        const int128 at[2] = {fine(pose.position.x) + c * vx - s * vy,
                              fine(pose.position.y) + s * vx + c * vy};
        for (int axis = 0; axis < 2; axis++) {
            if (i == 0 || at[axis] < lower[axis]) lower[axis] = at[axis];
            if (i == 0 || at[axis] > upper[axis]) upper[axis] = at[axis];
        }
    }
    for (int axis = 0; axis < 2; axis++) {
        lower[axis] -= fine(shape->radius);
        upper[axis] += fine(shape->radius);
    }
}

static bool is_tight(int128 outward) {
    return outward >= 0 && outward <= (int128)2 << 30;
}

START_TEST(box_holds_the_shape_tightly) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_convex shape = seeded_convex(&seed, _i, INT32_C(1) << (n % 20 + 8));
        const pawl_pose pose = seeded_pose(&seed, PAWL_COORD_MAX);
        int128 lower[2] = {0, 0}, upper[2] = {0, 0};
        exact_extremes(&shape, pose, lower, upper);
        const pawl_box box = pawl_convex_box(&shape, pose);
        const bool tight =
            is_tight(lower[0] - fine(box.lower.x)) && is_tight(lower[1] - fine(box.lower.y)) &&
            is_tight(fine(box.upper.x) - upper[0]) && is_tight(fine(box.upper.y) - upper[1]);
        if (!tight) ck_abort_msg("kind %d, round %d", _i, n);
    }
}
END_TEST

/* Down to a raw unit. */
static pawl_fx rounded_down(int128 exact) {
    return (pawl_fx)((exact - (exact & (PAWL_UNIT - 1))) / PAWL_UNIT);
}

/* Boxes of which one corner may be a raw unit off, turned around any center. */
START_TEST(corners_that_lie_opposite_each_other_are_rounded_as_others_are) {
    uint64_t seed = seeded_base;
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_vec2 half = seeded_point(&seed, INT32_C(1) << (n % 14 + 8));
        const pawl_vec2 center = n % 4 < 2 ? pawl_vec2_make(0, 0) : seeded_point(&seed, M(4));
        const pawl_pose pose = seeded_pose(&seed, PAWL_COORD_MAX / 2);
        pawl_convex shape;
        memset(&shape, 0, sizeof shape);
        shape.count = 4;
        for (int i = 0; i < 4; i++) {
            shape.vertices[i].x = i == 0 || i == 3 ? -half.x : half.x;
            shape.vertices[i].y = i < 2 ? -half.y : half.y;
        }
        if (n % 2 != 0) shape.vertices[n / 4 % 4].x += 1 - n / 16 % 2 * 2;
        int128 lower[2], upper[2];
        exact_extremes(&shape, pose, lower, upper);
        for (int i = 0; i < 4; i++)
            shape.vertices[i] = pawl_vec2_add(shape.vertices[i], center);
        const pawli_frame frame = {pose.position, pose.rotation, center};
        const pawl_box box = pawli_box_of_convex(&shape, &frame);
        ck_assert_int_eq(box.lower.x, rounded_down(lower[0]));
        ck_assert_int_eq(box.lower.y, rounded_down(lower[1]));
        ck_assert_int_eq(box.upper.x, -rounded_down(-upper[0]));
        ck_assert_int_eq(box.upper.y, -rounded_down(-upper[1]));
    }
}
END_TEST

START_TEST(box_moves_with_the_shape_bit_for_bit) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_convex shape = seeded_convex(&seed, _i, INT32_C(1) << (n % 20 + 8));
        pawl_pose pose = seeded_pose(&seed, PAWL_COORD_MAX / 2);
        const pawl_vec2 shift = seeded_point(&seed, PAWL_COORD_MAX / 2);
        const pawl_box before = pawl_convex_box(&shape, pose);
        pose.position = pawl_vec2_add(pose.position, shift);
        const pawl_box after = pawl_convex_box(&shape, pose);
        const pawl_vec2 lower = pawl_vec2_add(before.lower, shift);
        const pawl_vec2 upper = pawl_vec2_add(before.upper, shift);
        if (memcmp(&lower, &after.lower, sizeof lower) != 0) ck_abort_msg("round %d", n);
        if (memcmp(&upper, &after.upper, sizeof upper) != 0) ck_abort_msg("round %d", n);
    }
}
END_TEST

START_TEST(boxes_of_upright_shapes_are_exact) {
    pawl_convex box, circle;
    ck_assert_int_eq(pawl_make_box(M(2), M(1), &box), PAWL_OK);
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(M(1), M(-1)), M(3), &circle), PAWL_OK);
    const pawl_box a = pawl_convex_box(&box, home), b = pawl_convex_box(&circle, home);
    ck_assert_int_eq(a.lower.x, M(-2));
    ck_assert_int_eq(a.upper.y, M(1));
    ck_assert_int_eq(b.lower.x, M(-2));
    ck_assert_int_eq(b.lower.y, M(-4));
    ck_assert_int_eq(b.upper.x, M(4));
    ck_assert_int_eq(b.upper.y, M(2));
}
END_TEST

START_TEST(a_centre_of_mass_moves_the_pivot) {
    pawl_convex box;
    ck_assert_int_eq(pawl_make_box(M(2), M(1), &box), PAWL_OK);
    const pawli_frame frame = {{M(10), M(20)}, {0, PAWL_UNIT}, {M(2), 0}}; /* pivot: right side */
    const pawl_box got = pawli_box_of_convex(&box, &frame);
    ck_assert_int_eq(got.lower.x, M(9));
    ck_assert_int_eq(got.upper.x, M(11));
    ck_assert_int_eq(got.lower.y, M(16));
    ck_assert_int_eq(got.upper.y, M(20));
}
END_TEST

START_TEST(extremes_saturate_and_misuse_gives_an_empty_box) {
    pawl_convex circle, bad;
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(0, 0), PAWL_EXTENT_MAX, &circle), PAWL_OK);
    pawl_pose pose = {{INT32_MAX, INT32_MIN}, {PAWL_UNIT, 0}};
    const pawl_box far = pawl_convex_box(&circle, pose);
    ck_assert_int_eq(far.upper.x, PAWL_FX_MAX);
    ck_assert_int_eq(far.lower.y, -PAWL_FX_MAX);
    bad = circle;
    bad.count = 9;
    const pawl_box empty = {{0, 0}, {0, 0}};
    const pawl_box got[3] = {pawl_convex_box(NULL, home), pawl_convex_box(&bad, home),
                             pawl_convex_box(&circle, (pawl_pose){{9, 9}, {5, 5}})};
    for (int i = 0; i < 3; i++)
        ck_assert_mem_eq(&got[i], &empty, sizeof empty);
}
END_TEST

Suite *suite_box(void);

Suite *suite_box(void) {
    Suite *const suite = suite_create("box");
    TCase *const all = tcase_create("box");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, box_holds_the_shape_tightly, 0, KINDS);
    tcase_add_loop_test(all, box_moves_with_the_shape_bit_for_bit, 0, KINDS);
    tcase_add_test(all, corners_that_lie_opposite_each_other_are_rounded_as_others_are);
    tcase_add_test(all, boxes_of_upright_shapes_are_exact);
    tcase_add_test(all, a_centre_of_mass_moves_the_pivot);
    tcase_add_test(all, extremes_saturate_and_misuse_gives_an_empty_box);
    suite_add_tcase(suite, all);
    return suite;
}
