/* test_walk_fuzz.c - random walks in random levels: in no wall, never trapped, and every straight
 * walk equal to a plain search. */
#include <check.h>
#include <stdio.h>

#include "support/grid_level.h"
#include "support/seeded.h"
#include "support/walk_fuzz.h"

#define PASSES 10
#define GRIDS SEEDED_ROUNDS(100)
#define GRID_TICKS 200

START_TEST(walks_on_grids_are_exact_free_and_never_trapped) {
    walk_fuzz_totals totals = {0};
    for (int i = 0; i < GRIDS; i++) {
        const uint64_t seed = first_seed(_i * 1000 + i);
        const grid_plan plan = grid_plan_any(seed);
        grid_level grid;
        ck_assert_int_eq(grid_level_make(&plan, &grid), true);
        const char *const defect = walk_fuzz(&grid.level, NULL, seed, GRID_TICKS, 1, &totals);
        ck_assert_msg(defect == NULL, "%s, pass %d, grid %d, tick %d", defect ? defect : "", _i, i,
                      (int)totals.ticks);
        grid_level_free(&grid);
    }
    printf("%d ticks, %d contacts, %d corners, %d held, %d still, %d compared, %d stopped, %d "
           "touching, %d full\n",
           (int)totals.ticks, (int)totals.contacts, (int)totals.corners, (int)totals.held,
           (int)totals.still, (int)totals.compared, (int)totals.stopped, (int)totals.touching,
           (int)totals.full);
}
END_TEST

Suite *suite_walk_fuzz(void);
Suite *suite_walk_fuzz(void) {
    Suite *suite = suite_create("walk_fuzz");
    TCase *tests = tcase_create("fuzz");
    tcase_add_loop_test(tests, walks_on_grids_are_exact_free_and_never_trapped, 0, PASSES);
    suite_add_tcase(suite, tests);
    return suite;
}
