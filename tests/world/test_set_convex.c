/* test_set_convex.c - shapes that get another geometry: they are what they would be had they been
 * made so, and touches begin and end where touching does. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/seeded.h"
#include "support/soft/soft_kit.h"
#include "support/world/jumble.h"
#include "world/world.h"

static pawl_events events_of(const pawl_world *world) {
    return pawl_world_get_events(world);
}

static void set_convex(pawl_world *world, pawl_shape_id shape, const pawl_convex *convex) {
    ck_assert_int_eq(pawl_shape_set_convex(world, shape, convex), PAWL_OK);
    assert_sound(world);
}

/* In each step all shapes are set to what they are. */
START_TEST(what_a_shape_is_already_changes_no_bit) {
    uint64_t seeds = seeded_fresh("same") + (uint64_t)_i;
    for (int n = SEEDED_PASSES(1, 4); n > 0; n--) {
        jumble kind;
        const pawl_world_def def = jumble_draw(&kind, seeded_next(&seeds));
        kind.asks = false;
        pawl_world *const plain = make_world(&def), *const set = make_world(&def);
        jumble_fill(&kind, plain);
        jumble_fill(&kind, set);
        for (int i = 0; i < 60; i++) {
            pawl_body_id body = pawl_world_next_body(set, PAWL_NULL_BODY);
            for (; !pawl_body_is_null(body); body = pawl_world_next_body(set, body)) {
                pawl_shape_id shape = pawl_body_next_shape(set, body, PAWL_NULL_SHAPE);
                for (; !pawl_shape_is_null(shape); shape = pawl_body_next_shape(set, body, shape)) {
                    pawl_convex convex;
                    if (pawl_shape_get_convex(set, shape, &convex) == PAWL_OK)
                        ck_assert_int_eq(pawl_shape_set_convex(set, shape, &convex), PAWL_OK);
                }
            }
            jumble_call(&kind, plain, (uint32_t)i);
            jumble_call(&kind, set, (uint32_t)i);
            run(plain, 1);
            run(set, 1);
            ck_assert_uint_eq(pawl_world_hash(plain), pawl_world_hash(set));
        }
        free(plain);
        free(set);
    }
}
END_TEST

/* Touches as events tell them are those that contacts have, in worlds where geometries change. */
START_TEST(worlds_stay_sound_and_touches_add_up) {
    uint64_t seeds = seeded_fresh("reshaped") + (uint64_t)_i;
    for (int n = SEEDED_PASSES(1, 6); n > 0; n--) {
        jumble kind;
        const uint64_t first = seeded_next(&seeds);
        pawl_world_def def = jumble_draw(&kind, first);
        kind.asks = false;
        def.contact_capacity = 0;
        def.event_capacity = 4096;
        pawl_world *const world = make_world(&def);
        uint64_t seed = first | 1u;
        jumble_fill(&kind, world);
        int64_t touching = 0;
        for (int i = 0; i < 90; i++) {
            const uint32_t bodies = pawl_world_get_counters(world).bodies;
            pawl_body_id body = pawl_world_next_body(world, PAWL_NULL_BODY);
            for (uint32_t at = (uint32_t)(seeded_next(&seed) >> 33) % (bodies + 1); at > 0; at--)
                body = pawl_world_next_body(world, body);
            const pawl_shape_id shape = pawl_body_next_shape(world, body, PAWL_NULL_SHAPE);
            const double size = 0.25 + (double)(seeded_next(&seed) % 8) / 4;
            const pawl_convex convex =
                i % 2 == 0 ? circle_convex(0, 0, size) : box_convex(size, 0.5);
            (void)pawl_shape_set_convex(world, shape, &convex);
            assert_sound(world);
            run(world, 1);
            assert_sound(world);
            const pawl_events events = events_of(world);
            touching += (int64_t)events.begin_count - (int64_t)events.end_count;
            int64_t found = 0;
            pawl_contact contact;
            for (uint32_t cursor = 0; pawl_world_next_contact(world, &cursor, &contact);)
                found++;
            ck_assert_msg(touching == found, "seed %" PRIx64 ", step %d: %d touches, %d told",
                          first, i, (int)found, (int)touching);
        }
        free(world);
    }
}
END_TEST

/* A shape that is set before the first step is as one that was made so, to the bit of motion. */
START_TEST(a_new_geometry_is_as_if_made_so) {
    pawl_world *const made = make_default_world(), *const set = make_default_world();
    const pawl_convex round = circle_convex(0.25, 0, 0.75);
    add_ground(made);
    add_ground(set);
    const pawl_body_id a = add_body(made, PAWL_DYNAMIC, 0, 3);
    (void)add_shape(made, a, &round);
    const pawl_body_id b = add_unit_box(set, 0, 3);
    set_convex(set, shape_of(set, b), &round);
    const pawl_mass of_a = pawl_body_get_mass(made, a), of_b = pawl_body_get_mass(set, b);
    ck_assert_mem_eq(&of_a, &of_b, sizeof of_a);
    for (int i = 0; i < 300; i++) {
        run(made, 1);
        run(set, 1);
        ck_assert_uint_eq(pawl_world_motion_hash(made), pawl_world_motion_hash(set));
    }
    free(made);
    free(set);
}
END_TEST

/* A circle grows under a stack that sleeps. */
START_TEST(a_growing_circle_lifts_a_stack) {
    pawl_world *const world = make_default_world();
    const pawl_body_id base = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_convex least = circle_convex(0, 0, 1);
    const pawl_shape_id shape = add_shape(world, base, &least);
    pawl_body_id boxes[4];
    for (int i = 0; i < 4; i++)
        boxes[i] = add_unit_box(world, 0, 1.5 + i);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pawl_body_set_fixed_rotation(world, boxes[i], true), PAWL_OK);
    run(world, 300);
    ck_assert_int_eq(pawl_body_is_awake(world, boxes[3]), false);
    uint32_t begins = 0, ends = 0;
    for (int i = 1; i <= 64; i++) {
        const pawl_convex grown = circle_convex(0, 0, 1 + i / 64.0);
        set_convex(world, shape, &grown);
        run(world, 2);
        const pawl_events events = events_of(world);
        begins += events.begin_count;
        ends += events.end_count;
        const double y = units(pawl_body_get_center(world, boxes[0]).y);
        ck_assert_msg(y > 1 + i / 64.0 + 0.4, "radius %f: box at %f", 1 + i / 64.0, y);
    }
    ck_assert_uint_eq(begins, 0); /* the touches go on */
    ck_assert_uint_eq(ends, 0);
    run(world, 200);
    for (int i = 0; i < 4; i++)
        assert_near(units(pawl_body_get_center(world, boxes[i]).y), 2.5 + i, 0.05, "height");
    free(world);
}
END_TEST

/* It shrinks, and what slept on it falls; the touch ends in the next step. */
START_TEST(what_loses_its_support_wakes) {
    pawl_world *const world = make_default_world();
    const pawl_body_id base = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_shape_id shape = add_box(world, base, 4, 1);
    const pawl_body_id box = add_unit_box(world, 0, 1.5);
    run(world, 300);
    ck_assert_int_eq(pawl_body_is_awake(world, box), false);
    const pawl_convex flat = box_convex(4, 0.25);
    set_convex(world, shape, &flat);
    ck_assert_int_eq(pawl_body_is_awake(world, box), true);
    run(world, 1);
    ck_assert_uint_eq(events_of(world).end_count, 1);
    ck_assert_uint_eq(events_of(world).begin_count, 0);
    run(world, 300);
    assert_near(units(pawl_body_get_center(world, box).y), 0.75, 0.02, "height");
    free(world);
}
END_TEST

START_TEST(a_sensor_sees_who_comes_within_it) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id box = add_unit_box(world, 3, 0.5);
    pawl_shape_def def = pawl_shape_def_default();
    def.sensor = true;
    const pawl_convex small = circle_convex(0, 0, 1), large = circle_convex(0, 0, 4);
    pawl_shape_id sensor;
    const pawl_body_id base = add_body(world, PAWL_STATIC, 0, 1);
    ck_assert_int_eq(pawl_shape_create(world, base, &def, &small, &sensor), PAWL_OK);
    run(world, 300);
    ck_assert_int_eq(pawl_body_is_awake(world, box), false);
    for (int i = 0; i < 3; i++) {
        set_convex(world, sensor, &large);
        run(world, 1);
        ck_assert_uint_eq(events_of(world).sensor_begin_count, 1);
        uint32_t cursor = 0;
        pawl_shape_id visitor;
        ck_assert_int_eq(pawl_shape_next_visitor(world, sensor, &cursor, &visitor), true);
        run(world, i * 200); /* asleep or not */
        set_convex(world, sensor, &small);
        run(world, 1);
        ck_assert_uint_eq(events_of(world).sensor_end_count, 1);
        cursor = 0;
        ck_assert_int_eq(pawl_shape_next_visitor(world, sensor, &cursor, &visitor), false);
    }
    free(world);
}
END_TEST

START_TEST(a_soft_body_that_sleeps_notices) {
    static kit k;
    pawl_world *const world = make_soft_world();
    const pawl_body_id base = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_shape_id shape = add_box(world, base, 4, 1);
    begin_square(&k, VEC(0, 1.6));
    const pawl_soft_id soft = finish(&k, world);
    run(world, 1200);
    ck_assert_int_eq(pawl_soft_is_awake(world, soft), false);
    const double before = units(point_of(world, soft, 0).y);
    const pawl_convex flat = box_convex(4, 0.25);
    set_convex(world, shape, &flat);
    ck_assert_int_eq(pawl_soft_is_awake(world, soft), true);
    run(world, 120);
    assert_near(units(point_of(world, soft, 0).y), before - 0.75, 0.1, "height");
    free(world);
}
END_TEST

START_TEST(wrong_calls_change_nothing) {
    pawl_world_def def = pawl_world_def_default();
    def.shape_capacity = 2;
    def.body_capacity = 4;
    pawl_world *const world = make_world(&def);
    const pawl_body_id body = add_unit_box(world, 0, 0), other = add_unit_box(world, 5, 0);
    const pawl_shape_id shape = shape_of(world, body);
    const pawl_mass by_hand = {PAWL_WIDE(7, 0, 1), {0, 0}, PAWL_WIDE(1, 0, 1)};
    ck_assert_int_eq(pawl_body_set_mass(world, body, by_hand), PAWL_OK);
    const uint32_t hash = pawl_world_hash(world);
    pawl_convex none;
    memset(&none, 0, sizeof none);
    ck_assert_int_eq(pawl_shape_set_convex(world, shape, &none), PAWL_ERR_GEOMETRY);
    ck_assert_int_eq(pawl_shape_set_convex(world, PAWL_NULL_SHAPE, &none), PAWL_ERR_STALE);
    const pawl_convex box = box_convex(0.5, 0.5), circle = circle_convex(0, 0, 1);
    set_convex(world, shape, &box);
    ck_assert_uint_eq(pawl_world_hash(world), hash); /* and the mass set by hand stays */
    set_convex(world, shape, &circle);
    assert_near((double)pawl_body_get_mass(world, body).mass / 65536, 3.14159, 1e-3, "mass");
    set_convex(world, shape_of(world, other), &circle); /* shared again */
    set_convex(world, shape, &box);
    free(world);
}
END_TEST

Suite *suite_set_convex(void) {
    Suite *const suite = suite_create("set_convex");
    TCase *const tcase = tcase_create("worlds");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, what_a_shape_is_already_changes_no_bit, 0, 2);
    tcase_add_loop_test(tcase, worlds_stay_sound_and_touches_add_up, 0, 4);
    suite_add_tcase(suite, tcase);
    TCase *const one = tcase_create("one");
    tcase_add_test(one, a_new_geometry_is_as_if_made_so);
    tcase_add_test(one, a_growing_circle_lifts_a_stack);
    tcase_add_test(one, what_loses_its_support_wakes);
    tcase_add_test(one, a_sensor_sees_who_comes_within_it);
    tcase_add_test(one, a_soft_body_that_sleeps_notices);
    tcase_add_test(one, wrong_calls_change_nothing);
    suite_add_tcase(suite, one);
    return suite;
}
