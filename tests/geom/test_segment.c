/* test_segment.c - pawl_segment_closest against worked rows and an exact oracle. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>

#include "support/shape/convex.h"

#define ROUNDS SEEDED_ROUNDS(20000)
#define FULL UINT32_MAX
#define HALF UINT32_C(0x80000000)

static const struct {
    pawl_vec2 p1, q1, p2, q2;
    pawl_vec2 point1, point2;
    uint32_t fraction1, fraction2;
    int64_t distance_squared;
} rows[] = {
    /* side by side, end to end, overlapping on one line */
    {{0, 0}, {8, 0}, {2, 3}, {6, 3}, {2, 0}, {2, 3}, HALF / 2, 0, 9},
    {{0, 0}, {8, 0}, {11, 4}, {20, 4}, {8, 0}, {11, 4}, FULL, 0, 25},
    {{0, 0}, {8, 0}, {20, 4}, {11, 4}, {8, 0}, {11, 4}, FULL, FULL, 25},
    {{0, 0}, {8, 0}, {-3, 4}, {-9, 4}, {0, 0}, {-3, 4}, 0, 0, 25},
    {{0, 0}, {8, 0}, {4, 0}, {9, 0}, {4, 0}, {4, 0}, HALF, 0, 0},
    /* a cross, a touch, a T */
    {{0, 0}, {8, 8}, {0, 8}, {8, 0}, {4, 4}, {4, 4}, HALF, HALF, 0},
    {{0, 0}, {8, 0}, {4, 0}, {4, 9}, {4, 0}, {4, 0}, HALF, 0, 0},
    {{0, 0}, {8, 0}, {4, 2}, {4, 9}, {4, 0}, {4, 2}, HALF, 0, 4},
    {{0, 0}, {8, 0}, {4, 9}, {4, 2}, {4, 0}, {4, 2}, HALF, FULL, 4},
    {{4, 2}, {4, 9}, {0, 0}, {8, 0}, {4, 2}, {4, 0}, 0, HALF, 4},
    {{4, 9}, {4, 2}, {0, 0}, {8, 0}, {4, 2}, {4, 0}, FULL, HALF, 4},
    /* corner to corner */
    {{0, 0}, {8, 0}, {9, 1}, {9, 9}, {8, 0}, {9, 1}, FULL, 0, 2},
    {{8, 0}, {0, 0}, {-1, -1}, {-1, -9}, {0, 0}, {-1, -1}, FULL, 0, 2},
    /* points */
    {{3, 3}, {3, 3}, {0, 0}, {8, 0}, {3, 3}, {3, 0}, 0, UINT32_C(0x60000000), 9},
    {{0, 0}, {8, 0}, {3, 3}, {3, 3}, {3, 0}, {3, 3}, UINT32_C(0x60000000), 0, 9},
    {{1, 1}, {1, 1}, {4, 5}, {4, 5}, {1, 1}, {4, 5}, 0, 0, 25},
    /* ties are rounded away from the begin of the segment */
    {{0, 0}, {1, 1}, {1, 0}, {1, 0}, {1, 1}, {1, 0}, HALF, 0, 1},
    {{1, 1}, {0, 0}, {1, 0}, {1, 0}, {0, 0}, {1, 0}, HALF, 0, 1},
    /* the range: EXTENT_MAX * 4 apart, and beyond it saturated but defined */
    {{0, 0}, {PAWL_FX_MAX, 0}, {0, 5}, {PAWL_FX_MAX, 5}, {0, 0}, {0, 5}, 0, 0, 25},
    {{INT32_MIN, 0}, {INT32_MAX, 0}, {7, 5}, {7, 9}, {0, 0}, {7, 5}, FULL, 0, 0},
};

#define ROW_COUNT ((int)(sizeof rows / sizeof rows[0]))

START_TEST(closest_points_match_the_worked_row) {
    const pawl_segment_distance got =
        pawl_segment_closest(rows[_i].p1, rows[_i].q1, rows[_i].p2, rows[_i].q2);
    if (_i == ROW_COUNT - 1) return; /* defined is all that counts */
    ck_assert_int_eq(got.point1.x, rows[_i].point1.x);
    ck_assert_int_eq(got.point1.y, rows[_i].point1.y);
    ck_assert_int_eq(got.point2.x, rows[_i].point2.x);
    ck_assert_int_eq(got.point2.y, rows[_i].point2.y);
    ck_assert_uint_eq(got.fraction1, rows[_i].fraction1);
    ck_assert_uint_eq(got.fraction2, rows[_i].fraction2);
    ck_assert_int_eq(got.distance_squared, rows[_i].distance_squared);
}
END_TEST

/* Small grids have parallel, touching and crossing segments in plenty; large ones the range. */
static pawl_vec2 grid_point(uint64_t *seed, int test) {
    return seeded_point(seed, (INT32_C(4) << (test * 4)) - 1);
}

static real2 real_of(pawl_vec2 v) {
    const real2 r = {v.x, v.y};
    return r;
}

static bool crossing(pawl_vec2 p1, pawl_vec2 q1, pawl_vec2 p2, pawl_vec2 q2) {
    const int64_t a = pawl_vec2_cross(pawl_vec2_sub(q1, p1), pawl_vec2_sub(p2, p1));
    const int64_t b = pawl_vec2_cross(pawl_vec2_sub(q1, p1), pawl_vec2_sub(q2, p1));
    const int64_t c = pawl_vec2_cross(pawl_vec2_sub(q2, p2), pawl_vec2_sub(p1, p2));
    const int64_t d = pawl_vec2_cross(pawl_vec2_sub(q2, p2), pawl_vec2_sub(q1, p2));
    return ((a < 0 && b > 0) || (a > 0 && b < 0)) && ((c < 0 && d > 0) || (c > 0 && d < 0));
}

/* The distance of the rounded points: one of them is exact, the other off by half a diagonal; at
 * a crossing both are the same. */
START_TEST(distance_is_within_a_raw_unit_of_exact) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_vec2 p1 = grid_point(&seed, _i), q1 = grid_point(&seed, _i);
        const pawl_vec2 p2 = grid_point(&seed, _i), q2 = grid_point(&seed, _i);
        const pawl_segment_distance got = pawl_segment_closest(p1, q1, p2, q2);
        const real2 a = real_of(p1), b = real_of(q1), c = real_of(p2), d = real_of(q2);
        long double want = fminl(point_to_edge(a, c, d), point_to_edge(b, c, d));
        want = fminl(want, fminl(point_to_edge(c, a, b), point_to_edge(d, a, b)));
        if (crossing(p1, q1, p2, q2)) want = 0;
        const double error = (double)(sqrtl((long double)got.distance_squared) - want);
        if (fabs(error) > 0.7072) ck_abort_msg("off by %.4f, grid %d, round %d", error, _i, n);
        const pawl_vec2 between = pawl_vec2_sub(got.point2, got.point1);
        if (got.distance_squared != pawl_vec2_dot(between, between)) ck_abort_msg("squared");
    }
}
END_TEST

static bool between(pawl_fx value, pawl_fx a, pawl_fx b) {
    return value >= pawl_min(a, b) && value <= pawl_max(a, b);
}

/* |point - exact point at the fraction| < 1 in each axis, in 2^-32 raw units. */
static bool lies_at(pawl_fx point, pawl_fx p, pawl_fx q, uint32_t fraction) {
    const int128 share = fraction == FULL ? (int128)1 << 32 : (int128)fraction;
    const int128 one = (int128)1 << 32;
    const int128 error = ((int128)point - p) * one - ((int128)q - p) * share;
    return error < one && -error < one;
}

START_TEST(points_lie_on_their_segments) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_vec2 p1 = grid_point(&seed, _i), q1 = grid_point(&seed, _i);
        const pawl_vec2 p2 = grid_point(&seed, _i), q2 = grid_point(&seed, _i);
        const pawl_segment_distance got = pawl_segment_closest(p1, q1, p2, q2);
        const pawl_vec2 at1 = got.point1, at2 = got.point2;
        const bool boxed = between(at1.x, p1.x, q1.x) && between(at1.y, p1.y, q1.y) &&
                           between(at2.x, p2.x, q2.x) && between(at2.y, p2.y, q2.y);
        const bool matches = lies_at(at1.x, p1.x, q1.x, got.fraction1) &&
                             lies_at(at1.y, p1.y, q1.y, got.fraction1) &&
                             lies_at(at2.x, p2.x, q2.x, got.fraction2) &&
                             lies_at(at2.y, p2.y, q2.y, got.fraction2);
        if (!boxed || !matches) ck_abort_msg("grid %d, round %d", _i, n);
    }
}
END_TEST

START_TEST(any_input_is_defined_and_stays_in_the_boxes) {
    uint64_t seed = seeded_base;
    for (int n = 0; n < ROUNDS; n++) {
        pawl_vec2 v[4];
        for (int i = 0; i < 4; i++)
            v[i] = pawl_vec2_make(seeded_int32(&seed), seeded_int32(&seed));
        if (n % 3 == 0) v[n % 4].x = INT32_MIN;
        const pawl_segment_distance got = pawl_segment_closest(v[0], v[1], v[2], v[3]);
        if (!between(got.point1.x, v[0].x, v[1].x)) ck_abort_msg("round %d", n);
        if (!between(got.point1.y, v[0].y, v[1].y)) ck_abort_msg("round %d", n);
        if (got.distance_squared < 0) ck_abort_msg("round %d", n);
    }
}
END_TEST

Suite *suite_segment(void);

Suite *suite_segment(void) {
    Suite *const suite = suite_create("segment");
    TCase *const all = tcase_create("segment");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, closest_points_match_the_worked_row, 0, ROW_COUNT);
    tcase_add_loop_test(all, distance_is_within_a_raw_unit_of_exact, 0, 8);
    tcase_add_loop_test(all, points_lie_on_their_segments, 0, 8);
    tcase_add_test(all, any_input_is_defined_and_stays_in_the_boxes);
    suite_add_tcase(suite, all);
    return suite;
}
