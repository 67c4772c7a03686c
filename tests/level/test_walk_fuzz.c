/* test_walk_fuzz.c - random walks in random levels: in no wall, never trapped, and every straight
 * walk equal to a plain search. */
#include <check.h>

#include "support/base/seeded.h"
#include "support/level/walk_fuzz.h"

#define PASSES 10
#define GRIDS SEEDED_ROUNDS(100)
#define GRID_TICKS 200
#define LEVELS 10
#define LEVEL_TICKS ((uint32_t)SEEDED_ROUNDS(10000))

typedef const char *fuzz_of(uint64_t seed, uint32_t ticks, uint32_t stride,
                            walk_fuzz_totals *totals);

static void fuzz(fuzz_of *one, int pass, int levels, uint32_t ticks) {
    walk_fuzz_totals totals = {0};
    for (int i = 0; i < levels; i++) {
        const char *const defect = one(first_seed(pass * 1000 + i), ticks, 1, &totals);
        ck_assert_msg(defect == NULL, "%s, pass %d, level %d, tick %d", defect ? defect : "", pass,
                      i, (int)totals.ticks);
    }
    ck_assert_msg(walk_fuzz_has_met_all(&totals), "%d ticks, %d contacts, %d corners, %d compared",
                  (int)totals.ticks, (int)totals.contacts, (int)totals.corners,
                  (int)totals.compared);
}

START_TEST(walks_on_grids_are_exact_free_and_never_trapped) {
    fuzz(walk_fuzz_grid, _i, GRIDS, GRID_TICKS);
}
END_TEST

START_TEST(walks_in_inflated_levels_are_exact_free_and_never_trapped) {
    fuzz(walk_fuzz_built, _i, LEVELS, LEVEL_TICKS);
}
END_TEST

Suite *suite_walk_fuzz(void);
Suite *suite_walk_fuzz(void) {
    Suite *suite = suite_create("walk_fuzz");
    TCase *tests = tcase_create("fuzz");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, walks_on_grids_are_exact_free_and_never_trapped, 0, PASSES);
    tcase_add_loop_test(tests, walks_in_inflated_levels_are_exact_free_and_never_trapped, 0,
                        PASSES);
    suite_add_tcase(suite, tests);
    return suite;
}
