/* test_level_build.c - building levels: worked ones, order and place, progress, misuse. */
#include <check.h>
#include <stdlib.h>

#include "support/level/level_parts.h"
#include "support/level/level_random.h"
#include "support/level/level_room.h"
#include "support/base/seeded.h"

/* ---- a box in a room, by hand ---------------------------------------------------------------- */

static bool has_vertex(const pawl_level *level, pawl_fx x, pawl_fx y) {
    for (uint32_t i = 0; i < level->vertex_count; i++) {
        const pawl_vec2 vertex = pawl_level_get_vertex(level, i);
        if (vertex.x == x && vertex.y == y) return true;
    }
    return false;
}

static uint64_t area_of(const pawl_level *level, uint16_t cell) {
    uint64_t area2 = 0;
    for (uint32_t t = 0; t < level->triangle_count; t++) {
        const pawl_level_triangle at = pawl_level_get_triangle(level, t);
        if (at.cell != cell) continue;
        area2 += (uint64_t)pawli_orient(pawl_level_get_vertex(level, at.vertices[0]),
                                        pawl_level_get_vertex(level, at.vertices[1]),
                                        pawl_level_get_vertex(level, at.vertices[2]));
    }
    return area2;
}

START_TEST(a_box_and_a_wall_are_inflated_as_worked_by_hand) {
    room drawn;
    make_room(&drawn);
    const level_built built = level_build_now(&drawn.def);
    const pawl_level *const level = &built.level;
    /* By the mirrored player: 2 to either side, 2 down. */
    const pawl_fx want[8][2] = {{-2, -2}, {22, -2}, {22, 10}, {-2, 10},
                                {38, -2}, {42, -2}, {42, 10}, {38, 10}};
    for (int i = 0; i < 8; i++)
        ck_assert_msg(has_vertex(level, want[i][0], want[i][1]), "corner %d", i);
    ck_assert_uint_eq(level->vertex_count, 12);
    ck_assert_uint_eq(level->triangle_count, 2 * 12 - 2 - 4);
    const pawl_fx margin = PAWL_FX(16, 0, 1);
    ck_assert_int_eq(level->bounds.lower.x, -2 - margin);
    ck_assert_int_eq(level->bounds.upper.x, 42 + margin);
    ck_assert_int_eq(level->bounds.lower.y, -2 - margin);
    ck_assert_int_eq(level->bounds.upper.y, 10 + margin);
    ck_assert_uint_eq(level->cell_count, 3);
    ck_assert_uint_eq(area_of(level, 1), 2 * 24 * 12);
    ck_assert_uint_eq(area_of(level, 2), 2 * 4 * 12);
    ck_assert_int_eq(pawl_level_get_region(level, 0).direction.s, PAWL_UNIT); /* up */
    ck_assert_int_eq(pawl_level_get_region(level, 1).friction, 5);
    ck_assert_uint_eq(built.report.parts, 2);
    ck_assert_uint_eq(built.report.used.segments, 4 + 4 + 4);
    ck_assert_uint_eq(built.report.used.vertices, 12);
    ck_assert_uint_eq(built.report.used.edges, 12);
    ck_assert_uint_eq(built.report.size, built.size);
    ck_assert_uint_eq(built.report.cells, 3);
    ck_assert_int_eq(built.report.stage, PAWL_LEVEL_WRITE);
    ck_assert_uint_eq(built.report.polygon, UINT32_MAX);
    ck_assert_str_eq(built.report.reason, "");
    free(built.block);
}
END_TEST

START_TEST(what_reaches_beyond_the_bounds_is_cut_off_there) {
    room drawn;
    make_room(&drawn);
    drawn.def.bounds.lower = pawl_vec2_make(10, 0);
    drawn.def.bounds.upper = pawl_vec2_make(40, 100);
    const level_built built = level_build_now(&drawn.def);
    ck_assert_mem_eq(&built.level.bounds, &drawn.def.bounds, sizeof drawn.def.bounds);
    ck_assert_uint_eq(area_of(&built.level, 1), 2 * 12 * 10);
    ck_assert_uint_eq(area_of(&built.level, 2), 2 * 2 * 10);
    ck_assert_uint_eq(area_of(&built.level, 0), 2 * (30 * 100 - 12 * 10 - 2 * 10));
    ck_assert_int_eq(has_vertex(&built.level, 22, 0), true);
    ck_assert_int_eq(has_vertex(&built.level, 22, -2), false);
    free(built.block);
    drawn.def.bounds.lower = pawl_vec2_make(0, 0); /* solid all over */
    drawn.def.bounds.upper = pawl_vec2_make(20, 10);
    const level_built full = level_build_now(&drawn.def);
    ck_assert_uint_eq(full.level.triangle_count, 2);
    ck_assert_uint_eq(area_of(&full.level, 1), 2 * 20 * 10);
    free(full.block);
}
END_TEST

START_TEST(a_level_of_nothing_is_free) {
    pawl_level_def def = pawl_level_def_default();
    const level_built built = level_build_now(&def);
    const pawl_fx margin = PAWL_FX(16, 0, 1);
    ck_assert_uint_eq(built.level.triangle_count, 2);
    ck_assert_uint_eq(built.level.cell_count, 1);
    ck_assert_uint_eq(built.level.region_count, 1);
    ck_assert_uint_eq(built.level.walker_point_count, 1);
    ck_assert_int_eq(built.level.bounds.lower.x, -margin);
    ck_assert_int_eq(built.level.bounds.upper.y, margin);
    ck_assert_uint_eq(area_of(&built.level, 0), (uint64_t)8 * (uint64_t)margin * (uint64_t)margin);
    free(built.block);
}
END_TEST

/* Worked by hand: what encloses nothing by itself, for a player that is a point. */
START_TEST(rings_without_area_are_nothing_to_a_point_and_a_hole_is_free) {
    const pawl_vec2 points[] = {{0, 0},   {9, 0},   {4, 4},   {4, 4},   {0, 0},   {5, 5},
                                {10, 10}, {0, 0},   {20, 20}, {3, 30},  {30, 30}, {30, 60},
                                {0, 60},  {10, 40}, {10, 50}, {20, 50}, {20, 40}};
    const uint32_t ends[] = {2, 3, 4, 8, 9};
    const uint32_t frame_ends[] = {4, 8};
    pawl_level_polygon polygons[2];
    memset(polygons, 0, sizeof polygons);
    polygons[0].rings.points = points;
    polygons[0].rings.ends = ends;
    polygons[0].rings.count = 5;
    pawl_vec2 frame[8];
    memcpy(frame, points + 9, sizeof frame);
    frame[0] = pawl_vec2_make(0, 30);
    polygons[1].rings.points = frame;
    polygons[1].rings.ends = frame_ends;
    polygons[1].rings.count = 2;
    pawl_level_def def = pawl_level_def_default();
    def.polygons = polygons;
    def.polygon_count = 2;
    const level_built built = level_build_now(&def);
    ck_assert_uint_eq(built.level.vertex_count, 4 + 8);
    ck_assert_uint_eq(area_of(&built.level, 1), 2 * (30 * 30 - 10 * 10));
    free(built.block);
}
END_TEST

/* It winds around its middle twice, always to the left: not convex all the same. */
START_TEST(a_pentagram_is_a_star) {
    static const pawl_vec2 points[5] = {
        {0, -10000}, {5900, 8100}, {-9500, -3100}, {9500, -3100}, {-5900, 8100}};
    const uint32_t end = 5;
    pawl_level_polygon polygon;
    memset(&polygon, 0, sizeof polygon);
    polygon.rings.points = points;
    polygon.rings.ends = &end;
    polygon.rings.count = 1;
    pawl_level_def def = pawl_level_def_default();
    def.polygons = &polygon;
    def.polygon_count = 1;
    const level_built built = level_build_now(&def);
    ck_assert_uint_eq(built.level.vertex_count, 4 + 10);
    free(built.block);
}
END_TEST

START_TEST(points_that_repeat_or_lie_in_line_change_nothing) {
    static const pawl_vec2 points[9] = {{0, 9}, {0, 9}, {0, 4}, {0, 0}, {0, 0},
                                        {9, 0}, {9, 9}, {9, 9}, {5, 9}};
    const uint32_t end = 9;
    pawl_level_polygon polygon;
    memset(&polygon, 0, sizeof polygon);
    polygon.rings.points = points;
    polygon.rings.ends = &end;
    polygon.rings.count = 1;
    pawl_level_def def = pawl_level_def_default();
    def.polygons = &polygon;
    def.polygon_count = 1;
    const level_built built = level_build_now(&def);
    ck_assert_uint_eq(built.level.vertex_count, 4 + 4);
    ck_assert_uint_eq(area_of(&built.level, 1), 2 * 9 * 9);
    free(built.block);
}
END_TEST

/* ---- order and place ------------------------------------------------------------------------- */

static void shuffle(level_random *level, uint64_t *seed) {
    for (uint32_t i = level->def.polygon_count; i > 1; i--) {
        const uint32_t k = (uint32_t)(seeded_next(seed) % i);
        const pawl_level_polygon other = level->polygons[k];
        level->polygons[k] = level->polygons[i - 1];
        level->polygons[i - 1] = other;
    }
}

/* Every ring begins elsewhere. */
static void rotate_rings(level_random *level, uint64_t *seed) {
    for (uint32_t i = 0; i < level->def.polygon_count; i++) {
        const pawl_rings *const rings = &level->polygons[i].rings;
        for (uint32_t k = 0, begin = 0; k < rings->count; begin = rings->ends[k++]) {
            pawl_vec2 *const ring = level->points + (rings->points - level->points) + begin;
            const uint32_t count = rings->ends[k] - begin;
            for (uint64_t turns = seeded_next(seed) % count; turns > 0; turns--) {
                const pawl_vec2 first = ring[0];
                memmove(ring, ring + 1, (count - 1) * sizeof *ring);
                ring[count - 1] = first;
            }
        }
    }
}

START_TEST(the_order_of_polygons_and_the_start_of_rings_change_no_bit) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < SEEDED_ROUNDS(15); n++) {
        level_random_options options = level_random_default();
        options.polygon_count = 25;
        options.region_count = 1 + (uint32_t)(n % 5);
        options.grain = n % 3 == 0 ? PAWL_FX_ONE : 1; /* many cocircular points */
        level_random level = level_random_make(seeded_next(&seed), &options);
        level.def.limits.vertices = 4000, level.def.limits.edges = 10000;
        const level_built first = level_build_now(&level.def);
        shuffle(&level, &seed);
        rotate_rings(&level, &seed);
        const level_built second = level_build_now(&level.def);
        ck_assert_uint_eq(first.size, second.size);
        ck_assert_msg(memcmp(first.block, second.block, first.size) == 0, "pass %d round %d", _i,
                      n);
        free(first.block);
        free(second.block);
        level_random_free(&level);
    }
}
END_TEST

START_TEST(a_shifted_level_is_the_same_level_shifted) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < SEEDED_ROUNDS(15); n++) {
        const uint64_t own = seeded_next(&seed);
        level_random_options options = level_random_default();
        options.polygon_count = 25;
        options.region_count = 1 + (uint32_t)(n % 5);
        options.grain = n % 3 == 0 ? PAWL_FX_ONE : 1;
        level_random level = level_random_make(own, &options);
        options.shift.x = (pawl_fx)(seeded_next(&seed) % 2000000000) - 1000000000;
        options.shift.y = (pawl_fx)(seeded_next(&seed) % 2000000000) - 1000000000;
        level_random moved = level_random_make(own, &options);
        if (n % 2) {
            level.def.bounds.lower = pawl_vec2_make(-500000, -400001);
            level.def.bounds.upper = pawl_vec2_make(700001, 500000);
            moved.def.bounds.lower = pawl_vec2_add(level.def.bounds.lower, options.shift);
            moved.def.bounds.upper = pawl_vec2_add(level.def.bounds.upper, options.shift);
        }
        level_built first = level_build_now(&level.def);
        const level_built second = level_build_now(&moved.def);
        ck_assert_uint_eq(first.size, second.size);
        uint8_t *const block = first.block;
        for (uint32_t at = 40; at < 56; at += 4)
            pawli_store_u32(block + at,
                            pawli_fetch_u32(block + at) +
                                (uint32_t)(at % 8 == 0 ? options.shift.x : options.shift.y));
        for (uint32_t i = 0; i < 2 * first.level.vertex_count; i++) {
            uint8_t *const at = block + PAWLI_LEVEL_HEADER + (size_t)4 * i;
            pawli_store_u32(at, pawli_fetch_u32(at) +
                                    (uint32_t)(i % 2 ? options.shift.y : options.shift.x));
        }
        level_seal(block, first.size);
        ck_assert_msg(memcmp(block, second.block, first.size) == 0, "pass %d round %d", _i, n);
        free(first.block);
        free(second.block);
        level_random_free(&level);
        level_random_free(&moved);
    }
}
END_TEST

/* ---- progress -------------------------------------------------------------------------------- */

typedef struct progress_log {
    pawl_level_stage stage;
    uint32_t done, calls, ends;
    bool wrong;
} progress_log;

static void log_progress(void *context, pawl_level_stage stage, uint32_t done, uint32_t total) {
    progress_log *const log = context;
    if (stage < log->stage || done > total) log->wrong = true;
    if (stage == log->stage && log->calls > 0 && done < log->done) log->wrong = true;
    if (stage != log->stage && stage != log->stage + 1) log->wrong = true;
    log->stage = stage;
    log->done = done;
    log->calls++;
    log->ends += done == total;
}

START_TEST(progress_goes_forward_through_all_stages) {
    room drawn;
    make_room(&drawn);
    progress_log log;
    memset(&log, 0, sizeof log);
    const pawl_level_progress progress = {log_progress, &log};
    const size_t need = pawl_level_build_size(&drawn.def);
    void *const memory = malloc(need);
    uint32_t out[400];
    ck_assert_int_eq(pawl_level_build(&drawn.def, memory, need, &progress, out, sizeof out, NULL),
                     PAWL_OK);
    ck_assert_int_eq(log.wrong, false);
    ck_assert_int_eq(log.stage, PAWL_LEVEL_WRITE);
    ck_assert_uint_eq(log.ends, 5);
    ck_assert_uint_ge(log.calls, 10);
    free(memory);
}
END_TEST

/* ---- misuse ---------------------------------------------------------------------------------- */

static uint64_t misuse_memory[8192];
static uint32_t misuse_out[1024];

#define refuse(status, about, change)                                                            \
    do {                                                                                         \
        room drawn;                                                                              \
        pawl_level_report report;                                                                \
        make_room(&drawn);                                                                       \
        change;                                                                                  \
        ck_assert_int_eq(pawl_level_build(&drawn.def, misuse_memory, sizeof misuse_memory, NULL, \
                                          misuse_out, sizeof misuse_out, &report),               \
                         PAWL_ERR_##status);                                                     \
        ck_assert_uint_eq(report.polygon, (uint32_t)(about));                                    \
        ck_assert_ptr_ne(report.reason, NULL);                                                   \
        ck_assert_int_gt((int)strlen(report.reason), 0);                                         \
    } while (0)
#define NOBODY UINT32_MAX

START_TEST(defs_that_make_no_sense_are_refused_with_a_reason) {
    static const pawl_vec2 concave[4] = {{0, 0}, {9, 0}, {2, 2}, {0, 9}};
    static const pawl_vec2 clockwise[3] = {{0, 0}, {0, 9}, {9, 0}};
    refuse(COOKIE, NOBODY, drawn.def.cookie++);
    refuse(NULL, NOBODY, drawn.def.polygons = NULL);
    refuse(NULL, NOBODY, drawn.def.regions = NULL);
    refuse(NULL, NOBODY, drawn.def.walker_points = NULL);
    refuse(ARGUMENT, NOBODY, drawn.def.walker_point_count = 0);
    refuse(ARGUMENT, NOBODY, drawn.def.walker_point_count = 65536);
    refuse(GEOMETRY, NOBODY, drawn.def.walker_points = concave);
    refuse(GEOMETRY, NOBODY,
           (drawn.def.walker_points = clockwise, drawn.def.walker_point_count = 3));
    refuse(RANGE, NOBODY, drawn.player[0].x = INT32_MIN);
    refuse(ARGUMENT, NOBODY, drawn.def.region_count = 0);
    refuse(ARGUMENT, NOBODY, drawn.def.region_count = 257);
    refuse(ARGUMENT, NOBODY, drawn.regions[1].type = 3);
    refuse(ARGUMENT, NOBODY, drawn.regions[1].pad[2] = 1);
    refuse(ARGUMENT, NOBODY, drawn.regions[0].friction = -1);
    refuse(ARGUMENT, NOBODY, drawn.regions[0].direction.c = 1);
    refuse(ARGUMENT, 1, drawn.def.region_count = 1);
    refuse(NULL, 1, drawn.polygons[1].rings.ends = NULL);
    refuse(NULL, 1, drawn.polygons[1].rings.points = NULL);
    refuse(ARGUMENT, 0, (drawn.polygons[0].rings.count = 2, drawn.ends[1] = 3));
    refuse(RANGE, 0, drawn.points[2].y = PAWL_COORD_MAX);
    refuse(RANGE, 1, drawn.points[5].y = INT32_MIN);
    refuse(RANGE, 0, drawn.points[2].x = PAWL_COORD_MAX - 2);       /* inflated */
    refuse(RANGE, NOBODY, drawn.points[2].x = PAWL_COORD_MAX - 20); /* and the margin */
    refuse(RANGE, NOBODY, drawn.def.bounds.lower.x = 1);
    refuse(RANGE, NOBODY,
           (drawn.def.bounds.upper.x = 9, drawn.def.bounds.upper.y = PAWL_COORD_MAX));
    refuse(CAPACITY, NOBODY, drawn.def.limits.segments = UINT32_MAX);
    refuse(CAPACITY, NOBODY, drawn.def.limits.vertices = UINT32_MAX);
    refuse(CAPACITY, NOBODY, drawn.def.limits.edges = UINT32_MAX);
    refuse(CAPACITY, 0, drawn.ends[0] = UINT32_MAX);
    pawl_level_report report;
    ck_assert_int_eq(pawl_level_build(NULL, misuse_memory, 8, NULL, misuse_out, 8, &report),
                     PAWL_ERR_NULL);
    room drawn;
    make_room(&drawn);
    ck_assert_int_eq(pawl_level_build(&drawn.def, NULL, 8, NULL, misuse_out, 8, &report),
                     PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_level_build(&drawn.def, misuse_memory, 8, NULL, NULL, 8, NULL),
                     PAWL_ERR_NULL);
    ck_assert_uint_eq(pawl_level_build_size(NULL), 0);
    drawn.def.cookie = 0;
    ck_assert_uint_eq(pawl_level_build_size(&drawn.def), 0);
}
END_TEST

Suite *suite_level_build(void);
Suite *suite_level_build(void) {
    Suite *const suite = suite_create("level_build");
    TCase *const tcase = tcase_create("all");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, a_box_and_a_wall_are_inflated_as_worked_by_hand);
    tcase_add_test(tcase, what_reaches_beyond_the_bounds_is_cut_off_there);
    tcase_add_test(tcase, a_level_of_nothing_is_free);
    tcase_add_test(tcase, rings_without_area_are_nothing_to_a_point_and_a_hole_is_free);
    tcase_add_test(tcase, a_pentagram_is_a_star);
    tcase_add_test(tcase, points_that_repeat_or_lie_in_line_change_nothing);
    tcase_add_loop_test(tcase, the_order_of_polygons_and_the_start_of_rings_change_no_bit, 0, 2);
    tcase_add_loop_test(tcase, a_shifted_level_is_the_same_level_shifted, 0, 2);
    tcase_add_test(tcase, progress_goes_forward_through_all_stages);
    tcase_add_test(tcase, defs_that_make_no_sense_are_refused_with_a_reason);
    suite_add_tcase(suite, tcase);
    return suite;
}
