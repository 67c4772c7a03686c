/* test_locate.c - which triangle a point belongs to, also where several meet, and what lies there.
 */
#include <check.h>
#include <stdlib.h>

#include "level/level_walk.h"
#include "support/level/grid_level.h"
#include "support/base/seeded.h"

/* The answer by looking at all triangles: free before solid, then the lowest cell, then the lowest
 * number. */
static uint32_t best_of_all(const pawl_level *level, pawl_vec2 point, int *met) {
    uint32_t best = PAWL_TRIANGLE_NONE;
    bool best_solid = false;
    uint16_t best_cell = 0;
    *met = 0;
    for (uint32_t t = 0; t < level->triangle_count; t++) {
        const pawl_place place = {point, t};
        if (!pawli_locate_is_place(level, place)) continue;
        const bool solid = pawl_level_is_solid(level, NULL, t);
        const uint16_t cell = pawl_level_get_triangle(level, t).cell;
        const bool better = best == PAWL_TRIANGLE_NONE || (solid != best_solid && !solid) ||
                            (solid == best_solid && cell < best_cell);
        (*met)++;
        if (!better) continue;
        best = t;
        best_solid = solid;
        best_cell = cell;
    }
    return best;
}

static void assert_found(const pawl_level *level, pawl_vec2 point, uint64_t seed, int *shared) {
    int met;
    const uint32_t want = best_of_all(level, point, &met);
    *shared += met > 2;
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t hint = i * (level->triangle_count / 3);
        pawl_place place = {{-1, -1}, 0};
        ck_assert_int_eq(pawl_level_locate(level, point, hint, &place), PAWL_OK);
        ck_assert_msg(
            place.triangle == want && place.position.x == point.x && place.position.y == point.y,
            "seed %llu, point %d %d, hint %u: triangle %u instead of %u", (unsigned long long)seed,
            (int)point.x, (int)point.y, (unsigned)hint, (unsigned)place.triangle, (unsigned)want);
    }
}

START_TEST(a_point_has_one_place_whatever_the_hint) {
    int shared = 0;
    for (int round = 0; round < SEEDED_ROUNDS(40); round++) {
        const uint64_t seed = (uint64_t)round + 1;
        const grid_plan plan = grid_plan_any(seed);
        grid_level grid;
        ck_assert_int_eq(grid_level_make(&plan, &grid), true);
        const pawl_level *const level = &grid.level;
        for (uint32_t v = 0; v < level->vertex_count; v += 1 + level->vertex_count / 64)
            assert_found(level, pawl_level_get_vertex(level, v), seed, &shared);
        for (uint32_t t = 0; t < level->triangle_count; t += 1 + level->triangle_count / 64) {
            const pawl_level_triangle at = pawl_level_get_triangle(level, t);
            const pawl_vec2 a = pawl_level_get_vertex(level, at.vertices[0]);
            const pawl_vec2 b = pawl_level_get_vertex(level, at.vertices[1]);
            assert_found(level, pawl_vec2_make(a.x + (b.x - a.x) / 2, a.y + (b.y - a.y) / 2), seed,
                         &shared);
        }
        grid_level_free(&grid);
    }
    ck_assert_int_gt(shared, 10);
}
END_TEST

/* Who is put down exactly on a floor stands on it, and falls nowhere. */
START_TEST(a_point_on_a_floor_is_above_it) {
    const grid_plan plan = grid_plan_of_map(6, 2, 100,
                                            "......"
                                            "######");
    grid_level grid;
    ck_assert_int_eq(grid_level_make(&plan, &grid), true);
    for (pawl_fx x = 0; x <= 600; x += 10) {
        for (uint32_t hint = 0; hint < grid.level.triangle_count; hint++) {
            pawl_place place;
            ck_assert_int_eq(pawl_level_locate(&grid.level, pawl_vec2_make(x, 100), hint, &place),
                             PAWL_OK);
            ck_assert_int_eq(pawl_level_is_solid(&grid.level, NULL, place.triangle), false);
        }
    }
    grid_level_free(&grid);
}
END_TEST

START_TEST(a_triangle_lies_in_the_regions_of_its_cell) {
    int lying = 0;
    for (int round = 0; round < SEEDED_ROUNDS(20); round++) {
        const grid_plan plan = grid_plan_any((uint64_t)round + 1);
        grid_level grid;
        ck_assert_int_eq(grid_level_make(&plan, &grid), true);
        for (uint32_t t = 0; t < grid.level.triangle_count; t++) {
            uint16_t regions[GRID_REGIONS];
            const uint16_t cell = pawl_level_get_triangle(&grid.level, t).cell;
            const uint32_t count =
                pawl_level_get_cell_regions(&grid.level, cell, regions, GRID_REGIONS);
            uint32_t found = 0;
            for (uint32_t region = 0; region <= GRID_REGIONS; region++) {
                bool listed = false;
                for (uint32_t i = 0; i < count; i++)
                    listed = listed || regions[i] == region;
                ck_assert_int_eq(pawl_level_is_in(&grid.level, t, region), listed);
                found += listed;
            }
            ck_assert_uint_eq(found, count);
            lying += count > 1;
        }
        ck_assert_int_eq(pawl_level_is_in(&grid.level, grid.level.triangle_count, 0), false);
        ck_assert_int_eq(pawl_level_is_in(NULL, 0, 0), false);
        grid_level_free(&grid);
    }
    ck_assert_int_gt(lying, 0);
}
END_TEST

Suite *suite_locate(void);
Suite *suite_locate(void) {
    TCase *cases = tcase_create("locate");
    tcase_add_test(cases, a_point_has_one_place_whatever_the_hint);
    tcase_add_test(cases, a_point_on_a_floor_is_above_it);
    tcase_add_test(cases, a_triangle_lies_in_the_regions_of_its_cell);
    Suite *suite = suite_create("locate");
    suite_add_tcase(suite, cases);
    return suite;
}
