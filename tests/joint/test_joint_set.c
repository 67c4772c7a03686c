/* test_joint_set.c - parameters of joints that change while the joint is there. */
#include "support/joint/joint_fixture.h"

#define TYPES PAWL_JOINT_LAST

/* A joint of some type between two bricks in space. */
typedef struct pair {
    pawl_world *world;
    pawl_body_id a, b;
    pawl_joint_id joint;
} pair;

static pair make_pair(int type) {
    pair p;
    p.world = make_space();
    p.a = add_brick(p.world, -2, 0, 0.5, 0.5, 1);
    p.b = add_brick(p.world, 2, 0, 0.5, 0.5, 1);
    pawl_joint_def def =
        pawl_joint_def_between(p.world, (pawl_joint_type)type, p.a, p.b, VEC(-2, 0), VEC(2, 0));
    p.joint = add_joint(p.world, &def);
    return p;
}

static pawl_joint_def def_of(const pawl_world *world, pawl_joint_id joint) {
    pawl_joint_def def;
    ck_assert_int_eq(pawl_joint_get_def(world, joint, &def), PAWL_OK);
    return def;
}

START_TEST(what_is_set_is_what_one_gets) {
    for (int type = 1; type <= TYPES; type++) {
        pair p = make_pair(type);
        pawl_joint_def want = def_of(p.world, p.joint);
        ck_assert_int_eq(pawl_joint_set_ratio(p.world, p.joint, FX(2.5)), PAWL_OK);
        ck_assert_int_eq(pawl_joint_set_spring_max(p.world, p.joint, WIDE(7), WIDE(9)), PAWL_OK);
        ck_assert_int_eq(pawl_joint_set_collide_connected(p.world, p.joint, true), PAWL_OK);
        want.ratio = FX(2.5);
        want.spring_force_max = WIDE(7);
        want.spring_torque_max = WIDE(9);
        want.collide_connected = true;
        if (type == PAWL_JOINT_PULLEY) {
            ck_assert_int_eq(pawl_joint_set_ground(p.world, p.joint, VEC(1, 2), VEC(3, 4)),
                             PAWL_OK);
            want.ground_a = VEC(1, 2);
            want.ground_b = VEC(3, 4);
        }
        const pawl_joint_def got = def_of(p.world, p.joint);
        ck_assert_msg(memcmp(&got, &want, sizeof got) == 0, "type %d differs", type);
        free(p.world);
    }
}
END_TEST

START_TEST(a_change_that_is_refused_changes_nothing) {
    for (int type = 1; type <= TYPES; type++) {
        const bool hangs = type == PAWL_JOINT_PULLEY;
        const bool needs_ratio = hangs || type == PAWL_JOINT_GEAR || type == PAWL_JOINT_RATCHET;
        const pawl_status zero = needs_ratio ? PAWL_ERR_RANGE : PAWL_OK;
        const pawl_status negative = needs_ratio && type != PAWL_JOINT_GEAR ? zero : PAWL_OK;
        pair p = make_pair(type);
        const pawl_joint_def before = def_of(p.world, p.joint);
        ck_assert_int_eq(pawl_joint_set_ratio(p.world, p.joint, INT32_MIN), PAWL_ERR_RANGE);
        ck_assert_int_eq(pawl_joint_set_spring_max(p.world, p.joint, -1, 0), PAWL_ERR_RANGE);
        ck_assert_int_eq(pawl_joint_set_spring_max(p.world, p.joint, 0, -1), PAWL_ERR_RANGE);
        ck_assert_int_eq(
            pawl_joint_set_ground(p.world, p.joint, VEC(0, 0), VEC(0, PAWL_COORD_MAX / 65536 + 1)),
            hangs ? PAWL_ERR_RANGE : PAWL_ERR_ARGUMENT);
        ck_assert_int_eq(pawl_joint_set_linear_velocity(p.world, p.joint, VEC(8193, 0), 0),
                         type == PAWL_JOINT_MOTOR ? PAWL_ERR_RANGE : PAWL_ERR_ARGUMENT);
        const pawl_joint_def after = def_of(p.world, p.joint);
        ck_assert_msg(memcmp(&after, &before, sizeof after) == 0, "type %d differs", type);
        ck_assert_int_eq(pawl_joint_set_ratio(p.world, p.joint, 0), zero);
        ck_assert_int_eq(pawl_joint_set_ratio(p.world, p.joint, FX(-2)), negative);
        assert_sound(p.world);
        free(p.world);
    }
}
END_TEST

START_TEST(nobody_and_nothing_is_refused) {
    pair p = make_pair(PAWL_JOINT_PULLEY);
    const pawl_vec2 zero = VEC(0, 0);
    ck_assert_int_eq(pawl_joint_set_ratio(NULL, p.joint, FX(1)), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_joint_set_ground(NULL, p.joint, zero, zero), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_joint_set_spring_max(NULL, p.joint, 0, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_joint_set_collide_connected(NULL, p.joint, true), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_joint_destroy(p.world, p.joint), PAWL_OK);
    ck_assert_int_eq(pawl_joint_set_ratio(p.world, p.joint, FX(1)), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_joint_set_ground(p.world, p.joint, zero, zero), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_joint_set_spring_max(p.world, p.joint, 0, 0), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_joint_set_collide_connected(p.world, p.joint, true), PAWL_ERR_STALE);
    free(p.world);
}
END_TEST

/* Everything but the user data is a reason to wake. */
START_TEST(a_change_wakes_both_bodies) {
    pair p = make_pair(PAWL_JOINT_PULLEY);
    for (int i = 0; i < 5; i++) {
        pawl_body_set_awake(p.world, p.a, false);
        pawl_body_set_awake(p.world, p.b, false);
        ck_assert_int_eq(pawl_body_is_awake(p.world, p.b), false);
        pawl_status status = PAWL_OK;
        if (i == 0) status = pawl_joint_set_ratio(p.world, p.joint, FX(2));
        if (i == 1) status = pawl_joint_set_ground(p.world, p.joint, VEC(0, 1), VEC(0, 2));
        if (i == 2) status = pawl_joint_set_spring_max(p.world, p.joint, 1, 1);
        if (i == 3) status = pawl_joint_set_collide_connected(p.world, p.joint, true);
        if (i == 4) status = pawl_joint_set_user_data(p.world, p.joint, 5);
        ck_assert_int_eq(status, PAWL_OK);
        ck_assert_int_eq(pawl_body_is_awake(p.world, p.a), i != 4);
        ck_assert_int_eq(pawl_body_is_awake(p.world, p.b), i != 4);
    }
    free(p.world);
}
END_TEST

/* Two wheels of a gear: `ratio` turns of A for one of B, also after the ratio has changed sign. */
START_TEST(a_gear_can_be_shifted) {
    pawl_world *const world = make_space();
    const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_body_id a = add_brick(world, -2, 0, 0.5, 0.5, 1);
    const pawl_body_id b = add_brick(world, 2, 0, 0.5, 0.5, 1);
    pawl_joint_def def = pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, ground, a, VEC(-2, 0), 0);
    def.motor = true;
    def.motor_speed = FX(1);
    def.motor_max = WIDE(100);
    const pawl_joint_id axle_a = add_joint(world, &def);
    def = pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, ground, b, VEC(2, 0), 0);
    const pawl_joint_id axle_b = add_joint(world, &def);
    def = pawl_joint_def_default(PAWL_JOINT_GEAR);
    def.body_a = a;
    def.body_b = b;
    def.ratio = FX(0.5);
    const pawl_joint_id gear = add_joint(world, &def);
    for (int i = 0; i < 3; i++) {
        run(world, 120);
        const double at_a = units(pawl_joint_get_angle(world, axle_a));
        const double at_b = units(pawl_joint_get_angle(world, axle_b));
        const double ratio = units(def.ratio), target = units(def.target);
        assert_near(at_b * ratio - at_a, target, 0.01, "off the gear");
        assert_near(units(pawl_body_get_angular_velocity(world, b)), 1 / ratio, 0.01,
                    "the rate of B");
        def.ratio = FX(i == 0 ? -2 : 4);
        def.target = FX(at_b * units(def.ratio) - at_a); /* as they stand */
        ck_assert_int_eq(pawl_joint_set_ratio(world, gear, def.ratio), PAWL_OK);
        ck_assert_int_eq(pawl_joint_set_target(world, gear, def.target), PAWL_OK);
    }
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    free(world);
}
END_TEST

/* Both hang at rest. The grounds go up by 1, then B counts twice and the rope becomes longer. */
START_TEST(a_pulley_follows_its_grounds_and_its_ratio) {
    pawl_world *const world = make_awake_world();
    const pawl_body_id a = add_brick(world, -2, 0, 0.5, 0.5, 1);
    const pawl_body_id b = add_brick(world, 2, 0, 0.5, 0.5, 1);
    pawl_joint_def def =
        pawl_joint_def_between(world, PAWL_JOINT_PULLEY, a, b, VEC(-2, 0), VEC(2, 0));
    def.ground_a = VEC(-2, 4);
    def.ground_b = VEC(2, 4);
    def.target = FX(8);
    const pawl_joint_id joint = add_joint(world, &def);
    run(world, 60);
    assert_near(units(pawl_body_get_position(world, a).y), 0, 0.01, "A at first");
    ck_assert_int_eq(pawl_joint_set_ground(world, joint, VEC(-2, 5), VEC(2, 5)), PAWL_OK);
    run(world, 300);
    const double up_a = units(pawl_body_get_position(world, a).y);
    assert_near(up_a + units(pawl_body_get_position(world, b).y), 2, 0.02, "both after the lift");
    ck_assert_int_eq(pawl_joint_set_ratio(world, joint, FX(2)), PAWL_OK);
    ck_assert_int_eq(pawl_joint_set_target(world, joint, FX(13)), PAWL_OK);
    run(world, 30);
    const double low_a = 5 - units(pawl_body_get_position(world, a).y);
    const double low_b = 5 - units(pawl_body_get_position(world, b).y);
    assert_near(low_a + 2 * low_b, 13, 0.05, "the rope");
    free(world);
}
END_TEST

/* A brick of mass 1 on a soft hold that may at first not even carry it. */
START_TEST(a_spring_is_as_strong_as_it_is_set) {
    pawl_world *const world = make_awake_world();
    const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_body_id box = add_unit_box(world, 0, 0);
    pawl_joint_def def = pawl_joint_def_at(world, PAWL_JOINT_MOTOR, ground, box, VEC(0, 0), 0);
    def.spring = true;
    def.hertz = FX(4);
    def.spring_force_max = WIDE(4);
    const pawl_joint_id joint = add_joint(world, &def);
    run(world, 60);
    assert_near(units(pawl_body_get_velocity(world, box).y), -6, 0.05, "the speed of its fall");
    ck_assert_int_eq(pawl_joint_set_spring_max(world, joint, WIDE(200), 0), PAWL_OK);
    run(world, 300);
    assert_near(units(pawl_body_get_position(world, box).y), -10 / (64 * 9.8696), 0.002, "the sag");
    free(world);
}
END_TEST

/* A wheel at 0.6 rad: teeth 0.25 apart hold it at 0.5, teeth 0.4 apart at 0.4. */
START_TEST(a_ratchet_counts_its_new_teeth) {
    pawl_world *const world = make_space();
    const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_body_id wheel = add_brick(world, 0, 0, 0.5, 0.5, 1);
    pawl_joint_def def = pawl_joint_def_default(PAWL_JOINT_RATCHET);
    def.body_a = ground;
    def.body_b = wheel;
    def.ratio = FX(0.25);
    pawl_body_set_pose(world, wheel, VEC(0, 0), pawl_angle_from_radians(FX(0.6)));
    const pawl_joint_id joint = add_joint(world, &def);
    for (int i = 0; i < 2; i++) {
        pawl_body_set_pose(world, wheel, VEC(0, 0), pawl_angle_from_radians(FX(0.6)));
        pawl_body_set_angular_velocity(world, wheel, FX(-1));
        run(world, 60);
        assert_near(units(pawl_joint_get_angle(world, joint)), i == 0 ? 0.5 : 0.4, 0.005,
                    "the tooth");
        pawl_body_set_pose(world, wheel, VEC(0, 0), pawl_angle_from_radians(FX(0.6)));
        ck_assert_int_eq(pawl_joint_set_ratio(world, joint, FX(0.4)), PAWL_OK);
    }
    free(world);
}
END_TEST

START_TEST(joined_bodies_begin_to_collide_when_told_to) {
    pawl_world *const world = make_default_world();
    const pawl_body_id ground = add_ground(world), box = add_unit_box(world, 0, 0.5);
    pawl_joint_def def = pawl_joint_def_default(PAWL_JOINT_FILTER);
    def.body_a = ground;
    def.body_b = box;
    const pawl_joint_id first = add_joint(world, &def);
    run(world, 3);
    ck_assert_uint_eq(pawl_world_get_counters(world).touching, 0);
    ck_assert_int_eq(pawl_joint_set_collide_connected(world, first, true), PAWL_OK);
    run(world, 120);
    assert_near(units(pawl_body_get_position(world, box).y), 0.5, 0.01, "the height on the ground");
    ck_assert_int_eq(pawl_body_is_awake(world, box), false);

    ck_assert_int_eq(pawl_joint_set_collide_connected(world, first, false), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 1);
    run(world, 30);
    ck_assert_int_lt(pawl_body_get_position(world, box).y, FX(-0.5));
    assert_sound(world);
    free(world);
}
END_TEST

/* Nothing moves, so that only the joint gives a reason to look for pairs. */
START_TEST(bodies_at_rest_are_looked_at_again) {
    pawl_world *const world = make_space();
    const pawl_body_id a = add_unit_box(world, 0, 0), b = add_unit_box(world, 0.999, 0);
    pawl_joint_def def = pawl_joint_def_default(PAWL_JOINT_FILTER);
    def.body_a = a;
    def.body_b = b;
    const pawl_joint_id joint = add_joint(world, &def);
    run(world, 5);
    ck_assert_uint_eq(pawl_world_get_counters(world).contacts, 0);
    ck_assert_int_eq(pawl_joint_set_collide_connected(world, joint, true), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_counters(world).touching, 1);
    free(world);
}
END_TEST

/* One of two joints that forbid it is not enough. */
START_TEST(every_joint_must_let_them_collide) {
    pawl_world *const world = make_default_world();
    const pawl_body_id ground = add_ground(world), box = add_unit_box(world, 0, 0.5);
    pawl_joint_def def = pawl_joint_def_default(PAWL_JOINT_FILTER);
    def.body_a = ground;
    def.body_b = box;
    const pawl_joint_id first = add_joint(world, &def);
    add_joint(world, &def);
    ck_assert_int_eq(pawl_joint_set_collide_connected(world, first, true), PAWL_OK);
    run(world, 60);
    ck_assert_int_lt(pawl_body_get_position(world, box).y, FX(-2));
    free(world);
}
END_TEST

Suite *suite_joint_set(void) {
    Suite *const suite = suite_create("joint_set");
    TCase *const tcase = tcase_create("joint_set");
    tcase_add_test(tcase, what_is_set_is_what_one_gets);
    tcase_add_test(tcase, a_change_that_is_refused_changes_nothing);
    tcase_add_test(tcase, nobody_and_nothing_is_refused);
    tcase_add_test(tcase, a_change_wakes_both_bodies);
    tcase_add_test(tcase, a_gear_can_be_shifted);
    tcase_add_test(tcase, a_pulley_follows_its_grounds_and_its_ratio);
    tcase_add_test(tcase, a_spring_is_as_strong_as_it_is_set);
    tcase_add_test(tcase, a_ratchet_counts_its_new_teeth);
    tcase_add_test(tcase, joined_bodies_begin_to_collide_when_told_to);
    tcase_add_test(tcase, bodies_at_rest_are_looked_at_again);
    tcase_add_test(tcase, every_joint_must_let_them_collide);
    suite_add_tcase(suite, tcase);
    return suite;
}
