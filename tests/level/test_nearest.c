/* test_nearest.c - pawl_level_find_nearest_free against every grid point, and against exact
 * distances.
 */
#include <inttypes.h>
#include <stdio.h>

#include "fx/isqrt.h"
#include "support/level/path_level.h"

static int64_t squared(pawl_vec2 a, pawl_vec2 b) {
    const int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y;
    return x * x + y * y;
}

static bool is_free(const PathLevel *level, bool doors_open, pawl_vec2 point) {
    for (uint32_t t = 0; t < level->triangle_count; t++) {
        if (!path_is_wall(level, doors_open, t) && path_holds(level, t, point)) return true;
    }
    return false;
}

/* Of all grid points of a small level. */
static int64_t nearest_of_all(const PathLevel *level, bool doors_open, pawl_vec2 point) {
    int64_t best = INT64_MAX;
    const pawl_box bounds = level->level.bounds;
    for (int32_t y = bounds.lower.y; y <= bounds.upper.y; y++) {
        for (int32_t x = bounds.lower.x; x <= bounds.upper.x; x++) {
            const pawl_vec2 at = {x, y};
            if (squared(at, point) < best && is_free(level, doors_open, at)) {
                best = squared(at, point);
            }
        }
    }
    return best;
}

/* Whether some point of a free triangle's edges is nearer than `distance`, compared as
 * cross^2 < distance^2 * length^2. */
static bool is_nearer(const PathLevel *level, bool doors_open, pawl_vec2 point, int64_t distance) {
    for (uint32_t t = 0; t < level->triangle_count; t++) {
        if (path_is_wall(level, doors_open, t)) continue;
        for (uint32_t i = 0; i < 3; i++) {
            const pawl_vec2 a = path_corner(level, t, i), b = path_corner(level, t, i + 1);
            const int128 along = ((int128)b.x - a.x) * ((int128)point.x - a.x) +
                                 ((int128)b.y - a.y) * ((int128)point.y - a.y);
            const int128 length = squared(a, b), cross = path_orient(a, b, point);
            if (squared(a, point) < distance * distance) return true;
            if (along > 0 && along < length &&
                cross * cross < (int128)distance * distance * length) {
                return true;
            }
        }
    }
    return false;
}

static void check(const PathLevel *made, const pawl_gates *gates, bool doors_open, pawl_vec2 point,
                  int *moved, int *narrow) {
    pawl_place place;
    bool has_free = false;
    for (uint32_t t = 0; t < made->triangle_count; t++) {
        has_free = has_free || !path_is_wall(made, doors_open, t);
    }
    const pawl_status status = pawl_level_find_nearest_free(&made->level, gates, point, &place);
    ck_assert_int_eq(status, has_free ? PAWL_OK : PAWL_ERR_CAPACITY);
    if (!has_free) return;
    ck_assert_int_eq(path_is_wall(made, doors_open, place.triangle), false);
    ck_assert_int_eq(path_holds(made, place.triangle, place.position), true);
    const int64_t got = squared(place.position, point);
    if (is_free(made, doors_open, point)) ck_assert_int_eq(got, 0);
    *moved += got > 0;
    const int64_t length = pawli_isqrt_floor((uint64_t)got);
    if (length > 2 && is_nearer(made, doors_open, point, length - 1)) {
        /* Two units more than exact, but where the nearest gap is too narrow for a grid point. */
        *narrow += is_nearer(made, doors_open, point, length - 2);
    }
}

START_TEST(the_nearest_place_is_free_and_at_most_two_units_too_far) {
    uint64_t seed = first_seed(_i);
    int moved = 0, narrow = 0, much = 0, all = 0;
    for (int round = 0; round < SEEDED_ROUNDS(1500); round++) {
        const uint64_t begin = seed;
        PathPlan plan;
        memset(&plan, 0, sizeof plan);
        const bool is_small = round % 3 == 0;
        plan.width = 2 + path_pick(&seed, 4);
        plan.height = 2 + path_pick(&seed, 4);
        plan.spacing = is_small ? 5 + (int32_t)path_pick(&seed, 8) : 50000;
        plan.shake = (plan.spacing - 1) / 4;
        plan.share[KIND_GROUND] = 50 + path_pick(&seed, 50);
        plan.share[KIND_DOOR] = path_pick(&seed, 10);
        PathLevel made = path_level_make(&plan, &seed);
        pawl_gates gates;
        memset(&gates, 0, sizeof gates);
        const bool doors_open = path_pick(&seed, 2);
        if (doors_open) pawl_gates_set_open(&gates, 1, true);
        for (int k = 0; k < 10; k++) {
            pawl_vec2 point;
            point.x = (int32_t)path_pick(&seed, (uint32_t)made.level.bounds.upper.x + 1);
            point.y = (int32_t)path_pick(&seed, (uint32_t)made.level.bounds.upper.y + 1);
            check(&made, &gates, doors_open, point, &moved, is_small ? &much : &narrow);
            pawl_place place;
            if (!is_small ||
                pawl_level_find_nearest_free(&made.level, &gates, point, &place) != PAWL_OK)
                continue;
            const int64_t best = nearest_of_all(&made, doors_open, point);
            const int64_t got = squared(place.position, point);
            ck_assert_msg(pawli_isqrt_floor((uint64_t)got) <= pawli_isqrt_floor((uint64_t)best) + 2,
                          "%" PRId64 " and not %" PRId64 ", seed %" PRIx64, got, best, begin);
            all++;
        }
        path_level_free(&made);
    }
    printf("nearest: %d moved, more than two units too far: %d of big, %d of tiny levels\n", moved,
           narrow, much);
    ck_assert_int_gt(moved, SEEDED_OFTEN(2000));
    ck_assert_int_gt(all, SEEDED_OFTEN(1000));
    ck_assert_int_eq(narrow, 0);
}
END_TEST

START_TEST(nearest_misuse_gives_a_status) {
    uint64_t seed = first_seed(3);
    PathPlan plan;
    memset(&plan, 0, sizeof plan);
    plan.width = plan.height = 3;
    plan.spacing = 100;
    plan.share[KIND_GROUND] = 100;
    PathLevel made = path_level_make(&plan, &seed);
    const pawl_vec2 inside = {7, 7}, outside = {-1, 7}, far_off = {INT32_MIN, INT32_MAX};
    pawl_place place = {{1, 2}, 3};
    ck_assert_int_eq(pawl_level_find_nearest_free(NULL, NULL, inside, &place), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_level_find_nearest_free(&made.level, NULL, inside, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_level_find_nearest_free(&made.level, NULL, outside, &place),
                     PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_level_find_nearest_free(&made.level, NULL, far_off, &place),
                     PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_level_find_nearest_free(&made.level, NULL, inside, &place),
                     PAWL_ERR_CAPACITY);
    ck_assert_int_eq(place.position.x, 1);
    ck_assert_uint_eq(place.triangle, 3);
    path_level_free(&made);
}
END_TEST

Suite *suite_nearest(void);

Suite *suite_nearest(void) {
    Suite *const suite = suite_create("nearest");
    TCase *const tests = tcase_create("nearest");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, the_nearest_place_is_free_and_at_most_two_units_too_far, 0, 2);
    tcase_add_test(tests, nearest_misuse_gives_a_status);
    suite_add_tcase(suite, tests);
    return suite;
}
