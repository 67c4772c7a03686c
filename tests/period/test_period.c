/* test_period.c - worlds that go round: what they take, and that nothing depends on their seams. */
#include "support/base/seeded.h"
#include "support/state/everything.h"
#include "support/world/fixture.h"
#include "support/world/jumble.h"
#include "support/world/lanes.h"
#include "world/world.h"

static pawl_world *round_space(double x, double y) {
    pawl_world *const world = make_space();
    ck_assert_int_eq(pawl_world_set_periods(world, VEC(x, y)), PAWL_OK);
    return world;
}

START_TEST(periods_are_powers_of_two) {
    pawl_world *const world = make_default_world();
    const pawl_vec2 bad[] = {VEC(3, 0),       VEC(0, 24),          VEC(-16, 0),
                             VEC(0.5, 0),     VEC(0, 2),           VEC(16384, 0),
                             {1, 0},          {0, INT32_MIN},      VEC(64.5, 0),
                             {INT32_MAX, 64}, {FX(64) + 1, FX(64)}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_int_eq(pawl_world_set_periods(world, bad[i]), PAWL_ERR_RANGE);
    assert_vec_eq(pawl_world_get_periods(world), VEC(0, 0));
    for (double size = 4; size <= 8192; size *= 2) {
        ck_assert_int_eq(pawl_world_set_periods(world, VEC(size, 0)), PAWL_OK);
        assert_vec_eq(pawl_world_get_periods(world), VEC(size, 0));
        ck_assert_int_eq(pawl_world_set_periods(world, VEC(8192, size)), PAWL_OK);
        assert_vec_eq(pawl_world_get_periods(world), VEC(8192, size));
        assert_sound(world);
    }
    ck_assert_int_eq(pawl_world_set_periods(world, VEC(0, 0)), PAWL_OK);
    assert_vec_eq(pawl_world_get_periods(world), VEC(0, 0));
    assert_vec_eq(pawl_world_get_periods(NULL), VEC(0, 0));
    free(world);
}
END_TEST

START_TEST(places_and_ways_are_the_nearest) {
    pawl_world *const world = round_space(64, 0);
    assert_vec_eq(pawl_world_wrap(world, VEC(31, 700)), VEC(31, 700));
    assert_vec_eq(pawl_world_wrap(world, VEC(32, 0)), VEC(-32, 0));
    assert_vec_eq(pawl_world_wrap(world, VEC(-33, 0)), VEC(31, 0));
    assert_vec_eq(pawl_world_wrap(world, VEC(6405, 0)), VEC(5, 0));
    assert_vec_eq(pawl_world_way(world, VEC(30, 2), VEC(-30, 9)), VEC(4, 7));
    assert_vec_eq(pawl_world_way(world, VEC(-30, 2), VEC(30, -9)), VEC(-4, -11));
    assert_vec_eq(pawl_world_way(world, VEC(0, 0), VEC(32, 0)), VEC(-32, 0));
    pawl_world *const plain = make_space();
    assert_vec_eq(pawl_world_wrap(plain, VEC(6405, 0)), VEC(6405, 0));
    assert_vec_eq(pawl_world_way(plain, VEC(30, 2), VEC(-30, 9)), VEC(-60, 7));
    free(world);
    free(plain);
}
END_TEST

START_TEST(what_is_too_large_is_refused) {
    pawl_world *const world = round_space(64, 64);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, 9);
    const pawl_convex wide = box_convex(8, 0.5), widest = box_convex(16, 0.5);
    const pawl_shape_def def = pawl_shape_def_default();
    const pawl_body_def moving = pawl_body_def_default();
    pawl_body_def movable = moving;
    pawl_body_id made;
    pawl_shape_id shape;
    movable.type = PAWL_DYNAMIC;
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &wide, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_shape_create(world, ground, &def, &widest, &shape), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_body_create_box(world, &movable, NULL, FX(8), FX(1), &made),
                     PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_shape_create(world, ground, &def, &wide, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_type(world, ground, PAWL_DYNAMIC), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_shape_set_convex(world, shape, &widest), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_world_set_periods(world, VEC(16, 64)), PAWL_ERR_RANGE);
    const pawl_mass mass = {FX(1), VEC(9, 0), FX(1)};
    ck_assert_int_eq(pawl_body_set_mass(world, body, mass), PAWL_ERR_RANGE);
    assert_vec_eq(pawl_world_get_periods(world), VEC(64, 64));
    assert_sound(world);
    free(world);
}
END_TEST

START_TEST(soft_bodies_have_no_world_that_goes_round) {
    pawl_world_def def = pawl_world_def_default();
    def.soft_capacity = 1;
    def.soft_point_capacity = def.soft_link_capacity = 4;
    pawl_world *const world = make_world(&def);
    pawl_soft_point points[2];
    pawl_soft_link links[2];
    pawl_soft_parts parts = {points, links, 2, 2, 0, 0};
    pawl_soft_def rope = pawl_soft_def_default();
    pawl_soft_id soft;
    ck_assert_int_eq(pawl_soft_add_rope(&parts, VEC(0, 0), VEC(1, 0), 1, FX(1), FX(1), FX(0.125)),
                     PAWL_OK);
    rope.points = points;
    rope.links = links;
    rope.point_count = parts.point_count;
    rope.link_count = parts.link_count;
    ck_assert_int_eq(pawl_world_set_periods(world, VEC(64, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_soft_create(world, &rope, &soft), PAWL_ERR_UNSUPPORTED);
    ck_assert_int_eq(pawl_world_set_periods(world, VEC(0, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_soft_create(world, &rope, &soft), PAWL_OK);
    ck_assert_int_eq(pawl_world_set_periods(world, VEC(64, 0)), PAWL_ERR_UNSUPPORTED);
    ck_assert_int_eq(pawl_soft_destroy(world, soft), PAWL_OK);
    ck_assert_int_eq(pawl_world_set_periods(world, VEC(64, 0)), PAWL_OK);
    free(world);
}
END_TEST

/* One unit a step: after 64 it is where it began, to the raw unit. */
START_TEST(a_body_comes_back_from_the_other_side) {
    pawl_world *const world = round_space(64, 64);
    const pawl_body_id body = add_unit_box(world, 5, 7);
    pawl_body_set_velocity(world, body, VEC(60, -60));
    for (int step = 1; step <= 640; step++) {
        run(world, 1);
        assert_sound(world);
        const pawl_vec2 want = pawl_world_wrap(world, VEC(5 + step, 7 - step));
        const pawl_vec2 off = pawl_vec2_sub(pawl_body_get_center(world, body), want);
        ck_assert_int_le(pawl_abs(off.x), 8);
        ck_assert_int_le(pawl_abs(off.y), 8);
    }
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    free(world);
}
END_TEST

START_TEST(bodies_that_are_put_down_elsewhere_are_in_the_world) {
    pawl_world *const world = round_space(64, 0);
    const pawl_body_id body = add_unit_box(world, 100, 3);
    assert_vec_eq(pawl_body_get_center(world, body), VEC(-28, 3));
    pawl_body_set_pose(world, body, VEC(-1000, 3), 0);
    assert_vec_eq(pawl_body_get_center(world, body), VEC(24, 3));
    ck_assert_int_eq(pawl_body_set_target(world, body, VEC(25 + 640, 3), 0), PAWL_OK);
    pawl_body_set_type(world, body, PAWL_KINEMATIC);
    ck_assert_int_eq(pawl_body_set_target(world, body, VEC(25 + 640, 3), 0), PAWL_OK);
    run(world, 1);
    assert_vec_eq(pawl_body_get_center(world, body), VEC(25, 3));
    assert_sound(world);
    free(world);
}
END_TEST

/* When a world begins to go round, what lies side by side across the seam meets; when it ends, it
 * parts. */
START_TEST(a_seam_joins_what_lies_there_and_parts_it_again) {
    pawl_world *const world = make_space();
    const pawl_body_id left = add_unit_box(world, -31.75, 0), right = add_unit_box(world, 31.5, 0);
    run(world, 2);
    ck_assert_uint_eq(pawl_world_get_counters(world).touching, 0);
    ck_assert_int_eq(pawl_world_set_periods(world, VEC(64, 0)), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_counters(world).touching, 1);
    run(world, 60);
    const pawl_vec2 way = pawl_world_way(world, pawl_body_get_center(world, right),
                                         pawl_body_get_center(world, left));
    assert_near(units(way.x), 1, 0.02, "they are pushed apart");
    ck_assert_int_eq(pawl_world_set_periods(world, VEC(0, 0)), PAWL_OK);
    run(world, 2);
    ck_assert_uint_eq(pawl_world_get_counters(world).contacts, 0);
    assert_sound(world);
    free(world);
}
END_TEST

/* Two boxes beside each other, joined at places of the world; the second world is somewhere else.
 */
static pawl_world *join_boxes(pawl_vec2 at, pawl_joint_type type) {
    pawl_world *const world = make_default_world();
    const pawl_vec2 left = pawl_vec2_sub(at, VEC(1, 0)), right = pawl_vec2_add(at, VEC(1, 0.25));
    pawl_joint_id joint;
    ck_assert_int_eq(pawl_world_set_periods(world, VEC(64, 64)), PAWL_OK);
    const pawl_body_id a = add_unit_box(world, units(left.x), units(left.y));
    const pawl_body_id b = add_unit_box(world, units(right.x), units(right.y));
    const pawl_joint_def def = type == PAWL_JOINT_DISTANCE
                                   ? pawl_joint_def_between(world, type, a, b, left, right)
                                   : pawl_joint_def_at(world, type, a, b, at, 0);
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_OK);
    pawl_body_set_velocity(world, b, VEC(3, 2));
    return world;
}

START_TEST(joints_are_made_over_the_seam) {
    const pawl_joint_type types[] = {PAWL_JOINT_REVOLUTE, PAWL_JOINT_DISTANCE, PAWL_JOINT_WELD,
                                     PAWL_JOINT_PRISMATIC};
    const pawl_vec2 places[] = {VEC(32, 5), VEC(-32, 5), VEC(5, 31.75), VEC(96, -32), VEC(31, 31)};
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
            pawl_world *const still = join_boxes(VEC(0, 0), types[t]);
            pawl_world *const moved = join_boxes(places[p], types[t]);
            const pawl_joint_id joint = pawl_world_next_joint(moved, PAWL_NULL_JOINT);
            for (int step = 0; step < 60; step++) {
                const pawl_joint_id twin = pawl_world_next_joint(still, PAWL_NULL_JOINT);
                ck_assert_int_eq(pawl_joint_get_length(moved, joint),
                                 pawl_joint_get_length(still, twin));
                ck_assert_int_eq(pawl_joint_get_reaction_force(moved, joint).x,
                                 pawl_joint_get_reaction_force(still, twin).x);
                run(still, 1);
                run(moved, 1);
            }
            ck_assert_int_eq(pawl_world_shift(moved, pawl_vec2_neg(places[p])), PAWL_OK);
            for (pawl_body_id body = pawl_world_next_body(still, NO_BODY); body.index1 != 0;
                 body = pawl_world_next_body(still, body)) {
                assert_vec_eq(pawl_body_get_center(moved, body), pawl_body_get_center(still, body));
            }
            free(still);
            free(moved);
        }
    }
}
END_TEST

/* Ground points are places of the program, and may lie at the end of the world. */
START_TEST(pulleys_are_shifted_over_the_seam) {
    pawl_world *const world = round_space(64, 64);
    const pawl_body_id a = add_unit_box(world, -2, 0), b = add_unit_box(world, 2, 0);
    pawl_joint_def def = pawl_joint_def_default(PAWL_JOINT_PULLEY);
    pawl_joint_id joint;
    def.body_a = a;
    def.body_b = b;
    def.ground_a = VEC(-2 + 16320, 8);
    def.ground_b = VEC(2 - 16320, 8);
    def.target = FX(16);
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_OK);
    pawl_body_set_velocity(world, a, VEC(0, -1));
    run(world, 30);
    const pawl_wide2 force = pawl_joint_get_reaction_force(world, joint);
    ck_assert_int_eq(pawl_world_shift(world, VEC(31, 31)), PAWL_OK);
    ck_assert_int_eq(pawl_world_shift(world, VEC(31, 31)), PAWL_OK);
    ck_assert_int_eq(pawl_joint_get_reaction_force(world, joint).y, force.y);
    assert_sound(world);
    free(world);
}
END_TEST

/* A line that crosses a box at the seam, in whichever of its images it is given. */
START_TEST(cuts_go_over_the_seam) {
    static uint64_t memory[1 << 15];
    const pawl_vec2 places[] = {VEC(0, 0), VEC(32, 5), VEC(-32, 5), VEC(5, 31.75), VEC(96, -32)};
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        pawl_world *const world = round_space(64, 64);
        const pawl_body_id body = add_unit_box(world, units(places[p].x), units(places[p].y));
        pawl_body_id pieces[4];
        pawl_fragments made = {.bodies = pieces, .capacity = 4};
        const pawl_vec2 a = pawl_vec2_add(places[p], VEC(-20, -0.875));
        const pawl_vec2 b = pawl_vec2_add(places[p], VEC(40, 2.125));
        ck_assert_int_eq(pawl_body_cut(world, body, a, b, memory, sizeof memory, &made), PAWL_OK);
        ck_assert_uint_eq(made.count, 2);
        for (uint32_t i = 0; i < made.count; i++) {
            const pawl_vec2 way =
                pawl_world_way(world, places[p], pawl_body_get_center(world, pieces[i]));
            ck_assert_int_lt(pawl_abs(way.x), FX(0.125));
            ck_assert_int_lt(pawl_abs(way.y), FX(0.5));
        }
        assert_sound(world);
        free(world);
    }
}
END_TEST

/* ---- random worlds -------------------------------------------------------------------------- */

static void expect_alike(const pawl_world *a, const pawl_world *b, uint32_t step) {
    const pawl_lanes lanes[] = {PAWL_LANES_NONE, PAWL_LANES_DEFAULT, pawl_lanes_best()};
    for (int i = 0; i < 3; i++) {
        ck_assert_msg(pawl_world_hash_lanes(a, lanes[i]) == pawl_world_hash_lanes(b, lanes[i]),
                      "step %u: hash in lanes %d", step, (int)lanes[i]);
    }
    ck_assert_uint_eq(pawl_world_motion_hash(a), pawl_world_motion_hash(b));
    const pawl_hash_tree one = pawl_world_hash_tree(a), two = pawl_world_hash_tree(b);
    ck_assert_mem_eq(&one, &two, sizeof one);
    pawl_difference difference;
    char text[PAWL_DIFFERENCE_TEXT_MAX] = "";
    if (pawl_world_compare(a, b, &difference) != 0)
        (void)pawl_difference_print(&difference, text, sizeof text);
    ck_assert_msg(text[0] == '\0', "step %u: %s", step, text);
}

/* Anywhere, also beyond the periods. */
static void shift_round(pawl_world *world, pawl_vec2 to) {
    const pawl_wide2 origin = pawl_world_get_origin(world);
    const pawl_vec2 offset = {(pawl_fx)(origin.x + to.x), (pawl_fx)(origin.y + to.y)};
    ck_assert_int_eq(pawl_world_shift(world, offset), PAWL_OK);
}

static pawl_vec2 any_offset(uint64_t *seed) {
    const pawl_fx x = FX(seeded_within(seed, 9000));
    return pawl_vec2_make(x, FX(seeded_within(seed, 9000)));
}

/* Both are called to at the places that the calls know. */
START_TEST(a_jumble_does_not_know_where_the_seam_is) {
    uint64_t seed = seeded_fresh("seams of jumbles");
    for (uint32_t round = 0; round < SEEDED_ROUNDS(24); round++) {
        jumble of;
        const pawl_world_def def = jumble_draw(&of, seeded_next(&seed));
        pawl_world *const still = make_world(&def), *const moved = make_world(&def);
        const bool both = round % 3 != 0;
        const pawl_vec2 periods = VEC(round % 2 ? 256 : 512, both ? 256 : 0);
        ck_assert_int_eq(pawl_world_set_periods(still, periods), PAWL_OK);
        ck_assert_int_eq(pawl_world_set_periods(moved, periods), PAWL_OK);
        jumble_fill(&of, still);
        jumble_fill(&of, moved);
        for (uint32_t step = 0; step < 60; step++) {
            jumble_call(&of, still, step);
            shift_round(moved, VEC(0, 0));
            jumble_call(&of, moved, step);
            shift_round(moved, any_offset(&seed));
            assert_sound(moved);
            ck_assert_int_eq(lanes_step(still), PAWL_OK);
            ck_assert_int_eq(lanes_step(moved), PAWL_OK);
            expect_alike(still, moved, step);
        }
        free(still);
        free(moved);
    }
}
END_TEST

/* Every type of joint, characters, sensors, terrain that moves, bullets; no soft bodies. */
static pawl_world *make_round_everything(void) {
    const pawl_world_def def = everything_def();
    pawl_world *const world = make_world(&def);
    ck_assert_int_eq(everything_make(world), true);
    for (pawl_soft_id soft; (soft = pawl_world_next_soft(world, PAWL_NULL_SOFT)).index1 != 0;)
        ck_assert_int_eq(pawl_soft_destroy(world, soft), PAWL_OK);
    ck_assert_int_eq(pawl_world_set_periods(world, VEC(256, 256)), PAWL_OK);
    return world;
}

START_TEST(a_world_of_everything_does_not_know_where_the_seam_is) {
    uint64_t seed = seeded_fresh("seams of everything");
    seeded_base = seed; /* of which the world is made */
    pawl_world *const still = make_round_everything(), *const moved = make_round_everything();
    for (uint32_t step = 0; step < SEEDED_ROUNDS(300); step++) {
        everything_drive(still, 7, step);
        shift_round(moved, VEC(0, 0));
        everything_drive(moved, 7, step);
        shift_round(moved, any_offset(&seed));
        assert_sound(moved);
        ck_assert_int_eq(pawl_world_step(still, NULL), PAWL_OK);
        ck_assert_int_eq(pawl_world_step(moved, NULL), PAWL_OK);
        expect_alike(still, moved, step);
    }
    free(still);
    free(moved);
}
END_TEST

/* A period of sixteen units, and fast bodies: they go round in less than a second. */
START_TEST(small_worlds_are_as_sound_as_large_ones) {
    uint64_t seed = seeded_fresh("small worlds");
    for (uint32_t round = 0; round < SEEDED_ROUNDS(20); round++) {
        pawl_world *const still = make_default_world(), *const moved = make_default_world();
        pawl_world *const worlds[2] = {still, moved};
        const uint64_t scene = seed;
        for (int i = 0; i < 2; i++) {
            seed = scene;
            ck_assert_int_eq(pawl_world_set_periods(worlds[i], VEC(16, 16)), PAWL_OK);
            for (int body = 0; body < 24; body++) {
                const double x = seeded_within(&seed, 8), y = seeded_within(&seed, 8);
                const pawl_body_id made =
                    add_unit_box(worlds[i], (int)(x * 16) / 16.0, (int)(y * 16) / 16.0);
                const pawl_fx speed = FX(seeded_within(&seed, 90));
                pawl_body_set_velocity(worlds[i], made, pawl_vec2_make(speed, speed / 3));
                pawl_body_set_bullet(worlds[i], made, body % 4 == 0);
            }
            add_box(worlds[i], add_body(worlds[i], PAWL_STATIC, 7, 7), 2.5, 0.25);
        }
        for (uint32_t step = 0; step < 90; step++) {
            shift_round(moved, any_offset(&seed));
            ck_assert_int_eq(lanes_step(still), PAWL_OK);
            ck_assert_int_eq(lanes_step(moved), PAWL_OK);
            expect_alike(still, moved, step);
            assert_sound(still);
        }
        free(still);
        free(moved);
    }
}
END_TEST

Suite *suite_period(void) {
    Suite *const suite = suite_create("period");
    TCase *const tcase = tcase_create("period");
    tcase_add_test(tcase, periods_are_powers_of_two);
    tcase_add_test(tcase, places_and_ways_are_the_nearest);
    tcase_add_test(tcase, what_is_too_large_is_refused);
    tcase_add_test(tcase, soft_bodies_have_no_world_that_goes_round);
    tcase_add_test(tcase, a_body_comes_back_from_the_other_side);
    tcase_add_test(tcase, bodies_that_are_put_down_elsewhere_are_in_the_world);
    tcase_add_test(tcase, a_seam_joins_what_lies_there_and_parts_it_again);
    tcase_add_test(tcase, joints_are_made_over_the_seam);
    tcase_add_test(tcase, pulleys_are_shifted_over_the_seam);
    tcase_add_test(tcase, cuts_go_over_the_seam);
    tcase_add_test(tcase, a_jumble_does_not_know_where_the_seam_is);
    tcase_add_test(tcase, a_world_of_everything_does_not_know_where_the_seam_is);
    tcase_add_test(tcase, small_worlds_are_as_sound_as_large_ones);
    suite_add_tcase(suite, tcase);
    return suite;
}
