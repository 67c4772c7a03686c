/* test_collide_random.c - properties of the manifolds of random pairs of every two kinds, against
 * distances in long double. */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collide/collide.h"
#include "collide/core.h"
#include "pawl/collide.h"
#include "support/shape/convex.h"

#define ROUNDS SEEDED_ROUNDS(4000)

/* A random pair of kinds _i / KINDS and _i % KINDS, near each other more often than not. */
typedef struct pair {
    pawl_convex a, b;
    pawl_pose pose_a, pose_b;
    uint64_t seed; /* from which the pair was made */
} pair;

static pair random_pair(uint64_t *seed, int kinds) {
    pair p;
    p.seed = *seed;
    const int32_t size_a = INT32_C(1) << seeded_between(seed, 7, 24);
    const int32_t size_b = INT32_C(1) << seeded_between(seed, 7, 24);
    p.a = seeded_convex(seed, kinds / KINDS, size_a);
    p.b = seeded_convex(seed, kinds % KINDS, size_b);
    p.pose_a = seeded_pose(seed, PAWL_COORD_MAX / 4);
    p.pose_b = seeded_pose(seed, size_a + size_b);
    p.pose_b.position = pawl_vec2_add(p.pose_a.position, p.pose_b.position);
    if (seeded_next(seed) % 4 == 0) p.pose_b.rotation = p.pose_a.rotation;
    return p;
}

static pawl_manifold collide(const pair *p, pawl_fx margin) {
    return pawl_collide(&p->a, p->pose_a, &p->b, p->pose_b, margin);
}

#define FAIL(p, ...)                                                     \
    do {                                                                 \
        char text[200];                                                  \
        snprintf(text, sizeof text, __VA_ARGS__);                        \
        ck_abort_msg("%s; kinds %d, seed %" PRIu64, text, _i, (p).seed); \
    } while (0)

/* Corners nearer than CORNERS_NEAR are measured along a face: at most that much too little. */
START_TEST(separation_is_within_four_raw_units_of_exact) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        const pair p = random_pair(&seed, _i);
        const placed a = place(&p.a, p.pose_a, p.pose_a.position);
        const placed b = place(&p.b, p.pose_b, p.pose_a.position);
        const long double cores = core_separation(&a, &b);
        const double want = (double)(cores - a.radius - b.radius);
        const pawl_manifold got = collide(&p, PAWL_EXTENT_MAX);
        const bool corners = cores > 0 && cores < CORNERS_NEAR;
        if (got.separation > want + 4 || got.separation < want - (corners ? CORNERS_NEAR : 4))
            FAIL(p, "separation %" PRId32 ", want %.2f", got.separation, want);
        if (got.count == 0) FAIL(p, "no points at %.2f", want);
    }
}
END_TEST

/* A pair that is reported apart keeps that distance, so a world may skip it until it has moved. */
/* A polygon with a side of three edges that bend by a few raw units. */
static pawl_convex bent_side(uint64_t *seed, int32_t size, pawl_fx radius) {
    const int32_t third = size / 3 + seeded_between(seed, -size / 9, size / 9);
    const int32_t bend = seeded_between(seed, 1, 8);
    const pawl_vec2 points[5] = {
        {-size, 0}, {-third, -bend}, {third, -bend}, {size, 0}, {size / 5, size}};
    pawl_convex shape;
    ck_assert_int_eq(pawl_make_polygon(points, 5, radius, &shape), PAWL_OK);
    return shape;
}

/* The edge that seems farthest away is one of three, whichever of them the corner is over. */
START_TEST(edges_that_are_all_but_parallel_do_not_hide_each_other) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        pair p = {.seed = seed};
        const int32_t size = INT32_C(1) << seeded_between(&seed, 12, 22);
        const pawl_fx radius = _i % 2 ? size / 4 : 0;
        p.a = seeded_convex(&seed, 3, size / 4), p.b = bent_side(&seed, size, radius);
        p.pose_a = seeded_pose(&seed, PAWL_COORD_MAX / 4);
        p.pose_b = seeded_pose(&seed, size);
        p.pose_b.position = pawl_vec2_add(p.pose_a.position, p.pose_b.position);
        if (_i / 2) {
            const pair q = p;
            p.a = q.b, p.b = q.a, p.pose_a = q.pose_b, p.pose_b = q.pose_a;
        }
        const placed a = place(&p.a, p.pose_a, p.pose_a.position);
        const placed b = place(&p.b, p.pose_b, p.pose_a.position);
        const long double cores = core_separation(&a, &b);
        if (cores < CORNERS_NEAR) continue;
        const double want = (double)(cores - a.radius - b.radius);
        const pawl_manifold got = collide(&p, PAWL_EXTENT_MAX);
        if (fabs(got.separation - want) > 4)
            FAIL(p, "separation %" PRId32 ", want %.2f", got.separation, want);
    }
}
END_TEST

START_TEST(separation_without_points_is_a_lower_bound) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        const pair p = random_pair(&seed, _i);
        pawl_fx margin = seeded_between(&seed, 0, 5000);
        if (n % 2) margin = collide(&p, PAWL_EXTENT_MAX).separation + seeded_between(&seed, -3, 3);
        if (margin < 0) continue;
        const pawl_manifold got = collide(&p, margin);
        const placed a = place(&p.a, p.pose_a, p.pose_a.position);
        const placed b = place(&p.b, p.pose_b, p.pose_a.position);
        const double want = (double)(core_separation(&a, &b) - a.radius - b.radius);
        if (got.count == 0 && (got.separation < margin || got.separation > want + 4))
            FAIL(p, "separation %" PRId32 ", want %.2f, margin %" PRId32, got.separation, want,
                 margin);
        if (got.count > 0 && got.separation > margin) FAIL(p, "beyond the margin");
    }
}
END_TEST

START_TEST(shifting_both_poses_changes_no_bit) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        pair p = random_pair(&seed, _i);
        const pawl_manifold before = collide(&p, 5000);
        const pawl_vec2 shift =
            shift_alike(&seed, PAWL_COORD_MAX / 2, &p.pose_a.position, &p.pose_b.position);
        const pawl_manifold after = collide(&p, 5000);
        if (memcmp(&before, &after, sizeof after) != 0)
            FAIL(p, "shift by %" PRId32 ", %" PRId32, shift.x, shift.y);
    }
}
END_TEST

static pawl_vec2 quarter_turn(pawl_vec2 v) {
    return pawl_vec2_make(-v.y, v.x);
}

static pawl_rot quarter_turned(pawl_rot r) {
    const pawl_rot turned = {-r.s, r.c};
    return turned;
}

static pawl_pose turn_pose(pawl_pose pose) {
    pose.position = quarter_turn(pose.position);
    pose.rotation = quarter_turned(pose.rotation);
    return pose;
}

START_TEST(a_quarter_turn_turns_every_bit) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        pair p = random_pair(&seed, _i);
        pawl_manifold want = collide(&p, 5000);
        p.pose_a = turn_pose(p.pose_a);
        p.pose_b = turn_pose(p.pose_b);
        const pawl_manifold got = collide(&p, 5000);
        const bool concentric = want.separation == -p.a.radius - p.b.radius;
        if (_i == 0 && concentric) continue; /* the arbitrary normal of two equal centres */
        want.normal = quarter_turned(want.normal);
        for (int i = 0; i < 2; i++)
            want.points[i].offset = quarter_turn(want.points[i].offset);
        if (memcmp(&want, &got, sizeof got) != 0) FAIL(p, "turned");
    }
}
END_TEST

/* Overlapping shapes may have several equally good faces; apart from that the closest direction
 * is unique, and so the normal turns around. */
START_TEST(swapping_the_shapes_turns_the_normal_around) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        const pair p = random_pair(&seed, _i);
        const pawl_manifold ab = collide(&p, PAWL_EXTENT_MAX);
        const pawl_manifold ba = pawl_collide(&p.b, p.pose_b, &p.a, p.pose_a, PAWL_EXTENT_MAX);
        const placed a = place(&p.a, p.pose_a, p.pose_a.position);
        const placed b = place(&p.b, p.pose_b, p.pose_a.position);
        const long double cores = core_separation(&a, &b);
        if (cores > 0 && cores < CORNERS_NEAR + 500) continue;
        if (llabs((int64_t)ab.separation - ba.separation) > 4)
            FAIL(p, "separations %" PRId32 ", %" PRId32, ab.separation, ba.separation);
        const int64_t cosine =
            (int64_t)ab.normal.c * ba.normal.c + (int64_t)ab.normal.s * ba.normal.s;
        if (cores > 0 && cosine > -(INT64_C(1) << 60) / 100 * 99)
            FAIL(p, "normals at %f", (double)cosine / 0x1p60);
    }
}
END_TEST

/* The squares are 2^60 + 2^31 for each raw unit of length. Two units come from the rotation of the
 * pose (pawl_rot_from_angle), the others from the rounding of the local normal and of its turn. */
/* What the fields of a contact may be: a normal that leads almost along an axis is not longer. */
START_TEST(no_part_of_a_normal_passes_one) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS * 10; n++) {
        const pawl_angle angle = (pawl_angle)(seeded_next(&seed) >> 32);
        const pawl_angle off = (pawl_angle)seeded_between(&seed, -40000, 40000);
        const pawl_angle to = PAWL_TURN(1, 4) * (pawl_angle)_i + off - angle;
        const pawl_rot unit = pawl_rot_from_angle(to);
        const pawl_vec2 v = {unit.c / 2, unit.s / 2};
        const pawl_rot turned =
            pawli_turn(pawl_rot_from_angle(angle), n % 2 ? unit : pawl_vec2_normalize(v));
        ck_assert_int_le(turned.c, PAWL_UNIT);
        ck_assert_int_ge(turned.c, -PAWL_UNIT);
        ck_assert_int_le(turned.s, PAWL_UNIT);
        ck_assert_int_ge(turned.s, -PAWL_UNIT);
    }
}
END_TEST

START_TEST(normal_is_a_unit_vector_within_four_raw_units) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        const pair p = random_pair(&seed, _i);
        const pawl_rot normal = collide(&p, PAWL_EXTENT_MAX).normal;
        const int64_t square = (int64_t)normal.c * normal.c + (int64_t)normal.s * normal.s;
        const double error = (double)(square - (INT64_C(1) << 60)) / 0x1p31;
        if (fabs(error) > 4) FAIL(p, "length off by %.2f raw units", error);
    }
}
END_TEST

/* The point is half-way between two surfaces, so half the separation from each of them. Inside
 * a shape another face may be nearer, hence only pairs that are apart, and their nearest point. */
START_TEST(nearest_point_is_halfway_between_the_surfaces) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        const pair p = random_pair(&seed, _i);
        const pawl_manifold got = collide(&p, PAWL_EXTENT_MAX);
        const int near = got.count == 2 && got.points[1].separation < got.points[0].separation;
        const pawl_contact_point *point = &got.points[near];
        if (point->separation < 2 * CORNERS_NEAR) continue;
        const placed a = place(&p.a, p.pose_a, p.pose_a.position);
        const placed b = place(&p.b, p.pose_b, p.pose_a.position);
        const placed dot = {.vertices = {{point->offset.x, point->offset.y}}, .count = 1};
        const double half = point->separation / 2.0;
        const double to_a = (double)(core_separation(&a, &dot) - a.radius);
        const double to_b = (double)(core_separation(&b, &dot) - b.radius);
        if (fabs(to_a - half) > 4 || fabs(to_b - half) > 4)
            FAIL(p, "%.2f and %.2f, want %.2f", to_a, to_b, half);
    }
}
END_TEST

START_TEST(features_of_a_manifold_differ) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        const pair p = random_pair(&seed, _i);
        const pawl_manifold got = collide(&p, PAWL_EXTENT_MAX);
        if (got.count == 2 && got.points[0].feature == got.points[1].feature)
            FAIL(p, "both %04x", (unsigned)got.points[0].feature);
    }
}
END_TEST

START_TEST(a_frame_with_a_centre_moves_only_the_reference_point) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        pair p = random_pair(&seed, _i);
        const pawl_rot upright = {0, PAWL_UNIT}; /* exact, so that nothing is rounded */
        p.pose_a.rotation = upright;
        p.pose_b.rotation = upright;
        const pawl_vec2 ca = seeded_point(&seed, 1 << 20), cb = seeded_point(&seed, 1 << 20);
        const pawli_frame a = {pawl_vec2_add(p.pose_a.position, quarter_turn(ca)), upright, ca};
        const pawli_frame b = {pawl_vec2_add(p.pose_b.position, quarter_turn(cb)), upright, cb};
        pawl_manifold got, want = collide(&p, 5000);
        pawli_collide(&p.a, &a, &p.b, &b, 5000, &got);
        for (int i = 0; i < got.count; i++) {
            got.points[i].offset = pawl_vec2_add(got.points[i].offset, quarter_turn(ca));
        }
        if (memcmp(&want, &got, sizeof got) != 0) FAIL(p, "moved");
    }
}
END_TEST

/* The largest shapes at the far ends of the world; a sanitizer build looks for overflow. */
START_TEST(extreme_shapes_and_positions_are_defined) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        pair p;
        p.seed = seed;
        p.a = seeded_convex(&seed, _i / KINDS, PAWL_EXTENT_MAX);
        p.b = seeded_convex(&seed, _i % KINDS, PAWL_EXTENT_MAX);
        p.pose_a = seeded_pose(&seed, PAWL_COORD_MAX);
        p.pose_b = seeded_pose(&seed, PAWL_COORD_MAX);
        if (n % 2) p.pose_a.position = pawl_vec2_make(INT32_MIN, seeded_int32(&seed));
        if (n % 3) p.pose_b.position = pawl_vec2_make(INT32_MAX, seeded_int32(&seed));
        const pawli_frame a = {p.pose_a.position, p.pose_a.rotation, p.a.vertices[0]};
        const pawli_frame b = {p.pose_b.position, p.pose_b.rotation,
                               pawl_vec2_make(-p.b.vertices[0].x, -p.b.vertices[0].y)};
        pawl_manifold got = collide(&p, PAWL_FX_MAX);
        pawli_collide(&p.a, &a, &p.b, &b, PAWL_FX_MAX, &got);
        if (got.count > 2) FAIL(p, "%d points", got.count);
    }
}
END_TEST

Suite *suite_collide_random(void);

Suite *suite_collide_random(void) {
    Suite *const suite = suite_create("collide_random");
    TCase *const pairs = tcase_create("pairs");
    tcase_set_timeout(pairs, 60);
    tcase_add_loop_test(pairs, no_part_of_a_normal_passes_one, 0, 4);
    tcase_add_loop_test(pairs, edges_that_are_all_but_parallel_do_not_hide_each_other, 0, 4);
    tcase_add_loop_test(pairs, separation_is_within_four_raw_units_of_exact, 0, PAIRS);
    tcase_add_loop_test(pairs, separation_without_points_is_a_lower_bound, 0, PAIRS);
    tcase_add_loop_test(pairs, shifting_both_poses_changes_no_bit, 0, PAIRS);
    tcase_add_loop_test(pairs, a_quarter_turn_turns_every_bit, 0, PAIRS);
    tcase_add_loop_test(pairs, swapping_the_shapes_turns_the_normal_around, 0, PAIRS);
    tcase_add_loop_test(pairs, normal_is_a_unit_vector_within_four_raw_units, 0, PAIRS);
    tcase_add_loop_test(pairs, nearest_point_is_halfway_between_the_surfaces, 0, PAIRS);
    tcase_add_loop_test(pairs, features_of_a_manifold_differ, 0, PAIRS);
    tcase_add_loop_test(pairs, a_frame_with_a_centre_moves_only_the_reference_point, 0, PAIRS);
    tcase_add_loop_test(pairs, extreme_shapes_and_positions_are_defined, 0, PAIRS);
    suite_add_tcase(suite, pairs);
    return suite;
}
