/* test_joint.c - joints come and go: handles, ranges, capacities, sleep, collisions, state. */
#include "support/joint/joint_fixture.h"

#define TYPES PAWL_JOINT_LAST

/* A joint of any type between two bodies that hang about, with everything it may have. */
static pawl_joint_def any_joint(const pawl_world *world, pawl_joint_type type, pawl_body_id a,
                                pawl_body_id b) {
    const pawl_vec2 at = pawl_body_get_position(world, a), to = pawl_body_get_position(world, b);
    pawl_joint_def def = pawl_joint_def_at(world, type, a, b, at, PAWL_TURN(1, 16));
    if (type == PAWL_JOINT_DISTANCE || type == PAWL_JOINT_PULLEY)
        def = pawl_joint_def_between(world, type, a, b, at, to);
    if (type == PAWL_JOINT_PULLEY) {
        def.ground_a = pawl_vec2_add(at, VEC(0, 5));
        def.ground_b = pawl_vec2_add(to, VEC(0, 5));
        def.target = FX(10);
    }
    def.limit = def.motor = def.spring = true;
    def.lower = FX(0.25);
    def.upper = FX(2);
    def.motor_speed = FX(1);
    def.motor_max = WIDE(5);
    def.hertz = FX(2);
    def.damping_ratio = FX(0.5);
    def.angular_hertz = FX(3);
    def.force_max = WIDE(10);
    def.linear_velocity = type == PAWL_JOINT_PULLEY ? VEC(0, 0) : VEC(0.5, 0);
    def.spring_force_max = WIDE(100);
    def.spring_torque_max = WIDE(100);
    return def;
}

static pawl_joint_type type_of(int index) {
    return (pawl_joint_type)(PAWL_JOINT_REVOLUTE + index);
}

START_TEST(a_joint_tells_the_def_that_would_make_it) {
    pawl_world *const world = make_awake_world();
    const pawl_body_id a = add_unit_box(world, 0, 0), b = add_unit_box(world, 2, 1);
    for (int i = 0; i < TYPES; i++) {
        const pawl_joint_def def = any_joint(world, type_of(i), a, b);
        const pawl_joint_id joint = add_joint(world, &def);
        pawl_joint_def got;
        memset(&got, 0, sizeof got);
        ck_assert_int_eq(pawl_joint_get_def(world, joint, &got), PAWL_OK);
        pawl_joint_id again;
        ck_assert_int_eq(pawl_joint_create(world, &got, &again), PAWL_OK);
        pawl_joint_def twice;
        ck_assert_int_eq(pawl_joint_get_def(world, again, &twice), PAWL_OK);
        ck_assert_int_eq(got.type, def.type);
        ck_assert_int_eq(got.hertz, def.hertz);
        ck_assert_int_eq(got.target, def.target);
        ck_assert_int_eq(got.limit && got.motor && got.spring, true);
        assert_vec_eq(got.frame_b.anchor, def.frame_b.anchor);
        assert_vec_eq(got.ground_b, def.ground_b);
        assert_vec_eq(got.linear_velocity, def.linear_velocity);
        ck_assert_int_eq(twice.frame_a.angle == got.frame_a.angle, true);
        ck_assert_int_eq(twice.spring_torque_max == got.spring_torque_max, true);
    }
    free(world);
}
END_TEST

START_TEST(nonsense_is_refused) {
    pawl_world *const world = make_awake_world();
    const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_body_id belt = add_body(world, PAWL_KINEMATIC, 0, 0);
    const pawl_body_id box = add_unit_box(world, 0, 3);
    pawl_joint_id joint = {0, 0};
    const pawl_joint_def good =
        pawl_joint_def_at(world, PAWL_JOINT_WELD, ground, box, VEC(0, 0), 0);
    pawl_joint_def def = good;
    ck_assert_int_eq(pawl_joint_create(NULL, &def, &joint), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_joint_create(world, NULL, &joint), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_joint_create(world, &def, NULL), PAWL_ERR_NULL);
    def.cookie++;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_ERR_COOKIE);
    def = good;
    def.type = (pawl_joint_type)11;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_ERR_ARGUMENT);
    def.type = (pawl_joint_type)0;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_ERR_ARGUMENT);
    def = good;
    def.body_b = ground;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_ERR_ARGUMENT);
    def.body_b = belt;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_ERR_ARGUMENT);
    def.body_b.generation++;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_ERR_STALE);
    def = good;
    def.hertz = -1;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_ERR_RANGE);
    def = good;
    def.lower = 1;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_ERR_RANGE);
    def = good;
    def.break_force = -1;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_ERR_RANGE);
    def = good;
    def.frame_a.anchor.x = INT32_MIN;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_ERR_RANGE);
    def = good;
    def.type = PAWL_JOINT_GEAR;
    def.ratio = 0;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_ERR_RANGE);
    def.type = PAWL_JOINT_RATCHET;
    def.ratio = -1;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_ERR_RANGE);
    def = good;
    def.type = PAWL_JOINT_DISTANCE;
    def.target = -1;
    ck_assert_int_eq(pawl_joint_create(world, &def, &joint), PAWL_ERR_RANGE);
    ck_assert_uint_eq(joint.index1, 0);
    ck_assert_int_eq(pawl_joint_create(world, &good, &joint), PAWL_OK);
    free(world);
}
END_TEST

START_TEST(stale_handles_answer_with_zero) {
    pawl_world *const world = make_awake_world();
    const pawl_body_id a = add_unit_box(world, 0, 0), b = add_unit_box(world, 2, 1);
    const pawl_joint_def def = any_joint(world, PAWL_JOINT_PRISMATIC, a, b);
    const pawl_joint_id joint = add_joint(world, &def);
    run(world, 5);
    ck_assert_int_eq(pawl_joint_destroy(world, joint), PAWL_OK);
    pawl_joint_def got;
    const pawl_joint_frame frame = {{0, 0}, 0};
    ck_assert_int_eq(pawl_joint_destroy(world, joint), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_joint_destroy(NULL, joint), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_joint_is_valid(world, joint), false);
    ck_assert_int_eq(pawl_joint_get_def(world, joint, &got), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_joint_set_limit(world, joint, true, 0, 1), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_joint_set_motor(world, joint, true, 0, 1), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_joint_set_spring(world, joint, true, 0, 1), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_joint_set_target(world, joint, 1), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_joint_set_frame_a(world, joint, frame), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_joint_set_break(NULL, joint, 0, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_joint_get_angle(world, joint), 0);
    ck_assert_int_eq(pawl_joint_get_translation(world, joint), 0);
    ck_assert_int_eq(pawl_joint_get_length(world, joint), 0);
    ck_assert_int_eq(pawl_joint_get_reaction_force(world, joint).x == 0, true);
    ck_assert_int_eq(pawl_joint_get_reaction_torque(world, joint) == 0, true);
    ck_assert_int_eq(pawl_joint_get_angle(NULL, joint), 0);
    ck_assert_uint_eq(pawl_world_next_joint(world, joint).index1, 0);
    free(world);
}
END_TEST

START_TEST(a_full_pool_refuses_and_takes_again) {
    pawl_world_def world_def = awake_def(10);
    world_def.joint_capacity = 2;
    pawl_world *const world = make_world(&world_def);
    const pawl_body_id a = add_unit_box(world, 0, 0), b = add_unit_box(world, 2, 1);
    const pawl_joint_def def = pawl_joint_def_at(world, PAWL_JOINT_WELD, a, b, VEC(1, 0), 0);
    pawl_joint_id joint = add_joint(world, &def), second = add_joint(world, &def), third;
    ck_assert_int_eq(pawl_joint_create(world, &def, &third), PAWL_ERR_CAPACITY);
    ck_assert_int_eq(pawl_joint_destroy(world, joint), PAWL_OK);
    ck_assert_int_eq(pawl_joint_create(world, &def, &third), PAWL_OK);
    ck_assert_int_eq(pawl_joint_is_valid(world, joint), false);
    ck_assert_uint_eq(pawl_world_next_joint(world, NO_JOINT).index1, second.index1);
    ck_assert_uint_eq(pawl_world_next_joint(world, second).index1, third.index1);
    ck_assert_uint_eq(pawl_body_next_joint(world, a, NO_JOINT).index1, third.index1);
    ck_assert_uint_eq(pawl_body_next_joint(world, b, third).index1, second.index1);
    assert_sound(world);
    free(world);
}
END_TEST

START_TEST(a_destroyed_body_takes_its_joints_along) {
    pawl_world *const world = make_awake_world();
    pawl_body_id bodies[4];
    pawl_joint_id joints[3];
    for (int i = 0; i < 4; i++)
        bodies[i] = add_unit_box(world, 2 * i, 0);
    for (int i = 0; i < 3; i++) {
        const pawl_joint_def def = any_joint(world, PAWL_JOINT_WHEEL, bodies[i], bodies[i + 1]);
        joints[i] = add_joint(world, &def);
    }
    run(world, 3);
    ck_assert_int_eq(pawl_body_destroy(world, bodies[1]), PAWL_OK);
    ck_assert_int_eq(pawl_joint_is_valid(world, joints[0]), false);
    ck_assert_int_eq(pawl_joint_is_valid(world, joints[1]), false);
    ck_assert_int_eq(pawl_joint_is_valid(world, joints[2]), true);
    ck_assert_uint_eq(pawl_body_next_joint(world, bodies[0], NO_JOINT).index1, 0);
    run(world, 3);
    assert_sound(world);
    free(world);
}
END_TEST

static int sleepers(const pawl_world *world, const pawl_body_id *bodies, int count) {
    int asleep = 0;
    for (int i = 0; i < count; i++)
        asleep += !pawl_body_is_awake(world, bodies[i]);
    return asleep;
}

START_TEST(a_joint_between_sleepers_ties_them_together) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id boxes[2] = {add_unit_box(world, 0, 0.5), add_unit_box(world, 3, 0.5)};
    run(world, 120);
    ck_assert_int_eq(sleepers(world, boxes, 2), 2);
    const pawl_joint_def def = pawl_joint_def_between(world, PAWL_JOINT_DISTANCE, boxes[0],
                                                      boxes[1], VEC(0, 0.5), VEC(3, 0.5));
    const pawl_joint_id joint = add_joint(world, &def);
    ck_assert_int_eq(sleepers(world, boxes, 2), 2);
    run(world, 1);
    assert_sound(world);
    ck_assert_int_eq(sleepers(world, boxes, 2), 2);
    ck_assert_int_eq(pawl_joint_set_target(world, joint, FX(3)), PAWL_OK);
    ck_assert_int_eq(sleepers(world, boxes, 2), 0);
    run(world, 120);
    ck_assert_int_eq(pawl_body_apply_impulse_to_center(world, boxes[0], (pawl_wide2){WIDE(1), 0}),
                     PAWL_OK);
    ck_assert_int_eq(sleepers(world, boxes, 2), 0); /* one island */
    run(world, 180);
    ck_assert_int_eq(pawl_joint_destroy(world, joint), PAWL_OK);
    ck_assert_int_eq(sleepers(world, boxes, 2), 0);
    free(world);
}
END_TEST

START_TEST(a_joint_wakes_a_sleeper_that_it_ties_to_an_awake_body) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id boxes[2] = {add_unit_box(world, 0, 0.5), add_unit_box(world, 3, 0.5)};
    run(world, 120);
    ck_assert_int_eq(pawl_body_set_awake(world, boxes[1], true), PAWL_OK);
    ck_assert_int_eq(sleepers(world, boxes, 2), 1);
    const pawl_joint_def def = pawl_joint_def_between(world, PAWL_JOINT_DISTANCE, boxes[0],
                                                      boxes[1], VEC(0, 0.5), VEC(3, 0.5));
    add_joint(world, &def);
    ck_assert_int_eq(sleepers(world, boxes, 2), 0);
    free(world);
}
END_TEST

/* Three boxes in the air, joined to one another and to the ground: all of them made asleep. */
START_TEST(bodies_with_joints_are_made_asleep) {
    pawl_world *const world = make_default_world();
    const pawl_body_id ground = add_ground(world);
    pawl_body_def body_def = pawl_body_def_default();
    body_def.type = PAWL_DYNAMIC;
    body_def.awake = false;
    pawl_body_id boxes[3];
    for (int i = 0; i < 3; i++) {
        body_def.position = VEC(2 * i, 5);
        ck_assert_int_eq(pawl_body_create(world, &body_def, &boxes[i]), PAWL_OK);
        add_box(world, boxes[i], 0.5, 0.5);
    }
    for (int i = 0; i < 3; i++) {
        const pawl_joint_def def =
            pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, i == 0 ? ground : boxes[i - 1], boxes[i],
                              VEC(2 * i - 1, 5), 0);
        add_joint(world, &def);
    }
    run(world, 60);
    assert_sound(world);
    ck_assert_int_eq(sleepers(world, boxes, 3), 3);
    assert_vec_eq(pawl_body_get_position(world, boxes[2]), VEC(4, 5));
    ck_assert_int_eq(pawl_body_set_awake(world, boxes[2], true), PAWL_OK);
    ck_assert_int_eq(sleepers(world, boxes, 3), 0); /* one island */
    free(world);
}
END_TEST

/* A box on a plank: they pass through each other unless the joint lets them collide. */
static double fall(pawl_joint_type type, bool collide, bool destroy) {
    pawl_world *const world = make_awake_world();
    const pawl_body_id ground = add_ground(world), box = add_unit_box(world, 0, 1);
    pawl_joint_def def = pawl_joint_def_default(type);
    def.body_a = ground;
    def.body_b = box;
    def.collide_connected = collide;
    const pawl_joint_id joint = add_joint(world, &def);
    if (destroy) ck_assert_int_eq(pawl_joint_destroy(world, joint), PAWL_OK);
    run(world, 60);
    const double height = units(pawl_body_get_position(world, box).y);
    free(world);
    return height;
}

START_TEST(joined_bodies_collide_only_when_they_may) {
    assert_near(fall(PAWL_JOINT_FILTER, true, false), 0.5, 0.01, "a filter that lets them");
    assert_near(fall(PAWL_JOINT_FILTER, false, true), 0.5, 0.01, "a filter that is gone");
    ck_assert_msg(fall(PAWL_JOINT_FILTER, false, false) < -2, "the filter did not hold them apart");
    ck_assert_msg(fall(PAWL_JOINT_MOTOR, false, false) < -2, "nor did the motor");
}
END_TEST

/* All types between two bodies in space, after other offsets; bit for bit. */
START_TEST(shifted_joints_give_shifted_results_bit_for_bit) {
    static const double offsets[3][2] = {{0, 0}, {5000.125, -7000.75}, {-9000, 17.0625}};
    for (int i = 0; i < TYPES; i++) {
        pawl_vec2 first[2] = {{0, 0}, {0, 0}};
        pawl_angle angle = 0;
        for (int k = 0; k < 3; k++) {
            pawl_world *const world = make_awake_world();
            const double x = offsets[k][0], y = offsets[k][1];
            const pawl_body_id a = add_brick(world, x, y, 1, 0.5, 3);
            const pawl_body_id b = add_brick(world, x + 2, y + 1, 0.25, 0.75, 1);
            const pawl_joint_def def = any_joint(world, type_of(i), a, b);
            add_joint(world, &def);
            pawl_body_set_angular_velocity(world, b, FX(-2));
            run(world, 240);
            const pawl_vec2 shift = VEC(x, y);
            const pawl_vec2 at[2] = {pawl_vec2_sub(pawl_body_get_position(world, a), shift),
                                     pawl_vec2_sub(pawl_body_get_position(world, b), shift)};
            if (k == 0) {
                first[0] = at[0];
                first[1] = at[1];
                angle = pawl_body_get_angle(world, b);
            }
            assert_vec_eq(at[0], first[0]);
            assert_vec_eq(at[1], first[1]);
            ck_assert_uint_eq(pawl_body_get_angle(world, b), angle);
            ck_assert_uint_eq(pawl_world_get_faults(world), 0);
            free(world);
        }
    }
}
END_TEST

/* One joint of each type at pixel scale behaves like that at metre scale. */
START_TEST(joints_do_not_depend_on_the_scale) {
    for (int i = 0; i < TYPES; i++) {
        double angle[2];
        for (int k = 0; k < 2; k++) {
            const double s = k == 0 ? 1 : 16;
            pawl_world_def world_def = awake_def(10 * s);
            pawl_world *const world = make_world(&world_def);
            const pawl_body_id a = add_body(world, PAWL_STATIC, 0, 0);
            const pawl_body_id b = add_brick(world, 2 * s, s, 0.5 * s, 0.25 * s, 1);
            pawl_joint_def def = any_joint(world, type_of(i), a, b);
            const bool turns = type_of(i) == PAWL_JOINT_REVOLUTE || type_of(i) == PAWL_JOINT_GEAR ||
                               type_of(i) == PAWL_JOINT_RATCHET || type_of(i) == PAWL_JOINT_WHEEL;
            def.lower = turns && type_of(i) != PAWL_JOINT_WHEEL ? def.lower : FX(0.25 * s);
            def.upper = turns && type_of(i) != PAWL_JOINT_WHEEL ? def.upper : FX(2 * s);
            def.motor_speed = turns ? def.motor_speed : FX(s);
            def.motor_max = WIDE(5 * s * s * s * (turns ? s : 1));
            def.linear_velocity = VEC(0.5 * s, 0);
            def.force_max = def.spring_force_max = WIDE(100 * s * s * s);
            def.spring_torque_max = WIDE(100 * s * s * s * s);
            if (type_of(i) == PAWL_JOINT_PULLEY) {
                def.ground_a = VEC(0, 5 * s);
                def.ground_b = VEC(2 * s, 6 * s);
                def.target = FX(10 * s);
                def.linear_velocity = VEC(0, 0);
            }
            if (type_of(i) == PAWL_JOINT_MOTOR) def.motor_speed = FX(1);
            if (type_of(i) == PAWL_JOINT_MOTOR) def.motor_max = WIDE(5 * s * s * s * s);
            add_joint(world, &def);
            run(world, 120);
            angle[k] = units(pawl_angle_to_radians(pawl_body_get_angle(world, b)));
            ck_assert_uint_eq(pawl_world_get_faults(world), 0);
            free(world);
        }
        assert_near(remainder(angle[1] - angle[0], 4 * RIGHT_ANGLE), 0, 0.02, "the angle");
    }
}
END_TEST

Suite *suite_joint(void) {
    Suite *const suite = suite_create("joint");
    TCase *const tcase = tcase_create("joint");
    tcase_add_test(tcase, a_joint_tells_the_def_that_would_make_it);
    tcase_add_test(tcase, nonsense_is_refused);
    tcase_add_test(tcase, stale_handles_answer_with_zero);
    tcase_add_test(tcase, a_full_pool_refuses_and_takes_again);
    tcase_add_test(tcase, a_destroyed_body_takes_its_joints_along);
    tcase_add_test(tcase, a_joint_between_sleepers_ties_them_together);
    tcase_add_test(tcase, a_joint_wakes_a_sleeper_that_it_ties_to_an_awake_body);
    tcase_add_test(tcase, bodies_with_joints_are_made_asleep);
    tcase_add_test(tcase, joined_bodies_collide_only_when_they_may);
    tcase_add_test(tcase, shifted_joints_give_shifted_results_bit_for_bit);
    tcase_add_test(tcase, joints_do_not_depend_on_the_scale);
    suite_add_tcase(suite, tcase);
    return suite;
}
