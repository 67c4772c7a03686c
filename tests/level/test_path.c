/* test_path.c - pawl_level_find_path against a flood and against the shortest way of all. */
#include "level/frontier.h"
#include "level/sleeve.h"
#include "support/level/path_case.h"

START_TEST(a_path_is_found_exactly_where_a_flood_gets_and_its_legs_are_walkable) {
    uint64_t seed = first_seed(_i);
    int found = 0, missing = 0;
    for (int round = 0; round < SEEDED_ROUNDS(5000); round++) {
        const uint64_t begin = seed;
        const PathPlan plan = walls_plan(&seed);
        Case at = make_case(&plan, true, &seed);
        ck_assert_int_eq(find(&at), PAWL_OK);
        const bool reachable =
            oracle_reaches(&at.made, at.doors_open, at.from.triangle, at.to.position);
        ck_assert_msg(reachable == (at.path.count > 0), "reachable %d, count %u, seed %" PRIx64,
                      reachable, at.path.count, begin);
        if (reachable) {
            check_legs(&at, begin);
            found++;
        } else {
            missing++;
        }
        free_case(&at);
    }
    ck_assert_int_gt(found, SEEDED_OFTEN(1000));
    ck_assert_int_gt(missing, SEEDED_OFTEN(500));
}
END_TEST

START_TEST(a_path_is_seldom_much_longer_than_the_shortest) {
    uint64_t seed = first_seed(_i + 100);
    int count = 0, longer = 0;
    int64_t worst = 0, sum = 0;
    for (int round = 0; round < SEEDED_ROUNDS(250); round++) {
        const uint64_t begin = seed;
        const PathPlan plan = walls_plan(&seed);
        Case at = make_case(&plan, true, &seed);
        ck_assert_int_eq(find(&at), PAWL_OK);
        const int64_t shortest =
            oracle_shortest(&at.made, &at.gates, at.doors_open, at.from, at.to.position);
        ck_assert_msg((shortest == ORACLE_FAR) == (at.path.count == 0), "seed %" PRIx64, begin);
        if (at.path.count > 0 && shortest > 0) {
            const int64_t slack = (int64_t)at.path.count * ORACLE_FINE;
            const int64_t length = at.path.length * ORACLE_FINE;
            ck_assert_msg(length + slack >= shortest, "too short, seed %" PRIx64, begin);
            const int64_t excess = length > shortest + slack ? length - shortest : 0;
            const int64_t share = excess * 10000 / shortest;
            if (share > worst) worst = share;
            if (share > 0) longer++;
            sum += share;
            count++;
        }
        free_case(&at);
    }
    printf("paths: %d, longer than the shortest: %d, by %" PRId64 " / 10000 in the mean, %" PRId64
           " at worst\n",
           count, longer, count > 0 ? sum / count : 0, worst);
    ck_assert_int_gt(count, SEEDED_OFTEN(80));
    ck_assert_int_le(worst, 1500);
}
END_TEST

START_TEST(what_is_in_sight_is_one_leg_away_and_little_else_is_looked_at) {
    uint64_t seed = first_seed(_i + 150);
    uint32_t expanded = 0;
    int straight = 0, rounds = SEEDED_ROUNDS(200);
    for (int round = 0; round < rounds; round++) {
        PathPlan plan;
        memset(&plan, 0, sizeof plan);
        plan.width = plan.height = 20;
        plan.spacing = 4096;
        plan.shake = 1000;
        plan.share[KIND_GROUND] = 10;
        Case at = make_case(&plan, true, &seed);
        ck_assert_int_eq(find(&at), PAWL_OK);
        if (pawl_level_sees(&at.made.level, &at.gates, at.from, at.to.position)) {
            ck_assert_uint_le(at.path.count, 2);
            straight++;
        }
        expanded += at.path.expanded;
        free_case(&at);
    }
    printf("triangles looked at: %u of 800\n", expanded / (unsigned)rounds);
    ck_assert_int_gt(straight, SEEDED_OFTEN(20));
    ck_assert_uint_le(expanded, (unsigned)rounds * 80);
}
END_TEST

/* One-way regions, and who begins inside a wall: what is found must be walkable, and where nothing
 * is found the flood must not get there either, but for a walk along the very rim of a region. */
START_TEST(one_way_regions_and_starts_in_walls_are_respected) {
    uint64_t seed = first_seed(_i + 200);
    int found = 0, one_sided = 0, refused = 0;
    for (int round = 0; round < SEEDED_ROUNDS(5000); round++) {
        const uint64_t begin = seed;
        PathPlan plan = walls_plan(&seed);
        plan.share[KIND_ONE_WAY] = 5 + path_pick(&seed, 40);
        Case at = make_case(&plan, false, &seed);
        ck_assert_int_eq(find(&at), PAWL_OK);
        const bool there = at.path.count > 0;
        const bool reachable =
            oracle_reaches(&at.made, at.doors_open, at.from.triangle, at.to.position);
        ck_assert_msg(reachable || !there, "seed %" PRIx64, begin);
        if (there) check_legs(&at, begin);
        found += there;
        refused += reachable && !there;
        if (there && !oracle_reaches(&at.made, at.doors_open, at.to.triangle, at.from.position)) {
            one_sided++;
        }
        free_case(&at);
    }
    printf("one-way: %d found, %d of them one-sided, %d refused\n", found, one_sided, refused);
    ck_assert_int_gt(found, SEEDED_OFTEN(1000));
    ck_assert_int_gt(one_sided, SEEDED_OFTEN(100));
    ck_assert_int_le(refused, 1 + found / 140); /* one in 500 in the mean: 6, at most 21 */
}
END_TEST

static PathPlan rooms(uint32_t size, uint32_t ground) {
    PathPlan plan;
    memset(&plan, 0, sizeof plan);
    plan.width = plan.height = size;
    plan.spacing = 4096;
    plan.shake = 1000;
    plan.share[KIND_GROUND] = ground;
    return plan;
}

START_TEST(neither_what_memory_held_nor_a_shift_changes_a_path) {
    uint64_t seed = first_seed(_i + 300);
    int found = 0;
    for (int round = 0; round < SEEDED_ROUNDS(300); round++) {
        PathPlan plan = walls_plan(&seed);
        plan.share[KIND_ONE_WAY] = path_pick(&seed, 10);
        uint64_t again = seed;
        Case first = make_case(&plan, true, &seed);
        const pawl_vec2 shift = pawl_vec2_make(-(INT32_C(1) << 29), 12345);
        plan.origin = pawl_vec2_add(plan.origin, shift);
        Case second = make_case(&plan, true, &again);
        memset(second.memory, 0xA5, second.size);
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
        found += first.path.count > 2;
        free_case(&first);
        free_case(&second);
    }
    ck_assert_int_gt(found, SEEDED_OFTEN(20));
}
END_TEST

START_TEST(too_little_room_says_how_many_corners_there_are) {
    uint64_t seed = first_seed(_i + 400);
    int tried = 0;
    for (int round = 0; round < SEEDED_ROUNDS(200); round++) {
        const PathPlan plan = rooms(8, 35);
        Case at = make_case(&plan, true, &seed);
        ck_assert_int_eq(find(&at), PAWL_OK);
        const uint32_t count = at.path.count;
        const int64_t length = at.path.length;
        for (uint32_t room = 0; room < count; room++) {
            pawl_vec2 points[POINTS];
            memset(points, 0x5A, sizeof points);
            pawl_path path = {points, room, 77, 88, 99};
            ck_assert_int_eq(pawl_level_find_path(&at.made.level, &at.gates, at.from, at.to,
                                                  at.memory, at.size, &path),
                             PAWL_ERR_CAPACITY);
            ck_assert_uint_eq(path.count, count);
            ck_assert_int_eq(path.length, 88);
            ck_assert_uint_eq(path.expanded, 99);
            ck_assert_int_eq(points[room].x, 0x5A5A5A5A);
            tried += room > 1;
        }
        at.path.capacity = count;
        ck_assert_int_eq(find(&at), PAWL_OK);
        ck_assert_int_eq(at.path.length, length);
        free_case(&at);
    }
    ck_assert_int_gt(tried, SEEDED_OFTEN(40));
}
END_TEST

START_TEST(misuse_gives_a_status_and_changes_nothing) {
    uint64_t seed = first_seed(0);
    const PathPlan plan = rooms(4, 0);
    Case at = make_case(&plan, true, &seed);
    at.path.points = at.points;
    at.path.count = 5;
    const pawl_path before = at.path;
    const pawl_level *const level = &at.made.level;
    pawl_place none = at.from, outside = at.from, wrong = at.from;
    none.triangle = at.made.triangle_count;
    outside.position = pawl_vec2_make(INT32_MIN, INT32_MAX);
    wrong.position = at.made.vertices[0];
    wrong.triangle = at.made.triangle_count - 1;
    const struct {
        const pawl_level *level;
        pawl_place from, to;
        void *memory;
        size_t size;
        pawl_status want;
    } rows[] = {
        {NULL, at.from, at.to, at.memory, at.size, PAWL_ERR_NULL},
        {level, at.from, at.to, NULL, at.size, PAWL_ERR_NULL},
        {level, none, at.to, at.memory, at.size, PAWL_ERR_RANGE},
        {level, at.from, none, at.memory, at.size, PAWL_ERR_RANGE},
        {level, outside, at.to, at.memory, at.size, PAWL_ERR_RANGE},
        {level, at.from, outside, at.memory, at.size, PAWL_ERR_RANGE},
        {level, wrong, at.to, at.memory, at.size, PAWL_ERR_RANGE},
        {level, at.from, wrong, at.memory, at.size, PAWL_ERR_RANGE},
        {level, at.from, at.to, at.memory, pawl_path_size(level) - 1, PAWL_ERR_MEMORY},
        {level, at.from, at.to, (uint8_t *)at.memory + 4, at.size, PAWL_ERR_MEMORY},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const pawl_status got = pawl_level_find_path(rows[i].level, NULL, rows[i].from, rows[i].to,
                                                     rows[i].memory, rows[i].size, &at.path);
        ck_assert_msg(got == rows[i].want, "row %zu: %d", i, (int)got);
        ck_assert_mem_eq(&at.path, &before, sizeof before);
    }
    ck_assert_int_eq(pawl_level_find_path(level, NULL, at.from, at.to, at.memory, at.size, NULL),
                     PAWL_ERR_NULL);
    at.path.points = NULL;
    ck_assert_int_eq(
        pawl_level_find_path(level, NULL, at.from, at.to, at.memory, at.size, &at.path),
        PAWL_ERR_NULL);
    ck_assert_uint_eq(pawl_path_size(NULL), 0);
    free_case(&at);
}
END_TEST

START_TEST(the_way_to_where_one_stands_is_one_point) {
    uint64_t seed = first_seed(1);
    const PathPlan plan = rooms(4, 0);
    Case at = make_case(&plan, true, &seed);
    at.to = at.from;
    ck_assert_int_eq(find(&at), PAWL_OK);
    ck_assert_uint_eq(at.path.count, 1);
    ck_assert_int_eq(at.path.length, 0);
    ck_assert_uint_eq(at.path.expanded, 1);
    free_case(&at);
}
END_TEST

#define NODES 200

START_TEST(nodes_come_by_cost_and_then_by_number) {
    uint64_t seed = first_seed(_i + 500);
    for (int round = 0; round < SEEDED_ROUNDS(300); round++) {
        uint64_t cost[NODES];
        uint32_t heap[NODES], state[NODES] = {0};
        pawli_frontier set = {heap, state, cost, 0};
        uint32_t put = 0, taken = 0;
        while (taken < NODES) {
            if (put < NODES && path_pick(&seed, 3) > 0) {
                const uint32_t node = (put++ * 77 + 5) % NODES; /* each once, out of order */
                cost[node] = path_pick(&seed, 20);
                pawli_frontier_put(&set, node);
                continue;
            }
            const uint32_t lower = path_pick(&seed, NODES);
            if (state[lower] != 0 && state[lower] != PAWLI_NODE_CLOSED && cost[lower] > 0) {
                cost[lower] -= path_pick(&seed, (uint32_t)cost[lower]);
                pawli_frontier_put(&set, lower);
            }
            if (set.count == 0) continue;
            uint32_t want = NODES;
            for (uint32_t i = 0; i < NODES; i++) {
                if (state[i] == 0 || state[i] == PAWLI_NODE_CLOSED) continue;
                if (want == NODES || cost[i] < cost[want]) want = i;
            }
            ck_assert_uint_eq(pawli_frontier_take(&set), want);
            ck_assert_uint_eq(state[want], PAWLI_NODE_CLOSED);
            taken++;
        }
    }
}
END_TEST

/* Worked out again with long doubles, which have 64 bits. */
START_TEST(the_point_of_a_portal_is_the_one_of_the_shortest_way) {
    uint64_t seed = first_seed(_i + 600);
    for (int round = 0; round < SEEDED_ROUNDS(20000); round++) {
        pawl_vec2 p[4];
        const int32_t range = PAWL_COORD_MAX >> path_pick(&seed, 28);
        for (int i = 0; i < 4; i++) {
            p[i].x = (int32_t)path_pick(&seed, 2 * (uint32_t)range + 1) - range;
            p[i].y = (int32_t)path_pick(&seed, 2 * (uint32_t)range + 1) - range;
        }
        if (round % 3 == 0) p[0].x = p[1].x;
        if (p[0].x == p[1].x && p[0].y == p[1].y) continue;
        const pawl_vec2 got = pawli_sleeve_through(p[0], p[1], p[2], p[3]);
        const int128 dx = (int128)p[1].x - p[0].x, dy = (int128)p[1].y - p[0].y;
        const int128 length = dx * dx + dy * dy;
        const int128 from = dx * ((int128)p[2].x - p[0].x) + dy * ((int128)p[2].y - p[0].y);
        const int128 to = dx * ((int128)p[3].x - p[0].x) + dy * ((int128)p[3].y - p[0].y);
        int128 high_from = path_orient(p[0], p[1], p[2]), high_to = path_orient(p[0], p[1], p[3]);
        if (high_from < 0) high_from = -high_from;
        if (high_to < 0) high_to = -high_to;
        long double share = (long double)from / (long double)length;
        if (high_from + high_to > 0) {
            share += (long double)(to - from) / (long double)length * (long double)high_from /
                     (long double)(high_from + high_to);
        }
        share = share < 0 ? 0 : share > 1 ? 1 : share;
        const long double off_x = (long double)p[0].x + share * (long double)dx - got.x;
        const long double off_y = (long double)p[0].y + share * (long double)dy - got.y;
        ck_assert_msg(off_x * off_x + off_y * off_y <= 36, "%Lf, %Lf off, round %d of %d", off_x,
                      off_y, round, _i);
    }
}
END_TEST

Suite *suite_path(void);

Suite *suite_path(void) {
    Suite *const suite = suite_create("path");
    TCase *const tests = tcase_create("path");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, a_path_is_found_exactly_where_a_flood_gets_and_its_legs_are_walkable,
                        0, 2);
    tcase_add_loop_test(tests, a_path_is_seldom_much_longer_than_the_shortest, 0, 2);
    tcase_add_loop_test(tests, what_is_in_sight_is_one_leg_away_and_little_else_is_looked_at, 0, 2);
    tcase_add_loop_test(tests, one_way_regions_and_starts_in_walls_are_respected, 0, 2);
    tcase_add_loop_test(tests, neither_what_memory_held_nor_a_shift_changes_a_path, 0, 2);
    tcase_add_test(tests, too_little_room_says_how_many_corners_there_are);
    tcase_add_test(tests, misuse_gives_a_status_and_changes_nothing);
    tcase_add_test(tests, the_way_to_where_one_stands_is_one_point);
    tcase_add_loop_test(tests, nodes_come_by_cost_and_then_by_number, 0, 2);
    tcase_add_loop_test(tests, the_point_of_a_portal_is_the_one_of_the_shortest_way, 0, 2);
    suite_add_tcase(suite, tests);
    return suite;
}
