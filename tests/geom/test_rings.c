/* test_rings.c - area of rings, and inside or outside, against sums and angles in 128 bits. */
#include <check.h>
#include <stdlib.h>

#include "pawl/ring.h"
#include "support/base/seeded.h"

#define POINTS_MAX 24
#define RINGS_MAX 4
#define ROUNDS SEEDED_ROUNDS(4000)
#define C PAWL_COORD_MAX

typedef struct sample {
    pawl_vec2 points[POINTS_MAX];
    uint32_t ends[RINGS_MAX];
    pawl_rings rings;
} sample;

static pawl_fx random_coordinate(uint64_t *seed, uint32_t range) {
    return (pawl_fx)((int64_t)(seeded_next(seed) % (2 * (uint64_t)range + 1)) - range);
}

static pawl_vec2 random_point(uint64_t *seed, uint32_t range) {
    const pawl_fx x = random_coordinate(seed, range), y = random_coordinate(seed, range);
    return pawl_vec2_make(x, y);
}

static void random_rings(uint64_t *seed, uint32_t range, sample *out) {
    out->rings.points = out->points;
    out->rings.ends = out->ends;
    out->rings.count = (uint32_t)(seeded_next(seed) % RINGS_MAX) + 1;
    uint32_t count = 0;
    for (uint32_t i = 0; i < out->rings.count; i++) {
        count += (uint32_t)(seeded_next(seed) % (POINTS_MAX / RINGS_MAX + 1));
        out->ends[i] = count;
    }
    for (uint32_t i = 0; i < count; i++)
        out->points[i] = random_point(seed, range);
}

static int128 cross(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    return ((int128)b.x - a.x) * ((int128)c.y - a.y) - ((int128)b.y - a.y) * ((int128)c.x - a.x);
}

/* The quadrant of a point around another, counted from 0 to 3 against the clock. */
static int quadrant(pawl_vec2 center, pawl_vec2 p) {
    if (p.y >= center.y)
        return p.x > center.x || (p.x == center.x && p.y == center.y) ? 0 : p.y > center.y ? 1 : 2;
    return p.x < center.x ? 2 : 3;
}

/* How often rings wind around a point, by quarter turns: another method than the library's.
 * INT32_MAX when the point lies on an edge. */
static int32_t winding_of(const pawl_rings *rings, pawl_vec2 p) {
    int32_t quarters = 0;
    for (uint32_t i = 0, begin = 0; i < rings->count; begin = rings->ends[i++]) {
        const uint32_t end = rings->ends[i];
        for (uint32_t k = begin; k < end; k++) {
            const pawl_vec2 a = rings->points[k], b = rings->points[k + 1 < end ? k + 1 : begin];
            const int128 side = cross(a, b, p);
            const int128 within = ((int128)p.x - a.x) * ((int128)p.x - b.x) +
                                  ((int128)p.y - a.y) * ((int128)p.y - b.y);
            if (side == 0 && within <= 0) return INT32_MAX;
            const int turn = (quadrant(p, b) - quadrant(p, a) + 4) % 4;
            quarters += turn == 2 ? (side > 0 ? 2 : -2) : turn == 3 ? -1 : turn;
        }
    }
    ck_assert_int_eq(quarters % 4, 0);
    return quarters / 4;
}

static pawl_side side_of(int32_t winding, pawl_fill fill) {
    if (winding == INT32_MAX) return PAWL_SIDE_BOUNDARY;
    const bool inside[] = {winding != 0, abs(winding) % 2 == 1, winding > 0, winding < 0};
    return inside[fill] ? PAWL_SIDE_INSIDE : PAWL_SIDE_OUTSIDE;
}

START_TEST(side_of_a_point_is_that_of_its_winding_number) {
    static const uint32_t ranges[] = {1, 3, 8, 100, 65536, C};
    uint64_t seed = first_seed(_i);
    int32_t seen[3] = {0, 0, 0}, twice = 0;
    for (int n = 0; n < ROUNDS; n++) {
        sample rings;
        random_rings(&seed, ranges[_i], &rings);
        for (int k = 0; k < 4; k++) {
            pawl_vec2 point = random_point(&seed, ranges[_i]);
            if (k == 0 && rings.rings.ends[0] > 0) point = rings.points[0];
            const int32_t winding = winding_of(&rings.rings, point);
            for (int fill = PAWL_FILL_NONZERO; fill <= PAWL_FILL_NEGATIVE; fill++) {
                const pawl_side want = side_of(winding, (pawl_fill)fill);
                const pawl_side got = pawl_rings_locate(&rings.rings, (pawl_fill)fill, point);
                if (got != want) ck_abort_msg("%d, not %d: %d round %d", got, want, _i, n);
                seen[got]++;
            }
            twice += winding != INT32_MAX && abs(winding) > 1;
        }
    }
    for (int i = 0; i < 3; i++)
        ck_assert_int_gt(seen[i], SEEDED_OFTEN(ROUNDS / 40));
    if (_i > 1) ck_assert_int_gt(twice, SEEDED_OFTEN(ROUNDS / 100));
}
END_TEST

/* Gauss: the sum of x_i y_(i+1) - x_(i+1) y_i, which needs 128 bits. */
START_TEST(area_is_the_sum_over_the_edges) {
    static const uint32_t ranges[] = {1, 100, 65536, C / 4, C};
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        sample rings;
        random_rings(&seed, ranges[_i], &rings);
        int128 all = 0;
        for (uint32_t i = 0, begin = 0; i < rings.rings.count; begin = rings.ends[i++]) {
            int128 want = 0;
            const uint32_t end = rings.ends[i];
            for (uint32_t k = begin; k < end; k++) {
                const pawl_vec2 a = rings.points[k], b = rings.points[k + 1 < end ? k + 1 : begin];
                want += (int128)a.x * b.y - (int128)b.x * a.y;
            }
            ck_assert_int_eq(pawl_ring_area2(rings.points + begin, end - begin),
                             (int64_t)(uint64_t)want);
            all += want;
        }
        ck_assert_int_eq(pawl_rings_area2(&rings.rings), (int64_t)(uint64_t)all);
    }
}
END_TEST

START_TEST(largest_square_is_exact) {
    const pawl_vec2 points[] = {{-C, -C}, {C, -C}, {C, C}, {-C, C}};
    const uint32_t ends[] = {4};
    const pawl_rings rings = {points, ends, 1};
    ck_assert_int_eq(pawl_ring_area2(points, 4), 2 * (2 * (int64_t)C) * (2 * (int64_t)C));
    const pawl_vec2 edge = {C, 0}, inside = {C - 1, 1 - C}, beyond[] = {{C + 1, 0}, {0, INT32_MIN}};
    ck_assert_int_eq(pawl_rings_locate(&rings, PAWL_FILL_NONZERO, edge), PAWL_SIDE_BOUNDARY);
    ck_assert_int_eq(pawl_rings_locate(&rings, PAWL_FILL_NONZERO, inside), PAWL_SIDE_INSIDE);
    ck_assert_int_eq(pawl_rings_locate(&rings, PAWL_FILL_NONZERO, beyond[0]), PAWL_SIDE_OUTSIDE);
    ck_assert_int_eq(pawl_rings_locate(&rings, PAWL_FILL_NONZERO, beyond[1]), PAWL_SIDE_OUTSIDE);
}
END_TEST

/* Nulls, ends that go back, rings without points, points out of range: answers, not accidents. */
START_TEST(misuse_has_an_answer) {
    const pawl_vec2 points[] = {{-9, -9}, {9, -9}, {0, 9}};
    const pawl_vec2 far[] = {{INT32_MIN, INT32_MIN}, {INT32_MAX, INT32_MIN}, {0, INT32_MAX}};
    const uint32_t ends[] = {3, 0, 0, 3, 1};
    const pawl_rings none = {NULL, ends, 1}, endless = {points, NULL, 1}, empty = {points, ends, 0};
    const pawl_rings wild = {points, ends, 5}, all[] = {none, endless, empty};
    const pawl_vec2 origin = {0, 0};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(pawl_rings_area2(&all[i]), 0);
        ck_assert_int_eq(pawl_rings_locate(&all[i], PAWL_FILL_NONZERO, origin), PAWL_SIDE_OUTSIDE);
    }
    ck_assert_int_eq(pawl_rings_area2(NULL), 0);
    ck_assert_int_eq(pawl_rings_locate(NULL, PAWL_FILL_NONZERO, origin), PAWL_SIDE_OUTSIDE);
    ck_assert_int_eq(pawl_ring_area2(NULL, 3), 0);
    ck_assert_int_eq(pawl_ring_area2(points, 0), 0);
    ck_assert_int_eq(pawl_rings_locate(&wild, (pawl_fill)9, origin), PAWL_SIDE_OUTSIDE);
    ck_assert_int_eq(pawl_rings_locate(&wild, PAWL_FILL_NONZERO, origin), PAWL_SIDE_INSIDE);
    ck_assert_int_eq(pawl_rings_locate(&wild, PAWL_FILL_EVEN_ODD, origin), PAWL_SIDE_OUTSIDE);
    ck_assert_int_eq(pawl_rings_area2(&wild), 2 * pawl_ring_area2(points, 3));
    const pawl_rings beyond = {far, ends, 5};
    ck_assert_int_gt(pawl_rings_area2(&beyond), 0);
    ck_assert_int_ne(pawl_rings_locate(&beyond, PAWL_FILL_NONZERO, origin), PAWL_SIDE_OUTSIDE);
}
END_TEST

Suite *suite_rings(void) {
    Suite *suite = suite_create("rings");
    TCase *cases = tcase_create("rings");
    tcase_add_loop_test(cases, side_of_a_point_is_that_of_its_winding_number, 0, 6);
    tcase_add_loop_test(cases, area_is_the_sum_over_the_edges, 0, 5);
    tcase_add_test(cases, largest_square_is_exact);
    tcase_add_test(cases, misuse_has_an_answer);
    suite_add_tcase(suite, cases);
    return suite;
}
