/* test_level_needs.c - a build that ends with CAPACITY says what it needs, and that is enough. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/seeded.h"
#include "support/level/level_random.h"

#define POINTS_MAX 2000u
#define POLYGONS_MAX 500u
#define BLOCK_SIZE (UINT32_C(1) << 22)

/* Polygons with one ring each. */
typedef struct drawing {
    pawl_vec2 points[POINTS_MAX];
    uint32_t ends[POLYGONS_MAX];
    pawl_level_polygon polygons[POLYGONS_MAX];
    uint32_t point_count, polygon_count;
    pawl_vec2 walker[8];
    pawl_level_def def;
} drawing;

static drawing drawn;
static uint32_t block[BLOCK_SIZE / 4];

static void begin_drawing(uint64_t *seed) {
    memset(&drawn, 0, sizeof drawn);
    drawn.def = pawl_level_def_default();
    drawn.def.polygons = drawn.polygons;
    const uint32_t corners = 3 + (uint32_t)(seeded_next(seed) % 6);
    for (uint32_t i = 0; i < corners; i++) {
        const pawl_angle turn = (pawl_angle)(((uint64_t)i << 32) / corners) + 77;
        drawn.walker[i] = pawl_rotate(pawl_rot_from_angle(turn), pawl_vec2_make(30000, 0));
    }
    drawn.def.walker_points = drawn.walker;
    drawn.def.walker_point_count = corners;
    drawn.def.conservative = seeded_next(seed) % 2 == 0;
}

static void add_point(int64_t x, int64_t y) {
    ck_assert_uint_lt(drawn.point_count, POINTS_MAX);
    drawn.points[drawn.point_count++] = pawl_vec2_make((pawl_fx)x, (pawl_fx)y);
}

/* A polygon of the points since the last one. */
static void end_polygon(uint32_t count) {
    ck_assert_uint_lt(drawn.polygon_count, POLYGONS_MAX);
    const uint32_t i = drawn.polygon_count++;
    drawn.ends[i] = count;
    drawn.polygons[i].rings =
        (pawl_rings){drawn.points + drawn.point_count - count, drawn.ends + i, 1};
    drawn.def.polygon_count = drawn.polygon_count;
}

static void draw_fan(uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        add_point(0, 0);
        for (uint32_t k = 0; k < 2; k++) {
            const pawl_angle turn = (pawl_angle)(((uint64_t)(i + k) << 32) / count);
            const pawl_vec2 arm =
                pawl_rotate(pawl_rot_from_angle(turn), pawl_vec2_make(PAWL_UNITS(20), 0));
            add_point(arm.x, arm.y);
        }
        end_polygon(3);
    }
}

/* Two combs across each other, each one polygon. */
static void draw_combs(uint64_t *seed) {
    const int64_t teeth = 3 + (int64_t)(seeded_next(seed) % 8), slant = 20000;
    for (int turn = 0; turn < 2; turn++) {
        uint32_t count = 2;
        for (int64_t i = 0; i < teeth; i++, count += 4) {
            const int64_t at = i * 90000, top = teeth * 90000;
            const int64_t across[4] = {at, at + slant, at + slant + 9000, at + 9000};
            const int64_t along[4] = {0, top, top, 0};
            for (int k = 0; k < 4; k++)
                turn == 0 ? add_point(across[k], along[k]) : add_point(along[k], across[k]);
        }
        const int64_t end = teeth * 90000;
        turn == 0 ? add_point(end, -50000) : add_point(-50000, end);
        turn == 0 ? add_point(0, -50000) : add_point(-50000, 0);
        end_polygon(count);
    }
}

/* A ring that crosses itself everywhere. */
static void draw_tangle(uint64_t *seed) {
    const uint32_t count = 8 + (uint32_t)(seeded_next(seed) % 60);
    for (uint32_t i = 0; i < count; i++)
        add_point((int64_t)(seeded_next(seed) % 1000000), (int64_t)(seeded_next(seed) % 1000000));
    end_polygon(count);
}

static pawl_status build(pawl_level_report *report) {
    const size_t size = pawl_level_build_size(&drawn.def);
    ck_assert_uint_gt(size, 0);
    void *const memory = malloc(size);
    ck_assert_ptr_nonnull(memory);
    memset(memory, 0xA5, size);
    const pawl_status status =
        pawl_level_build(&drawn.def, memory, size, NULL, block, sizeof block, report);
    free(memory);
    return status;
}

/* How many calls it takes, each with what the one before has said. */
static int count_calls(uint64_t begin) {
    pawl_level_report report;
    pawl_level level;
    for (int calls = 1; calls < 6; calls++) {
        const pawl_status status = build(&report);
        if (status == PAWL_OK) {
            ck_assert_uint_eq(report.needed.segments, 0);
            ck_assert_uint_eq(report.needed_cells, 0);
            ck_assert_int_eq(pawl_level_open(block, report.size, &level), PAWL_OK);
            return calls;
        }
        ck_assert_msg(status == PAWL_ERR_CAPACITY, "seed 0x%llx: %s", (unsigned long long)begin,
                      report.reason);
        ck_assert_msg(report.needed.segments > 0, "seed 0x%llx: %s", (unsigned long long)begin,
                      report.reason);
        drawn.def.limits = report.needed;
        drawn.def.cells = report.needed_cells;
    }
    ck_abort_msg("seed 0x%llx: %s", (unsigned long long)begin, report.reason);
    return 0;
}

/* Of tangles not even the segments fit in what usual limits take: a third one may be needed. */
START_TEST(a_second_build_with_what_is_needed_works) {
    uint64_t seed = seeded_fresh("needs") + (uint64_t)_i;
    const int rounds = SEEDED_ROUNDS(16);
    int twice = 0;
    for (int n = 0; n < rounds; n++) {
        const uint64_t begin = seed;
        begin_drawing(&seed);
        if (_i == 0) draw_fan(n == 0 && SEEDED_SHARE == 1 ? 320 : 64 + (uint32_t)(n % 20));
        if (_i == 1) draw_combs(&seed);
        if (_i == 2) draw_tangle(&seed);
        const int calls = count_calls(begin);
        twice += calls == 2;
        ck_assert_msg(calls < (_i == 2 ? 4 : 3), "seed 0x%llx: %d calls", (unsigned long long)begin,
                      calls);
    }
    printf("needs: a second build in %d of %d\n", twice, rounds);
    if (_i == 0) ck_assert_int_eq(twice, rounds);
}
END_TEST

/* Limits that are given too low, down to a single segment. Where not even the segments fit in what
 * is there, or there is no room to look, a third build may be needed. */
START_TEST(limits_of_any_size_are_enough_after_three_builds) {
    uint64_t seed = seeded_fresh("low limits");
    int calls[4] = {0, 0, 0, 0};
    for (int n = 0; n < SEEDED_ROUNDS(60); n++) {
        const uint64_t begin = seed;
        begin_drawing(&seed);
        if (n % 3 == 0) draw_fan(12);
        if (n % 3 == 1) draw_combs(&seed);
        if (n % 3 == 2) draw_tangle(&seed);
        drawn.def.limits.segments = (uint32_t)(seeded_next(&seed) % 600);
        drawn.def.limits.vertices = (uint32_t)(seeded_next(&seed) % 2000);
        drawn.def.limits.edges = (uint32_t)(seeded_next(&seed) % 4000);
        const int made = count_calls(begin);
        ck_assert_msg(made < 4, "seed 0x%llx: %d calls", (unsigned long long)begin, made);
        calls[made]++;
    }
    printf("low limits: %d builds at once, %d twice, %d three times\n", calls[1], calls[2],
           calls[3]);
    ck_assert_int_gt(calls[2], SEEDED_OFTEN(calls[3]));
}
END_TEST

START_TEST(needed_cells_are_enough) {
    uint64_t seed = seeded_fresh("cells");
    int more = 0;
    for (int n = 0; n < SEEDED_ROUNDS(20); n++) {
        level_random_options options = level_random_default();
        options.polygon_count = 40;
        options.region_count = 2 + (uint32_t)(seeded_next(&seed) % 20);
        options.room = PAWL_FX(1, 0, 1);
        level_random level = level_random_make(seeded_next(&seed), &options);
        drawn.def = level.def;
        drawn.def.limits.vertices = 30000;
        drawn.def.limits.edges = 60000;
        drawn.def.cells = 2 + (uint16_t)(n % 7);
        const int calls = count_calls(seed);
        ck_assert_int_lt(calls, 3);
        more += calls == 2;
        level_random_free(&level);
    }
    ck_assert_int_gt(more, SEEDED_OFTEN(10));
}
END_TEST

/* Worked: nothing to say when all is well, or wrong for another reason. */
START_TEST(only_capacity_tells_what_is_needed) {
    uint64_t seed = 1;
    pawl_level_report report;
    begin_drawing(&seed);
    draw_fan(5);
    ck_assert_int_eq(build(&report), PAWL_OK);
    ck_assert_uint_eq(report.needed.segments + report.needed.vertices + report.needed.edges, 0);
    drawn.points[1].x = PAWL_COORD_MAX - 1;
    ck_assert_int_eq(build(&report), PAWL_ERR_RANGE);
    ck_assert_uint_eq(report.needed.segments + report.needed.vertices + report.needed.edges, 0);
}
END_TEST

/* Two points, and a walker that is one: nothing is inflated. */
START_TEST(walls_that_no_walker_can_touch_are_counted) {
    uint64_t seed = 1;
    pawl_level_report report;
    begin_drawing(&seed);
    add_point(0, 0), add_point(70000, 0);
    end_polygon(2);
    drawn.def.conservative = false;
    ck_assert_int_eq(build(&report), PAWL_OK);
    ck_assert_uint_eq(report.flat, 0);
    drawn.def.walker_points = NULL;
    drawn.def.walker_point_count = 0;
    ck_assert_int_eq(build(&report), PAWL_OK);
    ck_assert_uint_eq(report.flat, 1);
    drawn.def.conservative = true;
    ck_assert_int_eq(build(&report), PAWL_OK);
    ck_assert_uint_eq(report.flat, 0);
}
END_TEST

Suite *suite_level_needs(void);
Suite *suite_level_needs(void) {
    Suite *const suite = suite_create("level_needs");
    TCase *const tcase = tcase_create("all");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, a_second_build_with_what_is_needed_works, 0, 3);
    tcase_add_test(tcase, limits_of_any_size_are_enough_after_three_builds);
    tcase_add_test(tcase, needed_cells_are_enough);
    tcase_add_test(tcase, only_capacity_tells_what_is_needed);
    tcase_add_test(tcase, walls_that_no_walker_can_touch_are_counted);
    suite_add_tcase(suite, tcase);
    return suite;
}
