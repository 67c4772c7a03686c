/* test_platform.c - platforms that carry, push, squeeze and stop a player. */
#include <check.h>

#include "level/level_walk.h"
#include "support/level/grid_level.h"
#include "support/base/seeded.h"

#define U(units) ((pawl_fx)((units)*65536))

static grid_level grid;
static pawl_walker_def def;
static pawl_walker walker;
static pawl_step_report report;

static const pawl_vec2 box[4] = {{-U(2), -U(1)}, {U(2), -U(1)}, {U(2), U(1)}, {-U(2), U(1)}};
static const pawl_vec2 diamond[4] = {{0, -U(1)}, {U(1), 0}, {0, U(1)}, {-U(1), 0}};

/* Squares of 4 units, the lower left corner of the map at (0, 0). */
static void make(uint32_t columns, uint32_t rows, const char *map) {
    const grid_plan plan = grid_plan_of_map(columns, rows, U(4), map);
    ck_assert_int_eq(grid_level_make(&plan, &grid), true);
    def = pawl_walker_def_default();
    memset(&walker, 0, sizeof walker);
}

static void make_empty(void) {
    make(6, 6, "....................................");
}

static void unmake(void) {
    grid_level_free(&grid);
}

static void put(pawl_fx x, pawl_fx y) {
    ck_assert_int_eq(pawl_level_locate(&grid.level, pawl_vec2_make(x, y), 0, &walker.place),
                     PAWL_OK);
}

static pawl_platform platform_at(pawl_fx x, pawl_fx y, pawl_fx move_x, pawl_fx move_y) {
    const pawl_platform platform = {box, 4, {x, y}, {move_x, move_y}, 0};
    return platform;
}

static void step(const pawl_platform *platforms, uint32_t count, pawl_fx x) {
    ck_assert_int_eq(pawl_walker_step(&grid.level, NULL, &def, platforms, count,
                                      pawl_vec2_make(x, 0), &walker, &report),
                     PAWL_OK);
    ck_assert_int_eq(pawli_locate_is_place(&grid.level, walker.place), true);
    ck_assert_int_eq(pawl_level_is_solid(&grid.level, NULL, walker.place.triangle), false);
}

static void assert_at(pawl_fx x, pawl_fx y) {
    const pawl_vec2 got = walker.place.position;
    ck_assert_msg(got.x == x && got.y == y, "(%d, %d) instead of (%d, %d)", (int)got.x, (int)got.y,
                  (int)x, (int)y);
}

START_TEST(a_platform_that_stands_is_a_wall) {
    make_empty();
    const pawl_platform platform = platform_at(U(12), U(12), 0, 0);
    put(U(8), U(12) + 5);
    def.rate_numerator = 1;
    def.braking = def.air_friction = 0;
    walker.velocity.x = U(10);
    step(&platform, 1, 0);
    assert_at(U(10), U(12) + 5);
    ck_assert_uint_eq(report.contact_count, 1);
    ck_assert_uint_eq(report.contacts[0].platform, 1);
    ck_assert_int_eq(report.contacts[0].normal.c, -PAWL_UNIT);
    ck_assert_int_eq(walker.velocity.x, 0);
    walker.velocity.x = U(1); /* on its face */
    walker.velocity.y = U(2);
    step(&platform, 1, 0);
    assert_at(U(10), U(14) + 5);
    walker.velocity = pawl_vec2_make(U(10), 0);
    step(&platform, 1, 0);
    assert_at(U(20), U(14) + 5); /* over it */
    unmake();
}
END_TEST

START_TEST(it_carries_who_stands_on_it) {
    make_empty();
    def.gravity.y = -U(30);
    pawl_platform platform = platform_at(U(8), U(8), 0, 0);
    put(U(8), U(9) + 100);
    for (int i = 0; i < 5; i++)
        step(&platform, 1, 0);
    ck_assert_uint_eq(walker.platform, 1);
    assert_at(U(8), U(9));
    static const pawl_fx moves[4][2] = {{U(1) / 4, 0}, {0, U(1) / 8}, {-1001, -777}, {3, -U(1)}};
    for (int i = 0; i < 40; i++) {
        const pawl_vec2 before = walker.place.position;
        platform.move = pawl_vec2_make(moves[i / 10][0], moves[i / 10][1]);
        step(&platform, 1, 0);
        platform.position = pawl_vec2_add(platform.position, platform.move);
        ck_assert_uint_eq(walker.platform, 1);
        ck_assert_uint_eq(walker.on_ground, 1);
        assert_at(before.x + platform.move.x, before.y + platform.move.y);
        ck_assert_int_eq(report.moved.x, platform.move.x);
        if (platform.position.y < U(4)) break;
    }
    unmake();
}
END_TEST

START_TEST(who_leaves_a_platform_takes_its_velocity_along) {
    make_empty();
    def.gravity.y = -U(30);
    def.air_friction = 0;
    pawl_platform platform = platform_at(U(8), U(8), 0, 0);
    put(U(8), U(9) + 100);
    for (int i = 0; i < 5; i++)
        step(&platform, 1, 0);
    platform.move.x = U(1) / 20; /* 3 units/s */
    step(&platform, 1, 0);
    platform.position.x += platform.move.x;
    ck_assert_int_eq(walker.velocity.x, 0);
    walker.velocity.y = U(10);
    step(&platform, 1, 0);
    platform.position.x += platform.move.x;
    ck_assert_uint_eq(walker.platform, 0);
    ck_assert_int_eq(walker.velocity.x, U(1) / 20 * 60);
    for (int i = 0; i < 100 && !walker.on_ground; i++) {
        step(&platform, 1, 0);
        platform.position.x += platform.move.x;
    }
    ck_assert_uint_eq(walker.platform, 1); /* and lands on it as it left */
    ck_assert_int_eq(walker.velocity.x, 0);
    const pawl_fx offset = walker.place.position.x - platform.position.x;
    ck_assert_msg(offset <= 0 && offset >= -U(1) / 20, "%d", (int)offset);
    unmake();
}
END_TEST

START_TEST(it_pushes_who_is_in_its_way) {
    make_empty();
    put(U(14) + 77, U(12) + 3);
    pawl_platform platform = platform_at(U(11), U(12), U(3), 0); /* its face: 13, then 16 */
    step(&platform, 1, 0);
    assert_at(U(16), U(12) + 3);
    ck_assert_uint_eq(report.squeezed, 0);
    put(U(14), U(12) + 3); /* also when it goes over the player in one step */
    platform.move.x = U(9);
    step(&platform, 1, 0);
    assert_at(U(22), U(12) + 3);
    put(U(14), U(13)); /* past its side */
    step(&platform, 1, 0);
    assert_at(U(14), U(13));
    const pawl_platform tip = {diamond, 4, {U(10), U(12)}, {U(3), 0}, 0};
    put(U(12), U(12)); /* met by a corner */
    step(&tip, 1, 0);
    assert_at(U(14), U(12));
    const pawl_platform up = {diamond, 4, {U(10), U(12)}, {0, U(1)}, 0};
    put(U(10) + 65536 / 4, U(13)); /* a slope comes from below */
    step(&up, 1, 0);
    assert_at(U(10) + 65536 / 4, U(13) + 65536 / 4 * 3);
    unmake();
}
END_TEST

START_TEST(between_a_platform_and_a_wall_the_wall_counts) {
    make(4, 1, "..#.");
    put(U(7), U(2));
    pawl_platform platform = platform_at(U(3), U(2), U(2), 0); /* its face: 5, then 7 */
    step(&platform, 1, 0);
    ck_assert_uint_eq(report.squeezed, 0);
    platform.position.x = U(5);
    step(&platform, 1, 0); /* 9: the wall is at 8 */
    assert_at(U(8), U(2));
    ck_assert_uint_eq(report.squeezed, 1);
    platform.position.x = U(7);
    platform.move.x = 0;
    step(&platform, 1, 0);
    ck_assert_uint_eq(report.squeezed, 1);
    platform.move.x = -U(3); /* it goes away */
    step(&platform, 1, 0);
    ck_assert_uint_eq(report.squeezed, 0);
    assert_at(U(8), U(2));
    step(&platform, 1, -U(1));
    ck_assert_int_lt(walker.place.position.x, U(8));
    unmake();
}
END_TEST

START_TEST(who_is_pushed_slides_along_the_walls) {
    make(3, 2,
         "..."
         "../");
    put(U(7), U(2) - 100);
    const pawl_platform platform = platform_at(U(4), U(2), U(4), 0); /* its face: 6, then 10 */
    step(&platform, 1, 0);
    assert_at(U(10) - 50, U(2) - 50); /* half of the last 100 */
    unmake();
}
END_TEST

START_TEST(a_carried_player_is_held_by_walls_and_other_platforms) {
    make(6, 3,
         "......"
         "...#.."
         "......");
    def.gravity.y = -U(30);
    pawl_platform platforms[2] = {platform_at(U(6), U(4), 0, 0),
                                  platform_at(U(6), U(11), 0, 0)}; /* its bottom: 10 */
    put(U(7), U(5) + 100);
    for (int i = 0; i < 5; i++)
        step(platforms, 2, 0);
    ck_assert_uint_eq(walker.platform, 1);
    platforms[0].move.x = U(7); /* from 7, the wall is at 12 */
    step(platforms, 2, 0);
    assert_at(U(12), U(5));
    ck_assert_uint_eq(report.squeezed, 0);
    platforms[0] = platform_at(U(12), U(4), 0, U(6)); /* up to 11, the other's bottom is 10 */
    platforms[1].position.x = U(11);
    step(platforms, 2, 0);
    assert_at(U(12), U(10) - 546); /* from 10 by its own fall, inside the platform */
    ck_assert_uint_eq(report.squeezed, 1);
    unmake();
}
END_TEST

/* A wall at x = 16 and a platform's face at 14: whatever comes first. */
START_TEST(the_earlier_of_wall_and_platform_stops) {
    make(6, 6,
         "....#."
         "....#."
         "....#."
         "....#."
         "....#."
         "....#.");
    def.rate_numerator = 1;
    def.braking = def.air_friction = 0;
    const pawl_fx faces[3] = {U(16) - 1, U(16), U(16) + 1};
    for (int i = 0; i < 3; i++) {
        const pawl_platform platform = platform_at(faces[i] + U(2), U(12), 0, 0);
        put(U(8), U(12) + 5);
        walker.velocity = pawl_vec2_make(U(10), 0);
        step(&platform, 1, 0);
        assert_at(i == 0 ? faces[0] : U(16), U(12) + 5);
        ck_assert_uint_eq(report.contact_count, 1);
        ck_assert_uint_eq(report.contacts[0].platform, i == 0 ? 1 : 0);
    }
    unmake();
}
END_TEST

START_TEST(a_platform_before_a_corner_of_the_level_comes_first) {
    make(2, 2,
         ".."
         "/\\");
    def.rate_numerator = 1;
    def.braking = def.air_friction = 0;
    put(U(4), U(7));
    const pawl_platform platform = {diamond, 4, {U(4) + 9, U(4)}, {0, 0}, 0};
    walker.velocity.y = -U(5);
    step(&platform, 1, 0);
    ck_assert_uint_eq(report.contacts[0].platform, 1);
    ck_assert_uint_eq(report.contacts[0].corner, 0);
    unmake();
}
END_TEST

START_TEST(the_nearest_of_several_platforms_stops) {
    make_empty();
    def.rate_numerator = 1;
    def.braking = def.air_friction = 0;
    const pawl_platform platforms[3] = {platform_at(U(18), U(12), 0, 0),
                                        platform_at(U(12), U(12), 0, 0),
                                        platform_at(U(15), U(12), 0, 0)};
    put(U(8), U(12) + 5);
    walker.velocity.x = U(13);
    step(platforms, 3, 0);
    assert_at(U(10), U(12) + 5);
    ck_assert_uint_eq(report.contacts[0].platform, 2);
    unmake();
}
END_TEST

START_TEST(corners_of_platforms_are_passed_by_and_met) {
    make_empty();
    def.rate_numerator = 1;
    def.braking = def.air_friction = 0;
    const pawl_platform platform = platform_at(U(12), U(12), 0, 0); /* 10 .. 14, 11 .. 13 */
    put(U(8), U(11));
    walker.velocity = pawl_vec2_make(U(4), U(4)); /* by its corner at (10, 13) */
    step(&platform, 1, 0);
    ck_assert_uint_eq(report.contact_count, 0);
    assert_at(U(12), U(15));
    const pawl_platform tip = {diamond, 4, {U(12), U(12)}, {0, 0}, 0};
    for (int i = 0; i < 2; i++) { /* straight onto its tip, from either side of the line */
        const pawl_fx tilt = i == 0 ? U(1) / 4 : -U(1) / 4;
        put(U(9), U(12) - 2 * tilt);
        walker.velocity = pawl_vec2_make(U(4), 4 * tilt);
        step(&tip, 1, 0);
        ck_assert_uint_eq(report.contacts[0].corner, 1);
        ck_assert_uint_eq(report.contact_count, 1);
        ck_assert_int_gt(walker.place.position.x, U(11));
        ck_assert_msg((walker.place.position.y > U(12)) == (i == 0), "side %d", i);
    }
    unmake();
}
END_TEST

/* ---- by chance ------------------------------------------------------------------------------- */

static int128 side(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    return ((int128)b.x - a.x) * ((int128)c.y - a.y) - ((int128)b.y - a.y) * ((int128)c.x - a.x);
}

static bool is_inside(const pawl_platform *p, pawl_vec2 point) {
    for (uint32_t i = 0; i < p->count; i++) {
        const pawl_vec2 a = pawl_vec2_add(p->points[i], p->position);
        const pawl_vec2 b = pawl_vec2_add(p->points[(i + 1) % p->count], p->position);
        if (side(a, b, point) <= 0) return false;
    }
    return true;
}

/* Clipping without shortcuts: the largest share where the way comes in, the smallest where it goes
 * out. */
START_TEST(ways_enter_platforms_where_clipping_says) {
    uint64_t seed = first_seed(_i);
    int entered = 0;
    static const pawl_vec2 octagon[8] = {{-3000, -7001}, {2999, -7000}, {7000, -3001},
                                         {7003, 3000},   {3002, 7000},  {-3000, 7004},
                                         {-7000, 2999},  {-7005, -3000}};
    const pawl_platform platform = {octagon, 8, {100, -50}, {7, 3}, 0};
    pawli_motion motion;
    memset(&motion, 0, sizeof motion);
    motion.platforms = &platform;
    motion.platform_count = motion.settled = 1;
    for (int n = 0; n < SEEDED_ROUNDS(20000); n++) {
        pawl_vec2 way[2];
        for (int k = 0; k < 2; k++) {
            way[k].x = (pawl_fx)(seeded_next(&seed) >> 49) - 16384;
            way[k].y = (pawl_fx)(seeded_next(&seed) >> 49) - 16384;
        }
        int128 in_num = -1, in_den = 1, out_num = 1, out_den = 1;
        bool misses = false;
        for (int k = 0; k < 8; k++) {
            const pawl_vec2 origin = {107, -47};
            const pawl_vec2 a = pawl_vec2_add(octagon[k], origin);
            const pawl_vec2 b = pawl_vec2_add(octagon[(k + 1) % 8], origin);
            const int128 begin = side(a, b, way[0]), end = side(a, b, way[1]);
            misses = misses || (begin <= 0 && end <= 0);
            if (begin <= 0 && end > 0 && -begin * in_den > in_num * (end - begin))
                in_num = -begin, in_den = end - begin;
            if (begin > 0 && end <= 0 && begin * out_den < out_num * (begin - end))
                out_num = begin, out_den = begin - end;
        }
        const bool want = !misses && in_num >= 0 && in_num * out_den < out_num * in_den;
        pawli_stop stop;
        const bool got = pawli_platform_meet(&motion, way[0], way[1], &stop);
        ck_assert_msg(got == want, "seed %d, %d", _i, n);
        entered += got;
        if (got) ck_assert_msg(stop.num * in_den == in_num * stop.den, "seed %d, %d", _i, n);
    }
    ck_assert_int_gt(entered, SEEDED_OFTEN(2000));
}
END_TEST

/* Three platforms wander in a level of chance. Who is in none of them comes into one only when the
 * report says so, and then because there was no way out. */
START_TEST(nobody_is_ever_in_a_wall_or_unnoticed_in_a_platform) {
    uint64_t seed = first_seed(_i);
    int touched = 0, squeezed = 0, carried = 0;
    for (int n = 0; n < SEEDED_ROUNDS(50); n++) {
        grid_plan plan = grid_plan_of_map(6, 6, U(4), NULL);
        plan.seed = seeded_next(&seed) | 1;
        plan.jitter = n % 2 ? plan.pitch / 7 : 0;
        plan.solid = 20;
        ck_assert_int_eq(grid_level_make(&plan, &grid), true);
        def = pawl_walker_def_default();
        def.gravity.y = n % 3 ? -U(20) : 0;
        memset(&walker, 0, sizeof walker);
        put(U(13), U(11));
        if (pawl_level_is_solid(&grid.level, NULL, walker.place.triangle)) {
            unmake();
            continue;
        }
        pawl_platform platforms[3];
        for (int k = 0; k < 3; k++) {
            platforms[k] = platform_at(U(4) + U(7) * k, U(4) + U(7) * (2 - k), 0, 0);
            if (k == 1) platforms[k].points = diamond;
        }
        bool was_inside = true;
        for (int i = 0; i < 400; i++) {
            for (int k = 0; k < 3; k++) {
                pawl_platform *const p = &platforms[k];
                p->position = pawl_vec2_add(p->position, p->move);
                if (i % 30 == 0) {
                    p->move.x = (pawl_fx)(seeded_next(&seed) >> 48) - 32768;
                    p->move.y = (pawl_fx)(seeded_next(&seed) >> 48) - 32768;
                }
                if (p->position.x + p->move.x < U(3) || p->position.x + p->move.x > U(21))
                    p->move.x = 0;
                if (p->position.y + p->move.y < U(3) || p->position.y + p->move.y > U(21))
                    p->move.y = 0;
            }
            if (i % 60 == 0) walker.velocity.y = U(9);
            step(platforms, 3, (pawl_fx)(seeded_next(&seed) >> 47) - U(1));
            bool inside = false;
            for (int k = 0; k < 3; k++) {
                pawl_platform moved = platforms[k];
                moved.position = pawl_vec2_add(moved.position, moved.move);
                inside = inside || is_inside(&moved, walker.place.position);
            }
            ck_assert_msg(!inside || report.squeezed != 0 || was_inside,
                          "pass %d, level %d, step %d", _i, n, i);
            was_inside = inside;
            squeezed += report.squeezed != 0;
            carried += walker.platform != 0;
            for (uint32_t k = 0; k < report.contact_count; k++)
                touched += report.contacts[k].platform != 0;
        }
        unmake();
    }
    ck_assert_int_gt(touched, SEEDED_OFTEN(50)); /* 310 in the mean */
    ck_assert_int_gt(carried, SEEDED_OFTEN(20));
    ck_assert_int_gt(squeezed, SEEDED_OFTEN(10));
}
END_TEST

Suite *suite_platform(void);
Suite *suite_platform(void) {
    Suite *suite = suite_create("platform");
    TCase *tests = tcase_create("platforms");
    tcase_add_test(tests, a_platform_that_stands_is_a_wall);
    tcase_add_test(tests, it_carries_who_stands_on_it);
    tcase_add_test(tests, who_leaves_a_platform_takes_its_velocity_along);
    tcase_add_test(tests, it_pushes_who_is_in_its_way);
    tcase_add_test(tests, between_a_platform_and_a_wall_the_wall_counts);
    tcase_add_test(tests, who_is_pushed_slides_along_the_walls);
    tcase_add_test(tests, a_carried_player_is_held_by_walls_and_other_platforms);
    tcase_add_test(tests, the_earlier_of_wall_and_platform_stops);
    tcase_add_test(tests, a_platform_before_a_corner_of_the_level_comes_first);
    tcase_add_test(tests, the_nearest_of_several_platforms_stops);
    tcase_add_test(tests, corners_of_platforms_are_passed_by_and_met);
    tcase_add_loop_test(tests, ways_enter_platforms_where_clipping_says, 0, 4);
    tcase_add_loop_test(tests, nobody_is_ever_in_a_wall_or_unnoticed_in_a_platform, 0, 4);
    suite_add_tcase(suite, tests);
    return suite;
}
