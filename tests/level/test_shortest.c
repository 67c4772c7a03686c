/* test_shortest.c - pawl_level_find_shortest_path against Dijkstra's algorithm over all corners. */
#include "support/level/path_case.h"

START_TEST(the_shortest_path_is_as_long_as_the_oracle_says) {
    uint64_t seed = first_seed(_i);
    int count = 0, bends = 0, missing = 0;
    for (int round = 0; round < SEEDED_ROUNDS(900); round++) {
        const uint64_t begin = seed;
        PathPlan plan = walls_plan(&seed);
        if (round % 4 ==
            0) { /* in small levels the first search finds nearly always the shortest */
            plan.width = plan.height = 8 + path_pick(&seed, 4);
            plan.share[KIND_GROUND] = 10 + path_pick(&seed, 30);
        }
        Case at = make_case(&plan, true, &seed);
        at.shortest = true;
        ck_assert_int_eq(find(&at), PAWL_OK);
        const int64_t shortest =
            oracle_shortest(&at.made, &at.gates, at.doors_open, at.from, at.to.position);
        ck_assert_msg((shortest == ORACLE_FAR) == (at.path.count == 0), "seed %" PRIx64, begin);
        if (at.path.count > 0) {
            check_legs(&at, begin);
            const int64_t slack = 2 * (int64_t)at.path.count * ORACLE_FINE;
            const int64_t length = at.path.length * ORACLE_FINE;
            ck_assert_msg(length + slack >= shortest && length <= shortest + slack,
                          "%" PRId64 " and not %" PRId64 ", seed %" PRIx64, length, shortest,
                          begin);
            bends += at.path.count > 2;
            count++;
        } else {
            missing++;
        }
        free_case(&at);
    }
    ck_assert_int_gt(count, SEEDED_OFTEN(300));
    ck_assert_int_gt(bends, SEEDED_OFTEN(80));
    ck_assert_int_gt(missing, SEEDED_OFTEN(100));
}
END_TEST

/* In big levels the oracle is too slow: there the other search must never be shorter. */
START_TEST(no_other_path_is_shorter) {
    uint64_t seed = first_seed(_i + 100);
    int count = 0, better = 0, found = 0;
    for (int round = 0; round < SEEDED_ROUNDS(400); round++) {
        const uint64_t begin = seed;
        PathPlan plan = walls_plan(&seed);
        plan.width = plan.height = 10 + path_pick(&seed, 20);
        plan.share[KIND_GROUND] = 5 + path_pick(&seed, 35);
        plan.share[KIND_ONE_WAY] = path_pick(&seed, 3) == 0 ? 10 : 0;
        Case at = make_case(&plan, true, &seed);
        ck_assert_int_eq(find(&at), PAWL_OK);
        const int64_t length = at.path.length;
        const bool there = at.path.count > 0;
        at.shortest = true;
        ck_assert_int_eq(find(&at), PAWL_OK);
        if (there) {
            ck_assert_uint_gt(at.path.count, 0);
            ck_assert_msg(at.path.length <= length, "%" PRId64 " > %" PRId64 ", seed %" PRIx64,
                          at.path.length, length, begin);
        }
        if (at.path.count > 0) check_legs(&at, begin);
        count += there;
        better += there && at.path.length < length;
        found += at.path.count > 0 && !there;
        free_case(&at);
    }
    printf("shortest: better than the first in %d of %d, found besides: %d\n", better, count,
           found);
    ck_assert_int_gt(better, SEEDED_OFTEN(20));
}
END_TEST

START_TEST(who_may_go_one_way_only_finds_the_way) {
    uint64_t seed = first_seed(_i + 200);
    int found = 0, refused = 0;
    for (int round = 0; round < SEEDED_ROUNDS(3000); round++) {
        const uint64_t begin = seed;
        PathPlan plan = walls_plan(&seed);
        plan.share[KIND_ONE_WAY] = 5 + path_pick(&seed, 40);
        Case at = make_case(&plan, false, &seed);
        at.shortest = true;
        ck_assert_int_eq(find(&at), PAWL_OK);
        const bool there = at.path.count > 0;
        const bool reachable =
            oracle_reaches(&at.made, at.doors_open, at.from.triangle, at.to.position);
        ck_assert_msg(reachable || !there, "seed %" PRIx64, begin);
        if (there) check_legs(&at, begin);
        found += there;
        refused += reachable && !there;
        free_case(&at);
    }
    printf("shortest, one-way: %d found, %d refused\n", found, refused);
    ck_assert_int_gt(found, SEEDED_OFTEN(600));
    ck_assert_int_le(refused, found / 500);
}
END_TEST

START_TEST(neither_what_memory_held_nor_a_shift_changes_the_shortest_path) {
    uint64_t seed = first_seed(_i + 300);
    for (int round = 0; round < SEEDED_ROUNDS(300); round++) {
        PathPlan plan = walls_plan(&seed);
        plan.width += 4;
        plan.share[KIND_ONE_WAY] = path_pick(&seed, 10);
        uint64_t again = seed;
        Case first = make_case(&plan, true, &seed);
        const pawl_vec2 shift = pawl_vec2_make((INT32_C(1) << 29), -54321);
        plan.origin = pawl_vec2_add(plan.origin, shift);
        Case second = make_case(&plan, true, &again);
        memset(second.memory, 0x5A, second.size);
        first.shortest = second.shortest = true;
        ck_assert_int_eq(find(&first), PAWL_OK);
        ck_assert_int_eq(find(&second), PAWL_OK);
        ck_assert_uint_eq(first.path.count, second.path.count);
        ck_assert_int_eq(first.path.length, second.path.length);
        ck_assert_uint_eq(first.path.expanded, second.path.expanded);
        for (uint32_t i = 0; i < first.path.count; i++) {
            const pawl_vec2 moved = pawl_vec2_add(first.points[i], shift);
            ck_assert_int_eq(moved.x, second.points[i].x);
            ck_assert_int_eq(moved.y, second.points[i].y);
        }
        free_case(&first);
        free_case(&second);
    }
}
END_TEST

START_TEST(misuse_of_the_shortest_path_gives_a_status) {
    uint64_t seed = first_seed(0);
    PathPlan plan = walls_plan(&seed);
    memset(plan.share, 0, sizeof plan.share);
    Case at = make_case(&plan, true, &seed);
    at.shortest = true;
    at.size--;
    ck_assert_int_eq(find(&at), PAWL_ERR_MEMORY);
    at.size++;
    at.to.triangle = at.made.triangle_count;
    ck_assert_int_eq(find(&at), PAWL_ERR_RANGE);
    at.to = at.from;
    at.path.capacity = 0;
    ck_assert_int_eq(find(&at), PAWL_ERR_CAPACITY);
    ck_assert_uint_eq(at.path.count, 1);
    at.path.capacity = 1;
    ck_assert_int_eq(find(&at), PAWL_OK);
    ck_assert_int_eq(
        pawl_level_find_shortest_path(NULL, NULL, at.from, at.to, at.memory, at.size, &at.path),
        PAWL_ERR_NULL);
    ck_assert_uint_eq(pawl_shortest_path_size(NULL), 0);
    free_case(&at);
}
END_TEST

Suite *suite_shortest(void);

Suite *suite_shortest(void) {
    Suite *const suite = suite_create("shortest");
    TCase *const tests = tcase_create("shortest");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, the_shortest_path_is_as_long_as_the_oracle_says, 0, 2);
    tcase_add_loop_test(tests, no_other_path_is_shorter, 0, 2);
    tcase_add_loop_test(tests, who_may_go_one_way_only_finds_the_way, 0, 2);
    tcase_add_loop_test(tests, neither_what_memory_held_nor_a_shift_changes_the_shortest_path, 0,
                        2);
    tcase_add_test(tests, misuse_of_the_shortest_path_gives_a_status);
    suite_add_tcase(suite, tests);
    return suite;
}
