/* test_switch.c - flags of shapes and bodies that are switched after creation: from then on a shape
 * is what it would be had it been made so, and touches that end are told. */
#include "support/base/seeded.h"
#include "support/world/fixture.h"
#include "support/world/jumble.h"
#include "world/world.h"

typedef pawl_status setter(pawl_world *world, pawl_shape_id shape, bool on);
typedef bool getter(const pawl_world *world, pawl_shape_id shape);

enum {
    SENSOR,
    ONE_WAY,
    CUSTOM_FILTER,
    PRE_SOLVE,
    HIT_EVENTS,
    FLAGS
};

static const struct {
    const char *name;
    setter *set;
    getter *get;
    bool ends; /* the contacts that there are */
} flags[FLAGS] = {
    {"sensor", pawl_shape_set_sensor, pawl_shape_is_sensor, true},
    {"one_way", pawl_shape_set_one_way, pawl_shape_is_one_way, true},
    {"custom_filter", pawl_shape_set_custom_filter, pawl_shape_has_custom_filter, true},
    {"pre_solve", pawl_shape_set_pre_solve, pawl_shape_has_pre_solve, false},
    {"hit_events", pawl_shape_set_hit_events, pawl_shape_has_hit_events, false},
};

static pawl_shape_def def_with(int flag, bool on) {
    pawl_shape_def def = pawl_shape_def_default();
    bool *const fields[FLAGS] = {&def.sensor, &def.one_way, &def.custom_filter, &def.pre_solve,
                                 &def.hit_events};
    *fields[flag] = on;
    return def;
}

static pawl_shape_id add_flagged(pawl_world *world, pawl_body_id body, int flag, bool on) {
    const pawl_shape_def def = def_with(flag, on);
    const pawl_convex convex = box_convex(2, 0.5);
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &convex, &shape), PAWL_OK);
    return shape;
}

/* A platform at the origin and a box that falls on it. */
typedef struct stage {
    pawl_world *world;
    pawl_shape_id platform, box;
    pawl_body_id faller;
} stage;

static stage make_stage(int flag, bool on) {
    stage made;
    made.world = make_default_world();
    made.platform = add_flagged(made.world, add_body(made.world, PAWL_STATIC, 0, 0), flag, on);
    made.faller = add_unit_box(made.world, 0, 2);
    made.box = shape_of(made.world, made.faller);
    return made;
}

START_TEST(a_shape_that_is_switched_at_once_is_what_it_would_be_by_its_def) {
    for (int on = 0; on < 2; on++) {
        stage made = make_stage(_i, on), switched = make_stage(_i, !on);
        ck_assert_int_eq(flags[_i].get(switched.world, switched.platform), !on);
        ck_assert_int_eq(flags[_i].set(switched.world, switched.platform, on), PAWL_OK);
        ck_assert_int_eq(flags[_i].get(switched.world, switched.platform), on);
        for (int step = 0; step < 90; step++) {
            ck_assert_msg(pawl_world_hash(made.world) == pawl_world_hash(switched.world),
                          "%s, step %d", flags[_i].name, step);
            run(made.world, 1);
            run(switched.world, 1);
            assert_sound(switched.world);
        }
        free(made.world);
        free(switched.world);
    }
}
END_TEST

START_TEST(setting_what_it_is_changes_nothing) {
    stage at = make_stage(_i, true);
    run(at.world, 150);
    const uint32_t hash = pawl_world_hash(at.world);
    ck_assert_int_eq(flags[_i].set(at.world, at.platform, true), PAWL_OK);
    ck_assert_int_eq(flags[_i].set(at.world, at.box, false), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(at.world), hash);
    free(at.world);
}
END_TEST

/* The box rests, and sleeps, on a platform without the flag. */
START_TEST(a_touch_that_a_switch_ends_is_told_once) {
    stage at = make_stage(_i, false);
    run(at.world, 200);
    ck_assert_int_eq(pawl_body_is_awake(at.world, at.faller), false);
    ck_assert_int_eq(flags[_i].set(at.world, at.platform, true), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_awake(at.world, at.faller), _i != HIT_EVENTS);
    run(at.world, 1);
    const pawl_events events = pawl_world_get_events(at.world);
    ck_assert_uint_eq(events.end_count, flags[_i].ends);
    if (flags[_i].ends) {
        ck_assert_uint_eq(pawl_shape_id_store(events.ends[0].shape_a),
                          pawl_shape_id_store(at.platform));
        ck_assert_uint_eq(pawl_shape_id_store(events.ends[0].shape_b), pawl_shape_id_store(at.box));
    }
    /* What still stops it touches it anew. */
    ck_assert_uint_eq(events.begin_count, flags[_i].ends && _i != SENSOR);
    ck_assert_uint_eq(events.sensor_begin_count, _i == SENSOR);
    run(at.world, 120);
    const pawl_fx y = pawl_body_get_position(at.world, at.faller).y;
    ck_assert_int_eq(y < FX(-1), _i == SENSOR);
    free(at.world);
}
END_TEST

START_TEST(a_visit_that_a_switch_ends_is_told_once) {
    stage at = make_stage(SENSOR, true);
    ck_assert_int_eq(pawl_body_set_gravity_scale(at.world, at.faller, 0), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_pose(at.world, at.faller, VEC(0, 0.75), 0), PAWL_OK);
    run(at.world, 2);
    ck_assert_int_eq(pawl_shape_set_sensor(at.world, at.platform, false), PAWL_OK);
    run(at.world, 1);
    const pawl_events events = pawl_world_get_events(at.world);
    ck_assert_uint_eq(events.sensor_end_count, 1);
    ck_assert_uint_eq(pawl_shape_id_store(events.sensor_ends[0].sensor),
                      pawl_shape_id_store(at.platform));
    ck_assert_uint_eq(events.begin_count, 1); /* it is in there, and is pushed out */
    run(at.world, 120);
    ck_assert_int_gt(pawl_body_get_position(at.world, at.faller).y, FX(0.9));
    free(at.world);
}
END_TEST

static bool refuse(void *context, const pawl_world *world, pawl_shape_id a, pawl_shape_id b) {
    (void)world;
    (void)a;
    (void)b;
    ++*(int *)context;
    return false;
}

static bool refuse_contact(void *context, const pawl_world *world, const pawl_contact *contact) {
    (void)world;
    (void)contact;
    ++*(int *)context;
    return false;
}

/* The program is asked from the switch on, and what it answers counts; then not any more. */
START_TEST(hooks_are_asked_from_the_next_step_on) {
    stage at = make_stage(_i, false);
    int asked = 0;
    pawl_step_hooks hooks = {.context = &asked};
    if (_i == CUSTOM_FILTER) hooks.should_collide = refuse;
    if (_i == PRE_SOLVE) hooks.pre_solve = refuse_contact;
    for (int i = 0; i < 100; i++)
        ck_assert_int_eq(pawl_world_step(at.world, &hooks), PAWL_OK);
    ck_assert_int_eq(asked, 0);
    ck_assert_int_eq(flags[_i].set(at.world, at.platform, true), PAWL_OK);
    for (int i = 0; i < 10; i++)
        ck_assert_int_eq(pawl_world_step(at.world, &hooks), PAWL_OK);
    ck_assert_int_gt(asked, 0);
    const pawl_fx y = pawl_body_get_position(at.world, at.faller).y;
    ck_assert_int_lt(y, FX(1));
    asked = 0;
    ck_assert_int_eq(flags[_i].set(at.world, at.platform, false), PAWL_OK);
    assert_sound(at.world);
    for (int i = 0; i < 100; i++)
        ck_assert_int_eq(pawl_world_step(at.world, &hooks), PAWL_OK);
    ck_assert_int_eq(asked, 0);
    assert_sound(at.world);
    ck_assert_int_gt(pawl_body_get_position(at.world, at.faller).y, y); /* it is pushed out */
    free(at.world);
}
END_TEST

START_TEST(hits_are_told_from_the_switch_on) {
    stage at = make_stage(HIT_EVENTS, false);
    int hits = 0;
    for (int i = 0; i < 240; i++) {
        if (i == 90) ck_assert_int_eq(hits, 0);
        if (i == 90) ck_assert_int_eq(pawl_shape_set_hit_events(at.world, at.box, true), PAWL_OK);
        if (i == 90)
            ck_assert_int_eq(pawl_body_set_pose(at.world, at.faller, VEC(0, 3), 0), PAWL_OK);
        run(at.world, 1);
        hits += (int)pawl_world_get_events(at.world).hit_count;
    }
    ck_assert_int_eq(hits, 1);
    free(at.world);
}
END_TEST

START_TEST(terrain_is_no_sensor) {
    static const pawl_vec2 points[] = {{-655360, 0}, {0, 0}, {655360, 0}};
    pawl_world *const world = make_default_world();
    pawl_chain chain = {0};
    pawl_shape_id shape;
    chain.points = points;
    chain.count = 3;
    const pawl_shape_def def = pawl_shape_def_default();
    const pawl_body_id body = add_body(world, PAWL_STATIC, 0, 0);
    ck_assert_int_eq(pawl_shape_create_chain(world, body, &def, &chain, &shape), PAWL_OK);
    ck_assert_int_eq(pawl_shape_set_sensor(world, shape, true), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_shape_set_sensor(world, shape, false), PAWL_OK);
    ck_assert_int_eq(pawl_shape_set_one_way(world, shape, true), PAWL_OK);
    ck_assert_int_eq(pawl_shape_is_one_way(world, shape), true);
    free(world);
}
END_TEST

START_TEST(a_body_that_may_not_sleep_keeps_its_island_awake_until_it_may) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id low = add_unit_box(world, 0, 0.5), high = add_unit_box(world, 0, 1.5);
    run(world, 120);
    ck_assert_int_eq(pawl_body_is_awake(world, low), false);
    ck_assert_int_eq(pawl_body_get_can_sleep(world, high), true);
    ck_assert_int_eq(pawl_body_set_can_sleep(world, high, false), PAWL_OK);
    ck_assert_int_eq(pawl_body_get_can_sleep(world, high), false);
    ck_assert_int_eq(pawl_body_is_awake(world, low), true);
    run(world, 300);
    ck_assert_int_eq(pawl_body_is_awake(world, low), true);
    ck_assert_int_eq(pawl_body_set_can_sleep(world, high, true), PAWL_OK);
    run(world, 2);
    ck_assert_int_eq(pawl_body_is_awake(world, low), false);
    free(world);
}
END_TEST

static bool answer(void *context, const pawl_world *world, pawl_shape_id a, pawl_shape_id b) {
    (void)context;
    return (a.index1 + b.index1 + pawl_world_get_tick(world) / 8) % 3 != 0;
}

static bool answer_contact(void *context, const pawl_world *world, const pawl_contact *contact) {
    return answer(context, world, contact->shape_a, contact->shape_b);
}

/* Worlds drawn by lot, whose flags are switched between steps, stay sound; their touches begin and
 * end in turn. */
START_TEST(switching_by_lot_leaves_sound_worlds) {
    uint64_t seed = seeded_fresh("switched flags") | 1u;
    const pawl_step_hooks hooks = {.should_collide = answer, .pre_solve = answer_contact};
    for (int i = 0; i < SEEDED_ROUNDS(20); i++) {
        jumble of;
        pawl_world_def def = jumble_draw(&of, seeded_next(&seed));
        def.event_capacity = 4000;
        pawl_world *const world = make_world(&def);
        uint32_t begins = 0, ends = 0;
        jumble_fill(&of, world);
        for (uint32_t step = 0; step < 60; step++) {
            pawl_body_id body = NO_BODY;
            while (!pawl_body_is_null(body = pawl_world_next_body(world, body))) {
                if (seeded_next(&seed) >> 60 != 0) continue;
                const int flag = (int)((seeded_next(&seed) >> 32) % FLAGS);
                const bool on = seeded_next(&seed) >> 63;
                const pawl_status status = flags[flag].set(world, shape_of(world, body), on);
                ck_assert_msg(status == PAWL_OK || status == PAWL_ERR_STALE ||
                                  (flag == SENSOR && status == PAWL_ERR_ARGUMENT),
                              "%s", pawl_status_text(status));
                assert_sound(world);
            }
            ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_OK);
            assert_sound(world);
            const pawl_events events = pawl_world_get_events(world);
            begins += events.begin_count + events.sensor_begin_count;
            ends += events.end_count + events.sensor_end_count;
            ck_assert_uint_eq(pawl_world_get_counters(world).dropped_events, 0);
        }
        uint32_t open = 0;
        for (uint32_t k = 0; k < world->contact_count; k++)
            open += (pawli_contacts(world)[k].flags &
                     (PAWLI_CONTACT_TOUCHING | PAWLI_CONTACT_OVERLAPS)) != 0;
        ck_assert_uint_eq(begins - ends, open);
        free(world);
    }
}
END_TEST

Suite *suite_switch(void) {
    Suite *const suite = suite_create("switch");
    TCase *const tcase = tcase_create("switch");
    tcase_add_loop_test(tcase, a_shape_that_is_switched_at_once_is_what_it_would_be_by_its_def, 0,
                        FLAGS);
    tcase_add_loop_test(tcase, setting_what_it_is_changes_nothing, 0, FLAGS);
    tcase_add_loop_test(tcase, a_touch_that_a_switch_ends_is_told_once, 0, FLAGS);
    tcase_add_test(tcase, a_visit_that_a_switch_ends_is_told_once);
    tcase_add_loop_test(tcase, hooks_are_asked_from_the_next_step_on, CUSTOM_FILTER, PRE_SOLVE + 1);
    tcase_add_test(tcase, hits_are_told_from_the_switch_on);
    tcase_add_test(tcase, terrain_is_no_sensor);
    tcase_add_test(tcase, a_body_that_may_not_sleep_keeps_its_island_awake_until_it_may);
    tcase_add_test(tcase, switching_by_lot_leaves_sound_worlds);
    suite_add_tcase(suite, tcase);
    return suite;
}
