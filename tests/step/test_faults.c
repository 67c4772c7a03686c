/* test_faults.c - what a world says about its steps: sticky faults and counters of work. */
#include <math.h>

#include "support/base/seeded.h"
#include "support/world/fixture.h"

START_TEST(counters_count) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    add_unit_box(world, 0, 0.5);
    add_unit_box(world, 5, 0.5);
    run(world, 1);
    const pawl_counters counters = pawl_world_get_counters(world);
    ck_assert_uint_eq(counters.bodies, 3);
    ck_assert_uint_eq(counters.shapes, 3);
    ck_assert_uint_eq(counters.geometries, 2);
    ck_assert_uint_eq(counters.awake, 2);
    ck_assert_uint_eq(counters.contacts, 2);
    ck_assert_uint_eq(counters.touching, 2);
    ck_assert_uint_eq(counters.points, 4);
    ck_assert_uint_eq(counters.new_pairs, 2);
    ck_assert_uint_eq(counters.lost_pairs, 0);
    ck_assert_uint_eq(counters.manifolds, 2);
    ck_assert_uint_eq(counters.recycled, 0);
    ck_assert_uint_eq(counters.islands, 2);
    ck_assert_uint_eq(counters.batches, 1);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_counters(world).recycled, 2);
    ck_assert_uint_eq(pawl_world_get_counters(world).new_pairs, 0);
    free(world);
}
END_TEST

START_TEST(faults_are_sticky_until_cleared) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 16380, 0);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(512, 0)), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_faults(world), PAWL_FAULT_WORLD_EDGE);
    ck_assert_int_eq(pawl_body_get_position(world, body).x, PAWL_COORD_MAX);
    ck_assert_int_eq(pawl_body_get_velocity(world, body).x, 0);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_faults(world), PAWL_FAULT_WORLD_EDGE);
    ck_assert_int_eq(pawl_world_clear_faults(world), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    free(world);
}
END_TEST

START_TEST(a_step_longer_than_the_limit_is_a_fault) {
    pawl_world_def def = pawl_world_def_default();
    def.rate_numerator = 1;
    def.gravity = VEC(0, 0);
    pawl_world *const world = make_world(&def);
    const pawl_body_id body = add_unit_box(world, 0, 0);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(8192, 0)), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_faults(world), PAWL_FAULT_TRANSLATION);
    ck_assert_int_eq(pawl_body_get_position(world, body).x, PAWL_STEP_MAX);
    free(world);
}
END_TEST

START_TEST(speed_beyond_the_limit_is_a_fault) {
    pawl_world_def def = pawl_world_def_default();
    def.gravity = VEC(0, -8192);
    pawl_world *const world = make_world(&def);
    const pawl_body_id body = add_unit_box(world, 0, 16000);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(0, -8191)), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_faults(world), PAWL_FAULT_SPEED);
    ck_assert_int_eq(pawl_body_get_velocity(world, body).y, -PAWL_SPEED_MAX);
    free(world);
}
END_TEST

START_TEST(an_angular_speed_beyond_the_limit_is_a_fault) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    add_box(world, body, 1000, 1000); /* k = 816, so 8192 units/s are 10 rad/s */
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, FX(20)), PAWL_OK);
    assert_near(units(pawl_body_get_angular_velocity(world, body)), 8192 / 816.4966, 0.001, "w");
    ck_assert_uint_eq(pawl_world_get_faults(world), PAWL_FAULT_SPEED);
    free(world);
}
END_TEST

START_TEST(a_new_mass_that_makes_a_turn_too_fast_is_a_fault) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 0, 0);
    add_box(world, body, 0.5, 0.5);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, FX(20)), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    const pawl_mass mass = {PAWL_WIDE(1, 0, 1), {0, 0}, PAWL_WIDE(1000000, 0, 1)}; /* k = 1000 */
    ck_assert_int_eq(pawl_body_set_mass(world, body, mass), PAWL_OK);
    assert_near(units(pawl_body_get_angular_velocity(world, body)), 8.192, 0.001, "w");
    ck_assert_uint_eq(pawl_world_get_faults(world), PAWL_FAULT_SPEED);
    free(world);
}
END_TEST

/* The body itself lies inside, its new centre of mass would not. */
START_TEST(a_centre_of_mass_beyond_the_edge_is_stopped_with_a_fault) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 16383, 0);
    const pawl_convex circle = circle_convex(5, 0, 0.5);
    add_shape(world, body, &circle);
    ck_assert_int_eq(pawl_body_get_center(world, body).x, PAWL_COORD_MAX);
    ck_assert_uint_eq(pawl_world_get_faults(world), PAWL_FAULT_WORLD_EDGE);
    free(world);
}
END_TEST

/* A stack, a thrown box and a lift that stops: they fall asleep at different times. */
START_TEST(the_counter_of_awake_bodies_is_what_can_be_counted) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    for (int i = 0; i < 3; i++)
        add_unit_box(world, 0, 0.5 + i);
    const pawl_body_id thrown = add_unit_box(world, 20, 0.5);
    ck_assert_int_eq(pawl_body_set_velocity(world, thrown, VEC(5, 0)), PAWL_OK);
    const pawl_body_id lift = add_body(world, PAWL_KINEMATIC, 50, 0);
    add_box(world, lift, 1, 1);
    ck_assert_int_eq(pawl_body_set_velocity(world, lift, VEC(0, 1)), PAWL_OK);
    for (int step = 0; step < 240; step++) {
        if (step == 60) ck_assert_int_eq(pawl_body_set_velocity(world, lift, VEC(0, 0)), PAWL_OK);
        run(world, 1);
        uint32_t awake = 0;
        for (pawl_body_id at = pawl_world_next_body(world, NO_BODY); at.index1 != 0;
             at = pawl_world_next_body(world, at))
            awake += pawl_body_is_awake(world, at);
        const uint32_t counted = pawl_world_get_counters(world).awake;
        ck_assert_msg(counted == awake, "step %d: %u instead of %u", step, counted, awake);
    }
    ck_assert_uint_eq(pawl_world_get_counters(world).awake, 0);
    free(world);
}
END_TEST

/* A world of pixels, with gravity and the size of a typical body that belongs to it. */
static pawl_world *make_big_world(double gravity, int substeps) {
    pawl_world_def def = pawl_world_def_default();
    def.gravity.y = FX(-gravity);
    def.length_unit = FX(gravity / 10);
    def.substeps = (uint8_t)substeps;
    pawl_world *const world = make_world(&def);
    const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, -50);
    add_box(world, ground, 3000, 50);
    return world;
}

static void assert_no_faults(pawl_world *world, int steps, double size, int substeps) {
    for (int i = 0; i < steps; i++) {
        run(world, 1);
        const uint32_t faults = pawl_world_get_faults(world);
        ck_assert_msg(faults == 0, "size %g, %d sub-steps, step %d: %s", size, substeps, i,
                      pawl_fault_text(faults));
    }
    free(world);
}

/* The two points of a plank are nearly dependent: that both press is far out of range where one
 * lets go, and the far end is hundreds of units away. */
START_TEST(planks_that_tip_over_set_no_fault) {
    uint64_t seed = seeded_fresh("planks");
    for (int i = 0; i < SEEDED_ROUNDS(100); i++) {
        const int substeps = 2 << seeded_next(&seed) % 4;
        const double length = floor(170 + seeded_within(&seed, 150));
        pawl_world *const world = make_big_world(1000, substeps);
        const pawl_body_id plank = add_body(world, PAWL_DYNAMIC, 0, floor(0.6 * length));
        add_box(world, plank, length / 2, 8);
        const pawl_angle angle = (pawl_angle)(0x28000000 + seeded_within(&seed, 0x18000000));
        const pawl_vec2 place = pawl_body_get_position(world, plank);
        ck_assert_int_eq(pawl_body_set_pose(world, plank, place, angle), PAWL_OK);
        assert_no_faults(world, 300, length, substeps);
    }
}
END_TEST

START_TEST(piles_of_big_bodies_set_no_fault) {
    static const double sizes[] = {60, 100, 200, 400};
    uint64_t seed = seeded_fresh("piles");
    for (int i = 0; i < 4; i++) {
        const double size = sizes[i];
        const int substeps = 4 << i % 2;
        pawl_world *const world = make_big_world(size > 200 ? 2000 : 10 * size, substeps);
        for (int j = 0; j < SEEDED_ROUNDS(60); j++) {
            const double x = (j % 6 - 2.5) * 1.3 * size + seeded_within(&seed, size / 4);
            const double y = size * (1 + j / 6 * 1.3);
            const pawl_body_id body = add_body(world, PAWL_DYNAMIC, floor(x), floor(y));
            const double half = floor(0.35 * size + seeded_within(&seed, 0.15 * size));
            add_box(world, body, half, j % 2 ? half : floor(0.1 * size));
        }
        assert_no_faults(world, 300, size, substeps);
    }
}
END_TEST

/* Of piles that grow together, of jointed bodies, and of bodies that nothing moves. */
START_TEST(islands_are_counted_whether_or_not_they_may_sleep) {
    uint64_t seed = seeded_fresh("islands");
    for (int i = 0; i < SEEDED_ROUNDS(40); i++) {
        pawl_world *worlds[2];
        for (int sleeping = 0; sleeping < 2; sleeping++) {
            uint64_t next = seed;
            pawl_world_def def = pawl_world_def_default();
            def.sleeping = sleeping;
            def.joint_capacity = 8;
            pawl_world *const world = worlds[sleeping] = make_world(&def);
            add_ground(world);
            pawl_body_id last = NO_BODY;
            for (int j = 0; j < 40; j++) {
                const double x = floor(seeded_within(&next, 16)),
                             y = floor(seeded_within(&next, 4)) + 5;
                const int draw = (int)(seeded_next(&next) >> 33) % 12;
                const pawl_body_id body =
                    add_body(world, draw ? PAWL_DYNAMIC : PAWL_KINEMATIC, x, y);
                add_box(world, body, 0.5, 0.5);
                pawl_joint_def joint = pawl_joint_def_default(PAWL_JOINT_FILTER);
                joint.body_a = last;
                joint.body_b = body;
                pawl_joint_id id;
                if (draw == 1 && last.index1 != 0) (void)!pawl_joint_create(world, &joint, &id);
                if (draw == 2) ck_assert_int_eq(pawl_body_set_enabled(world, body, false), PAWL_OK);
                last = body;
            }
        }
        /* Nothing has been quiet for long enough to sleep. */
        for (int step = 0; step < 25; step++) {
            run(worlds[0], 1);
            run(worlds[1], 1);
            const uint32_t counted = pawl_world_get_counters(worlds[0]).islands;
            ck_assert_uint_eq(counted, pawl_world_get_counters(worlds[1]).islands);
            ck_assert_uint_gt(counted, 0);
        }
        seeded_next(&seed);
        free(worlds[0]);
        free(worlds[1]);
    }
}
END_TEST

Suite *suite_faults(void) {
    Suite *const suite = suite_create("faults");
    TCase *const tcase = tcase_create("faults");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, faults_are_sticky_until_cleared);
    tcase_add_test(tcase, a_step_longer_than_the_limit_is_a_fault);
    tcase_add_test(tcase, speed_beyond_the_limit_is_a_fault);
    tcase_add_test(tcase, an_angular_speed_beyond_the_limit_is_a_fault);
    tcase_add_test(tcase, a_new_mass_that_makes_a_turn_too_fast_is_a_fault);
    tcase_add_test(tcase, a_centre_of_mass_beyond_the_edge_is_stopped_with_a_fault);
    tcase_add_test(tcase, planks_that_tip_over_set_no_fault);
    tcase_add_test(tcase, piles_of_big_bodies_set_no_fault);
    tcase_add_test(tcase, counters_count);
    tcase_add_test(tcase, islands_are_counted_whether_or_not_they_may_sleep);
    tcase_add_test(tcase, the_counter_of_awake_bodies_is_what_can_be_counted);
    suite_add_tcase(suite, tcase);
    return suite;
}
