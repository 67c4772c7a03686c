/* test_walker.c - the controller: speeds, ground, platforms, state. */
#include <check.h>
#include <stdlib.h>

#include "level/level_walk.h"
#include "pawl/convex.h"
#include "support/level/grid_level.h"
#include "support/base/seeded.h"

#define U(units) ((pawl_fx)((units)*65536))

static grid_level grid;
static pawl_walker_def def;
static pawl_walker walker;
static pawl_step_report report;

/* Squares of 4 units, the lower left corner of the map at (0, 0). */
static void make(uint32_t columns, uint32_t rows, const char *map) {
    const grid_plan plan = grid_plan_of_map(columns, rows, U(4), map);
    ck_assert_int_eq(grid_level_make(&plan, &grid), true);
    def = pawl_walker_def_default();
    memset(&walker, 0, sizeof walker);
}

static void unmake(void) {
    grid_level_free(&grid);
}

static void put(pawl_fx x, pawl_fx y) {
    ck_assert_int_eq(pawl_level_locate(&grid.level, pawl_vec2_make(x, y), 0, &walker.place),
                     PAWL_OK);
}

static void step_with(const pawl_platform *platforms, uint32_t count, pawl_fx x, pawl_fx y) {
    ck_assert_int_eq(pawl_walker_step(&grid.level, NULL, &def, platforms, count,
                                      pawl_vec2_make(x, y), &walker, &report),
                     PAWL_OK);
    ck_assert_int_eq(pawli_locate_is_place(&grid.level, walker.place), true);
}

static void step(pawl_fx x, pawl_fx y) {
    step_with(NULL, 0, x, y);
}

static void fall(void) {
    def.gravity.y = -U(30);
    for (int i = 0; i < 200 && !walker.on_ground; i++)
        step(0, 0);
    ck_assert_uint_eq(walker.on_ground, 1);
}

static void assert_at(pawl_vec2 got, pawl_fx x, pawl_fx y) {
    ck_assert_msg(got.x == x && got.y == y, "(%d, %d) instead of (%d, %d)", (int)got.x, (int)got.y,
                  (int)x, (int)y);
}

/* ---- speeds ---------------------------------------------------------------------------------- */

START_TEST(seen_from_above_it_reaches_its_top_speed_and_stops) {
    make(30, 1, "..............................");
    put(U(2), U(2));
    int steps = 0;
    for (; walker.velocity.x < U(8) && steps < 100; steps++)
        step(U(1), 0);
    ck_assert_int_eq(walker.velocity.x, U(8));
    ck_assert_int_eq(steps, 13); /* 8 / (40 / 60) = 12, and the air takes some */
    for (int i = 0; i < 100; i++)
        step(U(1), 0);
    ck_assert_int_eq(walker.velocity.x, U(8));
    step(U(1) / 2, 0);
    ck_assert_int_lt(walker.velocity.x, U(8));
    for (int i = 0; i < 10; i++)
        step(U(1) / 2, 0);
    ck_assert_int_eq(walker.velocity.x, U(4));
    for (steps = 0; walker.velocity.x > 0 && steps < 100; steps++)
        step(0, 0);
    assert_at(walker.velocity, 0, 0);
    ck_assert_int_le(steps, 6);
    const pawl_place place = walker.place;
    step(0, 0);
    ck_assert_mem_eq(&place, &walker.place, sizeof place);
    unmake();
}
END_TEST

START_TEST(a_longer_input_is_cut) {
    make(20, 20,
         "....................................................................................."
         "....................................................................................."
         "....................................................................................."
         "....................................................................................."
         "............................................................");
    put(U(2), U(2));
    for (int i = 0; i < 60; i++)
        step(U(3), U(4));
    assert_at(walker.velocity, 8 * 39322, 8 * 52429); /* 0.6 and 0.8, to the nearest */
    step(INT32_MIN, INT32_MAX);
    ck_assert_int_lt(walker.velocity.x, PAWL_FX(4, 8, 10));
    unmake();
}
END_TEST

START_TEST(the_air_brings_to_rest_whom_nothing_else_does) {
    make(30, 1, "..............................");
    put(U(2), U(2));
    def.braking = 0;
    def.air_friction = U(6); /* a tenth in each step */
    walker.velocity = pawl_vec2_make(U(10), -U(1));
    step(0, 0);
    assert_at(walker.velocity, U(9), -(pawl_fx)((uint64_t)65536 * 966367642 >> 30));
    for (int i = 0; i < 200; i++)
        step(0, 0);
    assert_at(walker.velocity, 0, 0);
    def.air_friction = U(60);
    walker.velocity = pawl_vec2_make(U(10), -U(1));
    step(0, 0);
    assert_at(walker.velocity, 0, 0);
    unmake();
}
END_TEST

/* One raw unit per second is not lost, at any rate. */
static const struct {
    uint32_t numerator, denominator, steps;
} rates[] = {{60, 1, 60}, {16777216, 280896, 16777216 / 280896 + 1}, {7, 2, 7}, {1, 1, 2}};

START_TEST(what_is_less_than_a_raw_unit_is_kept_for_later) {
    make(2, 2, "....");
    put(U(4) + 100, U(4) + 100);
    def.acceleration = def.braking = def.air_friction = 0;
    def.rate_numerator = rates[_i].numerator;
    def.rate_denominator = rates[_i].denominator;
    walker.velocity = pawl_vec2_make(1, -1);
    int64_t x = 0;
    for (uint32_t i = 1; i <= 10 * rates[_i].steps; i++) {
        step(0, 0);
        x = (int64_t)i * rates[_i].denominator / rates[_i].numerator;
        const int64_t up = -(-x - ((int64_t)i * rates[_i].denominator % rates[_i].numerator != 0));
        assert_at(walker.place.position, U(4) + 100 + (pawl_fx)x, U(4) + 100 - (pawl_fx)up);
    }
    ck_assert_int_gt(x, 5);
    unmake();
}
END_TEST

/* ---- ground ---------------------------------------------------------------------------------- */

START_TEST(it_falls_lands_and_stays) {
    make(3, 3,
         "..."
         "..."
         "###");
    put(U(5), U(9));
    fall();
    ck_assert_int_eq(walker.place.position.y, U(4));
    ck_assert_int_eq(walker.place.position.x, U(5));
    assert_at(walker.velocity, 0, 0);
    ck_assert_int_eq(walker.ground.s, PAWL_UNIT);
    ck_assert_uint_eq(walker.ground_region, GRID_GROUND);
    for (int i = 0; i < 60; i++) {
        step(0, 0);
        ck_assert_uint_eq(walker.on_ground, 1);
        assert_at(walker.place.position, U(5), U(4));
    }
    walker.velocity.y = U(5);
    step(0, 0);
    ck_assert_uint_eq(walker.on_ground, 0);
    ck_assert_int_eq(walker.ground.s, 0);
    ck_assert_int_gt(walker.place.position.y, U(4));
    unmake();
}
END_TEST

START_TEST(ground_is_found_also_by_a_gravity_below_one_raw_unit) {
    make(3, 3,
         "..."
         "..."
         "###");
    put(U(5), U(4) + 1);
    def.gravity.y = -100;
    def.air_friction = 0;
    int landed = 0;
    for (int i = 0; i < 3000; i++) {
        step(0, 0);
        if (landed) ck_assert_uint_eq(walker.on_ground, 1);
        landed |= walker.on_ground;
    }
    ck_assert_int_eq(landed, 1);
    walker.velocity.y = 100; /* a jump of less than two raw units */
    step(0, 0);
    ck_assert_uint_eq(walker.on_ground, 0);
    unmake();
}
END_TEST

/* The slope rises 1 in 1. */
START_TEST(the_slope_limit_is_exact) {
    make(4, 3,
         "...."
         "../#"
         "./##");
    const pawl_angle limits[3] = {PAWL_TURN(1, 8), PAWL_TURN(1, 8) - 16384, PAWL_TURN(1, 6)};
    const int want[3] = {1, 0, 1};
    for (int i = 0; i < 3; i++) {
        memset(&walker, 0, sizeof walker);
        put(U(9), U(7));
        def.gravity.y = -U(30);
        def.slope_limit = limits[i];
        int ground = 0;
        for (int k = 0; k < (want[i] ? 60 : 30); k++) {
            step(0, 0);
            ground |= walker.on_ground;
        }
        ck_assert_msg(ground == want[i], "limit %d", i);
        if (want[i]) {
            const pawl_place place = walker.place;
            step(0, 0);
            ck_assert_mem_eq(&walker.place, &place, sizeof place);
        } else {
            const pawl_fx x = walker.place.position.x;
            step(0, 0);
            ck_assert_int_lt(walker.place.position.x, x); /* slides down */
        }
    }
    unmake();
}
END_TEST

START_TEST(it_runs_up_a_slope_at_its_top_speed) {
    make(9, 6,
         "........."
         "......../"
         "......./#"
         "....../##"
         "...../###"
         "..../####");
    put(U(2), U(1));
    def.air_friction = 0;
    fall();
    for (int i = 0; i < 150; i++)
        step(U(1), 0);
    ck_assert_uint_eq(walker.on_ground, 1);
    ck_assert_int_eq(walker.ground.c, -walker.ground.s);
    const int64_t square = (int64_t)walker.velocity.x * walker.velocity.x +
                           (int64_t)walker.velocity.y * walker.velocity.y;
    const int64_t top = (int64_t)U(8) * U(8);
    ck_assert_msg(square <= top + 4 * U(8) && square > top - top / 1000, "%lld", (long long)square);
    for (int i = 0; i < 30; i++)
        step(0, 0);
    assert_at(walker.velocity, 0, 0); /* and stands */
    unmake();
}
END_TEST

START_TEST(friction_of_the_ground_slows_who_does_not_run) {
    make(30, 2,
         ".............................."
         "##############################");
    put(U(2), U(4) + 10);
    def.braking = def.air_friction = 0;
    fall();
    def.friction = U(1) / 2;
    walker.velocity.x = U(6);
    for (int i = 0; i < 12; i++)
        step(0, 0); /* 0.5 * 30 / 60 in each */
    ck_assert_int_eq(walker.velocity.x, U(3));
    for (int i = 0; i < 20; i++)
        step(0, 0);
    assert_at(walker.velocity, 0, 0);
    def.friction_model = PAWL_FRICTION_FACTOR;
    walker.velocity.x = U(4);
    step(0, 0);
    ck_assert_int_eq(walker.velocity.x, U(2));
    unmake();
}
END_TEST

START_TEST(without_gravity_a_touch_never_adds_energy) {
    uint64_t seed = first_seed(_i);
    int touched = 0;
    for (int n = 0; n < SEEDED_ROUNDS(200); n++) {
        grid_plan plan = grid_plan_any(seeded_next(&seed) | 1);
        plan.pitch = U(2) + plan.pitch % U(6);
        plan.jitter = plan.pitch / 7;
        plan.origin = pawl_vec2_make(0, 0);
        ck_assert_int_eq(grid_level_make(&plan, &grid), true);
        def = pawl_walker_def_default();
        def.braking = def.air_friction = 0;
        memset(&walker, 0, sizeof walker);
        put(plan.pitch + 5, plan.pitch + 7);
        for (int k = 0; k < 100; k++) {
            if (k % 10 == 0) {
                walker.velocity.x = (pawl_fx)(seeded_next(&seed) >> 39) - (1 << 24);
                walker.velocity.y = (pawl_fx)(seeded_next(&seed) >> 39) - (1 << 24);
                def.friction = seeded_next(&seed) >> 63 ? 0 : (pawl_fx)(seeded_next(&seed) >> 47);
                def.friction_model = (uint8_t)(seeded_next(&seed) >> 63);
            }
            const pawl_vec2 v = walker.velocity;
            step(0, 0);
            const int64_t before = (int64_t)v.x * v.x + (int64_t)v.y * v.y;
            const int64_t after = (int64_t)walker.velocity.x * walker.velocity.x +
                                  (int64_t)walker.velocity.y * walker.velocity.y;
            ck_assert_msg(after <= before, "seed %d, grid %d, step %d", _i, n, k);
            touched += after < before;
            /* Rounding turns it by less than a raw unit on each axis. */
            for (uint32_t c = 0; c < report.contact_count && after > 4; c++) {
                const pawl_vec2 e = pawl_vec2_sub(report.contacts[c].b, report.contacts[c].a);
                ck_assert_msg(pawl_vec2_cross(e, walker.velocity) >=
                                  -(int64_t)pawl_abs(e.x) - pawl_abs(e.y),
                              "into a wall, seed %d, grid %d, step %d", _i, n, k);
            }
        }
        unmake();
    }
    ck_assert_int_gt(touched, SEEDED_OFTEN(1000));
}
END_TEST

START_TEST(in_a_corner_nothing_is_left_of_the_velocity) {
    make(3, 2,
         ".#."
         "##s");
    def.braking = def.air_friction = 0;
    put(U(4) - 1, U(4) + 1);
    walker.velocity = pawl_vec2_make(60, -60);
    step(0, 0);
    ck_assert_int_eq(walker.place.position.x, U(4));
    ck_assert_int_eq(walker.place.position.y, U(4));
    walker.velocity = pawl_vec2_make(U(5), -U(5));
    step(0, 0);
    ck_assert_uint_eq(report.contacts[0].corner, 2);
    ck_assert_int_eq(walker.velocity.x, 0);
    ck_assert_int_eq(walker.velocity.y, 0);
    put(U(9), U(1)); /* below a roof that comes down to the floor */
    walker.velocity = pawl_vec2_make(U(600), 0);
    step(0, 0);
    ck_assert_uint_ge(report.contact_count, 2);
    ck_assert_int_eq(walker.velocity.x, 0);
    ck_assert_int_eq(walker.velocity.y, 0);
    unmake();
}
END_TEST

/* ---- state ----------------------------------------------------------------------------------- */

START_TEST(saved_and_restored_it_goes_on_the_same) {
    uint64_t seed = first_seed(_i);
    make(8, 6,
         "........"
         "..=/\\..."
         ".D....=."
         "../\\aa.."
         ".=..=.s."
         "###/.###");
    put(U(2), U(22));
    def.gravity.y = -U(20);
    static const pawl_vec2 box[4] = {{-U(2), -U(1)}, {U(2), -U(1)}, {U(2), U(1)}, {-U(2), U(1)}};
    static pawl_walker states[601];
    pawl_platform platform = {box, 4, {U(10), U(10)}, {0, 0}, U(1) / 2};
    static pawl_platform moves[600];
    pawl_vec2 inputs[600];
    for (int i = 0; i < 600; i++) {
        platform.position = pawl_vec2_add(platform.position, platform.move);
        platform.move.x = (i / 60) % 2 == 0 ? 6000 : -6000;
        moves[i] = platform;
        inputs[i] = pawl_vec2_make((pawl_fx)(seeded_next(&seed) >> 47) - U(1), 0);
    }
    int landed = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = pass * 300; i < 600; i++) {
            if (i == 300 && pass == 1) memcpy(&walker, &states[300], sizeof walker);
            if (pass == 0) memcpy(&states[i], &walker, sizeof walker);
            ck_assert_mem_eq(&states[i], &walker, sizeof walker);
            if (i % 100 == 0) walker.velocity.y = U(10);
            step_with(&moves[i], 1, inputs[i].x, 0);
            landed += walker.on_ground;
        }
        if (pass == 0) states[600] = walker;
    }
    ck_assert_mem_eq(&walker, &states[600], sizeof walker);
    ck_assert_int_gt(landed, 50);
    unmake();
}
END_TEST

START_TEST(wrong_use_is_an_error_and_changes_nothing) {
    make(3, 3, ".........");
    put(U(2), U(2));
    const pawl_walker good = walker;
    const pawl_vec2 none = {0, 0};
    static const pawl_vec2 box[4] = {{-U(2), -U(1)}, {U(2), -U(1)}, {U(2), U(1)}, {-U(2), U(1)}};
    const pawl_platform platform = {box, 4, {U(10), U(10)}, {0, 0}, 0};
#define STEP(def, platforms, count) \
    pawl_walker_step(&grid.level, NULL, def, platforms, count, none, &walker, NULL)
    ck_assert_int_eq(pawl_walker_step(NULL, NULL, &def, NULL, 0, none, &walker, NULL),
                     PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_walker_step(&grid.level, NULL, &def, NULL, 0, none, NULL, NULL),
                     PAWL_ERR_NULL);
    ck_assert_int_eq(STEP(NULL, NULL, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(STEP(&def, NULL, 1), PAWL_ERR_NULL);
    ck_assert_int_eq(STEP(&def, &platform, 256), PAWL_ERR_RANGE);
    pawl_walker_def bad[12];
    for (int i = 0; i < 12; i++)
        bad[i] = def;
    bad[0].acceleration = -1;
    bad[1].braking = -1;
    bad[2].top_speed = -1;
    bad[3].friction = -1;
    bad[4].air_friction = -1;
    bad[5].air_friction = U(60) + 1;
    bad[6].gravity.x = INT32_MIN;
    bad[7].slope_limit = PAWL_TURN(1, 4);
    bad[8].friction_model = 2;
    bad[9].rate_numerator = 0;
    bad[10].rate_denominator = UINT32_C(1) << 31;
    bad[11].gravity.y = INT32_MIN;
    for (int i = 0; i < 12; i++)
        ck_assert_msg(STEP(&bad[i], NULL, 0) == PAWL_ERR_RANGE, "def %d", i);
    bad[0].cookie = 0;
    ck_assert_int_eq(STEP(&bad[0], NULL, 0), PAWL_ERR_COOKIE);
    pawl_platform broken[6];
    for (int i = 0; i < 6; i++)
        broken[i] = platform;
    static const pawl_vec2 wide[3] = {{0, 0}, {PAWL_EXTENT_MAX + 1, 0}, {0, U(1)}};
    broken[0].points = NULL;
    broken[1].count = 2;
    broken[2].count = 17;
    broken[3].move.y = -PAWL_WALK_MAX - 1;
    broken[4].position.x = PAWL_COORD_MAX;
    broken[5].points = wide;
    broken[5].count = 3;
    for (int i = 0; i < 6; i++)
        ck_assert_msg(STEP(&def, &broken[i], 1) == PAWL_ERR_RANGE, "platform %d", i);
    ck_assert_mem_eq(&walker, &good, sizeof walker);
    const struct {
        size_t at;
        int32_t value;
    } marks[] = {{offsetof(pawl_walker, remainder.x), -1},
                 {offsetof(pawl_walker, remainder.y), 60},
                 {offsetof(pawl_walker, ground.c), PAWL_UNIT + 1},
                 {offsetof(pawl_walker, ground.s), INT32_MIN},
                 {offsetof(pawl_walker, place.triangle), 18},
                 {offsetof(pawl_walker, place.position.x), U(7)}};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        walker = good;
        memcpy((char *)&walker + marks[i].at, &marks[i].value, sizeof(int32_t));
        const pawl_walker before = walker;
        ck_assert_msg(STEP(&def, NULL, 0) == PAWL_ERR_RANGE, "mark %d", (int)i);
        ck_assert_mem_eq(&walker, &before, sizeof walker);
    }
    walker = good;
    walker.velocity.x = walker.velocity.y = INT32_MIN;
    walker.platform = 9; /* one that is gone */
    walker.on_ground = 7;
    ck_assert_int_eq(STEP(&def, &platform, 1), PAWL_OK);
    ck_assert_uint_eq(walker.platform, 0);
    unmake();
}
END_TEST

Suite *suite_walker(void);
Suite *suite_walker(void) {
    Suite *suite = suite_create("walker");
    TCase *tests = tcase_create("controller");
    tcase_add_test(tests, seen_from_above_it_reaches_its_top_speed_and_stops);
    tcase_add_test(tests, a_longer_input_is_cut);
    tcase_add_test(tests, the_air_brings_to_rest_whom_nothing_else_does);
    tcase_add_loop_test(tests, what_is_less_than_a_raw_unit_is_kept_for_later, 0, 4);
    tcase_add_test(tests, it_falls_lands_and_stays);
    tcase_add_test(tests, ground_is_found_also_by_a_gravity_below_one_raw_unit);
    tcase_add_test(tests, the_slope_limit_is_exact);
    tcase_add_test(tests, it_runs_up_a_slope_at_its_top_speed);
    tcase_add_test(tests, friction_of_the_ground_slows_who_does_not_run);
    tcase_add_test(tests, in_a_corner_nothing_is_left_of_the_velocity);
    tcase_add_loop_test(tests, without_gravity_a_touch_never_adds_energy, 0, 4);
    tcase_add_loop_test(tests, saved_and_restored_it_goes_on_the_same, 0, 4);
    tcase_add_test(tests, wrong_use_is_an_error_and_changes_nothing);
    suite_add_tcase(suite, tests);
    return suite;
}
