/* test_grid_level.c - the levels that other tests walk on are levels. */
#include <check.h>

#include "support/level/grid_level.h"
#include "support/level/level_parts.h"
#include "support/base/seeded.h"

START_TEST(grids_of_all_kinds_are_levels) {
    int with_jitter = 0, wide = 0, far = 0;
    for (int i = 0; i < 400; i++) {
        const grid_plan plan = grid_plan_any(first_seed(i));
        grid_level grid;
        ck_assert_msg(grid_level_make(&plan, &grid), "seed %d", i);
        with_jitter += plan.jitter > 1;
        wide += grid.level.is_wide;
        far += grid.level.bounds.upper.x == PAWL_COORD_MAX;
        grid_level_free(&grid);
    }
    ck_assert_msg(with_jitter > 50 && wide > 10 && far > 30, "%d %d %d", with_jitter, wide, far);
}
END_TEST

START_TEST(letters_of_a_map_become_regions) {
    const grid_plan plan = grid_plan_of_map(6, 2, 8,
                                            "/\\zs#="
                                            "DEa...");
    grid_level grid;
    ck_assert_int_eq(grid_level_make(&plan, &grid), true);
    static const int want[24] = {1, 1,  4, 4,  3,  3, -1, -1, -1, -1, -1, -1,
                                 0, -1, 0, -1, -1, 0, -1, 0,  0,  0,  2,  2};
    for (uint32_t i = 0; i < 24; i++) {
        uint16_t region = 0;
        const pawl_level_triangle triangle = pawl_level_get_triangle(&grid.level, i);
        const uint32_t count = pawl_level_get_cell_regions(&grid.level, triangle.cell, &region, 1);
        ck_assert_msg((count == 0 ? -1 : (int)region) == want[i], "triangle %d", (int)i);
    }
    grid_level_free(&grid);
}
END_TEST

Suite *suite_grid_level(void);
Suite *suite_grid_level(void) {
    Suite *suite = suite_create("grid_level");
    TCase *tests = tcase_create("grids");
    tcase_add_test(tests, grids_of_all_kinds_are_levels);
    tcase_add_test(tests, letters_of_a_map_become_regions);
    suite_add_tcase(suite, tests);
    return suite;
}
