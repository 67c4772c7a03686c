/* test_sleep.c - islands fall asleep together and wake together. */
#include "support/world/fixture.h"

#define STACK 5

typedef struct stack {
    pawl_world *world;
    pawl_body_id ground, box[STACK];
} stack;

static stack make_stack_in(const pawl_world_def *def) {
    stack made;
    made.world = make_world(def);
    made.ground = add_ground(made.world);
    for (int i = 0; i < STACK; i++)
        made.box[i] = add_unit_box(made.world, 0, 0.5 + i);
    return made;
}

static int awake_count(const stack *s) {
    int count = 0;
    for (int i = 0; i < STACK; i++)
        count += pawl_body_is_awake(s->world, s->box[i]);
    return count;
}

/* A stack that has just fallen asleep. */
static stack make_sleeping_stack(void) {
    const pawl_world_def def = pawl_world_def_default();
    const stack made = make_stack_in(&def);
    run(made.world, 2 * STEPS_PER_SECOND);
    ck_assert_int_eq(awake_count(&made), 0);
    return made;
}

START_TEST(a_stack_falls_asleep_together_within_a_second_and_a_half) {
    const pawl_world_def def = pawl_world_def_default();
    const stack s = make_stack_in(&def);
    int step = 0;
    for (; awake_count(&s) > 0 && step < 90; step++) {
        ck_assert_int_eq(awake_count(&s), STACK);
        run(s.world, 1);
    }
    ck_assert_int_eq(awake_count(&s), 0);
    ck_assert_int_ge(step, STEPS_PER_SECOND / 2);
    for (int i = 0; i < STACK; i++) {
        assert_vec_eq(pawl_body_get_velocity(s.world, s.box[i]), VEC(0, 0));
        ck_assert_int_eq(pawl_body_get_angular_velocity(s.world, s.box[i]), 0);
        assert_near(units(pawl_body_get_position(s.world, s.box[i]).y), 0.5 + i, 0.02, "y");
    }
    ck_assert_uint_eq(pawl_world_get_counters(s.world).awake, 0);
    free(s.world);
}
END_TEST

START_TEST(asleep_nothing_moves_and_nothing_is_computed) {
    const stack s = make_sleeping_stack();
    const uint32_t motion = pawl_world_motion_hash(s.world);
    for (int i = 0; i < 100; i++) {
        run(s.world, 1);
        const pawl_counters counters = pawl_world_get_counters(s.world);
        ck_assert_uint_eq(counters.awake, 0);
        ck_assert_uint_eq(counters.manifolds + counters.recycled, 0);
        ck_assert_uint_eq(counters.points, 0);
    }
    ck_assert_uint_eq(pawl_world_motion_hash(s.world), motion);
    free(s.world);
}
END_TEST

/* What must wake the whole stack at once, when it happens to box 2. */
static void disturb(const stack *s, int kind) {
    pawl_world *const world = s->world;
    const pawl_body_id box = s->box[2];
    const pawl_wide2 push = {PAWL_WIDE(1, 0, 1), 0};
    switch (kind) {
    case 0:
        ck_assert_int_eq(pawl_body_set_velocity(world, box, VEC(0.125, 0)), PAWL_OK);
        break;
    case 1:
        ck_assert_int_eq(pawl_body_set_angular_velocity(world, box, FX(1)), PAWL_OK);
        break;
    case 2:
        ck_assert_int_eq(pawl_body_apply_force(world, box, push, VEC(0, 2)), PAWL_OK);
        break;
    case 3:
        ck_assert_int_eq(pawl_body_apply_impulse_to_center(world, box, push), PAWL_OK);
        break;
    case 4:
        ck_assert_int_eq(pawl_body_apply_torque(world, box, 65536), PAWL_OK);
        break;
    case 5:
        ck_assert_int_eq(pawl_body_set_awake(world, box, true), PAWL_OK);
        break;
    case 6:
        ck_assert_int_eq(pawl_body_set_pose(world, box, VEC(9, 2.5), 0), PAWL_OK);
        break;
    case 7:
        ck_assert_int_eq(pawl_body_set_gravity_scale(world, box, FX(-1)), PAWL_OK);
        break;
    case 8:
        ck_assert_int_eq(pawl_body_set_fixed_rotation(world, box, true), PAWL_OK);
        break;
    case 9:
        add_box(world, box, 0.25, 0.25);
        break;
    case 10:
        ck_assert_int_eq(pawl_world_set_sleeping_enabled(world, false), PAWL_OK);
        break;
    case 11:
        ck_assert_int_eq(pawl_body_set_type(world, s->ground, PAWL_KINEMATIC), 0);
        break;
    case 12:
        ck_assert_int_eq(pawl_body_set_pose(world, s->ground, VEC(0, -3), 0), 0);
        break;
    case 13:
        ck_assert_int_eq(pawl_body_set_enabled(world, s->ground, false), PAWL_OK);
        break;
    case 14:
        ck_assert_int_eq(pawl_body_destroy(world, s->ground), PAWL_OK);
        break;
    case 15:
        ck_assert_int_eq(pawl_shape_destroy(world, shape_of(world, s->ground)), 0);
        break;
    default:
        ck_abort_msg("kind %d", kind);
    }
}
#define DISTURBANCES 16

START_TEST(the_island_wakes_when_one_of_it_or_its_support_is_disturbed) {
    const stack s = make_sleeping_stack();
    disturb(&s, _i);
    ck_assert_int_eq(awake_count(&s), STACK);
    run(s.world, 1);
    ck_assert_int_eq(awake_count(&s), STACK);
    assert_sound(s.world);
    run(s.world, 60);
    assert_sound(s.world);
    if (_i >= 12) ck_assert_int_lt(pawl_body_get_position(s.world, s.box[4]).y, FX(3));
    free(s.world);
}
END_TEST

/* 0: destroyed, 1: disabled, 2: made static. The rest of the stack wakes. */
START_TEST(the_island_wakes_when_one_of_it_goes) {
    const stack s = make_sleeping_stack();
    if (_i == 0) ck_assert_int_eq(pawl_body_destroy(s.world, s.box[0]), PAWL_OK);
    if (_i == 1) ck_assert_int_eq(pawl_body_set_enabled(s.world, s.box[0], false), PAWL_OK);
    if (_i == 2) ck_assert_int_eq(pawl_body_set_type(s.world, s.box[0], PAWL_STATIC), PAWL_OK);
    ck_assert_int_eq(awake_count(&s), STACK - 1);
    assert_sound(s.world);
    run(s.world, 120);
    ck_assert_int_eq(awake_count(&s), 0);
    assert_near(units(pawl_body_get_position(s.world, s.box[4]).y), _i == 2 ? 4.5 : 3.5, 0.02, "y");
    assert_sound(s.world);
    free(s.world);
}
END_TEST

/* Reading and cosmetic changes wake nobody. */
START_TEST(reading_does_not_wake) {
    const stack s = make_sleeping_stack();
    const pawl_shape_id shape = shape_of(s.world, s.box[0]);
    ck_assert_int_eq(pawl_body_set_user_data(s.world, s.box[0], 5), PAWL_OK);
    ck_assert_int_eq(pawl_shape_set_user_data(s.world, shape, 5), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_damping(s.world, s.box[0], 5, 5), PAWL_OK);
    pawl_contact contact;
    uint32_t cursor = 0;
    while (pawl_world_next_contact(s.world, &cursor, &contact))
        continue;
    (void)pawl_world_hash(s.world);
    ck_assert_int_eq(awake_count(&s), 0);
    free(s.world);
}
END_TEST

START_TEST(other_islands_sleep_on) {
    const pawl_world_def def = pawl_world_def_default();
    const stack s = make_stack_in(&def);
    const pawl_body_id apart = add_unit_box(s.world, 5, 0.5);
    run(s.world, 120);
    ck_assert_int_eq(pawl_body_set_velocity(s.world, s.box[4], VEC(1, 0)), PAWL_OK);
    run(s.world, 1);
    ck_assert_int_eq(awake_count(&s), STACK);
    ck_assert_int_eq(pawl_body_is_awake(s.world, apart), false);
    free(s.world);
}
END_TEST

START_TEST(an_awake_body_that_touches_a_sleeping_island_wakes_it) {
    const stack s = make_sleeping_stack();
    const pawl_body_id ball = add_body(s.world, PAWL_DYNAMIC, -3, 0.5);
    const pawl_convex circle = circle_convex(0, 0, 0.5);
    add_shape(s.world, ball, &circle);
    ck_assert_int_eq(pawl_body_set_velocity(s.world, ball, VEC(2, 0)), PAWL_OK);
    for (int i = 0; i < 120 && awake_count(&s) == 0; i++) {
        ck_assert_int_eq(awake_count(&s), 0);
        run(s.world, 1);
    }
    ck_assert_int_eq(awake_count(&s), STACK);
    assert_near(units(pawl_body_get_position(s.world, ball).x), -1, 0.1, "x of the ball");
    free(s.world);
}
END_TEST

/* 0: def.sleeping is 0, 1: switched off at run time, 2: one body may not sleep. */
START_TEST(who_may_not_sleep_does_not) {
    pawl_world_def def = pawl_world_def_default();
    if (_i == 0) def.sleeping = 0;
    stack s = make_stack_in(&def);
    ck_assert_int_eq(pawl_world_is_sleeping_enabled(s.world), _i != 0);
    if (_i == 1) ck_assert_int_eq(pawl_world_set_sleeping_enabled(s.world, false), PAWL_OK);
    if (_i == 2) {
        const pawl_convex convex = box_convex(0.5, 0.5);
        pawl_body_def restless = pawl_body_def_default();
        restless.type = PAWL_DYNAMIC;
        restless.position = VEC(0, 5.5);
        restless.can_sleep = false;
        pawl_body_id body;
        ck_assert_int_eq(pawl_body_create(s.world, &restless, &body), PAWL_OK);
        add_shape(s.world, body, &convex);
    }
    for (int i = 0; i < 300; i++) {
        run(s.world, 1);
        ck_assert_int_eq(awake_count(&s), STACK);
    }
    if (_i == 1) {
        ck_assert_int_eq(pawl_world_set_sleeping_enabled(s.world, true), PAWL_OK);
        run(s.world, 60);
        ck_assert_int_eq(awake_count(&s), 0);
    }
    free(s.world);
}
END_TEST

/* Slower than the sleep speed, so that only the rule about kinematic bodies keeps them awake. */
START_TEST(a_moving_kinematic_body_keeps_what_it_carries_awake) {
    pawl_world *const world = make_default_world();
    const pawl_body_id lift = add_body(world, PAWL_KINEMATIC, 0, -0.5);
    add_box(world, lift, 5, 0.5);
    const pawl_body_id low = add_unit_box(world, 0, 0.5), high = add_unit_box(world, 0, 1.5);
    ck_assert_int_eq(pawl_body_set_velocity(world, lift, VEC(0.015625, 0)), PAWL_OK);
    for (int i = 0; i < 300; i++) {
        run(world, 1);
        ck_assert_int_eq(pawl_body_is_awake(world, lift), true);
        ck_assert_int_eq(pawl_body_is_awake(world, low), true);
        ck_assert_int_eq(pawl_body_is_awake(world, high), true);
    }
    assert_near(units(pawl_body_get_position(world, high).x), 5 / 64.0, 0.01, "x");
    ck_assert_int_eq(pawl_body_set_velocity(world, lift, VEC(0, 0)), PAWL_OK);
    run(world, 90);
    ck_assert_int_eq(pawl_body_is_awake(world, lift), false);
    ck_assert_int_eq(pawl_body_is_awake(world, high), false);
    ck_assert_int_eq(pawl_body_set_velocity(world, lift, VEC(0, 1)), PAWL_OK);
    run(world, 60);
    assert_near(units(pawl_body_get_velocity(world, high).y), 1, 0.02, "vy");
    free(world);
}
END_TEST

START_TEST(putting_to_sleep_by_hand_stops_that_body_alone) {
    pawl_world *const world = make_default_world();
    const pawl_body_id a = add_unit_box(world, 0, 50), b = add_unit_box(world, 5, 50);
    run(world, 10);
    ck_assert_int_eq(pawl_body_set_awake(world, a, false), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_awake(world, a), false);
    assert_vec_eq(pawl_body_get_velocity(world, a), VEC(0, 0));
    const pawl_vec2 position = pawl_body_get_position(world, a);
    run(world, 10);
    assert_vec_eq(pawl_body_get_position(world, a), position);
    ck_assert_int_lt(pawl_body_get_position(world, b).y, position.y);
    ck_assert_int_eq(pawl_body_set_awake(world, a, true), PAWL_OK);
    run(world, 10);
    ck_assert_int_lt(pawl_body_get_position(world, a).y, position.y);
    assert_sound(world);
    free(world);
}
END_TEST

/* A new body in the slot of one whose island slept must not be taken for a member of it. */
START_TEST(a_reused_slot_does_not_join_an_old_island) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = STACK + 1;
    const stack s = make_stack_in(&def);
    run(s.world, 120);
    ck_assert_int_eq(awake_count(&s), 0);
    ck_assert_int_eq(pawl_body_destroy(s.world, s.box[0]), PAWL_OK);
    run(s.world, 120);
    ck_assert_int_eq(awake_count(&s), 0);
    pawl_body_def body = pawl_body_def_default();
    body.type = PAWL_DYNAMIC;
    body.position = VEC(50, 50);
    body.awake = false;
    pawl_body_id fresh;
    ck_assert_int_eq(pawl_body_create(s.world, &body, &fresh), PAWL_OK);
    ck_assert_uint_eq(fresh.index1, s.box[0].index1);
    ck_assert_int_eq(pawl_body_set_awake(s.world, fresh, true), PAWL_OK);
    ck_assert_int_eq(awake_count(&s), 0);
    assert_sound(s.world);
    free(s.world);
}
END_TEST

/* A sleeping world that is woken again and left alone goes back to the same rest. */
START_TEST(waking_does_not_shift_what_rests) {
    const stack s = make_sleeping_stack();
    pawl_vec2 before[STACK];
    for (int i = 0; i < STACK; i++)
        before[i] = pawl_body_get_position(s.world, s.box[i]);
    for (int i = 0; i < 20; i++) {
        ck_assert_int_eq(pawl_body_set_awake(s.world, s.box[i % STACK], true), PAWL_OK);
        run(s.world, 60);
        ck_assert_int_eq(awake_count(&s), 0);
    }
    for (int i = 0; i < STACK; i++) {
        const pawl_vec2 now = pawl_body_get_position(s.world, s.box[i]);
        assert_near(units(now.x), units(before[i].x), 0.001, "x");
        assert_near(units(now.y), units(before[i].y), 0.002, "y");
    }
    free(s.world);
}
END_TEST

Suite *suite_sleep(void) {
    Suite *const suite = suite_create("sleep");
    TCase *const tcase = tcase_create("sleep");
    tcase_add_test(tcase, a_stack_falls_asleep_together_within_a_second_and_a_half);
    tcase_add_test(tcase, asleep_nothing_moves_and_nothing_is_computed);
    tcase_add_loop_test(tcase, the_island_wakes_when_one_of_it_or_its_support_is_disturbed, 0,
                        DISTURBANCES);
    tcase_add_loop_test(tcase, the_island_wakes_when_one_of_it_goes, 0, 3);
    tcase_add_test(tcase, reading_does_not_wake);
    tcase_add_test(tcase, other_islands_sleep_on);
    tcase_add_test(tcase, an_awake_body_that_touches_a_sleeping_island_wakes_it);
    tcase_add_loop_test(tcase, who_may_not_sleep_does_not, 0, 3);
    tcase_add_test(tcase, a_moving_kinematic_body_keeps_what_it_carries_awake);
    tcase_add_test(tcase, putting_to_sleep_by_hand_stops_that_body_alone);
    tcase_add_test(tcase, a_reused_slot_does_not_join_an_old_island);
    tcase_add_test(tcase, waking_does_not_shift_what_rests);
    suite_add_tcase(suite, tcase);
    return suite;
}
