/* test_walk.c - places, straight walks, one movement: worked by hand on small grids. */
#include <check.h>
#include <stdlib.h>

#include "level/level_walk.h"
#include "support/level/grid_level.h"
#include "support/base/seeded.h"

#define PITCH 100

static grid_level grid;

/* Squares of 100 raw units, the lower left corner of the map at (0, 0). */
static void make(uint32_t columns, uint32_t rows, const char *map) {
    const grid_plan plan = grid_plan_of_map(columns, rows, PITCH, map);
    ck_assert_int_eq(grid_level_make(&plan, &grid), true);
}

static void unmake(void) {
    grid_level_free(&grid);
}

static pawl_vec2 at(pawl_fx x, pawl_fx y) {
    return pawl_vec2_make(x, y);
}

static void assert_at(pawl_vec2 got, pawl_fx x, pawl_fx y) {
    ck_assert_msg(got.x == x && got.y == y, "(%d, %d) instead of (%d, %d)", (int)got.x, (int)got.y,
                  (int)x, (int)y);
}

/* Beside an edge the neighbours of the point decide which triangle it is: `inside` lies in it. */
static pawl_place place_near(pawl_fx x, pawl_fx y, pawl_fx inside_x, pawl_fx inside_y) {
    pawl_place place;
    ck_assert_int_eq(pawl_level_locate(&grid.level, at(inside_x, inside_y), 0, &place), PAWL_OK);
    place.position = at(x, y);
    ck_assert_int_eq(pawli_locate_is_place(&grid.level, place), true);
    return place;
}

static pawl_place place_at(pawl_fx x, pawl_fx y) {
    return place_near(x, y, x, y);
}

static pawl_walk walk_from(pawl_place place, const pawl_gates *gates, pawl_fx x, pawl_fx y) {
    pawl_walk walk;
    memset(&walk, 0x55, sizeof walk);
    ck_assert_int_eq(pawl_level_walk(&grid.level, gates, place, at(x, y), &walk), PAWL_OK);
    return walk;
}

static pawl_step_report step(pawl_place *place, const pawl_gates *gates, pawl_fx x, pawl_fx y,
                             pawl_fx friction, pawl_friction_model model) {
    pawl_step_report report;
    ck_assert_int_eq(pawl_level_step(&grid.level, gates, at(x, y), friction, model, place, &report),
                     PAWL_OK);
    return report;
}

static pawl_step_report slide(pawl_place *place, pawl_fx x, pawl_fx y) {
    return step(place, NULL, x, y, 0, PAWL_FRICTION_COULOMB);
}

/* ---- places ---------------------------------------------------------------------------------- */

START_TEST(every_point_is_found_from_every_hint) {
    make(3, 2,
         "/.s"
         "#z.");
    for (pawl_fx y = 0; y <= 2 * PITCH; y += 10) {
        for (pawl_fx x = 0; x <= 3 * PITCH; x += 10) {
            for (uint32_t hint = 0; hint < 14; hint++) {
                pawl_place place = {{-1, -1}, 99};
                ck_assert_int_eq(pawl_level_locate(&grid.level, at(x, y), hint, &place), PAWL_OK);
                assert_at(place.position, x, y);
                ck_assert_int_eq(pawli_locate_is_place(&grid.level, place), true);
            }
        }
    }
    unmake();
}
END_TEST

START_TEST(a_place_that_is_none_is_refused_and_nothing_changes) {
    make(2, 1, "..");
    const pawl_place good = place_at(50, 20);
    pawl_place bad[4] = {good, good, good, good};
    bad[0].triangle = 4;
    bad[1].triangle = UINT32_MAX;
    bad[2].position.x = 150;
    bad[3].position.y = INT32_MIN;
    pawl_walk walk, before_walk;
    pawl_step_report report, before_report;
    memset(&before_walk, 0x55, sizeof walk);
    memset(&before_report, 0x55, sizeof report);
    for (int i = 0; i < 4; i++) {
        pawl_place place = bad[i];
        walk = before_walk;
        report = before_report;
        ck_assert_int_eq(pawl_level_walk(&grid.level, NULL, place, at(10, 10), &walk),
                         PAWL_ERR_RANGE);
        ck_assert_int_eq(
            pawl_level_step(&grid.level, NULL, at(1, 1), 0, PAWL_FRICTION_COULOMB, &place, &report),
            PAWL_ERR_RANGE);
        ck_assert_mem_eq(&place, &bad[i], sizeof place);
        ck_assert_mem_eq(&walk, &before_walk, sizeof walk);
        ck_assert_mem_eq(&report, &before_report, sizeof report);
    }
    pawl_place place = good;
    ck_assert_int_eq(pawl_level_locate(&grid.level, at(-1, 0), 0, &place), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_level_locate(&grid.level, at(0, 101), 0, &place), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_level_locate(NULL, at(0, 0), 0, &place), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_level_locate(&grid.level, at(0, 0), 0, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_level_walk(&grid.level, NULL, good, at(PAWL_COORD_MAX + 1, 0), &walk),
                     PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_level_walk(NULL, NULL, good, at(0, 0), &walk), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_level_walk(&grid.level, NULL, good, at(0, 0), NULL), PAWL_ERR_NULL);
    const pawl_friction_model unknown = (pawl_friction_model)2;
    ck_assert_int_eq(pawl_level_step(NULL, NULL, at(1, 1), 0, 0, &place, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_level_step(&grid.level, NULL, at(1, 1), 0, 0, NULL, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_level_step(&grid.level, NULL, at(1, 1), 0, unknown, &place, NULL),
                     PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_level_step(&grid.level, NULL, at(1, 1), -1, 0, &place, NULL),
                     PAWL_ERR_RANGE);
    ck_assert_int_eq(
        pawl_level_step(&grid.level, NULL, at(0, -PAWL_WALK_MAX - 1), 0, 0, &place, NULL),
        PAWL_ERR_RANGE);
    ck_assert_mem_eq(&place, &good, sizeof place);
    ck_assert_int_eq(pawl_level_step(&grid.level, NULL, at(1, -1), 0, 0, &place, NULL), PAWL_OK);
    assert_at(place.position, 51, 19);
    unmake();
}
END_TEST

/* ---- straight walks -------------------------------------------------------------------------- */

START_TEST(a_walk_ends_at_the_first_wall) {
    make(4, 1, "..#.");
    const pawl_place place = place_at(30, 40);
    pawl_walk walk = walk_from(place, NULL, 350, 60);
    ck_assert_int_eq(walk.end, PAWL_WALK_EDGE);
    assert_at(walk.a, 200, 0);
    assert_at(walk.b, 200, 100);
    ck_assert_uint_eq(walk.region, GRID_GROUND);
    ck_assert_uint_eq(walk.triangle, 3);
    walk = walk_from(place, NULL, 200, 40); /* onto it */
    ck_assert_int_eq(walk.end, PAWL_WALK_REACHED);
    walk = walk_from(place, NULL, 30, 40); /* nowhere */
    ck_assert_int_eq(walk.end, PAWL_WALK_REACHED);
    ck_assert_uint_eq(walk.triangle, place.triangle);
    walk = walk_from(place, NULL, -PAWL_COORD_MAX, 40); /* out of the bounds */
    ck_assert_int_eq(walk.end, PAWL_WALK_EDGE);
    assert_at(walk.a, 0, 100);
    assert_at(walk.b, 0, 0);
    ck_assert_uint_eq(walk.region, GRID_GROUND);
    unmake();
}
END_TEST

START_TEST(a_tip_that_is_met_exactly_is_a_corner_with_two_walls) {
    make(2, 2,
         ".."
         "/\\");
    const pawl_place place = place_near(100, 150, 95, 150);
    const pawl_walk walk = walk_from(place, NULL, 100, 50);
    ck_assert_int_eq(walk.end, PAWL_WALK_VERTEX);
    assert_at(walk.a, 100, 100);
    assert_at(walk.left, 200, 0); /* going down, left is east */
    assert_at(walk.right, 0, 0);
    unmake();
}
END_TEST

START_TEST(movement_along_a_face_is_not_stopped) {
    make(5, 3,
         "....."
         ".###."
         ".....");
    const pawl_fx ys[2] = {200, 100};
    for (int i = 0; i < 2; i++) {
        const pawl_place place = place_near(20, ys[i], 20, i == 0 ? 210 : 90);
        const pawl_walk walk = walk_from(place, NULL, 480, ys[i]);
        ck_assert_int_eq(walk.end, PAWL_WALK_REACHED);
        const pawl_walk back = walk_from(place_near(480, ys[i], 480, ys[i]), NULL, 20, ys[i]);
        ck_assert_int_eq(back.end, PAWL_WALK_REACHED);
    }
    pawl_place place = place_near(100, 290, 90, 290); /* down its left side, and from end to end */
    ck_assert_uint_eq(slide(&place, 0, -280).contact_count, 0);
    assert_at(place.position, 100, 10);
    unmake();
}
END_TEST

START_TEST(walls_that_touch_in_a_corner_let_nobody_pass) {
    make(2, 2,
         "#."
         ".#");
    pawl_walk walk = walk_from(place_at(60, 60), NULL, 140, 140);
    ck_assert_int_eq(walk.end, PAWL_WALK_VERTEX);
    assert_at(walk.a, 100, 100);
    assert_at(walk.left, 0, 100);
    assert_at(walk.right, 100, 0);
    walk = walk_from(place_near(100, 100, 60, 60), NULL, 140, 140); /* begins on it */
    ck_assert_int_eq(walk.end, PAWL_WALK_VERTEX);
    pawl_place place = place_near(100, 100, 60, 60);
    const pawl_step_report report = slide(&place, 30, 30);
    ck_assert_uint_eq(report.contact_count, 1);
    ck_assert_uint_eq(report.contacts[0].corner, 2);
    assert_at(place.position, 100, 100);
    slide(&place, -30, -30);
    assert_at(place.position, 70, 70);
    unmake();
}
END_TEST

START_TEST(a_free_vertex_is_passed) {
    make(4, 4,
         "...."
         "...."
         "...."
         "....");
    const pawl_fx ends[8][2] = {{400, 400}, {200, 400}, {0, 400}, {0, 200},
                                {0, 0},     {200, 0},   {400, 0}, {400, 200}};
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 8; k++) {
            const pawl_place place = place_at(ends[i][0], ends[i][1]);
            const pawl_walk walk = walk_from(place, NULL, ends[k][0], ends[k][1]);
            ck_assert_int_eq(walk.end, PAWL_WALK_REACHED);
        }
    }
    unmake();
}
END_TEST

/* ---- regions --------------------------------------------------------------------------------- */

START_TEST(a_one_way_platform_is_entered_from_below_and_the_sides_only) {
    make(3, 3,
         "..."
         ".=."
         "...");
    ck_assert_int_eq(walk_from(place_at(150, 20), NULL, 150, 280).end, PAWL_WALK_REACHED);
    ck_assert_int_eq(walk_from(place_at(20, 150), NULL, 280, 150).end, PAWL_WALK_REACHED);
    ck_assert_int_eq(walk_from(place_at(280, 150), NULL, 20, 150).end, PAWL_WALK_REACHED);
    const pawl_walk walk = walk_from(place_at(150, 280), NULL, 150, 20);
    ck_assert_int_eq(walk.end, PAWL_WALK_EDGE);
    ck_assert_uint_eq(walk.region, GRID_ONE_WAY);
    assert_at(walk.a, 100, 200);
    assert_at(walk.b, 200, 200);
    ck_assert_int_eq(walk_from(place_at(150, 150), NULL, 150, 20).end, PAWL_WALK_REACHED);
    ck_assert_int_eq(pawl_level_is_solid(&grid.level, NULL, place_at(150, 150).triangle), false);
    pawl_gates gates = {{0}};
    pawl_gates_set_open(&gates, GRID_ONE_WAY, true);
    ck_assert_int_eq(walk_from(place_at(150, 280), &gates, 150, 20).end, PAWL_WALK_REACHED);
    unmake();
}
END_TEST

START_TEST(who_walks_on_top_of_a_one_way_platform_stays_on_top) {
    make(4, 3,
         "...."
         ".==."
         "....");
    const pawl_fx insides[2][2] = {{90, 210}, {150, 290}};
    for (int i = 0; i < 2; i++) { /* from its end, and from above */
        pawl_place place = place_near(100, 200, insides[i][0], 210);
        slide(&place, 50, 0);
        slide(&place, 0, -5);
        slide(&place, 50, 0); /* over the vertex in the middle */
        slide(&place, 0, -5);
        assert_at(place.position, 200, 200);
        slide(&place, 0, 3);
        slide(&place, 30, -20);
        assert_at(place.position, 230, 200);
    }
    unmake();
}
END_TEST

START_TEST(a_door_lets_out_who_was_shut_in_and_nobody_back) {
    make(4, 1, ".DE.");
    pawl_gates gates = {{0}};
    const pawl_place outside = place_at(50, 40), inside = place_at(150, 40);
    ck_assert_int_eq(walk_from(outside, &gates, 350, 40).end, PAWL_WALK_EDGE);
    ck_assert_uint_eq(walk_from(outside, NULL, 350, 40).region, GRID_DOOR);
    ck_assert_int_eq(pawl_level_is_solid(&grid.level, &gates, inside.triangle), true);
    pawl_gates_set_open(&gates, GRID_DOOR, true);
    ck_assert_int_eq(pawl_level_is_solid(&grid.level, &gates, inside.triangle), false);
    pawl_place place = outside;
    step(&place, &gates, 100, 0, 0, PAWL_FRICTION_COULOMB);
    assert_at(place.position, 150, 40);
    pawl_gates_set_open(&gates, GRID_DOOR, false); /* shut */
    step(&place, &gates, 20, 0, 0, PAWL_FRICTION_COULOMB);
    assert_at(place.position, 170, 40);
    const pawl_walk other = walk_from(place, &gates, 250, 40);
    ck_assert_int_eq(other.end, PAWL_WALK_EDGE);
    ck_assert_uint_eq(other.region, GRID_DOOR_2);
    step(&place, &gates, -90, 0, 0, PAWL_FRICTION_COULOMB);
    assert_at(place.position, 80, 40);
    step(&place, &gates, 90, 0, 0, PAWL_FRICTION_COULOMB);
    assert_at(place.position, 100, 40);
    unmake();
}
END_TEST

START_TEST(the_ground_cannot_be_opened_and_areas_stop_nobody) {
    make(4, 1, ".a.#");
    pawl_gates gates;
    memset(&gates, 0xFF, sizeof gates);
    const pawl_walk walk = walk_from(place_at(10, 30), &gates, 390, 30);
    ck_assert_int_eq(walk.end, PAWL_WALK_EDGE);
    assert_at(walk.a, 300, 0);
    ck_assert_int_eq(pawl_level_is_solid(&grid.level, &gates, 7), true);
    ck_assert_int_eq(pawl_level_is_solid(&grid.level, NULL, 2), false);
    ck_assert_int_eq(pawl_level_is_solid(&grid.level, NULL, 8), true); /* there is none */
    unmake();
}
END_TEST

/* The cells of a grid: 4 is the door, 5 the door and the one-way region, 6 both doors, 2 the ground
 * and the door. */
START_TEST(only_regions_that_are_new_stop) {
    make(1, 1, ".");
    static const uint16_t rows[][3] = {{4, 6, GRID_DOOR_2}, {6, 4, 256},      {4, 2, GRID_GROUND},
                                       {2, 4, 256},         {4, 4, 256},      {0, 6, GRID_DOOR},
                                       {1, 2, GRID_DOOR},   {7, 5, GRID_DOOR}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_uint_eq(
            pawli_gate_stop(&grid.level, NULL, rows[i][0], rows[i][1], at(0, 0), at(0, 9)),
            rows[i][2]);
    }
    /* From the door into the part of it that is one-way: from below, the side, above. */
    ck_assert_uint_eq(pawli_gate_stop(&grid.level, NULL, 4, 5, at(9, 0), at(0, 0)), 256);
    ck_assert_uint_eq(pawli_gate_stop(&grid.level, NULL, 4, 5, at(0, 0), at(0, 9)), 256);
    ck_assert_uint_eq(pawli_gate_stop(&grid.level, NULL, 4, 5, at(0, 0), at(9, 0)), GRID_ONE_WAY);
    unmake();
}
END_TEST

/* ---- steps ----------------------------------------------------------------------------------- */

/* From (10, 110) by (40, -20): the floor at y = 100 is met half way, at (30, 100), and (20, -10) is
 * left. */
static const struct {
    pawl_fx friction, of_ground;
    pawl_friction_model model;
    pawl_fx x;
} rubs[] = {
    {0, 0, PAWL_FRICTION_COULOMB, 50},
    {PAWL_FX(0, 1, 2), 0, PAWL_FRICTION_COULOMB, 45},                /* 20 - 10 / 2 */
    {PAWL_FX(0, 1, 4), PAWL_FX(0, 1, 2), PAWL_FRICTION_COULOMB, 43}, /* 20 - 7.5, up */
    {PAWL_FX(2, 0, 1), 0, PAWL_FRICTION_COULOMB, 30},
    {PAWL_FX_MAX, PAWL_FX_MAX, PAWL_FRICTION_COULOMB, 30},
    {PAWL_FX(0, 1, 4), 0, PAWL_FRICTION_FACTOR, 45},
    {PAWL_FX(0, 1, 4), PAWL_FX(0, 1, 2), PAWL_FRICTION_FACTOR, 35},
    {PAWL_FX(1, 0, 1), 0, PAWL_FRICTION_FACTOR, 30},
    {PAWL_FX_MAX, 0, PAWL_FRICTION_FACTOR, 30},
};
#define RUBS ((int)(sizeof rubs / sizeof rubs[0]))

START_TEST(friction_takes_exactly_what_its_model_says) {
    grid_plan plan = grid_plan_of_map(2, 2, PITCH,
                                      ".."
                                      "##");
    plan.friction = rubs[_i].of_ground;
    ck_assert_int_eq(grid_level_make(&plan, &grid), true);
    pawl_place place = place_at(10, 110);
    const pawl_step_report report = step(&place, NULL, 40, -20, rubs[_i].friction, rubs[_i].model);
    assert_at(place.position, rubs[_i].x, 100);
    assert_at(report.moved, rubs[_i].x - 10, -10);
    ck_assert_uint_eq(report.contact_count, 1);
    ck_assert_int_eq(report.contacts[0].normal.c, 0);
    ck_assert_int_eq(report.contacts[0].normal.s, PAWL_UNIT);
    ck_assert_uint_eq(report.contacts[0].corner, 0);
    place = place_at(190, 110); /* and to the left */
    step(&place, NULL, -40, -20, rubs[_i].friction, rubs[_i].model);
    ck_assert_int_le(abs(place.position.x - (200 - rubs[_i].x)), 1);
    unmake();
}
END_TEST

START_TEST(a_slide_goes_on_over_the_edge_of_its_wall) {
    make(3, 2,
         "..."
         "#..");
    pawl_place place = place_at(50, 110);
    const pawl_step_report report = slide(&place, 100, -40);
    ck_assert_uint_eq(report.contact_count, 1);
    assert_at(place.position, 150, 100);
    unmake();
}
END_TEST

START_TEST(a_slide_up_a_slope_keeps_what_goes_along_it) {
    make(3, 3,
         "..."
         "../"
         "#/#");
    pawl_place place = place_at(110, 20); /* on the free side of the diagonal from (100, 0) */
    place = place_near(110, 10, 105, 20);
    const pawl_step_report report = slide(&place, 40, 0); /* (20, 20) along the slope */
    ck_assert_uint_eq(report.contact_count, 1);
    assert_at(place.position, 130, 30);
    ck_assert_int_eq(report.contacts[0].normal.c, -report.contacts[0].normal.s);
    unmake();
}
END_TEST

START_TEST(two_walls_stop_a_slide_in_their_corner) {
    make(2, 2,
         ".#"
         "##");
    pawl_place place = place_at(50, 150);
    const pawl_step_report report = slide(&place, 80, -90);
    assert_at(place.position, 100, 100);
    ck_assert_uint_ge(report.contact_count, 2);
    assert_at(report.moved, 50, -50);
    const pawl_step_report again = slide(&place, 80, -90);
    assert_at(place.position, 100, 100);
    ck_assert_uint_eq(again.contacts[0].corner, 2);
    unmake();
}
END_TEST

/* Down onto the tip of "/\" at (100, 100): a fifth of the way remains above it. The edges fall by
 * 1 in 1 on both sides, so the smaller angle is on the side where the movement tends to; straight
 * down it is the left one, in the east. */
static const struct {
    pawl_fx x, y, end_x, end_y;
} tips[] = {{0, -100, 140, 60}, {25, -75, 140, 60}, {-25, -75, 60, 60}};

START_TEST(at_a_tip_the_wall_at_the_smaller_angle_is_taken) {
    make(2, 2,
         ".."
         "/\\");
    pawl_place place = place_at(100 - tips[_i].x / 5, 100 - tips[_i].y / 5);
    const pawl_step_report report = slide(&place, tips[_i].x, tips[_i].y);
    ck_assert_uint_eq(report.contact_count, 1);
    ck_assert_uint_eq(report.contacts[0].corner, 1);
    assert_at(place.position, tips[_i].end_x, tips[_i].end_y);
    unmake();
}
END_TEST

Suite *suite_walk(void);
Suite *suite_walk(void) {
    Suite *suite = suite_create("walk");
    TCase *tests = tcase_create("walks");
    tcase_add_test(tests, every_point_is_found_from_every_hint);
    tcase_add_test(tests, a_place_that_is_none_is_refused_and_nothing_changes);
    tcase_add_test(tests, a_walk_ends_at_the_first_wall);
    tcase_add_test(tests, a_tip_that_is_met_exactly_is_a_corner_with_two_walls);
    tcase_add_test(tests, movement_along_a_face_is_not_stopped);
    tcase_add_test(tests, walls_that_touch_in_a_corner_let_nobody_pass);
    tcase_add_test(tests, a_free_vertex_is_passed);
    tcase_add_test(tests, a_one_way_platform_is_entered_from_below_and_the_sides_only);
    tcase_add_test(tests, who_walks_on_top_of_a_one_way_platform_stays_on_top);
    tcase_add_test(tests, a_door_lets_out_who_was_shut_in_and_nobody_back);
    tcase_add_test(tests, the_ground_cannot_be_opened_and_areas_stop_nobody);
    tcase_add_test(tests, only_regions_that_are_new_stop);
    tcase_add_loop_test(tests, friction_takes_exactly_what_its_model_says, 0, RUBS);
    tcase_add_test(tests, a_slide_goes_on_over_the_edge_of_its_wall);
    tcase_add_test(tests, a_slide_up_a_slope_keeps_what_goes_along_it);
    tcase_add_test(tests, two_walls_stop_a_slide_in_their_corner);
    tcase_add_loop_test(tests, at_a_tip_the_wall_at_the_smaller_angle_is_taken, 0, 3);
    suite_add_tcase(suite, tests);
    return suite;
}
