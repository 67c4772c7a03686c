/* test_minkowski.c - sums of convex polygons against the hull of all sums of their points. */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "pawl/ring.h"
#include "pawl/convex.h"
#include "support/base/seeded.h"

#define POINTS_MAX 12
#define SUMS_MAX (POINTS_MAX * POINTS_MAX)
#define ROUNDS SEEDED_ROUNDS(5000)

/* A convex polygon of up to POINTS_MAX points with coordinates of so many bits, begun anywhere. */
static int32_t random_convex(uint64_t *seed, unsigned bits, pawl_vec2 *points) {
    pawl_vec2 cloud[POINTS_MAX];
    const int32_t count = (int32_t)(seeded_next(seed) % POINTS_MAX) + 1;
    for (int32_t i = 0; i < count; i++) {
        const int64_t half = INT64_C(1) << bits >> 1, range = INT64_C(1) << bits;
        cloud[i].x = (pawl_fx)((int64_t)(seeded_next(seed) % (uint64_t)range) - half);
        cloud[i].y = (pawl_fx)((int64_t)(seeded_next(seed) % (uint64_t)range) - half);
    }
    const int32_t size = pawl_hull(cloud, count, cloud);
    const int32_t turn = (int32_t)(seeded_next(seed) % (uint64_t)size);
    for (int32_t i = 0; i < size; i++)
        points[i] = cloud[(i + turn) % size];
    return size;
}

START_TEST(sum_is_the_hull_of_all_sums) {
    static const unsigned bits[] = {1, 2, 3, 5, 10, 20, 29, 30};
    uint64_t seed = first_seed(_i);
    int32_t joined = 0;
    for (int n = 0; n < ROUNDS; n++) {
        pawl_vec2 a[POINTS_MAX], b[POINTS_MAX], all[SUMS_MAX], sum[2 * POINTS_MAX + 1];
        const int32_t count_a = random_convex(&seed, bits[_i], a);
        const int32_t count_b = random_convex(&seed, bits[_i], b);
        for (int32_t i = 0; i < count_a * count_b; i++) {
            all[i].x = a[i / count_b].x + b[i % count_b].x;
            all[i].y = a[i / count_b].y + b[i % count_b].y;
        }
        const int32_t want = pawl_hull(all, count_a * count_b, all);
        memset(sum, 0x5A, sizeof sum);
        const int32_t got = pawl_minkowski_sum(a, count_a, b, count_b, sum);
        if (want == PAWL_ERR_RANGE) { /* only at 30 bits: -2^29 - 2^29 */
            ck_assert_int_eq(got, PAWL_ERR_RANGE);
            continue;
        }
        ck_assert_int_eq(got, want);
        ck_assert_msg(memcmp(sum, all, (size_t)got * sizeof sum[0]) == 0, "seed %d round %d", _i,
                      n);
        ck_assert_int_eq(sum[count_a + count_b].x, 0x5A5A5A5A);
        joined += count_a > 1 && count_b > 1 && got < count_a + count_b;
    }
    if (bits[_i] < 10) ck_assert_int_gt(joined, SEEDED_OFTEN(ROUNDS / 50));
}
END_TEST

/* Twice the area of P + Q is that of P, that of Q and for each edge e of P twice the reach of Q
 * across it. */
START_TEST(area_of_a_sum_is_that_of_its_parts_and_the_strips_between) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        pawl_vec2 a[POINTS_MAX], b[POINTS_MAX], sum[2 * POINTS_MAX];
        const int32_t count_a = random_convex(&seed, (unsigned)_i * 4 + 1, a);
        const int32_t count_b = random_convex(&seed, (unsigned)_i * 4 + 1, b);
        const int32_t count = pawl_minkowski_sum(a, count_a, b, count_b, sum);
        ck_assert_int_gt(count, 0);
        int128 want =
            (int128)pawl_ring_area2(a, (uint32_t)count_a) + pawl_ring_area2(b, (uint32_t)count_b);
        for (int32_t i = 0; i < count_a && count_a > 1; i++) {
            const pawl_vec2 p = a[i], q = a[(i + 1) % count_a];
            int128 reach = 0;
            for (int32_t k = 0; k < count_b; k++) {
                const int128 across = ((int128)b[k].x - b[0].x) * (q.y - p.y) -
                                      ((int128)b[k].y - b[0].y) * (q.x - p.x);
                if (across > reach) reach = across;
            }
            want += 2 * reach;
        }
        ck_assert_int_eq(pawl_ring_area2(sum, (uint32_t)count), (int64_t)want);
    }
}
END_TEST

#define C PAWL_COORD_MAX
START_TEST(sum_reaches_the_end_of_the_range_and_not_beyond) {
    const pawl_vec2 square[] = {{-C, -C}, {C, -C}, {C, C}, {-C, C}}, origin[] = {{0, 0}};
    const pawl_vec2 off[][1] = {{{1, 0}}, {{-1, 0}}, {{0, 1}}, {{0, -1}}};
    pawl_vec2 out[5] = {{7, 7}, {7, 7}, {7, 7}, {7, 7}, {7, 7}};
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(pawl_minkowski_sum(square, 4, off[i], 1, out), PAWL_ERR_RANGE);
        ck_assert_int_eq(out[0].x, 7);
    }
    ck_assert_int_eq(pawl_minkowski_sum(square, 4, origin, 1, out), 4);
    ck_assert_mem_eq(out, square, sizeof square);
}
END_TEST

START_TEST(misuse_is_told_and_changes_nothing) {
    static const struct {
        int32_t count;
        pawl_vec2 points[10];
        int32_t want;
    } rows[] = {
        {3, {{0, 0}, {0, 5}, {5, 0}}, PAWL_ERR_GEOMETRY},                     /* clockwise */
        {4, {{0, 0}, {5, 0}, {1, 1}, {0, 5}}, PAWL_ERR_GEOMETRY},             /* a notch */
        {4, {{0, 0}, {5, 0}, {9, 0}, {0, 5}}, PAWL_ERR_GEOMETRY},             /* in line */
        {3, {{0, 0}, {5, 0}, {9, 0}}, PAWL_ERR_GEOMETRY},                     /* no area */
        {4, {{0, 0}, {5, 0}, {5, 0}, {0, 5}}, PAWL_ERR_GEOMETRY},             /* a point twice */
        {2, {{3, 3}, {3, 3}}, PAWL_ERR_GEOMETRY},                             /* no length */
        {2, {{3, 3}, {4, 4}}, 2},                                             /* a segment */
        {5, {{0, 9}, {-6, -8}, {9, 3}, {-9, 3}, {6, -8}}, PAWL_ERR_GEOMETRY}, /* a pentagram */
        {6, {{0, 0}, {9, 0}, {0, 9}, {0, 0}, {9, 0}, {0, 9}}, PAWL_ERR_GEOMETRY}, /* twice around */
        {3, {{0, 0}, {C + 1, 0}, {0, 5}}, PAWL_ERR_RANGE},
        {3, {{0, 0}, {5, 0}, {0, C + 1}}, PAWL_ERR_RANGE},
        {3, {{0, INT32_MIN}, {5, 0}, {0, 5}}, PAWL_ERR_RANGE},
        {3, {{INT32_MIN, 0}, {5, 0}, {0, 5}}, PAWL_ERR_RANGE},
        {0, {{0, 0}}, PAWL_ERR_ARGUMENT},
        {-1, {{0, 0}}, PAWL_ERR_ARGUMENT},
        {INT32_MIN, {{0, 0}}, PAWL_ERR_ARGUMENT},
        {INT32_MAX, {{0, 0}}, PAWL_ERR_RANGE},
    };
    const pawl_vec2 good[] = {{1, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_vec2 out[12] = {{7, 7}, {7, 7}};
        const int32_t a = pawl_minkowski_sum(rows[i].points, rows[i].count, good, 1, out);
        ck_assert_msg(a == rows[i].want, "row %d: %" PRId32, (int)i, a);
        if (a < 0) ck_assert_int_eq(out[0].x, 7);
        const int32_t b = pawl_minkowski_sum(good, 1, rows[i].points, rows[i].count, out);
        ck_assert_msg(b == rows[i].want, "row %d, second: %" PRId32, (int)i, b);
        if (b < 0) ck_assert_int_eq(out[0].x, 7);
    }
    pawl_vec2 out[2];
    ck_assert_int_eq(pawl_minkowski_sum(NULL, 1, good, 1, out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_minkowski_sum(good, 1, NULL, 1, out), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_minkowski_sum(good, 1, good, 1, NULL), PAWL_ERR_NULL);
}
END_TEST

Suite *suite_minkowski(void) {
    Suite *suite = suite_create("minkowski");
    TCase *cases = tcase_create("minkowski");
    tcase_add_loop_test(cases, sum_is_the_hull_of_all_sums, 0, 8);
    tcase_add_loop_test(cases, area_of_a_sum_is_that_of_its_parts_and_the_strips_between, 0, 8);
    tcase_add_test(cases, sum_reaches_the_end_of_the_range_and_not_beyond);
    tcase_add_test(cases, misuse_is_told_and_changes_nothing);
    suite_add_tcase(suite, cases);
    return suite;
}
