/* test_sight.c - pawl_level_sees against all walls, exactly. */
#include <inttypes.h>

#include "support/level/path_level.h"

/* Whether the open segment meets the inside of a triangle: clip it by the three edges, as
 * fractions lower / divisor and upper / divisor of its length. */
static bool cuts(const PathLevel *level, uint32_t t, pawl_vec2 p, pawl_vec2 q) {
    int128 low_num = 0, low_den = 1, high_num = 1, high_den = 1;
    for (uint32_t i = 0; i < 3; i++) {
        const pawl_vec2 a = path_corner(level, t, i), b = path_corner(level, t, i + 1);
        const int128 at_p = path_orient(a, b, p), at_q = path_orient(a, b, q);
        if (at_p <= 0 && at_q <= 0) return false;
        if (at_p >= 0 && at_q >= 0) continue;
        const int128 num = at_p < 0 ? -at_p : at_p, den = at_p < at_q ? at_q - at_p : at_p - at_q;
        if (at_p < 0 && num * low_den > low_num * den) {
            low_num = num;
            low_den = den;
        }
        if (at_p > 0 && num * high_den < high_num * den) {
            high_num = num;
            high_den = den;
        }
    }
    return low_num * high_den < high_num * low_den;
}

/* Whether a corner of a wall lies on the segment, its begin too: where a walk may be stopped though
 * it enters no wall. */
static bool touches(const PathLevel *level, bool doors_open, pawl_vec2 p, pawl_vec2 q) {
    for (uint32_t t = 0; t < level->triangle_count; t++) {
        if (!path_is_wall(level, doors_open, t)) continue;
        for (uint32_t i = 0; i < 3; i++) {
            if (path_orient(p, q, path_corner(level, t, i)) == 0) return true;
        }
    }
    return false;
}

/* Whether the segment runs along edges, where it is in no triangle's inside. */
static bool is_cut(const PathLevel *level, bool doors_open, pawl_vec2 p, pawl_vec2 q) {
    for (uint32_t t = 0; t < level->triangle_count; t++) {
        if (path_is_wall(level, doors_open, t) && cuts(level, t, p, q)) return true;
    }
    return false;
}

START_TEST(what_is_seen_lies_behind_no_wall) {
    uint64_t seed = first_seed(_i);
    int clear = 0, blocked = 0, touching = 0;
    for (int round = 0; round < SEEDED_ROUNDS(1000); round++) {
        const uint64_t begin = seed;
        PathPlan plan;
        memset(&plan, 0, sizeof plan);
        plan.width = 2 + path_pick(&seed, 6);
        plan.height = 2 + path_pick(&seed, 6);
        plan.spacing = round % 2 ? 5 : 5000;
        plan.shake = path_pick(&seed, 2) ? (plan.spacing - 1) / 4 : 0;
        plan.share[KIND_GROUND] = 5 + path_pick(&seed, 20);
        plan.share[KIND_DOOR] = 5;
        plan.share[KIND_AREA] = 5;
        PathLevel made = path_level_make(&plan, &seed);
        pawl_gates gates;
        memset(&gates, 0, sizeof gates);
        const bool doors_open = path_pick(&seed, 2);
        if (doors_open) pawl_gates_set_open(&gates, 1, true);
        for (int ray = 0; ray < 30; ray++) {
            pawl_place from = {{0, 0}, path_pick(&seed, made.triangle_count)};
            if (path_is_wall(&made, doors_open, from.triangle)) continue;
            from.position = path_corner(&made, from.triangle, path_pick(&seed, 3));
            pawl_vec2 to = made.vertices[path_pick(&seed, made.vertex_count)];
            if (ray % 2) {
                to.x = (int32_t)path_pick(&seed, (uint32_t)made.level.bounds.upper.x + 1);
                to.y = (int32_t)path_pick(&seed, (uint32_t)made.level.bounds.upper.y + 1);
            }
            const bool sees = pawl_level_sees(&made.level, &gates, from, to);
            const bool cut = is_cut(&made, doors_open, from.position, to);
            ck_assert_msg(!sees || !cut, "seen through a wall, seed %" PRIx64 " ray %d", begin,
                          ray);
            /* A start at a corner may be cut off by the walls about it. */
            const bool touch = touches(&made, doors_open, from.position, to);
            ck_assert_msg(sees || cut || touch, "not seen, seed %" PRIx64 " ray %d", begin, ray);
            clear += sees;
            blocked += cut;
            touching += sees && touch;
        }
        path_level_free(&made);
    }
    ck_assert_int_gt(clear, SEEDED_OFTEN(2000));
    ck_assert_int_gt(blocked, SEEDED_OFTEN(2000));
    ck_assert_int_gt(touching, SEEDED_OFTEN(500));
}
END_TEST

START_TEST(nothing_is_seen_from_nowhere) {
    uint64_t seed = first_seed(7);
    PathPlan plan;
    memset(&plan, 0, sizeof plan);
    plan.width = plan.height = 3;
    plan.spacing = 100;
    PathLevel made = path_level_make(&plan, &seed);
    pawl_place from = {made.vertices[0], 0};
    for (uint32_t t = 0; t < made.triangle_count; t++) {
        if (path_holds(&made, t, from.position)) from.triangle = t;
    }
    const pawl_vec2 to = made.vertices[made.vertex_count - 1];
    ck_assert_int_eq(pawl_level_sees(&made.level, NULL, from, to), true);
    ck_assert_int_eq(pawl_level_sees(NULL, NULL, from, to), false);
    ck_assert_int_eq(pawl_level_sees(&made.level, NULL, from, pawl_vec2_make(INT32_MIN, 0)), false);
    ck_assert_int_eq(pawl_level_sees(&made.level, NULL, from, pawl_vec2_make(-1, -1)), false);
    from.triangle = made.triangle_count;
    ck_assert_int_eq(pawl_level_sees(&made.level, NULL, from, to), false);
    path_level_free(&made);
}
END_TEST

Suite *suite_sight(void);

Suite *suite_sight(void) {
    Suite *const suite = suite_create("sight");
    TCase *const tests = tcase_create("sight");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, what_is_seen_lies_behind_no_wall, 0, 2);
    tcase_add_test(tests, nothing_is_seen_from_nowhere);
    suite_add_tcase(suite, tests);
    return suite;
}
