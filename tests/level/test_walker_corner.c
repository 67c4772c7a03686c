/* test_walker_corner.c - the controller: who stands where two walls meet stands on the ground. */
#include <check.h>
#include <string.h>

#include "pawl/level.h"
#include "support/level/grid_level.h"

#define U(units) ((pawl_fx)((units)*65536))

static grid_level grid;
static pawl_walker_def def;
static pawl_walker walker;

/* Squares of 4 units, the lower left corner of the map at (0, 0). */
static void make(uint32_t columns, uint32_t rows, const char *map) {
    const grid_plan plan = grid_plan_of_map(columns, rows, U(4), map);
    ck_assert_int_eq(grid_level_make(&plan, &grid), true);
    def = pawl_walker_def_default();
    def.gravity.y = -U(30);
}

static void unmake(void) {
    grid_level_free(&grid);
}

static void put(pawl_fx x, pawl_fx y) {
    memset(&walker, 0, sizeof walker);
    ck_assert_int_eq(pawl_level_locate(&grid.level, pawl_vec2_make(x, y), 0, &walker.place),
                     PAWL_OK);
}

static void step(pawl_fx x) {
    ck_assert_int_eq(
        pawl_walker_step(&grid.level, NULL, &def, NULL, 0, pawl_vec2_make(x, 0), &walker, NULL),
        PAWL_OK);
}

static void fall(void) {
    for (int i = 0; i < 200 && !walker.on_ground; i++)
        step(0);
    ck_assert_uint_eq(walker.on_ground, 1);
}

static void assert_at(pawl_fx x, pawl_fx y) {
    const pawl_vec2 got = walker.place.position;
    ck_assert_msg(got.x == x && got.y == y, "(%d, %d) instead of (%d, %d)", (int)got.x, (int)got.y,
                  (int)x, (int)y);
}

START_TEST(who_runs_into_a_wall_still_stands_and_can_jump) {
    make(5, 3,
         "#...#"
         "#...#"
         "DDDDD");
    put(U(8), U(5));
    fall();
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 0; i < 150; i++) {
            step(i < 120 ? side * U(1) : 0);
            ck_assert_msg(walker.on_ground == 1, "side %d, step %d", side, i);
            ck_assert_uint_eq(walker.ground_region, GRID_DOOR);
        }
        assert_at(side < 0 ? U(4) : U(16), U(4));
        ck_assert_int_eq(walker.ground.c, 0);
        ck_assert_int_eq(walker.ground.s, PAWL_UNIT);
        walker.velocity.y = U(10);
        step(side * U(1));
        ck_assert_uint_eq(walker.on_ground, 0);
        ck_assert_int_gt(walker.place.position.y, U(4));
        fall();
    }
    unmake();
}
END_TEST

/* Slopes of 45 degrees and less: who stands on the lowest point leaves it to both sides. */
START_TEST(the_lowest_point_of_a_valley_is_ground) {
    make(4, 3,
         "...."
         ".\\/."
         "####");
    for (int side = -1; side <= 1; side += 2) {
        put(U(8), U(6));
        fall();
        assert_at(U(8), U(4));
        ck_assert_int_ne(walker.ground.c, 0);
        for (int i = 0; i < 10; i++) {
            step(side * U(1));
            ck_assert_msg(walker.on_ground == 1, "side %d, step %d", side, i);
        }
        ck_assert_int_gt(side * (walker.place.position.x - U(8)), U(1) / 4);
    }
    def.slope_limit = PAWL_TURN(40, 360);
    put(U(8), U(6));
    for (int i = 0; i < 100; i++) {
        step(0);
        ck_assert_uint_eq(walker.on_ground, 0);
    }
    assert_at(U(8), U(4));
    unmake();
}
END_TEST

START_TEST(where_two_floors_meet_is_ground) {
    make(4, 2,
         "...."
         "##DD");
    put(U(8), U(6));
    fall();
    assert_at(U(8), U(4));
    ck_assert_uint_eq(walker.ground_region, GRID_DOOR);
    step(-U(1));
    ck_assert_uint_eq(walker.on_ground, 1);
    step(-U(1));
    ck_assert_uint_eq(walker.ground_region, GRID_GROUND);
    ck_assert_int_lt(walker.place.position.x, U(8));
    unmake();
}
END_TEST

Suite *suite_walker_corner(void) {
    Suite *suite = suite_create("walker_corner");
    TCase *tests = tcase_create("corner");
    tcase_add_test(tests, who_runs_into_a_wall_still_stands_and_can_jump);
    tcase_add_test(tests, the_lowest_point_of_a_valley_is_ground);
    tcase_add_test(tests, where_two_floors_meet_is_ground);
    suite_add_tcase(suite, tests);
    return suite;
}
