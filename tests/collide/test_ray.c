/* test_ray.c - rays against single shapes: exact integers for unturned polygons, long double for
 * everything else. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "collide/core.h"
#include "support/shape/way.h"
#include "support/base/zeros.h"

#define ROUNDS SEEDED_ROUNDS(20000)

/* A random ray that passes near a random shape of kind _i. */
typedef struct trial {
    pawl_convex shape;
    pawl_pose pose;
    pawl_vec2 from, translation;
    uint64_t seed; /* from which it was made */
} trial;

static trial random_trial(uint64_t *seed, int kind) {
    trial t;
    t.seed = *seed;
    const int32_t size = INT32_C(1) << seeded_between(seed, 7, 24);
    const int32_t away = INT32_C(1) << seeded_between(seed, 5, 28);
    t.shape = seeded_convex(seed, kind, size);
    t.pose = seeded_pose(seed, PAWL_COORD_MAX / 2);
    if (seeded_next(seed) % 4 == 0) t.pose.rotation = home.rotation;
    const pawl_vec2 start = seeded_point(seed, away), aim = seeded_point(seed, size);
    t.from = pawl_vec2_add(t.pose.position, start);
    t.translation = pawl_vec2_sub(aim, start);
    if (seeded_next(seed) % 2 == 0) {
        t.translation = pawl_vec2_add(t.translation, t.translation);
    }
    return t;
}

static pawl_cast_hit cast(const trial *t) {
    return pawl_ray_cast(&t->shape, t->pose, t->from, t->translation);
}

START_TEST(a_ray_stops_within_four_raw_units_of_the_surface) {
    uint64_t seed = first_seed(_i);
    int hits = 0;
    for (int n = 0; n < ROUNDS; n++) {
        const trial t = random_trial(&seed, _i);
        const pawl_cast_hit got = cast(&t);
        const placed shape = place(&t.shape, t.pose, t.from), start = {.count = 1};
        if (got.inside || !got.hit) {
            const double least = got.inside ? (double)gap_of(&shape, &start)
                                            : (double)least_gap(&shape, &start, t.translation, 1);
            if (got.hit || (got.inside ? least > 4 : least < -4))
                ck_abort_msg("inside %d at %.2f, kind %d, seed %" PRIu64, got.inside, least, _i,
                             t.seed);
            continue;
        }
        hits++;
        const placed end = moved(&start, t.translation, got.fraction / (long double)PAWL_UNIT);
        const double gap = (double)gap_of(&shape, &end);
        const double along = (double)gap_along(&shape, &end, got.normal);
        if (fabs(gap) > 4 || along < -4)
            ck_abort_msg("stopped at %.2f, along the normal %.2f, kind %d, seed %" PRIu64, gap,
                         along, _i, t.seed);
        /* It points to a place that is known to two raw units, from a corner a radius away. */
        const double radius = t.shape.radius, way = hypot(t.translation.x, t.translation.y);
        const double follows = radius > 0 ? 2 * way / radius : 0;
        if ((double)pawli_project(got.normal, t.translation) > follows * PAWL_UNIT)
            ck_abort_msg("the normal follows the ray, kind %d, seed %" PRIu64, _i, t.seed);
        const double x = (double)got.point.x - t.from.x, y = (double)got.point.y - t.from.y;
        if (fabs(x - (double)end.vertices[0].x) > 1 || fabs(y - (double)end.vertices[0].y) > 1)
            ck_abort_msg("point %.1f, %.1f, kind %d, seed %" PRIu64, x, y, _i, t.seed);
    }
    ck_assert_int_gt(hits, SEEDED_OFTEN(ROUNDS / 10));
    ck_assert_int_lt(hits, ROUNDS);
}
END_TEST

/* A rational number of a clipped ray; the denominator is positive. */
typedef struct rational {
    int128 n, m;
} rational;

static bool less(rational a, rational b) {
    return a.n * b.m < b.n * a.m;
}

/* Cyrus and Beck (1978): clip the ray at every edge's line. The answer is exact. */
static pawl_cast_hit clip(const trial *t) {
    pawl_cast_hit hit = {.hit = false};
    rational enter = {-1, 1}, leave = {2, 1};
    const int count = t->shape.count;
    for (int i = 0; i < count; i++) {
        const pawl_vec2 a = t->shape.vertices[i], b = t->shape.vertices[(i + 1) % count];
        const int128 x = (int128)b.y - a.y, y = (int128)a.x - b.x; /* outward */
        const int128 height = x * ((int128)t->from.x - t->pose.position.x - a.x) +
                              y * ((int128)t->from.y - t->pose.position.y - a.y);
        const int128 rate = x * t->translation.x + y * t->translation.y;
        if (rate == 0 && height > 0) return hit;
        const rational at = {rate < 0 ? height : -height, rate < 0 ? -rate : rate};
        if (rate < 0 && less(enter, at)) enter = at;
        if (rate > 0 && less(at, leave)) leave = at;
    }
    if (less(leave, enter) || enter.n > enter.m || leave.n < 0) return hit;
    hit.inside = enter.n <= 0;
    hit.hit = !hit.inside;
    if (hit.hit) hit.fraction = (pawl_fraction)(enter.n * PAWL_UNIT / enter.m);
    return hit;
}

/* On a grid of few points, where rays go through vertices and along edges, and on a fine one. */
START_TEST(rays_at_unturned_polygons_are_exact) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    int hits = 0, starts_inside = 0;
    for (int n = 0; n < SEEDED_ROUNDS(100000); n++) {
        trial t = random_trial(&seed, 3 + n % 2);
        t.pose.rotation = home.rotation;
        const int32_t step = INT32_C(1) << seeded_between(&seed, 5, 25);
        for (int retry = 0; n % 3 > 0 && retry < 100; retry++) {
            pawl_vec2 points[6];
            for (int i = 0; i < 6; i++) {
                points[i] = pawl_vec2_make(step * seeded_between(&seed, -3, 3),
                                           step * seeded_between(&seed, -3, 3));
            }
            const int32_t count = pawl_hull(points, 6, points);
            if (pawl_make_polygon(points, count, 0, &t.shape) != PAWL_OK) continue;
            t.from = pawl_vec2_make(step * seeded_between(&seed, -6, 6),
                                    step * seeded_between(&seed, -6, 6));
            t.from = pawl_vec2_add(t.from, t.pose.position);
            t.translation = pawl_vec2_make(step * seeded_between(&seed, -8, 8),
                                           step * seeded_between(&seed, -8, 8));
            break;
        }
        const pawl_cast_hit got = cast(&t), want = clip(&t);
        if (got.hit != want.hit || got.inside != want.inside || got.fraction != want.fraction)
            ck_abort_msg("hit %d %d, inside %d %d, fraction %" PRId32 " %" PRId32
                         ", round %d, seed %" PRIu64,
                         got.hit, want.hit, got.inside, want.inside, got.fraction, want.fraction, n,
                         t.seed);
        hits += got.hit;
        starts_inside += got.inside;
    }
    ck_assert_int_gt(hits, SEEDED_OFTEN(SEEDED_ROUNDS(100000) / 5));
    ck_assert_int_gt(starts_inside, SEEDED_OFTEN(SEEDED_ROUNDS(100000) / 50));
}
END_TEST

/* Whether a circle is hit at all, and from where, is a sign of 128 bits. */
START_TEST(rays_at_circles_are_decided_exactly) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    int hits = 0;
    for (int n = 0; n < SEEDED_ROUNDS(100000); n++) {
        trial t = random_trial(&seed, 0);
        t.pose.rotation = home.rotation;
        if (n % 2) { /* a ray that is exactly a tangent, or one raw unit off */
            const pawl_fx r = t.shape.radius;
            t.from = pawl_vec2_add(t.pose.position, t.shape.vertices[0]);
            t.from.x += seeded_between(&seed, -1, 1) + (n % 4 == 1 ? r : -r);
            t.from.y -= 5 * r / 4 + 2;
            t.translation = pawl_vec2_make(0, 4 * r);
        }
        const pawl_cast_hit got = cast(&t);
        const int128 qx = (int128)t.pose.position.x + t.shape.vertices[0].x - t.from.x;
        const int128 qy = (int128)t.pose.position.y + t.shape.vertices[0].y - t.from.y;
        const int128 dx = t.translation.x, dy = t.translation.y, r = t.shape.radius;
        const int128 side = dx * qy - dy * qx, along = dx * qx + dy * qy, d2 = dx * dx + dy * dy;
        const bool inside = qx * qx + qy * qy <= r * r;
        const int128 ex = qx - dx, ey = qy - dy;
        const bool ends_inside = ex * ex + ey * ey <= r * r;
        const bool line = side * side <= r * r * d2;
        const bool hit = !inside && (ends_inside || (line && along > 0 && along < d2));
        if (got.hit != hit || got.inside != inside)
            ck_abort_msg("hit %d, inside %d, round %d, seed %" PRIu64, got.hit, got.inside, n,
                         t.seed);
        hits += hit;
    }
    ck_assert_int_gt(hits, SEEDED_OFTEN(SEEDED_ROUNDS(100000) / 5));
}
END_TEST

/* Three, four, five: an end of a long way lies on the circle, to the unit, and counts as held. */
START_TEST(a_ray_meets_a_circle_that_it_ends_on) {
    const pawl_vec2 center = {244637307, 27476695}, on = {244637267, 27476725}, start = {0, 0};
    const pawl_pose at = {center, home.rotation};
    pawl_convex circle;
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(0, 0), 50, &circle), PAWL_OK);
    const pawl_cast_hit there = pawl_ray_cast(&circle, at, start, on);
    ck_assert_int_eq(there.hit, true);
    ck_assert_int_eq(there.fraction, PAWL_UNIT);
    const pawl_cast_hit back = pawl_ray_cast(&circle, at, on, pawl_vec2_make(-on.x, -on.y));
    ck_assert_int_eq(back.hit, false);
    ck_assert_int_eq(back.inside, true);
}
END_TEST

START_TEST(shifting_pose_and_ray_changes_no_bit) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        trial t = random_trial(&seed, _i);
        const pawl_cast_hit want = cast(&t);
        const pawl_vec2 shift = shift_alike(&seed, PAWL_COORD_MAX / 4, &t.pose.position, &t.from);
        const pawl_cast_hit got = cast(&t);
        if (!is_shifted_hit(&got, &want, shift))
            ck_abort_msg("shifted: kind %d, seed %" PRIu64, _i, t.seed);
    }
}
END_TEST

/* Rays at the box with corners (+-1, +-1), at the segment from (0, 0) to (2, 0), and at the circle
 * of radius 1. Hit 2 is: starts inside. */
enum {
    BOX,
    SEGMENT,
    CIRCLE,
    CAPSULE,
    ROUND_BOX
};

static const struct {
    int shape;
    pawl_vec2 from, translation;
    int hit;
    pawl_fraction fraction;
    pawl_rot normal;
} rows[] = {
    {BOX, {M(-3), 0}, {M(4), 0}, 1, PAWL_UNIT / 2, {-PAWL_UNIT, 0}},
    {BOX, {M(-3), 0}, {M(2), 0}, 1, PAWL_UNIT, {-PAWL_UNIT, 0}},
    {BOX, {M(-3), 0}, {M(2) - 1, 0}, 0, 0, {0, 0}},
    {BOX, {M(-3), 0}, {M(-4), 0}, 0, 0, {0, 0}},
    {BOX, {M(3), M(1)}, {M(-8), 0}, 1, PAWL_UNIT / 4, {PAWL_UNIT, 0}},   /* along the top edge */
    {BOX, {M(-3), M(-1)}, {M(4), 0}, 1, PAWL_UNIT / 2, {-PAWL_UNIT, 0}}, /* the bottom edge */
    {BOX, {M(-3), M(1) + 1}, {M(8), 0}, 0, 0, {0, 0}},
    {BOX, {M(-2), 0}, {M(2), M(2)}, 1, PAWL_UNIT / 2, {-PAWL_UNIT, 0}}, /* touches a corner */
    {BOX, {M(0), M(2)}, {M(2), M(-2)}, 1, PAWL_UNIT / 2, {0, PAWL_UNIT}},
    {BOX, {M(-2), M(-2)}, {M(4), M(4)}, 1, PAWL_UNIT / 4, {0, -PAWL_UNIT}}, /* into one */
    {BOX, {0, 0}, {M(4), 0}, 2, 0, {0, 0}},
    {BOX, {M(1), 0}, {M(4), 0}, 2, 0, {0, 0}}, /* on the edge, on its way out */
    {BOX, {M(1), 0}, {M(-4), 0}, 2, 0, {0, 0}},
    {BOX, {M(1), M(1)}, {0, M(1)}, 2, 0, {0, 0}},
    {BOX, {M(1), M(0.5)}, {0, 0}, 2, 0, {0, 0}},
    {BOX, {M(1) + 1, 0}, {0, 0}, 0, 0, {0, 0}},
    {SEGMENT, {M(1), M(1)}, {0, M(-4)}, 1, PAWL_UNIT / 4, {0, PAWL_UNIT}},
    {SEGMENT, {M(1), M(-1)}, {0, M(4)}, 1, PAWL_UNIT / 4, {0, -PAWL_UNIT}},
    {SEGMENT, {M(2), M(-1)}, {0, M(4)}, 1, PAWL_UNIT / 4, {0, -PAWL_UNIT}},
    {SEGMENT, {M(2) + 1, M(-1)}, {0, M(4)}, 0, 0, {0, 0}},
    {SEGMENT, {M(-1), 0}, {M(4), 0}, 1, PAWL_UNIT / 4, {-PAWL_UNIT, 0}}, /* end on */
    {SEGMENT, {M(4), 0}, {M(-4), 0}, 1, PAWL_UNIT / 2, {PAWL_UNIT, 0}},
    {SEGMENT, {M(4), 0}, {M(4), 0}, 0, 0, {0, 0}},
    {SEGMENT, {M(1), 0}, {M(4), 0}, 2, 0, {0, 0}},
    {SEGMENT, {M(1), 0}, {0, M(-4)}, 2, 0, {0, 0}},
    {SEGMENT, {M(1), 0}, {0, 0}, 2, 0, {0, 0}},
    {SEGMENT, {M(1), 1}, {0, 0}, 0, 0, {0, 0}},
    {CIRCLE, {M(-3), 0}, {M(4), 0}, 1, PAWL_UNIT / 2, {-PAWL_UNIT, 0}},
    {CIRCLE, {M(-3), M(1)}, {M(6), 0}, 1, PAWL_UNIT / 2, {0, PAWL_UNIT}}, /* grazes */
    {CIRCLE, {M(-3), M(1) + 1}, {M(6), 0}, 0, 0, {0, 0}},
    {CIRCLE, {M(1), 0}, {M(6), 0}, 2, 0, {0, 0}},
    {CIRCLE, {0, M(-1)}, {0, 0}, 2, 0, {0, 0}},
    {CIRCLE, {0, M(-1) - 1}, {0, 0}, 0, 0, {0, 0}},
    {CAPSULE, {M(-3), 0}, {M(4), 0}, 1, PAWL_UNIT / 2, {-PAWL_UNIT, 0}},
    {CAPSULE, {M(5), 0}, {M(-4), 0}, 1, PAWL_UNIT / 2, {PAWL_UNIT, 0}},
    {CAPSULE, {M(1), M(3)}, {0, M(-4)}, 1, PAWL_UNIT / 2, {0, PAWL_UNIT}},
    {CAPSULE, {M(3), M(-2)}, {0, M(4)}, 1, PAWL_UNIT / 2, {PAWL_UNIT, 0}}, /* grazes the end */
    {CAPSULE, {M(3) + 1, M(-2)}, {0, M(4)}, 0, 0, {0, 0}},
    {CAPSULE, {M(3), 0}, {0, 0}, 2, 0, {0, 0}},
    {ROUND_BOX, {M(-4), 0}, {M(4), 0}, 1, PAWL_UNIT / 2, {-PAWL_UNIT, 0}},
    {ROUND_BOX, {M(-4), M(2)}, {M(4), 0}, 1, PAWL_UNIT / 4 * 3, {0, PAWL_UNIT}}, /* grazes */
    {ROUND_BOX, {M(-4), M(2) + 1}, {M(4), 0}, 0, 0, {0, 0}},
    {ROUND_BOX, {M(2), M(0.5)}, {M(4), 0}, 2, 0, {0, 0}},
};

#define ROW_COUNT ((int)(sizeof rows / sizeof rows[0]))

static pawl_convex shape_of_row(int shape) {
    const pawl_vec2 corners[4] = {{M(-1), M(-1)}, {M(1), M(-1)}, {M(1), M(1)}, {M(-1), M(1)}};
    const pawl_vec2 a = {0, 0}, b = {M(2), 0};
    pawl_convex made[5];
    ck_assert_int_eq(pawl_make_polygon(corners, 4, 0, &made[BOX]), PAWL_OK);
    ck_assert_int_eq(pawl_make_segment(a, b, &made[SEGMENT]), PAWL_OK);
    ck_assert_int_eq(pawl_make_circle(a, M(1), &made[CIRCLE]), PAWL_OK);
    ck_assert_int_eq(pawl_make_capsule(a, b, M(1), &made[CAPSULE]), PAWL_OK);
    ck_assert_int_eq(pawl_make_polygon(corners, 4, M(1), &made[ROUND_BOX]), PAWL_OK);
    return made[shape];
}

START_TEST(a_ray_matches_the_worked_row) {
    const pawl_convex shape = shape_of_row(rows[_i].shape);
    const pawl_cast_hit got = pawl_ray_cast(&shape, home, rows[_i].from, rows[_i].translation);
    ck_assert_int_eq(got.hit, rows[_i].hit == 1);
    ck_assert_int_eq(got.inside, rows[_i].hit == 2);
    ck_assert_int_eq(got.fraction, rows[_i].fraction);
    ck_assert_int_eq(got.normal.c, rows[_i].normal.c);
    ck_assert_int_eq(got.normal.s, rows[_i].normal.s);
}
END_TEST

START_TEST(a_frame_with_a_centre_changes_no_bit) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        trial t = random_trial(&seed, _i);
        t.pose.rotation.c = 0; /* exact, so that nothing is rounded */
        t.pose.rotation.s = PAWL_UNIT;
        const pawl_vec2 center = seeded_point(&seed, 1 << 20);
        const pawl_vec2 arm = pawl_rotate(t.pose.rotation, center);
        const pawli_frame frame = {pawl_vec2_add(t.pose.position, arm), t.pose.rotation, center};
        const pawl_cast_hit want = cast(&t);
        pawl_cast_hit got;
        pawli_ray_cast(&t.shape, &frame, t.from, t.translation, &got);
        if (got.hit != want.hit || got.fraction != want.fraction || got.inside != want.inside ||
            memcmp(&got.normal, &want.normal, sizeof got.normal) != 0)
            ck_abort_msg("kind %d, seed %" PRIu64, _i, t.seed);
    }
}
END_TEST

/* The longest rays at the largest shapes from the far ends of the world, and past them; a
 * sanitizer build looks for overflow. */
START_TEST(extreme_rays_are_defined) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        trial t;
        t.shape = seeded_convex(&seed, _i, PAWL_EXTENT_MAX);
        t.pose = seeded_pose(&seed, PAWL_COORD_MAX);
        t.from = seeded_point(&seed, PAWL_COORD_MAX);
        t.translation = seeded_point(&seed, PAWL_COORD_MAX);
        if (n % 2) {
            t.translation.x = t.from.x > t.pose.position.x ? -PAWL_COORD_MAX : PAWL_COORD_MAX;
            t.translation.y = t.from.y > t.pose.position.y ? -PAWL_COORD_MAX : PAWL_COORD_MAX;
        }
        if (n % 5 == 0) t.pose.position = pawl_vec2_make(INT32_MIN, INT32_MAX);
        if (n % 7 == 0) t.from = pawl_vec2_make(INT32_MAX, INT32_MIN);
        const pawli_frame frame = {t.pose.position, t.pose.rotation, t.shape.vertices[0]};
        pawl_cast_hit got = cast(&t);
        if (got.hit && (got.fraction < 0 || got.fraction > PAWL_UNIT))
            ck_abort_msg("fraction %" PRId32 ", kind %d, round %d", got.fraction, _i, n);
        pawli_ray_cast(&t.shape, &frame, t.from, t.translation, &got);
        if (got.hit && got.inside) ck_abort_msg("both: kind %d, round %d", _i, n);
    }
}
END_TEST

START_TEST(misuse_gives_no_hit) {
    const pawl_convex box = shape_of_row(BOX);
    const pawl_vec2 from = {M(-3), 0}, right = {M(4), 0}, far = {PAWL_COORD_MAX + 1, 0};
    pawl_convex bad = box;
    bad.count = 9;
    const pawl_cast_hit got[] = {
        pawl_ray_cast(NULL, home, from, right),
        pawl_ray_cast(&bad, home, from, right),
        pawl_ray_cast(&box, (pawl_pose){{0, 0}, {0, 0}}, from, right),
        pawl_ray_cast(&box, home, from, far),
        pawl_ray_cast(&box, home, from, pawl_vec2_make(INT32_MAX, INT32_MIN)),
    };
    assert_zeros(got, sizeof got[0], sizeof got / sizeof got[0]);
}
END_TEST

Suite *suite_ray(void);

Suite *suite_ray(void) {
    Suite *const suite = suite_create("ray");
    TCase *const all = tcase_create("ray");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, a_ray_matches_the_worked_row, 0, ROW_COUNT);
    tcase_add_loop_test(all, a_ray_stops_within_four_raw_units_of_the_surface, 0, KINDS);
    tcase_add_test(all, rays_at_unturned_polygons_are_exact);
    tcase_add_test(all, rays_at_circles_are_decided_exactly);
    tcase_add_test(all, a_ray_meets_a_circle_that_it_ends_on);
    tcase_add_loop_test(all, shifting_pose_and_ray_changes_no_bit, 0, KINDS);
    tcase_add_loop_test(all, a_frame_with_a_centre_changes_no_bit, 0, KINDS);
    tcase_add_loop_test(all, extreme_rays_are_defined, 0, KINDS);
    tcase_add_test(all, misuse_gives_no_hit);
    suite_add_tcase(suite, all);
    return suite;
}
