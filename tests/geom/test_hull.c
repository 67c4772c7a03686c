/* test_hull.c - pawl_hull against the definition of a convex hull, in exact integers. */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "pawl/convex.h"
#include "support/base/seeded.h"

#define POINTS_MAX 64
#define ROUNDS SEEDED_ROUNDS(3000)

static int128 orient(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    return ((int128)b.x - a.x) * ((int128)c.y - a.y) - ((int128)b.y - a.y) * ((int128)c.x - a.x);
}

static bool equal(pawl_vec2 a, pawl_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

static bool is_below(pawl_vec2 a, pawl_vec2 b) {
    return a.y != b.y ? a.y < b.y : a.x < b.x;
}

/* Points of a grid of 2^bits lines about the origin, so that small grids have many ties. */
static void random_points(uint64_t *seed, pawl_vec2 *points, int32_t count, unsigned bits) {
    for (int32_t i = 0; i < count; i++) {
        const uint64_t mask = (UINT64_C(1) << bits) - 1;
        const int64_t half = INT64_C(1) << bits >> 1;
        points[i].x = (pawl_fx)((int64_t)(seeded_next(seed) & mask) - half);
        points[i].y = (pawl_fx)((int64_t)(seeded_next(seed) & mask) - half);
        if (points[i].x < -PAWL_COORD_MAX) points[i].x = -PAWL_COORD_MAX;
        if (points[i].y < -PAWL_COORD_MAX) points[i].y = -PAWL_COORD_MAX;
    }
}

/* One of the points, every turn strictly to the left, and every point on the left of each edge. */
static const char *hull_fault(const pawl_vec2 *points, int32_t count, const pawl_vec2 *hull,
                              int32_t size) {
    for (int32_t i = 0; i < size; i++) {
        const pawl_vec2 a = hull[i], b = hull[(i + 1) % size];
        bool found = false;
        for (int32_t j = 0; j < count; j++) {
            if (equal(points[j], a)) found = true;
            if (size > 1 && orient(a, b, points[j]) < 0) return "a point outside";
            if (is_below(points[j], hull[0])) return "not from the lowest point";
            if (size == 1 && !equal(points[j], a)) return "points lost";
        }
        if (!found) return "a point that was not given";
        if (size > 2 && orient(a, b, hull[(i + 2) % size]) <= 0) return "not a strict left turn";
    }
    return NULL;
}

START_TEST(hull_is_convex_and_holds_all_points) {
    static const unsigned bits[] = {0, 1, 2, 3, 5, 10, 20, 31};
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < ROUNDS; n++) {
        pawl_vec2 points[POINTS_MAX], hull[POINTS_MAX];
        const int32_t count = (int32_t)(seeded_next(&seed) % POINTS_MAX) + 1;
        random_points(&seed, points, count, bits[_i]);
        const int32_t size = pawl_hull(points, count, hull);
        if (size < 1 || size > count) ck_abort_msg("size %" PRId32, size);
        const char *fault = hull_fault(points, count, hull, size);
        if (fault != NULL) ck_abort_msg("%s, seed %d, round %d", fault, _i, n);
    }
}
END_TEST

/* Order of the input does not matter, and the hull may overwrite the points. */
START_TEST(hull_depends_on_the_set_of_points_alone) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < ROUNDS; n++) {
        pawl_vec2 points[POINTS_MAX], shuffled[POINTS_MAX], hull[POINTS_MAX];
        const int32_t count = (int32_t)(seeded_next(&seed) % POINTS_MAX) + 1;
        random_points(&seed, points, count, (unsigned)_i * 4);
        memcpy(shuffled, points, sizeof points);
        for (int32_t i = count - 1; i > 0; i--) {
            const int32_t j = (int32_t)(seeded_next(&seed) % (uint64_t)(i + 1));
            const pawl_vec2 kept = shuffled[i];
            shuffled[i] = shuffled[j];
            shuffled[j] = kept;
        }
        const int32_t size = pawl_hull(points, count, hull);
        ck_assert_int_eq(pawl_hull(shuffled, count, shuffled), size);
        ck_assert_mem_eq(hull, shuffled, (size_t)size * sizeof hull[0]);
    }
}
END_TEST

START_TEST(hull_matches_the_worked_row) {
    static const struct {
        int32_t count, size;
        pawl_vec2 points[9], hull[4];
    } rows[] = {
        {1, 1, {{5, 7}}, {{5, 7}}},
        {3, 1, {{5, 7}, {5, 7}, {5, 7}}, {{5, 7}}},
        {2, 2, {{5, 7}, {-5, 7}}, {{-5, 7}, {5, 7}}},
        {4, 2, {{0, 0}, {2, 2}, {1, 1}, {-1, -1}}, {{-1, -1}, {2, 2}}},
        {4, 2, {{3, 0}, {1, 0}, {2, 0}, {1, 0}}, {{1, 0}, {3, 0}}},
        {3, 3, {{0, 0}, {1, 0}, {0, 1}}, {{0, 0}, {1, 0}, {0, 1}}},
        {3, 3, {{0, 0}, {0, 1}, {1, 0}}, {{0, 0}, {1, 0}, {0, 1}}},
        /* A 3 x 3 grid: its corners. */
        {9,
         4,
         {{1, 1}, {0, 0}, {2, 0}, {1, 0}, {0, 2}, {2, 2}, {0, 1}, {1, 2}, {2, 1}},
         {{0, 0}, {2, 0}, {2, 2}, {0, 2}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_vec2 hull[9];
        ck_assert_int_eq(pawl_hull(rows[i].points, rows[i].count, hull), rows[i].size);
        ck_assert_mem_eq(hull, rows[i].hull, (size_t)rows[i].size * sizeof hull[0]);
    }
}
END_TEST

START_TEST(hull_takes_the_corners_of_the_coordinate_range) {
    const pawl_fx c = PAWL_COORD_MAX;
    const pawl_vec2 points[5] = {{c, c}, {-c, c}, {0, 0}, {c, -c}, {-c, -c}};
    const pawl_vec2 want[4] = {{-c, -c}, {c, -c}, {c, c}, {-c, c}};
    pawl_vec2 hull[5];
    ck_assert_int_eq(pawl_hull(points, 5, hull), 4);
    ck_assert_mem_eq(hull, want, sizeof want);
}
END_TEST

START_TEST(misuse_is_an_error_and_writes_nothing) {
    const pawl_vec2 far[2] = {{0, 0}, {PAWL_COORD_MAX + 1, 0}}, low[1] = {{0, INT32_MIN}};
    const pawl_vec2 mark = {42, 43};
    pawl_vec2 hull[2] = {{42, 43}, {42, 43}};
    ck_assert_int_eq(pawl_hull(NULL, 1, hull), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_hull(far, 1, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_hull(far, 0, hull), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_hull(far, -1, hull), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_hull(far, 65536, hull), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_hull(far, 2, hull), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_hull(low, 1, hull), PAWL_ERR_RANGE);
    ck_assert_mem_eq(&hull[0], &mark, sizeof mark);
}
END_TEST

Suite *suite_hull(void);

Suite *suite_hull(void) {
    Suite *const suite = suite_create("hull");
    TCase *const all = tcase_create("hull");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, hull_is_convex_and_holds_all_points, 0, 8);
    tcase_add_loop_test(all, hull_depends_on_the_set_of_points_alone, 0, 8);
    tcase_add_test(all, hull_matches_the_worked_row);
    tcase_add_test(all, hull_takes_the_corners_of_the_coordinate_range);
    tcase_add_test(all, misuse_is_an_error_and_writes_nothing);
    suite_add_tcase(suite, all);
    return suite;
}
